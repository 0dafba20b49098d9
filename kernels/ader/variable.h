/* One step of ADER-DG with coefficients that vary inside a cell: two kernels, for any linear system whose
 * point functions a header of kernels/physics has declared before (see step.h, which does coefficients that
 * are constant in a cell). docs/theory/ader-variable.md derives every expression.
 *
 *   CONSERVATIVE 1:  u_t + g (A u)_x + g (B u)_y = 0      Castro 2013, (2), (21), (24)
 *   CONSERVATIVE 0:  u_t + g (A u_x + B u_y) = 0          Castro 2013, (27), (29), (30)
 *
 * A(x), B(x) are polynomials of order m in each cell; g(t) is 1, or with FACTOR a polynomial of degree ORDER
 * - 1 on the step. Integrals are sums over points that are exact for these polynomials, but for those of the
 * stages of waves before the last.
 *
 * Constants of the program, beyond those of step.h: CONSERVATIVE, FACTOR, MODES_M = m (m + 1) / 2, BLOCK
 * points or modes that are worked on at once, POINTS in a cell and TESTS, the modes, both filled up to a
 * multiple of BLOCK, STAGE_POINTS, EDGE_POINTS on a face, ITEMS = the larger of POINTS and TESTS, over BLOCK.
 *
 * Arrays, beyond those of step.h (whose constants of faces, but for the first three, are not read)
 *   values      [3][POINTS / BLOCK][MODES][BLOCK] modes, their xi and eta derivatives at the points
 *   tests       [3][TESTS / BLOCK][POINTS][BLOCK] the same times the points' weights; behind both, where terms
 *               are taken (BY_TERMS), the values alone of the STAGE_POINTS of the stages before the last
 *   material    [b][MATERIALS][MODES_M][LANES] coefficients of the material's polynomials
 *   line        [EDGE_POINTS][ORDER] modes along a face at its points, then [ORDER][EDGE_POINTS] times the
 *               weights; with TENSOR as eg_tiles_fill() lays them out (element/tiles.h)
 *   medium      [b][NFACES][EDGE_POINTS][MATERIALS + FACE_CONSTANTS][LANES] at the points of a face: the
 *               material (the cell's own; CONSERVATIVE: the mean of both sides) and the constants of the flux
 *   factor      [ORDER + 1] g_s with g(t + theta dt) = sum of g_s theta^s, and the mean of g over the step
 *
 * Both cells of a face evaluate phys_flux in the face's orientation at the same points, on the same
 * numbers. */
#include "time/clock.h"
#include "ader/products.h"

#define S(k, p, l) s[((k)*VARS + (p)) * LANES + (l)]
#define S_AT(k, l) (s + (k)*VARS * LANES + (l))

/* Waves of the quasi-conservative form: derivatives are modes, of one degree less, and so are the terms that the
 * medium multiplies, which are then evaluated at the points. The stages before the last take STAGE_POINTS. */
#define BY_TERMS (!CONSERVATIVE && !TRANSPORTS)
#define TERM_BASE (POINT_BASE + POINTS * KINDS * VARS)
#define TERM_AT(k, l) (s + (TERM_BASE + (k)*VARS) * LANES + (l))

/* Rows of lanes in a group of threads; see step.h. */
#define ADER_ROWS ((POINTS / BLOCK + 1) / 2)

/* Values at a point: of the rate of change (KINDS 1), or of the two components of a flux (2). */
#define KINDS (1 + CONSERVATIVE)
#define POINT_BASE (TESTS * VARS)
#define P_AT(q, i, l) (s + (POINT_BASE + (q)*KINDS * VARS + (i)) * LANES + (l))

/* The quasi-conservative form takes no values of u but of its derivatives, which mode 0 does not have; and
 * one stage more, of the mean, which is its volume term. */
#define FIRST_MODE (!CONSERVATIVE && ORDER > 1 ? 1 : 0)
#define STAGES (ORDER - CONSERVATIVE)

/* The modes of W_r. Of waves it has the degree ORDER - 1 - r: what the medium adds beyond counts as the terms
 * of dt^r that the step leaves out. A tracer keeps all. */
#if TRANSPORTS
#define MODES_OF(r) ((r) < ORDER ? MODES : 0)
#else
#define MODES_OF(r) ((ORDER - (r)) * (ORDER - (r) + 1) / 2)
#endif

/* Blocks of points, or of modes, share what is loaded; each sum stays what it is without. */
#if BLOCK == 4
#define EACH_OF_BLOCK(m) m(0) m(1) m(2) m(3)
#elif BLOCK == 2
#define EACH_OF_BLOCK(m) m(0) m(1)
#else
#define EACH_OF_BLOCK(m) m(0)
#endif
#define MODES_OF_BLOCK(k, h, end) for (int k = (h)*BLOCK; k < (h)*BLOCK + BLOCK && k < (end); k++)
#define MODE(k, p) (((k) % BLOCK) * VARS + (p))
#define VALUE(t, h, j, i) values[((t) * (POINTS / BLOCK) + (h)) * (MODES * BLOCK) + (j)*BLOCK + (i)]
#define TEST(t, h, q, i) tests[((t) * (TESTS / BLOCK) + (h)) * (POINTS * BLOCK) + (q)*BLOCK + (i)]

/* What a point keeps of the material: its values, and for the conservative form their derivatives along x and
 * y. */
#define MEDIUM (MATERIALS * (1 + 2 * CONSERVATIVE))

/* The means of the material over the cell, for content.h. */
FUNCTION phys_material material_of(GLOBAL CONST real *cell, int at)
{
    return phys_load_material(cell + at + 4 * LANES, LANES);
}

/* The material at a point, and for the conservative form its derivatives along x and y. */
typedef struct medium_at_point {
    phys_material here;
#if CONSERVATIVE
    phys_material along_x, along_y;
#endif
} medium_at_point;

/* The medium at point i of block h from the coefficients in `material`, which begin at `own`; `at`: the
 * cell's constants. */
FUNCTION medium_at_point medium_of(GLOBAL CONST real *values, GLOBAL CONST real *material,
                                   GLOBAL CONST real *cell, int h, int i, long own, int at)
{
    medium_at_point m;
#if CONSERVATIVE
    phys_material xi, eta;
#define BEGIN(p) m.here.v##p = xi.v##p = eta.v##p = R(0.0);
#define TERM(p)                                                                                              \
    m.here.v##p = FMA(VALUE(0, h, j, i), material[own + ((p)*MODES_M + j) * LANES], m.here.v##p);            \
    xi.v##p = FMA(VALUE(1, h, j, i), material[own + ((p)*MODES_M + j) * LANES], xi.v##p);                    \
    eta.v##p = FMA(VALUE(2, h, j, i), material[own + ((p)*MODES_M + j) * LANES], eta.v##p);
#else
#define BEGIN(p) m.here.v##p = R(0.0);
#define TERM(p) m.here.v##p = FMA(VALUE(0, h, j, i), material[own + ((p)*MODES_M + j) * LANES], m.here.v##p);
#endif
    EACH_MATERIAL(BEGIN)
    int j = 0; /* at least one turn: a loop that may be empty is not vectorised over lanes */
    do {
        EACH_MATERIAL(TERM)
    } while (++j < MODES_M);
#undef BEGIN
#undef TERM
#if CONSERVATIVE
#define CHAIN_RULE(p)                                                                                        \
    m.along_x.v##p = FMA(cell[at], xi.v##p, cell[at + 2 * LANES] * eta.v##p);                                \
    m.along_y.v##p = FMA(cell[at + LANES], xi.v##p, cell[at + 3 * LANES] * eta.v##p);
    EACH_MATERIAL(CHAIN_RULE)
#undef CHAIN_RULE
#endif
    (void)cell, (void)at;
    return m;
}

/* xi_x, xi_y, eta_x, eta_y */
typedef struct cell_metric {
    real xi_x, xi_y, eta_x, eta_y;
} cell_metric;

FUNCTION cell_metric metric_of(GLOBAL CONST real *cell, int at)
{
    const cell_metric metric = {cell[at], cell[at + LANES], cell[at + 2 * LANES], cell[at + 3 * LANES]};
    return metric;
}

/* A u_x + B u_y at a point, for the conservative form A_x u + B_y u with it; a, d: the derivatives of u in
 * the reference cell. */
FUNCTION phys_state rate_at(medium_at_point m, cell_metric metric, phys_state u, phys_state a, phys_state d)
{
    phys_state rate = phys_apply(m.here, phys_combined(metric.xi_x, a, metric.eta_x, d),
                                 phys_combined(metric.xi_y, a, metric.eta_y, d));
#if CONSERVATIVE
    const phys_state left = phys_apply(m.along_x, u, phys_nothing()),
                     right = phys_apply(m.along_y, phys_nothing(), u);
#define ADD(p) rate.v##p = rate.v##p + (left.v##p + right.v##p);
    EACH_VAR(ADD)
#undef ADD
#endif
    (void)u;
    return rate;
}

#if BY_TERMS
/* The terms that the medium multiplies, of the derivatives in the reference cell. */
FUNCTION phys_state terms_of(cell_metric metric, phys_pair slope)
{
    const phys_state a = phys_positive_zero(slope.a), d = phys_positive_zero(slope.b);
    return phys_terms(phys_combined(metric.xi_x, a, metric.eta_x, d),
                      phys_combined(metric.xi_y, a, metric.eta_y, d));
}
#endif

/* The flux of u along a reference coordinate with the gradient (along_x, along_y). */
FUNCTION phys_state flux_at(phys_material m, real along_x, real along_y, phys_state u)
{
    return phys_apply(m, phys_scaled(along_x, u), phys_scaled(along_y, u));
}

#if TENSOR
#include "ader/variable_tiles.h"
#else
#include "ader/variable_predict.h"
#endif
#include "ader/variable_correct.h"
