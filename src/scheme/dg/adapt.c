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
static eg_status upload_means(eg_dg *dg, const eg_cell_transfer *transfer, eg_buffer **mean,
                              eg_buffer **joined)
{
    means m = {.dg = dg, .transfer = transfer};
    if (dg->geometry != DG_CURVED)
        return EG_OK;
    eg_status status = find_means(&m);
    int64_t bytes = m.count * ((1 << dg->dimension) + 1) * dg->nodes * 8;
    if (status == EG_OK)
        status = eg_buffer_upload(dg->device, bytes, "means of joined cells", m.mean, mean);
    if (status == EG_OK)
        status =
            eg_buffer_upload(dg->device, dg->mesh->base.own * 4, "joined cells", m.joined, joined);
    eg_free(dg->context, &m.joined);
    eg_free(dg->context, &m.mean);
    return status;
}

/* ---- the state on other cells */

/* The old state as the kernel reads it: where it is, or, of several ranks, what this one needs of it. */
typedef struct old_state {
    const eg_buffer *state;
    eg_buffer *moved; /* NULL of one process */
    int lanes;
} old_state;

static eg_status move_values(eg_dg *dg, const eg_dg *before, const eg_buffer *state,
                             const eg_cell_transfer *transfer, old_state *old)
{
    const eg_mesh *mesh = &before->mesh->base;
    int64_t bytes = before->values * (int64_t)eg_real_size(before->layout.precision);
    int64_t all = eg_stepper_state_bytes(&before->base);
    void *memory = NULL, *cells = NULL, *needed = NULL;
    eg_status status = eg_alloc(dg->context, all, 1, &memory);
    if (status == EG_OK)
        status = eg_alloc(dg->context, mesh->own * bytes, 1, &cells);
    if (status == EG_OK)
        status = eg_alloc(dg->context, transfer->count * bytes, 1, &needed);
    if (status == EG_OK)
        status = eg_buffer_read(state, 0, memory, all);
    if (status == EG_OK)
        eg_layout_read_cells(&before->layout, before->values, memory, 0, mesh->own, cells);
    status = eg_cell_transfer_move(transfer, dg->comm, mesh->before, bytes, cells, needed, status);
    if (status == EG_OK)
        status = eg_buffer_upload(dg->device, transfer->count * bytes, "moved state", needed,
                                  &old->moved);
    eg_free(dg->context, &memory);
    eg_free(dg->context, &cells);
    eg_free(dg->context, &needed);
    old->state = old->moved;
    old->lanes = 1;
    return status;
}

static eg_status upload_origins(eg_dg *dg, const eg_cell_transfer *t, eg_buffer **from,
                                eg_buffer **origin)
{
    int64_t own = dg->mesh->base.own;
    int32_t *kind;
    EG_TRY(eg_alloc(dg->context, own, sizeof *kind, &kind));
    for (int64_t i = 0; i < own; i++)
        kind[i] = t->origin[i] == EG_ORIGIN_SAME     ? ADAPT_SAME
                  : t->origin[i] == EG_ORIGIN_PARENT ? ADAPT_PARENT + t->child[i]
                                                     : ADAPT_CHILDREN;
    eg_status status = eg_buffer_upload(dg->device, own * 4, "origins", kind, origin);
    if (status == EG_OK)
        status = eg_buffer_upload(dg->device, own * 4, "old cells", t->from, from);
    eg_free(dg->context, &kind);
    return status;
}

/* Where the values of new cells come from. */
typedef struct origins {
    eg_buffer *from, *origin, *mean, *joined;
} origins;

/* Waits: what the kernel reads goes. */
static eg_status launch(eg_dg *dg, const old_state *old, const origins *to)
{
    int64_t own = dg->mesh->base.own;
    if (own == 0)
        return EG_OK;
    EG_TRY(EG_LAUNCH(dg->adaption.move, own, EG_BUFFER("old", old->state),
                     EG_BUFFER("q0", dg->q[0]), EG_BUFFER("from", to->from),
                     EG_BUFFER("origin", to->origin), EG_BUFFER("split", dg->adaption.split),
                     EG_BUFFER("join", dg->adaption.join),
                     EG_BUFFER("mean", to->mean ? to->mean : dg->quadrature),
                     EG_BUFFER("joined", to->joined ? to->joined : to->from),
                     EG_LONG("old_lanes", old->lanes), EG_LONG("cells", own)));
    return eg_device_finish(dg->device);
}

static eg_status transfer_state(eg_dg *dg, const eg_dg *before, int current,
                                const eg_cell_transfer *transfer, eg_status status)
{
    old_state old = {.state = before->q[current], .lanes = before->layout.lanes};
    origins to = {0};
    if (status == EG_OK)
        status = upload_origins(dg, transfer, &to.from, &to.origin);
    if (status == EG_OK)
        status = upload_means(dg, transfer, &to.mean, &to.joined);
    if (dg->comm) {
        status = eg_comm_agree(dg->comm, status);
        if (status == EG_OK)
            status = move_values(dg, before, old.state, transfer, &old);
    }
    if (status == EG_OK)
        status = launch(dg, &old, &to);
    eg_buffer_destroy(&old.moved);
    eg_buffer_destroy(&to.from);
    eg_buffer_destroy(&to.origin);
    eg_buffer_destroy(&to.mean);
    eg_buffer_destroy(&to.joined);
    return dg->comm ? eg_comm_agree(dg->comm, status) : status;
}

/* ---- from one solver to the next */

/* What the new solver is built with, and the old one can do without. */
static void hand_on(eg_dg *before, int current, eg_dg *dg)
{
    eg_buffer *none = NULL;
    eg_buffer **buffers[] = {before->one_state ? &none : &before->q[!current], &before->second,
                             &before->aside};
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
    if (before->stream)
        return eg_fail(before->context, EG_CASE,
                       "numerics.storage: a mesh that changes needs its state on the device");
    eg_status status = eg_stepper_current(&before->base, &current);
    if (status == EG_OK)
        status = eg_dg_build_adaption(before);
    if (before->comm)
        status = eg_comm_agree(before->comm, status);
    EG_TRY(status);
    EG_TRY(eg_dg_begin(before->device, next, options, before, &made));
    hand_on(before, current, made);
    status = transfer_state(made, before, current, transfer, eg_dg_build(made, options));
    if (status == EG_OK)
        status = eg_time_queue(made->time, EG_OK);
    if (status == EG_OK)
        status = eg_dg_leave_traces(made, 0, NULL, 0);
    made->before = NULL;
    if (status == EG_OK)
        status = eg_dg_build_receivers(made, options);
    eg_dg_destroy(dg);
    *dg = made;
    return status;
}
