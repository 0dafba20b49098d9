/* A broken line above an expression of one variable: the range is divided where the bound of a piece, by
 * interval arithmetic, is far above the least of what is in it. */
#include "expr/code.h"

#include <math.h>
#include <stdlib.h>

/* A piece, with what it weighs: how far its bound is above its samples, times its width. */
typedef struct piece {
    double from, to, most, weight;
} piece;

typedef struct division {
    const eg_expression *expression;
    double least_width;
    /* a width counts by its part of the time, and what is too much by its part of the bound */
    bool by_octaves;
    piece *heap; /* the heaviest in front */
    int count;
} division;

enum { OCTAVES = 30, MOST_PIECES = EG_CEILING_ROOM - 1 };

static void push_piece(division *d, piece added)
{
    int at = d->count++;
    for (; at > 0 && d->heap[(at - 1) / 2].weight < added.weight; at = (at - 1) / 2)
        d->heap[at] = d->heap[(at - 1) / 2];
    d->heap[at] = added;
}

static piece pop_piece(division *d)
{
    piece first = d->heap[0], last = d->heap[--d->count];
    int at = 0;
    for (int child; (child = 2 * at + 1) < d->count; at = child) {
        child += child + 1 < d->count && d->heap[child + 1].weight > d->heap[child].weight;
        if (d->heap[child].weight <= last.weight)
            break;
        d->heap[at] = d->heap[child];
    }
    d->heap[at] = last;
    return first;
}

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

static void add_piece(division *d, double from, double to)
{
    const samples inside = look_into(d, from, to);
    double low, width = to - from;
    piece added = {.from = from, .to = to};
    eg_expression_enclose(d->expression, from, to, &low, &added.most);
    bool is_narrow = width <= d->least_width;
    if (!(low <= added.most) || (is_narrow && isinf(added.most)))
        added.most = inside.most;
    double above = added.most - inside.least;
    double size = fabs(added.most);
    if (!is_narrow && above > 1e-3 * size)
        added.weight = isinf(added.most) ? 1e300
                       : d->by_octaves   ? above / fmax(size, above) * (width / to)
                                         : above * width;
    push_piece(d, added);
}

static int by_place(const void *a, const void *b)
{
    double x = ((const piece *)a)->from, y = ((const piece *)b)->from;
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
static void draw_line(division *d, double *times, double *values, int64_t *count)
{
    qsort(d->heap, (size_t)d->count, sizeof *d->heap, by_place);
    for (int i = 0; i < d->count; i++)
        if (!isfinite(d->heap[i].most))
            d->heap[i].most = 0;
    *count = 0;
    append_point(d->heap[0].from, d->heap[0].most, times, values, count);
    for (int i = 1; i < d->count; i++)
        append_point(d->heap[i].from, fmax(d->heap[i - 1].most, d->heap[i].most), times, values, count);
    append_point(d->heap[d->count - 1].to, d->heap[d->count - 1].most, times, values, count);
}

eg_status eg_expression_ceiling(const eg_expression *expression, double from, double to, double *times,
                                double *values, int64_t *count)
{
    division d = {.expression = expression, .by_octaves = isinf(to)};
    double end = d.by_octaves ? from + ldexp(1, OCTAVES) : to;
    assert(expression->variable_count == 1 && from < to);
    d.least_width = (end - from) * 0x1p-40;
    EG_TRY(eg_alloc(expression->context, EG_CEILING_ROOM, sizeof *d.heap, &d.heap));
    for (int i = 0; d.by_octaves && i < OCTAVES; i++)
        add_piece(&d, from + ldexp(i > 0, i), from + ldexp(1, i + 1));
    if (!d.by_octaves)
        add_piece(&d, from, end);
    while (d.count < MOST_PIECES && d.heap[0].weight > 0) {
        piece whole = pop_piece(&d);
        double middle = whole.from + 0.5 * (whole.to - whole.from);
        add_piece(&d, whole.from, middle);
        add_piece(&d, middle, whole.to);
    }
    draw_line(&d, times, values, count);
    EG_FREE(&d.heap);
    return EG_OK;
}
