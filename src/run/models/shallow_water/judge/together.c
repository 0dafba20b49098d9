/* What water brings of solutes where its discharge, rain or level and its concentration change within the
 * same steps: a step multiplies their means, and the mean of their product is another number. The mean over
 * the run tells how long steps are, which is the same on all devices. docs/theory/shallow-water-solutes.md,
 * "Rain, losses, decay, flows". */
#include "run/core/run.h"
#include "run/given/names.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of what the product brings. */
static const double APART_MOST = 0.02;

enum { LOOKS = 8 };

double eg_sw_factor(const eg_sw_product *of, int i, double t)
{
    const eg_series *table = of->series[i]->table;
    double base = i == 0 ? of->base : 0;
    if (!table || !of->steps[i])
        return eg_sw_series_value(of->series[i], t) - base;
    int64_t low = 0, high = table->count;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        *(table->times[middle] <= t ? &low : &high) = middle;
    }
    return table->values[low] - base;
}

/* Adds the mean of the product over a window, and how far the product of the means is from it. Water that
 * goes out has the concentration of its cell. */
static void add_window(const eg_sw_product *of, double from, double width, double *all, double *lost)
{
    double means[EG_SW_FACTORS] = {0}, product = 0, apart = 1;
    for (int k = 0; k < LOOKS; k++) {
        double now = 1;
        for (int i = 0; i < of->count; i++) {
            double value = fmax(0, eg_sw_factor(of, i, from + width * (k + 0.5) / LOOKS));
            means[i] += value / LOOKS;
            now *= value;
        }
        product += now / LOOKS;
    }
    for (int i = 0; i < of->count; i++)
        apart *= means[i];
    *all += product;
    *lost += product - apart;
}

/* How far the products of the means of so many steps until `end` are from the means of the products, as a
 * part of these. */
static double apart_of_product(const eg_sw_product *of, double end, double steps)
{
    enum { WINDOWS = 1 << 14 };
    double windows = fmin(steps, WINDOWS), width = end / windows, all = 0, lost = 0;
    for (double w = 0; w < windows; w++)
        add_window(of, width * w, width, &all, &lost);
    /* of shorter steps than windows less is lost: at jumps as much less */
    return fabs(all) > 0 ? fabs(lost) / fabs(all) * (windows / steps) : 0;
}

static eg_status judge_product(const eg_sw_model *model, const eg_sw_product *of, double end, double steps)
{
    int vary = 0;
    for (int i = 0; of->node && i < of->count; i++)
        vary += !eg_sw_is_number(of->series[i]);
    if (vary < 2)
        return EG_OK;
    double apart = apart_of_product(of, end, steps);
    if (!(apart > APART_MOST))
        return EG_OK;
    return eg_verdict_say(model->setup.run, of->node, "coarse-steps", apart, APART_MOST,
                          "%s and the %s change within the same steps of some %.3g s, which multiply "
                          "their means: what comes in is wrong by %.3g %%; %sbound the steps by "
                          "output.record.every, at which they end, "
                          "or by time.dt",
                          eg_node_name(of->node), of->other, end / steps, 100 * apart,
                          of->loads ? "give a load in place of the concentration, or " : "");
}

bool eg_sw_holds_rows(const eg_node *node)
{
    return eg_node_is(eg_node_child(node, "between"), "steps");
}

/* The products of one map of concentrations, whose series begin at `first`, with what brings them. */
static eg_status judge_map(const eg_sw_model *model, const eg_node *map, const eg_sw_product *brings,
                           int first, double end, double steps)
{
    const eg_node *solutes = eg_case_find(model->setup.loaded, "solutes");
    for (int s = 0; map && s < model->solutes.count; s++) {
        eg_sw_product product = *brings;
        product.node = eg_node_child(map, eg_node_key(solutes, s));
        product.series[product.count] = &model->solutes.of[first + s];
        product.steps[product.count++] = eg_sw_holds_rows(product.node);
        EG_TRY(judge_product(model, &product, end, steps));
    }
    return EG_OK;
}

/* The least value of a series until `end`, as far as it is looked at. */
static double least_value(const eg_sw_series *series, double end)
{
    enum { PLACES = 1 << 12 };
    double least = INFINITY;
    for (int i = 0; i <= PLACES; i++)
        least = fmin(least, eg_sw_series_value(series, end * i / PLACES));
    return least;
}

/* What a boundary brings; count 0: what no series of time says. Water comes in with a level as it rises above
 * its least one, or with a wave above the still level. */
static eg_sw_product brought_by_boundary(const eg_sw_boundary *of, double end)
{
    eg_sw_product brings = {.count = 1, .series = {&of->series[0], &of->series[1]}};
    switch (of->given.kind) {
    case EG_FV_DISCHARGE:
        brings.other = "discharge";
        return brings;
    case EG_FV_LEVEL:
        brings.other = "level";
        brings.base = least_value(&of->series[0], end);
        return brings;
    case EG_FV_RADIATE:
        brings.other = "level of the wave";
        brings.base = of->series[1].constant[1];
        return brings;
    case EG_FV_INFLOW:
        brings.other = "inflow";
        brings.count = 2;
        return brings;
    default:
        return (eg_sw_product){0};
    }
}

/* Rain by rasters and files is left out: steps end at their times. */
static eg_status judge_rain(const eg_sw_model *model, double end, double steps)
{
    const eg_node *solutes = eg_case_find(model->setup.loaded, "solutes");
    const eg_sw_rain *rain = &model->rain;
    for (int r = 0; rain->zone && r < model->setup.mesh->base.regions.count; r++) {
        const eg_node *node =
            eg_node_child(eg_names_material(model->setup.loaded, &model->setup.mesh->base, r), "rain");
        if (!node || eg_sw_has_fields(node))
            continue;
        for (int z = rain->first[r]; z < rain->first[r + 1]; z++)
            for (int s = 0; s < model->solutes.count; s++) {
                const eg_node *of = eg_node_child(eg_node_item(solutes, s), "rain");
                const eg_sw_product product = {
                    .node = of,
                    .other = "rain",
                    .count = 2,
                    .series = {&rain->of[z][EG_FV_RAIN_RATE],
                               &model->solutes.of[model->solutes.all - model->solutes.count + s]},
                    .steps = {eg_sw_holds_rows(node), eg_sw_holds_rows(of)}};
                EG_TRY(judge_product(model, &product, end, steps));
            }
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
        const eg_node *map = eg_node_child(of->node, "concentrations");
        eg_sw_product brings = map ? brought_by_boundary(of, end) : (eg_sw_product){0};
        if (brings.count > 0)
            EG_TRY(judge_map(model, map, &brings, b * n, end, steps));
    }
    for (int f = 0; f < flows->count; f++) {
        int i = flows->of[f];
        const eg_node *node = flows->given[i].node;
        const eg_sw_product brings = {.other = "discharge",
                                      .loads = true,
                                      .count = 1,
                                      .series = {&flows->given[i].series},
                                      .steps = {eg_sw_holds_rows(eg_node_child(node, "discharge"))}};
        if (i < flows->inflows && (f == 0 || flows->of[f - 1] != i))
            EG_TRY(judge_map(model, eg_node_child(node, "concentrations"), &brings, (boundaries + f) * n, end,
                             steps));
    }
    return judge_rain(model, end, steps);
}
