/* Cells that a wave needs, against the equations of one cell: what enters on the left as exp(-i omega t)
 * leaves on the right times g, and after a wavelength it is wrong by a quarter. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <complex.h>
#include <math.h>

#include "element/line.h"
#include "run/models/waves/internal.h"

enum { MOST = 16 };

static const double QUARTER = 0.25;

/* Solves a[n][n] u = b, by elimination; returns the last unknown. */
static double complex last_of(int n, double complex a[MOST][MOST], double complex b[MOST])
{
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            pivot = cabs(a[r][c]) > cabs(a[pivot][c]) ? r : pivot;
        for (int k = 0; k < n; k++) {
            double complex kept = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = kept;
        }
        double complex kept = b[c];
        b[c] = b[pivot];
        b[pivot] = kept;
        for (int r = c + 1; r < n; r++) {
            double complex part = a[r][c] / a[c][c];
            for (int k = c; k < n; k++)
                a[r][k] -= part * a[c][k];
            b[r] -= part * b[c];
        }
    }
    return b[n - 1] / a[n - 1][n - 1];
}

/* The mass matrix of polynomials by values at n nodes: by these nodes' quadrature, or exact, by that of one
 * node more. */
static void fill_mass(bool nodal, int n, double mass[MOST][MOST])
{
    double weights[MOST + 1], values[(MOST + 1) * MOST];
    eg_line line = {EG_LINE_GLL, n - 1}, rule = {EG_LINE_GLL, nodal ? n - 1 : n};
    eg_gll_weights(rule.degree, weights);
    eg_line_interpolation(line, rule, values);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mass[i][j] = 0;
            for (int q = 0; q <= rule.degree; q++)
                mass[i][j] += weights[q] * values[q * n + i] * values[q * n + j];
        }
}

/* g of a cell of which so many are in a wavelength. */
static double complex factor(bool nodal, int n, double cells)
{
    double mass[MOST][MOST] = {{2}}, slopes[MOST * MOST] = {0};
    double complex a[MOST][MOST] = {{0}}, b[MOST] = {1};
    if (n > 1) {
        fill_mass(nodal, n, mass);
        eg_line_derivative((eg_line){EG_LINE_GLL, n - 1}, slopes);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = -I * acos(-1) / cells * mass[i][j];
            for (int k = 0; k < n; k++)
                a[i][j] += mass[i][k] * slopes[k * n + j];
        }
    a[0][0] += 1;
    return last_of(n, a, b);
}

static double error(bool nodal, int n, double cells, double wavelengths)
{
    return cabs(1 - cpow(factor(nodal, n, cells) * cexp(-2 * I * acos(-1) / cells), cells * wavelengths));
}

static void is_needed(bool nodal, int n)
{
    static const double ways[] = {1, 3, 20};
    for (int i = 0; i < 3; i++) {
        double needed = eg_waves_cells_needed(nodal, n, ways[i]);
        assert_true(fabs(error(nodal, n, needed, ways[i]) - QUARTER) < 2e-3);
        for (double more = 1.01 * needed; more < 200; more *= 1.02)
            assert_true(error(nodal, n, more, ways[i]) < QUARTER);
    }
}

/* With central fluxes: what a cell answers at its right end, or its left one, where 1 comes in at its left end
 * or, its sign changed, at its right one; the values at faces are F and g F, means of both sides. */
static double complex answer(int n, double cells, bool from_right, bool at_left)
{
    double mass[MOST][MOST], slopes[MOST * MOST] = {0};
    double complex a[MOST][MOST] = {{0}}, b[MOST] = {0};
    fill_mass(true, n, mass);
    eg_line_derivative((eg_line){EG_LINE_GLL, n - 1}, slopes);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int row = at_left ? n - 1 - i : i, column = at_left ? n - 1 - j : j;
            a[row][column] = mass[i][i] * slopes[i * n + j] - (i == j) * I * acos(-1) / cells * mass[i][i];
            a[row][column] += (i == 0 && j == 0) - (i == n - 1 && j == n - 1);
        }
    b[from_right != at_left ? n - 1 : 0] = 1;
    return last_of(n, a, b);
}

static void central_waves_are_late(void **state)
{
    (void)state;
    for (int n = 2; n <= 6; n++)
        for (double cells = 30. / (n - 1); cells < 90. / (n - 1); cells *= 1.5) {
            eg_waves_passed passed = {0};
            double theta = 2 * acos(-1) / cells;
            double complex a = answer(n, cells, false, true), b = answer(n, cells, true, true);
            double complex c = answer(n, cells, false, false), d = answer(n, cells, true, false);
            double complex middle = 0.5 * (2 + d - a) / b, root = csqrt(middle * middle + c / b);
            double complex exact = cexp(I * theta), one = -middle + root, other = -middle - root;
            double complex g = cabs(one - exact) < cabs(other - exact) ? one : other;
            eg_waves_cross(EG_WAVES_CENTRAL, n, theta, &passed);
            assert_true(passed.fades == 0 && fabs(cabs(g) - 1) < 1e-9);
            assert_true(fabs(fabs(carg(g / exact)) - fabs(passed.turns)) < 0.1 * fabs(passed.turns) + 1e-12);
        }
}

static void cells_are_those_of_a_quarter(void **state)
{
    (void)state;
    for (int order = 1; order <= 12; order++)
        is_needed(false, order);
    for (int nodes = 2; nodes <= 16; nodes++)
        is_needed(true, nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_those_of_a_quarter),
                                       cmocka_unit_test(central_waves_are_late)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
