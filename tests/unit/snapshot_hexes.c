/* Snapshots on hexahedra: written as VTK reads them, and read back. */
#include "snapshot_common.h"

#include "base/parallel.h"
#include "eagre/tools.h"
#include "io/report/compare.h"
#include "io/snapshot/grid.h"
#include "long.h"

static const int degrees[] = {1, 2, 3, 5, 6, 8};
static const eg_snapshot_field fields[2] = {{"temperature", "K", 1}, {"flux", "W/m2", 3}};

/* Twelve elements of degree 2, bent and shuffled. */
static eg_hexes *bent_mesh(test *t)
{
    eg_distorted_map map = eg_smoothly_distorted_cube();
    eg_hexes *mesh;
    OK(eg_hexes_box(t->context,
                    &(eg_hexes_box_options){
                        .size = {1, 1, 1}, .cells = {3, 2, 2}, .degree = 2, .map = &map.map, .shuffle = true},
                    &mesh));
    return mesh;
}

static double temperature_at(const double x[3], int64_t element)
{
    return x[0] + 2 * x[1] * x[1] - 3 * x[2] * x[0] + (double)element;
}

/* Values at the nodes; the caller frees them. */
static void fill(const eg_hexes *mesh, int degree, double **temperature, double **flux)
{
    int side = degree + 1, count = side * side * side;
    *temperature = calloc((size_t)(mesh->base.held * count), sizeof **temperature);
    *flux = calloc((size_t)(mesh->base.held * count * 3), sizeof **flux);
    for (int64_t v = 0; v < mesh->base.held * count; v++) {
        int l = (int)(v % count);
        double at[3] = {2.0 * (l % side) / degree - 1, 2.0 * (l / side % side) / degree - 1,
                        2.0 * (l / side / side) / degree - 1};
        double x[3];
        eg_hexes_map(mesh, v / count, at, x, NULL);
        (*temperature)[v] = temperature_at(x, v / count);
        for (int k = 0; k < 3; k++)
            (*flux)[3 * v + k] = x[k];
    }
}

/* One snapshot in a folder; the value `odd` of the temperature is moved by one ulp. */
static void write_set(test *t, const char *folder, int degree, int64_t odd)
{
    eg_hexes *mesh = bent_mesh(t);
    eg_snapshot_set *set;
    double *temperature, *flux;
    OK(eg_snapshot_set_create(
        t->context, &mesh->base, fields, 2,
        &(eg_snapshot_set_options){.folder = folder, .precision = EG_F64, .degree = degree}, &set));
    fill(mesh, degree, &temperature, &flux);
    if (odd >= 0)
        temperature[odd] = nextafter(temperature[odd], 1e9);
    const double *values[2] = {temperature, flux};
    OK(write_snapshot(set, &(eg_snapshot_stamp){.step = 7, .time = 0.5, .state_hash = 9}, values));
    free(temperature);
    free(flux);
    eg_snapshot_set_destroy(&set);
    eg_hexes_destroy(&mesh);
}

static const char *first_of(test *t, int i, const char *folder)
{
    snprintf(t->path[i], sizeof t->path[i], "%s/%s/fields-000000.vtkhdf", t->folder, folder);
    return t->path[i];
}

static void what_is_written_is_read_back(void **state)
{
    test *t = *state;
    for (int d = 0; d < COUNT(degrees); d++) {
        int degree = degrees[d], count = (degree + 1) * (degree + 1) * (degree + 1), node;
        char folder[16];
        snprintf(folder, sizeof folder, "d%d", degree);
        write_set(t, path_of(t, 0, folder), degree, -1);
        eg_snapshot *s;
        eg_snapshot_geometry *g;
        double *temperature, *flux;
        int64_t cell;
        OK(eg_snapshot_open(t->context, first_of(t, 1, folder), &s));
        assert_true(s->hexahedra == 12 && s->cells == 12 && s->degree == degree);
        assert_true(s->values == 12 * count && s->stamp.step == 7 && s->field_count == 2);
        OK(eg_snapshot_read_geometry(s, &g));
        OK(eg_snapshot_read_field(s, eg_snapshot_field_index(s, "temperature"), &temperature));
        OK(eg_snapshot_read_field(s, eg_snapshot_field_index(s, "flux"), &flux));
        for (int64_t v = 0; v < s->values; v++) {
            eg_snapshot_position(s, v, &cell, &node);
            assert_true(cell == v / count && node == v % count);
            assert_true(fabs(temperature[v] - temperature_at(g->x[v], cell)) < 1e-13);
            for (int k = 0; k < 3; k++)
                assert_true(fabs(flux[3 * v + k] - g->x[v][k]) < 1e-15);
        }
        eg_hexes *mesh = bent_mesh(t);
        for (int64_t c = 0; c < 12; c++)
            for (int k = 0; k < 8; k++) { /* round the bottom, round the top */
                static const int corner[8] = {0, 1, 3, 2, 4, 5, 7, 6};
                double at[3], x[3];
                for (int i = 0; i < 3; i++)
                    at[i] = corner[k] >> i & 1 ? 1 : -1;
                eg_hexes_map(mesh, c, at, x, NULL);
                for (int i = 0; i < 3; i++)
                    assert_true(fabs(g->x[g->vertex[g->first[c] + k]][i] - x[i]) < 1e-15);
            }
        eg_hexes_destroy(&mesh);
        eg_free(t->context, &temperature);
        eg_free(t->context, &flux);
        eg_snapshot_geometry_destroy(&g);
        eg_snapshot_close(&s);
    }
}

/* VTK's nodes of degree 2 are those of its 27-node hexahedron (VTK 9.1 and later); of higher degree as many
 * along each edge and face, in the same places. */
static void nodes_are_in_the_order_of_vtk(void **state)
{
    (void)state;
    static const int order[27][3] = {
        {0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 0},
        {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2}, {0, 1, 2}, {0, 0, 1}, {2, 0, 1},
        {2, 2, 1}, {0, 2, 1}, {0, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 2, 1}, {1, 1, 0}, {1, 1, 2}, {1, 1, 1}};
    for (int p = 2; p <= EG_LAGRANGE_HEX_DEGREE; p++) {
        eg_grid_shape shape;
        int at = 0;
        eg_grid_shape_fill(EG_GRID_HEXAHEDRON, p, &shape);
        assert_true(shape.vtk_type == 72 && shape.parts == 1);
        for (int entity = 0; entity < 27; entity++) { /* its nodes, the first index fastest */
            int count[3], low[3];
            for (int i = 0; i < 3; i++) {
                count[i] = order[entity][i] == 1 ? p - 1 : 1;
                low[i] = order[entity][i] == 1 ? 1 : order[entity][i] / 2 * p;
            }
            for (int k = 0; k < count[2]; k++)
                for (int j = 0; j < count[1]; j++)
                    for (int i = 0; i < count[0]; i++)
                        assert_int_equal(shape.node[at++],
                                         low[0] + i + (p + 1) * (low[1] + j + (p + 1) * (low[2] + k)));
        }
        assert_int_equal(at, shape.count);
    }
}

/* Sub-cells tile the hexahedron: corners of each one step apart. */
static void sub_cells_tile_the_hexahedron(void **state)
{
    (void)state;
    int p = 7, seen[343] = {0};
    eg_grid_shape shape;
    eg_grid_shape_fill(EG_GRID_HEXAHEDRON, p, &shape);
    assert_true(shape.parts == 343 && shape.vtk_type == 12 && shape.count == 8);
    for (int part = 0; part < 343; part++) {
        const int16_t *node = shape.node + 8 * part;
        int low[3] = {node[0] % 8, node[0] / 8 % 8, node[0] / 64};
        assert_true(low[0] < 7 && low[1] < 7 && low[2] < 7);
        seen[low[0] + 7 * (low[1] + 7 * low[2])]++;
        static const int step[8] = {0, 1, 9, 8, 64, 65, 73, 72};
        for (int k = 0; k < 8; k++)
            assert_int_equal(node[k], node[0] + step[k]);
    }
    for (int part = 0; part < 343; part++)
        assert_int_equal(seen[part], 1);
}

static void tools_know_hexahedra(void **state)
{
    test *t = *state;
    write_set(t, path_of(t, 0, "a"), 3, -1);
    write_set(t, path_of(t, 0, "b"), 3, -1);
    write_set(t, path_of(t, 0, "c"), 3, 5 * 64 + 21);
    eg_compare_result r;
    eg_text text = {.context = t->context};
    OK(eg_compare(t->context, first_of(t, 0, "a"), first_of(t, 1, "b"), &r));
    assert_true(r.equal);
    OK(eg_compare(t->context, first_of(t, 0, "a"), first_of(t, 1, "c"), &r));
    assert_true(!r.equal && r.cell == 5 && r.node == 21 && r.ulps == 1 && r.dimension == 3);
    eg_hexes *mesh = bent_mesh(t);
    double x[3];
    eg_hexes_map(mesh, 5, (const double[3]){-1.0 / 3, -1.0 / 3, -1.0 / 3}, x, NULL); /* node 1, 1, 1 */
    for (int i = 0; i < 3; i++)
        assert_true(fabs(r.place[i] - x[i]) < 1e-15 &&
                    fabs(r.centroid[i] - mesh->base.centroid[5][i]) < 1e-15);
    eg_compare_report(&r, &text);
    char expected[256], number[3][32];
    for (int i = 0; i < 3; i++)
        eg_format_real(r.place[i], number[i]);
    snprintf(expected, sizeof expected, "node      21 of that cell, at (%s, %s, %s) m\n", number[0],
             number[1], number[2]);
    assert_non_null(strstr(text.data, expected));
    eg_text_free(&text);
    eg_hexes_destroy(&mesh);
    char *info;
    OK(eg_info_text(t->context, first_of(t, 0, "a"), &info));
    assert_non_null(strstr(info, "  mesh        12 cells\n  degree      3, on 768 nodes: 64 a hexahedron\n"));
    eg_release_text(t->context, &info);
    eg_picture_options options = {.size = sizeof options,
                                  .source = t->path[0],
                                  .output = path_of(t, 1, "slice.png"),
                                  .normal = "y",
                                  .arrows = true,
                                  .width = 200,
                                  .height = 160};
    OK(eg_picture_draw(t->context, &options, &info));
    assert_true(is_there(t->path[1]));
    eg_release_text(t->context, &info);
    options.has_at = true;
    options.at = 1e3;
    FAILS(eg_picture_draw(t->context, &options, &info), EG_USAGE,
          "the slice across y at 1000 m meets no element");
}

/* Memory that is not there costs the call alone: nothing is left over, whichever allocation fails. The short
 * form takes every third of them. */
static eg_status compare_sets(test *t, eg_text *text)
{
    eg_compare_result r;
    char other[256];
    snprintf(other, sizeof other, "%s/b/fields-000000.vtkhdf", t->folder);
    EG_TRY(eg_compare(t->context, t->path[0], other, &r));
    eg_compare_report(&r, text);
    return text->status;
}

static eg_status call_tool(test *t, int tool)
{
    char *told = NULL;
    eg_text text = {.context = t->context};
    const eg_picture_options options = {.size = sizeof options,
                                        .source = t->path[0],
                                        .output = t->path[1],
                                        .normal = "y",
                                        .arrows = true,
                                        .width = 320,
                                        .height = 240};
    eg_status status = tool == 0   ? eg_info_text(t->context, t->path[0], &told)
                       : tool == 1 ? eg_picture_draw(t->context, &options, &told)
                                   : compare_sets(t, &text);
    assert_true(tool == 2 || (status == EG_OK) == (told != NULL));
    eg_text_free(&text);
    eg_release_text(t->context, &told);
    return status;
}

static void tools_survive_failed_allocations(void **state)
{
    test *t = *state;
    write_set(t, path_of(t, 0, "a"), 2, -1);
    write_set(t, path_of(t, 0, "b"), 2, 3);
    first_of(t, 0, "a");
    path_of(t, 1, "slice.png");
    for (int tool = 0; tool < 3; tool++) {
        int64_t nth = 1;
        for (bool met = true; met; nth += is_long() ? 1 : 3) {
            eg_memory_fail_at(t->context, nth);
            eg_status status = call_tool(t, tool);
            met = eg_memory_fail_left(t->context) == 0;
            eg_memory_fail_at(t->context, 0);
            if (eg_context_blocks_held(t->context) != 0)
                fail_msg("tool %d, allocation %lld: %lld blocks are left", tool, (long long)nth,
                         (long long)eg_context_blocks_held(t->context));
            if (status != (met ? EG_MEMORY : EG_OK))
                fail_msg("tool %d, allocation %lld: %s", tool, (long long)nth, eg_status_name(status));
        }
        assert_in_range(nth, 10, 1000);
    }
}

/* ---- what is refused ---- */

static void impossible_sets_are_refused(void **state)
{
    test *t = *state;
    eg_hexes *mesh = bent_mesh(t);
    eg_snapshot_set *set;
    eg_snapshot_set_options o = {.folder = t->folder};
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, fields, 2, &o, &set), EG_USAGE,
          "a snapshot of degree 0 on hexahedra: it is 1 to 16 (point data)");
    o.degree = 17;
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, fields, 2, &o, &set), EG_USAGE,
          "a snapshot of degree 17 on hexahedra: it is 1 to 16 (point data)");
    o.degree = 16;
    eg_hexes large = *mesh;
    large.base.held = large.base.own = large.base.all = 500000;
    FAILS(eg_snapshot_set_create(t->context, &large.base, fields, 2, &o, &set), EG_USAGE,
          "a snapshot of degree 16 on 500000 cells has 2456500000 nodes and 16384000000 vertices "
          "of cells: a file "
          "holds at most 2147483647; choose a lower degree");
    assert_null(set);
    eg_hexes_destroy(&mesh);
}

/* A file's own attribute says what its cells are. */
static void change_attribute(const char *path, const char *name, int64_t value)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), root = H5Gopen2(file, "VTKHDF", H5P_DEFAULT);
    hid_t attribute = H5Aopen(root, name, H5P_DEFAULT);
    assert_true(attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &value) >= 0);
    H5Aclose(attribute);
    H5Gclose(root);
    H5Fclose(file);
}

static void damage_is_refused(void **state)
{
    test *t = *state;
    eg_snapshot *s;
    char seal[16] = {0};
    static const struct {
        const char *name;
        int64_t value;
        const char *message;
    } wrong[3] = {{"dimension", 4, "has dimension 4; 2 and 3 are read"},
                  {"degree", 0, "has degree 0; 1 to 16 are read"},
                  {"degree", 5,
                   "768 points, 12 cells and 768 entries of Connectivity are not those of point data of "
                   "degree 5"}};
    for (int i = 0; i < 3; i++) {
        char folder[16];
        snprintf(folder, sizeof folder, "w%d", i);
        write_set(t, path_of(t, 0, folder), 3, -1);
        FILE *file = fopen(first_of(t, 1, folder), "r+b"); /* as of another program: without a seal */
        assert_true(file && fwrite(seal, 1, sizeof seal, file) == sizeof seal);
        fclose(file);
        change_attribute(t->path[1], wrong[i].name, wrong[i].value);
        FAILS(eg_snapshot_open(t->context, t->path[1], &s), EG_INPUT, wrong[i].message);
        assert_null(s);
    }
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    eg_hexes *mesh = bent_mesh(t);
    double *temperature, *flux;
    fill(mesh, 6, &temperature, &flux);
    const double *values[2] = {temperature, flux};
    int64_t held = eg_context_blocks_held(t->context), nth = 0;
    for (bool met = true; met;) {
        eg_snapshot_set *set = NULL;
        eg_memory_fail_at(t->context, ++nth);
        eg_status status =
            eg_snapshot_set_create(t->context, &mesh->base, fields, 2,
                                   &(eg_snapshot_set_options){.folder = t->folder, .degree = 6}, &set);
        if (status == EG_OK)
            status = write_snapshot(set, &(eg_snapshot_stamp){.step = 1}, values);
        eg_snapshot_set_destroy(&set);
        met = eg_memory_fail_left(t->context) == 0;
        eg_memory_fail_at(t->context, 0);
        assert_int_equal(status, met ? EG_MEMORY : EG_OK);
        assert_int_equal(eg_context_blocks_held(t->context), held);
    }
    assert_in_range(nth, 15, 150);
    free(temperature);
    free(flux);
    eg_hexes_destroy(&mesh);
}

/* Mesh and values into a folder, on so many threads; the mesh beside. */
static void write_on_threads(test *t, const eg_hexes *mesh, int threads, bool beside, const char *folder)
{
    eg_snapshot_set *set;
    double *temperature, *flux;
    fill(mesh, 2, &temperature, &flux);
    eg_context_use_threads(t->context, threads);
    OK(eg_snapshot_set_create(
        t->context, &mesh->base, fields, 2,
        &(eg_snapshot_set_options){.folder = folder, .precision = EG_F64, .degree = 2, .beside = beside},
        &set));
    const double *values[2] = {temperature, flux};
    OK(write_snapshot(set, &(eg_snapshot_stamp){.step = 1}, values));
    eg_snapshot_set_destroy(&set);
    eg_context_use_threads(t->context, 0);
    free(temperature);
    free(flux);
}

static void threads_write_the_same_bytes(void **state)
{
    enum { MOST = 5 };
    test *t = *state;
    char command[600];
    eg_hexes *mesh;
    OK(eg_hexes_box(t->context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {13, 14, 11}}, &mesh));
    assert_true(mesh->base.held > MOST * eg_least_elements(27));
    write_on_threads(t, mesh, 1, false, path_of(t, 0, "one"));
    for (int threads = 2; threads <= MOST; threads += 3) {
        write_on_threads(t, mesh, threads, threads == MOST, path_of(t, 1, "several"));
        snprintf(command, sizeof command, "diff -r '%s' '%s'", t->path[0], t->path[1]);
        assert_int_equal(system(command), 0);
    }
    eg_hexes_destroy(&mesh);
}

typedef struct table_source {
    eg_snapshot_source source; /* first */
    const double *values;
    int64_t of_element;
} table_source;

static eg_status take_from(const eg_snapshot_source *self, int64_t first, int64_t count, double *values)
{
    const table_source *t = (const table_source *)self;
    if (!t->values)
        return EG_INPUT;
    memcpy(values, &t->values[first * t->of_element], (size_t)(count * t->of_element) * sizeof *values);
    return EG_OK;
}

/* Values that are there, or that come while they are written. */
static eg_status write_streamed(test *t, const eg_hexes *mesh, const char *folder, eg_precision precision,
                                const double *there, const eg_snapshot_source *source)
{
    eg_snapshot_set *set;
    OK(eg_snapshot_set_create(
        t->context, &mesh->base, fields, 1,
        &(eg_snapshot_set_options){.folder = folder, .precision = precision, .degree = 3}, &set));
    OK(eg_snapshot_set_begin(set));
    eg_status status = source ? eg_snapshot_set_put_from(set, source)
                              : eg_snapshot_set_put(set, (const double *const *)&there);
    if (status == EG_OK)
        OK(eg_snapshot_set_publish(set, &(eg_snapshot_stamp){.step = 1}));
    eg_snapshot_set_destroy(&set);
    return status;
}

static void values_that_come_are_values_that_are_there(void **state)
{
    test *t = *state;
    char command[600];
    double *temperature, *flux;
    eg_hexes *mesh;
    OK(eg_hexes_box(t->context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {9, 8, 11}}, &mesh));
    fill(mesh, 3, &temperature, &flux);
    eg_context_use_threads(t->context, 3);
    for (int precision = EG_F32; precision <= EG_F64; precision++) {
        const table_source source = {
            .source = {.values = take_from}, .values = temperature, .of_element = 64};
        OK(write_streamed(t, mesh, path_of(t, 0, "there"), (eg_precision)precision, temperature, NULL));
        OK(write_streamed(t, mesh, path_of(t, 1, "come"), (eg_precision)precision, NULL, &source.source));
        snprintf(command, sizeof command, "diff -r '%s' '%s'", t->path[0], t->path[1]);
        assert_int_equal(system(command), 0);
    }
    const table_source none = {.source = {.values = take_from}};
    assert_int_equal(write_streamed(t, mesh, path_of(t, 2, "none"), EG_F64, NULL, &none.source), EG_INPUT);
    free(temperature);
    free(flux);
    eg_hexes_destroy(&mesh);
}

/* The mesh's name is that of a folder: a file cannot become it. */
static void what_fails_beside_is_told(void **state)
{
    test *t = *state;
    eg_hexes *mesh = bent_mesh(t);
    const eg_snapshot_set_options options = {
        .folder = t->folder, .precision = EG_F64, .degree = 2, .beside = true};
    eg_snapshot_set *set;
    assert_int_equal(mkdir(path_of(t, 0, "fields.mesh.h5"), 0777), 0);
    OK(eg_snapshot_set_create(t->context, &mesh->base, fields, 2, &options, &set));
    FAILS(eg_snapshot_set_settle(set), EG_IO, "fields.mesh.h5");
    OK(eg_snapshot_set_settle(set));
    eg_snapshot_set_destroy(&set);
    OK(eg_snapshot_set_create(t->context, &mesh->base, fields, 2, &options, &set));
    eg_snapshot_set_destroy(&set); /* and nobody asks */
    eg_hexes_destroy(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(threads_write_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_fails_beside_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_that_come_are_values_that_are_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_written_is_read_back, set_up, tear_down),
        cmocka_unit_test(nodes_are_in_the_order_of_vtk),
        cmocka_unit_test(sub_cells_tile_the_hexahedron),
        cmocka_unit_test_setup_teardown(tools_know_hexahedra, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tools_survive_failed_allocations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(impossible_sets_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_failed_allocation_is_survived, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
