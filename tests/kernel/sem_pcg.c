/* Conjugate gradients: how a solve ends, what it tells, preconditioners that are applied and that vary. */
#include "kernel/sem_problem.h"

/* -div grad u = 1 in a distorted cube with u = 0 on all sides, of degree 4. */
static void begin(sem_problem *p, const char *device, eg_precision precision)
{
    eg_sem_boundary side[6];
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = EG_SEM_DIRICHLET};
    sem_begin(p, device);
    sem_set_mesh(p, SEM_TRILINEAR, 3);
    sem_build(p, 4,
              &(eg_sem_options){.precision = precision,
                                .kappa = {.constant = {1}},
                                .source = {.constant = {1}},
                                .boundary = side});
}

/* Solves from 0 into u[nodes] (NULL: forgets it); history[limit + 1], unless NULL, is filled. */
static eg_status solve(sem_problem *p, const eg_pcg_options *options, eg_pcg_goal goal, double *u,
                       eg_pcg_result *result, double *history)
{
    eg_buffer *x;
    eg_pcg *pcg;
    OK(p, eg_sem_start(p->sem, &x));
    OK(p, eg_pcg_create(p->context, p->device, eg_sem_operator(p->sem), options, &pcg));
    eg_status status = eg_pcg_solve(pcg, eg_sem_rhs(p->sem), x, goal, result);
    if (u)
        OK(p, eg_sem_read(p->sem, x, u));
    if (history)
        memcpy(history, result->history, (size_t)(result->iterations + 1) * sizeof *history);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    return status;
}

/* |b - A u|, recomputed on the host. */
static double residual_of(sem_problem *p, const double *u)
{
    double sum = 0, *b = calloc((size_t)p->nodes->nodes, sizeof *b),
           *y = calloc((size_t)p->nodes->nodes, sizeof *y);
    assert_true(b && y);
    OK(p, eg_sem_read(p->sem, eg_sem_rhs(p->sem), b));
    sem_multiply(p, u, y);
    for (int64_t i = 0; i < p->nodes->nodes; i++)
        sum += (b[i] - y[i]) * (b[i] - y[i]);
    free(b);
    free(y);
    return sqrt(sum);
}

static void residual_falls_to_the_goal(void **state)
{
    sem_problem p;
    eg_pcg_result result;
    static double history[1001];
    (void)state;
    begin(&p, "host:1", EG_F64);
    double *u = calloc((size_t)p.nodes->nodes, sizeof *u);
    for (int jacobi = 0; jacobi < 2; jacobi++) {
        const eg_pcg_options options = {.preconditioner = jacobi ? eg_sem_jacobi(p.sem) : NULL};
        OK(&p, solve(&p, &options, (eg_pcg_goal){.relative = 1e-8}, u, &result, history));
        assert_int_equal(result.end, EG_PCG_CONVERGED);
        assert_true(result.iterations > 20 && result.iterations < 400);
        assert_true(history[0] == result.first && history[result.iterations] == result.last);
        assert_true(result.last <= 1e-8 * result.first);
        assert_true(history[result.iterations - 1] > 1e-8 * result.first);
        assert_true(fabs(residual_of(&p, u) - result.last) < 1e-12 * result.first);
    }
    OK(&p, solve(&p, &(eg_pcg_options){0}, (eg_pcg_goal){.absolute = 1e-5}, NULL, &result, NULL));
    assert_true(result.last <= 1e-5 && result.last > 1e-7);
    OK(&p,
       solve(&p, &(eg_pcg_options){0}, (eg_pcg_goal){.relative = 1e-3, .norm = 1e-2}, NULL, &result, NULL));
    assert_true(result.last <= 1e-5 && result.last > 1e-7);
    free(u);
    sem_end(&p);
}

/* However late the host reads back. */
static void looks_do_not_show(void **state)
{
    static const int every[] = {1, 3, 16, 1000};
    sem_problem p;
    int iterations[4];
    double *u[4];
    (void)state;
    begin(&p, "host:2", EG_F64);
    size_t bytes = (size_t)p.nodes->nodes * sizeof(double);
    for (int i = 0; i < 4; i++) {
        eg_pcg_result result;
        const eg_pcg_options options = {.readback_every = every[i], .preconditioner = eg_sem_jacobi(p.sem)};
        u[i] = malloc(bytes);
        OK(&p, solve(&p, &options, (eg_pcg_goal){.relative = 1e-6}, u[i], &result, NULL));
        iterations[i] = result.iterations;
    }
    for (int i = 1; i < 4; i++) {
        assert_int_equal(iterations[i], iterations[0]);
        assert_memory_equal(u[i], u[0], bytes);
    }
    for (int i = 0; i < 4; i++)
        free(u[i]);
    sem_end(&p);
}

static void limit_is_told(void **state)
{
    sem_problem p;
    eg_pcg_result result;
    double history[11];
    char text[256];
    (void)state;
    begin(&p, "host:1", EG_F64);
    double *u = calloc((size_t)p.nodes->nodes, sizeof *u);
    const eg_pcg_options options = {.limit = 10, .preconditioner = eg_sem_jacobi(p.sem)};
    assert_int_equal(solve(&p, &options, (eg_pcg_goal){.relative = 1e-9}, u, &result, history), EG_DIVERGED);
    assert_int_equal(result.end, EG_PCG_LIMIT);
    assert_int_equal(result.iterations, 10);
    for (int i = 0; i <= 10; i++)
        assert_true(history[i] > 1e-9 * history[0]);
    snprintf(text, sizeof text,
             "conjugate gradients have not converged: after 10 iterations the residual is %.3g (at "
             "the start %.3g, to be reached %.3g): the limit of iterations came first",
             history[10], history[0], 1e-9 * history[0]);
    assert_string_equal(eg_context_error(p.context), text);
    assert_true(fabs(residual_of(&p, u) - result.last) < 1e-12 * result.first);
    free(u);
    sem_end(&p);
}

/* 0 iterations where there is nothing to do. */
static void solution_that_is_there_is_kept(void **state)
{
    sem_problem p;
    eg_pcg_result result;
    (void)state;
    begin(&p, "host:1", EG_F64);
    OK(&p, solve(&p, &(eg_pcg_options){0}, (eg_pcg_goal){.relative = 1}, NULL, &result, NULL));
    assert_int_equal(result.iterations, 0);
    assert_int_equal(result.end, EG_PCG_CONVERGED);
    sem_end(&p);
}

/* ---- operators and preconditioners of a test */

/* -A. */
typedef struct negative {
    eg_operator matrix;
    sem_problem *problem;
} negative;

static eg_status apply_negative(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                                const eg_buffer *count)
{
    sem_problem *problem = ((const negative *)self)->problem;
    int64_t chunks = eg_ceil_div(self->size, EG_CHUNK);
    const eg_operator *matrix = eg_sem_operator(problem->sem);
    double sum[64];
    assert_true(chunks <= 64);
    EG_TRY(matrix->apply(matrix, p, y, sums, count));
    EG_TRY(eg_buffer_read(sums, 0, sum, chunks * 8));
    for (int64_t i = 0; i < chunks; i++)
        sum[i] = -sum[i];
    return eg_buffer_write(sums, 0, sum, chunks * 8);
}

static void matrix_that_is_not_definite_is_told(void **state)
{
    sem_problem p;
    eg_pcg *pcg;
    eg_buffer *x;
    eg_pcg_result result;
    (void)state;
    begin(&p, "host:1", EG_F64);
    const negative wrong = {{.apply = apply_negative, .size = p.nodes->nodes}, &p};
    OK(&p, eg_sem_start(p.sem, &x));
    OK(&p, eg_pcg_create(p.context, p.device, &wrong.matrix, &(eg_pcg_options){0}, &pcg));
    assert_int_equal(eg_pcg_solve(pcg, eg_sem_rhs(p.sem), x, (eg_pcg_goal){.relative = 1e-6}, &result),
                     EG_DIVERGED);
    assert_int_equal(result.end, EG_PCG_INDEFINITE);
    assert_int_equal(result.iterations, 0);
    assert_non_null(strstr(eg_context_error(p.context), "not positive definite"));
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    sem_end(&p);
}

static void value_that_is_not_finite_is_told(void **state)
{
    sem_problem p;
    eg_pcg *pcg;
    eg_buffer *x, *b;
    eg_pcg_result result;
    (void)state;
    begin(&p, "host:1", EG_F64);
    double *values = calloc((size_t)p.nodes->nodes, sizeof *values);
    values[7] = NAN;
    OK(&p, eg_sem_start(p.sem, &x));
    OK(&p, eg_sem_start(p.sem, &b));
    OK(&p, eg_sem_write(p.sem, values, b));
    OK(&p, eg_pcg_create(p.context, p.device, eg_sem_operator(p.sem), &(eg_pcg_options){0}, &pcg));
    assert_int_equal(eg_pcg_solve(pcg, b, x, (eg_pcg_goal){.relative = 1e-6}, &result), EG_DIVERGED);
    assert_int_equal(result.end, EG_PCG_NOT_FINITE);
    assert_int_equal(result.iterations, 0);
    free(values);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&b);
    eg_buffer_destroy(&x);
    sem_end(&p);
}

/* Jacobi's preconditioner, applied by the host; with `changes` a different matrix each time. */
typedef struct by_host {
    eg_preconditioner preconditioner;
    sem_problem *problem;
    double *r;
    int *calls;
    bool changes;
} by_host;

static eg_status apply_by_host(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const by_host *own = (const by_host *)self;
    const sem_problem *p = own->problem;
    double *scale = sem_inverse_diagonal(p);
    EG_TRY(eg_sem_read(p->sem, r, own->r));
    for (int64_t i = 0; i < p->nodes->nodes; i++) {
        double factor = own->changes ? 1 + 0.4 * sem_random(i + 7777 * *own->calls) : 1;
        own->r[i] *= factor * scale[i];
    }
    free(scale);
    ++*own->calls;
    return eg_sem_write(p->sem, own->r, z);
}

static void applied_preconditioner_gives_the_same(void **state)
{
    sem_problem p;
    eg_pcg_result multiplied, applied;
    int calls = 0;
    (void)state;
    begin(&p, "host:1", EG_F64);
    size_t count = (size_t)p.nodes->nodes;
    double *u = calloc(count, sizeof *u), *v = calloc(count, sizeof *v), *r = calloc(count, sizeof *r);
    const by_host own = {{.apply = apply_by_host}, &p, r, &calls, false};
    const eg_pcg_goal goal = {.relative = 1e-9};
    OK(&p, solve(&p, &(eg_pcg_options){.preconditioner = eg_sem_jacobi(p.sem)}, goal, u, &multiplied, NULL));
    OK(&p, solve(&p, &(eg_pcg_options){.preconditioner = &own.preconditioner, .readback_every = 1}, goal, v,
                 &applied, NULL));
    assert_int_equal(applied.iterations, multiplied.iterations);
    assert_memory_equal(u, v, count * sizeof *u);
    assert_int_equal(calls, applied.iterations); /* none of the last residual */
    free(u);
    free(v);
    free(r);
    sem_end(&p);
}

/* Where the preconditioner varies the flexible beta takes fewer iterations than the standard one. */
static void flexible_solver_takes_a_preconditioner_that_varies(void **state)
{
    sem_problem p;
    eg_pcg_result fixed, result[2];
    (void)state;
    begin(&p, "host:1", EG_F64);
    double *r = calloc((size_t)p.nodes->nodes, sizeof *r);
    const eg_pcg_goal goal = {.relative = 1e-9};
    OK(&p, solve(&p, &(eg_pcg_options){.preconditioner = eg_sem_jacobi(p.sem)}, goal, NULL, &fixed, NULL));
    for (int flexible = 0; flexible < 2; flexible++) {
        int calls = 0;
        const by_host own = {{.apply = apply_by_host, .varies = flexible}, &p, r, &calls, true};
        OK(&p, solve(&p, &(eg_pcg_options){.preconditioner = &own.preconditioner}, goal, NULL,
                     &result[flexible], NULL));
    }
    if (!(fixed.iterations < result[1].iterations && result[1].iterations < result[0].iterations))
        fail_msg("fixed %d, standard %d, flexible %d iterations", fixed.iterations, result[0].iterations,
                 result[1].iterations);
    print_message("fixed %d, standard %d, flexible %d iterations\n", fixed.iterations, result[0].iterations,
                  result[1].iterations);
    free(r);
    sem_end(&p);
}

static void single_precision(void **state)
{
    sem_problem p;
    eg_pcg_result result;
    (void)state;
    begin(&p, "host:1", EG_F32);
    OK(&p, solve(&p, &(eg_pcg_options){.precision = EG_F32, .preconditioner = eg_sem_jacobi(p.sem)},
                 (eg_pcg_goal){.relative = 1e-5}, NULL, &result, NULL));
    assert_true(result.iterations > 20);
    sem_end(&p);
}

/* The residual that is told is that of the solution, and what rounding leaves of it is reached. */
static void goal_below_rounding_is_told(void **state)
{
    static const double goal[] = {[EG_F32] = 1e-12, [EG_F64] = 1e-20},
                        epsilon[] = {[EG_F32] = 0x1p-24, [EG_F64] = 0x1p-53};
    (void)state;
    for (int precision = EG_F32; precision <= EG_F64; precision++) {
        sem_problem p;
        eg_pcg_result result;
        begin(&p, "host:1", precision);
        double *u = calloc((size_t)p.nodes->nodes, sizeof *u);
        const eg_pcg_options options = {.precision = precision, .preconditioner = eg_sem_jacobi(p.sem)};
        assert_int_equal(solve(&p, &options, (eg_pcg_goal){.relative = goal[precision]}, u, &result, NULL),
                         EG_DIVERGED);
        assert_int_equal(result.end, EG_PCG_STAGNATED);
        assert_non_null(strstr(eg_context_error(p.context), "rounding leaves no less"));
        double left = result.last / result.first;
        print_message("rounding leaves %.3g, %.3g roundings; on the host %.3g\n", left,
                      left / epsilon[precision], residual_of(&p, u) / result.first);
        assert_true(left > epsilon[precision] / 10 && left < 100 * epsilon[precision]);
        assert_true(residual_of(&p, u) < 10 * result.last);
        OK(&p, solve(&p, &options, (eg_pcg_goal){.relative = 2 * left}, NULL, &result, NULL));
        free(u);
        sem_end(&p);
    }
}

typedef struct stopper {
    eg_pcg_watch watch;
    int64_t *at;
} stopper;

static bool stop_at_fifty(const eg_pcg_watch *self, int64_t iterations, double residual, double goal)
{
    assert_true(residual > goal);
    *((const stopper *)self)->at = iterations;
    return iterations >= 50;
}

static void watch_stops_a_solve(void **state)
{
    sem_problem p;
    eg_pcg_result result;
    int64_t at = 0;
    (void)state;
    begin(&p, "host:1", EG_F64);
    const stopper s = {{stop_at_fifty}, &at};
    const eg_pcg_options options = {.watch = &s.watch, .readback_every = 5};
    assert_int_equal(solve(&p, &options, (eg_pcg_goal){.relative = 1e-12}, NULL, &result, NULL), EG_STOPPED);
    assert_int_equal(result.end, EG_PCG_STOPPED);
    assert_int_equal(at, 50);
    assert_true(result.iterations >= 50 && result.iterations <= 60);
    sem_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residual_falls_to_the_goal),
        cmocka_unit_test(looks_do_not_show),
        cmocka_unit_test(limit_is_told),
        cmocka_unit_test(solution_that_is_there_is_kept),
        cmocka_unit_test(matrix_that_is_not_definite_is_told),
        cmocka_unit_test(value_that_is_not_finite_is_told),
        cmocka_unit_test(applied_preconditioner_gives_the_same),
        cmocka_unit_test(flexible_solver_takes_a_preconditioner_that_varies),
        cmocka_unit_test(single_precision),
        cmocka_unit_test(goal_below_rounding_is_told),
        cmocka_unit_test(watch_stops_a_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
