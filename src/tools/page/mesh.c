/* Polygons of a page: cells of the plane, and the surface of hexahedra. */
#include "io/snapshot/nodes.h"
#include "tools/page/page.h"
#include "tools/sides.h"

#include <string.h>

void eg_page_mesh_free(eg_page_mesh *mesh)
{
    EG_FREE(&mesh->x, &mesh->corner, &mesh->value);
    *mesh = (eg_page_mesh){0};
}

static eg_status make_page_mesh_room(eg_context *context, eg_page_mesh *mesh)
{
    int64_t values = mesh->at_points ? mesh->points : mesh->cells;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(mesh->points, mesh->x), EG_BLOCK(mesh->cells, mesh->corner),
                    EG_BLOCK(values, mesh->value)));
    for (int64_t i = 0; i < values; i++)
        mesh->value[i] = i;
    return EG_OK;
}

/* ---- one value a cell: points in the order of their first use */

static eg_status fill_page_cells(eg_context *context, const eg_snapshot_geometry *g, eg_page_mesh *mesh)
{
    EG_SCRATCH int32_t *number = NULL;
    EG_TRY(eg_alloc(context, g->nodes, sizeof *number, &number));
    mesh->points = 0;
    for (int64_t c = 0; c < g->cells; c++)
        for (int k = 0; k < 4; k++) {
            int64_t at = g->first[c] + k;
            int32_t node = g->vertex[at < g->first[c + 1] ? at : at - 1];
            if (number[node] == 0) {
                memcpy(mesh->x[mesh->points], g->x[node], sizeof *mesh->x);
                number[node] = (int32_t)++mesh->points;
            }
            mesh->corner[c][k] = number[node] - 1;
        }
    return EG_OK;
}

/* ---- point data: the sub-cells between the nodes */

static void fill_page_nodes(const eg_snapshot *s, const eg_snapshot_geometry *g, eg_page_mesh *mesh)
{
    uint8_t sub_cell[EG_SUB_CELLS_MOST][4];
    int64_t node = 0, cell = 0;
    memcpy(mesh->x, g->x, (size_t)g->nodes * sizeof *mesh->x);
    for (int type = 0; type < EG_CELL_TYPES; type++) { /* triangles come first */
        eg_nodes nodes;
        eg_nodes_fill((eg_cell_type)type, s->degree, &nodes);
        int parts = eg_nodes_sub_cells(&nodes, sub_cell);
        for (int64_t c = 0; c < s->cells_of_type[type]; c++, node += nodes.count)
            for (int i = 0; i < parts; i++, cell++)
                for (int k = 0; k < 4; k++)
                    mesh->corner[cell][k] =
                        (int32_t)node + sub_cell[i][k == 3 && type == EG_TRIANGLE ? 2 : k];
    }
}

eg_status eg_page_mesh_of_plane(const eg_snapshot *s, const eg_snapshot_geometry *g, eg_page_mesh *mesh)
{
    bool at_points = s->degree > 0;
    *mesh = (eg_page_mesh){.at_points = at_points, .points = g->nodes, .cells = g->cells};
    if (at_points)
        mesh->cells *= (int64_t)s->degree * s->degree;
    EG_TRY(make_page_mesh_room(s->context, mesh));
    if (!at_points)
        return fill_page_cells(s->context, g, mesh);
    fill_page_nodes(s, g, mesh);
    return EG_OK;
}

/* ---- hexahedra: the faces that no other element has */

/* A face of an element of degree p: nodes first + i stride[0] + j stride[1] of it, seen from outside. */
typedef struct face {
    int64_t first;
    int stride[2];
} face;

static face face_of_element(int p, int64_t element, int side)
{
    const int stride[3] = {1, p + 1, (p + 1) * (p + 1)};
    int across = side / 2, a = (across + 1) % 3, b = (across + 2) % 3;
    bool upper = side % 2;
    return (face){.first = element * (p + 1) * (p + 1) * (p + 1) + (upper ? p * stride[across] : 0),
                  .stride = {stride[upper ? a : b], stride[upper ? b : a]}};
}

/* Adds a face with n x n parts between (n + 1)^2 of its nodes. */
static void add_page_face(const eg_snapshot_geometry *g, const face *f, int p, int n, eg_page_mesh *mesh)
{
    int64_t first = mesh->points;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++, mesh->points++) {
            int64_t node = f->first + (i * f->stride[0] + j * f->stride[1]) * (int64_t)(p / n);
            memcpy(mesh->x[mesh->points], g->x[node], sizeof *mesh->x);
            mesh->value[mesh->points] = node;
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++, mesh->cells++) {
            int32_t corner = (int32_t)first + j * (n + 1) + i, *to = mesh->corner[mesh->cells];
            to[0] = corner;
            to[1] = corner + 1;
            to[2] = corner + n + 2;
            to[3] = corner + n + 1;
        }
}

eg_status eg_page_mesh_of_surface(const eg_snapshot *s, const eg_snapshot_geometry *g, bool coarse,
                                  eg_page_mesh *mesh)
{
    EG_SCRATCH bool(*alone)[6] = NULL;
    int p = s->degree, n = coarse ? 1 : p;
    int64_t faces = 0;
    *mesh = (eg_page_mesh){.at_points = true};
    EG_TRY(eg_alloc(s->context, s->hexahedra, sizeof *alone, &alone));
    EG_TRY(eg_tools_find_sides(s, g, alone));
    for (int64_t i = 0; i < 6 * s->hexahedra; i++)
        faces += alone[i / 6][i % 6];
    mesh->points = faces * (n + 1) * (n + 1);
    mesh->cells = faces * n * n;
    EG_TRY(make_page_mesh_room(s->context, mesh));
    mesh->points = mesh->cells = 0;
    for (int64_t i = 0; i < 6 * s->hexahedra; i++)
        if (alone[i / 6][i % 6]) {
            const face f = face_of_element(p, i / 6, (int)(i % 6));
            add_page_face(g, &f, p, n, mesh);
        }
    return EG_OK;
}
