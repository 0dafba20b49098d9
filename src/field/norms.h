/* norms: means of an error over all cells, of its square and of its gradient's. Each own cell gives a row of
 * integrals; the rows are summed along the canonical order, so the norms do not depend on threads or
 * ranks. */
#ifndef EG_FIELD_NORMS_H
#define EG_FIELD_NORMS_H

#include "comm/comm.h"

/* Points of quadrature of a cell and a solution there; of one thread, whose it is. */
typedef struct eg_cell_points {
    /* Fills what is below for a held cell. */
    void (*fill)(struct eg_cell_points *self, int64_t cell);
    void (*destroy)(struct eg_cell_points **self);
    int count;
    double (*x)[3];        /* [count] m */
    double *weight;        /* [count] they add up to the cell's measure, m^dimension */
    double *values;        /* [count][components] */
    double (*gradient)[3]; /* [count] of one component, by m; NULL: not asked for */
} eg_cell_points;

enum { EG_ERRORS_AT_ONCE = 64 };

/* Where errors come from. Any thread may call the functions. */
typedef struct eg_error_source {
    eg_status (*create_points)(const struct eg_error_source *self, eg_cell_points **points);
    /* square[count] = |e|^2 and gradient[count] = |grad e|^2 at the points from `first` on, at most
     * EG_ERRORS_AT_ONCE; gradient[] holds zeros before. */
    eg_status (*find)(const struct eg_error_source *self, const eg_cell_points *points, int first, int count,
                      double *square, double *gradient);
} eg_error_source;

enum { EG_ERROR_VOLUME, EG_ERROR_SIZE, EG_ERROR_SQUARE, EG_ERROR_GRADIENT, EG_ERROR_SUMS };

/* Integrals of 1, |e|, |e|^2, |grad e|^2 over each cell, and the largest |e| at its points; NaN where one
 * is. */
typedef struct eg_error_rows {
    int64_t cells;
    eg_sum (*sum)[EG_ERROR_SUMS]; /* [cells] */
    double *largest;              /* [cells] */
} eg_error_rows;

/* Means over the domain: int |e| / V, sqrt(int |e|^2 / V), sqrt(int |grad e|^2 / V); linf over the points. */
typedef struct eg_norms {
    double l1, l2, linf, h1; /* h1: NaN where it is not known */
} eg_norms;

/* Rows of the held cells from `first` on, on all threads, where a cell has about so many points. The caller
 * frees them, also after a failure. Not collective. EG_MEMORY, and what the source fails with: the first
 * failure in the order of cells. */
eg_status eg_error_rows_find(eg_context *context, const eg_error_source *source, int64_t first, int64_t cells,
                             int points, eg_error_rows *rows);
void eg_error_rows_free(eg_error_rows *rows);

/* The norms from the rows of all ranks. Collective. */
eg_norms eg_error_norms(const eg_comm *comm, const eg_error_rows *rows, bool with_gradient);

#endif
