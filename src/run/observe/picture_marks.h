/* What a picture marks over its cells: places that the case names, and ends of absorbing layers. */
#ifndef EG_RUN_PICTURE_MARKS_H
#define EG_RUN_PICTURE_MARKS_H

#include "io/picture/picture.h"
#include "run/core/run.h"

typedef struct eg_picture_points {
    double (*place)[2];
    const char **name;
    eg_point_kind *kind;
    int count, room;
} eg_picture_points;

/* Gauges, receivers, one by one, along lines and on grids, and sources of the plane. Zero-initialise; free in
 * any case. EG_MEMORY. */
eg_status eg_picture_points_find(const eg_run *run, eg_picture_points *points);
void eg_picture_points_free(eg_context *context, eg_picture_points *points);

/* Where the layers before boundaries of the plane end that have a width in the case: each boundary's own
 * faces, as far inside. Returns how many; segments NULL: counts. */
int64_t eg_picture_layers(const eg_run *run, double (*segments)[4]);

#endif
