/* A mesh of the plane as a file of Gmsh, format 2.2. */
#include "mesh/plane/plane.h"

/* Physical groups: boundaries have the numbers from 1, regions those behind them. */
static void add_group_names(const eg_plane *mesh, eg_text *text)
{
    const eg_mesh_names *boundaries = &mesh->base.boundaries, *regions = &mesh->base.regions;
    eg_text_add(text, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n",
                boundaries->count + regions->count);
    for (int b = 0; b < boundaries->count; b++)
        eg_text_add(text, "1 %d \"%s\"\n", b + 1, boundaries->name[b]);
    for (int r = 0; r < regions->count; r++)
        eg_text_add(text, "2 %d \"%s\"\n", boundaries->count + r + 1, regions->name[r]);
    eg_text_add(text, "$EndPhysicalNames\n");
}

static void add_gmsh_nodes(const eg_plane *mesh, eg_text *text)
{
    eg_text_add(text, "$Nodes\n%lld\n", (long long)mesh->nodes);
    for (int64_t i = 0; i < mesh->nodes; i++)
        eg_text_add(text, "%lld %s %s %s\n", (long long)i + 1, eg_real_show(mesh->x[i][0]).text,
                    eg_real_show(mesh->x[i][1]).text, eg_real_show(mesh->x[i][2]).text);
    eg_text_add(text, "$EndNodes\n");
}

static int64_t count_named_faces(const eg_plane *mesh)
{
    int64_t count = 0;
    for (int64_t f = 0; f < mesh->faces; f++)
        count += mesh->face_boundary[f] >= 0;
    return count;
}

static void add_gmsh_cell(const eg_plane *mesh, int64_t cell, int64_t number, eg_text *text)
{
    enum { TRIANGLE = 2, QUADRANGLE = 3 }; /* element types of Gmsh */
    int64_t first = mesh->first[cell], end = mesh->first[cell + 1];
    int group = mesh->base.boundaries.count + mesh->base.region[cell] + 1;
    eg_text_add(text, "%lld %d 2 %d %d", (long long)number, end - first == 3 ? TRIANGLE : QUADRANGLE, group,
                group);
    for (int64_t i = first; i < end; i++)
        eg_text_add(text, " %d", mesh->vertex[i] + 1);
    eg_text_add(text, "\n");
}

eg_status eg_plane_add_gmsh(const eg_plane *mesh, eg_text *text)
{
    int64_t number = 0;
    add_group_names(mesh, text);
    add_gmsh_nodes(mesh, text);
    eg_text_add(text, "$Elements\n%lld\n", (long long)(count_named_faces(mesh) + mesh->base.held));
    for (int64_t f = 0; f < mesh->faces; f++) {
        int group = mesh->face_boundary[f] + 1;
        if (group > 0)
            eg_text_add(text, "%lld 1 2 %d %d %d %d\n", (long long)++number, group, group,
                        mesh->face_vertex[f][0] + 1, mesh->face_vertex[f][1] + 1);
    }
    for (int64_t cell = 0; cell < mesh->base.held; cell++)
        add_gmsh_cell(mesh, cell, ++number, text);
    eg_text_add(text, "$EndElements\n");
    return text->status;
}
