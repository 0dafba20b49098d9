/* Errors against exact solutions. A model may find the norms itself; else they are those of cells of the plane.
 *
 * Of several ranks each makes |e| at the points of quadrature of its own cells, and then sums run along the ranks in the
 * order of one process. */
#include "run/observe/exact.h"
#include "run/internal.h"

#include <math.h>

#include "base/parallel.h"
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

/* Of polynomials that the quadrature is exact for. */
static int degree_of(const eg_model *model)
{
    return model->class->error_degree ? model->class->error_degree(model)
                                      : 2 * eg_model_degree(model) + 4;
}

/* Of the own cells. */
static int64_t count_points(const eg_diagnostics *diagnostics)
{
    int degree = degree_of(diagnostics->model);
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
    eg_model_outputs(run->model, &outputs);
    find_exact(run, outputs);
    if (run->class->errors)
        return EG_OK;
    EG_TRY(eg_run_agree(run, make_room(diagnostics)));
    if (diagnostics->exacts > 0)
        find_area(diagnostics);
    return EG_OK;
}

/* ---- at points */

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

/* error[count][1] = |e| at points x of a cell. */
static void find_magnitudes(const eg_exact *exact, int components, int count, const double (*x)[3],
                            double time, const double *values, double (*error)[2])
{
    double square[EG_POINTS_AT_ONCE];
    eg_exact_squares(exact, components, count, x, time, values, square);
    for (int q = 0; q < count; q++)
        error[q][1] = sqrt(square[q]);
}

/* What the errors of one exact solution are found from. */
typedef struct errors_source {
    const eg_diagnostics *diagnostics;
    const eg_exact *exact;
    const void *memory;
    double time;
    int points[EG_CELL_TYPES]; /* of a cell */
} errors_source;

static errors_source source_of(const eg_diagnostics *diagnostics, int i, double time,
                               const void *memory)
{
    errors_source s = {diagnostics, &diagnostics->exact[i], memory, time, {0}};
    int degree = degree_of(diagnostics->model);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        s.points[type] = points_of((eg_cell_type)type, degree);
    return s;
}

static int64_t points_before(const errors_source *s, int64_t cell)
{
    return eg_diagnostics_before(s->diagnostics->mesh, cell, s->points);
}

/* Weight and |e| at the points of a cell. EG_DIVERGED, or EG_CASE at time 0, where the exact solution is not
 * finite. */
static eg_status cell_errors(const errors_source *s, int64_t cell, double (*error)[2])
{
    double reference[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS];
    double points[EG_QUADRATURE_ANY_POINTS][2], x[EG_QUADRATURE_ANY_POINTS][3];
    double values[EG_QUADRATURE_ANY_POINTS * EG_OUTPUT_COMPONENTS];
    const eg_diagnostics *diagnostics = s->diagnostics;
    const eg_model *model = diagnostics->model;
    int degree = degree_of(model);
    int components = diagnostics->table[s->exact->output].components;
    int count =
        quadrature(eg_plane_of(diagnostics->mesh), cell, degree, reference, points, weights);
    eg_model_values(model, s->memory, cell, s->exact->output, count, reference[0], values);
    double z = model->class->height ? model->class->height(model, cell) : 0;
    for (int q = 0; q < count; q++) {
        x[q][0] = points[q][0];
        x[q][1] = points[q][1];
        x[q][2] = z;
        error[q][0] = weights[q];
    }
    for (int q = 0; q < count; q += EG_POINTS_AT_ONCE)
        find_magnitudes(s->exact, components,
                        count - q < EG_POINTS_AT_ONCE ? count - q : EG_POINTS_AT_ONCE,
                        (const double(*)[3]) & x[q], s->time, &values[q * components], &error[q]);
    for (int q = 0; q < count; q++)
        if (!isfinite(error[q][1]))
            EG_TRY(eg_exact_check(diagnostics->loaded, s->exact, components, 2,
                                  (const double[4]){x[q][0], x[q][1], x[q][2], s->time}));
    return EG_OK;
}

/* Those of cells behind `first`, where nothing else needs the processors on all threads: error[points of the cells]. */
typedef struct errors_block {
    const errors_source *source;
    int64_t first;
    double (*error)[2];
} errors_block;

static eg_status block_part(void *with, int part, int64_t from, int64_t to)
{
    const errors_block *b = with;
    int64_t before = points_before(b->source, b->first);
    (void)part;
    for (int64_t c = b->first + from; c < b->first + to; c++)
        EG_TRY(cell_errors(b->source, c, &b->error[points_before(b->source, c) - before]));
    return EG_OK;
}

enum { CELLS_OF_THREAD = 256, CELLS_OF_BLOCK = 1 << 14 };

static eg_status block_errors(const errors_source *source, int64_t first, int64_t cells,
                              double (*error)[2])
{
    eg_context *context = source->diagnostics->context;
    errors_block b = {source, first, error};
    return eg_in_parts(
        context, source->diagnostics->all_threads ? eg_parts(context, cells, CELLS_OF_THREAD) : 1,
        cells, block_part, &b);
}

/* Where ranks synchronize: what the sums will be made of. */
eg_status eg_errors_keep(eg_diagnostics *diagnostics, const void *memory, double time)
{
    int64_t own = diagnostics->mesh->own, count = count_points(diagnostics);
    for (int i = 0; i < diagnostics->exacts; i++) {
        const errors_source source = source_of(diagnostics, i, time, memory);
        assert(points_before(&source, own) == count);
        EG_TRY(block_errors(&source, 0, own, &diagnostics->error[i * count]));
    }
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

/* The sums of one process, block after block. */
static eg_status sum_blocks(const eg_diagnostics *diagnostics, int i, double time, eg_sum *sums)
{
    const errors_source source = source_of(diagnostics, i, time, diagnostics->state);
    int64_t own = diagnostics->mesh->own, most = eg_min_i64(own, CELLS_OF_BLOCK);
    int widest = source.points[0] > source.points[1] ? source.points[0] : source.points[1];
    double(*error)[2];
    EG_TRY(eg_alloc(diagnostics->context, most * widest, sizeof *error, &error));
    eg_status status = EG_OK;
    for (int64_t c = 0; c < own && status == EG_OK; c += CELLS_OF_BLOCK) {
        int64_t cells = eg_min_i64(own - c, CELLS_OF_BLOCK);
        status = block_errors(&source, c, cells, error);
        if (status == EG_OK)
            add_errors(sums, (const double(*)[2])error,
                       points_before(&source, c + cells) - points_before(&source, c));
    }
    eg_free(diagnostics->context, &error);
    return status;
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
    } else { /* one process: none waits for what is handed on */
        EG_TRY(sum_blocks(diagnostics, i, time, sums));
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
