/* Meshes that are wrong: each with the exact sentence that it must give. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "mesh_check.h"

typedef struct bad_file {
    const char *text, *message;
} bad_file;

#define FORMAT_2 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define FORMAT_4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
/* Nodes 1 to 4 at the corners of the unit square, lines 4 to 10 of the file. */
#define NODES_2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
#define NODES_4 "$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n$EndNodes\n"
#define ELEMENTS_2(n, lines) "$Elements\n" n "\n" lines "$EndElements\n"

static void check_files(const bad_file *files, size_t count)
{
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        eg_context *context = open_context();
        eg_plane *mesh;
        eg_status status = eg_plane_read_gmsh_memory(context, "bad.msh", files[i].text,
                                                     (int64_t)strlen(files[i].text), &mesh);
        if (status != EG_MESH || strcmp(eg_context_error(context), files[i].message) != 0) {
            print_error("file %zu gives %s\n  %s\nnot\n  %s\n", i, eg_status_name(status),
                        eg_context_error(context), files[i].message);
            wrong++;
        }
        close_context(&context, &mesh);
    }
    assert_int_equal(wrong, 0);
}

#define CHECK(files) check_files(files, sizeof(files) / sizeof((files)[0]))

static void files_of_the_wrong_kind(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {"", "bad.msh:1: the file does not begin with $MeshFormat, so it is no Gmsh mesh: give a "
             ".msh file"},
        {"title: a case\n", "bad.msh:1: the file does not begin with $MeshFormat, so it is no Gmsh "
                            "mesh: give a .msh file"},
        {"$MeshFormat\n", "bad.msh:2: the format's version is missing: save the mesh again"},
        {"$MeshFormat\n4 0 8\n$EndMeshFormat\n",
         "bad.msh:2: the format's version is '4'; 2.2 and 4.1 are read: convert the mesh with gmsh "
         "OLD.msh -save -format msh41 -o NEW.msh"},
        {"$MeshFormat\n2.2 2 8\n$EndMeshFormat\n",
         "bad.msh:2: the mark of a binary file is 2; it must be from 0 to 1: correct it"},
        {"$MeshFormat\n2.2 0 4\n$EndMeshFormat\n",
         "bad.msh:2: the size of reals is 4; it must be 8: correct it"},
        {"$MeshFormat\n4.1 0 8\n$Nodes\n",
         "bad.msh:3: '$Nodes' stands where $EndMeshFormat is expected: there is more in the "
         "section than its count says"},
        {"$MeshFormat\n4.1 1 8\nabcdefgh",
         "bad.msh: byte 20: the byte order mark is 1684234849, not 1: save the mesh again"},
        {FORMAT_2, "bad.msh:4: the file ends without $Nodes: it is cut short; save it again"},
        {FORMAT_2 NODES_2, "bad.msh:11: the file ends without $Elements: it is cut short; save it again"},
        {FORMAT_2 "$Elements\n0\n$EndElements\n",
         "bad.msh:4: $Elements comes before $Nodes: put the nodes first"},
        {FORMAT_2 NODES_2 NODES_2, "bad.msh:11: there is a second $Nodes: keep one"},
        {FORMAT_2 "garbage\n", "bad.msh:4: 'garbage' stands where a section ($NAME) should begin: remove it"},
        {FORMAT_2 "$Comments\nno end\n",
         "bad.msh:4: $EndComments is missing: the file is cut short; save it again"},
        {FORMAT_2 "$Periodic\n1\n1 2 4\n",
         "bad.msh:4: $EndPeriodic is missing: the file is cut short; save it again"},
        {FORMAT_2 "$AVeryLongNameOfASectionThatNobodyWouldWrite\n",
         "bad.msh:4: the section name '$AVeryLongNameOfASectionThatNobodyWouldW...' has more than "
         "40 bytes: remove it"},
        {FORMAT_2 NODES_2 ELEMENTS_2("0", ""),
         "bad.msh: has no triangles or quadrangles: mesh its surfaces before saving it (gmsh -2), "
         "and where it has physical groups, put the surfaces in one"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 1 2 1 1 1 2\n"),
         "bad.msh: has no triangles or quadrangles: mesh its surfaces before saving it (gmsh -2), "
         "and where it has physical groups, put the surfaces in one"},
    };
    CHECK(files);
}

static void bad_nodes(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {FORMAT_2 "$Nodes\n-4\n", "bad.msh:5: the number of nodes is -4; it must be at least 0: correct it"},
        {FORMAT_2 "$Nodes\nfour\n", "bad.msh:5: the number of nodes is 'four', not a whole number "
                                    "(of at most 64 bits): correct it"},
        {FORMAT_2 "$Nodes\n99999999999999\n1 0 0 0\n",
         "bad.msh:5: the number of nodes is 99999999999999, but what follows has room for at most "
         "1: the file is cut short or the number is wrong; save it again"},
        {FORMAT_2 "$Nodes\n99999999999999999999\n1 0 0 0\n",
         "bad.msh:5: the number of nodes is '99999999999999999999', not a whole number (of at most "
         "64 bits): correct it"},
        {FORMAT_2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n$EndNodes\n",
         "bad.msh:9: '$EndNodes' stands where a node's number is expected: the section holds less "
         "than its count says; save it again"},
        {FORMAT_2 "$Nodes\n1\n1 0 0 0\n2 1 0 0\n$EndNodes\n",
         "bad.msh:7: '2' stands where $EndNodes is expected: there is more in the section than its "
         "count says"},
        {FORMAT_2 "$Nodes\n2\n1 0 0\n2 1 0 0\n$EndNodes\n",
         "bad.msh:6: the line ends before a node's z: add what is missing"},
        {FORMAT_2 "$Nodes\n2\n1 0 0 0 0\n2 1 0 0\n$EndNodes\n",
         "bad.msh:6: the line should end before '0': remove what is too much"},
        {FORMAT_2 "$Nodes\n2\n1 0 nan 0\n2 1 0 0\n$EndNodes\n",
         "bad.msh:6: a node's y is 'nan', not a finite number: correct it"},
        {FORMAT_2 "$Nodes\n2\n1 1e999 0 0\n2 1 0 0\n$EndNodes\n",
         "bad.msh:6: a node's x is '1e999', not a finite number: correct it"},
        {FORMAT_2 "$Nodes\n2\n1 0 0 0,5\n2 1 0 0\n$EndNodes\n",
         "bad.msh:6: a node's z is '0,5', not a finite number: correct it"},
        {FORMAT_2 "$Nodes\n2\n7 0 0 0\n7 1 0 0\n$EndNodes\n",
         "bad.msh:7: the node 7 is given a second time: number the nodes uniquely"},
        {FORMAT_2 "$Nodes\n2\n0 0 0 0\n2 1 0 0\n$EndNodes\n",
         "bad.msh:6: a node's number is 0; it must be at least 1: correct it"},
        {FORMAT_4 "$Nodes\n1 4 1 4\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n1 1 0\n$EndNodes\n",
         "bad.msh:13: the number of nodes is given as 4, but the blocks hold 3: save it again"},
        {FORMAT_4 "$Nodes\n1 4 1 4\n5 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n",
         "bad.msh:6: an entity's dimension is 5; it must be from 0 to 3: correct it"},
        {FORMAT_4 "$Nodes\n1 4 1 4\n2 1 2 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n",
         "bad.msh:6: the mark of parametric nodes is 2; it must be from 0 to 1: correct it"},
        {FORMAT_4 "$Nodes\n1 2 1 4\n2 1 0 2\n1\n1\n0 0 0\n1 0 0\n$EndNodes\n",
         "bad.msh:8: the node 1 is given a second time: number the nodes uniquely"},
    };
    CHECK(files);
}

/* Curves and surfaces of orders 2 to 10 as Gmsh numbers them, in both formats; what is no such
 * element is called something else. */
static void cells_of_higher_order(void **state)
{
    (void)state;
    static const int higher[] = {8,  9,  10, 16, 20, 21, 22, 23, 24, 25, 26, 27, 28, 36, 37, 38,
                                 39, 40, 41, 42, 46, 47, 51, 52, 56, 57, 61, 62, 63, 64, 65, 66};
    for (int type = 4; type <= 140; type++) {
        const char *const text[2] = {FORMAT_2 NODES_2 "$Elements\n1\n1 %d 2 1 1 1 2 3 4 5 6\n",
                                     FORMAT_4 NODES_4 "$Elements\n1 1 1 1\n2 1 %d 1\n1 1 2 3 4 5 6\n"};
        bool known = false;
        for (size_t i = 0; i < sizeof higher / sizeof higher[0]; i++)
            known = known || higher[i] == type;
        for (int i = 0; i < 2; i++) {
            char file[512], message[256];
            eg_context *context = open_context();
            eg_plane *mesh;
            snprintf(file, sizeof file, text[i], type);
            snprintf(message, sizeof message,
                     "bad.msh:%d: the element type %d is of higher order; this model takes "
                     "first-order cells: mesh again with gmsh -2 -order 1",
                     i == 0 ? 13 : 18, type);
            assert_int_equal(
                eg_plane_read_gmsh_memory(context, "bad.msh", file, (int64_t)strlen(file), &mesh), EG_MESH);
            if (known)
                assert_string_equal(eg_context_error(context), message);
            else if (type < 36 || type > 66)
                assert_null(strstr(eg_context_error(context), "higher order"));
            close_context(&context, &mesh);
        }
    }
}

static void bad_elements(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 2 2 1 1 1 2 9\n"),
         "bad.msh:13: the element 1 has the node 9, which is not in $Nodes: add the node or "
         "correct the element"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 2 2 1 1 1 2 -3\n"),
         "bad.msh:13: an element's node is -3; it must be at least 1: correct it"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 2 2 1 1 1 2\n"),
         "bad.msh:13: the line ends before an element's node: add what is missing"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 2 2 1 1 1 2 3 4\n"),
         "bad.msh:13: the line should end before '4': remove what is too much"},
        {FORMAT_2 NODES_2 ELEMENTS_2("2", "1 2 2 1 1 1 2 3\n"),
         "bad.msh:14: '$EndElements' stands where an element's number is expected: the section "
         "holds less than its count says; save it again"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 9 2 1 1 1 2 3 4 5 6\n"),
         "bad.msh:13: the element type 9 is of higher order; this model takes first-order cells: "
         "mesh again with gmsh -2 -order 1"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 4 2 1 1 1 2 3 4\n"),
         "bad.msh:13: the element type 4 is a volume element; 2-D meshes are needed: mesh the "
         "surfaces alone (gmsh -2), or leave the volumes out of the physical groups"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 77 2 1 1 1 2 3 4\n"),
         "bad.msh:13: the element type 77 is not a triangle, quadrangle, line or point: leave it "
         "out of the mesh"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "1 2 -2 1 1 1 2 3\n"),
         "bad.msh:13: an element's number of tags is -2; it must be from 0 to 2147483647: correct "
         "it"},
        {FORMAT_2 NODES_2 ELEMENTS_2("123456789", "1 2 2 1 1 1 2 3\n"),
         "bad.msh:12: the number of elements is 123456789, but what follows has room for at most "
         "3: the file is cut short or the number is wrong; save it again"},
        {FORMAT_4 NODES_4 "$Elements\n1 2 1 2\n2 1 2 1\n1 1 2 3\n$EndElements\n",
         "bad.msh:20: the number of elements is given as 2, but the blocks hold 1: save it again"},
        {FORMAT_4 NODES_4 "$Elements\n1 1 1 1\n1 1 2 1\n1 1 2 3\n$EndElements\n",
         "bad.msh:18: the element type 2 has the dimension 2, its entity 1: save the mesh again"},
        {FORMAT_4 NODES_4 "$Elements\n1 1 1 1\n2 1 2 99999\n1 1 2 3\n$EndElements\n",
         "bad.msh:18: the number of elements in a block is 99999, but what follows has room for at "
         "most 2: the file is cut short or the number is wrong; save it again"},
    };
    CHECK(files);
}

static void bad_names(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {FORMAT_2 "$PhysicalNames\n1\n1 1 wall\n$EndPhysicalNames\n",
         "bad.msh:6: a physical name in double quotes is missing: add it"},
        {FORMAT_2 "$PhysicalNames\n1\n1 1 \"\"\n$EndPhysicalNames\n",
         "bad.msh:6: a physical name has 0 bytes; it must have from 1 to 127"},
        {FORMAT_2 "$PhysicalNames\n1\n1 1 \"a\xff\"\n$EndPhysicalNames\n",
         "bad.msh:6: the physical name 'a?' holds a quote, a control character or bytes that are "
         "not UTF-8: rename it"},
        {FORMAT_2 "$PhysicalNames\n1\n7 1 \"a\"\n$EndPhysicalNames\n",
         "bad.msh:6: a physical group's dimension is 7; it must be from 0 to 3: correct it"},
        {FORMAT_2 "$PhysicalNames\n2\n1 1 \"a\"\n1 1 \"b\"\n$EndPhysicalNames\n",
         "bad.msh:7: the physical group 1 of dimension 1 has the name 'a' already: remove one of "
         "its names"},
        {FORMAT_2 "$PhysicalNames\n2\n1 1 \"a\"\n1 2 \"a\"\n$EndPhysicalNames\n" NODES_2 ELEMENTS_2(
             "3", "1 1 2 1 1 1 2\n2 1 2 2 1 2 3\n3 2 2 3 1 1 2 3\n"),
         "bad.msh: two physical curves are called 'a': give each its own name"},
        {FORMAT_2 NODES_2 ELEMENTS_2("3", "1 1 2 1 1 1 2\n2 1 2 2 1 2 1\n3 2 2 3 1 1 2 3\n"),
         "bad.msh: the boundary face from (0, 0) to (1, 0) is in the physical curves '1' and '2': "
         "leave it in one of them"},
        {FORMAT_4 "$PhysicalNames\n1\n2 8 \"mud\"\n$EndPhysicalNames\n"
                  "$Entities\n0 0 1 0\n1 0 0 0 1 1 0 2 8 9 0\n$EndEntities\n" NODES_4
                  "$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n",
         "bad.msh:26: the surface 1 is in the physical groups 'mud' and '9': leave it in one of "
         "them"},
    };
    CHECK(files);
}

static void bad_cells(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {FORMAT_2
         "$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 2 1e-13 0\n$EndNodes\n" ELEMENTS_2("1", "5 2 2 1 1 1 2 3\n"),
         "bad.msh: element 5 (triangle) has no area in the x, y plane: its nodes are at (0, 0), "
         "(1, 0), (2, 1e-13); remove it or move a node"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "5 2 2 1 1 1 2 2\n"),
         "bad.msh: element 5 (triangle) has two nodes at one place: its nodes are at (0, 0), (1, "
         "0), (1, 0); merge or move them (in gmsh: Coherence Mesh)"},
        {FORMAT_2 NODES_2 ELEMENTS_2("1", "5 3 2 1 1 1 3 2 4\n"),
         "bad.msh: element 5 (quadrangle) crosses itself: its nodes are at (0, 0), (1, 1), (1, 0), "
         "(0, 1); list its nodes in order round the cell"},
        {FORMAT_2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0.25 0.25 0\n4 0 1 0\n$EndNodes\n" ELEMENTS_2(
             "1", "5 3 2 1 1 1 2 3 4\n"),
         "bad.msh: element 5 (quadrangle) is not convex: its nodes are at (0, 0), (1, 0), (0.25, "
         "0.25), (0, 1); move a node or cut the cell into triangles"},
        {FORMAT_2
         "$Nodes\n4\n1 0 0 0\n2 1 0 1\n3 2 0 1\n4 3 0 0\n$EndNodes\n" ELEMENTS_2("1", "5 3 2 1 1 1 2 3 4\n"),
         "bad.msh: element 5 (quadrangle) has no area in the x, y plane: its nodes are at (0, 0), "
         "(1, 0), (2, 0), (3, 0); remove it or move a node"},
        {FORMAT_2 "$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 2e15 0\n$EndNodes\n" ELEMENTS_2("1", "5 2 2 1 1 1 2 3\n"),
         "bad.msh: a node has the coordinate y = 2e+15; coordinates are finite and at most 1e15 m: "
         "correct it"},
        /* Cell 6 is folded over cell 5: node 4 lies on the wrong side of the face 1-3. */
        {FORMAT_2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0.75 0.5 0\n$EndNodes\n" ELEMENTS_2(
             "2", "5 2 2 1 1 1 2 3\n6 2 2 1 1 1 3 4\n"),
         "bad.msh: elements 6 and 5 lie on the same side of the face from (1, 1) to (0, 0) that "
         "they share: one of them is inverted (folded over the other) or listed twice; move its "
         "nodes or remove it"},
        {FORMAT_2 NODES_2 ELEMENTS_2("3", "5 2 2 1 1 1 2 3\n6 2 2 1 1 1 3 4\n7 2 2 2 1 1 2 3\n"),
         "bad.msh: elements 6, 5 and 7 share the face from (0, 0) to (1, 1), which has room for "
         "two: remove the one that overlaps (listed twice, in two physical groups, or part of "
         "another surface)"},
    };
    CHECK(files);
}

static void missing_files(void **state)
{
    (void)state;
    eg_context *context = open_context();
    eg_plane *mesh;
    assert_int_equal(eg_plane_read_gmsh(context, "/nowhere/river.msh", &mesh), EG_MESH);
    assert_string_equal(eg_context_error(context),
                        "/nowhere/river.msh: cannot be opened: No such file or directory");
    close_context(&context, &mesh);
}

/* ---- input by hand ---- */

static void check_input(const eg_plane_input *input, const char *message)
{
    eg_context *context = open_context();
    eg_plane *mesh;
    assert_int_equal(eg_plane_build(context, input, &mesh), EG_MESH);
    assert_string_equal(eg_context_error(context), message);
    close_context(&context, &mesh);
}

static void bad_input(void **state)
{
    (void)state;
    double x[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    int32_t vertex[1][4] = {{0, 1, 3, -1}};
    const char *const names[1] = {"all"};
    eg_plane_input input = {
        .origin = "hand",
        .nodes = 3,
        .cells = 1,
        .x = x,
        .type = (uint8_t[]){EG_TRIANGLE},
        .vertex = vertex,
        .region = (int32_t[]){0},
        .source = (int64_t[]){42},
        .regions = 1,
        .region_name = names,
    };
    check_input(&input, "hand: element 42 (triangle) has the node index 3; there are 3 nodes: "
                        "correct the element");
    vertex[0][2] = 2;
    x[1][2] = NAN;
    check_input(&input, "hand: a node has the coordinate z = nan; coordinates are finite and at "
                        "most 1e15 m: correct it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_the_wrong_kind),
        cmocka_unit_test(bad_nodes),
        cmocka_unit_test(cells_of_higher_order),
        cmocka_unit_test(bad_elements),
        cmocka_unit_test(bad_names),
        cmocka_unit_test(bad_cells),
        cmocka_unit_test(missing_files),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
