/* What is read from a run while it pauses: snapshots, samples, volumes, the place of a divergence.
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
    *event = NULL;
    EG_TRY(eg_buffer_copy(fv->aside, 0, fv->q[parity], 0, eg_fv_state_bytes(fv)));
    return eg_buffer_read_begin(fv->aside, 0, memory, eg_fv_state_bytes(fv), event);
}

/* The device keeps velocities; the state of the equations is the discharge. */
static eg_sw_state state_from(double h, double u, double v, double z)
{
    return (eg_sw_state){.h = h, .qx = h * u, .qy = h * v, .z = z};
}

static eg_sw_state load_state(const eg_layout *layout, const void *memory, int64_t cell, double bed)
{
    int64_t slot = eg_layout_slot(layout, cell);
    double value[3];
    for (int v = 0; v < 3; v++)
        value[v] =
            eg_layout_load(layout, memory, eg_layout_state_index(layout, EG_FV_STATE, slot, v));
    return state_from(value[0], value[1], value[2], bed);
}

eg_sw_state eg_fv_state_of(const eg_fv *fv, const void *memory, int64_t cell)
{
    return load_state(&fv->layout, memory, cell, eg_fv_bed(fv, cell));
}

double eg_fv_bed(const eg_fv *fv, int64_t cell)
{
    return fv->bed_host[cell];
}

eg_status eg_fv_hash(const eg_fv *fv, const void *memory, uint64_t *hash)
{
    return eg_layout_hash(fv->context, &fv->layout, EG_FV_STATE, memory, hash);
}

eg_status eg_fv_hash_chunks(const eg_fv *fv, const void *memory, uint64_t *chunks)
{
    return eg_layout_hash_chunks(fv->context, &fv->layout, EG_FV_STATE, memory, chunks);
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
    EG_TRY(EG_LAUNCH(fv->sample, 1, EG_BUFFER("q", fv->q[parity]), EG_BUFFER("bed", fv->bed),
                     EG_BUFFER("where", fv->where), EG_BUFFER("out", fv->samples),
                     EG_INT("samples", count)));
    EG_TRY(eg_buffer_read(fv->samples, 0, out, count * (int64_t)sizeof *out));
    for (int i = 0; i < count; i++)
        out[i] = state_from(out[i].h, out[i].qx, out[i].qy, out[i].z);
    return EG_OK;
}

/* What left through each boundary: its faces in order, each a sum of two doubles. Faces are in the order of their
 * cells, so that those of one rank follow those of the rank before. */
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

static eg_status read_through(eg_fv *fv, double **booked)
{
    int64_t count = 2 * fv->open.blocks * fv->layout.lanes;
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_alloc(fv->context, count, sizeof **booked, booked));
    return eg_buffer_read(fv->open.through, 0, *booked, count * 8);
}

/* The chunks' sums of water and of what was added. */
static eg_status read_chunks(eg_fv *fv, double *sums)
{
    int parity;
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(EG_LAUNCH(fv->volume, fv->chunks, EG_BUFFER("q", fv->q[parity]),
                     EG_BUFFER("area", fv->area), EG_BUFFER("clipped", fv->clipped),
                     EG_BUFFER("sums", fv->sums), EG_LONG("cells", fv->layout.cells),
                     EG_LONG("triangles", fv->layout.first_cell[EG_QUADRANGLE]),
                     EG_INT("quadrangle_slot",
                            (int32_t)(fv->layout.first_block[EG_QUADRANGLE] * fv->layout.lanes)),
                     EG_LONG("chunks", fv->chunks)));
    return eg_buffer_read(fv->sums, 0, sums, 2 * fv->chunks * 8);
}

eg_status eg_fv_volume(eg_fv *fv, const eg_comm *comm, double *volume, double *clipped,
                       double *through)
{
    double *sums = NULL, *booked = NULL;
    eg_status status = eg_alloc(fv->context, 2 * fv->chunks, sizeof *sums, &sums);
    if (status == EG_OK)
        status = read_chunks(fv, sums);
    if (status == EG_OK)
        status = read_through(fv, &booked);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        *volume = eg_comm_sum_chunks(comm, sums, fv->chunks);
        *clipped = eg_comm_sum_chunks(comm, sums + fv->chunks, fv->chunks);
        sum_through(fv, comm, booked, through);
    }
    eg_free(fv->context, &sums);
    eg_free(fv->context, &booked);
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
    eg_sw_evaluate(EG_SW_SPEED, state, fv->gravity, fv->dry, &value);
    return value + sqrt(fv->gravity * state->h);
}

eg_status eg_fv_divergence_site(eg_fv *fv, int64_t *cell, eg_sw_state *state, double *speed)
{
    int parity;
    void *memory;
    int64_t bytes = eg_layout_bytes(&fv->layout, EG_FV_STATE);
    EG_TRY(eg_time_parity(fv->clock, &parity));
    EG_TRY(eg_alloc(fv->context, bytes, 1, &memory));
    /* a refused step has written its state to the other buffer */
    eg_status status = eg_buffer_read(fv->q[!parity], 0, memory, bytes);
    *speed = -1;
    *cell = 0;
    for (int64_t c = 0; status == EG_OK && c < fv->layout.cells; c++) {
        eg_sw_state here = load_state(&fv->layout, memory, c, fv->bed_host[c]);
        double its = is_finite(&here) ? speed_of(fv, &here) : INFINITY;
        if (its > *speed) {
            *speed = its;
            *cell = c;
            *state = here;
        }
    }
    eg_free(fv->context, &memory);
    return status;
}
