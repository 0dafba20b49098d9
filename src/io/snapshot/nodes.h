/* Nodes: where the values of a polynomial stand in a cell, and the grid that VTK makes of them.
 *
 * In point data each cell has nodes of its own, equidistant in its reference cell: those of
 * eg_snapshot_nodes(). VTK draws polynomials of degree 10 at most; above it a cell is written cut,
 * along the lines through its nodes, into linear sub-cells.
 *
 *     degree 3        j
 *       2             3 +                    a node (i, j) stands at the reference point
 *       7 6           2 + +                  (i, j) / degree
 *       8 9 5         1 + + +
 *       0 3 4 1       0 + + + +
 *                       0 1 2 3  i                                                               */
#ifndef EG_IO_SNAPSHOT_NODES_H
#define EG_IO_SNAPSHOT_NODES_H

#include "element/modal.h"
#include "io/snapshot/snapshot.h"

enum {
    EG_NODES_MOST = (EG_SNAPSHOT_DEGREE + 1) * (EG_SNAPSHOT_DEGREE + 1), /* in a cell */
    EG_SUB_CELLS_MOST = EG_SNAPSHOT_DEGREE * EG_SNAPSHOT_DEGREE
};

/* The nodes of one type and degree (1 to EG_SNAPSHOT_DEGREE), by number and by place. */
typedef struct eg_nodes {
    eg_cell_type type;
    int degree, count;
    uint8_t place[EG_NODES_MOST][2];                                /* (i, j) of each node */
    uint8_t number[EG_SNAPSHOT_DEGREE + 1][EG_SNAPSHOT_DEGREE + 1]; /* of the node at [j][i] */
    uint8_t vertex[EG_CELL_VERTICES];                               /* numbers of those at the vertices */
} eg_nodes;

void eg_nodes_fill(eg_cell_type type, int degree, eg_nodes *nodes);

/* Number of nodes: (p + 1)(p + 2) / 2 on a triangle, (p + 1)^2 on a quadrangle. */
int eg_nodes_count(eg_cell_type type, int degree);

/* The nodes in the straight-sided cell with these vertices: x[nodes->count]. Vertices are copied;
 * on an edge the two cells that share it find the same points, to the last bit. */
void eg_nodes_in_cell(const eg_nodes *nodes, const double (*vertex)[3], double (*x)[3]);

/* Weights of the nodes' values that give the polynomial's value at a reference point. */
void eg_nodes_weights(const eg_nodes *nodes, const double reference[2], double *weights);

/* Cuts the cell: fills the nodes of each of the degree^2 sub-cells, counter-clockwise (three of a
 * triangle), and returns their number. */
int eg_nodes_sub_cells(const eg_nodes *nodes, uint8_t (*sub_cell)[4]);

#endif
