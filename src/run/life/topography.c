/* Boxes of space below a surface that a raster gives: layers are stretched between it and the bottom. */
#include "run/life/topography.h"

#include <math.h>

#include "run/given/given.h"

/* Which line of the box's corners along x or y a place is on. */
static int64_t line_of(const eg_topography *t, int axis, double x)
{
    return llround((x - t->low[axis]) / t->size[axis] * (double)t->cells[axis]);
}

static eg_status stretch_layers(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    const eg_topography *t = (const eg_topography *)self;
    (void)context;
    for (int64_t p = 0; p < count; p++) {
        double top = t->height[line_of(t, 1, x[p][1]) * (t->cells[0] + 1) + line_of(t, 0, x[p][0])];
        x[p][2] = t->low[2] + (x[p][2] - t->low[2]) / t->size[2] * (top - t->low[2]);
    }
    return EG_OK;
}

static double corner_of(const eg_topography *t, int axis, int64_t i)
{
    return t->low[axis] + t->size[axis] * (double)i / (double)t->cells[axis];
}

/* The surface above a corner of the box, x and y of the mesh. */
static eg_status sample_surface(eg_run *run, const eg_node *node, const eg_raster *raster,
                                const eg_topography *t, const double at[2], double *height)
{
    double origin[2];
    eg_node_reals(eg_node_child(node, "origin"), 0, 2, origin);
    eg_status status = eg_raster_sample(raster, at[0] + origin[0], at[1] + origin[1], height);
    if (status != EG_OK)
        return eg_given_fail_at_key(run->context, run->loaded, node, "", status);
    if (*height > t->low[2])
        return EG_OK;
    return eg_case_fail(run->loaded, node, EG_CASE,
                        "the surface at (%.9g, %.9g) of the mesh is at %.9g m, and the bottom of the box at "
                        "%.9g m: the surface must be above it everywhere",
                        at[0], at[1], *height, t->low[2]);
}

eg_status eg_topography_read(eg_run *run, const eg_node *node, const eg_hexes_box_options *options,
                             eg_topography *t)
{
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    *t = (eg_topography){.map = {.apply = stretch_layers}};
    for (int d = 0; d < 3; d++) {
        t->low[d] = options->origin[d];
        t->size[d] = options->size[d];
        t->cells[d] = options->cells[d];
    }
    EG_TRY(eg_given_read_raster(run->context, node, 0, &raster));
    EG_TRY(eg_alloc(run->context, (t->cells[0] + 1) * (t->cells[1] + 1), sizeof *t->height, &t->height));
    for (int64_t j = 0; j <= t->cells[1]; j++)
        for (int64_t i = 0; i <= t->cells[0]; i++)
            EG_TRY(sample_surface(run, node, raster, t,
                                  (const double[]){corner_of(t, 0, i), corner_of(t, 1, j)},
                                  &t->height[j * (t->cells[0] + 1) + i]));
    return EG_OK;
}

void eg_topography_free(eg_topography *t)
{
    EG_FREE(&t->height);
}
