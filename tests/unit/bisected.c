/* Triangles that are halved: leaves that meet along whole edges whatever is wished, in one order, and back
 * again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bisected_meshes.h"

/* Destroys all; nothing may be left behind. */
static void close_all(eg_context **context, eg_plane **macro, eg_bisected **b)
{
    eg_bisected_destroy(b);
    assert_null(*b);
    close_context(context, macro);
}

/* ---- what holds for all leaves */

/* The edge across is this one, run through the other way; through a periodic pair but for a shift. */
static void check_link(const eg_bisected *b, int64_t leaf, int edge)
{
    int32_t across = b->link[leaf][edge];
    eg_bisected_triangle here, there;
    eg_bisected_find_triangle(b, b->id[leaf], &here);
    bool outer = here.face[edge] >= 0 && b->macro->face_boundary[here.face[edge]] >= 0;
    assert_int_equal(across < 0, outer && b->macro->face_twin[here.face[edge]] < 0);
    if (across < 0)
        return;
    assert_int_equal(b->link[across / 3][across % 3], 3 * leaf + edge);
    eg_bisected_find_triangle(b, b->id[across / 3], &there);
    const double *from = here.x[edge], *to = here.x[(edge + 1) % 3];
    const double *end = there.x[(across % 3 + 1) % 3], *begin = there.x[across % 3];
    for (int i = 0; i < 3; i++) {
        if (!outer)
            assert_true(from[i] == end[i] && to[i] == begin[i]);
        assert_true(fabs((from[i] - end[i]) - (to[i] - begin[i])) <= 1e-14);
    }
}

/* Ids ascend, and levels alone say all of them and of their links. */
static void check_leaves(const eg_bisected *b)
{
    eg_bisected *roots, *again;
    uint8_t *level = malloc((size_t)b->leaves);
    for (int64_t i = 0; i < b->leaves; i++) {
        assert_true(i == 0 || b->id[i - 1] < b->id[i]);
        level[i] = (uint8_t)eg_bisected_level(b->id[i]);
        for (int k = 0; k < 3; k++)
            check_link(b, i, k);
    }
    assert_int_equal(eg_bisected_create(b->context, b->macro, &roots), EG_OK);
    assert_int_equal(eg_bisected_create_levels(roots, b->leaves, level, &again), EG_OK);
    assert_int_equal(again->leaves, b->leaves);
    assert_memory_equal(again->id, b->id, (size_t)b->leaves * sizeof *b->id);
    assert_memory_equal(again->link, b->link, (size_t)b->leaves * sizeof *b->link);
    assert_true(again->hash == b->hash);
    eg_bisected_destroy(&roots);
    eg_bisected_destroy(&again);
    free(level);
}

static double boundary_length(const eg_plane *mesh, const char *name)
{
    double sum = 0;
    for (int64_t face = 0; face < mesh->faces; face++)
        if (mesh->face_boundary[face] == boundary(mesh, name))
            sum += hypot(mesh->x[mesh->face_vertex[face][1]][0] - mesh->x[mesh->face_vertex[face][0]][0],
                         mesh->x[mesh->face_vertex[face][1]][1] - mesh->x[mesh->face_vertex[face][0]][1]);
    return sum;
}

static double total_area(const eg_plane *mesh)
{
    double sum = 0;
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        sum += mesh->area[cell];
    return sum;
}

/* Twins are where links say, all others have none. */
static void check_twins(const eg_bisected *b, const eg_plane *mesh)
{
    for (int64_t i = 0; i < b->leaves; i++)
        for (int k = 0; k < 3; k++) {
            int32_t face = mesh->cell_face[3 * i + k], link = b->link[i][k];
            assert_int_equal(eg_plane_neighbour(mesh, face, i), link < 0 ? -1 : link / 3);
            if (link >= 0 && mesh->face_twin[face] >= 0)
                assert_int_equal(mesh->face_twin[mesh->face_twin[face]], face);
        }
}

/* The generation is a mesh as any other: conforming, with the names, area and boundaries of the macro
 * mesh. */
static void check_plane(const eg_bisected *b)
{
    static const char *const sides[] = {"left", "right", "bottom", "top"};
    static const bool slit[4] = {true, true, true, true};
    eg_plane *mesh;
    if (eg_bisected_plane(b, false, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(b->context));
    assert_int_equal(mesh->base.own, b->leaves);
    assert_int_equal(eg_plane_check_conforming(mesh, slit), EG_OK);
    check_first_use(mesh);
    check_twins(b, mesh);
    assert_true(fabs(total_area(mesh) - total_area(b->macro)) <= 1e-13 * total_area(mesh));
    for (int side = 0; side < 4; side++) {
        double length = boundary_length(b->macro, sides[side]);
        assert_true(fabs(boundary_length(mesh, sides[side]) - length) <= 1e-13 * length);
    }
    assert_int_equal(mesh->nodes - mesh->faces + mesh->base.own, 1); /* Euler */
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        assert_int_equal(eg_plane_locate(mesh, mesh->base.centroid[cell]), cell);
    eg_plane_destroy(&mesh);
}

static void leaves_meet_whatever_is_wished(void **state)
{
    (void)state;
    for (int kind = 0; kind < MACROS; kind++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            eg_context *context = open_context();
            eg_plane *macro = make_macro(context, kind);
            eg_bisected *b = random_leaves(macro, seed, (int)(2 * seed), 8);
            check_leaves(b);
            check_plane(b);
            close_all(&context, &macro, &b);
        }
}

/* ---- one result */

/* Closure as one writes it down: a leaf is halved once what is across its refinement edge has that as its
 * own. By ids, one bisection after the other; marks are taken in any order. */
typedef struct forest {
    eg_bisected *b;
} forest;

static int64_t find_id(const eg_bisected *b, uint64_t id)
{
    for (int64_t i = 0; i < b->leaves; i++)
        if (b->id[i] == id)
            return i;
    return -1;
}

static void halve_by_recursion(forest *f, uint64_t id)
{
    int64_t leaf = find_id(f->b, id);
    if (leaf < 0)
        return;
    int32_t across = f->b->link[leaf][0];
    if (across >= 0 && across % 3 != 0 && across / 3 != leaf) {
        halve_by_recursion(f, f->b->id[across / 3]);
        halve_by_recursion(f, id);
        return;
    }
    uint8_t *wish = calloc((size_t)f->b->leaves, 1);
    wish[leaf] = EG_BISECTED_FINER;
    int64_t before = f->b->leaves;
    assert_true(adapt(&f->b, wish));
    assert_int_equal(f->b->leaves, before + (across < 0 ? 1 : 2));
    free(wish);
}

static void order_of_marks_does_not_matter(void **state)
{
    (void)state;
    for (int kind = 0; kind < MACROS; kind++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            eg_context *context = open_context();
            eg_plane *macro = make_macro(context, kind);
            eg_bisected *at_once = random_leaves(macro, seed, 4, 5);
            forest f = {random_leaves(macro, seed, 4, 5)};
            uint64_t random = seed + 100, marked[16];
            uint8_t *wish = calloc((size_t)at_once->leaves, 1);
            for (int i = 0; i < 16; i++) {
                int64_t leaf = (int64_t)(next_random(&random) % (uint64_t)at_once->leaves);
                wish[leaf] = EG_BISECTED_FINER;
                marked[i] = at_once->id[leaf];
            }
            adapt(&at_once, wish);
            for (int i = 0; i < 16; i++)
                halve_by_recursion(&f, marked[i]);
            assert_int_equal(f.b->leaves, at_once->leaves);
            assert_memory_equal(f.b->id, at_once->id, (size_t)f.b->leaves * sizeof *f.b->id);
            assert_memory_equal(f.b->link, at_once->link, (size_t)f.b->leaves * sizeof *f.b->link);
            free(wish);
            eg_bisected_destroy(&f.b);
            close_all(&context, &macro, &at_once);
        }
}

static void coarsening_undoes_refinement(void **state)
{
    (void)state;
    for (int kind = 0; kind < MACROS; kind++) {
        eg_context *context = open_context();
        eg_plane *macro = make_macro(context, kind);
        eg_bisected *roots, *b = random_leaves(macro, 9, 10, 9);
        bool changed = true;
        while (changed) {
            uint8_t *wish = malloc((size_t)b->leaves);
            memset(wish, EG_BISECTED_COARSER, (size_t)b->leaves);
            changed = adapt(&b, wish);
            free(wish);
        }
        assert_int_equal(eg_bisected_create(context, macro, &roots), EG_OK);
        assert_int_equal(b->leaves, roots->leaves);
        assert_memory_equal(b->id, roots->id, (size_t)b->leaves * sizeof *b->id);
        assert_memory_equal(b->link, roots->link, (size_t)b->leaves * sizeof *b->link);
        assert_true(b->hash == roots->hash);
        eg_bisected_destroy(&roots);
        close_all(&context, &macro, &b);
    }
}

/* One step of refinement and one of coarsening of what it made are the leaves that there were. */
static void a_step_has_an_inverse(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *macro = make_macro(context, MACRO_SHAKEN);
    eg_bisected *b = random_leaves(macro, 3, 5, 6), *next;
    eg_bisected_transfer *transfer;
    uint64_t hash = b->hash, random = 17;
    uint8_t *wish = random_wishes(b, &random, 20, 0, 9);
    assert_int_equal(pass_by(b, wish, &next, &transfer), EG_OK);
    for (bool changed = true; changed;) { /* what was halved for another's sake goes after that */
        uint8_t *back = calloc((size_t)next->leaves, 1);
        for (int64_t i = 0; i < next->leaves; i++)
            back[i] = find_id(b, next->id[i]) < 0 ? EG_BISECTED_COARSER : EG_BISECTED_KEEP;
        changed = adapt(&next, back);
        free(back);
    }
    assert_true(next->hash == hash);
    free(wish);
    eg_bisected_transfer_destroy(&transfer);
    eg_bisected_destroy(&next);
    close_all(&context, &macro, &b);
}

/* ---- what a new leaf was */

/* Vertices of a descendant in barycentric coordinates of the triangle, by the letter of children.c. */
static void check_descendant(const eg_bisected *old, int64_t from, const eg_bisected *next, int64_t leaf,
                             eg_bisected_origin origin)
{
    static const double at[][3][3] = {[EG_BISECTED_SAME] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                      [EG_BISECTED_START] = {{0, 0, 1}, {1, 0, 0}, {.5, .5, 0}},
                                      [EG_BISECTED_END] = {{0, 1, 0}, {0, 0, 1}, {.5, .5, 0}},
                                      [EG_BISECTED_START_START] = {{.5, .5, 0}, {0, 0, 1}, {.5, 0, .5}},
                                      [EG_BISECTED_START_END] = {{1, 0, 0}, {.5, .5, 0}, {.5, 0, .5}},
                                      [EG_BISECTED_END_START] = {{.5, .5, 0}, {0, 1, 0}, {0, .5, .5}},
                                      [EG_BISECTED_END_END] = {{0, 0, 1}, {.5, .5, 0}, {0, .5, .5}}};
    eg_bisected_triangle a, b;
    eg_bisected_find_triangle(old, old->id[from], &a);
    eg_bisected_find_triangle(next, next->id[leaf], &b);
    for (int v = 0; v < 3; v++)
        for (int i = 0; i < 3; i++) {
            double x = 0;
            for (int k = 0; k < 3; k++)
                x += at[origin][v][k] * a.x[k][i];
            assert_true(fabs(x - b.x[v][i]) <= 1e-15);
        }
}

static void transfers_say_what_a_leaf_was(void **state)
{
    (void)state;
    bool seen[EG_BISECTED_JOINED_BACKWARDS + 1] = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        eg_context *context = open_context();
        eg_plane *macro = make_macro(context, MACRO_SHAKEN);
        eg_bisected *b = random_leaves(macro, seed, 5, 7), *next;
        eg_bisected_transfer *t;
        uint8_t *wish = random_wishes(b, &seed, 10, 80, 9);
        assert_int_equal(pass_by(b, wish, &next, &t), EG_OK);
        assert_int_equal(t->leaves, next->leaves);
        for (int64_t i = 0; i < t->leaves; i++) {
            seen[t->origin[i]] = true;
            if (t->origin[i] < EG_BISECTED_JOINED) {
                check_descendant(b, t->from[i], next, i, t->origin[i]);
                continue;
            }
            bool forwards = t->origin[i] == EG_BISECTED_JOINED;
            for (int k = 0; k < 2; k++)
                check_descendant(next, i, b, t->from[i] + k,
                                 (k == 0) == forwards ? EG_BISECTED_START : EG_BISECTED_END);
        }
        free(wish);
        eg_bisected_transfer_destroy(&t);
        eg_bisected_destroy(&next);
        close_all(&context, &macro, &b);
        seed = seed % 97;
    }
    for (int i = 0; i <= EG_BISECTED_JOINED_BACKWARDS; i++)
        assert_true(seen[i]);
}

/* ---- shapes */

static double angle(const double a[3], const double b[3], const double c[3])
{
    double u[2] = {b[0] - a[0], b[1] - a[1]}, v[2] = {c[0] - a[0], c[1] - a[1]};
    return atan2(fabs(u[0] * v[1] - u[1] * v[0]), u[0] * v[0] + u[1] * v[1]);
}

/* Ordered angles of a triangle. */
static void find_shape(const eg_bisected *b, uint64_t id, double shape[3])
{
    eg_bisected_triangle t;
    eg_bisected_find_triangle(b, id, &t);
    for (int k = 0; k < 3; k++)
        shape[k] = angle(t.x[k], t.x[(k + 1) % 3], t.x[(k + 2) % 3]);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (shape[k] > shape[k + 1]) {
                double other = shape[k];
                shape[k] = shape[k + 1];
                shape[k + 1] = other;
            }
}

static void descendants_have_four_shapes(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *macro = make_macro(context, MACRO_SHAKEN);
    eg_bisected *b;
    assert_int_equal(eg_bisected_create(context, macro, &b), EG_OK);
    assert_int_equal(refine(&b, 7), EG_OK);
    for (int64_t i = 0, root = -1, shapes = 0; i < b->leaves; i++) {
        static double known[8][3];
        double shape[3], whole[3];
        if (root != eg_bisected_root(b->id[i]))
            shapes = 0;
        root = eg_bisected_root(b->id[i]);
        find_shape(b, b->id[i], shape);
        find_shape(b, ((uint64_t)root << 1 | 1) << EG_BISECTED_LEVEL, whole);
        assert_true(shape[0] >= 0.5 * whole[0] - 1e-9);
        int64_t k = 0;
        while (k < shapes && (fabs(known[k][0] - shape[0]) > 1e-9 || fabs(known[k][1] - shape[1]) > 1e-9))
            k++;
        memcpy(known[k], shape, sizeof shape);
        shapes = k == shapes ? shapes + 1 : shapes;
        assert_true(shapes <= 4);
    }
    close_all(&context, &macro, &b);
}

/* ---- what is refused */

static void must_fail(eg_context *context, eg_status got, eg_status wanted, const char *text)
{
    assert_int_equal(got, wanted);
    assert_string_equal(eg_context_error(context), text);
}

static void a_level_beyond_the_highest_is_refused(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *macro = make_macro(context, MACRO_SQUARE);
    eg_bisected *b, *next;
    eg_bisected_transfer *transfer;
    assert_int_equal(eg_bisected_create(context, macro, &b), EG_OK);
    for (int level = 0; level <= EG_BISECTED_LEVEL; level++) {
        uint8_t *wish = calloc((size_t)b->leaves, 1);
        wish[0] = EG_BISECTED_FINER;
        assert_int_equal(eg_bisected_level(b->id[0]), level);
        if (level < EG_BISECTED_LEVEL)
            assert_true(adapt(&b, wish));
        else
            must_fail(context, pass_by(b, wish, &next, &transfer), EG_MESH,
                      "box: a triangle would be of level 33; the highest is 32");
        free(wish);
    }
    check_leaves(b);
    close_all(&context, &macro, &b);
}

static void quadrangles_are_refused(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *macro;
    eg_bisected *b;
    const eg_box_options options = {.size = {1, 1}, .cells = {2, 2}};
    assert_int_equal(eg_plane_box(context, &options, &macro), EG_OK);
    must_fail(context, eg_bisected_create(context, macro, &b), EG_MESH,
              "box: element 1 is a quadrangle; bisection takes triangles alone: mesh the domain with "
              "triangles");
    close_context(&context, &macro);
}

static void levels_that_are_no_leaves_are_refused(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *macro = make_macro(context, MACRO_SQUARE);
    eg_bisected *roots, *b;
    assert_int_equal(eg_bisected_create(context, macro, &roots), EG_OK);
    must_fail(context, eg_bisected_create_levels(roots, 2, (const uint8_t[]){0, 33}, &b), EG_CHECKPOINT,
              "triangle 1 of 2 cannot be of level 33");
    must_fail(context, eg_bisected_create_levels(roots, 3, (const uint8_t[]){0, 0, 0}, &b), EG_CHECKPOINT,
              "triangle 2 of 3 cannot be of level 0");
    must_fail(context, eg_bisected_create_levels(roots, 3, (const uint8_t[]){2, 1, 0}, &b), EG_CHECKPOINT,
              "triangle 1 of 3 cannot be of level 1");
    must_fail(context, eg_bisected_create_levels(roots, 1, (const uint8_t[]){0}, &b), EG_CHECKPOINT,
              "1 triangles do not fill the 2 of the mesh");
    must_fail(context, eg_bisected_create_levels(roots, 3, (const uint8_t[]){1, 1, 0}, &b), EG_CHECKPOINT,
              "triangle 2 of 3 cannot be of level 0"); /* they do not meet */
    close_all(&context, &macro, &roots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_meet_whatever_is_wished),
        cmocka_unit_test(order_of_marks_does_not_matter),
        cmocka_unit_test(coarsening_undoes_refinement),
        cmocka_unit_test(a_step_has_an_inverse),
        cmocka_unit_test(transfers_say_what_a_leaf_was),
        cmocka_unit_test(descendants_have_four_shapes),
        cmocka_unit_test(a_level_beyond_the_highest_is_refused),
        cmocka_unit_test(quadrangles_are_refused),
        cmocka_unit_test(levels_that_are_no_leaves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
