/* The operator on several ranks: ghosts, and the exchange beside the work that needs none. */
#include "scheme/sem/internal.h"

eg_status eg_sem_halo(const eg_sem *sem, const int32_t *node, int64_t count, eg_status status, eg_halo **halo)
{
    const eg_hex_nodes *nodes = sem->nodes;
    EG_SCRATCH uint8_t *needed = NULL;
    EG_ENDS_WITH(eg_ghost_exchange_destroy) eg_ghost_exchange *exchange = NULL;
    if (status == EG_OK)
        status = eg_alloc(sem->context, nodes->nodes - nodes->own, 1, &needed);
    for (int64_t i = 0; i < count && status == EG_OK; i++)
        if (node[i] >= nodes->own)
            needed[node[i] - nodes->own] = 1;
    EG_TRY(eg_ghost_exchange_create(sem->context, sem->comm, nodes, needed, status, &exchange));
    return eg_comm_agree(
        sem->comm, eg_ghost_exchange_halo(exchange, sem->device, sem->comm, sem->link, sem->precision, halo));
}

eg_status eg_sem_connect(eg_sem *sem, eg_status status)
{
    int64_t count = sem->elements * sem->volume;
    EG_SCRATCH int32_t *node = NULL;
    EG_TRY(eg_ghost_exchange_values(sem->ghosts, sem->comm, sem->given, 1, status));
    if (sem->given_value)
        EG_TRY(eg_ghost_exchange_values(sem->ghosts, sem->comm, sem->given_value, sizeof(double), EG_OK));
    if (sem->factor)
        EG_TRY(eg_ghost_exchange_values(sem->ghosts, sem->comm, sem->factor, sizeof(double), EG_OK));
    status = eg_alloc(sem->context, count, sizeof *node, &node);
    for (int64_t i = 0; i < sem->elements && status == EG_OK; i++)
        eg_hex_element_nodes(sem->mesh, sem->nodes, sem->element[i], &node[i * sem->volume]);
    if (status == EG_OK)
        status = eg_owner_add(&sem->owned, EG_OWNED_HALO, &sem->halo);
    return eg_sem_halo(sem, node, count, status, &sem->halo);
}

/* The ghosts, and the elements that wait for them, are in a queue beside the rest. The exchange
 * takes place after a failure too: other ranks wait for it. */
eg_status eg_sem_launch_shared(const eg_sem *sem, const eg_sem_task *task)
{
    eg_status status = eg_aux_queue_fork(sem->device);
    eg_aux_queue_enter(sem->device);
    eg_status begun = eg_halo_fill_begin(sem->halo, task->p);
    eg_aux_queue_leave(sem->device);
    if (status == EG_OK)
        status = eg_sem_launch(sem, task, false);
    eg_aux_queue_enter(sem->device);
    eg_status ended = eg_halo_fill_end(sem->halo);
    status = status != EG_OK ? status : begun != EG_OK ? begun : ended;
    if (status == EG_OK)
        status = eg_sem_launch(sem, task, true);
    eg_aux_queue_leave(sem->device);
    return status == EG_OK ? eg_aux_queue_join(sem->device) : status;
}
