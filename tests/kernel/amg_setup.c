/* Set-up of the multigrid cycle: aggregates, matrices of levels, the dense inverse, smoothing. */
#include "unit/device_fixture.h"

#include "kernel/box_matrix.h"
#include "scheme/linear/amg_internal.h"

/* A small matrix from its dense form; zeros are left out. */
static void from_dense(fixture *f, int32_t n, const double *dense, eg_sparse *a)
{
    int64_t count = 0;
    *a = (eg_sparse){.context = f->context, .rows = n, .columns = n};
    ok(f, eg_alloc(f->context, n + 1, 8, &a->first));
    ok(f, eg_alloc(f->context, (int64_t)n * n, 4, &a->column));
    ok(f, eg_alloc(f->context, (int64_t)n * n, 8, &a->value));
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++)
            if (dense[i * n + j] != 0) {
                a->column[count] = j;
                a->value[count++] = dense[i * n + j];
            }
        a->first[i + 1] = count;
    }
}

static double entry(const eg_sparse *a, int32_t i, int32_t j)
{
    const double *value = eg_sparse_entry(a, i, j);
    return value ? *value : 0;
}

/* ---- aggregates */

/* Every row has an aggregate, numbered in the order of first rows' roots, and the second time it is the same
 * one. */
static void check_cover(fixture *f, const box_problem *p, double fewest, double most)
{
    eg_sparse a;
    int32_t *first, *again, *size, count, same;
    ok(f, box_assemble(f->context, p, &a));
    ok(f, eg_alloc(f->context, a.rows, 4, &first));
    ok(f, eg_alloc(f->context, a.rows, 4, &again));
    ok(f, eg_alloc(f->context, a.rows, 4, &size));
    ok(f, eg_amg_aggregate(&a, 0.4, first, &count));
    ok(f, eg_amg_aggregate(&a, 0.4, again, &same));
    assert_int_equal(count, same);
    assert_memory_equal(first, again, (size_t)a.rows * 4);
    for (int32_t i = 0; i < a.rows; i++) {
        assert_true(first[i] >= 0 && first[i] < count);
        size[first[i]]++;
    }
    for (int32_t k = 0; k < count; k++)
        assert_true(size[k] >= 2);
    double coarsening = (double)a.rows / count;
    if (coarsening < fewest || coarsening > most)
        fail_msg("%d cells, jump %d: %g rows in an aggregate", p->n, (int)p->jump, coarsening);
    eg_free(f->context, &first);
    eg_free(f->context, &again);
    eg_free(f->context, &size);
    eg_sparse_free(&a);
}

static void aggregates_cover_all_rows(void **state)
{
    fixture *f = *state;
    check_cover(f, &(box_problem){.n = 12}, 20, 30);
    check_cover(f, &(box_problem){.n = 12, .neumann = true}, 15, 36);
    check_cover(f, &(box_problem){.n = 12, .shuffle = true}, 20, 60);
    check_cover(f, &(box_problem){.n = 12, .jump = BOX_RANDOM, .neumann = true}, 4, 30);
    /* lines across flat cells */
    check_cover(f, &(box_problem){.n = 12, .size = {1, 1, 0.01}}, 2, 3);
}

/* A line of rows: 0 - 1 - 2 strong, 2 - 3 weak, 3 - 4 strong, 5 by itself. */
static void aggregates_follow_strong_couplings(void **state)
{
    fixture *f = *state;
    const double dense[36] = {2, -1, 0,    0, 0,  0, -1, 2, -1, 0,  0, 0, 0, -1, 2, -0.1, 0, 0,
                              0, 0,  -0.1, 2, -1, 0, 0,  0, 0,  -1, 2, 0, 0, 0,  0, 0,    0, 3};
    const int32_t expected[] = {0, 0, 0, 1, 1, -1};
    eg_sparse a;
    int32_t aggregate[6], count;
    from_dense(f, 6, dense, &a);
    ok(f, eg_amg_aggregate(&a, 0.4, aggregate, &count));
    assert_int_equal(count, 2);
    assert_memory_equal(aggregate, expected, sizeof expected);
    eg_sparse_free(&a);
}

/* Mass matrices have no negative couplings: smoothing takes care of all rows. */
static void dominated_rows_are_left_out(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    int32_t aggregate[343], count;
    ok(f, box_assemble(f->context, &(box_problem){.n = 8, .c = 1e5}, &a));
    ok(f, eg_amg_aggregate(&a, 0.4, aggregate, &count));
    assert_int_equal(count, 0);
    for (int32_t i = 0; i < a.rows; i++)
        assert_int_equal(aggregate[i], -1);
    eg_sparse_free(&a);
}

/* ---- products */

enum { N = 60, COARSE = 9 };

/* Symmetric, with integer entries, so that every sum is exact. */
static void integer_matrix(fixture *f, eg_sparse *a, int32_t *aggregate)
{
    static double dense[N * N];
    uint32_t state = 11;
    memset(dense, 0, sizeof dense);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++)
            if (box_random(&state) % 5 == 0)
                dense[i * N + j] = dense[j * N + i] = (double)(box_random(&state) % 17) - 8;
        dense[i * N + i] = 1 << (box_random(&state) % 4);
        aggregate[i] = (int32_t)(box_random(&state) % (COARSE + 1)) - 1;
    }
    from_dense(f, N, dense, a);
}

static void coarse_matrix_is_the_galerkin_product(void **state)
{
    fixture *f = *state;
    eg_sparse a, half, coarse;
    int32_t aggregate[N];
    integer_matrix(f, &a, aggregate);
    ok(f, eg_amg_half(&a, aggregate, COARSE, &half));
    ok(f, eg_amg_galerkin(&half, aggregate, &coarse));
    assert_int_equal(coarse.rows, COARSE);
    for (int I = 0; I < COARSE; I++) {
        for (int J = 0; J < COARSE; J++) {
            double sum = 0;
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    sum += aggregate[i] == I && aggregate[j] == J ? entry(&a, i, j) : 0;
            assert_true(entry(&coarse, I, J) == sum);
        }
        for (int64_t k = coarse.first[I] + 1; k < coarse.first[I + 1]; k++)
            assert_true(coarse.column[k - 1] < coarse.column[k]);
    }
    eg_sparse_free(&coarse);
    eg_sparse_free(&half);
    eg_sparse_free(&a);
}

/* P^T (I - omega A D^-1), exact where omega and D are powers of two. */
static void restriction_holds_a_step_of_smoothing(void **state)
{
    fixture *f = *state;
    eg_sparse a, half, restriction;
    int32_t aggregate[N];
    double inverse[N];
    integer_matrix(f, &a, aggregate);
    for (int i = 0; i < N; i++)
        inverse[i] = 1 / entry(&a, i, i);
    ok(f, eg_amg_half(&a, aggregate, COARSE, &half));
    ok(f, eg_amg_restriction(&half, aggregate, inverse, 0.5, &restriction));
    assert_true(restriction.rows == COARSE && restriction.columns == N);
    for (int I = 0; I < COARSE; I++)
        for (int j = 0; j < N; j++) {
            double sum = aggregate[j] == I;
            for (int i = 0; i < N; i++)
                sum -= aggregate[i] == I ? 0.5 * entry(&a, i, j) * inverse[j] : 0;
            assert_true(entry(&restriction, I, j) == sum);
        }
    eg_sparse_free(&restriction);
    eg_sparse_free(&half);
    eg_sparse_free(&a);
}

/* A row that its own aggregate does not couple to, and an aggregate without rows. */
static void restriction_of_rows_without_couplings(void **state)
{
    fixture *f = *state;
    const double dense[9] = {2, -1, 0, -1, 2, 0, 0, 0, 4};
    const int32_t aggregate[] = {1, 1, -1};
    const double inverse[] = {0.5, 0.5, 0.25};
    eg_sparse a, half, restriction;
    from_dense(f, 3, dense, &a);
    ok(f, eg_amg_half(&a, aggregate, 2, &half));
    ok(f, eg_amg_restriction(&half, aggregate, inverse, 1, &restriction));
    assert_int_equal(restriction.first[1], 0);
    assert_int_equal(restriction.first[2], 2);
    assert_true(restriction.value[0] == 0.5 && restriction.value[1] == 0.5);
    eg_sparse_free(&restriction);
    eg_sparse_free(&half);
    eg_sparse_free(&a);
}

/* ---- the coarsest level */

/* product[n][n] = A times a full matrix */
static void times(const eg_sparse *a, const double *full, double *product)
{
    for (int32_t i = 0; i < a->rows; i++)
        for (int32_t j = 0; j < a->rows; j++) {
            double sum = 0;
            for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
                sum += a->value[k] * full[a->column[k] * a->rows + j];
            product[i * a->rows + j] = sum;
        }
}

static void check_inverse(fixture *f, const box_problem *p, bool singular)
{
    static double product[125 * 125];
    eg_sparse a;
    double *inverse;
    ok(f, box_assemble(f->context, p, &a));
    ok(f, eg_amg_invert(&a, singular, &inverse));
    times(&a, inverse, product);
    int32_t n = a.rows;
    for (int32_t i = 0; i < n; i++) {
        double sum = 0;
        for (int32_t j = 0; j < n; j++) {
            double unit = (i == j ? 1.0 : 0.0) - (singular ? 1.0 / n : 0.0);
            assert_true(fabs(product[i * n + j] - unit) < 1e-12);
            assert_true(inverse[i * n + j] == inverse[j * n + i]);
            sum += inverse[i * n + j];
        }
        assert_true(!singular || fabs(sum) < 1e-12);
    }
    eg_free(f->context, &inverse);
    eg_sparse_free(&a);
}

static void inverse_is_an_inverse(void **state)
{
    fixture *f = *state;
    check_inverse(f, &(box_problem){.n = 4, .c = 1, .neumann = true}, false);
    check_inverse(f, &(box_problem){.n = 6, .size = {1, 2, 0.1}}, false);
}

/* A A^+ is the projection that removes the mean, and A^+ leaves no mean. */
static void inverse_of_a_singular_matrix_removes_the_mean(void **state)
{
    fixture *f = *state;
    check_inverse(f, &(box_problem){.n = 4, .size = {3, 2, 1}, .neumann = true}, true);
    eg_sparse a;
    double *inverse;
    from_dense(f, 1, (const double[]){1e-17}, &a);
    ok(f, eg_amg_invert(&a, true, &inverse));
    assert_true(inverse[0] == 0);
    eg_free(f->context, &inverse);
    eg_sparse_free(&a);
}

static void indefinite_matrices_are_refused(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    double *inverse;
    ok(f, box_assemble(f->context, &(box_problem){.n = 4, .neumann = true}, &a));
    fails(f, EG_INPUT,
          "the matrix is not positive definite: its coarsest form, of 125 rows, fails at row 124; "
          "where constants are its null space it has to be marked as singular",
          eg_amg_invert(&a, false, &inverse));
    eg_sparse_free(&a);
}

/* ---- smoothing */

/* Power iterations until nothing changes. */
static double true_radius(const eg_sparse *a, const double *inverse)
{
    static double x[3375], y[3375];
    double most = 0;
    for (int32_t i = 0; i < a->rows; i++)
        x[i] = (i * 37 % 101) - 50;
    for (int n = 0; n < 2000; n++) {
        eg_sparse_multiply(a, x, y);
        most = 0;
        for (int32_t i = 0; i < a->rows; i++)
            most = fmax(most, fabs(y[i] * inverse[i]));
        for (int32_t i = 0; i < a->rows; i++)
            x[i] = y[i] * inverse[i] / most;
    }
    return most;
}

/* From below, and near enough: Jacobi converges from 2/3 on, Chebyshev's interval holds it from 1 / 1.1
 * on. */
static void radius_is_near(void **state)
{
    static const box_problem every[] = {{.n = 16},
                                        {.n = 8, .jump = BOX_RANDOM},
                                        {.n = 12, .size = {1, 1, 0.01}},
                                        {.n = 12, .size = {0.01, 0.01, 1}},
                                        {.n = 8, .c = 1000},
                                        {.n = 8, .neumann = true}};
    static double inverse[3375];
    fixture *f = *state;
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        eg_sparse a;
        double radius;
        ok(f, box_assemble(f->context, &every[i], &a));
        eg_sparse_diagonal(&a, inverse);
        for (int32_t k = 0; k < a.rows; k++)
            inverse[k] = 1 / inverse[k];
        ok(f, eg_amg_radius(&a, inverse, &radius));
        double is = true_radius(&a, inverse);
        if (radius > is * (1 + 1e-6) || radius < is / 1.05)
            fail_msg("problem %d: radius %g, true %g", (int)i, radius, is);
        eg_sparse_free(&a);
    }
}

/* Of more rows than a chunk of its sums has, so that threads share them. */
static void radius_is_that_of_one_thread(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    double *inverse, one = 0, radius = 0;
    ok(f, box_assemble(f->context, &(box_problem){.n = 36, .jump = BOX_RANDOM}, &a));
    ok(f, eg_alloc(f->context, a.rows, sizeof *inverse, &inverse));
    ok(f, eg_sparse_invert_diagonal(&a, "test", 0, inverse));
    for (int threads = 1; threads <= 3; threads++) {
        eg_context_use_threads(f->context, threads);
        ok(f, eg_amg_radius(&a, inverse, threads == 1 ? &one : &radius));
        if (threads > 1)
            assert_true(radius == one);
    }
    eg_context_use_threads(f->context, 0);
    EG_FREE(&inverse);
    eg_sparse_free(&a);
}

/* Steps with the weights are Chebyshev's polynomial on the interval: least of all of that degree, 1 /
 * T(sigma). */
static void weights_are_those_of_chebyshev(void **state)
{
    (void)state;
    double weight[EG_AMG_DEGREE], radius = 1.7, high = 1.1 * radius, low = 0.3 * high;
    eg_amg_weights(1, radius, weight);
    assert_true(fabs(weight[0] * radius - 4.0 / 3) < 1e-15);
    for (int degree = 2; degree <= EG_AMG_DEGREE; degree++) {
        double sigma = (high + low) / (high - low), most = 0;
        double least = 1 / cosh(degree * acosh(sigma));
        eg_amg_weights(degree, radius, weight);
        for (int n = 0; n <= 1000; n++) {
            double lambda = low + (high - low) * n / 1000, product = 1;
            for (int k = 0; k < degree; k++)
                product *= 1 - weight[k] * lambda;
            most = fmax(most, fabs(product));
        }
        assert_true(fabs(most - least) < 1e-12);
        for (int k = 1; k < degree; k++)
            assert_true(weight[k] < weight[k - 1]);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up_shared, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(aggregates_cover_all_rows),
        TEST(aggregates_follow_strong_couplings),
        TEST(dominated_rows_are_left_out),
        TEST(coarse_matrix_is_the_galerkin_product),
        TEST(restriction_holds_a_step_of_smoothing),
        TEST(restriction_of_rows_without_couplings),
        TEST(inverse_is_an_inverse),
        TEST(inverse_of_a_singular_matrix_removes_the_mean),
        TEST(indefinite_matrices_are_refused),
        TEST(radius_is_near),
        TEST(radius_is_that_of_one_thread),
        TEST(weights_are_those_of_chebyshev),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
