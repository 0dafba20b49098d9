/* The seismograms of a run against those by sums over wavenumber and frequency.
 *
 *     verify-wavenumber FILE.csv KEY=VALUE...
 *
 * For each receiver=NAME:X:Z of FILE the misfit sqrt(sum (s - r)^2 / sum r^2) of its velocities, in per cent. Keys:
 * waves (plane, axis, sh), free (0, 1), layer (BOTTOM:RHO:VP:VS, once a layer, downwards; BOTTOM of the last is read
 * by nobody), depth, force and moment (numbers with `:`), frequency and delay of a Ricker wavelet, end, samples (as in FILE). z goes
 * down here and up in FILE. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/wavenumber.h"

static const double PI = 3.14159265358979323846;
enum { RECEIVERS = 16, SAMPLES = 2000, COLUMNS = 200 };

typedef struct setting {
    wavenumber_problem problem;
    double layer[WAVENUMBER_LAYERS][4], frequency, delay;
    int samples, receivers;
    char name[RECEIVERS][64];
    double at[RECEIVERS][2];
} setting;

static double ricker(const void *user, double t)
{
    const setting *s = user;
    double a = pow(PI * s->frequency * (t - s->delay), 2);
    return (1 - 2 * a) * exp(-a);
}

static void moduli(const void *user, int layer, double complex omega, wavenumber_moduli *at)
{
    const double *l = ((const setting *)user)->layer[layer];
    double mu = l[1] * l[3] * l[3], p = l[1] * l[2] * l[2];
    (void)omega;
    *at = (wavenumber_moduli){p, p - 2 * mu, p, mu, mu, l[1]};
}
