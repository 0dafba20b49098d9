/* What the case gives over the domain: numbers and expressions, evaluated on the host in double precision. */
#include "run/models/elliptic/elliptic.h"

#include <math.h>
#include <string.h>

/* ---- nodes of the case */

static const eg_node *node_of_region(const eg_coefficient *coefficient, int region)
{
    return coefficient->of_region ? coefficient->of_region[region] : coefficient->node;
}

static int tensor_components(const eg_node *node)
{
    return eg_node_is_list(node) ? (int)eg_node_count(node) : 1;
}

static const eg_node *tensor_component(const eg_node *node, int i)
{
    return eg_node_is_list(node) ? eg_node_item(node, i) : node;
}

static bool is_raster_node(const eg_node *node)
{
    return node && eg_node_is_map(node);
}

/* Whether one of its components is so, none of a raster. */
static bool has_component(const eg_node *node, bool (*is)(const eg_node *component))
{
    bool has = false;
    for (int i = 0; node && !is_raster_node(node) && i < tensor_components(node); i++)
        has = has || is(tensor_component(node, i));
    return has;
}

static bool is_no_number(const eg_node *component)
{
    return !eg_node_is_constant(component);
}

static bool uses_time(const eg_node *component)
{
    enum { T = 3 }; /* among the variables x, y, z, t */
    return eg_expression_uses(eg_node_expression(component), T);
}

static bool can_jump(const eg_node *component)
{
    return eg_expression_can_jump(eg_node_expression(component));
}

static bool is_constant_node(const eg_node *node)
{
    return !is_raster_node(node) && !has_component(node, is_no_number);
}

static int regions_of(const eg_coefficient *coefficient)
{
    return coefficient->of_region ? eg_hexes_of(coefficient->run->mesh)->base.regions.count : 1;
}

/* ---- values */

/* Whether the symmetric tensor xx xy xz yy yz zz is positive definite: its leading minors. */
static bool is_definite_tensor(const double *t)
{
    double minor = t[0] * t[3] - t[1] * t[1];
    double determinant = t[0] * (t[3] * t[5] - t[4] * t[4]) - t[1] * (t[1] * t[5] - t[4] * t[2]) +
                         t[2] * (t[1] * t[4] - t[3] * t[2]);
    return t[0] > 0 && minor > 0 && determinant > 0;
}

/* What is refused after the beginning ends a run that was sound so far. */
static eg_status refuse_coefficient(const eg_coefficient *coefficient, const eg_node *node, int64_t element,
                                    const double *x, const char *what)
{
    const eg_hexes *mesh = eg_hexes_of(coefficient->run->mesh);
    bool later = coefficient->time > 0 && has_component(node, uses_time);
    char when[48] = "";
    if (later)
        snprintf(when, sizeof when, " at t = %.9g s,", coefficient->time);
    return eg_case_fail(coefficient->run->loaded, node, later ? EG_DIVERGED : EG_CASE,
                        "%s %s%s at (%.9g, %.9g, %.9g), in element %lld of %s", eg_node_name(node), what,
                        when, x[0], x[1], x[2], (long long)mesh->base.source[element], mesh->base.origin);
}

static eg_status check_coefficient(const eg_coefficient *coefficient, const eg_node *node, double value,
                                   int64_t element, const double *x)
{
    char what[64], text[EG_VALUE_ROOM];
    bool positive = coefficient->range == EG_RANGE_POSITIVE;
    if (isfinite(value) && (positive ? value > 0 : coefficient->range != EG_RANGE_NOT_NEGATIVE || value >= 0))
        return EG_OK;
    snprintf(what, sizeof what, "must be %s, and is %s",
             !isfinite(value) ? "finite"
             : positive       ? "above zero"
                              : "zero or more",
             eg_format_value(value, text));
    return refuse_coefficient(coefficient, node, element, x, what);
}

enum { POINTS = EG_POINTS_AT_ONCE, WIDEST = 6 }; /* components */

/* The values that the case gives at each of up to POINTS points, values[value][point]: 1, 3 or 6 of them. */
static void evaluate_node(const eg_node *node, int count, const eg_point_columns *at,
                          double values[WIDEST][POINTS])
{
    for (int i = 0; i < tensor_components(node); i++)
        eg_point_columns_evaluate(at, tensor_component(node, i), count, values[i]);
}

double eg_elliptic_value_at(const eg_node *node, const double *x, double t)
{
    const double place[4] = {x[0], x[1], x[2], t};
    return eg_node_is_constant(node) ? eg_node_real(node)
                                     : eg_expression_eval(eg_node_expression(node), place);
}

/* ---- jumps: on each side of an element's face a material has the limit from inside that element */

static void find_centre(int count, const double (*x)[3], double centre[3])
{
    for (int d = 0; d < 3; d++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += x[i][d];
        centre[d] = sum / count;
    }
}

/* INWARD of the way to the centre is well above the rounding of coordinates and far below what a mesh
 * resolves. A value that changes by less than JUMP over it is continuous there, and stays that of the point
 * itself. */
static const double INWARD = 0x1p-26, JUMP = 1e-5;

static void take_limits(const eg_coefficient *coefficient, const eg_node *node, int count,
                        const double (*x)[3], const double centre[3], double values[WIDEST][POINTS])
{
    double inner[POINTS][3], limit[WIDEST][POINTS];
    eg_point_columns at;
    for (int i = 0; i < count; i++)
        for (int d = 0; d < 3; d++)
            inner[i][d] = x[i][d] + INWARD * (centre[d] - x[i][d]);
    eg_point_columns_fill(&at, count, (const double(*)[3])inner, coefficient->time);
    evaluate_node(node, count, &at, limit);
    for (int v = 0; v < tensor_components(node); v++)
        for (int i = 0; i < count; i++)
            if (!(fabs(limit[v][i] - values[v][i]) <= JUMP * (fabs(limit[v][i]) + fabs(values[v][i]))))
                values[v][i] = limit[v][i];
}

/* The values at one point, v[value]; they are checked. */
static eg_status take_values(const eg_coefficient *coefficient, const eg_node *node,
                             double values[WIDEST][POINTS], int point, int64_t element, const double *x,
                             double *v)
{
    int count = tensor_components(node);
    for (int i = 0; i < count; i++) {
        bool diagonal = count < 6 || i == 0 || i == 3 || i == 5;
        v[i] = values[i][point];
        if (diagonal || !isfinite(v[i]))
            EG_TRY(check_coefficient(coefficient, tensor_component(node, i), v[i], element, x));
    }
    if (count == 6 && !is_definite_tensor(v))
        return refuse_coefficient(coefficient, node, element, x, "is not positive definite");
    return EG_OK;
}

/* From what is given to 1, 3 or 6 values: a number is a multiple of the unit tensor. */
static void widen_tensor(int given, int wanted, double *v)
{
    if (given == 1 && wanted == 3)
        v[1] = v[2] = v[0];
    if (given == 3 && wanted == 6) {
        double yy = v[1], zz = v[2];
        v[1] = v[2] = v[4] = 0;
        v[3] = yy;
        v[5] = zz;
    }
    if (given == 1 && wanted == 6) {
        v[1] = v[2] = v[4] = 0;
        v[3] = v[5] = v[0];
    }
}

/* Over x and y, at all z. */
static eg_status sample_raster(const eg_coefficient *coefficient, int region, int count, const double (*x)[3],
                               double *values)
{
    for (int i = 0; i < count; i++) {
        eg_status status = eg_raster_sample(coefficient->raster[region], x[i][0], x[i][1], &values[i]);
        if (status != EG_OK)
            return eg_given_fail_at_key(coefficient->run->context, coefficient->run->loaded,
                                        node_of_region(coefficient, region), "", status);
    }
    return EG_OK;
}

/* The values at up to POINTS points of an element: of these, point after point, the first that is refused
 * fails. `centre` of an element in which the expression may jump, otherwise NULL. */
static eg_status fill_coefficient(const eg_coefficient *coefficient, int64_t element, int count,
                                  const double (*x)[3], const double *centre, double *values)
{
    int region = eg_hexes_of(coefficient->run->mesh)->base.region[element];
    const eg_node *node = node_of_region(coefficient, region);
    int components = coefficient->components;
    double value[WIDEST][POINTS], factor[WIDEST][POINTS];
    eg_point_columns at;
    eg_point_columns_fill(&at, count, x, coefficient->time);
    if (is_raster_node(node))
        EG_TRY(sample_raster(coefficient, region, count, x, value[0]));
    else if (node)
        evaluate_node(node, count, &at, value);
    if (centre)
        take_limits(coefficient, node, count, x, centre, value);
    if (coefficient->factor)
        evaluate_node(coefficient->factor, count, &at, factor);
    for (int i = 0; i < count; i++) {
        double v[WIDEST] = {0}, f[WIDEST] = {1};
        if (node)
            EG_TRY(take_values(coefficient, node, value, i, element, x[i], v));
        if (coefficient->factor)
            EG_TRY(take_values(coefficient, coefficient->factor, factor, i, element, x[i], f));
        widen_tensor(node ? tensor_components(node) : 1, components, v);
        for (int c = 0; c < components; c++)
            values[i * components + c] = coefficient->scale * v[c] * f[0];
    }
    return EG_OK;
}

eg_status eg_coefficient_fill(const eg_coefficient *coefficient, int64_t element, int count,
                              const double (*x)[3], double *values)
{
    int region = eg_hexes_of(coefficient->run->mesh)->base.region[element];
    size_t components = (size_t)coefficient->components;
    bool constant =
        is_constant_node(coefficient->factor) && is_constant_node(node_of_region(coefficient, region));
    if (!constant) {
        bool jumps = coefficient->of_region && eg_coefficient_can_jump_in(coefficient, region);
        double centre[3];
        find_centre(count, x, centre);
        for (int i = 0; i < count; i += POINTS)
            EG_TRY(fill_coefficient(coefficient, element, count - i < POINTS ? count - i : POINTS, &x[i],
                                    jumps ? centre : NULL, &values[(size_t)i * components]));
        return EG_OK;
    }
    if (count > 0)
        EG_TRY(fill_coefficient(coefficient, element, 1, x, NULL, values));
    for (int i = 1; i < count; i++)
        memcpy(&values[(size_t)i * components], values, components * sizeof *values);
    return EG_OK;
}

static eg_status evaluate_coefficient(const eg_sem_function *self, int64_t element, int count,
                                      const double (*x)[3], double *values)
{
    return eg_coefficient_fill((const eg_coefficient *)self, element, count, x, values);
}

/* ---- questions */

bool eg_coefficient_is_zero(const eg_coefficient *coefficient)
{
    for (int r = 0; r < regions_of(coefficient); r++) {
        const eg_node *node = node_of_region(coefficient, r);
        if (node && (!is_constant_node(node) || eg_node_real(node) != 0))
            return false;
    }
    return true;
}

bool eg_coefficient_depends_on_time_in(const eg_coefficient *coefficient, int region)
{
    return has_component(node_of_region(coefficient, region), uses_time);
}

bool eg_coefficient_is_constant_in(const eg_coefficient *coefficient, int region)
{
    const eg_node *node = node_of_region(coefficient, region);
    return !node || is_constant_node(node);
}

bool eg_coefficient_can_jump_in(const eg_coefficient *coefficient, int region)
{
    return has_component(node_of_region(coefficient, region), can_jump);
}

bool eg_coefficient_depends_on_time(const eg_coefficient *coefficient)
{
    bool depends = has_component(coefficient->factor, uses_time);
    for (int r = 0; r < regions_of(coefficient); r++)
        depends = depends || eg_coefficient_depends_on_time_in(coefficient, r);
    return depends;
}

/* The values everywhere, where a number is all that the case gives; not those that are refused. */
static bool find_constant(const eg_coefficient *coefficient, double *values)
{
    const eg_mesh *mesh = coefficient->run->mesh;
    return regions_of(coefficient) == 1 && mesh->held > 0 &&
           eg_coefficient_fill(coefficient, 0, 1, (const double(*)[3])mesh->centroid, values) == EG_OK;
}

eg_sem_field eg_coefficient_field(const eg_coefficient *coefficient)
{
    bool constant = is_constant_node(coefficient->factor);
    eg_sem_field everywhere = {0};
    if (coefficient->components == 1 && eg_coefficient_is_zero(coefficient))
        return everywhere;
    for (int r = 0; r < regions_of(coefficient); r++)
        constant = constant && is_constant_node(node_of_region(coefficient, r));
    if (constant && find_constant(coefficient, everywhere.constant))
        return everywhere;
    return (eg_sem_field){.function = &coefficient->function, .by_element = constant};
}

/* ---- making */

void eg_coefficient_of_node(eg_elliptic *p, const eg_node *node, const eg_node *factor, eg_range range,
                            eg_coefficient *coefficient)
{
    *coefficient = (eg_coefficient){.function = {.evaluate = evaluate_coefficient},
                                    .run = p->run,
                                    .node = node,
                                    .factor = factor,
                                    .components = 1,
                                    .range = range,
                                    .scale = 1};
}

static eg_status read_coefficient_rasters(eg_coefficient *coefficient)
{
    eg_context *context = coefficient->run->context;
    int regions = regions_of(coefficient);
    for (int r = 0; r < regions; r++) {
        if (!is_raster_node(coefficient->of_region[r]))
            continue;
        if (!coefficient->raster)
            EG_TRY(eg_alloc(context, regions, sizeof *coefficient->raster, &coefficient->raster));
        EG_TRY(eg_given_read_raster(context, coefficient->of_region[r], 0, &coefficient->raster[r]));
    }
    return EG_OK;
}

/* Takes a key of all materials, and reads its rasters; free it with eg_coefficient_free(), whatever
 * happens. */
static eg_status take_key(eg_elliptic *p, const char *key, eg_range range, eg_coefficient *coefficient)
{
    eg_coefficient_of_node(p, NULL, NULL, range, coefficient);
    EG_TRY(eg_alloc(p->run->context, p->mesh->base.regions.count, sizeof *coefficient->of_region,
                    &coefficient->of_region));
    for (int r = 0; r < p->mesh->base.regions.count; r++) {
        const eg_node *node = eg_node_child(eg_names_material(p->run->loaded, &p->mesh->base, r), key);
        int count = tensor_components(node);
        coefficient->of_region[r] = node;
        if (count != 1 && count != 3 && count != 6)
            return eg_case_fail(p->run->loaded, node, EG_CASE,
                                "%s has %d values; a diagonal tensor has 3 (xx, yy, zz), a full one "
                                "6 (xx, xy, xz, yy, yz, zz)",
                                eg_node_name(node), count);
        coefficient->components = count > coefficient->components ? count : coefficient->components;
    }
    return read_coefficient_rasters(coefficient);
}

void eg_coefficient_free(eg_coefficient *coefficient)
{
    for (int r = 0; coefficient->raster && r < regions_of(coefficient); r++)
        eg_raster_destroy(&coefficient->raster[r]);
    EG_FREE(&coefficient->raster, &coefficient->of_region);
}

eg_status eg_elliptic_take_materials(eg_elliptic *p)
{
    EG_TRY(take_key(p, "kappa", EG_RANGE_POSITIVE, &p->kappa));
    EG_TRY(take_key(p, p->heat ? "capacity" : "c", p->heat ? EG_RANGE_POSITIVE : EG_RANGE_NOT_NEGATIVE,
                    &p->reaction));
    return take_key(p, "source", EG_RANGE_ANY, &p->source);
}

double eg_elliptic_kappa_ratio(const eg_elliptic *p, const double *values)
{
    static const int of_six[3] = {0, 3, 5}; /* the diagonal of a whole tensor */
    int components = p->kappa.components;
    double ratio = 1;
    for (int k = 0; k < 3 && k < components; k++) {
        double least = INFINITY, most = 0;
        for (int i = 0; i < p->geometry->volume; i++) {
            double value = values[i * components + (components == 6 ? of_six[k] : k)];
            least = fmin(least, value);
            most = fmax(most, value);
        }
        ratio = fmax(ratio, most / least);
    }
    return ratio;
}

/* Where the case says nothing: what numbers of f32 reach on most meshes. */
double eg_elliptic_tolerance(const eg_elliptic *p)
{
    return eg_case_real(p->run->loaded, "numerics.tolerance", p->run->precision == EG_F32 ? 1e-5 : 1e-8);
}

double eg_elliptic_rest(const eg_elliptic *p, double tolerances)
{
    static const double LEAST = 1e-6;
    double size = fmax(fabs(p->balance.least), fabs(p->balance.most));
    return size * fmax(LEAST, tolerances * eg_elliptic_tolerance(p));
}
