/* Matrices laid out for tensor cores: a product taken entry by entry as target/tensor.h describes it has the
 * bits of the chain, with terms that are no multiple of four, subnormal values and signed zeros; and tiles of
 * both derivatives of ADER-DG leave out zeros alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "scheme/ader/internal.h"

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

/* Products of the first rows of both derivatives, or with `transposed` of their transposes. */
static void compare_pairs(const eg_modal *modal, bool transposed, int rows, const eg_tiles *product,
                          int count)
{
    int modes = modal->modes;
    assert_int_equal(count, (rows + 7) / 8);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < rows; k++)
            for (int l = 0; l < modes; l++) {
                const eg_tiles *tile = &product[k / 8];
                bool taken = l >= tile->first && l < tile->end;
                int at = transposed ? l * modes + k : k * modes + l;
                double is = taken ? tile->at[(i * 8 + k % 8) * tile->row_apart + l] : 0;
                assert_true(is == modal->derivative[i * modes * modes + at]);
            }
}

static void pairs_of_derivatives_leave_out_zeros(void **state)
{
    (void)state;
    eg_context *context;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        for (int order = 3; order <= EG_ORDER_MOST; order++) {
            eg_modal modal;
            eg_tiles product[EG_ADER_PAIR_TILES];
            EG_SCOPE(scope, context);
            assert_int_equal(eg_modal_create(context, (eg_cell_type)type, order, &modal), EG_OK);
            for (int transposed = 0; transposed < 2; transposed++) {
                int rows = transposed ? modal.modes : eg_modal_count(order - 1), count = 0;
                double *joined;
                assert_int_equal(eg_ader_join_derivatives(&scope, &modal, transposed, &joined), EG_OK);
                if (transposed)
                    eg_ader_add_volume(joined, modal.modes, product, &count);
                else
                    eg_ader_add_derivatives(joined, modal.modes, rows, modal.modes, product, &count);
                compare_pairs(&modal, transposed, rows, product, count);
            }
            eg_modal_destroy(&modal);
        }
    eg_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(products_have_the_bits_of_chains),
                                       cmocka_unit_test(pairs_of_derivatives_leave_out_zeros)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
