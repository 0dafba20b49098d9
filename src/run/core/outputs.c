/* The outputs of a run's model by name. */
#include "run/core/run.h"

/* Index of the variable in the model's outputs, or -1. */
static int find_output(const eg_run *run, const char *variable)
{
    int count;
    const eg_output *table = eg_model_outputs(run->model, &count);
    return eg_output_find(table, count, variable);
}

int eg_run_components(const eg_run *run, const char *variable)
{
    int count, id = find_output(run, variable);
    return id < 0 ? 0 : eg_model_outputs(run->model, &count)[id].components;
}

static eg_status no_such_variable(eg_run *run, const char *variable)
{
    eg_text names = {.context = run->context};
    int count;
    const eg_output *table = eg_model_outputs(run->model, &count);
    for (int i = 0; i < count; i++)
        eg_text_add(&names, "%s%s", i ? ", " : "", table[i].name);
    eg_status status = eg_fail(run->context, EG_USAGE, "there is no variable '%s'; there are %s", variable,
                               eg_text_string(&names));
    eg_text_free(&names);
    return status;
}

eg_status eg_run_find_output(eg_run *run, const char *variable, int *output)
{
    *output = find_output(run, variable);
    return *output < 0 ? no_such_variable(run, variable) : EG_OK;
}
