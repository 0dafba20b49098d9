/* A part of a mesh of hexahedra, with its nodes, as bytes. */
#include "mesh/hexes/internal.h"
#include "mesh/serialize.h"

#define SERIALIZE(count, array) EG_TRY(eg_serialize_array(p, count, sizeof *(array), &(array)))

static eg_status serialize_elements(eg_serializer *p, eg_hexes *m)
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

eg_status eg_hexes_serialize(eg_serializer *p, eg_mesh *part)
{
    eg_hexes *m = (eg_hexes *)part;
    eg_hex_nodes *n = m->nodes;
    int64_t *const numbers[] = {&m->points, &m->vertices, &m->edges, &m->faces,
                                &n->nodes,  &n->own,      &n->all,   &n->first};
    EG_TRY(eg_serialize_mesh(p, part));
    eg_serialize_bytes(p, &n->degree, sizeof n->degree);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        eg_serialize_bytes(p, numbers[i], sizeof **numbers);
    EG_TRY(serialize_elements(p, m));
    return serialize_nodes(p, m, n);
}

eg_status eg_hexes_create_part(eg_context *context, eg_mesh **part)
{
    eg_hexes *made;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    eg_mesh_begin(context, &eg_hexes_class, &made->base);
    *part = &made->base;
    eg_status status = eg_alloc(context, 1, sizeof *made->part, &made->part);
    if (status == EG_OK)
        status = eg_alloc(context, 1, sizeof *made->nodes, &made->nodes);
    if (status == EG_OK)
        made->nodes->context = context;
    else
        eg_mesh_destroy(part);
    return status;
}
