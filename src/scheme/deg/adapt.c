/* A solver that goes on with other cells, and what they are chosen by (kernels/deg/adapt.h). Programs and
 * clock are those that there were; geometry and the air at rest are computed anew on the host. */
#include "scheme/deg/internal.h"

#include "deg/adapt_sizes.h"

_Static_assert(DEG_BY_THETA == EG_DEG_BY_THETA && DEG_BY_DENSITY == EG_DEG_BY_DENSITY &&
                   DEG_BY_TRACER == EG_DEG_BY_TRACER,
               "kernels/deg/adapt_sizes.h and scheme/deg/deg.h name the same variables");

/* ---- the indicator */

static eg_status build_indicator(eg_deg *deg)
{
    int nodes = deg->element.nodes, edge = deg->element.degree + 1;
    if (deg->adaption.mover)
        return EG_OK;
    EG_TRY(eg_stepper_upload_reals(&deg->base, "highest modes", edge * nodes,
                                   deg->element.modes + (int64_t)(nodes - edge) * nodes, &deg->adaption.top));
    EG_TRY(eg_deg_upload_derivative(deg, &deg->adaption.derivative));
    return eg_bisect_mover_create(deg->context, deg->device, &deg->element, deg->variables,
                                  deg->layout.precision, &deg->adaption.mover);
}

static eg_status find_jumps(eg_deg *deg, eg_deg_indicator by)
{
    eg_kernel *jumps;
    EG_TRY(eg_kernel_get(deg->program, "deg_jumps", &jumps));
    return EG_LAUNCH(jumps, deg->blocks, EG_BUFFER("derivative", deg->adaption.derivative),
                     EG_BUFFER("indicator", deg->content), EG_INT("variable", (int)by.variable));
}

eg_status eg_deg_indicate(eg_deg *deg, eg_deg_indicator by, const eg_buffer **values)
{
    eg_kernel *indicate;
    *values = deg->content;
    EG_TRY(build_indicator(deg));
    EG_TRY(eg_kernel_get(deg->program, "deg_indicate", &indicate));
    EG_TRY(EG_LAUNCH(indicate, deg->blocks, EG_BUFFER("top", deg->adaption.top),
                     EG_BUFFER("indicator", deg->content), EG_INT("variable", (int)by.variable)));
    return by.jumps ? find_jumps(deg, by) : EG_OK;
}

/* ---- the state on other cells */

/* The old cells that this rank needs, one in a pack. */
static eg_status move_values(eg_deg *deg, const eg_buffer *state, const eg_cell_transfer *transfer,
                             eg_buffer **moved)
{
    const eg_deg *before = deg->before;
    const eg_mesh *mesh = &before->mesh->base;
    int64_t bytes = before->values * (int64_t)eg_real_size(before->layout.precision);
    int64_t all = eg_stepper_state_bytes(&before->base);
    EG_SCRATCH void *memory = NULL, *cells = NULL, *needed = NULL;
    eg_status status = eg_alloc(deg->context, all, 1, &memory);
    if (status == EG_OK)
        status = eg_alloc(deg->context, mesh->own * bytes, 1, &cells);
    if (status == EG_OK)
        status = eg_alloc(deg->context, transfer->count * bytes, 1, &needed);
    if (status == EG_OK)
        status = eg_buffer_read(state, 0, memory, all);
    if (status == EG_OK)
        eg_layout_read_cells(&before->layout, before->values, memory, 0, mesh->own, cells);
    EG_TRY(eg_cell_transfer_move(transfer, deg->comm, mesh->before, bytes, cells, needed, status));
    return eg_buffer_upload(deg->device, transfer->count * bytes, "moved state", needed, moved);
}

static eg_status upload_origins(eg_deg *deg, const eg_cell_transfer *t, eg_buffer **from, eg_buffer **origin)
{
    int64_t own = deg->mesh->base.own;
    EG_SCRATCH int32_t *kind = NULL;
    EG_TRY(eg_alloc(deg->context, own, sizeof *kind, &kind));
    for (int64_t i = 0; i < own; i++)
        kind[i] = t->origin[i];
    EG_TRY(eg_buffer_upload(deg->device, own * 4, "origins", kind, origin));
    return eg_buffer_upload(deg->device, own * 4, "old cells", t->from, from);
}

/* The first state; where the step is found by a pass, which copies the second to the first, the second. */
static eg_buffer **target(eg_deg *deg)
{
    return &deg->q[deg->imex ? 1 : 0];
}

/* Waits: what the kernel reads goes. */
static eg_status launch_transfer(eg_deg *deg, eg_bisect_state old, const eg_cell_transfer *transfer)
{
    const eg_bisect_state next = {*target(deg), deg->layout.state_bits};
    EG_ENDS_WITH(eg_buffer_destroy) eg_buffer *from = NULL, *origin = NULL;
    EG_TRY(upload_origins(deg, transfer, &from, &origin));
    if (deg->mesh->base.own > 0)
        EG_TRY(eg_bisect_move(deg->adaption.mover, old, from, origin, deg->mesh->base.own, next));
    return eg_device_finish(deg->device);
}

static eg_status transfer_leaf_state(eg_deg *deg, int current, const eg_cell_transfer *transfer)
{
    eg_bisect_state old = {deg->before->q[current], deg->before->layout.state_bits};
    EG_ENDS_WITH(eg_buffer_destroy) eg_buffer *moved = NULL;
    eg_status status = EG_OK;
    if (deg->comm) {
        status = move_values(deg, old.values, transfer, &moved);
        old = (eg_bisect_state){moved, 0};
    }
    if (status == EG_OK && transfer->count > 0)
        status = launch_transfer(deg, old, transfer);
    if (status == EG_OK)
        status = eg_deg_queue_first_bounds(deg);
    if (!deg->comm)
        return status;
    EG_TRY(eg_comm_agree(deg->comm, status));
    return eg_halo_fill_cells(deg->comm, &deg->mesh->base, &deg->layout, deg->values, *target(deg));
}

/* The same by leaves on the device; the old state is room for snapshots then. */
static eg_status move_there(eg_deg *deg)
{
    eg_deg *before = deg->before;
    const eg_bisect_state old = {before->q[deg->current], before->layout.state_bits};
    const eg_bisect_state next = {*target(deg), deg->layout.state_bits};
    EG_TRY(eg_bisect_move(deg->adaption.mover, old, deg->generation->from, deg->generation->origins,
                          deg->mesh->base.own, next));
    EG_TRY(eg_deg_queue_first_bounds(deg));
    return eg_deg_take(deg, &before->q[deg->current], "state set aside", eg_stepper_state_bytes(&deg->base),
                       &deg->aside);
}

/* The step that the new cells allow. */
static eg_status find_leaf_step(eg_deg *deg)
{
    eg_kernel *rates;
    if (deg->imex)
        return eg_deg_step(&deg->base);
    eg_status status = eg_kernel_get(deg->program, "deg_rates", &rates);
    if (status == EG_OK)
        status = eg_kernel_launch(rates, deg->blocks, NULL, 0);
    return eg_time_queue(deg->time, status);
}

/* ---- from one solver to the next */

static eg_status hand_on_leaves(eg_deg *before, eg_deg *deg)
{
    deg->outdated = before->recorded ? before->recorded : before->outdated;
    before->recorded = before->outdated = NULL;
    EG_TRY(eg_owner_hand_over(&before->owned, &before->adaption, &deg->owned, &deg->adaption,
                              sizeof deg->adaption));
    EG_TRY(
        eg_owner_hand_over(&before->owned, &before->leaves, &deg->owned, &deg->leaves, sizeof deg->leaves));
    if (!deg->leaves)
        return EG_OK;
    return eg_owner_hand_over(&before->owned, deg->leaves, &deg->owned, deg->leaves, sizeof *deg->leaves);
}

static eg_status build_next(eg_deg *deg, const eg_cell_transfer *transfer, const eg_deg_options *options)
{
    EG_TRY(eg_deg_build(deg, options));
    EG_TRY(deg->generation ? move_there(deg) : transfer_leaf_state(deg, deg->current, transfer));
    EG_TRY(find_leaf_step(deg));
    if (deg->generation) { /* the air before is room for that of the next cells */
        eg_buffer_destroy(&deg->leaves->air);
        deg->leaves->air = deg->before->air;
        deg->before->air = NULL;
    }
    return EG_OK;
}

/* *deg becomes the solver that `made` is. */
static eg_status replace_deg(eg_deg **deg, eg_deg *made, const eg_cell_transfer *transfer,
                             const eg_deg_options *options)
{
    eg_status status = eg_stepper_agree(&made->base, hand_on_leaves(*deg, made));
    made->transfer = transfer;
    if (status == EG_OK)
        status = build_next(made, transfer, options);
    made->before = NULL;
    made->transfer = NULL;
    made->generation = NULL;
    eg_deg_destroy(deg);
    *deg = made;
    return status;
}

eg_status eg_deg_adapt(eg_deg **deg, const eg_plane *next, const eg_cell_transfer *transfer,
                       const eg_deg_options *options)
{
    eg_deg *before = *deg, *made;
    int current = 0;
    eg_status status = eg_time_parity(before->time, &current);
    if (status == EG_OK)
        status = build_indicator(before);
    status = eg_comm_agree(before->comm, status);
    EG_TRY(status);
    EG_TRY(eg_deg_begin(before->device, next, options, before, &made));
    made->current = current;
    eg_buffer_destroy(&before->q[!current]);
    eg_buffer_destroy(&before->second);
    eg_buffer_destroy(&before->aside);
    return replace_deg(deg, made, transfer, options);
}

eg_status eg_deg_adapt_there(eg_deg **deg, const eg_plane *next, const eg_bisect *leaves,
                             const eg_bisected *roots, const eg_deg_options *options)
{
    eg_deg *before = *deg, *made;
    int current = 0;
    assert(eg_deg_adapts_there(before) && options->rest);
    EG_TRY(eg_time_parity(before->time, &current));
    EG_TRY(build_indicator(before));
    EG_TRY(eg_deg_create_leaves(before, roots, options));
    EG_TRY(eg_deg_begin(before->device, next, options, before, &made));
    made->current = current;
    made->generation = leaves;
    return replace_deg(deg, made, NULL, options);
}
