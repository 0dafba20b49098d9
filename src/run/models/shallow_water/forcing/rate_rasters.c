/* Rain and evaporation by series of rasters: two of them at a time, that of now and the next (scheme/fv,
 * eg_fv_set_rate). */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

const char *const eg_sw_rate_keys[EG_FV_RATES] = {"rain", "evaporation"};

const eg_node *eg_sw_rate_node(const eg_sw_model *model, int region, eg_fv_rate_kind kind)
{
    return eg_node_child(eg_names_material(model->setup.loaded, &model->setup.mesh->base, region),
                         eg_sw_rate_keys[kind]);
}

/* The series of rasters of a region; NULL: its rate is none. */
static const eg_node *rasters_of(const eg_sw_model *model, int region, eg_fv_rate_kind kind)
{
    const eg_node *series = eg_sw_rate_node(model, region, kind);
    return eg_node_child(series, "raster") ? series : NULL;
}

static int64_t count_of_rasters(const eg_node *series)
{
    return eg_node_count(eg_node_child(series, "times"));
}

static double time_of_raster(const eg_node *series, int64_t i)
{
    return eg_node_real(eg_node_item(eg_node_child(series, "times"), i));
}

/* The last raster whose time has come, -1: none. */
static int64_t raster_at(const eg_node *series, double now)
{
    int64_t i = count_of_rasters(series);
    while (i > 0 && time_of_raster(series, i - 1) > now)
        i--;
    return i - 1;
}

/* ---- when the case is read */

static eg_status check_raster_times(const eg_sw_model *model, const eg_node *series)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *times = eg_node_child(series, "times"), *end = eg_case_find(loaded, "time.end");
    int64_t rasters = eg_node_count(eg_node_child(series, "raster")), count = count_of_rasters(series);
    if (!times)
        return eg_case_fail(loaded, series, EG_CASE, "%s.times is missing: the time of each raster",
                            eg_node_name(series));
    if (count != rasters)
        return eg_case_fail(loaded, times, EG_CASE, "%s has %lld times for %lld rasters; each raster has one",
                            eg_node_name(times), (long long)count, (long long)rasters);
    if (eg_node_is(eg_node_child(series, "after"), "hold"))
        return EG_OK;
    if (!end || time_of_raster(series, 0) > 0 || time_of_raster(series, count - 1) < eg_node_real(end))
        return eg_case_fail(loaded, times, EG_CASE,
                            "%s are %.9g s to %.9g s and do not cover the run; give 'after: hold' "
                            "to keep the first and the last raster outside, or more rasters",
                            eg_node_name(times), time_of_raster(series, 0),
                            time_of_raster(series, count - 1));
    return EG_OK;
}

/* Puts the rates of a raster in the cells of its region, of rain times their factor, to rate[]. */
static eg_status read_rate_raster(const eg_sw_model *model, int region, eg_fv_rate_kind kind, int64_t item,
                                  double *rate)
{
    const eg_node *series = rasters_of(model, region, kind);
    const eg_mesh *mesh = &model->setup.mesh->base;
    EG_ENDS_WITH(eg_given_close) eg_given given = {0};
    EG_TRY(eg_given_open(&model->setup, series, (int)item, EG_RANGE_NOT_NEGATIVE, &given));
    for (int64_t c = 0; c < mesh->own; c++) {
        if (mesh->region[c] != region)
            continue;
        EG_TRY(eg_given_at_or(&given, c, mesh->centroid[c], 0, &rate[c]));
        if (kind == EG_FV_RAIN_RATE && model->rain.factor)
            rate[c] *= model->rain.factor[c];
    }
    return EG_OK;
}

/* The largest rate of the whole raster, the same on all ranks. */
static eg_status look_at_raster(eg_sw_model *model, const eg_node *series, int item, const char *what,
                                double *heaviest)
{
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    EG_TRY(eg_given_read_raster(model->setup.context, series, item, &raster));
    double largest = raster->largest, least = raster->least;
    *heaviest = fmax(*heaviest, largest);
    if (least >= 0 && largest <= EG_SW_HEAVIEST_RAIN)
        return EG_OK;
    const eg_node *file = eg_node_item(eg_node_child(series, "raster"), item);
    return eg_case_fail(model->setup.loaded, file, EG_CASE,
                        "%s holds %s of %g to %g m/s; it must be zero or more, and at most "
                        "36 m/h. A raster in mm/h has 'scale: 2.7777777777777776e-7'",
                        eg_node_path(file), what, least, largest);
}

static eg_status allocate_rate_rasters(eg_sw_model *model, eg_fv_rate_kind kind)
{
    const eg_setup *setup = &model->setup;
    eg_sw_rain *rain = &model->rain;
    int regions = setup->mesh->base.regions.count;
    if (rain->raster[kind])
        return EG_OK;
    EG_TRY(eg_alloc(setup->context, regions, sizeof **rain->raster, &rain->raster[kind]));
    for (int r = 0; r < regions; r++)
        rain->raster[kind][r] = -1;
    if (rain->span)
        return EG_OK;
    EG_TRY(eg_alloc(setup->context, rain->zones, sizeof *rain->span, &rain->span));
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_alloc(setup->context, setup->mesh->base.own, sizeof **rain->rate, &rain->rate[i]));
    return EG_OK;
}

eg_status eg_sw_read_rate_rasters(eg_sw_model *model, int region, eg_fv_rate_kind kind, bool *fields,
                                  double *heaviest)
{
    const eg_node *series = rasters_of(model, region, kind);
    *fields = series != NULL;
    if (!series)
        return EG_OK;
    EG_TRY(check_raster_times(model, series));
    EG_TRY(allocate_rate_rasters(model, kind));
    for (int i = 0; i < (int)count_of_rasters(series); i++) {
        EG_TRY(look_at_raster(model, series, i, eg_sw_rate_keys[kind], heaviest));
        EG_TRY(read_rate_raster(model, region, kind, i, model->rain.rate[1])); /* errors of places */
    }
    return EG_OK;
}

void eg_sw_destroy_rate_rasters(eg_sw_model *model)
{
    eg_sw_rain *rain = &model->rain;
    for (int r = 0; r < EG_FV_RATES; r++)
        EG_FREE(&rain->raster[r]);
    EG_FREE(&rain->span);
    for (int i = 0; i < 2; i++)
        EG_FREE(&rain->rate[i]);
}

/* ---- while the run goes on */

/* Cells of a region whose rate is no series of rasters: the factor of what their zone has. */
static void fill_rate_factors(const eg_sw_model *model, int region, eg_fv_rate_kind kind)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    const eg_sw_rain *rain = &model->rain;
    const double *factor = kind == EG_FV_RAIN_RATE ? rain->factor : NULL;
    for (int64_t c = 0; c < mesh->own; c++)
        if (mesh->region[c] == region) {
            rain->rate[0][c] = factor ? factor[c] : 1;
            rain->rate[1][c] = 0;
        }
}

static void give_span(eg_sw_rain *rain, int region, eg_fv_rate_span span)
{
    for (int z = rain->first[region]; z < rain->first[region + 1]; z++)
        rain->span[z] = span;
}

/* Before the first raster its rate holds, and that of the last behind it. */
static eg_status fill_rate_of_region(eg_sw_model *model, int region, eg_fv_rate_kind kind, double now)
{
    const eg_node *node = rasters_of(model, region, kind);
    eg_sw_rain *rain = &model->rain;
    eg_fv_rate_span span = {0};
    if (!node) {
        fill_rate_factors(model, region, kind);
        give_span(rain, region, span);
        return EG_OK;
    }
    int64_t i = raster_at(node, now), last = count_of_rasters(node) - 1;
    bool between = i >= 0 && i < last && !eg_node_is(eg_node_child(node, "between"), "steps");
    rain->raster[kind][region] = i;
    if (between)
        span = (eg_fv_rate_span){time_of_raster(node, i), time_of_raster(node, i + 1)};
    give_span(rain, region, span);
    EG_TRY(read_rate_raster(model, region, kind, i < 0 ? 0 : i, rain->rate[0]));
    return read_rate_raster(model, region, kind, between ? i + 1 : i < 0 ? 0 : i, rain->rate[1]);
}

static eg_status give_rate(eg_sw_model *model, eg_fv_rate_kind kind, double now, bool restored)
{
    const eg_sw_rain *rain = &model->rain;
    eg_status status = EG_OK;
    for (int r = 0; status == EG_OK && r < model->setup.mesh->base.regions.count; r++)
        status = fill_rate_of_region(model, r, kind, now);
    if (status == EG_OK)
        status = eg_fv_set_rate(model->fv, kind, rain->span, rain->rate[0], rain->rate[1], restored);
    return eg_comm_agree(model->setup.comm, status);
}

static eg_status give_rates(eg_sw_model *model, double now, bool restored)
{
    for (int r = 0; r < EG_FV_RATES; r++)
        if (model->rain.raster[r])
            EG_TRY(give_rate(model, (eg_fv_rate_kind)r, now, restored));
    return EG_OK;
}

eg_status eg_sw_begin_rain(eg_sw_model *model)
{
    return give_rates(model, 0, false);
}

eg_status eg_sw_restore_rain(eg_sw_model *model)
{
    eg_time_step now;
    if (!model->rain.span)
        return EG_OK;
    EG_TRY(
        eg_comm_agree(model->setup.comm, eg_time_read_step(eg_stepper_time(eg_fv_stepper(model->fv)), &now)));
    return give_rates(model, now.begin, true);
}

static double next_raster(const eg_sw_model *model, eg_fv_rate_kind kind, double now)
{
    double next = INFINITY;
    for (int r = 0; model->rain.raster[kind] && r < model->setup.mesh->base.regions.count; r++) {
        const eg_node *node = rasters_of(model, r, kind);
        int64_t i = node ? raster_at(node, now) + 1 : 0;
        if (node && i < count_of_rasters(node))
            next = fmin(next, time_of_raster(node, i));
    }
    return next;
}

double eg_sw_next_rain(const eg_model *base, double now)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    return fmin(next_raster(model, EG_FV_RAIN_RATE, now), next_raster(model, EG_FV_EVAPORATION_RATE, now));
}

static bool rate_changes(const eg_sw_model *model, eg_fv_rate_kind kind, double now)
{
    bool any = false;
    for (int r = 0; model->rain.raster[kind] && r < model->setup.mesh->base.regions.count; r++) {
        const eg_node *node = rasters_of(model, r, kind);
        any = any || (node && raster_at(node, now) != model->rain.raster[kind][r]);
    }
    return any;
}

eg_status eg_sw_change_rain(eg_model *base, double now)
{
    eg_sw_model *model = eg_sw_model_of(base);
    for (int r = 0; r < EG_FV_RATES; r++)
        if (rate_changes(model, (eg_fv_rate_kind)r, now))
            EG_TRY(give_rate(model, (eg_fv_rate_kind)r, now, false));
    return EG_OK;
}
