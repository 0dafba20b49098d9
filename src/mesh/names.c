/* Names of regions and boundaries. */
#include "mesh/names.h"

#include "base/parallel.h"
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

/* used[i] becomes 1 for each index i >= 0 that the items have. */
static void mark_used(eg_context *context, int64_t items, const int32_t *index, int32_t *used)
{
    EG_LOOP(context, items)
    for (int64_t i = 0; i < items; i++)
        if (index[i] >= 0 && __atomic_load_n(&used[index[i]], __ATOMIC_RELAXED) == 0)
            __atomic_store_n(&used[index[i]], 1, __ATOMIC_RELAXED);
}

/* The boundary of faces that have no name; *index stays as it is where there are none. */
static eg_status name_the_others(eg_mesh *mesh, int64_t faces, const int32_t (*sides)[2],
                                 const int32_t *face_boundary, int32_t *index)
{
    int32_t nameless = 0;
    EG_LOOP(mesh->context, faces)
    for (int64_t f = 0; f < faces; f++)
        if (face_boundary[f] < 0 && sides[f][1] < 0)
            __atomic_store_n(&nameless, 1, __ATOMIC_RELAXED);
    if (!nameless)
        return EG_OK;
    *index = eg_mesh_names_index(&mesh->boundaries, "unnamed");
    if (*index >= 0)
        return EG_OK;
    *index = mesh->boundaries.count;
    return add_name(mesh->context, "unnamed", &mesh->boundaries);
}

eg_status eg_mesh_take_regions(eg_mesh *mesh, const char *warning, int names, const char *const *name)
{
    EG_SCRATCH int32_t *used = NULL;
    EG_TRY(eg_alloc(mesh->context, names, sizeof *used, &used));
    mark_used(mesh->context, mesh->held, mesh->region, used);
    EG_TRY(keep_used(mesh, warning, names, name, used, &mesh->regions));
    EG_LOOP(mesh->context, mesh->held)
    for (int64_t cell = 0; cell < mesh->held; cell++)
        mesh->region[cell] = used[mesh->region[cell]];
    return EG_OK;
}

eg_status eg_mesh_take_boundaries(eg_mesh *mesh, int names, const char *const *name, int64_t faces,
                                  const int32_t (*sides)[2], int32_t *face_boundary)
{
    EG_SCRATCH int32_t *used = NULL;
    int32_t other = -1;
    EG_TRY(eg_alloc(mesh->context, names, sizeof *used, &used));
    mark_used(mesh->context, faces, face_boundary, used);
    EG_TRY(keep_used(mesh, "no face at the edge of the domain belongs to the boundary", names, name, used,
                     &mesh->boundaries));
    EG_TRY(name_the_others(mesh, faces, sides, face_boundary, &other));
    EG_LOOP(mesh->context, faces)
    for (int64_t f = 0; f < faces; f++) {
        if (face_boundary[f] >= 0)
            face_boundary[f] = used[face_boundary[f]];
        else if (sides[f][1] < 0)
            face_boundary[f] = other;
    }
    return EG_OK;
}
