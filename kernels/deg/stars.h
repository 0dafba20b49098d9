/* Pressure at vertices, and what pressures give the velocity there, that an evolution operator finds
 * (physics/evolution.h), once a stage: one value for all cells that meet there. A group takes STAR_FANS fans.
 *
 *   z = sqrt(gamma p rho), with the means of p and rho over the circle
 *
 * Arrays as in deg/stage.h, and of group g
 *   fan_first    [groups + 1] rows of corners before it
 *   fan_corner   [row][STAR_FANS] slot of a corner's cell, or STAR_AIR, STAR_NONE
 *   fan_sector   [row][STAR_FANS] 4 times the row in `factor`, and the cell's vertex
 *   factor       [rows][EG_SECTOR_FACTORS]
 *   star         [g][STAR_VALUES][STAR_FANS]
 *
 * Bytes of a corner: four values of the state and three of the air, which cells of the same stage read too,
 * two numbers, and factors, which are few on a regular mesh. */
#include "deg/star_places.h"

/* Parts of the work array, in rows of STAR_FANS. */
#define FIRST_AT 0     /* p', u, w, rho, p of the first corner */
#define STAR_SUMS_AT 5 /* those of physics/evolution.h that faces take, and of rho and p */
#define SUM_ROWS 11
#define S(row) s[(row)*STAR_FANS + (i)]

typedef struct star_corner {
    evolution_state state;
    real density, pressure;
} star_corner;

FUNCTION evolution_sector sector_of_row(GLOBAL CONST real *RESTRICT factor, int row)
{
    const long first = (long)row * EG_SECTOR_FACTORS;
    evolution_sector k;
    k.share = factor[first + EG_SECTOR_SHARE];
    k.p_u = factor[first + EG_SECTOR_P_U];
    k.p_w = factor[first + EG_SECTOR_P_W];
    k.u_p = factor[first + EG_SECTOR_U_P];
    k.w_p = factor[first + EG_SECTOR_W_P];
    k.u_u = factor[first + EG_SECTOR_U_U];
    k.u_w = factor[first + EG_SECTOR_U_W];
    k.w_u = factor[first + EG_SECTOR_W_U];
    k.w_w = factor[first + EG_SECTOR_W_W];
    return k;
}

/* The state of a cell at its vertex, or with `far` the air there as it is far away. */
FUNCTION star_corner corner_of(GLOBAL CONST real *from, GLOBAL CONST real *RESTRICT air, int slot, int vertex,
                               int far, real gamma, real wind)
{
    const long value = place_of(slot) + (long)vertex * PACK_LANES;
    const long first = ((long)(slot / LANES) * EULER_AIR * NODES + vertex) * LANES + slot % LANES;
    euler_air at;
    at.density = air[first];
    at.heat = air[first + NODES * LANES];
    at.pressure = air[first + 2 * NODES * LANES];
    const real density = far ? R(0.0) : from[value];
    const real u = far ? R(0.0) : from[value + (long)NODES * PACK_LANES];
    const real w = far ? R(0.0) : from[value + (long)(2 * NODES) * PACK_LANES];
    const real heat = far ? R(0.0) : from[value + (long)(3 * NODES) * PACK_LANES];
    star_corner c;
    c.density = at.density + density;
    c.state.p = euler_pressure(at, heat, gamma);
    c.state.u = far ? wind : RATIO(u, c.density);
    c.state.w = RATIO(w, c.density);
    c.pressure = at.pressure + c.state.p;
    return c;
}

#if EVOLUTION && !ARCS
#define LOAD_SUMS                                                                                            \
    sums.p_p = S(STAR_SUMS_AT);                                                                              \
    sums.p_m = S(STAR_SUMS_AT + 1);                                                                          \
    sums.u_p = S(STAR_SUMS_AT + 2);                                                                          \
    sums.w_p = S(STAR_SUMS_AT + 3);                                                                          \
    sums.u_m = sums.w_m = R(0.0); /* taken from the two sides of a face */

#if DEG_CELLS
#define LOAD_SECTOR(k, row)                                                                                  \
    k.share = C(row, 5 + EG_SECTOR_SHARE);                                                                   \
    k.p_u = C(row, 5 + EG_SECTOR_P_U);                                                                       \
    k.p_w = C(row, 5 + EG_SECTOR_P_W);                                                                       \
    k.u_p = C(row, 5 + EG_SECTOR_U_P);                                                                       \
    k.w_p = C(row, 5 + EG_SECTOR_W_P);                                                                       \
    k.u_u = k.u_w = k.w_u = k.w_w = R(0.0);

/* A thread has a corner first, STAR_ROWS of each fan at a time; then a fan, whose sums it takes in their
 * order. */
#define STAR_ROWS 8
#define CORNER_FACTORS EG_SECTOR_U_U       /* those that are taken */
#define CORNER_VALUES (5 + CORNER_FACTORS) /* p', u, w, rho, p of a corner, and its sector's factors */
#define C(row, v) c[((row)*CORNER_VALUES + (v)) * STAR_FANS + (i)]

KERNEL_SHAPE(STAR_FANS *STAR_ROWS, 4)
KERNEL deg_stars(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *second,
                 GLOBAL CONST real *RESTRICT air, GLOBAL CONST long *RESTRICT fan_first,
                 GLOBAL CONST int *RESTRICT fan_corner, GLOBAL CONST int *RESTRICT fan_sector,
                 GLOBAL CONST real *RESTRICT factor, GLOBAL CONST long *RESTRICT count,
                 GLOBAL real *RESTRICT star, real gamma, real wind, int number, long groups)
{
    FOR_GROUPS(g, count[COUNT_PAUSE] == PAUSE_NONE ? groups : 0)
    SHARED real s[SUM_ROWS * STAR_FANS];
    SHARED real c[STAR_ROWS * CORNER_VALUES * STAR_FANS];
    SHARED int is_none[STAR_ROWS * STAR_FANS];
    GLOBAL CONST real *start = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL CONST real *next = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = number == 1 ? start : (number == 2 ? next : second);
    const long first = fan_first[g], last = fan_first[g + 1];
    for (long chunk = first; chunk < last; chunk += STAR_ROWS) {
        const int rows = last - chunk < STAR_ROWS ? (int)(last - chunk) : STAR_ROWS;
        FOR_FLAT (k, rows * STAR_FANS) {
            const int i = k % STAR_FANS, row = k / STAR_FANS;
            const int slot = fan_corner[chunk * STAR_FANS + k], begin = fan_corner[first * STAR_FANS + i];
            const int sector = fan_sector[chunk * STAR_FANS + k];
            const int there = slot >= 0 ? slot : (begin >= 0 ? begin : 0);
            GLOBAL CONST real *by = factor + (long)(sector >> 2) * EG_SECTOR_FACTORS;
            for (int v = 0; v < CORNER_FACTORS; v++)
                C(row, 5 + v) = by[v];
            const star_corner found = corner_of(from, air, there, sector & 3, slot < 0, gamma, wind);
            is_none[k] = slot == STAR_NONE;
            C(row, 0) = found.state.p;
            C(row, 1) = found.state.u;
            C(row, 2) = found.state.w;
            C(row, 3) = found.density;
            C(row, 4) = found.pressure;
        }
        BARRIER;
        FOR_FLAT (i, STAR_FANS) {
            evolution_state begun;
            evolution_sums sums;
            real density, pressure;
            int row = 0;
            if (chunk == first) {
                S(FIRST_AT) = begun.p = C(0, 0);
                S(FIRST_AT + 1) = begun.u = C(0, 1);
                S(FIRST_AT + 2) = begun.w = C(0, 2);
                S(FIRST_AT + 3) = density = C(0, 3);
                S(FIRST_AT + 4) = pressure = C(0, 4);
                evolution_sector all;
                LOAD_SECTOR(all, 0)
                sums = evolution_begin(all, begun);
                row = 1;
            } else {
                begun.p = S(FIRST_AT);
                begun.u = S(FIRST_AT + 1);
                begun.w = S(FIRST_AT + 2);
                LOAD_SUMS
                density = S(STAR_SUMS_AT + 4);
                pressure = S(STAR_SUMS_AT + 5);
            }
            for (; row < rows; row++) {
                evolution_sector k;
                evolution_state here;
                here.p = C(row, 0);
                here.u = C(row, 1);
                here.w = C(row, 2);
                LOAD_SECTOR(k, row)
                if (!is_none[row * STAR_FANS + i]) {
                    sums = evolution_add(sums, k, begun, here);
                    density = FMA(k.share, C(row, 3) - S(FIRST_AT + 3), density);
                    pressure = FMA(k.share, C(row, 4) - S(FIRST_AT + 4), pressure);
                }
            }
            if (chunk + STAR_ROWS < last) {
                S(STAR_SUMS_AT) = sums.p_p;
                S(STAR_SUMS_AT + 1) = sums.p_m;
                S(STAR_SUMS_AT + 2) = sums.u_p;
                S(STAR_SUMS_AT + 3) = sums.w_p;
                S(STAR_SUMS_AT + 4) = density;
                S(STAR_SUMS_AT + 5) = pressure;
            } else {
                const real z = euler_impedance(density, pressure, gamma);
                const evolution_state found = evolution_vertex(sums, z, RECIPROCAL(z));
                GLOBAL real *to = star + (long)g * (STAR_VALUES * STAR_FANS);
                to[i] = found.p;
                to[STAR_FANS + i] = found.u;
                to[2 * STAR_FANS + i] = found.w;
            }
        }
        BARRIER;
    }
    END_GROUPS
}
#undef C
#else
KERNEL_SHAPE(STAR_FANS, 8)
KERNEL deg_stars(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *second,
                 GLOBAL CONST real *RESTRICT air, GLOBAL CONST long *RESTRICT fan_first,
                 GLOBAL CONST int *RESTRICT fan_corner, GLOBAL CONST int *RESTRICT fan_sector,
                 GLOBAL CONST real *RESTRICT factor, GLOBAL CONST long *RESTRICT count,
                 GLOBAL real *RESTRICT star, real gamma, real wind, int number, long groups)
{
    FOR_GROUPS(g, count[COUNT_PAUSE] == PAUSE_NONE ? groups : 0)
    SHARED real s[SUM_ROWS * STAR_FANS];
    GLOBAL CONST real *start = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL CONST real *next = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL CONST real *from = number == 1 ? start : (number == 2 ? next : second);
    const long first = fan_first[g], last = fan_first[g + 1];
    FOR_WIDE(i, STAR_FANS)
    {
        const int slot = fan_corner[first * STAR_FANS + i];
        const int sector = fan_sector[first * STAR_FANS + i];
        const star_corner c = corner_of(from, air, slot >= 0 ? slot : 0, sector & 3, 0, gamma, wind);
        const evolution_sums sums = evolution_begin(sector_of_row(factor, sector >> 2), c.state);
        S(FIRST_AT) = c.state.p;
        S(FIRST_AT + 1) = c.state.u;
        S(FIRST_AT + 2) = c.state.w;
        S(FIRST_AT + 3) = c.density;
        S(FIRST_AT + 4) = c.pressure;
        S(STAR_SUMS_AT) = sums.p_p;
        S(STAR_SUMS_AT + 1) = sums.p_m;
        S(STAR_SUMS_AT + 2) = sums.u_p;
        S(STAR_SUMS_AT + 3) = sums.w_p;
        S(STAR_SUMS_AT + 4) = c.density;
        S(STAR_SUMS_AT + 5) = c.pressure;
    }
    for (long row = first + 1; row < last; row++) {
        FOR_WIDE(i, STAR_FANS)
        {
            const int slot = fan_corner[row * STAR_FANS + i], begin = fan_corner[first * STAR_FANS + i];
            const int sector = fan_sector[row * STAR_FANS + i], none = slot == STAR_NONE;
            const int there = slot >= 0 ? slot : (begin >= 0 ? begin : 0);
            const evolution_sector k = sector_of_row(factor, sector >> 2);
            const star_corner c = corner_of(from, air, there, sector & 3, slot < 0, gamma, wind);
            evolution_state begun;
            evolution_sums sums;
            begun.p = S(FIRST_AT);
            begun.u = S(FIRST_AT + 1);
            begun.w = S(FIRST_AT + 2);
            LOAD_SUMS
            const evolution_sums more = evolution_add(sums, k, begun, c.state);
            const real density = S(STAR_SUMS_AT + 4), pressure = S(STAR_SUMS_AT + 5);
            S(STAR_SUMS_AT) = none ? sums.p_p : more.p_p;
            S(STAR_SUMS_AT + 1) = none ? sums.p_m : more.p_m;
            S(STAR_SUMS_AT + 2) = none ? sums.u_p : more.u_p;
            S(STAR_SUMS_AT + 3) = none ? sums.w_p : more.w_p;
            S(STAR_SUMS_AT + 4) = none ? density : FMA(k.share, c.density - S(FIRST_AT + 3), density);
            S(STAR_SUMS_AT + 5) = none ? pressure : FMA(k.share, c.pressure - S(FIRST_AT + 4), pressure);
        }
    }
    FOR_WIDE(i, STAR_FANS)
    {
        evolution_sums sums;
        LOAD_SUMS
        const real z = euler_impedance(S(STAR_SUMS_AT + 4), S(STAR_SUMS_AT + 5), gamma);
        const evolution_state found = evolution_vertex(sums, z, RECIPROCAL(z));
        GLOBAL real *to = star + (long)g * (STAR_VALUES * STAR_FANS);
        to[i] = found.p;
        to[STAR_FANS + i] = found.u;
        to[2 * STAR_FANS + i] = found.w;
    }
    END_GROUPS
}
#endif
#endif

#undef S
