/* Equal bits of operator, smoothing, solution and estimate of its error: for any lanes, threads, kernel,
 * device, and however late the host reads back. */
#include "kernel/sem_problem.h"

#include "kernel/there.h"
#include "scheme/sem/estimate.h"

#include "long.h"

static void kappa_at(const double x[3], double *v)
{
    v[0] = 1.5 + x[0] - 0.5 * x[1] * x[2];
}
static void tensor_at(const double x[3], double *v)
{
    const double full[6] = {3 + x[0], 0.5, x[1], 2 + x[2], -0.5 * x[0], 2.5};
    memcpy(v, full, sizeof full);
}
static void source_at(const double x[3], double *v)
{
    v[0] = 1 + x[0] * x[1] - 3 * x[2];
}

static const sem_formula kappa = SEM_FORMULA(kappa_at, 1), tensor = SEM_FORMULA(tensor_at, 6),
                         source = SEM_FORMULA(source_at, 1);

/* What is solved. */
typedef struct setting {
    enum sem_mesh mesh;
    int degree;
    eg_precision precision;
    bool with_tensor, by_element, with_mass;
} setting;

/* How. */
typedef struct manner {
    const char *device;
    int lanes, readback_every;
    eg_sem_variant variant;
} manner;

typedef struct outcome {
    double *y, *u, *smoothed, *history, *estimate;
    int64_t nodes, estimates;
    int iterations;
} outcome;

/* What the solution leaves of the equation; where c multiplies du/dt u stands for that, too. */
static void estimate(const sem_problem *p, const setting *s, const eg_buffer *x, outcome *made)
{
    const bool has_flux[6] = {false, true, true, true, true, true};
    eg_sem_geometries *geometries;
    eg_sem_estimator *estimator;
    made->estimates = (s->degree == 1 ? ESTIMATE_ALL_VALUES : ESTIMATE_VALUES) * p->mesh->base.held;
    made->estimate = calloc((size_t)made->estimates, sizeof *made->estimate);
    assert_non_null(made->estimate);
    OK(p, eg_sem_geometries_create(p->mesh, p->nodes, &geometries));
    const eg_sem_estimate_options options = {
        .u = x,
        .rate = x,
        .mean = 0.25,
        .time = s->with_mass ? 2 : 0,
        .source = {.function = &source.function, .by_element = s->by_element},
        .has_flux = has_flux,
        .geometries = geometries};
    if (s->with_mass)
        OK(p, eg_sem_scale_c(p->sem, 3, false));
    OK(p, eg_sem_estimator_create(p->sem, geometries, &estimator));
    OK(p, eg_sem_estimate(estimator, p->sem, &options, made->estimate));
    eg_sem_estimator_destroy(&estimator);
    eg_sem_geometries_destroy(&geometries);
}

/* A step from the solution. */
static void smooth(const sem_problem *p, const eg_buffer *x, double *smoothed)
{
    eg_buffer *to;
    OK(p, eg_sem_start(p->sem, &to));
    OK(p, eg_sem_smooth(p->sem, 0.7, eg_sem_rhs(p->sem), x, to));
    OK(p, eg_sem_read(p->sem, to, smoothed));
    eg_buffer_destroy(&to);
}

static outcome solve(const setting *s, const manner *m)
{
    sem_problem p;
    outcome made = {0};
    eg_buffer *x;
    eg_pcg *pcg;
    eg_pcg_result result;
    eg_sem_boundary side[6] = {
        {.condition = EG_SEM_DIRICHLET, .value = {.function = &source.function}},
        {.condition = EG_SEM_ROBIN, .value = {.constant = {1}}, .factor = {.constant = {2}}},
        {.condition = EG_SEM_NEUMANN, .value = {.constant = {0.5}}}};
    const eg_sem_options options = {.precision = s->precision,
                                    .lanes = m->lanes,
                                    .variant = m->variant,
                                    .kappa_values = s->with_tensor ? 6 : 1,
                                    .kappa = {.function = s->with_tensor ? &tensor.function : &kappa.function,
                                              .by_element = s->by_element},
                                    .c = {.constant = {s->with_mass ? 0.7 : 0}},
                                    .source = {.function = &source.function},
                                    .boundary = side};
    sem_begin(&p, m->device);
    sem_set_mesh(&p, s->mesh, 3);
    sem_build(&p, s->degree, &options);
    made.nodes = p.nodes->nodes;
    made.y = calloc((size_t)made.nodes, sizeof *made.y);
    made.u = calloc((size_t)made.nodes, sizeof *made.u);
    made.smoothed = calloc((size_t)made.nodes, sizeof *made.smoothed);
    made.history = calloc(1001, sizeof *made.history);
    assert_true(made.y && made.u && made.smoothed && made.history);
    for (int64_t i = 0; i < made.nodes; i++)
        made.u[i] = sem_random(i);
    sem_multiply(&p, made.u, made.y);
    const eg_pcg_options how = {.precision = s->precision,
                                .preconditioner = eg_sem_jacobi(p.sem),
                                .readback_every = m->readback_every};
    OK(&p, eg_sem_start(p.sem, &x));
    OK(&p, eg_pcg_create(p.context, p.device, eg_sem_operator(p.sem), &how, &pcg));
    OK(&p, eg_pcg_solve(pcg, eg_sem_rhs(p.sem), x, (eg_pcg_goal){.relative = 1e-4}, &result));
    OK(&p, eg_sem_read(p.sem, x, made.u));
    made.iterations = result.iterations;
    memcpy(made.history, result.history, (size_t)(result.iterations + 1) * sizeof(double));
    smooth(&p, x, made.smoothed);
    assert_memory_not_equal(made.smoothed, made.u, (size_t)made.nodes * sizeof *made.u);
    estimate(&p, s, x, &made);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    sem_end(&p);
    return made;
}

static void forget(outcome *o)
{
    free(o->y);
    free(o->u);
    free(o->smoothed);
    free(o->history);
    free(o->estimate);
}

static void compare(const setting *s, const outcome *reference, const manner *m)
{
    outcome o = solve(s, m);
    size_t bytes = (size_t)o.nodes * sizeof(double);
    const char *differs =
        memcmp(o.y, reference->y, bytes) ? "A p"
        : o.iterations != reference->iterations ||
                memcmp(o.history, reference->history, (size_t)(o.iterations + 1) * sizeof(double))
            ? "the residuals"
        : memcmp(o.u, reference->u, bytes)               ? "the solution"
        : memcmp(o.smoothed, reference->smoothed, bytes) ? "a step of smoothing"
        : memcmp(o.estimate, reference->estimate, (size_t)o.estimates * sizeof(double)) ? "the estimate"
                                                                                        : NULL;
    if (differs)
        fail_msg("%s, %d lanes, kernel %d, degree %d: the bits of %s are not those of host:1 with "
                 "one lane",
                 m->device, m->lanes, (int)m->variant, s->degree, differs);
    forget(&o);
}

static const setting settings[] = {
    {SEM_AFFINE, 1, EG_F64, false, true, false},  {SEM_TRILINEAR, 2, EG_F64, false, false, true},
    {SEM_TRILINEAR, 3, EG_F64, true, true, true}, {SEM_MIXED, 4, EG_F64, false, true, true},
    {SEM_CURVED, 5, EG_F64, true, false, false},  {SEM_TRILINEAR, 7, EG_F64, false, true, false},
    {SEM_MIXED, 4, EG_F32, false, false, true}};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* `parts` as of is_combined(). */
static void compare_all(const manner *manners, int count, int parts)
{
    for (int i = 0; i < SETTINGS; i++) {
        outcome reference = solve(&settings[i], &(manner){"host:1", 1, 1, EG_SEM_LANES});
        assert_true(reference.iterations > 5);
        for (int k = 0; k < count; k++)
            if (is_combined(i, k, parts))
                compare(&settings[i], &reference, &manners[k]);
        forget(&reference);
    }
}

static void lanes_and_threads_do_not_show(void **state)
{
    static const manner manners[] = {{"host:1", 8, 16, EG_SEM_LANES},
                                     {"host:2", 8, 5, EG_SEM_LANES},
                                     {"host:2", 16, 16, EG_SEM_LANES},
                                     {"host:2", 2, 100, EG_SEM_LANES},
                                     {"checked:3", 4, 16, EG_SEM_LANES}};
    (void)state;
    compare_all(manners, sizeof manners / sizeof *manners, 4);
}

static void kernel_of_columns_does_not_show(void **state)
{
    static const manner manners[] = {{"host:1", 2, 16, EG_SEM_COLUMNS}, {"checked", 1, 16, EG_SEM_COLUMNS}};
    (void)state;
    compare_all(manners, sizeof manners / sizeof *manners, 2);
}

/* The kernel of elements that do not fit into shared memory; the estimate takes them in several turns. */
static void slab_does_not_show(void **state)
{
    static const setting large = {SEM_AFFINE, 14, EG_F64, false, true, true};
    outcome reference = solve(&large, &(manner){"host:2", 8, 16, EG_SEM_LANES});
    (void)state;
    compare(&large, &reference, &(manner){"host:2", 0, 16, EG_SEM_COLUMNS});
    forget(&reference);
}

static void devices_do_not_show(void **state)
{
    device_spec spec[OTHER_DEVICES];
    int found = list_other_devices(spec);
    (void)state;
    for (int i = 0; i < found; i++) {
        const manner manners[] = {{spec[i], 0, 16, EG_SEM_COLUMNS}, {spec[i], 2, 16, EG_SEM_LANES}};
        compare_all(manners, sizeof manners / sizeof *manners, 3);
    }
    if (found == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_and_threads_do_not_show),
        cmocka_unit_test(kernel_of_columns_does_not_show),
        cmocka_unit_test(slab_does_not_show),
        cmocka_unit_test(devices_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
