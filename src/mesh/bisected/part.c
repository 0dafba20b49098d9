/* The part of a rank, made from all leaves without the mesh of them: a window of its own leaves and those round them. */
#include "base/parallel.h"
#include "mesh/bisected/internal.h"
#include "mesh/selection.h"

#include <string.h>

typedef struct cut {
    const eg_bisected *leaves;
    eg_bisected_nodes nodes;
    eg_ranks ranks;
    int rank;
    int64_t first, last;     /* own leaves */
    eg_selection leaf, node; /* of the window */
    double (*x)[3];
    int32_t (*vertex)[3], (*boundary)[3], (*twin)[3];
    int32_t *region;
    int64_t *source;
} cut;

static eg_status find_faces(cut *c)
{
    const eg_bisected *b = c->leaves;
    EG_TRY(eg_alloc(b->context, b->leaves, sizeof *c->nodes.face, &c->nodes.face));
    EG_TRY(eg_alloc(b->context, b->leaves, sizeof *c->nodes.node, &c->nodes.node));
    EG_LOOP(b->context, b->leaves)
    for (int64_t i = 0; i < b->leaves; i++)
        eg_bisected_find_faces(b, b->id[i], c->nodes.face[i]);
    return EG_OK;
}

/* ---- what the window has */

/* The leaves round the vertex of a corner, through periodic pairs. */
static eg_status look_round(cut *c, int32_t first)
{
    const eg_bisected *b = c->leaves;
    int32_t corner = first;
    do {
        EG_TRY(eg_selection_add(b->context, &c->leaf, corner / 3));
        int32_t there = b->link[corner / 3][corner % 3];
        corner = there < 0 ? -1 : there - there % 3 + (there + 1) % 3;
    } while (corner >= 0 && corner != first);
    for (int32_t at = first; corner < 0;) {
        int32_t before = at - at % 3 + (at + 2) % 3;
        at = b->link[before / 3][before % 3];
        if (at < 0)
            break;
        EG_TRY(eg_selection_add(b->context, &c->leaf, at / 3));
    }
    return EG_OK;
}

static eg_status select_all(cut *c)
{
    eg_context *context = c->leaves->context;
    EG_TRY(eg_selection_create(context, c->leaves->leaves, &c->leaf));
    EG_TRY(eg_selection_create(context, c->nodes.count, &c->node));
    for (int64_t corner = 3 * c->first; corner < 3 * c->last; corner++)
        EG_TRY(look_round(c, (int32_t)corner));
    eg_selection_number(&c->leaf, 0);
    for (int64_t i = 0; i < c->leaf.count; i++)
        for (int k = 0; k < 3; k++)
            EG_TRY(eg_selection_add(context, &c->node, c->nodes.node[c->leaf.item[i]][k]));
    eg_selection_number(&c->node, 0);
    return EG_OK;
}

/* ---- filling */

static eg_status reserve(cut *c)
{
    eg_context *context = c->leaves->context;
    EG_TRY(eg_alloc(context, c->node.count, sizeof *c->x, &c->x));
    EG_TRY(eg_alloc(context, c->leaf.count, sizeof *c->vertex, &c->vertex));
    EG_TRY(eg_alloc(context, c->leaf.count, sizeof *c->boundary, &c->boundary));
    EG_TRY(eg_alloc(context, c->leaf.count, sizeof *c->twin, &c->twin));
    EG_TRY(eg_alloc(context, c->leaf.count, sizeof *c->region, &c->region));
    return eg_alloc(context, c->leaf.count, sizeof *c->source, &c->source);
}

/* Across a periodic pair, where the window has it. */
static int32_t find_twin(const cut *c, int32_t leaf, int edge)
{
    int32_t across = c->leaves->link[leaf][edge];
    if (eg_bisected_boundary(&c->nodes, leaf, edge) < 0 || across < 0)
        return -1;
    int32_t there = c->leaf.number[across / 3];
    return there < 0 ? -1 : 3 * there + across % 3;
}

static void fill(const cut *c)
{
    const eg_mesh *macro = &c->leaves->macro->base;
    for (int64_t i = 0; i < c->leaf.count; i++) {
        int32_t leaf = c->leaf.item[i], root = eg_bisected_root(c->leaves->id[leaf]);
        eg_bisected_triangle triangle;
        eg_bisected_find_triangle(c->leaves, c->leaves->id[leaf], &triangle);
        for (int k = 0; k < 3; k++) {
            int32_t node = c->node.number[c->nodes.node[leaf][k]];
            memcpy(c->x[node], triangle.x[k], sizeof *c->x); /* of any leaf the same bits */
            c->vertex[i][k] = node;
            c->boundary[i][k] = eg_bisected_boundary(&c->nodes, leaf, k);
            c->twin[i][k] = find_twin(c, leaf, k);
        }
        c->region[i] = macro->region[root];
        c->source[i] = macro->source[root];
    }
}

/* Nodes that are numbered before those of a leaf. */
static int64_t nodes_before(const cut *c, int64_t leaf)
{
    int64_t nodes = 0;
    for (int64_t i = 0; i < leaf; i++)
        for (int k = 0; k < 3; k++)
            nodes = eg_max_i64(nodes, c->nodes.node[i][k] + 1);
    return nodes;
}

static eg_status make_part(cut *c, bool vertices, eg_plane **part)
{
    EG_TRY(find_faces(c));
    eg_bisected_number_nodes(&c->nodes);
    EG_TRY(select_all(c));
    EG_TRY(reserve(c));
    fill(c);
    int64_t first_node = nodes_before(c, c->first);
    const eg_plane_window window = {.like = &c->leaves->macro->base,
                                    .cells = c->leaf.count,
                                    .nodes = c->node.count,
                                    .x = (const double(*)[3])c->x,
                                    .vertex = (const int32_t(*)[3])c->vertex,
                                    .boundary = (const int32_t(*)[3])c->boundary,
                                    .twin = (const int32_t(*)[3])c->twin,
                                    .region = c->region,
                                    .source = c->source,
                                    .cell_number = c->leaf.item,
                                    .node_number = c->node.item,
                                    .all_cells = c->leaves->leaves,
                                    .all_nodes = c->nodes.count,
                                    .first_node = first_node,
                                    .own_nodes = nodes_before(c, c->last) - first_node};
    return eg_plane_cut_window(&window, c->ranks, c->rank, vertices, part);
}

eg_status eg_bisected_part(const eg_bisected *bisected, eg_ranks ranks, int rank, bool vertices,
                           eg_plane **part)
{
    cut c = {.leaves = bisected, .nodes = {.leaves = bisected}, .ranks = ranks, .rank = rank};
    eg_context *context = bisected->context;
    *part = NULL;
    eg_partition_range(bisected->leaves, eg_mesh_chunk(&eg_plane_class, bisected->leaves), ranks,
                       rank, &c.first, &c.last);
    eg_status status = make_part(&c, vertices, part);
    eg_selection_free(context, &c.leaf);
    eg_selection_free(context, &c.node);
    eg_free(context, &c.nodes.face);
    eg_free(context, &c.nodes.node);
    eg_free(context, &c.x);
    eg_free(context, &c.vertex);
    eg_free(context, &c.boundary);
    eg_free(context, &c.twin);
    eg_free(context, &c.region);
    eg_free(context, &c.source);
    return status;
}
