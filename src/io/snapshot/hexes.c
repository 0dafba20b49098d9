/* Hexahedra in a snapshot: Lagrange cells of VTK, or linear sub-cells above the degree that is drawn well.
 * And cells of forests, which are hexahedra or quadrangles. */
#include "base/parallel.h"
#include "io/snapshot/grid.h"
#include "mesh/forest/forest.h"

#include <string.h>

enum { VTK_LINEAR = 12, VTK_LAGRANGE = 72 };

int eg_hex_grid_parts(int degree)
{
    return degree > EG_LAGRANGE_HEX_DEGREE ? degree * degree * degree : 1;
}

eg_grid_size eg_hex_grid_size(int64_t hexahedra, int degree)
{
    int side = degree + 1, parts = eg_hex_grid_parts(degree), nodes = side * side * side;
    return (eg_grid_size){hexahedra * nodes, hexahedra * parts, hexahedra * (parts == 1 ? nodes : 8 * parts)};
}

/* ---- the order of VTK ---- */

static int grid_number_at(int degree, int i, int j, int k)
{
    return i + (degree + 1) * (j + (degree + 1) * k);
}

/* Round the bottom, then round the top of one of n^3 sub-cells, or of all (n = 1 step of `step` nodes). */
static const int corner_index[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

static void corners_from(int degree, const int low[3], int step, int node[8])
{
    for (int c = 0; c < 8; c++) {
        const int *place = corner_index[c];
        node[c] = grid_number_at(degree, low[0] + step * place[0], low[1] + step * place[1],
                                 low[2] + step * place[2]);
    }
}

void eg_hex_corner_nodes(int degree, int node[8])
{
    corners_from(degree, (const int[3]){0, 0, 0}, degree, node);
}

static void add_hex_node(eg_hex_part *part, int degree, int i, int j, int k)
{
    part->node[part->count++] = (int16_t)grid_number_at(degree, i, j, k);
}

/* Edges round the bottom, round the top, and up, each along its growing coordinate. The last two go up at
 * (1,1) and (0,1), as of a quadratic hexahedron; VTK before 9.1 had them the other way round. */
static void add_edges(eg_hex_part *part, int p)
{
    static const int up[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int k = 0; k <= p; k += p)
        for (int e = 0; e < 4; e++) {
            int side = e == 1 || e == 2 ? p : 0;
            for (int s = 1; s < p; s++)
                add_hex_node(part, p, e % 2 == 0 ? s : side, e % 2 == 0 ? side : s, k);
        }
    for (int e = 0; e < 4; e++)
        for (int s = 1; s < p; s++)
            add_hex_node(part, p, p * up[e][0], p * up[e][1], s);
}

/* Faces across i, across j, across k, the lower end first; then the inside. */
static void add_part_faces(eg_hex_part *part, int p)
{
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end <= p; end += p)
            for (int t = 1; t < p; t++)
                for (int s = 1; s < p; s++)
                    add_hex_node(part, p, axis == 0 ? end : s,
                                 axis == 1   ? end
                                 : axis == 0 ? s
                                             : t,
                                 axis == 2 ? end : t);
    for (int k = 1; k < p; k++)
        for (int j = 1; j < p; j++)
            for (int i = 1; i < p; i++)
                add_hex_node(part, p, i, j, k);
}

void eg_hex_part_fill(int degree, int part, eg_hex_part *filled)
{
    int corner[8], p = degree;
    bool whole = eg_hex_grid_parts(degree) == 1;
    const int low[3] = {part % p, part / p % p, part / p / p};
    *filled = (eg_hex_part){.vtk_type = whole && degree > 1 ? VTK_LAGRANGE : VTK_LINEAR, .count = 8};
    corners_from(degree, low, whole ? degree : 1, corner);
    for (int c = 0; c < 8; c++)
        filled->node[c] = (int16_t)corner[c];
    if (!whole || degree == 1)
        return;
    add_edges(filled, degree);
    add_part_faces(filled, degree);
    assert(filled->count == (p + 1) * (p + 1) * (p + 1));
}

/* ---- quadrangles of forests ---- */

eg_grid_size eg_quad_grid_size(int64_t quadrangles, int degree)
{
    return eg_grid_size_of_cells((const int64_t[EG_CELL_TYPES]){0, quadrangles}, degree);
}

static void fill_quad_part(int degree, int part, eg_hex_part *filled)
{
    eg_nodes nodes;
    eg_grid_cell cell;
    eg_nodes_fill(EG_QUADRANGLE, degree, &nodes);
    eg_grid_cell_fill(&nodes, &cell);
    *filled = (eg_hex_part){.vtk_type = cell.vtk_type, .count = cell.vertices};
    for (int k = 0; k < cell.vertices; k++)
        filled->node[k] = cell.node[part * cell.vertices + k];
}

/* ---- writing ---- */

/* What is put: the own elements, which stand behind those of the ranks before. */
typedef struct grid {
    const eg_mesh *mesh;
    const eg_grid_offsets *places;
    const eg_hex_part *part; /* [parts] of an element */
    eg_grid_size before;
    int64_t first; /* element */
    int degree, parts, nodes;
} grid;

/* The nodes of hexahedra, some of them at a time. */
static eg_status put_hexes(const grid *g, eg_parallel_file *file, int64_t from, int64_t to, double (*x)[3])
{
    EG_ENDS_WITH(eg_hex_grid_destroy) eg_hex_grid *places = NULL;
    EG_TRY(eg_hex_grid_create_equidistant(eg_hexes_of(g->mesh), g->degree, &places));
    for (int64_t e = from; e < to; e++) {
        eg_hex_grid_fill(places, g->first + e, x, NULL);
        EG_TRY(eg_parallel_file_write(file, x, g->nodes * (int64_t)sizeof *x));
    }
    return EG_OK;
}

/* Reference points of the nodes of a forest's cell: [-1,1]^dimension. */
static void find_reference_nodes(const grid *g, double (*r)[3])
{
    double place[EG_NODES_MOST][2];
    int degree = g->degree, side = degree + 1;
    if (g->mesh->dimension == 2)
        eg_snapshot_nodes(EG_QUADRANGLE, degree, place);
    for (int n = 0; n < g->nodes; n++) {
        const int at[3] = {n % side, n / side % side, n / side / side};
        for (int d = 0; d < g->mesh->dimension; d++)
            r[n][d] = 2 * (g->mesh->dimension == 2 ? place[n][d] : (double)at[d] / degree) - 1;
    }
}

static eg_status put_leaves(const grid *g, eg_parallel_file *file, int64_t from, int64_t to, double (*x)[3])
{
    EG_SCRATCH double(*r)[3] = NULL;
    EG_TRY(eg_alloc(g->mesh->context, g->nodes, sizeof *r, &r));
    find_reference_nodes(g, r);
    for (int64_t e = from; e < to; e++) {
        for (int n = 0; n < g->nodes; n++)
            g->mesh->class->map(g->mesh, g->first + e, r[n], x[n], NULL);
        EG_TRY(eg_parallel_file_write(file, x, g->nodes * (int64_t)sizeof *x));
    }
    return EG_OK;
}

/* The functions below put what a range of the own elements has; counted from the first of these. */
static eg_status put_points(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const grid *g = with;
    eg_context *context = g->mesh->context;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_TRY(eg_alloc(context, g->nodes, sizeof *x, &x));
    EG_TRY(eg_parallel_file_seek(file, g->places->points +
                                           (g->before.points + from * g->nodes) * (int64_t)sizeof *x));
    return eg_mesh_is_forest(g->mesh) ? put_leaves(g, file, from, to, x) : put_hexes(g, file, from, to, x);
}

/* All cells have as many nodes. Offsets are their ends; who has the first cells begins with 0. */
static eg_status put_offsets(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const grid *g = with;
    int64_t before = g->before.cells, end = before + to * g->parts;
    int64_t first = before + from * g->parts + (before == 0 && from == 0 && to > 0 ? 0 : 1);
    EG_TRY(eg_parallel_file_seek(file, g->places->offsets + first * g->places->id_bytes));
    for (int64_t cell = first; cell <= end; cell++) {
        int64_t offset = cell * g->part->count;
        EG_TRY(eg_grid_write_ids(file, &offset, 1, g->places));
    }
    return EG_OK;
}

static eg_status put_types(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const grid *g = with;
    int64_t cells = (to - from) * g->parts;
    EG_TRY(eg_parallel_file_seek(file, g->places->types + g->before.cells + from * g->parts));
    for (int64_t cell = 0; cell < cells; cell++)
        EG_TRY(eg_parallel_file_write(file, &g->part[cell % g->parts].vtk_type, 1));
    return EG_OK;
}

static eg_status put_connectivity(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const grid *g = with;
    int64_t id[EG_HEX_PART_NODES], node = g->before.points + from * g->nodes;
    int64_t ids = g->before.ids + from * g->parts * g->part->count;
    EG_TRY(eg_parallel_file_seek(file, g->places->connectivity + ids * g->places->id_bytes));
    for (int64_t e = from; e < to; e++, node += g->nodes)
        for (int p = 0; p < g->parts; p++) {
            for (int k = 0; k < g->part[p].count; k++)
                id[k] = node + g->part[p].node[k];
            EG_TRY(eg_grid_write_ids(file, id, g->part[p].count, g->places));
        }
    return EG_OK;
}

eg_status eg_hex_grid_put(eg_parallel_file *file, const eg_mesh *mesh, int degree,
                          const eg_grid_offsets *places)
{
    bool solid = mesh->dimension == 3;
    int parts = solid ? eg_hex_grid_parts(degree) : eg_grid_parts(degree), side = degree + 1;
    EG_SCRATCH eg_hex_part *part = NULL;
    EG_TRY(eg_alloc(mesh->context, parts, sizeof *part, &part));
    for (int p = 0; p < parts; p++)
        if (solid)
            eg_hex_part_fill(degree, p, &part[p]);
        else
            fill_quad_part(degree, p, &part[p]);
    const grid g = {.mesh = mesh,
                    .places = places,
                    .part = part,
                    .before = solid ? eg_hex_grid_size(mesh->before, degree)
                                    : eg_quad_grid_size(mesh->before, degree),
                    .first = mesh->own_first,
                    .degree = degree,
                    .parts = parts,
                    .nodes = solid ? side * side * side : side * side};
    eg_parallel_file_part *const arrays[] = {put_points, put_connectivity, put_offsets, put_types};
    int64_t own = eg_mesh_own_end(mesh) - g.first, least = eg_least_elements(g.nodes);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        EG_TRY(eg_parallel_file_in_parts(file, own, least, arrays[i], &g));
    return EG_OK;
}
