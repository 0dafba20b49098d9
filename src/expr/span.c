/* An expression over a part of the range of one variable: the part is divided where values of a piece, by
 * interval arithmetic, may differ by much. */
#include "expr/code.h"

#include <math.h>
#include <string.h>

enum { MOST_PIECES = 128 };

typedef struct look {
    const eg_expression *expression;
    int variable;
    double values[EG_EXPRESSION_VARIABLES];
    double fine, least_width;
    eg_pieces pieces; /* a piece weighs by how much its values may differ, times its width */
} look;

static double value_of_look(look *l, double at)
{
    l->values[l->variable] = at;
    double value = eg_expression_eval(l->expression, l->values);
    return isfinite(value) ? value : 0;
}

static void weigh_part(look *l, double from, double to)
{
    double low, high, width = to - from;
    eg_piece added = {.from = from, .to = to};
    eg_expression_enclose(l->expression, l->variable, l->values, from, to, &low, &high);
    if (high - low > l->fine && width > l->least_width)
        added.weight = fmin(high - low, 1e150) * width;
    eg_pieces_push(&l->pieces, added);
}

void eg_expression_look(const eg_expression *expression, int variable, const double *values, double from,
                        double to, const double centre[2], double fine, eg_expression_span *span)
{
    eg_piece heap[MOST_PIECES];
    look l = {.expression = expression,
              .variable = variable,
              .fine = fine,
              .least_width = (to - from) * 0x1p-40,
              .pieces.heap = heap};
    memcpy(l.values, values, (size_t)expression->variable_count * sizeof *values);
    double first = value_of_look(&l, from), last = value_of_look(&l, to);
    *span = (eg_expression_span){.end = {first, last}, .least = fmin(first, last), .most = fmax(first, last)};
    weigh_part(&l, from, to);
    while (l.pieces.count < MOST_PIECES && heap[0].weight > 0) {
        eg_piece whole = eg_pieces_pop(&l.pieces);
        double middle = whole.from + 0.5 * (whole.to - whole.from);
        weigh_part(&l, whole.from, middle);
        weigh_part(&l, middle, whole.to);
    }
    for (int64_t i = 0; i < l.pieces.count; i++) {
        double width = heap[i].to - heap[i].from, at = heap[i].from + 0.5 * width;
        double value = value_of_look(&l, at), line = first + (last - first) * (at - from) / (to - from);
        span->integral += width * value;
        for (int c = 0; c < 2; c++)
            span->size[c] += width * fabs(value - centre[c]);
        span->apart += width * fabs(value - line);
        span->least = fmin(span->least, value);
        span->most = fmax(span->most, value);
    }
}
