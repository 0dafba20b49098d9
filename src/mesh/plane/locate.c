/* Which cell holds a point of the plane. */
#include "mesh/plane/internal.h"

/* Cells as items in boxes, with z = 0. */
typedef struct cells_of_mesh {
    eg_boxed items;
    const eg_plane *mesh;
} cells_of_mesh;

static eg_box box_of_plane_cell(const eg_boxed *self, int64_t cell)
{
    const eg_plane *mesh = ((const cells_of_mesh *)self)->mesh;
    const double *x = mesh->x[mesh->vertex[mesh->first[cell]]];
    eg_box box = {{x[0], x[1], 0}, {x[0], x[1], 0}};
    for (int64_t i = mesh->first[cell] + 1; i < mesh->first[cell + 1]; i++) {
        const double *vertex = mesh->x[mesh->vertex[i]];
        const double place[3] = {vertex[0], vertex[1], 0};
        eg_box_include(&box, place, place);
    }
    return box;
}

/* Faces are tested in their own orientation: both cells of a face get the same exact answer. */
static bool plane_cell_holds(const eg_boxed *self, int64_t cell, const double point[3])
{
    const eg_plane *mesh = ((const cells_of_mesh *)self)->mesh;
    for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++) {
        int32_t face = mesh->cell_face[i];
        int side =
            eg_orientation(mesh->x[mesh->face_vertex[face][0]], mesh->x[mesh->face_vertex[face][1]], point);
        if (mesh->face_cell[face][0] == cell ? side < 0 : side > 0)
            return false;
    }
    return true;
}

static cells_of_mesh boxed_cells(const eg_plane *mesh)
{
    return (cells_of_mesh){.items = {.box = box_of_plane_cell, .holds = plane_cell_holds}, .mesh = mesh};
}

eg_status eg_plane_box_cells(eg_mesh *mesh)
{
    const cells_of_mesh cells = boxed_cells(eg_plane_of(mesh));
    return mesh->own > 0 ? eg_boxes_create(mesh->context, mesh->own, &cells.items, &mesh->boxes) : EG_OK;
}

int64_t eg_plane_locate(const eg_plane *mesh, const double point[2])
{
    const cells_of_mesh cells = boxed_cells(mesh);
    return mesh->base.boxes
               ? eg_boxes_find(mesh->base.boxes, &cells.items, (const double[]){point[0], point[1], 0})
               : -1;
}

eg_status eg_plane_cells_near(const eg_plane *mesh, const double low[2], const double high[2],
                              eg_status (*found)(void *user, int64_t cell), void *user)
{
    const cells_of_mesh cells = boxed_cells(mesh);
    const eg_box box = {{low[0], low[1], 0}, {high[0], high[1], 0}};
    return eg_boxes_meeting(mesh->base.boxes, &cells.items, &box, found, user);
}
