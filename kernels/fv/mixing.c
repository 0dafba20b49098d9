// check: NFACES=3 STATE_BITS=3 LANES=8 VISCOSITY=1 SOLUTES=0
// check: NFACES=4 STATE_BITS=0 LANES=128 VISCOSITY=1 SOLUTES=2 MIXED=1
// check: NFACES=3 STATE_BITS=3 LANES=8 VISCOSITY=0 SOLUTES=1 ORDER=2
/* Eddy viscosity and dispersion of solutes (docs/theory/shallow-water-mixing.md), after all else of a step: gradients,
 * then what cells gain across their faces, which fv/mixing_gains.c adds. Of each face, into the cell,
 *
 *     q = h (beta (f_b - f_a) + (w - beta d) . (grad f_a + grad f_b) / 2),   w = nu n or D n,  beta = w . n / d . n,
 *     h = 2 h_a h_b / (h_a + h_b)
 *
 *   link     [block][1 + NFACES MIXING_LINK][LANES] area, m2; of each face the weight of its difference in the
 *            gradient (x, y), 1/m, d, m, and the area across
 *   slope    [pack][2 MIXING_VALUES][lane of the pack] gradients of u, v, concentrations; with those of ghosts
 *   gain     [pack][MIXING_VALUES][lane of the pack] of u and v, m/s, of amounts, m times the unit
 *   spread   [SOLUTES][2] dispersion along the flow and across it, m2/s
 *   smagorinsky   C^2
 *   moved, part, awake, resting   as in fv/shallow_water.c
 *
 * Arithmetic is f64 in any precision. Bytes a triangle and step, viscosity in f64: constants 128, faces 72, neighbours
 * 12; state and bed twice 40, velocity before 16, gradients 64, gains 16. */
#include "math.h"
#include "physics/wave.h"
#include "time/clock.h"
#include "fv/place.h"
#include "fv/amounts.h"
#include "fv/mixing.h"

#ifndef ORDER
#define ORDER 1
#endif
#define SLOT_OF(there) (ORDER == 2 ? (there) >> 2 : (there))

/* The part of what a cell holds that gradients may take of an amount through each face. */
#define MIXING_SHARE 0.125

/* What the lanes of a block have in common; constants begin at the block. */
typedef struct sw_mixing {
    GLOBAL CONST real *from, *to, *bed, *amounts;
    GLOBAL CONST double *link;
    GLOBAL CONST int *neighbour;
    int number, open_slot;
    double dry;
} sw_mixing;

/* A face of a cell: what is across, the depth of both, 0 where nothing mixes; whether one of them moved before the
 * step. */
typedef struct sw_passage {
    int there, solid, moves;
    double depth;
} sw_passage;

FUNCTION int was_moving(sw_mixing at, int slot)
{
    const int place = place_of(slot);
    return at.from[place + STATE_LANES] != R(0.0) || at.from[place + 2 * STATE_LANES] != R(0.0);
}

FUNCTION double depth_of(sw_mixing at, int slot)
{
    return (double)at.to[place_of(slot)];
}

/* The harmonic mean of two depths whose water touches. */
FUNCTION double depth_between(sw_mixing at, int here, int there)
{
    const double ha = depth_of(at, here), hb = depth_of(at, there);
    const double za = (double)at.bed[here], zb = (double)at.bed[there];
    const int touch = ha > at.dry && hb > at.dry && ha + za > zb && hb + zb > za;
    return touch ? 2.0 * (ha * hb) / (ha + hb) : 0.0;
}

FUNCTION sw_passage passage_of(sw_mixing at, int l, int k)
{
    const int here = at.number * LANES + l, there = SLOT_OF(at.neighbour[k * LANES + l]);
    const int open = there >= at.open_slot;
    sw_passage p;
    p.solid = there == here;
    p.there = open ? here : there;
    p.depth = open || p.solid ? 0.0 : depth_between(at, here, there);
    p.moves = was_moving(at, here) || was_moving(at, p.there);
    return p;
}

/* Velocity i of 2, or concentration i - 2 VISCOSITY. */
FUNCTION double mixing_value(sw_mixing at, int slot, int i)
{
#if VISCOSITY
    if (i < 2)
        return (double)at.to[place_of(slot) + (1 + i) * STATE_LANES];
#endif
#if SOLUTES
    return concentration_of((double)at.amounts[AMOUNT_PLACE(slot, i - 2 * VISCOSITY)], depth_of(at, slot));
#else
    return 0.0;
#endif
}

/* The difference across a face. */
FUNCTION double difference_across(sw_mixing at, int here, sw_passage p, int i)
{
    const int counts = p.depth > 0.0 && (i >= 2 * VISCOSITY || p.moves);
    return counts ? mixing_value(at, p.there, i) - mixing_value(at, here, i) : 0.0;
}

#define LINK(k, i) ((1 + (k)*MIXING_LINK + (i)) * LANES)

/* ---- gradients */

#if VISCOSITY
/* How velocity i differs in the mirror image behind a wall. */
FUNCTION double difference_behind(sw_mixing at, GLOBAL CONST wave *face, int here, int l, int k, int i)
{
    const double nx = (double)face[3 * k * LANES + l], ny = (double)face[(3 * k + 1) * LANES + l];
    const double along = FMA64(mixing_value(at, here, 0), nx, mixing_value(at, here, 1) * ny);
    return -2.0 * along * (i == 0 ? nx : ny);
}
#endif

/* What value i rises by across face k, or in the mirror image behind it. */
FUNCTION double rise_across(sw_mixing at, GLOBAL CONST wave *face, sw_passage p, int l, int k, int i)
{
    const int here = at.number * LANES + l;
#if VISCOSITY
    if (p.solid && p.moves && i < 2)
        return difference_behind(at, face, here, l, k, i);
#endif
    (void)face, (void)k;
    return difference_across(at, here, p, i);
}

FUNCTION void put_slopes(sw_mixing at, GLOBAL CONST wave *face, GLOBAL real *slope, int l)
{
    const int here = at.number * LANES + l;
    double x[MIXING_VALUES], y[MIXING_VALUES];
    for (int i = 0; i < MIXING_VALUES; i++)
        x[i] = y[i] = 0.0;
    for (int k = 0; k < NFACES; k++) {
        const sw_passage p = passage_of(at, l, k);
        for (int i = 0; i < MIXING_VALUES; i++) {
            const double rise = rise_across(at, face, p, l, k, i);
            x[i] = FMA64(at.link[LINK(k, 0) + l], rise, x[i]);
            y[i] = FMA64(at.link[LINK(k, 1) + l], rise, y[i]);
        }
    }
    for (int i = 0; i < MIXING_VALUES; i++) {
        slope[MIXING_PLACE(here, 2 * i, 2 * MIXING_VALUES)] = R(x[i]);
        slope[MIXING_PLACE(here, 2 * i + 1, 2 * MIXING_VALUES)] = R(y[i]);
    }
}

/* The gradients in the cells of one type, whose blocks begin at first_block. */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_mixing_slopes(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
#if SOLUTES
                        GLOBAL CONST real *m0, GLOBAL CONST real *m1,
#endif
                        GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST wave *RESTRICT face,
                        GLOBAL CONST double *RESTRICT link, GLOBAL real *RESTRICT slope,
                        GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT awake,
                        GLOBAL CONST int *RESTRICT resting, real dry, int open_slot, int own_blocks,
                        int first_block, long blocks)
{
    FOR_CHOSEN_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE((int)b + first_block))
    sw_mixing at;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.to = count[COUNT_PARITY] ? q0 : q1;
#if SOLUTES
    at.amounts = count[COUNT_PARITY] ? m0 : m1;
#endif
    at.bed = bed;
    at.link = link + (long)b * ((1 + NFACES * MIXING_LINK) * LANES);
    at.neighbour = neighbour + (long)b * (NFACES * LANES);
    at.number = (int)b + first_block;
    at.open_slot = open_slot;
    at.dry = (double)dry;
    FOR_LANES (l) {
        put_slopes(at, face + (long)b * (3 * NFACES * LANES), slope, l);
    }
    END_GROUPS
}

/* ---- what comes through faces */

/* How much mixes: with VISCOSITY a constant and C^2; of solutes `spread`. */
typedef struct sw_mixers {
    GLOBAL CONST real *slope;
    GLOBAL CONST double *spread;
    double viscosity, smagorinsky, dt;
} sw_mixers;

/* A mean of two vectors; of velocities, or of gradients. */
typedef struct sw_pair {
    double x, y;
} sw_pair;

FUNCTION sw_pair slope_between(sw_mixers by, int here, int there, int i)
{
    const int a = MIXING_PLACE(here, 2 * i, 2 * MIXING_VALUES),
              b = MIXING_PLACE(there, 2 * i, 2 * MIXING_VALUES);
    sw_pair mean;
    mean.x = 0.5 * ((double)by.slope[a] + (double)by.slope[b]);
    mean.y = 0.5 * ((double)by.slope[a + STATE_LANES] + (double)by.slope[b + STATE_LANES]);
    return mean;
}

#if VISCOSITY
/* `area`: the mean of both cells. */
FUNCTION double viscosity_between(sw_mixers by, int here, int there, double area)
{
    const sw_pair u = slope_between(by, here, there, 0), v = slope_between(by, here, there, 1);
    const double shear = u.y + v.x;
    const double square = FMA64(2.0, FMA64(u.x, u.x, v.y * v.y), shear * shear);
    return FMA64(by.smagorinsky * area, SQRT64(square), by.viscosity);
}
#endif

#if SOLUTES
/* D n of solute s; what flows is the mean of both cells. */
FUNCTION sw_pair spread_normal(sw_mixing at, sw_mixers by, int here, int there, int s, sw_pair n)
{
    const double across = by.spread[2 * s + 1], more = by.spread[2 * s] - across;
    const int a = place_of(here), b = place_of(there);
    const double u = (double)at.to[a + STATE_LANES] + (double)at.to[b + STATE_LANES];
    const double v = (double)at.to[a + 2 * STATE_LANES] + (double)at.to[b + 2 * STATE_LANES];
    const double square = FMA64(u, u, v * v);
    const double along = square > 0.0 ? more * FMA64(u, n.x, v * n.y) / square : 0.0;
    sw_pair w;
    w.x = FMA64(along, u, across * n.x);
    w.y = FMA64(along, v, across * n.y);
    return w;
}

/* What gradients bring of solute s in a step, at most a share of what the cell has that it comes from; areas of the
 * cell and of the one across. */
FUNCTION double bounded_share(sw_mixing at, int here, int there, int s, double comes, double own,
                              double other)
{
    const double most = MIXING_SHARE * other * (double)at.amounts[AMOUNT_PLACE(there, s)];
    const double least = -MIXING_SHARE * own * (double)at.amounts[AMOUNT_PLACE(here, s)];
    return comes > most ? most : comes < least ? least : comes;
}
#endif

/* A face as fluxes have it: the normal, d, its length, areas of the cell and of the one across, and the
 * viscosity. */
typedef struct sw_mixing_face {
    sw_pair n, d;
    double length, own, other, viscosity;
} sw_mixing_face;

FUNCTION sw_mixing_face mixing_face_of(sw_mixing at, sw_mixers by, GLOBAL CONST wave *face, int there, int l,
                                       int k)
{
    sw_mixing_face f;
    f.n.x = (double)face[3 * k * LANES + l];
    f.n.y = (double)face[(3 * k + 1) * LANES + l];
    f.length = (double)face[(3 * k + 2) * LANES + l];
    f.d.x = at.link[LINK(k, 2) + l];
    f.d.y = at.link[LINK(k, 3) + l];
    f.own = at.link[l];
    f.other = at.link[LINK(k, 4) + l];
#if VISCOSITY
    f.viscosity = viscosity_between(by, at.number * LANES + l, there, 0.5 * (f.own + f.other));
#else
    f.viscosity = 0.0;
    (void)by, (void)there;
#endif
    return f;
}

/* nu n, or D n. */
FUNCTION sw_pair mixing_normal(sw_mixing at, sw_mixers by, sw_mixing_face f, int here, int there, int i)
{
    sw_pair w;
    w.x = f.viscosity * f.n.x;
    w.y = f.viscosity * f.n.y;
#if SOLUTES
    if (i >= 2 * VISCOSITY)
        w = spread_normal(at, by, here, there, i - 2 * VISCOSITY, f.n);
#endif
    (void)at, (void)by, (void)here, (void)there, (void)i;
    return w;
}

/* What comes in of value i in a step by differences and, obliquely, by gradients. */
FUNCTION double inward_of(sw_mixing at, sw_mixers by, sw_mixing_face f, sw_passage p, int here, int i,
                          sw_pair w, double beta)
{
    const sw_pair g = slope_between(by, here, p.there, i);
    const double slant = FMA64(FMA64(-beta, f.d.x, w.x), g.x, FMA64(-beta, f.d.y, w.y) * g.y);
    double oblique = by.dt * (f.length * p.depth * slant);
#if SOLUTES
    if (i >= 2 * VISCOSITY)
        oblique = bounded_share(at, here, p.there, i - 2 * VISCOSITY, oblique, f.own, f.other);
#endif
    return FMA64(by.dt, f.length * p.depth * beta * difference_across(at, here, p, i), oblique);
}

/* The rate at which a cell of depth `wet` mixes through a face, m2/s. It counts dry faces, which may be wet after the
 * next step. That of velocities knows no depths, and no strain where nothing moved: blocks at rest keep it. */
FUNCTION double rate_through(sw_mixers by, sw_mixing_face f, sw_passage p, int i, double beta, double wet)
{
    if (i >= 2 * VISCOSITY)
        return p.depth > 0.0 ? f.length * beta * (p.depth / wet) : f.length * beta;
    return p.moves ? f.length * beta : f.length * by.viscosity / FMA64(f.d.x, f.n.x, f.d.y * f.n.y);
}

/* The gains of lane l; *moves: whether a velocity changes. Returns the fastest rate, 1/s. */
FUNCTION double put_gains(sw_mixing at, sw_mixers by, GLOBAL CONST wave *face, GLOBAL real *gain, int l,
                          int *moves)
{
    const int here = at.number * LANES + l;
    const double area = at.link[l], h = depth_of(at, here), wet = h > at.dry ? h : at.dry;
    double sum[MIXING_VALUES], rate[MIXING_VALUES], fastest = 0.0;
    for (int i = 0; i < MIXING_VALUES; i++)
        sum[i] = rate[i] = 0.0;
    for (int k = 0; k < NFACES; k++) {
        const sw_passage p = passage_of(at, l, k);
        if (p.there == here)
            continue;
        const sw_mixing_face f = mixing_face_of(at, by, face, p.there, l, k);
        for (int i = 0; i < MIXING_VALUES; i++) {
            const sw_pair w = mixing_normal(at, by, f, here, p.there, i);
            const double beta = FMA64(w.x, f.n.x, w.y * f.n.y) / FMA64(f.d.x, f.n.x, f.d.y * f.n.y);
            if (p.depth > 0.0 && (p.moves || i >= 2 * VISCOSITY))
                sum[i] += inward_of(at, by, f, p, here, i, w, beta);
            rate[i] += rate_through(by, f, p, i, beta, wet);
        }
    }
    *moves = 0;
    for (int i = 0; i < MIXING_VALUES; i++) {
        gain[MIXING_PLACE(here, i, MIXING_VALUES)] = R(sum[i] / (i < 2 * VISCOSITY ? area * wet : area));
        fastest = rate[i] > fastest ? rate[i] : fastest;
        *moves |= i < 2 * VISCOSITY && sum[i] != 0.0;
    }
    return fastest / area;
}

/* What the cells of one type gain. A rate counts twice (theory page, "Step"). */
KERNEL_SHAPE(LANES, 1)
KERNEL sw_mix(GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
#if SOLUTES
              GLOBAL CONST real *m0, GLOBAL CONST real *m1, GLOBAL CONST double *RESTRICT spread,
#endif
              GLOBAL CONST int *RESTRICT neighbour, GLOBAL CONST wave *RESTRICT face,
              GLOBAL CONST double *RESTRICT link, GLOBAL CONST real *RESTRICT slope,
              GLOBAL real *RESTRICT gain, GLOBAL CONST double *RESTRICT clock,
              GLOBAL CONST long *RESTRICT count, GLOBAL CONST int *RESTRICT awake,
              GLOBAL CONST int *RESTRICT resting, GLOBAL int *RESTRICT moved, GLOBAL real *RESTRICT part,
              double viscosity, double smagorinsky, real dry, int open_slot, int own_blocks, int first_block,
              long blocks)
{
    FOR_CHOSEN_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0, IS_AWAKE((int)b + first_block))
    SHARED real fastest[LANES];
    SHARED real stirs[LANES];
    sw_mixing at;
    sw_mixers by;
    at.from = count[COUNT_PARITY] ? q1 : q0;
    at.to = count[COUNT_PARITY] ? q0 : q1;
#if SOLUTES
    at.amounts = count[COUNT_PARITY] ? m0 : m1;
    by.spread = spread;
#endif
    at.bed = bed;
    at.link = link + (long)b * ((1 + NFACES * MIXING_LINK) * LANES);
    at.neighbour = neighbour + (long)b * (NFACES * LANES);
    at.number = (int)b + first_block;
    at.open_slot = open_slot;
    at.dry = (double)dry;
    by.slope = slope;
    by.viscosity = viscosity;
    by.smagorinsky = smagorinsky;
    by.dt = clock[CLOCK_DT];
    FOR_LANES (l) {
        int moves;
        fastest[l] = R(2.0 * put_gains(at, by, face + (long)b * (3 * NFACES * LANES), gain, l, &moves));
        stirs[l] = moves ? R(1.0) : R(0.0);
    }
    BARRIER;
    FOLD_MAX(fastest, LANES)
    FOLD_MAX(stirs, LANES)
    FOR_FLAT (i, 1) {
        if (fastest[0] > part[at.number])
            part[at.number] = fastest[0];
        if (stirs[0] > R(0.0))
            moved[at.number] = (int)count[COUNT_STEPS];
    }
    END_GROUPS
}
