/* The model of one case of advection: before the check, from the names of its tracers as they stand in the file. */
#include "run/models/waves/names.h"

#include <string.h>

/* The model of one case, in its tree. */
typedef struct tracers_model {
    eg_model_kind base; /* the first member */
    eg_waves_kind kind;
    eg_linear system;
} tracers_model;

/* Rows of a part with a rate and a row of E for so many tracers; 0: one without a name. */
static eg_status copy_part(eg_tree *tree, const eg_case_part *from, int tracers, const eg_case_part **made)
{
    eg_case_row *rows;
    eg_case_part *part;
    EG_TRY(eg_tree_take(tree, from->count * (int64_t)sizeof *rows, &rows));
    EG_TRY(eg_tree_take(tree, sizeof *part, &part));
    memcpy(rows, from->rows, (size_t)from->count * sizeof *rows);
    for (int i = 0; i < from->count; i++)
        if (strcmp(rows[i].path, "sources.*.rate") == 0 || strcmp(rows[i].path, "tracers.exchange.*") == 0)
            rows[i].count = tracers == 1 ? EG_ONE_OR_LIST : tracers;
    *part = (eg_case_part){.rows = rows, .count = from->count};
    *made = part;
    return EG_OK;
}

/* The bounds of each tracer, and what receivers tell, in the place of the rows of names. */
static eg_status make_named_part(eg_tree *tree, const tracers_model *model, const eg_case_part **made)
{
    const eg_linear *system = &model->system;
    eg_case_part receivers, *part;
    eg_case_row *rows;
    int n = system->variables;
    EG_TRY(eg_variables_make_receiver_row(tree, &model->base.keys, &receivers));
    EG_TRY(eg_tree_take(tree, (n + 1) * (int64_t)sizeof *rows, &rows));
    EG_TRY(eg_tree_take(tree, sizeof *part, &part));
    for (int v = 0; v < n; v++) {
        rows[v] = (eg_case_row)EG_ROW(NULL, EG_TAKES_REAL, "Least and greatest value of the tracer.",
                                      "[0, 1]", .count = 2, .range = EG_RANGE_ASCENDING);
        EG_TRY(eg_tree_format(tree, &rows[v].path, "numerics.limiter.bounds.%s", system->variable[v]));
    }
    rows[n] = receivers.rows[0];
    *part = (eg_case_part){.rows = rows, .count = n + 1};
    *made = part;
    return EG_OK;
}

/* The parts of model advection with those of this case; without `model` those of the one tracer. */
static eg_status make_parts(eg_tree *tree, const eg_case_model *any, const tracers_model *model,
                            const eg_case_part *const **made)
{
    const eg_case_part **parts;
    int count = 0, at = 0;
    while (any->parts[count])
        count++;
    EG_TRY(eg_tree_take(tree, (count + 1) * (int64_t)sizeof *parts, &parts));
    for (int i = 0; i < count; i++) {
        const eg_case_part *part = any->parts[i];
        if (part != &eg_tracers_named_keys)
            EG_TRY(copy_part(tree, part, model ? model->system.variables : 0, &parts[at++]));
        else if (model)
            EG_TRY(make_named_part(tree, model, &parts[at++]));
    }
    parts[at] = NULL;
    *made = parts;
    return EG_OK;
}

/* The one tracer, whose case has no names. */
static eg_status take_one(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted)
{
    eg_model_kind *model;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *model, &model));
    *model = *eg_model_kind_of(any);
    EG_TRY(make_parts(&loaded->tree, any, NULL, &model->keys.parts));
    *adapted = &model->keys;
    return EG_OK;
}

static eg_status name_tracers(eg_case *loaded, const eg_node *names, tracers_model *model)
{
    static const char *const sentence[2] = {"amount of tracer ", ""};
    char text[EG_LINEAR_TRACERS_TEXT];
    const char *generated;
    eg_tree *tree = &loaded->tree;
    eg_linear_tracers_text((int)names->count, text);
    EG_TRY(eg_tree_text(tree, text, (int64_t)strlen(text), &generated));
    model->system = eg_linear_tracers((int)names->count, generated);
    EG_TRY(eg_variables_make_outputs(tree, names, false, sentence, &model->system, &model->base.keys));
    EG_TRY(eg_variables_make_maxima(tree, &model->system, &model->base.keys, &model->kind.maximum_of));
    return make_parts(tree, &model->base.keys, model, &model->base.keys.parts);
}

eg_status eg_tracers_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted)
{
    const eg_node *tracers = eg_node_find_child(loaded->root, "tracers");
    const eg_node *names = eg_node_find_child(tracers, "names");
    tracers_model *model;
    *adapted = NULL;
    if (!tracers)
        return take_one(loaded, any, adapted);
    if (names && names->shape == EG_TREE_MAP && names->count == 0)
        eg_case_error_add_key(loaded, names,
                              "tracers.names names no tracer; give one or more, such as {dye: kg/m3}");
    if (!eg_variables_check_names(loaded, names, "tracers", EG_LINEAR_TRACERS, false) || names->count == 0 ||
        !eg_variables_columns_differ(loaded, names))
        return EG_OK;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *model, &model));
    model->base = *eg_model_kind_of(any);
    model->kind = *model->base.waves;
    model->base.waves = &model->kind;
    model->base.system = model->kind.system = &model->system;
    model->kind.evaluate = eg_variables_evaluate;
    EG_TRY(name_tracers(loaded, names, model));
    *adapted = &model->base.keys;
    return EG_OK;
}

/* Names of rows of E are tracers; columns of gauges differ. */
eg_status eg_tracers_complete(eg_case *loaded)
{
    const eg_linear *system = eg_model_kind_of(eg_case_model_of(loaded))->waves->system;
    const eg_node *exchange = eg_case_find(loaded, "tracers.exchange");
    const eg_output *outputs = eg_case_model_of(loaded)->outputs;
    for (int64_t i = 0; i < eg_node_count(exchange); i++)
        if (eg_output_find(outputs, system->variables, eg_node_key(exchange, i)) < 0)
            eg_case_error_add_key(loaded, eg_node_item(exchange, i), "'%s' is none of the tracers",
                                  eg_node_key(exchange, i));
    return eg_case_find(loaded, "tracers") ? eg_variables_check_gauges(loaded, system) : EG_OK;
}
