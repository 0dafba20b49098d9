/* Lagrange nodes: the order that VTK demands. */
#include "modal_common.h"

/* Lattice coordinates: points times the degree. */
typedef struct nodes {
    int count, at[EG_LAGRANGE_NODES][2];
} nodes;

static nodes nodes_of(int type, int degree)
{
    double points[EG_LAGRANGE_NODES][2];
    nodes n = {.count = eg_lagrange_nodes((eg_cell_type)type, degree, points)};
    for (int k = 0; k < n.count; k++) {
        for (int i = 0; i < 2; i++) {
            n.at[k][i] = (int)lround(points[k][i] * degree);
            assert_true(points[k][i] == (double)n.at[k][i] / degree);
        }
    }
    return n;
}

static void every_node_of_the_lattice_is_there_once(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        for (int degree = 1; degree <= EG_LAGRANGE_DEGREE; degree++) {
            bool seen[EG_LAGRANGE_DEGREE + 1][EG_LAGRANGE_DEGREE + 1] = {{false}};
            nodes n = nodes_of(type, degree);
            assert_int_equal(n.count, type == EG_TRIANGLE ? (degree + 1) * (degree + 2) / 2
                                                          : (degree + 1) * (degree + 1));
            for (int k = 0; k < n.count; k++) {
                int i = n.at[k][0], j = n.at[k][1];
                assert_true(i >= 0 && j >= 0);
                assert_true(type == EG_TRIANGLE ? i + j <= degree : i <= degree && j <= degree);
                assert_false(seen[i][j]);
                seen[i][j] = true;
            }
        }
    }
}

/* What VTK's own classes say for degree 4, in units of a quarter. */
static void degree_four_is_as_vtk_has_it(void **state)
{
    (void)state;
    static const int triangle[15][2] = {{0, 0}, {4, 0}, {0, 4}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {2, 2},
                                        {1, 3}, {0, 3}, {0, 2}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
    static const int quadrangle[25][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 0}, {2, 0}, {3, 0},
                                          {4, 1}, {4, 2}, {4, 3}, {1, 4}, {2, 4}, {3, 4}, {0, 1},
                                          {0, 2}, {0, 3}, {1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2},
                                          {3, 2}, {1, 3}, {2, 3}, {3, 3}};
    nodes t = nodes_of(EG_TRIANGLE, 4), q = nodes_of(EG_QUADRANGLE, 4);
    assert_int_equal(t.count, 15);
    assert_int_equal(q.count, 25);
    assert_memory_equal(t.at, triangle, sizeof triangle);
    assert_memory_equal(q.at, quadrangle, sizeof quadrangle);
}

/* The node that takes the place of node k of a shell of this side when the triangle is turned by one
 * vertex: the next vertex, the same place on the next edge. */
static int turned(int k, int side)
{
    if (side == 0)
        return k;
    if (k < 3)
        return (k + 1) % 3;
    int edge = side - 1;
    return 3 + (k - 3 + edge) % (3 * edge);
}

static void a_turned_triangle_has_the_same_order(void **state)
{
    (void)state;
    for (int degree = 1; degree <= EG_LAGRANGE_DEGREE; degree++) {
        nodes n = nodes_of(EG_TRIANGLE, degree);
        int first = 0;
        for (int side = degree; side >= 0; side -= 3) {
            int shell = side > 0 ? 3 * side : 1;
            for (int k = 0; k < shell; k++) {
                const int *a = n.at[first + k], *b = n.at[first + turned(k, side)];
                assert_int_equal(b[0], degree - a[0] - a[1]);
                assert_int_equal(b[1], a[0]);
            }
            first += shell;
        }
        assert_int_equal(first, n.count);
    }
}

/* Where VTK looks for the node (i, j) of a quadrangle. */
static int place_in_quadrangle(int i, int j, int degree)
{
    bool end_i = i == 0 || i == degree, end_j = j == 0 || j == degree;
    int edge = degree - 1;
    if (end_i && end_j)
        return j == 0 ? (i == 0 ? 0 : 1) : (i == 0 ? 3 : 2);
    if (end_j)
        return 4 + (j == 0 ? 0 : 2 * edge) + i - 1;
    if (end_i)
        return 4 + (i == 0 ? 3 * edge : edge) + j - 1;
    return 4 + 4 * edge + (j - 1) * edge + i - 1;
}

static void nodes_are_where_vtk_looks_for_them(void **state)
{
    (void)state;
    for (int degree = 1; degree <= EG_LAGRANGE_DEGREE; degree++) {
        nodes n = nodes_of(EG_QUADRANGLE, degree);
        for (int k = 0; k < n.count; k++)
            assert_int_equal(place_in_quadrangle(n.at[k][0], n.at[k][1], degree), k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_of_the_lattice_is_there_once),
        cmocka_unit_test(degree_four_is_as_vtk_has_it),
        cmocka_unit_test(a_turned_triangle_has_the_same_order),
        cmocka_unit_test(nodes_are_where_vtk_looks_for_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
