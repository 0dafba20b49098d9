/* What came in of each solute, by the run's own sums, against the integrals of loads, and of the products of
 * concentrations with discharges and rain. Steps may have any lengths. A solute is left out where one of its
 * integrals is not known: at levels, waves and inflows, in rain of fields, of two short pulses together, and
 * where water did not come in, which other verdicts tell. docs/theory/shallow-water-solutes.md, "Rain,
 * losses, decay, flows". */
#include "run/core/run.h"
#include "run/given/names.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of what was to come in, of the solute and of the water that brings it. */
static const double LOST_MOST = 0.02, WATER_LOST_MOST = 0.01;

/* Until `end`, with so many looks; NAN: fewer than LOOKS_LEAST of them see any. */
static double sum_product(const eg_sw_product *of, double end, int looks)
{
    enum { LOOKS_LEAST = 64 };
    double sum = 0;
    int seen = 0;
    for (int k = 0; k < looks; k++) {
        double product = 1;
        for (int i = 0; i < of->count; i++)
            product *= fmax(0, eg_sw_factor(of, i, end * (k + 0.5) / looks));
        sum += product * end / looks;
        seen += product > 0;
    }
    return seen < LOOKS_LEAST ? NAN : sum;
}

/* NAN: not known. Pulses of one factor count however short they are. */
static double integrate_product(const eg_sw_product *of, double end)
{
    enum { LOOKS = 1 << 16 };
    double constant = 1, sums[2];
    int varies = -1;
    for (int i = 0; i < of->count; i++) {
        bool number = eg_sw_is_number(of->series[i]);
        if (!number && varies >= 0) {
            double coarse = sum_product(of, end, LOOKS), fine = sum_product(of, end, LOOKS / 2 * 3);
            return fabs(fine - coarse) <= 0.1 * LOST_MOST * fine ? fine : NAN;
        }
        constant *= number ? fmax(0, eg_sw_series_value(of->series[i], 0)) : 1;
        varies = number ? varies : i;
    }
    if (varies < 0)
        return constant * end;
    eg_sw_integrate(of->series[varies], of->steps[varies], end, sums);
    return constant * 0.5 * (sums[0] + sums[1]);
}

/* The product of a concentration, series `first`, with a discharge or a rain; 0 without a concentration. */
static double brought_with(const eg_sw_model *model, const eg_sw_series *water, bool steps, int first,
                           const eg_node *concentration)
{
    const eg_sw_product of = {.count = 2,
                              .series = {water, &model->solutes.of[first]},
                              .steps = {steps, eg_sw_holds_rows(concentration)}};
    return concentration ? integrate_product(&of, model->balance_time) : 0;
}

static bool came_in(const eg_sw_model *model, const eg_sw_series *series, bool steps, double came)
{
    double asked[2];
    eg_sw_integrate(series, steps, model->balance_time, asked);
    return fabs(came - asked[0]) <= WATER_LOST_MOST * asked[1];
}

static double brought_at_boundaries(const eg_sw_model *model, int s, const char *solute)
{
    double sum = 0;
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++) {
        const eg_sw_boundary *of = &model->boundaries[b];
        const eg_node *node = eg_node_child(eg_node_child(of->node, "concentrations"), solute);
        if (!node)
            continue;
        if (of->given.kind != EG_FV_DISCHARGE || !came_in(model, &of->series[0], false, -model->through[b]))
            return NAN;
        sum += brought_with(model, &of->series[0], false, b * model->solutes.count + s, node);
    }
    return sum;
}

/* Concentrations with their discharges, and loads, of which series stand behind those of concentrations. */
static double brought_at_points(const eg_sw_model *model, int s, const char *solute)
{
    const eg_sw_flows *flows = &model->flows;
    int n = model->solutes.count, first = model->setup.mesh->base.boundaries.count * n;
    double sum = 0;
    for (int f = 0; f < flows->count; f++) {
        const eg_sw_flow *given = &flows->given[flows->of[f]];
        const eg_node *node = eg_node_child(eg_node_child(given->node, "concentrations"), solute);
        const eg_node *load = eg_node_child(eg_node_child(given->node, "loads"), solute);
        int at = first + f * n + s, at_load = at + flows->count * n;
        bool steps = eg_sw_holds_rows(eg_node_child(given->node, "discharge"));
        if (node && !came_in(model, &given->series, steps, flows->given_passed[flows->of[f]]))
            return NAN;
        sum += brought_with(model, &given->series, steps, at, node);
        const eg_sw_product alone = {
            .count = 1, .series = {&model->solutes.of[at_load]}, .steps = {eg_sw_holds_rows(load)}};
        sum += load ? integrate_product(&alone, model->balance_time) : 0;
    }
    return sum;
}

static eg_status add_brought_by_rain(const eg_sw_model *model, int s, const eg_node *concentration,
                                     double *sum)
{
    const eg_sw_rain *rain = &model->rain;
    int first = model->solutes.all - model->solutes.count + s;
    for (int r = 0; concentration && r < model->setup.mesh->base.regions.count; r++) {
        const eg_node *node =
            eg_node_child(eg_names_material(model->setup.loaded, &model->setup.mesh->base, r), "rain");
        if (node && eg_sw_has_fields(node))
            *sum = NAN;
        for (int z = rain->first[r]; node && !eg_sw_has_fields(node) && z < rain->first[r + 1]; z++) {
            double area;
            EG_TRY(eg_sw_rained_area(model, z, &area));
            *sum += area * brought_with(model, &rain->of[z][EG_FV_RAIN_RATE], eg_sw_holds_rows(node), first,
                                        concentration);
        }
    }
    return EG_OK;
}

static eg_status judge_brought_solute(const eg_sw_model *model, int s)
{
    const eg_node *solutes = eg_case_find(model->setup.loaded, "solutes"), *of = eg_node_item(solutes, s);
    const char *solute = eg_node_key(solutes, s);
    double came = model->solutes.balance[s].in;
    double asked = brought_at_boundaries(model, s, solute) + brought_at_points(model, s, solute);
    EG_TRY(add_brought_by_rain(model, s, eg_node_child(of, "rain"), &asked));
    double lost = fabs(came - asked) / fmax(asked, came);
    if (!(lost > LOST_MOST))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, of, "coarse-steps", lost, LOST_MOST,
        "%.6g m3 times the unit of solute %s were to come in until t = %.6g s, and %.6g came in: "
        "a load, a concentration or what brings it changes within steps; bound the steps by "
        "output.record.every, at which they end, or by time.dt",
        asked, solute, model->balance_time, came);
}

eg_status eg_sw_judge_brought(const eg_sw_model *model)
{
    if (model->solutes.count == 0 ||
        eg_verdict_is_said(model->setup.run, "coarse-steps")) /* with its reason */
        return EG_OK;
    for (int s = 0; s < model->solutes.count; s++)
        EG_TRY(judge_brought_solute(model, s));
    return EG_OK;
}
