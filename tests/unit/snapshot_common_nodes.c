/* Snapshots of fields without jumps on hexahedra: nodes that elements share stand once in the files, and are read
 * back as those of each element. */
#include "snapshot_common.h"

#include "base/parallel.h"
#include "io/report/compare.h"
#include "io/snapshot/grid.h"

static const int degrees[] = {1, 2, 3, 5, 6, 8};
static const eg_snapshot_field fields[2] = {{"temperature", "K", 1}, {"gradient", "K/m", 3}};

/* A mesh that is bent and shuffled, so that elements see common faces turned; its nodes. */
typedef struct shared {
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
    double *temperature, *gradient; /* of each node of each element */
    int64_t count;                  /* nodes of an element */
} shared;

/* Any function of the place is without jumps; elements find a place to the last bits, and these are equal where the
 * value is that of the node's number. */
static void fill_values(shared *s, int degree)
{
    int32_t node[EG_GRID_NODES];
    s->count = (degree + 1) * (degree + 1) * (degree + 1);
    s->temperature = calloc((size_t)(s->mesh->base.held * s->count), sizeof *s->temperature);
    s->gradient = calloc((size_t)(3 * s->mesh->base.held * s->count), sizeof *s->gradient);
    for (int64_t e = 0; e < s->mesh->base.held; e++) {
        eg_hex_element_nodes(s->mesh, s->nodes, e, node);
        for (int64_t i = 0; i < s->count; i++) {
            s->temperature[e * s->count + i] = sin(node[i]);
            for (int k = 0; k < 3; k++)
                s->gradient[3 * (e * s->count + i) + k] = cos(3.0 * node[i] + k);
        }
    }
}

static shared make_shared(test *t, int degree, const int64_t cells[3])
{
    eg_distorted_map map = eg_smoothly_distorted_cube();
    shared s;
    OK(eg_hexes_box(t->context,
                    &(eg_hexes_box_options){.size = {1, 1, 1},
                                            .cells = {cells[0], cells[1], cells[2]},
                                            .degree = 2,
                                            .map = &map.map,
                                            .shuffle = true},
                    &s.mesh));
    OK(eg_hex_nodes_create(s.mesh, degree, &s.nodes));
    fill_values(&s, degree);
    return s;
}

static void free_shared(shared *s)
{
    free(s->temperature);
    free(s->gradient);
    eg_hex_nodes_destroy(&s->nodes);
    eg_hexes_destroy(&s->mesh);
}

static void write_shared(test *t, const shared *s, const char *folder, bool common, bool beside)
{
    eg_snapshot_set *set;
    const eg_snapshot_set_options options = {.folder = folder,
                                             .precision = EG_F64,
                                             .degree = s->nodes->degree,
                                             .common = common ? s->nodes : NULL,
                                             .beside = beside};
    const double *values[2] = {s->temperature, s->gradient};
    OK(eg_snapshot_set_create(t->context, &s->mesh->base, fields, 2, &options, &set));
    OK(write_snapshot(set, &(eg_snapshot_stamp){.step = 7, .time = 0.5, .state_hash = 9}, values));
    eg_snapshot_set_destroy(&set);
}

static const char *first_of(test *t, int i, const char *folder)
{
    snprintf(t->path[i], sizeof t->path[i], "%s/%s/fields-000000.vtkhdf", t->folder, folder);
    return t->path[i];
}

static int64_t bytes_of(test *t, const char *folder, const char *name)
{
    struct stat found;
    char path[400];
    snprintf(path, sizeof path, "%s/%s/%s", t->folder, folder, name);
    assert_int_equal(stat(path, &found), 0);
    return found.st_size;
}

/* ---- what is there */

static void check_values(test *t, const eg_snapshot *snapshot, const shared *s)
{
    double *temperature, *gradient;
    eg_snapshot_geometry *g;
    double(*x)[3] = calloc((size_t)s->count, sizeof *x);
    eg_hex_grid *grid;
    OK(eg_snapshot_read_field(snapshot, eg_snapshot_field_index(snapshot, "temperature"), &temperature));
    OK(eg_snapshot_read_field(snapshot, eg_snapshot_field_index(snapshot, "gradient"), &gradient));
    OK(eg_snapshot_read_geometry(snapshot, &g));
    assert_int_equal(g->nodes, snapshot->values);
    assert_memory_equal(temperature, s->temperature, (size_t)snapshot->values * sizeof *temperature);
    assert_memory_equal(gradient, s->gradient, 3 * (size_t)snapshot->values * sizeof *gradient);
    OK(eg_hex_grid_create_equidistant(s->mesh, s->nodes->degree, &grid));
    for (int64_t v = 0; v < snapshot->values; v++) {
        if (v % s->count == 0)
            eg_hex_grid_fill(grid, v / s->count, x, NULL);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(g->x[v][k] - x[v % s->count][k]) < 1e-15);
    }
    eg_hex_grid_destroy(&grid);
    free(x);
    eg_free(t->context, &temperature);
    eg_free(t->context, &gradient);
    eg_snapshot_geometry_destroy(&g);
}

static void each_element_reads_its_own_nodes(void **state)
{
    test *t = *state;
    for (int d = 0; d < COUNT(degrees); d++) {
        shared s = make_shared(t, degrees[d], (const int64_t[3]){3, 2, 2});
        eg_snapshot *snapshot;
        char folder[16];
        snprintf(folder, sizeof folder, "d%d", degrees[d]);
        write_shared(t, &s, path_of(t, 0, folder), true, false);
        OK(eg_snapshot_open(t->context, first_of(t, 1, folder), &snapshot));
        assert_true(snapshot->common && snapshot->points == s.nodes->all);
        assert_true(snapshot->hexahedra == 12 && snapshot->values == 12 * s.count &&
                    snapshot->nodes == snapshot->values);
        check_values(t, snapshot, &s);
        eg_snapshot_close(&snapshot);
        free_shared(&s);
    }
}

static void comparisons_see_each_value(void **state)
{
    test *t = *state;
    eg_compare_result r;
    shared s = make_shared(t, 3, (const int64_t[3]){3, 2, 2});
    write_shared(t, &s, path_of(t, 0, "a"), true, false);
    write_shared(t, &s, path_of(t, 0, "b"), true, false);
    OK(eg_compare(t->context, first_of(t, 0, "a"), first_of(t, 1, "b"), &r));
    assert_true(r.equal);
    /* The first element has all of its nodes first, so that the value is in the file. */
    s.temperature[21] = nextafter(s.temperature[21], 2);
    write_shared(t, &s, path_of(t, 0, "c"), true, false);
    OK(eg_compare(t->context, first_of(t, 0, "a"), first_of(t, 1, "c"), &r));
    assert_true(!r.equal && r.cell == 0 && r.node == 21 && r.ulps == 1);
    free_shared(&s);
}

/* Of degree 3 an element has 27 new nodes, 29 in this box, and 64 numbers of 4 B, instead of 64 of each. */
static void files_are_half_as_long(void **state)
{
    enum { HEAD = 12000 };
    test *t = *state;
    static const char *const name[2] = {"fields.mesh.h5", "fields-000000.vtkhdf"};
    shared s = make_shared(t, 3, (const int64_t[3]){16, 16, 16});
    write_shared(t, &s, path_of(t, 0, "own"), false, false);
    write_shared(t, &s, path_of(t, 0, "common"), true, false);
    double of_own = 0, of_common = 0, told;
    for (int i = 0; i < 2; i++) {
        of_own += (double)bytes_of(t, "own", name[i]);
        of_common += (double)bytes_of(t, "common", name[i]);
    }
    assert_true(of_common < 0.49 * of_own);
    told = eg_snapshot_mesh_bytes(&s.mesh->base, 3, s.nodes);
    assert_true(fabs(told - (double)bytes_of(t, "common", name[0])) < HEAD);
    told = eg_snapshot_file_bytes((double)s.nodes->all, 4, EG_F64);
    assert_true(fabs(told - (double)bytes_of(t, "common", name[1])) < HEAD);
    free_shared(&s);
}

/* ---- how they are written */

static void threads_write_the_same_bytes(void **state)
{
    enum { MOST = 5 };
    test *t = *state;
    char command[600];
    shared s = make_shared(t, 2, (const int64_t[3]){17, 16, 16});
    assert_true(s.mesh->base.held > 2 * eg_least_elements(27) && s.mesh->base.held > 4 * 1024);
    for (int threads = 1; threads <= MOST; threads += 2) {
        eg_context_use_threads(t->context, threads);
        write_shared(t, &s, path_of(t, threads > 1, threads > 1 ? "several" : "one"), true, threads == MOST);
        snprintf(command, sizeof command, "diff -r '%s' '%s'", t->path[0], t->path[threads > 1]);
        assert_int_equal(system(command), 0);
    }
    eg_context_use_threads(t->context, 0);
    free_shared(&s);
}

typedef struct table_source {
    eg_snapshot_source source; /* first */
    const shared *s;
} table_source;

static eg_status take_from(const eg_snapshot_source *self, int64_t first, int64_t count, double *values)
{
    const shared *s = ((const table_source *)self)->s;
    memcpy(values, &s->temperature[first * s->count], (size_t)(count * s->count) * sizeof *values);
    return EG_OK;
}

static void write_one_field(test *t, const shared *s, const char *folder, eg_precision precision,
                            const eg_snapshot_source *source)
{
    eg_snapshot_set *set;
    const double *values = s->temperature;
    const eg_snapshot_set_options options = {
        .folder = folder, .precision = precision, .degree = s->nodes->degree, .common = s->nodes};
    OK(eg_snapshot_set_create(t->context, &s->mesh->base, fields, 1, &options, &set));
    OK(eg_snapshot_set_begin(set));
    OK(source ? eg_snapshot_set_put_from(set, source) : eg_snapshot_set_put(set, &values));
    OK(eg_snapshot_set_publish(set, &(eg_snapshot_stamp){.step = 1}));
    eg_snapshot_set_destroy(&set);
}

static void values_that_come_are_values_that_are_there(void **state)
{
    test *t = *state;
    char command[600];
    shared s = make_shared(t, 3, (const int64_t[3]){9, 8, 11});
    const table_source source = {.source = {.values = take_from}, .s = &s};
    eg_context_use_threads(t->context, 3);
    for (int precision = EG_F32; precision <= EG_F64; precision++) {
        write_one_field(t, &s, path_of(t, 0, "there"), (eg_precision)precision, NULL);
        write_one_field(t, &s, path_of(t, 1, "come"), (eg_precision)precision, &source.source);
        snprintf(command, sizeof command, "diff -r '%s' '%s'", t->path[0], t->path[1]);
        assert_int_equal(system(command), 0);
    }
    eg_context_use_threads(t->context, 0);
    free_shared(&s);
}

/* The files of a set refer to one mesh: one that was begun with nodes of each element goes on with these. */
static void a_set_goes_on_as_it_began(void **state)
{
    test *t = *state;
    shared s = make_shared(t, 2, (const int64_t[3]){3, 2, 2});
    for (int common = 0; common < 2; common++) {
        const char *folder = path_of(t, 0, common ? "common" : "own");
        char path[400];
        eg_snapshot_set *set;
        eg_snapshot *snapshot;
        write_shared(t, &s, folder, common, false);
        eg_snapshot_set_options options = {
            .folder = folder, .precision = EG_F64, .degree = 2, .common = s.nodes, .count = 1};
        options.entries = "\n    { \"name\": \"fields-000000.vtkhdf\", \"time\": 0.5 }";
        const double *values[2] = {s.temperature, s.gradient};
        OK(eg_snapshot_set_create(t->context, &s.mesh->base, fields, 2, &options, &set));
        OK(write_snapshot(set, &(eg_snapshot_stamp){.step = 8, .time = 1}, values));
        eg_snapshot_set_destroy(&set);
        for (int i = 0; i < 2; i++) {
            snprintf(path, sizeof path, "%s/fields-00000%d.vtkhdf", folder, i);
            OK(eg_snapshot_open(t->context, path, &snapshot));
            assert_int_equal(snapshot->common, common);
            check_values(t, snapshot, &s);
            eg_snapshot_close(&snapshot);
        }
    }
    free_shared(&s);
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    shared s = make_shared(t, 6, (const int64_t[3]){2, 1, 1});
    const double *values[2] = {s.temperature, s.gradient};
    int64_t held = eg_context_blocks_held(t->context), nth = 0;
    for (bool met = true; met;) {
        eg_snapshot_set *set = NULL;
        eg_snapshot *snapshot = NULL;
        double *read = NULL;
        eg_snapshot_geometry *g = NULL;
        eg_memory_fail_at(t->context, ++nth);
        eg_status status = eg_snapshot_set_create(
            t->context, &s.mesh->base, fields, 2,
            &(eg_snapshot_set_options){.folder = t->folder, .degree = 6, .common = s.nodes}, &set);
        if (status == EG_OK)
            status = write_snapshot(set, &(eg_snapshot_stamp){.step = 1}, values);
        eg_snapshot_set_destroy(&set);
        snprintf(t->path[0], sizeof t->path[0], "%s/fields-000000.vtkhdf", t->folder);
        if (status == EG_OK)
            status = eg_snapshot_open(t->context, t->path[0], &snapshot);
        if (status == EG_OK)
            status = eg_snapshot_read_field(snapshot, 0, &read);
        if (status == EG_OK)
            status = eg_snapshot_read_geometry(snapshot, &g);
        eg_free(t->context, &read);
        eg_snapshot_geometry_destroy(&g);
        eg_snapshot_close(&snapshot);
        met = eg_memory_fail_left(t->context) == 0;
        eg_memory_fail_at(t->context, 0);
        assert_int_equal(status, met ? EG_MEMORY : EG_OK);
        assert_int_equal(eg_context_blocks_held(t->context), held);
    }
    assert_in_range(nth, 30, 300);
    free_shared(&s);
}

/* ---- what is refused */

static void break_seal(const char *path)
{
    char seal[16] = {0};
    FILE *file = fopen(path, "r+b"); /* as of another program: without a seal */
    assert_true(file && fwrite(seal, 1, sizeof seal, file) == sizeof seal);
    fclose(file);
}

static void change_attribute(const char *path, const char *name, int64_t value)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), root = H5Gopen2(file, "VTKHDF", H5P_DEFAULT);
    hid_t attribute = H5Aopen(root, name, H5P_DEFAULT);
    assert_true(attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &value) >= 0);
    H5Aclose(attribute);
    H5Gclose(root);
    H5Fclose(file);
}

static void change_connectivity(const char *path, hsize_t place, int32_t value)
{
    const hsize_t one = 1;
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t dataset = H5Dopen2(file, "VTKHDF/Connectivity", H5P_DEFAULT), space = H5Dget_space(dataset);
    hid_t memory = H5Screate_simple(1, &one, NULL);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &place, NULL, &one, NULL);
    assert_true(H5Dwrite(dataset, H5T_NATIVE_INT32, memory, space, H5P_DEFAULT, &value) >= 0);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(dataset);
    H5Fclose(file);
}

static void damage_is_refused(void **state)
{
    test *t = *state;
    eg_snapshot *snapshot;
    eg_snapshot_geometry *g;
    double *values;
    shared s = make_shared(t, 6, (const int64_t[3]){2, 1, 1});
    write_shared(t, &s, path_of(t, 0, "a"), true, false);
    break_seal(first_of(t, 1, "a"));
    change_attribute(t->path[1], "common_nodes", 2);
    FAILS(eg_snapshot_open(t->context, t->path[1], &snapshot), EG_INPUT,
          "has common_nodes 2 in dimension 3; 1 is read in dimension 3");
    change_attribute(t->path[1], "common_nodes", 0);
    FAILS(eg_snapshot_open(t->context, t->path[1], &snapshot), EG_INPUT,
          "637 points, 432 cells and 3456 entries of Connectivity are not those of point data of degree 6");
    write_shared(t, &s, path_of(t, 0, "b"), true, false);
    snprintf(t->path[1], sizeof t->path[1], "%s/b/fields.mesh.h5", t->folder);
    break_seal(t->path[1]);
    OK(eg_snapshot_open(t->context, first_of(t, 2, "b"), &snapshot));
    change_connectivity(t->path[1], 5, 637);
    FAILS(eg_snapshot_read_field(snapshot, 0, &values), EG_INPUT,
          "Connectivity names point 637 of 637 in place 5");
    FAILS(eg_snapshot_read_geometry(snapshot, &g), EG_INPUT,
          "Connectivity names point 637 of 637 in place 5");
    change_connectivity(t->path[1], 5, 0); /* the node of place 5 is one of the next sub-cell, too */
    FAILS(eg_snapshot_read_field(snapshot, 0, &values), EG_INPUT, ", which the node has before");
    eg_snapshot_close(&snapshot);
    free_shared(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_element_reads_its_own_nodes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(comparisons_see_each_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_are_half_as_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(threads_write_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_that_come_are_values_that_are_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_set_goes_on_as_it_began, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_failed_allocation_is_survived, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
