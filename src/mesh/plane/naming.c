/* Names: regions of cells and boundaries of faces, only those that something belongs to. */
#include "mesh/plane/internal.h"

#include <string.h>

eg_status eg_names_keep_used(eg_name_list *list, int names, const char *const *name,
                             const int64_t *used, int room)
{
    int kept = 0;
    for (int i = 0; i < names; i++)
        kept += used[i] > 0;
    EG_TRY(eg_alloc(list->context, names, sizeof *list->index, &list->index));
    EG_TRY(eg_alloc(list->context, kept + room, sizeof *list->name, &list->name));
    for (int i = 0; i < names; i++) {
        list->index[i] = used[i] > 0 ? list->count : -1;
        if (used[i] > 0) {
            EG_TRY(eg_strdup(list->context, name[i], &list->name[list->count]));
            list->count++;
        }
    }
    return EG_OK;
}

void eg_names_free(eg_name_list *list)
{
    eg_names_destroy(list->context, &list->name, list->count);
    eg_free(list->context, &list->index);
}

void eg_names_destroy(eg_context *context, char ***names, int count)
{
    for (int i = 0; *names && i < count; i++)
        eg_free(context, &(*names)[i]);
    eg_free(context, names);
}

int eg_names_index(char **names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

void eg_names_warn_unused(eg_context *context, const char *origin, const char *what, int names,
                          const char *const *name, const int64_t *used)
{
    for (int i = 0; i < names; i++)
        if (used[i] == 0)
            eg_log(context, EG_LOG_WARN, "%s: %s '%s' and is left out", origin, what, name[i]);
}

eg_status eg_names_take_regions(eg_context *context, const char *origin, const char *warning,
                                int64_t cells, int32_t *region, int names, const char *const *name,
                                char ***kept, int *kept_count)
{
    eg_name_list list = {.context = context};
    int64_t *used = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, names, sizeof *used, &used));
    for (int64_t cell = 0; cell < cells; cell++)
        used[region[cell]]++;
    EG_TRY_GOTO(eg_names_keep_used(&list, names, name, used, 0));
    eg_names_warn_unused(context, origin, warning, names, name, used);
    for (int64_t cell = 0; cell < cells; cell++)
        region[cell] = list.index[region[cell]];
    *kept = list.name;
    *kept_count = list.count;
    list.name = NULL;
done:
    eg_names_free(&list);
    eg_free(context, &used);
    return status;
}

eg_status eg_plane_name_regions(eg_plane *mesh, const eg_plane_input *input)
{
    return eg_names_take_regions(mesh->context, mesh->origin, "no cell belongs to the region",
                                 mesh->cells, mesh->region, input->regions, input->region_name,
                                 &mesh->region_name, &mesh->regions);
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

static eg_status collect_boundary(const eg_plane *mesh, boundary_faces *list)
{
    for (int64_t face = 0; face < mesh->faces; face++)
        list->count += mesh->face_cell[face][1] < 0;
    EG_TRY(eg_alloc(mesh->context, list->count, sizeof *list->key, &list->key));
    EG_TRY(eg_alloc(mesh->context, list->count, sizeof *list->face, &list->face));
    int64_t at = 0;
    for (int64_t face = 0; face < mesh->faces; face++) {
        if (mesh->face_cell[face][1] >= 0)
            continue;
        list->key[at] = pair_key(mesh->face_vertex[face][0], mesh->face_vertex[face][1]);
        list->face[at++] = (int32_t)face;
    }
    return eg_radix_sort(mesh->context, list->count, list->key, list->face);
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
    eg_plane_place from = eg_plane_place_of(mesh->x[mesh->face_vertex[face][0]]);
    eg_plane_place to = eg_plane_place_of(mesh->x[mesh->face_vertex[face][1]]);
    return eg_fail(mesh->context, EG_MESH,
                   "%s: the boundary face from %s to %s is in the physical curves '%s' and '%s': "
                   "leave it in one of them",
                   mesh->origin, from.text, to.text,
                   input->boundary_name[mesh->face_boundary[face]], input->boundary_name[other]);
}

/* Gives the named edges' input indices to face_boundary and counts them in used[]. */
static eg_status mark_faces(eg_plane *mesh, const eg_plane_input *input, const int32_t *number,
                            const boundary_faces *list, int64_t *used)
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
        used[boundary]++;
    }
    return EG_OK;
}

eg_status eg_names_unnamed(eg_name_list *list, int *index)
{
    for (*index = 0; *index < list->count; (*index)++)
        if (strcmp(list->name[*index], "unnamed") == 0)
            return EG_OK;
    EG_TRY(eg_strdup(list->context, "unnamed", &list->name[list->count]));
    list->count++;
    return EG_OK;
}

static eg_status number_boundaries(eg_plane *mesh, const boundary_faces *faces, eg_name_list *list)
{
    int unnamed = -1;
    for (int64_t i = 0; i < faces->count; i++) {
        int32_t *boundary = &mesh->face_boundary[faces->face[i]];
        if (*boundary >= 0) {
            *boundary = list->index[*boundary];
            continue;
        }
        if (unnamed < 0)
            EG_TRY(eg_names_unnamed(list, &unnamed));
        *boundary = unnamed;
    }
    return EG_OK;
}

eg_status eg_plane_name_boundaries(eg_plane *mesh, const eg_plane_input *input,
                                   const int32_t *number)
{
    eg_name_list list = {.context = mesh->context};
    boundary_faces faces = {0};
    int64_t *used = NULL;
    eg_status status;
    EG_TRY_GOTO(
        eg_alloc(mesh->context, mesh->faces, sizeof *mesh->face_boundary, &mesh->face_boundary));
    EG_TRY_GOTO(eg_alloc(mesh->context, input->boundaries, sizeof *used, &used));
    EG_TRY_GOTO(collect_boundary(mesh, &faces));
    EG_TRY_GOTO(mark_faces(mesh, input, number, &faces, used));
    EG_TRY_GOTO(eg_names_keep_used(&list, input->boundaries, input->boundary_name, used, 1));
    eg_names_warn_unused(mesh->context, mesh->origin,
                         "no face at the edge of the domain belongs to the boundary",
                         input->boundaries, input->boundary_name, used);
    EG_TRY_GOTO(number_boundaries(mesh, &faces, &list));
    mesh->boundary_name = list.name;
    mesh->boundaries = list.count;
    list.name = NULL;
done:
    eg_names_free(&list);
    eg_free(mesh->context, &used);
    eg_free(mesh->context, &faces.key);
    eg_free(mesh->context, &faces.face);
    return status;
}
