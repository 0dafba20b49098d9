/* What receivers tell: integrals of samples, exact for polynomials and of order 4, and pressure. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "run/models/waves/internal.h"

enum { STATIONS = 2, VARIABLES = 5, MOST = 200 };

static eg_waves_kind waves = {.system = &eg_linear_elastic};
static eg_model_kind kind = {.waves = &waves};
static const eg_setup setup = {.kind = &kind};
static eg_waves_stations stations = {.count = STATIONS};
static double values[MOST][STATIONS][VARIABLES];

static eg_waves_samples samples_of(int64_t count, double interval)
{
    return (eg_waves_samples){.setup = &setup,
                              .stations = &stations,
                              .interval = interval,
                              .count = count,
                              .values = &values[0][0][0]};
}

static const eg_component ux = {.parts = 1, .variable = 3, .factor = 1, .integrated = true};

/* The integral of `count` samples of the second station. */
static double integral(int64_t count, double interval)
{
    eg_waves_samples samples = samples_of(count, interval);
    double sum = 0;
    for (int64_t k = 0; k + 1 < count; k++)
        sum += eg_waves_increment(&samples, 1, &ux, k);
    return sum;
}

static void polynomials_are_integrated_exactly(void **state)
{
    (void)state;
    for (int count = 2; count <= 20; count++) {
        int degree = count >= 4 ? 3 : count - 1;
        for (int k = 0; k < count; k++)
            values[k][1][3] = pow(0.25 * k, degree) - 2;
        double end = 0.25 * (count - 1), wanted = pow(end, degree + 1) / (degree + 1) - 2 * end;
        assert_true(fabs(integral(count, 0.25) - wanted) <= 1e-14 * fmax(1, fabs(wanted)));
    }
}

/* Each interval for itself, not the sum alone. */
static void every_interval_is_exact(void **state)
{
    (void)state;
    eg_waves_samples samples = samples_of(9, 0.5);
    for (int k = 0; k < 9; k++)
        values[k][1][3] = pow(0.5 * k, 3);
    for (int k = 0; k < 8; k++) {
        double wanted = (pow(0.5 * (k + 1), 4) - pow(0.5 * k, 4)) / 4;
        assert_true(fabs(eg_waves_increment(&samples, 1, &ux, k) - wanted) <= 1e-13);
    }
}

static void the_order_is_four(void **state)
{
    (void)state;
    double error[3];
    for (int i = 0; i < 3; i++) {
        int steps = 24 << i;
        for (int k = 0; k <= steps; k++)
            values[k][1][3] = cos(5.0 * k / steps);
        error[i] = fabs(integral(steps + 1, 1.0 / steps) - sin(5) / 5);
    }
    assert_true(log2(error[0] / error[1]) > 3.8 && log2(error[1] / error[2]) > 3.8);
    assert_true(error[2] < 1e-6);
}

static void pressure_is_minus_the_mean_of_normal_stresses(void **state)
{
    (void)state;
    const eg_component pressure = {.parts = 2, .variable = 0, .factor = -0.5};
    eg_waves_samples samples = samples_of(3, 1);
    const double state_of[VARIABLES] = {3, -8, 100, 7, 9};
    memcpy(values[2][1], state_of, sizeof state_of);
    assert_true(eg_waves_value(&samples, 1, &pressure, 2) == 2.5);
    const eg_component velocity = {.parts = 1, .variable = 4, .factor = 1};
    assert_true(eg_waves_value(&samples, 1, &velocity, 2) == 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_integrated_exactly),
        cmocka_unit_test(every_interval_is_exact),
        cmocka_unit_test(the_order_is_four),
        cmocka_unit_test(pressure_is_minus_the_mean_of_normal_stresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
