/* Eddy viscosity and dispersion of solutes (kernels/fv/mixing.c). */
#include "scheme/fv/internal.h"

#include "fv/kinds.h" /* kernels/fv/kinds.h */

static bool has_viscosity(const eg_fv *fv)
{
    return fv->mixing.constant > 0 || fv->mixing.smagorinsky > 0;
}

/* u, v, amounts. */
static int mixing_values(const eg_fv *fv)
{
    return (has_viscosity(fv) ? 2 : 0) + (fv->mixing.spreads ? fv->solutes.count : 0);
}

void eg_fv_plan_mixing(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_mixing *own = &fv->mixing;
    own->constant = options->viscosity.constant;
    own->smagorinsky = options->viscosity.smagorinsky;
    for (int s = 0; s < options->solutes.count; s++)
        for (int i = 0; i < 2; i++)
            own->spreads |= options->solutes.solute[s].dispersion[i] > 0;
    own->values = mixing_values(fv);
}

int eg_fv_mixing_most(const eg_fv_options *options)
{
    return 2 * (2 + options->solutes.count);
}

/* ---- faces of cells */

/* From a cell's centre to that across a face: what the cell there has but for the sign, to the last bit. */
static void away_from(const eg_plane *mesh, int64_t cell, int64_t face, double away[2])
{
    int32_t other = eg_plane_neighbour(mesh, face, cell);
    for (int i = 0; i < 2; i++)
        away[i] = mesh->base.centroid[other][i] - mesh->base.centroid[cell][i];
    eg_plane_shift(mesh, face, away);
}

/* At an open face nothing counts. */
static void fill_links(const eg_fv_stencil *stencil, int64_t cell, int faces, double *link, int64_t lanes)
{
    const eg_plane *mesh = stencil->fv->mesh;
    double place[EG_CELL_VERTICES][2], weight[2], away[2];
    int at[EG_CELL_VERTICES], count = 0;
    eg_fv_behind behind[EG_CELL_VERTICES];
    link[0] = mesh->area[cell];
    for (int k = 0; k < faces; k++) {
        at[count] = k;
        behind[k] = eg_fv_place_behind(stencil, cell, k, place[count]);
        count += behind[k] != EG_FV_OPEN_BEHIND;
    }
    for (int i = 0; i < count; i++) {
        double *row = link + (1 + at[i] * MIXING_LINK) * lanes;
        int64_t face = eg_plane_face(mesh, cell, at[i]);
        eg_fv_fit_weight(count, (const double(*)[2])place, i, weight);
        row[0] = weight[0];
        row[lanes] = weight[1];
        if (behind[at[i]] != EG_FV_CELL_BEHIND)
            continue;
        away_from(mesh, cell, face, away);
        row[2 * lanes] = away[0];
        row[3 * lanes] = away[1];
        row[4 * lanes] = mesh->area[eg_plane_neighbour(mesh, face, cell)];
    }
}

static eg_status build_links(eg_fv *fv, const eg_fv_stencil *stencil, int type)
{
    const eg_layout *layout = &fv->layout;
    int faces = eg_cell_type_vertices((eg_cell_type)type), values = 1 + faces * MIXING_LINK;
    int64_t lanes = layout->lanes, slots = fv->cells[type].blocks * lanes;
    EG_SCRATCH double *link = NULL;
    EG_TRY(eg_alloc(fv->context, slots * values, sizeof *link, &link));
    for (int64_t i = 0; i < slots; i++) {
        double *at = link + (i / lanes) * values * lanes + i % lanes;
        if (i < fv->mesh->base.group[type].count)
            fill_links(stencil, layout->first_cell[type] + i, faces, at, lanes);
        else
            at[0] = 1; /* no cell: nothing is divided by zero */
    }
    return eg_stepper_upload(&fv->base, "links of cells", slots * values * 8, link, &fv->mixing.link[type]);
}

/* ---- programs */

static eg_status build_mixing_type(eg_fv *fv, const eg_fv_stencil *stencil, int type)
{
    eg_fv_mixing *own = &fv->mixing;
    if (fv->cells[type].blocks == 0)
        return EG_OK;
    EG_TRY(build_links(fv, stencil, type));
    const eg_define defines[] = {{"NFACES", eg_cell_type_vertices((eg_cell_type)type)},
                                 {"STATE_BITS", fv->layout.state_bits},
                                 {"ORDER", eg_fv_order(fv)},
                                 {"MIXED", fv->waves != fv->layout.precision},
                                 {"VISCOSITY", has_viscosity(fv)},
                                 {"SOLUTES", own->spreads ? fv->solutes.count : 0}};
    EG_TRY(eg_fv_program(fv, "fv/mixing.c", fv->layout.lanes, defines, 6, NULL, &own->program[type]));
    EG_TRY(EG_KERNELS(own->program[type], {"sw_mixing_slopes", &own->slopes[type]},
                      {"sw_mix", &own->gains[type]}));
    eg_kernel_cost(own->slopes[type], fv->cells[type].blocks, eg_fv_mixing_traffic(fv, type) / 2, 0);
    eg_kernel_cost(own->gains[type], fv->cells[type].blocks, eg_fv_mixing_traffic(fv, type) / 2, 0);
    return EG_OK;
}

static eg_status build_addition(eg_fv *fv)
{
    eg_fv_mixing *own = &fv->mixing;
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"VISCOSITY", has_viscosity(fv)},
                                 {"SOLUTES", own->spreads ? fv->solutes.count : 0}};
    EG_TRY(eg_fv_program(fv, "fv/mixing_gains.c", fv->layout.lanes, defines, 3, NULL, &own->add_program));
    return eg_kernel_get(own->add_program, "sw_mixing_gains", &own->add);
}

static eg_status upload_mixing(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_mixing *own = &fv->mixing;
    EG_SCRATCH double(*spread)[2] = NULL;
    EG_TRY(eg_alloc(fv->context, fv->solutes.count + 1, sizeof *spread, &spread));
    for (int s = 0; s < fv->solutes.count; s++)
        for (int i = 0; i < 2; i++)
            spread[s][i] = options->solutes.solute[s].dispersion[i];
    return EG_UPLOAD(&fv->base,
                     {"dispersion", (fv->solutes.count + 1) * (int64_t)sizeof *spread, spread, &own->spread},
                     {"gradients that mix", eg_layout_bytes(&fv->layout, 2 * own->values), NULL, &own->slope},
                     {"gains by mixing", eg_layout_bytes(&fv->layout, own->values), NULL, &own->gain});
}

eg_status eg_fv_build_mixing(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index)
{
    eg_fv_mixing *own = &fv->mixing;
    const eg_fv_stencil stencil = {fv, options, open_index};
    if (own->values == 0)
        return EG_OK;
    EG_TRY(upload_mixing(fv, options));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(build_mixing_type(fv, &stencil, type));
    EG_TRY(build_addition(fv));
    eg_buffer *const slopes[2] = {own->slope, own->slope}, *const gains[2] = {own->gain, own->gain};
    EG_TRY(eg_stepper_halo_of_cells(&fv->base, 2 * own->values, slopes, &own->halo[0]));
    return eg_stepper_halo_of_cells(&fv->base, own->values, gains, &own->halo[1]);
}

/* ---- in every step */

static eg_status bind_mixing_type(eg_fv *fv, int type)
{
    const eg_fv_mixing *own = &fv->mixing;
    if (!own->program[type])
        return EG_OK;
    return EG_BIND_ALL(
        own->program[type], EG_BUFFER("m0", fv->solutes.amount[0]), EG_BUFFER("m1", fv->solutes.amount[1]),
        EG_BUFFER("spread", own->spread), EG_BUFFER("neighbour", fv->cells[type].neighbour),
        EG_BUFFER("face", fv->cells[type].face), EG_BUFFER("link", own->link[type]),
        EG_BUFFER("slope", own->slope), EG_BUFFER("gain", own->gain), EG_BUFFER("moved", fv->rest.moved),
        EG_DOUBLE("viscosity", own->constant), EG_DOUBLE("smagorinsky", own->smagorinsky * own->smagorinsky),
        EG_INT("own_blocks", (int32_t)fv->rest.blocks),
        EG_INT("first_block", (int32_t)fv->layout.first_block[type]),
        EG_LONG("blocks", fv->cells[type].blocks));
}

eg_status eg_fv_bind_mixing(eg_fv *fv)
{
    const eg_fv_mixing *own = &fv->mixing;
    if (own->values == 0)
        return EG_OK;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(bind_mixing_type(fv, type));
    return EG_BIND_ALL(own->add_program, EG_BUFFER("m0", fv->solutes.amount[0]),
                       EG_BUFFER("m1", fv->solutes.amount[1]), EG_BUFFER("gain", own->gain),
                       EG_INT("own_blocks", (int32_t)fv->rest.blocks),
                       EG_LONG("blocks", fv->layout.extra_slot / fv->layout.lanes));
}

enum { SLOPES, GAINS, MIXING_STAGES };

static eg_status queue_mixing_cells(eg_stepper *stepper, int stage)
{
    eg_fv *fv = eg_fv_of(stepper);
    const eg_fv_mixing *own = &fv->mixing;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (own->program[type])
            EG_TRY(eg_kernel_launch(stage == SLOPES ? own->slopes[type] : own->gains[type],
                                    fv->cells[type].blocks, NULL, 0));
    return EG_OK;
}

eg_halo *eg_fv_mixing_halo(const eg_fv *fv, int stage)
{
    return stage < MIXING_STAGES ? fv->mixing.halo[stage] : NULL;
}

eg_status eg_fv_queue_mixing(eg_fv *fv, eg_status status)
{
    static const eg_stepper_stage parts = {.before = queue_mixing_cells};
    const eg_fv_mixing *own = &fv->mixing;
    if (own->values == 0)
        return status;
    for (int stage = 0; stage < MIXING_STAGES; stage++) {
        if (own->halo[stage])
            status = eg_stepper_queue_shared(&fv->base, own->halo[stage], &parts, stage, status);
        else if (status == EG_OK)
            status = queue_mixing_cells(&fv->base, stage);
    }
    return status == EG_OK ? eg_kernel_launch(own->add, fv->layout.extra_slot / fv->layout.lanes, NULL, 0)
                           : status;
}

/* ---- for reports */

double eg_fv_mixing_bytes(eg_precision precision, int faces, int values)
{
    return 3 * values * (double)eg_real_size(precision) + 8 * (1 + faces * MIXING_LINK);
}

double eg_fv_mixing_traffic(const eg_fv *fv, int type)
{
    const eg_fv_mixing *own = &fv->mixing;
    double real = (double)eg_real_size(fv->layout.precision), wave = (double)eg_real_size(fv->waves);
    int faces = eg_cell_type_vertices((eg_cell_type)type);
    /* in two passes state before and behind, bed, neighbours, faces, links; gradients and gains once each way */
    double cell =
        2 * (2 * EG_FV_STATE * real + real + faces * (4 + 3 * wave) + 8 * (1 + faces * MIXING_LINK)) +
        (2 * 3 + 2) * own->values * real;
    return own->values > 0 ? cell * (double)fv->mesh->base.group[type].count : 0;
}
