/* Many ranks: the traces of ghosts, which their owners send before each stage (kernels/dg/exchange.h).
 *
 * An item is the trace on one face of an own cell that another rank sees, or of a ghost that this one sees.
 * Both ranks list them in the order of the cells that they come from, and of their faces. */
#include "scheme/dg/internal.h"

/* Whether the rank that owns the ghosts [from, to) has a cell across the face. */
static bool is_seen(const eg_dg *dg, int64_t cell, int f, int64_t from, int64_t to)
{
    const eg_leaf_face *face = eg_forest_face(dg->mesh, cell, f);
    bool seen = face->side != EG_SIDE_BOUNDARY && face->side != EG_SIDE_FINE && face->across >= from &&
                face->across < to;
    for (int i = 0; face->side == EG_SIDE_FINE && i < 1 << (dg->dimension - 1); i++) {
        int32_t small = dg->mesh->finer[face->across][i];
        seen = seen || (small >= from && small < to);
    }
    return seen;
}

/* Values of an item. */
static int64_t values_of_traces(const eg_dg *dg)
{
    int variables = dg->one_state ? dg->traced : dg->system->variables;
    return (int64_t)variables * (dg->nodes / dg->edge);
}

static const eg_buffer *traces_of(const eg_dg *dg, int index)
{
    return dg->one_state ? dg->trace : dg->q[index];
}

/* Host arrays being filled. */
typedef struct lists {
    int64_t *send_first, *receive_first; /* [neighbours + 1] */
    int32_t *send_item, *receive_item;
    int64_t sent;
    int64_t *place, *came; /* [sent]; [received] */
    int32_t *turn;         /* [sent][dimension - 1] */
} lists;

static void list_send(const eg_dg *dg, int n, lists *to)
{
    const eg_mesh *mesh = &dg->mesh->base;
    const eg_partition *part = mesh->partition;
    int64_t from = mesh->own + part->ghost_first[n], end = mesh->own + part->ghost_first[n + 1];
    for (int64_t i = part->send_first[n]; i < part->send_first[n + 1]; i++)
        for (int f = 0; f < 2 * dg->dimension; f++) {
            if (!is_seen(dg, part->send_cell[i], f, from, end))
                continue;
            eg_dg_view view = eg_dg_own_face(dg, part->send_cell[i], f);
            to->place[to->sent] = view.place;
            for (int d = 0; d < dg->dimension - 1; d++)
                to->turn[to->sent * (dg->dimension - 1) + d] = (int32_t)view.turn[d];
            to->send_item[to->sent] = (int32_t)to->sent;
            to->sent++;
        }
    to->send_first[n + 1] = to->sent;
}

static void list_receive(const eg_dg *dg, int n, lists *to)
{
    const eg_partition *part = dg->mesh->base.partition;
    int64_t count = to->receive_first[n], faces = 2 * dg->dimension;
    for (int64_t i = part->ghost_first[n] * faces; i < part->ghost_first[n + 1] * faces; i++)
        if (dg->traces.received[i] >= 0) {
            assert(dg->traces.received[i] == count);
            to->came[count] = eg_dg_entry_place(dg, count);
            count++;
        }
    to->receive_first[n + 1] = count;
}

static eg_status allocate_exchange(const eg_dg *dg, eg_scope *scope, lists *to)
{
    const eg_partition *part = dg->mesh->base.partition;
    int64_t neighbours = part->neighbours, received = dg->traces.all_received;
    int64_t most = part->send_first[neighbours] * 2 * dg->dimension;
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(neighbours + 1, to->send_first),
                          EG_BLOCK(neighbours + 1, to->receive_first), EG_BLOCK(most, to->send_item),
                          EG_BLOCK(received, to->receive_item), EG_BLOCK(most, to->place),
                          EG_BLOCK(received, to->came), EG_BLOCK(most * (dg->dimension - 1), to->turn));
}

static eg_status upload_exchange(eg_dg *dg, const lists *from)
{
    eg_dg_ranks *ranks = &dg->ranks;
    int64_t size = (int64_t)eg_real_size(dg->layout.precision);
    int64_t values = values_of_traces(dg), items = from->sent + dg->traces.all_received;
    ranks->sent = from->sent;
    return EG_UPLOAD(&dg->base, {"traces between ranks", items * values * size, NULL, &ranks->items},
                     {"places of sent traces", from->sent * 8, from->place, &ranks->place},
                     {"turns of sent traces", from->sent * (dg->dimension - 1) * 4, from->turn, &ranks->turn},
                     {"places of received traces", dg->traces.all_received * 8, from->came, &ranks->came});
}

static eg_status create_halo(eg_dg *dg, const lists *from)
{
    const eg_partition *part = dg->mesh->base.partition;
    eg_dg_ranks *ranks = &dg->ranks;
    const eg_halo_options options = {.link = dg->link,
                                     .precision = dg->layout.precision,
                                     .state = {ranks->items, ranks->items},
                                     .values = (int)values_of_traces(dg),
                                     .lanes = 1,
                                     .neighbours = part->neighbours,
                                     .rank_of = part->rank_of,
                                     .send_first = from->send_first,
                                     .receive_first = from->receive_first,
                                     .send_item = from->send_item,
                                     .receive_item = from->receive_item};
    EG_TRY(eg_owner_add(&dg->owned, EG_OWNED_HALO, &ranks->halo));
    return eg_halo_create(dg->context, dg->device, dg->comm, &options, &ranks->halo);
}

static eg_status bind_exchange(eg_dg *dg)
{
    eg_dg_ranks *ranks = &dg->ranks;
    EG_TRY(EG_KERNELS(dg->traces.program, {"dg_send", &ranks->send}, {"dg_receive", &ranks->receive}));
    EG_TRY(EG_BIND(ranks->send, EG_BUFFER("q0", traces_of(dg, 0)), EG_BUFFER("q1", traces_of(dg, 1)),
                   EG_BUFFER("place", ranks->place), EG_BUFFER("turn", ranks->turn),
                   EG_BUFFER("items", ranks->items), EG_LONG("sent", ranks->sent)));
    return EG_BIND(ranks->receive, EG_BUFFER("q0", traces_of(dg, 0)), EG_BUFFER("q1", traces_of(dg, 1)),
                   EG_BUFFER("place", ranks->came), EG_BUFFER("items", ranks->items),
                   EG_LONG("first", ranks->sent), EG_LONG("received", dg->traces.all_received));
}

eg_status eg_dg_build_ranks(eg_dg *dg)
{
    lists to = {0};
    const eg_partition *part = dg->mesh->base.partition;
    EG_SCOPE(scope, dg->context);
    if (!dg->comm)
        return EG_OK;
    EG_TRY(allocate_exchange(dg, &scope, &to));
    for (int n = 0; n < part->neighbours; n++) {
        list_send(dg, n, &to);
        list_receive(dg, n, &to);
    }
    for (int64_t i = 0; i < dg->traces.all_received; i++)
        to.receive_item[i] = (int32_t)(to.sent + i);
    EG_TRY(upload_exchange(dg, &to));
    EG_TRY(create_halo(dg, &to));
    return bind_exchange(dg);
}

/* ---- a stage */

/* What has come, and what depends on it: blocks that visit wait for all of it. */
static eg_status take_in(eg_stepper *stepper, int stage)
{
    eg_dg *dg = eg_dg_of(stepper);
    const eg_dg_traces *t = &dg->traces;
    EG_TRY(EG_LAUNCH(dg->ranks.receive, t->all_received, EG_INT("number", stage)));
    if (dg->stream)
        return EG_OK;
    EG_TRY(eg_dg_queue_mortars(dg, stage, t->inner, t->mortars));
    return eg_dg_queue_blocks(dg, stage, 0, dg->partition_boundary.blocks);
}

static eg_status queue_after_halo(eg_stepper *stepper, int stage)
{
    eg_dg *dg = eg_dg_of(stepper);
    if (dg->stream)
        return EG_OK;
    EG_TRY(eg_dg_queue_mortars(dg, stage, 0, dg->traces.inner));
    return eg_dg_queue_blocks(dg, stage, dg->partition_boundary.blocks, dg->blocks);
}

static const eg_stepper_stage parts = {.beside = queue_after_halo, .after = take_in};

eg_status eg_dg_queue_shared(eg_dg *dg, int stage, eg_status status)
{
    if (status == EG_OK)
        status = EG_LAUNCH(dg->ranks.send, dg->ranks.sent, EG_INT("number", stage));
    return eg_stepper_queue_shared(&dg->base, dg->ranks.halo, &parts, stage, status);
}
