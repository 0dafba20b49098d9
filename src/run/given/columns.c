/* An expression of the case at many points at once. */
#include "run/given/columns.h"

void eg_point_columns_fill(eg_point_columns *columns, int count, const double (*x)[3], double time)
{
    assert(count <= EG_POINTS_AT_ONCE);
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < 3; d++)
            columns->of[d][i] = x[i][d];
        columns->of[3][i] = time;
    }
}

void eg_point_columns_evaluate(const eg_point_columns *columns, const eg_node *node, int count,
                               double *values)
{
    const double *const of[4] = {columns->of[0], columns->of[1], columns->of[2], columns->of[3]};
    eg_expression_eval_many(eg_node_expression(node), count, of, values);
}
