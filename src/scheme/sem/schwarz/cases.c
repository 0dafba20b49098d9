/* What the lines of subdomains are like along each direction: ends, and neighbours of other size or
 * coefficient. Lines that are alike share a table. */
#include "scheme/sem/schwarz/internal.h"

#include <math.h>
#include <stdlib.h>

/* A quotient is told in half octaves, from 2^-31.5 to 2^31.5: four of them and the ends fill 32 bits. */
enum { HALVES = 63, BITS = 7, END_BITS = 4, LEAST = 256 /* elements worth a thread */ };

/* The integer next to 2 log2(value), and to log2(value): exact comparisons, so that every machine finds the
 * same. */
static int half_octaves(double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent); /* in [1/2, 1) */
    return 2 * exponent - (mantissa < 0.5946035575013605 ? 2 : mantissa < 0.8408964152537145 ? 1 : 0);
}

static int octaves(double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent);
    return exponent - (mantissa < 0.7071067811865476 ? 1 : 0);
}

static int clamp_size(int value)
{
    return value < -HALVES ? -HALVES : value > HALVES ? HALVES : value;
}

/* What a neighbour's line is to the element's, in half octaves: of K it has a_d, and of M what it needs for
 * both other a. */
static void compare_neighbour(const eg_schwarz_tables *tables, int64_t element, int direction, bool up,
                              eg_schwarz_case *found)
{
    const eg_hex_view own = eg_hex_view_of(element);
    eg_hex_view beyond;
    double quotient[3];
    if (!eg_hex_steps_take(&tables->steps, &own, direction, up, &beyond))
        return;
    for (int d = 0; d < 3; d++)
        quotient[d] = tables->coarse.means[beyond.element][beyond.axis[d]] / tables->coarse.means[element][d];
    int stiffer = half_octaves(quotient[direction]);
    int heavier = octaves(quotient[(direction + 1) % 3] * quotient[(direction + 2) % 3]);
    int softer = stiffer + heavier < 0 ? -(stiffer + heavier) : 0; /* kappa squared */
    found->stiffer[up] = clamp_size(stiffer + (softer + 1) / 2);
    found->heavier[up] = clamp_size(heavier + softer / 2);
}

/* ---- as numbers: those without quotients, even ones, are 0 to 8, by their ends */

/* Of a key with equal neighbours, less its ends. */
static const uint32_t even = ((HALVES << BITS | HALVES) << BITS | HALVES) << BITS | HALVES;

static int ends_of_key(uint32_t key)
{
    return (int)(key % (1 << END_BITS));
}

static uint32_t key_of_case(const eg_schwarz_case *c)
{
    uint32_t key = 0;
    for (int i = 0; i < 2; i++) {
        key = key << BITS | (uint32_t)(c->stiffer[i] + HALVES);
        key = key << BITS | (uint32_t)(c->heavier[i] + HALVES);
    }
    return key << END_BITS | (3 * (uint32_t)c->end[0] + (uint32_t)c->end[1]);
}

static eg_schwarz_case case_of(uint32_t key)
{
    eg_schwarz_case c = {
        .end = {(eg_schwarz_end)(ends_of_key(key) / 3), (eg_schwarz_end)(ends_of_key(key) % 3)}};
    key >>= END_BITS;
    for (int i = 1; i >= 0; i--) {
        c.heavier[i] = (int)(key % (1 << BITS)) - HALVES;
        c.stiffer[i] = (int)((key >> BITS) % (1 << BITS)) - HALVES;
        key >>= 2 * BITS;
    }
    return c;
}

static int ascending_keys(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int64_t place_of_neighbour(const eg_schwarz *s, int64_t slot, int direction)
{
    return (slot / s->lanes * SCHWARZ_ENDS + direction) * s->lanes + slot % s->lanes;
}

/* The ends of all lines become keys. */
static void find_keys(const eg_schwarz *schwarz, const eg_schwarz_tables *tables)
{
    EG_LOOP_OF(schwarz->context, schwarz->slots, LEAST)
    for (int64_t e = 0; e < schwarz->slots; e++)
        for (int d = 0; d < SCHWARZ_ENDS; d++) {
            int32_t *end = &tables->end[place_of_neighbour(schwarz, e, d)];
            eg_schwarz_case c = {.end = {(eg_schwarz_end)(*end / 3), (eg_schwarz_end)(*end % 3)}};
            for (int up = 0; up < 2 && e < schwarz->solved; up++)
                compare_neighbour(tables, schwarz->element[e], d, up, &c);
            *end = (int32_t)key_of_case(&c);
        }
}

/* The keys that are not even, once each, ascending. Most of those that were listed before are known at
 * once. */
static eg_status list_keys(const eg_schwarz *schwarz, const int32_t *end, uint32_t **keys, int64_t *count)
{
    enum { RECENT = 1024 };
    uint32_t recent[RECENT] = {0}; /* 0: none, a key that no line has */
    int64_t room = 0, found = 0;
    *count = 0;
    for (int64_t i = 0; i < schwarz->slots * SCHWARZ_ENDS; i++) {
        uint32_t next = (uint32_t)end[i], *last = &recent[next * 2654435761u >> 22];
        if (next >> END_BITS == even || next == *last)
            continue;
        *last = next;
        EG_TRY(eg_reserve(schwarz->context, found + 1, &room, sizeof **keys, keys));
        (*keys)[found++] = next;
    }
    uint32_t *key = *keys;
    if (found > 0)
        qsort(key, (size_t)found, sizeof *key, ascending_keys);
    for (int64_t i = 0; i < found; i++)
        if (i == 0 || key[i] != key[*count - 1])
            key[(*count)++] = key[i];
    return EG_OK;
}

static int32_t number_of_key(uint32_t key, const uint32_t *keys, int64_t count)
{
    if (key >> END_BITS == even)
        return ends_of_key(key);
    const uint32_t *at = bsearch(&key, keys, (size_t)count, sizeof *keys, ascending_keys);
    return SCHWARZ_CASES + (int32_t)(at - keys);
}

eg_status eg_schwarz_number_cases(const eg_schwarz *schwarz, eg_schwarz_tables *tables)
{
    EG_SCRATCH uint32_t *keys = NULL;
    int64_t count, ends = schwarz->slots * SCHWARZ_ENDS;
    find_keys(schwarz, tables);
    EG_TRY(list_keys(schwarz, tables->end, &keys, &count));
    tables->cases = SCHWARZ_CASES + (int)count;
    EG_TRY(eg_alloc(schwarz->context, tables->cases, sizeof *tables->line, &tables->line));
    for (int i = 0; i < tables->cases; i++)
        tables->line[i] =
            case_of(i < SCHWARZ_CASES ? even << END_BITS | (uint32_t)i : keys[i - SCHWARZ_CASES]);
    EG_LOOP(schwarz->context, ends)
    for (int64_t i = 0; i < ends; i++)
        tables->end[i] = number_of_key((uint32_t)tables->end[i], keys, count);
    return EG_OK;
}
