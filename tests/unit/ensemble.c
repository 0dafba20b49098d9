/* Members of ensembles: values drawn from distributions, against exact quantiles and values; lists; tables with
 * every error; series; devices; each allocation may fail. */
#include "snapshot_common.h"

#include <math.h>

#include "failing.h"
#include "tools/ensemble/ensemble.h"

/* ---- distributions */

static double quantile(const char *text, double p)
{
    ensemble_distribution d;
    const char *end, *why;
    assert_true(ensemble_distribution_read(text, &d, &end, &why));
    assert_int_equal(*end, 0);
    return ensemble_quantile(&d, p);
}

static void is_near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-15 * fabs(wanted)))
        fail_msg("%.17g, not %.17g", value, wanted);
}

/* The normal ones are those of the inverse error function with 40 digits. */
static void quantiles_are_exact(void **state)
{
    static const double normal[][2] = {{1e-10, -6.3613409024040562047}, {0.001, -3.0902323061678135415},
                                       {0.025, -1.9599639845400542355}, {0.0749, -1.4402382675279636232},
                                       {0.3, -0.52440051270804078404},  {0.5, 0},
                                       {0.6, 0.2533471031357997988},    {0.75, 0.67448975019608174320}};
    (void)state;
    for (int i = 0; i < COUNT(normal); i++) {
        is_near(quantile("normal(0, 1)", normal[i][0]), normal[i][1]);
        is_near(quantile("normal( 30,2 )", normal[i][0]), 30 + 2 * normal[i][1]);
        is_near(quantile("lognormal(0.03, 0.5)", normal[i][0]), 0.03 * exp(0.5 * normal[i][1]));
    }
    assert_true(quantile("uniform(-1, 3)", 0.25) == 0);
    assert_true(quantile("triangular(0, 1, 4)", 0.25) == 1);
    assert_true(quantile("triangular(0, 1, 4)", 0.0625) == 0.5);
    is_near(quantile("triangular(0, 1, 4)", 0.75), 4 - sqrt(3));
    assert_true(quantile("triangular(2, 2, 4)", 0.75) == 3);
    assert_true(quantile("triangular (2, 4, 4)", 0.25) == 3);
}

static void expect_no_distribution(const char *text, const char *wanted)
{
    ensemble_distribution d;
    const char *end, *why;
    assert_false(ensemble_distribution_read(text, &d, &end, &why));
    if (!strstr(why, wanted))
        fail_msg("%s: %s", text, why);
}

static void wrong_distributions_are_told(void **state)
{
    (void)state;
    expect_no_distribution("", "expected uniform(");
    expect_no_distribution("norm(0, 1)", "expected uniform(");
    expect_no_distribution("normal", "expected uniform(");
    expect_no_distribution("normal(0)", "DEVIATION above 0");
    expect_no_distribution("normal(0, 0)", "DEVIATION above 0");
    expect_no_distribution("normal(0, nan)", "DEVIATION above 0");
    expect_no_distribution("normal(0, 1, 2)", "DEVIATION above 0");
    expect_no_distribution("normal(0, 1", "DEVIATION above 0");
    expect_no_distribution("uniform(1, 1)", "LOW below HIGH");
    expect_no_distribution("uniform(-1e308, 1e308)", "LOW below HIGH");
    expect_no_distribution("uniform(1 s, 2 s)", "the unit stands behind the bracket");
    expect_no_distribution("uniform(1, 2 s)", "the unit stands behind the bracket");
    expect_no_distribution("lognormal(0, 1)", "above 0");
    expect_no_distribution("triangular(0, 5, 4)", "MODE between");
    expect_no_distribution("triangular(4, 4, 4)", "LOW below HIGH");
}

static void strata_are_a_latin_hypercube(void **state)
{
    enum { N = 1000 };
    static double p[N], other[N];
    static bool taken[N];
    int same = 0;
    (void)state;
    ensemble_strata("materials.all.manning", 1, N, p);
    for (int i = 0; i < N; i++) {
        int at = (int)floor(p[i] * N);
        assert_true(p[i] > 0 && p[i] < 1 && !taken[at]);
        taken[at] = true;
    }
    ensemble_strata("materials.all.manning", 2, N, other);
    for (int i = 0; i < N; i++)
        same += floor(p[i] * N) == floor(other[i] * N);
    assert_true(same < 10);
    ensemble_strata("initial.depth", 1, N, other); /* and without a line through both */
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (p[i] - 0.5) * (other[i] - 0.5);
    assert_true(fabs(12 * sum / N) < 0.1);
    ensemble_strata("x", 0, 1, p);
    assert_true(p[0] > 0 && p[0] < 1);
}

/* ---- members */

static const char small_case[] = "model: shallow-water\n"
                                 "mesh: {box: {size: [4 m, 1 m], cells: [4, 1]}}\n"
                                 "materials: {all: {elevation: 0, manning: 0.03}}\n"
                                 "initial: {depth: 1}\n"
                                 "boundaries: {left: wall, right: wall, bottom: wall, top: wall}\n"
                                 "time: {end: 1 s}\n"
                                 "output: {maxima: {}}\n"
                                 "exact: {depth: 1}\n";

/* An ensemble in the test's folder; the table may be NULL. */
static eg_status make(test *t, const char *table, eg_ensemble_options o, eg_ensemble **ensemble)
{
    char out[400];
    snprintf(out, sizeof out, "%s/out", t->folder);
    OK(eg_file_write(t->context, path_of(t, 0, "case.yaml"), small_case, sizeof small_case - 1));
    if (table)
        OK(eg_file_write(t->context, path_of(t, 1, "m.csv"), table, (int64_t)strlen(table)));
    o.size = sizeof o;
    o.case_file = t->path[0];
    o.output = out;
    o.table = table ? t->path[1] : NULL;
    o.device = o.device ? o.device : "host:1";
    return eg_ensemble_create(t->context, &o, ensemble);
}

static void expect_member(eg_ensemble *ensemble, int64_t i, const char *name, int settings,
                          const char *const *setting)
{
    eg_ensemble_member member;
    assert_int_equal(eg_ensemble_describe(ensemble, i, &member), EG_OK);
    assert_string_equal(member.name, name);
    assert_int_equal(member.setting_count, settings);
    for (int k = 0; k < settings; k++)
        assert_string_equal(member.settings[k], setting[k]);
    assert_int_equal(member.state, EG_MEMBER_NEW);
}
#define MEMBER(ensemble, i, name, ...)                                                                       \
    expect_member(ensemble, i, name, COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})

static void tables_are_read(void **state)
{
    test *t = *state;
    eg_ensemble *e;
    const char *const all[] = {"time.cfl=0.5"};
    OK(make(t,
            "\xEF\xBB\xBF# of a survey\r\n\r\nname, \"time.end\" ,weight,initial.velocity,title\r\n"
            "a b , 2 s,1,\"[0, 1]\",\"say \"\"so\"\"\"\r\nb,,0.5,,",
            (eg_ensemble_options){.settings = all, .setting_count = 1}, &e));
    assert_int_equal(eg_ensemble_count(e), 2);
    MEMBER(e, 0, "a b", "time.cfl=0.5", "time.end=2 s", "initial.velocity=[0, 1]", "title=say \"so\"");
    MEMBER(e, 1, "b", "time.cfl=0.5");
    assert_true(e->is_weighted && e->weight[1] == 0.5);
    eg_ensemble_destroy(&e);
    OK(make(t, "time.end;time.cfl\n1;0.5\n", (eg_ensemble_options){0}, &e));
    MEMBER(e, 0, "1", "time.end=1", "time.cfl=0.5");
    eg_ensemble_destroy(&e);
}

static void refuse_table(test *t, const char *table, eg_status status, const char *wanted)
{
    eg_ensemble *e = NULL;
    FAILS(make(t, table, (eg_ensemble_options){0}, &e), status, wanted);
    assert_null(e);
}

static void wrong_tables_are_told(void **state)
{
    test *t = *state;
    refuse_table(t, "", EG_INPUT, "m.csv: holds nothing");
    refuse_table(t, "name\n", EG_INPUT, "m.csv:1: the head alone");
    refuse_table(t, "name,,x\na,1,2\n", EG_INPUT, "m.csv:1:6: error: expected a key");
    refuse_table(t, "time.end,time.end\n1,2\n", EG_INPUT, "m.csv:1:10: error: the column 'time.end'");
    refuse_table(t, "weight,weight\n1,2\n", EG_INPUT, "m.csv:1:8: error: the column 'weight'");
    refuse_table(t, "name,time.end\na\n", EG_INPUT, "m.csv:2:2: error: the head has 2 fields");
    refuse_table(t, "name,time.end\na,1,2\n", EG_INPUT, "m.csv:2:5: error: the head has 2 fields");
    refuse_table(t, "name,time.end\na,\"1\n", EG_INPUT, "m.csv:2:3: error: a quote");
    refuse_table(t, "name,time.end\na/b,1\n", EG_INPUT, "m.csv:2:1: error: name: a name has no slash");
    refuse_table(t, "name,time.end\n.,1\n", EG_INPUT, "m.csv:2:1: error: name: a name does not begin");
    refuse_table(t, "name,time.end\n,1\n", EG_INPUT, "m.csv:2:1: error: name: a member needs");
    refuse_table(t, "name,time.end\na,1\nb,1\na,2\n", EG_INPUT, "m.csv:4: the name 'a' is that of line 2");
    refuse_table(t, "weight,time.end\nnan,1\n", EG_INPUT, "m.csv:2:1: error: weight: expected");
    refuse_table(t, "weight,time.end\n-1,1\n", EG_INPUT, "m.csv:2:1: error: weight: expected");
    refuse_table(t, "weight,time.end\n0,1\n0,1\n", EG_INPUT, "m.csv: the sum of the weights is 0");
    refuse_table(t, "weight,time.end\n1e308,1\n1e308,1\n", EG_INPUT, "m.csv: the sum of the weights is inf");
    refuse_table(t, "name,time.and\na,1\nb,1\n", EG_CASE,
                 "m.csv:1:6: error: unknown key 'and' in time; did you mean 'end'?");
    refuse_table(t, "name,time.end\na,0\nb,1\nc,-1\n", EG_CASE,
                 "m.csv:2:3: error: time.end: must be above 0");
    refuse_table(t, "name,time.end\na,0\nb,1\nc,-1\n", EG_CASE,
                 "m.csv:4:3: error: time.end: must be above 0");
}

static void refuse(test *t, eg_ensemble_options o, const char *wanted)
{
    eg_ensemble *e = NULL;
    FAILS(make(t, NULL, o, &e), EG_USAGE, wanted);
}
#define LIST(name, count, ...)                                                                               \
    .name = (const char *[]){__VA_ARGS__}, .count = COUNT(((const char *[]){__VA_ARGS__}))
#define REFUSE(wanted, ...) refuse(t, (eg_ensemble_options){__VA_ARGS__}, wanted)

static void wrong_options_are_told(void **state)
{
    test *t = *state;
    REFUSE("needs --settings TABLE", .seed = 1);
    REFUSE("--draw needs --members", LIST(draws, draw_count, "time.end=uniform(1, 2)"));
    REFUSE("--draw time.end: expected KEY=", LIST(draws, draw_count, "time.end"), .member_count = 2);
    REFUSE("have the key 'time.end' already",
           LIST(draws, draw_count, "time.end=uniform(1, 2)", "time.end=uniform(1, 2)"), .member_count = 2);
    REFUSE("a series needs two values", LIST(series, series_count, "time.end=1"));
    REFUSE("value 2 is empty", LIST(series, series_count, "time.end=1,,2"));
    REFUSE("has 3 values, the series before it has 2",
           LIST(series, series_count, "time.end=1,2", "time.cfl=0.1,0.2,0.3"));
    REFUSE("--exceed takes VARIABLE=", LIST(series, series_count, "time.end=1,2"),
           LIST(exceed, exceed_count, "depth"));
    REFUSE("found 'nan'", LIST(series, series_count, "time.end=1,2"),
           LIST(exceed, exceed_count, "depth=1,nan"));
    REFUSE("--exceed dept: of its largest values the case writes max_depth, max_level",
           LIST(series, series_count, "time.end=1,2"), LIST(exceed, exceed_count, "dept=1"));
    REFUSE("the level 1 of max_depth twice", LIST(series, series_count, "time.end=1,2"),
           LIST(exceed, exceed_count, "depth=1", "max_depth=1"));
    REFUSE("too many digits", LIST(series, series_count, "time.end=1,2"),
           LIST(exceed, exceed_count, "max_discharge=-1.2345678901234567e-300"));
    REFUSE("devices separated by commas", LIST(series, series_count, "time.end=1,2"), .device = "host,,host");
    REFUSE("--jobs is -1", LIST(series, series_count, "time.end=1,2"), .jobs = -1);
}

static void series_and_draws_make_members(void **state)
{
    test *t = *state;
    eg_ensemble *e;
    OK(make(t, NULL,
            (eg_ensemble_options){
                LIST(series, series_count, "mesh.box.cells=[4, 1] , [8, 2]", "initial.depth=max(x, 1),'2'"),
                LIST(exceed, exceed_count, "depth=0.5,-2", "max_speed=1e+20"), .jobs = 1000},
            &e));
    MEMBER(e, 1, "2", "mesh.box.cells=[8, 2]", "initial.depth='2'");
    MEMBER(e, 0, "1", "mesh.box.cells=[4, 1]", "initial.depth=max(x, 1)");
    assert_int_equal(eg_ensemble_jobs(e), 2);
    assert_string_equal(eg_ensemble_device(e, 1), "host:1");
    assert_string_equal(e->level[0].field.name, "max_depth_above_0_5");
    assert_string_equal(e->level[1].field.name, "max_depth_above_minus_2");
    assert_string_equal(e->level[2].field.name, "max_speed_above_1e20");
    eg_ensemble_destroy(&e);
    /* to the last bit, on every machine, whichever keys are drawn beside it */
    OK(make(t, NULL,
            (eg_ensemble_options){LIST(draws, draw_count, "time.end=lognormal(2, 0.5) s"), .member_count = 12,
                                  .seed = 7},
            &e));
    MEMBER(e, 2, "3", "time.end=1.6900313533775395 s");
    eg_ensemble_destroy(&e);
    OK(make(t, NULL,
            (eg_ensemble_options){
                LIST(draws, draw_count, "time.cfl=uniform(0.1, 0.2)", "time.end=lognormal(2, 0.5) s"),
                .member_count = 12, .seed = 7},
            &e));
    assert_string_equal(ensemble_value(e, 2, 1), "1.6900313533775395 s");
    eg_ensemble_destroy(&e);
}

static eg_status attempt(void *what)
{
    test *t = what;
    eg_ensemble *e = NULL;
    char *text = NULL;
    int code;
    eg_ensemble_options o = {.size = sizeof o,
                             .case_file = t->path[0],
                             .table = t->path[1],
                             .output = t->folder,
                             LIST(draws, draw_count, "time.end=uniform(1, 2)"),
                             LIST(exceed, exceed_count, "depth=1"),
                             .device = "host:1"};
    eg_status status = eg_ensemble_create(t->context, &o, &e);
    if (status == EG_OK)
        status = eg_ensemble_finish(e, &code, &text);
    assert_true(status != EG_OK || code == 75);
    eg_free(t->context, &text);
    if (e)
        eg_ensemble_destroy(&e);
    return status;
}

static void any_allocation_may_fail(void **state)
{
    test *t = *state;
    static const char table[] = "name,time.cfl\na,0.5\n";
    OK(eg_file_write(t->context, path_of(t, 0, "case.yaml"), small_case, sizeof small_case - 1));
    OK(eg_file_write(t->context, path_of(t, 1, "m.csv"), table, sizeof table - 1));
    OK(attempt(t)); /* the device keeps what it needs */
    assert_true(fail_each(t->context, attempt, t, 1) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_exact),
        cmocka_unit_test(wrong_distributions_are_told),
        cmocka_unit_test(strata_are_a_latin_hypercube),
        cmocka_unit_test_setup_teardown(tables_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_tables_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_options_are_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(series_and_draws_make_members, set_up, tear_down),
        cmocka_unit_test_setup_teardown(any_allocation_may_fail, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
