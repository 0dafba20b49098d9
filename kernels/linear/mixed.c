// check: LANES=1
/* The ends of a preconditioner in f32 for vectors of f64: z = 2^e P (r / 2^e), where 2^e is the power of two
 * below the largest |r_i|, so that neither r nor z leaves the range of f32 (docs/theory/spectral-elements.md,
 * "An f32 preconditioner"). A group works on a chunk of nodes. */
#include "field/chunks.h"

#include "linear/scales.h"

/* largest[chunk] = the largest |r_i|; a maximum is exact, its order does not show. 8 B a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL mixed_largest(GLOBAL CONST real *RESTRICT r, GLOBAL double *RESTRICT largest, long nodes, long chunks)
{
    FOR_GROUPS(chunk, chunks)
    SHARED double s[ACCUMULATORS];
    BEGIN_ACCUMULATORS(s)
#define LARGER(i, j) s[j] = FABS(r[i]) > s[j] ? FABS(r[i]) : s[j];
    EACH_TERM(chunk, nodes, LARGER)
    BARRIER;
    FOLD_MAX(s, ACCUMULATORS)
    FOR_FLAT (t, 1) {
        largest[chunk] = s[0];
    }
    END_GROUPS
}

/* scale[SCALE_DOWN] and scale[SCALE_UP] from the largest of all chunks; 1 and 1 where it is 0 or not finite.
 * One group. */
KERNEL_SHAPE(FOLD_ACCUMULATORS, 1)
KERNEL mixed_scale(GLOBAL CONST double *RESTRICT largest, GLOBAL double *RESTRICT scale, long chunks)
{
    FOR_GROUPS(b, 1)
    SHARED double s[FOLD_ACCUMULATORS];
    FOR_FLAT (j, FOLD_ACCUMULATORS) {
        double most = 0.0;
        for (long i = j; i < chunks; i += FOLD_ACCUMULATORS)
            most = largest[i] > most ? largest[i] : most;
        s[j] = most;
    }
    BARRIER;
    FOLD_MAX(s, FOLD_ACCUMULATORS)
    FOR_FLAT (t, 1) {
        double rest = s[0], down = 1.0, up = 1.0;
        const int is_usual = rest > 0.0 && rest <= 1.7976931348623157e308;
        /* p = 2^512, 2^256, ... 2; products with powers of two, and roots of these, are exact */
        for (double p = 1.3407807929942597e154; is_usual && p >= 2.0; p = SQRT64(p)) {
            const int above = rest >= p, below = rest * p < 2.0;
            const double factor = above ? 1.0 / p : below ? p : 1.0;
            rest = rest * factor;
            down = down * factor;
            up = up / factor;
        }
        scale[SCALE_DOWN] = down;
        scale[SCALE_UP] = up;
    }
    END_GROUPS
}

/* to = r 2^-e, rounded. 12 B a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL mixed_narrow(GLOBAL CONST real *RESTRICT r, GLOBAL float *RESTRICT to,
                    GLOBAL CONST double *RESTRICT scale, long nodes, long chunks)
{
    FOR_GROUPS(chunk, chunks)
    const double down = scale[SCALE_DOWN];
    FOR_FLAT (j, CHUNK) {
        const long i = chunk * CHUNK + j;
        if (i < nodes)
            to[i] = (float)(r[i] * down);
    }
    END_GROUPS
}

/* z = from 2^e. 12 B a node. */
KERNEL_SHAPE(ACCUMULATORS, 8)
KERNEL mixed_widen(GLOBAL CONST float *RESTRICT from, GLOBAL real *RESTRICT z,
                   GLOBAL CONST double *RESTRICT scale, long nodes, long chunks)
{
    FOR_GROUPS(chunk, chunks)
    const double up = scale[SCALE_UP];
    FOR_FLAT (j, CHUNK) {
        const long i = chunk * CHUNK + j;
        if (i < nodes)
            z[i] = (real)((double)from[i] * up);
    }
    END_GROUPS
}
