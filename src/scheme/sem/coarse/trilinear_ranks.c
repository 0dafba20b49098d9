/* The matrix of several ranks, whole on each: element matrices go from each rank to all, in the order of the
 * whole mesh, and are added up as one process does. */
#include "scheme/sem/coarse/trilinear.h"

#include <string.h>

enum { CORNERS = EG_HEX_VERTICES, PAIRS = EG_VERTEX_PAIRS };

/* What all ranks have of their own elements, one after the other, `width` bytes each, into all[all elements];
 * `own` are those of this rank, or stand there already. Collective. */
static eg_status allgather_elements(eg_trilinear *t, const void *own, int64_t width, void *all)
{
    const eg_hexes *mesh = t->sem->mesh;
    const eg_comm *comm = t->sem->comm;
    EG_SCRATCH int64_t *bytes_of = NULL;
    int64_t count = eg_mesh_own_end(&mesh->base) - mesh->base.own_first;
    EG_TRY(eg_comm_agree(comm, eg_alloc(t->sem->context, eg_comm_size(comm), sizeof *bytes_of, &bytes_of)));
    eg_comm_allgather_counts(comm, count, t->elements_of);
    for (int r = 0; r < eg_comm_size(comm); r++)
        bytes_of[r] = t->elements_of[r] * width;
    if (own && count > 0)
        memcpy((char *)all + mesh->base.before * width, own, (size_t)(count * width));
    eg_comm_allgather(comm, all, bytes_of);
    return EG_OK;
}

/* Numbers of the corners of all elements, (*all)[all elements][CORNERS], from those of the elements of the
 * rank's part. Collective; all agree on the status. */
static eg_status allgather_corners(eg_trilinear *t, const int32_t *own, int32_t **all)
{
    const eg_hexes *mesh = t->sem->mesh;
    EG_TRY(
        eg_comm_agree(t->sem->comm, eg_alloc(t->sem->context, mesh->base.all * CORNERS, sizeof **all, all)));
    return allgather_elements(t, &own[mesh->base.own_first * CORNERS], CORNERS * (int64_t)sizeof **all, *all);
}

/* ---- the mesh */

/* Numbers the own vertices behind those of the ranks before; how many all have. */
static int64_t number_shared_vertices(const eg_sem *sem, int64_t *count_of, int32_t *of_vertex)
{
    const eg_comm *comm = sem->comm;
    int64_t own = 0, all = 0;
    int32_t next = 0;
    for (int64_t v = 0; v < sem->mesh->vertices; v++)
        own += sem->nodes->of_vertex[v] < sem->nodes->own;
    eg_comm_allgather_counts(comm, own, count_of);
    for (int r = 0; r < eg_comm_size(comm); r++) {
        next += r < eg_comm_rank(comm) ? (int32_t)count_of[r] : 0;
        all += count_of[r];
    }
    for (int64_t v = 0; v < sem->mesh->vertices; v++)
        of_vertex[v] = sem->nodes->of_vertex[v] < sem->nodes->own ? next++ : -1;
    return all;
}

/* corner[elements of the part][CORNERS]: vertices as the whole mesh numbers them. Collective; all agree on
 * the status. */
static eg_status whole_vertices(eg_trilinear *t, int32_t *of_vertex, int64_t *count_of, int32_t *corner,
                                int32_t *vertices)
{
    const eg_sem *sem = t->sem;
    const eg_hexes *mesh = sem->mesh;
    *vertices = (int32_t)number_shared_vertices(sem, count_of, of_vertex);
    EG_TRY(eg_trilinear_exchange_numbers(sem, of_vertex, EG_OK));
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int i = 0; i < CORNERS; i++)
            corner[e * CORNERS + i] = of_vertex[mesh->vertex[e][i]];
    return EG_OK;
}

eg_status eg_trilinear_allgather_mesh(eg_trilinear *t, eg_status status)
{
    const eg_sem *sem = t->sem;
    EG_SCRATCH int32_t *of_vertex = NULL, *corner = NULL;
    int32_t vertices = 0;
    EG_SCRATCH int64_t *count_of = NULL;
    if (status == EG_OK)
        status = EG_ALLOC(sem->context, EG_BLOCK(sem->mesh->vertices, of_vertex),
                          EG_BLOCK(eg_comm_size(sem->comm), count_of),
                          EG_BLOCK(sem->mesh->base.held * CORNERS, corner));
    status = eg_sem_agree(sem, status);
    if (status == EG_OK)
        status = whole_vertices(t, of_vertex, count_of, corner, &vertices);
    if (status == EG_OK)
        status = allgather_corners(t, corner, &t->all_vertex);
    if (status == EG_OK)
        status = allgather_corners(t, t->corner, &t->all_row);
    if (status == EG_OK)
        status = allgather_elements(t, NULL, sizeof *t->coupling, t->coupling);
    t->geometric.mesh = (eg_hex_topology){.elements = sem->mesh->base.all,
                                          .vertices = vertices,
                                          .corner = (const int32_t(*)[CORNERS])t->all_vertex};
    t->geometric.row = t->all_row;
    return status;
}

/* ---- the matrix */

/* Room for what the largest rank has, and for its elements' matrices on the device. */
typedef struct shared_matrices {
    double *value;
    eg_buffer *on_device;
} shared_matrices;

/* What the elements of a rank, from number `first` of the whole mesh on, add. Collective, also where `status`
 * is a failure of this rank. */
static eg_status add_of_rank(const eg_trilinear *t, int from, int64_t first, const shared_matrices *room,
                             eg_status status)
{
    const eg_comm *comm = t->sem->comm;
    int64_t elements = t->elements_of[from], bytes = elements * PAIRS * (int64_t)sizeof *room->value;
    const eg_vertex_batch batch = {.matrix = room->on_device, .from = first, .to = first + elements};
    if (eg_comm_rank(comm) == from && bytes > 0)
        memcpy(room->value, t->values, (size_t)bytes);
    eg_comm_broadcast(comm, from, room->value, bytes);
    if (status == EG_OK)
        status = eg_buffer_write(room->on_device, 0, room->value, bytes);
    return status == EG_OK && elements > 0 ? eg_trilinear_add(t, &batch) : status;
}

static eg_status add_of_ranks(eg_trilinear *t, const int32_t *corner)
{
    const eg_sem *sem = t->sem;
    int64_t most = 0, first = 0;
    shared_matrices room = {0};
    EG_OWNER(owner, sem->context);
    for (int r = 0; r < eg_comm_size(sem->comm); r++)
        most = eg_max_i64(most, t->elements_of[r]);
    eg_status status =
        eg_vertex_sums_begin(&t->vertices, t->rows, sem->mesh->base.all, corner, &t->matrix, &t->sums);
    if (status == EG_OK)
        status = eg_owner_alloc(&owner, most * PAIRS, sizeof *room.value, &room.value);
    if (status == EG_OK)
        status = eg_owner_buffer(&owner, sem->device, "matrices of ranks", most * PAIRS * 8, &room.on_device);
    EG_TRY(eg_comm_agree(sem->comm, status));
    for (int r = 0; r < eg_comm_size(sem->comm); r++) {
        status = add_of_rank(t, r, first, &room, status);
        first += t->elements_of[r];
    }
    return status == EG_OK ? eg_device_finish(sem->device) : status;
}

eg_status eg_trilinear_assemble(eg_trilinear *t)
{
    if (!t->all_row)
        EG_TRY(allgather_corners(t, t->corner, &t->all_row));
    EG_TRY(add_of_ranks(t, t->all_row));
    eg_free(t->sem->context, &t->values);
    return EG_OK;
}

eg_status eg_trilinear_exchange_numbers(const eg_sem *sem, int32_t *of_vertex, eg_status status)
{
    const int32_t *node = sem->nodes->of_vertex;
    EG_SCRATCH int32_t *of_node = NULL;
    int64_t vertices = sem->mesh->vertices;
    if (status == EG_OK)
        status = eg_alloc(sem->context, sem->nodes->nodes, sizeof *of_node, &of_node);
    for (int64_t v = 0; v < vertices && status == EG_OK; v++)
        of_node[node[v]] = of_vertex[v];
    EG_TRY(eg_ghost_exchange_values(sem->ghosts, sem->comm, of_node, sizeof *of_node, status));
    for (int64_t v = 0; v < vertices; v++)
        of_vertex[v] = of_node[node[v]];
    return EG_OK;
}
