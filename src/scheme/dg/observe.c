/* What the solver is to a run, and what a step costs. */
#include "scheme/dg/internal.h"

#include <math.h>

/* After a refused step the last state whose values are finite. */
static eg_status current_of(const eg_stepper *stepper, int *index)
{
    const eg_dg *dg = eg_dg_of(stepper);
    int32_t stop = 0;
    EG_TRY(eg_time_parity(dg->time, index));
    EG_TRY(eg_buffer_read(dg->stop, 0, &stop, sizeof stop));
    if (stop > 0) /* the stage `stop` began from it */
        *index = (*index + stop - 1) % 2;
    return EG_OK;
}

/* Out of core; after a refused step it is what the last stage left. */
static eg_status host_state(eg_stepper *stepper, void **state)
{
    eg_dg *dg = eg_dg_of(stepper);
    *state = NULL;
    return dg->stream ? eg_dg_stream_state(dg, state) : EG_OK;
}

static int64_t host_shift(const eg_stepper *stepper, int64_t cell)
{
    const eg_dg *dg = eg_dg_of(stepper);
    return eg_dg_stream_shift(dg, cell / dg->layout.lanes);
}

/* Room for a copy of the state on the device, where there is some: made for the second snapshot. The first is
 * that of the beginning, when nothing goes on that would have to wait. Where there is none the log says so
 * once. */
static eg_status make_aside(eg_stepper *stepper)
{
    eg_dg *dg = eg_dg_of(stepper);
    int64_t bytes = eg_stepper_state_bytes(&dg->base);
    bool first = !dg->observed;
    dg->observed = true;
    if (first || dg->aside || dg->waits)
        return EG_OK;
    eg_status status = EG_MEMORY;
    if (bytes <= eg_dg_room(dg))
        status = eg_owner_buffer(&dg->owned, dg->device, "state set aside", bytes, &dg->aside);
    if (status != EG_MEMORY)
        return status;
    dg->waits = true;
    eg_log(dg->context, EG_LOG_INFO,
           "the device has no room for a copy of the state (%.3g GB): while a snapshot goes to the "
           "host, the run waits",
           (double)bytes / 1e9);
    return EG_OK;
}

static eg_status persist_all(eg_stepper *stepper, const eg_persist *persist)
{
    eg_dg *dg = eg_dg_of(stepper);
    EG_TRY(eg_stepper_persist_state(stepper, persist));
    EG_TRY(eg_dg_persist_pml(dg, persist));
    EG_TRY(eg_time_persist(dg->time, persist));
    return persist->restoring ? eg_dg_visit_all(dg, eg_dg_leave_all_traces, 0) : EG_OK;
}

static eg_halo *halo_of(const eg_stepper *stepper, int stage)
{
    const eg_dg *dg = eg_dg_of(stepper);
    return stage < eg_dg_stages(dg) ? dg->ranks.halo : NULL;
}

/* ---- points */

static void evaluate(const eg_stepper *stepper, const eg_cell_values *from, const double *point,
                     double *values)
{
    const eg_dg *dg = eg_dg_of(stepper);
    double basis[3][EG_LINE_NODES];
    int n = dg->edge, layers = dg->dimension == 3 ? n : 1;
    int64_t at = from->offset;
    basis[2][0] = 1;
    for (int d = 0; d < dg->dimension; d++)
        eg_line_values((eg_line){EG_LINE_GLL, n - 1}, point[d], basis[d], NULL);
    for (int v = 0; v < dg->variables; v++) {
        values[v] = 0;
        for (int k = 0; k < layers; k++) {
            double plane = 0;
            for (int j = 0; j < n; j++) {
                double line = 0;
                for (int i = 0; i < n; i++, at += from->stride)
                    line += basis[0][i] * eg_layout_load(&dg->layout, from->memory, at);
                plane += basis[1][j] * line;
            }
            values[v] += basis[2][k] * plane;
        }
    }
}

static double cell_step(const eg_stepper *stepper, int64_t cell)
{
    const eg_dg *dg = eg_dg_of(stepper);
    return dg->cfl / dg->rate[cell];
}

/* ---- cost */

/* Of a stage: the state is read and the next one written; the second array is written, and but in the first
 * stage read. Neighbours' values are in the cache. */
static double bytes_of_stages(const eg_dg *dg, int first, int last)
{
    double size = (double)eg_real_size(dg->layout.precision), values = 0;
    for (int i = first; i < last; i++)
        values += i == 0 ? 3 : dg->steps == EG_DG_SSPRK3 ? 3 : 4;
    int metric = dg->geometry == 0 ? dg->dimension : dg->dimension * dg->dimension;
    double faces = 2 * dg->dimension * (1 + dg->system->face_constants[dg->flux]);
    double constants = metric + dg->system->materials + faces;
    return (double)dg->mesh->base.own * (size * (values * dg->values + (last - first) * constants) +
                                         (last - first) * 2.0 * dg->dimension * 16);
}

/* Multiply-adds of the derivatives, all variables in all directions. */
static double flops_of_stage(const eg_dg *dg)
{
    return 2.0 * (double)dg->mesh->base.own * (double)eg_dg_wave_values(dg) * dg->edge * dg->dimension;
}

static double bytes_of_step(const eg_stepper *stepper)
{
    const eg_dg *dg = eg_dg_of(stepper);
    return bytes_of_stages(dg, 0, eg_dg_stages(dg));
}

static double flops_of_step(const eg_stepper *stepper)
{
    const eg_dg *dg = eg_dg_of(stepper);
    return flops_of_stage(dg) * eg_dg_stages(dg);
}

/* Of volume, fluxes and update as a kernel each: the volume reads the state and writes the loss; the fluxes
 * read and write it at the nodes of faces, and read the state on both sides there; the update has all of a
 * stage, and reads the loss. */
static void set_costs_of_parts(const eg_dg *dg)
{
    int stages = eg_dg_stages(dg);
    double state = (double)eg_stepper_state_bytes(&dg->base);
    double on_faces = state * 2 * dg->dimension / dg->edge;
    double outer = 1 - pow(1 - 2.0 / dg->edge, dg->dimension); /* nodes that lie on a face */
    eg_kernel_cost(dg->part_of[0], dg->blocks, 2 * state, flops_of_stage(dg));
    eg_kernel_cost(dg->part_of[1], dg->blocks, on_faces + 3 * outer * state, 0);
    eg_kernel_cost(dg->part_of[2], dg->blocks, bytes_of_stages(dg, 0, stages) / stages + state, 0);
}

/* Of a stage by one kernel; blocks with layers have theirs. */
static void set_costs_of_stage(const eg_dg *dg)
{
    int stages = eg_dg_stages(dg);
    double bytes = bytes_of_stages(dg, 0, stages) / stages, flops = flops_of_stage(dg);
    double layered = (double)dg->pml.blocks / (double)eg_max_i64(dg->blocks, 1);
    eg_kernel_cost(dg->stage, dg->blocks, (1 - layered) * bytes, (1 - layered) * flops);
    if (dg->pml.layers > 0)
        eg_kernel_cost(dg->pml.kernel, dg->blocks, layered * bytes + eg_dg_pml_traffic(dg), layered * flops);
}

void eg_dg_set_costs(const eg_dg *dg)
{
    if (dg->parts)
        set_costs_of_parts(dg);
    else
        set_costs_of_stage(dg);
}

static bool waits(const eg_stepper *stepper)
{
    return eg_dg_of(stepper)->stream != NULL;
}

const eg_stepper_class eg_dg_class = {.step = eg_dg_step,
                                      .waits = waits,
                                      .halo = halo_of,
                                      .persist = persist_all,
                                      .evaluate = evaluate,
                                      .content = eg_dg_queue_content,
                                      .cell_step = cell_step,
                                      .bytes = bytes_of_step,
                                      .flops = flops_of_step,
                                      .current = current_of,
                                      .make_aside = make_aside,
                                      .host_state = host_state,
                                      .host_shift = host_shift};
