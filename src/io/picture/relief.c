/* Relief: light on the bed, and its contours. */
#include "io/picture/internal.h"

#include <math.h>

/* The lowest and highest bed. */
static void find_relief_extremes(const eg_probe *probe, eg_relief *relief)
{
    const eg_shapes *shapes = &probe->map->shapes;
    relief->low = INFINITY;
    relief->high = -INFINITY;
    for (int64_t cell = 0; cell < shapes->cells; cell++)
        for (int64_t i = shapes->first[cell]; i < shapes->first[cell + 1]; i++) {
            double height = eg_probe_vertex_value(probe, probe->map->bed, cell, i - shapes->first[cell]);
            if (!isfinite(height))
                continue;
            relief->low = fmin(relief->low, height);
            relief->high = fmax(relief->high, height);
        }
}

/* The mean gradient of the bed in a cell, by Green's formula over its edges. */
static void gradient(const eg_shapes *shapes, const eg_relief *relief, int64_t cell, double g[2])
{
    int64_t first = shapes->first[cell];
    int count = (int)(shapes->first[cell + 1] - first);
    double area = 0, sum[2] = {0, 0};
    const double *origin = shapes->x[shapes->vertex[first]];
    for (int k = 0; k < count; k++) {
        int32_t p = shapes->vertex[first + k], q = shapes->vertex[first + (k + 1) % count];
        double px = shapes->x[p][0] - origin[0], py = shapes->x[p][1] - origin[1];
        double qx = shapes->x[q][0] - origin[0], qy = shapes->x[q][1] - origin[1];
        double mean = (relief->node[p] + relief->node[q]) / 2;
        area += (px * qy - qx * py) / 2;
        sum[0] += mean * (qy - py);
        sum[1] -= mean * (qx - px);
    }
    for (int k = 0; k < 2; k++) /* flat where the bed is not known */
        g[k] = area != 0 && isfinite(sum[k]) ? sum[k] / area : 0;
}

/* Gradients of cells, smoothed once over the nodes around them: slopes[2 * cells]. */
static eg_status smooth_slopes(eg_context *context, const eg_shapes *shapes, const eg_relief *relief,
                               double (*slopes)[2])
{
    EG_SCRATCH double(*at_node)[3] = NULL;
    EG_TRY(eg_alloc(context, shapes->nodes, sizeof *at_node, &at_node));
    for (int64_t cell = 0; cell < shapes->cells; cell++) {
        double g[2];
        gradient(shapes, relief, cell, g);
        for (int64_t i = shapes->first[cell]; i < shapes->first[cell + 1]; i++) {
            double *sum = at_node[shapes->vertex[i]];
            sum[0] += g[0];
            sum[1] += g[1];
            sum[2] += 1;
        }
    }
    for (int64_t cell = 0; cell < shapes->cells; cell++) {
        double count = (double)(shapes->first[cell + 1] - shapes->first[cell]);
        for (int64_t i = shapes->first[cell]; i < shapes->first[cell + 1]; i++) {
            const double *sum = at_node[shapes->vertex[i]];
            slopes[cell][0] += sum[0] / (sum[2] * count);
            slopes[cell][1] += sum[1] / (sum[2] * count);
        }
    }
    return EG_OK;
}

/* Light from the north-west, 45 degrees up, on a bed whose slopes are exaggerated so that the usual
 * one (root mean square) becomes 0.45: every bed shows its form. */
static eg_status light_cells(eg_context *context, const eg_shapes *shapes, eg_relief *relief)
{
    EG_SCRATCH double(*slopes)[2] = NULL;
    double squares = 0;
    EG_TRY(eg_alloc(context, shapes->cells, sizeof *slopes, &slopes));
    EG_TRY(smooth_slopes(context, shapes, relief, slopes));
    for (int64_t cell = 0; cell < shapes->cells; cell++)
        squares += slopes[cell][0] * slopes[cell][0] + slopes[cell][1] * slopes[cell][1];
    double usual = sqrt(squares / (double)shapes->cells);
    double factor = usual > 0 ? 0.45 / usual : 0;
    for (int64_t cell = 0; cell < shapes->cells; cell++) {
        double gx = slopes[cell][0] * factor, gy = slopes[cell][1] * factor;
        double lit = (0.5 * gx - 0.5 * gy + 0.70710678) / sqrt(1 + gx * gx + gy * gy);
        relief->light[cell] = fmin(1, fmax(0, 0.5 + 0.75 * (lit - 0.70710678)));
    }
    return EG_OK;
}

eg_status eg_relief_create(eg_context *context, const eg_probe *probe, eg_relief *relief)
{
    const eg_shapes *shapes = &probe->map->shapes;
    *relief = (eg_relief){.node = NULL};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(shapes->nodes, relief->node), EG_BLOCK(shapes->cells, relief->light)));
    EG_TRY(eg_node_means(context, probe, probe->map->bed, relief->node));
    find_relief_extremes(probe, relief);
    return light_cells(context, shapes, relief);
}

void eg_relief_free(eg_relief *relief)
{
    EG_FREE(&relief->node, &relief->light);
}

/* ---- contours */

/* A quadrangle is cut into four triangles around its centre. */
static void contour_cell(cairo_t *cairo, const eg_contour_point *c, int count, double level)
{
    if (count == 3) {
        eg_contour_triangle(cairo, c, level);
        return;
    }
    eg_contour_point middle = {(c[0].x + c[1].x + c[2].x + c[3].x) / 4,
                               (c[0].y + c[1].y + c[2].y + c[3].y) / 4,
                               (c[0].z + c[1].z + c[2].z + c[3].z) / 4};
    for (int k = 0; k < 4; k++) {
        const eg_contour_point piece[3] = {c[k], c[(k + 1) % 4], middle};
        eg_contour_triangle(cairo, piece, level);
    }
}

void eg_relief_contours(eg_figure *figure, const eg_shapes *shapes, const eg_relief *relief, int count,
                        const eg_canvas *canvas, eg_rect plot)
{
    eg_ticks levels;
    eg_ticks_linear(relief->low, relief->high, count, &levels);
    cairo_t *cairo = figure->cairo;
    eg_clip(cairo, plot);
    cairo_set_line_width(cairo, 0.9);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_source_rgba(cairo, 0.10, 0.10, 0.10, 0.45);
    for (int64_t cell = 0; cell < shapes->cells; cell++) {
        int64_t first = shapes->first[cell];
        int vertices = (int)(shapes->first[cell + 1] - first);
        eg_contour_point c[EG_CELL_VERTICES];
        double least = INFINITY, most = -INFINITY;
        bool known = true;
        for (int k = 0; k < vertices; k++) {
            int32_t node = shapes->vertex[first + k];
            eg_canvas_pixel(canvas, shapes->x[node], plot, &c[k].x, &c[k].y);
            c[k].z = relief->node[node];
            least = fmin(least, c[k].z);
            most = fmax(most, c[k].z);
            known = known && isfinite(c[k].z);
        }
        for (int l = 0; l < levels.count && known; l++)
            if (levels.value[l] > least && levels.value[l] <= most)
                contour_cell(cairo, c, vertices, levels.value[l]);
    }
    cairo_stroke(cairo);
    cairo_restore(cairo);
}
