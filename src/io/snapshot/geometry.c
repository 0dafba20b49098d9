/* Reading the geometry of a snapshot: its mesh, or the nodes and cells of its point data. */
#include "io/snapshot/grid.h"

#include <math.h>
#include <stdio.h>

/* The arrays of a file, before they are believed. */
typedef struct arrays {
    eg_grid_size size;
    int32_t *id;    /* [ids] */
    int64_t *first; /* [cells + 1] */
    uint8_t *type;  /* [cells] */
} arrays;

static void free_arrays(arrays *file)
{
    EG_FREE(&file->id, &file->first, &file->type);
}

static eg_status read_arrays(eg_h5 *h5, double (*x)[3], const arrays *file)
{
    EG_TRY(eg_h5_open(h5));
    EG_TRY(eg_h5_check_link(h5, "Points"));
    EG_TRY(eg_h5_read(h5, h5->root, "Points", H5T_NATIVE_DOUBLE, file->size.points, 3, x));
    EG_TRY(eg_h5_read(h5, h5->root, "Connectivity", H5T_NATIVE_INT32, file->size.ids, 1, file->id));
    EG_TRY(eg_h5_read(h5, h5->root, "Offsets", H5T_NATIVE_INT64, file->size.cells + 1, 1, file->first));
    return eg_h5_read(h5, h5->root, "Types", H5T_NATIVE_UINT8, file->size.cells, 1, file->type);
}

static eg_status check_h5_points(eg_h5 *h5, const eg_snapshot_geometry *geometry)
{
    for (int64_t n = 0; n < geometry->nodes; n++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(geometry->x[n][k]))
                return eg_h5_fail(h5, "point %lld has a coordinate that is not finite", (long long)n);
    return EG_OK;
}

/* ---- cell data: the mesh */

static eg_status check_mesh(eg_h5 *h5, const arrays *file)
{
    int64_t ids = file->size.ids, cells = file->size.cells;
    if (file->first[0] != 0 || file->first[cells] != ids)
        return eg_h5_fail(h5, "Offsets run from %lld to %lld, not from 0 to %lld", (long long)file->first[0],
                          (long long)file->first[cells], (long long)ids);
    for (int64_t c = 0; c < cells; c++) {
        int vertices = file->type[c] == 5 ? 3 : file->type[c] == 9 ? 4 : 0;
        /* The sum cannot overflow: the running offset is at most ids here. */
        if (vertices == 0 || file->first[c] > ids || file->first[c + 1] != file->first[c] + vertices)
            return eg_h5_fail(h5,
                              "cell %lld of VTK type %d is neither a triangle of 3 nor a "
                              "quadrangle of 4 vertices",
                              (long long)c, file->type[c]);
    }
    for (int64_t i = 0; i < ids; i++)
        if (file->id[i] < 0 || file->id[i] >= file->size.points)
            return eg_h5_fail(h5, "Connectivity names point %d of %lld", file->id[i],
                              (long long)file->size.points);
    return EG_OK;
}

static eg_status take_h5_mesh(eg_h5 *h5, eg_snapshot_geometry *geometry, arrays *file)
{
    EG_TRY(check_mesh(h5, file));
    EG_TRY(eg_hand_over(&file->first, &geometry->first));
    return eg_hand_over(&file->id, &geometry->vertex);
}

/* ---- point data: the nodes of the cells */

/* What is expected of a cell of the file, and where it begins in the arrays. */
typedef struct expected {
    const char *what;
    int64_t node, cell, id;
    int vtk_type, count;
} expected;

static eg_status check_cell(eg_h5 *h5, const arrays *file, const expected *e)
{
    const int64_t *first = &file->first[e->cell];
    if (file->type[e->cell] != e->vtk_type)
        return eg_h5_fail(h5, "cell %lld is of VTK type %d, not %d: a %s", (long long)e->cell,
                          file->type[e->cell], e->vtk_type, e->what);
    if (first[0] == e->id && first[1] == e->id + e->count)
        return EG_OK;
    return eg_h5_fail(h5, "cell %lld has the Offsets %lld and %lld, not %lld and %lld", (long long)e->cell,
                      (long long)first[0], (long long)first[1], (long long)e->id,
                      (long long)e->id + e->count);
}

static eg_status check_id(eg_h5 *h5, const arrays *file, int64_t place, int64_t node)
{
    if (file->id[place] == node)
        return EG_OK;
    return eg_h5_fail(h5, "Connectivity names point %d in place %lld, not %lld", file->id[place],
                      (long long)place, (long long)node);
}

/* The cells that a cell of the mesh is written as; e goes on to the next. */
static eg_status check_grid_cell(eg_h5 *h5, const arrays *file, const eg_grid_cell *grid, expected *e)
{
    int64_t first = e->id;
    for (int part = 0; part < grid->parts; part++, e->cell++, e->id += grid->vertices)
        EG_TRY(check_cell(h5, file, e));
    for (int k = 0; k < grid->parts * grid->vertices; k++)
        EG_TRY(check_id(h5, file, first + k, e->node + grid->node[k]));
    return EG_OK;
}

static eg_status take_nodes(eg_h5 *h5, const eg_snapshot *snapshot, const arrays *file,
                            eg_snapshot_geometry *geometry)
{
    expected e = {.node = 0};
    eg_nodes nodes;
    eg_grid_cell grid;
    int64_t c = 0;
    EG_TRY(eg_alloc(h5->context, geometry->cells + 1, sizeof *geometry->first, &geometry->first));
    EG_TRY(eg_alloc(h5->context, snapshot->cell_vertices, sizeof *geometry->vertex, &geometry->vertex));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_nodes_fill((eg_cell_type)type, snapshot->degree, &nodes);
        eg_grid_cell_fill(&nodes, &grid);
        int vertices = eg_cell_type_vertices((eg_cell_type)type);
        char what[64];
        snprintf(what, sizeof what, "%s of degree %d", eg_cell_type_name(nodes.type), nodes.degree);
        e.what = what;
        e.vtk_type = grid.vtk_type;
        e.count = grid.vertices;
        for (int64_t end = c + snapshot->cells_of_type[type]; c < end; c++) {
            EG_TRY(check_grid_cell(h5, file, &grid, &e));
            geometry->first[c + 1] = geometry->first[c] + vertices;
            for (int v = 0; v < vertices; v++)
                geometry->vertex[geometry->first[c] + v] = (int32_t)(e.node + nodes.vertex[v]);
            e.node += nodes.count;
        }
    }
    return EG_OK;
}

/* ---- hexahedra */

static eg_status take_hexahedra(eg_h5 *h5, const eg_snapshot *snapshot, const arrays *file,
                                eg_snapshot_geometry *geometry)
{
    int parts = eg_hex_grid_parts(snapshot->degree), corner[8];
    int64_t nodes = snapshot->values / snapshot->hexahedra, cells = geometry->cells;
    eg_hex_part part;
    EG_TRY(eg_alloc(h5->context, cells + 1, sizeof *geometry->first, &geometry->first));
    EG_TRY(eg_alloc(h5->context, 8 * cells, sizeof *geometry->vertex, &geometry->vertex));
    for (int p = 0; p < parts; p++) {
        eg_hex_part_fill(snapshot->degree, p, &part);
        expected e = {.what = "hexahedron", .vtk_type = part.vtk_type, .count = part.count};
        for (int64_t c = 0; c < cells; c++) {
            e.cell = c * parts + p;
            e.id = e.cell * part.count;
            EG_TRY(check_cell(h5, file, &e));
            for (int k = 0; k < part.count; k++)
                EG_TRY(check_id(h5, file, e.id + k, c * nodes + part.node[k]));
        }
    }
    eg_hex_corner_nodes(snapshot->degree, corner);
    for (int64_t c = 0; c < cells; c++) {
        geometry->first[c + 1] = 8 * (c + 1);
        for (int v = 0; v < 8; v++)
            geometry->vertex[8 * c + v] = (int32_t)(c * nodes + corner[v]);
    }
    return EG_OK;
}

/* ---- all of it */

static eg_status read_checked(eg_h5 *h5, const eg_snapshot *snapshot, arrays *file,
                              eg_snapshot_geometry *geometry)
{
    EG_TRY(read_arrays(h5, geometry->x, file));
    EG_TRY(check_h5_points(h5, geometry));
    if (snapshot->hexahedra > 0)
        return take_hexahedra(h5, snapshot, file, geometry);
    return snapshot->degree == 0 ? take_h5_mesh(h5, geometry, file)
                                 : take_nodes(h5, snapshot, file, geometry);
}

static eg_status fill_geometry(const eg_snapshot *snapshot, arrays *file, eg_snapshot_geometry *geometry)
{
    eg_context *context = snapshot->context;
    file->size = (eg_grid_size){snapshot->nodes, snapshot->cells, snapshot->cell_vertices};
    if (snapshot->hexahedra > 0)
        file->size = eg_hex_grid_size(snapshot->hexahedra, snapshot->degree);
    else if (snapshot->degree > 0)
        file->size = eg_grid_size_of_cells(snapshot->cells_of_type, snapshot->degree);
    geometry->nodes = snapshot->nodes;
    geometry->cells = snapshot->cells;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(geometry->nodes, geometry->x),
                    EG_BLOCK(file->size.cells + 1, file->first), EG_BLOCK(file->size.ids, file->id)));
    EG_TRY(eg_alloc(context, file->size.cells, 1, &file->type));
    EG_ENDS_WITH(eg_h5_end) eg_h5 h5 = {.context = context, .failure = EG_INPUT, .path = snapshot->path};
    eg_h5_begin(&h5);
    return read_checked(&h5, snapshot, file, geometry);
}

eg_status eg_snapshot_read_geometry(const eg_snapshot *snapshot, eg_snapshot_geometry **geometry)
{
    assert(snapshot && geometry);
    *geometry = NULL;
    eg_context *context = snapshot->context;
    EG_ENDS_WITH(eg_snapshot_geometry_destroy) eg_snapshot_geometry *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_ENDS_WITH(free_arrays) arrays file = {.id = NULL};
    EG_TRY(fill_geometry(snapshot, &file, made));
    return eg_hand_over(&made, geometry);
}

void eg_snapshot_geometry_destroy(eg_snapshot_geometry **geometry)
{
    if (geometry && *geometry)
        EG_FREE(&(*geometry)->x, &(*geometry)->first, &(*geometry)->vertex, geometry);
}
