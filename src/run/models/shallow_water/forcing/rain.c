/* Rain and evaporation of the regions of the mesh, from the materials of a case; land/soil.c has what the ground
 * takes. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* ---- rates over time */

static eg_status refuse_rate(const eg_sw_model *model, const eg_node *node, eg_status status, double rate,
                             double t)
{
    if (!(rate >= 0))
        return eg_case_fail(model->setup.loaded, node, status,
                            "%s is %g m/s at t = %.9g s; it must be zero or more", eg_node_name(node), rate,
                            t);
    return eg_case_fail(model->setup.loaded, node, status,
                        "%s is %g m/s at t = %.9g s, %.3g mm/h, more than 36 m/h; tables are in m/s "
                        "unless the name of their column says mm/h",
                        eg_node_name(node), rate, t, rate * 3.6e6);
}

static bool is_rate(double rate)
{
    return rate >= 0 && rate <= EG_SW_HEAVIEST_RAIN;
}

/* The largest rate of an expression of t in the run, which is not negative where it is looked at. */
static eg_status bound_rate(const eg_sw_model *model, const eg_node *node, double *heaviest)
{
    enum { PLACES = 1 << 12 };
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    if (!end)
        return eg_case_fail(model->setup.loaded, node, EG_CASE,
                            "%s depends on t, and its largest value bounds the time step: give time.end",
                            eg_node_name(node));
    for (int i = 0; i <= PLACES; i++) {
        double t = eg_node_real(end) * i / PLACES;
        double rate = eg_expression_eval(eg_node_expression(node), &t);
        EG_TRY(eg_given_check_time(&model->setup, node, NULL, t, EG_CASE));
        if (!is_rate(rate))
            return refuse_rate(model, node, EG_CASE, rate, t);
    }
    return eg_expression_bound(eg_node_expression(node), 0, eg_node_real(end), heaviest);
}

/* A rate of a zone, which is that of a gauge of its region, from 0. */
static eg_status read_zone_rate(eg_sw_model *model, int region, int gauge, eg_fv_rate_kind kind,
                                eg_fv_rate *rate, double *heaviest)
{
    const eg_node *node = eg_sw_rate_node(model, region, kind);
    int zone = model->rain.first[region] + gauge;
    const char *column = kind == EG_FV_RAIN_RATE ? eg_sw_rain_gauge(model, region, gauge) : NULL;
    *rate = (eg_fv_rate){.rows = -1};
    *heaviest = 0;
    if (!node || eg_sw_has_fields(node))
        return EG_OK;
    EG_TRY(eg_sw_read_rate(model, node, column, &model->rain.of[zone][kind], rate));
    for (int64_t i = 0; i < rate->rows; i++) {
        if (!is_rate(rate->rates[i]))
            return refuse_rate(model, node, EG_CASE, rate->rates[i], rate->times[i]);
        *heaviest = fmax(*heaviest, rate->rates[i]);
    }
    return rate->rows > 0 ? EG_OK : bound_rate(model, node, heaviest);
}

/* ---- cells */

static eg_status fill_factor(eg_sw_model *model, int region)
{
    const eg_setup *setup = &model->setup;
    const eg_mesh *mesh = &setup->mesh->base;
    const eg_node *node = eg_node_child(eg_sw_material(model, region), "rain_factor");
    if (node)
        return eg_given_fill(setup, node, mesh->regions.count == 1 ? -1 : region, EG_RANGE_NOT_NEGATIVE,
                             model->rain.factor);
    for (int64_t c = 0; c < mesh->own; c++)
        if (mesh->region[c] == region)
            model->rain.factor[c] = 1;
    return EG_OK;
}

static eg_status read_rates_of_region(eg_sw_model *model, int region)
{
    const eg_sw_rain *rain = &model->rain;
    int first = rain->first[region], zones = rain->first[region + 1] - first;
    for (int r = 0; r < EG_FV_RATES; r++) {
        eg_fv_rate_kind kind = (eg_fv_rate_kind)r;
        double rasters = 0;
        bool fields;
        EG_TRY(eg_sw_read_rate_rasters(model, region, kind, &fields, &rasters));
        for (int i = 0; i < zones; i++) {
            eg_fv_zone *zone = &rain->zone[first + i];
            double heaviest;
            EG_TRY(read_zone_rate(model, region, i, kind, &zone->rate[r], &heaviest));
            zone->fields[r] = fields;
            if (kind == EG_FV_RAIN_RATE)
                zone->heaviest = fmax(heaviest, rasters);
        }
    }
    return EG_OK;
}

static eg_status read_rain_of_region(eg_sw_model *model, int region)
{
    EG_TRY(read_rates_of_region(model, region));
    if (model->rain.soil)
        EG_TRY(eg_sw_read_soil(model, region));
    return model->rain.factor ? fill_factor(model, region) : EG_OK;
}

/* The zones of all regions. */
static eg_status plan_zones(eg_sw_model *model)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    eg_context *context = model->setup.context;
    eg_sw_rain *rain = &model->rain;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(mesh->regions.count, rain->gauges),
                    EG_BLOCK(mesh->regions.count + 1, rain->first), EG_BLOCK(mesh->own, rain->zone_of)));
    for (int r = 0; r < mesh->regions.count; r++) {
        EG_TRY(eg_sw_open_rain_gauges(model, r));
        rain->first[r + 1] = rain->first[r] + rain->gauges[r].count;
    }
    rain->zones = rain->first[mesh->regions.count];
    eg_sw_find_rain_zones(model);
    return EG_ALLOC(context, EG_BLOCK(rain->zones, rain->zone), EG_BLOCK(rain->zones, rain->of));
}

static eg_status allocate_rain(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    eg_sw_rain *rain = &model->rain;
    int64_t cells = setup->mesh->base.own;
    EG_TRY(plan_zones(model));
    if (eg_sw_has(setup->loaded, "rain_factor"))
        EG_TRY(eg_alloc(setup->context, cells, sizeof *rain->factor, &rain->factor));
    return eg_sw_allocate_soil(model);
}

eg_status eg_sw_read_rain(eg_sw_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    if (!eg_sw_has(loaded, "rain") && !eg_sw_has(loaded, "infiltration") && !eg_sw_has(loaded, "evaporation"))
        return EG_OK;
    EG_TRY(allocate_rain(model));
    for (int r = 0; r < model->setup.mesh->base.regions.count; r++)
        EG_TRY(read_rain_of_region(model, r));
    return EG_OK;
}

/* Whether snapshots hold what fell or what the ground took up. */
static bool is_rain_shown(const eg_case *loaded)
{
    const eg_node *variables = eg_case_find(loaded, "output.fields.variables");
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        const eg_node *variable = eg_node_item(variables, i);
        if (eg_node_is(variable, eg_sw_outputs[EG_SW_INFILTRATION].name) ||
            eg_node_is(variable, eg_sw_outputs[EG_SW_RAIN].name))
            return true;
    }
    return false;
}

eg_fv_water eg_sw_give_rain(const eg_sw_model *model, const eg_text *generated)
{
    const eg_sw_rain *rain = &model->rain;
    return (eg_fv_water){.zones = rain->zones,
                         .zone = rain->zone,
                         .of = rain->zone_of,
                         .factor = rain->factor,
                         .soil = (const double(*)[2])rain->soil,
                         .decay = rain->decay,
                         .generated = generated->data,
                         .in_snapshots = is_rain_shown(model->setup.loaded)};
}

/* ---- expressions */

/* Series s of the solver: rain of all zones, then evaporation. */
static const eg_sw_series *series_of_rate(const eg_sw_model *model, int s)
{
    return &model->rain.of[s % model->rain.zones][s / model->rain.zones];
}

static int count_rates(const eg_sw_model *model)
{
    return EG_FV_RATES * model->rain.zones;
}

eg_status eg_sw_generate_rain(const eg_sw_model *model, eg_text *text)
{
    return eg_sw_generate_series(model, "eg_rate", count_rates(model), series_of_rate, text);
}

eg_status eg_sw_check_rain(const eg_sw_model *model, double from, double to)
{
    int count = count_rates(model);
    double t = from + 0.5 * (to - from); /* as kernels/fv/zones.c */
    for (int s = 0; s < count; s++) {
        const eg_node *node = series_of_rate(model, s)->expression;
        if (!node)
            continue;
        EG_TRY(eg_given_check_time(&model->setup, node, NULL, t, EG_DIVERGED));
        double rate = eg_expression_eval(eg_node_expression(node), &t);
        if (rate < 0)
            return refuse_rate(model, node, EG_DIVERGED, rate, t);
    }
    return EG_OK;
}

void eg_sw_destroy_rain(eg_sw_model *model)
{
    eg_sw_rain *rain = &model->rain;
    for (int z = 0; rain->of && z < rain->zones; z++)
        for (int i = 0; i < EG_FV_RATES; i++)
            eg_sw_destroy_series(&rain->of[z][i]);
    EG_FREE(&rain->zone, &rain->of, &rain->first, &rain->zone_of, &rain->factor, &rain->soil, &rain->decay,
            &rain->soil_most);
    eg_sw_close_rain_gauges(model);
    eg_sw_destroy_rate_rasters(model);
}
