/* What the ground, and the water at time 0, have between the centres of cells: channels and levees that are
 * thinner than cells, single holes and humps of water. */
#include "run/judge/between.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* ---- the ground */

/* m */
static const double HEIGHT_LEAST = 0.2;

/* A model, and the faces that weirs along lines close. */
typedef struct sides {
    const eg_sw_model *model;
    int64_t faces;
    const eg_sw_levee_face *face;
} sides;

/* The distance that does not count in a cell: its depth of water, which flows over what is lower. What a weir
 * or terrain along a line, or a block, stands for is seen. */
static double least_in(const void *with, int64_t cell)
{
    const sides *of = with;
    const eg_sw_model *model = of->model;
    const double *x = model->setup.cells->centroid[cell];
    if ((model->blocked && model->blocked[cell]) || (model->lined && model->lined[cell]))
        return INFINITY;
    for (int64_t i = 0; i < of->faces; i++) {
        const double(*at)[2] = of->face[i].at;
        double away = hypot(x[0] - 0.5 * (at[0][0] + at[1][0]), x[1] - 0.5 * (at[0][1] + at[1][1]));
        if (away < of->face[i].width + hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]))
            return INFINITY;
    }
    return model->depth[cell];
}

static eg_status judge_bed(const sides *of)
{
    const eg_sw_model *model = of->model;
    const eg_setup *setup = &model->setup;
    eg_between_found found;
    char at[EG_POINT_ROOM];
    const eg_between between = {
        .run = setup->run, .given = model->ground, .taken = model->bed, .least = least_in, .with = of};
    EG_TRY(eg_between_find(&between, &found));
    if (!(found.worst > HEIGHT_LEAST) || !(found.gap > HEIGHT_LEAST))
        return EG_OK;
    bool high = found.value > found.high;
    return eg_verdict_say_at(setup->run, NULL, "unresolved", found.worst, HEIGHT_LEAST, 2, found.x,
                             "the ground is %.4g m high at %s, and the centres of the cells around have "
                             "%.4g to %.4g m: %s that is thinner than cells is lost, %.3g m %s; make cells "
                             "smaller there, or give %s",
                             found.value, eg_given_point(setup, found.x, at), found.low, found.high,
                             high ? "what stands up there, a levee or a wall," : "a channel or a ditch",
                             found.worst, high ? "high" : "deep",
                             high ? "a weir along it (structures), or terrain with a crest"
                                  : "terrain along it, as wide as a cell");
}

/* ---- values that may stand for missing ones */

/* m, and of the heights that there are beside: no ground is so far from the rest; and what missing values are
 * written as, beside 0. */
static const double FAR_OFF = 20, FAR_PART = 0.1, MISSING_LOW = -99, MISSING_HIGH = 999;

/* How far the least value is from the others, or the largest one, where it may be no height. */
static double find_gap(const eg_raster *raster, double *odd)
{
    double next[2] = {INFINITY, -INFINITY}, low = raster->least, high = raster->largest;
    for (int64_t i = 0; i < raster->rows * raster->columns; i++) {
        double value = raster->value[i];
        next[0] = value > low ? fmin(next[0], value) : next[0];
        next[1] = value < high ? fmax(next[1], value) : next[1];
    }
    bool is_low = low == 0 || low <= MISSING_LOW, is_high = high >= MISSING_HIGH;
    double gaps[2] = {is_low && next[0] - low > FAR_PART * (high - next[0]) ? next[0] - low : 0,
                      is_high && high - next[1] > FAR_PART * (next[1] - low) ? high - next[1] : 0};
    *odd = gaps[0] > gaps[1] ? low : high;
    return fmax(gaps[0], gaps[1]);
}

static eg_status judge_missing(const eg_sw_model *model, const eg_given *given, const eg_raster *raster)
{
    double odd, gap = find_gap(raster, &odd);
    int64_t count = 0, first = 0;
    if (!(gap > FAR_OFF) || !isfinite(gap))
        return EG_OK;
    for (int64_t i = raster->rows * raster->columns - 1; i >= 0; i--)
        if (raster->value[i] == odd) {
            first = i;
            count++;
        }
    if (2 * count > raster->rows * raster->columns) /* the ground; the others stand on it */
        return EG_OK;
    const double x[2] = {raster->first[0] + (double)(first % raster->columns) * raster->spacing,
                         raster->first[1] + (double)(first / raster->columns) * raster->spacing};
    return eg_verdict_say_at(
        model->setup.run, given->node, "missing-values", gap, FAR_OFF, 2, x,
        "%s: %lld of its values are %.6g, one at (%.9g, %.9g), and all others are %.4g m "
        "or more from that: do they stand for missing ones? Give the file a "
        "NODATA_value, and nodata: nearest, or mend it",
        raster->name, (long long)count, odd, x[0], x[1], gap);
}

/* ---- water */

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

eg_status eg_sw_judge_ground(const eg_sw_model *model, int64_t faces, const eg_sw_levee_face *face)
{
    for (int r = 0; r < model->setup.cells->regions.count; r++)
        for (int i = 0; i < model->ground[r].rasters; i++)
            EG_TRY(judge_missing(model, &model->ground[r], model->ground[r].raster[i]));
    if (!eg_verdict_is_said(model->setup.run, "missing-values")) /* they are holes */
        EG_TRY(judge_bed(&(sides){model, faces, face}));
    return judge_given_water(model);
}
