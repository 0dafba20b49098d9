/* `eagre info` on a mesh: cells by type, names with counts, bounds, sizes, the worst cell. */
#include "tools/internal.h"

#include <string.h>

static void add_counts(const eg_plane *mesh, eg_text *text)
{
    eg_text_add(text, "  cells       %s", eg_tools_count(mesh->base.own).text);
    const char *separator = ": ";
    for (int t = 0; t < EG_CELL_TYPES; t++) {
        if (mesh->base.group[t].count == 0)
            continue;
        eg_text_add(text, "%s%s %s%s", separator, eg_tools_count(mesh->base.group[t].count).text,
                    eg_cell_type_name((eg_cell_type)t), mesh->base.group[t].count == 1 ? "" : "s");
        separator = ", ";
    }
    eg_text_add(text, "\n  nodes       %s\n  faces       %s\n", eg_tools_count(mesh->nodes).text,
                eg_tools_count(mesh->faces).text);
}

static void add_name_lines(bool regions, int names, const char *const *name, const int64_t *count,
                           eg_text *text)
{
    eg_text_add(text, regions ? "regions\n" : "boundaries\n");
    for (int n = 0; n < names; n++)
        eg_text_add(text, "  %-20s %10s %s%s\n", name[n], eg_tools_count(count[n]).text,
                    regions ? "cell" : "face", count[n] == 1 ? "" : "s");
}

/* index[count]: what belongs to each, -1: to none. */
static eg_status add_names(const eg_mesh *mesh, bool regions, int64_t all, const int32_t *index,
                           eg_text *text)
{
    const eg_mesh_names *names = regions ? &mesh->regions : &mesh->boundaries;
    EG_SCRATCH int64_t *count = NULL;
    EG_TRY(eg_alloc(mesh->context, names->count, sizeof *count, &count));
    for (int64_t i = 0; i < all; i++)
        if (index[i] >= 0)
            count[index[i]]++;
    add_name_lines(regions, names->count, (const char *const *)names->name, count, text);
    return EG_OK;
}

/* Of cells and of faces. */
static eg_status add_all_names(const eg_mesh *mesh, int64_t faces, const int32_t *face_boundary,
                               eg_text *text)
{
    EG_TRY(add_names(mesh, true, mesh->held, mesh->region, text));
    return add_names(mesh, false, faces, face_boundary, text);
}

static void add_sizes(const eg_plane *mesh, eg_text *text)
{
    const double *low = mesh->base.box_low, *high = mesh->base.box_high;
    eg_plane_summary s;
    eg_plane_summarise(mesh, &s);
    int64_t worst = s.quality_min_cell;
    eg_text_add(text, "  bounds      x %.9g to %.9g m, y %.9g to %.9g m, z %.9g to %.9g m\n", low[0], high[0],
                low[1], high[1], low[2], high[2]);
    eg_text_add(text, "  area        %.6g m2; of a cell %.4g to %.4g m2\n", s.area, s.area_min, s.area_max);
    eg_text_add(text, "  edges       %.4g to %.4g m\n", s.edge_min, s.edge_max);
    eg_text_add(text, "  quality     %.4g at the worst cell: ", s.quality_min);
    eg_text_add(text, "%s %lld of the file, at ", eg_cell_type_name(mesh->type[worst]),
                (long long)mesh->base.source[worst]);
    char place[EG_POINT_ROOM];
    eg_text_add(text, "%s m", eg_format_point(2, mesh->base.centroid[worst], place));
    eg_text_add(text, ", in region %s\n", mesh->base.regions.name[mesh->base.region[worst]]);
}

/* ---- hexahedra */

static void add_hex_counts(const eg_hexes *mesh, eg_text *text)
{
    static const char *const kinds[] = {"parallelepipeds", "trilinear", "curved"};
    eg_text_add(text, "  cells       %s hexahedra of degree %d", eg_tools_count(mesh->base.held).text,
                mesh->base.degree);
    for (int k = 0, some = 0; k < EG_HEX_KINDS; k++)
        if (mesh->base.group[k].count > 0)
            eg_text_add(text, "%s%s %s", some++ ? ", " : ": ", eg_tools_count(mesh->base.group[k].count).text,
                        kinds[k]);
    eg_text_add(text, "\n  points      %s\n  faces       %s\n", eg_tools_count(mesh->points).text,
                eg_tools_count(mesh->faces).text);
}

static eg_status add_hexes(const eg_hexes *mesh, eg_text *text)
{
    const double *low = mesh->base.box_low, *high = mesh->base.box_high;
    add_hex_counts(mesh, text);
    eg_text_add(text, "  bounds      x %.6g to %.6g m, y %.6g to %.6g m, z %.6g to %.6g m\n", low[0], high[0],
                low[1], high[1], low[2], high[2]);
    eg_hex_grid *grid = NULL;
    int64_t worst;
    EG_TRY(eg_hex_grid_create(mesh, mesh->base.degree + 1, &grid));
    double least = eg_hexes_least_scaled_jacobian(mesh, grid, &worst);
    eg_hex_grid_destroy(&grid);
    const double *x = mesh->base.centroid[worst];
    eg_text_add(text,
                "  quality     %.4g, the least scaled Jacobian, of element %lld of the file, at "
                "(%.6g, %.6g, %.6g) m, in region %s\n",
                least, (long long)mesh->base.source[worst], x[0], x[1], x[2],
                mesh->base.regions.name[mesh->base.region[worst]]);
    return add_all_names(&mesh->base, mesh->faces, mesh->face_boundary, text);
}

/* ---- both */

eg_status eg_tools_read_mesh(eg_context *context, const char *path, eg_plane **mesh, eg_hexes **hexes)
{
    EG_SCRATCH char *why = NULL, *other = NULL;
    *hexes = NULL;
    eg_status status = eg_plane_read_gmsh(context, path, mesh);
    if (status != EG_MESH)
        return status;
    EG_TRY(eg_strdup(context, eg_context_error(context), &why));
    status = eg_hexes_read_gmsh(context, path, hexes);
    if (status != EG_MESH)
        return status;
    EG_TRY(eg_strdup(context, eg_context_error(context), &other));
    if (strcmp(why, other) == 0)
        return eg_fail(context, EG_MESH, "%s", why);
    return eg_fail(context, EG_MESH,
                   "%s: is neither a mesh of the plane nor one of hexahedra\n  plane: "
                   "%s\n  hexahedra: %s",
                   path, why, other);
}

eg_status eg_info_mesh(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *mesh = NULL;
    EG_ENDS_WITH(eg_hexes_destroy) eg_hexes *hexes = NULL;
    EG_TRY(eg_tools_read_mesh(context, path, &mesh, &hexes));
    eg_text_add(text, "%s: mesh of Gmsh\n", path);
    if (!mesh)
        return add_hexes(hexes, text);
    add_counts(mesh, text);
    add_sizes(mesh, text);
    return add_all_names(&mesh->base, mesh->faces, mesh->face_boundary, text);
}
