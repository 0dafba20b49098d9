/* gmres against a dense solve; how a solve ends; the same bits on every device. */
#include "unit/device_fixture.h"

#include <math.h>

#include "scheme/linear/gmres.h"

enum { SMALL = 60 };

static double noise(int64_t i)
{
    uint64_t x = (uint64_t)i * 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 29)) * 0xBF58476D1CE4E5B9u;
    return (double)((x ^ (x >> 32)) % 1000003) / 1000003 - 0.5;
}

/* An unsymmetric matrix of five bands, applied by the host: a_ij = noise, diagonal + noise on the
 * diagonal. */
typedef struct banded {
    eg_operator matrix;
    double diagonal, *p, *y;
    int64_t width; /* distance of the outer bands */
} banded;

static double entry(const banded *a, int64_t i, int64_t j)
{
    return noise(i * 7919 + j) + (i == j ? a->diagonal : 0);
}

static double row_times(const banded *a, int64_t i, const double *p)
{
    const int64_t at[] = {-a->width, -1, 0, 1, a->width};
    double sum = 0;
    for (int k = 0; k < 5; k++)
        if (i + at[k] >= 0 && i + at[k] < a->matrix.size)
            sum += entry(a, i, i + at[k]) * p[i + at[k]];
    return sum;
}

static eg_status apply_banded(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                              const eg_buffer *count)
{
    const banded *a = (const banded *)self;
    (void)count;
    assert_null(sums);
    EG_TRY(eg_buffer_read(p, 0, a->p, self->size * 8));
    for (int64_t i = 0; i < self->size; i++)
        a->y[i] = row_times(a, i, a->p);
    return eg_buffer_write(y, 0, a->y, self->size * 8);
}

typedef struct problem {
    fixture *f;
    eg_device *device;
    banded a;
    eg_buffer *b, *x;
    double *given, *found;
} problem;

static void begin(problem *p, fixture *f, const char *device, int64_t size, double diagonal)
{
    size_t bytes = (size_t)size * sizeof(double);
    *p = (problem){.f = f, .given = calloc(1, bytes), .found = calloc(1, bytes)};
    p->a = (banded){.matrix = {.apply = apply_banded, .size = size},
                    .diagonal = diagonal,
                    .p = calloc(1, bytes),
                    .y = calloc(1, bytes),
                    .width = size / 7};
    assert_true(p->given && p->found && p->a.p && p->a.y);
    for (int64_t i = 0; i < size; i++)
        p->given[i] = noise(31 * i + 5);
    ok(f, eg_device_open(f->context, device, &p->device));
    ok(f, eg_buffer_upload(p->device, (int64_t)bytes, "b", p->given, &p->b));
    ok(f, eg_buffer_upload(p->device, (int64_t)bytes, "x", NULL, &p->x));
}

static void end(problem *p)
{
    eg_buffer_destroy(&p->b);
    eg_buffer_destroy(&p->x);
    eg_device_close(&p->device);
    free(p->given);
    free(p->found);
    free(p->a.p);
    free(p->a.y);
}

/* Solves from 0; the solution is in p->found; history[iterations + 1] unless NULL. */
static eg_status solve(problem *p, const eg_gmres_options *options, eg_gmres_goal goal,
                       eg_gmres_result *result, double *history)
{
    eg_gmres *gmres;
    fixture *f = p->f;
    int64_t bytes = p->a.matrix.size * 8;
    memset(p->found, 0, (size_t)bytes);
    ok(f, eg_buffer_write(p->x, 0, p->found, bytes));
    ok(f, eg_gmres_create(f->context, p->device, &p->a.matrix, options, &gmres));
    assert_true(eg_gmres_device_bytes(gmres) > 5 * bytes);
    eg_status status = eg_gmres_solve(gmres, p->b, p->x, goal, result);
    ok(f, eg_buffer_read(p->x, 0, p->found, bytes));
    if (history)
        memcpy(history, result->history, (size_t)(result->iterations + 1) * sizeof *history);
    eg_gmres_destroy(&gmres);
    return status;
}

static double true_residual(const problem *p)
{
    double sum = 0;
    for (int64_t i = 0; i < p->a.matrix.size; i++) {
        double r = p->given[i] - row_times(&p->a, i, p->found);
        sum += r * r;
    }
    return sqrt(sum);
}

/* By Gauss, without pivots: the diagonal is large. */
static void solve_dense(const problem *p, double *x)
{
    static double m[SMALL][SMALL + 1];
    for (int i = 0; i < SMALL; i++) {
        double unit[SMALL] = {0};
        for (int j = 0; j < SMALL; j++) {
            unit[j] = 1;
            m[i][j] = row_times(&p->a, i, unit);
            unit[j] = 0;
        }
        m[i][SMALL] = p->given[i];
    }
    for (int k = 0; k < SMALL; k++)
        for (int i = k + 1; i < SMALL; i++)
            for (int j = SMALL; j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    for (int i = SMALL - 1; i >= 0; i--) {
        x[i] = m[i][SMALL];
        for (int j = i + 1; j < SMALL; j++)
            x[i] -= m[i][j] * x[j];
        x[i] /= m[i][i];
    }
}

static void solution_is_that_of_a_dense_solve(void **state)
{
    problem p;
    double exact[SMALL];
    eg_gmres_result result;
    begin(&p, *state, "host:1", SMALL, 2.5);
    solve_dense(&p, exact);
    ok(p.f, solve(&p, &(eg_gmres_options){0}, (eg_gmres_goal){.relative = 1e-13}, &result, NULL));
    assert_int_equal(result.end, EG_GMRES_CONVERGED);
    for (int i = 0; i < SMALL; i++)
        assert_true(fabs(p.found[i] - exact[i]) < 1e-12);
    end(&p);
}

/* The residual falls from iteration to iteration, also over the end of a cycle, and is the true one. */
static void residual_falls_to_the_goal(void **state)
{
    static const int restart[] = {5, 12, 64};
    problem p;
    eg_gmres_result result;
    double history[201];
    begin(&p, *state, "host:2", 5000, 1.6);
    for (int i = 0; i < 3; i++) {
        const eg_gmres_options options = {.restart = restart[i]};
        ok(p.f, solve(&p, &options, (eg_gmres_goal){.relative = 1e-9}, &result, history));
        assert_true(result.iterations > 10 && result.iterations < 100);
        assert_true(history[0] == result.first && history[result.iterations] == result.last);
        for (int k = 1; k <= result.iterations; k++)
            assert_true(history[k] <= history[k - 1] * (1 + 1e-12));
        assert_true(history[result.iterations - 1] > 1e-9 * result.first);
        assert_true(result.last <= 1e-9 * result.first);
        assert_true(fabs(true_residual(&p) - result.last) < 1e-13 * result.first);
    }
    ok(p.f,
       solve(&p, &(eg_gmres_options){0}, (eg_gmres_goal){.relative = 1e-3, .norm = 1e-2}, &result, NULL));
    assert_true(result.last <= 1e-5 && result.last > 1e-7);
    double all = result.first; /* from x = 0 the first residual is b */
    ok(p.f,
       solve(&p, &(eg_gmres_options){0}, (eg_gmres_goal){.relative = 1e-4, .of_rhs = true}, &result, NULL));
    assert_true(result.last <= 1e-4 * all && result.last > 1e-6 * all);
    end(&p);
}

/* P = 2 / diagonal, as numbers and applied by the host. */
typedef struct halved {
    eg_preconditioner preconditioner;
    problem *p;
} halved;

static eg_status apply_halved(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const problem *p = ((const halved *)self)->p;
    int64_t size = p->a.matrix.size;
    EG_TRY(eg_buffer_read(r, 0, p->a.p, size * 8));
    for (int64_t i = 0; i < size; i++)
        p->a.p[i] *= 2 / entry(&p->a, i, i);
    return eg_buffer_write(z, 0, p->a.p, size * 8);
}

static void preconditioners_multiply_and_are_applied(void **state)
{
    problem p;
    eg_buffer *scale;
    eg_gmres_result applied, multiplied;
    begin(&p, *state, "host:1", 5000, 1.6);
    double *numbers = calloc(5000, sizeof *numbers), *first = calloc(5000, sizeof *first);
    assert_true(numbers && first);
    for (int i = 0; i < 5000; i++)
        numbers[i] = 2 / entry(&p.a, i, i);
    ok(p.f, eg_buffer_upload(p.device, 5000 * 8, "scale", numbers, &scale));
    const halved by_host = {{.apply = apply_halved}, &p};
    const eg_preconditioner diagonal = {.scale = scale};
    const eg_gmres_goal goal = {.relative = 1e-8};
    ok(p.f, solve(&p, &(eg_gmres_options){.preconditioner = &by_host.preconditioner}, goal, &applied, NULL));
    memcpy(first, p.found, 5000 * sizeof *first);
    assert_true(true_residual(&p) < 1.001e-8 * applied.first);
    ok(p.f, solve(&p, &(eg_gmres_options){.preconditioner = &diagonal}, goal, &multiplied, NULL));
    assert_int_equal(multiplied.iterations, applied.iterations);
    assert_memory_equal(first, p.found, 5000 * sizeof *first);
    eg_buffer_destroy(&scale);
    free(numbers);
    free(first);
    end(&p);
}

/* Several chunks, restarts, and readbacks at other times. */
static void bits_are_equal_everywhere(void **state)
{
    enum { SIZE = 9000 };
    fixture *f = *state;
    double *first = calloc(SIZE, sizeof *first);
    int iterations = 0;
    for (int i = 0; i < f->specs; i++) {
        problem p;
        eg_gmres_result result;
        begin(&p, f, f->spec[i], SIZE, 1.6);
        const eg_gmres_options options = {.restart = 8, .readback_every = 1 + 3 * i};
        ok(f, solve(&p, &options, (eg_gmres_goal){.relative = 1e-7}, &result, NULL));
        if (i == 0) {
            memcpy(first, p.found, SIZE * sizeof *first);
            iterations = result.iterations;
        }
        assert_int_equal(result.iterations, iterations);
        assert_memory_equal(first, p.found, SIZE * sizeof *first);
        end(&p);
    }
    free(first);
}

/* ---- how a solve ends */

static void nothing_to_do_is_done_at_once(void **state)
{
    problem p;
    eg_gmres_result result;
    begin(&p, *state, "host:1", SMALL, 2.5);
    memset(p.given, 0, SMALL * sizeof *p.given);
    ok(p.f, eg_buffer_write(p.b, 0, p.given, SMALL * 8));
    ok(p.f, solve(&p, &(eg_gmres_options){0}, (eg_gmres_goal){.relative = 1e-6}, &result, NULL));
    assert_int_equal(result.end, EG_GMRES_CONVERGED);
    assert_int_equal(result.iterations, 0);
    assert_memory_equal(p.found, p.given, SMALL * sizeof *p.given);
    end(&p);
}

static void failures_are_told(void **state)
{
    problem p;
    eg_gmres_result result;
    char text[256];
    begin(&p, *state, "host:1", 5000, 1.6);
    assert_int_equal(solve(&p, &(eg_gmres_options){.limit = 7, .restart = 4},
                           (eg_gmres_goal){.relative = 1e-9}, &result, NULL),
                     EG_DIVERGED);
    assert_int_equal(result.end, EG_GMRES_LIMIT);
    assert_int_equal(result.iterations, 7);
    snprintf(text, sizeof text,
             "gmres has not converged: after 7 iterations the residual is %.3g (at the start %.3g, "
             "to be reached %.3g): the limit of iterations came first",
             result.last, result.first, 1e-9 * result.first);
    assert_string_equal(eg_context_error(p.f->context), text);
    assert_true(fabs(true_residual(&p) - result.last) < 1e-12 * result.first);
    p.given[77] = NAN;
    ok(p.f, eg_buffer_write(p.b, 0, p.given, 5000 * 8));
    assert_int_equal(solve(&p, &(eg_gmres_options){0}, (eg_gmres_goal){.relative = 1e-9}, &result, NULL),
                     EG_DIVERGED);
    assert_int_equal(result.end, EG_GMRES_NOT_FINITE);
    assert_non_null(strstr(eg_context_error(p.f->context), "a value is not finite"));
    end(&p);
}

static eg_status apply_nothing(const eg_operator *self, const eg_buffer *p, eg_buffer *y, eg_buffer *sums,
                               const eg_buffer *count)
{
    const banded *a = (const banded *)self;
    (void)p, (void)sums, (void)count;
    memset(a->y, 0, (size_t)self->size * 8);
    return eg_buffer_write(y, 0, a->y, self->size * 8);
}

static void singular_matrix_is_told(void **state)
{
    problem p;
    eg_gmres_result result;
    begin(&p, *state, "host:1", SMALL, 2.5);
    p.a.matrix.apply = apply_nothing;
    assert_int_equal(solve(&p, &(eg_gmres_options){0}, (eg_gmres_goal){.relative = 1e-6}, &result, NULL),
                     EG_DIVERGED);
    assert_int_equal(result.end, EG_GMRES_SINGULAR);
    assert_non_null(strstr(eg_context_error(p.f->context), "is singular"));
    for (int i = 0; i < SMALL; i++)
        assert_true(p.found[i] == 0);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solution_is_that_of_a_dense_solve),
        cmocka_unit_test(residual_falls_to_the_goal),
        cmocka_unit_test(preconditioners_multiply_and_are_applied),
        cmocka_unit_test(bits_are_equal_everywhere),
        cmocka_unit_test(nothing_to_do_is_done_at_once),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(singular_matrix_is_told),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
