/* Moving bed: its lifts, and what they add up to. */
#include "run/models/shallow_water/internal.h"

eg_status eg_sw_add_lift(eg_sw_model *model, double start, double end, double **height)
{
    eg_sw_motion *motion = &model->motion;
    eg_context *context = model->setup.context;
    for (int i = 0; i < motion->count; i++)
        if (motion->lift[i].start == start && motion->lift[i].end == end) {
            *height = motion->height[i];
            return EG_OK;
        }
    int count = motion->count + 1;
    EG_TRY(eg_resize(context, count, sizeof *motion->lift, &motion->lift));
    EG_TRY(eg_resize(context, count, sizeof *motion->height, &motion->height));
    motion->height[motion->count] = NULL;
    EG_TRY(eg_alloc(context, model->setup.mesh->base.own, sizeof **motion->height,
                    &motion->height[motion->count]));
    *height = motion->height[motion->count];
    motion->lift[motion->count] = (eg_fv_lift){start, end, *height};
    motion->count = count;
    return EG_OK;
}

/* In canonical order over all ranks. */
static double volume_of_lift(const eg_sw_model *model, int lift)
{
    const eg_plane *mesh = model->setup.mesh;
    eg_sum sum = {0};
    eg_comm_scan_begin(model->setup.comm, &sum, 1);
    for (int64_t c = 0; c < mesh->base.own; c++)
        eg_sum_add(&sum, mesh->area[c] * model->motion.height[lift][c]);
    eg_comm_scan_end(model->setup.comm, &sum, 1);
    return eg_sum_value(&sum);
}

eg_status eg_sw_measure_motion(eg_sw_model *model)
{
    eg_sw_motion *motion = &model->motion;
    EG_TRY(eg_comm_agree(model->setup.comm, eg_alloc(model->setup.context, motion->count,
                                                     sizeof *motion->volume, &motion->volume)));
    for (int i = 0; i < motion->count; i++)
        motion->volume[i] = volume_of_lift(model, i);
    return EG_OK;
}

double eg_sw_lifted(const eg_sw_model *model, double time)
{
    const eg_sw_motion *motion = &model->motion;
    eg_sum sum = {0};
    for (int i = 0; i < motion->count; i++)
        eg_sum_add(&sum, eg_fv_lifted(&motion->lift[i], time) * motion->volume[i]);
    return eg_sum_value(&sum);
}

void eg_sw_destroy_motion(eg_sw_model *model)
{
    eg_sw_motion *motion = &model->motion;
    for (int i = 0; i < motion->count; i++)
        EG_FREE(&motion->height[i]);
    EG_FREE(&motion->height, &motion->lift, &motion->volume);
}
