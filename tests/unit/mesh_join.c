/* Periodic pairs of boundaries: twins, neighbours, shifts; what cannot be joined. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <time.h>

#include "mesh_join.h"

/* Fails with the text behind "ORIGIN: " and leaves twins and shift as they were. */
static void must_fail(eg_plane *mesh, const char *a, const char *b, const char *message)
{
    double shift[2];
    int32_t *before = malloc((size_t)mesh->faces * sizeof *before);
    memcpy(before, mesh->face_twin, (size_t)mesh->faces * sizeof *before);
    assert_int_equal(join(mesh, a, b, shift), EG_MESH);
    assert_string_equal(eg_context_error(mesh->base.context) + strlen(mesh->base.origin) + 2, message);
    assert_memory_equal(before, mesh->face_twin, (size_t)mesh->faces * sizeof *before);
    assert_true(isnan(shift[0]) && isnan(shift[1]));
    free(before);
}

static eg_plane *make_box(eg_context *context, const eg_box_options *options)
{
    eg_plane *mesh;
    assert_int_equal(eg_plane_box(context, options, &mesh), EG_OK);
    return mesh;
}

/* ---- boxes ---- */

static void boxes_join_both_ways(void **state)
{
    (void)state;
    for (int variant = 0; variant < 16; variant++) {
        eg_context *context = open_context();
        /* lengths whose parts are rounded */
        eg_box_options options = {
            .origin = {-0.3, 7.1},
            .size = {2.1, 1.3},
            .cells = {23, 11},
            .element = variant & 1 ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE,
            .jitter = variant & 2 ? 0.3 : 0.0,
            .shuffle = variant & 4,
            .seed = (uint64_t)variant,
        };
        eg_plane *mesh = make_box(context, &options);
        check_mesh(mesh, 2.1 * 1.3, 0);
        assert_int_equal(check_neighbours(mesh), 2 * (23 + 11));
        if (variant & 8)
            must_join(mesh, "right", "left", -2.1, 0);
        else
            must_join(mesh, "left", "right", 2.1, 0);
        assert_int_equal(check_neighbours(mesh), 2 * 23);
        must_join(mesh, "bottom", "top", 0, 1.3);
        check_pair(mesh, "left", "right", 2.1, 0, 1e-14);
        check_pair(mesh, "bottom", "top", 0, 1.3, 1e-14);
        assert_int_equal(check_neighbours(mesh), 0);
        for (int64_t face = 0; face < mesh->faces; face++)
            assert_int_equal(mesh->face_twin[face] >= 0, mesh->face_cell[face][1] < 0);
        close_context(&context, &mesh);
    }
}

/* On a lattice joined both ways each cell has the cells one column or row away round it, modulo the
 * numbers of columns and rows. */
static void a_joined_lattice_is_a_torus(void **state)
{
    (void)state;
    enum { NX = 9, NY = 4 };
    eg_context *context = open_context();
    eg_plane *mesh =
        make_box(context, &(eg_box_options){.size = {NX, NY}, .cells = {NX, NY}, .shuffle = true});
    must_join(mesh, "left", "right", NX, 0);
    must_join(mesh, "bottom", "top", 0, NY);
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        int at[2] = {(int)mesh->base.centroid[cell][0], (int)mesh->base.centroid[cell][1]}, seen = 0;
        for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++) {
            int32_t to = eg_plane_neighbour(mesh, mesh->cell_face[i], cell);
            int dx = ((int)mesh->base.centroid[to][0] - at[0] + NX) % NX;
            int dy = ((int)mesh->base.centroid[to][1] - at[1] + NY) % NY;
            seen |= dx == 1 && dy == 0 ? 1 : dx == NX - 1 && dy == 0 ? 2 : 0;
            seen |= dx == 0 && dy == 1 ? 4 : dx == 0 && dy == NY - 1 ? 8 : 0;
        }
        assert_int_equal(seen, 15);
    }
    close_context(&context, &mesh);
}

static void a_cell_may_be_its_own_neighbour(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, &(eg_box_options){.size = {3, 2}, .cells = {1, 1}});
    must_join(mesh, "left", "right", 3, 0);
    must_join(mesh, "top", "bottom", 0, -2);
    for (int i = 0; i < 4; i++)
        assert_int_equal(eg_plane_neighbour(mesh, mesh->cell_face[i], 0), 0);
    close_context(&context, &mesh);
}

/* Jitter moves inner nodes alone: the nodes of the sides stand where they stand without it. */
static void jitter_leaves_the_sides_alone(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_box_options options = {.size = {0.7, 1.9}, .cells = {13, 6}, .element = EG_BOX_TRIANGLE};
    eg_plane *plain = make_box(context, &options);
    options.jitter = 0.3;
    eg_plane *mesh = make_box(context, &options);
    int64_t sides = 0, inner = 0, moved = 0;
    for (int64_t i = 0; i < mesh->nodes; i++) {
        const double *x = mesh->x[i];
        bool side =
            x[0] == 0 || x[0] == mesh->base.box_high[0] || x[1] == 0 || x[1] == mesh->base.box_high[1];
        bool kept = false;
        for (int64_t j = 0; j < plain->nodes; j++)
            kept = kept || memcmp(x, plain->x[j], sizeof plain->x[j]) == 0;
        assert_true(kept || !side);
        sides += side;
        inner += !side;
        moved += !kept;
    }
    assert_true(sides == 2 * (13 + 6) && inner == 12 * 5 && moved == inner);
    eg_plane_destroy(&plain);
    close_context(&context, &mesh);
}

/* ---- boundaries of other shapes ---- */

enum { MOST = 64 };

/* Lattice of quadrangles, its nodes sent through a map; all arrays small and static. */
static eg_plane *make_mapped(eg_context *context, int nx, int ny, void (*map)(double s, double t, double *x))
{
    static double x[(MOST + 1) * (MOST + 1)][3];
    static int32_t vertex[MOST * MOST][4], edge[4 * MOST][2], edge_boundary[4 * MOST];
    static int32_t region[MOST * MOST];
    static uint8_t type[MOST * MOST];
    static int64_t source[MOST * MOST];
    static const char *const all[1] = {"all"}, *const sides[4] = {"left", "right", "bottom", "top"};
    int row = nx + 1, edges = 0;
    assert_true(nx <= MOST && ny <= MOST);
    for (int i = 0; i < (nx + 1) * (ny + 1); i++)
        map((double)(i % row) / nx, (double)(i / row) / ny, x[i]);
    for (int i = 0; i < nx * ny; i++) {
        int corner = i / nx * row + i % nx;
        const int32_t cell[4] = {corner, corner + 1, corner + row + 1, corner + row};
        memcpy(vertex[i], cell, sizeof cell);
        type[i] = EG_QUADRANGLE;
    }
    for (int k = 0; k < 2 * (nx + ny); k++) {
        int side = k < 2 * ny ? k / ny : 2 + (k - 2 * ny) / nx;
        int i = side < 2 ? k % ny : (k - 2 * ny) % nx;
        int from = side < 2 ? i * row + side * nx : i + (side - 2) * ny * row;
        edge[edges][0] = from;
        edge[edges][1] = from + (side < 2 ? row : 1);
        edge_boundary[edges++] = side;
    }
    const eg_plane_input input = {
        .origin = "mapped",
        .nodes = (nx + 1) * (ny + 1),
        .cells = nx * ny,
        .edges = edges,
        .x = x,
        .type = type,
        .vertex = vertex,
        .region = region,
        .source = source,
        .edge = edge,
        .edge_boundary = edge_boundary,
        .regions = 1,
        .boundaries = 4,
        .region_name = all,
        .boundary_name = sides,
    };
    eg_plane *mesh;
    if (eg_plane_build(context, &input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

/* Sides that wave, with spacings that change by a factor of a hundred, away from the origin. */
static void waves(double s, double t, double *x)
{
    double fine = t * t;
    x[0] = 5e3 + 3 * s + 0.25 * sin(7 * fine);
    x[1] = 4e4 + fine + 0.4 * s;
    x[2] = s + t; /* heights differ across the pair */
}

/* A saw: the nodes of each side stand on two vertical lines. */
static void saw(double s, double t, double *x)
{
    double tooth = t * 60 - 2 * floor(t * 30);
    x[0] = 1000 * s + (tooth > 0.5 && tooth < 1.5 ? 0.5 : 0);
    x[1] = t;
    x[2] = 0;
}

static void bent_boundaries_join(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_mapped(context, 5, 40, waves);
    double shift[2];
    assert_int_equal(join(mesh, "left", "right", shift), EG_OK);
    assert_true(fabs(shift[0] - 3) <= 1e-10 && fabs(shift[1] - 0.4) <= 1e-10);
    check_pair(mesh, "left", "right", 3, 0.4, 1e-10);
    assert_int_equal(check_neighbours(mesh), 2 * 5);
    assert_int_equal(join(mesh, "top", "bottom", shift), EG_OK);
    check_pair(mesh, "top", "bottom", -0.25 * sin(7.0), -1, 1e-10);
    assert_int_equal(check_neighbours(mesh), 0);
    eg_plane_destroy(&mesh);
    mesh = make_mapped(context, 1, 60, saw);
    must_join(mesh, "left", "right", 1000, 0);
    check_pair(mesh, "left", "right", 1000, 0, 1e-12);
    check_neighbours(mesh);
    close_context(&context, &mesh);
}

/* Nodes of the right side moved up and down: by 0.8 of the tolerance they pair, by 1.2 they do not.
 * The longest side keeps its ends, so that the shift stays. */
static double offset;

static void uneven(double s, double t, double *x)
{
    x[0] = s;
    x[1] = 2 * t + (s == 1 && t == 0.5 ? offset : 0);
    x[2] = 0;
}

static void nodes_pair_within_a_millionth_of_an_edge(void **state)
{
    (void)state;
    static const double offsets[4] = {0.8e-6, -0.8e-6, 1.2e-6, -1.2e-6};
    for (int i = 0; i < 4; i++) {
        eg_context *context = open_context();
        double shift[2];
        offset = offsets[i];
        eg_plane *mesh = make_mapped(context, 2, 2, uneven);
        assert_int_equal(join(mesh, "left", "right", shift), i < 2 ? EG_OK : EG_MESH);
        if (i < 2)
            assert_true(shift[0] == 1 && shift[1] == 0);
        close_context(&context, &mesh);
    }
}

/* Edges 1, 2, 2 and 1: the middles of the long ones lie on lines of the grid that faces are sorted
 * by, and those of the right side a little beside them. */
static void on_the_grid(double s, double t, double *x)
{
    static const double y[5] = {0, 1, 3, 5, 6};
    x[0] = s;
    x[1] = y[(int)(4 * t)] + (s == 1 && t == 0.5 ? offset : 0);
    x[2] = 0;
}

static void faces_on_lines_of_the_grid_pair(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign++) {
        eg_context *context = open_context();
        offset = sign * 0.5e-6;
        eg_plane *mesh = make_mapped(context, 1, 4, on_the_grid);
        must_join(mesh, "left", "right", 1, 0);
        check_pair(mesh, "left", "right", 1, 0, 0.6e-6);
        must_join(mesh, "top", "bottom", 0, -6);
        close_context(&context, &mesh);
    }
}

/* Each face takes one search: comparing each with each would take many times what is allowed. */
static void long_boundaries_join(void **state)
{
    (void)state;
    enum { FACES = 100000 };
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, &(eg_box_options){.size = {1, 1}, .cells = {FACES, 1}});
    clock_t begin = clock();
    must_join(mesh, "bottom", "top", 0, 1);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 2.0);
    assert_int_equal(check_neighbours(mesh), 2);
    must_join(mesh, "left", "right", 1, 0);
    assert_int_equal(check_neighbours(mesh), 0);
    close_context(&context, &mesh);
}

/* ---- what is refused ---- */

static void check_refused(const char *text, const char *message)
{
    eg_context *context = open_context();
    eg_plane *mesh = read_text(context, text);
    must_fail(mesh, "west", "east", message);
    close_context(&context, &mesh);
}

static void wrong_pairs_of_a_box(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, &(eg_box_options){.size = {2, 1}, .cells = {4, 3}});
    must_fail(mesh, "left", "left",
              "the boundary 'left' is joined with itself: name the two boundaries on opposite sides "
              "of the domain");
    must_fail(mesh, "left", "top",
              "the boundaries 'left' (3 faces) and 'top' (4 faces) cannot be joined: the first "
              "extends from (0, 0) to (0, 1), the second from (0, 1) to (2, 1), and these boxes "
              "differ in size: give both boundaries one shape, or name another pair");
    must_join(mesh, "left", "right", 2, 0);
    const char *const again = "the boundary '%s' cannot be joined with '%s', as it is joined with "
                              "'%s' already: name each boundary in one periodic pair";
    const char *const pairs[4][4] = {{"left", "right", "left", "right"},
                                     {"right", "left", "right", "left"},
                                     {"left", "top", "left", "right"},
                                     {"bottom", "right", "right", "left"}};
    for (int i = 0; i < 4; i++) {
        char message[256];
        bool first = strcmp(pairs[i][0], pairs[i][2]) == 0;
        snprintf(message, sizeof message, again, pairs[i][2], pairs[i][first ? 1 : 0], pairs[i][3]);
        must_fail(mesh, pairs[i][0], pairs[i][1], message);
    }
    must_join(mesh, "bottom", "top", 0, 1);
    close_context(&context, &mesh);
}

static void faces_without_a_partner(void **state)
{
    (void)state;
    /* as many faces, but the node between them stands elsewhere */
    check_refused(NAMES "$Nodes\n6\n1 0 0 0\n2 2 0 0\n3 2 0.6 0\n4 0 0.5 0\n5 2 1 0\n6 0 1 0\n"
                        "$EndNodes\n$Elements\n6\n1 1 1 1 6 4\n2 1 1 1 4 1\n3 1 1 2 2 3\n"
                        "4 1 1 2 3 5\n5 3 1 4 1 2 3 4\n6 3 1 4 4 3 5 6\n$EndElements\n",
                  "the boundaries 'west' (2 faces) and 'east' (2 faces) cannot be joined: the face "
                  "of 'west' from (0, 1) to (0, 0.5), moved by (2, 0), is no face of 'east' (within "
                  "4e-07 m): mesh both boundaries alike (in gmsh: Periodic Curve {'east'} = "
                  "{'west'} Translate {2, 0, 0}, with the numbers of the curves)");
    /* one face here, two there */
    check_refused(NAMES "$Nodes\n5\n1 0 0 0\n2 2 0 0\n3 2 0.5 0\n4 2 1 0\n5 0 1 0\n"
                        "$EndNodes\n$Elements\n5\n1 1 1 1 5 1\n2 1 1 2 2 3\n3 1 1 2 3 4\n"
                        "4 2 1 4 1 2 3\n5 3 1 4 1 3 4 5\n$EndElements\n",
                  "the boundaries 'west' (1 faces) and 'east' (2 faces) cannot be joined: the face "
                  "of 'west' from (0, 1) to (0, 0), moved by (2, 0), is no face of 'east' (within "
                  "5e-07 m): mesh both boundaries alike (in gmsh: Periodic Curve {'east'} = "
                  "{'west'} Translate {2, 0, 0}, with the numbers of the curves)");
    /* the middle face of the west side is a wall */
    check_refused(NAMES "$Nodes\n8\n1 0 0 0\n2 2 0 0\n3 2 1 0\n4 0 1 0\n5 2 2 0\n6 0 2 0\n7 2 3 0\n"
                        "8 0 3 0\n$EndNodes\n$Elements\n9\n1 1 1 1 4 1\n2 1 1 3 6 4\n3 1 1 1 8 6\n"
                        "4 1 1 2 2 3\n5 1 1 2 3 5\n6 1 1 2 5 7\n7 3 1 4 1 2 3 4\n8 3 1 4 4 3 5 6\n"
                        "9 3 1 4 6 5 7 8\n$EndElements\n",
                  "the boundaries 'west' (2 faces) and 'east' (3 faces) cannot be joined: the face "
                  "of 'east' from (2, 1) to (2, 2), moved by (-2, 0), is no face of 'west' (within "
                  "1e-06 m): mesh both boundaries alike (in gmsh: Periodic Curve {'east'} = "
                  "{'west'} Translate {2, 0, 0}, with the numbers of the curves)");
}

/* Two squares apart, and the lower side of each: translates, but no fluid could pass. */
static void boundaries_that_face_the_same_way(void **state)
{
    (void)state;
    check_refused(NAMES "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 3 2 0\n6 4 2 0\n7 4 3 0\n"
                        "8 3 3 0\n$EndNodes\n$Elements\n4\n1 1 1 1 1 2\n2 1 1 2 5 6\n"
                        "3 3 1 4 1 2 3 4\n4 3 1 4 5 6 7 8\n$EndElements\n",
                  "the boundaries 'west' and 'east' cannot be joined: at the face of 'west' from "
                  "(0, 0) to (1, 0) both have their cells on the same side: name two boundaries on "
                  "opposite sides of the domain");
}

/* Two squares that touch along nodes of their own: the join closes the gap of no width. */
static void a_slit_is_closed(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh =
        read_text(context, NAMES "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 1 0 0\n6 2 0 0\n"
                                 "7 2 1 0\n8 1 1 0\n$EndNodes\n$Elements\n4\n1 1 1 1 2 3\n"
                                 "2 1 1 2 5 8\n3 3 1 4 1 2 3 4\n4 3 1 4 5 6 7 8\n$EndElements\n");
    assert_int_equal(check_neighbours(mesh), 8);
    must_join(mesh, "west", "east", 0, 0);
    check_pair(mesh, "west", "east", 0, 0, 0);
    assert_int_equal(check_neighbours(mesh), 6);
    close_context(&context, &mesh);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    eg_status status = EG_MEMORY;
    int failed = 0;
    for (int nth = 1; status != EG_OK; nth++) {
        eg_context *context = open_context();
        double shift[2];
        eg_plane *mesh = make_box(context, &(eg_box_options){.size = {1, 1}, .cells = {3, 3}});
        eg_memory_fail_at(context, nth);
        status = join(mesh, "left", "right", shift);
        eg_memory_fail_at(context, 0);
        assert_true(status == EG_OK || status == EG_MEMORY);
        failed += status == EG_MEMORY;
        for (int64_t face = 0; face < mesh->faces && status != EG_OK; face++)
            assert_int_equal(mesh->face_twin[face], -1);
        if (status != EG_OK) /* what failed can be done again */
            must_join(mesh, "left", "right", 1, 0);
        check_pair(mesh, "left", "right", 1, 0, 0);
        close_context(&context, &mesh);
        assert_true(nth < 100);
    }
    assert_true(failed >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_join_both_ways),
        cmocka_unit_test(a_joined_lattice_is_a_torus),
        cmocka_unit_test(a_cell_may_be_its_own_neighbour),
        cmocka_unit_test(jitter_leaves_the_sides_alone),
        cmocka_unit_test(bent_boundaries_join),
        cmocka_unit_test(nodes_pair_within_a_millionth_of_an_edge),
        cmocka_unit_test(faces_on_lines_of_the_grid_pair),
        cmocka_unit_test(long_boundaries_join),
        cmocka_unit_test(wrong_pairs_of_a_box),
        cmocka_unit_test(faces_without_a_partner),
        cmocka_unit_test(boundaries_that_face_the_same_way),
        cmocka_unit_test(a_slit_is_closed),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
