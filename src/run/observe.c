/* What is made of a state: fields for a snapshot, errors against the exact solution, the hash. It
 * runs on the writer's thread, while the run goes on. */
#include "run/internal.h"
#include "run/place.h"

#include <math.h>

#include "element/modal.h"

static void find_exact(eg_run *run, int outputs)
{
    eg_observer *observer = &run->observer;
    const eg_node *exact = eg_case_find(run->loaded, "exact");
    for (int id = 0; id < outputs; id++) {
        const eg_output *output = &observer->table[id];
        const eg_node *node = eg_node_child(exact, output->name);
        if (!node)
            continue;
        assert(observer->exacts < EG_SUMMARY_ERRORS && output->components <= EG_OUTPUT_COMPONENTS);
        eg_exact *made = &observer->exact[observer->exacts++];
        made->output = id;
        for (int i = 0; i < output->components; i++)
            made->expression[i] =
                eg_node_expression(output->components == 1 ? node : eg_node_item(node, i));
    }
}

eg_status eg_observer_create(eg_run *run)
{
    eg_observer *observer = &run->observer;
    int outputs;
    *observer = (eg_observer){.context = run->context, .mesh = run->mesh, .model = run->model};
    observer->table = run->model->class->outputs(run->model, &outputs);
    run->observer_address = observer;
    const eg_node *variables = eg_case_find(run->loaded, "output.fields.variables");
    for (int64_t i = 0; i < eg_node_count(variables); i++) {
        int id = eg_output_find(observer->table, outputs, eg_node_text(eg_node_item(variables, i)));
        assert(id >= 0 && observer->fields < EG_SNAPSHOT_FIELDS);
        observer->field[observer->fields++] = id;
    }
    find_exact(run, outputs);
    return EG_OK;
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

typedef struct error_sums {
    eg_sum l1, l2;
    double linf;
} error_sums;

/* Points in the reference cell and in the cell, and weights that add up to its area. Above the degrees of
 * eg_quadrature() cells are affine images: triangles and parallelograms. */
static int quadrature(const eg_mesh *mesh, int64_t cell, int degree, double (*reference)[2],
                      double (*points)[2], double *weights)
{
    eg_cell_type type = (eg_cell_type)mesh->type[cell];
    if (degree <= EG_QUADRATURE_DEGREE) {
        eg_quadrature(type, degree, reference, weights);
        return eg_mesh_cell_quadrature(mesh, cell, degree, points, weights);
    }
    double x[EG_CELL_VERTICES][2], scale = mesh->area[cell] * (type == EG_TRIANGLE ? 2 : 1);
    int count = eg_quadrature_count(type, degree);
    eg_mesh_cell_vertices(mesh, cell, x);
    eg_quadrature_any(type, degree, reference, weights);
    for (int q = 0; q < count; q++) {
        eg_cell_map(type, (const double(*)[2])x, reference[q], points[q]);
        weights[q] *= scale;
    }
    return count;
}

static void add_cell_errors(const eg_observer *observer, const eg_exact *exact, int64_t cell,
                            double time, const void *memory, error_sums *sums)
{
    double reference[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    double points[EG_QUADRATURE_ANY_POINTS][2];
    double values[EG_QUADRATURE_ANY_POINTS * EG_OUTPUT_COMPONENTS];
    const eg_model *model = observer->model;
    int degree = model->class->error_degree(model);
    int components = observer->table[exact->output].components;
    int count = quadrature(observer->mesh, cell, degree, reference, points, weights);
    model->class->values(model, memory, cell, exact->output, count, (const double(*)[2])reference,
                         values);
    double z = model->class->height(model, cell);
    for (int q = 0; q < count; q++) {
        const double at[4] = {points[q][0], points[q][1], z, time};
        double e = error_at(exact, components, at, &values[q * components]);
        eg_sum_add(&sums->l1, weights[q] * e);
        eg_sum_add(&sums->l2, weights[q] * e * e);
        sums->linf = e <= sums->linf ? sums->linf : e; /* NaN stays */
    }
}

static void find_errors(const eg_observer *observer, eg_exact *exact, const void *memory,
                        double time)
{
    error_sums sums = {0};
    eg_sum area = {0};
    for (int64_t c = 0; c < observer->mesh->cells; c++) {
        add_cell_errors(observer, exact, c, time, memory, &sums);
        eg_sum_add(&area, observer->mesh->area[c]);
    }
    exact->l1 = eg_sum_value(&sums.l1) / eg_sum_value(&area);
    exact->l2 = sqrt(eg_sum_value(&sums.l2) / eg_sum_value(&area));
    exact->linf = sums.linf;
}

static eg_status observe_errors(eg_observer *observer, const void *memory, double time)
{
    double row[1 + 3 * EG_SUMMARY_ERRORS] = {time};
    for (int i = 0; i < observer->exacts; i++) {
        eg_exact *exact = &observer->exact[i];
        find_errors(observer, exact, memory, time);
        row[1 + 3 * i] = exact->l1;
        row[2 + 3 * i] = exact->l2;
        row[3 + 3 * i] = exact->linf;
    }
    return observer->errors ? eg_csv_row(observer->errors, row, 1 + 3 * observer->exacts) : EG_OK;
}

/* ---- fields
 * ------------------------------------------------------------------------------------------------
 */

void eg_observe_output(const eg_model *model, const eg_mesh *mesh, const void *memory, int output,
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
    for (int64_t c = 0; c < mesh->cells; c++) {
        int type = mesh->type[c];
        model->class->values(model, memory, c, output, count[type],
                             (const double(*)[2])points[type], values);
        values += count[type] * components;
    }
}

eg_status eg_observe(const void *how, const void *state, int64_t bytes, eg_snapshot_moment *moment,
                     double *const *values)
{
    (void)bytes;
    eg_observer *observer = *(eg_observer *const *)how;
    const eg_model *model = observer->model;
    for (int f = 0; f < observer->fields; f++)
        eg_observe_output(model, observer->mesh, state, observer->field[f],
                          model->class->degree(model), values[f]);
    EG_TRY(model->class->hash(model, state, &observer->state_hash));
    moment->state_hash = observer->state_hash;
    return observe_errors(observer, state, moment->time);
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
