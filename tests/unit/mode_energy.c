/* Energies of modes of cells: polynomials have none above their degree, all of their square's integral, and a
 * wave has what Bessel's functions say. */
#include "snapshot_common.h"

#include "field/mode_energy.h"

enum { ORDER = 5 };

static double power(double x, int n)
{
    return n == 0 ? 1 : x * power(x, n - 1);
}

static void energies_are_those_of_the_degree(void **state)
{
    test *t = *state;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        for (int degree = 0; degree < ORDER; degree++) {
            eg_mode_energy energy;
            double values[EG_QUADRATURE_ANY_POINTS], sums[ORDER] = {0}, all = 0, mean = 0, square = 0;
            double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS], area = 0;
            OK(eg_mode_energy_create(t->context, (eg_cell_type)type, ORDER, &energy));
            for (int q = 0; q < energy.count; q++) {
                const double *x = &energy.points[2 * q];
                values[q] = 2 + power(x[0] - 0.3 * x[1], degree);
            }
            double found = eg_mode_energy_add(&energy, values, 3, sums);
            eg_quadrature_any((eg_cell_type)type, 12, points, weights);
            for (int q = 0; q < eg_quadrature_count((eg_cell_type)type, 12); q++) {
                double value = 2 + power(points[q][0] - 0.3 * points[q][1], degree);
                area += weights[q];
                mean += weights[q] * value;
                square += weights[q] * value * value;
            }
            for (int d = 0; d < ORDER; d++) {
                all += sums[d];
                assert_true(d <= degree || sums[d] < 1e-26);
            }
            assert_true(degree == 0 || sums[degree] > 1e-6);
            assert_true(fabs(all - 3 * square / area) < 1e-12 && fabs(found - mean / area) < 1e-13);
            eg_mode_energy_destroy(&energy);
        }
}

/* Of exp(i k x) on squares of the side h the mode of degree n has (2 n + 1) j_n(k h / 2)^2. */
static void waves_have_their_part(void **state)
{
    test *t = *state;
    eg_mode_energy energy;
    OK(eg_mode_energy_create(t->context, EG_QUADRANGLE, ORDER, &energy));
    const double x = 1.25; /* k h / 2 */
    double sums[ORDER] = {0}, values[EG_QUADRATURE_ANY_POINTS];
    for (int part = 0; part < 2; part++) {
        for (int q = 0; q < energy.count; q++)
            values[q] = part ? sin(2 * x * energy.points[2 * q]) : cos(2 * x * energy.points[2 * q]);
        eg_mode_energy_add(&energy, values, 1, sums);
    }
    double j2 = (3 / (x * x * x) - 1 / x) * sin(x) - 3 / (x * x) * cos(x);
    assert_true(fabs(sums[0] - sin(x) * sin(x) / (x * x)) < 1e-6);
    assert_true(fabs(sums[2] - 5 * j2 * j2) < 1e-6);
    eg_mode_energy_destroy(&energy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(energies_are_those_of_the_degree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(waves_have_their_part, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
