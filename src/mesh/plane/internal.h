/* What the files of this folder share: sorting, canonical cells, faces, boundary names, search.
 *
 * How eg_plane_build() works (build.c): check and turn the cells (canonical.c), sort them along the
 * curve (order.c), number the nodes, pair the half-edges to faces (faces.c), name regions and
 * boundary faces (naming.c), put boxes over the cells (locate.c). What comes later, where a case
 * asks for it: periodic pairs (join.c), parts for many ranks (cut.c, serialize.c). */
#ifndef EG_MESH_PLANE_INTERNAL_H
#define EG_MESH_PLANE_INTERNAL_H

#include "mesh/internal.h"
#include "mesh/plane/plane.h"

/* ---- order.c ---- */

/* Input cells in canonical order, and how the vertices of each input cell are turned. */
typedef struct eg_plane_order {
    int32_t *cell; /* [cells] */
    uint8_t *turn; /* [cells] of eg_plane_turn() */
} eg_plane_order;

/* Checks the cells (EG_MESH: eg_plane_check_cell()) and orders them. of_type[parts] are the cells of each
 * type in the parts of a loop over input cells. *order is empty before; the caller frees it, after a failure
 * too. */
eg_status eg_plane_order_cells(eg_context *context, const eg_plane_input *input, int parts,
                               const int64_t (*of_type)[EG_CELL_TYPES], const double box_low[3],
                               const double box_high[3], eg_plane_order *order);
void eg_plane_order_free(eg_plane_order *order);

/* ---- canonical.c ---- */

/* EG_MESH with a sentence where the input's cell, whose vertices are at x, is no convex cell with an area. */
eg_status eg_plane_check_cell(eg_context *context, const eg_plane_input *input, int64_t cell,
                              const double (*x)[2]);

/* How the vertices of a checked cell are turned to run counter-clockwise from the lowest in (x, y): the place
 * of the lowest, and 4 where they run clockwise. */
uint8_t eg_plane_find_turn(int count, const double (*x)[2]);
/* Turns the values of a cell's vertices. */
static inline void eg_plane_turn(int count, uint8_t turn, const int32_t *value, int32_t *turned)
{
    int at = turn & 3, last = count - 1;
    for (int k = 0; k < count; k++) {
        turned[k] = value[at];
        at = turn & 4 ? (at == 0 ? last : at - 1) : (at == last ? 0 : at + 1);
    }
}

/* ---- cut.c, serialize.c: as the class has them ---- */
eg_status eg_plane_create_cutter(const eg_mesh *whole, eg_ranks ranks, const eg_mesh_cut *how,
                                 eg_cutter **cutter);
eg_status eg_plane_cut(eg_cutter *cutter, int rank, eg_mesh **part);
void eg_plane_destroy_cutter(eg_cutter **cutter);
/* The part of a rank out of a window, as eg_plane_cut_window(); `mesh` has the window's cells and faces. */
eg_status eg_plane_cut_out(const eg_plane_window *window, const eg_plane *mesh, eg_ranks ranks, int rank,
                           bool vertices, eg_mesh **part);
eg_status eg_plane_create_part(eg_context *context, eg_mesh **part);
eg_status eg_plane_serialize(struct eg_serializer *serializer, eg_mesh *part);

/* ---- arrays.c ---- */

/* The arrays of base.held cells, which have so many half-edges, and of the nodes. EG_MEMORY. */
eg_status eg_plane_allocate_cells(eg_plane *mesh, int64_t half_edges);
/* The arrays of mesh->faces faces. EG_MEMORY. */
eg_status eg_plane_allocate_faces(eg_plane *mesh);

/* ---- plane.c ---- */

/* A part that has all cells becomes a whole mesh. */
void eg_plane_free_part(eg_plane *mesh);

/* ---- build.c ---- */

/* Areas and centroids of all cells. */
void eg_plane_measure_cells(eg_plane *mesh);

/* ---- faces.c ---- */

/* Fills cell_face, faces, face_vertex, face_cell from the cells' vertices; no face has a twin or a name. */
eg_status eg_plane_build_faces(eg_plane *mesh);

/* ---- naming.c ---- */

/* Fills regions and region_name; turns region[] from input indices into indices of those. */
eg_status eg_plane_name_regions(eg_plane *mesh, const eg_plane_input *input);

/* Fills boundaries, boundary_name and face_boundary; number[input node] is the mesh's node + 1, or
 * 0 where it has none. */
eg_status eg_plane_name_boundaries(eg_plane *mesh, const eg_plane_input *input, const int32_t *number);

/* ---- locate.c, orientation.c ---- */

/* Puts boxes over the cells, for eg_plane_locate(). */
eg_status eg_plane_box_cells(eg_mesh *mesh);

/* The exact sign (-1, 0, 1) of the area of the triangle a, b, c: 1 when it runs counter-clockwise.
 * Coordinates are finite, at most 1e15. */
int eg_orientation(const double a[2], const double b[2], const double c[2]);

#endif
