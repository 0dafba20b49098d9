/* What a case gives over the domain against what a scheme takes of it. */
#include "run/judge/between.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/scope.h"
#include "element/line.h"
#include "element/modal.h"
#include "element/triangle.h"
#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"
#include "run/given/columns.h"
#include "run/judge/verdicts.h"

/* Points of a cell; of all that are looked at; moments of data that change. */
enum { LEAST_POINTS = 64, MOST_POINTS = 1024, ALL_POINTS = 1 << 20, FEW_POINTS = 1 << 19, MOMENTS = 4 };
/* Ratios are not larger: of a fluid in rock, of nothing beside something. */
static const double RATIO_MOST = 1e3;

/* Cells along an axis that are looked at beside one at the boundary. */
enum { AROUND_MOST = 27, FARTHEST = 32, BINS = 64 };
/* Of the distances that cells have: the first bin ends at 2^-40, and each further one at twice the one
 * before. */
static const int FIRST_BIN = -40;
/* How many cells are few, as a part of all; hardly any, as a part of these; and some less, in bins. */
static const double FEW = 0.125, HARDLY_ANY = 0.25;
enum { SOME_LESS = 3, CELLS_LEAST = 3 };
/* Of all that are outside, and of those that are so by more than counts. */
enum { ALL_CELLS, COUNTED, KINDS };

/* ---- shapes: cells, and faces of hexahedra */

typedef struct shape {
    bool is_triangle;
    int dimension;
    double low, width;           /* of the reference cell */
    int around, nodes, corners;  /* corners: that are looked at, and are no nodes */
    double step[AROUND_MOST][3]; /* [around] from the centre to those of cells like it, its own first */
    bool flips[AROUND_MOST];     /* [around] a triangle upside down */
    double (*node)[3];           /* [nodes] where data are taken; one: the centre */
} shape;

static void find_steps(shape *s)
{
    int count = s->dimension == 3 ? 27 : 9;
    s->around = 1;
    for (int i = 0; i < count; i++) {
        const double at[3] = {i % 3 - 1, i / 3 % 3 - 1, s->dimension == 3 ? i / 9 - 1 : 0};
        double sum = at[0] + at[1];
        if (i != count / 2 && (!s->is_triangle || fabs(sum) <= 1)) {
            for (int d = 0; d < 3; d++)
                s->step[s->around][d] = s->width * at[d];
            s->around++;
        }
        if (s->is_triangle && sum <= 0) {
            for (int d = 0; d < 2; d++)
                s->step[s->around][d] = at[d] + 1.0 / 3;
            s->flips[s->around] = true;
            s->around++;
        }
    }
}

static void find_square_nodes(shape *s, int degree)
{
    double line[EG_LINE_NODES];
    int side = degree + 1;
    eg_line_points_of((eg_line){EG_LINE_GLL, degree}, line);
    for (int i = 0; i < s->nodes; i++)
        for (int d = 0, rest = i; d < s->dimension; d++, rest /= side)
            s->node[i][d] = s->low + 0.5 * s->width * (line[rest % side] + 1);
}

static void find_triangle_nodes(shape *s, int degree)
{
    double node[EG_TRIANGLE_NODES][2];
    eg_triangle_nodes(degree, node);
    for (int i = 0; i < s->nodes; i++)
        memcpy(s->node[i], node[i], sizeof node[i]);
}

static void find_centre(const shape *s, double at[3])
{
    for (int d = 0; d < 3; d++)
        at[d] = d >= s->dimension ? 0 : s->is_triangle ? 1.0 / 3 : s->low + 0.5 * s->width;
}

/* The corners of a cell, at which spots are often put, are looked at, too. */
static eg_status make_points(eg_scope *scope, shape *s, int exact)
{
    double point[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    eg_cell_type type = s->is_triangle ? EG_TRIANGLE : EG_QUADRANGLE;
    s->nodes = eg_quadrature_count(type, exact);
    s->corners = s->is_triangle ? 3 : 4;
    EG_TRY(eg_scope_alloc(scope, s->nodes, sizeof *s->node, &s->node));
    eg_quadrature_any(type, exact, point, weight);
    for (int i = 0; i < s->nodes; i++)
        memcpy(s->node[i], point[i], sizeof point[i]);
    find_steps(s);
    return EG_OK;
}

static eg_status make_shape(eg_scope *scope, shape *s, int degree, int exact)
{
    if (exact > 0)
        return make_points(scope, s, exact);
    degree = (int)eg_min_i64(degree, s->is_triangle ? EG_TRIANGLE_DEGREE : EG_LINE_DEGREE);
    s->nodes = s->is_triangle && degree > 0 ? eg_triangle_node_count(degree) : 1;
    for (int d = 0; d < s->dimension && !s->is_triangle; d++)
        s->nodes *= degree + 1;
    EG_TRY(eg_scope_alloc(scope, s->nodes, sizeof *s->node, &s->node));
    if (degree == 0)
        find_centre(s, s->node[0]);
    else if (s->is_triangle)
        find_triangle_nodes(s, degree);
    else
        find_square_nodes(s, degree);
    find_steps(s);
    return EG_OK;
}

/* ---- one cell */

typedef struct job {
    const eg_between *of;
    const eg_mesh *mesh;
    shape shape[EG_CELL_TYPES]; /* of the plane by type, else the first */
    int64_t count, stride, points;
    eg_between_found *found;     /* [parts] */
    double (*bins)[KINDS][BINS]; /* [parts] cells by distances */
} job;

typedef struct look {
    const job *j;
    const shape *shape;
    const eg_given *given, *height;
    int64_t cell, number; /* in the whole mesh */
    int axis;             /* of a face, that of its normal, where the reference point is `side`; -1 */
    bool affine;
    double side, time, middle[3], origin[3],
        jacobian[3][3];                           /* the reference point of the centre; the centre */
    double centre, low, high;                     /* what is seen */
    double x[MOST_POINTS][3], value[MOST_POINTS]; /* of the points between */
    double far;                                   /* the value farthest outside is that of this point */
    int64_t farthest;
} look;

/* From a point of the shape to one of the reference cell. */
static void widen_point(const look *l, const double *at, double across, double reference[3])
{
    for (int d = 0, k = 0; d < 3; d++)
        reference[d] = d == l->axis ? across : at[k++];
}

static double part_after(double number, double step)
{
    double at = 0.5 + number * step;
    return at - floor(at);
}

static void fill_point(const look *l, int64_t i, double at[3])
{
    static const double steps[2][3] = {{0.7548776662466927, 0.5698402909980532, 0},
                                       {0.8191725133961645, 0.6710436067037893, 0.5497004779019703}};
    const shape *s = l->shape;
    double number = (double)(l->number * l->j->points + i);
    if (i < s->corners) {
        at[0] = i == 1 || i == 3;
        at[1] = i > 1;
        return;
    }
    for (int d = 0; d < s->dimension; d++)
        at[d] = s->low + s->width * part_after(number, steps[s->dimension - 2][d]);
    bool beyond = s->is_triangle && at[0] + at[1] > 1;
    for (int d = 0; beyond && d < 2; d++)
        at[d] = 1 - at[d];
}

static bool is_in_box(const eg_mesh *mesh, const double x[3])
{
    for (int d = 0; d < mesh->dimension; d++) {
        double slack = 1e-6 * (mesh->box_high[d] - mesh->box_low[d]);
        if (x[d] < mesh->box_low[d] - slack || x[d] > mesh->box_high[d] + slack)
            return false;
    }
    return true;
}

/* From the centre to that of a cell around, or some cells away along an axis. */
static void find_step(const look *l, int step, double by[3])
{
    const shape *s = l->shape;
    int along = step - s->around, each = 2 * FARTHEST + 1;
    double at[3] = {0}, reference[3];
    if (along >= 0)
        at[along / each] = s->width * (along % each - FARTHEST);
    widen_point(l, along < 0 ? s->step[step] : at, 0, reference);
    for (int d = 0; d < 3; d++) {
        by[d] = 0;
        for (int k = 0; k < l->j->mesh->dimension; k++)
            by[d] += l->jacobian[d][k] * reference[k];
    }
}

static void place_point(const look *l, const double *at, double x[3])
{
    double reference[3];
    widen_point(l, at, l->side, reference);
    if (!l->affine) {
        l->j->mesh->class->map(l->j->mesh, l->cell, reference, x, NULL);
        return;
    }
    for (int d = 0; d < 3; d++) {
        x[d] = l->origin[d];
        for (int k = 0; k < 3; k++)
            x[d] += l->jacobian[d][k] * (reference[k] - l->middle[k]);
    }
}

/* A node, of the cell or of one around; in place of one outside the box the one across the centre, where that
 * is a node of a cell. Returns whether it is outside. */
static bool place_node(const look *l, int64_t i, double x[3])
{
    const shape *s = l->shape;
    int step = (int)(i / s->nodes);
    bool is_around = step < s->around, flips = is_around && s->flips[step];
    double by[3];
    place_point(l, s->node[i % s->nodes], x);
    find_step(l, step, by);
    for (int d = 0; d < 3; d++)
        x[d] = by[d] + (flips ? 2 * l->origin[d] - x[d] : x[d]);
    bool outside = !is_in_box(l->j->mesh, x);
    for (int d = 0; outside && is_around && !flips && d < 3; d++)
        x[d] = 2 * l->origin[d] - x[d];
    return outside;
}

static void find_values(const look *l, int count, double (*x)[3], double *values)
{
    const eg_between *of = l->j->of;
    double height[EG_POINTS_AT_ONCE];
    if (l->height)
        eg_given_look(l->height, 0, count, (const double(*)[3])x, height);
    for (int i = 0; l->height && i < count; i++)
        x[i][2] = height[i];
    eg_given_look(l->given, l->time, count, (const double(*)[3])x, values);
    for (int i = 0; i < count; i++)
        values[i] += of->offset - (of->less > 0 ? x[i][of->less - 1] : 0);
}

static void note_seen(look *l, double value)
{
    l->low = fmin(l->low, value);
    l->high = fmax(l->high, value);
}

/* Looks at nodes of cells around. Behind the boundary data that are taken at centres go on as a line: there is
 * nothing that the scheme sees. Returns whether there is a boundary. */
static bool see_nodes(look *l, int from, int to)
{
    double x[EG_POINTS_AT_ONCE][3], values[EG_POINTS_AT_ONCE];
    bool outside[EG_POINTS_AT_ONCE], any = false;
    int64_t nodes = l->shape->nodes, end = to * nodes;
    for (int64_t first = from * nodes; first < end; first += EG_POINTS_AT_ONCE) {
        int count = (int)eg_min_i64(EG_POINTS_AT_ONCE, end - first);
        for (int i = 0; i < count; i++)
            outside[i] = place_node(l, first + i, x[i]);
        find_values(l, count, x, values);
        l->centre = first == 0 ? values[0] : l->centre;
        for (int i = 0; i < count; i++) {
            double value = outside[i] ? 2 * l->centre - values[i] : values[i];
            any = any || outside[i];
            if (isfinite(value) && (!outside[i] || (nodes == 1 && is_in_box(l->j->mesh, x[i]))))
                note_seen(l, value);
        }
    }
    return any;
}

/* What ends in a wedge at the boundary is seen some cells beside, though not by cells that touch this one. */
static void see_around(look *l)
{
    const shape *s = l->shape;
    if (see_nodes(l, 1, s->around) && s->nodes == 1)
        see_nodes(l, s->around, s->around + s->dimension * (2 * FARTHEST + 1));
}

static void find_between(look *l, eg_between_found *found)
{
    double at[4] = {0};
    for (int64_t i = 0; i < l->j->points; i++) {
        fill_point(l, i, at);
        place_point(l, at, l->x[i]);
    }
    for (int64_t i = 0; i < l->j->points; i += EG_POINTS_AT_ONCE)
        find_values(l, (int)eg_min_i64(EG_POINTS_AT_ONCE, l->j->points - i), &l->x[i], &l->value[i]);
    for (int64_t i = 0; i < l->j->points; i++)
        if (isfinite(l->value[i])) {
            found->least = fmin(found->least, l->value[i]);
            found->largest = fmax(found->largest, l->value[i]);
        }
}

static double distance_outside(const look *l, double value)
{
    double beyond = fmax(fmax(l->low - value, value - l->high), 0);
    double small = value < l->low ? value : l->high, large = value < l->low ? l->low : value;
    bool ratio = beyond > 0 && l->j->of->measure == EG_BETWEEN_RATIO;
    return ratio ? large / fmax(small, large / RATIO_MOST) - 1 : beyond;
}

/* What one point meets may be much smaller than a cell: of a ratio two have to. */
static double measure_look(look *l)
{
    const eg_between *of = l->j->of;
    double sum = 0, inside = 0, outside = 0;
    l->far = 0;
    for (int64_t i = 0; i < l->j->points && l->low <= l->high; i++) {
        double beyond = isfinite(l->value[i]) ? distance_outside(l, l->value[i]) : 0;
        sum += beyond;
        inside += isfinite(l->value[i]);
        outside += beyond > 0;
        l->farthest = beyond > l->far ? i : l->farthest;
        l->far = fmax(l->far, beyond);
    }
    if (of->measure == EG_BETWEEN_RATIO)
        return outside > 1 ? sum / inside : 0;
    bool counts = l->far > 0.5 * (l->high - l->low) && !(of->least && l->far <= of->least(of->with, l->cell));
    return counts ? l->far : 0;
}

static int bin_of(double distance)
{
    int bin = distance > 0 ? (int)ceil(log2(distance)) - FIRST_BIN : 0;
    return bin < 0 ? 0 : bin < BINS ? bin : BINS - 1;
}

static void note_look(const look *l, double measured, eg_between_found *found, double bins[KINDS][BINS])
{
    bins[ALL_CELLS][bin_of(l->far)]++;
    bins[COUNTED][bin_of(measured)]++;
    if (measured <= found->worst)
        return;
    found->worst = measured;
    memcpy(found->x, l->x[l->farthest], sizeof found->x);
    found->time = l->time;
    found->value = l->value[l->farthest] - l->j->of->offset;
    found->low = l->low - l->j->of->offset;
    found->high = l->high - l->j->of->offset;
}

static bool is_varied(const eg_given *given)
{
    return given->node && !given->from_mesh &&
           (given->raster || given->volume || !eg_node_is_constant(given->node));
}

static void look_at_cell(const job *j, int64_t cell, int side, int part)
{
    const eg_mesh *mesh = j->mesh;
    const eg_given *given = &j->of->given[j->of->everywhere ? 0 : mesh->region[cell]];
    int64_t number = eg_mesh_whole_number(mesh, cell) * (side < 0 ? 1 : EG_HEX_FACES) + (side < 0 ? 0 : side);
    double centre[3];
    if (number % j->stride != 0 || !is_varied(given))
        return;
    look l = {.j = j,
              .shape = &j->shape[mesh->class == &eg_plane_class ? eg_plane_of(mesh)->type[cell] : 0],
              .given = given,
              .height = j->of->height ? &j->of->height[mesh->region[cell]] : NULL,
              .cell = cell,
              .number = number,
              .axis = side < 0 ? -1 : side / 2,
              .side = side % 2 ? 1 : -1};
    find_centre(l.shape, centre);
    l.affine =
        mesh->class == &eg_hexes_class && eg_hexes_kind(eg_hexes_of(mesh), cell) == EG_HEX_PARALLELEPIPED;
    widen_point(&l, centre, l.side, l.middle);
    mesh->class->map(mesh, cell, l.middle, l.origin, l.jacobian);
    for (int m = 0; m < (j->of->end > 0 ? MOMENTS : 1); m++) {
        l.time = j->of->end * part_after((double)(number * MOMENTS + m), 0.6180339887498949);
        l.low = INFINITY;
        l.high = -INFINITY;
        if (j->of->taken)
            note_seen(&l, j->of->taken[cell - mesh->own_first]);
        see_nodes(&l, 0, 1);
        find_between(&l, &j->found[part]);
        double measured = measure_look(&l);
        if (measured > 0) {
            see_around(&l);
            measured = measure_look(&l);
        }
        note_look(&l, measured, &j->found[part], j->bins[part]);
    }
}

static eg_status look_at_part(void *with, int part, int64_t from, int64_t to)
{
    const job *j = with;
    for (int64_t i = from; i < to; i++)
        if (j->of->face) {
            const eg_hexes *mesh = eg_hexes_of(j->mesh);
            look_at_cell(j, mesh->face_element[j->of->face[i]][0], mesh->face_side[j->of->face[i]][0], part);
        } else
            look_at_cell(j, j->mesh->own_first + i, -1, part);
    return EG_OK;
}

/* ---- all of them */

/* So many points of a cell that a small mesh is looked at closely, and a large one takes no time. */
static void choose_points(job *j)
{
    double count = (double)j->count, all = fmax(1, eg_comm_sum_chunks(j->of->run->comm, &count, 1));
    double moments = j->of->end > 0 ? MOMENTS : 1;
    j->points = (int64_t)fmin(fmax(FEW_POINTS / (all * moments), LEAST_POINTS), MOST_POINTS);
    double each = moments * (double)(j->points + j->shape[0].nodes);
    j->stride = (int64_t)ceil(all * each / ALL_POINTS);
    j->stride += j->stride > 1 && j->stride % 2 == 0; /* the order of cells turns in blocks of four */
}

static eg_status make_job(eg_scope *scope, job *j, int parts)
{
    const eg_between *of = j->of;
    bool plane = j->mesh->class == &eg_plane_class;
    int degree = of->degree;
    j->shape[0] = (shape){.is_triangle = plane,
                          .dimension = j->mesh->dimension - (of->face != NULL),
                          .low = plane ? 0 : -1,
                          .width = plane ? 1 : 2};
    j->shape[EG_QUADRANGLE] = (shape){.dimension = 2, .width = 1};
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(parts, j->found), EG_BLOCK(parts, j->bins)));
    for (int i = 0; i < parts; i++)
        j->found[i] = (eg_between_found){.least = INFINITY, .largest = -INFINITY};
    EG_TRY(make_shape(scope, &j->shape[0], degree, of->exact));
    return plane ? make_shape(scope, &j->shape[EG_QUADRANGLE], degree, of->exact) : EG_OK;
}

static double find_gap(const double cells[KINDS][BINS])
{
    double all = 0, above = 0;
    for (int b = 0; b < BINS; b++)
        all += cells[ALL_CELLS][b];
    for (int b = BINS - 1; b > SOME_LESS; b--) {
        double less = 0;
        for (int i = 0; i < SOME_LESS; i++)
            less += cells[ALL_CELLS][b - 1 - i];
        above += cells[COUNTED][b];
        if (above >= CELLS_LEAST && above <= FEW * all && less <= HARDLY_ANY * above)
            return ldexp(1, FIRST_BIN + b - 1);
    }
    return 0;
}

static void gather_bins(const job *j, int parts, eg_between_found *found)
{
    eg_sum rows[KINDS * BINS] = {{0}}, totals[KINDS * BINS];
    double cells[KINDS][BINS];
    for (int i = 0; i < KINDS * BINS; i++)
        for (int p = 0; p < parts; p++)
            eg_sum_add(&rows[i], j->bins[p][i / BINS][i % BINS]);
    eg_comm_sum_rows(j->of->run->comm, rows, 1, KINDS * BINS, totals);
    for (int i = 0; i < KINDS * BINS; i++)
        cells[i / BINS][i % BINS] = eg_sum_value(&totals[i]);
    found->gap = find_gap((const double(*)[BINS])cells);
}

/* The first of equals, as in the order of cells. */
static void gather_found(const job *j, int parts, eg_between_found *found)
{
    double range[2] = {-INFINITY, -INFINITY}; /* -least, largest */
    *found = j->found[0];
    for (int p = 0; p < parts; p++) {
        const eg_between_found *f = &j->found[p];
        *found = f->worst > found->worst ? *f : *found;
        range[0] = fmax(range[0], -f->least);
        range[1] = fmax(range[1], f->largest);
    }
    eg_comm_max(j->of->run->comm, range, 2);
    eg_verdict_worst(j->of->run, found->worst, found, sizeof *found);
    found->least = -range[0];
    found->largest = range[1];
    gather_bins(j, parts, found);
}

eg_status eg_between_find(const eg_between *between, eg_between_found *found)
{
    EG_JUDGING(between->run);
    *found = (eg_between_found){0};
    if (!between->run)
        return EG_OK;
    eg_context *context = between->run->context;
    const eg_mesh *mesh = between->mesh ? between->mesh : between->run->mesh;
    EG_SCOPE(scope, context);
    job j = {.of = between, .mesh = mesh, .count = between->face ? between->faces : mesh->own};
    int regions = between->everywhere ? 1 : mesh->regions.count, varied = 0;
    for (int r = 0; r < regions; r++)
        varied += is_varied(&between->given[r]);
    if (varied == 0)
        return EG_OK;
    int parts = eg_parts(context, j.count, 16);
    eg_status status = make_job(&scope, &j, parts);
    EG_TRY(eg_comm_agree(between->run->comm, status));
    choose_points(&j);
    EG_TRY(eg_comm_agree(between->run->comm, eg_in_parts(context, parts, j.count, look_at_part, &j)));
    gather_found(&j, parts, found);
    return EG_OK;
}

/* ---- the verdict */

/* A tenth of a cell's resistance, conductance, time of travel; a fifth of the range of the data, and of nodes
 * 0.3 of it: polynomials of degree 3 have what a product of three sines has between those of half a wave. */
static const double RATIO_LOST = 0.1, DISTANCE_LOST = 0.2, DISTANCE_OF_NODES = 0.3;
/* Data that vary by less, as a part of the largest, do so by rounding. */
static const double VARIES_LEAST = 1e-5;

eg_status eg_between_judge(const eg_between *between, const eg_node *about, const char *what,
                           const char *where)
{
    eg_between_found found;
    char at[EG_POINT_ROOM], moment[40] = "", much[120];
    bool ratio = between->measure == EG_BETWEEN_RATIO;
    EG_TRY(eg_between_find(between, &found));
    double range = found.largest - found.least;
    double lost = ratio ? found.worst : range > 0 ? found.worst / range : 0;
    double bound = ratio ? RATIO_LOST : between->degree > 1 ? DISTANCE_OF_NODES : DISTANCE_LOST;
    int dimension = between->run ? between->run->mesh->dimension : 0;
    if (!(lost > bound) || (!ratio && range <= VARIES_LEAST * fmax(fabs(found.largest), fabs(found.least))))
        return EG_OK;
    if (between->end > 0)
        snprintf(moment, sizeof moment, " at t = %.4g s", found.time);
    if (ratio)
        snprintf(much, sizeof much, "changes the mean of the cell by a factor of up to %.3g", 1 + lost);
    else
        snprintf(much, sizeof much, "is %.3g %% of the whole range", 100 * lost);
    return eg_verdict_say_at(
        between->run, about, "unresolved", lost, bound, dimension, found.x,
        "%s is %.4g at %s%s, and all that the scheme takes of it around lies in [%.4g, %.4g]: what lies "
        "between %s is lost, and %s; make cells smaller there, let their faces lie along it, or give what "
        "cells have on average",
        what, found.value, eg_given_place(dimension, found.x, at), moment, found.low, found.high,
        between->exact > 0 ? "points of quadrature" : where, much);
}
