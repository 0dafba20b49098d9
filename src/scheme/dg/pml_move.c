/* What layers remember, on other cells: as the state goes along (kernels/dg/adapt.h), on the host and in
 * double precision. */
#include "scheme/dg/internal.h"

#include "base/parallel.h"

/* One axis of the layers. */
typedef struct layer_move {
    const eg_dg *dg, *before;
    const eg_cell_transfer *transfer;
    int axis, values; /* values of a cell */
    void *memory;     /* image of psi */
    void *old;        /* [needed old cells][values] */
    double split[2 * EG_LINE_NODES * EG_LINE_NODES], join[2 * EG_LINE_NODES * EG_LINE_NODES];
} layer_move;

/* ---- one cell */

/* u[nodes] multiplied by matrix[n][n] along the lines whose nodes are `stride` apart. */
static void multiply_axis(const eg_dg *dg, int stride, const double *matrix, double *u)
{
    int n = dg->edge;
    double line[EG_LINE_NODES];
    for (int i = 0; i < dg->nodes / n; i++) {
        int first = i % stride + i / stride * (stride * n);
        for (int j = 0; j < n; j++)
            line[j] = u[first + j * stride];
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int j = 0; j < n; j++)
                sum += matrix[k * n + j] * line[j];
            u[first + k * stride] = sum;
        }
    }
}

/* Adds to sum[nodes] what a variable of an old cell gives: child bit d, the upper half along direction d. */
static void add_old(const layer_move *m, const double *matrix, int64_t old, int variable, int child,
                    double *u, double *sum)
{
    const eg_dg *dg = m->dg;
    for (int i = 0; i < dg->nodes; i++)
        u[i] = eg_layout_load(&dg->layout, m->old, old * m->values + variable * dg->nodes + i);
    for (int d = 0, stride = 1; d < dg->dimension; d++, stride *= dg->edge)
        multiply_axis(dg, stride, matrix + (child >> d & 1) * dg->edge * dg->edge, u);
    for (int i = 0; i < dg->nodes; i++)
        sum[i] += u[i];
}

/* A variable of a new cell, sum[nodes]. */
static void find_variable(const layer_move *m, int64_t cell, int variable, double *u, double *sum)
{
    const eg_cell_transfer *t = m->transfer;
    const eg_dg *dg = m->dg;
    int64_t from = t->from[cell];
    bool joins = t->origin[cell] == EG_ORIGIN_CHILDREN;
    for (int i = 0; i < dg->nodes; i++)
        sum[i] = t->origin[cell] == EG_ORIGIN_SAME
                     ? eg_layout_load(&dg->layout, m->old, from * m->values + variable * dg->nodes + i)
                     : 0;
    if (t->origin[cell] == EG_ORIGIN_PARENT)
        add_old(m, m->split, from, variable, t->child[cell], u, sum);
    for (int child = 0; joins && child < 1 << dg->dimension; child++)
        add_old(m, m->join, from + child, variable, child, u, sum);
}

static void find_cell(const layer_move *m, int64_t cell, int64_t at, double *room)
{
    const eg_dg *dg = m->dg;
    for (int v = 0; v < m->values / dg->nodes; v++) {
        find_variable(m, cell, v, room, room + dg->nodes);
        for (int i = 0; i < dg->nodes; i++)
            eg_layout_store(&dg->layout, m->memory, at + (int64_t)(v * dg->nodes + i) * dg->layout.lanes,
                            room[dg->nodes + i]);
    }
}

static eg_status find_layer_cells(void *with, int part, int64_t from, int64_t to)
{
    const layer_move *m = with;
    EG_SCRATCH double *room = NULL;
    (void)part;
    EG_TRY(eg_alloc(m->dg->context, 2 * (int64_t)m->dg->nodes, sizeof *room, &room));
    for (int64_t c = from; c < to; c++) {
        int64_t at = eg_dg_pml_at(m->dg, c, m->axis);
        if (at >= 0)
            find_cell(m, c, at, room);
    }
    return EG_OK;
}

/* ---- an axis */

/* Of all old cells of this rank, 0 outside the layers: values[own][values], from the image of psi. */
static void read_old_layer(const layer_move *m, const void *memory, void *values)
{
    const eg_dg *before = m->before;
    const eg_layout *layout = &before->layout;
    for (int64_t c = 0; c < before->mesh->base.own; c++) {
        int64_t at = eg_dg_pml_at(before, c, m->axis);
        for (int i = 0; at >= 0 && i < m->values; i++)
            eg_layout_store(layout, values, c * m->values + i,
                            eg_layout_load(layout, memory, at + (int64_t)i * layout->lanes));
    }
}

/* Collective where there are several ranks. */
static eg_status move_axis(layer_move *m, const void *memory, eg_status status)
{
    const eg_dg *dg = m->dg;
    const eg_mesh *mesh = &m->before->mesh->base, *next = &dg->mesh->base;
    int64_t bytes = m->values * (int64_t)eg_real_size(dg->layout.precision);
    void *values = NULL;
    EG_SCOPE(scope, dg->context);
    if (status == EG_OK)
        status = eg_scope_alloc(&scope, mesh->own * bytes, 1, &values);
    if (status == EG_OK)
        read_old_layer(m, memory, values);
    m->old = values;
    if (dg->comm) {
        m->old = NULL;
        if (status == EG_OK)
            status = eg_scope_alloc(&scope, m->transfer->count * bytes, 1, &m->old);
        status = eg_cell_transfer_move(m->transfer, dg->comm, mesh->before, bytes, values, m->old, status);
    }
    EG_TRY(status);
    return eg_in_parts(dg->context, eg_parts(dg->context, next->own, eg_least_elements(dg->nodes)), next->own,
                       find_layer_cells, m);
}

static eg_status read_image(const eg_dg *dg, eg_scope *scope, void **memory)
{
    int64_t bytes = eg_buffer_bytes(dg->pml.psi);
    EG_TRY(eg_scope_alloc(scope, bytes, 1, memory));
    return eg_buffer_read(dg->pml.psi, 0, *memory, bytes);
}

eg_status eg_dg_move_pml(eg_dg *dg, const eg_dg *before, const eg_cell_transfer *transfer, eg_status status)
{
    void *memory = NULL;
    layer_move m = {.dg = dg, .before = before, .transfer = transfer};
    EG_SCOPE(scope, dg->context);
    if (dg->pml.layers == 0)
        return status;
    m.values = dg->system->changed[dg->flux] * dg->nodes;
    eg_dg_split_matrices(dg->edge, m.split);
    eg_dg_join_matrices(dg->edge, false, m.split, m.join);
    if (status == EG_OK)
        status = read_image(before, &scope, &memory);
    if (status == EG_OK)
        status = read_image(dg, &scope, &m.memory);
    for (int d = 0; d < dg->dimension; d++) {
        m.axis = d;
        status = move_axis(&m, memory, status);
    }
    if (status == EG_OK)
        status = eg_buffer_write(dg->pml.psi, 0, m.memory, eg_buffer_bytes(dg->pml.psi));
    return eg_stepper_agree(&dg->base, status);
}
