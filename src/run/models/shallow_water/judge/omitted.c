/* What a case leaves out, or gives for too short a time, as the water at time 0 and the sides show: levels
 * that begin apart from the water, or lie below the ground; tables that end at their peak; rain that falls on
 * houses; waves shorter than the water is deep; a sea that turns with the Earth. And, at the end, water that
 * nothing brakes. Collective; all agree. */
#include "base/parallel.h"
#include "field/halo.h"
#include "run/given/given.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"
#include "run/observe/observe.h"

#include <math.h>

/* ---- sides: by the water along them at time 0 */

/* Of the range of the levels, and of the depth: by how much they begin apart from the water. */
static const double APART_RANGE = 0.25, APART_DEPTH = 0.1;
enum { ALONG, WET, LEVEL, DEPTH, SIDE_SUMS };

typedef struct side_water {
    const eg_sw_model *model;
    int boundary;
} side_water;

static void add_side(const void *with, int64_t c, double *sums)
{
    const side_water *side = with;
    const eg_sw_model *model = side->model;
    const eg_plane *mesh = model->setup.mesh;
    double depth = model->depth[c];
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
        if (mesh->face_boundary[mesh->cell_face[k]] != side->boundary)
            continue;
        sums[ALONG]++;
        sums[WET] += depth > EG_FV_DRY_DEPTH;
        sums[LEVEL] += depth > EG_FV_DRY_DEPTH ? model->bed[c] + depth : 0;
        sums[DEPTH] += depth;
    }
}

/* The lowest ground along it, m. */
static double find_ground(const eg_sw_model *model, int boundary)
{
    const eg_plane *mesh = model->setup.mesh;
    double low = -INFINITY;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (mesh->face_boundary[f] == boundary && mesh->face_cell[f][0] < mesh->base.own)
            low = fmax(low, -model->bed[mesh->face_cell[f][0]]);
    eg_comm_max(model->setup.comm, &low, 1);
    return -low;
}

/* Of levels that change with time: of others nothing is known but that they hold. */
static eg_status judge_side(const eg_sw_model *model, int b)
{
    enum { MOMENTS = 1000 };
    const eg_sw_boundary *side = &model->boundaries[b];
    const eg_sw_series *series = &side->series[0];
    double end = eg_case_real(model->setup.loaded, "time.end", 0), low = INFINITY, high = -INFINITY;
    double s[SIDE_SUMS], ground;
    if (eg_sw_is_number(series) || !(end > 0))
        return EG_OK;
    ground = find_ground(model, b);
    for (int i = 0; i <= MOMENTS; i++) {
        double level = eg_sw_series_value(series, end * i / MOMENTS);
        low = fmin(low, level);
        high = fmax(high, level);
    }
    if (ground > high)
        return eg_verdict_say(
            model->setup.run, side->node, "dry", high, ground,
            "%s: the ground along it is %.4g m high and more, and its levels reach %.4g m: no "
            "water comes in; has the ground another datum, or the sign of depths (scale: -1)?",
            eg_node_name(side->node), ground, high);
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, SIDE_SUMS, add_side,
                             &(side_water){model, b}, s));
    double level = s[LEVEL] / s[WET], apart = fabs(eg_sw_series_value(series, 0) - level), bound;
    bound = fmax(APART_RANGE * (high - low), APART_DEPTH * s[DEPTH] / s[ALONG]);
    if (side->given.kind != EG_FV_LEVEL || s[WET] < s[ALONG] || !(apart > bound))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, side->node, "incompatible", apart, bound,
        "%s begins %.4g m away from the level of the water there, %.4g m, and varies by %.4g m: "
        "a bore of this height runs in at time 0; begin with the level of the water, or give the "
        "water that of the side",
        eg_node_name(side->node), apart, level, high - low);
}

/* ---- tables that end before the run, with the largest value, which holds */

/* Of the run; of the least value, the last one; and how much steeper the last rows rise than all: a ramp to a
 * value that is meant to hold does not. */
static const double ENDS_LEAST = 0.9, PEAK_LEAST = 2, STEEPER = 1.1;

static eg_status judge_peak(const eg_sw_model *model, const eg_node *node, const eg_series *table)
{
    double end = eg_case_real(model->setup.loaded, "time.end", 0), least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; table && i + 1 < table->count; i++) {
        least = fmin(least, table->values[i]);
        most = fmax(most, table->values[i]);
    }
    if (!table || table->count < 3 || table->times[table->count - 1] >= ENDS_LEAST * end)
        return EG_OK;
    const double *t = &table->times[table->count - 2], *value = &table->values[table->count - 2];
    double last = value[1], ends = t[1], rise = (last - table->values[0]) / (ends - table->times[0]);
    if (!(last >= most) || !((last - value[0]) / (ends - t[0]) > STEEPER * rise) ||
        !(last > PEAK_LEAST * fmax(least, 0)))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, node, "source-cut", ends / end, ENDS_LEAST,
        "%s: its rows end at %.6g s with the largest value, %.6g, which holds until the end at "
        "%.6g s: the peak is not over; give more rows, or end the run there",
        eg_node_name(node), ends, last, end);
}

/* ---- rain on blocked cells */

static const double BLOCKED_MOST = 0.1;

typedef struct roofs {
    const eg_sw_model *model;
    const bool *rains; /* [regions] */
} roofs;

static void add_roofs(const void *with, int64_t c, double *sums)
{
    const roofs *of = with;
    double area = of->rains[of->model->setup.cells->region[c]] ? of->model->setup.mesh->area[c] : 0;
    sums[0] += area;
    sums[1] += of->model->blocked[c] ? area : 0;
}

static eg_status judge_roofs(const eg_sw_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    EG_SCRATCH bool *rains = NULL;
    double area[2];
    if (!model->rain.zone || model->rain.factor || !model->blocked)
        return EG_OK;
    eg_status status = eg_alloc(model->setup.context, mesh->regions.count, sizeof *rains, &rains);
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    for (int r = 0; r < mesh->regions.count; r++)
        rains[r] = eg_node_child(eg_names_material(model->setup.loaded, mesh, r), "rain");
    EG_TRY(eg_cell_sums_find(mesh, model->setup.comm, 2, add_roofs, &(roofs){model, rains}, area));
    if (!(area[1] > BLOCKED_MOST * area[0]))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(model->setup.loaded, "terrain"), "rain", area[1] / area[0],
        BLOCKED_MOST,
        "blocked cells cover %.3g %% of the ground on which it rains, and take no rain: so much "
        "of it is left out, which roofs shed in nature; raise houses instead, or give more rain "
        "beside them",
        100 * area[1] / area[0]);
}

/* ---- the water at time 0 */

/* The speed of waves by Airy's theory over that of long ones; of the depth, what the level varies by; of its
 * range, a step between cells, which is no wave. */
static const double SLOW_LEAST = 0.8, VARIES_LEAST = 1e-6, VARIES_MOST = 0.2, STEP_MOST = 0.25;
/* Coriolis parameter at 43 degrees, 1/s; half a period of the Earth, s; and the mean depth, m, below which
 * friction is stronger. */
static const double TURNS = 1e-4, TURNS_LONG = 43200, TURNS_DEEP = 20;
enum { AREA, HEIGHT, SQUARE, STEEP, WATER, SEA_SUMS };

typedef struct sea {
    const eg_sw_model *model;
    const double *level; /* [held]; NaN: dry, or blocked */
    double *steep;       /* [own] squares of slopes */
    double *step;        /* [parts of a loop] the largest between cells, m */
} sea;

static double find_slope_square(const sea *w, int64_t c, double *step)
{
    const eg_plane *mesh = w->model->setup.mesh;
    const double *x = mesh->base.centroid[c];
    double sum = 0;
    int count = 0;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
        int64_t face = mesh->cell_face[k];
        int32_t there = eg_plane_neighbour(mesh, face, c);
        if (there < 0 || mesh->face_twin[face] >= 0 || !isfinite(w->level[there]))
            continue;
        const double *y = mesh->base.centroid[there];
        double rise = w->level[there] - w->level[c];
        sum += rise * rise / (pow(y[0] - x[0], 2) + pow(y[1] - x[1], 2));
        *step = fmax(*step, fabs(rise));
        count++;
    }
    return count > 0 ? (count > 2 ? 2 : 1) * sum / count : 0; /* two neighbours: a row of cells */
}

static eg_status find_slopes(void *with, int part, int64_t from, int64_t to)
{
    const sea *w = with;
    double step = 0;
    for (int64_t c = from; c < to; c++)
        if (isfinite(w->level[c]))
            w->steep[c] = find_slope_square(w, c, &step);
    w->step[part] = step;
    return EG_OK;
}

static void add_sea(const void *with, int64_t c, double *sums)
{
    const sea *w = with;
    double area = w->model->setup.mesh->area[c];
    if (!isfinite(w->level[c]))
        return;
    sums[AREA] += area;
    sums[HEIGHT] += area * w->level[c];
    sums[SQUARE] += area * w->level[c] * w->level[c];
    sums[STEEP] += area * w->steep[c];
    sums[WATER] += area * w->model->depth[c];
}

static eg_status judge_short(const sea *w, const double s[SEA_SUMS], double range, double step)
{
    const eg_sw_model *model = w->model;
    double depth = s[WATER] / s[AREA], mean = s[HEIGHT] / s[AREA];
    double varies = s[SQUARE] / s[AREA] - mean * mean, number = sqrt(s[STEEP] / s[AREA] / varies) * depth;
    double slower = sqrt(tanh(number) / number);
    if (!(range > VARIES_LEAST * depth) || range > VARIES_MOST * depth || step > STEP_MOST * range ||
        !(varies > 0) || !(slower < SLOW_LEAST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(model->setup.loaded, "initial"), "short-waves", 1 / slower - 1,
        1 / SLOW_LEAST - 1,
        "the waves of the initial level are about %.3g m long in water of %.3g m: they run %.2g "
        "times as fast as the equations of long waves have it, and spread into trains; these "
        "equations are for waves of more than 15 depths",
        2 * acos(-1) * depth / number, depth, slower);
}

static eg_status judge_turning(const eg_sw_model *model, double depth)
{
    const eg_mesh *mesh = model->setup.cells;
    const eg_case *loaded = model->setup.loaded;
    double radius = sqrt(eg_case_real(loaded, "numerics.gravity", 9.81) * depth) / TURNS;
    double size = fmin(mesh->box_high[0] - mesh->box_low[0], mesh->box_high[1] - mesh->box_low[1]);
    double end = eg_case_real(loaded, "time.end", 0);
    if (eg_case_find(loaded, "physics.coriolis") || !(size > radius) || !(end > TURNS_LONG) ||
        depth < TURNS_DEEP)
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, NULL, "coriolis", size, radius,
        "the water is %.3g km wide and %.3g m deep, and the run lasts %.3g h: in middle latitudes "
        "the Earth turns waves aside within %.3g km; give physics.coriolis, or 0 where it is meant "
        "to be without",
        size / 1e3, depth, end / 3600, radius / 1e3);
}

static bool is_wet(const eg_sw_model *model, int64_t cell)
{
    return model->depth[cell] > EG_FV_DRY_DEPTH && !(model->blocked && model->blocked[cell]);
}

static void take_wet_level(const eg_sw_model *model, int64_t cell, eg_sw_bounds *bounds)
{
    if (is_wet(model, cell))
        eg_sw_widen(bounds, model->bed[cell] + model->depth[cell]);
}

static eg_status judge_sea(const eg_sw_model *model)
{
    enum { LEAST = 1024 };
    const eg_mesh *mesh = model->setup.cells;
    int parts = eg_parts(model->setup.context, mesh->own, LEAST);
    EG_SCRATCH double *level = NULL, *steep = NULL, *step = NULL;
    double most = 0, s[SEA_SUMS];
    eg_status status = EG_ALLOC(model->setup.context, EG_BLOCK(mesh->held, level), EG_BLOCK(mesh->own, steep),
                                EG_BLOCK(parts, step));
    EG_LOOP_OF(model->setup.context, status == EG_OK ? mesh->own : 0, LEAST)
    for (int64_t c = 0; c < (status == EG_OK ? mesh->own : 0); c++)
        level[c] = is_wet(model, c) ? model->bed[c] + model->depth[c] : NAN;
    const eg_sw_bounds range = eg_sw_bounds_of_cells(model, take_wet_level);
    EG_TRY(eg_halo_fill_ghosts(model->setup.comm, mesh, level, sizeof *level, status));
    sea w = {.model = model, .level = level, .steep = steep, .step = step};
    EG_TRY(eg_in_parts(model->setup.context, parts, mesh->own, find_slopes, &w));
    for (int p = 0; p < parts; p++)
        most = fmax(most, step[p]);
    eg_comm_max(model->setup.comm, &most, 1);
    EG_TRY(eg_cell_sums_find(mesh, model->setup.comm, SEA_SUMS, add_sea, &w, s));
    if (!(s[AREA] > 0))
        return EG_OK;
    EG_TRY(judge_turning(model, s[WATER] / s[AREA]));
    return judge_short(&w, s, range.high - range.low, most);
}

eg_status eg_sw_judge_omitted(const eg_sw_model *model)
{
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++) {
        const eg_sw_boundary *side = &model->boundaries[b];
        if (side->given.kind == EG_FV_LEVEL || side->given.kind == EG_FV_RADIATE)
            EG_TRY(judge_side(model, b));
        const eg_sw_series *speed = &side->series[1];
        if (side->given.kind == EG_FV_INFLOW && eg_sw_is_number(speed) && speed->constant[1] < 0)
            EG_TRY(eg_verdict_say(
                model->setup.run, side->node, "incompatible", speed->constant[1], 0,
                "%s has a speed of %.4g m/s, which counts into the domain: it takes water away",
                eg_node_name(side->node), speed->constant[1]));
        if (side->given.kind == EG_FV_LEVEL || side->given.kind == EG_FV_DISCHARGE)
            EG_TRY(judge_peak(model, side->node, side->series[0].table));
    }
    for (int i = 0; i < model->flows.inflows; i++)
        EG_TRY(judge_peak(model, model->flows.given[i].node, model->flows.given[i].series.table));
    EG_TRY(judge_roofs(model));
    return judge_sea(model);
}

/* ---- at the end: water that runs down without friction */

/* Falls: of the head of the speed, what the bed below the water falls by at least; a jet on a level bed has
 * its speed from the case. */
static const double FROUDE_MOST = 1.5, FILM = 0.01, FALLS_LEAST = 0.5;

typedef struct running {
    const eg_sw_cell_water *cell;
    const double *area;
    double gravity;
} running;

static void add_running(const void *with, int64_t c, double *sums)
{
    const running *w = with;
    const eg_sw_cell_water *cell = &w->cell[c];
    if (!(cell->depth > FILM))
        return;
    double volume = w->area[c] * cell->depth, speed = hypot(cell->velocity[0], cell->velocity[1]);
    sums[0] += volume;
    sums[1] += volume * speed / sqrt(w->gravity * cell->depth);
    sums[2] += volume * speed * speed / (2 * w->gravity);
}

eg_status eg_sw_judge_friction(const eg_sw_model *model, const eg_sw_cell_water *cell)
{
    const running w = {cell, model->setup.mesh->area,
                       eg_case_real(model->setup.loaded, "numerics.gravity", 9.81)};
    bool other = false;                               /* friction */
    double most[3] = {0, -INFINITY, -INFINITY}, s[3]; /* Manning's n; the bed below the water, up and down */
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++) {
        most[0] = fmax(most[0], model->manning[c]);
        most[1] = cell[c].depth > FILM ? fmax(most[1], cell[c].bed) : most[1];
        most[2] = cell[c].depth > FILM ? fmax(most[2], -cell[c].bed) : most[2];
    }
    eg_comm_max(model->setup.comm, most, 3);
    for (int r = 0; r < model->setup.cells->regions.count; r++) {
        const eg_node *given =
            eg_node_child(eg_names_material(model->setup.loaded, model->setup.cells, r), "linear_friction");
        other = other || (given && !eg_node_is_default(given));
    }
    if (most[0] > 0 || other ||
        model->setup.run->now.time < eg_case_real(model->setup.loaded, "time.end", INFINITY))
        return EG_OK;
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, 3, add_running, &w, s));
    if (!(s[1] > FROUDE_MOST * s[0]) || !((most[1] + most[2]) * s[0] > FALLS_LEAST * s[2]))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_case_find(model->setup.loaded, "materials"), "friction", s[1] / s[0],
        FROUDE_MOST,
        "no material has a manning, and the water runs at a Froude number of %.3g at the end: on a "
        "slope it becomes the faster the farther it runs; give Manning's n (0.01 to 0.1 s/m^(1/3))",
        s[1] / s[0]);
}
