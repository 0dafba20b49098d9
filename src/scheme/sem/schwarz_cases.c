/* What the lines of subdomains are like along each direction: ends, and neighbours of other size or coefficient. Lines that are
 * alike share a table. */
#include "scheme/sem/schwarz_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A quotient is told in half octaves, from 2^-31.5 to 2^31.5: four of them and the ends fill 32 bits. */
enum { HALVES = 63, BITS = 7 };

/* The integer next to 2 log2(value), and to log2(value): exact comparisons, so that every machine finds the same. */
static int half_octaves(double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent); /* in [1/2, 1) */
    return 2 * exponent - (mantissa < 0.5946035575013605   ? 2
                           : mantissa < 0.8408964152537145 ? 1
                                                           : 0);
}

static int octaves(double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent);
    return exponent - (mantissa < 0.7071067811865476 ? 1 : 0);
}

static int clamp(int value)
{
    return value < -HALVES ? -HALVES : value > HALVES ? HALVES : value;
}

/* What a neighbour's line is to the element's, in half octaves: of K it has a_d, and of M what it needs for both other a. */
static void compare(const eg_schwarz *schwarz, const eg_schwarz_tables *tables, int64_t element,
                    int direction, bool up, eg_schwarz_case *found)
{
    const eg_hex_view own = eg_hex_view_of(element);
    eg_hex_view beyond;
    double quotient[3];
    if (!eg_hex_step(schwarz->sem->mesh, &own, direction, up, &beyond))
        return;
    for (int d = 0; d < 3; d++)
        quotient[d] =
            tables->size[beyond.element * 3 + beyond.axis[d]] / tables->size[element * 3 + d];
    int stiffer = half_octaves(quotient[direction]);
    int heavier = octaves(quotient[(direction + 1) % 3] * quotient[(direction + 2) % 3]);
    int softer = stiffer + heavier < 0 ? -(stiffer + heavier) : 0; /* kappa squared */
    found->stiffer[up] = clamp(stiffer + (softer + 1) / 2);
    found->heavier[up] = clamp(heavier + softer / 2);
}

/* ---- as numbers: those without quotients are 0 to 8, by their ends */

static uint32_t key_of(const eg_schwarz_case *c)
{
    uint32_t key = 0;
    for (int i = 0; i < 2; i++) {
        key = key << BITS | (uint32_t)(c->stiffer[i] + HALVES);
        key = key << BITS | (uint32_t)(c->heavier[i] + HALVES);
    }
    return key << 4 | (3 * (uint32_t)c->end[0] + (uint32_t)c->end[1]);
}

static eg_schwarz_case case_of(uint32_t key)
{
    eg_schwarz_case c = {.end = {(eg_schwarz_end)(key % 16 / 3), (eg_schwarz_end)(key % 16 % 3)}};
    key >>= 4;
    for (int i = 1; i >= 0; i--) {
        c.heavier[i] = (int)(key % (1 << BITS)) - HALVES;
        c.stiffer[i] = (int)((key >> BITS) % (1 << BITS)) - HALVES;
        key >>= 2 * BITS;
    }
    return c;
}

static bool is_even(const eg_schwarz_case *c)
{
    return !c->stiffer[0] && !c->stiffer[1] && !c->heavier[0] && !c->heavier[1];
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The keys that occur, once each, the nine even ones in front. */
static eg_status list_keys(const eg_schwarz *schwarz, const int32_t *end, int64_t values,
                           uint32_t **keys, int *count)
{
    uint32_t *list;
    int kept = 0;
    EG_TRY(eg_alloc(schwarz->context, values + SCHWARZ_CASES, sizeof *list, &list));
    for (int i = 0; i < SCHWARZ_CASES; i++)
        list[i] =
            key_of(&(eg_schwarz_case){.end = {(eg_schwarz_end)(i / 3), (eg_schwarz_end)(i % 3)}});
    memcpy(&list[SCHWARZ_CASES], end, (size_t)values * sizeof *list);
    qsort(&list[SCHWARZ_CASES], (size_t)values, sizeof *list, ascending);
    for (int64_t i = 0; i < values; i++) {
        uint32_t key = list[SCHWARZ_CASES + i];
        eg_schwarz_case c = case_of(key);
        if (!is_even(&c) && (kept == 0 || list[SCHWARZ_CASES + kept - 1] != key))
            list[SCHWARZ_CASES + kept++] = key;
    }
    *keys = list;
    *count = SCHWARZ_CASES + kept;
    return EG_OK;
}

static int32_t number_of(uint32_t key, const uint32_t *keys, int count)
{
    eg_schwarz_case c = case_of(key);
    if (is_even(&c))
        return 3 * c.end[0] + c.end[1];
    const uint32_t *at = bsearch(&key, &keys[SCHWARZ_CASES], (size_t)(count - SCHWARZ_CASES),
                                 sizeof *keys, ascending);
    return (int32_t)(at - keys);
}

eg_status eg_schwarz_number_cases(const eg_schwarz *schwarz, eg_schwarz_tables *tables)
{
    int64_t values = schwarz->slots * SCHWARZ_ENDS;
    uint32_t *keys;
    for (int64_t e = 0; e < schwarz->slots; e++)
        for (int d = 0; d < SCHWARZ_ENDS; d++) {
            int64_t at =
                (e / schwarz->lanes * SCHWARZ_ENDS + d) * schwarz->lanes + e % schwarz->lanes;
            int32_t ends = tables->end[at];
            eg_schwarz_case c = {.end = {(eg_schwarz_end)(ends / 3), (eg_schwarz_end)(ends % 3)}};
            for (int up = 0; up < 2 && e < schwarz->solved; up++)
                compare(schwarz, tables, schwarz->element[e], d, up, &c);
            tables->end[at] = (int32_t)key_of(&c);
        }
    EG_TRY(list_keys(schwarz, tables->end, values, &keys, &tables->cases));
    eg_status status =
        eg_alloc(schwarz->context, tables->cases, sizeof *tables->line, &tables->line);
    for (int i = 0; status == EG_OK && i < tables->cases; i++)
        tables->line[i] = case_of(keys[i]);
    for (int64_t i = 0; status == EG_OK && i < values; i++)
        tables->end[i] = number_of((uint32_t)tables->end[i], keys, tables->cases);
    eg_free(schwarz->context, &keys);
    return status;
}
