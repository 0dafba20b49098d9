/* A potential temperature and a tracer that stay between bounds (docs/theory/limiters.md, "air"): behind each
 * stage the polynomials of a cell, but for their means. Both are quotients of what the state has: theta keeps
 * rho theta, that is the pressure, and moves density; a tracer keeps density. Arrays as in deg/stage.h.
 * LIMITER: 1 theta, 2 the tracer, 3 both. */
#include "field/limits.h"

#define BOUNDS_THETA (LIMITER & 1)
#define BOUNDS_TRACER (LIMITER >> 1)

/* Rows of the work array: at nodes density, rho theta, X and what a quantity is changed by; then numbers of a
 * lane. A lane reads its own alone: no barrier is needed. */
#define DENSITY_AT 0
#define HEAT_AT NODES
#define CARRIED_AT (2 * NODES)
#define CHANGE_AT (3 * NODES)
#define S(row) s[(row)*LANES + (l)]
#define MEAN_OF_CARRIER(l) s[(4 * NODES) * LANES + (l)]
#define MEAN(l) s[(4 * NODES + 1) * LANES + (l)] /* of the quotient */
#define EXCESS(l) s[(4 * NODES + 2) * LANES + (l)]
#define FARTHEST(l) s[(4 * NODES + 3) * LANES + (l)]
#define FACTOR(l) s[(4 * NODES + 4) * LANES + (l)]
#define NEAR(l) s[(4 * NODES + 5) * LANES + (l)]
#define BOUND_ROWS (4 * NODES + 6)

#define LEAST(l) LESSER(low_bound, MEAN(l))
#define MOST(l) GREATER(high_bound, MEAN(l))

/* Of the functionals the one whose quotient is farthest outside, and by how much of the quantity; and the
 * part of all deviations from the mean with which all are inside. */
#define FIND_FARTHEST                                                                                        \
    FOR_LANES (l) {                                                                                          \
        EXCESS(l) = R(0.0);                                                                                  \
        FARTHEST(l) = R(0.0);                                                                                \
        FACTOR(l) = R(1.0);                                                                                  \
    }                                                                                                        \
    for (int r = 0; r < rows; r++) {                                                                         \
        GLOBAL CONST real *row = bound + r * NODES;                                                          \
        FOR_LANES (l) {                                                                                      \
            real value = R(0.0), per = R(0.0);                                                               \
            int k = 0;                                                                                       \
            do {                                                                                             \
                value = FMA(row[k], S(quantity + k), value);                                                 \
                per = FMA(row[k], S(carrier + k), per);                                                      \
            } while (++k < NODES);                                                                           \
            const real mean = MEAN(l), least = LEAST(l), most = MOST(l);                                     \
            const real over = FMA(-most, per, value), under = FMA(-least, per, value);                       \
            const real excess = over > R(0.0) ? over : (under < R(0.0) ? under : R(0.0));                    \
            const real deviation = FABS(FMA(-mean, per, value));                                             \
            const real room = (over > R(0.0) ? most - mean : mean - least) * per;                            \
            const real part = excess != R(0.0) && deviation > room ? room / deviation : R(1.0);              \
            const real before = EXCESS(l), place = FARTHEST(l), factor = FACTOR(l);                          \
            FARTHEST(l) = FABS(excess) > FABS(before) ? (real)r : place;                                     \
            EXCESS(l) = FABS(excess) > FABS(before) ? excess : before;                                       \
            FACTOR(l) = LESSER(part, factor);                                                                \
        }                                                                                                    \
    }

/*   bound  [rows][NODES] functionals of a polynomial from its values at nodes, each 1 of what is 1: values at
 *          points, means of parts of the cell; [rows][NODES] the least change at nodes, without a mean, that
 *          changes the functional by 1; [NODES] the mean
 *   largest  of all functionals the largest sum of sizes
 *   low, high  of density over rho theta, and of the tracer
 *   number   the stage; 0: the state q0 between steps */
KERNEL_SHAPE(LANES, 8)
KERNEL deg_bound(GLOBAL real *q0, GLOBAL real *q1, GLOBAL real *second, GLOBAL CONST real *RESTRICT air,
                 GLOBAL CONST real *RESTRICT bound, GLOBAL CONST long *RESTRICT count,
                 GLOBAL CONST int *RESTRICT order, real low_density, real high_density, real low_tracer,
                 real high_tracer, real largest, int rows, int number, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, number == 0 || count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[BOUND_ROWS * LANES];
    GLOBAL real *next = count[COUNT_PARITY] ? q0 : q1;
    GLOBAL real *to = number == 0 ? q0 : (number == 2 ? second : next);
    GLOBAL CONST real *own_air = air + (long)b * (EULER_AIR * NODES * LANES);
    GLOBAL CONST real *weight = bound + 2 * rows * NODES;
#define AT(p, k) to[PLACE_IN_BLOCK(b, l) + (long)((p)*NODES + (k)) * PACK_LANES]

    for (int k = 0; k < NODES; k++) {
        FOR_LANES (l) {
            S(DENSITY_AT + k) = own_air[k * LANES + l] + AT(0, k);
            S(HEAT_AT + k) = own_air[(NODES + k) * LANES + l] + AT(3, k);
        }
    }
    for (int which = !BOUNDS_THETA; which < 1 + BOUNDS_TRACER; which++) {
        const int quantity = which ? CARRIED_AT : DENSITY_AT, carrier = which ? DENSITY_AT : HEAT_AT;
        const real low_bound = which ? low_tracer : low_density;
        const real high_bound = which ? high_tracer : high_density;
        const real size = GREATER(FABS(low_bound), FABS(high_bound));
        const real least_move = GREATER(BOUND_LEAST_MOVE * (high_bound - low_bound), BOUND_SLACK * size);
#if BOUNDS_TRACER
        for (int k = 0; k < (which ? NODES : 0); k++) {
            FOR_LANES (l)
                S(CARRIED_AT + k) = AT(4, k);
        }
#endif
        FOR_LANES (l) {
            real value = R(0.0), per = R(0.0), above = R(0.0), below = R(0.0);
            for (int k = 0; k < NODES; k++) {
                value = FMA(weight[k], S(quantity + k), value);
                per = FMA(weight[k], S(carrier + k), per);
            }
            MEAN(l) = value / per;
            MEAN_OF_CARRIER(l) = per;
            const real least = LEAST(l), most = MOST(l);
            const real over = FMA(-most, per, value), under = FMA(-least, per, value);
            for (int k = 0; k < NODES; k++) {
                const real up = FABS(FMA(-most, S(carrier + k), S(quantity + k)) - over);
                const real down = FABS(FMA(-least, S(carrier + k), S(quantity + k)) - under);
                above = GREATER(up, above);
                below = GREATER(down, below);
            }
            const real slack = BOUND_SLACK * size * per;
            NEAR(l) =
                FMA(largest, above, over) > slack || FMA(-largest, below, under) < -slack ? R(1.0) : R(0.0);
        }
        int is_near = 0;
        FOR_LANES (l)
            is_near |= NEAR(l) > R(0.0);
        if (!is_near)
            continue;
        for (int k = 0; k < NODES; k++) {
            FOR_LANES (l)
                S(CHANGE_AT + k) = R(0.0);
        }
        FIND_FARTHEST
        FOR_LANES (l)
            NEAR(l) = FABS(EXCESS(l)) > BOUND_SLACK * size * MEAN_OF_CARRIER(l) ? NEAR(l) : R(0.0);
        for (int round = 0; round < BOUND_ROUNDS; round++) {
            int moves = 0;
            FOR_LANES (l) {
                const real excess = EXCESS(l);
                if (NEAR(l) > R(0.0) && FABS(excess) > least_move * MEAN_OF_CARRIER(l)) {
                    GLOBAL CONST real *change = bound + (rows + (int)FARTHEST(l)) * NODES;
                    for (int k = 0; k < NODES; k++) {
                        S(quantity + k) = FMA(-excess, change[k], S(quantity + k));
                        S(CHANGE_AT + k) = FMA(-excess, change[k], S(CHANGE_AT + k));
                    }
                    moves = 1;
                }
            }
            if (!moves)
                break;
            FIND_FARTHEST
        }
        FOR_LANES (l) {
            if (NEAR(l) > R(0.0)) {
                const real less = FACTOR(l) - R(1.0), mean = MEAN(l);
                real excess = R(0.0);
                for (int k = 0; k < NODES; k++) {
                    const real deviation = FMA(-mean, S(carrier + k), S(quantity + k));
                    S(CHANGE_AT + k) = FMA(less, deviation, S(CHANGE_AT + k));
                    excess = FMA(weight[k], S(CHANGE_AT + k), excess);
                }
                /* what rounding has left of a mean goes, so that what a cell holds stays */
                for (int k = 0; k < NODES; k++)
                    S(CHANGE_AT + k) = S(CHANGE_AT + k) - excess;
            }
        }
        /* density takes with it what moves and what it carries, at the cell's means: a uniform one stays
         * uniform */
        FOR_LANES (l) {
            if (NEAR(l) > R(0.0) && which == 0) {
                const real density = MEAN(l) * MEAN_OF_CARRIER(l);
                for (int p = 1; p < VARS; p++) {
                    real mean = R(0.0);
                    for (int k = 0; k < NODES; k++)
                        mean = FMA(weight[k], AT(p, k), mean);
                    mean = mean / density;
                    for (int k = 0; k < (p == 3 ? 0 : NODES); k++)
                        AT(p, k) = FMA(mean, S(CHANGE_AT + k), AT(p, k));
                }
            }
            if (NEAR(l) > R(0.0)) {
                for (int k = 0; k < NODES; k++)
                    AT(which ? 4 : 0, k) = AT(which ? 4 : 0, k) + S(CHANGE_AT + k);
            }
            for (int k = 0; k < NODES; k++)
                S(DENSITY_AT + k) = own_air[k * LANES + l] + AT(0, k);
        }
    }
    END_GROUPS
}

#undef S
#undef AT
#undef MEAN
#undef EXCESS
#undef FARTHEST
#undef FACTOR
#undef NEAR
#undef LEAST
#undef MOST
