/* Records: fields by the names of their columns, units, every error with its line, column and value. */
#include "snapshot_common.h"

#include <math.h>

#include "io/table/records.h"

static eg_status read_text(test *t, const char *text, eg_records **records)
{
    OK(eg_file_write(t->context, path_of(t, 0, "s.csv"), text, (int64_t)strlen(text)));
    return eg_records_read(t->context, t->path[0], "name x y strike network", "name x", records);
}

static void expect_real(const eg_records *r, int64_t row, const char *name, double wanted)
{
    double value = NAN;
    assert_int_equal(eg_records_real(r, row, name, EG_DIMENSION_LENGTH, &value), EG_OK);
    assert_true(value == wanted);
}

static void fields_are_found_by_name(void **state)
{
    test *t = *state;
    eg_records *r;
    double angle;
    OK(read_text(t,
                 "\xEF\xBB\xBF# of a survey\n\ny (km), name ,x,strike\r\n1.5,a,-3,90\n 2 m,b_1, 4 "
                 "km ,0.5 rad\n,c,1,\n",
                 &r));
    assert_int_equal(r->rows, 3);
    assert_int_equal(r->columns, 4);
    assert_int_equal(r->line[1], 5);
    assert_string_equal(eg_records_text(r, 1, "name"), "b_1");
    assert_string_equal(eg_records_text(r, 2, "y"), "");
    assert_string_equal(eg_records_text(r, 2, "network"), "");
    assert_int_equal(eg_records_column(r, "network"), -1);
    expect_real(r, 0, "y", 1500);
    expect_real(r, 1, "y", 2);
    expect_real(r, 0, "x", -3);
    expect_real(r, 1, "x", 4000);
    OK(eg_records_angle(r, 0, "strike", &angle));
    assert_true(fabs(angle - acos(0)) < 1e-15);
    OK(eg_records_angle(r, 1, "strike", &angle));
    assert_true(angle == 0.5);
    FAILS(eg_records_real(r, 2, "y", EG_DIMENSION_LENGTH, &angle), EG_INPUT,
          "s.csv:6: column 'y' has no value");
    FAILS(eg_records_angle(r, 2, "strike", &angle), EG_INPUT, "column 'strike' has no value");
    FAILS(eg_records_real(r, 0, "name", EG_DIMENSION_LENGTH, &angle), EG_INPUT,
          "s.csv:4: column 'name', 'a': ");
    FAILS(eg_records_real(r, 1, "strike", EG_DIMENSION_LENGTH, &angle), EG_INPUT,
          "s.csv:5: column 'strike', '0.5 rad': ");
    eg_records_destroy(&r);
    assert_null(r);
}

static void separators_are_found(void **state)
{
    test *t = *state;
    static const char *const texts[] = {"name;x\na;1\nb;2\n", "name\tx\na\t1\nb\t2\n",
                                        "name   x\na 1\n b\t  2 \n", "name,x(mm)\na,1000\nb,2e3\n"};
    for (int i = 0; i < COUNT(texts); i++) {
        eg_records *r;
        OK(read_text(t, texts[i], &r));
        assert_int_equal(r->rows, 2);
        expect_real(r, 1, "x", 2);
        assert_string_equal(eg_records_text(r, 1, "name"), "b");
        eg_records_destroy(&r);
    }
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"", "holds no line of a table; its header needs name x"},
        {"# nothing\n", "holds no line of a table"},
        {"name,x\n", "s.csv: has a header and no rows"},
        {"name,x", "s.csv:1: the last line, 'name,x', has no line end"},
        {"name,x\na,1", "s.csv:2: the last line, 'a,1', has no line end, so it may have been cut"},
        {"name,y\na,1\n", "s.csv:1: there is no column 'x'; the header needs name x"},
        {"name,x,netwerk\na,1,N\n", "s.csv:1: the column 'netwerk' is not known; did you mean "
                                    "'network'?; the columns are name"},
        {"name,x,x\na,1,2\n", "s.csv:1: the column 'x' is there twice"},
        {"name,x (furlong)\na,1\n", "the column 'x' ends with 'furlong', which is not a known unit"},
        {"name,x\na,1,2\n", "s.csv:2: the row 'a,1,2' has 3 fields where the header in line 1 has 2"},
        {"name,x\n\n# b\na\n", "s.csv:4: the row 'a' has 1 field where"},
        {"name,x\n\"a\",1\n", "s.csv:2: quotes are not read"},
        {"1,2\n3,4\n", "s.csv:1: the column '1' is not known"}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_records *r;
        FAILS(read_text(t, cases[i].text, &r), EG_INPUT, cases[i].message);
        assert_null(r);
    }
    eg_records *r;
    FAILS(eg_records_read(t->context, path_of(t, 1, "absent.csv"), "x", "x", &r), EG_INPUT, "absent.csv");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(fields_are_found_by_name),
        TEST(separators_are_found),
        TEST(what_is_wrong_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
