/* cube: a variable over time, y and x of a netCDF-4 file: its times, places and values, short files, and failed
 * allocations. tests/data/cube/rain.nc is made by ncgen; cli/radar has what is refused of whole files. */
#include "snapshot_common.h"

#include "failing.h"
#include "io/gis/cube.h"

static const eg_date start = {.given = true, .second = 1626235200 + 3600}; /* 2021-07-14T05:00Z */

static void name_file(test *t, char path[512])
{
    const char *source = getenv("EAGRE_SOURCE");
    snprintf(path, 512, "%s/tests/data/cube/rain.nc", source ? source : ".");
    if (access(path, R_OK) != 0)
        skip();
    (void)t;
}

static void a_file_is_read(void **state)
{
    test *t = *state;
    char path[512];
    eg_cube *cube = NULL;
    double values[6];
    name_file(t, path);
    OK(eg_cube_open(t->context, path, NULL, &start, &cube));
    assert_string_equal(cube->variable, "rain");
    assert_true(cube->times == 3 && cube->rows == 2 && cube->columns == 3);
    assert_true(cube->time[0] == 0 && cube->time[1] == 3600 && cube->time[2] == 10800);
    assert_true(cube->bounds[0][0] == -3600 && cube->bounds[2][0] == 7200 && cube->bounds[2][1] == 10800);
    assert_true(cube->first[0] == 5 && cube->first[1] == 15);
    assert_true(cube->spacing[0] == 10 && cube->spacing[1] == 10 && cube->from_north);
    assert_true(eg_dimension_equal(cube->dimension, (eg_dimension){-6, 0, 3, 0}));
    OK(eg_cube_read(cube, 0, values)); /* rows from the south: the second of the file comes first */
    const double expected[] = {5, 6, 7, 2, 3, 4};
    for (int i = 0; i < 6; i++)
        assert_true(values[i] == expected[i]);
    OK(eg_cube_read(cube, 1, values));
    assert_true(isnan(values[3]) && values[0] == 1.5);
    eg_cube_destroy(&cube);
    assert_null(cube);
    eg_cube_destroy(&cube);
}

static void names_and_starts_are_needed(void **state)
{
    test *t = *state;
    char path[512];
    eg_cube *cube = NULL;
    const eg_date none = {0};
    name_file(t, path);
    FAILS(eg_cube_open(t->context, path, "snow", &start, &cube), EG_INPUT, "has no variable 'snow'");
    FAILS(eg_cube_open(t->context, path, "time", &start, &cube), EG_INPUT,
          "does not have the three dimensions");
    FAILS(eg_cube_open(t->context, path, NULL, &none, &cube), EG_INPUT, "give time.start");
    FAILS(eg_cube_open(t->context, "absent.nc", NULL, &start, &cube), EG_INPUT,
          "cannot be read as a netCDF-4 file");
    assert_null(cube);
}

static void the_projection_is_found(void **state)
{
    test *t = *state;
    char path[512], *projection = NULL;
    name_file(t, path);
    OK(eg_cube_projection(t->context, path, &projection));
    assert_string_equal(projection, "LOCAL_CS[\"here\"]");
    eg_free(t->context, &projection);
    OK(eg_cube_projection(t->context, "absent.nc", &projection));
    assert_null(projection);
}

typedef struct opening {
    eg_context *context;
    char path[512];
} opening;

static eg_status open_and_close(void *what)
{
    opening *o = what;
    eg_cube *cube = NULL;
    eg_status status = eg_cube_open(o->context, o->path, NULL, &start, &cube);
    assert_int_equal(status == EG_OK, cube != NULL);
    eg_cube_destroy(&cube);
    return status;
}

static void any_allocation_may_fail(void **state)
{
    test *t = *state;
    opening o = {.context = t->context};
    name_file(t, o.path);
    assert_true(fail_each(t->context, open_and_close, &o, 1) >= 5);
}

/* A file that is cut short is told, and nothing is left. */
static void short_files_are_told(void **state)
{
    test *t = *state;
    opening o = {.context = t->context};
    char *bytes = NULL, good[512];
    int64_t length = 0;
    name_file(t, good);
    OK(eg_file_read(t->context, EG_INPUT, good, 1 << 20, &bytes, &length));
    snprintf(o.path, sizeof o.path, "%s/short.nc", t->folder);
    for (int64_t at = 0; at < length; at += 97) {
        OK(eg_file_write(t->context, o.path, bytes, at));
        assert_int_equal(open_and_close(&o), EG_INPUT);
    }
    eg_free(t->context, &bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_and_starts_are_needed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_projection_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(any_allocation_may_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(short_files_are_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
