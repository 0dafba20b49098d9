/* Openings of gates and crests of weirs, at which steps look in one moment each; and what pumps take by an
 * expression, and concentrations and loads of solutes by one, whose means are found from a few moments, or
 * from many where these show a jump. The mean over the run tells how long steps are, which is the same on all
 * devices. */
#include "run/core/run.h"
#include "run/judge/signals.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Intervals of a step between the moments of a mean (kernels/fv/step_mean.h). */
enum { OF_MEAN = 4 };

static eg_status judge_moments(const eg_sw_model *model, const eg_node *node, const eg_sw_series *series,
                               double end, double steps, int looks)
{
    eg_signal_seen seen;
    double apart = eg_signal_apart_of(eg_sw_expression(series), series->table, end, looks * steps, &seen);
    if (!(apart > EG_SIGNAL_APART_MOST))
        return EG_OK;
    return eg_verdict_say(model->setup.run, node, "coarse-steps", apart, EG_SIGNAL_APART_MOST,
                          "%s changes within steps of some %.3g s, which look at it in %s each: what "
                          "they see is wrong by %.3g %% of how it varies, most between %.6g s and %.6g s; "
                          "bound the steps by output.record.every, at which they end, or by time.dt",
                          eg_node_name(node), end / steps, looks > 1 ? "five moments" : "one moment",
                          100 * apart, seen.from, seen.to);
}

static eg_status judge_flow(const eg_sw_model *model, int i, double end, double steps)
{
    const eg_sw_flow *flow = &model->flows.given[i];
    const eg_node *gate = eg_node_child(flow->node, "gate"), *weir = eg_node_child(flow->node, "weir");
    const eg_node *pump = eg_node_child(flow->node, "pump"), *breach = eg_node_child(weir, "breach");
    const eg_node *of = gate   ? eg_node_child(gate, "opening")
                        : pump ? eg_node_child(pump, "discharge")
                               : eg_node_child(weir, "crest");
    if (!(pump && flow->series.table)) /* of which means over steps are exact */
        EG_TRY(judge_moments(model, of, &flow->series, end, steps, pump ? OF_MEAN : 1));
    EG_TRY(judge_moments(model, eg_node_child(breach, "crest"), &flow->breach[0], end, steps, 1));
    return judge_moments(model, eg_node_child(breach, "width"), &flow->breach[1], end, steps, 1);
}

/* Means of tables over steps are exact. */
static eg_status judge_solutes(const eg_sw_model *model, double end, double steps)
{
    for (int s = 0; s < model->solutes.all; s++) {
        const eg_sw_series *of = &model->solutes.of[s];
        if (of->expression)
            EG_TRY(judge_moments(model, of->expression, of, end, steps, OF_MEAN));
    }
    return EG_OK;
}

eg_status eg_sw_judge_lost(const eg_sw_model *model, eg_judged when)
{
    const eg_run *run = model->setup.run;
    double end = run->now.time, steps = (double)run->now.steps;
    if (when == EG_JUDGED_SETUP) { /* steps that are given are known */
        end = eg_case_real(model->setup.loaded, "time.end", 0);
        steps = ceil(end / eg_case_real(model->setup.loaded, "time.dt", INFINITY));
    }
    if (when == EG_JUDGED_RECORD)
        return EG_OK;
    for (int i = model->flows.inflows; i < model->flows.given_count; i++)
        EG_TRY(judge_flow(model, i, end, steps));
    EG_TRY(judge_solutes(model, end, steps));
    return eg_sw_judge_together(model, end, steps);
}
