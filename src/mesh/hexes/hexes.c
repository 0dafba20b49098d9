/* The finished mesh of hexahedra: destroying it, asking it. */
#include "mesh/hexes/internal.h"

void eg_hexes_destroy(eg_hexes **mesh)
{
    if (!mesh || !*mesh)
        return;
    eg_hexes *m = *mesh;
    eg_context *context = m->context;
    eg_names_destroy(context, &m->region_name, m->regions);
    eg_names_destroy(context, &m->boundary_name, m->boundaries);
    eg_boxes_destroy(context, &m->boxes);
    eg_free(context, &m->origin);
    eg_free(context, &m->x);
    eg_free(context, &m->point);
    eg_free(context, &m->region);
    eg_free(context, &m->source);
    eg_free(context, &m->centroid);
    eg_free(context, &m->vertex);
    eg_free(context, &m->edge);
    eg_free(context, &m->face);
    eg_free(context, &m->edge_turn);
    eg_free(context, &m->face_turn);
    eg_free(context, &m->face_element);
    eg_free(context, &m->face_side);
    eg_free(context, &m->face_boundary);
    if (m->part) {
        eg_free(context, &m->part->number);
        eg_free(context, &m->part->ring);
        eg_free(context, &m->part);
    }
    eg_free(context, mesh);
}

int eg_hexes_region_index(const eg_hexes *mesh, const char *name)
{
    return eg_names_index(mesh->region_name, mesh->regions, name);
}

int eg_hexes_boundary_index(const eg_hexes *mesh, const char *name)
{
    return eg_names_index(mesh->boundary_name, mesh->boundaries, name);
}

eg_hex_kind eg_hexes_kind(const eg_hexes *mesh, int64_t element)
{
    assert(element >= 0 && element < mesh->elements);
    int kind = 0;
    for (int64_t behind = mesh->elements_of_kind[0]; element >= behind;
         behind += mesh->elements_of_kind[kind])
        kind++;
    return (eg_hex_kind)kind;
}
