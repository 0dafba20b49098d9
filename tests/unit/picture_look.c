/* What a reader chooses of a picture: its size in pixels and inches, a window, values above one; times in words. */
#include "picture_common.h"

static void times_are_told_as_people_do(void **state)
{
    (void)state;
    const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0 s"},
                {0.35, "0.35 s"},
                {59, "59 s"},
                {60, "1 min"},
                {100, "100 s"},
                {599.5, "599.5 s"},
                {700, "11 min 40 s"},
                {2400, "40 min"},
                {2400.0001, "40 min"},
                {3600, "1 h"},
                {9000, "2 h 30 min"},
                {9000.4, "2 h 30 min"},
                {86400, "1 d"},
                {273600, "3 d 4 h"},
                {-7200, "\xe2\x88\x92"
                        "2 h"},
                {1e11, "1157407 d 9 h 46 min 40 s"},
                {1e13, "10000000000000 s"},
                {NAN, "nan s"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[48];
        eg_time_text(rows[i].seconds, text);
        assert_string_equal(text, rows[i].text);
    }
}

/* One cell a unit of x, whose value is its number along x. */
static eg_plane *row_of_cells(test *t, double values[10])
{
    eg_plane *mesh = NULL;
    OK(eg_plane_box(t->context,
                    &(eg_box_options){.size = {10, 6}, .cells = {10, 1}, .element = EG_BOX_QUADRANGLE},
                    &mesh));
    for (int64_t c = 0; c < 10; c++)
        values[c] = floor(mesh->base.centroid[c][0]);
    return mesh;
}

static image draw(test *t, const eg_map *map, const eg_figure_options *options)
{
    eg_figure *figure = NULL;
    OK(eg_figure_create(t->context, options, &figure));
    OK(eg_figure_map(figure, 0, 0, map));
    OK(eg_figure_write(figure, path_of(t, 0, "look.png")));
    eg_figure_destroy(&figure);
    return read_png(t->path[0]);
}

/* The first row that is dark from 20 % to 80 % of the width: the top of a frame. */
static int top_of_frame(const image *i)
{
    for (int y = 0; y < i->height; y++) {
        int dark = 0;
        for (int x = i->width / 5; x < i->width * 4 / 5; x++)
            dark += (pixel(i, x, y) & 0xff) < 0x60;
        if (dark > i->width / 2)
            return y;
    }
    return -1;
}

/* The power of ten of small values has a line of its own below the title. */
static void power_of_ten_leaves_the_title_alone(void **state)
{
    test *t = *state;
    int top[2];
    for (int k = 0; k < 2; k++) {
        const double x[2] = {0, 1}, y[2] = {0, k ? 3e-5 : 3};
        const eg_plot_line line = {.count = 2, .x = x, .y = y};
        const eg_lines lines = {.title = "title", .lines = &line, .line_count = 1};
        OK(eg_plot_lines(t->context, path_of(t, 0, "line.png"), &lines, NULL));
        image i = read_png(t->path[0]);
        top[k] = top_of_frame(&i);
        cairo_surface_destroy(i.surface);
    }
    assert_true(top[0] > 0 && top[1] >= top[0] + 24);
}

/* Twice as many pixels an inch show each line twice as wide: the field has four times its pixels. */
static void pixels_an_inch_change_no_layout(void **state)
{
    test *t = *state;
    double values[10];
    eg_plane *mesh = row_of_cells(t, values);
    const eg_map map = {
        .shapes = eg_shapes_of_mesh(mesh), .values = values, .has_range = true, .low = 0, .high = 10};
    uint32_t color = color_at(EG_COLORMAP_SEQUENTIAL, (floor(5.0 / 10 * 256) + 0.5) / 256);
    image coarse = draw(t, &map, &(eg_figure_options){.width = 500, .height = 300});
    image fine = draw(t, &map, &(eg_figure_options){.width = 1000, .height = 600, .dpi = 400});
    image odd = draw(t, &map, &(eg_figure_options){.width = 777, .height = 431, .dpi = 333});
    assert_int_equal(fine.width, 1000);
    assert_int_equal(fine.height, 600);
    assert_int_equal(odd.width, 777);
    assert_int_equal(odd.height, 431);
    double few = (double)count_pixels(&coarse, color), many = (double)count_pixels(&fine, color);
    assert_true(few > 2000 && fabs(many / few - 4) < 0.2);
    for (int i = 0; i < 3; i++)
        cairo_surface_destroy((image[]){coarse, fine, odd}[i].surface);
    eg_plane_destroy(&mesh);
}

static void impossible_sizes_are_refused(void **state)
{
    test *t = *state;
    eg_figure *figure = NULL;
    double values[10];
    eg_plane *mesh = row_of_cells(t, values);
    const eg_map map = {.shapes = eg_shapes_of_mesh(mesh), .values = values};
    int64_t held = eg_context_bytes_held(t->context);
    const double bad[] = {1e6, 19, -200, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        FAILS(eg_figure_create(t->context, &(eg_figure_options){.dpi = bad[i]}, &figure), EG_USAGE,
              "20 to 2400 are possible");
    FAILS(eg_figure_create(t->context, &(eg_figure_options){.width = 200, .dpi = 2400}, &figure), EG_USAGE,
          "0.5 to 80 inches");
    FAILS(eg_figure_create(t->context, &(eg_figure_options){.height = 16385}, &figure), EG_USAGE,
          "100 to 16384 pixels");
    OK(eg_figure_create(t->context, &(eg_figure_options){.width = 16384, .height = 16384}, &figure));
    FAILS(eg_figure_map(figure, 0, 0, &map), EG_USAGE, "at most 67108864 are drawn");
    eg_figure_destroy(&figure);
    assert_int_equal(eg_context_bytes_held(t->context), held);
    eg_plane_destroy(&mesh);
}

static void range_is_that_of_the_window(void **state)
{
    test *t = *state;
    double values[10];
    eg_plane *mesh = row_of_cells(t, values);
    eg_map map = {
        .shapes = eg_shapes_of_mesh(mesh), .values = values, .has_window = true, .window = {4.5, 6.5, 1, 2}};
    eg_range range;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == 4 && range.high == 6);
    map.has_above = true;
    map.above = 4.5;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == 4.5 && range.high == 6 && !range.below);
    map.above = 1e9; /* nothing is above it */
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == 1e9 && range.high == 2e9 && !range.below && !range.above);
    const double bad[][4] = {{20, 30, 0, 1}, {0, 1, -2, -1},    {3, 3, 0, 1},
                             {5, 4, 0, 1},   {-1e6, 1e6, 0, 1}, {NAN, 1, 0, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memcpy(map.window, bad[i], sizeof bad[i]);
        FAILS(eg_plot_map(t->context, path_of(t, 0, "bad.png"), &map, NULL), EG_USAGE, "shows nothing");
    }
    eg_plane_destroy(&mesh);
}

/* Cells 5 to 9 of ten have a colour, of which the window shows those from 4 to 8: 3 of 4 in width. */
static void values_below_have_no_color(void **state)
{
    test *t = *state;
    double values[10];
    eg_plane *mesh = row_of_cells(t, values);
    eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                  .values = values,
                  .has_range = true,
                  .low = 0,
                  .high = 1,
                  .has_window = true,
                  .window = {4, 8, 0, 6}};
    uint32_t color = color_at(EG_COLORMAP_SEQUENTIAL, 255.5 / 256);
    image all = draw(t, &map, &(eg_figure_options){.width = 600});
    map.has_above = true;
    map.above = 4;
    image some = draw(t, &map, &(eg_figure_options){.width = 600});
    double part = (double)count_pixels(&some, color) / (double)count_pixels(&all, color);
    assert_true(fabs(part - 0.75) < 0.01);
    cairo_surface_destroy(all.surface);
    cairo_surface_destroy(some.surface);
    eg_plane_destroy(&mesh);
}

/* The bar of a map with north is dark and white; its corner has no mark. */
static void north_has_a_corner_of_its_own(void **state)
{
    test *t = *state;
    double values[10];
    eg_plane *mesh = row_of_cells(t, values);
    const double points[3][2] = {{0.3, 0.3}, {9.7, 0.3}, {0.3, 5.7}};
    eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                  .values = values,
                  .has_range = true,
                  .low = 100,
                  .high = 101,
                  .colormap = EG_COLORMAP_WATER,
                  .points = points,
                  .point_count = 3};
    image plain = draw(t, &map, &(eg_figure_options){.width = 800, .height = 500});
    map.has_north = true;
    image north = draw(t, &map, &(eg_figure_options){.width = 800, .height = 500});
    int64_t changed[2] = {0, 0};
    for (int y = 0; y < 500; y++)
        for (int x = 0; x < 800; x++)
            changed[x > 400 && y < 250] += pixel(&plain, x, y) != pixel(&north, x, y);
    assert_int_equal(changed[0], 0);
    assert_true(changed[1] > 1000);
    cairo_surface_destroy(plain.surface);
    cairo_surface_destroy(north.surface);
    eg_plane_destroy(&mesh);
}

static void edges_are_white(const image *i)
{
    for (int x = 0; x < i->width; x++)
        assert_true(pixel(i, x, 0) == 0xffffff && pixel(i, x, i->height - 1) == 0xffffff);
    for (int y = 0; y < i->height; y++)
        assert_true(pixel(i, 0, y) == 0xffffff && pixel(i, i->width - 1, y) == 0xffffff);
}

/* Labels that are longer than their axis or their bar have several lines, none of which is cut off. */
static void long_labels_are_whole(void **state)
{
    test *t = *state;
    static const char label[] = "mean potential temperature perturbation of the whole column of air";
    double values[10];
    const double x[2] = {0, 1}, y[2] = {1, 2};
    const eg_plot_line line = {.count = 2, .x = x, .y = y};
    const eg_lines lines = {.x_label = "time (s)", .y_label = label, .lines = &line, .line_count = 1};
    eg_plane *mesh = row_of_cells(t, values);
    const eg_map map = {.shapes = eg_shapes_of_mesh(mesh), .values = values, .label = label, .unit = "K"};
    image drawn[2] = {draw(t, &map, &(eg_figure_options){.width = 420})};
    eg_figure *figure = NULL;
    OK(eg_figure_create(t->context, &(eg_figure_options){.width = 500, .height = 240}, &figure));
    OK(eg_figure_lines(figure, 0, 0, &lines));
    OK(eg_figure_write(figure, path_of(t, 1, "lines.png")));
    eg_figure_destroy(&figure);
    drawn[1] = read_png(t->path[1]);
    for (int i = 0; i < 2; i++) {
        edges_are_white(&drawn[i]);
        cairo_surface_destroy(drawn[i].surface);
    }
    eg_plane_destroy(&mesh);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(power_of_ten_leaves_the_title_alone), TEST(times_are_told_as_people_do),
        TEST(pixels_an_inch_change_no_layout),     TEST(impossible_sizes_are_refused),
        TEST(range_is_that_of_the_window),         TEST(values_below_have_no_color),
        TEST(north_has_a_corner_of_its_own),       TEST(long_labels_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
