/* The stages of a step, one launch each. */
#include "scheme/dg/internal.h"

#include <stdio.h>

/* Carpenter and Kennedy, NASA TM 109112 (1994), the solution 3 of order 4 in five stages; Shu and Osher,
 * Journal of Computational Physics 77 (1988) 439. */
static const eg_dg_stage low_storage[EG_DG_STAGES] = {
    {0, 1432997174477.0 / 9575080441755.0, 0},
    {-567301805773.0 / 1357537059087.0, 5161836677717.0 / 13612068292357.0,
     1432997174477.0 / 9575080441755.0},
    {-2404267990393.0 / 2016746695238.0, 1720146321549.0 / 2090206949498.0,
     2526269341429.0 / 6820363962896.0},
    {-3550918686646.0 / 2091501179385.0, 3134564353537.0 / 4481467310338.0,
     2006345519317.0 / 3224310063776.0},
    {-1275806237668.0 / 842570457699.0, 2277821191437.0 / 14882151754819.0,
     2802321613138.0 / 2924317926251.0}};
static const eg_dg_stage strong[] = {{0, 1, 0}, {0.75, 0.25, 1}, {1.0 / 3.0, 2.0 / 3.0, 0.5}};

int eg_dg_stages(const eg_dg *dg)
{
    return dg->steps == EG_DG_SSPRK3 ? (int)(sizeof strong / sizeof *strong) : EG_DG_STAGES;
}

const eg_dg_stage *eg_dg_stage_of(const eg_dg *dg, int stage)
{
    return &(dg->steps == EG_DG_SSPRK3 ? strong : low_storage)[stage - 1];
}

const char *eg_dg_file(const eg_dg *dg, char file[EG_DG_FILE])
{
    snprintf(file, EG_DG_FILE, "dg/%s.c", dg->system->name);
    return file;
}

int eg_dg_node_rows(const eg_dg *dg)
{
    int64_t threads = eg_min_i64(eg_device_describe(dg->device)->max_group, EG_DG_THREADS);
    int64_t most = eg_max_i64(threads / dg->layout.lanes, 1);
    return (int)eg_ceil_div(dg->nodes, eg_ceil_div(dg->nodes, most));
}

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
