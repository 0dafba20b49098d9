/* Whether there is room for so many leaves. */
#include "mesh/forest/internal.h"

enum {
    LEAVES_MANY = 1 << 16,   /* worth a look at the machine's memory */
    FOREST_LEAF_BYTES = 220, /* of p4est, of the mesh, and while it is made */
};

/* p4est ends the program where there is no memory: so it is asked for before. */
static eg_status check_leaf_room(eg_context *context, double leaves)
{
    eg_room room;
    double bytes = leaves * FOREST_LEAF_BYTES;
    if (leaves < LEAVES_MANY)
        return EG_OK;
    eg_memory_room("", &room);
    if (bytes <= room.bytes)
        return EG_OK;
    return eg_fail(context, EG_MEMORY,
                   "forest: %.4g leaves on this machine take about %.3g GB, and %.3g GB can be taken "
                   "(%s): take lower levels, or more machines",
                   leaves, bytes / 1e9, room.bytes / 1e9, room.what);
}

eg_status eg_forest_check_leaves(const eg_forest *forest, const eg_comm *comm, double leaves)
{
    if (leaves > INT32_MAX)
        return eg_fail(forest->base.context, EG_MESH,
                       "forest: a rank would have %.4g leaves; it can have %d: take lower levels, or "
                       "more ranks",
                       leaves, INT32_MAX);
    return check_leaf_room(forest->base.context, leaves * eg_comm_node_size(comm));
}

eg_status eg_forest_check_finer(const eg_forest *forest, const eg_comm *comm, int64_t leaves,
                                const uint8_t *wish)
{
    int64_t after = leaves, more = (1 << forest->base.dimension) - 1;
    for (int64_t i = 0; i < leaves; i++)
        after += wish[i] == EG_WISH_FINER ? more : 0;
    return eg_forest_check_leaves(forest, comm, (double)after);
}
