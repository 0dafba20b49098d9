/* Stiffnesses of anisotropic media: Thomsen's parameters, turned media, inverses, positive definiteness. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "physics/linear/anisotropic.h"
#include "physics/linear/eigen.h"

static double any_number(void)
{
    return 2.0 * rand() / RAND_MAX - 1;
}

static void fill_matrix(const double *c, double matrix[9])
{
    memcpy(matrix,
           (double[]){c[EG_C11], c[EG_C13], c[EG_C15], c[EG_C13], c[EG_C33], c[EG_C35], c[EG_C15], c[EG_C35],
                      c[EG_C55]},
           9 * sizeof *matrix);
}

/* The speed of qP waves at an angle from the axis: Christoffel's larger eigenvalue. */
static double speed_at(const double *c, double density, double angle)
{
    const double x = sin(angle), y = cos(angle);
    const double a = c[EG_C11] * x * x + 2 * c[EG_C15] * x * y + c[EG_C55] * y * y;
    const double b = c[EG_C55] * x * x + 2 * c[EG_C35] * x * y + c[EG_C33] * y * y;
    const double d = c[EG_C15] * x * x + (c[EG_C13] + c[EG_C55]) * x * y + c[EG_C35] * y * y;
    return sqrt((0.5 * (a + b) + hypot(0.5 * (a - b), d)) / density);
}

/* Thomsen's (16a), vp (1 + delta sin^2 cos^2 + epsilon sin^4), is right to second order. */
static void weak_anisotropy_is_that_of_thomsen(void **state)
{
    static const double small = 1e-4;
    (void)state;
    for (int k = 0; k <= 18; k++) {
        const double angle = k * 3.14159265358979323846 / 18, s = sin(angle), q = cos(angle);
        double c[EG_STIFFNESSES];
        assert_true(eg_stiffness_from_thomsen(2400, 3000, 1500, 2 * small, -small, c));
        const double wanted = 3000 * (1 - small * s * s * q * q + 2 * small * s * s * s * s);
        assert_true(fabs(speed_at(c, 2400, angle) / wanted - 1) < 4 * small * small);
    }
}

static void no_stiffness_has_too_low_a_delta(void **state)
{
    double c[EG_STIFFNESSES];
    (void)state;
    assert_true(
        eg_stiffness_from_thomsen(2400, 3000, 1500, 0.2, -0.374, c)); /* (c55 - c33) / 2 c33 = -0.375 */
    assert_false(eg_stiffness_from_thomsen(2400, 3000, 1500, 0.2, -0.376, c));
}

/* A medium that is turned has the speeds of the other one at turned directions, and turns back. */
static void turned_media_have_turned_waves(void **state)
{
    (void)state;
    for (int turn = 0; turn < 500; turn++) {
        double c[EG_STIFFNESSES] = {9, 5, 1.5, 2.5, 0.4 * any_number(), 0.4 * any_number()},
               before[EG_STIFFNESSES];
        const double angle = 3 * any_number(), at = 3 * any_number();
        memcpy(before, c, sizeof c);
        eg_stiffness_turn(angle, c);
        /* directions are counted from y to x, the medium is turned from x to y */
        assert_true(fabs(speed_at(c, 1, at - angle) / speed_at(before, 1, at) - 1) < 1e-13);
        eg_stiffness_turn(-angle, c);
        for (int i = 0; i < EG_STIFFNESSES; i++)
            assert_true(fabs(c[i] - before[i]) < 1e-13);
        double s[EG_SHEAR_STIFFNESSES] = {3, 2, 0.5 * any_number()}, old[EG_SHEAR_STIFFNESSES];
        memcpy(old, s, sizeof s);
        eg_shear_stiffness_turn(angle, s);
        const double x = sin(at - angle), y = cos(at - angle), u = sin(at), w = cos(at);
        assert_true(fabs(s[EG_C66] * x * x + 2 * s[EG_C46] * x * y + s[EG_C44] * y * y -
                         (old[EG_C66] * u * u + 2 * old[EG_C46] * u * w + old[EG_C44] * w * w)) < 1e-13);
    }
}

static void inverses_are_inverses(void **state)
{
    (void)state;
    double m[EG_PLANE_MATERIALS] = {9, 5, 1.5, 2.5, 0.4, -0.3, 0.5}, c[9], inverse[9];
    eg_stiffness_follow(NULL, m);
    fill_matrix(m, c);
    assert_true(eg_eigen_invert(3, c, inverse));
    const int place[9] = {EG_S11, EG_S13, EG_S15, EG_S13, EG_S33, EG_S35, EG_S15, EG_S35, EG_S55};
    for (int i = 0; i < 9; i++)
        assert_true(fabs(m[place[i]] - inverse[i]) < 1e-14);
    assert_true(m[EG_PLANE_DENSITY] == 2);
    double s[EG_SHEAR_MATERIALS] = {3, 2, 0.5, 0.5};
    eg_shear_stiffness_follow(NULL, s);
    assert_true(fabs(s[EG_C66] * s[EG_S66] + s[EG_C46] * s[EG_S46] - 1) < 1e-15);
    assert_true(fabs(s[EG_C66] * s[EG_S46] + s[EG_C46] * s[EG_S44]) < 1e-15);
    assert_true(fabs(s[EG_C46] * s[EG_S46] + s[EG_C44] * s[EG_S44] - 1) < 1e-15);
}

static void positive_are_those_with_positive_eigenvalues(void **state)
{
    int positive = 0;
    (void)state;
    for (int turn = 0; turn < 3000; turn++) {
        double c[EG_STIFFNESSES], matrix[9], real[3], imaginary[3];
        for (int i = 0; i < EG_STIFFNESSES; i++)
            c[i] = (i < 3 ? 2 : 1) * (any_number() + (i < 3 ? 0.8 : 0));
        fill_matrix(c, matrix);
        assert_true(eg_eigenvalues(3, matrix, real, imaginary));
        double least = fmin(real[0], fmin(real[1], real[2]));
        if (fabs(least) > 1e-9)
            assert_int_equal(eg_stiffness_is_positive(c), least > 0);
        positive += least > 0;
        double s[EG_SHEAR_STIFFNESSES] = {c[0], c[1], c[3]};
        if (fabs(s[0] * s[1] - s[2] * s[2]) > 1e-9)
            assert_int_equal(eg_shear_stiffness_is_positive(s), s[0] > 0 && s[0] * s[1] > s[2] * s[2]);
    }
    assert_in_range(positive, 300, 2700);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(weak_anisotropy_is_that_of_thomsen),
                                       cmocka_unit_test(no_stiffness_has_too_low_a_delta),
                                       cmocka_unit_test(turned_media_have_turned_waves),
                                       cmocka_unit_test(inverses_are_inverses),
                                       cmocka_unit_test(positive_are_those_with_positive_eigenvalues)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
