/* Time series: what is read, what is refused and in which words, interpolation. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/table/series.h"

static int set_up(void **state)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    *state = context;
    return 0;
}

static int tear_down(void **state)
{
    eg_context *context = *state;
    int leaked = eg_context_blocks_held(context) != 0;
    eg_context_destroy(&context);
    return leaked;
}

/* Reads `length` bytes as the file "s.csv" of a folder of its own. */
static eg_status read_bytes(eg_context *c, const char *text, size_t length, const eg_series_options *options,
                            eg_series **series)
{
    char folder[] = "/tmp/eagre-series-XXXXXX", before[4096];
    assert_non_null(mkdtemp(folder));
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    FILE *file = fopen("s.csv", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    eg_status status = eg_series_read(c, "s.csv", options, series);
    assert_int_equal(remove("s.csv"), 0);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(rmdir(folder), 0);
    return status;
}

static eg_status read_text(eg_context *c, const char *text, const eg_series_options *options,
                           eg_series **series)
{
    return read_bytes(c, text, strlen(text), options, series);
}

/* ---- what is read */

typedef struct good {
    const char *text;
    eg_series_options options;
    int64_t count;
    double times[3], values[3];
} good;

static void texts_are_read(void **state)
{
    const good cases[] = {
        {"0,1\n1,2\n", {0}, 2, {0, 1}, {1, 2}},
        {"t,h\n0,1\n1.5,-2e-1\n", {0}, 2, {0, 1.5}, {1, -0.2}},
        {"# gauge\n\n t ; h \r\n0;1\r\n\r\n# gap\r\n2 ; 3\r\n", {0}, 2, {0, 2}, {1, 3}},
        {"0\t1\n1\t2\n", {0}, 2, {0, 1}, {1, 2}},
        {"  0   1\n  1\t 2  \n", {0}, 2, {0, 1}, {1, 2}},
        {"\xEF\xBB\xBFt,h\n0,1\n1,2\n", {0}, 2, {0, 1}, {1, 2}},
        {"time(s)     water surface(m)\r\n0\t1\r\n1\t2\r\n",
         {.value_column = "water surface(m)"},
         2,
         {0, 1},
         {1, 2}},
        {"no,t,a,b\nx,0,5,7\ny,1,6,8\n", {.time_column = "t", .value_column = "b"}, 2, {0, 1}, {7, 8}},
        /* a name without its unit; the whole name goes before it */
        {"t [h],m1 [l/s],m2 (l/s)\n0,5,7\n1,6,8\n",
         {.time_column = "t", .value_column = "m2"},
         2,
         {0, 3600},
         {0.007, 0.008}},
        {"t,Q (m3/s),Q\n0,5,7\n1,6,8\n", {.value_column = "Q"}, 2, {0, 1}, {7, 8}},
        {"2020-01-01,0,5\n2020-01-02,1,6\n", {.time_column = "2", .value_column = "3"}, 2, {0, 1}, {5, 6}},
        {"0,nan,4\n1,,5\n", {.value_column = "3"}, 2, {0, 1}, {4, 5}},
        {"t,3,2\n0,5,7\n1,6,8\n", {.value_column = "3"}, 2, {0, 1}, {5, 6}},
        {"t,3,2\n0,5,7\n1,6,8\n", {.value_column = "2"}, 2, {0, 1}, {7, 8}},
        {"t,1,2\n0,5,7\n1,6,8\n", {.value_column = "1"}, 2, {0, 1}, {5, 6}},
        {"t,1001 (mm),1 (m)\n0,5,7\n1,6,8\n", {.value_column = "1001"}, 2, {0, 1}, {0.005, 0.006}},
        {"t (s),3 (m),1 (m)\n0,5,7\n1,6,8\n", {0}, 2, {0, 1}, {5, 6}},
        {"0 10\n1 20\n2 25\n", {.time_scale = 60, .value_scale = 0.01}, 3, {0, 60, 120}, {0.1, 0.2, 0.25}},
        {"5 1\n0 2\n", {.time_column = "2", .value_column = "1"}, 2, {1, 2}, {5, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eg_series *s;
        eg_status status = read_text(*state, cases[i].text, &cases[i].options, &s);
        if (status != EG_OK)
            fail_msg("case %zu: %s", i, eg_context_error(*state));
        assert_int_equal(s->count, cases[i].count);
        for (int64_t k = 0; k < s->count; k++) {
            assert_true(fabs(s->times[k] - cases[i].times[k]) < 1e-15);
            assert_true(fabs(s->values[k] - cases[i].values[k]) < 1e-15);
        }
        eg_series_destroy(&s);
        assert_null(s);
    }
}

static void lines_are_kept(void **state)
{
    eg_series *s;
    assert_int_equal(read_text(*state, "# a\nt h\n0 1\n# b\n\n1 2\n", NULL, &s), EG_OK);
    assert_int_equal(s->lines[0], 3);
    assert_int_equal(s->lines[1], 6);
    assert_string_equal(s->name, "s.csv");
    eg_series_destroy(&s);
}

static void many_rows_are_read(void **state)
{
    enum { ROWS = 5000 };
    eg_text text = {.context = *state};
    for (int i = 0; i < ROWS; i++)
        eg_text_add(&text, "%d,%d\n", i, 3 * i);
    assert_int_equal(text.status, EG_OK);
    eg_series *s;
    assert_int_equal(read_text(*state, text.data, NULL, &s), EG_OK);
    assert_int_equal(s->count, ROWS);
    assert_true(s->times[ROWS - 1] == ROWS - 1 && s->values[ROWS - 1] == 3 * (ROWS - 1));
    eg_series_destroy(&s);
    eg_text_free(&text);
}

static void locale_does_not_matter(void **state)
{
    setlocale(LC_ALL, "de_DE.UTF-8");
    eg_series *s;
    assert_int_equal(read_text(*state, "0.5,1.25\n1,2\n", NULL, &s), EG_OK);
    assert_true(s->times[0] == 0.5 && s->values[0] == 1.25);
    eg_series_destroy(&s);
    setlocale(LC_ALL, "C");
}

/* ---- what is refused */

typedef struct bad {
    const char *text;
    eg_series_options options;
    const char *message;
} bad;

static const bad bad_files[] = {
    {"", {0}, "s.csv: has 0 rows of numbers; a series needs two or more"},
    {"t,h\n", {0}, "s.csv: has 0 rows of numbers; a series needs two or more"},
    {"t,h\n0,1\n", {0}, "s.csv: has 1 row of numbers; a series needs two or more"},
    {"0,1\n1,2\n1,3\n",
     {0},
     "s.csv:3: the time 1 s does not come after 1 s in line 2; sort the rows by time and keep one "
     "for each time"},
    {"0,1\n2,2\n1,3\n",
     {0},
     "s.csv:3: the time 1 s does not come after 2 s in line 2; sort the rows by time and keep one "
     "for each time"},
    {"t,h\n0,1\n1,nan\n",
     {0},
     "s.csv:3: the value in column 2, 'nan', is not a number; remove the row: values between rows "
     "are interpolated"},
    {"0,1\n1,\n",
     {0},
     "s.csv:2: the value in column 2, '', is not a number; remove the row (values between rows are "
     "interpolated) or fill it in"},
    {"0,1\n1\n2,3\n",
     {0},
     "s.csv:2: the row '1' has 1 field where line 1 has 2; every row needs the same columns"},
    {"0;1,5\n1;2,5\n",
     {0},
     "s.csv:1: the value in column 2, '1,5', is not a number; numbers have a decimal point, not a "
     "comma"},
    {"t,h\n0,1,5\n1,2,5\n",
     {0},
     "s.csv:2: the row has 3 fields where the header in line 1 has 2; numbers have a decimal point, not a "
     "comma"},
    {"0,5 1\n1,5 2\n",
     {0},
     "s.csv:1: the value in column 2, '5 1', is not a number; put # before a line that is a "
     "comment"},
    {"\"t\",\"h\"\n\"0\",\"1\"\n1,2\n",
     {0},
     "s.csv:2: the time in column 1, '\"0\"', is not a number; quotes are not read: remove them"},
    {"t,h\ns,m\n0,1\n",
     {0},
     "s.csv:2: the time in column 1, 's', is not a number; put # before a line that is a comment"},
    {"0,1\n1,2\n2,3.0012",
     {0},
     "s.csv:3: the last line, '2,3.0012', has no line end, so it may have been cut short; if it is "
     "whole, add a line end"},
    {"t,level\n0,1\n1,2\n",
     {.value_column = "levle"},
     "s.csv:1: there is no column 'levle'; did you mean 'level'?; the header has 't', 'level'; a "
     "column can also be given by its number"},
    {"0,1\n1,2\n",
     {.value_column = "level"},
     "s.csv:1: column 'level' is asked for, but the file has no header; put one before the first "
     "row, or give the column by its number"},
    {"t,h,h\n0,1,2\n1,2,3\n",
     {.value_column = "h"},
     "s.csv:1: columns 2 and 3 both have the name 'h'; give the column by its number"},
    {"t,h (m),h [cm]\n0,1,2\n1,2,3\n",
     {.value_column = "h"},
     "s.csv:1: columns 2 and 3 both have the name 'h'; give the column by its number"},
    {"a,b,c\n0,1\n1,2\n",
     {.value_column = "b"},
     "s.csv:1: the header does not have one name for each of the 2 columns, so that column 'b' "
     "cannot be found; give the column by its number"},
    {"0,1\n1,2\n",
     {.value_column = "3"},
     "s.csv:1: column 3 is asked for, but the row has 2 fields; columns are counted from 1"},
    {"0,1\n1,2\n",
     {.value_column = "0"},
     "s.csv:1: column 0 is asked for, but the row has 2 fields; columns are counted from 1"},
    {"0,1\n1,2\n",
     {.value_column = "1"},
     "s.csv: column 1 is asked for as the time and as the value; name two columns"},
    {"0,1\n1,1e308\n",
     {.value_scale = 100},
     "s.csv:2: the value in column 2, '1e308', is too large in SI units; check the unit of the "
     "column"},
    {"0,1\n1,0x10\n",
     {0},
     "s.csv:2: the value in column 2, '0x10', is not a number; put # before a line that is a "
     "comment"},
};

static void bad_files_are_refused(void **state)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
        eg_series *s = NULL;
        assert_int_equal(read_text(*state, bad_files[i].text, &bad_files[i].options, &s), EG_INPUT);
        assert_null(s);
        assert_string_equal(eg_context_error(*state), bad_files[i].message);
        assert_int_equal(eg_context_blocks_held(*state), 0);
    }
}

static void unreadable_files_are_refused(void **state)
{
    eg_series *s = NULL;
    assert_int_equal(eg_series_read(*state, "/nowhere/s.csv", NULL, &s), EG_INPUT);
    assert_null(s);
    assert_string_equal(eg_context_error(*state),
                        "/nowhere/s.csv: cannot be opened: No such file or directory");
    const char wide[] = {'0', 0, ',', 0, '1', 0, '\n', 0};
    assert_int_equal(read_bytes(*state, wide, sizeof wide, NULL, &s), EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "s.csv: byte 1 is zero, so this is no plain text; save it as UTF-8 text");
}

/* ---- values */

static void values_are_interpolated(void **state)
{
    eg_series *s;
    assert_int_equal(read_text(*state, "1,10\n2,20\n4,0\n", NULL, &s), EG_OK);
    const double at[][2] = {{1, 10}, {1.5, 15}, {2, 20}, {2.5, 15}, {3.5, 5}, {4, 0}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double value;
        assert_int_equal(eg_series_value(s, at[i][0], &value), EG_OK);
        assert_true(value == at[i][1]);
    }
    eg_series_destroy(&s);
}

static void asking_outside_is_an_error(void **state)
{
    eg_series *s;
    double value = 7;
    assert_int_equal(read_text(*state, "# q\n1,10\n2,20\n", NULL, &s), EG_OK);
    assert_int_equal(eg_series_value(s, 2.5, &value), EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "series s.csv: is asked for at 2.5 s, but its last time is 2 s (line 3); add "
                        "rows, end the run earlier, or say 'after: hold'");
    assert_int_equal(eg_series_value(s, 0, &value), EG_INPUT);
    assert_string_equal(eg_context_error(*state),
                        "series s.csv: is asked for at 0 s, but its first time is 1 s (line 2); add "
                        "rows, start the run later, or say 'after: hold'");
    assert_int_equal(eg_series_value(s, NAN, &value), EG_INPUT);
    assert_string_equal(eg_context_error(*state), "series s.csv: is asked for at a time that is not finite");
    assert_true(value == 7);
    eg_series_destroy(&s);
}

static void ends_can_be_held(void **state)
{
    eg_series *s;
    double value;
    assert_int_equal(read_text(*state, "1,10\n2,20\n", &(eg_series_options){.after = EG_SERIES_HOLD}, &s),
                     EG_OK);
    assert_int_equal(eg_series_value(s, 0, &value), EG_OK);
    assert_true(value == 10);
    assert_int_equal(eg_series_value(s, 1e9, &value), EG_OK);
    assert_true(value == 20);
    assert_int_equal(eg_series_value(s, INFINITY, &value), EG_INPUT);
    eg_series_destroy(&s);
}

/* The wave at the boundary of the Monai laboratory experiment, where the data are at hand. */
static void measured_wave_is_read_as_it_is(void **state)
{
    const char *folder = getenv("MONAI"), *source = getenv("EAGRE_SOURCE");
    char path[4096];
    if (!folder && !source)
        skip();
    snprintf(path, sizeof path, "%s%s/Benchmark_2_input.txt", folder ? folder : source,
             folder ? "" : "/../shared/data/monai");
    if (access(path, R_OK) != 0)
        skip();
    const eg_series_options options[] = {{0}, {.time_column = "time(s)", .value_column = "water surface(m)"}};
    for (int i = 0; i < 2; i++) {
        eg_series *s;
        double value;
        assert_int_equal(eg_series_read(*state, path, &options[i], &s), EG_OK);
        assert_int_equal(s->count, 451);
        assert_true(s->times[450] == 22.5 && s->values[450] == 1.0451e-3);
        assert_int_equal(eg_series_value(s, 0.05, &value), EG_OK);
        assert_true(value == -1.89122e-06);
        assert_int_equal(eg_series_value(s, 23, &value), EG_INPUT);
        eg_series_destroy(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(texts_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_rows_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(locale_does_not_matter, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_files_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unreadable_files_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(values_are_interpolated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(asking_outside_is_an_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_can_be_held, set_up, tear_down),
        cmocka_unit_test_setup_teardown(measured_wave_is_read_as_it_is, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
