/* Breaches of embankments by D. C. Froehlich, Embankment dam breach parameters and their uncertainties, Journal of
 * Hydraulic Engineering 134 (2008) 1708 (docs/theory/shallow-water-sources.md, "Structures"). */
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Of a kind of failure: what multiplies the width, and the slope of the sides, horizontal to vertical. */
typedef struct failure {
    double width, slope;
} failure;

static const failure overtopping = {1.3, 1.0}, piping = {1.0, 0.7};

eg_sw_froehlich eg_sw_froehlich_of(bool overtops, double volume, double height, double gravity)
{
    const failure *kind = overtops ? &overtopping : &piping;
    double mean = 0.27 * kind->width * pow(volume, 0.32) * pow(height, 0.04);
    return (eg_sw_froehlich){.mean_width = mean,
                             .bottom_width = mean - kind->slope * height,
                             .slope = kind->slope,
                             .time = 63.2 * sqrt(volume / (gravity * height * height))};
}

/* m, a third of the lowest one that the formulas are of. */
static const double LOWEST = 1;

static void doubt_froehlich(eg_case *loaded, const eg_node *map, double height, double start)
{
    const eg_node *of = eg_node_child(map, "height"), *begin = eg_node_child(map, "start");
    double end = eg_case_real(loaded, "time.end", INFINITY);
    if (height < LOWEST)
        eg_case_doubt(loaded, of, height, LOWEST,
                      "%s is %.6g m; the breaches that the formulas are of were 3 m to 93 m high",
                      eg_node_name(of), height);
    if (start >= end)
        eg_case_warn(loaded, begin, "%s is %.9g s, and the run ends at %.9g s: nothing breaks",
                     eg_node_name(begin), start, end);
}

eg_status eg_sw_read_froehlich(eg_sw_model *model, const eg_node *breach, double top, eg_sw_flow *given,
                               eg_fv_flow *flow)
{
    const eg_node *map = eg_node_child(breach, "froehlich");
    double height = eg_node_real(eg_node_child(map, "height"));
    double start = eg_node_real(eg_node_child(map, "start"));
    eg_sw_froehlich of = eg_sw_froehlich_of(eg_node_is(eg_node_child(map, "failure"), "overtopping"),
                                            eg_node_real(eg_node_child(map, "volume")), height,
                                            eg_case_real(model->setup.loaded, "numerics.gravity", 9.81));
    doubt_froehlich(model->setup.loaded, map, height, start);
    if (!isfinite(top))
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            "%s goes down from the crest of the weir, which varies with time; give crest and "
                            "width of the breach",
                            eg_node_name(map));
    if (!(of.bottom_width > 0))
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            "%s: its mean width is %.4g m, and its sides take %.4g m of it: so little water "
                            "makes no such breach; check volume and height",
                            eg_node_name(map), of.mean_width, of.slope * height);
    EG_TRY(eg_alloc(model->setup.context, 6, sizeof *given->curve, &given->curve));
    const double row[] = {start, start + of.time, top, top - height, 0, of.bottom_width};
    for (int i = 0; i < 6; i++)
        given->curve[i] = row[i];
    for (int k = 0; k < 2; k++)
        flow->breach[k] = (eg_fv_rate){2, &given->curve[0], &given->curve[2 + 2 * k], false};
    flow->constant[6] = of.slope;
    return EG_OK;
}

/* ---- for people */

/* Breach i of the case's structures; false: there is none by these formulas. */
static bool find_froehlich(const eg_sw_model *model, int i, const double **curve, double *slope)
{
    const eg_sw_flows *flows = &model->flows;
    const eg_node *breach = eg_node_child(eg_node_child(flows->given[i].node, "weir"), "breach");
    if (!eg_node_child(breach, "froehlich"))
        return false;
    *curve = flows->given[i].curve;
    *slope = eg_node_is(eg_node_child(eg_node_child(breach, "froehlich"), "failure"), "overtopping")
                 ? overtopping.slope
                 : piping.slope;
    return true;
}

void eg_sw_tell_breaches(const eg_sw_model *model, eg_text *text)
{
    const double *curve;
    double slope;
    for (int i = model->flows.inflows; i < model->flows.given_count; i++)
        if (find_froehlich(model, i, &curve, &slope))
            eg_text_add(
                text,
                "breach of %s by Froehlich (2008): from %.6g m down to %.6g m between %.6g s and %.6g s, "
                "bottom width %.4g m, mean width %.4g m, side slopes %g\n",
                model->flows.given[i].name, curve[2], curve[3], curve[0], curve[1], curve[5],
                curve[5] + slope * (curve[2] - curve[3]), slope);
}

eg_status eg_sw_summarise_breaches(const eg_sw_model *model, eg_summary *summary)
{
    static const char *const of[] = {"bottom_width_m", "side_slope", "formation_time_s"};
    eg_context *context = model->setup.context;
    const double *curve;
    double slope;
    for (int i = model->flows.inflows; i < model->flows.given_count; i++) {
        if (!find_froehlich(model, i, &curve, &slope))
            continue;
        const double value[] = {curve[5], slope, curve[1] - curve[0]};
        for (int k = 0; k < 3; k++) {
            EG_TEXT(name, context);
            eg_text_add(&name, "breach_%s_%s", model->flows.given[i].name, of[k]);
            EG_TRY(name.status);
            EG_TRY(eg_summary_add_balance(context, summary, name.data, value[k]));
        }
    }
    return EG_OK;
}
