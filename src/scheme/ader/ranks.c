/* Many ranks: materials of ghosts, and the exchange of traces in every step.
 *
 * A cell needs of a neighbour on another rank the trace on the face that they share, in every step, and its
 * material, once. The traces of ghosts stand behind those of the inflow faces, packed as these; an item of
 * the halo is a face of a ghost behind which an own cell lies. Both ranks list the faces in the order of the
 * cells that the traces come from. */
#include "scheme/ader/internal.h"

/* ---- where the traces of ghosts stand */

/* Whether an own cell lies across the local face k of a ghost; or, of an own cell, the ghost `there` to
 * `there_end`. */
static bool looks_at(const eg_plane *mesh, int64_t cell, int k, int64_t there, int64_t there_end)
{
    int64_t face = eg_plane_face(mesh, cell, k);
    if (face < 0)
        return false;
    int32_t other = eg_plane_neighbour(mesh, face, cell);
    return other >= there && other < there_end;
}

static int faces_of_cell(const eg_plane *mesh, int64_t cell)
{
    return eg_cell_type_vertices((eg_cell_type)mesh->type[cell]);
}

eg_status eg_ader_list_ghosts(eg_ader *ader, int64_t *order)
{
    const eg_plane *mesh = ader->mesh;
    int64_t lanes = (int64_t)1 << ader->trace_bits;
    ader->first_ghost = *order;
    if (!mesh->part)
        return EG_OK;
    EG_TRY(eg_owner_alloc(&ader->owned, eg_mesh_ghosts(&mesh->base) * EG_CELL_VERTICES,
                          sizeof *ader->ghost_index, &ader->ghost_index));
    for (int64_t g = 0; g < eg_mesh_ghosts(&mesh->base); g++)
        for (int k = 0; k < faces_of_cell(mesh, mesh->base.own + g); k++)
            ader->ghost_index[g * EG_CELL_VERTICES + k] =
                looks_at(mesh, mesh->base.own + g, k, 0, mesh->base.own) ? (int32_t)ader->ghost_faces++ : -1;
    *order += eg_ceil_div(ader->ghost_faces, lanes) * lanes;
    return EG_OK;
}

/* ---- the halo */

typedef struct halo_lists {
    int64_t *send_first, *receive_first;
    int32_t *send_face, *receive_face;
} halo_lists;

static void fill_lists(const eg_ader *ader, halo_lists *to)
{
    const eg_plane *mesh = ader->mesh;
    const eg_partition *part = mesh->base.partition;
    int64_t sent = 0, received = 0;
    for (int n = 0; n < part->neighbours; n++) {
        int64_t from = mesh->base.own + part->ghost_first[n], end = mesh->base.own + part->ghost_first[n + 1];
        for (int64_t i = part->send_first[n]; i < part->send_first[n + 1]; i++)
            for (int k = 0; k < faces_of_cell(mesh, part->send_cell[i]); k++)
                if (looks_at(mesh, part->send_cell[i], k, from, end))
                    to->send_face[sent++] = (int32_t)eg_ader_trace_face(ader, part->send_cell[i], k);
        for (int64_t g = from; g < end; g++)
            for (int k = 0; k < faces_of_cell(mesh, g); k++)
                if (looks_at(mesh, g, k, 0, mesh->base.own))
                    to->receive_face[received++] = (int32_t)eg_ader_trace_face(ader, g, k);
        to->send_first[n + 1] = sent;
        to->receive_first[n + 1] = received;
    }
}

eg_status eg_ader_build_halo(eg_ader *ader)
{
    const eg_partition *part = ader->mesh->base.partition;
    halo_lists lists;
    EG_SCOPE(scope, ader->context);
    if (!part)
        return EG_OK;
    int64_t neighbours = part->neighbours, most = EG_CELL_VERTICES * part->send_first[part->neighbours];
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(neighbours + 1, lists.send_first),
                          EG_BLOCK(neighbours + 1, lists.receive_first), EG_BLOCK(most, lists.send_face),
                          EG_BLOCK(ader->ghost_faces, lists.receive_face)));
    fill_lists(ader, &lists);
    const eg_halo_options options = {.link = ader->link,
                                     .precision = ader->layout.precision,
                                     .state = {ader->trace, ader->trace},
                                     .values = (int)eg_ader_trace_values(ader),
                                     .lanes = 1 << ader->trace_bits,
                                     .neighbours = part->neighbours,
                                     .rank_of = part->rank_of,
                                     .send_first = lists.send_first,
                                     .receive_first = lists.receive_first,
                                     .send_item = lists.send_face,
                                     .receive_item = lists.receive_face};
    EG_TRY(eg_owner_add(&ader->owned, EG_OWNED_HALO, &ader->halo));
    return eg_halo_create(ader->context, ader->device, ader->comm, &options, &ader->halo);
}
