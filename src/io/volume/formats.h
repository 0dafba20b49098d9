/* What the readers of the formats of volumes find, before it is placed in the mesh's directions. */
#ifndef EG_IO_VOLUME_FORMATS_H
#define EG_IO_VOLUME_FORMATS_H

#include <math.h>

#include "base/bytes.h"
#include "io/volume/volume.h"

/* Zero-initialised but for context, path and options, which has no zeros that mean defaults. */
typedef struct eg_volume_file {
    eg_context *context;
    const char *path;
    const eg_volume_options *options;
    int64_t n[3]; /* values along each axis, the fastest of an array in C first; 1 where there is none */
    double first[3], step[3]; /* in the file's unit; a step may be below 0 */
    bool has_first[3], has_step[3];
    char axes[4]; /* directions as the file has them; "": it does not say */
    bool depth;   /* the vertical of `axes` goes down */
    int bytes;
    bool swapped;
    bool fortran; /* in the file the last axis is the fastest, as arrays of Fortran have it */
    char *value;  /* the caller frees it */
} eg_volume_file;

/* ---- shared.c */

/* "z" and "depth" of a file are y in the plane. 0: the name tells no direction. */
char eg_volume_direction(int dimension, const char *name, bool *depth);

/* What the attribute `positive` of the Climate and Forecast conventions says of coordinates of the axis: "down" and "up"
 * decide whether a vertical is a depth, whatever its name. */
void eg_volume_take_positive(eg_volume_file *file, int axis, const char *positive);

/* Takes memory for the numbers of n[], which are `bytes` long each. EG_INPUT where they are more than can be,
 * EG_MEMORY. */
eg_status eg_volume_room(eg_volume_file *file, int bytes);

/* Takes first and step of an axis from the coordinates of its n values. EG_INPUT, which names them by `name`,
 * where they are not at equal distances. */
eg_status eg_volume_take_coordinates(eg_volume_file *file, int axis, const char *name, const double *x);

/* The numbers of attributes of netCDF, at their defaults. */
typedef struct eg_volume_packing {
    double factor, offset;
    double missing[2]; /* NaN: none */
} eg_volume_packing;
#define EG_VOLUME_PLAIN                                                                                      \
    (eg_volume_packing)                                                                                      \
    {                                                                                                        \
        .factor = 1, .missing = { NAN, NAN }                                                                 \
    }
/* Whether numbers have to be converted to float64. */
bool eg_volume_is_packed(const eg_volume_packing *packing);
/* The attribute's number goes to where it belongs, if it belongs anywhere. */
void eg_volume_take_attribute(eg_volume_packing *packing, const char *name, double value);
double eg_volume_unpack(const eg_volume_packing *packing, double value);

/* ---- the readers: axes, sizes and numbers of the file at file->path */

eg_status eg_volume_read_rsf(eg_volume_file *file);
/* The path of the numbers of a header, which the caller frees. */
eg_status eg_volume_find_rsf_data(const eg_volume_file *file, char **data);
eg_status eg_volume_read_npy(eg_volume_file *file);
eg_status eg_volume_read_netcdf(eg_volume_file *file);
eg_status eg_volume_read_hdf5(eg_volume_file *file);
eg_status eg_volume_read_segy(eg_volume_file *file);

#endif
