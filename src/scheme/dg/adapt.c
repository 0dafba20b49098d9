/* A solver that goes on with other cells (kernels/dg/adapt.h). Programs and clock are those that there
 * were. */
#include "scheme/dg/internal.h"

#include <string.h>

#include "base/parallel.h"
#include "dg/adapt_sizes.h"
#include "dg/sizes.h"

/* ---- means of joined cells, where children are not of one shape */

/* Host arrays being filled (kernels/dg/adapt.h). */
typedef struct means {
    const eg_dg *dg;
    const eg_cell_transfer *transfer;
    int64_t count;
    int32_t *joined; /* [own] */
    double *mean;
} means;

/* What a node weighs: of a child of the cell, or of the cell itself (-1). */
static double weight_of_child(const eg_dg *dg, int64_t cell, int child, int node)
{
    double reference[3], weight = 1;
    eg_dg_map map;
    eg_dg_node_reference(dg, node, reference);
    for (int d = 0, i = node; d < dg->dimension; d++, i /= dg->edge) {
        weight *= dg->weight[i % dg->edge];
        if (child >= 0) {
            reference[d] = 0.5 * (reference[d] + (child >> d & 1 ? 1 : -1));
            weight *= 0.5;
        }
    }
    eg_dg_map_at(dg, cell, reference, &map);
    return weight * map.determinant;
}

static void fill_mean(const eg_dg *dg, int64_t cell, double *mean)
{
    int children = 1 << dg->dimension;
    double volume = 0;
    for (int i = 0; i < dg->nodes; i++)
        volume += mean[children * dg->nodes + i] = weight_of_child(dg, cell, -1, i);
    for (int i = 0; i < children * dg->nodes; i++)
        mean[i] = weight_of_child(dg, cell, i / dg->nodes, i % dg->nodes);
    for (int i = 0; i < (children + 1) * dg->nodes; i++)
        mean[i] /= volume;
}

static eg_status fill_means(void *with, int part, int64_t from, int64_t to)
{
    const means *m = with;
    int64_t values = (int64_t)((1 << m->dg->dimension) + 1) * m->dg->nodes;
    (void)part;
    for (int64_t c = from; c < to; c++)
        if (m->transfer->origin[c] == EG_ORIGIN_CHILDREN)
            fill_mean(m->dg, c, &m->mean[m->joined[c] * values]);
    return EG_OK;
}

static eg_status find_child_means(means *m, eg_scope *scope)
{
    const eg_dg *dg = m->dg;
    int64_t own = dg->mesh->base.own, values = (int64_t)((1 << dg->dimension) + 1) * dg->nodes;
    EG_TRY(eg_scope_alloc(scope, own, sizeof *m->joined, &m->joined));
    for (int64_t c = 0; c < own; c++) {
        m->joined[c] = (int32_t)m->count;
        m->count += m->transfer->origin[c] == EG_ORIGIN_CHILDREN;
    }
    EG_TRY(eg_scope_alloc(scope, m->count * values, sizeof *m->mean, &m->mean));
    return eg_in_parts(dg->context, eg_parts(dg->context, own, eg_least_elements(dg->nodes)), own, fill_means,
                       m);
}

/* On the device; of straight cells nothing. */
static eg_status upload_means(means *m, eg_scope *scope, eg_buffer **mean)
{
    const eg_dg *dg = m->dg;
    if (dg->geometry != DG_CURVED)
        return EG_OK;
    EG_TRY(find_child_means(m, scope));
    int64_t bytes = m->count * ((1 << dg->dimension) + 1) * dg->nodes * 8;
    return eg_buffer_upload(dg->device, bytes, "means of joined cells", m->mean, mean);
}

/* ---- the state on other cells */

/* Where the values of new cells come from. */
struct eg_dg_move {
    const eg_dg *before;
    const eg_cell_transfer *transfer;
    const eg_buffer *state; /* the old state where it is; NULL: the next, or the one after that */
    const void *host;       /* it out of core */
    char *needed;           /* of several ranks what this one needs of it, cell by cell */
    means means;
    eg_buffer *mean;
};

static int64_t bytes_of_moved_cell(const eg_dg *dg)
{
    return (int64_t)dg->values * (int64_t)eg_real_size(dg->layout.precision);
}

/* All cells of this rank, one after the other: of the host's state, or of an image of it. */
static void read_moved_cells(const eg_dg_move *move, const void *image, char *cells)
{
    const eg_dg *before = move->before;
    int64_t own = before->mesh->base.own, lanes = before->layout.lanes, bytes = bytes_of_moved_cell(before);
    for (int64_t c = 0; c < own; c += lanes) {
        const void *from = move->host ? eg_stepper_host_cell(&before->base, (void *)move->host, c) : image;
        eg_layout_read_cells(&before->layout, before->values, from, c, eg_min_i64(c + lanes, own),
                             cells + c * bytes);
    }
}

static eg_status find_needed(eg_dg *dg, eg_scope *scope, eg_dg_move *move)
{
    const eg_dg *before = move->before;
    const eg_mesh *mesh = &before->mesh->base;
    int64_t bytes = bytes_of_moved_cell(before), all = eg_stepper_state_bytes(&before->base);
    void *memory = NULL;
    char *cells = NULL;
    EG_SCOPE(own, dg->context);
    eg_status status = move->host ? EG_OK : eg_scope_alloc(&own, all, 1, &memory);
    if (status == EG_OK)
        status = eg_scope_alloc(&own, mesh->own * bytes, 1, &cells);
    if (status == EG_OK)
        status = eg_scope_alloc(scope, move->transfer->count * bytes, 1, &move->needed);
    if (status == EG_OK && !move->host)
        status = eg_buffer_read(move->state, 0, memory, all);
    if (status == EG_OK)
        read_moved_cells(move, memory, cells);
    status =
        eg_cell_transfer_move(move->transfer, dg->comm, mesh->before, bytes, cells, move->needed, status);
    move->state = NULL;
    return status;
}

/* New cells of the blocks that are held, in their order, as the kernel sees them. */
typedef struct piece {
    int64_t cells, olds; /* old ones: those that they come from, one after the other */
    int32_t *cell;       /* [cells] -1: none */
    int32_t *kind, *from, *joined;
    int32_t *old_cell; /* [olds] */
    eg_buffer *old, *froms, *origin, *joins;
} piece;

static eg_status allocate_piece(const eg_dg *dg, eg_owner *owner, piece *to)
{
    to->cells = dg->held.blocks * dg->layout.lanes;
    EG_TRY(eg_owner_alloc(owner, to->cells, sizeof *to->cell, &to->cell));
    EG_TRY(eg_owner_alloc(owner, to->cells, sizeof *to->kind, &to->kind));
    EG_TRY(eg_owner_alloc(owner, to->cells, sizeof *to->from, &to->from));
    EG_TRY(eg_owner_alloc(owner, to->cells, sizeof *to->joined, &to->joined));
    return eg_owner_alloc(owner, to->cells << dg->dimension, sizeof *to->old_cell, &to->old_cell);
}

/* Where a new cell finds its old ones; children of one parent share it. */
static void find_old(const eg_dg *dg, const eg_dg_move *move, piece *to, int64_t i)
{
    const eg_cell_transfer *t = move->transfer;
    int64_t c = to->cell[i];
    int count = t->origin[c] == EG_ORIGIN_CHILDREN ? 1 << dg->dimension : 1;
    to->from[i] = t->from[c];
    if (move->state)
        return;
    if (count > 1 || to->olds == 0 || to->old_cell[to->olds - 1] != t->from[c])
        for (int k = 0; k < count; k++)
            to->old_cell[to->olds++] = t->from[c] + k;
    to->from[i] = (int32_t)(to->olds - count);
}

static void fill_piece(const eg_dg *dg, const eg_dg_move *move, piece *to)
{
    const eg_cell_transfer *t = move->transfer;
    int64_t lanes = dg->layout.lanes;
    for (int64_t i = 0; i < to->cells; i++) {
        int64_t place = dg->held.from + i / lanes;
        int64_t c = (dg->visits.order ? dg->visits.order[place] : place) * lanes + i % lanes;
        to->kind[i] = ADAPT_NONE;
        if (c >= dg->mesh->base.own)
            continue;
        to->cell[i] = (int32_t)c;
        to->kind[i] = t->origin[c] == EG_ORIGIN_SAME     ? ADAPT_SAME
                      : t->origin[c] == EG_ORIGIN_PARENT ? ADAPT_PARENT + t->child[c]
                                                         : ADAPT_CHILDREN;
        to->joined[i] = move->means.joined ? move->means.joined[c] : 0;
        find_old(dg, move, to, i);
    }
}

static void read_old_cell(const eg_dg_move *move, int64_t cell, int64_t bytes, char *values)
{
    const eg_dg *before = move->before;
    if (move->needed) {
        memcpy(values, move->needed + cell * bytes, (size_t)bytes);
        return;
    }
    const void *from = eg_stepper_host_cell(&before->base, (void *)move->host, cell);
    eg_layout_read_cells(&before->layout, before->values, from, cell, cell + 1, values);
}

static eg_status upload_old(const eg_dg *dg, const eg_dg_move *move, eg_owner *owner, piece *to)
{
    int64_t bytes = bytes_of_moved_cell(dg);
    EG_SCRATCH char *values = NULL;
    if (move->state)
        return EG_OK;
    EG_TRY(eg_alloc(dg->context, eg_max_i64(to->olds * bytes, 1), 1, &values));
    for (int64_t i = 0; i < to->olds; i++)
        read_old_cell(move, to->old_cell[i], bytes, values + i * bytes);
    return eg_owner_upload(owner, dg->device, "old cells", to->olds * bytes, values, &to->old);
}

static eg_status upload_piece(const eg_dg *dg, const eg_dg_move *move, eg_owner *owner, piece *to)
{
    int64_t bytes = to->cells * 4;
    EG_TRY(upload_old(dg, move, owner, to));
    EG_TRY(eg_owner_upload(owner, dg->device, "origins", bytes, to->kind, &to->origin));
    EG_TRY(eg_owner_upload(owner, dg->device, "old cells", bytes, to->from, &to->froms));
    return eg_owner_upload(owner, dg->device, "joined cells", bytes, to->joined, &to->joins);
}

/* Waits: what the kernel reads goes. */
static eg_status launch_move(eg_dg *dg, const eg_dg_move *move, const piece *to)
{
    int64_t lanes = move->state ? move->before->layout.lanes : 1;
    EG_TRY(EG_LAUNCH(dg->adaption.move, to->cells, EG_BUFFER("old", move->state ? move->state : to->old),
                     EG_BUFFER("q0", dg->q[0]), EG_BUFFER("from", to->froms), EG_BUFFER("origin", to->origin),
                     EG_BUFFER("split", dg->adaption.split), EG_BUFFER("join", dg->adaption.join),
                     EG_BUFFER("mean", move->mean ? move->mean : dg->quadrature),
                     EG_BUFFER("joined", to->joins), EG_LONG("old_lanes", lanes),
                     EG_LONG("cells", to->cells)));
    return eg_device_finish(dg->device);
}

static eg_status move_held(eg_dg *dg, int stage)
{
    const eg_dg_move *move = dg->adaption.moving;
    piece to = {0};
    EG_OWNER(owner, dg->context);
    (void)stage;
    if (dg->held.blocks == 0)
        return EG_OK;
    EG_TRY(allocate_piece(dg, &owner, &to));
    fill_piece(dg, move, &to);
    EG_TRY(upload_piece(dg, move, &owner, &to));
    return launch_move(dg, move, &to);
}

static eg_status move_all(eg_dg *dg)
{
    if (!dg->stream)
        return move_held(dg, 0);
    return eg_dg_stream_pass(dg, &(eg_dg_pass){.work = move_held, .state_goes = true}, EG_OK);
}

static eg_status transfer_forest_state(eg_dg *dg, eg_dg *before, int current,
                                       const eg_cell_transfer *transfer, eg_status status)
{
    eg_dg_move move = {.before = before,
                       .transfer = transfer,
                       .state = before->stream ? NULL : before->q[current],
                       .means = {.dg = dg, .transfer = transfer}};
    EG_SCOPE(scope, dg->context);
    if (status == EG_OK)
        status = upload_means(&move.means, &scope, &move.mean);
    if (status == EG_OK)
        status = eg_stepper_host_state(&before->base, (void **)&move.host);
    status = eg_stepper_agree(&dg->base, status);
    if (status == EG_OK && dg->comm)
        status = find_needed(dg, &scope, &move);
    dg->adaption.moving = &move;
    if (status == EG_OK)
        status = move_all(dg);
    dg->adaption.moving = NULL;
    eg_buffer_destroy(&move.mean);
    return eg_stepper_agree(&dg->base, status);
}

/* ---- from one solver to the next */

/* What the new solver is built with, and the old one can do without: of it the state alone is left. */
static eg_status hand_on_forest(eg_dg *before, int current, eg_dg *dg)
{
    eg_dg_keep_host_state(before);
    if (!before->one_state)
        eg_buffer_destroy(&before->q[!current]);
    eg_buffer_destroy(&before->second);
    eg_buffer_destroy(&before->aside);
    return eg_owner_hand_over(&before->owned, &before->adaption, &dg->owned, &dg->adaption,
                              sizeof dg->adaption);
}

/* What the next step needs. */
static eg_status can_go_on(eg_dg *dg)
{
    EG_TRY(eg_time_queue(dg->time, EG_OK));
    return eg_dg_visit_all(dg, eg_dg_leave_all_traces, 0);
}

eg_status eg_dg_adapt(eg_dg **dg, const eg_forest *next, const eg_cell_transfer *transfer,
                      const eg_dg_options *options)
{
    eg_dg *before = *dg, *made;
    int current = 0;
    eg_status status = eg_stepper_current(&before->base, &current);
    if (status == EG_OK)
        status = eg_dg_build_adaption(before);
    EG_TRY(eg_stepper_agree(&before->base, status));
    EG_TRY(eg_dg_begin(before->device, next, options, before, &made));
    status = eg_stepper_agree(&made->base, hand_on_forest(before, current, made));
    if (status == EG_OK)
        status = eg_dg_build(made, options);
    status = transfer_forest_state(made, before, current, transfer, status);
    status = eg_dg_move_pml(made, before, transfer, status);
    if (status == EG_OK)
        status = eg_stepper_agree(&made->base, can_go_on(made));
    made->before = NULL;
    if (status == EG_OK)
        status = eg_dg_build_receivers(made, options);
    eg_dg_destroy(dg);
    *dg = made;
    return status;
}
