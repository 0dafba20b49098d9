/* What is dissolved in the water: from the case, for the solver, and its balance. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- from the case */

static const eg_node *solutes_of(const eg_sw_model *model)
{
    return eg_case_find(model->setup.loaded, "solutes");
}

static int count_boundaries(const eg_sw_model *model)
{
    return model->setup.mesh->base.boundaries.count;
}

/* Half of an amount is left after half a life. */
static double decay_of(const eg_node *solute)
{
    const eg_node *half = eg_node_child(solute, "half_life"), *decay = eg_node_child(solute, "decay");
    return half ? log(2) / eg_node_real(half) : decay ? eg_node_real(decay) : 0;
}

/* Each value is at least 0, and none is left out. */
static eg_status check_table(const eg_sw_model *model, const eg_node *node, const eg_fv_rate *series)
{
    for (int64_t i = 0; i < series->rows; i++)
        if (!(series->rates[i] >= 0))
            return eg_case_fail(model->setup.loaded, node, EG_CASE,
                                "%s is %g at t = %.9g s; it must be zero or more", eg_node_name(node),
                                series->rates[i], series->times[i]);
    return EG_OK;
}

/* Where it is looked at; the run sees in the amounts what is not finite between. */
static eg_status check_expression(const eg_sw_model *model, const eg_node *node)
{
    enum { PLACES = 1 << 12 };
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    for (int i = 0; i <= PLACES; i++) {
        double t = end * i / PLACES;
        EG_TRY(eg_given_check_time(&model->setup, node, NULL, t, EG_CASE));
        double value = eg_expression_eval(eg_node_expression(node), &t);
        if (value < 0)
            return eg_case_fail(model->setup.loaded, node, EG_CASE,
                                "%s is %g at t = %.9g s; it must be zero or more", eg_node_name(node), value,
                                t);
    }
    return EG_OK;
}

/* node NULL: none. */
static eg_status read_solute_series(eg_sw_model *model, const eg_node *node, int at)
{
    eg_sw_series *of = &model->solutes.of[at];
    eg_fv_rate *series = &model->solutes.series[at];
    *series = (eg_fv_rate){.rows = -1};
    if (!node)
        return EG_OK;
    EG_TRY(eg_sw_read_rate(model, node, NULL, of, series));
    return of->expression ? check_expression(model, of->expression) : check_table(model, node, series);
}

/* The names of a map of concentrations or loads are those of solutes. */
static eg_status check_solute_names(const eg_sw_model *model, const eg_node *map)
{
    const eg_node *solutes = solutes_of(model);
    for (int64_t i = 0; i < eg_node_count(map); i++)
        if (!eg_node_child(solutes, eg_node_key(map, i)))
            return eg_case_fail_key(model->setup.loaded, eg_node_item(map, i), EG_CASE,
                                    "%s: there is no such solute%s%s", eg_node_name(eg_node_item(map, i)),
                                    solutes ? "; the first one is " : "; the case has no 'solutes'",
                                    solutes ? eg_node_key(solutes, 0) : "");
    return EG_OK;
}

/* Those of a map, from series `first` on; map NULL: none. */
static eg_status read_solute_map(eg_sw_model *model, const eg_node *map, int first)
{
    EG_TRY(check_solute_names(model, map));
    for (int s = 0; s < model->solutes.count; s++)
        EG_TRY(read_solute_series(model, eg_node_child(map, eg_node_key(solutes_of(model), s)), first + s));
    return EG_OK;
}

/* A boundary without open faces lets nothing in. */
static eg_status read_boundary_solutes(eg_sw_model *model, int b)
{
    const eg_sw_boundary *boundary = &model->boundaries[b];
    const eg_node *map = eg_node_child(boundary->node, "concentrations");
    if (map && boundary->given.kind == EG_FV_WALL)
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            "%s: no water comes in through a periodic boundary", eg_node_name(map));
    return read_solute_map(model, map, b * model->solutes.count);
}

static eg_status read_flow_solutes(eg_sw_model *model, int f)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *node = flows->given[flows->of[f]].node;
    int first = (count_boundaries(model) + f) * model->solutes.count;
    EG_TRY(read_solute_map(model, eg_node_child(node, "concentrations"), first));
    return read_solute_map(model, eg_node_child(node, "loads"), first + flows->count * model->solutes.count);
}

static eg_status allocate_solutes(eg_sw_model *model)
{
    eg_sw_solutes *solutes = &model->solutes;
    solutes->count = (int)eg_node_count(solutes_of(model));
    solutes->all = eg_fv_solute_series(count_boundaries(model), model->flows.count, solutes->count);
    return EG_ALLOC(model->setup.context, EG_BLOCK(solutes->count, solutes->solute),
                    EG_BLOCK(solutes->count, solutes->initial), EG_BLOCK(solutes->all, solutes->of),
                    EG_BLOCK(solutes->all, solutes->series), EG_BLOCK(solutes->count, solutes->balance),
                    EG_BLOCK(solutes->count, solutes->held));
}

/* Of what goes through sections and with flows. */
static eg_status allocate_ways(eg_sw_model *model)
{
    eg_sw_solutes *solutes = &model->solutes;
    int64_t sections = eg_node_count(eg_case_find(model->setup.loaded, "output.sections")) * solutes->count;
    int64_t flows = model->flows.count * (int64_t)solutes->count;
    return EG_ALLOC(model->setup.context, EG_BLOCK(sections, solutes->through[0]),
                    EG_BLOCK(sections, solutes->through[1]), EG_BLOCK(flows, solutes->passed[0]),
                    EG_BLOCK(flows, solutes->passed[1]));
}

static eg_status read_solute(eg_sw_model *model, int s)
{
    const eg_setup *setup = &model->setup;
    const eg_node *node = eg_node_item(solutes_of(model), s);
    const eg_node *rain = eg_node_child(node, "rain");
    double **initial = &model->solutes.initial[s];
    if (rain && !eg_sw_has(setup->loaded, "rain"))
        return eg_case_fail(setup->loaded, rain, EG_CASE, "%s: it does not rain; give materials.*.rain",
                            eg_node_name(rain));
    if (eg_case_find(setup->loaded, "initial.from") && eg_node_is_default(eg_node_child(node, "initial")))
        return eg_case_fail(setup->loaded, node, EG_CASE,
                            "%s: the water of another run comes without its solutes; give 'initial', the "
                            "concentration at time 0",
                            eg_node_name(node));
    EG_TRY(eg_alloc(setup->context, setup->mesh->base.own, sizeof **initial, initial));
    EG_TRY(eg_given_fill(setup, eg_node_child(node, "initial"), -1, EG_RANGE_NOT_NEGATIVE, *initial));
    model->solutes.solute[s] = (eg_fv_solute){.decay = decay_of(node), .initial = *initial};
    eg_sw_give_dispersion(node, model->solutes.solute[s].dispersion);
    return read_solute_series(model, rain, model->solutes.all - model->solutes.count + s);
}

/* Numbers of solutes that the case does not have are left in the names of outputs: "concentration_3". */
static eg_status check_solute_output(const eg_sw_model *model, const eg_node *variable)
{
    const char *name = eg_node_text(variable), *number = strrchr(name, '_');
    if (strncmp(name, "concentration_", 14) != 0 && strncmp(name, "max_concentration_", 18) != 0)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, variable, EG_CASE, "%s: %s is of solute %s, and the case has %d",
                        eg_node_name(variable), name, number + 1, model->solutes.count);
}

/* One output, or a list of them; of a picture, too. */
static eg_status check_solute_outputs(const eg_sw_model *model, const eg_node *variables)
{
    if (variables && !eg_node_is_list(variables))
        return check_solute_output(model, variables);
    for (int64_t i = 0; i < eg_node_count(variables); i++)
        EG_TRY(check_solute_output(model, eg_node_item(variables, i)));
    return EG_OK;
}

eg_status eg_sw_read_solutes(eg_sw_model *model)
{
    static const char *const keys[] = {"output.fields.variables", "output.record.variables",
                                       "output.maxima.variables", "output.picture.variable"};
    const eg_node *node = solutes_of(model);
    if (eg_node_count(node) > EG_SW_SOLUTES)
        return eg_case_fail(model->setup.loaded, node, EG_CASE,
                            "solutes has %lld entries; at most %d are known", (long long)eg_node_count(node),
                            EG_SW_SOLUTES);
    EG_TRY(allocate_solutes(model));
    EG_TRY(allocate_ways(model));
    for (int s = 0; s < model->solutes.count; s++)
        EG_TRY(read_solute(model, s));
    for (int b = 0; b < count_boundaries(model); b++)
        EG_TRY(read_boundary_solutes(model, b));
    for (int f = 0; f < model->flows.count; f++)
        EG_TRY(read_flow_solutes(model, f));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        EG_TRY(check_solute_outputs(model, eg_case_find(model->setup.loaded, keys[i])));
    const eg_node *exact = eg_case_find(model->setup.loaded, "exact.concentration_1");
    if (exact && model->solutes.count == 0)
        return eg_case_fail(model->setup.loaded, exact, EG_CASE, "%s: the case has no solutes",
                            eg_node_name(exact));
    return EG_OK;
}

/* ---- for the solver */

static const eg_sw_series *series_of_solutes(const eg_sw_model *model, int s)
{
    return &model->solutes.of[s];
}

eg_status eg_sw_generate_solutes(const eg_sw_model *model, eg_text *text)
{
    return eg_sw_generate_series(model, "eg_solute", model->solutes.all, series_of_solutes, text);
}

/* Whether largest concentrations are asked for. */
static bool shows_peaks(const eg_sw_model *model)
{
    const eg_node *variables = eg_case_find(model->setup.loaded, "output.maxima.variables");
    const eg_output *maxima = eg_case_model_of(model->setup.loaded)->maxima;
    for (int64_t i = 0; i < eg_node_count(variables); i++)
        if (eg_output_find(maxima, EG_SW_MAXIMUM_COUNT, eg_node_text(eg_node_item(variables, i))) >=
            EG_SW_MAXIMUM_CONCENTRATION_1)
            return true;
    return false;
}

eg_fv_solutes eg_sw_give_solutes(const eg_sw_model *model, const eg_text *generated)
{
    return (eg_fv_solutes){.count = model->solutes.count,
                           .solute = model->solutes.solute,
                           .series = model->solutes.series,
                           .generated = generated->data,
                           .peaks = shows_peaks(model)};
}

void eg_sw_destroy_solutes(eg_sw_model *model)
{
    eg_sw_solutes *solutes = &model->solutes;
    for (int i = 0; solutes->of && i < solutes->all; i++)
        eg_sw_destroy_series(&solutes->of[i]);
    for (int s = 0; solutes->initial && s < solutes->count; s++)
        EG_FREE(&solutes->initial[s]);
    EG_FREE(&solutes->solute, &solutes->initial, &solutes->of, &solutes->series, &solutes->balance,
            &solutes->held, &solutes->through[0], &solutes->through[1], &solutes->passed[0],
            &solutes->passed[1]);
}

/* ---- balance */

static double error_of_solute(const eg_fv_solute_balance *row, const double held[2])
{
    eg_sum rest = {0};
    const double terms[] = {row->held,   -held[0],     -row->in,     row->out,
                            row->soaked, row->decayed, -row->clipped};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        eg_sum_add(&rest, terms[i]);
    return held[1] > 0 ? fabs(eg_sum_value(&rest)) / held[1] : 0;
}

/* Structures carry some over sections, too. */
static eg_status update_ways(eg_sw_model *model)
{
    eg_sw_solutes *solutes = &model->solutes;
    int n = solutes->count;
    if (n == 0)
        return EG_OK;
    EG_TRY(eg_fv_solutes_passed(model->fv, model->setup.comm, solutes->passed[0], solutes->passed[1]));
    EG_TRY(eg_fv_solutes_through(model->fv, model->setup.comm, solutes->through[0], solutes->through[1]));
    for (int i = 0; i < model->sections * n; i++)
        for (int k = 0; k < 2; k++)
            eg_sw_add_over_section(model, i / n, solutes->passed[k], n, i % n, &solutes->through[k][i]);
    return EG_OK;
}

eg_status eg_sw_update_solutes(eg_sw_model *model, bool is_first)
{
    eg_sw_solutes *solutes = &model->solutes;
    EG_TRY(eg_fv_solutes_of(model->fv, model->setup.comm, solutes->balance));
    EG_TRY(update_ways(model));
    solutes->error = 0;
    for (int s = 0; s < solutes->count; s++) {
        const eg_fv_solute_balance *row = &solutes->balance[s];
        if (!isfinite(row->held))
            return eg_case_fail(
                model->setup.loaded, eg_node_item(solutes_of(model), s), EG_DIVERGED,
                "the amount of solute %s is not finite: one of its concentrations or loads "
                "over time is not, between the times that were looked at; in f32 numbers end at 3.4e38",
                eg_node_key(solutes_of(model), s));
        if (is_first)
            solutes->held[s][0] = row->held;
        solutes->held[s][1] = fmax(solutes->held[s][1], fmax(row->held, row->in));
        solutes->error = fmax(solutes->error, error_of_solute(row, solutes->held[s]));
    }
    return EG_OK;
}

eg_clipped eg_sw_clipped_solute(const eg_sw_model *model)
{
    const eg_sw_solutes *solutes = &model->solutes;
    eg_clipped most = {0};
    for (int s = 0; s < solutes->count; s++) {
        double held = solutes->held[s][1], part = held > 0 ? solutes->balance[s].clipped / held : 0;
        if (part > most.part)
            most = (eg_clipped){part, eg_node_key(solutes_of(model), s)};
    }
    return most;
}

static void list_solute_names(const eg_sw_model *model, eg_text *names)
{
    static const char *const column[EG_SW_SOLUTE_COLUMNS] = {"held",        "in",      "out",
                                                             "infiltrated", "decayed", "clipped"};
    for (int s = 0; s < model->solutes.count; s++)
        for (int i = 0; i < EG_SW_SOLUTE_COLUMNS; i++)
            eg_text_add(names, "solute_%s_%s\n", eg_node_key(solutes_of(model), s), column[i]);
    if (model->solutes.count > 0)
        eg_text_add(names, "solute_error\n");
}

void eg_sw_solute_names(const eg_sw_model *model, eg_text *names)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *sections = eg_case_find(model->setup.loaded, "output.sections");
    list_solute_names(model, names);
    for (int s = 0; s < model->solutes.count; s++) {
        const char *solute = eg_node_key(solutes_of(model), s);
        for (int i = flows->inflows; i < flows->given_count; i++)
            eg_text_add(names, "through_%s_%s\nthrough_%s_%s_per_s\n", flows->given[i].name, solute,
                        flows->given[i].name, solute);
        for (int i = 0; i < model->sections; i++) {
            const char *section = strrchr(eg_node_name(eg_node_item(sections, i)), '.') + 1;
            eg_text_add(names, "section_%s_%s_per_s\nsection_%s_%s\n", section, solute, section, solute);
        }
    }
}

static double *list_solute_values(const eg_sw_model *model, double *values)
{
    const eg_sw_solutes *solutes = &model->solutes;
    for (int s = 0; s < solutes->count; s++) {
        const eg_fv_solute_balance *row = &solutes->balance[s];
        const double of[EG_SW_SOLUTE_COLUMNS] = {row->held,   row->in,      row->out,
                                                 row->soaked, row->decayed, row->clipped};
        memcpy(values, of, sizeof of);
        values += EG_SW_SOLUTE_COLUMNS;
    }
    if (solutes->count > 0)
        *values++ = solutes->error;
    return values;
}

/* What goes with structure i of the case, which may be several flows. */
static double sum_structure(const eg_sw_model *model, const double *passed, int i, int s)
{
    double sum = 0;
    for (int f = 0; f < model->flows.count; f++)
        sum += model->flows.of[f] == i ? passed[f * model->solutes.count + s] : 0;
    return sum;
}

double *eg_sw_solute_values(const eg_sw_model *model, double *values)
{
    const eg_sw_solutes *solutes = &model->solutes;
    values = list_solute_values(model, values);
    for (int s = 0; s < solutes->count; s++) {
        for (int i = model->flows.inflows; i < model->flows.given_count; i++)
            for (int k = 0; k < 2; k++)
                *values++ = sum_structure(model, solutes->passed[k], i, s);
        for (int i = 0; i < model->sections; i++)
            for (int k = 1; k >= 0; k--)
                *values++ = solutes->through[k][i * solutes->count + s];
    }
    return values;
}

eg_status eg_sw_summarise_solutes(const eg_sw_model *model, eg_summary *summary)
{
    eg_context *context = model->setup.context;
    double values[EG_SW_SOLUTES * EG_SW_SOLUTE_COLUMNS + 1];
    EG_TEXT(names, context);
    list_solute_names(model, &names);
    EG_TRY(names.status);
    double *end = list_solute_values(model, values);
    char *name = names.data;
    for (double *value = values; value < end; value++) {
        char *line = strchr(name, '\n');
        *line = 0;
        EG_TRY(eg_summary_add_balance(context, summary, name, *value));
        name = line + 1;
    }
    return EG_OK;
}

eg_status eg_sw_persist_solutes(eg_sw_model *model, const eg_persist *persist)
{
    const eg_sw_solutes *solutes = &model->solutes;
    return solutes->count == 0 ? EG_OK
                               : persist->array(persist, "solutes-held", solutes->held,
                                                solutes->count * (int64_t)sizeof *solutes->held);
}
