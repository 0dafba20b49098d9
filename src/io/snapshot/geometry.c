/* Reading the geometry of a snapshot: its mesh, or the nodes and cells of its point data. */
#include "io/snapshot/grid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
static eg_status check_grid_cell(eg_h5 *h5, const arrays *file, const eg_grid_shape *shape, bool common,
                                 expected *e)
{
    int64_t first = e->id;
    for (int part = 0; part < shape->parts; part++, e->cell++, e->id += shape->count)
        EG_TRY(check_cell(h5, file, e));
    if (common)
        return EG_OK; /* eg_grid_points_of_nodes() checks them */
    for (int k = 0; k < shape->parts * shape->count; k++)
        EG_TRY(check_id(h5, file, first + k, e->node + shape->node[k]));
    return EG_OK;
}

static eg_status take_nodes(eg_h5 *h5, const eg_snapshot *snapshot, const arrays *file,
                            eg_snapshot_geometry *geometry)
{
    char what[64] = "hexahedron";
    expected e = {.what = what};
    int64_t c = 0, cells[EG_GRID_KINDS];
    EG_SCRATCH eg_grid_shape *shape = NULL;
    EG_TRY(EG_ALLOC(h5->context, EG_BLOCK(1, shape), EG_BLOCK(geometry->cells + 1, geometry->first),
                    EG_BLOCK(snapshot->cell_vertices, geometry->vertex)));
    eg_grid_kinds_of(snapshot, cells);
    for (int kind = 0; kind < EG_GRID_KINDS; kind++) {
        if (cells[kind] == 0)
            continue;
        eg_grid_shape_fill(kind, snapshot->degree, shape);
        if (kind != EG_GRID_HEXAHEDRON)
            snprintf(what, sizeof what, "%s of degree %d", eg_cell_type_name((eg_cell_type)kind),
                     snapshot->degree);
        e.vtk_type = shape->vtk_type;
        e.count = shape->count;
        for (int64_t end = c + cells[kind]; c < end; c++) {
            EG_TRY(check_grid_cell(h5, file, shape, snapshot->common, &e));
            geometry->first[c + 1] = geometry->first[c] + shape->vertices;
            for (int v = 0; v < shape->vertices; v++)
                geometry->vertex[geometry->first[c] + v] = (int32_t)(e.node + shape->vertex[v]);
            e.node += shape->nodes;
        }
    }
    return EG_OK;
}

/* x[nodes] of all nodes of all cells from those of the points, which go. */
static eg_status spread_points(eg_h5 *h5, const eg_snapshot *snapshot, const arrays *file,
                               eg_snapshot_geometry *geometry)
{
    EG_SCRATCH int32_t *point = NULL;
    EG_SCRATCH double(*x)[3] = NULL;
    EG_TRY(EG_ALLOC(h5->context, EG_BLOCK(snapshot->values, point), EG_BLOCK(snapshot->values, x)));
    EG_TRY(eg_grid_points_of_nodes(h5, snapshot, file->id, point));
    for (int64_t i = 0; i < snapshot->values; i++)
        memcpy(x[i], geometry->x[point[i]], sizeof *x);
    EG_FREE(&geometry->x);
    geometry->nodes = snapshot->values;
    return eg_hand_over(&x, &geometry->x);
}

/* ---- all of it */

static eg_status read_checked(eg_h5 *h5, const eg_snapshot *snapshot, arrays *file,
                              eg_snapshot_geometry *geometry)
{
    EG_TRY(read_arrays(h5, geometry->x, file));
    EG_TRY(check_h5_points(h5, geometry));
    if (snapshot->common)
        EG_TRY(spread_points(h5, snapshot, file, geometry));
    return snapshot->degree == 0 ? take_h5_mesh(h5, geometry, file)
                                 : take_nodes(h5, snapshot, file, geometry);
}

static eg_status fill_geometry(const eg_snapshot *snapshot, arrays *file, eg_snapshot_geometry *geometry)
{
    eg_context *context = snapshot->context;
    int64_t cells[EG_GRID_KINDS];
    eg_grid_kinds_of(snapshot, cells);
    file->size = (eg_grid_size){snapshot->nodes, snapshot->cells, snapshot->cell_vertices};
    if (snapshot->degree > 0)
        file->size = eg_grid_size_of(cells, snapshot->degree);
    geometry->nodes = file->size.points = snapshot->points;
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
