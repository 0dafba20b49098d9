/* Nodes of spectral elements: every copy of a node stands at one place, every place has one node. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "hexes_check.h"
#include "hexes_meshes.h"

enum { LOCAL_MOST = (EG_HEX_DEGREE + 1) * (EG_HEX_DEGREE + 1) * (EG_HEX_DEGREE + 1) };

static eg_hex_nodes *number_nodes(const eg_hexes *m, int degree)
{
    eg_hex_nodes *nodes;
    assert_int_equal(eg_hex_nodes_create(m, degree, &nodes), EG_OK);
    assert_int_equal(nodes->degree, degree);
    return nodes;
}

static int64_t expected_count(const eg_hexes *m, int64_t n)
{
    return m->vertices + (n - 1) * m->edges + (n - 1) * (n - 1) * m->faces +
           (n - 1) * (n - 1) * (n - 1) * m->base.held;
}

/* Whether two places are the same, or differ by whole periods (0: none). */
static bool is_one_place(const double a[3], const double b[3], const double period[3], double tolerance)
{
    for (int i = 0; i < 3; i++) {
        double away = fabs(a[i] - b[i]);
        if (away > tolerance && !(period[i] > 0 && fabs(away - period[i]) <= tolerance))
            return false;
    }
    return true;
}

/* Nodes that are listed are those that are found one by one. */
static void check_list(const eg_hexes *m, int degree)
{
    static int32_t node[LOCAL_MOST], listed[LOCAL_MOST];
    eg_hex_nodes *plain = number_nodes(m, degree), *list = number_nodes(m, degree);
    int side = degree + 1, count = hex_cube(side);
    assert_int_equal(eg_hex_nodes_list(m, list), EG_OK);
    for (int64_t e = 0; e < m->base.held; e++) {
        eg_hex_element_nodes(m, plain, e, node);
        eg_hex_element_nodes(m, list, e, listed);
        assert_memory_equal(node, listed, (size_t)count * sizeof *node);
        assert_memory_equal(node, eg_hex_nodes_of(m, list, e, NULL), (size_t)count * sizeof *node);
        for (int l = 0; l < count; l++) {
            int i = l % side, j = l / side % side, k = l / (side * side);
            assert_int_equal(eg_hex_node(m, list, e, i, j, k), node[l]);
        }
    }
    eg_hex_nodes_destroy(&plain);
    eg_hex_nodes_destroy(&list);
}

static void assert_near(double a, double b, double scale)
{
    assert_true(fabs(a - b) <= 1e-13 * (scale + fabs(b)));
}

/* A grid has the map that is evaluated point by point, and both orders of its numbers the same bits. */
static void check_grid(const eg_hexes *m, int degree, eg_hex_grid *grid)
{
    static double x[LOCAL_MOST][3], jacobian[LOCAL_MOST][3][3], rows[3 * LOCAL_MOST];
    static double derivative[9 * LOCAL_MOST];
    int count = eg_hex_grid_count(grid), n = degree + 1;
    double t[EG_HEX_DEGREE + 1], place[3], slope[3][3];
    eg_line_points_of((eg_line){EG_LINE_GLL, degree}, t);
    for (int64_t e = 0; e < m->base.held; e += 7) {
        eg_hex_grid_fill(grid, e, x, jacobian);
        eg_hex_grid_fill_rows(grid, e, rows, derivative);
        for (int p = 0; p < count; p++) {
            eg_hexes_map(m, e, (double[]){t[p % n], t[p / n % n], t[p / n / n]}, place, slope);
            for (int i = 0; i < 3; i++) {
                assert_near(x[p][i], place[i], 1);
                assert_memory_equal(&rows[i * count + p], &x[p][i], sizeof(double));
                for (int d = 0; d < 3; d++) {
                    assert_near(jacobian[p][i][d], slope[i][d], 1);
                    assert_memory_equal(&derivative[(3 * d + i) * count + p], &jacobian[p][i][d],
                                        sizeof(double));
                }
            }
        }
    }
}

/* All copies of a node stand at one place, every number is used, and none twice in an element without
 * periods. */
static void check_places(const eg_hexes *m, const eg_hex_nodes *nodes, const double period[3])
{
    static double x[LOCAL_MOST][3];
    static int32_t node[LOCAL_MOST];
    bool periodic = period[0] > 0 || period[1] > 0 || period[2] > 0;
    int count = hex_cube(nodes->degree + 1);
    double(*place)[3] = calloc((size_t)nodes->nodes, sizeof *place);
    int64_t *last = calloc((size_t)nodes->nodes, sizeof *last), used = 0;
    eg_hex_grid *grid;
    assert_int_equal(eg_hex_grid_create(m, nodes->degree, &grid), EG_OK);
    for (int64_t e = 0; e < m->base.held; e++) {
        eg_hex_grid_fill(grid, e, x, NULL);
        eg_hex_element_nodes(m, nodes, e, node);
        for (int l = 0; l < count; l++) {
            assert_in_range(node[l], 0, nodes->nodes - 1);
            if (last[node[l]] == 0) {
                memcpy(place[node[l]], x[l], sizeof *place);
                used++;
            }
            assert_true(periodic || last[node[l]] <= e);
            last[node[l]] = e + 1;
            assert_true(is_one_place(place[node[l]], x[l], period, 1e-13));
        }
    }
    assert_int_equal(used, nodes->nodes);
    check_list(m, nodes->degree);
    check_grid(m, nodes->degree, grid);
    eg_hex_grid_destroy(&grid);
    free(place);
    free(last);
}

static void check_all_degrees(const eg_hexes *m, const double period[3], int highest)
{
    for (int n = 1; n <= highest; n++) {
        eg_hex_nodes *nodes = number_nodes(m, n);
        assert_int_equal(nodes->nodes, expected_count(m, n));
        check_places(m, nodes, period);
        eg_hex_nodes_destroy(&nodes);
        assert_null(nodes);
    }
}

static const double plain[3] = {0, 0, 0};

/* Bit t: some face has the orientation t. */
static int orientations_of(const eg_hexes *m)
{
    int seen = 0;
    for (int64_t e = 0; e < m->base.held; e++)
        for (int s = 0; s < 6; s++)
            seen |= 1 << m->face_orientation[e][s];
    return seen;
}

static void boxes_of_every_degree(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m =
        make_box(context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {3, 2, 2}, .shuffle = true});
    check_all_degrees(m, plain, EG_HEX_DEGREE);
    for (int n = 1; n <= EG_HEX_DEGREE; n++) {
        eg_hex_nodes *nodes = number_nodes(m, n);
        assert_int_equal(nodes->nodes, (3 * n + 1) * (2 * n + 1) * (2 * n + 1));
        eg_hex_nodes_destroy(&nodes);
    }
    close_context(&context, &m);
}

static void twisted_bars(void **state)
{
    (void)state;
    for (int degree = 1; degree <= 5; degree += 2) {
        eg_context *context = open_context();
        eg_hexes *m = twisted_bar(context, degree, 1), *other = twisted_bar(context, degree, 2);
        check_hexes(m, volume_of(m));
        check_equal(m, other);
        eg_hexes_destroy(&other);
        assert_int_equal(m->vertices - m->edges + m->faces - m->base.held, 1);
        assert_int_equal(orientations_of(m), 0xff);
        check_all_degrees(m, plain, 6);
        close_context(&context, &m);
    }
}

/* Edges with other numbers of elements round them than four. */
static void tetrahedra_cut_into_hexahedra(void **state)
{
    (void)state;
    for (int tilted = 0; tilted < 2; tilted++) {
        eg_context *context = open_context();
        eg_hexes *m = cut_cube(context, 2, tilted);
        check_hexes(m, 1.0);
        assert_int_equal(m->base.held, 8 * 6 * 4);
        assert_int_equal(m->base.group[EG_HEX_TRILINEAR].count, m->base.held);
        assert_int_equal(m->vertices - m->edges + m->faces - m->base.held, 1);
        assert_int_equal(m->base.boundaries.count, 6);
        check_all_degrees(m, plain, 7);
        close_context(&context, &m);
    }
}

static void cylinders(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = cylinder(context, 2);
    check_hexes(m, volume_of(m));
    assert_true(fabs(volume_of(m) - 6.283185307179586) < 5e-3);
    assert_int_equal(m->base.group[EG_HEX_PARALLELEPIPED].count, 8);
    assert_int_equal(m->base.group[EG_HEX_CURVED].count, 32);
    assert_int_equal(m->vertices - m->edges + m->faces - m->base.held, 1);
    assert_int_equal(m->base.boundaries.count, 1);
    assert_string_equal(m->base.boundaries.name[0], "unnamed");
    check_all_degrees(m, plain, 7);
    close_context(&context, &m);
}

/* ---- periods ---- */

static void join_sides(eg_hexes *m, int axis, double period)
{
    double shift[3];
    int low = eg_mesh_boundary_index(&m->base, cut_names[2 * axis]),
        high = eg_mesh_boundary_index(&m->base, cut_names[2 * axis + 1]);
    if (eg_hexes_join(m, low, high, shift) != EG_OK)
        fail_msg("%s", eg_context_error(m->base.context));
    for (int i = 0; i < 3; i++)
        assert_true(fabs(shift[i] - (i == axis ? period : 0)) < 1e-13);
}

static void check_torus(eg_hexes *m, const double period[3])
{
    assert_int_equal(m->vertices - m->edges + m->faces - m->base.held, 0);
    assert_int_equal(m->faces, 3 * m->base.held);
    for (int64_t f = 0; f < m->faces; f++)
        assert_true(m->face_boundary[f] == -1 && m->face_element[f][1] >= 0);
    check_hexes(m, period[0] * period[1] * period[2]);
    check_all_degrees(m, period, 6);
}

/* Boxes that are one, two and more elements wide, joined in every order. */
static void periodic_boxes(void **state)
{
    (void)state;
    static const int64_t cells[5][3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 3}, {2, 2, 2}, {3, 1, 4}};
    static const int way[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    static const double size[3] = {1, 3, 2};
    for (int c = 0; c < 5; c++) {
        eg_context *context = open_context();
        eg_hexes *first = NULL;
        for (int w = 0; w < 6; w++) {
            eg_hexes *m =
                make_box(context, &(eg_hexes_box_options){.size = {1, 3, 2},
                                                          .cells = {cells[c][0], cells[c][1], cells[c][2]},
                                                          .shuffle = true,
                                                          .seed = 9});
            for (int k = 0; k < 3; k++)
                join_sides(m, way[w][k], size[way[w][k]]);
            if (first) {
                check_equal(first, m);
                eg_hexes_destroy(&m);
                continue;
            }
            first = m;
            assert_int_equal(m->vertices, m->base.held);
            check_torus(m, size);
            for (int n = 1; n <= EG_HEX_DEGREE; n += 5) {
                eg_hex_nodes *nodes = number_nodes(m, n);
                assert_int_equal(nodes->nodes, m->base.held * hex_cube(n));
                eg_hex_nodes_destroy(&nodes);
            }
        }
        close_context(&context, &first);
    }
}

/* Every orientation at the periodic boundary, one and two cubes across the period. */
static void periodic_cut_cubes(void **state)
{
    (void)state;
    static const double size[3] = {1, 1, 1};
    for (int side = 1; side <= 2; side++) {
        eg_context *context = open_context();
        eg_hexes *m = cut_cube(context, side, false), *other = cut_cube(context, side, false);
        for (int axis = 0; axis < 3; axis++) {
            join_sides(m, axis, 1.0);
            join_sides(other, 2 - axis, 1.0);
        }
        check_torus(m, size);
        check_equal(m, other);
        eg_hexes_destroy(&other);
        close_context(&context, &m);
    }
}

/* Opposite faces that are bent alike: the cube tiles space. */
static void periodic_bent_cubes(void **state)
{
    (void)state;
    static const double size[3] = {1, 1, 1};
    eg_distorted_map smooth = eg_smoothly_distorted_cube();
    for (int cells = 1; cells <= 3; cells++) {
        eg_context *context = open_context();
        eg_hexes *m = make_box(
            context,
            &(eg_hexes_box_options){
                .size = {1, 1, 1}, .cells = {cells, 2, 1}, .degree = 3, .map = &smooth.map, .shuffle = true});
        for (int axis = 0; axis < 3; axis++)
            join_sides(m, axis, 1.0);
        assert_int_equal(m->base.group[EG_HEX_CURVED].count, 2 * cells);
        check_torus(m, size);
        close_context(&context, &m);
    }
}

/* One pair alone leaves the other boundaries as they are. */
static void a_single_pair(void **state)
{
    (void)state;
    static const double period[3] = {0, 1, 0};
    eg_context *context = open_context();
    eg_hexes *m = cut_cube(context, 2, false);
    int64_t before[6] = {0}, after[6] = {0};
    for (int64_t f = 0; f < m->faces; f++)
        if (m->face_boundary[f] >= 0)
            before[m->face_boundary[f]]++;
    join_sides(m, 1, 1.0);
    for (int64_t f = 0; f < m->faces; f++)
        if (m->face_boundary[f] >= 0)
            after[m->face_boundary[f]]++;
    for (int b = 0; b < 6; b++)
        assert_int_equal(after[b], b == 2 || b == 3 ? 0 : before[b]);
    assert_int_equal(m->vertices - m->edges + m->faces - m->base.held, 0); /* a solid ring */
    check_hexes(m, 1.0);
    check_all_degrees(m, period, 5);
    close_context(&context, &m);
}

/* ---- boundaries ---- */

/* An element's own nodes follow each other, and all of one element come before what later elements add. */
static void nodes_of_an_element_are_near_each_other(void **state)
{
    (void)state;
    static int32_t node[LOCAL_MOST];
    eg_context *context = open_context();
    eg_hexes *m = cut_cube(context, 1, false);
    eg_hex_nodes *nodes = number_nodes(m, 4);
    int32_t seen = 0;
    for (int64_t e = 0; e < m->base.held; e++) {
        int32_t fresh = 0, highest = 0;
        eg_hex_element_nodes(m, nodes, e, node);
        for (int l = 0; l < 125; l++) {
            fresh += node[l] >= seen;
            highest = node[l] > highest ? node[l] : highest;
        }
        assert_int_equal(highest, seen + fresh - 1);
        assert_int_equal(nodes->of_element[e], highest - 26);
        seen += fresh;
    }
    assert_int_equal(seen, nodes->nodes);
    eg_hex_nodes_destroy(&nodes);
    close_context(&context, &m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_of_every_degree),
        cmocka_unit_test(twisted_bars),
        cmocka_unit_test(tetrahedra_cut_into_hexahedra),
        cmocka_unit_test(cylinders),
        cmocka_unit_test(periodic_boxes),
        cmocka_unit_test(periodic_cut_cubes),
        cmocka_unit_test(periodic_bent_cubes),
        cmocka_unit_test(a_single_pair),
        cmocka_unit_test(nodes_of_an_element_are_near_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
