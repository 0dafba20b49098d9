/* The Coriolis force (kernels/fv/coriolis.c). */
#include "scheme/fv/internal.h"

/* f of every slot, with that of ghosts. */
static eg_status fill(eg_fv *fv, const double *given, double **parameter)
{
    const eg_mesh *mesh = &fv->mesh->base;
    eg_status status =
        eg_alloc(fv->context, mesh->own + eg_mesh_ghosts(mesh), sizeof **parameter, parameter);
    for (int64_t c = 0; status == EG_OK && c < mesh->own; c++)
        (*parameter)[c] = given[c];
    return fv->comm ? eg_halo_fill_host(fv->comm, mesh, *parameter, 1, status) : status;
}

static eg_status upload(eg_fv *fv, const double *parameter)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout);
    double *values;
    EG_TRY(eg_alloc(fv->context, slots, sizeof *values, &values));
    for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
        values[eg_layout_slot(layout, c)] = parameter[c];
    eg_status status = eg_stepper_upload_reals(&fv->base, "Coriolis parameters", slots, values,
                                               &fv->coriolis.turn);
    eg_free(fv->context, &values);
    return status;
}

eg_status eg_fv_build_coriolis(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_coriolis *coriolis = &fv->coriolis;
    double *parameter = NULL;
    if (!options->coriolis)
        return EG_OK;
    eg_status status = fill(fv, options->coriolis, &parameter);
    if (status == EG_OK)
        status = upload(fv, parameter);
    eg_free(fv->context, &parameter);
    EG_TRY(status);
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits}};
    EG_TRY(
        eg_fv_program(fv, "fv/coriolis.c", fv->layout.lanes, defines, 1, NULL, &coriolis->program));
    return eg_kernel_get(coriolis->program, "sw_coriolis", &coriolis->step);
}

void eg_fv_destroy_coriolis(eg_fv *fv)
{
    eg_buffer_destroy(&fv->coriolis.turn);
    eg_program_destroy(&fv->coriolis.program);
}

eg_status eg_fv_queue_coriolis(eg_fv *fv)
{
    int64_t blocks = fv->layout.extra_slot / fv->layout.lanes; /* cells and ghosts */
    if (!fv->coriolis.turn)
        return EG_OK;
    return EG_LAUNCH(fv->coriolis.step, blocks, EG_BUFFER("q0", fv->q[0]),
                     EG_BUFFER("q1", fv->q[1]), EG_BUFFER("turn", fv->coriolis.turn),
                     EG_BUFFER("clock", eg_time_clock(fv->time)),
                     EG_BUFFER("count", eg_time_count(fv->time)), EG_REAL("dry", fv->dry),
                     EG_LONG("blocks", blocks));
}
