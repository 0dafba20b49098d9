/* Damping layers (kernels/ader/damp.h): the blocks that take part, and the kernel behind each step. */
#include "scheme/ader/internal.h"

/* Whether some cell of a block is damped. */
static bool is_damped(const eg_ader *ader, const double *damping, int type, int64_t block)
{
    int64_t first = ader->layout.first_cell[type], from = first + block * ader->layout.lanes;
    int64_t to = eg_min_i64(from + ader->layout.lanes, first + ader->mesh->base.group[type].count);
    for (int64_t c = from; c < to; c++)
        if (damping[c] > 0)
            return true;
    return false;
}

static void fill_dampings(const eg_ader *ader, const double *damping, int type, int32_t *list, double *values)
{
    int64_t first = ader->layout.first_cell[type], lanes = ader->layout.lanes, i = 0;
    for (int64_t b = 0; b < ader->cells[type].blocks; b++) {
        if (!is_damped(ader, damping, type, b))
            continue;
        list[i] = (int32_t)(ader->layout.first_block[type] + b);
        for (int64_t l = 0; l < lanes && b * lanes + l < ader->mesh->base.group[type].count; l++)
            values[i * lanes + l] = damping[first + b * lanes + l];
        i++;
    }
}

static eg_status build_damping_type(eg_ader *ader, const double *damping, int type)
{
    eg_ader_cells *cells = &ader->cells[type];
    EG_SCRATCH int32_t *list = NULL;
    EG_SCRATCH double *values = NULL;
    for (int64_t b = 0; b < cells->blocks; b++)
        cells->damped += is_damped(ader, damping, type, b);
    if (cells->damped == 0)
        return EG_OK;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(cells->damped, list),
                    EG_BLOCK(cells->damped * ader->layout.lanes, values)));
    fill_dampings(ader, damping, type, list, values);
    EG_TRY(eg_stepper_upload(&ader->base, "damped blocks", cells->damped * 4, list, &cells->damped_list));
    EG_TRY(eg_stepper_upload_reals(&ader->base, "damping", cells->damped * ader->layout.lanes, values,
                                   &cells->damping));
    return eg_kernel_get(cells->program, "ader_damp", &cells->damp);
}

eg_status eg_ader_build_damping(eg_ader *ader, const double *damping)
{
    for (int type = 0; damping && type < EG_CELL_TYPES; type++)
        if (ader->cells[type].blocks > 0)
            EG_TRY(build_damping_type(ader, damping, type));
    return EG_OK;
}

eg_status eg_ader_queue_damping(eg_ader *ader)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        if (c->damped > 0)
            EG_TRY(EG_LAUNCH(c->damp, c->damped, EG_BUFFER("list", c->damped_list),
                             EG_BUFFER("damping", c->damping), EG_LONG("groups", c->damped)));
    }
    return EG_OK;
}
