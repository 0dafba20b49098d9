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

static eg_status read_region_rate(eg_sw_model *model, int region, eg_fv_rate_kind kind, eg_fv_rate *rate,
                                  double *heaviest)
{
    const eg_node *node = eg_sw_rate_node(model, region, kind);
    *rate = (eg_fv_rate){.rows = -1};
    *heaviest = 0;
    if (!node || eg_node_child(node, "raster"))
        return EG_OK;
    EG_TRY(eg_sw_read_rate(model, node, &model->rain.of[region][kind], rate));
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

static eg_status read_rain_of_region(eg_sw_model *model, int region)
{
    eg_fv_zone *zone = &model->rain.zone[region];
    double heaviest[EG_FV_RATES];
    for (int r = 0; r < EG_FV_RATES; r++) {
        eg_fv_rate_kind kind = (eg_fv_rate_kind)r;
        EG_TRY(read_region_rate(model, region, kind, &zone->rate[r], &heaviest[r]));
        EG_TRY(eg_sw_read_rate_rasters(model, region, kind, &zone->fields[r], &heaviest[r]));
    }
    zone->heaviest = heaviest[EG_FV_RAIN_RATE];
    if (model->rain.soil)
        EG_TRY(eg_sw_read_soil(model, region));
    return model->rain.factor ? fill_factor(model, region) : EG_OK;
}

static eg_status allocate_rain(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_mesh *mesh = &setup->mesh->base;
    eg_sw_rain *rain = &model->rain;
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(mesh->regions.count, rain->zone),
                    EG_BLOCK(mesh->regions.count, rain->of)));
    if (eg_sw_has(setup->loaded, "rain_factor"))
        EG_TRY(eg_alloc(setup->context, mesh->own, sizeof *rain->factor, &rain->factor));
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
    return (eg_fv_water){.zones = rain->zone ? model->setup.mesh->base.regions.count : 0,
                         .zone = rain->zone,
                         .of = rain->zone ? model->setup.cells->region : NULL,
                         .factor = rain->factor,
                         .soil = (const double(*)[2])rain->soil,
                         .decay = rain->decay,
                         .generated = generated->data,
                         .in_snapshots = is_rain_shown(model->setup.loaded)};
}

/* ---- expressions */

/* Series s of the solver: rain of all regions, then evaporation. */
static const eg_sw_series *series_of_rate(const eg_sw_model *model, int s)
{
    int regions = model->setup.mesh->base.regions.count;
    return &model->rain.of[s % regions][s / regions];
}

static int count_rates(const eg_sw_model *model)
{
    return model->rain.zone ? EG_FV_RATES * model->setup.mesh->base.regions.count : 0;
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
    for (int r = 0; rain->of && r < model->setup.mesh->base.regions.count; r++)
        for (int i = 0; i < EG_FV_RATES; i++)
            eg_sw_destroy_series(&rain->of[r][i]);
    EG_FREE(&rain->zone, &rain->of, &rain->factor, &rain->soil, &rain->decay, &rain->soil_most);
    eg_sw_destroy_rate_rasters(model);
}
