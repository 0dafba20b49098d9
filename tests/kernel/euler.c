/* The point functions of kernels/physics/euler.h, in both precisions. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "kernel/euler/functions.h"

enum { TRIALS = 2000, TABLES = 2, FLUXES = 2 };
static const euler_functions *const tables[TABLES] = {&euler_f64, &euler_f32};
static const double gamma_of_air = 1.4, air[3] = {1.16, 348.4, 1e5};

static uint64_t seed;

/* In [-1, 1]. */
static double random_number(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

/* Winds of up to three times the speed of sound, and strong waves. */
static void random_state(const euler_functions *table, double *q)
{
    const double size[VARIABLES] = {0.5, 1000, 1000, 100, 1};
    for (int v = 0; v < VARIABLES; v++)
        q[v] = table->round(size[v] * random_number());
}

static void mirror(const double *q, double *mirrored)
{
    memcpy(mirrored, q, VARIABLES * sizeof *q);
    mirrored[1] = -q[1];
}

static void the_flux_of_two_equal_states_is_theirs(void **state)
{
    (void)state;
    for (int t = 0; t < TABLES; t++)
        for (int trial = 0; trial < TRIALS; trial++) {
            double q[VARIABLES], one[VARIABLES], both[VARIABLES], size = 0;
            random_state(tables[t], q);
            tables[t]->flux(air, q, gamma_of_air, one);
            for (int f = 0; f < FLUXES; f++) {
                tables[t]->across[f](air, q, q, gamma_of_air, both);
                for (int v = 0; v < VARIABLES; v++) {
                    size = fabs(one[v]) + (v == 1 ? air[2] : fabs(q[v]) * 1000);
                    if (!(fabs(both[v] - one[v]) <= 20 * tables[t]->epsilon * size))
                        fail_msg("flux %d, variable %d: %.17g, not %.17g", f, v, both[v], one[v]);
                }
            }
        }
}

/* What one side gives the other takes, to the bit: seen from the other side everything has turned round. */
static void sides_may_be_exchanged(void **state)
{
    (void)state;
    for (int t = 0; t < TABLES; t++)
        for (int trial = 0; trial < TRIALS; trial++) {
            double l[VARIABLES], r[VARIABLES], ml[VARIABLES], mr[VARIABLES], here[VARIABLES],
                there[VARIABLES];
            random_state(tables[t], l);
            random_state(tables[t], r);
            mirror(l, ml);
            mirror(r, mr);
            for (int f = 0; f < FLUXES; f++) {
                tables[t]->across[f](air, l, r, gamma_of_air, here);
                tables[t]->across[f](air, mr, ml, gamma_of_air, there);
                for (int v = 0; v < VARIABLES; v++)
                    assert_true(here[v] == (v == 1 ? there[v] : -there[v]));
            }
        }
}

static void rest_gives_nothing(void **state)
{
    (void)state;
    const double rest[VARIABLES] = {0};
    double flux[VARIABLES];
    for (int t = 0; t < TABLES; t++)
        for (int f = 0; f < FLUXES; f++) {
            tables[t]->across[f](air, rest, rest, gamma_of_air, flux);
            for (int v = 0; v < VARIABLES; v++)
                assert_true(flux[v] == 0);
        }
}

static void nothing_goes_through_a_wall(void **state)
{
    (void)state;
    for (int t = 0; t < TABLES; t++)
        for (int trial = 0; trial < TRIALS; trial++) {
            double q[VARIABLES], image[VARIABLES], flux[VARIABLES];
            random_state(tables[t], q);
            q[1] *= 0.3; /* faster than sound there is none between the waves */
            mirror(q, image);
            for (int f = 0; f < FLUXES; f++) {
                tables[t]->across[f](air, q, image, gamma_of_air, flux);
                for (int v = 0; v < VARIABLES; v++)
                    assert_true(v == 1 || flux[v] == 0);
            }
        }
}

static void hllc_keeps_a_contact_at_rest(void **state)
{
    (void)state;
    const double l[VARIABLES] = {0.1, 0, 3, 0.5, 1}, r[VARIABLES] = {-0.2, 0, -2, 0.5, 0};
    for (int t = 0; t < TABLES; t++) {
        double flux[VARIABLES], ql[VARIABLES], qr[VARIABLES];
        for (int v = 0; v < VARIABLES; v++) {
            ql[v] = tables[t]->round(l[v]);
            qr[v] = tables[t]->round(r[v]);
        }
        tables[t]->across[1](air, ql, qr, gamma_of_air, flux);
        assert_true(flux[1] == tables[t]->pressure(air, ql[3], gamma_of_air));
        for (int v = 0; v < VARIABLES; v++)
            assert_true(v == 1 || flux[v] == 0);
    }
}

/* Relative errors, for deviations of any size. */
static void small_pressures_are_right(void **state)
{
    (void)state;
    static const double bound[TABLES] = {6e-16, 3e-7};
    for (int t = 0; t < TABLES; t++) {
        const euler_functions *f = tables[t];
        double worst = 0, gamma = f->round(gamma_of_air);
        for (int trial = 0; trial < 20 * TRIALS; trial++) {
            double size = pow(10, 6 * (random_number() - 1));
            double heat = f->round(0.5 * air[1] * size * random_number());
            long double base = f->round(air[1]), right = expm1l(gamma * log1pl(heat / base));
            double error =
                fabs((double)(f->pressure((double[]){air[0], air[1], 1}, heat, gamma_of_air) / right - 1));
            worst = heat != 0 && error > worst ? error : worst;
        }
        print_message("largest relative error of a pressure: %.3g\n", worst);
        assert_true(worst <= bound[t]);
        assert_true(f->pressure(air, 0, gamma_of_air) == 0);
        assert_true(isnan(f->pressure(air, -2 * air[1], gamma_of_air)));
        double far = f->pressure(air, 9 * f->round(air[1]), gamma_of_air) / f->round(air[2]);
        assert_true(fabs(far / (pow(10, gamma) - 1) - 1) < 10 * f->epsilon);
    }
}

static void what_is_no_gas_has_no_speed(void **state)
{
    (void)state;
    const double rest[VARIABLES] = {0};
    const double none[][VARIABLES] = {
        {-2, 0, 0, 0, 0}, {0, 0, 0, -400, 0}, {0, NAN, 0, 0, 0}, {0, INFINITY, 0, 0, 0}};
    for (int t = 0; t < TABLES; t++) {
        double sound = tables[t]->speed(air, rest, gamma_of_air);
        assert_true(fabs(sound / sqrt(1.4e5 / 1.16) - 1) < 4 * tables[t]->epsilon);
        for (size_t i = 0; i < sizeof none / sizeof *none; i++)
            assert_true(tables[t]->speed(air, none[i], gamma_of_air) > 1e30);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_flux_of_two_equal_states_is_theirs),
        cmocka_unit_test(sides_may_be_exchanged),
        cmocka_unit_test(rest_gives_nothing),
        cmocka_unit_test(nothing_goes_through_a_wall),
        cmocka_unit_test(hllc_keeps_a_contact_at_rest),
        cmocka_unit_test(small_pressures_are_right),
        cmocka_unit_test(what_is_no_gas_has_no_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
