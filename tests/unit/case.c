/* The case file: good cases, defaults, settings, values, the resolved case and its hash, errors
 * that come later. Cases that must fail: case_fail.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/case/case.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"

static const char small[] = "title: small\n"
                            "model: shallow-water\n"
                            "mesh: {box: {size: [10 m, 100 cm], cells: [40, 4]}}\n"
                            "materials:\n"
                            "  all: {elevation: \"0.1 * x\", manning: 0.03}\n"
                            "  weir: {elevation: {raster: \"${DIR}/weir.asc\"}}\n"
                            "initial: {depth: \"x < 5 ? 2.0 : 0.0\"}\n"
                            "boundaries:\n"
                            "  left: wall\n"
                            "  right: {discharge: {csv: q.csv, after: hold, column: 3}}\n"
                            "  \"top.side\": {level: \"1 + t\"}\n"
                            "time: {end: 2 min}\n"
                            "output: {gauges: {g2: [7.5 m, 0.5], g1: [1, 50 cm]}}\n";

/* The log's lines, one after the other. */
typedef struct log_text {
    char text[4096];
} log_text;

static void on_log(void *user, eg_log_level level, const char *line)
{
    log_text *log = user;
    if (level == EG_LOG_WARN)
        snprintf(log->text + strlen(log->text), sizeof log->text - strlen(log->text), "%s\n", line);
}

static eg_context *make_context(log_text *log)
{
    eg_context *context;
    eg_context_options options = {
        .size = sizeof options, .log = on_log, .log_user = log, .level = EG_LOG_WARN};
    assert_int_equal(eg_context_create(log ? &options : NULL, &context), EG_OK);
    return context;
}

static int set_up(void **state)
{
    *state = make_context(NULL);
    return 0;
}

static int tear_down(void **state)
{
    eg_context *context = *state;
    int leaked = eg_context_blocks_held(context) != 0;
    eg_context_destroy(&context);
    return leaked;
}

static eg_case *load(eg_context *context, const char *text, const char *const *settings, int count)
{
    eg_case *loaded;
    eg_status status = eg_case_parse(context, eg_models, "small.yaml", "cases", text, (int64_t)strlen(text),
                                     settings, count, &loaded);
    if (status != EG_OK)
        print_error("%s\n", eg_context_error(context));
    assert_int_equal(status, EG_OK);
    return loaded;
}

static eg_case *load_small(eg_context *context)
{
    const char *settings[] = {"vars.DIR=data"};
    return load(context, small, settings, 1);
}

/* ---- values */

static void values_are_in_si(void **state)
{
    eg_case *c = load_small(*state);
    const eg_node *size = eg_case_find(c, "mesh.box.size");
    assert_true(eg_node_is_list(size));
    assert_int_equal(eg_node_count(size), 2);
    assert_true(eg_node_real(eg_node_item(size, 0)) == 10);
    assert_true(eg_node_real(eg_node_item(size, 1)) == 1);
    assert_int_equal(eg_node_integer(eg_node_item(eg_case_find(c, "mesh.box.cells"), 0)), 40);
    assert_true(eg_node_real(eg_case_find(c, "time.end")) == 120);
    assert_string_equal(eg_node_text(eg_case_find(c, "title")), "small");
    assert_true(eg_node_is(eg_case_find(c, "model"), "shallow-water"));
    assert_false(eg_node_is(NULL, "shallow-water"));
    assert_int_equal(eg_node_kind_of(eg_case_find(c, "model")), EG_NODE_WORD);
    assert_string_equal(eg_node_name(eg_node_item(size, 1)), "mesh.box.size[1]");
    assert_string_equal(eg_node_name(eg_case_root(c)), "");
    assert_string_equal(eg_case_name(c), "small.yaml");
    eg_case_destroy(&c);
    assert_null(c);
}

static void maps_keep_names_and_their_order(void **state)
{
    eg_case *c = load_small(*state);
    const eg_node *gauges = eg_case_find(c, "output.gauges");
    assert_int_equal(eg_node_count(gauges), 2);
    assert_string_equal(eg_node_key(gauges, 0), "g2");
    assert_string_equal(eg_node_key(gauges, 1), "g1");
    assert_true(eg_node_real(eg_node_item(eg_node_child(gauges, "g1"), 1)) == 0.5);
    const eg_node *top = eg_node_child(eg_case_find(c, "boundaries"), "top.side");
    assert_true(eg_node_is_map(top));
    assert_null(eg_node_child(top, "discharge"));
    assert_null(eg_node_child(NULL, "discharge"));
    assert_null(eg_case_find(c, "boundaries.top"));
    assert_string_equal(eg_node_name(eg_node_child(top, "level")), "boundaries.top.side.level");
    assert_true(eg_node_is(eg_case_find(c, "boundaries.left"), "wall"));
    eg_case_destroy(&c);
}

static void expressions_are_parsed(void **state)
{
    eg_case *c = load_small(*state);
    const eg_node *depth = eg_case_find(c, "initial.depth");
    assert_int_equal(eg_node_kind_of(depth), EG_NODE_EXPRESSION);
    assert_false(eg_node_is_constant(depth));
    double left[] = {1, 0, 0}, right[] = {6, 0, 0};
    assert_true(eg_expression_eval(eg_node_expression(depth), left) == 2);
    assert_true(eg_expression_eval(eg_node_expression(depth), right) == 0);
    const eg_node *manning = eg_case_find(c, "materials.all.manning");
    assert_true(eg_node_is_constant(manning) && eg_node_real(manning) == 0.03);
    assert_true(eg_expression_eval(eg_node_expression(manning), left) == 0.03);
    eg_case_destroy(&c);
}

static void units_and_constants_are_expressions_too(void **state)
{
    const char *settings[] = {"vars.DIR=d", "materials.all.elevation=-50 cm", "initial.depth=2 * pi",
                              "boundaries.left={discharge: 3600 m3/h}"};
    eg_case *c = load(*state, small, settings, 4);
    double place[3] = {0};
    const eg_node *elevation = eg_case_find(c, "materials.all.elevation");
    assert_true(eg_node_real(elevation) == -0.5);
    assert_true(eg_expression_eval(eg_node_expression(elevation), place) == -0.5);
    assert_true(eg_node_real(eg_case_find(c, "initial.depth")) == 2 * 3.14159265358979323846);
    assert_true(eg_node_real(eg_case_find(c, "boundaries.left.discharge")) == 1);
    eg_case_destroy(&c);
}

static void file_names_are_relative_to_the_case(void **state)
{
    eg_case *c = load_small(*state);
    assert_string_equal(eg_node_path(eg_case_find(c, "materials.weir.elevation.raster")),
                        "cases/data/weir.asc");
    assert_string_equal(eg_node_path(eg_case_find(c, "boundaries.right.discharge.csv")), "cases/q.csv");
    assert_string_equal(eg_node_text(eg_case_find(c, "boundaries.right.discharge.column")), "3");
    eg_case_destroy(&c);
    const char *settings[] = {"vars.DIR=/data/monai"};
    c = load(*state, small, settings, 1);
    assert_string_equal(eg_node_path(eg_case_find(c, "materials.weir.elevation.raster")),
                        "/data/monai/weir.asc");
    eg_case_destroy(&c);
}

/* ---- defaults and settings */

static void defaults_are_filled_in(void **state)
{
    eg_case *c = load_small(*state);
    assert_true(eg_node_real(eg_case_find(c, "time.cfl")) == 0.9);
    assert_true(eg_node_is_default(eg_case_find(c, "time.cfl")));
    assert_false(eg_node_is_default(eg_case_find(c, "time.end")));
    assert_int_equal(eg_node_integer(eg_case_find(c, "numerics.order")), 1);
    assert_true(eg_node_is(eg_case_find(c, "numerics.precision"), "f64"));
    assert_true(eg_node_real(eg_case_find(c, "numerics.dry_depth")) == 0);
    assert_true(eg_node_is(eg_case_find(c, "mesh.box.element"), "triangle"));
    assert_true(eg_node_real(eg_node_item(eg_case_find(c, "mesh.box.origin"), 1)) == 0);
    assert_true(eg_node_real(eg_case_find(c, "materials.weir.manning")) == 0);
    assert_true(eg_node_is(eg_case_find(c, "materials.weir.elevation.register"), "corner"));
    assert_true(eg_node_is_constant(eg_node_item(eg_case_find(c, "initial.velocity"), 0)));
    assert_int_equal(eg_node_count(eg_case_find(c, "output.fields.variables")), 4);
    assert_false(eg_node_boolean(eg_case_find(c, "output.picture.arrows")));
    assert_null(eg_case_find(c, "output.fields.every"));
    assert_null(eg_case_find(c, "exact"));
    eg_case_destroy(&c);
}

static void a_fixed_step_leaves_no_cfl(void **state)
{
    const char *settings[] = {"vars.DIR=d", "time.dt=0.1 s"};
    eg_case *c = load(*state, small, settings, 2);
    assert_null(eg_case_find(c, "time.cfl"));
    assert_true(eg_node_real(eg_case_find(c, "time.dt")) == 0.1);
    eg_case_destroy(&c);
}

static void settings_override_and_add(void **state)
{
    const char *settings[] = {"vars.DIR=d",
                              "time.end=3 h",
                              "numerics.precision=f32",
                              "title=",
                              "mesh.box.cells=[8, 9]",
                              "boundaries.left.level=1.5 m",
                              "time.end=4 s",
                              "output.fields.every=1e-1 s",
                              "exact={depth: 1, velocity: [0, t]}",
                              "limits.depth_l1=1e-3"};
    eg_case *c = load(*state, small, settings, sizeof settings / sizeof *settings);
    assert_true(eg_node_real(eg_case_find(c, "time.end")) == 4);
    assert_true(eg_node_is(eg_case_find(c, "numerics.precision"), "f32"));
    assert_string_equal(eg_node_text(eg_case_find(c, "title")), "");
    assert_int_equal(eg_node_integer(eg_node_item(eg_case_find(c, "mesh.box.cells"), 1)), 9);
    assert_true(eg_node_real(eg_case_find(c, "boundaries.left.level")) == 1.5);
    assert_true(eg_node_real(eg_case_find(c, "output.fields.every")) == 0.1);
    assert_int_equal(eg_node_count(eg_case_find(c, "exact.velocity")), 2);
    eg_case_destroy(&c);
}

static void a_byte_order_mark_and_crlf_are_taken(void **state)
{
    eg_text text = {.context = *state};
    eg_text_add(&text, "\xEF\xBB\xBF");
    for (const char *p = small; *p; p++)
        eg_text_add(&text, *p == '\n' ? "\r\n" : "%c", *p);
    const char *settings[] = {"vars.DIR=data"};
    eg_case *c = load(*state, eg_text_string(&text), settings, 1), *plain = load_small(*state);
    assert_true(eg_case_hash(c) == eg_case_hash(plain));
    eg_case_destroy(&c);
    eg_case_destroy(&plain);
    eg_text_free(&text);
}

/* ---- the resolved case */

static void the_resolved_case_reads_back_as_itself(void **state)
{
    eg_context *context = *state;
    eg_case *c = load_small(context);
    eg_text text = {.context = context}, again = {.context = context};
    eg_case_resolved(c, &text);
    assert_int_equal(text.status, EG_OK);
    eg_case *back = load(context, text.data, NULL, 0);
    eg_case_resolved(back, &again);
    assert_true(eg_case_hash(back) == eg_case_hash(c));
    assert_non_null(strstr(text.data, "  end: 120 # s\n"));
    assert_non_null(strstr(text.data, "  cfl: 0.9 # default\n"));
    assert_non_null(strstr(text.data, "  \"top.side\":\n    level: \"1 + t\" # m\n"));
    assert_non_null(strstr(text.data, "/cases/data/weir.asc\"\n"));
    assert_null(strstr(text.data, "vars"));
    assert_non_null(strstr(again.data, "  cfl: 0.9\n"));
    eg_case_destroy(&back);
    eg_case_destroy(&c);
    eg_text_free(&again);
    eg_text_free(&text);
}

static const char small_in_other_words[] =
    "{\"time\": {cfl: 0.90, \"end\": 120}, # the same case\n"
    "boundaries: {top.side: {level: 1+t}, right: {discharge: {after: hold, column: \"3\", csv: "
    "\"/else/where/q.csv\"}}, left: wall},\n"
    "output: {gauges: {g1: [1.0 m, 0.5 m], g2: [0.0075 km, 0.5]}},\n"
    "initial: {velocity: [0 m/s, 0], depth: \"x<5?2.0:0.0\"}, model: 'shallow-water',\n"
    "materials: {weir: {manning: 0, elevation: {register: corner, raster: weir.asc}},\n"
    "            all: {elevation: '0.1*x', manning: 3e-2}},\n"
    "title: small, mesh: {box: {cells: [40, 4], size: [10, 1]}}}\n";

static void the_hash_sees_meaning_alone(void **state)
{
    eg_case *c = load_small(*state), *same = load(*state, small_in_other_words, NULL, 0);
    assert_true(eg_case_hash(c) == eg_case_hash(same));
    eg_case_destroy(&same);
    static const char *const changes[] = {
        "time.end=121 s",          "numerics.precision=f32",  "initial.depth=x < 5 ? 2.0 : 0.1",
        "boundaries.left=outflow", "output.gauges.g3=[1, 2]", "materials.weir.elevation.raster=w.asc"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const char *settings[] = {"vars.DIR=data", changes[i]};
        eg_case *other = load(*state, small, settings, 2);
        assert_true(eg_case_hash(c) != eg_case_hash(other));
        eg_case_destroy(&other);
    }
    eg_case_destroy(&c);
}

/* ---- errors that come later */

static void later_errors_show_their_place(void **state)
{
    eg_context *context = *state;
    eg_case *c = load_small(context);
    const eg_node *left = eg_case_find(c, "boundaries.left");
    assert_int_equal(eg_case_fail_key(c, left, EG_CASE, "the mesh has no boundary '%s'", "left"), EG_CASE);
    assert_string_equal(eg_context_error(context), "small.yaml:9:3: error: the mesh has no boundary 'left'\n"
                                                   "    9 |   left: wall\n"
                                                   "      |   ^~~~");
    assert_int_equal(eg_case_fail(c, eg_case_find(c, "time.end"), EG_INPUT, "too late"), EG_INPUT);
    assert_string_equal(eg_context_error(context), "small.yaml:12:13: error: too late\n"
                                                   "   12 | time: {end: 2 min}\n"
                                                   "      |             ^~~~~");
    assert_int_equal(eg_case_fail(c, eg_case_find(c, "time.cfl"), EG_CASE, "no"), EG_CASE);
    assert_string_equal(eg_context_error(context), "small.yaml (default of time.cfl): error: no");
    eg_case_destroy(&c);
}

static void later_errors_are_collected_in_order(void **state)
{
    eg_context *context = *state;
    eg_case *c = load_small(context);
    assert_int_equal(eg_case_errors_finish(c, EG_CASE), EG_OK);
    eg_case_error_add(c, eg_case_find(c, "time.end"), "second");
    eg_case_error_add_key(c, eg_case_find(c, "title"), "first");
    assert_int_equal(eg_case_errors_finish(c, EG_MESH), EG_MESH);
    assert_string_equal(eg_context_error(context), "small.yaml:1:1: error: first\n"
                                                   "    1 | title: small\n"
                                                   "      | ^~~~~\n"
                                                   "small.yaml:12:13: error: second\n"
                                                   "   12 | time: {end: 2 min}\n"
                                                   "      |             ^~~~~");
    assert_int_equal(eg_case_errors_finish(c, EG_CASE), EG_OK);
    eg_case_destroy(&c);
}

static void warnings_go_to_the_log_and_doubts_stay(void **state)
{
    (void)state;
    log_text log = {{0}};
    eg_context *context = make_context(&log);
    const char *settings[] = {"vars.DIR=data", "numerics.dry_depth=1"};
    eg_case *c = load(context, small, settings, 2);
    int64_t doubts;
    assert_string_equal(log.text, ""); /* what is in doubt is kept */
    assert_string_equal(
        eg_case_doubts(c, &doubts)->text,
        "numerics.dry_depth is 1: water that is shallower does not flow; 1e-6 m to 1e-2 m are "
        "usual");
    assert_int_equal(doubts, 1);
    eg_case_warn(c, eg_case_find(c, "time.end"), "long");
    assert_string_equal(log.text, "small.yaml:12:13: warning: long\n");
    eg_case_destroy(&c);
    assert_int_equal(eg_context_blocks_held(context), 0);
    eg_context_destroy(&context);
}

/* ---- what cannot be read at all */

static void files_that_are_not_there_or_too_big(void **state)
{
    eg_context *context = *state;
    eg_case *c;
    assert_int_equal(eg_case_load(context, eg_models, "/no/such/case.yaml", NULL, 0, &c), EG_CASE);
    assert_null(c);
    assert_string_equal(eg_context_error(context),
                        "/no/such/case.yaml: cannot be opened: No such file or directory");
    int64_t length = (1 << 25) + 1;
    char *text;
    assert_int_equal(eg_alloc(context, length, 1, &text), EG_OK);
    memset(text, '#', (size_t)length);
    assert_int_equal(eg_case_parse(context, eg_models, "big.yaml", "", text, length, NULL, 0, &c), EG_CASE);
    assert_string_equal(eg_context_error(context),
                        "big.yaml: error: 33554433 bytes are too many for a case; at most 33554432 "
                        "are read");
    eg_free(context, &text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_are_in_si, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps_keep_names_and_their_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(expressions_are_parsed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(units_and_constants_are_expressions_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_names_are_relative_to_the_case, set_up, tear_down),
        cmocka_unit_test_setup_teardown(defaults_are_filled_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fixed_step_leaves_no_cfl, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settings_override_and_add, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_byte_order_mark_and_crlf_are_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_resolved_case_reads_back_as_itself, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_hash_sees_meaning_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(later_errors_show_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(later_errors_are_collected_in_order, set_up, tear_down),
        cmocka_unit_test(warnings_go_to_the_log_and_doubts_stay),
        cmocka_unit_test_setup_teardown(files_that_are_not_there_or_too_big, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
