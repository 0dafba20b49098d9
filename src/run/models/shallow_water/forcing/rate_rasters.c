/* Rain and evaporation by frames over time, of rasters or of a netCDF file: two of them at a time, that of
 * now and the next (scheme/fv, eg_fv_set_rate). */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

const char *const eg_sw_rate_keys[EG_FV_RATES] = {"rain", "evaporation"};

const eg_node *eg_sw_rate_node(const eg_sw_model *model, int region, eg_fv_rate_kind kind)
{
    return eg_node_child(eg_names_material(model->setup.loaded, &model->setup.mesh->base, region),
                         eg_sw_rate_keys[kind]);
}

bool eg_sw_has_fields(const eg_node *rate)
{
    return eg_node_child(rate, "raster") || eg_node_child(rate, "netcdf");
}

static eg_sw_frames *frames_of(const eg_sw_model *model, int region, eg_fv_rate_kind kind)
{
    return &model->rain.frames[kind][region];
}

/* The last frame whose time has come, -1: none. */
static int64_t frame_at(const eg_sw_frames *frames, double now)
{
    int64_t i = frames->count;
    while (i > 0 && !eg_time_has_come(frames->time[i - 1], now))
        i--;
    return i - 1;
}

/* ---- when the case is read */

static eg_status list_rasters(const eg_sw_model *model, eg_sw_frames *frames)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *series = frames->node, *times = eg_node_child(series, "times");
    int64_t rasters = eg_node_count(eg_node_child(series, "raster")), count = eg_node_count(times);
    if (!times)
        return eg_case_fail(loaded, series, EG_CASE, "%s.times is missing: the time of each raster",
                            eg_node_name(series));
    if (count != rasters)
        return eg_case_fail(loaded, times, EG_CASE, "%s has %lld times for %lld rasters; each raster has one",
                            eg_node_name(times), (long long)count, (long long)rasters);
    EG_TRY(EG_ALLOC(model->setup.context, EG_BLOCK(count, frames->time), EG_BLOCK(count, frames->item)));
    for (int64_t i = 0; i < count; i++) {
        frames->time[i] = eg_node_real(eg_node_item(times, i));
        frames->item[i] = i;
    }
    frames->count = count;
    frames->steps = eg_node_is(eg_node_child(series, "between"), "steps");
    frames->covered[0] = frames->time[0];
    frames->covered[1] = frames->time[count - 1];
    return EG_OK;
}

static eg_status check_frame_times(const eg_sw_model *model, const eg_sw_frames *frames)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *times = eg_node_child(frames->node, frames->cube ? "netcdf" : "times");
    const eg_node *end = eg_case_find(loaded, "time.end");
    if (eg_node_is(eg_node_child(frames->node, "after"), "hold"))
        return eg_sw_judge_held(model, times, frames->cube ? frames->cube->path : eg_node_name(times),
                                frames->covered[0], frames->covered[1]);
    if (!end || frames->covered[0] > 0 || frames->covered[1] < eg_node_real(end))
        return eg_case_fail(loaded, times, EG_CASE,
                            frames->cube
                                ? "%s has values from %.9g s to %.9g s and does not cover the run; give "
                                  "'after: hold' to have its first and last rates outside, or none "
                                  "outside intervals with depths"
                                : "%s are %.9g s to %.9g s and do not cover the run; give 'after: hold' "
                                  "to keep the first and the last raster outside, or more rasters",
                            eg_node_name(times), frames->covered[0], frames->covered[1]);
    return EG_OK;
}

static eg_status read_raster_of_case(const eg_sw_model *model, int region, const eg_sw_frames *frames,
                                     int64_t i, double *rate)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    EG_ENDS_WITH(eg_given_close) eg_given given = {0};
    EG_TRY(eg_given_open(&model->setup, frames->node, (int)frames->item[i], EG_RANGE_NOT_NEGATIVE, &given));
    for (int64_t c = 0; c < mesh->own; c++)
        if (mesh->region[c] == region)
            EG_TRY(eg_given_at_or(&given, c, mesh->centroid[c], 0, &rate[c]));
    return EG_OK;
}

/* Puts the rates of a frame in the cells of its region, of rain times their factor, to rate[]. */
static eg_status read_frame(const eg_sw_model *model, int region, eg_fv_rate_kind kind, int64_t i,
                            double *rate)
{
    eg_sw_frames *frames = frames_of(model, region, kind);
    const eg_mesh *mesh = &model->setup.mesh->base;
    const double *factor = kind == EG_FV_RAIN_RATE ? model->rain.factor : NULL;
    EG_TRY(frames->cube ? eg_sw_read_cube(model, region, frames, i, rate)
                        : read_raster_of_case(model, region, frames, i, rate));
    for (int64_t c = 0; factor && c < mesh->own; c++)
        if (mesh->region[c] == region)
            rate[c] *= factor[c];
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

static eg_status refuse_cube_rate(const eg_sw_model *model, const eg_sw_frames *frames, int64_t i,
                                  double rate)
{
    char date[EG_DATE_ROOM];
    eg_date_text(eg_case_start(model->setup.loaded), frames->time[i], date);
    return eg_case_fail(
        model->setup.loaded, eg_node_child(frames->node, "netcdf"), EG_CASE,
        "%s: %s at %s is %g m/s, %.3g mm/h, somewhere; it must be zero or more, and at most 36 m/h",
        frames->cube->path, frames->cube->variable, date, rate, rate * 3.6e6);
}

/* The largest rate of the whole frame, the same on all ranks. Its values are those read last. */
static eg_status look_at_cube(const eg_sw_model *model, const eg_sw_frames *frames, int64_t i,
                              double *heaviest)
{
    const eg_cube *cube = frames->cube;
    double factor = frames->factor / (frames->sums ? frames->length[i] : 1);
    for (int64_t k = 0; frames->item[i] >= 0 && k < cube->rows * cube->columns; k++) {
        double rate = factor * frames->values[k];
        if (rate < 0 || rate > EG_SW_HEAVIEST_RAIN)
            return refuse_cube_rate(model, frames, i, rate);
        *heaviest = rate > *heaviest ? rate : *heaviest;
    }
    return EG_OK;
}

static eg_status allocate_frames(eg_sw_model *model, eg_fv_rate_kind kind)
{
    const eg_setup *setup = &model->setup;
    eg_sw_rain *rain = &model->rain;
    if (!rain->frames[kind])
        EG_TRY(eg_alloc(setup->context, setup->mesh->base.regions.count, sizeof **rain->frames,
                        &rain->frames[kind]));
    if (rain->span)
        return EG_OK;
    EG_TRY(eg_alloc(setup->context, rain->zones, sizeof *rain->span, &rain->span));
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_alloc(setup->context, setup->mesh->base.own, sizeof **rain->rate, &rain->rate[i]));
    return EG_OK;
}

/* Whether a frame holds at any time of the run. */
static bool is_in_run(const eg_sw_model *model, const eg_sw_frames *frames, int64_t i)
{
    double end = eg_case_real(model->setup.loaded, "time.end", INFINITY);
    return frames->time[i] <= end && (i + 1 == frames->count || frames->time[i + 1] > 0);
}

/* Looks at all frames, one at a time. */
static eg_status look_at_frames(eg_sw_model *model, int region, eg_fv_rate_kind kind, double *heaviest)
{
    eg_sw_frames *frames = frames_of(model, region, kind);
    for (int64_t i = 0; i < frames->count; i++) {
        if (frames->cube && !is_in_run(model, frames, i))
            continue;
        if (!frames->cube)
            EG_TRY(look_at_raster(model, frames->node, (int)i, eg_sw_rate_keys[kind], heaviest));
        EG_TRY(read_frame(model, region, kind, i, model->rain.rate[1])); /* errors of places */
        if (frames->cube)
            EG_TRY(look_at_cube(model, frames, i, heaviest));
        if (frames->cube)
            frames->lacks[i] = (double)frames->lacking;
    }
    return EG_OK;
}

eg_status eg_sw_read_rate_rasters(eg_sw_model *model, int region, eg_fv_rate_kind kind, bool *fields,
                                  double *heaviest)
{
    const eg_node *node = eg_sw_rate_node(model, region, kind);
    *fields = eg_sw_has_fields(node);
    if (!*fields)
        return EG_OK;
    EG_TRY(allocate_frames(model, kind));
    eg_sw_frames *frames = frames_of(model, region, kind);
    *frames = (eg_sw_frames){.node = node, .at = -1};
    EG_TRY(eg_node_child(node, "netcdf") ? eg_sw_open_cube(model, region, frames)
                                         : list_rasters(model, frames));
    EG_TRY(check_frame_times(model, frames));
    return look_at_frames(model, region, kind, heaviest);
}

void eg_sw_destroy_rate_rasters(eg_sw_model *model)
{
    eg_sw_rain *rain = &model->rain;
    for (int k = 0; k < EG_FV_RATES; k++) {
        for (int r = 0; rain->frames[k] && r < model->setup.mesh->base.regions.count; r++) {
            eg_sw_close_cube(&rain->frames[k][r]);
            EG_FREE(&rain->frames[k][r].time, &rain->frames[k][r].item);
        }
        EG_FREE(&rain->frames[k]);
    }
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

/* Before the first frame its rate holds, and that of the last behind it. */
static eg_status fill_rate_of_region(eg_sw_model *model, int region, eg_fv_rate_kind kind, double now)
{
    eg_sw_frames *frames = frames_of(model, region, kind);
    eg_sw_rain *rain = &model->rain;
    eg_fv_rate_span span = {0};
    if (!frames->node) {
        fill_rate_factors(model, region, kind);
        give_span(rain, region, span);
        return EG_OK;
    }
    int64_t i = frame_at(frames, now);
    bool between = i >= 0 && i + 1 < frames->count && !frames->steps;
    frames->at = i;
    if (between)
        span = (eg_fv_rate_span){frames->time[i], frames->time[i + 1]};
    give_span(rain, region, span);
    EG_TRY(read_frame(model, region, kind, i < 0 ? 0 : i, rain->rate[0]));
    return read_frame(model, region, kind, between ? i + 1 : i < 0 ? 0 : i, rain->rate[1]);
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
        if (model->rain.frames[r])
            EG_TRY(give_rate(model, (eg_fv_rate_kind)r, now, restored));
    return EG_OK;
}

eg_status eg_sw_begin_forcing(eg_sw_model *model)
{
    EG_TRY(eg_sw_give_weather(model, 0));
    return give_rates(model, 0, false);
}

eg_status eg_sw_restore_forcing(eg_sw_model *model)
{
    eg_time_step now;
    if (!model->rain.span && !model->wind.node && !model->pressure.node)
        return EG_OK;
    EG_TRY(
        eg_comm_agree(model->setup.comm, eg_time_read_step(eg_stepper_time(eg_fv_stepper(model->fv)), &now)));
    EG_TRY(eg_sw_give_weather(model, now.begin));
    return give_rates(model, now.begin, true);
}

static double next_frame(const eg_sw_model *model, eg_fv_rate_kind kind, double now)
{
    double next = INFINITY;
    for (int r = 0; model->rain.frames[kind] && r < model->setup.mesh->base.regions.count; r++) {
        const eg_sw_frames *frames = frames_of(model, r, kind);
        int64_t i = frame_at(frames, now) + 1;
        if (i < frames->count)
            next = fmin(next, frames->time[i]);
    }
    return next;
}

double eg_sw_next_forcing(const eg_model *base, double now)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    double rates =
        fmin(next_frame(model, EG_FV_RAIN_RATE, now), next_frame(model, EG_FV_EVAPORATION_RATE, now));
    return fmin(rates, eg_sw_next_weather(model, now));
}

static bool rate_changes(const eg_sw_model *model, eg_fv_rate_kind kind, double now)
{
    bool any = false;
    for (int r = 0; model->rain.frames[kind] && r < model->setup.mesh->base.regions.count; r++) {
        const eg_sw_frames *frames = frames_of(model, r, kind);
        any = any || (frames->node && frame_at(frames, now) != frames->at);
    }
    return any;
}

eg_status eg_sw_change_forcing(eg_model *base, double now)
{
    eg_sw_model *model = eg_sw_model_of(base);
    for (int r = 0; r < EG_FV_RATES; r++)
        if (rate_changes(model, (eg_fv_rate_kind)r, now))
            EG_TRY(give_rate(model, (eg_fv_rate_kind)r, now, false));
    return eg_sw_change_weather(model, now);
}
