/* Many ranks: what the ghosts need once, and the exchange in every step. */
#include "scheme/fv/internal.h"

/* ---- once */

/* Values of a cell and its ghosts, in the order of `given`. */
enum { DEPTH, VELOCITY_X, VELOCITY_Y, BED, MANNING, GIVEN };

/* depth[], velocity[], bed[] and manning[] with those of the ghosts behind. */
struct eg_fv_given {
    double *depth, (*velocity)[2], *bed, *manning;
};

void eg_fv_given_free(eg_context *context, eg_fv_given **given)
{
    if (!*given)
        return;
    eg_free(context, &(*given)->depth);
    eg_free(context, &(*given)->velocity);
    eg_free(context, &(*given)->bed);
    eg_free(context, &(*given)->manning);
    eg_free(context, given);
}

static eg_status allocate(eg_context *context, int64_t count, eg_fv_given **address)
{
    eg_fv_given *given;
    EG_TRY(eg_alloc(context, 1, sizeof *given, address));
    given = *address;
    EG_TRY(eg_alloc(context, count, sizeof *given->depth, &given->depth));
    EG_TRY(eg_alloc(context, count, sizeof *given->velocity, &given->velocity));
    EG_TRY(eg_alloc(context, count, sizeof *given->bed, &given->bed));
    return eg_alloc(context, count, sizeof *given->manning, &given->manning);
}

static void put_in(const eg_fv_options *options, int64_t cells, double (*row)[GIVEN])
{
    for (int64_t c = 0; c < cells; c++) {
        row[c][DEPTH] = options->depth[c];
        row[c][VELOCITY_X] = options->velocity ? options->velocity[c][0] : 0;
        row[c][VELOCITY_Y] = options->velocity ? options->velocity[c][1] : 0;
        row[c][BED] = options->bed[c];
        row[c][MANNING] = options->manning ? options->manning[c] : 0;
    }
}

static void take_out(const double (*row)[GIVEN], int64_t count, eg_fv_given *given)
{
    for (int64_t c = 0; c < count; c++) {
        given->depth[c] = row[c][DEPTH];
        given->velocity[c][0] = row[c][VELOCITY_X];
        given->velocity[c][1] = row[c][VELOCITY_Y];
        given->bed[c] = row[c][BED];
        given->manning[c] = row[c][MANNING];
    }
}

eg_status eg_fv_exchange_given(eg_fv *fv, eg_fv_options *options, eg_fv_given **given)
{
    const eg_plane *mesh = fv->mesh;
    int64_t count = mesh->base.own + eg_mesh_ghosts(&mesh->base);
    double(*row)[GIVEN] = NULL;
    *given = NULL;
    eg_status status = allocate(fv->context, count, given);
    if (status == EG_OK)
        status = eg_alloc(fv->context, count, sizeof *row, &row);
    if (status == EG_OK)
        put_in(options, mesh->base.own, row);
    status = eg_halo_fill_host(fv->comm, mesh, (double *)row, GIVEN, status);
    if (status == EG_OK) {
        take_out((const double(*)[GIVEN])row, count, *given);
        options->depth = (*given)->depth;
        options->velocity = (const double(*)[2])(*given)->velocity;
        options->bed = (*given)->bed;
        options->manning = (*given)->manning;
    }
    eg_free(fv->context, &row);
    double friction = fv->friction;
    eg_comm_max(fv->comm, &friction, 1); /* one program on all ranks */
    fv->friction = friction > 0;
    return status;
}

/* ---- the halo: whole cells */

static void list_items(const eg_fv *fv, int32_t *send, int32_t *receive)
{
    const eg_plane_part *part = fv->mesh->part;
    const eg_layout *layout = &fv->layout;
    for (int64_t i = 0; i < part->send_first[part->neighbours]; i++)
        send[i] = eg_layout_slot(layout, part->send_cell[i]);
    for (int64_t i = 0; i < eg_mesh_ghosts(&fv->mesh->base); i++)
        receive[i] = layout->ghost_slot + (int32_t)i;
}

eg_status eg_fv_build_halo(eg_fv *fv)
{
    const eg_plane_part *part = fv->mesh->part;
    int32_t *send = NULL, *receive = NULL;
    eg_status status;
    if (!part)
        return EG_OK;
    EG_TRY_GOTO(eg_alloc(fv->context, part->send_first[part->neighbours], sizeof *send, &send));
    EG_TRY_GOTO(eg_alloc(fv->context, eg_mesh_ghosts(&fv->mesh->base), sizeof *receive, &receive));
    list_items(fv, send, receive);
    const eg_halo_options options = {.link = fv->link,
                                     .precision = fv->layout.precision,
                                     .state = {fv->q[0], fv->q[1]},
                                     .values = EG_FV_STATE,
                                     .lanes = fv->layout.state_lanes,
                                     .neighbours = part->neighbours,
                                     .rank_of = part->rank_of,
                                     .send_first = part->send_first,
                                     .receive_first = part->ghost_first,
                                     .send_item = send,
                                     .receive_item = receive};
    status = eg_halo_create(fv->context, fv->device, fv->comm, &options, &fv->halo);
    if (status == EG_OK)
        fv->device_bytes += eg_halo_device_bytes(fv->halo);
done:
    eg_free(fv->context, &send);
    eg_free(fv->context, &receive);
    return status;
}

int64_t eg_fv_sent_bytes(const eg_fv *fv)
{
    return eg_halo_sent_bytes(fv->halo);
}
