/* Values over time: numbers, expressions of t, and tables, as a case has them. */
#include "run/given/given.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <stdio.h>

/* Times that the run is longer. */
static const double HELD_MOST = 30;

/* A table of hours that are taken for seconds ends in a 3600th of the run, one of minutes in a 60th, or in
 * somewhat more where it lasts longer than the run. */
static void warn_of_short_times(const eg_sw_model *model, const eg_node *map, const eg_series *series)
{
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    double last = series->times[series->count - 1];
    if (series->count > 2 && last > 0 && HELD_MOST * last < end)
        eg_case_doubt(model->setup.loaded, map, end, last,
                      "%s ends at %.6g s, and the run at %.6g s: its last value holds for nearly all of the "
                      "run; if its times are no seconds, name their unit in its header, such as time (h)",
                      series->name, last, end);
}

/* Dates of gauges are often in local time, and a start with an offset says that the case thinks in it. */
void eg_sw_warn_of_zone(const eg_sw_model *model, const eg_node *map, const char *name, bool zoneless)
{
    char start[EG_DATE_ROOM];
    if (!zoneless || eg_case_start(model->setup.loaded)->zone == 0)
        return;
    eg_date_text(eg_case_start(model->setup.loaded), 0, start);
    eg_case_warn(
        model->setup.loaded, map,
        "%s has dates without a zone, which are UTC; time.start is %s: give the dates their zone where "
        "they are not in UTC",
        name, start);
}

eg_status eg_sw_judge_held(const eg_sw_model *model, const eg_node *node, const char *name, double first,
                           double last)
{
    const eg_date *start = eg_case_start(model->setup.loaded);
    double end = eg_case_real(model->setup.loaded, "time.end", INFINITY);
    bool before = last <= 0;
    char dates[2][EG_DATE_ROOM];
    if (!before && first < end)
        return EG_OK;
    eg_date_text(start, first, dates[0]);
    eg_date_text(start, last, dates[1]);
    return eg_verdict_say(
        model->setup.run, node, "source-cut", before ? last : first, before ? 0 : end,
        "%s has values from %.9g s to %.9g s%s%s%s%s, all %s: the %s one holds throughout; look at dates and "
        "units of times",
        name, first, last, dates[0][0] ? ", " : "", dates[0], dates[0][0] ? " to " : "", dates[1],
        before ? "before the run begins" : "after it ends", before ? "last" : "first");
}

/* A table that does not hold its ends must cover the whole run. */
static eg_status check_cover(const eg_sw_model *model, const eg_node *map, const eg_series *series)
{
    const eg_node *end = eg_case_find(model->setup.loaded, "time.end");
    double first = series->times[0], last = series->times[series->count - 1];
    eg_sw_warn_of_zone(model, map, series->name, series->zoneless);
    if (series->after == EG_SERIES_HOLD) {
        warn_of_short_times(model, map, series);
        return eg_sw_judge_held(model, map, series->name, first, last);
    }
    if (!end)
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            "without time.end it cannot be told whether the table covers the run; give "
                            "time.end, or 'after: hold'");
    char dates[2][EG_DATE_ROOM];
    eg_date_text(eg_case_start(model->setup.loaded), first, dates[0]);
    eg_date_text(eg_case_start(model->setup.loaded), last, dates[1]);
    if (first > 0 || last < eg_node_real(end))
        return eg_case_fail(model->setup.loaded, map, EG_CASE,
                            "%s covers %.9g s to %.9g s%s%s%s%s, the run 0 to %.9g s; give 'after: hold' to "
                            "keep its first and last value outside, or a longer table",
                            series->name, first, last, dates[0][0] ? ", " : "", dates[0],
                            dates[0][0] ? " to " : "", dates[1], eg_node_real(end));
    return EG_OK;
}

static eg_status read_series_table(const eg_sw_model *model, const eg_node *map, const char *column,
                                   eg_series **series)
{
    const eg_dimension dimension = eg_node_dimension(map);
    const eg_series_options options = {
        .dimension = &dimension,
        .start = eg_case_start(model->setup.loaded),
        .time_column = eg_given_column(map, "time_column"),
        .value_column = column ? column : eg_given_column(map, "column"),
        .after = eg_node_is(eg_node_child(map, "after"), "hold") ? EG_SERIES_HOLD : EG_SERIES_ERROR};
    EG_TRY(eg_series_read(model->setup.context, eg_node_path(eg_node_child(map, "csv")), &options, series));
    return check_cover(model, map, *series);
}

void eg_sw_give_number(double number, eg_sw_series *series, eg_fv_series *given)
{
    series->constant[1] = number;
    *given = (eg_fv_series){1, &series->constant[0], &series->constant[1]};
}

/* `column`: of a table; NULL: that of the case. */
static eg_status read_series_column(const eg_sw_model *model, const eg_node *value, const char *column,
                                    eg_sw_series *series, eg_fv_series *given)
{
    const double at_zero = 0;
    if (eg_node_is_map(value)) {
        EG_TRY(read_series_table(model, value, column, &series->table));
        *given = (eg_fv_series){series->table->count, series->table->times, series->table->values};
        return EG_OK;
    }
    if (!eg_node_is_constant(value)) {
        series->expression = value;
        return eg_given_check_time(&model->setup, value, NULL, 0, EG_CASE);
    }
    eg_sw_give_number(eg_expression_eval(eg_node_expression(value), &at_zero), series, given);
    return EG_OK;
}

eg_status eg_sw_read_series(const eg_sw_model *model, const eg_node *value, eg_sw_series *series,
                            eg_fv_series *given)
{
    return read_series_column(model, value, NULL, series, given);
}

void eg_sw_destroy_series(eg_sw_series *series)
{
    eg_series_destroy(&series->table);
    eg_expression_destroy(&series->tide);
}

eg_status eg_sw_read_rate(const eg_sw_model *model, const eg_node *value, const char *column,
                          eg_sw_series *series, eg_fv_rate *rate)
{
    eg_fv_series given = {0};
    EG_TRY(read_series_column(model, value, column, series, &given));
    *rate = (eg_fv_rate){given.rows, given.times, given.values,
                         eg_node_is(eg_node_child(value, "between"), "steps")};
    return EG_OK;
}

eg_status eg_sw_generate_series(const eg_sw_model *model, const char *prefix, int count, eg_sw_series_of *of,
                                eg_text *text)
{
    EG_TEXT(choice, text->context);
    for (int s = 0; s < count; s++) {
        char name[64];
        const eg_expression *expression = eg_sw_expression(of(model, s));
        if (!expression)
            continue;
        if (!choice.data)
            eg_text_add(text, "#include \"math.h\"\n#include \"math_circular.h\"\n");
        snprintf(name, sizeof name, "%s_value_%d", prefix, s);
        eg_expression_emit(expression, text, name);
        eg_text_add(&choice, "    if (series == %d)\n        value = %s(t);\n", s, name);
    }
    if (choice.data)
        eg_text_add(text,
                    "FUNCTION double %s_expression(int series, double t)\n{\n"
                    "    double value = 0.0;\n%s    return value;\n}\n",
                    prefix, eg_text_string(&choice));
    return choice.status != EG_OK ? choice.status : text->status;
}
