/* p-multigrid: transfer between degrees, weights, spectral radius, symmetry, iterations, equal bits. */
#include "kernel/sem_solver.h"

#include "scheme/linear/radius.h"
#include "scheme/sem/pmg/internal.h"

static const eg_sem_precondition_options by_default = {.kind = EG_SEM_P_MULTIGRID};

/* ---- between degrees */

/* A transfer from a sem to a lower degree, whose nodes all have rows. */
typedef struct transfer {
    eg_hex_nodes *nodes;
    eg_pmg_transfer down;
    eg_buffer *low, *fine, *zero;
    double *values; /* [nodes] */
} transfer;

static void make_transfer(solver *s, int degree, int lanes, transfer *t)
{
    const eg_hexes *mesh = s->p.mesh;
    int side = degree + 1, volume = side * side * side;
    *t = (transfer){0};
    OK(&s->p, eg_hex_nodes_create(mesh, degree, &t->nodes));
    int32_t *row = calloc((size_t)(mesh->base.held * volume), sizeof *row);
    t->values = calloc((size_t)t->nodes->nodes, sizeof *t->values);
    assert_non_null(row);
    assert_non_null(t->values);
    for (int64_t e = 0; e < mesh->base.held; e++)
        eg_hex_element_nodes(mesh, t->nodes, e, &row[e * volume]);
    const eg_pmg_lower lower = {.sem = s->p.sem, .degree = degree, .row = row, .rows = t->nodes->nodes};
    OK(&s->p, eg_pmg_transfer_make(s->p.sem, &lower, lanes, &t->down));
    assert_true(eg_pmg_transfer_device_bytes(&t->down) > 0);
    OK(&s->p, eg_buffer_upload(s->p.device, t->nodes->nodes * 8, "low", NULL, &t->low));
    OK(&s->p, eg_buffer_upload(s->p.device, s->p.nodes->nodes * 8, "fine", NULL, &t->fine));
    OK(&s->p, eg_buffer_upload(s->p.device, s->p.nodes->nodes * 8, "zero", NULL, &t->zero));
    free(row);
}

static void end_transfer(transfer *t)
{
    eg_pmg_transfer_free(&t->down);
    eg_hex_nodes_destroy(&t->nodes);
    eg_buffer_destroy(&t->low);
    eg_buffer_destroy(&t->fine);
    eg_buffer_destroy(&t->zero);
    free(t->values);
}

/* A polynomial of that degree in each reference direction, in a cube of elements along the axes. */
static double polynomial(int degree, const double x[3])
{
    return pow(x[0] - 0.3, degree) * (1 + x[1]) + pow(x[2] + 0.1, degree) * x[1];
}

static void fill(const eg_hexes *mesh, const eg_hex_nodes *nodes, int degree, double *values)
{
    int side = nodes->degree + 1;
    eg_hex_grid *grid;
    double x[SEM_VOLUME][3];
    assert_int_equal(eg_hex_grid_create(mesh, nodes->degree, &grid), EG_OK);
    for (int64_t e = 0; e < mesh->base.held; e++) {
        eg_hex_grid_fill(grid, e, x, NULL);
        for (int i = 0; i < side * side * side; i++)
            values[eg_hex_node(mesh, nodes, e, i % side, i / side % side, i / (side * side))] =
                polynomial(degree, x[i]);
    }
    eg_hex_grid_destroy(&grid);
}

static void polynomials_are_kept(void **state)
{
    static const int degree[][2] = {{2, 1}, {5, 3}, {4, 4}, {9, 2}};
    (void)state;
    for (int k = 0; k < 4; k++) {
        solver s;
        transfer t;
        make_problem(&s, &(setting){"checked", SEM_BOX, 3, degree[k][0], 0, EG_F64, false, true});
        make_transfer(&s, degree[k][1], 4, &t);
        double *found = vector(&s, 0), *meant = vector(&s, 0);
        fill(s.p.mesh, t.nodes, degree[k][1], t.values);
        fill(s.p.mesh, s.p.nodes, degree[k][1], meant);
        OK(&s.p, eg_buffer_write(t.low, 0, t.values, t.nodes->nodes * 8));
        OK(&s.p, eg_pmg_prolong(&t.down, t.low, t.fine));
        OK(&s.p, eg_sem_read(s.p.sem, t.fine, found));
        for (int64_t i = 0; i < s.p.nodes->nodes; i++)
            if (!(fabs(found[i] - meant[i]) < 1e-13))
                fail_msg("degrees %d and %d: node %lld has %g, not %g", degree[k][0], degree[k][1],
                         (long long)i, found[i], meant[i]);
        free(found);
        free(meant);
        end_transfer(&t);
        end(&s);
    }
}

/* v.(J U) = (J^T v).U, on turned and deformed elements, with given values. */
static void restriction_is_the_transpose(void **state)
{
    static const setting settings[] = {{"host:2", SEM_MIXED, 3, 4, 0, EG_F64, true, false},
                                       {"host:1", SEM_TRILINEAR, 3, 3, 0, EG_F64, false, false}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        solver s;
        transfer t;
        make_problem(&s, &settings[k]);
        make_transfer(&s, 2, 0, &t);
        double *v = vector(&s, 7), *ju = vector(&s, 0), left, right = 0;
        double *jv = calloc((size_t)t.nodes->nodes, sizeof *jv);
        assert_non_null(jv);
        for (int64_t i = 0; i < t.nodes->nodes; i++)
            t.values[i] = sem_random(100 + i);
        OK(&s.p, eg_buffer_write(t.low, 0, t.values, t.nodes->nodes * 8));
        OK(&s.p, eg_pmg_prolong(&t.down, t.low, t.fine));
        OK(&s.p, eg_sem_read(s.p.sem, t.fine, ju));
        OK(&s.p, eg_sem_write(s.p.sem, v, t.fine));
        OK(&s.p, eg_pmg_restrict(&t.down, t.fine, t.zero, t.low));
        OK(&s.p, eg_buffer_read(t.low, 0, jv, t.nodes->nodes * 8));
        left = product(&s, v, ju);
        for (int64_t i = 0; i < t.nodes->nodes; i++)
            right += jv[i] * t.values[i];
        if (!(fabs(left - right) < 1e-13 * sqrt(product(&s, v, v) * product(&s, ju, ju))))
            fail_msg("v.(J U) is %.17g, (J^T v).U is %.17g", left, right);
        free(v);
        free(ju);
        free(jv);
        end_transfer(&t);
        end(&s);
    }
}

/* ---- smoothing */

/* The product of the steps is sin((m + 1/2) t) / ((2 m + 1) sin(t / 2)) at lambda = b (1 - cos t) / 2. */
static void weights_make_chebyshev(void **state)
{
    (void)state;
    for (int steps = 1; steps <= EG_PMG_SMOOTHING; steps++) {
        double weight[EG_PMG_SMOOTHING], radius = 2.5;
        eg_smoothing_weights(steps, radius, weight);
        for (int k = 1; k < steps; k++)
            assert_true(weight[k] < weight[k - 1] && weight[k] > 0);
        for (int i = 1; i <= 20; i++) {
            double t = 3.14 * i / 20, lambda = 1.1 * radius * (1 - cos(t)) / 2, product_of = 1;
            for (int k = 0; k < steps; k++)
                product_of *= 1 - weight[k] * lambda;
            double meant = sin((steps + 0.5) * t) / ((2 * steps + 1) * sin(t / 2));
            assert_true(fabs(product_of - meant) < 1e-13);
        }
    }
}

/* Against many power iterations, from below and by less than 5 %. */
static void radius_is_found(void **state)
{
    static const setting settings[] = {{"host:2", SEM_BOX, 3, 4, 0, EG_F64, false, false},
                                       {"host:2", SEM_CURVED, 3, 4, 0, EG_F64, true, false},
                                       {"host:1", SEM_BOX, 1, 2, 0, EG_F64, false, false}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        solver s;
        double radius, norm = 0;
        make_problem(&s, &settings[k]);
        OK(&s.p, eg_operator_radius(s.p.context, s.p.device, eg_sem_operator(s.p.sem), eg_sem_jacobi(s.p.sem),
                                    EG_F64, &radius));
        double *x = vector(&s, 3), *y = vector(&s, 3);
        double *inverse = sem_inverse_diagonal(&s.p);
        for (int turn = 0; turn < 400; turn++) {
            sem_multiply(&s.p, x, y);
            for (int64_t i = 0; i < s.p.nodes->nodes; i++)
                y[i] *= inverse[i];
            norm = sqrt(product(&s, y, y));
            for (int64_t i = 0; i < s.p.nodes->nodes; i++)
                x[i] = y[i] / norm;
        }
        print_message("radius %.6f, estimate %.6f\n", norm, radius);
        assert_true(radius < norm * (1 + 1e-9) && radius > 0.95 * norm);
        free(inverse);
        free(x);
        free(y);
        end(&s);
    }
}

/* ---- the cycle */

static void symmetric_and_positive(void **state)
{
    static const setting settings[] = {{"checked", SEM_BOX, 2, 2, 0, EG_F64, false, false},
                                       {"host:1", SEM_TRILINEAR, 3, 1, 0, EG_F64, true, false},
                                       {"host:1", SEM_MIXED, 3, 4, 0, EG_F64, true, false},
                                       {"host:1", SEM_BOX, 1, 4, 0, EG_F64, false, false},
                                       {"host:1", SEM_CURVED, 2, 6, 0, EG_F64, true, false}};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        solver s;
        eg_sem_precondition_options options = by_default;
        options.pmg.kcycle_levels = -1;
        options.pmg.smoothing = 1 + (int)i;
        make_problem(&s, &settings[i]);
        precondition(&s, &options);
        assert_false(eg_sem_preconditioner_get(s.preconditioner)->varies);
        check_symmetry(&s, 1e-13);
        end(&s);
    }
}

/* Subdomains in the place of the diagonal. */
static void schwarz_smooths(void **state)
{
    static const setting settings[] = {{"host:2", SEM_TRILINEAR, 3, 4, 0, EG_F64, true, false},
                                       {"host:2", SEM_CURVED, 3, 3, 0, EG_F64, true, false}};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        solver s;
        eg_sem_precondition_options options = {.kind = EG_SEM_P_MULTIGRID, .pmg.schwarz = true};
        make_problem(&s, &settings[i]);
        precondition(&s, &options);
        int found = solve(&s, 1e-8, NULL);
        print_message("mesh %d: %d iterations\n", (int)settings[i].mesh, found);
        assert_true(found <= 9);
        options.pmg.kcycle_levels = -1;
        options.pmg.smoothing = 2;
        precondition(&s, &options);
        check_symmetry(&s, 1e-13);
        end(&s);
    }
}

static void levels_are_as_asked(void **state)
{
    solver s;
    eg_pmg *pmg;
    eg_pmg_info info;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_BOX, 2, 7, 0, EG_F64, false, false});
    OK(&s.p, eg_pmg_create(s.p.sem, &s.options, &(eg_pmg_options){0}, &pmg));
    eg_pmg_describe(pmg, &info);
    const int halved[] = {7, 4, 2, 1};
    assert_int_equal(info.levels, 4);
    assert_memory_equal(info.degree, halved, sizeof halved);
    assert_int_equal(info.rows[0], 15 * 15 * 15);
    assert_int_equal(info.rows[3], 1);
    eg_pmg_destroy(&pmg);
    OK(&s.p, eg_pmg_create(s.p.sem, &s.options, &(eg_pmg_options){.degree = {3, 1}}, &pmg));
    eg_pmg_describe(pmg, &info);
    const int given[] = {7, 3, 1};
    assert_int_equal(info.levels, 3);
    assert_memory_equal(info.degree, given, sizeof given);
    eg_pmg_destroy(&pmg);
    end(&s);
}

/* Iterations do not grow with the mesh. */
static void iterations_stay(void **state)
{
    static const int64_t cells[] = {4, 8, 16};
    (void)state;
    for (int i = 0; i < 3; i++) {
        solver s;
        make_problem(&s, &(setting){"host:2", SEM_BOX, cells[i], 3, 0, EG_F64, false, false});
        precondition(&s, &by_default);
        int found = solve(&s, 1e-8, NULL);
        print_message("%2lld^3 elements: %d\n", (long long)cells[i], found);
        assert_true(found <= 9);
        end(&s);
    }
}

static void deformed_meshes(void **state)
{
    static const struct {
        setting what;
        int most;
    } cases[] = {{{"host:2", SEM_TRILINEAR, 4, 4, 0, EG_F64, true, false}, 10},
                 {{"host:2", SEM_MIXED, 4, 4, 0, EG_F64, true, false}, 9},
                 {{"host:2", SEM_CURVED, 4, 4, 0, EG_F64, true, false}, 9},
                 {{"host:2", SEM_GENTLE, 4, 7, 0, EG_F64, true, false}, 9}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        solver s;
        make_problem(&s, &cases[i].what);
        precondition(&s, &by_default);
        int with = solve(&s, 1e-8, NULL);
        precondition(&s, &(eg_sem_precondition_options){.kind = EG_SEM_JACOBI});
        int jacobi = solve(&s, 1e-8, NULL);
        print_message("mesh %d, degree %d: p-multigrid %d, jacobi %d iterations\n", (int)cases[i].what.mesh,
                      cases[i].what.degree, with, jacobi);
        assert_true(with <= cases[i].most && 5 * with < jacobi);
        end(&s);
    }
}

/* Natural conditions all round. */
static void level_may_be_free(void **state)
{
    solver s;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_BOX, 4, 3, 0, EG_F64, false, true});
    precondition(&s, &by_default);
    int found = solve_floating(&s);
    print_message("%d iterations\n", found);
    assert_true(found < 15);
    end(&s);
}

/* BoomerAMG on the last level, in both precisions: symmetric, and as good. */
static void hypre_where_it_is(void **state)
{
    solver s;
    eg_sem_precondition_options options = {.kind = EG_SEM_P_MULTIGRID, .pmg.coarse = EG_PMG_HYPRE};
    (void)state;
    make_problem(&s, &(setting){"host:2", SEM_TRILINEAR, 4, 4, 0, EG_F64, true, false});
    if (eg_hypre_check(s.p.context) != EG_OK) {
        print_message("%s\n", eg_context_error(s.p.context));
        end(&s);
        skip();
    }
    precondition(&s, &options);
    assert_false(eg_sem_preconditioner_get(s.preconditioner)->varies);
    check_symmetry(&s, 1e-13);
    int found = solve(&s, 1e-8, NULL);
    options.single = true;
    precondition(&s, &options);
    int single = solve(&s, 1e-8, NULL);
    print_message("%d iterations, in f32 %d\n", found, single);
    assert_true(found <= 9 && abs(single - found) <= 1);
    end(&s);
}

/* ---- equal bits */

static const setting compared[] = {{"host:1", SEM_BOX, 3, 1, 1, EG_F64, false, false},
                                   {"host:1", SEM_TRILINEAR, 3, 3, 1, EG_F64, true, false},
                                   {"host:1", SEM_CURVED, 3, 4, 1, EG_F32, true, false}};

static const eg_sem_precondition_options with_schwarz = {.kind = EG_SEM_P_MULTIGRID,
                                                         .pmg = {.schwarz = true, .smoothing = 2}};

static void lanes_and_threads_do_not_show(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        compare(&compared[i], &by_default, "host:2", 8);
    }
    compare(&compared[1], &by_default, "checked:3", 4);
    compare(&compared[1], &with_schwarz, "checked:3", 4);
}

static void devices_do_not_show(void **state)
{
    int found = 0;
    (void)state;
    for (int i = 0; i < 3; i++)
        found += compare_devices(&compared[i], &by_default, i % 2 ? 0 : 4);
    compare_devices(&compared[1], &with_schwarz, 0);
    if (found == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_are_kept),   cmocka_unit_test(restriction_is_the_transpose),
        cmocka_unit_test(weights_make_chebyshev), cmocka_unit_test(radius_is_found),
        cmocka_unit_test(symmetric_and_positive), cmocka_unit_test(levels_are_as_asked),
        cmocka_unit_test(iterations_stay),        cmocka_unit_test(deformed_meshes),
        cmocka_unit_test(level_may_be_free),      cmocka_unit_test(lanes_and_threads_do_not_show),
        cmocka_unit_test(devices_do_not_show),    cmocka_unit_test(schwarz_smooths),
        cmocka_unit_test(hypre_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
