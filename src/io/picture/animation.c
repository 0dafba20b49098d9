/* Animated PNG: what each figure's PNG holds of pixels, with its place in time before it.
 *
 *     IHDR  acTL (number of figures)  fcTL IDAT  fcTL fdAT  fcTL fdAT ...  IEND
 *
 * fcTL and fdAT are numbered together, from 0; fdAT is that number and what IDAT holds. */
#include "io/picture/internal.h"

#include "base/bytes.h"

enum { CONTROL = 26 };

static void add_control(eg_animation *a, int milliseconds)
{
    unsigned char control[CONTROL] = {0};
    eg_put_big(control, 4, a->chunks++);
    eg_put_big(control + 4, 4, (uint64_t)a->width);
    eg_put_big(control + 8, 4, (uint64_t)a->height);
    eg_put_big(control + 20, 2, (uint64_t)milliseconds);
    eg_put_big(control + 22, 2, 1000);
    eg_png_add_chunk(&a->frames, "fcTL", control, sizeof control);
}

eg_status eg_animation_add(eg_animation *a, eg_figure *figure, int milliseconds)
{
    assert(a->context && figure->surface && milliseconds > 0 && milliseconds < 65536);
    EG_TEXT(data, a->context);
    a->frames.context = a->context;
    int width = cairo_image_surface_get_width(figure->surface);
    int height = cairo_image_surface_get_height(figure->surface);
    if (a->count == 0) {
        a->width = width;
        a->height = height;
    }
    if (a->width != width || a->height != height)
        return eg_fail(a->context, EG_USAGE,
                       "a picture of %d x %d pixels cannot follow those of %d x %d in a movie", width, height,
                       a->width, a->height);
    add_control(a, milliseconds);
    if (a->count > 0) {
        unsigned char number[4];
        eg_put_big(number, 4, a->chunks++);
        eg_text_add_bytes(&data, (const char *)number, 4);
    }
    EG_TRY(eg_png_pack(a->context, figure->surface, &data));
    eg_png_add_chunk(&a->frames, a->count++ > 0 ? "fdAT" : "IDAT", data.data, (uint32_t)data.length);
    return a->frames.status;
}

eg_status eg_figure_png(eg_figure *figure, eg_text *png)
{
    return eg_png_make(figure->context, figure->surface, 0, png);
}

eg_status eg_animation_write(const eg_animation *animation, const char *path)
{
    unsigned char control[8] = {0}; /* the number of figures, and how often: 0, for ever */
    EG_TEXT(png, animation->context);
    assert(animation->count > 0);
    eg_put_big(control, 4, animation->count);
    eg_png_add_head(&png, animation->width, animation->height);
    eg_png_add_chunk(&png, "acTL", control, sizeof control);
    eg_text_add_bytes(&png, animation->frames.data, animation->frames.length);
    eg_png_add_chunk(&png, "IEND", "", 0);
    EG_TRY(png.status);
    return eg_file_write(animation->context, path, png.data, png.length);
}

void eg_animation_free(eg_animation *animation)
{
    eg_text_free(&animation->frames);
}
