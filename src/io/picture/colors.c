/* The range of a map's values and the colour bar that explains it. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_SAMPLES = 200000 };

/* Length of the pointed ends of the bar, of its thickness. */
static const double tip_part = 0.8;

bool eg_map_is_dry(const eg_map *map, double depth)
{
    return !(depth > map->dry_depth);
}

bool eg_values_are_signed(const double *values, int64_t count)
{
    double least = 0, most = 0;
    for (int64_t i = 0; i < count; i++)
        if (isfinite(values[i])) {
            least = fmin(least, values[i]);
            most = fmax(most, values[i]);
        }
    return least < 0 && most > 0 && fmin(-least, most) >= 0.05 * fmax(-least, most);
}

static const double *above_of(const eg_map *map)
{
    return map->above_of ? map->above_of : map->values;
}

/* Whether the value takes part in the range. */
static bool counts(const eg_map *map, int64_t i)
{
    return isfinite(map->values[i]) && !(map->depth && eg_map_is_dry(map, map->depth[i])) &&
           !(map->has_above && !(above_of(map)[i] > map->above));
}

static bool meets_window(const eg_map *map, int64_t cell)
{
    const eg_shapes *s = &map->shapes;
    for (int k = 0; k < 2 && map->has_window; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int64_t i = s->first[cell]; i < s->first[cell + 1]; i++) {
            low = fmin(low, s->x[s->vertex[i]][k]);
            high = fmax(high, s->x[s->vertex[i]][k]);
        }
        if (high < map->window[2 * k] || low > map->window[2 * k + 1])
            return false;
    }
    return true;
}

/* Values that take part in the range: how many, the least and the greatest; and every stride-th of them. */
typedef struct counted {
    int64_t count, stride;
    double least, most;
    double *sample; /* [count / stride + 1]; NULL: not wanted */
} counted;

static void count_values(const eg_map *map, counted *c)
{
    int64_t value = 0;
    c->count = 0;
    c->least = INFINITY;
    c->most = -INFINITY;
    for (int64_t cell = 0; cell < map->shapes.cells; cell++) {
        int64_t end = value + eg_map_cell_values(map, cell);
        bool seen = meets_window(map, cell);
        for (; value < end; value++) {
            if (!seen || !counts(map, value))
                continue;
            c->least = fmin(c->least, map->values[value]);
            c->most = fmax(c->most, map->values[value]);
            if (c->sample && c->count % c->stride == 0)
                c->sample[c->count / c->stride] = map->values[value];
            c->count++;
        }
    }
}

/* Narrows the range to 0.1 % to 99.9 % of the values, where that is much narrower: a single wild
 * cell would otherwise take the colours from all others. */
static eg_status narrow(eg_context *context, const eg_map *map, int64_t finite, eg_range *range)
{
    counted c = {.stride = finite / RANGE_SAMPLES + 1};
    int64_t count = (finite - 1) / c.stride + 1;
    EG_SCRATCH double *sample = NULL;
    EG_TRY(eg_alloc(context, count, sizeof *sample, &sample));
    c.sample = sample;
    count_values(map, &c);
    qsort(sample, (size_t)count, sizeof *sample, eg_ascending_real);
    double low = sample[(int64_t)((double)(count - 1) * 0.001)];
    double high = sample[(int64_t)((double)(count - 1) * 0.999)];
    double slack = 0.25 * (high - low);
    if (range->low < low - slack)
        range->low = low;
    if (range->high > high + slack)
        range->high = high;
    return EG_OK;
}

static void widen_map_range(const eg_map *map, eg_range *range)
{
    if (map->has_above && !map->above_of)
        range->low = map->above;
    else if (range->low > 0 && range->low < 0.3 * range->high && !map->symmetric)
        range->low = 0;
    if (map->symmetric) {
        range->high = fmax(fabs(range->low), fabs(range->high));
        range->low = -range->high;
    }
    double size = fmax(fabs(range->low), fabs(range->high));
    range->is_one = !(range->high - range->low > 1e-9 * size);
    range->value = range->low + 0.0; /* -0 is 0 */
    if (range->is_one) {
        double more = size > 0 ? 0.05 * size : 1;
        range->high += more;
        if (range->low != 0 || map->symmetric)
            range->low -= more;
    }
}

eg_status eg_range_find(eg_context *context, const eg_map *map, eg_range *range)
{
    counted c = {.sample = NULL};
    count_values(map, &c);
    *range = c.count ? (eg_range){.low = c.least, .high = c.most} : (eg_range){.low = 0, .high = 1};
    if (c.count == 0 && map->has_above) {
        eg_log(context, EG_LOG_WARN, "no value is above %g%s%s: nothing has a colour", map->above,
               map->unit && map->unit[0] && strcmp(map->unit, "1") != 0 ? " " : "",
               map->unit && strcmp(map->unit, "1") != 0 ? map->unit : "");
        *range = (eg_range){.low = map->above, .high = map->above + fmax(1, fabs(map->above))};
    }
    if (map->has_range) {
        range->low = map->low;
        range->high = map->high;
        if (!(range->high > range->low))
            return eg_fail(context, EG_USAGE, "the range of the map, %g to %g, is empty", map->low,
                           map->high);
    } else {
        if (c.count >= 1000)
            EG_TRY(narrow(context, map, c.count, range));
        widen_map_range(map, range);
    }
    range->below = c.count && c.least < range->low;
    range->above = c.count && c.most > range->high;
    return EG_OK;
}

/* ---- the bar */

/* In lines as long as the bar, below a lying one as long as the plot. */
static void bar_label(eg_figure *figure, const eg_map *map, bool upright, double length, double size,
                      eg_title *label)
{
    static const double LYING = 0.6; /* of the plot's width */
    const char *name = map->label ? map->label : "";
    char text[EG_LABEL_ROOM];
    eg_label_text(name, (int64_t)strlen(name), map->unit, text);
    eg_title_break(figure, text, size, upright ? length : length / LYING, label);
}

static double label_room(const eg_title *label)
{
    return label->lines ? (0.5 + 1.3 * label->lines) * label->size : 0;
}

/* The level that nothing is below has its number. */
static void add_low_tick(const eg_range *range, double length, double room, eg_ticks *ticks)
{
    int kept = 0;
    if (ticks->factor[0] || ticks->count == EG_TICKS)
        return;
    for (int i = 0; i < ticks->count; i++)
        if ((ticks->value[i] - range->low) / (range->high - range->low) * length > room) {
            ticks->value[kept] = ticks->value[i];
            memmove(ticks->text[kept++], ticks->text[i], sizeof ticks->text[i]);
        }
    ticks->value[kept] = range->low;
    snprintf(ticks->text[kept], sizeof ticks->text[kept], "%.4g", range->low);
    ticks->count = kept + 1;
}

static void bar_ticks(const eg_map *map, const eg_range *range, double length, double size, bool upright,
                      eg_ticks *ticks)
{
    int most = (int)(length / ((upright ? 2.6 : 5) * size));
    if (range->is_one) { /* its number says what a scale around it does not */
        *ticks = (eg_ticks){.count = 1, .value = {range->value}};
        snprintf(ticks->text[0], sizeof ticks->text[0], "%.6g", range->value);
        return;
    }
    most = most > 9 ? 9 : most < 2 ? 2 : most;
    do
        eg_ticks_linear(range->low, range->high, most, ticks);
    while (ticks->count < 2 && most++ < 6); /* one number is no scale */
    if (map->has_above && range->low == map->above)
        add_low_tick(range, length, (upright ? 1.3 : 2.5) * size, ticks);
}

double eg_color_bar_room(eg_figure *figure, const eg_map *map, const eg_range *range, bool upright,
                         double length, double size)
{
    eg_ticks ticks;
    bar_ticks(map, range, length, size, upright, &ticks);
    eg_title label;
    bar_label(figure, map, upright, length, size, &label);
    double text = upright ? eg_ticks_width(figure, &ticks, size) + 0.8 * size : 1.8 * size;
    return text + label_room(&label);
}

/* The colours, pixel by pixel, with a point at an end beyond which there are values. */
static void bar_body(eg_figure *figure, const eg_map *map, const eg_range *range, eg_rect bar)
{
    cairo_t *cairo = figure->cairo;
    bool upright = bar.h > bar.w;
    int length = (int)(upright ? bar.h : bar.w);
    double thick = upright ? bar.w : bar.h, tip = tip_part * thick;
    cairo_save(cairo);
    /* From here on the bar lies along x, its low end at the origin, y across. */
    cairo_translate(cairo, bar.x, upright ? bar.y + bar.h : bar.y);
    if (upright)
        cairo_rotate(cairo, -1.5707963267948966);
    cairo_move_to(cairo, 0, 0);
    if (range->below)
        cairo_line_to(cairo, -tip, thick / 2);
    cairo_line_to(cairo, 0, thick);
    cairo_line_to(cairo, length, thick);
    if (range->above)
        cairo_line_to(cairo, length + tip, thick / 2);
    cairo_line_to(cairo, length, 0);
    cairo_close_path(cairo);
    cairo_path_t *outline = cairo_copy_path(cairo);
    cairo_clip(cairo);
    for (int i = -(int)tip - 1; i <= length + (int)tip; i++) {
        uint8_t rgb[3];
        eg_colormap_color(map->colormap, (i + 0.5) / length, rgb);
        cairo_set_source_rgb(cairo, rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0);
        cairo_rectangle(cairo, i, 0, 1.5, thick);
        cairo_fill(cairo);
    }
    cairo_reset_clip(cairo);
    cairo_append_path(cairo, outline);
    cairo_path_destroy(outline);
    cairo_set_line_width(cairo, 1);
    cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void bar_tick(eg_figure *figure, const char *text, double part, eg_rect bar, double size)
{
    cairo_t *cairo = figure->cairo;
    bool upright = bar.h > bar.w;
    cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
    if (upright) {
        double y = floor(bar.y + (1 - part) * bar.h) + 0.5;
        eg_line(cairo, bar.x + bar.w, y, bar.x + bar.w + 0.35 * size, y);
        cairo_stroke(cairo);
        eg_text_draw(figure, text, size, false, bar.x + bar.w + 0.6 * size, y, EG_ALIGN_LOW, EG_ALIGN_MIDDLE);
    } else {
        double x = floor(bar.x + part * bar.w) + 0.5;
        eg_line(cairo, x, bar.y + bar.h, x, bar.y + bar.h + 0.35 * size);
        cairo_stroke(cairo);
        eg_text_draw(figure, text, size, false, x, bar.y + bar.h + 0.6 * size, EG_ALIGN_MIDDLE, EG_ALIGN_LOW);
    }
}

/* The levels of contours, as lines across the bar. */
static void bar_levels(eg_figure *figure, const eg_map *map, const eg_range *range, eg_rect bar)
{
    bool upright = bar.h > bar.w;
    for (int i = 0; i < map->contour_count; i++) {
        double part = (map->contours[i] - range->low) / (range->high - range->low);
        if (!(part > 0 && part < 1))
            continue;
        double at = floor(upright ? bar.y + (1 - part) * bar.h : bar.x + part * bar.w) + 0.5;
        eg_line(figure->cairo, upright ? bar.x : at, upright ? at : bar.y, upright ? bar.x + bar.w : at,
                upright ? at : bar.y + bar.h);
    }
    cairo_set_source_rgb(figure->cairo, 0.08, 0.08, 0.08);
    cairo_stroke(figure->cairo);
}

void eg_color_bar(eg_figure *figure, const eg_map *map, const eg_range *range, eg_rect bar, double size)
{
    bool upright = bar.h > bar.w;
    double length = upright ? bar.h : bar.w;
    eg_ticks ticks;
    bar_ticks(map, range, length, size, upright, &ticks);
    bar_body(figure, map, range, bar);
    cairo_set_line_width(figure->cairo, 1);
    bar_levels(figure, map, range, bar);
    for (int i = 0; i < ticks.count; i++)
        bar_tick(figure, ticks.text[i], (ticks.value[i] - range->low) / (range->high - range->low), bar,
                 size);
    eg_title label;
    bar_label(figure, map, upright, length, size, &label);
    if (upright) {
        double x = bar.x + bar.w + eg_ticks_width(figure, &ticks, size) + 1.9 * size;
        for (int i = 0; i < label.lines; i++)
            eg_text_draw_upwards(figure, label.line[i], size, x + 1.3 * i * size, bar.y + bar.h / 2);
        double tip = range->above ? tip_part * bar.w : 0;
        eg_text_draw(figure, ticks.factor, 0.9 * size, false, bar.x, bar.y - tip - 0.6 * size, EG_ALIGN_LOW,
                     EG_ALIGN_HIGH);
    } else {
        for (int i = 0; i < label.lines; i++)
            eg_text_draw(figure, label.line[i], size, false, bar.x + bar.w / 2,
                         bar.y + bar.h + (2.1 + 1.3 * i) * size, EG_ALIGN_MIDDLE, EG_ALIGN_LOW);
        double tip = range->above ? tip_part * bar.h : 0;
        eg_text_draw(figure, ticks.factor, 0.9 * size, false, bar.x + bar.w + tip + 0.6 * size,
                     bar.y + bar.h / 2, EG_ALIGN_LOW, EG_ALIGN_MIDDLE);
    }
}
