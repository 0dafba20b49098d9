/* The two-scale Schwarz preconditioner: symmetric and positive, iterations, equal bits. */
#include "kernel/sem_problem.h"

#include "scheme/sem/schwarz.h"

static void kappa_at(const double x[3], double *v)
{
    v[0] = 1.5 + x[0] - 0.5 * x[1] * x[2];
}

static const sem_formula kappa = SEM_FORMULA(kappa_at, 1);

/* What is solved, and how. */
typedef struct setting {
    const char *device;
    enum sem_mesh mesh;
    int64_t cells;
    int degree, lanes;
    eg_precision precision;
    bool
        mixed; /* all conditions, and kappa a function of place; else kappa = 1 and u = 0 on all sides */
    bool floating; /* nothing fixes the level */
    int overlap;
    bool plain;
    eg_sem_variant variant; /* of the preconditioner's kernels */
} setting;

typedef struct solver {
    sem_problem p;
    eg_sem_boundary side[6];
    eg_sem_options options;
    eg_schwarz *schwarz;
} solver;

static void make_problem(solver *s, const setting *what)
{
    *s = (solver){0};
    for (int i = 0; i < 6; i++)
        s->side[i].condition = what->mixed || what->floating ? EG_SEM_NEUMANN : EG_SEM_DIRICHLET;
    if (what->mixed) {
        s->side[0].condition = EG_SEM_DIRICHLET;
        s->side[1] = (eg_sem_boundary){.condition = EG_SEM_ROBIN, .factor = {.constant = {2}}};
        s->side[3].condition = EG_SEM_DIRICHLET;
    }
    s->options = (eg_sem_options){.precision = what->precision,
                                  .kappa = {.constant = {1}},
                                  .c = {.constant = {what->mixed ? 0.7 : 0}},
                                  .source = {.constant = {1}},
                                  .boundary = s->side};
    if (what->mixed)
        s->options.kappa.function = &kappa.function;
    sem_begin(&s->p, what->device);
    sem_set_mesh(&s->p, what->mesh, what->cells);
    sem_build(&s->p, what->degree, &s->options);
}

static void make_schwarz(solver *s, const eg_schwarz_options *options)
{
    eg_schwarz_destroy(&s->schwarz);
    OK(&s->p, eg_schwarz_create(s->p.sem, &s->options, options, &s->schwarz));
    assert_true(eg_schwarz_device_bytes(s->schwarz) > 0);
}

static void end(solver *s)
{
    eg_schwarz_destroy(&s->schwarz);
    sem_end(&s->p);
}

/* z = P r on the host, [nodes]. */
static void apply(solver *s, const double *r, double *z)
{
    const eg_preconditioner *own = eg_schwarz_preconditioner(s->schwarz);
    eg_buffer *from, *to;
    OK(&s->p, eg_sem_start(s->p.sem, &from));
    OK(&s->p, eg_sem_start(s->p.sem, &to));
    OK(&s->p, eg_sem_write(s->p.sem, r, from));
    OK(&s->p, own->apply(own, from, to));
    OK(&s->p, eg_sem_read(s->p.sem, to, z));
    eg_buffer_destroy(&from);
    eg_buffer_destroy(&to);
}

/* Solves to 1e-8 of the residual of the start. */
static int iterations(solver *s, const eg_preconditioner *preconditioner)
{
    eg_pcg_result result;
    eg_pcg *pcg;
    eg_buffer *x;
    const eg_pcg_options how = {.preconditioner = preconditioner, .look_every = 4};
    OK(&s->p, eg_sem_start(s->p.sem, &x));
    OK(&s->p, eg_pcg_create(s->p.context, s->p.device, eg_sem_operator(s->p.sem), &how, &pcg));
    OK(&s->p,
       eg_pcg_solve(pcg, eg_sem_right(s->p.sem), x, (eg_pcg_goal){.relative = 1e-8}, &result));
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    return result.iterations;
}

static double *vector(const solver *s, int64_t seed)
{
    double *v = calloc((size_t)s->p.nodes->nodes, sizeof *v);
    assert_non_null(v);
    for (int64_t i = 0; i < s->p.nodes->nodes; i++)
        v[i] = eg_sem_given(s->p.sem)[i] ? 0 : sem_random(seed + i);
    return v;
}

static double product(const solver *s, const double *a, const double *b)
{
    double sum = 0;
    for (int64_t i = 0; i < s->p.nodes->nodes; i++)
        sum += a[i] * b[i];
    return sum;
}

static void check_symmetry(solver *s)
{
    double *v = vector(s, 0), *w = vector(s, 1 << 20), *pv = vector(s, 0), *pw = vector(s, 0);
    apply(s, v, pv);
    apply(s, w, pw);
    double size = sqrt(product(s, v, pv) * product(s, w, pw));
    assert_true(product(s, v, pv) > 0 && product(s, w, pw) > 0);
    if (!(fabs(product(s, v, pw) - product(s, w, pv)) < 1e-13 * size))
        fail_msg("v.Pw - w.Pv is %g of %g", product(s, v, pw) - product(s, w, pv), size);
    for (int64_t i = 0; i < s->p.nodes->nodes; i++)
        if (eg_sem_given(s->p.sem)[i])
            assert_true(pv[i] == 0);
    free(v);
    free(w);
    free(pv);
    free(pw);
}

static void symmetric_and_positive(void **state)
{
    static const setting settings[] = {
        {"checked", SEM_BOX, 2, 2, 0, EG_F64, false, false, 0, false, EG_SEM_AUTO},
        {"host:1", SEM_TRILINEAR, 3, 1, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO},
        {"host:1", SEM_MIXED, 3, 4, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO},
        {"host:1", SEM_AFFINE, 3, 5, 0, EG_F64, false, false, 0, false, EG_SEM_AUTO},
        {"host:1", SEM_CURVED, 2, 7, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO},
        {"host:1", SEM_TRILINEAR, 1, 16, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO},
        {"host:1", SEM_TRILINEAR, 3, 4, 0, EG_F64, true, false, 3, false, EG_SEM_AUTO},
        {"host:1", SEM_BOX, 3, 2, 0, EG_F64, true, false, 2, true, EG_SEM_AUTO}};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (int scales = 0; scales < 2; scales++) {
            solver s;
            make_problem(&s, &settings[i]);
            make_schwarz(&s, &(eg_schwarz_options){.scales = (eg_schwarz_scales)scales,
                                                   .kcycle_levels = -1,
                                                   .overlap = settings[i].overlap,
                                                   .plain = settings[i].plain});
            check_symmetry(&s);
            end(&s);
        }
}

/* In a box of one element with given values on all sides the fine part is the inverse. */
static void one_box_is_solved(void **state)
{
    solver s;
    (void)state;
    make_problem(
        &s, &(setting){"host:1", SEM_BOX, 1, 5, 0, EG_F64, false, false, 0, false, EG_SEM_AUTO});
    make_schwarz(&s, &(eg_schwarz_options){.scales = EG_SCHWARZ_BOTH});
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
        make_problem(&s, &(setting){"host:2", SEM_BOX, cells[i], 3, 0, EG_F64, false, false, 0,
                                    false, EG_SEM_AUTO});
        jacobi[i] = iterations(&s, eg_sem_jacobi(s.p.sem));
        make_schwarz(&s, &(eg_schwarz_options){.scales = EG_SCHWARZ_FINE});
        fine[i] = iterations(&s, eg_schwarz_preconditioner(s.schwarz));
        make_schwarz(&s, &(eg_schwarz_options){.scales = EG_SCHWARZ_BOTH});
        both[i] = iterations(&s, eg_schwarz_preconditioner(s.schwarz));
        print_message("%2lld^3 elements: jacobi %d, fine alone %d, both scales %d\n",
                      (long long)cells[i], jacobi[i], fine[i], both[i]);
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
    make_problem(&s, &(setting){"host:2", SEM_TRILINEAR, 5, 5, 0, EG_F64, true, false, 0, false,
                                EG_SEM_AUTO});
    for (int i = 0; i < 3; i++) {
        make_schwarz(&s, &(eg_schwarz_options){.overlap = i + 1});
        with[i] = iterations(&s, eg_schwarz_preconditioner(s.schwarz));
    }
    make_schwarz(&s, &(eg_schwarz_options){.plain = true});
    plain = iterations(&s, eg_schwarz_preconditioner(s.schwarz));
    print_message("overlap 1, 2, 3: %d, %d, %d; without weights %d\n", with[0], with[1], with[2],
                  plain);
    assert_true(with[2] <= with[0] && 3 * with[0] < 2 * plain);
    end(&s);
}

static void deformed_meshes(void **state)
{
    static const setting settings[] = {
        {"host:2", SEM_TRILINEAR, 4, 4, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO},
        {"host:2", SEM_MIXED, 4, 3, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO},
        {"host:2", SEM_CURVED, 4, 5, 0, EG_F64, false, false, 0, false, EG_SEM_AUTO},
        {"host:2", SEM_GENTLE, 4, 7, 0, EG_F64, true, false, 0, false, EG_SEM_AUTO}};
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        solver s;
        make_problem(&s, &settings[i]);
        make_schwarz(&s, &(eg_schwarz_options){0});
        int with = iterations(&s, eg_schwarz_preconditioner(s.schwarz)),
            jacobi = iterations(&s, eg_sem_jacobi(s.p.sem));
        print_message("mesh %d, degree %d: schwarz %d, jacobi %d iterations\n",
                      (int)settings[i].mesh, settings[i].degree, with, jacobi);
        assert_true(with < jacobi);
        end(&s);
    }
}

/* Natural conditions all round: right-hand side and residuals sum up to 0. */
static void level_may_be_free(void **state)
{
    solver s;
    eg_buffer *x, *b;
    eg_pcg *pcg;
    eg_pcg_result result;
    (void)state;
    make_problem(
        &s, &(setting){"host:1", SEM_BOX, 4, 3, 0, EG_F64, false, true, 0, false, EG_SEM_AUTO});
    make_schwarz(&s, &(eg_schwarz_options){0});
    double *u = vector(&s, 5), *right = vector(&s, 5);
    sem_multiply(&s.p, u, right);
    OK(&s.p, eg_sem_start(s.p.sem, &x));
    OK(&s.p, eg_sem_start(s.p.sem, &b));
    OK(&s.p, eg_sem_write(s.p.sem, right, b));
    const eg_pcg_options how = {.preconditioner = eg_schwarz_preconditioner(s.schwarz)};
    OK(&s.p, eg_pcg_create(s.p.context, s.p.device, eg_sem_operator(s.p.sem), &how, &pcg));
    OK(&s.p, eg_pcg_solve(pcg, b, x, (eg_pcg_goal){.relative = 1e-8}, &result));
    assert_true(result.iterations < 60);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    eg_buffer_destroy(&b);
    free(u);
    free(right);
    end(&s);
}

/* ---- equal bits */

static double *applied(const setting *what, int64_t *nodes)
{
    solver s;
    make_problem(&s, what);
    make_schwarz(&s, &(eg_schwarz_options){.lanes = what->lanes,
                                           .overlap = what->overlap,
                                           .plain = what->plain,
                                           .variant = what->variant});
    double *v = vector(&s, 3), *z = vector(&s, 3);
    apply(&s, v, z);
    *nodes = s.p.nodes->nodes;
    free(v);
    end(&s);
    return z;
}

static const setting compared[] = {
    {"host:1", SEM_BOX, 3, 1, 1, EG_F64, false, false, 0, false, EG_SEM_AUTO},
    {"host:1", SEM_TRILINEAR, 3, 3, 1, EG_F64, true, false, 0, false, EG_SEM_AUTO},
    {"host:1", SEM_MIXED, 3, 4, 1, EG_F32, true, false, 2, true, EG_SEM_AUTO},
    {"host:1", SEM_CURVED, 2, 7, 1, EG_F64, true, false, 0, false, EG_SEM_AUTO}};

static void compare(const char *device, int lanes, eg_sem_variant variant)
{
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        setting other = compared[i];
        int64_t nodes;
        other.device = device;
        other.lanes = lanes;
        other.variant = variant;
        double *a = applied(&compared[i], &nodes), *b = applied(&other, &nodes);
        if (memcmp(a, b, (size_t)nodes * sizeof *a))
            fail_msg("%s, kernel %d, %d lanes, degree %d: the bits of P r are not those of host:1",
                     device, (int)variant, lanes, other.degree);
        free(a);
        free(b);
    }
}

static void lanes_and_threads_do_not_show(void **state)
{
    (void)state;
    compare("host:1", 8, EG_SEM_LANES);
    compare("host:2", 16, EG_SEM_LANES);
    compare("checked:3", 4, EG_SEM_LANES);
    compare("host:2", 3, EG_SEM_COLUMNS);
    compare("checked", 2, EG_SEM_COLUMNS);
}

static void devices_do_not_show(void **state)
{
    enum { MOST = 8 };
    eg_context *context;
    eg_device_info list[MOST];
    int count, found = 0;
    (void)state;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_device_list(context, list, MOST, &count), EG_OK);
    for (int i = 0; i < count && i < MOST; i++) {
        if (list[i].kind == EG_DEVICE_HOST || list[i].max_group == 0)
            continue;
        compare(list[i].spec, 0, EG_SEM_COLUMNS);
        compare(list[i].spec, 4, EG_SEM_LANES);
        found++;
    }
    eg_context_destroy(&context);
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
        cmocka_unit_test(devices_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
