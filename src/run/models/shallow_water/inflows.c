/* Point inflows from a table, one per row, and optionally their discharges over time in another table. */
#include "io/table/records.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <string.h>

static const eg_node *table_of_inflows(const eg_sw_model *model)
{
    return eg_case_find(model->setup.loaded, "inflow_table");
}

eg_status eg_sw_open_inflows(eg_sw_model *model)
{
    const eg_node *map = table_of_inflows(model);
    if (!map)
        return EG_OK;
    bool over_time = eg_node_child(map, "discharges") != NULL;
    return eg_records_read(model->setup.context, eg_node_path(eg_node_child(map, "csv")),
                           "name x y discharge", over_time ? "name x y" : "name x y discharge",
                           &model->flows.table);
}

/* A name becomes one of a column, which no other inflow has. */
static eg_status check_inflow_name(const eg_sw_model *model, int64_t row)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const eg_records *table = model->flows.table;
    const char *name = eg_records_text(table, row, "name");
    if (!*name || name[strspn(name, plain)])
        return eg_records_fail(table, row, "name", "a name has letters, digits, '_' and '-', and no others");
    if (eg_node_child(eg_case_find(model->setup.loaded, "inflows"), name))
        return eg_records_fail(table, row, "name", "inflows has this name, too");
    for (int64_t i = 0; i < row; i++)
        if (strcmp(name, eg_records_text(table, i, "name")) == 0)
            return eg_records_fail(table, row, "name", "line %lld has this name, too",
                                   (long long)table->line[i]);
    return EG_OK;
}

/* The column of that name; its first and last value hold outside. */
static eg_status read_listed_series(const eg_sw_model *model, const char *name, eg_sw_series *series,
                                    eg_fv_series *given)
{
    const eg_node *map = table_of_inflows(model);
    const eg_dimension discharge = EG_DIMENSION_DISCHARGE;
    const eg_series_options options = {.start = eg_case_start(model->setup.loaded),
                                       .value_column = name,
                                       .after = EG_SERIES_HOLD,
                                       .dimension = &discharge};
    EG_TRY(eg_series_read(model->setup.context, eg_node_path(eg_node_child(map, "discharges")), &options,
                          &series->table));
    const double *times = series->table->times;
    eg_sw_warn_of_zone(model, map, series->table->name, series->table->zoneless);
    EG_TRY(eg_sw_judge_held(model, map, series->table->name, times[0], times[series->table->count - 1]));
    *given = (eg_fv_series){series->table->count, series->table->times, series->table->values};
    return EG_OK;
}

eg_status eg_sw_read_listed_inflow(eg_sw_model *model, int64_t row, eg_sw_flow *flow, eg_fv_series *given)
{
    const eg_records *table = model->flows.table;
    const eg_node *map = table_of_inflows(model);
    double discharge = 0;
    *flow = (eg_sw_flow){.node = map, .name = eg_records_text(table, row, "name"), .listed = true};
    EG_TRY(check_inflow_name(model, row));
    EG_TRY(eg_records_real(table, row, "x", EG_DIMENSION_LENGTH, &flow->at[0]));
    EG_TRY(eg_records_real(table, row, "y", EG_DIMENSION_LENGTH, &flow->at[1]));
    if (eg_node_child(map, "discharges"))
        return read_listed_series(model, flow->name, &flow->series, given);
    EG_TRY(eg_records_real(table, row, "discharge", EG_DIMENSION_DISCHARGE, &discharge));
    eg_sw_give_number(discharge, &flow->series, given);
    return EG_OK;
}
