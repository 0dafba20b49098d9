/* The outputs of a run's model by name. */
#include "run/core/run.h"

int eg_run_components(const eg_run *run, const char *variable)
{
    int count;
    const eg_output *table = eg_model_outputs(run->model, &count);
    int id = eg_output_find(table, count, variable);
    return id < 0 ? 0 : table[id].components;
}

eg_status eg_run_find_output(eg_run *run, const char *variable, int *output)
{
    EG_TEXT(names, run->context);
    int count;
    const eg_output *table = eg_model_outputs(run->model, &count);
    *output = eg_output_find(table, count, variable);
    if (*output >= 0)
        return EG_OK;
    for (int i = 0; i < count; i++)
        eg_text_add(&names, "%s%s", i ? ", " : "", table[i].name);
    return eg_fail(run->context, EG_USAGE, "there is no variable '%s'; there are %s", variable,
                   eg_text_string(&names));
}
