/* Names of regions and boundaries. */
#include "mesh/names.h"

#include "base/scope.h"

#include <string.h>

/* Names that are in use, in the order of the input, and where they went. */
typedef struct name_list {
    eg_context *context;
    int32_t *index; /* [names of the input] place in name[], -1: not used */
    char **name;
    int count;
} name_list;

/* Keeps the names with used[i] > 0. `room` more places are left free at the end of the list. */
static eg_status keep_used(name_list *list, int names, const char *const *name, const int64_t *used, int room)
{
    int kept = 0;
    for (int i = 0; i < names; i++)
        kept += used[i] > 0;
    EG_TRY(EG_ALLOC(list->context, EG_BLOCK(names, list->index), EG_BLOCK(kept + room, list->name)));
    for (int i = 0; i < names; i++) {
        list->index[i] = used[i] > 0 ? list->count : -1;
        if (used[i] > 0) {
            EG_TRY(eg_strdup(list->context, name[i], &list->name[list->count]));
            list->count++;
        }
    }
    return EG_OK;
}

static void free_list(name_list *list)
{
    eg_mesh_names names = {list->count, list->name};
    eg_mesh_names_destroy(&names);
    list->name = NULL;
    EG_FREE(&list->index);
}

/* Hands the list's names over to the mesh, which frees them. */
static void move_names(name_list *list, eg_mesh_names *names)
{
    *names = (eg_mesh_names){list->count, list->name};
    list->name = NULL;
}

void eg_mesh_names_destroy(eg_mesh_names *names)
{
    for (int i = 0; names->name && i < names->count; i++)
        EG_FREE(&names->name[i]);
    EG_FREE(&names->name);
}

int eg_mesh_names_index(const eg_mesh_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return i;
    return -1;
}

/* A warning "ORIGIN: WHAT 'NAME' and is left out" for each name with used[i] == 0. */
static void warn_unused(eg_context *context, const char *origin, const char *what, int names,
                        const char *const *name, const int64_t *used)
{
    for (int i = 0; i < names; i++)
        if (used[i] == 0)
            eg_log(context, EG_LOG_WARN, "%s: %s '%s' and is left out", origin, what, name[i]);
}

eg_status eg_mesh_take_regions(eg_mesh *mesh, const char *warning, int names, const char *const *name)
{
    eg_context *context = mesh->context;
    EG_ENDS_WITH(free_list) name_list list = {.context = context};
    EG_SCRATCH int64_t *used = NULL;
    EG_TRY(eg_alloc(context, names, sizeof *used, &used));
    for (int64_t cell = 0; cell < mesh->held; cell++)
        used[mesh->region[cell]]++;
    EG_TRY(keep_used(&list, names, name, used, 0));
    warn_unused(context, mesh->origin, warning, names, name, used);
    for (int64_t cell = 0; cell < mesh->held; cell++)
        mesh->region[cell] = list.index[mesh->region[cell]];
    move_names(&list, &mesh->regions);
    return EG_OK;
}

/* Index of the name "unnamed" in the list, added, where it is missing, in a place left free. */
static eg_status find_unnamed(name_list *list, int *index)
{
    for (*index = 0; *index < list->count; (*index)++)
        if (strcmp(list->name[*index], "unnamed") == 0)
            return EG_OK;
    EG_TRY(eg_strdup(list->context, "unnamed", &list->name[list->count]));
    list->count++;
    return EG_OK;
}

static eg_status number_face_names(name_list *list, int64_t faces, const int32_t (*sides)[2],
                                   int32_t *face_boundary)
{
    int unnamed = -1;
    for (int64_t f = 0; f < faces; f++) {
        if (face_boundary[f] >= 0)
            face_boundary[f] = list->index[face_boundary[f]];
        else if (sides[f][1] < 0) {
            if (unnamed < 0)
                EG_TRY(find_unnamed(list, &unnamed));
            face_boundary[f] = unnamed;
        }
    }
    return EG_OK;
}

eg_status eg_mesh_take_boundaries(eg_mesh *mesh, int names, const char *const *name, int64_t faces,
                                  const int32_t (*sides)[2], int32_t *face_boundary)
{
    EG_ENDS_WITH(free_list) name_list list = {.context = mesh->context};
    EG_SCRATCH int64_t *used = NULL;
    EG_TRY(eg_alloc(mesh->context, names, sizeof *used, &used));
    for (int64_t f = 0; f < faces; f++)
        if (face_boundary[f] >= 0)
            used[face_boundary[f]]++;
    EG_TRY(keep_used(&list, names, name, used, 1));
    warn_unused(mesh->context, mesh->origin, "no face at the edge of the domain belongs to the boundary",
                names, name, used);
    EG_TRY(number_face_names(&list, faces, sides, face_boundary));
    move_names(&list, &mesh->boundaries);
    return EG_OK;
}
