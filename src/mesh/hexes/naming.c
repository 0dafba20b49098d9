/* Names of hexahedra: regions of elements and boundaries of faces, only those that something belongs to. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "base/search.h"
#include "mesh/hexes/internal.h"

#include <stdlib.h>

eg_status eg_hexes_name_regions(eg_hexes *mesh, const eg_hexes_input *input)
{
    return eg_mesh_take_regions(&mesh->base, "no element belongs to the region", input->regions,
                                input->region_name);
}

/* ---- boundary faces ---- */

typedef struct boundary_faces {
    int64_t count;
    const hex_side_key *face; /* [count] sorted */
} boundary_faces;

/* The boundary face on a quadrangle of the input, -1 where there is none. */
static int32_t find_named_quad(const boundary_faces *list, const int32_t *number, const int32_t quad[4])
{
    int32_t vertex[4];
    for (int c = 0; c < 4; c++) {
        vertex[c] = number[quad[c]] - 1;
        if (vertex[c] < 0)
            return -1;
    }
    const hex_side_key key = eg_hex_side_key(4, vertex, -1);
    int64_t at = EG_SEARCH(i, 0, list->count, eg_hex_compare_sides(&list->face[i], &key) < 0);
    return at < list->count && eg_hex_is_same_side(&list->face[at], &key) ? list->face[at].side : -1;
}

static eg_status refuse_two_quad_names(const eg_hexes *mesh, const eg_hexes_input *input,
                                       const int32_t quad[4], int32_t face, int32_t other)
{
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: the boundary face with corners at %s and %s is in the physical surfaces '%s' and "
                   "'%s': leave it in one of them",
                   mesh->base.origin, eg_text_of_point(3, input->x[quad[0]]).text,
                   eg_text_of_point(3, input->x[quad[2]]).text,
                   input->boundary_name[mesh->face_boundary[face]], input->boundary_name[other]);
}

/* Gives the named quadrangles' input indices to face_boundary. */
static eg_status mark_named_quads(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *number,
                                  const boundary_faces *list)
{
    EG_LOOP(mesh->base.context, mesh->faces)
    for (int64_t f = 0; f < mesh->faces; f++)
        mesh->face_boundary[f] = -1;
    for (int64_t q = 0; q < input->quads; q++) {
        int32_t face = find_named_quad(list, number, input->quad[q]), boundary = input->quad_boundary[q];
        if (face < 0 || mesh->face_boundary[face] == boundary)
            continue;
        if (mesh->face_boundary[face] >= 0)
            return refuse_two_quad_names(mesh, input, input->quad[q], face, boundary);
        mesh->face_boundary[face] = boundary;
    }
    return EG_OK;
}

static bool is_boundary_face(const void *with, int64_t face)
{
    return ((const eg_hexes *)with)->face_element[face][1] < 0;
}

/* Finds the boundary faces on the named quadrangles. */
static eg_status match_named_quads(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *number)
{
    eg_context *context = mesh->base.context;
    EG_SCRATCH hex_side_key *face = NULL;
    EG_SCRATCH int32_t *of_boundary = NULL;
    int64_t count;
    EG_TRY(eg_list_numbers(context, mesh->faces, is_boundary_face, mesh, &of_boundary, &count));
    EG_TRY(eg_alloc(context, count, sizeof *face, &face));
    for (int64_t i = 0; i < count; i++) {
        int32_t vertex[4], f = of_boundary[i];
        eg_hexes_face_vertices(mesh, mesh->face_element[f][0], mesh->face_side[f][0], vertex);
        face[i] = eg_hex_side_key(4, vertex, f);
    }
    if (count > 0)
        qsort(face, (size_t)count, sizeof *face, eg_hex_compare_sides);
    return mark_named_quads(mesh, input, number, &(boundary_faces){count, face});
}

eg_status eg_hexes_name_boundaries(eg_hexes *mesh, const eg_hexes_input *input, const int32_t *number)
{
    if (number)
        EG_TRY(match_named_quads(mesh, input, number));
    return eg_mesh_take_boundaries(&mesh->base, input->boundaries, input->boundary_name, mesh->faces,
                                   (const int32_t(*)[2])mesh->face_element, mesh->face_boundary);
}
