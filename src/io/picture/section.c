/* A section of seismograms: a colour for each trace and time, or a curve for each trace. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct drawing {
    eg_figure *figure;
    const eg_section *section;
    double most;
    eg_axes axes;
    eg_title title;
    eg_rect plot;
} drawing;

static const double EXCEEDED = 0.02; /* part of the values that the colours do not tell apart */

EG_ASCENDING(ascending_float, float)

static eg_status find_most(drawing *d)
{
    const eg_section *s = d->section;
    int64_t count = s->traces * s->samples;
    EG_SCRATCH float *sizes = NULL;
    d->most = s->most;
    if (d->most > 0 || s->places)
        return EG_OK;
    EG_TRY(eg_alloc(d->figure->context, count, sizeof *sizes, &sizes));
    for (int64_t i = 0; i < count; i++)
        sizes[i] = isfinite(s->values[i]) ? fabsf(s->values[i]) : 0;
    qsort(sizes, (size_t)count, sizeof *sizes, ascending_float);
    d->most = sizes[(int64_t)((1 - EXCEEDED) * (double)(count - 1))];
    if (!(d->most > 0))
        d->most = sizes[count - 1] > 0 ? sizes[count - 1] : 1;
    return EG_OK;
}

/* Half a distance beyond the outer traces; time 0 is above. */
static void choose_axes(drawing *d)
{
    const eg_section *s = d->section;
    double half = 0.5 * (s->x[1] - s->x[0]) / (double)(s->traces - 1);
    d->axes = (eg_axes){.low = {s->x[0] - half, s->begin + s->dt * (double)(s->samples - 1)},
                        .high = {s->x[1] + half, s->begin},
                        .size = d->axes.size};
    snprintf(d->axes.label[0], sizeof d->axes.label[0], "%s", s->x_label ? s->x_label : "");
    snprintf(d->axes.label[1], sizeof d->axes.label[1], "time (s)");
}

/* The trace at a part of the width; linear between samples. */
static double sample_at(const eg_section *s, double across, double down)
{
    int64_t trace = eg_min_i64((int64_t)(across * (double)s->traces), s->traces - 1);
    double place = down * (double)(s->samples - 1);
    int64_t i = eg_min_i64((int64_t)place, s->samples - 2);
    const float *at = &s->values[trace * s->samples + i];
    return at[0] + (place - (double)i) * ((double)at[1] - at[0]);
}

static eg_status paint(drawing *d)
{
    cairo_surface_t *pixels;
    int width = (int)(d->plot.w * d->figure->fineness), height = (int)(d->plot.h * d->figure->fineness);
    EG_TRY(eg_pixels_begin(d->figure, width, height, &pixels));
    for (int row = 0; row < height; row++) {
        uint32_t *line = eg_surface_row(pixels, row);
        for (int column = 0; column < width; column++) {
            double value = sample_at(d->section, (column + 0.5) / width, (row + 0.5) / height);
            uint8_t rgb[3];
            eg_colormap_color(EG_COLORMAP_DIVERGING, 0.5 + 0.5 * value / d->most, rgb);
            line[column] = eg_rgb_pixel(rgb);
        }
    }
    eg_pixels_end(d->figure, pixels, floor(d->plot.x), floor(d->plot.y));
    return EG_OK;
}

/* ---- wiggles */

enum { WIDE = 2 }; /* pixels between traces, at least: of more only one of so many is drawn */

static double largest_of_trace(const eg_section *s, int64_t trace)
{
    double largest = 0;
    for (int64_t i = 0; i < s->samples; i++)
        largest = fmax(largest, fabs((double)s->values[trace * s->samples + i]));
    return isfinite(largest) && largest > 0 ? largest : 1;
}

/* The curve of a trace, or what it encloses on its positive side. */
static void wiggle_path(const drawing *d, int64_t trace, double reach, bool positive)
{
    const eg_section *s = d->section;
    double x = eg_axes_pixel(&d->axes, 0, s->places[trace], d->plot);
    double factor = reach / (s->most > 0 ? s->most : largest_of_trace(s, trace));
    for (int64_t i = 0; i < s->samples; i++) {
        double value = s->values[trace * s->samples + i];
        double y = d->plot.y + d->plot.h * (double)i / (double)(s->samples - 1);
        value = isfinite(value) ? (positive ? fmax(value, 0) : value) : 0;
        cairo_line_to(d->figure->cairo, x + factor * value, y);
    }
    if (positive) {
        cairo_line_to(d->figure->cairo, x, d->plot.y + d->plot.h);
        cairo_line_to(d->figure->cairo, x, d->plot.y);
        cairo_close_path(d->figure->cairo);
    }
}

/* A largest value reaches the next trace but one, as far as traces are at even places. */
static void draw_wiggles(const drawing *d)
{
    cairo_t *cairo = d->figure->cairo;
    double between = d->plot.w / (double)d->section->traces;
    int64_t every = 1 + (int64_t)(WIDE / (between * d->figure->fineness));
    eg_clip(cairo, d->plot);
    cairo_set_source_rgb(cairo, 0.1, 0.1, 0.1);
    cairo_set_line_width(cairo, 0.05 * d->axes.size);
    for (int64_t trace = 0; trace < d->section->traces; trace += every) {
        wiggle_path(d, trace, 1.5 * between * (double)every, true);
        cairo_fill(cairo);
        wiggle_path(d, trace, 1.5 * between * (double)every, false);
        cairo_stroke(cairo);
    }
    cairo_restore(cairo);
}

eg_status eg_figure_section(eg_figure *figure, int column, int row, const eg_section *section)
{
    drawing d = {.figure = figure, .section = section};
    if (section->traces < 2 || section->samples < 2 || section->x[0] == section->x[1])
        return eg_fail(figure->context, EG_USAGE, "a section needs two traces of two samples, at two places");
    int suitable = figure->rows > 1 ? 700 * figure->rows : 900;
    EG_TRY(find_most(&d));
    EG_TRY(eg_figure_start(figure, figure->width, figure->height ? figure->height : suitable));
    eg_rect panel = eg_figure_panel(figure, column, row);
    d.axes.size = eg_figure_text_size(panel.w);
    choose_axes(&d);
    EG_TRY(eg_axes_place(figure, &d.axes, section->title, "its traces", panel, &d.title, &d.plot));
    if (section->places)
        draw_wiggles(&d);
    else
        EG_TRY(paint(&d));
    eg_axes_draw(figure, &d.axes, d.plot);
    eg_axes_title(figure, &d.axes, panel, d.plot, &d.title);
    return EG_OK;
}
