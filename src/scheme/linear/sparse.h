/* sparse: matrices with few entries in a row, on the host by rows and on a device in blocks of rows.
 *
 * Rows and columns are numbered by the caller; columns of a row are ascending. All sums have one order, so
 * that the same input gives the same bits on every device, for any lanes and threads. */
#ifndef EG_SCHEME_LINEAR_SPARSE_H
#define EG_SCHEME_LINEAR_SPARSE_H

#include "field/owner.h"

/* A matrix by rows: entries [first[i], first[i + 1]) belong to row i. Plain memory of the host;
 * eg_sparse_free() gives it back. */
typedef struct eg_sparse {
    eg_context *context;
    int32_t rows, columns;
    int64_t *first;  /* [rows + 1] */
    int32_t *column; /* ascending in a row, each once */
    double *value;
} eg_sparse;

void eg_sparse_free(eg_sparse *matrix);

/* ---- from elements */

/* Of each row the elements that have it, ascending, once for each node: element[first[row] .. first[row + 1]).
 * The caller frees both. */
typedef struct eg_sparse_elements {
    int32_t *first, *element;
} eg_sparse_elements;

/* A square matrix with an entry (i, j) wherever an element holds both, and on the whole diagonal, but without
 * values, which who asks adds up from those of elements; `of_row` tells which.
 *   node [elements][nodes]  the row of each node of each element, below `rows`; -1: no row (a value that is
 *                           given)
 * EG_MEMORY. The caller frees the matrix. */
eg_status eg_sparse_pattern(eg_context *context, int32_t rows, int64_t elements, int nodes,
                            const int32_t *node, eg_sparse_elements *of_row, eg_sparse *matrix);

/* Takes out the entries that are 0, but those of the diagonal: rows get shorter, their chains the same
 * values. Gives memory back where half of them go. EG_MEMORY. */
eg_status eg_sparse_drop_zeros(eg_sparse *matrix);

/* ---- on the host */

/* y[rows] = A x[columns], the products of a row added up in ascending columns (without fma: this is for
 * set-up). */
void eg_sparse_multiply(const eg_sparse *matrix, const double *x, double *y);

/* Entry (row, column), NULL where the matrix has none. */
double *eg_sparse_entry(const eg_sparse *matrix, int32_t row, int32_t column);

/* diagonal[rows]; 0 where there is no entry. */
void eg_sparse_diagonal(const eg_sparse *matrix, double *diagonal);
/* inverse[rows]: 1 / diagonal. EG_INPUT, with the level of the cycle of that name, where an entry is not
 * positive. */
eg_status eg_sparse_invert_diagonal(const eg_sparse *matrix, const char *cycle, int level, double *inverse);

/* The transpose. EG_MEMORY. The caller frees it, whatever happens. */
eg_status eg_sparse_transpose(const eg_sparse *matrix, eg_sparse *transpose);

/* ---- on a device */

/* The kernels of products, compiled once for a device, precision and lanes (0: what suits the device). They
 * outlive the matrices made with them, and go with the owner. */
typedef struct eg_sparse_kernels {
    eg_device *device;
    eg_precision precision;
    int lanes;
    eg_program *program;
    eg_kernel *multiply, *residual, *add, *begin, *relax, *slice;
} eg_sparse_kernels;
eg_status eg_sparse_kernels_create(eg_owner *owner, eg_device *device, eg_precision precision, int lanes,
                                   eg_sparse_kernels *kernels);

/* A matrix on the device in the kernels' precision, each value rounded once; kernels/linear/sell.h has its
 * layout. It goes with the owner; the host's matrix is not kept. EG_MEMORY; EG_MESH where its slices do not
 * fit into 31 bits. */
typedef struct eg_sell {
    const eg_sparse_kernels *kernels;
    int32_t rows, columns;
    int64_t blocks, groups; /* of rows; of a launch */
    int64_t entries;        /* with those that pad rows */
    eg_buffer *first, *column, *value;
} eg_sell;
eg_status eg_sell_create(eg_owner *owner, const eg_sparse_kernels *kernels, const eg_sparse *matrix,
                         const char *label, eg_sell **sell);

/* eg_kernel_cost() of a kernel that walks along all rows once, with so many values of vectors a row and a
 * column. */
void eg_sell_cost(const eg_sell *sell, eg_kernel *kernel, int row_values, int column_values);

/* ITEMS of a program whose kernels walk along the rows of such a matrix (linear/sell.h). */
enum { EG_SELL_ITEMS = 4 };

/* y = A x, and t = r - A x; queued. x has [columns], the others [rows] in the kernels' precision; x is none
 * of the others. A row is one chain of fused multiply-adds in ascending columns, from 0, or from r. */
eg_status eg_sell_multiply(const eg_sell *sell, const eg_buffer *x, eg_buffer *y);
eg_status eg_sell_residual(const eg_sell *sell, const eg_buffer *x, const eg_buffer *r, eg_buffer *t);

/* y = y + A x, a row one chain from y. */
eg_status eg_sell_add(const eg_sell *sell, const eg_buffer *x, eg_buffer *y);

/* A step of smoothing, out = x + w D^-1 (r - A x) with inverse[rows] = D^-1; out is none of the others.
 * eg_sell_begin is the step from x = 0. */
eg_status eg_sell_begin(const eg_sell *sell, double weight, const eg_buffer *inverse, const eg_buffer *r,
                        eg_buffer *out);
eg_status eg_sell_relax(const eg_sell *sell, double weight, const eg_buffer *inverse, const eg_buffer *r,
                        const eg_buffer *x, eg_buffer *out);

#endif
