// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0 PARTITIONED=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 MAXIMA=1 MAXIMA_FLOW=1 MAXIMA_TIMES=1 MAXIMA_HAZARD=1 MAXIMA_DURATION=1 MAXIMA_SPEED_TIME=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0 MAXIMA=1 MAXIMA_FLOW=0 MAXIMA_TIMES=0 MAXIMA_HAZARD=0 MAXIMA_DURATION=1 MAXIMA_SPEED_TIME=0
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 WATER=1 SOIL=1 EVAPORATION=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=0 WATER=1
// check: NFACES=3 STATE_BITS=0 LANES=128 FRICTION=1 WATER=1 WATER_PLAIN=1 SOIL=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 WATER=1 SOIL=1 LOSSES=1 SOIL_DECAY=1
// check: NFACES=3 STATE_BITS=0 LANES=128 FRICTION=1 WATER=1 WATER_PLAIN=1 SOIL=1 LOSSES=1 SOIL_DECAY=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 WATER=1 RAIN_FIELDS=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 WATER=1 RAIN_FIELDS=1 EVAPORATION=1 EVAPORATION_FIELDS=1
// check: NFACES=3 STATE_BITS=0 LANES=128 FRICTION=1 WATER=1 WATER_PLAIN=1 EVAPORATION=1 EVAPORATION_FIELDS=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 MIXED=1 ROUGHNESS=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=1 ROUGHNESS=1
// check: NFACES=3 STATE_BITS=0 LANES=128 FRICTION=1 ORDER=2 RECORDS=3 ROUGHNESS=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 MIXED=1
// check: NFACES=3 STATE_BITS=0 LANES=128 FRICTION=1 MIXED=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=1 MIXED=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 ORDER=2 RECORDS=3
// check: NFACES=3 STATE_BITS=0 LANES=128 FRICTION=0 ORDER=2 RECORDS=4 CORIOLIS=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 ORDER=2 RECORDS=4 DRAG=1
// check: NFACES=3 STATE_BITS=3 LANES=8 FRICTION=1 WATER=1 SOIL=1 SOLUTES=1
// check: NFACES=4 STATE_BITS=0 LANES=128 FRICTION=1 SOLUTES=1
/* Finite volumes for shallow water: one pass over the cells a step; at second order one before it
 * (fv/reconstruct.h).
 *
 * Arrays
 *   q0, q1      state, two buffers taken in turn (fv/place.h): h, u, v, root of h. The last slots hold
 *               the contributions of open boundary faces instead (mass, x, y: what the cell receives)
 *   bed         [slot] bed level of each cell, m
 *   neighbour   [block][NFACES][LANES] slot of the neighbour; the cell's own slot: a wall; a slot from
 *               `open_slot` on: an open boundary face. At second order 4 times that, and which face of the
 *               neighbour it is
 *   records, inner   what the cell reconstructs (fv/reconstruct.h)
 *   face        [block][NFACES][3][LANES] outward unit normal, length (m), of the type of waves
 *   cell        [block][CELL_CONSTANTS][LANES] 1 / area; with WATER constants of rain and soil
 *   flow        [block][WAVE_CONSTANTS][LANES] of the type of waves: 1 / chi' (chi' the least 2 A / sum l of
 *               the cell and its neighbours), g n^2; with friction the slope of the bed (fv/kinds.h)
 *   clipped     [slot] volume added where a depth came out negative, m3, summed over the run
 *   highest, when   maxima (fv/maxima.h)
 *   zones, fields, amounts, owed   rain and losses (fv/water.h)
 *   passed, gained   with SOLUTES what fv/solutes.c goes on with
 *   part        [group] largest (|u| + c) / chi' of each block, 1/s; SW_HUGE where a state is not finite
 *   awake, moved   [group] blocks that the step works on, all where none is `resting` in it; the last step
 *                  in which something moved in a block, by COUNT_STEPS (fv/rest.c)
 *
 * A padding lane is an empty cell between walls with 1 / area = 0: it needs no test. Velocity and root are
 * stored so that a neighbour costs neither division nor square root.
 *
 * Bytes a triangle and step, f64: state 32 + 32, bed 8, neighbour 12, face 72, cell 8, flow 8, with friction
 * 40 at first order; MIXED: face 36, flow 4 or 20. The neighbours' state and bed come from cache. About 600
 * floating-point operations, 720 with friction. */
/* On GPUs a loop over items that stays one is 3 % faster here (H200). */
#undef EG_WITHIN
#define EG_WITHIN(i, n) (i)

#include "math.h"
#include "fv/kinds.h"
#include "physics/shallow_water.h"

/* Groups of 128 threads that share a multiprocessor. On an H200, M cell updates/s of triangles: f64 with friction
 * 12,730 with 3, 12,750 with 4, 12,120 with 5; f32 25,160 with 8, 24,530 with 9; mixed 17,100, 18,030 and 17,830 with 5, 6
 * and 7. Maxima, soils and second order are 2 to 12 % faster with 5 than with 4 in f64. More leave too few registers,
 * fewer hide too little latency. */
#define SW_MORE (ORDER == 2 || MAXIMA || WATER) /* than the plain step of first order */
#ifdef EG_F32
#if SW_MORE
#define SW_RESIDENT 9
#else
#define SW_RESIDENT 8
#endif
#elif MIXED
#define SW_RESIDENT 6
#elif SW_MORE
#define SW_RESIDENT 5
#else
#define SW_RESIDENT 4
#endif
#include "time/clock.h"
#include "field/partition_boundary.h"
#include "fv/place.h"
#include "fv/roughness.h"

#ifndef ORDER
#define ORDER 1
#endif
#ifndef SOLUTES
#define SOLUTES 0
#endif
#define WAVE_CONSTANTS (FRICTION && ORDER != 2 ? SW_WAVE_CONSTANTS_FRICTION : SW_WAVE_CONSTANTS)
#define CELL_CONSTANTS                                                                                       \
    (SW_CELL_CONSTANTS + (WATER && !WATER_PLAIN ? SW_WATER_CONSTANTS : 0) +                                  \
     (SOIL ? SW_WATER_CONSTANTS_SOIL - SW_WATER_CONSTANTS : 0) + (SOIL_DECAY ? 1 : 0))

/* Whether the step works on block b of its type. */
#define IS_AWAKE(b) (resting[0] != (int)count[COUNT_STEPS] || awake[first_block + (b)])

/* Where water alone, that may be left as it is by one step, need not be by a longer one, dry cells alone are
 * at rest. */
#define REST_IS_DRY (ORDER == 2 || SOIL || EVAPORATION || (MAXIMA && MAXIMA_DURATION))

#define HOLDS (FRICTION && ORDER != 2)

/* Whether what is across the faces of a block, and the faces themselves, are copied to SHARED memory first: a
 * thread then waits once for all of it, and not at each face. */
#ifndef COPIES_FACES
#define COPIES_FACES (COPIES_ARE_AHEAD && STATE_TOGETHER && ORDER != 2)
#endif
#if COPIES_FACES
#define FRAMES LOCAL
#else
#define FRAMES GLOBAL
#endif

/* What a cell receives through its faces, times their lengths; the pull of its falls; and where it HOLDS,
 * sw_hold of its faces, times their lengths, m2, and whether one of them is open. */
typedef struct sw_sum {
    real mass;
    wave x, y, fall_x, fall_y, rise, held;
    int open;
} sw_sum;

#if WIDE_LOOPS
/* What a block finds across its faces before it takes them, [face][lane]: depth and bed, at second order root
 * and level; the depths that it comes to before they are clipped; what the lanes say of their faces. */
typedef struct sw_ahead {
    real h[NFACES][LANES], z[NFACES][LANES], h1[LANES];
    sw_word moves[LANES];
    int says[LANES];
} sw_ahead;
#endif

/* What the lanes of a block have in common; of a variant that does not read them some are not set.
 * Neighbours, faces and constants of cells begin at the block. */
typedef struct sw_block {
    GLOBAL CONST real *from, *bed, *cell, *records, *inner, *fields;
    FRAMES CONST wave *face, *flow;
    GLOBAL CONST int *neighbour;
#if COPIES_FACES
    LOCAL CONST real *across, *bed_across; /* [face][lane] of four, and of one; of face NFACES the cell */
    int kinds; /* of the thread's lane: bit 2 k: face k is open, 2 k + 1: it is a wall */
#endif
    GLOBAL real *to, *highest, *owed;
#if SOLUTES
    GLOBAL real *passed, *gained; /* begin at the block */
#endif
    GLOBAL CONST double *zones;
    GLOBAL double *clipped, *when, *amounts;
#if ROUGHNESS
    GLOBAL CONST int *law;
    GLOBAL CONST double *rough;
#endif
    GLOBAL CONST long *count;
    GLOBAL int *moved;
#if WIDE_LOOPS
    sw_ahead *ahead;
#endif
    long slots;
    int number, open_slot, is_counted; /* the state at time t counts for maxima */
    real dt, dry, flooded, rain_rate;
    double t;
    sw_constants constants;
} sw_block;
#include "fv/maxima.h"
#include "fv/water.h"
#include "fv/reconstruct.h"
#include "fv/across.h"

/* Which faces step_cell() expects. */
#define FACES_PLAIN 0  /* all are plain: the sides touch (sw_touch), no wall, no open boundary */
#define FACES_ANY 1    /* any, by selects */
#define FACES_BRANCH 2 /* any, by a branch: most are plain */

#if HOLDS
/* The bed's rise across a face as it pushes the cell `me`, and what of it friction holds, m. A lower side
 * that is `stopped`, or that a step stops, has its own pressure alone. */
typedef struct sw_hold {
    wave rise, held;
} sw_hold;

FUNCTION sw_hold hold_of(sw_side me, sw_side other, int stopped)
{
    const int none = stopped | (me.level < other.z), over = other.level < me.z;
    const wave rise = WAVE(other.z - me.z);
    sw_hold hold;
    hold.rise = none ? WAVE(0.0) : rise;
    hold.held = over ? sw_kinematic(me.part) * rise : sw_held(me, other);
    hold.held = none ? WAVE(0.0) : hold.held;
    return hold;
}

#endif

/* Adds that of a face, `stopped` where it is open or solid. */
FUNCTION sw_sum add_hold(sw_sum sum, sw_side me, sw_side other, int open, int stopped, wave length)
{
#if HOLDS
    sum.open |= open;
    if (WIDE_LOOPS || me.part) {
        const sw_hold hold = hold_of(me, other, stopped);
        sum.rise = WAVE_FMA(length, WAVE_ABS(hold.rise), sum.rise);
        sum.held = WAVE_FMA(length, WAVE_ABS(hold.held), sum.held);
    }
#endif
    return sum;
}

/* The part of the bed's slope that pulls the cell `me` itself: what friction holds of it at its faces, at
 * most its own part. So each face's push is counted once, in the waves or here (theory page, "slope and
 * friction in balance"). */
FUNCTION real held_part(sw_side me, sw_sum sum)
{
    const wave part = sw_kinematic(me.part);
    if (!(sum.rise > WAVE(0.0)) & !sum.open)
        return R(0.0); /* walls and steps up all round: its own pressure alone */
    return sum.held < part * sum.rise ? WAVE_DIVIDE(sum.held, sum.rise) : part;
}

/* What the cell receives from `other` through a face, at which it has the state `me`; `dt_length`: a step
 * times the face's length, over the cell's area. */
FUNCTION sw_contribution contribution_of(sw_side cell, sw_side me, sw_side other, wave nx, wave ny, int solid,
                                         wave dt_length, sw_constants constants)
{
#if ORDER == 2
    const real head = FMA(cell.u, cell.u, cell.v * cell.v) * (R(1.0) / constants.g);
    const real tilt = NFACES == 3 ? sw_tilt(cell.h, cell.z, me.h, me.z, head) : R(0.0);
    return sw_reconstructed(me, other, nx, ny, solid, NFACES == 3, tilt, constants);
#else
    return sw_edge(me, other, nx, ny, solid, dt_length, constants);
#endif
}

/* Adds to `sum` what a cell receives through its face k, times the face's length. `there` (neighbour) and
 * `face` are the face's. Nothing comes through a face between dry cells. */
FUNCTION sw_sum add_contribution(sw_sum sum, sw_block block, int there, FRAMES CONST wave *face, int k, int l,
                                 sw_side cell, int faces, real dt_over_area)
{
#if COPIES_FACES
    const int open = block.kinds >> 2 * k & 1, solid = block.kinds >> (2 * k + 1) & 1;
#else
    const int open = SLOT_OF(there) >= block.open_slot;
    const int solid = SLOT_OF(there) == block.number * LANES + l;
#endif
    const wave nx = face[0], ny = face[LANES], length = face[2 * LANES];
    const sw_side me = side_here(block, k, l, cell);
    const sw_side other = side_across(block, k, l, there);
    sw_contribution contribution;
    real mass;
    wave x, y;
    if (ORDER != 2 && (faces == FACES_PLAIN || (faces == FACES_BRANCH && !(open | solid) &&
                                                sw_touch(me, other.h, other.z, other.level)))) {
        contribution = sw_face(me, other, nx, ny, block.constants);
        mass = contribution.mass;
        x = contribution.x;
        y = contribution.y;
    } else if (faces == FACES_BRANCH && !open && me.h + other.h == R(0.0) &&
               (ORDER == 2 ? cell.h : me.h) == R(0.0)) {
        mass = R(0.0);
        x = y = WAVE(0.0);
    } else {
        contribution =
            contribution_of(cell, me, other, nx, ny, solid, WAVE(dt_over_area) * length, block.constants);
        const wave fall = open ? WAVE(0.0) : length * contribution.fall;
        mass = open ? mass_across(block, k, l, there) : contribution.mass;
        x = open ? other.u : contribution.x;
        y = open ? other.v : contribution.y;
        sum.fall_x = WAVE_FMA(fall, nx, sum.fall_x);
        sum.fall_y = WAVE_FMA(fall, ny, sum.fall_y);
    }
#if SOLUTES
    block.passed[k * LANES + l] = length * mass;
#endif
    sum.mass = FMA(length, mass, sum.mass);
    sum.x = WAVE_FMA(length, x, sum.x);
    sum.y = WAVE_FMA(length, y, sum.y);
    return add_hold(sum, me, other, open, open | solid, length);
}

#if COPIES_FACES
#define THERE 0 /* all of it is here */
#else
#define THERE *neighbour
#endif

FUNCTION sw_sum add_contributions(sw_block block, int l, sw_side me, int faces, real dt_over_area)
{
    GLOBAL CONST int *neighbour = block.neighbour + l;
    FRAMES CONST wave *face = block.face + l;
    sw_sum sum;
    sum.mass = R(0.0);
    sum.fall_x = sum.fall_y = sum.held = sum.rise = WAVE(0.0);
    sum.open = 0;
    sum.x = ORDER == 2 ? WAVE(block.inner[l]) : WAVE(0.0);
    sum.y = ORDER == 2 ? WAVE(block.inner[l + LANES]) : WAVE(0.0);
#define ADD_CONTRIBUTION(k)                                                                                  \
    sum = add_contribution(sum, block, THERE, face, k, l, me, faces, dt_over_area);                          \
    neighbour += LANES;                                                                                      \
    face += 3 * LANES;
    REPEAT(NFACES, ADD_CONTRIBUTION)
    return sum;
}

/* Books the volume that a depth below zero lacks, m3. */
FUNCTION void book(GLOBAL double *clipped, int slot, real h1, real inverse_area)
{
    clipped[slot] -= (double)h1 / (double)inverse_area;
}

/* Velocity from discharge, and the part of the bed's slope that friction balances. */
FUNCTION sw_friction velocity_of(sw_block block, int l, real h1, real qx, real qy, wave magnitude)
{
    const real h = sw_max(h1, block.dry);
#if FRICTION
    FRAMES CONST wave *flow = block.flow + l;
    wave gn2 = flow[LANES], resistance = HOLDS ? flow[4 * LANES] : WAVE(0.0);
#if ROUGHNESS
    const wave rough = WAVE(roughness_of(block.law[block.number * LANES + l], block.rough, (double)h));
    gn2 *= rough;
    resistance *= rough;
#endif
    return sw_friction_of(h, qx, qy, magnitude, gn2, HOLDS ? flow[2 * LANES] : WAVE(0.0),
                          HOLDS ? flow[3 * LANES] : WAVE(0.0), resistance, block.dt);
#else
    (void)l, (void)qx, (void)qy, (void)magnitude;
    sw_friction f;
    f.factor = MIXED ? RECIPROCAL(h) : R(1.0) / h;
    f.kinematic = WAVE(0.0);
    return f;
#endif
}

/* 0 where steps of any length leave the cell as it is, while all across its faces stays as it is too. Values
 * are told from +0 by their bits: a sum of zeros is +0. */
FUNCTION sw_word moves_of(eg_four own, sw_part part, sw_sum sum)
{
    const sw_word falls = WAVE_BITS(sum.fall_x) | WAVE_BITS(sum.fall_y);
    const sw_word comes = SW_BITS(sum.mass) | WAVE_BITS(sum.x) | WAVE_BITS(sum.y);
    const sw_word flows = SW_BITS(own.b) | SW_BITS(own.c) | (sw_word)part;
#if REST_IS_DRY
    return comes | flows | SW_BITS(own.a);
#else
    return comes | flows | (own.a > R(0.0) ? falls : 0);
#endif
}

/* The new state of the cell in lane l. */
FUNCTION void put_state(sw_block block, int l, real h, real u, real v, real root)
{
    GLOBAL real *to = block.to + PLACE_IN_BLOCK(block.number, l);
#if STATE_TOGETHER
    STORE_FOUR(to, h, u, v, root);
#else
    to[0] = h;
    to[STATE_LANES] = u;
    to[2 * STATE_LANES] = v;
    to[3 * STATE_LANES] = root;
#endif
}

/* The new state of the cell in lane l from what it received. Returns its (|u| + c) / chi', 1/s. */
FUNCTION wave take_sum(sw_block block, int l, sw_sum sum, int faces)
{
    const eg_four own = own_state(block, l);
    const sw_side me = own_side(block, l);
    const real inverse_area = block.cell[l], scale = -block.dt * inverse_area;
    const wave inverse_chi = block.flow[l];
    real h1 = FMA(scale, sum.mass, own.a);
    /* where nothing falls the same is left of it as elsewhere: of -0, as underflow leaves it, 0 */
    const real slide = faces == FACES_PLAIN ? R(-0.0) : scale * sw_min(own.a, h1);
    real qx = FMA(-slide, sum.fall_x, FMA(scale, sum.x, own.a * own.b));
    real qy = FMA(-slide, sum.fall_y, FMA(scale, sum.y, own.a * own.c));
    sw_word moves = moves_of(own, me.part, sum);
#if WIDE_LOOPS
    block.ahead->h1[l] = h1;
#else
    if (h1 < R(0.0))
        book(block.clipped, block.number * LANES + l, h1, inverse_area);
#endif
    h1 = sw_max(R(0.0), h1); /* NaN stays */
    const sw_water water = add_water(block, l, own.a, h1);
    h1 = water.h;
    qx *= water.left;
    qy *= water.left;
    moves |= water.moves;
#if SOLUTES && WATER
    block.gained[l] = water.rained;
    block.gained[LANES + l] = water.left_by_soil;
#endif
#if WIDE_LOOPS
    block.ahead->moves[l] = moves;
#else
    if (moves)
        block.moved[block.number] = (int)block.count[COUNT_STEPS];
#endif
    if (HOLDS) {
        const real weight = -block.dt * held_part(me, sum) * h1;
        qx = FMA(weight, block.flow[l + 2 * LANES], qx);
        qy = FMA(weight, block.flow[l + 3 * LANES], qy);
    }
    const wave magnitude = WAVE_SQRT(WAVE_FMA(WAVE(qx), WAVE(qx), WAVE(qy) * WAVE(qy)));
    const wave root = WAVE_SQRT(WAVE(h1));
    const sw_friction friction = velocity_of(block, l, h1, qx, qy, magnitude);
    const int wet = (h1 > block.dry) & !SW_IS_STILL(magnitude);
    put_state(block, l, h1, wet ? qx * friction.factor : R(0.0), wet ? qy * friction.factor : R(0.0),
              sw_pack(root, wet & (ORDER != 2) ? friction.kinematic : WAVE(0.0)));
    wave rate = WAVE_FMA(magnitude, WAVE(friction.factor), block.constants.root_g * root) * inverse_chi;
    rate = WATER && rate < WAVE(block.rain_rate) ? WAVE(block.rain_rate) : rate;
    return h1 + rate < R(SW_HUGE) ? rate : WAVE(SW_HUGE); /* so for NaN */
}

/* One step of the cell in lane l of a block. Returns what take_sum() does. */
FUNCTION wave step_cell(sw_block block, int l, int faces)
{
    sw_side me = own_side(block, l);
    KEPT_WAVE(me.h)
    KEPT_WAVE(me.u)
    KEPT_WAVE(me.v)
    KEPT_WAVE(me.root)
    const real dt_over_area = block.dt * block.cell[l];
    return take_sum(block, l, add_contributions(block, l, me, faces, dt_over_area), faces);
}

#if WIDE_LOOPS
#define LANE_EDGE 1 /* a face of the lane is not plain */
#define LANE_WET 2  /* there is water in the cell or across a face */

/* Looks across the faces of a block; returns what its lanes say, together. */
FUNCTION int look_ahead(sw_block block)
{
    sw_ahead *ahead = block.ahead;
    FOR_LANES (l) {
        const int slot = block.number * LANES + l;
        const sw_side me = own_side(block, l);
        int says = 0;
#if ORDER == 2
#define LOOK(k)                                                                                              \
    {                                                                                                        \
        const int there = block.neighbour[(k)*LANES + l];                                                    \
        const int open = SLOT_OF(there) >= block.open_slot, solid = SLOT_OF(there) == slot;                  \
        const int index = record_across(block, k, l, there);                                                 \
        const real level = block.records[index], root = block.records[index + 3 * STATE_LANES];              \
        const sw_side here = side_here(block, k, l, me);                                                     \
        const sw_side other = sw_side_at(level, here.u, here.v, root);                                       \
        ahead->h[k][l] = root;                                                                               \
        ahead->z[k][l] = level;                                                                              \
        (void)solid;                                                                                         \
        says |= (open | (me.h + here.h + other.h != R(0.0))) ? LANE_WET : 0;                                 \
    }
#else
#define LOOK(k)                                                                                              \
    {                                                                                                        \
        const int there = block.neighbour[(k)*LANES + l];                                                    \
        const int open = there >= block.open_slot, solid = there == slot;                                    \
        const real hb = block.from[place_of(there)], zb = block.bed[there];                                  \
        ahead->h[k][l] = hb;                                                                                 \
        ahead->z[k][l] = zb;                                                                                 \
        says |= (open | solid | !sw_touch(me, WAVE(hb), zb, hb + zb)) ? LANE_EDGE : 0;                       \
        says |= (open | (own_state(block, l).a + hb != R(0.0))) ? LANE_WET : 0;                              \
    }
#endif
        REPEAT(NFACES, LOOK)
        ahead->says[l] = says | (rains(block, l) ? LANE_WET : 0);
    }
    int any = 0;
    for (int l = 0; l < LANES; l++)
        any |= ahead->says[l];
    return any;
}

/* The step of a block without water: h and its root are zero and stay. */
FUNCTION void stay_dry(sw_block block, wave *fastest)
{
    FOR_LANES (l) {
        const real h = block.from[PLACE_IN_BLOCK(block.number, l)];
        put_state(block, l, h, R(0.0), R(0.0), h);
#if SOLUTES
        for (int k = 0; k < NFACES; k++)
            block.passed[k * LANES + l] = R(0.0);
#endif
#if SOLUTES && WATER
        block.gained[l] = R(0.0);
        block.gained[LANES + l] = R(1.0);
#endif
        fastest[l] = WATER ? WAVE(block.rain_rate) : WAVE(0.0);
    }
}

/* Books what the lanes of a block lack, which is rare: the signs of all depths are looked at together. */
FUNCTION void book_lanes(sw_block block)
{
    const real *h1 = block.ahead->h1;
    sw_word signs = 0;
    for (int l = 0; l < LANES; l++)
        signs |= SW_BITS(h1[l]);
    for (int l = 0; l < (signs & SW_SIGN ? LANES : 0); l++)
        if (h1[l] < R(0.0))
            book(block.clipped, block.number * LANES + l, h1[l], block.cell[l]);
}

/* The step of a block. Where its lanes are a vector, one face that is not plain costs all of them the
 * selects. */
FUNCTION void step_block(sw_block block, wave *fastest)
{
    const int says = look_ahead(block);
    if (!(says & LANE_WET)) {
        stay_dry(block, fastest);
        return;
    }
    if (says & LANE_EDGE) {
        FOR_LANES (l) {
            fastest[l] = step_cell(block, l, FACES_ANY);
        }
    } else {
        FOR_LANES (l) {
            fastest[l] = step_cell(block, l, FACES_PLAIN);
        }
    }
    book_lanes(block);
    sw_word moves = 0;
    for (int l = 0; l < LANES; l++)
        moves |= block.ahead->moves[l];
    if (moves)
        block.moved[block.number] = (int)block.count[COUNT_STEPS];
}
#endif

/* One step of the cells of one type (their blocks begin at first_block); of several ranks of a part of them
 * (field/partition_boundary.h). Lacasta 2012, (2.30), with friction once a cell and chi = 2 A / sum l (theory
 * page, "time step"). half_g = g / 2, inverse_root_g = 1 / root_g: a thread of a GPU would compute them
 * anew. */
KERNEL_SHAPE(LANES, SW_RESIDENT)
KERNEL sw_step(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT bed,
               GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST wave *RESTRICT face,
               GLOBAL CONST real *RESTRICT cell, GLOBAL CONST wave *RESTRICT flow,
               GLOBAL double *RESTRICT clipped, GLOBAL CONST double *RESTRICT clock,
               GLOBAL CONST long *RESTRICT count, GLOBAL real *RESTRICT part,
               GLOBAL CONST int *RESTRICT awake, GLOBAL CONST int *RESTRICT resting,
               GLOBAL int *RESTRICT moved,
#if PARTITIONED
               GLOBAL CONST int *RESTRICT order, int from_group,
#endif
#if MAXIMA
               GLOBAL real *RESTRICT highest, real flooded,
#endif
#if MAXIMA_TIMES || MAXIMA_DURATION || MAXIMA_SPEED_TIME
               GLOBAL double *RESTRICT when,
#endif
#if WATER
               GLOBAL CONST double *RESTRICT zones, real rain_rate,
#endif
#if RAIN_FIELDS || EVAPORATION_FIELDS
               GLOBAL CONST real *RESTRICT fields, long slots,
#endif
#if SOIL || EVAPORATION
               GLOBAL double *RESTRICT amounts,
#endif
#if WATER && EG_F32
               GLOBAL real *RESTRICT owed,
#endif
#if ROUGHNESS
               GLOBAL CONST int *RESTRICT law, GLOBAL CONST double *RESTRICT rough,
#endif
#if ORDER == 2
               GLOBAL CONST real *RESTRICT records, GLOBAL CONST real *RESTRICT inner,
#endif
#if SOLUTES
               GLOBAL real *RESTRICT passed,
#endif
#if SOLUTES && WATER
               GLOBAL real *RESTRICT gained,
#endif
               real g, real half_g, real root_g, real inverse_root_g, real dry, int open_slot,
               int first_block, long blocks)
{
    FOR_CHOSEN_PARTITION_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE)
    SHARED wave fastest[LANES];
    const double dt64 = clock[CLOCK_DT];
    sw_block at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.to = count[COUNT_PARITY] ? q0 : q1;
    at.bed = bed;
    /* 64 bits up to the block: an int ends before the faces of 2^31 / 9 triangles */
    at.neighbour = neighbour + (long)b * (NFACES * LANES);
#if COPIES_FACES
    SHARED real across[(NFACES + 1) * SW_STATE * LANES];
    SHARED real bed_across[(NFACES + 1) * LANES];
    SHARED wave frames[(NFACES * 3 + WAVE_CONSTANTS) * LANES];
    at.across = across;
    at.bed_across = bed_across;
    at.face = frames;
    at.flow = frames + NFACES * 3 * LANES;
#else
    at.face = face + (long)b * (NFACES * 3 * LANES);
    at.flow = flow + (long)b * (WAVE_CONSTANTS * LANES);
#endif
    at.cell = cell + (long)b * (CELL_CONSTANTS * LANES);
    at.clipped = clipped;
    at.count = count;
    at.moved = moved;
#if MAXIMA
    at.highest = highest;
    at.flooded = flooded;
#endif
#if SW_TIMES > 0
    at.when = when;
#endif
#if WATER
    at.zones = zones;
    at.rain_rate = rain_rate;
#endif
#if RAIN_FIELDS || EVAPORATION_FIELDS
    at.fields = fields;
    at.slots = slots;
#endif
#if SOIL || EVAPORATION
    at.amounts = amounts;
#endif
#if WATER && EG_F32
    at.owed = owed;
#endif
#if SOLUTES
    at.passed = passed + (long)b * (NFACES * LANES);
#endif
#if SOLUTES && WATER
    at.gained = gained + (long)(b + first_block) * (2 * LANES);
#endif
#if ROUGHNESS
    at.law = law;
    at.rough = rough;
#endif
#if WIDE_LOOPS
    SHARED sw_ahead ahead;
    at.ahead = &ahead;
#endif
    at.number = b + first_block;
#if ORDER == 2
    at.records = records;
    at.inner = inner + (long)at.number * (SW_INNER * LANES);
#endif
    at.open_slot = open_slot;
    at.dt = R(dt64);
    at.dry = dry;
    at.constants = sw_constants_of(g, half_g, root_g, inverse_root_g);
    at.is_counted = !count[COUNT_FIRST_PASS];
    at.t = clock[CLOCK_T];
#if COPIES_FACES
    FOR_LANES (l) {
        COPY_VALUES(frames, face + (long)b * (NFACES * 3 * LANES), NFACES * 3)
        COPY_VALUES(frames + NFACES * 3 * LANES, flow + (long)b * (WAVE_CONSTANTS * LANES),
                    FRICTION ? WAVE_CONSTANTS : 1)
        at.kinds = copy_states(at, across, bed_across, l);
        COPIES_END;
    }
    PREFETCH_SOIL
#endif
    FOR_LANES (l) {
        take_maxima(at, l);
    }
    COPIES_WAIT(0);
#if WIDE_LOOPS
    step_block(at, fastest);
#else
    FOR_LANES (l) {
        fastest[l] = step_cell(at, l, FACES_BRANCH);
    }
#endif
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOR_FLAT (i, 1) {
        part[at.number] = fastest[0];
    }
    END_GROUPS
}
