/* The balance of water: what balance.csv and the summary tell. */
#include "run/models/shallow_water/internal.h"

#include <math.h>

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
    eg_sw_solute_names(eg_sw_model_const(base), names);
    eg_sw_section_names(eg_sw_model_const(base), names);
}

/* What a flow has brought into the domain, m3. */
static double brought(const eg_sw_flows *flows, int i)
{
    const int64_t *cell = flows->flow[i].cell;
    return cell[0] < 0 ? flows->passed[i] : cell[1] < 0 ? -flows->passed[i] : 0;
}

/* What flows have brought into the domain, m3. */
static double inflow_volume(const eg_sw_model *model)
{
    eg_sum sum = {0};
    for (int i = 0; i < model->flows.count; i++)
        eg_sum_add(&sum, brought(&model->flows, i));
    return eg_sum_value(&sum);
}

/* What is there, less what was there first, less what was added by clipping, rain and inflows, plus what
 * left, as a part of the largest volume held, or of the rain or the inflows where that is more. */
static double find_mass_error(const eg_sw_model *model)
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
    EG_TRY(eg_fv_volume(model->fv, model->setup.comm, &model->volume, &model->clipped, model->through));
    model->balance_time = now->time;
    if (now->steps == 0)
        model->volume_first = model->volume;
    EG_TRY(eg_fv_water_of(model->fv, model->setup.comm, &model->rain.balance));
    EG_TRY(eg_sw_update_flows(model));
    EG_TRY(eg_sw_update_solutes(model, now->steps == 0));
    model->volume_most = fmax(model->volume_most, fmax(model->volume, model->rain.balance.rain));
    model->volume_most = fmax(model->volume_most, inflow_volume(model));
    model->mass_error = find_mass_error(model);
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
    return eg_sw_section_values(model, eg_sw_solute_values(model, next));
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
    EG_TRY(eg_persist_newer(persist, "gauge-wet", &model->gauge_wet, sizeof model->gauge_wet));
    if (model->sections > 0)
        EG_TRY(
            eg_persist_newer(persist, "crossed", model->crossed, model->sections * (int64_t)sizeof(double)));
    EG_TRY(eg_sw_persist_solutes(model, persist));
    EG_TRY(eg_stepper_persist(eg_fv_stepper(model->fv), persist));
    return persist->restoring ? eg_sw_restore_forcing(model) : EG_OK;
}

double eg_sw_drift(const eg_model *base)
{
    return eg_sw_model_const(base)->mass_error;
}

double eg_sw_limited_value(const eg_model *base, const char *key)
{
    (void)key; /* solute_error */
    return eg_sw_model_const(base)->solutes.error;
}

eg_clipped eg_sw_clipped(const eg_model *base)
{
    const eg_sw_model *model = eg_sw_model_const(base);
    eg_clipped most = eg_sw_clipped_solute(model);
    double part = model->volume_most > 0 ? model->clipped / model->volume_most : 0;
    return part >= most.part ? (eg_clipped){part, NULL} : most;
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
        EG_TRY(eg_summary_add_balance(context, summary, "inflows_m3", inflow_volume(model)));
    EG_TRY(eg_sw_summarise_breaches(model, summary));
    for (int b = 0; b < setup->mesh->base.boundaries.count; b++) {
        if (model->boundaries[b].given.kind == EG_FV_WALL)
            continue;
        EG_TEXT(name, context);
        eg_text_add(&name, "out_%s_m3", setup->mesh->base.boundaries.name[b]);
        EG_TRY(name.status);
        EG_TRY(eg_summary_add_balance(context, summary, name.data, model->through[b]));
    }
    return eg_sw_summarise_solutes(model, summary);
}
