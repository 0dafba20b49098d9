/* States at inflow boundaries, written out as one function of boundary, variable, place and time. */
#include "run/models/waves/internal.h"

#include <stdio.h>

/* The expressions of one boundary, in the order of the variables. */
static int list_expressions(const eg_waves_model *model, const eg_node *inflow, const eg_node **expression)
{
    int v = 0;
    const eg_output *output;
    for (int i = 0; (output = eg_waves_state(&model->base.kind->keys, i)); i++) {
        const eg_node *node = eg_node_child(inflow, output->name);
        for (int k = 0; k < output->components; k++)
            expression[v++] = output->components == 1 ? node : eg_node_item(node, k);
    }
    return v;
}

static const eg_node *inflow_of(const eg_waves_model *model, int boundary)
{
    const eg_node *boundaries = eg_case_find(model->setup.loaded, "boundaries");
    return eg_node_child(eg_node_child(boundaries, model->setup.mesh->base.boundaries.name[boundary]),
                         "inflow");
}

int eg_waves_inflow_of(const eg_waves_model *model, int boundary,
                       const eg_node *expression[EG_LINEAR_VARIABLES])
{
    const eg_node *inflow = inflow_of(model, boundary);
    return inflow ? list_expressions(model, inflow, expression) : 0;
}

static void write_functions(eg_waves_model *model, int boundary)
{
    const eg_node *expression[EG_LINEAR_VARIABLES];
    int count = eg_waves_inflow_of(model, boundary, expression);
    for (int v = 0; v < count; v++) {
        char name[64];
        snprintf(name, sizeof name, "eg_inflow_%d_%d", boundary, v);
        eg_expression_emit(eg_node_expression(expression[v]), &model->inflow, name);
    }
}

static void write_choice(eg_waves_model *model, int boundary)
{
    for (int v = 0; v < model->kind->system->variables; v++)
        eg_text_add(&model->inflow,
                    "    if (boundary == %d && variable == %d)\n        value = eg_inflow_%d_%d(x, "
                    "y, t);\n",
                    boundary, v, boundary, v);
}

eg_status eg_waves_open_inflow(eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    eg_text *text = &model->inflow;
    int count = 0;
    text->context = model->setup.context;
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        count += inflow_of(model, b) != NULL;
    if (count == 0)
        return EG_OK;
    const eg_node *factor = eg_case_find(model->setup.loaded, "velocity_factor");
    if (factor)
        return eg_case_fail(model->setup.loaded, factor, EG_CASE,
                            "velocity_factor cannot be combined with an inflow boundary yet");
    eg_text_add(text, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        if (inflow_of(model, b))
            write_functions(model, b);
    eg_text_add(text, "FUNCTION double eg_inflow_value(int boundary, int variable, double x, "
                      "double y, double t)\n{\n"
                      "    double value = 0.0;\n");
    for (int b = 0; b < mesh->base.boundaries.count; b++)
        if (inflow_of(model, b))
            write_choice(model, b);
    if (model->bounded)
        eg_text_add(text, "    value = value < %.17g ? %.17g : value > %.17g ? %.17g : value;\n",
                    model->bound[0], model->bound[0], model->bound[1], model->bound[1]);
    eg_text_add(text, "    return value;\n}\n");
    return text->status;
}
