/* What the ground, and the water at time 0, have between the centres of cells: channels and levees that are
 * thinner than cells, single holes and humps of water. */
#include "run/judge/between.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

/* m; and of what three quarters of the cells have: the ground is rough. */
static const double HEIGHT_LEAST = 0.2, COMMON_TIMES = 4;
/* A channel or a levee crosses some cells. */
static const double CELLS_LEAST = 3;

/* The distance that does not count in a cell: its depth of water, which flows over what is lower. What a weir
 * along a line or a block stands for is seen. */
static void fill_least(const eg_sw_model *model, double *least)
{
    const eg_mesh *mesh = model->setup.cells;
    int64_t faces;
    const eg_sw_levee_face *face = eg_sw_surveyed_levees(model, &faces);
    memcpy(least, model->depth, (size_t)mesh->own * sizeof *least);
    for (int64_t i = 0; i < faces; i++)
        for (int side = 0; side < 2; side++) {
            int64_t cell = eg_mesh_own_number(mesh, face[i].cell[side]);
            if (cell >= 0)
                least[cell] = INFINITY;
        }
    for (int64_t c = 0; model->blocked && c < mesh->own; c++)
        least[c] = model->blocked[c] ? INFINITY : least[c];
}

static eg_status judge_bed(const eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    EG_SCRATCH double *least = NULL;
    eg_between_found found;
    char at[EG_POINT_ROOM];
    EG_TRY(eg_comm_agree(setup->comm, eg_alloc(setup->context, setup->cells->own, sizeof *least, &least)));
    fill_least(model, least);
    const eg_between between = {
        .run = setup->run, .given = model->ground, .taken = model->bed, .least = least};
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
    EG_FREE(&model->ground);
}

eg_status eg_sw_judge_ground(eg_sw_model *model)
{
    EG_TRY(judge_bed(model));
    EG_TRY(judge_given_water(model));
    eg_sw_close_ground(model);
    return EG_OK;
}
