/* Slices: a plane across hexahedra as a map of triangles.
 *
 * Each element that the plane cuts is divided in its reference cube, as finely as the picture shows, and
 * these parts are cut as tetrahedra with linear values. So the slice follows curved elements, and no place
 * has to be searched for. An element is cut by itself: the slice does not depend on which rank has it. */
#ifndef EG_IO_PICTURE_SLICE_H
#define EG_IO_PICTURE_SLICE_H

#include "io/picture/picture.h"

/* A corner has two coordinates in the plane, m, a value, and where gradients are wanted that in the plane,
 * 1/m. */
typedef struct eg_map_slice_triangle {
    double x[3][2], value[3], gradient[3][2];
    int32_t region;
} eg_map_slice_triangle;

typedef struct eg_map_slice {
    eg_context *context;
    int normal, axis[2];               /* 0 to 2: the axis that it is across, and those it shows */
    double at;                         /* m, on the normal */
    double low[3], high[3], part_size; /* of the domain; of an element's parts, m */
    bool wants_gradient;
    int64_t triangles, triangle_room, segments, segment_room;
    eg_map_slice_triangle *triangle;
    double (*segment)[4]; /* where the plane cuts faces that are outlined */

    /* for the map, by eg_map_slice_map() */
    double (*x)[3], *values, *vectors;
    int64_t *first;
    int32_t *vertex, *region;

    double *scratch; /* of the element that is cut */
    int64_t scratch_room;
} eg_map_slice;

/* One element: (degree + 1)^3 points and values, equidistant in its reference cube, the first index
 * fastest. */
typedef struct eg_map_slice_element {
    int geometry_degree, degree; /* 1 to EG_SNAPSHOT_HEX_DEGREE */
    const double (*x)[3];
    const double *values;
    int32_t region;
    bool outlined[6]; /* faces: lower and upper end of the first index, of the second, of the third */
} eg_map_slice_element;

/* An empty slice of a domain; free it with eg_map_slice_free() in any case. A plane within 1e-9 of the
 * domain's size from its lower end shows the elements above, any other those below where it meets faces. */
eg_map_slice eg_map_slice_begin(eg_context *context, int normal, double at, const double low[3],
                                const double high[3], bool wants_gradient);
/* Whether the plane may meet an element with these points x[(geometry_degree + 1)^3]: others need not be
 * added. */
bool eg_map_slice_meets(const eg_map_slice *slice, int geometry_degree, const double (*x)[3]);
/* Cuts one element, if the plane meets it. EG_MEMORY. */
eg_status eg_map_slice_add(eg_map_slice *slice, const eg_map_slice_element *element);
/* Adds what another slice of the same domain has. EG_MEMORY. */
eg_status eg_map_slice_append(eg_map_slice *slice, const eg_map_slice *other);
/* Fills in the map what the slice knows: shapes, values, vectors, regions, segments, names of axes. They
 * belong to the slice. EG_USAGE where the plane meets no element. Called once. */
eg_status eg_map_slice_map(eg_map_slice *slice, eg_map *map);
void eg_map_slice_free(eg_map_slice *slice);

#endif
