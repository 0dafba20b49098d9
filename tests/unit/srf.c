/* SRF files: both versions, what a point has, and what is refused in which words. */
#include "snapshot_common.h"

#include <math.h>

#include "io/seismogram/srf.h"

#define ONE                                                                                                  \
    "1.0\nPLANE 1\n 7.1 46.2 1 1 2.0 2.0\n 30 60 1.0 0.0 1.0\nPOINTS 1\n"                                    \
    "7.1 46.2 2.5 30 60 4e8 0.5 0.1\n90 12 3 0 0 0 0\n 0.0 40\n80.0\n"
#define TWO                                                                                                  \
    "# of a program\n2.0\nPOINTS 1\n7 46 1 0 90 1e8 0 0.1 320000 2.7\n# a comment\n0 1 2 2 1 0 0\n1 2 3\n"   \
    "POINTS 1\n8 47 2 10 80 2e8 1 0.2 -1 -1\n-10 0 0 0 0 0 0\n"

static const double DEGREE = 3.14159265358979323846 / 180;

static eg_status read_text(test *t, const char *text, eg_srf **srf)
{
    OK(eg_file_write(t->context, path_of(t, 0, "SRF"), text, (int64_t)strlen(text)));
    return eg_srf_read(t->context, t->path[0], srf);
}

static void points_are_read(void **state)
{
    test *t = *state;
    eg_srf *s;
    OK(read_text(t, ONE, &s));
    const eg_srf_point *p = s->point;
    assert_true(s->count == 1 && s->rates == 3 && p->line == 6);
    assert_true(p->longitude == 7.1 * DEGREE && p->latitude == 46.2 * DEGREE && p->depth == 2500);
    assert_true(p->strike == 30 * DEGREE && p->dip == 60 * DEGREE && p->rake == 90 * DEGREE);
    assert_true(fabs(p->area - 4e4) < 1e-9 && p->onset == 0.5 && p->dt == 0.1 && p->rigidity == 0);
    assert_true(p->count[0] == 3 && p->count[1] == 0 && s->rate[1] == 0.4 && s->rate[2] == 0.8);
    eg_srf_destroy(&s);
    assert_null(s);
    OK(read_text(t, TWO, &s));
    p = s->point;
    assert_true(s->count == 2 && p[0].count[0] == 2 && p[0].first[1] == 2 && p[0].count[1] == 1);
    assert_true(fabs(p[0].rigidity - 2700.0 * 3200 * 3200) < 1e-3 && p[1].rigidity == 0 &&
                p[1].count[0] == 0);
    assert_true(s->rate[2] == 0.03 && p[1].rake == -10 * DEGREE);
    eg_srf_destroy(&s);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const struct {
        const char *text, *message;
    } cases[] = {{"", "SRF: the file ends where the version has to come"},
                 {"3.0\n", "SRF:1: the version is 3; SRF 1.0 and 2.0 are read"},
                 {"PLANE 1\n", "SRF:1: the version is 'PLANE', no number"},
                 {"1.0\n", "SRF: has no points"},
                 {"1.0\nPOINTS 0\n", "SRF: has no points"},
                 {"1.0\nPLANE 1\n1 2 3\nPOINTS 1\n", "SRF:4: a number of a PLANE is 'POINTS', no number"},
                 {"1.0\nPOINT 1\n", "SRF:2: 'POINT' stands where PLANE or POINTS has to come"},
                 {"1.0\nPOINTS 1.5\n", "SRF:2: the number of POINTS is 1.5, no whole number"},
                 {"1.0\nPOINTS 1\n7 91", "SRF:3: LAT is '91', no number between -90 and 90"},
                 {"1.0\nPOINTS 1\n7 46 2500", "SRF:3: DEP (km) is '2500', no number between -10 and 1000"},
                 {"1.0\nPOINTS 1\n7 46 2 30 100", "SRF:3: DIP is '100', no number between 0 and 90"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0\n", "SRF:3: DT (s) is '0', no number"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 3 0 0 5 1\n1 2 3 4\n",
                  "SRF:4: SLIP3 is 5 cm: a fault that opens is not taken"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 1 0 0 0 2\n1 0 4\n",
                  "SRF:5: SLIP3 is 0, and rate 2 of its NT3 is 4 cm/s: a fault that opens"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 3 0 0 0 0\n1 2\n",
                  "SRF:5: the file ends where a slip rate (cm/s) has to come"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 3 0 0 0 0\n1 2 x\n",
                  "SRF:5: a slip rate (cm/s) is 'x'"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 300 0 0 0 0\n1 2\n",
                  "SRF:4: 300 slip rates are more than the rest of the file holds"},
                 {"1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 2 0 0 0 0\n1 2 3\n",
                  "SRF:5: '3' stands where PLANE or POINTS has to come: the points before it have fewer "
                  "numbers than"}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_srf *s;
        FAILS(read_text(t, cases[i].text, &s), EG_INPUT, cases[i].message);
        assert_null(s);
    }
    eg_srf *s;
    FAILS(eg_srf_read(t->context, path_of(t, 0, "nowhere"), &s), EG_INPUT, "nowhere");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(points_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
