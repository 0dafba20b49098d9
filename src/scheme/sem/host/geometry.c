/* Geometry and coefficients at the nodes of an element, in double precision. */
#include "base/wide.h"
#include "scheme/sem/internal.h"

#include <math.h>
#include <string.h>

/* What eg_sem_builder_visit() adds up at a node. */
enum { LATE_RIGHT, LATE_MASS, LATE_REACTION, LATE_DIAGONAL, DEFERRED_SUMS };

/* ---- the builder */

static int kappa_values(const eg_sem_options *options)
{
    return options->kappa_values > 1 ? options->kappa_values : 1;
}

static double weight_of_node(const eg_sem_builder *builder, int node)
{
    int n = builder->sem->side;
    return builder->weight[node % n] * builder->weight[node / n % n] * builder->weight[node / (n * n)];
}

/* Which entries of the metric a node's own derivatives multiply: d xi d eta, d xi d zeta, d eta d zeta. */
enum { PAIRS = 3 };
static const int mixed[PAIRS] = {1, 2, 4}, first_of[PAIRS] = {0, 0, 1}, second_of[PAIRS] = {1, 2, 2};

static void fill_identity(eg_sem_builder *builder)
{
    int n = builder->sem->side, volume = builder->sem->volume;
    const double *d = builder->derivative_matrix;
    for (int i = 0; i < volume; i++)
        builder->node_weight[i] = weight_of_node(builder, i);
    for (int i = 0; i < n; i++)
        for (int m = 0; m < n; m++)
            builder->slope_squares[i * n + m] = d[m * n + i] * d[m * n + i];
    for (int pair = 0; pair < PAIRS; pair++)
        for (int i = 0; i < volume; i++) {
            const int at[3] = {i % n, i / n % n, i / (n * n)};
            double a = d[at[first_of[pair]] * (n + 1)], b = d[at[second_of[pair]] * (n + 1)];
            builder->slope_pairs[pair * volume + i] = 2 * (a * b);
        }
}

static void fill_value(const eg_sem_field *field, int components, int count, double *values)
{
    for (int i = 0; i < count; i++)
        for (int c = 0; c < components; c++)
            values[i * components + c] = field->constant[c];
}

static eg_status create_builder(eg_sem *sem, const eg_sem_options *options, eg_scope *scope,
                                eg_sem_builder *builder)
{
    const eg_line line = {EG_LINE_GLL, sem->degree};
    int volume = sem->volume;
    *builder = (eg_sem_builder){.sem = sem, .options = options, .least = {1, 1}, .most = {1, 1}};
    eg_line_points_of(line, builder->point);
    eg_gll_weights(sem->degree, builder->weight);
    eg_line_derivative(line, builder->derivative_matrix);
    double **arrays[] = {
        &builder->kappa,       &builder->c,           &builder->source,        &builder->determinant,
        &builder->node_weight, &builder->diagonal,    &builder->points,        &builder->derivative,
        &builder->metric,      &builder->slope_pairs, &builder->slope_squares, &builder->before};
    const int values[] = {6, 1, 1, 1, 1, 1, 3, 9, SEM_METRIC, PAIRS, 1, SEM_METRIC};
    EG_TRY(eg_hex_grid_create(sem->mesh, sem->degree, &builder->grid));
    EG_TRY(eg_scope_alloc(scope, volume, sizeof *builder->x, &builder->x));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        EG_TRY(eg_scope_alloc(scope, volume * values[i], sizeof(double), arrays[i]));
    fill_identity(builder);
    fill_value(&options->kappa, kappa_values(options), volume, builder->kappa);
    fill_value(&options->c, 1, volume, builder->c);
    fill_value(&options->source, 1, volume, builder->source);
    return eg_scope_alloc(scope, volume, sizeof(int32_t), &builder->node);
}

eg_status eg_sem_element_builders_create(eg_sem *sem, const eg_sem_options *options, int64_t elements,
                                         eg_sem_element_builders *builders)
{
    *builders = (eg_sem_element_builders){.sem = sem, .scope = {.context = sem->context}};
    int parts = eg_parts(sem->context, elements, eg_least_elements(sem->volume));
    EG_TRY(eg_scope_alloc(&builders->scope, parts, sizeof *builders->builder, &builders->builder));
    for (int p = 0; p < parts; p++) {
        builders->parts = p + 1;
        EG_TRY(create_builder(sem, options, &builders->scope, &builders->builder[p]));
    }
    return eg_deferred_sums_create(sem->nodes, parts, DEFERRED_SUMS, &builders->deferred);
}

void eg_sem_element_builders_destroy(eg_sem_element_builders *builders)
{
    if (!builders->sem)
        return;
    eg_deferred_sums_destroy(builders->sem->nodes, builders->parts, &builders->deferred);
    for (int p = 0; p < builders->parts; p++)
        eg_hex_grid_destroy(&builders->builder[p].grid);
    eg_scope_end(&builders->scope);
}

/* ---- coefficients */

eg_status eg_sem_evaluate(const eg_sem *sem, const eg_sem_field *field, int components, int64_t element,
                          int count, const double (*x)[3], double *values)
{
    int given = field->function && !field->by_element ? count : 1;
    const double(*at)[3] = field->by_element ? (const double(*)[3]) & sem->mesh->base.centroid[element] : x;
    char place[EG_POINT_ROOM], value[EG_VALUE_ROOM];
    if (field->function)
        EG_TRY(field->function->evaluate(field->function, element, given, at, values));
    else
        memcpy(values, field->constant, (size_t)components * sizeof *values);
    for (int i = 0; i < given * components; i++)
        if (!isfinite(values[i]))
            return eg_fail(sem->context, EG_INPUT,
                           "%s: a coefficient is %s in element %lld near %s; coefficients are finite",
                           sem->mesh->base.origin, eg_format_value(values[i], value),
                           (long long)sem->mesh->base.source[element],
                           eg_format_point(3, x[i / components], place));
    for (int i = given; i < count; i++)
        for (int c = 0; c < components; c++)
            values[i * components + c] = values[c];
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

static bool is_definite_tensor(const double *t)
{
    double minor = t[0] * t[3] - t[1] * t[1];
    double determinant = t[0] * (t[3] * t[5] - t[4] * t[4]) - t[1] * (t[1] * t[5] - t[4] * t[2]) +
                         t[2] * (t[1] * t[4] - t[3] * t[2]);
    return t[0] > 0 && minor > 0 && determinant > 0;
}

static eg_status check_coefficients(const eg_sem_builder *builder, int64_t element, int node, int values,
                                    const double *tensor)
{
    const eg_sem *sem = builder->sem;
    const double *x = builder->x[node];
    char place[EG_POINT_ROOM];
    if (values == 1 ? !(tensor[0] > 0) : !is_definite_tensor(tensor))
        return eg_fail(sem->context, EG_INPUT,
                       "%s: kappa (xx %g, yy %g, zz %g) in element %lld at %s is not positive definite",
                       sem->mesh->base.origin, tensor[0], tensor[3], tensor[5],
                       (long long)sem->mesh->base.source[element], eg_format_point(3, x, place));
    if (builder->c[node] < 0)
        return eg_fail(sem->context, EG_INPUT, "%s: c is %g in element %lld at %s; it may not be negative",
                       sem->mesh->base.origin, builder->c[node], (long long)sem->mesh->base.source[element],
                       eg_format_point(3, x, place));
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

static double dot_product(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* G = (|J| w) J^-1 kappa J^-T, its six values. */
static void metric_of(const double jacobian[3][3], double weight, double determinant, const double *t,
                      double *metric)
{
    const double row[3][3] = {{t[0], t[1], t[2]}, {t[1], t[3], t[4]}, {t[2], t[4], t[5]}};
    double gradient[3][3], flux[3][3], scale = weight / determinant;
    int at = 0;
    scaled_gradients(jacobian, gradient);
    for (int e = 0; e < 3; e++)
        for (int i = 0; i < 3; i++)
            flux[e][i] = row[i][0] * gradient[e][0] + row[i][1] * gradient[e][1] + row[i][2] * gradient[e][2];
    for (int d = 0; d < 3; d++)
        for (int e = d; e < 3; e++, at++)
            metric[at] = scale * dot_product(gradient[d], flux[e]);
}

eg_status eg_sem_couple(const eg_sem *sem, const eg_sem_options *options, int64_t element, double coupling[3])
{
    static const double centre[3] = {0, 0, 0};
    static const int own[3] = {0, 3, 5};
    int values = kappa_values(options);
    double x[1][3], jacobian[3][3], kappa[6] = {1}, tensor[6], metric[6];
    eg_hexes_map(sem->mesh, element, centre, x[0], jacobian);
    if (values > 1)
        EG_TRY(eg_sem_evaluate(sem, &options->kappa, values, element, 1, (const double(*)[3])x, kappa));
    tensor_of(values, kappa, tensor);
    metric_of((const double(*)[3])jacobian, 1, eg_hex_determinant((const double(*)[3])jacobian), tensor,
              metric);
    for (int d = 0; d < 3; d++)
        coupling[d] = metric[own[d]];
    return EG_OK;
}

/* The jacobian at a node, of all nodes' derivatives. */
static void jacobian_of(const eg_sem_builder *builder, int node, double jacobian[3][3])
{
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++)
            jacobian[i][d] = builder->derivative[(3 * d + i) * builder->sem->volume + node];
}

/* metric_of() at all nodes where kappa is a number, with c |J| w behind it; p, q, r are the derivatives along
 * the reference directions. */
EG_WIDE(metric_of_numbers, (const eg_sem_builder *builder, int count), (builder, count))
{
    const double *restrict p = builder->derivative, *restrict q = &p[3 * count], *restrict r = &q[3 * count];
    const double *restrict weight = builder->node_weight, *restrict kappa = builder->kappa,
                           *restrict c = builder->c;
    double *restrict determinant = builder->determinant, *restrict metric = builder->metric;
    int n = count, z = 2 * count;
    EG_SIMD
    for (int i = 0; i < count; i++) {
        double g0x = q[n + i] * r[z + i] - q[z + i] * r[n + i];
        double g0y = q[z + i] * r[i] - q[i] * r[z + i];
        double g0z = q[i] * r[n + i] - q[n + i] * r[i];
        double g1x = r[n + i] * p[z + i] - r[z + i] * p[n + i];
        double g1y = r[z + i] * p[i] - r[i] * p[z + i];
        double g1z = r[i] * p[n + i] - r[n + i] * p[i];
        double g2x = p[n + i] * q[z + i] - p[z + i] * q[n + i];
        double g2y = p[z + i] * q[i] - p[i] * q[z + i];
        double g2z = p[i] * q[n + i] - p[n + i] * q[i];
        double here = p[i] * (q[n + i] * r[z + i] - r[n + i] * q[z + i]) +
                      q[i] * (r[n + i] * p[z + i] - p[n + i] * r[z + i]) +
                      r[i] * (p[n + i] * q[z + i] - q[n + i] * p[z + i]);
        double f0x = kappa[i] * g0x, f0y = kappa[i] * g0y, f0z = kappa[i] * g0z;
        double f1x = kappa[i] * g1x, f1y = kappa[i] * g1y, f1z = kappa[i] * g1z;
        double f2x = kappa[i] * g2x, f2y = kappa[i] * g2y, f2z = kappa[i] * g2z;
        double scale = weight[i] / here;
        determinant[i] = here;
        metric[i] = scale * (g0x * f0x + g0y * f0y + g0z * f0z);
        metric[n + i] = scale * (g0x * f1x + g0y * f1y + g0z * f1z);
        metric[z + i] = scale * (g0x * f2x + g0y * f2y + g0z * f2z);
        metric[3 * n + i] = scale * (g1x * f1x + g1y * f1y + g1z * f1z);
        metric[4 * n + i] = scale * (g1x * f2x + g1y * f2y + g1z * f2z);
        metric[5 * n + i] = scale * (g2x * f2x + g2y * f2y + g2z * f2z);
        metric[6 * n + i] = c[i] * (weight[i] * here);
    }
}

static void metric_of_tensors(eg_sem_builder *builder, int values)
{
    int volume = builder->sem->volume;
    for (int i = 0; i < volume; i++) {
        double jacobian[3][3], tensor[6], metric[6], weight = builder->node_weight[i];
        jacobian_of(builder, i, jacobian);
        tensor_of(values, &builder->kappa[i * values], tensor);
        double determinant = eg_hex_determinant((const double(*)[3])jacobian);
        metric_of((const double(*)[3])jacobian, weight, determinant, tensor, metric);
        builder->determinant[i] = determinant;
        for (int m = 0; m < 6; m++)
            builder->metric[m * volume + i] = metric[m];
        builder->metric[6 * volume + i] = builder->c[i] * (weight * determinant);
    }
}

/* D_ii twice and D_im in the other two: what the nodes (i, j, k) add to the diagonal of A; n nodes a line. */
EG_INLINE void add_diagonal(const eg_sem_builder *builder, int n)
{
    int plane = n * n, volume = n * n * n;
    const double *restrict square = builder->slope_squares, *restrict pair = builder->slope_pairs,
                           *restrict metric = builder->metric;
    double *restrict sum = builder->diagonal;
    const double *restrict along = metric, *restrict across = &metric[3 * volume],
                           *restrict up = &metric[5 * volume];
    for (int i = 0; i < volume; i++)
        sum[i] = metric[6 * volume + i];
    for (int row = 0; row < plane; row++)
        for (int m = 0; m < n; m++)
            for (int i = 0; i < n; i++)
                sum[row * n + i] += square[i * n + m] * along[row * n + m];
    for (int k = 0; k < n; k++)
        for (int m = 0; m < n; m++)
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
                    sum[k * plane + j * n + i] += square[j * n + m] * across[k * plane + m * n + i];
    for (int m = 0; m < n; m++)
        for (int k = 0; k < n; k++) {
            EG_SIMD
            for (int i = 0; i < plane; i++)
                sum[k * plane + i] += square[k * n + m] * up[m * plane + i];
        }
    for (int e = 0; e < PAIRS; e++) {
        const double *restrict entry = &metric[mixed[e] * volume], *restrict both = &pair[e * volume];
        EG_SIMD
        for (int i = 0; i < volume; i++)
            sum[i] += both[i] * entry[i];
    }
}

/* The most frequent sizes are known to the compiler. */
EG_WIDE(find_diagonal, (const eg_sem_builder *builder, int n), (builder, n))
{
    if (n == 4)
        add_diagonal(builder, 4);
    else if (n == 5)
        add_diagonal(builder, 5);
    else
        add_diagonal(builder, n);
}

/* Takes note of the operands of the division in flux_of() of kernels/sem/geometry.h. */
EG_WIDE(note_divisions, (eg_sem_builder * builder, int count, const double *restrict kappa),
        (builder, count, kappa))
{
    enum { LANES = 4 }; /* smallest and largest of each are found by themselves */
    const double *restrict weight = builder->node_weight, *restrict divisor = builder->determinant;
    double least[2][LANES], most[2][LANES];
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < 2; i++) {
            least[i][l] = builder->least[i];
            most[i][l] = builder->most[i];
        }
    for (int from = 0; from < count; from += LANES)
        for (int l = 0; l < LANES; l++) {
            int i = from + l < count ? from + l : count - 1;
            double dividend = kappa ? weight[i] * kappa[i] : weight[i];
            least[0][l] = dividend < least[0][l] ? dividend : least[0][l];
            most[0][l] = dividend > most[0][l] ? dividend : most[0][l];
            least[1][l] = divisor[i] < least[1][l] ? divisor[i] : least[1][l];
            most[1][l] = divisor[i] > most[1][l] ? divisor[i] : most[1][l];
        }
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < 2; i++) {
            builder->least[i] = least[i][l] < builder->least[i] ? least[i][l] : builder->least[i];
            builder->most[i] = most[i][l] > builder->most[i] ? most[i][l] : builder->most[i];
        }
}

static bool is_constant_field(const eg_sem_field *field)
{
    return !field->function || field->by_element;
}

static eg_status check_all_coefficients(const eg_sem_builder *builder, int64_t element, int values)
{
    const eg_sem_options *options = builder->options;
    bool constant = is_constant_field(&options->kappa) && is_constant_field(&options->c);
    for (int i = 0; i < (constant ? 1 : builder->sem->volume); i++) {
        double tensor[6];
        tensor_of(values, &builder->kappa[i * values], tensor);
        EG_TRY(check_coefficients(builder, element, i, values, tensor));
    }
    return EG_OK;
}

/* Metric, and c |J| w behind it; whether they are what they were. */
static eg_status find_metric(eg_sem_builder *builder, int64_t element)
{
    int values = kappa_values(builder->options), volume = builder->sem->volume;
    double *before = builder->metric;
    EG_TRY(check_all_coefficients(builder, element, values));
    builder->metric = builder->before;
    builder->before = before;
    if (values == 1)
        metric_of_numbers(builder, volume);
    else
        metric_of_tensors(builder, values);
    size_t bytes = (size_t)(SEM_METRIC * volume) * sizeof *before;
    builder->version += memcmp(builder->metric, before, bytes) != 0;
    return EG_OK;
}

/* A field without a function has its value since the builder was made. */
static eg_status evaluate_field(eg_sem_builder *builder, const eg_sem_field *field, int components,
                                int64_t element, double *values)
{
    const double(*x)[3] = (const double(*)[3])builder->x;
    if (!field->function)
        return EG_OK;
    return eg_sem_evaluate(builder->sem, field, components, element, builder->sem->volume, x, values);
}

eg_status eg_sem_builder_look(eg_sem_builder *builder, int64_t element)
{
    eg_sem *sem = builder->sem;
    const eg_sem_options *options = builder->options;
    eg_hex_grid_fill_rows(builder->grid, element, builder->points, builder->derivative);
    for (int i = 0; i < sem->volume; i++)
        for (int d = 0; d < 3; d++)
            builder->x[i][d] = builder->points[d * sem->volume + i];
    eg_hex_element_nodes(sem->mesh, sem->nodes, element, builder->node);
    EG_TRY(evaluate_field(builder, &options->kappa, kappa_values(options), element, builder->kappa));
    EG_TRY(evaluate_field(builder, &options->c, 1, element, builder->c));
    EG_TRY(evaluate_field(builder, &options->source, 1, element, builder->source));
    return find_metric(builder, element);
}

static bool is_zero_field(const eg_sem_field *field)
{
    return !field->function && field->constant[0] == 0;
}

/* What is 0 everywhere is left alone: its pages are not touched then. */
static void add_term(eg_sem_builder *builder, int32_t node, const double *term, bool sources, bool reacts)
{
    eg_sem *sem = builder->sem;
    if (sources)
        builder->rhs[node] += term[LATE_RIGHT];
    sem->mass[node] += term[LATE_MASS];
    if (reacts)
        sem->reaction_mass[node] += term[LATE_REACTION];
    sem->diagonal[node] += term[LATE_DIAGONAL];
}

eg_status eg_sem_builder_visit(eg_sem_builder *builder, eg_deferred_sums *deferred, int64_t element)
{
    eg_sem *sem = builder->sem;
    EG_TRY(eg_sem_builder_look(builder, element));
    if (builder->diagonal_version != builder->version)
        find_diagonal(builder, sem->side);
    builder->diagonal_version = builder->version;
    note_divisions(builder, sem->volume, kappa_values(builder->options) == 1 ? builder->kappa : NULL);
    bool sources = !is_zero_field(&builder->options->source), reacts = !is_zero_field(&builder->options->c);
    for (int i = 0; i < sem->volume; i++) {
        int32_t node = builder->node[i];
        double volume = builder->node_weight[i] * builder->determinant[i];
        double term[DEFERRED_SUMS];
        term[LATE_RIGHT] = builder->source[i] * volume;
        term[LATE_MASS] = volume;
        term[LATE_REACTION] = builder->metric[(SEM_METRIC - 1) * sem->volume + i];
        term[LATE_DIAGONAL] = builder->diagonal[i];
        if (eg_deferred_sums_has(deferred, node))
            EG_TRY(eg_deferred_sums_add(deferred, node, term));
        else
            add_term(builder, node, term, sources, reacts);
    }
    return EG_OK;
}

void eg_sem_add_deferred(eg_sem_element_builders *builders)
{
    const eg_sem_options *options = builders->builder[0].options;
    bool sources = !is_zero_field(&options->source), reacts = !is_zero_field(&options->c);
    for (int p = 0; p < builders->parts; p++) {
        const eg_deferred_sums *deferred = &builders->deferred[p];
        for (int64_t i = 0; i < deferred->count; i++)
            add_term(&builders->builder[p], deferred->key[i], &deferred->value[i * DEFERRED_SUMS], sources,
                     reacts);
    }
}
