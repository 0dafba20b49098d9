/* Sums over the domain. */
#include "scheme/ader/internal.h"

#include "base/parallel.h"

#include <math.h>

eg_status eg_ader_build_content(eg_ader *ader)
{
    const eg_plane *mesh = ader->mesh;
    EG_SCRATCH double *determinant = NULL;
    EG_TRY(eg_alloc(ader->context, mesh->base.own, sizeof *determinant, &determinant));
    EG_LOOP(ader->context, mesh->base.own)
    for (int64_t c = 0; c < mesh->base.own; c++)
        determinant[c] = eg_plane_map(mesh, c).determinant;
    EG_TRY(
        eg_stepper_upload(&ader->base, "determinants", mesh->base.own * 8, determinant, &ader->determinant));
    return eg_stepper_build_sums(&ader->base, 2 * (ader->system->transports ? ader->variables : 1), NULL);
}

eg_status eg_ader_queue_content(eg_stepper *stepper)
{
    const eg_ader *ader = eg_ader_of(stepper);
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const eg_ader_cells *c = &ader->cells[type];
        int64_t first = ader->layout.first_cell[type];
        if (c->blocks > 0)
            EG_TRY(EG_LAUNCH(c->content, c->blocks, EG_BUFFER("determinant", ader->determinant),
                             EG_BUFFER("content", ader->content),
                             EG_DOUBLE("mean", type == EG_TRIANGLE ? sqrt(0.5) : 1),
                             EG_LONG("first_cell", first),
                             EG_LONG("last_cell", first + ader->mesh->base.group[type].count),
                             EG_LONG("cells", ader->mesh->base.own)));
    }
    return EG_OK;
}
