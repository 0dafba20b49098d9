/* Values that cannot be meant, or may not: bounds by what can be in nature, and by the mesh and the bed. */
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Water flows at up to 50 m/s, down dams and in the steepest torrents. */
static const double SPEED_MOST = 100;
/* The Amazon in flood has 120 m2/s, the largest dams 250. */
static const double UNIT_DISCHARGE_MOST = 200;
/* Tides, surges and floods rise and fall by less, m. */
static const double LEVEL_AWAY = 100;
/* A bed by cells is that of a structure up to this, m. */
static const double BED_AWAY = 1;
/* m/s, 500 mm/h: the strongest hour ever measured had 305 mm, the strongest minutes some 35. */
static const double RAIN_MOST = 500 / 3.6e6;
/* Of what a wave goes up and down by: so far its first level may lie from the water that it meets. */
static const double STILL_AWAY = 0.1;
/* Widths of a cell that a structure between two cells may have. */
static const double CELLS_MOST = 4;

/* Glass has a Manning's n of 0.009 s/m^(1/3). */
static const double SMOOTHEST = 0.005;
/* Bed and water rise by less over a mesh, in parts of its length. */
static const double STEEPEST = 10;

enum { SAMPLES = 1000 };

/* ---- series */

/* Of rows, or of an expression over the run. */
static eg_sw_bounds bounds_of_series(const eg_sw_model *model, int64_t rows, const double *values,
                                     const eg_expression *expression)
{
    eg_sw_bounds found = eg_sw_no_bounds;
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    for (int64_t i = 0; i < rows; i++)
        eg_sw_widen(&found, values[i]);
    for (int i = 0; rows == 0 && expression && i <= SAMPLES; i++) {
        double t = end * i / SAMPLES;
        eg_sw_widen(&found, eg_expression_eval(expression, &t));
    }
    return found;
}

/* ---- the state at time 0 */

static void take_speed(const eg_sw_model *model, int64_t c, eg_sw_bounds *b)
{
    if (model->depth[c] > 0)
        eg_sw_widen(b, hypot(model->velocity[c][0], model->velocity[c][1]));
}

static void check_speed(const eg_sw_model *model)
{
    eg_case *loaded = model->setup.loaded;
    double most = eg_sw_bounds_of_cells(model, take_speed).high;
    if (most > SPEED_MOST)
        eg_case_doubt(loaded, eg_case_find(loaded, "initial.velocity"), most, SPEED_MOST,
                      "the initial speed reaches %.6g m/s; water in nature is slower than %g m/s: "
                      "check the unit",
                      most, SPEED_MOST);
}

static void take_roughness(const eg_sw_model *model, int64_t c, eg_sw_bounds *b)
{
    const int32_t *law = model->roughness.law;
    if (model->manning[c] > 0 && !(law && law[c] == EG_FV_CHEZY))
        eg_sw_widen(b, model->manning[c]);
}

static void check_roughness(const eg_sw_model *model)
{
    eg_sw_bounds n = eg_sw_bounds_of_cells(model, take_roughness);
    if (n.low < SMOOTHEST)
        eg_case_doubt(model->setup.loaded, eg_case_find(model->setup.loaded, "materials"), n.low, SMOOTHEST,
                      "manning is %g s/m^(1/3) somewhere, and glass has 0.009; Manning's n is some "
                      "0.01 to 0.2, and 0 is no friction",
                      n.low);
}

static void take_height(const eg_sw_model *model, int64_t c, eg_sw_bounds *b)
{
    eg_sw_widen(b, model->bed[c]);
    eg_sw_widen(b, model->bed[c] + model->depth[c]);
}

static void check_extent(const eg_sw_model *model)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    eg_sw_bounds height = eg_sw_bounds_of_cells(model, take_height);
    double rise = height.high - height.low,
           length = fmax(mesh->box_high[0] - mesh->box_low[0], mesh->box_high[1] - mesh->box_low[1]);
    if (rise > STEEPEST * length)
        eg_case_doubt(model->setup.loaded, eg_case_find(model->setup.loaded, "mesh"), rise, STEEPEST * length,
                      "bed and water rise by %.6g m over a mesh %.6g m long: coordinates are metres; "
                      "are these degrees, or kilometres?",
                      rise, length);
}

/* ---- slopes */

/* In no landscape the bed is steeper than 45 degrees between more neighbouring cells than this part. */
static const double STEEP_PART = 0.5;
enum { STEEP_FACES = 100 };

static bool has_raster_bed(const eg_sw_model *model)
{
    const eg_node *materials = eg_case_find(model->setup.loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++)
        if (eg_node_child(eg_node_child(eg_node_item(materials, i), "elevation"), "raster"))
            return true;
    return false;
}

/* Faces between two cells of this rank, and those that the bed is steep over. */
static void count_steep_faces(const eg_sw_model *model, double count[2])
{
    const eg_plane *mesh = model->setup.mesh;
    count[0] = count[1] = 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t a = mesh->face_cell[f][0], b = mesh->face_cell[f][1];
        if (b < 0 || a >= mesh->base.own || b >= mesh->base.own)
            continue;
        const double *at = mesh->base.centroid[a], *to = mesh->base.centroid[b];
        count[0]++;
        count[1] += fabs(model->bed[a] - model->bed[b]) > hypot(to[0] - at[0], to[1] - at[1]);
    }
}

/* Of rasters alone: their numbers may be in another unit. The part itself hangs on the ranks, and is not
 * told. */
static void check_steepness(const eg_sw_model *model)
{
    double count[2];
    if (!has_raster_bed(model))
        return;
    count_steep_faces(model, count);
    for (int i = 0; i < 2; i++)
        count[i] = eg_comm_sum_chunks(model->setup.comm, &count[i], 1);
    if (count[0] >= STEEP_FACES && count[1] > STEEP_PART * count[0])
        eg_case_doubt(
            model->setup.loaded, eg_case_find(model->setup.loaded, "materials"), STEEP_PART, STEEP_PART,
            "between more than half of neighbouring cells the bed is steeper than 45 degrees: are its "
            "elevations in centimetres or feet, or the coordinates in kilometres?");
}

/* ---- rain */

static void check_rain(const eg_sw_model *model)
{
    const eg_sw_rain *rain = &model->rain;
    const eg_node *of = NULL;
    double most = 0;
    for (int z = 0, r = 0; z < rain->zones; z++) {
        const eg_expression *expression = eg_sw_expression(&rain->of[z][EG_FV_RAIN_RATE]);
        double high = expression ? bounds_of_series(model, 0, NULL, expression).high : rain->zone[z].heaviest;
        while (z >= rain->first[r + 1])
            r++;
        eg_comm_max(model->setup.comm, &high, 1);
        if (high > most) {
            most = high;
            of = eg_sw_rate_node(model, r, EG_FV_RAIN_RATE);
        }
    }
    if (most > RAIN_MOST)
        eg_case_doubt(model->setup.loaded, of, most, RAIN_MOST,
                      "%s reaches %.4g mm/h, %.3g m/s; the strongest hour ever measured had 305 mm, and "
                      "the strongest minutes 2,000 mm/h: numbers without a unit are in m/s",
                      eg_node_name(of), most * 3.6e6, most);
}

/* ---- boundaries */

/* Bed and water along a boundary, and its length. */
static void measure_boundary(const eg_sw_model *model, int b, eg_sw_bounds *surface, double *length)
{
    const eg_plane *mesh = model->setup.mesh;
    *surface = eg_sw_no_bounds;
    *length = 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t cell = mesh->face_cell[f][0];
        const int32_t *ends = mesh->face_vertex[f];
        if (!eg_sw_is_along(model, f, b))
            continue;
        eg_sw_widen(surface, model->bed[cell]);
        eg_sw_widen(surface, model->bed[cell] + model->depth[cell]);
        *length +=
            hypot(mesh->x[ends[1]][0] - mesh->x[ends[0]][0], mesh->x[ends[1]][1] - mesh->x[ends[0]][1]);
    }
    eg_sw_widen_by_all(model, surface);
    *length = eg_comm_sum_chunks(model->setup.comm, length, 1);
}

static void check_open_level(const eg_sw_model *model, const eg_node *node, eg_sw_bounds level,
                             eg_sw_bounds surface)
{
    if (level.low < surface.low - LEVEL_AWAY || level.high > surface.high + LEVEL_AWAY)
        eg_case_doubt(model->setup.loaded, node, level.low < surface.low ? level.low : level.high,
                      surface.high,
                      "%s: the level goes from %.6g m to %.6g m, where bed and water lie between "
                      "%.6g m and %.6g m at time 0; check its unit, its datum, and missing values",
                      eg_node_name(node), level.low, level.high, surface.low, surface.high);
}

/* The levels of a table of discharges all lie below the bed, or far above bed and water. */
static void check_rating_levels(const eg_sw_model *model, const eg_node *node, eg_sw_bounds level,
                                eg_sw_bounds surface)
{
    if (level.high < surface.low || level.low > surface.high + LEVEL_AWAY)
        eg_case_doubt(model->setup.loaded, node, level.high < surface.low ? level.high : level.low,
                      level.high < surface.low ? surface.low : surface.high,
                      "%s: its levels go from %.6g m to %.6g m, where bed and water lie between %.6g m and "
                      "%.6g m at time 0: they are elevations, not depths or stages; check their datum",
                      eg_node_name(node), level.low, level.high, surface.low, surface.high);
}

/* A wave that comes in over still water, which is its level at time 0 where the case does not say. */
static eg_status judge_still(const eg_sw_model *model, int b, eg_sw_bounds wave)
{
    const eg_sw_boundary *boundary = &model->boundaries[b];
    const eg_plane *mesh = model->setup.mesh;
    double still = boundary->series[1].constant[1];
    eg_sw_bounds level = eg_sw_no_bounds;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t cell = mesh->face_cell[f][0];
        if (eg_sw_is_along(model, f, b) && model->depth[cell] > 0)
            eg_sw_widen(&level, model->bed[cell] + model->depth[cell]);
    }
    eg_sw_widen_by_all(model, &level);
    double part = fmax(level.low - still, still - level.high) / (wave.high - wave.low);
    if (eg_node_child(boundary->node, "still") || !eg_node_child(boundary->node, "radiate") ||
        level.low > level.high || !(wave.high > wave.low) || !(part > STILL_AWAY))
        return EG_OK;
    return eg_verdict_say(model->setup.run, boundary->node, "source-cut", part, STILL_AWAY,
                          "%s: the wave begins at a level of %.6g m, which is taken for that of still "
                          "water, and the water there lies between %.6g m and %.6g m at time 0: give "
                          "'still', or a wave that begins at the level of the water",
                          eg_node_name(boundary->node), still, level.low, level.high);
}

/* `through` m of what. */
static void check_discharge(const eg_sw_model *model, const eg_node *node, double discharge, double length,
                            const char *through)
{
    double q = discharge / length, gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    if (q > UNIT_DISCHARGE_MOST)
        eg_case_doubt(model->setup.loaded, node, q, UNIT_DISCHARGE_MOST,
                      "%s: %.6g m3/s pass through %s of %.6g m, %.3g m2/s: the critical depth is "
                      "%.3g m there; check the unit and the place",
                      eg_node_name(node), discharge, through, length, q, cbrt(q * q / gravity));
}

static eg_status check_open_boundary(const eg_sw_model *model, int b)
{
    const eg_sw_boundary *boundary = &model->boundaries[b];
    const eg_fv_series *value = &boundary->given.value, *second = &boundary->given.second;
    const eg_node *node = model->boundaries[b].node;
    eg_sw_bounds surface = eg_sw_no_bounds, first;
    double length = 0;
    eg_fv_boundary_kind kind = boundary->given.kind;
    if (!eg_fv_is_outflow(kind) && kind != EG_FV_INFLOW)
        measure_boundary(model, b, &surface, &length);
    first = bounds_of_series(model, value->rows, value->values, eg_sw_expression(&boundary->series[0]));
    if (kind == EG_FV_LEVEL || kind == EG_FV_RADIATE)
        check_open_level(model, node, first, surface);
    if (kind == EG_FV_RADIATE)
        EG_TRY(judge_still(model, b, first));
    if (kind == EG_FV_RATING)
        check_rating_levels(model, node, bounds_of_series(model, value->rows, value->times, NULL), surface);
    if (kind == EG_FV_DISCHARGE)
        check_discharge(model, node, fmax(fabs(first.low), fabs(first.high)), length, "a boundary");
    if (kind == EG_FV_INFLOW) {
        eg_sw_bounds speed =
            bounds_of_series(model, second->rows, second->values, eg_sw_expression(&boundary->series[1]));
        double most = fmax(fabs(speed.low), fabs(speed.high));
        if (most > SPEED_MOST)
            eg_case_doubt(model->setup.loaded, node, most, SPEED_MOST,
                          "%s: the speed reaches %.6g m/s; water in nature is slower than %g m/s: "
                          "check the unit",
                          eg_node_name(node), most, SPEED_MOST);
    }
    return kind == EG_FV_DISCHARGE ? eg_sw_judge_opening(model, b, first.high) : EG_OK;
}

/* ---- points and structures */

/* The two cells of a flow: their beds, the sides of squares of their areas, and the depths at time 0, m;
 * -INFINITY outside. */
typedef struct ends {
    double bed[2], size[2], depth[2];
} ends;

static eg_status find_flow_ends(const eg_sw_model *model, ends **all)
{
    const eg_plane *mesh = model->setup.mesh;
    const eg_sw_flows *flows = &model->flows;
    eg_status status = eg_alloc(model->setup.context, flows->count, sizeof **all, all);
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    for (int i = 0; i < flows->count; i++)
        for (int k = 0; k < 2; k++) {
            int64_t number = flows->flow[i].cell[k];
            int64_t cell = number >= 0 ? eg_mesh_own_number(&mesh->base, number) : -1;
            (*all)[i].bed[k] = cell >= 0 ? model->bed[cell] : -INFINITY;
            (*all)[i].size[k] = cell >= 0 ? sqrt(mesh->area[cell]) : -INFINITY;
            (*all)[i].depth[k] = cell >= 0 ? model->depth[cell] : -INFINITY;
        }
    eg_comm_max(model->setup.comm, (double *)*all, flows->count * 6);
    return EG_OK;
}

/* The first flow of those of structure or inflow i; -1: none. */
static int first_of_flow(const eg_sw_flows *flows, int i)
{
    for (int k = 0; k < flows->count; k++)
        if (flows->of[k] == i)
            return k;
    return -1;
}

static eg_status check_point_inflow(const eg_sw_model *model, int i, const ends *all)
{
    const eg_sw_flows *flows = &model->flows;
    int k = first_of_flow(flows, i);
    const eg_fv_rate *rate = &flows->flow[k].discharge;
    eg_sw_bounds found =
        bounds_of_series(model, rate->rows, rate->rates, eg_sw_expression(&flows->given[i].series));
    check_discharge(model, flows->given[i].node, flows->flow[k].largest, all[k].size[1], "a cell");
    return eg_sw_judge_inflow(model, k, found.high, all[k].size[1], all[k].depth[1]);
}

/* The ground on both sides of structure i. */
static eg_sw_bounds ground_along(const eg_sw_model *model, int i, const ends *all)
{
    const eg_sw_flows *flows = &model->flows;
    eg_sw_bounds ground = eg_sw_no_bounds;
    for (int k = 0; k < flows->count; k++)
        for (int side = 0; side < 2; side++)
            if (flows->of[k] == i && all[k].bed[side] > -INFINITY)
                eg_sw_widen(&ground, all[k].bed[side]);
    return ground;
}

/* The crest or sill of structure i lies in the ground along all of it, or far above. */
static void check_crest(const eg_sw_model *model, const eg_node *node, eg_sw_bounds crest,
                        eg_sw_bounds ground)
{
    if (crest.high < ground.low - BED_AWAY)
        eg_case_doubt(model->setup.loaded, node, crest.high, ground.low,
                      "%s is %.6g m at most, and the bed on both sides lies at %.6g m or higher: it "
                      "holds nothing back; check its level and datum",
                      eg_node_name(node), crest.high, ground.low);
    else if (crest.low > ground.high + EG_SW_DAM_MOST)
        eg_case_doubt(
            model->setup.loaded, node, crest.low, ground.high,
            "%s is %.6g m or higher, and the bed on both sides lies at %.6g m at most: the highest dam "
            "has 305 m; check its unit and datum",
            eg_node_name(node), crest.low, ground.high);
}

/* The first point of a crest that lies in the ground of all of it, or far above, where the others do not. */
static void check_crest_points(const eg_sw_model *model, const eg_node *crests, eg_sw_bounds ground)
{
    for (int64_t i = 0; i < eg_node_count(crests); i++) {
        const eg_node *item = eg_node_item(crests, i);
        double crest = eg_node_real(item);
        if (crest >= ground.low - BED_AWAY && crest <= ground.high + EG_SW_DAM_MOST)
            continue;
        eg_case_doubt(model->setup.loaded, item, crest, crest < ground.low ? ground.low : ground.high,
                      "%s is %.6g m, and the bed along it lies between %.6g m and %.6g m; has the point no "
                      "elevation, or another unit or datum?",
                      eg_node_name(item), crest, ground.low, ground.high);
        return;
    }
}

static bool is_within(eg_sw_bounds inner, eg_sw_bounds outer)
{
    return inner.high >= outer.low - BED_AWAY && inner.low <= outer.high + EG_SW_DAM_MOST;
}

static void check_structure_width(const eg_sw_model *model, const eg_node *node, double width, const ends *of)
{
    double size = fmin(of->size[0], of->size[1]);
    if (size > 0 && width > CELLS_MOST * size)
        eg_case_warn(model->setup.loaded, node,
                     "%s is %.6g m wide, and the cells that it joins %.6g m: it draws all of its "
                     "water from one cell; divide it into several, or take a weir along a line",
                     eg_node_name(node), width, size);
}

static void check_breach(const eg_sw_model *model, int i, const eg_node *weir, const ends *all)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *breach = eg_node_child(weir, "breach"), *width = eg_node_child(breach, "width");
    const eg_fv_rate *rate = &flows->flow[first_of_flow(flows, i)].breach[1];
    double length = 0;
    for (int k = 0; k < flows->count; k++)
        length += flows->of[k] == i ? flows->flow[k].constant[1] : 0;
    eg_sw_bounds found =
        bounds_of_series(model, rate->rows, rate->rates, eg_sw_expression(&flows->given[i].breach[1]));
    const eg_node *of = width ? width : eg_node_child(breach, "froehlich");
    eg_sw_bounds ground = ground_along(model, i, all);
    if (!width && flows->given[i].curve[3] < ground.low - BED_AWAY)
        eg_case_doubt(model->setup.loaded, of, flows->given[i].curve[3], ground.low,
                      "%s goes down to %.6g m, and the bed on both sides lies at %.6g m or higher: a breach "
                      "ends at the bed; check its height",
                      eg_node_name(of), flows->given[i].curve[3], ground.low);
    if (!width) /* at the crest of the weir */
        found.high += 2 * flows->flow[first_of_flow(flows, i)].constant[6] *
                      (flows->given[i].curve[2] - flows->given[i].curve[3]);
    if (found.high > (1 + 1e-9) * length)
        eg_case_warn(model->setup.loaded, of,
                     "%s reaches %.6g m, and all of the weir is %.6g m wide: no more than that breaks",
                     eg_node_name(of), found.high, length);
}

static void check_culvert(const eg_sw_model *model, const eg_node *culvert, int k, const ends *of)
{
    const eg_fv_flow *flow = &model->flows.flow[k];
    const eg_node *inverts = eg_node_child(culvert, "inverts"), *length = eg_node_child(culvert, "length");
    const double *way = model->flows.way[k];
    double distance = hypot(way[2] - way[0], way[3] - way[1]);
    check_structure_width(model, culvert, flow->constant[2] / flow->constant[3], of);
    for (int e = 0; e < 2; e++)
        if (fabs(flow->constant[e] - of->bed[e]) > flow->constant[3] + BED_AWAY)
            eg_case_doubt(model->setup.loaded, eg_node_item(inverts, e), flow->constant[e], of->bed[e],
                          "%s is %.6g m, and the bed there %.6g m; check its level and datum",
                          eg_node_name(eg_node_item(inverts, e)), flow->constant[e], of->bed[e]);
    if (eg_node_real(length) < 0.5 * distance)
        eg_case_doubt(model->setup.loaded, length, eg_node_real(length), distance,
                      "%s is %.6g m, and its ends lie %.6g m apart; check both", eg_node_name(length),
                      eg_node_real(length), distance);
}

static void check_weir(const eg_sw_model *model, int i, int k, const eg_node *weir, const ends *all)
{
    const eg_fv_flow *flow = &model->flows.flow[k];
    const eg_node *crests = eg_node_child(weir, "crests");
    eg_sw_bounds crest = crests ? eg_sw_no_bounds
                                : bounds_of_series(model, flow->discharge.rows, flow->discharge.rates,
                                                   eg_sw_expression(&model->flows.given[i].series));
    eg_sw_bounds ground = ground_along(model, i, all);
    for (int f = k; crests && f < model->flows.count; f++)
        if (model->flows.of[f] == i)
            eg_sw_widen(&crest, model->flows.crest[f][1]);
    check_crest(model, crests ? crests : eg_node_child(weir, "crest"), crest, ground);
    if (is_within(crest, ground))
        check_crest_points(model, crests, ground);
    if (!flow->closes)
        check_structure_width(model, eg_node_child(weir, "width"), flow->constant[1], &all[k]);
    if (eg_node_child(weir, "breach"))
        check_breach(model, i, weir, all);
}

/* The levels at which it starts and stops. */
static void check_pump(const eg_sw_model *model, const eg_node *pump, int k, const ends *of)
{
    const double *level = model->flows.flow[k].constant;
    const eg_node *on = eg_node_child(pump, "on");
    bool low = level[0] < of->bed[0] - BED_AWAY;
    if (on && (low || level[0] > of->bed[0] + of->depth[0] + LEVEL_AWAY))
        eg_case_doubt(model->setup.loaded, on, level[0], of->bed[0],
                      "%s is %.6g m, the level at which the pump starts, and the bed at its intake lies at "
                      "%.6g m: it never %s; give elevations, not depths, and check their datum",
                      eg_node_name(on), level[0], of->bed[0], low ? "stops" : "starts");
}

static void check_structure(const eg_sw_model *model, int i, const ends *all)
{
    static const char *const openings[] = {"gate", "bridge"};
    const eg_node *node = model->flows.given[i].node, *line = eg_node_child(node, "along");
    const eg_node *weir = eg_node_child(node, "weir"), *culvert = eg_node_child(node, "culvert");
    const eg_node *pump = eg_node_child(node, "pump"), *rating = eg_node_child(node, "rating");
    int k = first_of_flow(&model->flows, i);
    if (k < 0)
        return;
    const eg_fv_rate *up = &model->flows.flow[k].breach[0]; /* of a rating table */
    if (line)
        eg_sw_warn_of_line(&model->setup, line);
    if (weir)
        check_weir(model, i, k, weir, all);
    if (culvert)
        check_culvert(model, culvert, k, &all[k]);
    if (pump)
        check_pump(model, pump, k, &all[k]);
    if (rating)
        check_rating_levels(model, rating, bounds_of_series(model, up->rows, up->times, NULL),
                            (eg_sw_bounds){all[k].bed[0], all[k].bed[0] + all[k].depth[0]});
    for (int o = 0; o < 2; o++) {
        const eg_node *opening = eg_node_child(node, openings[o]);
        if (!opening)
            continue;
        double sill = model->flows.flow[k].constant[0];
        check_crest(model, eg_node_child(opening, "sill"), (eg_sw_bounds){sill, sill},
                    ground_along(model, i, all));
        check_structure_width(model, eg_node_child(opening, "width"), model->flows.flow[k].constant[1],
                              &all[k]);
    }
}

static eg_status check_all_flows(const eg_sw_model *model)
{
    const eg_sw_flows *flows = &model->flows;
    EG_SCRATCH ends *all = NULL;
    if (flows->count == 0)
        return EG_OK;
    EG_TRY(find_flow_ends(model, &all));
    for (int i = 0; i < flows->given_count; i++)
        if (i < flows->inflows)
            EG_TRY(check_point_inflow(model, i, all));
        else
            check_structure(model, i, all);
    return EG_OK;
}

/* ---- gauges */

static eg_status refuse_blocked_gauges(const eg_sw_model *model, const eg_node *gauges, const eg_location *at)
{
    for (int64_t i = 0; i < eg_node_count(gauges); i++)
        if (at[i].held >= 0 && model->blocked[at[i].held])
            eg_case_error_add(model->setup.loaded, eg_node_item(gauges, i),
                              "%s lies in a cell that the terrain blocks, where no water comes; "
                              "move it to a free cell",
                              eg_node_name(eg_node_item(gauges, i)));
    return eg_case_errors_finish(model->setup.loaded, EG_CASE);
}

static eg_status check_water_gauges(const eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_node *gauges = eg_case_find(setup->loaded, "output.gauges");
    int64_t count = eg_node_count(gauges);
    double blocks = model->blocked != NULL;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_SCRATCH eg_location *at = NULL;
    eg_comm_max(setup->comm, &blocks, 1);
    if (count == 0 || blocks == 0)
        return EG_OK;
    eg_status status = EG_ALLOC(setup->context, EG_BLOCK(count, x), EG_BLOCK(count, at));
    for (int64_t i = 0; status == EG_OK && i < count; i++)
        eg_node_reals(eg_node_item(gauges, i), 0, 2, x[i]);
    EG_TRY(eg_mesh_locate(&setup->mesh->base, setup->comm, count, (const double(*)[3])x, at, status));
    return eg_comm_agree(setup->comm, model->blocked ? refuse_blocked_gauges(model, gauges, at) : EG_OK);
}

/* ---- precision */

/* A level is known to so much of it in f32; and depths that are not known to this much are wrong, m. */
static const double ROUNDING_OF_F32 = 1e-7, DEPTH_KNOWN = 1e-4;

/* The largest level of water at time 0; where there is none the lowest bed, which gets it first. Of all
 * ranks. */
static double largest_level(const eg_sw_model *model)
{
    double found[2] = {0, -INFINITY}; /* level, - bed */
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++) {
        if (model->depth[c] > 0)
            found[0] = fmax(found[0], fabs(model->bed[c] + model->depth[c]));
        found[1] = fmax(found[1], -model->bed[c]);
    }
    eg_comm_max(model->setup.comm, found, 2);
    return found[0] > 0 ? found[0] : fabs(found[1]);
}

static eg_status judge_precision(const eg_sw_model *model)
{
    const eg_node *dry = eg_case_find(model->setup.loaded, "numerics.dry_depth");
    if (model->setup.precision != EG_F32)
        return EG_OK;
    const char *better = eg_case_real(model->setup.loaded, "numerics.order", 1) > 1 ? "f64" : "f64 or mixed";
    double level = largest_level(model), matters = fmax(DEPTH_KNOWN, dry ? eg_node_real(dry) : 0);
    if (!(ROUNDING_OF_F32 * level > matters))
        return EG_OK;
    return eg_verdict_say(model->setup.run, eg_case_find(model->setup.loaded, "numerics.precision"),
                          "precision", ROUNDING_OF_F32 * level, matters,
                          "levels of %.6g m are known to %.2g m in f32, and depths above %.2g m matter: "
                          "take %s, or subtract about %.2g m from all elevations and levels",
                          level, ROUNDING_OF_F32 * level, matters, better, level);
}

eg_status eg_sw_check_plausible(const eg_sw_model *model)
{
    if (!model->setup.restoring) {
        check_speed(model);
        check_roughness(model);
        check_extent(model);
        check_steepness(model);
        check_rain(model);
        EG_TRY(eg_sw_check_soil(model));
        for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
            EG_TRY(check_open_boundary(model, b));
        EG_TRY(eg_sw_judge_period(model));
        EG_TRY(judge_precision(model));
    }
    EG_TRY(check_all_flows(model));
    return check_water_gauges(model);
}
