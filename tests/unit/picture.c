/* Pictures: each sample in one cell, exact ticks, colours where they belong, and no text without a font. */
#include "picture_common.h"

/* Whether a pixel is blue as the first series of a plot is. */
static bool is_blue(uint32_t color)
{
    return (int)(color & 255) > (int)(color >> 16 & 255) + 80;
}

static bool is_dark(uint32_t color)
{
    return (color >> 16 & 255) < 64 && (color >> 8 & 255) < 64 && (color & 255) < 64;
}

static int64_t count_dark(const image *i)
{
    int64_t count = 0;
    for (int y = 0; y < i->height; y++)
        for (int x = 0; x < i->width; x++)
            count += is_dark(pixel(i, x, y));
    return count;
}

/* ---- cells */

static void each_sample_lies_in_its_cell(void **state)
{
    test *t = *state;
    eg_plane *mesh = jittered_mesh(t, EG_BOX_TRIANGLE);
    eg_shapes shapes = eg_shapes_of_mesh(mesh);
    eg_canvas canvas = {.width = 100, .height = 60, .low = {0, 0}, .scale = {10, 10}};
    OK(eg_canvas_fill(t->context, &shapes, &canvas));
    int columns = canvas.width * EG_SAMPLES, rows = canvas.height * EG_SAMPLES;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            const double point[2] = {(column + 0.5) / (10 * EG_SAMPLES), 6 - (row + 0.5) / (10 * EG_SAMPLES)};
            int64_t cell = canvas.cell[row * columns + column];
            assert_true(cell >= 0);
            /* Where a sample lies on an edge to rounding, its neighbour may own it. */
            if (cell != eg_plane_locate(mesh, point)) {
                double nearest = 1;
                for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
                    const int32_t *ends = mesh->face_vertex[mesh->cell_face[k]];
                    const double *a = mesh->x[ends[0]], *b = mesh->x[ends[1]];
                    double across = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
                    nearest = fmin(nearest, fabs(across) / hypot(b[0] - a[0], b[1] - a[1]));
                }
                assert_true(nearest < 1e-12);
            }
        }
    eg_free(t->context, &canvas.cell);
    eg_plane_destroy(&mesh);
}

static void map_shows_its_colors_without_seams(void **state)
{
    test *t = *state;
    eg_plane *mesh = jittered_mesh(t, EG_BOX_TRIANGLE);
    double *values = NULL;
    OK(eg_alloc(t->context, mesh->base.own, sizeof *values, &values));
    for (int64_t c = 0; c < mesh->base.own; c++)
        values[c] = 0.75;
    eg_figure *figure = NULL;
    OK(eg_figure_create(t->context, &(eg_figure_options){.width = 400, .height = 240}, &figure));
    OK(eg_figure_map(figure, 0, 0,
                     &(eg_map){.shapes = eg_shapes_of_mesh(mesh),
                               .values = values,
                               .title = "one colour",
                               .label = "depth",
                               .unit = "m",
                               .has_range = true,
                               .low = 0,
                               .high = 1}));
    OK(eg_figure_write(figure, path_of(t, 0, "map.png")));
    eg_figure_destroy(&figure);
    image i = read_png(t->path[0]);
    assert_int_equal(i.width, 400);
    assert_int_equal(i.height, 240);
    assert_int_equal(pixel(&i, 0, 0), 0xffffff);
    assert_int_equal(pixel(&i, 399, 239), 0xffffff);
    /* The middle of the table's 256 colours that 0.75 falls into. */
    uint32_t color = color_at(EG_COLORMAP_SEQUENTIAL, 192.5 / 256);
    /* From a pixel that is well inside the plot to its four sides. */
    int left = 160, right = 160, top = 100, bottom = 100;
    assert_int_equal(pixel(&i, 160, 100), color);
    while (pixel(&i, left - 1, 100) == color)
        left--;
    while (pixel(&i, right + 1, 100) == color)
        right++;
    while (pixel(&i, 160, top - 1) == color)
        top--;
    while (pixel(&i, 160, bottom + 1) == color)
        bottom++;
    assert_in_range(right - left, 180, 320);
    /* True to scale: 10 m by 6 m. */
    assert_true(fabs((double)(right - left + 1) / (bottom - top + 1) - 10.0 / 6) < 0.04);
    for (int y = top + 1; y < bottom; y++)
        for (int x = left + 1; x < right; x++)
            assert_int_equal(pixel(&i, x, y), color);
    cairo_surface_destroy(i.surface);
    eg_free(t->context, &values);
    eg_plane_destroy(&mesh);
}

/* A map with everything on it. */
static eg_map full_map(const eg_plane *mesh, double *const work[4])
{
    static const double points[2][2] = {{1, 1}, {9.9, 5}};
    static const char *const names[2] = {"g1", "g2"};
    double(*vectors)[2] = (double(*)[2])(void *)work[2];
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double x = mesh->base.centroid[c][0];
        work[0][c] = x < 5 ? 1.5 - 0.1 * x : 0;
        work[1][c] = 0.1 * x + 0.2 * sin(mesh->base.centroid[c][1]);
        vectors[c][0] = x;
        vectors[c][1] = -0.5;
    }
    work[0][3] = NAN;
    return (eg_map){.shapes = eg_shapes_of_mesh(mesh),
                    .values = work[0],
                    .title = "everything",
                    .label = "depth",
                    .unit = "m",
                    .has_time = true,
                    .time = 12.5,
                    .colormap = EG_COLORMAP_WATER,
                    .depth = work[0],
                    .dry_depth = 1e-6,
                    .bed = work[1],
                    .bed_contours = 8,
                    .vectors = work[2],
                    .vector_components = 2,
                    .cell_edges = true,
                    .points = points,
                    .point_names = names,
                    .point_count = 2};
}

static void take_work(test *t, const eg_plane *mesh, double *work[4])
{
    for (int w = 0; w < 4; w++)
        OK(eg_alloc(t->context, 2 * mesh->base.own, sizeof **work, &work[w]));
}

static void free_work(test *t, double *work[4])
{
    for (int w = 0; w < 4; w++)
        eg_free(t->context, &work[w]);
}

static void same_picture_has_the_same_bytes(void **state)
{
    test *t = *state;
    eg_plane *mesh = jittered_mesh(t, EG_BOX_TRIANGLE);
    double *work[4];
    take_work(t, mesh, work);
    eg_map map = full_map(mesh, work);
    char *bytes[2] = {NULL, NULL};
    int64_t length[2];
    for (int k = 0; k < 2; k++) {
        bool has_text = false;
        map.label = k ? "depth_of_water" : "depth of water"; /* a name is drawn as words */
        OK(eg_plot_map(t->context, path_of(t, 0, "a.png"), &map, &has_text));
        OK(eg_file_read(t->context, EG_INPUT, t->path[0], 1 << 24, &bytes[k], &length[k]));
    }
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], (size_t)length[0]);
    image i = read_png(t->path[0]);
    assert_int_equal(i.width, 1400);
    assert_in_range(i.height, 600, 1050);
    cairo_surface_destroy(i.surface);
    eg_free(t->context, &bytes[0]);
    eg_free(t->context, &bytes[1]);
    free_work(t, work);
    eg_plane_destroy(&mesh);
}

static void form_of_the_picture_follows_the_domain(void **state)
{
    test *t = *state;
    const struct {
        double size[2];
        int width, least, most;
    } cases[] = {{{100, 1}, 1400, 200, 400}, {{10, 1}, 1400, 250, 450}, {{1, 10}, 560, 900, 1041}};
    for (int k = 0; k < COUNT(cases); k++) {
        eg_plane *mesh = NULL;
        OK(eg_plane_box(t->context,
                        &(eg_box_options){.size = {cases[k].size[0], cases[k].size[1]}, .cells = {8, 8}},
                        &mesh));
        double values[64] = {1, 2, 3};
        OK(eg_plot_map(t->context, path_of(t, 0, "a.png"),
                       &(eg_map){.shapes = eg_shapes_of_mesh(mesh), .values = values}, NULL));
        image i = read_png(t->path[0]);
        assert_int_equal(i.width, cases[k].width);
        assert_in_range(i.height, cases[k].least, cases[k].most);
        cairo_surface_destroy(i.surface);
        eg_plane_destroy(&mesh);
    }
}

/* Where the bed is not known it is grey, with no contour in it nor round it. */
static void no_contours_where_nothing_is_known(void **state)
{
    test *t = *state;
    eg_plane *mesh = NULL;
    double values[400];
    int64_t grey[2], all[2];
    OK(eg_plane_box(t->context, &(eg_box_options){.size = {20, 20}, .cells = {20, 20}}, &mesh));
    for (int64_t c = 0; c < 400; c++) {
        const double *x = mesh->base.centroid[c];
        values[c] = fabs(x[0] - 10) < 4 && fabs(x[1] - 10) < 4 ? NAN : 100 + 0.1 * x[0];
    }
    for (int contours = 0; contours < 2; contours++) {
        OK(eg_plot_map(t->context, path_of(t, 0, "a.png"),
                       &(eg_map){.shapes = eg_shapes_of_mesh(mesh),
                                 .values = values,
                                 .colormap = EG_COLORMAP_EARTH,
                                 .bed = values,
                                 .bed_contours = 8 * contours},
                       NULL));
        image i = read_png(t->path[0]);
        grey[contours] = count_pixels(&i, 0xaaaaaa);
        all[contours] = count_pixels(&i, pixel(&i, 200, 200));
        cairo_surface_destroy(i.surface);
    }
    assert_true(grey[0] > 10000 && grey[1] == grey[0]);
    assert_true(all[1] > 0 && all[1] <= all[0]);
    eg_plane_destroy(&mesh);
}

static void dry_land_is_not_water(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_QUADRANGLE);
    double depth[12] = {0};
    OK(eg_plot_map(t->context, path_of(t, 0, "a.png"),
                   &(eg_map){.shapes = eg_shapes_of_mesh(mesh),
                             .values = depth,
                             .colormap = EG_COLORMAP_WATER,
                             .depth = depth},
                   NULL));
    image i = read_png(t->path[0]);
    assert_true(count_pixels(&i, 222 << 16 | 210 << 8 | 186) > 100000);
    cairo_surface_destroy(i.surface);
    eg_plane_destroy(&mesh);
}

/* ---- range, ticks, numbers, colours */

static void range_leaves_wild_cells_out(void **state)
{
    test *t = *state;
    eg_plane *mesh = NULL;
    OK(eg_plane_box(t->context, &(eg_box_options){.size = {1, 1}, .cells = {100, 100}}, &mesh));
    double *values = NULL;
    OK(eg_alloc(t->context, mesh->base.own, sizeof *values, &values));
    for (int64_t c = 0; c < mesh->base.own; c++)
        values[c] = 1 + (double)c / 10000;
    eg_map map = {.shapes = eg_shapes_of_mesh(mesh), .values = values};
    eg_range range;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == 1 && range.high == values[9999]);
    assert_false(range.below || range.above);
    values[500] = 1e6;
    values[501] = NAN;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.high < 2.01 && range.above && !range.below);
    map.symmetric = true;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == -range.high && !range.is_one);
    for (int64_t c = 0; c < mesh->base.own; c++)
        values[c] = 3;
    map.symmetric = false;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low < 3 && range.high > 3 && range.is_one && range.value == 3);
    map.has_range = true;
    FAILS(eg_range_find(t->context, &map, &range), EG_USAGE, "is empty");
    eg_free(t->context, &values);
    eg_plane_destroy(&mesh);
}

static void expect_ticks(const eg_ticks *ticks, const char *expected)
{
    char all[512] = "";
    for (int i = 0; i < ticks->count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", ticks->text[i]);
    if (ticks->factor[0])
        snprintf(all + strlen(all), sizeof all - strlen(all), " [%s]", ticks->factor);
    assert_string_equal(all, expected);
}

static void ticks_are_round_and_exact(void **state)
{
    (void)state;
    const struct {
        double low, high;
        int most;
        const char *expected;
    } cases[] = {
        {0, 10, 5, "0 2 4 6 8 10"},
        {0, 0.3, 4, "0.0 0.1 0.2 0.3"},
        {-0.021, 0.02, 4, "−0.02 0.00 0.02"},
        {0, 1, 1, "0 1"},
        {456000, 456400, 4, "456000 456100 456200 456300 456400"},
        {0, 4e7, 4, "0 1 2 3 4 [× 10⁷]"},
        {-3e-5, 3e-5, 3, "−2 0 2 [× 10⁻⁵]"},
        {1000.0009, 1000.0011, 4, "0.00090 0.00095 0.00100 0.00105 0.00110 [+ 1000.00]"},
        {5, 5, 4, ""},
        {NAN, 1, 4, ""},
    };
    for (int k = 0; k < COUNT(cases); k++) {
        eg_ticks ticks;
        eg_ticks_linear(cases[k].low, cases[k].high, cases[k].most, &ticks);
        expect_ticks(&ticks, cases[k].expected);
    }
    eg_ticks ticks;
    eg_ticks_log(0.01, 100, 6, &ticks);
    expect_ticks(&ticks, "0.01 0.1 1 10 100");
    eg_ticks_log(3e-4, 6e-3, 8, &ticks);
    expect_ticks(&ticks, "5·10⁻⁴ 10⁻³ 2·10⁻³ 5·10⁻³");
    eg_ticks_log(1e-12, 1e6, 5, &ticks);
    assert_in_range(ticks.count, 3, 6);
}

static void numbers_and_units_read_well(void **state)
{
    (void)state;
    char text[64];
    eg_number_text(0.1 + 0.2, 6, text);
    assert_string_equal(text, "0.3");
    eg_number_text(123456.789, 3, text);
    assert_string_equal(text, "123000");
    eg_number_text(0, 3, text);
    assert_string_equal(text, "0");
    eg_unit_text("m3/s", text);
    assert_string_equal(text, "m³/s");
    eg_unit_text("s/m^(1/3)", text);
    assert_string_equal(text, "s/m^(1/3)");
    eg_unit_text(NULL, text);
    assert_string_equal(text, "");
}

static double luminance(uint32_t color)
{
    double sum = 0;
    const double weight[3] = {0.2126, 0.7152, 0.0722};
    for (int k = 0; k < 3; k++)
        sum += weight[k] * pow((color >> (16 - 8 * k) & 255) / 255.0, 2.2);
    return sum;
}

static void lightness_runs_one_way(void **state)
{
    (void)state;
    for (int i = 1; i <= 256; i++) {
        double before = (i - 1) / 256.0, now = i / 256.0;
        assert_true(luminance(color_at(EG_COLORMAP_SEQUENTIAL, now)) >
                    luminance(color_at(EG_COLORMAP_SEQUENTIAL, before)) - 2e-3);
        assert_true(luminance(color_at(EG_COLORMAP_WATER, now)) <
                    luminance(color_at(EG_COLORMAP_WATER, before)) + 2e-3);
        bool rising = now <= 0.5;
        double step = luminance(color_at(EG_COLORMAP_DIVERGING, now)) -
                      luminance(color_at(EG_COLORMAP_DIVERGING, before));
        assert_true(rising ? step > -2e-3 : step < 2e-3);
    }
    assert_int_equal(color_at(EG_COLORMAP_WATER, -5), color_at(EG_COLORMAP_WATER, 0));
    assert_int_equal(color_at(EG_COLORMAP_WATER, 7), color_at(EG_COLORMAP_WATER, 1));
    assert_int_equal(color_at(EG_COLORMAP_WATER, NAN), color_at(EG_COLORMAP_WATER, 0));
}

/* ---- lines, panels, fonts, failures */

static void lines_are_drawn_in_their_color(void **state)
{
    test *t = *state;
    const double x[3] = {0, 1, 2}, y[3] = {1, 1, 1}, gap[3] = {1, NAN, 1};
    const eg_plot_line one = {.name = "a", .count = 3, .x = x, .y = y, .color = 9},
                       two = {.name = "a", .count = 3, .x = x, .y = gap, .color = 9};
    int64_t dark[2];
    for (int k = 0; k < 2; k++) {
        OK(eg_plot_lines(t->context, path_of(t, 0, "a.png"),
                         &(eg_lines){.lines = k ? &two : &one, .line_count = 1}, NULL));
        image i = read_png(t->path[0]);
        assert_int_equal(i.width, 1400);
        dark[k] = count_dark(&i);
        cairo_surface_destroy(i.surface);
    }
    /* The line is over a thousand pixels long; with a gap at its middle point nothing of it is left
     * but the piece in the legend. */
    assert_true(dark[0] > dark[1] + 1000);
}

static void plots_without_points_are_refused(void **state)
{
    test *t = *state;
    const double x[2] = {-1, NAN}, y[2] = {1, 2};
    const eg_plot_line line = {.count = 2, .x = x, .y = y};
    FAILS(eg_plot_lines(t->context, path_of(t, 0, "a.png"), &(eg_lines){.title = "empty"}, NULL), EG_USAGE,
          "the plot 'empty' has no finite point");
    FAILS(eg_plot_lines(t->context, t->path[0], &(eg_lines){.lines = &line, .line_count = 1, .x_log = true},
                        NULL),
          EG_USAGE, "no finite point");
    FAILS(eg_plot_lines(t->context, t->path[0],
                        &(eg_lines){.lines = &line, .line_count = 1, .has_y_range = true, .y_range = {2, 1}},
                        NULL),
          EG_USAGE, "is empty");
    assert_false(is_there(t->path[0]));
    eg_figure *figure = NULL;
    FAILS(eg_figure_create(t->context, &(eg_figure_options){.width = 20}, &figure), EG_USAGE,
          "20 x 0 pixels");
}

static void panels_fill_a_figure(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_QUADRANGLE);
    double values[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const double x[2] = {1, 10}, y[2] = {0.1, 0.001};
    const eg_plot_line line = {.name = "L1", .count = 2, .x = x, .y = y, .style = EG_LINE_SOLID_DOTS};
    eg_figure *figure = NULL;
    OK(eg_figure_create(t->context, &(eg_figure_options){.width = 800, .columns = 2, .title = "two panels"},
                        &figure));
    OK(eg_figure_map(
        figure, 0, 0,
        &(eg_map){.shapes = eg_shapes_of_mesh(mesh), .values = values, .colormap = EG_COLORMAP_EARTH}));
    OK(eg_figure_lines(figure, 1, 0,
                       &(eg_lines){.lines = &line, .line_count = 1, .x_log = true, .y_log = true}));
    OK(eg_figure_write(figure, path_of(t, 0, "a.png")));
    eg_figure_destroy(&figure);
    image i = read_png(t->path[0]);
    assert_int_equal(i.width, 800);
    /* The map is brown, the first series is blue. */
    int64_t half[2] = {0, 0};
    for (int row = 0; row < i.height; row++)
        for (int column = 0; column < i.width; column++)
            half[column >= 400] += is_blue(pixel(&i, column, row));
    assert_int_equal(half[0], 0);
    assert_true(half[1] > 50);
    cairo_surface_destroy(i.surface);
    eg_plane_destroy(&mesh);
}

static void without_a_font_there_is_no_text(void **state)
{
    test *t = *state;
    static const char empty[] = "<?xml version=\"1.0\"?><fontconfig></fontconfig>\n";
    OK(eg_file_write(t->context, path_of(t, 1, "fonts.conf"), empty, (int64_t)strlen(empty)));
    eg_plane *mesh = small_mesh(t, EG_BOX_QUADRANGLE);
    double values[12] = {0, 1};
    const eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                        .values = values,
                        .title = "no text",
                        .label = "depth",
                        .has_time = true};
    setenv("FONTCONFIG_FILE", t->path[1], 1);
    bool has_text = true;
    OK(eg_plot_map(t->context, path_of(t, 0, "a.png"), &map, &has_text));
    unsetenv("FONTCONFIG_FILE");
    assert_false(has_text);
    image i = read_png(t->path[0]);
    assert_int_equal(i.width, 1400);
    cairo_surface_destroy(i.surface);
    eg_plane_destroy(&mesh);
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    double *work[4];
    take_work(t, mesh, work);
    eg_map map = full_map(mesh, work);
    int64_t held = eg_context_blocks_held(t->context);
    int nth = 1;
    for (; nth < 100; nth++) {
        eg_memory_fail_at(t->context, nth);
        eg_status status = eg_plot_map(t->context, path_of(t, 0, "a.png"), &map, NULL);
        eg_memory_fail_at(t->context, 0);
        assert_int_equal(eg_context_blocks_held(t->context), held);
        if (status == EG_OK)
            break;
        assert_int_equal(status, EG_MEMORY);
    }
    assert_in_range(nth, 8, 99);
    FAILS(eg_plot_map(t->context, "/proc/none/a.png", &map, NULL), EG_IO, "/proc/none/a.png");
    free_work(t, work);
    eg_plane_destroy(&mesh);
}

static bool is_asked(const void *with)
{
    (void)with;
    return true;
}

/* The end of a run may be asked to stop: a picture of many cells hears it, and no file is there. */
static void a_stop_is_heard(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    double *work[4];
    take_work(t, mesh, work);
    eg_map map = full_map(mesh, work);
    int64_t held = eg_context_blocks_held(t->context);
    eg_context_listen(t->context, is_asked, NULL);
    FAILS(eg_plot_map(t->context, path_of(t, 0, "a.png"), &map, NULL), EG_STOPPED,
          "stopped while a picture was drawn");
    eg_context_listen(t->context, NULL, NULL);
    assert_int_equal(eg_context_blocks_held(t->context), held);
    assert_int_not_equal(access(t->path[0], F_OK), 0);
    OK(eg_plot_map(t->context, t->path[0], &map, NULL));
    free_work(t, work);
    eg_plane_destroy(&mesh);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_sample_lies_in_its_cell),
        TEST(map_shows_its_colors_without_seams),
        TEST(same_picture_has_the_same_bytes),
        TEST(form_of_the_picture_follows_the_domain),
        TEST(no_contours_where_nothing_is_known),
        TEST(dry_land_is_not_water),
        TEST(range_leaves_wild_cells_out),
        TEST(ticks_are_round_and_exact),
        TEST(numbers_and_units_read_well),
        TEST(lightness_runs_one_way),
        TEST(lines_are_drawn_in_their_color),
        TEST(plots_without_points_are_refused),
        TEST(panels_fill_a_figure),
        TEST(without_a_font_there_is_no_text),
        TEST(every_failed_allocation_is_survived),
        TEST(a_stop_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
