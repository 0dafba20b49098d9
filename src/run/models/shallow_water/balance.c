/* The balance of water: what balance.csv and the summary tell. */
#include "run/models/shallow_water/internal.h"
#include "run/observe/verdicts.h"

#include <math.h>
#include <stdio.h>

enum {
    BALANCE_COLUMNS = 3
}; /* and those of rain and losses, where there are any, and one for each boundary */

/* Rain and losses, as columns. */
typedef struct water_column {
    const char *name, *key;
    double value; /* m3 */
} water_column;

enum { WATER_COLUMNS = 3 };

/* Those that the case has; returns how many. */
static int list_water(const eg_sw_model *model, water_column columns[WATER_COLUMNS])
{
    const eg_fv_water_balance *water = &model->rain.balance;
    const water_column all[WATER_COLUMNS] = {{"rain_m3", "rain", water->rain},
                                             {"infiltrated_m3", "infiltration", water->infiltrated},
                                             {"evaporated_m3", "evaporation", water->evaporated}};
    int count = 0;
    for (int i = 0; model->rain.zone && i < WATER_COLUMNS; i++)
        if (eg_sw_has(model->setup.loaded, all[i].key))
            columns[count++] = all[i];
    return count;
}

void eg_sw_balance_names(const eg_model *base, eg_text *names)
{
    const eg_plane *mesh = eg_sw_model_const(base)->setup.mesh;
    water_column water[WATER_COLUMNS];
    eg_text_add(names, "volume_m3\nclipped_m3\nmass_error\n");
    int count = list_water(eg_sw_model_const(base), water);
    for (int i = 0; i < count; i++)
        eg_text_add(names, "%s\n", water[i].name);
    if (eg_sw_model_const(base)->motion.count > 0)
        eg_text_add(names, "lifted_m3\n");
    const eg_sw_flows *flows = &eg_sw_model_const(base)->flows;
    for (int i = 0; i < flows->inflows; i++)
        eg_text_add(names, "inflow_%s_m3\n", flows->given[i].name);
    for (int i = flows->inflows; i < flows->given_count; i++)
        eg_text_add(names, "through_%s_m3\nthrough_%s_m3_per_s\n", flows->given[i].name,
                    flows->given[i].name);
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        eg_text_add(names, "out_%s_m3\n", mesh->base.boundaries.name[b]);
    eg_sw_section_names(eg_sw_model_const(base), names);
}

/* What a flow has brought into the domain, m3. */
static double brought(const eg_sw_flows *flows, int i)
{
    const int64_t *cell = flows->flow[i].cell;
    return cell[0] < 0 ? flows->passed[i] : cell[1] < 0 ? -flows->passed[i] : 0;
}

/* What flows have brought into the domain, m3. */
static double inflow_of(const eg_sw_model *model)
{
    eg_sum sum = {0};
    for (int i = 0; i < model->flows.count; i++)
        eg_sum_add(&sum, brought(&model->flows, i));
    return eg_sum_value(&sum);
}

/* What is there, less what was there first, less what was added by clipping, rain and inflows, plus what left, as a part of
 * the largest volume held, or of the rain or the inflows where that is more. */
static double mass_error(const eg_sw_model *model)
{
    eg_sum rest = {0};
    eg_sum_add(&rest, model->volume);
    eg_sum_add(&rest, -model->volume_first);
    eg_sum_add(&rest, -model->clipped);
    eg_sum_add(&rest, -model->rain.balance.rain);
    eg_sum_add(&rest, model->rain.balance.infiltrated);
    eg_sum_add(&rest, model->rain.balance.evaporated);
    for (int i = 0; i < model->flows.count; i++)
        eg_sum_add(&rest, -brought(&model->flows, i));
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
        eg_sum_add(&rest, model->through[b]);
    return model->volume_most > 0 ? fabs(eg_sum_value(&rest)) / model->volume_most : 0;
}

eg_status eg_sw_balance(eg_model *base, const eg_time_state *now, double *values)
{
    eg_sw_model *model = eg_sw_model_of(base);
    EG_TRY(eg_fv_volume(model->fv, model->setup.comm, &model->volume, &model->clipped,
                        model->through));
    if (now->steps == 0)
        model->volume_first = model->volume;
    EG_TRY(eg_fv_water_of(model->fv, model->setup.comm, &model->rain.balance));
    EG_TRY(eg_sw_update_flows(model));
    model->volume_most = fmax(model->volume_most, fmax(model->volume, model->rain.balance.rain));
    model->volume_most = fmax(model->volume_most, inflow_of(model));
    model->mass_error = mass_error(model);
    values[0] = model->volume;
    values[1] = model->clipped;
    values[2] = model->mass_error;
    water_column water[WATER_COLUMNS];
    double *next = &values[BALANCE_COLUMNS];
    int count = list_water(model, water);
    for (int i = 0; i < count; i++)
        *next++ = water[i].value;
    if (model->motion.count > 0)
        *next++ = eg_sw_lifted(model, now->time);
    for (int i = 0; i < model->flows.given_count; i++) {
        *next++ = model->flows.given_passed[i];
        if (i >= model->flows.inflows)
            *next++ = model->flows.given_current[i];
    }
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
        *next++ = model->through[b];
    return eg_sw_section_values(model, next);
}

eg_status eg_sw_persist(eg_model *base, const eg_time_state *now, const eg_persist *persist)
{
    (void)now;
    eg_sw_model *model = eg_sw_model_of(base);
    double *const sums[] = {&model->volume_first, &model->volume_most, &model->mass_error};
    double kept[3];
    for (int i = 0; i < 3; i++)
        kept[i] = *sums[i];
    EG_TRY(persist->array(persist, "balance", kept, sizeof kept));
    for (int i = 0; i < 3; i++)
        *sums[i] = kept[i];
    EG_TRY(eg_stepper_persist(eg_fv_stepper(model->fv), persist));
    return persist->restoring ? eg_sw_restore_rain(model) : EG_OK;
}

/* ---- what came in against what was asked for */

/* Of what was asked for, m3; and the least of it that is looked at, as a part of the largest volume. */
static const double MISSED = 0.02, LEAST_ASKED = 1e-9;

/* The part in [0, t] of a line between two rows: of the values, and of their magnitudes. */
static void add_line(double from, double begin, double to, double end, double t, double sums[2])
{
    double low = fmax(from, 0), high = fmin(to, t);
    if (!(high > low))
        return;
    double slope = to > from ? (end - begin) / (to - from) : 0;
    double first = begin + slope * (low - from), last = begin + slope * (high - from);
    sums[0] += 0.5 * (first + last) * (high - low);
    sums[1] += 0.5 * (fabs(first) + fabs(last)) * (high - low);
}

/* Outside of the rows the first and the last value hold. */
static void integrate_table(const eg_series *table, double t, double sums[2])
{
    const double *at = table->times, *value = table->values;
    int64_t last = table->count - 1;
    add_line(0, value[0], at[0], value[0], t, sums);
    for (int64_t i = 0; i < last; i++)
        add_line(at[i], value[i], at[i + 1], value[i + 1], t, sums);
    add_line(at[last], value[last], t, value[last], t, sums);
}

/* What a discharge brings until t, m3, and the same of its magnitude. */
static void integrate(const eg_sw_series *series, double t, double sums[2])
{
    enum { PARTS = 4096 };
    const eg_expression *expression = eg_sw_expression(series);
    sums[0] = sums[1] = 0;
    if (series->table) {
        integrate_table(series->table, t, sums);
        return;
    }
    for (int i = 0; i < PARTS; i++) {
        double middle = t * (i + 0.5) / PARTS;
        double value = expression ? eg_expression_eval(expression, &middle) : series->constant[1];
        sums[0] += value * t / PARTS;
        sums[1] += fabs(value) * t / PARTS;
    }
}

/* What has come in, m3, at a place of the case; `words` for a sentence. */
static eg_status judge_discharge(eg_sw_model *model, const char *words, const eg_sw_series *series,
                                 const double *place, double came)
{
    double asked[2], now = eg_run_time(model->setup.run);
    char text[400];
    integrate(series, now, asked);
    double missed = fabs(came - asked[0]) / asked[1];
    if (!(asked[1] > LEAST_ASKED * model->volume_most && missed > MISSED))
        return EG_OK;
    snprintf(text, sizeof text,
             "%s was to bring %.6g m3 until t = %.6g s, and brought %.6g m3: water could not %s "
             "there; look at depth and bed, and give another place, or a level",
             words, asked[0], now, came, came < asked[0] ? "enter" : "leave");
    eg_verdict verdict = {.name = "discharge", .value = missed, .bound = MISSED, .sentence = text};
    for (int d = 0; place && d < 2; d++)
        verdict.place[verdict.coordinates++] = place[d];
    return eg_verdict_add(model->setup.run, NULL, &verdict);
}

eg_status eg_sw_judge(eg_model *base, eg_judged when)
{
    eg_sw_model *model = eg_sw_model_of(base);
    const eg_mesh_names *boundaries = &model->setup.mesh->base.boundaries;
    const eg_sw_flows *flows = &model->flows;
    char words[256];
    if (when != EG_JUDGED_END) /* an expression is integrated anew */
        return EG_OK;
    for (int b = 0; b < boundaries->count; b++) {
        if (model->boundaries[b].given.kind != EG_FV_DISCHARGE)
            continue;
        snprintf(words, sizeof words, "the boundary '%s'", boundaries->name[b]);
        EG_TRY(judge_discharge(model, words, &model->boundaries[b].series[0], NULL,
                               -model->through[b]));
    }
    for (int i = 0; i < flows->inflows; i++) {
        snprintf(words, sizeof words, "the inflow '%s'", flows->given[i].name);
        EG_TRY(judge_discharge(model, words, &flows->given[i].series, flows->way[i] + 2,
                               flows->given_passed[i]));
    }
    return EG_OK;
}

double eg_sw_drift(const eg_model *base)
{
    return eg_sw_model_const(base)->mass_error;
}

double eg_sw_clipped(const eg_model *base)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    return model->volume_most > 0 ? model->clipped / model->volume_most : 0;
}

eg_status eg_sw_summarise(const eg_model *base, eg_summary *summary)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    const eg_setup *setup = &model->setup;
    eg_context *context = setup->context;
    EG_TRY(eg_summary_add_balance(context, summary, "mass_error", model->mass_error));
    EG_TRY(eg_summary_add_balance(context, summary, "volume_m3", model->volume));
    EG_TRY(eg_summary_add_balance(context, summary, "volume_first_m3", model->volume_first));
    EG_TRY(eg_summary_add_balance(context, summary, "clipped_m3", model->clipped));
    water_column water[WATER_COLUMNS];
    int count = list_water(model, water);
    for (int i = 0; i < count; i++)
        EG_TRY(eg_summary_add_balance(context, summary, water[i].name, water[i].value));
    if (model->flows.count > 0)
        EG_TRY(eg_summary_add_balance(context, summary, "inflows_m3", inflow_of(model)));
    for (int b = 0; b < setup->mesh->base.boundaries.count; b++) {
        if (model->boundaries[b].given.kind == EG_FV_WALL)
            continue;
        eg_text name = {.context = context};
        eg_text_add(&name, "out_%s_m3", setup->mesh->base.boundaries.name[b]);
        eg_status status = name.status;
        if (status == EG_OK)
            status = eg_summary_add_balance(context, summary, name.data, model->through[b]);
        eg_text_free(&name);
        EG_TRY(status);
    }
    return EG_OK;
}
