/* The step of kernels/fv/shallow_water.c in two passes, for comparison: tests/bench/wall_loop.c. A pass over
 * the walls (faces) computes each flux once and stores it, a pass over the cells adds what their walls have,
 * in the order of the cell's faces (A. Lacasta 2012, section 4.2 and listing 4.2). The state has the bits of
 * the one pass.
 *
 * Arrays, beside those of the one pass
 *   side      [block][2][LANES] slots of the cells a and b of a wall; b = a: the end of the domain
 *   wall      [block][3][LANES] unit normal out of cell a, length (m)
 *   passes    [block][PASSES][LANES] mass that a receives, momentum (x, y) that a receives, that b receives,
 *             a pull over a step: of a above 0, of b below; with friction the sw_hold of a and of b
 *   walls_of  [block][NFACES][LANES] of a cell: twice the number of the wall, and 1 where the cell is b
 *
 * Of first order, without rain, without open boundaries, of one rank.
 *
 * Bytes a wall and step, f64: slots 8, wall 24, passes written 48 and read 48, with friction 80 and 80,
 * length 8. Bytes a cell: state 32 + 32 + 32, bed 8, walls 12, cell 24, with friction 48. A triangle has 1.5
 * walls: 464 with friction, 204 in one pass. */
#define COPIES_FACES 0
#include "fv/shallow_water.c"

#define PASSES (6 + 4 * HOLDS)

/* What the lanes of a block of walls have in common. Pointers `side`, `wall` and `passes` begin at the
 * block. */
typedef struct sw_wall_block {
    GLOBAL CONST real *from, *bed, *cell, *wall;
    GLOBAL CONST int *side;
    GLOBAL real *passes;
    real dt;
    sw_constants constants;
} sw_wall_block;

/* What both cells of a face receive. */
typedef struct sw_both {
    sw_contribution a, b;
} sw_both;

FUNCTION sw_turned sw_reversed(sw_turned w)
{
    w.n = -w.n;
    w.t = -w.t;
    return w;
}

/* Where water of both sides touches: sw_face() of either side, with the waves once. */
FUNCTION sw_both sw_both_of_face(sw_side a, sw_side b, real nx, real ny, sw_constants k)
{
    const sw_turned ua = sw_turn(a.u, a.v, nx, ny), ub = sw_turn(b.u, b.v, nx, ny);
    const sw_waves w = sw_waves_of(sw_touching(a, b, ua.n, ub.n), 0, k);
    sw_waves back;
    back.flux = -w.flux;
    back.momentum = w.beyond;
    back.beyond = w.momentum;
    const sw_turned to_b = sw_carried(back, b.h, sw_reversed(ub), sw_reversed(ua), k);
    sw_both both;
    both.a = sw_contribution_of(w.flux, sw_carried(w, a.h, ua, ub, k), R(0.0), nx, ny);
    both.b = sw_contribution_of(back.flux, to_b, R(0.0), -nx, -ny);
    return both;
}

FUNCTION sw_side side_in(sw_wall_block block, int slot)
{
    const eg_four q = STATE_AT(block.from, place_of(slot));
    return sw_side_of(q.a, q.b, q.c, q.d, block.bed[slot]);
}

/* dt length / area of the cell in a slot. */
FUNCTION real reach_of(sw_wall_block block, int slot, real length)
{
    const int at = slot / LANES * (CELL_CONSTANTS * LANES) + slot % LANES;
    return block.dt * block.cell[at] * length;
}

/* The wall in lane l; `faces` as of step_cell(). */
FUNCTION void pass_wall(sw_wall_block block, int l, int faces)
{
    const int at_a = block.side[l], at_b = block.side[l + LANES], solid = at_a == at_b;
    const real nx = block.wall[l], ny = block.wall[l + LANES], length = block.wall[l + 2 * LANES];
    const sw_side a = side_in(block, at_a), b = side_in(block, at_b);
    sw_both both;
    if (faces == FACES_PLAIN || (faces == FACES_BRANCH && !solid && sw_touch(a, b.h, b.z, b.level))) {
        both = sw_both_of_face(a, b, nx, ny, block.constants);
    } else {
        both.a = sw_edge(a, b, nx, ny, solid, reach_of(block, at_a, length), block.constants);
        both.b = sw_edge(b, a, -nx, -ny, solid, reach_of(block, at_b, length), block.constants);
    }
    block.passes[l] = both.a.mass;
    block.passes[l + LANES] = both.a.x;
    block.passes[l + 2 * LANES] = both.a.y;
    block.passes[l + 3 * LANES] = both.b.x;
    block.passes[l + 4 * LANES] = both.b.y;
    block.passes[l + 5 * LANES] = both.a.fall - both.b.fall;
#if HOLDS
    const sw_hold of_a = hold_of(a, b, solid), of_b = hold_of(b, a, solid);
    block.passes[l + 6 * LANES] = of_a.rise;
    block.passes[l + 7 * LANES] = of_a.held;
    block.passes[l + 8 * LANES] = of_b.rise;
    block.passes[l + 9 * LANES] = of_b.held;
#endif
}

#if WIDE_LOOPS
/* Whether water touches at all walls of a block: then none is solid. */
FUNCTION int is_plain(sw_wall_block block, int *edges)
{
    FOR_LANES (l) {
        const int a = block.side[l], b = block.side[l + LANES];
        const sw_side to = side_in(block, b);
        const int touch = sw_touch(side_in(block, a), to.h, to.z, to.level);
        edges[l] = (a == b) | !touch;
    }
    int any = 0;
    for (int l = 0; l < LANES; l++)
        any |= edges[l];
    return !any;
}
#endif

/* First pass: the walls of a mesh. */
KERNEL_SHAPE(LANES, SW_RESIDENT)
KERNEL sw_walls(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
                GLOBAL CONST real *RESTRICT cell, GLOBAL CONST int *RESTRICT side,
                GLOBAL CONST real *RESTRICT wall, GLOBAL real *RESTRICT passes,
                GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, real g, real half_g,
                real root_g, real inverse_root_g, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    const double dt64 = clock[CLOCK_DT];
    sw_wall_block at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.bed = bed;
    at.cell = cell;
    at.side = side + b * (2 * LANES);
    at.wall = wall + b * (3 * LANES);
    at.passes = passes + b * (PASSES * LANES);
    at.dt = R(dt64);
    at.constants = sw_constants_of(g, half_g, root_g, inverse_root_g);
#if WIDE_LOOPS
    SHARED int edges[LANES];
    if (is_plain(at, edges)) {
        FOR_LANES (l) {
            pass_wall(at, l, FACES_PLAIN);
        }
    } else {
        FOR_LANES (l) {
            pass_wall(at, l, FACES_ANY);
        }
    }
#else
    FOR_LANES (l) {
        pass_wall(at, l, FACES_BRANCH);
    }
#endif
    END_GROUPS
}

/* The arrays that the second pass reads. */
typedef struct sw_passed {
    GLOBAL CONST int *walls_of; /* of the block */
    GLOBAL CONST real *wall, *passes;
} sw_passed;

/* Adds what the cell in lane l has through its wall k; without `falls` no wall of the block pulls. */
FUNCTION sw_sum add_wall(sw_sum sum, sw_passed passed, int k, int l, int falls)
{
    const int named = passed.walls_of[l + k * LANES], number = named >> 1, is_b = named & 1;
    /* by index: gcc gathers at one pointer for all lanes alone */
    const int block = number / LANES, lane = number % LANES;
    const int at = block * (3 * LANES) + lane, from = block * (PASSES * LANES) + lane;
    const int x = from + (is_b ? 3 * LANES : LANES);
    const real length = passed.wall[at + 2 * LANES], mass = passed.passes[from];
    const real fall = passed.passes[from + 5 * LANES];
    const real pull = length * sw_max(is_b ? -fall : fall, R(0.0));
    sum.mass = FMA(length, is_b ? -mass : mass, sum.mass);
    sum.x = FMA(length, passed.passes[x], sum.x);
    sum.y = FMA(length, passed.passes[x + LANES], sum.y);
    if (falls && (WIDE_LOOPS || pull > R(0.0))) {
        const real nx = passed.wall[at], ny = passed.wall[at + LANES];
        sum.fall_x = FMA(pull, is_b ? -nx : nx, sum.fall_x);
        sum.fall_y = FMA(pull, is_b ? -ny : ny, sum.fall_y);
    }
#if HOLDS
    const int holds = from + (is_b ? 8 * LANES : 6 * LANES);
    sum.rise = FMA(length, FABS(passed.passes[holds]), sum.rise);
    sum.held = FMA(length, FABS(passed.passes[holds + LANES]), sum.held);
#endif
    return sum;
}

FUNCTION real gather_cell(sw_block block, sw_passed passed, int l, int falls)
{
    sw_sum sum;
    sum.mass = sum.x = sum.y = sum.fall_x = sum.fall_y = sum.rise = sum.held = R(0.0);
    sum.open = 0;
#define ADD_WALL(k) sum = add_wall(sum, passed, k, l, falls);
    REPEAT(NFACES, ADD_WALL)
    return take_sum(block, l, sum, falls ? FACES_ANY : FACES_PLAIN);
}

#if WIDE_LOOPS
/* Whether a wall of a block of cells pulls. */
FUNCTION int any_falls(sw_passed passed, int *falls)
{
    FOR_LANES (l) {
        int any = 0;
#define LOOK_FALL(k)                                                                                         \
    {                                                                                                        \
        const int number = passed.walls_of[l + (k)*LANES] >> 1;                                              \
        any |= passed.passes[number / LANES * (PASSES * LANES) + 5 * LANES + number % LANES] != R(0.0);      \
    }
        REPEAT(NFACES, LOOK_FALL)
        falls[l] = any;
    }
    int any = 0;
    for (int l = 0; l < LANES; l++)
        any |= falls[l];
    return any;
}
#endif

/* Second pass: the cells. */
KERNEL_SHAPE(LANES, SW_RESIDENT)
KERNEL sw_gather(GLOBAL real *q0, GLOBAL real *q1, GLOBAL CONST real *RESTRICT bed,
                 GLOBAL CONST real *RESTRICT cell, GLOBAL CONST real *RESTRICT flow,
                 GLOBAL CONST int *RESTRICT walls_of, GLOBAL CONST real *RESTRICT wall,
                 GLOBAL CONST real *RESTRICT passes, GLOBAL double *RESTRICT clipped,
                 GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count,
                 GLOBAL real *RESTRICT part, GLOBAL int *RESTRICT moved, real g, real half_g, real root_g,
                 real inverse_root_g, real dry, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
    SHARED real fastest[LANES];
    const double dt64 = clock[CLOCK_DT];
    sw_passed passed;
    passed.walls_of = walls_of + b * (NFACES * LANES);
    passed.wall = wall;
    passed.passes = passes;
    sw_block at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.to = count[COUNT_PARITY] ? q0 : q1;
    at.bed = bed;
    at.cell = cell + b * (CELL_CONSTANTS * LANES);
    at.flow = flow + b * (WAVE_CONSTANTS * LANES);
    at.clipped = clipped;
    at.count = count;
    at.moved = moved;
    at.number = (int)b;
    at.dt = R(dt64);
    at.dry = dry;
    at.constants = sw_constants_of(g, half_g, root_g, inverse_root_g);
#if WIDE_LOOPS
    SHARED sw_ahead ahead;
    at.ahead = &ahead;
#endif
#if WIDE_LOOPS
    SHARED int falls[LANES];
    if (any_falls(passed, falls)) {
        FOR_LANES (l) {
            fastest[l] = gather_cell(at, passed, l, 1);
        }
    } else {
        FOR_LANES (l) {
            fastest[l] = gather_cell(at, passed, l, 0);
        }
    }
#else
    FOR_LANES (l) {
        fastest[l] = gather_cell(at, passed, l, 1);
    }
#endif
#if WIDE_LOOPS
    book_lanes(at);
    at.moved[at.number] = (int)at.count[COUNT_STEPS];
#endif
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOR_FLAT (i, 1) {
        part[at.number] = fastest[0];
    }
    END_GROUPS
}
