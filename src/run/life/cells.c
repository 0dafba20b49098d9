/* Cells of a run for its caller: corners, regions, in arrays of his own. */
#include "mesh/plane/plane.h"
#include "run/core/run.h"
#include "run/life/geometry.h"

#include <string.h>

eg_status eg_geometry_create(eg_context *context, int dimension, int64_t nodes, int64_t cells,
                             int64_t corners, eg_made_geometry **made)
{
    EG_TRY(eg_alloc(context, 1, sizeof **made, made));
    eg_made_geometry *g = *made;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(nodes, g->x), EG_BLOCK(cells + 1, g->first),
                    EG_BLOCK(corners, g->vertex)));
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
    (void)context;
    if (made)
        EG_FREE(&made->x, &made->first, &made->vertex, geometry);
}

static eg_status one_process(eg_run *run, const char *what)
{
    int ranks = eg_comm_size(run->comm);
    if (ranks == 1)
        return eg_run_need_mesh(run);
    return eg_fail(run->context, EG_USAGE, "%s are available in a run of one process; this run has %d ranks",
                   what, ranks);
}

static eg_status take_plane_corners(const eg_plane *plane, eg_made_geometry **made)
{
    int64_t cells = plane->base.all, corners = plane->first[cells];
    EG_TRY(eg_geometry_create(plane->base.context, 2, plane->nodes, cells, corners, made));
    memcpy((*made)->x, plane->x, (size_t)plane->nodes * sizeof *plane->x);
    memcpy((*made)->first, plane->first, (size_t)(cells + 1) * sizeof *plane->first);
    for (int64_t k = 0; k < corners; k++)
        (*made)->vertex[k] = plane->vertex[k];
    return EG_OK;
}

/* Images of the corners of the reference cell [-1,1]^d: round its bottom, then round its top. */
static eg_status map_cell_corners(const eg_mesh *mesh, eg_made_geometry **made)
{
    static const double round[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    int count = mesh->dimension == 3 ? 8 : 4;
    int64_t corners = count * mesh->all;
    EG_TRY(eg_geometry_create(mesh->context, mesh->dimension, corners, mesh->all, corners, made));
    for (int64_t c = 0; c < mesh->all; c++) {
        (*made)->first[c + 1] = count * (c + 1);
        for (int k = 0; k < count; k++) {
            int64_t at = count * c + k;
            const double reference[3] = {round[k % 4][0], round[k % 4][1], k < 4 ? -1 : 1};
            mesh->class->map(mesh, mesh->own_first + c, reference, (*made)->x[at], NULL);
            (*made)->vertex[at] = at;
        }
    }
    return EG_OK;
}

eg_status eg_run_geometry(eg_run *run, eg_geometry **geometry)
{
    eg_made_geometry *made = NULL;
    *geometry = NULL;
    EG_TRY(one_process(run, "corners of cells"));
    eg_status status = run->mesh->class == &eg_plane_class ? take_plane_corners(eg_plane_of(run->mesh), &made)
                                                           : map_cell_corners(run->mesh, &made);
    *geometry = made ? &made->shown : NULL;
    if (status != EG_OK)
        eg_geometry_free(run->context, geometry);
    return status;
}

eg_status eg_run_regions(eg_run *run, int32_t *region, int64_t room)
{
    EG_TRY(one_process(run, "regions of cells"));
    const eg_mesh *mesh = run->mesh;
    if (room < mesh->all)
        return eg_fail(run->context, EG_USAGE, "the mesh has %lld cells, and the array has room for %lld",
                       (long long)mesh->all, (long long)room);
    memcpy(region, mesh->region + mesh->own_first, (size_t)mesh->own * sizeof *region);
    return EG_OK;
}

const char *eg_run_region_name(const eg_run *run, int i)
{
    const eg_mesh_names *regions = &run->mesh->regions;
    return i >= 0 && i < regions->count ? regions->name[i] : NULL;
}
