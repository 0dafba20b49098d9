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

static eg_status list_together(const eg_run *run, bool **together)
{
    const eg_mesh *mesh = run->mesh;
    const eg_node *boundaries = eg_case_find(run->loaded, "boundaries");
    EG_TRY(eg_alloc(run->context, mesh->boundaries.count, sizeof **together, together));
    for (int b = 0; EG_HAS(run->class->cells, together) && b < mesh->boundaries.count; b++)
        (*together)[b] = run->class->cells->together(eg_node_child(boundaries, mesh->boundaries.name[b]));
    return EG_OK;
}

static eg_status list_bonds(eg_run *run, int64_t (**bond)[2], int64_t *count)
{
    if (!EG_HAS(run->class->cells, bonds) || run->mesh->class != &eg_plane_class)
        return EG_OK;
    const eg_setup setup = eg_run_begin_setup(run);
    return run->class->cells->bonds(&setup, bond, count);
}

eg_status eg_run_distribute_mesh(eg_run *run)
{
    static const eg_mesh_class *const classes[] = {[2] = &eg_plane_class, [3] = &eg_hexes_class};
    EG_SCRATCH bool *together = NULL;
    EG_SCRATCH int64_t(*bond)[2] = NULL;
    int64_t bonds = 0;
    eg_status status = eg_run_is_first(run) ? list_together(run, &together) : EG_OK;
    if (status == EG_OK && eg_run_is_first(run))
        status = list_bonds(run, &bond, &bonds);
    const eg_mesh_cut how = {.together = together,
                             .bonds = bonds,
                             .bond = (const int64_t(*)[2])bond,
                             .vertices = run->mesh_use.vertices,
                             .ghost_layers = run->mesh_use.ghost_layers};
    return eg_mesh_distribute(run->context, run->comm, classes[run->kind->keys.dimensions], &how, &run->mesh,
                              status);
}
