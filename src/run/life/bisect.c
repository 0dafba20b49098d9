/* Triangles that change with the state (life/adapt.c). One process finds the new leaves on its device. Of
 * several each has the leaves of its own cells (mesh/bisected), finds new ones together with the others, and
 * makes its own part of their mesh; states move between ranks. Both find the same. */
#include "mesh/bisected/bisected.h"
#include "mesh/cell_transfer.h"
#include "run/life/life.h"
#include "run/observe/observe.h"
#include "scheme/bisect/bisect.h"

#include <math.h>
#include <string.h>

/* ---- wishes */

typedef struct wishes {
    eg_run *run;
    uint8_t *wish; /* [held] */
    uint8_t *mark; /* [held] 1 + the level of one that is not joined, 0 of others */
} wishes;

/* What the indicator alone wishes, whatever the level. */
static void fill_own(const wishes *w, const double *value)
{
    const eg_adaptation *a = w->run->adaptation;
    double refine = a->refine * a->kept.scale, coarsen = a->coarsen * a->kept.scale;
    uint8_t *own = w->wish;
    for (int64_t c = 0; c < w->run->mesh->own; c++)
        own[c] = value[c] >= refine && value[c] > 0    ? EG_BISECTED_FINER
                 : value[c] >= coarsen && value[c] > 0 ? EG_BISECTED_KEEP
                                                       : EG_BISECTED_COARSER;
}

/* The scale is the largest theta' of the state at time 0. */
static void find_scale(eg_run *run, const double *largest)
{
    double *scale = &run->adaptation->kept.scale;
    if (run->now.steps > 0)
        return;
    *scale = 0;
    for (int64_t c = 0; c < run->mesh->own; c++)
        *scale = fmax(*scale, largest[c]);
    eg_comm_max(run->comm, scale, 1);
}

static eg_status find_own(wishes *w)
{
    eg_run *run = w->run;
    int64_t own = run->mesh->own;
    double *value = NULL;
    eg_status status = eg_alloc(run->context, 2 * own, sizeof *value, &value);
    if (status == EG_OK)
        status = eg_alloc(run->context, run->leaves->held, 1, &w->wish);
    if (status == EG_OK)
        status = eg_alloc(run->context, run->leaves->held, 1, &w->mark);
    if (status == EG_OK)
        status = run->class->adapts->indicate(run->model, value);
    status = eg_run_agree(run, status);
    if (status == EG_OK) {
        find_scale(run, value);
        fill_own(w, run->adaptation->by_energy ? value : value + own);
    }
    eg_free(run->context, &value);
    return status;
}

static void mark_leaves(const wishes *w)
{
    const eg_bisected *leaves = w->run->leaves;
    for (int64_t i = 0; i < leaves->leaves; i++) {
        int level = eg_bisected_level(leaves->id[i]);
        int finer = w->wish[i] == EG_BISECTED_FINER && level < w->run->adaptation->highest;
        w->mark[i] = (uint8_t)(w->wish[i] == EG_BISECTED_COARSER ? 0 : level + finer + 1);
    }
}

/* Each leaf takes the largest mark across its edges; w->wish is room for them. */
static eg_status spread(wishes *w)
{
    const eg_bisected *leaves = w->run->leaves;
    for (int layer = 0; layer < w->run->adaptation->buffer; layer++) {
        EG_TRY(eg_bisected_exchange(leaves, 1, w->mark, EG_OK));
        for (int64_t i = 0; i < leaves->leaves; i++) {
            uint8_t mark = w->mark[i];
            for (int k = 0; k < 3; k++) {
                int32_t across = leaves->link[i][k];
                if (across >= 0 && w->mark[across / 3] > mark)
                    mark = w->mark[across / 3];
            }
            w->wish[i] = mark;
        }
        memcpy(w->mark, w->wish, (size_t)leaves->leaves);
    }
    return EG_OK;
}

static void wish(wishes *w)
{
    const eg_bisected *leaves = w->run->leaves;
    for (int64_t i = 0; i < leaves->leaves; i++) {
        int level = eg_bisected_level(leaves->id[i]), wanted = w->mark[i] - 1;
        wanted = wanted < w->run->adaptation->lowest ? w->run->adaptation->lowest : wanted;
        w->wish[i] = wanted > level   ? EG_BISECTED_FINER
                     : wanted < level ? EG_BISECTED_COARSER
                                      : EG_BISECTED_KEEP;
    }
}

/* The new leaves. */
static eg_status adapt_leaves(wishes *w, eg_bisected **next, eg_bisected_transfer **transfer)
{
    eg_run *run = w->run;
    mark_leaves(w);
    EG_TRY(spread(w));
    wish(w);
    EG_TRY(eg_bisected_adapt(run->leaves, w->wish, next, transfer));
    return *next ? eg_run_check_cells(run, (*next)->all) : EG_OK;
}

static eg_status find_leaves(eg_run *run, eg_bisected **next, eg_bisected_transfer **transfer)
{
    wishes w = {.run = run};
    eg_status status = find_own(&w);
    *next = NULL;
    *transfer = NULL;
    if (status == EG_OK)
        status = eg_run_agree(run, adapt_leaves(&w, next, transfer));
    eg_free(run->context, &w.wish);
    eg_free(run->context, &w.mark);
    return status;
}

/* ---- the same on the device */

static eg_status choose_there(eg_run *run, bool *changed, bool *all_highest)
{
    const eg_adaptation *a = run->adaptation;
    const eg_bisect_choice choice = {.refine = a->refine * a->kept.scale,
                                     .coarsen = a->coarsen * a->kept.scale,
                                     .lowest = a->lowest,
                                     .highest = a->highest,
                                     .layers = a->buffer};
    const eg_buffer *value;
    if (!a->there)
        EG_TRY(eg_bisect_create(run->device, run->leaves, &run->adaptation->there));
    EG_TRY(run->class->adapts->indicate_there(run->model, &value));
    return eg_bisect_choose(a->there, value, a->by_energy ? 0 : run->mesh->own, &choice, changed,
                            all_highest);
}

static eg_status read_transfer(eg_run *run, eg_bisected_transfer **transfer)
{
    const eg_bisect *there = run->adaptation->there;
    int32_t *origin = NULL;
    EG_TRY(eg_bisected_transfer_create(run->context, there->leaves, transfer));
    EG_TRY(eg_alloc(run->context, there->leaves, sizeof *origin, &origin));
    eg_status status = eg_buffer_read(there->from, 0, (*transfer)->from, there->leaves * 4);
    if (status == EG_OK)
        status = eg_buffer_read(there->origins, 0, origin, there->leaves * 4);
    for (int64_t i = 0; i < there->leaves; i++)
        (*transfer)->origin[i] = (uint8_t)origin[i];
    eg_free(run->context, &origin);
    return status;
}

static eg_status find_there(eg_run *run, eg_bisected **next, eg_bisected_transfer **transfer,
                            bool *all_highest)
{
    bool changed;
    EG_TRY(choose_there(run, &changed, all_highest));
    if (!changed)
        return EG_OK;
    EG_TRY(eg_run_check_cells(run, run->adaptation->there->leaves));
    EG_TRY(eg_bisect_read(run->adaptation->there, run->leaves, next));
    return read_transfer(run, transfer);
}

/* ---- where own cells come from */

/* need[2 ranks]: the first and the last old cell that each rank's new ones come from; -1: it has none.
 * Collective. */
static void find_needs(const eg_run *run, const eg_bisected_transfer *own, int64_t *bytes_of, double *need)
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
static eg_status take_own(eg_run *run, const eg_bisected_transfer *own, eg_cell_transfer **transfer)
{
    int ranks = eg_comm_size(run->comm);
    double *need = NULL;
    int64_t *bytes_of = NULL;
    eg_status status = eg_alloc(run->context, 2 * ranks, sizeof *need, &need);
    if (status == EG_OK)
        status = eg_alloc(run->context, ranks, sizeof *bytes_of, &bytes_of);
    if (status == EG_OK)
        status = eg_cell_transfer_create(run->context, ranks, own->leaves, transfer);
    status = eg_run_agree(run, status);
    if (status == EG_OK) {
        eg_cell_transfer *t = *transfer;
        find_needs(run, own, bytes_of, need);
        eg_cell_transfer_plan(t, run->mesh, run->comm, need);
        memcpy(t->origin, own->origin, (size_t)own->leaves);
        for (int64_t i = 0; i < own->leaves; i++)
            t->from[i] = (int32_t)(own->from[i] - t->first);
    }
    eg_free(run->context, &need);
    eg_free(run->context, &bytes_of);
    return status;
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
    eg_status status =
        alone ? eg_bisected_plane(leaves, &plane) : eg_bisected_part(leaves, run->mesh_use.vertices, &plane);
    *next = plane ? &plane->base : NULL;
    EG_TRY(eg_run_agree(run, status));
    if (alone)
        eg_run_summarise_mesh(run, *next);
    else
        summarise_parts(run, plane);
    return EG_OK;
}

/* Collective. */
static bool are_all_highest(const eg_run *run)
{
    const eg_bisected *leaves = run->leaves;
    double lower = 0;
    for (int64_t i = 0; i < leaves->leaves; i++)
        lower = eg_bisected_level(leaves->id[i]) < run->adaptation->highest ? 1 : lower;
    eg_comm_max(run->comm, &lower, 1);
    return lower == 0;
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

/* At time 0 the scale is found on the host. */
static bool is_there(const eg_run *run)
{
    return eg_comm_size(run->comm) == 1 && run->now.steps > 0 && run->class->adapts->indicate_there;
}

static eg_status find_both(eg_run *run, eg_bisected **leaves, eg_bisected_transfer **whole, bool *all_highest)
{
    *leaves = NULL;
    *whole = NULL;
    if (is_there(run))
        return find_there(run, leaves, whole, all_highest);
    EG_TRY(find_leaves(run, leaves, whole));
    *all_highest = are_all_highest(run) && eg_run_is_first(run);
    return EG_OK;
}

/* Nothing comes to the host but numbers; a mesh without cells is made. */
static eg_status find_outline(eg_run *run, eg_mesh **next)
{
    eg_adaptation *a = run->adaptation;
    eg_plane *outline;
    bool changed, all_highest;
    EG_TRY(choose_there(run, &changed, &all_highest));
    if (!changed && all_highest)
        warn_of_everything(run);
    if (!changed)
        return EG_OK;
    EG_TRY(eg_run_check_cells(run, a->there->leaves));
    EG_TRY(eg_bisected_outline(eg_plane_of(run->mesh), a->there->leaves, &outline));
    *next = &outline->base;
    return EG_OK;
}

static eg_status need_leaves(eg_run *run)
{
    eg_adaptation *a = run->adaptation;
    eg_bisected *leaves;
    if (!a->leaves_stale)
        return EG_OK;
    EG_TRY(eg_bisect_read(a->there, run->leaves, &leaves));
    eg_bisected_destroy(&run->leaves);
    run->leaves = leaves;
    a->leaves_stale = false;
    return EG_OK;
}

/* What is beside numbers and names of a mesh that has changed on the device. */
static eg_status fill_mesh(eg_run *run)
{
    EG_TRY(need_leaves(run));
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
    run->fill_mesh = fill_mesh;
    return run->class->adapts->adapt_there(run->model, next, a->there, run->leaves);
}

eg_status eg_run_find_triangles(eg_run *run, eg_mesh **next, eg_cell_transfer **transfer)
{
    eg_bisected *leaves;
    eg_bisected_transfer *whole;
    bool all_highest = false;
    *next = NULL;
    if (is_there(run) && run->class->adapts->adapts_there(run->model))
        return find_outline(run, next);
    eg_status status = find_both(run, &leaves, &whole, &all_highest);
    if (status == EG_OK && leaves) {
        eg_bisected_destroy(&run->leaves);
        run->leaves = leaves;
        leaves = NULL;
        status = take_own(run, whole, transfer);
        if (status == EG_OK)
            status = make_generation(run, next);
    } else if (status == EG_OK && all_highest)
        warn_of_everything(run);
    eg_bisected_destroy(&leaves);
    eg_bisected_transfer_destroy(&whole);
    return status;
}

/* ---- the first leaves */

/* Of all; of several ranks each reads a part of them. */
static eg_status take_levels(eg_run *run, const eg_bisected *roots, eg_bisected **leaves)
{
    int64_t all = 0, first = 0, last = 0;
    uint8_t *level = NULL;
    eg_checkpoint *from = run->checkpointing.from;
    eg_status status = eg_checkpoint_bytes(from, "leaves", &all);
    eg_partition_range(all, 1, eg_comm_ranks(run->comm), eg_comm_rank(run->comm), &first, &last);
    if (status == EG_OK)
        status = eg_alloc(run->context, last - first, 1, &level);
    if (status == EG_OK)
        status = eg_checkpoint_read(from, "leaves", first, level, last - first);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        status = eg_bisected_create_levels(roots, last - first, level, leaves);
    eg_free(run->context, &level);
    return status;
}

/* Those of the checkpoint, or all of one level, over these roots. */
static eg_status make_leaves(eg_run *run, eg_bisected *roots, eg_bisected **leaves)
{
    if (!run->checkpointing.from) {
        *leaves = roots;
        return eg_bisected_refine(leaves, run->adaptation->first);
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
    EG_TRY(make_leaves(run, roots, &run->leaves));
    EG_TRY(eg_bisected_plane(run->leaves, &plane));
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
    EG_TRY(make_leaves(run, roots, &run->leaves));
    eg_mesh_destroy(&run->mesh);
    return make_generation(run, &run->mesh);
}

/* ---- checkpoints */

/* Each rank writes the levels of its own leaves. */
eg_status eg_run_persist_triangles(eg_run *run, const eg_persist *persist)
{
    uint8_t *level = NULL;
    eg_status status = need_leaves(run);
    const uint64_t *id = run->leaves->id;
    int64_t own = run->mesh->own;
    if (status == EG_OK)
        status = eg_alloc(run->context, own, 1, &level);
    for (int64_t i = 0; status == EG_OK && i < own; i++)
        level[i] = (uint8_t)eg_bisected_level(id[i]);
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        status = persist->part(persist, "leaves", level, own);
    eg_free(run->context, &level);
    return status;
}
