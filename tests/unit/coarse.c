/* The coarser mesh by which `check` foresees a run: area, regions, boundaries, heights; where there is
 * none. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/life/life.h"

enum { NX = 40, NY = 20, SQUARES = NX * NY, NODES = (NX + 1) * (NY + 1), GATE = 10 };

/* A basin of 4 m x 2 m of squares without those of a corner, of height x + 1. Its gate is one edge at the
 * left; `pond` squares along the bottom have a region of their own. */
static eg_plane *make_basin(eg_context *context, int pond)
{
    static double x[NODES][3];
    static int32_t vertex[SQUARES][4], region[SQUARES];
    static uint8_t type[SQUARES];
    static int64_t source[SQUARES];
    const int32_t edge[1][2] = {{GATE * (NX + 1), (GATE + 1) * (NX + 1)}}, boundary[1] = {0};
    static const char *const regions[] = {"ground", "pond"}, *const boundaries[] = {"gate"};
    int64_t cells = 0;
    for (int n = 0; n < NODES; n++) {
        x[n][0] = 0.1 * (n % (NX + 1));
        x[n][1] = 0.1 * (double)(n / (NX + 1));
        x[n][2] = x[n][0] + 1;
    }
    for (int s = 0; s < SQUARES; s++) {
        int i = s % NX, j = s / NX, low = j * (NX + 1) + i;
        if (i >= NX / 2 && j >= NY / 2)
            continue;
        const int32_t corners[4] = {low, low + 1, low + NX + 2, low + NX + 1};
        memcpy(vertex[cells], corners, sizeof corners);
        type[cells] = EG_QUADRANGLE;
        region[cells] = s < pond;
        source[cells] = s;
        cells++;
    }
    const eg_plane_input input = {"basin",
                                  NODES,
                                  cells,
                                  1,
                                  (const double(*)[3])x,
                                  type,
                                  (const int32_t(*)[4])vertex,
                                  region,
                                  source,
                                  edge,
                                  boundary,
                                  2,
                                  1,
                                  regions,
                                  boundaries};
    eg_plane *mesh;
    assert_int_equal(eg_plane_build(context, &input, &mesh), EG_OK);
    return mesh;
}

static void coarse_meshes_have_all_of_the_fine_one(void **state)
{
    (void)state;
    eg_context *context;
    eg_plane *coarse;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    eg_plane *fine = make_basin(context, 5);
    assert_int_equal(eg_run_coarse_plane(fine, 150, &coarse), EG_OK);
    assert_non_null(coarse);
    double area = 0, gate = 0, rim = 0;
    for (int64_t c = 0; c < coarse->base.own; c++) {
        area += coarse->area[c];
        assert_int_equal(coarse->type[c], EG_TRIANGLE);
        assert_true(eg_plane_locate(fine, coarse->base.centroid[c]) >= 0);
    }
    assert_true(fabs(area - 6) < 0.6);
    assert_true(coarse->base.own > 130 && coarse->base.own < 170);
    assert_int_equal(coarse->base.regions.count, 2);
    assert_string_equal(coarse->base.regions.name[1], "pond");
    assert_int_equal(coarse->base.boundaries.count, 2);
    assert_string_equal(coarse->base.boundaries.name[0], "gate");
    for (int64_t f = 0; f < coarse->faces; f++) {
        const double *a = coarse->x[coarse->face_vertex[f][0]], *b = coarse->x[coarse->face_vertex[f][1]];
        assert_true(fabs(a[2] - a[0] - 1) < 0.3);
        double length = hypot(b[0] - a[0], b[1] - a[1]);
        rim += coarse->face_cell[f][1] < 0 ? length : 0;
        if (coarse->face_boundary[f] != 0)
            continue;
        gate += length;
        assert_true(a[0] < 0.3 && fabs(a[1] - 1.05) < 0.5);
    }
    assert_true(gate > 0.2 && gate < 0.5); /* one edge of 0.28 m, or a diagonal */
    assert_true(rim > 11 && rim < 15);
    eg_plane_destroy(&coarse);
    eg_plane_destroy(&fine);
    eg_context_destroy(&context);
}

/* A region of one cell is too small for triangles that are twelve times as large. */
static void regions_that_are_too_small_give_none(void **state)
{
    (void)state;
    eg_context *context;
    eg_plane *coarse;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    eg_plane *fine = make_basin(context, 1);
    assert_int_equal(eg_run_coarse_plane(fine, 100, &coarse), EG_OK);
    assert_null(coarse);
    eg_plane_destroy(&fine);
    eg_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coarse_meshes_have_all_of_the_fine_one),
        cmocka_unit_test(regions_that_are_too_small_give_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
