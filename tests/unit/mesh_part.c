/* Parts of a mesh for many ranks: ranges, ghosts, faces and neighbours, against the whole mesh. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "comm/comm.h"
#include "mesh_join.h"

/* Ghosts across faces alone, and round vertices. */
static const eg_mesh_cut FACES = {0}, VERTICES = {.vertices = true};

static eg_plane *make_box(eg_context *context, int64_t nx, int64_t ny, eg_box_element element)
{
    eg_plane *mesh;
    const eg_box_options options = {
        .size = {2, 1}, .cells = {nx, ny}, .element = element, .jitter = 0.2, .shuffle = true, .seed = 3};
    assert_int_equal(eg_plane_box(context, &options, &mesh), EG_OK);
    return mesh;
}

/* Chunks are powers of two, no smaller than the class allows and no larger than EG_CHUNK; a mesh of more
 * cells has no smaller ones, and at least EG_CHUNK of them unless they are the smallest. */
static void chunks_follow_from_cells(void **state)
{
    (void)state;
    const eg_mesh_class one = {.least_chunk = 1};
    const eg_mesh_class *const classes[] = {&eg_plane_class, &one};
    for (int k = 0; k < 2; k++) {
        int64_t least = classes[k]->least_chunk, before = least;
        for (int64_t cells = 1; cells < INT64_C(1) << 33; cells += 1 + cells / 3) {
            int64_t chunk = eg_mesh_chunk(classes[k], cells);
            assert_true(chunk >= before && chunk <= EG_CHUNK && (chunk & (chunk - 1)) == 0);
            assert_true(chunk == least || eg_ceil_div(cells, chunk) >= EG_CHUNK);
            assert_true(chunk == EG_CHUNK || cells < 2 * chunk * EG_CHUNK);
            before = chunk;
        }
        assert_int_equal(before, EG_CHUNK);
    }
}

/* Ranges are whole chunks, follow each other and hold all. */
static void check_ranges(int64_t count, int64_t chunk, eg_ranks ranks)
{
    int64_t at = 0, first, last;
    for (int r = 0; r < ranks.count; r++) {
        eg_partition_range(count, chunk, ranks, r, &first, &last);
        assert_int_equal(first, at);
        assert_true(last >= first && (first % chunk == 0 || first == count));
        if (last > first) {
            assert_int_equal(eg_partition_owner(count, chunk, ranks, first), r);
            assert_int_equal(eg_partition_owner(count, chunk, ranks, last - 1), r);
        }
        /* alike: each has its part to a chunk */
        if (!ranks.before)
            assert_true(llabs((last - first) * ranks.count - count) < 2 * chunk * ranks.count);
        at = last;
    }
    assert_int_equal(at, count);
}

static void ranges_are_chunks(void **state)
{
    (void)state;
    static const int64_t counts[] = {1, 4095, 4096, 4097, 30000, 123456}, chunks[] = {1, 64, 4096};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int k = 1; k <= 10; k++) {
            /* alike, and unlike: some have nothing */
            static const double before[] = {0, 0.02, 0.02, 0.5, 0.55, 0.9, 0.97, 0.99, 0.999, 1};
            const eg_ranks ranks = {.count = k <= 9 ? k : 9, .before = k <= 9 ? NULL : before};
            for (int c = 0; c < 3; c++)
                check_ranges(counts[i], chunks[c], ranks);
        }
}

/* A sixteenth of 4,096 octrees for each of 16 ranks, and half of 3,000 triangles for each of two. */
static void few_cells_are_dealt(void **state)
{
    (void)state;
    const eg_mesh_class one = {.least_chunk = 1};
    int64_t first, last;
    eg_partition_range(4096, eg_mesh_chunk(&one, 4096), (eg_ranks){.count = 16}, 7, &first, &last);
    assert_int_equal(last - first, 256);
    eg_partition_range(3000, eg_mesh_chunk(&eg_plane_class, 3000), (eg_ranks){.count = 2}, 0, &first, &last);
    assert_true(llabs(last - 1500) <= 64);
}

static void compare_cell(const eg_plane *whole, const eg_plane *part, int64_t cell)
{
    int64_t number = eg_mesh_whole_number(&part->base, cell);
    double a[EG_CELL_VERTICES][2], b[EG_CELL_VERTICES][2];
    assert_int_equal(part->type[cell], whole->type[number]);
    assert_int_equal(part->base.region[cell], whole->base.region[number]);
    assert_int_equal(part->base.source[cell], whole->base.source[number]);
    assert_true(part->area[cell] == whole->area[number]);
    assert_memory_equal(part->base.centroid[cell], whole->base.centroid[number], sizeof *part->base.centroid);
    int count = eg_plane_cell_vertices(part, cell, a);
    assert_int_equal(count, eg_plane_cell_vertices(whole, number, b));
    assert_memory_equal(a, b, (size_t)count * sizeof *a);
}

/* A face of an own cell is in all the face of the whole mesh. */
static void compare_face(const eg_plane *whole, const eg_plane *part, int64_t cell, int64_t k)
{
    int64_t number = eg_mesh_whole_number(&part->base, cell);
    int32_t face = part->cell_face[part->first[cell] + k];
    int32_t theirs = whole->cell_face[whole->first[number] + k];
    assert_in_range(face, 0, part->faces - 1);
    assert_int_equal(part->face_boundary[face], whole->face_boundary[theirs]);
    assert_int_equal(part->face_twin[face] >= 0, whole->face_twin[theirs] >= 0);
    for (int i = 0; i < 2; i++) {
        int32_t side = part->face_cell[face][i], there = whole->face_cell[theirs][i];
        assert_int_equal(side < 0 ? -1 : eg_mesh_whole_number(&part->base, side), there);
        assert_memory_equal(part->x[part->face_vertex[face][i]], whole->x[whole->face_vertex[theirs][i]],
                            sizeof *part->x);
    }
    int32_t other = eg_plane_neighbour(part, face, cell);
    int32_t other_there = eg_plane_neighbour(whole, theirs, number);
    assert_int_equal(other < 0 ? -1 : eg_mesh_whole_number(&part->base, other), other_there);
    if (part->face_twin[face] >= 0) /* whose number is lower is what orientations go by */
        assert_int_equal(part->face_twin[face] < face, whole->face_twin[theirs] < theirs);
}

/* A node that an own cell is the first to have is an own node, and in one part only: check_nodes(). */
static void check_own_nodes(const eg_plane *whole, const eg_plane *part)
{
    const eg_plane_part *p = part->part;
    assert_int_equal(eg_plane_all_nodes(part), whole->nodes);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        assert_int_equal(part->base.group[type].all, whole->base.group[type].count);
    for (int64_t n = 0; n < part->nodes; n++) {
        assert_memory_equal(part->x[n], whole->x[p->whole_node[n]], sizeof *part->x);
        assert_true(n == 0 || p->whole_node[n] > p->whole_node[n - 1]);
    }
    for (int64_t n = 1; n < p->own_nodes; n++)
        assert_int_equal(p->whole_node[p->first_node + n], p->whole_node[p->first_node] + n);
    for (int64_t k = 0; k < part->first[part->base.own]; k++)
        assert_int_equal(p->whole_node[part->vertex[k]], whole->vertex[whole->first[part->base.before] + k]);
}

static void check_nodes(const eg_plane *whole, eg_plane *const *parts, int ranks)
{
    int64_t next = 0;
    for (int r = 0; r < ranks; r++) {
        const eg_plane_part *p = parts[r]->part;
        if (p->own_nodes > 0)
            assert_int_equal(p->whole_node[p->first_node], next);
        next += p->own_nodes;
    }
    assert_int_equal(next, whole->nodes);
}

static eg_status cut_part(const eg_plane *whole, int ranks, int rank, eg_mesh_cut how, eg_plane **part)
{
    eg_mesh *mesh;
    eg_status status = eg_mesh_cut_part(&whole->base, (eg_ranks){.count = ranks}, rank, &how, &mesh);
    *part = (eg_plane *)mesh;
    return status;
}

static void check_part(const eg_plane *whole, const eg_plane *part)
{
    assert_int_equal(part->base.all, whole->base.own);
    check_own_nodes(whole, part);
    for (int64_t c = 0; c < part->base.own + eg_mesh_ghosts(&part->base); c++)
        compare_cell(whole, part, c);
    for (int64_t c = 0; c < part->base.own; c++) {
        assert_int_equal(eg_mesh_own_number(&part->base, eg_mesh_whole_number(&part->base, c)), c);
        for (int64_t k = 0; k < part->first[c + 1] - part->first[c]; k++)
            compare_face(whole, part, c, k);
    }
    for (int64_t g = 0; g < eg_mesh_ghosts(&part->base); g++) {
        assert_true(g == 0 || part->part->ghost_cell[g] > part->part->ghost_cell[g - 1]);
        assert_int_equal(eg_mesh_own_number(&part->base, part->part->ghost_cell[g]), -1);
    }
}

/* What one rank sends is what the other has as ghosts, in the same order. */
static void check_exchange(eg_plane *const *parts, int ranks)
{
    for (int r = 0; r < ranks; r++) {
        const eg_partition *here = parts[r]->base.partition;
        for (int n = 0; n < here->neighbours; n++) {
            const eg_plane *other = parts[here->rank_of[n]];
            int back = 0;
            while (other->base.partition->rank_of[back] != r)
                assert_true(++back < other->base.partition->neighbours);
            int64_t from = here->send_first[n], count = here->send_first[n + 1] - from;
            int64_t ghost = other->base.partition->ghost_first[back];
            assert_true(count > 0 || here->ghost_first[n + 1] > here->ghost_first[n]);
            assert_int_equal(other->base.partition->ghost_first[back + 1] - ghost, count);
            for (int64_t i = 0; i < count; i++)
                assert_int_equal(eg_mesh_whole_number(&parts[r]->base, here->send_cell[from + i]),
                                 other->part->ghost_cell[ghost + i]);
        }
    }
}

static void cut_and_check(const eg_plane *whole, int ranks, eg_mesh_cut how)
{
    eg_plane *parts[16];
    for (int r = 0; r < ranks; r++) {
        assert_int_equal(cut_part(whole, ranks, r, how, &parts[r]), EG_OK);
        check_part(whole, parts[r]);
    }
    check_nodes(whole, parts, ranks);
    check_exchange(parts, ranks);
    for (int r = 0; r < ranks; r++)
        eg_plane_destroy(&parts[r]);
}

static void parts_are_what_the_whole_is(void **state)
{
    (void)state;
    for (int element = 0; element < 2; element++) {
        eg_context *context = open_context();
        eg_plane *mesh = make_box(context, 150, 100, element ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE);
        static const int ranks[] = {1, 2, 3, 7, 12};
        for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
            cut_and_check(mesh, ranks[i], FACES);
        cut_and_check(mesh, 3, VERTICES);
        close_context(&context, &mesh);
    }
}

static void periodic_parts(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh;
    const eg_box_options options = {.size = {2, 1}, .cells = {160, 100}, .element = EG_BOX_TRIANGLE};
    assert_int_equal(eg_plane_box(context, &options, &mesh), EG_OK);
    must_join(mesh, "left", "right", 2, 0);
    must_join(mesh, "bottom", "top", 0, 1);
    cut_and_check(mesh, 3, FACES);
    cut_and_check(mesh, 7, FACES);
    cut_and_check(mesh, 7, VERTICES);
    close_context(&context, &mesh);
}

/* Each rank at the boundary has all of its faces, in their order; a rank away from it has none. */
static void boundaries_that_stay_together(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, 150, 100, EG_BOX_TRIANGLE), *part;
    bool together[4] = {false};
    int bottom = boundary(mesh, "bottom"), with = 0;
    together[bottom] = true;
    cut_and_check(mesh, 5, (eg_mesh_cut){.together = together});
    for (int r = 0; r < 7; r++) {
        int64_t faces = 0, own = 0, last = -1;
        assert_int_equal(cut_part(mesh, 7, r, (eg_mesh_cut){.together = together}, &part), EG_OK);
        for (int64_t f = 0; f < part->faces; f++) {
            if (part->face_boundary[f] != bottom)
                continue;
            int64_t cell = eg_mesh_whole_number(&part->base, part->face_cell[f][0]);
            assert_true(cell >= last);
            last = cell;
            faces++;
            own += part->face_cell[f][0] < part->base.own;
        }
        assert_int_equal(faces, own > 0 ? 150 : 0);
        with += own > 0;
        eg_plane_destroy(&part);
    }
    assert_true(with > 1);
    close_context(&context, &mesh);
}

static bool knows(const eg_plane *part, int64_t cell)
{
    for (int64_t c = 0; c < part->base.own + eg_mesh_ghosts(&part->base); c++)
        if (eg_mesh_whole_number(&part->base, c) == cell)
            return true;
    return false;
}

/* A rank has both ends of a bond or none, also where it has one for its vertices or its boundary. */
static void bonds_stay_together(void **state)
{
    enum { RANKS = 7 };
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, 60, 30, EG_BOX_TRIANGLE), *part;
    bool together[4] = {[0] = true};
    int one_sided = 0;
    for (int64_t cell = 5; cell < mesh->base.own; cell += 61) {
        const int64_t bond[1][2] = {{cell, (cell * 7 + 400) % mesh->base.own}};
        for (int of = 0; of < 4; of++) { /* vertices, and the boundary */
            const eg_mesh_cut how = {
                .bonds = 1, .bond = bond, .vertices = of & 1, .together = of & 2 ? together : NULL};
            cut_and_check(mesh, RANKS, how);
            for (int r = 0; r < RANKS; r++) {
                assert_int_equal(cut_part(mesh, RANKS, r, how, &part), EG_OK);
                assert_int_equal(knows(part, bond[0][0]), knows(part, bond[0][1]));
                const eg_partition *p = part->base.partition;
                for (int n = 0; n < p->neighbours; n++)
                    one_sided += p->send_first[n + 1] == p->send_first[n];
                eg_plane_destroy(&part);
            }
        }
    }
    assert_true(one_sided > 0);
    close_context(&context, &mesh);
}

/* Fewer chunks than ranks: some own nothing. */
static void empty_parts(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, 70, 40, EG_BOX_TRIANGLE);
    cut_and_check(mesh, 7, FACES);
    cut_and_check(mesh, 7, VERTICES);
    close_context(&context, &mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_follow_from_cells), cmocka_unit_test(ranges_are_chunks),
        cmocka_unit_test(few_cells_are_dealt),      cmocka_unit_test(parts_are_what_the_whole_is),
        cmocka_unit_test(periodic_parts),           cmocka_unit_test(boundaries_that_stay_together),
        cmocka_unit_test(bonds_stay_together),      cmocka_unit_test(empty_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
