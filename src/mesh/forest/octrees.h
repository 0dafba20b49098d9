/* What the forest asks of p4est, one table for quadtrees and one for octrees: octrees_body.h is compiled for both.
 *
 * Memory of p4est is its own: eg_alloc() does not count it, and p4est ends the program where there is none. So who makes
 * trees checks first that there is room (eg_forest_check_leaves()). All calls but those marked (local) are collective. */
#ifndef EG_MESH_FOREST_OCTREES_H
#define EG_MESH_FOREST_OCTREES_H

#include "mesh/forest/internal.h"

typedef struct forest_octrees forest_octrees;

typedef struct forest_library {
    /* All leaves of one level. `communicator` is that of comm; what it is made from may go afterwards. EG_MEMORY. The
     * caller owns *octrees. */
    eg_status (*create)(eg_context *context, void *communicator, const eg_macro *macro,
                        const forest_joints *joints, int level, forest_octrees **octrees);
    void (*destroy)(forest_octrees **octrees);
    /* Divides the leaves with mark[own] that is not 0. */
    void (*refine)(forest_octrees *octrees, const uint8_t *mark);
    /* Divides leaves until those that share a face, an edge or a corner differ by one level at most. */
    void (*balance)(forest_octrees *octrees);
    int64_t (*own)(const forest_octrees *octrees); /* leaves of this rank (local) */
    int64_t (*all)(const forest_octrees *octrees); /* (local) */
    /* The leaves of this rank in order (local). */
    void (*leaves)(const forest_octrees *octrees, eg_leaf *leaf);
} forest_library;

/* NULL: this build has no p4est. */
const forest_library *eg_forest_library(int dimension);

extern const forest_library eg_forest_quadtrees, eg_forest_octrees;

#endif
