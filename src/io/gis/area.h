/* area: where a mesh of the plane is made, and the files of Gmsh that say so.
 *
 * An area is the inside of polygons, or where a raster has data. A square of a grid is in it where its middle
 * is; of a raster, where moreover the square does not reach beyond the raster. */
#ifndef EG_IO_AREA_H
#define EG_IO_AREA_H

#include "io/gis/gis.h"
#include "io/gis/shapes.h"

/* Read it, do not change it. */
typedef struct eg_gis_area {
    eg_context *context;
    char *name;              /* of its file */
    eg_gis_shapes *polygons; /* NULL: of a raster */
    eg_raster *raster;       /* NULL: of polygons */
    double low[2], high[2];  /* m */
} eg_gis_area;

/* Reads a raster (.asc, .tif) or polygons (any other ending); the caller owns *area. EG_INPUT. */
eg_status eg_gis_area_read(eg_context *context, const char *path, eg_gis_area **area);
void eg_gis_area_destroy(eg_gis_area **area);

/* Squares of side `side` (m), whose lines are whole multiples of it. */
typedef struct eg_gis_squares {
    eg_context *context;
    double low[2], side;
    int64_t columns, rows, count; /* `count` of them in the area */
    uint8_t *within;              /* [rows][columns], rows from the south */
} eg_gis_squares;

/* The squares of an area; free them in any case. `whole`: of a raster, those alone at each point of which it
 * has a value, so that any mesh inside them has one in all its cells. EG_USAGE where there would be more than
 * 2^31 - 1, or none. EG_MEMORY. */
eg_status eg_gis_squares_of(const eg_gis_area *area, double side, bool whole, eg_gis_squares *squares);
void eg_gis_squares_free(eg_gis_squares *squares);

/* Appends the squares in the area as a mesh of Gmsh, format 2.2: region "all", boundary "edge". */
eg_status eg_gis_add_squares(const eg_gis_squares *squares, eg_text *text);

/* The outline of an area: that of its polygons, or of the squares of a raster. The caller owns it.
 * EG_MEMORY. */
eg_status eg_gis_area_outline(const eg_gis_area *area, const eg_gis_squares *squares,
                              eg_gis_outline **outline);

/* What a mesh of triangles is made from. */
typedef struct eg_gis_meshing {
    const eg_gis_outline *outline;
    double cell;                  /* length of edges, m */
    const eg_gis_shapes *breaks;  /* lines that edges follow, cut at the outline; NULL: none */
    const eg_gis_shapes *refined; /* polygons in which edges are as long as their value, m; NULL: none */
    const char *sizes;            /* the file of eg_gis_add_sizes(), where `refined` is there */
} eg_gis_meshing;

/* Appends the geometry as a script of Gmsh: region "all", boundary "edge", lines within its surfaces. */
eg_status eg_gis_add_geometry(const eg_gis_meshing *meshing, eg_text *text);

/* Appends the lengths of edges as a view of Gmsh: in refined polygons theirs, growing by GROWTH of the
 * distance from them. */
eg_status eg_gis_add_sizes(const eg_gis_area *area, const eg_gis_meshing *meshing, eg_text *text);

#endif
