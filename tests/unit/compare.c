/* Comparison: equal runs are equal; one ulp in one cell of one snapshot is found and named. */
#include "snapshot_common.h"

#include <math.h>

#include "io/report/compare.h"
#include "io/report/summary.h"

static void write_summary(test *t, const char *folder, uint64_t hash)
{
    eg_summary s = {.steps = 20, .state_hash = hash};
    char path[300];
    snprintf(path, sizeof path, "%s/summary.json", folder);
    OK(eg_summary_write(t->context, &s, path));
}

static void equal_runs_are_equal(void **state)
{
    test *t = *state;
    write_run(t, path_of(t, 0, "a"), 3, -1, EG_F64);
    write_run(t, path_of(t, 1, "b"), 3, -1, EG_F64);
    eg_compare_result result;
    OK(eg_compare(t->context, t->path[0], t->path[1], &result));
    assert_true(result.equal);
    assert_false(result.found);
    assert_int_equal(result.snapshots, 3);
    assert_string_equal(result.sentence, "equal: 3 snapshots of 2 variables, bit by bit");
    write_summary(t, t->path[0], 5);
    write_summary(t, t->path[1], 5);
    OK(eg_compare(t->context, t->path[0], t->path[1], &result));
    assert_true(result.equal);
    write_summary(t, t->path[1], 6);
    OK(eg_compare(t->context, t->path[0], t->path[1], &result));
    assert_false(result.equal);
    assert_non_null(strstr(result.sentence, "the final states differ"));
}

static void one_ulp_is_found(void **state)
{
    test *t = *state;
    write_run(t, path_of(t, 0, "a"), 3, -1, EG_F64);
    write_run(t, path_of(t, 1, "b"), 3, 17, EG_F64);
    eg_compare_result r;
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_false(r.equal);
    assert_true(r.found);
    assert_string_equal(r.variable, "depth");
    assert_int_equal(r.cell, 17);
    assert_int_equal(r.node, -1);
    assert_int_equal(r.ulps, 1);
    assert_int_equal(r.stamp[0].step, 20);
    assert_true(r.value[0] == 17.2 && r.value[1] == nextafter(17.2, 20));
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    assert_true(fabs(r.centroid[0] - mesh->base.centroid[17][0]) < 1e-12);
    assert_true(fabs(r.centroid[1] - mesh->base.centroid[17][1]) < 1e-12);
    eg_plane_destroy(&mesh);
    assert_int_equal(r.variable_count, 2);
    assert_int_equal(r.variables[0].differing, 1);
    assert_true(r.variables[0].max_difference == r.value[1] - r.value[0]);
    assert_int_equal(r.variables[1].differing, 0);
    eg_text text = {.context = t->context};
    eg_compare_report(&r, &text);
    const char *parts[] = {"snapshot 2 (time 1 s, step 20) is the first that differs: depth of cell 17",
                           "cell      17, centroid (",
                           "A         17.2 = 0x1.1333333333333p+4",
                           "B         17.200000000000003 = 0x1.1333333333334p+4",
                           "1 ulp\n",
                           "depth        1 values differ, by at most 3.552713678800501e-15 m",
                           "velocity     0 values differ, by at most 0 m/s"};
    for (int i = 0; i < COUNT(parts); i++)
        if (!strstr(eg_text_string(&text), parts[i]))
            fail_msg("'%s' is not in\n%s", parts[i], eg_text_string(&text));
    eg_text_free(&text);
    /* Two files alone, and a file with itself. */
    path_of(t, 0, "a/fields/fields-000001.vtkhdf");
    path_of(t, 1, "b/fields/fields-000001.vtkhdf");
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_true(r.equal);
    assert_string_equal(r.sentence, "equal: 1 snapshot of 2 variables, bit by bit");
}

static void other_differences_are_told(void **state)
{
    test *t = *state;
    eg_compare_result r;
    write_run(t, path_of(t, 0, "a"), 3, -1, EG_F64);
    write_run(t, path_of(t, 1, "b"), 2, -1, EG_F64);
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_false(r.equal);
    assert_string_equal(r.sentence, "3 snapshots in one run, 2 in the other; the first 2 are equal");
    write_run(t, path_of(t, 2, "c"), 3, -1, EG_F32);
    OK(eg_compare(t->context, t->path[0], t->path[2], &r));
    assert_true(!r.equal && r.found);
    assert_string_equal(r.variable, "velocity");
    eg_plane *mesh = small_mesh(t, EG_BOX_QUADRANGLE);
    eg_snapshot_set *set = NULL;
    OK(eg_snapshot_set_create(t->context, &mesh->base, NULL, 0,
                              &(eg_snapshot_set_options){.folder = path_of(t, 1, "d")}, &set));
    OK(write_snapshot(set, &(eg_snapshot_stamp){.time = 0}, NULL));
    eg_snapshot_set_destroy(&set);
    eg_plane_destroy(&mesh);
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_non_null(strstr(r.sentence, "the meshes differ: 24 and 12 cells"));
    FAILS(eg_compare(t->context, t->path[0], path_of(t, 1, "absent"), &r), EG_INPUT, "absent");
}

static void runs_without_snapshots_are_compared_by_hash(void **state)
{
    test *t = *state;
    mkdir(path_of(t, 0, "a"), 0777);
    mkdir(path_of(t, 1, "b"), 0777);
    write_summary(t, t->path[0], 5);
    write_summary(t, t->path[1], 5);
    eg_compare_result r;
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_true(r.equal);
    assert_non_null(strstr(r.sentence, "there are no snapshots"));
    write_summary(t, t->path[1], 7);
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_string_equal(r.sentence, "the final states differ: state_hash 0000000000000005 and "
                                    "0000000000000007");
}

static void nodes_of_point_data_are_named(void **state)
{
    test *t = *state;
    eg_compare_result r;
    write_points(t, path_of(t, 0, "a"), 3, -1, EG_F64);
    write_points(t, path_of(t, 1, "b"), 3, -1, EG_F64);
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_true(r.equal);
    assert_string_equal(r.sentence, "equal: 2 snapshots of 2 variables, bit by bit");
    /* Six triangles of ten nodes, then quadrangles of sixteen. */
    write_points(t, t->path[1], 3, 60 + 16 + 5, EG_F64);
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_false(r.equal);
    assert_string_equal(r.sentence, "snapshot 1 (time 0.5 s, step 8) is the first that differs: "
                                    "pressure of cell 7, node 5");
    assert_true(r.found && r.cell == 7 && r.node == 5 && r.component == 0 && r.ulps == 1);
    assert_int_equal(r.variables[0].differing, 1);
    assert_int_equal(r.variables[1].differing, 0);
    eg_plane *mesh = mixed_mesh(t);
    double vertex[EG_CELL_VERTICES][2], x[2];
    eg_plane_cell_vertices(mesh, 7, vertex);
    eg_cell_map(EG_QUADRANGLE, (const double(*)[2])vertex, (const double[2]){2.0 / 3, 0}, x);
    for (int k = 0; k < 2; k++) {
        assert_true(fabs(r.place[k] - x[k]) < 1e-14);
        assert_true(fabs(r.centroid[k] - mesh->base.centroid[7][k]) < 1e-14);
    }
    eg_plane_destroy(&mesh);
    eg_text text = {.context = t->context};
    eg_compare_report(&r, &text);
    if (!strstr(eg_text_string(&text), "  cell      7, centroid (") ||
        !strstr(eg_text_string(&text), "\n  node      5 of that cell, at ("))
        fail_msg("%s", eg_text_string(&text));
    eg_text_free(&text);
    write_points(t, t->path[1], 4, -1, EG_F64);
    OK(eg_compare(t->context, t->path[0], t->path[1], &r));
    assert_string_equal(r.sentence, "snapshot 0 has fields of degree 3 and of degree 4");
    assert_false(r.found);
}

/* Writes one snapshot of a single field with this first value. */
static void write_value(test *t, const char *folder, double value)
{
    eg_plane *mesh = small_mesh(t, EG_BOX_TRIANGLE);
    eg_snapshot_set *set = NULL;
    double depth[24] = {value};
    const double *values[1] = {depth};
    OK(eg_snapshot_set_create(t->context, &mesh->base, two_fields, 1,
                              &(eg_snapshot_set_options){.folder = folder}, &set));
    OK(write_snapshot(set, &(eg_snapshot_stamp){.time = 0}, values));
    eg_snapshot_set_destroy(&set);
    eg_plane_destroy(&mesh);
}

static void special_values_are_compared_as_bits(void **state)
{
    test *t = *state;
    const struct {
        double a, b;
        uint64_t ulps;
        bool equal;
    } cases[] = {{0.0, -0.0, 1, false},
                 {NAN, NAN, 0, true},
                 {NAN, 1, UINT64_MAX, false},
                 {5e-324, -5e-324, 3, false},
                 {INFINITY, 1.7976931348623157e308, 1, false}};
    for (int i = 0; i < COUNT(cases); i++) {
        write_value(t, path_of(t, 0, "a"), cases[i].a);
        write_value(t, path_of(t, 1, "b"), cases[i].b);
        eg_compare_result r;
        OK(eg_compare(t->context, t->path[0], t->path[1], &r));
        assert_int_equal(r.equal, cases[i].equal);
        if (!cases[i].equal)
            assert_int_equal(r.ulps, cases[i].ulps);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(equal_runs_are_equal),          TEST(one_ulp_is_found),
        TEST(other_differences_are_told),    TEST(runs_without_snapshots_are_compared_by_hash),
        TEST(nodes_of_point_data_are_named), TEST(special_values_are_compared_as_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
