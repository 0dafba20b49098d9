/* What the survey of the whole mesh has found for the cells of a rank: transfer.c. */
#include "run/models/shallow_water/internal.h"

#include <string.h>

void eg_sw_take_survey(eg_sw_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    const double(*row)[3] = model->setup.survey;
    for (int64_t c = 0; !model->setup.restoring && c < mesh->base.own; c++) {
        const double *from = row[eg_mesh_whole_number(&mesh->base, c)];
        model->depth[c] = from[0];
        memcpy(model->velocity[c], &from[1], sizeof model->velocity[c]);
    }
}
