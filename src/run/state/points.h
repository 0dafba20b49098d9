/* points: places that a case names, located in the mesh: gauges, probes, receivers, samples along lines. */
#ifndef EG_RUN_STATE_POINTS_H
#define EG_RUN_STATE_POINTS_H

#include "run/core/run.h"

/* Places in the mesh. */
typedef struct eg_points {
    int count;
    const char **name; /* [count] of the case; NULL: none */
    double (*x)[3];    /* [count] m; z is 0 in the plane */
    eg_location *at;   /* [count] */
    int *owner;        /* [count] the ranks of at[]; 0 for what is outside */
} eg_points;

/* Takes the places of a map NAME: [x, y] or [x, y, z] of the case, NULL: none, and locates them. EG_CASE
 * names each that lies outside the mesh, as a `what` ("gauge"). Collective; all agree. The caller frees
 * *points in any case. */
eg_status eg_points_create(eg_run *run, const eg_mesh *mesh, const eg_node *map, const char *what,
                           eg_points *points);
/* `count` points without names, at places that the caller fills in between the two. EG_MEMORY; collective. */
eg_status eg_points_allocate(eg_run *run, int count, eg_points *points);
eg_status eg_points_locate(eg_run *run, const eg_mesh *mesh, eg_points *points);
void eg_points_free(eg_points *points);

#endif
