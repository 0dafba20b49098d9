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

/* Names, origin and holders change places. */
static void swap_heads(eg_mesh *a, eg_mesh *b)
{
    eg_mesh was = *a;
    a->origin = b->origin;
    a->regions = b->regions;
    a->boundaries = b->boundaries;
    a->holders = b->holders;
    b->origin = was.origin;
    b->regions = was.regions;
    b->boundaries = was.boundaries;
    b->holders = was.holders;
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
    swap_heads(&made->base, &outline->base);
    eg_plane_destroy(&made);
    return EG_OK;
}
