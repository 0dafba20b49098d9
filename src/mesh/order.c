/* The radix sort, and the Hilbert curves along which cells are sorted. */
#include "base/parallel.h"
#include "base/search.h"
#include "base/wide.h"
#include "mesh/internal.h"

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
    int64_t (*index)[DIGITS]; /* [parts] how many keys have a digit, then where the part's first goes */
} radix_pass;

static eg_status count_digits(void *with, int part, int64_t from, int64_t to)
{
    const radix_pass *r = with;
    int64_t *count = r->index[part];
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
            int64_t here = r->index[p][d];
            r->index[p][d] = sum;
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
    int64_t *start = r->index[part];
    for (int64_t i = from; i < to; i++) {
        int64_t index = start[b->key[i] >> r->shift & (DIGITS - 1)]++;
        b->spare_key[index] = b->key[i];
        b->spare_value[index] = b->value[i];
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
    EG_SCOPE(scope, context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(parts, pass.index), EG_BLOCK(count, b.spare_key),
                          EG_BLOCK(count, b.spare_value)));
    for (int p = 0; p < PASSES; p++) {
        pass.shift = p * DIGIT_BITS;
        sort_digit(context, &pass, parts, count);
    }
    for (int64_t i = 0; i < count && b.key != key; i++) { /* after an odd number of passes */
        key[i] = b.key[i];
        value[i] = b.value[i];
    }
    return EG_OK;
}

int64_t eg_sorted_first_at(const uint64_t *key, int64_t count, uint64_t wanted)
{
    return EG_SEARCH(i, 0, count, key[i] < wanted);
}

/* ---- cells along a curve ---- */

typedef struct tied_cell {
    double centroid[3];
    int64_t source;
    int32_t cell;
} tied_cell;

static int compare_tied(const void *left, const void *right)
{
    const tied_cell *a = left, *b = right;
    for (int i = 0; i < 3; i++)
        if (a->centroid[i] != b->centroid[i])
            return a->centroid[i] < b->centroid[i] ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->cell < b->cell ? -1 : a->cell > b->cell;
}

static eg_status sort_tied(eg_context *context, int64_t count, int32_t *order, const eg_tied *of)
{
    EG_SCRATCH tied_cell *tied = NULL;
    EG_TRY(eg_alloc(context, count, sizeof *tied, &tied));
    for (int64_t i = 0; i < count; i++) {
        tied[i].cell = order[i];
        tied[i].source = of->source[order[i]];
        of->centroid(of->with, order[i], tied[i].centroid);
    }
    qsort(tied, (size_t)count, sizeof *tied, compare_tied);
    for (int64_t i = 0; i < count; i++)
        order[i] = tied[i].cell;
    return EG_OK;
}

eg_status eg_sort_along_curve(eg_context *context, int64_t count, uint64_t *key, int32_t *order,
                              const eg_tied *tied)
{
    EG_TRY(eg_radix_sort(context, count, key, order));
    for (int64_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && key[end] == key[begin];)
            end++;
        if (end > begin + 1)
            EG_TRY(sort_tied(context, end - begin, order + begin, tied));
    }
    return EG_OK;
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

enum { KEYS = 64 };

/* Keys of many points, digit by digit: 16 digits of each key, from the bits of a and b below 2^high. */
EG_INLINE void hilbert_digits(int high, uint32_t *a, uint32_t *b, uint32_t *digits)
{
    for (int bit = high - 1; bit >= high - 16; bit--)
        EG_SIMD for (int i = 0; i < KEYS; i++)
        {
            uint32_t right = a[i] >> bit & 1, up = b[i] >> bit & 1, down = up - 1;
            digits[i] = digits[i] << 2 | (3 * right ^ up);
            uint32_t other = (a[i] ^ b[i]) & down, flip = (0 - right) & down;
            a[i] ^= other ^ flip;
            b[i] ^= other ^ flip;
        }
}

EG_WIDE(hilbert_keys, (uint32_t * a, uint32_t *b, uint32_t *upper, uint32_t *lower), (a, b, upper, lower))
{
    hilbert_digits(32, a, b, upper);
    hilbert_digits(16, a, b, lower);
}

void eg_hilbert_plane_keys(int64_t count, const double (*x)[2], uint64_t *key)
{
    for (int64_t first = 0; first < count; first += KEYS) {
        uint32_t a[KEYS] = {0}, b[KEYS] = {0}, upper[KEYS] = {0}, lower[KEYS] = {0};
        int points = (int)eg_min_i64(KEYS, count - first);
        for (int i = 0; i < points; i++) {
            a[i] = quantise(x[first + i][0]);
            b[i] = quantise(x[first + i][1]);
        }
        hilbert_keys(a, b, upper, lower);
        for (int i = 0; i < points; i++)
            key[first + i] = (uint64_t)upper[i] << 32 | lower[i];
    }
}

/* The curve enters the octants of a cube in Gray code, each where it left the one before, and leaves it towards
 * the next. Within octant number i of eight it begins at corner ENTRY[i], and its axes are turned by TURN[i]: of
 * a frame that is turned by t, bit d of the code stands for axis (d + t) mod 3. Three and two bits an octant. */
enum { SPACE_BITS = 21, PART_BITS = 7, PARTS = SPACE_BITS / PART_BITS };
static const uint32_t ENTRY = 0 << 0 | 0 << 3 | 0 << 6 | 3 << 9 | 3 << 12 | 6 << 15 | 6 << 18 | 5 << 21;
static const uint32_t TURN = 1 << 0 | 2 << 2 | 2 << 4 | 0 << 6 | 0 << 8 | 2 << 10 | 2 << 12 | 1 << 14;

/* What is left of many points: the frame that they are in. */
typedef struct space_frames {
    uint32_t at[3][KEYS], flip[KEYS], turn[KEYS];
} space_frames;

/* Keys of many points, digit by digit: PART_BITS digits of each, from bit `high` of the coordinates down. */
EG_INLINE void space_digits(int high, space_frames *f, uint32_t *digits)
{
    for (int bit = high; bit > high - PART_BITS; bit--)
        EG_SIMD for (int i = 0; i < KEYS; i++)
        {
            uint32_t x = f->at[0][i] >> bit & 1, y = f->at[1][i] >> bit & 1, z = f->at[2][i] >> bit & 1;
            uint32_t octant = (x | y << 1 | z << 2) ^ f->flip[i], turn = f->turn[i];
            uint32_t code = (octant | octant << 3) >> turn & 7, index = code ^ code >> 1 ^ code >> 2;
            uint32_t entry = (ENTRY >> 3 * index & 7) << turn, turned = turn + (TURN >> 2 * index & 3);
            digits[i] = digits[i] << 3 | index;
            f->flip[i] ^= (entry | entry >> 3) & 7;
            f->turn[i] = turned >= 3 ? turned - 3 : turned;
        }
}

EG_WIDE(space_keys, (space_frames * frames, uint32_t (*digits)[KEYS]), (frames, digits))
{
    for (int p = 0; p < PARTS; p++)
        space_digits(31 - p * PART_BITS, frames, digits[p]);
}

void eg_hilbert_space_keys(int64_t count, const double (*x)[3], uint64_t *key)
{
    for (int64_t first = 0; first < count; first += KEYS) {
        space_frames frames = {0};
        uint32_t digits[PARTS][KEYS] = {{0}};
        int points = (int)eg_min_i64(KEYS, count - first);
        for (int i = 0; i < points; i++)
            for (int d = 0; d < 3; d++)
                frames.at[d][i] = quantise(x[first + i][d]);
        space_keys(&frames, digits);
        for (int i = 0; i < points; i++) {
            key[first + i] = 0;
            for (int p = 0; p < PARTS; p++)
                key[first + i] = key[first + i] << 3 * PART_BITS | digits[p][i];
        }
    }
}
