/* The Coriolis force, linear friction and wind (kernels/fv/forces.c). */
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

/* Still, until eg_fv_set_wind() is called. */
static eg_status upload_wind(eg_fv *fv)
{
    eg_fv_forces *forces = &fv->forces;
    const eg_layout *layout = &fv->layout;
    return EG_UPLOAD(
        &fv->base,
        {"wind", 4 * eg_layout_slots(layout) * (int64_t)eg_real_size(layout->precision), NULL, &forces->wind},
        {"times of the wind", 16, NULL, &forces->gust});
}

eg_status eg_fv_build_forces(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_forces *forces = &fv->forces;
    EG_TRY(upload_force(fv, "Coriolis parameters", options->coriolis, &forces->turn));
    EG_TRY(upload_force(fv, "linear friction", options->linear_friction, &forces->drag));
    forces->thin = options->wind_thin;
    if (options->wind)
        EG_TRY(upload_wind(fv));
    if (!forces->turn && !forces->drag && !options->wind)
        return EG_OK;
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"CORIOLIS", forces->turn != NULL},
                                 {"DRAG", forces->drag != NULL},
                                 {"WIND", 1}};
    EG_TRY(eg_fv_program(fv, "fv/forces.c", fv->layout.lanes, defines, options->wind ? 4 : 3, NULL,
                         &forces->program));
    return eg_kernel_get(forces->program, "sw_forces", &forces->step);
}

eg_status eg_fv_queue_forces(eg_fv *fv)
{
    const eg_fv_forces *forces = &fv->forces;
    int64_t blocks = fv->layout.extra_slot / fv->layout.lanes; /* cells and ghosts */
    if (!forces->program)
        return EG_OK;
    return EG_LAUNCH(forces->step, blocks, EG_INT("own_blocks", (int32_t)fv->rest.blocks),
                     EG_LONG("blocks", blocks), EG_BUFFER("wind", forces->wind),
                     EG_BUFFER("gust", forces->gust), EG_REAL("thin", forces->wind ? forces->thin : 0),
                     EG_LONG("slots", forces->wind ? eg_layout_slots(&fv->layout) : 0));
}

/* ---- wind that changes */

static eg_status write_wind(eg_fv *fv, eg_fv_rate_span span, const double (*row)[4])
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), bytes = 4 * slots * (int64_t)eg_real_size(layout->precision);
    double length = span.end - span.begin;
    const double gust[2] = {span.begin, length > 0 ? 1 / length : 0};
    EG_SCRATCH void *values = NULL;
    EG_TRY(eg_alloc(fv->context, bytes, 1, &values));
    for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
        for (int k = 0; k < 4; k++)
            eg_layout_store(layout, values, k * slots + eg_layout_slot(layout, c), row[c][k]);
    EG_TRY(eg_buffer_write(fv->forces.gust, 0, gust, sizeof gust));
    return eg_buffer_write(fv->forces.wind, 0, values, bytes);
}

eg_status eg_fv_set_wind(eg_fv *fv, eg_fv_rate_span span, const double *const given[4], eg_status status)
{
    const eg_mesh *mesh = &fv->mesh->base;
    EG_SCRATCH double(*row)[4] = NULL;
    if (status == EG_OK)
        status = eg_alloc(fv->context, mesh->own + eg_mesh_ghosts(mesh) + 1, sizeof *row, &row);
    for (int64_t c = 0; status == EG_OK && c < mesh->own; c++)
        for (int k = 0; k < 4; k++)
            row[c][k] = given[k][c];
    if (fv->comm)
        status = eg_halo_fill_host(fv->comm, mesh, (double *)row, 4, status);
    return status == EG_OK ? write_wind(fv, span, (const double(*)[4])row) : status;
}
