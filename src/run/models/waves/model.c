/* Linear waves as models: the table of functions that they share. */
#include "run/models/waves/internal.h"

static void describe(const eg_model *base, eg_text *text)
{
    const eg_waves_model *model = eg_waves_const(base);
    eg_waves_describe_boundaries(model->setup.loaded, &model->setup.mesh->base, model->boundaries,
                                 text);
    eg_text_add(text, "scheme     ADER-DG of order %d, %d unknowns a cell\n", model->order,
                model->stepper->values);
}

static void describe_cell(const eg_model *base, int64_t cell, eg_text *text)
{
    const eg_waves_model *model = eg_waves_const(base);
    eg_text_add(text, ", fastest wave %.4g m/s",
                model->kind->system->speed(eg_ader_material(model->ader, cell)));
}

const eg_model_class eg_waves_steps = {EG_WAVES_TABLE,
                                       .need = eg_waves_need,
                                       .survey = eg_waves_survey,
                                       .create = eg_waves_create,
                                       .create_bench = eg_waves_create_bench,
                                       .bench_cells = {100000, 400000},
                                       .destroy = eg_waves_destroy,
                                       .read_maxima = eg_waves_read_maxima,
                                       .given = eg_waves_check_given,
                                       .describe = describe,
                                       .describe_cell = describe_cell};
