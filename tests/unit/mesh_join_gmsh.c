/* Gmsh's files with periodic curves: $Periodic is read past, the curves join; curved cells. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "mesh_join.h"

/* Two triangles with the section as Gmsh writes it: read past, it changes nothing. */
static void periodic_text_is_read_past(void **state)
{
    (void)state;
    static const char *const text[2] = {
        NAMES "$Nodes\n4\n1 0 0 0\n2 2 0 0\n3 2 1 0\n4 0 1 0\n$EndNodes\n"
              "$Elements\n4\n1 1 2 1 4 4 1\n2 1 2 2 2 2 3\n3 2 2 4 1 1 2 3\n4 2 2 4 1 1 3 4\n"
              "$EndElements\n"
              "$Periodic\n1\n1 2 4\nAffine 1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 1\n2\n3 4\n2 1\n"
              "$EndPeriodic\n",
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n1 1 \"west\"\n1 2 \"east\"\n"
        "2 4 \"bed\"\n$EndPhysicalNames\n$Entities\n0 2 1 0\n4 0 0 0 0 1 0 1 1 0\n"
        "2 2 0 0 2 1 0 1 2 0\n1 0 0 0 2 1 0 1 4 0\n$EndEntities\n"
        "$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n2 0 0\n2 1 0\n0 1 0\n$EndNodes\n"
        "$Periodic\n2\n0 2 1\n16 1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 1\n1\n2 1\n1 2 4\n0\n2\n3 4\n2 1\n"
        "$EndPeriodic\n"
        "$Elements\n3 4 1 4\n1 4 1 1\n1 4 1\n1 2 1 1\n2 2 3\n2 1 2 2\n3 1 2 3\n4 1 3 4\n"
        "$EndElements\n"};
    eg_context *context = open_context();
    eg_plane *mesh[2];
    for (int i = 0; i < 2; i++) {
        mesh[i] = read_text(context, text[i]);
        check_mesh(mesh[i], 2.0, 0);
        must_join(mesh[i], "west", "east", 2, 0);
        check_pair(mesh[i], "west", "east", 2, 0, 0);
        assert_int_equal(check_neighbours(mesh[i]), 2);
    }
    check_equal(mesh[0], mesh[1]);
    eg_plane_destroy(&mesh[0]);
    close_context(&context, &mesh[1]);
}

typedef struct writer {
    char data[2048];
    int64_t length;
} writer;

static void put(writer *w, const void *bytes, size_t size)
{
    assert_true(w->length + (int64_t)size <= (int64_t)sizeof w->data);
    memcpy(w->data + w->length, bytes, size);
    w->length += (int64_t)size;
}

static void put_text(writer *w, const char *text)
{
    put(w, text, strlen(text));
}

static void put_integers(writer *w, int count, const int32_t *value)
{
    put(w, value, (size_t)count * sizeof *value);
}

static void put_sizes(writer *w, int count, const int64_t *value)
{
    put(w, value, (size_t)count * sizeof *value);
}

/* Binary 4.1, the section before the elements. Its tags hold the bytes of newlines, dollars and
 * even "\n$End": no line of it may be taken for its end. */
static void periodic_bytes_are_read_past(void **state)
{
    (void)state;
    const double x[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, affine[16] = {1};
    int64_t tag[5] = {1, 2, 0x0a0a, 0x0a240a, 0};
    memcpy(&tag[4], "\n$EndPe\n", 8);
    writer w = {.length = 0};
    put_text(&w, "$MeshFormat\n4.1 1 8\n");
    put_integers(&w, 1, (const int32_t[]){1});
    put_text(&w, "\n$EndMeshFormat\n$Nodes\n");
    put_sizes(&w, 4, (const int64_t[]){1, 4, 1, 0x0a240a});
    put_integers(&w, 3, (const int32_t[]){2, 1, 0});
    put_sizes(&w, 1, (const int64_t[]){4});
    put_sizes(&w, 4, tag);
    put(&w, x, sizeof x);
    put_text(&w, "\n$EndNodes\n$Periodic\n");
    put_sizes(&w, 1, (const int64_t[]){1});
    put_integers(&w, 3, (const int32_t[]){1, 0x0a240a24, 0x0a0a0a0a});
    put_sizes(&w, 1, (const int64_t[]){16});
    put(&w, affine, sizeof affine);
    put_sizes(&w, 1, (const int64_t[]){3});
    put_sizes(&w, 6, (const int64_t[]){tag[2], tag[3], tag[1], tag[0], tag[4], tag[4]});
    put_text(&w, "\n$EndPeriodic\n$Elements\n");
    put_sizes(&w, 4, (const int64_t[]){1, 2, 1, 2});
    put_integers(&w, 3, (const int32_t[]){2, 1, 2});
    put_sizes(&w, 1, (const int64_t[]){2});
    put_sizes(&w, 4, (const int64_t[]){1, tag[0], tag[1], tag[2]});
    put_sizes(&w, 4, (const int64_t[]){2, tag[0], tag[2], tag[3]});
    put_text(&w, "\n$EndElements\n");
    eg_context *context = open_context();
    eg_plane *mesh;
    if (eg_plane_read_gmsh_memory(context, "test.msh", w.data, w.length, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    check_mesh(mesh, 2.0, 0);
    assert_int_equal(mesh->base.own, 2);
    close_context(&context, &mesh);
}

/* ---- made by gmsh now ---- */

static const char *const periodic_geo =
    "Point(1) = {0.1, 0, 0, 0.3}; Point(2) = {2.1, 0, 0, 0.2};\n"
    "Point(3) = {2.1, 1, 0, 0.3}; Point(4) = {0.1, 1, 0, 0.1};\n"
    "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};\n"
    "Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};\n"
    "Periodic Curve {2} = {4} Translate {2, 0, 0};\n"
    "Periodic Curve {3} = {1} Translate {0, 1, 0};\n"
    "Physical Curve(\"west\") = {4}; Physical Curve(\"east\") = {2};\n"
    "Physical Curve(\"south\") = {1}; Physical Curve(\"north\") = {3};\n"
    "Physical Surface(\"bed\") = {1};\n";

typedef struct gmsh_folder {
    char folder[32], geo[64], msh[64];
} gmsh_folder;

static void open_folder(gmsh_folder *f, const char *geometry)
{
    if (system("command -v gmsh >/dev/null 2>&1") != 0)
        skip();
    strcpy(f->folder, "/tmp/eagre-join-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->geo, sizeof f->geo, "%s/periodic.geo", f->folder);
    snprintf(f->msh, sizeof f->msh, "%s/periodic.msh", f->folder);
    FILE *file = fopen(f->geo, "w");
    assert_non_null(file);
    assert_true(fputs(geometry, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void close_folder(const gmsh_folder *f)
{
    remove(f->geo);
    remove(f->msh);
    remove(f->folder);
}

static void run_gmsh(const gmsh_folder *f, const char *options)
{
    char command[512];
    snprintf(command, sizeof command, "gmsh -2 -v 0 %s %s -o %s >/dev/null", options, f->geo, f->msh);
    assert_int_equal(system(command), 0);
}

/* Whether the file has the section: without it the test would show nothing. */
static bool has_periodic(eg_context *context, const char *path)
{
    char *data;
    int64_t length;
    assert_int_equal(eg_file_read(context, EG_MESH, path, 1 << 24, &data, &length), EG_OK);
    bool found = memmem(data, (size_t)length, "\n$Periodic\n", 11) != NULL;
    eg_free(context, &data);
    return found;
}

static void periodic_curves_of_gmsh_join(void **state)
{
    (void)state;
    static const char *const options[6] = {"-format msh22",
                                           "-format msh22 -bin",
                                           "-format msh41",
                                           "-format msh41 -bin",
                                           "-format msh22 -bin -setnumber Mesh.RecombineAll 1",
                                           "-format msh41 -bin -setnumber Mesh.RecombineAll 1"};
    gmsh_folder f;
    open_folder(&f, periodic_geo);
    for (int i = 0; i < 6; i++) {
        eg_context *context = open_context();
        eg_plane *mesh;
        run_gmsh(&f, options[i]);
        assert_true(has_periodic(context, f.msh));
        if (eg_plane_read_gmsh(context, f.msh, &mesh) != EG_OK)
            fail_msg("%s", eg_context_error(context));
        check_mesh(mesh, 2.0, 0);
        assert_int_equal(mesh->base.group[EG_QUADRANGLE].count > 0, i >= 4);
        must_join(mesh, "west", "east", 2, 0);
        must_join(mesh, "north", "south", 0, -1);
        check_pair(mesh, "west", "east", 2, 0, 1e-10);
        check_pair(mesh, "south", "north", 0, 1, 1e-10);
        assert_int_equal(check_neighbours(mesh), 0);
        close_context(&context, &mesh);
    }
    close_folder(&f);
}

/* The same without Periodic Curve: the sizes at the corners make different faces of the sides. */
static void other_curves_of_gmsh_do_not_join(void **state)
{
    (void)state;
    char geometry[1024], *begin, *end;
    strcpy(geometry, periodic_geo);
    begin = strstr(geometry, "Periodic Curve");
    end = strstr(geometry, "Physical Curve");
    memmove(begin, end, strlen(end) + 1);
    gmsh_folder f;
    open_folder(&f, geometry);
    run_gmsh(&f, "-format msh41");
    eg_context *context = open_context();
    eg_plane *mesh;
    double shift[2];
    assert_false(has_periodic(context, f.msh));
    assert_int_equal(eg_plane_read_gmsh(context, f.msh, &mesh), EG_OK);
    assert_int_equal(join(mesh, "west", "east", shift), EG_MESH);
    assert_non_null(
        strstr(eg_context_error(context), "Periodic Curve {'east'} = {'west'} Translate {2, 0, 0}"));
    close_folder(&f);
    close_context(&context, &mesh);
}

/* Curved cells are refused as such, in each format, with or without $Periodic behind them. */
static void cells_of_higher_order_are_refused(void **state)
{
    (void)state;
    static const char *const options[6] = {"-order 2 -format msh22",
                                           "-order 2 -format msh22 -bin",
                                           "-order 2 -format msh41",
                                           "-order 3 -format msh41 -bin",
                                           "-order 7 -format msh41",
                                           ("-order 2 -format msh41 -setnumber Mesh.RecombineAll 1 "
                                            "-setnumber Mesh.SecondOrderIncomplete 1")};
    gmsh_folder f;
    open_folder(&f, periodic_geo);
    for (int i = 0; i < 6; i++) {
        eg_context *context = open_context();
        eg_plane *mesh;
        run_gmsh(&f, options[i]);
        assert_int_equal(eg_plane_read_gmsh(context, f.msh, &mesh), EG_MESH);
        assert_non_null(strstr(eg_context_error(context),
                               "is of higher order; this model takes first-order cells: mesh again "
                               "with gmsh -2 -order 1"));
        close_context(&context, &mesh);
    }
    close_folder(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(periodic_text_is_read_past),
        cmocka_unit_test(periodic_bytes_are_read_past),
        cmocka_unit_test(periodic_curves_of_gmsh_join),
        cmocka_unit_test(other_curves_of_gmsh_do_not_join),
        cmocka_unit_test(cells_of_higher_order_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
