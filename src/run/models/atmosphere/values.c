/* From what a case gives to the state, and from the state to outputs. */
#include "run/models/atmosphere/internal.h"

#include <math.h>

#include "base/device_math.h"

const eg_output eg_air_outputs[EG_AIR_OUTPUTS] = {
    {"theta_perturbation", 1, "K", "perturbation of the potential temperature from the background state",
     true, "potential temperature perturbation"},
    {"velocity", 2, "m/s", "velocity of the air", true, NULL},
    {"pressure_perturbation", 1, "Pa", "perturbation of the pressure from the background state", true, NULL},
    {"tracer", 1, "", "mixing ratio of a passive tracer", false, NULL},
    {"density_perturbation", 1, "kg/m3", "perturbation of the density from the background state", true, NULL},
    {"theta", 1, "K", "potential temperature", false, "potential temperature"}};

eg_status eg_air_rest_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_air_model *model = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        const eg_background_state air = eg_air_at(model, x[i][1]);
        EG_TRY(eg_air_check_rest(model, air.theta, x[i]));
        values[i * EG_DEG_AIR] = air.density;
        values[i * EG_DEG_AIR + 1] = air.density_theta;
        values[i * EG_DEG_AIR + 2] = air.pressure;
    }
    return EG_OK;
}

/* theta and p of the state at time 0 are above 0. */
static eg_status check_given_sum(const eg_air_model *model, int given, const char *what, double rest,
                                 double value, int64_t cell, const double point[2])
{
    char place[EG_POINT_ROOM];
    const eg_node *node = model->given[given];
    if (rest + value > 0)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, node, EG_CASE,
                        "%s is %.9g at cell %lld, %s: the %s would be %.9g there; it must be above 0",
                        eg_node_name(node), value, (long long)eg_mesh_whole_number(model->setup.cells, cell),
                        eg_given_point(&model->setup, point, place), what, rest + value);
}

eg_status eg_air_initial_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    eg_air_model *model = user;
    int variables = model->tracer ? EG_DEG_VARIABLES : EG_DEG_VARIABLES - 1;
    for (int i = 0; i < count; i++) {
        double given[EG_AIR_GIVEN];
        if (model->transfer.setup) {
            eg_air_transfer_at(model, cell, x[i], &values[i * variables]);
            continue;
        }
        for (int v = 0; v < EG_AIR_GIVEN; v++) {
            given[v] = model->given[v] ? eg_expression_eval(eg_node_expression(model->given[v]), x[i])
                                       : (v == 1 ? model->wind : 0);
            if (!isfinite(given[v]))
                return eg_given_check(&model->setup, model->given[v], EG_RANGE_ANY, cell, x[i], given[v]);
        }
        const eg_background_state air = eg_air_at(model, x[i][1]);
        EG_TRY(check_given_sum(model, 0, "potential temperature", air.theta, given[0], cell, x[i]));
        EG_TRY(check_given_sum(model, 3, "pressure", air.pressure, given[3], cell, x[i]));
        EG_TRY(eg_air_check_given(model, given, x[i]));
        eg_air_state(model, x[i][1], given, &values[i * variables]);
    }
    return EG_OK;
}

void eg_air_evaluate(const eg_air_model *model, int output, double height, const double *variables,
                     double *values)
{
    const eg_background_state air = eg_air_at(model, height);
    double density = air.density + variables[0];
    double theta = (variables[3] - variables[0] * air.theta) / density;
    switch ((eg_air_output)output) {
    case EG_AIR_THETA_PERTURBATION:
        values[0] = theta;
        return;
    case EG_AIR_VELOCITY:
        values[0] = variables[1] / density;
        values[1] = variables[2] / density;
        return;
    case EG_AIR_PRESSURE_PERTURBATION:
        values[0] = air.pressure * eg_power_increment(air.density_theta, variables[3], model->exponent);
        return;
    case EG_AIR_TRACER:
        values[0] = model->tracer ? variables[4] / density : 0;
        return;
    case EG_AIR_DENSITY_PERTURBATION:
        values[0] = variables[0];
        return;
    case EG_AIR_THETA:
        values[0] = air.theta + theta;
        return;
    case EG_AIR_OUTPUTS:
        break;
    }
    assert(!"no output");
}

/* Density times what a kilogram has is changed: density stays, or what a kilogram has does. */
bool eg_air_invert(const eg_air_model *model, int output, double height, const double *values,
                   double *variables)
{
    const eg_background_state air = eg_air_at(model, height);
    double density = air.density + variables[0], theta = variables[3] - variables[0] * air.theta;
    switch ((eg_air_output)output) {
    case EG_AIR_THETA_PERTURBATION:
        variables[3] += density * values[0] - theta;
        return true;
    case EG_AIR_THETA:
        variables[3] += density * (values[0] - air.theta) - theta;
        return true;
    case EG_AIR_VELOCITY:
        variables[1] = density * values[0];
        variables[2] = density * values[1];
        return true;
    case EG_AIR_DENSITY_PERTURBATION:
        for (int v = 1; v < (model->tracer ? EG_DEG_VARIABLES : EG_DEG_VARIABLES - 1); v++)
            variables[v] +=
                (values[0] - variables[0]) * (variables[v] + (v == 3) * air.density_theta) / density;
        variables[0] = values[0];
        return true;
    case EG_AIR_TRACER:
        if (model->tracer)
            variables[4] = density * values[0];
        return model->tracer;
    case EG_AIR_PRESSURE_PERTURBATION:
    case EG_AIR_OUTPUTS:
        break;
    }
    return false;
}

double eg_air_height(const eg_air_model *model, int64_t cell, const double point[2])
{
    double x[EG_CELL_VERTICES][2], at[2];
    eg_plane_cell_vertices(model->setup.mesh, cell, x);
    eg_cell_map(EG_TRIANGLE, (const double(*)[2])x, point, at);
    return at[1];
}
