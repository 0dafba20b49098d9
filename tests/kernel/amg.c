/* The multigrid cycle on devices: against a plain reference, the same bits everywhere, and how many
 * iterations conjugate gradients take with it. */
#include "unit/device_fixture.h"

#include "kernel/amg_reference.h"
#include "kernel/amg_solve.h"
#include "long.h"

/* z = M r of a random r, on a device that is opened for it. The caller frees z (free). */
static double *apply_on(fixture *f, const char *spec, const eg_sparse *a, const eg_amg_options *options,
                        double scale)
{
    eg_device *device;
    eg_amg *amg;
    eg_buffer *br, *bz;
    double *r = vector(a->rows), *z = vector(a->rows);
    random_vector(r, a->rows, options->singular);
    for (int32_t i = 0; i < a->rows; i++)
        r[i] *= scale;
    ok(f, eg_device_open(f->context, spec, &device));
    ok(f, eg_amg_create(device, a, options, &amg));
    ok(f, eg_buffer_create(device, (int64_t)a->rows * 8, "r", &br));
    ok(f, eg_buffer_create(device, (int64_t)a->rows * 8, "z", &bz));
    ok(f, precondition(amg, br, bz, a->rows, r, z));
    eg_buffer_destroy(&br);
    eg_buffer_destroy(&bz);
    eg_amg_destroy(&amg);
    eg_device_close(&device);
    free(r);
    return z;
}

/* ---- the cycle is the one that is described */

static void check_reference(fixture *f, const box_problem *p, const eg_amg_options *options, int levels)
{
    eg_sparse a;
    reference made;
    ok(f, box_assemble(f->context, p, &a));
    double *z = apply_on(f, "host:1", &a, options, 1), *r = vector(a.rows), *x = vector(a.rows);
    double most = 0, error = 0;
    ok(f, reference_create(a, options, &made));
    assert_int_equal(made.levels, levels);
    random_vector(r, a.rows, options->singular);
    if (options->twice)
        reference_solve(&made, 0, r, x);
    else
        reference_cycle(&made, 0, r, x);
    for (int32_t i = 0; i < a.rows; i++) {
        most = fmax(most, fabs(x[i]));
        error = fmax(error, fabs(x[i] - z[i]));
    }
    if (!(error <= 1e-12 * most))
        fail_msg("degree %d, K-cycle on %d: differs by %g of %g", options->degree, options->kcycle_levels,
                 error, most);
    free(x);
    free(r);
    free(z);
    reference_destroy(&made);
}

static void cycle_agrees_with_a_plain_one(void **state)
{
    fixture *f = *state;
    for (int degree = 1; degree <= EG_AMG_DEGREE; degree++)
        for (int kcycle = 0; kcycle <= 2; kcycle++) {
            /* -1 asks for none */
            eg_amg_options o = {.degree = degree, .kcycle_levels = kcycle ? kcycle : -1, .coarsest = 30};
            check_reference(f, &(box_problem){.n = 16}, &o, 3);
        }
    eg_amg_options thorough = {.degree = 1, .kcycle_levels = 2, .coarsest = 30};
    check_reference(f, &(box_problem){.n = 14, .jump = BOX_RANDOM}, &thorough, 4);
    thorough.singular = true;
    check_reference(f, &(box_problem){.n = 14, .neumann = true}, &thorough, 3);
    eg_amg_options finest = {.degree = 2, .kcycle_levels = 1, .twice = true, .coarsest = 30};
    check_reference(f, &(box_problem){.n = 16}, &finest, 3);
}

/* Two levels without K-cycles are linear: M is symmetric, r.(M s) = s.(M r). K-cycles are homogeneous: powers
 * of two go through unrounded. */
static void cycle_is_symmetric_and_homogeneous(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    ok(f, box_assemble(f->context, &(box_problem){.n = 16}, &a));
    eg_amg_options v = {.kcycle_levels = -1, .coarsest = 30}, k = {.coarsest = 30};
    double *one = apply_on(f, "host:1", &a, &k, 1), *two = apply_on(f, "host:1", &a, &k, 0.125);
    for (int32_t i = 0; i < a.rows; i++)
        assert_true(one[i] == 8 * two[i]);
    free(one);
    free(two);
    eg_device *device;
    eg_amg *amg;
    eg_buffer *br, *bz;
    double *r = vector(a.rows), *s = vector(a.rows), *mr = vector(a.rows), *ms = vector(a.rows);
    ok(f, eg_device_open(f->context, "host:1", &device));
    ok(f, eg_amg_create(device, &a, &v, &amg));
    ok(f, eg_buffer_create(device, (int64_t)a.rows * 8, "r", &br));
    ok(f, eg_buffer_create(device, (int64_t)a.rows * 8, "z", &bz));
    random_vector(r, a.rows, false);
    for (int32_t i = 0; i < a.rows; i++)
        s[i] = sin(0.1 * i);
    ok(f, precondition(amg, br, bz, a.rows, r, mr));
    ok(f, precondition(amg, br, bz, a.rows, s, ms));
    double left = dot(r, ms, a.rows), right = dot(s, mr, a.rows);
    assert_true(fabs(left - right) < 1e-12 * sqrt(dot(r, mr, a.rows) * dot(s, ms, a.rows)));
    /* nothing comes of nothing */
    memset(r, 0, (size_t)a.rows * 8);
    ok(f, precondition(amg, br, bz, a.rows, r, mr));
    for (int32_t i = 0; i < a.rows; i++)
        assert_true(mr[i] == 0);
    eg_buffer_destroy(&br);
    eg_buffer_destroy(&bz);
    eg_amg_destroy(&amg);
    eg_device_close(&device);
    free(r);
    free(s);
    free(mr);
    free(ms);
    eg_sparse_free(&a);
}

static void nothing_comes_of_nothing_in_a_k_cycle(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    ok(f, box_assemble(f->context, &(box_problem){.n = 16}, &a));
    double *z = apply_on(f, "host:1", &a, &(eg_amg_options){.coarsest = 30}, 0);
    for (int32_t i = 0; i < a.rows; i++)
        assert_true(z[i] == 0);
    free(z);
    eg_sparse_free(&a);
}

/* ---- the same bits */

/* With the first `widths` of the lanes. */
static void check_bits(fixture *f, const box_problem *p, eg_amg_options options, int widths)
{
    static const int lanes[] = {0, 16, 1};
    eg_sparse a;
    ok(f, box_assemble(f->context, p, &a));
    double *expected = NULL;
    for (int d = 0; d < f->specs; d++)
        for (int i = 0; i < widths; i++) {
            if (!is_combined(d, i, 2))
                continue;
            options.lanes = lanes[i];
            options.fused = (i / 2 + d / 2) % 2 ? INT32_MAX : -1;
            double *z = apply_on(f, f->spec[d], &a, &options, 1);
            expected = expected ? expected : z;
            if (memcmp(z, expected, (size_t)a.rows * 8) != 0)
                fail_msg("%s, %d lanes, degree %d: other bits", f->spec[d], lanes[i], options.degree);
            if (z != expected)
                free(z);
        }
    free(expected);
    eg_sparse_free(&a);
}

static int32_t rows_of_level_1(fixture *f, const eg_sparse *a, const eg_amg_options *options)
{
    eg_device *device;
    eg_amg *amg;
    eg_amg_info info;
    ok(f, eg_device_open(f->context, "host:1", &device));
    ok(f, eg_amg_create(device, a, options, &amg));
    eg_amg_describe(amg, &info);
    eg_amg_destroy(&amg);
    eg_device_close(&device);
    return info.rows[1];
}

/* A K-cycle whose sums have several chunks. */
static void check_long_sums(fixture *f)
{
    eg_sparse a;
    eg_amg_options o = {.strength = 1, .coarsest = 30};
    ok(f, box_assemble(f->context, &(box_problem){.n = 38, .size = {1, 1, 0.05}}, &a));
    assert_true(rows_of_level_1(f, &a, &o) > AMG_SMALL * 4096);
    double *expected = apply_on(f, "host:1", &a, &o, 1);
    for (int d = 1; d < f->specs; d++) {
        o.lanes = d % 2 ? 16 : 0;
        o.fused = d % 2 ? INT32_MAX : 5000;
        double *z = apply_on(f, f->spec[d], &a, &o, 1);
        assert_memory_equal(z, expected, (size_t)a.rows * 8);
        free(z);
    }
    free(expected);
    eg_sparse_free(&a);
}

static void bits_are_the_same_on_every_device(void **state)
{
    fixture *f = *state;
    check_bits(f, &(box_problem){.n = 18}, (eg_amg_options){.coarsest = 30}, 3);
    check_bits(f, &(box_problem){.n = 12, .neumann = true, .jump = BOX_RANDOM},
               (eg_amg_options){.coarsest = 60, .degree = 3, .twice = true, .singular = true}, 2);
    check_bits(f, &(box_problem){.n = 12}, (eg_amg_options){.coarsest = 30, .precision = EG_F32, .degree = 2},
               2);
    check_long_sums(f);
}

/* ---- what goes wrong */

/* A hub that its diagonal dominates, and leaves that are coupled to it alone: none has a neighbour to
 * join. */
static void levels_that_cannot_be_coarsened_are_smoothed(void **state)
{
    enum { LEAVES = 499 };
    fixture *f = *state;
    static int32_t node[LEAVES][2];
    eg_sparse a;
    eg_device *device;
    eg_amg *amg;
    eg_amg_info info;
    int iterations = 0;
    double error = 0;
    for (int32_t i = 0; i < LEAVES; i++) {
        node[i][0] = LEAVES;
        node[i][1] = i;
    }
    ok(f, begin_matrix(f->context, LEAVES + 1, LEAVES, 2, node[0], &a));
    for (int32_t i = 0; i < LEAVES; i++)
        add_elements(&a, 1, 2, node[i], (const double[]){1e4, -0.5, -0.5, 1});
    ok(f, eg_device_open(f->context, "host:1", &device));
    ok(f, eg_amg_create(device, &a, &(eg_amg_options){0}, &amg));
    eg_amg_describe(amg, &info);
    assert_true(info.levels == 1 && !info.dense && !info.varies);
    assert_non_null(strstr(f->log, "multigrid: level 0 has 500 rows and its aggregates are 499: it "
                                   "is the coarsest, and smoothed only"));
    ok(f, solve_random(&a, device, amg, false, 1e-8, 20, &iterations, &error));
    assert_true(error <= 1e-8);
    eg_amg_destroy(&amg);
    eg_device_close(&device);
    eg_sparse_free(&a);
}

static void matrices_that_are_not_definite_are_refused(void **state)
{
    fixture *f = *state;
    eg_sparse a;
    eg_device *device;
    eg_amg *amg;
    ok(f, eg_device_open(f->context, "host:1", &device));
    ok(f, box_assemble(f->context, &(box_problem){.n = 10, .neumann = true}, &a));
    fails(f, EG_INPUT, "has to be marked as singular", eg_amg_create(device, &a, &(eg_amg_options){0}, &amg));
    assert_null(amg);
    *eg_sparse_entry(&a, 17, 17) = -2;
    fails(f, EG_INPUT, "row 17 of level 0 of the multigrid cycle has -2 on the diagonal",
          eg_amg_create(device, &a, &(eg_amg_options){0}, &amg));
    eg_sparse_free(&a);
    eg_device_close(&device);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up_shared, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(cycle_agrees_with_a_plain_one),
        TEST(cycle_is_symmetric_and_homogeneous),
        TEST(nothing_comes_of_nothing_in_a_k_cycle),
        TEST(bits_are_the_same_on_every_device),
        TEST(levels_that_cannot_be_coarsened_are_smoothed),
        TEST(matrices_that_are_not_definite_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
