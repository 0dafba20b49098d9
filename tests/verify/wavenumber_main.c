/* Seismograms by sums over wavenumber and frequency, as a table.
 *
 *     verify-wavenumber KEY=VALUE...
 *
 * Keys: waves (plane, axis, sh); free (0, 1); layer (BOTTOM,RHO,VP,VS[,QP,QS], once a layer, downwards; the last one has no
 * bottom, whatever it says; without quality factors it keeps its energy); thomsen (EPSILON,DELTA of the
 * layer before it, whose axis is vertical); mechanisms, band and reference of quality factors, as in a
 * case; depth; force and moment (numbers with commas, wavenumber.h); frequency and delay of a Ricker wavelet; end; samples;
 * receiver (X,Z, once each). z goes down; the columns are the time, then along x and upwards at each receiver. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "physics/relaxation.h"
#include "verify/wavenumber.h"

static const double PI = 3.14159265358979323846;
enum { RECEIVERS = 16, SAMPLES = 2000, NUMBERS = 6 };

typedef struct setting {
    wavenumber_problem problem;
    double layer[WAVENUMBER_LAYERS][NUMBERS], frequency, delay;
    double thomsen[WAVENUMBER_LAYERS][2]; /* epsilon, delta */
    double band[2], reference, mechanisms;
    eg_relaxation relaxation;
    int samples, receivers;
    double at[RECEIVERS][NUMBERS];
} setting;

static double ricker(const void *user, double t)
{
    const setting *s = user;
    double a = pow(PI * s->frequency * (t - s->delay), 2);
    return (1 - 2 * a) * exp(-a);
}

/* The modulus whose waves have their speed at the reference frequency; q = 0: no loss. */
static double complex relaxed(const setting *s, double modulus, double q, double complex omega)
{
    double y[EG_RELAXATIONS];
    const eg_relaxation *r = &s->relaxation;
    if (q == 0)
        return modulus;
    eg_relaxation_fit(r, q, y);
    double complex part = 1;
    for (int l = 0; l < r->count; l++)
        part -= y[l] * r->frequency[l] / (r->frequency[l] - I * omega);
    return modulus * eg_relaxation_unrelaxed(r, y) * part;
}

static void moduli(const void *user, int layer, double complex omega, wavenumber_moduli *at)
{
    const setting *s = user;
    const double *l = s->layer[layer];
    double complex mu = relaxed(s, l[1] * l[3] * l[3], l[5], omega),
                   p = relaxed(s, l[1] * l[2] * l[2], l[4], omega);
    const double *thomsen = s->thomsen[layer];
    double complex c13 = csqrt((p - mu) * (p - mu + 2 * thomsen[1] * p)) - mu;
    *at = (wavenumber_moduli){p * (1 + 2 * thomsen[0]), c13, p, mu, mu, l[1]};
}

static void refuse(const char *key, const char *value)
{
    fprintf(stderr, "verify-wavenumber: %s=%s: no such key, no such value, or one too many\n", key, value);
    exit(2);
}

static void read_numbers(const char *key, const char *text, double *numbers, int most)
{
    char *end = (char *)text;
    for (int i = 0; i < most && *end; i++) {
        const char *from = end;
        numbers[i] = strtod(from, &end);
        if (end == from)
            refuse(key, text);
        end += *end == ',';
    }
    if (*end)
        refuse(key, text);
}

static void read_key(setting *s, const char *key, const char *value)
{
    static const char *const waves[] = {"plane", "axis", "sh"};
    wavenumber_problem *p = &s->problem;
    double whole = 0;
    if (strcmp(key, "waves") == 0) {
        int w = 0;
        while (w < 3 && strcmp(value, waves[w]) != 0)
            w++;
        if (w == 3)
            refuse(key, value);
        p->waves = (wavenumber_waves)w;
    } else if (strcmp(key, "layer") == 0 && p->layers < WAVENUMBER_LAYERS) {
        read_numbers(key, value, s->layer[p->layers], NUMBERS);
        p->bottom[p->layers] = s->layer[p->layers][0];
        p->layers++;
    } else if (strcmp(key, "thomsen") == 0 && p->layers > 0) {
        read_numbers(key, value, s->thomsen[p->layers - 1], 2);
    } else if (strcmp(key, "receiver") == 0 && s->receivers < RECEIVERS) {
        read_numbers(key, value, s->at[s->receivers++], 2);
    } else if (strcmp(key, "free") == 0 || strcmp(key, "samples") == 0) {
        read_numbers(key, value, &whole, 1);
        *(*key == 'f' ? &p->free : &s->samples) = (int)whole;
    } else {
        const struct {
            const char *name;
            double *numbers;
            int most;
        } keys[] = {{"depth", &p->depth, 1},
                    {"force", p->force, 2},
                    {"moment", p->moment, 3},
                    {"frequency", &s->frequency, 1},
                    {"delay", &s->delay, 1},
                    {"end", &p->end, 1},
                    {"band", s->band, 2},
                    {"reference", &s->reference, 1},
                    {"mechanisms", &s->mechanisms, 1}};
        size_t k = 0, count = sizeof keys / sizeof *keys;
        while (k < count && strcmp(key, keys[k].name) != 0)
            k++;
        if (k == count)
            refuse(key, value);
        read_numbers(key, value, keys[k].numbers, keys[k].most);
    }
}

int main(int argc, char **argv)
{
    static double v[RECEIVERS][SAMPLES][2];
    setting s = {.problem = {.free = 1, .moduli = moduli, .function = ricker}, .samples = 101};
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value)
            refuse(argv[i], "");
        *value++ = 0;
        read_key(&s, argv[i], value);
    }
    if (s.samples < 2 || s.samples > SAMPLES || !s.problem.layers || !(s.frequency > 0) ||
        !(s.problem.end > 0))
        refuse("samples, layer, frequency, end", "missing");
    if (s.mechanisms > 0)
        eg_relaxation_choose((int)s.mechanisms, s.band, s.reference, &s.relaxation);
    s.problem.user = &s;
    s.problem.longest = 2 * s.delay;
    s.problem.highest = 5 * s.frequency;
    s.problem.slowest = INFINITY;
    for (int l = 0; l < s.problem.layers; l++) {
        double slow = s.layer[l][3] > 0 ? s.layer[l][3] : s.layer[l][2];
        s.problem.speed = fmax(s.problem.speed,
                               1.2 * s.layer[l][2] * sqrt(1 + 2 * fmax(s.thomsen[l][0], 0))); /* unrelaxed */
        s.problem.slowest = fmin(s.problem.slowest, 0.8 * slow); /* waves along a surface are slower */
    }
    for (int r = 0; r < s.receivers; r++)
        wavenumber_velocity(&s.problem, s.at[r], s.samples, v[r]);
    for (int t = 0; t < s.samples; t++) {
        printf("%.9g", s.problem.end * t / (s.samples - 1));
        for (int r = 0; r < s.receivers; r++)
            printf(",%.9g,%.9g", v[r][t][0], -v[r][t][1]);
        printf("\n");
    }
    return 0;
}
