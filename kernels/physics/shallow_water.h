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
 *   SW_HUGE   a state beyond it counts as not finite: the run has diverged.
 * The dry depth is an argument: below it a cell has water but no momentum. */
#ifdef EG_F32
#define SW_TINY 1e-15f
#define SW_HUGE 1e30f
#else
#define SW_TINY 1e-30
#define SW_HUGE 1e30
#endif

/* A cell at a face: depth, velocity (zero below the dry depth), bed, level h + z, root of the depth, and the part of
 * the bed's slope that friction balances (sw_friction_of). */
typedef struct sw_side {
    real h, u, v, z, level, root, kinematic;
} sw_side;

/* What a cell receives through a face, times -dt length / area; and what pulls its water over a step there. */
typedef struct sw_contribution {
    real mass, x, y, fall;
} sw_contribution;

/* The constants of a run: gravity, its root, dry depth. */
typedef struct sw_constants {
    real g, root_g, inverse_root_g, dry;
} sw_constants;

FUNCTION sw_constants sw_constants_of(real g, real root_g, real dry)
{
    sw_constants k;
    k.g = g;
    k.root_g = root_g;
    k.inverse_root_g = R(1.0) / root_g;
    k.dry = dry;
    return k;
}

FUNCTION real sw_max(real a, real b)
{
    return a > b ? a : b;
}

FUNCTION real sw_min(real a, real b)
{
    return a < b ? a : b;
}

FUNCTION sw_side sw_side_of(real h, real u, real v, real root, real z, real kinematic)
{
    sw_side s;
    s.h = h;
    s.u = u;
    s.v = v;
    s.z = z;
    s.level = h + z;
    s.root = root;
    s.kinematic = kinematic;
    return s;
}

/* Harten and Hyman's entropy fix (1983): in a rarefaction the speed of a wave counts as at least its spread,
 * so that a transonic fan keeps the dissipation that lambda ~ 0 would take from it. Returns what is added
 * to |lambda|; zero in shocks and away from the sonic point. It needs no division and no branch. */
FUNCTION real sw_entropy_excess(real left, real speed, real right)
{
    const real spread = sw_max(speed - left, right - speed);
    return sw_max(spread - FABS(speed), R(0.0));
}

/* Water that falls over a step is on a slope that its faces do not see: thinner than the step, it would run
 * off at sqrt(g h) alone. A fall over the depth d pulls with g d; over a step of time with reach = dt l / A
 * that adds the velocity reach g d. Returns the part of g d = `fall` that counts: all where the time step
 * resolves the fall, and never more than a free fall from a centre to an edge gives, sqrt(g d). */
FUNCTION real sw_fall(real fall, real reach)
{
    return R(4.0) * fall / FMA(reach * reach, fall, R(4.0));
}

/* The contribution of the face to side a's cell. With kappa = (dq.n - u.n dh) / 2c the waves w = lambda alpha
 * - beta stand in the jump of the level, so that a lake at rest gives exactly zero (theory page, "at rest"):
 *
 *   w1 = u.n dh/2 - (c dd/2 - e) - (u.n - c) kappa,    w3 = u.n dh/2 + (c dd/2 - e) + (u.n + c) kappa
 *   e = g dd max(|dz| - h, 0) / 4c,  h the lesser depth
 *
 * Where the water is deeper than the step, e = 0: the thrust a of (2.40), g h~ dz, that of a bed which slopes
 * from centre to centre. (2.39) takes the thrust b there in most cases, that of a vertical step, smaller by
 * g dd |dz| / 2: it drops the part dz / 2h of the slope. A film beside deep water needs b, as its part
 * of g h~ dz may be more than it weighs: so the step counts as far as the film does not cover it.
 *
 * A step. Where the level of one side lies below the bed of the other, the sides do not touch. The lower one
 * meets a wall until it has filled up to the edge; the upper one runs out as over a dry bed. The lower
 * cell takes the mass that falls with its velocity, and its own pressure from the wall. This replaces the
 * thresholds of section 5.1. What pulls the upper cell's water down the slope is `fall`, see sw_fall.
 *
 * What the mass flux carries. Along the face it brings the velocity of where it comes from. Along n the waves
 * give the momentum, but never less than that of the mass that passes: what is left of it is the pressure at
 * the face, and water does not pull. Linearised about deep water, the waves take from a film beside it
 * momentum that the film does not have (theory page, "water does not pull").
 *
 * `solid` is a wall (b is not used); `reach` = dt length / area. */
FUNCTION sw_contribution sw_face(sw_side a, sw_side b, real nx, real ny, int solid, real reach,
                                 sw_constants k)
{
    const real zero = R(0.0), one_half = R(0.5);
    const real una = FMA(a.u, nx, a.v * ny), uta = FMA(a.v, nx, -(a.u * ny));
    const real unb = FMA(b.u, nx, b.v * ny), utb = FMA(b.v, nx, -(b.u * ny));

    /* at a step the lower side is dry on the upper bed; as far as friction holds the upper side, it goes on alike.
     * Rare, so a GPU steps over it. */
    const int under = a.level < b.z, over = b.level < a.z;
#if FRICTION
    real ra = a.root, rb = b.root, ha = a.h, hb = b.h, va = una, vb = unb;
    if (under | over) {
        const real held = under ? b.kinematic : a.kinematic, depth = under ? b.h : a.h;
        const real toward = under ? -unb : una, speed = held * (under ? unb : una);
        const real away =
            held *
            sw_max(FMA(k.inverse_root_g, sw_min(toward, zero), under ? b.root : a.root), zero);
        const real behind = toward < zero ? away * away : held * held * depth;
        ra = under ? away : ra, rb = over ? away : rb;
        ha = under ? behind : ha, hb = over ? behind : hb;
        va = under ? speed : va, vb = over ? speed : vb;
    }
    const real balanced = sw_min(a.kinematic, b.kinematic);
    const real rise = b.z - a.z, dh = hb - ha;
    const real dz = (under | over) ? zero : FMA(-balanced, rise, rise);
    const real dd = (under | over) ? dh : FMA(-balanced, rise, b.level - a.level);
#else
    const real ha = under ? zero : a.h, hb = over ? zero : b.h;
    const real ra = under ? zero : a.root, rb = over ? zero : b.root;
    const real va = under ? zero : una, vb = over ? zero : unb;
    const real dh = hb - ha;
    const real dz = (under | over) ? zero : b.z - a.z;
    const real dd = (under | over) ? dh : b.level - a.level;
#endif

    /* Roe averages (2.31); one division for two */
    const real roots = sw_max(ra + rb, R(SW_TINY));
    const real c = SQRT(k.g * (one_half * (ha + hb)));
    const real c_kept = sw_max(c, R(SW_TINY));
    const real inverse = R(1.0) / (roots * c_kept);
    const real weight = inverse * c_kept, half_over_c = one_half * (inverse * roots);
    const real un = (va * ra + vb * rb) * weight;
    const real l1 = un - c, l3 = un + c;

    /* waves */
    const real qa = ha * va, qb = hb * vb;
    const real kappa = ((qb - qa) - un * dh) * half_over_c;
    const real a1 = FMA(one_half, dh, -kappa), a3 = FMA(one_half, dh, kappa);
    const real step = sw_max(FABS(dz) - sw_min(ha, hb), zero);
    const real e = one_half * k.g * (dd * step) * half_over_c;
    const real common = one_half * un * dh, push = FMA(one_half * c, dd, -e);
    real w1 = (common - push) - l1 * kappa;
    real w3 = (common + push) + l3 * kappa;

    /* positivity (2.36), (2.37): the source is reduced, towards none, until h* >= 0 and h** >= 0 */
    const real shift1 = w1 - sw_min(w1, sw_max(-l1 * ha, l1 * a1));
    const real shift3 = w3 - sw_min(w3, sw_max(l3 * hb, l3 * a3));
    real shift = l1 < zero ? shift3 - shift1 : zero;
    shift = l3 > zero ? shift : zero;
    w1 = w1 + shift;
    w3 = w3 - shift;

    /* what goes to side a, p = (w - d) / 2, where d is the wave with the sign of its speed. A speed of
     * exactly zero sends wave 1 to side a and wave 3 to side b: the same, seen from either side. */
    const real ca = k.root_g * ra, cb = k.root_g * rb;
    const real d1 = FMA(sw_entropy_excess(va - ca, l1, vb - cb), a1, l1 > zero ? w1 : -w1);
    const real d3 = FMA(sw_entropy_excess(va + ca, l3, vb + cb), a3, l3 >= zero ? w3 : -w3);
    const real p1 = one_half * (w1 - d1), p3 = one_half * (w3 - d3);
    real flux = one_half * ((qa + qb) - (d1 + d3));
#if FRICTION
    if (under | over)
        flux = over ? sw_max(flux, zero) : sw_min(flux, zero);
#endif

    /* momentum: along the face with the mass, along n by the waves, as long as the face does not pull */
    flux = solid ? zero : flux;
    const real brought_n = flux < zero ? unb : una, brought_t = flux < zero ? utb : uta;
    const real stopped = a.h * una;
    const real along_t = FMA(flux, brought_t, -(stopped * uta));
    real along_n = FMA(un, p1 + p3, c * (p3 - p1));
    const real own = FMA(stopped, una, one_half * k.g * (a.h * a.h));
    along_n = sw_max(along_n, FMA(flux, brought_n, -own));

    /* a wall, or the lower side of a step. What does not pass piles up before it, as before a piston, with
     * the celerity c. Rare, so a GPU steps over it; on the host it is selects like the rest. */
    real fall = zero;
    if (under | over | solid) {
        const real piling = (stopped - flux) * sw_max(FMA(k.root_g, a.root, una), zero);
        const real wall_n = FMA(flux, brought_n, FMA(-stopped, una, piling));
        along_n = over ? along_n : wall_n;
        real head = k.g * (a.z - b.level);
#if FRICTION
        const real arriving = sw_max(una, zero);
        head = head + sw_min(arriving * arriving, k.g * b.h);
#endif
        fall = over & !solid ? sw_fall(head, reach) : zero;
#if FRICTION
        fall = FMA(-a.kinematic, fall, fall);
#endif
    }

    sw_contribution out;
    out.mass = flux;
    out.x = FMA(along_n, nx, -(along_t * ny));
    out.y = FMA(along_n, ny, along_t * nx);
    out.fall = fall;
    return out;
}

#if FRICTION
/* Velocity with Manning friction, and the part of the bed's slope that friction balances. */
typedef struct sw_friction {
    real factor, kinematic;
} sw_friction;

/* Manning friction (2.29) over dt, by backward Euler and once a cell:
 *
 *   u (1 + k |u|) = u*,  u* = q / h,  k = dt g n^2 / h^(4/3)   =>   u = 2 u* / (1 + sqrt(1 + 4 k |u*|))
 *
 * Where u* = U + dt g S the answer is U, with k U^2 = dt g S, for any dt: uniform flow is met exactly. `factor` = u / q for
 * h above zero: positive, so friction never turns a flow round.
 *
 * `kinematic` = min(1, 4 n^2 (u.e)^2 / (h^(4/3) |grad z|)) where the water moves down the slope, e its direction; 0 where
 * it is at rest or moves up. (sx, sy) = g grad z; resistance = 4 g n^2 / |g grad z|^3. One division serves both. */
FUNCTION sw_friction sw_friction_of(real h, real qx, real qy, real magnitude, real gn2, real sx,
                                    real sy, real resistance, real dt)
{
    sw_friction f;
    const real root = CBRT(h), h43 = h * root;
    const real four_k = R(4.0) * dt * gn2 * magnitude;
    const real sum = h43 + SQRT(FMA(h43, h43, four_k * root));
    const real inverse = R(1.0) / (sum * h43);
    f.factor = R(2.0) * root * (inverse * h43);
    const real down = sw_max(-FMA(qx, sx, qy * sy), R(0.0)) * f.factor;
    f.kinematic = sw_min(resistance * (down * down) * (inverse * sum), R(1.0));
    return f;
}

/* The part that friction balances stands in the last bits of the stored root of the depth, in 1/1024 (f32: 1/64): a
 * neighbour is gathered for every face, and a fifth number costs the step a fifth of its speed. The root loses
 * 2^-42 (f32: 2^-17) of itself; it only weighs velocities and bounds celerities. */
#ifdef EG_F32
#define SW_BITS(x) eg_bitsf(x)
#define SW_FROM_BITS(x) eg_from_bitsf(x)
#define SW_PART_MASK ((1u << SW_PART_BITS_F32) - 1u)
#define SW_PARTS 64.0f
#define SW_ROUNDER 0x1p23f
#else
#define SW_BITS(x) eg_bits(x)
#define SW_FROM_BITS(x) eg_from_bits(x)
#define SW_PART_MASK ((1ul << SW_PART_BITS) - 1ul)
#define SW_PARTS 1024.0
#define SW_ROUNDER 0x1p52
#endif

FUNCTION real sw_pack(real root, real kinematic)
{
    const real parts = FMA(kinematic, SW_PARTS, SW_ROUNDER);
    return SW_FROM_BITS((SW_BITS(root) & ~SW_PART_MASK) | (SW_BITS(parts) & SW_PART_MASK));
}

FUNCTION real sw_packed_root(real packed)
{
    return SW_FROM_BITS(SW_BITS(packed) & ~SW_PART_MASK);
}

FUNCTION real sw_packed_kinematic(real packed)
{
    const real parts = SW_FROM_BITS(SW_BITS(SW_ROUNDER) | (SW_BITS(packed) & SW_PART_MASK));
    return (parts - SW_ROUNDER) * (R(1.0) / SW_PARTS);
}
#else
FUNCTION real sw_packed_root(real packed)
{
    return packed;
}

FUNCTION real sw_packed_kinematic(real packed)
{
    (void)packed;
    return R(0.0);
}
#endif
