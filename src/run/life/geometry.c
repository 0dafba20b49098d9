/* Arrays of corners. */
#include "run/life/geometry.h"

eg_status eg_geometry_create(eg_context *context, int dimension, int64_t nodes, int64_t cells,
                             int64_t corners, eg_made_geometry **made)
{
    EG_TRY(eg_alloc(context, 1, sizeof **made, made));
    eg_made_geometry *g = *made;
    EG_TRY(eg_alloc(context, nodes, sizeof *g->x, &g->x));
    EG_TRY(eg_alloc(context, cells + 1, sizeof *g->first, &g->first));
    EG_TRY(eg_alloc(context, corners, sizeof *g->vertex, &g->vertex));
    g->shown = (eg_geometry){.dimension = dimension,
                             .nodes = nodes,
                             .cells = cells,
                             .x = (const double(*)[3])g->x,
                             .first = g->first,
                             .vertex = g->vertex};
    return EG_OK;
}

void eg_geometry_free(eg_context *context, eg_geometry **geometry)
{
    eg_made_geometry *made = (eg_made_geometry *)*geometry;
    if (!made)
        return;
    eg_free(context, &made->x);
    eg_free(context, &made->first);
    eg_free(context, &made->vertex);
    eg_free(context, geometry);
}
