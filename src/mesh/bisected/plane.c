/* The leaves as a mesh of the plane. */
#include "base/parallel.h"
#include "mesh/bisected/internal.h"

#include <string.h>

typedef struct generation {
    const eg_bisected *leaves;
    eg_bisected_nodes nodes;
    double (*corner)[3][3]; /* [leaves] m */
    double (*x)[3];         /* [nodes] m */
    int64_t edges;
    uint8_t *type;          /* [leaves] */
    int32_t *region;        /* [leaves] */
    int64_t *source;        /* [leaves] */
    int32_t (*edge)[2];     /* [edges] on boundaries */
    int32_t *edge_boundary; /* [edges] */
} generation;

static eg_status reserve(eg_context *c, generation *g)
{
    int64_t leaves = g->leaves->leaves;
    EG_TRY(eg_alloc(c, leaves, sizeof *g->nodes.face, &g->nodes.face));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->corner, &g->corner));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->nodes.node, &g->nodes.node));
    EG_TRY(eg_alloc(c, 3 * leaves, sizeof *g->x, &g->x));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->type, &g->type));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->region, &g->region));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->source, &g->source));
    EG_TRY(eg_alloc(c, 3 * leaves, sizeof *g->edge, &g->edge));
    return eg_alloc(c, 3 * leaves, sizeof *g->edge_boundary, &g->edge_boundary);
}

static void release(eg_context *c, generation *g)
{
    eg_free(c, &g->nodes.face);
    eg_free(c, &g->corner);
    eg_free(c, &g->nodes.node);
    eg_free(c, &g->x);
    eg_free(c, &g->type);
    eg_free(c, &g->region);
    eg_free(c, &g->source);
    eg_free(c, &g->edge);
    eg_free(c, &g->edge_boundary);
}

static void fill_cells(generation *g)
{
    const eg_bisected *leaves = g->leaves;
    const eg_mesh *macro = &leaves->macro->base;
    EG_LOOP(leaves->context, leaves->leaves)
    for (int64_t i = 0; i < leaves->leaves; i++) {
        eg_bisected_triangle triangle;
        int32_t root = eg_bisected_root(leaves->id[i]);
        eg_bisected_find_triangle(leaves, leaves->id[i], &triangle);
        memcpy(g->corner[i], triangle.x, sizeof triangle.x);
        memcpy(g->nodes.face[i], triangle.face, sizeof triangle.face);
        g->type[i] = EG_TRIANGLE;
        g->region[i] = macro->region[root];
        g->source[i] = macro->source[root];
    }
}

/* Each node has the place that the first of its corners has. */
static void place_nodes(generation *g)
{
    int32_t node = 0;
    for (int64_t corner = 0; corner < 3 * g->leaves->leaves; corner++)
        if (g->nodes.node[corner / 3][corner % 3] == node)
            memcpy(g->x[node++], g->corner[corner / 3][corner % 3], sizeof *g->x);
}

static void list_edges(generation *g)
{
    for (int64_t i = 0; i < g->leaves->leaves; i++)
        for (int k = 0; k < 3; k++) {
            int32_t boundary = eg_bisected_boundary(&g->nodes, i, k);
            if (boundary < 0)
                continue;
            g->edge[g->edges][0] = g->nodes.node[i][k];
            g->edge[g->edges][1] = g->nodes.node[i][(k + 1) % 3];
            g->edge_boundary[g->edges++] = boundary;
        }
}

static void join_twins(const generation *g, eg_plane *plane)
{
    for (int64_t i = 0; i < g->leaves->leaves; i++)
        for (int k = 0; k < 3; k++)
            if (eg_bisected_boundary(&g->nodes, i, k) >= 0 && g->leaves->link[i][k] >= 0)
                plane->face_twin[plane->cell_face[3 * i + k]] = plane->cell_face[g->leaves->link[i][k]];
}

static eg_status build(const generation *g, eg_plane **plane)
{
    const eg_mesh *macro = &g->leaves->macro->base;
    eg_plane_input input = {
        .origin = macro->origin,
        .nodes = g->nodes.count,
        .cells = g->leaves->leaves,
        .edges = g->edges,
        .x = (const double(*)[3])g->x,
        .type = g->type,
        .vertex = (const int32_t(*)[4])g->nodes.node,
        .region = g->region,
        .source = g->source,
        .edge = (const int32_t(*)[2])g->edge,
        .edge_boundary = g->edge_boundary,
        .regions = macro->regions.count,
        .boundaries = macro->boundaries.count,
        .region_name = (const char *const *)macro->regions.name,
        .boundary_name = (const char *const *)macro->boundaries.name,
        .ordered = true,
    };
    return eg_plane_build(g->leaves->context, &input, plane);
}

eg_status eg_bisected_plane(const eg_bisected *bisected, eg_plane **plane)
{
    generation g = {.leaves = bisected, .nodes = {.leaves = bisected}};
    *plane = NULL;
    eg_status status = reserve(bisected->context, &g);
    if (status == EG_OK) {
        fill_cells(&g);
        eg_bisected_number_nodes(&g.nodes);
        place_nodes(&g);
        list_edges(&g);
        status = build(&g, plane);
    }
    if (status == EG_OK)
        join_twins(&g, *plane);
    release(bisected->context, &g);
    return status;
}
