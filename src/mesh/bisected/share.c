/* Roots dealt to ranks. */
#include "mesh/bisected/deal.h"

static eg_status deal_roots(const eg_bisected *roots, const eg_comm *comm, eg_bisected **bisected)
{
    const eg_bisected_range range = {comm, roots->leaves};
    int64_t first, last;
    eg_bisected_find_range(range, eg_comm_rank(comm), &first, &last);
    return eg_bisected_assemble(roots, range, &roots->id[first], (const int32_t(*)[3]) & roots->link[first],
                                EG_OK, bisected);
}

eg_status eg_bisected_create_dealt(eg_context *context, const eg_comm *comm, const eg_plane *macro,
                                   eg_bisected **bisected)
{
    eg_plane *received = NULL;
    eg_bisected *roots = NULL;
    *bisected = NULL;
    EG_TRY(eg_plane_broadcast(context, comm, macro, &received));
    eg_status status = eg_bisected_create(context, received ? received : macro, &roots);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = deal_roots(roots, comm, bisected);
    eg_bisected_destroy(&roots);
    eg_plane_destroy(&received);
    return status;
}
