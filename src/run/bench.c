/* The shallow-water bench. */
#include "eagre/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scheme/fv/fv.h"

enum { STRETCHES = 5, WARM_UP = 10 };

/* What the measurement works on. */
typedef struct bench {
    eg_context *context;
    eg_device *device;
    eg_mesh *mesh;
    eg_fv *fv;
    double *bed, *depth, *manning;
} bench;

/* Triangles are two a square. */
static eg_status make_mesh(bench *b, const eg_bench_options *options)
{
    int64_t cells = options->cells;
    if (cells <= 0)
        cells = eg_device_describe(b->device)->gpu ? 8000000 : 1000000;
    int64_t n = (int64_t)(sqrt(options->quadrangles ? (double)cells : 0.5 * (double)cells) + 0.5);
    n = eg_max_i64(n, 2);
    const eg_box_options box = {.size = {(double)n, (double)n},
                                .cells = {n, n},
                                .element =
                                    options->quadrangles ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE,
                                .jitter = 0.2,
                                .shuffle = true,
                                .seed = 1};
    return eg_mesh_box(b->context, &box, &b->mesh);
}

static eg_status make_solver(bench *b, const eg_bench_options *options)
{
    int64_t cells = b->mesh->cells;
    EG_TRY(eg_alloc(b->context, cells, sizeof *b->bed, &b->bed));
    EG_TRY(eg_alloc(b->context, cells, sizeof *b->depth, &b->depth));
    EG_TRY(eg_alloc(b->context, cells, sizeof *b->manning, &b->manning));
    for (int64_t c = 0; c < cells; c++) {
        const double *x = b->mesh->centroid[c];
        b->bed[c] = 0.3 * sin(0.05 * x[0]) * cos(0.04 * x[1]);
        b->depth[c] = 2 + 0.2 * cos(0.03 * x[0] + 0.02 * x[1]) - b->bed[c];
        b->manning[c] = options->plain ? 0 : 0.03;
    }
    const eg_fv_options made = {.precision = options->f32 ? EG_F32 : EG_F64,
                                .lanes = options->lanes,
                                .bed = b->bed,
                                .depth = b->depth,
                                .manning = b->manning};
    EG_TRY(eg_fv_create(b->device, b->mesh, &made, &b->fv));
    return eg_time_release(eg_fv_clock(b->fv), INFINITY, INT64_MAX);
}

/* Seconds that `steps` steps take, queued at once. */
static eg_status time_steps(bench *b, int64_t steps, double *seconds)
{
    EG_TRY(eg_device_finish(b->device));
    double from = eg_clock();
    for (int64_t done = 0; done < steps; done += WARM_UP)
        EG_TRY(eg_fv_queue(b->fv, (int)eg_min_i64(WARM_UP, steps - done)));
    EG_TRY(eg_device_finish(b->device));
    *seconds = eg_clock() - from;
    return EG_OK;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static eg_status measure(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    double seconds, stretch[STRETCHES];
    EG_TRY(time_steps(b, WARM_UP, &seconds));
    EG_TRY(time_steps(b, WARM_UP, &seconds));
    double aim = (options->seconds > 0 ? options->seconds : 3) / STRETCHES;
    int64_t steps = eg_max_i64(1, (int64_t)(aim / (seconds / WARM_UP)));
    for (int i = 0; i < STRETCHES; i++)
        EG_TRY(time_steps(b, steps, &stretch[i]));
    qsort(stretch, STRETCHES, sizeof *stretch, by_value);
    result->steps = steps;
    result->seconds = stretch[STRETCHES / 2];
    return EG_OK;
}

/* A run that came to a hold would have been measured doing nothing. */
static eg_status check_running(bench *b, eg_bench_result *result)
{
    eg_moment moment;
    EG_TRY(eg_time_look_begin(eg_fv_clock(b->fv)));
    EG_TRY(eg_time_look_end(eg_fv_clock(b->fv), &moment));
    int64_t least = 2 * WARM_UP + STRETCHES * result->steps;
    if (moment.hold == EG_HOLD_NONE && moment.steps >= least)
        return EG_OK;
    return eg_fail(b->context, EG_INTERNAL, "the bench stopped after %lld of %lld steps",
                   (long long)moment.steps, (long long)least);
}

static eg_status conclude(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    eg_device_limits limits;
    EG_TRY(check_running(b, result));
    const eg_device_info *info = eg_device_describe(b->device);
    double bytes = eg_fv_bytes_per_step(b->fv);
    result->cells = b->mesh->cells;
    result->lanes = eg_fv_layout(b->fv)->lanes;
    result->rate = (double)result->cells * (double)result->steps / result->seconds;
    result->bytes_per_cell = bytes / (double)result->cells;
    result->bandwidth = result->rate * result->bytes_per_cell;
    eg_fv_destroy(&b->fv);
    EG_TRY(eg_device_measure(b->device, &limits));
    result->copy_bandwidth = limits.copy_bandwidth;
    result->multiply_add = limits.multiply_add[options->f32 ? EG_F32 : EG_F64];
    result->bandwidth_fraction = result->bandwidth / limits.copy_bandwidth;
    result->limiter =
        result->bandwidth_fraction > 0.6 ? "memory bandwidth" : "instructions and latency";
    snprintf(result->device, sizeof result->device, "%.60s: %.120s", info->spec, info->name);
    return EG_OK;
}

eg_status eg_bench_shallow_water(eg_context *context, const eg_bench_options *options,
                                 eg_bench_result *result)
{
    bench b = {.context = context};
    *result = (eg_bench_result){0};
    eg_status status;
    EG_TRY_GOTO(eg_device_open(context, options->device ? options->device : "auto", &b.device));
    EG_TRY_GOTO(make_mesh(&b, options));
    EG_TRY_GOTO(make_solver(&b, options));
    EG_TRY_GOTO(measure(&b, options, result));
    status = conclude(&b, options, result);
done:
    eg_fv_destroy(&b.fv);
    eg_free(context, &b.bed);
    eg_free(context, &b.depth);
    eg_free(context, &b.manning);
    eg_mesh_destroy(&b.mesh);
    eg_device_close(&b.device);
    return status;
}
