/* theta and a tracer between bounds, docs/theory/limiters.md: what a case says of them, and whether they can
 * be kept there. */
#include "run/models/atmosphere/internal.h"

#include <math.h>

/* How far a given value may be beyond a bound, by rounding, as a part of the bounds' sizes. One that a
 * snapshot has is what is left of a quotient and of the nodes of another cell. */
static const double ROUNDING = 1e-13, OF_A_SNAPSHOT = 1e-6;

static const eg_node *find_limiter(const eg_air_model *model, const char *key)
{
    return eg_node_child(eg_case_find(model->setup.loaded, "numerics.limiter"), key);
}

static bool read_bounds(const eg_node *node, double bounds[2])
{
    if (node)
        eg_node_reals(node, 0, 2, bounds);
    return node != NULL;
}

void eg_air_open_limiter(eg_air_model *model)
{
    eg_deg_bounds *bounds = &model->bounds;
    bounds->has_theta = read_bounds(find_limiter(model, "theta"), bounds->theta);
    bounds->has_tracer = read_bounds(find_limiter(model, "tracer"), bounds->tracer);
}

/* ---- what does not go with it */

/* Means are between the bounds where a stage is a mean of explicit steps by fluxes alone. */
static eg_status check_limited_steps(const eg_air_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *integrator = eg_case_find(loaded, "numerics.integrator");
    const eg_node *flux = eg_case_find(loaded, "numerics.flux");
    const eg_node *cfl = eg_case_find(loaded, "time.cfl"), *dt = eg_case_find(loaded, "time.dt");
    eg_deg_flux number = eg_air_flux(loaded);
    if (eg_node_is(integrator, "semi-implicit"))
        return eg_case_fail(loaded, integrator, EG_CASE,
                            "numerics.limiter needs explicit steps, numerics.integrator: ssp-rk3: "
                            "stages of semi-implicit ones are no means of states that it bounds");
    if (number == EG_DEG_EVOLUTION_CONSTANT || number == EG_DEG_EVOLUTION_BILINEAR)
        return eg_case_fail(loaded, flux, EG_CASE,
                            "numerics.limiter needs a flux that takes what flows from one side of "
                            "a face: numerics.flux: evolution, hllc or rusanov");
    if (dt)
        return eg_case_fail(loaded, dt, EG_CASE,
                            "numerics.limiter chooses its steps by time.cfl, so that no more "
                            "leaves a cell than it may; leave time.dt out");
    if (cfl && eg_node_real(cfl) > 1)
        return eg_case_fail(loaded, cfl, EG_CASE,
                            "numerics.limiter needs a time.cfl of at most 1, and it is %g",
                            eg_node_real(cfl));
    return EG_OK;
}

static eg_status check_limited_theta(const eg_air_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *viscosity = eg_case_find(loaded, "numerics.viscosity");
    if (!model->bounds.has_theta)
        return EG_OK;
    if (model->bounds.theta[0] <= 0)
        return eg_case_fail(loaded, find_limiter(model, "theta"), EG_CASE,
                            "numerics.limiter.theta is [%.9g, %.9g] K; theta is the whole "
                            "potential temperature, above 0, and not its perturbation",
                            model->bounds.theta[0], model->bounds.theta[1]);
    if (eg_node_real(viscosity) > 0)
        return eg_case_fail(loaded, viscosity, EG_CASE,
                            "numerics.limiter.theta cannot be combined with numerics.viscosity, whose fluxes "
                            "have no bounds; a tracer has no viscosity and may be limited");
    return EG_OK;
}

/* Through an open boundary, and in a sponge, comes air without a tracer. */
static eg_status check_limited_tracer(const eg_air_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const double *bounds = model->bounds.tracer;
    if (!model->bounds.has_tracer)
        return EG_OK;
    if (!model->tracer)
        return eg_case_fail(loaded, find_limiter(model, "tracer"), EG_CASE,
                            "numerics.limiter.tracer needs initial.tracer");
    if (model->closed || (bounds[0] <= 0 && bounds[1] >= 0))
        return EG_OK;
    return eg_case_fail(loaded, find_limiter(model, "tracer"), EG_CASE,
                        "numerics.limiter.tracer is [%.9g, %.9g], and air without a tracer comes "
                        "in through open boundaries or in a sponge; give bounds that hold 0",
                        bounds[0], bounds[1]);
}

eg_status eg_air_check_limiter(const eg_air_model *model)
{
    if (!model->bounds.has_theta && !model->bounds.has_tracer)
        return EG_OK;
    EG_TRY(check_limited_steps(model));
    EG_TRY(check_limited_theta(model));
    return check_limited_tracer(model);
}

/* ---- what is given */

static bool is_beyond(const double bounds[2], double value, double part)
{
    double slack = part * (fabs(bounds[0]) + fabs(bounds[1]));
    return value < bounds[0] - slack || value > bounds[1] + slack;
}

eg_status eg_air_check_rest(const eg_air_model *model, double theta, const double x[2])
{
    char place[EG_POINT_ROOM];
    const double *bounds = model->bounds.theta;
    if (!model->bounds.has_theta || model->closed || !is_beyond(bounds, theta, ROUNDING))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, find_limiter(model, "theta"), EG_CASE,
                        "theta of the air at rest, which comes in through open boundaries or in a "
                        "sponge, is %.9g K at %s, outside numerics.limiter.theta, [%.9g, %.9g] K",
                        theta, eg_given_point(&model->setup, x, place), bounds[0], bounds[1]);
}

static eg_status check_limited_value(const eg_air_model *model, const char *what, const char *unit,
                                     const eg_node *given, const double bounds[2], double value,
                                     const double x[2])
{
    char place[EG_POINT_ROOM];
    bool is_snapshot = model->transfer.setup != NULL;
    if (!is_beyond(bounds, value, is_snapshot ? OF_A_SNAPSHOT : ROUNDING))
        return EG_OK;
    const eg_node *node = given ? given : find_limiter(model, what);
    return eg_case_fail(model->setup.loaded, node, EG_CASE,
                        "the initial %s is %.9g%s at %s, outside numerics.limiter.%s, [%.9g, "
                        "%.9g]%s; theta of the air at rest is %.9g to %.9g K",
                        what, value, unit, eg_given_point(&model->setup, x, place), what, bounds[0],
                        bounds[1], unit, eg_air_at(model, model->low).theta,
                        eg_air_at(model, model->high).theta);
}

eg_status eg_air_check_given(const eg_air_model *model, const double given[EG_AIR_GIVEN], const double x[2])
{
    const eg_deg_bounds *bounds = &model->bounds;
    if (bounds->has_theta)
        EG_TRY(check_limited_value(model, "theta", " K", model->given[0], bounds->theta,
                                   eg_air_at(model, x[1]).theta + given[0], x));
    if (bounds->has_tracer)
        return check_limited_value(model, "tracer", "", model->given[4], bounds->tracer, given[4], x);
    return EG_OK;
}
