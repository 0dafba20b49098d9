/* Writing: files without dates (equal content gives equal bytes) and contiguous datasets. HDF5 cannot give up
 * a file that the disk does not take, and would fail at exit; so it works in memory. */
#include "io/snapshot/vtkhdf.h"

#include <stdlib.h>
#include <string.h>

static hid_t undated(hid_t class)
{
    hid_t list = H5Pcreate(class);
    if (list > 0)
        H5Pset_obj_track_times(list, 0);
    return list;
}

static eg_status write_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t space, hid_t memory_type,
                                 hid_t file_type, const void *value)
{
    EG_H5_HANDLE made = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (made < 0 || H5Awrite(made, memory_type, value) < 0)
        return eg_h5_fail(h5, "attribute %s cannot be written", name);
    return EG_OK;
}

eg_status eg_h5_create(eg_h5 *h5)
{
    const int64_t version[2] = {1, 0};
    const hsize_t two = 2;
    EG_H5_HANDLE list = undated(H5P_GROUP_CREATE), space = H5Screate_simple(1, &two, NULL);
    h5->file = eg_h5_open_file("in memory", &h5->memory);
    EG_TRY(h5->memory.status);
    if (h5->file >= 0)
        h5->root = H5Gcreate2(h5->file, "VTKHDF", H5P_DEFAULT, list, H5P_DEFAULT);
    if (h5->file < 0 || h5->root < 0)
        return eg_h5_fail(h5, "cannot be made");
    EG_TRY(write_attribute(h5, h5->root, "Version", space, H5T_NATIVE_INT64, H5T_STD_I64LE, version));
    return eg_h5_attribute_text(h5, h5->root, "Type", "UnstructuredGrid");
}

static int compare_ranges(const void *left, const void *right)
{
    const eg_h5_range *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

/* Bytes [from, to) of the file go from memory to the spread file. */
static eg_status move_bytes(eg_h5 *h5, eg_parallel_file *file, int64_t from, int64_t to)
{
    char block[4096];
    if (from < to)
        EG_TRY(eg_parallel_file_seek(file, from));
    for (int64_t at = from; at < to;) {
        int64_t bytes = eg_min_i64(to - at, sizeof block);
        eg_h5_memory_read(&h5->memory, at - EG_H5_SEAL, bytes, block);
        EG_TRY(eg_parallel_file_write(file, block, bytes));
        at += bytes;
    }
    return EG_OK;
}

eg_status eg_h5_finish(eg_h5 *h5, eg_parallel_file *file, int64_t *length)
{
    herr_t done = H5Gclose(h5->root);
    h5->root = 0;
    done = eg_h5_close_file(h5->file) < 0 || done < 0 ? -1 : 0;
    h5->file = 0;
    if (done < 0)
        return eg_h5_fail(h5, "cannot be made");
    EG_TRY(h5->memory.status);
    *length = EG_H5_SEAL + h5->memory.end;
    qsort(h5->range, (size_t)h5->ranges, sizeof *h5->range, compare_ranges);
    int64_t at = EG_H5_SEAL;
    for (int i = 0; file && i < h5->ranges; i++) {
        EG_TRY(move_bytes(h5, file, at, h5->range[i].at));
        at = h5->range[i].at + h5->range[i].bytes;
    }
    return file ? move_bytes(h5, file, at, *length) : EG_OK;
}

eg_status eg_h5_group(eg_h5 *h5, const char *name, hid_t *group)
{
    EG_H5_HANDLE list = undated(H5P_GROUP_CREATE);
    *group = H5Gcreate2(h5->root, name, H5P_DEFAULT, list, H5P_DEFAULT);
    return *group < 0 ? eg_h5_fail(h5, "group %s cannot be written", name) : EG_OK;
}

static eg_status create_dataset(eg_h5 *h5, hid_t group, const char *name, hid_t type, int64_t rows,
                                int64_t columns, hid_t *dataset)
{
    const hsize_t extent[2] = {(hsize_t)rows, (hsize_t)columns};
    EG_H5_HANDLE space = H5Screate_simple(columns ? 2 : 1, extent, NULL);
    EG_H5_HANDLE list = undated(H5P_DATASET_CREATE);
    H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    *dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    return *dataset < 0 ? eg_h5_fail(h5, "dataset %s cannot be created", name) : EG_OK;
}

static eg_status close_dataset(eg_h5 *h5, hid_t dataset, const char *name, eg_status status)
{
    if (H5Dclose(dataset) < 0 && status == EG_OK)
        return eg_h5_fail(h5, "dataset %s cannot be closed", name);
    return status;
}

eg_status eg_h5_write(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, hid_t file_type,
                      int64_t rows, const void *data)
{
    hid_t dataset;
    EG_TRY(create_dataset(h5, group, name, file_type, rows, 0, &dataset));
    eg_status status = EG_OK;
    if (H5Dwrite(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        status = eg_h5_fail(h5, "dataset %s cannot be written", name);
    return close_dataset(h5, dataset, name, status);
}

/* The place of a dataset's bytes; one without bytes has none. */
static eg_status find_dataset_place(eg_h5 *h5, hid_t dataset, const char *name, int64_t bytes, int64_t *at)
{
    *at = EG_H5_SEAL;
    if (bytes == 0)
        return EG_OK;
    haddr_t address = H5Dget_offset(dataset);
    if (address == HADDR_UNDEF)
        return eg_h5_fail(h5, "dataset %s has no place", name);
    *at += (int64_t)address;
    assert(h5->ranges < EG_H5_RANGES);
    h5->range[h5->ranges++] = (eg_h5_range){.at = *at, .bytes = bytes};
    return EG_OK;
}

eg_status eg_h5_lay_out(eg_h5 *h5, hid_t group, const char *name, hid_t file_type, int64_t rows,
                        int64_t columns, const char *unit, int64_t *at)
{
    hid_t dataset;
    int64_t bytes = rows * (columns ? columns : 1) * (int64_t)H5Tget_size(file_type);
    EG_TRY(create_dataset(h5, group, name, file_type, rows, columns, &dataset));
    eg_status status = find_dataset_place(h5, dataset, name, bytes, at);
    if (status == EG_OK && unit)
        status = eg_h5_attribute_text(h5, dataset, "unit", unit);
    return close_dataset(h5, dataset, name, status);
}

eg_status eg_h5_attribute_text(eg_h5 *h5, hid_t object, const char *name, const char *text)
{
    /* VTK wants fixed-length strings; HDF5 has none of length 0, so an empty one is a zero byte. */
    EG_H5_HANDLE type = H5Tcopy(H5T_C_S1);
    size_t length = strlen(text);
    H5Tset_size(type, length ? length : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    return eg_h5_attribute(h5, object, name, type, type, text);
}

eg_status eg_h5_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type, hid_t file_type,
                          const void *value)
{
    EG_H5_HANDLE space = H5Screate(H5S_SCALAR);
    return write_attribute(h5, object, name, space, memory_type, file_type, value);
}

eg_status eg_h5_link(eg_h5 *h5, const char *name, const char *target)
{
    char inside[64] = "/VTKHDF/";
    assert(strlen(inside) + strlen(name) < sizeof inside);
    strcat(inside, name);
    if (H5Lcreate_external(target, inside, h5->root, name, H5P_DEFAULT, H5P_DEFAULT) < 0)
        return eg_h5_fail(h5, "link %s cannot be written", name);
    return EG_OK;
}
