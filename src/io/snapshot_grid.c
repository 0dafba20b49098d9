/* Writing the grid of a set: of the mesh itself, or of the nodes of its cells. */
#include "io/snapshot_grid.h"

#include <string.h>

int eg_grid_parts(int degree)
{
    return degree > EG_LAGRANGE_DEGREE ? degree * degree : 1;
}

eg_grid_size eg_grid_size_of_cells(const int64_t cells_of_type[EG_CELL_TYPES], int degree)
{
    eg_grid_size size = {0, 0, 0};
    int parts = eg_grid_parts(degree);
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        int64_t points = cells_of_type[type] * eg_nodes_count((eg_cell_type)type, degree);
        int vertices = eg_cell_type_vertices((eg_cell_type)type);
        size.points += points;
        size.cells += cells_of_type[type] * parts;
        size.ids += parts == 1 ? points : cells_of_type[type] * parts * vertices;
    }
    return size;
}

eg_grid_size eg_grid_size_of_mesh(const eg_mesh *mesh, int degree)
{
    if (degree > 0)
        return eg_grid_size_of_cells(mesh->cells_of_type, degree);
    return (eg_grid_size){mesh->nodes, mesh->cells, mesh->first[mesh->cells]};
}

static uint8_t vtk_type(eg_cell_type type, int degree)
{
    bool lagrange = degree > 1 && eg_grid_parts(degree) == 1;
    return type == EG_TRIANGLE ? (lagrange ? 69 : 5) : (lagrange ? 70 : 9);
}

void eg_grid_cell_fill(const eg_nodes *nodes, eg_grid_cell *cell)
{
    uint8_t sub_cell[EG_SUB_CELLS_MOST][4];
    *cell = (eg_grid_cell){.vtk_type = vtk_type(nodes->type, nodes->degree),
                           .parts = eg_grid_parts(nodes->degree),
                           .vertices = nodes->count};
    if (cell->parts == 1) {
        for (int n = 0; n < nodes->count; n++)
            cell->node[n] = (uint8_t)n;
        return;
    }
    cell->vertices = eg_cell_type_vertices(nodes->type);
    eg_nodes_sub_cells(nodes, sub_cell);
    for (int part = 0; part < cell->parts; part++)
        memcpy(cell->node + part * cell->vertices, sub_cell[part], (size_t)cell->vertices);
}

static eg_status write_count(eg_h5 *h5, const char *name, int64_t count)
{
    return eg_h5_write(h5, h5->root, name, H5T_NATIVE_INT64, H5T_STD_I64LE, 1, 0, &count);
}

eg_status eg_grid_write_size(eg_h5 *h5, eg_grid_size size)
{
    EG_TRY(write_count(h5, "NumberOfPoints", size.points));
    EG_TRY(write_count(h5, "NumberOfCells", size.cells));
    return write_count(h5, "NumberOfConnectivityIds", size.ids);
}

/* ---- the arrays
 * ----------------------------------------------------------------------------------------- */

static eg_status write_points(eg_h5 *h5, eg_grid_size size, const double (*x)[3])
{
    return eg_h5_write(h5, h5->root, "Points", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, size.points, 3,
                       x);
}

static eg_status write_cells(eg_h5 *h5, eg_grid_size size, const int32_t *ids, const int64_t *first)
{
    EG_TRY(eg_h5_write(h5, h5->root, "Connectivity", H5T_NATIVE_INT32, H5T_STD_I64LE, size.ids, 0,
                       ids));
    return eg_h5_write(h5, h5->root, "Offsets", H5T_NATIVE_INT64, H5T_STD_I64LE, size.cells + 1, 0,
                       first);
}

static eg_status write_types(eg_h5 *h5, const eg_mesh *mesh, eg_grid_size size, int degree)
{
    uint8_t *types = NULL;
    int parts = eg_grid_parts(degree);
    EG_TRY(eg_alloc(h5->context, size.cells, 1, &types));
    for (int64_t cell = 0; cell < mesh->cells; cell++)
        memset(types + cell * parts, vtk_type((eg_cell_type)mesh->type[cell], degree),
               (size_t)parts);
    eg_status status =
        eg_h5_write(h5, h5->root, "Types", H5T_NATIVE_UINT8, H5T_STD_U8LE, size.cells, 0, types);
    eg_free(h5->context, &types);
    return status;
}

static eg_status write_nodes(eg_h5 *h5, const eg_mesh *mesh, eg_grid_size size,
                             const eg_nodes nodes[EG_CELL_TYPES])
{
    double(*x)[3] = NULL;
    int64_t at = 0;
    EG_TRY(eg_alloc(h5->context, size.points, sizeof *x, &x));
    for (int64_t cell = 0; cell < mesh->cells; cell++) {
        const eg_nodes *of = &nodes[mesh->type[cell]];
        double vertex[EG_CELL_VERTICES][3];
        for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++)
            memcpy(vertex[i - mesh->first[cell]], mesh->x[mesh->vertex[i]], sizeof *vertex);
        eg_nodes_in_cell(of, (const double(*)[3])vertex, x + at);
        at += of->count;
    }
    eg_status status = write_points(h5, size, (const double(*)[3])x);
    eg_free(h5->context, &x);
    return status;
}

static void number_cells(const eg_mesh *mesh, const eg_nodes nodes[EG_CELL_TYPES], int32_t *ids,
                         int64_t *first)
{
    eg_grid_cell shape[EG_CELL_TYPES];
    int64_t node = 0;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        eg_grid_cell_fill(&nodes[type], &shape[type]);
    for (int64_t cell = 0; cell < mesh->cells; cell++) {
        const eg_grid_cell *of = &shape[mesh->type[cell]];
        for (int part = 0; part < of->parts; part++, first++)
            first[1] = first[0] + of->vertices;
        for (int k = 0; k < of->parts * of->vertices; k++)
            *ids++ = (int32_t)(node + of->node[k]);
        node += nodes[mesh->type[cell]].count;
    }
}

static eg_status write_connectivity(eg_h5 *h5, const eg_mesh *mesh, eg_grid_size size,
                                    const eg_nodes nodes[EG_CELL_TYPES])
{
    int32_t *ids = NULL;
    int64_t *first = NULL;
    eg_status status = eg_alloc(h5->context, size.ids, sizeof *ids, &ids);
    if (status == EG_OK)
        status = eg_alloc(h5->context, size.cells + 1, sizeof *first, &first);
    if (status == EG_OK) {
        number_cells(mesh, nodes, ids, first);
        status = write_cells(h5, size, ids, first);
    }
    eg_free(h5->context, &ids);
    eg_free(h5->context, &first);
    return status;
}

eg_status eg_grid_write(eg_h5 *h5, const eg_mesh *mesh, int degree)
{
    eg_grid_size size = eg_grid_size_of_mesh(mesh, degree);
    EG_TRY(eg_grid_write_size(h5, size));
    if (degree == 0) {
        EG_TRY(write_points(h5, size, (const double(*)[3])mesh->x));
        EG_TRY(write_cells(h5, size, mesh->vertex, mesh->first));
    } else {
        eg_nodes nodes[EG_CELL_TYPES];
        for (int type = 0; type < EG_CELL_TYPES; type++)
            eg_nodes_fill((eg_cell_type)type, degree, &nodes[type]);
        EG_TRY(write_nodes(h5, mesh, size, nodes));
        EG_TRY(write_connectivity(h5, mesh, size, nodes));
    }
    return write_types(h5, mesh, size, degree);
}
