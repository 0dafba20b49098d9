/* buckets: numbers by a key, on all threads, in the order in which they come: of nodes the elements that have
 * them, of rows what adds to them. */
#ifndef EG_BASE_BUCKETS_H
#define EG_BASE_BUCKETS_H

#include "base/base.h"

/* What things have: fills the keys, each below the count of keys, and the values of thing number `item`, and
 * returns how many there are. It is called twice for each, from several threads. */
typedef int eg_bucket_item(const void *with, int64_t item, int32_t *key, int32_t *value);

typedef struct eg_bucket_source {
    eg_bucket_item *item;
    const void *with;
    int64_t items, keys;
    int most;      /* that an item may have */
    bool low_keys; /* an item has the lowest of several keys, mostly lower ones than are its own: a hint */
} eg_bucket_source;

/* value[first[k] .. first[k + 1]) are those of key k, items ascending, and of one item as it gives them. Keys
 * that rise with the items are quickest; the result is the same for any number of threads. The caller frees
 * first[keys + 1] and value, of one number at least. EG_MEMORY; EG_INTERNAL for more than 2^31 - 1 values. */
eg_status eg_buckets_make(eg_context *context, const eg_bucket_source *source, int32_t **first,
                          int32_t **value);

/* The numbers from 0 to before `count` for which `is` holds, ascending, on all threads: (*list)[*found], of
 * one at least, which the caller frees. Each number is asked for twice. EG_MEMORY. */
typedef bool eg_number_test(const void *with, int64_t number);
eg_status eg_list_numbers(eg_context *context, int64_t count, eg_number_test *is, const void *with,
                          int32_t **list, int64_t *found);

/* Sorts a few numbers: in steps of the square of their count, where they are not sorted. */
static inline void eg_sort_few(int32_t *key, int64_t count)
{
    for (int64_t a = 1; a < count; a++) {
        int32_t moved = key[a];
        int64_t b = a;
        for (; b > 0 && key[b - 1] > moved; b--)
            key[b] = key[b - 1];
        key[b] = moved;
    }
}

#endif
