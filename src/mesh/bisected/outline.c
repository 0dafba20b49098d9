/* A mesh of leaves whose cells are counted and nothing else, until someone looks at them. */
#include "mesh/bisected/internal.h"

eg_status eg_bisected_outline(const eg_plane *like, int64_t cells, eg_plane **outline)
{
    eg_context *context = like->base.context;
    EG_TRY(eg_alloc(context, 1, sizeof **outline, outline));
    eg_mesh *mesh = &(*outline)->base;
    eg_mesh_begin(context, &eg_plane_class, mesh);
    eg_status status = eg_mesh_copy_head(&like->base, mesh);
    mesh->group[EG_TRIANGLE].count = cells;
    eg_mesh_set_cells(mesh, cells);
    if (status != EG_OK)
        eg_plane_destroy(outline);
    return status;
}

/* What both have besides cells stays where it is: others may have its address. */
eg_status eg_bisected_fill(const eg_bisected *bisected, eg_plane *outline)
{
    eg_plane *made;
    assert(outline->base.all == bisected->leaves && !outline->x);
    EG_TRY(eg_bisected_plane(bisected, false, &made));
    eg_plane empty = *outline;
    *outline = *made;
    *made = empty;
    /* Names, origin and holders change places. */
    eg_mesh was = made->base;
    made->base.origin = outline->base.origin;
    made->base.regions = outline->base.regions;
    made->base.boundaries = outline->base.boundaries;
    made->base.holders = outline->base.holders;
    outline->base.origin = was.origin;
    outline->base.regions = was.regions;
    outline->base.boundaries = was.boundaries;
    outline->base.holders = was.holders;
    eg_plane_destroy(&made);
    return EG_OK;
}
