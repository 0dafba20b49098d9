/* The order in which blocks of a state out of core visit the device: in layers, of which one sees itself, the
 * one before and the one behind alone. So a layer may be a stage behind the one before it, and all stages go
 * through in one pass (docs/theory/octree-dg.md, "Memory"). */
#include "scheme/dg/internal.h"

/* Layers are joined to so many, or less: a device likes large launches, and copies. */
enum { LAYERS = 64, MOST_NEIGHBOURS = 2 * EG_FOREST_FACES * 5 };

/* The search through the graph of blocks. */
typedef struct search {
    const eg_dg *dg;
    int32_t *layer; /* [blocks] -1: not found yet */
    int32_t *queue; /* [blocks] */
    int64_t found, done;
} search;

static int add_finer_parts(const eg_dg *dg, int32_t finer, int32_t *to)
{
    int parts = 1 << (dg->dimension - 1);
    for (int i = 0; i < parts; i++)
        to[i] = dg->mesh->finer[finer][i];
    return parts;
}

/* The held cells across the faces of a cell; behind a larger one its other small ones, which share a
 * mortar. */
static int list_block_neighbours(const eg_dg *dg, int64_t cell, int32_t *to)
{
    int count = 0;
    for (int f = 0; f < 2 * dg->dimension; f++) {
        const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
        if (face->side == EG_SIDE_FINE)
            count += add_finer_parts(dg, face->across, to + count);
        if (face->side == EG_SIDE_EQUAL || face->side == EG_SIDE_COARSE)
            to[count++] = face->across;
        if (face->side == EG_SIDE_COARSE && face->across < dg->mesh->base.own)
            count +=
                add_finer_parts(dg, eg_forest_face(dg->mesh, face->across, face->face)->across, to + count);
    }
    return count;
}

static void find_block(search *s, int64_t block, int32_t layer)
{
    if (s->layer[block] >= 0)
        return;
    s->layer[block] = layer;
    s->queue[s->found++] = (int32_t)block;
}

/* Blocks with a cell that sees a ghost begin: they wait for what comes. */
static void find_first(search *s)
{
    const eg_dg *dg = s->dg;
    int32_t to[MOST_NEIGHBOURS];
    for (int64_t c = 0; dg->comm && c < dg->mesh->base.own; c++) {
        int count = list_block_neighbours(dg, c, to);
        for (int i = 0; i < count; i++)
            if (to[i] >= dg->mesh->base.own)
                find_block(s, c / dg->layout.lanes, 0);
    }
}

static void find_other_blocks(search *s)
{
    const eg_dg *dg = s->dg;
    int32_t to[MOST_NEIGHBOURS];
    while (s->done < s->found) {
        int64_t block = s->queue[s->done++];
        for (int64_t c = block * dg->layout.lanes;
             c < eg_min_i64((block + 1) * dg->layout.lanes, dg->mesh->base.own); c++) {
            int count = list_block_neighbours(dg, c, to);
            for (int i = 0; i < count; i++)
                if (to[i] < dg->mesh->base.own)
                    find_block(s, to[i] / dg->layout.lanes, s->layer[block] + 1);
        }
    }
}

/* Parts that do not hang together begin anew. */
static void find_layers(search *s)
{
    find_first(s);
    find_other_blocks(s);
    for (int64_t b = 0; b < s->dg->blocks; b++)
        if (s->layer[b] < 0) {
            find_block(s, b, 0);
            find_other_blocks(s);
        }
}

/* Joins layers, of which first[layer + 1] counts blocks; to[] is that which one comes to. Returns how many
 * are left. */
static int64_t join_layers(const int64_t *first, int64_t layers, int64_t blocks, int32_t *to)
{
    int64_t most = eg_ceil_div(blocks, LAYERS), joined = 0, size = 0;
    for (int64_t i = 0; i < layers; i++)
        most = eg_max_i64(most, first[i + 1]);
    for (int64_t i = 0; i < layers; i++) {
        if (size > 0 && size + first[i + 1] > most) {
            joined++;
            size = 0;
        }
        size += first[i + 1];
        to[i] = (int32_t)joined;
    }
    return layers > 0 ? joined + 1 : 0;
}

static void count_blocks(const eg_dg *dg, const int32_t *layer, int64_t layers, int64_t *first)
{
    for (int64_t i = 0; i <= layers; i++)
        first[i] = 0;
    for (int64_t b = 0; b < dg->blocks; b++)
        first[layer[b] + 1]++;
}

/* Blocks of a layer in their order. */
static void sort_blocks(eg_dg *dg, int32_t *next)
{
    eg_dg_visits *v = &dg->visits;
    for (int64_t i = 0; i < v->layers; i++) {
        v->first[i + 1] += v->first[i];
        next[i] = (int32_t)v->first[i];
    }
    for (int64_t b = 0; b < dg->blocks; b++) {
        v->place[b] = next[v->layer[b]]++;
        v->order[v->place[b]] = (int32_t)b;
    }
}

static void order_blocks(eg_dg *dg, search *s)
{
    eg_dg_visits *v = &dg->visits;
    int32_t *to = s->queue; /* as many layers as blocks at most */
    find_layers(s);
    for (int64_t b = 0; b < dg->blocks; b++)
        v->layers = eg_max_i64(v->layers, s->layer[b] + 1);
    count_blocks(dg, s->layer, v->layers, v->first);
    v->layers = join_layers(v->first, v->layers, dg->blocks, to);
    for (int64_t b = 0; b < dg->blocks; b++)
        s->layer[b] = to[s->layer[b]];
    count_blocks(dg, s->layer, v->layers, v->first);
    sort_blocks(dg, to);
}

eg_status eg_dg_order_visits(eg_dg *dg)
{
    eg_dg_visits *v = &dg->visits;
    int64_t blocks = eg_max_i64(dg->blocks, 1);
    search s = {.dg = dg};
    EG_SCOPE(scope, dg->context);
    if (dg->storage != EG_DG_OUT_OF_CORE)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&dg->owned, blocks + 1, sizeof *v->first, &v->first));
    EG_TRY(eg_owner_alloc(&dg->owned, blocks + 1, sizeof *v->mortar, &v->mortar));
    EG_TRY(eg_owner_alloc(&dg->owned, blocks, sizeof *v->order, &v->order));
    EG_TRY(eg_owner_alloc(&dg->owned, blocks, sizeof *v->place, &v->place));
    EG_TRY(eg_owner_alloc(&dg->owned, blocks, sizeof *v->layer, &v->layer));
    EG_TRY(eg_scope_alloc(&scope, blocks, sizeof *s.queue, &s.queue));
    for (int64_t b = 0; b < dg->blocks; b++)
        v->layer[b] = -1;
    s.layer = v->layer;
    order_blocks(dg, &s);
    return eg_stepper_upload(&dg->base, "order of visits", blocks * 4, v->order, &v->ordered);
}

int64_t eg_dg_place_of(const eg_dg *dg, int64_t block)
{
    return dg->visits.place ? dg->visits.place[block] : block;
}

int32_t eg_dg_visit_slot(const eg_dg *dg, int64_t cell)
{
    int32_t slot = eg_layout_slot(&dg->layout, cell), lanes = dg->layout.lanes;
    return (int32_t)eg_dg_place_of(dg, slot / lanes) * lanes + slot % lanes;
}

int64_t eg_dg_largest_layer(const eg_dg *dg)
{
    const eg_dg_visits *v = &dg->visits;
    int64_t most = 1;
    for (int64_t i = 0; i < v->layers; i++)
        most = eg_max_i64(most, v->first[i + 1] - v->first[i]);
    return most;
}

int64_t eg_dg_mortar_layer(const eg_dg *dg, int64_t large, int f)
{
    const eg_dg_visits *v = &dg->visits;
    const eg_leaf_face *face = eg_forest_face(dg->mesh, large, f);
    int32_t least = v->layer[large / dg->layout.lanes];
    for (int i = 0; i < 1 << (dg->dimension - 1); i++) {
        int32_t small = dg->mesh->finer[face->across][i];
        int32_t layer = small < dg->mesh->base.own ? v->layer[small / dg->layout.lanes] : 0;
        least = layer < least ? layer : least;
    }
    return least;
}
