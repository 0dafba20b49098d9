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

/* The stable step of one cell alone: chi / (|u| + c). */
static double cell_step(const eg_run *run, int64_t c, double cfl)
{
    const eg_mesh *mesh = run->mesh;
    double perimeter = 0;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
        const int32_t *ends = mesh->face_vertex[mesh->cell_face[k]];
        const double *a = mesh->x[ends[0]], *b = mesh->x[ends[1]];
        perimeter += hypot(b[0] - a[0], b[1] - a[1]);
    }
    double speed = hypot(run->velocity[c][0], run->velocity[c][1]) +
                   sqrt(eg_fv_gravity(run->fv) * run->depth[c]);
    return speed > 0 ? cfl * 2 * mesh->area[c] / perimeter / speed : INFINITY;
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
    eg_text_add(text, "boundaries");
    static const char *const kinds[] = {"wall", "outflow", "level", "discharge"};
    for (int b = 0; b < run->mesh->boundaries; b++)
        eg_text_add(text, " %s: %s%s", run->mesh->boundary_name[b],
                    kinds[run->boundaries[b].given.kind], b + 1 < run->mesh->boundaries ? "," : "");
    eg_text_add(text, "\n");
}

static void describe_cost(eg_run *run, eg_text *text)
{
    const eg_device_info *device = eg_device_describe(run->device);
    const eg_schedule *schedule = &run->schedule;
    int components = 0;
    for (int i = 0; i < run->observer.outputs; i++)
        components += eg_sw_output_table()[run->observer.output[i]].components == 1 ? 1 : 3;
    double snapshots = isfinite(schedule->t_end / schedule->fields_every)
                           ? floor(schedule->t_end / schedule->fields_every) + 2
                           : 2;
    double bytes = (double)run->mesh->cells * components * (double)eg_real_size(run->precision);
    eg_text_add(text, "device     %s: %s, %d lanes, %s\n", device->spec, device->name,
                eg_fv_layout(run->fv)->lanes, run->precision == EG_F64 ? "f64" : "f32");
    eg_text_add(text, "memory     %.4g MB on the device, %.4g MB on the host\n",
                (double)eg_fv_device_bytes(run->fv) / 1e6,
                (double)eg_context_bytes_held(run->context) / 1e6);
    eg_text_add(text, "disk       %.0f snapshots of %.4g MB, %.4g MB in all\n", snapshots,
                bytes / 1e6, snapshots * bytes / 1e6);
}

static void describe_step(eg_run *run, eg_text *text)
{
    limiting_cell list[WORST_CELLS];
    const eg_node *cfl = eg_case_find(run->loaded, "time.cfl");
    for (int i = 0; i < WORST_CELLS; i++)
        list[i] = (limiting_cell){-1, INFINITY};
    for (int64_t c = 0; c < run->mesh->cells; c++)
        keep_least(list, (limiting_cell){c, cell_step(run, c, cfl ? eg_node_real(cfl) : 0.9)});
    eg_text_add(text, "time       first dt %.6g s", run->moment.dt);
    if (isfinite(run->schedule.t_end))
        eg_text_add(text, ", about %.0f steps of it to %.6g s",
                    run->moment.dt > 0 ? ceil(run->schedule.t_end / run->moment.dt) : 0,
                    run->schedule.t_end);
    eg_text_add(text, "\ncells that set dt, by their own stable step:\n");
    for (int i = 0; i < WORST_CELLS && list[i].cell >= 0; i++) {
        int64_t c = list[i].cell;
        eg_text_add(text, "  %.6g s  cell %lld at (%.6g, %.6g), area %.4g m2, depth %.4g m\n",
                    list[i].dt, (long long)c, run->mesh->centroid[c][0], run->mesh->centroid[c][1],
                    run->mesh->area[c], run->depth[c]);
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
    describe_cost(run, text);
    describe_step(run, text);
    *description = eg_text_string(text);
    return text->status;
}
