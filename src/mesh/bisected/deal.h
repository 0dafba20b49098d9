/* deal: ranges of leaves, one of each rank. */
#ifndef EG_MESH_BISECTED_DEAL_H
#define EG_MESH_BISECTED_DEAL_H

#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"
#include "mesh/cell_transfer.h"

/* A rank's range of leaves, over the roots of `like`, from their ids and links; these by numbers in the
 * whole. EG_MEMORY. Collective, also where `status` is a failure of this rank; all agree. The caller owns
 * *bisected. */
eg_status eg_bisected_assemble(const eg_bisected *like, eg_bisected_range range, const uint64_t *id,
                               const int32_t (*link)[3], eg_status status, eg_bisected **bisected);

/* How leaves that ranks have made, made_of[ranks] in the order of the whole, move to those whose range they
 * are in. EG_MEMORY; the caller owns *deal. */
eg_status eg_bisected_plan_deal(eg_context *context, eg_bisected_range range, const int64_t *made_of,
                                eg_cell_transfer **deal);

#endif
