/* What the files of forests share.
 *
 * How eg_forest_create() works: rank 0 takes trees and joints from the macro mesh (macro.c), which all ranks
 * get; p4est makes the leaves (octrees.h), of which each rank takes its own and those around (create.c);
 * faces are found along the curve (faces.c). Trees are hexahedra, those of the plane of height 2, so that one
 * code maps them and finds points. */
#ifndef EG_MESH_FOREST_INTERNAL_H
#define EG_MESH_FOREST_INTERNAL_H

#include "mesh/forest/forest.h"
#include "mesh/internal.h"

enum { FOREST_CORNERS = 8, FOREST_EDGES = 12 };

/* What is across a face of a tree. It is hashed as it is: no byte is left out. */
typedef struct forest_link {
    int32_t tree;              /* -1: the domain ends */
    int16_t face, orientation; /* as in eg_leaf_face */
} forest_link;
_Static_assert(sizeof(forest_link) == 8 && sizeof(eg_leaf) == 20, "padding would be hashed");

/* How trees hang together, periodic pairs joined. */
typedef struct forest_joints {
    eg_context *context;
    int32_t vertices, edges;
    forest_link (*link)[EG_FOREST_FACES]; /* [trees] */
    int32_t (*vertex)[FOREST_CORNERS];    /* [trees] */
    int32_t (*edge)[FOREST_EDGES];        /* [trees] of eg_hexes; none in the plane */
    uint16_t *edge_orientation;           /* [trees] likewise */
} forest_joints;

/* Corners or edges of trees that are used more than once. */
typedef struct forest_shared {
    int32_t count, uses;
    int32_t *of_tree; /* [trees][of each] which of them it is, -1: none */
    int32_t *first;   /* [count + 1] its uses, in the two below */
    int32_t *tree;    /* [uses] */
    int8_t *which;    /* [uses] corner or edge of the tree; of an edge that runs backwards 12 more */
} forest_shared;

struct eg_forest_topology {
    const struct forest_library *library;
    struct forest_octrees *octrees;
    eg_hexes *shape; /* the trees */
    forest_joints joints;
    int64_t *ghost_number; /* [ghosts] in the whole forest */
};

/* ---- macro.c ---- */

/* Fills macro, joints, names, box and kind from a macro mesh. EG_MESH, EG_MEMORY. */
eg_status eg_forest_take_macro(eg_forest *forest, const eg_mesh *macro);
/* The trees as hexahedra. EG_MEMORY. */
eg_status eg_forest_shape(eg_forest *forest);
int eg_forest_tree_nodes(const eg_macro *macro);

/* Whether the corners of trees tell all. */
static inline bool forest_is_straight(const eg_forest *forest)
{
    return forest->macro.degree == 1 || forest->kind != EG_LEAF_CURVED;
}

/* Place of a corner among the nodes of a tree of degree n. */
static inline int forest_corner(int n, int corner)
{
    return n * ((corner & 1) + (n + 1) * ((corner >> 1 & 1) + (n + 1) * (corner >> 2 & 1)));
}

/* ---- share.c ---- */

/* Gives all ranks what rank 0 has from eg_forest_take_macro(); *forest is NULL elsewhere before. Collective;
 * all agree on the status. */
eg_status eg_forest_share_macro(eg_context *context, const eg_comm *comm, eg_forest **forest);
/* A forest with the same trees, without leaves. EG_MEMORY. */
eg_status eg_forest_copy_macro(const eg_forest *forest, eg_forest **copy);

/* ---- ghosts.c ---- */

/* Takes leaves of other ranks behind the own ones, and fills base.partition. EG_MEMORY. */
eg_status eg_forest_take_ghosts(eg_forest *forest, const eg_comm *comm);

/* ---- hash.c ---- */

/* Fills forest->hash. Collective; all agree on the status. */
eg_status eg_forest_hash(eg_forest *forest, const eg_comm *comm);

/* ---- joints.c ---- */

void eg_forest_joints_free(forest_joints *joints);
/* EG_MEMORY. Free it whatever happens. */
eg_status eg_forest_share_corners(const eg_macro *macro, const forest_joints *joints, forest_shared *shared);
eg_status eg_forest_share_edges(const eg_macro *macro, const forest_joints *joints, forest_shared *shared);
void eg_forest_shared_free(forest_shared *shared);

/* ---- levels.c ---- */

/* Divides leaves as options->levels want, and those around them. Collective; all agree on the status. */
eg_status eg_forest_divide(const eg_forest *forest, const eg_comm *comm, const eg_forest_options *options);

/* ---- room.c ---- */

/* EG_MESH where a rank would have too many leaves, EG_MEMORY where there is no room for so many. */
eg_status eg_forest_check_leaves(const eg_forest *forest, const eg_comm *comm, double leaves);
/* The same for those that there will be when wishes for finer ones are met. */
eg_status eg_forest_check_finer(const eg_forest *forest, const eg_comm *comm, int64_t leaves,
                                const uint8_t *wish);

/* ---- create.c ---- */

/* Takes leaves, faces and all that follows from them when p4est has its leaves. Collective; all agree on the
 * status. */
eg_status eg_forest_finish(eg_forest *forest, const eg_comm *comm);

/* ---- faces.c ---- */

/* Fills face, fine and finer of own leaves. EG_MEMORY. */
eg_status eg_forest_find_faces(eg_forest *forest);

/* ---- forest.c ---- */

/* A forest of `trees` trees without leaves. EG_MEMORY. */
eg_status eg_forest_begin(eg_context *context, int dimension, eg_forest **forest);
/* The own leaf of a tree that has the key, -1: none has. O(log leaves). */
int64_t eg_forest_find_leaf(const eg_forest *forest, int32_t tree, uint64_t key);
/* The image of a place in a tree, in [-1,1]^dimension, and unless NULL the derivatives. */
void eg_forest_map_tree(const eg_forest *forest, int32_t tree, const double at[3], double x[3],
                        double jacobian[3][3]);

/* ---- along the curve ---- */

/* Every third bit of the result, or in the plane every second, is one of the number's 18. */
static inline uint64_t forest_spread(int dimension, uint64_t number)
{
    if (dimension == 3) {
        number = (number | number << 32) & 0x1f00000000ffffULL;
        number = (number | number << 16) & 0x1f0000ff0000ffULL;
        number = (number | number << 8) & 0x100f00f00f00f00fULL;
        number = (number | number << 4) & 0x10c30c30c30c30c3ULL;
        return (number | number << 2) & 0x1249249249249249ULL;
    }
    number = (number | number << 16) & 0x0000ffff0000ffffULL;
    number = (number | number << 8) & 0x00ff00ff00ff00ffULL;
    number = (number | number << 4) & 0x0f0f0f0f0f0f0f0fULL;
    number = (number | number << 2) & 0x3333333333333333ULL;
    return (number | number << 1) & 0x5555555555555555ULL;
}

/* Where a place of the tree is along its Morton curve. */
static inline uint64_t forest_key(int dimension, const int32_t at[3])
{
    uint64_t key = 0;
    for (int d = 0; d < dimension; d++)
        key |= forest_spread(dimension, (uint64_t)at[d]) << d;
    return key;
}

/* Keys of a leaf are those from forest_key(at) to before that and this. */
static inline uint64_t forest_keys(int dimension, int level)
{
    return (uint64_t)1 << dimension * (EG_FOREST_LEVEL - level);
}

/* The directions of a face's own indices. */
static inline void forest_tangents(int face, int tangent[2])
{
    int normal = face / 2;
    tangent[0] = normal == 0 ? 1 : 0;
    tangent[1] = normal == 2 ? 1 : 2;
}

#endif
