/* poisson and heat: their table of functions. */
#include "run/models/elliptic/heat.h"

/* ---- advancing */

static bool is_done(const eg_model *model)
{
    return eg_elliptic_of(model)->solved;
}

static double work(const eg_model *model)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    return (double)(p->iterations - p->iterations_before);
}

static bool keeps_failed(const eg_model *model)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    return !p->heat || !p->stepper->refused;
}

/* ---- the tables */

static const eg_model_cells cells = {.describe_use = eg_elliptic_describe_mesh_use,
                                     .survey = eg_elliptic_survey};
static const eg_model_nodal nodal = {.values = eg_elliptic_nodal_values,
                                     .put = eg_elliptic_put_values,
                                     .error_points = eg_elliptic_error_points};
static const eg_model_holds holds = {.limited_value = eg_elliptic_limited_value};

#define SOLVES .is_done = is_done, .work = work, .keeps_failed = keeps_failed, .space = eg_elliptic_get_space
#define BENCH                                                                                                \
    .parts = eg_elliptic_bench_parts, .apply = eg_elliptic_bench_part, .bytes = eg_elliptic_bench_bytes
#define CLASS                                                                                                \
    .need = eg_elliptic_need, .bytes = sizeof(eg_elliptic), .build = eg_elliptic_build,                      \
    .end = eg_elliptic_end, .output = eg_elliptic_output, .balance_names = eg_elliptic_balance_names,        \
    .balance = eg_elliptic_balance_values, .summarise = eg_elliptic_summarise, .judge = eg_elliptic_judge,   \
    .describe = eg_elliptic_describe, .cost = eg_elliptic_cost, .cells = &cells, .nodal = &nodal,            \
    .holds = &holds

static const eg_model_solves poisson_solves = {SOLVES, .advance = eg_poisson_advance,
                                               .prepare = eg_poisson_prepare};
static const eg_model_files poisson_files = {.write = eg_elliptic_write};
static const eg_model_bench poisson_bench = {BENCH, .write_case = eg_poisson_bench_case};
const eg_model_class eg_poisson_class = {CLASS, .solves = &poisson_solves, .files = &poisson_files,
                                         .bench = &poisson_bench};

static const eg_model_solves heat_solves = {SOLVES, .advance = eg_heat_advance,
                                            .describe_time = eg_heat_describe_time};
static const eg_model_files heat_files = {
    .table = "solves.csv", .open_table = eg_heat_open_table, .write = eg_elliptic_write};
static const eg_model_bench heat_bench = {BENCH, .write_case = eg_heat_bench_case};
const eg_model_class eg_heat_class = {CLASS, .persist = eg_elliptic_persist, .solves = &heat_solves,
                                      .files = &heat_files, .bench = &heat_bench};
