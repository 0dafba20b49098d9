/* Corners and edges that several trees have, or one more than once, as p4est lists them. */
#include <string.h>

#include "base/buckets.h"
#include "mesh/forest/internal.h"

void eg_forest_joints_free(forest_joints *joints)
{
    EG_FREE(&joints->link, &joints->vertex, &joints->edge, &joints->edge_orientation);
}

void eg_forest_shared_free(forest_shared *shared)
{
    EG_FREE(&shared->of_tree, &shared->first, &shared->tree, &shared->which);
}

/* Corners or edges of trees: [trees][stride], of which the first `each` count. */
typedef struct entities {
    const int32_t *number;
    int stride, each;
} entities;

static int entities_of_tree(const void *with, int64_t tree, int32_t *key, int32_t *value)
{
    const entities *e = with;
    for (int i = 0; i < e->each; i++) {
        key[i] = e->number[tree * e->stride + i];
        value[i] = (int32_t)tree * e->each + i;
    }
    return e->each;
}

/* Keeps of the lists by number those of several uses. */
static void keep_shared(const int32_t *first, const int32_t *value, int32_t numbers, int each,
                        forest_shared *shared)
{
    int32_t use = 0, next = 0;
    for (int32_t n = 0; n < numbers; n++) {
        bool kept = first[n + 1] - first[n] > 1;
        for (int32_t i = first[n]; i < first[n + 1]; i++) {
            shared->of_tree[value[i]] = kept ? next : -1;
            if (!kept)
                continue;
            shared->tree[use] = value[i] / each;
            shared->which[use++] = (int8_t)(value[i] % each);
        }
        if (kept)
            shared->first[++next] = use;
    }
    shared->count = next;
    shared->uses = use;
}

static eg_status share_entities(eg_context *context, int32_t trees, int32_t numbers, const entities *e,
                                forest_shared *shared)
{
    EG_SCRATCH int32_t *first = NULL, *value = NULL;
    int64_t all = (int64_t)trees * e->each;
    eg_bucket_source source = {
        .item = entities_of_tree, .with = e, .items = trees, .keys = numbers, .most = e->each};
    *shared = (forest_shared){0};
    EG_TRY(eg_buckets_make(context, &source, &first, &value));
    EG_TRY(EG_ALLOC(context, EG_BLOCK(all, shared->of_tree), EG_BLOCK((int64_t)numbers + 1, shared->first),
                    EG_BLOCK(all, shared->tree), EG_BLOCK(all, shared->which)));
    keep_shared(first, value, numbers, e->each, shared);
    return EG_OK;
}

eg_status eg_forest_share_corners(const eg_macro *macro, const forest_joints *joints, forest_shared *shared)
{
    const entities corners = {joints->vertex[0], FOREST_CORNERS, 1 << macro->dimension};
    return share_entities(joints->context, macro->trees, joints->vertices, &corners, shared);
}

eg_status eg_forest_share_edges(const eg_macro *macro, const forest_joints *joints, forest_shared *shared)
{
    const entities edges = {joints->edge[0], FOREST_EDGES, FOREST_EDGES};
    EG_TRY(share_entities(joints->context, macro->trees, joints->edges, &edges, shared));
    for (int32_t i = 0; i < shared->uses; i++) /* p4est's code of one that runs backwards */
        if (joints->edge_orientation[shared->tree[i]] >> shared->which[i] & 1)
            shared->which[i] += FOREST_EDGES;
    return EG_OK;
}
