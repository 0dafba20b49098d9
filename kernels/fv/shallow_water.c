// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0 PARTITIONED=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 MAXIMA=1 MAXIMA_FLOW=1 MAXIMA_TIMES=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0 MAXIMA=1 MAXIMA_FLOW=0 MAXIMA_TIMES=0
/* First-order finite volumes for shallow water: one pass over the cells a step.
 *
 * Arrays
 *   q0, q1      state, two buffers taken in turn (fv/place.h): h, u, v, root of h. The last slots hold
 *               the contributions of open boundary faces instead (mass, x, y: what the cell receives)
 *   bed         [slot] bed level of each cell, m
 *   neighbour   [block][NFACES][LANES] slot of the neighbour; the cell's own slot: a wall; a slot from
 *               `open_slot` on: an open boundary face
 *   face        [block][NFACES][3][LANES] outward unit normal, length (m)
 *   cell        [block][CELL_CONSTANTS][LANES] 1 / area, 1 / chi' (chi' the least 2 A / sum l of the cell and its
 *               neighbours), g n^2; with friction the slope of the bed (fv/kinds.h)
 *   clipped     [slot] volume added where a depth came out negative, m3, summed over the run
 *   highest, when   maxima (fv/maxima.h), looked at with MAXIMA alone
 *   part        [group] largest (|u| + c) / chi' of each block, 1/s; SW_HUGE where a state is not finite
 *
 * A padding lane is an empty cell between walls with 1 / area = 0: it needs no test. Velocity and root
 * are stored so that a neighbour costs neither division nor square root.
 *
 * Bytes a triangle and step, f64: state 32 + 32, bed 8, neighbour 12, face 72, cell 24, with friction 48; the neighbours'
 * state and bed come from cache. About 600 floating-point operations, 670 with friction. */
/* On GPUs a loop over items that stays one is 3 % faster here (H200). */
#undef EG_WITHIN
#define EG_WITHIN(i, n) (i)

#include "math.h"
#ifdef EG_F32
#define CBRT(x) eg_cbrtf(x)
#else
#define CBRT(x) eg_cbrt(x)
#endif
#include "fv/kinds.h"
#include "physics/shallow_water.h"

/* Groups of 128 threads that share a multiprocessor: measured best of 5 to 11 on an H200. More leave
 * too few registers for f64, fewer hide too little latency. */
#ifdef EG_F32
#define SW_RESIDENT 9
#elif FRICTION
#define SW_RESIDENT 5
#else
#define SW_RESIDENT 6
#endif
#include "time/clock.h"
#include "field/partition_boundary.h"
#include "fv/place.h"
#include "fv/maxima.h"

#if FRICTION
#define CELL_CONSTANTS SW_CELL_CONSTANTS_FRICTION
#else
#define CELL_CONSTANTS SW_CELL_CONSTANTS
#endif

/* What a cell receives through its faces, times their lengths; and the pull of its falls. */
typedef struct sw_sum {
    real mass, x, y, fall_x, fall_y;
} sw_sum;

/* Adds to `sum` what a cell receives through its face k, times the face's length: lane l of a block whose faces begin
 * at `neighbour` and `face`. */
FUNCTION sw_sum add_contribution(sw_sum sum, GLOBAL CONST real *from, GLOBAL CONST real *bed,
                                 GLOBAL CONST int *neighbour, GLOBAL CONST real *face, int k, int l,
                                 int slot, sw_side me, sw_constants constants, int open_slot,
                                 real dt_over_area)
{
    const int there = neighbour[k * LANES + l];
    const int geometry = k * (3 * LANES) + l;
    const real nx = face[geometry], ny = face[geometry + LANES],
               length = face[geometry + 2 * LANES];
    const int open = there >= open_slot, solid = there == slot;
    const int place = place_of(there);
    const real h = from[place], u = from[place + STATE_LANES];
    const real v = from[place + 2 * STATE_LANES], packed = from[place + 3 * STATE_LANES];
    const sw_side other = sw_side_of(open ? me.h : h, u, v, sw_packed_root(packed), bed[there],
                                     sw_packed_kinematic(packed));
    const sw_contribution contribution =
        sw_face(me, other, nx, ny, solid, dt_over_area * length, constants);
    sum.mass = FMA(length, open ? h : contribution.mass, sum.mass);
    sum.x = FMA(length, open ? u : contribution.x, sum.x);
    sum.y = FMA(length, open ? v : contribution.y, sum.y);
    const real fall = open ? R(0.0) : length * contribution.fall;
    sum.fall_x = FMA(fall, nx, sum.fall_x);
    sum.fall_y = FMA(fall, ny, sum.fall_y);
    return sum;
}

/* One step of the cells of one type (their blocks begin at first_block); of several ranks of a part of them
 * (field/partition_boundary.h). Lacasta 2012, (2.30), with
 * friction once a cell and chi = 2 A / sum l (theory page, "time step"). */
KERNEL_SHAPE(LANES, SW_RESIDENT)
KERNEL sw_step(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT bed,
               GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST real *RESTRICT face,
               GLOBAL CONST real *RESTRICT cell, GLOBAL double *RESTRICT clipped,
               GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
               GLOBAL real *RESTRICT part, GLOBAL CONST int *RESTRICT order,
               GLOBAL real *RESTRICT highest, GLOBAL double *RESTRICT when, real g, real root_g,
               real dry, real flooded, int open_slot, int first_block, int from_group, long blocks)
{
    FOR_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real fastest[LANES];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const int block = b + first_block;
    const sw_constants constants = sw_constants_of(g, root_g, dry);
    /* 64 bits up to the block: an int ends before the faces of 2^31 / 9 triangles */
    GLOBAL CONST int *own_neighbour = neighbour + (long)b * (NFACES * LANES);
    GLOBAL CONST real *own_face = face + (long)b * (NFACES * 3 * LANES);
    GLOBAL CONST real *own_cell = cell + (long)b * (CELL_CONSTANTS * LANES);
#if MAXIMA
    TAKE_MAXIMA(block, from, clock[CLOCK_T], !count[COUNT_FIRST_PASS])
#endif
    FOR_LANES (l) {
        const int slot = block * LANES + l;
        const int own = PLACE_IN_BLOCK(block, l);
        const real h = from[own], u = from[own + STATE_LANES], v = from[own + 2 * STATE_LANES];
        const real packed = from[own + 3 * STATE_LANES];
        const sw_side me =
            sw_side_of(h, u, v, sw_packed_root(packed), bed[slot], sw_packed_kinematic(packed));
#define ADD_SHARE(k)                                                                               \
    sum = add_contribution(sum, from, bed, own_neighbour, own_face, k, l, slot, me, constants,     \
                           open_slot, -scale);
        sw_sum sum;
        sum.mass = sum.x = sum.y = sum.fall_x = sum.fall_y = R(0.0);
        const real inverse_area = own_cell[l], inverse_chi = own_cell[l + LANES];
        const real scale = -dt * inverse_area;
        REPEAT(NFACES, ADD_SHARE)
        real h1 = FMA(scale, sum.mass, h);
        const real slide = scale * sw_min(h, h1);
        real qx1 = FMA(-slide, sum.fall_x, FMA(scale, sum.x, h * u));
        real qy1 = FMA(-slide, sum.fall_y, FMA(scale, sum.y, h * v));

        /* clip, and book what was added */
        const real missing = sw_min(h1, R(0.0));
        if (missing < R(0.0))
            clipped[slot] -= (double)missing / (double)inverse_area;
        h1 = h1 - missing;
        const int wet = h1 > dry;
#if FRICTION
        const real slope_x = own_cell[l + 3 * LANES], slope_y = own_cell[l + 4 * LANES];
        const real weight = -dt * me.kinematic * h1;
        qx1 = FMA(weight, slope_x, qx1);
        qy1 = FMA(weight, slope_y, qy1);
#endif
        const real magnitude = SQRT(FMA(qx1, qx1, qy1 * qy1));
#if FRICTION
        const sw_friction friction =
            sw_friction_of(sw_max(h1, dry), qx1, qy1, magnitude, own_cell[l + 2 * LANES], slope_x,
                           slope_y, own_cell[l + 5 * LANES], dt);
        const real factor = friction.factor;
#else
        const real factor = R(1.0) / sw_max(h1, dry);
#endif
        const real u1 = wet ? qx1 * factor : R(0.0), v1 = wet ? qy1 * factor : R(0.0);
        const real root1 = SQRT(h1);
        to[own] = h1;
        to[own + STATE_LANES] = u1;
        to[own + 2 * STATE_LANES] = v1;
#if FRICTION
        to[own + 3 * STATE_LANES] = sw_pack(root1, wet ? friction.kinematic : R(0.0));
#else
        to[own + 3 * STATE_LANES] = root1;
#endif
        const real rate = FMA(magnitude, factor, root_g * root1) * inverse_chi;
        fastest[l] = h1 + rate < R(SW_HUGE) ? rate : R(SW_HUGE); /* so for NaN */
    }
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOR_FLAT (i, 1) {
        part[block] = fastest[0];
    }
    END_GROUPS
}
