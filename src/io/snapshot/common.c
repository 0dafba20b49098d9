/* Nodes that hexahedra share, which the files have once. */
#include "io/snapshot/grid.h"

int eg_grid_new_nodes(const eg_hexes *mesh, const eg_hex_nodes *common, int64_t element,
                      int16_t place[EG_GRID_NODES])
{
    int32_t room[EG_GRID_NODES];
    int side = common->degree + 1, count = 0;
    const int32_t *node = eg_hex_nodes_of(mesh, common, element, room);
    for (int i = 0; i < side * side * side; i++) {
        int64_t behind = eg_hex_whole_node(common, node[i]) - common->begin[element];
        if (behind < 0)
            continue;
        assert(behind < side * side * side);
        place[behind] = (int16_t)i;
        count++;
    }
    return count;
}

/* A node of sub-cells has the same point in all of them. */
static eg_status take_point(eg_h5 *h5, const eg_snapshot *snapshot, int64_t place, int32_t id, int32_t *point)
{
    if (id < 0 || id >= snapshot->points)
        return eg_h5_fail(h5, "Connectivity names point %d of %lld in place %lld", id,
                          (long long)snapshot->points, (long long)place);
    if (*point >= 0 && *point != id)
        return eg_h5_fail(h5, "Connectivity names point %d in place %lld, not %d, which the node has before",
                          id, (long long)place, *point);
    *point = id;
    return EG_OK;
}

eg_status eg_grid_points_of_nodes(eg_h5 *h5, const eg_snapshot *snapshot, const int32_t *id, int32_t *point)
{
    EG_SCRATCH eg_grid_shape *shape = NULL;
    EG_TRY(eg_alloc(h5->context, 1, sizeof *shape, &shape));
    eg_grid_shape_fill(EG_GRID_HEXAHEDRON, snapshot->degree, shape);
    int64_t ids = shape->parts * (int64_t)shape->count;
    for (int64_t i = 0; i < snapshot->values; i++)
        point[i] = -1;
    for (int64_t cell = 0; cell < snapshot->cells; cell++)
        for (int64_t k = 0; k < ids; k++)
            EG_TRY(take_point(h5, snapshot, cell * ids + k, id[cell * ids + k],
                              &point[cell * shape->nodes + shape->node[k]]));
    return EG_OK;
}

eg_status eg_grid_read_points_of_nodes(eg_h5 *h5, const eg_snapshot *snapshot, int32_t **point)
{
    int64_t cells[EG_GRID_KINDS];
    EG_SCRATCH int32_t *id = NULL, *made = NULL;
    eg_grid_kinds_of(snapshot, cells);
    int64_t ids = eg_grid_size_of(cells, snapshot->degree).ids;
    EG_TRY(EG_ALLOC(h5->context, EG_BLOCK(ids, id), EG_BLOCK(snapshot->values, made)));
    EG_TRY(eg_h5_read(h5, h5->root, "Connectivity", H5T_NATIVE_INT32, ids, 1, id));
    EG_TRY(eg_grid_points_of_nodes(h5, snapshot, id, made));
    return eg_hand_over(&made, point);
}
