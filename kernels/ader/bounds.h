/* A tracer that stays between two bounds (docs/theory/limiters.md): the traces through which it leaves a
 * cell, such that all means stay between them, and the polynomials round these means. Number `variable` of
 * the tracers, with a flux that takes the trace of the cell from which they flow: what leaves a cell is a
 * matter of that cell alone. Arrays as in step.h and variable.h. */

/* phi_0; and |J| over the area of the cell. */
#if NFACES == 3
#define MODE_0 R(1.4142135623730951)
#define AREA_RATIO R(2.0)
#else
#define MODE_0 R(1.0)
#define AREA_RATIO R(1.0)
#endif

#include "field/limits.h"

/* Mode m of the tracer's trace on face f. */
#define TRACE_AT(f, m, l) ((trace_offset)first_trace + TRACE_PLACE((trace_offset)b, (f)*ORDER + (m), l))
#if TRACE_BITS
#define TRACE(f, m, l) trace[TRACE_AT(f, m, l) + variable * TRACE_LANES]
#else
#define TRACE(f, m, l) trace[(long)TRACE_AT(f, m, l) * TRACES + variable]
#endif

#if VARIABLE
/* Points of a face that the cell owns: those from which the tracer flows out of it. Of all of them the part
 * of the cell that leaves in the step, the deviations from the mean times these parts, and the largest
 * deviations up and down. */
typedef struct cell_outflow {
    real part, deviation, above, below;
} cell_outflow;
#endif

#if MOVING
/* to = the mean over face and step of the wind along the normal where it leads out of the cell: of the tracer
 * that leaves there the trace has the product. */
#define SENT_OVER_FACE(f, l, to)                                                                             \
    {                                                                                                        \
        real sum = R(0.0);                                                                                   \
        for (int q = 0; q < EDGE_POINTS; q++)                                                                \
            for (int n = 0; n < ORDER; n++) {                                                                \
                const real through = FLOW((f)*EDGE_POINTS + q, n);                                           \
                const real out = through * own_face[(f) * (EDGES * LANES) + 2 * LANES + l];                  \
                sum = FMA(line[EDGE_POINTS * ORDER + q], out > R(0.0) ? through : R(0.0), sum);              \
            }                                                                                                \
        to = sum;                                                                                            \
    }
#endif

/* Kernel between ader_predict and ader_correct. With coefficients that are constant in a cell the means of
 * the traces along the faces are cut and shifted; with variable ones all modes are scaled. */
KERNEL_SHAPE(LANES, 8)
KERNEL ader_bound_fluxes(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *line,
                         GLOBAL CONST real *RESTRICT face, GLOBAL CONST real *RESTRICT medium,
                         GLOBAL CONST real *RESTRICT flow, GLOBAL real *RESTRICT trace,
                         GLOBAL CONST double *RESTRICT factor, GLOBAL CONST double *RESTRICT clock,
                         GLOBAL CONST long *RESTRICT count, double low, double high, int variable,
                         int first_block, long first_trace, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64), low_bound = R(low), high_bound = R(high);
    const long own = ((b + first_block) * VARS + variable) * (MODES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * EDGES * LANES);
#if VARIABLE
    GLOBAL CONST real *own_medium = medium + (long)b * (NFACES * EDGE_POINTS * AT_FACE * LANES);
#if FACTOR
    const real turn = factor[ORDER] < 0.0 ? R(-1.0) : R(1.0), size = turn * R(factor[ORDER]);
#else
    const real turn = R(1.0), size = R(1.0);
#endif
    FOR_LANES (l) {
        const real mean = MODE_0 * from[own + l], centre = size * mean;
        const real least = LESSER(low_bound, mean), most = GREATER(high_bound, mean);
        cell_outflow out = {R(0.0), R(0.0), R(0.0), R(0.0)};
        for (int f = 0; f < NFACES; f++) {
            const real scale = turn * (dt * (AREA_RATIO * own_face[f * (EDGES * LANES) + 2 * LANES + l]));
            for (int q = 0; q < EDGE_POINTS; q++) {
                const real speed = own_medium[((f * EDGE_POINTS + q) * AT_FACE + MATERIALS) * LANES + l];
                const real rate = line[EDGE_POINTS * ORDER + q] * (scale * speed);
                real value = R(0.0);
                for (int m = 0; m < ORDER; m++)
                    value = FMA(line[q * ORDER + m], TRACE(f, m, l), value);
                const real part = GREATER(rate, R(0.0));
                const real deviation = rate > R(0.0) ? turn * value - centre : R(0.0);
                out.part = out.part + part;
                out.deviation = FMA(part, deviation, out.deviation);
                out.above = GREATER(deviation, out.above);
                out.below = LESSER(deviation, out.below);
            }
        }
        real theta = R(1.0);
        const real room_above = size * (most - mean), room_below = size * (least - mean);
        const real of_above = out.above > room_above ? room_above / out.above : R(1.0);
        const real of_below = out.below < room_below ? room_below / out.below : R(1.0);
        theta = LESSER(of_above, of_below);
        /* what stays: its mean is off that of the cell by - theta deviation / stays */
        const real stays = R(1.0) - size * out.part;
        const real room = stays * (out.deviation < R(0.0) ? most - mean : mean - least);
        const real moved = theta * FABS(out.deviation);
        theta = moved > room ? theta * (room / moved) : theta;
        for (int f = 0; f < NFACES; f++)
            for (int m = 0; m < ORDER; m++) {
                const real given = TRACE(f, m, l), middle = m == 0 ? turn * centre : R(0.0);
                TRACE(f, m, l) = theta < R(1.0) ? FMA(theta, given - middle, middle) : given;
            }
    }
#else
    (void)line, (void)medium, (void)factor, (void)flow;
#if MOVING
    GLOBAL CONST real *own_flow = flow + (long)b * (PASSING * ORDER * LANES);
#endif
    FOR_LANES (l) {
        const real mean = MODE_0 * from[own + l];
        const real least = LESSER(low_bound, mean), most = GREATER(high_bound, mean);
        real part[NFACES], value[NFACES], leaving = R(0.0), out = R(0.0);
#if MOVING
        real passing[NFACES];
#endif
        UNROLL
        for (int f = 0; f < NFACES; f++) {
            const int at = f * (EDGES * LANES) + l;
#if MOVING
            SENT_OVER_FACE(f, l, passing[f])
            const real rate = dt * (AREA_RATIO * (passing[f] * own_face[at + 2 * LANES]));
            const real given = rate > R(0.0) ? TRACE(f, 0, l) / passing[f] : R(0.0);
#else
            const real rate = dt * (AREA_RATIO * (own_face[at + 3 * LANES] * own_face[at + 2 * LANES]));
            const real given = TRACE(f, 0, l);
#endif
            const real cut = LESSER(GREATER(given, least), most);
            part[f] = GREATER(rate, R(0.0));
            value[f] = rate > R(0.0) ? cut : given;
            leaving = leaving + part[f];
            out = FMA(part[f], value[f], out);
        }
        /* the mean of what stays in the cell */
        const real stays = R(1.0) - leaving, rest = mean - out;
        const real over = rest - stays * most, under = stays * least - rest;
        const real aim = over > R(0.0) ? most : least, excess = GREATER(over, under);
        const real room = over > R(0.0) ? leaving * most - out : out - leaving * least;
        const real share = excess > R(0.0) && room > R(0.0) ? LESSER(excess / room, R(1.0)) : R(0.0);
        UNROLL
        for (int f = 0; f < NFACES; f++) {
            const real bounded = part[f] > R(0.0) ? FMA(share, aim - value[f], value[f]) : value[f];
#if MOVING
            TRACE(f, 0, l) = bounded * passing[f];
#else
            TRACE(f, 0, l) = bounded;
#endif
        }
    }
#endif
    END_GROUPS
}

/* What is found of each lane's values at the points: the least and the largest, the one farthest outside the
 * bounds by its number, how far that has to be moved; and the value at one point. A lane reads its own alone:
 * no barrier is needed, and where a lane is a thread each goes its own way. */
#define BOTTOM(l) s[l]
#define TOP(l) s[LANES + (l)]
#define EXCESS(l) s[2 * LANES + (l)]
#define FARTHEST(l) s[3 * LANES + (l)]
#define VALUE(l) s[4 * LANES + (l)]
/* Whether a cell may be beyond the bounds: others of its block are let alone, so that it does not matter
 * which cells share one. */
#define NEAR(l) s[5 * LANES + (l)]
#define FIND_EXTREMES                                                                                        \
    FOR_LANES (l) {                                                                                          \
        const real mean = MODE_0 * to[own + l];                                                              \
        BOTTOM(l) = mean;                                                                                    \
        TOP(l) = mean;                                                                                       \
        EXCESS(l) = R(0.0);                                                                                  \
        FARTHEST(l) = R(0.0);                                                                                \
    }                                                                                                        \
    for (int i = 0; i < points; i++) {                                                                       \
        FOR_LANES (l) {                                                                                      \
            real value = R(0.0);                                                                             \
            int k = 0;                                                                                       \
            do {                                                                                             \
                value = FMA(basis[i * (MODES + 1) + k], to[own + k * LANES + l], value);                     \
            } while (++k < MODES);                                                                           \
            VALUE(l) = value;                                                                                \
        }                                                                                                    \
        FOR_LANES (l) {                                                                                      \
            const real mean = MODE_0 * to[own + l], value = VALUE(l);                                        \
            const real least = LESSER(low_bound, mean), most = GREATER(high_bound, mean);                    \
            const real cut = GREATER(value, least), excess = LESSER(cut, most) - value;                      \
            const real before = EXCESS(l), place = FARTHEST(l), bottom = BOTTOM(l), top = TOP(l);            \
            BOTTOM(l) = LESSER(value, bottom);                                                               \
            TOP(l) = GREATER(value, top);                                                                    \
            FARTHEST(l) = FABS(excess) > FABS(before) ? (real)i : place;                                     \
            EXCESS(l) = FABS(excess) > FABS(before) ? excess : before;                                       \
        }                                                                                                    \
    }

/* Kernel behind ader_correct: changes the polynomial of a cell, without its mean, such that its values at
 * some points are between the bounds. First the value that is farthest outside is moved onto its bound by the
 * least change in the norm of L2, some times; what is left is scaled round the mean. With `initial` it takes
 * the state at time 0.
 *   basis  [points][MODES + 1] the modes, and behind them one over the sum of the squares of all but the
 *          first; then [MODES] the largest size of each mode at these points */
KERNEL_SHAPE(LANES, 8)
KERNEL ader_bound_values(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT basis,
                         GLOBAL CONST long *RESTRICT count, double low, double high, int variable, int points,
                         int initial, int first_block, long blocks)
{
    FOR_GROUPS(b, initial || count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real s[6 * LANES];
    const int second = count[COUNT_PARITY] ? initial : !initial;
    GLOBAL real *to = second ? q1 : q0;
    GLOBAL CONST real *largest = basis + points * (MODES + 1);
    const long own = ((b + first_block) * VARS + variable) * (MODES * LANES);
    const real low_bound = R(low), high_bound = R(high);
    const real slack = BOUND_SLACK * (high_bound - low_bound);
    const real least_move = BOUND_LEAST_MOVE * (high_bound - low_bound);
    FOR_LANES (l) {
        const real mean = MODE_0 * to[own + l];
        real spread = R(0.0);
        int k = 1; /* of order 1 there are no bounds */
        do {
            spread = FMA(FABS(to[own + k * LANES + l]), largest[k], spread);
        } while (++k < MODES);
        NEAR(l) = mean - spread < low_bound - slack || mean + spread > high_bound + slack ? R(1.0) : R(0.0);
    }
    int is_near = 0;
    FOR_LANES (l)
        is_near |= NEAR(l) > R(0.0);
    if (is_near) {
        FIND_EXTREMES
        for (int round = 0; round < BOUND_ROUNDS; round++) {
            FOR_LANES (l) {
                if (FABS(EXCESS(l)) > least_move) {
                    GLOBAL CONST real *there = basis + (int)FARTHEST(l) * (MODES + 1);
                    const real change = EXCESS(l) * there[MODES];
                    for (int k = 1; k < MODES; k++)
                        to[own + k * LANES + l] = FMA(change, there[k], to[own + k * LANES + l]);
                }
            }
            int moves = 0;
            FOR_LANES (l)
                moves |= FABS(EXCESS(l)) > least_move;
            if (!moves)
                break;
            FIND_EXTREMES
        }
        FOR_LANES (l) {
            const real mean = MODE_0 * to[own + l];
            const real least = LESSER(low_bound, mean), most = GREATER(high_bound, mean);
            const real of_top = TOP(l) > most ? (most - mean) / (TOP(l) - mean) : R(1.0);
            const real of_bottom = BOTTOM(l) < least ? (least - mean) / (BOTTOM(l) - mean) : R(1.0);
            const real theta = LESSER(of_top, of_bottom);
            if (theta < R(1.0) && NEAR(l) > R(0.0))
                for (int k = 1; k < MODES; k++)
                    to[own + k * LANES + l] = theta * to[own + k * LANES + l];
        }
    }
    END_GROUPS
}
