/* PNG files: another reader finds the pixels of the surface, of any size. */
#include "picture_common.h"

#include "failing.h"

/* Areas of one colour, and noise, which does not pack. */
static void paint(cairo_surface_t *surface)
{
    unsigned char *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    uint32_t seed = 1;
    cairo_surface_flush(surface);
    for (int y = 0; y < cairo_image_surface_get_height(surface); y++)
        for (int x = 0; x < cairo_image_surface_get_width(surface); x++) {
            seed = seed * 1664525u + 1013904223u;
            uint32_t color = (x / 16 + y / 16) % 2 ? seed >> 8 : 0x12ab34;
            memcpy(data + (size_t)y * (size_t)stride + 4 * (size_t)x, &color, sizeof color);
        }
    cairo_surface_mark_dirty(surface);
}

typedef struct stream {
    const eg_text *text;
    int64_t at;
} stream;

static cairo_status_t read_bytes(void *user, unsigned char *data, unsigned int length)
{
    stream *s = user;
    if (s->at + length > s->text->length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, s->text->data + s->at, length);
    s->at += length;
    return CAIRO_STATUS_SUCCESS;
}

static image image_of(cairo_surface_t *surface)
{
    return (image){surface, cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface)};
}

static void same_pixels(cairo_surface_t *left, cairo_surface_t *right)
{
    image a = image_of(left), b = image_of(right);
    assert_true(a.width == b.width && a.height == b.height);
    for (int y = 0; y < a.height; y++)
        for (int x = 0; x < a.width; x++)
            assert_int_equal(pixel(&a, x, y), pixel(&b, x, y));
}

static void pixels_come_back(void **state)
{
    test *t = *state;
    static const int sizes[][2] = {{1, 1}, {7, 3}, {33, 100}, {640, 479}};
    for (int i = 0; i < COUNT(sizes); i++) {
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, sizes[i][0], sizes[i][1]);
        eg_text png = {.context = t->context};
        paint(surface);
        OK(eg_png_make(t->context, surface, 0, &png));
        stream s = {&png, 0};
        cairo_surface_t *read = cairo_image_surface_create_from_png_stream(read_bytes, &s);
        assert_int_equal(cairo_surface_status(read), CAIRO_STATUS_SUCCESS);
        assert_int_equal(s.at, png.length);
        same_pixels(surface, read);
        cairo_surface_destroy(read);
        cairo_surface_destroy(surface);
        eg_text_free(&png);
    }
}

static eg_status make_one(void *what)
{
    test *t = what;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 64, 64);
    eg_text png = {.context = t->context};
    paint(surface);
    eg_status status = eg_png_make(t->context, surface, 0, &png);
    eg_text_free(&png);
    cairo_surface_destroy(surface);
    return status;
}

static void memory_may_be_missing(void **state)
{
    test *t = *state;
    assert_in_range(fail_each(t->context, make_one, t, 1), 3, 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pixels_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_may_be_missing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
