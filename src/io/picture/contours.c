/* Contours: lines on which a map's values have a given level.
 *
 * A cell is cut into small triangles, and the values at their corners are those of the cell's polynomial.
 * With one value a cell they are those of the mean around each node, linear between nodes. */
#include "io/picture/internal.h"

#include <math.h>

/* A cell is cut into at most so many parts along an edge; a part is about so many pixels. */
enum { PARTS_MOST = 32, CONTOURS_MOST = 256 };
static const double PART_PIXELS = 4;

void eg_contour_triangle(cairo_t *cairo, const eg_contour_point t[3], double level)
{
    double ends[2][2];
    int found = 0;
    for (int k = 0; k < 3 && found < 2; k++) {
        const eg_contour_point *a = &t[k], *b = &t[(k + 1) % 3];
        if ((a->z < level) == (b->z < level))
            continue;
        double part = (level - a->z) / (b->z - a->z);
        ends[found][0] = a->x + part * (b->x - a->x);
        ends[found++][1] = a->y + part * (b->y - a->y);
    }
    if (found == 2)
        eg_line(cairo, ends[0][0], ends[0][1], ends[1][0], ends[1][1]);
}

/* ---- values of a map */

typedef struct tracer {
    const eg_map *map;
    const eg_probe *probe;
    const double *node; /* [nodes] means around each; NULL: point data */
    const eg_canvas *canvas;
    eg_rect plot;
    cairo_t *cairo;
    double level[CONTOURS_MOST]; /* of the lines that are being drawn */
    int levels;
    /* Of the cell: */
    int64_t cell;
    int vertices, parts;
    eg_contour_point point[PARTS_MOST + 1][PARTS_MOST + 1];
} tracer;

/* The linear or bilinear functions that are 1 at one vertex. */
static void corner_weights(int vertices, double r, double s, double weight[EG_CELL_VERTICES])
{
    weight[0] = vertices == 3 ? 1 - r - s : (1 - r) * (1 - s);
    weight[1] = vertices == 3 ? r : r * (1 - s);
    weight[2] = vertices == 3 ? s : r * s;
    weight[3] = vertices == 3 ? 0 : (1 - r) * s;
}

static double contour_value_at(const tracer *t, const double reference[2], const double corner[])
{
    const int32_t *vertex = t->map->shapes.vertex + t->map->shapes.first[t->cell];
    double weight[EG_NODES_MOST], sum = 0;
    if (t->node) {
        for (int k = 0; k < t->vertices; k++)
            sum += corner[k] * t->node[vertex[k]];
        return sum;
    }
    const eg_nodes *nodes = eg_probe_nodes(t->probe, t->cell);
    const double *values = t->map->values + t->probe->first[t->cell];
    eg_nodes_weights(nodes, reference, weight);
    for (int k = 0; k < nodes->count; k++)
        sum += weight[k] * values[k];
    return sum;
}

static void set_point(tracer *t, int i, int j)
{
    const eg_shapes *shapes = &t->map->shapes;
    const int32_t *vertex = shapes->vertex + shapes->first[t->cell];
    double reference[2] = {(double)i / t->parts, (double)j / t->parts};
    double corner[EG_CELL_VERTICES], x[2] = {0, 0};
    corner_weights(t->vertices, reference[0], reference[1], corner);
    for (int k = 0; k < t->vertices; k++)
        for (int d = 0; d < 2; d++)
            x[d] += corner[k] * shapes->x[vertex[k]][d];
    eg_contour_point *point = &t->point[j][i];
    eg_canvas_pixel(t->canvas, x, t->plot, &point->x, &point->y);
    point->z = contour_value_at(t, reference, corner);
}

/* The longest extent of the cell in parts of PART_PIXELS. */
static int parts_of_cell(const tracer *t)
{
    const eg_shapes *shapes = &t->map->shapes;
    const int32_t *vertex = shapes->vertex + shapes->first[t->cell];
    double extent = 0;
    for (int k = 1; k < t->vertices; k++)
        for (int d = 0; d < 2; d++)
            extent =
                fmax(extent, fabs(shapes->x[vertex[k]][d] - shapes->x[vertex[0]][d]) * t->canvas->scale[d]);
    double parts = ceil(extent / PART_PIXELS);
    return parts < PARTS_MOST ? (parts > 1 ? (int)parts : 1) : PARTS_MOST;
}

static void trace_triangle(const tracer *t, eg_contour_point a, eg_contour_point b, eg_contour_point c)
{
    const eg_contour_point corners[3] = {a, b, c};
    double least = fmin(a.z, fmin(b.z, c.z)), most = fmax(a.z, fmax(b.z, c.z));
    if (!isfinite(a.z + b.z + c.z))
        return;
    for (int k = 0; k < t->levels; k++)
        if (t->level[k] > least && t->level[k] <= most)
            eg_contour_triangle(t->cairo, corners, t->level[k]);
}

static void trace_cell(tracer *t)
{
    t->parts = parts_of_cell(t);
    for (int j = 0; j <= t->parts; j++)
        for (int i = 0; i <= (t->vertices == 3 ? t->parts - j : t->parts); i++)
            set_point(t, i, j);
    for (int j = 0; j < t->parts; j++)
        for (int i = 0; i < (t->vertices == 3 ? t->parts - j : t->parts); i++) {
            trace_triangle(t, t->point[j][i], t->point[j][i + 1], t->point[j + 1][i]);
            if (t->vertices == 4 || i + j + 1 < t->parts)
                trace_triangle(t, t->point[j][i + 1], t->point[j + 1][i + 1], t->point[j + 1][i]);
        }
}

/* The lines that are light, as they are on dark colours, or those that are not. */
static void trace_level(tracer *t, const eg_range *range, bool light)
{
    const eg_shapes *shapes = &t->map->shapes;
    t->levels = 0;
    for (int k = 0; k < t->map->contour_count && t->levels < CONTOURS_MOST; k++) {
        uint8_t rgb[3];
        double level = t->map->contours[k];
        eg_colormap_color(t->map->colormap, (level - range->low) / (range->high - range->low), rgb);
        if ((0.30 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2] < 85) == light)
            t->level[t->levels++] = level;
    }
    double shade = light ? 0.85 : 0.08;
    cairo_set_source_rgb(t->cairo, shade, shade, shade);
    for (t->cell = 0; t->levels > 0 && t->cell < shapes->cells; t->cell++) {
        t->vertices = (int)(shapes->first[t->cell + 1] - shapes->first[t->cell]);
        trace_cell(t);
    }
    cairo_stroke(t->cairo);
}

static void trace_all(tracer *t, const eg_range *range)
{
    eg_clip(t->cairo, t->plot);
    cairo_set_line_width(t->cairo, 1.1);
    cairo_set_line_cap(t->cairo, CAIRO_LINE_CAP_ROUND);
    trace_level(t, range, false);
    trace_level(t, range, true);
    cairo_restore(t->cairo);
}

eg_status eg_map_contours(eg_figure *figure, const eg_probe *probe, const eg_range *range,
                          const eg_canvas *canvas, eg_rect plot)
{
    const eg_map *map = probe->map;
    EG_SCRATCH tracer *t = NULL;
    EG_SCRATCH double *node = NULL;
    if (map->contour_count == 0)
        return EG_OK;
    EG_TRY(eg_alloc(figure->context, 1, sizeof *t, &t));
    if (map->degree == 0) {
        EG_TRY(eg_alloc(figure->context, map->shapes.nodes, sizeof *node, &node));
        EG_TRY(eg_node_means(figure->context, probe, map->values, node));
    }
    *t = (tracer){
        .map = map, .probe = probe, .node = node, .canvas = canvas, .plot = plot, .cairo = figure->cairo};
    trace_all(t, range);
    return EG_OK;
}
