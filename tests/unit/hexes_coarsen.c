/* Meshes of hexahedra that are refinements of others: the parents are found again, by places of their
 * corners. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"
#include "hexes_meshes.h"

#include "base/parallel.h"
#include "mesh/hexes/coarsen.h"

static const eg_hex_coarsen_options everything = {0};

static eg_hex_topology topology_of(const eg_hexes *m)
{
    return (eg_hex_topology){.elements = m->base.held,
                             .vertices = (int32_t)m->vertices,
                             .corner = (const int32_t(*)[EG_HEX_VERTICES])m->vertex};
}

static eg_hex_coarsening coarsen(eg_context *context, const eg_hex_topology *mesh)
{
    eg_hex_coarsening made;
    if (eg_hex_coarsen(context, mesh, &everything, &made) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return made;
}

static const double *corner_index(const eg_hexes *m, int64_t element, int corner)
{
    int64_t first = element * hex_cube(m->base.degree + 1);
    return m->x[m->point[first + hex_corner_index(m->base.degree, corner)]];
}

/* Every child has its corners where the parent's trilinear functions say; of meshes that are not periodic. */
static void check_places(const eg_hexes *m, const eg_hex_coarsening *c, double tolerance)
{
    double(*vertex)[3] = calloc((size_t)m->vertices, sizeof *vertex);
    assert_non_null(vertex);
    for (int64_t e = 0; e < m->base.held; e++)
        for (int i = 0; i < EG_HEX_VERTICES; i++)
            memcpy(vertex[m->vertex[e][i]], corner_index(m, e, i), sizeof *vertex);
    for (int64_t e = 0; e < m->base.held; e++)
        for (int i = 0; i < EG_HEX_VERTICES; i++) {
            double weight[EG_HEX_VERTICES];
            const int32_t *corner = c->corner[c->parent[e]];
            eg_hex_lattice_weights(c->lattice[e][i], weight);
            for (int d = 0; d < 3; d++) {
                double sum = 0;
                for (int k = 0; k < EG_HEX_VERTICES; k++)
                    sum += weight[k] * vertex[c->vertex[corner[k]]][d];
                assert_true(fabs(sum - vertex[m->vertex[e][i]][d]) <= tolerance);
            }
        }
    free(vertex);
}

/* Parents come in the order of their first children; their vertices ascend. */
static void check_order(const eg_hex_topology *mesh, const eg_hex_coarsening *c)
{
    int32_t next = 0;
    for (int64_t e = 0; e < mesh->elements; e++) {
        assert_in_range(c->parent[e], 0, next);
        next += c->parent[e] == next;
    }
    assert_int_equal(next, c->parents);
    for (int32_t v = 1; v < c->vertices; v++)
        assert_true(c->vertex[v] > c->vertex[v - 1]);
}

/* cells[] and, level by level, those of the parents. */
static void check_box(const int64_t (*cells)[3], int levels, const eg_point_map *map, double tolerance)
{
    eg_context *context = open_context();
    eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {1, 2, 3},
                                                            .cells = {cells[0][0], cells[0][1], cells[0][2]},
                                                            .map = map,
                                                            .shuffle = true,
                                                            .seed = 11});
    eg_hex_coarsening made[8];
    eg_hex_topology mesh = topology_of(m);
    for (int l = 0; l < levels; l++) {
        made[l] = coarsen(context, &mesh);
        const int64_t *to = cells[l + 1];
        assert_int_equal(made[l].parents, to[0] * to[1] * to[2]);
        assert_int_equal(made[l].vertices, (to[0] + 1) * (to[1] + 1) * (to[2] + 1));
        check_order(&mesh, &made[l]);
        mesh = (eg_hex_topology){
            .elements = made[l].parents, .vertices = made[l].vertices, .corner = made[l].corner};
    }
    made[levels] = coarsen(context, &mesh);
    assert_int_equal(made[levels].parents, 0);
    check_places(m, &made[0], tolerance);
    for (int l = 0; l <= levels; l++)
        eg_hex_coarsening_free(&made[l]);
    close_context(&context, &m);
}

static void boxes(void **state)
{
    static const int64_t even[][3] = {{8, 8, 8}, {4, 4, 4}, {2, 2, 2}, {1, 1, 1}},
                         odd[][3] = {{12, 5, 6}, {6, 5, 3}, {3, 5, 3}},
                         flat[][3] = {{1, 16, 2}, {1, 8, 1}, {1, 4, 1}, {1, 2, 1}, {1, 1, 1}};
    (void)state;
    check_box(even, 3, NULL, 1e-14);
    check_box(odd, 2, NULL, 1e-14);
    check_box(flat, 4, NULL, 1e-14);
}

/* Where canonical directions change from element to element. */
static void turned_elements(void **state)
{
    eg_context *context = open_context();
    eg_hexes *m = twisted_bar(context, 1, 3);
    eg_hex_topology mesh = topology_of(m);
    eg_hex_coarsening made = coarsen(context, &mesh);
    (void)state;
    assert_int_equal(made.parents, 3 * 1 * 4);
    assert_int_equal(made.vertices, 4 * 2 * 5);
    check_order(&mesh, &made);
    check_places(m, &made, 0.4); /* straight parents of bent lines */
    eg_hex_coarsening_free(&made);
    close_context(&context, &m);
}

/* ---- meshes that are no boxes */

/* Each element in eight. */
static eg_hexes *refine(eg_context *context, const eg_hexes *m)
{
    loose_mesh *loose = calloc(1, sizeof *loose);
    assert_non_null(loose);
    loose->degree = 1;
    for (int64_t e = 0; e < m->base.held; e++)
        for (int child = 0; child < 8; child++) {
            double x[8][3] = {{0}};
            for (int i = 0; i < 8; i++) {
                double weight[EG_HEX_VERTICES];
                int at[3];
                for (int d = 0; d < 3; d++)
                    at[d] = (child >> d & 1) + (i >> d & 1);
                eg_hex_lattice_weights(at[0] + 3 * at[1] + 9 * at[2], weight);
                for (int k = 0; k < 8; k++)
                    for (int d = 0; d < 3; d++)
                        x[i][d] += weight[k] * corner_index(m, e, k)[d];
            }
            loose_element(loose, (const double(*)[3])x);
        }
    eg_hexes *fine = loose_build(context, loose);
    free(loose);
    return fine;
}

/* Whether some element of the mesh has its corners at these places, in any order. */
static bool is_element(const eg_hexes *m, const double (*x)[3])
{
    for (int64_t e = 0; e < m->base.held; e++) {
        int found = 0;
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < 8; k++) {
                const double *y = corner_index(m, e, k);
                found += fabs(x[i][0] - y[0]) + fabs(x[i][1] - y[1]) + fabs(x[i][2] - y[2]) < 1e-9;
            }
        if (found == 8)
            return true;
    }
    return false;
}

/* The parents of a refined mesh are the elements of the mesh. */
static void check_refined(eg_context *context, const eg_hexes *coarse)
{
    eg_hexes *m = refine(context, coarse);
    eg_hex_topology mesh = topology_of(m);
    eg_hex_coarsening made = coarsen(context, &mesh);
    assert_int_equal(made.parents, coarse->base.held);
    assert_int_equal(made.vertices, coarse->vertices);
    check_order(&mesh, &made);
    check_places(m, &made, 1e-12);
    for (int64_t p = 0; p < made.parents; p++) {
        double x[8][3];
        for (int64_t e = 0; e < m->base.held; e++)
            for (int i = 0; i < 8; i++)
                for (int k = 0; k < 8; k++)
                    if (m->vertex[e][i] == made.vertex[made.corner[p][k]])
                        memcpy(x[k], corner_index(m, e, i), sizeof x[k]);
        assert_true(is_element(coarse, (const double(*)[3])x));
    }
    eg_hex_coarsening_free(&made);
    eg_hexes_destroy(&m);
}

static void refined_meshes(void **state)
{
    eg_context *context = open_context();
    eg_hexes *m = cut_cube(context, 1, true);
    (void)state;
    check_refined(context, m);
    eg_hexes_destroy(&m);
    m = cylinder(context, 1);
    check_refined(context, m);
    close_context(&context, &m);
}

static void others_are_no_refinement(void **state)
{
    eg_context *context = open_context();
    eg_hexes *m = cut_cube(context, 2, false);
    eg_hex_topology mesh = topology_of(m);
    eg_hex_coarsening made = coarsen(context, &mesh);
    (void)state;
    assert_int_equal(made.parents, 0);
    assert_null(made.parent);
    eg_hex_coarsening_free(&made);
    close_context(&context, &m);
}

/* Rings of four elements become two, whose faces vertices do not tell from each other. */
static void periodic_boxes(void **state)
{
    static const int64_t cells[][3] = {{6, 8, 3}, {12, 4, 2}, {1, 2, 8}};
    static const int64_t parents[][3] = {{3, 4, 3}, {6, 2, 1}, {0, 0, 0}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        double shift[3];
        eg_context *context = open_context();
        eg_hexes *m =
            make_box(context, &(eg_hexes_box_options){.size = {1, 1, 1},
                                                      .cells = {cells[i][0], cells[i][1], cells[i][2]}});
        for (int axis = i == 2; axis < 2; axis++)
            assert_int_equal(eg_hexes_join(m, eg_mesh_boundary_index(&m->base, cut_names[2 * axis]),
                                           eg_mesh_boundary_index(&m->base, cut_names[2 * axis + 1]), shift),
                             EG_OK);
        eg_hex_topology mesh = topology_of(m);
        eg_hex_coarsening made = coarsen(context, &mesh), again;
        assert_int_equal(made.parents, parents[i][0] * parents[i][1] * parents[i][2]);
        if (made.parents > 0) {
            assert_int_equal(made.vertices, parents[i][0] * parents[i][1] * (parents[i][2] + 1));
            check_order(&mesh, &made);
            mesh =
                (eg_hex_topology){.elements = made.parents, .vertices = made.vertices, .corner = made.corner};
            again = coarsen(context, &mesh);
            assert_int_equal(again.parents, i == 0 ? 3 * 2 * 3 : 0);
            eg_hex_coarsening_free(&again);
        }
        eg_hex_coarsening_free(&made);
        close_context(&context, &m);
    }
}

/* A ring has no boundary that tells its outer sides: the first element does, however many ranges there are. */
static void threads_do_not_show(void **state)
{
    static const int threads[] = {2, 3, 4};
    double shift[3];
    eg_context *context = open_context();
    eg_hexes *m = make_box(
        context,
        &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {20, 14, 18}, .shuffle = true, .seed = 5});
    (void)state;
    assert_int_equal(eg_hexes_join(m, eg_mesh_boundary_index(&m->base, cut_names[0]),
                                   eg_mesh_boundary_index(&m->base, cut_names[1]), shift),
                     EG_OK);
    eg_hex_topology mesh = topology_of(m);
    eg_context_use_threads(context, 1);
    eg_hex_coarsening one = coarsen(context, &mesh);
    assert_int_equal(one.parents, 10 * 7 * 9);
    for (int i = 0; i < 3; i++) {
        eg_context_use_threads(context, threads[i]);
        eg_hex_coarsening made = coarsen(context, &mesh);
        assert_int_equal(made.parents, one.parents);
        assert_int_equal(made.vertices, one.vertices);
        assert_memory_equal(made.corner, one.corner, (size_t)one.parents * sizeof *one.corner);
        assert_memory_equal(made.vertex, one.vertex, (size_t)one.vertices * sizeof *one.vertex);
        assert_memory_equal(made.parent, one.parent, (size_t)m->base.held * sizeof *one.parent);
        assert_memory_equal(made.lattice, one.lattice, (size_t)m->base.held * sizeof *one.lattice);
        eg_hex_coarsening_free(&made);
    }
    eg_hex_coarsening_free(&one);
    close_context(&context, &m);
}

/* ---- directions that are weakly coupled */

static void weak_directions_are_left(void **state)
{
    eg_context *context = open_context();
    eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {4, 6, 8}});
    double coupling[4 * 6 * 8][3];
    eg_hex_topology mesh = topology_of(m);
    (void)state;
    for (int64_t e = 0; e < m->base.held; e++) {
        coupling[e][0] = e % 2 ? 0.1 : 0.9; /* 0.5 in the mean */
        coupling[e][1] = 0.2;
        coupling[e][2] = 1;
    }
    for (int i = 0; i < 3; i++) {
        static const double threshold[] = {0.1, 0.4, 0.6};
        static const int64_t parents[] = {2 * 3 * 4, 2 * 6 * 4, 4 * 6 * 4};
        eg_hex_coarsening made;
        const eg_hex_coarsen_options how = {(const double(*)[3])coupling, threshold[i]};
        assert_int_equal(eg_hex_coarsen(context, &mesh, &how, &made), EG_OK);
        assert_int_equal(made.parents, parents[i]);
        check_places(m, &made, 1e-14);
        eg_hex_coarsening_free(&made);
    }
    close_context(&context, &m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(turned_elements),
        cmocka_unit_test(refined_meshes),
        cmocka_unit_test(others_are_no_refinement),
        cmocka_unit_test(periodic_boxes),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(weak_directions_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
