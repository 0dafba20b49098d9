/* Largest values of each cell over all steps (kernels/ader/maxima.h). */
#include "scheme/ader/internal.h"

#include <math.h>

static eg_status build_average_weights(eg_ader *ader, const eg_ader_options *options)
{
    double weight[EG_ADER_MAXIMA * 2 * EG_LINEAR_VARIABLES];
    int variables = ader->system->variables, at = 0;
    for (int m = 0; m < ader->maximum_count; m++) {
        const eg_ader_maximum *maximum = &options->maxima[m];
        assert(maximum->parts == 1 || maximum->parts == 2);
        ader->maximum_pairs |= (maximum->parts == 2) << m;
        for (int part = 0; part < 2; part++)
            for (int p = 0; p < variables; p++)
                weight[at++] = maximum->weight[part][p];
    }
    return eg_stepper_upload_reals(&ader->base, "weights of maxima", at, weight, &ader->maximum_weight);
}

eg_status eg_ader_build_maxima(eg_ader *ader, const eg_ader_options *options)
{
    if (ader->maximum_count == 0)
        return EG_OK;
    EG_TRY(build_average_weights(ader, options));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        double basis[EG_MODES_MOST], middle = type == EG_TRIANGLE ? 1.0 / 3 : 0.5;
        double point[2] = {middle, middle};
        eg_modal_values((eg_cell_type)type, ader->order, point, basis);
        EG_TRY(eg_stepper_upload_reals(&ader->base, "modes at centres", ader->modes, basis,
                                       &ader->cells[type].centre));
    }
    EG_TRY(eg_owner_add(&ader->owned, EG_OWNED_BUFFER, &ader->highest.buffer));
    return eg_running_extrema_create(ader->context, ader->device, &ader->layout, ader->layout.precision,
                                     "maxima", ader->maximum_count, 0, &ader->highest);
}

eg_status eg_ader_queue_maxima(eg_ader *ader, bool at_pause)
{
    for (int type = 0; type < EG_CELL_TYPES && ader->maximum_count > 0; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        if (c->blocks > 0)
            EG_TRY(EG_LAUNCH(c->maxima, c->blocks, EG_BUFFER("centre", c->centre),
                             EG_BUFFER("weight", ader->maximum_weight),
                             EG_BUFFER("highest", ader->highest.buffer), EG_INT("pairs", ader->maximum_pairs),
                             EG_INT("at_pause", at_pause)));
    }
    return EG_OK;
}

eg_status eg_ader_persist_maxima(eg_ader *ader, const eg_persist *persist)
{
    if (ader->maximum_count == 0)
        return EG_OK;
    if (!persist->restoring)
        EG_TRY(eg_ader_queue_maxima(ader, true));
    return eg_running_extrema_persist(&ader->highest, persist);
}

eg_status eg_ader_maxima(eg_ader *ader, double *values)
{
    int count = ader->maximum_count;
    assert(count > 0);
    EG_TRY(eg_ader_queue_maxima(ader, true));
    EG_TRY(eg_running_extrema_read(&ader->highest, values));
    for (int64_t i = 0; i < ader->layout.cells * count; i++)
        if ((ader->maximum_pairs >> i % count) & 1)
            values[i] = sqrt(values[i]);
    return EG_OK;
}
