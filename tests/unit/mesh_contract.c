/* What every class of mesh keeps (mesh/mesh.h): maps have the derivatives that they say, points are found
 * where maps put them, numbers go there and back, parts are pieces of the whole to the bit, and any allocation
 * may fail. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "failing.h"
#include "mesh/forest/forest.h"
#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"
#include "world.h"

/* ---- one of each class, and of each kind of map; `size` cells along an edge */

static eg_status make_plane(const world *w, eg_box_element element, int size, eg_mesh **mesh)
{
    const eg_box_options options = {.origin = {-1, 2},
                                    .size = {2, 1},
                                    .cells = {size, size},
                                    .element = element,
                                    .jitter = element == EG_BOX_TRIANGLE ? 0.25 : 0.2,
                                    .shuffle = true,
                                    .seed = 3};
    eg_plane *plane;
    eg_status status = eg_plane_box(w->context, &options, &plane);
    *mesh = status == EG_OK ? &plane->base : NULL;
    return status;
}

static eg_status make_triangles(const world *w, int size, eg_mesh **mesh)
{
    return make_plane(w, EG_BOX_TRIANGLE, size, mesh);
}

static eg_status make_quadrangles(const world *w, int size, eg_mesh **mesh)
{
    return make_plane(w, EG_BOX_QUADRANGLE, size, mesh);
}

static eg_status make_hexes(const world *w, int degree, int size, eg_mesh **mesh)
{
    const eg_distorted_map bent = eg_smoothly_distorted_cube();
    const eg_hexes_box_options options = {.size = {1, 1, 1},
                                          .cells = {size, size, size},
                                          .degree = degree,
                                          .map = degree > 1 ? &bent.map : NULL,
                                          .shuffle = true,
                                          .seed = 3};
    eg_hexes *hexes;
    eg_status status = eg_hexes_box(w->context, &options, &hexes);
    if (status == EG_OK)
        status = eg_hexes_number_nodes(hexes, 3);
    *mesh = status == EG_OK ? &hexes->base : NULL;
    if (status != EG_OK)
        eg_hexes_destroy(&hexes);
    return status;
}

static eg_status make_straight(const world *w, int size, eg_mesh **mesh)
{
    return make_hexes(w, 1, size, mesh);
}

static eg_status make_curved(const world *w, int size, eg_mesh **mesh)
{
    return make_hexes(w, 3, size, mesh);
}

/* Any level up to 2, by where a leaf is alone. */
static int wanted_level(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                        const double low[3], const double high[3])
{
    (void)self, (void)forest, (void)low, (void)high;
    return leaf->level < 2 && eg_hash64(leaf, sizeof *leaf, 7) % 3 == 0 ? leaf->level + 1 : 0;
}

static eg_status grow_leaves(const world *w, eg_status status, eg_mesh *macro, eg_mesh **mesh)
{
    static const eg_forest_levels levels = {.wanted = wanted_level};
    *mesh = NULL;
    if (status == EG_OK)
        status = eg_forest_create(w->context, w->comm, macro, &(eg_forest_options){.levels = &levels}, mesh,
                                  status);
    eg_mesh_destroy(&macro);
    return status;
}

static eg_status make_quadtrees(const world *w, int size, eg_mesh **mesh)
{
    eg_mesh *macro;
    eg_status status = make_quadrangles(w, size, &macro);
    return grow_leaves(w, status, macro, mesh);
}

static eg_status make_octrees(const world *w, int size, eg_mesh **mesh)
{
    eg_mesh *macro;
    eg_status status = make_curved(w, size / 2, &macro);
    return grow_leaves(w, status, macro, mesh);
}

static const struct {
    const char *name;
    eg_status (*make)(const world *w, int size, eg_mesh **mesh);
    eg_mesh_cut how; /* what a scheme asks of its parts */
} kinds[] = {{"triangles", make_triangles, {.vertices = true}},
             {"quadrangles", make_quadrangles, {0}},
             {"hexahedra", make_straight, {.ghost_layers = 2}},
             {"curved hexahedra", make_curved, {.ghost_layers = 1}},
             {"quadtrees", make_quadtrees, {0}},
             {"octrees", make_octrees, {0}}};
enum { KINDS = sizeof kinds / sizeof *kinds, SIZE = 6 };

/* NULL: a build without forests. */
static eg_mesh *make_kind(const world *w, int kind, int size)
{
    eg_mesh *mesh;
    eg_status status = kinds[kind].make(w, size, &mesh);
    if (status != EG_OK && status != EG_USAGE)
        fail_msg("%s: %s", kinds[kind].name, eg_context_error(w->context));
    return mesh;
}

/* Calls a function for each kind. */
static void of_each(void (*check)(const world *w, int kind, eg_mesh *mesh))
{
    for (int kind = 0; kind < KINDS; kind++) {
        world w = open_world();
        eg_mesh *mesh = make_kind(&w, kind, SIZE);
        if (mesh)
            check(&w, kind, mesh);
        eg_mesh_destroy(&mesh);
        close_world(&w);
    }
}

/* ---- points */

static bool is_triangle(const eg_mesh *mesh, int64_t cell)
{
    return mesh->class == &eg_plane_class && ((const eg_plane *)mesh)->type[cell] == EG_TRIANGLE;
}

static int reference_low(const eg_mesh *mesh)
{
    return mesh->class == &eg_plane_class ? 0 : -1;
}

/* A point inside of the reference cell: the part part[d] of it along each direction. */
static void inside_of(const eg_mesh *mesh, int64_t cell, const double part[3], double at[3])
{
    int low = reference_low(mesh);
    for (int d = 0; d < 3; d++)
        at[d] = d < mesh->dimension ? low + (1 - low) * part[d] : 0;
    if (is_triangle(mesh, cell))
        at[1] *= 1 - at[0];
}

static void check_derivatives(const eg_mesh *mesh, int64_t cell, const double at[3])
{
    static const double H = 1e-5;
    double x[2][3], jacobian[3][3];
    mesh->class->map(mesh, cell, at, x[0], jacobian);
    for (int d = 0; d < mesh->dimension; d++) {
        double to[3] = {at[0], at[1], at[2]};
        for (int side = 0; side < 2; side++) {
            to[d] = at[d] + (side ? H : -H);
            mesh->class->map(mesh, cell, to, x[side], NULL);
        }
        for (int i = 0; i < mesh->dimension; i++)
            assert_true(fabs((x[1][i] - x[0][i]) / (2 * H) - jacobian[i][d]) < 1e-8);
    }
}

static void check_found(const eg_mesh *mesh, int64_t cell, const double at[3], bool on_face)
{
    double x[3] = {0}, found[3] = {0}, back[3] = {0};
    mesh->class->map(mesh, cell, at, x, NULL);
    int64_t holder = mesh->class->locate(mesh, x, found);
    assert_true(holder >= 0 && (holder == cell || on_face)); /* a rounded point lies on either side */
    mesh->class->map(mesh, holder, found, back, NULL);
    for (int d = 0; d < mesh->dimension; d++) {
        assert_true(fabs(back[d] - x[d]) < 1e-8);
        assert_true(on_face || fabs(found[d] - at[d]) < 1e-7);
    }
}

static void check_points(const world *w, int kind, eg_mesh *mesh)
{
    static const double part[4][3] = {{0.2, 0.7, 0.4}, {0.9, 0.1, 0.05}, {0, 0.4, 0.6}, {0.3, 0, 0.8}};
    (void)w, (void)kind;
    for (int64_t cell = 0; cell < mesh->held; cell++)
        for (int k = 0; k < 4; k++) {
            double at[3];
            inside_of(mesh, cell, part[k], at);
            check_derivatives(mesh, cell, at);
            check_found(mesh, cell, at, k > 1);
        }
    static const double beyond[3][3] = {{1e6, 0, 0}, {NAN, 2.5, 0.5}, {0.5, INFINITY, 0.5}};
    double at[3];
    for (int k = 0; k < 3; k++)
        assert_int_equal(mesh->class->locate(mesh, beyond[k], at), -1);
}

static void points_are_where_maps_put_them(void **state)
{
    (void)state;
    of_each(check_points);
}

/* ---- numbers */

static void check_numbers(const world *w, int kind, eg_mesh *mesh)
{
    assert_int_equal(mesh->all, mesh->own);
    for (int64_t cell = 0; cell < mesh->own; cell++) {
        assert_int_equal(eg_mesh_whole_number(mesh, cell), cell);
        assert_int_equal(eg_mesh_own_number(mesh, cell), cell);
        assert_in_range(mesh->region[cell], 0, mesh->regions.count - 1);
    }
    assert_int_equal(eg_mesh_own_number(mesh, mesh->all), -1);
    eg_mesh *again = make_kind(w, kind, SIZE), *other = make_kind(w, kind, SIZE + 2);
    uint64_t hash = mesh->class->hash(mesh);
    assert_true(again->class->hash(again) == hash && other->class->hash(other) != hash);
    if (mesh->class->check_conforming)
        assert_int_equal(mesh->class->check_conforming(mesh, (bool[6]){false}), EG_OK);
    eg_mesh_destroy(&again);
    eg_mesh_destroy(&other);
}

static void numbers_and_hashes(void **state)
{
    (void)state;
    of_each(check_numbers);
}

/* ---- parts, as they are on their way to another rank */

static eg_status cut_and_pack(const eg_mesh *whole, int kind, int ranks, int rank, eg_mesh **part)
{
    eg_context *context = whole->context;
    eg_mesh *cut = NULL;
    char *bytes = NULL;
    int64_t length;
    *part = NULL;
    eg_status status = eg_mesh_cut_part(whole, (eg_ranks){.count = ranks}, rank, &kinds[kind].how, &cut);
    if (status == EG_OK)
        status = eg_mesh_pack(cut, &bytes, &length);
    if (status == EG_OK)
        status = eg_mesh_unpack(context, whole->class, bytes, length, part);
    eg_mesh_destroy(&cut);
    eg_free(context, &bytes);
    return status;
}

/* What was unpacked is packed to the same bytes. */
static void check_packing(const eg_mesh *part)
{
    char *bytes[2];
    int64_t length[2];
    eg_mesh *again;
    assert_int_equal(eg_mesh_pack(part, &bytes[0], &length[0]), EG_OK);
    assert_int_equal(eg_mesh_unpack(part->context, part->class, bytes[0], length[0], &again), EG_OK);
    assert_int_equal(eg_mesh_pack(again, &bytes[1], &length[1]), EG_OK);
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], (size_t)length[0]);
    eg_mesh_destroy(&again);
    for (int i = 0; i < 2; i++)
        eg_free(part->context, &bytes[i]);
}

static void check_held_cell(const eg_mesh *whole, const eg_mesh *part, int64_t cell)
{
    static const double middle[3] = {0.4, 0.3, 0.6};
    int64_t number = eg_mesh_whole_number(part, cell);
    double at[3], x[2][3] = {{0}}, jacobian[2][3][3] = {{{0}}}, found[3];
    inside_of(whole, number, middle, at);
    whole->class->map(whole, number, at, x[0], jacobian[0]);
    part->class->map(part, cell, at, x[1], jacobian[1]);
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    assert_memory_equal(jacobian[0], jacobian[1], sizeof jacobian[0]);
    assert_int_equal(part->region[cell], whole->region[number]);
    assert_int_equal(part->source[cell], whole->source[number]);
    assert_memory_equal(part->centroid[cell], whole->centroid[number], sizeof *part->centroid);
    if (cell >= part->own_first && cell < eg_mesh_own_end(part))
        assert_int_equal(part->class->locate(part, x[1], found), cell);
}

static void check_parts(const world *w, int kind, eg_mesh *mesh)
{
    static const int RANKS = 3;
    (void)w;
    int64_t next = 0;
    if (!mesh->class->create_cutter) /* forests are grown in parts */
        return;
    for (int rank = 0; rank < RANKS; rank++) {
        eg_mesh *part;
        assert_int_equal(cut_and_pack(mesh, kind, RANKS, rank, &part), EG_OK);
        check_packing(part);
        assert_int_equal(part->all, mesh->all);
        assert_true(part->own == 0 || part->before == next);
        next += part->own;
        for (int64_t cell = 0; cell < part->held; cell++)
            check_held_cell(mesh, part, cell);
        for (int64_t cell = part->own_first; cell < eg_mesh_own_end(part); cell++)
            assert_int_equal(eg_mesh_own_number(part, eg_mesh_whole_number(part, cell)), cell);
        eg_mesh_destroy(&part);
    }
    assert_int_equal(next, mesh->all);
}

static void parts_are_pieces_of_the_whole(void **state)
{
    (void)state;
    of_each(check_parts);
}

/* ---- memory */

typedef struct making {
    const world *w;
    int kind;
} making;

static eg_status make_and_cut(void *what)
{
    const making *m = what;
    eg_mesh *mesh, *part = NULL;
    eg_status status = kinds[m->kind].make(m->w, 2, &mesh);
    if (status == EG_OK && mesh->class->create_cutter)
        status = cut_and_pack(mesh, m->kind, 2, 1, &part);
    assert_true(status == EG_OK || !part);
    eg_mesh_destroy(&part);
    eg_mesh_destroy(&mesh);
    return status;
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        world w = open_world();
        if (make_and_cut(&(making){&w, kind}) != EG_USAGE) /* a build without forests */
            assert_true(fail_each(w.context, make_and_cut, &(making){&w, kind}, 1) > 10);
        close_world(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_where_maps_put_them),
        cmocka_unit_test(numbers_and_hashes),
        cmocka_unit_test(parts_are_pieces_of_the_whole),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
