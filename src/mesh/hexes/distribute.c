/* Sends each rank its part of the whole mesh that rank 0 has: a part is cut, packed, sent and forgotten, one
 * after the other. */
#include "mesh/hexes/internal.h"
#include "mesh/serialize.h"

#include <string.h>

/* A part and its nodes. */
typedef struct hex_part {
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
} hex_part;

static void destroy(hex_part *part)
{
    eg_hexes_destroy(&part->mesh);
    eg_hex_nodes_destroy(&part->nodes);
}

/* ---- a part as bytes ---- */

#define SERIALIZE(count, array) EG_TRY(eg_serialize_array(p, count, sizeof *(array), &(array)))

static eg_status serialize_mesh(eg_serializer *p, eg_hexes *m)
{
    eg_hexes_part *part = m->part;
    int64_t points = hex_cube(m->base.degree + 1);
    SERIALIZE(m->points, m->x);
    SERIALIZE(m->base.held * points, m->point);
    SERIALIZE(m->base.held, m->vertex);
    SERIALIZE(m->base.held, m->edge);
    SERIALIZE(m->base.held, m->face);
    SERIALIZE(m->base.held, m->edge_orientation);
    SERIALIZE(m->base.held, m->face_orientation);
    SERIALIZE(m->faces, m->face_element);
    SERIALIZE(m->faces, m->face_side);
    SERIALIZE(m->faces, m->face_boundary);
    SERIALIZE(m->base.held, part->number);
    SERIALIZE(m->base.held, part->ghost_layer);
    return EG_OK;
}

static eg_status serialize_nodes(eg_serializer *p, const eg_hexes *m, eg_hex_nodes *n)
{
    SERIALIZE(m->vertices, n->of_vertex);
    SERIALIZE(m->edges, n->of_edge);
    SERIALIZE(m->faces, n->of_face);
    SERIALIZE(m->base.held, n->of_element);
    SERIALIZE(m->base.held, n->begin);
    SERIALIZE(n->nodes - n->own, n->ghost);
    return EG_OK;
}

/* The structs themselves hold pointers, which are those of the array that unpacking makes; so they are
 * cleared first. */
static void take_structs(eg_context *context, const eg_hexes *mesh, const eg_hex_nodes *nodes,
                         hex_part *to)
{
    eg_hexes_part *own = to->mesh->part;
    eg_mesh base = to->mesh->base;
    *to->mesh = (eg_hexes){.base = base,
                           .points = mesh->points,
                           .vertices = mesh->vertices,
                           .edges = mesh->edges,
                           .faces = mesh->faces,
                           .part = own};
    memcpy(to->mesh->elements_of_kind, mesh->elements_of_kind, sizeof mesh->elements_of_kind);
    *to->nodes = (eg_hex_nodes){.context = context,
                                .degree = nodes->degree,
                                .nodes = nodes->nodes,
                                .own = nodes->own,
                                .all = nodes->all,
                                .first = nodes->first};
}

static eg_status serialize_all(eg_serializer *p, void *given)
{
    hex_part *part = given;
    eg_hexes mesh = *part->mesh;
    eg_hex_nodes nodes = *part->nodes;
    EG_TRY(eg_parcel_mesh(p, &part->mesh->base));
    eg_serialize_bytes(p, &mesh, sizeof mesh);
    eg_serialize_bytes(p, &nodes, sizeof nodes);
    if (p->use == EG_SERIALIZE_UNPACK)
        take_structs(p->context, &mesh, &nodes, part);
    EG_TRY(serialize_mesh(p, part->mesh));
    return serialize_nodes(p, part->mesh, part->nodes);
}

static eg_status make_empty(eg_context *context, hex_part *part)
{
    EG_TRY(eg_alloc(context, 1, sizeof *part->mesh, &part->mesh));
    eg_mesh_begin(context, &eg_hexes_class, &part->mesh->base);
    EG_TRY(eg_alloc(context, 1, sizeof *part->mesh->part, &part->mesh->part));
    EG_TRY(eg_alloc(context, 1, sizeof *part->nodes, &part->nodes));
    part->nodes->context = context;
    return EG_OK;
}

static eg_status unpack(eg_context *context, char *bytes, int64_t length, hex_part *part)
{
    eg_serializer p = {.context = context, .use = EG_SERIALIZE_UNPACK, .bytes = bytes};
    EG_TRY(make_empty(context, part));
    EG_TRY(serialize_all(&p, part));
    assert(p.at == length);
    (void)length;
    return part->mesh->base.held > 0 ? eg_hexes_box_elements(part->mesh) : EG_OK;
}

/* ---- from rank 0 to the others ---- */

static eg_status send_part(const eg_comm *comm, const hex_part *whole, int rank, int ghost_layers,
                           eg_status status)
{
    eg_context *context = whole->mesh->base.context;
    hex_part part = {0};
    char *bytes = NULL;
    int64_t length = 0;
    if (status == EG_OK)
        status = eg_hexes_cut(whole->mesh, whole->nodes, eg_comm_size(comm), rank, ghost_layers,
                              &part.mesh, &part.nodes);
    if (status == EG_OK)
        status = eg_serialize(context, serialize_all, &part, &bytes, &length);
    destroy(&part);
    status = eg_serialized_send(comm, rank, bytes, length, status);
    eg_free(context, &bytes);
    return status;
}

static eg_status receive_part(eg_context *context, const eg_comm *comm, hex_part *part)
{
    char *bytes;
    int64_t length;
    eg_status status = eg_serialized_receive(context, comm, &bytes, &length);
    if (status == EG_OK && bytes)
        status = unpack(context, bytes, length, part);
    eg_free(context, &bytes);
    return status;
}

/* Rank 0 takes its own part last. */
static eg_status distribute(const eg_comm *comm, const hex_part *whole, int ghost_layers,
                            hex_part *own)
{
    eg_status status = EG_OK;
    for (int r = 1; r < eg_comm_size(comm); r++)
        status = send_part(comm, whole, r, ghost_layers, status);
    return status == EG_OK ? eg_hexes_cut(whole->mesh, whole->nodes, eg_comm_size(comm), 0,
                                          ghost_layers, &own->mesh, &own->nodes)
                           : status;
}

eg_status eg_hexes_distribute(eg_context *context, const eg_comm *comm, int ghost_layers,
                              eg_hexes **mesh, eg_hex_nodes **nodes, eg_status status)
{
    hex_part whole = {*mesh, *nodes}, part = {0};
    if (eg_comm_size(comm) == 1)
        return status;
    EG_TRY(eg_comm_agree(comm, status));
    if (eg_comm_rank(comm) == 0)
        status = distribute(comm, &whole, ghost_layers, &part);
    else
        status = receive_part(context, comm, &part);
    if (status != EG_OK) {
        destroy(&part);
        return eg_comm_agree(comm, status);
    }
    destroy(&whole);
    *mesh = part.mesh;
    *nodes = part.nodes;
    return eg_comm_agree(comm, EG_OK);
}
