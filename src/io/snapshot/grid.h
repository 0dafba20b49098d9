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

/* Kinds of cells: those of the plane and of forests of quadrangles are eg_cell_type. Files have them in this
 * order. */
enum { EG_GRID_HEXAHEDRON = EG_CELL_TYPES, EG_GRID_KINDS };

/* Of a cell of point data its nodes, and the cells of the grid that it is written as: one a part. */
int eg_grid_nodes(int kind, int degree);
int eg_grid_parts(int kind, int degree);

/* The grid of so many cells of each kind; of cell data (degree 0) without points. */
eg_grid_size eg_grid_size_of(const int64_t cells[EG_GRID_KINDS], int degree);
/* Of the first cells of the whole mesh that `mesh` is a part of; of cell data with all its points. */
eg_grid_size eg_grid_size_of_first(const eg_mesh *mesh, int64_t cells, int degree);

/* How many of these are of each kind. */
void eg_grid_count_kinds(const eg_mesh *mesh, int64_t cells, int64_t of_kind[EG_GRID_KINDS]);

void eg_grid_kinds_of(const eg_snapshot *snapshot, int64_t of_kind[EG_GRID_KINDS]);

/* What a cell is written as: parts that are alike, each by the numbers of its nodes in the order of VTK. A
 * cell of cell data is one part, with its vertices as nodes. */
enum { EG_GRID_IDS = EG_HEX_VERTICES * EG_HEX_DEGREE * EG_HEX_DEGREE * EG_HEX_DEGREE };
typedef struct eg_grid_shape {
    int kind, degree, nodes, parts, vertices;
    int count; /* nodes of a part */
    uint8_t vtk_type;
    int16_t
        vertex[EG_HEX_VERTICES]; /* nodes at the vertices; of a hexahedron round its bottom, round its top */
    int16_t node[EG_GRID_IDS];   /* [parts][count] */
} eg_grid_shape;
void eg_grid_shape_fill(int kind, int degree, eg_grid_shape *shape);

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

/* Puts what the mesh has of the grid: of a part its own cells and nodes. EG_IO, EG_MEMORY. Not collective. */
eg_status eg_grid_put(eg_parallel_file *file, const eg_mesh *mesh, int degree, const eg_hex_nodes *common,
                      const eg_grid_offsets *offsets);

/* ---- common.c: nodes that hexahedra share, once in the files
 *
 * Nodes are numbered by first use (mesh/hexes/hexes.h), so that those that an element is the first to have
 * follow each other. In the file the point of a node has its number in the whole mesh:
 *
 *     point    0            begin[1]      begin[2]
 *              | of element 0 | new in 1    | new in 2 ...
 *
 * A rank thus writes one piece of each array, with the new nodes of its own elements. */

enum { EG_GRID_NODES = (EG_HEX_DEGREE + 1) * (EG_HEX_DEGREE + 1) * (EG_HEX_DEGREE + 1) };

/* The nodes that the element is the first to have, in the order of the file: fills their places in the
 * element and gives their number. */
int eg_grid_new_nodes(const eg_hexes *mesh, const eg_hex_nodes *common, int64_t element,
                      int16_t place[EG_GRID_NODES]);

/* Of each node of each cell its point in the file, point[snapshot->values], from the file's Connectivity
 * id[ids]. EG_INPUT where a point is not there, or a node of a cell is two of them. */
eg_status eg_grid_points_of_nodes(eg_h5 *h5, const eg_snapshot *snapshot, const int32_t *id, int32_t *point);
/* The same of an open file; the caller frees *point. EG_INPUT, EG_MEMORY. */
eg_status eg_grid_read_points_of_nodes(eg_h5 *h5, const eg_snapshot *snapshot, int32_t **point);

/* Writes when a snapshot was taken and what of, as attributes and as the time that ParaView shows. */
eg_status eg_h5_write_stamp(eg_h5 *h5, const eg_snapshot_stamp *stamp, const eg_snapshot_set *set);

#endif
