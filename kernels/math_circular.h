/* Trigonometric and hyperbolic functions on multiply-add alone: the second half of math.h, which
 * comes first, under the same rules.
 *
 * Largest error seen, in units of the last place, over some million arguments a function, against
 * long double (tests/kernel/math.c):
 * - sin 0.74, cos 0.74, tan 0.82, atan 0.74, atan2 0.80, asin 0.84, acos 0.99
 * - sinh 1.03, cosh 1.09, tanh 0.85
 * sin, cos and tan hold to this for |x| <= 2^40 (1.1e12). Beyond it, where the argument itself is
 * rounded to 1e-4 radians or worse, they give NaN rather than noise. */
#ifndef EG_KERNELS_MATH_CIRCULAR_H
#define EG_KERNELS_MATH_CIRCULAR_H

/* ---- sine, cosine, tangent */

/* x = n pi/2 + r: r as a pair with |r| <= pi/4, n modulo 4 in `quadrant`. */
typedef struct eg_angle {
    double hi, lo;
    ulong quadrant;
} eg_angle;

/* pi/2 in three parts of 53 bits. x - n part1 is exact; the second product is a pair. */
FUNCTION eg_angle eg_angle_reduce(double x)
{
    double shifted = FMA64(x, 0x1.45f306dc9c883p-1, EG_ROUNDER);
    double n = shifted - EG_ROUNDER;
    double a = FMA64(-n, 0x1.921fb54442d18p+0, x);
    double b = -n * 0x1.1a62633145c07p-54;
    double bl = FMA64(-n, 0x1.1a62633145c07p-54, -b);
    eg_pair sum = eg_any_sum(a, b);
    eg_pair r = eg_two_sum(sum.hi, FMA64(n, 0x1.f1976b7ed8fbcp-110, sum.lo + bl));
    eg_angle angle;
    angle.hi = r.hi;
    angle.lo = r.lo;
    angle.quadrant = eg_bits(shifted) & 3UL;
    return angle;
}

/* sin and cos of a reduced angle, as pairs. */
FUNCTION eg_pair eg_sin_reduced(eg_angle r)
{
    double z = r.hi * r.hi;
    double p = FMA64(z, 0x1.5d932de3474d2p-33, -0x1.ae5e66ff17ee3p-26);
    p = FMA64(z, p, 0x1.71de3578f4c74p-19);
    p = FMA64(z, p, -0x1.a01a019c1369ep-13);
    p = FMA64(z, p, 0x1.111111110f88dp-7);
    p = FMA64(z, p, -0x1.5555555555549p-3);
    double low = FMA64(-0.5 * z, r.lo, r.lo);
    return eg_two_sum(r.hi, FMA64(z * r.hi, p, low));
}

FUNCTION eg_pair eg_cos_reduced(eg_angle r)
{
    double z = r.hi * r.hi;
    double zl = FMA64(r.hi, r.hi, -z);
    double p = FMA64(z, -0x1.8faec395cf318p-37, 0x1.1ee9ec3c512bep-29);
    p = FMA64(z, p, -0x1.27e4f80a79229p-22);
    p = FMA64(z, p, 0x1.a01a019cb2950p-16);
    p = FMA64(z, p, -0x1.6c16c16c15188p-10);
    p = FMA64(z, p, 0x1.555555555554cp-5);
    eg_pair one = eg_two_sum(1.0, -0.5 * z);
    double low = FMA64(-r.hi, r.lo, FMA64(-0.5, zl, one.lo));
    return eg_two_sum(one.hi, FMA64(z * z, p, low));
}

/* NaN where the reduction does not hold; tiny arguments as they are. */
FUNCTION double eg_angle_select(double x, double small, double value)
{
    double size = eg_abs(x);
    return size <= 0x1p40 ? (size < 0x1p-27 ? small : value) : EG_NAN;
}

FUNCTION double eg_sin(double x)
{
    eg_angle r = eg_angle_reduce(x);
    eg_pair s = eg_sin_reduced(r), c = eg_cos_reduced(r);
    double value = (r.quadrant & 1UL) != 0UL ? c.hi : s.hi;
    return eg_angle_select(x, x, (r.quadrant & 2UL) != 0UL ? -value : value);
}

FUNCTION double eg_cos(double x)
{
    eg_angle r = eg_angle_reduce(x);
    eg_pair s = eg_sin_reduced(r), c = eg_cos_reduced(r);
    double value = (r.quadrant & 1UL) != 0UL ? s.hi : c.hi;
    ulong negative = (r.quadrant + 1UL) & 2UL;
    return eg_angle_select(x, 1.0, negative != 0UL ? -value : value);
}

FUNCTION double eg_tan(double x)
{
    eg_angle r = eg_angle_reduce(x);
    eg_pair s = eg_sin_reduced(r), c = eg_cos_reduced(r);
    double top = (r.quadrant & 1UL) != 0UL ? -c.hi : s.hi;
    double top_low = (r.quadrant & 1UL) != 0UL ? -c.lo : s.lo;
    double base = (r.quadrant & 1UL) != 0UL ? s.hi : c.hi;
    double base_low = (r.quadrant & 1UL) != 0UL ? s.lo : c.lo;
    double t = top / base;
    double rest = FMA64(-t, base, top) + FMA64(-t, base_low, top_low);
    return eg_angle_select(x, x, t + rest / base);
}

/* ---- inverse functions */

/* The angle in [0, pi/2] of the point (x, y), both >= 0, given as pairs; mirrored at the y axis
 * where `left` is not 0. The smaller coordinate over the larger one, t, gives atan(t); for t above
 * tan(pi/8) it is pi/4 + atan((t - 1) / (t + 1)). */
FUNCTION double eg_angle_of(eg_pair y, eg_pair x, double left)
{
    double n = y.hi > x.hi ? x.hi : y.hi, nl = y.hi > x.hi ? x.lo : y.lo;
    double d = y.hi > x.hi ? y.hi : x.hi, dl = y.hi > x.hi ? y.lo : x.lo;
    double wide = n > 0.41421356237309503 * d ? 1.0 : 0.0;
    eg_pair more = eg_two_sum(d, n), less = eg_two_sum(d, -n);
    double top = wide > 0.0 ? -less.hi : n, top_low = wide > 0.0 ? nl - dl - less.lo : nl;
    double base = wide > 0.0 ? more.hi : d, base_low = wide > 0.0 ? dl + nl + more.lo : dl;
    double r = 1.0 / base;
    double t = top * r;
    double tl = FMA64(-t, base_low, FMA64(-t, base, top) + top_low) * r;
    double z = t * t;
    double p = FMA64(z, 0x1.f293431a49ed3p-7, -0x1.1263c4c6fb625p-5); /* |t| <= 0.4143 */
    p = FMA64(z, p, 0x1.71013533c73cap-5);
    p = FMA64(z, p, -0x1.ab82b215a94e3p-5);
    p = FMA64(z, p, 0x1.e172dc79a300cp-5);
    p = FMA64(z, p, -0x1.110c7eead4647p-4);
    p = FMA64(z, p, 0x1.3b136f1201294p-4);
    p = FMA64(z, p, -0x1.745d14c4d8a50p-4);
    p = FMA64(z, p, 0x1.c71c71b7a2d64p-4);
    p = FMA64(z, p, -0x1.24924924763e8p-3);
    p = FMA64(z, p, 0x1.999999999966bp-3);
    p = FMA64(z, p, -0x1.5555555555554p-2);
    double low = FMA64(z * t, p, tl);
    /* atan(n / d) = quarter + t + low; then the octant: start + sign (that). */
    double sign = (y.hi > x.hi) != (left > 0.0) ? -1.0 : 1.0;
    double turns = (y.hi > x.hi ? 2.0 : (left > 0.0 ? 4.0 : 0.0)) + sign * wide; /* of pi/4 */
    eg_pair sum = eg_two_sum(turns * 0x1.921fb54442d18p-1, sign * t);
    return sum.hi + (sum.lo + FMA64(sign, low, turns * 0x1.1a62633145c07p-55));
}

FUNCTION eg_pair eg_exactly(double x)
{
    eg_pair pair;
    pair.hi = x;
    pair.lo = 0.0;
    return pair;
}

FUNCTION double eg_atan(double x)
{
    double size = eg_abs(x);
    double held = size > 0x1p64 ? 0x1p64 : size;
    double angle = eg_angle_of(eg_exactly(held), eg_exactly(1.0), 0.0);
    return x == x ? eg_copy_sign(angle, x) : x + x;
}

FUNCTION double eg_atan2(double y, double x)
{
    double a = eg_abs(y), b = eg_abs(x);
    double size = a > b ? a : b;
    double scale = size > 0x1p1000 ? 0x1p-4 : (size < 0x1p-100 ? 0x1p500 : 1.0);
    double top = size == EG_INFINITY ? (a == size ? 1.0 : 0.0) : a * scale;
    double base = size == EG_INFINITY ? (b == size ? 1.0 : 0.0) : (size == 0.0 ? 1.0 : b * scale);
    double left = (eg_bits(x) & EG_SIGN_BIT) != 0UL ? 1.0 : 0.0;
    double angle = eg_angle_of(eg_exactly(top), eg_exactly(base), left);
    return x != x || y != y ? x + y : eg_copy_sign(angle, y);
}

/* sqrt(1 - x^2) as a pair; NaN for |x| > 1. */
FUNCTION eg_pair eg_other_side(double x)
{
    double square = x * x;
    double square_low = FMA64(x, x, -square);
    eg_pair rest = eg_two_sum(1.0, -square);
    double root = SQRT64(rest.hi);
    double low = (FMA64(-root, root, rest.hi) + (rest.lo - square_low)) / (2.0 * root);
    eg_pair side;
    side.hi = root;
    side.lo = root > 0.0 ? low : 0.0;
    return side;
}

FUNCTION double eg_asin(double x)
{
    double angle = eg_angle_of(eg_exactly(eg_abs(x)), eg_other_side(x), 0.0);
    return eg_abs(x) <= 1.0 ? eg_copy_sign(angle, x) : EG_NAN;
}

FUNCTION double eg_acos(double x)
{
    double left = x < 0.0 ? 1.0 : 0.0;
    double angle = eg_angle_of(eg_other_side(x), eg_exactly(eg_abs(x)), left);
    return eg_abs(x) <= 1.0 ? angle : EG_NAN;
}

/* ---- hyperbolic functions */

/* (e^x - 1) / 8 for 0 <= x <= 711, as a pair: an eighth, so that it is finite wherever sinh is. */
FUNCTION eg_pair eg_expm1_eighth(double x)
{
    eg_exp_parts e = eg_exp_reduce(x, 0.0);
    double unit = eg_power_of_two(e.n - 3.0);
    eg_pair sum = eg_two_sum(unit - 0.125, unit * e.r);
    return eg_two_sum(sum.hi, FMA64(unit, e.w, sum.lo));
}

/* m / (1 + c m) for m >= 0 as a pair; 0 for m above 2^60, where sinh no longer needs it. */
FUNCTION eg_pair eg_saturate(eg_pair m, double c)
{
    double h = m.hi > 0x1p60 ? 0.0 : m.hi;
    eg_pair d = eg_any_sum(1.0, c * h);
    double q = h / d.hi;
    double rest = FMA64(-q, FMA64(c, m.lo, d.lo), FMA64(-q, d.hi, h) + m.lo);
    eg_pair quotient;
    quotient.hi = q;
    quotient.lo = m.hi > 0x1p60 ? 0.0 : rest / d.hi;
    return quotient;
}

FUNCTION double eg_sinh(double x)
{
    double size = eg_abs(x);
    eg_pair m = eg_expm1_eighth(size > 711.0 ? 711.0 : size);
    eg_pair q = eg_saturate(m, 8.0);
    eg_pair sum = eg_two_sum(m.hi, q.hi);
    double value = eg_copy_sign(4.0 * (sum.hi + (sum.lo + (m.lo + q.lo))), x);
    return size < 0x1p-28 ? x : (x == x ? value : x + x);
}

FUNCTION double eg_cosh(double x)
{
    eg_exp_parts e = eg_exp_reduce(eg_abs(x), 0.0);
    eg_pair one = eg_two_sum(1.0, e.r);
    double big = eg_scale(one.hi + (one.lo + e.w), e.n - 1.0);
    return big + 0.25 / big;
}

FUNCTION double eg_tanh(double x)
{
    double size = eg_abs(x);
    eg_pair m = eg_expm1_eighth(size > 20.0 ? 40.0 : 2.0 * size);
    m.hi *= 4.0;
    m.lo *= 4.0;
    eg_pair q = eg_saturate(m, 1.0);
    double value = eg_copy_sign(q.hi + q.lo, x);
    return size < 0x1p-28 ? x : (x == x ? value : x + x);
}

#endif
