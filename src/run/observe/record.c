/* Rows of gauges.csv and balance.csv. */
#include "run/observe/points.h"

#include <string.h>

/* ---- gauges
 * --------------------------------------------------------------------------------------------- */

eg_status eg_record_locate(eg_run *run)
{
    eg_record *record = &run->record;
    eg_points *gauge = &record->gauge;
    EG_TRY(eg_points_create(run, &run->mesh->base, eg_case_find(run->loaded, "output.gauges"),
                            "gauge", gauge));
    eg_status status =
        eg_alloc(run->context, gauge->count, sizeof *record->gauge_cell, &record->gauge_cell);
    if (status == EG_OK)
        status =
            eg_alloc(run->context, gauge->count, sizeof *record->gauge_point, &record->gauge_point);
    for (int i = 0; status == EG_OK && i < gauge->count; i++) {
        record->gauge_cell[i] = eg_max_i64(0, gauge->at[i].held);
        memcpy(record->gauge_point[i], gauge->at[i].reference, sizeof *record->gauge_point);
    }
    return eg_run_agree(run, status);
}

static eg_status open_gauges(eg_run *run)
{
    const char *const *columns = run->model->kind->gauge_columns;
    eg_text names = {.context = run->context};
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < run->record.gauge.count; i++)
        for (const char *const *column = columns; *column; column++)
            eg_text_add(&names, "%s_%s\n", run->record.gauge.name[i], *column);
    return eg_output_table(run, "gauges.csv", &names, &run->record.gauge_csv);
}

static eg_status gauge_row(eg_run *run)
{
    eg_record *record = &run->record;
    double *row = record->row;
    row[0] = run->now.time;
    int count = run->mesh->base.own > 0 ? record->gauge.count
                                        : 0; /* what others own is sampled for nothing */
    eg_status status = run->model->class->sample(run->model, count, record->gauge_cell,
                                                 (const double(*)[3])record->gauge_point, &row[1]);
    EG_TRY(eg_run_gather_rows(run, record->gauge.owner, record->gauge.count, record->gauge_columns,
                              &row[1], status));
    return record->gauge_csv
               ? eg_csv_row(record->gauge_csv, row, 1 + record->gauge_columns * record->gauge.count)
               : EG_OK;
}

/* ---- balance
 * --------------------------------------------------------------------------------------------- */

/* Names the columns of balance.csv, and counts them. */
static eg_status name_balance(eg_run *run, eg_text *names)
{
    eg_text_add(names, "time_s\n");
    run->model->class->balance_names(run->model, names);
    run->record.balance_columns = 0;
    for (const char *at = eg_text_string(names); (at = strchr(at, '\n')); at++)
        run->record.balance_columns++;
    return names->status;
}

static eg_status balance_row(eg_run *run)
{
    eg_record *record = &run->record;
    record->row[0] = run->now.time;
    EG_TRY(run->model->class->balance(run->model, &run->now, &record->row[1]));
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
    return run->folder && record->gauge.count > 0 ? open_gauges(run) : EG_OK;
}

eg_status eg_record_create(eg_run *run)
{
    eg_record *record = &run->record;
    while (run->model->kind->gauge_columns[record->gauge_columns])
        record->gauge_columns++;
    EG_TRY(open_tables(run));
    int columns = record->balance_columns + 1 + record->gauge_columns * record->gauge.count;
    return eg_alloc(run->context, columns, sizeof *record->row, &record->row);
}

eg_status eg_record_row(eg_run *run)
{
    EG_TRY(eg_run_agree(run, balance_row(run)));
    return run->record.gauge.count > 0 ? eg_run_agree(run, gauge_row(run)) : EG_OK;
}

void eg_record_destroy(eg_run *run)
{
    eg_record *record = &run->record;
    eg_csv_close(&record->gauge_csv);
    eg_csv_close(&record->balance_csv);
    eg_points_free(run, &record->gauge);
    eg_free(run->context, &record->gauge_point);
    eg_free(run->context, &record->gauge_cell);
    eg_free(run->context, &record->row);
}
