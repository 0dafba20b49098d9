/* Making a forest. */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "mesh/forest/octrees.h"

enum {
    LEAVES_LEAST = 1024, /* worth a thread */
};

/* ---- what every leaf has */

static void fill_leaf_cell(eg_forest *forest, int64_t cell)
{
    eg_mesh *base = &forest->base;
    const eg_leaf *leaf = &forest->leaf[cell];
    double middle[3] = {0}, edge = eg_leaf_edge(leaf);
    for (int d = 0; d < base->dimension; d++)
        middle[d] = 2.0 * leaf->at[d] / EG_FOREST_ROOT - 1 + edge;
    base->region[cell] = forest->macro.region[leaf->tree];
    base->source[cell] = forest->macro.source[leaf->tree];
    eg_forest_map_tree(forest, leaf->tree, middle, base->centroid[cell], NULL);
}

/* ---- leaves of this rank */

static eg_status take_own_leaves(eg_forest *forest, const eg_comm *comm)
{
    int64_t end;
    eg_mesh *base = &forest->base;
    const forest_library *library = forest->topology->library;
    const forest_octrees *octrees = forest->topology->octrees;
    base->own = base->held = library->own(octrees);
    base->all = library->all(octrees);
    eg_partition_range(base->all, eg_mesh_chunk(base->class, base->all), eg_comm_ranks(comm),
                       eg_comm_rank(comm), &base->before, &end);
    assert(end - base->before == base->own);
    base->group[0].kind = (int)forest->kind;
    base->group[0].count = base->own;
    base->group[0].all = base->all;
    EG_TRY(eg_alloc(base->context, base->held, sizeof *forest->leaf, &forest->leaf));
    library->leaves(octrees, forest->leaf);
    return eg_comm_size(comm) > 1 ? eg_forest_take_ghosts(forest, comm) : EG_OK;
}

/* ---- all of it */

/* What each rank does by itself before there are leaves. */
static eg_status prepare_octrees(eg_forest *forest, const eg_comm *comm, int level, void **communicator)
{
    struct eg_forest_topology *topology = forest->topology;
    if (level < 0 || level > EG_FOREST_LEVEL)
        return eg_fail(forest->base.context, EG_MESH, "forest: the level is %d; it must be from 0 to %d",
                       level, EG_FOREST_LEVEL);
    double leaves = forest->macro.trees * ldexp(1, forest->base.dimension * level);
    EG_TRY(eg_forest_check_leaves(forest, comm, ceil(leaves / eg_comm_size(comm))));
    if (!topology->library->has_mpi && eg_comm_size(comm) > 1)
        return eg_fail(forest->base.context, EG_USAGE,
                       "forest: this eagre was built with a p4est without MPI, which makes a forest of one "
                       "process alone; build it with a p4est that has MPI");
    if (topology->library->has_mpi)
        EG_TRY(eg_comm_handle(comm, communicator));
    EG_TRY(eg_forest_shape(forest));
    return topology->library->create(forest->base.context, eg_comm_size(comm), &forest->macro,
                                     &topology->joints, &topology->octrees);
}

/* And when it has its leaves. */
static eg_status fill_forest(eg_forest *forest, const eg_comm *comm)
{
    EG_TRY(take_own_leaves(forest, comm));
    EG_TRY(eg_forest_find_faces(forest));
    eg_mesh *base = &forest->base;
    EG_TRY(eg_resize(base->context, base->held, sizeof *base->region, &base->region));
    EG_TRY(eg_resize(base->context, base->held, sizeof *base->source, &base->source));
    EG_TRY(eg_resize(base->context, base->held, sizeof *base->centroid, &base->centroid));
    EG_LOOP_OF(base->context, base->held, LEAVES_LEAST)
    for (int64_t cell = 0; cell < base->held; cell++)
        fill_leaf_cell(forest, cell);
    return EG_OK;
}

eg_status eg_forest_finish(eg_forest *forest, const eg_comm *comm)
{
    forest->topology->library->partition(forest->topology->octrees, forest->base.class, eg_comm_ranks(comm));
    EG_TRY(eg_comm_agree(comm, fill_forest(forest, comm)));
    /* Of all ranks. */
    double level[2] = {-EG_FOREST_LEVEL, 0};
    for (int64_t i = 0; i < forest->base.own; i++) {
        level[0] = fmax(level[0], -forest->leaf[i].level);
        level[1] = fmax(level[1], forest->leaf[i].level);
    }
    eg_comm_max(comm, level, 2);
    forest->lowest = (int)-level[0];
    forest->highest = (int)level[1];
    return eg_forest_hash(forest, comm);
}

static eg_status grow_new_forest(eg_forest *forest, const eg_comm *comm, const eg_forest_options *options)
{
    void *communicator = NULL;
    struct eg_forest_topology *topology = forest->topology;
    topology->library = eg_forest_library(forest->base.dimension);
    EG_TRY(eg_comm_agree(comm, prepare_octrees(forest, comm, options->level, &communicator)));
    topology->library->begin(topology->octrees, communicator, options->level);
    EG_TRY(eg_forest_divide(forest, comm, options));
    return eg_forest_finish(forest, comm);
}

static eg_status check_library(eg_context *context)
{
    if (eg_forest_library(3))
        return EG_OK;
    return eg_fail(context, EG_USAGE,
                   "this eagre was built without p4est, which forests need: build it with p4est "
                   "(Debian: libp4est-dev, and MPI; tools/setup installs them), or mesh with "
                   "mesh.box or mesh.gmsh without mesh.forest");
}

eg_status eg_forest_create(eg_context *context, const eg_comm *comm, const eg_mesh *macro,
                           const eg_forest_options *options, eg_mesh **forest, eg_status status)
{
    eg_forest *made = NULL;
    *forest = NULL;
    if (status == EG_OK)
        status = check_library(context);
    if (status == EG_OK && eg_comm_rank(comm) == 0)
        status = eg_forest_begin(context, macro->dimension, &made);
    if (status == EG_OK && made)
        status = eg_forest_take_macro(made, macro);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = eg_forest_share_macro(context, comm, &made);
    if (status == EG_OK)
        status = grow_new_forest(made, comm, options);
    *forest = made ? &made->base : NULL;
    if (status != EG_OK)
        eg_mesh_destroy(forest);
    return status;
}
