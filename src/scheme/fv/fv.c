/* Creation and destruction of the solver: buffers, programs, the first time step. */
#include "base/parallel.h"
#include "scheme/fv/internal.h"

#include <stdio.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* State, bed and area in the layout of the device. */
typedef struct start_arrays {
    void *q, *bed;
} start_arrays;

static void fill_start_of_cell(eg_fv *fv, const eg_fv_options *options, const start_arrays *to, int64_t c)
{
    const eg_layout *layout = &fv->layout;
    int64_t slot = eg_layout_slot(layout, c);
    double h = options->depth[c];
    bool moves = options->velocity && h > fv->dry;
    eg_layout_store(layout, to->q, eg_layout_state_index(layout, EG_FV_STATE, slot, 0), h);
    eg_layout_store(layout, to->q, eg_layout_state_index(layout, EG_FV_STATE, slot, 1),
                    moves ? options->velocity[c][0] : 0);
    eg_layout_store(layout, to->q, eg_layout_state_index(layout, EG_FV_STATE, slot, 2),
                    moves ? options->velocity[c][1] : 0);
    double stored = eg_layout_load(layout, to->q, eg_layout_state_index(layout, EG_FV_STATE, slot, 0));
    eg_layout_store(layout, to->q, eg_layout_state_index(layout, EG_FV_STATE, slot, 3),
                    eg_fv_fourth(fv, options, c, stored));
    eg_layout_store(layout, to->bed, slot, options->bed[c]);
    if (c < layout->cells)
        fv->bed_host[c] = eg_layout_load(layout, to->bed, slot);
}

static void fill_start(eg_fv *fv, const eg_fv_options *options, const start_arrays *to)
{
    int64_t cells = fv->layout.cells + fv->layout.ghosts;
    EG_LOOP(fv->context, cells)
    for (int64_t c = 0; c < cells; c++)
        fill_start_of_cell(fv, options, to, c);
}

static eg_status build_water_state(eg_fv *fv, const eg_fv_options *options)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), bytes = eg_layout_bytes(layout, EG_FV_STATE);
    size_t size = eg_real_size(layout->precision);
    start_arrays to = {0};
    EG_OWNER(taken, fv->context);
    EG_TRY(eg_owner_alloc(&taken, bytes, 1, &to.q));
    EG_TRY(eg_owner_alloc(&taken, slots, size, &to.bed));
    EG_TRY(eg_owner_alloc(&fv->owned, layout->cells, sizeof *fv->bed_host, &fv->bed_host));
    fill_start(fv, options, &to);
    EG_TRY(eg_stepper_upload(&fv->base, "state", bytes, to.q, &fv->q[0]));
    EG_TRY(eg_stepper_take(&fv->base, "next state", bytes, &to.q, &fv->q[1]));
    if (eg_fv_order(fv) == 1) /* the second takes as much more that a snapshot waits for its copy */
        EG_TRY(eg_stepper_upload(&fv->base, "state set aside", bytes, NULL, &fv->aside));
    EG_TRY(eg_stepper_take(&fv->base, "bed", slots * (int64_t)size, &to.bed, &fv->bed));
    EG_TRY(eg_stepper_upload(&fv->base, "clipped volume", slots * 8, NULL, &fv->clipped));
    fv->parts = layout->first_block[EG_CELL_TYPES] + fv->open.blocks + fv->flows.takers;
    return eg_stepper_upload(&fv->base, "fastest rates", fv->parts * (int64_t)size, NULL, &fv->part);
}

static eg_status build_water_clock(eg_fv *fv, const eg_fv_options *options)
{
    return eg_stepper_build_clock(&fv->base,
                                  &(eg_time_options){.cfl = options->cfl > 0 ? options->cfl : 0.9,
                                                     .dt = options->dt,
                                                     .dt_least = options->dt_least,
                                                     .part = fv->part,
                                                     .parts = fv->parts},
                                  NULL);
}

static eg_status build_balance(eg_fv *fv)
{
    const eg_layout *layout = &fv->layout;
    fv->chunk = eg_mesh_chunk(fv->mesh->base.class, fv->mesh->base.all);
    fv->chunks = eg_ceil_div(layout->cells, fv->chunk);
    EG_TRY(EG_UPLOAD(&fv->base, {"areas", layout->cells * 8, fv->mesh->area, &fv->area},
                     {"sums", 2 * fv->chunks * 8, NULL, &fv->sums}));
    const eg_define defines[] = {{"STATE_BITS", layout->state_bits}, {"LANE_BITS", layout->lane_bits}};
    EG_TRY(eg_fv_program(fv, "fv/balance.c", 1, defines, 2, NULL, &fv->balance_program));
    return eg_kernel_get(fv->balance_program, "sw_volume", &fv->volume);
}

/* What ranks ask each other, before each builds its own. Collective; all agree on the status. */
static eg_status plan(eg_fv *fv, const eg_fv_options *options, eg_scope *scope, double **chi)
{
    EG_TRY(eg_fv_plan_motion(fv, options));
    eg_fv_plan_records(fv, options);
    eg_fv_plan_mixing(fv, options);
    EG_TRY(eg_stepper_agree(&fv->base, eg_fv_chi(fv, scope, chi)));
    EG_TRY(eg_fv_plan_open(fv, options, *chi));
    return eg_fv_plan_water(fv, options, *chi);
}

/* Of this rank alone. */
static eg_status build_own(eg_fv *fv, const eg_fv_options *options, const double *chi)
{
    const eg_device_info *info = eg_device_describe(fv->device);
    if (options->mixed && !info->f32)
        return eg_fail(fv->context, EG_DEVICE,
                       "%s (%s) has no IEEE division and square root in single precision, which mixed "
                       "precision needs; use f64 or another device",
                       info->spec, info->name);
    int32_t *open_index;
    EG_SCOPE(scope, fv->context);
    int lanes = options->lanes ? options->lanes : eg_device_lanes(fv->device, options->precision, 1);
    EG_TRY(eg_fv_plan_subgrid(fv, options));
    EG_TRY(eg_fv_list_open(fv, options, &scope, &open_index));
    /* on a GPU the values of one cell stand together: a neighbour is then one sector of memory */
    EG_TRY(eg_layout_create(&fv->mesh->base, options->precision, lanes,
                            eg_device_describe(fv->device)->gpu ? 1 : lanes,
                            (int)eg_max_i64(eg_max_i64(eg_max_i64(fv->records.faces, 1) * EG_FV_STATE,
                                                       eg_fv_mixing_most(options)),
                                            SOLUTE_TERMS * options->solutes.count),
                            fv->open.faces, &fv->layout));
    EG_TRY(eg_fv_plan_flows(fv, options));
    EG_TRY(eg_fv_plan_rest(fv, options));
    EG_TRY(eg_fv_build_open(fv, options, open_index, chi));
    EG_TRY(eg_fv_build_cells(fv, options, open_index, chi));
    EG_TRY(build_water_state(fv, options));
    EG_TRY(build_water_clock(fv, options));
    EG_TRY(build_balance(fv));
    EG_TRY(eg_fv_build_records(fv));
    EG_TRY(eg_fv_build_water(fv, options));
    EG_TRY(eg_fv_build_flows(fv, options, chi));
    EG_TRY(eg_fv_build_sections(fv, options));
    EG_TRY(eg_fv_build_motion(fv, options));
    EG_TRY(eg_fv_build_rest(fv));
    EG_TRY(eg_fv_build_forces(fv, options));
    EG_TRY(eg_fv_build_roughness(fv, options, open_index));
    EG_TRY(eg_stepper_halo_of_cells(&fv->base, EG_FV_STATE, fv->q, &fv->halo));
    EG_TRY(eg_fv_build_records_halo(fv));
    EG_TRY(eg_fv_build_solutes(fv, options));
    EG_TRY(eg_fv_build_mixing(fv, options, open_index));
    EG_TRY(eg_fv_build_maxima(fv));
    return eg_fv_bind(fv);
}

/* One pass with dt = 0: it fills the open faces and finds the first dt. The state goes through it as through
 * any step, so a velocity may change in its last bit, on every device alike. */
static eg_status first_pass(eg_fv *fv, const eg_fv_options *options)
{
    int64_t cell = 0;
    double speed;
    eg_sw_state state = {0};
    char text[160];
    EG_TRY(eg_fv_step(&fv->base));
    eg_status status = eg_time_first_pass(fv->time);
    if (status != EG_DIVERGED)
        return status;
    EG_TRY(eg_stepper_agree(&fv->base, eg_fv_divergence_site(fv, &cell, &state, &speed)));
    const double still[2] = {0, 0}, *velocity = still;
    if (options->velocity && fv->mesh->base.own > 0)
        velocity = options->velocity[cell];
    snprintf(text, sizeof text, "depth %g m, velocity (%g, %g) m/s",
             fv->mesh->base.own > 0 ? options->depth[cell] : 0, velocity[0], velocity[1]);
    return eg_time_refuse(fv->time, &fv->mesh->base, cell, speed, text);
}

/* Builds the solver of a rank: what fails on one fails on all. */
static eg_status build_fv(eg_fv *fv, const eg_fv_options *given)
{
    eg_fv_options options = *given;
    double *chi;
    EG_SCOPE(scope, fv->context);
    if (fv->mesh->part)
        EG_TRY(eg_fv_exchange_given(fv, &scope, &options));
    else if (!eg_fv_any_above_zero(given->linear_friction, fv->mesh->base.own))
        options.linear_friction = NULL;
    EG_TRY(plan(fv, &options, &scope, &chi));
    EG_TRY(eg_stepper_agree(&fv->base, build_own(fv, &options, chi)));
    return eg_fv_fill_solutes(fv);
}

eg_status eg_fv_create(eg_device *device, const eg_plane *mesh, const eg_fv_options *options, eg_fv **fv)
{
    *fv = NULL;
    EG_ENDS_WITH(eg_fv_destroy) eg_fv *made = NULL;
    EG_TRY(eg_comm_agree(options->comm, eg_alloc(mesh->base.context, 1, sizeof *made, &made)));
    eg_stepper_begin(&made->base, &eg_fv_class, device, &mesh->base, 0, options->comm, options->link);
    made->mesh = mesh;
    made->variables = (int)(sizeof(eg_sw_state) / sizeof(double)) + options->solutes.count;
    made->values = EG_FV_STATE;
    made->gravity = options->gravity > 0 ? options->gravity : 9.81;
    made->dry = options->dry_depth > 0 ? options->dry_depth : EG_FV_DRY_DEPTH;
    made->waves = options->mixed ? EG_F32 : options->precision;
    made->friction = eg_fv_any_above_zero(options->manning, mesh->base.own);
    made->maxima = options->maxima;
    made->flooded = options->flooded_depth;
    made->solutes.count = options->solutes.count;
    EG_TRY(build_fv(made, options));
    EG_TRY(first_pass(made, options));
    return eg_hand_over(&made, fv);
}

void eg_fv_destroy(eg_fv **address)
{
    if (!address || !*address)
        return;
    eg_stepper_end(&(*address)->base);
    EG_FREE(address);
}

double eg_fv_gravity(const eg_fv *fv)
{
    return fv->gravity;
}

double eg_fv_dry_depth(const eg_fv *fv)
{
    return fv->dry;
}

/* Three states and the bed; of a face its neighbour and constants; what the cell has once; area, and volume
 * that clipping has added. */
double eg_fv_cell_bytes(eg_precision precision, bool mixed, int faces, bool slope)
{
    enum { STATES = 3, FACE_CONSTANTS = 3 };
    int flow = slope ? SW_WAVE_CONSTANTS_FRICTION : SW_WAVE_CONSTANTS;
    double real = (double)eg_real_size(precision), wave = (double)eg_real_size(mixed ? EG_F32 : precision);
    return (STATES * EG_FV_STATE + 1 + SW_CELL_CONSTANTS) * real + flow * wave +
           faces * (FACE_CONSTANTS * wave + 4) + 8 + 8;
}
