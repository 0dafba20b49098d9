/* Triangles that change with the state (life/adapt.c). New leaves are found on the device. Of several
 * processes each has those of its own cells there, and makes its own part of their mesh; states move between
 * ranks. */
#include "mesh/bisected/bisected.h"
#include "run/life/life.h"
#include "run/observe/observe.h"
#include "scheme/bisect/bisect.h"

#include <math.h>
#include <string.h>

/* ---- wishes */

/* The scale is the largest theta' of the state at time 0. Collective; all agree. */
static eg_status find_scale(eg_run *run, const eg_buffer *largest)
{
    EG_SCRATCH double *value = NULL;
    double *scale = &run->adaptation->kept.scale;
    int64_t own = run->mesh->own;
    if (run->now.steps > 0)
        return EG_OK;
    eg_status status = eg_alloc(run->context, own, sizeof *value, &value);
    if (status == EG_OK)
        status = eg_buffer_read(largest, 0, value, own * (int64_t)sizeof *value);
    EG_TRY(eg_run_agree(run, status));
    *scale = 0;
    for (int64_t c = 0; c < own; c++)
        *scale = fmax(*scale, value[c]);
    eg_comm_max(run->comm, scale, 1);
    return EG_OK;
}

/* New leaves on the device. Collective; all agree. */
static eg_status choose_leaves(eg_run *run, bool *changed, bool *all_highest)
{
    eg_adaptation *a = run->adaptation;
    const eg_buffer *value = NULL;
    eg_status status = a->there ? EG_OK : eg_bisect_create(run->device, run->leaves, &a->there);
    if (status == EG_OK)
        status = run->class->adapts->indicate_there(run->model, &value);
    EG_TRY(eg_run_agree(run, status));
    EG_TRY(find_scale(run, value));
    const eg_bisect_choice choice = {.refine = a->refine * a->kept.scale,
                                     .coarsen = a->coarsen * a->kept.scale,
                                     .lowest = a->lowest,
                                     .highest = a->highest,
                                     .layers = a->buffer};
    return eg_bisect_choose(a->there, value, a->by_energy ? 0 : run->mesh->own, &choice, changed,
                            all_highest);
}

/* ---- where own cells come from */

/* need[2 ranks]: the first and the last old cell that each rank's new ones come from; -1: it has none.
 * Collective. */
static void find_old_needs(const eg_run *run, const eg_bisected_transfer *own, int64_t *bytes_of,
                           double *need)
{
    int self = eg_comm_rank(run->comm);
    int64_t end = own->leaves;
    need[2 * self] = end == 0 ? -1 : own->from[0];
    need[2 * self + 1] = end == 0 ? -1 : own->from[end - 1] + (own->origin[end - 1] >= EG_BISECTED_JOINED);
    for (int r = 0; r < eg_comm_size(run->comm); r++)
        bytes_of[r] = 2 * sizeof *need;
    eg_comm_allgather(run->comm, need, bytes_of);
}

/* own: of the new leaves of this rank. Collective; all agree. */
static eg_status take_own_leaves(eg_run *run, const eg_bisected_transfer *own, eg_cell_transfer **transfer)
{
    int ranks = eg_comm_size(run->comm);
    EG_SCRATCH double *need = NULL;
    EG_SCRATCH int64_t *bytes_of = NULL;
    eg_status status = EG_ALLOC(run->context, EG_BLOCK(2 * ranks, need), EG_BLOCK(ranks, bytes_of));
    if (status == EG_OK)
        status = eg_cell_transfer_create(run->context, ranks, own->leaves, transfer);
    EG_TRY(eg_run_agree(run, status));
    eg_cell_transfer *t = *transfer;
    find_old_needs(run, own, bytes_of, need);
    eg_cell_transfer_plan(t, run->mesh, run->comm, need);
    memcpy(t->origin, own->origin, (size_t)own->leaves);
    for (int64_t i = 0; i < own->leaves; i++)
        t->from[i] = (int32_t)(own->from[i] - t->first);
    return EG_OK;
}

/* ---- the new mesh */

/* What all ranks know of the mesh, from their parts. Collective. */
static void summarise_parts(eg_run *run, const eg_plane *part)
{
    struct {
        double quality, centroid[2];
        int64_t cell;
    } worst = {0};
    const eg_plane *macro = run->leaves->macro;
    eg_plane_summary own, *whole = &run->whole.summary;
    eg_plane_summarise(part, &own);
    double most[4] = {-own.area_min, own.area_max, -own.edge_min, own.edge_max};
    eg_comm_max(run->comm, most, 4);
    worst.quality = own.quality_min;
    worst.cell = part->base.before + own.quality_min_cell;
    for (int i = 0; i < 2 && part->base.own > 0; i++)
        worst.centroid[i] = part->base.centroid[own.quality_min_cell][i];
    int rank = eg_comm_first_largest(run->comm, -own.quality_min);
    eg_comm_broadcast(run->comm, rank, &worst, sizeof worst);
    *whole = (eg_plane_summary){.area_min = -most[0],
                                .area_max = most[1],
                                .edge_min = -most[2],
                                .edge_max = most[3],
                                .quality_min = worst.quality,
                                .quality_min_cell = worst.cell};
    for (int64_t c = 0; c < macro->base.own; c++)
        whole->area += macro->area[c];
    run->whole.nodes = part->part->all_nodes;
    memcpy(run->whole.worst, worst.centroid, sizeof worst.centroid);
}

static eg_status make_generation(eg_run *run, eg_mesh **next)
{
    eg_plane *plane = NULL;
    const eg_bisected *leaves = run->leaves;
    bool alone = eg_comm_size(run->comm) == 1;
    assert(!EG_HAS(run->class->cells, together));
    eg_status status = eg_bisected_plane(leaves, run->mesh_use.vertices, &plane);
    *next = plane ? &plane->base : NULL;
    EG_TRY(eg_run_agree(run, status));
    if (alone)
        eg_run_summarise_mesh(run, *next);
    else
        summarise_parts(run, plane);
    return EG_OK;
}

/* Says, once, that nothing is left coarse. */
static void warn_of_everything(eg_run *run)
{
    if (run->adaptation->lowest == run->adaptation->highest || run->adaptation->warned)
        return;
    run->adaptation->warned = true;
    eg_log(run->context, EG_LOG_WARN,
           "mesh.adapt refines everything: all %lld cells are of level %d; take a larger "
           "mesh.adapt.refine, or a mesh without mesh.adapt",
           (long long)run->mesh->all, run->adaptation->highest);
    eg_run_log(run, "warning: mesh.adapt refines everything: all %lld cells are of level %d",
               (long long)run->mesh->all, run->adaptation->highest);
}

/* Nothing comes to the host but numbers; a mesh without cells is made. */
static eg_status make_outline_mesh(eg_run *run, eg_mesh **next)
{
    const eg_adaptation *a = run->adaptation;
    eg_plane *outline;
    EG_TRY(eg_run_check_cells(run, a->there->leaves));
    EG_TRY(eg_bisected_outline(eg_plane_of(run->mesh), a->there->leaves, &outline));
    *next = &outline->base;
    return EG_OK;
}

/* The leaves come to the host, and the mesh is made. */
static eg_status change_mesh(eg_run *run, eg_mesh **next, eg_cell_transfer **transfer)
{
    eg_adaptation *a = run->adaptation;
    eg_bisected *leaves;
    EG_ENDS_WITH(eg_bisected_transfer_destroy) eg_bisected_transfer *whole = NULL;
    EG_PARTS(release, run); /* the writer looks at the leaves */
    eg_status status = eg_bisect_read(a->there, run->leaves, &leaves, &whole);
    if (status == EG_OK)
        status = eg_run_check_cells(run, leaves->all);
    if (leaves) {
        eg_bisected_destroy(&run->leaves);
        run->leaves = leaves;
    }
    EG_TRY(eg_run_agree(run, status));
    EG_TRY(take_own_leaves(run, whole, transfer));
    return make_generation(run, next);
}

eg_status eg_run_find_triangles(eg_run *run, eg_mesh **next, eg_cell_transfer **transfer)
{
    bool changed, all_highest, alone = eg_comm_size(run->comm) == 1;
    *next = NULL;
    EG_TRY(choose_leaves(run, &changed, &all_highest));
    if (!changed && all_highest && eg_run_is_first(run))
        warn_of_everything(run);
    if (!changed)
        return EG_OK;
    if (alone && run->now.steps > 0 && run->class->adapts->adapts_there(run->model))
        return make_outline_mesh(run, next);
    return change_mesh(run, next, transfer);
}

eg_status eg_run_need_leaves(eg_run *run)
{
    eg_adaptation *a = run->adaptation;
    eg_bisected *leaves;
    if (!a->leaves_stale)
        return EG_OK;
    EG_TRY(eg_bisect_read(a->there, run->leaves, &leaves, NULL));
    eg_bisected_destroy(&run->leaves);
    run->leaves = leaves;
    run->diagnostics->leaves = leaves;
    a->leaves_stale = false;
    return EG_OK;
}

/* What is beside numbers and names of a mesh that has changed on the device. */
static eg_status fill_changed_mesh(eg_run *run)
{
    EG_TRY(eg_run_need_leaves(run));
    EG_TRY(eg_bisected_fill(run->leaves, (eg_plane *)run->mesh));
    run->fill_mesh = NULL;
    eg_run_summarise_mesh(run, run->mesh);
    EG_PARTS(locate, run);
    return EG_OK;
}

eg_status eg_run_adapt_there(eg_run *run, eg_mesh *next)
{
    eg_adaptation *a = run->adaptation;
    a->leaves_stale = true;
    run->fill_mesh = fill_changed_mesh;
    return run->class->adapts->adapt_there(run->model, next, a->there, run->leaves);
}

/* ---- the first leaves */

/* Of all; of several ranks each reads a part of them. */
static eg_status take_levels(eg_run *run, const eg_bisected *roots, eg_bisected **leaves)
{
    int64_t all = 0, first = 0, last = 0;
    EG_SCRATCH uint8_t *level = NULL;
    eg_checkpoint *from = run->checkpointing.from;
    eg_status status = eg_checkpoint_bytes(from, "leaves", &all);
    eg_partition_range(all, 1, eg_comm_ranks(run->comm), eg_comm_rank(run->comm), &first, &last);
    if (status == EG_OK)
        status = eg_alloc(run->context, last - first, 1, &level);
    if (status == EG_OK)
        status = eg_checkpoint_read(from, "leaves", first, level, last - first);
    EG_TRY(eg_run_agree(run, status));
    return eg_bisected_create_levels(roots, last - first, level, leaves);
}

/* Those of the checkpoint, or all of one level, over these roots. */
static eg_status make_first_leaves(eg_run *run, eg_bisected *roots, eg_bisected **leaves)
{
    if (!run->checkpointing.from) {
        *leaves = roots;
        return eg_bisect_refine(run->device, run->adaptation->first, leaves);
    }
    eg_status status = take_levels(run, roots, leaves);
    eg_bisected_destroy(&roots);
    return status;
}

/* One process: the mesh of the leaves in the place of run->mesh. */
eg_status eg_run_bisect(eg_run *run)
{
    eg_bisected *roots;
    eg_plane *plane;
    if (!run->adaptation->bisects || eg_comm_size(run->comm) > 1)
        return EG_OK;
    EG_TRY(eg_bisected_create(run->context, eg_plane_of(run->mesh), &roots));
    EG_TRY(make_first_leaves(run, roots, &run->leaves));
    EG_TRY(eg_bisected_plane(run->leaves, false, &plane));
    eg_mesh_destroy(&run->mesh);
    run->mesh = &plane->base;
    return EG_OK;
}

/* Several: each makes its part; rank 0 has the macro mesh. */
eg_status eg_run_bisect_parts(eg_run *run)
{
    eg_bisected *roots;
    const eg_plane *macro = run->mesh ? eg_plane_of(run->mesh) : NULL;
    EG_TRY(eg_bisected_create_dealt(run->context, run->comm, macro, &roots));
    EG_TRY(make_first_leaves(run, roots, &run->leaves));
    eg_mesh_destroy(&run->mesh);
    return make_generation(run, &run->mesh);
}
