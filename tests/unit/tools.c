/* The tools around a run: texts of each kind of file, failures at every allocation, no leaks. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "eagre/run.h"
#include "eagre/tools.h"
#include "io/seismogram/sac.h"
#include "io/seismogram/segy.h"

/* A run of a small case, made once; the tests read what it left. */
static const char case_text[] = "title: a channel\n"
                                "model: shallow-water\n"
                                "mesh: {box: {size: [4 m, 1 m], cells: [8, 2], element: triangle}}\n"
                                "materials: {all: {elevation: 0, manning: 0.03}}\n"
                                "initial: {depth: \"x < 2 ? 2 : 1\"}\n"
                                "boundaries: {left: wall, right: outflow, bottom: wall, top: wall}\n"
                                "time: {end: 0.1 s}\n"
                                "output: {fields: {every: 0.05 s}, gauges: {g: [1 m, 0.5 m]}}\n"
                                "exact: {depth: 1}\n";

static const char mesh_text[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"shore\"\n2 2 \"sea\"\n"
    "$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n6\n"
    "1 1 2 1 1 1 2\n2 1 2 1 1 2 3\n3 1 2 1 1 3 4\n4 1 2 1 1 4 1\n5 2 2 2 1 1 2 3\n"
    "6 2 2 2 1 1 3 4\n$EndElements\n";

static const char rod_text[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 2 0 0\n3 2 1 0\n4 0 1 0\n"
    "5 0 0 1\n6 2 0 1\n7 2 1 1\n8 0 1 1\n$EndNodes\n$Elements\n1\n1 5 2 1 1 1 2 3 4 5 6 7 8\n"
    "$EndElements\n";

typedef struct fixture {
    eg_context *context;
    char folder[64];
} fixture;

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void make_run(eg_context *context)
{
    eg_run *run = NULL;
    char *heading = NULL;
    assert_int_equal(eg_run_create(context,
                                   &(eg_run_options){.size = sizeof(eg_run_options),
                                                     .case_file = "case.yaml",
                                                     .output = "run",
                                                     .device = "host:1"},
                                   &run),
                     EG_OK);
    assert_int_equal(eg_run_heading(run, &heading), EG_OK);
    assert_non_null(strstr(heading, "a channel\n  model       shallow-water, order 1, f64\n"));
    assert_non_null(strstr(heading, "  cells       32\n  device      host:1 ("));
    assert_non_null(strstr(heading, "  output      run\n"));
    eg_release_text(context, &heading);
    assert_int_equal(eg_run_advance(run, INFINITY), EG_OK);
    assert_int_equal(eg_run_finish(run), EG_OK);
    eg_run_destroy(&run);
}

static void write_seismograms(eg_context *context)
{
    const double values[3] = {0, 1, -2};
    const eg_segy_trace traces[2] = {{.unit = EG_SEGY_PASCAL, .values = values},
                                     {.unit = EG_SEGY_METRE_PER_SECOND, .values = values}};
    assert_int_equal(eg_sac_write(context, "trace.sac",
                                  &(eg_sac_trace){.station = "r1", .dt = 0.5, .count = 3, .values = values}),
                     EG_OK);
    assert_int_equal(
        eg_segy_write(context, "section.sgy", &(eg_segy_options){.dt = 0.05, .samples = 3}, traces, 2),
        EG_OK);
}

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    assert_int_equal(eg_context_create(NULL, &f->context), EG_OK);
    snprintf(f->folder, sizeof f->folder, "/tmp/eagre-tools-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    assert_int_equal(chdir(f->folder), 0);
    write_file("case.yaml", case_text);
    write_file("sea.msh", mesh_text);
    write_file("bed.asc", "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 2\n1 2 3\n4 5 6\n");
    write_file("q.csv", "t,q\n0,1\n10,-2\n");
    write_file("words.csv", "name,value\none,1\ntwo,2\n");
    write_file("rod.msh", rod_text);
    write_seismograms(f->context);
    make_run(f->context);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    int failed = chdir("/") != 0 || system(command) != 0;
    eg_context_destroy(&f->context);
    free(f);
    return failed;
}

/* One tool asked for one text. */
typedef eg_status ask_function(eg_context *context, const char *what, char **text);

/* Asks with the nth allocation failing, for every n until it succeeds: EG_MEMORY, no text and no
 * leak each time. Then the text holds `expected`. */
static void ask_everywhere(eg_context *context, ask_function *ask, const char *what, const char *expected)
{
    char *text = NULL;
    eg_status status = EG_MEMORY;
    for (int n = 1; status == EG_MEMORY; n++) {
        assert_true(n < 100000);
        eg_memory_fail_at(context, n);
        status = ask(context, what, &text);
        eg_memory_fail_at(context, 0);
        if (status == EG_OK)
            break;
        assert_int_equal(status, EG_MEMORY);
        assert_null(text);
        assert_int_equal(eg_context_blocks_held(context), 0);
    }
    assert_int_equal(status, EG_OK);
    if (!strstr(text, expected))
        fail_msg("no '%s' in: %s", expected, text);
    assert_int_equal(text[strlen(text) - 1], '\n');
    eg_release_text(context, &text);
    assert_null(text);
    assert_int_equal(eg_context_blocks_held(context), 0);
}

static void info_of_each_kind(void **state)
{
    static const char *const files[][2] = {
        {"sea.msh", "  cells       2: 2 triangles\n  nodes       4\n  faces       5\n"},
        {"sea.msh", "regions\n  sea                           2 cells\nboundaries\n"
                    "  shore                         4 faces\n"},
        {"bed.asc", "  covers      x 0 to 6 m, y 0 to 4 m with register: corner\n"
                    "              x 0 to 4 m, y 0 to 2 m with register: node\n"},
        {"q.csv", "  rows        2\n  columns     2\ncolumns\n  t                        0 to 10, "
                  "ascending\n  q                        -2 to 1\n"},
        {"run/gauges.csv", ": table: the state at the gauges\n"},
        {"run/files.json", "  gauges.csv  "},
        {"run/log.txt", ": log of a run\n"},
        {"run/picture.png", ": picture (PNG), 1400 x "},
        {"run/fields/fields.mesh.h5", "run/fields/fields.vtkhdf.series\n"},
        {"rod.msh", "  cells       1 hexahedra of degree 1: 1 parallelepipeds\n"},
        {"trace.sac", "  station     r1\n  samples     3, 0.5 s apart\n  time        0 to 1 s\n"},
        {"section.sgy", "  samples     3, 0.05 s apart, from 0 s\n  traces      2\n"},
        {"case.yaml", "  mesh        box of 4 m x 1 m, 8 x 2 squares, each two triangles\n"
                      "  end         0.1 s\n  materials   all\n"},
        {"run/fields/fields-000000.vtkhdf", "  depth        1 to 2 m, at the cells "},
        {"run/fields/fields.vtkhdf.series", ": 3 snapshots\n  time        0 to 0.1 s\n"},
        {"run", "  exit        done\n"}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        ask_everywhere(f->context, eg_info_text, files[i][0], files[i][1]);
}

static void info_refuses(void **state)
{
    fixture *f = *state;
    char *text = NULL;
    write_file("noise", "nothing that anybody knows\n");
    write_file("empty", "");
    assert_int_equal(eg_info_text(f->context, "noise", &text), EG_INPUT);
    assert_non_null(strstr(eg_context_error(f->context), "noise: is none of the files that eagre reads"));
    assert_int_equal(eg_info_text(f->context, "empty", &text), EG_INPUT);
    assert_string_equal(eg_context_error(f->context), "empty: is empty");
    assert_int_equal(eg_info_text(f->context, "none", &text), EG_INPUT);
    assert_string_equal(eg_context_error(f->context), "none: cannot be opened: No such file or directory");
    assert_null(text);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
}

/* ---- the other texts */

static eg_status ask_brief(eg_context *context, const char *what, char **text)
{
    return eg_report_text(context, what, EG_REPORT_BRIEF, text);
}

static eg_status ask_full(eg_context *context, const char *what, char **text)
{
    return eg_report_text(context, what, EG_REPORT_FULL, text);
}

static eg_status ask_json(eg_context *context, const char *what, char **text)
{
    return eg_report_text(context, what, EG_REPORT_JSON, text);
}

static eg_status ask_compare(eg_context *context, const char *what, char **text)
{
    bool equal = false;
    eg_status status = eg_compare_text(context, what, "run", &equal, text);
    assert_true(status != EG_OK || equal);
    return status;
}

static eg_status ask_picture(eg_context *context, const char *what, char **text)
{
    return eg_picture_draw(context,
                           &(eg_picture_options){.size = sizeof(eg_picture_options),
                                                 .source = what,
                                                 .output = "p.png",
                                                 .width = 300,
                                                 .arrows = true},
                           text);
}

/* A picture of few pixels, which costs little, of whatever there is. */
static eg_status ask_small(eg_context *context, const char *what, char **text)
{
    return eg_picture_draw(context,
                           &(eg_picture_options){.size = sizeof(eg_picture_options),
                                                 .source = what,
                                                 .output = "small.png",
                                                 .width = 300,
                                                 .height = 240,
                                                 .normal = strstr(what, "rod") ? "x" : NULL},
                           text);
}

static eg_status ask_keys(eg_context *context, const char *what, char **text)
{
    (void)what;
    return eg_keys_text(context, text);
}

static void texts_of_each_tool(void **state)
{
    eg_context *context = ((fixture *)*state)->context;
    ask_everywhere(context, ask_brief, "run", "  error                  L1");
    ask_everywhere(context, ask_brief, "run", "  written to  run\n");
    ask_everywhere(context, ask_full, "run", "  errors.csv  errors at each snapshot\n");
    ask_everywhere(context, ask_json, "run", "\"exit\": \"done\"");
    ask_everywhere(context, ask_compare, "run", "equal: 3 snapshots of 4 variables");
    ask_everywhere(context, ask_picture, "run", "p.png\n");
    ask_everywhere(context, ask_keys, NULL, "\nmesh.box.cells\n");
    ask_everywhere(context, eg_schema_text, "shallow-water", "\"$schema\"");
    ask_everywhere(context, eg_explain_text, "manning", "s/m^(1/3)");
    ask_everywhere(context, eg_template_text, eg_template_name(0), "model: shallow-water\n");
}

static void pictures_of_each_kind(void **state)
{
    static const char *const files[] = {"run",
                                        "run/fields/fields.vtkhdf.series",
                                        "run/fields/fields-000001.vtkhdf",
                                        "rod.msh",
                                        "run/gauges.csv",
                                        "q.csv",
                                        "bed.asc",
                                        "sea.msh",
                                        "trace.sac",
                                        "section.sgy"};
    static const char *const others[][2] = {
        {"case.yaml", "case.yaml is a case, of which there is no picture: it holds no field; eagre run "
                      "computes them and draws the last state"},
        {"run/summary.json", "of which there is no picture: it holds no field; draw the folder"},
        {"run/files.json", "of which there is no picture"},
        {"run/log.txt", "of which there is no picture"},
        {"run/fields/fields.mesh.h5", "draw one of the snapshots beside it"},
        {"run/picture.png", "it is drawn already"},
        {"words.csv", "words.csv: its first column, 'name', holds no numbers"}};
    eg_context *context = ((fixture *)*state)->context;
    char *text = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        remove("small.png");
        assert_int_equal(ask_small(context, files[i], &text), EG_OK);
        assert_string_equal(text, "small.png\n");
        assert_int_equal(access("small.png", F_OK), 0);
        eg_release_text(context, &text);
    }
    ask_everywhere(context, ask_small, "q.csv", "small.png\n");
    ask_everywhere(context, ask_small, "section.sgy", "small.png\n");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(ask_small(context, others[i][0], &text), EG_USAGE);
        if (!strstr(eg_context_error(context), others[i][1]))
            fail_msg("no '%s' in: %s", others[i][1], eg_context_error(context));
    }
    assert_int_equal(eg_picture_draw(context,
                                     &(eg_picture_options){.size = sizeof(eg_picture_options),
                                                           .source = "run/gauges.csv",
                                                           .variable = "nothing"},
                                     &text),
                     EG_USAGE);
    assert_non_null(strstr(eg_context_error(context), "it has time_s, g_depth_m, "));
    assert_int_equal(eg_picture_draw(context,
                                     &(eg_picture_options){.size = sizeof(eg_picture_options),
                                                           .source = "run/gauges.csv",
                                                           .variable = "depth"},
                                     &text),
                     EG_OK);
    assert_string_equal(text, "gauges.png\n");
    eg_release_text(context, &text);
    assert_int_equal(eg_picture_draw(context,
                                     &(eg_picture_options){.size = sizeof(eg_picture_options),
                                                           .source = "rod.msh",
                                                           .has_at = true,
                                                           .at = 1.5},
                                     &text),
                     EG_USAGE);
    assert_non_null(strstr(eg_context_error(context), "the slice across z at 1.5 m meets no element"));
    assert_null(text);
    assert_int_equal(eg_context_blocks_held(context), 0);
}

static void report_and_picture_refuse(void **state)
{
    eg_context *context = ((fixture *)*state)->context;
    char *text = NULL;
    assert_int_equal(eg_report_text(context, "run/fields", EG_REPORT_FULL, &text), EG_INPUT);
    assert_string_equal(eg_context_error(context), "run/fields: holds no summary.json; name the "
                                                   "folder of a run that has ended");
    eg_picture_options options = {.size = sizeof options, .source = "run", .variable = "velocty"};
    assert_int_equal(eg_picture_draw(context, &options, &text), EG_USAGE);
    assert_string_equal(eg_context_error(context),
                        "run/fields/fields-000002.vtkhdf: has no field 'velocty'; it has depth, "
                        "elevation, level, velocity; did you mean 'velocity'?");
    options = (eg_picture_options){
        .size = sizeof(eg_picture_options), .source = "run", .has_index = true, .index = -4};
    assert_int_equal(eg_picture_draw(context, &options, &text), EG_USAGE);
    assert_string_equal(eg_context_error(context),
                        "run: there is no snapshot -4; it holds 3, numbered from 0");
    assert_null(text);
    assert_int_equal(eg_context_blocks_held(context), 0);
}

static void new_files_only(void **state)
{
    eg_context *context = ((fixture *)*state)->context;
    assert_int_equal(eg_write_new_file(context, "new.txt", "one\n"), EG_OK);
    assert_int_equal(eg_write_new_file(context, "new.txt", "two\n"), EG_USAGE);
    char *data = NULL;
    int64_t length = 0;
    assert_int_equal(eg_file_read(context, EG_INPUT, "new.txt", 100, &data, &length), EG_OK);
    assert_string_equal(data, "one\n");
    eg_free(context, &data);
    assert_int_equal(eg_write_new_file(context, "nowhere/new.txt", "one\n"), EG_IO);
}

static void numbers_and_names(void **state)
{
    (void)state;
    double real = 0;
    int64_t integer = 0;
    assert_true(eg_read_number("-1.5e2", &real));
    assert_true(real == -150);
    assert_false(eg_read_number("1,5", &real) || eg_read_number("", &real) || eg_read_number("1 s", &real));
    assert_true(eg_read_integer("-12", &integer));
    assert_int_equal(integer, -12);
    assert_false(eg_read_integer("1.0", &integer));
    static const char *const names[] = {"run", "report"};
    assert_string_equal(eg_nearest_name("rn", names, 2), "run");
    assert_null(eg_nearest_name("picture", names, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_of_each_kind),         cmocka_unit_test(info_refuses),
        cmocka_unit_test(texts_of_each_tool),        cmocka_unit_test(pictures_of_each_kind),
        cmocka_unit_test(report_and_picture_refuse), cmocka_unit_test(new_files_only),
        cmocka_unit_test(numbers_and_names)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
