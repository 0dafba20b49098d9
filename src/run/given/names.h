/* The names of the case's materials and boundaries against those of a mesh, of whatever cells. */
#ifndef EG_RUN_NAMES_H
#define EG_RUN_NAMES_H

#include "run/given/given.h"

/* A case, and the names of a mesh; all of it the caller's. */
typedef struct eg_case_names {
    eg_context *context;
    eg_case *loaded;
    const char *origin; /* of the mesh, for messages */
    char **region, **boundary;
    int regions, boundaries;
} eg_case_names;

/* As eg_check_materials() and eg_check_boundaries() of plane.h. */
eg_status eg_names_check_materials(const eg_case_names *names);
eg_status eg_names_check_boundaries(const eg_case_names *names, const char *boundary_words);

/* slit[b] becomes true where the faces of boundary b may coincide with others: it is in mesh.slits, or periodic, and then
 * joined by and by. EG_CASE where mesh.slits has a name that the mesh has not. */
eg_status eg_names_slits(const eg_case_names *names, bool *slit);

/* The entry of a region in the case's materials: its own, or `all`; NULL. */
const eg_node *eg_names_material(const eg_case_names *names, int region);

/* The boundary that this one is joined with, -1 where it is not periodic. EG_CASE where that one does not exist, or its
 * entry does not name this one. */
eg_status eg_names_partner(const eg_case_names *names, int boundary, int *partner);

#endif
