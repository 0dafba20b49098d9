/* Names: regions of cells and boundaries of faces, only those that something belongs to. */
#include "base/parallel.h"
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
    const uint64_t *key; /* [count] lower node << 32 | higher node */
    const int32_t *face; /* [count] */
} boundary_faces;

static uint64_t pair_key(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)a << 32 | (uint32_t)b : (uint64_t)b << 32 | (uint32_t)a;
}

/* The boundary face between two nodes of the input, -1 where there is none. */
static int32_t find_boundary_face(const boundary_faces *list, const int32_t *number, const int32_t edge[2])
{
    int32_t a = number[edge[0]], b = number[edge[1]];
    if (a <= 0 || b <= 0)
        return -1;
    uint64_t key = pair_key(a - 1, b - 1);
    int64_t at = eg_sorted_first_at(list->key, list->count, key);
    return at < list->count && list->key[at] == key ? list->face[at] : -1;
}

static eg_status refuse_two_edge_names(const eg_plane *mesh, const eg_plane_input *input, int32_t face,
                                       int32_t other)
{
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: the boundary face from %s to %s is in the physical curves '%s' and '%s': "
                   "leave it in one of them",
                   mesh->base.origin, eg_text_of_point(2, mesh->x[mesh->face_vertex[face][0]]).text,
                   eg_text_of_point(2, mesh->x[mesh->face_vertex[face][1]]).text,
                   input->boundary_name[mesh->face_boundary[face]], input->boundary_name[other]);
}

/* Gives the named edges' input indices to face_boundary. */
static eg_status mark_named_edges(eg_plane *mesh, const eg_plane_input *input, const int32_t *number,
                                  const boundary_faces *list)
{
    EG_LOOP(mesh->base.context, mesh->faces)
    for (int64_t face = 0; face < mesh->faces; face++)
        mesh->face_boundary[face] = -1;
    for (int64_t edge = 0; edge < input->edges; edge++) {
        int32_t face = find_boundary_face(list, number, input->edge[edge]);
        int32_t boundary = input->edge_boundary[edge];
        if (face < 0 || mesh->face_boundary[face] == boundary)
            continue;
        if (mesh->face_boundary[face] >= 0)
            return refuse_two_edge_names(mesh, input, face, boundary);
        mesh->face_boundary[face] = boundary;
    }
    return EG_OK;
}

eg_status eg_plane_name_boundaries(eg_plane *mesh, const eg_plane_input *input, const int32_t *number)
{
    eg_context *context = mesh->base.context;
    int64_t count = 0, at = 0;
    EG_SCRATCH uint64_t *key = NULL;
    EG_SCRATCH int32_t *face = NULL;
    for (int64_t f = 0; f < mesh->faces; f++)
        count += mesh->face_cell[f][1] < 0;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(count, key), EG_BLOCK(count, face)));
    for (int64_t f = 0; f < mesh->faces; f++)
        if (mesh->face_cell[f][1] < 0) {
            key[at] = pair_key(mesh->face_vertex[f][0], mesh->face_vertex[f][1]);
            face[at++] = (int32_t)f;
        }
    EG_TRY(eg_radix_sort(context, count, key, face));
    EG_TRY(mark_named_edges(mesh, input, number, &(boundary_faces){count, key, face}));
    return eg_mesh_take_boundaries(&mesh->base, input->boundaries, input->boundary_name, mesh->faces,
                                   (const int32_t(*)[2])mesh->face_cell, mesh->face_boundary);
}

/* ---- other names ---- */

/* The names of the mesh, and behind them those of name[] that are not among them, into all[]; place[names] is
 * where each of name[] stands. Returns how many there are. */
static int merge_names(const eg_plane *mesh, int names, const char *const *name, const char **all,
                       int32_t *place)
{
    int count = mesh->base.boundaries.count;
    for (int b = 0; b < count; b++)
        all[b] = mesh->base.boundaries.name[b];
    for (int i = 0; i < names; i++) {
        int at = 0;
        while (at < count && strcmp(all[at], name[i]) != 0)
            at++;
        all[at] = name[i];
        place[i] = at;
        count += at == count;
    }
    return count;
}

/* Leaves out the names that no face has; the faces go on with the places of the others. */
static int keep_names_in_use(const eg_plane *mesh, const char **all, int count, int32_t *boundary,
                             int32_t *place)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        place[i] = -1;
    for (int64_t f = 0; f < mesh->faces; f++)
        if (boundary[f] >= 0)
            place[boundary[f]] = 0;
    for (int i = 0; i < count; i++)
        if (place[i] == 0) {
            all[kept] = all[i];
            place[i] = kept++;
        }
    for (int64_t f = 0; f < mesh->faces; f++)
        if (boundary[f] >= 0)
            boundary[f] = place[boundary[f]];
    return kept;
}

static eg_status copy_boundary_names(eg_context *context, int count, const char *const *name,
                                     eg_mesh_names *names)
{
    EG_TRY(eg_alloc(context, count + 1, sizeof *names->name, &names->name));
    for (; names->count < count; names->count++)
        EG_TRY(eg_strdup(context, name[names->count], &names->name[names->count]));
    return EG_OK;
}

eg_status eg_plane_rename(eg_plane *mesh, int names, const char *const *name, const int32_t *given)
{
    eg_context *context = mesh->base.context;
    EG_SCRATCH const char **all = NULL;
    EG_SCRATCH int32_t *place = NULL, *boundary = NULL;
    EG_ENDS_WITH(eg_mesh_names_destroy) eg_mesh_names made = {0};
    int room = mesh->base.boundaries.count + names;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(room, all), EG_BLOCK(room, place), EG_BLOCK(mesh->faces, boundary)));
    int count = merge_names(mesh, names, name, all, place);
    for (int64_t f = 0; f < mesh->faces; f++) {
        assert(given[f] < names && (given[f] < 0 || mesh->face_cell[f][1] < 0));
        boundary[f] = given[f] >= 0 ? place[given[f]] : mesh->face_boundary[f];
    }
    count = keep_names_in_use(mesh, all, count, boundary, place);
    EG_TRY(copy_boundary_names(context, count, all, &made));
    memcpy(mesh->face_boundary, boundary, (size_t)mesh->faces * sizeof *boundary);
    const eg_mesh_names before = mesh->base.boundaries;
    mesh->base.boundaries = made;
    made = before;
    return EG_OK;
}
