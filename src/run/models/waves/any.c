/* What all models of waves have together: making, boundaries, their tables' common entries. */
#include "run/models/waves/internal.h"
#include "run/judge/verdicts.h"

#include <string.h>
#include <stdio.h>

/* ---- making */

void eg_waves_begin(eg_model *base, const eg_setup *setup)
{
    eg_waves *model = eg_waves_of(base);
    model->setup = *setup;
    model->kind = setup->kind->waves;
}

void eg_waves_close(eg_waves *model)
{
    eg_waves_close_regions(&model->regions);
    eg_waves_close_sources(&model->sources);
    eg_waves_close_receivers(&model->receivers);
    eg_waves_close_shots(&model->shots);
    eg_free(model->setup.context, &model->boundaries);
}

eg_status eg_waves_check_growth(const eg_waves *model)
{
    const eg_node *limit = eg_case_find(model->setup.loaded, "limits.energy_growth");
    if (limit && model->unmeasured)
        return eg_case_fail(
            model->setup.loaded, limit, EG_CASE,
            "limits.energy_growth needs a system whose energy only falls: system.energy with products "
            "with A and B that are symmetric and the same everywhere, no E, and reflections that bring "
            "nothing in");
    if (!limit || (model->sources.count == 0 && !model->driven))
        return EG_OK;
    return eg_case_fail(model->setup.loaded, limit, EG_CASE,
                        "limits.energy_growth needs a run without sources%s: they bring energy in",
                        model->base.kind->keys.forest ? "" : " and inflow");
}

eg_status eg_waves_judge_made(const eg_waves *model, eg_waves_scheme nodal, int nodes)
{
    EG_JUDGING(model->setup.run);
    EG_TRY(eg_waves_check_plausible(model, nodes - 1));
    EG_TRY(eg_waves_judge_surface(model));
    EG_TRY(eg_waves_judge_resolution(model, nodal, nodes));
    return eg_waves_judge_surroundings(model);
}

/* ---- boundaries */

/* The case's word or key of each kind, and what is told of it. */
#define KIND(ID, NAME, TOLD, MORE) [EG_LINEAR_##ID] = {NAME, TOLD},
static const struct {
    const char *name, *told;
} kinds[] = {FACE_KINDS(KIND, KIND)};
#undef KIND

/* An outflow, and a layer, are absorbing. */
static eg_linear_boundary kind_of_boundary(const eg_node *node)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (eg_node_is(node, kinds[i].name) || eg_node_child(node, kinds[i].name))
            return (eg_linear_boundary)i;
    return EG_LINEAR_ABSORBING;
}

eg_status eg_waves_read_boundaries(eg_waves *model)
{
    const eg_mesh *mesh = model->setup.cells;
    EG_TRY(eg_alloc(model->setup.context, mesh->boundaries.count, sizeof *model->boundaries,
                    &model->boundaries));
    model->closed = true;
    for (int b = 0; b < mesh->boundaries.count; b++) {
        eg_linear_boundary kind = kind_of_boundary(eg_names_boundary(model->setup.loaded, mesh, b));
        model->boundaries[b] = kind;
        model->closed = model->closed && kind != EG_LINEAR_ABSORBING && kind != EG_LINEAR_INFLOW;
    }
    return EG_OK;
}

/* What it does to waves; the words of the case where these are others. */
static const char *tell_boundary(const eg_node *given, eg_linear_boundary kind)
{
    return eg_node_child(given, "pml")         ? "perfectly matched layer"
           : eg_node_child(given, "absorbing") ? "absorbing, with a damping layer"
           : eg_node_is(given, "outflow")      ? "outflow"
                                               : kinds[kind].told;
}

void eg_waves_describe_boundaries(const eg_waves *model, eg_text *text)
{
    const eg_mesh *mesh = model->setup.cells;
    eg_text_add(text, "boundaries");
    for (int b = 0; b < mesh->boundaries.count; b++)
        eg_text_add(text, "%s %s: %s", b > 0 ? "," : "", mesh->boundaries.name[b],
                    tell_boundary(eg_names_boundary(model->setup.loaded, mesh, b), model->boundaries[b]));
    eg_text_add(text, "\n");
}

/* ---- entries of tables */

eg_stepper *eg_waves_stepper(const eg_model *model)
{
    return eg_waves_of(model)->stepper;
}

void eg_waves_output(const eg_model *base, int output, int64_t cell, int count, const double *points,
                     const double *variables, double *values)
{
    const eg_waves *model = eg_waves_of(base);
    int components = base->kind->keys.outputs[output].components;
    (void)cell;
    (void)points;
    for (int i = 0; i < count; i++)
        model->kind->evaluate(output, &variables[i * model->stepper->variables], &values[i * components]);
}

eg_status eg_waves_divergence_site(eg_model *base, int64_t *cell, char *text, size_t room, double *how_bad)
{
    eg_stepper *stepper = eg_waves_of(base)->stepper;
    EG_TRY(eg_stepper_divergence_site(stepper, cell));
    *how_bad = *cell < 0 ? 0 : INFINITY;
    *cell = eg_max_i64(*cell, 0);
    snprintf(text, room, "a value beyond 1e30; the stable step of that cell is %.6g s",
             stepper->class->cell_step(stepper, *cell));
    return EG_OK;
}

/* The state is some of the outputs, one after the other. */
bool eg_waves_invert(const eg_model *model, int output, int64_t cell, const double *values, double *variables)
{
    const eg_output *written = &model->kind->keys.outputs[output], *part;
    (void)cell;
    for (int i = 0, v = 0; (part = eg_waves_state(&model->kind->keys, i)); i++) {
        if (part == written) {
            memcpy(&variables[v], values, (size_t)part->components * sizeof *values);
            return true;
        }
        v += part->components;
    }
    return false;
}

/* ---- receivers and shots */

static eg_status collect_receivers(eg_model *model, const eg_time_state *now)
{
    return eg_waves_collect_samples(&eg_waves_of(model)->receivers, now);
}

static eg_status write_receivers(eg_model *base, const char *folder)
{
    eg_waves *model = eg_waves_of(base);
    return eg_waves_write_samples(&model->receivers, &model->sources, folder);
}

static eg_shots *get_shots(eg_model *base)
{
    eg_waves *model = eg_waves_of(base);
    return model->shots.setup ? &model->shots.run : NULL;
}

static eg_status begin_next_shot(eg_model *base)
{
    eg_waves *model = eg_waves_of(base);
    eg_waves_choose_shot(&model->shots, model->shots.run.current + 1);
    return model->aim(model);
}

const eg_model_shots eg_waves_shot_class = {.get = get_shots, .next = begin_next_shot};
const eg_model_files eg_waves_file_class = {.collect = collect_receivers, .write = write_receivers};
