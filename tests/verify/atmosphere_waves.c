/* Linear waves of the atmosphere. */
#include "atmosphere_waves.h"

#include <complex.h>
#include <math.h>

static const double PI = 3.14159265358979323846;

/* ---- inertia-gravity waves */

/* Numbers of a wave that no wavenumber changes. */
typedef struct constants {
    double c2, n2, delta, density, kz; /* c^2, N^2, delta, rho at z = 0, pi / H */
} constants;

static constants constants_of(const gravity_wave *o)
{
    double r = o->gas.gas_constant, cp = o->gas.heat_capacity;
    return (constants){.c2 = cp / (cp - r) * r * o->temperature,
                       .n2 = o->gravity * o->gravity / (cp * o->temperature),
                       .delta = o->gravity / (r * o->temperature),
                       .density = o->gas.reference_pressure / (r * o->temperature),
                       .kz = PI / o->height};
}

/* What one frequency of a wavenumber adds to u_x / k, w, p, rho, all transformed; s and c are sin and cos of
 * k_z z. */
static void add_frequency(const constants *n, const gravity_wave *o, double k, double a, double ratio,
                          double square, double t, const double sc[2], double sum[4])
{
    double omega = sqrt(square), s = sc[0], c = sc[1];
    double sine = omega > 0 ? sin(omega * t) / omega : t, cosine = cos(omega * t);
    double twice = omega > 0 ? (1 - cosine) / square : t * t / 2;
    double p = n->density * ratio * ((o->gravity - n->c2 * n->delta / 2) * s - n->c2 * n->kz * c);
    sum[0] += k / n->density * p * sine;
    sum[1] += a * s * sine;
    sum[2] += p * cosine;
    sum[3] -= (k * k * p + n->density * a * (n->kz * c - n->delta / 2 * s)) * twice;
}

/* The wave of one wavenumber with T' = 1 K cos(k x) in the transformed variables: amplitudes of sin(k x), and
 * three of cos(k x). */
static void add_wavenumber(const constants *n, const gravity_wave *o, double k, double t, double z,
                           double sum[4])
{
    const double sc[2] = {sin(n->kz * z), cos(n->kz * z)};
    double density = -n->density / o->temperature, start = -o->gravity * density / n->density;
    double x = n->c2 * k * k, b = n->c2 * (n->kz * n->kz + n->delta * n->delta / 4);
    double root = sqrt((x + b) * (x + b) - 4 * n->n2 * x);
    double fast = (x + b + root) / 2, slow = k > 0 ? n->n2 * x / fast : 0;
    double first = start * (b - slow) / (fast - slow), second = start * (fast - b) / (fast - slow);
    double ratio = first / (x - fast); /* pressures cancel at time 0 */
    add_frequency(n, o, k, first, ratio, fast, t, sc, sum);
    add_frequency(n, o, k, second, -ratio, slow, t, sc, sum);
    sum[3] += density * sc[0];
}

wave_values gravity_wave_at(const gravity_wave *o, double t, double x, double z)
{
    const constants n = constants_of(o);
    double total[4] = {0, 0, 0, 0}, scale = o->amplitude * o->width * sqrt(PI) / o->length;
    for (int m = 0;; m++) {
        double k = 2 * PI * m / o->length,
               weight = (m ? 2 : 1) * scale * exp(-k * k * o->width * o->width / 4);
        double sum[4] = {0, 0, 0, 0}, angle = k * (x - o->centre - o->wind * t);
        if (k * o->width > 13)
            break;
        add_wavenumber(&n, o, k, t, z, sum);
        total[0] += weight * sum[0] * sin(angle);
        for (int i = 1; i < 4; i++)
            total[i] += weight * sum[i] * cos(angle);
    }
    double grow = exp(n.delta * z / 2), density = n.density * exp(-n.delta * z), pressure = density * n.c2;
    double theta = o->temperature * exp(o->gravity * z / (o->gas.heat_capacity * o->temperature));
    wave_values v = {
        .u = total[0] * grow, .w = total[1] * grow, .pressure = total[2] / grow, .density = total[3] / grow};
    v.theta = theta * (v.pressure / pressure - v.density / density);
    return v;
}

/* ---- mountain waves */

struct mountain_wave {
    eg_context *context;
    const eg_background *background;
    double wind, length, high;
    int waves, levels; /* of [waves][levels] from the ground up to `high` */
    double complex *w, *p;
};

enum { WAVES = 400, LEVELS = 1000, SAMPLES = 20000 };

/* h_k of h(x) = sum of Re(h_k exp(i k x)). */
static double complex coefficient(mountain_profile *profile, double length, int wave)
{
    double complex sum = 0;
    double k = 2 * PI * wave / length;
    for (int i = 0; i < SAMPLES; i++) {
        double x = length * ((i + 0.5) / SAMPLES - 0.5);
        sum += profile(x) * cexp(-I * k * x);
    }
    return 2 * sum / SAMPLES;
}

/* d(w, p)/dz; returns also c^2 and N^2 at the height. */
static void slopes(const mountain_wave *m, double k, double z, const double complex v[2],
                   double complex slope[2])
{
    const eg_background_state air = eg_background_at(m->background, z);
    double g = eg_background_gravity(m->background), u = m->wind;
    double c2 = eg_gas_exponent(eg_background_gas(m->background)) * air.pressure / air.density;
    double n2 = g * air.theta_slope / air.theta;
    slope[0] = I * k / air.density * (1 / u - u / c2) * v[1] + g / c2 * v[0];
    slope[1] = -(I * k * u * air.density + air.density * n2 / (I * k * u)) * v[0] - g / c2 * v[1];
}

/* Upwards, or decaying upwards, with w = 1. */
static void radiate(const mountain_wave *m, double k, double z, double complex v[2])
{
    const eg_background_state air = eg_background_at(m->background, z);
    double g = eg_background_gravity(m->background), u = m->wind;
    double c2 = eg_gas_exponent(eg_background_gas(m->background)) * air.pressure / air.density;
    double n2 = g * air.theta_slope / air.theta, fall = n2 / g + g / c2; /* -d(ln rho)/dz */
    double square = n2 / (u * u) - k * k * (1 - u * u / c2) - fall * fall / 4;
    double complex vertical = square > 0 ? I * sqrt(square) : -sqrt(-square);
    v[0] = 1;
    v[1] = (fall / 2 + vertical - g / c2) / (I * k / air.density * (1 / u - u / c2));
}

/* One step of the classical method of Runge and Kutta. */
static void step(const mountain_wave *m, double k, double z, double dz, double complex v[2])
{
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double complex slope[2] = {0, 0}, sum[2] = {0, 0};
    for (int s = 0; s < 4; s++) {
        const double complex here[2] = {v[0] + at[s] * dz * slope[0], v[1] + at[s] * dz * slope[1]};
        slopes(m, k, z + at[s] * dz, here, slope);
        for (int i = 0; i < 2; i++)
            sum[i] += weight[s] * dz * slope[i];
    }
    v[0] += sum[0];
    v[1] += sum[1];
}

/* Waves that decay upwards grow far beyond 1 on their way down: this one and its levels from `from` on become
 * smaller. */
static void keep_small(double complex v[2], double complex *w, double complex *p, int from)
{
    const double most = 1e100;
    if (cabs(v[0]) + cabs(v[1]) < most)
        return;
    for (int i = 0; i < 2; i++)
        v[i] /= most;
    for (int i = from; i < LEVELS; i++) {
        w[i] /= most;
        p[i] /= most;
    }
}

/* From the top to the ground, kept from `high` on, and scaled to the mountain. */
static void solve(mountain_wave *m, mountain_profile *profile, int wave, double top)
{
    double k = 2 * PI * wave / m->length, dz = m->high / (LEVELS - 1);
    double complex v[2], *w = &m->w[wave * LEVELS], *p = &m->p[wave * LEVELS];
    int above = (int)ceil((top - m->high) / dz);
    radiate(m, k, top, v);
    for (int i = 0; i < above; i++) {
        step(m, k, top - i * (top - m->high) / above, -(top - m->high) / above, v);
        keep_small(v, w, p, LEVELS);
    }
    for (int i = LEVELS - 1; i >= 0; i--) {
        keep_small(v, w, p, i + 1);
        w[i] = v[0];
        p[i] = v[1];
        if (i > 0)
            step(m, k, i * dz, -dz, v);
    }
    double complex scale = I * k * m->wind * coefficient(profile, m->length, wave) / w[0];
    for (int i = 0; i < LEVELS; i++) {
        w[i] *= scale;
        p[i] *= scale;
    }
}

eg_status mountain_wave_create(eg_context *context, const eg_background *background,
                               mountain_profile *profile, double wind, double length, double high, double top,
                               mountain_wave **wave)
{
    mountain_wave *m = NULL;
    *wave = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *m, &m));
    *m = (mountain_wave){
        .context = context, .background = background, .wind = wind, .length = length, .high = high};
    eg_status status = eg_alloc(context, (int64_t)WAVES * LEVELS, sizeof *m->w, &m->w);
    if (status == EG_OK)
        status = eg_alloc(context, (int64_t)WAVES * LEVELS, sizeof *m->p, &m->p);
    for (int k = 1; status == EG_OK && k < WAVES; k++)
        solve(m, profile, k, top);
    *wave = m;
    if (status != EG_OK)
        mountain_wave_destroy(wave);
    return status;
}

wave_values mountain_wave_at(const mountain_wave *m, double x, double z)
{
    double at = fmin(fmax(z, 0), m->high) / m->high * (LEVELS - 1);
    int level = at < LEVELS - 2 ? (int)at : LEVELS - 2;
    double part = at - level;
    double complex w = 0, p = 0;
    for (int k = 1; k < WAVES; k++) {
        const double complex *row = &m->w[k * LEVELS + level], *other = &m->p[k * LEVELS + level];
        double complex turn = cexp(I * 2 * PI * k / m->length * x);
        w += ((1 - part) * row[0] + part * row[1]) * turn;
        p += ((1 - part) * other[0] + part * other[1]) * turn;
    }
    double density = eg_background_at(m->background, z).density;
    return (wave_values){.u = -creal(p) / (density * m->wind), .w = creal(w), .pressure = creal(p)};
}

void mountain_wave_destroy(mountain_wave **wave)
{
    if (!*wave)
        return;
    eg_context *context = (*wave)->context;
    eg_free(context, &(*wave)->w);
    eg_free(context, &(*wave)->p);
    eg_free(context, wave);
}
