/* How many iterations flexible conjugate gradients take with the multigrid cycle, until the residual has
 * fallen by 1e-8: the tables of docs/theory/multigrid.md for meshes of 8^3, 16^3 and 32^3 cells.
 * tests/verify/multigrid.sh goes on. */
#include "unit/device_fixture.h"

#include "kernel/amg_solve.h"

typedef struct row {
    const char *name;
    box_problem problem;
    eg_amg_options options;
    int most[3]; /* iterations allowed at 8, 16 and 32 cells a side */
} row;

/* The bounds are what was counted, and one or two more. */
static const row rows[] = {
    {"Poisson", {.n = 0}, {0}, {2, 14, 16}},
    {"rows in a random order", {.shuffle = true}, {0}, {2, 15, 19}},
    {"flat cells, 1:100", {.size = {1, 1, 0.01}}, {0}, {2, 45, 48}},
    {"long cells, 1:100", {.size = {0.01, 0.01, 1}}, {0}, {2, 21, 25}},
    {"kappa 1 and 1e4 in blocks", {.jump = BOX_CHECKERS}, {0}, {2, 16, 20}},
    {"kappa 1 to 1e4 by cells", {.jump = BOX_RANDOM}, {0}, {2, 16, 18}},
    {"c = 1000", {.c = 1000}, {0}, {2, 10, 10}},
    {"Neumann, c = 1", {.c = 1, .neumann = true}, {0}, {15, 16, 18}},
    {"Neumann, c = 0", {.neumann = true}, {.singular = true}, {15, 16, 18}},
    {"Chebyshev 2", {.n = 0}, {.degree = 2}, {2, 13, 14}},
    {"Chebyshev 3", {.n = 0}, {.degree = 3}, {2, 12, 13}},
    {"Chebyshev 4", {.n = 0}, {.degree = 4}, {2, 11, 12}},
    {"flat cells, Chebyshev 3", {.size = {1, 1, 0.01}}, {.degree = 3}, {2, 24, 27}},
    {"Poisson, cycle in f32", {.n = 0}, {.precision = EG_F32}, {3, 14, 16}},
};

static int count_iterations(fixture *f, eg_device *device, const row *r, int cells)
{
    box_problem p = r->problem;
    eg_sparse a;
    eg_amg *amg;
    int iterations = 0;
    double error = 0;
    p.n = cells;
    ok(f, box_assemble(f->context, &p, &a));
    ok(f, eg_amg_create(device, &a, &r->options, &amg));
    ok(f, solve_random(&a, device, amg, r->options.singular, 1e-8, 100, &iterations, &error));
    if (!(error < 1.01e-8))
        fail_msg("%s, %d cells: the residual is %g after %d iterations", r->name, cells, error, iterations);
    eg_amg_destroy(&amg);
    eg_sparse_free(&a);
    return iterations;
}

static void iterations_do_not_grow(void **state)
{
    fixture *f = *state;
    eg_device *device;
    ok(f, eg_device_open(f->context, "host:1", &device));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int count[3];
        for (int k = 0; k < 3; k++)
            count[k] = count_iterations(f, device, &rows[i], 8 << k);
        print_message("| %s | %d | %d | %d |\n", rows[i].name, count[0], count[1], count[2]);
        for (int k = 0; k < 3; k++)
            if (count[k] > rows[i].most[k])
                fail_msg("%s, %d cells: %d iterations, allowed are %d", rows[i].name, 8 << k, count[k],
                         rows[i].most[k]);
    }
    eg_device_close(&device);
}

/* The count is sensitive to what the cycle does: with one step on every level, V-cycles, it grows with the
 * mesh. */
static void without_k_cycles_iterations_grow(void **state)
{
    static const row v = {"V-cycles", {.n = 0}, {.kcycle_levels = -1, .coarsest = 30}, {0}};
    fixture *f = *state;
    eg_device *device;
    ok(f, eg_device_open(f->context, "host:1", &device));
    int coarse = count_iterations(f, device, &v, 8), fine = count_iterations(f, device, &v, 32);
    print_message("| V-cycles | %d | | %d |\n", coarse, fine);
    assert_true(fine >= coarse + 8);
    eg_device_close(&device);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up_shared, fixture_tear_down)
    const struct CMUnitTest tests[] = {TEST(iterations_do_not_grow), TEST(without_k_cycles_iterations_grow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
