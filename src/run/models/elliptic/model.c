/* poisson and heat: their tables of functions. The state is the values at all nodes, in double precision. */
#include "run/models/elliptic/heat.h"

#include <string.h>

#include "base/parallel.h"
#include "field/layout.h"

/* ---- the state */

static int degree(const eg_model *model)
{
    return eg_elliptic_const(model)->degree;
}

/* Own nodes and ghosts. */
static int64_t state_bytes(const eg_model *model)
{
    return eg_elliptic_const(model)->nodes->nodes * (int64_t)sizeof(double);
}

static eg_status snapshot_begin(eg_model *model, void *memory, eg_event **event)
{
    eg_elliptic *p = eg_elliptic_of(model);
    *event = NULL;
    EG_TRY(eg_heat_fetch(p));
    eg_copy(p->run->context, memory, p->u, state_bytes(model));
    return EG_OK;
}

static eg_status hash(const eg_model *model, const void *memory, uint64_t *chunks)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    const double *u = memory;
    int64_t own = p->nodes->own;
    EG_LOOP(p->run->context, own)
    for (int64_t from = 0; from < own; from += EG_CHUNK)
        chunks[from / EG_CHUNK] =
            eg_hash64(&u[from], eg_min_i64(EG_CHUNK, own - from) * (int64_t)sizeof *u, 0);
    return EG_OK;
}

static void get_values(const eg_model *model, const void *memory, int64_t cell, int output,
                       int count, const double *points, double *values)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    (void)output;
    for (int i = 0; i < count; i++)
        values[i] = eg_sem_value(p->mesh, p->nodes, memory, cell, &points[3 * i]);
}

static eg_status nodal_values(const eg_model *model, const void *memory, int output, int64_t count,
                              const int32_t *cells, double *values)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    (void)output;
    return eg_sem_equidistant(p->mesh, p->nodes, memory, count, cells, values);
}

/* The values of the own elements, as they are written. */
typedef struct solution_values {
    eg_snapshot_source source; /* first */
    const eg_elliptic *p;
    const double *u;
    double matrix[EG_SEM_NODES * EG_SEM_NODES];
} solution_values;

static eg_status sample_run(const eg_snapshot_source *self, int64_t first, int64_t count,
                            double *values)
{
    const solution_values *v = (const solution_values *)self;
    const eg_elliptic *p = v->p;
    eg_sem_equidistant_run(p->mesh, p->nodes, v->u, v->matrix, p->mesh->base.own_first + first,
                           count, values);
    return EG_OK;
}

static eg_status put_values(const eg_model *model, const void *memory, eg_snapshot_set *set)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    solution_values values = {.source = {.values = sample_run}, .p = p, .u = memory};
    eg_sem_equidistant_matrix(p->nodes, values.matrix);
    return eg_snapshot_set_put_from(set, &values.source);
}

/* ---- records */

static eg_status sample(eg_model *model, int count, const int64_t *cells, const double (*points)[3],
                        double *values)
{
    eg_elliptic *p = eg_elliptic_of(model);
    EG_TRY(eg_heat_fetch(p));
    for (int i = 0; i < count; i++)
        values[i] = eg_sem_value(p->mesh, p->nodes, p->u, cells[i], points[i]);
    return EG_OK;
}

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

#define ELLIPTIC_COMMON                                                                            \
    .describe_space = eg_elliptic_describe_space, .survey = eg_elliptic_survey,                    \
    .create = eg_elliptic_create, .destroy = eg_elliptic_destroy, .is_done = is_done,              \
    .work = work, .keeps_failed = keeps_failed, .degree = degree, .state_bytes = state_bytes,      \
    .snapshot_begin = snapshot_begin, .state_on_host = true, .hash = hash, .values = get_values,   \
    .nodal_values = nodal_values, .put_values = put_values, .errors = eg_elliptic_errors,          \
    .sample = sample, .balance_names = eg_elliptic_balance_names,                                  \
    .balance = eg_elliptic_balance_values, .limited_value = eg_elliptic_limited_value,             \
    .summarise = eg_elliptic_summarise, .write = eg_elliptic_write,                                \
    .describe = eg_elliptic_describe, .cost = eg_elliptic_cost, .need = eg_elliptic_need,          \
    .bench_parts = eg_elliptic_bench_parts, .bench_part = eg_elliptic_bench_part,                  \
    .bench_bytes = eg_elliptic_bench_bytes

const eg_model_class eg_poisson_class = {ELLIPTIC_COMMON, .bench_case = eg_poisson_bench_case,
                                         .prepare = eg_poisson_prepare,
                                         .advance = eg_poisson_advance};

const eg_model_class eg_heat_class = {ELLIPTIC_COMMON,
                                      .bench_case = eg_heat_bench_case,
                                      .advance = eg_heat_advance,
                                      .table = "solves.csv",
                                      .open_table = eg_heat_open_table,
                                      .persist = eg_elliptic_persist,
                                      .describe_time = eg_heat_describe_time};
