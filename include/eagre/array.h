/* Media from memory: values on a regular grid, as the key `volume` of a case takes them.
 *
 *     eg_array vp = {.size = sizeof vp, .dimensions = 3, .count = {nx, ny, nz}, .values = values,
 *                    .origin = {0, 0, -3000}, .spacing = {20, 20, 10}};
 *     eg_array_write(context, "vp.nc", &vp);                 // materials: {all: {vp: {volume: vp.nc}}}
 *
 * A run reads the file, and so does one that is resumed, on any machine. */
#ifndef EAGRE_ARRAY_H
#define EAGRE_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include "eagre/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero means default. */
typedef struct eg_array {
    size_t size;      /* sizeof of this struct */
    const char *name; /* of the variable in the file, of letters, digits and '_'; NULL: "values" */
    int dimensions;   /* 3: x, y and z; 2: x and y, which is the vertical */
    int64_t count[3]; /* numbers of values along x, y, z, from 1 to 2147483647 */
    /* Numbers from a value to the next one along x, y, z, also negative. All 0: the last direction is the
     * fastest, values[x][y][z]. */
    int64_t stride[3];
    const double *values; /* the value at the origin; or */
    const float *singles; /* in single precision; one of the two */
    double origin[3];     /* m: place of that value */
    double spacing[3];    /* m: distances of values, above 0 */
} eg_array;

/* Writes an array as a netCDF file (CDF-2) with coordinates, under a temporary name, which is then renamed.
 * EG_USAGE for a count, a spacing, an origin or a name out of range, EG_MEMORY, EG_IO. */
EG_API eg_status eg_array_write(eg_context *context, const char *path, const eg_array *array);

#ifdef __cplusplus
}
#endif
#endif
