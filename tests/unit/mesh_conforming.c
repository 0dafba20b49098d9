/* Whether cells meet at their nodes (eg_plane_check_conforming): squares of few cells, each with one thing
 * wrong, and meshes with nothing wrong. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/plane/plane.h"

static int set_up(void **state)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    *state = context;
    return 0;
}

static int tear_down(void **state)
{
    eg_context *context = *state;
    int leaked = eg_context_blocks_held(context) != 0;
    eg_context_destroy(&context);
    return leaked;
}

/* Quadrangles, by their corners' places in x[]; edges named "dam" by places too. */
typedef struct shape {
    int nodes, cells, edges;
    double x[24][3];
    int32_t vertex[8][4];
    int32_t edge[8][2];
} shape;

static void check(eg_context *context, const shape *s, double scale, double far, bool slit,
                  const char *expected)
{
    static const char *const region[] = {"water"}, *const boundary[] = {"dam"};
    double x[24][3] = {{0}};
    uint8_t type[8];
    int32_t zero[8] = {0};
    int64_t source[8];
    bool slits[2] = {slit, slit};
    for (int i = 0; i < s->nodes; i++)
        for (int d = 0; d < 2; d++)
            x[i][d] = far + scale * s->x[i][d];
    for (int i = 0; i < s->cells; i++) {
        type[i] = EG_QUADRANGLE;
        source[i] = 101 + i;
    }
    eg_plane_input input = {.origin = "m.msh",
                            .nodes = s->nodes,
                            .cells = s->cells,
                            .edges = s->edges,
                            .x = (const double(*)[3])x,
                            .type = type,
                            .vertex = s->vertex,
                            .region = zero,
                            .source = source,
                            .edge = s->edge,
                            .edge_boundary = zero,
                            .regions = 1,
                            .boundaries = 1,
                            .region_name = region,
                            .boundary_name = boundary};
    eg_plane *mesh;
    if (eg_plane_build(context, &input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    eg_status status = eg_plane_check_conforming(mesh, slits);
    if (status != (expected ? EG_MESH : EG_OK) || (expected && !strstr(eg_context_error(context), expected)))
        fail_msg("expected %s, found %s", expected ? expected : "a conforming mesh",
                 status == EG_OK ? "a conforming mesh" : eg_context_error(context));
    eg_plane_destroy(&mesh);
}

/* In any place and of any size. */
static void check_everywhere(eg_context *context, const shape *s, bool slit, const char *expected)
{
    check(context, s, 1.0, 0.0, slit, expected);
    check(context, s, 1e-6, 0.0, slit, expected);
    check(context, s, 1e7, -3e6, slit, expected);
    check(context, s, 0.01, 6354500.0, slit, expected);
}

/* Two squares side by side; the right one with nodes of its own on their common side, off by `gap`. */
static shape torn(double gap)
{
    return (shape){.nodes = 8,
                   .cells = 2,
                   .x = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1 + gap, 0}, {2, 0}, {2, 1}, {1 + gap, 1}},
                   .vertex = {{0, 1, 2, 3}, {4, 5, 6, 7}}};
}

static void nodes_that_coincide_are_told(void **state)
{
    shape exact = torn(0.0), nearly = torn(1e-8), beyond = torn(-1e-8), apart = torn(1e-3);
    check_everywhere(*state, &exact, false, "each has nodes of its own there (the first of 2 faces)");
    check_everywhere(*state, &nearly, false, "meet at the face");
    check_everywhere(*state, &apart, false, NULL);
    check(*state, &exact, 1.0, 0.0, false,
          "m.msh: elements 101 and 102 meet at the face from (1, 0) to (1, 1), but each has nodes "
          "of its own there (the first of 2 faces), so that it would be a wall: merge the nodes "
          "that coincide (in Gmsh: Coherence before meshing, or Coherence Mesh); where a thin wall "
          "is meant, give its faces a name and list it in mesh.slits");
    check_everywhere(*state, &beyond, false, "meet at the face");
}

static void a_slit_is_allowed_where_it_is_named(void **state)
{
    shape slit = torn(0.0);
    slit.edges = 2;
    memcpy(slit.edge, (int32_t[2][2]){{1, 2}, {4, 7}}, 2 * sizeof *slit.edge);
    check_everywhere(*state, &slit, true, NULL);
    check_everywhere(*state, &slit, false, "meet at the face");
}

/* A square beside two half ones, or three, from either side. */
static void hanging_nodes_are_told(void **state)
{
    const shape right = {.nodes = 9,
                         .cells = 3,
                         .x = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {2, 1}, {1, 0.5}, {2, 0.5}},
                         .vertex = {{0, 1, 2, 3}, {1, 4, 7, 6}, {6, 7, 5, 2}}};
    shape left = right, apart = right;
    for (int i = 0; i < left.nodes; i++)
        left.x[i][0] = -left.x[i][0];
    check_everywhere(*state, &right, false, "(a hanging node) (the first of 3 faces)");
    check_everywhere(*state, &left, false, "(a hanging node) (the first of 3 faces)");
    check(*state, &right, 1.0, 0.0, false,
          "m.msh: the node at (1, 0.5), of element 103, lies inside the face from (1, 0) to (1, 1) "
          "of element 101 (a hanging node)");
    apart.x[6][1] = 0.02; /* one of the two is thin */
    check(*state, &apart, 1.0, 0.0, false, "the node at (1, 0.02), of element 103, lies inside");
}

static void surfaces_over_each_other_are_told(void **state)
{
    const shape inside = {.nodes = 8,
                          .cells = 2,
                          .x = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {4, 4}, {5, 4}, {5, 5}, {4, 5}},
                          .vertex = {{0, 1, 2, 3}, {4, 5, 6, 7}}};
    shape same = inside, shifted = inside, corner = inside, sheet = inside;
    for (int i = 0; i < 4; i++)
        for (int d = 0; d < 2; d++) {
            same.x[4 + i][d] = same.x[i][d];
            shifted.x[4 + i][d] = shifted.x[i][d] + (d == 0 ? 4.0 : 0.0);
            corner.x[4 + i][d] = corner.x[i][d] + 8.0;
        }
    sheet.x[4][2] = sheet.x[5][2] = 100; /* as the plane has it, height does not matter */
    check_everywhere(*state, &inside, false, "elements 102 and 101 lie over each other at");
    check_everywhere(*state, &same, false, "elements 102 and 101 lie over each other at");
    check_everywhere(*state, &shifted, true, " lie over each other at");
    check_everywhere(*state, &corner, false, " lie over each other at");
    check_everywhere(*state, &sheet, false, " lie over each other at");
}

/* Cells that touch at a node alone, narrow bays, and cells far longer than wide. */
static void what_only_looks_wrong_is_let_pass(void **state)
{
    const shape touching = {.nodes = 7,
                            .cells = 2,
                            .x = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 1}, {2, 2}, {1, 2}},
                            .vertex = {{0, 1, 2, 3}, {2, 4, 5, 6}}};
    const shape bay = {.nodes = 7,
                       .cells = 2,
                       .x = {{0, 0}, {1, 0.01}, {1, 1}, {0, 1}, {0, -1}, {1, -1}, {1, -0.01}},
                       .vertex = {{0, 1, 2, 3}, {4, 5, 6, 0}}};
    const shape thin = {.nodes = 6,
                        .cells = 2,
                        .x = {{0, 0}, {1, 0}, {1, 1e-6}, {0, 1e-6}, {1, 2e-6}, {0, 2e-6}},
                        .vertex = {{0, 1, 2, 3}, {3, 2, 4, 5}}};
    check_everywhere(*state, &touching, false, NULL);
    check_everywhere(*state, &bay, false, NULL);
    check(*state, &thin, 1.0, 0.0, false, NULL);
    check(*state, &thin, 1e6, 6e6, false, NULL);
}

static void meshes_of_any_cells_pass(void **state)
{
    for (int element = 0; element < 2; element++)
        for (uint64_t seed = 1; seed < 4; seed++) {
            eg_box_options options = {.origin = {1e6, -2e6},
                                      .size = {30, 10},
                                      .cells = {30, 20},
                                      .element = (eg_box_element)element,
                                      .jitter = 0.3,
                                      .shuffle = true,
                                      .seed = seed};
            static const bool none[4];
            eg_plane *mesh;
            assert_int_equal(eg_plane_box(*state, &options, &mesh), EG_OK);
            if (eg_plane_check_conforming(mesh, none) != EG_OK)
                fail_msg("%s", eg_context_error(*state));
            eg_plane_destroy(&mesh);
        }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nodes_that_coincide_are_told),
        TEST(a_slit_is_allowed_where_it_is_named),
        TEST(hanging_nodes_are_told),
        TEST(surfaces_over_each_other_are_told),
        TEST(what_only_looks_wrong_is_let_pass),
        TEST(meshes_of_any_cells_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
