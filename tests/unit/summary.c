/* summary.json: the exact text, and back; null for what is no number; other files are refused. */
#include "snapshot_common.h"

#include <math.h>

#include "io/report/summary.h"

/* One of each name: the worst. */
static void add_verdict(test *t, eg_summary *s, eg_verdict verdict, bool expect_new)
{
    bool is_new;
    OK(eg_verdicts_put(t->context, &s->verdicts, &verdict, &is_new));
    assert_int_equal(is_new, expect_new);
}

static eg_summary example(test *t)
{
    eg_summary s = {.run_exit = EG_EXIT_LIMIT,
                    .steps = 1234,
                    .time = 0.1,
                    .ranks = 4,
                    .cells = 32000,
                    .unknowns = 96000,
                    .state_hash = 0x0123456789abcdefu,
                    .throughput = 4.5e7,
                    .throughput_unit = "cell updates/s",
                    .bandwidth_fraction = NAN,
                    .limiter = "copy bandwidth",
                    .snapshots = 7,
                    .output_waited_seconds = 0.25,
                    .has_residual = true,
                    .residual = 1e-9,
                    .wall_seconds = 12.5,
                    .seconds = {4, 8, 1, 2, 3.5, 0.25, 5, 0.75, 0.125},
                    .device = "host:2 a\tb",
                    .precision = "f64",
                    .compiler = "gcc 12.2 -O3",
                    .version = "0.1.0",
                    .case_hash = "feedc0de"};
    add_verdict(t, &s, (eg_verdict){"clipped", 1e-3, 1e-6, 0, {0}, 0.05, "less"}, true);
    add_verdict(t, &s, (eg_verdict){"extremes", NAN, 1, 2, {2, 3}, 0, "\"tracer\" left"}, true);
    add_verdict(t, &s, (eg_verdict){"clipped", 1e-2, 1e-6, 0, {0}, 0.1, "water was added"}, false);
    add_verdict(t, &s, (eg_verdict){"clipped", 1e-4, 1e-6, 0, {0}, 0.2, "less again"}, false);
    OK(eg_strdup(t->context, "mass_error 1e-3 is above its limit \"1e-12\"", &s.message));
    OK(eg_summary_add_error(t->context, &s, "depth", 1e-3, 2e-3, INFINITY));
    OK(eg_summary_add_error(t->context, &s, "velocity", 0.5, 1.0 / 3, 2));
    OK(eg_summary_add_balance(t->context, &s, "mass_error", -1e-15));
    return s;
}

static const char expected[] =
    "{\n"
    "  \"exit\": \"limit\",\n"
    "  \"message\": \"mass_error 1e-3 is above its limit \\\"1e-12\\\"\",\n"
    "  \"verdicts\": [\n"
    "    {\"name\": \"clipped\", \"value\": 0.01, \"bound\": 1e-06, \"place\": [], \"time\": 0.1, "
    "\"sentence\": \"water was added\"},\n"
    "    {\"name\": \"extremes\", \"value\": null, \"bound\": 1, \"place\": [2, 3], \"time\": 0, "
    "\"sentence\": \"\\\"tracer\\\" left\"}\n"
    "  ],\n"
    "  \"steps\": 1234,\n"
    "  \"time\": 0.1,\n"
    "  \"ranks\": 4,\n"
    "  \"cells\": 32000,\n"
    "  \"unknowns\": 96000,\n"
    "  \"state_hash\": \"0123456789abcdef\",\n"
    "  \"throughput\": {\"value\": 45000000, \"unit\": \"cell updates/s\"},\n"
    "  \"bandwidth_fraction\": null,\n"
    "  \"limiter\": \"copy bandwidth\",\n"
    "  \"errors\": {\n"
    "    \"depth\": {\"l1\": 0.001, \"l2\": 0.002, \"linf\": null},\n"
    "    \"velocity\": {\"l1\": 0.5, \"l2\": 0.3333333333333333, \"linf\": 2}\n"
    "  },\n"
    "  \"balance\": {\n"
    "    \"mass_error\": -1e-15\n"
    "  },\n"
    "  \"iterations\": 0,\n"
    "  \"residual\": 1e-09,\n"
    "  \"output\": {\"snapshots\": 7, \"waited_seconds\": 0.25},\n"
    "  \"wall_seconds\": 12.5,\n"
    "  \"seconds\": {\"setup\": 4, \"advance\": 8, \"judging\": 0.125, \"mesh\": 1, \"operator\": 2, "
    "\"preconditioner\": 3.5, \"coarse\": 0.25, "
    "\"solve\": 5, \"output\": 0.75},\n"
    "  \"device\": \"host:2 a\\u0009b\",\n"
    "  \"precision\": \"f64\",\n"
    "  \"compiler\": \"gcc 12.2 -O3\",\n"
    "  \"version\": \"0.1.0\",\n"
    "  \"case_hash\": \"feedc0de\"\n"
    "}\n";

static void text_is_exact(void **state)
{
    test *t = *state;
    eg_summary s = example(t);
    eg_text text = {.context = t->context};
    eg_summary_text(&s, &text);
    assert_string_equal(eg_text_string(&text), expected);
    eg_text_free(&text);
    eg_summary_free(&s);
}

static void summary_comes_back(void **state)
{
    test *t = *state;
    eg_summary s = example(t), back;
    OK(eg_summary_write(t->context, &s, path_of(t, 0, "summary.json")));
    OK(eg_summary_read(t->context, t->path[0], &back));
    assert_true(isnan(back.bandwidth_fraction));
    assert_true(isnan(back.errors[0].linf));
    assert_int_equal(back.error_count, 2);
    assert_string_equal(back.errors[1].field, "velocity");
    assert_int_equal(back.state_hash, s.state_hash);
    assert_string_equal(back.message, s.message);
    assert_string_equal(back.device, s.device);
    eg_text text = {.context = t->context};
    eg_summary_text(&back, &text);
    assert_string_equal(eg_text_string(&text), expected);
    eg_text_free(&text);
    eg_summary_free(&back);
    eg_summary_free(&s);
}

/* The profile's member stands before "output", and its table has what is known. */
static void profile_comes_back(void **state)
{
    static const char member[] =
        "  \"profile\": {\n"
        "    \"seconds\": 2,\n"
        "    \"kernels\": [\n"
        "      {\"name\": \"sem_gather\", \"device\": \"host:2\", \"launches\": 7, \"seconds\": "
        "1.5, "
        "\"share\": 0.75, \"bandwidth\": 2000000000, \"bandwidth_fraction\": 0.5, \"limiter\": "
        "\"memory bandwidth\"},\n"
        "      {\"name\": \"pcg_beta\", \"device\": \"host:2 beside\", \"launches\": 8, "
        "\"seconds\": "
        "0.5, \"share\": 0.25, \"bandwidth\": null, \"bandwidth_fraction\": null, \"limiter\": "
        "\"\"}\n"
        "    ]\n"
        "  },\n"
        "  \"output\"";
    test *t = *state;
    eg_summary s = example(t), back;
    char line[EG_SUMMARY_KERNEL_LINE];
    s.profile_seconds = 2;
    s.kernel_count = 2;
    OK(eg_alloc(t->context, 2, sizeof *s.kernels, &s.kernels));
    s.kernels[0] = (eg_summary_kernel){"sem_gather", "host:2", 7, 1.5, 2e9, 0.5, "memory bandwidth"};
    s.kernels[1] = (eg_summary_kernel){"pcg_beta", "host:2 beside", 8, 0.5, NAN, NAN, ""};
    OK(eg_summary_write(t->context, &s, path_of(t, 0, "summary.json")));
    OK(eg_summary_read(t->context, t->path[0], &back));
    eg_text text = {.context = t->context};
    eg_summary_text(&back, &text);
    assert_non_null(strstr(eg_text_string(&text), member));
    eg_text_free(&text);
    eg_summary_kernel_line(&back, -1, line);
    assert_string_equal(line, "kernel                         device         launches            s   "
                              "us each   share      GB/s  of copy  limited by");
    eg_summary_kernel_line(&back, 0, line);
    assert_string_equal(line,
                        "sem_gather                     host:2                7     1.500000 214285.71  "
                        "75.0 %         2   50.0 %  memory bandwidth");
    eg_summary_kernel_line(&back, 1, line);
    assert_string_equal(
        line, "pcg_beta                       host:2 beside         8     0.500000  62500.00  25.0 %");
    eg_summary_free(&back);
    eg_summary_free(&s);
}

static void bytes_that_are_no_text_stay_json(void **state)
{
    test *t = *state;
    eg_summary s = {.device = "a\xff\xc3(\xe2\x82\xac\xed\xa0\x80z", .version = "\xf0\x9f\x8c\x8a"};
    eg_summary back;
    OK(eg_summary_write(t->context, &s, path_of(t, 0, "summary.json")));
    OK(eg_summary_read(t->context, t->path[0], &back));
    assert_string_equal(back.device, "a?"
                                     "?(\xe2\x82\xac???z");
    assert_string_equal(back.version, s.version);
}

static void other_files_are_refused(void **state)
{
    test *t = *state;
    const char *bad[][2] = {
        {"", "is no summary"},
        {"[]", "not a JSON object"},
        {"{\"exit\": \"done\", ", "summary.json:1"},
        {"{\"exit\": \"finished\"}", "'exit' is not done, diverged, limit or stopped"},
        {"{\"exit\": \"done\"}", "'state_hash' is not 16 hexadecimal digits"},
        {"{\"exit\": \"done\", \"state_hash\": \"0123456789abcdef\", \"steps\": 1.5}",
         "'steps' is not an integer"},
        {"{\"exit\": \"done\", \"state_hash\": \"0123456789abcdef\", \"time\": \"1\"}",
         "'time' is not a number"},
        {"{\"exit\": \"done\", \"state_hash\": \"0123456789abcdef\", \"errors\": {\"h\": 1}}",
         "'h' is not an object"},
        {"{\"exit\": \"done\", \"state_hash\": \"0123456789abcdef\", \"profile\": {\"kernels\": "
         "1}}",
         "'kernels' is not an array of kernels"},
        {"{\"exit\": \"done\", \"state_hash\": \"0123456789abcdef\", \"profile\": {\"kernels\": "
         "[1]}}",
         "'kernels' is not an array of objects"},
    };
    eg_summary back;
    path_of(t, 0, "summary.json");
    for (int i = 0; i < COUNT(bad); i++) {
        OK(eg_file_write(t->context, t->path[0], bad[i][0], (int64_t)strlen(bad[i][0])));
        FAILS(eg_summary_read(t->context, t->path[0], &back), EG_INPUT, bad[i][1]);
    }
    FAILS(eg_summary_read(t->context, path_of(t, 0, "absent.json"), &back), EG_INPUT, "absent.json");
}

/* As many entries as are wished, with names of any length that differ in their last letters. */
static void any_number_of_entries(void **state)
{
    enum { ENTRIES = 1000 };
    test *t = *state;
    eg_summary s = {.steps = 0}, back;
    char name[220];
    for (int i = 0; i < ENTRIES; i++) {
        snprintf(name, sizeof name, "%0200d_%d", 0, i);
        OK(eg_summary_add_error(t->context, &s, name, i, 0, 0));
        OK(eg_summary_add_balance(t->context, &s, name, -i));
    }
    OK(eg_alloc(t->context, 5001, 1, &s.message));
    memset(s.message, 'm', 5000);
    OK(eg_summary_write(t->context, &s, path_of(t, 0, "summary.json")));
    OK(eg_summary_read(t->context, t->path[0], &back));
    assert_string_equal(back.message, s.message);
    assert_int_equal(back.error_count, ENTRIES);
    assert_int_equal(back.balance_count, ENTRIES);
    for (int i = 0; i < ENTRIES; i++) {
        assert_string_equal(back.errors[i].field, s.errors[i].field);
        assert_string_equal(back.balance[i].name, s.balance[i].name);
        assert_true(back.errors[i].l1 == i && back.balance[i].value == -i);
    }
    eg_summary_free(&back);
    eg_summary_free(&s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(text_is_exact),           TEST(summary_comes_back),
        TEST(profile_comes_back),      TEST(bytes_that_are_no_text_stay_json),
        TEST(other_files_are_refused), TEST(any_number_of_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
