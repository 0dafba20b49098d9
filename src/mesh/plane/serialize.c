/* A part of a mesh of the plane as bytes. */
#include "mesh/plane/internal.h"
#include "mesh/serialize.h"

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

static eg_status serialize_part(eg_serializer *p, eg_plane *m)
{
    SERIALIZE(m->nodes, m->part->whole_node);
    SERIALIZE(eg_mesh_ghosts(&m->base), m->part->ghost_cell);
    return EG_OK;
}

eg_status eg_plane_create_part(eg_context *context, eg_mesh **part)
{
    eg_plane *made;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    eg_mesh_begin(context, &eg_plane_class, &made->base);
    *part = &made->base;
    eg_status status = eg_alloc(context, 1, sizeof *made->part, &made->part);
    if (status != EG_OK)
        eg_mesh_destroy(part);
    return status;
}

eg_status eg_plane_serialize(eg_serializer *p, eg_mesh *part)
{
    eg_plane *m = (eg_plane *)part;
    int64_t *const numbers[] = {&m->nodes, &m->faces, &m->part->all_nodes, &m->part->first_node,
                                &m->part->own_nodes};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        eg_serialize_bytes(p, numbers[i], sizeof **numbers);
    EG_TRY(eg_serialize_mesh(p, part));
    EG_TRY(serialize_cells(p, m));
    return serialize_part(p, m);
}
