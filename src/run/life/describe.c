/* What `check` tells of a case: mesh, device, memory, disk, time step and the cells that set it. */
#include "run/judge/verdicts.h"
#include "run/life/life.h"
#include "run/observe/observe.h"

#include <math.h>
#include <string.h>

#include "base/room.h"

static const double ALIKE = 1e-3;    /* relative difference of steps that are called alike */
static const double NO_LIMIT = 1e12; /* a step that nothing limits, s */

/* Keeps the list sorted by dt, the smallest first, of equals the one that came first. */
static void keep_least_steps(eg_limiting_cell *list, eg_limiting_cell candidate)
{
    for (int i = 0; i < EG_WORST_CELLS; i++)
        if (candidate.dt < list[i].dt) {
            eg_limiting_cell moved = list[i];
            list[i] = candidate;
            candidate = moved;
        }
}

/* What is told before the mesh is read, and what is not in it. */
static void describe_estimate(eg_run *run, eg_text *text)
{
    bool many = eg_comm_size(run->comm) > 1;
    EG_TEXT(left_out, run->context);
    eg_run_need need;
    eg_room room;
    if (eg_run_estimate(run, &left_out, &need)) {
        eg_memory_room("", &room);
        run->facts.run_bytes = need.machine;
        run->facts.run_device_bytes = need.device;
        run->facts.room_bytes = room.bytes;
        eg_text_add(text, "           a run takes about %.3g MB%s; %.3g MB can be taken: %s\n",
                    need.machine / 1e6, many ? " on this machine" : "", room.bytes / 1e6, room.what);
        eg_text_add(text, "           of them about %.3g MB on the device%s\n", need.device / 1e6,
                    many ? " of each rank" : "");
        if (left_out.length > 0)
            eg_text_add(text, "           not counted in either: %s\n",
                        eg_text_string(&left_out) + strlen(", "));
    }
}

/* Of several ranks: what the one with most holds, and what it took at most until now, on rank 0 with the
 * whole mesh. */
static void describe_memory(eg_run *run, int64_t device_bytes, eg_text *text)
{
    bool first = eg_run_is_first(run);
    double most = (double)eg_context_bytes_most(run->context);
    double held[4] = {(double)device_bytes, (double)eg_context_bytes_held(run->context), first ? most : 0,
                      first ? 0 : most};
    int ranks = eg_comm_size(run->comm);
    eg_comm_max(run->comm, held, 4);
    run->facts.device_bytes = held[0];
    run->facts.host_bytes = held[1];
    eg_text_add(text, "memory     %.4g MB on the device, %.4g MB on the host%s\n", held[0] / 1e6,
                held[1] / 1e6, ranks > 1 ? ", of a rank at most" : "");
    if (first)
        describe_estimate(run, text);
    if (ranks == 1)
        return;
    eg_text_add(text,
                "           while it was set up %.4g MB on the host of rank 0, which reads the "
                "mesh, and %.4g MB of another\n",
                held[2] / 1e6, held[3] / 1e6);
    eg_text_add(text, "ranks      %d\n", ranks);
}

static void describe_cost(eg_run *run, eg_text *text)
{
    const eg_device_info *device = eg_device_describe(run->device);
    bool about;
    double first_dt = run->now.dt > 0 ? run->now.dt : INFINITY;
    double snapshots = eg_run_count_snapshots(run, first_dt, &about);
    int degree = eg_model_degree(run->model);
    double bytes = eg_run_snapshot_bytes(run);
    double of_mesh = eg_snapshot_mesh_bytes(run->mesh, degree, eg_diagnostics_common(run));
    run->facts.snapshots = snapshots;
    run->facts.about = about;
    run->facts.snapshot_bytes = bytes;
    run->facts.disk_bytes = snapshots * bytes + of_mesh;
    eg_model_cost cost;
    eg_model_find_cost(run->model, &cost);
    eg_text_add(text, "device     %s: %s, ", device->spec, device->name);
    if (cost.lanes > 0)
        eg_text_add(text, "%d lanes, ", cost.lanes);
    eg_text_add(text, "%s\n", eg_run_precision(run));
    describe_memory(run, cost.device_bytes, text);
    eg_text_add(text, "disk       %s%.0f snapshot%s of %.4g MB and their mesh, %.4g MB in all\n",
                about ? "about " : "", snapshots, snapshots == 1 ? "" : "s", bytes / 1e6,
                (snapshots * bytes + of_mesh) / 1e6);
}

static void empty_list(eg_limiting_cell *list)
{
    for (int i = 0; i < EG_WORST_CELLS; i++)
        list[i] = (eg_limiting_cell){.cell = -1, .dt = INFINITY};
}

/* Area or volume: of a forest's cell that of its map at the centre. */
static double size_of_cell(const eg_mesh *mesh, int64_t cell)
{
    static const double centre[3] = {0, 0, 0};
    double x[3], j[3][3] = {{0}};
    if (mesh->class == &eg_plane_class)
        return eg_plane_of(mesh)->area[cell];
    mesh->class->map(mesh, cell, centre, x, j);
    if (mesh->dimension == 2)
        return 4 * (j[0][0] * j[1][1] - j[0][1] * j[1][0]);
    return 8 * (j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
                j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
                j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]));
}

/* The own cells with the least steps. */
static eg_status list_own_cells(eg_run *run, eg_limiting_cell *list)
{
    const eg_model *model = run->model;
    const eg_mesh *mesh = run->mesh;
    empty_list(list);
    for (int64_t c = 0; c < mesh->own; c++)
        keep_least_steps(list, (eg_limiting_cell){.cell = c, .dt = eg_model_cell_step(model, c)});
    for (int i = 0; i < EG_WORST_CELLS && list[i].cell >= 0; i++) {
        eg_limiting_cell *worst = &list[i];
        EG_TEXT(text, run->context);
        model->class->steps->describe_cell(model, worst->cell, &text);
        snprintf(worst->more, sizeof worst->more, "%s", eg_text_string(&text));
        EG_TRY(text.status);
        memcpy(worst->centroid, mesh->centroid[worst->cell], sizeof worst->centroid);
        worst->size = size_of_cell(mesh, worst->cell);
        worst->cell = eg_mesh_whole_number(mesh, worst->cell);
    }
    return EG_OK;
}

/* Those of all ranks, on rank 0. */
static eg_status list_all_cells(eg_run *run, eg_limiting_cell *list)
{
    int ranks = eg_comm_size(run->comm);
    EG_SCRATCH eg_limiting_cell *all = NULL;
    eg_limiting_cell own[EG_WORST_CELLS];
    eg_status status = list_own_cells(run, own);
    if (status == EG_OK)
        status = eg_alloc(run->context, ranks, sizeof own, &all);
    EG_TRY(eg_run_gather(run, own, sizeof own, all, status));
    empty_list(list);
    for (int i = 0; eg_run_is_first(run) && i < ranks * EG_WORST_CELLS; i++)
        keep_least_steps(list, all[i]);
    return EG_OK;
}

/* The cells of all ranks whose step is next to the least, and those that have a step. Collective. */
static void count_alike_steps(eg_run *run, double least, int64_t *alike, int64_t *limited)
{
    double counts[2] = {0, 0};
    for (int64_t c = 0; c < run->mesh->own; c++) {
        double dt = eg_model_cell_step(run->model, c);
        counts[0] += dt <= least * (1 + ALIKE);
        counts[1] += isfinite(dt);
    }
    double alike_cells = eg_comm_sum_chunks(run->comm, &counts[0], 1);
    *limited = (int64_t)eg_comm_sum_chunks(run->comm, &counts[1], 1);
    *alike = (int64_t)alike_cells;
}

/* A list of ten cells that are all alike would tell nothing. */
static eg_status describe_cells(eg_run *run, eg_limiting_cell *list, eg_text *text)
{
    int64_t alike, limited;
    char place[EG_POINT_ROOM];
    bool solid = run->mesh->dimension == 3;
    eg_comm_broadcast(run->comm, 0, list, EG_WORST_CELLS * (int64_t)sizeof *list);
    count_alike_steps(run, list[0].dt, &alike, &limited);
    int rows = alike >= EG_WORST_CELLS ? 1 : EG_WORST_CELLS;
    int64_t length = text->length;
    if (run->class->steps->describe_limit)
        run->class->steps->describe_limit(run->model, text);
    if (limited == 0 && text->length == length)
        eg_text_add(text, run->now.dt < NO_LIMIT
                              ? "           what comes in limits it; no cell does in the initial state\n"
                              : "           no cell limits it in the initial state\n");
    else if (limited > 0 && alike >= EG_WORST_CELLS)
        eg_text_add(text, "cells that set dt: %lld of %lld are alike, to %g %% of the step; the first:\n",
                    (long long)alike, (long long)run->mesh->all, 100 * ALIKE);
    else if (limited > 0)
        eg_text_add(text, "cells that set dt, by their own stable step:\n");
    for (int i = 0; limited > 0 && i < rows && list[i].cell >= 0; i++)
        eg_text_add(text, "  %.6g s  cell %lld at %s, %s %.4g %s%s\n", list[i].dt, (long long)list[i].cell,
                    eg_format_point(run->mesh->dimension, list[i].centroid, place), solid ? "volume" : "area",
                    list[i].size, solid ? "m3" : "m2", list[i].more);
    return EG_OK;
}

static eg_status describe_step(eg_run *run, eg_text *text)
{
    eg_limiting_cell *list = run->facts.limiting;
    EG_TRY(list_all_cells(run, list));
    run->facts.first_dt = run->now.dt;
    run->facts.first_steps = !isfinite(run->schedule.t_end) ? (double)run->schedule.steps_end
                             : run->now.dt > 0              ? ceil(run->schedule.t_end / run->now.dt)
                                                            : 0;
    eg_text_add(text, "time       first dt %.6g s", run->now.dt);
    if (isfinite(run->schedule.t_end))
        eg_text_add(text, ", about %.0f steps of it to %.6g s", run->facts.first_steps, run->schedule.t_end);
    else
        eg_text_add(text, ", %lld steps", (long long)run->schedule.steps_end);
    eg_text_add(text, "\n");
    return describe_cells(run, list, text);
}

/* What it tells of memory is that of the rank with most. */
eg_status eg_run_describe_case(eg_run *run, eg_text *text)
{
    EG_TRY(eg_run_agree(run, eg_run_check_products(run, "."))); /* where a run would be by default */
    EG_TRY(eg_run_describe_mesh(run, text));
    run->class->describe(run->model, text);
    describe_cost(run, text);
    if (run->class->steps)
        EG_TRY(describe_step(run, text));
    else if (EG_HAS(run->class->solves, describe_time))
        run->class->solves->describe_time(run->model, text);
    eg_verdicts_describe(run, text);
    return EG_OK;
}
