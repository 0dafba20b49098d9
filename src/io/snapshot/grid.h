/* The grid of a snapshot as its files hold it: points, cells, connectivity. For cell data it is the
 * mesh. For point data each cell has points of its own and is one Lagrange cell of VTK, or, above
 * the degree that VTK draws, cut into linear sub-cells. */
#ifndef EG_IO_SNAPSHOT_GRID_H
#define EG_IO_SNAPSHOT_GRID_H

#include "io/snapshot/snapshot.h"
#include "io/snapshot/nodes.h"
#include "io/snapshot/vtkhdf.h"

/* Points, cells, and entries of the connectivity. */
typedef struct eg_grid_size {
    int64_t points, cells, ids;
} eg_grid_size;

/* Of the mesh, and of point data on that many cells of each type (1 <= degree). */
eg_grid_size eg_grid_size_of_mesh(const eg_plane *mesh, int degree);
eg_grid_size eg_grid_size_of_cells(const int64_t cells_of_type[EG_CELL_TYPES], int degree);

/* Cells of the grid that a cell of the mesh is written as. */
int eg_grid_parts(int degree);

/* What a cell of the mesh is written as, by the numbers of its nodes: parts[vertices] one after the other. */
typedef struct eg_grid_cell {
    uint8_t vtk_type;
    int parts, vertices;
    uint8_t node[4 * EG_SUB_CELLS_MOST]; /* [parts][vertices] */
} eg_grid_cell;
void eg_grid_cell_fill(const eg_nodes *nodes, eg_grid_cell *cell);

/* Writes the three sizes; every file has them. */
eg_status eg_grid_write_size(eg_h5 *h5, eg_grid_size size);

/* Places of the arrays in a file of the grid. Connectivity and Offsets have numbers of `id_bytes`, 4 or,
 * where the last offset needs them, 8: VTK's reader takes both arrays of one type alone. */
typedef struct eg_grid_offsets {
    int64_t points, connectivity, offsets, types;
    int id_bytes;
} eg_grid_offsets;

/* Writes numbers of points or places as Connectivity and Offsets hold them. */
eg_status eg_grid_write_ids(eg_parallel_file *file, const int64_t *id, int64_t count,
                            const eg_grid_offsets *offsets);

/* Writes the sizes and lays out Points, Connectivity, Offsets and Types. */
eg_status eg_grid_lay_out(eg_h5 *h5, eg_grid_size size, eg_grid_offsets *offsets);

/* The grid of all cells of a mesh, or of the whole mesh that it is a part of; and what of that stands before
 * the cells of the part. */
eg_grid_size eg_grid_size_of_whole(const eg_plane *mesh, int degree);
eg_grid_size eg_grid_size_before(const eg_plane *mesh, int degree);

/* Puts what the mesh has of the grid: of a part its own cells and nodes. EG_IO, EG_MEMORY. Not collective. */
eg_status eg_grid_put(eg_parallel_file *file, const eg_plane *mesh, int degree,
                      const eg_grid_offsets *offsets);

/* Writes when a snapshot was taken and what of, as attributes and as the time that ParaView shows. */
eg_status eg_h5_write_stamp(eg_h5 *h5, const eg_snapshot_stamp *stamp, const char *case_hash, int degree);

/* ---- hexahedra (snapshot_hexes.c) */

eg_grid_size eg_hex_grid_size(int64_t hexahedra, int degree);

/* Cells of the grid that a hexahedron is written as. */
int eg_hex_grid_parts(int degree);

/* One of them: its VTK type, and the lexicographic numbers of its nodes in the order of VTK. */
enum {
    EG_HEX_PART_NODES =
        (EG_LAGRANGE_HEX_DEGREE + 1) * (EG_LAGRANGE_HEX_DEGREE + 1) * (EG_LAGRANGE_HEX_DEGREE + 1)
};
typedef struct eg_hex_part {
    uint8_t vtk_type;
    int count;
    int16_t node[EG_HEX_PART_NODES];
} eg_hex_part;
void eg_hex_part_fill(int degree, int part, eg_hex_part *filled);

/* The same of a quadrangle of a forest, whose nodes go as eg_snapshot_nodes(). */
eg_grid_size eg_quad_grid_size(int64_t quadrangles, int degree);

/* The nodes at the corners of a hexahedron, round its bottom, then round its top. */
void eg_hex_corner_nodes(int degree, int node[8]);

/* Puts the grid of hexahedra, or of a forest: as eg_grid_put(). */
eg_status eg_hex_grid_put(eg_parallel_file *file, const eg_mesh *mesh, int degree,
                          const eg_grid_offsets *offsets);

#endif
