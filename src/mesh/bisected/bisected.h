/* bisected: triangles that are halved by newest-vertex bisection, and that always meet along whole edges.
 *
 * A *macro mesh* of triangles (any eg_plane without quadrangles, joined already where it is periodic) is the
 * set of roots. A triangle (v0, v1, v2) runs counter-clockwise; its edge k joins v_k and v_k+1, and edge 0 is
 * its *refinement edge*. Bisection puts the new vertex m into the middle of that edge:
 *
 *            v2                 start child (v2, v0, m)     end child (v1, v2, m)
 *           / | \
 *          /  |  \              The newest vertex is always the last one, so that a child's refinement edge is an
 *         / s | e \             edge of its parent. Descendants of a triangle have at most four shapes.
 *       v0 -- m -- v1
 *
 * The refinement edge of a root is its longest edge; of edges of one length the one whose nodes have higher
 * numbers. Any other choice would do: what has to be halved beside a triangle, so that edges stay whole, is
 * always found.
 *
 * Leaves are the cells. A leaf is one number of 64 bits, its *id*: the root, then the path, one bit a
 * bisection, from the highest bit down, then a bit that is set, then zeros. The path goes along the
 * Sierpinski curve: through a triangle of an even level it runs from v0 to v1, through one of an odd level
 * from v1 to v0, and bit 0 is the child that it meets first. So ids in ascending order are the *canonical
 * order*, a parent's id lies between those of its children, and leaves that follow each other share an edge
 * inside a root.
 *
 * A vertex is the half sum of the two ends of an edge, which its triangles have in common to the last bit: no
 * place hangs on the order of bisections. */
#ifndef EG_MESH_BISECTED_H
#define EG_MESH_BISECTED_H

#include "mesh/plane/plane.h"

enum {
    EG_BISECTED_LEVEL = 32,           /* the highest: bisections of a root */
    EG_BISECTED_MOST = INT32_MAX / 3, /* leaves */
};

typedef struct eg_bisected_ring eg_bisected_ring; /* ring.h */

/* The leaves over a macro mesh. Immutable. One process has all; a rank of several has those of the cells that
 * are its own, and knows of those of others that are across their edges. */
typedef struct eg_bisected {
    eg_context *context;
    const eg_plane *macro;
    uint8_t *turn;  /* [roots] which edge of the macro mesh's triangle is edge 0 */
    int64_t leaves; /* own ones */
    int64_t held;   /* with those of others behind them, in ascending order, too */
    int64_t before, all;
    uint64_t *id; /* [held] ascending */
    int32_t (*link)
        [3]; /* [leaves] across each edge, through periodic pairs too: 3 * (leaf of those held) + its edge there; -1: none */
    uint64_t hash;          /* of macro mesh and own leaves */
    eg_bisected_ring *ring; /* NULL: all leaves are own */
} eg_bisected;

static inline int eg_bisected_level(uint64_t id)
{
    return EG_BISECTED_LEVEL - __builtin_ctzll(id);
}
static inline int32_t eg_bisected_root(uint64_t id)
{
    return (int32_t)(id >> (EG_BISECTED_LEVEL + 1));
}
/* Whether a leaf above level 0 is the start child of its parent. */
static inline bool eg_bisected_is_start(uint64_t id)
{
    int behind = __builtin_ctzll(id) + 1, parent = EG_BISECTED_LEVEL - behind;
    return ((id >> behind ^ (uint64_t)parent) & 1) == 0;
}

/* The roots themselves as leaves. EG_MESH where the mesh is a part, has quadrangles, or more than
 * EG_BISECTED_MOST cells; EG_MEMORY. The macro mesh is held. The caller owns *bisected. */
eg_status eg_bisected_create(eg_context *context, const eg_plane *macro, eg_bisected **bisected);
/* The same of several ranks, each of which gets its own leaves; rank 0 gives the macro mesh, others NULL. The
 * ranks' shares and `comm` stay while there are leaves of them. Collective; all agree. */
eg_status eg_bisected_create_dealt(eg_context *context, const eg_comm *comm, const eg_plane *macro,
                                   eg_bisected **bisected);
/* Sets *bisected to NULL; NULL is fine. */
void eg_bisected_destroy(eg_bisected **bisected);

/* The leaves that have level[count], from first to last along the curve, over the same roots. EG_CHECKPOINT
 * where levels are no leaves, or where these do not meet along whole edges. Of several ranks each has the
 * levels of a range, in their order, and gets its own leaves; collective, and all agree. The caller owns
 * *bisected. */
eg_status eg_bisected_create_levels(const eg_bisected *roots, int64_t count, const uint8_t *level,
                                    eg_bisected **bisected);

/* Leaves of these ascending ids over the same roots; of several ranks, `comm` else NULL, each has `count` of
 * them, in their order, and gets its own. EG_CHECKPOINT where they do not meet along whole edges; EG_MEMORY.
 * Collective, also where `status` is a failure of this rank; all agree. The caller owns *bisected. */
eg_status eg_bisected_create_ids(const eg_bisected *like, const eg_comm *comm, int64_t count,
                                 const uint64_t *id, eg_status status, eg_bisected **bisected);

/* ---- other leaves (scheme/bisect) */

typedef enum eg_bisected_wish { EG_BISECTED_KEEP, EG_BISECTED_FINER, EG_BISECTED_COARSER } eg_bisected_wish;

/* What a new leaf was: where its values come from. START_END is the end child of the start child. */
typedef enum eg_bisected_origin {
    EG_BISECTED_SAME,
    EG_BISECTED_START,
    EG_BISECTED_END,
    EG_BISECTED_START_START,
    EG_BISECTED_START_END,
    EG_BISECTED_END_START,
    EG_BISECTED_END_END,
    EG_BISECTED_JOINED,          /* the parent of two old leaves: the start child, and then the end child */
    EG_BISECTED_JOINED_BACKWARDS /* the end child, and then the start child */
} eg_bisected_origin;

typedef struct eg_bisected_transfer {
    eg_context *context;
    int64_t leaves;
    int32_t *from;   /* [leaves] the old leaf, or the first of two: numbers in the whole */
    uint8_t *origin; /* [leaves] eg_bisected_origin */
} eg_bisected_transfer;

/* Sets *transfer to NULL; NULL is fine. */
void eg_bisected_transfer_destroy(eg_bisected_transfer **transfer);

/* ---- asking */

typedef struct eg_bisected_triangle {
    double x[3][3];  /* of v0, v1, v2; m */
    int32_t face[3]; /* of the macro mesh, that each edge is a part of; -1: none */
} eg_bisected_triangle;
void eg_bisected_find_triangle(const eg_bisected *bisected, uint64_t id, eg_bisected_triangle *triangle);

/* The faces of that alone. */
void eg_bisected_find_faces(const eg_bisected *bisected, uint64_t id, int32_t face[3]);

/* The leaves as a mesh: cells in their order, with v0 first; names, regions, periodic pairs of the macro
 * mesh. Of several ranks the part of this one, with or without cells that share vertices, as it is cut out of
 * the mesh of all; no rank has more than its own leaves and those round them. EG_MEMORY. Collective; all
 * agree. The caller owns *plane, which needs nothing of the leaves. */
eg_status eg_bisected_plane(const eg_bisected *bisected, bool vertices, eg_plane **plane);

/* In two steps: a mesh of so many triangles with names and bounds of `like`, and nothing of its cells; which
 * it gets, in its place, from as many leaves. EG_MEMORY. The caller owns *outline. */
eg_status eg_bisected_outline(const eg_plane *like, int64_t cells, eg_plane **outline);
eg_status eg_bisected_fill(const eg_bisected *bisected, eg_plane *outline);

#endif
