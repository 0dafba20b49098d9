/* Writing the grid of a mesh; of a part its own cells and nodes. */
#include "base/parallel.h"
#include "io/snapshot/grid.h"
#include "mesh/forest/forest.h"

#include <string.h>

/* Numbers are put as they are in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files hold little-endian numbers");

eg_status eg_grid_write_ids(eg_parallel_file *file, const int64_t *id, int64_t count,
                            const eg_grid_offsets *offsets)
{
    int32_t narrow[256];
    const int64_t most = (int64_t)(sizeof narrow / sizeof *narrow);
    if (offsets->id_bytes == 8)
        return eg_parallel_file_write(file, id, count * 8);
    for (int64_t from = 0; from < count; from += most) {
        int64_t some = eg_min_i64(most, count - from);
        for (int64_t i = 0; i < some; i++)
            narrow[i] = (int32_t)id[from + i];
        EG_TRY(eg_parallel_file_write(file, narrow, some * 4));
    }
    return EG_OK;
}

/* Cells of one kind, which follow each other. */
typedef struct alike {
    const eg_mesh *mesh;
    const eg_hex_nodes *common; /* NULL: each cell has points of its own */
    const eg_grid_offsets *places;
    const eg_grid_shape *shape;
    eg_grid_size before; /* in the file, in front of them */
    int64_t first;       /* the number of the first one here */
} alike;

/* ---- nodes of point data */

/* Of cells of the plane, some of them. */
static eg_status put_plane_nodes(const alike *g, eg_parallel_file *file, int64_t from, int64_t to,
                                 double (*x)[3])
{
    const eg_plane *mesh = eg_plane_of(g->mesh);
    eg_nodes nodes;
    eg_nodes_fill((eg_cell_type)g->shape->kind, g->shape->degree, &nodes);
    for (int64_t cell = g->first + from; cell < g->first + to; cell++) {
        double vertex[EG_CELL_VERTICES][3];
        for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++)
            memcpy(vertex[i - mesh->first[cell]], mesh->x[mesh->vertex[i]], sizeof *vertex);
        eg_nodes_in_cell(&nodes, (const double(*)[3])vertex, x);
        EG_TRY(eg_parallel_file_write(file, x, nodes.count * (int64_t)sizeof *x));
    }
    return EG_OK;
}

/* The nodes of hexahedra, some of them at a time. */
static eg_status put_hexes(const alike *g, eg_parallel_file *file, int64_t from, int64_t to, double (*x)[3])
{
    EG_ENDS_WITH(eg_hex_grid_destroy) eg_hex_grid *places = NULL;
    EG_TRY(eg_hex_grid_create_equidistant(eg_hexes_of(g->mesh), g->shape->degree, &places));
    for (int64_t e = from; e < to; e++) {
        eg_hex_grid_fill(places, g->first + e, x, NULL);
        EG_TRY(eg_parallel_file_write(file, x, g->shape->nodes * (int64_t)sizeof *x));
    }
    return EG_OK;
}

/* Of nodes that hexahedra share, those that they are the first to have. */
static eg_status put_new_nodes(const alike *g, eg_parallel_file *file, int64_t from, int64_t to,
                               double (*x)[3])
{
    const eg_hexes *mesh = eg_hexes_of(g->mesh);
    EG_SCRATCH double(*taken)[3] = NULL;
    EG_SCRATCH int16_t *place = NULL;
    EG_ENDS_WITH(eg_hex_grid_destroy) eg_hex_grid *places = NULL;
    EG_TRY(EG_ALLOC(g->mesh->context, EG_BLOCK(g->shape->nodes, taken), EG_BLOCK(EG_GRID_NODES, place)));
    EG_TRY(eg_hex_grid_create_equidistant(mesh, g->shape->degree, &places));
    for (int64_t e = g->first + from; e < g->first + to; e++) {
        int count = eg_grid_new_nodes(mesh, g->common, e, place);
        eg_hex_grid_fill(places, e, x, NULL);
        for (int n = 0; n < count; n++)
            memcpy(taken[n], x[place[n]], sizeof *x);
        EG_TRY(eg_parallel_file_write(file, taken, count * (int64_t)sizeof *x));
    }
    return EG_OK;
}

/* Reference points of the nodes of a forest's cell: [-1,1]^dimension. */
static void find_reference_nodes(const alike *g, double (*r)[3])
{
    double place[EG_NODES_MOST][2];
    int degree = g->shape->degree, side = degree + 1;
    if (g->mesh->dimension == 2)
        eg_snapshot_nodes(EG_QUADRANGLE, degree, place);
    for (int n = 0; n < g->shape->nodes; n++) {
        const int at[3] = {n % side, n / side % side, n / side / side};
        for (int d = 0; d < g->mesh->dimension; d++)
            r[n][d] = 2 * (g->mesh->dimension == 2 ? place[n][d] : (double)at[d] / degree) - 1;
    }
}

static eg_status put_leaves(const alike *g, eg_parallel_file *file, int64_t from, int64_t to, double (*x)[3])
{
    EG_SCRATCH double(*r)[3] = NULL;
    EG_TRY(eg_alloc(g->mesh->context, g->shape->nodes, sizeof *r, &r));
    find_reference_nodes(g, r);
    for (int64_t e = from; e < to; e++) {
        for (int n = 0; n < g->shape->nodes; n++)
            g->mesh->class->map(g->mesh, g->first + e, r[n], x[n], NULL);
        EG_TRY(eg_parallel_file_write(file, x, g->shape->nodes * (int64_t)sizeof *x));
    }
    return EG_OK;
}

/* ---- the arrays: each function puts what a range of the cells has, counted from the first of them */

static eg_status put_points(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const alike *g = with;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_TRY(eg_alloc(g->mesh->context, g->shape->nodes, sizeof *x, &x));
    int64_t first = g->common && from < to ? g->common->begin[g->first + from]
                                           : g->before.points + from * g->shape->nodes;
    EG_TRY(eg_parallel_file_seek(file, g->places->points + first * (int64_t)sizeof *x));
    if (g->common)
        return put_new_nodes(g, file, from, to, x);
    if (g->mesh->class == &eg_plane_class)
        return put_plane_nodes(g, file, from, to, x);
    return eg_mesh_is_forest(g->mesh) ? put_leaves(g, file, from, to, x) : put_hexes(g, file, from, to, x);
}

/* The point that a cell of the grid has as number k of its own; node[]: its common nodes. */
static int64_t point_of_cell(const alike *g, int64_t cell, const int32_t *node, int k)
{
    if (g->common)
        return eg_hex_whole_node(g->common, node[g->shape->node[k]]);
    if (g->shape->degree > 0)
        return g->before.points + cell * g->shape->nodes + g->shape->node[k];
    const eg_plane *mesh = eg_plane_of(g->mesh);
    return eg_plane_whole_node(mesh, mesh->vertex[mesh->first[g->first + cell] + k]);
}

static eg_status put_connectivity(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    enum { MOST = 256 };
    const alike *g = with;
    const int32_t *node = NULL;
    int32_t room[EG_GRID_NODES];
    int64_t id[MOST], ids = g->shape->parts * g->shape->count;
    EG_TRY(eg_parallel_file_seek(file, g->places->connectivity +
                                           (g->before.ids + from * ids) * g->places->id_bytes));
    for (int64_t cell = from; cell < to; cell++) {
        if (g->common)
            node = eg_hex_nodes_of(eg_hexes_of(g->mesh), g->common, g->first + cell, room);
        for (int k = 0; k < ids;) {
            int64_t some = eg_min_i64(MOST, ids - k);
            for (int i = 0; i < some; i++)
                id[i] = point_of_cell(g, cell, node, k++);
            EG_TRY(eg_grid_write_ids(file, id, some, g->places));
        }
    }
    return EG_OK;
}

/* The ends of the cells of the grid; who has the first of all begins with 0. */
static eg_status put_offsets(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const alike *g = with;
    int64_t first = from * g->shape->parts + (g->before.cells == 0 && from == 0 ? 0 : 1);
    EG_TRY(eg_parallel_file_seek(file, g->places->offsets + (g->before.cells + first) * g->places->id_bytes));
    for (int64_t cell = first; cell <= to * g->shape->parts; cell++) {
        int64_t offset = g->before.ids + cell * g->shape->count;
        EG_TRY(eg_grid_write_ids(file, &offset, 1, g->places));
    }
    return EG_OK;
}

static eg_status put_types(eg_parallel_file *file, const void *with, int64_t from, int64_t to)
{
    const alike *g = with;
    int64_t parts = g->shape->parts;
    EG_TRY(eg_parallel_file_seek(file, g->places->types + g->before.cells + from * parts));
    for (int64_t cell = from * parts; cell < to * parts; cell++)
        EG_TRY(eg_parallel_file_write(file, &g->shape->vtk_type, 1));
    return EG_OK;
}

/* ---- all of it */

/* The points of cell data: those of the mesh. */
static eg_status put_mesh_points(eg_parallel_file *file, const eg_plane *mesh, const eg_grid_offsets *places)
{
    const eg_plane_part *part = mesh->part;
    int64_t first = part ? part->first_node : 0, nodes = part ? part->own_nodes : mesh->nodes;
    int64_t before = nodes > 0 ? eg_plane_whole_node(mesh, (int32_t)first) : 0;
    EG_TRY(eg_parallel_file_seek(file, places->points + before * (int64_t)sizeof *mesh->x));
    return eg_parallel_file_write(file, mesh->x + first, nodes * (int64_t)sizeof *mesh->x);
}

static eg_status put_alike(eg_parallel_file *file, const alike *g, int64_t count)
{
    eg_parallel_file_part *const arrays[] = {put_types, put_offsets, put_connectivity, put_points};
    int used = g->shape->degree > 0 ? 4 : 3;
    int64_t least = eg_least_elements(g->shape->parts * g->shape->count);
    for (int i = 0; i < used; i++)
        EG_TRY(eg_parallel_file_in_parts(file, count, least, arrays[i], g));
    return EG_OK;
}

eg_status eg_grid_put(eg_parallel_file *file, const eg_mesh *mesh, int degree, const eg_hex_nodes *common,
                      const eg_grid_offsets *places)
{
    int64_t begin[EG_GRID_KINDS], end[EG_GRID_KINDS];
    EG_SCRATCH eg_grid_shape *shape = NULL;
    EG_TRY(eg_alloc(mesh->context, 1, sizeof *shape, &shape));
    alike g = {.mesh = mesh, .common = common, .places = places, .shape = shape, .first = mesh->own_first};
    eg_grid_count_kinds(mesh, mesh->before, begin);
    eg_grid_count_kinds(mesh, mesh->before + mesh->own, end);
    if (degree == 0)
        EG_TRY(put_mesh_points(file, eg_plane_of(mesh), places));
    for (int kind = 0; kind < EG_GRID_KINDS; kind++) {
        int64_t count = end[kind] - begin[kind];
        if (count == 0)
            continue;
        eg_grid_shape_fill(kind, degree, shape);
        g.before = eg_grid_size_of_first(mesh, mesh->before + g.first - mesh->own_first, degree);
        EG_TRY(put_alike(file, &g, count));
        g.first += count;
    }
    return EG_OK;
}
