/* The nodes of a level of p-multigrid among those of the finest. */
#include "scheme/sem/pmg/internal.h"

/* Of `own` nodes; the numbers are in the whole on the way. Collective; all agree on the status. */
static eg_status make_nodes(const eg_sem *finest, int degree, int64_t own, int32_t *number, int64_t *first_of,
                            eg_pmg_indices *indices)
{
    const eg_comm *comm = finest->comm;
    if (!comm)
        return eg_hex_nodes_create(finest->mesh, degree, &indices->nodes);
    int ranks = eg_comm_size(comm), rank = eg_comm_rank(comm);
    eg_comm_allgather_counts(comm, own, &first_of[1]);
    for (int r = 0; r < ranks; r++)
        first_of[r + 1] += first_of[r];
    for (int64_t i = 0; i < finest->nodes->own; i++)
        number[i] += number[i] < 0 ? 0 : (int32_t)first_of[rank];
    EG_TRY(eg_ghost_exchange_values(finest->ghosts, comm, number, sizeof *number, EG_OK));
    eg_status status = eg_hex_nodes_lower(finest->mesh, finest->nodes, degree, number, ranks, rank, first_of,
                                          &indices->nodes);
    for (int64_t i = 0; i < finest->nodes->own; i++)
        number[i] -= number[i] < 0 ? 0 : (int32_t)first_of[rank];
    return eg_ghost_exchange_create(finest->context, comm, indices->nodes, NULL, status, &indices->ghosts);
}

/* Numbers the level's own nodes in the order of their places; how many there are. */
static int64_t number_places(const eg_sem *finest, const uint8_t *used, int32_t *number)
{
    int32_t own = 0;
    for (int64_t i = 0; i < finest->nodes->own; i++)
        number[i] = used[i] ? own++ : -1;
    return own;
}

eg_status eg_pmg_indices_make(const eg_sem *finest, int degree, eg_pmg_indices *indices)
{
    eg_context *context = finest->context;
    EG_SCRATCH int64_t *first_of = NULL;
    int64_t own = 0, ranks = eg_comm_size(finest->comm);
    EG_SCRATCH uint8_t *used = NULL;
    *indices = (eg_pmg_indices){0};
    eg_status status = eg_alloc(context, finest->nodes->nodes, sizeof *indices->number, &indices->number);
    if (status == EG_OK)
        status = eg_alloc(context, finest->nodes->nodes, 1, &used);
    if (status == EG_OK)
        status = eg_alloc(context, ranks + 1, sizeof *first_of, &first_of);
    if (status == EG_OK) {
        eg_hex_mark_lower(finest->mesh, finest->nodes, degree, used);
        own = number_places(finest, used, indices->number);
    }
    EG_TRY(eg_sem_agree(finest, status));
    status = make_nodes(finest, degree, own, indices->number, first_of, indices);
    if (status == EG_OK)
        status = eg_hex_nodes_list(finest->mesh, indices->nodes);
    return eg_sem_agree(finest, status);
}

void eg_pmg_indices_free(eg_context *context, eg_pmg_indices *indices)
{
    eg_ghost_exchange_destroy(&indices->ghosts);
    eg_hex_nodes_destroy(&indices->nodes);
    eg_free(context, &indices->number);
}
