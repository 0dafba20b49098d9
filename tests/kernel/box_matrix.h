/* Matrices of c u - div(kappa grad u) with trilinear elements on a box of n^3 cells: what tests of linear
 * solvers share.
 * */
#ifndef EG_TEST_BOX_MATRIX_H
#define EG_TEST_BOX_MATRIX_H

#include "scheme/linear/sparse.h"

#include <math.h>
#include <stdlib.h>

typedef enum box_jump {
    BOX_EVEN,     /* kappa = 1 */
    BOX_CHECKERS, /* 1 and 1e4 in 4^3 blocks that alternate */
    BOX_RANDOM    /* 10^(4 u) of each cell, u uniform in [0, 1) */
} box_jump;

typedef struct box_problem {
    int n;          /* cells along each side */
    double size[3]; /* 0: 1 */
    double c;
    box_jump jump;
    bool neumann; /* else u = 0 at all sides, whose nodes have no rows */
    bool shuffle; /* rows in a random order */
} box_problem;

static inline uint32_t box_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static double box_kappa(const box_problem *p, const int cell[3], uint32_t *state)
{
    if (p->jump == BOX_RANDOM)
        return pow(10, 4.0 * box_random(state) / 16777216);
    int sum = cell[0] * 4 / p->n + cell[1] * 4 / p->n + cell[2] * 4 / p->n;
    return p->jump == BOX_CHECKERS && sum % 2 == 1 ? 1e4 : 1;
}

/* The element matrix, exact integrals of products of linear functions. */
static void box_element(const box_problem *p, double kappa, double values[64])
{
    double h[3];
    for (int d = 0; d < 3; d++)
        h[d] = (p->size[d] > 0 ? p->size[d] : 1) / p->n;
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++) {
            double stiff[3], mass[3];
            for (int d = 0; d < 3; d++) {
                bool same = (a >> d & 1) == (b >> d & 1);
                stiff[d] = (same ? 1 : -1) / h[d];
                mass[d] = (same ? 2 : 1) * h[d] / 6;
            }
            double gradients =
                stiff[0] * mass[1] * mass[2] + mass[0] * stiff[1] * mass[2] + mass[0] * mass[1] * stiff[2];
            values[a * 8 + b] = kappa * gradients + p->c * mass[0] * mass[1] * mass[2];
        }
}

/* Row of each node of the grid, -1 where there is none; returns the number of rows. */
static int32_t box_number(const box_problem *p, int32_t *row)
{
    int side = p->n + 1;
    int32_t rows = 0;
    for (int i = 0; i < side * side * side; i++) {
        int x = i % side, y = i / side % side, z = i / side / side;
        bool inside = x > 0 && y > 0 && z > 0 && x < p->n && y < p->n && z < p->n;
        row[i] = p->neumann || inside ? rows++ : -1;
    }
    if (!p->shuffle)
        return rows;
    uint32_t state = 5;
    int32_t *new_of = malloc((size_t)rows * sizeof *new_of);
    for (int32_t i = 0; i < rows; i++)
        new_of[i] = i;
    for (int32_t i = rows - 1; i > 0; i--) {
        int32_t j = (int32_t)(((uint64_t)box_random(&state) * (uint64_t)(i + 1)) >> 24);
        int32_t kept = new_of[i];
        new_of[i] = new_of[j];
        new_of[j] = kept;
    }
    for (int i = 0; i < side * side * side; i++)
        row[i] = row[i] < 0 ? -1 : new_of[row[i]];
    free(new_of);
    return rows;
}

static void box_nodes(const box_problem *p, const int32_t *row, int32_t *node)
{
    int side = p->n + 1;
    for (int e = 0; e < p->n * p->n * p->n; e++) {
        int x = e % p->n, y = e / p->n % p->n, z = e / p->n / p->n;
        for (int a = 0; a < 8; a++)
            node[e * 8 + a] = row[((z + (a >> 2)) * side + y + (a >> 1 & 1)) * side + x + (a & 1)];
    }
}

/* A matrix of zeros with the pattern of elements. */
static inline eg_status begin_matrix(eg_context *context, int32_t rows, int64_t elements, int nodes,
                                     const int32_t *node, eg_sparse *matrix)
{
    eg_sparse_elements of_row = {0};
    EG_TRY(eg_sparse_pattern(context, rows, elements, nodes, node, &of_row, matrix));
    EG_FREE(&of_row.first, &of_row.element);
    eg_status status = eg_alloc(context, matrix->first[rows], sizeof *matrix->value, &matrix->value);
    if (status != EG_OK)
        eg_sparse_free(matrix);
    return status;
}

/* Adds element matrices, [elements][nodes][nodes], one after the other. */
static inline void add_elements(eg_sparse *matrix, int64_t elements, int nodes, const int32_t *node,
                                const double *values)
{
    for (int64_t e = 0; e < elements; e++)
        for (int i = 0; i < nodes * nodes; i++) {
            int32_t row = node[e * nodes + i / nodes], column = node[e * nodes + i % nodes];
            if (row >= 0 && column >= 0)
                *eg_sparse_entry(matrix, row, column) += values[e * nodes * nodes + i];
        }
}

static eg_status box_assemble(eg_context *context, const box_problem *p, eg_sparse *matrix)
{
    int side = p->n + 1, elements = p->n * p->n * p->n;
    int32_t *row = calloc((size_t)(side * side * side), sizeof *row);
    int32_t *node = calloc((size_t)elements * 8, sizeof *node);
    int32_t rows = box_number(p, row);
    uint32_t state = 1;
    box_nodes(p, row, node);
    eg_status status = begin_matrix(context, rows, elements, 8, node, matrix);
    for (int e = 0; status == EG_OK && e < elements; e++) {
        const int cell[3] = {e % p->n, e / p->n % p->n, e / p->n / p->n};
        double values[64];
        box_element(p, box_kappa(p, cell, &state), values);
        add_elements(matrix, 1, 8, &node[e * 8], values);
    }
    free(node);
    free(row);
    return status;
}

#endif
