/* Blocks so far behind the first that a place in one of their arrays does not fit into 31 bits: a kernel
 * makes of the same numbers the same there as in block 0 (kernel/far/). The largest of these arrays needs no
 * more memory than two blocks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "scheme/ader/internal.h"

int far_shallow_water(void);
int far_elastic(void);
int far_elastic_variable(void);
int far_halo(void);

static void check(int result)
{
    if (result < 0)
        skip(); /* a limit of address space */
    assert_int_equal(result, 0);
}

static void shallow_water(void **state)
{
    (void)state;
    check(far_shallow_water());
}

static void elastic(void **state)
{
    (void)state;
    check(far_elastic());
}

static void elastic_variable(void **state)
{
    (void)state;
    check(far_elastic_variable());
}

static void messages(void **state)
{
    (void)state;
    check(far_halo());
}

/* Waves reach states and traces by 64 bits. What has to fit into 31 is the number of faces, seen from both
 * sides: more cells than a state's values allow are taken, and the refusal of more faces comes before
 * anything is built for them. */
static void waves_are_bound_by_faces_alone(void **state)
{
    enum { LANES = 8, VALUES = 105 };
    eg_context *context;
    int64_t faces;
    (void)state;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    for (int more = 0; more < 2; more++) {
        const int64_t cells = INT32_MAX / 3 / LANES * LANES + more * LANES;
        const eg_plane mesh = {.base = {.context = context,
                                        .origin = (char[]){"rock"},
                                        .held = cells,
                                        .own = cells,
                                        .all = cells,
                                        .groups = EG_CELL_TYPES,
                                        .group = {[EG_TRIANGLE] = {.count = cells}}}};
        eg_ader ader = {.context = context,
                        .owned = {.context = context},
                        .mesh = &mesh,
                        .system = &eg_linear_elastic,
                        .order = 6,
                        .values = VALUES};
        assert_int_equal(eg_layout_create(&mesh.base, EG_F32, LANES, 0, EG_LAYOUT_FAR, 0, &ader.layout),
                         EG_OK);
        assert_int_equal(eg_layout_create(&mesh.base, EG_F32, LANES, 0, VALUES, 0, &ader.layout), EG_MESH);
        assert_int_equal(eg_layout_create(&mesh.base, EG_F32, LANES, 0, EG_LAYOUT_FAR, 0, &ader.layout),
                         EG_OK);
        const eg_ader_options options = {.order = 6};
        eg_status status = eg_ader_order_traces(&ader, &options, &faces);
        assert_int_equal(status, more ? EG_MESH : EG_OK);
        assert_int_equal(faces, 3 * cells);
        assert_true(ader.far);
        if (more)
            assert_string_equal(
                eg_context_error(context),
                "rock: 715827888 cells are more than one process can hold: 2147483664 faces, seen "
                "from both sides, at most 2147483647; take fewer cells or more processes");
        eg_owner_end(&ader.owned);
    }
    eg_context_destroy(&context);
}

/* Places in a state are `int` in the kernels of finite volumes: a mesh with more is refused, with the number
 * that goes. */
static void more_than_an_int_holds_is_refused(void **state)
{
    enum { VARIABLES = 4, LANES = 8 };
    const int64_t most = INT32_MAX / VARIABLES - LANES; /* one block is for open faces */
    eg_context *context;
    eg_layout layout;
    (void)state;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    for (int64_t cells = most - 2 * LANES; cells < most + 2 * LANES; cells++) {
        const eg_plane mesh = {.base = {.context = context,
                                        .origin = (char[]){"sea"},
                                        .held = cells,
                                        .own = cells,
                                        .all = cells,
                                        .groups = EG_CELL_TYPES,
                                        .group = {[EG_TRIANGLE] = {.count = cells}}}};
        eg_status status = eg_layout_create(&mesh.base, EG_F64, LANES, 1, VARIABLES, 0, &layout);
        if (status == EG_OK) {
            int64_t last = eg_layout_slots(&layout) - 1;
            assert_in_range(eg_layout_state_index(&layout, VARIABLES, last, VARIABLES - 1), 0, INT32_MAX);
        } else {
            assert_int_equal(status, EG_MESH);
            assert_non_null(
                strstr(eg_context_error(context), "cells are more than one process can hold (536870911)"));
        }
        assert_int_equal(status == EG_OK, cells <= most / LANES * LANES);
    }
    eg_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shallow_water),
        cmocka_unit_test(elastic),
        cmocka_unit_test(elastic_variable),
        cmocka_unit_test(messages),
        cmocka_unit_test(waves_are_bound_by_faces_alone),
        cmocka_unit_test(more_than_an_int_holds_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
