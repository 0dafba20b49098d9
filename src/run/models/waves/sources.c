/* Point sources of the case: places, strengths, and courses in time. */
#include "run/models/waves/internal.h"

#include "io/seismogram/sac.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *key;
    eg_source_time_kind kind;
} shapes[] = {{"ricker", EG_SOURCE_RICKER},
              {"gaussian", EG_SOURCE_GAUSSIAN},
              {"brune", EG_SOURCE_BRUNE_RATE},
              {"heaviside", EG_SOURCE_HEAVISIDE},
              {"heaviside_rate", EG_SOURCE_HEAVISIDE_RATE}};

static double real_of(const eg_node *node, const char *key)
{
    const eg_node *child = eg_node_child(node, key);
    return child ? eg_node_real(child) : 0;
}

static eg_status read_table(eg_waves_model *model, const eg_node *time, eg_waves_sources *sources,
                            eg_source_time *function)
{
    const eg_series_options options = {.time_column =
                                           eg_node_text(eg_node_child(time, "time_column")),
                                       .value_column = eg_node_text(eg_node_child(time, "column"))};
    eg_series **series = &sources->series[sources->series_count];
    EG_TRY(eg_series_read(model->setup.context, eg_node_path(eg_node_child(time, "csv")), &options,
                          series));
    sources->series_count++;
    *function = (eg_source_time){.kind = EG_SOURCE_TABLE,
                                 .count = (*series)->count,
                                 .times = (*series)->times,
                                 .values = (*series)->values};
    return EG_OK;
}

/* The samples of a SAC file, kept with the tables of series. */
static eg_status take_samples(eg_context *context, const eg_sac *sac, const char *path,
                              eg_series *series)
{
    EG_TRY(eg_alloc(context, sac->count, sizeof *series->times, &series->times));
    EG_TRY(eg_alloc(context, sac->count, sizeof *series->values, &series->values));
    series->count = sac->count;
    for (int64_t i = 0; i < sac->count; i++) {
        series->times[i] = sac->begin + (double)i * sac->dt;
        series->values[i] = sac->values[i];
        if (!isfinite(series->values[i]))
            return eg_fail(context, EG_INPUT, "%s: sample %lld, at %.9g s, is %g", path,
                           (long long)i + 1, series->times[i], series->values[i]);
    }
    return EG_OK;
}

static eg_status read_sac(eg_waves_model *model, const char *path, eg_waves_sources *sources,
                          eg_source_time *function)
{
    eg_context *context = model->setup.context;
    eg_series **series = &sources->series[sources->series_count];
    eg_sac *sac;
    EG_TRY(eg_sac_read(context, path, &sac));
    eg_status status = eg_alloc(context, 1, sizeof **series, series);
    if (status == EG_OK) {
        sources->series_count++;
        (*series)->context = context;
        status = take_samples(context, sac, path, *series);
    }
    eg_sac_destroy(&sac);
    EG_TRY(status);
    if ((*series)->count < 2)
        return eg_fail(context, EG_INPUT, "%s: has one sample; a time function needs two or more",
                       path);
    *function = (eg_source_time){.kind = EG_SOURCE_TABLE,
                                 .count = (*series)->count,
                                 .times = (*series)->times,
                                 .values = (*series)->values};
    return EG_OK;
}

static eg_status read_function(eg_waves_model *model, const eg_node *time,
                               eg_waves_sources *sources, eg_source_time *function)
{
    const eg_node *shape;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if ((shape = eg_node_child(time, shapes[i].key)))
            *function = (eg_source_time){.kind = shapes[i].kind,
                                         .time = real_of(shape, "delay"),
                                         .frequency = real_of(shape, "frequency"),
                                         .sigma = real_of(shape, "sigma"),
                                         .rise = real_of(shape, "rise")};
    if ((shape = eg_node_child(time, "sac")))
        EG_TRY(read_sac(model, eg_node_path(shape), sources, function));
    if (eg_node_child(time, "csv"))
        EG_TRY(read_table(model, time, sources, function));
    return eg_source_time_check(model->setup.context, function);
}

/* A moment's time function is its rate, so that a step of it is a moment that grows on and on. */
static void warn_of_step(eg_waves_model *model, const eg_node *node, eg_linear_source_kind kind)
{
    const eg_node *step = eg_node_child(eg_node_child(node, "time"), "heaviside");
    if (step && (kind == EG_LINEAR_SOURCE_MOMENT || kind == EG_LINEAR_SOURCE_EXPLOSION))
        eg_case_warn(
            model->setup.loaded, step,
            "the time function of a moment is its rate: with a step the moment grows as long "
            "as the run lasts; take heaviside_rate for a moment that rises to a value");
}

/* Expressions come behind all functions; their sources are numbered first and moved at the end. */
static eg_status read_source(eg_waves_model *model, const eg_node *node, eg_waves_sources *sources,
                             int i)
{
    eg_ader_source *source = &sources->source[i];
    const eg_node *time = eg_node_child(node, "time");
    eg_waves_read_point(eg_node_child(node, "at"), source->x);
    source->smooth = eg_waves_is_smooth(node);
    EG_TRY(eg_waves_read_mechanism(&model->setup, node, source));
    if (eg_node_is_map(time)) {
        warn_of_step(model, node, source->kind);
        source->function = sources->functions;
        return read_function(model, time, sources, &sources->function[sources->functions++]);
    }
    source->function = -1 - sources->expressions;
    sources->expression[sources->expressions++] = time;
    return EG_OK;
}

static void write_expressions(eg_waves_sources *sources)
{
    eg_text *text = &sources->generated;
    if (sources->expressions == 0)
        return;
    eg_text_add(text, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    for (int i = 0; i < sources->expressions; i++) {
        char name[64];
        snprintf(name, sizeof name, "eg_source_value_%d", i);
        eg_expression_emit(eg_node_expression(sources->expression[i]), text, name);
    }
    eg_text_add(
        text,
        "FUNCTION double eg_source_expression(int number, double t)\n{\n    double value = 0.0;\n");
    for (int i = 0; i < sources->expressions; i++)
        eg_text_add(text, "    if (number == %d)\n        value = eg_source_value_%d(t);\n", i, i);
    eg_text_add(text, "    return value;\n}\n");
}

eg_status eg_waves_open_sources(eg_waves_model *model, eg_waves_sources *sources)
{
    eg_context *context = model->setup.context;
    const eg_node *map = eg_case_find(model->setup.loaded, "sources");
    int64_t count = eg_node_count(map);
    sources->generated.context = context;
    EG_TRY(eg_alloc(context, count, sizeof *sources->source, &sources->source));
    EG_TRY(eg_alloc(context, count, sizeof *sources->function, &sources->function));
    EG_TRY(eg_alloc(context, count, sizeof *sources->series, &sources->series));
    EG_TRY(eg_alloc(context, count, sizeof *sources->expression, &sources->expression));
    sources->count = (int)count;
    for (int i = 0; i < sources->count; i++)
        EG_TRY(read_source(model, eg_node_item(map, i), sources, i));
    for (int i = 0; i < sources->count; i++)
        if (sources->source[i].function < 0)
            sources->source[i].function = sources->functions + (-1 - sources->source[i].function);
    write_expressions(sources);
    return sources->generated.status;
}

void eg_waves_close_sources(eg_waves_model *model, eg_waves_sources *sources)
{
    eg_context *context = model->setup.context;
    for (int i = 0; i < sources->series_count; i++)
        eg_series_destroy(&sources->series[i]);
    eg_free(context, &sources->source);
    eg_free(context, &sources->function);
    eg_free(context, &sources->series);
    eg_free(context, &sources->expression);
    eg_text_free(&sources->generated);
}
