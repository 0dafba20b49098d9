/* Points of cells: from the plane to the reference cell and back. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "mesh/plane/plane.h"

/* The image of a reference point of a cell, taken back: the same point to 1e-14. */
static void check_cell(const eg_plane *mesh, int64_t cell)
{
    static const double given[][2] = {{0, 0}, {1, 0}, {0, 1}, {0.2, 0.3}, {0.5, 0.5}, {0.01, 0.9}};
    double x[EG_CELL_VERTICES][2];
    eg_cell_type type = (eg_cell_type)mesh->type[cell];
    eg_plane_cell_vertices(mesh, cell, x);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        double point[2], found[2];
        eg_cell_map(type, (const double(*)[2])x, given[i], point);
        eg_plane_reference_point(mesh, cell, point, found);
        assert_true(fabs(found[0] - given[i][0]) < 1e-14 && fabs(found[1] - given[i][1]) < 1e-14);
    }
}

static void check_mesh(eg_box_element element, double jitter)
{
    eg_context *context;
    eg_plane *mesh;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    const eg_box_options box = {.size = {2, 1},
                                .cells = {8, 8},
                                .element = element,
                                .jitter = jitter,
                                .shuffle = jitter > 0,
                                .seed = 7};
    assert_int_equal(eg_plane_box(context, &box, &mesh), EG_OK);
    for (int64_t c = 0; c < mesh->base.own; c++)
        check_cell(mesh, c);
    eg_plane_destroy(&mesh);
    assert_int_equal(eg_context_blocks_held(context), 0);
    eg_context_destroy(&context);
}

static void points_go_to_the_reference_cell_and_back(void **state)
{
    (void)state;
    check_mesh(EG_BOX_TRIANGLE, 0);
    check_mesh(EG_BOX_TRIANGLE, 0.3);
    check_mesh(EG_BOX_QUADRANGLE, 0);
    check_mesh(EG_BOX_QUADRANGLE, 0.3);
}

/* The centre's image is the mean of the vertices. */
static void the_centre_is_the_mean_of_the_vertices(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        int count = eg_cell_type_vertices((eg_cell_type)type);
        const double(*x)[2] = eg_reference_vertices((eg_cell_type)type);
        double centre[2];
        eg_reference_centre((eg_cell_type)type, centre);
        for (int i = 0; i < 2; i++) {
            double sum = 0;
            for (int v = 0; v < count; v++)
                sum += x[v][i];
            assert_true(fabs(centre[i] - sum / count) < 1e-16);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_go_to_the_reference_cell_and_back),
        cmocka_unit_test(the_centre_is_the_mean_of_the_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
