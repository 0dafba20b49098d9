/* The table of keys from the parts of models, here of two that are made up: which rows there are, where they
 * stand, and what follows from outputs. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "failing.h"
#include "io/case/case.h"
#include "io/case/table.h"
#include "io/case/tree.h"

/* ---- two models: a string, and a membrane with damping */

static const eg_case_row shared_rows[] = {
    EG_ROW("materials.*.tension", EG_TAKES_REAL, "How hard it is pulled.", "1"),
    EG_ROW("time", EG_TAKES_MAP, "How long it swings.", "{end: 1 s}", .after = "boundaries"),
    EG_ROW("time.end", EG_TAKES_REAL, "When it ends.", "1 s", EG_CASE_TIME)};
/* Its first row has no parent before the rows of the string. */
static const eg_case_row boundary_rows[] = {
    EG_ROW("boundaries.*.inflow", EG_TAKES_MAP, "What comes in.", "{}"),
    EG_ROW("boundaries.*", EG_TAKES_MAP, "What happens there.", "{inflow: {}}"),
    EG_ROW("initial", EG_TAKES_MAP, "At first.", "{}", .after = "materials")};
static const eg_case_row membrane_rows[] = {
    EG_ROW("materials.*.damping", EG_TAKES_REAL, "How fast it comes to rest.", "0.1"),
    EG_ROW("time.end", EG_TAKES_REAL, "When it ends.", "1 s", EG_CASE_TIME),
    EG_ROW("exact.height", EG_TAKES_EXPRESSION, "A row of the model's own.", "0", .variables = "t")};
static const eg_case_part shared = EG_CASE_PART(shared_rows), boundaries = EG_CASE_PART(boundary_rows),
                          of_membrane = EG_CASE_PART(membrane_rows);
static const eg_case_part *const string_parts[] = {&shared, &boundaries, NULL};
static const eg_case_part *const membrane_parts[] = {&of_membrane, &shared, &boundaries, NULL};

static const eg_output string_outputs[] = {{"height", 1, "m", "height of the string", true, NULL},
                                           {"speed", 2, "m/s", "speed of the string", true, NULL}};
static const eg_output membrane_outputs[] = {{"height", 1, "m", "height of the membrane", true, NULL}};
static const eg_output maxima[] = {{"max_height", 1, "m", "largest height", false, NULL},
                                   {"max_speed", 1, "m/s", "largest speed", false, NULL}};
static const char *const state[] = {"speed", "height", NULL};
static const eg_case_line twang_lines[] = {{"model", "string"}, {"time", "{end: 1 s}"}, {NULL, NULL}};
static const eg_case_template twang[] = {{"twang", "A string that is plucked.", twang_lines}};

static const eg_case_model string = {.name = "string",
                                     .dimensions = 2,
                                     .parts = string_parts,
                                     .outputs = string_outputs,
                                     .output_count = 2,
                                     .fields = "height speed",
                                     .picture = "height",
                                     .maxima = maxima,
                                     .maximum_count = 2,
                                     .state = state,
                                     .exact = "height speed",
                                     .height = "the floor",
                                     .templates = twang,
                                     .template_count = 1};
static const eg_case_model membrane = {.name = "membrane",
                                       .dimensions = 2,
                                       .parts = membrane_parts,
                                       .outputs = membrane_outputs,
                                       .output_count = 1,
                                       .exact = "height"};
static const eg_case_model *const models[] = {&string, &membrane, NULL};

enum { STRING = 1, MEMBRANE = 2 };

typedef struct fixture {
    eg_context *context;
    eg_tree tree;
    eg_case_table table;
} fixture;

static int set_up(void **state_of_test)
{
    static fixture f;
    f = (fixture){0};
    if (eg_context_create(NULL, &f.context) != EG_OK)
        return 1;
    f.tree.context = f.context;
    *state_of_test = &f;
    return eg_case_table_make(&f.tree, models, &f.table) != EG_OK;
}

static int tear_down(void **state_of_test)
{
    fixture *f = *state_of_test;
    eg_tree_free(&f->tree);
    int leaked = eg_context_blocks_held(f->context) != 0;
    eg_context_destroy(&f->context);
    return leaked;
}

/* The n-th row of a path from 0 on; NULL where there are fewer. */
static const eg_case_row *row_of(const fixture *f, const char *path, int n)
{
    for (int i = 0; i < f->table.count; i++)
        if (strcmp(f->table.rows[i].path, path) == 0 && n-- == 0)
            return &f->table.rows[i];
    return NULL;
}

/* ---- parts */

static void the_models_are_the_words_of_the_key_model(void **given)
{
    const fixture *f = *given;
    assert_string_equal(row_of(f, "model", 0)->words, "string membrane");
    assert_int_equal(row_of(f, "model", 0)->models, 0);
    assert_int_equal(eg_case_model_mask(&f->table, "membrane"), MEMBRANE);
}

static void a_row_is_of_the_models_that_have_its_part(void **given)
{
    const fixture *f = *given;
    assert_int_equal(row_of(f, "materials.*.tension", 0)->models, STRING | MEMBRANE);
    assert_int_equal(row_of(f, "materials.*.damping", 0)->models, MEMBRANE);
    assert_int_equal(row_of(f, "materials", 0)->models, 0);
    /* written out twice, the same: one row */
    assert_int_equal(row_of(f, "time.end", 0)->models, STRING | MEMBRANE);
    assert_null(row_of(f, "time.end", 1));
}

static void rows_stand_where_they_say(void **given)
{
    const fixture *f = *given;
    static const char *const order[] = {"materials",
                                        "materials.*",
                                        "materials.*.tension",
                                        "materials.*.damping",
                                        "initial",
                                        "initial.speed",
                                        "initial.height",
                                        "boundaries",
                                        "boundaries.*",
                                        "boundaries.*.inflow",
                                        "time",
                                        "time.end",
                                        "numerics",
                                        "limits"};
    for (size_t i = 1; i < sizeof order / sizeof *order; i++)
        assert_true(row_of(f, order[i - 1], 0) < row_of(f, order[i], 0));
}

/* ---- outputs */

static void fields_and_maxima_follow_from_outputs(void **given)
{
    const fixture *f = *given;
    const eg_case_row *fields = row_of(f, "output.fields.variables", 0),
                      *picture = row_of(f, "output.picture.variable", 0),
                      *most = row_of(f, "output.maxima.variables", 0);
    assert_string_equal(fields->words, "height speed");
    assert_string_equal(fields->default_text, "[height, speed]");
    assert_int_equal(fields->models, STRING);
    assert_string_equal(picture->default_text, "height");
    assert_string_equal(most->words, "max_height max_speed");
    assert_string_equal(most->default_text, "[max_height, max_speed]");
}

static void the_state_follows_from_outputs(void **given)
{
    const fixture *f = *given;
    const eg_case_row *initial = row_of(f, "initial.speed", 0),
                      *inflow = row_of(f, "boundaries.*.inflow.height", 0);
    assert_int_equal(initial->count, 2);
    assert_string_equal(initial->default_text, "[0, 0]");
    assert_string_equal(initial->variables, "x y");
    assert_string_equal(initial->sentence, "Speed of the string.");
    assert_true(eg_dimension_equal(initial->dimension, EG_DIMENSION_VELOCITY));
    assert_int_equal(inflow->count, 0);
    assert_string_equal(inflow->variables, "x y t");
    assert_string_equal(inflow->sentence, "Beyond the boundary: height of the string.");
    assert_true(eg_dimension_equal(inflow->dimension, EG_DIMENSION_LENGTH));
}

static void errors_follow_from_outputs(void **given)
{
    const fixture *f = *given;
    const eg_case_row *exact = row_of(f, "exact.height", 0), *limit = row_of(f, "limits.speed_l2", 0);
    assert_string_equal(exact->sentence, "Exact height of the string; z is the floor.");
    assert_int_equal(exact->presence, EG_AT_LEAST_ONE);
    assert_string_equal(limit->needs, "exact.speed");
    assert_string_equal(limit->sentence,
                        "Root mean square error of `speed`, a vector of all its components.");
    assert_int_equal(limit->models, STRING);
    /* one row for both models: they say the same */
    assert_int_equal(row_of(f, "limits.height_linf", 0)->models, STRING | MEMBRANE);
}

static void a_row_of_the_model_itself_takes_the_place(void **given)
{
    const fixture *f = *given;
    assert_int_equal(row_of(f, "exact.height", 0)->models, STRING);
    assert_int_equal(row_of(f, "exact.height", 1)->models, MEMBRANE);
    assert_string_equal(row_of(f, "exact.height", 1)->sentence, "A row of the model's own.");
    assert_null(row_of(f, "exact.height", 2));
}

/* ---- templates, and memory that ends at any time */

static void a_template_is_found_by_its_name_and_its_model(void **given)
{
    fixture *f = *given;
    static const char *const names[] = {"twang", "string"};
    for (int i = 0; i < 2; i++) {
        eg_text text = {.context = f->context};
        assert_int_equal(eg_case_template_write(f->context, models, names[i], &text), EG_OK);
        assert_non_null(strstr(eg_text_string(&text), "# How long it swings.\ntime: {end: 1 s}\n"));
        eg_text_free(&text);
    }
    eg_text text = {.context = f->context};
    assert_int_equal(eg_case_template_write(f->context, models, "membrane", &text), EG_USAGE);
    assert_string_equal(eg_context_error(f->context), "there is no template 'membrane'; there are twang");
    assert_null(eg_case_template_of(models, 1));
    eg_text_free(&text);
}

static eg_status make_table(void *what)
{
    eg_tree tree = {.context = what};
    eg_case_table table;
    eg_status status = eg_case_table_make(&tree, models, &table);
    eg_tree_free(&tree);
    return status;
}

static void a_table_without_memory_is_refused(void **given)
{
    fixture *f = *given;
    assert_true(fail_each(f->context, make_table, f->context, 1) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(the_models_are_the_words_of_the_key_model),
        TEST(a_row_is_of_the_models_that_have_its_part),
        TEST(rows_stand_where_they_say),
        TEST(fields_and_maxima_follow_from_outputs),
        TEST(the_state_follows_from_outputs),
        TEST(errors_follow_from_outputs),
        TEST(a_row_of_the_model_itself_takes_the_place),
        TEST(a_template_is_found_by_its_name_and_its_model),
        TEST(a_table_without_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
