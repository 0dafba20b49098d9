/* A wind of place and time (kernels/ader/moving): points, places and the launch that finds it on each
 * step. */
#include "scheme/ader/internal.h"

#include <string.h>

/* A projected flux of a wind of degree O - 1 is exact, and so is its volume term. */
static int degree_of_wind(const eg_ader *ader)
{
    return 3 * ader->order - 3;
}

static int faces_of(int type)
{
    return eg_cell_type_vertices((eg_cell_type)type);
}

/* Modes of all derivatives in time. */
static int64_t derivatives_of(const eg_ader *ader)
{
    int n = ader->order;
    return (int64_t)n * (n + 1) * (n + 2) / 6;
}

void eg_ader_choose_wind(eg_ader *ader, const eg_ader_options *options)
{
    ader->moving = options->wind != NULL;
    if (!ader->moving)
        return;
    ader->edge_points = ader->order + 1; /* those of an inflow */
    ader->block = 1;
    ader->tests = ader->modes;
    ader->rate_least = options->dt_most > 0 ? ader->cfl / options->dt_most : 0;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_cells *cells = &ader->cells[type];
        double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
        cells->points = cells->rows =
            eg_quadrature_least((eg_cell_type)type, degree_of_wind(ader), point, weight);
    }
}

/* ---- arrays */

/* The rule in a cell, and the modes there. */
typedef struct wind_rule {
    int points, modes;
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    double value[EG_QUADRATURE_ANY_POINTS][EG_MODES_MOST],
        gradient[EG_QUADRATURE_ANY_POINTS][EG_MODES_MOST][2];
} wind_rule;

static void make_wind_rule(const eg_ader *ader, int type, wind_rule *rule)
{
    rule->modes = ader->modes;
    rule->points = eg_quadrature_least((eg_cell_type)type, degree_of_wind(ader), rule->point, rule->weight);
    for (int q = 0; q < rule->points; q++) {
        eg_modal_values((eg_cell_type)type, ader->order, rule->point[q], rule->value[q]);
        eg_modal_gradients((eg_cell_type)type, ader->order, rule->point[q], rule->gradient[q]);
    }
}

/* tests[4][modes][points] of kernels/ader/moving/moving.h. */
static void fill_wind_tests(const wind_rule *rule, const double *derivative, double *tests)
{
    int modes = rule->modes;
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < modes; k++)
            for (int q = 0; q < rule->points; q++) {
                double sum = 0;
                for (int m = 0; m < modes; m++)
                    sum += derivative[(j * modes + k) * modes + m] * rule->value[q][m];
                tests[(j * modes + k) * rule->points + q] = rule->weight[q] * sum;
                tests[((2 + j) * modes + k) * rule->points + q] = rule->weight[q] * rule->gradient[q][k][j];
            }
}

/* Modes at the points of the cell, then of its faces; and places of these points. */
static void fill_wind_points(const eg_ader *ader, int type, const wind_rule *rule, double *values,
                             double *point)
{
    int modes = rule->modes, points = rule->points, n = ader->edge_points;
    long double s[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    memcpy(point, rule->point, (size_t)points * sizeof *rule->point);
    for (int q = 0; q < points; q++)
        memcpy(&values[q * modes], rule->value[q], (size_t)modes * sizeof *values);
    eg_gauss(n, s, weight);
    for (int i = 0; i < faces_of(type) * n; i++) {
        double there[2];
        eg_ader_face_point((eg_cell_type)type, i / n, s[i % n], there);
        eg_modal_values((eg_cell_type)type, ader->order, there, &values[(points + i) * modes]);
        point[2 * points + i % n] = (double)s[i % n];
    }
}

static eg_status build_wind_rule(eg_ader *ader, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    int64_t passing = faces_of(type) * ader->edge_points;
    int64_t value_count = (cells->points + passing) * ader->modes,
            places = 2 * cells->points + ader->edge_points;
    int64_t test_count = 4 * (int64_t)ader->modes * cells->points;
    double *values, *tests, *point;
    wind_rule *rule;
    EG_SCOPE(scope, ader->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(1, rule), EG_BLOCK(value_count, values),
                          EG_BLOCK(test_count, tests), EG_BLOCK(places, point)));
    make_wind_rule(ader, type, rule);
    fill_wind_tests(rule, cells->modal.derivative, tests);
    fill_wind_points(ader, type, rule, values, point);
    EG_TRY(EG_UPLOAD_REALS(&ader->base, {"modes at points", value_count, values, &cells->values},
                           {"modes as tests", test_count, tests, &cells->tests}));
    return eg_stepper_upload(&ader->base, "points of wind", places * 8, point, &cells->wind_point);
}

/* Host arrays of one type being filled, in rows of lanes. */
typedef struct wind_places {
    double *place, *faces, *slowing;
    int32_t *region;
} wind_places;

static void fill_wind_face(const eg_ader *ader, const eg_ader_options *options, int64_t cell, int k,
                           double *face, int32_t *region)
{
    const eg_plane *mesh = ader->mesh;
    const eg_ader_across across = eg_ader_look_across(ader, options, cell, k);
    const int32_t *end = mesh->face_vertex[across.side.owner];
    int lanes = ader->layout.lanes;
    int32_t own = mesh->base.region[cell], other = mesh->base.region[across.side.cell];
    for (int i = 0; i < 2; i++) {
        face[i * lanes] = mesh->x[end[across.side.right]][i];
        face[(2 + i) * lanes] = mesh->x[end[!across.side.right]][i];
        face[(4 + i) * lanes] = across.boundary == EG_LINEAR_WALL ? 0 : across.normal[i];
    }
    region[0] = across.side.right ? other : own;
    region[lanes] = across.side.right ? own : other;
}

static void fill_wind_cell(const eg_ader *ader, const eg_ader_options *options, const wind_places *to,
                           int64_t i, int64_t cell)
{
    const eg_affine map = eg_plane_map(ader->mesh, cell);
    int faces = faces_of(ader->mesh->type[cell]), lanes = ader->layout.lanes;
    int64_t block = i / lanes, lane = i % lanes;
    double *place = &to->place[block * 6 * lanes + lane];
    int32_t *region = &to->region[block * (1 + 2 * faces) * lanes + lane];
    for (int j = 0; j < 2; j++) {
        place[j * lanes] = map.origin[j];
        for (int d = 0; d < 2; d++)
            place[(2 + 2 * j + d) * lanes] = map.jacobian[j][d];
    }
    region[0] = ader->mesh->base.region[cell];
    to->slowing[i] = eg_ader_rate_of_speed(ader, cell, 1);
    for (int k = 0; k < faces; k++)
        fill_wind_face(ader, options, cell, k, &to->faces[(block * faces + k) * 6 * lanes + lane],
                       &region[(1 + 2 * k) * lanes]);
}

eg_status eg_ader_build_wind(eg_ader *ader, const eg_ader_options *options, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    int64_t slots = cells->blocks * ader->layout.lanes, faces = faces_of(type);
    int64_t regions = slots * (1 + 2 * faces), first = ader->layout.first_cell[type];
    int64_t size = (int64_t)eg_real_size(ader->layout.precision);
    wind_places to;
    EG_SCOPE(scope, ader->context);
    EG_TRY(build_wind_rule(ader, type));
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(6 * slots, to.place), EG_BLOCK(6 * slots * faces, to.faces),
                          EG_BLOCK(slots, to.slowing), EG_BLOCK(regions, to.region)));
    for (int64_t i = 0; i < regions; i++)
        to.region[i] = -1; /* of lanes without a cell */
    for (int64_t i = 0; i < ader->mesh->base.group[type].count; i++)
        fill_wind_cell(ader, options, &to, i, first + i);
    EG_TRY(EG_UPLOAD(&ader->base, {"places of wind", 6 * slots * 8, to.place, &cells->wind_place},
                     {"faces of wind", 6 * slots * faces * 8, to.faces, &cells->wind_faces},
                     {"slowing", slots * 8, to.slowing, &cells->wind_slowing},
                     {"regions of wind", regions * 4, to.region, &cells->wind_region},
                     {"wind", slots * cells->points * ader->order * 2 * size, NULL, &cells->wind},
                     {"flow", slots * faces * ader->edge_points * ader->order * size, NULL, &cells->flow}));
    if (!(options->receiver_interval > 0))
        return EG_OK;
    return eg_stepper_upload(&ader->base, "derivatives in time",
                             slots * derivatives_of(ader) * ader->variables * size, NULL, &cells->history);
}

eg_status eg_ader_build_moments(eg_ader *ader)
{
    double rule[(2 + 2 * EG_ORDER_MOST) * EG_ORDER_MOST];
    int order = ader->order;
    if (!ader->moving)
        return EG_OK;
    EG_TRY(eg_ader_build_line(ader));
    eg_ader_interpolate_rule(order, rule);
    EG_TRY(eg_stepper_upload(&ader->base, "rule in time", (2 + 2 * order) * order * 8, rule, &ader->rule));
    return eg_stepper_upload_reals(&ader->base, "moments of a step", order, rule, &ader->moments);
}

/* ---- the kernel */

eg_status eg_ader_build_wind_program(eg_ader *ader, const eg_ader_options *options, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    int passing = faces_of(type) * ader->edge_points,
        items = cells->points > passing ? cells->points : passing;
    if (!ader->moving)
        return EG_OK;
    const eg_program_options program = {
        .file = "ader/moving/wind.c",
        .precision = ader->layout.precision,
        .lanes = ader->layout.lanes,
        .items = items,
        EG_DEFINES({"ORDER", ader->order}, {"NFACES", faces_of(type)}, {"POINTS", cells->points},
                   {"EDGE_POINTS", ader->edge_points}, {"MATERIALS", ader->system->materials},
                   {"REGIONS", ader->mesh->base.regions.count}, {"EXPRESSION", 1}),
        .generated = options->wind};
    EG_TRY(eg_stepper_program(&ader->base, &program, &cells->wind_program));
    return eg_kernel_get(cells->wind_program, "ader_wind", &cells->find_wind);
}

eg_status eg_ader_queue_wind(eg_ader *ader)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        if (c->find_wind)
            EG_TRY(EG_LAUNCH(c->find_wind, c->blocks, EG_BUFFER("rule", ader->rule),
                             EG_BUFFER("point", c->wind_point), EG_BUFFER("place", c->wind_place),
                             EG_BUFFER("faces", c->wind_faces), EG_BUFFER("region", c->wind_region),
                             EG_BUFFER("slowing", c->wind_slowing), EG_BUFFER("cell", c->cell),
                             EG_BUFFER("wind", c->wind), EG_BUFFER("flow", c->flow),
                             EG_DOUBLE("rate_least", ader->rate_least),
                             EG_DOUBLE("rate_beside", ader->exchange_rate), EG_LONG("blocks", c->blocks)));
    }
    return EG_OK;
}

/* ---- for reports */

double eg_ader_wind_values(const eg_ader *ader, int type)
{
    return ader->order * (2.0 * ader->cells[type].points + faces_of(type) * ader->edge_points);
}

int64_t eg_ader_wind_work(const eg_ader *ader, int type)
{
    int64_t passing = faces_of(type) * ader->edge_points, points = 2 * ader->cells[type].points;
    int64_t predict = derivatives_of(ader) + (points > passing ? points : passing);
    int64_t correct = faces_of(type) * ader->order * (int64_t)ader->variables + ader->modes;
    return predict * ader->variables > correct ? predict * ader->variables : correct;
}

/* Multiply-adds of sums over modes, points and moments, two operations each. */
void eg_ader_wind_flops(const eg_ader *ader, int type, double *predict, double *correct)
{
    double points = ader->cells[type].points, passing = faces_of(type) * ader->edge_points,
           order = ader->order;
    double derivatives = (double)derivatives_of(ader), edge = 0;
    for (int m = 0; m < ader->order; m++)
        edge += ader->modes - m * (m + 1) / 2;
    double inside =
        points * (derivatives + order * (order + 1) + 2 * (derivatives - ader->modes) + 2 * ader->modes);
    double through = passing * (derivatives + order * order + order);
    *predict = 2 * ader->variables * (inside + through);
    *correct = 2 * ader->variables * faces_of(type) * edge;
}
