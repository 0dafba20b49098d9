/* Elements as their neighbours see them: a step to a neighbour and back, and the vertices on the way, on a
 * mesh whose elements lie in all ways to each other. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "mesh/hexes/hexes.h"

/* The vertex at the corner with indices i[3] (0 or 1) of the view. */
static int32_t vertex_of(const eg_hexes *mesh, const eg_hex_view *view, const int i[3])
{
    int corner = 0;
    for (int d = 0; d < 3; d++)
        corner |= (i[d] != view->reversed[d]) << view->axis[d];
    return mesh->vertex[view->element][corner];
}

/* The corners of `low` at its upper end are those of `high` at its lower end. */
static void check_face(const eg_hexes *mesh, int direction, const eg_hex_view *low, const eg_hex_view *high)
{
    for (int corner = 0; corner < EG_HEX_VERTICES; corner++) {
        int i[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
        i[direction] = 1;
        int32_t below = vertex_of(mesh, low, i);
        i[direction] = 0;
        assert_int_equal(below, vertex_of(mesh, high, i));
    }
}

/* Steps that are found once are those that are found one by one, from every view that a step leads to. */
static void check_all_steps(const eg_hexes *mesh)
{
    eg_hex_steps all;
    assert_int_equal(eg_hex_steps_create(mesh, &all), EG_OK);
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int i = 0; i < 36; i++) {
            const eg_hex_view own = eg_hex_view_of(e);
            eg_hex_view next, here, there;
            if (!eg_hex_step(mesh, &own, i / 12, i / 6 % 2, &next))
                continue;
            bool is = eg_hex_step(mesh, &next, i % 6 / 2, i % 2, &here);
            assert_int_equal(eg_hex_steps_take(&all, &next, i % 6 / 2, i % 2, &there), is);
            assert_true(!is || eg_hex_view_equals(&here, &there));
        }
    eg_hex_steps_destroy(&all);
}

static void steps_meet_and_lead_back(void **state)
{
    const char *source = getenv("EAGRE_SOURCE");
    eg_context *context;
    eg_hexes *mesh;
    int64_t steps = 0, turned = 0, ends = 0;
    (void)state;
    assert_non_null(source);
    assert_int_equal(chdir(source), 0);
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_hexes_read_gmsh(context, "examples/rod/rod.msh", &mesh), EG_OK);
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int way = 0; way < 6; way++) {
            const eg_hex_view own = eg_hex_view_of(e);
            bool up = way % 2;
            eg_hex_view next, back;
            if (!eg_hex_step(mesh, &own, way / 2, up, &next)) {
                assert_true(mesh->face_element[mesh->face[e][way]][1] < 0);
                ends++;
                continue;
            }
            check_face(mesh, way / 2, up ? &own : &next, up ? &next : &own);
            assert_true(eg_hex_step(mesh, &next, way / 2, !up, &back));
            assert_true(eg_hex_view_equals(&own, &back));
            const eg_hex_view plain = eg_hex_view_of(next.element);
            turned += !eg_hex_view_equals(&next, &plain);
            steps++;
        }
    assert_true(steps > 0 && turned > 0 && ends > 0);
    check_all_steps(mesh);
    eg_hexes_destroy(&mesh);
    eg_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_meet_and_lead_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
