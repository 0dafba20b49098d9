/* What `check` tells of a case: mesh, device, memory, disk, time step and the cells that set it. */
#include "run/internal.h"

#include <math.h>

enum { WORST_CELLS = 10 };

typedef struct limiting_cell {
    int64_t cell;
    double dt;
} limiting_cell;

/* Keeps the list sorted by dt, the smallest first. */
static void keep_least(limiting_cell *list, limiting_cell candidate)
{
    for (int i = 0; i < WORST_CELLS; i++)
        if (candidate.dt < list[i].dt) {
            limiting_cell moved = list[i];
            list[i] = candidate;
            candidate = moved;
        }
}

static void describe_mesh(eg_run *run, eg_text *text)
{
    eg_mesh_summary summary;
    eg_mesh_summarise(run->mesh, &summary);
    eg_text_add(text, "mesh       %s: %lld triangles, %lld quadrangles, %lld nodes\n",
                run->mesh->origin, (long long)run->mesh->cells_of_type[EG_TRIANGLE],
                (long long)run->mesh->cells_of_type[EG_QUADRANGLE], (long long)run->mesh->nodes);
    eg_text_add(
        text, "           area %.6g m2, edges %.4g to %.4g m, worst quality %.3f at (%.6g, %.6g)\n",
        summary.area, summary.edge_min, summary.edge_max, summary.quality_min,
        run->mesh->centroid[summary.quality_min_cell][0],
        run->mesh->centroid[summary.quality_min_cell][1]);
}

static void describe_cost(eg_run *run, eg_text *text)
{
    const eg_device_info *device = eg_device_describe(run->device);
    const eg_observer *observer = &run->observer;
    const eg_schedule *schedule = &run->schedule;
    int components = 0;
    for (int i = 0; i < observer->fields; i++)
        components += observer->table[observer->field[i]].components == 1 ? 1 : 3;
    double snapshots = isfinite(schedule->t_end / schedule->fields_every)
                           ? floor(schedule->t_end / schedule->fields_every) + 2
                           : 2;
    int64_t values = eg_snapshot_value_count(run->mesh, run->model->class->degree(run->model));
    double bytes = (double)values * components * (double)eg_real_size(run->precision);
    eg_model_cost cost;
    run->model->class->cost(run->model, &cost);
    eg_text_add(text, "device     %s: %s, %d lanes, %s\n", device->spec, device->name, cost.lanes,
                run->precision == EG_F64 ? "f64" : "f32");
    eg_text_add(text, "memory     %.4g MB on the device, %.4g MB on the host\n",
                (double)cost.device_bytes / 1e6, (double)eg_context_bytes_held(run->context) / 1e6);
    eg_text_add(text, "disk       %.0f snapshots of %.4g MB, %.4g MB in all\n", snapshots,
                bytes / 1e6, snapshots * bytes / 1e6);
}

static void describe_step(eg_run *run, eg_text *text)
{
    const eg_model *model = run->model;
    limiting_cell list[WORST_CELLS];
    for (int i = 0; i < WORST_CELLS; i++)
        list[i] = (limiting_cell){-1, INFINITY};
    for (int64_t c = 0; c < run->mesh->cells; c++)
        keep_least(list, (limiting_cell){c, model->class->cell_step(model, c)});
    eg_text_add(text, "time       first dt %.6g s", run->moment.dt);
    if (isfinite(run->schedule.t_end))
        eg_text_add(text, ", about %.0f steps of it to %.6g s",
                    run->moment.dt > 0 ? ceil(run->schedule.t_end / run->moment.dt) : 0,
                    run->schedule.t_end);
    eg_text_add(text, "\ncells that set dt, by their own stable step:\n");
    for (int i = 0; i < WORST_CELLS && list[i].cell >= 0; i++) {
        int64_t c = list[i].cell;
        eg_text_add(text, "  %.6g s  cell %lld at (%.6g, %.6g), area %.4g m2", list[i].dt,
                    (long long)c, run->mesh->centroid[c][0], run->mesh->centroid[c][1],
                    run->mesh->area[c]);
        model->class->describe_cell(model, c, text);
        eg_text_add(text, "\n");
    }
}

eg_status eg_run_describe(eg_run *run, const char **description)
{
    eg_text *text = &run->description;
    text->length = 0;
    const char *title = eg_node_text(eg_case_find(run->loaded, "title"));
    eg_text_add(text, "case       %s%s%s\n", eg_case_name(run->loaded), title[0] ? ": " : "",
                title);
    describe_mesh(run, text);
    run->model->class->describe(run->model, text);
    describe_cost(run, text);
    describe_step(run, text);
    *description = eg_text_string(text);
    return text->status;
}
