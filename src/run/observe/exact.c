/* An exact solution at points. */
#include "run/observe/exact.h"

#include "run/given/given.h"

#include <math.h>
#include <string.h>

void eg_exact_squares(const eg_exact *exact, int components, int count, const double (*x)[3],
                      double time, const double *values, double *square)
{
    eg_point_columns at;
    double expected[EG_POINTS_AT_ONCE];
    memset(square, 0, (size_t)count * sizeof *square);
    eg_point_columns_fill(&at, count, x, time);
    for (int i = 0; i < components; i++) {
        eg_point_columns_evaluate(&at, exact->node[i], count, expected);
        for (int q = 0; q < count; q++) {
            double e = values[q * components + i] - expected[q];
            square[q] += e * e;
        }
    }
}

eg_status eg_exact_check(eg_case *loaded, const eg_exact *exact, int components, int dimension,
                         const double at[4])
{
    char text[EG_VALUE_ROOM], place[EG_POINT_ROOM];
    for (int i = 0; i < components; i++) {
        double value = eg_expression_eval(exact->expression[i], at);
        if (!isfinite(value))
            return eg_case_fail(
                loaded, exact->node[i], at[3] > 0 ? EG_DIVERGED : EG_CASE,
                "%s is %s at %s, t = %.9g s; errors need a finite number everywhere and at all "
                "times of the run, its end included",
                eg_node_name(exact->node[i]), eg_format_value(value, text),
                eg_given_place(dimension, at, place), at[3]);
    }
    return EG_OK;
}
