/* What the files of a set have together: how they begin, and how they are laid out. */
#include "io/snapshot/set.h"

/* Begins a file: rank 0 makes it, then the others open it. Collective; all agree on the status. */
eg_status eg_snapshot_begin_file(eg_snapshot_set *set, const char *ending)
{
    char *path = NULL;
    assert(!set->file);
    eg_status status = eg_snapshot_path(set, ending, &path);
    if (status == EG_OK && eg_snapshot_is_first(set))
        status = eg_parallel_file_begin(set->context, set->comm, path, set->process, set->keeps, &set->file);
    status = eg_snapshot_agree(set, status);
    if (status == EG_OK && !eg_snapshot_is_first(set))
        status = eg_parallel_file_begin(set->context, set->comm, path, set->process, set->keeps, &set->file);
    EG_FREE(&path);
    status = eg_snapshot_agree(set, status);
    if (status != EG_OK)
        eg_parallel_file_destroy(&set->file);
    return status;
}

/* Lays a file out with `make`; what is not laid out goes to `spread`, unless that is NULL. */
eg_status eg_snapshot_lay_out(eg_snapshot_set *set, eg_parallel_file *file,
                              eg_status (*make)(eg_h5 *h5, void *content), void *content, int64_t *length)
{
    EG_ENDS_WITH(eg_h5_end) eg_h5 h5 = {.context = set->context, .failure = EG_IO, .path = set->name};
    eg_h5_begin(&h5);
    EG_TRY(eg_h5_create(&h5));
    EG_TRY(make(&h5, content));
    return eg_h5_finish(&h5, file, length);
}
