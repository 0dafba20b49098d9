/* topography: boxes of space whose top is a surface that a raster gives. */
#ifndef EG_RUN_TOPOGRAPHY_H
#define EG_RUN_TOPOGRAPHY_H

#include "mesh/hexes/hexes.h"
#include "run/core/run.h"

/* Zero-initialise. The map takes the corners of the box's cells alone: a geometry of degree 1. */
typedef struct eg_topography {
    eg_point_map map; /* first: z = low + (z - low) / size * (height - low) */
    double low[3], size[3];
    int64_t cells[3];
    double *height; /* [cells[1] + 1][cells[0] + 1] m, of the surface above the corners of cells */
} eg_topography;

/* Reads the raster of `mesh.box.topography` at the corners of a box; free it in any case. EG_INPUT at the key
 * with the point where the raster has no value, EG_CASE where the surface is not above the bottom. */
eg_status eg_topography_read(eg_run *run, const eg_node *node, const eg_hexes_box_options *options,
                             eg_topography *topography);
void eg_topography_free(eg_topography *topography);

#endif
