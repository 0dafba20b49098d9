/* What the files of this folder share: sorting, canonical cells, faces, boundary names, search.
 *
 * How eg_plane_build() works (build.c): check and turn the cells (canonical.c), sort them along the
 * curve (order.c), number the nodes, pair the half-edges to faces (faces.c), name regions and
 * boundary faces (naming.c), put boxes over the cells (locate.c). What comes later, where a case
 * asks for it: periodic pairs (join.c), parts for many ranks (part.c, cut.c, deal.c). */
#ifndef EG_MESH_INTERNAL_H
#define EG_MESH_INTERNAL_H

#include "mesh/boxes.h"
#include "mesh/plane/plane.h"

/* ---- order.c ---- */

/* Sorts key[count] ascending and applies the same permutation to value[]; stable. EG_MEMORY. */
eg_status eg_radix_sort(eg_context *context, int64_t count, uint64_t *key, int32_t *value);
/* The first place in sorted keys that is not below `wanted`; count where all are. */
int64_t eg_sorted_first_at(const uint64_t *key, int64_t count, uint64_t wanted);

/* Place of the point along the Hilbert curve of the unit square: 32 bits a coordinate. Points
 * outside count as on the edge. */
uint64_t eg_hilbert_plane(double x, double y);

/* The same along the curve of the unit cube: 21 bits a coordinate. */
uint64_t eg_hilbert_space(double x, double y, double z);

/* The order of the cells: order[position] = input cell. Caller owns *order. */
eg_status eg_plane_order_cells(eg_context *context, const eg_plane_input *input,
                               const int64_t cells_of_type[EG_CELL_TYPES], const double box_low[3],
                               const double box_high[3], int32_t **order);

/* ---- random.c ---- */

/* The next 64 bits (splitmix64). */
uint64_t eg_random_bits(uint64_t *state);
/* A random order of 0 .. count - 1, or that order itself. */
void eg_random_order(int32_t *order, int64_t count, bool shuffle, uint64_t *state);

/* ---- box.c ---- */

/* EG_MESH where a box's size, origin or cells along one of the axes cannot be; at most `most` cells along each. */
eg_status eg_box_check(eg_context *context, int axes, const double *origin, const double *size,
                       const int64_t *cells, int64_t most);

/* ---- canonical.c ---- */

/* EG_MESH with a sentence where the input's cell is no convex cell with an area. */
eg_status eg_plane_check_cell(eg_context *context, const eg_plane_input *input, int64_t cell);

/* The vertices of a checked cell, counter-clockwise from the lowest in (x, y), and their
 * coordinates; returns their number. */
int eg_plane_canonical_cell(const eg_plane_input *input, int64_t cell, int32_t vertex[4],
                            double (*x)[2]);

/* "(x, y)" of a node, for messages. */
typedef struct eg_plane_place {
    char text[72];
} eg_plane_place;
eg_plane_place eg_plane_place_of(const double x[3]);

/* ---- part.c ---- */
void eg_plane_part_destroy(eg_context *context, eg_plane_part **part);

/* Cuts parts one after the other: what is as large as the whole mesh is made once, and a part takes time and memory of its
 * own size. The whole mesh outlives the cutter. EG_MEMORY. */
typedef struct eg_plane_cutter eg_plane_cutter;
eg_status eg_plane_cutter_create(const eg_plane *whole, int ranks, const bool *together,
                                 eg_plane_cutter **cutter);
eg_status eg_plane_cutter_cut(eg_plane_cutter *cutter, int rank, eg_plane **part);
void eg_plane_cutter_destroy(eg_plane_cutter **cutter);

/* ---- faces.c ---- */

/* Fills cell_face, faces, face_vertex, face_cell from the cells' vertices; no face has a twin. */
eg_status eg_plane_build_faces(eg_plane *mesh);

/* Half-edges are the places of vertex[] and cell_face[]: half-edge h runs from vertex[h] to the
 * vertex after it in its cell. */
int64_t eg_plane_half_edge_cell(const eg_plane *mesh, int64_t half_edge);
int64_t eg_plane_half_edge_next(const eg_plane *mesh, int64_t half_edge);

/* ---- naming.c ---- */

/* Names that are in use, in the order of the input, and where they went. */
typedef struct eg_name_list {
    eg_context *context;
    int32_t *index; /* [names of the input] place in name[], -1: not used */
    char **name;
    int count;
} eg_name_list;

/* Keeps the names with used[i] > 0. `room` more places are left free at the end of the list. */
eg_status eg_names_keep_used(eg_name_list *list, int names, const char *const *name,
                             const int64_t *used, int room);
/* Index of the name "unnamed" in the list, added, where it is missing, in a place left free. */
eg_status eg_names_unnamed(eg_name_list *list, int *index);
void eg_names_free(eg_name_list *list);
/* Keeps the names of regions that cells belong to: region[cells] goes from places in name[] to places in (*kept)[]. Warns
 * of the others in the words of `warning`. The caller owns *kept. */
eg_status eg_names_take_regions(eg_context *context, const char *origin, const char *warning,
                                int64_t cells, int32_t *region, int names, const char *const *name,
                                char ***kept, int *kept_count);
/* Of a finished mesh: frees the names, and the index of one or -1. */
void eg_names_destroy(eg_context *context, char ***names, int count);
int eg_names_index(char **names, int count, const char *name);
/* A warning "ORIGIN: WHAT 'NAME' and is left out" for each name with used[i] == 0. */
void eg_names_warn_unused(eg_context *context, const char *origin, const char *what, int names,
                          const char *const *name, const int64_t *used);

/* Fills regions and region_name; turns region[] from input indices into indices of those. */
eg_status eg_plane_name_regions(eg_plane *mesh, const eg_plane_input *input);

/* Fills boundaries, boundary_name and face_boundary; number[input node] is the mesh's node + 1, or
 * 0 where it has none. */
eg_status eg_plane_name_boundaries(eg_plane *mesh, const eg_plane_input *input,
                                   const int32_t *number);

/* ---- locate.c, orientation.c ---- */

/* Puts boxes over the cells, for eg_plane_locate(). */
eg_status eg_plane_box_cells(eg_plane *mesh);

/* The exact sign (-1, 0, 1) of the area of the triangle a, b, c: 1 when it runs counter-clockwise.
 * Coordinates are finite, at most 1e15. */
int eg_orientation(const double a[2], const double b[2], const double c[2]);

#endif
