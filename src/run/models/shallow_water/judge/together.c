/* What water brings of solutes where its discharge and its concentration change within the same steps: a step
 * multiplies their means, and the mean of their product is another number. The mean over the run tells how long steps
 * are, which is the same on all devices. docs/theory/shallow-water-solutes.md, "Rain, losses, decay, flows". */
#include "run/core/run.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of what the product brings. */
static const double APART_MOST = 0.02;

/* A discharge and a concentration of the case: with `steps` rows hold up to the next one. */
typedef struct sw_pair_series {
    const eg_node *node; /* of the concentration */
    const eg_sw_series *series[2];
    bool steps[2];
} sw_pair_series;

static double value_of_pair(const sw_pair_series *of, int i, double t)
{
    const eg_series *table = of->series[i]->table;
    if (!table || !of->steps[i])
        return eg_sw_series_value(of->series[i], t);
    int64_t low = 0, high = table->count;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        *(table->times[middle] <= t ? &low : &high) = middle;
    }
    return table->values[low];
}

/* How far the products of the means of so many steps until `end` are from the means of the products, as a part of
 * these. Water that goes out has the concentration of its cell. */
static double apart_of_pair(const sw_pair_series *of, double end, double steps)
{
    enum { WINDOWS = 1 << 14, LOOKS = 8 };
    double windows = fmin(steps, WINDOWS), width = end / windows, all = 0, lost = 0;
    for (double w = 0; w < windows; w++) {
        double means[2] = {0, 0}, product = 0;
        for (int k = 0; k < LOOKS; k++) {
            double t = width * (w + (k + 0.5) / LOOKS);
            double q = fmax(0, value_of_pair(of, 0, t)), c = value_of_pair(of, 1, t);
            means[0] += q / LOOKS;
            means[1] += c / LOOKS;
            product += q * c / LOOKS;
        }
        all += product;
        lost += product - means[0] * means[1];
    }
    /* of shorter steps than windows less is lost: at jumps as much less */
    return fabs(all) > 0 ? fabs(lost) / fabs(all) * (windows / steps) : 0;
}

static eg_status judge_pair(const eg_sw_model *model, const sw_pair_series *of, double end, double steps)
{
    if (!of->node || eg_sw_is_number(of->series[0]) || eg_sw_is_number(of->series[1]))
        return EG_OK;
    double apart = apart_of_pair(of, end, steps);
    if (!(apart > APART_MOST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, of->node, "coarse-steps", apart, APART_MOST,
        "%s and the discharge change within the same steps of some %.3g s, which multiply "
        "their means: what comes in is wrong by %.3g %%; give a load in place of the "
        "concentration, or bound the steps by output.record.every, at which they end, or by "
        "time.dt",
        eg_node_name(of->node), end / steps, 100 * apart);
}

static bool holds_rows(const eg_node *node)
{
    return eg_node_is(eg_node_child(node, "between"), "steps");
}

/* The pairs of one map of concentrations, whose series begin at `first`. */
static eg_status judge_map(const eg_sw_model *model, const eg_node *map, const eg_sw_series *discharge,
                           bool discharge_steps, int first, double end, double steps)
{
    const eg_node *solutes = eg_case_find(model->setup.loaded, "solutes");
    for (int s = 0; map && s < model->solutes.count; s++) {
        const eg_node *node = eg_node_child(map, eg_node_key(solutes, s));
        const sw_pair_series pair = {.node = node,
                                     .series = {discharge, &model->solutes.of[first + s]},
                                     .steps = {discharge_steps, holds_rows(node)}};
        EG_TRY(judge_pair(model, &pair, end, steps));
    }
    return EG_OK;
}

eg_status eg_sw_judge_together(const eg_sw_model *model, double end, double steps)
{
    const eg_sw_flows *flows = &model->flows;
    int boundaries = model->setup.mesh->base.boundaries.count, n = model->solutes.count;
    if (!(end > 0) || !(steps >= 1) || n == 0)
        return EG_OK;
    for (int b = 0; b < boundaries; b++) {
        const eg_sw_boundary *of = &model->boundaries[b];
        if (of->given.kind == EG_FV_DISCHARGE)
            EG_TRY(judge_map(model, eg_node_child(of->node, "concentrations"), &of->series[0], false, b * n,
                             end, steps));
    }
    for (int f = 0; f < flows->count; f++) {
        int i = flows->of[f];
        const eg_node *node = flows->given[i].node;
        if (i < flows->inflows && (f == 0 || flows->of[f - 1] != i))
            EG_TRY(judge_map(model, eg_node_child(node, "concentrations"), &flows->given[i].series,
                             holds_rows(eg_node_child(node, "discharge")), (boundaries + f) * n, end, steps));
    }
    return EG_OK;
}
