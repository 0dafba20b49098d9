/* Throughput of spectral elements for each degree. In copies of nodes, (n + 1)^3 an element, a second: the
 * elements' kernels with numbers of nodes as if each element had its own (alone), and with those of the mesh
 * (gathered). In nodes a second: y = A p, and an iteration of conjugate gradients with Jacobi's
 * preconditioner.
 *
 *     bench-sem [device=host:1] [precision=f64] [mesh=trilinear] [nodes=2e6] [first=1] [last=12] [lanes=0]
 *         [kernel=auto]
 *               [schwarz=0]
 *
 * With schwarz=1 also the two-scale preconditioner: its solutions of subdomains alone in copies of nodes, and
 * P r, fine part and both parts, in nodes a second.
 *
 * mesh: affine, trilinear, stored (trilinear elements with the metric stored), curved. kernel: auto, lanes,
 * columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sem_bench.h"

enum { ITERATIONS = 20 };

typedef struct bench {
    const char *device, *mesh, *kernel;
    eg_precision precision;
    double nodes;
    int first, last, lanes, schwarz;
    eg_context *context;
    eg_device *on;
    eg_hexes *hexes;
    eg_hex_nodes *numbers;
    eg_sem *sem;
    eg_pcg *pcg;
    eg_buffer *x, *y;
    eg_sem_options options;
    eg_sem_boundary side[6];
    eg_schwarz *preconditioner;
    eg_buffer *own, *own_x, *own_y; /* numbers 0, 1, ...; vectors of so many */
} bench;

/* ---- arguments */

static void refuse(const char *argument)
{
    fprintf(stderr, "bench-sem: '%s' is not an argument; see the head of tests/bench/sem.c\n", argument);
    exit(2);
}

static void read_argument(bench *b, const char *argument)
{
    const char *value = strchr(argument, '=');
    size_t length = value ? (size_t)(value - argument) : 0;
    value = value ? value + 1 : "";
#define IS(name) (length == strlen(name) && strncmp(argument, name, length) == 0)
    if (IS("device"))
        b->device = value;
    else if (IS("precision") && (!strcmp(value, "f64") || !strcmp(value, "f32")))
        b->precision = strcmp(value, "f32") == 0 ? EG_F32 : EG_F64;
    else if (IS("mesh") && (!strcmp(value, "affine") || !strcmp(value, "trilinear") ||
                            !strcmp(value, "stored") || !strcmp(value, "curved")))
        b->mesh = value;
    else if (IS("kernel") && (!strcmp(value, "auto") || !strcmp(value, "lanes") || !strcmp(value, "columns")))
        b->kernel = value;
    else if (IS("nodes") && atof(value) >= 1000)
        b->nodes = atof(value);
    else if (IS("first") && atoi(value) >= 1)
        b->first = atoi(value);
    else if (IS("last") && atoi(value) >= 1 && atoi(value) <= EG_SEM_DEGREE)
        b->last = atoi(value);
    else if (IS("schwarz"))
        b->schwarz = atoi(value);
    else if (IS("lanes") && atoi(value) >= 0)
        b->lanes = atoi(value);
    else
        refuse(argument);
#undef IS
}

/* ---- one degree */

/* As many as the largest kind of elements has nodes. */
static eg_status build_own(bench *b)
{
    int64_t count = 0;
    int32_t *number;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        if (b->sem->cells[kind].count > 0 && eg_buffer_bytes(b->sem->cells[kind].node) / 4 > count)
            count = eg_buffer_bytes(b->sem->cells[kind].node) / 4;
    EG_TRY(eg_alloc(b->context, count, sizeof *number, &number));
    for (int64_t i = 0; i < count; i++)
        number[i] = (int32_t)i;
    eg_status status = eg_buffer_upload(b->on, count * 4, "own numbers", number, &b->own);
    eg_free(b->context, &number);
    int64_t bytes = count * (int64_t)eg_real_size(b->precision);
    if (status == EG_OK)
        status = eg_buffer_upload(b->on, bytes, "own x", NULL, &b->own_x);
    return status == EG_OK ? eg_buffer_create(b->on, bytes, "own y", &b->own_y) : status;
}

static eg_status build(bench *b, int degree)
{
    bool affine = strcmp(b->mesh, "affine") == 0, curved = strcmp(b->mesh, "curved") == 0;
    eg_distorted_map map = eg_smoothly_distorted_cube();
    int64_t cells = 1;
    while ((double)(cells + 1) * degree * (cells + 1) * degree * (cells + 1) * degree < b->nodes)
        cells++;
    const eg_hexes_box_options box = {.size = {1, 1, 1},
                                      .cells = {cells, cells, cells},
                                      .degree = curved ? 2 : 1,
                                      .map = affine ? NULL : &map.map};
    for (int i = 0; i < 6; i++)
        b->side[i] = (eg_sem_boundary){.condition = EG_SEM_DIRICHLET};
    EG_TRY(eg_hexes_box(b->context, &box, &b->hexes));
    EG_TRY(eg_hex_nodes_create(b->hexes, degree, &b->numbers));
    b->options = (eg_sem_options){.precision = b->precision,
                                  .variant = !strcmp(b->kernel, "auto")    ? EG_SEM_AUTO
                                             : !strcmp(b->kernel, "lanes") ? EG_SEM_LANES
                                                                           : EG_SEM_COLUMNS,
                                  .lanes = b->lanes,
                                  .store_metric = !strcmp(b->mesh, "stored"),
                                  .kappa = {.constant = {1}},
                                  .source = {.constant = {1}},
                                  .boundary = b->side};
    EG_TRY(eg_sem_create(b->on, b->hexes, b->numbers, &b->options, &b->sem));
    EG_TRY(eg_pcg_create(b->context, b->on, eg_sem_operator(b->sem),
                         &(eg_pcg_options){.precision = b->precision,
                                           .limit = ITERATIONS,
                                           .readback_every = ITERATIONS,
                                           .preconditioner = eg_sem_jacobi(b->sem)},
                         &b->pcg));
    EG_TRY(eg_sem_start(b->sem, &b->x));
    EG_TRY(eg_sem_start(b->sem, &b->y));
    return build_own(b);
}

static void clear(bench *b)
{
    eg_buffer_destroy(&b->x);
    eg_buffer_destroy(&b->y);
    eg_buffer_destroy(&b->own);
    eg_buffer_destroy(&b->own_x);
    eg_buffer_destroy(&b->own_y);
    eg_pcg_destroy(&b->pcg);
    eg_schwarz_destroy(&b->preconditioner);
    eg_sem_destroy(&b->sem);
    eg_hex_nodes_destroy(&b->numbers);
    eg_hexes_destroy(&b->hexes);
}

/* ---- what is timed */

static eg_status alone(void *self)
{
    const bench *b = self;
    return bench_elements(b->sem, b->own, b->own_x, b->own_y);
}

static eg_status gathered(void *self)
{
    const bench *b = self;
    return bench_elements(b->sem, NULL, b->x, b->y);
}

static eg_status whole(void *self)
{
    const bench *b = self;
    return eg_sem_apply(b->sem, b->x, b->y);
}

/* The limit of iterations ends it. */
static eg_status iterations(void *self)
{
    const bench *b = self;
    eg_pcg_result result;
    eg_status status =
        eg_pcg_solve(b->pcg, eg_sem_rhs(b->sem), b->x, (eg_pcg_goal){.absolute = 1e-300}, &result);
    return status == EG_DIVERGED && result.end == EG_PCG_LIMIT ? EG_OK : status;
}

static eg_status measure(bench *b, eg_status (*call)(void *self), double *seconds)
{
    return bench_measure(b->on, false, call, b, seconds);
}

/* ---- the preconditioner */

static eg_status solutions(void *self)
{
    const bench *b = self;
    return bench_solutions(b->preconditioner, b->x);
}

static eg_status preconditioned(void *self)
{
    const bench *b = self;
    const eg_preconditioner *p = eg_schwarz_preconditioner(b->preconditioner);
    return p->apply(p, b->x, b->y);
}

static eg_status run_schwarz(bench *b, double nodes, double local)
{
    double solve = 0, part[2];
    int elements = 0;
    for (int scales = 0; scales < 2; scales++) {
        EG_TRY(eg_schwarz_create(b->sem, &b->options,
                                 &(eg_schwarz_options){.scales = scales ? EG_SCHWARZ_BOTH : EG_SCHWARZ_FINE,
                                                       .variant = b->options.variant,
                                                       .lanes = b->lanes},
                                 &b->preconditioner));
        elements = b->preconditioner->elements;
        if (scales == 0)
            EG_TRY(measure(b, solutions, &solve));
        EG_TRY(measure(b, preconditioned, &part[scales]));
        eg_schwarz_destroy(&b->preconditioner);
    }
    printf("       schwarz, %d elements a group: solutions %.4g c/s, fine part %.4g n/s, both "
           "%.4g n/s\n",
           elements, local / solve, nodes / part[0], nodes / part[1]);
    return EG_OK;
}

static eg_status run_degree(bench *b, int degree)
{
    double own, kernel, operator, iteration;
    EG_TRY(build(b, degree));
    EG_TRY(measure(b, alone, &own));
    EG_TRY(measure(b, gathered, &kernel));
    EG_TRY(measure(b, whole, &operator));
    EG_TRY(measure(b, iterations, &iteration));
    double nodes = (double)b->numbers->nodes, local = (double)b->hexes->base.held * b->sem->volume;
    printf("%6d %10.0f %5d %12.4g %14.4g %14.4g %10.1f %14.4g\n", degree, nodes, b->sem->lanes, local / own,
           local / kernel, nodes / operator,(double) eg_sem_apply_bytes(b->sem) / operator/ 1e9,
           nodes * (ITERATIONS + 1) / iteration);
    if (b->schwarz)
        EG_TRY(run_schwarz(b, nodes, local));
    fflush(stdout);
    return EG_OK;
}

int main(int count, char **arguments)
{
    bench b = {
        .device = "host:1", .mesh = "trilinear", .kernel = "auto", .nodes = 2e6, .first = 1, .last = 12};
    eg_status status;
    for (int i = 1; i < count; i++)
        read_argument(&b, arguments[i]);
    if (eg_context_create(NULL, &b.context) != EG_OK)
        return 1;
    status = eg_device_open(b.context, b.device, &b.on);
    if (status == EG_OK) {
        printf("%s (%s), %s, %s elements\n", b.device, eg_device_describe(b.on)->name,
               b.precision == EG_F64 ? "f64" : "f32", b.mesh);
        printf("%6s %10s %5s %12s %14s %14s %10s %14s\n", "degree", "nodes", "lanes", "alone/(c/s)",
               "gathered/(c/s)", "A p/(n/s)", "GB/s", "PCG/(n/s)");
    }
    for (int degree = b.first; degree <= b.last && status == EG_OK; degree++) {
        status = run_degree(&b, degree);
        clear(&b);
    }
    if (status != EG_OK)
        fprintf(stderr, "bench-sem: %s\n", eg_context_error(b.context));
    eg_device_close(&b.on);
    eg_context_destroy(&b.context);
    return eg_status_exit_code(status);
}
