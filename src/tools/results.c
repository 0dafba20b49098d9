/* Snapshots of a run, for programs that read them. */
#include "eagre/results.h"

#include <string.h>

#include "io/snapshot/snapshot.h"
#include "run/life/geometry.h"

struct eg_results {
    eg_context *context;
    char *path; /* as it was asked for, for messages */
    eg_snapshot_list *list;
    int64_t opened; /* number of the snapshot that is open; -1: none */
    eg_snapshot *snapshot;
    char start[EG_DATE_ROOM];
};

eg_status eg_results_open(eg_context *context, const char *path, eg_results **results)
{
    EG_ENDS_WITH(eg_results_close) eg_results *made = NULL;
    *results = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->opened = -1;
    EG_TRY(eg_strdup(context, path, &made->path));
    EG_TRY(eg_snapshot_list_create(context, path, &made->list));
    return eg_hand_over(&made, results);
}

void eg_results_close(eg_results **address)
{
    if (!address || !*address)
        return;
    eg_results *results = *address;
    eg_snapshot_close(&results->snapshot);
    eg_snapshot_list_destroy(&results->list);
    EG_FREE(&results->path, address);
}

int64_t eg_results_count(const eg_results *results)
{
    return results->list->count;
}

static eg_status open_snapshot(eg_results *results, int64_t i)
{
    if (i < 0 || i >= results->list->count)
        return eg_fail(results->context, EG_USAGE,
                       "%s: there is no snapshot %lld; it holds %lld, numbered from 0", results->path,
                       (long long)i, (long long)results->list->count);
    if (results->opened == i)
        return EG_OK;
    eg_snapshot_close(&results->snapshot);
    results->opened = -1;
    EG_TRY(eg_snapshot_open(results->context, results->list->path[i], &results->snapshot));
    results->opened = i;
    return EG_OK;
}

eg_status eg_results_snapshot(eg_results *results, int64_t i, eg_result_snapshot *snapshot)
{
    EG_TRY(open_snapshot(results, i));
    const eg_snapshot *s = results->snapshot;
    *snapshot = (eg_result_snapshot){.time = s->version[0] ? s->stamp.time : results->list->time[i],
                                     .step = s->stamp.step,
                                     .state_hash = s->stamp.state_hash,
                                     .cells = s->cells,
                                     .degree = s->degree,
                                     .values = s->values,
                                     .fields = s->field_count,
                                     .path = s->path,
                                     .version = s->version};
    return EG_OK;
}

eg_status eg_results_start(eg_results *results, const char **start)
{
    results->start[0] = 0;
    *start = results->start;
    if (results->list->count == 0)
        return EG_OK;
    EG_TRY(open_snapshot(results, results->opened < 0 ? 0 : results->opened));
    eg_date_text(&results->snapshot->start, 0, results->start);
    return EG_OK;
}

static eg_status check_field(eg_results *results, int64_t i, int field)
{
    EG_TRY(open_snapshot(results, i));
    if (field >= 0 && field < results->snapshot->field_count)
        return EG_OK;
    return eg_fail(results->context, EG_USAGE, "%s: there is no field %d; it holds %d, numbered from 0",
                   results->snapshot->path, field, results->snapshot->field_count);
}

eg_status eg_results_field(eg_results *results, int64_t i, int field, eg_result_field *described)
{
    EG_TRY(check_field(results, i, field));
    const eg_snapshot_field *f = &results->snapshot->field[field];
    *described = (eg_result_field){f->name, f->unit[0] ? f->unit : "1", f->components};
    return EG_OK;
}

eg_status eg_results_read(eg_results *results, int64_t i, int field, double *values, int64_t room)
{
    EG_SCRATCH double *read = NULL;
    EG_TRY(check_field(results, i, field));
    const eg_snapshot *s = results->snapshot;
    int64_t need = s->values * s->field[field].components;
    if (room < need)
        return eg_fail(results->context, EG_USAGE, "%s needs room for %lld values, there is room for %lld",
                       s->field[field].name, (long long)need, (long long)room);
    EG_TRY(eg_snapshot_read_field(s, field, &read));
    memcpy(values, read, (size_t)need * sizeof *read);
    return EG_OK;
}

static eg_status copy_geometry(eg_context *context, const eg_snapshot *snapshot,
                               const eg_snapshot_geometry *from, eg_made_geometry **made)
{
    int64_t corners = from->first[from->cells];
    int dimension = snapshot->hexahedra > 0 ? 3 : 2;
    EG_TRY(eg_geometry_create(context, dimension, from->nodes, from->cells, corners, made));
    memcpy((*made)->x, from->x, (size_t)from->nodes * sizeof *from->x);
    memcpy((*made)->first, from->first, (size_t)(from->cells + 1) * sizeof *from->first);
    for (int64_t k = 0; k < corners; k++)
        (*made)->vertex[k] = from->vertex[k];
    return EG_OK;
}

eg_status eg_results_geometry(eg_results *results, int64_t i, eg_geometry **geometry)
{
    eg_made_geometry *made = NULL;
    EG_ENDS_WITH(eg_snapshot_geometry_destroy) eg_snapshot_geometry *read = NULL;
    *geometry = NULL;
    EG_TRY(open_snapshot(results, i));
    EG_TRY(eg_snapshot_read_geometry(results->snapshot, &read));
    eg_status status = copy_geometry(results->context, results->snapshot, read, &made);
    *geometry = made ? &made->shown : NULL;
    if (status != EG_OK)
        eg_geometry_free(results->context, geometry);
    return status;
}
