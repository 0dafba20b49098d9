/* The arrays of a mesh of the plane: made, and a cell read from them. */
#include "mesh/plane/internal.h"

eg_status eg_plane_allocate_cells(eg_plane *mesh, int64_t half_edges)
{
    eg_context *c = mesh->base.context;
    int64_t cells = mesh->base.held;
    EG_TRY(eg_alloc(c, mesh->nodes, sizeof *mesh->x, &mesh->x));
    EG_TRY(eg_alloc(c, cells, sizeof *mesh->type, &mesh->type));
    EG_TRY(eg_alloc(c, cells + 1, sizeof *mesh->first, &mesh->first));
    EG_TRY(eg_alloc(c, half_edges, sizeof *mesh->vertex, &mesh->vertex));
    EG_TRY(eg_alloc(c, half_edges, sizeof *mesh->cell_face, &mesh->cell_face));
    EG_TRY(eg_alloc(c, cells, sizeof *mesh->base.region, &mesh->base.region));
    EG_TRY(eg_alloc(c, cells, sizeof *mesh->base.source, &mesh->base.source));
    EG_TRY(eg_alloc(c, cells, sizeof *mesh->base.centroid, &mesh->base.centroid));
    return eg_alloc(c, cells, sizeof *mesh->area, &mesh->area);
}

eg_status eg_plane_allocate_faces(eg_plane *mesh)
{
    eg_context *c = mesh->base.context;
    EG_TRY(eg_alloc(c, mesh->faces, sizeof *mesh->face_vertex, &mesh->face_vertex));
    EG_TRY(eg_alloc(c, mesh->faces, sizeof *mesh->face_cell, &mesh->face_cell));
    EG_TRY(eg_alloc(c, mesh->faces, sizeof *mesh->face_boundary, &mesh->face_boundary));
    return eg_alloc(c, mesh->faces, sizeof *mesh->face_twin, &mesh->face_twin);
}

int eg_plane_cell_vertices(const eg_plane *mesh, int64_t cell, double (*x)[2])
{
    assert(cell >= 0 && cell < mesh->base.held);
    int count = (int)(mesh->first[cell + 1] - mesh->first[cell]);
    for (int k = 0; k < count; k++) {
        const double *from = mesh->x[mesh->vertex[mesh->first[cell] + k]];
        x[k][0] = from[0];
        x[k][1] = from[1];
    }
    return count;
}
