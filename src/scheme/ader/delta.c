/* Delta functions as points and as smooth kernels, by cells. docs/theory/ader-sources.md has the formulas.
 *
 * The smooth kernel is a window times the polynomial that makes its moments those of the delta function. All
 * its integrals are sums over the points of one rule in each cell, the moments too, so that they hold to
 * rounding whatever the disc cuts. Sums go along the list of cells, which begins at the source and follows
 * the faces of the mesh. */
#include "scheme/ader/delta.h"

#include <math.h>
#include <string.h>

#include "element/modal.h"
#include "element/moments.h"
#include "physics/linear/source.h"
#include "scheme/ader/internal.h"
#include "scheme/ader/points.h"

enum {
    WINDOW_POWER = 2,   /* (1 - r^2/R^2)^2: its slope is continuous at the rim */
    RULE_OF_SMALL = 31, /* degree of the quadrature in discs that shrink: for corners */
    MOMENTS = 2         /* the degree of the moments above the order of the cells */
};
_Static_assert((int)EG_ORDER_MOST + MOMENTS <= EG_MOMENTS_DEGREE, "moments of all orders");

/* The radius in sizes of a cell, which are the sides of a square as large, or as large as two such triangles.
 * Between two orders it falls as one over the order, as what a cell resolves does; below it would leave too
 * few points in a corner. */
static const double RADIUS = 1.75;
static const int SHRINKS_FROM = 6, SHRINKS_TO = 10;

/* A cell that the disc reaches, moved by `shift` where periodic pairs lie between. */
typedef struct reached {
    int64_t cell;
    double shift[2];
} reached;

/* The disc on one side of the jumps of the medium. */
typedef struct disc {
    const eg_ader_location *location;
    const double *centre;
    double radius;
    reached *list;
    int64_t count, room;
    eg_moment_point *point; /* of the cells' rules, where the window is above 0; `of` the list of cells */
    int64_t points, point_room;
    eg_moments moments;
    eg_ader_rule rule[EG_CELL_TYPES];
} disc;

/* ---- the cells of a disc */

static double inner_radius_of(const eg_ader_location *location, int64_t cell)
{
    int order = location->order < SHRINKS_TO ? location->order : SHRINKS_TO;
    double part = order > SHRINKS_FROM ? (double)SHRINKS_FROM / order : 1;
    return RADIUS * part *
           sqrt((location->mesh->type[cell] == EG_TRIANGLE ? 2 : 1) * location->mesh->area[cell]);
}

static eg_status reach(disc *d, int64_t cell, const double shift[2])
{
    double near = 1e-6 * d->radius;
    for (int64_t i = 0; i < d->count; i++)
        if (d->list[i].cell == cell && fabs(d->list[i].shift[0] - shift[0]) < near &&
            fabs(d->list[i].shift[1] - shift[1]) < near)
            return EG_OK;
    EG_TRY(eg_reserve(d->location->mesh->base.context, d->count + 1, &d->room, sizeof *d->list, &d->list));
    d->list[d->count++] = (reached){.cell = cell, .shift = {shift[0], shift[1]}};
    return EG_OK;
}

static const double *vertex_of(const eg_plane *mesh, int64_t cell, int k)
{
    int n = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    return mesh->x[mesh->vertex[mesh->first[cell] + k % n]];
}

/* The square of the distance from x to the face from a to b. */
static double distance_to_segment(const double x[2], const double a[2], const double b[2])
{
    double along[2] = {b[0] - a[0], b[1] - a[1]}, sum = 0;
    double t =
        ((x[0] - a[0]) * along[0] + (x[1] - a[1]) * along[1]) / (along[0] * along[0] + along[1] * along[1]);
    t = fmin(fmax(t, 0), 1);
    for (int i = 0; i < 2; i++)
        sum += (x[i] - a[i] - t * along[i]) * (x[i] - a[i] - t * along[i]);
    return sum;
}

/* The medium of a cell at its centroid, and inside its face k, near both ends and in the middle. */
static eg_status medium_at_side(const eg_ader_location *location, int64_t cell, int k, double *material)
{
    enum { POINTS = 4 };
    const double along[POINTS] = {0.01, 0.5, 0.99, 0}, into[POINTS] = {1e-6, 1e-6, 1e-6, 1};
    const double *a = vertex_of(location->mesh, cell, k), *b = vertex_of(location->mesh, cell, k + 1);
    double x[POINTS][2];
    for (int q = 0; q < POINTS; q++)
        for (int i = 0; i < 2; i++)
            x[q][i] = (1 - into[q]) * (a[i] + along[q] * (b[i] - a[i])) +
                      into[q] * location->mesh->base.centroid[cell][i];
    return location->material(location->user, cell, POINTS, (const double(*)[2])x, material);
}

/* Whether the medium jumps across face k of a cell, which is face `there` of the other. */
static eg_status medium_jumps(const eg_ader_location *location, int64_t cell, int k, int64_t other, int there,
                              bool *answer)
{
    double left[4 * EG_LINEAR_MATERIALS], right[4 * EG_LINEAR_MATERIALS];
    double turned[4 * EG_LINEAR_MATERIALS];
    int n = location->system->materials;
    EG_TRY(medium_at_side(location, cell, k, left));
    EG_TRY(medium_at_side(location, other, there, right));
    for (int q = 0; q < 4; q++) /* over there the face runs backwards */
        memcpy(&turned[q * n], &right[(q < 3 ? 2 - q : q) * n], (size_t)n * sizeof *turned);
    *answer = eg_linear_jumps(location->system, 3, left, turned);
    return EG_OK;
}

/* Goes on across the faces of a cell that lie in the disc and in one medium. */
static eg_status go_across_side(disc *d, const reached from)
{
    const eg_plane *mesh = d->location->mesh;
    int faces = eg_cell_type_vertices((eg_cell_type)mesh->type[from.cell]), there;
    for (int k = 0; k < faces; k++) {
        int64_t other = eg_ader_beyond(mesh, from.cell, k, &there);
        const double *a = vertex_of(mesh, from.cell, k), *b = vertex_of(mesh, from.cell, k + 1);
        double seen[2] = {d->centre[0] - from.shift[0], d->centre[1] - from.shift[1]}, shift[2];
        bool end;
        if (other < 0 || distance_to_segment(seen, a, b) >= d->radius * d->radius)
            continue;
        EG_TRY(medium_jumps(d->location, from.cell, k, other, there, &end));
        if (end)
            continue;
        for (int i = 0; i < 2; i++) /* over there the face ends where it begins here */
            shift[i] = from.shift[i] + a[i] - vertex_of(mesh, other, there + 1)[i];
        EG_TRY(reach(d, other, shift));
    }
    return EG_OK;
}

/* The list from a cell that touches the centre. */
static eg_status find_disc_cells(disc *d, const eg_ader_touch *touch)
{
    const eg_affine map = eg_plane_map(d->location->mesh, touch->cell);
    double shift[2];
    for (int i = 0; i < 2; i++) {
        shift[i] = d->centre[i] - map.origin[i] - map.jacobian[i][0] * touch->point[0] -
                   map.jacobian[i][1] * touch->point[1];
        if (fabs(shift[i]) < 1e-6 * d->radius)
            shift[i] = 0;
    }
    EG_TRY(reach(d, touch->cell, shift));
    for (int64_t i = 0; i < d->count; i++)
        EG_TRY(go_across_side(d, d->list[i]));
    return EG_OK;
}

/* ---- the kernel */

static double disc_window(const disc *d, const double x[2])
{
    double a = (x[0] - d->centre[0]) / d->radius, b = (x[1] - d->centre[1]) / d->radius;
    double inside = 1 - (a * a + b * b), power = 1;
    for (int i = 0; i < WINDOW_POWER; i++)
        power *= inside;
    return inside > 0 ? power : 0;
}

/* Where the source sees the points of a cell, and the window there times weight and determinant. */
static eg_status add_points(disc *d, int64_t of)
{
    const reached *at = &d->list[of];
    const eg_affine map = eg_plane_map(d->location->mesh, at->cell);
    const eg_ader_rule *r = &d->rule[d->location->mesh->type[at->cell]];
    for (int q = 0; q < r->count; q++) {
        eg_moment_point one = {.of = of, .at = q};
        for (int i = 0; i < 2; i++)
            one.y[i] = map.origin[i] + at->shift[i] + map.jacobian[i][0] * r->point[q][0] +
                       map.jacobian[i][1] * r->point[q][1];
        one.weight = disc_window(d, one.y) * r->weight[q] * map.determinant;
        if (one.weight <= 0)
            continue;
        EG_TRY(eg_reserve(d->location->mesh->base.context, d->points + 1, &d->point_room, sizeof *d->point,
                          &d->point));
        d->point[d->points++] = one;
    }
    return EG_OK;
}

static eg_status find_delta_kernel(disc *d, eg_scope *scope)
{
    const double centre[3] = {d->centre[0], d->centre[1]};
    bool found;
    d->points = 0;
    for (int64_t c = 0; c < d->count; c++)
        EG_TRY(add_points(d, c));
    EG_TRY(eg_moments_make(scope, 2, d->location->order + MOMENTS, d->points, d->point, centre, &d->moments,
                           &found));
    if (found)
        return EG_OK;
    return eg_fail(d->location->mesh->base.context, EG_INPUT,
                   "the source at (%.9g, %.9g) cannot be spread in so small a part of its "
                   "surroundings, between boundaries and jumps of the medium; give 'spread: point'",
                   d->centre[0], d->centre[1]);
}

/* ---- modes */

static eg_status append_delta(const eg_ader_location *location, int64_t cell, const double point[2],
                              eg_ader_deltas *deltas, double **modes)
{
    int64_t count = eg_modal_count(location->order);
    eg_context *context = location->mesh->base.context;
    EG_TRY(eg_reserve(context, deltas->count + 1, &deltas->cell_room, sizeof *deltas->cell, &deltas->cell));
    EG_TRY(eg_reserve(context, (deltas->count + 1) * count, &deltas->mode_room, sizeof *deltas->modes,
                      &deltas->modes));
    EG_TRY(
        eg_reserve(context, deltas->count + 1, &deltas->point_room, sizeof *deltas->point, &deltas->point));
    *modes = &deltas->modes[deltas->count * count];
    for (int i = 0; i < 2; i++)
        deltas->point[deltas->count][i] = point[i];
    for (int64_t k = 0; k < count; k++)
        (*modes)[k] = 0;
    deltas->cell[deltas->count++] = cell;
    return EG_OK;
}

/* The modes of `fraction` times the kernel in a cell that the disc reaches, whose points begin at *next. */
static eg_status add_modes(const disc *d, int64_t of, double fraction, eg_ader_deltas *deltas, int64_t *next)
{
    const eg_plane *mesh = d->location->mesh;
    int64_t cell = d->list[of].cell;
    const eg_ader_rule *r = &d->rule[mesh->type[cell]];
    const eg_affine map = eg_plane_map(mesh, cell);
    double x[2], *modes, scale = fraction / map.determinant;
    eg_affine_reference(&map, mesh->base.centroid[cell], x);
    EG_TRY(append_delta(d->location, cell, x, deltas, &modes));
    for (; *next < d->points && d->point[*next].of == of; ++*next) {
        const eg_moment_point *point = &d->point[*next];
        double value = eg_moments_value(&d->moments, point->y);
        for (int k = 0; k < eg_modal_count(d->location->order); k++)
            modes[k] += scale * point->weight * value * r->basis[point->at][k];
    }
    return EG_OK;
}

/* A rule that is exact for window, polynomial and modes where the disc's rim does not cut the cell. */
static void prepare_rules(disc *d)
{
    int order = d->location->order;
    int degree = order > SHRINKS_FROM ? RULE_OF_SMALL : order + MOMENTS + 2 * WINDOW_POWER + order - 1;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        eg_ader_make_rule((eg_cell_type)type, degree, order, &d->rule[type]);
}

/* The part of the source on the side of the medium's jumps where touch[first] lies; marks the cells of that
 * side. */
static eg_status add_side(disc *d, eg_ader_touch *touch, int64_t touching, int64_t first,
                          eg_ader_deltas *deltas)
{
    int64_t here = 0, next = 0;
    EG_SCOPE(scope, d->location->mesh->base.context);
    d->count = 0;
    EG_TRY(find_disc_cells(d, &touch[first]));
    for (int64_t i = first; i < touching; i++)
        for (int64_t c = 0; c < d->count && !touch[i].taken; c++)
            if (touch[i].cell == d->list[c].cell) {
                touch[i].taken = true;
                here++;
            }
    EG_TRY(find_delta_kernel(d, &scope));
    for (int64_t c = 0; c < d->count; c++)
        EG_TRY(add_modes(d, c, (double)here / (double)touching, deltas, &next));
    return EG_OK;
}

static eg_status add_smooth(const eg_ader_location *location, const double x[2], eg_ader_touch *touch,
                            int64_t touching, eg_ader_deltas *deltas)
{
    eg_context *context = location->mesh->base.context;
    eg_status status = EG_OK;
    disc *d;
    EG_TRY(eg_alloc(context, 1, sizeof *d, &d));
    d->location = location;
    d->centre = x;
    for (int64_t i = 0; i < touching; i++)
        d->radius = fmax(d->radius, inner_radius_of(location, touch[i].cell));
    prepare_rules(d);
    for (int64_t i = 0; status == EG_OK && i < touching; i++)
        if (!touch[i].taken)
            status = add_side(d, touch, touching, i, deltas);
    EG_FREE(&d->list, &d->point, &d);
    return status;
}

/* On quadrangles a point leaves out the highest Legendre polynomial along either axis: no shear stress sees
 * such a profile across a row of cells, which a moment would leave behind in its row for long
 * (docs/theory/octree-dg.md). Below order 3 it is needed for the place of the source. */
static void cut_delta_modes(const eg_ader_location *location, int64_t cell, double *modes)
{
    int order = location->order;
    if (location->mesh->type[cell] == EG_TRIANGLE || location->system->source.moments == 0 || order < 3)
        return;
    double *highest = &modes[eg_modal_count(order - 1)];
    highest[0] = highest[order - 1] = 0;
}

static eg_status add_disc_point(const eg_ader_location *location, const eg_ader_touch *touch, double fraction,
                                eg_ader_deltas *deltas)
{
    double *modes, scale = fraction / eg_plane_map(location->mesh, touch->cell).determinant;
    EG_TRY(append_delta(location, touch->cell, touch->point, deltas, &modes));
    eg_modal_values((eg_cell_type)location->mesh->type[touch->cell], location->order, touch->point, modes);
    for (int k = 0; k < eg_modal_count(location->order); k++)
        modes[k] *= scale;
    cut_delta_modes(location, touch->cell, modes);
    return EG_OK;
}

eg_status eg_ader_add_delta(const eg_ader_location *location, const double x[2], bool smooth,
                            eg_ader_deltas *deltas)
{
    eg_ader_touch *touch = NULL;
    int64_t touching = 0;
    eg_status status = eg_ader_touching(location->mesh, x, &touch, &touching);
    if (status == EG_OK && smooth && touching > 0)
        status = add_smooth(location, x, touch, touching, deltas);
    for (int64_t i = 0; status == EG_OK && !smooth && i < touching; i++)
        status = add_disc_point(location, &touch[i], 1.0 / (double)touching, deltas);
    eg_free(location->mesh->base.context, &touch);
    return status;
}

void eg_ader_deltas_free(eg_ader_deltas *deltas)
{
    EG_FREE(&deltas->cell, &deltas->modes, &deltas->point);
    *deltas = (eg_ader_deltas){0};
}
