/* What is made of a solution: hash, errors against the exact one, snapshots. */
#include "base/parallel.h"
#include "run/models/elliptic/elliptic.h"

#include <math.h>

/* Hashes of the own chunks of nodes into those of all. */
static void hash_chunks(const eg_elliptic *p, uint64_t *all)
{
    int64_t own = p->nodes->own, first = p->nodes->first / EG_CHUNK;
    EG_LOOP(p->run->context, own)
    for (int64_t from = 0; from < own; from += EG_CHUNK)
        all[first + from / EG_CHUNK] =
            eg_hash64(&p->u[from], eg_min_i64(EG_CHUNK, own - from) * (int64_t)sizeof *p->u, 0);
}

eg_status eg_elliptic_hash(eg_elliptic *p, uint64_t *hash)
{
    const eg_comm *comm = p->run->comm;
    eg_context *context = p->run->context;
    int64_t chunks = eg_ceil_div(p->nodes->all, EG_CHUNK), *bytes_of = NULL;
    uint64_t *all = NULL;
    eg_status status = eg_alloc(context, chunks, sizeof *all, &all);
    if (status == EG_OK)
        status = eg_alloc(context, eg_comm_size(comm), sizeof *bytes_of, &bytes_of);
    status = eg_run_agree(p->run, status);
    if (status == EG_OK) {
        eg_comm_allgather_counts(comm, eg_ceil_div(p->nodes->own, EG_CHUNK), bytes_of);
        for (int r = 0; r < eg_comm_size(comm); r++)
            bytes_of[r] *= (int64_t)sizeof *all;
        hash_chunks(p, all);
        eg_comm_allgather(comm, all, bytes_of);
        *hash = eg_layout_hash_of_chunks(all, chunks, p->nodes->all);
    }
    eg_free(context, &all);
    eg_free(context, &bytes_of);
    return status;
}

/* ---- errors */

typedef struct exact_solution {
    eg_sem_exact exact; /* first */
    eg_case *loaded;
    const eg_node *value, *gradient;
    double time;
} exact_solution;

/* EG_DIVERGED, or EG_CASE at time 0, where the value is not finite. */
static eg_status check_value(const exact_solution *exact, const eg_node *node, const double *x,
                             double value)
{
    char text[EG_VALUE_ROOM], when[48] = "";
    if (isfinite(value))
        return EG_OK;
    if (exact->time > 0)
        snprintf(when, sizeof when, " at t = %.9g s,", exact->time);
    return eg_case_fail(exact->loaded, node, exact->time > 0 ? EG_DIVERGED : EG_CASE,
                        "%s must be finite, and is %s%s at (%.9g, %.9g, %.9g)", eg_node_name(node),
                        eg_format_value(value, text), when, x[0], x[1], x[2]);
}

/* At up to EG_POINTS_AT_ONCE points. */
static eg_status evaluate_points(const exact_solution *exact, int count, const double (*x)[3],
                                 double *u, double (*gradient)[3])
{
    double slope[3][EG_POINTS_AT_ONCE] = {{0}};
    eg_point_columns at;
    eg_point_columns_fill(&at, count, x, exact->time);
    eg_point_columns_evaluate(&at, exact->value, count, u);
    for (int d = 0; d < 3 && exact->gradient; d++)
        eg_point_columns_evaluate(&at, eg_node_item(exact->gradient, d), count, slope[d]);
    for (int i = 0; i < count; i++) {
        EG_TRY(check_value(exact, exact->value, x[i], u[i]));
        for (int d = 0; d < 3; d++) {
            gradient[i][d] = slope[d][i];
            if (exact->gradient)
                EG_TRY(check_value(exact, eg_node_item(exact->gradient, d), x[i], gradient[i][d]));
        }
    }
    return EG_OK;
}

static eg_status evaluate(const eg_sem_exact *self, int count, const double (*x)[3], double *u,
                          double (*gradient)[3])
{
    enum { MOST = EG_POINTS_AT_ONCE };
    for (int i = 0; i < count; i += MOST)
        EG_TRY(evaluate_points((const exact_solution *)self, count - i < MOST ? count - i : MOST,
                               &x[i], &u[i], &gradient[i]));
    return EG_OK;
}

/* From integrals to means over the domain; without a gradient there is no error of it. */
static void divide(eg_sem_errors *errors, bool gradient)
{
    errors->l1 /= errors->volume;
    errors->l2 /= sqrt(errors->volume);
    errors->h1 = gradient ? errors->h1 / sqrt(errors->volume) : NAN;
}

static exact_solution exact_of(const eg_elliptic *p)
{
    const eg_run *run = p->run;
    const eg_node *node = eg_case_find(run->loaded, "exact");
    return (exact_solution){.exact = {.evaluate = evaluate},
                            .loaded = run->loaded,
                            .value = eg_node_child(node, p->output.name),
                            .gradient = eg_node_child(node, "gradient"),
                            .time = run->now.time};
}

eg_status eg_elliptic_check_exact(eg_elliptic *p)
{
    const exact_solution exact = exact_of(p);
    eg_sem_errors unused;
    return exact.value
               ? eg_sem_measure(p->run->comm, p->mesh, p->nodes, p->u, &exact.exact, &unused)
               : EG_OK;
}

eg_status eg_elliptic_find_errors(eg_elliptic *p)
{
    eg_run *run = p->run;
    const exact_solution exact = exact_of(p);
    if (!exact.value)
        return EG_OK;
    eg_status status = eg_sem_measure(run->comm, p->mesh, p->nodes, p->u, &exact.exact, &p->errors);
    if (status == EG_DIVERGED && run->outcome == EG_OK) { /* the run ends here, with its files */
        run->outcome = EG_DIVERGED;
        snprintf(run->message, sizeof run->message, "%s", eg_context_error(run->context));
    }
    EG_TRY(status);
    divide(&p->errors, exact.gradient != NULL);
    const double row[] = {run->now.time, p->errors.l1, p->errors.l2, p->errors.linf, p->errors.h1};
    int columns = exact.gradient ? 5 : 4;
    return eg_run_agree(run, run->observer.errors ? eg_csv_row(run->observer.errors, row, columns)
                                                  : EG_OK);
}

/* ---- snapshots */

eg_status eg_elliptic_open_snapshots(eg_elliptic *p)
{
    eg_run *run = p->run;
    char hash[32];
    eg_snapshot_field field = {.components = 1};
    snprintf(field.name, sizeof field.name, "%s", p->output.name);
    snprintf(field.unit, sizeof field.unit, "%s", p->output.unit);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)eg_case_hash(run->loaded));
    eg_snapshot_set_options options = {.comm = run->comm,
                                       .folder = run->snapshot_folder,
                                       .case_hash = hash,
                                       .precision = run->precision,
                                       .degree = p->degree,
                                       .beside = !p->heat};
    char *entries = NULL;
    eg_status status = EG_OK;
    if (run->safety.from)
        status = eg_resume_snapshots(run, &entries, &options.count);
    options.entries = entries;
    status = eg_run_agree(run, status);
    if (status == EG_OK)
        status =
            eg_snapshot_set_create_hexes(run->context, p->mesh, &field, 1, &options, &run->set);
    eg_free(run->context, &entries);
    return status;
}

/* The values of the own elements, as they are written. */
typedef struct solution_values {
    eg_snapshot_source source; /* first */
    const eg_elliptic *p;
    double matrix[EG_SEM_NODES * EG_SEM_NODES];
} solution_values;

static eg_status sample(const eg_snapshot_source *self, int64_t first, int64_t count,
                        double *values)
{
    const solution_values *v = (const solution_values *)self;
    const eg_elliptic *p = v->p;
    eg_sem_equidistant_run(p->mesh, p->nodes, p->u, v->matrix, p->mesh->base.own_first + first,
                           count, values);
    return EG_OK;
}

static eg_status put_values(eg_elliptic *p)
{
    solution_values values = {.source = {.values = sample}, .p = p};
    eg_sem_equidistant_matrix(p->nodes, values.matrix);
    return eg_snapshot_set_put_from(p->run->set, &values.source);
}

/* All ranks write the one file. */
static eg_status write_snapshot(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_snapshot_stamp stamp = {
        .step = run->now.steps, .time = run->now.time, .state_hash = run->observer.state_hash};
    EG_TRY(eg_snapshot_set_begin(run->set));
    EG_TRY(eg_snapshot_set_synchronize(run->set, put_values(p)));
    return eg_run_agree(run, eg_snapshot_set_publish(run->set, &stamp));
}

static eg_status snapshot(eg_elliptic *p)
{
    eg_run *run = p->run;
    run->snapshot_steps = run->now.steps;
    EG_TRY(eg_elliptic_hash(p, &run->observer.state_hash));
    EG_TRY(eg_elliptic_find_errors(p));
    if (!run->set)
        return EG_OK;
    p->snapshots++;
    return write_snapshot(p);
}

eg_status eg_elliptic_snapshot(eg_elliptic *p)
{
    double from = eg_clock();
    if (p->run->snapshot_steps == p->run->now.steps)
        return EG_OK;
    EG_TRY(snapshot(p));
    p->seconds.output += eg_clock() - from;
    return EG_OK;
}
