/* Stations of StationXML files: codes and places, epochs, what is wrong by line and value; the tangent
 * plane against distances along the ground. */
#include "snapshot_common.h"

#include <math.h>

#include "io/seismogram/stationxml.h"

static const double DEGREE = 3.14159265358979323846 / 180;

#ifdef EAGRE_EXPAT

static eg_status read_text(test *t, const char *text, eg_stationxml **stations)
{
    OK(eg_file_write(t->context, path_of(t, 0, "s.xml"), text, (int64_t)strlen(text)));
    return eg_stationxml_read(t->context, t->path[0], stations);
}

#define HEAD                                                                                                 \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<FDSNStationXML "                                           \
    "xmlns=\"http://www.fdsn.org/xml/station/1\" schemaVersion=\"1.1\">\n<Source>test</Source>\n"
#define PLACE(A, B, C)                                                                                       \
    "<Latitude>" A "</Latitude><Longitude unit=\"DEGREES\">" B "</Longitude><Elevation>" C "</Elevation>"
#define NETWORK(TEXT) "<Network code=\"CH\"><Description>all</Description>\n" TEXT "</Network>\n"
#define STATION(CODE, TEXT)                                                                                  \
    "<Station code=\"" CODE "\" startDate=\"2001-01-01T00:00:00\">" TEXT "</Station>\n"
#define TAIL "</FDSNStationXML>\n"

static void codes_and_places_are_read(void **state)
{
    test *t = *state;
    eg_stationxml *s;
    /* a channel has places of its own; a second epoch has moved; another network has the same code */
    OK(read_text(
        t,
        HEAD NETWORK(
            STATION("AIGLE",
                    PLACE(" 46.34 ", "6.95", "800.0") "<Channel code=\"HHZ\" locationCode=\"\">" PLACE(
                        "1", "2", "3") "<Depth>5</Depth></Channel>") STATION("BERN", PLACE("46", "7", "1e2"))
                STATION("AIGLE",
                        PLACE("46.35", "-6.95",
                              "-1.5"))) "<Network code=\"FR\">" STATION("BERN", PLACE("1", "2",
                                                                                      "3")) "</Network>" TAIL,
        &s));
    assert_int_equal(s->count, 3);
    assert_string_equal(s->station[0].network, "CH");
    assert_string_equal(s->station[0].code, "AIGLE");
    assert_true(fabs(s->station[0].latitude - 46.35 * DEGREE) < 1e-15);
    assert_true(fabs(s->station[0].longitude + 6.95 * DEGREE) < 1e-15);
    assert_true(s->station[0].elevation == -1.5 && s->station[1].elevation == 100);
    assert_string_equal(s->station[2].network, "FR");
    assert_int_equal(s->station[1].line, 6);
    eg_stationxml_destroy(&s);
    assert_null(s);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"", "s.xml:1: this is no XML, or it is cut short"},
        {"name,x\n", "s.xml:1: this is no XML, or it is cut short"},
        {HEAD NETWORK(STATION("A", PLACE("1", "2", "3"))), "s.xml:7: this is no XML, or it is cut short"},
        {"<quakeml></quakeml>", "s.xml:1: begins with <quakeml>, not with <FDSNStationXML>"},
        {HEAD TAIL, "s.xml: holds no station"},
        {HEAD NETWORK("") TAIL, "s.xml: holds no station"},
        {HEAD NETWORK(STATION("A", "<Latitude>1</Latitude><Elevation>1</Elevation>")) TAIL,
         "s.xml:5: station A has no Longitude"},
        {HEAD NETWORK(STATION("A", PLACE("91", "2", "3"))) TAIL,
         "s.xml:5: the Latitude '91' of station A is no number between -90 and 90"},
        {HEAD NETWORK(STATION("A", PLACE("1", "east", "3"))) TAIL, "the Longitude 'east' of station A"},
        {HEAD NETWORK(STATION("A", PLACE("1", "2", ""))) TAIL, "the Elevation '' of station A"},
        {HEAD NETWORK(STATION("A/B", PLACE("1", "2", "3"))) TAIL, "s.xml:5: the code 'A/B' of a station"},
        {HEAD NETWORK(STATION("LONGSTATION", PLACE("1", "2", "3"))) TAIL, "the code 'LONGSTATION'"},
        {HEAD "<Network>" STATION("A", PLACE("1", "2", "3")) "</Network>" TAIL,
         "s.xml:4: the code '' of a network"},
        {"<!DOCTYPE a [<!ENTITY e SYSTEM \"/etc/passwd\">]>\n<FDSNStationXML>" NETWORK(
             STATION("A", PLACE("&e;", "2", "3"))) TAIL,
         "the Latitude '' of station A"}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_stationxml *s;
        FAILS(read_text(t, cases[i].text, &s), EG_INPUT, cases[i].message);
        assert_null(s);
        assert_int_equal(eg_context_blocks_held(t->context), 0);
    }
}

#endif

/* Along a meridian and the equator; against the arc of the ellipsoid, whose radii of curvature at the
 * equator are a (1 - e2) and a. */
static void the_plane_touches_the_ellipsoid(void **state)
{
    (void)state;
    const double a = 6378137, e2 = 6.69437999014e-3, origin[2] = {0, 0};
    double found[2];
    for (int i = -3; i <= 3; i++) {
        double angle = i * 0.3 * DEGREE; /* up to 100 km */
        eg_tangent_plane(origin, (double[]){0, angle}, found);
        assert_true(fabs(found[0] - a * sin(angle)) <= 1e-8 && fabs(found[1]) <= 1e-8);
        eg_tangent_plane(origin, (double[]){angle, 0}, found);
        assert_true(fabs(found[0]) <= 1e-8);
        double arc = a * (1 - e2) * angle, error = found[1] - arc;
        assert_true(fabs(error) <= 4.5 && error * angle <= 0);
    }
    /* 10 km to the north-east at 46 degrees: 4 mm */
    const double bern[2] = {46 * DEGREE, 7 * DEGREE};
    double s = sin(bern[0]), w = sqrt(1 - e2 * s * s), meridian = a * (1 - e2) / (w * w * w),
           across = a / w * cos(bern[0]);
    eg_tangent_plane(bern, (double[]){bern[0] + 7071.0678 / meridian, bern[1] + 7071.0678 / across}, found);
    assert_true(fabs(found[0] - 7071.0678) < 10 && fabs(found[1] - 7071.0678) < 10);
    eg_tangent_plane(bern, (double[]){bern[0] + 1e4 / meridian, bern[1]}, found);
    assert_true(fabs(found[0]) < 1e-8 && fabs(found[1] - 1e4) < 0.1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
#ifdef EAGRE_EXPAT
        TEST(codes_and_places_are_read),
        TEST(what_is_wrong_is_told),
#endif
        TEST(the_plane_touches_the_ellipsoid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
