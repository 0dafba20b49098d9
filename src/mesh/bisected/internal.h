/* How the leaves of one triangle that is halved lie: which edges of it, and of each other, they have.
 *
 * A set of edges to be halved is bits 1 << edge; edge 0 is in it wherever it is not empty. */
#ifndef EG_MESH_BISECTED_INTERNAL_H
#define EG_MESH_BISECTED_INTERNAL_H

#include "mesh/bisected/bisected.h"
#include "mesh/internal.h"

enum { HALVES_1 = 2, HALVES_2 = 4, JOINS = 8 };

typedef enum edge_part { WHOLE, FIRST_HALF, LAST_HALF } edge_part;

/* An edge of a new leaf in a triangle that is halved. */
typedef struct leaf_edge {
    eg_bisected_origin leaf;
    int edge;
} leaf_edge;

/* Which leaf has an edge of the triangle, or a half of it, seen in the triangle's own sense. */
leaf_edge eg_bisected_outer(int halved, int edge, edge_part part);

/* What an edge of a new leaf is: a part of an edge of the triangle, or, where edge is -1, one inside of it,
 * with the new leaf across. */
typedef struct edge_origin {
    int edge;
    edge_part part;
    leaf_edge across;
} edge_origin;
edge_origin eg_bisected_edge(int halved, eg_bisected_origin leaf, int edge);

/* The new leaves of a triangle of a level along the curve; returns how many. */
int eg_bisected_children(int halved, int level, eg_bisected_origin leaf[4]);
/* The id of such a leaf. */
uint64_t eg_bisected_child(uint64_t id, eg_bisected_origin leaf);
static inline uint64_t eg_bisected_parent(uint64_t id)
{
    uint64_t last = id & -id;
    return (id | last << 1) & ~last;
}

/* ---- nodes.c */

typedef struct eg_bisected_nodes {
    const eg_bisected *leaves;
    int32_t (*face)[3]; /* [leaves] of the macro mesh, that an edge is a part of; -1: none */
    int32_t (*node)[4]; /* [leaves] of the corners, in the fourth place -1 */
    int64_t count;
} eg_bisected_nodes;

/* The boundary that an edge is on, -1: none. */
int32_t eg_bisected_boundary(const eg_bisected_nodes *nodes, int64_t leaf, int edge);
/* Fills node[], by first use, and `count`; face[] is there. */
void eg_bisected_number_nodes(eg_bisected_nodes *nodes);

/* ---- bisected.c */

/* For so many own leaves, and `others` of other ranks. */
eg_status eg_bisected_reserve(const eg_bisected *like, int64_t leaves, int64_t others,
                              eg_bisected **bisected);
void eg_bisected_find_hash(eg_bisected *bisected);

#endif
