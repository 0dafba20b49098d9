/* Fits of standard linear solids to a constant quality factor: the error is the one that is told, speeds hold at the
 * reference, no part is negative. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "physics/relaxation.h"

#include <math.h>

static const double TURN = 6.28318530717958647692;

static double loss_at(const eg_relaxation *r, const double *y, double frequency)
{
    double complex m = eg_relaxation_modulus(r, y, TURN * frequency);
    return cimag(m) / creal(m);
}

static void error_is_told(void **state)
{
    (void)state;
    for (int n = 1; n <= EG_RELAXATIONS; n++)
        for (double q = 1; q < 1e5; q *= 3) {
            const double band[2] = {0.3, 40};
            double y[EG_RELAXATIONS], most = 0, sum = 0;
            eg_relaxation r;
            eg_relaxation_choose(n, band, 2, &r);
            eg_relaxation_fit(&r, q, y);
            for (int l = 0; l < n; l++) {
                assert_true(y[l] >= 0);
                sum += y[l];
            }
            assert_true(sum < 0.99 || (q < 3 && sum < 1 + 1e-9));
            for (double f = band[0]; f < band[1]; f *= 1.003)
                most = fmax(most, fabs(q * loss_at(&r, y, f) - 1));
            double told = eg_relaxation_deviation(&r, q);
            assert_true(most <= 1.01 * told && told <= 1.05 * most);
            if (q > 10 && n >= 3)
                assert_true(told < 0.08);
        }
}

/* The phase speed of exp(i (w t - k x)) is w / Re k. */
static void speed_holds_at_the_reference(void **state)
{
    (void)state;
    for (double q = 2; q < 1e4; q *= 4) {
        const double band[2] = {1, 100};
        double y[EG_RELAXATIONS];
        eg_relaxation r;
        eg_relaxation_choose(3, band, 7, &r);
        eg_relaxation_fit(&r, q, y);
        double complex modulus = eg_relaxation_unrelaxed(&r, y) * eg_relaxation_modulus(&r, y, TURN * 7);
        assert_true(fabs(1 / creal(1 / csqrt(modulus)) - 1) < 1e-14);
        assert_true(eg_relaxation_unrelaxed(&r, y) > 1);
    }
}

static void no_loss(void **state)
{
    const double band[2] = {1, 10};
    double y[EG_RELAXATIONS];
    eg_relaxation r;
    (void)state;
    eg_relaxation_choose(4, band, 3, &r);
    eg_relaxation_fit(&r, INFINITY, y);
    for (int l = 0; l < 4; l++)
        assert_true(y[l] == 0);
    assert_true(eg_relaxation_unrelaxed(&r, y) == 1);
}

/* One solid takes most at its own frequency, the middle of the band. */
static void one_solid(void **state)
{
    const double band[2] = {1, 4};
    double y[1];
    eg_relaxation r;
    (void)state;
    eg_relaxation_choose(1, band, 2, &r);
    eg_relaxation_fit(&r, 100, y);
    assert_true(fabs(r.frequency[0] / TURN - 2) < 1e-12);
    assert_true(loss_at(&r, y, 2) > loss_at(&r, y, 1.8) && loss_at(&r, y, 2) > loss_at(&r, y, 2.2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(error_is_told),
                                       cmocka_unit_test(speed_holds_at_the_reference),
                                       cmocka_unit_test(no_loss), cmocka_unit_test(one_solid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
