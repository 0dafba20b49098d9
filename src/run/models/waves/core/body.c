/* A source of the whole domain, of place and time, as one function of variable, place and time. */
#include <stdio.h>

#include "run/models/waves/internal.h"

static const eg_node *body_of(const eg_waves_model *model, int variable)
{
    return eg_node_child(eg_case_find(model->setup.loaded, "body"), model->kind->system->variable[variable]);
}

eg_status eg_waves_open_body(eg_waves_model *model)
{
    EG_TEXT(choice, model->setup.context);
    model->body.context = model->setup.context;
    for (int v = 0; v < model->kind->system->variables; v++) {
        const eg_node *node = body_of(model, v);
        char name[64];
        if (!node)
            continue;
        if (!choice.data)
            eg_text_add(&model->body, "#include \"math.h\"\n#include \"math_circular.h\"\n");
        snprintf(name, sizeof name, "eg_body_%d", v);
        eg_expression_emit(eg_node_expression(node), &model->body, name);
        eg_text_add(&choice, "    if (variable == %d)\n        value = %s(x, y, t);\n", v, name);
    }
    EG_TRY(choice.status);
    if (!choice.data)
        return EG_OK;
    eg_text_add(&model->body,
                "FUNCTION double eg_body(int variable, double x, double y, double t)\n{\n"
                "    double value = 0.0;\n%s    return value;\n}\n",
                choice.data);
    return model->body.status;
}

eg_status eg_waves_check_body(const eg_waves_model *model, double t, eg_status status)
{
    const eg_mesh *mesh = model->setup.cells;
    for (int v = 0; model->body.data && v < model->kind->system->variables; v++)
        for (int64_t c = 0; body_of(model, v) && c < mesh->own; c++)
            EG_TRY(eg_given_check_time(&model->setup, body_of(model, v), mesh->centroid[c], t, status));
    return EG_OK;
}
