/* Sources of elastic waves in space, by keys, by a table and by files of earthquakes: places, forces, six components
 * of a moment, double couples by moment and magnitude, in the mesh's axes. */
#include "snapshot_common.h"

#include <math.h>

#include "run/models/waves/internal.h"

static const double DEGREE = 3.14159265358979323846 / 180;

static const eg_case_row density[] = {
    EG_CASE_MATERIAL_SPACE("density", EG_DIMENSION_DENSITY, .presence = EG_REQUIRED,
                           .sentence = "Density of the medium.", .example = "1000")};
static const eg_case_part own = EG_CASE_PART(density);
static const eg_case_part *const parts[] = {
    &eg_timed_keys,          &eg_space_keys,           &eg_explicit_keys,
    &eg_medium_keys,         &eg_linear_keys,          &own,
    &eg_space_source_keys,   &eg_waves_source_keys,    &eg_space_place_keys,
    &eg_waves_receiver_keys, &eg_waves_inventory_keys, &eg_waves_couple_keys,
    &eg_space_moment_keys,   &eg_space_force_keys,     NULL};
static const char rest[] =
    "model: elastic\n"
    "mesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}}\n"
    "materials: {all: {density: 1}}\n"
    "boundaries: {left: wall, right: wall, front: wall, back: wall, top: wall, bottom: wall}\n"
    "time: {end: 1}\n";

static const eg_output outputs[] = {{"velocity", 3, "m/s", "velocity of the medium", true, NULL}};
static const char *const state_names[] = {"velocity", NULL};
static eg_waves_kind waves = {.system = &eg_linear_elastic_space};
static const eg_model_kind model = {.keys = {.name = "elastic",
                                             .dimensions = 3,
                                             .parts = parts,
                                             .outputs = outputs,
                                             .output_count = 1,
                                             .state = state_names,
                                             .fields = "velocity",
                                             .picture = "velocity",
                                             .no_inflow = true},
                                    .waves = &waves};
static const eg_case_model *const models[] = {&model.keys, NULL};
static const eg_mesh mesh = {.dimension = 3, .box_low = {-9, -9, -9}, .box_high = {9, 9, 9}};

typedef struct space {
    eg_case *loaded;
    eg_setup setup;
    eg_waves_sources sources;
} space;

/* The status of a case with these sources. */
static eg_status open_sources(test *t, const char *sources, space *s)
{
    char text[2048];
    int length = snprintf(text, sizeof text, "%ssources: %s\n", rest, sources);
    *s = (space){0};
    EG_TRY(eg_case_parse(t->context, models, "case", t->folder, text, length, NULL, 0, &s->loaded));
    s->setup = (eg_setup){.context = t->context, .loaded = s->loaded, .kind = &model, .cells = &mesh};
    return eg_waves_open_sources(&s->setup, &s->sources);
}

static void close_sources(space *s)
{
    if (s->loaded)
        eg_waves_close_sources(&s->sources);
    eg_case_destroy(&s->loaded);
}

static void expect_weights(const eg_waves_source *source, const double *wanted, double near)
{
    const double material[] = {4, 2, 1, 0.5}; /* 1 / rho = 0.5 */
    double weights[EG_LINEAR_VARIABLES];
    eg_linear_source_weights(&eg_linear_elastic_space, source->kind, material, source->strength, weights);
    for (int v = 0; v < 9; v++)
        if (!(fabs(weights[v] - wanted[v]) <= near))
            fail_msg("variable %d: %.17g, not %.17g", v, weights[v], wanted[v]);
}

/* What a source adds to sxx, syy, szz, sxy, syz, sxz, vx, vy, vz. */
static void keys_give_six_components(void **state)
{
    test *t = *state;
    space s;
    OK(open_sources(t,
                    "{f: {at: [1, 2, 3], force: [1, 2, -3], time: \"t\"}, e: {at: [0, 0, 0], "
                    "explosion: 5, time: \"t\"}, "
                    "m: {at: [0, 0, 0], moment: [1, 2, 3, 4, 5, 6], time: \"t\"}, "
                    "q: {at: [0, 0, 0], double_couple: {strike: 0, dip: 45 deg, rake: 90 deg, "
                    "moment: 2}, time: \"t\"}, "
                    "n: {at: [0, 0, 0], double_couple: {strike: 0, dip: 90 deg, rake: 90 deg, "
                    "magnitude: -6, x_azimuth: 0, "
                    "vertical: down}, time: \"t\"}}",
                    &s));
    const eg_waves_source *source = s.sources.source;
    assert_int_equal(s.sources.count, 5);
    assert_true(source[0].place.x[0] == 1 && source[0].place.x[2] == 3 && source[0].smooth);
    expect_weights(&source[0], (const double[]){0, 0, 0, 0, 0, 0, 0.5, 1, -1.5}, 0);
    expect_weights(&source[1], (const double[]){-5, -5, -5, 0, 0, 0, 0, 0, 0}, 0);
    expect_weights(&source[2], (const double[]){-1, -2, -3, -4, -5, -6, 0, 0, 0}, 0);
    /* x east, z up: shortened along x, lifted */
    expect_weights(&source[3], (const double[]){2, 0, -2, 0, 0, 0, 0, 0, 0}, 5e-15);
    /* the east goes up: x north, y east, z down, so yz is negative; 10^0.1 N m */
    expect_weights(&source[4], (const double[]){0, 0, 0, 0, pow(10, 0.1), 0, 0, 0, 0}, 5e-15);
    close_sources(&s);
}

static void tables_give_the_same(void **state)
{
    test *t = *state;
    space s;
    const char text[] = "name,x,y,z,force_x,force_y,force_z,moment_xx,moment_yy,moment_zz,moment_"
                        "xy,moment_yz,moment_xz,"
                        "strike,dip,rake,magnitude,x_azimuth,vertical,function,rise\n"
                        "f,1,2,3,1,2,-3,,,,,,,,,,,,,brune,1\n"
                        "m,0,0,-1 km,,,,1,2,3,4,5,6,,,,,,,brune,1\n"
                        "n,0,0,0,,,,,,,,,,0,90,90,-6,0,down,brune,1\n"
                        "q,0,0,0,,,,,,,,,,0,45,90,-6,,,heaviside_rate,1\n";
    OK(eg_file_write(t->context, path_of(t, 0, "s.csv"), text, (int64_t)strlen(text)));
    OK(open_sources(t, "{table: s.csv}", &s));
    const eg_waves_source *source = s.sources.source;
    double moment = pow(10, 0.1);
    assert_int_equal(s.sources.count, 4);
    assert_true(source[1].place.x[2] == -1000 && source[3].function == 3);
    expect_weights(&source[0], (const double[]){0, 0, 0, 0, 0, 0, 0.5, 1, -1.5}, 0);
    expect_weights(&source[1], (const double[]){-1, -2, -3, -4, -5, -6, 0, 0, 0}, 0);
    expect_weights(&source[2], (const double[]){0, 0, 0, 0, moment, 0, 0, 0, 0}, 5e-15);
    expect_weights(&source[3], (const double[]){moment, 0, -moment, 0, 0, 0, 0, 0, 0}, 5e-15);
    close_sources(&s);
}

/* A record of a double couple, by the formulas of Aki and Richards in their axes, x north, y east, z down. */
static int write_record(char *text, size_t room, double degrees[3], double shift, double half_duration)
{
    double s = degrees[0] * DEGREE, d = degrees[1] * DEGREE, r = degrees[2] * DEGREE, m = 3e25;
    double xx = -m * (sin(d) * cos(r) * sin(2 * s) + sin(2 * d) * sin(r) * sin(s) * sin(s));
    double xy = m * (sin(d) * cos(r) * cos(2 * s) + sin(2 * d) * sin(r) * sin(2 * s) / 2);
    double xz = -m * (cos(d) * cos(r) * cos(s) + cos(2 * d) * sin(r) * sin(s));
    double yy = m * (sin(d) * cos(r) * sin(2 * s) - sin(2 * d) * sin(r) * cos(s) * cos(s));
    double yz = -m * (cos(d) * cos(r) * sin(s) - cos(2 * d) * sin(r) * cos(s));
    double zz = m * sin(2 * d) * sin(r);
    return snprintf(text, room,
                    " PDEW 2020 1 2 3 4 5.60 46.1 7.2 5.0 4.9 4.8 SOMEWHERE\nevent name: B\ntime shift: %g\n"
                    "half duration: %g\nlatitude: 46.05\nlongitude: 7.1\ndepth: 4\nMrr: %.17e\nMtt: %.17e\n"
                    "Mpp: %.17e\nMrt: %.17e\nMrp: %.17e\nMtp: %.17e\n",
                    shift, half_duration, zz, xx, yy, xz, -yz, -xy);
}

/* Moments of a file and of the fault planes that it was made of, in a mesh that is turned by 60 degrees. */
static void cmt_gives_the_same_as_fault_planes(void **state)
{
    test *t = *state;
    space s;
    char text[2000];
    double planes[2][3] = {{30, 40, 70}, {302, 10, -60}}, wanted[2], found[3];
    const double origin[] = {46 * DEGREE, 7 * DEGREE}, place[] = {46.05 * DEGREE, 7.1 * DEGREE};
    int length = write_record(text, sizeof text, planes[0], 5, 3);
    length += write_record(text + length, sizeof text - (size_t)length, planes[1], 2, 1);
    OK(eg_file_write(t->context, path_of(t, 0, "CMTSOLUTION"), text, length));
    OK(open_sources(t,
                    "{cmt: {file: CMTSOLUTION, x_azimuth: 60 deg, delay: 8, "
                    "origin: {latitude: 46 deg, longitude: 7 deg, elevation: 500}}, "
                    "a: {at: [0, 0, 0], double_couple: {strike: 30 deg, dip: 40 deg, rake: 70 deg, "
                    "x_azimuth: 60 deg, moment: 3e18}, time: \"t\"}, "
                    "b: {at: [0, 0, 0], double_couple: {strike: 302 deg, dip: 10 deg, rake: -60 deg, "
                    "x_azimuth: 60 deg, moment: 3e18}, time: \"t\"}}",
                    &s));
    assert_int_equal(s.sources.count, 4);
    eg_tangent_plane(origin, place, wanted);
    found[0] = wanted[0] * sin(60 * DEGREE) + wanted[1] * cos(60 * DEGREE);
    found[1] = wanted[1] * sin(60 * DEGREE) - wanted[0] * cos(60 * DEGREE);
    for (int i = 0; i < 2; i++) {
        const eg_waves_source *plane = &s.sources.source[i], *file = &s.sources.source[2 + i];
        const eg_source_time *function = &s.sources.function[file->function];
        double half_duration = i == 0 ? 3 : 1, area = function->sigma * sqrt(2 * 180 * DEGREE);
        assert_int_equal(file->kind, EG_LINEAR_SOURCE_MOMENT);
        for (int k = 0; k < 6; k++)
            if (!(fabs(file->strength[k] * area - plane->strength[k]) <= 3e18 * 1e-14))
                fail_msg("%d: %.17g, not %.17g", k, file->strength[k] * area, plane->strength[k]);
        assert_true(fabs(file->place.x[0] - found[0]) < 1e-8 && fabs(file->place.x[1] - found[1]) < 1e-8);
        assert_true(file->place.x[2] == -4500 && file->smooth);
        assert_true(function->kind == EG_SOURCE_GAUSSIAN && function->time == (i == 0 ? 11 : 8));
        /* half the peak of SPECFEM's exp(-(1.628 t / half duration)^2) */
        double half = half_duration / 1.628 * sqrt(log(2));
        assert_true(fabs(eg_source_time_value(function, function->time + half) - 0.5) < 1e-14);
    }
    close_sources(&s);
}

/* Without a delay the last one to begin its Gaussian does so at 6 sigma; one half duration for all. */
static void cmt_begins_smoothly(void **state)
{
    test *t = *state;
    space s;
    char text[2000];
    double plane[3] = {0, 45, 90}, sigma = 2 / (1.628 * sqrt(2));
    int length = write_record(text, sizeof text, plane, 1.5, 0);
    length += write_record(text + length, sizeof text - (size_t)length, plane, -0.5, 0);
    OK(eg_file_write(t->context, path_of(t, 0, "c"), text, length));
    OK(open_sources(t, "{cmt: {file: c, half_duration: 2, origin: {latitude: 46 deg, longitude: 7 deg}}}",
                    &s));
    const eg_source_time *function = s.sources.function;
    assert_true(fabs(function[1].time - 6 * sigma) < 1e-14 && fabs(function[0].time - 6 * sigma - 2) < 1e-14);
    assert_true(fabs(function[0].sigma - sigma) < 1e-15);
    close_sources(&s);
    FAILS(open_sources(t, "{cmt: {file: c, origin: {latitude: 46 deg, longitude: 7 deg}}}", &s), EG_INPUT,
          "c:1: the half duration of this record is 0 s");
    close_sources(&s);
    FAILS(open_sources(t,
                       "{cmt: {file: c, half_duration: 2, delay: 1, origin: {latitude: 46 deg, longitude: 7 "
                       "deg}}}",
                       &s),
          EG_CASE, "c:14: the time function is cut off");
    close_sources(&s);
}

/* Slip along and across the rake, of two points: double couples of rigidity times area, with the rates as they are,
 * so that their integral is the sum of rates times dt. */
static void srf_gives_the_same_as_fault_planes(void **state)
{
    test *t = *state;
    space s;
    const char text[] =
        "2.0\nPOINTS 3\n7.1 46.05 4 30 40 4e10 0.5 0.1 300000 2.5\n70 12 3 0 0 0 0\n20 40 80\n"
        "7 46 3 302 10 1e10 0 0.2 0 0\n-60 4 1 8 2 0 0\n0\n10 20\n7 46 3 0 90 1e10 0 1 0 0\n0 0 0 0 0 0 0\n";
    OK(eg_file_write(t->context, path_of(t, 0, "r.srf"), text, (int64_t)strlen(text)));
    OK(open_sources(t,
                    "{srf: {file: r.srf, x_azimuth: 60 deg, delay: 3, rigidity: 2e10, "
                    "origin: {latitude: 46 deg, longitude: 7 deg, elevation: 500}}, "
                    "a: {at: [0, 0, 0], double_couple: {strike: 30 deg, dip: 40 deg, rake: 70 deg, "
                    "x_azimuth: 60 deg, moment: 8e16}, time: \"t\"}, "
                    "b: {at: [0, 0, 0], double_couple: {strike: 302 deg, dip: 10 deg, rake: 30 deg, "
                    "x_azimuth: 60 deg, moment: 2e16}, time: \"t\"}}",
                    &s));
    assert_int_equal(s.sources.count, 4);
    for (int i = 0; i < 2; i++) {
        const eg_waves_source *plane = &s.sources.source[i], *file = &s.sources.source[2 + i];
        for (int k = 0; k < 6; k++)
            assert_true(fabs(file->strength[k] - plane->strength[k]) <= 8e16 * 1e-14);
        assert_true(file->smooth && file->kind == EG_LINEAR_SOURCE_MOMENT && file->place.line == 3 + 3 * i);
        assert_true(file->place.x[2] == (i == 0 ? -4500 : -3500));
    }
    const eg_source_time *function = s.sources.function;
    double moments[1];
    assert_true(fabs(eg_source_time_value(&function[0], 3.6) - 0.4) < 1e-12);
    assert_true(fabs(eg_source_time_value(&function[0], 3.65) - 0.6) < 1e-12);
    eg_source_time_integral(&function[0], 0, 10, 0, moments);
    assert_true(fabs(moments[0] - 0.14) < 1e-12);
    assert_true(fabs(eg_source_time_value(&function[1], 3.2) - 0.2) < 1e-12);
    close_sources(&s);
    FAILS(open_sources(t, "{srf: {file: r.srf, origin: {latitude: 46 deg, longitude: 7 deg}}}", &s), EG_INPUT,
          "r.srf:6: this point has no VS and DEN, as version 2.0 has, that tell its rigidity; give "
          "sources.srf.rigidity");
    close_sources(&s);
}

#ifdef EAGRE_EXPAT
/* An event's tensor is a record of a CMTSOLUTION. */
static void quakeml_gives_the_same_as_cmt(void **state)
{
    test *t = *state;
    space s;
    const char
        text[] = "<q><quakeml/></q>",
        event[] =
            "<quakeml><eventParameters><event><origin><latitude><value>46.05</value></latitude><longitude>"
            "<value>7.1</value></longitude><depth><value>4000</value></depth></origin><focalMechanism>"
            "<momentTensor><tensor><Mrr><value>1e17</value></Mrr><Mtt><value>2e17</value></Mtt><Mpp>"
            "<value>3e17</value></Mpp><Mrt><value>4e17</value></Mrt><Mrp><value>5e17</value></Mrp><Mtp>"
            "<value>6e17</value></Mtp></tensor><sourceTimeFunction><duration>6</duration>"
            "</sourceTimeFunction></momentTensor></focalMechanism></event></eventParameters></quakeml>\n",
        record[] = " PDEW 2020 1 2 3 4 5.60 46.1 7.2 5.0 4.9 4.8 X\nevent name: B\ntime shift: 0\n"
                   "half duration: 3\nlatitude: 46.05\nlongitude: 7.1\ndepth: 4\nMrr: 1e24\nMtt: 2e24\n"
                   "Mpp: 3e24\nMrt: 4e24\nMrp: 5e24\nMtp: 6e24\n";
    OK(eg_file_write(t->context, path_of(t, 0, "e.xml"), event, (int64_t)strlen(event)));
    OK(eg_file_write(t->context, path_of(t, 1, "c"), record, (int64_t)strlen(record)));
    OK(open_sources(
        t,
        "{cmt: {file: c, x_azimuth: 60 deg, origin: {latitude: 46 deg, longitude: 7 deg, elevation: 500}}, "
        "quakeml: {file: e.xml, x_azimuth: 60 deg, "
        "origin: {latitude: 46 deg, longitude: 7 deg, elevation: 500}}}",
        &s));
    assert_int_equal(s.sources.count, 2);
    const eg_waves_source *a = &s.sources.source[0], *b = &s.sources.source[1];
    for (int k = 0; k < 6; k++)
        assert_true(fabs(a->strength[k] - b->strength[k]) <= 1e-15 * 6e17);
    assert_true(memcmp(a->place.x, b->place.x, sizeof a->place.x) == 0);
    assert_true(s.sources.function[0].sigma == s.sources.function[1].sigma);
    assert_true(s.sources.function[0].time == s.sources.function[1].time);
    close_sources(&s);
    OK(eg_file_write(t->context, t->path[0], text, (int64_t)strlen(text)));
    FAILS(open_sources(t, "{quakeml: {file: e.xml, origin: {latitude: 46 deg, longitude: 7 deg}}}", &s),
          EG_INPUT, "e.xml:1: begins with <q>, not with <quakeml>");
    close_sources(&s);
}
#endif

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const struct {
        const char *sources, *message;
    } cases[] = {
        {"{cmt: {file: c}}", "missing key 'origin' in sources.cmt"},
        {"{q: {at: [0, 0], explosion: 1, time: \"t\"}}", "sources.q.at: expected 3 values"},
        {"{q: {at: [0, 0, 0], moment: [1, 2, 3], time: \"t\"}}", "sources.q.moment: expected 6 values"},
        {"{q: {at: [0, 0, 0], double_couple: {strike: 0, dip: 0, rake: 0, moment: 1, magnitude: "
         "2}, time: \"t\"}}",
         "exactly one of the keys moment, magnitude"}};
    for (int i = 0; i < COUNT(cases); i++) {
        space s;
        FAILS(open_sources(t, cases[i].sources, &s), EG_CASE, cases[i].message);
        close_sources(&s);
    }
}

/* Lines, grids and tables of receivers have three coordinates. */
static void receivers_stand_in_space(void **state)
{
    test *t = *state;
    const char table[] = "name,x,y,z\nd,7,8,9\n";
    OK(eg_file_write(t->context, path_of(t, 0, "r.csv"), table, (int64_t)strlen(table)));
    const char *receivers = "output: {receivers: {interval: 1, at: {a: [1, 2, 3]}, table: r.csv, "
                            "lines: {l: {from: [0, 0, 0], to: [1, 2, 4], count: 5}}, "
                            "grids: {g: {from: [0, 0, -1], to: [1, 2, 5], count: [3, 2, 1]}}}}\n";
    char text[1024];
    int length = snprintf(text, sizeof text, "%s%s", rest, receivers);
    eg_case *loaded;
    eg_waves_stations list = {0};
    OK(eg_case_parse(t->context, models, "case", t->folder, text, length, NULL, 0, &loaded));
    const eg_setup setup = {.context = t->context, .loaded = loaded, .kind = &model, .cells = &mesh};
    OK(eg_waves_list_stations(&setup, eg_case_find(loaded, "output.receivers"), "receiver", &list));
    assert_int_equal(list.count, 1 + 5 + 6 + 1);
    const eg_waves_station *s = list.station;
    assert_string_equal(s[4].name, "l_4");
    assert_true(s[4].place.x[0] == 0.75 && s[4].place.x[1] == 1.5 && s[4].place.x[2] == 3);
    assert_string_equal(s[10].name, "g_2_2");
    assert_true(s[10].place.x[0] == 0.5 && s[10].place.x[1] == 2 && s[10].place.x[2] == -1);
    assert_true(s[12].place.x[2] == 9);
    eg_waves_free_stations(&list);
    eg_case_destroy(&loaded);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(keys_give_six_components),
        TEST(tables_give_the_same),
        TEST(cmt_gives_the_same_as_fault_planes),
        TEST(cmt_begins_smoothly),
        TEST(srf_gives_the_same_as_fault_planes),
#ifdef EAGRE_EXPAT
        TEST(quakeml_gives_the_same_as_cmt),
#endif
        TEST(what_is_wrong_is_told),
        TEST(receivers_stand_in_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
