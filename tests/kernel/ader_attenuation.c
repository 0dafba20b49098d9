/* Media that remember: plane waves of complex frequency, a force in a full plane, and the energy, against what the
 * modulus of the fitted solids says. The system is the one that a case gets. */
#include "kernel/ader_points.h"
#include "kernel/attenuation.h"
#include "long.h"
#include "run/models/waves/linear.h"

#include <complex.h>

enum { N = EG_LINEAR_VARIABLES };

/* w^2 density = k^2 M(w) */
static double complex frequency_of(const medium *m, double most, const double *y, double k)
{
    double complex w = k * sqrt(most / m->given[0]);
    for (int i = 0; i < 300; i++)
        w = k * csqrt(modulus_at(m, most, y, w) / m->given[0]);
    return w;
}

/* ---- plane waves */

static const double WAVE[2] = {2 * 3.14159265358979323846, -2 * 3.14159265358979323846};

/* Waves of the sum, their variables' amplitudes and frequencies. */
static struct {
    int waves, variables;
    double complex amplitude[2][N], frequency[2];
    double time;
} shown;

static void show_waves(const double x[2], double *u)
{
    for (int v = 0; v < shown.variables; v++)
        u[v] = 0;
    for (int w = 0; w < shown.waves; w++) {
        double complex turned =
            cexp(I * (WAVE[0] * x[0] + WAVE[1] * x[1]) - I * shown.frequency[w] * shown.time);
        for (int v = 0; v < shown.variables; v++)
            u[v] += creal(shown.amplitude[w][v] * turned);
    }
}

/* Stresses of moduli p and s, complex: of the rates of strain of a wave with the direction d of its motion. */
static void strain(int system, double complex p, double complex s, const double d[2], double complex over,
                   double complex *stress)
{
    if (system == 0) {
        double complex xx = I * WAVE[0] * d[0] / over, yy = I * WAVE[1] * d[1] / over;
        double complex xy = I * (WAVE[0] * d[1] + WAVE[1] * d[0]) / over;
        stress[0] = p * xx + (p - 2 * s) * yy;
        stress[1] = p * yy + (p - 2 * s) * xx;
        stress[2] = s * xy;
    } else if (system == 1)
        stress[0] = -p * I * (WAVE[0] * d[0] + WAVE[1] * d[1]) / over;
    else
        for (int i = 0; i < 2; i++)
            stress[i] = s * I * WAVE[i] / over;
}

static void add_wave(int system, const medium *m, bool shear)
{
    static const int stresses[SYSTEMS] = {3, 1, 2};
    double y[2][EG_RELAXATIONS] = {{0}}, most[2], k = hypot(WAVE[0], WAVE[1]);
    double complex *to = shown.amplitude[shown.waves];
    const double along[2] = {WAVE[0] / k, WAVE[1] / k}, across[2] = {-along[1], along[0]};
    const double *d = shear ? across : along;
    const eg_relaxation *r = m->kind->relaxation;
    int n = stresses[system];
    most[0] = unrelaxed(m, m->given[1], m->given[system == 0 ? 3 : 2], y[0]);
    most[1] = system == 0 ? unrelaxed(m, m->given[2], m->given[4], y[1]) : most[0];
    const double *of_shear = system == 0 ? y[1] : y[0];
    double complex w = frequency_of(m, most[shear], shear ? of_shear : y[0], k);
    strain(system, modulus_at(m, most[0], y[0], w), modulus_at(m, most[1], of_shear, w), d, -I * w, to);
    if (system == 2)
        to[n] = 1;
    else
        for (int i = 0; i < 2; i++)
            to[n + i] = d[i];
    for (int l = 0; l < r->count; l++)
        strain(system, most[0] * y[0][l], most[1] * of_shear[l], d, r->frequency[l] - I * w,
               &to[m->kind->system->variables - n * (r->count - l)]);
    shown.frequency[shown.waves++] = w;
}

/* Root mean square of the error of all variables; the energy has to fall. */
static double error_of_waves(const medium *m, int order, int cells, eg_box_element element, eg_flux flux,
                             eg_precision precision)
{
    problem p = {.box = {.size = {1, 1},
                         .cells = {cells, cells},
                         .element = element,
                         .jitter = element == EG_BOX_TRIANGLE ? 0.1 : 0,
                         .seed = 3},
                 .options = {.system = m->kind->system, .order = order, .flux = flux, .precision = precision},
                 .initial = show_waves,
                 .periodic = true};
    double before[2], after[2];
    memcpy(p.material, m->material, sizeof p.material);
    shown.time = 0;
    wave w = begin(&p, "host", 0);
    assert_int_equal(eg_stepper_content(eg_ader_stepper(w.ader), NULL, before), EG_OK);
    advance(&w, 0.3);
    assert_int_equal(eg_stepper_content(eg_ader_stepper(w.ader), NULL, after), EG_OK);
    assert_true(after[0] > 0 && after[0] < before[0]);
    shown.time = 0.3;
    double error = rms_error_of(&w, m->kind->system->variables, order, show_waves);
    end(&w);
    return error;
}

static medium begin_waves(int system, int mechanisms)
{
    static const double values[SYSTEMS][4] = {{2, 1.1, 14, 8}, {1.5, 6}, {1.5, 6}};
    medium m = open_medium(PLANE, system, mechanisms, 1.3, values[system]);
    memset(&shown, 0, sizeof shown);
    shown.variables = m.kind->system->variables;
    if (system != 2)
        add_wave(system, &m, false);
    if (system != 1)
        add_wave(system, &m, true);
    return m;
}

static void converges(int system, int mechanisms, int order, eg_box_element element, eg_flux flux)
{
    medium m = begin_waves(system, mechanisms);
    int coarse = order == 1 ? 16 : 6;
    double e[2];
    for (int i = 0; i < 2; i++)
        e[i] = error_of_waves(&m, order, coarse << i, element, flux, EG_F64);
    double found = log(e[0] / e[1]) / log(2);
    print_message("%s with %d mechanisms, order %d, %s, %s: %.3e %.3e observed %.2f\n", models[system],
                  mechanisms, order, flux == EG_FLUX_RUSANOV ? "rusanov" : "upwind",
                  element == EG_BOX_TRIANGLE ? "triangles" : "quadrangles", e[0], e[1], found);
    assert_true(found >= order - (order == 1 ? 0.5 : 0.4));
    close_medium(&m);
}

static void plane_waves(void **state)
{
    static const int mechanisms[] = {0, 3, 2, 1, 2, 1, 1, 1, 1};
    (void)state;
    for (int order = 1; order <= (is_long() ? 8 : 5); order++)
        for (int system = 0; system < SYSTEMS; system++)
            if (is_long() || (system + order) % SYSTEMS == 0)
                for (int cell = 0; cell < 2; cell++)
                    if (is_long() || (cell + order) % 2)
                        converges(system, mechanisms[order], order,
                                  cell ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE,
                                  order == 2 ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND);
}

static void single_precision(void **state)
{
    (void)state;
    medium m = begin_waves(2, 3);
    double fine = error_of_waves(&m, 4, 8, EG_BOX_TRIANGLE, EG_FLUX_UPWIND, EG_F64);
    double single = error_of_waves(&m, 4, 8, EG_BOX_TRIANGLE, EG_FLUX_UPWIND, EG_F32);
    assert_true(fabs(single - fine) < 1e-5);
    close_medium(&m);
}

/* ---- a force in a full plane: displacement by Green's tensor of complex speeds, in frequency, then in time */

/* H_0 and H_1 of the first kind, 0 <= arg z < pi / 2: the integral of exp(i z cosh s) over a path on which it decays. */
static void hankel(double complex z, double complex h[2])
{
    const double a = 0.5 * PI, step = 0.02, far = asinh(45 / creal(z));
    h[0] = h[1] = 0;
    for (double t = -ceil(far / step) * step; t < far + step; t += step) {
        double complex s = t + I * a * tanh(t), ds = 1 + I * a / (cosh(t) * cosh(t));
        double complex term = cexp(I * z * ccosh(s)) * ds * step / (PI * I);
        h[0] += term;
        h[1] -= I * ccosh(s) * term;
    }
}

/* Second derivatives of H_0(k r) along x and i: xx, xy. */
static void derive_twice(double complex k, const double x[2], const double complex h[2], double complex to[2])
{
    double r = hypot(x[0], x[1]);
    double complex slope = -k * h[1], curve = -k * k * (h[0] - h[1] / (k * r));
    for (int i = 0; i < 2; i++) {
        double along = x[0] * x[i] / (r * r);
        to[i] = curve * along + slope / r * ((i == 0) - along);
    }
}

/* Displacement along x and y of a unit force along x. */
static void displacement(const medium *m, double complex w, const double x[2], double complex u[2])
{
    double complex h[2], second[2][2], k[2], shear = 0;
    for (int of = 0; of < 2; of++) {
        double y[EG_RELAXATIONS], most = unrelaxed(m, m->given[1 + of], m->given[3 + of], y);
        k[of] = w / csqrt(modulus_at(m, most, y, w) / m->given[0]);
        hankel(k[of] * hypot(x[0], x[1]), h);
        derive_twice(k[of], x, h, second[of]);
        shear = h[0];
    }
    for (int i = 0; i < 2; i++)
        u[i] = I / (4 * m->given[0] * w * w) *
               ((i == 0 ? k[1] * k[1] * shear : 0) + second[1][i] - second[0][i]);
}

static const double places[][2] = {{0.5, 0.1}, {-0.2, 0.55}, {0.0, -0.7}};
enum { RECEIVERS = sizeof places / sizeof *places, SAMPLES = 151 };
static const eg_source_time pulse = {.kind = EG_SOURCE_RICKER, .time = 0.6, .frequency = 2};

/* Velocities [RECEIVERS][SAMPLES][2] every 0.01 s, along a line in complex frequency: what comes around in time is less
 * than 1e-6. */
static void find_exact(const medium *m, const double source[2], double (*v)[SAMPLES][2])
{
    const double step = 0.2, above = 0.5, peak = 2 * PI * pulse.frequency;
    memset(v, 0, RECEIVERS * sizeof *v);
    for (int r = 0; r < RECEIVERS; r++)
        for (double real = 0.5 * step; real < 3.5 * peak; real += step) {
            const double d[2] = {places[r][0] - source[0], places[r][1] - source[1]};
            double complex w = real + I * above, u[2], part = w * w / (peak * peak);
            double complex sent = 4 * sqrt(PI) / peak * part * cexp(-part + I * w * pulse.time);
            displacement(m, w, d, u);
            for (int k = 0; k < SAMPLES; k++)
                for (int i = 0; i < 2; i++)
                    v[r][k][i] += step / PI * creal(-I * w * u[i] * sent * cexp(-I * w * (0.01 * k)));
        }
}

static void force_in_a_full_plane(void **state)
{
    static const double values[] = {1.2, 0.9, 15, 12}, size = 1.3;
    static double exact[RECEIVERS][SAMPLES][2];
    double complex h[2];
    (void)state;
    hankel(2.5, h);
    assert_true(cabs(h[0] - (j0(2.5) + I * y0(2.5))) < 1e-12 && cabs(h[1] - (j1(2.5) + I * y1(2.5))) < 1e-12);
    medium m = open_medium(PLANE, 0, 3, 1.7, values);
    const eg_ader_source source = {.x = {0.02, 0.013}, .kind = EG_LINEAR_SOURCE_FORCE, .strength = {1, 0}};
    problem p = {.box = {.origin = {-size, -size},
                         .size = {2 * size, 2 * size},
                         .cells = {18, 18},
                         .element = EG_BOX_TRIANGLE},
                 .options = {.system = m.kind->system,
                             .order = 5,
                             .source_count = 1,
                             .sources = &source,
                             .function_count = 1,
                             .functions = &pulse,
                             .receiver_count = RECEIVERS,
                             .receivers = places,
                             .receiver_interval = 0.01}};
    double error = 0, signal = 0;
    memcpy(p.material, m.material, sizeof p.material);
    find_exact(&m, source.x, exact);
    wave w = begin(&p, "host", 0);
    advance(&w, 1.5);
    for (int r = 0; r < RECEIVERS; r++)
        for (int k = 0; k < SAMPLES && k < w.samples; k++)
            for (int i = 0; i < 2; i++) {
                error += pow(sample(&w, r, k, 3 + i) - exact[r][k][i], 2);
                signal += pow(exact[r][k][i], 2);
            }
    print_message("force in a full plane: %.3g %%\n", 100 * sqrt(error / signal));
    assert_true(w.samples >= SAMPLES - 1 && sqrt(error / signal) < 0.01);
    end(&w);
    close_medium(&m);
}

/* ---- energy */

static void fill(const medium *m, const eg_matrix_entry *entries, double *matrix)
{
    int n = m->kind->system->variables;
    for (int i = 0; i < n * n; i++)
        matrix[i] = eg_matrix_entry_of(&entries[i], m->material);
}

static double product(int n, const double *a, const double *b, int i, int j)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
    return sum;
}

/* H A and H B are symmetric, and the same in two media; u . H E u is negative for random states. */
static void energy_falls(void **state)
{
    static const double one[SYSTEMS][4] = {{2, 1.1, 14, 8}, {1.5, 6}, {1.5, 6}};
    static const double other[SYSTEMS][4] = {{3, 0.8, 40, 30}, {2, 90}, {2, 900}};
    (void)state;
    for (int system = 0; system < SYSTEMS; system++) {
        medium m[2] = {open_medium(PLANE, system, 3, 1.3, one[system]),
                       open_medium(PLANE, system, 3, 2, other[system])};
        int n = m[0].kind->system->variables;
        double h[2][N * N], a[2][N * N], e[N * N];
        for (int along = 0; along < 2; along++) {
            for (int i = 0; i < 2; i++) {
                fill(&m[i], m[i].kind->matrices->h, h[i]);
                fill(&m[i], along ? m[i].kind->matrices->b : m[i].kind->matrices->a, a[i]);
            }
            for (int i = 0; i < n * n; i++) {
                double here = product(n, h[0], a[0], i / n, i % n);
                assert_true(fabs(here - product(n, h[0], a[0], i % n, i / n)) < 1e-12);
                assert_true(fabs(here - product(n, h[1], a[1], i / n, i % n)) < 1e-12);
            }
        }
        fill(&m[0], m[0].kind->matrices->e, e);
        for (int k = 0; k < 100; k++) {
            double u[N], fall = 0;
            for (int i = 0; i < n; i++)
                u[i] = rand() / (double)RAND_MAX - 0.5;
            for (int i = 0; i < n * n; i++)
                fall += u[i / n] * product(n, h[0], e, i / n, i % n) * u[i % n];
            assert_true(fall < 0);
        }
        for (int i = 0; i < 2; i++)
            close_medium(&m[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(energy_falls), cmocka_unit_test(plane_waves),
                                       cmocka_unit_test(single_precision),
                                       cmocka_unit_test(force_in_a_full_plane)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
