/* Forests of one process. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"
#include "hexes_meshes.h"
#include "forest_check.h"
#include "world.h"

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
    const eg_hexes_box_options options = {.origin = {-1, 2, 0}, .size = {3, 2, 4}, .cells = {nx, ny, nz}};
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
    assert_true(fabs(forest_volume(f) - volume) < 1e-12 * volume);
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
    assert_int_equal(
        mesh->class->join(mesh, eg_mesh_boundary_index(mesh, a), eg_mesh_boundary_index(mesh, b), shift),
        EG_OK);
}

static void periodic_boxes(void **state)
{
    (void)state;
    static const double period[3] = {3, 2, 4};
    world w = open_world();
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int trees = 1; trees < 4; trees++) {
            eg_mesh *macro = dimension == 3 ? solid_box(&w, trees, 1, trees) : flat_box(&w, trees, 1);
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

/* Any level up to 3, by where a leaf is alone. */
static int wanted_anyhow(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                         const double low[3], const double high[3])
{
    (void)self, (void)forest, (void)low, (void)high;
    uint64_t mixed = eg_hash64(leaf, sizeof *leaf, 7);
    return mixed % 4 == 0 && leaf->level < 3 ? leaf->level + 1 : 0;
}

/* ---- what is refused */

static void refused(const world *w, const eg_mesh *macro, int level, eg_status status, const char *text)
{
    eg_mesh *forest;
    eg_forest_options options = {.level = level};
    assert_int_equal(eg_forest_create(w->context, w->comm, macro, &options, &forest, EG_OK), status);
    assert_null(forest);
    assert_string_equal(eg_context_error(w->context), text);
}

static void refusals(void **state)
{
    (void)state;
    world w = open_world();
    eg_mesh *forest, *macro = solid_box(&w, 2, 1, 1);
    refused(&w, macro, -1, EG_MESH, "forest: the level is -1; it must be from 0 to 18");
    refused(&w, macro, 19, EG_MESH, "forest: the level is 19; it must be from 0 to 18");
    refused(&w, macro, 10, EG_MESH,
            "forest: a rank would have 2.147e+09 leaves; it can have 2147483647: take lower levels, "
            "or more ranks");
    assert_int_equal(eg_forest_create(w.context, w.comm, macro, &(eg_forest_options){0}, &forest, EG_STOPPED),
                     EG_STOPPED);
    assert_null(forest);
    eg_mesh_destroy(&macro);
    eg_plane *plane;
    const eg_box_options options = {.size = {1, 1}, .cells = {2, 2}, .element = EG_BOX_TRIANGLE};
    assert_int_equal(eg_plane_box(w.context, &options, &plane), EG_OK);
    macro = &plane->base;
    refused(&w, macro, 1, EG_MESH,
            "box: element 1 is a triangle; the trees of a forest are quadrangles: mesh it with "
            "quadrangles alone (in gmsh: Recombine Surface)");
    eg_mesh_destroy(&macro);
    close_world(&w);
}

/* ---- graded forests */

/* Leaves whose box has the point are of level `deep`. */
typedef struct near_point {
    eg_forest_levels levels;
    double point[3];
    int deep;
} near_point;

static int wanted_near(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                       const double low[3], const double high[3])
{
    const near_point *near = (const near_point *)self;
    (void)forest, (void)leaf;
    for (int i = 0; i < 3; i++)
        if (near->point[i] < low[i] - 1e-9 || near->point[i] > high[i] + 1e-9)
            return 0;
    return near->deep;
}

static near_point near_to(double x, double y, double z, int deep)
{
    return (near_point){.levels = {.wanted = wanted_near}, .point = {x, y, z}, .deep = deep};
}

static void check_graded(const eg_forest *f, const double *period, double volume)
{
    check_all(f, period, volume);
    check_balance(f);
    assert_true(f->fine > 0 && f->highest > f->lowest);
}

static void graded_boxes(void **state)
{
    (void)state;
    world w = open_world();
    near_point corner[2] = {near_to(0, 3, 0, 6), near_to(0, 3, 2.1, 5)};
    eg_forest_levels anyhow = {.wanted = wanted_anyhow};
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int which = 0; which < 2; which++) {
            eg_mesh *macro = dimension == 3 ? solid_box(&w, 3, 2, 2) : flat_box(&w, 3, 2);
            const eg_forest_levels *levels = which ? &anyhow : &corner[dimension - 2].levels;
            eg_forest *f = grow(&w, macro, &(eg_forest_options){.level = which, .levels = levels});
            check_graded(f, NULL, dimension == 3 ? 24 : 6);
            assert_int_equal(f->lowest, which);
            if (!which)
                assert_int_equal(f->highest, corner[dimension - 2].deep);
            eg_mesh *forest = &f->base;
            eg_mesh_destroy(&forest);
            eg_mesh_destroy(&macro);
        }
    close_world(&w);
}

/* Leaves at one end of a periodic box are balanced with those at the other. */
static void graded_periodic_boxes(void **state)
{
    (void)state;
    static const double period[3] = {3, 2, 4};
    world w = open_world();
    near_point corner[2] = {near_to(-1, 2, 0, 6), near_to(-1, 2, 0, 5)};
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int trees = 1; trees < 4; trees++) {
            eg_mesh *macro = dimension == 3 ? solid_box(&w, trees, 1, trees) : flat_box(&w, trees, 1);
            join(macro, "left", "right");
            join(macro, dimension == 3 ? "front" : "bottom", dimension == 3 ? "back" : "top");
            if (dimension == 3)
                join(macro, "bottom", "top");
            eg_forest *f = grow(&w, macro, &(eg_forest_options){.levels = &corner[dimension - 2].levels});
            check_graded(f, period, dimension == 3 ? 24 : 6);
            for (int corners = 0; corners < 1 << dimension; corners++) {
                double at[3], found[3];
                for (int d = 0; d < 3; d++)
                    at[d] = corners >> d & 1 ? f->base.box_high[d] : f->base.box_low[d];
                int64_t leaf = f->base.class->locate(&f->base, at, found);
                assert_true(leaf >= 0 && f->leaf[leaf].level >= corner[dimension - 2].deep - 1);
            }
            eg_mesh *forest = &f->base;
            eg_mesh_destroy(&forest);
            eg_mesh_destroy(&macro);
        }
    close_world(&w);
}

/* ---- trees that are turned against each other */

/* The unit square in triangles, each cut into three quadrangles; three is how many meet in its middle. */
static eg_mesh *cut_square(const world *w, int side)
{
    enum { MOST = 4096 };
    static double x[MOST][3];
    static int32_t vertex[MOST][4], region[MOST];
    static int64_t source[MOST];
    static uint8_t type[MOST];
    static const char *const all[1] = {"all"};
    int32_t nodes = 0, cells = 0;
    for (int t = 0; t < 2 * side * side; t++) {
        double corner[3][2];
        int i = t / 2 % side, j = t / 2 / side;
        for (int k = 0; k < 3; k++) {
            corner[k][0] = (double)(i + (k > 0 && (t % 2 == 0 || k == 1))) / side;
            corner[k][1] = (double)(j + (t % 2 ? k > 0 : k > 1)) / side;
        }
        for (int k = 0; k < 3; k++, cells++) {
            for (int v = 0; v < 4; v++) {
                double at[2];
                int b = (k + 1) % 3, c = (k + 2) % 3;
                for (int d = 0; d < 2; d++)
                    at[d] = v == 0   ? corner[k][d]
                            : v == 1 ? (corner[k][d] + corner[b][d]) / 2
                            : v == 2 ? (corner[0][d] + corner[1][d] + corner[2][d]) / 3
                                     : (corner[k][d] + corner[c][d]) / 2;
                int32_t n = 0;
                while (n < nodes && fabs(x[n][0] - at[0]) + fabs(x[n][1] - at[1]) > 1e-9)
                    n++;
                x[n][0] = at[0];
                x[n][1] = at[1];
                nodes += n == nodes;
                vertex[cells][v] = n;
            }
            type[cells] = EG_QUADRANGLE;
            source[cells] = cells;
        }
    }
    eg_plane_input input = {.origin = "cut",
                            .nodes = nodes,
                            .cells = cells,
                            .x = (const double(*)[3])x,
                            .type = type,
                            .vertex = (const int32_t(*)[4])vertex,
                            .region = region,
                            .source = source,
                            .regions = 1,
                            .region_name = all};
    eg_plane *mesh;
    if (eg_plane_build(w->context, &input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(w->context));
    return &mesh->base;
}

static void turned_trees(void **state)
{
    (void)state;
    world w = open_world();
    near_point inside = near_to(0.4, 0.6, 0, 6), solid = near_to(0.4, 0.6, 0.3, 4);
    eg_forest_levels anyhow = {.wanted = wanted_anyhow};
    for (int which = 0; which < 6; which++) {
        eg_mesh *macro =
            which < 2 ? cut_square(&w, 3) : &cut_cube(w.context, 1, which % 2 && which < 4)->base;
        const eg_forest_levels *levels = which % 2 ? &anyhow : which ? &solid.levels : &inside.levels;
        if (which > 3) {
            join(macro, "left", "right");
            join(macro, "front", "back");
            join(macro, "bottom", "top");
        }
        eg_forest *f = grow(&w, macro, &(eg_forest_options){.levels = levels});
        assert_int_equal(f->kind, EG_LEAF_CURVED);
        int orientations[8] = {0};
        for (int64_t i = 0; i < f->base.own * 2 * f->base.dimension; i++)
            orientations[f->face[i].orientation]++;
        for (int o = 1; o < 7; o++) /* of a solid all that a right-handed pair can have */
            assert_int_equal(orientations[o] > 0, which < 2 ? o == 2 : o != 2);
        check_graded(f, which > 3 ? (const double[]){1, 1, 1} : NULL, 1);
        eg_mesh *forest = &f->base;
        eg_mesh_destroy(&forest);
        eg_mesh_destroy(&macro);
    }
    close_world(&w);
}

/* ---- trees of higher degree: leaves follow the curves */

static void straight_trees_of_higher_degree(void **state)
{
    (void)state;
    world w = open_world();
    eg_hexes *box;
    near_point corner = near_to(0, 0, 0, 4);
    eg_hexes_box_options options = {.size = {1, 2, 3}, .cells = {2, 1, 1}, .degree = 3};
    assert_int_equal(eg_hexes_box(w.context, &options, &box), EG_OK);
    eg_mesh *macro = &box->base;
    eg_forest *f = grow(&w, macro, &(eg_forest_options){.levels = &corner.levels});
    assert_int_equal(f->kind, EG_LEAF_BRICK);
    assert_int_equal(f->macro.degree, 3);
    assert_int_equal(f->highest, 4);
    check_graded(f, NULL, 6);
    eg_mesh *forest = &f->base;
    eg_mesh_destroy(&forest);
    eg_mesh_destroy(&macro);
    close_world(&w);
}

static void curved_trees(void **state)
{
    (void)state;
    world w = open_world();
    for (int degree = 1; degree <= 3; degree++) {
        eg_mesh *macro = &twisted_bar(w.context, degree, 1)->base;
        near_point near = near_to(macro->centroid[2][0], macro->centroid[2][1], macro->centroid[2][2], 3);
        eg_forest *f = grow(&w, macro, &(eg_forest_options){.levels = &near.levels});
        assert_int_equal(f->kind, EG_LEAF_CURVED);
        assert_int_equal(f->base.degree, degree);
        assert_int_equal(f->macro.degree, degree);
        check_order(f);
        check_faces(f, NULL);
        check_points(f);
        assert_int_equal(f->highest, 3);
        for (int64_t cell = 0; cell < f->base.own; cell++) {
            double at[3], x[3];
            const eg_leaf *leaf = &f->leaf[cell];
            for (int d = 0; d < 3; d++)
                at[d] = 2.0 * leaf->at[d] / EG_FOREST_ROOT - 1 + eg_leaf_edge(leaf);
            eg_hexes_map(eg_hexes_of(macro), leaf->tree, at, x, NULL);
            for (int i = 0; i < 3; i++)
                assert_true(fabs(x[i] - f->base.centroid[cell][i]) < 1e-13);
        }
        eg_mesh *forest = &f->base;
        eg_mesh_destroy(&forest);
        eg_mesh_destroy(&macro);
    }
    close_world(&w);
}

/* What a leaf's bounds hold: all of it, and little else. */
static int wanted_bounded(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                          const double low[3], const double high[3])
{
    enum { ALONG = 9 };
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    (void)self;
    for (int n = 0; n < ALONG * ALONG * ALONG; n++) {
        const double at[3] = {n % ALONG * 0.25 - 1, n / ALONG % ALONG * 0.25 - 1,
                              n / (ALONG * ALONG) * 0.25 - 1};
        double x[3];
        eg_forest_map_leaf(forest, leaf, at, x, NULL);
        for (int i = 0; i < 3; i++) {
            assert_true(x[i] >= low[i] && x[i] <= high[i]);
            least[i] = fmin(least[i], x[i]);
            most[i] = fmax(most[i], x[i]);
        }
    }
    for (int i = 0; i < 3 && leaf->level > 0; i++)
        assert_true(high[i] - low[i] < 1.06 * (most[i] - least[i]));
    return leaf->level < 2 ? leaf->level + 1 : 0;
}

static void bounds_of_curved_leaves(void **state)
{
    (void)state;
    world w = open_world();
    const eg_forest_levels bounded = {.wanted = wanted_bounded};
    for (int degree = 2; degree <= 3; degree++) {
        eg_mesh *macro = &twisted_bar(w.context, degree, 1)->base;
        eg_mesh *forest = &grow(&w, macro, &(eg_forest_options){.level = 0, .levels = &bounded})->base;
        eg_mesh_destroy(&forest);
        eg_mesh_destroy(&macro);
    }
    close_world(&w);
}

/* ---- leaves that change */

static void leaves_change(void **state)
{
    (void)state;
    static const double period[3] = {1, 1, 1};
    world w = open_world();
    eg_forest_levels anyhow = {.wanted = wanted_anyhow};
    for (int which = 0; which < 4; which++) {
        eg_mesh *macro = which == 0   ? flat_box(&w, 2, 3)
                         : which == 1 ? cut_square(&w, 2)
                         : which == 2 ? solid_box(&w, 2, 1, 1)
                                      : &cut_cube(w.context, 1, false)->base;
        if (which == 3)
            join(macro, "left", "right");
        double volume = which == 0 ? 6 : which == 2 ? 24 : 1;
        int64_t origins[3] = {0};
        eg_forest *f = grow(&w, macro, &(eg_forest_options){.level = 1, .levels = &anyhow});
        eg_mesh *forest = &f->base;
        eg_mesh_destroy(&macro);
        uint64_t first = forest->class->hash(forest);
        assert_false(adapt_forest(w.context, w.comm, &forest, -1, origins));
        assert_true(forest == &f->base && forest->class->hash(forest) == first);
        for (int time = 0; time < 3; time++) {
            assert_true(adapt_forest(w.context, w.comm, &forest, time, origins));
            check_all(eg_forest_of(forest), which == 3 ? period : NULL, volume);
            if (which != 3)
                check_balance(eg_forest_of(forest));
        }
        for (int i = 0; i < 3; i++)
            assert_true(origins[i] > 0);
        eg_mesh_destroy(&forest);
    }
    close_world(&w);
}

/* Who still reads an older forest holds it. */
static void older_forest_is_held(void **state)
{
    (void)state;
    world w = open_world();
    int64_t origins[3] = {0};
    eg_mesh *macro = flat_box(&w, 2, 1);
    eg_mesh *forest = &grow(&w, macro, &(eg_forest_options){.level = 2})->base;
    eg_mesh *reader = eg_mesh_hold(forest);
    assert_true(reader == forest);
    assert_true(adapt_forest(w.context, w.comm, &forest, 1, origins));
    assert_true(reader != forest);
    check_all(eg_forest_of(reader), NULL, 6);
    eg_mesh_destroy(&reader);
    assert_null(reader);
    check_all(eg_forest_of(forest), NULL, 6);
    eg_mesh_destroy(&forest);
    eg_mesh_destroy(&macro);
    close_world(&w);
}

/* Levels along the curve say all of a forest. */
static void leaves_come_back(void **state)
{
    (void)state;
    world w = open_world();
    near_point corner[2] = {near_to(0, 3, 0, 6), near_to(0, 3, 2.1, 5)};
    for (int dimension = 2; dimension <= 3; dimension++) {
        eg_mesh *macro = dimension == 3 ? solid_box(&w, 3, 2, 2) : flat_box(&w, 3, 2);
        eg_forest *f = grow(&w, macro, &(eg_forest_options){.levels = &corner[dimension - 2].levels});
        uint8_t *level = calloc((size_t)f->base.own, 1);
        eg_forest_record record;
        for (int64_t i = 0; i < f->base.own; i++)
            level[i] = (uint8_t)f->leaf[i].level;
        assert_int_equal(eg_forest_open_record(w.context, dimension, f->base.own, level, &record), EG_OK);
        eg_forest *again = grow(&w, macro, &(eg_forest_options){.levels = &record.levels});
        assert_true(again->hash == f->hash);
        eg_forest_close_record(&record);
        level[0] = EG_FOREST_LEVEL + 1;
        assert_int_equal(eg_forest_open_record(w.context, dimension, f->base.own, level, &record),
                         EG_CHECKPOINT);
        eg_forest_close_record(&record);
        free(level);
        eg_mesh *meshes[] = {&f->base, &again->base, macro};
        for (int i = 0; i < 3; i++)
            eg_mesh_destroy(&meshes[i]);
    }
    close_world(&w);
}

/* Levels end at both ends. */
static void first_and_last_level(void **state)
{
    (void)state;
    world w = open_world();
    eg_mesh *next, *macro = flat_box(&w, 1, 1);
    near_point corner = near_to(-1, 2, 0, EG_FOREST_LEVEL);
    eg_forest *f = grow(&w, macro, &(eg_forest_options){.levels = &corner.levels});
    eg_cell_transfer *transfer;
    assert_int_equal(f->highest, EG_FOREST_LEVEL);
    check_all(f, NULL, 6);
    uint8_t *wish = calloc((size_t)f->base.own, 1);
    for (int64_t i = 0; i < f->base.own; i++)
        wish[i] = f->leaf[i].level == EG_FOREST_LEVEL ? EG_WISH_FINER : EG_WISH_SAME;
    assert_int_equal(eg_forest_adapt(f, w.comm, wish, &next, &transfer, EG_OK), EG_OK);
    assert_null(next);
    assert_null(transfer);
    free(wish);
    eg_mesh *forest = &f->base;
    eg_mesh_destroy(&forest);
    f = grow(&w, macro, &(eg_forest_options){0});
    uint8_t coarser = EG_WISH_COARSER;
    assert_int_equal(eg_forest_adapt(f, w.comm, &coarser, &next, &transfer, EG_OK), EG_OK);
    assert_null(next);
    assert_int_equal(eg_forest_adapt(f, w.comm, &coarser, &next, &transfer, EG_STOPPED), EG_STOPPED);
    forest = &f->base;
    eg_mesh_destroy(&forest);
    eg_mesh_destroy(&macro);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_of_one_level), cmocka_unit_test(boundaries_of_a_box),
        cmocka_unit_test(periodic_boxes),     cmocka_unit_test(refusals),
        cmocka_unit_test(graded_boxes),       cmocka_unit_test(graded_periodic_boxes),
        cmocka_unit_test(turned_trees),       cmocka_unit_test(straight_trees_of_higher_degree),
        cmocka_unit_test(curved_trees),       cmocka_unit_test(bounds_of_curved_leaves),
        cmocka_unit_test(leaves_change),      cmocka_unit_test(older_forest_is_held),
        cmocka_unit_test(leaves_come_back),   cmocka_unit_test(first_and_last_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
