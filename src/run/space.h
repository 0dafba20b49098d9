/* space: which values a state has, and where they stand: in cells, or at nodes that cells share. */
#ifndef EG_RUN_SPACE_H
#define EG_RUN_SPACE_H

#include "mesh/hexes/hexes.h"

typedef struct eg_space {
    const eg_mesh *mesh;
    int degree;          /* of the polynomials */
    bool continuous;     /* values at nodes that cells share; else cells have values of their own */
    bool vertices;       /* of the plane: cells that share a vertex with own ones are ghosts, too */
    int ghost_layers;    /* of cells that a rank needs around those that have nodes of its own */
    eg_hex_nodes *nodes; /* where continuous, of this rank; the mesh's; else NULL */
} eg_space;

/* What a hash of the state goes along, in chunks of EG_CHUNK: all nodes, or all cells; and this rank's. */
static inline int64_t eg_space_all(const eg_space *space)
{
    return space->continuous ? space->nodes->all : space->mesh->all;
}

static inline int64_t eg_space_own(const eg_space *space)
{
    return space->continuous ? space->nodes->own : space->mesh->own;
}

#endif
