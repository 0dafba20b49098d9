/* A wind of place and time: what it cannot be combined with, and its expressions as functions for the kernels
 * (docs/theory/moving-winds.md). */
#include <stdio.h>

#include "run/core/run.h"
#include "run/models/waves/names.h"

/* A wind that blows for a shorter part of the run than this may be missed. */
static const double LONGEST = 0.01;

static const eg_node *velocity_of(const eg_waves_model *model, int region)
{
    return eg_node_child(eg_names_material(model->setup.loaded, model->setup.cells, region), "velocity");
}

/* The component that depends on time, NULL: none. */
static const eg_node *moving_component(const eg_node *velocity)
{
    enum { TIME = 2 };
    for (int i = 0; eg_node_is_list(velocity) && i < 2; i++)
        if (eg_expression_uses(eg_node_expression(eg_node_item(velocity, i)), TIME))
            return eg_node_item(velocity, i);
    return NULL;
}

static eg_status check_wind(const eg_waves_model *model, const eg_node *moving)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *factor = eg_case_find(loaded, "velocity_factor");
    if (!eg_case_find(loaded, "time.end"))
        return eg_case_fail(loaded, moving, EG_CASE,
                            "a velocity that depends on t needs time.end: no step is longer "
                            "than a hundredth of it");
    if (factor)
        return eg_case_fail(
            loaded, factor, EG_CASE,
            "velocity_factor is for velocities that do not depend on t; put the factor into the "
            "expressions of materials.*.velocity");
    if (model->material_order > 1)
        return eg_case_fail(
            loaded, eg_case_find(loaded, "numerics.material_order"), EG_CASE,
            "numerics.material_order does not go with a velocity that depends on t, which is taken at "
            "the points of quadrature; leave it out");
    if (model->form == EG_ADER_QUASI_CONSERVATIVE)
        return eg_case_fail(
            loaded, eg_case_find(loaded, "numerics.form"), EG_CASE,
            "numerics.form: quasi-conservative does not go with a velocity that depends on t yet; "
            "leave it out");
    if (model->sources.count > 0)
        return eg_case_fail(
            loaded, eg_case_find(loaded, "sources"), EG_CASE,
            "sources do not go with a velocity that depends on t yet; let the tracer come in through "
            "a boundary, or give a velocity of place and a velocity_factor");
    return EG_OK;
}

/* The functions of a region, and its lines of the choice among all. */
static eg_status write_wind(eg_waves_model *model, int region, eg_text *choice)
{
    const eg_node *velocity = velocity_of(model, region);
    if (!eg_node_is_list(velocity))
        return eg_case_fail(model->setup.loaded, velocity, EG_CASE,
                            "a velocity of rasters does not go with one that depends on t in another region");
    for (int i = 0; i < 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "eg_wind_%d_%d", region, i);
        eg_expression_emit(eg_node_expression(eg_node_item(velocity, i)), &model->wind, name);
        eg_text_add(choice, "    value = region == %d && component == %d ? %s(x, y, t) : value;\n", region, i,
                    name);
    }
    return EG_OK;
}

/* The longest step follows the end. */
static void warn_of_other_end(const eg_waves_model *model, const eg_node *moving)
{
    const eg_run *run = model->setup.run;
    double end = eg_case_real(model->setup.loaded, "time.end", 0);
    if (run && run->checkpointing.changed && run->checkpointing.end_before != end)
        eg_case_warn(
            model->setup.loaded, moving,
            "no step in this wind is longer than a hundredth of time.end, which changes: a run to %.9g s "
            "from the start may take other steps, and its bits differ",
            end);
}

eg_status eg_tracers_open_wind(eg_waves_model *model)
{
    int regions = model->setup.cells->regions.count;
    const eg_node *moving = NULL;
    EG_TEXT(choice, model->setup.context);
    model->wind.context = model->setup.context;
    for (int r = 0; model->kind->system->transports && r < regions && !moving; r++)
        moving = moving_component(velocity_of(model, r));
    if (!moving)
        return EG_OK;
    EG_TRY(check_wind(model, moving));
    warn_of_other_end(model, moving);
    eg_text_add(&model->wind, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    for (int r = 0; r < regions; r++)
        EG_TRY(write_wind(model, r, &choice));
    EG_TRY(choice.status);
    eg_text_add(&model->wind,
                "FUNCTION double eg_wind(int region, int component, double x, double y, double t)\n{\n"
                "    double value = 0.0;\n%s    return value;\n}\n",
                choice.data);
    return model->wind.status;
}

double eg_tracers_longest_step(const eg_waves_model *model)
{
    return LONGEST * eg_case_real(model->setup.loaded, "time.end", 0);
}

eg_status eg_tracers_check_wind(const eg_waves_model *model, double t, eg_status status)
{
    const eg_mesh *mesh = model->setup.cells;
    for (int64_t c = 0; model->wind.data && c < mesh->own; c++) {
        const eg_node *velocity = velocity_of(model, mesh->region[c]);
        for (int i = 0; i < 2; i++)
            EG_TRY(
                eg_given_check_time(&model->setup, eg_node_item(velocity, i), mesh->centroid[c], t, status));
    }
    return EG_OK;
}
