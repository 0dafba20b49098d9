/* Making a forest. */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "mesh/forest/octrees.h"

enum {
    LEAVES_LEAST = 1024,     /* worth a thread */
    LEAVES_MANY = 1 << 16,   /* worth a look at the machine's memory */
    FOREST_LEAF_BYTES = 220, /* of p4est, of the mesh, and while it is made */
};

/* ---- what every leaf has */

static eg_status fill_part(void *with, int part, int64_t from, int64_t to)
{
    eg_forest *forest = with;
    eg_mesh *base = &forest->base;
    (void)part;
    for (int64_t cell = from; cell < to; cell++) {
        const eg_leaf *leaf = &forest->leaf[cell];
        double middle[3] = {0}, edge = eg_leaf_edge(leaf);
        for (int d = 0; d < base->dimension; d++)
            middle[d] = 2.0 * leaf->at[d] / EG_FOREST_ROOT - 1 + edge;
        base->region[cell] = forest->macro.region[leaf->tree];
        base->source[cell] = forest->macro.source[leaf->tree];
        eg_forest_map_tree(forest, leaf->tree, middle, base->centroid[cell], NULL);
    }
    return EG_OK;
}

static eg_status fill_cells(eg_forest *forest)
{
    eg_mesh *base = &forest->base;
    eg_context *context = base->context;
    EG_TRY(eg_alloc(context, base->held, sizeof *base->region, &base->region));
    EG_TRY(eg_alloc(context, base->held, sizeof *base->source, &base->source));
    EG_TRY(eg_alloc(context, base->held, sizeof *base->centroid, &base->centroid));
    return eg_in_parts(context, eg_parts(context, base->held, LEAVES_LEAST), base->held, fill_part,
                       forest);
}

/* ---- leaves of this rank */

static eg_status take_leaves(eg_forest *forest)
{
    eg_mesh *base = &forest->base;
    const forest_library *library = forest->topology->library;
    const forest_octrees *octrees = forest->topology->octrees;
    base->own = base->held = library->own(octrees);
    base->all = library->all(octrees);
    base->group[0].kind = (int)forest->kind;
    base->group[0].count = base->own;
    base->group[0].all = base->all;
    EG_TRY(eg_alloc(base->context, base->held, sizeof *forest->leaf, &forest->leaf));
    library->leaves(octrees, forest->leaf);
    return EG_OK;
}

static void find_levels(eg_forest *forest)
{
    forest->lowest = EG_FOREST_LEVEL;
    for (int64_t i = 0; i < forest->base.own; i++) {
        int level = forest->leaf[i].level;
        forest->lowest = level < forest->lowest ? level : forest->lowest;
        forest->highest = level > forest->highest ? level : forest->highest;
    }
}

static void make_hash(eg_forest *forest)
{
    const eg_macro *m = &forest->macro;
    int64_t nodes = m->trees, faces = m->trees;
    for (int d = 0; d < m->dimension; d++)
        nodes *= m->degree + 1;
    uint64_t hash = eg_hash64(m->x, nodes * (int64_t)sizeof *m->x, 0);
    hash = eg_hash64(m->region, m->trees * (int64_t)sizeof *m->region, hash);
    hash = eg_hash64(m->boundary, faces * (int64_t)sizeof *m->boundary, hash);
    hash = eg_hash64(forest->topology->joints.link,
                     faces * (int64_t)sizeof *forest->topology->joints.link, hash);
    forest->hash = eg_hash64(forest->leaf, forest->base.own * (int64_t)sizeof *forest->leaf, hash);
}

/* ---- all of it */

/* p4est ends the program where there is no memory: so it is asked for before. */
static eg_status check_room(eg_context *context, double leaves)
{
    eg_room room;
    double bytes = leaves * FOREST_LEAF_BYTES;
    if (leaves < LEAVES_MANY)
        return EG_OK;
    eg_memory_room("", &room);
    if (bytes <= room.bytes)
        return EG_OK;
    return eg_fail(
        context, EG_MEMORY,
        "forest: %.4g leaves take about %.3g GB, and %.3g GB can be taken (%s): take lower "
        "levels, or more machines",
        leaves, bytes / 1e9, room.bytes / 1e9, room.what);
}

eg_status eg_forest_check_leaves(const eg_forest *forest, double leaves)
{
    if (leaves > INT32_MAX)
        return eg_fail(
            forest->base.context, EG_MESH,
            "forest: a rank would have %.4g leaves; it can have %d: take lower levels, or "
            "more ranks",
            leaves, INT32_MAX);
    return check_room(forest->base.context, leaves);
}

static eg_status check_level(const eg_forest *forest, const eg_comm *comm, int level)
{
    if (level < 0 || level > EG_FOREST_LEVEL)
        return eg_fail(forest->base.context, EG_MESH,
                       "forest: the level is %d; it must be from 0 to %d", level, EG_FOREST_LEVEL);
    double leaves = forest->macro.trees * ldexp(1, forest->base.dimension * level);
    return eg_forest_check_leaves(forest, ceil(leaves / eg_comm_size(comm)));
}

static eg_status grow(eg_forest *forest, const eg_comm *comm, const eg_forest_options *options)
{
    void *communicator;
    struct eg_forest_topology *topology = forest->topology;
    EG_TRY(check_level(forest, comm, options->level));
    EG_TRY(eg_comm_start_mpi(forest->base.context, &communicator));
    EG_TRY(eg_forest_shape(forest));
    EG_TRY(topology->library->create(forest->base.context, communicator, &forest->macro,
                                     &topology->joints, options->level, &topology->octrees));
    EG_TRY(eg_forest_divide(forest, comm, options));
    EG_TRY(take_leaves(forest));
    EG_TRY(eg_forest_find_faces(forest));
    find_levels(forest);
    make_hash(forest);
    return fill_cells(forest);
}

static eg_status make(eg_context *context, const eg_comm *comm, const eg_mesh *macro,
                      const eg_forest_options *options, eg_mesh **forest)
{
    eg_forest *made;
    const forest_library *library = eg_forest_library(macro->dimension);
    if (!library)
        return eg_fail(
            context, EG_USAGE,
            "this eagre was built without p4est, which forests need: install it and build "
            "again (tools/setup; Debian: libp4est-dev, and MPI)");
    EG_TRY(eg_forest_begin(context, macro->dimension, &made));
    made->topology->library = library;
    eg_status status = eg_forest_take_macro(made, macro);
    if (status == EG_OK)
        status = grow(made, comm, options);
    *forest = &made->base;
    if (status != EG_OK)
        eg_mesh_destroy(forest);
    return status;
}

eg_status eg_forest_create(eg_context *context, const eg_comm *comm, const eg_mesh *macro,
                           const eg_forest_options *options, eg_mesh **forest, eg_status status)
{
    *forest = NULL;
    EG_TRY(eg_comm_agree(comm, status));
    if (eg_comm_size(comm) > 1)
        return eg_fail(context, EG_USAGE, "forests are of one process: start it without mpirun");
    return make(context, comm, macro, options, forest);
}
