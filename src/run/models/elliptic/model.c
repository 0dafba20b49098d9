/* poisson and heat: their table of functions. */
#include "run/models/elliptic/heat.h"

/* ---- advancing */

static bool is_done(const eg_model *model)
{
    return eg_elliptic_const(model)->solved;
}

static double work(const eg_model *model)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    return (double)(p->iterations - p->iterations_before);
}

static bool keeps_failed(const eg_model *model)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    return !p->heat || !p->stepper->refused;
}

/* ---- the tables */

#define ELLIPTIC_COMMON                                                                                      \
    .describe_mesh_use = eg_elliptic_describe_mesh_use, .survey = eg_elliptic_survey,                        \
    .create = eg_elliptic_create, .destroy = eg_elliptic_destroy, .is_done = is_done, .work = work,          \
    .keeps_failed = keeps_failed, .space = eg_elliptic_get_space, .output = eg_elliptic_output,              \
    .nodal_values = eg_elliptic_nodal_values, .put_values = eg_elliptic_put_values,                          \
    .error_points = eg_elliptic_error_points, .balance_names = eg_elliptic_balance_names,                    \
    .balance = eg_elliptic_balance_values, .limited_value = eg_elliptic_limited_value,                       \
    .summarise = eg_elliptic_summarise, .judge = eg_elliptic_judge, .write = eg_elliptic_write,              \
    .describe = eg_elliptic_describe, .cost = eg_elliptic_cost, .need = eg_elliptic_need,                    \
    .bench_parts = eg_elliptic_bench_parts, .bench_part = eg_elliptic_bench_part,                            \
    .bench_bytes = eg_elliptic_bench_bytes

const eg_model_class eg_poisson_class = {ELLIPTIC_COMMON, .bench_case = eg_poisson_bench_case,
                                         .prepare = eg_poisson_prepare, .advance = eg_poisson_advance};

const eg_model_class eg_heat_class = {ELLIPTIC_COMMON,
                                      .bench_case = eg_heat_bench_case,
                                      .advance = eg_heat_advance,
                                      .table = "solves.csv",
                                      .open_table = eg_heat_open_table,
                                      .persist = eg_elliptic_persist,
                                      .describe_time = eg_heat_describe_time};
