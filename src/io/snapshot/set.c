/* A set of snapshots being written: what it is made from, and its end. */
#include "io/snapshot/set.h"

#include <string.h>
#include <unistd.h>

/* ---- checks */

static bool name_is_plain(const char *name)
{
    for (const char *p = name; *p; p++)
        if (!(*p == '_' || *p == '-' || (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
              (*p >= 'A' && *p <= 'Z')))
            return false;
    return name[0] != 0 && strlen(name) < 200;
}

static eg_status check_fields(eg_context *context, const eg_snapshot_field *fields, int count)
{
    if (count < 0 || count > EG_SNAPSHOT_FIELDS)
        return eg_fail(context, EG_USAGE, "a snapshot holds at most %d fields, not %d", EG_SNAPSHOT_FIELDS,
                       count);
    for (int f = 0; f < count; f++) {
        int components = fields[f].components;
        if (!name_is_plain(fields[f].name) || components < 1 || (components > 3 && components != 6))
            return eg_fail(context, EG_USAGE,
                           "snapshot field '%s' with %d components: a name consists of letters, "
                           "digits, - and _, and components are 1 to 3, or 6",
                           fields[f].name, fields[f].components);
        for (int other = 0; other < f; other++)
            if (strcmp(fields[other].name, fields[f].name) == 0)
                return eg_fail(context, EG_USAGE, "snapshot field '%s' is there twice", fields[f].name);
    }
    return EG_OK;
}

static eg_status check_degree(eg_context *context, const eg_mesh *mesh, int degree)
{
    if (mesh->dimension == 3 && (degree < 1 || degree > EG_SNAPSHOT_HEX_DEGREE))
        return eg_fail(context, EG_USAGE, "a snapshot of degree %d on hexahedra: it is 1 to %d (point data)",
                       degree, EG_SNAPSHOT_HEX_DEGREE);
    if (mesh->dimension == 2 && (degree < 0 || degree > EG_SNAPSHOT_DEGREE))
        return eg_fail(context, EG_USAGE, "a snapshot of degree %d: it is 0 (cell data) to %d (point data)",
                       degree, EG_SNAPSHOT_DEGREE);
    eg_grid_size grid = eg_grid_size_of_first(mesh, mesh->all, degree);
    if (grid.points > INT32_MAX || grid.cells > INT32_MAX || grid.ids > INT32_MAX)
        return eg_fail(context, EG_USAGE,
                       "a snapshot of degree %d on %lld cells has %lld nodes and %lld vertices of "
                       "cells: a file holds at most %d; choose a lower degree",
                       degree, (long long)mesh->all, (long long)grid.points, (long long)grid.ids, INT32_MAX);
    return EG_OK;
}

/* ---- making */

/* What hangs on the mesh; places are those of its values in files. */
static eg_status measure_mesh(eg_snapshot_set *set, const eg_mesh *mesh)
{
    EG_TRY(check_degree(set->context, mesh, set->degree));
    set->dimension = mesh->dimension;
    set->grid = eg_grid_size_of_first(mesh, mesh->all, set->degree);
    set->values = eg_snapshot_all_values(mesh, set->degree);
    set->own = eg_snapshot_value_count(mesh, set->degree);
    set->before = eg_snapshot_values_of(mesh, mesh->before, set->degree);
    if (set->common)
        set->grid.points = set->values = set->common->all;
    return EG_OK;
}

/* What needs no other rank and no file. */
eg_status eg_snapshot_fill_set(eg_snapshot_set *set, const eg_mesh *mesh, const eg_snapshot_field *fields,
                               int field_count, const eg_snapshot_set_options *options)
{
    eg_context *context = set->context;
    set->precision = options->precision;
    set->changes = options->changes;
    set->degree = options->degree;
    if (options->common) {
        assert(!set->changes && options->common->degree == set->degree);
        set->common = options->common;
        set->mesh = eg_hexes_of(mesh);
    }
    EG_TRY(measure_mesh(set, mesh));
    EG_TRY(check_fields(context, fields, field_count));
    set->field_count = field_count;
    for (int f = 0; f < field_count; f++)
        set->field[f] = fields[f];
    EG_TRY(eg_strdup(context, options->folder ? options->folder : ".", &set->folder));
    EG_TRY(eg_strdup(context, options->name ? options->name : "fields", &set->name));
    set->start = options->start;
    EG_TRY(eg_strdup(context, options->case_hash ? options->case_hash : "", &set->case_hash));
    if (!name_is_plain(set->name))
        return eg_fail(context, EG_USAGE, "'%s' cannot name a set of snapshots: letters, digits, - and _ can",
                       set->name);
    return eg_snapshot_find_places(set);
}

/* The process of rank 0, and whether the others see its folder. Collective. */
eg_status eg_snapshot_find_ranks(eg_snapshot_set *set)
{
    EG_SCRATCH char *path = NULL;
    set->process = (long)getpid();
    if (!set->comm)
        return EG_OK;
    eg_comm_broadcast(set->comm, 0, &set->process, sizeof set->process);
    eg_status status = eg_snapshot_path(set, ".mesh.h5", &path);
    status = eg_parallel_file_probe(set->context, set->comm, path, set->process, &set->keeps, status);
    if (status == EG_OK && set->keeps)
        eg_log(set->context, EG_LOG_WARN,
               "%s: not all ranks see this folder; rank 0 writes the files of the others, which is "
               "slower. A file system that all ranks share avoids this",
               set->folder);
    return status;
}

/* Folder, mesh and index. Collective; all agree on the status. */
static eg_status open_snapshot_set(eg_snapshot_set *set, const eg_mesh *mesh,
                                   const eg_snapshot_set_options *options, eg_status status)
{
    if (status == EG_OK && eg_snapshot_is_first(set))
        status = eg_folder_create(set->context, set->folder);
    if (status == EG_OK)
        status = eg_snapshot_is_first(set) ? eg_snapshot_go_on(set, options) : EG_OK;
    if (options->entries)
        set->count = options->count;
    EG_TRY(eg_comm_agree(set->comm, status));
    EG_TRY(eg_snapshot_find_ranks(set));
    if (!set->changes)
        EG_TRY(eg_snapshot_write_mesh(set, mesh, options->beside));
    if (eg_snapshot_is_first(set)) {
        status = eg_snapshot_index_write(set); /* first, so that it never names what is gone */
        if (status == EG_OK && options->entries)
            status = eg_snapshot_remove_later(set, set->count);
    }
    return eg_comm_agree(set->comm, status);
}

eg_status eg_snapshot_set_make(eg_context *context, const eg_comm *comm, eg_snapshot_set **made)
{
    comm = eg_comm_size(comm) > 1 ? comm : NULL;
    EG_TRY(eg_comm_agree(comm, eg_alloc(context, 1, sizeof **made, made)));
    (*made)->context = (*made)->entries.context = context;
    (*made)->comm = comm;
    return EG_OK;
}

eg_status eg_snapshot_set_create(eg_context *context, const eg_mesh *mesh, const eg_snapshot_field *fields,
                                 int field_count, const eg_snapshot_set_options *options,
                                 eg_snapshot_set **set)
{
    assert(context && mesh && set && (fields || field_count == 0));
    EG_ENDS_WITH(eg_snapshot_set_destroy) eg_snapshot_set *made = NULL;
    const eg_snapshot_set_options none = {0};
    *set = NULL;
    options = options ? options : &none;
    EG_TRY(eg_snapshot_set_make(context, options->comm, &made));
    assert(mesh->own == mesh->all || made->comm);
    eg_snapshot_set_options chosen = *options;
    bool common = options->common != NULL;
    if (common && options->entries)
        EG_TRY(eg_snapshot_find_common(made, options, &common));
    chosen.common = common ? options->common : NULL;
    eg_status status = eg_snapshot_fill_set(made, mesh, fields, field_count, &chosen);
    EG_TRY(open_snapshot_set(made, mesh, options, status));
    return eg_hand_over(&made, set);
}

eg_status eg_snapshot_set_change_mesh(eg_snapshot_set *set, const eg_mesh *mesh)
{
    assert(set->changes && mesh->dimension == set->dimension);
    eg_status status = measure_mesh(set, mesh);
    if (status == EG_OK)
        status = eg_snapshot_find_places(set);
    EG_TRY(eg_comm_agree(set->comm, status));
    return eg_snapshot_write_mesh(set, mesh, false);
}

/* All but the file is the set's. */
eg_status eg_snapshot_set_fork(const eg_snapshot_set *set, eg_snapshot_set **ahead)
{
    assert(!set->comm && !set->changes && !set->file);
    EG_TRY(eg_alloc(set->context, 1, sizeof **ahead, ahead));
    **ahead = *set;
    (*ahead)->writer = NULL;
    return EG_OK;
}

eg_status eg_snapshot_set_begin_ahead(const eg_snapshot_set *set, int files, eg_snapshot_set *ahead)
{
    ahead->count = set->count + files;
    return eg_snapshot_set_begin(ahead);
}

void eg_snapshot_set_join(eg_snapshot_set **ahead)
{
    if (!*ahead)
        return;
    eg_parallel_file_destroy(&(*ahead)->file);
    EG_FREE(ahead);
}

/* ---- what is told of it */

int64_t eg_snapshot_set_count(const eg_snapshot_set *set)
{
    return set->count;
}

const char *eg_snapshot_set_entries(const eg_snapshot_set *set)
{
    return set->entries.data ? set->entries.data : "";
}

void eg_snapshot_set_destroy(eg_snapshot_set **set)
{
    if (!set || !*set)
        return;
    eg_context *context = (*set)->context;
    if (context)
        eg_snapshot_set_settle(*set);
    eg_parallel_file_destroy(&(*set)->file);
    EG_FREE(&(*set)->folder, &(*set)->name, &(*set)->case_hash);
    (*set)->entries.context = context;
    eg_text_free(&(*set)->entries);
    EG_FREE(set);
}
