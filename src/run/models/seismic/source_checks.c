/* What a case says of sources and cannot mean, or may not: errors, warnings and verdicts. */
#include "run/models/seismic/sources.h"

#include "run/models/seismic/kind.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double CUT_OFF_MOST = 1e-3; /* of the peak, at time 0 and before */
static const double OUTSIDE_MOST = 0.5;  /* of the energy, after the end */

enum { TEXT_ROOM = 400, EXPRESSION_SAMPLES = 1000, ENERGY_SAMPLES = 2000 };

/* ---- messages, at the source's key or its line of a file */

typedef void eg_case_message(eg_case *loaded, const eg_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void tell_source(const eg_setup *setup, eg_case_message *message, const eg_waves_source *source,
                        const eg_node *node, const char *text)
{
    const eg_waves_place *place = &source->place;
    if (place->file)
        message(setup->loaded, place->node, "%s:%lld: %s", place->file, (long long)place->line, text);
    else
        message(setup->loaded, node, "%s", text);
}

/* NULL: an expression. */
static const eg_source_time *time_function_of(const eg_waves_sources *sources, const eg_waves_source *source)
{
    return source->function < sources->functions ? &sources->function[source->function] : NULL;
}

/* ---- errors */

static void refuse_cut_off(const eg_setup *setup, const eg_waves_sources *sources,
                           const eg_waves_source *source)
{
    char text[TEXT_ROOM];
    const eg_source_time *function = time_function_of(sources, source);
    if (!function || function->kind == EG_SOURCE_TABLE || eg_source_time_cut_off(function) <= CUT_OFF_MOST)
        return;
    bool is_ricker = function->kind == EG_SOURCE_RICKER;
    bool has_peak = is_ricker || function->kind == EG_SOURCE_GAUSSIAN;
    double least = is_ricker ? 1 / function->frequency : has_peak ? 3.72 * function->sigma : 0;
    snprintf(text, sizeof text,
             "the time function is cut off: it has reached %.3g of its peak at time 0, where the "
             "run begins; its delay is %.6g s and must be %.6g s or more%s; write what is cut off "
             "on purpose as an expression of t",
             eg_source_time_cut_off(function), function->time, least,
             !has_peak   ? ""
             : is_ricker ? ", 1 / frequency (without a delay: 1.5 / frequency)"
                         : ", 3.72 sigma (without a delay: 6 sigma)");
    tell_source(setup, eg_case_error_add, source, source->time, text);
}

static void refuse_no_strength(const eg_setup *setup, const eg_waves_source *source)
{
    for (int i = 0; i < EG_LINEAR_VARIABLES; i++)
        if (source->strength[i] != 0)
            return;
    tell_source(setup, eg_case_error_add, source, source->place.node,
                "the strength of this source is 0; remove it, or give a strength");
}

static int compare_source_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Two rows of one name are one row twice. */
static eg_status check_source_names(const eg_records *table, eg_context *context)
{
    EG_SCRATCH const char **sorted = NULL;
    EG_TRY(eg_alloc(context, table->rows, sizeof *sorted, &sorted));
    for (int64_t row = 0; row < table->rows; row++)
        sorted[row] = eg_records_text(table, row, "name");
    qsort(sorted, (size_t)table->rows, sizeof *sorted, compare_source_names);
    const char *twin = NULL;
    for (int64_t i = 1; i < table->rows && !twin; i++)
        twin = strcmp(sorted[i], sorted[i - 1]) == 0 ? sorted[i] : NULL;
    bool seen = false;
    for (int64_t row = 0; twin && row < table->rows; row++)
        if (strcmp(eg_records_text(table, row, "name"), twin) == 0) {
            if (seen)
                return eg_records_fail(table, row, "name",
                                       "there is a source of that name already: a row that is "
                                       "there twice acts twice; names must differ");
            seen = true;
        }
    return EG_OK;
}

eg_status eg_waves_check_sources(const eg_setup *setup, const eg_waves_sources *sources)
{
    if (sources->table)
        EG_TRY(check_source_names(sources->table, setup->context));
    for (int i = 0; i < sources->count; i++) {
        refuse_cut_off(setup, sources, &sources->source[i]);
        refuse_no_strength(setup, &sources->source[i]);
    }
    return eg_case_errors_finish(setup->loaded, EG_CASE);
}

/* ---- warnings */

/* A moment's time function is its rate, so that a step of it is a moment that grows on and on. */
static void warn_of_growth(const eg_setup *setup, const eg_waves_sources *sources,
                           const eg_waves_source *source)
{
    const eg_source_time *function = time_function_of(sources, source);
    bool is_moment = source->kind == EG_LINEAR_SOURCE_MOMENT || source->kind == EG_LINEAR_SOURCE_EXPLOSION;
    if (is_moment && function && function->kind == EG_SOURCE_HEAVISIDE)
        tell_source(setup, eg_case_warn, source, source->place.node,
                    "the time function of a moment is its rate: with a step the moment grows as long as "
                    "the run lasts; take heaviside_rate for a moment that rises to a value");
}

static void warn_of_left_out(const eg_setup *setup, const eg_waves_source *source)
{
    const eg_linear *system = setup->kind->waves->system;
    char text[TEXT_ROOM];
    snprintf(text, sizeof text, "%.3g %% of the moment tensor's size is left out: the model %s has %s alone",
             100 * source->left_out, system->name,
             system->source.moments == 3 ? "xx, yy and xy" : "xz and yz");
    if (source->left_out > 1e-6)
        tell_source(setup, eg_case_warn, source, source->place.node, text);
}

/* |s(0)| over the largest value of the run. */
static double expression_cut_off(const eg_expression *expression, double end)
{
    double peak = 0, zero = 0, first = fabs(eg_expression_eval(expression, &zero));
    for (int i = 0; i <= EXPRESSION_SAMPLES; i++) {
        double t = isfinite(end) ? end * i / EXPRESSION_SAMPLES : 0;
        peak = fmax(peak, fabs(eg_expression_eval(expression, &t)));
    }
    return peak > 0 ? first / peak : 0;
}

/* ---- verdicts */

static eg_status judge_cut(const eg_setup *setup, const eg_waves_source *source, double value, double bound,
                           const char *text)
{
    const eg_waves_place *place = &source->place;
    char where[300] = "";
    if (place->file)
        snprintf(where, sizeof where, "%.200s:%lld: ", place->file, (long long)place->line);
    return eg_verdict_say_at(setup->run, place->file ? place->node : source->time, "source-cut", value, bound,
                             setup->cells->dimension, place->x, "%s%s", where, text);
}

/* A tracer may be let in from time 0 on; a wave of a jump has all frequencies. */
static eg_status judge_beginning(const eg_setup *setup, const eg_waves_sources *sources,
                                 const eg_waves_source *source, double end)
{
    char text[TEXT_ROOM];
    const eg_source_time *function = time_function_of(sources, source);
    double cut = function ? eg_source_time_cut_off(function)
                          : expression_cut_off(eg_node_expression(source->time), end);
    snprintf(text, sizeof text,
             "the time function has reached %.3g of its peak at time 0, where the run begins: the "
             "jump there has frequencies that no mesh resolves; let it begin with 0, later",
             cut);
    return cut > CUT_OFF_MOST && source->kind != EG_LINEAR_SOURCE_STATE
               ? judge_cut(setup, source, cut, CUT_OFF_MOST, text)
               : EG_OK;
}

/* The part of a function's energy, the integral of its square, that comes after `end`; of those that stay at
 * a value that of their rates. */
static double energy_after(const eg_source_time *given, double end)
{
    eg_source_time function = *given;
    double from, to, all = 0, after = 0;
    function.kind = given->kind == EG_SOURCE_BRUNE_MOMENT ? EG_SOURCE_BRUNE_RATE
                    : given->kind == EG_SOURCE_HEAVISIDE  ? EG_SOURCE_HEAVISIDE_RATE
                                                          : given->kind;
    eg_source_time_support(&function, &from, &to);
    for (int i = 0; i <= ENERGY_SAMPLES; i++) {
        double t = from + (to - from) * i / ENERGY_SAMPLES;
        double value = eg_source_time_value(&function, t);
        all += value * value;
        after += t > end ? value * value : 0;
    }
    return all > 0 ? after / all : 0;
}

/* A source that the run's end cuts has not sent what it is; one that the run never sees does nothing. */
static eg_status judge_end(const eg_setup *setup, const eg_waves_sources *sources,
                           const eg_waves_source *source, double end)
{
    char text[TEXT_ROOM];
    const eg_source_time *function = time_function_of(sources, source);
    double from, to;
    if (!function || !isfinite(end))
        return EG_OK;
    eg_source_time_support(function, &from, &to);
    double part = from >= end || to <= 0 ? 1 : energy_after(function, end);
    snprintf(text, sizeof text,
             "this source acts from %.6g s to %.6g s, and the run lasts from 0 to %.6g s: %s", from, to, end,
             from >= end || to <= 0 ? "it does nothing"
                                    : "the greater part of its energy comes after the end");
    return part > OUTSIDE_MOST ? judge_cut(setup, source, part, OUTSIDE_MOST, text) : EG_OK;
}

eg_status eg_waves_judge_sources(const eg_setup *setup, const eg_waves_sources *sources)
{
    double end = eg_case_real(setup->loaded, "time.end", INFINITY);
    for (int i = 0; i < sources->count; i++) {
        const eg_waves_source *source = &sources->source[i];
        warn_of_growth(setup, sources, source);
        warn_of_left_out(setup, source);
        EG_TRY(judge_beginning(setup, sources, source, end));
        EG_TRY(judge_end(setup, sources, source, end));
    }
    return EG_OK;
}
