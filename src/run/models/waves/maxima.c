/* The largest values that a case of waves asks for. */
#include "run/models/waves/internal.h"

/* Whether the case asks for entry `id` of the table. */
static bool is_wanted(const eg_waves_model *model, int id)
{
    const eg_node *variables = eg_case_find(model->setup.loaded, "output.maxima.variables");
    for (int64_t i = 0; i < eg_node_count(variables); i++)
        if (eg_node_is(eg_node_item(variables, i), model->base.kind->keys.maxima[id].name))
            return true;
    return false;
}

int eg_waves_wanted_maxima(const eg_waves_model *model, eg_ader_maximum wanted[EG_ADER_MAXIMA])
{
    int count = 0;
    for (int id = 0; id < model->base.kind->keys.maximum_count; id++)
        if (is_wanted(model, id))
            wanted[count++] = model->kind->maximum_of[id];
    return count;
}

/* The column of entry `id` among those that are kept. */
static int column_of(const eg_waves_model *model, int id)
{
    int column = 0;
    for (int other = 0; other < id; other++)
        column += is_wanted(model, other);
    return column;
}

eg_status eg_waves_read_maxima(eg_model *base, int count, const int *which, double *const *values)
{
    const eg_waves_model *model = eg_waves_const(base);
    const eg_setup *setup = &model->setup;
    int64_t cells = setup->mesh->base.own;
    double *rows = NULL;
    EG_TRY(eg_alloc(setup->context, cells * count, sizeof *rows, &rows));
    eg_status status = eg_ader_maxima(model->ader, rows);
    for (int i = 0; status == EG_OK && i < count; i++)
        for (int64_t c = 0; c < cells; c++)
            values[i][c] = rows[c * count + column_of(model, which[i])];
    eg_free(setup->context, &rows);
    return status;
}
