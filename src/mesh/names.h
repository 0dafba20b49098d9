/* names: of regions and boundaries, as a reader has them and as a mesh keeps them. */
#ifndef EG_MESH_NAMES_H
#define EG_MESH_NAMES_H

#include "mesh/mesh.h"

/* Keeps the names of regions that held cells belong to: mesh->region[] goes from places in name[] to places
 * in mesh->regions. Warns of the others in the words of `warning`. */
eg_status eg_mesh_take_regions(eg_mesh *mesh, const char *warning, int names, const char *const *name);
/* The same of boundaries and faces, face_boundary[faces], -1: none; sides[][1] is -1 on the boundary, where
 * faces without a name are called "unnamed". */
eg_status eg_mesh_take_boundaries(eg_mesh *mesh, int names, const char *const *name, int64_t faces,
                                  const int32_t (*sides)[2], int32_t *face_boundary);
void eg_mesh_names_destroy(eg_mesh_names *names);
/* Index of a name, or -1. */
int eg_mesh_names_index(const eg_mesh_names *names, const char *name);

#endif
