/* gis: fields of cells of the plane as geographic information systems take them: on a grid of squares, and as
 * polygons.
 *
 * All of it is done by one process, in the order of the cells: the same snapshot gives the same bytes. */
#ifndef EG_IO_GIS_H
#define EG_IO_GIS_H

#include "io/snapshot/snapshot.h"
#include "io/table/raster.h"

/* EG_MEMORY, with the size that fits, where a grid of squares of that side over the rectangle takes more than
 * there is; `name` is what gives the side. */
eg_status eg_gis_check_grid(eg_context *context, const double low[2], const double high[2], double pixel,
                            const char *name);

/* Makes the grid of squares of side `pixel` (m) that covers the cells; its lines are whole multiples of the
 * side. The caller owns the raster. EG_USAGE where it would have more than 2^31 - 1 columns or rows,
 * EG_MEMORY. */
eg_status eg_gis_grid(eg_context *context, const eg_snapshot_geometry *geometry, double pixel,
                      eg_raster **raster);

/* Gives each square the value of the cell that its middle is in, on an edge that of the first of the cells
 * there; NaN outside all. values[cells]. EG_MEMORY; EG_STOPPED. */
eg_status eg_gis_fill(const eg_snapshot_geometry *geometry, const double *values, eg_raster *raster);

/* Rings of points, each closed by its first one: outer ones counter-clockwise, holes clockwise. A ring does
 * not meet itself. */
typedef struct eg_gis_outline {
    eg_context *context;
    int64_t rings, points;
    double (*x)[2];  /* [points] m */
    int64_t *first;  /* [rings + 1] */
    double *area;    /* [rings] m2, of holes below zero */
    int64_t *within; /* [rings] of a hole the outer ring that it is in, of an outer ring -1 */
} eg_gis_outline;

/* Of a ring of points, each `stride` numbers behind the one before: whether a ray from p crosses it an odd
 * number of times; its area, above zero counter-clockwise. */
bool eg_gis_ring_holds(const double *x, int stride, int64_t points, const double *p);
double eg_gis_ring_area(const double *x, int stride, int64_t points);

/* The outline of the cells whose value is above the threshold, along their edges; values[cells], NaN is not
 * above. The caller owns it. EG_MEMORY. */
eg_status eg_gis_outline_create(eg_context *context, const eg_snapshot_geometry *geometry,
                                const double *values, double above, eg_gis_outline **outline);
void eg_gis_outline_destroy(eg_gis_outline **outline);

/* What a file of an outline says beside its polygons. */
typedef struct eg_gis_about {
    const char *variable, *unit;
    double above, time;
    const char *code; /* of the projection, "EPSG:32632"; NULL: not known */
} eg_gis_about;

/* Writes it as GeoJSON: one feature, a MultiPolygon, with variable, unit, threshold, time (s) and area (m2).
 * EG_IO. */
eg_status eg_gis_write_outline(const char *path, const eg_gis_outline *outline, const eg_gis_about *about);

#endif
