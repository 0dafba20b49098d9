/* What the numbers of a case multiply to beside the mesh and the state: held against memory and disk before
 * the first step. */
#include "run/life/life.h"
#include "run/observe/observe.h"

#include <math.h>

#include "base/room.h"
#include "io/gis/gis.h"

/* Bytes of a number in a table of text. */
static const double NUMBER_BYTES = 20;

/* The text of a demand that is too large, with its key. */
static eg_status name_key(const eg_run *run, const char *key, eg_status status)
{
    char text[640];
    if (status == EG_OK)
        return EG_OK;
    snprintf(text, sizeof text, "%s", eg_context_error(run->context));
    return eg_case_fail(run->loaded, eg_case_find(run->loaded, key), status,
                        "%s: %s; --overcommit continues regardless", key, text);
}

static eg_status check_maxima_rasters(const eg_run *run)
{
    static const char key[] = "output.maxima.rasters.pixel";
    const eg_node *pixel = eg_case_find(run->loaded, key);
    const eg_mesh *mesh = run->mesh;
    if (!pixel)
        return EG_OK;
    return name_key(
        run, key,
        eg_gis_check_grid(run->context, mesh->box_low, mesh->box_high, eg_node_real(pixel), "a pixel"));
}

double eg_run_count_snapshots(const eg_run *run, double dt, bool *about)
{
    static const double ROUNDING = 1e-12; /* of a quotient of times that is to be whole */
    const eg_schedule *schedule = &run->schedule;
    double intervals = 0;
    double end = fmin(schedule->t_end, (double)schedule->steps_end * dt);
    bool in_time = isfinite(schedule->fields_every) && isfinite(end);
    bool in_steps = schedule->fields_steps < INT64_MAX;
    bool to_time = isfinite(schedule->t_end);
    if (in_time)
        intervals += ceil(end / schedule->fields_every * (1 - ROUNDING));
    if (in_steps)
        intervals += ceil(fmin((double)schedule->steps_end, end / dt) / (double)schedule->fields_steps);
    *about = (in_steps && to_time) || (in_time && !to_time);
    return run->kind->is_steady ? 1 : 1 + fmax(1, intervals);
}

/* ---- the disk: each demand is held against what is left of those before it */

typedef struct disk {
    const eg_run *run;
    eg_room room;
} disk;

static eg_status take_disk(disk *d, const char *key, const char *what, double bytes, double power)
{
    const eg_node *node = eg_case_find(d->run->loaded, key);
    const eg_demand demand = {.what = what,
                              .of = "on the disk",
                              .bytes = bytes,
                              .value = node ? eg_node_real(node) : 0,
                              .power = power,
                              .value_name = power > 0 ? "a number" : "an interval",
                              .unit = power > 0 ? "" : "s"};
    EG_TRY(name_key(d->run, key, eg_demand_check(d->run->context, &demand, &d->room, EG_IO)));
    d->room.bytes -= bytes;
    return EG_OK;
}

double eg_run_snapshot_bytes(const eg_run *run)
{
    const eg_diagnostics *diagnostics = run->diagnostics;
    int components = 0;
    for (int i = 0; i < diagnostics->fields; i++)
        components += eg_diagnostics_field(diagnostics, i)->components == 1 ? 1 : 3;
    const eg_hex_nodes *common = eg_diagnostics_common(run);
    double values =
        common ? (double)common->all : (double)eg_snapshot_all_values(run->mesh, eg_model_degree(run->model));
    return eg_snapshot_file_bytes(values, components, run->precision);
}

/* Where a step is not known the number of snapshots is not, either. */
static eg_status check_snapshot_room(disk *d)
{
    static const char key[] = "output.fields.every";
    char what[160];
    bool about;
    const eg_run *run = d->run;
    double bytes = eg_run_snapshot_bytes(run);
    double count = eg_run_count_snapshots(run, run->now.dt > 0 ? run->now.dt : INFINITY, &about);
    if (about || !eg_case_find(run->loaded, key))
        return EG_OK;
    snprintf(what, sizeof what, "%.0f snapshots of %.4g MB", count, bytes / 1e6);
    return take_disk(d, key, what, count * bytes, -1);
}

static eg_status check_record_room(disk *d)
{
    enum { BALANCE = 10 };
    static const char key[] = "output.record.every";
    char what[160];
    const eg_run *run = d->run;
    double end = run->schedule.t_end, every = run->schedule.record_every;
    if (!eg_case_find(run->loaded, key) || !isfinite(end))
        return EG_OK;
    char points[64];
    int outputs, columns = BALANCE;
    const eg_output *table = eg_model_outputs(run->model, &outputs);
    snprintf(points, sizeof points, "output.%s", run->kind->points ? run->kind->points : "gauges");
    double places = (double)eg_node_count(eg_case_find(run->loaded, points));
    for (int k = 0; k < outputs; k++)
        columns += (int)places * table[k].components;
    snprintf(what, sizeof what, "%.4g records of %d numbers", end / every, columns);
    return take_disk(d, key, what, end / every * columns * NUMBER_BYTES, -1);
}

static eg_status check_seismograms(disk *d)
{
    char what[160];
    EG_TEXT(left_out, d->run->context);
    eg_model_need need = {.left_out = &left_out};
    const eg_mesh_counts none = {0};
    const eg_shots *shots = eg_run_shots(d->run);
    if (!eg_case_find(d->run->loaded, "output.receivers.interval"))
        return EG_OK;
    d->run->class->need(d->run->kind, d->run->loaded, &none, &need);
    double times = shots ? (double)shots->count : 1;
    snprintf(what, sizeof what, "%.4g samples of seismograms", need.samples * times);
    return take_disk(d, "output.receivers.interval", what, need.samples * times * NUMBER_BYTES, -1);
}

/* Of all ranks: the state alone. */
static double checkpoint_bytes(const eg_run *run)
{
    const eg_mesh *mesh = run->mesh;
    if (run->class->steps)
        return (double)eg_stepper_state_bytes(eg_model_stepper(run->model)) * (double)mesh->all /
               fmax(1, (double)mesh->own);
    enum { SOLUTIONS = 2 };
    return SOLUTIONS * 8 * (double)eg_snapshot_all_values(mesh, eg_model_degree(run->model));
}

/* As many as are kept, and one more while it is written; fewer where the run has no more. By the clock any
 * number. */
static double count_checkpoints(const eg_run *run)
{
    const eg_schedule *schedule = &run->schedule;
    double dt = run->now.dt, kept = run->checkpointing.keep + 1.0;
    double steps = fmin((double)schedule->steps_end, dt > 0 ? ceil(schedule->t_end / dt) : INFINITY);
    bool counted = schedule->checkpoint_steps < INT64_MAX && isinf(run->checkpointing.every);
    return counted ? fmin(kept, 1 + steps / (double)schedule->checkpoint_steps) : kept;
}

/* Where the case asks for them: one at the end of other runs is a warning where it does not fit. */
static eg_status check_checkpoint_room(disk *d)
{
    static const char *const keys[] = {"checkpoint.keep", "checkpoint.steps", "checkpoint.every"};
    const eg_run *run = d->run;
    char what[160];
    size_t i = 0;
    while (i < 3 && !eg_case_find(run->loaded, keys[i]))
        i++;
    if (i == 3 || !run->class->persist)
        return EG_OK;
    double count = count_checkpoints(run), bytes = checkpoint_bytes(run);
    snprintf(what, sizeof what, "%.0f checkpoints of %.4g MB", ceil(count), bytes / 1e6);
    return take_disk(d, keys[i], what, count * bytes, i == 0 ? 1 : 0);
}

static eg_status check_disk(const eg_run *run, const char *folder)
{
    disk d = {.run = run};
    eg_disk_room(folder, &d.room);
    EG_TRY(check_snapshot_room(&d));
    EG_TRY(check_record_room(&d));
    EG_TRY(check_checkpoint_room(&d));
    return check_seismograms(&d);
}

eg_status eg_run_check_products(const eg_run *run, const char *folder)
{
    if (run->options.overcommit || !eg_run_is_first(run))
        return EG_OK;
    EG_TRY(check_maxima_rasters(run));
    return folder ? check_disk(run, folder) : EG_OK;
}
