/* The bench of a model. */
#include "eagre/bench.h"

#include <math.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>

#include "field/halo.h"
#include "run/life/life.h"
#include "run/models/models.h"
#include "run/observe/observe.h"

enum { STRETCHES = 5, WARM_UP = 10 };

/* What the measurement works on. */
typedef struct bench {
    eg_context *context;
    eg_comm *comm;
    eg_device *device;
    eg_link *link;
    eg_plane *mesh; /* of joined ranks a part */
    const eg_model_kind *kind;
    const eg_model_class *class;
    eg_model *model;
    bool joined; /* all ranks work on one mesh; else each, or one, by itself */
} bench;

static void drop_model(bench *b)
{
    eg_model_destroy(&b->model);
    eg_plane_destroy(&b->mesh);
}

/* Cells of all ranks. */
static int64_t count_bench_cells(const bench *b, const eg_bench_options *options)
{
    if (options->cells > 0)
        return options->cells;
    return b->class->bench->cells[eg_device_describe(b->device)->gpu] * eg_comm_size(b->comm);
}

/* Triangles are two a square. */
static eg_status make_bench_mesh(bench *b, const eg_bench_options *options, int64_t cells)
{
    int64_t n = (int64_t)(sqrt(options->quadrangles ? (double)cells : 0.5 * (double)cells) + 0.5);
    n = eg_max_i64(n, 2);
    const eg_box_options box = {.size = {(double)n, (double)n},
                                .cells = {n, n},
                                .element = options->quadrangles ? EG_BOX_QUADRANGLE : EG_BOX_TRIANGLE,
                                .jitter = 0.2,
                                .shuffle = true,
                                .seed = 1};
    if (!b->joined)
        return eg_plane_box(b->context, &box, &b->mesh);
    eg_status status = EG_OK;
    if (eg_comm_rank(b->comm) == 0)
        status = eg_plane_box(b->context, &box, &b->mesh);
    eg_mesh *mesh = b->mesh ? &b->mesh->base : NULL;
    eg_mesh_use use = {0};
    if (EG_HAS(b->class->cells, describe_use))
        b->class->cells->describe_use(NULL, &use);
    const eg_mesh_cut how = {.vertices = use.vertices};
    status = eg_mesh_distribute(b->context, b->comm, &eg_plane_class, &how, &mesh, status);
    b->mesh = (eg_plane *)mesh;
    return status;
}

const char *eg_bench_model(int i)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++)
        if (!(*keys)->forest && eg_model_kind_of(*keys)->class->bench && i-- == 0)
            return (*keys)->name;
    return NULL;
}

static eg_status find_class(bench *b, const eg_bench_options *options)
{
    const char *name = options->model ? options->model : "shallow-water";
    b->kind = eg_model_find(name, options->forest);
    b->class = b->kind ? b->kind->class : NULL;
    if (b->class && b->class->bench && options->mixed && !b->class->bench->mixed)
        return eg_fail(b->context, EG_USAGE, "there is no bench of '%s' in mixed precision; take f64 or f32",
                       name);
    if (b->class && b->class->bench)
        return EG_OK;
    EG_TEXT(names, b->context);
    const char *known;
    for (int i = 0; (known = eg_bench_model(i)); i++)
        if (!options->forest || eg_model_find(known, true))
            eg_text_add(&names, "%s%s", names.length > 0 ? ", " : "", known);
    return eg_fail(b->context, EG_USAGE, "there is no bench of '%s'%s; there are %s", name,
                   options->forest ? " on a forest" : "", eg_text_string(&names));
}

/* A mesh of so many cells, and the model on it; of joined ranks a part each. */
static eg_status make_bench_model(bench *b, const eg_bench_options *options, int64_t cells)
{
    EG_TRY(make_bench_mesh(b, options, cells));
    const eg_setup setup = {.context = b->context,
                            .kind = b->kind,
                            .comm = b->joined ? b->comm : NULL,
                            .link = b->joined ? b->link : NULL,
                            .device = b->device,
                            .cells = &b->mesh->base,
                            .mesh = b->mesh,
                            .precision = options->f32 ? EG_F32 : EG_F64,
                            .lanes = options->lanes};
    EG_TRY(eg_model_begin(&setup, &b->model));
    EG_TRY(b->class->bench->build(b->model, &setup, options));
    return eg_time_resume_until(eg_stepper_time(eg_model_stepper(b->model)), INFINITY, INT64_MAX);
}

static eg_status queue_bench_steps(bench *b, int64_t steps)
{
    for (int64_t done = 0; done < steps; done += WARM_UP)
        EG_TRY(eg_stepper_queue(eg_model_stepper(b->model), (int)eg_min_i64(WARM_UP, steps - done)));
    return EG_OK;
}

static eg_status queue_exchanges(bench *b, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        EG_TRY(eg_stepper_exchange(eg_model_stepper(b->model)));
    return EG_OK;
}

/* Seconds that `steps` steps take, or as many exchanges, queued at once: of joined ranks the longest of all,
 * which begin together. */
static eg_status time_steps(bench *b, eg_status (*what)(bench *, int64_t), int64_t steps, double *seconds)
{
    eg_status status = eg_device_finish(b->device);
    EG_TRY(b->joined ? eg_comm_agree(b->comm, status) : status);
    double from = eg_clock();
    EG_TRY(what(b, steps));
    EG_TRY(eg_device_finish(b->device));
    *seconds = eg_clock() - from;
    if (b->joined)
        eg_comm_max(b->comm, seconds, 1);
    return EG_OK;
}

/* The median of the stretches, and the steps of one. */
static eg_status measure_steps(bench *b, eg_status (*what)(bench *, int64_t), double aim, int64_t *steps,
                               double *seconds)
{
    double stretch[STRETCHES];
    EG_TRY(time_steps(b, what, WARM_UP, seconds));
    EG_TRY(time_steps(b, what, WARM_UP, seconds));
    *steps = eg_max_i64(1, (int64_t)(aim / STRETCHES / (*seconds / WARM_UP)));
    for (int i = 0; i < STRETCHES; i++)
        EG_TRY(time_steps(b, what, *steps, &stretch[i]));
    qsort(stretch, STRETCHES, sizeof *stretch, eg_ascending_real);
    *seconds = stretch[STRETCHES / 2];
    return EG_OK;
}

/* A run that came to a pause would have been measured doing nothing. */
static eg_status check_running(bench *b, eg_bench_result *result)
{
    eg_time_state now;
    EG_TRY(eg_time_readback_begin(eg_stepper_time(eg_model_stepper(b->model))));
    EG_TRY(eg_time_readback_end(eg_stepper_time(eg_model_stepper(b->model)), &now));
    int64_t least = 2 * WARM_UP + STRETCHES * result->steps;
    if (now.pause == EG_PAUSE_NONE && now.steps >= least)
        return EG_OK;
    return eg_fail(b->context, EG_INTERNAL, "the bench stopped after %lld of %lld steps",
                   (long long)now.steps, (long long)least);
}

/* What the devices of all ranks can do, and, for rank 0, their name. */
static eg_status take_device(eg_comm *comm, eg_device *device, const eg_bench_options *options,
                             eg_bench_result *result)
{
    eg_device_limits limits;
    const eg_device_info *info = eg_device_describe(device);
    EG_TRY(eg_comm_agree(comm, eg_device_measure(device, &limits)));
    result->copy_bandwidth = eg_comm_sum_chunks(comm, &limits.copy_bandwidth, 1);
    result->multiply_add = eg_comm_sum_chunks(comm, &limits.multiply_add[options->f32 ? EG_F32 : EG_F64], 1);
    if (result->ranks == 1)
        snprintf(result->device, sizeof result->device, "%.60s: %.120s", info->spec, info->name);
    else if (eg_comm_rank(comm) == 0)
        snprintf(result->device, sizeof result->device, "%d ranks, each on one like %.40s: %.100s",
                 result->ranks, info->spec, info->name);
    return EG_OK;
}

static eg_status conclude_bench(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    EG_TRY(check_running(b, result));
    eg_model_cost cost;
    eg_model_find_cost(b->model, &cost);
    cost.bytes = eg_comm_sum_chunks(b->comm, &cost.bytes, 1);
    cost.flops = eg_comm_sum_chunks(b->comm, &cost.flops, 1);
    result->model = b->kind->keys.name;
    result->title = b->kind->title;
    result->cells = b->mesh->base.all;
    result->lanes = cost.lanes;
    double steps_a_second = (double)result->steps / result->seconds;
    result->rate = cost.updates * steps_a_second;
    result->unit = cost.updates_unit;
    result->bytes_per_cell = cost.bytes / (double)result->cells;
    result->bandwidth = cost.bytes * steps_a_second;
    result->operations = cost.flops * steps_a_second;
    drop_model(b);
    EG_TRY(take_device(b->comm, b->device, options, result));
    result->bandwidth_fraction = result->bandwidth / result->copy_bandwidth;
    result->arithmetic_fraction = result->operations / result->multiply_add;
    result->limiter = eg_run_limiter(eg_device_describe(b->device), cost.bytes / eg_comm_size(b->comm),
                                     result->arithmetic_fraction, &result->bandwidth_fraction);
    return EG_OK;
}

static double aim_of(const eg_bench_options *options)
{
    return options->seconds > 0 ? options->seconds : 3;
}

/* ---- many ranks */

/* A step on a mesh of so many cells, by this rank alone. */
static eg_status measure_alone(bench *b, const eg_bench_options *options, int64_t cells, double *step)
{
    int64_t steps;
    EG_TRY(make_bench_model(b, options, cells));
    EG_TRY(measure_steps(b, queue_bench_steps, aim_of(options), &steps, step));
    *step /= (double)steps;
    drop_model(b);
    return EG_OK;
}

/* Rank 0 by itself, then all at once: what processors and memory that ranks share cost is not the
 * exchange's. */
static eg_status measure_apart(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    int64_t cells = count_bench_cells(b, options) / eg_comm_size(b->comm);
    eg_status status = EG_OK;
    if (eg_comm_rank(b->comm) == 0)
        status = measure_alone(b, options, cells, &result->alone);
    EG_TRY(eg_comm_agree(b->comm, status));
    status = measure_alone(b, options, cells, &result->beside);
    EG_TRY(eg_comm_agree(b->comm, status));
    eg_comm_max(b->comm, &result->beside, 1);
    return EG_OK;
}

static void conclude_ranks(bench *b, eg_bench_result *result)
{
    eg_model_cost cost;
    eg_model_find_cost(b->model, &cost);
    double most[2] = {(double)cost.sent_bytes, b->mesh->base.partition->neighbours};
    eg_comm_max(b->comm, most, 2);
    result->sent = most[0];
    result->neighbours = (int)most[1];
    result->step = result->seconds / (double)result->steps;
    result->efficiency = result->alone / result->step;
    result->hidden = 1 - (result->step - result->beside) / result->exchange;
    result->hidden = fmin(fmax(result->hidden, 0), 1);
    if (b->link)
        snprintf(result->link, sizeof result->link, "from device to device by %s", eg_link_name(b->link));
}

static eg_status measure_ranks(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    char why[128] = "";
    int64_t exchanges;
    EG_TRY(eg_halo_connect(b->context, b->device, b->comm, &b->link, why, sizeof why));
    snprintf(result->link, sizeof result->link, "through the host: %s", why);
    EG_TRY(measure_apart(b, options, result));
    b->joined = true;
    EG_TRY(make_bench_model(b, options, count_bench_cells(b, options)));
    EG_TRY(measure_steps(b, queue_bench_steps, aim_of(options), &result->steps, &result->seconds));
    EG_TRY(measure_steps(b, queue_exchanges, 0.3 * aim_of(options), &exchanges, &result->exchange));
    result->exchange /= (double)exchanges;
    conclude_ranks(b, result);
    return EG_OK;
}

/* ---- a model that advances itself: the parts of an iteration */

/* Seconds of an application of a part, `times` at once, which all ranks begin together: the longest. */
static eg_status time_part(eg_run *run, int part, int64_t times, double *seconds)
{
    int64_t done;
    EG_TRY(eg_run_agree(run, eg_device_finish(run->device)));
    double from = eg_clock();
    EG_TRY(run->class->bench->apply(run->model, part, times, &done));
    EG_TRY(eg_device_finish(run->device));
    *seconds = (eg_clock() - from) / (double)done;
    eg_comm_max(run->comm, seconds, 1);
    return EG_OK;
}

/* The median of the stretches. */
static eg_status measure_part(eg_run *run, double aim, int part, int64_t *times, double *seconds)
{
    enum { FIRST = 3 };
    double stretch[STRETCHES];
    int64_t none;
    EG_TRY(run->class->bench->apply(run->model, part, 0, &none));
    EG_TRY(time_part(run, part, FIRST, seconds));
    EG_TRY(time_part(run, part, FIRST, seconds));
    *times = eg_max_i64(1, (int64_t)(aim / STRETCHES / *seconds));
    for (int i = 0; i < STRETCHES; i++)
        EG_TRY(time_part(run, part, *times, &stretch[i]));
    qsort(stretch, STRETCHES, sizeof *stretch, eg_ascending_real);
    *seconds = stretch[STRETCHES / 2];
    return EG_OK;
}

static eg_status measure_parts(eg_run *run, const eg_bench_options *options, eg_bench_result *result)
{
    const char *const *name = run->class->bench->parts;
    eg_model_cost cost;
    eg_model_find_cost(run->model, &cost);
    for (int i = 0; name[i]; i++) {
        assert(i < EG_BENCH_PARTS);
        double own = run->class->bench->bytes(run->model, i);
        double bytes = eg_comm_sum_chunks(run->comm, &own, 1);
        eg_bench_part *part = &result->part[result->parts];
        if (!(bytes > 0))
            continue;
        EG_TRY(measure_part(run, aim_of(options) / EG_BENCH_PARTS, i, &result->steps, &part->seconds));
        result->parts++;
        part->name = name[i];
        result->seconds = part->seconds * (double)result->steps;
        part->rate = cost.updates / part->seconds;
        /* bytes a second; in_limits() makes a part of it */
        part->bandwidth_fraction = bytes / part->seconds;
    }
    return EG_OK;
}

static eg_status in_limits(eg_run *run, const eg_bench_options *options, eg_bench_result *result)
{
    const eg_device_info *info = eg_device_describe(run->device);
    EG_TRY(take_device(run->comm, run->device, options, result));
    for (int i = 0; i < result->parts; i++) {
        eg_bench_part *part = &result->part[i];
        double bytes = part->bandwidth_fraction * part->seconds / result->ranks;
        result->bandwidth = part->bandwidth_fraction;
        part->bandwidth_fraction /= result->copy_bandwidth;
        result->limiter = eg_run_limiter(info, bytes, 0, &part->bandwidth_fraction);
    }
    const eg_bench_part *iteration = &result->part[result->parts - 1];
    result->rate = iteration->rate;
    result->bandwidth_fraction = iteration->bandwidth_fraction;
    result->bytes_per_cell = result->bandwidth * iteration->seconds / (double)result->cells;
    return EG_OK;
}

/* From the text of a case to a model, as runs go, without a folder and what goes there: memory for snapshots
 * is left. */
static eg_status set_up_run(eg_run *run, const bench *b, const eg_bench_options *options)
{
    EG_TEXT(text, run->context);
    EG_TRY(eg_comm_create(run->context, &run->comm));
    bool gpu = eg_device_describe(b->device)->gpu;
    run->class->bench->write_case(b->kind, options, gpu, eg_comm_size(run->comm), &text);
    eg_status status = text.status;
    if (status == EG_OK)
        status = eg_case_parse(run->context, eg_models, "bench", ".", text.data, text.length, NULL, 0,
                               &run->loaded);
    EG_TRY(eg_run_agree(run, status));
    EG_TRY(eg_run_setup_model(run));
    return eg_run_setup_steps(run);
}

static eg_status bench_run(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    const eg_run_options run_options = {
        .size = sizeof run_options, .device = options->device, .lanes = options->lanes, .overcommit = true};
    EG_ENDS_WITH(eg_run_destroy) eg_run *run = NULL;
    EG_TRY(eg_run_begin(b->context, &run_options, &run));
    run->class = b->class;
    EG_TRY(set_up_run(run, b, options));
    eg_model_cost cost;
    eg_model_find_cost(run->model, &cost);
    result->model = run->kind->keys.name;
    result->title = run->kind->title;
    result->cells = run->mesh->all;
    result->degree = eg_model_degree(run->model);
    result->unit = cost.updates_unit;
    EG_TRY(measure_parts(run, options, result));
    return in_limits(run, options, result);
}

static eg_status measure_bench(bench *b, const eg_bench_options *options, eg_bench_result *result)
{
    EG_TRY(eg_comm_create(b->context, &b->comm));
    result->ranks = eg_comm_size(b->comm);
    EG_TRY(eg_comm_agree(b->comm, eg_ranks_open_device(b->context, b->comm, options->device, &b->device)));
    EG_TRY(eg_comm_agree(b->comm, eg_device_finish(b->device)));
    if (b->class->bench->write_case)
        return bench_run(b, options, result);
    if (result->ranks > 1) {
        EG_TRY(measure_ranks(b, options, result));
    } else {
        EG_TRY(make_bench_model(b, options, count_bench_cells(b, options)));
        EG_TRY(measure_steps(b, queue_bench_steps, aim_of(options), &result->steps, &result->seconds));
    }
    return conclude_bench(b, options, result);
}

static eg_status bench_model(eg_context *context, const eg_bench_options *options, eg_bench_result *result)
{
    bench b = {.context = context};
    EG_TRY(find_class(&b, options));
    eg_status status = measure_bench(&b, options, result);
    drop_model(&b);
    eg_link_destroy(&b.link);
    eg_device_close(&b.device);
    eg_comm_leave(b.comm, status);
    eg_comm_destroy(&b.comm);
    return status;
}

eg_status eg_bench(eg_context *context, const eg_bench_options *options, eg_bench_result *result)
{
    eg_bench_options taken;
    eg_bench_result made = {0};
    EG_TRY(eg_options_take(context, options, sizeof taken, &taken));
    EG_TRY(eg_options_take(context, result, sizeof made, &made));
    size_t size = result->size;
    made = (eg_bench_result){.size = size};
    eg_status status = bench_model(context, &taken, &made);
    memcpy(result, &made, size < sizeof made ? size : sizeof made);
    return status;
}
