/* Sums over wavenumber and frequency (tests/verify/wavenumber.h), with which other tests compare, against seismograms in
 * closed form. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "verify/cagniard.h"
#include "verify/wavenumber.h"

static const double PI = 3.14159265358979323846;
static const double VP = 3200, VS = 1847.5, RHO = 2200, FREQUENCY = 10, DELAY = 0.15;
enum { SAMPLES = 61 };

static double ricker(const void *user, double t)
{
    double a = pow(PI * FREQUENCY * (t - DELAY), 2);
    (void)user;
    return (1 - 2 * a) * exp(-a);
}

/* Its integral from the beginning. */
static double ricker_integral(double t)
{
    double a = pow(PI * FREQUENCY * (t - DELAY), 2);
    return (t - DELAY) * exp(-a);
}

static double ricker_rate(double t)
{
    double w = PI * FREQUENCY, u = t - DELAY, a = w * u * w * u;
    return 2 * w * w * u * (2 * a - 3) * exp(-a);
}

static void one_medium(const void *user, int layer, double complex omega, wavenumber_moduli *at)
{
    double mu = RHO * VS * VS, lambda = RHO * VP * VP - 2 * mu;
    (void)user;
    (void)layer;
    (void)omega;
    *at = (wavenumber_moduli){lambda + 2 * mu, lambda, lambda + 2 * mu, mu, mu, RHO};
}

static void elliptic(const void *user, int layer, double complex omega, wavenumber_moduli *at)
{
    one_medium(user, layer, omega, at);
    at->c66 = RHO * 2300 * 2300;
}

/* A slow layer, one that is faster along x, and one that loses energy. */
static void three_media(const void *user, int layer, double complex omega, wavenumber_moduli *at)
{
    one_medium(user, layer, omega, at);
    at->c55 *= layer == 0 ? 0.3 : layer == 1 ? 0.8 : 1 - 0.05 * I;
    at->c11 *= layer == 0 ? 0.6 : 1;
    at->c33 *= layer == 0 ? 0.6 : layer == 1 ? 0.8 : 1;
}

/* The largest difference of two seismograms of `exact` over its largest value. */
static double differ(const double (*v)[2], const double (*exact)[2])
{
    double error = 0, size = 0;
    for (int s = 0; s < SAMPLES; s++)
        for (int i = 0; i < 2; i++) {
            error = fmax(error, fabs(v[s][i] - exact[s][i]));
            size = fmax(size, fabs(exact[s][i]));
        }
    return error / size;
}

static wavenumber_problem problem_of(wavenumber_waves waves)
{
    return (wavenumber_problem){.waves = waves,
                                .layers = 1,
                                .moduli = one_medium,
                                .function = ricker,
                                .longest = 2 * DELAY,
                                .highest = 5 * FREQUENCY,
                                .end = 0.6,
                                .speed = VP,
                                .slowest = 0.5 * VS};
}

static void half_space(void **state)
{
    static const struct {
        cagniard_kind kind;
        double depth, at[2], force, moment;
    } cases[] = {
        {CAGNIARD_LAMB, 0, {300, 50}, 1, 0},   {CAGNIARD_LAMB, 0, {-250, 120}, 1, 0},
        {CAGNIARD_LAMB, 0, {400, 90}, 1, 0},   {CAGNIARD_GARVIN, 50, {300, 0}, 0, 1},
        {CAGNIARD_GARVIN, 50, {-30, 0}, 0, 1}, {CAGNIARD_SPACE, 50, {200, 110}, 0, 1},
        {CAGNIARD_SPACE, 50, {-30, 10}, 0, 1},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double v[SAMPLES][2], exact[SAMPLES][2];
        wavenumber_problem problem = problem_of(WAVENUMBER_PLANE);
        cagniard_problem closed = {cases[c].kind, VP, VS, RHO, FREQUENCY, DELAY};
        problem.free = cases[c].kind != CAGNIARD_SPACE;
        problem.depth = cases[c].depth;
        problem.force[1] = cases[c].force;
        problem.moment[0] = problem.moment[1] = cases[c].moment;
        wavenumber_velocity(&problem, cases[c].at, SAMPLES, v);
        for (int s = 0; s < SAMPLES; s++) {
            double from[2] = {0, -cases[c].depth}, at[2] = {cases[c].at[0], -cases[c].at[1]};
            cagniard_velocity(&closed, from, at, problem.end * s / (SAMPLES - 1), exact[s]);
            exact[s][1] *= -1; /* z goes down */
        }
        assert_true(differ(v, exact) < 1e-6);
    }
}

/* A point force along z and an explosion in a full space: Aki and Richards, equations (4.23) and (4.29). */
static void full_space_of_points(void **state)
{
    const double at[2] = {180, 240}, depth = 100, r = hypot(at[0], at[1] - depth);
    const double x = at[0] / r, z = (at[1] - depth) / r;
    (void)state;
    for (int explosion = 0; explosion < 2; explosion++) {
        double v[SAMPLES][2], exact[SAMPLES][2];
        wavenumber_problem problem = problem_of(WAVENUMBER_AXIS);
        problem.depth = depth;
        problem.force[1] = !explosion;
        problem.moment[0] = problem.moment[1] = explosion;
        wavenumber_velocity(&problem, at, SAMPLES, v);
        for (int s = 0; s < SAMPLES; s++) {
            double t = problem.end * s / (SAMPLES - 1), p = t - r / VP, q = t - r / VS;
            if (explosion) {
                double radial =
                    (ricker(NULL, p) / (r * r) + ricker_rate(p) / (VP * r)) / (4 * PI * RHO * VP * VP);
                exact[s][0] = radial * x;
                exact[s][1] = radial * z;
                continue;
            }
            /* the near field: the integral of tau F'(t - tau) from r / vp to r / vs, by parts */
            double near = (r / VP * ricker(NULL, p) - r / VS * ricker(NULL, q) + ricker_integral(p) -
                           ricker_integral(q)) /
                          (r * r * r);
            double fast = ricker_rate(p) / (VP * VP * r), slow = ricker_rate(q) / (VS * VS * r);
            exact[s][0] = (3 * x * z * near + x * z * (fast - slow)) / (4 * PI * RHO);
            exact[s][1] = ((3 * z * z - 1) * near + z * z * fast + (1 - z * z) * slow) / (4 * PI * RHO);
        }
        assert_true(differ(v, exact) < 1e-6);
    }
}

/* A line force in an elliptic medium, SH: the circle of another one, stretched. */
static void sh_of_the_plane(void **state)
{
    const double at[2] = {180, 240}, depth = 100, fast = 2300, slow = VS; /* along x and z */
    const double arrival = hypot(at[0] / fast, (at[1] - depth) / slow);
    double v[SAMPLES][2], exact[SAMPLES][2] = {{0}};
    wavenumber_problem problem = problem_of(WAVENUMBER_SH);
    (void)state;
    problem.moduli = elliptic;
    problem.depth = depth;
    problem.force[0] = 1;
    wavenumber_velocity(&problem, at, SAMPLES, v);
    for (int s = 0; s < SAMPLES; s++) {
        double t = problem.end * s / (SAMPLES - 1), last = t > arrival ? acosh(t / arrival) : 0;
        enum { POINTS = 4000 };
        for (int i = 0; i < POINTS; i++)
            exact[s][0] += last / POINTS * ricker_rate(t - arrival * cosh((i + 0.5) / POINTS * last)) /
                           (2 * PI * RHO * fast * slow);
    }
    assert_true(differ(v, exact) < 1e-6);
}

/* Layers: one medium in three pieces is that medium; forces along z and x in two media are reciprocal. */
static void layers(void **state)
{
    const double at[2] = {150, 40}, back[2] = {-150, 210};
    double v[SAMPLES][2], other[SAMPLES][2];
    wavenumber_problem problem = problem_of(WAVENUMBER_PLANE);
    (void)state;
    problem.free = 1;
    problem.depth = 210;
    problem.force[1] = 1;
    wavenumber_velocity(&problem, at, SAMPLES, v);
    problem.layers = 3;
    problem.bottom[0] = 100;
    problem.bottom[1] = 180;
    wavenumber_velocity(&problem, at, SAMPLES, other);
    assert_true(differ(v, other) < 1e-7);
    problem.moduli = three_media;
    wavenumber_velocity(&problem, at, SAMPLES, v);
    assert_true(differ(v, other) > 0.1);
    problem.depth = 40;
    problem.force[0] = 1;
    problem.force[1] = 0;
    wavenumber_velocity(&problem, back, SAMPLES, other);
    for (int s = 0; s < SAMPLES; s++) {
        v[s][1] = 0; /* along x of the force along z, and along z of the force along x */
        other[s][0] = other[s][1];
        other[s][1] = 0;
    }
    assert_true(differ(v, other) < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(half_space), cmocka_unit_test(full_space_of_points),
                                       cmocka_unit_test(sh_of_the_plane), cmocka_unit_test(layers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
