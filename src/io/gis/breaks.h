/* breaks: the outline of an area with breaklines, cut to pieces that meet at nodes alone. Inside this folder.
 *
 * Breaklines are cut where they meet the outline or each other; what lies outside is left out. Nodes nearer to
 * each other than a given distance are one. */
#ifndef EG_IO_BREAKS_H
#define EG_IO_BREAKS_H

#include "io/gis/gis.h"
#include "io/gis/shapes.h"

/* Zero-initialise with the context set; free it in any case. */
typedef struct eg_gis_breaks {
    eg_context *context;
    int64_t nodes;
    double (*x)[2];      /* [nodes] m; first the points of the outline */
    int64_t *ring_first; /* [rings + 1] in ring_node[] */
    int64_t *ring_node;  /* nodes of each ring in order, with those where breaklines meet it */
    int64_t pieces, piece_room;
    int64_t (*piece)[3]; /* [pieces] two nodes, and the outer ring of the surface that it is in */
} eg_gis_breaks;

/* `lines` NULL: the outline alone. `near`: m. Warns of lines that are outside. EG_INPUT where all of them are,
 * EG_MEMORY. */
eg_status eg_gis_breaks_make(const eg_gis_outline *outline, const eg_gis_shapes *lines, double near,
                             eg_gis_breaks *breaks);
void eg_gis_breaks_free(eg_gis_breaks *breaks);

#endif
