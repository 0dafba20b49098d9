/* What the ground, and the water at time 0, have between the centres of cells: channels and levees that are
 * thinner than cells, single holes and humps of water. */
#include "run/judge/between.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* m; and of what three quarters of the cells have: the ground is rough. */
static const double HEIGHT_LEAST = 0.2, COMMON_TIMES = 4;
/* A channel or a levee crosses some cells. */
static const double CELLS_LEAST = 3;

/* The distance that does not count in a cell: its depth of water, which flows over what is lower. What a weir
 * or terrain along a line, or a block, stands for is seen. */
static double least_in(const void *with, int64_t cell)
{
    const eg_sw_model *model = with;
    const double *x = model->setup.cells->centroid[cell];
    int64_t faces;
    const eg_sw_levee_face *face = eg_sw_surveyed_levees(model, &faces);
    if ((model->blocked && model->blocked[cell]) || (model->lined && model->lined[cell]))
        return INFINITY;
    for (int64_t i = 0; i < faces; i++) {
        const double(*at)[2] = face[i].at;
        double away = hypot(x[0] - 0.5 * (at[0][0] + at[1][0]), x[1] - 0.5 * (at[0][1] + at[1][1]));
        if (away < face[i].width + hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]))
            return INFINITY;
    }
    return model->depth[cell];
}

static eg_status judge_bed(const eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    eg_between_found found;
    char at[EG_POINT_ROOM];
    const eg_between between = {
        .run = setup->run, .given = model->ground, .taken = model->bed, .least = least_in, .with = model};
    EG_TRY(eg_between_find(&between, &found));
    double bound = fmax(HEIGHT_LEAST, COMMON_TIMES * found.common);
    if (!(found.worst > bound) || found.cells < CELLS_LEAST)
        return EG_OK;
    bool high = found.value > found.high;
    return eg_verdict_say_at(setup->run, NULL, "unresolved", found.worst, bound, 2, found.x,
                             "the ground is %.4g m high at %s, and the centres of the cells around have "
                             "%.4g to %.4g m: %s that is thinner than cells is lost, %.3g m %s; make cells "
                             "smaller there, or give %s",
                             found.value, eg_given_point(setup, found.x, at), found.low, found.high,
                             high ? "what stands up there, a levee or a wall," : "a channel or a ditch",
                             found.worst, high ? "high" : "deep",
                             high ? "a weir along it (structures), or terrain with a crest"
                                  : "terrain along it, as wide as a cell");
}

/* Of expressions: rasters of water are made of cells. */
static eg_status judge_given_water(const eg_sw_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    const eg_node *depth = eg_case_find(loaded, "initial.depth");
    const eg_given given = {.node = depth ? depth : eg_case_find(loaded, "initial.level")};
    const eg_between between = {
        .run = model->setup.run, .given = &given, .everywhere = true, .height = model->ground};
    if (!given.node || eg_node_child(given.node, "raster") || model->setup.restoring)
        return EG_OK;
    return eg_between_judge(&between, given.node, eg_node_name(given.node), "centres of cells");
}

void eg_sw_close_ground(eg_sw_model *model)
{
    for (int r = 0; model->ground && r < model->setup.cells->regions.count; r++)
        eg_given_close(&model->ground[r]);
    EG_FREE(&model->ground, &model->lined);
}

eg_status eg_sw_judge_ground(eg_sw_model *model)
{
    EG_TRY(judge_bed(model));
    EG_TRY(judge_given_water(model));
    eg_sw_close_ground(model);
    return EG_OK;
}
