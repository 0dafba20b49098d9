/* A snapshot of a set: how its file is laid out, and what is put into it. */
#include "io/snapshot/set.h"

#include <stdio.h>
#include <string.h>

#include "base/parallel.h"

/* The geometry that every snapshot links to. The three counts are written in each file. */
static const char *const linked[] = {"Points", "Connectivity", "Offsets", "Types"};
enum { LINKED = 4 };

/* Columns in the file. */
static int stored_columns(int components)
{
    return components == 2 ? 3 : components;
}

eg_status eg_snapshot_lay_out_fields(eg_h5 *h5, eg_snapshot_content *content)
{
    const eg_snapshot_set *set = content->set;
    EG_H5_HANDLE group = -1;
    hid_t type = set->precision == EG_F32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    EG_TRY(eg_h5_group(h5, set->degree > 0 ? "PointData" : "CellData", &group));
    for (int f = 0; f < set->field_count; f++) {
        int columns = stored_columns(set->field[f].components);
        EG_TRY(eg_h5_lay_out(h5, group, set->field[f].name, type, set->values, columns == 1 ? 0 : columns,
                             set->field[f].unit, &content->offset[f]));
    }
    return EG_OK;
}

static eg_status make_snapshot(eg_h5 *h5, void *given)
{
    eg_snapshot_content *content = given;
    const eg_snapshot_set *set = content->set;
    EG_TRY(eg_grid_write_size(h5, set->grid));
    char target[256], ending[64];
    eg_snapshot_mesh_name(set, ending);
    snprintf(target, sizeof target, "%s%s", set->name, ending);
    for (int i = 0; i < LINKED; i++)
        EG_TRY(eg_h5_link(h5, linked[i], target));
    EG_TRY(eg_h5_write_stamp(h5, content->stamp, set));
    const int64_t common = 1;
    if (set->dimension == 3)
        EG_TRY(eg_h5_attribute(h5, h5->root, "dimension", H5T_NATIVE_INT64, H5T_STD_I64LE, &set->dimension));
    if (set->common)
        EG_TRY(eg_h5_attribute(h5, h5->root, "common_nodes", H5T_NATIVE_INT64, H5T_STD_I64LE, &common));
    return eg_snapshot_lay_out_fields(h5, content);
}

/* Where the values stand in every snapshot: it does not depend on the moment. */
eg_status eg_snapshot_find_places(eg_snapshot_set *set)
{
    const eg_snapshot_stamp any = {0};
    eg_snapshot_content content = {.set = set, .stamp = &any};
    EG_TRY(eg_snapshot_lay_out(set, NULL, make_snapshot, &content, &set->length));
    memcpy(set->offset, content.offset, sizeof set->offset);
    return EG_OK;
}

/* ---- values */

eg_status eg_snapshot_set_begin(eg_snapshot_set *set)
{
    char ending[64];
    EG_TRY(eg_snapshot_set_settle(set));
    eg_snapshot_name(set->count, ending);
    EG_TRY(eg_snapshot_begin_file(set, ending));
    eg_parallel_file_reserve(set->file, set->length);
    return EG_OK;
}

/* The rows as the file has them: a vector of the plane has a third component, 0. */
static int64_t pack_values(const eg_snapshot_set *set, const double *values, int64_t rows, int columns,
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

static eg_status put_field_rows(eg_parallel_file *file, const void *with, int64_t begin, int64_t end)
{
    enum { ROWS = 512 }; /* small enough for the cache */
    const field_values *v = with;
    const eg_snapshot_set *set = v->set;
    double packed[6 * ROWS];
    int columns = set->field[v->field].components, stored = stored_columns(columns);
    int64_t row = stored * (int64_t)eg_real_size(set->precision);
    EG_TRY(eg_parallel_file_seek(file, set->offset[v->field] + (set->before + begin) * row));
    if (set->precision == EG_F64 && columns == stored) /* as they are */
        return eg_parallel_file_write(file, &v->values[begin * columns], (end - begin) * row);
    for (int64_t from = begin; from < end; from += ROWS) {
        int64_t rows = eg_min_i64(ROWS, end - from);
        int64_t bytes = pack_values(set, &v->values[from * columns], rows, columns, packed);
        EG_TRY(eg_parallel_file_write(file, packed, bytes));
    }
    return EG_OK;
}

/* Of the values of some own elements, from number `first` of them on, those at nodes that they are the first
 * to have; gives their number. */
static int64_t take_new_values(const eg_snapshot_set *set, int64_t first, int64_t elements, int columns,
                               const double *values, double *taken)
{
    int64_t volume = set->own / set->mesh->base.own, rows = 0;
    int16_t place[EG_GRID_NODES];
    for (int64_t e = 0; e < elements; e++) {
        int count = eg_grid_new_nodes(set->mesh, set->common, set->mesh->base.own_first + first + e, place);
        for (int n = 0; n < count; n++, rows++)
            for (int c = 0; c < columns; c++)
                taken[rows * columns + c] = values[(e * volume + place[n]) * columns + c];
    }
    return rows;
}

/* The first value of an own element in a file. */
static int64_t first_value(const eg_snapshot_set *set, int64_t element)
{
    const eg_mesh *mesh = &set->mesh->base;
    return element < mesh->own ? set->common->begin[mesh->own_first + element] : 0;
}

/* The own values of a field, of which cells have some in common. */
static eg_status put_common_rows(eg_parallel_file *file, const void *with, int64_t begin, int64_t end)
{
    const field_values *v = with;
    const eg_snapshot_set *set = v->set;
    int64_t volume = set->own / eg_max_i64(1, set->mesh->base.own);
    int columns = set->field[v->field].components, stored = stored_columns(columns);
    EG_SCRATCH double *taken = NULL, *packed = NULL;
    EG_TRY(EG_ALLOC(set->context, EG_BLOCK(volume * columns, taken), EG_BLOCK(volume * stored, packed)));
    EG_TRY(eg_parallel_file_seek(file, set->offset[v->field] + first_value(set, begin) * stored *
                                                                   (int64_t)eg_real_size(set->precision)));
    for (int64_t e = begin; e < end; e++) {
        int64_t rows = take_new_values(set, e, 1, columns, &v->values[e * volume * columns], taken);
        EG_TRY(eg_parallel_file_write(file, packed, pack_values(set, taken, rows, columns, packed)));
    }
    return EG_OK;
}

/* Models that take steps write on a thread of their own, while steps go on: there it is one thread. */
eg_status eg_snapshot_set_put_field(eg_snapshot_set *set, int field, const double *values)
{
    enum { LEAST = 1 << 16 };
    assert(set && set->file && field >= 0 && field < set->field_count);
    const field_values v = {.set = set, .field = field, .values = values};
    if (set->common)
        return eg_parallel_file_in_parts(set->file, set->mesh->base.own, LEAST / 64, put_common_rows, &v);
    return set->dimension == 3 ? eg_parallel_file_in_parts(set->file, set->own, LEAST, put_field_rows, &v)
                               : put_field_rows(set->file, &v, 0, set->own);
}

eg_status eg_snapshot_set_put_end(eg_snapshot_set *set)
{
    return eg_parallel_file_end(set->file);
}

eg_status eg_snapshot_set_put(eg_snapshot_set *set, const double *const *values)
{
    assert(set && set->file && (values || set->field_count == 0));
    for (int f = 0; f < set->field_count; f++)
        EG_TRY(eg_snapshot_set_put_field(set, f, values[f]));
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
    const eg_snapshot_set *set = v->set;
    int64_t before = set->common ? first_value(set, begin) : set->before + begin * of_element;
    EG_SCRATCH double *values = NULL, *packed = NULL, *taken = NULL;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(some * of_element, values), EG_BLOCK(some * of_element, packed),
                    EG_BLOCK(set->common ? some * of_element : 0, taken)));
    EG_TRY(eg_parallel_file_seek(file, set->offset[0] + before * (int64_t)eg_real_size(set->precision)));
    for (int64_t from = begin; from < end; from += some) {
        int64_t count = eg_min_i64(some, end - from);
        EG_TRY(v->source->values(v->source, from, count, values));
        int64_t rows = set->common ? take_new_values(set, from, count, 1, values, taken) : count * of_element;
        const double *given = set->common ? taken : values;
        EG_TRY(eg_parallel_file_write(file, packed, pack_values(set, given, rows, 1, packed)));
    }
    return EG_OK;
}

eg_status eg_snapshot_set_put_from(eg_snapshot_set *set, const eg_snapshot_source *source)
{
    int side = set->degree + 1;
    const streamed_values v = {.set = set, .source = source, .of_element = side * side * side};
    assert(set->file && set->dimension == 3 && set->field_count == 1 && set->field[0].components == 1);
    EG_TRY(eg_parallel_file_in_parts(set->file, set->own / v.of_element, eg_least_elements((int)v.of_element),
                                     put_streamed, &v));
    return eg_parallel_file_end(set->file);
}

eg_status eg_snapshot_set_synchronize(eg_snapshot_set *set, eg_status status)
{
    status = eg_parallel_file_synchronize(set->file, status);
    if (status != EG_OK)
        eg_parallel_file_destroy(&set->file);
    return status;
}

eg_status eg_snapshot_set_complete(eg_snapshot_set *set, const eg_snapshot_stamp *stamp)
{
    eg_snapshot_content content = {.set = set, .stamp = stamp};
    int64_t length;
    EG_TRY(eg_snapshot_lay_out(set, set->file, make_snapshot, &content, &length));
    assert(length == set->length && memcmp(content.offset, set->offset, sizeof set->offset) == 0);
    return eg_parallel_file_complete(set->file, length);
}

/* ---- names */

/* Names in order, the folder, the index. Of what fails nothing is in the index. */
static eg_status name_files(eg_snapshot_set *set, eg_snapshot_set *const *ahead, int files,
                            const eg_snapshot_stamp *stamps)
{
    EG_SCRATCH char *path = NULL;
    for (int i = 0; i < files; i++) {
        EG_TRY(eg_parallel_file_name(ahead[i]->file));
        eg_snapshot_index_add(set, stamps[i].time);
        set->count++;
    }
    EG_TRY(set->entries.status);
    EG_TRY(eg_snapshot_path(set, "", &path));
    EG_TRY(eg_file_synchronise_folder(set->context, path));
    return eg_snapshot_index_write(set);
}

eg_status eg_snapshot_set_name(eg_snapshot_set *set, eg_snapshot_set *const *ahead, int files,
                               const eg_snapshot_stamp *stamps)
{
    int64_t count = set->count, length = set->entries.length;
    eg_status status = name_files(set, ahead, files, stamps);
    for (int i = 0; i < files; i++)
        eg_parallel_file_destroy(&ahead[i]->file);
    if (status == EG_OK)
        return EG_OK;
    eg_snapshot_index_cut(set, length);
    set->count = count;
    return status;
}

eg_status eg_snapshot_set_publish(eg_snapshot_set *set, const eg_snapshot_stamp *stamp)
{
    assert(set && set->file && stamp);
    eg_status status = EG_OK;
    if (eg_snapshot_is_first(set)) {
        status = eg_snapshot_set_complete(set, stamp);
        if (status == EG_OK)
            status = eg_snapshot_set_name(set, &set, 1, stamp);
    } else {
        set->count++;
    }
    eg_parallel_file_destroy(&set->file);
    return status;
}

void eg_snapshot_set_drop(eg_snapshot_set *set)
{
    eg_parallel_file_destroy(&set->file);
}
