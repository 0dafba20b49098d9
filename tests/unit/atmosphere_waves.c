/* The linear waves that atmospheric cases are compared with: they satisfy the linear equations and their
 * boundary values. */
#include "snapshot_common.h"

#include <math.h>

#include "verify/atmosphere_waves.c"

static const eg_gas air = {.gas_constant = 287.0, .heat_capacity = 1004.5, .reference_pressure = 1e5};
static const gravity_wave wave = {.gas = {287.0, 1004.5, 1e5},
                                  .gravity = 9.81,
                                  .temperature = 250,
                                  .height = 1e4,
                                  .length = 3e5,
                                  .amplitude = 0.01,
                                  .width = 5e3,
                                  .centre = 1e5,
                                  .wind = 20};

static void expect_small(double value, double scale, double relative)
{
    if (!(fabs(value) <= relative * scale))
        fail_msg("%g beside %g", value, scale);
}

static void gravity_waves_begin_as_given(void **state)
{
    (void)state;
    for (double x = 8e4; x < 1.2e5; x += 3e3)
        for (double z = 0; z <= 1e4; z += 1e3) {
            double delta = 9.81 / (287.0 * 250), r = (x - 1e5) / 5e3;
            double t = 0.01 * exp(delta * z / 2 - r * r) * sin(3.14159265358979323846 * z / 1e4);
            wave_values v = gravity_wave_at(&wave, 0, x, z);
            double density = 1e5 / (287.0 * 250) * exp(-delta * z);
            expect_small(v.density + density * t / 250, density * 0.01 / 250, 1e-12);
            assert_true(v.u == 0 && v.w == 0);
            expect_small(v.pressure, 1, 1e-9);
        }
    expect_small(gravity_wave_at(&wave, 900, 1.2e5, 0).w, 1e-3, 1e-12);
    expect_small(gravity_wave_at(&wave, 900, 1.2e5, 1e4).w, 1e-3, 1e-12);
}

/* The value at an offset in t, x, z. */
static wave_values near(double t, double x, double z)
{
    return gravity_wave_at(&wave, t, x, z);
}

/* Differences of second order in time along the wind, x and z. */
static void gravity_waves_satisfy_the_equations(void **state)
{
    (void)state;
    const double delta = 9.81 / (287.0 * 250), c2 = 1.4 * 287 * 250;
    for (int i = 0; i < 40; i++) {
        double t = 100 + 37 * i, x = 1e5 + 20 * t + 700 * (i - 20), z = 300 + 240 * i;
        double density = 1e5 / (287.0 * 250) * exp(-delta * z), dt = 0.02, d = 5;
        wave_values v = near(t, x, z), later = near(t + dt, x + 20 * dt, z),
                    before = near(t - dt, x - 20 * dt, z);
        wave_values east = near(t, x + d, z), west = near(t, x - d, z), up = near(t, x, z + d),
                    down = near(t, x, z - d);
        double spread = (east.u - west.u + up.w - down.w) / (2 * d);
        double forces = 9.81 * density * 0.01 / 250;
        expect_small(density * (later.u - before.u) / (2 * dt) + (east.pressure - west.pressure) / (2 * d),
                     forces, 2e-6);
        expect_small(density * (later.w - before.w) / (2 * dt) + (up.pressure - down.pressure) / (2 * d) +
                         9.81 * v.density,
                     forces, 2e-6);
        expect_small((later.density - before.density) / (2 * dt) - delta * density * v.w + density * spread,
                     density * 1e-6, 3e-4);
        expect_small((later.pressure - before.pressure) / (2 * dt) - 9.81 * density * v.w +
                         c2 * density * spread,
                     c2 * density * 1e-6, 3e-4);
    }
}

/* ---- mountains */

static double bell(double x)
{
    return 10 / (1 + x * x / 1e6);
}

/* At the ground, and by differences at levels of the table. */
static void mountain_waves_satisfy_the_equations(void **state)
{
    test *t = *state;
    eg_background *background;
    mountain_wave *m;
    eg_background_options o = {
        .kind = EG_BACKGROUND_FREQUENCY, .gas = air, .gravity = 9.81, .theta = 280, .frequency = 0.01};
    OK(eg_background_create(t->context, &o, 0, 30000, &background));
    OK(mountain_wave_create(t->context, background, bell, 10, 1e5, 10000, 30000, &m));
    for (double x = -5e3; x < 2e4; x += 500) { /* U dh/dx */
        double slope = -20 * x / 1e6 / pow(1 + x * x / 1e6, 2);
        expect_small(mountain_wave_at(m, x, 0).w - 10 * slope, 0.1, 2e-3);
    }
    for (double x = -3e3; x < 1e4; x += 700)
        for (double z = 1000; z < 9000; z += 900) {
            const double d = 20.0200200200200200;
            double row = round(z / 10.01001001001001) * 10.01001001001001;
            eg_background_state rest = eg_background_at(background, row);
            wave_values east = mountain_wave_at(m, x + d, row), west = mountain_wave_at(m, x - d, row);
            wave_values up = mountain_wave_at(m, x, row + d), down = mountain_wave_at(m, x, row - d),
                        v = mountain_wave_at(m, x, row);
            double c2 = 1.4 * rest.pressure / rest.density,
                   spread = (east.u - west.u + up.w - down.w) / (2 * d);
            double change = 10 * (east.pressure - west.pressure) / (2 * d) - 9.81 * rest.density * v.w +
                            c2 * rest.density * spread;
            expect_small(change, c2 * rest.density * 1e-4, 2e-3);
            expect_small(rest.density * 10 * (east.u - west.u) + east.pressure - west.pressure, 1, 1e-3);
            /* the vertical equation along the wind, with the density of the lifted air */
            double twisted =
                (mountain_wave_at(m, x + d, row + d).pressure - mountain_wave_at(m, x - d, row + d).pressure -
                 mountain_wave_at(m, x + d, row - d).pressure +
                 mountain_wave_at(m, x - d, row - d).pressure) /
                (4 * d * d);
            double bent = (east.w - 2 * v.w + west.w) / (d * d);
            double lift = 10 * twisted + 98.1 * (east.pressure - west.pressure) / (2 * d * c2) +
                          rest.density * 1e-4 * v.w;
            expect_small(100 * rest.density * bent + lift, rest.density * 1e-4 * 0.1, 3e-3);
        }
    mountain_wave_destroy(&m);
    eg_background_destroy(&background);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(gravity_waves_begin_as_given),
        TEST(gravity_waves_satisfy_the_equations),
        TEST(mountain_waves_satisfy_the_equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
