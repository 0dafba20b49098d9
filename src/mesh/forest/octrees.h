/* What the forest asks of p4est, one table for quadtrees and one for octrees: octrees_body.h is compiled for both.
 *
 * Memory of p4est is its own: eg_alloc() does not count it, and p4est ends the program where there is none. So who makes
 * trees checks first that there is room (FOREST_OCTREE_BYTES). All calls but those marked (local) are collective. */
#ifndef EG_MESH_FOREST_OCTREES_H
#define EG_MESH_FOREST_OCTREES_H

#include "mesh/forest/internal.h"

typedef struct forest_octrees forest_octrees;

/* Whether a leaf shall be divided. A caller's own struct begins with this one. */
typedef struct forest_divider {
    bool (*divides)(struct forest_divider *self, const eg_leaf *leaf);
} forest_divider;

typedef struct forest_library {
    /* All leaves of one level. `communicator` is that of comm; what it is made from may go afterwards. EG_MEMORY. The
     * caller owns *octrees. */
    eg_status (*create)(eg_context *context, void *communicator, const eg_macro *macro,
                        const forest_joints *joints, int level, forest_octrees **octrees);
    void (*destroy)(forest_octrees **octrees);
    int64_t (*own)(const forest_octrees *octrees); /* leaves of this rank (local) */
    int64_t (*all)(const forest_octrees *octrees); /* (local) */
    /* The leaves of this rank in order (local). */
    void (*leaves)(const forest_octrees *octrees, eg_leaf *leaf);
} forest_library;

/* NULL: this build has no p4est. */
const forest_library *eg_forest_library(int dimension);

extern const forest_library eg_forest_quadtrees, eg_forest_octrees;

#endif
