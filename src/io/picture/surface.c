/* Surfaces of a figure: an image, or a page of PDF or SVG, which the same drawing fills.
 *
 * Fields are images in all three, of one pixel for each of the figure; lines and text of PDF and SVG are
 * outlines. */
#include "io/picture/internal.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <string.h>
#include <strings.h>

/* Points of a unit: 200 units are an inch, so that the usual 1400 fill the width of a page. */
static const double POINT = 72.0 / EG_DPI;

eg_status eg_picture_format_of(eg_context *context, const char *path, eg_picture_format *format)
{
    static const char *const endings[] = {".png", ".pdf", ".svg"};
    const char *base = strrchr(path, '/'), *dot = strrchr(base ? base + 1 : path, '.');
    *format = EG_PICTURE_PNG;
    if (!dot)
        return EG_OK;
    for (int f = 0; f < 3; f++)
        if (strcasecmp(dot, endings[f]) == 0) {
            *format = (eg_picture_format)f;
            return EG_OK;
        }
    return eg_fail(
        context, EG_USAGE,
        "%s: a picture whose name ends in '%s' cannot be written; let it end in .png, .pdf or .svg", path,
        dot);
}

static cairo_status_t take_bytes(void *to, const unsigned char *bytes, unsigned int count)
{
    eg_text_add_bytes(to, (const char *)bytes, count);
    return ((eg_text *)to)->status == EG_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

/* Pixels of a side that has so many units. */
static int pixels_of_side(const eg_figure *figure, int side, int units)
{
    return figure->pixels[side] ? figure->pixels[side] : (int)(units * figure->fineness + 0.5);
}

void eg_figure_size(const eg_figure *figure, int pixels[2])
{
    pixels[0] = pixels_of_side(figure, 0, figure->width);
    pixels[1] = pixels_of_side(figure, 1, figure->height);
}

static eg_status check_pixels(const eg_figure *figure, int width, int height)
{
    static const int MOST = 1 << 26;
    if ((int64_t)width * height <= MOST)
        return EG_OK;
    return eg_fail(
        figure->context, EG_USAGE,
        "a picture of %d x %d pixels: at most %d are drawn; give a smaller size or fewer pixels an "
        "inch",
        width, height, MOST);
}

eg_status eg_surface_create(eg_figure *figure)
{
    int pixels[2];
    eg_figure_size(figure, pixels);
    int width = pixels[0], height = pixels[1];
    double points[2] = {POINT * width / figure->fineness, POINT * height / figure->fineness};
    EG_TRY(check_pixels(figure, width, height));
    figure->file.context = figure->context;
    if (figure->format == EG_PICTURE_PDF) {
        figure->surface =
            cairo_pdf_surface_create_for_stream(take_bytes, &figure->file, points[0], points[1]);
        /* the date would make each file another one */
        cairo_pdf_surface_set_metadata(figure->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    } else if (figure->format == EG_PICTURE_SVG)
        figure->surface =
            cairo_svg_surface_create_for_stream(take_bytes, &figure->file, points[0], points[1]);
    else
        figure->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    figure->cairo = cairo_create(figure->surface);
    double unit = figure->format == EG_PICTURE_PNG ? figure->fineness : POINT;
    if (unit != 1)
        cairo_scale(figure->cairo, unit, unit);
    cairo_status_t made = cairo_status(figure->cairo);
    if (made != CAIRO_STATUS_SUCCESS)
        return eg_fail(figure->context, EG_MEMORY, "a picture of %d x %d pixels: %s", width, height,
                       cairo_status_to_string(made));
    return EG_OK;
}

eg_status eg_surface_finish(eg_figure *figure, const char *path)
{
    if (figure->format != EG_PICTURE_PNG)
        cairo_surface_finish(figure->surface);
    cairo_status_t drawn = cairo_status(figure->cairo), ended = cairo_surface_status(figure->surface);
    if (drawn == CAIRO_STATUS_SUCCESS)
        drawn = ended;
    if (drawn != CAIRO_STATUS_SUCCESS)
        return eg_fail(figure->context, drawn == CAIRO_STATUS_NO_MEMORY ? EG_MEMORY : EG_IO,
                       "%s: cannot be drawn: %s", path, cairo_status_to_string(drawn));
    if (figure->format != EG_PICTURE_PNG)
        return figure->file.status;
    return eg_png_make(figure->context, figure->surface, figure->tells_dpi ? EG_DPI * figure->fineness : 0,
                       &figure->file);
}

/* ---- paths */

void eg_line(cairo_t *cairo, double x0, double y0, double x1, double y1)
{
    cairo_move_to(cairo, x0, y0);
    cairo_line_to(cairo, x1, y1);
}

void eg_clip(cairo_t *cairo, eg_rect rect)
{
    cairo_save(cairo);
    cairo_rectangle(cairo, rect.x, rect.y, rect.w, rect.h);
    cairo_clip(cairo);
}

/* ---- pixels */

uint32_t eg_rgb_pixel(const uint8_t rgb[3])
{
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

eg_status eg_pixels_begin(eg_figure *figure, int width, int height, cairo_surface_t **pixels)
{
    *pixels = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width > 0 ? width : 0, height > 0 ? height : 0);
    cairo_status_t made = cairo_surface_status(*pixels);
    if (made == CAIRO_STATUS_SUCCESS)
        return EG_OK;
    cairo_surface_destroy(*pixels);
    return eg_fail(figure->context, EG_MEMORY, "a field of %d x %d pixels: %s", width, height,
                   cairo_status_to_string(made));
}

void eg_pixels_end(eg_figure *figure, cairo_surface_t *pixels, double left, double top)
{
    cairo_t *cairo = figure->cairo;
    cairo_surface_mark_dirty(pixels);
    cairo_save(cairo);
    cairo_translate(cairo, left, top);
    cairo_scale(cairo, 1 / figure->fineness, 1 / figure->fineness);
    cairo_set_source_surface(cairo, pixels, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cairo, 0, 0, cairo_image_surface_get_width(pixels),
                    cairo_image_surface_get_height(pixels));
    /* SVG: an image as it is, where a filled rectangle would be a pattern, which not all programs show */
    if (figure->format == EG_PICTURE_SVG)
        cairo_paint(cairo);
    else
        cairo_fill(cairo);
    cairo_restore(cairo);
    cairo_surface_destroy(pixels);
}
