/* What the lines of subdomains are like along each direction: ends, and neighbours of other size or
 * coefficient. Lines that are alike share a table. */
#include "scheme/sem/schwarz/internal.h"

#include <math.h>
#include <stdlib.h>

/* A quotient is told in half octaves, from 2^-31.5 to 2^31.5: four of them and the ends fill 32 bits. */
enum { HALVES = 63, BITS = 7, LEAST = 256 /* elements worth a thread */ };

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
static void compare_neighbour(const eg_schwarz *schwarz, const eg_schwarz_tables *tables, int64_t element,
                              int direction, bool up, eg_schwarz_case *found)
{
    const eg_hex_view own = eg_hex_view_of(element);
    eg_hex_view beyond;
    double quotient[3];
    if (!eg_hex_step(schwarz->sem->mesh, &own, direction, up, &beyond))
        return;
    for (int d = 0; d < 3; d++)
        quotient[d] = tables->size[beyond.element * 3 + beyond.axis[d]] / tables->size[element * 3 + d];
    int stiffer = half_octaves(quotient[direction]);
    int heavier = octaves(quotient[(direction + 1) % 3] * quotient[(direction + 2) % 3]);
    int softer = stiffer + heavier < 0 ? -(stiffer + heavier) : 0; /* kappa squared */
    found->stiffer[up] = clamp_size(stiffer + (softer + 1) / 2);
    found->heavier[up] = clamp_size(heavier + softer / 2);
}

/* ---- as numbers: those without quotients are 0 to 8, by their ends */

static uint32_t key_of_case(const eg_schwarz_case *c)
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

static int ascending_keys(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The keys of lines that are not even, most of them once, of a range of elements. */
enum { RECENT = 1024 };

typedef struct key_list {
    uint32_t *key;
    int64_t count, room;
    uint32_t recent[RECENT]; /* keys that are in the list, 0: none */
} key_list;

static eg_status list_key(eg_context *context, key_list *list, uint32_t key)
{
    uint32_t *recent = &list->recent[key * 2654435761u >> 22];
    eg_schwarz_case c = case_of(key);
    if (*recent == key || is_even(&c))
        return EG_OK;
    *recent = key;
    EG_TRY(eg_reserve(context, list->count + 1, &list->room, sizeof *list->key, &list->key));
    list->key[list->count++] = key;
    return EG_OK;
}

/* The keys that occur, once each, the nine even ones in front. */
static eg_status join_lists(eg_context *context, const key_list *list, int parts, uint32_t **keys, int *count)
{
    int64_t all = 0, at = SCHWARZ_CASES;
    uint32_t *joined;
    for (int p = 0; p < parts; p++)
        all += list[p].count;
    EG_TRY(eg_alloc(context, all + SCHWARZ_CASES, sizeof *joined, &joined));
    for (int i = 0; i < SCHWARZ_CASES; i++)
        joined[i] =
            key_of_case(&(eg_schwarz_case){.end = {(eg_schwarz_end)(i / 3), (eg_schwarz_end)(i % 3)}});
    for (int p = 0; p < parts; p++)
        for (int64_t i = 0; i < list[p].count; i++)
            joined[at++] = list[p].key[i];
    qsort(&joined[SCHWARZ_CASES], (size_t)all, sizeof *joined, ascending_keys);
    int64_t kept = SCHWARZ_CASES;
    for (int64_t i = SCHWARZ_CASES; i < all + SCHWARZ_CASES; i++)
        if (kept == SCHWARZ_CASES || joined[kept - 1] != joined[i])
            joined[kept++] = joined[i];
    *keys = joined;
    *count = (int)kept;
    return EG_OK;
}

static int32_t number_of_key(uint32_t key, const uint32_t *keys, int count)
{
    eg_schwarz_case c = case_of(key);
    if (is_even(&c))
        return 3 * c.end[0] + c.end[1];
    const uint32_t *at =
        bsearch(&key, &keys[SCHWARZ_CASES], (size_t)(count - SCHWARZ_CASES), sizeof *keys, ascending_keys);
    return (int32_t)(at - keys);
}

/* All lines of all subdomains. */
typedef struct numbering {
    const eg_schwarz *schwarz;
    eg_schwarz_tables *tables;
    key_list *list; /* [parts] */
    uint32_t *key;
} numbering;

static int64_t place_of_neighbour(const eg_schwarz *s, int64_t slot, int direction)
{
    return (slot / s->lanes * SCHWARZ_ENDS + direction) * s->lanes + slot % s->lanes;
}

static eg_status find_keys(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    const eg_schwarz *schwarz = n->schwarz;
    key_list *list = &n->list[part];
    for (int64_t e = from; e < to; e++)
        for (int d = 0; d < SCHWARZ_ENDS; d++) {
            int32_t *end = &n->tables->end[place_of_neighbour(schwarz, e, d)];
            eg_schwarz_case c = {.end = {(eg_schwarz_end)(*end / 3), (eg_schwarz_end)(*end % 3)}};
            for (int up = 0; up < 2 && e < schwarz->solved; up++)
                compare_neighbour(schwarz, n->tables, schwarz->element[e], d, up, &c);
            uint32_t key = key_of_case(&c);
            EG_TRY(list_key(schwarz->context, list, key));
            *end = (int32_t)key;
        }
    return EG_OK;
}

static eg_status number_cases(numbering *n, int parts)
{
    const eg_schwarz *schwarz = n->schwarz;
    eg_schwarz_tables *tables = n->tables;
    eg_context *context = schwarz->context;
    EG_TRY(eg_alloc(context, parts, sizeof *n->list, &n->list));
    EG_TRY(eg_in_parts(context, parts, schwarz->slots, find_keys, n));
    EG_TRY(join_lists(context, n->list, parts, &n->key, &tables->cases));
    EG_TRY(eg_alloc(context, tables->cases, sizeof *tables->line, &tables->line));
    for (int i = 0; i < tables->cases; i++)
        tables->line[i] = case_of(n->key[i]);
    EG_LOOP_OF(context, schwarz->slots, LEAST)
    for (int64_t e = 0; e < schwarz->slots; e++)
        for (int d = 0; d < SCHWARZ_ENDS; d++) {
            int32_t *end = &tables->end[place_of_neighbour(schwarz, e, d)];
            *end = number_of_key((uint32_t)*end, n->key, tables->cases);
        }
    return EG_OK;
}

eg_status eg_schwarz_number_cases(const eg_schwarz *schwarz, eg_schwarz_tables *tables)
{
    eg_context *context = schwarz->context;
    int parts = eg_parts(context, schwarz->slots, LEAST);
    numbering n = {.schwarz = schwarz, .tables = tables};
    eg_status status = number_cases(&n, parts);
    for (int p = 0; n.list && p < parts; p++)
        eg_free(context, &n.list[p].key);
    EG_FREE(&n.list, &n.key);
    return status;
}
