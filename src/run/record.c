/* Rows of gauges.csv and balance.csv. */
#include "run/internal.h"

#include <math.h>
#include <string.h>

enum { GAUGE_COLUMNS = 4, BALANCE_COLUMNS = 4 };

/* ---- gauges
 * --------------------------------------------------------------------------------------------- */

static eg_status place_gauges(eg_run *run)
{
    eg_record *record = &run->record;
    const eg_node *gauges = eg_case_find(run->loaded, "output.gauges");
    record->gauges = (int)eg_node_count(gauges);
    EG_TRY(eg_alloc(run->context, record->gauges, sizeof *record->gauge_name, &record->gauge_name));
    EG_TRY(
        eg_alloc(run->context, record->gauges, sizeof *record->gauge_place, &record->gauge_place));
    EG_TRY(eg_alloc(run->context, record->gauges, sizeof *record->gauge_cell, &record->gauge_cell));
    EG_TRY(eg_alloc(run->context, record->gauges, sizeof *record->sample, &record->sample));
    for (int i = 0; i < record->gauges; i++) {
        const eg_node *place = eg_node_item(gauges, i);
        EG_TRY(eg_strdup(run->context, eg_node_key(gauges, i), &record->gauge_name[i]));
        for (int k = 0; k < 2; k++)
            record->gauge_place[i][k] = eg_node_real(eg_node_item(place, k));
        record->gauge_cell[i] = eg_mesh_locate(run->mesh, record->gauge_place[i]);
        if (record->gauge_cell[i] < 0)
            eg_case_error_add(
                run->loaded, place,
                "gauge '%s' at (%.9g, %.9g) lies outside the mesh, which spans %.9g to %.9g by "
                "%.9g to %.9g",
                record->gauge_name[i], record->gauge_place[i][0], record->gauge_place[i][1],
                run->mesh->box_low[0], run->mesh->box_high[0], run->mesh->box_low[1],
                run->mesh->box_high[1]);
    }
    return eg_case_errors_finish(run->loaded, EG_CASE);
}

/* Opens a table whose column names are the lines of `names`. */
static eg_status open_table(eg_run *run, const char *file, eg_text *names, int columns,
                            eg_csv **csv)
{
    char **name = NULL, *path = NULL;
    eg_status status = names->status;
    if (status == EG_OK)
        status = eg_alloc(run->context, columns, sizeof *name, &name);
    char *at = names->data;
    for (int i = 0; status == EG_OK && i < columns; i++) {
        name[i] = at;
        at = strchr(at, '\n');
        *at++ = 0;
    }
    if (status == EG_OK)
        status = eg_run_path(run, file, &path);
    if (status == EG_OK)
        status = eg_csv_create(run->context, path, (const char *const *)name, columns, csv);
    eg_free(run->context, &path);
    eg_free(run->context, &name);
    eg_text_free(names);
    return status;
}

static eg_status open_gauges(eg_run *run)
{
    eg_text names = {.context = run->context};
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < run->record.gauges; i++) {
        const char *name = run->record.gauge_name[i];
        eg_text_add(&names,
                    "%s_depth_m\n%s_level_m\n%s_velocity_x_m_per_s\n%s_velocity_y_m_per_s\n", name,
                    name, name, name);
    }
    return open_table(run, "gauges.csv", &names, 1 + GAUGE_COLUMNS * run->record.gauges,
                      &run->record.gauge_csv);
}

static eg_status open_balance(eg_run *run)
{
    eg_text names = {.context = run->context};
    eg_text_add(&names, "time_s\nvolume_m3\nclipped_m3\nmass_error\n");
    for (int b = 0; b < run->mesh->boundaries; b++)
        eg_text_add(&names, "out_%s_m3\n", run->mesh->boundary_name[b]);
    return open_table(run, "balance.csv", &names, BALANCE_COLUMNS + run->mesh->boundaries,
                      &run->record.balance_csv);
}

eg_status eg_record_create(eg_run *run)
{
    eg_record *record = &run->record;
    EG_TRY(place_gauges(run));
    int columns = BALANCE_COLUMNS + run->mesh->boundaries + GAUGE_COLUMNS * record->gauges + 1;
    EG_TRY(
        eg_alloc(run->context, run->mesh->boundaries, sizeof *record->through, &record->through));
    EG_TRY(eg_alloc(run->context, columns, sizeof *record->row, &record->row));
    if (!run->folder)
        return EG_OK;
    EG_TRY(open_balance(run));
    return record->gauges > 0 ? open_gauges(run) : EG_OK;
}

static eg_status gauge_row(eg_run *run)
{
    eg_record *record = &run->record;
    EG_TRY(eg_fv_sample(run->fv, record->gauge_cell, record->gauges, record->sample));
    double *row = record->row;
    row[0] = run->moment.time;
    for (int i = 0; i < record->gauges; i++) {
        double *to = &row[1 + GAUGE_COLUMNS * i];
        double gravity = eg_fv_gravity(run->fv), dry = eg_fv_dry_depth(run->fv);
        eg_sw_evaluate(EG_SW_depth, &record->sample[i], gravity, dry, &to[0]);
        eg_sw_evaluate(EG_SW_level, &record->sample[i], gravity, dry, &to[1]);
        eg_sw_evaluate(EG_SW_velocity, &record->sample[i], gravity, dry, &to[2]);
    }
    return record->gauge_csv
               ? eg_csv_row(record->gauge_csv, row, 1 + GAUGE_COLUMNS * record->gauges)
               : EG_OK;
}

/* The balance of volume: what is there, less what was there first, less what was added by clipping,
 * plus what left, as a part of the largest volume held. */
static eg_status balance_row(eg_run *run)
{
    eg_record *record = &run->record;
    EG_TRY(eg_fv_volume(run->fv, run->comm, &record->volume, &record->clipped, record->through));
    if (run->moment.steps == 0)
        record->volume_first = record->volume;
    record->volume_most = fmax(record->volume_most, record->volume);
    eg_sum rest = {0};
    eg_sum_add(&rest, record->volume);
    eg_sum_add(&rest, -record->volume_first);
    eg_sum_add(&rest, -record->clipped);
    for (int b = 0; b < run->mesh->boundaries; b++)
        eg_sum_add(&rest, record->through[b]);
    record->mass_error =
        record->volume_most > 0 ? fabs(eg_sum_value(&rest)) / record->volume_most : 0;
    double *row = record->row;
    row[0] = run->moment.time;
    row[1] = record->volume;
    row[2] = record->clipped;
    row[3] = record->mass_error;
    for (int b = 0; b < run->mesh->boundaries; b++)
        row[BALANCE_COLUMNS + b] = record->through[b];
    return record->balance_csv
               ? eg_csv_row(record->balance_csv, row, BALANCE_COLUMNS + run->mesh->boundaries)
               : EG_OK;
}

eg_status eg_record_row(eg_run *run)
{
    EG_TRY(balance_row(run));
    return run->record.gauges > 0 ? gauge_row(run) : EG_OK;
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
    eg_free(run->context, &record->gauge_cell);
    eg_free(run->context, &record->sample);
    eg_free(run->context, &record->through);
    eg_free(run->context, &record->row);
}
