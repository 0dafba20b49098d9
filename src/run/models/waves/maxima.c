/* The largest values that a case of waves asks for. */
#include "run/models/waves/internal.h"

/* Whether the case asks for entry `id` of the table. */
static bool is_wanted(const eg_waves_model *model, int id)
{
    return eg_node_has(eg_case_find(model->setup.loaded, "output.maxima.variables"),
                       model->base.kind->keys.maxima[id].name);
}

int eg_waves_wanted_maxima(const eg_waves_model *model, eg_ader_maximum wanted[EG_ADER_MAXIMA])
{
    int count = 0;
    for (int id = 0; id < model->base.kind->keys.maximum_count; id++)
        if (is_wanted(model, id))
            wanted[count++] = model->kind->maximum_of[id];
    return count;
}

eg_status eg_waves_read_maxima(eg_model *base, int count, const int *which, double *const *values)
{
    const eg_waves_model *model = eg_waves_model_of(base);
    EG_SCRATCH double *rows = NULL;
    int64_t cells = model->setup.cells->own;
    EG_TRY(eg_alloc(model->setup.context, cells * count, sizeof *rows, &rows));
    EG_TRY(eg_ader_maxima(model->ader, rows));
    for (int i = 0; i < count; i++) {
        int column = 0; /* among those that are kept */
        for (int other = 0; other < which[i]; other++)
            column += is_wanted(model, other);
        for (int64_t c = 0; c < cells; c++)
            values[i][c] = rows[c * count + column];
    }
    return EG_OK;
}
