/* Spectra: closed forms of shapes, a fast Fourier transform of samples. */
#include "physics/source_spectrum.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* Of a table: its shortest pieces are resolved down to this many of all of it. */
enum { SAMPLES_LEAST = 1024, SAMPLES_MOST = 1 << 14 };
/* With zeros behind so many times as long: bins of the spectrum are narrow against its width. */
enum { PADDED = 8 };
/* Beside the straight line there is no more than this part of the samples: a straight line. */
static const double ROUNDING = 1e-12;

/* ---- shapes, by kind: where the integrals of |S|^2 reach 1/2 and 0.95 of all of it. In f / frequency of
 * Ricker's f^4 exp(-2 f^2); in 2 pi sigma f of the Gaussian's exp(-x^2); in 2 pi T f of Brune's 1 / (1 +
 * x^2)^2; in T f of Heaviside's rate. */
static const double SHAPES[][2] = {
    [EG_SOURCE_RICKER] = {1.0431, 1.6637},       [EG_SOURCE_GAUSSIAN] = {0.47694, 1.38590},
    [EG_SOURCE_BRUNE_RATE] = {0.44169, 1.83753}, [EG_SOURCE_BRUNE_MOMENT] = {0.44169, 1.83753},
    [EG_SOURCE_HEAVISIDE] = {0.43671, 1.21647},  [EG_SOURCE_HEAVISIDE_RATE] = {0.43671, 1.21647}};

/* Hz */
static double unit_of(const eg_source_time *source)
{
    if (source->kind == EG_SOURCE_RICKER)
        return source->frequency;
    if (source->kind == EG_SOURCE_HEAVISIDE || source->kind == EG_SOURCE_HEAVISIDE_RATE)
        return 1 / source->rise;
    return 1 / (2 * PI * (source->kind == EG_SOURCE_GAUSSIAN ? source->sigma : source->rise));
}

/* ---- samples */

static void reverse_bits(int64_t count, double (*z)[2])
{
    for (int64_t i = 1, j = 0; i < count; i++) {
        int64_t bit = count / 2;
        for (; j & bit; bit /= 2)
            j ^= bit;
        j ^= bit;
        for (int k = 0; i < j && k < 2; k++) {
            double kept = z[i][k];
            z[i][k] = z[j][k];
            z[j][k] = kept;
        }
    }
}

/* In place, by Cooley and Tukey; count is a power of 2. */
static void transform(int64_t count, double (*z)[2])
{
    reverse_bits(count, z);
    for (int64_t half = 1; half < count; half *= 2)
        for (int64_t k = 0; k < half; k++) {
            double angle = -PI * (double)k / (double)half, c = cos(angle), s = sin(angle);
            for (int64_t i = k; i < count; i += 2 * half) {
                double *a = z[i], *b = z[i + half];
                double re = c * b[0] - s * b[1], im = c * b[1] + s * b[0];
                b[0] = a[0] - re;
                b[1] = a[1] - im;
                a[0] += re;
                a[1] += im;
            }
        }
}

/* The frequency below which `part` of the energy lies, of energies of bins of the width `step` around 0,
 * step, ... */
static double below(const double (*z)[2], int64_t bins, double step, double part)
{
    double all = 0, sum = 0;
    for (int64_t k = 0; k < bins; k++)
        all += (k == 0 ? 0.5 : 1) * (z[k][0] * z[k][0] + z[k][1] * z[k][1]);
    for (int64_t k = 0; k < bins && all > 0; k++) {
        double energy = (k == 0 ? 0.5 : 1) * (z[k][0] * z[k][0] + z[k][1] * z[k][1]);
        if (sum + energy >= part * all) /* straight within the bin, which of 0 has its upper half */
            return k == 0 ? 0.5 * step * (part * all - sum) / energy
                          : ((double)k - 0.5 + (part * all - sum) / energy) * step;
        sum += energy;
    }
    return 0;
}

eg_status eg_spectrum_of_samples(eg_context *context, double *values, int64_t count, double interval,
                                 eg_spectrum *spectrum)
{
    EG_SCRATCH double(*z)[2] = NULL;
    double step = 1 / (PADDED * (double)count * interval);
    double first = values[0], slope = (values[count - 1] - first) / (double)(count - 1);
    EG_TRY(eg_alloc(context, PADDED * count, sizeof *z, &z));
    double most = 0, left = 0;
    for (int64_t i = 0; i < count; i++) {
        z[i][0] = values[i] - first - slope * (double)i;
        most = fmax(most, fabs(values[i]));
        left = fmax(left, fabs(z[i][0]));
    }
    for (int64_t i = 0; i < count && left <= ROUNDING * most; i++)
        z[i][0] = 0;
    transform(PADDED * count, z);
    *spectrum = (eg_spectrum){.middle = below((const double(*)[2])z, PADDED / 2 * count, step, 0.5),
                              .high = below((const double(*)[2])z, PADDED / 2 * count, step, 0.95)};
    return EG_OK;
}

/* ---- tables */

static eg_status table_spectrum(eg_context *context, const eg_source_time *source, eg_spectrum *spectrum)
{
    EG_SCRATCH double *values = NULL;
    double begin, end, shortest = INFINITY;
    int64_t count = SAMPLES_LEAST;
    *spectrum = (eg_spectrum){0};
    eg_source_time_support(source, &begin, &end);
    if (!(end > begin))
        return EG_OK;
    for (int64_t i = 1; i < source->count; i++)
        shortest = fmin(shortest, source->times[i] - source->times[i - 1]);
    while (count < SAMPLES_MOST && (double)count * shortest < 2 * (end - begin))
        count *= 2;
    EG_TRY(eg_alloc(context, count, sizeof *values, &values));
    double interval = (end - begin) / (double)(count - 1);
    for (int64_t i = 0; i < count; i++)
        values[i] = eg_source_time_value(source, fmin(end, begin + interval * (double)i));
    return eg_spectrum_of_samples(context, values, count, interval, spectrum);
}

eg_status eg_source_spectrum(eg_context *context, const eg_source_time *source, eg_spectrum *spectrum)
{
    if (source->kind == EG_SOURCE_TABLE)
        return table_spectrum(context, source, spectrum);
    const double *at = SHAPES[source->kind], unit = unit_of(source);
    *spectrum = (eg_spectrum){.middle = at[0] * unit, .high = at[1] * unit};
    return EG_OK;
}
