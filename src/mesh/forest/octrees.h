/* What the forest asks of p4est, one table for quadtrees and one for octrees: octrees_body.h is compiled for
 * both.
 *
 * Memory of p4est is its own: eg_alloc() does not count it, and p4est ends the program where there is none.
 * So who makes trees checks first that there is room (eg_forest_check_leaves()). All calls but those marked
 * (local) are collective. */
#ifndef EG_MESH_FOREST_OCTREES_H
#define EG_MESH_FOREST_OCTREES_H

#include "mesh/forest/internal.h"

typedef struct forest_octrees forest_octrees;

/* Leaves of other ranks across faces of own ones, in order, and own leaves that are such elsewhere. */
typedef struct forest_ghosts {
    int64_t count;
    const int32_t *first;        /* [ranks + 1] by owners */
    const int32_t *mirror_first; /* [ranks + 1] by those who have them */
} forest_ghosts;

typedef struct forest_library {
    bool has_mpi; /* otherwise a process is alone, and begin() takes no communicator */
    /* The trees, without leaves. EG_MEMORY. The caller owns *octrees. (local) */
    eg_status (*create)(eg_context *context, int ranks, const eg_macro *macro, const forest_joints *joints,
                        forest_octrees **octrees);
    void (*destroy)(forest_octrees **octrees);
    /* Leaves, all of one level; `communicator` as of eg_comm_handle(). */
    void (*begin)(forest_octrees *octrees, void *communicator, int level);
    /* Divides the leaves with mark[own] EG_WISH_FINER; then all ranks have about as many. */
    void (*refine)(forest_octrees *octrees, const uint8_t *mark);
    /* Divides leaves until those that share a face, an edge or a corner differ by one level at most. */
    void (*balance)(forest_octrees *octrees);
    /* The leaves of another forest over the same trees, so distributed that no family is cut. */
    void (*copy)(forest_octrees *octrees, const forest_octrees *from);
    /* Then what is wished of the leaves of that, wish[its own], is done; moved[own] is room for wishes. */
    void (*adapt)(forest_octrees *octrees, const forest_octrees *from, const uint8_t *wish, uint8_t *moved);
    /* Each rank gets what eg_partition_range() says; then ghosts are found. */
    void (*partition)(forest_octrees *octrees, const eg_mesh_class *class, eg_ranks ranks);
    int64_t (*own)(const forest_octrees *octrees); /* leaves of this rank (local) */
    int64_t (*all)(const forest_octrees *octrees); /* (local) */
    /* The leaves of this rank in order (local). */
    void (*leaves)(const forest_octrees *octrees, eg_leaf *leaf);
    /* After partition() (local): *ghosts is valid until destroy(); the leaves, and their numbers in the whole
     * forest; own numbers of mirrors[mirror_first[ranks]]. */
    void (*ghosts)(const forest_octrees *octrees, forest_ghosts *ghosts);
    void (*ghost_leaves)(const forest_octrees *octrees, eg_leaf *leaf, int64_t *number);
    void (*mirrors)(const forest_octrees *octrees, int32_t *mirror);
} forest_library;

/* NULL: this build has no p4est. */
const forest_library *eg_forest_library(int dimension);

extern const forest_library eg_forest_quadtrees, eg_forest_octrees;

#endif
