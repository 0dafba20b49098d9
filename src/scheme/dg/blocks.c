/* The launches of a stage. */
#include "scheme/dg/internal.h"

/* ---- volume, fluxes and update in a kernel each */

enum { VOLUME, FLUX, UPDATE };
static const char *const part_names[EG_DG_KERNELS] = {"dg_volume", "dg_flux", "dg_update"};

static eg_status bind_parts(eg_dg *dg)
{
    EG_TRY(eg_stepper_upload(&dg->base, "loss", eg_layout_bytes(&dg->layout, dg->values), NULL, &dg->loss));
    for (int i = 0; i < EG_DG_KERNELS; i++)
        EG_TRY(eg_kernel_get(dg->program, part_names[i], &dg->part_of[i]));
    return EG_BIND_ALL(dg->program, EG_BUFFER("loss", dg->loss), EG_BUFFER("second", dg->second));
}

static eg_status queue_parts(eg_dg *dg, int stage, int64_t from, int64_t to)
{
    const eg_dg_stage *now = eg_dg_stage_of(dg, stage);
    for (int i = VOLUME; i <= FLUX; i++)
        EG_TRY(EG_LAUNCH(dg->part_of[i], to - from, EG_INT("number", stage),
                         EG_INT("from_group", (int32_t)from), EG_LONG("blocks", to - from)));
    return EG_LAUNCH(dg->part_of[UPDATE], to - from, EG_REAL("a", now->a), EG_REAL("b", now->b),
                     EG_INT("number", stage), EG_INT("from_group", (int32_t)from),
                     EG_LONG("blocks", to - from));
}

/* ---- */

eg_status eg_dg_bind_stage(eg_dg *dg)
{
    return dg->parts ? bind_parts(dg) : eg_kernel_get(dg->program, "dg_stage", &dg->stage);
}

static eg_status queue_stage(eg_dg *dg, int stage, int64_t from, int64_t to)
{
    const eg_dg_stage *now = eg_dg_stage_of(dg, stage);
    return EG_LAUNCH(dg->stage, to - from, EG_BUFFER("q0", dg->q[0]), EG_BUFFER("q1", dg->q[1]),
                     EG_BUFFER("second", dg->second), EG_REAL("a", now->a), EG_REAL("b", now->b),
                     EG_INT("number", stage), EG_INT("from_group", (int32_t)from),
                     EG_LONG("blocks", to - from));
}

eg_status eg_dg_queue_blocks(eg_dg *dg, int stage, int64_t from, int64_t to)
{
    EG_TRY(dg->parts ? queue_parts(dg, stage, from, to) : queue_stage(dg, stage, from, to));
    return eg_dg_queue_pml(dg, stage, from, to);
}
