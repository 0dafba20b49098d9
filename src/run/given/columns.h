/* columns: points in columns x, y, z, t, at which an expression of the case is evaluated many at once. */
#ifndef EG_RUN_GIVEN_COLUMNS_H
#define EG_RUN_GIVEN_COLUMNS_H

#include "io/case/case.h"

enum { EG_POINTS_AT_ONCE = 64 };
typedef struct eg_point_columns {
    double of[4][EG_POINTS_AT_ONCE]; /* m, m, m, s */
} eg_point_columns;

/* count <= EG_POINTS_AT_ONCE points at one time, s. */
void eg_point_columns_fill(eg_point_columns *columns, int count, const double (*x)[3], double time);
/* values[i] of an expression at point i. */
void eg_point_columns_evaluate(const eg_point_columns *columns, const eg_node *node, int count,
                               double *values);

#endif
