/* What every snapshot file holds of its time and state. */
#include "io/snapshot/grid.h"

#include <stdio.h>

eg_status eg_h5_write_stamp(eg_h5 *h5, const eg_snapshot_stamp *stamp, const char *case_hash, int degree)
{
    char hash[17];
    int64_t given = degree;
    EG_H5_HANDLE group = -1;
    hid_t root = h5->root;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)stamp->state_hash);
    EG_TRY(eg_h5_attribute_text(h5, root, "eagre_version", EAGRE_VERSION));
    EG_TRY(eg_h5_attribute_text(h5, root, "case_hash", case_hash));
    EG_TRY(eg_h5_attribute(h5, root, "step", H5T_NATIVE_INT64, H5T_STD_I64LE, &stamp->step));
    EG_TRY(eg_h5_attribute(h5, root, "time", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, &stamp->time));
    EG_TRY(eg_h5_attribute_text(h5, root, "state_hash", hash));
    if (degree > 0)
        EG_TRY(eg_h5_attribute(h5, root, "degree", H5T_NATIVE_INT64, H5T_STD_I64LE, &given));
    EG_TRY(eg_h5_group(h5, "FieldData", &group));
    return eg_h5_write(h5, group, "TimeValue", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, 1, &stamp->time);
}
