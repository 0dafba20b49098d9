/* The leaves as a mesh, or the part of a rank, which never has all of them: a window of its own leaves and
 * those round them. */
#include "base/scope.h"
#include "mesh/bisected/patch.h"

#include <string.h>

typedef struct cut {
    eg_bisected_patch patch;
    int64_t low; /* leaves of others before the own ones */
    int64_t nodes;
    int32_t *node; /* [nodes] numbers in the whole, ascending */
    double (*x)[3];
    int32_t (*vertex)[3], (*boundary)[3], (*twin)[3];
    int32_t *region, *number;
    int64_t *source;
} cut;

/* Where a leaf of the patch is in the window, which is in the order of the whole. */
static int64_t place_in_window(const cut *c, int64_t at)
{
    int64_t own = c->patch.ring->own;
    return at < own ? c->low + at : at - own < c->low ? at - own : at;
}

static eg_status list_window_nodes(cut *c, eg_scope *scope)
{
    const eg_bisected_patch *p = &c->patch;
    bool all = p->ring->count == 0;
    c->nodes = all ? p->all_nodes : 3 * p->held;
    EG_TRY(eg_scope_alloc(scope, c->nodes, sizeof *c->node, &c->node));
    for (int64_t i = 0; all && i < c->nodes; i++)
        c->node[i] = (int32_t)i;
    for (int64_t i = 0; !all && i < p->held; i++)
        memcpy(&c->node[3 * i], p->leaf[i].node, sizeof p->leaf[i].node);
    c->nodes = all ? c->nodes : eg_bisected_sort_numbers(c->node, c->nodes);
    while (c->low < p->ring->count && p->ring->number[c->low] < p->ring->before)
        c->low++;
    return EG_OK;
}

static int64_t place_of_node(const cut *c, int32_t number)
{
    return number < c->nodes && c->node[number] == number
               ? number
               : eg_bisected_find_number(c->node, c->nodes, number);
}

static eg_status reserve_cells(cut *c, eg_scope *scope)
{
    int64_t cells = c->patch.held;
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(c->nodes, c->x), EG_BLOCK(cells, c->vertex),
                          EG_BLOCK(cells, c->boundary), EG_BLOCK(cells, c->twin), EG_BLOCK(cells, c->region),
                          EG_BLOCK(cells, c->number), EG_BLOCK(cells, c->source));
}

static int32_t boundary_of_edge(const cut *c, int64_t at, int edge)
{
    int32_t face = c->patch.face[at][edge];
    return face < 0 ? -1 : c->patch.own->macro->face_boundary[face];
}

/* Across a periodic pair, where the window has it. */
static int32_t find_twin(const cut *c, int64_t at, int edge)
{
    int32_t across = c->patch.leaf[at].link[edge];
    if (boundary_of_edge(c, at, edge) < 0 || across < 0)
        return -1;
    int64_t there = eg_bisected_held(c->patch.ring, across / 3);
    return there < 0 ? -1 : (int32_t)(3 * place_in_window(c, there) + across % 3);
}

static void fill_window_cell(const cut *c, int64_t at)
{
    const eg_bisected_patch *p = &c->patch;
    const eg_mesh *macro = &p->own->macro->base;
    int64_t i = place_in_window(c, at);
    int32_t root = eg_bisected_root(p->leaf[at].id);
    eg_bisected_triangle triangle;
    eg_bisected_find_triangle(p->own, p->leaf[at].id, &triangle);
    for (int k = 0; k < 3; k++) {
        int64_t node = place_of_node(c, p->leaf[at].node[k]);
        memcpy(c->x[node], triangle.x[k], sizeof *c->x); /* of any leaf the same bits */
        c->vertex[i][k] = (int32_t)node;
        c->boundary[i][k] = boundary_of_edge(c, at, k);
        c->twin[i][k] = find_twin(c, at, k);
    }
    c->region[i] = macro->region[root];
    c->source[i] = macro->source[root];
    c->number[i] = (int32_t)(at < p->ring->own ? p->ring->before + at : p->ring->number[at - p->ring->own]);
}

static eg_status cut_out(cut *c, bool vertices, eg_plane **part)
{
    const eg_bisected_patch *p = &c->patch;
    EG_SCOPE(scope, p->own->context);
    EG_TRY(list_window_nodes(c, &scope));
    EG_TRY(reserve_cells(c, &scope));
    for (int64_t at = 0; at < p->held; at++)
        fill_window_cell(c, at);
    const eg_plane_window window = {.like = &p->own->macro->base,
                                    .cells = p->held,
                                    .nodes = c->nodes,
                                    .x = (const double(*)[3])c->x,
                                    .vertex = (const int32_t(*)[3])c->vertex,
                                    .boundary = (const int32_t(*)[3])c->boundary,
                                    .twin = (const int32_t(*)[3])c->twin,
                                    .region = c->region,
                                    .source = c->source,
                                    .cell_number = c->number,
                                    .node_number = c->node,
                                    .all_cells = p->range.all,
                                    .all_nodes = p->all_nodes,
                                    .first_node = p->first_node,
                                    .own_nodes = p->own_nodes};
    return eg_plane_cut_window(&window, eg_comm_ranks(p->range.comm), eg_comm_rank(p->range.comm), vertices,
                               part);
}

eg_status eg_bisected_plane(const eg_bisected *bisected, bool vertices, eg_plane **plane)
{
    cut c = {0};
    *plane = NULL;
    eg_status status = eg_bisected_patch_create(bisected, &c.patch);
    if (status == EG_OK)
        status = eg_comm_agree(eg_bisected_comm(bisected), cut_out(&c, vertices, plane));
    if (status != EG_OK)
        eg_plane_destroy(plane);
    eg_bisected_patch_destroy(&c.patch);
    return status;
}
