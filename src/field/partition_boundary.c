/* The order of the blocks of a group: the partition boundary first. */
#include "field/halo.h"

static void mark_cell(const eg_layout *layout, int group, int64_t cell, bool *at_boundary)
{
    if (eg_layout_group(layout, cell) == group)
        at_boundary[(eg_layout_slot(layout, cell) >> layout->lane_bits) - layout->first_block[group]] = true;
}

/* Marks the blocks of the group that hold cells which other ranks have as ghosts, or that are `also` to
 * be. */
static void mark_blocks(const eg_mesh *mesh, const eg_layout *layout, int group, const bool *also,
                        bool *at_boundary)
{
    const eg_partition *part = mesh->partition;
    for (int64_t i = 0; i < part->send_first[part->neighbours]; i++)
        mark_cell(layout, group, part->send_cell[i], at_boundary);
    for (int64_t c = 0; also && c < mesh->own; c++)
        if (also[c])
            mark_cell(layout, group, c, at_boundary);
}

eg_status eg_partition_boundary_create(eg_context *context, eg_device *device, const eg_mesh *mesh,
                                       const eg_layout *layout, int group, const bool *also,
                                       eg_partition_boundary *partition_boundary)
{
    int64_t blocks = eg_ceil_div(mesh->group[group].count, layout->lanes), at = 0;
    EG_SCRATCH bool *at_boundary = NULL;
    EG_SCRATCH int32_t *order = NULL;
    *partition_boundary = (eg_partition_boundary){0};
    if (!mesh->partition || blocks == 0)
        return EG_OK;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(blocks, at_boundary), EG_BLOCK(blocks, order)));
    mark_blocks(mesh, layout, group, also, at_boundary);
    for (int turn = 1; turn >= 0; turn--) {
        for (int64_t b = 0; b < blocks; b++)
            if (at_boundary[b] == turn)
                order[at++] = (int32_t)b;
        partition_boundary->blocks = turn ? at : partition_boundary->blocks;
    }
    return eg_buffer_upload(device, blocks * (int64_t)sizeof *order, "order of blocks", order,
                            &partition_boundary->order);
}
