/* A forest with other leaves, and where the values of each come from.
 *
 * p4est coarsens families of one rank alone. So leaves are first distributed such that no family is cut, with
 * their wishes, and again when they have become others: what ranks there are leaves no trace. */
#include <string.h>

#include "mesh/forest/octrees.h"

/* ---- the forest */

/* What each rank does by itself before there are leaves. */
static eg_status prepare_forest(const eg_forest *forest, const eg_comm *comm, const uint8_t *wish,
                                eg_forest **next)
{
    EG_TRY(eg_forest_check_finer(forest, comm, forest->base.own, wish));
    EG_TRY(eg_forest_copy_macro(forest, next));
    EG_TRY(eg_forest_shape(*next));
    struct eg_forest_topology *topology = (*next)->topology;
    topology->library = forest->topology->library;
    return topology->library->create(forest->base.context, eg_comm_size(comm), &(*next)->macro,
                                     &topology->joints, &topology->octrees);
}

static eg_status grow_adapted(const eg_forest *forest, const eg_comm *comm, const uint8_t *wish,
                              eg_forest *next)
{
    eg_context *context = forest->base.context;
    const forest_library *library = forest->topology->library;
    forest_octrees *octrees = next->topology->octrees;
    EG_SCRATCH uint8_t *moved = NULL;
    library->copy(octrees, forest->topology->octrees);
    EG_TRY(eg_comm_agree(comm, eg_alloc(context, library->own(octrees), sizeof *moved, &moved)));
    library->adapt(octrees, forest->topology->octrees, wish, moved);
    EG_FREE(&moved);
    return eg_forest_finish(next, comm);
}

/* ---- which old leaves a rank needs */

/* The first and the last place of a rank's leaves along the curve. */
typedef struct span {
    int64_t tree[2]; /* -1: it has none */
    uint64_t key[2];
} span;

static span span_of(const eg_forest *next)
{
    int dimension = next->base.dimension;
    span s = {.tree = {-1, -1}};
    if (next->base.own == 0)
        return s;
    for (int end = 0; end < 2; end++) {
        const eg_leaf *leaf = &next->leaf[end ? next->base.own - 1 : 0];
        s.tree[end] = leaf->tree;
        s.key[end] = forest_key(dimension, leaf->at) + (end ? forest_keys(dimension, leaf->level) - 1 : 0);
    }
    return s;
}

/* number[2 ranks]: the old leaves at both ends of the span of each rank, -1 where it has none. Collective. */
static void find_span_ends(const eg_forest *old, const eg_comm *comm, const span *spans, double *number)
{
    int ranks = eg_comm_size(comm);
    for (int i = 0; i < 2 * ranks; i++) {
        const span *s = &spans[i / 2];
        int64_t leaf =
            s->tree[i % 2] < 0 ? -1 : eg_forest_find_leaf(old, (int32_t)s->tree[i % 2], s->key[i % 2]);
        number[i] = leaf < 0 ? -1 : (double)(old->base.before + leaf);
    }
    eg_comm_max(comm, number, 2 * ranks);
}

static eg_status find_needed_leaves(const eg_forest *old, const eg_forest *next, const eg_comm *comm,
                                    eg_cell_transfer *t)
{
    eg_context *context = t->context;
    EG_SCRATCH span *spans = NULL;
    EG_SCRATCH double *number = NULL;
    EG_SCRATCH int64_t *bytes_of = NULL;
    eg_status status = EG_ALLOC(context, EG_BLOCK(t->ranks, spans), EG_BLOCK(2 * t->ranks, number),
                                EG_BLOCK(t->ranks, bytes_of));
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        spans[eg_comm_rank(comm)] = span_of(next);
        for (int r = 0; r < t->ranks; r++)
            bytes_of[r] = sizeof *spans;
        eg_comm_allgather(comm, spans, bytes_of);
        find_span_ends(old, comm, spans, number);
        eg_cell_transfer_plan(t, &old->base, comm, number);
    }
    return status;
}

/* ---- what becomes of what */

/* Whether a leaf ends before another begins. */
static bool leaf_is_before(int dimension, const eg_leaf *a, const eg_leaf *b)
{
    return a->tree < b->tree ||
           (a->tree == b->tree &&
            forest_key(dimension, a->at) + forest_keys(dimension, a->level) <= forest_key(dimension, b->at));
}

static int which_child(int dimension, const eg_leaf *leaf)
{
    int child = 0;
    for (int d = 0; d < dimension; d++)
        child |= (leaf->at[d] & EG_FOREST_ROOT >> leaf->level) != 0 ? 1 << d : 0;
    return child;
}

/* old[] are the leaves needed. */
static void match_leaves(eg_cell_transfer *t, const eg_forest *next, const eg_leaf *old)
{
    int dimension = next->base.dimension;
    int64_t from = 0;
    for (int64_t i = 0; i < next->base.own; i++) {
        const eg_leaf *leaf = &next->leaf[i];
        while (leaf_is_before(dimension, &old[from], leaf))
            from++;
        int finer = leaf->level - old[from].level;
        assert(finer >= -1 && finer <= 1);
        t->from[i] = (int32_t)from;
        t->origin[i] = (uint8_t)(finer > 0   ? EG_ORIGIN_PARENT
                                 : finer < 0 ? EG_ORIGIN_CHILDREN
                                             : EG_ORIGIN_SAME);
        t->child[i] = finer > 0 ? (uint8_t)which_child(dimension, leaf) : 0;
    }
}

static eg_status make_leaf_transfer(const eg_forest *old, const eg_forest *next, const eg_comm *comm,
                                    eg_cell_transfer **transfer)
{
    eg_context *context = old->base.context;
    EG_SCRATCH eg_leaf *leaf = NULL;
    EG_TRY(
        eg_comm_agree(comm, eg_cell_transfer_create(context, eg_comm_size(comm), next->base.own, transfer)));
    EG_TRY(find_needed_leaves(old, next, comm, *transfer));
    eg_status status = eg_alloc(context, (*transfer)->count, sizeof *leaf, &leaf);
    status = eg_cell_transfer_move(*transfer, comm, old->base.before, sizeof *leaf, old->leaf, leaf, status);
    if (status == EG_OK)
        match_leaves(*transfer, next, leaf);
    return status;
}

/* ---- all of it */

eg_status eg_forest_adapt(const eg_forest *forest, const eg_comm *comm, const uint8_t *wish, eg_mesh **next,
                          eg_cell_transfer **transfer, eg_status status)
{
    eg_forest *made = NULL;
    *next = NULL;
    *transfer = NULL;
    if (status == EG_OK)
        status = prepare_forest(forest, comm, wish, &made);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = grow_adapted(forest, comm, wish, made);
    bool same = status == EG_OK && made->hash == forest->hash;
    if (status == EG_OK && !same)
        status = make_leaf_transfer(forest, made, comm, transfer);
    *next = made ? &made->base : NULL;
    if (status != EG_OK || same) {
        eg_cell_transfer_destroy(transfer);
        eg_mesh_destroy(next);
    }
    return status;
}
