/* Queueing steps. */
#include "scheme/fv/internal.h"

#include <math.h>

/* ---- what stays the same in all steps */

static eg_status bind_water_cells(eg_fv *fv, int type)
{
    const eg_fv_cells *cells = &fv->cells[type];
    if (cells->blocks == 0)
        return EG_OK;
    const eg_fv_rainfall *water = &fv->water;
    EG_TRY(eg_fv_bind_records(fv, type));
    return EG_BIND_ALL(
        cells->program, EG_BUFFER("neighbour", cells->neighbour), EG_BUFFER("face", cells->face),
        EG_BUFFER("flow", cells->flow), EG_BUFFER("cell", cells->cell), EG_BUFFER("clipped", fv->clipped),
        EG_BUFFER("order", cells->partition_boundary.order), EG_BUFFER("highest", fv->highest.buffer),
        EG_BUFFER("when", fv->when.buffer), EG_BUFFER("zones", water->zone),
        EG_BUFFER("fields", water->field), EG_LONG("slots", eg_layout_slots(&fv->layout)),
        EG_BUFFER("amounts", water->amounts.buffer), EG_BUFFER("owed", water->owed.buffer),
        EG_BUFFER("passed", fv->solutes.passed[type]), EG_BUFFER("gained", fv->solutes.gained),
        EG_BUFFER("moved", fv->rest.moved), EG_BUFFER("ground", cells->ground),
        EG_BUFFER("section", cells->section), EG_BUFFER("link", cells->link),
        EG_REAL("rain_rate", water->rate), EG_REAL("flooded", fv->flooded),
        EG_INT("first_block", (int32_t)fv->layout.first_block[type]));
}

static eg_status bind_open(eg_fv *fv)
{
    const eg_fv_open *open = &fv->open;
    if (open->faces == 0)
        return EG_OK;
    EG_TRY(EG_BIND(open->series, EG_BUFFER("owner", open->owner), EG_BUFFER("open", open->geometry),
                   EG_BUFFER("kind", open->kind), EG_BUFFER("first", open->first_face),
                   EG_BUFFER("last", open->last_face), EG_BUFFER("table", open->table),
                   EG_BUFFER("row", open->row), EG_BUFFER("rows", open->rows),
                   EG_BUFFER("varies", open->varies), EG_BUFFER("nearest", open->nearest_to),
                   EG_BUFFER("section", open->section), EG_BUFFER("state", open->state),
                   EG_INT("boundaries", open->boundaries)));
    return EG_BIND(open->open, EG_BUFFER("owner", open->owner), EG_BUFFER("of", open->of),
                   EG_BUFFER("open", open->geometry), EG_BUFFER("kind", open->kind),
                   EG_BUFFER("varies", open->varies), EG_BUFFER("beyond", open->beyond),
                   EG_BUFFER("state", open->state), EG_BUFFER("through", open->through),
                   EG_BUFFER("section", open->section), EG_INT("faces", (int32_t)open->faces),
                   EG_INT("boundaries", open->boundaries),
                   EG_INT("first_part", (int32_t)fv->layout.first_block[EG_CELL_TYPES]),
                   EG_LONG("blocks", open->blocks));
}

/* What the kernels have in common. */
static eg_status bind_water_kernels(eg_fv *fv)
{
    const eg_fv_rest *rest = &fv->rest;
    return EG_STEPPER_BIND(
        &fv->base, EG_BUFFER("bed", fv->bed), EG_BUFFER("part", fv->part), EG_BUFFER("awake", rest->awake),
        EG_BUFFER("resting", rest->resting), EG_BUFFER("records", fv->records.records),
        EG_BUFFER("inner", fv->records.inner), EG_BUFFER("turn", fv->forces.turn),
        EG_BUFFER("drag", fv->forces.drag), EG_BUFFER("law", fv->rough.law),
        EG_BUFFER("face_law", fv->rough.face_law), EG_BUFFER("rough", fv->rough.rough),
        EG_REAL("g", fv->gravity), EG_DOUBLE("g", fv->gravity), EG_REAL("half_g", fv->gravity / 2),
        EG_REAL("root_g", sqrt(fv->gravity)), EG_REAL("inverse_root_g", eg_fv_inverse_root(fv)),
        EG_REAL("dry", fv->dry), EG_INT("open_slot", fv->layout.extra_slot));
}

eg_status eg_fv_bind(eg_fv *fv)
{
    EG_TRY(bind_water_kernels(fv));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(bind_water_cells(fv, type));
    EG_TRY(eg_fv_bind_rest(fv));
    EG_TRY(eg_fv_bind_water(fv));
    EG_TRY(eg_fv_bind_flows(fv));
    EG_TRY(eg_fv_bind_sections(fv));
    EG_TRY(eg_fv_bind_solutes(fv));
    EG_TRY(eg_fv_bind_mixing(fv));
    return bind_open(fv);
}

/* ---- a step */

/* Blocks [from, to) in the order of the type; at second order stage 0 reconstructs and stage 1 steps. */
static eg_status queue_water_blocks(eg_fv *fv, int type, int stage, int64_t from, int64_t to)
{
    const eg_fv_cells *cells = &fv->cells[type];
    eg_kernel *kernel = stage == 0 && eg_fv_order(fv) == 2 ? cells->reconstruct : cells->step;
    return from == to ? EG_OK
                      : EG_LAUNCH(kernel, to - from, EG_INT("from_group", (int32_t)from),
                                  EG_LONG("blocks", to - from));
}

/* The cells that other ranks wait for; of one process there are none. */
static eg_status queue_sent_water(eg_stepper *stepper, int stage)
{
    eg_fv *fv = eg_fv_of(stepper);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(queue_water_blocks(fv, type, stage, 0, fv->cells[type].partition_boundary.blocks));
    return EG_OK;
}

static eg_status queue_inner_water(eg_stepper *stepper, int stage)
{
    eg_fv *fv = eg_fv_of(stepper);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(queue_water_blocks(fv, type, stage, fv->cells[type].partition_boundary.blocks,
                                  fv->cells[type].blocks));
    return EG_OK;
}

/* Before a step, when its length is known, what varies with time; after it all that bounds the next one. */
static eg_status queue_open(eg_fv *fv, bool is_start)
{
    const eg_fv_open *open = &fv->open;
    if (open->faces == 0 || (is_start && !open->any_varies))
        return EG_OK;
    EG_TRY(EG_LAUNCH(open->series, open->boundaries, EG_INT("is_start", is_start)));
    return EG_LAUNCH(open->open, open->blocks, EG_INT("is_start", is_start));
}

static const eg_stepper_stage parts = {.before = queue_sent_water, .beside = queue_inner_water};

eg_halo *eg_fv_halo(const eg_stepper *stepper, int stage)
{
    const eg_fv *fv = eg_fv_of(stepper);
    int order = eg_fv_order(fv), solutes = fv->solutes.count > 0 ? order : 0;
    if (stage >= order + solutes)
        return eg_fv_mixing_halo(fv, stage - order - solutes);
    if (stage >= order)
        return eg_fv_solute_halo(fv, stage - order);
    return order == 2 && stage == 0 ? fv->records.halo : fv->halo;
}

eg_status eg_fv_step(eg_stepper *stepper)
{
    eg_fv *fv = eg_fv_of(stepper);
    eg_status status = eg_fv_queue_motion(fv);
    if (status == EG_OK)
        status = queue_open(fv, true);
    if (status == EG_OK)
        status = eg_fv_queue_water(fv);
    if (status == EG_OK)
        status = eg_fv_queue_rest(fv);
    for (int stage = 0; stage < eg_fv_order(fv); stage++) {
        if (status == EG_OK && stage + 1 == eg_fv_order(fv))
            status = eg_fv_queue_sections(fv);
        if (fv->halo)
            status = eg_stepper_queue_shared(stepper, eg_fv_halo(stepper, stage), &parts, stage, status);
        else if (status == EG_OK)
            status = queue_inner_water(stepper, stage);
    }
    status = eg_fv_queue_solutes(fv, status);
    if (status == EG_OK)
        status = eg_fv_queue_forces(fv);
    if (status == EG_OK)
        status = eg_fv_queue_flows(fv);
    status = eg_fv_queue_mixing(fv, status);
    if (status == EG_OK)
        status = queue_open(fv, false);
    return eg_time_queue(fv->time, status);
}
