/* A solver that goes on with other cells (kernels/dg/adapt.h). Programs and clock are those that there were. */
#include "scheme/dg/internal.h"

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
static double weight_of(const eg_dg *dg, int64_t cell, int child, int node)
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
        volume += mean[children * dg->nodes + i] = weight_of(dg, cell, -1, i);
    for (int i = 0; i < children * dg->nodes; i++)
        mean[i] = weight_of(dg, cell, i / dg->nodes, i % dg->nodes);
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

static eg_status find_means(means *m)
{
    const eg_dg *dg = m->dg;
    int64_t own = dg->mesh->base.own, values = (int64_t)((1 << dg->dimension) + 1) * dg->nodes;
    EG_TRY(eg_alloc(dg->context, own, sizeof *m->joined, &m->joined));
    for (int64_t c = 0; c < own; c++) {
        m->joined[c] = (int32_t)m->count;
        m->count += m->transfer->origin[c] == EG_ORIGIN_CHILDREN;
    }
    EG_TRY(eg_alloc(dg->context, m->count * values, sizeof *m->mean, &m->mean));
    return eg_in_parts(dg->context, eg_parts(dg->context, own, eg_least_elements(dg->nodes)), own,
                       fill_means, m);
}

/* On the device; of straight cells nothing. */
static eg_status upload_means(means *m, eg_buffer **mean)
{
    const eg_dg *dg = m->dg;
    if (dg->geometry != DG_CURVED)
        return EG_OK;
    EG_TRY(find_means(m));
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

static int64_t cell_bytes(const eg_dg *dg)
{
    return (int64_t)dg->values * (int64_t)eg_real_size(dg->layout.precision);
}

static eg_status find_needed(eg_dg *dg, eg_dg_move *move)
{
    const eg_dg *before = move->before;
    const eg_mesh *mesh = &before->mesh->base;
    int64_t bytes = cell_bytes(before), all = eg_stepper_state_bytes(&before->base);
    void *memory = NULL, *cells = NULL;
    eg_status status = move->host ? EG_OK : eg_alloc(dg->context, all, 1, &memory);
    if (status == EG_OK)
        status = eg_alloc(dg->context, mesh->own * bytes, 1, &cells);
    if (status == EG_OK)
        status = eg_alloc(dg->context, move->transfer->count * bytes, 1, &move->needed);
    if (status == EG_OK && !move->host)
        status = eg_buffer_read(move->state, 0, memory, all);
    if (status == EG_OK)
        eg_layout_read_cells(&before->layout, before->values, move->host ? move->host : memory, 0,
                             mesh->own, cells);
    status = eg_cell_transfer_move(move->transfer, dg->comm, mesh->before, bytes, cells,
                                   move->needed, status);
    eg_free(dg->context, &memory);
    eg_free(dg->context, &cells);
    move->state = NULL;
    return status;
}

/* Old cells on the device, one after the other. */
static eg_status upload_old(const eg_dg *dg, const eg_dg_move *move, int64_t from, int64_t to,
                            eg_buffer **old)
{
    int64_t bytes = cell_bytes(dg);
    void *cells;
    if (move->needed)
        return eg_buffer_upload(dg->device, (to - from) * bytes, "old cells",
                                move->needed + from * bytes, old);
    EG_TRY(eg_alloc(dg->context, (to - from) * bytes, 1, &cells));
    eg_layout_read_cells(&move->before->layout, dg->values, move->host, from, to, cells);
    eg_status status = eg_buffer_upload(dg->device, (to - from) * bytes, "old cells", cells, old);
    eg_free(dg->context, &cells);
    return status;
}

/* Some new cells, [first, end), as the kernel sees them. */
typedef struct piece {
    int64_t first, end, base; /* base: old cells are counted from it */
    eg_buffer *old, *from, *origin, *joined;
} piece;

static eg_status upload_origins(const eg_dg *dg, const eg_dg_move *move, piece *to)
{
    const eg_cell_transfer *t = move->transfer;
    int64_t count = to->end - to->first;
    int32_t *kind;
    EG_TRY(eg_alloc(dg->context, 2 * count, sizeof *kind, &kind));
    for (int64_t i = 0; i < count; i++) {
        int64_t c = to->first + i;
        kind[i] = t->origin[c] == EG_ORIGIN_SAME     ? ADAPT_SAME
                  : t->origin[c] == EG_ORIGIN_PARENT ? ADAPT_PARENT + t->child[c]
                                                     : ADAPT_CHILDREN;
        kind[count + i] = (int32_t)(t->from[c] - to->base);
    }
    eg_status status = eg_buffer_upload(dg->device, count * 4, "origins", kind, &to->origin);
    if (status == EG_OK)
        status = eg_buffer_upload(dg->device, count * 4, "old cells", kind + count, &to->from);
    if (status == EG_OK && move->mean)
        status = eg_buffer_upload(dg->device, count * 4, "joined cells",
                                  move->means.joined + to->first, &to->joined);
    eg_free(dg->context, &kind);
    return status;
}

/* Waits: what the kernel reads goes. */
static eg_status launch(eg_dg *dg, const eg_dg_move *move, const piece *to)
{
    int64_t lanes = move->state ? move->before->layout.lanes : 1, cells = to->end - to->first;
    EG_TRY(EG_LAUNCH(dg->adaption.move, cells, EG_BUFFER("old", to->old ? to->old : move->state),
                     EG_BUFFER("q0", dg->q[0]), EG_BUFFER("from", to->from),
                     EG_BUFFER("origin", to->origin), EG_BUFFER("split", dg->adaption.split),
                     EG_BUFFER("join", dg->adaption.join),
                     EG_BUFFER("mean", move->mean ? move->mean : dg->quadrature),
                     EG_BUFFER("joined", to->joined ? to->joined : to->from),
                     EG_LONG("old_lanes", lanes), EG_LONG("cells", cells)));
    return eg_device_finish(dg->device);
}

static eg_status move_piece(eg_dg *dg, const eg_dg_move *move, piece *to)
{
    const eg_cell_transfer *t = move->transfer;
    int64_t last = to->end - 1;
    if (!move->state) {
        int children = t->origin[last] == EG_ORIGIN_CHILDREN ? 1 << dg->dimension : 1;
        to->base = t->from[to->first];
        EG_TRY(upload_old(dg, move, to->base, t->from[last] + children, &to->old));
    }
    EG_TRY(upload_origins(dg, move, to));
    return launch(dg, move, to);
}

/* The cells of the blocks that are held. */
static eg_status move_held(eg_dg *dg, int stage)
{
    int64_t lanes = dg->layout.lanes, own = dg->mesh->base.own;
    int64_t end = (dg->held.from + dg->held.blocks) * lanes;
    piece to = {.first = dg->held.from * lanes, .end = eg_min_i64(end, own)};
    (void)stage;
    if (to.first >= to.end)
        return EG_OK;
    eg_status status = move_piece(dg, dg->adaption.moving, &to);
    eg_buffer_destroy(&to.old);
    eg_buffer_destroy(&to.from);
    eg_buffer_destroy(&to.origin);
    eg_buffer_destroy(&to.joined);
    return status;
}

static eg_status move_all(eg_dg *dg)
{
    if (!dg->stream)
        return move_held(dg, 0);
    return eg_dg_stream_pass(dg, &(eg_dg_pass){.work = move_held, .state_goes = true});
}

static eg_status transfer_state(eg_dg *dg, eg_dg *before, int current,
                                const eg_cell_transfer *transfer, eg_status status)
{
    eg_dg_move move = {.before = before,
                       .transfer = transfer,
                       .state = before->stream ? NULL : before->q[current],
                       .means = {.dg = dg, .transfer = transfer}};
    if (status == EG_OK)
        status = upload_means(&move.means, &move.mean);
    if (status == EG_OK)
        status = eg_stepper_host_state(&before->base, (void **)&move.host);
    status = eg_stepper_agree(&dg->base, status);
    if (status == EG_OK && dg->comm)
        status = find_needed(dg, &move);
    dg->adaption.moving = &move;
    if (status == EG_OK)
        status = move_all(dg);
    dg->adaption.moving = NULL;
    eg_buffer_destroy(&move.mean);
    eg_free(dg->context, &move.needed);
    eg_free(dg->context, &move.means.joined);
    eg_free(dg->context, &move.means.mean);
    return eg_stepper_agree(&dg->base, status);
}

/* ---- from one solver to the next */

/* What the new solver is built with, and the old one can do without: of it the state alone is left. */
static void hand_on(eg_dg *before, int current, eg_dg *dg)
{
    eg_buffer *none = NULL;
    eg_buffer **buffers[] = {before->one_state ? &none : &before->q[!current], &before->second,
                             &before->aside};
    eg_dg_keep_host_state(before);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
    dg->adaption = before->adaption;
    before->adaption = (eg_dg_adaption){0};
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
    hand_on(before, current, made);
    status = transfer_state(made, before, current, transfer, eg_dg_build(made, options));
    status = eg_dg_move_pml(made, before, transfer, status);
    if (status == EG_OK)
        status = eg_time_queue(made->time, EG_OK);
    if (status == EG_OK)
        status = eg_stepper_agree(&made->base, eg_dg_visit_all(made, eg_dg_leave_all_traces, 0));
    made->before = NULL;
    if (status == EG_OK)
        status = eg_dg_build_receivers(made, options);
    eg_dg_destroy(dg);
    *dg = made;
    return status;
}
