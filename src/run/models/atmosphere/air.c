/* The air at rest, as the case gives it. */
#include "run/models/atmosphere/internal.h"

#include <math.h>

#include "base/device_math.h"
#include "io/table/sounding.h"

static eg_background_kind kind_of_background(const eg_node *node)
{
    if (eg_node_child(node, "sounding"))
        return EG_BACKGROUND_SOUNDING;
    if (eg_node_is(node, "isothermal"))
        return EG_BACKGROUND_ISOTHERMAL;
    return eg_node_is(node, "constant-frequency") ? EG_BACKGROUND_FREQUENCY : EG_BACKGROUND_ISENTROPIC;
}

static eg_background_options options_of_background(const eg_case *loaded)
{
    return (eg_background_options){
        .kind = kind_of_background(eg_case_find(loaded, "atmosphere.background")),
        .gas = {.gas_constant = eg_case_real(loaded, "atmosphere.gas_constant", 287),
                .heat_capacity = eg_case_real(loaded, "atmosphere.heat_capacity", 1004.5),
                .reference_pressure = eg_case_real(loaded, "atmosphere.reference_pressure", 1e5)},
        .gravity = eg_case_real(loaded, "atmosphere.gravity", 9.81),
        .theta = eg_case_real(loaded, "atmosphere.theta", 300),
        .frequency = eg_case_real(loaded, "atmosphere.frequency", 0.01),
        .temperature = eg_case_real(loaded, "atmosphere.temperature", 250)};
}

static eg_status open_air(eg_air_model *model, const eg_background_options *options)
{
    EG_TRY(eg_background_create(model->setup.context, options, model->low, model->high, &model->background));
    model->exponent = eg_gas_exponent(eg_background_gas(model->background));
    return EG_OK;
}

eg_status eg_air_open_background(eg_air_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *node = eg_case_find(loaded, "atmosphere.background");
    const eg_node *file = eg_node_child(node, "sounding");
    eg_background_options options = options_of_background(loaded);
    EG_ENDS_WITH(eg_sounding_destroy) eg_sounding *sounding = NULL;
    eg_status status = EG_OK;
    if (file)
        status = eg_sounding_read(model->setup.context, eg_node_path(file), &sounding);
    options.sounding = sounding;
    if (status == EG_OK)
        status = open_air(model, &options);
    return status == EG_OK ? EG_OK : eg_given_fail_at_key(model->setup.context, loaded, node, "", status);
}

eg_status eg_air_default_background(eg_air_model *model)
{
    const eg_background_options options = {
        .kind = EG_BACKGROUND_ISENTROPIC, .gas = {287, 1004.5, 1e5}, .gravity = 9.81, .theta = 300};
    return open_air(model, &options);
}

eg_background_state eg_air_at(const eg_air_model *model, double height)
{
    return eg_background_at(model->background, fmin(fmax(height, model->low), model->high));
}

/* rho theta follows from the pressure alone, and then rho from theta; exactly the air at rest where nothing
 * is given. */
void eg_air_state(const eg_air_model *model, double height, const double given[EG_AIR_GIVEN],
                  double *variables)
{
    const eg_background_state air = eg_air_at(model, height);
    double heat = air.density_theta * eg_power_increment(air.pressure, given[3], 1 / model->exponent);
    double density = (heat - air.density * given[0]) / (air.theta + given[0]);
    variables[0] = density;
    variables[1] = (air.density + density) * given[1];
    variables[2] = (air.density + density) * given[2];
    variables[3] = heat;
    if (model->tracer)
        variables[4] = (air.density + density) * given[4];
}
