/* The ground of every cell (bed and roughness), its water at time 0, and its Coriolis parameter. */
#include "base/parallel.h"
#include "run/given/columns.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

#include "base/device_math.h"

eg_status eg_sw_read_ground(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_plane *mesh = setup->mesh;
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(mesh->base.regions.count, model->ground),
                    EG_BLOCK(mesh->base.own, model->bed), EG_BLOCK(mesh->base.own, model->manning)));
    EG_TRY(eg_sw_allocate_roughness(model));
    if (eg_sw_has(setup->loaded, "linear_friction"))
        EG_TRY(eg_alloc(setup->context, mesh->base.own, sizeof *model->linear_friction,
                        &model->linear_friction));
    for (int r = 0; r < mesh->base.regions.count; r++) {
        const eg_node *material = eg_names_material(setup->loaded, &setup->mesh->base, r);
        int region = mesh->base.regions.count == 1 ? -1 : r;
        EG_TRY(eg_given_open(setup, eg_node_child(material, "elevation"), EG_GIVEN_EVERY, EG_RANGE_ANY,
                             &model->ground[r]));
        EG_TRY(eg_given_fill_from(&model->ground[r], region, model->bed));
        EG_TRY(eg_sw_read_roughness(model, r));
        if (model->linear_friction)
            EG_TRY(eg_given_fill(setup, eg_node_child(material, "linear_friction"), region,
                                 EG_RANGE_NOT_NEGATIVE, model->linear_friction));
    }
    return EG_OK;
}

/* The water at time 0, as a case gives it: by expressions of x, y and the bed, or by rasters. */
typedef struct initial_water {
    eg_sw_model *model;
    const eg_node *node[3]; /* its depth, or its level; velocity along x and y */
    eg_given given[3];      /* of those from rasters */
    bool is_depth;
} initial_water;

/* One of them at `count` cells from `first`. */
static eg_status read_initial_values(const initial_water *w, int k, const eg_point_columns *columns,
                                     int64_t first, int count, double *value)
{
    const eg_sw_model *model = w->model;
    const double(*x)[3] = (const double(*)[3])model->setup.mesh->base.centroid;
    const eg_given *given = &w->given[k];
    if (!given->raster)
        eg_point_columns_evaluate(columns, w->node[k], count, value);
    for (int i = 0; i < count; i++) {
        int64_t c = first + i;
        double dry = k == 0 && !w->is_depth ? model->bed[c] : 0;
        EG_TRY(given->raster ? eg_given_at_or(given, c, x[c], dry, &value[i])
                             : eg_given_check(&model->setup, w->node[k], given->range, c, x[c], value[i]));
    }
    return EG_OK;
}

/* At many cells at once. */
static eg_status read_initial_block(const initial_water *w, int64_t first, int count)
{
    eg_sw_model *model = w->model;
    const double(*centroid)[3] = (const double(*)[3])model->setup.mesh->base.centroid;
    double x[EG_POINTS_AT_ONCE][3], value[3][EG_POINTS_AT_ONCE];
    eg_point_columns columns;
    for (int i = 0; i < count; i++) {
        const double at[3] = {centroid[first + i][0], centroid[first + i][1], model->bed[first + i]};
        memcpy(x[i], at, sizeof at);
    }
    eg_point_columns_fill(&columns, count, (const double(*)[3])x, 0);
    for (int k = 0; k < 3; k++)
        EG_TRY(read_initial_values(w, k, &columns, first, count, value[k]));
    for (int i = 0; i < count; i++) {
        int64_t c = first + i;
        model->depth[c] = w->is_depth ? value[0][i] : eg_sw_depth_below(model, c, value[0][i]);
        model->velocity[c][0] = value[1][i];
        model->velocity[c][1] = value[2][i];
    }
    return EG_OK;
}

static eg_status read_initial_cells(void *with, int part, int64_t from, int64_t to)
{
    (void)part;
    for (int64_t c = from; c < to; c += EG_POINTS_AT_ONCE)
        EG_TRY(read_initial_block(with, c, (int)eg_min_i64(EG_POINTS_AT_ONCE, to - c)));
    return EG_OK;
}

static eg_status open_initial(initial_water *w)
{
    const eg_setup *setup = &w->model->setup;
    const eg_node *depth = eg_case_find(setup->loaded, "initial.depth");
    const eg_node *velocity = eg_case_find(setup->loaded, "initial.velocity");
    w->is_depth = depth != NULL;
    w->node[0] = depth ? depth : eg_case_find(setup->loaded, "initial.level");
    for (int k = 1; k < 3; k++)
        w->node[k] = eg_node_is_list(velocity) ? eg_node_item(velocity, k - 1) : velocity;
    for (int k = 0; k < 3; k++)
        EG_TRY(eg_given_open(setup, w->node[k], k == 0 ? EG_GIVEN_EVERY : k - 1,
                             k == 0 && depth ? EG_RANGE_NOT_NEGATIVE : EG_RANGE_ANY, &w->given[k]));
    return EG_OK;
}

/* No water stands in blocked cells. */
static void empty_blocked(eg_sw_model *model)
{
    for (int64_t c = 0; model->blocked && c < model->setup.mesh->base.own; c++)
        if (model->blocked[c])
            model->depth[c] = model->velocity[c][0] = model->velocity[c][1] = 0;
}

/* Fills depth[] and velocity[] from what rank 0 found on another mesh; of a state that is restored they stay
 * 0. */
static void take_surveyed_water(eg_sw_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    const double(*row)[3] = model->setup.survey;
    for (int64_t c = 0; !model->setup.restoring && c < mesh->base.own; c++) {
        const double *from = row[eg_mesh_whole_number(&mesh->base, c)];
        model->depth[c] = from[0];
        memcpy(model->velocity[c], &from[1], sizeof model->velocity[c]);
    }
}

eg_status eg_sw_read_initial(eg_sw_model *model)
{
    enum { LEAST = 1 << 13 };
    const eg_setup *setup = &model->setup;
    int64_t cells = setup->mesh->base.own;
    EG_TRY(EG_ALLOC(setup->context, EG_BLOCK(cells, model->depth), EG_BLOCK(cells, model->velocity)));
    if (eg_case_find(setup->loaded, "initial.from")) {
        take_surveyed_water(model);
        empty_blocked(model);
        return EG_OK;
    }
    initial_water w = {.model = model};
    eg_status status = open_initial(&w);
    if (status == EG_OK)
        status = eg_in_parts(setup->context, eg_parts(setup->context, cells, LEAST), cells,
                             read_initial_cells, &w);
    for (int k = 0; k < 3; k++)
        eg_given_close(&w.given[k]);
    if (status == EG_OK)
        empty_blocked(model);
    return status;
}

void eg_sw_close_ground(eg_sw_model *model)
{
    for (int r = 0; model->ground && r < model->setup.cells->regions.count; r++)
        eg_given_close(&model->ground[r]);
    EG_FREE(&model->ground, &model->lined);
}

/* ---- the Coriolis parameter */

/* Of the Earth: revolutions against the stars, 1/s, and the mean radius, m. */
static const double TURN = 7.292115e-5, RADIUS = 6371e3;

/* 2 Omega sin(latitude), with the plane beta: y counts from where the latitude is. */
static void fill_plane(const eg_mesh *mesh, const eg_node *map, double *parameter)
{
    const eg_node *from = eg_node_child(map, "from_y");
    double latitude = eg_node_real(eg_node_child(map, "latitude"));
    double f = 2 * TURN * eg_sin(latitude), beta = from ? 2 * TURN * eg_cos(latitude) / RADIUS : 0;
    for (int64_t c = 0; c < mesh->own; c++)
        parameter[c] = from ? fma(beta, mesh->centroid[c][1] - eg_node_real(from), f) : f;
}

/* f of the Earth is at most 1.5e-4 1/s, of a rotating tank a few 1/s. More is a latitude in the place of
 * f. */
static eg_status check_parameter(const eg_sw_model *model, const eg_node *node)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    for (int64_t c = 0; c < mesh->own; c++)
        if (fabs(model->coriolis[c]) > 10)
            return eg_case_fail(model->setup.loaded, node, EG_CASE,
                                "%s is %g 1/s at cell %lld; f of the Earth is at most 1.46e-4 1/s. "
                                "Is it a latitude? Then write {latitude: %g deg}",
                                eg_node_name(node), model->coriolis[c],
                                (long long)eg_mesh_whole_number(mesh, c), model->coriolis[c]);
    return EG_OK;
}

eg_status eg_sw_read_coriolis(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_node *node = eg_case_find(setup->loaded, "physics.coriolis");
    if (!node)
        return EG_OK;
    EG_TRY(eg_alloc(setup->context, setup->mesh->base.own, sizeof *model->coriolis, &model->coriolis));
    if (!eg_node_is_map(node)) {
        EG_TRY(eg_given_fill(setup, node, -1, EG_RANGE_ANY, model->coriolis));
        return check_parameter(model, node);
    }
    fill_plane(&setup->mesh->base, node, model->coriolis);
    return EG_OK;
}
