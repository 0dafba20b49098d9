/* Reading: nothing in a file is believed before it has been checked. */
#include "io/snapshot/vtkhdf.h"

#include <string.h>
#include <unistd.h>

static eg_status check_type(eg_h5 *h5)
{
    char type[64];
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "Type", type, sizeof type));
    if (strcmp(type, "UnstructuredGrid") != 0)
        return eg_h5_fail(h5, "is a VTKHDF file of type '%s', not of 'UnstructuredGrid'", type);
    int64_t version[2] = {0, 0};
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "Version", H5T_NATIVE_INT64, version));
    if (version[0] < 1 || version[0] > 2)
        return eg_h5_fail(h5, "has VTKHDF version %lld.%lld; 1 and 2 are read", (long long)version[0],
                          (long long)version[1]);
    return EG_OK;
}

eg_status eg_h5_open(eg_h5 *h5)
{
    EG_TRY(eg_h5_check(h5));
    h5->file = eg_h5_open_file(h5->path, NULL);
    if (h5->file < 0)
        return eg_h5_fail(h5, "is not a whole HDF5 file (a snapshot ends in .vtkhdf)");
    if (H5Lexists(h5->file, "VTKHDF", H5P_DEFAULT) > 0)
        h5->root = H5Gopen2(h5->file, "VTKHDF", H5P_DEFAULT);
    if (h5->root <= 0)
        return eg_h5_fail(h5, "is an HDF5 file without the group /VTKHDF: not a snapshot");
    return check_type(h5);
}

eg_status eg_h5_check_link(eg_h5 *h5, const char *name)
{
    H5L_info_t info;
    char value[512];
    unsigned flags;
    const char *file, *object;
    if (H5Lget_info(h5->root, name, &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_EXTERNAL)
        return EG_OK;
    if (info.u.val_size > sizeof value || H5Lget_val(h5->root, name, value, sizeof value, H5P_DEFAULT) < 0 ||
        H5Lunpack_elink_val(value, info.u.val_size, &flags, &file, &object) < 0)
        return eg_h5_fail(h5, "link %s cannot be read", name);
    EG_SCRATCH char *folder = NULL, *path = NULL;
    EG_TRY(eg_path_folder(h5->context, h5->path, &folder));
    EG_TRY(eg_path_join(h5->context, folder, file, &path));
    if (access(path, R_OK) != 0)
        return eg_fail(h5->context, h5->failure,
                       "%s: lacks the file with its mesh, %s: it is missing or may not be read; "
                       "keep the files of a run together",
                       h5->path, path);
    eg_h5 other = {.context = h5->context, .failure = h5->failure, .path = path};
    return eg_h5_check(&other);
}

static eg_status open_dataset(eg_h5 *h5, hid_t group, const char *name, hid_t *dataset)
{
    if (H5Lexists(group, name, H5P_DEFAULT) <= 0)
        return eg_h5_fail(h5, "lacks the dataset %s", name);
    *dataset = H5Dopen2(group, name, H5P_DEFAULT);
    if (*dataset >= 0)
        return EG_OK;
    return eg_h5_fail(h5, "dataset %s cannot be opened", name);
}

static eg_status dataset_shape(eg_h5 *h5, hid_t dataset, const char *name, int64_t *rows, int64_t *columns)
{
    hsize_t extent[2] = {0, 1};
    EG_H5_HANDLE space = H5Dget_space(dataset);
    int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    if (rank == 1 || rank == 2)
        H5Sget_simple_extent_dims(space, extent, NULL);
    if (rank != 1 && rank != 2)
        return eg_h5_fail(h5, "dataset %s has rank %d, not 1 or 2", name, rank);
    if (extent[0] > (hsize_t)1 << 40 || extent[1] > 64)
        return eg_h5_fail(h5, "dataset %s claims %llu rows of %llu", name, (unsigned long long)extent[0],
                          (unsigned long long)extent[1]);
    *rows = (int64_t)extent[0];
    *columns = (int64_t)extent[1];
    if (*rows > 0 && H5Dget_storage_size(dataset) == 0)
        return eg_h5_fail(h5, "dataset %s was never filled", name);
    return EG_OK;
}

eg_status eg_h5_shape(eg_h5 *h5, hid_t group, const char *name, int64_t *rows, int64_t *columns)
{
    EG_H5_HANDLE dataset = -1;
    EG_TRY(open_dataset(h5, group, name, &dataset));
    return dataset_shape(h5, dataset, name, rows, columns);
}

eg_status eg_h5_read(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, int64_t rows,
                     int64_t columns, void *data)
{
    EG_H5_HANDLE dataset = -1;
    int64_t has_rows = 0, has_columns = 0;
    EG_TRY(open_dataset(h5, group, name, &dataset));
    EG_TRY(dataset_shape(h5, dataset, name, &has_rows, &has_columns));
    if (has_rows != rows || has_columns != columns)
        return eg_h5_fail(h5, "dataset %s has %lld x %lld numbers where %lld x %lld belong", name,
                          (long long)has_rows, (long long)has_columns, (long long)rows, (long long)columns);
    if (rows > 0 && H5Dread(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        return eg_h5_fail(h5, "dataset %s cannot be read", name);
    return EG_OK;
}

eg_status eg_h5_real_size(eg_h5 *h5, hid_t group, const char *name, bool *real, size_t *size)
{
    EG_H5_HANDLE dataset = -1;
    EG_TRY(open_dataset(h5, group, name, &dataset));
    EG_H5_HANDLE type = H5Dget_type(dataset);
    *real = H5Tget_class(type) == H5T_FLOAT;
    *size = H5Tget_size(type);
    return EG_OK;
}

/* Reads a fixed or variable-length string of one element into text[room]. */
static herr_t read_h5_text(hid_t attribute, hid_t type, char *text, size_t room)
{
    EG_H5_HANDLE memory = H5Tcopy(H5T_C_S1);
    if (H5Tis_variable_str(type) <= 0) {
        H5Tset_size(memory, room); /* null-terminated: HDF5 cuts a longer text and ends it */
        return H5Aread(attribute, memory, text);
    }
    char *held = NULL;
    H5Tset_size(memory, H5T_VARIABLE);
    herr_t done = H5Aread(attribute, memory, &held);
    if (done >= 0 && held) {
        strncpy(text, held, room - 1);
        H5free_memory(held);
    }
    return done;
}

/* Number of elements of an attribute. */
static int64_t attribute_count(hid_t attribute)
{
    EG_H5_HANDLE space = H5Aget_space(attribute);
    return space < 0 ? -1 : (int64_t)H5Sget_simple_extent_npoints(space);
}

eg_status eg_h5_read_attribute_text(eg_h5 *h5, hid_t object, const char *name, char *text, size_t room)
{
    memset(text, 0, room);
    if (H5Aexists(object, name) <= 0)
        return EG_OK;
    EG_H5_HANDLE attribute = H5Aopen(object, name, H5P_DEFAULT);
    EG_H5_HANDLE type = attribute < 0 ? -1 : H5Aget_type(attribute);
    bool good = type >= 0 && H5Tget_class(type) == H5T_STRING && attribute_count(attribute) == 1 &&
                read_h5_text(attribute, type, text, room) >= 0;
    return good ? EG_OK : eg_h5_fail(h5, "attribute %s cannot be read as a text", name);
}

eg_status eg_h5_read_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type, void *value)
{
    if (H5Aexists(object, name) <= 0)
        return EG_OK;
    /* Version has two elements, all else one; both fit what the callers pass. */
    int64_t most = strcmp(name, "Version") == 0 ? 2 : 1;
    EG_H5_HANDLE attribute = H5Aopen(object, name, H5P_DEFAULT);
    bool good =
        attribute >= 0 && attribute_count(attribute) == most && H5Aread(attribute, memory_type, value) >= 0;
    return good ? EG_OK : eg_h5_fail(h5, "attribute %s cannot be read as a number", name);
}
