/* What looks at runs and at their states while an allocation fails, for tests/torture/tools.sh:
 *   torture-tools CASE FOLDER STRIDE    page, movie, comparison and exports of the run in FOLDER, its
 *                                       results, and the state of CASE: in each the first allocation fails,
 *                                       then the one STRIDE later, until it has no so many
 * Each has to end with EG_MEMORY, and say so, or with what it ends with in memory enough; nothing may be left
 * over, and a state that was not written is the one before. Prints how many times each was tried. Exits with
 * 1 where something went wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "eagre/eagre.h"

typedef struct subject {
    const char *folder;
    eg_run *run; /* of the case; NULL where only the folder is looked at */
} subject;

typedef eg_status operation(eg_context *context, const subject *s);

static eg_status drop(eg_context *context, eg_status status, char **text)
{
    eg_release_text(context, text);
    return status;
}

static eg_status make_page(eg_context *context, const subject *s)
{
    char *text = NULL, words[4096];
    snprintf(words, sizeof words, "%s/case.yaml", s->folder);
    const eg_page_options options = {.size = sizeof options,
                                     .folder = s->folder,
                                     .output = "page.html",
                                     .text = words,
                                     .other = s->folder};
    return drop(context, eg_page_write(context, &options, &text), &text);
}

static eg_status make_movie(eg_context *context, const subject *s)
{
    char *text = NULL;
    const eg_picture_options options = {
        .size = sizeof options, .source = s->folder, .width = 300, .height = 200};
    return drop(context, eg_picture_movie(context, &options, "movie.png", &text), &text);
}

static eg_status make_mp4(eg_context *context, const subject *s)
{
    char *text = NULL;
    const eg_picture_options options = {
        .size = sizeof options, .source = s->folder, .width = 300, .height = 200};
    return drop(context, eg_picture_movie(context, &options, "movie.mp4", &text), &text);
}

static eg_status compare(eg_context *context, const subject *s)
{
    char *text = NULL;
    const eg_picture_options options = {
        .size = sizeof options, .source = s->folder, .output = "compare.png", .width = 600, .height = 400};
    return drop(context, eg_picture_compare(context, &options, s->folder, &text), &text);
}

static eg_status export(eg_context *context, const subject *s, const char *output)
{
    char *text = NULL;
    bool outline = strstr(output, "json");
    const eg_export_options options = {.size = sizeof options,
                                       .source = s->folder,
                                       .output = output,
                                       .has_pixel = strstr(output, "asc"),
                                       .pixel = 0.5,
                                       .has_above = outline,
                                       .above = 0.6};
    return drop(context, eg_export(context, &options, &text), &text);
}

static eg_status export_grid(eg_context *context, const subject *s)
{
    return export(context, s, "field.asc");
}
static eg_status export_outline(eg_context *context, const subject *s)
{
    return export(context, s, "field.geojson");
}
static eg_status export_netcdf(eg_context *context, const subject *s)
{
    return export(context, s, "field.nc");
}
static eg_status export_paraview(eg_context *context, const subject *s)
{
    return export(context, s, "field.py");
}

/* ---- results */

static eg_status look_at_snapshot(eg_context *context, eg_results *results)
{
    eg_result_snapshot snapshot;
    eg_result_field field;
    eg_geometry *geometry = NULL;
    double *values;
    EG_TRY(eg_results_snapshot(results, 1, &snapshot));
    EG_TRY(eg_results_field(results, 1, 0, &field));
    EG_TRY(eg_results_geometry(results, 1, &geometry));
    eg_geometry_free(context, &geometry);
    int64_t count = snapshot.values * field.components;
    EG_TRY(eg_alloc(context, count, sizeof *values, &values));
    eg_status status = eg_results_read(results, 1, 0, values, count);
    eg_free(context, &values);
    return status;
}

static eg_status look_at_results(eg_context *context, const subject *s)
{
    eg_results *results = NULL;
    EG_TRY(eg_results_open(context, s->folder, &results));
    eg_status status = look_at_snapshot(context, results);
    eg_results_close(&results);
    return status;
}

/* ---- states */

static eg_status write_variable(eg_context *context, const subject *s)
{
    eg_variable variable;
    double *values;
    uint64_t before, after;
    eg_run_variable(s->run, 0, &variable);
    int64_t count = eg_run_cells(s->run) * variable.components;
    EG_TRY(eg_run_state_hash(s->run, &before));
    EG_TRY(eg_alloc(context, count, sizeof *values, &values));
    eg_status status = eg_run_read(s->run, variable.name, values, count);
    for (int64_t i = 0; i < count; i++)
        values[i] += 0.01;
    if (status == EG_OK)
        status = eg_run_write(s->run, variable.name, values, count);
    eg_free(context, &values);
    if (status == EG_OK)
        return EG_OK;
    long left = eg_memory_fail_left(context);
    eg_memory_fail_at(context, 0);
    if (eg_run_state_hash(s->run, &after) != EG_OK || after != before)
        return EG_INTERNAL;
    eg_memory_fail_at(context, left);
    return status;
}

static eg_status look_at_state(eg_context *context, const subject *s)
{
    static const double x[2][3] = {{0.3, 0.3, 0.3}, {0.6, 0.7, 0.8}};
    double values[2];
    eg_geometry *geometry = NULL;
    eg_variable variable;
    eg_run_variable(s->run, 0, &variable);
    EG_TRY(eg_run_read_at(s->run, variable.name, 2, x, values));
    EG_TRY(eg_run_geometry(s->run, &geometry));
    eg_geometry_free(context, &geometry);
    return EG_OK;
}

/* ---- all of them */

static const struct {
    const char *name;
    operation *function;
    bool of_state;
} operations[] = {{"page", make_page, false},
                  {"movie", make_movie, false},
                  {"mp4", make_mp4, false},
                  {"compare", compare, false},
                  {"grid", export_grid, false},
                  {"outline", export_outline, false},
                  {"netcdf", export_netcdf, false},
                  {"paraview", export_paraview, false},
                  {"results", look_at_results, false},
                  {"write", write_variable, true},
                  {"state", look_at_state, true}};

/* The nth allocation fails. false: something is wrong. *over: there is no nth. */
static bool try_without(eg_context *context, const subject *s, int o, eg_status wanted, long nth, bool *over)
{
    int64_t before = eg_context_blocks_held(context);
    eg_memory_fail_at(context, nth);
    eg_status status = operations[o].function(context, s);
    *over = eg_memory_fail_left(context) > 0;
    eg_memory_fail_at(context, 0);
    int64_t left = eg_context_blocks_held(context) - before;
    bool good = status == EG_MEMORY ? eg_context_error(context)[0] != 0 : status == wanted;
    if (!good || (left != 0 && !operations[o].of_state))
        fprintf(stderr, "%s, allocation %ld: %s, %lld blocks are left: %s\n", operations[o].name, nth,
                eg_status_name(status), (long long)left, eg_context_error(context));
    return good && (left == 0 || operations[o].of_state);
}

/* How many attempts; -1 where one went wrong. */
static int try_all(const subject *s, int o, eg_context *context, long stride)
{
    bool over = false, good = true;
    int count = 0;
    eg_status wanted = operations[o].function(context, s);
    if (operations[o].of_state || operations[o].function == look_at_results) /* they have few */
        stride = (stride + 39) / 40;
    for (long nth = 1; !over; nth += stride, count++)
        good &= try_without(context, s, o, wanted, nth, &over);
    printf("%s: %d, else %s\n", operations[o].name, count, eg_status_name(wanted));
    return good && (wanted == EG_OK || wanted == EG_USAGE) ? count : -1;
}

int main(int count, char **words)
{
    eg_context *context;
    bool good = true;
    if (count != 4 || eg_context_create(NULL, &context) != EG_OK)
        return eg_status_exit_code(EG_USAGE);
    subject s = {.folder = words[2]};
    const eg_run_options options = {.size = sizeof options, .case_file = words[1], .device = "host:1"};
    if (eg_run_create(context, &options, &s.run) != EG_OK)
        return eg_status_exit_code(EG_CASE);
    for (size_t o = 0; o < sizeof operations / sizeof *operations; o++)
        good &= try_all(&s, (int)o, context, atol(words[3])) > 0;
    eg_run_destroy(&s.run);
    good = good && eg_context_blocks_held(context) == 0;
    printf("%lld blocks are left\n", (long long)eg_context_blocks_held(context));
    eg_context_destroy(&context);
    return !good;
}
