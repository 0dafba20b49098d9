/* The arrays of a mesh of the plane: made, and a cell read from them. */
#include "mesh/plane/internal.h"

eg_status eg_plane_allocate_cells(eg_plane *mesh, int64_t half_edges)
{
    eg_context *c = mesh->base.context;
    int64_t cells = mesh->base.held;
    return EG_ALLOC(c, EG_BLOCK(mesh->nodes, mesh->x), EG_BLOCK(cells, mesh->type),
                    EG_BLOCK(cells + 1, mesh->first), EG_BLOCK(half_edges, mesh->vertex),
                    EG_BLOCK(half_edges, mesh->cell_face), EG_BLOCK(cells, mesh->base.region),
                    EG_BLOCK(cells, mesh->base.source), EG_BLOCK(cells, mesh->base.centroid),
                    EG_BLOCK(cells, mesh->area));
}

eg_status eg_plane_allocate_faces(eg_plane *mesh)
{
    eg_context *c = mesh->base.context;
    return EG_ALLOC(c, EG_BLOCK(mesh->faces, mesh->face_vertex), EG_BLOCK(mesh->faces, mesh->face_cell),
                    EG_BLOCK(mesh->faces, mesh->face_boundary), EG_BLOCK(mesh->faces, mesh->face_twin));
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
