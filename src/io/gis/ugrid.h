/* ugrid: fields on a mesh over time as a netCDF file after the conventions UGRID 1.0 and CF, which QGIS opens
 * as a mesh layer.
 *
 * The file is of netCDF's classic format with 64-bit offsets (CDF-2), which every reader of netCDF knows: a
 * header, what does not change, then a record for each moment. It is written here, without a library. */
#ifndef EG_IO_UGRID_H
#define EG_IO_UGRID_H

#include "io/snapshot/snapshot.h"

typedef struct eg_ugrid eg_ugrid;

/* What a file holds beside the mesh. */
typedef struct eg_ugrid_options {
    int field_count;
    const eg_snapshot_field *fields; /* of one value a cell; a vector becomes NAME_x and NAME_y */
    const char *title;
    eg_date start;          /* of time 0 */
    const char *projection; /* WKT; NULL: not known */
} eg_ugrid_options;

/* Begins a file under a temporary name: `geometry` of triangles and quadrangles. The caller owns *ugrid.
 * EG_USAGE where a record would have 4 GiB or more, EG_IO, EG_MEMORY. */
eg_status eg_ugrid_create(eg_context *context, const char *path, const eg_snapshot_geometry *geometry,
                          const eg_ugrid_options *options, eg_ugrid **ugrid);

/* Adds a moment (s): values[field][cells][components], written as f32. EG_IO. */
eg_status eg_ugrid_add(eg_ugrid *ugrid, double time, const double *const *values);

/* Ends the file and gives it its name. EG_IO. */
eg_status eg_ugrid_finish(eg_ugrid *ugrid);

/* Frees it; a file that is not finished is removed. NULL is fine. */
void eg_ugrid_destroy(eg_ugrid **ugrid);

#endif
