/* The stages of a step; of several ranks the exchange of ghosts goes on beside the cells that no other rank
 * sees. */
#include "scheme/deg/internal.h"

enum { STAGES = 3 };

/* Shu and Osher, Journal of Computational Physics 77 (1988) 439: u = u0 + b ((v - u0) + dt L(v)). */
static const double weight_of[STAGES] = {1, 0.25, 2.0 / 3.0};

/* With arcs: each cell alone to the middle of the step, then the step, with fluxes there. */
enum { ARC_STAGES = 2 };
static const double arc_weight_of[ARC_STAGES] = {0.5, 1};

static int stages_of(const eg_deg *deg)
{
    return eg_deg_has_arcs(deg) ? ARC_STAGES : STAGES;
}

/* Of the state of stage 2, or of the one that the step ends with. */
eg_halo *eg_deg_halo(const eg_stepper *stepper, int stage)
{
    const eg_deg *deg = eg_deg_of(stepper);
    return stage < stages_of(deg) ? deg->halo[stage == (eg_deg_has_arcs(deg) ? 0 : 1)] : NULL;
}

static eg_status find_edge_air(eg_deg *deg)
{
    const eg_triangle *t = &deg->element;
    eg_kernel *edges;
    int64_t bytes = deg->blocks * 3 * t->along * EG_DEG_AIR * deg->layout.lanes *
                    (int64_t)eg_real_size(deg->layout.precision);
    EG_TRY(eg_deg_renew(deg, deg->before ? &deg->before->edge_air : NULL, "air at faces", bytes,
                        &deg->edge_air));
    EG_TRY(eg_kernel_get(deg->program, "deg_edges", &edges));
    return EG_LAUNCH(edges, deg->blocks, EG_BUFFER("edge_air", deg->edge_air));
}

/* What the kernels have in common. */
static eg_status bind_deg(eg_deg *deg)
{
    const eg_buffer *order = deg->partition_boundary.order;
    return EG_STEPPER_BIND(
        &deg->base, EG_BUFFER("second", deg->second), EG_BUFFER("air", deg->air),
        EG_BUFFER("cell", deg->cell), EG_BUFFER("face", deg->face), EG_BUFFER("there", deg->there),
        EG_BUFFER("side", deg->side), EG_BUFFER("value", deg->value), EG_BUFFER("along", deg->along),
        EG_BUFFER("lift", deg->lift), EG_BUFFER("part", deg->part),
        EG_BUFFER("order", order ? order : deg->nothing),
        EG_BUFFER("sponge", deg->sponge ? deg->sponge : deg->nothing), EG_REAL("wind", deg->wind),
        EG_REAL("gravity", deg->gravity), EG_REAL("gamma", deg->gamma), EG_REAL("spread", eg_deg_spread(deg)),
        EG_LONG("cells", deg->mesh->base.own), EG_LONG("blocks", deg->blocks));
}

eg_status eg_deg_bind(eg_deg *deg)
{
    bool evolution = eg_deg_has_stars(deg);
    EG_TRY(bind_deg(deg));
    EG_TRY(find_edge_air(deg));
    EG_TRY(eg_deg_bind_stars(deg));
    EG_TRY(eg_kernel_get(deg->program, deg->tensor ? "deg_stage_tiles" : "deg_stage", &deg->stage));
    if (deg->tensor)
        EG_TRY(EG_BIND(deg->stage, EG_BUFFER("tiles", deg->tiles)));
    return EG_BIND(deg->stage, EG_BUFFER("edge_air", deg->edge_air),
                   EG_BUFFER("star", evolution ? deg->stars.star : deg->nothing),
                   EG_BUFFER("fan", evolution ? deg->stars.fan : deg->nothing));
}

eg_status eg_deg_build_halo(eg_deg *deg)
{
    eg_buffer *const states[2][2] = {{deg->q[0], deg->q[1]}, {deg->second, deg->second}};
    for (int i = 0; i < 2; i++)
        EG_TRY(eg_stepper_halo_of_cells(&deg->base, deg->values, states[i], &deg->halo[i]));
    return EG_OK;
}

/* Blocks [from, to) in the order of the partition. */
static eg_status queue_cell_blocks(eg_deg *deg, int stage, int64_t from, int64_t to)
{
    double weight = eg_deg_has_arcs(deg) ? arc_weight_of[stage] : weight_of[stage];
    if (from == to)
        return EG_OK;
    EG_TRY(EG_LAUNCH(deg->stage, to - from, EG_REAL("weight", weight), EG_INT("number", stage + 1),
                     EG_INT("from_group", (int32_t)from), EG_LONG("blocks", to - from)));
    EG_TRY(eg_deg_queue_viscous(deg, stage, weight, from, to));
    return eg_deg_queue_bounds(deg, stage, from, to);
}

static eg_status queue_boundary(eg_stepper *stepper, int stage)
{
    eg_deg *deg = eg_deg_of(stepper);
    return queue_cell_blocks(deg, stage, 0, deg->partition_boundary.blocks);
}

static eg_status queue_inner_blocks(eg_stepper *stepper, int stage)
{
    eg_deg *deg = eg_deg_of(stepper);
    return queue_cell_blocks(deg, stage, deg->partition_boundary.blocks, deg->blocks);
}

static const eg_stepper_stage parts = {.before = queue_boundary, .beside = queue_inner_blocks};

eg_status eg_deg_step(eg_stepper *stepper)
{
    eg_deg *deg = eg_deg_of(stepper);
    eg_status status = EG_OK;
    if (deg->imex)
        return eg_deg_step_imex(stepper);
    for (int stage = 0; stage < stages_of(deg); stage++) {
        if (status == EG_OK)
            status = eg_deg_queue_stars(deg, stage);
        status = eg_deg_queue_gradient(deg, stage, status);
        if (deg->halo[0])
            status = eg_stepper_queue_shared(stepper, eg_deg_halo(stepper, stage), &parts, stage, status);
        else if (status == EG_OK)
            status = queue_cell_blocks(deg, stage, 0, deg->blocks);
    }
    return eg_time_queue(deg->time, status);
}
