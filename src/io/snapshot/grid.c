/* Writing the grid of a set: of the mesh itself, or of the nodes of its cells; of a part of a mesh its own of
 * that. */
#include "io/snapshot/grid.h"

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
    return eg_h5_write(h5, h5->root, name, H5T_NATIVE_INT64, H5T_STD_I64LE, 1, &count);
}

eg_status eg_grid_write_size(eg_h5 *h5, eg_grid_size size)
{
    EG_TRY(write_count(h5, "NumberOfPoints", size.points));
    EG_TRY(write_count(h5, "NumberOfCells", size.cells));
    return write_count(h5, "NumberOfConnectivityIds", size.ids);
}

eg_status eg_grid_lay_out(eg_h5 *h5, eg_grid_size size, eg_grid_offsets *offsets)
{
    hid_t root = h5->root;
    bool narrow = size.ids <= INT32_MAX && size.points <= INT32_MAX;
    hid_t id = narrow ? H5T_STD_I32LE : H5T_STD_I64LE;
    offsets->id_bytes = narrow ? 4 : 8;
    EG_TRY(eg_grid_write_size(h5, size));
    EG_TRY(eg_h5_lay_out(h5, root, "Points", H5T_IEEE_F64LE, size.points, 3, NULL, &offsets->points));
    EG_TRY(eg_h5_lay_out(h5, root, "Connectivity", id, size.ids, 0, NULL, &offsets->connectivity));
    EG_TRY(eg_h5_lay_out(h5, root, "Offsets", id, size.cells + 1, 0, NULL, &offsets->offsets));
    return eg_h5_lay_out(h5, root, "Types", H5T_STD_U8LE, size.cells, 0, NULL, &offsets->types);
}

/* ---- parts */

static eg_grid_size size_of_grid(const int64_t cells_of_type[EG_CELL_TYPES], int64_t nodes, int degree)
{
    int64_t triangles = cells_of_type[EG_TRIANGLE], quadrangles = cells_of_type[EG_QUADRANGLE];
    if (degree > 0)
        return eg_grid_size_of_cells(cells_of_type, degree);
    return (eg_grid_size){nodes, triangles + quadrangles, 3 * triangles + 4 * quadrangles};
}

eg_grid_size eg_grid_size_of_mesh(const eg_plane *mesh, int degree)
{
    const eg_cell_group *group = mesh->base.group;
    const int64_t cells[EG_CELL_TYPES] = {group[EG_TRIANGLE].count, group[EG_QUADRANGLE].count};
    return size_of_grid(cells, mesh->nodes, degree);
}

eg_grid_size eg_grid_size_of_whole(const eg_plane *mesh, int degree)
{
    const eg_cell_group *group = mesh->base.group;
    const int64_t cells[EG_CELL_TYPES] = {group[EG_TRIANGLE].all, group[EG_QUADRANGLE].all};
    return size_of_grid(cells, eg_plane_all_nodes(mesh), degree);
}

eg_grid_size eg_grid_size_before(const eg_plane *mesh, int degree)
{
    int64_t before[EG_CELL_TYPES] = {0}, cells = mesh->base.before;
    before[EG_TRIANGLE] = eg_min_i64(cells, mesh->base.group[EG_TRIANGLE].all);
    before[EG_QUADRANGLE] = cells - before[EG_TRIANGLE];
    bool any = mesh->part && mesh->part->own_nodes > 0;
    return size_of_grid(before, any ? mesh->part->whole_node[mesh->part->first_node] : 0, degree);
}

/* ---- the arrays */

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

static eg_status put_quad_types(eg_parallel_file *file, const eg_plane *mesh, int degree, int64_t at)
{
    uint8_t types[EG_SUB_CELLS_MOST];
    int parts = eg_grid_parts(degree);
    EG_TRY(eg_parallel_file_seek(file, at));
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        memset(types, vtk_type((eg_cell_type)mesh->type[cell], degree), (size_t)parts);
        EG_TRY(eg_parallel_file_write(file, types, parts));
    }
    return EG_OK;
}

/* The end of each cell, behind that of the one before; who has the first cells begins with 0. */
static eg_status put_quad_offsets(eg_parallel_file *file, const eg_plane *mesh, int degree,
                                  eg_grid_size before, const eg_grid_cell *shape,
                                  const eg_grid_offsets *places)
{
    int64_t end = before.ids;
    bool first = mesh->part ? mesh->base.own > 0 && mesh->base.before == 0 : true;
    EG_TRY(
        eg_parallel_file_seek(file, places->offsets + (before.cells + (first ? 0 : 1)) * places->id_bytes));
    if (first)
        EG_TRY(eg_grid_write_ids(file, &end, 1, places));
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        const eg_grid_cell *of = &shape[mesh->type[cell]];
        int64_t vertices = degree > 0 ? of->vertices : mesh->first[cell + 1] - mesh->first[cell];
        for (int part = 0; part < eg_grid_parts(degree); part++) {
            end += vertices;
            EG_TRY(eg_grid_write_ids(file, &end, 1, places));
        }
    }
    return EG_OK;
}

static eg_status put_mesh(eg_parallel_file *file, const eg_plane *mesh, eg_grid_size before,
                          const eg_grid_offsets *offsets)
{
    int64_t first = mesh->part ? mesh->part->first_node : 0;
    int64_t nodes = mesh->part ? mesh->part->own_nodes : mesh->nodes;
    EG_TRY(eg_parallel_file_seek(file, offsets->points + before.points * (int64_t)sizeof *mesh->x));
    EG_TRY(eg_parallel_file_write(file, mesh->x + first, nodes * (int64_t)sizeof *mesh->x));
    EG_TRY(eg_parallel_file_seek(file, offsets->connectivity + before.ids * offsets->id_bytes));
    for (int64_t k = 0; k < mesh->first[mesh->base.own]; k++) {
        int64_t node = eg_plane_whole_node(mesh, mesh->vertex[k]);
        EG_TRY(eg_grid_write_ids(file, &node, 1, offsets));
    }
    return EG_OK;
}

static eg_status put_quad_nodes(eg_parallel_file *file, const eg_plane *mesh, eg_grid_size before,
                                const eg_nodes *nodes, int64_t at)
{
    double x[EG_NODES_MOST][3];
    EG_TRY(eg_parallel_file_seek(file, at + before.points * (int64_t)sizeof *x));
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        const eg_nodes *of = &nodes[mesh->type[cell]];
        double vertex[EG_CELL_VERTICES][3];
        for (int64_t i = mesh->first[cell]; i < mesh->first[cell + 1]; i++)
            memcpy(vertex[i - mesh->first[cell]], mesh->x[mesh->vertex[i]], sizeof *vertex);
        eg_nodes_in_cell(of, (const double(*)[3])vertex, x);
        EG_TRY(eg_parallel_file_write(file, x, of->count * (int64_t)sizeof *x));
    }
    return EG_OK;
}

static eg_status put_quad_connectivity(eg_parallel_file *file, const eg_plane *mesh, eg_grid_size before,
                                       const eg_nodes *nodes, const eg_grid_cell *shape,
                                       const eg_grid_offsets *places)
{
    int64_t ids[4 * EG_SUB_CELLS_MOST];
    int64_t node = before.points;
    EG_TRY(eg_parallel_file_seek(file, places->connectivity + before.ids * places->id_bytes));
    for (int64_t cell = 0; cell < mesh->base.own; cell++) {
        const eg_grid_cell *of = &shape[mesh->type[cell]];
        int count = of->parts * of->vertices;
        for (int k = 0; k < count; k++)
            ids[k] = node + of->node[k];
        EG_TRY(eg_grid_write_ids(file, ids, count, places));
        node += nodes[mesh->type[cell]].count;
    }
    return EG_OK;
}

eg_status eg_grid_put(eg_parallel_file *file, const eg_plane *mesh, int degree,
                      const eg_grid_offsets *offsets)
{
    eg_nodes nodes[EG_CELL_TYPES];
    eg_grid_cell shape[EG_CELL_TYPES];
    eg_grid_size before = eg_grid_size_before(mesh, degree);
    for (int type = 0; degree > 0 && type < EG_CELL_TYPES; type++) {
        eg_nodes_fill((eg_cell_type)type, degree, &nodes[type]);
        eg_grid_cell_fill(&nodes[type], &shape[type]);
    }
    if (degree == 0) {
        EG_TRY(put_mesh(file, mesh, before, offsets));
    } else {
        EG_TRY(put_quad_nodes(file, mesh, before, nodes, offsets->points));
        EG_TRY(put_quad_connectivity(file, mesh, before, nodes, shape, offsets));
    }
    EG_TRY(put_quad_offsets(file, mesh, degree, before, shape, offsets));
    return put_quad_types(file, mesh, degree, offsets->types + before.cells);
}
