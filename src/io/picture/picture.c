/* Figures: their panels and their file. */
#include "io/picture/internal.h"

#include <math.h>

static const double title_size = 24; /* pixels */

static int units_of_side(int pixels, double fineness)
{
    return (int)ceil(pixels / fineness);
}

static bool is_side_possible(int pixels, double fineness)
{
    enum { LEAST = 100, MOST = 16384 };
    double units = pixels / fineness;
    return pixels == 0 || (pixels >= LEAST && pixels <= MOST && units >= LEAST && units <= MOST);
}

static eg_status check_figure(eg_context *context, const eg_figure_options *o, double fineness)
{
    double dpi = fineness * EG_DPI;
    bool is_size_good = is_side_possible(o->width, fineness) && is_side_possible(o->height, fineness);
    if (!(dpi >= EG_DPI_LEAST && dpi <= EG_DPI_MOST))
        return eg_fail(context, EG_USAGE, "a picture of %g pixels an inch: %d to %d are possible", dpi,
                       EG_DPI_LEAST, EG_DPI_MOST);
    if (!is_size_good)
        return eg_fail(
            context, EG_USAGE,
            "a picture of %d x %d pixels (0: chosen), %g an inch: sides of 100 to 16384 pixels and of "
            "0.5 to 80 inches are possible",
            o->width, o->height, dpi);
    if (o->columns < 0 || o->rows < 0 || o->columns > 16 || o->rows > 16)
        return eg_fail(context, EG_USAGE, "a picture with %d x %d panels: up to 16 x 16 are possible",
                       o->columns, o->rows);
    return EG_OK;
}

eg_status eg_figure_create(eg_context *context, const eg_figure_options *options, eg_figure **figure)
{
    assert(context && figure);
    *figure = NULL;
    const eg_figure_options none = {0};
    const eg_figure_options *o = options ? options : &none;
    double fineness = (o->dpi != 0 ? o->dpi : EG_DPI) / EG_DPI;
    EG_TRY(check_figure(context, o, fineness));
    EG_ENDS_WITH(eg_figure_destroy) eg_figure *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->fineness = fineness;
    made->tells_dpi = o->dpi != 0;
    made->width = o->width ? units_of_side(o->width, fineness) : 1400;
    made->own_width = o->width != 0;
    made->height = units_of_side(o->height, fineness);
    made->pixels[0] = o->width;
    made->pixels[1] = o->height;
    made->columns = o->columns ? o->columns : 1;
    made->rows = o->rows ? o->rows : 1;
    made->format = o->format;
    EG_TRY(eg_strdup(context, o->title, &made->title));
    EG_TRY(eg_fonts_find(made));
    return eg_hand_over(&made, figure);
}

void eg_figure_destroy(eg_figure **figure)
{
    if (!figure || !*figure)
        return;
    for (int f = 0; f < 2; f++)
        cairo_font_face_destroy((*figure)->font[f]);
    cairo_destroy((*figure)->cairo);
    cairo_surface_destroy((*figure)->surface);
    eg_text_free(&(*figure)->file);
    EG_FREE(&(*figure)->title, figure);
}

bool eg_figure_has_text(const eg_figure *figure)
{
    return figure->font[0] != NULL;
}

double eg_figure_title_height(const eg_figure *figure)
{
    return figure->title && figure->font[0] ? 2 * title_size : 0;
}

double eg_figure_text_size(double panel_width)
{
    return fmin(20, fmax(10, 8 + panel_width / 110));
}

eg_status eg_figure_no_room(const eg_figure *figure, const char *what, double width, double height)
{
    static const double MM = 25.4 / EG_DPI;
    int pixels[2];
    eg_figure_size(figure, pixels);
    return eg_fail(
        figure->context, EG_USAGE,
        "a picture of %d x %d pixels (%.0f x %.0f mm) has no room for %s: %.0f x %.0f pixels (%.0f x "
        "%.0f mm) would do, or a width without a height",
        pixels[0], pixels[1], figure->width * MM, figure->height * MM, what, ceil(width * figure->fineness),
        ceil(height * figure->fineness), ceil(width * MM - 0.1), ceil(height * MM - 0.1));
}

eg_rect eg_figure_panel(const eg_figure *figure, int column, int row)
{
    assert(column >= 0 && column < figure->columns && row >= 0 && row < figure->rows);
    double top = eg_figure_title_height(figure);
    double w = (double)figure->width / figure->columns;
    double h = (figure->height - top) / figure->rows;
    return (eg_rect){column * w, top + row * h, w, h};
}

eg_status eg_figure_start(eg_figure *figure, int width, int height)
{
    if (figure->surface)
        return EG_OK;
    figure->width = width;
    figure->height = height;
    EG_TRY(eg_surface_create(figure));
    cairo_set_source_rgb(figure->cairo, 1, 1, 1);
    cairo_paint(figure->cairo);
    if (figure->title)
        eg_text_draw(figure, figure->title, title_size, true, width / 2.0, 1.15 * title_size, EG_ALIGN_MIDDLE,
                     EG_ALIGN_MIDDLE);
    return EG_OK;
}

eg_status eg_figure_write(eg_figure *figure, const char *path)
{
    assert(figure && path);
    EG_TRY(eg_figure_start(figure, figure->width, figure->height ? figure->height : 900));
    EG_TRY(eg_surface_finish(figure, path));
    return eg_file_write(figure->context, path, figure->file.data, figure->file.length);
}

eg_shapes eg_shapes_of_mesh(const eg_plane *mesh)
{
    return (eg_shapes){.nodes = mesh->nodes,
                       .cells = mesh->base.own,
                       .x = (const double(*)[3])mesh->x,
                       .first = mesh->first,
                       .vertex = mesh->vertex};
}

eg_shapes eg_shapes_of_geometry(const eg_snapshot_geometry *geometry)
{
    return (eg_shapes){.nodes = geometry->nodes,
                       .cells = geometry->cells,
                       .x = (const double(*)[3])geometry->x,
                       .first = geometry->first,
                       .vertex = geometry->vertex};
}
