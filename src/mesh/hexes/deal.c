/* Gives each rank its part of the whole mesh that rank 0 has: a part is cut, packed, sent and forgotten, one after the
 * other. */
#include "mesh/hexes/internal.h"
#include "mesh/parcel.h"

#include <string.h>

/* A part and its nodes. */
typedef struct dealt {
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
} dealt;

static void destroy(dealt *part)
{
    eg_hexes_destroy(&part->mesh);
    eg_hex_nodes_destroy(&part->nodes);
}

/* ---- a part as bytes ---- */

#define CARRY(count, array) EG_TRY(eg_parcel_array(p, count, sizeof *(array), &(array)))

static eg_status carry_mesh(eg_parcel *p, eg_hexes *m)
{
    eg_hexes_part *part = m->part;
    int64_t points = hex_cube(m->base.degree + 1);
    CARRY(m->points, m->x);
    CARRY(m->base.held * points, m->point);
    CARRY(m->base.held, m->vertex);
    CARRY(m->base.held, m->edge);
    CARRY(m->base.held, m->face);
    CARRY(m->base.held, m->edge_turn);
    CARRY(m->base.held, m->face_turn);
    CARRY(m->faces, m->face_element);
    CARRY(m->faces, m->face_side);
    CARRY(m->faces, m->face_boundary);
    CARRY(m->base.held, part->number);
    CARRY(m->base.held, part->ring);
    return EG_OK;
}

static eg_status carry_nodes(eg_parcel *p, const eg_hexes *m, eg_hex_nodes *n)
{
    CARRY(m->vertices, n->of_vertex);
    CARRY(m->edges, n->of_edge);
    CARRY(m->faces, n->of_face);
    CARRY(m->base.held, n->of_element);
    CARRY(m->base.held, n->begin);
    CARRY(n->nodes - n->own, n->ghost);
    return EG_OK;
}

/* The structs themselves hold pointers, which are those of the array that unpacking makes; so they are cleared first. */
static void take_structs(eg_context *context, const eg_hexes *mesh, const eg_hex_nodes *nodes,
                         dealt *to)
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

static eg_status carry_all(eg_parcel *p, void *given)
{
    dealt *part = given;
    eg_hexes mesh = *part->mesh;
    eg_hex_nodes nodes = *part->nodes;
    EG_TRY(eg_parcel_mesh(p, &part->mesh->base));
    eg_parcel_carry(p, &mesh, sizeof mesh);
    eg_parcel_carry(p, &nodes, sizeof nodes);
    if (p->use == EG_PARCEL_UNPACK)
        take_structs(p->context, &mesh, &nodes, part);
    EG_TRY(carry_mesh(p, part->mesh));
    return carry_nodes(p, part->mesh, part->nodes);
}

static eg_status make_empty(eg_context *context, dealt *part)
{
    EG_TRY(eg_alloc(context, 1, sizeof *part->mesh, &part->mesh));
    eg_mesh_begin(context, &eg_hexes_class, &part->mesh->base);
    EG_TRY(eg_alloc(context, 1, sizeof *part->mesh->part, &part->mesh->part));
    EG_TRY(eg_alloc(context, 1, sizeof *part->nodes, &part->nodes));
    part->nodes->context = context;
    return EG_OK;
}

static eg_status unpack(eg_context *context, char *bytes, int64_t length, dealt *part)
{
    eg_parcel p = {.context = context, .use = EG_PARCEL_UNPACK, .bytes = bytes};
    EG_TRY(make_empty(context, part));
    EG_TRY(carry_all(&p, part));
    assert(p.at == length);
    (void)length;
    return part->mesh->base.held > 0 ? eg_hexes_box_elements(part->mesh) : EG_OK;
}

/* ---- from rank 0 to the others ---- */

static eg_status send_part(const eg_comm *comm, const dealt *whole, int rank, int rings,
                           eg_status status)
{
    eg_context *context = whole->mesh->base.context;
    dealt part = {0};
    char *bytes = NULL;
    int64_t length = 0;
    if (status == EG_OK)
        status = eg_hexes_cut(whole->mesh, whole->nodes, eg_comm_size(comm), rank, rings,
                              &part.mesh, &part.nodes);
    if (status == EG_OK)
        status = eg_parcel_pack(context, carry_all, &part, &bytes, &length);
    destroy(&part);
    status = eg_parcel_send(comm, rank, bytes, length, status);
    eg_free(context, &bytes);
    return status;
}

static eg_status get_part(eg_context *context, const eg_comm *comm, dealt *part)
{
    char *bytes;
    int64_t length;
    eg_status status = eg_parcel_get(context, comm, &bytes, &length);
    if (status == EG_OK && bytes)
        status = unpack(context, bytes, length, part);
    eg_free(context, &bytes);
    return status;
}

/* Rank 0 takes its own part last. */
static eg_status deal(const eg_comm *comm, const dealt *whole, int rings, dealt *own)
{
    eg_status status = EG_OK;
    for (int r = 1; r < eg_comm_size(comm); r++)
        status = send_part(comm, whole, r, rings, status);
    return status == EG_OK ? eg_hexes_cut(whole->mesh, whole->nodes, eg_comm_size(comm), 0, rings,
                                          &own->mesh, &own->nodes)
                           : status;
}

eg_status eg_hexes_deal(eg_context *context, const eg_comm *comm, int rings, eg_hexes **mesh,
                        eg_hex_nodes **nodes, eg_status status)
{
    dealt whole = {*mesh, *nodes}, part = {0};
    if (eg_comm_size(comm) == 1)
        return status;
    EG_TRY(eg_comm_agree(comm, status));
    if (eg_comm_rank(comm) == 0)
        status = deal(comm, &whole, rings, &part);
    else
        status = get_part(context, comm, &part);
    if (status != EG_OK) {
        destroy(&part);
        return eg_comm_agree(comm, status);
    }
    destroy(&whole);
    *mesh = part.mesh;
    *nodes = part.nodes;
    return eg_comm_agree(comm, EG_OK);
}
