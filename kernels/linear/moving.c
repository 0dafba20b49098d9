// check: LANES=1 EXPRESSIONS=0
/* What of a right-hand side changes with time: expressions of x, y, z and t at places, each with a weight.
 *
 * A program has a function eg_moving_value(number, x, y, z, t), the expressions by their numbers.
 *
 *   place       [3][places] x, y, z, from the point (x0, y0, z0)
 *   weight      [places]    integral of what the value stands for, at its node: m3 of a source, m2 of a flux
 *   node        [places]    in ranges without repetitions
 *   expression  [places]
 */
#include "field/chunks.h"

#if !EXPRESSIONS
/* There is none: for a compiler that is only to look at this. */
FUNCTION double eg_moving_value(int number, double x, double y, double z, double t)
{
    return (double)number + x + y + z + t;
}
#endif

#define VALUE(k)                                                                                             \
    eg_moving_value(expression[k], x0 + (double)point[k], y0 + (double)point[points + (k)],                  \
                    z0 + (double)point[2 * points + (k)], t)

/* load += weight times the value, in the range of `count` places behind `first`. A chunk of it a group; 7
 * values a place, and the expression. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL moving_load(GLOBAL CONST real *RESTRICT point, GLOBAL CONST real *RESTRICT weight,
                   GLOBAL CONST int *RESTRICT node, GLOBAL CONST int *RESTRICT expression,
                   GLOBAL real *RESTRICT load, double x0, double y0, double z0, double t, long points,
                   long first, long count, long chunks)
{
    FOR_GROUPS(b, chunks)
    FOR_FLAT (j, CHUNK) {
        if (b * CHUNK + j < count) {
            const long k = first + b * CHUNK + j;
            const double value = VALUE(k);
            load[node[k]] = FMA(weight[k], R(value), load[node[k]]);
        }
    }
    END_GROUPS
}

/* given[k] = the value, in the range. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL moving_given(GLOBAL CONST real *RESTRICT point, GLOBAL CONST int *RESTRICT expression,
                    GLOBAL real *RESTRICT given, double x0, double y0, double z0, double t, long points,
                    long first, long count, long chunks)
{
    FOR_GROUPS(b, chunks)
    FOR_FLAT (j, CHUNK) {
        if (b * CHUNK + j < count) {
            const long k = first + b * CHUNK + j;
            const double value = VALUE(k);
            given[b * CHUNK + j] = R(value);
        }
    }
    END_GROUPS
}
