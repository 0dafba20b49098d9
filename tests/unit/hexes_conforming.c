/* Whether hexahedra meet at their nodes (eg_hexes_check_conforming). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"

enum { POINTS = 64, CUBES = 8 };

/* Cuboids; corners that are in one place are one point, but those before `torn` are not looked at. */
typedef struct pile {
    int points, cubes, torn;
    double x[POINTS][3];
    int32_t point[CUBES][8];
} pile;

static int point_at(pile *p, const double x[3])
{
    for (int i = p->torn; i < p->points; i++)
        if (memcmp(p->x[i], x, sizeof p->x[i]) == 0)
            return i;
    memcpy(p->x[p->points], x, sizeof p->x[0]);
    return p->points++;
}

static void add(pile *p, double x0, double y0, double z0, double x1, double y1, double z1)
{
    const double low[3] = {x0, y0, z0}, high[3] = {x1, y1, z1};
    for (int c = 0; c < 8; c++) {
        double x[3];
        for (int d = 0; d < 3; d++)
            x[d] = c >> d & 1 ? high[d] : low[d];
        p->point[p->cubes][c] = point_at(p, x);
    }
    p->cubes++;
}

static void check(const pile *p, double scale, double far, bool slit, const char *expected)
{
    static const char *const region[] = {"rock"};
    const int32_t zero[CUBES] = {0};
    const bool slits[1] = {slit};
    int64_t source[CUBES];
    double x[POINTS][3];
    eg_context *context = open_context();
    eg_hexes *mesh;
    for (int i = 0; i < p->points; i++)
        for (int d = 0; d < 3; d++)
            x[i][d] = far + scale * p->x[i][d];
    for (int i = 0; i < CUBES; i++)
        source[i] = 101 + i;
    eg_hexes_input input = {.origin = "m.msh",
                            .degree = 1,
                            .points = p->points,
                            .elements = p->cubes,
                            .x = (const double(*)[3])x,
                            .point = p->point[0],
                            .region = zero,
                            .source = source,
                            .regions = 1,
                            .region_name = region};
    if (eg_hexes_build(context, &input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    eg_status status = eg_hexes_check_conforming(mesh, slits);
    if (status != (expected ? EG_MESH : EG_OK) || (expected && !strstr(eg_context_error(context), expected)))
        fail_msg("expected %s, found %s", expected ? expected : "a conforming mesh",
                 status == EG_OK ? "a conforming mesh" : eg_context_error(context));
    close_context(&context, &mesh);
}

static void check_everywhere(const pile *p, bool slit, const char *expected)
{
    check(p, 1.0, 0.0, slit, expected);
    check(p, 1e-5, 0.0, slit, expected);
    check(p, 1e6, -3e6, slit, expected);
    check(p, 1.0, 6354500.0, slit, expected);
}

static pile two_cubes(double gap, bool torn)
{
    pile p = {0};
    add(&p, 0, 0, 0, 1, 1, 1);
    p.torn = torn ? p.points : 0;
    add(&p, 1 + gap, 0, 0, 2, 1, 1);
    return p;
}

static void nodes_that_coincide_are_told(void **state)
{
    (void)state;
    pile glued = two_cubes(0, false), torn = two_cubes(0, true), nearly = two_cubes(1e-7, true),
         apart = two_cubes(1e-3, true);
    check_everywhere(&glued, false, NULL);
    check_everywhere(&torn, false, "each has nodes of its own there (the first of 2 faces)");
    check_everywhere(&torn, true, NULL);
    check_everywhere(&nearly, false, "each has nodes of its own there");
    check_everywhere(&apart, false, NULL);
    check(&torn, 1.0, 0.0, false,
          "m.msh: elements 101 and 102 meet at the face from (1, 0, 0) to (1, 1, 1), but each has "
          "nodes of its own there (the first of 2 faces), so that nothing would pass: merge the "
          "nodes that coincide (in Gmsh: Coherence before meshing, or Coherence Mesh); where that "
          "is meant, give the faces a name and list it in mesh.slits");
}

static void hanging_nodes_are_told(void **state)
{
    (void)state;
    pile halves = {0}, quarters = {0};
    add(&halves, 0, 0, 0, 1, 1, 1);
    add(&halves, 1, 0, 0, 2, 1, 0.5);
    add(&halves, 1, 0, 0.5, 2, 1, 1);
    add(&quarters, 0, 0, 0, 1, 1, 1);
    for (int i = 0; i < 4; i++)
        add(&quarters, 0.5 * (i % 2), 0.5 * (i / 2), 1, 0.5 * (i % 2) + 0.5, 0.5 * (i / 2) + 0.5, 2);
    check_everywhere(&halves, false, "a part of a face of the second one (nodes hang)");
    check_everywhere(&quarters, false, "a part of a face of the second one (nodes hang)");
}

/* Plates, blocks that touch along an edge, and deformed boxes. */
static void what_only_looks_wrong_is_let_pass(void **state)
{
    (void)state;
    pile plate = {0}, edge = {0};
    add(&plate, 0, 0, 0, 1, 1, 1e-6);
    add(&plate, 0, 0, 1e-6, 1, 1, 2e-6);
    add(&edge, 0, 0, 0, 1, 1, 1);
    add(&edge, 1, 1, 0, 2, 2, 1);
    check(&plate, 1.0, 0.0, false, NULL);
    check(&plate, 1e6, 0.0, false, NULL);
    check_everywhere(&edge, false, NULL);
    eg_context *context = open_context();
    const eg_kershaw_map kershaw = eg_kershaw_cube(0.3, 0.3);
    const eg_hexes_box_options options = {
        .size = {1, 1, 1}, .cells = {6, 6, 6}, .degree = 2, .map = &kershaw.map};
    static const bool none[6];
    eg_hexes *mesh;
    assert_int_equal(eg_hexes_box(context, &options, &mesh), EG_OK);
    if (eg_hexes_check_conforming(mesh, none) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    close_context(&context, &mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_that_coincide_are_told),
        cmocka_unit_test(hanging_nodes_are_told),
        cmocka_unit_test(what_only_looks_wrong_is_let_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
