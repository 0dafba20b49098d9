/* gather_rows: matrices that are made row by row, on all threads. What a row consists of comes in any order,
 * and is added up by columns in the order in which it comes. */
#ifndef EG_SCHEME_LINEAR_GATHER_ROWS_H
#define EG_SCHEME_LINEAR_GATHER_ROWS_H

#include "scheme/linear/sparse.h"

/* A range of rows in the making, on one thread. */
typedef struct eg_row_gatherer {
    eg_sparse rows;
    int64_t count, capacity; /* entries so far; that there is room for */
    int32_t *seen;           /* [columns] the row that had the column last, plus one */
    double *sum;             /* [columns] */
} eg_row_gatherer;

/* Adds what row `row` of a result consists of: eg_gather_room() for so many entries at most, then
 * eg_gather_add(). */
typedef eg_status eg_gather_row(const void *with, eg_row_gatherer *g, int32_t row);

/* EG_MEMORY. */
eg_status eg_gather_room(eg_row_gatherer *g, int64_t more);

static inline void eg_gather_add(eg_row_gatherer *g, int32_t row, int32_t column, double value)
{
    if (g->seen[column] != row + 1) {
        g->seen[column] = row + 1;
        g->sum[column] = 0;
        g->rows.column[g->count++] = column;
    }
    g->sum[column] += value;
}

/* Makes a matrix of so many rows and columns. EG_MEMORY, and what the function fails with. The caller frees
 * it. */
eg_status eg_gather_rows(eg_context *context, int32_t rows, int32_t columns, eg_gather_row *add,
                         const void *with, eg_sparse *result);

#endif
