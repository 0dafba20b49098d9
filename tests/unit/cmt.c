/* CMTSOLUTION files: numbers in SI and axes that are turned, several records, what is wrong by line and
 * value, files that end anywhere. */
#include "snapshot_common.h"

#include <math.h>

#include "io/seismogram/cmt.h"

#define HEADER " PDE  1994  6  9  0 33 16.40 -13.8300  -67.5600 637.0 6.9 6.8 NORTHERN BOLIVIA\n"
#define NAMES "event name:       060994A\n"
#define TIMES "time shift:     29.0000\nhalf duration:  20.0000\n"
#define PLACE "latitude:      -13.8200\nlongitude:     -67.2500\ndepth:         647.1000\n"
#define DIAGONAL "Mrr:      -7.590000e+27\nMtt:       7.750000e+27\nMpp:      -1.600000e+26\n"
#define SHEAR "Mrt:      -2.503000e+28\nMrp:       4.200000e+26\nMtp:      -2.480000e+27\n"
#define BOLIVIA HEADER NAMES TIMES PLACE DIAGONAL SHEAR

static const double DEGREE = 3.14159265358979323846 / 180;

static eg_status read_text(test *t, const char *text, eg_cmt **cmt)
{
    OK(eg_file_write(t->context, path_of(t, 0, "CMT"), text, (int64_t)strlen(text)));
    return eg_cmt_read(t->context, t->path[0], cmt);
}

static void records_are_read(void **state)
{
    test *t = *state;
    eg_cmt *c;
    OK(read_text(t, BOLIVIA "\n\r\n" HEADER NAMES "TIME SHIFT:0\r\nHalf Duration: 0.5\n" PLACE DIAGONAL SHEAR,
                 &c));
    assert_int_equal(c->count, 2);
    const eg_cmt_point *p = c->point;
    assert_true(p[0].line == 1 && p[1].line == 16 && p[1].shift == 0 && p[1].half_duration == 0.5);
    assert_true(p[0].magnitude == 6.9 && !c->newton_metres);
    assert_true(p[0].shift == 29 && p[0].half_duration == 20 && p[0].depth == 647100);
    assert_true(p[0].latitude == -13.82 * DEGREE && p[0].longitude == -67.25 * DEGREE);
    /* r up, t south, p east, to east, north, up */
    const double moment[EG_MOMENTS] = {-1.6e19, 7.75e20, -7.59e20, 2.48e20, 2.503e21, 4.2e19};
    for (int k = 0; k < EG_MOMENTS; k++)
        assert_true(fabs(p[0].moment[k] - moment[k]) <= 1e-15 * fabs(moment[k]));
    eg_cmt_destroy(&c);
    assert_null(c);
}

/* The catalogue's fault plane of that earthquake, in whole degrees, has its tensor. */
static void the_tensor_is_that_of_the_fault_plane(void **state)
{
    test *t = *state;
    eg_cmt *c;
    double plane[EG_MOMENTS];
    OK(read_text(t, BOLIVIA, &c));
    eg_moment_double_couple(302 * DEGREE, 10 * DEGREE, -60 * DEGREE, 2.63e21, plane);
    for (int k = 0; k < EG_MOMENTS; k++)
        assert_true(fabs(c->point[0].moment[k] - plane[k]) < 0.015 * 2.63e21 * sqrt(2));
    eg_cmt_destroy(&c);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"", "CMT: is empty: this is no CMTSOLUTION"},
        {"\n \n", "CMT: is empty"},
        {HEADER, "CMT:1: the file ends before 'event name'"},
        {HEADER NAMES TIMES PLACE DIAGONAL, "CMT:10: the file ends before 'Mrt' of a CMTSOLUTION's record"},
        {"<?xml version=\"1.0\"?>\n<quakeml>\n",
         "CMT:2: '<quakeml>' is not the line 'event name: VALUE' that comes here in a CMTSOLUTION"},
        {NAMES TIMES, "CMT:2: 'time shift:     29.0000' is not the line 'event name: VALUE'"},
        {HEADER NAMES "half duration: 1\n", "CMT:3: 'half duration: 1' is not the line 'time shift: VALUE'"},
        {HEADER NAMES "time shift 1\n", "CMT:3: 'time shift 1' is not the line 'time shift: VALUE'"},
        {HEADER NAMES "time shift: soon\n",
         "CMT:3: time shift: 'soon' is no number between -100000 and 100000"},
        {HEADER NAMES "time shift: 1 2\n", "CMT:3: time shift: '1 2' is no number"},
        {HEADER NAMES "time shift:\n", "CMT:3: time shift: '' is no number"},
        {HEADER NAMES "time shift: 0\nhalf duration: -1\n",
         "CMT:4: half duration: '-1' is no number between 0 and 10000"},
        {HEADER NAMES TIMES "latitude: 91\n", "CMT:5: latitude: '91' is no number between -90 and 90"},
        {HEADER NAMES TIMES "latorUTM: 60000\n",
         "CMT:5: 'latorUTM: 60000' is not the line 'latitude: VALUE'"},
        {HEADER NAMES TIMES "latitude: 1\nlongitude: nan\n", "CMT:6: longitude: 'nan' is no number"},
        {HEADER NAMES TIMES "latitude: 1\nlongitude: 2\ndepth: 15000\n",
         "CMT:7: depth: '15000' is no number between -10 and 1000; it is in km"},
        {HEADER NAMES TIMES PLACE "Mrr: 1e35\n", "CMT:8: Mrr: '1e35' is no number between -1e+34 and 1e+34"},
        {HEADER NAMES TIMES PLACE DIAGONAL "Mrt: 1\nMrp: 2\nMtp: 3", "CMT:13: "},
        {BOLIVIA HEADER, "CMT:14: the file ends before 'event name'"},
        {BOLIVIA "more\n", "CMT:14: 'more' is another time than 'PDE  1994  6  9  0 33' of the first record"},
        {BOLIVIA " PDE  1995  6  9  0 33 16.40 -13.8300  -67.5600 637.0 6.9 6.8 X\n" NAMES,
         "CMT:14: 'PDE  1995  6  9  0 33' is another time than"}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_cmt *c;
        FAILS(read_text(t, cases[i].text, &c), EG_INPUT, cases[i].message);
        assert_null(c);
    }
    eg_cmt *c;
    FAILS(eg_cmt_read(t->context, path_of(t, 0, "nowhere"), &c), EG_INPUT, "nowhere");
}

/* Each shorter file is refused, but for the one that lacks nothing. */
static void no_file_may_be_cut(void **state)
{
    test *t = *state;
    char text[] = BOLIVIA;
    for (size_t length = sizeof text - 2; length > 0; length--) {
        eg_cmt *c;
        text[length] = 0;
        assert_int_equal(read_text(t, text, &c), EG_INPUT);
        assert_null(c);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(records_are_read),
        TEST(the_tensor_is_that_of_the_fault_plane),
        TEST(what_is_wrong_is_told),
        TEST(no_file_may_be_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
