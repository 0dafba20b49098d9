/* Line plots: ranges, series, legend. */
#include "io/picture/internal.h"

#include <math.h>
#include <string.h>

/* A plot being drawn. */
typedef struct drawing {
    eg_figure *figure;
    const eg_lines *lines;
    eg_axes axes;
    eg_rect plot;
    eg_title title;
} drawing;

void eg_palette_set(cairo_t *cairo, int color, double alpha)
{
    /* Far apart in hue, of like strength, and different in lightness from neighbour to neighbour. */
    static const double palette[EG_PALETTE + 2][3] = {
        {0.10, 0.36, 0.66}, {0.84, 0.30, 0.10}, {0.09, 0.55, 0.36}, {0.55, 0.27, 0.62}, {0.80, 0.56, 0.02},
        {0.05, 0.60, 0.71}, {0.76, 0.25, 0.49}, {0.45, 0.34, 0.24}, {0.10, 0.10, 0.12}, {0.55, 0.56, 0.58}};
    const double *c = palette[color - 1];
    cairo_set_source_rgba(cairo, c[0], c[1], c[2], alpha);
}

static bool usable(const eg_lines *lines, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!lines->x_log || x > 0) && (!lines->y_log || y > 0);
}

/* Widens a range to leave a margin; on a log axis in decades. */
static void pad(double *low, double *high, bool log_axis, double part)
{
    double l = log_axis ? log10(*low) : *low, h = log_axis ? log10(*high) : *high;
    double span = h - l, size = fmax(fabs(l), fabs(h));
    double more = span > 1e-9 * size ? part * span : log_axis ? 0.5 : size > 0 ? 0.1 * size : 1;
    *low = log_axis ? pow(10, l - more) : l - more;
    *high = log_axis ? pow(10, h + more) : h + more;
}

static eg_status find_line_range(drawing *d)
{
    const eg_lines *lines = d->lines;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int s = 0; s < lines->line_count; s++)
        for (int64_t i = 0; i < lines->lines[s].count; i++) {
            double v[2] = {lines->lines[s].x[i], lines->lines[s].y[i]};
            for (int k = 0; k < 2 && usable(lines, v[0], v[1]); k++) {
                low[k] = fmin(low[k], v[k]);
                high[k] = fmax(high[k], v[k]);
            }
        }
    if (!(low[0] <= high[0]))
        return eg_fail(d->figure->context, EG_USAGE,
                       "the plot '%s' has no finite point (on a log axis: none above 0)",
                       lines->title ? lines->title : "");
    const bool given[2] = {lines->has_x_range, lines->has_y_range};
    const double *range[2] = {lines->x_range, lines->y_range};
    d->axes.log[0] = lines->x_log;
    d->axes.log[1] = lines->y_log;
    for (int k = 0; k < 2; k++) {
        /* A time axis begins and ends with its data; all else has a margin. */
        bool tight = k == 0 && !lines->x_log && high[0] > low[0];
        if (!given[k] && !tight)
            pad(&low[k], &high[k], d->axes.log[k], 0.06);
        d->axes.low[k] = given[k] ? range[k][0] : low[k];
        d->axes.high[k] = given[k] ? range[k][1] : high[k];
        if (!(d->axes.high[k] > d->axes.low[k]) || (d->axes.log[k] && d->axes.low[k] <= 0))
            return eg_fail(d->figure->context, EG_USAGE, "the range %g to %g of the plot is empty",
                           d->axes.low[k], d->axes.high[k]);
    }
    return EG_OK;
}

static int color_of_line(const eg_lines *lines, int s)
{
    return lines->lines[s].color > 0 && lines->lines[s].color <= EG_PALETTE + 2 ? lines->lines[s].color
                                                                                : s % EG_PALETTE + 1;
}

static void marker(cairo_t *cairo, double x, double y, double radius)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x, y, radius, 0, 6.283185307179586);
}

static bool has_dots(eg_line_style style)
{
    return style == EG_LINE_DOTS || style == EG_LINE_SOLID_DOTS;
}

static void style_line(cairo_t *cairo, eg_line_style style, double size)
{
    const double dash[2] = {0.55 * size, 0.35 * size};
    cairo_set_line_width(cairo, 0.12 * size);
    cairo_set_dash(cairo, dash, style == EG_LINE_DASHED ? 2 : 0, 0);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
}

static void draw_series(const drawing *d, int s)
{
    const eg_plot_line *series = &d->lines->lines[s];
    cairo_t *cairo = d->figure->cairo;
    double size = d->axes.size;
    eg_palette_set(cairo, color_of_line(d->lines, s), 1);
    bool pen_down = false;
    for (int64_t i = 0; i < series->count && series->style != EG_LINE_DOTS; i++) {
        if (!usable(d->lines, series->x[i], series->y[i])) {
            pen_down = false;
            continue;
        }
        double x = eg_axes_pixel(&d->axes, 0, series->x[i], d->plot);
        double y = eg_axes_pixel(&d->axes, 1, series->y[i], d->plot);
        if (pen_down)
            cairo_line_to(cairo, x, y);
        else
            cairo_move_to(cairo, x, y);
        pen_down = true;
    }
    style_line(cairo, series->style, size);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    /* Many points are drawn small, so that they do not become a band. */
    double radius = series->count > 400 ? 0.10 * size : 0.20 * size;
    for (int64_t i = 0; i < series->count && has_dots(series->style); i++)
        if (usable(d->lines, series->x[i], series->y[i]))
            marker(cairo, eg_axes_pixel(&d->axes, 0, series->x[i], d->plot),
                   eg_axes_pixel(&d->axes, 1, series->y[i], d->plot), radius);
    cairo_fill(cairo);
}

/* ---- legend */

/* Points of the series that lie in the rectangle. */
static int64_t points_in(const drawing *d, eg_rect box)
{
    int64_t inside = 0;
    for (int s = 0; s < d->lines->line_count; s++) {
        const eg_plot_line *series = &d->lines->lines[s];
        for (int64_t i = 0; i < series->count; i++) {
            if (!usable(d->lines, series->x[i], series->y[i]))
                continue;
            double x = eg_axes_pixel(&d->axes, 0, series->x[i], d->plot);
            double y = eg_axes_pixel(&d->axes, 1, series->y[i], d->plot);
            inside += x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
        }
    }
    return inside;
}

/* The corner with the fewest points, the top right one first. */
static eg_rect place_legend(const drawing *d, double gap, double w, double h)
{
    eg_rect best = {0, 0, w, h};
    int64_t least = INT64_MAX;
    for (int corner = 0; corner < 4; corner++) {
        eg_rect box = {corner & 1 ? d->plot.x + gap : d->plot.x + d->plot.w - w - gap,
                       corner & 2 ? d->plot.y + d->plot.h - h - gap : d->plot.y + gap, w, h};
        int64_t inside = points_in(d, box);
        if (inside < least) {
            least = inside;
            best = box;
        }
    }
    return best;
}

static void legend_entry(const drawing *d, int s, double size, double x, double y)
{
    cairo_t *cairo = d->figure->cairo;
    const eg_plot_line *series = &d->lines->lines[s];
    eg_palette_set(cairo, color_of_line(d->lines, s), 1);
    if (series->style != EG_LINE_DOTS) {
        eg_line(cairo, x, y, x + 2.2 * size, y);
        style_line(cairo, series->style, size);
        cairo_stroke(cairo);
        cairo_set_dash(cairo, NULL, 0, 0);
    }
    if (has_dots(series->style)) {
        marker(cairo, x + 1.1 * size, y, 0.20 * size);
        cairo_fill(cairo);
    }
    eg_text_draw(d->figure, series->name, size, false, x + 2.8 * size, y, EG_ALIGN_LOW, EG_ALIGN_MIDDLE);
}

/* Smaller where the plot has no room for it. */
static eg_status draw_legend(const drawing *d, eg_rect panel)
{
    static const double LEAST = 0.5;
    double size = d->axes.size, width = 0;
    int entries = 0;
    for (int s = 0; s < d->lines->line_count; s++)
        if (d->lines->lines[s].name) {
            entries++;
            width = fmax(width, eg_text_width(d->figure, d->lines->lines[s].name, size, false));
        }
    if (entries == 0)
        return EG_OK;
    double whole_w = width + 5.2 * size, whole_h = (1.5 * entries + 1.8) * size;
    double part = fmin(1, fmin(d->plot.w / whole_w, d->plot.h / whole_h));
    if (part < LEAST)
        return eg_figure_no_room(d->figure, "the names of its curves",
                                 (panel.w + fmax(0, whole_w - d->plot.w)) * d->figure->columns,
                                 (panel.h + fmax(0, whole_h - d->plot.h)) * d->figure->rows);
    size *= part;
    double pitch = 1.5 * size;
    eg_rect box = place_legend(d, 0.6 * size, part * width + 4.0 * size, entries * pitch + 0.6 * size);
    cairo_t *cairo = d->figure->cairo;
    cairo_rectangle(cairo, floor(box.x) + 0.5, floor(box.y) + 0.5, floor(box.w), floor(box.h));
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.85);
    cairo_fill_preserve(cairo);
    cairo_set_line_width(cairo, 1);
    cairo_set_source_rgb(cairo, 0.80, 0.81, 0.83);
    cairo_stroke(cairo);
    int row = 0;
    for (int s = 0; s < d->lines->line_count; s++)
        if (d->lines->lines[s].name)
            legend_entry(d, s, size, box.x + 0.6 * size,
                         box.y + (0.3 + 0.5) * size + row++ * pitch + 0.2 * size);
    return EG_OK;
}

/* ---- all of it */

eg_status eg_figure_lines(eg_figure *figure, int column, int row, const eg_lines *lines)
{
    assert(figure && lines && (lines->lines || lines->line_count == 0));
    drawing d = {.figure = figure, .lines = lines};
    EG_TRY(find_line_range(&d));
    if (figure->rows == 1 && figure->columns == 1)
        EG_TRY(eg_figure_start(figure, figure->width, figure->height ? figure->height : 760));
    EG_TRY(
        eg_figure_start(figure, figure->width, figure->height ? figure->height : 120 + 400 * figure->rows));
    const char *labels[2] = {lines->x_label, lines->y_label};
    for (int k = 0; k < 2; k++)
        if (labels[k])
            strncpy(d.axes.label[k], labels[k], sizeof d.axes.label[k] - 1);
    eg_rect panel = eg_figure_panel(figure, column, row);
    d.axes.size = eg_figure_text_size(panel.w);
    EG_TRY(eg_axes_place(figure, &d.axes, lines->title, "its curves", panel, &d.title, &d.plot));
    eg_axes_grid(figure, &d.axes, d.plot);
    eg_clip(figure->cairo, d.plot);
    for (int s = 0; s < lines->line_count; s++)
        draw_series(&d, s);
    cairo_restore(figure->cairo);
    eg_axes_draw(figure, &d.axes, d.plot);
    EG_TRY(draw_legend(&d, panel));
    eg_axes_title(figure, &d.axes, panel, d.plot, &d.title);
    return EG_OK;
}
