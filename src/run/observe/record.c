/* Rows of balance.csv, and of samples at points: gauges.csv, probes.csv. */
#include "run/observe/points.h"

#include <string.h>

/* ---- samples at points */

/* output.gauges, where a point is a "gauge". */
eg_status eg_record_locate(eg_run *run)
{
    eg_record *record = &run->record;
    eg_points *points = &record->points;
    const char *word = run->kind->points;
    char key[32], one[32];
    snprintf(key, sizeof key, "output.%s", word);
    snprintf(one, sizeof one, "%.*s", (int)strlen(word) - 1, word);
    snprintf(record->points_file, sizeof record->points_file, "%s.csv", word);
    EG_TRY(eg_points_create(run, run->mesh, eg_case_find(run->loaded, key), one, points));
    eg_status status = eg_alloc(run->context, points->count, sizeof *record->cell, &record->cell);
    if (status == EG_OK)
        status = eg_alloc(run->context, points->count, sizeof *record->at, &record->at);
    for (int i = 0; status == EG_OK && i < points->count; i++) {
        record->cell[i] = eg_max_i64(0, points->at[i].held);
        memcpy(record->at[i], points->at[i].reference, sizeof *record->at);
    }
    return eg_run_agree(run, status);
}

static eg_status open_points(eg_run *run)
{
    eg_record *record = &run->record;
    eg_text names = {.context = run->context};
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < record->points.count; i++)
        for (const char *const *column = run->kind->gauge_columns; *column; column++)
            eg_text_add(&names, "%s_%s\n", record->points.name[i], *column);
    return eg_output_table(run, record->points_file, &names, &record->points_csv);
}

static eg_status points_row(eg_run *run)
{
    eg_record *record = &run->record;
    int columns = record->columns, points = record->points.count;
    double *row = record->row;
    row[0] = run->now.time;
    int here = run->mesh->own > 0 ? points : 0; /* what others own is sampled for nothing */
    eg_status status =
        run->class->sample(run->model, here, record->cell, (const double(*)[3])record->at, &row[1]);
    EG_TRY(eg_run_gather_rows(run, record->points.owner, points, columns, &row[1], status));
    return record->points_csv ? eg_csv_row(record->points_csv, row, 1 + columns * points) : EG_OK;
}

/* ---- balance
 * --------------------------------------------------------------------------------------------- */

/* Names the columns of balance.csv, and counts them. */
static eg_status name_balance(eg_run *run, eg_text *names)
{
    eg_text_add(names, "time_s\n");
    run->class->balance_names(run->model, names);
    run->record.balance_columns = 0;
    for (const char *at = eg_text_string(names); (at = strchr(at, '\n')); at++)
        run->record.balance_columns++;
    return names->status;
}

static eg_status balance_row(eg_run *run)
{
    eg_record *record = &run->record;
    record->row[0] = run->now.time;
    EG_TRY(run->class->balance(run->model, &run->now, &record->row[1]));
    return record->balance_csv
               ? eg_csv_row(record->balance_csv, record->row, record->balance_columns)
               : EG_OK;
}

/* ---- both
 * --------------------------------------------------------------------------------------------- */

static eg_status open_tables(eg_run *run)
{
    eg_record *record = &run->record;
    eg_text names = {.context = run->context};
    eg_status status = name_balance(run, &names);
    if (status == EG_OK && run->folder)
        status = eg_output_table(run, "balance.csv", &names, &record->balance_csv);
    eg_text_free(&names);
    EG_TRY(status);
    return run->folder && record->points.count > 0 ? open_points(run) : EG_OK;
}

eg_status eg_record_create(eg_run *run)
{
    eg_record *record = &run->record;
    while (run->kind->gauge_columns[record->columns])
        record->columns++;
    EG_TRY(open_tables(run));
    record->steps = -1;
    int columns = record->balance_columns + 1 + record->columns * record->points.count;
    return eg_alloc(run->context, columns, sizeof *record->row, &record->row);
}

eg_status eg_record_row(eg_run *run)
{
    double from = eg_clock();
    EG_TRY(eg_run_agree(run, balance_row(run)));
    if (run->record.points.count > 0)
        EG_TRY(eg_run_agree(run, points_row(run)));
    run->record.steps = run->now.steps;
    run->seconds.output += eg_clock() - from;
    return EG_OK;
}

void eg_record_destroy(eg_run *run)
{
    eg_record *record = &run->record;
    eg_csv_close(&record->points_csv);
    eg_csv_close(&record->balance_csv);
    eg_csv_close(&record->own_csv);
    eg_points_free(run, &record->points);
    eg_free(run->context, &record->at);
    eg_free(run->context, &record->cell);
    eg_free(run->context, &record->row);
}
