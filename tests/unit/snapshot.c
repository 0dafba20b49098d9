/* Snapshots: what is written is read back, is VTKHDF, is whole or absent; what is damaged is
 * refused. */
#include "snapshot_common.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---- what is written is read back */

static void round_trip(test *t, eg_precision precision)
{
    write_run(t, t->folder, 2, -1, precision);
    eg_snapshot *s = NULL;
    OK(eg_snapshot_open(t->context, path_of(t, 0, "fields/fields-000001.vtkhdf"), &s));
    assert_int_equal(s->cells, 24);
    assert_int_equal(s->nodes, 20);
    assert_int_equal(s->cell_vertices, 72);
    assert_int_equal(s->precision, precision);
    assert_int_equal(s->stamp.step, 10);
    assert_true(s->stamp.time == 0.5);
    assert_int_equal(s->stamp.state_hash, 78);
    assert_string_equal(s->case_hash, "c0ffee");
    assert_true(s->version[0] != 0);
    assert_int_equal(s->field_count, 2);
    int depth = eg_snapshot_field_index(s, "depth"), velocity = eg_snapshot_field_index(s, "velocity");
    assert_int_equal(eg_snapshot_field_index(s, "nothing"), -1);
    assert_string_equal(s->field[depth].unit, "m");
    assert_string_equal(s->field[velocity].unit, "m/s");
    assert_int_equal(s->field[velocity].components, 3);
    double *h = NULL, *v = NULL;
    OK(eg_snapshot_read_field(s, depth, &h));
    OK(eg_snapshot_read_field(s, velocity, &v));
    for (int c = 0; c < 24; c++) {
        assert_true(h[c] == (precision == EG_F32 ? (double)(float)(c + 0.1) : c + 0.1));
        assert_true(v[3 * c] == (precision == EG_F32 ? (double)(float)(c / 3.0) : c / 3.0));
        assert_true(v[3 * c + 1] == (precision == EG_F32 ? (double)(float)-0.1 : -0.1));
        assert_true(v[3 * c + 2] == 0);
    }
    eg_free(t->context, &h);
    eg_free(t->context, &v);
    eg_snapshot_close(&s);
    assert_null(s);
}

static void fields_come_back_in_f64(void **state)
{
    round_trip(*state, EG_F64);
}

static void fields_come_back_in_f32(void **state)
{
    round_trip(*state, EG_F32);
}

static void geometry_comes_back(void **state)
{
    test *t = *state;
    const eg_box_element elements[2] = {EG_BOX_QUADRANGLE, EG_BOX_TRIANGLE};
    for (int e = 0; e < 2; e++) {
        eg_plane *mesh = small_mesh(t, elements[e]);
        eg_snapshot_set *set = NULL;
        OK(eg_snapshot_set_create(t->context, &mesh->base, NULL, 0,
                                  &(eg_snapshot_set_options){.folder = t->folder, .name = "g"}, &set));
        OK(write_snapshot(set, &(eg_snapshot_stamp){.time = 1}, NULL));
        eg_snapshot_set_destroy(&set);
        eg_snapshot *s = NULL;
        eg_snapshot_geometry *g = NULL;
        OK(eg_snapshot_open(t->context, path_of(t, 0, "g-000000.vtkhdf"), &s));
        OK(eg_snapshot_read_geometry(s, &g));
        assert_int_equal(g->cells, mesh->base.own);
        assert_memory_equal(g->x, mesh->x, (size_t)mesh->nodes * sizeof *mesh->x);
        assert_memory_equal(g->first, mesh->first, (size_t)(mesh->base.own + 1) * sizeof *mesh->first);
        assert_memory_equal(g->vertex, mesh->vertex,
                            (size_t)mesh->first[mesh->base.own] * sizeof *mesh->vertex);
        eg_snapshot_geometry_destroy(&g);
        eg_snapshot_close(&s);
        eg_plane_destroy(&mesh);
    }
}

static void equal_fields_give_equal_bytes(void **state)
{
    test *t = *state;
    write_run(t, path_of(t, 0, "a"), 2, -1, EG_F64);
    sleep(1); /* a date in the file would differ now */
    write_run(t, path_of(t, 1, "b"), 2, -1, EG_F64);
    char command[600];
    snprintf(command, sizeof command, "diff -r '%s' '%s' >/dev/null", t->path[0], t->path[1]);
    assert_int_equal(system(command), 0);
}

/* ---- it is VTKHDF */

static int64_t first_of(hid_t file, const char *path)
{
    int64_t value = -1;
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    hid_t space = H5Dget_space(dataset);
    assert_int_equal(H5Sget_simple_extent_npoints(space), 1);
    assert_true(H5Dread(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0);
    H5Sclose(space);
    H5Dclose(dataset);
    return value;
}

/* VTK's reader takes no grid whose connectivity and offsets have different types. */
static bool have_one_type(hid_t file, const char *a, const char *b)
{
    hid_t first = H5Dopen2(file, a, H5P_DEFAULT), second = H5Dopen2(file, b, H5P_DEFAULT);
    hid_t type = H5Dget_type(first), other = H5Dget_type(second);
    bool equal = H5Tequal(type, other) > 0;
    H5Tclose(type);
    H5Tclose(other);
    H5Dclose(first);
    H5Dclose(second);
    return equal;
}

static void file_has_the_structure_of_vtkhdf(void **state)
{
    test *t = *state;
    write_run(t, t->folder, 1, -1, EG_F32);
    hid_t file = H5Fopen(path_of(t, 0, "fields/fields-000000.vtkhdf"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    hid_t attribute = H5Aopen_by_name(file, "VTKHDF", "Type", H5P_DEFAULT, H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    assert_int_equal(H5Tis_variable_str(type), 0);
    assert_int_equal(H5Tget_size(type), strlen("UnstructuredGrid"));
    H5Tclose(type);
    H5Aclose(attribute);
    int64_t version[2] = {0, 0};
    attribute = H5Aopen_by_name(file, "VTKHDF", "Version", H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Aread(attribute, H5T_NATIVE_INT64, version) >= 0);
    assert_true(version[0] == 1 && version[1] == 0);
    H5Aclose(attribute);
    assert_int_equal(first_of(file, "VTKHDF/NumberOfPoints"), 20);
    assert_int_equal(first_of(file, "VTKHDF/NumberOfCells"), 24);
    assert_int_equal(first_of(file, "VTKHDF/NumberOfConnectivityIds"), 72);
    assert_true(have_one_type(file, "VTKHDF/Connectivity", "VTKHDF/Offsets"));
    uint8_t types[24];
    hid_t dataset = H5Dopen2(file, "VTKHDF/Types", H5P_DEFAULT);
    assert_true(H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, types) >= 0);
    for (int c = 0; c < 24; c++)
        assert_int_equal(types[c], 5);
    H5Dclose(dataset);
    dataset = H5Dopen2(file, "VTKHDF/CellData/depth", H5P_DEFAULT);
    type = H5Dget_type(dataset);
    assert_int_equal(H5Tget_size(type), 4);
    H5Tclose(type);
    H5Dclose(dataset);
    H5L_info_t link;
    assert_true(H5Lget_info(file, "VTKHDF/Points", &link, H5P_DEFAULT) >= 0);
    assert_int_equal(link.type, H5L_TYPE_EXTERNAL);
    H5Fclose(file);
}

/* ---- lists */

static void list_follows_the_index(void **state)
{
    test *t = *state;
    write_run(t, t->folder, 3, -1, EG_F64);
    const char *names[4] = {"", "fields", "fields/fields.vtkhdf.series", "fields/fields-000002.vtkhdf"};
    for (int i = 0; i < 4; i++) {
        eg_snapshot_list *list = NULL;
        OK(eg_snapshot_list_create(t->context, path_of(t, 0, names[i]), &list));
        assert_int_equal(list->count, i < 3 ? 3 : 1);
        assert_true(list->time[list->count - 1] == 1.0);
        assert_non_null(strstr(list->path[list->count - 1], "fields/fields-000002.vtkhdf"));
        eg_snapshot_list_destroy(&list);
    }
    eg_snapshot_list *list = NULL;
    mkdir(path_of(t, 0, "empty"), 0777);
    FAILS(eg_snapshot_list_create(t->context, t->path[0], &list), EG_INPUT, "holds no snapshots");
    FAILS(eg_snapshot_list_create(t->context, path_of(t, 0, "absent"), &list), EG_INPUT, "No such file");
    const char *bad[][2] = {{"[1, 2", "is not JSON"},
                            {"{}", "no list \"files\""},
                            {"{\"files\": [{\"name\": 3}]}", "entry 0"},
                            {"{\"files\": [{\"name\": \"a\", \"time\": 2}, {\"name\": \"b\", "
                             "\"time\": 1}]}",
                             "back in time"}};
    for (int i = 0; i < COUNT(bad); i++) {
        OK(eg_file_write(t->context, path_of(t, 0, "x.series"), bad[i][0], (int64_t)strlen(bad[i][0])));
        FAILS(eg_snapshot_list_create(t->context, t->path[0], &list), EG_INPUT, bad[i][1]);
    }
}

/* ---- what is damaged is refused */

static void foreign_files_are_refused(void **state)
{
    test *t = *state;
    FAILS(open_and_read(t, path_of(t, 0, "absent.vtkhdf")), EG_INPUT, "No such file");
    OK(eg_file_write(t->context, path_of(t, 0, "text.vtkhdf"), "hello\n", 6));
    FAILS(open_and_read(t, t->path[0]), EG_INPUT, "not a whole HDF5 file");
    hid_t file = H5Fcreate(path_of(t, 0, "other.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    FAILS(open_and_read(t, t->path[0]), EG_INPUT, "without the group /VTKHDF");
    write_run(t, t->folder, 1, -1, EG_F64);
    unlink(path_of(t, 0, "fields/fields.mesh.h5"));
    FAILS(open_and_read(t, path_of(t, 0, "fields/fields-000000.vtkhdf")), EG_INPUT,
          "keep the files of a run together");
}

static void wrong_numbers_are_refused(void **state)
{
    test *t = *state;
    const int64_t offset = 5, far = 20, negative = -1;
    const uint8_t hexahedron = 12;
    const double nan_value = NAN;
    const struct {
        const char *dataset;
        hid_t type;
        int64_t index;
        const void *value;
        const char *text;
    } cases[] = {
        {"VTKHDF/Offsets", H5T_NATIVE_INT64, 3, &offset, "cell 2 of VTK type 5"},
        {"VTKHDF/Connectivity", H5T_NATIVE_INT64, 7, &far, "names point 20 of 20"},
        {"VTKHDF/Connectivity", H5T_NATIVE_INT64, 0, &negative, "names point -1"},
        {"VTKHDF/Types", H5T_NATIVE_UINT8, 0, &hexahedron, "VTK type 12"},
        {"VTKHDF/Points", H5T_NATIVE_DOUBLE, 4, &nan_value, "point 4"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        write_run(t, t->folder, 1, -1, EG_F64);
        OK(open_and_read(t, path_of(t, 0, "fields/fields-000000.vtkhdf")));
        poke(t, path_of(t, 1, "fields/fields.mesh.h5"), cases[i].dataset, cases[i].type, cases[i].index,
             cases[i].value);
        FAILS(open_and_read(t, t->path[0]), EG_INPUT, "fields.mesh.h5: is damaged");
        reseal(t, t->path[1]);
        FAILS(open_and_read(t, t->path[0]), EG_INPUT, cases[i].text);
    }
}

static void damaged_files_are_refused(void **state)
{
    test *t = *state;
    write_run(t, t->folder, 1, -1, EG_F64);
    refuses_every_damage(t, path_of(t, 0, "fields/fields-000000.vtkhdf"));
}

/* ---- whole or absent */

static void full_disk_leaves_nothing_behind(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    eg_snapshot_set *set = NULL;
    OK(eg_snapshot_set_create(t->context, &mesh->base, two_fields, 2,
                              &(eg_snapshot_set_options){.folder = t->folder}, &set));
    double depth[24], velocity[48];
    fill_fields(24, 0, depth, velocity);
    const double *values[2] = {depth, velocity};
    OK(write_snapshot(set, &(eg_snapshot_stamp){.time = 1}, values));
    /* Files above this size cannot be written, as on a full disk. */
    struct rlimit before, small = {.rlim_cur = 1500, .rlim_max = RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    for (small.rlim_cur = 100; small.rlim_cur < 6000; small.rlim_cur += 700) {
        setrlimit(RLIMIT_FSIZE, &small);
        eg_status status = write_snapshot(set, &(eg_snapshot_stamp){.time = 2}, values);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, EG_IO);
        assert_non_null(strstr(eg_context_error(t->context), "fields-000001.vtkhdf"));
        assert_non_null(strstr(eg_context_error(t->context), "File too large"));
        assert_int_equal(files_with(t->folder, "tmp"), 0);
        assert_int_equal(files_with(t->folder, "fields-"), 1);
    }
    /* With room again, the set goes on. */
    OK(write_snapshot(set, &(eg_snapshot_stamp){.time = 2}, values));
    OK(open_and_read(t, path_of(t, 0, "fields-000001.vtkhdf")));
    eg_snapshot_set_destroy(&set);
    eg_plane_destroy(&mesh);
}

/* The child writes until it is killed, and sends a byte behind each snapshot. */
static void write_forever(test *t, int told)
{
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    eg_snapshot_set *set = NULL;
    double depth[24], velocity[48];
    const double *values[2] = {depth, velocity};
    if (eg_snapshot_set_create(t->context, &mesh->base, two_fields, 2,
                               &(eg_snapshot_set_options){.folder = t->folder}, &set) != EG_OK)
        _exit(1);
    for (int i = 0;; i++) {
        fill_fields(24, i, depth, velocity);
        if (write_snapshot(set, &(eg_snapshot_stamp){.time = i}, values) != EG_OK || write(told, "", 1) != 1)
            _exit(1);
    }
}

/* Starts a child, kills it some time after it has written so many snapshots, and gives how many it told
 * of. */
static int64_t kill_writer(test *t, int snapshots, useconds_t later)
{
    int told[2], ended = 0;
    char byte;
    int64_t count = 0;
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    if (child == 0) {
        close(told[0]);
        write_forever(t, told[1]);
    }
    close(told[1]);
    while (count < snapshots && read(told[0], &byte, 1) == 1)
        count++;
    usleep(later);
    kill(child, SIGKILL);
    waitpid(child, &ended, 0);
    assert_true(WIFSIGNALED(ended));
    while (read(told[0], &byte, 1) == 1)
        count++;
    close(told[0]);
    return count;
}

static void kill_leaves_whole_files(void **state)
{
    test *t = *state;
    for (int round = 0; round < 5; round++) {
        int64_t told = kill_writer(t, 3 + 2 * round, 700 * (useconds_t)round);
        eg_snapshot_list *list = NULL;
        OK(eg_snapshot_list_create(t->context, t->folder, &list));
        assert_true(told >= 3 + 2 * round && list->count >= told);
        for (int64_t i = 0; i < list->count; i++)
            OK(open_and_read(t, list->path[i]));
        eg_snapshot_list_destroy(&list);
    }
}

static void every_failed_allocation_is_survived(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    double depth[24], velocity[48];
    fill_fields(24, 0, depth, velocity);
    const double *values[2] = {depth, velocity};
    int64_t held = eg_context_blocks_held(t->context), failed = 0;
    for (int nth = 1; nth < 200; nth++) {
        eg_snapshot_set *set = NULL;
        eg_memory_fail_at(t->context, nth);
        eg_status status = eg_snapshot_set_create(t->context, &mesh->base, two_fields, 2,
                                                  &(eg_snapshot_set_options){.folder = t->folder}, &set);
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
    eg_plane_destroy(&mesh);
}

static void bad_fields_are_refused(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    eg_snapshot_set *set = NULL;
    const eg_snapshot_field twice[2] = {{"a", "", 1}, {"a", "", 1}}, slash = {"a/b", "", 1},
                            wide = {"a", "", 4};
    const eg_snapshot_set_options o = {.folder = t->folder};
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, twice, 2, &o, &set), EG_USAGE, "twice");
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, &slash, 1, &o, &set), EG_USAGE, "'a/b'");
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, &wide, 1, &o, &set), EG_USAGE, "4 components");
    FAILS(eg_snapshot_set_create(t->context, &mesh->base, NULL, 0,
                                 &(eg_snapshot_set_options){.folder = "/proc/none"}, &set),
          EG_IO, "/proc/none");
    assert_null(set);
    eg_plane_destroy(&mesh);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(fields_come_back_in_f64),
        TEST(fields_come_back_in_f32),
        TEST(geometry_comes_back),
        TEST(equal_fields_give_equal_bytes),
        TEST(file_has_the_structure_of_vtkhdf),
        TEST(list_follows_the_index),
        TEST(foreign_files_are_refused),
        TEST(wrong_numbers_are_refused),
        TEST(damaged_files_are_refused),
        TEST(full_disk_leaves_nothing_behind),
        TEST(kill_leaves_whole_files),
        TEST(every_failed_allocation_is_survived),
        TEST(bad_fields_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
