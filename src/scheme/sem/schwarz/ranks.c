/* Schwarz on several ranks. Each solves in the subdomains that reach its own nodes, those of neighbours among
 * them, so that nothing but the residual at ghosts is exchanged. The coarse cycle is the same on every rank,
 * which gets the whole coarse residual. */
#include "scheme/sem/schwarz/internal.h"

eg_status eg_schwarz_list_elements(eg_schwarz *s)
{
    const eg_hexes *mesh = s->sem->mesh;
    EG_TRY(eg_owner_alloc(&s->owned, mesh->base.held, sizeof *s->element, &s->element));
    for (int64_t e = 0; e < mesh->base.held; e++)
        if (eg_schwarz_solves(s, e))
            s->element[s->solved++] = (int32_t)e;
    return EG_OK;
}

eg_status eg_schwarz_exchange_weights(const eg_schwarz *s, double *weight, eg_status status)
{
    const eg_sem *sem = s->sem;
    return sem->comm ? eg_ghost_exchange_values(sem->ghosts, sem->comm, weight, sizeof *weight, status)
                     : status;
}
