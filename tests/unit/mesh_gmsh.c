/* Reading Gmsh files: every format gives the same mesh; damage is an error, never a crash. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "mesh_check.h"

enum { KEPT = 5 };

/* The same mesh, saved in each format (tests/data/mesh/mixed.geo). */
static const char *const kept[KEPT] = {"mixed-4-ascii.msh", "mixed-4-binary.msh", "mixed-2-ascii.msh",
                                       "mixed-2-binary.msh", "mixed-4-partitioned.msh"};

static void data_path(const char *name, char *path, size_t room)
{
    const char *source = getenv("EAGRE_SOURCE");
    snprintf(path, room, "%s/tests/data/mesh/%s", source ? source : ".", name);
}

static eg_plane *read_kept(eg_context *context, const char *name)
{
    char path[4096];
    eg_plane *mesh;
    data_path(name, path, sizeof path);
    if (eg_plane_read_gmsh(context, path, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

static char *load_kept(eg_context *context, const char *name, int64_t *length)
{
    char path[4096], *data;
    data_path(name, path, sizeof path);
    assert_int_equal(eg_file_read(context, EG_MESH, path, 1 << 20, &data, length), EG_OK);
    return data;
}

/* ---- what is read ---- */

static void a_mixed_mesh_is_read_whole(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = read_kept(context, kept[0]);
    check_mesh(mesh, 2.0, 0);
    assert_int_equal(mesh->base.group[EG_TRIANGLE].count, 20);
    assert_int_equal(mesh->base.group[EG_QUADRANGLE].count, 8);
    assert_int_equal(mesh->base.regions.count, 2);
    int sand = eg_mesh_region_index(&mesh->base, "sand bed"),
        rock = eg_mesh_region_index(&mesh->base, "rock");
    assert_true(sand >= 0 && rock >= 0);
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        assert_int_equal(mesh->base.region[cell], mesh->base.centroid[cell][0] < 1.0 ? sand : rock);
        assert_in_range(mesh->base.source[cell], 1, 60);
    }
    assert_int_equal(mesh->base.boundaries.count, 3);
    assert_true(eg_mesh_boundary_index(&mesh->base, "inlet") >= 0);
    assert_true(eg_mesh_boundary_index(&mesh->base, "outlet") >= 0);
    assert_true(eg_mesh_boundary_index(&mesh->base, "12") >= 0);        /* a group without a name */
    assert_int_equal(eg_mesh_boundary_index(&mesh->base, "inner"), -1); /* inside the domain */
    for (int64_t node = 0; node < mesh->nodes; node++)
        assert_true(fabs(mesh->x[node][2] - 0.5 * mesh->x[node][0]) <= 1e-6);
    close_context(&context, &mesh);
}

static void boundary_faces_lie_on_their_curves(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh = read_kept(context, kept[0]);
    int inlet = eg_mesh_boundary_index(&mesh->base, "inlet"),
        outlet = eg_mesh_boundary_index(&mesh->base, "outlet");
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_boundary[face] < 0)
            continue;
        double a = mesh->x[mesh->face_vertex[face][0]][0];
        double b = mesh->x[mesh->face_vertex[face][1]][0];
        assert_true((mesh->face_boundary[face] == inlet) == (a == 0 && b == 0));
        assert_true((mesh->face_boundary[face] == outlet) == (a == 2 && b == 2));
    }
    close_context(&context, &mesh);
}

/* Text holds 16 digits, so that coordinates may differ from the binary ones in a last bit. */
static void check_alike(const eg_plane *a, const eg_plane *b)
{
    assert_int_equal(a->base.own, b->base.own);
    assert_int_equal(a->faces, b->faces);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->base.boundaries.count, b->base.boundaries.count);
    for (int64_t cell = 0; cell < a->base.own; cell++) {
        assert_true(fabs(a->base.centroid[cell][0] - b->base.centroid[cell][0]) <= 1e-14);
        assert_true(fabs(a->base.centroid[cell][1] - b->base.centroid[cell][1]) <= 1e-14);
        assert_string_equal(a->base.regions.name[a->base.region[cell]],
                            b->base.regions.name[b->base.region[cell]]);
    }
}

static void every_format_gives_the_same_mesh(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *first = read_kept(context, kept[0]);
    for (int i = 1; i < KEPT; i++) {
        eg_plane *mesh = read_kept(context, kept[i]);
        check_mesh(mesh, 2.0, 0);
        check_alike(first, mesh);
        eg_plane_destroy(&mesh);
    }
    eg_plane *a = read_kept(context, "mixed-2-ascii.msh"), *b = first;
    check_equal(a, b); /* both text: to the last bit */
    eg_plane_destroy(&a);
    a = read_kept(context, "mixed-2-binary.msh");
    b = read_kept(context, "mixed-4-binary.msh");
    check_equal(a, b);
    eg_plane_destroy(&a);
    eg_plane_destroy(&b);
    close_context(&context, &first);
}

/* ---- made by gmsh now ---- */

static void the_installed_gmsh_is_understood(void **state)
{
    (void)state;
    if (system("command -v gmsh >/dev/null 2>&1") != 0)
        skip();
    const char *const format[4] = {"-format msh22", "-format msh22 -bin", "-format msh41",
                                   "-format msh41 -bin"};
    char folder[] = "/tmp/eagre-mesh-XXXXXX", command[1024], path[64], geo[512];
    assert_non_null(mkdtemp(folder));
    data_path("hole.geo", geo, sizeof geo);
    snprintf(path, sizeof path, "%s/hole.msh", folder);
    for (int i = 0; i < 4; i++) {
        eg_context *context = open_context();
        eg_plane *mesh;
        snprintf(command, sizeof command, "gmsh -2 -v 0 %s %s -o %s >/dev/null", format[i], geo, path);
        assert_int_equal(system(command), 0);
        if (eg_plane_read_gmsh(context, path, &mesh) != EG_OK)
            fail_msg("%s", eg_context_error(context));
        check_mesh(mesh, 1.0 - 0.125, 1);
        assert_int_equal(mesh->base.regions.count, 1);
        assert_string_equal(mesh->base.regions.name[0], "all");
        assert_int_equal(mesh->base.boundaries.count, 1);
        assert_string_equal(mesh->base.boundaries.name[0], "unnamed");
        close_context(&context, &mesh);
    }
    remove(path);
    remove(folder);
}

/* ---- damage ---- */

static eg_status read_bytes(const char *data, int64_t length)
{
    eg_context *context = open_context();
    eg_plane *mesh;
    /* A copy of exactly this length lets the sanitizers see a read beyond it. */
    char *copy = malloc((size_t)length + 1);
    memcpy(copy, data, (size_t)length);
    copy = realloc(copy, length > 0 ? (size_t)length : 1);
    eg_status status = eg_plane_read_gmsh_memory(context, "test.msh", copy, length, &mesh);
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
        assert_int_equal(read_bytes(data, length - 1), EG_OK); /* without the last newline */
        for (int64_t cut = 0; cut < length - 1; cut++)
            assert_int_equal(read_bytes(data, cut), EG_MESH);
        eg_free(context, &data);
        eg_plane *none = NULL;
        close_context(&context, &none);
    }
}

/* Each byte in turn takes another value: a mesh or a message comes out, and nothing is lost. */
static void a_changed_byte_is_survived(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < KEPT; i++) {
        eg_context *context = open_context();
        int64_t length, refused = 0;
        char *data = load_kept(context, kept[i], &length);
        for (int64_t at = 0; at < length; at++) {
            char before = data[at];
            random = random * 6364136223846793005u + 1442695040888963407u;
            data[at] = (char)(random >> 56);
            refused += read_bytes(data, length) != EG_OK;
            data[at] = before;
        }
        assert_true(refused > length / 4);
        eg_free(context, &data);
        eg_plane *none = NULL;
        close_context(&context, &none);
    }
}

/* ---- the other byte order ---- */

typedef struct writer {
    char data[1024];
    int64_t length;
} writer;

static void put_text(writer *w, const char *text)
{
    memcpy(w->data + w->length, text, strlen(text));
    w->length += (int64_t)strlen(text);
}

/* Most significant byte first. */
static void put_bytes(writer *w, uint64_t value, int size)
{
    for (int i = size - 1; i >= 0; i--)
        w->data[w->length++] = (char)(value >> (8 * i));
}

static void put_real(writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(w, bits, 8);
}

static void big_endian_files_are_read(void **state)
{
    (void)state;
    const double x[3][2] = {{0, 0}, {2, 0}, {0, 3}};
    const uint64_t element[6] = {2, 1, 2, 17, 5, 1};
    writer w = {.length = 0};
    put_text(&w, "$MeshFormat\n2.2 1 8\n");
    put_bytes(&w, 1, 4);
    put_text(&w, "\n$EndMeshFormat\n$Nodes\n3\n");
    for (int i = 0; i < 3; i++) {
        put_bytes(&w, (uint64_t)i + 1, 4);
        put_real(&w, x[i][0]);
        put_real(&w, x[i][1]);
        put_real(&w, -4.5);
    }
    put_text(&w, "\n$EndNodes\n$Elements\n1\n");
    for (int i = 0; i < 6; i++)
        put_bytes(&w, element[i], 4);
    for (uint64_t i = 1; i <= 3; i++)
        put_bytes(&w, i, 4);
    put_text(&w, "\n$EndElements\n");
    eg_context *context = open_context();
    eg_plane *mesh;
    if (eg_plane_read_gmsh_memory(context, "big.msh", w.data, w.length, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    check_mesh(mesh, 3.0, 0);
    assert_true(mesh->base.box_low[2] == -4.5 && mesh->base.source[0] == 17);
    assert_string_equal(mesh->base.regions.name[0], "5");
    close_context(&context, &mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mixed_mesh_is_read_whole),
        cmocka_unit_test(boundary_faces_lie_on_their_curves),
        cmocka_unit_test(every_format_gives_the_same_mesh),
        cmocka_unit_test(the_installed_gmsh_is_understood),
        cmocka_unit_test(a_file_cut_short_is_an_error),
        cmocka_unit_test(a_changed_byte_is_survived),
        cmocka_unit_test(big_endian_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
