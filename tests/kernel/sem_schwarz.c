/* The two-scale Schwarz preconditioner: symmetric and positive, iterations, equal bits. */
#include "kernel/sem_solver.h"

#include "long.h"

static void take(solver *s, eg_schwarz_options options)
{
    precondition(s, &(eg_sem_precondition_options){.kind = EG_SEM_SCHWARZ, .schwarz = options});
}

static int iterations(solver *s, eg_schwarz_options options)
{
    take(s, options);
    return solve(s, 1e-8, NULL);
}

static int jacobi_iterations(solver *s)
{
    precondition(s, &(eg_sem_precondition_options){.kind = EG_SEM_JACOBI});
    return solve(s, 1e-8, NULL);
}

static void symmetric_and_positive(void **state)
{
    static const struct {
        setting what;
        int overlap;
        bool plain;
    } cases[] = {{{"checked", SEM_BOX, 2, 2, 0, EG_F64, false, false}, 1, false},
                 {{"host:1", SEM_TRILINEAR, 3, 1, 0, EG_F64, true, false}, 1, false},
                 {{"host:1", SEM_MIXED, 3, 4, 0, EG_F64, true, false}, 1, false},
                 {{"host:1", SEM_AFFINE, 3, 5, 0, EG_F64, false, false}, 1, true},
                 {{"host:1", SEM_CURVED, 2, 7, 0, EG_F64, true, false}, 1, false},
                 {{"host:1", SEM_TRILINEAR, 1, 16, 0, EG_F64, true, false}, 1, false},
                 {{"host:1", SEM_TRILINEAR, 3, 4, 0, EG_F64, true, false}, 3, false},
                 {{"host:1", SEM_BOX, 3, 2, 0, EG_F64, true, false}, 2, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int scales = 0; scales < 2; scales++) {
            solver s;
            make_problem(&s, &cases[i].what);
            take(&s, (eg_schwarz_options){.scales = (eg_schwarz_scales)scales,
                                          .kcycle_levels = -1,
                                          .overlap = cases[i].overlap,
                                          .plain = cases[i].plain});
            check_symmetry(&s, 1e-13);
            end(&s);
        }
}

/* In a box of one element with given values on all sides the fine part is the inverse. */
static void one_box_is_solved(void **state)
{
    solver s;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_BOX, 1, 5, 0, EG_F64, false, false});
    take(&s, (eg_schwarz_options){0});
    double *v = vector(&s, 0), *z = vector(&s, 0), *y = vector(&s, 0);
    apply(&s, v, z);
    sem_multiply(&s.p, z, y);
    for (int64_t i = 0; i < s.p.nodes->nodes; i++)
        assert_true(fabs(y[i] - v[i]) < 1e-12);
    free(v);
    free(z);
    free(y);
    end(&s);
}

/* The point of two scales. */
static void iterations_do_not_grow(void **state)
{
    static const int64_t cells[] = {4, 8, 16};
    int both[3], fine[3], jacobi[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        solver s;
        make_problem(&s, &(setting){"host:2", SEM_BOX, cells[i], 3, 0, EG_F64, false, false});
        jacobi[i] = jacobi_iterations(&s);
        fine[i] = iterations(&s, (eg_schwarz_options){.scales = EG_SCHWARZ_FINE});
        both[i] = iterations(&s, (eg_schwarz_options){0});
        print_message("%2lld^3 elements: jacobi %d, fine alone %d, both scales %d\n", (long long)cells[i],
                      jacobi[i], fine[i], both[i]);
        end(&s);
    }
    assert_true(both[2] <= 18 && both[2] <= both[1] + 2);
    assert_true(2 * fine[2] > 3 * fine[0] && fine[2] > fine[1]);
    assert_true(3 * both[2] < 2 * fine[2] && 3 * fine[2] < jacobi[2]);
}

/* Weights take half of the iterations away. */
static void weights_help(void **state)
{
    int with[3], plain;
    solver s;
    (void)state;
    make_problem(&s, &(setting){"host:2", SEM_TRILINEAR, 5, 5, 0, EG_F64, true, false});
    for (int i = 0; i < 3; i++)
        with[i] = iterations(&s, (eg_schwarz_options){.overlap = i + 1});
    plain = iterations(&s, (eg_schwarz_options){.plain = true});
    print_message("overlap 1, 2, 3: %d, %d, %d; without weights %d\n", with[0], with[1], with[2], plain);
    assert_true(with[2] <= with[0] && 3 * with[0] < 2 * plain);
    end(&s);
}

static void deformed_meshes(void **state)
{
    static const setting settings[] = {{"host:2", SEM_TRILINEAR, 4, 4, 0, EG_F64, true, false},
                                       {"host:2", SEM_MIXED, 4, 3, 0, EG_F64, true, false},
                                       {"host:2", SEM_CURVED, 4, 5, 0, EG_F64, false, false},
                                       {"host:2", SEM_GENTLE, 4, 7, 0, EG_F64, true, false}};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        solver s;
        make_problem(&s, &settings[i]);
        int with = iterations(&s, (eg_schwarz_options){0}), jacobi = jacobi_iterations(&s);
        print_message("mesh %d, degree %d: schwarz %d, jacobi %d iterations\n", (int)settings[i].mesh,
                      settings[i].degree, with, jacobi);
        assert_true(with <= 24 && 4 * with < jacobi);
        end(&s);
    }
}

/* Natural conditions all round: right-hand side and residuals sum up to 0. */
static void level_may_be_free(void **state)
{
    solver s;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_BOX, 4, 3, 0, EG_F64, false, true});
    take(&s, (eg_schwarz_options){0});
    assert_true(solve_floating(&s) < 40);
    end(&s);
}

/* ---- equal bits */

/* Applied by one lane of the kernels for processors, and in other ways. */
static const struct {
    setting what;
    eg_schwarz_options how;
} compared[] = {{{"host:1", SEM_BOX, 3, 1, 1, EG_F64, false, false}, {0}},
                {{"host:1", SEM_TRILINEAR, 3, 3, 1, EG_F64, true, false}, {0}},
                {{"host:1", SEM_MIXED, 3, 4, 1, EG_F32, true, false}, {.overlap = 2, .plain = true}},
                {{"host:1", SEM_CURVED, 2, 7, 1, EG_F64, true, false}, {0}}};

/* How else: on a device, with a kernel, and with the coarse part on the host. */
typedef struct manner {
    const char *device;
    int lanes;
    eg_sem_variant variant;
    bool beside;
} manner;

static void compare_one(int i, const manner *m, eg_device *coarse)
{
    eg_sem_precondition_options options = {.kind = EG_SEM_SCHWARZ, .schwarz = compared[i].how};
    setting other = compared[i].what;
    int64_t nodes;
    double *a = applied(&compared[i].what, options, &nodes);
    other.device = m->device;
    other.lanes = m->lanes;
    options.schwarz.variant = m->variant;
    options.schwarz.coarse_device = m->beside ? coarse : NULL;
    double *b = applied(&other, options, &nodes);
    if (memcmp(a, b, (size_t)nodes * sizeof *a))
        fail_msg("%s, kernel %d, %d lanes, degree %d%s: the bits of P r are not those of host:1", m->device,
                 (int)m->variant, m->lanes, other.degree, m->beside ? ", coarse beside" : "");
    free(a);
    free(b);
}

/* `parts` as of is_combined(). */
static void compare_all(const manner *manners, int count, int parts)
{
    eg_context *context;
    eg_device *coarse;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_device_open(context, "host:2", &coarse), EG_OK);
    for (int i = 0; i < (int)(sizeof compared / sizeof *compared); i++)
        for (int k = 0; k < count; k++)
            if (is_combined(i, k, parts))
                compare_one(i, &manners[k], coarse);
    eg_device_close(&coarse);
    eg_context_destroy(&context);
}

static void lanes_and_threads_do_not_show(void **state)
{
    static const manner manners[] = {{"host:1", 8, EG_SEM_LANES, false},
                                     {"host:2", 16, EG_SEM_LANES, false},
                                     {"checked:3", 4, EG_SEM_LANES, false},
                                     {"host:2", 3, EG_SEM_COLUMNS, false},
                                     {"checked", 2, EG_SEM_COLUMNS, false}};
    (void)state;
    compare_all(manners, sizeof manners / sizeof *manners, 3);
}

static void coarse_solve_may_be_on_a_coprocessor(void **state)
{
    static const manner manners[] = {{"host:1", 8, EG_SEM_LANES, true},
                                     {"host:2", 3, EG_SEM_COLUMNS, true},
                                     {"checked:3", 4, EG_SEM_LANES, true},
                                     {"checked", 2, EG_SEM_COLUMNS, true}};
    (void)state;
    compare_all(manners, sizeof manners / sizeof *manners, 3);
}

static void devices_do_not_show(void **state)
{
    device_spec spec[OTHER_DEVICES];
    int found = list_other_devices(spec);
    (void)state;
    for (int i = 0; i < found; i++) {
        const manner manners[] = {{spec[i], 0, EG_SEM_COLUMNS, false},
                                  {spec[i], 2, EG_SEM_LANES, false},
                                  {spec[i], 0, EG_SEM_COLUMNS, true},
                                  {spec[i], 2, EG_SEM_LANES, true}};
        compare_all(manners, sizeof manners / sizeof *manners, 4);
    }
    if (found == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_box_is_solved),
        cmocka_unit_test(symmetric_and_positive),
        cmocka_unit_test(iterations_do_not_grow),
        cmocka_unit_test(weights_help),
        cmocka_unit_test(deformed_meshes),
        cmocka_unit_test(level_may_be_free),
        cmocka_unit_test(lanes_and_threads_do_not_show),
        cmocka_unit_test(coarse_solve_may_be_on_a_coprocessor),
        cmocka_unit_test(devices_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
