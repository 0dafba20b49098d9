/* Errors against exact solutions. A model may find the norms itself; else they are those of cells of the plane.
 *
 * Of several ranks each makes |e| at the points of quadrature of its own cells, and then sums run along the ranks in the
 * order of one process. */
#include "run/internal.h"

#include <math.h>

#include "element/modal.h"

/* ---- what there is */

static void find_exact(eg_run *run, int outputs)
{
    eg_diagnostics *diagnostics = &run->diagnostics;
    const eg_node *exact = eg_case_find(run->loaded, "exact");
    for (int id = 0; id < outputs; id++) {
        const eg_output *output = &diagnostics->table[id];
        const eg_node *node = eg_node_child(exact, output->name);
        if (!node)
            continue;
        assert(diagnostics->exacts < EG_EXACTS && output->components <= EG_OUTPUT_COMPONENTS);
        eg_exact *made = &diagnostics->exact[diagnostics->exacts++];
        made->output = id;
        made->gradient = eg_node_child(exact, "gradient");
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
static int64_t count_points(const eg_diagnostics *diagnostics)
{
    int degree = diagnostics->model->class->error_degree(diagnostics->model);
    int64_t count = 0;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        count += diagnostics->mesh->group[type].count * points_of((eg_cell_type)type, degree);
    return count;
}

/* Of all cells, in their order. Collective. */
static void find_area(eg_diagnostics *diagnostics)
{
    eg_sum area;
    eg_comm_scan_begin(diagnostics->comm, &area, 1);
    for (int64_t c = 0; c < diagnostics->mesh->own; c++)
        eg_sum_add(&area, eg_plane_of(diagnostics->mesh)->area[c]);
    eg_comm_scan_end(diagnostics->comm, &area, 1);
    diagnostics->area = eg_sum_value(&area);
}

static eg_status make_room(eg_diagnostics *diagnostics)
{
    if (diagnostics->exacts == 0 || eg_comm_size(diagnostics->comm) == 1)
        return EG_OK;
    return eg_alloc(diagnostics->context, diagnostics->exacts * count_points(diagnostics),
                    sizeof *diagnostics->error, &diagnostics->error);
}

eg_status eg_errors_create(eg_run *run)
{
    eg_diagnostics *diagnostics = &run->diagnostics;
    int outputs;
    run->class->outputs(run->model, &outputs);
    find_exact(run, outputs);
    if (run->class->errors)
        return EG_OK;
    EG_TRY(eg_run_agree(run, make_room(diagnostics)));
    if (diagnostics->exacts > 0)
        find_area(diagnostics);
    return EG_OK;
}

/* ---- at points */

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
static eg_status check_exact(const eg_diagnostics *diagnostics, const eg_exact *exact,
                             const double at[4])
{
    char text[EG_VALUE_ROOM];
    for (int i = 0; i < diagnostics->table[exact->output].components; i++) {
        double value = eg_expression_eval(exact->expression[i], at);
        if (!isfinite(value))
            return eg_case_fail(
                diagnostics->loaded, exact->node[i], at[3] > 0 ? EG_DIVERGED : EG_CASE,
                "%s is %s at (%.9g, %.9g), t = %.9g s; errors need a finite number "
                "everywhere and at all times of the run, its end included",
                eg_node_name(exact->node[i]), eg_format_value(value, text), at[0], at[1], at[3]);
    }
    return EG_OK;
}

/* Weight and |e| at the points of a cell, and their number. EG_DIVERGED, or EG_CASE at time 0, where the
 * exact solution is not finite. */
static eg_status cell_errors(const eg_diagnostics *diagnostics, const eg_exact *exact, int64_t cell,
                             double time, const void *memory, double (*error)[2], int *points_found)
{
    double reference[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    double points[EG_QUADRATURE_ANY_POINTS][2];
    double values[EG_QUADRATURE_ANY_POINTS * EG_OUTPUT_COMPONENTS];
    const eg_model *model = diagnostics->model;
    int degree = model->class->error_degree(model);
    int components = diagnostics->table[exact->output].components;
    int count =
        quadrature(eg_plane_of(diagnostics->mesh), cell, degree, reference, points, weights);
    *points_found = count;
    model->class->values(model, memory, cell, exact->output, count, reference[0], values);
    double z = model->class->height(model, cell);
    for (int q = 0; q < count; q++) {
        const double at[4] = {points[q][0], points[q][1], z, time};
        error[q][0] = weights[q];
        error[q][1] = error_at(exact, components, at, &values[q * components]);
        if (!isfinite(error[q][1]))
            EG_TRY(check_exact(diagnostics, exact, at));
    }
    return EG_OK;
}

/* Where ranks synchronize: what the sums will be made of. */
eg_status eg_errors_keep(eg_diagnostics *diagnostics, const void *memory, double time)
{
    double(*at)[2] = diagnostics->error;
    int count;
    for (int i = 0; i < diagnostics->exacts; i++)
        for (int64_t c = 0; c < diagnostics->mesh->own; c++, at += count)
            EG_TRY(cell_errors(diagnostics, &diagnostics->exact[i], c, time, memory, at, &count));
    assert(at == diagnostics->error + diagnostics->exacts * count_points(diagnostics));
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
static eg_status find_norms(eg_diagnostics *diagnostics, int i, double time)
{
    eg_sum sums[SUMS];
    eg_exact *exact = &diagnostics->exact[i];
    eg_comm_scan_begin(diagnostics->comm, sums, SUMS);
    if (diagnostics->error) {
        int64_t count = count_points(diagnostics);
        add_errors(sums, (const double(*)[2])diagnostics->error + i * count, count);
    } else {
        double error[EG_QUADRATURE_ANY_POINTS][2];
        for (int64_t c = 0; c < diagnostics->mesh->own; c++) {
            int count; /* one process: none waits for what is handed on */
            EG_TRY(cell_errors(diagnostics, exact, c, time, diagnostics->state, error, &count));
            add_errors(sums, (const double(*)[2])error, count);
        }
    }
    eg_comm_scan_end(diagnostics->comm, sums, SUMS);
    exact->norms = (eg_norms){.l1 = eg_sum_value(&sums[L1]) / diagnostics->area,
                              .l2 = sqrt(eg_sum_value(&sums[L2]) / diagnostics->area),
                              .linf = sums[LINF].high,
                              .h1 = NAN};
    return EG_OK;
}

eg_status eg_errors_keep_divergence(eg_diagnostics *diagnostics, eg_status status)
{
    if (status != EG_DIVERGED)
        return status;
    for (int i = 0; i < diagnostics->exacts; i++)
        diagnostics->exact[i].norms = (eg_norms){NAN, NAN, NAN, NAN};
    return eg_strdup(diagnostics->context, eg_context_error(diagnostics->context),
                     &diagnostics->diverged);
}

eg_status eg_errors_find(eg_diagnostics *diagnostics, double time)
{
    const eg_model_class *class = diagnostics->model->class;
    double row[1 + 4 * EG_EXACTS] = {time};
    int columns = 1;
    for (int i = 0; i < diagnostics->exacts; i++) {
        eg_exact *exact = &diagnostics->exact[i];
        const eg_norms *norms = &exact->norms;
        EG_TRY(class->errors ? class->errors(diagnostics->model, diagnostics->state, exact, time,
                                             &exact->norms)
                             : find_norms(diagnostics, i, time));
        row[columns++] = norms->l1;
        row[columns++] = norms->l2;
        row[columns++] = norms->linf;
        if (exact->gradient)
            row[columns++] = norms->h1;
    }
    return diagnostics->errors ? eg_csv_row(diagnostics->errors, row, columns) : EG_OK;
}

int eg_errors_persist(eg_run *run, double values[EG_NORMS * EG_EXACTS], bool restoring)
{
    int count = 0;
    for (int i = 0; i < run->diagnostics.exacts; i++) {
        eg_exact *exact = &run->diagnostics.exact[i];
        double *const norm[] = {&exact->norms.l1, &exact->norms.l2, &exact->norms.linf,
                                &exact->norms.h1};
        exact->norms.h1 = exact->gradient ? exact->norms.h1 : NAN;
        for (int n = 0; n < (exact->gradient ? 4 : 3); n++, count++) {
            if (restoring)
                *norm[n] = values[count];
            else
                values[count] = *norm[n];
        }
    }
    return count;
}
