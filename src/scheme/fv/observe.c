/* What is read from a run while it holds: snapshots, samples, volumes, the culprit of a divergence.
 */
#include "scheme/fv/internal.h"

#include <math.h>

int64_t eg_fv_state_bytes(const eg_fv *fv)
{
    return eg_layout_bytes(&fv->layout, EG_FV_STATE);
}

eg_status eg_fv_snapshot_begin(eg_fv *fv, void *memory, eg_event **event)
{
    int parity;
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(eg_buffer_copy(fv->aside, 0, fv->q[parity], 0, eg_fv_state_bytes(fv)));
    return eg_buffer_read_begin(fv->aside, 0, memory, eg_fv_state_bytes(fv), event);
}

/* The device keeps velocities; the state of the equations is the discharge. */
static eg_sw_state state_from(double h, double u, double v, double z)
{
    return (eg_sw_state){.h = h, .qx = h * u, .qy = h * v, .z = z};
}

eg_sw_state eg_fv_state_of(const eg_fv *fv, const void *memory, int64_t cell)
{
    const eg_layout *layout = &fv->layout;
    int64_t slot = eg_layout_slot(layout, cell);
    double value[3];
    for (int v = 0; v < 3; v++)
        value[v] = eg_layout_load(layout, memory, eg_layout_place(layout, EG_FV_STATE, slot, v));
    return state_from(value[0], value[1], value[2], fv->bed_host[cell]);
}

double eg_fv_bed(const eg_fv *fv, int64_t cell)
{
    return fv->bed_host[cell];
}

eg_status eg_fv_hash(const eg_fv *fv, const void *memory, uint64_t *hash)
{
    return eg_layout_hash(fv->context, &fv->layout, EG_FV_STATE, memory, hash);
}

/* Makes room for the samples and tells the device which cells they are. */
static eg_status place_samples(eg_fv *fv, const int64_t *cells, int count)
{
    if (count > fv->sample_room) {
        eg_buffer_destroy(&fv->where);
        eg_buffer_destroy(&fv->samples);
        fv->sample_room = 0;
        EG_TRY(eg_buffer_create(fv->device, count * 4, "sampled cells", &fv->where));
        EG_TRY(eg_buffer_create(fv->device, count * (int64_t)sizeof(eg_sw_state), "samples",
                                &fv->samples));
        fv->sample_room = count;
    }
    int32_t *slots;
    EG_TRY(eg_alloc(fv->context, count, sizeof *slots, &slots));
    for (int i = 0; i < count; i++)
        slots[i] = eg_layout_slot(&fv->layout, cells[i]);
    eg_status status = eg_buffer_write(fv->where, 0, slots, count * 4);
    eg_free(fv->context, &slots);
    return status;
}

eg_status eg_fv_sample(eg_fv *fv, const int64_t *cells, int count, eg_sw_state *out)
{
    int parity;
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(place_samples(fv, cells, count));
    EG_TRY(EG_LAUNCH(fv->sample, 1, EG_BUFFER(fv->q[parity]), EG_BUFFER(fv->bed),
                     EG_BUFFER(fv->where), EG_BUFFER(fv->samples), EG_INT(count)));
    EG_TRY(eg_buffer_read(fv->samples, 0, out, count * (int64_t)sizeof *out));
    for (int i = 0; i < count; i++)
        out[i] = state_from(out[i].h, out[i].qx, out[i].qy, out[i].z);
    return EG_OK;
}

/* What left through each boundary: its faces in order, each a sum of two doubles. */
static eg_status read_through(eg_fv *fv, double *through)
{
    const eg_fv_open *open = &fv->open;
    for (int b = 0; b < open->boundaries; b++)
        through[b] = 0;
    if (open->faces == 0)
        return EG_OK;
    int64_t padded = open->blocks * fv->layout.lanes;
    double *sums;
    EG_TRY(eg_alloc(fv->context, 2 * padded, sizeof *sums, &sums));
    eg_status status = eg_buffer_read(open->through, 0, sums, 2 * padded * 8);
    for (int b = 0; status == EG_OK && b < open->boundaries; b++) {
        eg_sum sum = {0};
        for (int32_t f = open->first[b]; f < open->first[b + 1]; f++) {
            eg_sum_add(&sum, sums[f]);
            eg_sum_add(&sum, sums[padded + f]);
        }
        through[b] = eg_sum_value(&sum);
    }
    eg_free(fv->context, &sums);
    return status;
}

eg_status eg_fv_volume(eg_fv *fv, const eg_comm *comm, double *volume, double *clipped,
                       double *through)
{
    int parity;
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(EG_LAUNCH(fv->volume, fv->pieces, EG_BUFFER(fv->q[parity]), EG_BUFFER(fv->area),
                     EG_BUFFER(fv->clipped), EG_BUFFER(fv->sums), EG_LONG(fv->layout.cells),
                     EG_LONG(fv->layout.triangles), EG_INT(fv->layout.quadrangle_slot),
                     EG_LONG(fv->pieces)));
    double *sums;
    EG_TRY(eg_alloc(fv->context, 2 * fv->pieces, sizeof *sums, &sums));
    eg_status status = eg_buffer_read(fv->sums, 0, sums, 2 * fv->pieces * 8);
    if (status == EG_OK) {
        *volume = eg_comm_sum_pieces(comm, sums, fv->pieces);
        *clipped = eg_comm_sum_pieces(comm, sums + fv->pieces, fv->pieces);
        status = read_through(fv, through);
    }
    eg_free(fv->context, &sums);
    return status;
}

static bool is_finite(const eg_sw_state *state)
{
    return isfinite(state->h) && isfinite(state->qx) && isfinite(state->qy) &&
           fabs(state->h) + fabs(state->qx) + fabs(state->qy) < 1e30;
}

static double speed_of(const eg_fv *fv, const eg_sw_state *state)
{
    double value;
    eg_sw_evaluate(EG_SW_speed, state, fv->gravity, fv->dry, &value);
    return value + sqrt(fv->gravity * state->h);
}

eg_status eg_fv_culprit(eg_fv *fv, int64_t *cell, eg_sw_state *state)
{
    int parity;
    void *memory;
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(eg_alloc(fv->context, eg_fv_state_bytes(fv), 1, &memory));
    /* a refused step has written its state to the other buffer */
    eg_status status = eg_buffer_read(fv->q[!parity], 0, memory, eg_fv_state_bytes(fv));
    double fastest = -1;
    *cell = 0;
    for (int64_t c = 0; status == EG_OK && c < fv->layout.cells; c++) {
        eg_sw_state here = eg_fv_state_of(fv, memory, c);
        double speed = is_finite(&here) ? speed_of(fv, &here) : INFINITY;
        if (speed > fastest) {
            fastest = speed;
            *cell = c;
            *state = here;
        }
    }
    eg_free(fv->context, &memory);
    return status;
}
