/* What is made from the table of keys: schema, explanations, templates, list of keys, and the page
 * docs/case-reference.md, which must be the one that is kept.
 * `test-unit-case_reference write` writes the page anew. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/case/case.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"
#include "io/case/table.h"
#include "io/case/tree.h"
#include "long.h"

static int set_up(void **state)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        return 1;
    *state = context;
    return 0;
}

static int tear_down(void **state)
{
    eg_context *context = *state;
    int leaked = eg_context_blocks_held(context) != 0;
    eg_context_destroy(&context);
    return leaked;
}

enum { MODELS = 14 }; /* of src/run/models/models.c */

/* ---- the table */

/* The table of all models, for one test. */
typedef struct keys {
    eg_tree tree;
    eg_case_table table;
} keys;

static void open_keys(eg_context *context, keys *k)
{
    *k = (keys){.tree.context = context};
    assert_int_equal(eg_case_table_make(&k->tree, eg_models, &k->table), EG_OK);
}

static bool has_path(const eg_case_table *table, const char *path, size_t length)
{
    for (int i = 0; i < table->count; i++)
        if (strlen(table->rows[i].path) == length && memcmp(table->rows[i].path, path, length) == 0)
            return true;
    return false;
}

static void expect_complete(const eg_case_table *table, int i)
{
    const eg_case_row *row = &table->rows[i];
    const char *dot = strrchr(row->path, '.');
    if (dot)
        assert_true(has_path(table, row->path, (size_t)(dot - row->path)));
    assert_true(row->takes != 0);
    size_t length = strlen(row->sentence);
    assert_true(length > 10 && row->sentence[length - 1] == '.');
    assert_true(row->refusal || row->example);
    assert_true(!(row->takes & EG_TAKES_WORD) || row->words);
    assert_true(!(row->takes & EG_TAKES_EXPRESSION) || row->variables);
    bool has_rows_below = row->refusal && (row->takes & EG_TAKES_MAP);
    for (const eg_case_row *below = NULL; (below = eg_case_row_next(table, row, below));)
        has_rows_below =
            has_rows_below || row->models == 0 || (!row->refusal && eg_case_row_of_model(below, row->models));
    assert_int_equal(has_rows_below, (row->takes & EG_TAKES_MAP) != 0);
    for (int j = 0; j < i; j++) {
        const eg_case_row *other = &table->rows[j];
        assert_true(strcmp(other->path, row->path) != 0 ||
                    (row->models && other->models && !(row->models & other->models)));
    }
}

static void every_row_is_complete(void **state)
{
    keys k;
    open_keys(*state, &k);
    for (int i = 0; i < k.table.count; i++)
        expect_complete(&k.table, i);
    eg_tree_free(&k.tree);
}

/* A row stands behind its parent, and what is below a row stands behind it before anything else. */
static void rows_stand_in_the_order_of_a_tree(void **state)
{
    keys k;
    open_keys(*state, &k);
    for (int i = 1; i < k.table.count; i++) {
        const char *path = k.table.rows[i].path, *before = k.table.rows[i - 1].path;
        size_t length = (size_t)(strrchr(path, '.') ? strrchr(path, '.') - path : 0);
        if (length > 0 && (strncmp(before, path, length) != 0 || strcspn(before + length, ".") != 0))
            fail_msg("%s stands behind %s", path, before);
    }
    eg_tree_free(&k.tree);
}

static void every_model_is_known(void **state)
{
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    keys k;
    open_keys(*state, &k);
    int count = eg_case_words(eg_case_row_child(&k.table, NULL, "model", 0)->words, buffer, words);
    unsigned all = 0;
    for (int i = 0; i < count; i++) {
        unsigned models = eg_case_model_mask(&k.table, words[i]);
        assert_int_equal(models & all, 0);
        all |= models;
        assert_string_equal(eg_case_model_name(&k.table, models, 0), words[i]);
        assert_null(eg_case_model_name(&k.table, models, 1));
    }
    assert_int_equal(all, (1u << MODELS) - 1);
    assert_null(eg_models[MODELS]);
    assert_int_equal(eg_case_model_mask(&k.table, "none"), 0);
    eg_tree_free(&k.tree);
}

/* Pictures and pages find the words of an output by its name and unit alone. */
static void names_of_outputs_have_one_meaning(void **state)
{
    (void)state;
    for (int m = 0; eg_models[m]; m++)
        for (int i = 0; i < eg_models[m]->output_count + eg_models[m]->maximum_count; i++) {
            bool is_maximum = i >= eg_models[m]->output_count;
            const eg_output *output = is_maximum ? &eg_models[m]->maxima[i - eg_models[m]->output_count]
                                                 : &eg_models[m]->outputs[i];
            assert_string_equal(eg_models_words(output->name, output->unit), eg_output_words(output));
        }
    assert_string_equal(eg_models_words("theta_perturbation", "K"), "potential temperature perturbation");
    assert_string_equal(eg_models_words("level", "m"), "water level");
    assert_string_equal(eg_models_words("level", "1"), "level"); /* of cells */
}

/* A word may stand for several models: the mesh tells which. */
static void models_of_a_word_differ_in_their_meshes(void **state)
{
    static const struct {
        bool forest;
        int dimension;
        const char *label;
    } expected[] = {{false, 2, "acoustic (no forest)"},
                    {true, 2, "acoustic (quadtrees)"},
                    {true, 3, "acoustic (octrees)"}};
    keys k;
    open_keys(*state, &k);
    unsigned all = eg_case_model_mask(&k.table, "acoustic");
    for (int i = 0; i < 3; i++) {
        unsigned one = eg_case_model_choose(&k.table, all, expected[i].forest, expected[i].dimension);
        assert_string_equal(eg_case_model_name(&k.table, one, 0), expected[i].label);
    }
    unsigned none = eg_case_model_mask(&k.table, "atmosphere");
    assert_int_equal(eg_case_model_choose(&k.table, none, true, 3), none);
    eg_tree_free(&k.tree);
}

/* What stands for a `*`: any name but where the case of a system has names of its own. */
static const char *name_of_star(const char *path, const char *star)
{
    static const char parameters[] = "system.parameters.*", material[] = "materials.*.*";
    if (strncmp(path, parameters, strlen(parameters)) == 0)
        return "size";
    if (strcmp(path, "limits.*") == 0)
        return "p_l2";
    if (strncmp(path, material, strlen(material)) == 0 && star == path + strlen(material) - 1)
        return "density";
    bool is_variable = strncmp(path, "system.", 7) == 0 || strncmp(path, "body.", 5) == 0 ||
                       strncmp(path, "initial.", 8) == 0 || strncmp(path, "exact.", 6) == 0 ||
                       strncmp(path, "tracers.exchange.", 17) == 0 || strstr(path, ".bounds.*");
    bool is_beyond =
        (strstr(path, ".reflection.*") || strstr(path, ".inflow.*")) && star != strchr(path, '*');
    return is_variable || is_beyond ? "p" : "name";
}

/* Puts a row's example in the place of what a case has there, and loads that; false: the model has no such
 * row. */
static bool expect_example(eg_context *context, const eg_case_row *row, int model)
{
    static const char *const bases[] = {
        "model: shallow-water\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {elevation: 0}}\ninitial: {depth: 1}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {depth: 0, level: 0, velocity: [0, 0]}\n",
        "model: advection\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {velocity: [1, 0]}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {tracer: 0}\n",
        "model: acoustic\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {density: 1, vp: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {pressure: 0, velocity: [0, 0]}\n",
        "model: acoustic\nmesh: {forest: {level: 1}, box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {density: 1, vp: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {pressure: 0, velocity: [0, 0]}\n",
        "model: acoustic\nmesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}\n"
        "materials: {all: {density: 1, vp: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {pressure: 0, velocity: [0, 0, 0]}\n",
        "model: elastic\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {density: 1, vp: 2, vs: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {velocity: [0, 0], stress: [0, 0, 0]}\n",
        "model: elastic\nmesh: {forest: {level: 1}, box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {density: 1, vp: 2, vs: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {velocity: [0, 0], stress: [0, 0, 0]}\n",
        "model: elastic\nmesh: {forest: {level: 1}, box: {size: [1, 1, 1], cells: [1, 1, 1]}}\n"
        "materials: {all: {density: 1, vp: 2, vs: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {velocity: [0, 0, 0], stress: [0, 0, 0, 0, 0, 0]}\n",
        "model: sh\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {density: 1, vs: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {velocity: 0, stress: [0, 0]}\n",
        "model: sh\nmesh: {forest: {level: 1}, box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {density: 1, vs: 1}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {velocity: 0, stress: [0, 0]}\n",
        "model: linear\nsystem: {variables: {p: Pa, vx: m/s, vy: m/s}, parameters: {modulus: Pa, density: "
        "kg/m3}, "
        "A: {p: [0, modulus, 0]}}\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {modulus: 1, density: 1}}\nboundaries: {left: absorbing}\ntime: {end: 1}\n"
        "exact: {p: 0}\n",
        "model: atmosphere\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\nboundaries: {left: wall}\n"
        "time: {end: 1}\nexact: {theta_perturbation: 0, velocity: [0, 0], "
        "pressure_perturbation: 0, density_perturbation: 0}\n",
        "model: poisson\nmesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}}\n"
        "materials: {all: {kappa: 1}}\nboundaries: {left: insulated}\n"
        "exact: {u: 0, gradient: [0, 0, 0]}\n",
        "model: heat\nmesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}}\n"
        "materials: {all: {kappa: 1, capacity: 1}}\ninitial: {temperature: 0}\n"
        "boundaries: {left: insulated}\ntime: {end: 1, dt: 1}\n"
        "exact: {temperature: 0, gradient: [0, 0, 0]}\n"};
    assert_int_equal(sizeof bases / sizeof *bases, MODELS);
    static const char tracers[] =
        "model: advection\ntracers: {names: {p: 1, q: 1}}\nmesh: {box: {size: [1, 1], cells: [1, 1]}}\n"
        "materials: {all: {velocity: [1, 0]}}\nboundaries: {left: wall}\ntime: {end: 1}\nexact: {p: 0}\n";
    size_t length = strlen(row->path);
    bool named = strcmp(eg_models[model]->name, "advection") == 0 && row->names != EG_NAMES_ANY &&
                 (strncmp(row->path, "tracers", 7) == 0 || row->path[length - 1] == '*');
    const char *base = named ? tracers : bases[model];
    if (row->models == 0 || (row->models & EG_COMMON_ROW) ? model > 0 : !(row->models & 1u << model))
        return false;
    eg_text setting = {.context = context};
    for (const char *p = row->path; *p; p++)
        eg_text_add(&setting, *p == '*' ? "%s" : "%.1s", *p == '*' ? name_of_star(row->path, p) : p);
    eg_text_add(&setting, "=%s", row->example);
    const char *settings[] = {"vars.DATA=d", eg_text_string(&setting)};
    eg_case *loaded;
    eg_status status =
        eg_case_parse(context, eg_models, "example", "", base, (int64_t)strlen(base), settings, 2, &loaded);
    const char *error = eg_context_error(context);
    /* A key alone may lack what must stand beside it; its own value must be right. */
    if (status != EG_OK && !strstr(error, "needs") && !strstr(error, "takes at most one") &&
        !strstr(error, "missing key") && !strstr(error, "has no meaning without"))
        fail_msg("%s: %s", row->path, error);
    if (status != EG_OK && (strstr(error, "expected") || strstr(error, "must be")))
        fail_msg("%s: %s", row->path, error);
    eg_case_destroy(&loaded);
    eg_text_free(&setting);
    return true;
}

/* Beside one of its models, which are taken in turn; in the long form beside each. */
static void every_example_is_right(void **state)
{
    keys k;
    open_keys(*state, &k);
    for (int i = 0; i < k.table.count; i++) {
        bool done = k.table.rows[i].refusal;
        for (int j = 0; j < MODELS && !done; j++)
            done = expect_example(*state, &k.table.rows[i], (i + j) % MODELS) && !is_long();
    }
    eg_tree_free(&k.tree);
}

/* ---- schema */

static void the_schema_is_json(void **state)
{
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_schema(*state, eg_models, "shallow-water", &text), EG_OK);
    json_error_t error;
    json_t *schema = json_loads(eg_text_string(&text), JSON_REJECT_DUPLICATES, &error);
    assert_non_null(schema);
    json_t *properties = json_object_get(schema, "properties");
    keys k;
    open_keys(*state, &k);
    for (const eg_case_row *row = NULL; (row = eg_case_row_next(&k.table, NULL, row));)
        assert_int_equal(json_object_get(properties, row->path) != NULL,
                         eg_case_row_of_model(row, eg_case_model_mask(&k.table, "shallow-water")) ||
                             strcmp(row->path, "initial") == 0 || strcmp(row->path, "materials") == 0 ||
                             strcmp(row->path, "boundaries") == 0);
    eg_tree_free(&k.tree);
    json_t *time = json_object_get(properties, "time");
    assert_non_null(json_object_get(json_object_get(time, "properties"), "cfl"));
    assert_true(json_is_false(json_object_get(time, "additionalProperties")));
    json_t *boundaries = json_object_get(properties, "boundaries");
    assert_true(json_is_object(json_object_get(boundaries, "additionalProperties")));
    json_t *numerics = json_object_get(json_object_get(properties, "numerics"), "properties");
    assert_null(json_object_get(numerics, "degree"));
    json_decref(schema);
    eg_text_free(&text);
}

static void the_schema_needs_a_model_that_there_is(void **state)
{
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_schema(*state, eg_models, "shalow", &text), EG_USAGE);
    assert_string_equal(eg_context_error(*state),
                        "there is no model 'shalow'; there are: shallow-water advection acoustic "
                        "elastic sh linear atmosphere poisson heat");
    assert_int_equal(eg_case_schema(*state, eg_models, NULL, &text), EG_OK);
    eg_text_free(&text);
}

/* ---- explanations */

static void a_key_is_explained(void **state)
{
    static const char *const names[] = {"time.cfl", "cfl"};
    for (int i = 0; i < 2; i++) {
        eg_text text = {.context = *state};
        assert_int_equal(eg_case_explain(*state, eg_models, names[i], &text), EG_OK);
        assert_string_equal(
            eg_text_string(&text),
            "time.cfl\n\n"
            "  Courant number: distance that a wave travels in a step, relative to the cell "
            "size.\n\n"
            "  value     number\n"
            "  range     above 0\n"
            "  default   0.9\n"
            "  presence  at most one of: cfl, dt\n"
            "  models    shallow-water, advection, acoustic, elastic, sh, linear, atmosphere\n"
            "  example   cfl: 0.5\n");
        eg_text_free(&text);
    }
}

/* Each other word leads to a key that there is, and is no key itself beside it. */
static void words_of_the_field_lead_to_keys(void **state)
{
    keys k;
    open_keys(*state, &k);
    int count = 0;
    for (const eg_case_meaning *m = eg_case_meanings; m->path; m++) {
        const char *words[EG_WORDS_MOST], *dot = strrchr(m->path, '.');
        char buffer[EG_WORDS_BYTES], beside[256];
        if (!has_path(&k.table, m->path, strlen(m->path)))
            fail_msg("there is no key %s", m->path);
        int found = eg_case_words(m->words, buffer, words);
        for (int i = 0; i < found; i++, count++) {
            snprintf(beside, sizeof beside, "%.*s%s", dot ? (int)(dot + 1 - m->path) : 0, m->path, words[i]);
            if (has_path(&k.table, beside, strlen(beside)))
                fail_msg("%s is a key, and stands for %s", beside, m->path);
        }
    }
    assert_true(count > 150);
    assert_ptr_equal(eg_case_meaning_next("BATHYMETRY", NULL), eg_case_meaning_next("bathymetry", NULL));
    assert_null(eg_case_meaning_next("bathymetr", NULL));
    eg_tree_free(&k.tree);
}

static void names_stand_for_patterns(void **state)
{
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_explain(*state, eg_models, "materials.bed.manning", &text), EG_OK);
    assert_non_null(strstr(eg_text_string(&text), "materials.*.manning\n"));
    assert_non_null(strstr(eg_text_string(&text), "unit      s/m^(1/3), where none is given"));
    eg_text_free(&text);
}

/* Below a row the keys of its models alone, under the names of those that have them. */
static void keys_of_other_models_are_left_out(void **state)
{
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_explain(*state, eg_models, "boundaries.x.inflow", &text), EG_OK);
    const char *found = eg_text_string(&text);
    const char *water = strstr(found, "  models    shallow-water\n"),
               *waves = strstr(found, "  models    advection, "), *speed = strstr(found, "\n  speed ");
    assert_true(water && waves && speed && water < speed && speed < waves);
    assert_null(strstr(waves, "\n  speed "));
    assert_null(strstr(waves, "\n  depth "));
    assert_non_null(strstr(waves, "\n\n  Of advection:\n  NAME  "));
    assert_non_null(strstr(waves, "\n\n  Of elastic (no forest):\n  stress  "));
    eg_text_free(&text);
}

static void an_unknown_key_gets_a_suggestion(void **state)
{
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_explain(*state, eg_models, "maning", &text), EG_USAGE);
    assert_string_equal(eg_context_error(*state), "there is no key 'maning'; did you mean 'manning'?");
    assert_int_equal(eg_case_explain(*state, eg_models, "wholly unlike", &text), EG_USAGE);
    eg_text_free(&text);
}

static void keys_are_listed(void **state)
{
    eg_text text = {.context = *state}, all = {.context = *state};
    eg_case_keys(*state, eg_models, &text);
    assert_int_equal(eg_case_explain(*state, eg_models, NULL, &all), EG_OK);
    assert_string_equal(eg_text_string(&text), eg_text_string(&all));
    assert_non_null(strstr(eg_text_string(&text), "\nboundaries.*.discharge.csv\n"));
    assert_null(strstr(eg_text_string(&text), "local_time_step")); /* refused keys are not */
    eg_text_free(&text);
    eg_text_free(&all);
}

/* ---- templates */

static void templates_are_good_cases(void **state)
{
    int count = 0;
    const eg_case_template *template;
    for (; (template = eg_case_template_of(eg_models, count)); count++) {
        eg_text text = {.context = *state};
        eg_case *loaded;
        assert_int_equal(eg_case_template_write(*state, eg_models, template->name, &text), EG_OK);
        assert_int_equal(
            eg_case_parse(*state, eg_models, template->name, "", text.data, text.length, NULL, 0, &loaded),
            EG_OK);
        assert_true(eg_case_find(loaded, "time.end") || eg_node_is(eg_case_find(loaded, "model"), "poisson"));
        eg_case_destroy(&loaded);
        eg_text_free(&text);
    }
    assert_int_equal(count, 22);
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_template_write(*state, eg_models, "dam", &text), EG_USAGE);
    assert_string_equal(
        eg_context_error(*state),
        "there is no template 'dam'; there are "
        "dam-break, river, tsunami, tsunami-source, lake, street-flood, dam-breach, rain-on-grid, flood-map, "
        "tracer, sound, earthquake, site, cavity, "
        "warm-bubble, warm-and-cold-bubble, density-current, inertia-gravity-wave, "
        "vortex, mountain-wave, potential and cooling");
    eg_text_free(&text);
}

/* ---- the reference page */

static const char page[] = "docs/case-reference.md";

static void go_to_source(void)
{
    const char *source = getenv("EAGRE_SOURCE");
    assert_non_null(source);
    assert_int_equal(chdir(source), 0);
}

static void the_kept_page_is_up_to_date(void **state)
{
    eg_text text = {.context = *state};
    char *kept;
    int64_t length;
    go_to_source();
    eg_case_reference(*state, eg_models, NULL, &text);
    assert_int_equal(text.status, EG_OK);
    assert_int_equal(eg_file_read(*state, EG_INPUT, page, 1 << 20, &kept, &length), EG_OK);
    assert_string_equal(eg_text_string(&text), kept);
    eg_free(*state, &kept);
    eg_text_free(&text);
}

/* "sh" has neither depths nor a pressure, nor keys of other models, nor names of models but its own. */
static void a_page_has_the_keys_of_its_model(void **state)
{
    eg_text text = {.context = *state};
    assert_int_equal(eg_case_reference(*state, eg_models, "sh", &text), EG_OK);
    const char *made = eg_text_string(&text);
    assert_memory_equal(made, "# The case file: every key of sh\n", 33);
    assert_non_null(strstr(made, "| `materials.NAME.vs` |"));
    assert_non_null(strstr(made, "Models: sh (quadtrees)."));
    assert_null(strstr(made, "| `initial.depth` |"));
    assert_null(strstr(made, "| `materials.NAME.vp` |"));
    assert_null(strstr(made, "\n## terrain\n"));
    assert_null(strstr(made, "Models: sh."));
    assert_null(strstr(made, "elastic ("));
    eg_text_free(&text);
    assert_int_equal(eg_case_reference(*state, eg_models, "nothing", &text), EG_USAGE);
    assert_non_null(strstr(eg_context_error(*state), "there is no model 'nothing'; there are: "));
    eg_text_free(&text);
}

static void write_page(void **state)
{
    eg_text text = {.context = *state};
    go_to_source();
    eg_case_reference(*state, eg_models, NULL, &text);
    assert_int_equal(eg_file_write(*state, page, text.data, text.length), EG_OK);
    eg_text_free(&text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_row_is_complete, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_stand_in_the_order_of_a_tree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_model_is_known, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_of_outputs_have_one_meaning, set_up, tear_down),
        cmocka_unit_test_setup_teardown(models_of_a_word_differ_in_their_meshes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_example_is_right, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_page_has_the_keys_of_its_model, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_schema_is_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_schema_needs_a_model_that_there_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_key_is_explained, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_of_the_field_lead_to_keys, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_stand_for_patterns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_of_other_models_are_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_unknown_key_gets_a_suggestion, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_are_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(templates_are_good_cases, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_kept_page_is_up_to_date, set_up, tear_down),
    };
    const struct CMUnitTest write[] = {
        cmocka_unit_test_setup_teardown(write_page, set_up, tear_down),
    };
    bool writes = argc == 2 && strcmp(argv[1], "write") == 0;
    return writes ? cmocka_run_group_tests(write, NULL, NULL) : cmocka_run_group_tests(tests, NULL, NULL);
}
