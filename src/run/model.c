/* What the run asks of any model. */
#include "run/model.h"
#include "physics/linear/linear.h"

_Static_assert((int)EG_SPACE_VARIABLES >= (int)EG_LINEAR_VARIABLES,
               "a space has the variables of any linear system");

eg_status eg_model_begin(const eg_setup *setup, eg_model **model)
{
    EG_TRY(eg_alloc(setup->context, 1, setup->kind->class->bytes, model));
    (*model)->kind = setup->kind;
    (*model)->class = setup->kind->class;
    return EG_OK;
}

void eg_model_destroy(eg_model **model)
{
    if (*model)
        (*model)->class->end(*model);
    EG_FREE(model);
}

void eg_model_values(const eg_model *model, const void *copy, int64_t cell, int output, int count,
                     const double *points, double *values)
{
    enum { AT_ONCE = 32 };
    const eg_space *space = eg_model_space(model);
    int components = model->kind->keys.outputs[output].components;
    double variables[AT_ONCE * EG_SPACE_VARIABLES];
    assert(space->variables <= EG_SPACE_VARIABLES);
    for (int from = 0; from < count; from += AT_ONCE) {
        int n = count - from < AT_ONCE ? count - from : AT_ONCE;
        const double *at = &points[space->domain->dimension * from];
        eg_space_evaluate(space, copy, cell, n, at, variables);
        model->class->output(model, output, cell, n, at, variables, &values[from * components]);
    }
}

/* Where a cell has one value, many at a time. */
static void constant_values(const eg_model *model, const void *copy, int64_t from, int64_t to, int output,
                            double *values)
{
    enum { AT_ONCE = 128 };
    const eg_space *space = eg_model_space(model);
    int components = model->kind->keys.outputs[output].components;
    double variables[AT_ONCE * EG_SPACE_VARIABLES];
    assert(space->variables <= EG_SPACE_VARIABLES);
    for (int64_t n; from < to; from += n, values += n * components) {
        n = eg_min_i64(AT_ONCE, to - from);
        eg_space_evaluate_cells(space, copy, from, from + n, variables);
        model->class->output(model, output, from, (int)n, NULL, variables, values);
    }
}

void eg_model_cell_values(const eg_model *model, const void *copy, int64_t from, int64_t to, int output,
                          const double *point, double *values)
{
    int components = model->kind->keys.outputs[output].components;
    if (eg_model_degree(model) == 0) {
        constant_values(model, copy, from, to, output, values);
        return;
    }
    for (int64_t c = from; c < to; c++)
        eg_model_values(model, copy, c, output, 1, point, &values[(c - from) * components]);
}

/* ---- samples at points: of waves all variables, which are their outputs as keys.state has them */

static void add_sample(const eg_case_model *keys, const char *name, eg_samples *samples)
{
    int output = eg_output_find(keys->outputs, keys->output_count, name);
    assert(output >= 0 && samples->count < EG_WORDS_MOST);
    samples->output[samples->count++] = output;
    samples->columns += keys->outputs[output].components;
}

void eg_model_choose_samples(const eg_model_kind *kind, const eg_case *loaded, eg_samples *samples)
{
    const eg_case_model *keys = &kind->keys;
    const eg_node *variables = eg_case_find(loaded, "output.record.variables");
    char buffer[EG_WORDS_BYTES];
    const char *word[EG_WORDS_MOST];
    int words = !variables && keys->samples ? eg_case_words(keys->samples, buffer, word) : 0;
    *samples = (eg_samples){0};
    for (int64_t i = 0; i < eg_node_count(variables); i++)
        add_sample(keys, eg_node_text(eg_node_item(variables, i)), samples);
    for (int i = 0; i < words; i++)
        add_sample(keys, word[i], samples);
    for (int i = 0; samples->count == i && keys->state && keys->state[i]; i++)
        add_sample(keys, keys->state[i], samples);
}

void eg_model_sample_names(const eg_model_kind *kind, const eg_samples *samples, const char *point,
                           eg_text *names)
{
    char unit[EG_UNIT_COLUMN];
    for (int v = 0; kind->system && v < eg_linear_told(kind->system); v++)
        eg_text_add(names, "%s_%s%s\n", point, kind->system->variable[v],
                    eg_output_unit_column(kind->system->unit[v], unit));
    for (int i = 0; !kind->system && i < samples->count; i++) {
        const eg_output *output = &kind->keys.outputs[samples->output[i]];
        for (int c = 0; c < output->components; c++) {
            eg_text_add(names, "%s_", point);
            eg_output_column(output, kind->keys.dimensions, c, names);
            eg_text_add(names, "\n");
        }
    }
}

eg_status eg_model_sample(eg_model *model, const eg_samples *samples, int count, const int64_t *cells,
                          const double (*points)[3], double *values)
{
    eg_space *space = eg_model_space(model);
    EG_SCRATCH double *variables = NULL;
    EG_TRY(eg_alloc(space->context, count * space->variables, sizeof *variables, &variables));
    EG_TRY(eg_space_sample(space, count, cells, points, variables));
    for (int k = 0; k < count; k++)
        for (int i = 0; i < samples->count; i++) {
            int output = samples->output[i];
            model->class->output(model, output, cells[k], 1, points[k], &variables[k * space->variables],
                                 values);
            values += model->kind->keys.outputs[output].components;
        }
    return EG_OK;
}

/* ---- costs */

void eg_model_find_cost(const eg_model *model, eg_model_cost *cost)
{
    const eg_stepper *stepper = eg_model_stepper(model);
    *cost = (eg_model_cost){0};
    if (stepper) {
        int64_t unknowns = stepper->domain->all * stepper->values;
        *cost = (eg_model_cost){.lanes = stepper->layout.lanes,
                                .unknowns = unknowns,
                                .updates = (double)unknowns,
                                .updates_unit = "unknowns/s",
                                .bytes = stepper->class->bytes(stepper),
                                .flops = stepper->class->flops ? stepper->class->flops(stepper) : 0,
                                .sent_bytes = eg_stepper_sent_bytes(stepper),
                                .device_bytes = eg_stepper_device_bytes(stepper)};
    }
    if (model->class->cost)
        model->class->cost(model, cost);
}

double eg_model_cell_step(const eg_model *model, int64_t cell)
{
    const eg_stepper *stepper = eg_model_stepper(model);
    const eg_model_steps *steps = model->class->steps;
    return steps->cell_step ? steps->cell_step(model, cell) : stepper->class->cell_step(stepper, cell);
}
