/* What all models of waves have together: their tables' common entries. */
#include "run/models/waves/internal.h"

#include <string.h>
#include <stdio.h>

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

/* ---- receivers and shots */

eg_status eg_waves_collect(eg_model *model, const eg_time_state *now)
{
    return eg_waves_collect_samples(&eg_waves_of(model)->receivers, now);
}

eg_status eg_waves_write(eg_model *base, const char *folder)
{
    eg_waves *model = eg_waves_of(base);
    return eg_waves_write_samples(&model->receivers, &model->sources, folder);
}

eg_shots *eg_waves_get_shots(eg_model *base)
{
    eg_waves *model = eg_waves_of(base);
    return model->shots.setup ? &model->shots.run : NULL;
}

eg_status eg_waves_next_shot(eg_model *base)
{
    eg_waves *model = eg_waves_of(base);
    eg_waves_choose_shot(&model->shots, model->shots.run.current + 1);
    return model->aim(model);
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

/* ---- boundaries */

/* The case's word of each kind, NULL: it has a key; and what is told of it. */
static const struct {
    const char *word, *told;
} kinds[] = {[EG_LINEAR_INSIDE] = {NULL, "periodic"},
             [EG_LINEAR_ABSORBING] = {"absorbing", "absorbing"},
             [EG_LINEAR_FREE] = {"free-surface", "free surface"},
             [EG_LINEAR_WALL] = {"wall", "wall"},
             [EG_LINEAR_INFLOW] = {NULL, "inflow"}};

eg_linear_boundary eg_waves_boundary_of(const eg_node *node)
{
    if (eg_node_child(node, "periodic"))
        return EG_LINEAR_INSIDE;
    if (eg_node_child(node, "inflow"))
        return EG_LINEAR_INFLOW;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].word && eg_node_is(node, kinds[i].word))
            return (eg_linear_boundary)i;
    return EG_LINEAR_ABSORBING;
}

/* What it does to waves; the words of the case where these are others. */
static const char *describe(const eg_node *given, eg_linear_boundary kind)
{
    return eg_node_child(given, "pml")         ? "perfectly matched layer"
           : eg_node_child(given, "absorbing") ? "absorbing, with a damping layer"
           : eg_node_is(given, "outflow")      ? "outflow"
                                               : kinds[kind].told;
}

void eg_waves_describe_boundaries(const eg_case *loaded, const eg_mesh *mesh,
                                  const eg_linear_boundary *boundaries, eg_text *text)
{
    const eg_node *given = eg_case_find(loaded, "boundaries");
    eg_text_add(text, "boundaries");
    for (int b = 0; b < mesh->boundaries.count; b++)
        eg_text_add(text, " %s: %s%s", mesh->boundaries.name[b],
                    describe(eg_node_child(given, mesh->boundaries.name[b]), boundaries[b]),
                    b + 1 < mesh->boundaries.count ? "," : "");
    eg_text_add(text, "\n");
}

/* ---- for people */

void eg_waves_picture(const eg_model *model, int output, eg_model_picture *picture)
{
    const eg_output *shown = &model->kind->keys.outputs[output];
    bool diverges = shown->is_signed && shown->components == 1;
    *picture = (eg_model_picture){.colormap = diverges ? EG_COLORMAP_DIVERGING : EG_COLORMAP_SEQUENTIAL,
                                  .depth = -1,
                                  .bed = -1,
                                  .vectors = model->kind->waves->picture_vectors};
}

const eg_model_shots eg_waves_shot_class = {.get = eg_waves_get_shots, .next = eg_waves_next_shot};
const eg_model_files eg_waves_file_class = {.collect = eg_waves_collect, .write = eg_waves_write};
