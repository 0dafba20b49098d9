/* Cells along the Hilbert curve: neighbours in the plane become neighbours in memory. */
#include "base/parallel.h"
#include "mesh/plane/internal.h"

#include <stdlib.h>

/* ---- radix sort ---- */

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PASSES = 6 };

typedef struct radix_buffers {
    uint64_t *key, *spare_key;
    int32_t *value, *spare_value;
} radix_buffers;

/* One stable pass over the digit at `shift`, each part of the keys on a thread. */
typedef struct radix_pass {
    radix_buffers *buffers;
    int shift;
    int64_t (
        *place)[DIGITS]; /* [parts] how many keys have a digit, then where the part's first goes */
} radix_pass;

static eg_status count_digits(void *with, int part, int64_t from, int64_t to)
{
    const radix_pass *r = with;
    int64_t *count = r->place[part];
    for (int d = 0; d < DIGITS; d++)
        count[d] = 0;
    for (int64_t i = from; i < to; i++)
        count[r->buffers->key[i] >> r->shift & (DIGITS - 1)]++;
    return EG_OK;
}

/* Turns counts into first places; false where all keys have the same digit. */
static bool place_digits(const radix_pass *r, int parts, int64_t count)
{
    int64_t sum = 0;
    for (int d = 0; d < DIGITS; d++) {
        int64_t before = sum;
        for (int p = 0; p < parts; p++) {
            int64_t here = r->place[p][d];
            r->place[p][d] = sum;
            sum += here;
        }
        if (sum - before == count)
            return false;
    }
    return true;
}

static eg_status move_keys(void *with, int part, int64_t from, int64_t to)
{
    const radix_pass *r = with;
    const radix_buffers *b = r->buffers;
    int64_t *start = r->place[part];
    for (int64_t i = from; i < to; i++) {
        int64_t place = start[b->key[i] >> r->shift & (DIGITS - 1)]++;
        b->spare_key[place] = b->key[i];
        b->spare_value[place] = b->value[i];
    }
    return EG_OK;
}

static void sort_digit(eg_context *context, const radix_pass *r, int parts, int64_t count)
{
    radix_buffers *b = r->buffers;
    radix_pass pass = *r;
    eg_in_parts(context, parts, count, count_digits, &pass);
    if (!place_digits(r, parts, count))
        return;
    eg_in_parts(context, parts, count, move_keys, &pass);
    radix_buffers before = *b;
    b->key = before.spare_key, b->spare_key = before.key;
    b->value = before.spare_value, b->spare_value = before.value;
}

eg_status eg_radix_sort(eg_context *context, int64_t count, uint64_t *key, int32_t *value)
{
    radix_buffers b = {.key = key, .value = value};
    radix_pass pass = {.buffers = &b};
    int parts = eg_parts(context, count, 4 * DIGITS);
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, parts, sizeof *pass.place, &pass.place));
    EG_TRY_GOTO(eg_alloc(context, count, sizeof *key, &b.spare_key));
    EG_TRY_GOTO(eg_alloc(context, count, sizeof *value, &b.spare_value));
    for (int p = 0; p < PASSES; p++) {
        pass.shift = p * DIGIT_BITS;
        sort_digit(context, &pass, parts, count);
    }
    for (int64_t i = 0; i < count && b.key != key; i++) {
        key[i] = b.key[i];
        value[i] = b.value[i];
    }
done:
    if (b.key != key) { /* an odd number of passes left the caller's arrays as the spare ones */
        b.spare_key = b.key;
        b.spare_value = b.value;
    }
    eg_free(context, &b.spare_key);
    eg_free(context, &b.spare_value);
    eg_free(context, &pass.place);
    return status;
}

int64_t eg_sorted_first_at(const uint64_t *key, int64_t count, uint64_t wanted)
{
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (key[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- the curve ---- */

/* Multiples of 2^-32 of a coordinate in [0, 1]. */
static uint32_t quantise(double x)
{
    double scaled = x * 4294967296.0;
    if (!(scaled > 0.0))
        return 0;
    return scaled >= 4294967295.0 ? 4294967295u : (uint32_t)scaled;
}

uint64_t eg_hilbert_plane(double x, double y)
{
    uint32_t a = quantise(x), b = quantise(y);
    uint64_t key = 0;
    for (int bit = 31; bit >= 0; bit--) {
        uint32_t right = a >> bit & 1, up = b >> bit & 1;
        key = key << 2 | (3 * right ^ up);
        if (!up) { /* the lower quadrants hold the curve mirrored at a diagonal */
            uint32_t flip = right ? 0xffffffffu : 0;
            uint32_t mirrored = a ^ flip;
            a = b ^ flip;
            b = mirrored;
        }
    }
    return key;
}

/* What maps the cube's corners, in Gray code from the first octant to the last, onto octants: to[d] is the axis that the
 * code's bit d stands for, and flip the octant that comes first. */
typedef struct octant_frame {
    uint32_t to[3], flip;
} octant_frame;

/* The frame within octant number `place` of the curve in `frame`: the curve enters each octant where it left the one
 * before, and leaves it towards the next. */
static octant_frame frame_within(octant_frame frame, uint32_t place)
{
    /* the corner by which the curve enters octant `place` of the plain frame, and the axis along which it runs in it */
    uint32_t before = place == 0 ? 0 : (place - 1) & ~1u, entry = before ^ before >> 1, run = 0;
    uint32_t inner = place == 0 || place == 7 ? 0 : place & 1 ? place : place - 1;
    while (inner >> run & 1)
        run++;
    octant_frame within = {.flip = frame.flip};
    run %= 3;
    for (uint32_t d = 0; d < 3; d++) {
        within.flip ^= (entry >> d & 1) << frame.to[d];
        within.to[d] = frame.to[(d + run + 1) % 3];
    }
    return within;
}

uint64_t eg_hilbert_space(double x, double y, double z)
{
    enum { BITS = 21 };
    uint32_t at[3] = {quantise(x) >> (32 - BITS), quantise(y) >> (32 - BITS),
                      quantise(z) >> (32 - BITS)};
    octant_frame frame = {.to = {0, 1, 2}};
    uint64_t key = 0;
    for (int bit = BITS - 1; bit >= 0; bit--) {
        uint32_t place = 0, octant = 0;
        for (int i = 0; i < 3; i++)
            octant |= (at[i] >> bit & 1) << i;
        octant ^= frame.flip;
        for (int d = 2; d >= 0;
             d--) { /* from Gray code to number: each bit is the sum of those above it */
            uint32_t above = place & 1;
            place = place << 1 | (above ^ (octant >> frame.to[d] & 1));
        }
        key = key << 3 | place;
        frame = frame_within(frame, place);
    }
    return key;
}

/* ---- cells ---- */

/* A cell whose key another cell has too: where they go is settled by the centroid, then by the
 * number in the file. */
typedef struct tied_cell {
    double centroid[2];
    int64_t source;
    int32_t cell;
} tied_cell;

static int compare_tied(const void *left, const void *right)
{
    const tied_cell *a = left, *b = right;
    for (int i = 0; i < 2; i++)
        if (a->centroid[i] != b->centroid[i])
            return a->centroid[i] < b->centroid[i] ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->cell < b->cell ? -1 : a->cell > b->cell;
}

static void input_centroid(const eg_plane_input *input, int64_t cell, double centroid[2])
{
    int32_t vertex[4];
    double x[4][2];
    int count = eg_plane_canonical_cell(input, cell, vertex, x);
    eg_polygon_centroid(x, count, centroid);
}

static eg_status sort_tied(eg_context *context, const eg_plane_input *input, int32_t *order,
                           int64_t count)
{
    tied_cell *tied;
    EG_TRY(eg_alloc(context, count, sizeof *tied, &tied));
    for (int64_t i = 0; i < count; i++) {
        tied[i].cell = order[i];
        tied[i].source = input->source[order[i]];
        input_centroid(input, order[i], tied[i].centroid);
    }
    qsort(tied, (size_t)count, sizeof *tied, compare_tied);
    for (int64_t i = 0; i < count; i++)
        order[i] = tied[i].cell;
    eg_free(context, &tied);
    return EG_OK;
}

/* Sorts one type's cells, order[count] with their keys. */
static eg_status sort_type(eg_context *context, const eg_plane_input *input, uint64_t *key,
                           int32_t *order, int64_t count)
{
    EG_TRY(eg_radix_sort(context, count, key, order));
    for (int64_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && key[end] == key[begin];)
            end++;
        if (end > begin + 1)
            EG_TRY(sort_tied(context, input, order + begin, end - begin));
    }
    return EG_OK;
}

eg_status eg_plane_order_cells(eg_context *context, const eg_plane_input *input,
                               const int64_t cells_of_type[EG_CELL_TYPES], const double box_low[3],
                               const double box_high[3], int32_t **order)
{
    uint64_t *key = NULL;
    eg_status status;
    *order = NULL;
    EG_TRY_GOTO(eg_alloc(context, input->cells, sizeof *key, &key));
    EG_TRY_GOTO(eg_alloc(context, input->cells, sizeof **order, order));
    double side[2] = {box_high[0] - box_low[0], box_high[1] - box_low[1]};
    double longest = side[0] > side[1] ? side[0] : side[1];
    int64_t place[EG_CELL_TYPES] = {0, cells_of_type[EG_TRIANGLE]};
    for (int64_t cell = 0; cell < input->cells; cell++) {
        double centroid[2];
        input_centroid(input, cell, centroid);
        int64_t at = place[input->type[cell]]++;
        key[at] = eg_hilbert_plane((centroid[0] - box_low[0]) / longest,
                                   (centroid[1] - box_low[1]) / longest);
        (*order)[at] = (int32_t)cell;
    }
    for (int64_t type = 0, begin = 0; type < EG_CELL_TYPES; begin += cells_of_type[type++])
        EG_TRY_GOTO(sort_type(context, input, key + begin, *order + begin, cells_of_type[type]));
done:
    eg_free(context, &key);
    if (status != EG_OK)
        eg_free(context, order);
    return status;
}
