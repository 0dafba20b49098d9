/* What is drawn over a map: arrows of a vector field, and outlines. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* An arrow to be drawn: foot in pixels, vector in its own unit. */
typedef struct arrow {
    double x, y, v[2];
} arrow;

/* The vector under a pixel of the plot; false where there is none to draw. */
static bool vector_at(const eg_probe *probe, const eg_canvas *canvas, int column, int row, double v[2])
{
    const eg_map *map = probe->map;
    int64_t sample = ((int64_t)row * canvas->width * EG_SAMPLES + column) * EG_SAMPLES;
    int64_t cell = canvas->cell[sample]; /* -1 outside */
    double point[2];
    eg_look look;
    if (cell < 0)
        return false;
    eg_canvas_point(canvas, column * EG_SAMPLES, row * EG_SAMPLES, point);
    eg_probe_look(probe, cell, point, &look);
    if (map->depth && eg_map_is_dry(map, eg_look_value(&look, map->depth, 1, 0)))
        return false;
    if (map->has_above && !(eg_look_value(&look, map->values, 1, 0) > map->above))
        return false;
    for (int k = 0; k < 2; k++)
        v[k] = eg_look_value(&look, map->vectors, map->vector_components, k);
    return isfinite(v[0]) && isfinite(v[1]);
}

static int64_t collect_arrows(const eg_probe *probe, const eg_canvas *canvas, int spacing, arrow *arrows)
{
    int64_t count = 0;
    /* As many as fit, centred: the same margin on both sides. */
    int top = (spacing + canvas->height % spacing) / 2, left = (spacing + canvas->width % spacing) / 2;
    for (int row = top; row < canvas->height; row += spacing)
        for (int column = left; column < canvas->width; column += spacing) {
            double v[2];
            if (vector_at(probe, canvas, column, row, v))
                arrows[count++] = (arrow){column / canvas->fineness, row / canvas->fineness, {v[0], v[1]}};
        }
    return count;
}

static int by_length(const void *a, const void *b)
{
    const arrow *p = a, *q = b;
    double l = hypot(p->v[0], p->v[1]), m = hypot(q->v[0], q->v[1]);
    return (l > m) - (l < m);
}

static void arrow_path(cairo_t *cairo, double x, double y, double dx, double dy)
{
    double length = hypot(dx, dy);
    double ux = dx / length, uy = dy / length, head = fmin(8, 0.55 * length);
    double tip_x = x + dx / 2, tip_y = y + dy / 2;
    eg_line(cairo, x - dx / 2, y - dy / 2, tip_x - 0.8 * head * ux, tip_y - 0.8 * head * uy);
    cairo_move_to(cairo, tip_x, tip_y);
    cairo_line_to(cairo, tip_x - head * ux + 0.42 * head * uy, tip_y - head * uy - 0.42 * head * ux);
    cairo_line_to(cairo, tip_x - head * ux - 0.42 * head * uy, tip_y - head * uy + 0.42 * head * ux);
    cairo_close_path(cairo);
}

/* Dark, with a pale seam, so that it shows on dark and on pale water. */
static void draw_arrow(cairo_t *cairo, double x, double y, double dx, double dy)
{
    arrow_path(cairo, x, y, dx, dy);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.55);
    cairo_set_line_width(cairo, 3.2);
    cairo_stroke_preserve(cairo);
    cairo_set_source_rgb(cairo, 0.06, 0.07, 0.10);
    cairo_set_line_width(cairo, 1.3);
    cairo_stroke_preserve(cairo);
    cairo_fill(cairo);
}

/* The key stands in the heading, left of the time: a round number near the long arrows. */
static void draw_key(eg_figure *figure, const eg_map *map, double reference, double pixels, eg_rect plot,
                     double size)
{
    double power = pow(10, floor(log10(reference))), mantissa = reference / power;
    double value = (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1) * power, length = pixels * value / reference;
    char number[32], unit[64], text[128];
    eg_number_text(value, 3, number);
    eg_unit_text(map->vector_unit ? map->vector_unit : "m/s", unit);
    snprintf(text, sizeof text, "%s %s", number, unit);
    double right = plot.x + plot.w - (map->has_time ? 9 * size : 0), y = plot.y - 1.25 * size;
    double width = eg_text_width(figure, text, size, false);
    eg_text_draw(figure, text, size, false, right, y, EG_ALIGN_HIGH, EG_ALIGN_MIDDLE);
    draw_arrow(figure->cairo, right - width - 0.6 * size - length / 2, y, length, 0);
}

eg_status eg_map_arrows(eg_figure *figure, const eg_probe *probe, const eg_canvas *canvas, eg_rect plot,
                        double size)
{
    int spacing = (int)fmax(14, 1.9 * size), step = (int)(spacing * canvas->fineness + 0.5);
    int64_t room = (int64_t)(canvas->width / step + 1) * (int64_t)(canvas->height / step + 1);
    EG_SCRATCH arrow *arrows = NULL;
    EG_TRY(eg_alloc(figure->context, room, sizeof *arrows, &arrows));
    int64_t count = collect_arrows(probe, canvas, step, arrows);
    qsort(arrows, (size_t)count, sizeof *arrows, by_length);
    /* The 97 % arrow is as long as the spacing; longer ones are cut to 1.6 of it. */
    const arrow *typical = count ? &arrows[(int64_t)(0.97 * (double)(count - 1))] : NULL;
    double reference = typical ? hypot(typical->v[0], typical->v[1]) : 0;
    for (int64_t i = 0; i < count && reference > 0; i++) {
        double length = hypot(arrows[i].v[0], arrows[i].v[1]);
        double pixels = fmin(1.6, length / reference) * spacing;
        if (pixels >= 4)
            draw_arrow(figure->cairo, plot.x + arrows[i].x, plot.y + arrows[i].y,
                       pixels * arrows[i].v[0] / length, -pixels * arrows[i].v[1] / length);
    }
    if (reference > 0)
        draw_key(figure, probe->map, reference, spacing, plot, size);
    return EG_OK;
}

double eg_map_key_width(double size)
{
    return 8 * size;
}

/* Whether both ends lie on the same side of the frame, which is drawn anyway. */
static bool along_frame(const double at[2], double low, double size)
{
    const double a = at[0] - low, b = at[1] - low;
    return (fabs(a) < 0.5 && fabs(b) < 0.5) || (fabs(a - size) < 0.5 && fabs(b - size) < 0.5);
}

void eg_map_segments(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot)
{
    cairo_t *cairo = figure->cairo;
    eg_clip(cairo, (eg_rect){plot.x, plot.y, plot.w + 1, plot.h + 1});
    cairo_new_path(cairo);
    for (int64_t i = 0; i < map->segment_count; i++) {
        double x[2], y[2];
        for (int end = 0; end < 2; end++)
            eg_canvas_pixel(canvas, map->segments[i] + 2 * end, plot, &x[end], &y[end]);
        if (along_frame(x, plot.x, plot.w) || along_frame(y, plot.y, plot.h))
            continue;
        eg_line(cairo, x[0], y[0], x[1], y[1]);
    }
    /* Dark between light: it is seen on any colour. */
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, 2.8);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.5);
    cairo_stroke_preserve(cairo);
    cairo_set_line_width(cairo, 1.2);
    cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}
