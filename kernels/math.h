/* Mathematical functions on multiply-add alone: the same bits on every device, in any lane width.
 *
 * Written in the kernel dialect (a target header comes first) and usable as plain C in the library
 * through base/device_math.h. No tables, no branches: every choice is a select, so that the loop
 * over lanes vectorises. Special values (zeros, infinities, NaN, subnormal numbers) follow C99,
 * annex F; which NaN it is may differ by device. Polynomials are minimax fits on the intervals
 * named beside them; "pairs" are unevaluated sums hi + lo.
 *
 * Largest error seen, in units of the last place, over some million arguments a function, across
 * its whole range, against long double (tests/kernel/math.c); rounding alone is 0.5:
 * - exp 0.64, log 0.51, log10 0.51, pow 0.81, cbrt 0.51, hypot 0.75
 * - expf 0.51, logf 0.51, powf 0.51, cbrtf 0.55
 * Subnormal results of exp and pow are rounded twice: 0.78. Trigonometric and hyperbolic functions
 * are in math_circular.h; sqrt is the hardware's: SQRT, SQRT64. */
#ifndef EG_KERNELS_MATH_H
#define EG_KERNELS_MATH_H

/* ---- bits */

#if defined(__OPENCL_VERSION__)
FUNCTION ulong eg_bits(double x)
{
    return as_ulong(x);
}
FUNCTION double eg_from_bits(ulong bits)
{
    return as_double(bits);
}
FUNCTION uint eg_bitsf(float x)
{
    return as_uint(x);
}
FUNCTION float eg_from_bitsf(uint bits)
{
    return as_float(bits);
}
#elif defined(__CUDACC__) || defined(__CUDACC_RTC__)
FUNCTION ulong eg_bits(double x)
{
    return (ulong)__double_as_longlong(x);
}
FUNCTION double eg_from_bits(ulong bits)
{
    return __longlong_as_double((long long)bits);
}
FUNCTION uint eg_bitsf(float x)
{
    return (uint)__float_as_int(x);
}
FUNCTION float eg_from_bitsf(uint bits)
{
    return __int_as_float((int)bits);
}
#else
FUNCTION ulong eg_bits(double x)
{
    union {
        double value;
        ulong bits;
    } u = {.value = x};
    return u.bits;
}
FUNCTION double eg_from_bits(ulong bits)
{
    union {
        ulong bits;
        double value;
    } u = {.bits = bits};
    return u.value;
}
FUNCTION uint eg_bitsf(float x)
{
    union {
        float value;
        uint bits;
    } u = {.value = x};
    return u.bits;
}
FUNCTION float eg_from_bitsf(uint bits)
{
    union {
        uint bits;
        float value;
    } u = {.bits = bits};
    return u.value;
}
#endif

#define EG_SIGN_BIT 0x8000000000000000UL
#define EG_INFINITY eg_from_bits(0x7ff0000000000000UL)
#define EG_NAN eg_from_bits(0x7ff8000000000000UL)
#define EG_TWO_52 4503599627370496.0

/* Added to a double below 2^51 in size, it leaves the nearest integer in the low bits. */
#define EG_ROUNDER 6755399441055744.0

typedef struct eg_pair {
    double hi, lo;
} eg_pair;

/* hi + lo = a + b exactly, where |a| >= |b| or a = 0. */
FUNCTION eg_pair eg_two_sum(double a, double b)
{
    eg_pair s;
    s.hi = a + b;
    s.lo = (a - s.hi) + b;
    return s;
}

/* The same in any order of size. */
FUNCTION eg_pair eg_any_sum(double a, double b)
{
    eg_pair s;
    s.hi = a + b;
    double back = s.hi - a;
    s.lo = (a - (s.hi - back)) + (b - back);
    return s;
}

/* ---- simple functions */

FUNCTION double eg_abs(double x)
{
    return eg_from_bits(eg_bits(x) & ~EG_SIGN_BIT);
}

FUNCTION double eg_copy_sign(double size, double sign)
{
    return eg_from_bits((eg_bits(size) & ~EG_SIGN_BIT) | (eg_bits(sign) & EG_SIGN_BIT));
}

/* -1, 0 or 1; NaN and signed zeros pass. */
FUNCTION double eg_sign(double x)
{
    return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x);
}

/* 0 below zero, else 1; NaN passes. */
FUNCTION double eg_step(double x)
{
    return x < 0.0 ? 0.0 : (x >= 0.0 ? 1.0 : x);
}

/* The smaller and the larger one; NaN where either is NaN; of equal ones the first. */
FUNCTION double eg_min(double a, double b)
{
    return a <= b ? a : (b < a ? b : a + b);
}
FUNCTION double eg_max(double a, double b)
{
    return a >= b ? a : (b > a ? b : a + b);
}

FUNCTION double eg_floor(double x)
{
    double size = eg_abs(x);
    double whole = eg_copy_sign((size + EG_TWO_52) - EG_TWO_52, x);
    double down = whole > x ? whole - 1.0 : whole;
    return size < EG_TWO_52 ? down : x;
}

/* a - b floor(a / b): in [0, b) for b > 0, in (b, 0] for b < 0 (rounded, so that a tiny negative a
 * gives b itself). NaN where |a / b| is 2^52 or more. */
FUNCTION double eg_mod(double a, double b)
{
    double quotient = eg_floor(a / b);
    double rest = FMA64(-quotient, b, a);
    double up = b > 0.0 ? (rest < 0.0 ? rest + b : (rest >= b && a >= b ? rest - b : rest))
                        : (rest > 0.0 ? rest + b : (rest <= b && a <= b ? rest - b : rest));
    return eg_abs(quotient) < EG_TWO_52 ? up : EG_NAN;
}

/* sqrt(x^2 + y^2) without overflow on the way. */
FUNCTION double eg_hypot(double x, double y)
{
    double a = eg_abs(x), b = eg_abs(y);
    double size = a > b ? a : b;
    double down = size > 0x1p500 ? 0x1p-600 : (size < 0x1p-400 ? 0x1p600 : 1.0);
    double up = size > 0x1p500 ? 0x1p600 : (size < 0x1p-400 ? 0x1p-600 : 1.0);
    double large = (a > b ? a : b) * down, small = (a > b ? b : a) * down;
    double square = large * large;
    double rest = FMA64(small, small, FMA64(large, large, -square));
    double root = SQRT64(square + rest);
    double correction = (FMA64(-root, root, square) + rest) / (root + root);
    root = (root > 0.0 ? root + correction : root) * up;
    return (a == EG_INFINITY || b == EG_INFINITY) ? EG_INFINITY : (x != x || y != y ? x + y : root);
}

/* ---- cube root */

/* The cube root; no division. y, near x^(-1/3), starts from the exponent's bits (a straight line in
 * them, within 6 %), a cubic in h = 1 - x y^3 brings it to 2^-19. Rounded to 17 bits, its square
 * and cube are exact, so h is known to all its bits, and cbrt(x) = x y^2 (1 - h)^(-2/3) comes out
 * within 0.51 units. Scaling by 2^-+54 keeps subnormal numbers out. 17 operations on reals. */
FUNCTION double eg_cbrt(double x)
{
    double size = eg_abs(x);
    double s = size * (size < 1.0 ? 0x1p54 : 0x1p-54);
    double line = FMA64(eg_from_bits((eg_bits(s) >> 32) | 0x4330000000000000UL), -0.3333333333333333,
                        6004800933300885.0);
    double y = eg_from_bits(eg_bits(line) << 32);
    double h = FMA64(-(s * y), y * y, 1.0);
    double p = FMA64(h, 0x1.d9d59271e5d2bp-3, 0x1.ba55e3a2c9b49p-3); /* h in [-0.0052, 0.1681] */
    p = FMA64(h, p, 0x1.5586d4a9736e8p-2);
    p = FMA64(h, p, 0x1.fffff6ae4c40dp-1);
    y = eg_from_bits((eg_bits(y * p) + 0x800000000UL) & 0xfffffff000000000UL);
    double y2 = y * y;
    h = FMA64(-s, y2 * y, 1.0);
    p = FMA64(h, 40.0 / 81.0, 5.0 / 9.0);
    p = h * FMA64(h, p, 2.0 / 3.0);
    double root = s * y2;
    double rest = FMA64(root, p, FMA64(s, y2, -root));
    root = (root + rest) * (size < 1.0 ? 0x1p-18 : 0x1p18);
    return size > 0.0 && size < EG_INFINITY ? eg_copy_sign(root, x) : x + x;
}

/* The same in float: y to 2^-14, rounded to 8 bits. 16 operations. */
FUNCTION float eg_cbrtf(float x)
{
    float size = eg_from_bitsf(eg_bitsf(x) & 0x7fffffffu);
    float s = size * (size < 1.0f ? 0x1p27f : 0x1p-27f);
    float line = FMA32(eg_from_bitsf((eg_bitsf(s) >> 8) | 0x4b000000u), -0x1.555556p-2f, 16729625.0f);
    float y = eg_from_bitsf(eg_bitsf(line) << 8);
    float h = FMA32(-(s * y), y * y, 1.0f);
    float p = FMA32(h, 0x1.204f7cp-2f, 0x1.507a2p-2f); /* h in [-0.0101, 0.1788] */
    p = FMA32(h, p, 0x1.0004f2p+0f);
    y = eg_from_bitsf((eg_bitsf(y * p) + 0x8000u) & 0xffff0000u);
    float y2 = y * y;
    h = FMA32(-s, y2 * y, 1.0f);
    p = FMA32(h, 0x1.f9c4e2p-2f, 0x1.1c78fap-1f); /* |h| <= 0.0121 */
    p = h * FMA32(h, p, 0x1.555556p-1f);
    float root = s * y2;
    float rest = FMA32(root, p, FMA32(s, y2, -root));
    root = (root + rest) * (size < 1.0f ? 0x1p-9f : 0x1p9f);
    root = eg_from_bitsf(eg_bitsf(root) | (eg_bitsf(x) & 0x80000000u));
    return size > 0.0f && size < eg_from_bitsf(0x7f800000u) ? root : x + x;
}

/* ---- exponential */

/* 2^n for a whole n in [-1022, 1023]. */
FUNCTION double eg_power_of_two(double n)
{
    return eg_from_bits(eg_bits(n + (EG_ROUNDER + 1023.0)) << 52);
}

/* x 2^n for a whole n in [-2044, 2046]: rounds once, where the result is subnormal. */
FUNCTION double eg_scale(double x, double n)
{
    double halved = FMA64(n, 0.5, EG_ROUNDER) - EG_ROUNDER;
    return x * eg_power_of_two(halved) * eg_power_of_two(n - halved);
}

/* e^(h + l) = 2^n (1 + r + w), |r| <= ln(2) / 2, w a small correction. */
typedef struct eg_exp_parts {
    double n, r, w;
} eg_exp_parts;

/* (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2. */
#define EG_EXP_SERIES                                                                                        \
    {                                                                                                        \
        0x1.1f95737bca42ap-29, 0x1.af5ebcc81fe68p-26, 0x1.27e4c5940030bp-22, 0x1.71ddf85504fc9p-19,          \
            0x1.a01a01b0beb20p-16, 0x1.a01a01afe489dp-13, 0x1.6c16c16c14430p-10, 0x1.111111110f6b0p-7,       \
            0x1.555555555555ap-5, 0x1.5555555555559p-3, 0.5                                                  \
    }
CONSTANTS64(eg_exp_of, 11, EG_EXP_SERIES)
FUNCTION double eg_exp_series(double r)
{
    double p = FMA64(r, eg_exp_of[0], eg_exp_of[1]);
    p = FMA64(r, p, eg_exp_of[2]);
    p = FMA64(r, p, eg_exp_of[3]);
    p = FMA64(r, p, eg_exp_of[4]);
    p = FMA64(r, p, eg_exp_of[5]);
    p = FMA64(r, p, eg_exp_of[6]);
    p = FMA64(r, p, eg_exp_of[7]);
    p = FMA64(r, p, eg_exp_of[8]);
    p = FMA64(r, p, eg_exp_of[9]);
    return FMA64(r, p, eg_exp_of[10]);
}

/* h is held to [-746, 712], beyond which the result is 0 or infinite anyway; |l| << |h|. */
FUNCTION eg_exp_parts eg_exp_reduce(double h, double l)
{
    double x = h > 712.0 ? 712.0 : (h < -746.0 ? -746.0 : h);
    double n = FMA64(x, 0x1.71547652b82fep+0, EG_ROUNDER) - EG_ROUNDER;
    eg_pair r = eg_two_sum(FMA64(-n, 0x1.62e42fefa4000p-1, x), FMA64(n, 0x1.8432a1b0e2634p-43, l));
    eg_exp_parts parts;
    parts.n = n;
    parts.r = r.hi;
    parts.w = FMA64(r.hi * r.hi, eg_exp_series(r.hi), r.lo);
    return parts;
}

FUNCTION double eg_exp_pair(double h, double l)
{
    eg_exp_parts e = eg_exp_reduce(h, l);
    eg_pair one = eg_two_sum(1.0, e.r);
    return eg_scale(one.hi + (one.lo + e.w), e.n);
}

FUNCTION double eg_exp(double x)
{
    return eg_exp_pair(x, 0.0);
}

/* ---- logarithm */

/* x = 2^exponent mantissa, mantissa in [sqrt(1/2), sqrt(2)), for normal x > 0. */
typedef struct eg_split {
    double exponent, mantissa;
} eg_split;

FUNCTION eg_split eg_split_normal(double x)
{
    ulong bits = eg_bits(x) + 0x95f6200000000UL;
    eg_split s;
    s.exponent = eg_from_bits((bits >> 52) | 0x4330000000000000UL) - (EG_TWO_52 + 1023.0);
    s.mantissa = eg_from_bits((bits & 0xfffffffffffffUL) + 0x3fe6a09e00000000UL);
    return s;
}

/* log(x) to about 65 bits for finite x > 0. With s = (m - 1) / (m + 1) as a pair,
 * log(m) = 2 s + s (2/3 s^2 + s^4 Q(s^2)); the first two terms are pairs. */
FUNCTION eg_pair eg_log_pair(double x)
{
    eg_split split = eg_split_normal(x < 0x1p-1022 ? x * 0x1p54 : x);
    double k = x < 0x1p-1022 ? split.exponent - 54.0 : split.exponent;
    double f = split.mantissa - 1.0;
    eg_pair d = eg_two_sum(2.0, f);
    double r = 1.0 / d.hi;
    double s = f * r;
    double sl = FMA64(-s, d.lo, FMA64(-s, d.hi, f)) * r;
    double z = s * s;
    double zl = FMA64(2.0 * s, sl, FMA64(s, s, -z));
    double q = FMA64(z, 0x1.ea545d8e30b8cp-4, 0x1.de4c765dd0ebdp-4); /* z in [0, 0.02945] */
    q = FMA64(z, q, 0x1.112005a0b0c4ep-3);
    q = FMA64(z, q, 0x1.3b1367e1503fap-3);
    q = FMA64(z, q, 0x1.745d181c0c429p-3);
    q = FMA64(z, q, 0x1.c71c71c5b6ed6p-3);
    q = FMA64(z, q, 0x1.2492492492e0ap-2);
    q = FMA64(z, q, 0x1.9999999999997p-2);
    double u = z * 0x1.5555555555555p-1;
    double ul = FMA64(z, 0x1.5555555555555p-55, FMA64(z, 0x1.5555555555555p-1, -u));
    ul = FMA64(zl, 0x1.5555555555555p-1, ul);
    eg_pair v = eg_two_sum(u, FMA64(z * z, q, ul));
    double t = s * v.hi;
    double tl = FMA64(s, v.lo, FMA64(sl, v.hi, FMA64(s, v.hi, -t)));
    eg_pair m = eg_two_sum(2.0 * s, t);
    eg_pair sum = eg_two_sum(k * 0x1.62e42fefa4000p-1, m.hi);
    double low = FMA64(k, -0x1.8432a1b0e2634p-43, FMA64(2.0, sl, tl) + m.lo) + sum.lo;
    return eg_two_sum(sum.hi, low);
}

/* Puts the special values of a logarithm in. */
FUNCTION double eg_log_select(double x, double value)
{
    double edge = x == 0.0 ? -EG_INFINITY : (x < 0.0 ? EG_NAN : x);
    return x > 0.0 && x < EG_INFINITY ? value : edge;
}

/* The natural logarithm; eg_log is the library's own. */
FUNCTION double eg_ln(double x)
{
    eg_pair l = eg_log_pair(x);
    return eg_log_select(x, l.hi);
}

FUNCTION double eg_log10(double x)
{
    eg_pair l = eg_log_pair(x);
    double t = l.hi * 0x1.bcb7b1526e50ep-2;
    double tl = FMA64(l.hi, 0x1.bcb7b1526e50ep-2, -t);
    tl = FMA64(l.lo, 0x1.bcb7b1526e50ep-2, FMA64(l.hi, 0x1.95355baaafad3p-57, tl));
    return eg_log_select(x, t + tl);
}

/* ---- powers */

/* x^y from size = |x|^y: the sign, and the cases in which C99 wants something else. */
FUNCTION double eg_pow_select(double x, double y, double size)
{
    double halved = y * 0.5;
    double odd = eg_floor(halved) != halved ? -size : size; /* for whole y */
    double negative = eg_floor(y) == y ? odd : (x < 0.0 && x > -EG_INFINITY ? EG_NAN : size);
    double value = (eg_bits(x) & EG_SIGN_BIT) != 0UL ? negative : size;
    value = x == -1.0 && eg_abs(y) == EG_INFINITY ? 1.0 : value;
    value = x != x || y != y ? x + y : value;
    return x == 1.0 || y == 0.0 ? 1.0 : value;
}

FUNCTION double eg_pow(double x, double y)
{
    double a = eg_abs(x);
    eg_pair l = eg_log_pair(a);
    double hi = a > 0.0 ? (a < EG_INFINITY ? l.hi : EG_INFINITY) : -EG_INFINITY;
    double t = y * hi;
    double tl = FMA64(y, l.lo, FMA64(y, hi, -t));
    return eg_pow_select(x, y, eg_exp_pair(t, eg_abs(t) < 800.0 ? tl : 0.0));
}

/* ---- in float: by way of double, which needs neither pairs nor care with subnormal numbers */

/* log2(x) to 2^-38 for x > 0 that was a finite float. */
FUNCTION double eg_log2_coarse(double x)
{
    eg_split s = eg_split_normal(x);
    double f = s.mantissa - 1.0;
    double p = FMA64(f, -0x1.1da07b72e310ep-4, 0x1.0f65cd092611dp-3);
    p = FMA64(f, p, -0x1.13bd6d652f1e3p-3);
    p = FMA64(f, p, 0x1.0ace0624c2b04p-3);
    p = FMA64(f, p, -0x1.23d547cc84711p-3);
    p = FMA64(f, p, 0x1.481f8d29da1fcp-3);
    p = FMA64(f, p, -0x1.7188e92d134e4p-3);
    p = FMA64(f, p, 0x1.a61b80eff366ep-3);
    p = FMA64(f, p, -0x1.ec6f2d29c44b0p-3);
    p = FMA64(f, p, 0x1.2776b6bf19dd4p-2);
    p = FMA64(f, p, -0x1.71547889f98dcp-2);
    p = FMA64(f, p, 0x1.ec709de3652d7p-2);
    p = FMA64(f, p, -0x1.71547651b5f86p-1);
    p = FMA64(f, p, 0x1.71547652b58adp+0);
    return FMA64(f, p, s.exponent);
}

/* 2^x to 2^-34; x is held to [-200, 200]. */
FUNCTION double eg_exp2_coarse(double x)
{
    double held = x > 200.0 ? 200.0 : (x < -200.0 ? -200.0 : x);
    double n = (held + EG_ROUNDER) - EG_ROUNDER;
    double r = held - n;
    double p = FMA64(r, 0x1.fe17940aa7fcbp-17, 0x1.446a23d6b78b2p-13); /* |r| <= 1/2 */
    p = FMA64(r, p, 0x1.5d8a70873b04ap-10);
    p = FMA64(r, p, 0x1.3b29dc3b9edecp-7);
    p = FMA64(r, p, 0x1.c6b08aaf2094ep-5);
    p = FMA64(r, p, 0x1.ebfbe0a4c5df7p-3);
    p = FMA64(r, p, 0x1.62e42ff116392p-1);
    p = FMA64(r, p, 0x1.ffffffffabb32p-1);
    return p * eg_power_of_two(n);
}

FUNCTION float eg_expf(float x)
{
    return (float)eg_exp2_coarse((double)x * 0x1.71547652b82fep+0);
}

FUNCTION float eg_lnf(float x)
{
    double wide = (double)x;
    return (float)eg_log_select(wide, eg_log2_coarse(wide) * 0x1.62e42fefa39efp-1);
}

FUNCTION float eg_powf(float x, float y)
{
    double a = eg_abs((double)x);
    double l = eg_log2_coarse(a);
    l = a > 0.0 ? (a < EG_INFINITY ? l : EG_INFINITY) : -EG_INFINITY;
    return (float)eg_pow_select((double)x, (double)y, eg_exp2_coarse((double)y * l));
}

/* In the precision of the state. */
#ifdef EG_F32
#define EXP(x) eg_expf(x)
#define LOG(x) eg_lnf(x)
#define POW(x, y) eg_powf((x), (y))
#define CBRT(x) eg_cbrtf(x)
#else
#define EXP(x) eg_exp(x)
#define LOG(x) eg_ln(x)
#define POW(x, y) eg_pow((x), (y))
#define CBRT(x) eg_cbrt(x)
#endif

#endif
