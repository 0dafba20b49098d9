/* Reading hexahedra from Gmsh files: formats, degrees, the order of nodes, messages, damage. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "hexes_check.h"

enum { KEPT = 6, CUBIC = 4 };

/* One pipe (tests/data/mesh/ring.geo): of degree 3 in each format, of degree 2 complete and with 20 nodes. */
static const char *const kept[KEPT] = {"ring-4-ascii.msh",  "ring-2-ascii.msh", "ring-4-binary.msh",
                                       "ring-2-binary.msh", "ring-27.msh",      "ring-20.msh"};

static const double PI = 3.141592653589793;

static void data_path(const char *name, char *path, size_t room)
{
    const char *source = getenv("EAGRE_SOURCE");
    snprintf(path, room, "%s/tests/data/mesh/%s", source ? source : ".", name);
}

static eg_hexes *read_path(eg_context *context, const char *path)
{
    eg_hexes *mesh;
    if (eg_hexes_read_gmsh(context, path, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

static eg_hexes *read_kept(eg_context *context, const char *name)
{
    char path[4096];
    data_path(name, path, sizeof path);
    return read_path(context, path);
}

/* ---- what is read ---- */

static bool is_on(const eg_hexes *m, int32_t face, int which)
{
    double x[HEX_POINTS_MOST][3];
    int side = m->face_side[face][0], n = m->base.degree, count = 0;
    eg_hexes_element_points(m, m->face_element[face][0], x);
    for (int p = 0; p < hex_cube(n + 1); p++) {
        const int at[3] = {p % (n + 1), p / (n + 1) % (n + 1), p / (n + 1) / (n + 1)};
        if (at[side / 2] != (side % 2 ? n : 0))
            continue;
        double r = hypot(x[p][0], x[p][1]);
        count += which == 0   ? fabs(x[p][2]) < 1e-12
                 : which == 1 ? fabs(x[p][2] - 1) < 1e-12
                              : fabs(r - 1) < 1e-12;
    }
    return count == (n + 1) * (n + 1);
}

static void check_ring(const eg_hexes *m, int degree)
{
    static const char *const names[3] = {"inlet", "outlet", "bore"};
    int found[3] = {0};
    assert_int_equal(m->base.degree, degree);
    assert_int_equal(m->base.held, 2);
    assert_int_equal(m->base.group[EG_HEX_CURVED].count, 2);
    assert_int_equal(m->points, (2 * degree + 1) * (degree + 1) * (degree + 1));
    check_hexes(m, volume_of(m));
    /* the mapped arcs are polynomials of that degree */
    assert_true(fabs(volume_of(m) - 0.75 * PI) < (degree == 2 ? 2e-2 : 5e-4));
    assert_int_equal(m->base.regions.count, 1);
    assert_string_equal(m->base.regions.name[0], "steel");
    assert_int_equal(m->base.boundaries.count, 4);
    for (int64_t f = 0; f < m->faces; f++)
        for (int k = 0; k < 3; k++) {
            bool named = m->face_boundary[f] == eg_mesh_boundary_index(&m->base, names[k]);
            assert_true(named == is_on(m, (int32_t)f, k));
            found[k] += named;
        }
    for (int k = 0; k < 3; k++)
        assert_int_equal(found[k], 2);
    for (int64_t p = 0; p < m->points; p++) {
        double r = hypot(m->x[p][0], m->x[p][1]);
        assert_true(r > 1 - 1e-12 && r < 2 + 1e-12);
    }
}

static void a_pipe_is_read_from_every_format(void **state)
{
    (void)state;
    for (int i = 0; i < KEPT; i++) {
        eg_context *context = open_context();
        eg_hexes *m = read_kept(context, kept[i]);
        check_ring(m, i < CUBIC ? 3 : 2);
        close_context(&context, &m);
    }
}

static void formats_of_one_kind_agree_to_the_last_bit(void **state)
{
    (void)state;
    for (int pair = 0; pair < 2; pair++) { /* text holds 16 digits, so that it may differ from binary */
        eg_context *context = open_context();
        eg_hexes *a = read_kept(context, kept[2 * pair]), *b = read_kept(context, kept[2 * pair + 1]);
        check_equal(a, b);
        eg_hexes_destroy(&b);
        close_context(&context, &a);
    }
}

/* The polynomial of 20 nodes has one value at each of the other 7; those of Gmsh's complete mesh stand
 * elsewhere only inside, where it pulls them towards the arcs. */
static void twenty_nodes_are_completed(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *whole = read_kept(context, "ring-27.msh"), *part = read_kept(context, "ring-20.msh");
    double x[27][3], y[27][3];
    for (int64_t e = 0; e < 2; e++) {
        eg_hexes_element_points(whole, e, x);
        eg_hexes_element_points(part, e, y);
        for (int p = 0; p < 27; p++) {
            const int at[3] = {p % 3, p / 3 % 3, p / 9};
            int ones = (at[0] == 1) + (at[1] == 1) + (at[2] == 1);
            double away = hypot(hypot(x[p][0] - y[p][0], x[p][1] - y[p][1]), x[p][2] - y[p][2]);
            assert_true(away <= (ones < 2 ? 1e-14 : 0.1));
            if (ones != 2)
                continue;
            /* in the middle of a face: half the middles less a quarter of the corners */
            for (int i = 0; i < 3; i++) {
                double sum = 0;
                for (int q = 0; q < 27; q++) {
                    const int to[3] = {q % 3, q / 3 % 3, q / 9};
                    int other = (to[0] == 1) + (to[1] == 1) + (to[2] == 1);
                    bool beside = true;
                    for (int d = 0; d < 3; d++)
                        beside = beside && (at[d] == 1 || to[d] == at[d]);
                    sum += beside && other == 0 ? -0.25 * y[q][i] : beside && other == 1 ? 0.5 * y[q][i] : 0;
                }
                assert_true(fabs(sum - y[p][i]) < 1e-14);
            }
        }
    }
    eg_hexes_destroy(&whole);
    close_context(&context, &part);
}

/* ---- files that the program makes now ---- */

typedef struct scratch {
    char folder[32], mesh[64];
} scratch;

/* Skips where there is no gmsh. */
static scratch open_scratch(void)
{
    if (system("command -v gmsh >/dev/null 2>&1") != 0)
        skip();
    scratch s = {.folder = "/tmp/eagre-hexes-XXXXXX"};
    assert_non_null(mkdtemp(s.folder));
    snprintf(s.mesh, sizeof s.mesh, "%s/it.msh", s.folder);
    return s;
}

static void close_scratch(const scratch *s)
{
    remove(s->mesh);
    remove(s->folder);
}

static void run_gmsh(const scratch *s, const char *geo, const char *options)
{
    char path[2048], command[4096];
    data_path(geo, path, sizeof path);
    snprintf(command, sizeof command, "gmsh -3 -v 0 %s %s -o %s >/dev/null 2>&1", options, path, s->mesh);
    assert_int_equal(system(command), 0);
}

/* In a sheared box a node that stands elsewhere than where its number says would make a curved element. */
static void nodes_of_every_degree_stand_in_order(void **state)
{
    (void)state;
    static const char *const format[4] = {"msh22", "msh22 -bin", "msh41", "msh41 -bin"};
    scratch s = open_scratch();
    for (int degree = 1; degree <= EG_HEX_GEOMETRY_DEGREE; degree++) {
        char options[128];
        eg_context *context = open_context();
        snprintf(options, sizeof options, "-order %d -format %s", degree, format[degree % 4]);
        run_gmsh(&s, "sheared.geo", options);
        eg_hexes *m = read_path(context, s.mesh);
        assert_int_equal(m->base.degree, degree);
        assert_int_equal(m->base.held, 2);
        assert_int_equal(m->base.group[EG_HEX_PARALLELEPIPED].count, 2);
        check_hexes(m, volume_of(m));
        int below = eg_mesh_boundary_index(&m->base, "below");
        int64_t count = 0;
        for (int64_t f = 0; f < m->faces; f++)
            count += m->face_boundary[f] == below;
        assert_int_equal(count, 2);
        close_context(&context, &m);
    }
    close_scratch(&s);
}

/* Unstructured: edges with any number of elements round them. */
static void subdivided_tetrahedra(void **state)
{
    (void)state;
    scratch s = open_scratch();
    eg_context *context = open_context();
    run_gmsh(&s, "block.geo", "-setnumber Mesh.SubdivisionAlgorithm 2");
    eg_hexes *m = read_path(context, s.mesh);
    check_hexes(m, 1.0);
    assert_true(m->base.held > 100);
    assert_int_equal(m->vertices - m->edges + m->faces - m->base.held, 1);
    assert_string_equal(m->base.regions.name[0], "block");
    double area[2] = {0, 0};
    for (int64_t f = 0; f < m->faces; f++)
        for (int k = 0; k < 2; k++)
            if (m->face_boundary[f] == eg_mesh_boundary_index(&m->base, k ? "top" : "bottom")) {
                int32_t v[4];
                eg_hexes_face_vertices(m, m->face_element[f][0], m->face_side[f][0], v);
                const double *a = m->x[v[0]], *b = m->x[v[1]], *c = m->x[v[2]], *d = m->x[v[3]];
                assert_true(fabs(a[2] - k) < 1e-12 && fabs(d[2] - k) < 1e-12);
                area[k] += 0.5 * fabs((d[0] - a[0]) * (c[1] - b[1]) - (d[1] - a[1]) * (c[0] - b[0]));
            }
    assert_true(fabs(area[0] - 1) < 1e-12 && fabs(area[1] - 1) < 1e-12);
    int64_t elements = m->base.held;
    eg_hexes_destroy(&m);
    run_gmsh(&s, "block.geo", "-setnumber Mesh.SubdivisionAlgorithm 2 -order 4");
    m = read_path(context, s.mesh); /* faces seen from every side */
    assert_true(m->base.degree == 4 && m->base.held == elements);
    assert_int_equal(m->base.group[EG_HEX_CURVED].count, 0);
    check_hexes(m, 1.0);
    eg_hexes_destroy(&m);
    run_gmsh(&s, "block.geo", "");
    assert_int_equal(eg_hexes_read_gmsh(context, s.mesh, &m), EG_MESH);
    assert_non_null(strstr(eg_context_error(context),
                           "the element type 2 is a triangle, which is no face of a "
                           "hexahedron"));
    close_context(&context, &m);
    close_scratch(&s);
}

/* ---- what is refused ---- */

static const char head[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n3\n3 1 \"a\"\n3 2 \"b\"\n2 3 \"side\"\n$EndPhysicalNames\n"
    "$Nodes\n12\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n"
    "9 0 0 2\n10 1 0 2\n11 1 1 2\n12 0 1 2\n$EndNodes\n";

static eg_hexes *read_text(eg_context *context, const char *elements)
{
    char text[4096];
    eg_hexes *mesh;
    snprintf(text, sizeof text, "%s$Elements\n%s$EndElements\n", head, elements);
    return eg_hexes_read_gmsh_memory(context, "t.msh", text, (int64_t)strlen(text), &mesh) == EG_OK ? mesh
                                                                                                    : NULL;
}

static void groups_become_regions_and_boundaries(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_hexes *m = read_text(context, "5\n"
                                     "1 15 2 9 9 1\n"
                                     "2 1 2 8 8 1 2\n"
                                     "3 3 2 3 3 1 2 6 5\n"
                                     "4 5 2 1 1 1 2 3 4 5 6 7 8\n"
                                     "5 5 2 2 2 5 6 7 8 9 10 11 12\n");
    if (!m)
        fail_msg("%s", eg_context_error(context));
    check_hexes(m, 2.0);
    int side = eg_mesh_boundary_index(&m->base, "side");
    for (int64_t e = 0; e < 2; e++) {
        bool low = m->base.centroid[e][2] < 1;
        assert_string_equal(m->base.regions.name[m->base.region[e]], low ? "a" : "b");
        assert_int_equal(m->base.source[e], low ? 4 : 5);
        for (int s = 0; s < 6; s++)
            assert_true((m->face_boundary[m->face[e][s]] == side) == (low && s == 2));
    }
    close_context(&context, &m);
}

static void wrong_elements(void **state)
{
    (void)state;
    static const struct {
        const char *elements, *message;
    } wrong[] = {
        {"1\n1 4 2 1 1 1 2 4 5\n", "t.msh:27: the element type 4 is a tetrahedron; this model "
                                   "takes hexahedra alone: in gmsh set "
                                   "Mesh.SubdivisionAlgorithm = 2, which cuts each into four of "
                                   "them, or make the volumes transfinite with "
                                   "Recombine"},
        {"1\n1 6 2 1 1 1 2 4 5 6 8\n",
         "t.msh:27: the element type 6 is a prism; this model takes hexahedra alone: in gmsh set "
         "Mesh.SubdivisionAlgorithm = 2, or Recombine the surfaces that are extruded"},
        {"1\n1 7 2 1 1 1 2 3 4 5\n",
         "t.msh:27: the element type 7 is a pyramid; this model takes hexahedra alone: in gmsh set "
         "Mesh.SubdivisionAlgorithm = 2, or make the volumes transfinite with Recombine"},
        {"1\n1 2 2 1 1 1 2 3\n", "t.msh:27: the element type 2 is a triangle, which is no face of "
                                 "a hexahedron: in gmsh Recombine the "
                                 "surfaces, or set Mesh.SubdivisionAlgorithm = 2"},
        {"1\n1 99 2 1 1 1 2 3\n", "t.msh:27: the element type 99 is of higher order without nodes "
                                  "inside its faces: save it complete (in gmsh "
                                  "Mesh.SecondOrderIncomplete = 0)"},
        {"1\n1 1000 2 1 1 1\n",
         "t.msh:27: the element type 1000 is not a hexahedron of degree 1 to 9, quadrangle, line "
         "or point: leave it out of the mesh"},
        {"2\n1 5 2 1 1 1 2 3 4 5 6 7 8\n2 12 2 1 1 1 2\n",
         "t.msh:28: the element type 12 is a hexahedron of degree 2, where those before have "
         "degree 1: give all the "
         "same degree (gmsh -order)"},
        {"1\n1 5 2 1 1 1 2 3 4 5 6 7 13\n", "t.msh:27: the element 1 has the node 13, which is not "
                                            "in $Nodes: add the node or correct the element"},
        {"1\n1 5 2 1 1 1 2 3 4 5 6 7\n",
         "t.msh:27: the line ends before an element's node: add what is missing"},
        {"1\n1 3 2 3 3 1 2 3 4\n",
         "t.msh: has no hexahedra: mesh its volumes before saving it (gmsh -3), and where it "
         "has physical groups, put the volumes in one"},
        {"1\n7 5 2 1 1 1 2 4 3 5 6 7 8\n",
         "t.msh: element 7 (hexahedron) is inverted: the scaled Jacobian of its map is "
         "-1 at (0.5, 0.75, 0); "
         "it must be positive everywhere: move its nodes, or optimise the mesh (in gmsh: "
         "-optimize_ho where its edges "
         "are curved)"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        eg_context *context = open_context();
        eg_hexes *m = read_text(context, wrong[i].elements);
        assert_null(m);
        assert_string_equal(eg_context_error(context), wrong[i].message);
        close_context(&context, &m);
    }
}

/* ---- damage ---- */

static char *load_kept(eg_context *context, const char *name, int64_t *length)
{
    char path[4096], *data;
    data_path(name, path, sizeof path);
    assert_int_equal(eg_file_read(context, EG_MESH, path, 1 << 20, &data, length), EG_OK);
    return data;
}

static eg_status read_bytes(const char *data, int64_t length)
{
    eg_context *context = open_context();
    eg_hexes *mesh;
    /* A copy of exactly this length lets the sanitizers see a read beyond it. */
    char *copy = malloc((size_t)length + 1);
    memcpy(copy, data, (size_t)length);
    copy = realloc(copy, length > 0 ? (size_t)length : 1);
    eg_status status = eg_hexes_read_gmsh_memory(context, "test.msh", copy, length, &mesh);
    if (status != EG_OK) {
        assert_int_equal(status, EG_MESH);
        assert_memory_equal(eg_context_error(context), "test.msh", 8);
        assert_null(mesh);
    }
    free(copy);
    close_context(&context, &mesh);
    return status;
}

static void a_file_cut_short_is_an_error(void **state)
{
    (void)state;
    for (int i = 0; i < KEPT; i++) {
        eg_context *context = open_context();
        int64_t length;
        char *data = load_kept(context, kept[i], &length);
        assert_int_equal(read_bytes(data, length), EG_OK);
        for (int64_t cut = 0; cut < length - 1; cut += 3)
            assert_int_equal(read_bytes(data, cut), EG_MESH);
        eg_free(context, &data);
        eg_hexes *none = NULL;
        close_context(&context, &none);
    }
}

/* Every third byte takes another value: a mesh or a message comes out, and nothing is lost. */
static void a_changed_byte_is_survived(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < KEPT; i++) {
        eg_context *context = open_context();
        int64_t length, refused = 0;
        char *data = load_kept(context, kept[i], &length);
        for (int64_t at = 0; at < length; at += 3) {
            char before = data[at];
            random = random * 6364136223846793005u + 1442695040888963407u;
            data[at] = (char)(random >> 56);
            refused += read_bytes(data, length) != EG_OK;
            data[at] = before;
        }
        assert_true(refused > length / 12);
        eg_free(context, &data);
        eg_hexes *none = NULL;
        close_context(&context, &none);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_is_read_from_every_format),
        cmocka_unit_test(formats_of_one_kind_agree_to_the_last_bit),
        cmocka_unit_test(twenty_nodes_are_completed),
        cmocka_unit_test(nodes_of_every_degree_stand_in_order),
        cmocka_unit_test(subdivided_tetrahedra),
        cmocka_unit_test(groups_become_regions_and_boundaries),
        cmocka_unit_test(wrong_elements),
        cmocka_unit_test(a_file_cut_short_is_an_error),
        cmocka_unit_test(a_changed_byte_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
