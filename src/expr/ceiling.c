/* A broken line above an expression of one variable: the range is divided where the bound of a piece, by
 * interval arithmetic, is far above the least of what is in it. */
#include "expr/code.h"

#include <math.h>
#include <stdlib.h>

typedef struct division {
    const eg_expression *expression;
    double least_width;
    /* a width counts by its part of the time, and what is too much by its part of the bound */
    bool by_octaves;
    eg_pieces pieces; /* a piece weighs how far its bound is above its samples, times its width */
} division;

enum { OCTAVES = 30, MOST_PIECES = EG_CEILING_ROOM - 1 };

/* Of what is finite; 0 where nothing is. */
typedef struct samples {
    double least, most;
} samples;

static samples look_into(const division *d, double from, double to)
{
    static const double place[] = {0.01, 0.25, 0.5, 0.75, 0.99};
    samples found = {INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        double t = from + place[i] * (to - from), value = eg_expression_eval(d->expression, &t);
        if (isfinite(value))
            found = (samples){fmin(found.least, value), fmax(found.most, value)};
    }
    return isfinite(found.least) ? found : (samples){0, 0};
}

static void weigh_piece(division *d, double from, double to)
{
    const samples inside = look_into(d, from, to);
    double low, width = to - from;
    eg_piece added = {.from = from, .to = to};
    eg_expression_enclose(d->expression, 0, NULL, from, to, &low, &added.most);
    bool is_narrow = width <= d->least_width;
    if (!(low <= added.most) || (is_narrow && isinf(added.most)))
        added.most = inside.most;
    double above = added.most - inside.least;
    double size = fabs(added.most);
    if (!is_narrow && above > 1e-3 * size)
        added.weight = isinf(added.most) ? 1e300
                       : d->by_octaves   ? above / fmax(size, above) * (width / to)
                                         : above * width;
    eg_pieces_push(&d->pieces, added);
}

static int by_place(const void *a, const void *b)
{
    double x = ((const eg_piece *)a)->from, y = ((const eg_piece *)b)->from;
    return (x > y) - (x < y);
}

static void append_point(double time, double value, double *times, double *values, int64_t *count)
{
    bool is_level = *count > 1 && values[*count - 1] == value && values[*count - 2] == value;
    *count -= is_level;
    times[*count] = time;
    values[*count] = value;
    ++*count;
}

/* At a place between two pieces the line is at the higher one. What has no finite bound counts as nothing. */
static void draw_line(eg_piece *piece, int64_t pieces, double *times, double *values, int64_t *count)
{
    qsort(piece, (size_t)pieces, sizeof *piece, by_place);
    for (int64_t i = 0; i < pieces; i++)
        if (!isfinite(piece[i].most))
            piece[i].most = 0;
    *count = 0;
    append_point(piece[0].from, piece[0].most, times, values, count);
    for (int64_t i = 1; i < pieces; i++)
        append_point(piece[i].from, fmax(piece[i - 1].most, piece[i].most), times, values, count);
    append_point(piece[pieces - 1].to, piece[pieces - 1].most, times, values, count);
}

eg_status eg_expression_ceiling(const eg_expression *expression, double from, double to, double *times,
                                double *values, int64_t *count)
{
    division d = {.expression = expression, .by_octaves = isinf(to)};
    double end = d.by_octaves ? from + ldexp(1, OCTAVES) : to;
    assert(expression->variable_count == 1 && from < to);
    d.least_width = (end - from) * 0x1p-40;
    EG_SCRATCH eg_piece *heap = NULL;
    EG_TRY(eg_alloc(expression->context, EG_CEILING_ROOM, sizeof *heap, &heap));
    d.pieces.heap = heap;
    for (int i = 0; d.by_octaves && i < OCTAVES; i++)
        weigh_piece(&d, from + ldexp(i > 0, i), from + ldexp(1, i + 1));
    if (!d.by_octaves)
        weigh_piece(&d, from, end);
    while (d.pieces.count < MOST_PIECES && heap[0].weight > 0) {
        eg_piece whole = eg_pieces_pop(&d.pieces);
        double middle = whole.from + 0.5 * (whole.to - whole.from);
        weigh_piece(&d, whole.from, middle);
        weigh_piece(&d, middle, whole.to);
    }
    draw_line(heap, d.pieces.count, times, values, count);
    return EG_OK;
}
