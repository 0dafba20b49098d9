/* Moving bed: its lifts on the device and on the host (kernels/fv/motion.c). */
#include "scheme/fv/internal.h"

#include <math.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

/* ---- on the host */

double eg_fv_lifted(const eg_fv_lift *lift, double t)
{
    return t >= lift->end ? 1 : t > lift->start ? (t - lift->start) / (lift->end - lift->start) : 0;
}

static double rounded(const eg_fv *fv, double value)
{
    return fv->layout.precision == EG_F64 ? value : (double)(float)value;
}

double eg_fv_bed_at(const eg_fv *fv, int64_t cell, double t)
{
    const eg_fv_motion *motion = &fv->motion;
    double sum = 0;
    for (int i = 0; i < motion->pressure; i++) {
        double weight = eg_fv_lifted(&motion->lift[i], t);
        if (weight > 0)
            sum = fma(weight, motion->height[i][cell], sum);
    }
    return motion->pressure > 0 ? rounded(fv, fv->bed_host[cell] + sum) : fv->bed_host[cell];
}

/* ---- making */

static eg_status take_lifts(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_motion *motion = &fv->motion;
    const eg_mesh *mesh = &fv->mesh->base;
    bool f32 = options->precision == EG_F32;
    motion->pressure = options->lifts;
    motion->lifts = options->lifts + (options->pressure ? 2 : 0);
    EG_TRY(eg_owner_alloc(&fv->owned, motion->lifts, sizeof *motion->lift, &motion->lift));
    EG_TRY(eg_owner_alloc(&fv->owned, motion->lifts, sizeof *motion->height, &motion->height));
    for (int i = 0; i < motion->lifts; i++) {
        EG_TRY(eg_owner_alloc(&fv->owned, mesh->own + eg_mesh_ghosts(mesh), sizeof **motion->height,
                              &motion->height[i]));
        for (int64_t c = 0; i < motion->pressure && c < mesh->own; c++) {
            double height = options->lift[i].height[c];
            motion->height[i][c] = f32 ? (double)(float)height : height;
        }
        for (int64_t c = 0; i == motion->pressure && c < mesh->own; c++)
            motion->height[i][c] = f32 ? (double)(float)options->pressure[c] : options->pressure[c];
        if (i < motion->pressure)
            motion->lift[i] = options->lift[i];
        motion->lift[i].height = motion->height[i];
    }
    return EG_OK;
}

eg_status eg_fv_plan_motion(eg_fv *fv, const eg_fv_options *options)
{
    if (options->lifts == 0 && !options->pressure)
        return EG_OK;
    fv->timed = true;
    eg_status status = eg_stepper_agree(&fv->base, take_lifts(fv, options));
    for (int i = 0; status == EG_OK && fv->comm && i < fv->motion.lifts; i++)
        status = eg_halo_fill_host(fv->comm, &fv->mesh->base, fv->motion.height[i], 1, EG_OK);
    return status;
}

static eg_status upload_motion_table(eg_fv *fv)
{
    eg_fv_motion *motion = &fv->motion;
    EG_SCRATCH double(*row)[2] = NULL;
    EG_TRY(eg_alloc(fv->context, motion->lifts, sizeof *row, &row));
    for (int i = 0; i < motion->lifts; i++) {
        row[i][0] = motion->lift[i].start;
        row[i][1] = motion->lift[i].end;
    }
    int64_t bytes = motion->lifts * (int64_t)sizeof *row;
    return EG_UPLOAD(&fv->base, {"lifts", bytes, row, &motion->table},
                     {"weights of lifts", 8 * motion->lifts, NULL, &motion->weight},
                     {"whether the bed moves", 4, NULL, &motion->moves});
}

/* The bed as it is before it moves, and its lifts. */
static eg_status upload_heights(eg_fv *fv)
{
    eg_fv_motion *motion = &fv->motion;
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), size = (int64_t)eg_real_size(layout->precision);
    EG_SCRATCH void *values = NULL;
    EG_TRY(eg_alloc(fv->context, eg_max_i64(motion->lifts, 1) * slots, (size_t)size, &values));
    EG_TRY(eg_buffer_read(fv->bed, 0, values, slots * size));
    EG_TRY(eg_stepper_upload(&fv->base, "bed at first", slots * size, values, &motion->base));
    for (int i = 0; i < motion->lifts; i++) {
        for (int64_t s = 0; s < slots; s++)
            eg_layout_store(layout, values, i * slots + s, 0);
        for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
            eg_layout_store(layout, values, i * slots + eg_layout_slot(layout, c), motion->height[i][c]);
    }
    return eg_stepper_upload(&fv->base, "heights of lifts", motion->lifts * slots * size, values,
                             &motion->lifted);
}

/* g times the gradients of `count` beds, [count][2][slots]. */
static eg_status upload_slopes(eg_fv *fv, const eg_fv_options *options, const double *const *bed, int count,
                               eg_buffer **buffer)
{
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), size = (int64_t)eg_real_size(layout->precision);
    EG_SCRATCH void *values = NULL;
    EG_TRY(eg_alloc(fv->context, 2 * count * slots, (size_t)size, &values));
    for (int i = 0; i < count; i++)
        for (int64_t c = 0; c < layout->cells; c++) {
            double gradient[2];
            eg_fv_bed_gradient(fv->mesh, options, bed[i], c, gradient);
            for (int k = 0; k < 2; k++)
                eg_layout_store(layout, values, (2 * i + k) * slots + eg_layout_slot(layout, c),
                                fv->gravity * gradient[k]);
        }
    return eg_stepper_upload(&fv->base, "slopes", 2 * count * slots * size, values, buffer);
}

eg_status eg_fv_build_motion(eg_fv *fv, const eg_fv_options *options)
{
    eg_fv_motion *motion = &fv->motion;
    if (motion->lifts == 0)
        return EG_OK;
    EG_TRY(upload_motion_table(fv));
    EG_TRY(upload_heights(fv));
    const eg_define defines[] = {{"MIXED", fv->waves != fv->layout.precision}};
    EG_TRY(eg_fv_program(fv, "fv/motion.c", fv->layout.lanes, defines, 1, NULL, &motion->program));
    EG_TRY(EG_KERNELS(motion->program, {"sw_weigh", &motion->weigh}, {"sw_move", &motion->move}));
    EG_TRY(EG_BIND_ALL(motion->program, EG_BUFFER("weight", motion->weight),
                       EG_BUFFER("moves", motion->moves), EG_INT("lifts", motion->lifts)));
    if (!eg_fv_knows_slope(fv))
        return EG_OK;
    EG_TRY(upload_slopes(fv, options, &options->bed, 1, &motion->slope0));
    EG_TRY(upload_slopes(fv, options, (const double *const *)motion->height, motion->lifts, &motion->slope));
    return eg_kernel_get(motion->program, "sw_tilt", &motion->tilt);
}

/* ---- in every step */

static eg_status queue_tilt(eg_fv *fv, int type)
{
    const eg_fv_motion *motion = &fv->motion;
    const eg_fv_cells *cells = &fv->cells[type];
    if (cells->blocks == 0)
        return EG_OK;
    return EG_LAUNCH(
        motion->tilt, cells->blocks, EG_BUFFER("slope0", motion->slope0), EG_BUFFER("slope", motion->slope),
        EG_BUFFER("flow", cells->flow), EG_DOUBLE("level", EG_FV_LEVEL_SLOPE * fv->gravity),
        EG_DOUBLE("saturation", EG_FV_SATURATION), EG_LONG("slots", eg_layout_slots(&fv->layout)),
        EG_INT("first_block", (int32_t)fv->layout.first_block[type]), EG_LONG("blocks", cells->blocks));
}

eg_status eg_fv_queue_motion(eg_fv *fv)
{
    const eg_fv_motion *motion = &fv->motion;
    if (motion->lifts == 0)
        return EG_OK;
    EG_TRY(EG_LAUNCH(motion->weigh, 1, EG_BUFFER("table", motion->table)));
    EG_TRY(EG_LAUNCH(motion->move, fv->layout.blocks, EG_BUFFER("base", motion->base),
                     EG_BUFFER("lift", motion->lifted), EG_LONG("blocks", fv->layout.blocks)));
    for (int type = 0; eg_fv_knows_slope(fv) && type < EG_CELL_TYPES; type++)
        EG_TRY(queue_tilt(fv, type));
    return EG_OK;
}

/* ---- the pressure of the air: it is a height beside that of the bed, which no output has */

/* The heights of a lift, and from when to when it grows; the next step takes them. */
static eg_status write_lift(eg_fv *fv, int lift, double start, double end)
{
    const eg_fv_motion *motion = &fv->motion;
    const eg_layout *layout = &fv->layout;
    int64_t slots = eg_layout_slots(layout), bytes = slots * (int64_t)eg_real_size(layout->precision);
    const double row[2] = {start, end}, weight = -1;
    EG_SCRATCH void *values = NULL;
    EG_TRY(eg_alloc(fv->context, bytes, 1, &values));
    for (int64_t c = 0; c < layout->cells + layout->ghosts; c++)
        eg_layout_store(layout, values, eg_layout_slot(layout, c), motion->height[lift][c]);
    EG_TRY(eg_buffer_write(motion->table, lift * (int64_t)sizeof row, row, sizeof row));
    EG_TRY(eg_buffer_write(motion->weight, lift * (int64_t)sizeof weight, &weight, sizeof weight));
    return eg_buffer_write(motion->lifted, lift * bytes, values, bytes);
}

eg_status eg_fv_set_pressure(eg_fv *fv, eg_fv_rate_span span, const double *const given[2], eg_status status)
{
    const eg_mesh *mesh = &fv->mesh->base;
    int first = fv->motion.pressure;
    bool changes = span.end > span.begin;
    double *height[2] = {fv->motion.height[first], fv->motion.height[first + 1]};
    for (int64_t c = 0; status == EG_OK && c < mesh->own; c++) {
        height[0][c] = rounded(fv, given[0][c]);
        height[1][c] = rounded(fv, changes ? given[1][c] - given[0][c] : 0);
    }
    for (int i = 0; fv->comm && i < 2; i++)
        status = eg_halo_fill_host(fv->comm, mesh, height[i], 1, status);
    EG_TRY(status);
    EG_TRY(write_lift(fv, first, -1, -1)); /* always there */
    return write_lift(fv, first + 1, changes ? span.begin : INFINITY, changes ? span.end : INFINITY);
}
