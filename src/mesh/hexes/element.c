/* One element of the input: how it is oriented, what kind it is, and whether it is an element at all. */
#include "mesh/hexes/internal.h"

#include <math.h>
#include <stdio.h>

/* What differs by at most this share of the longest edge is the same: far above what rounding leaves, far
 * below what a scheme errs. */
static const double STRAIGHT = 1e-9;

/* A scaled Jacobian of at most this is none. */
static const double FLAT = 1e-12;

/* Above this the bound on the Jacobian of a straight element leaves no doubt. */
static const double CERTAIN = 1e-6;

/* ---- opening ---- */

eg_status eg_hex_examiner_open(eg_context *context, const eg_hexes_input *input, hex_examiner *ex)
{
    int degree = input->degree;
    *ex = (hex_examiner){.context = context, .input = input};
    EG_TRY(eg_hex_grid_make(context, 1, (eg_line){EG_LINE_EQUIDISTANT, degree}, &ex->straight));
    EG_TRY(eg_hex_grid_make(context, 1, (eg_line){EG_LINE_EQUIDISTANT, 2}, &ex->quick));
    EG_TRY(eg_hex_grid_make(context, degree, (eg_line){EG_LINE_EQUIDISTANT, 2 * degree + 2}, &ex->fine[0]));
    EG_TRY(eg_hex_grid_make(context, degree, (eg_line){EG_LINE_GLL, degree + 2}, &ex->fine[1]));
    EG_TRY(eg_alloc(context, eg_hex_grid_count(ex->fine[0]), sizeof *ex->x, &ex->x));
    return eg_alloc(context, eg_hex_grid_count(ex->fine[0]), sizeof *ex->jacobian, &ex->jacobian);
}

void eg_hex_examiner_close(hex_examiner *ex)
{
    eg_hex_grid_destroy(&ex->straight);
    eg_hex_grid_destroy(&ex->quick);
    for (int i = 0; i < 2; i++)
        eg_hex_grid_destroy(&ex->fine[i]);
    EG_FREE(&ex->x, &ex->jacobian);
}

/* ---- turning ---- */

void eg_hex_oriented_points(const eg_hexes_input *input, int64_t element, hex_orientation orientation,
                            int32_t *point)
{
    int n = input->degree, step[3];
    const int stride[3] = {1, n + 1, (n + 1) * (n + 1)};
    const int32_t *given = input->point + element * hex_cube(n + 1); /* the node at canonical (0, 0, 0) */
    for (int d = 0; d < 3; d++) {
        int along = stride[orientation.axis[d]];
        step[d] = orientation.back[d] ? -along : along;
        given += orientation.back[d] ? n * along : 0;
    }
    for (int k = 0; k <= n; k++)
        for (int j = 0; j <= n; j++)
            for (int i = 0; i <= n; i++)
                *point++ = given[i * step[0] + j * step[1] + k * step[2]];
}

static bool corner_is_below(const double a[3], const double b[3])
{
    for (int i = 0; i < 2; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return a[2] < b[2];
}

/* Whether the input's three directions are right-handed, by the straight map's derivatives in the middle. */
static bool is_right_handed(const double corner[8][3])
{
    double jacobian[3][3] = {{0.0}};
    for (int c = 0; c < 8; c++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++)
                jacobian[a][d] += c >> d & 1 ? corner[c][a] - corner[c ^ 1 << d][a] : 0.0;
    return eg_hex_determinant((const double(*)[3])jacobian) > 0.0;
}

static hex_orientation find_orientation(const double corner[8][3])
{
    int lowest = 0, first = 0;
    for (int c = 1; c < 8; c++)
        if (corner_is_below(corner[c], corner[lowest]))
            lowest = c;
    for (int d = 1; d < 3; d++)
        if (corner_is_below(corner[lowest ^ 1 << first], corner[lowest ^ 1 << d]))
            first = d;
    /* each direction that runs backwards changes the hand, and so does the other order of the last two */
    int backwards = (lowest & 1) + (lowest >> 1 & 1) + (lowest >> 2 & 1);
    bool right = is_right_handed(corner) == (backwards % 2 == 0);
    int second = (first + (right ? 1 : 2)) % 3, axis[3] = {first, second, 3 - first - second};
    hex_orientation orientation;
    for (int d = 0; d < 3; d++) {
        orientation.axis[d] = (uint8_t)axis[d];
        orientation.back[d] = lowest >> axis[d] & 1;
    }
    return orientation;
}

/* ---- kind ---- */

static double square_distance(const double a[3], const double b[3])
{
    double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

static double point_distance(const double a[3], const double b[3])
{
    return sqrt(square_distance(a, b));
}

/* The root of the largest square is the largest root, to the last bit. */
double eg_hex_longest_edge(const double corner[8][3])
{
    double longest = 0.0;
    for (int e = 0; e < EG_HEX_EDGES; e++) {
        double square = square_distance(corner[eg_hex_edge_corner[e][0]], corner[eg_hex_edge_corner[e][1]]);
        longest = square > longest ? square : longest;
    }
    return sqrt(longest);
}

/* Whether every face is a parallelogram. */
static bool is_parallelepiped(const double corner[8][3], double longest)
{
    for (int f = 0; f < EG_HEX_FACES; f++) {
        const uint8_t *c = eg_hex_face_corner[f];
        double skew[3];
        for (int i = 0; i < 3; i++) /* differences of neighbours first: exact or nearly so */
            skew[i] = (corner[c[0]][i] - corner[c[1]][i]) + (corner[c[3]][i] - corner[c[2]][i]);
        if (!(point_distance((const double[3]){0.0, 0.0, 0.0}, skew) <= STRAIGHT * longest))
            return false;
    }
    return true;
}

static eg_hex_kind find_kind(hex_examiner *ex, const double (*node)[3], const double corner[8][3])
{
    double longest = eg_hex_longest_edge(corner);
    if (ex->input->degree > 1) {
        eg_hex_grid_evaluate(ex->straight, corner, ex->x, NULL);
        for (int p = 0; p < hex_cube(ex->input->degree + 1); p++)
            if (!(point_distance(node[p], ex->x[p]) <= STRAIGHT * longest))
                return EG_HEX_CURVED;
    }
    return is_parallelepiped(corner, longest) ? EG_HEX_PARALLELEPIPED : EG_HEX_TRILINEAR;
}

/* ---- checking ---- */

/* A lower bound of a straight element's Jacobian: a polynomial of degree 2 in each direction lies above the
 * least of its coefficients in Bernstein's basis, which are a, 2 b - (a + c) / 2 and c for the values a, b, c
 * at -1, 0 and 1. */
static double least_coefficient(hex_examiner *ex, const double corner[8][3])
{
    double value[27], least = INFINITY;
    eg_hex_grid_evaluate(ex->quick, corner, ex->x, ex->jacobian);
    for (int p = 0; p < 27; p++)
        value[p] = eg_hex_determinant((const double(*)[3])ex->jacobian[p]);
    for (int stride = 1; stride < 27; stride *= 3)
        for (int p = 0; p < 27; p++)
            if (p / stride % 3 == 1)
                value[p] = 2.0 * value[p] - 0.5 * (value[p - stride] + value[p + stride]);
    for (int p = 0; p < 27; p++)
        least = fmin(least, value[p]);
    return least;
}

static eg_status refuse_jacobian(const hex_examiner *ex, int64_t element, double least, const double at[3])
{
    char value[32];
    eg_format_real(least, value);
    const eg_hexes_input *input = ex->input;
    if (least < -FLAT)
        return eg_fail(ex->context, EG_MESH,
                       "%s: element %lld (hexahedron) is inverted: the scaled Jacobian of its map is %s at "
                       "%s; it must be positive everywhere: move its nodes, or optimise the mesh (in gmsh: "
                       "-optimize_ho where its edges are curved)",
                       input->origin, (long long)input->source[element], value, eg_text_of_point(3, at).text);
    return eg_fail(ex->context, EG_MESH,
                   "%s: element %lld (hexahedron) is degenerate: the scaled Jacobian of its map is %s at %s; "
                   "it must be positive everywhere: two of its edges run along each other there, or one has "
                   "no length; move its nodes",
                   input->origin, (long long)input->source[element], value, eg_text_of_point(3, at).text);
}

/* Samples the scaled Jacobian. */
static eg_status check_finely(hex_examiner *ex, int64_t element, const double (*node)[3])
{
    double least = INFINITY, at[3] = {0.0, 0.0, 0.0};
    for (int g = 0; g < 2; g++) {
        eg_hex_grid_evaluate(ex->fine[g], node, ex->x, ex->jacobian);
        for (int p = 0; p < eg_hex_grid_count(ex->fine[g]); p++) {
            double here = eg_hex_scaled_jacobian((const double(*)[3])ex->jacobian[p]);
            if (here >= least)
                continue;
            least = here;
            for (int i = 0; i < 3; i++)
                at[i] = ex->x[p][i];
        }
    }
    return least > FLAT ? EG_OK : refuse_jacobian(ex, element, least, at);
}

/* The Jacobian at the first corner; that of a parallelepiped differs by less than 1e-7 of the longest edge's
 * cube elsewhere. */
static double first_jacobian(const double corner[8][3])
{
    double jacobian[3][3];
    for (int a = 0; a < 3; a++)
        for (int d = 0; d < 3; d++)
            jacobian[a][d] = 0.5 * (corner[1 << d][a] - corner[0][a]);
    return eg_hex_determinant((const double(*)[3])jacobian);
}

static bool is_surely_positive(hex_examiner *ex, eg_hex_kind kind, const double corner[8][3])
{
    double half = 0.5 * eg_hex_longest_edge(corner); /* no derivative is longer */
    double certain = CERTAIN * half * half * half;
    return (kind == EG_HEX_PARALLELEPIPED && first_jacobian(corner) > 2 * certain) ||
           least_coefficient(ex, corner) > certain;
}

eg_status eg_hex_examine(hex_examiner *ex, int64_t element, hex_orientation *orientation, eg_hex_kind *kind)
{
    const eg_hexes_input *input = ex->input;
    int32_t point[HEX_POINTS_MOST];
    double corner[8][3], node[HEX_POINTS_MOST][3];
    int count = hex_cube(input->degree + 1);
    const int32_t *given = input->point + element * count;
    for (int c = 0; c < 8; c++)
        for (int i = 0; i < 3; i++)
            corner[c][i] = input->x[given[hex_corner_index(input->degree, c)]][i];
    *orientation = find_orientation((const double(*)[3])corner);
    eg_hex_oriented_points(input, element, *orientation, point);
    for (int p = 0; p < count; p++)
        for (int i = 0; i < 3; i++)
            node[p][i] = input->x[point[p]][i];
    for (int c = 0; c < 8; c++)
        for (int i = 0; i < 3; i++)
            corner[c][i] = node[hex_corner_index(input->degree, c)][i];
    *kind = find_kind(ex, (const double(*)[3])node, (const double(*)[3])corner);
    if (*kind != EG_HEX_CURVED && is_surely_positive(ex, *kind, (const double(*)[3])corner))
        return EG_OK;
    return check_finely(ex, element, (const double(*)[3])node);
}
