/* Names: regions of cells and boundaries of faces, only those that something belongs to. */
#include "mesh/plane/internal.h"

#include <string.h>

eg_status eg_plane_name_regions(eg_plane *mesh, const eg_plane_input *input)
{
    return eg_mesh_take_regions(&mesh->base, "no cell belongs to the region", input->regions,
                                input->region_name);
}

/* ---- boundary faces ---- */

/* The boundary faces, sorted by their nodes. */
typedef struct boundary_faces {
    int64_t count;
    uint64_t *key; /* [count] lower node << 32 | higher node */
    int32_t *face; /* [count] */
} boundary_faces;

static uint64_t pair_key(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)a << 32 | (uint32_t)b : (uint64_t)b << 32 | (uint32_t)a;
}

static eg_status collect_boundary(const eg_plane *mesh, eg_scope *scope, boundary_faces *list)
{
    for (int64_t face = 0; face < mesh->faces; face++)
        list->count += mesh->face_cell[face][1] < 0;
    EG_TRY(eg_scope_alloc(scope, list->count, sizeof *list->key, &list->key));
    EG_TRY(eg_scope_alloc(scope, list->count, sizeof *list->face, &list->face));
    int64_t at = 0;
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_cell[face][1] >= 0)
            continue;
        list->key[at] = pair_key(mesh->face_vertex[face][0], mesh->face_vertex[face][1]);
        list->face[at++] = (int32_t)face;
    }
    return eg_radix_sort(mesh->base.context, list->count, list->key, list->face);
}

/* The boundary face between two of the mesh's nodes, -1 where there is none. */
static int32_t find_face(const boundary_faces *list, int32_t a, int32_t b)
{
    uint64_t key = pair_key(a, b);
    int64_t at = eg_sorted_first_at(list->key, list->count, key);
    return at < list->count && list->key[at] == key ? list->face[at] : -1;
}

static eg_status refuse_two_names(const eg_plane *mesh, const eg_plane_input *input, int32_t face,
                                  int32_t other)
{
    eg_plane_point_text from = eg_plane_text_of_point(mesh->x[mesh->face_vertex[face][0]]);
    eg_plane_point_text to = eg_plane_text_of_point(mesh->x[mesh->face_vertex[face][1]]);
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: the boundary face from %s to %s is in the physical curves '%s' and '%s': "
                   "leave it in one of them",
                   mesh->base.origin, from.text, to.text, input->boundary_name[mesh->face_boundary[face]],
                   input->boundary_name[other]);
}

/* Gives the named edges' input indices to face_boundary. */
static eg_status mark_faces(eg_plane *mesh, const eg_plane_input *input, const int32_t *number,
                            const boundary_faces *list)
{
    for (int64_t face = 0; face < mesh->faces; face++)
        mesh->face_boundary[face] = -1;
    for (int64_t edge = 0; edge < input->edges; edge++) {
        int32_t a = number[input->edge[edge][0]], b = number[input->edge[edge][1]];
        int32_t face = a > 0 && b > 0 ? find_face(list, a - 1, b - 1) : -1;
        int32_t boundary = input->edge_boundary[edge];
        if (face < 0 || mesh->face_boundary[face] == boundary)
            continue;
        if (mesh->face_boundary[face] >= 0)
            return refuse_two_names(mesh, input, face, boundary);
        mesh->face_boundary[face] = boundary;
    }
    return EG_OK;
}

eg_status eg_plane_name_boundaries(eg_plane *mesh, const eg_plane_input *input, const int32_t *number)
{
    EG_SCOPE(scope, mesh->base.context);
    boundary_faces faces = {0};
    EG_TRY(collect_boundary(mesh, &scope, &faces));
    EG_TRY(mark_faces(mesh, input, number, &faces));
    return eg_mesh_take_boundaries(&mesh->base, input->boundaries, input->boundary_name, mesh->faces,
                                   (const int32_t(*)[2])mesh->face_cell, mesh->face_boundary);
}
