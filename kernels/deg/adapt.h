/* What cells are chosen by, and the rates of a state on new ones. Arrays as in deg/stage.h. */
#include "deg/adapt_sizes.h"

/* The variable that cells are chosen by at node k of a cell: theta' = (T' - rho' theta_b) / (rho_b + rho'),
 * K, rho', kg/m3, or the mixing ratio of the tracer; 0 of air at rest. Values of the cell begin at from[at],
 * those of its air at air[rest]. */
FUNCTION real followed_at(GLOBAL CONST real *from, long at, GLOBAL CONST real *air, long rest, int k,
                          int variable)
{
    const real density = air[rest + (long)k * LANES], heat = air[rest + (long)(NODES + k) * LANES];
    const real lighter = from[at + (long)k * PACK_LANES];
    const real warmer = from[at + (long)(3 * NODES + k) * PACK_LANES];
    real value =
        variable == DEG_BY_DENSITY ? lighter : (warmer - lighter * (heat / density)) / (density + lighter);
#if TRACER
    if (variable == DEG_BY_TRACER)
        value = from[at + (long)(4 * NODES + k) * PACK_LANES] / (density + lighter);
#endif
    return value;
}

/* indicator[c] = the largest amplitude of the variable at a node of canonical cell c; indicator[cells + c] =
 * the root of the mean square of its part of the highest degree, with values[k] at nodes: sqrt(2 sum_m (sum_k
 * top[m][k] values[k])^2), as modes are orthonormal on a triangle of area 1/2.
 *   top  [EDGE][NODES] modes of the highest degree of values at nodes */
KERNEL deg_indicate(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT air,
                    GLOBAL CONST real *RESTRICT top, GLOBAL double *RESTRICT indicator,
                    GLOBAL CONST long *RESTRICT count, int variable, long cells, long blocks)
{
    FOR_GROUPS(b, blocks)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    FOR_FLAT (l, LANES) {
        const long c = b * LANES + l;
        if (c < cells) {
            real mode[EDGE], largest = R(0.0);
            for (int m = 0; m < EDGE; m++)
                mode[m] = R(0.0);
            for (int k = 0; k < NODES; k++) {
                const real value = followed_at(from, place_of((int)c), air, air_of((int)c), k, variable);
                largest = FABS(value) > largest ? FABS(value) : largest;
                for (int m = 0; m < EDGE; m++)
                    mode[m] = FMA(top[m * NODES + k], value, mode[m]);
            }
            real sum = R(0.0);
            for (int m = 0; m < EDGE; m++)
                sum = FMA(mode[m], mode[m], sum);
            indicator[c] = (double)largest;
            indicator[cells + c] = (double)SQRT(R(2.0) * sum);
        }
    }
    END_GROUPS
}

/* The derivative along the normal n of a polynomial at a node, with map[0..3] of its cell (CELL_VALUES of
 * deg/faces.h). */
FUNCTION real slope_along(const real *value, GLOBAL CONST real *derivative, int node, GLOBAL CONST real *map,
                          real nx, real nz)
{
    real xi = R(0.0), eta = R(0.0);
    for (int k = 0; k < NODES; k++) {
        xi = FMA(derivative[(node * NODES + k) * 2], value[k], xi);
        eta = FMA(derivative[(node * NODES + k) * 2 + 1], value[k], eta);
    }
    return FMA(FMA(nx, map[0], nz * map[LANES]), xi, FMA(nx, map[2 * LANES], nz * map[3 * LANES]) * eta);
}

#define MAP_OF(slot) (cell + (long)((slot) / LANES) * (DEG_CELL_VALUES * LANES) + (slot) % LANES)

/* indicator[cells + c] = the largest jump of the variable v across a face of canonical cell c, at the nodes
 * of the face: |[v]| + h / (2 DEGREE^2) |[dv/dn]| with the cell's height h over the face. A polynomial of
 * amplitude a has slopes up to 2 DEGREE^2 a / h (Markov), so that both parts are amplitudes. 0 at boundaries.
 * `cell` and `air` have ghosts, too.
 *   derivative  [NODES][NODES][2] as in deg/viscous.h */
KERNEL deg_jumps(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT air,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT face,
                 GLOBAL CONST int *RESTRICT there, GLOBAL CONST int *RESTRICT side,
                 GLOBAL CONST real *RESTRICT derivative, GLOBAL double *RESTRICT indicator,
                 GLOBAL CONST long *RESTRICT count, int variable, long cells, long blocks)
{
    FOR_GROUPS(b, blocks)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    FOR_FLAT (l, LANES) {
        const int c = (int)b * LANES + l;
        real own[NODES], beyond[NODES], largest = R(0.0);
        for (int k = 0; k < NODES; k++)
            own[k] = followed_at(from, place_of(c), air, air_of(c), k, variable);
        for (int f = 0; f < 3; f++) {
            GLOBAL CONST real *frame = face + ((long)b * 3 + f) * (DEG_FACE_VALUES * LANES) + l;
            const int slot = there[((long)b * 3 + f) * LANES + l];
            const int turned = side[((long)b * 3 + f) * LANES + l] >> DEG_FACE_SHIFT;
            const real height = R(0.5) / (R(DEGREE * DEGREE) * frame[2 * LANES]);
            if (c >= cells || frame[4 * LANES] != R(DEG_INSIDE))
                continue;
            for (int k = 0; k < NODES; k++)
                beyond[k] = followed_at(from, place_of(slot), air, air_of(slot), k, variable);
            for (int j = 0; j < EDGE; j++) {
                const int near = node_of_face(f, j), far = node_of_face(turned, DEGREE - j);
                const real slope = slope_along(own, derivative, near, MAP_OF(c), frame[0], frame[LANES]) -
                                   slope_along(beyond, derivative, far, MAP_OF(slot), frame[0], frame[LANES]);
                const real jump = FMA(height, FABS(slope), FABS(own[near] - beyond[far]));
                largest = jump > largest ? jump : largest;
            }
        }
        if (c < cells)
            indicator[cells + c] = (double)largest;
    }
    END_GROUPS
}

#define S(row) s[(row)*LANES + (l)]

/* part[b] = the largest rate of the state q0 in a block, as the last stage of a step finds it: `spread` as in
 * deg/viscous.h, 0 without viscosity. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL deg_rates(GLOBAL CONST real *RESTRICT q0, GLOBAL CONST real *RESTRICT air,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL real *RESTRICT part, real gamma, real spread,
                 long blocks)
{
    FOR_GROUPS(b, blocks)
    SHARED real s[(NODES + 1) * LANES];
    GLOBAL CONST real *to = q0;
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (DEG_CELL_VALUES * LANES);
    FIND_RATES(1, FMA(spread * own_cell[4 * LANES + l], own_cell[4 * LANES + l], rate))
    END_GROUPS
}

#undef S
