/* Matrices laid out for tensor cores: a product taken entry by entry as target/tensor.h describes it has the
 * bits of the chain, with terms that are no multiple of four, subnormal values and signed zeros. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "element/tiles.h"

enum { MOST = 40, MATRICES = 2, LANES = 8 };

static double matrix[MATRICES * MOST * MOST], column[MOST * LANES];

/* Of any size, subnormal ones and zeros of both signs among them. */
static double any_value(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    double x = (double)(*seed >> 8) / (1 << 24) - 0.5;
    switch (*seed % 7) {
    case 0:
        return x < 0 ? -0.0 : 0.0;
    case 1:
        return x * 0x1p-1060;
    case 2:
        return x * 0x1p30;
    default:
        return x;
    }
}

/* The sum of row `row` and a lane, term after term as the fragments have them. */
static double sum_of_fragments(const double *fragment, int count, int which, int row, int lane, int first,
                               int end)
{
    int steps = (end - first + 3) / 4;
    double sum = 0;
    for (int step = 0; step < steps; step++)
        for (int m = 0; m < 4; m++) {
            const double *at = fragment + ((row / 16 * steps + step) * count + which) * 64;
            int term = end - 4 * (steps - step) + m;
            sum = fma(at[(row % 8 * 4 + m) * 2 + row / 8 % 2], column[(term > 0 ? term : 0) * LANES + lane],
                      sum);
        }
    return sum;
}

static double sum_of_loop(int which, int row, int lane, int first, int end)
{
    double sum = 0;
    for (int k = first; k < end; k++)
        sum = fma(matrix[(which * MOST + row) * MOST + k], column[k * LANES + lane], sum);
    return sum;
}

static void compare_product(int rows, int first, int end, unsigned *seed)
{
    static double fragment[MATRICES * 64 * (MOST / 16 + 1) * (MOST / 4 + 1)];
    for (int i = 0; i < MATRICES * MOST * MOST; i++)
        matrix[i] = any_value(seed);
    for (int i = 0; i < MOST * LANES; i++)
        column[i] = any_value(seed);
    const eg_tiles tiles = {matrix, MATRICES, rows, first, end, MOST * MOST, MOST, 1};
    assert_true(eg_tiles_values(&tiles) <= (int64_t)(sizeof fragment / sizeof *fragment));
    eg_tiles_fill(&tiles, fragment);
    for (int which = 0; which < MATRICES; which++)
        for (int row = 0; row < rows; row++)
            for (int lane = 0; lane < LANES; lane++) {
                double a = sum_of_fragments(fragment, MATRICES, which, row, lane, first, end);
                double b = sum_of_loop(which, row, lane, first, end);
                assert_memory_equal(&a, &b, sizeof a);
            }
}

static void products_have_the_bits_of_chains(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (int rows = 1; rows <= 36; rows += 5)
        for (int first = 0; first < 3; first++)
            for (int end = first + 1; end <= 36; end += 3)
                compare_product(rows, first, end, &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products_have_the_bits_of_chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
