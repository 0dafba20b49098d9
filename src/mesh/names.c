/* Names of regions and boundaries. */
#include "mesh/names.h"

#include "base/scope.h"

#include <string.h>

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

static eg_status add_name(eg_context *context, const char *name, eg_mesh_names *names)
{
    EG_TRY(eg_strdup(context, name, &names->name[names->count]));
    names->count++;
    return EG_OK;
}

/* Keeps the names with used[i] != 0 in the order of the input and sets used[i] to their new places. Warns
   "ORIGIN: WARNING 'NAME' and is left out" of the others. One more place is left free at the end. */
static eg_status keep_used(const eg_mesh *mesh, const char *warning, int names, const char *const *name,
                           int32_t *used, eg_mesh_names *kept)
{
    EG_TRY(eg_alloc(mesh->context, names + 1, sizeof *kept->name, &kept->name));
    for (int i = 0; i < names; i++) {
        if (used[i] != 0) {
            used[i] = kept->count;
            EG_TRY(add_name(mesh->context, name[i], kept));
        } else
            eg_log(mesh->context, EG_LOG_WARN, "%s: %s '%s' and is left out", mesh->origin, warning, name[i]);
    }
    return EG_OK;
}

eg_status eg_mesh_take_regions(eg_mesh *mesh, const char *warning, int names, const char *const *name)
{
    EG_SCRATCH int32_t *used = NULL;
    EG_TRY(eg_alloc(mesh->context, names, sizeof *used, &used));
    for (int64_t cell = 0; cell < mesh->held; cell++)
        used[mesh->region[cell]] = 1;
    EG_TRY(keep_used(mesh, warning, names, name, used, &mesh->regions));
    for (int64_t cell = 0; cell < mesh->held; cell++)
        mesh->region[cell] = used[mesh->region[cell]];
    return EG_OK;
}

eg_status eg_mesh_take_boundaries(eg_mesh *mesh, int names, const char *const *name, int64_t faces,
                                  const int32_t (*sides)[2], int32_t *face_boundary)
{
    EG_SCRATCH int32_t *used = NULL;
    EG_TRY(eg_alloc(mesh->context, names, sizeof *used, &used));
    for (int64_t f = 0; f < faces; f++)
        if (face_boundary[f] >= 0)
            used[face_boundary[f]] = 1;
    EG_TRY(keep_used(mesh, "no face at the edge of the domain belongs to the boundary", names, name, used,
                     &mesh->boundaries));
    for (int64_t f = 0; f < faces; f++) {
        if (face_boundary[f] >= 0)
            face_boundary[f] = used[face_boundary[f]];
        else if (sides[f][1] < 0) {
            face_boundary[f] = eg_mesh_names_index(&mesh->boundaries, "unnamed");
            if (face_boundary[f] >= 0)
                continue;
            face_boundary[f] = mesh->boundaries.count;
            EG_TRY(add_name(mesh->context, "unnamed", &mesh->boundaries));
        }
    }
    return EG_OK;
}
