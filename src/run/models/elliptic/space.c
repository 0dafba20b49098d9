/* How the state of poisson and heat is looked at: the values at all nodes, in double precision. */
#include "run/models/elliptic/heat.h"

#include <string.h>

#include "field/layout.h"
#include "run/observe/observe.h"

static eg_elliptic *elliptic_of(const eg_space *space)
{
    return ((const eg_elliptic_space *)space)->p;
}

static int64_t state_bytes(const eg_space *space)
{
    return space->shared_nodes->nodes * (int64_t)sizeof(double);
}

static eg_status copy_state(eg_space *space, void *copy)
{
    eg_elliptic *p = elliptic_of(space);
    EG_TRY(eg_heat_fetch(p));
    eg_copy(space->context, copy, p->u, state_bytes(space));
    return EG_OK;
}

static eg_status begin_copy_state(eg_space *space, void *memory, eg_event **event)
{
    *event = NULL;
    return copy_state(space, memory);
}

static int64_t node_bytes(const eg_space *space)
{
    (void)space;
    return (int64_t)sizeof(double);
}

static void read_node_values(const eg_space *space, const void *copy, int64_t from, int64_t to, void *values)
{
    (void)space;
    memcpy(values, (const double *)copy + from, (size_t)(to - from) * sizeof(double));
}

static eg_status hash_state_chunks(const eg_space *space, const void *copy, int64_t from, int64_t to,
                                   uint64_t *chunks)
{
    const double *u = copy;
    EG_LOOP(space->context, to - from)
    for (int64_t at = from; at < to; at += EG_CHUNK)
        chunks[(at - from) / EG_CHUNK] =
            eg_hash64(&u[at], eg_min_i64(EG_CHUNK, to - at) * (int64_t)sizeof *u, 0);
    return EG_OK;
}

static void evaluate_state(const eg_space *space, const void *copy, int64_t cell, int count,
                           const double *points, double *values)
{
    for (int i = 0; i < count; i++)
        values[i] = eg_sem_value(eg_hexes_of(space->domain), space->shared_nodes, copy, cell, &points[3 * i]);
}

static eg_status sample_state(eg_space *space, int count, const int64_t *cells, const double (*points)[3],
                              double *values)
{
    eg_elliptic *p = elliptic_of(space);
    EG_TRY(eg_heat_fetch(p));
    for (int i = 0; i < count; i++)
        evaluate_state(space, p->u, cells[i], 1, points[i], &values[i]);
    return EG_OK;
}

void eg_elliptic_make_space(eg_elliptic *p)
{
    static const eg_space_class reads = {.bytes = state_bytes,
                                         .copy_begin = begin_copy_state,
                                         .copy = copy_state,
                                         .item_bytes = node_bytes,
                                         .read = read_node_values,
                                         .hash_chunks = hash_state_chunks,
                                         .evaluate = evaluate_state,
                                         .sample = sample_state};
    p->state = (eg_elliptic_space){.space = {.reads = &reads,
                                             .context = p->run->context,
                                             .domain = &p->mesh->base,
                                             .shared_nodes = p->nodes,
                                             .degree = p->degree,
                                             .variables = 1,
                                             .on_host = true},
                                   .p = p};
}

eg_space *eg_elliptic_get_space(const eg_model *model)
{
    return &((eg_elliptic *)model)->state.space;
}

void eg_elliptic_output(const eg_model *model, int output, int64_t cell, int count, const double *points,
                        const double *variables, double *values)
{
    (void)model;
    (void)output;
    (void)cell;
    (void)points;
    memcpy(values, variables, (size_t)count * sizeof *values);
}

/* ---- at the nodes of snapshots */

eg_status eg_elliptic_nodal_values(const eg_model *model, const void *memory, int output, int64_t count,
                                   const int32_t *cells, double *values)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    (void)output;
    return eg_sem_equidistant(p->mesh, p->nodes, memory, count, cells, values);
}

/* The values of the own elements, as they are written. */
typedef struct solution_values {
    eg_snapshot_source source; /* first */
    const eg_elliptic *p;
    const double *u;
    double matrix[2 * EG_SEM_FACE_NODES];
} solution_values;

static eg_status sample_run(const eg_snapshot_source *self, int64_t first, int64_t count, double *values)
{
    const solution_values *v = (const solution_values *)self;
    const eg_elliptic *p = v->p;
    eg_sem_equidistant_run(p->mesh, p->nodes, v->u, v->matrix, p->mesh->base.own_first + first, count,
                           values);
    return EG_OK;
}

eg_status eg_elliptic_put_values(const eg_model *model, const void *memory, eg_snapshot_set *set)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    solution_values values = {.source = {.values = sample_run}, .p = p, .u = memory};
    eg_sem_equidistant_matrix(p->nodes, values.matrix);
    return eg_snapshot_set_put_from(set, &values.source);
}

/* ---- against an exact solution */

eg_status eg_elliptic_error_points(const eg_model *model, const void *memory, const eg_exact *exact,
                                   eg_cell_points **points)
{
    const eg_elliptic *p = eg_elliptic_of(model);
    return eg_sem_points_create(p->mesh, p->nodes, memory, exact->gradient != NULL, points);
}

eg_status eg_elliptic_check_exact(eg_elliptic *p)
{
    eg_run *run = p->run;
    eg_exact exact;
    eg_error_rows rows;
    if (!eg_exact_find(run->loaded, p->output, 0, &exact))
        return EG_OK;
    eg_status status =
        eg_exact_rows(&exact, run->loaded, &p->mesh->base, &p->base, p->u, run->now.time, &rows);
    eg_error_rows_free(&rows);
    return eg_run_agree(run, status);
}
