/* names: of regions and boundaries, as a reader has them and as a mesh keeps them. */
#ifndef EG_MESH_NAMES_H
#define EG_MESH_NAMES_H

#include "mesh/mesh.h"

/* Names that are in use, in the order of the input, and where they went. */
typedef struct eg_name_list {
    eg_context *context;
    int32_t *index; /* [names of the input] place in name[], -1: not used */
    char **name;
    int count;
} eg_name_list;

/* Keeps the names with used[i] > 0. `room` more places are left free at the end of the list. */
eg_status eg_names_keep_used(eg_name_list *list, int names, const char *const *name,
                             const int64_t *used, int room);
/* Index of the name "unnamed" in the list, added, where it is missing, in a place left free. */
eg_status eg_names_unnamed(eg_name_list *list, int *index);
void eg_names_free(eg_name_list *list);
/* Keeps the names of regions that held cells belong to: mesh->region[] goes from places in name[] to places in
 * mesh->regions. Warns of the others in the words of `warning`. */
eg_status eg_mesh_take_regions(eg_mesh *mesh, const char *warning, int names,
                               const char *const *name);
/* Hands the list's names over to the mesh, which frees them. */
void eg_names_move(eg_name_list *list, eg_mesh_names *names);
void eg_mesh_names_destroy(eg_context *context, eg_mesh_names *names);
/* Index of a name, or -1. */
int eg_mesh_names_index(const eg_mesh_names *names, const char *name);
/* A warning "ORIGIN: WHAT 'NAME' and is left out" for each name with used[i] == 0. */
void eg_names_warn_unused(eg_context *context, const char *origin, const char *what, int names,
                          const char *const *name, const int64_t *used);

#endif
