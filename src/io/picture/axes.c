/* Axes: ticks that fit, frame, grid, labels. */
#include "io/picture/internal.h"

#include <math.h>

const char *eg_axes_unit(double extent, double *scale)
{
    static const double FEW_METRES = 0.2, MANY_METRES = 20000;
    *scale = extent >= MANY_METRES ? 0.001 : extent < FEW_METRES ? 1000 : 1;
    return *scale < 1 ? "km" : *scale > 1 ? "mm" : "m";
}

double eg_ticks_width(eg_figure *figure, const eg_ticks *ticks, double size)
{
    double width = 0;
    for (int i = 0; i < ticks->count; i++)
        width = fmax(width, eg_text_width(figure, ticks->text[i], size, false));
    return width;
}

static void choose_step(const eg_axes *axes, int axis, int most, eg_ticks *ticks)
{
    double from = axes->low[axis] * axes->scale[axis], to = axes->high[axis] * axes->scale[axis];
    double low = fmin(from, to), high = fmax(from, to);
    if (axes->log[axis])
        eg_ticks_log(low, high, most, ticks);
    else
        eg_ticks_linear(low, high, most, ticks);
}

void eg_axes_choose(eg_figure *figure, eg_axes *axes, double w, double h)
{
    for (int axis = 0; axis < 2; axis++)
        if (axes->scale[axis] == 0)
            axes->scale[axis] = 1;
    int most = (int)(w / (4 * axes->size));
    for (most = most > 12 ? 12 : most; most > 1; most--) {
        choose_step(axes, 0, most, &axes->ticks[0]);
        double room = w / (axes->ticks[0].count > 1 ? axes->ticks[0].count : 1);
        if (eg_ticks_width(figure, &axes->ticks[0], axes->size) + axes->size < room)
            break;
    }
    if (most <= 1)
        choose_step(axes, 0, 1, &axes->ticks[0]);
    eg_title_break(figure, axes->label[1], axes->size, h + 2 * axes->size, &axes->upwards);
    int rows = (int)(h / ((h < 7 * axes->size ? 1.5 : 2.2) * axes->size));
    choose_step(axes, 1, rows > 10 ? 10 : rows < 1 ? 1 : rows, &axes->ticks[1]);
}

double eg_axes_left(eg_figure *figure, const eg_axes *axes)
{
    double label = axes->upwards.lines ? (0.4 + 1.3 * axes->upwards.lines) * axes->size : 0;
    return eg_ticks_width(figure, &axes->ticks[1], axes->size) + label + 1.1 * axes->size;
}

double eg_axes_bottom(const eg_axes *axes)
{
    return (axes->label[0][0] ? 3.6 : 2.1) * axes->size;
}

double eg_axes_right(eg_figure *figure, const eg_axes *axes)
{
    return eg_ticks_width(figure, &axes->ticks[0], axes->size) / 2;
}

/* The power of ten stands over the second axis: what is above the plot stands above it. */
static double factor_room(const eg_axes *axes)
{
    return axes->ticks[1].factor[0] ? 1.3 * axes->size : 0;
}

double eg_axes_pixel(const eg_axes *axes, int axis, double value, eg_rect plot)
{
    double low = axes->low[axis], high = axes->high[axis];
    double part = axes->log[axis] ? log(value / low) / log(high / low) : (value - low) / (high - low);
    return axis == 0 ? plot.x + part * plot.w : plot.y + (1 - part) * plot.h;
}

eg_status eg_axes_place(eg_figure *figure, eg_axes *axes, const char *text, const char *what, eg_rect panel,
                        eg_title *title, eg_rect *plot)
{
    double size = axes->size;
    eg_title_break(figure, text, 1.15 * size, panel.w - 4 * size, title);
    double top = 0, left = 0;
    double w = 0.85 * panel.w, h = 0.8 * panel.h;
    for (int round = 0; round < 2; round++) {
        eg_axes_choose(figure, axes, w, h);
        left = eg_axes_left(figure, axes) + 0.6 * size;
        top = 1.4 * size + (title->lines ? eg_title_height(title) + factor_room(axes) : 0);
        w = panel.w - left - fmax(2 * size, 0.6 * size + eg_axes_right(figure, axes));
        h = panel.h - top - eg_axes_bottom(axes) - 0.8 * size;
    }
    *plot = (eg_rect){floor(panel.x + left), floor(panel.y + top), floor(w), floor(h)};
    return plot->w >= 6 * size && plot->h >= 2 * size
               ? EG_OK
               : eg_figure_no_room(figure, what, (panel.w + fmax(0, 12 * size - plot->w)) * figure->columns,
                                   (panel.h + fmax(0, 6 * size - plot->h)) * figure->rows);
}

void eg_axes_title(eg_figure *figure, const eg_axes *axes, eg_rect panel, eg_rect plot, const eg_title *title)
{
    eg_title_draw(figure, title, fmin(plot.x, panel.x + 3 * axes->size),
                  plot.y - 0.5 * axes->size - factor_room(axes) - eg_title_height(title));
}

/* The pixel of tick i, at the middle of a pixel so that thin lines are sharp. */
static double tick_pixel(const eg_axes *axes, int axis, double tick, eg_rect plot)
{
    return floor(eg_axes_pixel(axes, axis, tick / axes->scale[axis], plot)) + 0.5;
}

void eg_axes_grid(eg_figure *figure, const eg_axes *axes, eg_rect plot)
{
    cairo_t *cairo = figure->cairo;
    cairo_set_line_width(cairo, 1);
    cairo_set_source_rgb(cairo, 0.90, 0.91, 0.92);
    for (int i = 0; i < axes->ticks[0].count; i++) {
        double x = tick_pixel(axes, 0, axes->ticks[0].value[i], plot);
        eg_line(cairo, x, plot.y, x, plot.y + plot.h);
    }
    for (int i = 0; i < axes->ticks[1].count; i++) {
        double y = tick_pixel(axes, 1, axes->ticks[1].value[i], plot);
        eg_line(cairo, plot.x, y, plot.x + plot.w, y);
    }
    cairo_stroke(cairo);
}

static void draw_x(eg_figure *figure, const eg_axes *axes, eg_rect plot)
{
    const eg_ticks *ticks = &axes->ticks[0];
    cairo_t *cairo = figure->cairo;
    double bottom = floor(plot.y + plot.h) + 0.5, size = axes->size;
    for (int i = 0; i < ticks->count; i++) {
        double x = tick_pixel(axes, 0, ticks->value[i], plot);
        eg_line(cairo, x, bottom, x, bottom + 0.4 * size);
        eg_text_draw(figure, ticks->text[i], size, false, x, bottom + 0.7 * size, EG_ALIGN_MIDDLE,
                     EG_ALIGN_LOW);
        cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    }
    for (int i = 0; i < ticks->minor_count; i++) {
        double x = tick_pixel(axes, 0, ticks->minor[i], plot);
        eg_line(cairo, x, bottom, x, bottom + 0.2 * size);
    }
    eg_text_draw(figure, axes->label[0], size, false, plot.x + plot.w / 2, bottom + 2.25 * size,
                 EG_ALIGN_MIDDLE, EG_ALIGN_LOW);
    eg_text_draw(figure, ticks->factor, 0.9 * size, false, plot.x + plot.w, bottom + 2.25 * size,
                 EG_ALIGN_HIGH, EG_ALIGN_LOW);
}

static void draw_y(eg_figure *figure, const eg_axes *axes, eg_rect plot)
{
    const eg_ticks *ticks = &axes->ticks[1];
    cairo_t *cairo = figure->cairo;
    double left = floor(plot.x) + 0.5, size = axes->size;
    for (int i = 0; i < ticks->count; i++) {
        double y = tick_pixel(axes, 1, ticks->value[i], plot);
        eg_line(cairo, left - 0.4 * size, y, left, y);
        eg_text_draw(figure, ticks->text[i], size, false, left - 0.65 * size, y, EG_ALIGN_HIGH,
                     EG_ALIGN_MIDDLE);
        cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    }
    for (int i = 0; i < ticks->minor_count; i++) {
        double y = tick_pixel(axes, 1, ticks->minor[i], plot);
        eg_line(cairo, left - 0.2 * size, y, left, y);
    }
    double middle = left - eg_ticks_width(figure, ticks, size) - 1.5 * size;
    int lines = axes->upwards.lines;
    for (int i = 0; i < lines; i++)
        eg_text_draw_upwards(figure, axes->upwards.line[i], size, middle - 1.3 * (lines - 1 - i) * size,
                             plot.y + plot.h / 2);
    eg_text_draw(figure, ticks->factor, 0.9 * size, false, plot.x - 0.5 * size, plot.y - 0.4 * size,
                 EG_ALIGN_LOW, EG_ALIGN_HIGH);
}

void eg_axes_draw(eg_figure *figure, const eg_axes *axes, eg_rect plot)
{
    cairo_t *cairo = figure->cairo;
    cairo_new_path(cairo);
    cairo_set_line_width(cairo, 1);
    cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    draw_x(figure, axes, plot);
    cairo_stroke(cairo);
    draw_y(figure, axes, plot);
    cairo_stroke(cairo);
    cairo_rectangle(cairo, floor(plot.x) + 0.5, floor(plot.y) + 0.5, floor(plot.w), floor(plot.h));
    cairo_stroke(cairo);
}
