/* Sums over the domain. */
#include "scheme/dg/internal.h"

eg_status eg_dg_build_content(eg_dg *dg)
{
    EG_TRY(eg_stepper_upload(&dg->base, "weights", dg->edge * 8, dg->weight, &dg->quadrature));
    return eg_stepper_build_sums(&dg->base, 2, dg->before ? &dg->before->base : NULL);
}

/* Of the blocks that are held. */
static eg_status find_content(eg_dg *dg, int stage)
{
    (void)stage;
    return EG_LAUNCH(dg->find_content, dg->held.blocks, EG_BUFFER("q0", dg->q[0]), EG_BUFFER("q1", dg->q[1]),
                     EG_BUFFER("weight", dg->quadrature), EG_BUFFER("determinant", dg->determinant),
                     EG_BUFFER("content", dg->content),
                     EG_BUFFER("order", dg->stream ? dg->visits.ordered : dg->stop),
                     EG_INT("from_group", (int32_t)dg->held.from), EG_LONG("cells", dg->mesh->base.own),
                     EG_LONG("blocks", dg->held.blocks));
}

eg_status eg_dg_queue_content(eg_stepper *stepper)
{
    return eg_dg_visit_all(eg_dg_of(stepper), find_content, 0);
}
