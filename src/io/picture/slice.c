/* Slices: elements divided, and their parts cut as tetrahedra. */
#include "io/picture/slice.h"

#include <math.h>
#include <string.h>

enum {
    LEAST_PARTS = 2,
    MOST_PARTS = 32,
    SIDE_MOST = MOST_PARTS + 1,
    NODES_MOST = EG_SNAPSHOT_HEX_DEGREE + 1,
    FIELDS = 4,  /* x, y, z, value */
    AROUND = 120 /* parts along the side of a square domain */
};

eg_map_slice eg_map_slice_begin(eg_context *context, int normal, double at, const double low[3],
                                const double high[3], bool wants_gradient)
{
    eg_map_slice s = {.context = context, .normal = normal, .at = at, .wants_gradient = wants_gradient};
    s.axis[0] = normal == 0 ? 1 : 0;
    s.axis[1] = normal == 2 ? 1 : 2;
    for (int d = 0; d < 3; d++) {
        s.low[d] = low[d];
        s.high[d] = high[d];
    }
    double area = 1;
    for (int k = 0; k < 2; k++)
        area *= high[s.axis[k]] - low[s.axis[k]];
    s.part_size = sqrt(area) / AROUND;
    return s;
}

void eg_map_slice_free(eg_map_slice *s)
{
    EG_FREE(&s->triangle, &s->segment, &s->x, &s->values, &s->vectors, &s->first, &s->vertex, &s->region,
            &s->scratch);
}

/* ---- one element divided ---- */

/* Values of FIELDS at the (parts[0]+1) (parts[1]+1) (parts[2]+1) points of the grid, and their derivatives
 * along the reference directions where they are wanted. */
typedef struct divided {
    int parts[3];
    int64_t points;
    double *field[FIELDS], *derivative[FIELDS][3], *work[2];
    uint8_t *above; /* [points] 1 where they lie above the plane, else 0 */
    const eg_map_slice_element *element;
    double
        least; /* 0 where no node is below it, as of magnitudes: nor is what lies between; else -INFINITY */
} divided;

/* Lagrange polynomials of `degree` on equidistant nodes of [0,1], or their derivatives, at `parts` + 1
 * equidistant points: matrix[point][node]. */
static void fill_lagrange_matrix(int degree, int parts, bool derivatives, double *matrix)
{
    for (int p = 0; p <= parts; p++)
        for (int n = 0; n <= degree; n++) {
            double t = (double)degree * p / parts, value = 0;
            for (int out = -1; out <= degree; out++) {
                if (derivatives ? out < 0 || out == n : out >= 0)
                    continue;
                double product = derivatives ? (double)degree / (n - out) : 1;
                for (int k = 0; k <= degree; k++)
                    if (k != n && k != out)
                        product *= (t - k) / (n - k);
                value += product;
            }
            matrix[p * (degree + 1) + n] = value;
        }
}

/* to[i][q][j] = sum over n of matrix[q][n] from[i][n][j]. */
static void apply_matrix(const double *matrix, int points, int nodes, int before, int behind,
                         const double *from, double *to)
{
    for (int i = 0; i < before; i++)
        for (int q = 0; q < points; q++) {
            double *row = to + ((int64_t)i * points + q) * behind;
            for (int j = 0; j < behind; j++)
                row[j] = 0;
            for (int n = 0; n < nodes; n++) {
                double weight = matrix[q * nodes + n];
                const double *in = from + ((int64_t)i * nodes + n) * behind;
                for (int j = 0; j < behind; j++)
                    row[j] += weight * in[j];
            }
        }
}

/* A field given at (degree+1)^3 nodes, each `stride` apart, at all points; along one direction its
 * derivative. */
static void interpolate_field(divided *d, int degree, const double *nodes, int stride, int along, double *to)
{
    double matrix[3][SIDE_MOST * NODES_MOST];
    int side = degree + 1, q[3];
    for (int k = 0; k < 3; k++) {
        q[k] = d->parts[k] + 1;
        fill_lagrange_matrix(degree, d->parts[k], k == along, matrix[k]);
    }
    for (int i = 0; i < side * side * side; i++)
        d->work[0][i] = nodes[(int64_t)i * stride];
    apply_matrix(matrix[0], q[0], side, side * side, 1, d->work[0], d->work[1]);
    apply_matrix(matrix[1], q[1], side, side, q[0], d->work[1], d->work[0]);
    apply_matrix(matrix[2], q[2], side, 1, q[0] * q[1], d->work[0], to);
}

/* As many parts as the longest edge along each direction needs. */
static void choose_parts(const eg_map_slice *s, const eg_map_slice_element *e, int parts[3])
{
    int p = e->geometry_degree, side = p + 1;
    const int stride[3] = {1, side, side * side};
    for (int k = 0; k < 3; k++) {
        double longest = 0;
        for (int edge = 0; edge < 4; edge++) {
            int a = (edge & 1) * p * stride[(k + 1) % 3] + (edge >> 1) * p * stride[(k + 2) % 3];
            const double *from = e->x[a], *to = e->x[a + p * stride[k]];
            double square = 0;
            for (int i = 0; i < 3; i++)
                square += (to[i] - from[i]) * (to[i] - from[i]);
            longest = fmax(longest, square);
        }
        double wanted = ceil(sqrt(longest) / s->part_size);
        parts[k] = (int)fmin(MOST_PARTS, fmax(LEAST_PARTS, wanted));
    }
}

static double least_between(const eg_map_slice_element *e)
{
    int side = e->degree + 1;
    for (int i = 0; i < side * side * side; i++)
        if (!(e->values[i] >= 0))
            return -INFINITY;
    return 0;
}

/* Room for the arrays, which the next element takes again. */
static eg_status make_room(eg_map_slice *s, const eg_map_slice_element *e, divided *d)
{
    int side = (int)fmax(e->degree, e->geometry_degree) + 1;
    for (int k = 0; k < 3; k++)
        side = (int)fmax(side, d->parts[k] + 1);
    int64_t work = (int64_t)side * side * side, fields = FIELDS * (s->wants_gradient ? 4 : 1);
    int64_t all = 2 * work + fields * d->points, bytes = eg_ceil_div(d->points, (int64_t)sizeof(double));
    EG_TRY(eg_reserve(s->context, all + bytes, &s->scratch_room, sizeof *s->scratch, &s->scratch));
    double *next = s->scratch;
    for (int w = 0; w < 2; w++, next += work)
        d->work[w] = next;
    for (int f = 0; f < FIELDS; f++, next += d->points)
        d->field[f] = next;
    for (int f = 0; f < FIELDS && s->wants_gradient; f++)
        for (int k = 0; k < 3; k++, next += d->points)
            d->derivative[f][k] = next;
    d->above = (uint8_t *)next;
    return EG_OK;
}

static eg_status divide_element(eg_map_slice *s, const eg_map_slice_element *e, divided *d)
{
    choose_parts(s, e, d->parts);
    d->least = least_between(e);
    d->points = (int64_t)(d->parts[0] + 1) * (d->parts[1] + 1) * (d->parts[2] + 1);
    EG_TRY(make_room(s, e, d));
    for (int f = 0; f < FIELDS; f++) {
        bool place = f < 3;
        const double *nodes = place ? &e->x[0][f] : e->values;
        int degree = place ? e->geometry_degree : e->degree, stride = place ? 3 : 1;
        interpolate_field(d, degree, nodes, stride, -1, d->field[f]);
        for (int k = 0; k < 3 && s->wants_gradient; k++)
            interpolate_field(d, degree, nodes, stride, k, d->derivative[f][k]);
    }
    return EG_OK;
}

/* ---- cutting ---- */

/* A corner of a polygon: on the edge between two points of a tetrahedron, which `corners` names by bits. */
typedef struct crossing {
    double x[2], value, gradient[2];
    unsigned corners;
} crossing;

/* Height over the plane; what is next to nothing is nothing, so that all elements agree on which points lie
 * on it. */
static double height_above(const eg_map_slice *s, double x)
{
    double h = x - s->at;
    return fabs(h) <= 1e-9 * (s->high[s->normal] - s->low[s->normal]) ? 0 : h;
}

static bool is_above_plane(const eg_map_slice *s, double h)
{
    bool at_lower_end = height_above(s, s->low[s->normal]) >= 0;
    return at_lower_end ? h > 0 : h >= 0;
}

static double triple_product(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* The gradient's component along an axis by Cramer's rule: its product with dx/dr_k is du/dr_k for each k. */
static double gradient_at(const divided *d, int64_t point, int axis)
{
    double row[4][3];
    for (int f = 0; f < FIELDS; f++)
        for (int k = 0; k < 3; k++)
            row[f][k] = d->derivative[f][k][point];
    const double *with[3] = {row[0], row[1], row[2]};
    double whole = triple_product(row[0], row[1], row[2]);
    with[axis] = row[3];
    return triple_product(with[0], with[1], with[2]) / whole;
}

static crossing cross_edge(const eg_map_slice *s, const divided *d, const int64_t point[4], const double h[4],
                           int a, int b)
{
    /* From the one above to the one below, whichever comes first. */
    int up = is_above_plane(s, h[a]) ? a : b, down = up == a ? b : a;
    double part = h[up] / (h[up] - h[down]);
    crossing c = {.corners = 1u << a | 1u << b};
    for (int k = 0; k < 2; k++) {
        const double *x = d->field[s->axis[k]];
        c.x[k] = (1 - part) * x[point[up]] + part * x[point[down]];
        if (s->wants_gradient)
            c.gradient[k] = (1 - part) * gradient_at(d, point[up], s->axis[k]) +
                            part * gradient_at(d, point[down], s->axis[k]);
    }
    const double *u = d->field[3];
    double value = (1 - part) * u[point[up]] + part * u[point[down]];
    c.value = value < d->least ? d->least : value;
    return c;
}

static eg_status add_triangle(eg_map_slice *s, int32_t region, const crossing *a, const crossing *b,
                              const crossing *c)
{
    const crossing *corner[3] = {a, b, c};
    double area = (b->x[0] - a->x[0]) * (c->x[1] - a->x[1]) - (b->x[1] - a->x[1]) * (c->x[0] - a->x[0]);
    if (area == 0)
        return EG_OK;
    EG_TRY(eg_reserve(s->context, s->triangles + 1, &s->triangle_room, sizeof *s->triangle, &s->triangle));
    eg_map_slice_triangle *t = &s->triangle[s->triangles++];
    *t = (eg_map_slice_triangle){.region = region};
    for (int v = 0; v < 3; v++) {
        const crossing *from = corner[area > 0 || v == 0 ? v : 3 - v];
        for (int k = 0; k < 2; k++) {
            t->x[v][k] = from->x[k];
            t->gradient[v][k] = from->gradient[k];
        }
        t->value[v] = from->value;
    }
    return EG_OK;
}

/* Whether the points of the tetrahedron that the bits name lie on a face of the element that is outlined. */
static bool is_face_outlined(const divided *d, const int place[4][3], unsigned corners)
{
    for (int face = 0; face < 6; face++) {
        int k = face / 2, end = face % 2 ? d->parts[k] : 0;
        bool all = d->element->outlined[face];
        for (int v = 0; v < 4 && all; v++)
            all = !(corners >> v & 1) || place[v][k] == end;
        if (all)
            return true;
    }
    return false;
}

static eg_status add_outline(eg_map_slice *s, const divided *d, const int place[4][3],
                             const crossing *polygon, int count)
{
    for (int i = 0; i < count; i++) {
        const crossing *a = &polygon[i], *b = &polygon[(i + 1) % count];
        bool point = a->x[0] == b->x[0] && a->x[1] == b->x[1];
        if (point || !is_face_outlined(d, place, a->corners | b->corners))
            continue;
        EG_TRY(eg_reserve(s->context, s->segments + 1, &s->segment_room, sizeof *s->segment, &s->segment));
        memcpy(s->segment[s->segments++], (const double[4]){a->x[0], a->x[1], b->x[0], b->x[1]},
               sizeof *s->segment);
    }
    return EG_OK;
}

static eg_status cut_tetrahedron(eg_map_slice *s, const divided *d, const int place[4][3])
{
    int above[4], below[4], ups = 0, downs = 0, count = 0;
    int64_t point[4];
    double h[4];
    crossing polygon[4];
    for (int v = 0; v < 4; v++) {
        point[v] = place[v][0] +
                   (int64_t)(d->parts[0] + 1) * (place[v][1] + (int64_t)(d->parts[1] + 1) * place[v][2]);
        h[v] = height_above(s, d->field[s->normal][point[v]]);
        if (is_above_plane(s, h[v]))
            above[ups++] = v;
        else
            below[downs++] = v;
    }
    if (ups == 0 || downs == 0)
        return EG_OK;
    for (int i = 0; i < ups; i++) /* of two and two in the order round the quadrangle */
        for (int j = 0; j < downs; j++)
            polygon[count++] = cross_edge(s, d, point, h, above[i], below[i % 2 ? downs - 1 - j : j]);
    for (int i = 2; i < count; i++)
        EG_TRY(add_triangle(s, d->element->region, &polygon[0], &polygon[i - 1], &polygon[i]));
    return add_outline(s, d, place, polygon, count);
}

/* The six tetrahedra round the diagonal of a part, one for each order of the three directions. */
static eg_status cut_part(eg_map_slice *s, const divided *d, const int low[3])
{
    static const uint8_t order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int t = 0; t < 6; t++) {
        int place[4][3];
        memcpy(place[0], low, sizeof place[0]);
        for (int v = 1; v < 4; v++) {
            memcpy(place[v], place[v - 1], sizeof place[v]);
            place[v][order[t][v - 1]]++;
        }
        EG_TRY(cut_tetrahedron(s, d, (const int(*)[3])place));
    }
    return EG_OK;
}

/* A row of parts along the first direction: sums[i] are the points above the plane among the four at its
 * corner i. A part intersects the plane where some of its 8 points are above and some are not. */
static void sum_row(const divided *d, int row, int layer, uint8_t *sums)
{
    int points = d->parts[0] + 1;
    int64_t along = points, across = along * (d->parts[1] + 1);
    const uint8_t *first = d->above + row * along + layer * across;
    for (int i = 0; i < points; i++)
        sums[i] = (uint8_t)(first[i] + first[i + along] + first[i + across] + first[i + along + across]);
}

/* A curved element may reach beyond its points. */
bool eg_map_slice_meets(const eg_map_slice *s, int geometry_degree, const double (*x)[3])
{
    double low = INFINITY, high = -INFINITY;
    int side = geometry_degree + 1;
    for (int i = 0; i < side * side * side; i++) {
        low = fmin(low, x[i][s->normal]);
        high = fmax(high, x[i][s->normal]);
    }
    double bulge = geometry_degree > 1 ? 0.25 * (high - low) : 0;
    return height_above(s, low - bulge) <= 0 && height_above(s, high + bulge) >= 0;
}

static eg_status cut_row(eg_map_slice *s, const divided *d, int at[3])
{
    uint8_t sums[MOST_PARTS + 1];
    sum_row(d, at[1], at[2], sums);
    for (at[0] = 0; at[0] < d->parts[0]; at[0]++) {
        int ups = sums[at[0]] + sums[at[0] + 1];
        if (ups > 0 && ups < 8)
            EG_TRY(cut_part(s, d, at));
    }
    return EG_OK;
}

eg_status eg_map_slice_add(eg_map_slice *s, const eg_map_slice_element *element)
{
    if (!eg_map_slice_meets(s, element->geometry_degree, element->x))
        return EG_OK;
    divided d = {.element = element};
    EG_TRY(divide_element(s, element, &d));
    for (int64_t i = 0; i < d.points; i++)
        d.above[i] = is_above_plane(s, height_above(s, d.field[s->normal][i]));
    int at[3];
    for (at[2] = 0; at[2] < d.parts[2]; at[2]++)
        for (at[1] = 0; at[1] < d.parts[1]; at[1]++)
            EG_TRY(cut_row(s, &d, at));
    return EG_OK;
}

eg_status eg_map_slice_append(eg_map_slice *s, const eg_map_slice *other)
{
    EG_TRY(eg_reserve(s->context, s->triangles + other->triangles, &s->triangle_room, sizeof *s->triangle,
                      &s->triangle));
    EG_TRY(eg_reserve(s->context, s->segments + other->segments, &s->segment_room, sizeof *s->segment,
                      &s->segment));
    if (other->triangles > 0)
        memcpy(s->triangle + s->triangles, other->triangle, (size_t)other->triangles * sizeof *s->triangle);
    if (other->segments > 0)
        memcpy(s->segment + s->segments, other->segment, (size_t)other->segments * sizeof *s->segment);
    s->triangles += other->triangles;
    s->segments += other->segments;
    return EG_OK;
}

/* ---- the map ---- */

static void fill_arrays(eg_map_slice *s)
{
    for (int64_t t = 0; t < s->triangles; t++) {
        const eg_map_slice_triangle *from = &s->triangle[t];
        s->first[t + 1] = 3 * (t + 1);
        s->region[t] = from->region;
        for (int v = 0; v < 3; v++) {
            int64_t node = 3 * t + v;
            s->vertex[node] = (int32_t)node;
            s->values[node] = from->value[v];
            for (int k = 0; k < 2; k++) {
                s->x[node][k] = from->x[v][k];
                s->vectors[2 * node + k] = from->gradient[v][k];
            }
        }
    }
}

eg_status eg_map_slice_map(eg_map_slice *s, eg_map *map)
{
    static const char *const names[] = {"x", "y", "z"};
    int64_t nodes = 3 * s->triangles;
    if (nodes == 0 || nodes > INT32_MAX)
        return eg_fail(s->context, EG_USAGE,
                       nodes ? "the slice across %s at %.9g m has too many triangles to be drawn; the "
                               "domain spans %.9g to %.9g m"
                             : "the slice across %s at %.9g m meets no element; the domain spans "
                               "%.9g to %.9g m there",
                       names[s->normal], s->at, s->low[s->normal], s->high[s->normal]);
    EG_TRY(EG_ALLOC(s->context, EG_BLOCK(nodes, s->x), EG_BLOCK(nodes, s->values),
                    EG_BLOCK(2 * nodes, s->vectors), EG_BLOCK(s->triangles + 1, s->first),
                    EG_BLOCK(nodes, s->vertex), EG_BLOCK(s->triangles, s->region)));
    fill_arrays(s);
    map->shapes = (eg_shapes){.nodes = nodes,
                              .cells = s->triangles,
                              .x = (const double(*)[3])s->x,
                              .first = s->first,
                              .vertex = s->vertex};
    map->degree = 1;
    map->has_seams = true;
    map->values = s->values;
    map->region = s->region;
    map->segments = (const double(*)[4])s->segment;
    map->segment_count = s->segments;
    for (int k = 0; k < 2; k++)
        map->axis_names[k] = names[s->axis[k]];
    if (s->wants_gradient) {
        map->vectors = s->vectors;
        map->vector_components = 2;
    }
    return EG_OK;
}
