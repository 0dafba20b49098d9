/* Slices: each place once, values and gradients of the solution, outlines, axes, refusals. */
#include "picture_common.h"

#include "io/picture/slice.h"
#include "mesh/hexes/hexes.h"

enum { VALUES = 64 }; /* of degree 3 */

/* A cubic of the place. */
static double cubic(const double x[3], double gradient[3])
{
    gradient[0] = 2 * x[0] + 3 * x[1] * x[2];
    gradient[1] = 3 * x[0] * x[2] - 1;
    gradient[2] = 3 * x[0] * x[1];
    return x[0] * x[0] - x[1] + 3 * x[0] * x[1] * x[2];
}

/* A box of 2 x 1 x 1, of bent elements but for its faces, of two regions: x below and above `middle`. */
static eg_status bend(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t i = 0; i < count; i++) {
        double by = 0.1 * sin(1.5707963 * x[i][0]) * sin(3.14159265 * x[i][1]);
        x[i][0] += x[i][2] * (1 - x[i][2]) * by;
        x[i][1] -= x[i][2] * (1 - x[i][2]) * by;
    }
    return EG_OK;
}

static eg_hexes *bent_box(test *t)
{
    eg_hexes *mesh = NULL;
    const eg_point_map map = {.apply = bend};
    OK(eg_hexes_box(
        t->context,
        &(eg_hexes_box_options){
            .size = {2, 1, 1}, .cells = {4, 2, 2}, .degree = 3, .map = &map, .shuffle = true, .seed = 3},
        &mesh));
    return mesh;
}

static eg_map_slice cut(test *t, const eg_hexes *mesh, int normal, double at)
{
    eg_map_slice slice =
        eg_map_slice_begin(t->context, normal, at, mesh->base.box_low, mesh->base.box_high, true);
    for (int64_t e = 0; e < mesh->base.held; e++) {
        double x[VALUES][3], values[VALUES], gradient[3];
        eg_hexes_element_points(mesh, e, x);
        for (int n = 0; n < VALUES; n++)
            values[n] = cubic(x[n], gradient);
        eg_map_slice_element element = {.geometry_degree = 3,
                                        .degree = 3,
                                        .x = (const double(*)[3])x,
                                        .values = values,
                                        .region = mesh->base.centroid[e][0] > 1};
        for (int side = 0; side < 6; side++)
            element.outlined[side] = mesh->face_boundary[mesh->face[e][side]] >= 0;
        OK(eg_map_slice_add(&slice, &element));
    }
    return slice;
}

/* Twice the area; of each corner the value and the gradient are near the solution's. */
static double check_triangles(const eg_map_slice *slice)
{
    double twice = 0;
    for (int64_t i = 0; i < slice->triangles; i++) {
        const eg_map_slice_triangle *a = &slice->triangle[i];
        double area = (a->x[1][0] - a->x[0][0]) * (a->x[2][1] - a->x[0][1]) -
                      (a->x[1][1] - a->x[0][1]) * (a->x[2][0] - a->x[0][0]);
        assert_true(area > 0);
        twice += area;
        for (int v = 0; v < 3; v++) {
            double x[3], gradient[3];
            x[slice->normal] = slice->at;
            for (int k = 0; k < 2; k++)
                x[slice->axis[k]] = a->x[v][k];
            assert_true(fabs(a->value[v] - cubic(x, gradient)) < 2e-3);
            for (int k = 0; k < 2; k++)
                assert_true(fabs(a->gradient[v][k] - gradient[slice->axis[k]]) < 2e-2);
        }
    }
    return twice;
}

static void slices_show_each_place_once(void **state)
{
    test *t = *state;
    eg_hexes *mesh = bent_box(t);
    /* Inside elements, on faces between them, on both ends; area and circumference of the section. */
    const struct {
        int normal;
        double at, area, round;
    } cases[] = {{0, 0.9, 1, 4}, {0, 1, 1, 4},  {1, 0.3, 2, 6}, {2, 0.7, 2, 6},
                 {2, 0.5, 2, 6}, {2, 0, 2, -1}, {2, 1, 2, -1}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_map_slice slice = cut(t, mesh, cases[i].normal, cases[i].at);
        assert_true(fabs(0.5 * check_triangles(&slice) - cases[i].area) < 2e-3);
        double length = 0;
        for (int64_t k = 0; k < slice.segments; k++)
            length +=
                hypot(slice.segment[k][2] - slice.segment[k][0], slice.segment[k][3] - slice.segment[k][1]);
        assert_true(cases[i].round < 0 || fabs(length - cases[i].round) < 1e-3);
        eg_map_slice_free(&slice);
    }
    eg_hexes_destroy(&mesh);
}

static void axes_are_those_that_are_shown(void **state)
{
    test *t = *state;
    static const char *const names[3][2] = {{"y", "z"}, {"x", "z"}, {"x", "y"}};
    static const char *const regions[] = {"left", "right"};
    eg_hexes *mesh = bent_box(t);
    for (int normal = 0; normal < 3; normal++) {
        eg_map_slice slice = cut(t, mesh, normal, 0.4);
        eg_map map = {.title = "a slice", .regions = 2, .region_names = regions};
        OK(eg_map_slice_map(&slice, &map));
        for (int k = 0; k < 2; k++)
            assert_string_equal(map.axis_names[k], names[normal][k]);
        assert_int_equal(eg_map_value_count(&map), 3 * slice.triangles);
        OK(eg_plot_map(t->context, path_of(t, 0, "slice.png"), &map, NULL));
        image i = read_png(t->path[0]);
        assert_in_range(i.width, 560, 1400);
        cairo_surface_destroy(i.surface);
        eg_map_slice_free(&slice);
    }
    eg_map_slice outside = cut(t, mesh, 1, 1.5);
    FAILS(eg_map_slice_map(&outside, &(eg_map){0}), EG_USAGE,
          "the slice across y at 1.5 m meets no element; the domain spans 0 to 1 m there");
    eg_map_slice_free(&outside);
    eg_hexes_destroy(&mesh);
}

static void gaps_as_thin_as_a_sample_are_closed(void **state)
{
    (void)state;
    int32_t cells[6 * 6];
    eg_canvas canvas = {.width = 3, .height = 3, .cell = cells};
    for (int i = 0; i < 36; i++)
        cells[i] = i % 6 == 2 || i % 6 > 3 ? -1 : 7;
    eg_canvas_close_seams(&canvas);
    for (int i = 0; i < 36; i++)
        assert_int_equal(cells[i], i % 6 > 3 ? -1 : 7);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(slices_show_each_place_once), TEST(axes_are_those_that_are_shown),
                                       TEST(gaps_as_thin_as_a_sample_are_closed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
