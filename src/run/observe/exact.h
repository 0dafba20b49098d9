/* exact: an exact solution at points, held against values there. */
#ifndef EG_RUN_OBSERVE_EXACT_H
#define EG_RUN_OBSERVE_EXACT_H

#include "run/given/columns.h"
#include "run/model.h"

/* square[count] = |e|^2, of a vector's error the square of its magnitude, from values[count][components] at x[count] (m) and
 * time (s); at most EG_POINTS_AT_ONCE points. */
void eg_exact_squares(const eg_exact *exact, int components, int count, const double (*x)[3],
                      double time, const double *values, double *square);

/* Where an error is not finite: EG_DIVERGED, or EG_CASE at time 0, where that is the exact solution's fault, at a place and
 * time; a state's is told elsewhere. */
eg_status eg_exact_check(eg_case *loaded, const eg_exact *exact, int components, int dimension,
                         const double at[4]);

#endif
