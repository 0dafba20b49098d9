/* Tracers between two bounds, docs/theory/limiters.md: what a case says of them, and whether they can be kept
 * there. */
#include "run/models/waves/names.h"

/* Discrete divergence of a velocity without any, as a part of the rate at which cells are flushed. */
static const double NO_DIVERGENCE = 1e-9;
/* How far a given value may be beyond a bound, by rounding, as a part of the bounds' sizes; and what may come
 * in where the flow runs along a boundary, as a part of what passes the cells. */
static const double ROUNDING = 1e-14, ALONG = 1e-12;

/* Those of all tracers, or of one of them; NULL where it has none. */
static const eg_node *limiter_bounds(const eg_waves_model *model)
{
    return eg_case_find(model->setup.loaded, "numerics.limiter.bounds");
}

static const eg_node *bounds_of(const eg_waves_model *model, int tracer)
{
    const eg_node *bounds = limiter_bounds(model);
    return eg_node_is_list(bounds) ? bounds : eg_node_child(bounds, model->kind->system->variable[tracer]);
}

bool eg_waves_is_beyond(const eg_waves_model *model, int tracer, double value)
{
    const double *bound = model->bounds ? model->bounds[tracer] : NULL;
    double slack = bound ? ROUNDING * (fabs(bound[0]) + fabs(bound[1])) : 0;
    return bound && bound[0] < bound[1] && (value < bound[0] - slack || value > bound[1] + slack);
}

/* A constant inflow. */
static eg_status check_inflow_bounds(const eg_waves_model *model)
{
    const eg_mesh_names *names = &model->setup.mesh->base.boundaries;
    for (int b = 0; b < names->count; b++) {
        const eg_node *inflow[EG_LINEAR_VARIABLES];
        int count = eg_waves_inflow_of(model, b, inflow);
        for (int v = 0; v < count; v++)
            if (eg_node_is_constant(inflow[v]) && eg_waves_is_beyond(model, v, eg_node_real(inflow[v])))
                return eg_case_fail(model->setup.loaded, inflow[v], EG_CASE,
                                    "the tracer %.9g beyond boundary '%s' is outside "
                                    "numerics.limiter.bounds, [%.9g, %.9g]",
                                    eg_node_real(inflow[v]), names->name[b], model->bounds[v][0],
                                    model->bounds[v][1]);
    }
    return EG_OK;
}

eg_status eg_waves_open_limiter(eg_waves_model *model)
{
    int n = model->kind->system->variables;
    if (!limiter_bounds(model))
        return EG_OK;
    EG_TRY(eg_alloc(model->setup.context, n, sizeof *model->bounds, &model->bounds));
    for (int v = 0; v < n; v++) {
        const eg_node *bounds = bounds_of(model, v);
        for (int i = 0; bounds && i < 2; i++)
            model->bounds[v][i] = eg_node_real(eg_node_item(bounds, i));
    }
    return EG_OK;
}

/* The bounds of a limiter hold for steps by CFL, and where nothing comes in from beyond an outflow boundary
 * but 0. */
static eg_status check_limited_wind(const eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *bounds = eg_case_find(loaded, "numerics.limiter.bounds"),
                  *dt = eg_case_find(loaded, "time.dt");
    const eg_mesh_names *names = &model->setup.mesh->base.boundaries;
    int v = 0, n = model->kind->system->variables;
    if (dt)
        return eg_case_fail(
            loaded, dt, EG_CASE,
            "time.dt does not go with numerics.limiter and a velocity that depends on t: how much "
            "leaves a cell in a step is not known before; give time.cfl");
    while (v < n && !eg_waves_is_beyond(model, v, 0))
        v++;
    for (int b = 0; b < names->count && v < n; b++)
        if (model->boundaries[b] == EG_LINEAR_ABSORBING)
            return eg_case_fail(
                loaded, bounds, EG_CASE,
                "the velocity depends on t and may turn inwards at the outflow boundary '%s', where a "
                "tracer of 0 comes in, and numerics.limiter.bounds is [%.9g, %.9g]; give {inflow: ...} "
                "there, or bounds that hold 0",
                names->name[b], model->bounds[v][0], model->bounds[v][1]);
    return EG_OK;
}

eg_status eg_waves_check_limiter(const eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    if (!model->bounds)
        return EG_OK;
    if (model->form == EG_ADER_QUASI_CONSERVATIVE)
        return eg_case_fail(loaded, eg_case_find(loaded, "numerics.form"), EG_CASE,
                            "numerics.limiter needs the conservative form, in which cells change "
                            "by fluxes alone; leave numerics.form out");
    if (model->sources.count > 0)
        return eg_case_fail(loaded, eg_case_find(loaded, "sources"), EG_CASE,
                            "numerics.limiter cannot be combined with sources: what they add has no bounds");
    if (model->inflow.data && model->factor.data)
        return eg_case_fail(loaded, limiter_bounds(model), EG_CASE,
                            "numerics.limiter cannot be combined with velocity_factor and an inflow boundary "
                            "yet: what enters in a step in which the flow turns has no bounds");
    if (model->inflow.data && model->exchange)
        return eg_case_fail(
            loaded, limiter_bounds(model), EG_CASE,
            "numerics.limiter cannot be combined with tracers.exchange and an inflow boundary "
            "yet: what enters before it exchanges has no bounds");
    if (model->wind.data)
        EG_TRY(check_limited_wind(model));
    EG_TRY(eg_tracers_check_bounds(model));
    return check_inflow_bounds(model);
}

eg_status eg_waves_refuse_beyond(const eg_waves_model *model, int tracer, const double *x, double value)
{
    const char *name = model->kind->system->variable[tracer];
    const eg_node *initial = eg_node_child(eg_case_find(model->setup.loaded, "initial"), name);
    char place[EG_POINT_ROOM];
    return eg_case_fail(model->setup.loaded, initial ? initial : limiter_bounds(model), EG_CASE,
                        "the initial %s is %.9g at %s, outside numerics.limiter.bounds, [%.9g, %.9g]", name,
                        value, eg_given_point(&model->setup, x, place), model->bounds[tracer][0],
                        model->bounds[tracer][1]);
}

static eg_status check_limited_steps(const eg_waves_model *model, const eg_ader_flow *flow)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *dt = eg_case_find(loaded, "time.dt"), *cfl = eg_case_find(loaded, "time.cfl");
    const eg_node *given = dt ? dt : cfl;
    if (flow->leaving <= 1)
        return EG_OK;
    return eg_case_fail(loaded, given, EG_CASE,
                        "%s has steps in which %.4g times what a cell holds would leave it, and "
                        "numerics.limiter allows 1; take %.4g or less",
                        dt ? "time.dt" : "time.cfl", flow->leaving,
                        0.999 * (given ? eg_node_real(given) : 1) / flow->leaving);
}

static eg_status check_open(const eg_waves_model *model, const eg_ader_flow *flow)
{
    const eg_mesh *mesh = model->setup.cells;
    char place[EG_POINT_ROOM];
    int v = 0, n = model->kind->system->variables;
    while (v < n && !eg_waves_is_beyond(model, v, 0))
        v++;
    if (flow->entering <= ALONG * flow->flushing || v == n)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, limiter_bounds(model), EG_CASE,
                        "the velocity points inwards at the outflow boundary by the cell at %s, "
                        "where a tracer of 0 comes in, and numerics.limiter.bounds is [%.9g, "
                        "%.9g]; give {inflow: ...} there, or bounds that hold 0",
                        eg_given_point(&model->setup, mesh->centroid[flow->open], place), model->bounds[v][0],
                        model->bounds[v][1]);
}

/* One rank says it, the one with the largest. */
static void warn_of_divergence(const eg_waves_model *model, const eg_ader_flow *flow)
{
    const eg_comm *comm = model->setup.comm;
    const eg_mesh *mesh = model->setup.cells;
    char place[EG_POINT_ROOM];
    int rank = eg_comm_first_largest(comm, flow->divergence);
    if (flow->divergence <= NO_DIVERGENCE * flow->flushing || eg_comm_rank(comm) != rank)
        return;
    eg_case_warn(model->setup.loaded, limiter_bounds(model),
                 "the velocity of the scheme has a divergence of %.3g 1/s in the cell at %s: a "
                 "tracer that is conserved leaves its bounds there by as much of itself; a larger "
                 "numerics.material_order, or smaller cells, may have less of it",
                 flow->divergence, eg_given_point(&model->setup, mesh->centroid[flow->diverging], place));
}

eg_status eg_waves_check_flow(const eg_waves_model *model, const eg_ader_options *options)
{
    eg_ader_flow flow;
    if (!model->bounds || model->wind.data) /* in a wind steps are taken by what it is */
        return EG_OK;
    eg_ader_find_flow(model->ader, options, &flow);
    eg_comm_max(model->setup.comm, &flow.flushing, 1);
    eg_status status = check_limited_steps(model, &flow);
    if (status == EG_OK)
        status = check_open(model, &flow);
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    warn_of_divergence(model, &flow);
    return EG_OK;
}
