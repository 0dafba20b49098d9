/* States at inflow boundaries, written out as one function of boundary, variable, place and time. */
#include "run/models/waves/internal.h"

#include <stdio.h>

int eg_waves_inflow_of(const eg_waves_model *model, int boundary,
                       const eg_node *expression[EG_LINEAR_VARIABLES])
{
    const eg_node *inflow =
        eg_node_child(eg_names_boundary(model->setup.loaded, model->setup.cells, boundary), "inflow");
    return inflow ? eg_waves_state_nodes(&model->base.kind->keys, inflow, expression) : 0;
}

/* The functions of a boundary, and its lines of the choice among all. */
static void write_inflow(eg_waves_model *model, int boundary, eg_text *choice)
{
    const eg_node *expression[EG_LINEAR_VARIABLES];
    int count = eg_waves_inflow_of(model, boundary, expression);
    for (int v = 0; v < count; v++) {
        char name[64];
        if (!choice->data)
            eg_text_add(&model->inflow, "#include \"math.h\"\n#include \"math_circular.h\"\n");
        snprintf(name, sizeof name, "eg_inflow_%d_%d", boundary, v);
        eg_expression_emit(eg_node_expression(expression[v]), &model->inflow, name);
        eg_text_add(choice, "    if (boundary == %d && variable == %d)\n        value = %s(x, y, t);\n",
                    boundary, v, name);
    }
}

eg_status eg_waves_open_inflow(eg_waves_model *model)
{
    eg_text *text = &model->inflow;
    EG_TEXT(choice, model->setup.context);
    text->context = model->setup.context;
    for (int b = 0; b < model->setup.cells->boundaries.count; b++)
        write_inflow(model, b, &choice);
    EG_TRY(choice.status);
    if (!choice.data)
        return EG_OK;
    const eg_node *factor = eg_case_find(model->setup.loaded, "velocity_factor");
    if (factor)
        return eg_case_fail(model->setup.loaded, factor, EG_CASE,
                            "velocity_factor cannot be combined with an inflow boundary yet");
    eg_text_add(
        text,
        "FUNCTION double eg_inflow_value(int boundary, int variable, double x, double y, double t)\n{\n"
        "    double value = 0.0;\n%s",
        choice.data);
    if (model->bounded)
        eg_text_add(text, "    value = value < %.17g ? %.17g : value > %.17g ? %.17g : value;\n",
                    model->bound[0], model->bound[0], model->bound[1], model->bound[1]);
    eg_text_add(text, "    return value;\n}\n");
    return text->status;
}
