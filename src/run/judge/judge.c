/* What a run is judged by, at set-up, at records and at the end: what every model is asked, then the model
 * itself. */
#include "run/judge/judge.h"

/* Beyond what rounding adds. */
static const double MUCH_CLIPPED = 1e-6;

static eg_status judge_clipping(eg_run *run)
{
    const eg_model_holds *holds = run->class->holds;
    eg_clipped clipped = EG_HAS(holds, clipped) ? holds->clipped(run->model) : (eg_clipped){0};
    if (!(clipped.part > MUCH_CLIPPED))
        return EG_OK;
    if (clipped.solute)
        return eg_verdict_say(
            run, NULL, "clipped", clipped.part, MUCH_CLIPPED,
            "what was added of solute %s where its amounts became negative is %.3g of the "
            "largest amount in the domain; steps are too long for its dispersion or its "
            "flow: give a shorter time.dt, or time.cfl in its place; limits.clipped, 1e-3 by "
            "default, is what may be added",
            clipped.solute, clipped.part);
    return eg_verdict_say(run, NULL, "clipped", clipped.part, MUCH_CLIPPED,
                          "the water added where depths became negative is %.3g of the largest volume in "
                          "the domain; a time.cfl of 0.5 or less keeps depths positive; limits.clipped, "
                          "1e-3 by default, is what may be added",
                          clipped.part);
}

eg_status eg_verdicts_judge(eg_run *run, eg_judged when)
{
    EG_JUDGING(run);
    if (when == EG_JUDGED_SETUP) {
        EG_TRY(eg_units_judge(run));
        EG_TRY(eg_steps_judge_cells(run));
        EG_TRY(eg_map_judge(run));
    } else {
        EG_TRY(eg_steps_judge(run));
        EG_TRY(judge_clipping(run));
        EG_TRY(eg_extremes_judge(run));
    }
    if (when == EG_JUDGED_END)
        EG_TRY(eg_modes_judge(run));
    return run->class->judge(run->model, when);
}

/* ---- the part */

static eg_status summarise_verdicts(eg_run *run, eg_summary *summary)
{
    eg_run_log(run, "judging took %.3g s", run->seconds.verdicts);
    EG_TRY(eg_verdicts_copy(run->context, &run->verdicts->all, &summary->verdicts));
    return eg_extremes_summarise(run, summary);
}

static void destroy_verdicts(eg_run *run)
{
    eg_verdicts_free(&run->verdicts->all);
}

const eg_part_class eg_verdicts_class = {.check = eg_verdicts_restore,
                                         .resume = eg_extremes_resume,
                                         .persist = eg_extremes_persist,
                                         .summarise = summarise_verdicts,
                                         .destroy = destroy_verdicts};
