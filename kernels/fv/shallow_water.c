// check: NFACES=3 LANE_BITS=3 LANES=8 FRICTION=1
// check: NFACES=4 LANE_BITS=7 LANES=128 FRICTION=0
/* First-order finite volumes for shallow water: one pass over the cells a step.
 *
 * Arrays
 *   q0, q1     state, two buffers taken in turn: [block][3][LANES] h, qx, qy; the last blocks hold
 * the shares of open boundary faces instead (mass, x, y: what the cell receives, see sw_share) bed
 * [slot] bed level of each cell, slot = block * LANES + lane neighbour  [block][NFACES][LANES] 2 *
 * slot + (1 where the cell is the face's side b); its own slot: a wall; a slot from `open_slot` on:
 * an open boundary face face       [block][NFACES][3][LANES] unit normal in the face's orientation,
 * length cell       [block][3][LANES] 1 / area, chi' (least 2 A / sum l of the cell and its
 * neighbours), g n^2 clipped    [slot] volume added where a depth came out negative, m3, summed
 * over the run part       [group] least chi' / (|u| + c) of each block; 0 where a state is not
 * finite
 *
 * A padding lane is an empty cell between walls with 1 / area = 0: it needs no test.
 * Bytes a triangle and step, f64: q 24 + 24, bed 8, neighbour 12, face 72, cell 24, the neighbours'
 * state and bed from cache. */
#include "math.h"
#ifdef EG_F32
#define CBRT(x) eg_cbrtf(x)
#else
#define CBRT(x) eg_cbrt(x)
#endif
#include "physics/shallow_water.h"
#include "fv/clock.h"

#define LANE_MASK (LANES - 1)

/* Where variable 0 of a slot stands in q. */
FUNCTION int place_of(int slot)
{
    return (slot >> LANE_BITS) * (3 * LANES) + (slot & LANE_MASK);
}

/* What a cell receives through its face k, times the face's length: lane l of the type's block b. */
FUNCTION sw_share share_through(GLOBAL CONST real *from, GLOBAL CONST real *bed,
                                GLOBAL CONST int *neighbour, GLOBAL CONST real *face, int b, int k,
                                int l, int slot, sw_side me, sw_constants constants, int open_slot)
{
    const int there = neighbour[(b * NFACES + k) * LANES + l];
    const int geometry = (b * NFACES + k) * (3 * LANES) + l;
    const real nx = face[geometry], ny = face[geometry + LANES],
               length = face[geometry + 2 * LANES];
    const int open = there >= open_slot, solid = there == slot;
    const int place = place_of(there);
    const real h = from[place], qx = from[place + LANES], qy = from[place + 2 * LANES];
    const sw_side other = sw_side_of(open ? me.h : h, qx, qy, bed[there], constants.dry);
    const sw_share share = sw_face(me, other, nx, ny, solid, constants);
    sw_share out;
    out.mass = length * (open ? h : share.mass);
    out.x = length * (open ? qx : share.x);
    out.y = length * (open ? qy : share.y);
    return out;
}

/* One step of the cells of one type (their blocks begin at first_block). Lacasta 2012, (2.30), with
 * friction once a cell and chi = 2 A / sum l (theory page, "time step"). */
KERNEL_SHAPE(LANES, 8)
KERNEL sw_step(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT bed,
               GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST real *RESTRICT face,
               GLOBAL CONST real *RESTRICT cell, GLOBAL double *RESTRICT clipped,
               GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
               GLOBAL real *RESTRICT part, real g, real root_g, real dry, int open_slot,
               int first_block, long blocks)
{
    FOR_GROUPS(b, count[COUNT_HOLD] == HOLD_NONE ? blocks : 0)
    SHARED real least[LANES];
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
    GLOBAL real *to = count[COUNT_PARITY] ? q0 : q1;
    const double dt64 = clock[CLOCK_DT];
    const real dt = R(dt64);
    const int block = (int)b + first_block;
    const sw_constants constants = sw_constants_of(g, root_g, dry);
    FOR_LANES (l) {
        const int slot = block * LANES + l;
        const int own = block * (3 * LANES) + l;
        const real h = from[own], qx = from[own + LANES], qy = from[own + 2 * LANES], z = bed[slot];
        const sw_side me = sw_side_of(h, qx, qy, z, dry);
        /* written out: compilers vectorise the loop over lanes only without a loop inside */
#define THROUGH(k)                                                                                 \
    share_through(from, bed, neighbour, face, (int)b, k, l, slot, me, constants, open_slot)
        const sw_share s0 = THROUGH(0), s1 = THROUGH(1), s2 = THROUGH(2);
        real mass = s0.mass + s1.mass + s2.mass;
        real x = s0.x + s1.x + s2.x;
        real y = s0.y + s1.y + s2.y;
#if NFACES == 4
        const sw_share s3 = THROUGH(3);
        mass += s3.mass;
        x += s3.x;
        y += s3.y;
#endif
        const int own_constants = (int)b * (3 * LANES) + l;
        const real inverse_area = cell[own_constants], chi = cell[own_constants + LANES];
        const real scale = -dt * inverse_area;
        real h1 = FMA(scale, mass, h);
        real qx1 = FMA(scale, x, qx), qy1 = FMA(scale, y, qy);

        /* clip, and book what was added */
        const real missing = sw_min(h1, R(0.0));
        if (missing < R(0.0))
            clipped[slot] -= (double)missing / (double)inverse_area;
        h1 = h1 - missing;
        const int wet = h1 > dry;
#if FRICTION
        const real gn2 = cell[own_constants + 2 * LANES];
        const real factor = sw_friction_factor(sw_max(h1, dry), qx1, qy1, gn2, dt);
        qx1 = qx1 * factor;
        qy1 = qy1 * factor;
#endif
        /* NaN must reach the test below: a dry cell keeps q - q */
        qx1 = wet ? qx1 : qx1 - qx1;
        qy1 = wet ? qy1 : qy1 - qy1;
        to[own] = h1;
        to[own + LANES] = qx1;
        to[own + 2 * LANES] = qy1;
        const real speed = sw_speed(h1, qx1, qy1, root_g, dry);
        const int finite = h1 + FABS(qx1) + FABS(qy1) + speed < R(SW_HUGE);
        least[l] = finite ? chi / sw_max(speed, R(SW_TINY)) : R(0.0);
    }
    BARRIER;
    FOLD_MIN(least, LANES)
    FOR_FLAT (i, 1) {
        part[block] = least[0];
    }
    END_GROUPS
}
