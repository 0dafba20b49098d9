/* shapes: polygons, lines and points with attributes, from GeoJSON, from a table of points, or by GDAL from any
 * other format of vectors. */
#ifndef EG_IO_SHAPES_H
#define EG_IO_SHAPES_H

#include "io/table/gdal.h"

/* What a shape is, and as a mask what a file may hold. */
typedef enum eg_gis_kind {
    EG_GIS_POLYGONS = 1,
    EG_GIS_LINES = 2,
    EG_GIS_POINTS = 4,
    EG_GIS_ANY = 7
} eg_gis_kind;

/* Read it, do not change it. A shape is a polygon, whose rings all count by the rule of even and odd, or
 * lines, or points, each of them a part. */
typedef struct eg_gis_shapes {
    eg_context *context;
    char *name; /* path of the file, for messages */
    int64_t shapes, parts, points;
    int64_t *first_part; /* [shapes + 1] rings or lines of each shape */
    int64_t *first;      /* [parts + 1] points of each */
    double (*x)[3];      /* [points] m; z NaN where the file has none */
    double *value;       /* [shapes] the number of the attribute that was asked for; NaN without one */
    eg_gis_kind *kind;   /* [shapes] */
    int texts;           /* attributes that were asked for as texts */
    char **text;         /* [shapes][texts]; NULL: the shape has none, or an empty one */
    char *projection;    /* as WKT or "EPSG:32632"; NULL where the file has none */
    int64_t without;     /* features that have no geometry, and are left out */
    int64_t outlines;    /* polygons that are taken as lines */
} eg_gis_shapes;

/* Reads a file by the ending of its name; the caller owns *shapes.
 *     .geojson, .json   GeoJSON: features, geometries, collections of them
 *     .csv              a table with the columns x and y, further z and any attribute; where the column
 *                       `shape` is there, its number tells the shapes apart
 *     others            by GDAL: EG_GDAL_VECTOR_FORMATS; all layers
 * Rings are closed where they are not. As lines the rings of polygons are taken, too, unless polygons are
 * wanted. Of a table each row is a point where points are wanted and it has no column `shape`; the others of
 * its shapes are polygons where these alone are wanted, else lines. `attribute` is the number that every shape
 * has to have; NULL: none. EG_INPUT, naming file, feature or line and a way out, for: a file that cannot be
 * read, shapes of a kind that is not wanted, rings of fewer than three points, lines of fewer than two,
 * numbers that are not finite, a feature without the attribute, coordinates in degrees, layers of several
 * projections, nothing at all; EG_INPUT, too, without GDAL where it is needed.
 *
 * Names of attributes and columns match in any case of their letters, where there is none with the same. */
eg_status eg_gis_shapes_read(eg_context *context, const char *path, eg_gis_kind wanted, const char *attribute,
                             eg_gis_shapes **shapes);
/* The same with the attributes of the names[texts] as texts, which a shape may lack. */
eg_status eg_gis_shapes_read_texts(eg_context *context, const char *path, eg_gis_kind wanted,
                                   const char *const *names, int texts, eg_gis_shapes **shapes);
void eg_gis_shapes_destroy(eg_gis_shapes **shapes);

/* Appends what a user may not have meant: features without a geometry, polygons that are taken as lines. */
void eg_gis_shapes_add_remarks(const eg_gis_shapes *shapes, eg_text *text);

/* Visits the files that are read beside that one. */
eg_status eg_gis_shapes_each_beside(eg_context *context, const char *path, eg_beside each);

#endif
