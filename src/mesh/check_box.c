/* What a box of cells may be. */
#include "mesh/internal.h"

eg_status eg_box_check(eg_context *context, int axes, const double *origin, const double *size,
                       const int64_t *cells, int64_t most)
{
    for (int i = 0; i < axes; i++) {
        char extent[32], corner[32];
        eg_format_real(size[i], extent);
        eg_format_real(origin[i], corner);
        if (!(size[i] > 0.0 && size[i] <= 1e15))
            return eg_fail(context, EG_MESH,
                           "box: the size in %c is %s m; it must be above 0 and at most 1e15 m", 'x' + i,
                           extent);
        if (!(origin[i] >= -1e15 && origin[i] <= 1e15))
            return eg_fail(context, EG_MESH,
                           "box: the origin in %c is %s m; it must be between -1e15 and 1e15 m", 'x' + i,
                           corner);
        if (cells[i] < 1 || cells[i] > most)
            return eg_fail(context, EG_MESH, "box: has %lld cells in %c; it must have from 1 to %lld",
                           (long long)cells[i], 'x' + i, (long long)most);
    }
    return EG_OK;
}
