/* One file with its mesh: a set with nothing but that. */
#include "io/snapshot/set.h"

#include <string.h>

typedef struct one_content {
    eg_snapshot_content fields;
    eg_grid_offsets grid;
} one_content;

static eg_status make_one(eg_h5 *h5, void *given)
{
    one_content *content = given;
    const eg_snapshot_set *set = content->fields.set;
    EG_TRY(eg_grid_lay_out(h5, set->grid, &content->grid));
    EG_TRY(eg_h5_write_stamp(h5, content->fields.stamp, set));
    return eg_snapshot_lay_out_fields(h5, &content->fields);
}

/* What needs no other rank but the file, which is begun. */
static eg_status put_one(eg_snapshot_set *set, const eg_mesh *mesh, const eg_snapshot_one *one,
                         int64_t *length)
{
    one_content content = {.fields = {.set = set, .stamp = &one->stamp}};
    EG_TRY(
        eg_snapshot_lay_out(set, eg_snapshot_is_first(set) ? set->file : NULL, make_one, &content, length));
    memcpy(set->offset, content.fields.offset, sizeof set->offset);
    EG_TRY(eg_grid_put(set->file, mesh, set->degree, NULL, &content.grid));
    return eg_snapshot_set_put(set, one->values);
}

static eg_status write_one(eg_snapshot_set *set, const eg_mesh *mesh, const eg_snapshot_one *one,
                           eg_status status)
{
    int64_t length = 0;
    EG_TRY(eg_comm_agree(set->comm, status));
    EG_TRY(eg_snapshot_find_ranks(set));
    EG_TRY(eg_snapshot_begin_file(set, ".vtkhdf"));
    status = eg_parallel_file_synchronize(set->file, put_one(set, mesh, one, &length));
    if (status == EG_OK)
        status = eg_parallel_file_publish(set->file, length);
    eg_parallel_file_destroy(&set->file);
    return eg_comm_agree(set->comm, status);
}

eg_status eg_snapshot_write_one(eg_context *context, const eg_mesh *mesh, const eg_snapshot_one *one)
{
    EG_ENDS_WITH(eg_snapshot_set_destroy) eg_snapshot_set *set = NULL;
    const eg_snapshot_set_options options = {.folder = one->folder,
                                             .name = one->name,
                                             .case_hash = one->case_hash,
                                             .start = one->start,
                                             .precision = one->precision};
    EG_TRY(eg_snapshot_set_make(context, one->comm, &set));
    eg_status status = eg_snapshot_fill_set(set, mesh, one->fields, one->field_count, &options);
    return write_one(set, mesh, one, status);
}
