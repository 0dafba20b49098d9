/* (1 + d / b)^a - 1 on multiply-add alone, beside math.h, with small relative error for small d too: exactly
 * 0 where d is 0. The pressure of a gas above its background is of that kind.
 *
 *   m = (b + d) / b 2^-k,  s = (m - 1) / (m + 1) = d / (2 b + d) where k is 0
 *   y = a (k ln 2 + 2 s (1 + s^2 / 3 + s^4 / 5 + ...)),  |s| <= 0.21
 *   (1 + d / b)^a - 1 = e^y - 1 = 2^n (e^r - 1) + (2^n - 1),  r = y - n ln 2
 *
 * One division. NaN where b + d is not above 0. Largest error seen, parts of the result, for |d| < b / 2 and
 * a = 1.4 (tests/kernel/euler.c): 5.3e-16 in double, 2.4e-7 in float. b is a normal number above 0. */
#ifndef EG_KERNELS_MATH_INCREMENT_H
#define EG_KERNELS_MATH_INCREMENT_H

#include "math.h"

/* The whole number next to log2(a / b), but for 0.6, by the bits of both; and 2^-k of it. */
FUNCTION double eg_log2_ratio(double a, double b)
{
    const ulong difference = eg_bits(a) - eg_bits(b) + 0x4008000000000000UL;
    return eg_from_bits((difference >> 52) | 0x4330000000000000UL) - (EG_TWO_52 + 1024.0);
}

/* a (k ln 2 + 2 s + 2 s (s^2 / 3 + s^4 / 5 + ...)) */
#define EG_ARTANH_SERIES                                                                                     \
    {                                                                                                        \
        1.0 / 23.0, 1.0 / 21.0, 1.0 / 19.0, 1.0 / 17.0, 1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0,       \
            1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0                                                                  \
    }
CONSTANTS64(eg_artanh_of, 11, EG_ARTANH_SERIES)
FUNCTION double eg_log_increment(double s, double k, double a)
{
    const double z = s * s, twice = s + s;
    double p = FMA64(z, eg_artanh_of[0], eg_artanh_of[1]);
    p = FMA64(z, p, eg_artanh_of[2]);
    p = FMA64(z, p, eg_artanh_of[3]);
    p = FMA64(z, p, eg_artanh_of[4]);
    p = FMA64(z, p, eg_artanh_of[5]);
    p = FMA64(z, p, eg_artanh_of[6]);
    p = FMA64(z, p, eg_artanh_of[7]);
    p = FMA64(z, p, eg_artanh_of[8]);
    p = FMA64(z, p, eg_artanh_of[9]);
    p = FMA64(z, p, eg_artanh_of[10]);
    return a * FMA64(k, 0x1.62e42fefa39efp-1, FMA64(twice, z * p, twice));
}

/* e^y - 1, y below 700. Within 1.6 units of the last place (tests/kernel/math.c). */
FUNCTION double eg_exp_increment(double y)
{
    const eg_exp_parts e = eg_exp_reduce(y < -64.0 ? -64.0 : y, 0.0);
    const double size = eg_power_of_two(e.n);
    return FMA64(size, e.r + e.w, size - 1.0);
}

FUNCTION double eg_power_increment(double b, double d, double a)
{
    const double sum = b + d;
    const double k = eg_log2_ratio(sum, b);
    const double scaled = sum * eg_power_of_two(-k);
    const double s = (k == 0.0 ? d : scaled - b) / (scaled + b);
    const eg_exp_parts e = eg_exp_reduce(eg_log_increment(s, k, a), 0.0);
    const double size = eg_power_of_two(e.n);
    const double value = FMA64(size, e.r + e.w, size - 1.0);
    return sum > 0.0 ? value : EG_NAN;
}

/* The same in float. */
FUNCTION float eg_power_of_twof(float n)
{
    return eg_from_bitsf(eg_bitsf(n + (12582912.0f + 127.0f)) << 23);
}

FUNCTION float eg_log2_ratiof(float a, float b)
{
    const uint difference = eg_bitsf(a) - eg_bitsf(b) + 0x40400000u;
    return eg_from_bitsf((difference >> 23) | 0x4b000000u) - (8388608.0f + 128.0f);
}

FUNCTION float eg_log_incrementf(float s, float k, float a)
{
    const float z = s * s, twice = s + s;
    float p = FMA32(z, 1.0f / 11.0f, 1.0f / 9.0f);
    p = FMA32(z, p, 1.0f / 7.0f);
    p = FMA32(z, p, 1.0f / 5.0f);
    p = FMA32(z, p, 1.0f / 3.0f);
    return a * FMA32(k, 0x1.62e43p-1f, FMA32(twice, z * p, twice));
}

/* (e^r - 1 - r) / r^2 */
FUNCTION float eg_exp_seriesf(float r)
{
    float q = FMA32(r, 1.0f / 5040.0f, 1.0f / 720.0f);
    q = FMA32(r, q, 1.0f / 120.0f);
    q = FMA32(r, q, 1.0f / 24.0f);
    q = FMA32(r, q, 1.0f / 6.0f);
    return FMA32(r, q, 0.5f);
}

FUNCTION float eg_power_incrementf(float b, float d, float a)
{
    const float sum = b + d;
    const float k = eg_log2_ratiof(sum, b);
    const float scaled = sum * eg_power_of_twof(-k);
    const float s = (k == 0.0f ? d : scaled - b) / (scaled + b);
    const float wide = eg_log_incrementf(s, k, a);
    const float y = wide > 87.0f ? 87.0f : (wide < -87.0f ? -87.0f : wide);
    const float n = FMA32(y, 0x1.715476p+0f, 12582912.0f) - 12582912.0f;
    const float r = FMA32(n, 0x1.05c61p-29f, FMA32(n, -0x1.62e43p-1f, y));
    const float size = eg_power_of_twof(n);
    const float value = FMA32(size, FMA32(r * r, eg_exp_seriesf(r), r), size - 1.0f);
    return sum > 0.0f ? value : eg_from_bitsf(0x7fc00000u);
}

#ifdef RATIO
/* The same bits by a shorter way where k = n = 0, which is all but always so: *is_near tells whether. Without
 * branches, so that several go side by side. */
typedef struct near_increment {
    real value;
    int is_near;
} near_increment;

#ifdef EG_F32
FUNCTION near_increment eg_near_increment(real b, real d, real a)
{
    const float sum = b + d, r = eg_log_incrementf(DIVIDE(d, sum + b), 0.0f, a);
    near_increment found;
    found.value = FMA32(r * r, eg_exp_seriesf(r), r);
    found.is_near = (eg_bitsf(sum) - eg_bitsf(b) + 0x40400000u) >> 23 == 128u &&
                    (eg_bitsf(r) & 0x7fffffffu) < 0x3eae0000u && !IS_TINY(d); /* |r| < 0.34 */
    return found;
}
#else
FUNCTION near_increment eg_near_increment(real b, real d, real a)
{
    const double sum = b + d, r = eg_log_increment(DIVIDE(d, sum + b), 0.0, a);
    near_increment found;
    found.value = r + r * r * eg_exp_series(r);
    found.is_near = (eg_bits(sum) - eg_bits(b) + 0x4008000000000000UL) >> 52 == 1024UL &&
                    (eg_bits(r) >> 32 & 0x7fffffffUL) < 0x3fd5c000UL && !IS_TINY(d); /* 0.34 */
    return found;
}
#endif
#endif

#ifdef EG_F32
#define POWER_INCREMENT(b, d, a) eg_power_incrementf((b), (d), (a))
#else
#define POWER_INCREMENT(b, d, a) eg_power_increment((b), (d), (a))
#endif

#endif
