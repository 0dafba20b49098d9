/* The ground of every cell (bed and roughness) and its water at time 0. */
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>

/* Strickler's coefficient, 20 to 100, is the inverse of Manning's, which stays below 1 on any ground. */
static eg_status check_manning(const eg_sw_model *model, const eg_node *node, int region)
{
    const eg_setup *setup = &model->setup;
    const eg_plane *mesh = setup->mesh;
    char place[EG_PLACE_ROOM];
    for (int64_t c = 0; node && c < mesh->base.own; c++)
        if ((region < 0 || mesh->base.region[c] == region) && model->manning[c] > 1)
            return eg_case_fail(
                setup->loaded, node, EG_CASE,
                "%s is %g s/m^(1/3) at cell %lld, %s; Manning's n is some 0.01 to 0.2. Is it "
                "Strickler's coefficient? Then n is its inverse, %.3g",
                eg_node_name(node), model->manning[c],
                (long long)eg_mesh_whole_number(&mesh->base, c),
                eg_format_place(2, mesh->base.centroid[c], place), 1 / model->manning[c]);
    return EG_OK;
}

eg_status eg_sw_read_ground(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_plane *mesh = setup->mesh;
    EG_TRY(eg_alloc(setup->context, mesh->base.own, sizeof *model->bed, &model->bed));
    EG_TRY(eg_alloc(setup->context, mesh->base.own, sizeof *model->manning, &model->manning));
    for (int r = 0; r < mesh->base.regions.count; r++) {
        const eg_node *material = eg_names_material(setup->loaded, &setup->mesh->base, r);
        int region = mesh->base.regions.count == 1 ? -1 : r;
        EG_TRY(eg_given_fill(setup, eg_node_child(material, "elevation"), region, EG_RANGE_ANY,
                             model->bed));
        EG_TRY(eg_given_fill(setup, eg_node_child(material, "manning"), region,
                             EG_RANGE_NOT_NEGATIVE, model->manning));
        EG_TRY(check_manning(model, eg_node_child(material, "manning"), region));
    }
    return EG_OK;
}

/* The value of an expression of x, y and the bed at a cell. */
static eg_status evaluate(const eg_sw_model *model, const eg_node *node, eg_range range,
                          int64_t cell, double *value)
{
    const double *x = model->setup.mesh->base.centroid[cell];
    const double at[3] = {x[0], x[1], model->bed[cell]};
    *value = eg_expression_eval(eg_node_expression(node), at);
    return eg_given_check(&model->setup, node, range, cell, x, *value);
}

eg_status eg_sw_read_initial(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    const eg_plane *mesh = setup->mesh;
    const eg_node *depth = eg_case_find(setup->loaded, "initial.depth");
    const eg_node *level = eg_case_find(setup->loaded, "initial.level");
    const eg_node *velocity = eg_case_find(setup->loaded, "initial.velocity");
    EG_TRY(eg_alloc(setup->context, mesh->base.own, sizeof *model->depth, &model->depth));
    EG_TRY(eg_alloc(setup->context, mesh->base.own, sizeof *model->velocity, &model->velocity));
    if (eg_case_find(setup->loaded, "initial.from")) {
        eg_sw_take_survey(model);
        return EG_OK;
    }
    for (int64_t c = 0; c < mesh->base.own; c++) {
        double value;
        EG_TRY(evaluate(model, depth ? depth : level, depth ? EG_RANGE_NOT_NEGATIVE : EG_RANGE_ANY,
                        c, &value));
        model->depth[c] = depth ? value : fmax(0, value - model->bed[c]);
        for (int i = 0; i < 2; i++)
            EG_TRY(evaluate(model, eg_node_item(velocity, i), EG_RANGE_ANY, c,
                            &model->velocity[c][i]));
    }
    return EG_OK;
}
