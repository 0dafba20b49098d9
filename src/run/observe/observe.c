/* What is made of a state: fields for a snapshot, errors against the exact solution, the hash. It
 * runs on the writer's thread, while the run goes on.
 *
 * Of several ranks each makes of its own cells what needs no other: values, hashes of chunks, |e| at the
 * points of quadrature. When all have, they synchronize (eg_observe_conclude(), on the run's thread), and
 * sums run along the ranks in the order of one process. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

#include "element/modal.h"
#include "field/layout.h"

static void find_exact(eg_run *run, int outputs)
{
    eg_observer *observer = &run->observer;
    const eg_node *exact = eg_case_find(run->loaded, "exact");
    for (int id = 0; id < outputs; id++) {
        const eg_output *output = &observer->table[id];
        const eg_node *node = eg_node_child(exact, output->name);
        if (!node)
            continue;
        assert(observer->exacts < EG_EXACTS && output->components <= EG_OUTPUT_COMPONENTS);
        eg_exact *made = &observer->exact[observer->exacts++];
        made->output = id;
        for (int i = 0; i < output->components; i++) {
            made->node[i] = output->components == 1 ? node : eg_node_item(node, i);
            made->expression[i] = eg_node_expression(made->node[i]);
        }
    }
}

/* Points of quadrature() in a cell. */
static int points_of(eg_cell_type type, int degree)
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    return degree <= EG_QUADRATURE_DEGREE ? eg_quadrature(type, degree, points, weights)
                                          : eg_quadrature_count(type, degree);
}

/* Of the own cells. */
static int64_t count_points(const eg_observer *observer)
{
    int degree = observer->model->class->error_degree(observer->model);
    int64_t count = 0;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        count += observer->mesh->cells_of_type[type] * points_of((eg_cell_type)type, degree);
    return count;
}

static eg_status make_room(eg_observer *observer)
{
    eg_context *context = observer->context;
    const eg_plane *mesh = observer->mesh;
    int64_t cells = eg_comm_rank(observer->comm) == 0 ? mesh->base.all : 0;
    EG_TRY(eg_alloc(context, eg_ceil_div(mesh->base.own, EG_CHUNK), sizeof *observer->own_chunk,
                    &observer->own_chunk));
    EG_TRY(
        eg_alloc(context, eg_ceil_div(cells, EG_CHUNK), sizeof *observer->chunk, &observer->chunk));
    if (observer->exacts == 0 || eg_comm_size(observer->comm) == 1)
        return EG_OK;
    return eg_alloc(context, observer->exacts * count_points(observer), sizeof *observer->error,
                    &observer->error);
}

/* Of all cells, in their order. Collective. */
static void find_area(eg_observer *observer)
{
    eg_sum area;
    eg_comm_scan_begin(observer->comm, &area, 1);
    for (int64_t c = 0; c < observer->mesh->base.own; c++)
        eg_sum_add(&area, observer->mesh->area[c]);
    eg_comm_scan_end(observer->comm, &area, 1);
    observer->area = eg_sum_value(&area);
}

eg_status eg_observer_create(eg_run *run)
{
    eg_observer *observer = &run->observer;
    int outputs;
    *observer = (eg_observer){.context = run->context,
                              .loaded = run->loaded,
                              .comm = run->comm,
                              .mesh = run->mesh,
                              .model = run->model};
    observer->table = run->model->class->outputs(run->model, &outputs);
    run->observer_address = observer;
    const eg_node *variables = eg_case_find(run->loaded, "output.fields.variables");
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        int id = eg_output_find(observer->table, outputs, eg_node_text(eg_node_item(variables, i)));
        assert(id >= 0 && observer->fields < EG_SNAPSHOT_FIELDS);
        observer->field[observer->fields++] = id;
    }
    find_exact(run, outputs);
    EG_TRY(eg_run_agree(run, make_room(observer)));
    if (observer->exacts > 0)
        find_area(observer);
    return EG_OK;
}

void eg_observer_destroy(eg_run *run)
{
    eg_observer *observer = &run->observer;
    eg_csv_close(&observer->errors);
    eg_free(run->context, &observer->error);
    eg_free(run->context, &observer->diverged);
    eg_free(run->context, &observer->own_chunk);
    eg_free(run->context, &observer->chunk);
}

/* ---- errors
 * ---------------------------------------------------------------------------------------------- */

/* |e| at one point: the magnitude of a vector's error. */
static double error_at(const eg_exact *exact, int components, const double at[4],
                       const double *value)
{
    double square = 0;
    for (int i = 0; i < components; i++) {
        double e = value[i] - eg_expression_eval(exact->expression[i], at);
        square += e * e;
    }
    return sqrt(square);
}

/* Points in the reference cell and in the cell, and weights that add up to its area. Above the degrees of
 * eg_quadrature() cells are affine images: triangles and parallelograms. */
static int quadrature(const eg_plane *mesh, int64_t cell, int degree, double (*reference)[2],
                      double (*points)[2], double *weights)
{
    eg_cell_type type = (eg_cell_type)mesh->type[cell];
    if (degree <= EG_QUADRATURE_DEGREE) {
        eg_quadrature(type, degree, reference, weights);
        return eg_plane_cell_quadrature(mesh, cell, degree, points, weights);
    }
    double x[EG_CELL_VERTICES][2], scale = mesh->area[cell] * (type == EG_TRIANGLE ? 2 : 1);
    int count = eg_quadrature_count(type, degree);
    eg_plane_cell_vertices(mesh, cell, x);
    eg_quadrature_any(type, degree, reference, weights);
    for (int q = 0; q < count; q++) {
        eg_cell_map(type, (const double(*)[2])x, reference[q], points[q]);
        weights[q] *= scale;
    }
    return count;
}

/* Where an error is not finite: it is the exact solution's fault, or the state's, which is told elsewhere. */
static eg_status check_exact(const eg_observer *observer, const eg_exact *exact, const double at[4])
{
    char text[EG_VALUE_ROOM];
    for (int i = 0; i < observer->table[exact->output].components; i++) {
        double value = eg_expression_eval(exact->expression[i], at);
        if (!isfinite(value))
            return eg_case_fail(observer->loaded, exact->node[i], at[3] > 0 ? EG_DIVERGED : EG_CASE,
                                "%s is %s at (%.9g, %.9g), t = %.9g s; errors need a finite number "
                                "everywhere and at all times of the run, its end included",
                                eg_node_name(exact->node[i]), eg_format_value(value, text), at[0],
                                at[1], at[3]);
    }
    return EG_OK;
}

/* Weight and |e| at the points of a cell, and their number. EG_DIVERGED, or EG_CASE at time 0, where the exact solution is
 * not finite. */
static eg_status cell_errors(const eg_observer *observer, const eg_exact *exact, int64_t cell,
                             double time, const void *memory, double (*error)[2], int *points_found)
{
    double reference[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    double points[EG_QUADRATURE_ANY_POINTS][2];
    double values[EG_QUADRATURE_ANY_POINTS * EG_OUTPUT_COMPONENTS];
    const eg_model *model = observer->model;
    int degree = model->class->error_degree(model);
    int components = observer->table[exact->output].components;
    int count = quadrature(observer->mesh, cell, degree, reference, points, weights);
    *points_found = count;
    model->class->values(model, memory, cell, exact->output, count, (const double(*)[2])reference,
                         values);
    double z = model->class->height(model, cell);
    for (int q = 0; q < count; q++) {
        const double at[4] = {points[q][0], points[q][1], z, time};
        error[q][0] = weights[q];
        error[q][1] = error_at(exact, components, at, &values[q * components]);
        if (!isfinite(error[q][1]))
            EG_TRY(check_exact(observer, exact, at));
    }
    return EG_OK;
}

/* Where ranks synchronize: what the sums will be made of. */
static eg_status keep_errors(const eg_observer *observer, const void *memory, double time)
{
    double(*at)[2] = observer->error;
    int count;
    for (int i = 0; i < observer->exacts; i++)
        for (int64_t c = 0; c < observer->mesh->base.own; c++, at += count)
            EG_TRY(cell_errors(observer, &observer->exact[i], c, time, memory, at, &count));
    assert(at == observer->error + observer->exacts * count_points(observer));
    return EG_OK;
}

/* Sums over all cells in their order; the largest |e| goes along with them. */
enum { L1, L2, LINF, SUMS };

static void add_errors(eg_sum *sums, const double (*error)[2], int64_t count)
{
    for (int64_t q = 0; q < count; q++) {
        double weight = error[q][0], e = error[q][1];
        eg_sum_add(&sums[L1], weight * e);
        eg_sum_add(&sums[L2], weight * e * e);
        sums[LINF].high = e <= sums[LINF].high ? sums[LINF].high : e; /* NaN stays */
    }
}

/* Of several ranks the i-th solution's points are kept behind those of the ones before. */
static eg_status find_errors(eg_observer *observer, int i, double time)
{
    eg_sum sums[SUMS];
    eg_exact *exact = &observer->exact[i];
    eg_comm_scan_begin(observer->comm, sums, SUMS);
    if (observer->error) {
        int64_t count = count_points(observer);
        add_errors(sums, (const double(*)[2])observer->error + i * count, count);
    } else {
        double error[EG_QUADRATURE_ANY_POINTS][2];
        for (int64_t c = 0; c < observer->mesh->base.own; c++) {
            int count; /* one process: none waits for what is handed on */
            EG_TRY(cell_errors(observer, exact, c, time, observer->state, error, &count));
            add_errors(sums, (const double(*)[2])error, count);
        }
    }
    eg_comm_scan_end(observer->comm, sums, SUMS);
    exact->l1 = eg_sum_value(&sums[L1]) / observer->area;
    exact->l2 = sqrt(eg_sum_value(&sums[L2]) / observer->area);
    exact->linf = sums[LINF].high;
    return EG_OK;
}

/* After time 0 an exact solution that is not finite ends the run as a state does: the snapshot is written, and the run
 * learns of it when it settles. There are no errors from then on. Other failures stay. */
static eg_status keep_divergence(eg_observer *observer, eg_status status)
{
    if (status != EG_DIVERGED)
        return status;
    for (int i = 0; i < observer->exacts; i++)
        observer->exact[i].l1 = observer->exact[i].l2 = observer->exact[i].linf = NAN;
    return eg_strdup(observer->context, eg_context_error(observer->context), &observer->diverged);
}

static eg_status observe_errors(eg_observer *observer, double time)
{
    double row[1 + 3 * EG_EXACTS] = {time};
    for (int i = 0; i < observer->exacts; i++) {
        const eg_exact *exact = &observer->exact[i];
        EG_TRY(find_errors(observer, i, time));
        row[1 + 3 * i] = exact->l1;
        row[2 + 3 * i] = exact->l2;
        row[3 + 3 * i] = exact->linf;
    }
    return observer->errors ? eg_csv_row(observer->errors, row, 1 + 3 * observer->exacts) : EG_OK;
}

/* ---- fields
 * ------------------------------------------------------------------------------------------------
 */

void eg_observe_output(const eg_model *model, const eg_plane *mesh, const void *memory, int output,
                       int degree, double *values)
{
    enum { NODES = (EG_SNAPSHOT_DEGREE + 1) * (EG_SNAPSHOT_DEGREE + 1) };
    double points[EG_CELL_TYPES][NODES][2];
    int outputs, components = model->class->outputs(model, &outputs)[output].components;
    int count[EG_CELL_TYPES] = {1, 1};
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        if (degree == 0)
            eg_reference_centre((eg_cell_type)type, points[type][0]);
        else
            count[type] = eg_snapshot_nodes((eg_cell_type)type, degree, points[type]);
    }
    for (int64_t c = 0; c < mesh->base.own; c++) {
        int type = mesh->type[c];
        model->class->values(model, memory, c, output, count[type],
                             (const double(*)[2])points[type], values);
        values += count[type] * components;
    }
}

eg_status eg_observe(const void *how, const void *state, int64_t bytes, eg_snapshot_stamp *stamp,
                     double *const *values)
{
    (void)bytes;
    eg_observer *observer = *(eg_observer *const *)how;
    const eg_model *model = observer->model;
    for (int f = 0; f < observer->fields; f++)
        eg_observe_output(model, observer->mesh, state, observer->field[f],
                          model->class->degree(model), values[f]);
    observer->state = state;
    if (observer->error && !observer->diverged)
        EG_TRY(keep_divergence(observer, keep_errors(observer, state, stamp->time)));
    return model->class->hash(model, state, observer->own_chunk);
}

uint64_t eg_observe_hash(const eg_comm *comm, const eg_plane *mesh, const uint64_t *own_chunk,
                         uint64_t *chunk)
{
    int ranks = eg_comm_size(comm), rank = eg_comm_rank(comm);
    int64_t cells = mesh->base.all, from, to;
    uint64_t hash = 0, *at = chunk;
    for (int r = 0; r < ranks; r++) {
        eg_partition_range(cells, ranks, r, &from, &to);
        int64_t bytes = eg_ceil_div(to - from, EG_CHUNK) * (int64_t)sizeof *chunk;
        if (r == rank && rank > 0)
            eg_comm_send(comm, 0, own_chunk, bytes);
        if (rank > 0)
            continue;
        if (r > 0)
            eg_comm_receive(comm, r, at, bytes);
        else if (bytes > 0)
            memcpy(at, own_chunk, (size_t)bytes);
        at += bytes / (int64_t)sizeof *chunk;
    }
    if (rank == 0)
        hash = eg_layout_hash_of_chunks(chunk, at - chunk, cells);
    eg_comm_broadcast(comm, 0, &hash, sizeof hash);
    return hash;
}

/* What one rank has found ends the errors of all. Collective. */
static eg_status agree_on_divergence(eg_observer *observer)
{
    bool found = observer->diverged != NULL;
    if (eg_comm_size(observer->comm) == 1)
        return EG_OK;
    eg_status status =
        found ? eg_fail(observer->context, EG_DIVERGED, "%s", observer->diverged) : EG_OK;
    status = eg_comm_agree(observer->comm, status);
    if (found || status == EG_OK)
        return EG_OK;
    return keep_divergence(observer, status);
}

eg_status eg_observe_conclude(const void *how, eg_snapshot_stamp *stamp)
{
    eg_observer *observer = *(eg_observer *const *)how;
    observer->state_hash =
        eg_observe_hash(observer->comm, observer->mesh, observer->own_chunk, observer->chunk);
    stamp->state_hash = observer->state_hash;
    eg_status status = agree_on_divergence(observer);
    if (status == EG_OK && !observer->diverged)
        status = keep_divergence(observer, observe_errors(observer, stamp->time));
    return eg_comm_agree(observer->comm, status);
}

eg_status eg_run_read_state(eg_run *run, void **memory)
{
    const eg_model_class *class = run->model->class;
    eg_event *event = NULL;
    EG_TRY(eg_staging_create(run->device, class->state_bytes(run->model), memory));
    eg_status status = class->snapshot_begin(run->model, *memory, &event);
    if (status == EG_OK && event)
        status = eg_event_wait(event);
    eg_event_destroy(&event);
    if (status != EG_OK)
        eg_staging_destroy(run->device, memory);
    return status;
}
