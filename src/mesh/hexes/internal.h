/* What the files of hexahedra share.
 *
 * How eg_hexes_build() works (build.c): orient and check the elements, find their kinds (element.c with the
 * maps of map.c), sort them along the curve (order.c), number vertices, edges and faces (faces.c; of a box
 * lattice.c) and the points of the geometry, which are nodes of its degree (number.c, nodes.c), name regions
 * and faces
 * (naming.c), put boxes over runs of elements (locate.c). Periodic pairs come later (join.c, unite.c). */
#ifndef EG_MESH_HEXES_INTERNAL_H
#define EG_MESH_HEXES_INTERNAL_H

#include "element/line.h"
#include "mesh/internal.h"
#include "mesh/hexes/hexes.h"

enum {
    HEX_LINE_MOST = EG_HEX_GEOMETRY_DEGREE + 1,
    HEX_POINTS_MOST = HEX_LINE_MOST * HEX_LINE_MOST * HEX_LINE_MOST /* of an element's geometry */
};

static inline int hex_cube(int n)
{
    return n * n * n;
}

/* Place of a corner among the (n+1)^3 nodes of an element. */
static inline int hex_corner_index(int n, int corner)
{
    int line = n + 1;
    return n * ((corner & 1) + line * ((corner >> 1 & 1) + line * (corner >> 2 & 1)));
}

/* ---- map.c ---- */

/* A grid of its own: from equidistant nodes of the degree `geometry` to the nodes of `to`. */
eg_status eg_hex_grid_make(eg_context *context, int geometry, eg_line to, eg_hex_grid **grid);
/* eg_hex_grid_fill() of an element with these nodes. */
void eg_hex_grid_evaluate(eg_hex_grid *grid, const double (*nodes)[3], double (*x)[3],
                          double (*jacobian)[3][3]);
int eg_hex_grid_count(const eg_hex_grid *grid); /* of its points */

/* The triple product of the derivatives over the product of their lengths; 0 where one has none. */
double eg_hex_scaled_jacobian(const double jacobian[3][3]);

/* ---- element.c ---- */

/* How an element of the input is oriented: canonical direction d runs along the input's axis[d], backwards
 * where back[d] is 1. */
typedef struct hex_orientation {
    uint8_t axis[3], back[3];
} hex_orientation;

/* What looks at the elements of one input. */
typedef struct hex_examiner {
    eg_context *context;
    const eg_hexes_input *input;
    eg_hex_grid *straight; /* the nodes of the geometry from the corners */
    eg_hex_grid *quick;    /* 3^3 points from the corners */
    eg_hex_grid *fine[2];  /* equidistant and Gauss-Lobatto points */
    double (*x)[3];        /* [points of the largest grid] */
    double (*jacobian)[3][3];
} hex_examiner;

eg_status eg_hex_examiner_open(eg_context *context, const eg_hexes_input *input, hex_examiner *examiner);
void eg_hex_examiner_close(hex_examiner *examiner);

/* The orientation and kind of an element whose points exist and are finite; EG_MESH where it is inverted or
 * degenerate. */
eg_status eg_hex_examine(hex_examiner *examiner, int64_t element, hex_orientation *orientation,
                         eg_hex_kind *kind);

/* The element's points in canonical order: point[(degree+1)^3]. */
void eg_hex_oriented_points(const eg_hexes_input *input, int64_t element, hex_orientation orientation,
                            int32_t *point);

double eg_hex_longest_edge(const double corner[8][3]);

/* ---- order.c ---- */

/* The order of the elements by kind, then along the curve: order[position] = input element. centroid[] is in
 * the order of the input. Caller owns *order. */
eg_status eg_hexes_order(const eg_hexes *mesh, const eg_hexes_input *input, const uint8_t *kind,
                         const double (*centroid)[3], int32_t **order);

/* ---- faces.c ---- */

/* Fills edge, face, their orientations, face_element and face_side from vertex; face_boundary is allocated.
 * x[] has the places of the vertices, for messages. */
eg_status eg_hexes_build_faces(eg_hexes *mesh);

/* The vertices of an element's face by the face's own indices. */
void eg_hexes_face_vertices(const eg_hexes *mesh, int64_t element, int side, int32_t vertex[4]);

/* An edge or a face by its vertices, ascending, and -1 behind those of an edge; they are compared by these,
 * then by their numbers. */
typedef struct hex_side_key {
    int32_t vertex[4], side;
} hex_side_key;
hex_side_key eg_hex_side_key(int corners, const int32_t *vertex, int64_t side);
int eg_hex_compare_sides(const void *left, const void *right);
bool eg_hex_is_same_side(const hex_side_key *a, const hex_side_key *b);

/* The orientation by which indices of a face whose corners are `seen` become those of one with the corners
 * `frame`; -1 where there is none. */
int eg_hex_find_orientation(const int32_t frame[4], const int32_t seen[4]);

/* Whether two elements with these sides, the second of which sees the first's face by an orientation, are on
 * both sides of it. */
bool eg_hex_sides_face(int side, int other, int orientation);

/* ---- lattice.c ---- */

/* Of a box whose elements have the directions of its axes: fills vertex, x, edge, face, their orientations,
 * face_element, face_side and face_boundary, which has input indices; order[elements] are the cells. The
 * same as by matching. */
eg_status eg_hexes_count_sides(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *order);

/* The centroid of a cell of a box. */
void eg_hexes_place_cell(const eg_hexes_input *input, int64_t cell, double centroid[3]);

/* ---- unite.c ---- */

/* A face of a boundary and its counterpart in another: corner c of the first stands where corner[c] of the
 * second does. */
typedef struct hex_face_pair {
    int32_t face[2];
    uint8_t corner[4];
} hex_face_pair;

/* The orientation that takes indices of one face of a pair to those of the other (to = 1: from the first to
 * the second); -1 where the corners are not in one order. */
int eg_hex_orientation_between(const hex_face_pair *pair, int to);

/* Makes the faces of each pair one, and numbers vertices, edges and faces anew. EG_MEMORY, with the mesh as
 * before. */
eg_status eg_hexes_unite(eg_hexes *mesh, const hex_face_pair *pair, int64_t pairs);

/* ---- naming.c ---- */

/* Fills regions and region_name; region[] holds input indices before. */
eg_status eg_hexes_name_regions(eg_hexes *mesh, const eg_hexes_input *input);

/* Fills boundaries, boundary_name and face_boundary; number[input point] is the mesh's vertex + 1, or below 1
 * where it has none. NULL: face_boundary has input indices. */
eg_status eg_hexes_name_boundaries(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *number);

/* ---- locate.c ---- */

/* Puts boxes over the elements, for eg_hexes_locate(). */
eg_status eg_hexes_box_cells(eg_mesh *mesh);

/* ---- cut.c, serialize.c: as the class has them ---- */
eg_status eg_hexes_create_cutter(const eg_mesh *whole, eg_ranks ranks, const eg_mesh_cut *how,
                                 eg_cutter **cutter);
eg_status eg_hexes_cut(eg_cutter *cutter, int rank, eg_mesh **part);
void eg_hexes_destroy_cutter(eg_cutter **cutter);
eg_status eg_hexes_create_part(eg_context *context, eg_mesh **part);
eg_status eg_hexes_serialize(struct eg_serializer *serializer, eg_mesh *part);

/* ---- parts.c ---- */

/* The entities of one kind of a part (vertices, edges, faces or insides), ascending: the first node of each
 * in the whole, which becomes that in the part; `width` nodes each. */
typedef struct hex_entities {
    int64_t count, width, at;
    int32_t *of;
} hex_entities;

/* Numbers the nodes of a part, of which context, own and first are set: fills nodes and ghost. */
eg_status eg_hex_number_part(eg_hex_nodes *nodes, hex_entities *kinds, int count);

/* ---- nodes.c ---- */

/* The node so many behind the first of an edge, a face, an element. */
int32_t eg_hex_node_behind(const eg_hex_nodes *nodes, int32_t first, int32_t behind);

#endif
