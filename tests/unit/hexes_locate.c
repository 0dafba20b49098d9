/* Maps of hexahedra, and which element holds a point. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"
#include "hexes_meshes.h"

static double random_signed(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

/* The grid against single points. */
static void grids_of_maps(void **state)
{
    (void)state;
    enum { N = 4, COUNT = 125 };
    double x[COUNT][3], jacobian[COUNT][3][3], t[N + 1];
    eg_context *context = open_context();
    eg_hexes *m = twisted_bar(context, 3, 1);
    eg_hex_grid *grid;
    eg_line_points_of((eg_line){EG_LINE_GLL, N}, t);
    assert_int_equal(eg_hex_grid_create(m, N, &grid), EG_OK);
    for (int64_t e = 0; e < m->base.held; e += 7) {
        eg_hex_grid_fill(grid, e, x, jacobian);
        for (int p = 0; p < COUNT; p++) {
            double at[3] = {t[p % 5], t[p / 5 % 5], t[p / 25]}, here[3], own[3][3];
            eg_hexes_map(m, e, at, here, own);
            for (int i = 0; i < 3; i++) {
                assert_true(fabs(x[p][i] - here[i]) < 1e-14);
                for (int d = 0; d < 3; d++)
                    assert_true(fabs(jacobian[p][i][d] - own[i][d]) < 1e-14);
            }
        }
    }
    eg_hex_grid_destroy(&grid);
    close_context(&context, &m);
}

/* Points of elements (of a hundred or so) are found in them; in the lower of two where they are on a face. */
static void check_found(const eg_hexes *m)
{
    uint64_t random = 4;
    for (int64_t e = 0; e < m->base.held; e += 1 + m->base.held / 100)
        for (int k = 0; k < 6; k++) {
            double at[3], x[3], found[3], back[3];
            for (int d = 0; d < 3; d++)
                at[d] = 0.999 * random_signed(&random);
            eg_hexes_map(m, e, at, x, NULL);
            assert_int_equal(eg_hexes_locate(m, x, found), e);
            eg_hexes_map(m, e, found, back, NULL);
            for (int d = 0; d < 3; d++)
                assert_true(fabs(found[d] - at[d]) < 1e-11 && fabs(back[d] - x[d]) < 1e-13);
            at[k % 3] = k % 2 ? 1.0 : -1.0; /* on a face */
            eg_hexes_map(m, e, at, x, NULL);
            int64_t holder = eg_hexes_locate(m, x, found);
            int32_t face = m->face[e][2 * (k % 3) + k % 2];
            assert_int_equal(holder, m->face_element[face][0]);
            eg_hexes_map(m, holder, found, back, NULL);
            for (int d = 0; d < 3; d++)
                assert_true(fabs(found[d]) <= 1.0 && fabs(back[d] - x[d]) < 1e-8);
        }
}

static void points_are_found(void **state)
{
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        eg_context *context = open_context();
        eg_distorted_map strong = eg_strongly_distorted_cube();
        eg_kershaw_map kershaw = eg_kershaw_cube(0.3, 0.3);
        eg_hexes_box_options options = {.size = {1, 1, 1}, .cells = {6, 8, 8}, .shuffle = true};
        options.map = kind == 1 ? &kershaw.map : kind == 2 ? &strong.map : NULL;
        options.degree = kind == 2 ? 4 : 1;
        eg_hexes *m = kind == 3   ? cut_cube(context, 2, true)
                      : kind == 4 ? cylinder(context, 3)
                      : kind == 5 ? twisted_bar(context, 2, 1)
                                  : make_box(context, &options);
        check_found(m);
        close_context(&context, &m);
    }
}

static void points_outside(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = cylinder(context, 2);
    uint64_t random = 8;
    int inside = 0;
    for (int k = 0; k < 1500; k++) {
        double x[3] = {1.2 * random_signed(&random), 1.2 * random_signed(&random),
                       1 + 1.2 * random_signed(&random)},
               at[3];
        double r = hypot(x[0], x[1]);
        bool near = fabs(r - 1) < 2e-3; /* the mesh's circle is made of parabolas */
        bool in = r < 1 && x[2] >= 0 && x[2] <= 2;
        int64_t e = eg_hexes_locate(m, x, at);
        assert_true(near || (e >= 0) == in);
        inside += e >= 0;
    }
    assert_true(inside > 500);
    static const double beyond[4][3] = {{5, 0, 0}, {NAN, 0, 1}, {0, 0, 2.0000001}, {0, INFINITY, 0}};
    double at[3];
    for (int k = 0; k < 4; k++)
        assert_int_equal(eg_hexes_locate(m, beyond[k], at), -1);
    close_context(&context, &m);
}

/* Corners of a lattice belong to the lowest of up to eight elements. */
static void corners_go_to_the_lowest_element(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = make_box(
        context, &(eg_hexes_box_options){.origin = {-1, 2, 5}, .size = {1, 2, 3}, .cells = {5, 4, 3}});
    for (int64_t v = 0; v < m->vertices; v++) {
        double at[3];
        int64_t lowest = m->base.held;
        for (int64_t e = m->base.held - 1; e >= 0; e--)
            for (int c = 0; c < 8; c++)
                lowest = m->vertex[e][c] == v ? e : lowest;
        assert_int_equal(eg_hexes_locate(m, m->x[v], at), lowest);
    }
    close_context(&context, &m);
}

/* A thousand elements away from the origin rounding takes digits of the reference point, no more. */
static void far_from_the_origin(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = make_box(
        context, &(eg_hexes_box_options){.origin = {1e6, -1e6, 1e6}, .size = {4, 4, 4}, .cells = {4, 4, 4}});
    static const double x[3] = {1e6 + 1.25, -1e6 + 2.5, 1e6 + 3.75};
    double at[3];
    int64_t e = eg_hexes_locate(m, x, at);
    assert_true(e >= 0);
    assert_true(fabs(at[0] + 0.5) < 1e-9 && fabs(at[1]) < 1e-9 && fabs(at[2] - 0.5) < 1e-9);
    close_context(&context, &m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_of_maps),       cmocka_unit_test(points_are_found),
        cmocka_unit_test(points_outside),      cmocka_unit_test(corners_go_to_the_lowest_element),
        cmocka_unit_test(far_from_the_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
