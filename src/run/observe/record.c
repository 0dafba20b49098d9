/* Rows of gauges.csv and balance.csv. */
#include "run/internal.h"

#include <string.h>

/* ---- gauges
 * --------------------------------------------------------------------------------------------- */

static void refuse_gauge(eg_run *run, const eg_node *node, const char *name, const double *place)
{
    const eg_plane *mesh = run->mesh;
    eg_case_error_add(
        run->loaded, node,
        "gauge '%s' at (%.9g, %.9g) lies outside the mesh, which spans %.9g to %.9g by "
        "%.9g to %.9g",
        name, place[0], place[1], mesh->base.box_low[0], mesh->base.box_high[0],
        mesh->base.box_low[1], mesh->base.box_high[1]);
}

eg_status eg_record_begin(eg_run *run)
{
    eg_record *record = &run->record;
    const eg_node *gauges = eg_case_find(run->loaded, "output.gauges");
    int count = (int)eg_node_count(gauges);
    EG_TRY(eg_alloc(run->context, count, sizeof *record->gauge_name, &record->gauge_name));
    EG_TRY(eg_alloc(run->context, count, sizeof *record->gauge_place, &record->gauge_place));
    EG_TRY(eg_alloc(run->context, count, sizeof *record->gauge_point, &record->gauge_point));
    EG_TRY(eg_alloc(run->context, count, sizeof *record->gauge_cell, &record->gauge_cell));
    EG_TRY(eg_alloc(run->context, count, sizeof *record->gauge_owner, &record->gauge_owner));
    record->gauges = count;
    for (int i = 0; i < count; i++) {
        const eg_node *node = eg_node_item(gauges, i);
        EG_TRY(eg_strdup(run->context, eg_node_key(gauges, i), &record->gauge_name[i]));
        for (int k = 0; k < 2; k++)
            record->gauge_place[i][k] = eg_node_real(eg_node_item(node, k));
    }
    return EG_OK;
}

eg_status eg_record_locate(eg_run *run)
{
    eg_record *record = &run->record;
    const eg_node *gauges = eg_case_find(run->loaded, "output.gauges");
    for (int i = 0; i < record->gauges; i++) {
        const double *place = record->gauge_place[i];
        record->gauge_cell[i] = eg_plane_locate(run->mesh, place);
        if (record->gauge_cell[i] < 0)
            refuse_gauge(run, eg_node_item(gauges, i), record->gauge_name[i], place);
    }
    return eg_case_errors_finish(run->loaded, EG_CASE);
}

void eg_record_place(eg_run *run)
{
    eg_record *record = &run->record;
    const eg_plane *mesh = run->mesh;
    for (int i = 0; i < record->gauges; i++) {
        int64_t cell = record->gauge_cell[i], own = eg_mesh_own_number(&mesh->base, cell);
        record->gauge_owner[i] = eg_partition_owner(mesh->base.all, eg_comm_size(run->comm), cell);
        if (own >= 0)
            eg_plane_reference_point(mesh, own, record->gauge_place[i], record->gauge_point[i]);
        record->gauge_cell[i] = eg_max_i64(0, own);
    }
}

static eg_status open_gauges(eg_run *run)
{
    const char *const *columns = run->model->class->gauge_columns;
    eg_text names = {.context = run->context};
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < run->record.gauges; i++)
        for (const char *const *column = columns; *column; column++)
            eg_text_add(&names, "%s_%s\n", run->record.gauge_name[i], *column);
    return eg_output_table(run, "gauges.csv", &names, &run->record.gauge_csv);
}

static eg_status gauge_row(eg_run *run)
{
    eg_record *record = &run->record;
    double *row = record->row;
    row[0] = run->now.time;
    int count =
        run->mesh->base.own > 0 ? record->gauges : 0; /* what others own is sampled for nothing */
    eg_status status = run->model->class->sample(run->model, count, record->gauge_cell,
                                                 (const double(*)[2])record->gauge_point, &row[1]);
    EG_TRY(eg_run_gather_rows(run, record->gauge_owner, record->gauges, record->gauge_columns,
                              &row[1], status));
    return record->gauge_csv
               ? eg_csv_row(record->gauge_csv, row, 1 + record->gauge_columns * record->gauges)
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
    return run->folder && record->gauges > 0 ? open_gauges(run) : EG_OK;
}

eg_status eg_record_create(eg_run *run)
{
    eg_record *record = &run->record;
    while (run->model->class->gauge_columns[record->gauge_columns])
        record->gauge_columns++;
    EG_TRY(open_tables(run));
    int columns = record->balance_columns + 1 + record->gauge_columns * record->gauges;
    return eg_alloc(run->context, columns, sizeof *record->row, &record->row);
}

eg_status eg_record_row(eg_run *run)
{
    EG_TRY(eg_run_agree(run, balance_row(run)));
    return run->record.gauges > 0 ? eg_run_agree(run, gauge_row(run)) : EG_OK;
}

void eg_record_destroy(eg_run *run)
{
    eg_record *record = &run->record;
    eg_csv_close(&record->gauge_csv);
    eg_csv_close(&record->balance_csv);
    for (int i = 0; record->gauge_name && i < record->gauges; i++)
        eg_free(run->context, &record->gauge_name[i]);
    eg_free(run->context, &record->gauge_name);
    eg_free(run->context, &record->gauge_place);
    eg_free(run->context, &record->gauge_point);
    eg_free(run->context, &record->gauge_cell);
    eg_free(run->context, &record->gauge_owner);
    eg_free(run->context, &record->row);
}
