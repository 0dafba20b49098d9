/* What cells are chosen by, and the rates of a state on new ones. Arrays as in deg/stage.h. */
#include "deg/adapt_sizes.h"

/* indicator[c] = the largest amplitude of a variable at a node of canonical cell c; indicator[cells + c] = the root of the mean
 * square of its part of the highest degree, with values[k] at nodes: sqrt(2 sum_m (sum_k top[m][k] values[k])^2), as
 * modes are orthonormal on a triangle of area 1/2. The variable is theta' = (T' - rho' theta_b) / (rho_b + rho'), K,
 * rho', kg/m3, or the mixing ratio of the tracer. Both are 0 where the state is that of air at rest.
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
            const long at = place_of((int)c);
            real mode[EDGE], largest = R(0.0);
            for (int m = 0; m < EDGE; m++)
                mode[m] = R(0.0);
            for (int k = 0; k < NODES; k++) {
                const long own = (long)b * (EULER_AIR * NODES * LANES) + k * LANES + l;
                const real density = air[own], heat = air[own + NODES * LANES];
                const real lighter = from[at + (long)k * PACK_LANES];
                const real warmer = from[at + (long)(3 * NODES + k) * PACK_LANES];
                real value = variable == DEG_BY_DENSITY
                                 ? lighter
                                 : (warmer - lighter * (heat / density)) / (density + lighter);
#if TRACER
                if (variable == DEG_BY_TRACER)
                    value = from[at + (long)(4 * NODES + k) * PACK_LANES] / (density + lighter);
#endif
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

#define S(row) s[(row)*LANES + (l)]

/* part[b] = the largest rate of the state q0 in a block, as the last stage of a step finds it: `spread` as in deg/viscous.h,
 * 0 without viscosity. */
KERNEL_SHAPE(LANES *NODES, 1)
KERNEL deg_rates(GLOBAL CONST real *RESTRICT q0, GLOBAL CONST real *RESTRICT air,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL real *RESTRICT part, real gamma,
                 real spread, long blocks)
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
