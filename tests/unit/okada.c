/* Okada's rectangular fault: the check list of his paper, edges of the fault, and a vertical one. */
#include "physics/shallow_water/okada.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double DEGREE = 3.14159265358979323846 / 180;

/* Table 2 of the paper, p. 1149: to its four digits. */
static void check_list(void **state)
{
    static const struct {
        double x, y, dip, strike_slip, dip_slip, displacement[3];
    } row[] = {{2, 3, 70, 1, 0, {-8.689e-3, -4.298e-3, -2.747e-3}},
               {2, 3, 70, 0, 1, {-4.682e-3, -3.527e-2, -3.564e-2}},
               {0, 0, 90, 1, 0, {0, 5.253e-3, 0}},
               {0, 0, 90, 0, 1, {0, 0, 0}},
               {0, 0, -90, 1, 0, {0, -1.303e-3, 0}},
               {0, 0, -90, 0, 1, {0, 0, 0}}};
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const eg_okada_fault fault = {.depth = 4,
                                      .dip = row[i].dip * DEGREE,
                                      .length = 3,
                                      .width = 2,
                                      .strike_slip = row[i].strike_slip,
                                      .dip_slip = row[i].dip_slip,
                                      .poisson = 0.25};
        double u[3];
        eg_okada_displace(&fault, row[i].x, row[i].y, u);
        for (int k = 0; k < 3; k++) {
            double expected = row[i].displacement[k];
            double digit = expected != 0 ? pow(10, floor(log10(fabs(expected))) - 3) : 1e-15;
            assert_true(fabs(u[k] - expected) <= 0.5001 * digit);
        }
    }
}

/* Points on the lines through the edges, where single terms have no value: they are between their
 * neighbours. */
static void on_edges(void **state)
{
    const eg_okada_fault fault = {.depth = 4,
                                  .dip = 30 * DEGREE,
                                  .length = 3,
                                  .width = 2,
                                  .strike_slip = 1,
                                  .dip_slip = 1,
                                  .poisson = 0.25};
    const double q = 4 / tan(30 * DEGREE); /* y of the fault's plane at the surface */
    const double at[][2] = {{0, 1}, {3, 1}, {1, q}, {0, q}, {3, q}, {-5, q}};
    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double u[3], before[3], after[3];
        eg_okada_displace(&fault, at[i][0], at[i][1], u);
        eg_okada_displace(&fault, at[i][0] - 1e-5, at[i][1] - 1e-5, before);
        eg_okada_displace(&fault, at[i][0] + 1e-5, at[i][1] + 1e-5, after);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(u[k] - 0.5 * (before[k] + after[k])) <= 1e-7);
    }
}

/* A nearly vertical fault moves the ground as a vertical one does. */
static void nearly_vertical(void **state)
{
    eg_okada_fault fault = {.depth = 4,
                            .dip = 90 * DEGREE,
                            .length = 3,
                            .width = 2,
                            .strike_slip = 1,
                            .dip_slip = 1,
                            .poisson = 0.25};
    double u[3], close[3];
    (void)state;
    eg_okada_displace(&fault, 1, 2, u);
    fault.dip = (90 - 1e-3) * DEGREE;
    eg_okada_displace(&fault, 1, 2, close);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(u[k] - close[k]) <= 5e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(check_list), cmocka_unit_test(on_edges),
                                       cmocka_unit_test(nearly_vertical)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
