/* Cells that change with the state: which become finer and coarser, and what of a run goes on with others.
 *
 * Whether a cell changes hangs on numbers that every device finds to the same bits, on the largest of all
 * cells, and on what is next to it: so the cells are the same on any number of ranks. */
#include "field/halo.h"
#include "mesh/bisected/bisected.h"
#include "mesh/forest/forest.h"
#include "run/life/life.h"
#include "run/observe/observe.h"
#include "scheme/bisect/bisect.h"

#include <math.h>
#include <string.h>

/* ---- the case */

static eg_status check_levels_given(const eg_run *run, const char *key, const eg_node *adapt)
{
    const eg_adaptation *a = run->adaptation;
    if (a->lowest > a->highest)
        return eg_case_fail(run->loaded, eg_node_child(adapt, "lowest"), EG_CASE,
                            "%s.lowest is %d, above %s.highest, which is %d", key, a->lowest, key,
                            a->highest);
    if (a->coarsen >= a->refine)
        return eg_case_fail(run->loaded, eg_node_child(adapt, "coarsen"), EG_CASE,
                            "%s.coarsen is %g; it must be below refine, which is %g", key, a->coarsen,
                            a->refine);
    return EG_OK;
}

static eg_status check_forest(const eg_run *run, const eg_node *adapt)
{
    const eg_adaptation *a = run->adaptation;
    static const char *const others[] = {"mesh.forest.levels", "mesh.forest.regions",
                                         "mesh.forest.wavelength"};
    const eg_node *level = eg_case_find(run->loaded, "mesh.forest.level");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (eg_case_find(run->loaded, others[i]))
            return eg_case_fail(run->loaded, eg_case_find(run->loaded, others[i]), EG_CASE,
                                "%s and mesh.forest.adapt: levels follow from the state, so they "
                                "cannot be given",
                                others[i]);
    EG_TRY(check_levels_given(run, "mesh.forest.adapt", adapt));
    if (eg_node_integer(level) < a->lowest || eg_node_integer(level) > a->highest)
        return eg_case_fail(run->loaded, level, EG_CASE,
                            "mesh.forest.level is %lld; with mesh.forest.adapt it is %d to %d",
                            (long long)eg_node_integer(level), a->lowest, a->highest);
    return EG_OK;
}

static eg_status check_triangles(const eg_run *run, const eg_node *adapt)
{
    const eg_adaptation *a = run->adaptation;
    EG_TRY(check_levels_given(run, "mesh.adapt", adapt));
    if (a->first < a->lowest || a->first > a->highest)
        return eg_case_fail(run->loaded, eg_node_child(adapt, "first"), EG_CASE,
                            "mesh.adapt.first is %d; it is mesh.adapt.lowest to highest, %d to %d", a->first,
                            a->lowest, a->highest);
    return EG_OK;
}

static void read_adaptation(eg_run *run, const eg_node *adapt)
{
    const eg_node *first = eg_node_child(adapt, "first");
    *run->adaptation = (eg_adaptation){.every = eg_node_integer(eg_node_child(adapt, "every")),
                                       .lowest = (int)eg_node_integer(eg_node_child(adapt, "lowest")),
                                       .highest = (int)eg_node_integer(eg_node_child(adapt, "highest")),
                                       .buffer = (int)eg_node_integer(eg_node_child(adapt, "buffer")),
                                       .by_energy = !eg_node_is(eg_node_child(adapt, "indicator"), "modes") &&
                                                    !eg_node_is(eg_node_child(adapt, "indicator"), "jumps"),
                                       .refine = eg_node_real(eg_node_child(adapt, "refine")),
                                       .coarsen = eg_node_real(eg_node_child(adapt, "coarsen")),
                                       .kept = {.cells_least = INT64_MAX, .steps = -1}};
    run->adaptation->first = first ? (int)eg_node_integer(first) : run->adaptation->lowest;
    run->schedule.adapt_steps = run->adaptation->every;
    run->changes = run->adaptation->every > 0;
}

static eg_status create_adaptation(eg_run *run)
{
    const eg_node *forest = eg_case_find(run->loaded, "mesh.forest.adapt");
    const eg_node *triangles = eg_case_find(run->loaded, "mesh.adapt");
    if (!forest && !triangles)
        return EG_OK;
    read_adaptation(run, forest ? forest : triangles);
    run->adaptation->bisects = triangles != NULL;
    return forest ? check_forest(run, forest) : check_triangles(run, triangles);
}

static void destroy_adaptation(eg_run *run)
{
    eg_bisect_destroy(&run->adaptation->there);
    eg_bisected_destroy(&run->leaves);
}

/* ---- wishes */

/* What cells ask for: 1 + the level of one that is not joined, 0 of others; of all held ones. */
typedef struct wishes {
    eg_run *run;
    const eg_forest *forest;
    const double *value;  /* [2][own]: energies, then indicators */
    uint8_t *mark, *next; /* [held] */
} wishes;

static void mark_cells(const wishes *w)
{
    const eg_adaptation *a = w->run->adaptation;
    int64_t own = w->forest->base.own;
    const double *energy = a->by_energy ? w->value : w->value + own;
    double scale = a->kept.scale;
    for (int64_t c = 0; c < own; c++) {
        int level = w->forest->leaf[c].level;
        int finer = energy[c] > a->refine * a->refine * scale && level < a->highest;
        bool stays = energy[c] > a->coarsen * a->coarsen * scale;
        w->mark[c] = (uint8_t)(stays ? level + finer + 1 : 0);
    }
}

/* The largest mark across the faces of a cell, and its own. */
static uint8_t spread_to(const wishes *w, int64_t cell)
{
    const eg_forest *forest = w->forest;
    uint8_t mark = w->mark[cell];
    int parts = 1 << (forest->base.dimension - 1);
    for (int f = 0; f < 2 * forest->base.dimension; f++) {
        const eg_leaf_face *face = eg_forest_face(forest, cell, f);
        if (face->side == EG_SIDE_BOUNDARY)
            continue;
        int count = face->side == EG_SIDE_FINE ? parts : 1;
        for (int i = 0; i < count; i++) {
            int32_t across = face->side == EG_SIDE_FINE ? forest->finer[face->across][i] : face->across;
            mark = w->mark[across] > mark ? w->mark[across] : mark;
        }
    }
    return mark;
}

static eg_status spread_marks(const wishes *w)
{
    const eg_mesh *mesh = &w->forest->base;
    for (int layer = 0; layer < w->run->adaptation->buffer; layer++) {
        EG_TRY(eg_halo_fill_ghosts(w->run->comm, mesh, w->mark, sizeof *w->mark, EG_OK));
        for (int64_t c = 0; c < mesh->own; c++)
            w->next[c] = spread_to(w, c);
        memcpy(w->mark, w->next, (size_t)mesh->own);
    }
    return EG_OK;
}

/* In place of the marks. */
static void take_wishes(const wishes *w)
{
    const eg_adaptation *a = w->run->adaptation;
    for (int64_t c = 0; c < w->forest->base.own; c++) {
        int level = w->forest->leaf[c].level, wanted = w->mark[c] - 1;
        wanted = wanted < a->lowest ? a->lowest : wanted;
        w->mark[c] = (uint8_t)(wanted > level   ? EG_WISH_FINER
                               : wanted < level ? EG_WISH_COARSER
                                                : EG_WISH_SAME);
    }
}

/* A forest with other leaves, NULL where nothing changes. Collective; all agree. */
static eg_status find_next_leaves(eg_run *run, eg_mesh **next, eg_cell_transfer **transfer)
{
    EG_SCRATCH double *value = NULL;
    EG_SCRATCH uint8_t *mark = NULL, *spread = NULL;
    const eg_mesh *mesh = run->mesh;
    double *scale = &run->adaptation->kept.scale;
    *next = NULL;
    eg_status status = EG_ALLOC(run->context, EG_BLOCK(2 * mesh->own, value), EG_BLOCK(mesh->held, mark),
                                EG_BLOCK(mesh->held, spread));
    if (status == EG_OK)
        status = run->class->adapts->indicate(run->model, value);
    EG_TRY(eg_run_agree(run, status));
    const wishes w = {.run = run, .forest = eg_forest_of(mesh), .value = value, .mark = mark, .next = spread};
    for (int64_t c = 0; c < mesh->own; c++)
        *scale = fmax(*scale, value[c]);
    eg_comm_max(run->comm, scale, 1);
    mark_cells(&w);
    EG_TRY(spread_marks(&w));
    take_wishes(&w);
    double any = 0; /* cell of any rank that is to be another one */
    for (int64_t c = 0; c < mesh->own; c++)
        any = mark[c] != EG_WISH_SAME ? 1 : any;
    eg_comm_max(run->comm, &any, 1);
    return any > 0 ? eg_forest_adapt(w.forest, run->comm, mark, next, transfer, EG_OK) : EG_OK;
}

static eg_status find_next_cells(eg_run *run, eg_mesh **next, eg_cell_transfer **transfer)
{
    return run->adaptation->bisects ? eg_run_find_triangles(run, next, transfer)
                                    : find_next_leaves(run, next, transfer);
}

/* ---- a run on other cells */

static void note_cells(eg_run *run)
{
    eg_adaptation_kept *kept = &run->adaptation->kept;
    kept->cells_least = eg_min_i64(kept->cells_least, run->mesh->all);
    kept->cells_most = eg_max_i64(kept->cells_most, run->mesh->all);
}

/* What is there of the old mesh alone is freed. */
static void take_mesh(eg_run *run, eg_mesh *next)
{
    eg_mesh_destroy(&run->mesh);
    run->mesh = next;
    if (eg_mesh_is_forest(next))
        run->whole.hash = eg_forest_of(next)->hash;
    eg_free(run->context, &run->centroids);
    note_cells(run);
}

/* The origin is a name for people. */
static eg_status name_mesh(const eg_run *run, eg_mesh *next)
{
    if (next->origin || !run->mesh->origin)
        return EG_OK;
    return eg_strdup(run->context, run->mesh->origin, &next->origin);
}

double eg_adaptation_updates(const eg_run *run, double of_step)
{
    const eg_adaptation *a = run->adaptation;
    return a->updates + (double)(run->now.steps - run->steps_before - a->updates_steps) * of_step;
}

static eg_status go_on_with(eg_run *run, eg_mesh *next, const eg_cell_transfer *transfer)
{
    eg_model_cost cost;
    eg_adaptation *a = run->adaptation;
    eg_model_find_cost(run->model, &cost); /* of what was computed on the cells that there were */
    a->updates += (double)(run->now.steps - run->steps_before - a->updates_steps) * cost.updates;
    a->updates_steps = run->now.steps - run->steps_before;
    EG_PARTS(release, run);
    EG_TRY(eg_run_agree(run, name_mesh(run, next)));
    eg_status status =
        transfer ? run->class->adapts->adapt(run->model, next, transfer) : eg_run_adapt_there(run, next);
    take_mesh(run, eg_mesh_hold(next)); /* the model looks at it, whatever has failed */
    EG_TRY(status);
    if (transfer)
        EG_PARTS(locate, run);
    EG_PARTS(change, run);
    return eg_run_read_clock(run);
}

/* The run goes on with the cells that it asks for now, where they are others. Collective; all agree. */
static eg_status change_cells(eg_run *run, bool *changed)
{
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *next = NULL;
    EG_ENDS_WITH(eg_cell_transfer_destroy) eg_cell_transfer *transfer = NULL;
    double from = eg_clock();
    eg_status status = find_next_cells(run, &next, &transfer);
    *changed = next != NULL;
    if (status == EG_OK && next)
        status = go_on_with(run, next, transfer);
    run->adaptation->seconds += eg_clock() - from;
    return status;
}

eg_status eg_run_adapt(eg_run *run)
{
    const eg_adaptation *a = run->adaptation;
    eg_adaptation_kept *kept = &run->adaptation->kept;
    bool changed;
    if (a->every == 0 || (run->now.steps - kept->from) % a->every != 0 || run->now.steps == kept->steps)
        return EG_OK;
    kept->steps = run->now.steps;
    EG_TRY(change_cells(run, &changed));
    kept->times += changed;
    return EG_OK;
}

/* ---- the beginning */

/* A state at rest asks for the lowest level everywhere, one level after the other. */
eg_status eg_adaptation_next_shot(eg_run *run)
{
    eg_adaptation *a = run->adaptation;
    if (a->every == 0)
        return EG_OK;
    a->kept.scale = 0;
    a->kept.steps = a->kept.from = run->schedule.adapt_from = run->now.steps;
    for (bool changed = true; changed;)
        EG_TRY(change_cells(run, &changed));
    return EG_OK;
}

eg_status eg_adaptation_begin(eg_run *run, bool *changed)
{
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *next = NULL;
    EG_ENDS_WITH(eg_cell_transfer_destroy) eg_cell_transfer *transfer = NULL;
    run->adaptation->kept.steps = 0;
    EG_TRY(find_next_cells(run, &next, &transfer));
    *changed = next != NULL;
    note_cells(run);
    if (!next)
        return EG_OK;
    run->adaptation->kept.cells_least = INT64_MAX;
    run->adaptation->kept.cells_most = 0;
    EG_TRY(eg_run_agree(run, name_mesh(run, next)));
    eg_model_destroy(&run->model);
    take_mesh(run, eg_mesh_hold(next));
    EG_PARTS(locate, run);
    return EG_OK;
}

/* ---- checkpoints */

static eg_status persist_levels(eg_run *run, const eg_persist *persist)
{
    EG_SCRATCH uint8_t *level = NULL;
    int64_t own = run->mesh->own;
    bool bisects = run->adaptation->bisects;
    eg_status status = bisects ? eg_run_need_leaves(run) : EG_OK;
    if (status == EG_OK)
        status = eg_alloc(run->context, own, 1, &level);
    for (int64_t c = 0; status == EG_OK && c < own; c++)
        level[c] = (uint8_t)(bisects ? eg_bisected_level(run->leaves->id[c])
                                     : eg_forest_of(run->mesh)->leaf[c].level);
    EG_TRY(eg_run_agree(run, status));
    return persist->part(persist, "leaves", level, own);
}

static eg_status persist_cells(eg_run *run, const eg_persist *persist)
{
    if (run->adaptation->every == 0)
        return EG_OK;
    EG_TRY(persist_levels(run, persist));
    return persist->array(persist, "adaptation", &run->adaptation->kept, sizeof run->adaptation->kept);
}

eg_status eg_adaptation_resume(eg_run *run)
{
    eg_adaptation_kept *kept = &run->adaptation->kept;
    EG_TRY(
        eg_run_agree(run, eg_checkpoint_read_all(run->checkpointing.from, "adaptation", kept, sizeof *kept)));
    run->schedule.adapt_from = kept->from;
    return EG_OK;
}

static eg_status summarise_adaptation(eg_run *run, eg_summary *summary)
{
    const eg_adaptation *a = run->adaptation;
    if (a->every == 0)
        return EG_OK;
    summary->adapts = true;
    summary->adaptations = a->kept.times;
    summary->cells_least = a->kept.cells_least;
    summary->cells_most = a->kept.cells_most;
    summary->adapt_seconds = a->seconds;
    return EG_OK;
}

/* The part of the time of steps and changes. */
static void log_adaptation(eg_run *run)
{
    const eg_adaptation *a = run->adaptation;
    double all = run->advance_seconds + a->seconds;
    if (a->every > 0)
        eg_run_log(run, "cells changed %lld times, %lld to %lld of them; %.3g s, %.3g %% of the time",
                   (long long)a->kept.times, (long long)a->kept.cells_least, (long long)a->kept.cells_most,
                   a->seconds, all > 0 ? 100 * a->seconds / all : 0);
}

const eg_part_class eg_adaptation_class = {.read = create_adaptation,
                                           .persist = persist_cells,
                                           .summarise = summarise_adaptation,
                                           .tell = log_adaptation,
                                           .destroy = destroy_adaptation};
