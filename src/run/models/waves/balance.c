/* What balance.csv and the summary tell of waves: energy, and of a tracer its amount. */
#include "run/models/waves/names.h"
#include "run/judge/verdicts.h"

#include <string.h>

/* A wave's energy falls by the dissipation of the flux and by what leaves; without a source it hardly
 * grows. */
static const char *energy_name(const eg_waves *model)
{
    if (model->kind->given && model->kind->matrices->h)
        return "energy";
    return model->kind->given                   ? "half_square"
           : model->setup.cells->dimension == 3 ? "energy_J"
                                                : "energy_J_per_m";
}

/* "amount", of several tracers "amount_dye". */
static void add_tracer_name(eg_text *text, const char *what, const eg_linear *system, int tracer,
                            const char *behind)
{
    if (system->generated)
        eg_text_add(text, "%s_%s%s", what, system->variable[tracer], behind);
    else
        eg_text_add(text, "%s%s", what, behind);
}

void eg_waves_balance_names(const eg_model *base, eg_text *names)
{
    const eg_waves *model = eg_waves_of(base);
    const eg_linear *system = model->kind->system;
    if (!model->kind->conserves) {
        eg_text_add(names, "%s\nenergy_growth\n", energy_name(model));
        return;
    }
    for (int v = 0; v < system->variables; v++)
        add_tracer_name(names, "amount", system, v, "\n");
    eg_text_add(names, "%s", model->balanced ? "mass_error\n" : "");
    for (int v = 0; v < system->variables; v++)
        add_tracer_name(names, "half_square", system, v, "\n");
}

/* Without sources and inflow nothing gives energy: what is there above that of the beginning is the
 * scheme's. */
static void note_energy(eg_waves *model, bool first)
{
    if (first)
        model->energy_first = model->energy;
    if (model->driven || model->sources.count > 0 || model->unmeasured)
        model->growth = NAN;
    else if (model->energy_first > 0)
        model->growth = fmax(model->growth, model->energy / model->energy_first - 1);
}

/* The largest error of the amounts, each by the most that there was. Of a tracer with a mean of 0 the amount is a
 * rounding error, and no scale: that is the largest amount that a tracer of its square could have in the mesh's box. */
static void note_amounts(eg_waves *model, double t, bool first)
{
    static const double least = 1e-2;
    const eg_mesh *mesh = model->setup.cells;
    double box = 1, expected[EG_LINEAR_TRACERS], error = 0;
    int n = model->kind->conserves ? model->kind->system->variables : 0;
    for (int d = 0; d < mesh->dimension; d++)
        box *= mesh->box_high[d] - mesh->box_low[d];
    for (int i = 0; i < n && first; i++)
        model->amount_first[i] = model->amount[i];
    if (n > 0)
        eg_tracers_expect(eg_waves_model_of(&model->base), model->amount_first, t, expected);
    for (int i = 0; i < n; i++) {
        double *most = &model->amount_most[i];
        *most = fmax(fmax(*most, fabs(model->amount[i])), least * sqrt(2 * model->square[i] * box));
        error = fmax(error, *most > 0 ? fabs(model->amount[i] - expected[i]) / *most : 0);
    }
    model->mass_error = model->balanced ? error : NAN;
}

eg_status eg_waves_balance(eg_model *base, const eg_time_state *now, double *values)
{
    eg_waves *model = eg_waves_of(base);
    int n = model->kind->conserves ? model->kind->system->variables : 1;
    double content[2 * EG_LINEAR_TRACERS];
    EG_TRY(eg_stepper_content(model->stepper, model->setup.comm, content));
    model->energy = 0;
    for (int i = 0; i < n; i++) {
        model->square[i] = content[i];
        model->energy += content[i];
        model->amount[i] = content[n + i];
    }
    note_energy(model, now->steps == 0);
    note_amounts(model, now->time, now->steps == 0);
    if (!model->kind->conserves) {
        values[0] = model->energy;
        values[1] = model->growth;
        return EG_OK;
    }
    memcpy(values, model->amount, (size_t)n * sizeof *values);
    values += n;
    if (model->balanced) /* what passes a boundary, or comes from a source, is not summed */
        *values++ = model->mass_error;
    memcpy(values, model->square, (size_t)n * sizeof *values);
    return EG_OK;
}

/* Above what smooth waves and f32 gain. */
static const double MUCH_GROWTH = 1e-2;

eg_status eg_waves_judge(eg_model *base, eg_judged when)
{
    const eg_waves *model = eg_waves_of(base);
    if (when == EG_JUDGED_SETUP) {
        EG_TRY(eg_waves_judge_initial(model, eg_waves_scheme_of(model), model->stepper->degree + 1));
        EG_TRY(eg_waves_judge_seldom(model));
        return eg_waves_judge_unseen(model);
    }
    EG_TRY(eg_waves_judge_fading(model));
    EG_TRY(eg_waves_judge_adapted(model));
    if (when == EG_JUDGED_END)
        EG_TRY(eg_waves_judge_records(model));
    if (model->kind->conserves || !(model->growth > MUCH_GROWTH))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "energy-growth", model->growth, MUCH_GROWTH,
                          "the energy grew to %.6g times that of the beginning, and nothing brings any in: "
                          "the steps are too long, or a material varies by much within a cell; a shorter "
                          "time.cfl or time.dt, numerics.flux: upwind, or smaller cells",
                          1 + model->growth);
}

/* Of forests the energy alone. */
static eg_status persist_balance(eg_waves *model, const eg_persist *persist)
{
    double *sums[3 + 2 * EG_LINEAR_TRACERS], kept[3 + 2 * EG_LINEAR_TRACERS];
    int n = model->base.kind->keys.forest ? 0 : model->kind->conserves ? model->kind->system->variables : 1;
    int count = 0;
    sums[count++] = &model->energy_first;
    sums[count++] = &model->growth;
    for (int i = 0; i < n; i++)
        sums[count++] = &model->amount_first[i];
    for (int i = 0; i < n; i++)
        sums[count++] = &model->amount_most[i];
    if (n > 0)
        sums[count++] = &model->mass_error;
    for (int i = 0; i < count; i++)
        kept[i] = *sums[i];
    EG_TRY(persist->array(persist, "balance", kept, count * (int64_t)sizeof *kept));
    for (int i = 0; i < count; i++)
        *sums[i] = kept[i];
    return EG_OK;
}

eg_status eg_waves_persist(eg_model *base, const eg_time_state *now, const eg_persist *persist)
{
    eg_waves *model = eg_waves_of(base);
    int64_t before = model->shots.run.current;
    EG_TRY(eg_comm_agree(model->setup.comm, eg_waves_persist_shots(&model->shots, persist)));
    if (model->shots.run.current != before) /* a run that goes on begins in the shot that it was in */
        EG_TRY(model->aim(model));
    EG_TRY(persist_balance(model, persist));
    if (eg_case_find(model->setup.loaded, "mesh.forest.adapt"))
        EG_TRY(eg_persist_newer(persist, "faded", &model->faded, sizeof model->faded));
    EG_TRY(eg_waves_persist_samples(&model->receivers, now, persist));
    return eg_stepper_persist(model->stepper, persist);
}

double eg_waves_drift(const eg_model *base)
{
    const eg_waves *model = eg_waves_of(base);
    return model->kind->conserves ? model->mass_error : model->growth;
}

static eg_status add_amount(const eg_waves *model, eg_summary *summary, const char *what, int tracer,
                            double value)
{
    EG_TEXT(name, model->setup.context);
    add_tracer_name(&name, what, model->kind->system, tracer, "");
    EG_TRY(name.status);
    return eg_summary_add_balance(model->setup.context, summary, eg_text_string(&name), value);
}

eg_status eg_waves_summarise(const eg_model *base, eg_summary *summary)
{
    const eg_waves *model = eg_waves_of(base);
    eg_context *context = model->setup.context;
    if (!model->kind->conserves) {
        EG_TRY(eg_summary_add_balance(context, summary, energy_name(model), model->energy));
        return eg_summary_add_balance(context, summary, "energy_growth", model->growth);
    }
    bool several = model->kind->system->variables > 1; /* whose names are at the end */
    if (model->balanced)
        EG_TRY(eg_summary_add_balance(context, summary, "mass_error", model->mass_error));
    for (int i = 0; i < model->kind->system->variables; i++) {
        EG_TRY(add_amount(model, summary, "amount", i, model->amount[i]));
        EG_TRY(
            add_amount(model, summary, several ? "first_amount" : "amount_first", i, model->amount_first[i]));
    }
    return EG_OK;
}
