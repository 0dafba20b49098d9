/* geometry: corners of cells for a caller, who gets arrays of his own. */
#ifndef EG_RUN_LIFE_GEOMETRY_H
#define EG_RUN_LIFE_GEOMETRY_H

#include "base/base.h"
#include "eagre/state.h"

/* What the caller is shown, and the arrays that it shows, which their maker fills. */
typedef struct eg_made_geometry {
    eg_geometry shown; /* first */
    double (*x)[3];
    int64_t *first, *vertex;
} eg_made_geometry;

/* With room for so many nodes, cells, and corners of all cells. The caller frees it by eg_geometry_free(),
 * after EG_MEMORY, too. */
eg_status eg_geometry_create(eg_context *context, int dimension, int64_t nodes, int64_t cells,
                             int64_t corners, eg_made_geometry **made);

#endif
