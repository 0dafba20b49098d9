/* Sparse matrices: assembly in a fixed order, and products with the same bits on every device as a plain
 * chain of multiply-adds. */
#include "unit/device_fixture.h"

#include "kernel/box_matrix.h"

/* ---- assembly */

/* Two elements of three nodes: entry by entry. */
static void elements_are_added_up(void **state)
{
    fixture *f = *state;
    const int32_t node[] = {2, 0, -1, 3, 2, 0};
    const double values[] = {1,   2,   99,  3,   4,   99,  99,   99,   99,  /* rows 2, 0 */
                             0.5, 0.1, 0.2, 0.3, 0.4, 0.6, 0.07, 0.08, 10}; /* rows 3, 2, 0 */
    const double dense[5][5] = {{4.0 + 10, 0, 3.0 + 0.08, 0.07, 0},
                                {0, 0, 0, 0, 0},
                                {2.0 + 0.6, 0, 1.0 + 0.4, 0.3, 0},
                                {0.2, 0, 0.1, 0.5, 0},
                                {0, 0, 0, 0, 0}};
    const int64_t lengths[] = {3, 1, 3, 3, 1};
    eg_sparse a;
    ok(f, begin_matrix(f->context, 5, 2, 3, node, &a));
    add_elements(&a, 2, 3, node, values);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(a.first[i + 1] - a.first[i], lengths[i]);
        for (int64_t k = a.first[i] + 1; k < a.first[i + 1]; k++)
            assert_true(a.column[k - 1] < a.column[k]);
        for (int j = 0; j < 5; j++) {
            const double *entry = eg_sparse_entry(&a, i, j);
            assert_true((entry ? *entry : 0) == dense[i][j]);
            assert_true(entry != NULL || i != j);
        }
    }
    double diagonal[5];
    eg_sparse_diagonal(&a, diagonal);
    assert_true(diagonal[0] == 14.0 && diagonal[4] == 0);
    eg_sparse_free(&a);
}

/* What is 0 goes, the diagonal stays, and a product is the same. */
static void zeros_are_dropped(void **state)
{
    fixture *f = *state;
    const int32_t node[] = {0, 1, 2, 1, 2, 3};
    const double values[] = {0, 1, 0,  1, 2, 3, 0, 3, 4,  /* rows 0, 1, 2 */
                             1, 0, -3, 0, 5, 0, 2, 0, 0}; /* rows 1, 2, 3 */
    const int32_t column[] = {0, 1, 0, 1, 2, 3, 1, 2, 1, 3};
    const int64_t first[] = {0, 2, 6, 8, 10};
    const double x[] = {3, -1, 0.5, 7};
    double before[4], after[4];
    eg_sparse a;
    ok(f, begin_matrix(f->context, 4, 2, 3, node, &a));
    add_elements(&a, 2, 3, node, values);
    eg_sparse_multiply(&a, x, before);
    eg_sparse_drop_zeros(&a);
    eg_sparse_multiply(&a, x, after);
    assert_memory_equal(a.first, first, sizeof first);
    assert_memory_equal(a.column, column, sizeof column);
    assert_memory_equal(before, after, sizeof before);
    assert_true(*eg_sparse_entry(&a, 0, 0) == 0 && *eg_sparse_entry(&a, 3, 1) == 2);
    eg_sparse_free(&a);
}

/* Constants are in the null space of a matrix without Dirichlet rows, and the mass matrix sums to the
 * volume. */
static void box_matrix_is_consistent(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    double ones[125], y[125], total = 0;
    for (int i = 0; i < 125; i++)
        ones[i] = 1;
    ok(f, box_assemble(f->context, &(box_problem){.n = 4, .size = {1, 2, 3}, .neumann = true}, &a));
    assert_int_equal(a.rows, 125);
    assert_int_equal(a.first[125], 13 * 13 * 13);
    eg_sparse_multiply(&a, ones, y);
    for (int i = 0; i < 125; i++)
        assert_true(fabs(y[i]) < 1e-14);
    eg_sparse_free(&a);
    ok(f, box_assemble(f->context, &(box_problem){.n = 4, .size = {1, 2, 3}, .c = 1, .neumann = true}, &a));
    eg_sparse_multiply(&a, ones, y);
    for (int i = 0; i < 125; i++)
        total += y[i];
    assert_true(fabs(total - 6) < 1e-13);
    eg_sparse_free(&a);
}

/* ---- products */

/* More entries than go to a device at once. */
enum { ROWS = 16003, COLUMNS = 2000, AT_ONCE = 1 << 18 };

/* A matrix whose rows have 0 to 40 entries; values of mixed sizes and signs. */
static void any_matrix(fixture *f, int32_t rows, int32_t columns, eg_sparse *a)
{
    uint32_t state = 3;
    *a = (eg_sparse){.context = f->context, .rows = rows, .columns = columns};
    ok(f, eg_alloc(f->context, rows + 1, 8, &a->first));
    ok(f, eg_alloc(f->context, (int64_t)rows * 40, 4, &a->column));
    ok(f, eg_alloc(f->context, (int64_t)rows * 40, 8, &a->value));
    for (int32_t i = 0; i < rows; i++) {
        int64_t k = a->first[i];
        int32_t length = (int32_t)(box_random(&state) % 41), j = -1;
        for (int32_t n = 0; n < length; n++) {
            j += 1 + (int32_t)box_random(&state) % (columns / 41);
            a->column[k] = j;
            a->value[k++] = (box_random(&state) / 16777216.0 - 0.5) * (n % 3 ? 1 : 1e6);
        }
        a->first[i + 1] = k;
    }
}

/* The bits that a row's chain has to have. */
static void reference(const eg_sparse *a, eg_precision precision, const double *x, const double *r, double *y)
{
    for (int32_t i = 0; i < a->rows; i++) {
        double sum = r ? r[i] : 0;
        float narrow = (float)sum;
        for (int64_t k = a->first[i]; k < a->first[i + 1]; k++) {
            double v = r ? -a->value[k] : a->value[k];
            sum = fma(v, x[a->column[k]], sum);
            narrow = fmaf((float)v, (float)x[a->column[k]], narrow);
        }
        y[i] = precision == EG_F64 ? sum : narrow;
    }
}

static void write_reals(fixture *f, eg_buffer *buffer, eg_precision precision, const double *from, int count)
{
    static float narrow[ROWS];
    for (int i = 0; i < count; i++)
        narrow[i] = (float)from[i];
    ok(f, eg_buffer_write(buffer, 0, precision == EG_F64 ? (const void *)from : narrow,
                          count * (int64_t)eg_real_size(precision)));
}

static void read_reals(fixture *f, const eg_buffer *buffer, eg_precision precision, double *to, int count)
{
    static float narrow[ROWS];
    ok(f, eg_buffer_read(buffer, 0, precision == EG_F64 ? (void *)to : narrow,
                         count * (int64_t)eg_real_size(precision)));
    for (int i = 0; precision == EG_F32 && i < count; i++)
        to[i] = narrow[i];
}

static void check_products(fixture *f, eg_device *device, eg_precision precision, int lanes)
{
    static double x[COLUMNS], r[ROWS], expected[ROWS], got[ROWS];
    eg_sparse_kernels kernels;
    eg_sparse a;
    eg_sell *sell;
    EG_OWNER(owner, f->context);
    eg_buffer *bx, *br, *by;
    uint32_t random = 9;
    any_matrix(f, ROWS, COLUMNS, &a);
    assert_true(a.first[ROWS] > AT_ONCE);
    for (int i = 0; i < COLUMNS; i++)
        x[i] = (float)(box_random(&random) / 16777216.0 - 0.5);
    for (int i = 0; i < ROWS; i++)
        r[i] = (float)(box_random(&random) / 16777216.0 - 0.5);
    ok(f, eg_sparse_kernels_create(&owner, device, precision, lanes, &kernels));
    ok(f, eg_sell_create(&owner, &kernels, &a, "matrix", &sell));
    ok(f, eg_buffer_create(device, COLUMNS * 8, "x", &bx));
    ok(f, eg_buffer_create(device, ROWS * 8, "r", &br));
    ok(f, eg_buffer_create(device, ROWS * 8, "y", &by));
    write_reals(f, bx, precision, x, COLUMNS);
    write_reals(f, br, precision, r, ROWS);
    for (int residual = 0; residual < 2; residual++) {
        if (residual)
            ok(f, eg_sell_residual(sell, bx, br, by));
        else
            ok(f, eg_sell_multiply(sell, bx, by));
        read_reals(f, by, precision, got, ROWS);
        reference(&a, precision, x, residual ? r : NULL, expected);
        if (memcmp(got, expected, sizeof got) != 0)
            fail_msg("%s, %d lanes, %s: other bits", eg_device_describe(device)->spec, lanes,
                     precision == EG_F64 ? "f64" : "f32");
    }
    eg_buffer_destroy(&by);
    eg_buffer_destroy(&br);
    eg_buffer_destroy(&bx);
    eg_sparse_free(&a);
}

static void products_have_the_same_bits(void **state)
{
    static const int lanes[] = {0, 1, 8, 16};
    fixture *f = *state;
    for (int d = 0; d < f->specs; d++) {
        eg_device *device;
        ok(f, eg_device_open(f->context, f->spec[d], &device));
        for (int i = 0; i < 4; i++)
            for (int p = EG_F64; p <= (eg_device_describe(device)->f32 ? EG_F32 : EG_F64); p++)
                check_products(f, device, (eg_precision)p, lanes[i]);
        eg_device_close(&device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(elements_are_added_up, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(zeros_are_dropped, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(box_matrix_is_consistent, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(products_have_the_same_bits, fixture_set_up_shared,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
