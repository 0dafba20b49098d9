/* What balance.csv and the summary tell of waves: energy, and of a tracer its amount. */
#include "run/models/waves/internal.h"
#include "run/judge/verdicts.h"

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

void eg_waves_balance_names(const eg_model *base, eg_text *names)
{
    const eg_waves *model = eg_waves_of(base);
    if (model->kind->conserves)
        eg_text_add(names, "amount\n%shalf_square\n", model->balanced ? "mass_error\n" : "");
    else
        eg_text_add(names, "%s\nenergy_growth\n", energy_name(model));
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

/* Of a tracer with a mean of 0 the amount is a rounding error, and no scale. */
static void note_amount(eg_waves *model, bool first)
{
    static const double least = 1e-2;
    const eg_mesh *mesh = model->setup.cells;
    double box = 1;
    if (first)
        model->amount_first = model->amount;
    model->amount_most = fmax(model->amount_most, fabs(model->amount));
    for (int d = 0; d < mesh->dimension; d++)
        box *= mesh->box_high[d] - mesh->box_low[d];
    if (model->kind
            ->conserves) /* by the largest amount that a tracer of this square could have in the mesh's box */
        model->amount_most = fmax(model->amount_most, least * sqrt(2 * model->energy * box));
    double change = fabs(model->amount - model->amount_first);
    model->mass_error = !model->balanced ? NAN : model->amount_most > 0 ? change / model->amount_most : 0;
}

eg_status eg_waves_balance(eg_model *base, const eg_time_state *now, double *values)
{
    eg_waves *model = eg_waves_of(base);
    double content[2];
    EG_TRY(eg_stepper_content(model->stepper, model->setup.comm, content));
    model->energy = content[0];
    model->amount = content[1];
    note_energy(model, now->steps == 0);
    note_amount(model, now->steps == 0);
    if (model->kind->conserves) {
        *values++ = model->amount;
        if (model->balanced) /* what passes a boundary, or comes from a source, is not summed */
            *values++ = model->mass_error;
        *values = model->energy;
    } else {
        values[0] = model->energy;
        values[1] = model->growth;
    }
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

eg_status eg_waves_persist(eg_model *base, const eg_time_state *now, const eg_persist *persist)
{
    eg_waves *model = eg_waves_of(base);
    int64_t before = model->shots.run.current;
    EG_TRY(eg_comm_agree(model->setup.comm, eg_waves_persist_shots(&model->shots, persist)));
    if (model->shots.run.current != before) /* a run that goes on begins in the shot that it was in */
        EG_TRY(model->aim(model));
    double *const sums[] = {&model->energy_first, &model->growth, &model->amount_first, &model->amount_most,
                            &model->mass_error};
    double kept[5];
    int count = model->base.kind->keys.forest ? 2 : 5; /* energy alone */
    for (int i = 0; i < count; i++)
        kept[i] = *sums[i];
    EG_TRY(persist->array(persist, "balance", kept, count * (int64_t)sizeof *kept));
    for (int i = 0; i < count; i++)
        *sums[i] = kept[i];
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

eg_status eg_waves_summarise(const eg_model *base, eg_summary *summary)
{
    const eg_waves *model = eg_waves_of(base);
    eg_context *context = model->setup.context;
    if (!model->kind->conserves) {
        EG_TRY(eg_summary_add_balance(context, summary, energy_name(model), model->energy));
        return eg_summary_add_balance(context, summary, "energy_growth", model->growth);
    }
    if (model->balanced)
        EG_TRY(eg_summary_add_balance(context, summary, "mass_error", model->mass_error));
    EG_TRY(eg_summary_add_balance(context, summary, "amount", model->amount));
    return eg_summary_add_balance(context, summary, "amount_first", model->amount_first);
}
