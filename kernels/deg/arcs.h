/* Stars at a time tau = dt / 2 after the step's beginning, of points of faces and vertices: data are
 * polynomials on the circle of radius R = c tau (src/scheme/deg/arcs.c has the factors). Two kernels: what
 * the operator evolves, at nodes; and the operator.
 *
 * Arrays as in deg/stars.h, and
 *   primitive   [slots' block][ARC_VALUES][NODES][LANES] p', u, w, rho, p, r = rho' / rho
 *   fan_map     [row][4][STAR_FANS] xi_x, xi_z, eta_x, eta_z of a corner's cell, 1/m
 *   factor      [rows][ARC_ROW]
 *   taylor      [3 + 3 INNER][NODES][NODES] coefficients of xi^a eta^b round a point of a cell, by degree,
 *               from nodes
 *
 * The state at the centre goes by E_const, with the sectors of a vertex; deviations from it by E_bilin or
 * E_const. Flow carries the centre: it is P - u tau, to first order, with each cell's own velocity. */
#if ARCS
enum { ARC_VALUES = 6 };
#define ARC_ROW (EG_ARC_MONOMIALS + (NODES - 1) * EG_SECTOR_FACTORS)
#define POINTS_WITH_FANS (3 * (ALONG - 1))

KERNEL deg_primitives(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT air,
                      GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT primitive, real gamma,
                      long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL real *to = primitive + (long)b * (ARC_VALUES * NODES * LANES);
    FOR_ITEMS (i, NODES) {
        FOR_LANES (l) {
            const long at = PLACE_IN_BLOCK(b, l) + (long)i * PACK_LANES;
            const long next = (long)NODES * PACK_LANES;
            euler_air rest;
            rest.density = own_air[i * LANES + l];
            rest.heat = own_air[(NODES + i) * LANES + l];
            rest.pressure = own_air[(2 * NODES + i) * LANES + l];
            const real density = rest.density + from[at];
            const real pressure = euler_pressure(rest, from[at + 3 * next], gamma);
            to[i * LANES + l] = pressure;
            to[(NODES + i) * LANES + l] = from[at + next] / density;
            to[(2 * NODES + i) * LANES + l] = from[at + 2 * next] / density;
            to[(3 * NODES + i) * LANES + l] = density;
            to[(4 * NODES + i) * LANES + l] = rest.pressure + pressure;
            to[(5 * NODES + i) * LANES + l] = from[at] / density;
        }
    }
    END_GROUPS
}

/* A coefficient of the polynomial of value v of a cell. */
FUNCTION real coefficient_of(GLOBAL CONST real *RESTRICT primitive, GLOBAL CONST real *RESTRICT row, int slot,
                             int v)
{
    const long first = ((long)(slot / LANES) * ARC_VALUES + v) * (NODES * LANES) + slot % LANES;
    real sum = R(0.0);
    for (int k = 0; k < NODES; k++)
        sum = FMA(row[k], primitive[first + k * LANES], sum);
    return sum;
}

/* Corner `at` of a fan at the carried centre: the map of its cell is map[0], map[STAR_FANS], ... */
FUNCTION star_corner carried_corner(GLOBAL CONST real *RESTRICT primitive, GLOBAL CONST real *RESTRICT taylor,
                                    GLOBAL CONST real *RESTRICT map, int slot, int point, int far, real tau,
                                    real wind)
{
    GLOBAL CONST real *row = taylor + point * (NODES * NODES);
    star_corner c;
    const real u = coefficient_of(primitive, row, slot, 1);
    const real w = coefficient_of(primitive, row, slot, 2);
    const real xi = -(tau * FMA(map[0], u, map[STAR_FANS] * w));
    const real eta = -(tau * FMA(map[2 * STAR_FANS], u, map[3 * STAR_FANS] * w));
#define CARRIED(v, value)                                                                                    \
    FMA(coefficient_of(primitive, row + NODES, slot, v), xi,                                                 \
        FMA(coefficient_of(primitive, row + 2 * NODES, slot, v), eta, value))
    const real p = CARRIED(0, coefficient_of(primitive, row, slot, 0));
    c.state.p = far ? R(0.0) : p;
    c.state.u = far ? wind : CARRIED(1, u);
    c.state.w = far ? R(0.0) : CARRIED(2, w);
#undef CARRIED
    c.density = coefficient_of(primitive, row, slot, 3);
    c.pressure = coefficient_of(primitive, row, slot, 4);
    return c;
}

/* What a row of factors gives of the coefficients p, u, w, times `scale`; added to *star's values. */
FUNCTION evolution_state arc_term(evolution_state star, evolution_sector k, evolution_state c, real scale,
                                  real z, real inverse_z)
{
    evolution_state sum;
    const real p = scale * c.p, u = scale * c.u, w = scale * c.w;
    sum.p = FMA(k.share, p, FMA(z, FMA(k.p_u, u, k.p_w * w), star.p));
    sum.u = FMA(inverse_z * k.u_p, p, FMA(k.u_u, u, FMA(k.u_w, w, star.u)));
    sum.w = FMA(inverse_z * k.w_p, p, FMA(k.w_u, u, FMA(k.w_w, w, star.w)));
    return sum;
}

/* Gravity and the slope of the air at rest along the way of the waves (Block 2012, (7) to (10)). */
FUNCTION evolution_state arc_sources(evolution_state star, GLOBAL CONST real *RESTRICT k, real u, real w,
                                     real r, real weight, real tau, real gravity, real z, real inverse_z)
{
    evolution_state sum;
    const real fall = tau * gravity, slope = fall * weight, pull = slope * inverse_z;
    sum.p = FMA(slope, FMA(k[EG_ARC_P_U], u, k[EG_ARC_P_W] * w), FMA(z * fall * k[EG_ARC_P_R], r, star.p));
    sum.u = FMA(-pull, FMA(k[EG_ARC_U_U], u, k[EG_ARC_U_W] * w), FMA(-(fall * k[EG_ARC_U_R]), r, star.u));
    sum.w = FMA(-pull, FMA(k[EG_ARC_W_U], u, k[EG_ARC_W_W] * w), FMA(-(fall * k[EG_ARC_W_R]), r, star.w));
    return sum;
}

/* Parts of the work array, in rows of STAR_FANS: as in deg/stars.h, then z, 1/z, R and the star. */
#define FIRST_AT 0
#define STAR_SUMS_AT 5
#define FOUND_AT 13
#define ARC_ROWS 19
#define S(row) s[(row)*STAR_FANS + (i)]

KERNEL_SHAPE(STAR_FANS, 8)
KERNEL deg_arcs(GLOBAL CONST real *RESTRICT primitive, GLOBAL CONST long *RESTRICT fan_first,
                GLOBAL CONST int *RESTRICT fan_corner, GLOBAL CONST int *RESTRICT fan_sector,
                GLOBAL CONST real *RESTRICT fan_map, GLOBAL CONST real *RESTRICT factor,
                GLOBAL CONST real *RESTRICT taylor, GLOBAL CONST double *RESTRICT clock,
                GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT star, real gamma, real gravity,
                real wind, long groups)
{
    FOR_GROUPS(g, count[COUNT_PAUSE] == PAUSE_NONE ? groups : 0)
    SHARED real s[ARC_ROWS * STAR_FANS];
    const long first = fan_first[g], last = fan_first[g + 1];
    const double dt64 = clock[CLOCK_DT];
    const real tau = R(0.5) * R(dt64);
    for (long row = first; row < last; row++) {
        FOR_FLAT (i, STAR_FANS) {
            const int slot = fan_corner[row * STAR_FANS + i], begin = fan_corner[first * STAR_FANS + i];
            const int sector = fan_sector[row * STAR_FANS + i];
            const int there = slot >= 0 ? slot : (begin >= 0 ? begin : 0);
            const star_corner c = carried_corner(primitive, taylor, fan_map + row * (4 * STAR_FANS) + i,
                                                 there, sector & 31, slot < 0, tau, wind);
            const evolution_sector k = sector_of_row(factor + (long)(sector >> 5) * ARC_ROW, 0);
            evolution_state begun;
            evolution_sums sums;
            begun.p = S(FIRST_AT);
            begun.u = S(FIRST_AT + 1);
            begun.w = S(FIRST_AT + 2);
            sums.p_p = S(STAR_SUMS_AT);
            sums.p_m = S(STAR_SUMS_AT + 1);
            sums.u_m = S(STAR_SUMS_AT + 2);
            sums.w_m = S(STAR_SUMS_AT + 3);
            sums.u_p = S(STAR_SUMS_AT + 4);
            sums.w_p = S(STAR_SUMS_AT + 5);
            if (row == first) {
                S(FIRST_AT) = c.state.p;
                S(FIRST_AT + 1) = c.state.u;
                S(FIRST_AT + 2) = c.state.w;
                S(FIRST_AT + 3) = c.density;
                S(FIRST_AT + 4) = c.pressure;
                S(STAR_SUMS_AT + 6) = c.density;
                S(STAR_SUMS_AT + 7) = c.pressure;
                sums = evolution_begin(k, c.state);
            } else if (slot != STAR_NONE) {
                sums = evolution_add(sums, k, begun, c.state);
                S(STAR_SUMS_AT + 6) = FMA(k.share, c.density - S(FIRST_AT + 3), S(STAR_SUMS_AT + 6));
                S(STAR_SUMS_AT + 7) = FMA(k.share, c.pressure - S(FIRST_AT + 4), S(STAR_SUMS_AT + 7));
            }
            S(STAR_SUMS_AT) = sums.p_p;
            S(STAR_SUMS_AT + 1) = sums.p_m;
            S(STAR_SUMS_AT + 2) = sums.u_m;
            S(STAR_SUMS_AT + 3) = sums.w_m;
            S(STAR_SUMS_AT + 4) = sums.u_p;
            S(STAR_SUMS_AT + 5) = sums.w_p;
        }
    }
    FOR_FLAT (i, STAR_FANS) {
        evolution_sums sums;
        sums.p_p = S(STAR_SUMS_AT);
        sums.p_m = S(STAR_SUMS_AT + 1);
        sums.u_m = S(STAR_SUMS_AT + 2);
        sums.w_m = S(STAR_SUMS_AT + 3);
        sums.u_p = S(STAR_SUMS_AT + 4);
        sums.w_p = S(STAR_SUMS_AT + 5);
        const real density = S(STAR_SUMS_AT + 6);
        const real z = euler_impedance(density, S(STAR_SUMS_AT + 7), gamma), inverse_z = R(1.0) / z;
        const evolution_state found = evolution_star(sums, z, inverse_z);
        S(FOUND_AT) = z;
        S(FOUND_AT + 1) = inverse_z;
        S(FOUND_AT + 2) = tau * (z / density);
        S(FOUND_AT + 3) = found.p;
        S(FOUND_AT + 4) = found.u;
        S(FOUND_AT + 5) = found.w;
    }
    for (long row = first; row < last; row++) {
        FOR_FLAT (i, STAR_FANS) {
            const int slot = fan_corner[row * STAR_FANS + i], sector = fan_sector[row * STAR_FANS + i];
            GLOBAL CONST real *map = fan_map + row * (4 * STAR_FANS) + i;
            GLOBAL CONST real *k = factor + (long)(sector >> 5) * ARC_ROW;
            GLOBAL CONST real *line = taylor + (sector & 31) * (NODES * NODES);
            const real z = S(FOUND_AT), inverse_z = S(FOUND_AT + 1);
            evolution_state found;
            found.p = S(FOUND_AT + 3);
            found.u = S(FOUND_AT + 4);
            found.w = S(FOUND_AT + 5);
            if (slot >= 0) {
                const real determinant =
                    FMA(map[0], map[3 * STAR_FANS], -(map[STAR_FANS] * map[2 * STAR_FANS]));
                const real radius = S(FOUND_AT + 2) * SQRT(determinant);
                real scale = R(1.0);
                int m = 1;
                for (int d = 1; d <= DEGREE; d++) {
                    scale = scale * radius;
                    for (int e = 0; e <= d; e++, m++) {
                        evolution_state c;
                        c.p = coefficient_of(primitive, line + m * NODES, slot, 0);
                        c.u = coefficient_of(primitive, line + m * NODES, slot, 1);
                        c.w = coefficient_of(primitive, line + m * NODES, slot, 2);
                        found = arc_term(found,
                                         sector_of_row(k + EG_ARC_MONOMIALS + (m - 1) * EG_SECTOR_FACTORS, 0),
                                         c, scale, z, inverse_z);
                    }
                }
                const real density = coefficient_of(primitive, line, slot, 3);
                const real r = coefficient_of(primitive, line, slot, 5);
                found = arc_sources(found, k, coefficient_of(primitive, line, slot, 1),
                                    coefficient_of(primitive, line, slot, 2), r, FMA(-density, r, density),
                                    tau, gravity, z, inverse_z);
            }
            S(FOUND_AT + 3) = found.p;
            S(FOUND_AT + 4) = found.u;
            S(FOUND_AT + 5) = found.w;
        }
    }
    FOR_FLAT (i, STAR_FANS) {
        GLOBAL real *to = star + (long)g * (STAR_VALUES * STAR_FANS);
        to[i] = S(FOUND_AT + 3);
        to[STAR_FANS + i] = S(FOUND_AT + 4);
        to[2 * STAR_FANS + i] = S(FOUND_AT + 5);
    }
    END_GROUPS
}

#undef S
#undef FIRST_AT
#undef STAR_SUMS_AT
#endif
