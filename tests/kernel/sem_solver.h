/* What the tests of preconditioners of spectral elements share: a problem, the application of a
 * preconditioner on the host, solves, symmetry, and the comparison of bits over devices. */
#ifndef TESTS_KERNEL_SEM_SOLVER_H
#define TESTS_KERNEL_SEM_SOLVER_H

#include "kernel/sem_problem.h"
#include "kernel/there.h"

#include "scheme/sem/precondition.h"

static inline void kappa_at(const double x[3], double *v)
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
    bool mixed;    /* all conditions, and kappa a function of place; else kappa = 1 and u = 0 on all sides */
    bool floating; /* nothing fixes the level */
} setting;

typedef struct solver {
    sem_problem p;
    eg_sem_boundary side[6];
    eg_sem_options options;
    eg_sem_preconditioner *preconditioner;
} solver;

static inline void make_problem(solver *s, const setting *what)
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

static inline void precondition(solver *s, const eg_sem_precondition_options *options)
{
    eg_sem_preconditioner_destroy(&s->preconditioner);
    OK(&s->p, eg_sem_preconditioner_create(s->p.sem, &s->options, options, &s->preconditioner));
    assert_true(eg_sem_preconditioner_device_bytes(s->preconditioner) > 0 || options->kind == EG_SEM_JACOBI);
}

static inline void end(solver *s)
{
    eg_sem_preconditioner_destroy(&s->preconditioner);
    sem_end(&s->p);
}

/* ---- vectors on the host, [nodes] */

static inline double *vector(const solver *s, int64_t seed)
{
    double *v = calloc((size_t)s->p.nodes->nodes, sizeof *v);
    assert_non_null(v);
    for (int64_t i = 0; i < s->p.nodes->nodes; i++)
        v[i] = eg_sem_dirichlet(s->p.sem)[i] ? 0 : sem_random(seed + i);
    return v;
}

static inline double product(const solver *s, const double *a, const double *b)
{
    double sum = 0;
    for (int64_t i = 0; i < s->p.nodes->nodes; i++)
        sum += a[i] * b[i];
    return sum;
}

/* z = P r */
static inline void apply(solver *s, const double *r, double *z)
{
    const eg_preconditioner *own = eg_sem_preconditioner_get(s->preconditioner);
    eg_buffer *from, *to;
    OK(&s->p, eg_sem_start(s->p.sem, &from));
    OK(&s->p, eg_sem_start(s->p.sem, &to));
    OK(&s->p, eg_sem_write(s->p.sem, r, from));
    OK(&s->p, own->apply(own, from, to));
    OK(&s->p, eg_sem_read(s->p.sem, to, z));
    eg_buffer_destroy(&from);
    eg_buffer_destroy(&to);
}

/* v.P w = w.P v but for `error` of their size, and v.P v > 0; P v is 0 where values are given. */
static inline void check_symmetry(solver *s, double error)
{
    double *v = vector(s, 0), *w = vector(s, 1 << 20), *pv = vector(s, 0), *pw = vector(s, 0);
    apply(s, v, pv);
    apply(s, w, pw);
    double size = sqrt(product(s, v, pv) * product(s, w, pw));
    assert_true(product(s, v, pv) > 0 && product(s, w, pw) > 0);
    if (!(fabs(product(s, v, pw) - product(s, w, pv)) < error * size))
        fail_msg("v.Pw - w.Pv is %g of %g", product(s, v, pw) - product(s, w, pv), size);
    for (int64_t i = 0; i < s->p.nodes->nodes; i++)
        if (eg_sem_dirichlet(s->p.sem)[i])
            assert_true(pv[i] == 0);
    free(v);
    free(w);
    free(pv);
    free(pw);
}

/* ---- solves */

/* Iterations until the residual of the start has fallen to this part; the solution into u unless NULL. */
static inline int solve(solver *s, double relative, double *u)
{
    eg_pcg_result result;
    eg_pcg *pcg;
    eg_buffer *x;
    const eg_pcg_options how = {.precision = s->options.precision,
                                .preconditioner = eg_sem_preconditioner_get(s->preconditioner),
                                .readback_every = 1};
    OK(&s->p, eg_sem_start(s->p.sem, &x));
    OK(&s->p, eg_pcg_create(s->p.context, s->p.device, eg_sem_operator(s->p.sem), &how, &pcg));
    OK(&s->p, eg_pcg_solve(pcg, eg_sem_rhs(s->p.sem), x, (eg_pcg_goal){.relative = relative}, &result));
    if (u)
        OK(&s->p, eg_sem_read(s->p.sem, x, u));
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    return result.iterations;
}

/* From a right-hand side that sums up to 0, where nothing fixes the level. */
static inline int solve_floating(solver *s)
{
    eg_buffer *x, *b;
    eg_pcg *pcg;
    eg_pcg_result result;
    double *u = vector(s, 5), *right = vector(s, 5);
    sem_multiply(&s->p, u, right);
    OK(&s->p, eg_sem_start(s->p.sem, &x));
    OK(&s->p, eg_sem_start(s->p.sem, &b));
    OK(&s->p, eg_sem_write(s->p.sem, right, b));
    const eg_pcg_options how = {.preconditioner = eg_sem_preconditioner_get(s->preconditioner)};
    OK(&s->p, eg_pcg_create(s->p.context, s->p.device, eg_sem_operator(s->p.sem), &how, &pcg));
    OK(&s->p, eg_pcg_solve(pcg, b, x, (eg_pcg_goal){.relative = 1e-8}, &result));
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    eg_buffer_destroy(&b);
    free(u);
    free(right);
    return result.iterations;
}

/* ---- equal bits */

/* P v of a setting. */
static inline double *applied(const setting *what, eg_sem_precondition_options options, int64_t *nodes)
{
    solver s;
    options.schwarz.lanes = options.pmg.lanes = what->lanes;
    make_problem(&s, what);
    precondition(&s, &options);
    double *v = vector(&s, 3), *z = vector(&s, 3);
    apply(&s, v, z);
    *nodes = s.p.nodes->nodes;
    free(v);
    end(&s);
    return z;
}

/* P v has the bits of `what` on this device too. */
static inline void compare(const setting *what, const eg_sem_precondition_options *options,
                           const char *device, int lanes)
{
    setting other = *what;
    int64_t nodes;
    other.device = device;
    other.lanes = lanes;
    double *a = applied(what, *options, &nodes), *b = applied(&other, *options, &nodes);
    if (memcmp(a, b, (size_t)nodes * sizeof *a))
        fail_msg("%s, %d lanes, degree %d: the bits of P r are not those of %s", device, lanes, other.degree,
                 what->device);
    free(a);
    free(b);
}

/* Calls `compare` for the devices that are not the host; their number. */
static inline int compare_devices(const setting *what, const eg_sem_precondition_options *options, int lanes)
{
    device_spec spec[OTHER_DEVICES];
    int found = list_other_devices(spec);
    for (int i = 0; i < found; i++)
        compare(what, options, spec[i], lanes);
    return found;
}

#endif
