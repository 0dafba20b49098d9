/* A whole mesh, of rank 0: what all ranks know of it, and the part of each. */
#include "run/life/life.h"

#include <string.h>

void eg_run_summarise_mesh(eg_run *run, const eg_mesh *mesh)
{
    eg_whole *whole = &run->whole;
    if (mesh->class != &eg_plane_class || run->kind->keys.forest)
        return;
    const eg_plane *plane = eg_plane_of(mesh);
    whole->nodes = plane->nodes;
    eg_plane_summarise(plane, &whole->summary);
    memcpy(whole->worst, mesh->centroid[whole->summary.quality_min_cell], sizeof whole->worst);
}

static eg_status list_together(const eg_run *run, const eg_mesh *mesh, bool **together)
{
    const eg_node *boundaries = eg_case_find(run->loaded, "boundaries");
    EG_TRY(eg_alloc(run->context, mesh->boundaries.count, sizeof **together, together));
    for (int b = 0; EG_HAS(run->class->cells, together) && b < mesh->boundaries.count; b++)
        (*together)[b] = run->class->cells->together(eg_node_child(boundaries, mesh->boundaries.name[b]));
    return EG_OK;
}

static eg_status list_bonds(const eg_run *run, const eg_mesh *mesh, int64_t (**bond)[2], int64_t *count)
{
    if (!EG_HAS(run->class->cells, bonds) || mesh->class != &eg_plane_class)
        return EG_OK;
    const eg_setup setup = {.context = run->context,
                            .kind = run->kind,
                            .loaded = run->loaded,
                            .cells = mesh,
                            .mesh = eg_plane_of(mesh)};
    return run->class->cells->bonds(&setup, bond, count);
}

eg_status eg_run_distribute_mesh(eg_run *run, eg_mesh **mesh)
{
    static const eg_mesh_class *const classes[] = {[2] = &eg_plane_class, [3] = &eg_hexes_class};
    bool *together = NULL;
    int64_t(*bond)[2] = NULL, bonds = 0;
    eg_status status = eg_run_is_first(run) ? list_together(run, *mesh, &together) : EG_OK;
    if (status == EG_OK && eg_run_is_first(run))
        status = list_bonds(run, *mesh, &bond, &bonds);
    const eg_mesh_cut how = {.together = together,
                             .bonds = bonds,
                             .bond = (const int64_t(*)[2])bond,
                             .vertices = run->mesh_use.vertices,
                             .ghost_layers = run->mesh_use.ghost_layers};
    status =
        eg_mesh_distribute(run->context, run->comm, classes[run->kind->keys.dimensions], &how, mesh, status);
    eg_free(run->context, &together);
    eg_free(run->context, &bond);
    return status;
}
