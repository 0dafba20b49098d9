/* Counting sort on all threads. Each part of the items has a range of the keys for itself, near those that
 * its items have: these it counts and enters alone. What it has for keys of others it lists, and one thread
 * goes through the lists: of a key the values from earlier parts come first, then its own part's, then those
 * from later parts. */
#include "base/buckets.h"
#include "base/parallel.h"

#include <string.h>

/* A part of the items. */
typedef struct bucket_part {
    int32_t begin, end; /* its keys */
    int32_t *key, *value;
    int32_t *other_key, *other_value; /* of other parts' keys */
    int64_t others, key_room, value_room;
} bucket_part;

typedef struct sorting {
    eg_context *context;
    const eg_bucket_source *source;
    int parts;
    bucket_part *part; /* [parts] */
    int32_t *first, *value;
    int64_t *before; /* [parts of the keys + 1] values before a part */
} sorting;

static eg_status create_parts(sorting *s)
{
    EG_TRY(eg_alloc(s->context, s->parts, sizeof *s->part, &s->part));
    for (int p = 0; p < s->parts; p++) {
        EG_TRY(eg_alloc(s->context, s->source->most, sizeof(int32_t), &s->part[p].key));
        EG_TRY(eg_alloc(s->context, s->source->most, sizeof(int32_t), &s->part[p].value));
    }
    /* The keys of a part begin at the median of its first item's: about half of its neighbours come before
     * it. Of low keys the highest is nearest to those of the items that come. */
    const eg_bucket_source *from = s->source;
    int32_t begin = 0;
    for (int p = 1; p < s->parts; p++) {
        bucket_part *own = &s->part[p];
        int64_t item = eg_part_begin(s->parts, from->items, p);
        int count = from->item(from->with, item, own->key, own->value);
        eg_sort_few(own->key, count);
        int at = from->low_keys ? count - 1 : count / 2;
        if (count > 0 && own->key[at] > begin)
            begin = own->key[at];
        own->begin = s->part[p - 1].end = begin;
    }
    s->part[s->parts - 1].end = (int32_t)from->keys;
    return EG_OK;
}

static eg_status list_other(sorting *s, bucket_part *own, int32_t key, int32_t value)
{
    EG_TRY(eg_reserve(s->context, own->others + 1, &own->key_room, sizeof(int32_t), &own->other_key));
    EG_TRY(eg_reserve(s->context, own->others + 1, &own->value_room, sizeof(int32_t), &own->other_value));
    own->other_key[own->others] = key;
    own->other_value[own->others++] = value;
    return EG_OK;
}

/* first[key + 2]: how many values a key of the part's own has. Two places ahead, so that first[key + 1] is
 * where a key goes on while it is filled, and ends up where the next one begins. */
static eg_status count_keys(void *with, int part, int64_t from, int64_t to)
{
    sorting *s = with;
    bucket_part *own = &s->part[part];
    own->others = 0;
    for (int64_t i = from; i < to; i++) {
        int count = s->source->item(s->source->with, i, own->key, own->value);
        for (int v = 0; v < count; v++) {
            int32_t key = own->key[v];
            assert(key >= 0 && key < s->source->keys);
            if (key >= own->begin && key < own->end)
                s->first[key + 2]++;
            else
                EG_TRY(list_other(s, own, key, own->value[v]));
        }
    }
    return EG_OK;
}

/* How many values the keys of a range have, into before[part + 1]. */
static eg_status sum_part(void *with, int part, int64_t from, int64_t to)
{
    const sorting *s = with;
    int64_t sum = 0;
    for (int64_t k = from; k < to; k++)
        sum += s->first[k + 2];
    s->before[part + 1] = sum;
    return EG_OK;
}

static eg_status place_part(void *with, int part, int64_t from, int64_t to)
{
    const sorting *s = with;
    int64_t sum = s->before[part];
    for (int64_t k = from; k < to; k++) {
        sum += s->first[k + 2];
        s->first[k + 2] = (int32_t)sum;
    }
    return EG_OK;
}

/* first[key + 1] becomes where its values begin. */
static eg_status place_keys(sorting *s)
{
    enum { LEAST = 1 << 16 };
    int64_t keys = s->source->keys;
    int parts = eg_parts(s->context, keys, LEAST);
    for (int p = 0; p < s->parts; p++)
        for (int64_t i = 0; i < s->part[p].others; i++)
            s->first[s->part[p].other_key[i] + 2]++;
    EG_TRY(eg_alloc(s->context, parts + 1, sizeof *s->before, &s->before));
    EG_TRY(eg_in_parts(s->context, parts, keys, sum_part, s));
    for (int p = 0; p < parts; p++)
        s->before[p + 1] += s->before[p];
    if (s->before[parts] > INT32_MAX)
        return eg_fail(s->context, EG_INTERNAL,
                       "more than 2^31 - 1 numbers are to be sorted by key; take a coarser mesh or "
                       "more ranks");
    EG_TRY(eg_in_parts(s->context, parts, keys, place_part, s));
    return eg_alloc(s->context, eg_max_i64(s->before[parts], 1), sizeof *s->value, &s->value);
}

/* Gives places to what parts have for keys of later parts: ~place stands in for the key. */
static void place_others(sorting *s)
{
    for (int p = 0; p < s->parts; p++) {
        const bucket_part *own = &s->part[p];
        for (int64_t i = 0; i < own->others; i++)
            if (own->other_key[i] >= own->end)
                own->other_key[i] = ~s->first[own->other_key[i] + 1]++;
    }
}

/* Enters them, and what parts have for keys of earlier parts. */
static void enter_others(sorting *s)
{
    for (int p = 0; p < s->parts; p++) {
        const bucket_part *own = &s->part[p];
        for (int64_t i = 0; i < own->others; i++) {
            int32_t key = own->other_key[i];
            s->value[key < 0 ? ~key : s->first[key + 1]++] = own->other_value[i];
        }
    }
}

static eg_status enter_part(void *with, int part, int64_t from, int64_t to)
{
    sorting *s = with;
    bucket_part *own = &s->part[part];
    for (int64_t i = from; i < to; i++) {
        int count = s->source->item(s->source->with, i, own->key, own->value);
        for (int v = 0; v < count; v++)
            if (own->key[v] >= own->begin && own->key[v] < own->end)
                s->value[s->first[own->key[v] + 1]++] = own->value[v];
    }
    return EG_OK;
}

static eg_status sort_values(sorting *s)
{
    int64_t items = s->source->items, keys = s->source->keys;
    EG_TRY(eg_alloc(s->context, keys + 2, sizeof *s->first, &s->first));
    EG_TRY(create_parts(s));
    EG_TRY(eg_in_parts(s->context, s->parts, items, count_keys, s));
    EG_TRY(place_keys(s));
    place_others(s);
    EG_TRY(eg_in_parts(s->context, s->parts, items, enter_part, s));
    enter_others(s);
    return EG_OK;
}

eg_status eg_buckets_make(eg_context *context, const eg_bucket_source *source, int32_t **first,
                          int32_t **value)
{
    enum { LEAST = 256 };
    sorting s = {.context = context, .source = source, .parts = eg_parts(context, source->items, LEAST)};
    assert(source->keys < INT32_MAX);
    eg_status status = sort_values(&s);
    for (int p = 0; s.part && p < s.parts; p++) {
        bucket_part *own = &s.part[p];
        EG_FREE(&own->key, &own->value, &own->other_key, &own->other_value);
    }
    EG_FREE(&s.part, &s.before);
    if (status != EG_OK)
        EG_FREE(&s.first, &s.value);
    *first = s.first;
    *value = s.value;
    return status;
}

/* ---- lists of numbers */

/* They are counted first. */
typedef struct listing {
    eg_number_test *is;
    const void *with;
    int64_t *before; /* [parts + 1] numbers that parts before have */
    int32_t *list;   /* NULL: not yet */
} listing;

static eg_status list_part(void *with, int part, int64_t from, int64_t to)
{
    const listing *l = with;
    int64_t at = l->list ? l->before[part] : 0;
    for (int64_t i = from; i < to; i++) {
        if (!l->is(l->with, i))
            continue;
        if (l->list)
            l->list[at] = (int32_t)i;
        at++;
    }
    if (!l->list)
        l->before[part + 1] = at;
    return EG_OK;
}

eg_status eg_list_numbers(eg_context *context, int64_t count, eg_number_test *is, const void *with,
                          int32_t **list, int64_t *found)
{
    int parts = eg_parts(context, count, EG_LOOP_LEAST);
    EG_SCRATCH int64_t *before = NULL;
    *found = 0;
    EG_TRY(eg_alloc(context, parts + 1, sizeof *before, &before));
    listing l = {.is = is, .with = with, .before = before};
    EG_TRY(eg_in_parts(context, parts, count, list_part, &l));
    for (int p = 0; p < parts; p++)
        before[p + 1] += before[p];
    EG_TRY(eg_alloc(context, eg_max_i64(before[parts], 1), sizeof **list, list));
    *found = before[parts];
    l.list = *list;
    return eg_in_parts(context, parts, count, list_part, &l);
}
