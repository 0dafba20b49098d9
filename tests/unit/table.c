/* Tables: columns, headers, what is no number, what is cut short, and the units in names. */
#include "snapshot_common.h"

#include "io/table/table.h"

static eg_table *read_text(test *t, const char *text)
{
    eg_table *table = NULL;
    OK(eg_file_write(t->context, path_of(t, 0, "a.csv"), text, (int64_t)strlen(text)));
    OK(eg_table_read(t->context, t->path[0], &table));
    return table;
}

static void all_columns_are_read(void **state)
{
    test *t = *state;
    eg_table *table = read_text(t, "# by hand\ntime_s,a b,c\n0,1,x\n\n1,nan,3\n2,5,4\n3,6");
    assert_int_equal(table->columns, 3);
    assert_int_equal(table->rows, 3);
    assert_true(table->has_header && table->is_cut);
    assert_string_equal(table->name[1], "a b");
    assert_true(table->values[2 * 3 + 2] == 4 && isnan(table->values[2]));
    eg_column time = eg_table_column(table, 0), c = eg_table_column(table, 2);
    assert_true(time.is_ascending && time.low == 0 && time.high == 2);
    assert_true(!c.is_ascending && c.numbers == 2 && c.low == 3);
    eg_table_destroy(&table);
    table = read_text(t, "0  1.5 -2\n10 2   3\n");
    assert_int_equal(table->columns, 3);
    assert_int_equal(table->rows, 2);
    assert_false(table->has_header || table->is_cut);
    assert_string_equal(table->name[2], "column 3");
    assert_true(table->values[1] == 1.5 && table->values[2] == -2);
    eg_table_destroy(&table);
    table = read_text(t, "time_s;a\n"); /* of a run that has just begun */
    assert_int_equal(table->rows, 0);
    assert_int_equal(eg_table_column(table, 1).numbers, 0);
    eg_table_destroy(&table);
    table = read_text(t, "name,\"a \"\"b\"\"\",c\n\"[5,5]\",\"1.5\",2\n"); /* as this program writes them */
    assert_int_equal(table->columns, 3);
    assert_string_equal(table->name[1], "a \"b\"");
    assert_true(isnan(table->values[0]) && table->values[1] == 1.5 && table->values[2] == 2);
    eg_table_destroy(&table);
    table = read_text(t, "\"a;b\",c\n1,2\n");
    assert_int_equal(table->columns, 2);
    eg_table_destroy(&table);
    const char open[] = "a,b\n1,\"2\n";
    OK(eg_file_write(t->context, t->path[0], open, (int64_t)strlen(open)));
    FAILS(eg_table_read(t->context, t->path[0], &table), EG_INPUT,
          "a.csv:2: a quote (\") that is not closed in its line: \"2");
    const char ragged[] = "a,b\n1,2\n1,2,3\n", nothing[] = "# nothing\n";
    OK(eg_file_write(t->context, t->path[0], ragged, (int64_t)strlen(ragged)));
    FAILS(eg_table_read(t->context, t->path[0], &table), EG_INPUT,
          "a.csv:3: the row has 3 fields where line 1 has 2");
    OK(eg_file_write(t->context, t->path[0], nothing, (int64_t)strlen(nothing)));
    FAILS(eg_table_read(t->context, t->path[0], &table), EG_INPUT, "holds no line of a table");
    assert_null(table);
}

static void units_stand_at_the_end_of_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *unit;
        int64_t length;
    } cases[] = {{"g_velocity_x_m_per_s", "m/s", 12},
                 {"volume_m3", "m3", 6},
                 {"time_s", "s", 4},
                 {"energy_J_per_m", "J/m", 6},
                 {"u_l2", "", 4},
                 {"m", "", 1},
                 {"mass_error", "", 10},
                 {"a_per_s", "s", 5},
                 {"", "", 0}};
    for (int i = 0; i < COUNT(cases); i++) {
        char unit[32];
        assert_int_equal(eg_column_unit(cases[i].name, unit), cases[i].length);
        assert_string_equal(unit, cases[i].unit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(all_columns_are_read), TEST(units_stand_at_the_end_of_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
