/* Tables 2 to 4 of Remacle, Gandham and Warburton (2015), section 6, with the paper's figures beside those of
 * this machine, as Markdown. What is counted is what the paper counts, whatever the kernels here do: for an
 * element with N = n + 1 and M = n + 3
 *
 *     r   residual, geometry stored      12 N^4 + 18 N^3 operations,           10 N^3 + N^2 + 2 numbers
 *     r'  residual, geometry on the fly  the same, and with 242 N^3 for it,     3 N^3 + N^2 + 2 numbers
 *     z   solution in its subdomain      12 M^4 operations: six products of (11); 3 M^3 + 4 M^2 numbers
 *
 * of which N^3 or M^3 are the table of nodes, 4 bytes each, the others 4 or 8 bytes.
 *
 *     bench-sem-tables [device=host:1] [precision=f32|f64] [cells=32] [first=2] [last=7] [mesh=FILE.msh]
 *                      [clock=wall|cpu]
 *
 * Without precision both. clock=cpu: the time of the processor, for host:1 on a machine that others use too.
 * Tables 2 and 3: cells^3 elements of the paper's second mesh; also seconds of a solution of -Laplace u = 1,
 * u = 0 all round, with the two-scale preconditioner, from 0 to 1e-2 of the first residual, without set-up
 * (the paper names no tolerance: docs/theory/schwarz.md, "Iterations"). With a mesh the kernels' part of
 * Table 4: insulated, c = 25, kappa = 0.01; examples/rod/tables.sh has the rest of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sem_bench.h"

enum { FIRST = 2, LAST = 7, DEGREES = LAST - FIRST + 1, PRECISIONS = 2, ITERATIONS = 1000 };
enum { STORED, ON_THE_FLY, KERNELS_OF_RESIDUAL };

/* What was measured of a degree: seconds of a call, and of a solution. */
typedef struct figures {
    double nodes, residual[KERNELS_OF_RESIDUAL], solutions, solve[KERNELS_OF_RESIDUAL];
    double elements;
    int iterations;
} figures;

typedef struct bench {
    const char *device, *mesh;
    int cells, first, last;
    bool only[PRECISIONS], cpu;
    eg_context *context;
    eg_device *on;
    eg_hexes *hexes;
    eg_hex_nodes *nodes;
    eg_sem *sem;
    eg_schwarz *schwarz;
    eg_buffer *x, *y;
    figures found[PRECISIONS][DEGREES];
} bench;

/* ---- arguments */

static void read_argument(bench *b, const char *argument)
{
    const char *value = strchr(argument, '=');
    size_t length = value ? (size_t)(value - argument) : 0;
    value = value ? value + 1 : "";
#define IS(name) (length == strlen(name) && strncmp(argument, name, length) == 0)
    if (IS("device"))
        b->device = value;
    else if (IS("precision") && (!strcmp(value, "f32") || !strcmp(value, "f64")))
        b->only[strcmp(value, "f64") == 0] = true;
    else if (IS("clock") && (!strcmp(value, "wall") || !strcmp(value, "cpu")))
        b->cpu = strcmp(value, "cpu") == 0;
    else if (IS("mesh"))
        b->mesh = value;
    else if (IS("cells") && atoi(value) >= 1)
        b->cells = atoi(value);
    else if (IS("first") && atoi(value) >= FIRST && atoi(value) <= LAST)
        b->first = atoi(value);
    else if (IS("last") && atoi(value) >= FIRST && atoi(value) <= LAST)
        b->last = atoi(value);
    else {
        fprintf(stderr,
                "bench-sem-tables: '%s' is not an argument; see the head of "
                "tests/bench/sem_tables.c\n",
                argument);
        exit(2);
    }
#undef IS
}

/* ---- measuring */

static eg_status make_mesh(bench *b)
{
    const eg_distorted_map map = eg_smoothly_distorted_cube();
    const eg_hexes_box_options box = {
        .size = {1, 1, 1}, .cells = {b->cells, b->cells, b->cells}, .degree = 1, .map = &map.map};
    return b->mesh ? eg_hexes_read_gmsh(b->context, b->mesh, &b->hexes)
                   : eg_hexes_box(b->context, &box, &b->hexes);
}

static eg_status residual(void *self)
{
    const bench *b = self;
    return bench_elements(b->sem, NULL, b->x, b->y);
}

static eg_status solutions(void *self)
{
    const bench *b = self;
    return bench_solutions(b->schwarz, b->x);
}

static eg_status measure_solutions(bench *b, const eg_sem_options *options, figures *found)
{
    const eg_schwarz_options fine = {.scales = EG_SCHWARZ_FINE};
    EG_TRY(eg_schwarz_create(b->sem, options, &fine, &b->schwarz));
    EG_TRY(bench_measure(b->on, b->cpu, solutions, b, &found->solutions));
    eg_schwarz_destroy(&b->schwarz);
    return EG_OK;
}

/* The second of two solutions: the first compiles and warms up. */
static eg_status measure_solve(bench *b, const eg_sem_options *options, double *seconds, int *iterations)
{
    const eg_schwarz_options both = {.scales = EG_SCHWARZ_BOTH};
    eg_pcg *pcg = NULL;
    EG_TRY(eg_schwarz_create(b->sem, options, &both, &b->schwarz));
    const eg_pcg_options how = {.precision = options->precision,
                                .limit = ITERATIONS,
                                .readback_every = 1,
                                .preconditioner = eg_schwarz_preconditioner(b->schwarz)};
    eg_status status = eg_pcg_create(b->context, b->on, eg_sem_operator(b->sem), &how, &pcg);
    for (int turn = 0; turn < 2 && status == EG_OK; turn++) {
        eg_buffer *x = NULL;
        eg_pcg_result result;
        status = eg_sem_start(b->sem, &x);
        if (status == EG_OK)
            status = eg_device_finish(b->on);
        double start = bench_clock(b->cpu);
        if (status == EG_OK)
            status = eg_pcg_solve(pcg, eg_sem_rhs(b->sem), x, (eg_pcg_goal){.relative = 1e-2}, &result);
        *seconds = bench_clock(b->cpu) - start;
        *iterations = status == EG_OK ? result.iterations : 0;
        eg_buffer_destroy(&x);
    }
    eg_pcg_destroy(&pcg);
    eg_schwarz_destroy(&b->schwarz);
    return status;
}

static eg_status measure_with(bench *b, const eg_sem_options *options, figures *found)
{
    int which = options->store_metric ? STORED : ON_THE_FLY;
    EG_TRY(eg_sem_create(b->on, b->hexes, b->nodes, options, &b->sem));
    EG_TRY(eg_sem_start(b->sem, &b->x));
    EG_TRY(eg_sem_start(b->sem, &b->y));
    EG_TRY(bench_measure(b->on, b->cpu, residual, b, &found->residual[which]));
    if (which == ON_THE_FLY)
        EG_TRY(measure_solutions(b, options, found));
    return b->mesh ? EG_OK : measure_solve(b, options, &found->solve[which], &found->iterations);
}

static void clear(bench *b)
{
    eg_buffer_destroy(&b->x);
    eg_buffer_destroy(&b->y);
    eg_schwarz_destroy(&b->schwarz);
    eg_sem_destroy(&b->sem);
}

static eg_status measure_degree(bench *b, int degree)
{
    const double c = b->mesh ? 25 : 0, kappa = b->mesh ? 0.01 : 1;
    eg_sem_boundary *side = NULL;
    eg_status status = eg_hex_nodes_create(b->hexes, degree, &b->nodes);
    if (status == EG_OK)
        status = eg_alloc(b->context, b->hexes->base.boundaries.count, sizeof *side, &side);
    for (int i = 0; i < b->hexes->base.boundaries.count && status == EG_OK; i++)
        side[i].condition = b->mesh ? EG_SEM_NEUMANN : EG_SEM_DIRICHLET;
    for (int i = 0; i < PRECISIONS * KERNELS_OF_RESIDUAL && status == EG_OK; i++) {
        figures *found = &b->found[i / 2][degree - FIRST];
        const eg_sem_options options = {.precision = i / 2 ? EG_F64 : EG_F32,
                                        .store_metric = i % 2 == STORED,
                                        .kappa = {.constant = {kappa}},
                                        .c = {.constant = {c}},
                                        .source = {.constant = {1}},
                                        .boundary = side};
        if (!b->only[i / 2] || (b->mesh && options.store_metric))
            continue;
        found->nodes = (double)b->nodes->nodes;
        found->elements = (double)b->hexes->base.held;
        status = measure_with(b, &options, found);
        clear(b);
    }
    eg_free(b->context, &side);
    eg_hex_nodes_destroy(&b->nodes);
    return status;
}

/* ---- what the paper counts, of an element */

typedef struct counts {
    double operations, numbers, indices;
} counts;

static counts count_of(int degree, bool subdomain, bool on_the_fly, bool geometry)
{
    double n = degree + 1, m = degree + 3, metric = on_the_fly ? 0 : 7;
    if (subdomain)
        return (counts){12 * m * m * m * m, 2 * m * m * m + 4 * m * m, m * m * m};
    return (counts){12 * n * n * n * n + (18 + (geometry ? 242 : 0)) * n * n * n,
                    (2 + metric) * n * n * n + n * n + 2, n * n * n};
}

/* ---- printing */

/* What a row tells of a degree. */
typedef struct row {
    const char *name;
    enum { NODES, OPERATIONS, BYTES, MILLISECONDS, SECONDS, SOLVE_STEPS } what;
    bool subdomain, on_the_fly, geometry;
    const char *paper; /* rows of the paper, each with its name */
} row;

static double value_of(const row *r, const figures *f, int degree, int precision)
{
    counts c = count_of(degree, r->subdomain, r->on_the_fly, r->geometry);
    double seconds = r->subdomain ? f->solutions : f->residual[r->on_the_fly];
    double bytes = c.numbers * (precision ? 8 : 4) + c.indices * 4;
    switch (r->what) {
    case NODES:
        return f->nodes;
    case OPERATIONS:
        return c.operations * f->elements / seconds / 1e9;
    case BYTES:
        return bytes * f->elements / seconds / 1e9;
    case MILLISECONDS:
        return 1e3 * seconds;
    case SECONDS:
        return f->solve[r->on_the_fly];
    case SOLVE_STEPS:
        return f->iterations;
    }
    return 0;
}

static void print_row(const bench *b, const row *r, int precision)
{
    printf("| %s | here%s |", r->name, r->what == NODES ? "" : precision ? ", f64" : ", f32");
    for (int degree = FIRST; degree <= LAST; degree++)
        if (degree < b->first || degree > b->last)
            printf(" |");
        else
            printf(r->what == NODES ? " %.2g |" : " %.3g |",
                   value_of(r, &b->found[precision][degree - FIRST], degree, precision));
    printf("\n");
}

static void print_table(const bench *b, const row *rows, size_t count)
{
    printf("| | | n = 2 | 3 | 4 | 5 | 6 | 7 |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        for (const char *line = rows[i].paper; line && *line; line = strchr(line, '\n') + 1)
            printf("| %s | %.*s\n", rows[i].name, (int)(strchr(line, '\n') - line), line);
        for (int precision = 0; precision < PRECISIONS; precision++)
            if (b->only[precision] && !(rows[i].what == NODES && b->only[0] && precision))
                print_row(b, &rows[i], precision);
    }
}

static const row cube[] = {
    {"N", NODES, .paper = "the paper | 2.7e5 | 9.1e5 | 2.1e6 | 4.1e6 | 7.1e6 | 1.1e7 |\n"},
    {"r, GFLOP/s", OPERATIONS,
     .paper = "GTX 980, f32 | 70 | 145 | 227 | 289 | 325 | 362 |\n"
              "K40, f32 | 45 | 117 | 194 | 234 | 227 | 287 |\n"},
    {"r', GFLOP/s", OPERATIONS, .on_the_fly = true,
     .paper = "GTX 980, f32 | 75 | 135 | 250 | 272 | 286 | 293 |\n"
              "K40, f32 | 28 | 68 | 91 | 106 | 105 | 112 |\n"},
    {"r' with the geometry, GFLOP/s", OPERATIONS, .on_the_fly = true, .geometry = true,
     .paper = "GTX 980, f32 | 336 | 763 | 1050 | 1020 | 1050 | 1050 |\n"},
    {"z, GFLOP/s", OPERATIONS, .subdomain = true,
     .paper = "GTX 980, f32 | 370 | 371 | 408 | 453 | 421 | 373 |\n"
              "K40, f32 | 313 | 296 | 285 | 380 | 276 | 371 |\n"},
    {"r, GB/s", BYTES,
     .paper = "GTX 980, f32 | 59 | 101 | 135 | 150 | 150 | 150 |\n"
              "K40, f32 | 38 | 82 | 115 | 121 | 104 | 118 |\n"},
    {"r', GB/s", BYTES, .on_the_fly = true,
     .paper = "GTX 980, f32 | 32 | 48 | 75 | 71 | 66 | 61 |\n"
              "K40, f32 | 12 | 24 | 27 | 28 | 24 | 23 |\n"},
    {"z, GB/s", BYTES, .subdomain = true,
     .paper = "GTX 980, f32 | 96 | 80 | 76 | 74 | 61 | 49 |\n"
              "K40, f32 | 81 | 64 | 53 | 62 | 40 | 48 |\n"},
    {.name = "r, ms", .what = MILLISECONDS},
    {"r', ms", MILLISECONDS, .on_the_fly = true},
    {"z, ms", MILLISECONDS, .subdomain = true},
    {"a solution with r, s", SECONDS,
     .paper = "GTX 980, f32 | 0.10 | 0.12 | 0.23 | 0.34 | 0.53 | 0.83 |\n"
              "K40, f32 | 0.10 | 0.13 | 0.26 | 0.39 | 0.67 | 0.92 |\n"},
    {"a solution with r', s", SECONDS, .on_the_fly = true,
     .paper = "GTX 980, f32 | 0.11 | 0.12 | 0.22 | 0.34 | 0.52 | 0.80 |\n"
              "K40, f32 | 0.11 | 0.14 | 0.29 | 0.46 | 0.79 | 1.13 |\n"},
    {"its iterations", SOLVE_STEPS, .paper = "the paper | | 15 | | | | 23 |\n"}};

static const row rod[] = {
    {"N", NODES, .paper = "the paper | 5.3e5 | 1.7e6 | 4.1e6 | 8.0e6 | 1.38e7 | 2.19e7 |\n"},
    {"r' with the geometry, GFLOP/s", OPERATIONS, .on_the_fly = true, .geometry = true,
     .paper = "GTX 980, CUDA, f32 | 674 | 923 | 926 | 874 | 806 | 795 |\n"
              "GTX 980, OpenCL, f32 | 1140 | 1660 | 1690 | 1390 | 1380 | 1310 |\n"
              "i7-5960X, OpenMP, f32 | 24.5 | 68.8 | 59.3 | 58.5 | 57.8 | 90.0 |\n"
              "i7-5960X, OpenCL, f32 | 30.2 | 39.3 | 42.4 | 42.9 | 43.0 | 206 |\n"},
    {"z, GFLOP/s", OPERATIONS, .subdomain = true,
     .paper = "GTX 980, CUDA, f32 | 479 | 533 | 492 | 535 | 479 | 591 |\n"
              "GTX 980, OpenCL, f32 | 422 | 385 | 457 | 470 | 445 | 478 |\n"
              "i7-5960X, OpenMP, f32 | 27.9 | 40.4 | 38.9 | 63.9 | 49.4 | 51.5 |\n"
              "i7-5960X, OpenCL, f32 | 23.7 | 26.6 | 27.4 | 82.6 | 28.8 | 28.5 |\n"},
    {"r', GB/s", BYTES, .on_the_fly = true,
     .paper = "GTX 980, CUDA, f32 | 56.9 | 74.0 | 70.9 | 64.2 | 56.9 | 54.1 |\n"
              "GTX 980, OpenCL, f32 | 96.1 | 133 | 129 | 102 | 97.7 | 89.9 |\n"
              "i7-5960X, OpenMP, f32 | 2.1 | 5.5 | 4.5 | 4.3 | 4.1 | 6.1 |\n"
              "i7-5960X, OpenCL, f32 | 2.5 | 3.1 | 3.2 | 3.1 | 3.0 | 14.0 |\n"},
    {"z, GB/s", BYTES, .subdomain = true,
     .paper = "GTX 980, CUDA, f32 | 125 | 116 | 91.4 | 87.2 | 69.5 | 77.2 |\n"
              "GTX 980, OpenCL, f32 | 110 | 83.4 | 84.9 | 76.6 | 64.6 | 62.5 |\n"
              "i7-5960X, OpenMP, f32 | 7.2 | 8.7 | 7.2 | 10.4 | 7.2 | 6.7 |\n"
              "i7-5960X, OpenCL, f32 | 6.2 | 5.8 | 5.1 | 13.5 | 4.2 | 3.7 |\n"}};

int main(int count, char **arguments)
{
    bench b = {.device = "host:1", .cells = 32, .first = FIRST, .last = LAST};
    for (int i = 1; i < count; i++)
        read_argument(&b, arguments[i]);
    if (!b.only[0] && !b.only[1])
        b.only[0] = b.only[1] = true;
    if (eg_context_create(NULL, &b.context) != EG_OK)
        return 1;
    eg_status status = eg_device_open(b.context, b.device, &b.on);
    if (status == EG_OK)
        status = make_mesh(&b);
    for (int degree = b.first; degree <= b.last && status == EG_OK; degree++)
        status = measure_degree(&b, degree);
    if (status == EG_OK)
        printf("%s: %s, %lld elements; operations of one, N = n + 1, M = n + 3: r 12 N^4 + 18 N^3, "
               "geometry 242 N^3 more, z 12 M^4;\nnumbers: r 10 N^3 + N^2 + 2, r' 3 N^3 + N^2 + 2, z "
               "3 M^3 + 4 M^2, of which N^3 or M^3 take 4 bytes\n\n",
               b.device, eg_device_describe(b.on)->name, (long long)b.hexes->base.held);
    if (status == EG_OK && b.mesh)
        print_table(&b, rod, sizeof rod / sizeof *rod);
    else if (status == EG_OK)
        print_table(&b, cube, sizeof cube / sizeof *cube);
    else
        fprintf(stderr, "bench-sem-tables: %s\n", eg_context_error(b.context));
    eg_hexes_destroy(&b.hexes);
    eg_device_close(&b.on);
    eg_context_destroy(&b.context);
    return eg_status_exit_code(status);
}
