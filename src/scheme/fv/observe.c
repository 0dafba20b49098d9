/* What the solver is to a run: states of cells, volumes, the place of a divergence. */
#include "scheme/fv/internal.h"

#include <math.h>

/* The device keeps velocities; the state of the equations is the discharge. */
static eg_sw_state state_from(double h, double u, double v, double z, const double *totals)
{
    return (eg_sw_state){.h = h,
                         .qx = h * u,
                         .qy = h * v,
                         .z = z,
                         .wet = h > 0 ? 1 : 0,
                         .infiltrated = totals ? totals[EG_FV_INFILTRATED] : 0,
                         .rain = totals ? totals[EG_FV_RAIN] : 0};
}

static eg_sw_state load_state(const eg_fv *fv, const eg_cell_values *from)
{
    double value[3];
    for (int v = 0; v < 3; v++)
        value[v] = eg_layout_load(&fv->layout, from->memory, from->offset + v * from->stride);
    eg_sw_state state =
        state_from(value[0], value[1], value[2], eg_fv_bed_at(fv, from->cell, from->time), from->totals);
    eg_fv_look_at_strips(fv, from->cell, &state);
    return state;
}

eg_sw_state eg_fv_state_of(const eg_fv *fv, const void *memory, int64_t cell)
{
    const eg_cell_values from = eg_stepper_values_of(&fv->base, memory, cell);
    return load_state(fv, &from);
}

/* Behind the state; their cell's totals have them. */
static void put_concentrations(const eg_fv *fv, const double *totals, double *values)
{
    for (int s = 0; s < fv->solutes.count; s++)
        values[sizeof(eg_sw_state) / sizeof(double) + (size_t)s] = totals[EG_FV_TOTALS + s];
}

static void evaluate(const eg_stepper *stepper, const eg_cell_values *from, const double *point,
                     double *values)
{
    const eg_fv *fv = eg_fv_of(stepper);
    (void)point;
    *(eg_sw_state *)values = load_state(fv, from);
    put_concentrations(fv, from->totals, values);
}

static void evaluate_water(const eg_stepper *stepper, const void *memory, int64_t from, int64_t to,
                           double *values)
{
    const eg_fv *fv = eg_fv_of(stepper);
    double time = eg_stepper_copy_time(stepper, memory);
    for (int64_t c = from; c < to; c++) {
        int64_t at = eg_layout_state_index(&fv->layout, EG_FV_STATE, eg_layout_slot(&fv->layout, c), 0);
        double value[3];
        for (int v = 0; v < 3; v++)
            value[v] = eg_layout_load(&fv->layout, memory, at + v * fv->layout.state_lanes);
        const double *totals = eg_stepper_copy_totals(stepper, memory, c);
        double *row = &values[(c - from) * stepper->variables];
        *(eg_sw_state *)row = state_from(value[0], value[1], value[2], eg_fv_bed_at(fv, c, time), totals);
        eg_fv_look_at_strips(fv, c, (eg_sw_state *)row);
        put_concentrations(fv, totals, row);
    }
}

double eg_fv_bed(const eg_fv *fv, int64_t cell)
{
    return fv->bed_host[cell];
}

/* What left through each boundary: its faces in order, each a sum of two doubles. Faces are in the order of
 * their cells, so that those of one rank follow those of the rank before. */
static void sum_through(const eg_fv *fv, const eg_comm *comm, const double *booked, double *through)
{
    const eg_fv_open *open = &fv->open;
    int64_t padded = open->blocks * fv->layout.lanes;
    for (int b = 0; b < open->boundaries; b++) {
        eg_sum sum;
        eg_comm_scan_begin(comm, &sum, 1);
        for (int32_t f = open->first[b]; booked && f < open->first[b + 1]; f++) {
            if (!open->is_own[f])
                continue;
            eg_sum_add(&sum, booked[f]);
            eg_sum_add(&sum, booked[padded + f]);
        }
        eg_comm_scan_end(comm, &sum, 1);
        through[b] = eg_sum_value(&sum);
    }
}

static eg_status read_section_flow(eg_fv *fv, eg_scope *scope, double **booked)
{
    int64_t count = 2 * fv->open.blocks * fv->layout.lanes;
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_scope_alloc(scope, count, sizeof **booked, booked));
    return eg_buffer_read(fv->open.through, 0, *booked, count * 8);
}

/* The chunks' sums of water and of what was added. */
static eg_status read_chunks(eg_fv *fv, double *sums)
{
    int parity;
    EG_TRY(eg_time_parity(fv->time, &parity));
    EG_TRY(EG_LAUNCH(
        fv->volume, fv->chunks, EG_BUFFER("q", fv->q[parity]), EG_BUFFER("area", fv->area),
        EG_BUFFER("clipped", fv->clipped), EG_BUFFER("sums", fv->sums), EG_LONG("cells", fv->layout.cells),
        EG_LONG("triangles", fv->layout.first_cell[EG_QUADRANGLE]),
        EG_INT("quadrangle_slot", (int32_t)(fv->layout.first_block[EG_QUADRANGLE] * fv->layout.lanes)),
        EG_LONG("size", fv->chunk), EG_LONG("chunks", fv->chunks)));
    return eg_buffer_read(fv->sums, 0, sums, 2 * fv->chunks * 8);
}

eg_status eg_fv_volume(eg_fv *fv, const eg_comm *comm, double *volume, double *clipped, double *through)
{
    double *sums = NULL, *booked = NULL;
    EG_SCOPE(scope, fv->context);
    eg_status status = eg_scope_alloc(&scope, 2 * fv->chunks, sizeof *sums, &sums);
    if (status == EG_OK)
        status = read_chunks(fv, sums);
    if (status == EG_OK)
        status = read_section_flow(fv, &scope, &booked);
    EG_TRY(eg_comm_agree(comm, status));
    *volume = eg_comm_sum_chunks(comm, sums, fv->chunks);
    *clipped = eg_comm_sum_chunks(comm, sums + fv->chunks, fv->chunks);
    sum_through(fv, comm, booked, through);
    return EG_OK;
}

static bool is_finite_state(const eg_sw_state *state)
{
    return isfinite(state->h) && isfinite(state->qx) && isfinite(state->qy) &&
           fabs(state->h) + fabs(state->qx) + fabs(state->qy) < 1e30;
}

static double speed_of_state(const eg_fv *fv, const eg_sw_state *state)
{
    double value;
    eg_sw_evaluate(EG_SW_SPEED, state, 0, fv->gravity, fv->dry, &value);
    return value + sqrt(fv->gravity * state->h);
}

eg_status eg_fv_divergence_site(eg_fv *fv, int64_t *cell, eg_sw_state *state, double *speed)
{
    EG_SCRATCH void *memory = NULL;
    EG_TRY(eg_alloc(fv->context, eg_stepper_state_bytes(&fv->base), 1, &memory));
    EG_TRY(eg_stepper_read_refused(&fv->base, memory));
    *speed = -1;
    *cell = 0;
    for (int64_t c = 0; c < fv->layout.cells; c++) {
        eg_sw_state here = eg_fv_state_of(fv, memory, c);
        double its = is_finite_state(&here) ? speed_of_state(fv, &here) : INFINITY;
        if (its > *speed) {
            *speed = its;
            *cell = c;
            *state = here;
        }
    }
    return EG_OK;
}

/* ---- what the solver is to a run */

static double bytes_of_step(const eg_stepper *stepper)
{
    double bytes = 0;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        bytes += eg_fv_bytes_of_type(eg_fv_of(stepper), type) +
                 eg_fv_reconstruction_traffic(eg_fv_of(stepper), type) +
                 eg_fv_solute_traffic(eg_fv_of(stepper), type) +
                 eg_fv_mixing_traffic(eg_fv_of(stepper), type);
    return bytes;
}

const eg_stepper_class eg_fv_class = {.step = eg_fv_step,
                                      .halo = eg_fv_halo,
                                      .persist = eg_fv_persist,
                                      .evaluate = evaluate,
                                      .evaluate_cells = evaluate_water,
                                      .bytes = bytes_of_step,
                                      .complete = eg_fv_complete_row,
                                      .read_totals = eg_fv_read_totals,
                                      .derived = 1};
