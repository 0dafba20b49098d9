/* Smooth functions in place of delta functions: a window times the polynomial that makes its moments those of
 * the delta function. All integrals are sums over the points of one rule in each cell, in the order of the
 * cells. docs/theory/ader-sources.md has the formulas. */
#include "field/owner.h"
#include "scheme/dg/spread.h"

#include <math.h>

#include "element/line.h"
#include "element/modal.h"
#include "element/moments.h"
#include "scheme/dg/internal.h"

enum {
    WINDOW_POWER = 2, /* (1 - r^2/R^2)^2: its slope is continuous at the rim */
    MOMENTS = 3,      /* the degree of the moments above that of the cells */
    /* those of more cannot be told from each other in a corner, in double precision */
    DEGREE_MOST = EG_MOMENTS_DEGREE,
    DEGREE_MOST_SPACE = 11
};

/* The radius in cells, by measurement (docs/theory/octree-dg.md). Moments grow with the degree, so that
 * errors fall as the scheme's do. */
static const double RADIUS = 1;

typedef struct spread_function {
    const eg_dg_location *place;
    const dg_ball *ball;
    const dg_reach *reach;
    int dimension, edge, degree;                       /* nodes along an edge; of the moments */
    int line;                                          /* points of the rule along an edge */
    double node[EG_GAUSS_MOST], weight[EG_GAUSS_MOST]; /* of the rule, on [-1,1] */
    double basis[EG_GAUSS_MOST][EG_LINE_NODES];        /* what a node is tested with there */
    /* Of the rule, where the window is above 0, as the ball sees them; `of` the list of cells, `at` the rule. */
    int64_t points, room;
    eg_moment_point *point;
    eg_moments moments;
} spread_function;

/* ---- what functions are like, by the degree of cells */

static int degree_of_spread(int dimension, int degree)
{
    int most = dimension == 3 ? DEGREE_MOST_SPACE : DEGREE_MOST;
    return degree + MOMENTS < most ? degree + MOMENTS : most;
}

/* A rule that is exact for window, polynomial and nodes where the rim does not cut a cell of a brick. */
static void prepare_rule(spread_function *f)
{
    long double node[EG_GAUSS_MOST], weight[EG_GAUSS_MOST];
    double points[EG_LINE_NODES], weights[EG_LINE_NODES];
    int order = f->edge;
    f->line = (f->degree + 2 * WINDOW_POWER + order - 1) / 2 + 1;
    eg_gauss(f->line, node, weight);
    eg_line_points_of((eg_line){EG_LINE_GLL, order - 1}, points);
    eg_gll_weights(order - 1, weights);
    for (int q = 0; q < f->line; q++) {
        f->node[q] = (double)(2 * node[q] - 1);
        f->weight[q] = (double)(2 * weight[q]);
        eg_dg_test_values(order, points, weights, f->node[q], f->basis[q]);
    }
}

/* ---- points */

static double ball_window(const spread_function *f, const double y[3])
{
    double square = 0, inside, power = 1;
    for (int i = 0; i < f->dimension; i++)
        square += y[i] * y[i];
    inside = 1 - square / (f->ball->radius * f->ball->radius);
    for (int i = 0; i < WINDOW_POWER; i++)
        power *= inside;
    return inside > 0 ? power : 0;
}

/* The determinant of a map, whose third column is (0, 0, 1) in the plane. */
static double determinant_of(const double (*j)[3])
{
    return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) -
           j[0][1] * (j[1][0] * j[2][2] - j[1][2] * j[2][0]) +
           j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

static eg_status add_spread_point(spread_function *f, int64_t of, int at)
{
    const dg_reached *cell = &f->reach->list[of];
    const int on[3] = {at % f->line, at / f->line % f->line, at / (f->line * f->line)};
    double reference[3] = {0}, weight = 1, x[3] = {0}, jacobian[3][3];
    eg_moment_point one = {.of = of, .at = at};
    for (int d = 0; d < f->dimension; d++) {
        reference[d] = f->node[on[d]];
        weight *= f->weight[on[d]];
    }
    eg_forest_map_leaf(f->place->mesh, &cell->leaf, reference, x, jacobian);
    if (f->dimension == 2)
        x[2] = 0;
    dg_ball_see(f->ball, x, cell->shift, one.y);
    one.weight = ball_window(f, one.y) * weight * determinant_of((const double(*)[3])jacobian);
    if (one.weight <= 0)
        return EG_OK;
    EG_TRY(eg_reserve(f->place->mesh->base.context, f->points + 1, &f->room, sizeof *f->point, &f->point));
    f->point[f->points++] = one;
    return EG_OK;
}

static eg_status find_spread_points(spread_function *f)
{
    int count = f->line * f->line * (f->dimension == 3 ? f->line : 1);
    for (int64_t c = 0; c < f->reach->count; c++)
        for (int q = 0; q < count; q++)
            EG_TRY(add_spread_point(f, c, q));
    return EG_OK;
}

static eg_status find_polynomial(spread_function *f, eg_scope *scope)
{
    const double centre[3] = {0}, *x = f->ball->centre;
    bool found;
    EG_TRY(eg_moments_make(scope, f->dimension, f->degree, f->points, f->point, centre, &f->moments, &found));
    if (found)
        return EG_OK;
    return eg_fail(f->place->mesh->base.context, EG_INPUT,
                   "the source at (%.9g, %.9g, %.9g) cannot be spread in so small a part of its "
                   "surroundings, between boundaries and jumps of the medium; give 'spread: point'",
                   x[0], x[1], x[2]);
}

/* ---- what cells have of it */

static void test_nodes(const spread_function *f, const eg_moment_point *point, double value, double *test)
{
    int n = f->edge, line = f->line;
    const double *along[3] = {f->basis[point->at % line], f->basis[point->at / line % line],
                              f->basis[point->at / (line * line)]};
    for (int k = 0; k < (f->dimension == 3 ? n : 1); k++)
        for (int j = 0; j < n; j++) {
            double row = value * along[1][j] * (f->dimension == 3 ? along[2][k] : 1);
            for (int i = 0; i < n; i++)
                test[(k * n + j) * n + i] += row * along[0][i];
        }
}

/* Appends an own cell without values. */
static eg_status begin_cell(const spread_function *f, int64_t cell, eg_dg_spreads *to, double **test)
{
    eg_context *context = f->place->mesh->base.context;
    int64_t nodes = (int64_t)f->edge * f->edge * (f->dimension == 3 ? f->edge : 1);
    EG_TRY(eg_reserve(context, to->count + 1, &to->cell_room, sizeof *to->cell, &to->cell));
    EG_TRY(eg_reserve(context, (to->count + 1) * nodes, &to->test_room, sizeof *to->test, &to->test));
    *test = &to->test[to->count * nodes];
    for (int64_t i = 0; i < nodes; i++)
        (*test)[i] = 0;
    to->cell[to->count++] = cell;
    return EG_OK;
}

/* Appends `share` times the function in own cells. Points stand in the order of cells. */
static eg_status add_spread_cells(const spread_function *f, double share, eg_dg_spreads *to)
{
    const eg_mesh *base = &f->place->mesh->base;
    double *test = NULL;
    for (int64_t p = 0; p < f->points; p++) {
        const eg_moment_point *point = &f->point[p];
        int64_t cell = eg_mesh_own_number(base, f->reach->list[point->of].cell);
        if (cell < 0)
            continue;
        if (p == 0 || f->point[p - 1].of != point->of)
            EG_TRY(begin_cell(f, cell, to, &test));
        test_nodes(f, point, share * point->weight * eg_moments_value(&f->moments, point->y), test);
    }
    return EG_OK;
}

static bool reaches_own(const eg_dg_location *place, const dg_reach *reach)
{
    for (int64_t i = 0; i < reach->count; i++)
        if (eg_mesh_own_number(&place->mesh->base, reach->list[i].cell) >= 0)
            return true;
    return false;
}

/* What a rank does for itself with the cells of one function. */
static eg_status add_function(const eg_dg_location *place, const dg_ball *ball, const dg_reach *reach,
                              double share, eg_dg_spreads *to)
{
    spread_function *f;
    EG_OWNER(owner, place->mesh->base.context);
    EG_SCOPE(scope, place->mesh->base.context);
    if (!reaches_own(place, reach))
        return EG_OK;
    EG_TRY(eg_owner_alloc(&owner, 1, sizeof *f, &f));
    EG_TRY(eg_owner_add(&owner, EG_OWNED_ARRAY, &f->point));
    f->place = place;
    f->ball = ball;
    f->reach = reach;
    f->dimension = place->mesh->base.dimension;
    f->edge = place->degree + 1;
    f->degree = degree_of_spread(f->dimension, place->degree);
    prepare_rule(f);
    EG_TRY(find_spread_points(f));
    EG_TRY(find_polynomial(f, &scope));
    return add_spread_cells(f, share, to);
}

/* ---- all functions of a source */

/* Lengths are those of the largest of the cells that touch it, the first of equals. */
static void find_ball(const eg_dg_location *place, const double x[3], const dg_reach *touching, dg_ball *ball)
{
    double largest = 0;
    int dimension = place->mesh->base.dimension;
    *ball = (dg_ball){.radius = RADIUS};
    for (int i = 0; i < dimension; i++)
        ball->centre[i] = x[i];
    for (int64_t c = 0; c < touching->count; c++) {
        const double middle[3] = {0};
        double there[3];
        eg_dg_map map = {0};
        eg_forest_map_leaf(place->mesh, &touching->list[c].leaf, middle, there, map.jacobian);
        eg_dg_map_invert(&map);
        if (!(map.determinant > (1 + 1e-9) * largest))
            continue;
        largest = map.determinant;
        for (int i = 0; i < dimension; i++)
            for (int k = 0; k < dimension; k++)
                ball->from[i][k] = 0.5 * map.inverse[i][k];
    }
}

static eg_status add_functions(const eg_dg_location *place, const dg_ball *ball, const dg_reach *touching,
                               int touches, const eg_dg_touch *touch, eg_dg_spreads *to)
{
    eg_status status = EG_OK;
    uint64_t taken = 0; /* of those that touch */
    for (int64_t c = 0; status == EG_OK && c < touching->count; c++) {
        dg_reach reach = {0};
        double share = 0;
        if (taken >> touching->list[c].touch & 1)
            continue;
        status = eg_dg_reach_from(place, ball, &touching->list[c], touches, touch, &reach);
        for (int64_t i = 0; status == EG_OK && i < reach.count; i++)
            if (reach.list[i].touch >= 0) {
                share += touch[reach.list[i].touch].share;
                taken |= (uint64_t)1 << reach.list[i].touch;
            }
        if (status == EG_OK)
            status = add_function(place, ball, &reach, share, to);
        status = eg_comm_agree(place->comm, status);
        EG_FREE(&reach.list);
    }
    return status;
}

eg_status eg_dg_spread(const eg_dg_location *place, const double x[3], int touches, const eg_dg_touch *touch,
                       eg_dg_spreads *spreads, eg_status status)
{
    dg_reach touching = {0};
    dg_ball ball;
    assert(touches <= 64);
    status = eg_dg_reach_touching(place, touches, touch, &touching, status);
    if (status == EG_OK) {
        find_ball(place, x, &touching, &ball);
        status = add_functions(place, &ball, &touching, touches, touch, spreads);
    }
    eg_free(place->mesh->base.context, &touching.list);
    return status;
}

void eg_dg_spreads_free(eg_dg_spreads *spreads)
{
    EG_FREE(&spreads->cell, &spreads->test);
    *spreads = (eg_dg_spreads){0};
}
