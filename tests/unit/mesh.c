/* Boxes, canonical order, point location: what holds for every mesh. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mesh/plane/internal.h"
#include "mesh_check.h"

static eg_plane *make_box(eg_context *context, const eg_box_options *options)
{
    eg_plane *mesh;
    assert_int_equal(eg_plane_box(context, options, &mesh), EG_OK);
    return mesh;
}

/* A hill between x = -3 and -1, over which levels between y = 7 and 8 become flat upwards. */
static eg_status lift(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t i = 0; i < count; i++)
        x[i][1] += (8 - x[i][1]) * 0.4 * (x[i][0] + 3) * (-1 - x[i][0]);
    return EG_OK;
}

static eg_status fold(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t i = 0; i < count; i++)
        x[i][0] = fabs(x[i][0]);
    return EG_OK;
}

static void boxes_are_mapped(void **state)
{
    (void)state;
    const eg_point_map hill = {.apply = lift}, folded = {.apply = fold};
    double area = 2.0;
    for (int i = 0; i < 20; i++) /* under straight edges */
        area -= 0.1 * 0.4 * 0.5 * (0.1 * i * (2 - 0.1 * i) + 0.1 * (i + 1) * (1.9 - 0.1 * i));
    for (int variant = 0; variant < 4; variant++) {
        eg_context *context = open_context();
        eg_box_options options = {.origin = {-3, 7},
                                  .size = {2, 1},
                                  .cells = {20, 10},
                                  .element = variant & 1 ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE,
                                  .map = &hill,
                                  .shuffle = variant & 2,
                                  .seed = 5};
        eg_plane *mesh = make_box(context, &options);
        check_mesh(mesh, area, 0);
        assert_string_equal(mesh->base.origin, "box with a map");
        eg_plane_destroy(&mesh);
        options.map = &folded;
        options.origin[0] = -1;
        assert_int_equal(eg_plane_box(context, &options, &mesh), EG_MESH);
        assert_non_null(strstr(eg_context_error(context), "box with a map: elements "));
        close_context(&context, &mesh);
    }
}

static void boxes_are_sound(void **state)
{
    (void)state;
    for (int variant = 0; variant < 8; variant++) {
        eg_context *context = open_context();
        eg_box_options options = {
            .origin = {-3, 7},
            .size = {2, 1},
            .cells = {23, 11},
            .element = variant & 1 ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE,
            .jitter = variant & 2 ? 0.3 : 0.0,
            .shuffle = variant & 4,
            .seed = 5,
        };
        eg_plane *mesh = make_box(context, &options);
        check_mesh(mesh, 2.0, 0);
        assert_int_equal(mesh->base.own, 23 * 11 * (variant & 1 ? 2 : 1));
        assert_int_equal(mesh->base.regions.count, 1);
        assert_int_equal(mesh->base.boundaries.count, 4);
        assert_int_equal(eg_mesh_region_index(&mesh->base, "all"), 0);
        assert_int_equal(eg_mesh_region_index(&mesh->base, "left"), -1);
        assert_true(mesh->base.box_low[0] == -3 && mesh->base.box_low[1] == 7);
        assert_true(mesh->base.box_high[0] == -1 && mesh->base.box_high[1] == 8);
        close_context(&context, &mesh);
    }
}

static void box_sides_have_their_names(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh =
        make_box(context, &(eg_box_options){.size = {3, 1}, .cells = {12, 5}, .element = EG_BOX_TRIANGLE});
    int count[4] = {0};
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_boundary[face] < 0)
            continue;
        const double *a = mesh->x[mesh->face_vertex[face][0]];
        const double *b = mesh->x[mesh->face_vertex[face][1]];
        int side = a[0] == 0 && b[0] == 0 ? 0 : a[0] == 3 && b[0] == 3 ? 1 : a[1] == 0 ? 2 : 3;
        const char *const names[4] = {"left", "right", "bottom", "top"};
        assert_string_equal(mesh->base.boundaries.name[mesh->face_boundary[face]], names[side]);
        count[side]++;
    }
    assert_true(count[0] == 5 && count[1] == 5 && count[2] == 12 && count[3] == 12);
    assert_true(eg_mesh_boundary_index(&mesh->base, "top") >= 0);
    assert_int_equal(eg_mesh_boundary_index(&mesh->base, "lid"), -1);
    close_context(&context, &mesh);
}

/* Quadrangles have no diagonals to choose, so a shuffled box holds the same cells. */
static void a_shuffled_box_is_the_same_mesh(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_box_options options = {.size = {5, 3}, .cells = {40, 30}};
    eg_plane *plain = make_box(context, &options);
    options.shuffle = true;
    eg_plane *shuffled = make_box(context, &options);
    check_equal(plain, shuffled);
    assert_memory_not_equal(plain->base.source, shuffled->base.source, (size_t)plain->base.own * 8);
    eg_plane_destroy(&plain);
    close_context(&context, &shuffled);
}

/* The mesh as a reader could have handed it over: nodes and cells in another order, vertices begun
 * elsewhere and in the other sense. */
static void permuted_input_gives_the_same_mesh(void **state)
{
    (void)state;
    enum { CELLS = 2 * 9 * 8, NODES = 10 * 9 };
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, &(eg_box_options){.size = {1, 1},
                                                         .cells = {9, 8},
                                                         .element = EG_BOX_TRIANGLE,
                                                         .jitter = 0.25,
                                                         .shuffle = true,
                                                         .seed = 3});
    static double x[NODES][3];
    static uint8_t type[CELLS];
    static int32_t vertex[CELLS][4], region[CELLS], edge[34][2], edge_boundary[34];
    static int64_t source[CELLS];
    for (int i = 0; i < NODES; i++)
        memcpy(x[(i * 7 + 5) % NODES], mesh->x[i], sizeof x[0]);
    for (int i = 0; i < CELLS; i++) {
        int at = (i * 11 + 4) % CELLS;
        source[at] = at;
        for (int k = 0; k < 3; k++) {
            int from = i % 2 ? (k + i) % 3 : (2 * CELLS - k + i) % 3;
            vertex[at][k] = (mesh->vertex[3 * i + from] * 7 + 5) % NODES;
        }
        vertex[at][3] = -1;
    }
    int edges = 0;
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_boundary[face] < 0)
            continue;
        edge[edges][0] = (mesh->face_vertex[face][0] * 7 + 5) % NODES;
        edge[edges][1] = (mesh->face_vertex[face][1] * 7 + 5) % NODES;
        edge_boundary[edges++] = mesh->face_boundary[face];
    }
    eg_plane_input input = {
        .origin = "test",
        .nodes = NODES,
        .cells = CELLS,
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
        .region_name = (const char *const *)mesh->base.regions.name,
        .boundary_name = (const char *const *)mesh->base.boundaries.name,
    };
    eg_plane *again;
    assert_int_equal(eg_plane_build(context, &input, &again), EG_OK);
    check_equal(mesh, again);
    eg_plane_destroy(&again);
    close_context(&context, &mesh);
}

static int compare_keys(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

static uint64_t key_of(double x, double y)
{
    uint64_t key;
    eg_hilbert_plane_keys(1, (const double[1][2]){{x, y}}, &key);
    return key;
}

/* Steps of the curve over a 32 x 32 grid go to a neighbour, and it visits each square once. */
static void the_curve_steps_to_neighbours(void **state)
{
    (void)state;
    enum { SIDE = 32 };
    static uint64_t key[SIDE * SIDE][3];
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE, y = i / SIDE;
        key[i][0] = key_of((x + 0.5) / SIDE, (y + 0.5) / SIDE);
        key[i][1] = (uint64_t)x;
        key[i][2] = (uint64_t)y;
    }
    qsort(key, SIDE * SIDE, sizeof key[0], compare_keys);
    for (int i = 1; i < SIDE * SIDE; i++) {
        int64_t dx = (int64_t)key[i][1] - (int64_t)key[i - 1][1];
        int64_t dy = (int64_t)key[i][2] - (int64_t)key[i - 1][2];
        assert_int_equal(llabs(dx) + llabs(dy), 1);
    }
    assert_int_equal(key_of(-1.0, NAN), key_of(0.0, 0.0));
    assert_int_equal(key_of(1.0, 0.0), UINT64_MAX);
}

/* Half of the neighbours of a shuffled mesh are within a few places, nearly all within a hundred. */
static void neighbours_are_near_in_memory(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(
        context,
        &(eg_box_options){.size = {1, 1}, .cells = {64, 64}, .element = EG_BOX_TRIANGLE, .shuffle = true});
    int64_t inner = 0, within_4 = 0, within_128 = 0;
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_cell[face][1] < 0)
            continue;
        int64_t distance = mesh->face_cell[face][1] - mesh->face_cell[face][0];
        inner++;
        within_4 += distance <= 4;
        within_128 += distance <= 128;
    }
    assert_true(within_4 * 2 > inner);
    assert_true(within_128 * 10 > inner * 8);
    close_context(&context, &mesh);
}

static void sorting_is_right_and_stable(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static uint64_t key[COUNT], given[COUNT];
    static int32_t value[COUNT];
    for (int bits = 1; bits <= 64; bits += 9) {
        eg_context *context = open_context();
        uint64_t random = 12345;
        for (int i = 0; i < COUNT; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            key[i] = given[i] = random >> (64 - bits);
            value[i] = i;
        }
        assert_int_equal(eg_radix_sort(context, COUNT, key, value), EG_OK);
        for (int i = 0; i < COUNT; i++) {
            assert_true(key[i] == given[value[i]]);
            if (i > 0)
                assert_true(key[i - 1] < key[i] || (key[i - 1] == key[i] && value[i - 1] < value[i]));
        }
        eg_plane *none = NULL;
        close_context(&context, &none);
    }
}

/* The points of a grid of last bits around (0.5, 0.5) against the line x = y: plain doubles get
 * many of these wrong. */
static void orientation_is_exact(void **state)
{
    (void)state;
    const double b[2] = {12.0, 12.0}, c[2] = {24.0, 24.0};
    for (int i = 0; i < 64; i++) {
        for (int j = 0; j < 64; j++) {
            double a[2] = {0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53};
            int sign = a[1] > a[0] ? 1 : a[1] < a[0] ? -1 : 0;
            assert_int_equal(eg_orientation(a, b, c), sign);
            assert_int_equal(eg_orientation(b, a, c), -eg_orientation(a, b, c));
            assert_int_equal(eg_orientation(b, c, a), eg_orientation(a, b, c));
        }
    }
}

static int64_t lowest_cell_with(const eg_plane *mesh, int32_t node)
{
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++)
            if (mesh->vertex[i] == node)
                return cell;
    return -1;
}

static void points_on_faces_belong_to_the_lower_cell(void **state)
{
    (void)state;
    eg_context *context = open_context();
    /* Spacing 1/8: midpoints of faces are exact. */
    eg_plane *mesh = make_box(
        context,
        &(eg_box_options){.size = {2, 1}, .cells = {16, 8}, .element = EG_BOX_TRIANGLE, .shuffle = true});
    for (int64_t face = 0; face < mesh->faces; face++) {
        const double *a = mesh->x[mesh->face_vertex[face][0]];
        const double *b = mesh->x[mesh->face_vertex[face][1]];
        double middle[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
        assert_int_equal(eg_plane_locate(mesh, middle), mesh->face_cell[face][0]);
    }
    for (int32_t node = 0; node < mesh->nodes; node++)
        assert_int_equal(eg_plane_locate(mesh, mesh->x[node]), lowest_cell_with(mesh, node));
    const double outside[5][2] = {
        {-1e-300, 0.5}, {2.0000000000000004, 0.5}, {1, -1}, {NAN, 0.5}, {1, INFINITY}};
    for (int i = 0; i < 5; i++)
        assert_int_equal(eg_plane_locate(mesh, outside[i]), -1);
    close_context(&context, &mesh);
}

/* On a mesh of crooked cells, points a bit or two beside nodes and faces are never lost. */
static void no_point_falls_between_cells(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, &(eg_box_options){.size = {1, 1},
                                                         .cells = {20, 20},
                                                         .element = EG_BOX_TRIANGLE,
                                                         .jitter = 0.3,
                                                         .shuffle = true,
                                                         .seed = 9});
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_cell[face][1] < 0)
            continue;
        const double *a = mesh->x[mesh->face_vertex[face][0]];
        const double *b = mesh->x[mesh->face_vertex[face][1]];
        for (int i = 1; i < 16; i++) {
            double t = i / 16.0;
            double point[2] = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
            int64_t found = eg_plane_locate(mesh, point);
            assert_true(found == mesh->face_cell[face][0] || found == mesh->face_cell[face][1]);
        }
    }
    close_context(&context, &mesh);
}

static void quality_and_summary(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = make_box(context, &(eg_box_options){.size = {4, 1}, .cells = {4, 2}});
    eg_plane_summary summary;
    eg_plane_summarise(mesh, &summary);
    assert_true(summary.area == 4.0 && summary.area_min == 0.5 && summary.area_max == 0.5);
    assert_true(summary.edge_min == 0.5 && summary.edge_max == 1.0);
    assert_true(fabs(summary.quality_min - 0.8) <= 1e-15); /* 2 ab / (a^2 + b^2), a = 2b */
    assert_int_equal(summary.quality_min_cell, 0);
    eg_plane_destroy(&mesh);
    mesh = make_box(context, &(eg_box_options){.size = {3, 3}, .cells = {3, 3}});
    assert_true(eg_plane_cell_quality(mesh, 4) == 1.0);
    eg_plane_destroy(&mesh);
    mesh = make_box(context, &(eg_box_options){.size = {2, 2}, .cells = {2, 2}, .element = EG_BOX_TRIANGLE});
    /* 4 sqrt(3) (1/2) / (1 + 1 + 2) */
    assert_true(fabs(eg_plane_cell_quality(mesh, 0) - 0.5 * sqrt(3.0)) <= 1e-15);
    double points[EG_QUADRATURE_POINTS][2], weights[EG_QUADRATURE_POINTS];
    assert_int_equal(eg_plane_cell_quadrature(mesh, 3, 1, points, weights), 1);
    assert_true(weights[0] == 0.5 && fabs(points[0][0] - mesh->base.centroid[3][0]) <= 1e-15);
    close_context(&context, &mesh);
}

/* A parallelogram with edges that no double holds exactly and a longest edge of 1, turned by a right
 * angle where asked; its far corner is moved by `skew`, all of it by `away`. */
static eg_plane *make_quadrangle(eg_context *context, double skew, double away, bool turned)
{
    double x[4][3] = {{0, 0}, {0.8, 0.6}, {0.8 - 0.3 + skew, 0.6 + 0.1}, {-0.3, 0.1}};
    for (int k = 0; k < 4; k++) {
        double before[2] = {x[k][0], x[k][1]};
        x[k][0] = away + (turned ? -before[1] : before[0]);
        x[k][1] = away + (turned ? before[0] : before[1]);
    }
    const int32_t vertex[1][4] = {{0, 1, 2, 3}};
    const eg_plane_input input = {
        .origin = "test",
        .nodes = 4,
        .cells = 1,
        .x = x,
        .type = (const uint8_t[]){EG_QUADRANGLE},
        .vertex = vertex,
        .region = (const int32_t[]){0},
        .source = (const int64_t[]){1},
        .regions = 1,
        .region_name = (const char *const[]){"all"},
    };
    eg_plane *mesh;
    assert_int_equal(eg_plane_build(context, &input, &mesh), EG_OK);
    return mesh;
}

static void parallelograms_are_known(void **state)
{
    (void)state;
    const struct {
        double skew, away;
        bool straight;
    } cases[] = {
        {0, 0, true},       {0, 1e6, true},      {0.9e-9, 0, true}, {-0.9e-9, 0, true},
        {1.1e-9, 0, false}, {-1.1e-9, 0, false}, {0.25, 0, false},  {0.25, 1e6, false},
    };
    for (int i = 0; i < 16; i++) {
        eg_context *context = open_context();
        bool straight = cases[i / 2].straight;
        eg_plane *mesh = make_quadrangle(context, cases[i / 2].skew, cases[i / 2].away, i % 2);
        assert_int_equal(eg_plane_is_parallelogram(mesh, 0), straight);
        assert_int_equal(eg_plane_first_skew(mesh), straight ? -1 : 0);
        close_context(&context, &mesh);
    }
}

static void the_first_skew_cell_is_found(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_box_options options = {.origin = {1e6, -3e5}, .size = {0.7, 0.1}, .cells = {7, 9}};
    eg_plane *mesh = make_box(context, &options);
    assert_int_equal(eg_plane_first_skew(mesh), -1);
    eg_plane_destroy(&mesh);
    options.jitter = 0.2;
    mesh = make_box(context, &options);
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        assert_false(eg_plane_is_parallelogram(mesh, cell)); /* each has an inner node */
    assert_int_equal(eg_plane_first_skew(mesh), 0);
    eg_plane_destroy(&mesh);
    options.element = EG_BOX_TRIANGLE;
    mesh = make_box(context, &options);
    assert_int_equal(eg_plane_first_skew(mesh), -1);
    assert_false(eg_plane_is_parallelogram(mesh, 3));
    eg_plane_destroy(&mesh);
    /* One node of a lattice moved: the four cells round it are skew, and no other. */
    options = (eg_box_options){.size = {8, 8}, .cells = {8, 8}};
    mesh = make_box(context, &options);
    int64_t skew = 0, first = -1;
    for (int32_t node = 0; node < mesh->nodes; node++)
        if (mesh->x[node][0] == 5 && mesh->x[node][1] == 2)
            mesh->x[node][1] += 0.125;
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        bool near = fabs(mesh->base.centroid[cell][0] - 5) < 1 && fabs(mesh->base.centroid[cell][1] - 2) < 1;
        assert_int_equal(eg_plane_is_parallelogram(mesh, cell), !near);
        first = near && first < 0 ? cell : first;
        skew += near;
    }
    assert_int_equal(skew, 4);
    assert_int_equal(eg_plane_first_skew(mesh), first);
    assert_true(first > 0);
    close_context(&context, &mesh);
}

static void bad_boxes_are_refused(void **state)
{
    (void)state;
    const struct {
        eg_box_options options;
        const char *message;
    } cases[] = {
        {{.size = {0, 1}, .cells = {1, 1}},
         "box: the size in x is 0 m; it must be above 0 and at most 1e15 m"},
        {{.size = {1, NAN}, .cells = {1, 1}},
         "box: the size in y is nan m; it must be above 0 and at most 1e15 m"},
        {{.origin = {0, INFINITY}, .size = {1, 1}, .cells = {1, 1}},
         "box: the origin in y is inf m; it must be between -1e15 and 1e15 m"},
        {{.size = {1, 1}, .cells = {1, 0}}, "box: has 0 cells in y; it must have from 1 to 268435455"},
        {{.size = {1, 1}, .cells = {100000, 100000}},
         "box: 100000 x 100000 give 10000000000 cells; at most 536870911 fit: take fewer"},
        {{.size = {1, 1}, .cells = {1, 1}, .jitter = 0.4},
         "box: the jitter is 0.4; it must be from 0 to 0.3, so that every cell keeps an area"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        eg_context *context = open_context();
        eg_plane *mesh;
        assert_int_equal(eg_plane_box(context, &cases[i].options, &mesh), EG_MESH);
        assert_string_equal(eg_context_error(context), cases[i].message);
        close_context(&context, &mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_mapped),
        cmocka_unit_test(boxes_are_sound),
        cmocka_unit_test(box_sides_have_their_names),
        cmocka_unit_test(a_shuffled_box_is_the_same_mesh),
        cmocka_unit_test(permuted_input_gives_the_same_mesh),
        cmocka_unit_test(the_curve_steps_to_neighbours),
        cmocka_unit_test(neighbours_are_near_in_memory),
        cmocka_unit_test(sorting_is_right_and_stable),
        cmocka_unit_test(orientation_is_exact),
        cmocka_unit_test(points_on_faces_belong_to_the_lower_cell),
        cmocka_unit_test(no_point_falls_between_cells),
        cmocka_unit_test(quality_and_summary),
        cmocka_unit_test(parallelograms_are_known),
        cmocka_unit_test(the_first_skew_cell_is_found),
        cmocka_unit_test(bad_boxes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
