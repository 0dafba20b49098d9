/* The end of a run: limits, the last state, the picture, the summary. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

#include "io/picture.h"

/* ---- divergence
 * --------------------------------------------------------------------------------------------- */

eg_status eg_run_culprit_message(eg_run *run)
{
    int64_t cell;
    eg_sw_state state;
    EG_TRY(eg_fv_culprit(run->fv, &cell, &state));
    const eg_mesh *mesh = run->mesh;
    snprintf(run->message, sizeof run->message,
             "the run diverged in step %lld at t = %.9g s: %s in cell %lld (element %lld of %s) at "
             "(%.9g, %.9g), "
             "region '%s': depth %g m, discharge (%g, %g) m2/s; the state before it is kept. Try a "
             "smaller "
             "time.cfl",
             (long long)run->moment.steps + 1, run->moment.time,
             run->moment.hold == EG_HOLD_COLLAPSED ? "the time step collapsed, the fastest wave is"
                                                 : "the state is not finite",
             (long long)cell, (long long)mesh->source[cell], mesh->origin, mesh->centroid[cell][0],
             mesh->centroid[cell][1], mesh->region_name[mesh->region[cell]], state.h, state.qx,
             state.qy);
    return eg_fail(run->context, EG_DIVERGED, "%s", run->message);
}

/* ---- limits
 * ----------------------------------------------------------------------------------------------------
 */

static const double *norm_named(const eg_exact *exact, const char *name)
{
    if (strcmp(name, "l1") == 0)
        return &exact->l1;
    return strcmp(name, "l2") == 0 ? &exact->l2 : &exact->linf;
}

/* The value that the limit `key` is about: "mass_error", or "depth_l1" and the like. */
static double limited_value(const eg_run *run, const char *key)
{
    for (int i = 0; i < run->observer.exacts; i++) {
        const eg_exact *exact = &run->observer.exact[i];
        const char *field = eg_sw_output_table()[exact->id].name;
        size_t length = strlen(field);
        if (strncmp(key, field, length) == 0 && key[length] == '_')
            return *norm_named(exact, key + length + 1);
    }
    return run->record.mass_error;
}

static void check_limits(eg_run *run)
{
    const eg_node *limits = eg_case_find(run->loaded, "limits");
    for (int64_t i = 0; i < eg_node_count(limits); i++) {
        const char *key = eg_node_key(limits, i);
        double limit = eg_node_real(eg_node_item(limits, i)), value = limited_value(run, key);
        if (value <= limit)
            continue;
        size_t used = strlen(run->message);
        snprintf(run->message + used, sizeof run->message - used,
                 "%slimit broken: %s is %.6g, allowed is %.6g", used ? "; " : "", key, value,
                 limit);
        run->outcome = EG_LIMIT;
    }
}

/* ---- summary
 * -----------------------------------------------------------------------------------------------------
 */

static eg_run_exit exit_of(const eg_run *run)
{
    if (run->outcome == EG_DIVERGED)
        return EG_EXIT_DIVERGED;
    if (run->outcome == EG_LIMIT)
        return EG_EXIT_LIMIT;
    return eg_run_is_done(run) ? EG_EXIT_DONE : EG_EXIT_STOPPED;
}

static eg_status add_throughput(eg_run *run, eg_summary *summary)
{
    double seconds = run->advance_seconds, steps = (double)run->moment.steps;
    summary->throughput = seconds > 0 ? steps * (double)run->mesh->cells / seconds : 0;
    snprintf(summary->throughput_unit, sizeof summary->throughput_unit, "cell updates/s");
    snprintf(summary->limiter, sizeof summary->limiter, "not measured");
    summary->bandwidth_fraction = NAN;
    if (!run->options.measure)
        return EG_OK;
    eg_device_limits limits;
    EG_TRY(eg_device_measure(run->device, &limits));
    double bytes = eg_fv_bytes_per_step(run->fv) * steps;
    summary->bandwidth_fraction = seconds > 0 ? bytes / seconds / limits.copy_bandwidth : 0;
    snprintf(summary->limiter, sizeof summary->limiter, "%s",
             summary->bandwidth_fraction > 0.6 ? "memory bandwidth" : "instructions and latency");
    return EG_OK;
}

static eg_status add_balance(eg_run *run, eg_summary *summary)
{
    const eg_record *record = &run->record;
    EG_TRY(eg_summary_add_balance(run->context, summary, "mass_error", record->mass_error));
    EG_TRY(eg_summary_add_balance(run->context, summary, "volume_m3", record->volume));
    EG_TRY(eg_summary_add_balance(run->context, summary, "volume_first_m3", record->volume_first));
    EG_TRY(eg_summary_add_balance(run->context, summary, "clipped_m3", record->clipped));
    for (int b = 0; b < run->mesh->boundaries; b++) {
        char name[EG_SUMMARY_NAME];
        if (run->boundaries[b].given.kind == EG_FV_WALL)
            continue;
        snprintf(name, sizeof name, "out_%.48s_m3", run->mesh->boundary_name[b]);
        EG_TRY(eg_summary_add_balance(run->context, summary, name, record->through[b]));
    }
    return EG_OK;
}

static void add_identity(eg_run *run, eg_summary *summary)
{
    const eg_device_info *device = eg_device_describe(run->device);
    snprintf(summary->device, sizeof summary->device, "%s: %.120s", device->spec, device->name);
    snprintf(summary->compiler, sizeof summary->compiler, "%s", device->compiler);
    snprintf(summary->precision, sizeof summary->precision, "%s",
             run->precision == EG_F64 ? "f64" : "f32");
    snprintf(summary->version, sizeof summary->version, "%s", EAGRE_VERSION);
    snprintf(summary->case_hash, sizeof summary->case_hash, "%016llx",
             (unsigned long long)eg_case_hash(run->loaded));
}

static eg_status fill_summary(eg_run *run, eg_summary *summary, const eg_writer_statistics *writer)
{
    *summary = (eg_summary){.run_exit = exit_of(run),
                            .steps = run->moment.steps,
                            .time = run->moment.time,
                            .cells = run->mesh->cells,
                            .unknowns = run->mesh->cells * EG_SW_VARIABLES,
                            .state_hash = run->observer.state_hash,
                            .snapshots = writer->written,
                            .output_waited_seconds = writer->waited_seconds,
                            .wall_seconds = eg_clock() - run->created_at};
    snprintf(summary->message, sizeof summary->message, "%s", run->message);
    EG_TRY(add_throughput(run, summary));
    EG_TRY(add_balance(run, summary));
    for (int i = 0; i < run->observer.exacts; i++) {
        const eg_exact *exact = &run->observer.exact[i];
        EG_TRY(eg_summary_add_error(run->context, summary, eg_sw_output_table()[exact->id].name,
                                    exact->l1, exact->l2, exact->linf));
    }
    add_identity(run, summary);
    return EG_OK;
}

/* ---- picture
 * -----------------------------------------------------------------------------------------------------
 */

/* Values of the picture, bed, depth, velocity of the last state: [cells], the last one [cells][2].
 */
typedef struct picture_fields {
    double *value, *depth, *bed, *velocity;
} picture_fields;

static void fill_picture(const eg_run *run, const void *memory, eg_sw_output_id id,
                         const picture_fields *to)
{
    double gravity = eg_fv_gravity(run->fv), dry = eg_fv_dry_depth(run->fv), value[3];
    int components = eg_sw_output_table()[id].components;
    for (int64_t c = 0; c < run->mesh->cells; c++) {
        eg_sw_state state = eg_fv_state_of(run->fv, memory, c);
        eg_sw_evaluate(id, &state, gravity, dry, value);
        to->value[c] = components == 2 ? sqrt(value[0] * value[0] + value[1] * value[1]) : value[0];
        eg_sw_evaluate(EG_SW_velocity, &state, gravity, dry, &to->velocity[2 * c]);
        to->depth[c] = state.h;
        to->bed[c] = state.z;
    }
}

/* Below a millimetre a picture shows land. */
static const double PICTURE_DRY = 1e-3;

static eg_status draw(eg_run *run, eg_sw_output_id id, const picture_fields *fields,
                      const char *path)
{
    const eg_node *picture = eg_case_find(run->loaded, "output.picture");
    const eg_node *range = eg_node_child(picture, "range"),
                  *arrows = eg_node_child(picture, "arrows");
    const eg_sw_output *output = &eg_sw_output_table()[id];
    bool water = id == EG_SW_depth || id == EG_SW_level;
    double deepest = 0;
    for (int64_t c = 0; c < run->mesh->cells; c++)
        deepest = fmax(deepest, fields->depth[c]);
    eg_map map = {.shapes = eg_shapes_of_mesh(run->mesh),
                  .values = fields->value,
                  .title = eg_node_text(eg_case_find(run->loaded, "title")),
                  .label = output->name,
                  .unit = output->unit,
                  .has_time = true,
                  .time = run->moment.time,
                  .colormap = water ? EG_COLORMAP_WATER : EG_COLORMAP_SEQUENTIAL,
                  .depth = id == EG_SW_elevation ? NULL : fields->depth,
                  .dry_depth = fmin(PICTURE_DRY, 1e-3 * deepest),
                  .bed = fields->bed,
                  .vectors = arrows && eg_node_boolean(arrows) ? fields->velocity : NULL,
                  .vector_components = 2,
                  .points = (const double(*)[2])run->record.gauge_place,
                  .point_names = (const char *const *)run->record.gauge_name,
                  .point_count = run->record.gauges};
    if (range) {
        map.has_range = true;
        map.low = eg_node_real(eg_node_item(range, 0));
        map.high = eg_node_real(eg_node_item(range, 1));
    }
    return eg_plot_map(run->context, path, &map, NULL);
}

static eg_status write_picture(eg_run *run)
{
    picture_fields fields = {0};
    void *memory = NULL;
    char *path = NULL;
    int id = eg_sw_output_find(eg_node_text(eg_case_find(run->loaded, "output.picture.variable")));
    int64_t cells = run->mesh->cells;
    eg_status status;
    EG_TRY_GOTO(eg_run_path(run, "picture.png", &path));
    EG_TRY_GOTO(eg_run_read_state(run, &memory));
    EG_TRY_GOTO(eg_alloc(run->context, cells, sizeof(double), &fields.value));
    EG_TRY_GOTO(eg_alloc(run->context, cells, sizeof(double), &fields.depth));
    EG_TRY_GOTO(eg_alloc(run->context, cells, sizeof(double), &fields.bed));
    EG_TRY_GOTO(eg_alloc(run->context, 2 * cells, sizeof(double), &fields.velocity));
    fill_picture(run, memory, (eg_sw_output_id)id, &fields);
    status = draw(run, (eg_sw_output_id)id, &fields, path);
done:
    eg_staging_destroy(run->device, &memory);
    eg_free(run->context, &fields.value);
    eg_free(run->context, &fields.depth);
    eg_free(run->context, &fields.bed);
    eg_free(run->context, &fields.velocity);
    eg_free(run->context, &path);
    return status;
}

/* ---- the end
 * --------------------------------------------------------------------------------------------------------
 */

static eg_status write_summary(eg_run *run, const eg_summary *summary)
{
    char *path;
    EG_TRY(eg_run_path(run, "summary.json", &path));
    eg_status status = eg_summary_write(run->context, summary, path);
    eg_free(run->context, &path);
    return status;
}

eg_status eg_run_finish(eg_run *run)
{
    assert(!run->finished);
    run->finished = true;
    eg_writer_statistics writer = {0};
    EG_TRY(eg_output_snapshot(run));
    eg_status wrote = eg_writer_finish(run->writer);
    eg_writer_describe(run->writer, &writer);
    eg_status closed = eg_output_close(run);
    EG_TRY(wrote);
    EG_TRY(closed);
    EG_TRY(eg_csv_close(&run->record.gauge_csv));
    EG_TRY(eg_csv_close(&run->record.balance_csv));
    if (run->outcome == EG_OK)
        check_limits(run);
    EG_TRY(fill_summary(run, &run->summary, &writer));
    if (run->folder) {
        EG_TRY(write_picture(run));
        EG_TRY(write_summary(run, &run->summary));
    }
    eg_run_log(run, "%s after %lld steps at t = %.9g s, state %016llx",
               eg_run_exit_name(run->summary.run_exit), (long long)run->moment.steps,
               run->moment.time, (unsigned long long)run->observer.state_hash);
    if (run->outcome != EG_OK)
        return eg_fail(run->context, run->outcome, "%s", run->message);
    return EG_OK;
}
