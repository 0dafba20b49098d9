/* patch: the leaves of a rank and all that share a vertex with them, with nodes as they are numbered in the
 * whole mesh. */
#ifndef EG_MESH_BISECTED_PATCH_H
#define EG_MESH_BISECTED_PATCH_H

#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"

/* What ranks tell each other of a leaf. */
typedef struct eg_patch_leaf {
    uint64_t id;
    int32_t link[3]; /* by numbers in the whole */
    int32_t node[3]; /* in the whole; -1: not known yet */
} eg_patch_leaf;

typedef struct eg_bisected_patch {
    const eg_bisected *own;
    eg_bisected_range range;
    eg_bisected_ring *ring;
    int64_t held;
    eg_patch_leaf *leaf; /* [held] */
    int32_t (*face)[3];  /* [held] of the macro mesh, that an edge is a part of; -1: none */
    int64_t first_node, own_nodes, all_nodes;
} eg_bisected_patch;

/* EG_MEMORY. Collective; all agree. Destroy it whatever happens. */
eg_status eg_bisected_patch_create(const eg_bisected *bisected, eg_bisected_patch *patch);
void eg_bisected_patch_destroy(eg_bisected_patch *patch);

#endif
