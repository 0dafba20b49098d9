/* `eagre info` on a snapshot: where in the run, on which mesh, and the range of each field. */
#include "io/snapshot.h"
#include "run/tools_internal.h"

#include <math.h>

typedef struct field_range {
    double low, high; /* of finite values; of a vector its magnitude */
    int64_t low_cell, high_cell, bad;
} field_range;

static double magnitude(const double *value, int components)
{
    if (components == 1)
        return value[0];
    double sum = 0;
    for (int k = 0; k < components; k++)
        sum = fma(value[k], value[k], sum);
    return sqrt(sum);
}

static field_range range_of(const double *values, int64_t cells, int components)
{
    field_range range = {.low = INFINITY, .high = -INFINITY, .low_cell = -1, .high_cell = -1};
    for (int64_t c = 0; c < cells; c++) {
        double value = magnitude(values + c * components, components);
        if (!isfinite(value)) {
            range.bad++;
            continue;
        }
        if (value < range.low) {
            range.low = value;
            range.low_cell = c;
        }
        if (value > range.high) {
            range.high = value;
            range.high_cell = c;
        }
    }
    return range;
}

static eg_status add_field(const eg_snapshot *snapshot, int f, eg_text *text)
{
    const eg_snapshot_field *field = &snapshot->field[f];
    double *values = NULL;
    EG_TRY(eg_snapshot_read_field(snapshot, f, &values));
    field_range range = range_of(values, snapshot->cells, field->components);
    eg_free(snapshot->context, &values);
    eg_text_add(text, "  %-12s", field->name);
    if (range.low_cell < 0)
        eg_text_add(text, " no finite value");
    else
        eg_text_add(text, " %.9g to %.9g%s%s%s, at the cells %lld and %lld", range.low, range.high,
                    field->unit[0] ? " " : "", field->unit,
                    field->components > 1 ? " (magnitude)" : "", (long long)range.low_cell,
                    (long long)range.high_cell);
    if (range.bad > 0)
        eg_text_add(text, "; %lld values are not finite", (long long)range.bad);
    eg_text_add(text, "\n");
    return EG_OK;
}

static eg_status add_snapshot(const eg_snapshot *snapshot, eg_text *text)
{
    char cells[48], nodes[48], time[32];
    eg_tools_count(snapshot->cells, cells);
    eg_tools_count(snapshot->nodes, nodes);
    eg_format_real(snapshot->moment.time, time);
    eg_text_add(text, "%s: snapshot%s%s\n", snapshot->path,
                snapshot->version[0] ? " of eagre " : " of another program", snapshot->version);
    eg_text_add(text, "  time        %s s, step %lld\n", time, (long long)snapshot->moment.step);
    eg_text_add(text, "  mesh        %s cells, %s nodes\n", cells, nodes);
    eg_text_add(text, "  precision   %s\n", snapshot->precision == EG_F32 ? "f32" : "f64");
    eg_text_add(text, "  state_hash  %016llx\n", (unsigned long long)snapshot->moment.state_hash);
    if (snapshot->case_hash[0])
        eg_text_add(text, "  case_hash   %s\n", snapshot->case_hash);
    eg_text_add(text, "fields\n");
    for (int f = 0; f < snapshot->field_count; f++)
        EG_TRY(add_field(snapshot, f, text));
    return EG_OK;
}

eg_status eg_info_snapshot(eg_context *context, const char *path, eg_text *text)
{
    eg_snapshot *snapshot = NULL;
    EG_TRY(eg_snapshot_open(context, path, &snapshot));
    eg_status status = add_snapshot(snapshot, text);
    eg_snapshot_close(&snapshot);
    return status;
}

eg_status eg_info_snapshots(eg_context *context, const char *path, eg_text *text)
{
    eg_snapshot_list *list = NULL;
    EG_TRY(eg_snapshot_list_create(context, path, &list));
    eg_status status = EG_OK;
    eg_text_add(text, "%s: %lld snapshot%s\n", path, (long long)list->count,
                list->count == 1 ? "" : "s");
    if (list->count > 0) {
        eg_text_add(text, "  time        %.9g to %.9g s\n", list->time[0],
                    list->time[list->count - 1]);
        eg_text_add(text, "the last one:\n");
        status = eg_info_snapshot(context, list->path[list->count - 1], text);
    }
    eg_snapshot_list_destroy(&list);
    return status;
}
