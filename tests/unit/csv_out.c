/* Tables that grow: rows are there at once, whole, exact, and without locale. */
#include "snapshot_common.h"

#include <locale.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>

#include "io/table/csv_out.h"

static const char *const names[3] = {"time_s", "g1_depth_m", "g1_velocity_x_m/s"};

static void expect_file(test *t, const char *path, const char *expected)
{
    char *text = NULL;
    int64_t length = 0;
    OK(eg_file_read(t->context, EG_INPUT, path, 1 << 20, &text, &length));
    assert_string_equal(text, expected);
    eg_free(t->context, &text);
}

static void rows_are_there_at_once(void **state)
{
    test *t = *state;
    eg_csv *csv = NULL;
    OK(eg_csv_create(t->context, path_of(t, 0, "gauges.csv"), names, 3, NULL, &csv));
    expect_file(t, t->path[0], "time_s,g1_depth_m,g1_velocity_x_m/s\n");
    OK(eg_csv_row(csv, (const double[]){0, 0.1, -1e-300}, 3));
    OK(eg_csv_row(csv, (const double[]){1.0 / 3, NAN, -INFINITY}, 3));
    expect_file(t, t->path[0],
                "time_s,g1_depth_m,g1_velocity_x_m/s\n0,0.1,-1e-300\n0.3333333333333333,nan,-inf\n");
    OK(eg_csv_close(&csv));
    assert_null(csv);
    OK(eg_csv_close(&csv));
}

static void numbers_ignore_the_locale(void **state)
{
    test *t = *state;
    const char *comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "nl_NL.UTF-8"};
    const char *found = NULL;
    for (int i = 0; i < COUNT(comma) && !found; i++)
        found = setlocale(LC_ALL, comma[i]);
    eg_csv *csv = NULL;
    OK(eg_csv_create(t->context, path_of(t, 0, "a.csv"), names, 2, NULL, &csv));
    OK(eg_csv_row(csv, (const double[]){0.5, 1.25}, 2));
    OK(eg_csv_close(&csv));
    setlocale(LC_ALL, "C");
    expect_file(t, t->path[0], "time_s,g1_depth_m\n0.5,1.25\n");
}

static void bad_names_are_refused(void **state)
{
    test *t = *state;
    const char *bad[] = {"", "a,b", "a\"b", "a\nb", "a;b"};
    for (int i = 0; i < COUNT(bad); i++) {
        const char *both[2] = {"time_s", bad[i]};
        eg_csv *csv = NULL;
        FAILS(eg_csv_create(t->context, path_of(t, 0, "a.csv"), both, 2, NULL, &csv), EG_CASE,
              "cannot name a column");
        assert_null(csv);
        assert_false(is_there(t->path[0]));
    }
    eg_csv *csv = NULL;
    FAILS(eg_csv_create(t->context, path_of(t, 0, "absent/a.csv"), names, 3, NULL, &csv), EG_IO,
          "absent/a.csv: cannot be created");
}

static void a_full_disk_keeps_whole_rows(void **state)
{
    test *t = *state;
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    eg_csv *csv = NULL;
    OK(eg_csv_create(t->context, path_of(t, 0, "a.csv"), names, 2, NULL, &csv));
    small = (struct rlimit){.rlim_cur = 40, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    eg_status first = eg_csv_row(csv, (const double[]){1, 2}, 2);
    eg_status second = eg_csv_row(csv, (const double[]){0.1234567890123, 2.1234567890123}, 2);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(first, EG_OK);
    assert_int_equal(second, EG_IO);
    assert_non_null(strstr(eg_context_error(t->context), "a.csv: row 2"));
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n");
    OK(eg_csv_row(csv, (const double[]){3, 4}, 2));
    OK(eg_csv_close(&csv));
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n3,4\n");
}

static void a_device_without_room_is_told(void **state)
{
    test *t = *state;
    eg_csv *csv = NULL;
    FAILS(eg_csv_create(t->context, "/dev/full", names, 2, NULL, &csv), EG_IO, "No space left on device");
    assert_null(csv);
}

/* ---- going on from a mark */

static const char *const header = "time_s,g1_depth_m\n";

/* A table of two rows with a mark after the first; closed. */
static eg_csv_mark write_marked(test *t)
{
    eg_csv *csv = NULL;
    eg_csv_mark mark;
    OK(eg_csv_create(t->context, path_of(t, 0, "a.csv"), names, 2, NULL, &csv));
    OK(eg_csv_row(csv, (const double[]){1, 2}, 2));
    OK(eg_csv_mark_here(csv, &mark));
    OK(eg_csv_row(csv, (const double[]){3, 4}, 2));
    OK(eg_csv_close(&csv));
    assert_int_equal(mark.rows, 1);
    assert_int_equal(mark.bytes, strlen(header) + 4);
    return mark;
}

static void what_follows_the_mark_is_cut_off(void **state)
{
    test *t = *state;
    eg_csv_mark mark = write_marked(t), again;
    eg_csv *csv = NULL;
    OK(eg_csv_check(t->context, t->path[0], &mark));
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n3,4\n");
    OK(eg_csv_resume(t->context, t->path[0], names, 2, NULL, &mark, &csv));
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n");
    OK(eg_csv_mark_here(csv, &again));
    assert_memory_equal(&mark, &again, sizeof mark);
    OK(eg_csv_row(csv, (const double[]){5, 6}, 2));
    OK(eg_csv_mark_here(csv, &again));
    OK(eg_csv_close(&csv));
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n5,6\n");
    OK(eg_csv_resume(t->context, t->path[0], names, 2, NULL, &again, &csv));
    OK(eg_csv_close(&csv));
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n5,6\n");
}

static void a_changed_table_is_refused_and_left(void **state)
{
    static const char *const contents[] = {"time_s,g1_depth_m\n1,3\n3,4\n", "time_s,g1_depth_m\n1,", "",
                                           "time_s,g2_depth_m\n1,2\n3,4\n"};
    static const char *const messages[] = {
        "a.csv: its first 1 rows are not those", "a.csv: is cut short: byte 20 is missing",
        "a.csv: is cut short: byte 0 is missing", "a.csv: its first 1 rows are not those"};
    test *t = *state;
    eg_csv_mark mark = write_marked(t);
    eg_csv *csv = NULL;
    for (int i = 0; i < COUNT(contents); i++) {
        OK(eg_file_write(t->context, t->path[0], contents[i], (int64_t)strlen(contents[i])));
        FAILS(eg_csv_check(t->context, t->path[0], &mark), EG_CHECKPOINT, messages[i]);
        FAILS(eg_csv_resume(t->context, t->path[0], names, 2, NULL, &mark, &csv), EG_CHECKPOINT, messages[i]);
        assert_null(csv);
        expect_file(t, t->path[0], contents[i]);
    }
    OK(eg_file_remove(t->context, t->path[0]));
    FAILS(eg_csv_check(t->context, t->path[0], &mark), EG_CHECKPOINT, "No such file");
    FAILS(eg_csv_resume(t->context, t->path[0], names, 2, NULL, &mark, &csv), EG_CHECKPOINT, "No such file");
    assert_false(is_there(t->path[0]));
}

static void other_columns_are_refused(void **state)
{
    test *t = *state;
    eg_csv_mark mark = write_marked(t);
    const char *others[3] = {"time_s", "g2_depth_m", "more"};
    eg_csv *csv = NULL;
    FAILS(eg_csv_resume(t->context, t->path[0], others, 2, NULL, &mark, &csv), EG_CHECKPOINT,
          "the file was changed");
    FAILS(eg_csv_resume(t->context, t->path[0], others, 3, NULL, &mark, &csv), EG_CHECKPOINT,
          "the file was changed");
    expect_file(t, t->path[0], "time_s,g1_depth_m\n1,2\n3,4\n");
}

static void a_table_of_many_pieces_goes_on(void **state)
{
    test *t = *state;
    eg_csv *csv = NULL;
    eg_csv_mark mark = {0};
    OK(eg_csv_create(t->context, path_of(t, 0, "a.csv"), names, 3, NULL, &csv));
    for (int i = 0; i < 6000; i++) {
        if (i == 5000)
            OK(eg_csv_mark_here(csv, &mark));
        OK(eg_csv_row(csv, (const double[]){i / 3.0, i / 7.0, i}, 3));
    }
    OK(eg_csv_close(&csv));
    assert_true(mark.bytes > 131072);
    OK(eg_csv_resume(t->context, t->path[0], names, 3, NULL, &mark, &csv));
    assert_int_equal(mark.rows, 5000);
    OK(eg_csv_close(&csv));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(rows_are_there_at_once),
        TEST(numbers_ignore_the_locale),
        TEST(bad_names_are_refused),
        TEST(a_full_disk_keeps_whole_rows),
        TEST(a_device_without_room_is_told),
        TEST(what_follows_the_mark_is_cut_off),
        TEST(a_changed_table_is_refused_and_left),
        TEST(other_columns_are_refused),
        TEST(a_table_of_many_pieces_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
