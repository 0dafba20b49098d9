/* What every snapshot file holds of its moment; and a snapshot that is one file with its mesh. */
#include "io/snapshot_grid.h"

#include <stdio.h>

eg_status eg_h5_write_moment(eg_h5 *h5, const eg_snapshot_moment *moment, const char *case_hash,
                             int degree)
{
    char hash[17];
    int64_t given = degree;
    hid_t group, root = h5->root;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)moment->state_hash);
    EG_TRY(eg_h5_attribute_text(h5, root, "eagre_version", EAGRE_VERSION));
    EG_TRY(eg_h5_attribute_text(h5, root, "case_hash", case_hash));
    EG_TRY(eg_h5_attribute(h5, root, "step", H5T_NATIVE_INT64, H5T_STD_I64LE, &moment->step));
    EG_TRY(eg_h5_attribute(h5, root, "time", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, &moment->time));
    EG_TRY(eg_h5_attribute_text(h5, root, "state_hash", hash));
    if (degree > 0)
        EG_TRY(eg_h5_attribute(h5, root, "degree", H5T_NATIVE_INT64, H5T_STD_I64LE, &given));
    EG_TRY(eg_h5_group(h5, "FieldData", &group));
    eg_status status =
        eg_h5_write(h5, group, "TimeValue", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, 1, 0, &moment->time);
    H5Gclose(group);
    return status;
}

static eg_status write_one(eg_h5 *h5, const eg_mesh *mesh, const eg_snapshot_one *one)
{
    hid_t group, type = one->precision == EG_F32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    EG_TRY(eg_h5_create(h5));
    EG_TRY(eg_grid_write(h5, mesh, 0));
    EG_TRY(eg_h5_write_moment(h5, &one->moment, one->case_hash, 0));
    EG_TRY(eg_h5_group(h5, "CellData", &group));
    eg_status status = EG_OK;
    for (int f = 0; f < one->field_count && status == EG_OK; f++)
        status = eg_h5_write_field(h5, group, one->fields[f].name, type, mesh->cells,
                                   one->fields[f].components, one->values[f], one->fields[f].unit);
    H5Gclose(group);
    return status == EG_OK ? eg_h5_commit(h5) : status;
}

eg_status eg_snapshot_write_one(eg_context *context, const eg_mesh *mesh,
                                const eg_snapshot_one *one)
{
    eg_h5 h5 = {.context = context, .failure = EG_IO, .path = one->path};
    eg_h5_begin(&h5);
    eg_status status = write_one(&h5, mesh, one);
    eg_h5_end(&h5);
    return status;
}
