/* Outlines of shapes: the edges at which the domain or a region ends. */
#include "io/picture_internal.h"

#include <math.h>
#include <stdlib.h>

/* An edge of a cell, its lower node first. */
typedef struct edge {
    int32_t node[2], region;
} edge;

static int by_nodes(const void *a, const void *b)
{
    const edge *p = a, *q = b;
    for (int k = 0; k < 2; k++)
        if (p->node[k] != q->node[k])
            return p->node[k] < q->node[k] ? -1 : 1;
    return 0;
}

static void fill_edges(const eg_shapes *shapes, const int32_t *region, edge *edges)
{
    for (int64_t cell = 0, at = 0; cell < shapes->cells; cell++) {
        int64_t first = shapes->first[cell], count = shapes->first[cell + 1] - first;
        for (int64_t k = 0; k < count; k++) {
            int32_t a = shapes->vertex[first + k], b = shapes->vertex[first + (k + 1) % count];
            edges[at++] = (edge){{a < b ? a : b, a < b ? b : a}, region ? region[cell] : 0};
        }
    }
}

/* Whether the outline goes along edge i of all; *next is the first that is another one. */
static bool is_outline(const edge *edges, int64_t count, int64_t i, int64_t *next)
{
    bool same = true;
    for (*next = i + 1; *next < count && by_nodes(&edges[i], &edges[*next]) == 0; ++*next)
        same = same && edges[*next].region == edges[i].region;
    return *next == i + 1 || !same;
}

static void take(const eg_shapes *shapes, const edge *e, double segment[4])
{
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 2; k++)
            segment[2 * end + k] = shapes->x[e->node[end]][k];
}

eg_status eg_shapes_outline(eg_context *context, const eg_shapes *shapes, const int32_t *region,
                            double (**segments)[4], int64_t *count)
{
    int64_t all = shapes->first[shapes->cells], next;
    edge *edges = NULL;
    *count = 0;
    EG_TRY(eg_alloc(context, all, sizeof *edges, &edges));
    fill_edges(shapes, region, edges);
    qsort(edges, (size_t)all, sizeof *edges, by_nodes);
    for (int64_t i = 0; i < all; i = next)
        *count += is_outline(edges, all, i, &next);
    eg_status status = eg_alloc(context, *count, sizeof **segments, segments);
    for (int64_t i = 0, at = 0; i < all && status == EG_OK; i = next)
        if (is_outline(edges, all, i, &next))
            take(shapes, &edges[i], (*segments)[at++]);
    eg_free(context, &edges);
    return status;
}
