/* Pictures of point data: each cell shows its polynomial as it is, and jumps at faces stay. */
#include "picture_common.h"

/* A quadratic polynomial between 0.1 and 0.7 on the box of 10 m x 6 m, and a jump from cell to cell. */
static double bowl(int64_t cell, const double x[2])
{
    return 0.1 + 0.004 * (x[0] - 4) * (x[0] - 4) + 0.02 * x[1] + 0.003 * x[0] * x[1] +
           0.2 * (double)(cell % 2);
}

/* Values of one component at all nodes. */
typedef double field_function(int64_t cell, const double x[2]);

static double *values_of(test *t, const eg_plane *mesh, int degree, field_function *field)
{
    double *values = NULL;
    int64_t at = 0;
    OK(eg_alloc(t->context, eg_snapshot_value_count(&mesh->base, degree), sizeof *values, &values));
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        double points[EG_NODES_MOST][2], vertex[EG_CELL_VERTICES][2], x[2];
        eg_cell_type type = (eg_cell_type)mesh->type[cell];
        int nodes = eg_snapshot_nodes(type, degree, points);
        eg_plane_cell_vertices(mesh, cell, vertex);
        for (int n = 0; n < nodes; n++) {
            eg_cell_map(type, (const double(*)[2])vertex, points[n], x);
            values[at++] = field(cell, x);
        }
    }
    return values;
}

/* ---- values between the nodes */

static void probe_finds_the_polynomial(void **state)
{
    test *t = *state;
    eg_plane *meshes[3] = {mixed_mesh(t), small_mesh(t, EG_BOX_QUADRANGLE),
                           jittered_mesh(t, EG_BOX_QUADRANGLE)};
    for (int m = 0; m < 3; m++)
        for (int degree = 2; degree <= 12; degree += 5) {
            const eg_plane *mesh = meshes[m];
            double *values = values_of(t, mesh, degree, bowl);
            const eg_map map = {.shapes = eg_shapes_of_mesh(mesh), .degree = degree, .values = values};
            assert_int_equal(eg_map_value_count(&map), eg_snapshot_value_count(&mesh->base, degree));
            eg_probe probe;
            OK(eg_probe_create(t->context, &map, &probe));
            for (int64_t cell = 0; cell < mesh->base.own; cell++)
                for (int i = 0; i < 30; i++) {
                    double r = i * 11 % 31 / 30.0, s = i / 30.0, vertex[EG_CELL_VERTICES][2], x[2];
                    eg_cell_type type = (eg_cell_type)mesh->type[cell];
                    eg_plane_cell_vertices(mesh, cell, vertex);
                    eg_cell_map(type, (const double(*)[2])vertex,
                                (const double[2]){r, type == EG_TRIANGLE ? s * (1 - r) : s}, x);
                    eg_look look;
                    eg_probe_look(&probe, cell, x, &look);
                    assert_true(fabs(eg_look_value(&look, values, 1, 0) - bowl(cell, x)) < 1e-9);
                }
            eg_probe_free(&probe);
            eg_free(t->context, &values);
        }
    for (int m = 0; m < 3; m++)
        eg_plane_destroy(&meshes[m]);
}

/* ---- pixels */

/* Writes a small picture of the map without any text beside it. */
static image draw(test *t, const eg_map *map)
{
    eg_figure *figure = NULL;
    OK(eg_figure_create(t->context, &(eg_figure_options){.width = 700, .height = 440}, &figure));
    OK(eg_figure_map(figure, 0, 0, map));
    OK(eg_figure_write(figure, path_of(t, 0, "a.png")));
    eg_figure_destroy(&figure);
    return read_png(t->path[0]);
}

/* The middle of one of the 256 shades. */
static const double uniform_value = 192.5 / 256;

static double uniform(int64_t cell, const double x[2])
{
    (void)cell;
    (void)x;
    return uniform_value;
}

/* The pixels of the plot: left, right, top, bottom, found in a picture of one colour. */
static void find_plot(test *t, eg_map map, const eg_plane *mesh, int plot[4])
{
    double *values = values_of(t, mesh, map.degree, uniform);
    map.values = values;
    image i = draw(t, &map);
    uint32_t color = color_at(map.colormap, uniform_value);
    plot[0] = plot[1] = 300;
    plot[2] = plot[3] = 200;
    assert_int_equal(pixel(&i, 300, 200), color);
    while (pixel(&i, plot[0] - 1, 200) == color)
        plot[0]--;
    while (pixel(&i, plot[1] + 1, 200) == color)
        plot[1]++;
    while (pixel(&i, 300, plot[2] - 1) == color)
        plot[2]--;
    while (pixel(&i, 300, plot[3] + 1) == color)
        plot[3]++;
    for (int y = plot[2]; y <= plot[3]; y++)
        for (int x = plot[0]; x <= plot[1]; x++)
            assert_int_equal(pixel(&i, x, y), color);
    assert_true(plot[1] - plot[0] > 400 && plot[3] - plot[2] > 250);
    cairo_surface_destroy(i.surface);
    eg_free(t->context, &values);
}

/* The place of a pixel's middle, and the cell that it lies in with all pixels around; -1: none. */
static int64_t cell_of_pixel(const eg_plane *mesh, const int plot[4], int column, int row, double point[2])
{
    double size[2] = {10.0 / (plot[1] - plot[0] + 1), 6.0 / (plot[3] - plot[2] + 1)};
    int64_t cell = -1;
    for (int i = 0; i < 9; i++) {
        point[0] = (column - plot[0] + 0.5 + 2 * (i % 3 - 1)) * size[0];
        point[1] = 6 - (row - plot[2] + 0.5 + 2 * (i / 3 - 1)) * size[1];
        int64_t there = eg_plane_locate(mesh, point);
        if (i > 0 && there != cell)
            return -1;
        cell = there;
    }
    point[0] -= 2 * size[0];
    point[1] += 2 * size[1];
    return cell;
}

static int furthest_channel(uint32_t a, uint32_t b)
{
    int most = 0;
    for (int k = 0; k < 24; k += 8)
        most = (int)fmax(most, abs((int)(a >> k & 255) - (int)(b >> k & 255)));
    return most;
}

static void polynomials_are_drawn_with_their_jumps(void **state)
{
    test *t = *state;
    const eg_box_element elements[2] = {EG_BOX_TRIANGLE, EG_BOX_QUADRANGLE};
    for (int e = 0; e < 2; e++) {
        eg_plane *mesh = jittered_mesh(t, elements[e]);
        double *values = values_of(t, mesh, 2, bowl);
        eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                      .degree = 2,
                      .values = values,
                      .has_range = true,
                      .low = 0,
                      .high = 1};
        int plot[4];
        find_plot(t, map, mesh, plot);
        image i = draw(t, &map);
        int64_t seen = 0;
        for (int row = plot[2]; row <= plot[3]; row += 2)
            for (int column = plot[0] + row / 2 % 3; column <= plot[1]; column += 3) {
                double x[2];
                int64_t cell = cell_of_pixel(mesh, plot, column, row, x);
                if (cell < 0)
                    continue;
                /* The jump of 0.2 changes the colour by more than 50; a pixel is 0.02 m. */
                uint32_t expected = color_at(EG_COLORMAP_SEQUENTIAL, bowl(cell, x));
                assert_in_range(furthest_channel(pixel(&i, column, row), expected), 0, 5);
                seen++;
            }
        assert_true(seen > 8000);
        cairo_surface_destroy(i.surface);
        eg_free(t->context, &values);
        eg_plane_destroy(&mesh);
    }
}

/* ---- contours */

/* A smooth polynomial of degree 2 above 0.5, where colours are bright. Its level 1 is the circle of radius 2
 * round (5, 3). */
static double circle(int64_t cell, const double x[2])
{
    (void)cell;
    return 0.5 + ((x[0] - 5) * (x[0] - 5) + (x[1] - 3) * (x[1] - 3)) / 8;
}

static bool is_dark(uint32_t color)
{
    return (color >> 16 & 255) < 120 && (color >> 8 & 255) < 120 && (color & 255) < 120;
}

/* Dark pixels of the plot are near the circle, and each place of the circle is near a dark one. `near`:
 * pixels. */
static void expect_circle(const image *i, const int plot[4], double near)
{
    double scale = (plot[1] - plot[0] + 1) / 10.0, radius = 2 * scale;
    double middle[2] = {plot[0] + 5 * scale, plot[2] + 3 * scale};
    int64_t dark = 0;
    for (int y = plot[2] + 3; y <= plot[3] - 3; y++)
        for (int x = plot[0] + 3; x <= plot[1] - 3; x++)
            if (is_dark(pixel(i, x, y))) {
                dark++;
                assert_true(fabs(hypot(x + 0.5 - middle[0], y + 0.5 - middle[1]) - radius) < near);
            }
    assert_true((double)dark > radius);
    for (int k = 0; k < 90; k++) {
        double at[2] = {middle[0] + radius * cos(k * 0.07), middle[1] + radius * sin(k * 0.07)};
        bool found = false;
        int most = (int)near + 2, wide = 2 * most + 1;
        for (int d = 0; d < wide * wide; d++)
            found = found || is_dark(pixel(i, (int)at[0] + d % wide - most, (int)at[1] + d / wide - most));
        assert_true(found);
    }
}

static void contours_follow_the_polynomial(void **state)
{
    test *t = *state;
    const double levels[] = {-3, 1, 40};
    const eg_box_element elements[2] = {EG_BOX_TRIANGLE, EG_BOX_QUADRANGLE};
    for (int e = 0; e < 4; e++) {
        eg_plane *mesh = jittered_mesh(t, elements[e % 2]);
        eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                      .degree = e < 2 ? 2 : 0,
                      .has_range = true,
                      .low = 0,
                      .high = 1};
        int plot[4];
        eg_map point_map = map;
        point_map.degree = 2;
        find_plot(t, point_map, mesh, plot);
        double *values = values_of(t, mesh, 2, circle);
        for (int64_t cell = 0; map.degree == 0 && cell < mesh->base.own; cell++)
            values[cell] = circle(cell, mesh->base.centroid[cell]);
        map.values = values;
        map.contours = levels;
        map.contour_count = COUNT(levels);
        image i = draw(t, &map);
        expect_circle(&i, plot, map.degree == 0 ? 14 : 2.5);
        cairo_surface_destroy(i.surface);
        eg_free(t->context, &values);
        eg_plane_destroy(&mesh);
    }
}

static double slope(int64_t cell, const double x[2])
{
    (void)cell;
    return x[0] - 5;
}

/* Where the polynomial of the depth is not positive there is land, inside of cells too. */
static void shores_run_through_cells(void **state)
{
    test *t = *state;
    eg_plane *mesh = NULL;
    OK(eg_plane_box(t->context, &(eg_box_options){.size = {10, 6}, .cells = {3, 2}}, &mesh));
    double *values = values_of(t, mesh, 1, uniform), *depth = values_of(t, mesh, 1, slope);
    eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                  .degree = 1,
                  .values = values,
                  .has_range = true,
                  .low = 0,
                  .high = 1};
    int plot[4];
    find_plot(t, map, mesh, plot);
    map.depth = depth;
    image i = draw(t, &map);
    int64_t all = (int64_t)(plot[1] - plot[0] + 1) * (plot[3] - plot[2] + 1);
    int64_t dry = count_pixels(&i, 222 << 16 | 210 << 8 | 186);
    assert_true(fabs((double)dry / (double)all - 0.5) < 0.01);
    assert_int_equal(pixel(&i, plot[0] + 5, plot[2] + 5), 222 << 16 | 210 << 8 | 186);
    assert_int_equal(pixel(&i, plot[1] - 5, plot[2] + 5), color_at(EG_COLORMAP_SEQUENTIAL, uniform_value));
    cairo_surface_destroy(i.surface);
    eg_free(t->context, &values);
    eg_free(t->context, &depth);
    eg_plane_destroy(&mesh);
}

static void cells_with_nan_are_grey(void **state)
{
    test *t = *state;
    eg_plane *mesh = NULL;
    OK(eg_plane_box(t->context, &(eg_box_options){.size = {10, 6}, .cells = {5, 3}}, &mesh));
    double *values = values_of(t, mesh, 3, uniform);
    values[4 * 16 + 7] = NAN;
    /* one range for both pictures: what stands beside the colour bar takes as much of their width */
    const eg_map map = {
        .shapes = eg_shapes_of_mesh(mesh), .degree = 3, .values = values, .has_range = true, .high = 1};
    image i = draw(t, &map);
    int64_t grey = count_pixels(&i, 0xaaaaaa);
    int plot[4];
    find_plot(t, map, mesh, plot);
    double all = (plot[1] - plot[0] + 1) * (plot[3] - plot[2] + 1);
    assert_true(fabs((double)grey / all - 1.0 / 15) < 0.005);
    cairo_surface_destroy(i.surface);
    eg_free(t->context, &values);
    eg_plane_destroy(&mesh);
}

/* ---- ranges and colours */

static void range_is_that_of_all_nodes(void **state)
{
    test *t = *state;
    eg_plane *mesh = mixed_mesh(t);
    double *values = values_of(t, mesh, 3, uniform);
    int64_t count = eg_snapshot_value_count(&mesh->base, 3);
    values[0] = -0.5;
    values[count - 1] = 2;
    eg_map map = {.shapes = eg_shapes_of_mesh(mesh), .degree = 3, .values = values};
    eg_range range;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == -0.5 && range.high == 2);
    map.symmetric = true;
    OK(eg_range_find(t->context, &map, &range));
    assert_true(range.low == -2 && range.high == 2);
    eg_free(t->context, &values);
    eg_plane_destroy(&mesh);
}

static void signed_values_are_told(void **state)
{
    (void)state;
    const struct {
        double values[3];
        bool is_signed;
    } cases[] = {{{-1, 0, 1}, true},   {{-0.06, 0, 1}, true},      {{-0.04, 0, 1}, false},
                 {{0, 0.5, 1}, false}, {{-3, -2, -1}, false},      {{0, 0, 0}, false},
                 {{NAN, -1, 2}, true}, {{-INFINITY, 1, 2}, false}, {{-9, 0.5, NAN}, true}};
    for (int i = 0; i < COUNT(cases); i++)
        assert_int_equal(eg_values_are_signed(cases[i].values, 3), cases[i].is_signed);
}

/* CIE lightness, 0 to 100. */
static double lightness(uint32_t color)
{
    const double weight[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double v = (color >> (16 - 8 * k) & 255) / 255.0;
        sum += weight[k] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return 116 * cbrt(sum) - 16;
}

/* Blue and red of the same distance from 0 are equally strong, and lighter towards it. */
static void diverging_colors_are_balanced(void **state)
{
    (void)state;
    for (int i = 1; i <= 100; i++) {
        uint32_t blue = color_at(EG_COLORMAP_DIVERGING, 0.5 - 0.005 * i),
                 red = color_at(EG_COLORMAP_DIVERGING, 0.5 + 0.005 * i);
        assert_true(fabs(lightness(blue) - lightness(red)) < 2.5);
        assert_true((blue & 255) > (blue >> 16 & 255) && (red >> 16 & 255) > (red & 255));
        assert_true(lightness(blue) < lightness(color_at(EG_COLORMAP_DIVERGING, 0.505 - 0.005 * i)));
        assert_true(lightness(red) < lightness(color_at(EG_COLORMAP_DIVERGING, 0.495 + 0.005 * i)));
    }
    assert_true(lightness(color_at(EG_COLORMAP_DIVERGING, 0.5)) > 95);
}

/* ---- all of it */

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    eg_plane *mesh = mixed_mesh(t);
    double *values = values_of(t, mesh, 4, bowl), *vectors = NULL;
    int64_t count = eg_snapshot_value_count(&mesh->base, 4);
    OK(eg_alloc(t->context, 2 * count, sizeof *vectors, &vectors));
    for (int64_t i = 0; i < count; i++)
        vectors[2 * i] = values[i];
    const eg_map map = {.shapes = eg_shapes_of_mesh(mesh),
                        .degree = 4,
                        .values = values,
                        .depth = values,
                        .dry_depth = 0.3,
                        .bed = values,
                        .bed_contours = 5,
                        .vectors = vectors,
                        .vector_components = 2,
                        .cell_edges = true};
    int64_t held = eg_context_blocks_held(t->context);
    int nth = 1;
    for (; nth < 100; nth++) {
        eg_memory_fail_at(t->context, nth);
        eg_figure *figure = NULL;
        eg_status status = eg_figure_create(t->context, &(eg_figure_options){.width = 300}, &figure);
        if (status == EG_OK)
            status = eg_figure_map(figure, 0, 0, &map);
        eg_figure_destroy(&figure);
        eg_memory_fail_at(t->context, 0);
        assert_int_equal(eg_context_blocks_held(t->context), held);
        if (status == EG_OK)
            break;
        assert_int_equal(status, EG_MEMORY);
    }
    assert_in_range(nth, 8, 99);
    eg_free(t->context, &values);
    eg_free(t->context, &vectors);
    eg_plane_destroy(&mesh);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(probe_finds_the_polynomial),
        TEST(polynomials_are_drawn_with_their_jumps),
        TEST(contours_follow_the_polynomial),
        TEST(shores_run_through_cells),
        TEST(cells_with_nan_are_grey),
        TEST(range_is_that_of_all_nodes),
        TEST(signed_values_are_told),
        TEST(diverging_colors_are_balanced),
        TEST(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
