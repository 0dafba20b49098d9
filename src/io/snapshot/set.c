/* A set of snapshots being written: mesh file and snapshot files. */
#include "io/snapshot/set.h"

#include "base/parallel.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The geometry that every snapshot links to. The three counts are written in each file. */
static const char *const linked[] = {"Points", "Connectivity", "Offsets", "Types"};
enum { LINKED = 4 };

static bool is_first(const eg_snapshot_set *set)
{
    return !set->comm || eg_comm_rank(set->comm) == 0;
}

static eg_status agree(const eg_snapshot_set *set, eg_status status)
{
    return set->comm ? eg_comm_agree(set->comm, status) : status;
}

/* Begins a file: rank 0 makes it, then the others open it. Collective; all agree on the status. */
static eg_status begin_file(eg_snapshot_set *set, const char *ending)
{
    char *path = NULL;
    assert(!set->file);
    eg_status status = eg_snapshot_path(set, ending, &path);
    if (status == EG_OK && is_first(set))
        status = eg_parallel_file_begin(set->context, set->comm, path, set->process, set->keeps,
                                        &set->file);
    status = agree(set, status);
    if (status == EG_OK && !is_first(set))
        status = eg_parallel_file_begin(set->context, set->comm, path, set->process, set->keeps,
                                        &set->file);
    eg_free(set->context, &path);
    status = agree(set, status);
    if (status != EG_OK)
        eg_parallel_file_destroy(&set->file);
    return status;
}

/* Lays a file out with `make`; what is not laid out goes to `spread`, unless that is NULL. */
static eg_status lay_out(eg_snapshot_set *set, eg_parallel_file *file,
                         eg_status (*make)(eg_h5 *h5, void *content), void *content,
                         int64_t *length)
{
    eg_h5 h5 = {.context = set->context, .failure = EG_IO, .path = set->name};
    eg_h5_begin(&h5);
    eg_status status = eg_h5_create(&h5);
    if (status == EG_OK)
        status = make(&h5, content);
    if (status == EG_OK)
        status = eg_h5_finish(&h5, file, length);
    eg_h5_end(&h5);
    return status;
}

/* A mesh of the plane with nodes of its own; else a cell's nodes are mapped, one by one. */
static bool is_plane(const eg_mesh *mesh)
{
    return mesh->class == &eg_plane_class;
}

/* Of so many cells that are all alike: hexahedra, or leaves of a forest. */
static eg_grid_size size_of_cells(const eg_mesh *mesh, int64_t cells, int degree)
{
    return mesh->dimension == 3 ? eg_hex_grid_size(cells, degree)
                                : eg_quad_grid_size(cells, degree);
}

static eg_grid_size size_of_whole(const eg_mesh *mesh, int degree)
{
    return is_plane(mesh) ? eg_grid_size_of_whole(eg_plane_of(mesh), degree)
                          : size_of_cells(mesh, mesh->all, degree);
}

static eg_grid_size size_before(const eg_mesh *mesh, int degree)
{
    return is_plane(mesh) ? eg_grid_size_before(eg_plane_of(mesh), degree)
                          : size_of_cells(mesh, mesh->before, degree);
}

static eg_status put_grid(const eg_mesh *mesh, eg_parallel_file *file, int degree,
                          const eg_grid_offsets *offsets)
{
    return is_plane(mesh) ? eg_grid_put(file, eg_plane_of(mesh), degree, offsets)
                          : eg_hex_grid_put(file, mesh, degree, offsets);
}

/* The grid of all ranks, and where its arrays stand. */
typedef struct mesh_content {
    eg_grid_size size;
    eg_grid_offsets offsets;
} mesh_content;

static eg_status make_mesh(eg_h5 *h5, void *given)
{
    mesh_content *content = given;
    return eg_grid_lay_out(h5, content->size, &content->offsets);
}

/* A mesh that a thread of its own writes. */
struct eg_mesh_writer {
    eg_context *context;
    const eg_mesh *mesh;
    int degree;
    eg_grid_offsets offsets;
    int64_t length;
    eg_parallel_file *file;
    pthread_t thread;
    bool started;
    eg_status status;
    eg_diverted told;
};

static eg_status write_whole(struct eg_mesh_writer *w)
{
    EG_TRY(put_grid(w->mesh, w->file, w->degree, &w->offsets));
    EG_TRY(eg_parallel_file_end(w->file));
    return eg_parallel_file_publish(w->file, w->length);
}

static void *thread_main(void *argument)
{
    struct eg_mesh_writer *w = argument;
    eg_errors_divert(w->context, &w->told);
    w->status = write_whole(w);
    eg_errors_return(w->context, &w->told);
    return NULL;
}

/* Signals are for the thread of the run. */
static eg_status start_thread(struct eg_mesh_writer *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&w->thread, NULL, thread_main, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        return eg_fail(w->context, EG_MEMORY,
                       "the thread that writes the mesh cannot be started: %s", strerror(error));
    w->started = true;
    return EG_OK;
}

/* The file, which is laid out, becomes the thread's. */
static eg_status write_beside(eg_snapshot_set *set, const eg_mesh *mesh,
                              const mesh_content *content, int64_t length)
{
    EG_TRY(eg_alloc(set->context, 1, sizeof *set->writer, &set->writer));
    *set->writer = (struct eg_mesh_writer){.context = set->context,
                                           .mesh = mesh,
                                           .degree = set->degree,
                                           .offsets = content->offsets,
                                           .length = length,
                                           .file = set->file};
    set->file = NULL;
    eg_parallel_file_alone(set->writer->file);
    return start_thread(set->writer);
}

eg_status eg_snapshot_set_settle(eg_snapshot_set *set)
{
    struct eg_mesh_writer *w = set->writer;
    if (!w)
        return EG_OK;
    if (w->started)
        pthread_join(w->thread, NULL);
    eg_status status = w->started ? w->status : EG_OK;
    if (status != EG_OK && w->told.text)
        eg_fail(set->context, status, "%s", w->told.text);
    eg_diverted_free(&w->told);
    eg_parallel_file_destroy(&w->file);
    eg_free(set->context, &set->writer);
    return status;
}

/* Each rank puts its own; rank 0 puts what is left. */
static eg_status write_mesh(eg_snapshot_set *set, const eg_mesh *mesh, bool beside)
{
    mesh_content content = {.size = set->grid};
    int64_t length;
    char ending[64];
    eg_snapshot_mesh_name(set, ending);
    EG_TRY(begin_file(set, ending));
    eg_status status = lay_out(set, is_first(set) ? set->file : NULL, make_mesh, &content, &length);
    if (status == EG_OK && beside && !set->comm)
        return write_beside(set, mesh, &content, length);
    if (status == EG_OK)
        status = put_grid(mesh, set->file, set->degree, &content.offsets);
    if (status == EG_OK)
        status = eg_parallel_file_end(set->file);
    status = eg_parallel_file_synchronize(set->file, status);
    if (status == EG_OK)
        status = eg_parallel_file_publish(set->file, length);
    eg_parallel_file_destroy(&set->file);
    return agree(set, status);
}

/* What one snapshot file is made of. */
typedef struct snapshot_content {
    const eg_snapshot_set *set;
    const eg_snapshot_stamp *stamp;
    int64_t offset[EG_SNAPSHOT_FIELDS];
} snapshot_content;

/* Columns in the file. */
static int stored_columns(int components)
{
    return components == 2 ? 3 : components;
}

static int columns_of(const eg_snapshot_field *field)
{
    return stored_columns(field->components);
}

static eg_status lay_out_fields(eg_h5 *h5, snapshot_content *content)
{
    const eg_snapshot_set *set = content->set;
    hid_t group, type = set->precision == EG_F32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    EG_TRY(eg_h5_group(h5, set->degree > 0 ? "PointData" : "CellData", &group));
    eg_status status = EG_OK;
    for (int f = 0; f < set->field_count && status == EG_OK; f++)
        status = eg_h5_lay_out(h5, group, set->field[f].name, type, set->values,
                               columns_of(&set->field[f]) == 1 ? 0 : columns_of(&set->field[f]),
                               set->field[f].unit, &content->offset[f]);
    H5Gclose(group);
    return status;
}

static eg_status make_snapshot(eg_h5 *h5, void *given)
{
    snapshot_content *content = given;
    const eg_snapshot_set *set = content->set;
    EG_TRY(eg_grid_write_size(h5, set->grid));
    char target[256], ending[64];
    eg_snapshot_mesh_name(set, ending);
    snprintf(target, sizeof target, "%s%s", set->name, ending);
    for (int i = 0; i < LINKED; i++)
        EG_TRY(eg_h5_link(h5, linked[i], target));
    EG_TRY(eg_h5_write_stamp(h5, content->stamp, set->case_hash, set->degree));
    if (set->dimension == 3)
        EG_TRY(eg_h5_attribute(h5, h5->root, "dimension", H5T_NATIVE_INT64, H5T_STD_I64LE,
                               &set->dimension));
    return lay_out_fields(h5, content);
}

/* Where the values stand in every snapshot: it does not depend on the moment. */
static eg_status find_places(eg_snapshot_set *set)
{
    const eg_snapshot_stamp any = {0};
    snapshot_content content = {.set = set, .stamp = &any};
    EG_TRY(lay_out(set, NULL, make_snapshot, &content, &set->length));
    memcpy(set->offset, content.offset, sizeof set->offset);
    return EG_OK;
}

static bool components_are_right(const eg_snapshot_field *field)
{
    return (field->components >= 1 && field->components <= 3) || field->components == 6;
}

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
        return eg_fail(context, EG_USAGE, "a snapshot holds at most %d fields, not %d",
                       EG_SNAPSHOT_FIELDS, count);
    for (int f = 0; f < count; f++) {
        if (!name_is_plain(fields[f].name) || !components_are_right(&fields[f]))
            return eg_fail(context, EG_USAGE,
                           "snapshot field '%s' with %d components: a name consists of letters, "
                           "digits, - and _, and components are 1 to 3, or 6",
                           fields[f].name, fields[f].components);
        for (int other = 0; other < f; other++)
            if (strcmp(fields[other].name, fields[f].name) == 0)
                return eg_fail(context, EG_USAGE, "snapshot field '%s' is there twice",
                               fields[f].name);
    }
    return EG_OK;
}

static eg_status check_degree(eg_context *context, const eg_mesh *mesh, int degree)
{
    if (mesh->dimension == 3 && (degree < 1 || degree > EG_SNAPSHOT_HEX_DEGREE))
        return eg_fail(context, EG_USAGE,
                       "a snapshot of degree %d on hexahedra: it is 1 to %d (point data)", degree,
                       EG_SNAPSHOT_HEX_DEGREE);
    if (mesh->dimension == 2 && (degree < 0 || degree > EG_SNAPSHOT_DEGREE))
        return eg_fail(context, EG_USAGE,
                       "a snapshot of degree %d: it is 0 (cell data) to %d (point data)", degree,
                       EG_SNAPSHOT_DEGREE);
    eg_grid_size grid = size_of_whole(mesh, degree);
    if (grid.points > INT32_MAX || grid.cells > INT32_MAX || grid.ids > INT32_MAX)
        return eg_fail(context, EG_USAGE,
                       "a snapshot of degree %d on %lld cells has %lld nodes and %lld vertices of "
                       "cells: a file holds at most %d; choose a lower degree",
                       degree, (long long)mesh->all, (long long)grid.points, (long long)grid.ids,
                       INT32_MAX);
    return EG_OK;
}

static int64_t values_of(eg_grid_size grid, int degree)
{
    return degree > 0 ? grid.points : grid.cells;
}

/* What hangs on the mesh; places are those of its values in files. */
static eg_status measure(eg_snapshot_set *set, const eg_mesh *mesh)
{
    EG_TRY(check_degree(set->context, mesh, set->degree));
    set->dimension = mesh->dimension;
    set->grid = size_of_whole(mesh, set->degree);
    set->values = values_of(set->grid, set->degree);
    set->own = eg_snapshot_value_count(mesh, set->degree);
    set->before = values_of(size_before(mesh, set->degree), set->degree);
    return EG_OK;
}

/* What needs no other rank and no file. */
static eg_status fill_set(eg_snapshot_set *set, const eg_mesh *mesh,
                          const eg_snapshot_field *fields, int field_count,
                          const eg_snapshot_set_options *options)
{
    eg_context *context = set->context;
    set->precision = options->precision;
    set->changes = options->changes;
    set->degree = options->degree;
    EG_TRY(measure(set, mesh));
    EG_TRY(check_fields(context, fields, field_count));
    set->field_count = field_count;
    for (int f = 0; f < field_count; f++)
        set->field[f] = fields[f];
    EG_TRY(eg_strdup(context, options->folder ? options->folder : ".", &set->folder));
    EG_TRY(eg_strdup(context, options->name ? options->name : "fields", &set->name));
    EG_TRY(eg_strdup(context, options->case_hash ? options->case_hash : "", &set->case_hash));
    if (!name_is_plain(set->name))
        return eg_fail(context, EG_USAGE,
                       "'%s' cannot name a set of snapshots: letters, digits, - and _ can",
                       set->name);
    return find_places(set);
}

/* The process of rank 0, and whether the others see its folder. Collective. */
static eg_status find_ranks(eg_snapshot_set *set)
{
    char *path = NULL;
    set->process = (long)getpid();
    if (!set->comm)
        return EG_OK;
    eg_comm_broadcast(set->comm, 0, &set->process, sizeof set->process);
    eg_status status = eg_snapshot_path(set, ".mesh.h5", &path);
    status =
        eg_parallel_file_probe(set->context, set->comm, path, set->process, &set->keeps, status);
    if (status == EG_OK && set->keeps)
        eg_log(set->context, EG_LOG_WARN,
               "%s: not all ranks see this folder; what they write goes through rank 0, which is "
               "slower. A file system that all share does without",
               set->folder);
    eg_free(set->context, &path);
    return status;
}

/* Folder, mesh and index. Collective; all agree on the status. */
static eg_status open_set(eg_snapshot_set *set, const eg_mesh *mesh,
                          const eg_snapshot_set_options *options, eg_status status)
{
    if (status == EG_OK && is_first(set))
        status = eg_folder_create(set->context, set->folder);
    if (status == EG_OK)
        status = is_first(set) ? eg_snapshot_go_on(set, options) : EG_OK;
    if (options->entries)
        set->count = options->count;
    EG_TRY(agree(set, status));
    EG_TRY(find_ranks(set));
    if (!set->changes)
        EG_TRY(write_mesh(set, mesh, options->beside));
    if (is_first(set)) {
        status = eg_snapshot_index_write(set); /* first, so that it never names what is gone */
        if (status == EG_OK && options->entries)
            status = eg_snapshot_remove_later(set, set->count);
    }
    return agree(set, status);
}

static eg_status create(eg_context *context, const eg_mesh *mesh, const eg_snapshot_field *fields,
                        int field_count, const eg_snapshot_set_options *options,
                        eg_snapshot_set **set)
{
    eg_snapshot_set *made = NULL;
    const eg_snapshot_set_options none = {0};
    *set = NULL;
    options = options ? options : &none;
    const eg_comm *comm = options->comm && eg_comm_size(options->comm) > 1 ? options->comm : NULL;
    assert((mesh->own == mesh->all) || comm);
    eg_status status = eg_alloc(context, 1, sizeof *made, &made);
    if (comm)
        status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        made->context = made->entries.context = context;
        made->comm = comm;
        status = open_set(made, mesh, options, fill_set(made, mesh, fields, field_count, options));
    }
    if (status != EG_OK)
        eg_snapshot_set_destroy(&made);
    *set = made;
    return status;
}

eg_status eg_snapshot_set_create(eg_context *context, const eg_mesh *mesh,
                                 const eg_snapshot_field *fields, int field_count,
                                 const eg_snapshot_set_options *options, eg_snapshot_set **set)
{
    assert(context && mesh && set && (fields || field_count == 0));
    return create(context, mesh, fields, field_count, options, set);
}

eg_status eg_snapshot_set_change_mesh(eg_snapshot_set *set, const eg_mesh *mesh)
{
    assert(set->changes && mesh->dimension == set->dimension);
    eg_status status = measure(set, mesh);
    if (status == EG_OK)
        status = find_places(set);
    EG_TRY(agree(set, status));
    return write_mesh(set, mesh, false);
}

/* ---- a snapshot
 * -------------------------------------------------------------------------------------------- */

eg_status eg_snapshot_set_begin(eg_snapshot_set *set)
{
    char ending[64];
    EG_TRY(eg_snapshot_set_settle(set));
    eg_snapshot_name(set->count, ending);
    return begin_file(set, ending);
}

/* The rows as the file has them: a vector of the plane has a third component, 0. */
static int64_t pack(const eg_snapshot_set *set, const double *values, int64_t rows, int columns,
                    void *packed)
{
    int stored = stored_columns(columns);
    for (int64_t i = 0; i < rows; i++)
        for (int c = 0; c < stored; c++) {
            double value = c < columns ? values[i * columns + c] : 0;
            if (set->precision == EG_F64)
                ((double *)packed)[i * stored + c] = value;
            else
                ((float *)packed)[i * stored + c] = (float)value;
        }
    return rows * stored * (int64_t)eg_real_size(set->precision);
}

/* The own values of a field. */
typedef struct field_values {
    const eg_snapshot_set *set;
    int field;
    const double *values;
} field_values;

static eg_status put_rows(eg_parallel_file *file, const void *with, int64_t begin, int64_t end)
{
    enum { ROWS = 512 }; /* small enough for the cache */
    const field_values *v = with;
    const eg_snapshot_set *set = v->set;
    double packed[6 * ROWS];
    int columns = set->field[v->field].components, stored = columns_of(&set->field[v->field]);
    int64_t row = stored * (int64_t)eg_real_size(set->precision);
    EG_TRY(eg_parallel_file_seek(file, set->offset[v->field] + (set->before + begin) * row));
    if (set->precision == EG_F64 && columns == stored) /* as they are */
        return eg_parallel_file_write(file, &v->values[begin * columns], (end - begin) * row);
    for (int64_t from = begin; from < end; from += ROWS) {
        int64_t rows = eg_min_i64(ROWS, end - from);
        int64_t bytes = pack(set, &v->values[from * columns], rows, columns, packed);
        EG_TRY(eg_parallel_file_write(file, packed, bytes));
    }
    return EG_OK;
}

/* Models that take steps write on a thread of their own, while steps go on: there it is one thread. */
static eg_status put_field(eg_snapshot_set *set, int f, const double *values)
{
    enum { LEAST = 1 << 16 };
    const field_values v = {.set = set, .field = f, .values = values};
    return set->dimension == 3 ? eg_parallel_file_in_parts(set->file, set->own, LEAST, put_rows, &v)
                               : put_rows(set->file, &v, 0, set->own);
}

eg_status eg_snapshot_set_put_field(eg_snapshot_set *set, int field, const double *values)
{
    assert(set && set->file && field >= 0 && field < set->field_count && values);
    return put_field(set, field, values);
}

eg_status eg_snapshot_set_put_end(eg_snapshot_set *set)
{
    return eg_parallel_file_end(set->file);
}

eg_status eg_snapshot_set_put(eg_snapshot_set *set, const double *const *values)
{
    assert(set && set->file && (values || set->field_count == 0));
    for (int f = 0; f < set->field_count; f++)
        EG_TRY(put_field(set, f, values[f]));
    return eg_snapshot_set_put_end(set);
}

/* The values of own elements, some at a time. */
typedef struct streamed_values {
    const eg_snapshot_set *set;
    const eg_snapshot_source *source;
    int64_t of_element; /* values */
} streamed_values;

static eg_status put_streamed(eg_parallel_file *file, const void *with, int64_t begin, int64_t end)
{
    const streamed_values *v = with;
    eg_context *context = v->set->context;
    int64_t some = eg_max_i64(1, 4096 / v->of_element), of_element = v->of_element;
    double *values, *packed = NULL;
    EG_TRY(eg_alloc(context, some * of_element, sizeof *values, &values));
    eg_status status = eg_alloc(context, some * of_element, sizeof *packed, &packed);
    if (status == EG_OK)
        status = eg_parallel_file_seek(file, v->set->offset[0] +
                                                 (v->set->before + begin * of_element) *
                                                     (int64_t)eg_real_size(v->set->precision));
    for (int64_t from = begin; from < end && status == EG_OK; from += some) {
        int64_t count = eg_min_i64(some, end - from);
        status = v->source->values(v->source, from, count, values);
        if (status == EG_OK)
            status = eg_parallel_file_write(file, packed,
                                            pack(v->set, values, count * of_element, 1, packed));
    }
    eg_free(context, &values);
    eg_free(context, &packed);
    return status;
}

eg_status eg_snapshot_set_put_from(eg_snapshot_set *set, const eg_snapshot_source *source)
{
    int side = set->degree + 1;
    const streamed_values v = {.set = set, .source = source, .of_element = side * side * side};
    assert(set->file && set->dimension == 3 && set->field_count == 1 &&
           set->field[0].components == 1);
    EG_TRY(eg_parallel_file_in_parts(set->file, set->own / v.of_element,
                                     eg_least_elements((int)v.of_element), put_streamed, &v));
    return eg_parallel_file_end(set->file);
}

eg_status eg_snapshot_set_synchronize(eg_snapshot_set *set, eg_status status)
{
    status = eg_parallel_file_synchronize(set->file, status);
    if (status != EG_OK)
        eg_parallel_file_destroy(&set->file);
    return status;
}

static eg_status publish(eg_snapshot_set *set, const eg_snapshot_stamp *stamp)
{
    snapshot_content content = {.set = set, .stamp = stamp};
    char ending[64];
    int64_t length;
    EG_TRY(lay_out(set, set->file, make_snapshot, &content, &length));
    assert(length == set->length && memcmp(content.offset, set->offset, sizeof set->offset) == 0);
    EG_TRY(eg_parallel_file_publish(set->file, length));
    eg_snapshot_name(set->count, ending);
    return eg_snapshot_index_add(set, stamp->time, ending);
}

eg_status eg_snapshot_set_publish(eg_snapshot_set *set, const eg_snapshot_stamp *stamp)
{
    assert(set && set->file && stamp);
    eg_status status = is_first(set) ? publish(set, stamp) : EG_OK;
    eg_parallel_file_destroy(&set->file);
    EG_TRY(status);
    set->count++;
    size_t size = eg_real_size(set->precision);
    for (int f = 0; f < set->field_count; f++)
        set->bytes += set->own * columns_of(&set->field[f]) * (int64_t)size;
    return EG_OK;
}

void eg_snapshot_set_drop(eg_snapshot_set *set)
{
    eg_parallel_file_destroy(&set->file);
}

eg_status eg_snapshot_set_write(eg_snapshot_set *set, const eg_snapshot_stamp *stamp,
                                const double *const *values)
{
    assert(!set->comm);
    EG_TRY(eg_snapshot_set_begin(set));
    eg_status status = eg_snapshot_set_put(set, values);
    if (status == EG_OK)
        return eg_snapshot_set_publish(set, stamp);
    eg_snapshot_set_drop(set);
    return status;
}

/* ---- one file with its mesh: a set with nothing but that
 * -------------------------------------------------------------------------------------------- */

typedef struct one_content {
    snapshot_content fields;
    eg_grid_offsets grid;
} one_content;

static eg_status make_one(eg_h5 *h5, void *given)
{
    one_content *content = given;
    const eg_snapshot_set *set = content->fields.set;
    EG_TRY(eg_grid_lay_out(h5, set->grid, &content->grid));
    EG_TRY(eg_h5_write_stamp(h5, content->fields.stamp, set->case_hash, set->degree));
    return lay_out_fields(h5, &content->fields);
}

/* What needs no other rank but the file, which is begun. */
static eg_status put_one(eg_snapshot_set *set, const eg_mesh *mesh, const eg_snapshot_one *one,
                         int64_t *length)
{
    one_content content = {.fields = {.set = set, .stamp = &one->stamp}};
    EG_TRY(lay_out(set, is_first(set) ? set->file : NULL, make_one, &content, length));
    memcpy(set->offset, content.fields.offset, sizeof set->offset);
    EG_TRY(put_grid(mesh, set->file, set->degree, &content.grid));
    return eg_snapshot_set_put(set, one->values);
}

static eg_status write_one(eg_snapshot_set *set, const eg_mesh *mesh, const eg_snapshot_one *one,
                           eg_status status)
{
    int64_t length = 0;
    EG_TRY(agree(set, status));
    EG_TRY(find_ranks(set));
    EG_TRY(begin_file(set, ".vtkhdf"));
    status = eg_parallel_file_synchronize(set->file, put_one(set, mesh, one, &length));
    if (status == EG_OK)
        status = eg_parallel_file_publish(set->file, length);
    eg_parallel_file_destroy(&set->file);
    return agree(set, status);
}

eg_status eg_snapshot_write_one(eg_context *context, const eg_mesh *mesh,
                                const eg_snapshot_one *one)
{
    eg_snapshot_set *set = NULL;
    const eg_comm *comm = one->comm && eg_comm_size(one->comm) > 1 ? one->comm : NULL;
    const eg_snapshot_set_options options = {.folder = one->folder,
                                             .name = one->name,
                                             .case_hash = one->case_hash,
                                             .precision = one->precision};
    eg_status status = eg_alloc(context, 1, sizeof *set, &set);
    if (comm)
        status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        set->context = set->entries.context = context;
        set->comm = comm;
        status = fill_set(set, mesh, one->fields, one->field_count, &options);
        status = write_one(set, mesh, one, status);
    }
    eg_snapshot_set_destroy(&set);
    return status;
}

int64_t eg_snapshot_value_count(const eg_mesh *mesh, int degree)
{
    eg_grid_size own = is_plane(mesh) ? eg_grid_size_of_mesh(eg_plane_of(mesh), degree)
                                      : size_of_cells(mesh, mesh->own, degree);
    return values_of(own, degree);
}

int64_t eg_snapshot_all_values(const eg_mesh *mesh, int degree)
{
    return values_of(size_of_whole(mesh, degree), degree);
}

int64_t eg_snapshot_set_count(const eg_snapshot_set *set)
{
    return set->count;
}

const char *eg_snapshot_set_entries(const eg_snapshot_set *set)
{
    return set->entries.data ? set->entries.data : "";
}

int64_t eg_snapshot_set_bytes(const eg_snapshot_set *set)
{
    return set->bytes;
}

void eg_snapshot_set_destroy(eg_snapshot_set **set)
{
    if (!set || !*set)
        return;
    eg_context *context = (*set)->context;
    if (context)
        eg_snapshot_set_settle(*set);
    eg_parallel_file_destroy(&(*set)->file);
    eg_free(context, &(*set)->folder);
    eg_free(context, &(*set)->name);
    eg_free(context, &(*set)->case_hash);
    (*set)->entries.context = context;
    eg_text_free(&(*set)->entries);
    eg_free(context, set);
}
