/* What the readers of shapes share: shapes as they grow. Inside this folder. */
#ifndef EG_IO_SHAPES_STORE_H
#define EG_IO_SHAPES_STORE_H

#include <jansson.h>

#include "io/gis/shapes.h"

typedef struct eg_shapes_reader {
    eg_context *context;
    const char *path, *attribute;
    const char *const *names; /* [made->texts] */
    eg_gis_kind wanted;
    eg_gis_kind kind; /* of the shape that is read */
    eg_gis_shapes *made;
    int64_t shape_room, value_room, kind_room, text_room, part_room, point_room;
    int64_t feature; /* number of the one that is read, from 1, for messages */
} eg_shapes_reader;

/* Begins a part of a geometry of this kind. EG_INPUT for one that is not wanted, and where the shape has parts
 * of another kind. */
eg_status eg_shapes_begin_part(eg_shapes_reader *r, eg_gis_kind kind);
eg_status eg_shapes_add_point(eg_shapes_reader *r, const double x[3]);
/* Ends a ring or a line: the points since the last end. */
eg_status eg_shapes_end_part(eg_shapes_reader *r);
/* Ends a shape: the parts since the last end; without any nothing happens. */
eg_status eg_shapes_end(eg_shapes_reader *r, double value);
/* Sets the i-th text of the last shape; NULL and "" leave it out. */
eg_status eg_shapes_set_text(eg_shapes_reader *r, int i, const char *text);

/* Keeps the projection of the file, or of one of its layers; NULL: not known. EG_INPUT where it has another. */
eg_status eg_shapes_set_projection(eg_shapes_reader *r, const char *projection);

/* Whether two names of attributes differ in the case of letters at most. */
bool eg_shapes_is_name(const char *a, const char *b);

/* EG_INPUT "PATH: feature N: TEXT". */
eg_status eg_shapes_fail(const eg_shapes_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the parts of a geometry of GeoJSON. */
eg_status eg_shapes_add_geometry(eg_shapes_reader *r, const json_t *geometry);

/* The formats. */
eg_status eg_shapes_read_geojson(eg_shapes_reader *r);
eg_status eg_shapes_read_table(eg_shapes_reader *r);
eg_status eg_shapes_read_gdal(eg_shapes_reader *r);

#endif
