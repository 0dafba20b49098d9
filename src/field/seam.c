/* The order of the blocks of a type: the seam first. */
#include "field/halo.h"

/* Marks the blocks of the type that hold cells which other ranks have as ghosts. */
static void mark(const eg_plane *mesh, const eg_layout *layout, int type, bool *is_seam)
{
    const eg_plane_part *part = mesh->part;
    for (int64_t i = 0; i < part->send_first[part->neighbours]; i++) {
        int64_t cell = part->send_cell[i];
        if (mesh->type[cell] == type)
            is_seam[(eg_layout_slot(layout, cell) >> layout->lane_bits) -
                    layout->first_block[type]] = true;
    }
}

eg_status eg_seam_create(eg_context *context, eg_device *device, const eg_plane *mesh,
                         const eg_layout *layout, int type, eg_seam *seam)
{
    int64_t blocks = eg_ceil_div(mesh->cells_of_type[type], layout->lanes), at = 0;
    bool *is_seam = NULL;
    int32_t *order = NULL;
    eg_status status;
    *seam = (eg_seam){0};
    if (!mesh->part || blocks == 0)
        return EG_OK;
    EG_TRY_GOTO(eg_alloc(context, blocks, sizeof *is_seam, &is_seam));
    EG_TRY_GOTO(eg_alloc(context, blocks, sizeof *order, &order));
    mark(mesh, layout, type, is_seam);
    for (int turn = 1; turn >= 0; turn--) {
        for (int64_t b = 0; b < blocks; b++)
            if (is_seam[b] == turn)
                order[at++] = (int32_t)b;
        seam->blocks = turn ? at : seam->blocks;
    }
    status = eg_buffer_upload(device, blocks * (int64_t)sizeof *order, "order of blocks", order,
                              &seam->order);
done:
    eg_free(context, &is_seam);
    eg_free(context, &order);
    return status;
}

void eg_seam_destroy(eg_seam *seam)
{
    eg_buffer_destroy(&seam->order);
}
