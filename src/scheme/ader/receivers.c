/* Receivers on the device: their places, and their samples. The kernel is ader/receive.h. */
#include "scheme/ader/internal.h"

#include "scheme/ader/points.h"

typedef struct receiver_type {
    eg_kernel *kernel;
    int64_t first, receivers;
} receiver_type;

struct eg_ader_receivers {
    receiver_type type[EG_CELL_TYPES];
    eg_buffer *receiver, *basis;
};

/* ---- building */

/* Receiver i stands at index `at` of the arrays, which are sorted by type; its column is i. */
static void place_receiver(const eg_ader *ader, const double x[2], int64_t cell, int64_t at, int64_t i,
                           int32_t *receiver, double *basis)
{
    double point[2];
    int type = ader->mesh->type[cell];
    const eg_affine map = eg_plane_map(ader->mesh, cell);
    eg_affine_reference(&map, x, point);
    eg_modal_values((eg_cell_type)type, ader->order, point, &basis[at * ader->modes]);
    receiver[3 * at] = (int32_t)(cell - ader->layout.first_cell[type]);
    receiver[3 * at + 1] = (int32_t)i;
    receiver[3 * at + 2] = (int32_t)eg_ader_sources_in(ader, cell);
}

static eg_status build_receiver_places(eg_ader *ader, const eg_ader_options *options, eg_ader_receivers *made)
{
    EG_SCRATCH int32_t *receiver = NULL;
    EG_SCRATCH double *basis = NULL;
    int64_t at = 0;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(3 * ader->ring.count, receiver),
                    EG_BLOCK(ader->ring.count * ader->modes, basis)));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        made->type[type].first = at;
        for (int64_t i = 0; i < ader->ring.count; i++) {
            const double *x = options->receivers[i];
            int64_t cell =
                options->receiver_cells ? options->receiver_cells[i] : eg_plane_locate(ader->mesh, x);
            if (cell < 0)
                return eg_fail(ader->context, EG_CASE,
                               "receiver %lld at (%.9g, %.9g) lies outside the mesh %s", (long long)i + 1,
                               x[0], x[1], ader->mesh->base.origin);
            if (ader->mesh->type[cell] == type)
                place_receiver(ader, x, cell, at++, i, receiver, basis);
        }
        made->type[type].receivers = at - made->type[type].first;
    }
    EG_TRY(eg_stepper_upload(&ader->base, "places of receivers", ader->ring.count * 12, receiver,
                             &made->receiver));
    return eg_stepper_upload_reals(&ader->base, "modes at receivers", ader->ring.count * ader->modes, basis,
                                   &made->basis);
}

static eg_status launch_reading(eg_ader *ader, int at_start)
{
    const eg_ader_receivers *r = ader->receivers;
    const eg_buffer *response = eg_ader_sources_response(ader), *nothing = ader->nothing;
    const eg_buffer *awake = eg_ader_sources_awake(ader);
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const receiver_type *mine = &r->type[type];
        if (mine->receivers == 0)
            continue;
        EG_TRY(EG_LAUNCH(mine->kernel, mine->receivers, EG_BUFFER("receiver", r->receiver),
                         EG_BUFFER("basis", r->basis), EG_BUFFER("response", response ? response : nothing),
                         EG_BUFFER("awake", awake ? awake : nothing), EG_BUFFER("ring", ader->ring.buffer),
                         EG_DOUBLE("interval", ader->ring.interval), EG_LONG("samples", ader->ring.room),
                         EG_INT("columns", (int32_t)ader->ring.count), EG_INT("at_start", at_start),
                         EG_INT("first_receiver", (int32_t)mine->first),
                         EG_LONG("receivers", mine->receivers)));
    }
    return EG_OK;
}

eg_status eg_ader_receivers_create(eg_ader *ader, const eg_ader_options *options)
{
    eg_ader_receivers *made;
    EG_TRY(eg_owner_alloc(&ader->owned, 1, sizeof *made, &ader->receivers));
    made = ader->receivers;
    EG_TRY(build_receiver_places(ader, options, made));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (made->type[type].receivers > 0)
            EG_TRY(eg_kernel_get(ader->cells[type].program, "ader_receive", &made->type[type].kernel));
    return launch_reading(ader, 1);
}

void eg_ader_receivers_destroy(eg_ader *ader)
{
    eg_stepper_destroy_ring(&ader->base);
    eg_stepper_free(&ader->base, &ader->receivers, sizeof *ader->receivers);
}

eg_status eg_ader_receivers_queue(eg_ader *ader)
{
    return ader->receivers ? launch_reading(ader, 0) : EG_OK;
}
