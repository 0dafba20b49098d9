/* Boxes of hexahedra, plain, mapped, or shaken up. */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { LEFT, RIGHT, FRONT, BACK, BOTTOM, TOP, SIDES };

enum { LEAST = 1024 }; /* items worth a thread */

typedef struct box_arrays {
    eg_context *context;
    const eg_hexes_box_options *o;
    int degree;
    int64_t line[3]; /* points along each axis */
    int64_t points, elements, quads;
    double (*x)[3];
    int32_t *number;  /* [points] of each lattice point */
    int32_t *element; /* [elements] number of each cell */
    int32_t *point;
    int32_t *region;
    int64_t *source;
    int32_t (*quad)[4];
    int32_t *quad_boundary;
    uint64_t random;
} box_arrays;

/* ---- points ---- */

static int32_t number_at(const box_arrays *a, const int64_t at[3])
{
    return a->number[at[0] + a->line[0] * (at[1] + a->line[1] * at[2])];
}

static eg_status place_lattice_points(void *with, int part, int64_t from, int64_t to)
{
    const box_arrays *a = with;
    const eg_hexes_box_options *o = a->o;
    (void)part;
    for (int64_t p = from; p < to; p++) {
        int64_t at[3] = {p % a->line[0], p / a->line[0] % a->line[1], p / a->line[0] / a->line[1]};
        for (int i = 0; i < 3; i++)
            a->x[p][i] = o->origin[i] + o->size[i] * ((double)at[i] / (double)(a->line[i] - 1));
    }
    return o->map ? o->map->apply(o->map, a->context, to - from, &a->x[from]) : EG_OK;
}

static eg_status fill_lattice_points(eg_scope *scope, box_arrays *a)
{
    eg_context *context = a->context;
    EG_TRY(eg_in_parts(context, eg_parts(context, a->points, LEAST), a->points, place_lattice_points, a));
    if (!a->o->shuffle)
        return EG_OK;
    double(*moved)[3];
    EG_TRY(eg_scope_alloc(scope, a->points, sizeof *moved, &moved));
    for (int64_t p = 0; p < a->points; p++)
        for (int i = 0; i < 3; i++)
            moved[a->number[p]][i] = a->x[p][i];
    a->x = moved;
    return EG_OK;
}

/* ---- elements ---- */

/* One of the 48 ways to run along the edges of a cube: local indices d go along axis[d], backwards where
 * back[d]. */
static hex_orientation random_orientation(box_arrays *a)
{
    hex_orientation orientation = {.axis = {0, 1, 2}};
    if (!a->o->shuffle)
        return orientation;
    uint64_t bits = eg_random_bits(&a->random);
    int first = (int)(bits % 3), second = (first + 1 + (int)(bits / 3 % 2)) % 3;
    const int axis[3] = {first, second, 3 - first - second};
    for (int d = 0; d < 3; d++) {
        orientation.axis[d] = (uint8_t)axis[d];
        orientation.back[d] = bits >> (40 + d) & 1;
    }
    return orientation;
}

static void fill_element(box_arrays *a, const int64_t cell[3], int64_t number)
{
    int n = a->degree;
    hex_orientation orientation = random_orientation(a);
    int32_t *point = a->point + number * hex_cube(n + 1);
    a->source[number] = number + 1;
    for (int p = 0; p < hex_cube(n + 1); p++) {
        const int local[3] = {p % (n + 1), p / (n + 1) % (n + 1), p / (n + 1) / (n + 1)};
        int64_t at[3];
        for (int d = 0; d < 3; d++) {
            int axis = orientation.axis[d];
            at[axis] = cell[axis] * n + (orientation.back[d] ? n - local[d] : local[d]);
        }
        point[p] = number_at(a, at);
    }
}

static eg_status fill_range(void *with, int part, int64_t from, int64_t to)
{
    box_arrays *a = with;
    const int64_t *cells = a->o->cells;
    (void)part;
    for (int64_t e = from; e < to; e++) {
        const int64_t cell[3] = {e % cells[0], e / cells[0] % cells[1], e / cells[0] / cells[1]};
        fill_element(a, cell, a->element[e]);
    }
    return EG_OK;
}

/* ---- boundaries ---- */

static void fill_side(box_arrays *a, int axis, int end, int64_t *count)
{
    int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int64_t j = 0; j < a->o->cells[second]; j++)
        for (int64_t i = 0; i < a->o->cells[first]; i++, ++*count) {
            int64_t at[3];
            at[axis] = end ? a->line[axis] - 1 : 0;
            for (int c = 0; c < 4; c++) {
                at[first] = (i + corner[c][0]) * a->degree;
                at[second] = (j + corner[c][1]) * a->degree;
                a->quad[*count][c] = number_at(a, at);
            }
            a->quad_boundary[*count] = 2 * axis + end;
        }
}

static void fill_sides(box_arrays *a)
{
    int64_t quads = 0;
    for (int side = 0; side < SIDES; side++)
        fill_side(a, side / 2, side % 2, &quads);
    assert(quads == a->quads);
}

/* ---- the box ---- */

/* Whether rounding moves the points of a box so little, by at most 1e-12 of an edge, that its elements are
 * parallelepipeds along the axes for sure. */
static bool is_even(const box_arrays *a)
{
    const eg_hexes_box_options *o = a->o;
    bool even = a->degree == 1 && !o->shuffle && !o->map;
    for (int i = 0; i < 3; i++) {
        double farthest = fmax(fabs(o->origin[i]), fabs(o->origin[i] + o->size[i]));
        even = even && farthest <= 1e15 &&
               4 * DBL_EPSILON * farthest <= 1e-12 * o->size[i] / (double)o->cells[i];
    }
    return even;
}

static eg_status fill_elements(eg_scope *scope, box_arrays *a)
{
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(a->points, a->number), EG_BLOCK(a->elements, a->element),
                          EG_BLOCK(a->elements * hex_cube(a->degree + 1), a->point),
                          EG_BLOCK(a->elements, a->region), EG_BLOCK(a->quads, a->quad),
                          EG_BLOCK(a->quads, a->quad_boundary)));
    eg_random_order(a->number, a->points, a->o->shuffle, &a->random);
    eg_random_order(a->element, a->elements, a->o->shuffle, &a->random);
    EG_TRY(fill_lattice_points(scope, a));
    /* Random orientations come one after the other. */
    int parts = a->o->shuffle ? 1 : eg_parts(a->context, a->elements, LEAST);
    EG_TRY(eg_in_parts(a->context, parts, a->elements, fill_range, a));
    fill_sides(a);
    return EG_OK;
}

static eg_status number_cells(void *with, int part, int64_t from, int64_t to)
{
    const box_arrays *a = with;
    (void)part;
    for (int64_t e = from; e < to; e++)
        a->source[e] = e + 1;
    return EG_OK;
}

static eg_status fill_even(eg_scope *scope, box_arrays *a)
{
    EG_TRY(fill_lattice_points(scope, a));
    return eg_in_parts(a->context, eg_parts(a->context, a->elements, LEAST), a->elements, number_cells, a);
}

static eg_status measure_box(eg_context *context, box_arrays *a)
{
    const int64_t *cells = a->o->cells;
    double elements = (double)cells[0] * (double)cells[1] * (double)cells[2], points = 1.0;
    for (int i = 0; i < 3; i++) {
        a->line[i] = cells[i] * a->degree + 1;
        points *= (double)a->line[i];
    }
    if (elements > INT32_MAX / EG_HEX_EDGES || points > INT32_MAX)
        return eg_fail(context, EG_MESH,
                       "box: %lld x %lld x %lld hexahedra of degree %d are too many; at most %d hexahedra "
                       "and %d points fit: take fewer",
                       (long long)cells[0], (long long)cells[1], (long long)cells[2], a->degree,
                       INT32_MAX / EG_HEX_EDGES, INT32_MAX);
    a->elements = cells[0] * cells[1] * cells[2];
    a->points = a->line[0] * a->line[1] * a->line[2];
    a->quads = 2 * (cells[0] * cells[1] + cells[1] * cells[2] + cells[2] * cells[0]);
    return EG_OK;
}

eg_status eg_hexes_box(eg_context *context, const eg_hexes_box_options *options, eg_hexes **mesh)
{
    static const char *const sides[SIDES] = {"left", "right", "front", "back", "bottom", "top"};
    static const char *const all[1] = {"all"};
    *mesh = NULL;
    EG_TRY(
        eg_box_check(context, 3, options->origin, options->size, options->cells, INT32_MAX / EG_HEX_EDGES));
    if (options->degree < 0 || options->degree > EG_HEX_GEOMETRY_DEGREE)
        return eg_fail(context, EG_MESH, "box: the degree of the geometry is %d; it must be from 1 to %d",
                       options->degree, EG_HEX_GEOMETRY_DEGREE);
    box_arrays a = {.context = context,
                    .o = options,
                    .degree = options->degree ? options->degree : 1,
                    .random = options->seed};
    EG_SCOPE(scope, context);
    EG_TRY(measure_box(context, &a));
    bool even = is_even(&a);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(a.points, a.x), EG_BLOCK(a.elements, a.source)));
    EG_TRY(even ? fill_even(&scope, &a) : fill_elements(&scope, &a));
    eg_hexes_input input = {
        .origin = "box",
        .degree = a.degree,
        .points = a.points,
        .elements = a.elements,
        .quads = even ? 0 : a.quads,
        .even = even,
        .x = (const double(*)[3])a.x,
        .point = a.point,
        .region = a.region,
        .source = a.source,
        .quad = (const int32_t(*)[4])a.quad,
        .quad_boundary = a.quad_boundary,
        .regions = 1,
        .boundaries = SIDES,
        .region_name = all,
        .boundary_name = sides,
    };
    if (a.degree == 1 && !options->shuffle)
        memcpy(input.cells, options->cells, sizeof input.cells);
    return eg_hexes_build(context, &input, mesh);
}
