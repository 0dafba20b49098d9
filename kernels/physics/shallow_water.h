/* Shallow water at one face and in one cell: pure functions of a few values.
 *
 *   U = (h, qx, qy),  h depth (m), q = h u discharge a unit width (m2/s), z bed (m), d = h + z level (m)
 *
 * The augmented Roe solver of Lacasta 2012, (2.14)-(2.33), with the bed's thrust (2.39)-(2.41) inside
 * the wave strengths. docs/theory/shallow-water.md derives every expression and says where it departs
 * from the paper.
 *
 * Both cells of a face evaluate it, each as side a with its own outward normal. Every expression that
 * makes the mass flux turns into exactly its negative (or itself) when the sides change places and the
 * normal turns round: sums of two terms commute, differences and products change their sign without
 * rounding anew. So what leaves one cell enters the other to the last bit, and no cell needs to know
 * which side it is. Whoever changes a line keeps that. */

/* All thresholds, in one place.
 *   SW_TINY   divisors are kept above it; it only ever meets a numerator that is exactly zero.
 *   SW_HELD_DEPTH   part of the depth, see sw_held().
 *   SW_FILM   with that much water, m, on both sides together no divisor comes near SW_TINY.
 *   SW_HUGE   a state beyond it counts as not finite: the run has diverged.
 *   SW_IS_STILL   water of so small a discharge, m2/s, is at rest, where waves are f32. Ahead of a wave
 *                 speeds fall from cell to cell by a factor; their squares would be subnormal numbers, with
 *                 which processors take ten times as long. */
#include "physics/wave.h"
#if MIXED || defined EG_F32
#define SW_TINY 1e-15f
#define SW_FILM 1e-20f
#define SW_IS_STILL(discharge) ((discharge) < 1e-15f)
#else
#define SW_TINY 0x1p-100
#define SW_FILM 0x1p-160
#define SW_IS_STILL(discharge) 0
#endif
#define SW_HELD_DEPTH 0.0625
#define SW_HUGE 1e30

/* The part of the bed's slope that friction balances (sw_friction_of) stands in the last bits of the stored
 * root of the depth, in 1/1024 (f32: 1/64): a neighbour is gathered for every face, and a fifth number costs
 * the step a fifth of its speed. The root loses 2^-42 (f32: 2^-17) of itself; it only weighs velocities and
 * bounds celerities. SW_UNIT is the number whose last bit is one such part. */
#ifdef EG_F32
#define SW_BITS(x) eg_bitsf(x)
#define SW_FROM_BITS(x) eg_from_bitsf(x)
#define SW_PART_MASK ((1u << SW_PART_BITS_F32) - 1u)
#define SW_UNIT 0x1p17f
#define SW_SIGN 0x80000000u
typedef uint sw_word;
typedef int sw_part;
#else
#define SW_BITS(x) eg_bits(x)
#define SW_FROM_BITS(x) eg_from_bits(x)
#define SW_PART_MASK ((1ul << SW_PART_BITS) - 1ul)
#define SW_UNIT 0x1p42
#define SW_SIGN EG_SIGN_BIT
typedef ulong sw_word;
typedef long sw_part;
#endif
/* The same unit as a wave. */
#if MIXED
#define SW_WAVE_UNIT 0x1p13f
#else
#define SW_WAVE_UNIT SW_UNIT
#endif

FUNCTION real sw_pack(real root, real kinematic)
{
#if FRICTION
    const real parts = kinematic + SW_UNIT;
    return SW_FROM_BITS((SW_BITS(root) & ~SW_PART_MASK) | (SW_BITS(parts) & SW_PART_MASK));
#else
    (void)kinematic;
    return root;
#endif
}

FUNCTION wave sw_kinematic(sw_part part)
{
    return WAVE_FROM_BITS(WAVE_BITS(SW_WAVE_UNIT) | part) - SW_WAVE_UNIT;
}

/* A cell at a face: depth, velocity (zero below the dry depth), bed, level h + z, root of the depth, and the
 * part of the bed's slope that friction balances. */
typedef struct sw_side {
    real z, level;
    wave h, u, v, root;
    sw_part part;
} sw_side;

/* `packed`: with friction the root as sw_pack() leaves it, else the root. */
FUNCTION sw_side sw_side_of(real h, real u, real v, real packed, real z)
{
    sw_side s;
    s.h = WAVE(h);
    s.u = WAVE(u);
    s.v = WAVE(v);
    s.z = z;
    s.level = h + z;
#if FRICTION
    s.root = WAVE(SW_FROM_BITS(SW_BITS(packed) & ~SW_PART_MASK));
    s.part = SW_BITS(packed) & SW_PART_MASK;
#else
    s.root = WAVE(packed);
    s.part = 0;
#endif
    return s;
}

/* The same at a face of a cell, from level and root of the depth: the level is not rounded anew, so that
 * still water is level. */
FUNCTION sw_side sw_side_at(real level, real u, real v, real root)
{
    sw_side s;
    s.h = WAVE(root * root);
    s.u = WAVE(u);
    s.v = WAVE(v);
    s.z = level - root * root;
    s.level = level;
    s.root = WAVE(root);
    s.part = 0;
    return s;
}

/* What a cell receives through a face, times -dt length / area; and what pulls its water over a step
 * there. */
typedef struct sw_contribution {
    wave mass, x, y, fall;
} sw_contribution;

/* The constants of a run: gravity, half of it, its root, the inverse of the root. */
typedef struct sw_constants {
    wave g, half_g, root_g, inverse_root_g;
} sw_constants;

FUNCTION sw_constants sw_constants_of(real g, real half_g, real root_g, real inverse_root_g)
{
    sw_constants k;
    k.g = WAVE(g);
    k.half_g = WAVE(half_g);
    k.root_g = WAVE(root_g);
    k.inverse_root_g = WAVE(inverse_root_g);
    KEPT_WAVE(k.g)
    KEPT_WAVE(k.half_g)
    KEPT_WAVE(k.root_g)
    KEPT_WAVE(k.inverse_root_g)
    return k;
}

FUNCTION real sw_max(real a, real b)
{
    return GREATER(a, b);
}

FUNCTION real sw_min(real a, real b)
{
    return LESSER(a, b);
}

FUNCTION wave wave_max(wave a, wave b)
{
    return WAVE_GREATER(a, b);
}

FUNCTION wave wave_min(wave a, wave b)
{
    return WAVE_LESSER(a, b);
}

/* Harten and Hyman's entropy fix (1983): in a rarefaction the speed of a wave counts as at least its spread,
 * so that a transonic fan keeps the dissipation that lambda ~ 0 would take from it. Returns what is added
 * to |lambda|; zero in shocks and away from the sonic point. It needs no division and no branch. */
FUNCTION wave sw_entropy_excess(wave left, wave speed, wave right)
{
    const wave spread = wave_max(speed - left, right - speed);
    return wave_max(spread - WAVE_ABS(speed), WAVE(0.0));
}

/* Water that falls over a step is on a slope that its faces do not see: thinner than the step, it would run
 * off at sqrt(g h) alone. A fall over the depth d pulls with g d; over a step of time with reach = dt l / A
 * that adds the velocity reach g d. Returns the part of g d = `fall` that counts: all where the time step
 * resolves the fall, and never more than a free fall from a centre to an edge gives, sqrt(g d). */
FUNCTION wave sw_fall(wave fall, wave reach)
{
    return WAVE(4.0) * fall / WAVE_FMA(reach * reach, fall, WAVE(4.0));
}

/* A velocity along a face's normal and along the face. */
typedef struct sw_turned {
    wave n, t;
} sw_turned;

FUNCTION sw_turned sw_turn(wave u, wave v, wave nx, wave ny)
{
    sw_turned w;
    w.n = WAVE_FMA(u, nx, v * ny);
    w.t = WAVE_FMA(v, nx, -(u * ny));
    return w;
}

/* What the waves of a face see: depths, their roots and the normal velocities on both sides; the jumps of bed
 * and level. */
typedef struct sw_meeting {
    wave ha, hb, ra, rb, va, vb, dz, dd;
} sw_meeting;

#if FRICTION
/* What friction holds of the rise of the bed from a to b, m: the lesser part of both sides, and no more than
 * the level rises the same way and a sixteenth of the lesser depth. In uniform flow the level rises with the
 * bed; in a pond it does not, and water that moves there must not see an even bed. The depth is for the
 * level's errors from cell to cell where the water is deep. */
FUNCTION wave sw_held(sw_side a, sw_side b)
{
    const sw_part least = a.part < b.part ? a.part : b.part;
    if (!WIDE_LOOPS && !least)
        return WAVE(0.0);
    const wave part = sw_kinematic(least);
    const wave rise = WAVE(b.z - a.z), jump = WAVE(b.level - a.level), most = part * rise;
    const wave level = rise < WAVE(0.0) ? -jump : jump;
    const wave limit = WAVE_FMA(WAVE(SW_HELD_DEPTH), wave_min(a.h, b.h), wave_max(level, WAVE(0.0)));
    return WAVE_ABS(most) <= limit ? most : rise < WAVE(0.0) ? -limit : limit;
}
#endif

/* Where the sides touch: the cells as they are, and of the bed's rise what friction does not hold. */
FUNCTION sw_meeting sw_touching(sw_side a, sw_side b, wave una, wave unb)
{
    sw_meeting m;
    m.ha = a.h;
    m.hb = b.h;
    m.ra = a.root;
    m.rb = b.root;
    m.va = una;
    m.vb = unb;
#if FRICTION
    const wave held = sw_held(a, b);
    m.dz = WAVE(b.z - a.z) - held;
    m.dd = WAVE(b.level - a.level) - held;
#else
    m.dz = WAVE(b.z - a.z);
    m.dd = WAVE(b.level - a.level);
#endif
    return m;
}

/* At a step the lower side is dry on the upper bed; as far as friction holds the upper side, it goes on
 * alike. `under`: side a is the lower one, `over`: b is. */
FUNCTION sw_meeting sw_stepped(sw_side a, sw_side b, wave una, wave unb, int under, int over, sw_constants k)
{
    const wave zero = WAVE(0.0);
    sw_meeting m = sw_touching(a, b, una, unb);
#if FRICTION
    const wave held = sw_kinematic(under ? b.part : a.part), depth = under ? b.h : a.h;
    const wave root = under ? b.root : a.root, outward = under ? unb : una;
    const wave toward = under ? -outward : outward, speed = held * outward;
    const wave away = held * wave_max(WAVE_FMA(k.inverse_root_g, wave_min(toward, zero), root), zero);
    const wave behind = toward < zero ? away * away : held * held * depth;
#else
    const wave speed = zero, away = zero, behind = zero;
    (void)k;
#endif
    m.ha = under ? behind : m.ha;
    m.hb = over ? behind : m.hb;
    m.ra = under ? away : m.ra;
    m.rb = over ? away : m.rb;
    m.va = under ? speed : m.va;
    m.vb = over ? speed : m.vb;
    m.dz = (under | over) ? zero : m.dz;
    m.dd = (under | over) ? m.hb - m.ha : m.dd;
    return m;
}

/* w, or -w where it is not kept. */
FUNCTION wave sw_signed(wave w, int kept)
{
    return WAVE_FROM_BITS(WAVE_BITS(w) ^ (kept ? 0 : WAVE_SIGN));
}

/* What the waves of a face give: the mass flux, the momentum along n that side a receives, and that along -n
 * of side b. */
typedef struct sw_waves {
    wave flux, momentum, beyond;
} sw_waves;

/* With kappa = (dq.n - u.n dh) / 2c the waves w = lambda alpha - beta stand in the jump of the level, so that
 * a lake at rest gives exactly zero (theory page, "at rest"):
 *
 *   w1 = u.n dh/2 - (c dd/2 - e) - (u.n - c) kappa,    w3 = u.n dh/2 + (c dd/2 - e) + (u.n + c) kappa
 *   e = g dd max(|dz| - h, 0) / 4c,  h the lesser depth
 *
 * Where the water is deeper than the step, e = 0: the thrust a of (2.40), g h~ dz, that of a bed which slopes
 * from centre to centre. (2.39) takes the thrust b there in most cases, that of a vertical step, smaller by g
 * dd |dz| / 2: it drops the part dz / 2h of the slope. A film beside deep water needs b, as its part of g h~
 * dz may be more than it weighs: so the step counts as far as the film does not cover it.
 * */
FUNCTION sw_waves sw_waves_of(sw_meeting m, int any, sw_constants k)
{
    const wave zero = WAVE(0.0), one_half = WAVE(0.5);

    /* Roe averages (2.31); one division for two */
    const wave sum = m.ra + m.rb, roots = any ? wave_max(sum, WAVE(SW_TINY)) : sum;
    const wave c = WAVE_SQRT(k.g * (one_half * (m.ha + m.hb)));
    const wave c_kept = any ? wave_max(c, WAVE(SW_TINY)) : c;
    const wave inverse = WAVE_RECIPROCAL(roots * c_kept);
    const wave weight = inverse * c_kept, half_over_c = one_half * (inverse * roots);
    const wave un = (m.va * m.ra + m.vb * m.rb) * weight;
    const wave l1 = un - c, l3 = un + c;

    /* waves */
    const wave dh = m.hb - m.ha, qa = m.ha * m.va, qb = m.hb * m.vb;
    const wave kappa = ((qb - qa) - un * dh) * half_over_c;
    const wave a1 = WAVE_FMA(one_half, dh, -kappa), a3 = WAVE_FMA(one_half, dh, kappa);
    const wave step = wave_max(WAVE_ABS(m.dz) - wave_min(m.ha, m.hb), zero);
    const wave e = k.half_g * (m.dd * step) * half_over_c;
    const wave common = one_half * un * dh, push = WAVE_FMA(one_half * c, m.dd, -e);
    wave w1 = (common - push) - l1 * kappa;
    wave w3 = (common + push) + l3 * kappa;

    /* positivity (2.36), (2.37): the source is reduced, towards none, until h* >= 0 and h** >= 0. Where l1 <
     * 0 < l3: max(-l1 h, l1 a1) = l1 min(-h, a1). Elsewhere it is not used. */
    const wave shift1 = w1 - wave_min(w1, l1 * wave_min(-m.ha, a1));
    const wave shift3 = w3 - wave_min(w3, l3 * wave_max(m.hb, a3));
    wave shift = l1 < zero ? shift3 - shift1 : zero;
    shift = l3 > zero ? shift : zero;
    w1 = w1 + shift;
    w3 = w3 - shift;

    /* what goes to side a, p = (w - d) / 2, where d is the wave with the sign of its speed. A speed of
     * exactly zero sends wave 1 to side a and wave 3 to side b: the same, seen from either side. */
    const wave ca = k.root_g * m.ra, cb = k.root_g * m.rb;
    const wave d1 = WAVE_FMA(sw_entropy_excess(m.va - ca, l1, m.vb - cb), a1, sw_signed(w1, l1 > zero));
    const wave d3 = WAVE_FMA(sw_entropy_excess(m.va + ca, l3, m.vb + cb), a3, sw_signed(w3, l3 >= zero));
    const wave p1 = one_half * (w1 - d1), p3 = one_half * (w3 - d3);
    sw_waves w;
    w.flux = one_half * ((qa + qb) - (d1 + d3));
    w.momentum = WAVE_FMA(un, p1 + p3, c * (p3 - p1));
    /* side b has the waves and the celerities of side a in the other order, and -un */
    const wave b1 = one_half * (w1 + d1), b3 = one_half * (w3 + d3);
    w.beyond = WAVE_FMA(-un, b1 + b3, c * (b1 - b3));
    return w;
}

/* What the mass flux carries, and what is left: momentum along n and along the face.
 *
 * Along the face the flux brings the velocity of where it comes from. Along n the waves
 * give the momentum, but never less than that of the mass that passes: what is left of it is the pressure at
 * the face, and water does not pull. Linearised about deep water, the waves take from a film beside it
 * momentum that the film does not have (theory page, "water does not pull"). */
FUNCTION sw_turned sw_carried(sw_waves w, wave h, sw_turned ua, sw_turned ub, sw_constants k)
{
    const wave stopped = h * ua.n, own = WAVE_FMA(stopped, ua.n, k.half_g * (h * h));
    const wave brought_n = w.flux < WAVE(0.0) ? ub.n : ua.n, brought_t = w.flux < WAVE(0.0) ? ub.t : ua.t;
    sw_turned p;
    p.n = wave_max(w.momentum, WAVE_FMA(w.flux, brought_n, -own));
    p.t = WAVE_FMA(w.flux, brought_t, -(stopped * ua.t));
    return p;
}

FUNCTION sw_contribution sw_contribution_of(wave flux, sw_turned momentum, wave fall, wave nx, wave ny)
{
    sw_contribution s;
    s.mass = flux;
    s.x = WAVE_FMA(momentum.n, nx, -(momentum.t * ny));
    s.y = WAVE_FMA(momentum.n, ny, momentum.t * nx);
    s.fall = fall;
    return s;
}

/* Whether side a touches one of such depth, bed and level: the level of neither lies below the bed of the
 * other. And there is water. */
FUNCTION int sw_touch(sw_side a, wave h, real z, real level)
{
    return (a.h + h > WAVE(SW_FILM)) & (a.level >= z) & (level >= a.z);
}

/* The contribution of the face to side a's cell, whose water touches that of b. */
FUNCTION sw_contribution sw_face(sw_side a, sw_side b, wave nx, wave ny, sw_constants k)
{
    const sw_turned ua = sw_turn(a.u, a.v, nx, ny), ub = sw_turn(b.u, b.v, nx, ny);
    const sw_waves w = sw_waves_of(sw_touching(a, b, ua.n, ub.n), 0, k);
    return sw_contribution_of(w.flux, sw_carried(w, a.h, ua, ub, k), WAVE(0.0), nx, ny);
}

/* The contribution of any face to side a's cell: as sw_face() where the sides touch, a step, a wall.
 *
 * A step. Where the level of one side lies below the bed of the other, the sides do not touch. The lower one
 * meets a wall until it has filled up to the edge; the upper one runs out as over a dry bed. The lower
 * cell takes the mass that falls with its velocity, and its own pressure from the wall. This replaces the
 * thresholds of section 5.1. What pulls the upper cell's water down the slope is `fall`, see sw_fall.
 *
 * `solid` is a wall (b is not used); `reach` = dt length / area. */
FUNCTION sw_contribution sw_edge(sw_side a, sw_side b, wave nx, wave ny, int solid, wave reach,
                                 sw_constants k)
{
    const wave zero = WAVE(0.0);
    const int under = a.level < b.z, over = b.level < a.z;
    const sw_turned ua = sw_turn(a.u, a.v, nx, ny), ub = sw_turn(b.u, b.v, nx, ny);
    sw_waves w = sw_waves_of(sw_stepped(a, b, ua.n, ub.n, under, over, k), 1, k);
#if FRICTION
    const wave least = over ? zero : WAVE(-EG_INFINITY), most = under ? zero : WAVE(EG_INFINITY);
    w.flux = wave_min(most, wave_max(least, w.flux));
#endif
    w.flux = solid ? zero : w.flux;

    /* What does not pass piles up before the wall, as before a piston, with the celerity c. */
    const wave stopped = a.h * ua.n, brought = w.flux < zero ? ub.n : ua.n;
    const wave piling = (stopped - w.flux) * wave_max(WAVE_FMA(k.root_g, a.root, ua.n), zero);
    const wave blocked = WAVE_FMA(w.flux, brought, WAVE_FMA(-stopped, ua.n, piling));
    sw_turned momentum = sw_carried(w, a.h, ua, ub, k);
    momentum.n = solid ? blocked : momentum.n;
    momentum.n = under ? blocked : momentum.n;

    wave head = k.g * WAVE(a.z - b.level);
#if FRICTION
    const wave arriving = wave_max(ua.n, zero);
    head = head + wave_min(arriving * arriving, k.g * b.h);
#endif
    head = over ? head : zero;
    wave fall = sw_fall(head, reach);
#if FRICTION
    fall = WAVE_FMA(-sw_kinematic(a.part), fall, fall);
#endif
    return sw_contribution_of(w.flux, momentum, fall, nx, ny);
}

/* The part of a side's depth that stands above the bed `top` of the face, m. */
FUNCTION real sw_above(sw_side s, real top)
{
    return s.z >= top ? s.h : sw_max(s.level - top, R(0.0));
}

/* By how much a triangle's bed rises from the centre (h, z) to a face while its water gets thinner, m: 0 on
 * an even bed, and in water that is as deep everywhere. Beyond an eighth of the depth at the face it falls,
 * to 0 at a quarter: there waves damp the circulation that it is for, and ponds on rough beds rest sooner. It
 * is 0 beyond a Froude number of 1/4, so that a hydraulic jump on a slope keeps its place; `head` is |u|^2 /
 * g. */
FUNCTION real sw_tilt(real h, real z, real face_h, real face_z, real head)
{
    const real up = face_z - z, thinner = h - face_h;
    const real both = sw_min(FABS(up), FABS(thinner));
    const real tilt = sw_min(both, sw_max(FMA(R(0.25), face_h, -both), R(0.0)));
    const int none = !(up * thinner > R(0.0)) | (head > R(0.0625) * h);
    return none ? R(0.0) : up > R(0.0) ? tilt : -tilt;
}

/* The contribution of any face to side a's cell at second order, from the states of both cells at the face:
 * hydrostatic reconstruction (Audusse and others 2004) with the waves of the paper. The face has the bed of
 * the higher side, and the waves see what stands above it, on an even bed. Level water gives exactly zero,
 * since they stand in the jump of the level (sw_waves_of). A side whose depth ends below that bed, in part or
 * all, has a piston there: what arrives and does not pass piles up before it with the celerity c, as before a
 * wall (sw_edge). Without it water that moves against a shore would be held by nothing, and never rest.
 * `solid` is a wall, of which all is piston.
 *
 * `tilted`: what jumps at the face, level and normal velocity, pushes the cell by its own depth, which is
 * `tilt` more than that at the face, at most the water there (theory page, "circulation in still water"). */
FUNCTION sw_contribution sw_reconstructed(sw_side a, sw_side b, wave nx, wave ny, int solid, int tilted,
                                          wave tilt, sw_constants k)
{
    const wave zero = WAVE(0.0);
    const real top = sw_max(a.z, b.z);
    const sw_turned ua = sw_turn(a.u, a.v, nx, ny), ub = sw_turn(b.u, b.v, nx, ny);
    sw_meeting m;
    m.ha = solid ? zero : WAVE(sw_above(a, top));
    m.hb = solid ? zero : WAVE(sw_above(b, top));
    m.ra = WAVE_SQRT(m.ha);
    m.rb = WAVE_SQRT(m.hb);
    m.va = ua.n;
    m.vb = ub.n;
    m.dz = zero;
    m.dd = solid ? zero : WAVE(sw_max(b.level, top) - sw_max(a.level, top));
    const sw_waves w = sw_waves_of(m, 1, k);
    const wave depth = a.h, arriving = depth * ua.n, below = depth - m.ha;
    sw_turned p = sw_carried(w, m.ha, ua, ub, k);
    const wave held = WAVE_DIVIDE(below, wave_max(depth, WAVE(SW_TINY))) * (arriving - w.flux);
    const wave piled = held * wave_max(WAVE_FMA(k.root_g, a.root, ua.n), zero);
    const wave least = wave_min(m.ha, m.hb), c = WAVE_SQRT(k.g * (WAVE(0.5) * (m.ha + m.hb)));
    const wave jump = WAVE_FMA(k.half_g, m.dd, WAVE(-0.5) * c * (m.vb - m.va));
    const wave push = wave_max(wave_min(tilt, least), -least) * jump;
    p.n = WAVE_FMA(-below * ua.n, ua.n, p.n) + piled;
    p.n = tilted ? p.n + push : p.n;
    p.t = WAVE_FMA(-below * ua.n, ua.t, p.t);
    return sw_contribution_of(w.flux, p, zero, nx, ny);
}

/* Velocity over discharge with Manning friction, and the part of the bed's slope that friction balances. */
typedef struct sw_friction {
    real factor;
    wave kinematic;
} sw_friction;

#if FRICTION
/* Manning friction (2.29) over dt, by backward Euler and once a cell:
 *
 *   u (1 + k |u|) = u*,  u* = q / h,  k = dt g n^2 / h^(4/3)   =>   u = 2 u* / (1 + sqrt(1 + 4 k |u*|))
 *
 * Where u* = U + dt g S the answer is U, with k U^2 = dt g S, for any dt: uniform flow is met exactly.
 * `factor` = u / q for h above zero: positive, so friction never turns a flow round. Where waves are f32 in a
 * state of f64, what friction takes is computed and not what it leaves: rounded in each step, that would
 * brake or drive deep water by itself.
 *
 * `kinematic` = min(1, 4 n^2 (u.e)^2 / (h^(4/3) |grad z|)) where the water moves down the slope, e its
 * direction; 0 where it is at rest or moves up. (sx, sy) = g grad z; resistance = 4 g n^2 / |g grad z|^3. One
 * division serves both. */
FUNCTION sw_friction sw_friction_of(real h, real qx, real qy, wave magnitude, wave gn2, wave sx, wave sy,
                                    wave resistance, real dt)
{
    sw_friction f;
    const wave depth = WAVE(h), root = WAVE_CBRT(depth), h43 = depth * root;
    const wave four_k = WAVE(4.0) * WAVE(dt) * gn2 * magnitude;
    const wave sum = h43 + WAVE_SQRT(WAVE_FMA(h43, h43, four_k * root));
    const wave inverse = WAVE(1.0) / (sum * h43);
#if MIXED
    const wave over_sum = inverse * h43, taken = four_k * root * (over_sum * over_sum);
    const real left = taken < WAVE(0.5) ? R(1.0) - R(taken) : R(WAVE(2.0) * h43 * over_sum);
    f.factor = left * RECIPROCAL(h);
#else
    f.factor = R(2.0) * root * (inverse * h43);
#endif
    const wave down = wave_min(WAVE_FMA(WAVE(qx), sx, WAVE(qy) * sy), WAVE(0.0)) * WAVE(f.factor);
    f.kinematic = wave_min(resistance * (down * down) * (inverse * sum), WAVE(1.0));
    return f;
}
#endif
