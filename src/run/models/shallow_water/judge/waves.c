/* The water at the end: whether cells resolve its waves and bores, and whether the mesh ends where it would
 * go on.
 *
 * A wave of N cells a wavelength, a cell's size the root of its area, fades within a wavelength by exp(-11.5
 * / N) at first order on squares, exp(-7.5 / N) on triangles, exp(-22 / N^2) and exp(-12 / N^2) at second
 * (docs/theory/shallow-water-second-order.md, "Cells and waves"). */
#include "base/parallel.h"
#include "field/halo.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"
#include "run/observe/observe.h"
#include "run/state/state.h"

#include <math.h>

/* Such a part of a wave is left after one wavelength. */
static const double FADED_LEAST = 0.5;
/* What the level varies by, as a part of the mean depth; so many cells; and what is shallower is a film,
 * m. */
static const double VARIES_LEAST = 0.01, DEEP_LEAST = 0.01;
enum { CELLS_LEAST = 400 };

double eg_sw_fading_second(const eg_plane *mesh, int64_t cell)
{
    return mesh->type[cell] == EG_TRIANGLE ? 12 : 22;
}

/* ---- the state of now, of own cells and ghosts */

enum { AREA, LEVEL, SQUARE, STEEP, DEPTH, FADING, COUNT, SUMS };

typedef struct last_water {
    const eg_sw_model *model;
    const eg_sw_cell_water *cell; /* [held] */
} last_water;

static eg_status read_own_water(const eg_sw_model *model, const void *memory, eg_sw_cell_water *cell)
{
    int64_t own = model->setup.mesh->base.own;
    EG_SCRATCH double *depth = NULL, *level = NULL;
    EG_SCRATCH double(*velocity)[2] = NULL;
    bool strips = model->subgrid.strips > 0;
    EG_TRY(
        EG_ALLOC(model->setup.context, EG_BLOCK(own, depth), EG_BLOCK(own, level), EG_BLOCK(own, velocity)));
    if (own > 0) {
        eg_model_cell_values(&model->base, memory, 0, own, EG_SW_DEPTH, NULL, depth);
        eg_model_cell_values(&model->base, memory, 0, own, EG_SW_VELOCITY, NULL, velocity[0]);
        eg_model_cell_values(&model->base, memory, 0, own, EG_SW_LEVEL, NULL, level);
    }
    EG_LOOP(model->setup.context, own)
    for (int64_t c = 0; c < own; c++)
        cell[c] = (eg_sw_cell_water){depth[c],
                                     strips ? level[c] - depth[c] : eg_fv_bed(model->fv, c),
                                     {velocity[c][0], velocity[c][1]}};
    return EG_OK;
}

/* Collective; all agree. */
static eg_status read_water(const eg_sw_model *model, eg_sw_cell_water **cell)
{
    const eg_mesh *mesh = model->setup.cells;
    EG_STATE_COPY(copy, model->setup.run);
    eg_status status = eg_state_read(&copy);
    if (status == EG_OK)
        status = eg_alloc(model->setup.context, mesh->held, sizeof **cell, cell);
    if (status == EG_OK)
        status = read_own_water(model, copy.memory, *cell);
    return eg_halo_fill_ghosts(model->setup.comm, mesh, *cell, sizeof **cell, status);
}

/* ---- waves */

/* Both are deep, against the step of the bed between them: the level of a film is that of its bed. */
static bool is_one_water(const eg_sw_cell_water *a, const eg_sw_cell_water *b)
{
    double depth = fmin(a->depth, b->depth);
    return depth > DEEP_LEAST && fabs(a->bed - b->bed) <= 0.5 * depth;
}

/* The mean square of the slope of the level around an own cell; false where it has fewer than two such
 * neighbours. */
static bool find_slope(const last_water *w, int64_t c, double *square)
{
    const eg_plane *mesh = w->model->setup.mesh;
    const eg_sw_cell_water *here = &w->cell[c];
    const double *x = mesh->base.centroid[c];
    int count = 0;
    double sum = 0;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
        int64_t face = mesh->cell_face[k];
        int32_t there = eg_plane_neighbour(mesh, face, c);
        if (there < 0 || mesh->face_twin[face] >= 0 || !is_one_water(here, &w->cell[there]))
            continue;
        const double *y = mesh->base.centroid[there];
        double step = w->cell[there].depth + w->cell[there].bed - here->depth - here->bed;
        double distance = hypot(y[0] - x[0], y[1] - x[1]);
        sum += step * step / (distance * distance);
        count++;
    }
    *square = count > 1 ? 2 * sum / count : 0;
    return count > 1;
}

static void add_water(const void *with, int64_t c, double *sums)
{
    const last_water *w = with;
    const eg_sw_model *model = w->model;
    const eg_plane *mesh = model->setup.mesh;
    double area = mesh->area[c], level = w->cell[c].depth + w->cell[c].bed, slope;
    if (!find_slope(w, c, &slope))
        return;
    sums[AREA] += area;
    sums[LEVEL] += area * level;
    sums[SQUARE] += area * level * level;
    sums[STEEP] += area * area * slope;
    sums[DEPTH] += area * w->cell[c].depth;
    sums[FADING] +=
        area * (eg_fv_order(model->fv) == 2 ? eg_sw_fading_second(mesh, c) : eg_smear_fading(mesh, c));
    sums[COUNT]++;
}

static eg_status judge_waves(const last_water *w)
{
    const eg_sw_model *model = w->model;
    double s[SUMS];
    int order = eg_fv_order(model->fv);
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, SUMS, add_water, w, s));
    if (s[COUNT] < CELLS_LEAST || !(s[STEEP] > 0))
        return EG_OK;
    double mean = s[LEVEL] / s[AREA], varies = sqrt(fmax(0, s[SQUARE] / s[AREA] - mean * mean));
    double cells = 2 * acos(-1) * varies / sqrt(s[STEEP] / s[AREA]);
    double needed = s[FADING] / s[AREA] / -log(FADED_LEAST);
    needed = order == 2 ? sqrt(needed) : needed;
    if (varies < VARIES_LEAST * s[DEPTH] / s[AREA] || !(cells < needed))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "unresolved", cells, needed,
                          "the level steps from cell to cell as that of waves of %.3g cells a wavelength: "
                          "at order %d they fade to less than half within a wavelength, for which they need "
                          "%.3g, and bores are as wide as what is between them; take smaller cells%s",
                          cells, order, needed, order == 2 ? "" : ", or numerics.order: 2");
}

/* ---- water above all ground, which was dry in places when it began */

static eg_status judge_basin(const last_water *w)
{
    const eg_sw_model *model = w->model;
    const eg_mesh *mesh = &model->setup.mesh->base;
    double dry = eg_fv_dry_depth(model->fv);
    double most[4] = {-INFINITY, -INFINITY, -INFINITY, 0}; /* bed; -bed; -level; was dry */
    for (int64_t c = 0; c < mesh->own; c++) {
        const eg_sw_cell_water *cell = &w->cell[c];
        if (model->blocked && model->blocked[c])
            continue;
        most[0] = fmax(most[0], cell->bed);
        most[1] = fmax(most[1], -cell->bed);
        most[2] = fmax(most[2], cell->depth > dry ? -cell->bed - cell->depth : -cell->bed);
        most[3] = fmax(most[3], model->depth[c] <= dry);
    }
    eg_comm_max(model->setup.comm, most, 4);
    double relief = most[0] + most[1], above = -most[2] - most[0];
    if (most[3] == 0 || !(relief > 0) || !(above > relief))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "overfull", above, relief,
                          "all ground, of which a part was dry, lies below at least %.3g m of water, and is "
                          "%.3g m high: the sides of the mesh hold what would flow on in nature; extend the "
                          "mesh, or let water out",
                          above, relief);
}

/* ---- films that the dry depth holds */

/* Of the water at the end; and that of the most that there was or came in. */
static const double HELD_MOST = 0.5, HELD_LEAST = 0.1;

static void add_film(const void *with, int64_t c, double *sums)
{
    const last_water *w = with;
    double depth = w->cell[c].depth, volume = w->model->setup.mesh->area[c] * depth;
    sums[0] += volume;
    sums[1] += depth <= (1 + 1e-3) * eg_fv_dry_depth(w->model->fv) ? volume : 0;
}

static eg_status judge_film(const last_water *w)
{
    const eg_sw_model *model = w->model;
    double s[2], dry = eg_fv_dry_depth(model->fv);
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, 2, add_film, w, s));
    if (!(dry > EG_FV_DRY_DEPTH) || !(s[1] > HELD_MOST * s[0]) || !(s[1] > HELD_LEAST * model->volume_most))
        return EG_OK;
    return eg_verdict_say(model->setup.run, eg_case_find(model->setup.loaded, "numerics.dry_depth"), "dry",
                          s[1] / s[0], HELD_MOST,
                          "%.3g %% of the water at the end is shallower than numerics.dry_depth, %.3g m, "
                          "below which water does not flow; take a smaller one, of a hundredth of the depths "
                          "that matter",
                          100 * s[1] / s[0], dry);
}

/* ---- a steady flow that has not come to its gauges */

/* The constant discharges that come in, m3/s; 0 where anything changes with time, or water has left by an open
 * side, or there is none. */
static double find_steady_inflow(const eg_sw_model *model)
{
    const eg_sw_flows *flows = &model->flows;
    bool steady = flows->given_count == flows->inflows && model->rain.balance.rain == 0, open = false;
    double enters = 0;
    for (int i = 0; i < flows->inflows + model->setup.mesh->base.boundaries.count; i++) {
        const eg_sw_boundary *side = i < flows->inflows ? NULL : &model->boundaries[i - flows->inflows];
        const eg_sw_series *series = side ? side->series : &flows->given[i].series;
        bool is_entry = !side || side->given.kind == EG_FV_DISCHARGE;
        steady = steady && eg_sw_is_number(series) && (is_entry || model->through[i - flows->inflows] == 0);
        open = open || (!is_entry && side->given.kind != EG_FV_WALL);
        enters += is_entry ? series->constant[1] : 0;
    }
    return steady && open ? enters : 0;
}

/* Whether water runs down from an own cell onto dry ground. */
static bool is_front(const last_water *w, int64_t c, double dry)
{
    const eg_plane *mesh = w->model->setup.mesh;
    bool front = false;
    for (int64_t k = mesh->first[c]; k < mesh->first[c + 1] && w->cell[c].depth > dry; k++) {
        int32_t there = eg_plane_neighbour(mesh, mesh->cell_face[k], c);
        front = front || (there >= 0 && w->cell[there].depth <= dry && w->cell[there].bed < w->cell[c].bed);
    }
    return front;
}

static eg_status judge_front(const last_water *w)
{
    const eg_run *run = w->model->setup.run;
    const eg_time_series *series = run->series;
    double enters = find_steady_inflow(w->model), dry = eg_fv_dry_depth(w->model->fv);
    double low[2] = {-INFINITY, -INFINITY}; /* less the lowest beds of fronts and of dry gauges, m */
    if (!series->cell || !(enters > 0) || run->now.time < eg_case_real(run->loaded, "time.end", INFINITY))
        return EG_OK;
    for (int64_t c = 0; c < run->mesh->own; c++)
        low[0] = fmax(low[0], is_front(w, c, dry) ? -w->cell[c].bed : -INFINITY);
    for (int i = 0; i < series->points.count; i++) {
        const eg_sw_cell_water *cell = &w->cell[series->cell[i]];
        if (series->points.owner[i] == eg_comm_rank(run->comm) && cell->depth <= dry)
            low[1] = fmax(low[1], -cell->bed);
    }
    eg_comm_max(run->comm, low, 2);
    if (!isfinite(low[0]) || !(low[1] > low[0]))
        return EG_OK;
    return eg_verdict_say(w->model->setup.run, eg_case_find(run->loaded, "output.gauges"), "dry", 0, enters,
                          "%.6g m3/s come in all the time, and at the end, at %.6g s, nothing leaves: water "
                          "still runs down onto dry ground, and has not come to a gauge that stands %.3g m "
                          "lower; where the steady flow is wanted let the run last longer",
                          enters, run->now.time, low[1] - low[0]);
}

eg_status eg_sw_judge_water(const eg_sw_model *model)
{
    EG_SCRATCH eg_sw_cell_water *cell = NULL;
    EG_TRY(read_water(model, &cell));
    const last_water w = {.model = model, .cell = cell};
    EG_TRY(judge_waves(&w));
    EG_TRY(judge_film(&w));
    EG_TRY(judge_front(&w));
    EG_TRY(eg_sw_judge_idle(model, cell));
    EG_TRY(eg_sw_judge_friction(model, cell));
    EG_TRY(eg_sw_judge_steep(model, cell));
    return judge_basin(&w);
}
