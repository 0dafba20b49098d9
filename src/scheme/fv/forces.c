/* The Coriolis force and linear friction (kernels/fv/forces.c). */
#include "scheme/fv/internal.h"

/* A value of every slot, with that of ghosts; NULL where the case gives none. */
static eg_status upload_force(eg_fv *fv, const char *name, const double *given, eg_buffer **buffer)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout);
    EG_SCRATCH double *values = NULL;
    if (!given)
        return EG_OK;
    EG_TRY(eg_alloc(fv->context, slots, sizeof *values, &values));
    for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
        values[eg_layout_slot(layout, c)] = given[c];
    return eg_stepper_upload_reals(&fv->base, name, slots, values, buffer);
}

eg_status eg_fv_build_forces(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_forces *forces = &fv->forces;
    EG_TRY(upload_force(fv, "Coriolis parameters", options->coriolis, &forces->turn));
    EG_TRY(upload_force(fv, "linear friction", options->linear_friction, &forces->drag));
    if (!forces->turn && !forces->drag)
        return EG_OK;
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"CORIOLIS", forces->turn != NULL},
                                 {"DRAG", forces->drag != NULL}};
    EG_TRY(eg_fv_program(fv, "fv/forces.c", fv->layout.lanes, defines, 3, NULL, &forces->program));
    return eg_kernel_get(forces->program, "sw_forces", &forces->step);
}

eg_status eg_fv_queue_forces(eg_fv *fv)
{
    const eg_fv_forces *forces = &fv->forces;
    int64_t blocks = fv->layout.extra_slot / fv->layout.lanes; /* cells and ghosts */
    if (!forces->program)
        return EG_OK;
    return EG_LAUNCH(forces->step, blocks, EG_INT("own_blocks", (int32_t)fv->rest.blocks),
                     EG_LONG("blocks", blocks));
}
