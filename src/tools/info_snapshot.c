/* `eagre info` on a snapshot: where in the run, on which mesh, and the range of each field. */
#include "io/snapshot/snapshot.h"
#include "run/models/models.h"
#include "tools/internal.h"
#include "tools/snapshots.h"

#include <math.h>

eg_field_range eg_tools_range(const double *value, int64_t count, int step)
{
    eg_field_range range = {.low = INFINITY, .high = -INFINITY, .low_at = -1, .high_at = -1};
    for (int64_t i = 0; i < count; i++) {
        double at = value[i * step];
        if (!isfinite(at)) {
            range.bad++;
            continue;
        }
        if (at < range.low) {
            range.low = at;
            range.low_at = i;
        }
        if (at > range.high) {
            range.high = at;
            range.high_at = i;
        }
    }
    return range;
}

int eg_tools_components(const eg_snapshot *snapshot, int f, const char *names[EG_COMPONENTS_MOST])
{
    const eg_snapshot_field *field = &snapshot->field[f];
    int dimension = snapshot->hexahedra > 0 ? 3 : 2;
    for (int parts = 2; parts <= field->components && parts <= EG_COMPONENTS_MOST; parts++) {
        const eg_output *output = eg_models_output(field->name, field->unit, dimension, parts);
        for (int k = 0; output && k < parts; k++)
            names[k] = eg_output_component(output, dimension, k);
        if (output)
            return parts;
    }
    return 0;
}

static void add_component_lines(const eg_snapshot *snapshot, int f, const double *values, eg_text *text)
{
    const eg_snapshot_field *field = &snapshot->field[f];
    const char *names[EG_COMPONENTS_MOST], *unit = eg_tools_unit(field->unit);
    int count = eg_tools_components(snapshot, f, names);
    for (int k = 0; k < count; k++) {
        eg_field_range range = eg_tools_range(&values[k], snapshot->values, field->components);
        if (range.low_at >= 0)
            eg_text_add(text, "    %-10s %.9g to %.9g%s%s\n", names[k], range.low, range.high,
                        unit[0] ? " " : "", unit);
    }
}

static eg_status add_field_line(const eg_snapshot *snapshot, int f, eg_text *text)
{
    const eg_snapshot_field *field = &snapshot->field[f];
    EG_SCRATCH double *values = NULL;
    EG_TEXT(components, text->context);
    EG_TRY(eg_snapshot_read_field(snapshot, f, &values));
    add_component_lines(snapshot, f, values, &components);
    EG_TRY(components.status);
    eg_tools_take_magnitudes(values, snapshot->values, field->components);
    eg_field_range range = eg_tools_range(values, snapshot->values, 1);
    eg_text_add(text, "  %-12s", field->name);
    if (range.low_at < 0) {
        eg_text_add(text, " no finite value");
    } else {
        const char *unit = eg_tools_unit(field->unit);
        int64_t low, high;
        int node;
        eg_snapshot_position(snapshot, range.low_at, &low, &node);
        eg_snapshot_position(snapshot, range.high_at, &high, &node);
        eg_text_add(text, " %.9g to %.9g%s%s%s, at the cells %lld and %lld", range.low, range.high,
                    unit[0] ? " " : "", unit, field->components > 1 ? " (magnitude)" : "", (long long)low,
                    (long long)high);
    }
    if (range.bad > 0)
        eg_text_add(text, "; %lld values are not finite", (long long)range.bad);
    eg_text_add(text, "\n%s", eg_text_string(&components));
    return EG_OK;
}

/* The mesh, and of point data the nodes in its cells. */
static void add_mesh_lines(const eg_snapshot *snapshot, eg_text *text)
{
    eg_shown cells = eg_tools_count(snapshot->cells), nodes = eg_tools_count(snapshot->nodes);
    if (snapshot->degree == 0) {
        eg_text_add(text, "  mesh        %s cells, %s nodes\n", cells.text, nodes.text);
        return;
    }
    double points[(EG_SNAPSHOT_DEGREE + 1) * (EG_SNAPSHOT_DEGREE + 1)][2];
    eg_text_add(text, "  mesh        %s cells\n", cells.text);
    eg_text_add(text, "  degree      %d, on %s nodes:", snapshot->degree, nodes.text);
    for (int type = 0, listed = 0; type < EG_CELL_TYPES; type++)
        if (snapshot->cells_of_type[type] > 0)
            eg_text_add(text, "%s %d a %s", listed++ ? "," : "",
                        eg_snapshot_nodes((eg_cell_type)type, snapshot->degree, points),
                        eg_cell_type_name((eg_cell_type)type));
    if (snapshot->hexahedra > 0)
        eg_text_add(text, " %lld a hexahedron", (long long)(snapshot->values / snapshot->hexahedra));
    eg_text_add(text, "\n");
}

eg_status eg_info_snapshot(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_snapshot_open(context, path, &snapshot));
    eg_text_add(text, "%s: snapshot%s%s\n", snapshot->path,
                snapshot->version[0] ? " of eagre " : " of another program", snapshot->version);
    eg_text_add(text, "  time        %s s, step %lld\n", eg_real_show(snapshot->stamp.time).text,
                (long long)snapshot->stamp.step);
    if (snapshot->start.given) {
        char date[EG_DATE_ROOM];
        eg_date_text(&snapshot->start, snapshot->stamp.time, date);
        eg_text_add(text, "  date        %s\n", date);
    }
    add_mesh_lines(snapshot, text);
    eg_text_add(text, "  precision   %s\n", snapshot->precision == EG_F32 ? "f32" : "f64");
    eg_text_add(text, "  state_hash  %016llx\n", (unsigned long long)snapshot->stamp.state_hash);
    if (snapshot->case_hash[0])
        eg_text_add(text, "  case_hash   %s\n", snapshot->case_hash);
    eg_text_add(text, "fields\n");
    for (int f = 0; f < snapshot->field_count; f++)
        EG_TRY(add_field_line(snapshot, f, text));
    return EG_OK;
}

eg_status eg_info_snapshots(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    EG_TRY(eg_snapshot_list_create(context, path, &list));
    eg_text_add(text, "%s: %lld snapshot%s\n", path, (long long)list->count, list->count == 1 ? "" : "s");
    if (list->count > 0) {
        eg_text_add(text, "  time        %.9g to %.9g s\n", list->time[0], list->time[list->count - 1]);
        eg_text_add(text, "the last one:\n");
        EG_TRY(eg_info_snapshot(context, list->path[list->count - 1], text));
    }
    return EG_OK;
}
