/* The scale bar and the arrow to the north of a map, in a corner where no place is marked. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>

/* Parts of the size of text. */
static const double PAD = 0.5, BAR = 0.4, ARROW = 0.9, ARROW_HEIGHT = 2.0;

/* The longest of 1, 2, 5 times a power of ten that is not above `most`, m. */
static double round_length(double most)
{
    double power = pow(10, floor(log10(most))), mantissa = most / power;
    return (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1) * power;
}

static void length_text(double length, char text[64])
{
    char number[32];
    double factor = length >= 1000 ? 1e-3 : length < 0.01 ? 1e3 : 1;
    eg_number_text(length * factor, 1, number);
    snprintf(text, 64, "%s %s", number, factor < 1 ? "km" : factor > 1 ? "mm" : "m");
}

static bool has_marks(const eg_map *map, const eg_canvas *canvas, eg_rect plot, eg_rect box, double size)
{
    for (int i = 0; i < map->point_count; i++) {
        eg_rect marker = {0, 0, size, size};
        eg_canvas_pixel(canvas, map->points[i], plot, &marker.x, &marker.y);
        marker.x -= size / 2;
        marker.y -= size / 2;
        if (eg_rects_intersect(box, marker))
            return true;
    }
    return false;
}

/* Of the four corners, the lower ones first, the first without a mark; else the first. */
static void choose_corner(const eg_map *map, const eg_canvas *canvas, eg_rect plot, double size, eg_rect *box)
{
    for (int corner = 0; corner <= 4; corner++) {
        double gap = 0.8 * size;
        box->x = corner % 2 ? plot.x + plot.w - box->w - gap : plot.x + gap;
        box->y = corner / 2 == 1 ? plot.y + gap : plot.y + plot.h - box->h - gap;
        if (!has_marks(map, canvas, plot, *box, size))
            return;
    }
}

static void draw_arrow_north(eg_figure *figure, double x, double y, double size)
{
    cairo_t *cairo = figure->cairo;
    double height = ARROW_HEIGHT * size, half = 0.5 * ARROW * size;
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, x + side * half, y + height);
        cairo_line_to(cairo, x, y + 0.75 * height);
        cairo_close_path(cairo);
        cairo_set_source_rgb(cairo, side < 0 ? 0.12 : 1, side < 0 ? 0.13 : 1, side < 0 ? 0.15 : 1);
        cairo_fill_preserve(cairo);
        cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
        cairo_set_line_width(cairo, 1);
        cairo_stroke(cairo);
    }
}

/* Two halves, dark and white. */
static void draw_bar_of_scale(eg_figure *figure, double x, double y, double length, double size)
{
    cairo_t *cairo = figure->cairo;
    cairo_set_line_width(cairo, 1);
    for (int half = 0; half < 2; half++) {
        cairo_rectangle(cairo, x + half * length / 2, y, length / 2, BAR * size);
        cairo_set_source_rgb(cairo, half ? 1 : 0.12, half ? 1 : 0.13, half ? 1 : 0.15);
        cairo_fill_preserve(cairo);
        cairo_set_source_rgb(cairo, 0.12, 0.13, 0.15);
        cairo_stroke(cairo);
    }
}

eg_rect eg_map_north(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot, double size)
{
    double unit = canvas->scale[0] / canvas->fineness; /* units of the figure a metre */
    double metres = round_length(0.25 * plot.w / unit), length = metres * unit;
    char text[64];
    length_text(metres, text);
    double across = length + eg_text_width(figure, text, size, false) + 0.5 * size;
    eg_rect box = {.w = across + (ARROW + 3 * PAD) * size, .h = (ARROW_HEIGHT + 1.1 + 2 * PAD) * size};
    if (box.w > 0.6 * plot.w || box.h > 0.6 * plot.h)
        return (eg_rect){0};
    choose_corner(map, canvas, plot, size, &box);
    cairo_set_source_rgba(figure->cairo, 1, 1, 1, 0.72);
    cairo_rectangle(figure->cairo, box.x, box.y, box.w, box.h);
    cairo_fill(figure->cairo);
    double x = box.x + box.w - (PAD + 0.5 * ARROW) * size, top = box.y + PAD * size;
    eg_text_draw(figure, "N", size, true, x, top, EG_ALIGN_MIDDLE, EG_ALIGN_LOW);
    draw_arrow_north(figure, x, top + 1.1 * size, size);
    double y = box.y + box.h - (PAD + BAR) * size, left = box.x + PAD * size;
    draw_bar_of_scale(figure, left, y, length, size);
    eg_text_draw(figure, text, size, false, left + length + 0.5 * size, y + 0.5 * BAR * size, EG_ALIGN_LOW,
                 EG_ALIGN_MIDDLE);
    return box;
}
