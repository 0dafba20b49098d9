/* Fans of vertices: every corner in one, counter-clockwise, in one order in the whole mesh and in parts; how
 * many rows of factors a mesh takes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mesh_join.h"
#include "scheme/deg/fans.h"

static const eg_fan_end WALLS[8] = {EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL,
                                    EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL};

static eg_plane *make_box(eg_context *context, int64_t nx, int64_t ny, double jitter)
{
    eg_plane *mesh;
    const eg_box_options options = {.size = {(double)nx, (double)ny},
                                    .cells = {nx, ny},
                                    .element = EG_BOX_TRIANGLE,
                                    .jitter = jitter,
                                    .shuffle = jitter > 0,
                                    .seed = 5};
    assert_int_equal(eg_plane_box(context, &options, &mesh), EG_OK);
    return mesh;
}

/* Every corner is in its fan once; corners of a fan follow each other counter-clockwise. */
static void check_fans(const eg_plane *mesh, const eg_fans *fans)
{
    int64_t seen = 0;
    assert_int_equal(fans->first[fans->count], fans->corners);
    for (int64_t f = 0; f < fans->count; f++) {
        int64_t count = fans->first[f + 1] - fans->first[f];
        assert_in_range(count, 1, fans->longest);
        for (int64_t i = fans->first[f]; i < fans->first[f + 1]; i++) {
            eg_sector here, next;
            if (fans->cell[i] == EG_FAN_AIR) {
                assert_int_equal(i + 1, fans->first[f + 1]);
                continue;
            }
            eg_sector_of_corner(mesh, fans->cell[i], fans->corner[i], &here);
            assert_true(here.angle > 0 && here.angle < 3.15);
            if (i + 1 < fans->first[f + 1] && fans->cell[i + 1] != EG_FAN_AIR) {
                eg_sector_of_corner(mesh, fans->cell[i + 1], fans->corner[i + 1], &next);
                assert_true(fabs(here.to[0] - next.from[0]) < 1e-9);
                assert_true(fabs(here.to[1] - next.from[1]) < 1e-9);
            }
            if (fans->cell[i] < mesh->base.own) {
                assert_int_equal(fans->of_corner[3 * fans->cell[i] + fans->corner[i]], f);
                seen++;
            }
        }
    }
    assert_int_equal(seen, 3 * mesh->base.own);
}

/* The air stands once behind the corners of a fan with an open end, of which a box has as many as nodes
 * there. */
static void every_corner_is_in_one_fan(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        eg_fan_end end[4] = {EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL};
        eg_context *context = open_context();
        eg_plane *mesh = make_box(context, 20, 10, 0.2);
        eg_fans fans;
        if (open)
            end[boundary(mesh, "top")] = end[boundary(mesh, "left")] = EG_FAN_OPEN;
        assert_int_equal(eg_fans_create(mesh, end, NULL, &fans), EG_OK);
        check_fans(mesh, &fans);
        assert_int_equal(fans.count, mesh->nodes);
        assert_int_equal(fans.corners - 3 * mesh->base.own, open ? 31 : 0);
        eg_fans_free(&fans);
        close_context(&context, &mesh);
    }
}

/* Both sides of a pair have one fan; in a domain one cell wide a cell meets itself. */
static void periodic_vertices_are_one(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 4; n++) {
        eg_context *context = open_context();
        eg_plane *mesh = make_box(context, n, 3, 0);
        eg_fans fans;
        must_join(mesh, "left", "right", (double)n, 0);
        assert_int_equal(eg_fans_create(mesh, WALLS, NULL, &fans), EG_OK);
        check_fans(mesh, &fans);
        assert_int_equal(fans.count, 4 * n);
        eg_fans_free(&fans);
        must_join(mesh, "bottom", "top", 0, 3);
        assert_int_equal(eg_fans_create(mesh, WALLS, NULL, &fans), EG_OK);
        check_fans(mesh, &fans);
        assert_int_equal(fans.count, 3 * n);
        eg_fans_free(&fans);
        close_context(&context, &mesh);
    }
}

/* Right isosceles triangles: 45 and 90 degrees in eight orientations, and the whole circle. */
static void regular_meshes_take_few_rows(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, 20, 20, 0);
    eg_fans fans;
    must_join(mesh, "left", "right", 20, 0);
    must_join(mesh, "bottom", "top", 0, 20);
    assert_int_equal(eg_fans_create(mesh, WALLS, NULL, &fans), EG_OK);
    assert_in_range(fans.rows, 9, 17);
    assert_int_equal(fans.longest, 8);
    eg_fans_free(&fans);
    close_context(&context, &mesh);
}

/* The fan of an own corner has the same cells and factors in the part as in the whole mesh. */
static void compare_part(const eg_plane *whole, const eg_fans *all, const eg_plane *part)
{
    eg_fans fans;
    assert_int_equal(eg_fans_create(part, WALLS, NULL, &fans), EG_OK);
    check_fans(part, &fans);
    for (int64_t k = 0; k < 3 * part->base.own; k++) {
        int64_t here = fans.of_corner[k], there = all->of_corner[3 * part->base.before + k];
        int64_t at = fans.first[here], from = all->first[there];
        int64_t count = fans.first[here + 1] - at;
        assert_int_equal(count, all->first[there + 1] - from);
        for (int64_t i = 0; i < count; i++) {
            assert_int_equal(eg_mesh_whole_number(&part->base, fans.cell[at + i]), all->cell[from + i]);
            assert_int_equal(fans.corner[at + i], all->corner[from + i]);
            assert_memory_equal(&fans.factor[fans.row[at + i] * fans.row_length],
                                &all->factor[all->row[from + i] * all->row_length],
                                (size_t)all->row_length * sizeof *fans.factor);
        }
    }
    assert_int_equal(part->base.all, whole->base.own);
    eg_fans_free(&fans);
}

static void parts_have_the_same_fans(void **state)
{
    (void)state;
    static const eg_mesh_cut HOW = {.vertices = true};
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, 160, 100, 0);
    eg_fans all;
    must_join(mesh, "left", "right", 160, 0);
    assert_int_equal(eg_fans_create(mesh, WALLS, NULL, &all), EG_OK);
    for (int rank = 0; rank < 5; rank++) {
        eg_mesh *part;
        assert_int_equal(eg_mesh_cut_part(&mesh->base, (eg_ranks){.count = 5}, rank, &HOW, &part), EG_OK);
        compare_part(mesh, &all, eg_plane_of(part));
        eg_mesh_destroy(&part);
    }
    eg_fans_free(&all);
    close_context(&context, &mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_corner_is_in_one_fan),
        cmocka_unit_test(periodic_vertices_are_one),
        cmocka_unit_test(regular_meshes_take_few_rows),
        cmocka_unit_test(parts_have_the_same_fans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
