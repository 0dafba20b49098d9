/* Water of an initial level that dry ground keeps from the sea: one level for the whole domain fills each
 * hollow below it. */
#include "field/halo.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <string.h>

/* Of the area under water at time 0. */
static const double ENCLOSED_MOST = 0.01;
enum { DRY, WET, REACHED, STATES };

/* Whether water comes to an own cell through an open side, or from a cell that is reached. */
static bool is_beside(const eg_sw_model *model, int64_t c, const uint8_t *state)
{
    const eg_plane *mesh = model->setup.mesh;
    bool beside = false;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1] && !beside; k++) {
        int boundary = mesh->face_boundary[mesh->cell_face[k]];
        int32_t there = eg_plane_neighbour(mesh, mesh->cell_face[k], c);
        eg_fv_boundary_kind kind = boundary < 0 ? EG_FV_WALL : model->boundaries[boundary].given.kind;
        beside = (there >= 0 && state[there] == REACHED) || (kind != EG_FV_WALL && kind != EG_FV_DISCHARGE);
    }
    return beside;
}

/* Reaches own cells until there are no more; `stack` has room for them. Whether there were any. */
static bool reach_cells(const eg_sw_model *model, uint8_t *state, int64_t *stack)
{
    const eg_plane *mesh = model->setup.mesh;
    bool more = false;
    for (int64_t first = 0; first < mesh->base.own; first++) {
        int64_t count = state[first] == WET && is_beside(model, first, state);
        stack[0] = first;
        state[first] = count > 0 ? REACHED : state[first];
        more = more || count > 0;
        while (count > 0) {
            int64_t c = stack[--count];
            for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
                int32_t there = eg_plane_neighbour(mesh, mesh->cell_face[k], c);
                if (there < 0 || there >= mesh->base.own || state[there] != WET)
                    continue;
                state[there] = REACHED;
                stack[count++] = there;
            }
        }
    }
    return more;
}

eg_status eg_sw_judge_enclosed(const eg_sw_model *model)
{
    const eg_node *level = eg_case_find(model->setup.loaded, "initial.level");
    const eg_mesh *mesh = model->setup.cells;
    double area[STATES] = {0}, more = 1, deepest = 0, place[2] = {0};
    EG_SCRATCH uint8_t *state = NULL;
    EG_SCRATCH int64_t *stack = NULL;
    if (!level || !eg_node_is_constant(level))
        return EG_OK;
    eg_status status =
        EG_ALLOC(model->setup.context, EG_BLOCK(mesh->held, state), EG_BLOCK(mesh->own, stack));
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    for (int64_t c = 0; c < mesh->own; c++)
        state[c] = model->depth[c] > EG_FV_DRY_DEPTH && !(model->blocked && model->blocked[c]) ? WET : DRY;
    while (more > 0) {
        more = reach_cells(model, state, stack);
        eg_comm_max(model->setup.comm, &more, 1);
        EG_TRY(eg_halo_fill_ghosts(model->setup.comm, mesh, state, 1, EG_OK));
    }
    for (int64_t c = 0; c < mesh->own; c++) {
        area[state[c]] += model->setup.mesh->area[c];
        if (state[c] != WET || !(model->depth[c] > deepest))
            continue;
        deepest = model->depth[c];
        memcpy(place, mesh->centroid[c], sizeof place);
    }
    for (int i = 0; i < STATES; i++)
        area[i] = eg_comm_sum_chunks(model->setup.comm, &area[i], 1);
    deepest = eg_verdict_worst(model->setup.run, deepest, place, sizeof place);
    double part = area[WET] / (area[WET] + area[REACHED]);
    if (!(area[REACHED] > 0) || !(part > ENCLOSED_MOST))
        return EG_OK;
    return eg_verdict_say_at(
        model->setup.run, level, "overfull", part, ENCLOSED_MOST, 2, place,
        "%s fills all ground below it: %.3g m2, %.3g %% of what is under water at time 0, "
        "lie behind dry ground, up to %.3g m deep, and have no way to the open sides; where "
        "they are dry in nature give the level as an expression, or by regions",
        eg_node_name(level), area[WET], 100 * part, deepest);
}
