/* Forests of one process. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "forest_check.h"

typedef struct world {
    eg_context *context;
    eg_comm *comm;
} world;

static world open_world(void)
{
    world w;
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    assert_int_equal(eg_comm_create(w.context, &w.comm), EG_OK);
    return w;
}

static void close_world(world *w)
{
    eg_comm_destroy(&w->comm);
    assert_int_equal(eg_context_blocks_held(w->context), 0);
    eg_context_destroy(&w->context);
}

static eg_mesh *flat_box(const world *w, int64_t nx, int64_t ny)
{
    eg_plane *mesh;
    const eg_box_options options = {
        .origin = {-1, 2}, .size = {3, 2}, .cells = {nx, ny}, .element = EG_BOX_QUADRANGLE};
    assert_int_equal(eg_plane_box(w->context, &options, &mesh), EG_OK);
    return &mesh->base;
}

static eg_mesh *solid_box(const world *w, int64_t nx, int64_t ny, int64_t nz)
{
    eg_hexes *mesh;
    const eg_hexes_box_options options = {
        .origin = {-1, 2, 0}, .size = {3, 2, 4}, .cells = {nx, ny, nz}};
    assert_int_equal(eg_hexes_box(w->context, &options, &mesh), EG_OK);
    return &mesh->base;
}

static eg_forest *grow(const world *w, const eg_mesh *macro, const eg_forest_options *options)
{
    eg_mesh *forest;
    if (eg_forest_create(w->context, w->comm, macro, options, &forest, EG_OK) != EG_OK)
        fail_msg("%s", eg_context_error(w->context));
    return (eg_forest *)forest;
}

static void check_all(const eg_forest *f, const double *period, double volume)
{
    check_order(f);
    check_faces(f, period);
    check_points(f);
    assert_true(fabs(volume_of(f) - volume) < 1e-12 * volume);
}

/* ---- boxes, leaves of one level */

static void boxes_of_one_level(void **state)
{
    (void)state;
    world w = open_world();
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int level = 0; level < 4; level++) {
            eg_mesh *macro = dimension == 3 ? solid_box(&w, 3, 2, 1) : flat_box(&w, 3, 2);
            eg_forest *f = grow(&w, macro, &(eg_forest_options){.level = level});
            assert_true(eg_mesh_is_forest(&f->base) && eg_forest_of(&f->base) == f);
            assert_int_equal(f->base.own, 6 << dimension * level);
            assert_int_equal(f->base.held, f->base.own);
            assert_int_equal(f->base.all, f->base.own);
            assert_int_equal(f->kind, EG_LEAF_BRICK);
            assert_int_equal(f->base.group[0].all, f->base.own);
            assert_int_equal(f->lowest, level);
            assert_int_equal(f->highest, level);
            assert_int_equal(f->fine, 0);
            check_all(f, NULL, dimension == 3 ? 24 : 6);
            eg_mesh *forest = &f->base;
            eg_mesh_destroy(&forest);
            eg_mesh_destroy(&macro);
        }
    close_world(&w);
}

/* Boundaries are where the box ends, with its names. */
static void boundaries_of_a_box(void **state)
{
    (void)state;
    static const char *const name[] = {"left", "right", "front", "back", "bottom", "top"};
    world w = open_world();
    eg_mesh *macro = solid_box(&w, 2, 2, 2);
    eg_forest *f = grow(&w, macro, &(eg_forest_options){.level = 2});
    int64_t count = 0;
    for (int64_t cell = 0; cell < f->base.own; cell++)
        for (int face = 0; face < 6; face++) {
            const eg_leaf_face *here = eg_forest_face(f, cell, face);
            double x = f->base.centroid[cell][face / 2];
            double end = face % 2 ? f->base.box_high[face / 2] : f->base.box_low[face / 2];
            double size = f->base.box_high[face / 2] - f->base.box_low[face / 2];
            assert_int_equal(here->side == EG_SIDE_BOUNDARY, fabs(x - end) < size / 8);
            if (here->side != EG_SIDE_BOUNDARY)
                continue;
            count++;
            assert_string_equal(f->base.boundaries.name[here->across], name[face]);
        }
    assert_int_equal(count, 6 * 64);
    eg_mesh *forest = &f->base;
    eg_mesh_destroy(&forest);
    eg_mesh_destroy(&macro);
    close_world(&w);
}

/* ---- periodic boxes, also of one tree */

static void join(eg_mesh *mesh, const char *a, const char *b)
{
    double shift[3];
    assert_int_equal(mesh->class->join(mesh, eg_mesh_boundary_index(mesh, a),
                                       eg_mesh_boundary_index(mesh, b), shift),
                     EG_OK);
}

static void periodic_boxes(void **state)
{
    (void)state;
    static const double period[3] = {3, 2, 4};
    world w = open_world();
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int trees = 1; trees < 4; trees++) {
            eg_mesh *macro =
                dimension == 3 ? solid_box(&w, trees, 1, trees) : flat_box(&w, trees, 1);
            join(macro, "left", "right");
            join(macro, dimension == 3 ? "front" : "bottom", dimension == 3 ? "back" : "top");
            if (dimension == 3)
                join(macro, "bottom", "top");
            eg_forest *f = grow(&w, macro, &(eg_forest_options){.level = 2});
            check_all(f, period, dimension == 3 ? 24 : 6);
            for (int64_t i = 0; i < f->base.own * 2 * dimension; i++)
                assert_int_equal(f->face[i].side, EG_SIDE_EQUAL);
            eg_mesh *forest = &f->base;
            eg_mesh_destroy(&forest);
            eg_mesh_destroy(&macro);
        }
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_of_one_level),
        cmocka_unit_test(boundaries_of_a_box),
        cmocka_unit_test(periodic_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
