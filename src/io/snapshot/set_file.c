/* What the files of a set have together: how they begin, how they are laid out, what they hold of time and
 * state. */
#include "io/snapshot/set.h"

#include <stdio.h>

eg_status eg_snapshot_begin_file(eg_snapshot_set *set, const char *ending)
{
    EG_SCRATCH char *path = NULL;
    assert(!set->file);
    eg_status status = eg_snapshot_path(set, ending, &path);
    for (int others = 0; others < 2; others++) {
        if (status == EG_OK && eg_snapshot_is_first(set) != others)
            status =
                eg_parallel_file_begin(set->context, set->comm, path, set->process, set->keeps, &set->file);
        status = eg_comm_agree(set->comm, status);
    }
    if (status != EG_OK)
        eg_parallel_file_destroy(&set->file);
    return status;
}

eg_status eg_snapshot_lay_out(eg_snapshot_set *set, eg_parallel_file *file,
                              eg_status (*make)(eg_h5 *h5, void *content), void *content, int64_t *length)
{
    EG_ENDS_WITH(eg_h5_end) eg_h5 h5 = {.context = set->context, .failure = EG_IO, .path = set->name};
    eg_h5_begin(&h5);
    EG_TRY(eg_h5_create(&h5));
    EG_TRY(make(&h5, content));
    return eg_h5_finish(&h5, file, length);
}

/* The date of time 0, and the unit that CF gives times then. */
static eg_status write_start(eg_h5 *h5, const eg_date *start)
{
    char date[EG_DATE_ROOM];
    if (!start->given)
        return EG_OK;
    eg_date_text(start, 0, date);
    EG_TRY(eg_h5_attribute_text(h5, h5->root, "start", date));
    eg_date_units(start, date);
    return eg_h5_attribute_text(h5, h5->root, "time_units", date);
}

eg_status eg_h5_write_stamp(eg_h5 *h5, const eg_snapshot_stamp *stamp, const eg_snapshot_set *set)
{
    char hash[17];
    int64_t given = set->degree;
    EG_H5_HANDLE group = -1;
    hid_t root = h5->root;
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)stamp->state_hash);
    EG_TRY(eg_h5_attribute_text(h5, root, "eagre_version", EAGRE_VERSION));
    EG_TRY(eg_h5_attribute_text(h5, root, "case_hash", set->case_hash));
    EG_TRY(eg_h5_attribute(h5, root, "step", H5T_NATIVE_INT64, H5T_STD_I64LE, &stamp->step));
    EG_TRY(eg_h5_attribute(h5, root, "time", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, &stamp->time));
    EG_TRY(eg_h5_attribute_text(h5, root, "state_hash", hash));
    EG_TRY(write_start(h5, &set->start));
    if (given > 0)
        EG_TRY(eg_h5_attribute(h5, root, "degree", H5T_NATIVE_INT64, H5T_STD_I64LE, &given));
    EG_TRY(eg_h5_group(h5, "FieldData", &group));
    return eg_h5_write(h5, group, "TimeValue", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, 1, &stamp->time);
}
