/* Coefficients at the nodes of an element, in double precision. */
#include "device/address.h"
#include "scheme/sem/internal.h"

#include <math.h>
#include <string.h>

#include "sem/kinds.h" /* kernels/sem/kinds.h */

/* ---- the builder */

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
    int volume = sem->volume, n = sem->side;
    const double *w = builder->weight;
    *builder = (eg_sem_builder){.sem = sem, .options = options};
    eg_line_points_of(line, builder->point);
    eg_gll_weights(sem->degree, builder->weight);
    eg_line_derivative(line, builder->derivative_matrix);
    double **arrays[] = {&builder->kappa, &builder->c, &builder->source, &builder->node_weight,
                         &builder->points};
    const int values[] = {6, 1, 1, 1, 3};
    EG_TRY(eg_hex_grid_create(sem->mesh, sem->degree, &builder->grid));
    EG_TRY(eg_scope_alloc(scope, volume, sizeof *builder->x, &builder->x));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        EG_TRY(eg_scope_alloc(scope, volume * values[i], sizeof(double), arrays[i]));
    for (int i = 0; i < volume; i++)
        builder->node_weight[i] = w[i % n] * w[i / n % n] * w[i / (n * n)];
    fill_value(&options->kappa, eg_sem_kappa_values(options), volume, builder->kappa);
    fill_value(&options->c, 1, volume, builder->c);
    fill_value(&options->source, 1, volume, builder->source);
    return EG_OK;
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
    return EG_OK;
}

void eg_sem_element_builders_destroy(eg_sem_element_builders *builders)
{
    if (!builders->sem)
        return;
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

static eg_status check_kappa(const eg_sem_builder *builder, int64_t element, int node, int values)
{
    const eg_sem *sem = builder->sem;
    char place[EG_POINT_ROOM];
    double tensor[6];
    tensor_of(values, &builder->kappa[node * values], tensor);
    if (values == 1 ? tensor[0] > 0 : is_definite_tensor(tensor))
        return EG_OK;
    return eg_fail(sem->context, EG_INPUT,
                   "%s: kappa (xx %g, yy %g, zz %g) in element %lld at %s is not positive definite",
                   sem->mesh->base.origin, tensor[0], tensor[3], tensor[5],
                   (long long)sem->mesh->base.source[element], eg_format_point(3, builder->x[node], place));
}

static eg_status check_c(const eg_sem_builder *builder, int64_t element, int node)
{
    const eg_sem *sem = builder->sem;
    char place[EG_POINT_ROOM];
    if (!(builder->c[node] < 0))
        return EG_OK;
    return eg_fail(sem->context, EG_INPUT, "%s: c is %g in element %lld at %s; it may not be negative",
                   sem->mesh->base.origin, builder->c[node], (long long)sem->mesh->base.source[element],
                   eg_format_point(3, builder->x[node], place));
}

/* A kappa that is known has been checked. */
static bool varies_kappa(const eg_sem_builder *builder)
{
    return builder->kappa_source == EG_SEM_EVALUATED && !eg_sem_is_constant(&builder->options->kappa);
}

static eg_status check_all_coefficients(const eg_sem_builder *builder, int64_t element, int values)
{
    bool constant = !varies_kappa(builder) && eg_sem_is_constant(&builder->options->c);
    for (int i = 0; i < (constant ? 1 : builder->sem->volume); i++) {
        if (builder->kappa_source == EG_SEM_EVALUATED)
            EG_TRY(check_kappa(builder, element, i, values));
        EG_TRY(check_c(builder, element, i));
    }
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

/* Places of the nodes; of coefficients that each element has one of, the first alone is asked for. */
static void find_places(eg_sem_builder *builder, int64_t element, bool first_alone)
{
    const eg_hexes *mesh = builder->sem->mesh;
    int volume = builder->sem->volume, side = mesh->base.degree + 1;
    if (first_alone) {
        memcpy(builder->x, mesh->x[mesh->point[element * side * side * side]], sizeof *builder->x);
        return;
    }
    for (int i = 0; i < volume; i++)
        for (int d = 0; d < 3; d++)
            builder->x[i][d] = builder->points[d * volume + i];
}

static eg_status evaluate_fields(eg_sem_builder *builder, int64_t element)
{
    const eg_sem_options *options = builder->options;
    int values = eg_sem_kappa_values(options);
    if (builder->kappa_source == EG_SEM_EVALUATED)
        EG_TRY(evaluate_field(builder, &options->kappa, values, element, builder->kappa));
    else if (builder->kappa_source == EG_SEM_COPIED)
        eg_sem_kappa_at(options->known, element, builder->kappa);
    EG_TRY(evaluate_field(builder, &options->c, 1, element, builder->c));
    EG_TRY(evaluate_field(builder, &options->source, 1, element, builder->source));
    return check_all_coefficients(builder, element, values);
}

eg_status eg_sem_builder_evaluate(eg_sem_builder *builder, int64_t element)
{
    const eg_sem_options *options = builder->options;
    bool constant =
        !varies_kappa(builder) && eg_sem_is_constant(&options->c) && eg_sem_is_constant(&options->source);
    if (!constant)
        eg_hex_grid_fill_rows(builder->grid, element, builder->points, NULL);
    find_places(builder, element, constant);
    return evaluate_fields(builder, element);
}

bool eg_sem_has_kappa(const eg_sem *sem)
{
    bool has = !sem->comm && sem->precision == EG_F64;
    for (int kind = 0; kind < EG_HEX_KINDS; kind++)
        has = has && (sem->cells[kind].count == 0 || sem->cells[kind].kappa_kind == KAPPA_NODE);
    return has;
}

bool eg_sem_has_kappa_here(const eg_sem *sem)
{
    eg_device_kind device = eg_device_describe(sem->device)->kind;
    return (device == EG_DEVICE_HOST || device == EG_DEVICE_CHECKED) && eg_sem_has_kappa(sem);
}

bool eg_sem_kappa_at(const eg_sem *sem, int64_t element, double *values)
{
    int lanes = sem->interleaved, volume = sem->volume;
    if (!eg_sem_has_kappa_here(sem))
        return false;
    const double *rows = eg_buffer_address(sem->cells[eg_hexes_kind(sem->mesh, element)].kappa);
    int32_t slot = sem->slot[element]; /* one process has all elements */
    const double *own = &rows[(int64_t)(slot / lanes) * volume * lanes + slot % lanes];
    for (int i = 0; i < volume; i++)
        values[i] = own[i * lanes];
    return true;
}

/* ---- coupling */

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

eg_status eg_sem_couple(const eg_sem *sem, const eg_sem_options *options, int64_t element, double coupling[3])
{
    static const double centre[3] = {0, 0, 0};
    int values = eg_sem_kappa_values(options);
    double x[1][3], jacobian[3][3], gradient[3][3], kappa[6] = {1}, t[6];
    eg_hexes_map(sem->mesh, element, centre, x[0], jacobian);
    if (values > 1)
        EG_TRY(eg_sem_evaluate(sem, &options->kappa, values, element, 1, (const double(*)[3])x, kappa));
    tensor_of(values, kappa, t);
    scaled_gradients((const double(*)[3])jacobian, gradient);
    const double row[3][3] = {{t[0], t[1], t[2]}, {t[1], t[3], t[4]}, {t[2], t[4], t[5]}};
    double scale = 1 / eg_hex_determinant((const double(*)[3])jacobian);
    for (int d = 0; d < 3; d++) {
        double flux[3];
        for (int i = 0; i < 3; i++)
            flux[i] = dot_product(row[i], gradient[d]);
        coupling[d] = scale * dot_product(gradient[d], flux);
    }
    return EG_OK;
}
