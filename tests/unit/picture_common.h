/* What the tests of pictures share: reading a PNG's pixels, and a mesh without any regularity. */
#ifndef EG_TEST_PICTURE_COMMON_H
#define EG_TEST_PICTURE_COMMON_H

#include "snapshot_common.h"

#include "io/picture/internal.h"

/* A PNG read back. */
typedef struct image {
    cairo_surface_t *surface;
    int width, height;
} image;

static inline image read_png(const char *path)
{
    image i = {.surface = cairo_image_surface_create_from_png(path)};
    assert_int_equal(cairo_surface_status(i.surface), CAIRO_STATUS_SUCCESS);
    i.width = cairo_image_surface_get_width(i.surface);
    i.height = cairo_image_surface_get_height(i.surface);
    return i;
}

static inline uint32_t pixel(const image *i, int x, int y)
{
    const unsigned char *data = cairo_image_surface_get_data(i->surface);
    uint32_t value;
    memcpy(&value, data + y * cairo_image_surface_get_stride(i->surface) + 4 * x, 4);
    return value & 0xffffff;
}

static inline uint32_t color_at(eg_colormap map, double t)
{
    uint8_t c[3];
    eg_colormap_color(map, t, c);
    return (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
}

static inline int64_t count_pixels(const image *i, uint32_t color)
{
    int64_t count = 0;
    for (int y = 0; y < i->height; y++)
        for (int x = 0; x < i->width; x++)
            count += pixel(i, x, y) == color;
    return count;
}

static inline eg_plane *jittered_mesh(test *t, eg_box_element element)
{
    eg_plane *mesh = NULL;
    OK(eg_plane_box(t->context,
                    &(eg_box_options){.size = {10, 6},
                                      .cells = {20, 12},
                                      .element = element,
                                      .jitter = 0.25,
                                      .shuffle = true,
                                      .seed = 5},
                    &mesh));
    return mesh;
}

#endif
