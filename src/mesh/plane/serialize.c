/* A part of a mesh of the plane as bytes. */
#include "mesh/plane/internal.h"
#include "mesh/serialize.h"

eg_status eg_plane_create_part(eg_context *context, eg_mesh **part)
{
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof(eg_plane), &made));
    eg_mesh_begin(context, &eg_plane_class, made);
    EG_TRY(eg_alloc(context, 1, sizeof(eg_plane_part), &((eg_plane *)made)->part));
    return eg_hand_over(&made, part);
}

eg_status eg_plane_serialize(eg_serializer *p, eg_mesh *part)
{
    eg_plane *m = (eg_plane *)part;
    int64_t *const numbers[] = {&m->nodes, &m->faces, &m->part->all_nodes, &m->part->first_node,
                                &m->part->own_nodes};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        eg_serialize_bytes(p, numbers[i], sizeof **numbers);
    EG_TRY(eg_serialize_mesh(p, part));
    int64_t cells = m->base.held;
    EG_TRY(
        EG_SERIALIZE(p, EG_BLOCK(m->nodes, m->x), EG_BLOCK(cells, m->type), EG_BLOCK(cells + 1, m->first)));
    return EG_SERIALIZE(p, EG_BLOCK(m->first[cells], m->vertex), EG_BLOCK(m->first[cells], m->cell_face),
                        EG_BLOCK(cells, m->area), EG_BLOCK(m->faces, m->face_vertex),
                        EG_BLOCK(m->faces, m->face_cell), EG_BLOCK(m->faces, m->face_boundary),
                        EG_BLOCK(m->faces, m->face_twin), EG_BLOCK(m->nodes, m->part->whole_node),
                        EG_BLOCK(eg_mesh_ghosts(&m->base), m->part->ghost_cell));
}
