/* Rows of balance.csv, and of samples at points: gauges.csv, probes.csv. */
#include "eagre/state.h"
#include "run/judge/judge.h"
#include "run/observe/observe.h"

#include <stdio.h>
#include <string.h>

/* ---- samples at points */

static void take_series_places(eg_time_series *series)
{
    const eg_points *points = &series->points;
    for (int i = 0; i < points->count; i++) {
        series->cell[i] = eg_max_i64(0, points->at[i].held);
        memcpy(series->at[i], points->at[i].reference, sizeof *series->at);
    }
}

/* output.gauges, where a point is a "gauge". */
static eg_status locate_points(eg_run *run)
{
    eg_time_series *series = run->series;
    eg_points *points = &series->points;
    const char *word = run->kind->points;
    char key[32], one[32];
    snprintf(key, sizeof key, "output.%s", word);
    snprintf(one, sizeof one, "%.*s", (int)strlen(word) - 1, word);
    snprintf(series->points_file, sizeof series->points_file, "%s.csv", word);
    EG_TRY(eg_points_create(run, run->mesh, eg_case_find(run->loaded, key), one, points));
    eg_status status =
        EG_ALLOC(run->context, EG_BLOCK(points->count, series->cell), EG_BLOCK(points->count, series->at));
    if (status == EG_OK)
        take_series_places(series);
    return eg_run_agree(run, status);
}

static eg_status relocate_points(eg_run *run)
{
    EG_TRY(eg_points_locate(run, run->mesh, &run->series->points));
    take_series_places(run->series);
    return EG_OK;
}

static eg_status open_points(eg_run *run)
{
    eg_time_series *series = run->series;
    EG_TEXT(names, run->context);
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < series->points.count; i++)
        eg_model_sample_names(run->kind, &series->samples, series->points.name[i], &names);
    return eg_output_table(run, series->points_file, &names, &series->points_csv);
}

static eg_status points_row(eg_run *run)
{
    eg_time_series *series = run->series;
    int columns = series->samples.columns, points = series->points.count;
    double *row = series->row;
    row[0] = run->now.time;
    int here = run->mesh->own > 0 ? points : 0; /* what others own is sampled for nothing */
    eg_status status = eg_model_sample(run->model, &series->samples, here, series->cell,
                                       (const double(*)[3])series->at, &row[1]);
    EG_TRY(eg_run_gather_rows(run, series->points.owner, points, columns, &row[1], status));
    return series->points_csv ? eg_csv_row(series->points_csv, row, 1 + columns * points) : EG_OK;
}

/* ---- balance */

/* Names the columns of balance.csv, a line each. */
static eg_status name_balance(eg_run *run, eg_text *names)
{
    eg_text_add(names, "time_s\n");
    run->class->balance_names(run->model, names);
    eg_extremes_names(run, names);
    return names->status;
}

static eg_status keep_balance_names(eg_run *run)
{
    eg_time_series *series = run->series;
    series->balance_names = (eg_text){.context = run->context};
    EG_TRY(name_balance(run, &series->balance_names));
    series->balance_columns = 0;
    for (char *at = series->balance_names.data; (at = strchr(at, '\n')); *at++ = 0)
        series->balance_columns++;
    return EG_OK;
}

/* A balance that is not finite is how the run ends. */
static eg_status settle_balance(eg_run *run, eg_status status)
{
    if (status == EG_DIVERGED && run->outcome == EG_OK) {
        run->outcome = EG_DIVERGED;
        snprintf(run->message, sizeof run->message, "%s", eg_context_error(run->context));
    }
    return status;
}

static eg_status take_balance(eg_run *run)
{
    eg_time_series *series = run->series;
    eg_advected list[EG_ADVECTED];
    int last = series->balance_columns, count = eg_extremes_list(run, list);
    for (int i = 0; i < count; i++)
        last -= 2 * list[i].is_told;
    series->row[0] = run->now.time;
    EG_TRY(
        settle_balance(run, eg_run_agree(run, run->class->balance(run->model, &run->now, &series->row[1]))));
    EG_TRY(eg_extremes_take(run, &series->row[last]));
    return eg_verdicts_judge(run, EG_JUDGED_RECORD);
}

/* The time is the first column. */
const char *eg_run_balance_name(const eg_run *run, int i)
{
    const eg_time_series *series = run->series;
    const char *name = series->balance_names.data;
    if (i < 0 || i >= series->balance_columns - 1)
        return NULL;
    for (; i >= 0; i--)
        name += strlen(name) + 1;
    return name;
}

eg_status eg_run_balance(eg_run *run, double *values, int room)
{
    int count = run->series->balance_columns - 1;
    if (room < count)
        return eg_fail(run->context, EG_USAGE, "the balance needs room for %d values, there is room for %d",
                       count, room);
    eg_status status = take_balance(run);
    eg_comm_leave(run->comm, status);
    memcpy(values, &run->series->row[1], (size_t)count * sizeof *values);
    return status;
}

/* ---- both */

static eg_status open_tables(eg_run *run)
{
    eg_time_series *series = run->series;
    EG_TEXT(names, run->context);
    EG_TRY(keep_balance_names(run));
    if (!run->folder)
        return EG_OK;
    EG_TRY(name_balance(run, &names));
    EG_TRY(eg_output_table(run, "balance.csv", &names, &series->balance_csv));
    return series->points.count > 0 ? open_points(run) : EG_OK;
}

static eg_status create_series(eg_run *run)
{
    eg_time_series *series = run->series;
    eg_model_choose_samples(run->kind, run->loaded, &series->samples);
    EG_TRY(eg_run_agree(run, open_tables(run)));
    series->steps = -1;
    int columns = series->balance_columns + 1 + series->samples.columns * series->points.count;
    return eg_run_agree(run, eg_alloc(run->context, columns, sizeof *series->row, &series->row));
}

static eg_status write_record(eg_run *run)
{
    eg_time_series *series = run->series;
    double from = eg_clock();
    eg_status status = take_balance(run);
    if (status == EG_OK && series->balance_csv)
        status = eg_csv_row(series->balance_csv, series->row, series->balance_columns);
    EG_TRY(eg_run_agree(run, status));
    if (series->points.count > 0) {
        EG_TRY(eg_run_need_mesh(run));
        EG_TRY(eg_run_agree(run, points_row(run)));
    }
    series->steps = run->now.steps;
    run->seconds.output += eg_clock() - from;
    return EG_OK;
}

static void destroy_series(eg_run *run)
{
    eg_time_series *series = run->series;
    eg_csv_close(&series->points_csv);
    eg_csv_close(&series->balance_csv);
    eg_csv_close(&series->own_csv);
    eg_points_free(&series->points);
    EG_FREE(&series->at, &series->cell, &series->row);
    eg_text_free(&series->balance_names);
}

/* ---- the part */

static eg_status serve_series(eg_run *run, const eg_time_state *now, bool always)
{
    return eg_schedule_record_due(&run->schedule, now) || always ? write_record(run) : EG_OK;
}

/* A step that has failed has its row, where the state is that of it. Else the summary tells of the balance
 * alone: a run that went on from its end, or was stopped between two rows, has had no row of it. */
static eg_status last_row(eg_run *run)
{
    bool failed = run->outcome == EG_DIVERGED, taken = run->now.steps > run->steps_before;
    if (failed && run->class->solves && run->class->solves->keeps_failed(run->model))
        return run->series->steps == run->now.steps ? EG_OK : write_record(run);
    if (run->class->steps ? taken || run->steps_before == 0 : run->series->steps == run->now.steps)
        return EG_OK;
    return take_balance(run);
}

static eg_status close_series(eg_run *run)
{
    EG_TRY(eg_csv_close(&run->series->points_csv));
    EG_TRY(eg_csv_close(&run->series->balance_csv));
    return eg_csv_close(&run->series->own_csv);
}

const eg_part_class eg_series_class = {.check = locate_points,
                                       .open = create_series,
                                       .serve = serve_series,
                                       .locate = relocate_points,
                                       .end = last_row,
                                       .close = close_series,
                                       .destroy = destroy_series};
