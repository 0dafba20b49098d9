/* forest: meshes of quadtrees (2D) and octrees (3D), by p4est.
 *
 * A macro mesh of quadrangles or hexahedra is the set of *trees*; each is divided, as often as its leaves ask
 * for, into 4 or 8. The leaves are the cells. Leaves that share a face differ by one level at most (2:1
 * balance, over faces, edges and corners). Every rank holds the macro mesh and its own leaves, none holds the
 * forest.
 *
 * Reference cell of a leaf, of a tree, in the plane too: [-1,1]^dimension, directions x, y, z first to last,
 * those of its tree. Face 2 d + 0 is at -1, face 2 d + 1 at +1 of direction d. A face's own indices are the
 * remaining directions, ascending. Corners, nodes, quarters of a face go lexicographically, the first index
 * fastest.
 *
 * The canonical order is p4est's: trees one after the other, the leaves of each along the Morton curve. Ranks
 * own pieces of it, cut at multiples of EG_CHUNK. */
#ifndef EG_MESH_FOREST_H
#define EG_MESH_FOREST_H

#include "mesh/mesh.h"
#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"
#include "mesh/cell_transfer.h"

enum {
    EG_FOREST_LEVEL = 18,                 /* the highest */
    EG_FOREST_FACES = 6,                  /* of a leaf; 4 in the plane */
    EG_FOREST_PARTS = 4,                  /* leaves across a face, where they are smaller; 2 in the plane */
    EG_FOREST_ROOT = 1 << EG_FOREST_LEVEL /* edge of a tree, in the units of eg_leaf.at */
};

/* What the map from the reference cell of a leaf is: the worst of the trees', for the whole forest, which is
 * one group. Differences of at most 1e-9 of the tree's longest edge count as none. */
typedef enum eg_leaf_kind {
    EG_LEAF_BRICK,  /* edges along the axes, direction d along axis d: a diagonal, constant Jacobian */
    EG_LEAF_AFFINE, /* constant Jacobian */
    EG_LEAF_CURVED, /* anything else: bilinear, trilinear, of higher degree */
    EG_LEAF_KINDS
} eg_leaf_kind;

typedef struct eg_leaf {
    int32_t tree;
    int32_t at[3]; /* its lowest corner in the tree, in EG_FOREST_ROOT parts of the tree's edge */
    int32_t level; /* its edge is EG_FOREST_ROOT >> level */
} eg_leaf;

typedef enum eg_leaf_side {
    EG_SIDE_BOUNDARY,
    EG_SIDE_EQUAL,  /* one leaf of the same level is across */
    EG_SIDE_COARSE, /* a leaf of the level below: this one is across a part of its face */
    EG_SIDE_FINE    /* leaves of the level above */
} eg_leaf_side;

/* What a leaf sees across one of its faces. */
typedef struct eg_leaf_face {
    int32_t across; /* number of the held leaf; FINE: index in finer[]; BOUNDARY: index in base.boundaries */
    uint8_t side;   /* eg_leaf_side */
    uint8_t face;   /* which face of the leaf, or leaves, across; BOUNDARY: 0 */
    /* What this face's indices are in the face across: bit 0 the two change places, then bit 1 the first and
     * bit 2 the second index of the face across runs backwards (eg_forest_turn()). In the plane bit 1
     * alone. */
    uint8_t orientation;
    uint8_t part; /* COARSE: which part of the larger face, by that face's own indices */
} eg_leaf_face;

/* The trees, on every rank: their maps are polynomials, given at equidistant nodes. */
typedef struct eg_macro {
    int dimension, degree; /* degree >= 1 */
    int32_t trees;
    double (*x)[3];                       /* [trees][(degree+1)^dimension] m, lexicographic */
    int32_t *region;                      /* [trees] index in base.regions */
    int64_t *source;                      /* [trees] number in the file, or before ordering */
    int32_t (*boundary)[EG_FOREST_FACES]; /* [trees] index in base.boundaries, -1 inside and where periodic */
} eg_macro;

typedef struct eg_forest {
    eg_mesh base; /* first; own leaves come first, ghosts (across a face of an own one) behind them */
    eg_leaf_kind kind;
    eg_macro macro;
    eg_leaf *leaf;                     /* [held] */
    eg_leaf_face *face;                /* [own][2 dimension] */
    int64_t fine;                      /* faces with smaller leaves across */
    int32_t (*finer)[EG_FOREST_PARTS]; /* [fine] held leaves, by the parts of this face's own indices */
    int lowest, highest;               /* levels that there are, of all ranks */
    uint64_t hash; /* of all that a checkpoint takes for granted of the whole forest; of any ranks the same */
    struct eg_forest_topology *topology; /* p4est's own, of the inside */
} eg_forest;

extern const eg_mesh_class eg_forest_plane_class, eg_forest_space_class; /* "quadtrees", "octrees" */

static inline bool eg_mesh_is_forest(const eg_mesh *mesh)
{
    return mesh->class == &eg_forest_plane_class || mesh->class == &eg_forest_space_class;
}
static inline const eg_forest *eg_forest_of(const eg_mesh *mesh)
{
    assert(eg_mesh_is_forest(mesh));
    return (const eg_forest *)mesh;
}
static inline const eg_leaf_face *eg_forest_face(const eg_forest *forest, int64_t cell, int face)
{
    return &forest->face[cell * 2 * forest->base.dimension + face];
}
/* Indices (0 to n each) on the face across of what is at from[2] on this face; in the plane from[1] is 0. */
static inline void eg_forest_turn(int dimension, int orientation, int n, const int from[2], int to[2])
{
    int a = from[orientation & 1], b = from[1 - (orientation & 1)];
    to[0] = orientation & 2 ? n - a : a;
    to[1] = dimension == 3 && (orientation & 4) ? n - b : b;
}

/* As eg_mesh_class.map, of any leaf of the forest, held or not. */
void eg_forest_map_leaf(const eg_forest *forest, const eg_leaf *leaf, const double reference[3], double x[3],
                        double jacobian[3][3]);

/* Which level a leaf shall have. A caller's own struct begins with this one. wanted() gives the level that
 * the leaf's interior asks for, 0 to EG_FOREST_LEVEL: a leaf of a lower level is divided. It hangs on nothing
 * but the leaf; `low`, `high` bound it, m (of a curved one its Bernstein control points). It is called from
 * several threads; of `forest` there are macro, kind and what the base has without cells. */
typedef struct eg_forest_levels {
    int (*wanted)(const struct eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                  const double low[3], const double high[3]);
} eg_forest_levels;

typedef struct eg_forest_options {
    int level;                      /* every leaf has at least this one */
    const eg_forest_levels *levels; /* NULL: all have `level` */
} eg_forest_options;

/* A forest over the cells of a macro mesh, joined already where it is periodic, which rank 0 has (`macro` is
 * NULL elsewhere); the mesh stays the caller's. EG_MESH where the macro mesh has triangles, where a level is
 * out of range, or where there are more leaves than 2^31 - 1 on a rank; EG_MEMORY, also where the machine has
 * no room for so many; EG_USAGE in a build without p4est. Memory that p4est itself takes (some 30 bytes a
 * leaf) is not counted by the context. Of several ranks collective, also where `status` is a failure of this
 * rank; all agree on the status. The caller owns *forest: eg_mesh_destroy(). The class has no
 * check_conforming, join, cut: they are done to the macro mesh before. */
eg_status eg_forest_create(eg_context *context, const eg_comm *comm, const eg_mesh *macro,
                           const eg_forest_options *options, eg_mesh **forest, eg_status status);

/* The leaves of a forest that there was, as levels of all leaves in their order, for eg_forest_create(). The
 * caller closes it, and keeps `level` until then. EG_MEMORY; EG_CHECKPOINT where levels are no leaves. Not
 * collective. */
typedef struct eg_forest_record {
    eg_forest_levels levels; /* first */
    eg_context *context;
    int dimension;
    int64_t count;
    const uint8_t *level;
    int32_t *tree; /* [count] */
    uint64_t *key; /* [count] along the curve of the tree */
} eg_forest_record;
eg_status eg_forest_open_record(eg_context *context, int dimension, int64_t count, const uint8_t *level,
                                eg_forest_record *record);
void eg_forest_close_record(eg_forest_record *record);

/* ---- other leaves over the same trees */

/* What a caller wishes of a leaf. */
typedef enum eg_leaf_wish { EG_WISH_SAME, EG_WISH_FINER, EG_WISH_COARSER } eg_leaf_wish;

/* What a new leaf has been. */
typedef enum eg_leaf_origin {
    EG_ORIGIN_SAME,
    EG_ORIGIN_PARENT,  /* it is a child of an old one */
    EG_ORIGIN_CHILDREN /* it is the parent of 2^dimension old ones, which follow each other */
} eg_leaf_origin;

/* Leaves become finer that shall, wish[own] (eg_leaf_wish), of at most EG_FOREST_LEVEL; families become
 * coarser of which all shall; then whatever 2:1 balance asks for becomes finer. So levels change by one at
 * most. The same on any number of ranks. *next and *transfer are NULL where nothing changes. EG_MESH,
 * EG_MEMORY as eg_forest_create(). Collective, also where `status` is a failure of this rank; all agree on
 * the status. The forest stays as it is. The caller owns *next and *transfer; the transfer needs neither
 * forest. */
eg_status eg_forest_adapt(const eg_forest *forest, const eg_comm *comm, const uint8_t *wish, eg_mesh **next,
                          eg_cell_transfer **transfer, eg_status status);
/* The edge of a leaf in its tree, as a part of the tree's. */
static inline double eg_leaf_edge(const eg_leaf *leaf)
{
    return 1.0 / (double)((int64_t)1 << leaf->level);
}

#endif
