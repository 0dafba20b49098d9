/* The bench of poisson and heat: a cube of hexahedra, and the parts of an iteration by themselves. */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

/* Of conjugate gradients: x, r and p read and written, A p and the diagonal read, b once. */
enum { OPERATOR, ELEMENTS, PRECONDITIONER, ITERATION, VECTORS = 9, ITERATIONS = 10 };

const char *const eg_elliptic_bench_parts[] = {"operator", "operator, no sums at common nodes",
                                               "preconditioner", "iteration", NULL};

static int bench_degree(const eg_bench_options *options)
{
    return options->degree > 0 ? options->degree : 4;
}

/* Elements along a side. */
static int64_t bench_side(const eg_bench_options *options, bool gpu, int ranks)
{
    double unknowns = (gpu ? 30e6 : 2e6) * ranks;
    double elements = options->cells > 0 ? (double)options->cells : unknowns / pow(bench_degree(options), 3);
    return eg_max_i64(1, (int64_t)(cbrt(elements) + 0.5));
}

/* A solve ends with its number of iterations: its tolerance is out of reach. */
static void write_cube_case(const eg_bench_options *options, int64_t n, const char *model,
                            const char *material, eg_text *text)
{
    static const char *const sides[] = {"left", "right", "front", "back", "bottom", "top"};
    int degree = bench_degree(options);
    eg_text_add(text, "model: %s\nmesh: {box: {size: [1, 1, 1], cells: [%lld, %lld, %lld]}}\n", model,
                (long long)n, (long long)n, (long long)n);
    eg_text_add(text, "materials: {all: {kappa: 1, %ssource: \"sin(7 * x) + y * z\"}}\nboundaries:\n",
                material);
    for (int i = 0; i < 6; i++)
        eg_text_add(text, "  %s: {value: 0}\n", sides[i]);
    eg_text_add(text,
                "numerics: {degree: %d, precision: %s, preconditioner: %s, "
                "iterations: %d}\noutput: {picture: none}\n",
                degree, options->f32 ? "f32" : "f64", degree > 1 ? "p-multigrid" : "jacobi", ITERATIONS);
}

void eg_poisson_bench_case(const eg_model_kind *kind, const eg_bench_options *options, bool gpu, int ranks,
                           eg_text *text)
{
    (void)kind;
    write_cube_case(options, bench_side(options, gpu, ranks), "poisson", "", text);
}

/* In a step heat goes as far as an element is long. */
void eg_heat_bench_case(const eg_model_kind *kind, const eg_bench_options *options, bool gpu, int ranks,
                        eg_text *text)
{
    (void)kind;
    int64_t n = bench_side(options, gpu, ranks);
    double step = 1 / ((double)n * (double)n);
    write_cube_case(options, n, "heat", "capacity: 1, ", text);
    eg_text_add(text, "initial: {temperature: 0}\ntime: {end: %.17g, dt: %.17g}\n", step, step);
}

/* Solves of ITERATIONS each, from the start; that they do not reach their tolerance is no failure. */
static eg_status iterate_bench(eg_elliptic *p, int64_t times, int64_t *done)
{
    const eg_pcg_goal goal = {.relative = 1e-300};
    eg_pcg_result result;
    for (*done = 0; *done < times; *done += result.iterations) {
        EG_TRY(eg_buffer_copy(p->x, 0, p->start, 0, eg_buffer_bytes(p->x)));
        eg_status status = eg_pcg_solve(p->pcg, p->rhs, p->x, goal, &result);
        if (status != EG_OK && status != EG_DIVERGED)
            return status;
        if (result.iterations == 0)
            return eg_fail(p->run->context, EG_INTERNAL, "a solve of the bench takes no iteration");
    }
    return EG_OK;
}

/* Solves begin with what the first one is given: Poisson's is on the device, that of heat not yet. */
static eg_status keep_start(eg_elliptic *p)
{
    EG_TRY(eg_sem_start(p->sem, &p->start));
    if (!p->heat)
        return eg_buffer_copy(p->start, 0, p->x, 0, eg_buffer_bytes(p->x));
    EG_TRY(eg_sem_write(p->sem, p->load, p->rhs));
    return eg_sem_write(p->sem, p->dirichlet, p->start);
}

eg_status eg_elliptic_bench_part(eg_model *model, int part, int64_t times, int64_t *done)
{
    eg_elliptic *p = eg_elliptic_of(model);
    const eg_preconditioner *used = eg_sem_preconditioner_get(p->preconditioner);
    if (times == 0)
        return p->start ? EG_OK : keep_start(p);
    if (part == ITERATION)
        return iterate_bench(p, times, done);
    for (*done = 0; *done < times; (*done)++)
        EG_TRY(part == OPERATOR   ? eg_sem_apply(p->sem, p->rhs, p->x)
               : part == ELEMENTS ? eg_sem_apply_elements(p->sem, p->rhs, p->x)
                                  : used->apply(used, p->rhs, p->x));
    return EG_OK;
}

double eg_elliptic_bench_bytes(const eg_model *model, int part)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    const eg_preconditioner *used = eg_sem_preconditioner_get(p->preconditioner);
    double preconditioner =
        used && used->apply ? (double)eg_sem_preconditioner_apply_bytes(p->preconditioner) : 0;
    double vectors = VECTORS * (double)eg_real_size(p->run->precision) * (double)p->nodes->own;
    double operator_bytes = (double)eg_sem_apply_bytes(p->sem);
    const double bytes[] = {[OPERATOR] = operator_bytes,
                            [ELEMENTS] = (double)eg_sem_elements_bytes(p->sem),
                            [PRECONDITIONER] = preconditioner,
                            [ITERATION] = operator_bytes + preconditioner + vectors};
    return bytes[part];
}
