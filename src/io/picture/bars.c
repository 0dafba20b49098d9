/* Bars in rows along an axis of time: what was done, when, and by whom. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A plot being drawn. */
typedef struct drawing {
    eg_figure *figure;
    const eg_bars *bars;
    eg_axes axes;
    eg_rect plot;
    double legend; /* height of the legend, which stands above the plot */
} drawing;

/* Of text sizes: a row's height, the part of it that a bar takes, and the pitch of the legend's lines. */
static const double row_height = 3.2, bar_part = 0.72, legend_pitch = 1.6;

/* ---- legend */

/* Draws the entries in lines of the plot's width, or only counts the lines. */
static int each_entry(const drawing *d, bool draw)
{
    double x = d->plot.x, size = d->axes.size;
    int line = 0;
    cairo_t *cairo = d->figure->cairo;
    for (int g = 0; g < d->bars->groups; g++) {
        double w = eg_text_width(d->figure, d->bars->group_names[g], size, false) + 2.8 * size;
        double y = d->plot.y - d->legend + (line + 0.5) * legend_pitch * size;
        if (x > d->plot.x && x + w > d->plot.x + d->plot.w) {
            x = d->plot.x;
            line++;
            y += legend_pitch * size;
        }
        if (draw) {
            eg_palette_set(cairo, g + 1, 1);
            cairo_rectangle(cairo, x, y - 0.4 * size, 0.8 * size, 0.8 * size);
            cairo_fill(cairo);
            eg_text_draw(d->figure, d->bars->group_names[g], size, false, x + 1.2 * size, y, EG_ALIGN_LOW,
                         EG_ALIGN_MIDDLE);
        }
        x += w;
    }
    return d->bars->groups > 0 ? line + 1 : 0;
}

/* ---- axes */

/* Names of the rows stand in the place of ticks, the first on top. */
static void name_rows(drawing *d)
{
    eg_ticks *ticks = &d->axes.ticks[1];
    *ticks = (eg_ticks){.count = d->bars->rows};
    for (int r = 0; r < d->bars->rows; r++) {
        ticks->value[r] = d->bars->rows - r - 0.5;
        snprintf(ticks->text[r], sizeof ticks->text[r], "%s", d->bars->row_names[r]);
    }
}

/* The unit in which the numbers are neither small nor large. */
static void choose_time(drawing *d)
{
    double span = d->bars->end - d->bars->begin;
    bool milli = span < 1, micro = span < 1e-3;
    d->axes.high[0] = span;
    d->axes.scale[0] = micro ? 1e6 : milli ? 1e3 : 1;
    snprintf(d->axes.label[0], sizeof d->axes.label[0], "time (%s)", micro ? "µs" : milli ? "ms" : "s");
}

static void place_bars(drawing *d, eg_rect panel)
{
    double size = d->axes.size, top = d->bars->title ? 2.9 * size : 1.4 * size;
    double w = 0.85 * panel.w, h = panel.h;
    for (int round = 0; round < 2; round++) {
        eg_axes_choose(d->figure, &d->axes, w, h);
        name_rows(d);
        double left = eg_axes_left(d->figure, &d->axes) + 0.6 * size;
        w = panel.w - left - fmax(2 * size, 0.6 * size + eg_axes_right(d->figure, &d->axes));
        d->plot = (eg_rect){floor(panel.x + left), panel.y, floor(w), 0};
        d->legend = each_entry(d, false) * legend_pitch * size + 0.4 * size;
        h = panel.h - top - d->legend - eg_axes_bottom(&d->axes) - 0.8 * size;
        d->plot.y = floor(panel.y + top + d->legend);
        d->plot.h = floor(h);
    }
}

/* ---- all of it */

/* A bar is seen however short it is. */
static void draw_bar(const drawing *d, const eg_bar *bar)
{
    double height = d->plot.h / d->bars->rows;
    double x = eg_axes_pixel(&d->axes, 0, bar->begin - d->bars->begin, d->plot);
    double end = eg_axes_pixel(&d->axes, 0, bar->end - d->bars->begin, d->plot);
    double y = d->plot.y + (bar->row + 0.5 * (1 - bar_part)) * height;
    eg_palette_set(d->figure->cairo, bar->group + 1, 1);
    cairo_rectangle(d->figure->cairo, x, y, fmax(end - x, 1), bar_part * height);
    cairo_fill(d->figure->cairo);
}

static eg_status check_bars(const eg_figure *figure, const eg_bars *bars)
{
    if (!(bars->end > bars->begin) || bars->rows < 1 || bars->rows > EG_BAR_ROWS ||
        bars->groups > EG_BAR_GROUPS)
        return eg_fail(figure->context, EG_USAGE,
                       "the bars of '%s' are from %g to %g in %d rows and %d groups; there must be "
                       "a time, 1 to %d rows and at most %d groups",
                       bars->title ? bars->title : "", bars->begin, bars->end, bars->rows, bars->groups,
                       EG_BAR_ROWS, EG_BAR_GROUPS);
    return EG_OK;
}

eg_status eg_figure_bars(eg_figure *figure, int column, int row, const eg_bars *bars)
{
    drawing d = {.figure = figure, .bars = bars};
    EG_TRY(check_bars(figure, bars));
    int suitable = (int)(eg_figure_text_size(figure->width) * (row_height * bars->rows + 14));
    EG_TRY(eg_figure_start(figure, figure->width, figure->height ? figure->height : suitable));
    eg_rect panel = eg_figure_panel(figure, column, row);
    d.axes.size = eg_figure_text_size(panel.w);
    d.axes.high[1] = bars->rows;
    choose_time(&d);
    place_bars(&d, panel);
    eg_axes_grid(figure, &d.axes, d.plot);
    eg_clip(figure->cairo, d.plot);
    for (int64_t i = 0; i < bars->count; i++)
        draw_bar(&d, &bars->bar[i]);
    cairo_restore(figure->cairo);
    eg_axes_draw(figure, &d.axes, d.plot);
    each_entry(&d, true);
    eg_text_draw(figure, bars->title, 1.15 * d.axes.size, true, d.plot.x,
                 d.plot.y - d.legend - 1.25 * d.axes.size, EG_ALIGN_LOW, EG_ALIGN_MIDDLE);
    return EG_OK;
}
