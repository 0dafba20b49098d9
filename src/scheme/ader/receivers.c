/* Receivers on the device: their places, the ring of samples, and what is read from it. The kernel is
 * ader/receive.h. */
#include "scheme/ader/internal.h"

#include <math.h>

#include "base/device_math.h"
#include "scheme/ader/points.h"

#include "ader/samples.h"
#include "time/clock.h"

/* Steps whose samples fit into a quarter of the ring: two batches of 8 that may be queued when the host
 * sees the ring three quarters full, and 8 to spare. */
enum { STEPS_AHEAD = 24, LEAST_ROOM = 256 };

typedef struct receiver_type {
    eg_kernel *kernel;
    int64_t first, receivers;
} receiver_type;

struct eg_ader_receivers {
    int64_t count, room; /* receivers; samples of the ring */
    double interval;
    receiver_type type[EG_CELL_TYPES];
    eg_buffer *receiver, *basis, *ring;
};

/* ---- building */

/* Receiver i stands at index `at` of the arrays, which are sorted by type; its column is i. */
static void place_receiver(const eg_ader *ader, const double x[2], int64_t cell, int64_t at,
                           int64_t i, int32_t *receiver, double *basis)
{
    double point[2];
    int type = ader->mesh->type[cell];
    eg_ader_reference(ader->mesh, cell, x, point);
    eg_modal_values((eg_cell_type)type, ader->order, point, &basis[at * ader->modes]);
    receiver[3 * at] = (int32_t)(cell - ader->layout.first_cell[type]);
    receiver[3 * at + 1] = (int32_t)i;
    receiver[3 * at + 2] = (int32_t)eg_ader_sources_in(ader, cell);
}

static eg_status build_places(eg_ader *ader, const eg_ader_options *options,
                              eg_ader_receivers *made)
{
    int32_t *receiver = NULL;
    double *basis = NULL;
    int64_t at = 0;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(ader->context, 3 * made->count, sizeof *receiver, &receiver));
    EG_TRY_GOTO(eg_alloc(ader->context, made->count * ader->modes, sizeof *basis, &basis));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        made->type[type].first = at;
        for (int64_t i = 0; i < made->count; i++) {
            const double *x = options->receivers[i];
            int64_t cell = options->receiver_cells ? options->receiver_cells[i]
                                                   : eg_plane_locate(ader->mesh, x);
            if (cell < 0) {
                status = eg_fail(ader->context, EG_CASE,
                                 "receiver %lld at (%.9g, %.9g) lies outside the mesh %s",
                                 (long long)i + 1, x[0], x[1], ader->mesh->base.origin);
                goto done;
            }
            if (ader->mesh->type[cell] == type)
                place_receiver(ader, x, cell, at++, i, receiver, basis);
        }
        made->type[type].receivers = at - made->type[type].first;
    }
    EG_TRY_GOTO(
        eg_ader_upload(ader, "places of receivers", made->count * 12, receiver, &made->receiver));
    status = eg_ader_upload_reals(ader, "modes at receivers", made->count * ader->modes, basis,
                                  &made->basis);
done:
    eg_free(ader->context, &receiver);
    eg_free(ader->context, &basis);
    return status;
}

static eg_status build_ring(eg_ader *ader, eg_ader_receivers *made, double dt)
{
    double samples = 4 * ceil(STEPS_AHEAD * (dt / made->interval) + 1);
    double bytes = samples * (double)(made->count * ader->system->variables) *
                   (double)eg_real_size(ader->layout.precision);
    if (!(bytes < 1e15))
        return eg_fail(ader->context, EG_CASE,
                       "receivers: an interval of %g s is too short for a time step of %g s: its "
                       "samples would take %.2g bytes",
                       made->interval, dt, bytes);
    made->room = samples > LEAST_ROOM ? (int64_t)samples : LEAST_ROOM;
    return eg_ader_upload(ader, "samples of receivers",
                          made->room * made->count * ader->system->variables *
                              (int64_t)eg_real_size(ader->layout.precision),
                          NULL, &made->ring);
}

static eg_status launch(eg_ader *ader, int at_start)
{
    const eg_ader_receivers *r = ader->receivers;
    const eg_buffer *response = eg_ader_sources_response(ader), *nothing = ader->nothing;
    const eg_buffer *awake = eg_ader_sources_awake(ader);
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        const receiver_type *mine = &r->type[type];
        if (mine->receivers == 0)
            continue;
        EG_TRY(EG_LAUNCH(
            mine->kernel, mine->receivers, EG_BUFFER("q0", ader->q[0]), EG_BUFFER("q1", ader->q[1]),
            EG_BUFFER("derivative", c->derivative), EG_BUFFER("degree", ader->degree),
            EG_BUFFER("values", c->values ? c->values : nothing),
            EG_BUFFER("tests", c->tests ? c->tests : nothing),
            EG_BUFFER("material", c->material ? c->material : nothing),
            EG_BUFFER("factor", ader->factor ? ader->factor : nothing), EG_BUFFER("cell", c->cell),
            EG_BUFFER("receiver", r->receiver), EG_BUFFER("basis", r->basis),
            EG_BUFFER("response", response ? response : nothing),
            EG_BUFFER("awake", awake ? awake : nothing), EG_BUFFER("ring", r->ring),
            EG_BUFFER("clock", eg_time_clock(ader->time)),
            EG_BUFFER("count", eg_time_count(ader->time)), EG_DOUBLE("interval", r->interval),
            EG_LONG("samples", r->room), EG_INT("columns", (int32_t)r->count),
            EG_INT("at_start", at_start),
            EG_INT("first_block", (int32_t)ader->layout.first_block[type]),
            EG_INT("first_receiver", (int32_t)mine->first), EG_LONG("receivers", mine->receivers)));
    }
    return EG_OK;
}

eg_status eg_ader_receivers_create(eg_ader *ader, const eg_ader_options *options, double dt)
{
    if (options->receiver_count == 0)
        return EG_OK;
    if (!(options->receiver_interval > 0 && isfinite(options->receiver_interval)))
        return eg_fail(ader->context, EG_CASE,
                       "receivers: the interval of the samples is %g s; it must be positive",
                       options->receiver_interval);
    eg_ader_receivers *made;
    EG_TRY(eg_alloc(ader->context, 1, sizeof *made, &made));
    ader->receivers = made; /* what fails below is given back with the solver */
    made->count = options->receiver_count;
    made->interval = options->receiver_interval;
    EG_TRY(build_places(ader, options, made));
    EG_TRY(build_ring(ader, made, dt));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (made->type[type].receivers > 0)
            EG_TRY(
                eg_kernel_get(ader->cells[type].program, "ader_receive", &made->type[type].kernel));
    return launch(ader, 1);
}

void eg_ader_receivers_destroy(eg_ader *ader)
{
    eg_ader_receivers *r = ader->receivers;
    if (!r)
        return;
    eg_ader_release(ader, &r->receiver);
    eg_ader_release(ader, &r->basis);
    eg_ader_release(ader, &r->ring);
    eg_free(ader->context, &ader->receivers);
}

eg_status eg_ader_receivers_queue(eg_ader *ader)
{
    return ader->receivers ? launch(ader, 0) : EG_OK;
}

/* ---- reading */

int64_t eg_ader_receivers_samples(const eg_ader *ader, double time)
{
    return ader->receivers ? eg_sample_last(time, ader->receivers->interval) + 1 : 0;
}

int64_t eg_ader_receivers_room(const eg_ader *ader)
{
    return ader->receivers ? ader->receivers->room : 0;
}

/* The samples that have been written, those of a refused step among them. */
static eg_status count_written(eg_ader *ader, int64_t *valid, int64_t *written)
{
    double clock[CLOCK_SLOTS];
    int64_t count[COUNT_SLOTS];
    EG_TRY(eg_buffer_read(eg_time_clock(ader->time), 0, clock, sizeof clock));
    EG_TRY(eg_buffer_read(eg_time_count(ader->time), 0, count, sizeof count));
    bool refused = count[COUNT_PAUSE] == PAUSE_NOT_FINITE || count[COUNT_PAUSE] == PAUSE_COLLAPSED;
    *valid = eg_ader_receivers_samples(ader, clock[CLOCK_T]);
    *written = eg_ader_receivers_samples(ader, clock[refused ? CLOCK_T_NEXT : CLOCK_T]);
    return EG_OK;
}

/* Reads `count` samples that lie in one piece of the ring. */
static eg_status read_piece(eg_ader *ader, int64_t first, int64_t count, int64_t all, void *raw,
                            double *values)
{
    const eg_ader_receivers *r = ader->receivers;
    int variables = ader->system->variables;
    int64_t row = r->count * variables, size = (int64_t)eg_real_size(ader->layout.precision);
    EG_TRY(eg_buffer_read(r->ring, first % r->room * row * size, raw, count * row * size));
    for (int64_t k = 0; k < count; k++)
        for (int64_t i = 0; i < r->count; i++)
            for (int v = 0; v < variables; v++)
                values[(i * all + k) * variables + v] =
                    eg_layout_load(&ader->layout, raw, k * row + i * variables + v);
    return EG_OK;
}

eg_status eg_ader_receivers_read(eg_ader *ader, int64_t first, int64_t count, double *values)
{
    const eg_ader_receivers *r = ader->receivers;
    int64_t valid, written;
    assert(r && first >= 0 && count >= 0);
    if (count == 0)
        return EG_OK;
    EG_TRY(count_written(ader, &valid, &written));
    assert(first + count <= valid && "samples that are not there yet");
    if (first < written - r->room)
        return eg_fail(ader->context, EG_INTERNAL,
                       "receivers: samples %lld to %lld have been written over; the ring holds "
                       "%lld: read it before it is full",
                       (long long)first,
                       (long long)eg_min_i64(written - r->room, first + count) - 1,
                       (long long)r->room);
    int variables = ader->system->variables;
    int64_t before = eg_min_i64(count, r->room - first % r->room);
    void *raw;
    EG_TRY(eg_alloc(ader->context, count * r->count * variables,
                    eg_real_size(ader->layout.precision), &raw));
    eg_status status = read_piece(ader, first, before, count, raw, values);
    if (status == EG_OK && before < count)
        status = read_piece(ader, first + before, count - before, count, raw,
                            values + before * variables);
    eg_free(ader->context, &raw);
    return status;
}
