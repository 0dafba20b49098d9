/* Rows that follow from the outputs of a model: fields, pictures and maxima, the state at the beginning and
 * beyond boundaries, exact solutions, and limits of their errors. */
#include "io/case/table.h"
#include "io/case/tree.h"

#include <ctype.h>
#include <string.h>

enum { GENERATED_MOST = 256, ERRORS = 3 };

typedef struct generator {
    eg_tree *tree;
    const eg_case_model *model;
    eg_case_row *rows;
    int count;
} generator;

static eg_case_row *add_generated_case(generator *g, eg_case_row row)
{
    assert(g->count < GENERATED_MOST);
    g->rows[g->count] = row;
    return &g->rows[g->count++];
}

/* ---- texts */

/* "a b c", or "[a, b, c]" */
static eg_status join_words(generator *g, const eg_output *outputs, int count, const char *between,
                            const char **made)
{
    *made = "";
    for (int i = 0; i < count; i++)
        EG_TRY(eg_tree_format(g->tree, made, "%s%s%s", *made, i > 0 ? between : "", outputs[i].name));
    return EG_OK;
}

/* "[velocity, stress]" of "velocity stress" */
static eg_status list_of(generator *g, const char *words, const char **list)
{
    *list = "";
    for (const char *p = words; *p;) {
        size_t length = strcspn(p, " ");
        EG_TRY(eg_tree_format(g->tree, list, "%s%s%.*s", *list, p > words ? ", " : "", (int)length, p));
        p += length + (p[length] == ' ');
    }
    return eg_tree_format(g->tree, list, "[%s]", *list);
}

/* "0", or "[0, 0]" */
static const char *zero_of(const eg_output *output)
{
    static const char *const zero[] = {"", "0", "[0, 0]", "[0, 0, 0]", "", "", "[0, 0, 0, 0, 0, 0]"};
    return zero[output->components];
}

static eg_status dimension_of_output(generator *g, const eg_output *output, eg_case_row *row)
{
    const char *quantity;
    double value;
    eg_unit_error error;
    row->dimension = EG_DIMENSION_NONE;
    if (!output->unit[0] || strcmp(output->unit, "1") == 0)
        return EG_OK;
    EG_TRY(eg_tree_format(g->tree, &quantity, "1 %s", output->unit));
    if (!eg_quantity_parse_any(quantity, &value, &row->dimension, &error)) {
        row->dimension = EG_DIMENSION_NONE; /* of a model whose units a case names */
        row->plain_unit = output->unit;
    }
    return EG_OK;
}

/* A row with a value of the output. */
static eg_status value_row(generator *g, const char *map, const eg_output *output, eg_case_row *row)
{
    row->takes = EG_TAKES_EXPRESSION;
    row->count = output->components > 1 ? output->components : 0;
    row->example = zero_of(output);
    EG_TRY(dimension_of_output(g, output, row));
    return eg_tree_format(g->tree, &row->path, "%s.%s", map, output->name);
}

static const eg_output *find_model_output(const generator *g, const char *name)
{
    int found = eg_output_find(g->model->outputs, g->model->output_count, name);
    assert(found >= 0);
    return &g->model->outputs[found];
}

/* Calls `make` for each output of the state. */
static eg_status each_state(generator *g, eg_status (*make)(generator *g, const eg_output *output))
{
    for (const char *const *name = g->model->state; name && *name; name++)
        EG_TRY(make(g, find_model_output(g, *name)));
    return EG_OK;
}

/* Calls `make` for each output that `words` names. */
static eg_status each_output(generator *g, const char *words,
                             eg_status (*make)(generator *g, const eg_output *output))
{
    char buffer[EG_WORDS_BYTES];
    const char *name[EG_WORDS_MOST];
    int count = words ? eg_case_words(words, buffer, name) : 0;
    for (int i = 0; i < count; i++)
        EG_TRY(make(g, find_model_output(g, name[i])));
    return EG_OK;
}

/* ---- what is shown */

static eg_status add_fields(generator *g)
{
    const eg_case_model *model = g->model;
    const char *names, *fields;
    if (!model->fields)
        return EG_OK;
    EG_TRY(join_words(g, model->outputs, model->output_count, " ", &names));
    EG_TRY(list_of(g, model->fields, &fields));
    add_generated_case(g, (eg_case_row)EG_ROW("output.fields.variables", EG_TAKES_WORD,
                                              "Fields in a snapshot.", fields, .count = EG_ANY_COUNT,
                                              .words = names, .default_text = fields,
                                              .resume = "the snapshots so far hold other fields"));
    if (model->forest || model->leaves)
        add_generated_case(
            g, (eg_case_row)EG_ROW("output.fields.cells", EG_TAKES_WORD,
                                   "What snapshots tell of cells beside the state: how often one was "
                                   "divided, and the rank that computes it.",
                                   "[level]", .count = EG_ANY_COUNT, .words = "level owner",
                                   .resume = "the snapshots so far hold other fields"));
    add_generated_case(g, (eg_case_row)EG_ROW("output.picture.variable", EG_TAKES_WORD,
                                              "The field to draw; of a vector the magnitude.", model->picture,
                                              .words = names, .default_text = model->picture,
                                              .resume = EG_MAY_CHANGE));
    return EG_OK;
}

static eg_status add_samples(generator *g)
{
    const eg_case_model *model = g->model;
    const char *names, *samples;
    if (!model->fields || !model->samples)
        return EG_OK;
    int count = model->sampled > 0 ? model->sampled : model->output_count;
    EG_TRY(join_words(g, model->outputs, count, " ", &names));
    EG_TRY(list_of(g, model->samples, &samples));
    add_generated_case(g, (eg_case_row)EG_ROW("output.record.variables", EG_TAKES_WORD,
                                              "Columns of each gauge in gauges.csv.", samples,
                                              .count = EG_ANY_COUNT, .words = names, .default_text = samples,
                                              .resume = "gauges.csv has other columns for the time before"));
    return EG_OK;
}

static eg_status add_maxima(generator *g)
{
    const eg_case_model *model = g->model;
    const char *names, *all, *one;
    if (model->maximum_count == 0)
        return EG_OK;
    EG_TRY(join_words(g, model->maxima, model->maximum_count, " ", &names));
    EG_TRY(list_of(g, model->maxima_default ? model->maxima_default : names, &all));
    EG_TRY(list_of(g, model->maxima[0].name, &one));
    add_generated_case(g, (eg_case_row)EG_ROW("output.maxima.variables", EG_TAKES_WORD,
                                              "Fields of maxima.vtkhdf.", one, .count = EG_ANY_COUNT,
                                              .words = names, .default_text = all,
                                              .resume = "they are taken over all steps from the first"));
    return EG_OK;
}

/* ---- the state */

static eg_status add_initial(generator *g, const eg_output *output)
{
    bool solid = g->model->dimensions == 3;
    eg_case_row *row = add_generated_case(g, (eg_case_row){.variables = solid ? "x y z" : "x y",
                                                           .without = solid ? NULL : "from",
                                                           .default_text = zero_of(output)});
    EG_TRY(value_row(g, "initial", output, row));
    return eg_tree_format(g->tree, &row->sentence, "%c%s.", toupper(output->sentence[0]),
                          output->sentence + 1);
}

static eg_status add_inflow(generator *g, const eg_output *output)
{
    if (g->model->no_inflow)
        return EG_OK;
    eg_case_row *row =
        add_generated_case(g, (eg_case_row){.variables = "x y t", .default_text = zero_of(output)});
    EG_TRY(value_row(g, "boundaries.*.inflow", output, row));
    return eg_tree_format(g->tree, &row->sentence, "Beyond the boundary: %s.", output->sentence);
}

/* ---- exact solutions */

static eg_status add_exact(generator *g, const eg_output *output)
{
    const char *height = g->model->height;
    eg_case_row *row = add_generated_case(
        g, (eg_case_row){.variables = "x y z t",
                         .presence = EG_AT_LEAST_ONE,
                         .resume = "errors.csv and the norms are those of the solution that was given"});
    EG_TRY(value_row(g, "exact", output, row));
    return eg_tree_format(g->tree, &row->sentence, "Exact %s%s%s.", output->sentence, height ? "; z is " : "",
                          height ? height : "");
}

static eg_status add_limits(generator *g, const eg_output *output)
{
    static const char *const norm[ERRORS] = {"l1", "l2", "linf"};
    static const char *const what[ERRORS] = {"Mean error", "Root mean square error", "Largest error"};
    for (int i = 0; i < ERRORS; i++) {
        eg_case_row *row = add_generated_case(g, (eg_case_row){.takes = EG_TAKES_REAL,
                                                               .range = EG_RANGE_NOT_NEGATIVE,
                                                               .example = "1e-3",
                                                               .resume = EG_MAY_CHANGE});
        EG_TRY(dimension_of_output(g, output, row));
        EG_TRY(eg_tree_format(g->tree, &row->path, "limits.%s_%s", output->name, norm[i]));
        EG_TRY(eg_tree_format(g->tree, &row->needs, "exact.%s", output->name));
        EG_TRY(eg_tree_format(g->tree, &row->sentence, "%s of `%s`%s.", what[i], output->name,
                              output->components > 1 ? ", a vector of all its components" : ""));
    }
    return EG_OK;
}

eg_status eg_case_generate(eg_tree *tree, const eg_case_model *model, eg_case_part *part)
{
    generator g = {.tree = tree, .model = model};
    EG_TRY(eg_tree_take(tree, GENERATED_MOST * (int64_t)sizeof *g.rows, &g.rows));
    EG_TRY(each_state(&g, add_initial));
    EG_TRY(each_state(&g, add_inflow));
    EG_TRY(add_fields(&g));
    EG_TRY(add_samples(&g));
    EG_TRY(add_maxima(&g));
    EG_TRY(each_output(&g, model->exact, add_exact));
    EG_TRY(each_output(&g, model->exact, add_limits));
    *part = (eg_case_part){.rows = g.rows, .count = g.count};
    return EG_OK;
}
