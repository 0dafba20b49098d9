/* The leaves as a mesh of the plane. Corners of leaves become nodes by walking round each vertex, never by looking at
 * places: what a slit parts stays parted. */
#include "base/parallel.h"
#include "mesh/bisected/internal.h"

#include <string.h>

typedef struct generation {
    const eg_bisected *leaves;
    int32_t (*face)[3];     /* [leaves] of the macro mesh, that an edge is a part of; -1: none */
    double (*corner)[3][3]; /* [leaves] m */
    int32_t (*node)[4];     /* [leaves] of the corners, in the fourth place -1 */
    double (*x)[3];         /* [nodes] m */
    int64_t nodes, edges;
    uint8_t *type;          /* [leaves] */
    int32_t *region;        /* [leaves] */
    int64_t *source;        /* [leaves] */
    int32_t (*edge)[2];     /* [edges] on boundaries */
    int32_t *edge_boundary; /* [edges] */
} generation;

static eg_status reserve(eg_context *c, generation *g)
{
    int64_t leaves = g->leaves->leaves;
    EG_TRY(eg_alloc(c, leaves, sizeof *g->face, &g->face));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->corner, &g->corner));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->node, &g->node));
    EG_TRY(eg_alloc(c, 3 * leaves, sizeof *g->x, &g->x));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->type, &g->type));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->region, &g->region));
    EG_TRY(eg_alloc(c, leaves, sizeof *g->source, &g->source));
    EG_TRY(eg_alloc(c, 3 * leaves, sizeof *g->edge, &g->edge));
    return eg_alloc(c, 3 * leaves, sizeof *g->edge_boundary, &g->edge_boundary);
}

static void release(eg_context *c, generation *g)
{
    eg_free(c, &g->face);
    eg_free(c, &g->corner);
    eg_free(c, &g->node);
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
        memcpy(g->face[i], triangle.face, sizeof triangle.face);
        for (int k = 0; k < 4; k++)
            g->node[i][k] = -1;
        g->type[i] = EG_TRIANGLE;
        g->region[i] = macro->region[root];
        g->source[i] = macro->source[root];
    }
}

/* The boundary that an edge is on, -1: none. */
static int32_t boundary_of(const generation *g, int64_t leaf, int edge)
{
    int32_t face = g->face[leaf][edge];
    return face < 0 ? -1 : g->leaves->macro->face_boundary[face];
}

/* The leaf and edge across, not through periodic pairs; -1: none. */
static int32_t across(const generation *g, int32_t edge)
{
    int32_t leaf = edge / 3;
    return boundary_of(g, leaf, edge % 3) < 0 ? g->leaves->link[leaf][edge % 3] : -1;
}

/* Gives a node to a corner and all others round its vertex. A corner has the number of the edge that begins there. */
static void number_fan(generation *g, int32_t first)
{
    int32_t node = (int32_t)g->nodes, corner = first;
    do {
        g->node[corner / 3][corner % 3] = node;
        int32_t there = across(g, corner);
        corner = there < 0 ? -1 : there - there % 3 + (there + 1) % 3;
    } while (corner >= 0 && corner != first);
    for (int32_t at = first; corner < 0;) {
        at = across(g, at - at % 3 + (at + 2) % 3);
        if (at < 0)
            break;
        g->node[at / 3][at % 3] = node;
    }
    memcpy(g->x[g->nodes++], g->corner[first / 3][first % 3], sizeof *g->x);
}

static void number_nodes(generation *g)
{
    for (int64_t corner = 0; corner < 3 * g->leaves->leaves; corner++)
        if (g->node[corner / 3][corner % 3] < 0)
            number_fan(g, (int32_t)corner);
}

static void list_edges(generation *g)
{
    for (int64_t i = 0; i < g->leaves->leaves; i++)
        for (int k = 0; k < 3; k++) {
            int32_t boundary = boundary_of(g, i, k);
            if (boundary < 0)
                continue;
            g->edge[g->edges][0] = g->node[i][k];
            g->edge[g->edges][1] = g->node[i][(k + 1) % 3];
            g->edge_boundary[g->edges++] = boundary;
        }
}

static void join_twins(const generation *g, eg_plane *plane)
{
    for (int64_t i = 0; i < g->leaves->leaves; i++)
        for (int k = 0; k < 3; k++)
            if (boundary_of(g, i, k) >= 0 && g->leaves->link[i][k] >= 0)
                plane->face_twin[plane->cell_face[3 * i + k]] =
                    plane->cell_face[g->leaves->link[i][k]];
}

static eg_status build(const generation *g, eg_plane **plane)
{
    const eg_mesh *macro = &g->leaves->macro->base;
    eg_plane_input input = {
        .origin = macro->origin,
        .nodes = g->nodes,
        .cells = g->leaves->leaves,
        .edges = g->edges,
        .x = (const double(*)[3])g->x,
        .type = g->type,
        .vertex = (const int32_t(*)[4])g->node,
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
    generation g = {.leaves = bisected};
    *plane = NULL;
    eg_status status = reserve(bisected->context, &g);
    if (status == EG_OK) {
        fill_cells(&g);
        number_nodes(&g);
        list_edges(&g);
        status = build(&g, plane);
    }
    if (status == EG_OK)
        join_twins(&g, *plane);
    release(bisected->context, &g);
    return status;
}
