/* Sends each rank its part of the whole mesh that rank 0 has: a part is cut, packed, sent and forgotten, one
 * after the other. */
#include "mesh/plane/internal.h"
#include "mesh/serialize.h"

#include <string.h>

/* ---- a part as bytes ---- */

#define SERIALIZE(count, array) EG_TRY(eg_serialize_array(p, count, sizeof *(array), &(array)))

static eg_status serialize_cells(eg_serializer *p, eg_plane *m)
{
    int64_t cells = m->base.held;
    SERIALIZE(m->nodes, m->x);
    SERIALIZE(cells, m->type);
    SERIALIZE(cells + 1, m->first);
    SERIALIZE(m->first[cells], m->vertex);
    SERIALIZE(m->first[cells], m->cell_face);
    SERIALIZE(cells, m->area);
    SERIALIZE(m->faces, m->face_vertex);
    SERIALIZE(m->faces, m->face_cell);
    SERIALIZE(m->faces, m->face_boundary);
    SERIALIZE(m->faces, m->face_twin);
    return EG_OK;
}

static eg_status serialize_neighbours(eg_serializer *p, eg_plane *m)
{
    eg_plane_part *part = m->part;
    SERIALIZE(m->nodes, part->whole_node);
    SERIALIZE(eg_mesh_ghosts(&m->base), part->ghost_cell);
    SERIALIZE(part->neighbours, part->rank_of);
    SERIALIZE(part->neighbours + 1, part->ghost_first);
    SERIALIZE(part->neighbours + 1, part->send_first);
    SERIALIZE(part->send_first[part->neighbours], part->send_cell);
    return EG_OK;
}

/* The numbers of the structs; what they point to comes behind. */
typedef struct head {
    int64_t nodes, faces, cells_of_type[EG_CELL_TYPES];
    int64_t all_cells_of_type[EG_CELL_TYPES], all_nodes, first_node, own_nodes;
    int neighbours;
} head;

static head head_of(const eg_plane *m)
{
    const eg_plane_part *part = m->part;
    head h = {.nodes = m->nodes,
              .faces = m->faces,
              .all_nodes = part->all_nodes,
              .first_node = part->first_node,
              .own_nodes = part->own_nodes,
              .neighbours = part->neighbours};
    memcpy(h.cells_of_type, m->cells_of_type, sizeof h.cells_of_type);
    memcpy(h.all_cells_of_type, part->all_cells_of_type, sizeof h.all_cells_of_type);
    return h;
}

static void take_head(eg_plane *m, const head *h)
{
    eg_plane_part *part = m->part;
    m->nodes = h->nodes;
    m->faces = h->faces;
    part->all_nodes = h->all_nodes;
    part->first_node = h->first_node;
    part->own_nodes = h->own_nodes;
    part->neighbours = h->neighbours;
    memcpy(m->cells_of_type, h->cells_of_type, sizeof h->cells_of_type);
    memcpy(part->all_cells_of_type, h->all_cells_of_type, sizeof h->all_cells_of_type);
}

static eg_status serialize_all(eg_serializer *p, void *part)
{
    eg_plane *m = part;
    head h = {0};
    if (p->use != EG_SERIALIZE_UNPACK)
        h = head_of(m);
    eg_serialize_bytes(p, &h, sizeof h);
    if (p->use == EG_SERIALIZE_UNPACK)
        take_head(m, &h);
    EG_TRY(eg_parcel_mesh(p, &m->base));
    EG_TRY(serialize_cells(p, m));
    return serialize_neighbours(p, m);
}

eg_status eg_plane_pack(const eg_plane *part, char **bytes, int64_t *length)
{
    assert(part->part);
    return eg_serialize(part->base.context, serialize_all, part, bytes, length);
}

eg_status eg_plane_unpack(eg_context *context, const char *bytes, int64_t length, eg_plane **part)
{
    eg_serializer p = {
        .context = context, .use = EG_SERIALIZE_UNPACK, .bytes = (char *)(uintptr_t)bytes};
    eg_plane *made;
    *part = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    eg_mesh_begin(context, &eg_plane_class, &made->base);
    eg_status status = eg_alloc(context, 1, sizeof *made->part, &made->part);
    if (status == EG_OK)
        status = serialize_all(&p, made);
    if (status == EG_OK)
        status = eg_plane_box_cells(made);
    if (status != EG_OK)
        eg_plane_destroy(&made);
    assert(status != EG_OK || p.at == length);
    *part = made;
    return status;
}

/* ---- from rank 0 to the others ---- */

static eg_status send_part(const eg_comm *comm, eg_plane_cutter *cutter, int rank, eg_status status)
{
    eg_plane *part = NULL;
    char *bytes = NULL;
    int64_t length = 0;
    if (status == EG_OK)
        status = eg_plane_cutter_cut(cutter, rank, &part);
    if (status == EG_OK)
        status = eg_plane_pack(part, &bytes, &length);
    eg_context *context = part ? part->base.context : NULL;
    eg_plane_destroy(&part);
    status = eg_serialized_send(comm, rank, bytes, length, status);
    if (context)
        eg_free(context, &bytes);
    return status;
}

static eg_status receive_part(eg_context *context, const eg_comm *comm, eg_plane **part)
{
    char *bytes;
    int64_t length;
    *part = NULL;
    eg_status status = eg_serialized_receive(context, comm, &bytes, &length);
    if (status == EG_OK && bytes)
        status = eg_plane_unpack(context, bytes, length, part);
    eg_free(context, &bytes);
    return status;
}

/* Rank 0 takes its own part last, and lets the whole go. */
static eg_status distribute(const eg_comm *comm, const bool *together, eg_plane **mesh)
{
    eg_plane_cutter *cutter = NULL;
    eg_plane *own = NULL;
    int ranks = eg_comm_size(comm);
    eg_status status = eg_plane_cutter_create(*mesh, ranks, together, &cutter);
    for (int r = 1; r < ranks; r++)
        status = send_part(comm, cutter, r, status);
    if (status == EG_OK)
        status = eg_plane_cutter_cut(cutter, 0, &own);
    if (status == EG_OK)
        status = eg_plane_box_cells(own);
    eg_plane_cutter_destroy(&cutter);
    if (status == EG_OK) {
        eg_plane_destroy(mesh);
        *mesh = own;
    } else {
        eg_plane_destroy(&own);
    }
    return status;
}

eg_status eg_plane_distribute(eg_context *context, const eg_comm *comm, const bool *together,
                              eg_plane **mesh, eg_status status)
{
    if (eg_comm_size(comm) == 1)
        return status;
    EG_TRY(eg_comm_agree(comm, status));
    if (eg_comm_rank(comm) == 0)
        status = distribute(comm, together, mesh);
    else
        status = receive_part(context, comm, mesh);
    return eg_comm_agree(comm, status);
}
