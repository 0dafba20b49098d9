/* Shallow water at one face and in one cell: pure functions of a few values.
 *
 *   U = (h, qx, qy),  h depth (m), q = h u discharge a unit width (m2/s), z bed (m), d = h + z
 * level (m)
 *
 * The augmented Roe solver of Lacasta 2012, (2.14)-(2.33), with the bed's thrust (2.39)-(2.41)
 * inside the wave strengths. docs/theory/shallow-water.md derives every expression and says where
 * it departs from the paper. Each face has one orientation, from cell a to cell b along the unit
 * normal n; both cells evaluate the same expressions in it and take their side, so that what leaves
 * one enters the other to the last bit. */

/* All thresholds, in one place.
 *   SW_TINY        divisors are kept above it; it only ever meets a numerator that is exactly zero.
 *   SW_ROUND       relative size of a rounding error that must not turn a face into a wall
 * (paper, 5.1). SW_HUGE        a state beyond it counts as not finite: the run has diverged. The
 * dry depth is an argument: below it a cell has water but no momentum. */
#ifdef EG_F32
#define SW_TINY 1e-15f
#define SW_ROUND 1e-5f
#define SW_HUGE 1e30f
#else
#define SW_TINY 1e-30
#define SW_ROUND 1e-12
#define SW_HUGE 1e30
#endif

/* One side of a face: depth, velocity, unit discharge, bed, square root of the depth. */
typedef struct sw_side {
    real h, u, v, qx, qy, z, root;
} sw_side;

/* What a cell receives through a face, times -dt length / area. */
typedef struct sw_share {
    real mass, x, y;
} sw_share;

FUNCTION real sw_max(real a, real b)
{
    return a > b ? a : b;
}

FUNCTION real sw_min(real a, real b)
{
    return a < b ? a : b;
}

/* Velocities exist above the dry depth only; below it q is zero by the update. */
FUNCTION sw_side sw_side_of(real h, real qx, real qy, real z, real dry)
{
    sw_side s;
    real inverse = R(1.0) / sw_max(h, dry);
    s.h = h;
    s.u = qx * inverse;
    s.v = qy * inverse;
    s.qx = qx;
    s.qy = qy;
    s.z = z;
    s.root = SQRT(h);
    return s;
}

/* a where `first`, else b. */
FUNCTION sw_side sw_side_select(int first, sw_side a, sw_side b)
{
    sw_side s;
    s.h = first ? a.h : b.h;
    s.u = first ? a.u : b.u;
    s.v = first ? a.v : b.v;
    s.qx = first ? a.qx : b.qx;
    s.qy = first ? a.qy : b.qy;
    s.z = first ? a.z : b.z;
    s.root = first ? a.root : b.root;
    return s;
}

/* A solid wall seen from a cell with outward normal (nx, ny): the Roe solution against the mirrored
 * state (h, -u.n): no mass, lambda1 = -c. It also stands where a dry bed rises above the water
 * (paper, 5.1). */
FUNCTION sw_share sw_wall(sw_side s, real nx, real ny, real root_g)
{
    sw_share out;
    real un = FMA(s.u, nx, s.v * ny);
    real c = root_g * s.root;
    real w = -s.h * un;
    out.mass = R(0.0);
    out.x = w * (s.u - un * nx - c * nx);
    out.y = w * (s.v - un * ny - c * ny);
    return out;
}

/* Harten and Hyman's fix: at a transonic rarefaction (left < 0 < right) a part of the wave goes to
 * the other side. Returns what side a receives beyond (speed < 0 ? wave : 0), for the wave strength
 * alpha; side b receives that much less. The source part stays whole on the side of the unsplit
 * speed. `spread` is 1 / (right - left). */
FUNCTION real sw_entropy_transfer(real left, real speed, real right, real alpha, real spread)
{
    real bounded = sw_min(sw_max(speed, left), right);
    real to_b = right * ((bounded - left) * spread);
    real to_a = left * ((right - bounded) * spread);
    real transfer = speed < R(0.0) ? -to_b * alpha : to_a * alpha;
    transfer = left < R(0.0) ? transfer : R(0.0);
    return right > R(0.0) ? transfer : R(0.0);
}

/* The face from a to b; `of_a` says whose share is wanted. `solid` makes it a wall (then b is not
 * used).
 *
 * With kappa = (dq.n - u.n dh) / 2c the waves w = lambda alpha - beta, written in the jump of the
 * level so that a lake at rest gives exactly zero (theory page, "at rest"): w1 = -c dd'/2 + e + u.n
 * dh/2 - (u.n - c) kappa,   w3 = c dd'/2 - e + u.n dh/2 + (u.n + c) kappa e = s g dd' dz' / 4c
 * (thrust b of (2.40)) or 0 (thrust a), s the sign of dz. */
FUNCTION sw_share sw_face(sw_side a, sw_side b, real nx, real ny, int of_a, int solid, real g,
                          real root_g, real dry)
{
    real point5 = R(0.5), zero = R(0.0);
    /* Roe averages (2.31) */
    real roots = sw_max(a.root + b.root, R(SW_TINY));
    real h_mean = point5 * (a.h + b.h);
    real c = SQRT(g * h_mean);
    real c_kept = sw_max(c, R(SW_TINY));
    real inverse = R(1.0) / (roots * c_kept); /* one division for two */
    real weight = inverse * c_kept, half_over_c = point5 * (inverse * roots);
    real u = FMA(a.u, a.root, b.u * b.root) * weight;
    real v = FMA(a.v, a.root, b.v * b.root) * weight;
    real un = FMA(u, nx, v * ny);
    real l1 = un - c, l3 = un + c;

    /* jumps */
    real dh = b.h - a.h, dqx = b.qx - a.qx, dqy = b.qy - a.qy;
    real kappa = (FMA(dqx, nx, dqy * ny) - un * dh) * half_over_c;
    real a1 = FMA(point5, dh, -kappa), a3 = FMA(point5, dh, kappa);

    /* bed: dz' (2.41), with the sign that the print lost */
    real dz = b.z - a.z, da = a.h + a.z, db = b.h + b.z;
    int up = dz >= zero;
    int over_b = up & (da < b.z), over_a = !up & (db < a.z);
    real dzp = over_b ? a.h : over_a ? -b.h : dz;
    real ddp = (over_a | over_b) ? dh + dzp : db - da;
    int both_wet = (a.h > dry) & (b.h > dry);
    /* thrust a where level and flow both rise over the step, between wet cells; selects, not && */
    real thrust = point5 * g * ddp * dzp * half_over_c;
    thrust = up ? thrust : -thrust;
    real e = un * dz > zero ? zero : thrust;
    e = ddp * dz >= zero ? e : thrust;
    e = over_b ? thrust : e;
    e = over_a ? thrust : e;
    e = both_wet ? e : thrust;

    real common = point5 * un * dh, push = FMA(point5 * c, ddp, -e);
    real w1 = common - push - l1 * kappa;
    real w3 = common + push + l3 * kappa;

    /* positivity (2.36), (2.37): the source is reduced, towards none, until h* >= 0 and h** >= 0 */
    int subcritical = (l1 < zero) & (l3 > zero);
    real w1_limited = sw_min(w1, sw_max(-l1 * a.h, l1 * a1));
    real shift = subcritical ? w1 - w1_limited : zero;
    w1 = w1 - shift;
    w3 = w3 + shift;
    real w3_limited = sw_min(w3, sw_max(l3 * b.h, l3 * a3));
    shift = subcritical ? w3 - w3_limited : zero;

    /* a dry bed above the water, which the wave would leave negative beyond rounding, is a wall */
    real round = R(SW_ROUND) * h_mean;
    int wall_b = over_b & (b.h <= dry) & (w3 > l3 * (b.h + round));
    int wall_a = over_a & (a.h <= dry) & (w1 > -l1 * (a.h + round));
    int wall = solid | wall_a | wall_b;
    w3 = w3 - shift;
    w1 = w1 + shift;

    real una = FMA(a.u, nx, a.v * ny), unb = FMA(b.u, nx, b.v * ny);
    real ca = root_g * a.root, cb = root_g * b.root;
    real d1 = sw_max((unb - cb) - (una - ca), R(SW_TINY)),
         d3 = sw_max((unb + cb) - (una + ca), R(SW_TINY));
    inverse = R(1.0) / (d1 * d3);
    real t1 = sw_entropy_transfer(una - ca, l1, unb - cb, a1, inverse * d3);
    real t3 = sw_entropy_transfer(una + ca, l3, unb + cb, a3, inverse * d1);
    t1 = both_wet ? t1 : zero;
    t3 = both_wet ? t3 : zero;

    real p1 = (l1 < zero ? w1 : zero) + t1, p3 = (l3 < zero ? w3 : zero) + t3;
    real flux = FMA(a.qx, nx, a.qy * ny) + (p1 + p3);
    real s1 = of_a ? p1 : w1 - p1, s3 = of_a ? p3 : w3 - p3;
    real w2 = un * FMA(dqy - v * dh, nx, -((dqx - u * dh) * ny));
    real s2 = ((un < zero) == of_a) ? w2 : zero;

    sw_share out, stop;
    real sum = s1 + s3, turn = c * (s3 - s1);
    out.mass = of_a ? flux : -flux;
    out.x = FMA(u, sum, FMA(turn, nx, -(s2 * ny)));
    out.y = FMA(v, sum, FMA(turn, ny, s2 * nx));

    stop = sw_wall(sw_side_select(of_a, a, b), of_a ? nx : -nx, of_a ? ny : -ny, root_g);
    out.mass = wall ? stop.mass : out.mass;
    out.x = wall ? stop.x : out.x;
    out.y = wall ? stop.y : out.y;
    return out;
}

/* Manning friction (2.29) over dt, semi-implicit and once a cell: q / (1 + dt g n^2 |u| / h^(4/3)).
 * It can only shorten q, never turn it round. Returns the factor; h above the dry depth. */
FUNCTION real sw_friction_factor(real h, real qx, real qy, real gn2, real dt)
{
    real h43 = h * CBRT(h);
    real drag = dt * gn2 * SQRT(FMA(qx, qx, qy * qy));
    return h43 * h / FMA(h43, h, drag);
}

/* |u| + c, and zero for an empty cell. */
FUNCTION real sw_speed(real h, real qx, real qy, real root_g, real dry)
{
    real inverse = R(1.0) / sw_max(h, dry);
    return FMA(SQRT(FMA(qx, qx, qy * qy)), inverse, root_g * SQRT(h));
}
