/* What the survey of the whole mesh has found for the cells of a rank: transfer.c. */
#include "run/models/shallow_water/internal.h"

#include <string.h>

/* Where the survey has rows of cells before the faces of levees, which begin with their number: bytes. */
static int64_t bytes_of_rows(const eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    bool has = eg_case_find(setup->loaded, "initial.from") && !setup->restoring;
    return has ? setup->mesh->base.all * 3 * (int64_t)sizeof(double) : 0;
}

const eg_sw_levee_face *eg_sw_surveyed_levees(const eg_sw_model *model, int64_t *count)
{
    const char *from = (const char *)model->setup.survey + bytes_of_rows(model);
    memcpy(count, from, sizeof *count);
    return (const eg_sw_levee_face *)(from + sizeof *count);
}

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
