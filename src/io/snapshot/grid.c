/* The grid of snapshots: how many points and cells it has, and what a cell of the mesh is written as. */
#include "io/snapshot/grid.h"

/* ---- sizes */

static const int vertices_of_kind[EG_GRID_KINDS] = {3, 4, EG_HEX_VERTICES};

int eg_grid_nodes(int kind, int degree)
{
    int side = degree + 1;
    return kind == EG_GRID_HEXAHEDRON ? side * side * side : eg_nodes_count((eg_cell_type)kind, degree);
}

/* Above the degree that VTK draws well. */
int eg_grid_parts(int kind, int degree)
{
    if (kind == EG_GRID_HEXAHEDRON)
        return degree > EG_LAGRANGE_HEX_DEGREE ? degree * degree * degree : 1;
    return degree > EG_LAGRANGE_DEGREE ? degree * degree : 1;
}

/* Nodes of a part. */
static int count_of_part(int kind, int degree)
{
    bool whole = degree > 0 && eg_grid_parts(kind, degree) == 1;
    return whole ? eg_grid_nodes(kind, degree) : vertices_of_kind[kind];
}

eg_grid_size eg_grid_size_of(const int64_t cells[EG_GRID_KINDS], int degree)
{
    eg_grid_size size = {0, 0, 0};
    for (int kind = 0; kind < EG_GRID_KINDS; kind++) {
        int64_t parts = cells[kind] * eg_grid_parts(kind, degree);
        size.points += degree > 0 ? cells[kind] * eg_grid_nodes(kind, degree) : 0;
        size.cells += parts;
        size.ids += parts * count_of_part(kind, degree);
    }
    return size;
}

eg_grid_size eg_grid_size_of_first(const eg_mesh *mesh, int64_t cells, int degree)
{
    int64_t of_kind[EG_GRID_KINDS];
    eg_grid_count_kinds(mesh, cells, of_kind);
    eg_grid_size size = eg_grid_size_of(of_kind, degree);
    if (degree == 0)
        size.points = eg_plane_all_nodes(eg_plane_of(mesh));
    return size;
}

void eg_grid_count_kinds(const eg_mesh *mesh, int64_t cells, int64_t of_kind[EG_GRID_KINDS])
{
    bool plane = mesh->class == &eg_plane_class;
    of_kind[EG_TRIANGLE] = plane ? eg_min_i64(cells, mesh->group[EG_TRIANGLE].all) : 0;
    of_kind[EG_QUADRANGLE] = mesh->dimension == 2 ? cells - of_kind[EG_TRIANGLE] : 0;
    of_kind[EG_GRID_HEXAHEDRON] = mesh->dimension == 3 ? cells : 0;
}

void eg_grid_kinds_of(const eg_snapshot *snapshot, int64_t of_kind[EG_GRID_KINDS])
{
    of_kind[EG_TRIANGLE] = snapshot->cells_of_type[EG_TRIANGLE];
    of_kind[EG_QUADRANGLE] = snapshot->cells_of_type[EG_QUADRANGLE];
    of_kind[EG_GRID_HEXAHEDRON] = snapshot->hexahedra;
}

/* ---- what a cell is written as */

static void fill_plane_shape(eg_grid_shape *shape)
{
    eg_nodes nodes;
    uint8_t sub_cell[EG_SUB_CELLS_MOST][4];
    eg_nodes_fill((eg_cell_type)shape->kind, shape->degree, &nodes);
    for (int v = 0; v < shape->vertices; v++)
        shape->vertex[v] = nodes.vertex[v];
    if (shape->parts > 1)
        eg_nodes_sub_cells(&nodes, sub_cell);
    for (int i = 0; i < shape->parts * shape->count; i++)
        shape->node[i] = (int16_t)(shape->parts > 1 ? sub_cell[i / shape->count][i % shape->count] : i);
}

static int16_t grid_number_at(int degree, int i, int j, int k)
{
    return (int16_t)(i + (degree + 1) * (j + (degree + 1) * k));
}

/* Round the bottom, then round the top of a cube whose sides are `step` nodes. */
static void corners_from(int degree, const int low[3], int step, int16_t node[EG_HEX_VERTICES])
{
    static const int corner[EG_HEX_VERTICES][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int c = 0; c < EG_HEX_VERTICES; c++)
        node[c] = grid_number_at(degree, low[0] + step * corner[c][0], low[1] + step * corner[c][1],
                                 low[2] + step * corner[c][2]);
}

static void add_hex_node(eg_grid_shape *shape, int i, int j, int k)
{
    shape->node[shape->count++] = grid_number_at(shape->degree, i, j, k);
}

/* Edges round the bottom, round the top, and up, each along its growing coordinate. The last two go up at
 * (1,1) and (0,1), as of a quadratic hexahedron; VTK before 9.1 had them the other way round. */
static void add_edges(eg_grid_shape *shape, int p)
{
    static const int up[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int k = 0; k <= p; k += p)
        for (int e = 0; e < 4; e++) {
            int side = e == 1 || e == 2 ? p : 0;
            for (int s = 1; s < p; s++)
                add_hex_node(shape, e % 2 == 0 ? s : side, e % 2 == 0 ? side : s, k);
        }
    for (int e = 0; e < 4; e++)
        for (int s = 1; s < p; s++)
            add_hex_node(shape, p * up[e][0], p * up[e][1], s);
}

/* Faces across i, across j, across k, the lower end first; then the inside. */
static void add_faces(eg_grid_shape *shape, int p)
{
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end <= p; end += p)
            for (int t = 1; t < p; t++)
                for (int s = 1; s < p; s++)
                    add_hex_node(shape, axis == 0 ? end : s,
                                 axis == 1   ? end
                                 : axis == 0 ? s
                                             : t,
                                 axis == 2 ? end : t);
    for (int k = 1; k < p; k++)
        for (int j = 1; j < p; j++)
            for (int i = 1; i < p; i++)
                add_hex_node(shape, i, j, k);
}

static void fill_hex_shape(eg_grid_shape *shape)
{
    int p = shape->degree, step = shape->parts > 1 ? 1 : p;
    corners_from(p, (const int[3]){0, 0, 0}, p, shape->vertex);
    for (int part = 0; part < shape->parts; part++)
        corners_from(p, (const int[3]){part % p, part / p % p, part / p / p}, step,
                     shape->node + EG_HEX_VERTICES * part);
    if (shape->parts > 1)
        return;
    shape->count = EG_HEX_VERTICES;
    add_edges(shape, p);
    add_faces(shape, p);
    assert(shape->count == shape->nodes);
}

void eg_grid_shape_fill(int kind, int degree, eg_grid_shape *shape)
{
    static const uint8_t linear[EG_GRID_KINDS] = {5, 9, 12}, lagrange[EG_GRID_KINDS] = {69, 70, 72};
    shape->kind = kind;
    shape->degree = degree;
    shape->nodes = degree > 0 ? eg_grid_nodes(kind, degree) : 0;
    shape->parts = eg_grid_parts(kind, degree);
    shape->vertices = vertices_of_kind[kind];
    shape->count = count_of_part(kind, degree);
    shape->vtk_type = degree > 1 && shape->parts == 1 ? lagrange[kind] : linear[kind];
    if (kind == EG_GRID_HEXAHEDRON)
        fill_hex_shape(shape);
    else if (degree > 0)
        fill_plane_shape(shape);
}

/* ---- files */

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
