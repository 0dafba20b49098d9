/* The bench of a model. */
#include "eagre/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "run/model.h"

enum { STRETCHES = 5, WARM_UP = 10 };

/* What the measurement works on. */
typedef struct bench {
    eg_context *context;
    eg_device *device;
    eg_mesh *mesh;
    const eg_model_class *class;
    eg_model *model;
} bench;

/* Triangles are two a square. */
static eg_status make_mesh(bench *b, const eg_bench_options *options)
{
    int64_t cells = options->cells;
    if (cells <= 0)
        cells = b->class->bench_cells[eg_device_describe(b->device)->gpu];
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

static eg_status find_class(bench *b, const eg_bench_options *options)
{
    const char *name = options->model ? options->model : "shallow-water";
    b->class = eg_model_find(name);
    if (b->class)
        return EG_OK;
    eg_text names = {.context = b->context};
    for (const eg_model_class *const *class = eg_model_classes; *class; class ++)
        eg_text_add(&names, "%s%s", class == eg_model_classes ? "" : ", ", (*class)->name);
    eg_status status = eg_fail(b->context, EG_USAGE, "there is no bench of '%s'; there are %s",
                               name, eg_text_string(&names));
    eg_text_free(&names);
    return status;
}

static eg_status make_model(bench *b, const eg_bench_options *options)
{
    const eg_setup setup = {.context = b->context,
                            .device = b->device,
                            .mesh = b->mesh,
                            .precision = options->f32 ? EG_F32 : EG_F64,
                            .lanes = options->lanes};
    EG_TRY(b->class->create_bench(&setup, options, &b->model));
    return eg_time_release(b->class->clock(b->model), INFINITY, INT64_MAX);
}

/* Seconds that `steps` steps take, queued at once. */
static eg_status time_steps(bench *b, int64_t steps, double *seconds)
{
    EG_TRY(eg_device_finish(b->device));
    double from = eg_clock();
    for (int64_t done = 0; done < steps; done += WARM_UP)
        EG_TRY(b->class->queue(b->model, (int)eg_min_i64(WARM_UP, steps - done)));
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
    EG_TRY(eg_time_look_begin(b->class->clock(b->model)));
    EG_TRY(eg_time_look_end(b->class->clock(b->model), &moment));
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
    eg_model_cost cost;
    b->class->cost(b->model, &cost);
    result->model = b->class->name;
    result->title = b->class->title;
    result->cells = b->mesh->cells;
    result->lanes = cost.lanes;
    double steps_a_second = (double)result->steps / result->seconds;
    result->rate = cost.updates * steps_a_second;
    result->unit = cost.updates_unit;
    result->bytes_per_cell = cost.bytes / (double)result->cells;
    result->bandwidth = cost.bytes * steps_a_second;
    result->operations = cost.flops * steps_a_second;
    b->class->destroy(&b->model);
    EG_TRY(eg_device_measure(b->device, &limits));
    result->copy_bandwidth = limits.copy_bandwidth;
    result->multiply_add = limits.multiply_add[options->f32 ? EG_F32 : EG_F64];
    result->bandwidth_fraction = result->bandwidth / limits.copy_bandwidth;
    result->arithmetic_fraction = result->operations / result->multiply_add;
    result->limiter = result->bandwidth_fraction > 0.6    ? "memory bandwidth"
                      : result->arithmetic_fraction > 0.6 ? "arithmetic"
                                                          : "instructions and latency";
    snprintf(result->device, sizeof result->device, "%.60s: %.120s", info->spec, info->name);
    return EG_OK;
}

eg_status eg_bench(eg_context *context, const eg_bench_options *options, eg_bench_result *result)
{
    bench b = {.context = context};
    *result = (eg_bench_result){0};
    EG_TRY(find_class(&b, options));
    eg_status status;
    EG_TRY_GOTO(eg_device_open(context, options->device ? options->device : "auto", &b.device));
    EG_TRY_GOTO(make_mesh(&b, options));
    EG_TRY_GOTO(make_model(&b, options));
    EG_TRY_GOTO(measure(&b, options, result));
    status = conclude(&b, options, result);
done:
    b.class->destroy(&b.model);
    eg_mesh_destroy(&b.mesh);
    eg_device_close(&b.device);
    return status;
}
