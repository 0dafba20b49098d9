/* Leaves as they were: levels along the curve say all of them. */
#include "base/search.h"
#include "mesh/forest/internal.h"

/* A leaf is divided where the one that began where it does was smaller. */
static int recorded_level(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                          const double low[3], const double high[3])
{
    const eg_forest_record *r = (const eg_forest_record *)self;
    (void)forest, (void)low, (void)high;
    uint64_t key = forest_key(r->dimension, leaf->at);
    /* the first that begins behind it */
    int64_t behind =
        EG_SEARCH(i, 1, r->count, r->tree[i] < leaf->tree || (r->tree[i] == leaf->tree && r->key[i] <= key));
    return r->level[behind - 1];
}

static eg_status fill_record(eg_forest_record *r)
{
    const uint64_t end = forest_keys(r->dimension, 0);
    uint64_t key = 0;
    int32_t tree = 0;
    for (int64_t i = 0; i < r->count; i++) {
        uint64_t size = r->level[i] <= EG_FOREST_LEVEL ? forest_keys(r->dimension, r->level[i]) : 0;
        if (size == 0 || key % size != 0)
            return eg_fail(r->context, EG_CHECKPOINT, "leaf %lld of %lld of a forest cannot be of level %d",
                           (long long)i, (long long)r->count, r->level[i]);
        r->tree[i] = tree;
        r->key[i] = key;
        key += size;
        tree += key == end;
        key = key == end ? 0 : key;
    }
    if (key != 0)
        return eg_fail(r->context, EG_CHECKPOINT, "%lld leaves of a forest end inside a tree",
                       (long long)r->count);
    return EG_OK;
}

eg_status eg_forest_open_record(eg_context *context, int dimension, int64_t count, const uint8_t *level,
                                eg_forest_record *record)
{
    *record = (eg_forest_record){.levels = {recorded_level},
                                 .context = context,
                                 .dimension = dimension,
                                 .count = count,
                                 .level = level};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(count, record->tree), EG_BLOCK(count, record->key)));
    return fill_record(record);
}

void eg_forest_close_record(eg_forest_record *record)
{
    EG_FREE(&record->tree, &record->key);
}
