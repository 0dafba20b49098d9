/* A value over the plane or space, as a case gives it: a number, an expression of the place, a raster, a
 * volume, or the z of the mesh's nodes. */
#ifndef EG_RUN_PLANE_H
#define EG_RUN_PLANE_H

#include "io/case/table.h"
#include "io/table/raster.h"
#include "io/volume/volume.h"
#include "run/given/names.h"
#include "run/model.h"

typedef struct eg_given {
    const eg_setup *setup;
    const eg_node *node; /* of the case */
    eg_range range;      /* EG_RANGE_ANY, _NOT_NEGATIVE or _POSITIVE; never NaN or infinite */
    eg_raster **raster;  /* [rasters] the first that has a value at a place gives it */
    int rasters;
    eg_volume *volume;
    bool from_mesh;
    bool numbers; /* of classes, not their values */
} eg_given;

enum { EG_GIVEN_EVERY = -1 };

/* Reads the raster that a map of the case names, or of a list of them one, with its options. The caller owns
 * *raster. */
eg_status eg_given_read_raster(eg_context *context, const eg_node *map, int item, eg_raster **raster);

/* Reads the volume that a map of the case names, with its options, for a mesh of this dimension. The caller owns
 * *volume. */
eg_status eg_given_read_volume(eg_context *context, const eg_node *map, int dimension, eg_volume **volume);

/* Tells the context's last error, of a raster, at its key of the case; `where` may be empty. */
eg_status eg_given_fail_at_key(eg_context *context, eg_case *loaded, const eg_node *node, const char *where,
                               eg_status status);

/* Reads what there is to read: `item` is the raster's in a list of them, EG_GIVEN_EVERY takes all, the first
 * one first. `plane` keeps setup and node; close it in any case. */
eg_status eg_given_open(const eg_setup *setup, const eg_node *node, int item, eg_range range,
                        eg_given *plane);
void eg_given_close(eg_given *plane);

/* The value at a point (m, of the mesh's dimension) of a cell; the mesh's z is one value a cell, the mean of
 * its vertices. A value outside the range, or a place outside raster or volume, is an error that names key,
 * cell and point. */
eg_status eg_given_at(const eg_given *plane, int64_t cell, const double *point, double *value);

/* The same, but `otherwise` where the case has another word for missing data of its raster than `error` and
 * `nearest`, and there is none. */
eg_status eg_given_at_or(const eg_given *plane, int64_t cell, const double *point, double otherwise,
                         double *value);

/* The same at points of a cell, values[count]: expressions many at once. count <= EG_POINTS_AT_ONCE. */
eg_status eg_given_points(const eg_given *plane, int64_t cell, int count, const double (*x)[3],
                          double *values);

/* values[count] at points (m) at a time (s), as they are: NaN where there is none, and of the mesh's z. Any
 * thread. */
void eg_given_look(const eg_given *given, double time, int count, const double (*x)[3], double *values);

/* Fills values[cells] at the centroids of the cells of one region (-1: of all), from what was opened; opens
 * it for that. */
eg_status eg_given_fill_from(const eg_given *given, int region, double *values);
eg_status eg_given_fill(const eg_setup *setup, const eg_node *node, int region, eg_range range,
                        double *values);

/* The same of a raster of classes, with the numbers of the classes instead of what their table says. */
eg_status eg_given_fill_classes(const eg_setup *setup, const eg_node *node, int region, double *values);

/* The column of a table that the key of a map names; NULL where its default is filled in. */
const char *eg_given_column(const eg_node *map, const char *key);

/* "(1.5, 2)": a point of the mesh, for messages; gives `place`. */
const char *eg_given_point(const eg_setup *setup, const double *x, char place[EG_POINT_ROOM]);
/* The same where there is no setup. */
const char *eg_given_place(int dimension, const double *x, char place[EG_POINT_ROOM]);

/* EG_CASE, with key, cell and point, where the value is not finite or not in the range. */
eg_status eg_given_check(const eg_setup *setup, const eg_node *node, eg_range range, int64_t cell,
                         const double *point, double value);

/* Fails with `status`, key and time where the value at time t (s) of an expression of t, or at a point (m) of
 * one of x, y and t, is not finite; `point` NULL: of t alone. */
eg_status eg_given_check_time(const eg_setup *setup, const eg_node *node, const double *point, double t,
                              eg_status status);

#endif
