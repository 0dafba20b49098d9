/* What the Gmsh reader has read: nodes and how to find them, cells, named lines. */
#include "mesh/plane/internal.h"
#include "mesh/gmsh/msh.h"

void eg_msh_free(msh_reader *r)
{
    for (int64_t i = 0; i < r->names; i++)
        EG_FREE(&r->name[i].name);
    EG_FREE(&r->name, &r->entity, &r->x, &r->node_tag, &r->node_at, &r->sorted_tag, &r->sorted_node, &r->type,
            &r->vertex, &r->group, &r->source, &r->edge, &r->edge_group, &r->point, &r->quad);
}

/* ---- nodes ---- */

eg_status eg_msh_reserve_nodes(msh_reader *r, int64_t more)
{
    return eg_reserve(r->c.context, r->nodes + more, &r->node_room[0], sizeof *r->x, &r->x);
}

eg_status eg_msh_add_node(msh_reader *r, int64_t tag, int64_t at)
{
    eg_context *c = r->c.context;
    if (r->nodes >= INT32_MAX)
        return eg_msh_fail(&r->c, at, "there are more than %d nodes: make a coarser mesh", INT32_MAX);
    EG_TRY(eg_msh_reserve_nodes(r, 1));
    if (r->nodes == 0)
        r->first_tag = tag;
    if (r->in_row == r->nodes && (uint64_t)tag - (uint64_t)r->first_tag == (uint64_t)r->nodes) {
        r->in_row = ++r->nodes;
        return EG_OK;
    }
    int64_t index = r->nodes - r->in_row;
    EG_TRY(eg_reserve(c, index + 1, &r->node_room[1], sizeof *r->node_tag, &r->node_tag));
    EG_TRY(eg_reserve(c, index + 1, &r->node_room[2], sizeof *r->node_at, &r->node_at));
    r->node_tag[index] = tag;
    r->node_at[index] = at;
    r->nodes++;
    return EG_OK;
}

/* Lists the tags of all nodes; whether they ascend. */
static bool list_tags(msh_reader *r)
{
    bool ascend = true;
    for (int64_t i = 0; i < r->nodes; i++) {
        r->sorted_tag[i] = (uint64_t)(i < r->in_row ? r->first_tag + i : r->node_tag[i - r->in_row]);
        r->sorted_node[i] = (int32_t)i;
        ascend = ascend && (i == 0 || r->sorted_tag[i] >= r->sorted_tag[i - 1]);
    }
    return ascend;
}

eg_status eg_msh_index_nodes(msh_reader *r)
{
    eg_context *c = r->c.context;
    if (r->in_row == r->nodes)
        return EG_OK;
    EG_TRY(EG_ALLOC(c, EG_BLOCK(r->nodes, r->sorted_tag), EG_BLOCK(r->nodes, r->sorted_node)));
    if (!list_tags(r))
        EG_TRY(eg_radix_sort(c, r->nodes, r->sorted_tag, r->sorted_node));
    for (int64_t i = 1; i < r->nodes; i++) /* of equal tags the second is behind the row */
        if (r->sorted_tag[i] == r->sorted_tag[i - 1])
            return eg_msh_fail(&r->c, r->node_at[r->sorted_node[i] - r->in_row],
                               "the node %lld is given a second time: number the nodes uniquely",
                               (long long)r->sorted_tag[i]);
    r->tags_in_a_row = r->sorted_tag[r->nodes - 1] - r->sorted_tag[0] == (uint64_t)r->nodes - 1;
    EG_FREE(&r->node_at, &r->node_tag);
    return EG_OK;
}

int32_t eg_msh_search_node(const msh_reader *r, int64_t tag)
{
    uint64_t wanted = (uint64_t)tag;
    if (r->nodes == 0 || wanted < r->sorted_tag[0] || wanted > r->sorted_tag[r->nodes - 1])
        return -1;
    if (r->tags_in_a_row)
        return r->sorted_node[wanted - r->sorted_tag[0]];
    int64_t low = eg_sorted_first_at(r->sorted_tag, r->nodes, wanted);
    return low < r->nodes && r->sorted_tag[low] == wanted ? r->sorted_node[low] : -1;
}

/* ---- elements ---- */

/* What one of Gmsh's element types is that is not read. */
static const char *unread_type(int64_t type)
{
    if ((type >= 4 && type <= 7) || (type >= 11 && type <= 14) || (type >= 17 && type <= 19) ||
        (type >= 29 && type <= 33) || (type >= 71 && type <= 75) || type == 92 || type == 93)
        return "a volume element; 2-D meshes are needed: mesh the surfaces alone (gmsh -2), or "
               "leave the volumes out of the physical groups";
    /* lines, triangles and quadrangles of the orders 2 to 10, complete and serendipity */
    if ((type >= 8 && type <= 10) || type == 16 || (type >= 20 && type <= 28) || (type >= 36 && type <= 66))
        return "of higher order; this model takes first-order cells: mesh again with gmsh -2 -order 1";
    return "not a triangle, quadrangle, line or point: leave it out of the mesh";
}

eg_status eg_msh_element(const msh_reader *r, int64_t at, int64_t type, msh_element *element)
{
    if (r->solid)
        return eg_msh_solid_element(r, at, type, element);
    static const msh_element read[16] = {
        [15] = {.nodes = 1}, [1] = {1, .nodes = 2}, [2] = {2, .nodes = 3}, [3] = {2, .nodes = 4}};
    *element = type >= 0 && type < 16 ? read[type] : (msh_element){0};
    if (element->nodes > 0)
        return EG_OK;
    return eg_msh_fail(&r->c, at, "the element type %lld is %s", (long long)type, unread_type(type));
}

eg_status eg_msh_reserve_cells(msh_reader *r, int64_t more)
{
    eg_context *c = r->c.context;
    int64_t need = r->cells + more;
    EG_TRY(eg_reserve(c, need, &r->cell_room[0], sizeof *r->type, &r->type));
    EG_TRY(eg_reserve(c, need, &r->cell_room[1], sizeof *r->vertex, &r->vertex));
    EG_TRY(eg_reserve(c, need, &r->cell_room[2], sizeof *r->group, &r->group));
    return eg_reserve(c, need, &r->cell_room[3], sizeof *r->source, &r->source);
}

static eg_status add_plane_cell(msh_reader *r, int nodes, const int32_t vertex[4], int64_t number,
                                int32_t group)
{
    EG_TRY(eg_msh_reserve_cells(r, 1));
    r->type[r->cells] = nodes == 3 ? EG_TRIANGLE : EG_QUADRANGLE;
    for (int k = 0; k < 4; k++)
        r->vertex[r->cells][k] = k < nodes ? vertex[k] : -1;
    r->group[r->cells] = group;
    r->source[r->cells] = number;
    r->cells++;
    return EG_OK;
}

static eg_status add_named_edge(msh_reader *r, const int32_t vertex[2], int32_t group)
{
    eg_context *c = r->c.context;
    if (group == 0)
        return EG_OK;
    int64_t need = r->edges + 1;
    EG_TRY(eg_reserve(c, need, &r->edge_room[0], sizeof *r->edge, &r->edge));
    EG_TRY(eg_reserve(c, need, &r->edge_room[1], sizeof *r->edge_group, &r->edge_group));
    r->edge[r->edges][0] = vertex[0];
    r->edge[r->edges][1] = vertex[1];
    r->edge_group[r->edges] = group;
    r->edges++;
    return EG_OK;
}

eg_status eg_msh_read_element(msh_reader *r, msh_element element, int64_t number, const int32_t group[2])
{
    int32_t vertex[MSH_NODES_MOST];
    for (int k = 0; k < element.nodes; k++) {
        int64_t at = r->c.at, tag;
        if (r->format_4)
            EG_TRY(eg_msh_size(&r->c, "an element's node", 1, INT64_MAX, &tag));
        else
            EG_TRY(eg_msh_integer(&r->c, "an element's node", 1, INT64_MAX, &tag));
        vertex[k] = eg_msh_find_node(r, tag);
        if (vertex[k] < 0)
            return eg_msh_fail(&r->c, at,
                               "the element %lld has the node %lld, which is not in $Nodes: add "
                               "the node or correct the element",
                               (long long)number, (long long)tag);
    }
    if (r->solid)
        return eg_msh_add_solid(r, element, vertex, number, group);
    if (element.dimension == 2)
        return add_plane_cell(r, element.nodes, vertex, number, group[0]);
    if (element.dimension == 1) {
        EG_TRY(add_named_edge(r, vertex, group[0]));
        return add_named_edge(r, vertex, group[1]);
    }
    return EG_OK;
}
