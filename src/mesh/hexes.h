/* hexes: meshes of hexahedra, and the numbers of the nodes that spectral elements have on them.
 *
 * Reference hexahedron [-1,1]^3. Whatever is counted by three indices goes lexicographically, the first fastest: corner
 * i + 2 j + 4 k stands at (2i-1, 2j-1, 2k-1).
 *
 *     edges   0..3  along the first direction,  at (j,k) = (0,0) (1,0) (0,1) (1,1)
 *             4..7  along the second,           at (i,k) = (0,0) (1,0) (0,1) (1,1)
 *             8..11 along the third,            at (i,j) = (0,0) (1,0) (0,1) (1,1)
 *     faces   0, 1  first index -1, +1          their own indices are (j,k)
 *             2, 3  second                      (i,k)
 *             4, 5  third                       (i,j)
 *
 * Numbering. Elements are sorted by kind, and within a kind along the Hilbert curve of their centroids: the canonical
 * order. The corners of an element are turned so that ... (a rule that depends on places alone), so that the
 * numbers in a file leave no trace. Vertices, edges and faces are numbered by first use in canonical order. An edge has one orientation, a face one frame, which all its elements know by a turn (below);
 * periodic vertices, edges and faces are one and the same. */
#ifndef EG_MESH_HEXES_H
#define EG_MESH_HEXES_H

#include "base/base.h"

/* What the map from the reference element is. Each kind has its own kernels. */
typedef enum eg_hex_kind {
    EG_HEX_PARALLELEPIPED, /* affine: constant metric */
    EG_HEX_TRILINEAR,      /* straight edges: given by its corners */
    EG_HEX_CURVED,         /* of the mesh's geometric degree */
    EG_HEX_KINDS
} eg_hex_kind;

enum { EG_HEX_VERTICES = 8, EG_HEX_EDGES = 12, EG_HEX_FACES = 6, EG_HEX_GEOMETRY_DEGREE = 9 };

typedef struct eg_hexes {
    eg_context *context;
    char *origin; /* file name, or "box": for messages */

    int64_t elements;
    int64_t elements_of_kind[EG_HEX_KINDS];
    int degree;        /* of the geometry, >= 1 */
    int64_t points;    /* of the geometry */
    double (*x)[3];    /* [points] m */
    int32_t *point;    /* [elements][(degree+1)^3] equidistant nodes of the map, lexicographic */
    int32_t *region;   /* [elements] index in region_name[] */
    int64_t *source;   /* [elements] number in the file, for messages */
    double (*centroid)[3]; /* [elements] */

    int64_t vertices, edges, faces;
    int32_t (*vertex)[EG_HEX_VERTICES]; /* [elements] */
    int32_t (*edge)[EG_HEX_EDGES];      /* [elements] */
    int32_t (*face)[EG_HEX_FACES];      /* [elements] */
    uint16_t *edge_turn;                /* [elements] bit e: edge e runs against its own orientation */
    uint8_t (*face_turn)[EG_HEX_FACES]; /* [elements] 0 to 7: bit 0 the two indices change places, then bit 1 the first
                                           and bit 2 the second index of the face's frame runs backwards */

    int32_t (*face_element)[2];  /* [faces] the lower canonical number first; second -1 on the boundary */
    uint8_t (*face_side)[2];     /* [faces] which of the element's faces, 0 to 5 */
    int32_t *face_boundary;      /* [faces] index in boundary_name[], -1 inside */

    int regions, boundaries;
    char **region_name;   /* [regions] physical volumes; "all" where the file names none */
    char **boundary_name; /* [boundaries] physical surfaces that some boundary face belongs to */
    double box_low[3], box_high[3];
} eg_hexes;

/* ---- nodes of degree n: (n+1)^3 an element. Vertices, edges, faces and elements have 1, n-1, (n-1)^2 and (n-1)^3 of
 * their own, which are consecutive, in the entity's own orientation; entities are numbered by first use in canonical
 * order (an element: vertices, edges, faces, inside), so that nodes of one element stand near each other. */
typedef struct eg_hex_nodes {
    int degree;
    int64_t nodes;
    int32_t *of_vertex, *of_edge, *of_face, *of_element; /* the first node of each */
} eg_hex_nodes;

#endif
