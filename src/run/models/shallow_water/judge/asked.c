/* What came in against what was asked for: through boundaries, at points, as rain; and whether there was any
 * water. */
#include "run/given/given.h"
#include "run/judge/signals.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"
#include "run/observe/observe.h"

#include <math.h>
#include <stdio.h>

/* ---- discharges */

/* Of what was asked for, m3; and the least of it that is looked at, as a part of the largest volume. */
static const double MISSED = 0.02, LEAST_ASKED = 1e-9;

/* What has come in, m3, at a place of the case; `words` for a sentence. A step looks at it at five
 * moments. */
static eg_status judge_discharge(eg_sw_model *model, const char *words, const eg_sw_series *series,
                                 bool steps, const double *place, double came)
{
    enum { LOOKS = 4 };
    double asked[2], now = model->balance_time;
    eg_signal_seen seen;
    eg_sw_integrate(series, steps, now, asked);
    double missed = fabs(came - asked[0]) / asked[1];
    if (!(asked[1] > LEAST_ASKED * model->volume_most && missed > MISSED))
        return EG_OK;
    if (eg_signal_apart_of(eg_sw_expression(series), NULL, now, LOOKS * (double)model->setup.run->now.steps,
                           &seen) > EG_SIGNAL_APART_MOST)
        return eg_verdict_say_at(model->setup.run, NULL, "discharge", missed, MISSED, 2, place,
                                 "%s was to bring %.6g m3 until t = %.6g s, and brought %.6g m3: it changes "
                                 "within steps, which do not see all of it; give it as a table, whose means "
                                 "over steps are exact, or bound the steps by output.record.every",
                                 words, asked[0], now, came);
    return eg_verdict_say_at(model->setup.run, NULL, "discharge", missed, MISSED, 2, place,
                             "%s was to bring %.6g m3 until t = %.6g s, and brought %.6g m3: water could not "
                             "%s there; look at depth and bed, and give another place, or a level",
                             words, asked[0], now, came, came < asked[0] ? "enter" : "leave");
}

static eg_status judge_discharges(eg_sw_model *model)
{
    const eg_mesh_names *boundaries = &model->setup.mesh->base.boundaries;
    const eg_sw_flows *flows = &model->flows;
    char words[256];
    for (int b = 0; b < boundaries->count; b++) {
        if (model->boundaries[b].given.kind != EG_FV_DISCHARGE)
            continue;
        snprintf(words, sizeof words, "the boundary '%s'", boundaries->name[b]);
        EG_TRY(
            judge_discharge(model, words, &model->boundaries[b].series[0], false, NULL, -model->through[b]));
    }
    for (int i = 0; i < flows->inflows; i++) {
        snprintf(words, sizeof words, "the inflow '%s'", flows->given[i].name);
        bool steps = eg_sw_holds_rows(eg_node_child(flows->given[i].node, "discharge"));
        EG_TRY(judge_discharge(model, words, &flows->given[i].series, steps, flows->way[i] + 2,
                               flows->given_passed[i]));
    }
    return EG_OK;
}

/* ---- rain */

/* NaN where rain is given by rasters, at whose times steps end. */
static eg_status find_asked_rain(const eg_sw_model *model, double now, double *asked)
{
    *asked = 0;
    for (int r = 0; r < model->setup.mesh->base.regions.count; r++) {
        double sums[2], area;
        const eg_node *node =
            eg_node_child(eg_names_material(model->setup.loaded, &model->setup.mesh->base, r), "rain");
        if (!node)
            continue;
        if (eg_sw_has_fields(node)) {
            *asked = NAN;
            return EG_OK;
        }
        for (int z = model->rain.first[r]; z < model->rain.first[r + 1]; z++) {
            EG_TRY(eg_sw_rained_area(model, z, &area));
            eg_sw_integrate(&model->rain.of[z][EG_FV_RAIN_RATE], eg_sw_holds_rows(node), now, sums);
            *asked += sums[0] * area;
        }
    }
    return EG_OK;
}

static eg_status judge_fallen_rain(const eg_sw_model *model)
{
    double asked, fell = model->rain.balance.rain, now = model->balance_time;
    if (!model->rain.zone)
        return EG_OK;
    EG_TRY(find_asked_rain(model, now, &asked));
    double missed = fabs(fell - asked) / fmax(asked, fell);
    if (!(missed > MISSED))
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "rain", missed, MISSED,
                          "%.6g m3 of rain were to fall until t = %.6g s, and %.6g m3 fell: the rain "
                          "changes within steps; give it as a table, whose means over steps are exact, or "
                          "bound the steps by output.record.every",
                          asked, now, fell);
}

/* ---- no water at all */

/* None at the beginning and at the end, and none left: what came in the ground and the air took at once. */
static eg_status judge_dry(const eg_sw_model *model)
{
    double left = 0, passed = model->rain.balance.rain;
    for (int b = 0; b < model->setup.mesh->base.boundaries.count; b++)
        left = fmax(left, fabs(model->through[b]));
    for (int i = 0; i < model->flows.count; i++)
        passed = fmax(passed, fabs(model->flows.passed[i]));
    if (model->volume > 0 || model->volume_first > 0 || left > 0)
        return EG_OK;
    return eg_verdict_say(model->setup.run, NULL, "dry", 0, 0, "%s",
                          passed > 0 ? "no water is in the domain at the end, and none left it: the ground "
                                       "or the air took all at once; look at the units of infiltration and "
                                       "evaporation, and at what flows take"
                                     : "no water came into the domain: look at the datum of levels and bed, "
                                       "at units, and at when water comes in");
}

/* ---- gauges that water never comes to */

/* Until one of them is wet; the samples of this rank's. */
static eg_status look_at_gauges(eg_sw_model *model)
{
    const eg_time_series *series = model->setup.run->series;
    const eg_samples depth = {.count = 1, .columns = 1, .output = {EG_SW_DEPTH}};
    int count = series->points.count, rank = eg_comm_rank(model->setup.comm);
    EG_SCRATCH double *values = NULL;
    double wet = 0;
    if (count == 0 || model->gauge_wet > 0 || !series->cell)
        return EG_OK;
    eg_status status = eg_alloc(model->setup.context, count, sizeof *values, &values);
    if (status == EG_OK && model->setup.mesh->base.own > 0)
        status = eg_model_sample(&model->base, &depth, count, series->cell, (const double(*)[3])series->at,
                                 values);
    for (int i = 0; status == EG_OK && i < count; i++)
        if (series->points.owner[i] == rank)
            wet = fmax(wet, values[i] > eg_fv_dry_depth(model->fv));
    EG_TRY(eg_comm_agree(model->setup.comm, status));
    eg_comm_max(model->setup.comm, &wet, 1);
    model->gauge_wet = wet;
    return EG_OK;
}

static eg_status judge_dry_gauges(const eg_sw_model *model)
{
    const eg_run *run = model->setup.run;
    double end = eg_case_real(model->setup.loaded, "time.end", INFINITY);
    int count = run->series->points.count;
    if (count == 0 || !run->series->cell || model->gauge_wet > 0 || run->now.time < end)
        return EG_OK;
    return eg_verdict_say(model->setup.run, eg_case_find(model->setup.loaded, "output.gauges"), "dry", 0, 0,
                          "no water came to %s until the end at %.6g s: look at where they stand, and let "
                          "the run last longer where water is on its way",
                          count == 1 ? "the gauge" : "any of the gauges", end);
}

/* ---- rain whose first or last row holds for longer than the rows last */

static eg_status tell_held(const eg_sw_model *model, const eg_node *node, double first, double last,
                           double outside)
{
    return eg_verdict_say(model->setup.run, node, "rain", outside, last - first,
                          "%s: its rows last from %.6g s to %.6g s, and the first or the last one, which "
                          "rains, holds for %.6g s more of the run, with 'after: hold': end it with a row "
                          "of no rain, or give more rows",
                          eg_node_name(node), first, last, outside);
}

/* Whether it rains in the first and the last raster. */
static eg_status find_raining_ends(const eg_sw_model *model, const eg_node *node, int64_t count,
                                   bool rains[2])
{
    for (int i = 0; i < 2; i++) {
        EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
        EG_TRY(eg_given_read_raster(model->setup.context, node, i ? (int)count - 1 : 0, &raster));
        rains[i] = raster->largest > 0;
    }
    return EG_OK;
}

static eg_status judge_held(const eg_sw_model *model, int region)
{
    const eg_node *node =
        eg_node_child(eg_names_material(model->setup.loaded, &model->setup.mesh->base, region), "rain");
    const eg_node *times = eg_node_child(node, "times");
    int zone = model->rain.first[region], last = model->rain.first[region + 1] - 1;
    const eg_series *table = model->rain.of[zone][EG_FV_RAIN_RATE].table;
    double end = eg_case_real(model->setup.loaded, "time.end", 0), ends[2] = {0, 0}, outside = 0;
    bool rains[2] = {false, false};
    if (times) {
        int64_t count = eg_node_count(times);
        ends[0] = eg_node_real(eg_node_item(times, 0));
        ends[1] = eg_node_real(eg_node_item(times, count - 1));
        if (ends[0] > 0 || ends[1] < end)
            EG_TRY(eg_comm_agree(model->setup.comm, find_raining_ends(model, node, count, rains)));
    } else if (table) {
        for (int i = 0; i < 2; i++)
            ends[i] = table->times[i ? table->count - 1 : 0];
        for (; zone <= last; zone++) {
            table = model->rain.of[zone][EG_FV_RAIN_RATE].table;
            rains[0] = rains[0] || table->values[0] > 0;
            rains[1] = rains[1] || table->values[table->count - 1] > 0;
        }
    }
    outside += rains[0] ? fmax(0, ends[0]) : 0;
    outside += rains[1] ? fmax(0, end - fmax(0, ends[1])) : 0;
    return outside > ends[1] - ends[0] ? tell_held(model, node, ends[0], ends[1], outside) : EG_OK;
}

/* ---- what a file of rates lacks */

enum { LACKING_ROOM = 320 };

/* Times at which values lack, and where. Collective. */
static int64_t find_lacking(const eg_sw_model *model, eg_sw_frames *frames, char text[LACKING_ROOM])
{
    const eg_comm *comm = model->setup.comm;
    char from[EG_POINT_ROOM], to[EG_POINT_ROOM];
    double most = 0;
    int64_t times = 0;
    for (int64_t i = 0; i < frames->count; i++) {
        double cells = eg_comm_sum_chunks(comm, &frames->lacks[i], 1);
        times += cells > 0;
        most = fmax(most, cells);
    }
    eg_comm_max(comm, frames->outside, 4);
    for (int k = 0; k < 2; k++)
        frames->outside[k] = -frames->outside[k];
    snprintf(text, LACKING_ROOM,
             "at %lld of its %lld times %s lacks values in up to %.0f of %lld cells, with centres from %s to "
             "%s, where "
             "it counts as none, and ",
             (long long)times, (long long)frames->cube->times, frames->cube->variable, most,
             (long long)model->setup.cells->all, eg_format_point(2, frames->outside, from),
             eg_format_point(2, frames->outside + 2, to));
    return times;
}

/* A file that does not touch the mesh, of which nothing falls. */
static eg_status judge_far_cube(const eg_sw_model *model, const eg_sw_frames *frames, bool *far)
{
    const eg_cube *cube = frames->cube;
    const eg_mesh *mesh = model->setup.cells;
    const double pixels[2] = {(double)cube->columns, (double)cube->rows};
    char from[EG_POINT_ROOM], to[EG_POINT_ROOM], low[EG_POINT_ROOM], high[EG_POINT_ROOM];
    double first[2], last[2];
    *far = false;
    for (int d = 0; d < 2; d++) {
        first[d] = cube->first[d] - 0.5 * cube->spacing[d];
        last[d] = first[d] + pixels[d] * cube->spacing[d];
        *far = *far || first[d] >= mesh->box_high[d] || last[d] <= mesh->box_low[d];
    }
    if (!*far)
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, frames->node, "missing-values", (double)model->setup.cells->all, 0,
        "%s: %s covers %s to %s, and the mesh %s to %s: they do not meet, and none of it falls; look at the "
        "projections of both, and at the origin of the mesh",
        cube->path, cube->variable, eg_format_point(2, first, from), eg_format_point(2, last, to),
        eg_format_point(2, mesh->box_low, low), eg_format_point(2, mesh->box_high, high));
}

static eg_status judge_lacking(const eg_sw_model *model, eg_sw_frames *frames)
{
    char text[LACKING_ROOM] = "";
    bool far;
    if (!frames->cube)
        return EG_OK;
    EG_TRY(judge_far_cube(model, frames, &far));
    if (far)
        return EG_OK;
    int64_t lacking = find_lacking(model, frames, text);
    if (lacking + frames->gaps == 0)
        return EG_OK;
    return eg_verdict_say(model->setup.run, frames->node, "missing-values", (double)(lacking + frames->gaps),
                          0, "%s: %s%lld times are missing, %s", frames->cube->path, lacking > 0 ? text : "",
                          (long long)frames->gaps,
                          frames->sums    ? "in which nothing falls"
                          : frames->steps ? "in which the rate before them holds"
                                          : "over which rates are interpolated");
}

static eg_status judge_frames(const eg_sw_model *model)
{
    for (int k = 0; k < EG_FV_RATES; k++)
        for (int r = 0; model->rain.frames[k] && r < model->setup.mesh->base.regions.count; r++)
            EG_TRY(judge_lacking(model, &model->rain.frames[k][r]));
    return EG_OK;
}

eg_status eg_sw_judge(eg_model *base, eg_judged when)
{
    eg_sw_model *model = eg_sw_model_of(base);
    bool begins = when == EG_JUDGED_SETUP;
    for (int r = 0; begins && model->rain.zone && r < model->setup.mesh->base.regions.count; r++)
        EG_TRY(judge_held(model, r));
    EG_TRY(eg_sw_judge_lost(model, when));
    if (begins) {
        EG_TRY(judge_frames(model));
        EG_TRY(eg_sw_judge_beginning(model));
        EG_TRY(eg_sw_judge_short(model));
        EG_TRY(eg_sw_judge_enclosed(model));
        EG_TRY(eg_sw_judge_omitted(model));
        return eg_sw_judge_signals(model);
    }
    EG_TRY(look_at_gauges(model));
    if (when != EG_JUDGED_END) /* an expression is integrated anew, and the state is read */
        return EG_OK;
    EG_TRY(judge_discharges(model));
    EG_TRY(judge_fallen_rain(model));
    EG_TRY(eg_sw_judge_brought(model));
    EG_TRY(judge_dry(model));
    EG_TRY(judge_dry_gauges(model));
    return eg_sw_judge_water(model);
}
