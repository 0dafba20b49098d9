/* `eagre export` of snapshots over time: one netCDF file after UGRID. */
#include "io/gis/ugrid.h"
#include "io/table/raster.h"
#include "tools/export.h"
#include "tools/snapshots.h"

#include <string.h>

/* What is written, and what the first snapshot has. */
typedef struct collecting {
    eg_context *context;
    const eg_export_options *options;
    eg_snapshot_geometry *geometry;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    int fields;
    char *projection;
    eg_ugrid *ugrid;
} collecting;

static eg_status choose_export_fields(collecting *c, const eg_snapshot *snapshot)
{
    int chosen = -1;
    if (c->options->variable)
        EG_TRY(eg_tools_find_field(snapshot, c->options->variable, &chosen));
    for (int f = 0; f < snapshot->field_count; f++)
        if (chosen < 0 || f == chosen)
            c->field[c->fields++] = snapshot->field[f];
    return EG_OK;
}

/* Times of a field count from time 0: where its date is known they are dates, as CF has them. */
static void date_fields(collecting *c, const eg_date *start)
{
    for (int f = 0; start->given && f < c->fields; f++) {
        eg_snapshot_field *field = &c->field[f];
        size_t length = strlen(field->name);
        if (strcmp(field->unit, "s") == 0 && length > 5 && strcmp(field->name + length - 5, "_time") == 0)
            eg_date_units(start, field->unit);
    }
}

static eg_status begin_ugrid(collecting *c, const eg_snapshot *snapshot)
{
    if (c->ugrid)
        return EG_OK;
    if (snapshot->degree > 0)
        return eg_fail(c->context, EG_USAGE,
                       "%s: holds point data; fields of one value a cell can be exported, as "
                       "shallow water has them",
                       snapshot->path);
    EG_TRY(choose_export_fields(c, snapshot));
    date_fields(c, &snapshot->start);
    EG_TRY(eg_snapshot_read_geometry(snapshot, &c->geometry));
    EG_TRY(eg_export_projection(c->context, c->options->source, c->options->like, &c->projection));
    if (!c->projection)
        eg_export_warn_of_projection(c->context, c->options->output);
    const eg_ugrid_options options = {.field_count = c->fields,
                                      .fields = c->field,
                                      .title = c->options->source,
                                      .start = snapshot->start,
                                      .projection = c->projection};
    return eg_ugrid_create(c->context, c->options->output, c->geometry, &options, &c->ugrid);
}

static eg_status add_field_values(collecting *c, const eg_snapshot *snapshot)
{
    double *values[EG_SNAPSHOT_FIELDS] = {NULL};
    eg_status status = EG_OK;
    if (snapshot->cells != c->geometry->cells)
        return eg_fail(c->context, EG_USAGE,
                       "%s: has %lld cells, the one before %lld; a mesh that changes cannot be exported",
                       snapshot->path, (long long)snapshot->cells, (long long)c->geometry->cells);
    for (int f = 0; status == EG_OK && f < c->fields; f++) {
        int index;
        status = eg_tools_find_field(snapshot, c->field[f].name, &index);
        if (status == EG_OK)
            status = eg_snapshot_read_field(snapshot, index, &values[f]);
    }
    if (status == EG_OK)
        status = eg_ugrid_add(c->ugrid, snapshot->stamp.time, (const double *const *)values);
    for (int f = 0; f < c->fields; f++)
        EG_FREE(&values[f]);
    return status;
}

static eg_status add_snapshot(collecting *c, const eg_snapshot_choice *choice)
{
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *snapshot = NULL;
    EG_TRY(eg_tools_open_snapshot(c->context, choice, &snapshot));
    EG_TRY(begin_ugrid(c, snapshot));
    return add_field_values(c, snapshot);
}

static eg_status add_ugrid_snapshots(collecting *c)
{
    const eg_export_options *o = c->options;
    EG_ENDS_WITH(eg_snapshot_list_destroy) eg_snapshot_list *list = NULL;
    eg_snapshot_choice choice = {.source = o->source,
                                 .has_time = o->has_time,
                                 .has_index = o->has_index,
                                 .time = o->time,
                                 .date = o->date,
                                 .index = o->index};
    if (o->has_time || o->has_index || o->date)
        return add_snapshot(c, &choice);
    EG_TRY(eg_snapshot_list_create(c->context, o->source, &list));
    for (int64_t i = 0; i < list->count || i == 0; i++) {
        choice.has_index = true;
        choice.index = i;
        EG_TRY(add_snapshot(c, &choice));
    }
    return EG_OK;
}

eg_status eg_export_ugrid(eg_context *context, const eg_export_options *options)
{
    collecting c = {.context = context, .options = options};
    eg_status status = add_ugrid_snapshots(&c);
    if (status == EG_OK)
        status = eg_ugrid_finish(c.ugrid);
    eg_ugrid_destroy(&c.ugrid);
    eg_snapshot_geometry_destroy(&c.geometry);
    EG_FREE(&c.projection);
    return status;
}
