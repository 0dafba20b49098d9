// check: LANES=8 ORDER=3 NFACES=3 POINTS=6 EDGE_POINTS=4 ITEMS=12 MATERIALS=2 REGIONS=1 EXPRESSION=0
// check: LANES=1 ORDER=1 NFACES=4 POINTS=1 EDGE_POINTS=2 ITEMS=8 MATERIALS=2 REGIONS=2 EXPRESSION=0
/* A wind of place and time on the step being taken (docs/theory/moving-winds.md): at the points of each cell
 * its Taylor polynomial in time, at the points of its faces what flows through them at Gauss' times; and the
 * rate of the cell. With EXPRESSION the program has in front FUNCTION double eg_wind(int region, int
 * component, double x, double y, double t), m/s; else nothing blows.
 *
 *   rule    of ader/moving/in_time.h
 *   point   [POINTS][2] in the reference cell; then [EDGE_POINTS] along a face
 *   place   [b][6][LANES] origin and Jacobian (x_xi, x_eta, y_xi, y_eta) of the cell, m
 *   faces   [b][NFACES][6][LANES] x, y of the end of a face from which the cell runs along it, and of the
 *           other one, m; its normal, 0 at a wall
 *   region  [b][1 + 2 NFACES][LANES] of the cell; of the left and right side of each face
 *   slowing [b][LANES] rate of the cell by a wind of 1 m/s, 1/m
 *   wind    [b][POINTS][ORDER][2][LANES] coefficients of theta^r of its components along the reference axes,
 *           1/s
 *   flow    [b][NFACES][EDGE_POINTS][ORDER][LANES] along the normal, m/s, times Gauss' weights in time
 *   cell    of ader/step.h, whose last row, the rate, is written: the largest of the step. Where the step is
 *           too long for it that is RATE_ANEW of time/clock.h, and the wind is 0, so that nothing overflows
 *
 * Bytes a cell: wind and flow are written; expressions are evaluated 2 ORDER (POINTS + NFACES EDGE_POINTS)
 * times. */
#include "time/clock.h"
#include "ader/moving/in_time.h"

#if !EXPRESSION
FUNCTION double eg_wind(int region, int component, double x, double y, double t)
{
    (void)region, (void)component, (void)x, (void)y, (void)t;
    return 0.0;
}
#endif

#define CELL_CONSTANTS (4 + MATERIALS + 1)
#define PASSING (NFACES * EDGE_POINTS)
#define WIND_ROWS ((ITEMS + 3) / 4)
/* How much longer than CFL over the rate a step may be, which was chosen by the wind of the step before. */
#define TOO_LONG 1.1

/* A component at a face, the mean of both sides. */
#if REGIONS > 1
#define BETWEEN(j) (0.5 * (eg_wind(left, j, x, y, t) + eg_wind(right, j, x, y, t)))
#else
#define BETWEEN(j) eg_wind(left < 0 ? right : left, j, x, y, t)
#endif

/* The length of a wind. */
#define SPEED(u, v) SQRT64(FMA64(u, u, (v) * (v)))
/* The larger one, TOO_FAST where a speed is not finite, with which the step is refused. */
#define TOO_FAST 1e30
#define FASTER(speed, most) (!((speed) < TOO_FAST) ? TOO_FAST : (speed) > (most) ? (speed) : (most))

/* The coefficients of theta^r of component j at point q, from its values at Gauss' times. */
#define STORE_POWERS(q, l, j)                                                                                \
    {                                                                                                        \
        double given[ORDER], legendre[ORDER];                                                                \
        for (int s = 0; s < ORDER; s++)                                                                      \
            given[s] = PRIVATE_AT(value, q, l, (j)*ORDER + s);                                               \
        for (int s = 0; s < ORDER; s++)                                                                      \
            LEGENDRE_IN_TIME(legendre[s], rule, given, s)                                                    \
        for (int s = 0; s < ORDER; s++) {                                                                    \
            double power;                                                                                    \
            POWER_IN_TIME(power, rule, legendre, s)                                                          \
            own_wind[(((q)*ORDER + s) * 2 + (j)) * LANES + (l)] = R(power);                                  \
        }                                                                                                    \
    }

KERNEL_SHAPE(LANES *WIND_ROWS, 1)
KERNEL ader_wind(GLOBAL CONST double *RESTRICT rule, GLOBAL CONST double *RESTRICT point,
                 GLOBAL CONST double *RESTRICT place, GLOBAL CONST double *RESTRICT faces,
                 GLOBAL CONST int *RESTRICT region, GLOBAL CONST double *RESTRICT slowing,
                 GLOBAL real *RESTRICT cell, GLOBAL real *RESTRICT wind, GLOBAL real *RESTRICT flow,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, double rate_least,
                 double rate_beside, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED double fastest[(POINTS + PASSING) * LANES];
    PRIVATE(double, value, 2 * ORDER);
    const double t0 = clock[CLOCK_T], dt = clock[CLOCK_DT];
    GLOBAL CONST double *own_place = place + b * (6 * LANES);
    GLOBAL CONST double *own_faces = faces + b * (NFACES * 6 * LANES);
    GLOBAL CONST int *own_region = region + b * ((1 + 2 * NFACES) * LANES);
    GLOBAL real *own_cell = cell + b * (CELL_CONSTANTS * LANES);
    GLOBAL real *own_wind = wind + b * (POINTS * ORDER * 2 * LANES);
    GLOBAL real *own_flow = flow + b * (NFACES * EDGE_POINTS * ORDER * LANES);

    FOR_ITEMS (q, POINTS) {
        FOR_LANES (l) {
            fastest[q * LANES + l] = 0.0;
        }
        for (int s = 0; s < ORDER; s++) {
            const double t = FMA64(rule[s], dt, t0);
            FOR_LANES (l) {
                GLOBAL CONST double *map = own_place + l;
                GLOBAL CONST real *inverse = own_cell + l;
                const double xi = point[2 * q], eta = point[2 * q + 1];
                const double x = FMA64(map[2 * LANES], xi, FMA64(map[3 * LANES], eta, map[0]));
                const double y = FMA64(map[4 * LANES], xi, FMA64(map[5 * LANES], eta, map[LANES]));
                const double u = eg_wind(own_region[l], 0, x, y, t), v = eg_wind(own_region[l], 1, x, y, t);
                const double most = fastest[q * LANES + l];
                fastest[q * LANES + l] = FASTER(SPEED(u, v), most);
                PRIVATE_AT(value, q, l, s) = FMA64((double)inverse[0], u, (double)inverse[LANES] * v);
                PRIVATE_AT(value, q, l, ORDER + s) =
                    FMA64((double)inverse[2 * LANES], u, (double)inverse[3 * LANES] * v);
            }
        }
        FOR_LANES (l) {
            STORE_POWERS(q, l, 0)
            STORE_POWERS(q, l, 1)
        }
    }
    FOR_ITEMS (n, PASSING) {
        FOR_LANES (l) {
            fastest[(POINTS + n) * LANES + l] = 0.0;
        }
        for (int s = 0; s < ORDER; s++) {
            const double t = FMA64(rule[s], dt, t0), along = point[2 * POINTS + n % EDGE_POINTS];
            FOR_LANES (l) {
                const int f = n / EDGE_POINTS;
                GLOBAL CONST double *face = own_faces + f * (6 * LANES) + l;
                const double x = FMA64(along, face[2 * LANES] - face[0], face[0]);
                const double y = FMA64(along, face[3 * LANES] - face[LANES], face[LANES]);
                const int left = own_region[(1 + 2 * f) * LANES + l],
                          right = own_region[(2 + 2 * f) * LANES + l];
                const double u = BETWEEN(0), v = BETWEEN(1), most = fastest[(POINTS + n) * LANES + l];
                fastest[(POINTS + n) * LANES + l] = FASTER(SPEED(u, v), most);
                own_flow[(n * ORDER + s) * LANES + l] =
                    R(rule[ORDER + s] * FMA64(u, face[4 * LANES], v * face[5 * LANES]));
            }
        }
    }
    BARRIER;
    FOR_FLAT (l, LANES) {
        double most = 0.0;
        for (int i = 0; i < POINTS + PASSING; i++)
            most = FASTER(fastest[i * LANES + l], most);
        double rate = FMA64(slowing[b * LANES + l], most, rate_beside);
        const int finite = most < TOO_FAST;
        const double longer = dt * rate / clock[CLOCK_CFL];
        const int anew = finite && clock[CLOCK_DT_FIXED] <= 0.0 && longer > TOO_LONG;
        for (int i = 0; i < (anew ? POINTS * ORDER * 2 : 0); i++)
            own_wind[i * LANES + l] = R(0.0);
        for (int i = 0; i < (anew ? NFACES * EDGE_POINTS * ORDER : 0); i++)
            own_flow[i * LANES + l] = R(0.0);
        rate = rate > rate_least ? rate : rate_least;
        if (anew)
            rate = RATE_ANEW * (longer < ANEW_MOST ? longer : ANEW_MOST);
        own_cell[(CELL_CONSTANTS - 1) * LANES + l] = R(finite ? rate : TOO_FAST);
    }
    END_GROUPS
}
