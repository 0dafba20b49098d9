/* What the order of the cells costs a step of shallow water, and what a step by walls: rows of the tables of
 * docs/lab/shallow-water.md.
 *
 *     bench-shallow-water [device=host:1] [cells=106648,1000000,8000000] [mesh=FILE] [seconds=1.5]
 *         [precision=f64|f32]
 *                         [cpu=0] [rough=0]
 *
 * On the mesh of examples/two-boxes as finely as `cells` says, or a Gmsh file of triangles; waves of 1 to 5
 * m, so that all faces work, Manning 0.03, walls. Million cell updates a second in both precisions, or one,
 * the median of five stretches; with cpu=1 by the processors' time. With rough=1 there are steps in the bed
 * at most faces, and dry cells. After 50 steps all have the same bits in each cell, or the bench fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sem_bench.h"
#include "bench/two_boxes.h"
#include "bench/wall_loop.h"

enum { STRETCHES = 5, WARM_UP = 8, CHECKED_STEPS = 50, SIZES = 8 };

typedef struct bench {
    const char *device, *mesh;
    int64_t cells[SIZES];
    int sizes;
    double seconds;
    bool cpu, rough, skip[2]; /* skip: a precision */
    eg_context *context;
    eg_device *on;
    eg_plane *hilbert;
    uint64_t (*expected)[3]; /* bits of h, qx, qy of each cell of `hilbert` */
} bench;

/* ---- arguments */

static void refuse(const char *argument)
{
    fprintf(stderr,
            "bench-shallow-water: '%s' is not an argument; see the head of "
            "tests/bench/shallow_water.c\n",
            argument);
    exit(2);
}

static void read_cells(bench *b, const char *argument, const char *value)
{
    for (b->sizes = 0; *value; value += *value == ',') {
        char *end;
        long long cells = strtoll(value, &end, 10);
        if (end == value || cells < 100 || cells > 100000000 || b->sizes == SIZES)
            refuse(argument);
        b->cells[b->sizes++] = cells;
        value = end;
    }
}

static void read_argument(bench *b, const char *argument)
{
    const char *value = strchr(argument, '=');
    size_t length = value ? (size_t)(value - argument) : 0;
    value = value ? value + 1 : "";
#define IS(name) (length == strlen(name) && strncmp(argument, name, length) == 0)
    if (IS("device"))
        b->device = value;
    else if (IS("cells"))
        read_cells(b, argument, value);
    else if (IS("mesh"))
        b->mesh = value;
    else if (IS("seconds") && atof(value) > 0)
        b->seconds = atof(value);
    else if (IS("cpu"))
        b->cpu = atoi(value) != 0;
    else if (IS("precision") && (!strcmp(value, "f64") || !strcmp(value, "f32")))
        b->skip[strcmp(value, "f64") == 0 ? EG_F32 : EG_F64] = true;
    else if (IS("rough"))
        b->rough = atoi(value) != 0;
    else
        refuse(argument);
#undef IS
}

/* ---- a solver */

static eg_status create(const bench *b, const eg_plane *mesh, eg_precision precision, eg_fv **fv)
{
    int64_t cells = mesh->base.own;
    double *values;
    EG_TRY(eg_alloc(b->context, 3 * cells, sizeof *values, &values));
    double *bed = values, *depth = values + cells, *manning = values + 2 * cells;
    for (int64_t c = 0; c < cells; c++) {
        const double *x = mesh->base.centroid[c];
        bed[c] = b->rough ? 2 + 2 * sin(9 * x[0]) * sin(7 * x[1]) : 0;
        depth[c] = fmax(0, 3 + 2 * cos(0.2 * x[0]) * cos(0.13 * x[1]) - bed[c]);
        manning[c] = 0.03;
    }
    const eg_fv_options options = {
        .precision = precision, .blocks = EG_FV_BLOCKS_ALL, .bed = bed, .depth = depth, .manning = manning};
    eg_status status = eg_fv_create(b->on, mesh, &options, fv);
    eg_free(b->context, &values);
    return status;
}

static eg_status time_steps(const bench *b, eg_fv *fv, int64_t steps, double *seconds)
{
    EG_TRY(eg_device_finish(b->on));
    double from = bench_clock(b->cpu);
    for (int64_t done = 0; done < steps; done += WARM_UP)
        EG_TRY(eg_stepper_queue(eg_fv_stepper(fv), WARM_UP));
    EG_TRY(eg_device_finish(b->on));
    *seconds = (bench_clock(b->cpu) - from) / (double)steps;
    return EG_OK;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Million cell updates a second. */
static eg_status measure(const bench *b, eg_fv *fv, double *rate)
{
    double step, stretch[STRETCHES];
    EG_TRY(eg_time_resume_until(eg_stepper_time(eg_fv_stepper(fv)), INFINITY, INT64_MAX));
    EG_TRY(time_steps(b, fv, 2 * WARM_UP, &step));
    EG_TRY(time_steps(b, fv, 2 * WARM_UP, &step));
    int64_t steps = (int64_t)(b->seconds / STRETCHES / step) / WARM_UP * WARM_UP;
    for (int i = 0; i < STRETCHES; i++)
        EG_TRY(time_steps(b, fv, eg_max_i64(steps, WARM_UP), &stretch[i]));
    qsort(stretch, STRETCHES, sizeof *stretch, by_value);
    *rate = 1e-6 * (double)fv->mesh->base.own / stretch[STRETCHES / 2];
    return EG_OK;
}

/* ---- the same bits */

static void bits_of(const eg_fv *fv, const void *memory, int64_t cell, uint64_t bits[3])
{
    eg_sw_state state = eg_fv_state_of(fv, memory, cell);
    const double values[3] = {state.h, state.qx, state.qy};
    memcpy(bits, values, sizeof values);
}

/* Takes a state as what is expected, or compares one with it; cell c of the solver is number[c] of the
 * Hilbert curve. */
static eg_status compare(bench *b, const eg_fv *fv, const void *memory, const int32_t *number)
{
    uint64_t bits[3];
    bool first = !b->expected;
    if (first)
        EG_TRY(eg_alloc(b->context, fv->mesh->base.own, sizeof *b->expected, &b->expected));
    for (int64_t c = 0; c < fv->mesh->base.own; c++) {
        int64_t there = number ? number[c] : c;
        bits_of(fv, memory, c, bits);
        if (first)
            memcpy(b->expected[there], bits, sizeof bits);
        else if (memcmp(b->expected[there], bits, sizeof bits) != 0)
            return eg_fail(b->context, EG_INTERNAL, "after %d steps cell %lld has other bits", CHECKED_STEPS,
                           (long long)there);
    }
    return EG_OK;
}

static eg_status check_bits(bench *b, eg_fv *fv, const int32_t *number)
{
    eg_stepper *stepper = eg_fv_stepper(fv);
    void *memory;
    EG_TRY(eg_time_resume_until(eg_stepper_time(stepper), INFINITY, CHECKED_STEPS));
    EG_TRY(eg_stepper_queue(stepper, CHECKED_STEPS));
    EG_TRY(eg_alloc(b->context, eg_stepper_state_bytes(stepper), 1, &memory));
    eg_status status = eg_stepper_read(stepper, memory);
    if (status == EG_OK)
        status = compare(b, fv, memory, number);
    eg_free(b->context, &memory);
    return status;
}

/* ---- rows */

/* Rate and bytes of a cell of the step on `mesh`, by walls where asked. */
static eg_status run(bench *b, const eg_plane *mesh, const int32_t *number, eg_precision precision,
                     bool by_walls, double *rate, double *bytes)
{
    eg_fv *fv;
    wall_loop loop = {0};
    EG_TRY(create(b, mesh, precision, &fv));
    eg_status status = by_walls ? wall_loop_create(fv, &loop) : EG_OK;
    *bytes = (by_walls ? wall_loop_bytes(fv) : eg_fv_bytes_of_type(fv, EG_TRIANGLE)) / (double)mesh->base.own;
    if (status == EG_OK)
        status = check_bits(b, fv, number);
    if (status == EG_OK)
        status = measure(b, fv, rate);
    eg_fv_destroy(&fv);
    wall_loop_destroy(&loop);
    return status;
}

enum { BY_WALLS = BENCH_ORDERS, ROWS };

static void print_rows(const bench *b, eg_precision precision, const double rates[ROWS],
                       const double bytes[ROWS])
{
    static const char *const names[ROWS] = {"cells at random", "cells as read",
                                            "cells along the Hilbert curve",
                                            "the same, by walls and then by cells"};
    for (int row = 0; row < ROWS; row++)
        printf("| %lld | %s | %s | %.0f | %.4g | %.2f |\n", (long long)b->hilbert->base.own,
               precision == EG_F64 ? "f64" : "f32", names[row], bytes[row], rates[row],
               rates[row] / rates[BENCH_HILBERT]);
    fflush(stdout);
}

static eg_status run_order(bench *b, bench_order order, eg_precision precision, double *rate, double *bytes)
{
    eg_plane *mesh;
    int32_t *number;
    eg_status status = bench_renumber(b->hilbert, order, &mesh, &number);
    if (status == EG_OK)
        status = run(b, mesh, number, precision, false, rate, bytes);
    eg_plane_destroy(&mesh);
    eg_free(b->context, &number);
    return status;
}

static eg_status run_precision(bench *b, eg_precision precision)
{
    double rates[ROWS], bytes[ROWS];
    eg_status status =
        run(b, b->hilbert, NULL, precision, false, &rates[BENCH_HILBERT], &bytes[BENCH_HILBERT]);
    if (status == EG_OK)
        status = run(b, b->hilbert, NULL, precision, true, &rates[BY_WALLS], &bytes[BY_WALLS]);
    for (int order = 0; order < BENCH_HILBERT && status == EG_OK; order++)
        status = run_order(b, (bench_order)order, precision, &rates[order], &bytes[order]);
    if (status == EG_OK)
        print_rows(b, precision, rates, bytes);
    eg_free(b->context, &b->expected);
    return status;
}

static eg_status run_size(bench *b, int64_t cells)
{
    eg_status status = b->mesh ? eg_plane_read_gmsh(b->context, b->mesh, &b->hilbert)
                               : bench_two_boxes(b->context, cells, &b->hilbert);
    if (status == EG_OK && b->hilbert->base.group[EG_QUADRANGLE].count > 0)
        status = eg_fail(b->context, EG_USAGE, "%s: there are quadrangles in it", b->mesh);
    for (int p = EG_F64; p <= EG_F32 && status == EG_OK; p++)
        status = b->skip[p] ? EG_OK : run_precision(b, (eg_precision)p);
    eg_plane_destroy(&b->hilbert);
    return status;
}

int main(int count, char **arguments)
{
    bench b = {.device = "host:1", .cells = {106648, 1000000, 8000000}, .sizes = 3, .seconds = 1.5};
    for (int i = 1; i < count; i++)
        read_argument(&b, arguments[i]);
    if (eg_context_create(NULL, &b.context) != EG_OK)
        return 1;
    eg_status status = eg_device_open(b.context, b.device, &b.on);
    if (status == EG_OK)
        printf("%s (%s)\n\n| cells | precision | step | bytes a cell | M cells/s | ratio |\n"
               "|---:|---|---|---:|---:|---:|\n",
               b.device, eg_device_describe(b.on)->name);
    for (int i = 0; i < (b.mesh ? 1 : b.sizes) && status == EG_OK; i++)
        status = run_size(&b, b.cells[i]);
    if (status != EG_OK)
        fprintf(stderr, "bench-shallow-water: %s\n", eg_context_error(b.context));
    eg_device_close(&b.on);
    eg_context_destroy(&b.context);
    return eg_status_exit_code(status);
}
