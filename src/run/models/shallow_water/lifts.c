/* Moving bed, from the case: lifts by expressions and rasters, series of rasters; faults are beside. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

/* Adds `sign` times what the node gives; `item` of a list of rasters. */
static eg_status add_given_lift(eg_sw_model *model, const eg_node *node, int item, double sign,
                                double *height)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    EG_ENDS_WITH(eg_given_close) eg_given given = {0};
    EG_TRY(eg_given_open(&model->setup, node, item, EG_RANGE_ANY, &given));
    for (int64_t c = 0; c < mesh->own; c++) {
        double value;
        EG_TRY(eg_given_at_or(&given, c, mesh->centroid[c], 0, &value));
        height[c] += sign * value;
    }
    return EG_OK;
}

static eg_status read_lifts(eg_sw_model *model, const eg_node *map)
{
    for (int64_t i = 0; i < eg_node_count(map); i++) {
        const eg_node *lift = eg_node_item(map, i);
        double start = eg_node_real(eg_node_child(lift, "start")), *height;
        double end = start + eg_node_real(eg_node_child(lift, "rise"));
        EG_TRY(eg_sw_add_lift(model, start, end, &height));
        EG_TRY(add_given_lift(model, eg_node_child(lift, "height"), EG_GIVEN_EVERY, 1, height));
    }
    return EG_OK;
}

/* From each raster to the next one the bed goes linearly: a lift by what they differ in. */
static eg_status read_lift_rasters(eg_sw_model *model, const eg_node *map)
{
    const eg_node *times = eg_node_child(map, "times");
    int64_t count = eg_node_count(eg_node_child(map, "raster"));
    double before = 0, *height;
    if (eg_node_count(times) != count)
        return eg_case_fail(model->setup.loaded, times, EG_CASE,
                            "%s has %lld times for %lld rasters; each raster has one", eg_node_name(times),
                            (long long)eg_node_count(times), (long long)count);
    for (int i = 0; i < count; i++) {
        double at = eg_node_real(eg_node_item(times, i));
        EG_TRY(eg_sw_add_lift(model, before, at, &height));
        EG_TRY(add_given_lift(model, map, i, 1, height));
        if (i > 0)
            EG_TRY(add_given_lift(model, map, i - 1, -1, height));
        before = at;
    }
    return EG_OK;
}

eg_status eg_sw_read_motion(eg_sw_model *model)
{
    const eg_node *bed = eg_case_find(model->setup.loaded, "bed");
    const eg_node *faults = eg_node_child(bed, "faults"), *rasters = eg_node_child(bed, "rasters");
    EG_TRY(read_lifts(model, eg_node_child(bed, "lifts")));
    if (rasters)
        EG_TRY(read_lift_rasters(model, rasters));
    return faults ? eg_sw_read_faults(model, faults) : EG_OK;
}
