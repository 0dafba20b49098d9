/* Wind and pressure of the air: what they are at some moments, given to the solver two at a time (scheme/fv,
 * eg_fv_set_wind, eg_fv_set_pressure). */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

#include "base/device_math.h"

/* No wind at 10 m has been above it, m/s; and pressures at the ground, Pa. */
static const double STRONGEST = 150, LEAST = 5e4, MOST = 1.2e5;

static double number_at(const eg_node *map, const char *key)
{
    return eg_node_real(eg_node_child(map, key));
}

static double water_density(const eg_sw_model *model)
{
    return eg_case_real(model->setup.loaded, "physics.water_density", 1000);
}

/* ---- the stress of a wind */

/* Of a wind at 10 m, m/s. */
static double drag_coefficient(const eg_node *drag, double speed)
{
    if (eg_node_is(drag, "smith-banke"))
        return (0.63 + 0.066 * speed) * 1e-3;
    if (eg_node_is(drag, "large-pond"))
        return speed < 11 ? 1.2e-3 : (0.49 + 0.065 * speed) * 1e-3;
    if (eg_node_is(drag, "garratt"))
        return (0.75 + 0.067 * speed) * 1e-3;
    if (eg_node_is(drag, "wu"))
        return (0.8 + 0.065 * speed) * 1e-3;
    return eg_node_real(drag);
}

/* tau / rho, m2/s2, in place of the wind. */
static void find_stress(const eg_sw_model *model, double wind[2])
{
    const eg_node *map = eg_case_find(model->setup.loaded, "physics.wind");
    double speed = sqrt(wind[0] * wind[0] + wind[1] * wind[1]);
    double part = number_at(map, "air_density") / water_density(model);
    double factor = part * drag_coefficient(eg_node_child(map, "drag"), speed) * speed;
    wind[0] *= factor;
    wind[1] *= factor;
}

static void turn_wind(double speed, double from, double wind[2])
{
    wind[0] = -speed * eg_sin(from);
    wind[1] = -speed * eg_cos(from);
}

/* Heights, m, in place of pressures. */
static double find_height(const eg_sw_model *model, double pressure)
{
    double reference = eg_case_real(model->setup.loaded, "physics.reference_pressure", 101325);
    double gravity = eg_case_real(model->setup.loaded, "numerics.gravity", 9.81);
    return (pressure - reference) / (water_density(model) * gravity);
}

/* ---- moments */

static eg_status check_weather_cover(const eg_sw_model *model, const eg_sw_weather *weather, const char *path)
{
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    double first = weather->time[0], last = weather->time[weather->count - 1];
    if (eg_node_is(eg_node_child(weather->node, "after"), "hold"))
        return eg_sw_judge_held(model, weather->node, path, first, last);
    if (end && first <= 0 && last >= eg_node_real(end))
        return EG_OK;
    return eg_case_fail(
        model->setup.loaded, weather->node, EG_CASE,
        "%s covers %.9g s to %.9g s and not the run; give 'after: hold' to keep its first and last "
        "values outside, or more of them",
        path, first, last);
}

static eg_status refuse_wind(const eg_sw_model *model, const eg_sw_weather *weather, const char *path,
                             double speed)
{
    return eg_case_fail(model->setup.loaded, weather->node, EG_CASE,
                        "%s has a wind of %.6g m/s; the strongest was 113 m/s: look at its unit", path,
                        speed);
}

/* A table of time, speed and from. */
static eg_status read_wind_table(const eg_sw_model *model, eg_sw_weather *weather)
{
    EG_ENDS_WITH(eg_records_destroy) eg_records *table = NULL;
    const char *path = eg_node_path(eg_node_child(weather->node, "csv"));
    eg_context *context = model->setup.context;
    EG_TRY(eg_records_read(context, path, "time speed from", "time speed from", &table));
    EG_TRY(EG_ALLOC(context, EG_BLOCK(table->rows, weather->time), EG_BLOCK(table->rows, weather->uniform)));
    weather->count = table->rows;
    for (int64_t i = 0; i < table->rows; i++) {
        double speed, from;
        EG_TRY(eg_records_moment(table, i, "time", eg_case_start(model->setup.loaded), &weather->time[i]));
        EG_TRY(eg_records_real(table, i, "speed", EG_DIMENSION_VELOCITY, &speed));
        EG_TRY(eg_records_angle(table, i, "from", &from));
        if (!(speed >= 0 && speed <= STRONGEST))
            return eg_records_fail(table, i, "speed", "must be 0 to %g m/s", STRONGEST);
        if (!(fabs(from) <= 6.2831853072))
            return eg_records_fail(table, i, "from", "must be -360 to 360 deg; remove rows without a wind");
        if (i > 0 && !(weather->time[i] > weather->time[i - 1]))
            return eg_records_fail(table, i, "time", "does not come after the row before");
        turn_wind(speed, from, weather->uniform[i]);
    }
    eg_sw_warn_of_zone(model, weather->node, path, eg_records_is_zoneless(table, "time"));
    return check_weather_cover(model, weather, path);
}

static eg_status read_pressure_table(const eg_sw_model *model, eg_sw_weather *weather)
{
    eg_sw_series series = {0};
    eg_fv_series given = {0};
    eg_context *context = model->setup.context;
    eg_status status = eg_sw_read_series(model, weather->node, &series, &given);
    if (status == EG_OK)
        status =
            EG_ALLOC(context, EG_BLOCK(given.rows, weather->time), EG_BLOCK(given.rows, weather->uniform));
    for (int64_t i = 0; status == EG_OK && i < given.rows; i++) {
        weather->time[i] = given.times[i];
        weather->uniform[i][0] = given.values[i];
        weather->count = given.rows;
    }
    eg_sw_destroy_series(&series);
    return status;
}

static eg_status open_weather_cube(const eg_sw_model *model, eg_sw_weather *weather, int k,
                                   const char *variable)
{
    const eg_setup *setup = &model->setup;
    const eg_node *file = eg_node_child(weather->node, "netcdf");
    eg_dimension wanted = weather->components == 2 ? EG_DIMENSION_VELOCITY : EG_DIMENSION_PRESSURE;
    EG_TRY(eg_cube_open(setup->context, eg_node_path(file), variable, eg_case_start(setup->loaded),
                        &weather->cube[k]));
    const eg_cube *cube = weather->cube[k];
    if (!eg_dimension_equal(cube->dimension, wanted))
        return eg_case_fail(setup->loaded, file, EG_CASE, "%s: %s is in '%s', not in %s", cube->path,
                            cube->variable, cube->unit, weather->components == 2 ? "m/s" : "Pa");
    for (int64_t i = 0; k == 1 && i < cube->times; i++) /* of one file, they share their times */
        if (cube->times != weather->count || cube->time[i] != weather->time[i])
            return eg_case_fail(setup->loaded, file, EG_CASE, "%s: %s and %s have different times",
                                cube->path, weather->cube[0]->variable, cube->variable);
    return eg_alloc(setup->context, cube->rows * cube->columns, sizeof *weather->values[k],
                    &weather->values[k]);
}

static eg_status read_weather_cubes(const eg_sw_model *model, eg_sw_weather *weather)
{
    const eg_node *components = eg_node_child(weather->node, "components");
    const eg_node *variable = eg_node_child(weather->node, "variable");
    for (int k = 0; k < weather->components; k++) {
        const eg_node *name = components ? eg_node_item(components, k) : variable;
        EG_TRY(open_weather_cube(model, weather, k, name ? eg_node_text(name) : NULL));
        const eg_cube *cube = weather->cube[0];
        if (k > 0)
            continue;
        EG_TRY(eg_alloc(model->setup.context, cube->times, sizeof *weather->time, &weather->time));
        memcpy(weather->time, cube->time, (size_t)cube->times * sizeof *weather->time);
        weather->count = cube->times;
    }
    return check_weather_cover(model, weather, weather->cube[0]->path);
}

/* One moment, at time 0. */
static eg_status read_steady(const eg_sw_model *model, eg_sw_weather *weather)
{
    const eg_node *from = eg_node_child(weather->node, "from");
    EG_TRY(EG_ALLOC(model->setup.context, EG_BLOCK(1, weather->time), EG_BLOCK(1, weather->uniform)));
    weather->count = 1;
    if (weather->components == 1)
        return EG_OK;
    if (!from)
        return eg_case_fail(
            model->setup.loaded, weather->node, EG_CASE,
            "physics.wind.from is missing: the direction that the wind comes from, such as '270 deg'");
    if (number_at(weather->node, "speed") > STRONGEST)
        return refuse_wind(model, weather, "physics.wind", number_at(weather->node, "speed"));
    turn_wind(number_at(weather->node, "speed"), eg_node_real(from), weather->uniform[0]);
    return EG_OK;
}

static eg_status read_weather_of(eg_sw_model *model, const char *key, int components, eg_sw_weather *weather)
{
    weather->node = eg_case_find(model->setup.loaded, key);
    weather->components = components;
    weather->at = -1;
    if (!weather->node)
        return EG_OK;
    for (int k = 0; k < 2 * components; k++)
        EG_TRY(eg_alloc(model->setup.context, model->setup.mesh->base.own + 1, sizeof **weather->field,
                        &weather->field[k]));
    if (eg_node_child(weather->node, "netcdf"))
        return read_weather_cubes(model, weather);
    if (!eg_node_child(weather->node, "csv"))
        return read_steady(model, weather);
    return components == 2 ? read_wind_table(model, weather) : read_pressure_table(model, weather);
}

/* ---- fields */

/* Bilinear between the middles of pixels; the outer half pixel has the value at its edge. */
static bool find_in_cube(const eg_cube *cube, const double *values, const double x[3], double *value)
{
    const int64_t count[2] = {cube->columns, cube->rows};
    int64_t at[2];
    double part[2];
    for (int k = 0; k < 2; k++) {
        double place = (x[k] - cube->first[k]) / cube->spacing[k];
        if (!(place >= -0.500001 && place <= (double)count[k] - 0.499999))
            return false;
        place = fmin(fmax(place, 0), (double)(count[k] - 1));
        at[k] = (int64_t)fmin(floor(place), (double)(count[k] - 2));
        part[k] = place - (double)at[k];
    }
    const double *low = values + at[1] * cube->columns + at[0], *high = low + cube->columns;
    double below = fma(part[0], low[1] - low[0], low[0]), above = fma(part[0], high[1] - high[0], high[0]);
    *value = fma(part[1], above - below, below);
    return isfinite(*value);
}

static eg_status refuse_weather_place(const eg_sw_model *model, const eg_sw_weather *weather, int64_t cell,
                                      const eg_cube *cube, int64_t item)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    char place[EG_POINT_ROOM], date[EG_DATE_ROOM];
    eg_date_text(eg_case_start(model->setup.loaded), cube->time[item], date);
    return eg_case_fail(model->setup.loaded, eg_node_child(weather->node, "netcdf"), EG_CASE,
                        "%s: %s has no value at %s at cell %lld, %s", cube->path, cube->variable, date,
                        (long long)eg_mesh_whole_number(mesh, cell),
                        eg_format_point(2, mesh->centroid[cell], place));
}

/* What a moment has in a cell, as it is given. */
static eg_status find_weather(const eg_sw_model *model, const eg_sw_weather *weather, int64_t item,
                              int64_t cell, double value[2])
{
    const double *x = model->setup.mesh->base.centroid[cell];
    if (!weather->cube[0] && weather->components == 1 && weather->node && !eg_node_is_map(weather->node)) {
        value[0] = eg_expression_eval(eg_node_expression(weather->node), x);
        return eg_given_check(&model->setup, weather->node, EG_RANGE_POSITIVE, cell, x, value[0]);
    }
    for (int k = 0; k < weather->components; k++)
        if (!weather->cube[k])
            value[k] = weather->uniform[item][k];
        else if (!find_in_cube(weather->cube[k], weather->values[k], x, &value[k]))
            return refuse_weather_place(model, weather, cell, weather->cube[k], item);
    return EG_OK;
}

static eg_status check_weather(const eg_sw_model *model, const eg_sw_weather *weather, const double value[2])
{
    const char *path = weather->cube[0] ? weather->cube[0]->path : eg_node_name(weather->node);
    double speed = weather->components == 2 ? hypot(value[0], value[1]) : 0;
    if (speed > STRONGEST)
        return refuse_wind(model, weather, path, speed);
    if (weather->components == 1 && !(value[0] >= LEAST && value[0] <= MOST))
        return eg_case_fail(
            model->setup.loaded, weather->node, EG_CASE,
            "%s has a pressure of %.6g Pa; that of the air at the ground is 87,000 to 108,500 Pa: "
            "look at its unit",
            path, value[0]);
    return EG_OK;
}

/* Fills `field` of a moment, what the solver is given of it. */
static eg_status fill_moment(const eg_sw_model *model, const eg_sw_weather *weather, int64_t item,
                             double **field)
{
    for (int k = 0; k < weather->components; k++)
        if (weather->cube[k])
            EG_TRY(eg_cube_read(weather->cube[k], item, weather->values[k]));
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++) {
        double value[2] = {0};
        EG_TRY(find_weather(model, weather, item, c, value));
        EG_TRY(check_weather(model, weather, value));
        if (weather->components == 2)
            find_stress(model, value);
        else
            value[0] = find_height(model, value[0]);
        for (int k = 0; k < weather->components; k++)
            field[k][c] = value[k];
    }
    return EG_OK;
}

/* The last moment that has come, -1: none. */
static int64_t moment_at(const eg_sw_weather *weather, double now)
{
    int64_t i = weather->count;
    while (i > 0 && !eg_time_has_come(weather->time[i - 1], now))
        i--;
    return i - 1;
}

/* Fills `field` of now and of the next moment; *span: the time between them, empty where the first holds. */
static eg_status fill_fields(const eg_sw_model *model, eg_sw_weather *weather, double now,
                             eg_fv_rate_span *span)
{
    int64_t i = moment_at(weather, now);
    bool between = i >= 0 && i + 1 < weather->count;
    weather->at = i;
    *span = (eg_fv_rate_span){0};
    if (between)
        *span = (eg_fv_rate_span){weather->time[i], weather->time[i + 1]};
    EG_TRY(fill_moment(model, weather, i < 0 ? 0 : i, weather->field));
    return fill_moment(model, weather, between ? i + 1 : i < 0 ? 0 : i, weather->field + weather->components);
}

static eg_status give_weather(eg_sw_model *model, eg_sw_weather *weather, double now)
{
    eg_fv_rate_span span;
    if (!weather->node)
        return EG_OK;
    eg_status status = fill_fields(model, weather, now, &span);
    const double *const *field = (const double *const *)weather->field;
    status = weather->components == 2 ? eg_fv_set_wind(model->fv, span, field, status)
                                      : eg_fv_set_pressure(model->fv, span, field, status);
    return eg_comm_agree(model->setup.comm, status);
}

/* The first moments, which tell what is wrong; of the pressure that of time 0 comes to field[0]. */
static eg_status begin_weather(const eg_sw_model *model, eg_sw_weather *weather)
{
    eg_fv_rate_span span;
    if (!weather->node)
        return EG_OK;
    EG_TRY(fill_fields(model, weather, 0, &span));
    double part = span.end > span.begin ? (0 - span.begin) / (span.end - span.begin) : 0;
    for (int64_t c = 0; weather->components == 1 && c < model->setup.mesh->base.own; c++)
        weather->field[0][c] = fma(part, weather->field[1][c] - weather->field[0][c], weather->field[0][c]);
    return EG_OK;
}

/* ---- the model's */

eg_status eg_sw_read_weather(eg_sw_model *model)
{
    EG_TRY(read_weather_of(model, "physics.wind", 2, &model->wind));
    EG_TRY(read_weather_of(model, "physics.pressure", 1, &model->pressure));
    EG_TRY(begin_weather(model, &model->wind));
    return begin_weather(model, &model->pressure);
}

eg_status eg_sw_give_weather(eg_sw_model *model, double now)
{
    EG_TRY(give_weather(model, &model->wind, now));
    return give_weather(model, &model->pressure, now);
}

static double next_moment(const eg_sw_weather *weather, double now)
{
    int64_t i = moment_at(weather, now) + 1;
    return i < weather->count ? weather->time[i] : INFINITY;
}

double eg_sw_next_weather(const eg_sw_model *model, double now)
{
    return fmin(next_moment(&model->wind, now), next_moment(&model->pressure, now));
}

eg_status eg_sw_change_weather(eg_sw_model *model, double now)
{
    if (moment_at(&model->wind, now) != model->wind.at)
        EG_TRY(give_weather(model, &model->wind, now));
    if (moment_at(&model->pressure, now) != model->pressure.at)
        EG_TRY(give_weather(model, &model->pressure, now));
    return EG_OK;
}

static void close_weather(eg_sw_weather *weather)
{
    for (int k = 0; k < 2; k++) {
        eg_cube_destroy(&weather->cube[k]);
        EG_FREE(&weather->values[k]);
    }
    for (int k = 0; k < 4; k++)
        EG_FREE(&weather->field[k]);
    EG_FREE(&weather->time, &weather->uniform);
}

void eg_sw_close_weather(eg_sw_model *model)
{
    close_weather(&model->wind);
    close_weather(&model->pressure);
}
