/* QuakeML: which event, origin, mechanism and magnitude count, and what is refused in which words. */
#include "snapshot_common.h"

#include <math.h>

#include "io/seismogram/quakeml.h"

#ifdef EAGRE_EXPAT

#define HEAD                                                                                                 \
    "<?xml version=\"1.0\"?>\n<q:quakeml xmlns=\"http://quakeml.org/xmlns/bed/1.2\" "                        \
    "xmlns:q=\"http://quakeml.org/xmlns/quakeml/1.2\">\n<eventParameters publicID=\"smi:x/c\">\n"
#define TAIL "</eventParameters></q:quakeml>\n"
#define ORIGIN(ID, LATITUDE)                                                                                 \
    "<origin publicID=\"" ID "\"><latitude><value>" LATITUDE                                                 \
    "</value><uncertainty>9</uncertainty></latitude><longitude>\n <value> 7.5 </value></longitude><depth>"   \
    "<value>3500.0</value></depth></origin>\n"
#define TENSOR                                                                                               \
    "<tensor><Mrr><value>1e17</value></Mrr><Mtt><value>-3e16</value></Mtt><Mpp><value>-7e16</value></Mpp>"   \
    "<Mrt><value>2e16</value></Mrt><Mrp><value>-4e16</value></Mrp><Mtp><value>5e16</value></Mtp></tensor>"
#define TENSOR_MECHANISM(DERIVED)                                                                            \
    "<focalMechanism publicID=\"smi:f\"><momentTensor publicID=\"m\"><derivedOriginID>" DERIVED              \
    "</derivedOriginID>" TENSOR "<sourceTimeFunction><type>triangle</type><duration>1.5</duration>"          \
    "</sourceTimeFunction></momentTensor></focalMechanism>\n"
#define SCALAR(M)                                                                                            \
    "<focalMechanism><momentTensor><scalarMoment><value>" M "</value></scalarMoment>" TENSOR                 \
    "</momentTensor></focalMechanism>\n"
#define PLANE(N, ANGLES) "<nodalPlane" N ">" ANGLES "</nodalPlane" N ">"
#define ANGLES(S, D, R)                                                                                      \
    "<strike><value>" S "</value></strike><dip><value>" D "</value></dip><rake><value>" R "</value></rake>"
#define PLANES(PREFERRED, MORE)                                                                              \
    "<focalMechanism publicID=\"smi:p\"><nodalPlanes" PREFERRED ">" PLANE("1", ANGLES("30", "40", "70"))     \
        PLANE("2", ANGLES("236", "53", "106")) "</nodalPlanes>" MORE "</focalMechanism>\n"
#define MAGNITUDE(ID, M) "<magnitude publicID=\"" ID "\"><mag><value>" M "</value></mag></magnitude>\n"
#define EVENT(ID, INSIDE) "<event publicID=\"smi:x/" ID "\">" INSIDE "</event>\n"

static const double DEGREE = 3.14159265358979323846 / 180;

static eg_status read_event(test *t, const char *text, const char *event, eg_cmt **cmt)
{
    OK(eg_file_write(t->context, path_of(t, 0, "Q"), text, (int64_t)strlen(text)));
    return eg_quakeml_read(t->context, t->path[0], event, cmt);
}

static void has_moment(const eg_cmt *c, const double moment[EG_MOMENTS])
{
    for (int k = 0; k < EG_MOMENTS; k++)
        assert_true(fabs(c->point->moment[k] - moment[k]) <= 1e-14 * 1e17);
}

static void tensors_are_read(void **state)
{
    test *t = *state;
    eg_cmt *c;
    /* east, north, up from r up, t south, p east */
    const double moment[EG_MOMENTS] = {-7e16, -3e16, 1e17, -5e16, -2e16, -4e16};
    OK(read_event(t,
                  HEAD EVENT("a", "<preferredOriginID>smi:1</preferredOriginID>" ORIGIN("smi:1", "46")
                                      ORIGIN("smi:2", "47") TENSOR_MECHANISM("smi:2")) TAIL,
                  NULL, &c));
    assert_true(c->count == 1 && c->point->line == 6 && c->point->half_duration == 0.75 &&
                c->point->shift == 0);
    assert_true(c->point->latitude == 47 * DEGREE && c->point->longitude == 7.5 * DEGREE &&
                c->point->depth == 3500);
    has_moment(c, moment);
    eg_cmt_destroy(&c);
    /* the tensor's origin is not in the file: the preferred one; one of two events */
    OK(read_event(t,
                  HEAD EVENT("a", ORIGIN("smi:1", "11"))
                      EVENT("b", "<preferredOriginID>smi:4</preferredOriginID>" ORIGIN("smi:3", "46")
                                     ORIGIN("smi:4", "48") TENSOR_MECHANISM("smi:2")) TAIL,
                  "x/b", &c));
    assert_true(c->point->latitude == 48 * DEGREE);
    has_moment(c, moment);
    eg_cmt_destroy(&c);
    OK(read_event(t, HEAD EVENT("a", ORIGIN("1", "4") SCALAR("1.2e17")) TAIL, NULL, &c));
    has_moment(c, moment);
    eg_cmt_destroy(&c);
}

static void planes_are_read(void **state)
{
    test *t = *state;
    eg_cmt *c;
    double moment[EG_MOMENTS];
    OK(read_event(t, HEAD EVENT("a", ORIGIN("1", "46") PLANES("", "") MAGNITUDE("m", "5")) TAIL, NULL, &c));
    eg_moment_double_couple(30 * DEGREE, 40 * DEGREE, 70 * DEGREE, eg_moment_of_magnitude(5), moment);
    has_moment(c, moment);
    assert_true(c->point->half_duration == 0);
    eg_cmt_destroy(&c);
    OK(read_event(t,
                  HEAD EVENT("a", ORIGIN("1", "46")
                                      PLANES(" preferredPlane=\"2\"",
                                             "<momentTensor><scalarMoment><value>1e17</value></scalarMoment>"
                                             "</momentTensor>") MAGNITUDE("m", "9")) TAIL,
                  NULL, &c));
    eg_moment_double_couple(236 * DEGREE, 53 * DEGREE, 106 * DEGREE, 1e17, moment);
    has_moment(c, moment);
    eg_cmt_destroy(&c);
    OK(read_event(t,
                  HEAD EVENT("a", "<preferredFocalMechanismID>smi:p</preferredFocalMechanismID>"
                                  "<preferredMagnitudeID>n</preferredMagnitudeID>" ORIGIN("1", "46")
                                      TENSOR_MECHANISM("2") PLANES("", "") MAGNITUDE("m", "9")
                                          MAGNITUDE("n", "4")) TAIL,
                  NULL, &c));
    eg_moment_double_couple(30 * DEGREE, 40 * DEGREE, 70 * DEGREE, eg_moment_of_magnitude(4), moment);
    has_moment(c, moment);
    eg_cmt_destroy(&c);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    const struct {
        const char *text, *event, *message;
    } cases[] = {
        {"", NULL, "Q:1: this is no XML, or it is cut short"},
        {"<a/>", NULL, "Q:1: begins with <a>, not with <quakeml>: this is no QuakeML"},
        {HEAD TAIL, NULL, "Q: holds no event"},
        {HEAD EVENT("a", "") EVENT("b", "") TAIL, NULL,
         "Q: holds 2 events; choose one by its publicID in `event`, such as 'smi:x/a'"},
        {HEAD EVENT("a", "") TAIL, "z",
         "Q: 0 of its 1 events have a publicID that ends with 'z'; the first one of the file is 'smi:x/a'"},
        {HEAD EVENT("a", ORIGIN("1", "4")) TAIL, NULL,
         "Q:4: event 'smi:x/a' has no preferred focal mechanism, and not one alone"},
        {HEAD EVENT("a", PLANES("", "")) TAIL, NULL,
         "Q:4: event 'smi:x/a' has no preferred origin, and not one alone"},
        {HEAD EVENT("a", ORIGIN("1", "91") PLANES("", "")) TAIL, NULL,
         "Q:4: latitude/value is '91', no number between -90 and 90"},
        {HEAD EVENT("a", "<origin publicID=\"1\"><latitude><value>4</value></latitude></origin>" PLANES(
                             "", "")) TAIL,
         NULL, "has an origin without latitude, longitude or depth"},
        {HEAD EVENT("a", ORIGIN("1", "4") PLANES("", "")) TAIL, NULL,
         "has a nodal plane, but neither a scalar moment nor"},
        {HEAD EVENT("a", ORIGIN("1", "4") "<focalMechanism/>") TAIL, NULL,
         "has a focal mechanism with neither"},
        {HEAD EVENT(
             "a",
             ORIGIN("1", "4") "<focalMechanism><momentTensor><tensor><Mrr><value>1</value></Mrr></tensor>"
                              "</momentTensor></focalMechanism>") TAIL,
         NULL, "has a moment tensor that lacks some of its six components"},
        {HEAD EVENT("a", ORIGIN("1", "4") SCALAR("1e24")) TAIL, NULL,
         "scalarMoment is 1e+24 N m, and its tensor has 1.114e+17 N m: they contradict each other"},
        {HEAD EVENT("a", ORIGIN("1", "4") SCALAR("7e16")) TAIL, NULL, "they contradict each other"},
        {HEAD "<event>" ORIGIN("1", "4"), NULL, "this is no XML, or it is cut short"}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_cmt *c;
        FAILS(read_event(t, cases[i].text, cases[i].event, &c), EG_INPUT, cases[i].message);
        assert_null(c);
    }
    eg_cmt *c;
    FAILS(eg_quakeml_read(t->context, path_of(t, 0, "nowhere"), NULL, &c), EG_INPUT, "nowhere");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tensors_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(planes_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else

int main(void)
{
    return 77;
}

#endif
