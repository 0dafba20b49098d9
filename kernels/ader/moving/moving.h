/* One step of ADER-DG for tracers in a wind of place and time (docs/theory/moving-winds.md),
 *
 *   u_t + (a_1 u)_x + (a_2 u)_y = 0,   a(x, t)
 *
 * with the wind that ader/moving/wind.c has left. Arrays are those of ader/step.h, but
 *   values   [POINTS + NFACES EDGE_POINTS][MODES] modes at the points of the cell, then of its faces
 *   tests    [4][MODES][POINTS] weights times what a mode takes of the components of a flux at the points: of
 *            the derivatives of the projected flux, then derivatives of the mode
 *   line     of ader/variable.h;   moments  [ORDER] Gauss' points on (0, 1)
 *   wind, flow  of ader/moving/wind.c
 *   history  [b][DERIVATIVES][VARS][LANES] modes of U_r = dt^r / r! d^r u / dt^r, for receivers
 *   trace    what leaves the cell through a face, as modes along it: the mean over the step of the part of
 *            a.n that leads out of the cell times u. The flux of a face is the sum of what both cells send
 *
 * Constants of the program: those of ader/step.h, POINTS, EDGE_POINTS, ITEMS = the largest of POINTS, MODES
 * and NFACES EDGE_POINTS. */
#include "time/clock.h"
#include "ader/products.h"

#define ADER_ROWS ((ITEMS + 3) / 4)
#define POINT_THREADS (LANES > 32 ? LANES : 32)
#define POINT_TERMS ORDER
#define S_AT(k, l) (s + (k)*VARS * LANES + (l))

/* U_r has the degree ORDER - 1 - r: what is left out counts as the terms of dt^r that the step leaves out.
 * All of them stay in the work array, U_r from row DERIVATIVE_AT(r) on. */
#define MODES_OF(r) ((ORDER - (r)) * (ORDER - (r) + 1) / 2)
#define DERIVATIVES (ORDER * (ORDER + 1) * (ORDER + 2) / 6)
#define DERIVATIVE_AT(r) (DERIVATIVES - (ORDER - (r)) * (ORDER - (r) + 1) * (ORDER - (r) + 2) / 6)
/* Behind them fluxes at points, both components, or what passes the points of faces. */
#define PASSING (NFACES * EDGE_POINTS)
#define POINT_ROWS (2 * POINTS > PASSING ? 2 * POINTS : PASSING)
#define AT_POINT(i, l) S_AT(DERIVATIVES + (i), l)
#define WIND(q, r, j) own_wind[(((q)*ORDER + (r)) * 2 + (j)) * LANES + l]
#define FLOW(i, n) own_flow[((i)*ORDER + (n)) * LANES + l]
#define TEST(j, k, q) tests[((j)*MODES + (k)) * POINTS + (q)]

/* Sum over the points of both components of a flux times the tests of mode k. */
FUNCTION phys_state tested(GLOBAL CONST real *along_xi, GLOBAL CONST real *along_eta, LOCAL CONST real *flux)
{
    phys_state u = phys_nothing();
    int q = 0;
    do {
        u = phys_add_scaled(
            along_xi[q], phys_take(flux + 2 * q * VARS * LANES, LANES),
            phys_add_scaled(along_eta[q], phys_take(flux + (2 * q + 1) * VARS * LANES, LANES), u));
    } while (++q < POINTS);
    return u;
}

#include "ader/moving/predict.h"
#include "ader/moving/correct.h"
