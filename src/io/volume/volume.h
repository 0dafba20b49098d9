/* Volumes: values on a regular grid of the plane or of space, as models of velocity come. What a file begins
 * with tells its format; a SEG-Y file has no such beginning and ends in .sgy or .segy.
 *
 *   RSF      a header of Madagascar beside raw numbers (https://ahay.org/wiki/Guide_to_RSF_file_format):
 *            words "key=value" between blanks and line ends, values with blanks in double quotes; of a key
 *            that is there several times the last one holds. Read are n1 n2 n3, o1 o2 o3 (0), d1 d2 d3 (1),
 *            in, data_format (native_float, native_double, xdr_float, xdr_double) and esize. Further axes
 *   have to be 1
 *   NumPy    .npy of float32 or float64, versions 1 to 3
 *   netCDF   classic (CDF-1, -2 and -5) or 4; a dimension's coordinates are the variable of its name
 *   HDF5     a dataset of float or integer numbers
 *   SEG-Y    traces of one length, IBM or IEEE floats: a trace is a column down from the surface
 *
 * Of netCDF, missing_value and _FillValue become NaN, scale_factor and add_offset are applied. Integers and
 * packed numbers become float64; all others stay as they are. Units in files are not looked at.
 *
 * Axes are numbered by how fast they run: axis 1 is the fastest, the last one of an array in C. Those of
 * NumPy are the indices of the array, the last one first, also where the file is in Fortran's order. Values
 * stand at points. Along an axis of one value all places have it. */
#ifndef EG_IO_VOLUME_H
#define EG_IO_VOLUME_H

#include "base/base.h"

typedef enum eg_volume_between {
    EG_VOLUME_LINEAR, /* multilinear between values; covered is what lies between them */
    EG_VOLUME_NEAREST /* that of the nearest point, the upper one in the middle; covered is half a spacing more */
} eg_volume_between;

/* Zero means default. */
typedef struct eg_volume_options {
    int dimension; /* 3, or 2: x and y, which is the vertical; 0: 3 */
    const char
        *axes; /* the directions of the axes from the fastest on, "zxy", in the plane "yx"; NULL: as the
                         file says, of RSF "xyz" */
    const double *origin,
        *spacing;         /* [dimension] m, along x, y, z: instead of the file's; NULL: the file's */
    const char *variable; /* of netCDF and HDF5; NULL: the only one that has the dimension */
    bool depth;           /* the vertical is a depth below `surface` */
    double surface;       /* m */
    double unit;          /* the file's lengths times this are m; 0: 1 */
    double scale;         /* the numbers times this are SI; 0: 1 */
    eg_volume_between between;
} eg_volume_options;

/* Read it, do not change it. The numbers stay as the file has them. */
typedef struct eg_volume {
    eg_context *context;
    char *name;             /* path of the file, for messages */
    int dimension;          /* in the plane there is one value along z */
    int64_t count[3];       /* of values along x, y, z */
    int64_t stride[3];      /* of values in the file */
    double first[3];        /* place of the file's first value, m */
    double spacing[3];      /* m; below 0 where they go down or back */
    double low[3], high[3]; /* what is covered, m; infinite along an axis of one value */
    int bytes;              /* of a value: 4 or 8 */
    bool swapped;           /* the most significant byte comes first */
    char *value;            /* [n3][n2][n1][bytes] */
    double scale;
    eg_volume_between between;
} eg_volume;

/* Reads a volume; the caller owns it. EG_INPUT with file, place, value and a way out for: a file that is not
 * there or of no format above, a header that lacks what is needed or has a value out of range, numbers of
 * another size than the header says, coordinates that are not at equal distances, axes whose directions or
 * spacing nothing tells. Sizes are held against the file's before memory is taken. */
eg_status eg_volume_read(eg_context *context, const char *path, const eg_volume_options *options,
                         eg_volume **volume);

/* The path of the numbers of a header of RSF, which the caller frees; NULL: they are in the file itself.
 * Fails as eg_volume_read() does. */
eg_status eg_volume_data_path(eg_context *context, const char *path, char **data);

/* Appends the variables of numbers of a netCDF file of the classic format, with their dimensions, of which 0
 * grows with records: "u (24 x 10 x 12); v ...". EG_INPUT. */
eg_status eg_volume_list_netcdf(eg_context *context, const char *path, eg_text *text);

/* Whether the point (m) is covered, with a millionth of the spacing to spare for round-off. In the plane the
 * third coordinate of x is not looked at. */
bool eg_volume_covers(const eg_volume *volume, const double *x);

/* The value at a point (m). EG_INPUT names the point and the bounds where it is outside. Not a number is a
 * value. Any thread may ask. */
eg_status eg_volume_sample(const eg_volume *volume, const double *x, double *value);

/* Frees the volume and sets *volume to NULL; NULL is fine. */
void eg_volume_destroy(eg_volume **volume);

#endif
