/* A part of a mesh of hexahedra, with its nodes, as bytes. */
#include "mesh/hexes/internal.h"
#include "mesh/serialize.h"

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
    int64_t held = m->base.held, points = hex_cube(m->base.degree + 1);
    return EG_SERIALIZE(
        p, EG_BLOCK(m->points, m->x), EG_BLOCK(held * points, m->point), EG_BLOCK(held, m->vertex),
        EG_BLOCK(held, m->edge), EG_BLOCK(held, m->face), EG_BLOCK(held, m->edge_orientation),
        EG_BLOCK(held, m->face_orientation), EG_BLOCK(m->faces, m->face_element),
        EG_BLOCK(m->faces, m->face_side), EG_BLOCK(m->faces, m->face_boundary),
        EG_BLOCK(held, m->part->number), EG_BLOCK(held, m->part->ghost_layer),
        EG_BLOCK(m->vertices, n->of_vertex), EG_BLOCK(m->edges, n->of_edge), EG_BLOCK(m->faces, n->of_face),
        EG_BLOCK(held, n->of_element), EG_BLOCK(held, n->begin), EG_BLOCK(n->nodes - n->own, n->ghost));
}

eg_status eg_hexes_create_part(eg_context *context, eg_mesh **part)
{
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *made = NULL;
    eg_hexes *mesh;
    EG_TRY(eg_alloc(context, 1, sizeof *mesh, &made));
    mesh = (eg_hexes *)made;
    eg_mesh_begin(context, &eg_hexes_class, made);
    EG_TRY(EG_ALLOC(context, EG_BLOCK(1, mesh->part), EG_BLOCK(1, mesh->nodes)));
    mesh->nodes->context = context;
    return eg_hand_over(&made, part);
}
