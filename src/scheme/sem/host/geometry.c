/* Geometry and coefficients at the nodes of an element, in double precision. */
#include "scheme/sem/internal.h"

#include <math.h>
#include <string.h>

/* What eg_sem_builder_visit() adds up at a node. */
enum { LATE_RIGHT, LATE_MASS, LATE_REACTION, LATE_DIAGONAL, DEFERRED_SUMS };

/* ---- the builder */

static double weight_of(const eg_sem_builder *builder, int node)
{
    int n = builder->sem->side;
    return builder->weight[node % n] * builder->weight[node / n % n] *
           builder->weight[node / (n * n)];
}

eg_status eg_sem_builder_create(eg_sem *sem, const eg_sem_options *options, eg_sem_builder *builder)
{
    eg_context *context = sem->context;
    const eg_line line = {EG_LINE_GLL, sem->degree};
    *builder = (eg_sem_builder){.sem = sem, .options = options, .least = {1, 1}, .most = {1, 1}};
    eg_line_places(line, builder->place);
    eg_gll_weights(sem->degree, builder->weight);
    eg_line_derivative(line, builder->derivative);
    EG_TRY(eg_hex_grid_create(sem->mesh, sem->degree, &builder->grid));
    EG_TRY(eg_alloc(context, sem->volume, sizeof *builder->x, &builder->x));
    EG_TRY(eg_alloc(context, sem->volume, sizeof *builder->jacobian, &builder->jacobian));
    EG_TRY(eg_alloc(context, sem->volume, sizeof *builder->metric, &builder->metric));
    EG_TRY(eg_alloc(context, sem->volume * 6, sizeof(double), &builder->kappa));
    EG_TRY(eg_alloc(context, sem->volume, sizeof(double), &builder->c));
    EG_TRY(eg_alloc(context, sem->volume, sizeof(double), &builder->source));
    EG_TRY(eg_alloc(context, sem->volume, sizeof(double), &builder->determinant));
    EG_TRY(eg_alloc(context, sem->volume, sizeof(double), &builder->node_weight));
    for (int i = 0; i < sem->volume; i++)
        builder->node_weight[i] = weight_of(builder, i);
    return eg_alloc(context, sem->volume, sizeof(int32_t), &builder->node);
}

void eg_sem_builder_destroy(eg_sem_builder *builder)
{
    eg_context *context = builder->sem->context;
    eg_hex_grid_destroy(&builder->grid);
    eg_free(context, &builder->x);
    eg_free(context, &builder->jacobian);
    eg_free(context, &builder->metric);
    eg_free(context, &builder->kappa);
    eg_free(context, &builder->c);
    eg_free(context, &builder->source);
    eg_free(context, &builder->node);
    eg_free(context, &builder->determinant);
    eg_free(context, &builder->node_weight);
}

eg_status eg_sem_element_builders_create(eg_sem *sem, const eg_sem_options *options,
                                         int64_t elements, eg_sem_element_builders *builders)
{
    *builders = (eg_sem_element_builders){.sem = sem};
    int parts = eg_parts(sem->context, elements, eg_least_elements(sem->volume));
    EG_TRY(eg_alloc(sem->context, parts, sizeof *builders->builder, &builders->builder));
    for (int p = 0; p < parts; p++) {
        builders->parts = p + 1;
        EG_TRY(eg_sem_builder_create(sem, options, &builders->builder[p]));
    }
    return eg_deferred_sums_create(sem->nodes, parts, DEFERRED_SUMS, &builders->deferred);
}

void eg_sem_element_builders_destroy(eg_sem_element_builders *builders)
{
    eg_deferred_sums_destroy(builders->sem->nodes, builders->parts, &builders->deferred);
    for (int p = 0; p < builders->parts; p++)
        eg_sem_builder_destroy(&builders->builder[p]);
    eg_free(builders->sem->context, &builders->builder);
}

/* ---- coefficients */

eg_status eg_sem_evaluate(const eg_sem *sem, const eg_sem_field *field, int components,
                          int64_t element, int count, const double (*x)[3], double *values)
{
    int given = field->function && !field->by_element ? count : 1;
    const double(*at)[3] =
        field->by_element ? (const double(*)[3]) & sem->mesh->base.centroid[element] : x;
    char place[EG_PLACE_ROOM], value[EG_VALUE_ROOM];
    if (field->function)
        EG_TRY(field->function->evaluate(field->function, element, given, at, values));
    else
        memcpy(values, field->constant, (size_t)components * sizeof *values);
    for (int i = given; i < count; i++)
        memcpy(&values[i * components], values, (size_t)components * sizeof *values);
    for (int i = 0; i < count * components; i++)
        if (!isfinite(values[i]))
            return eg_fail(sem->context, EG_INPUT,
                           "%s: a coefficient is %s in element %lld near %s; "
                           "coefficients are finite",
                           sem->mesh->base.origin, eg_format_value(values[i], value),
                           (long long)sem->mesh->base.source[element],
                           eg_format_place(3, x[i / components], place));
    return EG_OK;
}

/* xx xy xz yy yz zz of a kappa with so many values. */
static void tensor_of(int values, const double *kappa, double *tensor)
{
    const int diagonal[3] = {0, 3, 5};
    if (values == 6) {
        memcpy(tensor, kappa, 6 * sizeof *tensor);
        return;
    }
    memset(tensor, 0, 6 * sizeof *tensor);
    for (int d = 0; d < 3; d++)
        tensor[diagonal[d]] = kappa[values == 3 ? d : 0];
}

static bool is_definite(const double *t)
{
    double minor = t[0] * t[3] - t[1] * t[1];
    double determinant = t[0] * (t[3] * t[5] - t[4] * t[4]) - t[1] * (t[1] * t[5] - t[4] * t[2]) +
                         t[2] * (t[1] * t[4] - t[3] * t[2]);
    return t[0] > 0 && minor > 0 && determinant > 0;
}

static eg_status check_coefficients(const eg_sem_builder *builder, int64_t element, int node,
                                    int values, const double *tensor)
{
    const eg_sem *sem = builder->sem;
    const double *x = builder->x[node];
    char place[EG_PLACE_ROOM];
    if (values == 1 ? !(tensor[0] > 0) : !is_definite(tensor))
        return eg_fail(sem->context, EG_INPUT,
                       "%s: kappa (xx %g, yy %g, zz %g) in element %lld at %s is "
                       "not positive definite",
                       sem->mesh->base.origin, tensor[0], tensor[3], tensor[5],
                       (long long)sem->mesh->base.source[element], eg_format_place(3, x, place));
    if (builder->c[node] < 0)
        return eg_fail(sem->context, EG_INPUT,
                       "%s: c is %g in element %lld at %s; it may not be negative",
                       sem->mesh->base.origin, builder->c[node],
                       (long long)sem->mesh->base.source[element], eg_format_place(3, x, place));
    return EG_OK;
}

/* ---- metric */

/* gradient[d] = |J| grad of reference coordinate d: cross products of the columns of J. */
static void scaled_gradients(const double jacobian[3][3], double gradient[3][3])
{
    const double *x = jacobian[0], *y = jacobian[1], *z = jacobian[2];
    for (int d = 0; d < 3; d++) {
        int a = d == 2 ? 0 : d + 1, b = d == 0 ? 2 : d - 1;
        gradient[d][0] = y[a] * z[b] - z[a] * y[b];
        gradient[d][1] = z[a] * x[b] - x[a] * z[b];
        gradient[d][2] = x[a] * y[b] - y[a] * x[b];
    }
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* metric_of() where kappa is a number. */
static void metric_of_number(const double jacobian[3][3], double weight, double determinant,
                             double kappa, double *metric)
{
    double g[3][3], flux[3][3], scale = weight / determinant;
    scaled_gradients(jacobian, g);
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++)
            flux[d][i] = kappa * g[d][i];
    metric[0] = scale * dot(g[0], flux[0]);
    metric[1] = scale * dot(g[0], flux[1]);
    metric[2] = scale * dot(g[0], flux[2]);
    metric[3] = scale * dot(g[1], flux[1]);
    metric[4] = scale * dot(g[1], flux[2]);
    metric[5] = scale * dot(g[2], flux[2]);
}

/* G = (|J| w) J^-1 kappa J^-T, its six values. */
static void metric_of(const double jacobian[3][3], double weight, double determinant,
                      const double *t, double *metric)
{
    const double row[3][3] = {{t[0], t[1], t[2]}, {t[1], t[3], t[4]}, {t[2], t[4], t[5]}};
    double gradient[3][3], flux[3][3], scale = weight / determinant;
    int at = 0;
    scaled_gradients(jacobian, gradient);
    for (int e = 0; e < 3; e++)
        for (int i = 0; i < 3; i++)
            flux[e][i] = row[i][0] * gradient[e][0] + row[i][1] * gradient[e][1] +
                         row[i][2] * gradient[e][2];
    for (int d = 0; d < 3; d++)
        for (int e = d; e < 3; e++, at++)
            metric[at] = scale * dot(gradient[d], flux[e]);
}

eg_status eg_sem_couple(const eg_sem *sem, const eg_sem_options *options, int64_t element,
                        double coupling[3])
{
    static const double centre[3] = {0, 0, 0};
    static const int own[3] = {0, 3, 5};
    int values = options->kappa_values > 1 ? options->kappa_values : 1;
    double x[1][3], jacobian[3][3], kappa[6] = {1}, tensor[6], metric[6];
    eg_hexes_map(sem->mesh, element, centre, x[0], jacobian);
    if (values > 1)
        EG_TRY(eg_sem_evaluate(sem, &options->kappa, values, element, 1, (const double(*)[3])x,
                               kappa));
    tensor_of(values, kappa, tensor);
    metric_of((const double(*)[3])jacobian, 1, eg_hex_determinant((const double(*)[3])jacobian),
              tensor, metric);
    for (int d = 0; d < 3; d++)
        coupling[d] = metric[own[d]];
    return EG_OK;
}

/* D_ii twice and D_im in the other two: what node (i, j, k) adds to the diagonal of A. */
static double diagonal_of(const eg_sem_builder *builder, int node)
{
    int n = builder->sem->side, at[3] = {node % n, node / n % n, node / (n * n)};
    const int stride[3] = {1, n, n * n}, own[3] = {0, 3, 5}, mixed[3] = {1, 2, 4};
    const int first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
    const double *d = builder->derivative;
    double sum = builder->metric[node][6];
    for (int direction = 0; direction < 3; direction++)
        for (int m = 0; m < n; m++) {
            double slope = d[m * n + at[direction]];
            int there = node + (m - at[direction]) * stride[direction];
            sum += slope * slope * builder->metric[there][own[direction]];
        }
    for (int pair = 0; pair < 3; pair++) {
        double a = d[at[first[pair]] * (n + 1)], b = d[at[second[pair]] * (n + 1)];
        sum += 2 * (a * b) * builder->metric[node][mixed[pair]];
    }
    return sum;
}

/* Takes note of the operands of the division in flux_of() of kernels/sem/geometry.h. */
static void note_division(eg_sem_builder *builder, double dividend, double divisor)
{
    const double each[] = {dividend, divisor};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        builder->least[i] = each[i] < builder->least[i] ? each[i] : builder->least[i];
        builder->most[i] = each[i] > builder->most[i] ? each[i] : builder->most[i];
    }
}

/* Metric, and c |J| w behind it. */
static eg_status find_metric(eg_sem_builder *builder, int64_t element)
{
    eg_sem *sem = builder->sem;
    int values = builder->options->kappa_values > 1 ? builder->options->kappa_values : 1;
    for (int i = 0; i < sem->volume; i++) {
        double tensor[6], weight = builder->node_weight[i];
        double determinant = eg_hex_determinant((const double(*)[3])builder->jacobian[i]);
        double volume = weight * determinant;
        builder->determinant[i] = determinant;
        const double(*jacobian)[3] = (const double(*)[3])builder->jacobian[i];
        const double *kappa = &builder->kappa[i * values];
        tensor_of(values, kappa, tensor);
        EG_TRY(check_coefficients(builder, element, i, values, tensor));
        if (values == 1)
            metric_of_number(jacobian, weight, determinant, *kappa, builder->metric[i]);
        else
            metric_of(jacobian, weight, determinant, tensor, builder->metric[i]);
        builder->metric[i][6] = builder->c[i] * volume;
        note_division(builder, values == 1 ? weight * tensor[0] : weight, determinant);
    }
    return EG_OK;
}

eg_status eg_sem_builder_look(eg_sem_builder *builder, int64_t element)
{
    eg_sem *sem = builder->sem;
    const eg_sem_options *options = builder->options;
    const double(*x)[3] = (const double(*)[3])builder->x;
    int values = options->kappa_values > 1 ? options->kappa_values : 1;
    eg_hex_grid_fill(builder->grid, element, builder->x, builder->jacobian);
    eg_hex_element_nodes(sem->mesh, sem->nodes, element, builder->node);
    EG_TRY(eg_sem_evaluate(sem, &options->kappa, values, element, sem->volume, x, builder->kappa));
    EG_TRY(eg_sem_evaluate(sem, &options->c, 1, element, sem->volume, x, builder->c));
    EG_TRY(eg_sem_evaluate(sem, &options->source, 1, element, sem->volume, x, builder->source));
    return find_metric(builder, element);
}

static void add_term(eg_sem_builder *builder, int32_t node, const double *term)
{
    eg_sem *sem = builder->sem;
    builder->right[node] += term[LATE_RIGHT];
    sem->mass[node] += term[LATE_MASS];
    sem->reaction_mass[node] += term[LATE_REACTION];
    sem->diagonal[node] += term[LATE_DIAGONAL];
}

eg_status eg_sem_builder_visit(eg_sem_builder *builder, eg_deferred_sums *deferred, int64_t element)
{
    eg_sem *sem = builder->sem;
    EG_TRY(eg_sem_builder_look(builder, element));
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = builder->node[i];
        double volume = builder->node_weight[i] * builder->determinant[i];
        double term[DEFERRED_SUMS];
        term[LATE_RIGHT] = builder->source[i] * volume;
        term[LATE_MASS] = volume;
        term[LATE_REACTION] = builder->metric[i][6];
        term[LATE_DIAGONAL] = diagonal_of(builder, i);
        if (eg_deferred_sums_has(deferred, node))
            EG_TRY(eg_deferred_sums_add(deferred, node, term));
        else
            add_term(builder, node, term);
    }
    return EG_OK;
}

void eg_sem_add_deferred(eg_sem_element_builders *builders)
{
    for (int p = 0; p < builders->parts; p++) {
        const eg_deferred_sums *deferred = &builders->deferred[p];
        for (int64_t i = 0; i < deferred->count; i++)
            add_term(&builders->builder[p], deferred->key[i], &deferred->value[i * DEFERRED_SUMS]);
    }
}
