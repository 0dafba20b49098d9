/* Leaves of rank 0 on all ranks. */
#include "mesh/bisected/internal.h"

/* Numbers and links, over a macro mesh that is there. */
static eg_status share_leaves(const eg_comm *comm, const eg_bisected *roots, eg_bisected **bisected)
{
    int64_t leaves = *bisected ? (*bisected)->leaves : 0;
    bool is_first = eg_comm_rank(comm) == 0;
    eg_comm_broadcast(comm, 0, &leaves, sizeof leaves);
    eg_status status = is_first ? EG_OK : eg_bisected_reserve(roots, leaves, bisected);
    EG_TRY(eg_comm_agree(comm, status));
    eg_bisected *b = *bisected;
    eg_comm_broadcast(comm, 0, b->id, leaves * (int64_t)sizeof *b->id);
    eg_comm_broadcast(comm, 0, b->link, leaves * (int64_t)sizeof *b->link);
    if (!is_first)
        eg_bisected_find_hash(b);
    return EG_OK;
}

eg_status eg_bisected_share(eg_context *context, const eg_comm *comm, eg_bisected **bisected)
{
    eg_plane *macro = NULL;
    eg_bisected *roots = NULL;
    EG_TRY(eg_plane_broadcast(context, comm, *bisected ? (*bisected)->macro : NULL, &macro));
    eg_status status = macro ? eg_bisected_create(context, macro, &roots) : EG_OK;
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = share_leaves(comm, roots, bisected);
    eg_bisected_destroy(&roots);
    eg_plane_destroy(&macro);
    return status;
}
