/* Volumes: values on a regular grid of space, as models of velocity come, read from raw numbers beside a
 * header of Madagascar (RSF, https://ahay.org/wiki/Guide_to_RSF_file_format).
 *
 * The header. Words "key=value" between blanks and line ends, values with blanks in double quotes; of a key
 * that is there several times the last one holds, and words without = mean nothing. Read are
 *   n1 n2 n3     number of values along each axis of the file, the first one fastest; n2, n3: 1; further axes
 *                have to be 1
 *   o1 o2 o3     place of the first value along each axis; 0
 *   d1 d2 d3     distance of values, above 0; 1
 *   in           the file of numbers, from the header's folder
 *   data_format  native_float (float32, least byte first), native_double, xdr_float, xdr_double (most byte
 *                first); native_float
 *   esize        bytes of a value, which have to be those of the format
 *
 * Which axis is which direction, whether one is a depth, and units are not in the file: eg_volume_options.
 *
 * Values stand at points. Along an axis of one value all places have it. */
#ifndef EG_IO_VOLUME_H
#define EG_IO_VOLUME_H

#include "base/base.h"

typedef enum eg_volume_between {
    EG_VOLUME_LINEAR, /* trilinear between values; covered is what lies between them */
    EG_VOLUME_NEAREST /* that of the nearest point, the upper one in the middle; covered is half a spacing more */
} eg_volume_between;

/* Zero means default. */
typedef struct eg_volume_options {
    const char *axes; /* the directions of the file's axes, "zxy": the first one is z; NULL: "xyz" */
    bool depth;       /* the file's z is a depth below `surface` */
    double surface;   /* m */
    double unit;      /* the header's lengths times this are m; 0: 1 */
    double scale;     /* the numbers times this are SI; 0: 1 */
    eg_volume_between between;
} eg_volume_options;

/* Read it, do not change it. The numbers stay as the file has them. */
typedef struct eg_volume {
    eg_context *context;
    char *name, *data;      /* paths of header and numbers, for messages */
    int64_t count[3];       /* of values along x, y, z */
    int64_t stride[3];      /* of values in the file */
    double first[3];        /* place of the file's first value, m */
    double spacing[3];      /* m; below 0 along z of a depth */
    double low[3], high[3]; /* what is covered, m; infinite along an axis of one value */
    int bytes;              /* of a value: 4 or 8 */
    bool swapped;           /* the most significant byte comes first */
    char *value;            /* [n3][n2][n1][bytes] */
    double scale;
    eg_volume_between between;
} eg_volume;

/* Reads a volume; the caller owns it. EG_INPUT with file, line, value and a way out for: a file that is not
 * there, a header that is binary, lacks n1 or in, or has a value that is none or out of range, a format that
 * is none of these, and numbers of another size than the header says. The size is compared before memory is
 * taken. */
eg_status eg_volume_read(eg_context *context, const char *path, const eg_volume_options *options,
                         eg_volume **volume);

/* The path of the numbers of the header at `path`; the caller frees it. Fails as eg_volume_read() does. */
eg_status eg_volume_data_path(eg_context *context, const char *path, char **data);

/* Whether the point (m) is covered, with a millionth of the spacing to spare for round-off. */
bool eg_volume_covers(const eg_volume *volume, const double x[3]);

/* The value at a point (m). EG_INPUT names the point
 * and the bounds where it is outside. Not a number is a value. Any thread may ask. */
eg_status eg_volume_sample(const eg_volume *volume, const double x[3], double *value);

/* Frees the volume and sets *volume to NULL; NULL is fine. */
void eg_volume_destroy(eg_volume **volume);

#endif
