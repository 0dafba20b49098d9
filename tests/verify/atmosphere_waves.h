/* Linear waves of the atmosphere in closed form, or by a sum over wavenumbers: what tests and pages compare
 * with.
 *
 * Inertia-gravity waves (M. Baldauf and S. Brdar, Q. J. R. Meteorol. Soc. 139, 2013, 1977-1989), without
 * rotation: isothermal air between walls at z = 0 and H, periodic over a length L, in a wind. At time 0 the
 * pressure is that of rest, and
 *     T' = dT exp(delta z / 2) sin(pi z / H) exp(-((x - x_0) / d)^2),  delta = g / (R T_0).
 * With b = exp(delta z / 2) times the perturbation of velocity, over it of density and pressure, all
 * coefficients are constant. For each wavenumber k, w_b = sum over two frequencies of a sin(omega t) / omega,
 * with
 *     omega^4 - c^2 (k^2 + k_z^2 + delta^2 / 4) omega^2 + N^2 c^2 k^2 = 0,
 * and pressure, u and density follow by integration over time. The formulas were compared with a matrix
 * exponential of the untransformed equations by Chebyshev collocation: 2e-7 of the largest value after 1800
 * s.
 *
 * Steady waves over a low mountain (as in C. Schaer and others, Mon. Weather Rev. 130, 2002, section 3c),
 * compressible and of any background: for each wavenumber
 *     dw/dz = (i k / (rho U) - i k U / (rho c^2)) p + g w / c^2
 *     dp/dz = -(i k U rho + rho N^2 / (i k U)) w - g p / c^2
 * from a height above which the wave leaves upwards down to the ground, where w = i k U h_k. */
#ifndef EG_VERIFY_ATMOSPHERE_WAVES_H
#define EG_VERIFY_ATMOSPHERE_WAVES_H

#include "physics/atmosphere/background.h"

/* Perturbations at a point. */
typedef struct wave_values {
    double u, w, pressure, density, theta; /* m/s, m/s, Pa, kg/m3, K */
} wave_values;

typedef struct gravity_wave {
    eg_gas gas;
    double gravity, temperature;           /* m/s2, K */
    double height, length;                 /* H, L, m */
    double amplitude, width, centre, wind; /* dT, K; d, x_0, m; m/s */
} gravity_wave;

/* The wave at time t, s. 0 <= z <= H. */
wave_values gravity_wave_at(const gravity_wave *wave, double t, double x, double z);

/* A mountain's height over x, m. */
typedef double mountain_profile(double x);

typedef struct mountain_wave mountain_wave;

/* The steady waves over the mountain in a wind, m/s, over a background that reaches to `top`, m; the ground
 * is periodic over `length`, m. Heights up to `high` can be asked for. The caller owns it. EG_MEMORY. */
eg_status mountain_wave_create(eg_context *context, const eg_background *background,
                               mountain_profile *profile, double wind, double length, double high, double top,
                               mountain_wave **wave);
wave_values mountain_wave_at(const mountain_wave *wave, double x, double z);
void mountain_wave_destroy(mountain_wave **wave);

#endif
