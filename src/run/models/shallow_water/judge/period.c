/* The ground across the sides of a periodic pair: whether it goes on there. A slope does not: the step at its
 * ends holds the water back by as much as the slope drives it. */
#include "field/halo.h"
#include "run/core/run.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of the range of all ground; times the mean step between neighbours; of the depth along the side; m. */
static const double RANGE_PART = 0.5, STEP_TIMES = 10, DEPTH_PART = 0.01, JUMP_LEAST = 1e-3;

enum { JUMP, DEPTH, ALONG, STEP, INSIDE, SUMS };

typedef struct pair_side {
    const eg_sw_model *model;
    const double *bed; /* [held] */
    int boundary;
} pair_side;

/* The steps of the bed, those across the side with their sign. */
static void add_steps(const void *with, int64_t c, double *sums)
{
    const pair_side *side = with;
    const eg_plane *mesh = side->model->setup.mesh;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
        int64_t face = mesh->cell_face[k];
        int32_t there = eg_plane_neighbour(mesh, face, c);
        if (there >= 0 && mesh->face_twin[face] < 0) {
            sums[STEP] += fabs(side->bed[there] - side->bed[c]);
            sums[INSIDE]++;
        } else if (there >= 0 && mesh->face_boundary[face] == side->boundary) {
            sums[JUMP] += side->bed[there] - side->bed[c];
            sums[DEPTH] += side->model->depth[c];
            sums[ALONG]++;
        }
    }
}

static eg_status judge_side(const pair_side *side, const eg_node *periodic, double range)
{
    const eg_sw_model *model = side->model;
    double s[SUMS];
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, SUMS, add_steps, side, s));
    double jump = s[JUMP] / s[ALONG], bound = fmax(RANGE_PART * range, STEP_TIMES * s[STEP] / s[INSIDE]);
    bound = fmax(bound, fmax(DEPTH_PART * s[DEPTH] / s[ALONG], JUMP_LEAST));
    if (!(fabs(jump) > bound))
        return EG_OK;
    return eg_verdict_say(model->setup.run, periodic, "incompatible", fabs(jump), bound,
                          "%s: the ground beyond it is %.4g m %s, and all ground varies by %.4g m: the water "
                          "meets a step there, which undoes a slope; give ground that repeats, or a "
                          "discharge and a normal_depth",
                          eg_node_name(periodic), fabs(jump), jump > 0 ? "higher" : "lower", range);
}

eg_status eg_sw_judge_period(const eg_sw_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    EG_SCRATCH double *bed = NULL;
    double most[2] = {-INFINITY, -INFINITY};
    for (int b = 0; b < mesh->boundaries.count; b++) {
        const eg_node *periodic = eg_node_child(model->boundaries[b].node, "periodic");
        if (!periodic)
            continue;
        eg_status status = bed ? EG_OK : eg_alloc(model->setup.context, mesh->held, sizeof *bed, &bed);
        for (int64_t c = 0; status == EG_OK && c < mesh->own; c++) {
            bed[c] = model->bed[c];
            most[0] = fmax(most[0], bed[c]);
            most[1] = fmax(most[1], -bed[c]);
        }
        EG_TRY(eg_halo_fill_ghosts(model->setup.comm, mesh, bed, sizeof *bed, status));
        eg_comm_max(model->setup.comm, most, 2);
        EG_TRY(judge_side(&(pair_side){model, bed, b}, periodic, most[0] + most[1]));
    }
    return EG_OK;
}
