/* The names of the case's materials and boundaries against those of a mesh, of whatever cells. */
#ifndef EG_RUN_NAMES_H
#define EG_RUN_NAMES_H

#include "io/case/case.h"
#include "mesh/mesh.h"

/* Every region has its material, every boundary its entry, and nothing else has one. EG_CASE with all that is
 * wrong. `boundary_words` is what a boundary may be. */
eg_status eg_names_check_materials(eg_case *loaded, const eg_mesh *mesh);
eg_status eg_names_check_boundaries(eg_case *loaded, const eg_mesh *mesh, const char *boundary_words);

/* Whether the cells of the whole mesh meet along whole faces, but for what mesh.slits and periodic pairs
 * allow. EG_MESH with the place, EG_CASE where mesh.slits has a name that the mesh has not. */
eg_status eg_names_check_conforming(eg_case *loaded, const eg_mesh *mesh);

/* Joins the boundaries of the whole mesh whose entries name each other. */
eg_status eg_names_join(eg_case *loaded, eg_mesh *mesh);

/* The entry of a region in the case's materials: its own, or `all`; NULL. */
const eg_node *eg_names_material(const eg_case *loaded, const eg_mesh *mesh, int region);
/* The entry of a boundary; NULL. */
const eg_node *eg_names_boundary(const eg_case *loaded, const eg_mesh *mesh, int boundary);

/* EG_INPUT names all files of the case that are not there. */
eg_status eg_names_check_files(eg_case *loaded);

#endif
