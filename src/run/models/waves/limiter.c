/* A tracer between two bounds, docs/theory/limiters.md: what a case says of it, and whether it can be kept
 * there. */
#include "run/models/waves/internal.h"

/* Discrete divergence of a velocity without any, as a part of the rate at which cells are flushed. */
static const double NO_DIVERGENCE = 1e-9;
/* How far a given value may be beyond a bound, by rounding, as a part of the bounds' sizes; and what may come
 * in where the flow runs along a boundary, as a part of what passes the cells. */
static const double ROUNDING = 1e-14, ALONG = 1e-12;

static const eg_node *limiter_bounds(const eg_waves_model *model)
{
    return eg_case_find(model->setup.loaded, "numerics.limiter.bounds");
}

bool eg_waves_is_beyond(const eg_waves_model *model, double value)
{
    double slack = ROUNDING * (fabs(model->bound[0]) + fabs(model->bound[1]));
    return model->bounded && (value < model->bound[0] - slack || value > model->bound[1] + slack);
}

/* An inflow of one value. */
static eg_status check_inflow_bounds(const eg_waves_model *model)
{
    const eg_mesh_names *names = &model->setup.mesh->base.boundaries;
    for (int b = 0; b < names->count; b++) {
        const eg_node *inflow[EG_LINEAR_VARIABLES];
        if (eg_waves_inflow_of(model, b, inflow) == 0 || !eg_node_is_constant(inflow[0]) ||
            !eg_waves_is_beyond(model, eg_node_real(inflow[0])))
            continue;
        return eg_case_fail(model->setup.loaded, inflow[0], EG_CASE,
                            "the tracer %.9g beyond boundary '%s' is outside "
                            "numerics.limiter.bounds, [%.9g, %.9g]",
                            eg_node_real(inflow[0]), names->name[b], model->bound[0], model->bound[1]);
    }
    return EG_OK;
}

void eg_waves_open_limiter(eg_waves_model *model)
{
    const eg_node *bounds = limiter_bounds(model);
    model->bounded = bounds != NULL;
    for (int i = 0; bounds && i < 2; i++)
        model->bound[i] = eg_node_real(eg_node_item(bounds, i));
}

eg_status eg_waves_check_limiter(const eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    if (!model->bounded)
        return EG_OK;
    if (model->form == EG_ADER_QUASI_CONSERVATIVE)
        return eg_case_fail(loaded, eg_case_find(loaded, "numerics.form"), EG_CASE,
                            "numerics.limiter needs the conservative form, in which cells change "
                            "by fluxes alone; leave numerics.form out");
    if (model->sources.count > 0)
        return eg_case_fail(loaded, eg_case_find(loaded, "sources"), EG_CASE,
                            "numerics.limiter cannot be combined with sources: what they add has no bounds");
    return check_inflow_bounds(model);
}

eg_status eg_waves_refuse_beyond(const eg_waves_model *model, const double *x, double value)
{
    const eg_node *initial = eg_case_find(model->setup.loaded, "initial.tracer");
    char place[EG_POINT_ROOM];
    return eg_case_fail(model->setup.loaded, initial ? initial : limiter_bounds(model), EG_CASE,
                        "the initial tracer is %.9g at %s, outside numerics.limiter.bounds, [%.9g, %.9g]",
                        value, eg_given_point(&model->setup, x, place), model->bound[0], model->bound[1]);
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
    if (flow->entering <= ALONG * flow->flushing || !eg_waves_is_beyond(model, 0))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, limiter_bounds(model), EG_CASE,
                        "the velocity points inwards at the outflow boundary by the cell at %s, "
                        "where a tracer of 0 comes in, and numerics.limiter.bounds is [%.9g, "
                        "%.9g]; give {inflow: ...} there, or bounds that hold 0",
                        eg_given_point(&model->setup, mesh->centroid[flow->open], place), model->bound[0],
                        model->bound[1]);
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
    if (!model->bounded)
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
