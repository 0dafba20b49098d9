/* Names of hexahedra: regions of elements and boundaries of faces, only those that something belongs to. */
#include "mesh/hexes/internal.h"

#include <stdlib.h>

eg_status eg_hexes_name_regions(eg_hexes *mesh, const eg_hexes_input *input)
{
    return eg_mesh_take_regions(&mesh->base, "no element belongs to the region", input->regions,
                                input->region_name);
}

/* ---- boundary faces ---- */

/* A boundary face by its vertices, ascending. */
typedef struct named_face {
    int32_t vertex[4], face;
} named_face;

static int compare_vertices(const void *left, const void *right)
{
    const named_face *a = left, *b = right;
    for (int i = 0; i < 4; i++)
        if (a->vertex[i] != b->vertex[i])
            return a->vertex[i] < b->vertex[i] ? -1 : 1;
    return 0;
}

static named_face face_of(const int32_t vertex[4], int64_t face)
{
    named_face made = {.face = (int32_t)face};
    for (int i = 0; i < 4; i++) {
        int at = i;
        for (; at > 0 && made.vertex[at - 1] > vertex[i]; at--)
            made.vertex[at] = made.vertex[at - 1];
        made.vertex[at] = vertex[i];
    }
    return made;
}

typedef struct boundary_faces {
    int64_t count;
    named_face *face; /* [count] sorted by vertices */
} boundary_faces;

static eg_status collect_boundary(const eg_hexes *mesh, boundary_faces *list)
{
    for (int64_t f = 0; f < mesh->faces; f++)
        list->count += mesh->face_element[f][1] < 0;
    EG_TRY(eg_alloc(mesh->base.context, list->count, sizeof *list->face, &list->face));
    int64_t at = 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        int32_t vertex[4];
        if (mesh->face_element[f][1] >= 0)
            continue;
        eg_hexes_face_vertices(mesh, mesh->face_element[f][0], mesh->face_side[f][0], vertex);
        list->face[at++] = face_of(vertex, f);
    }
    if (list->count > 0)
        qsort(list->face, (size_t)list->count, sizeof *list->face, compare_vertices);
    return EG_OK;
}

/* The boundary face on a quadrangle of the input, -1 where there is none. */
static int32_t find_face(const boundary_faces *list, const int32_t *number, const int32_t quad[4])
{
    int32_t vertex[4];
    for (int c = 0; c < 4; c++) {
        vertex[c] = number[quad[c]] - 1;
        if (vertex[c] < 0)
            return -1;
    }
    named_face key = face_of(vertex, 0);
    if (list->count == 0)
        return -1;
    const named_face *found = bsearch(&key, list->face, (size_t)list->count, sizeof key, compare_vertices);
    return found ? found->face : -1;
}

static eg_status refuse_two_names(const eg_hexes *mesh, const eg_hexes_input *input, const int32_t quad[4],
                                  int32_t face, int32_t other)
{
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: the boundary face with corners at %s and %s is in the physical surfaces "
                   "'%s' and '%s': leave it "
                   "in one of them",
                   mesh->base.origin, eg_hex_text_of_point(input->x[quad[0]]).text,
                   eg_hex_text_of_point(input->x[quad[2]]).text,
                   input->boundary_name[mesh->face_boundary[face]], input->boundary_name[other]);
}

/* Gives the named quadrangles' input indices to face_boundary. */
static eg_status mark_faces(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *number,
                            const boundary_faces *list)
{
    for (int64_t f = 0; f < mesh->faces; f++)
        mesh->face_boundary[f] = -1;
    for (int64_t q = 0; q < input->quads; q++) {
        int32_t face = find_face(list, number, input->quad[q]), boundary = input->quad_boundary[q];
        if (face < 0 || mesh->face_boundary[face] == boundary)
            continue;
        if (mesh->face_boundary[face] >= 0)
            return refuse_two_names(mesh, input, input->quad[q], face, boundary);
        mesh->face_boundary[face] = boundary;
    }
    return EG_OK;
}

eg_status eg_hexes_name_boundaries(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *number)
{
    boundary_faces faces = {0};
    eg_status status = collect_boundary(mesh, &faces);
    if (status == EG_OK)
        status = mark_faces(mesh, input, number, &faces);
    if (status == EG_OK)
        status = eg_mesh_take_boundaries(&mesh->base, input->boundaries, input->boundary_name, mesh->faces,
                                         (const int32_t(*)[2])mesh->face_element, mesh->face_boundary);
    eg_free(mesh->base.context, &faces.face);
    return status;
}
