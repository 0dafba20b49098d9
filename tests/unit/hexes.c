/* Meshes of hexahedra: boxes, canonical order, kinds, families. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"

/* ---- the curve ---- */

static int compare_u64(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* Along the curve each cell of a lattice is beside the one before. */
static void the_curve_goes_from_neighbour_to_neighbour(void **state)
{
    (void)state;
    enum { SIDE = 16, COUNT = SIDE * SIDE * SIDE };
    static uint64_t key[COUNT][2];
    for (int c = 0; c < COUNT; c++) {
        double at[3] = {c % SIDE, c / SIDE % SIDE, c / SIDE / SIDE};
        for (int d = 0; d < 3; d++)
            at[d] = (at[d] + 0.5) / SIDE;
        eg_hilbert_space_keys(1, (const double(*)[3]) & at, &key[c][0]);
        key[c][1] = (uint64_t)c;
    }
    qsort(key, COUNT, sizeof *key, compare_u64);
    for (int i = 1; i < COUNT; i++) {
        int a = (int)key[i - 1][1], b = (int)key[i][1];
        int steps = abs(a % SIDE - b % SIDE) + abs(a / SIDE % SIDE - b / SIDE % SIDE) +
                    abs(a / SIDE / SIDE - b / SIDE / SIDE);
        assert_int_equal(steps, 1);
    }
    assert_int_equal(key[0][1], 0);
    /* points outside count as on the faces */
    static const double outside[2][3] = {{-1, 0.2, 7}, {0, 0.2, 1}};
    uint64_t there[2];
    eg_hilbert_space_keys(2, outside, there);
    assert_true(there[0] == there[1]);
}

/* ---- boxes ---- */

static void boxes_are_sound(void **state)
{
    (void)state;
    for (int degree = 1; degree <= 4; degree++) {
        eg_context *context = open_context();
        eg_hexes *m = make_box(
            context, &(eg_hexes_box_options){
                         .origin = {-3, 7, 0.5}, .size = {2, 1, 3}, .cells = {5, 4, 3}, .degree = degree});
        check_hexes(m, 6.0);
        assert_int_equal(m->base.held, 60);
        assert_int_equal(m->base.group[EG_HEX_PARALLELEPIPED].count, 60);
        assert_int_equal(m->vertices, 6 * 5 * 4);
        assert_int_equal(m->edges, 5 * 5 * 4 + 6 * 4 * 4 + 6 * 5 * 3);
        assert_int_equal(m->faces, 6 * 4 * 3 + 5 * 5 * 3 + 5 * 4 * 4);
        assert_int_equal(m->points, (5 * degree + 1) * (4 * degree + 1) * (3 * degree + 1));
        assert_int_equal(m->base.boundaries.count, 6);
        assert_int_equal(eg_mesh_region_index(&m->base, "all"), 0);
        assert_int_equal(eg_mesh_region_index(&m->base, "left"), -1);
        assert_true(m->base.box_low[0] == -3 && m->base.box_low[1] == 7 && m->base.box_low[2] == 0.5);
        assert_true(m->base.box_high[0] == -1 && m->base.box_high[1] == 8 && m->base.box_high[2] == 3.5);
        for (int64_t e = 0; e < m->base.held; e++) /* the directions of a box are x, y and z */
            for (int i = 0; i < 3; i++) {
                double jacobian[3][3], x[3];
                eg_hexes_map(m, e, (const double[3]){0, 0, 0}, x, jacobian);
                assert_true(jacobian[i][i] > 0.1 && fabs(jacobian[i][(i + 1) % 3]) < 1e-14);
                assert_true(fabs(x[i] - m->base.centroid[e][i]) < 1e-14);
            }
        close_context(&context, &m);
    }
}

/* What a box counts is what other meshes find by comparing. */
static void a_box_is_counted_as_it_is_matched(void **state)
{
    static const int64_t cells[][3] = {{1, 1, 1}, {4, 5, 6}, {7, 1, 3}, {1, 2, 16}, {8, 8, 8}};
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        eg_context *context = open_context();
        eg_hexes_box_options options = {.origin = {-1, 2, 5}, .size = {3, 1, 2}};
        memcpy(options.cells, cells[i], sizeof options.cells);
        eg_hexes *counted = make_box(context, &options);
        options.shuffle = true;
        eg_hexes *matched = make_box(context, &options);
        check_hexes(counted, 6.0);
        check_equal(counted, matched);
        eg_hexes_destroy(&matched);
        close_context(&context, &counted);
    }
}

/* Far from the origin rounding moves points as far as elements are wide: then they are examined. */
static void a_box_of_rounded_points_is_examined(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *mesh = NULL;
    const eg_hexes_box_options far = {.origin = {1e15, 0, 0}, .size = {1, 1, 1}, .cells = {64, 2, 2}};
    assert_int_equal(eg_hexes_box(context, &far, &mesh), EG_MESH);
    assert_null(mesh);
    close_context(&context, &mesh);
}

static void box_sides_have_their_names(void **state)
{
    (void)state;
    static const char *const names[6] = {"left", "right", "front", "back", "bottom", "top"};
    eg_context *context = open_context();
    eg_hexes *m =
        make_box(context, &(eg_hexes_box_options){.size = {1, 2, 4}, .cells = {3, 4, 5}, .shuffle = true});
    int count[6] = {0};
    for (int64_t f = 0; f < m->faces; f++) {
        if (m->face_boundary[f] < 0)
            continue;
        int32_t vertex[4];
        int side = 0;
        eg_hexes_face_vertices(m, m->face_element[f][0], m->face_side[f][0], vertex);
        assert_int_equal(m->base.degree, 1); /* points are vertices */
        for (int s = 0; s < 6; s++) {
            bool on = true;
            for (int c = 0; c < 4; c++)
                on = on &&
                     m->x[vertex[c]][s / 2] == (s % 2 ? m->base.box_high[s / 2] : m->base.box_low[s / 2]);
            side = on ? s : side;
        }
        assert_string_equal(m->base.boundaries.name[m->face_boundary[f]], names[side]);
        count[side]++;
    }
    const int expected[6] = {20, 20, 15, 15, 12, 12};
    assert_memory_equal(count, expected, sizeof count);
    close_context(&context, &m);
}

static void the_numbers_of_the_file_leave_no_trace(void **state)
{
    (void)state;
    eg_distorted_map smooth = eg_smoothly_distorted_cube();
    for (int degree = 1; degree <= 4; degree++) {
        eg_context *context = open_context();
        eg_hexes_box_options options = {
            .size = {1, 1, 1}, .cells = {4, 5, 6}, .degree = degree, .map = &smooth.map};
        eg_hexes *plain = make_box(context, &options);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            options.shuffle = true;
            options.seed = seed;
            eg_hexes *shuffled = make_box(context, &options);
            check_equal(plain, shuffled);
            assert_true(memcmp(plain->base.source, shuffled->base.source, sizeof *plain->base.source * 120) !=
                        0);
            eg_hexes_destroy(&shuffled);
        }
        close_context(&context, &plain);
    }
}

/* ---- kinds ---- */

/* Leaves x below 1 alone, bends edges from there to 2, and shears beyond. */
static eg_status bend_partly(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t p = 0; p < count; p++) {
        double s = fmin(fmax(x[p][0] - 1.0, 0.0), 1.0);
        x[p][1] += 0.2 * s * s + 0.1 * x[p][2] * fmax(x[p][0] - 2.0, 0.0);
    }
    return EG_OK;
}

static void kinds_are_found(void **state)
{
    (void)state;
    const eg_point_map bend = {bend_partly};
    eg_context *context = open_context();
    eg_hexes *m = make_box(
        context, &(eg_hexes_box_options){
                     .size = {3, 1, 1}, .cells = {6, 2, 2}, .degree = 2, .map = &bend, .shuffle = true});
    check_hexes(m, 3.0);
    for (int k = 0; k < EG_HEX_KINDS; k++)
        assert_int_equal(m->base.group[k].count, 8);
    for (int64_t e = 0; e < m->base.held; e++) {
        double x = m->base.centroid[e][0];
        assert_int_equal(eg_hexes_kind(m, e), x < 1   ? EG_HEX_PARALLELEPIPED
                                              : x < 2 ? EG_HEX_CURVED
                                                      : EG_HEX_TRILINEAR);
    }
    close_context(&context, &m);
}

/* Moves the node at the middle of the domain. */
typedef struct nudge {
    eg_point_map map;
    double by;
} nudge;

static eg_status nudge_middle(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)context;
    for (int64_t p = 0; p < count; p++)
        if (x[p][0] == 1.0 && x[p][1] == 1.0 && x[p][2] == 1.0)
            x[p][0] += ((const nudge *)self)->by;
    return EG_OK;
}

static void small_differences_make_no_other_kind(void **state)
{
    (void)state;
    static const double by[4] = {0.9e-9, 1.1e-9, 0.9e-9, 1.1e-9};
    for (int k = 0; k < 4; k++) { /* a corner of eight elements, or the middle of one of degree 2 */
        nudge map = {{nudge_middle}, by[k]};
        int cells = k < 2 ? 2 : 1, degree = k < 2 ? 1 : 2;
        double size = k < 2 ? 2.0 : 2.0;
        eg_context *context = open_context();
        eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {size, size, size},
                                                                .cells = {cells, cells, cells},
                                                                .degree = degree,
                                                                .map = &map.map});
        /* the edges of eight elements are 1 m long, of one 2 m */
        eg_hex_kind kind = k == 1 ? EG_HEX_TRILINEAR : EG_HEX_PARALLELEPIPED;
        assert_int_equal(m->base.group[kind].count, m->base.held);
        eg_hexes_destroy(&m);
        map.by *= 2.0;
        m = make_box(context, &(eg_hexes_box_options){.size = {size, size, size},
                                                      .cells = {cells, cells, cells},
                                                      .degree = degree,
                                                      .map = &map.map});
        kind = k < 2 ? EG_HEX_TRILINEAR : k == 2 ? EG_HEX_PARALLELEPIPED : EG_HEX_CURVED;
        assert_int_equal(m->base.group[kind].count, m->base.held);
        close_context(&context, &m);
    }
}

/* ---- families ---- */

static double least_of(const eg_hexes *m)
{
    eg_hex_grid *grid;
    int64_t element;
    assert_int_equal(eg_hex_grid_create(m, 8, &grid), EG_OK);
    double least = eg_hexes_least_scaled_jacobian(m, grid, &element);
    assert_in_range(element, 0, m->base.held - 1);
    eg_hex_grid_destroy(&grid);
    return least;
}

static void distorted_cubes(void **state)
{
    (void)state;
    eg_distorted_map map[2] = {eg_smoothly_distorted_cube(), eg_strongly_distorted_cube()};
    static const double least[2][2] = {{0.80, 0.82}, {0.28, 0.47}}; /* degree 1 and 3 */
    for (int k = 0; k < 2; k++)
        for (int d = 0; d < 2; d++) {
            eg_context *context = open_context();
            eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {1, 1, 1},
                                                                    .cells = {8, 8, 8},
                                                                    .degree = 1 + 2 * d,
                                                                    .map = &map[k].map,
                                                                    .shuffle = true});
            double found = least_of(m);
            if (!(found > least[k][d] && found < least[k][d] + 0.02))
                fail_msg("map %d, degree %d: %g", k, 1 + 2 * d, found);
            if (k == 1)
                check_hexes(m, 1.0);
            assert_int_equal(m->base.group[EG_HEX_PARALLELEPIPED].count, 0);
            assert_int_equal(m->base.group[EG_HEX_CURVED].count, d * 512);
            close_context(&context, &m);
        }
}

static void kershaw_cubes(void **state)
{
    (void)state;
    static const double eps[3] = {1.0, 0.3, 0.05}, least[3] = {0.999, 0.166, 0.123};
    for (int k = 0; k < 3; k++) {
        eg_kershaw_map map = eg_kershaw_cube(eps[k], eps[k]);
        eg_context *context = open_context();
        eg_hexes *m = make_box(
            context,
            &(eg_hexes_box_options){
                .size = {1, 1, 1}, .cells = {12, 4, 4}, .map = &map.map, .shuffle = true, .seed = 3});
        check_hexes(m, 1.0);
        double found = least_of(m);
        if (!(found > least[k] && found < least[k] * 1.01))
            fail_msg("eps %g: %g", eps[k], found);
        if (k == 0)
            assert_int_equal(m->base.group[EG_HEX_PARALLELEPIPED].count, m->base.held);
        close_context(&context, &m);
    }
}

/* The six layers: the plane y = 1/2 of the cube stands at eps / 2, or as far from the other end. */
static void kershaw_layers(void **state)
{
    (void)state;
    static const double x[9] = {0, 1.0 / 6, 1.0 / 4, 2.0 / 6, 0.5, 4.0 / 6, 4.5 / 6, 5.0 / 6, 1};
    static const double way[9] = {0, 0, 0.5, 1, 0.5, 0, 0.5, 1, 1};
    eg_kershaw_map map = eg_kershaw_cube(0.2, 0.6);
    for (int k = 0; k < 9; k++) {
        double at[1][3] = {{x[k], 0.5, 0.5}}, end[2][3] = {{x[k], 0, 0}, {x[k], 1, 1}};
        assert_int_equal(map.map.apply(&map.map, NULL, 1, at), EG_OK);
        assert_int_equal(map.map.apply(&map.map, NULL, 2, end), EG_OK);
        assert_true(at[0][0] == x[k]);
        assert_true(fabs(at[0][1] - (0.1 + way[k] * 0.8)) < 1e-14);
        assert_true(fabs(at[0][2] - (0.3 + way[k] * 0.4)) < 1e-14);
        for (int i = 1; i < 3; i++)
            assert_true(fabs(end[0][i]) < 1e-15 && fabs(end[1][i] - 1) < 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_curve_goes_from_neighbour_to_neighbour),
        cmocka_unit_test(boxes_are_sound),
        cmocka_unit_test(a_box_is_counted_as_it_is_matched),
        cmocka_unit_test(a_box_of_rounded_points_is_examined),
        cmocka_unit_test(box_sides_have_their_names),
        cmocka_unit_test(the_numbers_of_the_file_leave_no_trace),
        cmocka_unit_test(kinds_are_found),
        cmocka_unit_test(small_differences_make_no_other_kind),
        cmocka_unit_test(distorted_cubes),
        cmocka_unit_test(kershaw_cubes),
        cmocka_unit_test(kershaw_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
