/* Snapshots of point data: a polynomial in each cell is written as VTK reads it, and comes back. */
#include "snapshot_common.h"

#include <math.h>

#include "eagre/tools.h"
#include "io/snapshot/grid.h"

static const int degrees[] = {1, 2, 3, 10, 11, 12};

/* An opened snapshot with its fields and its geometry. */
typedef struct opened {
    eg_snapshot *s;
    eg_snapshot_geometry *g;
    double *pressure, *velocity; /* [values], [values][3] */
} opened;

static opened open_points(test *t, const char *path)
{
    opened o = {.s = NULL};
    OK(eg_snapshot_open(t->context, path, &o.s));
    assert_int_equal(o.s->field_count, 2);
    OK(eg_snapshot_read_geometry(o.s, &o.g));
    OK(eg_snapshot_read_field(o.s, eg_snapshot_field_index(o.s, "pressure"), &o.pressure));
    OK(eg_snapshot_read_field(o.s, eg_snapshot_field_index(o.s, "velocity"), &o.velocity));
    return o;
}

static void close_points(test *t, opened *o)
{
    eg_free(t->context, &o->pressure);
    eg_free(t->context, &o->velocity);
    eg_snapshot_geometry_destroy(&o->g);
    eg_snapshot_close(&o->s);
}

/* ---- what is written is read back */

static void check_values(test *t, const opened *o, const eg_plane *mesh, int degree, eg_precision precision)
{
    double *pressure = NULL, *velocity = NULL;
    fill_points(t, mesh, degree, &pressure, &velocity);
    for (int64_t i = 0; i < o->s->values; i++) {
        const double expected[3] = {pressure[i], velocity[2 * i], velocity[2 * i + 1]};
        const double read[3] = {o->pressure[i], o->velocity[3 * i], o->velocity[3 * i + 1]};
        for (int k = 0; k < 3; k++)
            assert_true(read[k] == (precision == EG_F32 ? (double)(float)expected[k] : expected[k]));
        assert_true(o->velocity[3 * i + 2] == 0);
        /* The values are those of the polynomial where the file says that the node is. */
        int64_t cell;
        int node;
        eg_snapshot_position(o->s, i, &cell, &node);
        double there = polynomial(degree, o->g->x[i]) + (double)cell;
        assert_true(fabs(read[0] - there) < (precision == EG_F32 ? 1e-6 : 1e-13) * fabs(there) +
                                                (precision == EG_F32 ? 1e-6 : 1e-12));
        assert_in_range(node, 0, eg_nodes_count((eg_cell_type)mesh->type[cell], degree) - 1);
    }
    eg_free(t->context, &pressure);
    eg_free(t->context, &velocity);
}

/* The vertices of each cell are those of the mesh, to the last bit and with their height. */
static void check_vertices(const opened *o, const eg_plane *mesh)
{
    assert_memory_equal(o->g->first, mesh->first, (size_t)(mesh->base.own + 1) * sizeof *mesh->first);
    for (int64_t i = 0; i < mesh->first[mesh->base.own]; i++)
        assert_memory_equal(o->g->x[o->g->vertex[i]], mesh->x[mesh->vertex[i]], sizeof *mesh->x);
}

static void points_come_back(void **state)
{
    test *t = *state;
    eg_plane *mesh = mixed_mesh(t);
    for (int d = 0; d < COUNT(degrees); d++)
        for (int precision = EG_F32; precision <= EG_F64; precision++) {
            int p = degrees[d];
            write_points(t, t->folder, p, -1, (eg_precision)precision);
            opened o = open_points(t, path_of(t, 0, "fields-000001.vtkhdf"));
            assert_int_equal(o.s->degree, p);
            assert_int_equal(o.s->precision, precision);
            assert_int_equal(o.s->cells, 9);
            assert_int_equal(o.s->cell_vertices, 6 * 3 + 3 * 4);
            assert_int_equal(o.s->values, 6 * (p + 1) * (p + 2) / 2 + 3 * (p + 1) * (p + 1));
            assert_int_equal(o.s->nodes, o.s->values);
            assert_int_equal(eg_snapshot_value_count(&mesh->base, p), o.s->values);
            assert_true(o.s->stamp.time == 0.5 && o.s->stamp.step == 8);
            check_values(t, &o, mesh, p, (eg_precision)precision);
            check_vertices(&o, mesh);
            close_points(t, &o);
        }
    assert_int_equal(eg_snapshot_value_count(&mesh->base, 0), 9);
    eg_plane_destroy(&mesh);
}

static void each_value_has_its_place(void **state)
{
    test *t = *state;
    write_points(t, t->folder, 3, -1, EG_F64);
    eg_snapshot *s = NULL;
    OK(eg_snapshot_open(t->context, path_of(t, 0, "fields-000000.vtkhdf"), &s));
    const struct {
        int64_t value, cell;
        int node;
    } cases[] = {{0, 0, 0}, {9, 0, 9}, {10, 1, 0}, {59, 5, 9}, {60, 6, 0}, {75, 6, 15}, {107, 8, 15}};
    for (int i = 0; i < COUNT(cases); i++) {
        int64_t cell;
        int node;
        eg_snapshot_position(s, cases[i].value, &cell, &node);
        assert_int_equal(cell, cases[i].cell);
        assert_int_equal(node, cases[i].node);
    }
    eg_snapshot_close(&s);
}

/* A node on an edge has the same coordinates from both cells, so that they touch. */
static void cells_touch_in_the_same_points(void **state)
{
    test *t = *state;
    const int tried[2] = {7, 11};
    for (int d = 0; d < 2; d++) {
        write_points(t, t->folder, tried[d], -1, EG_F64);
        opened o = open_points(t, path_of(t, 0, "fields-000000.vtkhdf"));
        int64_t pairs = 0;
        for (int64_t i = 0; i < o.g->nodes; i++)
            for (int64_t j = 0; j < i; j++)
                if (fabs(o.g->x[i][0] - o.g->x[j][0]) + fabs(o.g->x[i][1] - o.g->x[j][1]) < 1e-9) {
                    assert_memory_equal(o.g->x[i], o.g->x[j], sizeof o.g->x[i]);
                    pairs++;
                }
        /* 11 faces lie inside; each has the degree's nodes less one between its vertices. */
        assert_true(pairs >= 11 * (tried[d] - 1));
        close_points(t, &o);
    }
}

/* ---- nodes */

static void weights_reproduce_polynomials(void **state)
{
    (void)state;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        for (int d = 0; d < COUNT(degrees); d++) {
            eg_nodes nodes;
            double weights[EG_NODES_MOST];
            eg_nodes_fill((eg_cell_type)type, degrees[d], &nodes);
            assert_int_equal(nodes.count, eg_nodes_count((eg_cell_type)type, degrees[d]));
            for (int i = 0; i < 40; i++) {
                double r = i * 7 % 41 / 41.0, s = (type == EG_TRIANGLE ? 1 - r : 1) * i / 40.0;
                double sum = 0, total = 0;
                eg_nodes_weights(&nodes, (const double[2]){r, s}, weights);
                for (int n = 0; n < nodes.count; n++) {
                    const double x[2] = {(double)nodes.place[n][0] / degrees[d],
                                         (double)nodes.place[n][1] / degrees[d]};
                    sum += weights[n] * polynomial(degrees[d], x);
                    total += weights[n];
                }
                assert_true(fabs(total - 1) < 1e-10);
                assert_true(fabs(sum - polynomial(degrees[d], (const double[2]){r, s})) < 1e-9);
            }
        }
}

/* The order of the nodes of VTK's cubic Lagrange cells, in thirds of the reference cell. */
static void cubic_nodes_are_in_the_order_of_vtk(void **state)
{
    (void)state;
    static const uint8_t triangle[10][2] = {{0, 0}, {3, 0}, {0, 3}, {1, 0}, {2, 0},
                                            {2, 1}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};
    static const uint8_t quadrangle[16][2] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 0}, {2, 0}, {3, 1}, {3, 2},
                                              {1, 3}, {2, 3}, {0, 1}, {0, 2}, {1, 1}, {2, 1}, {1, 2}, {2, 2}};
    eg_nodes nodes;
    eg_nodes_fill(EG_TRIANGLE, 3, &nodes);
    assert_memory_equal(nodes.place, triangle, sizeof triangle);
    eg_nodes_fill(EG_QUADRANGLE, 3, &nodes);
    assert_memory_equal(nodes.place, quadrangle, sizeof quadrangle);
}

/* ---- it is VTKHDF */

static void read_array(hid_t file, const char *name, hid_t type, int64_t count, void *values)
{
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset);
    assert_int_equal(H5Sget_simple_extent_npoints(space), count);
    assert_true(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Sclose(space);
    H5Dclose(dataset);
}

/* The arrays of a file of the mixed mesh. */
static void check_grid(hid_t file, int degree)
{
    enum { IDS = 6 * 144 * 3 + 3 * 144 * 4, CELLS = 9 * 144, POINTS = 6 * 91 + 3 * 169 };
    static int64_t ids[IDS], offsets[CELLS + 1], count;
    static uint8_t types[CELLS];
    static double x[POINTS][3];
    int parts = degree > 10 ? degree * degree : 1, triangle = (degree + 1) * (degree + 2) / 2;
    int points = 6 * triangle + 3 * (degree + 1) * (degree + 1), cells = 9 * parts;
    int entries = parts == 1 ? points : parts * (6 * 3 + 3 * 4);
    read_array(file, "VTKHDF/NumberOfPoints", H5T_NATIVE_INT64, 1, &count);
    assert_int_equal(count, points);
    read_array(file, "VTKHDF/NumberOfCells", H5T_NATIVE_INT64, 1, &count);
    assert_int_equal(count, cells);
    read_array(file, "VTKHDF/NumberOfConnectivityIds", H5T_NATIVE_INT64, 1, &count);
    assert_int_equal(count, entries);
    read_array(file, "VTKHDF/Points", H5T_NATIVE_DOUBLE, 3 * points, x);
    read_array(file, "VTKHDF/Connectivity", H5T_NATIVE_INT64, entries, ids);
    read_array(file, "VTKHDF/Offsets", H5T_NATIVE_INT64, cells + 1, offsets);
    read_array(file, "VTKHDF/Types", H5T_NATIVE_UINT8, cells, types);
    bool lagrange = degree > 1 && degree <= 10;
    double area = 0;
    for (int c = 0; c < cells; c++) {
        bool first = c < 6 * parts;
        assert_int_equal(types[c], lagrange ? (first ? 69 : 70) : first ? 5 : 9);
        int vertices = first ? 3 : 4;
        assert_int_equal(offsets[c + 1] - offsets[c], parts > 1 ? vertices
                                                      : first   ? triangle
                                                                : (degree + 1) * (degree + 1));
        double polygon[4][2];
        for (int v = 0; v < vertices; v++)
            memcpy(polygon[v], x[ids[offsets[c] + v]], sizeof polygon[v]);
        double own = eg_polygon_area((const double(*)[2])polygon, vertices);
        assert_true(own > 0);
        area += own;
        /* Sub-cells use nodes of their own cell. */
        int cell = c / parts;
        int64_t node = cell < 6 ? cell * triangle : 6 * triangle + (cell - 6) * (degree + 1) * (degree + 1);
        int64_t nodes = cell < 6 ? triangle : (degree + 1) * (degree + 1);
        for (int64_t i = offsets[c]; i < offsets[c + 1]; i++)
            assert_in_range(ids[i], node, node + nodes - 1);
    }
    static double expected;
    if (expected == 0)
        expected = area;
    assert_true(fabs(area - expected) < 1e-12);
}

static void files_have_the_structure_of_vtkhdf(void **state)
{
    test *t = *state;
    for (int d = 0; d < COUNT(degrees); d++) {
        write_points(t, t->folder, degrees[d], -1, EG_F64);
        hid_t file = H5Fopen(path_of(t, 0, "fields-000001.vtkhdf"), H5F_ACC_RDONLY, H5P_DEFAULT);
        assert_true(file >= 0);
        check_grid(file, degrees[d]);
        assert_true(H5Lexists(file, "VTKHDF/PointData", H5P_DEFAULT) > 0);
        assert_true(H5Lexists(file, "VTKHDF/CellData", H5P_DEFAULT) == 0);
        H5L_info_t link;
        assert_true(H5Lget_info(file, "VTKHDF/Points", &link, H5P_DEFAULT) >= 0);
        assert_int_equal(link.type, H5L_TYPE_EXTERNAL);
        H5Fclose(file);
    }
}

/* ---- what is damaged is refused */

static void wrong_meshes_are_refused(void **state)
{
    test *t = *state;
    const int64_t seven = 7, far = 4000000;
    const uint8_t triangle = 69, square = 9, hexahedron = 12;
    const double nan_value = NAN;
    const struct {
        int degree;
        const char *dataset;
        hid_t type;
        int64_t index;
        const void *value;
        const char *text;
    } cases[] = {
        {3, "VTKHDF/Types", H5T_NATIVE_UINT8, 6, &triangle, "cell 6 is of VTK type 69, not 70"},
        {3, "VTKHDF/Types", H5T_NATIVE_UINT8, 0, &hexahedron,
         "cell 0 is of VTK type 12, not 69: a triangle of degree 3"},
        {3, "VTKHDF/Offsets", H5T_NATIVE_INT64, 1, &seven, "cell 0 has the Offsets 0 and 7"},
        {3, "VTKHDF/Connectivity", H5T_NATIVE_INT64, 12, &seven,
         "Connectivity names point 7 in place 12, not 12"},
        {3, "VTKHDF/Points", H5T_NATIVE_DOUBLE, 4, &nan_value, "point 4"},
        {1, "VTKHDF/Types", H5T_NATIVE_UINT8, 2, &square, "cell 2 is of VTK type 9, not 5"},
        {11, "VTKHDF/Types", H5T_NATIVE_UINT8, 121, &square, "cell 121 is of VTK type 9, not 5"},
        {11, "VTKHDF/Offsets", H5T_NATIVE_INT64, 900, &seven, "cell 899 has the Offsets 2870 and 7"},
        {11, "VTKHDF/Connectivity", H5T_NATIVE_INT64, 1000, &far, "names point 4000000 in place"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        write_points(t, t->folder, cases[i].degree, -1, EG_F64);
        OK(open_and_read(t, path_of(t, 0, "fields-000000.vtkhdf")));
        poke(t, path_of(t, 1, "fields.mesh.h5"), cases[i].dataset, cases[i].type, cases[i].index,
             cases[i].value);
        FAILS(open_and_read(t, t->path[0]), EG_INPUT, "fields.mesh.h5: is damaged");
        reseal(t, t->path[1]);
        FAILS(open_and_read(t, t->path[0]), EG_INPUT, cases[i].text);
    }
}

/* Gives a file another degree. */
static void poke_degree(const char *path, int64_t degree)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t root = H5Gopen2(file, "VTKHDF", H5P_DEFAULT);
    hid_t attribute = H5Aopen(root, "degree", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_INT64, &degree) >= 0);
    H5Aclose(attribute);
    H5Gclose(root);
    H5Fclose(file);
}

static void wrong_degrees_are_refused(void **state)
{
    test *t = *state;
    const struct {
        int64_t degree;
        const char *text;
    } cases[] = {{-1, "has degree -1; 0 to 15 are read"},
                 {16, "has degree 16; 0 to 15 are read"},
                 {INT64_MAX, "has degree 9223372036854775807"},
                 {4, "108 points, 9 cells and 108 entries of Connectivity are not those of point "
                     "data of degree 4"},
                 {11, "are not those of point data of degree 11"},
                 {0, "cell 0 of VTK type 69 is neither a triangle"}};
    path_of(t, 0, "fields-000000.vtkhdf");
    for (int i = 0; i < COUNT(cases); i++) {
        write_points(t, t->folder, 3, -1, EG_F64);
        poke_degree(t->path[0], cases[i].degree);
        reseal(t, t->path[0]);
        FAILS(open_and_read(t, t->path[0]), EG_INPUT, cases[i].text);
    }
    const int64_t counts[3] = {109, 8, 107};
    const char *const names[3] = {"VTKHDF/NumberOfPoints", "VTKHDF/NumberOfCells",
                                  "VTKHDF/NumberOfConnectivityIds"};
    for (int i = 0; i < 3; i++) {
        write_points(t, t->folder, 3, -1, EG_F64);
        poke(t, t->path[0], names[i], H5T_NATIVE_INT64, 0, &counts[i]);
        reseal(t, t->path[0]);
        FAILS(open_and_read(t, t->path[0]), EG_INPUT, "are not those of point data of degree 3");
    }
}

static void wrong_fields_are_refused(void **state)
{
    test *t = *state;
    write_points(t, t->folder, 3, -1, EG_F64);
    hid_t file = H5Fopen(path_of(t, 0, "fields-000000.vtkhdf"), H5F_ACC_RDWR, H5P_DEFAULT);
    const hsize_t rows = 9;
    hid_t space = H5Screate_simple(1, &rows, NULL);
    hid_t made = H5Dcreate2(file, "VTKHDF/PointData/short", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT,
                            H5P_DEFAULT);
    const double zeros[9] = {0};
    assert_true(H5Dwrite(made, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
    H5Dclose(made);
    H5Sclose(space);
    H5Fclose(file);
    reseal(t, t->path[0]);
    FAILS(open_and_read(t, t->path[0]), EG_INPUT, "field short has 9 x 1 values for 108 nodes");
}

static void damaged_files_are_refused(void **state)
{
    test *t = *state;
    write_points(t, t->folder, 3, -1, EG_F64);
    refuses_every_damage(t, path_of(t, 0, "fields-000000.vtkhdf"));
}

/* ---- refusals, failures, equal bytes */

static void impossible_sets_are_refused(void **state)
{
    test *t = *state;
    eg_plane *mesh = mixed_mesh(t);
    eg_snapshot_set *set = NULL;
    eg_snapshot_set_options o = {.folder = t->folder, .degree = -1};
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, point_fields, 2, &o, &set), EG_USAGE,
          "a snapshot of degree -1: it is 0 (cell data) to 15 (point data)");
    o.degree = 16;
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, point_fields, 2, &o, &set), EG_USAGE,
          "a snapshot of degree 16");
    o.degree = 11;
    eg_plane large = *mesh;
    large.base.all = large.base.own = large.base.group[EG_QUADRANGLE].count =
        large.base.group[EG_QUADRANGLE].all = 5000000;
    large.base.group[EG_TRIANGLE].count = large.base.group[EG_TRIANGLE].all = 0;
    FAILS(eg_snapshot_set_create(t->context, &large.base, point_fields, 2, &o, &set), EG_USAGE,
          "a snapshot of degree 11 on 5000000 cells has 720000000 nodes and 2420000000 vertices of "
          "cells: a file holds at most 2147483647; choose a lower degree");
    assert_null(set);
    eg_plane_destroy(&mesh);
}

static void equal_fields_give_equal_bytes(void **state)
{
    test *t = *state;
    write_points(t, path_of(t, 0, "a"), 11, -1, EG_F64);
    sleep(1); /* a date in the file would differ now */
    write_points(t, path_of(t, 1, "b"), 11, -1, EG_F64);
    char command[600];
    snprintf(command, sizeof command, "diff -r '%s' '%s' >/dev/null", t->path[0], t->path[1]);
    assert_int_equal(system(command), 0);
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    eg_plane *mesh = mixed_mesh(t);
    double *pressure = NULL, *velocity = NULL;
    fill_points(t, mesh, 11, &pressure, &velocity);
    const double *values[2] = {pressure, velocity};
    int64_t held = eg_context_blocks_held(t->context), failed = 0;
    for (int nth = 1; nth < 200; nth++) {
        eg_snapshot_set *set = NULL;
        eg_memory_fail_at(t->context, nth);
        eg_status status =
            eg_snapshot_set_create(t->context, &mesh->base, point_fields, 2,
                                   &(eg_snapshot_set_options){.folder = t->folder, .degree = 11}, &set);
        if (status == EG_OK)
            status = write_snapshot(set, &(eg_snapshot_stamp){.time = 1}, values);
        if (status == EG_OK)
            status = open_and_read(t, path_of(t, 0, "fields-000000.vtkhdf"));
        eg_memory_fail_at(t->context, 0);
        eg_snapshot_set_destroy(&set);
        assert_int_equal(eg_context_blocks_held(t->context), held);
        if (status == EG_OK)
            break;
        assert_int_equal(status, EG_MEMORY);
        failed++;
    }
    assert_in_range(failed, 20, 198);
    eg_free(t->context, &pressure);
    eg_free(t->context, &velocity);
    eg_plane_destroy(&mesh);
}

/* ---- the tools */

static void info_tells_degree_and_nodes(void **state)
{
    test *t = *state;
    char *text = NULL;
    write_points(t, t->folder, 11, -1, EG_F64);
    OK(eg_info_text(t->context, path_of(t, 0, "fields-000000.vtkhdf"), &text));
    if (!strstr(text, "  mesh        9 cells\n"
                      "  degree      11, on 900 nodes: 78 a triangle, 144 a quadrangle\n"))
        fail_msg("%s", text);
    eg_release_text(t->context, &text);
    write_points(t, t->folder, 1, -1, EG_F64);
    OK(eg_info_text(t->context, t->path[0], &text));
    if (!strstr(text, "on 30 nodes: 3 a triangle, 4 a quadrangle\n") || !strstr(text, "  velocity ") ||
        !strstr(text, "(magnitude), at the cells 6 and 3\n"))
        fail_msg("%s", text);
    eg_release_text(t->context, &text);
}

static void picture_is_drawn(void **state)
{
    test *t = *state;
    char *text = NULL;
    write_points(t, t->folder, 11, -1, EG_F64);
    OK(eg_picture_draw(t->context,
                       &(eg_picture_options){.size = sizeof(eg_picture_options),
                                             .source = t->folder,
                                             .variable = "pressure",
                                             .output = path_of(t, 0, "p.png"),
                                             .width = 300,
                                             .arrows = true,
                                             .edges = true},
                       &text));
    assert_true(is_there(t->path[0]));
    eg_release_text(t->context, &text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(points_come_back),
        TEST(each_value_has_its_place),
        TEST(cells_touch_in_the_same_points),
        TEST(weights_reproduce_polynomials),
        TEST(cubic_nodes_are_in_the_order_of_vtk),
        TEST(files_have_the_structure_of_vtkhdf),
        TEST(wrong_meshes_are_refused),
        TEST(wrong_degrees_are_refused),
        TEST(wrong_fields_are_refused),
        TEST(damaged_files_are_refused),
        TEST(impossible_sets_are_refused),
        TEST(equal_fields_give_equal_bytes),
        TEST(every_failed_allocation_is_survived),
        TEST(info_tells_degree_and_nodes),
        TEST(picture_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
