/* coarsen: finds the mesh of hexahedra that a mesh is a refinement of, from the vertices of its elements
 * alone.
 *
 * A refined element is cut in two along one, two or all of its directions. Its vertices stand on a lattice of
 * 3 x 3 x 3 points: 0, 1, 2 along a direction that was cut, 0 and 2 along another. Point (a, b, c) is number
 * 9 c + 3 b + a; the parent's corners have even coordinates. docs/theory/geometric-multigrid.md has the
 * method. */
#ifndef EG_MESH_HEXES_COARSEN_H
#define EG_MESH_HEXES_COARSEN_H

#include "mesh/hexes/hexes.h"

enum { EG_HEX_LATTICE = 27 };

/* Elements by their vertices, corners lexicographic. */
typedef struct eg_hex_topology {
    int64_t elements;
    int32_t vertices;
    const int32_t (*corner)[EG_HEX_VERTICES]; /* [elements] */
    const eg_hexes *faces_of;                 /* the mesh that has matched the faces; NULL: none has */
} eg_hex_topology;

static inline eg_hex_topology eg_hexes_topology(const eg_hexes *mesh)
{
    return (eg_hex_topology){.elements = mesh->base.held,
                             .vertices = (int32_t)mesh->vertices,
                             .corner = (const int32_t(*)[EG_HEX_VERTICES])mesh->vertex,
                             .faces_of = mesh};
}

/* first[elements][EG_HEX_FACES] = the lowest face with the same vertices, in any order; face f of element e
 * is number EG_HEX_FACES e + f. EG_MEMORY. */
eg_status eg_hex_match_faces(eg_context *context, const eg_hex_topology *mesh, int32_t *first);

typedef struct eg_hex_coarsening {
    eg_context *context;
    int64_t parents;  /* 0: the mesh is a refinement of none */
    int32_t vertices; /* of the parents */
    int32_t *vertex;  /* [vertices] its number in the finer mesh, ascending */
    int32_t (*corner)
        [EG_HEX_VERTICES]; /* [parents] by numbers of the coarser mesh; parents in the order of their first
                                           children, the directions are those of the first child */
    int32_t *parent;       /* [elements of the finer mesh] */
    uint8_t (
        *lattice)[EG_HEX_VERTICES]; /* [elements of the finer mesh] the corners among the parent's points */
} eg_hex_coarsening;

/* How the mesh may be coarsened. */
typedef struct eg_hex_coarsen_options {
    /* [elements] how strongly nodes are coupled along each direction of the element, at least 0; NULL:
     * equally. Directions that the mesh connects (a box has three kinds) are coarsened together, and only
     * where the mean of their coupling over the strongest of the element is at least `threshold`. */
    const double (*coupling)[3];
    double threshold;
} eg_hex_coarsen_options;

/* Whatever can be coarsened is: parents == 0 where nothing can. The result does not depend on threads.
 * EG_MEMORY. Free it whatever happens. */
eg_status eg_hex_coarsen(eg_context *context, const eg_hex_topology *mesh,
                         const eg_hex_coarsen_options *options, eg_hex_coarsening *coarsening);
void eg_hex_coarsening_free(eg_hex_coarsening *coarsening);

/* Weights of the functions that are 1 at a corner of the parent and trilinear, at a point of the lattice: 1,
 * 1/2, 1/4 or 1/8, else 0. */
void eg_hex_lattice_weights(int point, double weight[EG_HEX_VERTICES]);

#endif
