// check: LANES=1 PRECONDITIONER=0
// check: LANES=1 PRECONDITIONER=1
/* Restarted gmres, all but the operator and the preconditioner (Saad and Schultz, SIAM J. Sci. Stat. Comput.
 * 7 (1986) 856), with the preconditioner on the right: |r| is that of A x = b.
 *
 *     gmres_residual   v_0 = b - A x, sums of v_0.v_0     gmres_begin    |r|, decides
 *     (p = P v_k)      operator w = A p                   gmres_dots     sums of v_j.w, w.w
 *     gmres_fold       their totals                       gmres_project  v_(k+1) = w - sum_j h_j v_j
 *     gmres_rotate     the next column, |r|, decides      gmres_weights  of the v_j in the solution
 *     gmres_combine    sum_j weight_j v_j                 gmres_correct  x = x + P of it
 *
 * Directions are orthogonalised by classical Gram and Schmidt: all products of a new one in one pass. A v_j
 * is not quite of length 1: GMRES_SCALE has what is missing, and takes part in the numbers alone. Sums are of
 * double products, in the order of field/chunks.h.
 *
 * Vectors are real [nodes], a group works on a chunk of them; v is real [GMRES_RESTART + 1][room]; sums is
 * double [column][chunks]. p is v_k, with PRECONDITIONER_DIAGONAL scale times it. */
#include "linear/gmres.h"
#include "field/chunks.h"

#if PRECONDITIONER == PRECONDITIONER_DIAGONAL
#define P(value, i) (scale[i] * (value))
#else
#define P(value, i) (value)
#endif

/* v_0 = b - w, p of it, and the sums of its squares and, sums[1], of those of b. 4 (5) values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL gmres_residual(GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT w,
                      GLOBAL CONST real *RESTRICT scale, GLOBAL real *RESTRICT v, GLOBAL real *RESTRICT p,
                      GLOBAL double *RESTRICT sums, GLOBAL CONST long *RESTRICT count, long nodes,
                      long chunks)
{
    FOR_GROUPS(chunk, count[SOLVE_END] == END_NONE ? chunks : 0)
    SHARED double squares[ACCUMULATORS];
    SHARED double given[ACCUMULATORS];
    BEGIN_ACCUMULATORS(squares)
    BEGIN_ACCUMULATORS(given)
#define RESIDUAL(i, j)                                                                                       \
    const real rest = b[i] - w[i];                                                                           \
    v[i] = rest;                                                                                             \
    p[i] = P(rest, i);                                                                                       \
    squares[j] += (double)rest * (double)rest;                                                               \
    given[j] += (double)b[i] * (double)b[i];
    EACH_TERM(chunk, nodes, RESIDUAL)
    END_ACCUMULATORS(squares)
    END_ACCUMULATORS(given)
    FOR_FLAT (t, 1) {
        sums[chunk] = squares[0];
        sums[chunks + chunk] = given[0];
    }
    (void)scale;
    END_GROUPS
}

/* What |r| says at the beginning of a cycle; with `start` the goal, too. `history` [limit + 1]: |r| at the
 * start and after each iteration. One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL gmres_begin(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT value,
                   GLOBAL long *RESTRICT count, GLOBAL double *RESTRICT history, int start, long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double s[FOLD_ACCUMULATORS];
    SHARED double given[FOLD_ACCUMULATORS];
    SUM_OF_CHUNKS(s, sums, chunks)
    SUM_OF_CHUNKS(given, sums + chunks, chunks)
    FOR_FLAT (t, count[SOLVE_END] == END_NONE ? 1 : 0) {
        const double norm = SQRT64(s[0]), first = value[SOLVE_FIRST];
        if (start) {
            const double of = first == GMRES_OF_RHS ? SQRT64(given[0]) : first < 0.0 ? norm : first;
            const double goal = value[SOLVE_RELATIVE] * of;
            value[SOLVE_GOAL] = goal > value[SOLVE_ABSOLUTE] ? goal : value[SOLVE_ABSOLUTE];
            history[0] = norm;
        }
        value[SOLVE_NORM] = norm;
        value[GMRES_SCALE] = 1.0 / norm;
        value[GMRES_RHS] = norm;
        count[GMRES_STEPS] = 0;
        if (!(norm < 1e300))
            count[SOLVE_END] = END_NOT_FINITE;
        else if (norm <= value[SOLVE_GOAL])
            count[SOLVE_END] = END_CONVERGED;
        else if (count[SOLVE_ITERATIONS] >= count[SOLVE_LIMIT])
            count[SOLVE_END] = END_LIMIT;
    }
    END_GROUPS
}

/* sums[j] of v_j.w for j <= k, sums[k + 1] of w.w. One group a chunk and column; 2 values a node each. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL gmres_dots(GLOBAL CONST real *RESTRICT v, GLOBAL CONST real *RESTRICT w, GLOBAL double *RESTRICT sums,
                  GLOBAL CONST long *RESTRICT count, int k, long room, long nodes, long chunks)
{
    FOR_GROUPS(g, count[SOLVE_END] == END_NONE ? chunks * (k + 2) : 0)
    SHARED double dot[ACCUMULATORS];
    const long chunk = g / (k + 2), column = g % (k + 2);
    GLOBAL CONST real *other = column <= k ? v + column * room : w;
    BEGIN_ACCUMULATORS(dot)
#define DOT(i, j) dot[j] += (double)other[i] * (double)w[i];
    EACH_TERM(chunk, nodes, DOT)
    END_ACCUMULATORS(dot)
    FOR_FLAT (t, 1) {
        sums[column * chunks + chunk] = dot[0];
    }
    END_GROUPS
}

/* The totals of the columns. One group a column. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL gmres_fold(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT value,
                  GLOBAL CONST long *RESTRICT count, int k, long chunks)
{
    FOR_GROUPS(column, count[SOLVE_END] == END_NONE ? k + 2 : 0)
    SHARED double s[FOLD_ACCUMULATORS];
    SUM_OF_CHUNKS(s, sums + column * chunks, chunks)
    FOR_FLAT (t, 1) {
        value[GMRES_DOTS + column] = s[0];
    }
    END_GROUPS
}

/* Entry j <= k of column k of Hessenberg's matrix: of directions of length 1. */
FUNCTION double entry(GLOBAL CONST double *value, int j, int k)
{
    return value[GMRES_SCALE + j] * value[GMRES_SCALE + k] * value[GMRES_DOTS + j];
}

/* What v_(k+1) is multiplied by to be about 1 long: of |w|^2 - sum_j h_j^2, unless rounding has taken all of
 * it. */
FUNCTION double about_one(GLOBAL CONST double *value, int k)
{
    const double all = value[GMRES_DOTS + k + 1] * value[GMRES_SCALE + k] * value[GMRES_SCALE + k];
    double rest = all;
    for (int j = 0; j <= k; j++) {
        const double h = entry(value, j, k);
        rest -= h * h;
    }
    const double least = 1e-12 * all;
    return 1.0 / SQRT64(rest > least ? rest : (all > 0.0 ? least : 1.0));
}

/* v_(k+1), p of it, and the sums of its squares. k + 4 values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL gmres_project(GLOBAL CONST real *RESTRICT w, GLOBAL CONST real *RESTRICT scale, GLOBAL real *v,
                     GLOBAL real *RESTRICT p, GLOBAL double *RESTRICT sums,
                     GLOBAL CONST double *RESTRICT value, GLOBAL CONST long *RESTRICT count, int k, long room,
                     long nodes, long chunks)
{
    FOR_GROUPS(chunk, count[SOLVE_END] == END_NONE ? chunks : 0)
    SHARED double squares[ACCUMULATORS];
    SHARED real factor[GMRES_RESTART + 1];
    FOR_FLAT (j, k + 2) {
        const double by = about_one(value, k);
        const double f =
            j <= k ? -by * entry(value, j, k) * value[GMRES_SCALE + j] : by * value[GMRES_SCALE + k];
        factor[j] = R(f);
    }
    BEGIN_ACCUMULATORS(squares)
    BARRIER;
    GLOBAL real *next = v + (k + 1) * room;
#define PROJECT(i, j)                                                                                        \
    real sum = factor[k + 1] * w[i];                                                                         \
    for (int d = 0; d <= k; d++)                                                                             \
        sum = FMA(factor[d], v[d * room + (i)], sum);                                                        \
    next[i] = sum;                                                                                           \
    p[i] = P(sum, i);                                                                                        \
    squares[j] += (double)sum * (double)sum;
    EACH_TERM(chunk, nodes, PROJECT)
    END_ACCUMULATORS(squares)
    FOR_FLAT (t, 1) {
        sums[chunk] = squares[0];
    }
    (void)scale;
    END_GROUPS
}

/* Rotates column k of Hessenberg's matrix into the triangle; |r| after the iteration. */
FUNCTION void rotate(GLOBAL double *value, int k, double length)
{
    GLOBAL double *column = value + GMRES_MATRIX + k * GMRES_RESTART;
    GLOBAL double *cosine = value + GMRES_COSINE, *sine = value + GMRES_SINE;
    const double below = length / about_one(value, k);
    double h = entry(value, 0, k);
    for (int j = 0; j < k; j++) {
        const double next = entry(value, j + 1, k);
        column[j] = cosine[j] * h + sine[j] * next;
        h = cosine[j] * next - sine[j] * h;
    }
    const double diagonal = SQRT64(h * h + below * below);
    column[k] = diagonal;
    cosine[k] = diagonal > 0.0 ? h / diagonal : 1.0;
    sine[k] = diagonal > 0.0 ? below / diagonal : 0.0;
    value[GMRES_RHS + k + 1] = -sine[k] * value[GMRES_RHS + k];
    value[GMRES_RHS + k] = cosine[k] * value[GMRES_RHS + k];
}

/* The next column, and whether the solve has ended. One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL gmres_rotate(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT value,
                    GLOBAL long *RESTRICT count, GLOBAL double *RESTRICT history, int k, long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double s[FOLD_ACCUMULATORS];
    SUM_OF_CHUNKS(s, sums, chunks)
    FOR_FLAT (t, count[SOLVE_END] == END_NONE ? 1 : 0) {
        const double length = SQRT64(s[0]);
        rotate(value, k, length);
        const double rest = value[GMRES_RHS + k + 1], norm = rest < 0.0 ? -rest : rest;
        value[GMRES_SCALE + k + 1] = 1.0 / length;
        value[SOLVE_NORM] = norm;
        count[GMRES_STEPS] = k + 1;
        count[SOLVE_ITERATIONS]++;
        history[count[SOLVE_ITERATIONS]] = norm;
        if (!(norm < 1e300) || !(length < 1e300))
            count[SOLVE_END] = END_NOT_FINITE;
        else if (!(value[GMRES_MATRIX + k * GMRES_RESTART + k] > 0.0))
            count[SOLVE_END] = END_SINGULAR;
        else if (norm <= value[SOLVE_GOAL])
            count[SOLVE_END] = END_CONVERGED;
        else if (count[SOLVE_ITERATIONS] >= count[SOLVE_LIMIT])
            count[SOLVE_END] = END_LIMIT;
    }
    END_GROUPS
}

/* The weights of the directions: the triangle from below. A last column that is not finite or singular is
 * left out. One group. */
KERNEL_SHAPE(1, 1)
KERNEL gmres_weights(GLOBAL double *RESTRICT value, GLOBAL long *RESTRICT count)
{
    FOR_GROUPS(b, 1)
    FOR_FLAT (t, 1) {
        const int broken = count[SOLVE_END] == END_NOT_FINITE || count[SOLVE_END] == END_SINGULAR;
        const int steps = (int)count[GMRES_STEPS] - (broken && count[GMRES_STEPS] > 0);
        for (int i = steps - 1; i >= 0; i--) {
            double sum = value[GMRES_RHS + i];
            for (int j = i + 1; j < steps; j++)
                sum -= value[GMRES_MATRIX + j * GMRES_RESTART + i] * value[GMRES_WEIGHT + j];
            value[GMRES_WEIGHT + i] = sum / value[GMRES_MATRIX + i * GMRES_RESTART + i];
        }
        for (int i = 0; i < steps; i++)
            value[GMRES_WEIGHT + i] *= value[GMRES_SCALE + i];
        count[GMRES_STEPS] = steps;
    }
    END_GROUPS
}

/* p = P of the directions' sum (PRECONDITIONER_APPLIED: the sum alone). */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL gmres_combine(GLOBAL CONST real *RESTRICT v, GLOBAL CONST real *RESTRICT scale,
                     GLOBAL real *RESTRICT p, GLOBAL CONST double *RESTRICT value,
                     GLOBAL CONST long *RESTRICT count, long room, long nodes, long chunks)
{
    FOR_GROUPS(chunk, chunks)
    SHARED real factor[GMRES_RESTART];
    const int steps = (int)count[GMRES_STEPS];
    FOR_FLAT (j, steps) {
        const double f = value[GMRES_WEIGHT + j];
        factor[j] = R(f);
    }
    BARRIER;
#define COMBINE(i, j)                                                                                        \
    real sum = R(0.0);                                                                                       \
    for (int d = 0; d < steps; d++)                                                                          \
        sum = FMA(factor[d], v[d * room + (i)], sum);                                                        \
    p[i] = P(sum, i);
    EACH_TERM(chunk, nodes, COMBINE)
    (void)scale;
    END_GROUPS
}

/* x = x + z. 3 values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL gmres_correct(GLOBAL CONST real *RESTRICT z, GLOBAL real *RESTRICT x, long nodes, long chunks)
{
    FOR_GROUPS(chunk, chunks)
#define CORRECT(i, j) x[i] = x[i] + z[i];
    EACH_TERM(chunk, nodes, CORRECT)
    END_GROUPS
}
