// check: LANES=1 PRECONDITIONER=0
// check: LANES=1 PRECONDITIONER=1
// check: LANES=1 PRECONDITIONER=2
/* Preconditioned conjugate gradients, all but the operator and the preconditioner
 * (docs/theory/spectral-elements.md, "Conjugate gradients"; Remacle 2015, algorithm 1; flexible: Notay 2000,
 * (2.1)).
 *
 *     operator     q = A p, sums[0] = p.q              pcg_alpha      alpha = z.r / p.q
 *     pcg_residual r = r - alpha q, r.r and z.r        (pcg_norm: decides; z = P r; pcg_products: z.r, z.q)
 *     pcg_beta     beta = z.r / (z.r before), decides  pcg_direction  x = x + alpha p, p = z + beta p
 *
 * Vectors are real [nodes], a group works on a chunk of them; sums is double [SUMS][chunks]. Sums are of
 * double products, in the order of field/chunks.h. */
#include "linear/solve.h"
#include "field/chunks.h"

#if PRECONDITIONER == PRECONDITIONER_DIAGONAL
#define Z(i) (z[i] * r[i]) /* z is the scale */
#elif PRECONDITIONER == PRECONDITIONER_APPLIED
#define Z(i) z[i]
#else
#define Z(i) r[i]
#endif

/* r = r - alpha q, and the sums of r_i r_i and, unless z is applied, z_i r_i. With `start` r = b - q instead.
 * 4 (5) values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL pcg_residual(GLOBAL CONST real *RESTRICT b, GLOBAL CONST real *RESTRICT q,
                    GLOBAL CONST real *RESTRICT z, GLOBAL real *RESTRICT r, GLOBAL double *RESTRICT sums,
                    GLOBAL CONST double *RESTRICT value, GLOBAL CONST long *RESTRICT count, int start,
                    long nodes, long chunks)
{
    FOR_GROUPS(chunk, count[SOLVE_END] == END_NONE ? chunks : 0)
    SHARED double rr[ACCUMULATORS];
    SHARED double zr[ACCUMULATORS];
    const double alpha64 = value[SOLVE_ALPHA];
    const real factor = start ? R(-1.0) : -R(alpha64);
    GLOBAL CONST real *from = start ? b : r;
    BEGIN_ACCUMULATORS(rr)
    BEGIN_ACCUMULATORS(zr)
#if PRECONDITIONER == PRECONDITIONER_DIAGONAL
#define ADD_ZR(i, j) zr[j] += (double)Z(i) * (double)r[i];
#else
#define ADD_ZR(i, j)
#endif
#define RESIDUAL(i, j)                                                                                       \
    r[i] = FMA(factor, q[i], from[i]);                                                                       \
    rr[j] += (double)r[i] * (double)r[i];                                                                    \
    ADD_ZR(i, j)
    EACH_TERM(chunk, nodes, RESIDUAL)
    END_ACCUMULATORS(rr)
    END_ACCUMULATORS(zr)
    FOR_FLAT (t, 1) {
        sums[SUM_RR * chunks + chunk] = rr[0];
        sums[SUM_ZR * chunks + chunk] = PRECONDITIONER == PRECONDITIONER_NONE ? rr[0] : zr[0];
    }
    (void)z;
    END_GROUPS
}

/* Sums of z_i r_i and z_i q_i, with a z that is applied. 3 values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL pcg_products(GLOBAL CONST real *RESTRICT z, GLOBAL CONST real *RESTRICT r,
                    GLOBAL CONST real *RESTRICT q, GLOBAL double *RESTRICT sums,
                    GLOBAL CONST long *RESTRICT count, long nodes, long chunks)
{
    FOR_GROUPS(chunk, count[SOLVE_END] == END_NONE ? chunks : 0)
    SHARED double zr[ACCUMULATORS];
    SHARED double zq[ACCUMULATORS];
    BEGIN_ACCUMULATORS(zr)
    BEGIN_ACCUMULATORS(zq)
#define PRODUCTS(i, j)                                                                                       \
    zr[j] += (double)z[i] * (double)r[i];                                                                    \
    zq[j] += (double)z[i] * (double)q[i];
    EACH_TERM(chunk, nodes, PRODUCTS)
    END_ACCUMULATORS(zr)
    END_ACCUMULATORS(zq)
    FOR_FLAT (t, 1) {
        sums[SUM_ZR * chunks + chunk] = zr[0];
        sums[SUM_ZQ * chunks + chunk] = zq[0];
    }
    END_GROUPS
}

/* x = x + alpha p, then p = z + beta p. With `start` p = z alone. 6 (5) values a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL pcg_direction(GLOBAL CONST real *RESTRICT z, GLOBAL CONST real *RESTRICT r, GLOBAL real *RESTRICT p,
                     GLOBAL real *RESTRICT x, GLOBAL CONST double *RESTRICT value,
                     GLOBAL CONST long *RESTRICT count, int start, long nodes, long chunks)
{
    FOR_GROUPS(chunk, start || count[SOLVE_UPDATE] ? chunks : 0)
    const double alpha64 = value[SOLVE_ALPHA], beta64 = value[SOLVE_BETA];
    const real alpha = R(alpha64), beta = R(beta64);
#define FIRST_DIRECTION(i, j) p[i] = Z(i);
#define DIRECTION(i, j)                                                                                      \
    x[i] = FMA(alpha, p[i], x[i]);                                                                           \
    p[i] = FMA(beta, p[i], Z(i));
    if (start) {
        EACH_TERM(chunk, nodes, FIRST_DIRECTION)
    } else {
        EACH_TERM(chunk, nodes, DIRECTION)
    }
    (void)r, (void)z;
    END_GROUPS
}

/* alpha = z.r / p.q from the sums of chunks. One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL pcg_alpha(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT value,
                 GLOBAL long *RESTRICT count, long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double s[FOLD_ACCUMULATORS];
    SUM_OF_CHUNKS(s, sums + SUM_PQ * chunks, chunks)
    FOR_FLAT (t, 1) {
        const double pq = s[0];
        if (count[SOLVE_END] == END_NONE && !(pq > 0.0))
            count[SOLVE_END] = pq == pq ? END_INDEFINITE : END_NOT_FINITE;
        count[SOLVE_UPDATE] = count[SOLVE_END] == END_NONE;
        if (count[SOLVE_UPDATE])
            value[SOLVE_ALPHA] = value[SOLVE_PRODUCT] / pq;
    }
    END_GROUPS
}

/* What |r| says: the goal at the start, else that an iteration is done; whether the solve has ended.
 * `history` [3][limit + 1]: |r| after each iteration, the first that of the start; alpha and beta of each
 * iteration. */
FUNCTION void take_norm(double norm, int start, GLOBAL double *value, GLOBAL long *count,
                        GLOBAL double *history)
{
    if (start) {
        const double of = value[SOLVE_FIRST] < 0.0 ? norm : value[SOLVE_FIRST];
        const double goal = value[SOLVE_RELATIVE] * of;
        value[SOLVE_GOAL] = goal > value[SOLVE_ABSOLUTE] ? goal : value[SOLVE_ABSOLUTE];
    } else {
        history[count[SOLVE_LIMIT] + 1 + count[SOLVE_ITERATIONS]] = value[SOLVE_ALPHA];
        count[SOLVE_ITERATIONS]++;
    }
    value[SOLVE_NORM] = norm;
    history[count[SOLVE_ITERATIONS]] = norm;
    if (!(norm < 1e300))
        count[SOLVE_END] = END_NOT_FINITE;
    else if (norm <= value[SOLVE_GOAL])
        count[SOLVE_END] = END_CONVERGED;
}

#if PRECONDITIONER == PRECONDITIONER_APPLIED
/* Decides from r.r whether the solve has ended, before z is made. One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL pcg_norm(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT value,
                GLOBAL long *RESTRICT count, GLOBAL double *RESTRICT history, int start, long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double rr[FOLD_ACCUMULATORS];
    SUM_OF_CHUNKS(rr, sums + SUM_RR * chunks, chunks)
    FOR_FLAT (t, 1) {
        if (count[SOLVE_END] == END_NONE)
            take_norm(SQRT64(rr[0]), start, value, count, history);
    }
    END_GROUPS
}
#endif

/* Decides whether the solve has ended, unless pcg_norm has, and finds beta = z.r / (z.r before), or with
 * `varies`, where the preconditioner is not the same each time, -alpha z.q / (z.r before), which is z.(r - (r
 * before)) / (z.r before). One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL pcg_beta(GLOBAL CONST double *RESTRICT sums, GLOBAL double *RESTRICT value,
                GLOBAL long *RESTRICT count, GLOBAL double *RESTRICT history, int start, int varies,
                long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double rr[FOLD_ACCUMULATORS];
    SHARED double zr[FOLD_ACCUMULATORS];
    SHARED double zq[FOLD_ACCUMULATORS];
    SUM_OF_CHUNKS(rr, sums + SUM_RR * chunks, chunks)
    SUM_OF_CHUNKS(zr, sums + SUM_ZR * chunks, chunks)
    SUM_OF_CHUNKS(zq, sums + (varies ? SUM_ZQ : SUM_ZR) * chunks, chunks)
    FOR_FLAT (t, 1) {
#if PRECONDITIONER != PRECONDITIONER_APPLIED
        if (count[SOLVE_END] == END_NONE)
            take_norm(SQRT64(rr[0]), start, value, count, history);
#endif
        if (count[SOLVE_END] == END_NONE) {
            const double product = zr[0];
            if (!start) {
                const double beta = (varies ? -value[SOLVE_ALPHA] * zq[0] : product) / value[SOLVE_PRODUCT];
                value[SOLVE_BETA] = beta;
                history[2 * count[SOLVE_LIMIT] + 1 + count[SOLVE_ITERATIONS]] = beta;
            }
            value[SOLVE_PRODUCT] = product;
            if (product != product)
                count[SOLVE_END] = END_NOT_FINITE;
            else if (!(product > 0.0))
                count[SOLVE_END] = END_INDEFINITE;
            else if (count[SOLVE_ITERATIONS] >= count[SOLVE_LIMIT])
                count[SOLVE_END] = END_LIMIT;
        }
    }
    END_GROUPS
}
