/* Hexahedra that are refused, with the exact message. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "hexes_check.h"
#include "hexes_meshes.h"

/* Two unit cubes beside each other in x, and what may be done to them. */
typedef struct two_cubes {
    double x[16][3];
    int32_t point[3][8], region[3], quad[4][4], quad_boundary[4];
    int64_t source[3];
    eg_hexes_input input;
} two_cubes;

static void fill_two(two_cubes *two)
{
    static const char *const regions[2] = {"water", "rock"}, *const boundaries[2] = {"hot", "cold"};
    memset(two, 0, sizeof *two);
    for (int p = 0; p < 12; p++) {
        two->x[p][0] = p % 3;
        two->x[p][1] = p / 3 % 2;
        two->x[p][2] = p / 6;
    }
    for (int e = 0; e < 2; e++) {
        two->source[e] = 41 + e;
        two->region[e] = e;
        for (int c = 0; c < 8; c++)
            two->point[e][c] = e + (c & 1) + 3 * (c >> 1 & 1) + 6 * (c >> 2);
    }
    two->source[2] = 43;
    two->input = (eg_hexes_input){
        .origin = "hand",
        .degree = 1,
        .points = 16,
        .elements = 2,
        .x = (const double(*)[3])two->x,
        .point = two->point[0],
        .region = two->region,
        .source = two->source,
        .quad = (const int32_t(*)[4])two->quad,
        .quad_boundary = two->quad_boundary,
        .regions = 2,
        .boundaries = 2,
        .region_name = regions,
        .boundary_name = boundaries,
    };
}

static void check_refused(const eg_hexes_input *input, const char *message)
{
    eg_context *context = open_context();
    eg_hexes *mesh;
    assert_int_equal(eg_hexes_build(context, input, &mesh), EG_MESH);
    assert_string_equal(eg_context_error(context), message);
    close_context(&context, &mesh);
}

static eg_hexes *build_two(eg_context *context, const two_cubes *two)
{
    eg_hexes *mesh;
    if (eg_hexes_build(context, &two->input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

static void wrong_counts_and_numbers(void **state)
{
    (void)state;
    two_cubes two;
    fill_two(&two);
    two.input.elements = 0;
    check_refused(&two.input,
                  "hand: has no hexahedra: mesh its volumes before saving it (gmsh -3), and where it has "
                  "physical groups, put the volumes in one");
    fill_two(&two);
    two.input.elements = (int64_t)1 << 31;
    check_refused(&two.input,
                  "hand: has 16 points and 2147483648 hexahedra; at most 2147483647 points and 178956970 "
                  "hexahedra fit: make a coarser mesh");
    fill_two(&two);
    two.point[1][3] = 16;
    check_refused(&two.input, "hand: element 42 (hexahedron) has the node index 16; there are 16 "
                              "nodes: correct the element");
    fill_two(&two);
    two.x[4][1] = INFINITY;
    check_refused(&two.input,
                  "hand: a node of element 41 (hexahedron) has the coordinate y = inf; coordinates are "
                  "finite and at most 1e15 m: correct it");
}

static void bad_elements(void **state)
{
    (void)state;
    two_cubes two;
    fill_two(&two);
    two.x[11][0] = 0.5; /* a corner of the second cube is pushed through its opposite face */
    check_refused(&two.input,
                  "hand: element 42 (hexahedron) is inverted: the scaled Jacobian of its map is -1 at "
                  "(1, 1, 1); it must be positive everywhere: move its nodes, or optimise the mesh (in "
                  "gmsh: -optimize_ho where its edges are curved)");
    fill_two(&two);
    for (int p = 8; p < 12; p += 3) /* the upper far edge of the second falls on the lower one */
        two.x[p][2] = 0;
    check_refused(&two.input, "hand: element 42 (hexahedron) is degenerate: the scaled Jacobian of "
                              "its map is 0 at (2, 0, 0); it "
                              "must be positive everywhere: two of its edges run along each other "
                              "there, or one has no length; "
                              "move its nodes");
    fill_two(&two);
    two.point[0][0] = two.point[0][1]; /* a corner listed twice */
    check_refused(&two.input, "hand: element 41 (hexahedron) is degenerate: the scaled Jacobian of "
                              "its map is 0 at (1, 0, 0); it "
                              "must be positive everywhere: two of its edges run along each other "
                              "there, or one has no length; "
                              "move its nodes");
}

/* Positive at all corners, and not between them. */
static void an_element_that_is_bad_inside_only(void **state)
{
    (void)state;
    static const double x[8][3] = {{0.1, 0.7, -0.7}, {1.6, 0.1, 0.2},  {-0.3, 1.0, 0.1}, {1.6, 1.3, -0.4},
                                   {-0.7, 0.0, 0.5}, {0.8, -0.3, 1.3}, {0.1, 0.3, 1.3},  {0.5, 1.6, 0.4}};
    two_cubes two;
    eg_context *context = open_context();
    eg_hex_grid *grid;
    eg_hexes *mesh;
    double place[8][3], jacobian[8][3][3];
    fill_two(&two);
    two.input.elements = 1;
    for (int c = 0; c < 8; c++)
        memcpy(two.x[two.point[0][c]], x[c], sizeof x[c]);
    assert_int_equal(eg_hex_grid_make(context, 1, (eg_line){EG_LINE_GLL, 1}, &grid), EG_OK);
    eg_hex_grid_evaluate(grid, x, place, jacobian);
    for (int c = 0; c < 8; c++)
        assert_true(eg_hex_scaled_jacobian((const double(*)[3])jacobian[c]) > 0.05);
    eg_hex_grid_destroy(&grid);
    assert_int_equal(eg_hexes_build(context, &two.input, &mesh), EG_MESH);
    assert_non_null(strstr(eg_context_error(context), "hand: element 41 (hexahedron) is inverted: the scaled "
                                                      "Jacobian of its map is -0.08448315757"));
    assert_non_null(strstr(eg_context_error(context), " at (0.3, 0.95")); /* the middle of an edge */
    close_context(&context, &mesh);
}

static void bad_neighbours(void **state)
{
    (void)state;
    two_cubes two;
    fill_two(&two);
    memcpy(two.point[2], two.point[1], sizeof two.point[2]);
    two.input.elements = 3;
    for (int c = 1; c < 8; c += 2) { /* a third element on the common face, and longer */
        memcpy(two.x[12 + c / 2], two.x[two.point[1][c]], sizeof two.x[0]);
        two.x[12 + c / 2][0] = 4;
        two.point[2][c] = 12 + c / 2;
    }
    check_refused(&two.input, "hand: elements 41, 42 and 43 share the face with corners at (1, 0, "
                              "0) and (1, 1, 1), which has room "
                              "for two: remove the one that overlaps (listed twice, in two "
                              "physical groups, or part of another "
                              "volume)");
    fill_two(&two);
    two.input.elements = 2; /* the second on the same side as the first: half as long */
    for (int c = 1; c < 8; c += 2)
        two.x[two.point[1][c]][0] = 0.5;
    check_refused(&two.input,
                  "hand: elements 42 and 41 lie on the same side of the face that they share: one of them "
                  "is folded over the other or listed twice; move its nodes or remove it (the face with "
                  "corners at (1, 0, 0) and (1, 1, 1))");
}

/* Elements that both join the corners of a face, one of them crosswise; no two sound ones do, so that faces
 * are built directly. */
static void a_face_joined_crosswise(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m;
    assert_int_equal(eg_alloc(context, 1, sizeof *m, &m), EG_OK);
    eg_mesh_begin(context, &eg_hexes_class, &m->base);
    eg_mesh_set_cells(&m->base, 2);
    m->vertices = 12;
    assert_int_equal(eg_strdup(context, "hand", &m->base.origin), EG_OK);
    assert_int_equal(eg_alloc(context, 12, sizeof *m->x, &m->x), EG_OK);
    assert_int_equal(eg_alloc(context, 2, sizeof *m->vertex, &m->vertex), EG_OK);
    assert_int_equal(eg_alloc(context, 2, sizeof *m->base.source, &m->base.source), EG_OK);
    static const int32_t vertex[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 8, 3, 9, 7, 10, 5, 11}};
    memcpy(m->vertex, vertex, sizeof vertex);
    m->base.source[1] = 1;
    m->x[7][2] = 3;
    assert_int_equal(eg_hexes_build_faces(m), EG_MESH);
    assert_string_equal(eg_context_error(context),
                        "hand: elements 0 and 1 have the same four corners on a face, but join "
                        "them in different order: "
                        "correct one of them (the face with corners at (0, 0, 0) and (0, 0, 3))");
    close_context(&context, &m);
}

static void names(void **state)
{
    (void)state;
    two_cubes two;
    fill_two(&two);
    static const int32_t ends[2][4] = {{0, 3, 9, 6}, {2, 5, 11, 8}}; /* at x = 0 and x = 2 */
    memcpy(two.quad, ends, sizeof ends);
    memcpy(two.quad[2], (const int32_t[4]){10, 7, 1, 4}, sizeof two.quad[2]); /* inside: ignored */
    two.quad_boundary[1] = 1;
    two.quad_boundary[2] = 1;
    two.input.quads = 3;
    eg_context *context = open_context();
    eg_hexes *mesh = build_two(context, &two);
    check_hexes(mesh, 2.0);
    assert_int_equal(mesh->base.boundaries.count, 3);
    int hot = eg_mesh_boundary_index(&mesh->base, "hot"), cold = eg_mesh_boundary_index(&mesh->base, "cold"),
        unnamed = eg_mesh_boundary_index(&mesh->base, "unnamed"),
        water = eg_mesh_region_index(&mesh->base, "water");
    for (int64_t e = 0; e < 2; e++) {
        bool left = mesh->base.centroid[e][0] < 1;
        assert_int_equal(mesh->base.source[e], left ? 41 : 42);
        assert_true((mesh->base.region[e] == water) == left);
        assert_int_equal(mesh->face_boundary[mesh->face[e][0]], left ? hot : -1);
        assert_int_equal(mesh->face_boundary[mesh->face[e][1]], left ? -1 : cold);
        for (int s = 2; s < 6; s++)
            assert_int_equal(mesh->face_boundary[mesh->face[e][s]], unnamed);
    }
    close_context(&context, &mesh);
    memcpy(two.quad[2], (const int32_t[4]){6, 9, 3, 0}, sizeof two.quad[2]);
    check_refused(&two.input,
                  "hand: the boundary face with corners at (0, 0, 1) and (0, 1, 0) is in the physical "
                  "surfaces 'hot' and 'cold': leave it in one of them");
}

/* Elements of degree 2 that share corners, but not the node in the middle of an edge. */
static void curved_nodes_that_do_not_fit(void **state)
{
    (void)state;
    double x[54][3];
    int32_t point[54], region[2] = {0, 0};
    int64_t source[2] = {7, 8};
    static const char *const all[1] = {"all"};
    for (int e = 0; e < 2; e++)
        for (int p = 0; p < 27; p++) {
            x[27 * e + p][0] = e + 0.5 * (p % 3);
            x[27 * e + p][1] = 0.5 * (p / 3 % 3);
            x[27 * e + p][2] = 0.5 * (p / 9);
            bool common = e == 1 && p % 3 == 0 && p / 3 % 3 != 1 && p / 9 != 1;
            point[27 * e + p] = common ? p + 2 : 27 * e + p;
        }
    eg_hexes_input input = {.origin = "hand",
                            .degree = 2,
                            .points = 54,
                            .elements = 2,
                            .x = (const double(*)[3])x,
                            .point = point,
                            .region = region,
                            .source = source,
                            .regions = 1,
                            .region_name = all};
    eg_context *context = open_context();
    eg_hexes *mesh;
    x[27 + 9][0] += 0.9e-9; /* middle of an edge: the same place within a part in 1e9 */
    assert_int_equal(eg_hexes_build(context, &input, &mesh), EG_OK);
    check_hexes(mesh, 2.0);
    assert_int_equal(mesh->points, 45);
    close_context(&context, &mesh);
    x[27 + 9][0] = 1.25;
    check_refused(&input, "hand: element 8 (hexahedron) has a node at (1.25, 0, 0.5), where an element that "
                          "shares its "
                          "face or edge has one at (1, 0, 0.5): correct one of them, or save the mesh again");
}

/* ---- boxes ---- */

static void check_box(const eg_hexes_box_options *options, const char *message)
{
    eg_context *context = open_context();
    eg_hexes *mesh;
    assert_int_equal(eg_hexes_box(context, options, &mesh), EG_MESH);
    assert_string_equal(eg_context_error(context), message);
    close_context(&context, &mesh);
}

static void bad_boxes(void **state)
{
    (void)state;
    check_box(&(eg_hexes_box_options){.size = {1, -2, 1}, .cells = {1, 1, 1}},
              "box: the size in y is -2 m; it must be above 0 and at most 1e15 m");
    check_box(&(eg_hexes_box_options){.origin = {0, 0, NAN}, .size = {1, 1, 1}, .cells = {1, 1, 1}},
              "box: the origin in z is nan m; it must be between -1e15 and 1e15 m");
    check_box(&(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {0, 1, 1}},
              "box: has 0 cells in x; it must have from 1 to 178956970");
    check_box(&(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {1, 1, 1}, .degree = 10},
              "box: the degree of the geometry is 10; it must be from 1 to 9");
    check_box(&(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {1000, 1000, 1000}},
              "box: 1000 x 1000 x 1000 hexahedra of degree 1 are too many; at most 178956970 "
              "hexahedra and 2147483647 "
              "points fit: take fewer");
}

static eg_status give_up(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)x;
    return eg_fail(context, EG_CASE, "no place for %lld points", (long long)count);
}

static void a_map_that_fails(void **state)
{
    (void)state;
    const eg_point_map map = {give_up};
    eg_context *context = open_context();
    eg_hexes *mesh;
    assert_int_equal(eg_hexes_box(context,
                                  &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {1, 1, 1}, .map = &map},
                                  &mesh),
                     EG_CASE);
    assert_string_equal(eg_context_error(context), "no place for 8 points");
    close_context(&context, &mesh);
}

/* ---- periods ---- */

static void check_join(eg_hexes *mesh, const char *a, const char *b, const char *message)
{
    double shift[3] = {9, 9, 9};
    int64_t faces = mesh->faces;
    assert_int_equal(eg_hexes_join(mesh, eg_mesh_boundary_index(&mesh->base, a),
                                   eg_mesh_boundary_index(&mesh->base, b), shift),
                     EG_MESH);
    assert_string_equal(eg_context_error(mesh->base.context), message);
    assert_true(mesh->faces == faces && shift[0] == 9);
}

static eg_status lift_right(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t p = 0; p < count; p++)
        if (x[p][0] == 1 && x[p][2] > 0.3 && x[p][2] < 0.7)
            x[p][2] += 0.1 * x[p][1] * (1 - x[p][1]);
    return EG_OK;
}

static void bad_pairs(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {1, 1, 2}, .cells = {2, 2, 2}});
    double shift[3];
    check_join(m, "left", "left",
               "box: the boundary 'left' is joined with itself: name the two boundaries on "
               "opposite sides of the domain");
    check_join(m, "left", "top",
               "box: the boundaries 'left' and 'top' cannot be joined, as they are not translates "
               "of each other: they extend over "
               "(0, 1, 2) m and (1, 1, 0) m");
    assert_int_equal(eg_hexes_join(m, 0, 1, shift), EG_OK);
    check_join(m, "front", "left",
               "box: the boundary 'left' cannot be joined with 'front', as it is joined already: "
               "name each boundary in "
               "one periodic pair");
    eg_hexes_destroy(&m);
    const eg_point_map lift = {lift_right};
    m = make_box(context, &(eg_hexes_box_options){
                              .size = {1, 1, 1}, .cells = {2, 2, 2}, .map = &lift, .shuffle = true});
    check_join(m, "left", "right",
               "box: the boundaries 'left' and 'right' cannot be joined: the face of 'left' with "
               "corners at (0, 0, 0) "
               "and (0, 0.5, 0.5) has no counterpart on the other side: make both boundaries with "
               "the same faces (in "
               "gmsh: Periodic Surface)");
    eg_hexes_destroy(&m);
    m = make_box(context,
                 &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {1, 1, 1}, .degree = 2, .map = &lift});
    check_join(m, "left", "right",
               "box: the boundaries 'left' and 'right' cannot be joined: the face of 'left' with "
               "corners at (0, 0, 0) "
               "and (0, 1, 1) is bent in another way than its counterpart: give both the same "
               "curved nodes");
    close_context(&context, &m);
}

/* Two cubes that do not touch: faces that look the same way. */
static void a_pair_on_one_side(void **state)
{
    (void)state;
    two_cubes two;
    fill_two(&two);
    for (int c = 0; c < 8; c++) { /* the second away from the first, with points of its own */
        memcpy(two.x[8 + c], (const double[3]){5.0 + (c & 1), c >> 1 & 1, c >> 2}, sizeof two.x[0]);
        memcpy(two.x[c], (const double[3]){c & 1, c >> 1 & 1, c >> 2}, sizeof two.x[0]);
        two.point[0][c] = c;
        two.point[1][c] = 8 + c;
    }
    memcpy(two.quad, (const int32_t[2][4]){{0, 2, 4, 6}, {8, 10, 12, 14}}, 2 * sizeof two.quad[0]);
    two.quad_boundary[1] = 1;
    two.input.quads = 2;
    eg_context *context = open_context();
    eg_hexes *m = build_two(context, &two);
    check_join(m, "hot", "cold",
               "hand: the boundaries 'hot' and 'cold' cannot be joined: the face of 'hot' with "
               "corners at (0, 0, 0) and "
               "(0, 1, 1) and its counterpart have their elements on the same side: a period goes "
               "from one end of the "
               "domain to the other");
    close_context(&context, &m);
}

static void too_many_nodes(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = make_box(context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {90, 90, 90}});
    eg_hex_nodes *nodes;
    assert_int_equal(eg_hex_nodes_create(m, 16, &nodes), EG_MESH);
    assert_string_equal(eg_context_error(context),
                        "box: 729000 elements have 2992209121 nodes of degree 16; at most "
                        "2147483647 fit: take a lower "
                        "degree or a coarser mesh");
    assert_null(nodes);
    close_context(&context, &m);
}

/* ---- memory ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_counts_and_numbers),
        cmocka_unit_test(bad_elements),
        cmocka_unit_test(an_element_that_is_bad_inside_only),
        cmocka_unit_test(bad_neighbours),
        cmocka_unit_test(a_face_joined_crosswise),
        cmocka_unit_test(names),
        cmocka_unit_test(curved_nodes_that_do_not_fit),
        cmocka_unit_test(bad_boxes),
        cmocka_unit_test(a_map_that_fails),
        cmocka_unit_test(bad_pairs),
        cmocka_unit_test(a_pair_on_one_side),
        cmocka_unit_test(too_many_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
