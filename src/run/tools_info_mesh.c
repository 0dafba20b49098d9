/* `eagre info` on a mesh: cells by type, names with counts, bounds, sizes, the worst cell. */
#include "run/tools_internal.h"

static void add_point(eg_text *text, const double x[2])
{
    eg_text_add(text, "(%.6g, %.6g) m", x[0], x[1]);
}

static void add_counts(const eg_mesh *mesh, eg_text *text)
{
    char cells[48], nodes[48], faces[48];
    eg_tools_count(mesh->cells, cells);
    eg_tools_count(mesh->nodes, nodes);
    eg_tools_count(mesh->faces, faces);
    eg_text_add(text, "  cells       %s", cells);
    const char *separator = ": ";
    for (int t = 0; t < EG_CELL_TYPES; t++) {
        if (mesh->cells_of_type[t] == 0)
            continue;
        char count[48];
        eg_tools_count(mesh->cells_of_type[t], count);
        eg_text_add(text, "%s%s %s%s", separator, count, eg_cell_type_name((eg_cell_type)t),
                    mesh->cells_of_type[t] == 1 ? "" : "s");
        separator = ", ";
    }
    eg_text_add(text, "\n  nodes       %s\n  faces       %s\n", nodes, faces);
}

/* Counts of the cells of each region, or of the faces of each boundary. */
static eg_status add_names(const eg_mesh *mesh, bool regions, eg_text *text)
{
    int names = regions ? mesh->regions : mesh->boundaries;
    const int32_t *index = regions ? mesh->region : mesh->face_boundary;
    int64_t *count = NULL, all = regions ? mesh->cells : mesh->faces;
    EG_TRY(eg_alloc(mesh->context, names, sizeof *count, &count));
    for (int64_t i = 0; i < all; i++)
        if (index[i] >= 0)
            count[index[i]]++;
    eg_text_add(text, regions ? "regions\n" : "boundaries\n");
    for (int n = 0; n < names; n++) {
        char number[48];
        eg_tools_count(count[n], number);
        eg_text_add(text, "  %-20s %10s %s%s\n",
                    regions ? mesh->region_name[n] : mesh->boundary_name[n], number,
                    regions ? "cell" : "face", count[n] == 1 ? "" : "s");
    }
    eg_free(mesh->context, &count);
    return EG_OK;
}

static void add_sizes(const eg_mesh *mesh, eg_text *text)
{
    const double *low = mesh->box_low, *high = mesh->box_high;
    eg_mesh_summary s;
    eg_mesh_summarise(mesh, &s);
    int64_t worst = s.quality_min_cell;
    eg_text_add(text, "  bounds      x %.6g to %.6g m, y %.6g to %.6g m, z %.6g to %.6g m\n",
                low[0], high[0], low[1], high[1], low[2], high[2]);
    eg_text_add(text, "  area        %.6g m2; of a cell %.4g to %.4g m2\n", s.area, s.area_min,
                s.area_max);
    eg_text_add(text, "  edges       %.4g to %.4g m\n", s.edge_min, s.edge_max);
    eg_text_add(text, "  quality     %.4g at the worst cell: ", s.quality_min);
    eg_text_add(text, "%s %lld of the file, at ", eg_cell_type_name(mesh->type[worst]),
                (long long)mesh->source[worst]);
    add_point(text, mesh->centroid[worst]);
    eg_text_add(text, ", in region %s\n", mesh->region_name[mesh->region[worst]]);
}

eg_status eg_info_mesh(eg_context *context, const char *path, eg_text *text)
{
    eg_mesh *mesh = NULL;
    EG_TRY(eg_mesh_read_gmsh(context, path, &mesh));
    eg_text_add(text, "%s: mesh of Gmsh\n", path);
    add_counts(mesh, text);
    add_sizes(mesh, text);
    eg_status status = add_names(mesh, true, text);
    if (status == EG_OK)
        status = add_names(mesh, false, text);
    eg_mesh_destroy(&mesh);
    return status;
}
