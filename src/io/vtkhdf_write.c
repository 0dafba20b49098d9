/* Writing: files without dates (equal content gives equal bytes) and contiguous datasets. */
#include "io/vtkhdf.h"

#include <string.h>

enum { MEMORY_STEP = 1 << 22 }; /* bytes by which a file in memory grows */

static hid_t undated(hid_t class)
{
    hid_t list = H5Pcreate(class);
    if (list > 0)
        H5Pset_obj_track_times(list, 0);
    return list;
}

eg_status eg_h5_create(eg_h5 *h5)
{
    /* In memory: HDF5 cannot give up a file that the disk does not take, and would fail at exit. */
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, MEMORY_STEP, 0);
    h5->file = H5Fcreate(h5->path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    if (h5->file < 0)
        return eg_h5_fail(h5, "cannot be made");
    hid_t list = undated(H5P_GROUP_CREATE);
    h5->root = H5Gcreate2(h5->file, "VTKHDF", H5P_DEFAULT, list, H5P_DEFAULT);
    H5Pclose(list);
    if (h5->root < 0)
        return eg_h5_fail(h5, "cannot be made");
    const int64_t version[2] = {1, 0};
    hsize_t two = 2;
    hid_t space = H5Screate_simple(1, &two, NULL);
    hid_t made = H5Acreate2(h5->root, "Version", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    herr_t done = made < 0 ? -1 : H5Awrite(made, H5T_NATIVE_INT64, version);
    if (made > 0)
        H5Aclose(made);
    H5Sclose(space);
    if (done < 0)
        return eg_h5_fail(h5, "attribute Version cannot be written");
    return eg_h5_attribute_text(h5, h5->root, "Type", "UnstructuredGrid");
}

/* Takes the finished file, with room for the seal in front, out of HDF5. */
static eg_status take_image(eg_h5 *h5, char **image, int64_t *length)
{
    if (H5Gclose(h5->root) < 0 || H5Fflush(h5->file, H5F_SCOPE_LOCAL) < 0)
        return eg_h5_fail(h5, "cannot be made");
    h5->root = 0;
    ssize_t size = H5Fget_file_image(h5->file, NULL, 0);
    if (size <= 0)
        return eg_h5_fail(h5, "cannot be made");
    EG_TRY(eg_alloc(h5->context, EG_H5_SEAL + size, 1, image));
    *length = EG_H5_SEAL + size;
    if (H5Fget_file_image(h5->file, *image + EG_H5_SEAL, (size_t)size) != size)
        return eg_h5_fail(h5, "cannot be made");
    return EG_OK;
}

eg_status eg_h5_commit(eg_h5 *h5)
{
    char *image = NULL;
    int64_t length = 0;
    eg_status status = take_image(h5, &image, &length);
    if (status == EG_OK) {
        H5Fclose(h5->file); /* before writing, so that the file is in memory once, not twice */
        h5->file = 0;
        eg_h5_seal(image, length);
        status = eg_file_write(h5->context, h5->path, image, length);
    }
    eg_free(h5->context, &image);
    return status;
}

eg_status eg_h5_group(eg_h5 *h5, const char *name, hid_t *group)
{
    hid_t list = undated(H5P_GROUP_CREATE);
    *group = H5Gcreate2(h5->root, name, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Pclose(list);
    return *group < 0 ? eg_h5_fail(h5, "group %s cannot be written", name) : EG_OK;
}

static eg_status create_dataset(eg_h5 *h5, hid_t group, const char *name, hid_t type, int64_t rows,
                                int64_t columns, hid_t *dataset)
{
    const hsize_t extent[2] = {(hsize_t)rows, (hsize_t)columns};
    hid_t space = H5Screate_simple(columns ? 2 : 1, extent, NULL);
    hid_t list = undated(H5P_DATASET_CREATE);
    H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
    *dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Pclose(list);
    H5Sclose(space);
    return *dataset < 0 ? eg_h5_fail(h5, "dataset %s cannot be created", name) : EG_OK;
}

static eg_status close_dataset(eg_h5 *h5, hid_t dataset, const char *name, eg_status status)
{
    if (H5Dclose(dataset) < 0 && status == EG_OK)
        return eg_h5_fail(h5, "dataset %s cannot be closed", name);
    return status;
}

eg_status eg_h5_write(eg_h5 *h5, hid_t group, const char *name, hid_t memory_type, hid_t file_type,
                      int64_t rows, int64_t columns, const void *data)
{
    hid_t dataset;
    EG_TRY(create_dataset(h5, group, name, file_type, rows, columns, &dataset));
    eg_status status = EG_OK;
    if (rows > 0 && H5Dwrite(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
        status = eg_h5_fail(h5, "dataset %s cannot be written", name);
    return close_dataset(h5, dataset, name, status);
}

enum { FIELD_PIECE = 16384 }; /* rows converted at a time: small enough for the cache */

/* Writes rows [begin, begin + count) from packed[count][columns]. */
static herr_t write_piece(hid_t dataset, int64_t begin, int64_t count, int columns,
                          const double *packed)
{
    int rank = columns == 1 ? 1 : 2;
    const hsize_t start[2] = {(hsize_t)begin, 0};
    const hsize_t extent[2] = {(hsize_t)count, (hsize_t)columns};
    hid_t target = H5Dget_space(dataset);
    H5Sselect_hyperslab(target, H5S_SELECT_SET, start, NULL, extent, NULL);
    hid_t source = H5Screate_simple(rank, extent, NULL);
    herr_t done = H5Dwrite(dataset, H5T_NATIVE_DOUBLE, source, target, H5P_DEFAULT, packed);
    H5Sclose(source);
    H5Sclose(target);
    return done;
}

static eg_status write_pieces(eg_h5 *h5, hid_t dataset, const char *name, int64_t rows, int columns,
                              int stored, const double *values)
{
    double *packed = NULL;
    EG_TRY(eg_alloc(h5->context, (int64_t)FIELD_PIECE * stored, sizeof *packed, &packed));
    eg_status status = EG_OK;
    for (int64_t begin = 0; begin < rows && status == EG_OK; begin += FIELD_PIECE) {
        int64_t count = eg_min_i64(FIELD_PIECE, rows - begin);
        for (int64_t i = 0; i < count; i++)
            for (int c = 0; c < columns; c++)
                packed[i * stored + c] = values[(begin + i) * columns + c];
        if (write_piece(dataset, begin, count, stored, packed) < 0)
            status = eg_h5_fail(h5, "field %s cannot be written", name);
    }
    eg_free(h5->context, &packed);
    return status;
}

eg_status eg_h5_write_field(eg_h5 *h5, hid_t group, const char *name, hid_t file_type, int64_t rows,
                            int columns, const double *values, const char *unit)
{
    int stored = columns == 1 ? 1 : 3;
    hid_t dataset;
    EG_TRY(create_dataset(h5, group, name, file_type, rows, stored == 1 ? 0 : stored, &dataset));
    eg_status status = write_pieces(h5, dataset, name, rows, columns, stored, values);
    if (status == EG_OK)
        status = eg_h5_attribute_text(h5, dataset, "unit", unit);
    return close_dataset(h5, dataset, name, status);
}

eg_status eg_h5_attribute_text(eg_h5 *h5, hid_t object, const char *name, const char *text)
{
    /* VTK wants fixed-length strings; HDF5 has none of length 0, so an empty one is a zero byte. */
    hid_t type = H5Tcopy(H5T_C_S1);
    size_t length = strlen(text);
    H5Tset_size(type, length ? length : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    eg_status status = eg_h5_attribute(h5, object, name, type, type, text);
    H5Tclose(type);
    return status;
}

eg_status eg_h5_attribute(eg_h5 *h5, hid_t object, const char *name, hid_t memory_type,
                          hid_t file_type, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t made = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    herr_t done = made < 0 ? -1 : H5Awrite(made, memory_type, value);
    if (made > 0)
        H5Aclose(made);
    H5Sclose(space);
    return done < 0 ? eg_h5_fail(h5, "attribute %s cannot be written", name) : EG_OK;
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
