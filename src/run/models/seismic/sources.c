/* Point sources of the case: places, strengths, and courses in time. */
#include "run/models/seismic/sources.h"

#include "run/given/given.h"
#include "run/models/seismic/kind.h"

#include <stdio.h>

static double shape_number(const eg_node *node, const char *key)
{
    const eg_node *child = eg_node_child(node, key);
    return child ? eg_node_real(child) : 0;
}

static eg_status read_time_table(const eg_setup *setup, const eg_node *time, eg_waves_sources *sources,
                                 eg_source_time *function)
{
    const eg_series_options options = {.time_column = eg_given_column(time, "time_column"),
                                       .value_column = eg_given_column(time, "column")};
    return eg_waves_read_series(setup, eg_node_path(eg_node_child(time, "csv")), &options, 0, sources,
                                function);
}

static eg_status read_time_function(const eg_setup *setup, const eg_node *time, eg_waves_sources *sources,
                                    eg_source_time *function)
{
    const eg_node *shape;
    const char *name;
    for (int i = 0; (name = eg_waves_shape_name(i)); i++)
        if ((shape = eg_node_child(time, name))) {
            *function = (eg_source_time){.frequency = shape_number(shape, "frequency"),
                                         .sigma = shape_number(shape, "sigma"),
                                         .rise = shape_number(shape, "rise")};
            eg_waves_shape_of(name, &function->kind);
            function->time = eg_node_child(shape, "delay") ? shape_number(shape, "delay")
                                                           : eg_source_time_smooth_delay(function);
        }
    if ((shape = eg_node_child(time, "sac")))
        EG_TRY(eg_waves_read_sac(setup, eg_node_path(shape), 0, sources, function));
    if (eg_node_child(time, "csv"))
        EG_TRY(read_time_table(setup, time, sources, function));
    return eg_source_time_check(setup->context, function);
}

/* Expressions come behind all functions; their sources are numbered first and moved at the end. */
static eg_status read_source(const eg_setup *setup, const eg_node *node, eg_waves_sources *sources)
{
    eg_waves_source *source = &sources->source[sources->count++];
    const eg_node *time = eg_node_child(node, "time");
    source->place.node = eg_node_child(node, "at");
    eg_node_reals(source->place.node, 0, setup->cells->dimension, source->place.x);
    source->smooth = eg_node_is(eg_node_child(node, "spread"), "smooth");
    EG_TRY(eg_waves_read_mechanism(setup, node, source));
    source->time = time;
    if (eg_node_is_map(time)) {
        source->function = sources->functions;
        return read_time_function(setup, time, sources, &sources->function[sources->functions++]);
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
    eg_text_add(text,
                "FUNCTION double eg_source_expression(int number, double t)\n{\n    double value = 0.0;\n");
    for (int i = 0; i < sources->expressions; i++)
        eg_text_add(text, "    if (number == %d)\n        value = eg_source_value_%d(t);\n", i, i);
    eg_text_add(text, "    return value;\n}\n");
}

static eg_status make_source_room(eg_context *context, int64_t count, eg_waves_sources *sources)
{
    return EG_ALLOC(context, EG_BLOCK(count, sources->source), EG_BLOCK(count, sources->function),
                    EG_BLOCK(count, sources->series), EG_BLOCK(count, sources->expression));
}

/* What files of earthquakes hold, and their keys; NULL: the case has none. */
typedef struct earthquakes {
    const eg_node *cmt_key, *srf_key, *quakeml_key;
    eg_cmt *cmt, *quakeml;
    eg_srf *srf;
} earthquakes;

static void earthquakes_end(earthquakes *e)
{
    eg_cmt_destroy(&e->cmt);
    eg_cmt_destroy(&e->quakeml);
    eg_srf_destroy(&e->srf);
}

static eg_status read_earthquakes(eg_context *context, const eg_node *map, earthquakes *e)
{
    e->cmt_key = eg_node_child(map, "cmt");
    e->srf_key = eg_node_child(map, "srf");
    e->quakeml_key = eg_node_child(map, "quakeml");
    if (e->cmt_key)
        EG_TRY(eg_cmt_read(context, eg_node_path(eg_node_child(e->cmt_key, "file")), &e->cmt));
    if (e->quakeml_key) {
        const eg_node *event = eg_node_child(e->quakeml_key, "event");
        EG_TRY(eg_quakeml_read(context, eg_node_path(eg_node_child(e->quakeml_key, "file")),
                               event ? eg_node_text(event) : NULL, &e->quakeml));
    }
    if (e->srf_key)
        EG_TRY(eg_srf_read(context, eg_node_path(eg_node_child(e->srf_key, "file")), &e->srf));
    return EG_OK;
}

static int64_t count_earthquakes(const earthquakes *e)
{
    return (e->cmt ? e->cmt->count : 0) + (e->quakeml ? e->quakeml->count : 0) +
           (e->srf ? eg_waves_count_srf(e->srf) : 0);
}

static eg_status add_earthquakes(const eg_setup *setup, const earthquakes *e, eg_waves_sources *sources)
{
    if (e->cmt)
        EG_TRY(eg_waves_add_cmt(setup, e->cmt_key, e->cmt, sources));
    if (e->quakeml)
        EG_TRY(eg_waves_add_cmt(setup, e->quakeml_key, e->quakeml, sources));
    return e->srf ? eg_waves_add_srf(setup, e->srf_key, e->srf, sources) : EG_OK;
}

static eg_status add_sources(const eg_setup *setup, const eg_node *map, const eg_node *table,
                             const earthquakes *e, eg_waves_sources *sources)
{
    for (int64_t i = 0; i < eg_node_count(map); i++) {
        const eg_node *node = eg_node_item(map, i);
        if (node != table && node != e->cmt_key && node != e->srf_key && node != e->quakeml_key)
            EG_TRY(read_source(setup, node, sources));
    }
    if (table)
        EG_TRY(eg_waves_add_source_table(setup, table, sources));
    EG_TRY(add_earthquakes(setup, e, sources));
    for (int i = 0; i < sources->count; i++)
        if (sources->source[i].function < 0)
            sources->source[i].function = sources->functions + (-1 - sources->source[i].function);
    return EG_OK;
}

eg_status eg_waves_open_sources(const eg_setup *setup, eg_waves_sources *sources)
{
    const eg_node *map = eg_case_find(setup->loaded, "sources"), *table = eg_node_child(map, "table");
    EG_ENDS_WITH(earthquakes_end) earthquakes quakes = {0};
    char columns[EG_SOURCE_COLUMNS_ROOM];
    sources->generated.context = setup->context;
    if (table) {
        eg_waves_source_columns(setup, columns);
        EG_TRY(eg_records_read(setup->context, eg_node_path(table), columns,
                               setup->cells->dimension == 3 ? "name x y z" : "name x y", &sources->table));
    }
    EG_TRY(read_earthquakes(setup->context, map, &quakes));
    EG_TRY(make_source_room(
        setup->context, eg_node_count(map) + (table ? sources->table->rows : 0) + count_earthquakes(&quakes),
        sources));
    EG_TRY(add_sources(setup, map, table, &quakes, sources));
    write_expressions(sources);
    EG_TRY(eg_waves_check_sources(setup, sources));
    return sources->generated.status;
}

void eg_waves_close_sources(eg_waves_sources *sources)
{
    for (int i = 0; i < sources->series_count; i++)
        eg_series_destroy(&sources->series[i]);
    EG_FREE(&sources->source, &sources->function, &sources->series, &sources->expression);
    eg_text_free(&sources->generated);
    eg_records_destroy(&sources->table);
}
