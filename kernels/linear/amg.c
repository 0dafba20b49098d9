// check: LANES=8 ITEMS=4
// check: LANES=32 ITEMS=4
/* The multigrid cycle: smoothing, transfer, the coarsest level, and the scalars of the K-cycle, which stay on
 * the device (docs/theory/multigrid.md). Vectors are in the order of a level's rows. */
#include "field/chunks.h"
#include "linear/amg.h"
#include "linear/sell.h"

/* The correction that a row gets from the next level, e at its aggregate `at`: c, or first c + second d. */
FUNCTION real coarse_value(GLOBAL CONST real *c, GLOBAL CONST real *d, int at, real first, real second,
                           int mode)
{
    return mode == AMG_TWO ? FMA(first, c[at], second * d[at]) : c[at];
}

/* x = (base + w D^-1 r) + P e: a step of smoothing whose residual r is known, and the correction of the
 * coarse level. Without base the step begins at 0. P e is the value of the row's aggregate (-1: the row has
 * none): nothing, c, or scalar[AMG_FIRST] c + scalar[AMG_SECOND] d, by `mode`. Of base, c, d what is not
 * meant is any buffer. */
KERNEL_SHAPE(AMG_GROUP, 8)
KERNEL amg_correct(GLOBAL CONST real *base, GLOBAL CONST real *inverse, GLOBAL CONST real *r,
                   GLOBAL CONST int *RESTRICT aggregate, GLOBAL CONST real *c, GLOBAL CONST real *d,
                   GLOBAL CONST double *RESTRICT scalar, GLOBAL real *x, real omega, int based, int mode,
                   int rows, long groups)
{
    FOR_GROUPS(g, groups)
    const real first = mode == AMG_TWO ? (real)scalar[AMG_FIRST] : R(0.0);
    const real second = mode == AMG_TWO ? (real)scalar[AMG_SECOND] : R(0.0);
    FOR_FLAT (j, AMG_GROUP) {
        const long row = g * AMG_GROUP + j;
        if (row < rows) {
            const real step = omega * inverse[row];
            const real smooth = based ? FMA(step, r[row], base[row]) : step * r[row];
            const int a = mode == AMG_NONE ? -1 : aggregate[row];
            const real e = coarse_value(c, d, a < 0 ? 0 : a, first, second, mode);
            x[row] = a < 0 ? smooth : smooth + e;
        }
    }
    END_GROUPS
}

/* amg_correct without base and sparse_relax in one: x of a neighbour is computed where it is needed. It
 * gathers more, and saves a launch: for levels that are small for their device. */
#define X_OF(n)                                                                                              \
    (aggregate[n] < 0                                                                                        \
         ? (omega * inverse[n]) * r[n]                                                                       \
         : (omega * inverse[n]) * r[n] + coarse_value(c, d, aggregate[n], first_of, second_of, mode))
KERNEL_SHAPE(LANES *ITEMS, 4)
KERNEL amg_finish(GLOBAL CONST int *RESTRICT first, GLOBAL CONST int *RESTRICT column,
                  GLOBAL CONST real *RESTRICT value, GLOBAL CONST real *RESTRICT inverse,
                  GLOBAL CONST real *RESTRICT r, GLOBAL CONST int *RESTRICT aggregate, GLOBAL CONST real *c,
                  GLOBAL CONST real *d, GLOBAL CONST double *RESTRICT scalar, GLOBAL real *out, real omega,
                  int mode, int rows, long blocks)
{
    FOR_GROUPS(g, SELL_GROUPS(blocks))
    PRIVATE(real, sum, 1);
    const real first_of = mode == AMG_TWO ? (real)scalar[AMG_FIRST] : R(0.0);
    const real second_of = mode == AMG_TWO ? (real)scalar[AMG_SECOND] : R(0.0);
    FOR_BLOCKS (i, b, g, blocks) {
        FOR_LANES (l) {
            const long row = b * LANES + l;
            PRIVATE_AT(sum, i, l, 0) = r[row < rows ? row : 0];
        }
        for (long k = first[b]; k < first[b + 1]; k++) {
            FOR_LANES (l) {
                const int entry = column[k * LANES + l];
                const int n = entry < 0 ? 0 : entry;
                const real so_far = PRIVATE_AT(sum, i, l, 0);
                const real next = FMA(-value[k * LANES + l], X_OF(n), so_far);
                PRIVATE_AT(sum, i, l, 0) = entry < 0 ? so_far : next;
            }
        }
        FOR_LANES (l) {
            const long row = b * LANES + l;
            if (row < rows)
                out[row] = FMA(omega * inverse[row], PRIVATE_AT(sum, i, l, 0), X_OF(row));
        }
    }
    END_GROUPS
}

/* ---- scalars of the K-cycle */

/* Strand j of the sum of left * right over a chunk of rows (field/chunks.h): a chain of multiply-adds in
 * f64. */
FUNCTION double dot_accumulator(GLOBAL CONST real *left, GLOBAL CONST real *right, long chunk, int j,
                                int rows)
{
    double v = 0.0;
    for (int i = 0; i < CHUNK / ACCUMULATORS; i++) {
        const long row = chunk * CHUNK + i * ACCUMULATORS + j;
        if (row < rows)
            v = FMA64((double)left[row], (double)right[row], v);
    }
    return v;
}

/* sums[column * chunks + chunk] = the sum of left * right over a chunk of rows, right being r0, r1 or r2. One
 * group a chunk and column. */
KERNEL_SHAPE(ACCUMULATORS, 1)
KERNEL amg_dots(GLOBAL CONST real *left, GLOBAL CONST real *r0, GLOBAL CONST real *r1, GLOBAL CONST real *r2,
                GLOBAL double *RESTRICT sums, int rows, long chunks, long columns)
{
    FOR_GROUPS(b, chunks * columns)
    SHARED double s[ACCUMULATORS];
    const long column = b / chunks, chunk = b % chunks;
    GLOBAL CONST real *right = column == 0 ? r0 : column == 1 ? r1 : r2;
    FOR_FLAT (j, ACCUMULATORS) {
        s[j] = dot_accumulator(left, right, chunk, j, rows);
    }
    BARRIER;
    FOLD_SUM(s, ACCUMULATORS)
    FOR_FLAT (j, 1) {
        sums[b] = s[0];
    }
    END_GROUPS
}

/* total[column] = the sum of the chunks of a column. */
#define FOLD_CHUNKS(total, s, sums, chunks, columns)                                                         \
    for (int eg_c = 0; eg_c < (columns); eg_c++) {                                                           \
        SUM_OF_CHUNKS(s, sums + eg_c * (chunks), chunks)                                                     \
        FOR_FLAT (eg_t, 1) {                                                                                 \
            total[eg_c] = s[0];                                                                              \
        }                                                                                                    \
        BARRIER;                                                                                             \
    }

/* The same for a level of at most AMG_SMALL chunks, by one group: all chunks and columns at once. `left` with
 * r0, r1 and r2; the chunks are added up as (p0+p2) + (p1+p3). */
#define DOTS_OF_SMALL(total, s, left, rows, columns)                                                         \
    FOR_FLAT (n, (columns)*AMG_SMALL * ACCUMULATORS) {                                                       \
        const int column = n / (AMG_SMALL * ACCUMULATORS), chunk = n / ACCUMULATORS % AMG_SMALL;             \
        s[n] = dot_accumulator(left,                                                                         \
                               column == 0   ? r0                                                            \
                               : column == 1 ? r1                                                            \
                                             : r2,                                                           \
                               chunk, n % ACCUMULATORS, rows);                                               \
    }                                                                                                        \
    BARRIER;                                                                                                 \
    for (int width = ACCUMULATORS / 2; width > 0; width /= 2) {                                              \
        FOR_FLAT (n, (columns)*AMG_SMALL * width) {                                                          \
            const int at = n / width * ACCUMULATORS + n % width;                                             \
            s[at] += s[at + width];                                                                          \
        }                                                                                                    \
        BARRIER;                                                                                             \
    }                                                                                                        \
    FOR_FLAT (n, columns) {                                                                                  \
        const int at = n * AMG_SMALL * ACCUMULATORS;                                                         \
        total[n] = (s[at] + s[at + 2 * ACCUMULATORS]) + (s[at + ACCUMULATORS] + s[at + 3 * ACCUMULATORS]);   \
    }                                                                                                        \
    BARRIER;

/* The first step of the K-cycle, c.r / c.v; 0 where r and so c are 0. */
FUNCTION double first_step(double rho, double along)
{
    return rho > 0.0 ? along / rho : 0.0;
}

/* t = r - step v with the first step of the K-cycle, from the sums c.v and c.r: every group folds them, and
 * group 0 keeps c.v and the step for the second. */
KERNEL_SHAPE(AMG_GROUP, 8)
KERNEL amg_deflate(GLOBAL CONST real *RESTRICT r, GLOBAL CONST real *RESTRICT v,
                   GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT scalar,
                   GLOBAL real *RESTRICT t, int rows, long chunks, long groups)
{
    FOR_GROUPS(g, groups)
    SHARED double s[FOLD_ACCUMULATORS];
    SHARED double total[AMG_DOTS];
    FOLD_CHUNKS(total, s, sums, chunks, 2)
    const double step = first_step(total[0], total[1]);
    FOR_FLAT (j, AMG_GROUP * AMG_DEFLATE_TURNS) {
        const long row = g * (AMG_GROUP * AMG_DEFLATE_TURNS) + j;
        if (row < rows)
            t[row] = FMA(-(real)step, v[row], r[row]);
        if (row == 0) {
            scalar[AMG_RHO] = total[0];
            scalar[AMG_STEP] = step;
        }
    }
    END_GROUPS
}

/* The second step: of the sums d.v, d.w and d.t, where t is what the first left of r, the coefficients of c
 * and d. A direction d that is no other than c, but for rounding, counts as none. */
#ifdef EG_F32
#define LEAST_ANGLE 1e-5
#else
#define LEAST_ANGLE 1e-12
#endif
#define SECOND_STEP(total, scalar)                                                                           \
    FOR_FLAT (j, 1) {                                                                                        \
        const double rho = scalar[AMG_RHO], gamma = total[0], beta = total[1];                               \
        const double rest = rho > 0.0 ? beta - gamma * (gamma / rho) : 0.0;                                  \
        const int is_new = rest > LEAST_ANGLE * beta;                                                        \
        const double second = is_new ? total[2] / rest : 0.0;                                                \
        scalar[AMG_FIRST] = is_new ? scalar[AMG_STEP] - gamma * (second / rho) : scalar[AMG_STEP];           \
        scalar[AMG_SECOND] = second;                                                                         \
    }

/* The coefficients from the sums of chunks. One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL amg_second(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT scalar, long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double s[FOLD_ACCUMULATORS];
    SHARED double total[AMG_DOTS];
    FOLD_CHUNKS(total, s, sums, chunks, 3)
    SECOND_STEP(total, scalar)
    END_GROUPS
}

/* The first step on a small level, by one group: sums c.v (r0) and c.r (r1), t = r - step v. */
KERNEL_SHAPE(AMG_SMALL *ACCUMULATORS, 1)
KERNEL amg_small_first(GLOBAL CONST real *c, GLOBAL CONST real *r0, GLOBAL CONST real *r1,
                       GLOBAL double *RESTRICT scalar, GLOBAL real *t, int rows)
{
    FOR_GROUPS(b, 1)
    SHARED double s[2 * AMG_SMALL * ACCUMULATORS];
    SHARED double total[AMG_DOTS];
    GLOBAL CONST real *r2 = r1;
    DOTS_OF_SMALL(total, s, c, rows, 2)
    const double step = first_step(total[0], total[1]);
    FOR_FLAT (row, rows) {
        t[row] = FMA(-(real)step, r0[row], r1[row]);
    }
    FOR_FLAT (j, 1) {
        scalar[AMG_RHO] = total[0];
        scalar[AMG_STEP] = step;
    }
    END_GROUPS
}

/* The second step on a small level, by one group: sums d.v (r0), d.w (r1) and d.t (r2). */
KERNEL_SHAPE(AMG_SMALL *ACCUMULATORS, 1)
KERNEL amg_small_second(GLOBAL CONST real *d, GLOBAL CONST real *r0, GLOBAL CONST real *r1,
                        GLOBAL CONST real *r2, GLOBAL double *RESTRICT scalar, int rows)
{
    FOR_GROUPS(b, 1)
    SHARED double s[AMG_DOTS * AMG_SMALL * ACCUMULATORS];
    SHARED double total[AMG_DOTS];
    DOTS_OF_SMALL(total, s, d, rows, 3)
    SECOND_STEP(total, scalar)
    END_GROUPS
}

/* ---- the coarsest level, and the ends */

/* x = inverse r on the coarsest level. A row in AMG_PARTS chains, part p over the columns p, p + AMG_PARTS,
 * ... ascending, then ((p0+p4) + (p2+p6)) + ((p1+p5) + (p3+p7)).
 *   inverse [block][column][lane of the block's rows] */
KERNEL_SHAPE(LANES *AMG_PARTS, 1)
KERNEL amg_dense(GLOBAL CONST real *RESTRICT inverse, GLOBAL CONST real *RESTRICT r, GLOBAL real *RESTRICT x,
                 int rows, long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real part[AMG_PARTS][LANES];
    FOR_ITEMS (p, AMG_PARTS) {
        FOR_LANES (l) {
            part[p][l] = R(0.0);
        }
        for (int j = p; j < rows; j += AMG_PARTS) {
            FOR_LANES (l) {
                part[p][l] = FMA(inverse[(b * rows + j) * LANES + l], r[j], part[p][l]);
            }
        }
    }
    BARRIER;
    FOR_ITEMS (i, 1) {
        FOR_LANES (l) {
            const real even = (part[0][l] + part[4][l]) + (part[2][l] + part[6][l]);
            const real odd = (part[1][l] + part[5][l]) + (part[3][l] + part[7][l]);
            if (b * LANES + l < rows)
                x[b * LANES + l] = even + odd;
        }
    }
    END_GROUPS
}

/* Copies a vector of the caller's precision, the other than that of the cycle, and back. */
/* x = scalar[AMG_FIRST] c + scalar[AMG_SECOND] d: what two steps around the whole cycle have found. */
KERNEL_SHAPE(AMG_GROUP, 8)
KERNEL amg_combine(GLOBAL CONST real *RESTRICT c, GLOBAL CONST real *RESTRICT d,
                   GLOBAL CONST double *RESTRICT scalar, GLOBAL real *RESTRICT x, int rows, long groups)
{
    FOR_GROUPS(g, groups)
    const real first = (real)scalar[AMG_FIRST], second = (real)scalar[AMG_SECOND];
    FOR_FLAT (j, AMG_GROUP) {
        const long row = g * AMG_GROUP + j;
        if (row < rows)
            x[row] = coarse_value(c, d, (int)row, first, second, AMG_TWO);
    }
    END_GROUPS
}

#ifdef EG_F32
typedef double other;
#else
typedef float other;
#endif
KERNEL_SHAPE(AMG_GROUP, 8)
KERNEL amg_take(GLOBAL CONST other *RESTRICT from, GLOBAL real *RESTRICT to, int rows, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, AMG_GROUP) {
        if (g * AMG_GROUP + j < rows)
            to[g * AMG_GROUP + j] = (real)from[g * AMG_GROUP + j];
    }
    END_GROUPS
}

KERNEL_SHAPE(AMG_GROUP, 8)
KERNEL amg_give(GLOBAL CONST real *RESTRICT from, GLOBAL other *RESTRICT to, int rows, long groups)
{
    FOR_GROUPS(g, groups)
    FOR_FLAT (j, AMG_GROUP) {
        if (g * AMG_GROUP + j < rows)
            to[g * AMG_GROUP + j] = (other)from[g * AMG_GROUP + j];
    }
    END_GROUPS
}
