/* Pixels of a page: the value at the middle of each, of the plane or of a slice of hexahedra. */
#include "tools/page/page.h"
#include "tools/snapshots.h"

#include <math.h>
#include <string.h>

/* A pixel's middle may lie outside by so much of a cell: seams between cells are closed. */
static const double SEAM = 1e-9;

void eg_page_pixels_free(eg_page_pixels *pixels)
{
    EG_FREE(&pixels->sample);
    *pixels = (eg_page_pixels){0};
}

static eg_status make_pixel_room(eg_context *context, const double extent[2], eg_page_pixels *p)
{
    for (int k = 0; k < 2; k++)
        p->size[k] = eg_max_i64(1, (int64_t)ceil(extent[k] / p->step - SEAM));
    EG_TRY(eg_alloc(context, p->size[0] * p->size[1], sizeof *p->sample, &p->sample));
    for (int64_t i = 0; i < p->size[0] * p->size[1]; i++)
        p->sample[i].value[0] = -1;
    return EG_OK;
}

static void count_inside(eg_page_pixels *p)
{
    p->inside = 0;
    for (int64_t i = 0; i < p->size[0] * p->size[1]; i++)
        p->inside += p->sample[i].value[0] >= 0;
}

/* The pixels whose middles lie between two places of a direction. */
static void range_of_pixels(const eg_page_pixels *p, int k, double low, double high, int64_t *first,
                            int64_t *end)
{
    *first = eg_max_i64(0, (int64_t)ceil((low - p->low[k]) / p->step - 0.5 - SEAM));
    *end = eg_min_i64(p->size[k], (int64_t)floor((high - p->low[k]) / p->step - 0.5 + SEAM) + 1);
}

/* ---- simplices: a triangle of the plane (three corners), a tetrahedron (four) */

typedef struct simplex {
    int corners;
    const double *x[4]; /* [3] of each */
    int32_t value[4];
} simplex;

/* Weights of the corners at a point of the plane with these axes; false outside. */
static bool weights_in_triangle(const simplex *s, const int axis[2], const double point[2], double weight[4])
{
    double e[2][2], d[2];
    for (int k = 0; k < 2; k++) {
        d[k] = point[k] - s->x[0][axis[k]];
        for (int c = 0; c < 2; c++)
            e[c][k] = s->x[c + 1][axis[k]] - s->x[0][axis[k]];
    }
    double area = e[0][0] * e[1][1] - e[0][1] * e[1][0];
    weight[1] = (d[0] * e[1][1] - d[1] * e[1][0]) / area;
    weight[2] = (e[0][0] * d[1] - e[0][1] * d[0]) / area;
    weight[0] = 1 - weight[1] - weight[2];
    weight[3] = 0;
    return weight[0] >= -SEAM && weight[1] >= -SEAM && weight[2] >= -SEAM;
}

static double volume_of_three(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

static bool tetrahedron_weights(const simplex *s, const double point[3], double weight[4])
{
    double e[3][3], d[3];
    for (int k = 0; k < 3; k++) {
        d[k] = point[k] - s->x[0][k];
        for (int c = 0; c < 3; c++)
            e[c][k] = s->x[c + 1][k] - s->x[0][k];
    }
    double volume = volume_of_three(e[0], e[1], e[2]);
    weight[1] = volume_of_three(d, e[1], e[2]) / volume;
    weight[2] = volume_of_three(e[0], d, e[2]) / volume;
    weight[3] = volume_of_three(e[0], e[1], d) / volume;
    weight[0] = 1 - weight[1] - weight[2] - weight[3];
    for (int c = 0; c < 4; c++)
        if (!(weight[c] >= -SEAM))
            return false;
    return true;
}

static void bounds_of_simplex(const simplex *s, int axis, double *low, double *high)
{
    *low = *high = s->x[0][axis];
    for (int c = 1; c < s->corners; c++) {
        *low = fmin(*low, s->x[c][axis]);
        *high = fmax(*high, s->x[c][axis]);
    }
}

/* Gives the pixels in a simplex what their values are made of; `at` is where the plane lies on the third
 * axis. */
static void fill_pixels(const simplex *s, double at, eg_page_pixels *p)
{
    int64_t first[2], end[2];
    for (int k = 0; k < 2; k++) {
        double low, high;
        bounds_of_simplex(s, p->axis[k], &low, &high);
        range_of_pixels(p, k, low, high, &first[k], &end[k]);
    }
    for (int64_t j = first[1]; j < end[1]; j++)
        for (int64_t i = first[0]; i < end[0]; i++) {
            double weight[4], point[3] = {at, at, at};
            const double middle[2] = {p->low[0] + ((double)i + 0.5) * p->step,
                                      p->low[1] + ((double)j + 0.5) * p->step};
            for (int k = 0; k < 2; k++)
                point[p->axis[k]] = middle[k];
            if (s->corners == 3 ? !weights_in_triangle(s, p->axis, middle, weight)
                                : !tetrahedron_weights(s, point, weight))
                continue;
            eg_page_sample *sample = &p->sample[j * p->size[0] + i];
            memcpy(sample->value, s->value, sizeof sample->value);
            for (int c = 0; c < 4; c++)
                sample->weight[c] = (float)weight[c];
        }
}

/* ---- the plane */

eg_status eg_page_pixels_of_plane(eg_context *context, const eg_page_mesh *m, int64_t pixels,
                                  eg_page_pixels *p)
{
    double low[3], high[3];
    eg_tools_bounds(m->points, (const double(*)[3])m->x, low, high);
    const double extent[2] = {high[0] - low[0], high[1] - low[1]};
    *p = (eg_page_pixels){
        .low = {low[0], low[1]}, .step = sqrt(extent[0] * extent[1] / (double)pixels), .axis = {0, 1}};
    EG_TRY(make_pixel_room(context, extent, p));
    for (int64_t c = 0; c < m->cells; c++)
        for (int half = 0; half < 2; half++) {
            const int32_t *q = m->corner[c];
            const int32_t corner[3] = {q[0], q[1 + half], q[2 + half]};
            simplex s = {.corners = 3};
            if (corner[1] == corner[2])
                continue;
            for (int k = 0; k < 3; k++) {
                s.x[k] = m->x[corner[k]];
                s.value[k] = (int32_t)m->value[m->at_points ? corner[k] : c];
            }
            fill_pixels(&s, 0, p);
        }
    count_inside(p);
    return EG_OK;
}

/* ---- slices: parts of elements between their nodes, each of six tetrahedra round its diagonal */

static void fill_pixel_part(const eg_snapshot_geometry *g, const int64_t corner[8], int normal, double at,
                            eg_page_pixels *p)
{
    static const uint8_t path[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
    for (int t = 0; t < 6; t++) {
        const int64_t node[4] = {corner[0], corner[path[t][0]], corner[path[t][1]], corner[7]};
        simplex s = {.corners = 4};
        double low, high;
        for (int c = 0; c < 4; c++) {
            s.x[c] = g->x[node[c]];
            s.value[c] = (int32_t)node[c];
        }
        bounds_of_simplex(&s, normal, &low, &high);
        if (low <= at && at <= high)
            fill_pixels(&s, at, p);
    }
}

static bool meets(const eg_snapshot_geometry *g, int64_t first, int64_t count, int normal, double at)
{
    bool below = false, above = false;
    for (int64_t n = first; n < first + count; n++) {
        below |= g->x[n][normal] <= at;
        above |= g->x[n][normal] >= at;
    }
    return below && above;
}

static void fill_pixels_of_element(const eg_snapshot_geometry *g, int64_t first, int degree, int normal,
                                   double at, eg_page_pixels *p)
{
    int64_t n = degree + 1;
    for (int64_t k = 0; k < degree; k++)
        for (int64_t j = 0; j < degree; j++)
            for (int64_t i = 0; i < degree; i++) {
                int64_t corner[8];
                for (int c = 0; c < 8; c++)
                    corner[c] = first + i + (c & 1) + n * (j + (c >> 1 & 1) + n * (k + (c >> 2)));
                fill_pixel_part(g, corner, normal, at, p);
            }
}

eg_status eg_page_pixels_of_slice(const eg_snapshot *s, const eg_snapshot_geometry *g, int normal, double at,
                                  int64_t longest, eg_page_pixels *p)
{
    double low[3], high[3], extent[2];
    int64_t nodes = (int64_t)(s->degree + 1) * (s->degree + 1) * (s->degree + 1);
    eg_tools_bounds(g->nodes, (const double(*)[3])g->x, low, high);
    *p = (eg_page_pixels){.axis = {normal == 0 ? 1 : 0, normal == 2 ? 1 : 2}};
    for (int k = 0; k < 2; k++) {
        p->low[k] = low[p->axis[k]];
        extent[k] = high[p->axis[k]] - low[p->axis[k]];
    }
    p->step = fmax(extent[0], extent[1]) / (double)longest;
    EG_TRY(make_pixel_room(s->context, extent, p));
    for (int64_t e = 0; e < s->hexahedra; e++)
        if (meets(g, e * nodes, nodes, normal, at))
            fill_pixels_of_element(g, e * nodes, s->degree, normal, at, p);
    count_inside(p);
    return EG_OK;
}
