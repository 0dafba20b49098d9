/* Coefficients that vary inside a cell: polynomials of their own order, and the arrays of
 * kernels/ader/variable.h. What depends on time is in factor.c. */
#include "scheme/ader/internal.h"

#include <math.h>

/* Integrands hold one derivative: of degree O - 1 + O - 1 + m - 1, less one. */
static int degree_of_material(const eg_ader *ader)
{
    int degree = 2 * ader->order + ader->material_order - 4;
    return degree > 0 ? degree : 0;
}

/* Stages before the last hold U_{r+1} of degree O - 2 at most: exact for its products. */
static int degree_of_stages(const eg_ader *ader)
{
    return ader->order > 2 ? 2 * ader->order - 4 : 0;
}

static int fill_up(int count, int block)
{
    return (count + block - 1) / block * block;
}

/* Modes of time derivative r (MODES_OF in kernels/ader/variable.h). */
static int modes_of_derivative(const eg_ader *ader, int r)
{
    return ader->system->transports ? ader->modes : eg_modal_count(ader->order - r);
}

/* Derivatives are taken in modes (BY_TERMS there). */
static bool by_terms(const eg_ader *ader)
{
    return !ader->conservative && !ader->system->transports;
}

void eg_ader_choose_variable(eg_ader *ader, const eg_ader_options *options)
{
    const eg_linear *system = options->system;
    assert(options->material_order >= 0 && options->material_order <= options->order);
    assert(!options->factor || (system->transports && options->factor_most > 0));
    bool natural = system->conservative;
    ader->conservative = options->form == EG_ADER_NATURAL ? natural : options->form == EG_ADER_CONSERVATIVE;
    /* step.h does constant coefficients in the system's natural form */
    assert(!options->wind || (system->transports && !options->factor && options->material_order <= 1));
    ader->variable = options->material_order > 1 || options->factor || ader->conservative != natural;
    ader->factor_most = options->factor ? options->factor_most : 1;
    ader->material_order = options->material_order > 1 ? options->material_order : 1;
    ader->material_modes = eg_modal_count(ader->material_order);
    ader->edge_points = ader->order - 1 + (ader->material_order + 1) / 2;
    /* what is loaded serves a block of points or modes; its sums, two or three for each variable, stay in
     * registers */
    ader->block = system->variables == 1 ? 4 : 2;
    ader->tests = fill_up(ader->modes, ader->block);
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_cells *cells = &ader->cells[type];
        double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
        cells->points = eg_quadrature_least((eg_cell_type)type, degree_of_material(ader), point, weight);
        cells->rows = fill_up(cells->points, ader->block);
        if (by_terms(ader))
            cells->stage_points =
                eg_quadrature_least((eg_cell_type)type, degree_of_stages(ader), point, weight);
        cells->stage_rows = fill_up(cells->stage_points, ader->block);
    }
}

int64_t eg_ader_work(const eg_ader *ader, int type)
{
    if (ader->moving)
        return eg_ader_wind_work(ader, type);
    if (ader->tensor) /* kernels/ader/variable_tiles.h */
        return (ader->modes + modes_of_derivative(ader, 1) + EG_TILE_ROWS) * ader->system->variables +
               (int64_t)fill_up(ader->cells[type].stage_points, EG_TILE_ROWS) * ader->system->materials;
    int kinds = ader->conservative ? 2 : 1, variables = ader->system->variables;
    int faces = eg_cell_type_vertices((eg_cell_type)type), traces = ader->system->traces[ader->flux];
    int side = kinds * traces > variables ? kinds * traces : variables;
    int64_t predict = (ader->tests + ader->cells[type].rows * (int64_t)kinds) * variables;
    predict += by_terms(ader) ? modes_of_derivative(ader, 1) * variables : 0;
    int64_t correct = faces * ((int64_t)ader->order * side + ader->edge_points * variables);
    return predict > correct + ader->modes ? predict : correct + ader->modes;
}

/* ---- the polynomials */

/* A rule, and the material at its points. */
typedef struct sampling {
    eg_ader_rule rule;
    double given[EG_QUADRATURE_ANY_POINTS * EG_LINEAR_MATERIALS];
} sampling;

static eg_status project_cell(eg_ader *ader, const eg_ader_options *options, int64_t cell, sampling *s)
{
    eg_ader_rule *r = &s->rule;
    int n = ader->system->materials, modes = ader->material_modes;
    eg_ader_place_rule(ader->mesh, cell, r);
    EG_TRY(options->material(options->user, cell, r->count, (const double(*)[2])r->x, s->given));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < modes; k++) {
            /* the mean apart: of a constant nothing is left for the other modes */
            double mean = ader->material[cell * n + i], sum = k == 0 ? mean / r->basis[0][0] : 0;
            for (int q = 0; q < r->count; q++)
                sum += r->weight[q] * r->basis[q][k] * (s->given[q * n + i] - mean);
            ader->polynomial[(cell * n + i) * modes + k] = sum;
        }
    return EG_OK;
}

static eg_status project_rule(eg_ader *ader, const eg_ader_options *options, int type, sampling *s)
{
    int64_t from = ader->layout.first_cell[type];
    eg_ader_make_rule((eg_cell_type)type, EG_ADER_EXACT(ader->order), ader->material_order, &s->rule);
    for (int64_t c = from; c < from + ader->mesh->base.group[type].count; c++)
        EG_TRY(project_cell(ader, options, c, s));
    return EG_OK;
}

/* The material's modes where it is evaluated: at the points of a cell, and of its faces as each runs. */
static eg_status tabulate_rule(eg_ader *ader, int type, eg_ader_rule *r)
{
    eg_ader_cells *cells = &ader->cells[type];
    int modes = ader->material_modes, faces = eg_cell_type_vertices((eg_cell_type)type);
    long double s[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    EG_TRY(eg_owner_alloc(&ader->owned, cells->points * modes, sizeof *cells->at_points, &cells->at_points));
    EG_TRY(eg_owner_alloc(&ader->owned, (int64_t)faces * ader->edge_points * modes, sizeof *cells->at_faces,
                          &cells->at_faces));
    eg_quadrature_least((eg_cell_type)type, degree_of_material(ader), r->point, r->weight);
    for (int q = 0; q < cells->points; q++)
        eg_modal_values((eg_cell_type)type, ader->material_order, r->point[q], &cells->at_points[q * modes]);
    eg_gauss(ader->edge_points, s, weight);
    for (int f = 0; f < faces; f++)
        for (int q = 0; q < ader->edge_points; q++) {
            double point[2];
            eg_ader_face_point((eg_cell_type)type, f, s[q], point);
            eg_modal_values((eg_cell_type)type, ader->material_order, point,
                            &cells->at_faces[(f * ader->edge_points + q) * modes]);
        }
    return EG_OK;
}

static eg_status check_speeds(const eg_ader *ader)
{
    const eg_plane *mesh = ader->mesh;
    for (int64_t c = 0; c < mesh->base.own; c++)
        if (!isfinite(eg_ader_speed(ader, c)))
            return eg_fail(ader->context, EG_INPUT,
                           "%s: the material of %s, as a polynomial of order %d, has no real speed "
                           "somewhere in the cell at (%.9g, %.9g): it varies too much there; take "
                           "smaller cells or a lower material order",
                           mesh->base.origin, ader->system->name, ader->material_order,
                           mesh->base.centroid[c][0], mesh->base.centroid[c][1]);
    return EG_OK;
}

eg_status eg_ader_find_polynomials(eg_ader *ader, const eg_ader_options *options)
{
    EG_SCRATCH sampling *s = NULL;
    if (!ader->variable)
        return EG_OK;
    EG_TRY(eg_alloc(ader->context, 1, sizeof *s, &s));
    EG_TRY(eg_owner_alloc(&ader->owned,
                          (ader->mesh->base.own + eg_mesh_ghosts(&ader->mesh->base)) *
                              ader->system->materials * ader->material_modes,
                          sizeof *ader->polynomial, &ader->polynomial));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        EG_TRY(project_rule(ader, options, type, s));
        EG_TRY(tabulate_rule(ader, type, &s->rule));
    }
    return check_speeds(ader);
}

/* ---- arrays for the device */

/* A rule in the arrays of kernels/ader/variable.h, filled up to `rows` points: modes and, with `kinds` 3,
 * their derivatives at the points: `values` as they are, `tests` times the weights. What fills blocks up is
 * zero. */
static void fill_rule(const eg_ader *ader, int type, int degree, int rows, int kinds, double *values,
                      double *tests)
{
    int modes = ader->modes, block = ader->block, columns = ader->tests;
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    double value[EG_MODES_MOST], gradient[EG_MODES_MOST][2];
    int points = eg_quadrature_least((eg_cell_type)type, degree, point, weight);
    for (int q = 0; q < points; q++) {
        eg_modal_values((eg_cell_type)type, ader->order, point[q], value);
        eg_modal_gradients((eg_cell_type)type, ader->order, point[q], gradient);
        for (int k = 0; k < modes; k++)
            for (int i = 0; i < kinds; i++) {
                double x = i == 0 ? value[k] : gradient[k][i - 1];
                values[((i * rows + q - q % block) * modes + k * block) + q % block] = x;
                tests[((i * columns + k - k % block) * rows + q * block) + k % block] = weight[q] * x;
            }
    }
}

static eg_status build_points(eg_ader *ader, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    EG_SCRATCH double *values = NULL, *tests = NULL;
    int rows = cells->rows, stage_rows = cells->stage_rows;
    int64_t reals = 3 * (int64_t)rows + stage_rows, count = reals * ader->modes,
            test_count = reals * ader->tests;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(count, values), EG_BLOCK(test_count, tests)));
    fill_rule(ader, type, degree_of_material(ader), rows, 3, values, tests);
    if (stage_rows > 0)
        fill_rule(ader, type, degree_of_stages(ader), stage_rows, 1, &values[3 * rows * ader->modes],
                  &tests[3 * rows * ader->tests]);
    return EG_UPLOAD_REALS(&ader->base, {"modes at points", count, values, &cells->values},
                           {"modes as tests", test_count, tests, &cells->tests});
}

/* A rule for tensor cores. */
typedef struct rule_tiles {
    int rows;             /* points, filled up */
    double *value, *test; /* [rows][modes], [modes filled up][rows] */
} rule_tiles;

static eg_status make_rule_tiles(eg_ader *ader, eg_scope *scope, int type, int degree, rule_tiles *rule)
{
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    int modes = ader->modes, points = eg_quadrature_least((eg_cell_type)type, degree, point, weight);
    rule->rows = fill_up(points, EG_TILE_ROWS);
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK((int64_t)rule->rows * modes, rule->value),
                          EG_BLOCK((int64_t)rule->rows * fill_up(modes, EG_TILE_ROWS), rule->test)));
    for (int q = 0; q < points; q++) {
        eg_modal_values((eg_cell_type)type, ader->order, point[q], &rule->value[q * modes]);
        for (int k = 0; k < modes; k++)
            rule->test[k * rule->rows + q] = weight[q] * rule->value[q * modes + k];
    }
    return EG_OK;
}

/* Adds the products of 16 points each: the material there, if wanted, terms, tests. */
static void add_rule_tiles(const eg_ader *ader, const rule_tiles *rule, bool with_material, eg_tiles *product,
                           int *count)
{
    int modes = ader->modes, rows = rule->rows, lower = modes_of_derivative(ader, 1);
    int sets = fill_up(modes, EG_TILE_ROWS) / EG_TILE_ROWS;
    for (int q = 0; q < rows; q += EG_TILE_ROWS) {
        eg_tiles at_points = {&rule->value[q * modes], 1, EG_TILE_ROWS, 0, ader->material_modes, 0, modes, 1};
        if (with_material)
            product[(*count)++] = at_points;
        at_points.end = lower;
        product[(*count)++] = at_points;
        product[(*count)++] =
            (eg_tiles){&rule->test[q], sets, EG_TILE_ROWS, 0, EG_TILE_ROWS, EG_TILE_ROWS * rows, rows, 1};
    }
}

/* The products of kernels/ader/variable_tiles.h in their order. */
static eg_status upload_point_tiles(eg_ader *ader, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    int modes = ader->modes, faces = eg_cell_type_vertices((eg_cell_type)type), count = 0;
    double *derivative;
    rule_tiles stage, end;
    eg_tiles product[5 * (EG_QUADRATURE_ANY_POINTS / EG_TILE_ROWS + 1) + EG_ADER_PAIR_TILES + 2];
    EG_SCOPE(scope, ader->context);
    EG_TRY(make_rule_tiles(ader, &scope, type, degree_of_stages(ader), &stage));
    EG_TRY(make_rule_tiles(ader, &scope, type, degree_of_material(ader), &end));
    product[count++] = (eg_tiles){stage.value, 1, stage.rows, 0, ader->material_modes, 0, modes, 1};
    EG_TRY(eg_ader_join_derivatives(&scope, &cells->modal, false, &derivative));
    eg_ader_add_derivatives(derivative, modes, modes_of_derivative(ader, 1), modes, product, &count);
    add_rule_tiles(ader, &stage, false, product, &count);
    add_rule_tiles(ader, &end, true, product, &count);
    product[count++] = (eg_tiles){cells->modal.trace, 1, faces * ader->order, 0, modes, 0, modes, 1};
    return eg_stepper_upload_tiles(&ader->base, "tiles of products", product, count, &cells->tiles);
}

void eg_ader_fill_point(const eg_ader *ader, const eg_ader_across *across, int64_t cell, int face, int q,
                        double *medium)
{
    const eg_linear *system = ader->system;
    int n = ader->edge_points, modes = ader->material_modes;
    const eg_ader_cells *here = &ader->cells[ader->mesh->type[cell]];
    const eg_ader_cells *there = &ader->cells[ader->mesh->type[across->side.cell]];
    bool boundary = across->boundary != EG_LINEAR_INSIDE;
    int own_q = across->side.right ? n - 1 - q : q, other_q = boundary ? own_q : n - 1 - own_q;
    double own[EG_LINEAR_MATERIALS], other[EG_LINEAR_MATERIALS];
    eg_ader_material_of(ader, cell, &here->at_faces[(face * n + own_q) * modes], own);
    eg_ader_material_of(ader, across->side.cell, &there->at_faces[(across->side.at * n + other_q) * modes],
                        other);
    const double *left = across->side.right ? other : own, *right = across->side.right ? own : other;
    for (int i = 0; i < system->materials; i++)
        medium[i] = ader->conservative ? 0.5 * (left[i] + right[i]) : own[i];
    eg_ader_find_constants(ader, across, own, other, &medium[system->materials]);
}

/* Fills material and medium of one type. */
static void fill_medium(const eg_ader *ader, const eg_ader_options *options, int type, double *material,
                        double *medium)
{
    int n = ader->system->materials, modes = ader->material_modes, lanes = ader->layout.lanes;
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    int count = n + ader->system->face_constants[ader->flux];
    int64_t from = ader->layout.first_cell[type];
    for (int64_t i = 0; i < ader->mesh->base.group[type].count; i++) {
        int64_t block = i / lanes, lane = i % lanes;
        for (int j = 0; j < n * modes; j++)
            material[(block * n * modes + j) * lanes + lane] = ader->polynomial[(from + i) * n * modes + j];
        for (int f = 0; f < faces; f++) {
            eg_ader_across across = eg_ader_look_across(ader, options, from + i, f);
            for (int q = 0; q < ader->edge_points; q++) {
                double values[EG_LINEAR_MATERIALS + EG_LINEAR_FACE_CONSTANTS];
                int64_t at = ((block * faces + f) * ader->edge_points + q) * count;
                eg_ader_fill_point(ader, &across, from + i, f, q, values);
                for (int j = 0; j < count; j++)
                    medium[(at + j) * lanes + lane] = values[j];
            }
        }
    }
}

eg_status eg_ader_build_variable(eg_ader *ader, const eg_ader_options *options, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    const eg_linear *system = ader->system;
    int64_t slots = cells->blocks * ader->layout.lanes;
    int64_t materials = slots * system->materials * ader->material_modes;
    int64_t mediums = slots * eg_cell_type_vertices((eg_cell_type)type) * ader->edge_points *
                      (system->materials + system->face_constants[ader->flux]);
    EG_SCRATCH double *material = NULL, *medium = NULL;
    EG_TRY(build_points(ader, type));
    if (ader->tensor)
        EG_TRY(upload_point_tiles(ader, type));
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(materials, material), EG_BLOCK(mediums, medium)));
    fill_medium(ader, options, type, material, medium);
    return EG_UPLOAD_REALS(&ader->base, {"material", materials, material, &cells->material},
                           {"material on faces", mediums, medium, &cells->medium});
}

/* ---- for reports */

double eg_ader_variable_values(const eg_ader *ader, int type)
{
    const eg_linear *system = ader->system;
    return system->materials * (double)ader->material_modes +
           eg_cell_type_vertices((eg_cell_type)type) * (double)ader->edge_points *
               (system->materials + system->face_constants[ader->flux]);
}

/* Multiply-adds of stage r for one variable, of which the last is of the mean: by modes, whose derivatives
 * have a degree less and come from those of a higher one, and their terms at the points; or by derivatives
 * there. */
static double terms_by_modes(const eg_ader *ader, int type, int r)
{
    bool ends = r == ader->order - 1;
    int order = ends ? ader->order : ader->order - r, lower = eg_modal_count(order - 1);
    double points = ends ? ader->cells[type].points : ader->cells[type].stage_points,
           sum = points * (lower + (ends ? ader->modes : lower));
    for (int k = 0; k < lower; k++)
        sum += 2 * (eg_modal_count(order) - eg_modal_count(eg_modal_degree(k) + 1));
    return sum;
}

static double terms_at_points(const eg_ader *ader, int type, int r)
{
    double points = ader->cells[type].points;
    return r == ader->order - 1 ? 3 * points * ader->modes
                                : points * ((ader->conservative ? 3 : 2) * modes_of_derivative(ader, r) +
                                            modes_of_derivative(ader, r + 1));
}

static double stage_terms(const eg_ader *ader, int type)
{
    double sum = 0;
    for (int r = 0; r < ader->order; r++)
        sum += by_terms(ader) ? terms_by_modes(ader, type, r) : terms_at_points(ader, type, r);
    return sum;
}

/* Multiply-adds of the sums over modes and points, two operations each. */
void eg_ader_variable_flops(const eg_ader *ader, int type, double *predict, double *correct)
{
    const eg_linear *system = ader->system;
    double kinds = ader->conservative ? 2 : 1, traces = system->traces[ader->flux];
    double faces = eg_cell_type_vertices((eg_cell_type)type), order = ader->order, edge = 0;
    for (int m = 0; m < ader->order; m++)
        edge += ader->modes - m * (m + 1) / 2;
    double material = (ader->cells[type].points + ader->cells[type].stage_points) *
                      (double)ader->material_modes * system->materials * (ader->conservative ? 3 : 1);
    double traces_of_mean = faces * edge * system->variables;
    double fluxes = traces_of_mean + faces * ader->edge_points * order * (kinds * traces + system->variables);
    *predict = 2 * (material + stage_terms(ader, type) * system->variables + traces_of_mean);
    *correct = 2 * fluxes;
}
