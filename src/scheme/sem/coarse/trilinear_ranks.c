/* The matrix of several ranks, whole on each: element matrices go from each rank to all, in the order of the whole mesh, and
 * are added up as one process does. */
#include "scheme/sem/coarse/trilinear.h"

#include <string.h>

enum { CORNERS = EG_HEX_VERTICES, PAIRS = CORNERS * CORNERS };

/* Rows of the corners of all elements, from those of the own ones: (*all)[all elements][CORNERS]. */
static eg_status allgather_corners(eg_trilinear *t, int32_t **all)
{
    const eg_hexes *mesh = t->sem->mesh;
    const eg_comm *comm = t->sem->comm;
    eg_context *context = t->sem->context;
    int64_t first = mesh->base.own_first, count = eg_mesh_own_end(&mesh->base) - first;
    int64_t row = CORNERS * (int64_t)sizeof **all, *bytes_of = NULL;
    eg_status status = eg_alloc(context, eg_comm_size(comm), sizeof *bytes_of, &bytes_of);
    if (status == EG_OK)
        status = eg_alloc(context, mesh->base.all * CORNERS, sizeof **all, all);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_comm_allgather_counts(comm, count, t->elements_of);
        for (int r = 0; r < eg_comm_size(comm); r++)
            bytes_of[r] = t->elements_of[r] * row;
        if (count > 0)
            memcpy(&(*all)[mesh->base.before * CORNERS], &t->corner[first * CORNERS],
                   (size_t)(count * row));
        eg_comm_allgather(comm, *all, bytes_of);
    }
    eg_free(context, &bytes_of);
    return status;
}

/* What the elements of a rank add, in `room`, which takes the largest rank's. */
static void add_of_rank(eg_trilinear *t, int from, const int32_t *corner, double *room)
{
    const eg_comm *comm = t->sem->comm;
    int64_t elements = t->elements_of[from], bytes = elements * PAIRS * (int64_t)sizeof *room;
    if (eg_comm_rank(comm) == from && bytes > 0)
        memcpy(room, t->values, (size_t)bytes);
    eg_comm_broadcast(comm, from, room, bytes);
    eg_sparse_add(&t->matrix, elements, CORNERS, corner, room);
}

static eg_status assemble(eg_trilinear *t, const int32_t *corner)
{
    const eg_comm *comm = t->sem->comm;
    int64_t most = 0;
    double *room = NULL;
    for (int r = 0; r < eg_comm_size(comm); r++)
        most = eg_max_i64(most, t->elements_of[r]);
    eg_status status = eg_sparse_pattern(t->sem->context, t->rows, t->sem->mesh->base.all, CORNERS,
                                         corner, &t->matrix);
    if (status == EG_OK)
        status = eg_alloc(t->sem->context, most * PAIRS, sizeof *room, &room);
    status = eg_comm_agree(comm, status);
    for (int r = 0; r < eg_comm_size(comm) && status == EG_OK; r++) {
        add_of_rank(t, r, corner, room);
        corner += t->elements_of[r] * CORNERS;
    }
    eg_free(t->sem->context, &room);
    return status;
}

eg_status eg_trilinear_assemble(eg_trilinear *t, eg_status status)
{
    int32_t *all = NULL;
    EG_TRY(eg_comm_agree(t->sem->comm, status));
    status = allgather_corners(t, &all);
    if (status == EG_OK)
        status = assemble(t, all);
    eg_free(t->sem->context, &all);
    eg_free(t->sem->context, &t->values);
    return status;
}
