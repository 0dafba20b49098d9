/* A map in its panel: layout, colours of the cells, and what is drawn over them.
 *
 *      title                          time
 *      +------------------------+  +-+
 *    y |          plot          |  |b| label        (a flat domain has its bar below)
 *      +------------------------+  +-+
 *                  x                                                                       */
#include "base/parallel.h"
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* As many as the eye tells apart; neighbouring pixels are often equal then, which PNG packs well. */
enum { SHADES = 256 };

/* A map being drawn. */
typedef struct drawing {
    eg_figure *figure;
    const eg_map *map;
    double low[2], high[2]; /* of the domain, m */
    double stretch;         /* of y against x; 1: true to scale */
    eg_range range;
    eg_axes axes;
    eg_title title;
    bool title_above;  /* in lines of its own, */
    double title_room; /* of that width */
    bool upright;      /* the colour bar */
    eg_rect panel, plot, bar;
    uint32_t shade[SHADES]; /* the colours of the range, from low to high */
    eg_canvas canvas;
    eg_probe probe;
    eg_relief relief;
} drawing;

/* A domain flatter or taller than this is stretched, and the picture says so. */
static const double flattest = 0.06, tallest = 6;

/* Pixels of a picture whose width nobody has chosen. */
static const double least_width = 560;

static const char *axis_name(const drawing *d, int axis)
{
    static const char *const names[] = {"x", "y"};
    return d->map->axis_names[axis] ? d->map->axis_names[axis] : names[axis];
}

/* Only a part of the domain, or a little more than it, is seen. */
static eg_status take_window(drawing *d)
{
    static const double LARGEST = 100; /* of the domain's size: beyond it it would be next to nothing */
    const double *window = d->map->window;
    for (int k = 0; k < 2 && d->map->has_window; k++) {
        double from = window[2 * k], to = window[2 * k + 1], size = d->high[k] - d->low[k];
        if (!(from < to) || !(from < d->high[k]) || !(to > d->low[k]) || !(to - from <= LARGEST * size))
            return eg_fail(
                d->figure->context, EG_USAGE,
                "the window from %.9g to %.9g m in %s shows nothing: the cells extend from %.9g to "
                "%.9g m there, and a window has at most %g times their extent",
                from, to, axis_name(d, k), d->low[k], d->high[k], LARGEST);
        d->low[k] = from;
        d->high[k] = to;
    }
    return EG_OK;
}

static eg_status find_map_bounds(drawing *d)
{
    const eg_shapes *s = &d->map->shapes;
    for (int k = 0; k < 2; k++) {
        d->low[k] = INFINITY;
        d->high[k] = -INFINITY;
        for (int64_t i = 0; i < s->first[s->cells]; i++) {
            d->low[k] = fmin(d->low[k], s->x[s->vertex[i]][k]);
            d->high[k] = fmax(d->high[k], s->x[s->vertex[i]][k]);
        }
        if (!(d->high[k] > d->low[k]))
            return eg_fail(d->figure->context, EG_USAGE,
                           "a map needs cells of some extent: these extend from %g to %g m in %s", d->low[k],
                           d->high[k], axis_name(d, k));
    }
    EG_TRY(take_window(d));
    double aspect = (d->high[1] - d->low[1]) / (d->high[0] - d->low[0]);
    d->stretch = aspect < flattest ? flattest / aspect : aspect > tallest ? tallest / aspect : 1;
    return EG_OK;
}

static double aspect_of_map(const drawing *d)
{
    return d->stretch * (d->high[1] - d->low[1]) / (d->high[0] - d->low[0]);
}

static void label_axes(drawing *d)
{
    double extent = fmax(d->high[0] - d->low[0], d->high[1] - d->low[1]);
    double scale;
    const char *unit = eg_axes_unit(extent, &scale);
    for (int k = 0; k < 2; k++) {
        d->axes.low[k] = d->low[k];
        d->axes.high[k] = d->high[k];
        d->axes.scale[k] = scale;
        snprintf(d->axes.label[k], sizeof d->axes.label[k], "%.32s (%s)", axis_name(d, k), unit);
    }
    if (d->stretch != 1) {
        char factor[32];
        eg_number_text(d->stretch > 1 ? d->stretch : 1 / d->stretch, 2, factor);
        int k = d->stretch > 1;
        size_t length = strlen(d->axes.label[0]);
        /* The note stands under the plot, where there is room for it. */
        snprintf(d->axes.label[0] + length, sizeof d->axes.label[0] - length,
                 "    %.32s drawn %s times as large", axis_name(d, k), factor);
    }
}

/* ---- layout */

/* Room around the plot in a panel: left, right, top, bottom. */
typedef struct margins {
    double left, right, top, bottom;
} margins;

enum { TIME_ROOM = 112 };

static void time_text(const drawing *d, char text[TIME_ROOM])
{
    char time[48], date[EG_DATE_ROOM];
    eg_time_text(d->map->time, time);
    eg_date_text(&d->map->start, d->map->time, date);
    text[0] = 0;
    if (d->map->has_time)
        snprintf(text, TIME_ROOM, "t = %s%s%s", time, date[0] ? ", " : "", date);
}

/* The title beside the key of arrows and the time, smaller where it is long; else above them, in several
 * lines. */
static void choose_title(drawing *d, double plot_w, double above_w)
{
    double size = d->axes.size, large = 1.15 * size, room = plot_w;
    char text[TIME_ROOM];
    time_text(d, text);
    if (text[0])
        room -= fmax(9 * size, eg_text_width(d->figure, text, size, false) + size);
    if (d->map->vectors)
        room -= eg_map_key_width(size);
    double width = d->map->title ? eg_text_width(d->figure, d->map->title, large, true) : 0;
    double part = width > room ? room / width : 1;
    /* Letters are not as much narrower as they are smaller: it may still need two lines. */
    eg_title_break(d->figure, d->map->title, part < 1 ? 0.98 * part * large : large, room, &d->title);
    d->title_above = part < 0.75 || d->title.lines > 1;
    if (d->title_above)
        eg_title_break(d->figure, d->map->title, large, above_w, &d->title);
}

static margins find_margins(drawing *d, double plot_w, double plot_h)
{
    double size = d->axes.size;
    eg_axes_choose(d->figure, &d->axes, plot_w, plot_h);
    double factor = d->axes.ticks[1].factor[0] ? 1.3 * size : 0;
    margins m = {.left = eg_axes_left(d->figure, &d->axes) + 0.6 * size,
                 .right = fmax(1.5 * size, 0.6 * size + eg_axes_right(d->figure, &d->axes)),
                 .bottom = eg_axes_bottom(&d->axes) + 0.6 * size};
    double room =
        eg_color_bar_room(d->figure, d->map, &d->range, d->upright, d->upright ? plot_h : 0.6 * plot_w, size);
    if (d->upright)
        m.right = 2.4 * size + room + 0.9 * size;
    else
        m.bottom += 1.3 * size + room + 0.3 * size;
    double least = d->figure->own_width || d->figure->columns > 1 ? 0 : least_width;
    d->title_room = fmax(least, plot_w + m.left + m.right) - 2.4 * size;
    choose_title(d, plot_w, d->title_room);
    m.top = (d->map->title || d->map->has_time || d->map->vectors ? 2.9 : 1.2) * size + factor;
    if (d->title_above)
        m.top += eg_title_height(&d->title) - (d->map->has_time || d->map->vectors ? 0 : size);
    return m;
}

/* Starts the figure where this is its first panel: the height follows the domain's form. */
static eg_status start_figure(drawing *d)
{
    eg_figure *figure = d->figure;
    if (figure->surface)
        return EG_OK;
    double width = (double)figure->width / figure->columns, height = figure->height;
    if (height == 0) {
        double plot_w = 0.85 * width, aspect = aspect_of_map(d);
        double most = figure->rows > 1 ? 760 : 1040;
        for (int round = 0; round < 3; round++) {
            margins m = find_margins(d, plot_w, plot_w * aspect);
            plot_w = width - m.left - m.right;
            height = plot_w * aspect + m.top + m.bottom;
            if (height > most) {
                plot_w = (most - m.top - m.bottom) / aspect;
                height = most;
                if (!figure->own_width)
                    width = fmax(least_width, plot_w + m.left + m.right);
            }
        }
        height = height * figure->rows + eg_figure_title_height(figure);
    }
    return eg_figure_start(figure, (int)(width * figure->columns + 0.5), (int)(height + 0.5));
}

/* The largest plot of the domain's form that fits, centred. */
static void place_map(drawing *d)
{
    double aspect = aspect_of_map(d), w = 0.8 * d->panel.w, h = w * aspect;
    margins m = {0, 0, 0, 0};
    for (int round = 0; round < 3; round++) {
        m = find_margins(d, w, h);
        w = fmax(20, fmin(d->panel.w - m.left - m.right, (d->panel.h - m.top - m.bottom) / aspect));
        h = fmax(8, w * aspect);
    }
    double spare_x = fmax(0, d->panel.w - m.left - m.right - w);
    double spare_y = fmax(0, d->panel.h - m.top - m.bottom - h);
    d->plot = (eg_rect){floor(d->panel.x + m.left + spare_x / 2), floor(d->panel.y + m.top + spare_y / 2),
                        floor(w), floor(h)};
    double size = d->axes.size;
    if (d->upright)
        d->bar =
            (eg_rect){floor(d->plot.x + d->plot.w + 1.4 * size), d->plot.y, floor(1.1 * size), d->plot.h};
    else
        d->bar = (eg_rect){floor(d->plot.x + 0.2 * d->plot.w),
                           floor(d->plot.y + d->plot.h + eg_axes_bottom(&d->axes) + 0.7 * size),
                           floor(0.6 * d->plot.w), floor(1.1 * size)};
    /* Room for the pointed ends. */
    if (d->upright && d->plot.h > 8 * size) {
        d->bar.y += d->range.above ? size : 0;
        d->bar.h -= (d->range.above ? size : 0) + (d->range.below ? size : 0);
    }
}

/* Of the width that a map without axes, title and bar would have. */
static double share_of_map(const drawing *d)
{
    return d->plot.w / fmin(d->panel.w, d->panel.h / aspect_of_map(d));
}

/* What stands around a map of that panel needs, so that half of it is map: the figure's size. */
static void find_good_size(drawing *d, double *width, double *height)
{
    static const double LEAST_PLOT = 100;
    double w = d->panel.w, h = d->panel.h, aspect = aspect_of_map(d);
    for (int round = 0; round < 5; round++) {
        double plot_w = fmax(LEAST_PLOT, 0.5 * fmin(w, h / aspect));
        margins m = find_margins(d, plot_w, plot_w * aspect);
        w = fmax(w, plot_w + m.left + m.right);
        h = fmax(h, plot_w * aspect + m.top + m.bottom);
    }
    *width = w * d->figure->columns;
    *height = h * d->figure->rows + eg_figure_title_height(d->figure);
}

/* In a figure whose height is chosen text becomes smaller where the map has little room beside it. */
static eg_status fit_map(drawing *d)
{
    static const double GOOD = 0.5, LEAST = 0.3, SMALLEST = 10;
    double size = d->axes.size, width, height;
    place_map(d);
    if (!d->figure->pixels[1])
        return EG_OK;
    while (share_of_map(d) < GOOD && d->axes.size > SMALLEST) {
        d->axes.size = fmax(SMALLEST, 0.9 * d->axes.size);
        place_map(d);
    }
    if (share_of_map(d) >= LEAST)
        return EG_OK;
    d->axes.size = size;
    find_good_size(d, &width, &height);
    return eg_figure_no_room(d->figure, "the map", width, height);
}

/* ---- cells */

/* Dry land: the bed's height and the light on it. */
static uint32_t dry_color(const drawing *d, int64_t cell, double bed)
{
    uint8_t rgb[3] = {222, 210, 186};
    if (!d->relief.light || !isfinite(bed))
        return eg_rgb_pixel(rgb);
    double span = d->relief.high - d->relief.low;
    eg_colormap_color(EG_COLORMAP_EARTH, span > 0 ? (bed - d->relief.low) / span : 0.6, rgb);
    double light = 2 * d->relief.light[cell];
    for (int k = 0; k < 3; k++) {
        /* Darker below 1, lighter above, without losing the colour. */
        double v = light < 1 ? rgb[k] * (0.45 + 0.55 * light) : rgb[k] + (255 - rgb[k]) * 0.7 * (light - 1);
        rgb[k] = (uint8_t)(v < 255 ? v : 255);
    }
    return eg_rgb_pixel(rgb);
}

static uint32_t color_of_cell(const drawing *d, int64_t cell, const eg_look *look)
{
    const eg_map *map = d->map;
    if (map->depth && eg_map_is_dry(map, eg_look_value(look, map->depth, 1, 0)))
        return dry_color(d, cell, map->bed ? eg_look_value(look, map->bed, 1, 0) : NAN);
    double value = eg_look_value(look, map->values, 1, 0);
    double above = map->above_of ? eg_look_value(look, map->above_of, 1, 0) : value;
    if (map->has_above && !(above > map->above))
        return map->bed && map->colormap != EG_COLORMAP_EARTH /* of the bed itself nothing is left */
                   ? dry_color(d, cell, eg_look_value(look, map->bed, 1, 0))
                   : 0xffffff;
    if (isnan(value))
        return eg_rgb_pixel((const uint8_t[3]){170, 170, 170});
    double scale = SHADES / (d->range.high - d->range.low);
    double shade = (value - d->range.low) * scale;
    return d->shade[shade > 0 ? (shade < SHADES - 1 ? (int)shade : SHADES - 1) : 0];
}

/* Colours of cells that have one. */
static eg_status color_cells(const drawing *d, uint32_t **colors)
{
    EG_TRY(eg_alloc(d->figure->context, d->map->shapes.cells, sizeof **colors, colors));
    for (int64_t cell = 0; cell < d->map->shapes.cells; cell++) {
        eg_look look;
        eg_probe_look(&d->probe, cell, NULL, &look);
        (*colors)[cell] = color_of_cell(d, cell, &look);
    }
    return EG_OK;
}

/* White outside the domain. `colors` is NULL where a cell has more than one. */
static uint32_t sample_color(const drawing *d, const uint32_t *colors, int column, int row)
{
    int64_t cell = d->canvas.cell[(int64_t)row * d->canvas.width * EG_SAMPLES + column];
    if (cell < 0)
        return 0xffffff;
    if (colors)
        return colors[cell];
    double point[2];
    eg_look look;
    eg_canvas_point(&d->canvas, column, row, point);
    eg_probe_look(&d->probe, cell, point, &look);
    return color_of_cell(d, cell, &look);
}

/* The colour in the middle of a pixel of point data that lies in one cell. */
static uint32_t middle_color(const drawing *d, int64_t cell, int column, int row)
{
    double point[2], corner[2];
    eg_look look;
    eg_canvas_point(&d->canvas, column * EG_SAMPLES, row * EG_SAMPLES, point);
    eg_canvas_point(&d->canvas, (column + 1) * EG_SAMPLES - 1, (row + 1) * EG_SAMPLES - 1, corner);
    for (int k = 0; k < 2; k++)
        point[k] = 0.5 * (point[k] + corner[k]);
    eg_probe_look(&d->probe, cell, point, &look);
    return color_of_cell(d, cell, &look);
}

/* The cell that all samples of a pixel lie in; -1 where there is none. */
static int64_t only_cell(const drawing *d, int column, int row)
{
    int64_t width = (int64_t)d->canvas.width * EG_SAMPLES;
    const int32_t *at = d->canvas.cell + row * EG_SAMPLES * width + (int64_t)column * EG_SAMPLES;
    for (int j = 0; j < EG_SAMPLES; j++)
        for (int i = 0; i < EG_SAMPLES; i++)
            if (at[j * width + i] != at[0])
                return -1;
    return at[0];
}

/* One pixel: the mean of its samples. */
static uint32_t pixel_of(const drawing *d, const uint32_t *colors, int column, int row)
{
    int64_t cell = only_cell(d, column, row);
    if (cell >= 0)
        return colors ? colors[cell] : middle_color(d, cell, column, row);
    uint32_t sum[3] = {0, 0, 0}, n = EG_SAMPLES * EG_SAMPLES;
    for (int j = 0; j < EG_SAMPLES; j++)
        for (int i = 0; i < EG_SAMPLES; i++) {
            uint32_t color = sample_color(d, colors, column * EG_SAMPLES + i, row * EG_SAMPLES + j);
            sum[0] += color >> 16 & 255;
            sum[1] += color >> 8 & 255;
            sum[2] += color & 255;
        }
    return (sum[0] + n / 2) / n << 16 | (sum[1] + n / 2) / n << 8 | (sum[2] + n / 2) / n;
}

static eg_status paint_pixels(drawing *d, const uint32_t *colors)
{
    cairo_surface_t *pixels;
    EG_TRY(eg_pixels_begin(d->figure, d->canvas.width, d->canvas.height, &pixels));
    EG_LOOP(d->figure->context, (int64_t)d->canvas.height * d->canvas.width)
    for (int row = 0; row < d->canvas.height; row++) {
        uint32_t *line = eg_surface_row(pixels, row);
        for (int column = 0; column < d->canvas.width; column++)
            line[column] = pixel_of(d, colors, column, row);
    }
    eg_pixels_end(d->figure, pixels, floor(d->plot.x), floor(d->plot.y));
    return EG_OK;
}

static eg_status paint_cells(drawing *d)
{
    EG_SCRATCH uint32_t *colors = NULL;
    EG_TRY(eg_canvas_fill(d->figure->context, &d->map->shapes, &d->canvas));
    if (d->map->has_seams)
        eg_canvas_close_seams(&d->canvas);
    for (int i = 0; i < SHADES; i++) {
        uint8_t rgb[3];
        eg_colormap_color(d->map->colormap, (i + 0.5) / SHADES, rgb);
        d->shade[i] = eg_rgb_pixel(rgb);
    }
    if (d->map->degree == 0)
        EG_TRY(color_cells(d, &colors));
    return paint_pixels(d, colors);
}

/* The mesh, where a cell is large enough to be seen beside its edges. */
static void draw_edges(drawing *d)
{
    const eg_shapes *s = &d->map->shapes;
    if (d->plot.w * d->plot.h / (double)s->cells < 60)
        return;
    cairo_t *cairo = d->figure->cairo;
    eg_clip(cairo, d->plot);
    cairo_set_line_width(cairo, 0.5);
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.22);
    cairo_new_path(cairo);
    for (int64_t cell = 0; cell < s->cells; cell++) {
        cairo_new_sub_path(cairo);
        for (int64_t i = s->first[cell]; i < s->first[cell + 1]; i++) {
            double x, y;
            eg_canvas_pixel(&d->canvas, s->x[s->vertex[i]], d->plot, &x, &y);
            cairo_line_to(cairo, x, y);
        }
        cairo_close_path(cairo);
    }
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/* ---- all of it */

/* The title above, the key of arrows and the time below it. */
static void draw_heading(drawing *d)
{
    double size = d->axes.size, y = d->plot.y - 1.25 * size;
    char text[TIME_ROOM];
    if (d->axes.ticks[1].factor[0])
        y -= 1.3 * size;
    time_text(d, text);
    eg_text_draw(d->figure, text, size, false, d->plot.x + d->plot.w, y, EG_ALIGN_HIGH, EG_ALIGN_MIDDLE);
    double height = eg_title_height(&d->title);
    double left = fmax(1.2 * size, 0.5 * (d->panel.w - d->title_room));
    eg_title_draw(d->figure, &d->title, d->title_above ? d->panel.x + left : d->plot.x,
                  d->title_above ? y - size - height : y - 0.5 * height);
}

static eg_status draw_map(drawing *d)
{
    EG_TRY(fit_map(d));
    double fineness = d->figure->fineness;
    d->canvas.fineness = fineness;
    d->canvas.width = (int)(d->plot.w * fineness);
    d->canvas.height = (int)(d->plot.h * fineness);
    for (int k = 0; k < 2; k++) {
        d->canvas.low[k] = d->low[k];
        d->canvas.scale[k] = (k ? d->plot.h : d->plot.w) * fineness / (d->high[k] - d->low[k]);
    }
    EG_TRY(paint_cells(d));
    if (d->map->cell_edges)
        draw_edges(d);
    if (d->map->bed && d->map->bed_contours > 0)
        eg_relief_contours(d->figure, &d->map->shapes, &d->relief, d->map->bed_contours, &d->canvas, d->plot);
    EG_TRY(eg_map_contours(d->figure, &d->probe, &d->range, &d->canvas, d->plot));
    if (d->map->vectors)
        EG_TRY(eg_map_arrows(d->figure, &d->probe, &d->canvas, d->plot, d->axes.size));
    eg_map_segments(d->figure, d->map, &d->canvas, d->plot);
    eg_rect north = {0};
    if (d->map->has_north && d->stretch == 1)
        north = eg_map_north(d->figure, d->map, &d->canvas, d->plot, d->axes.size);
    EG_TRY(eg_map_points(d->figure, d->map, &d->canvas, d->plot, d->axes.size, north));
    eg_axes_draw(d->figure, &d->axes, d->plot);
    eg_color_bar(d->figure, d->map, &d->range, d->bar, d->axes.size);
    draw_heading(d);
    return EG_OK;
}

static void drawing_end(drawing *d)
{
    EG_FREE(&d->canvas.cell);
    eg_relief_free(&d->relief);
    eg_probe_free(&d->probe);
}

eg_status eg_figure_map(eg_figure *figure, int column, int row, const eg_map *map)
{
    assert(figure && map && map->values && map->shapes.first && map->shapes.cells > 0);
    assert(map->degree >= 0 && map->degree <= EG_SNAPSHOT_DEGREE);
    EG_ENDS_WITH(drawing_end) drawing d = {.figure = figure, .map = map};
    EG_TRY(find_map_bounds(&d));
    EG_TRY(eg_range_find(figure->context, map, &d.range));
    label_axes(&d);
    d.axes.size = eg_figure_text_size((double)figure->width / figure->columns);
    d.upright = aspect_of_map(&d) > 0.36;
    EG_TRY(eg_probe_create(figure->context, map, &d.probe));
    if (map->bed)
        EG_TRY(eg_relief_create(figure->context, &d.probe, &d.relief));
    EG_TRY(start_figure(&d));
    d.panel = eg_figure_panel(figure, column, row);
    return draw_map(&d);
}
