/* The outline of the cells whose value is above a threshold.
 *
 * An edge of such a cell that no other one has is part of it, and runs with the cell on its left. From the
 * end of one the outline goes on along the edge that turns left the most: where cells meet at a node alone,
 * each keeps a ring of its own. A ring that comes back to a node is cut there in two. */
#include "io/gis/gis.h"

#include <math.h>

typedef struct directed_edges {
    int64_t count;
    int64_t *first;     /* [nodes + 1] by the node that they start from */
    int32_t (*ends)[2]; /* [count] from, to */
    uint8_t *used;      /* [count] */
} directed_edges;

typedef struct tracer {
    eg_context *context;
    const eg_snapshot_geometry *geometry;
    const double *values;
    double above;
    directed_edges all, outer; /* all by the lower of their nodes; of those the outline */
    int64_t *place;            /* [nodes] in the path, -1: not in it */
    int32_t *path;
    int64_t length, room, ring_room, point_room;
    eg_gis_outline *outline;
} tracer;

/* ---- edges */

/* Calls for each edge of the cells above; the first time to count them, by the lower node, then to put them
 * there. */
static void each_edge_above(tracer *t, bool put)
{
    const eg_snapshot_geometry *g = t->geometry;
    for (int64_t c = 0; c < g->cells; c++) {
        int64_t first = g->first[c], end = g->first[c + 1];
        for (int64_t v = first; v < end && t->values[c] > t->above; v++) {
            int32_t a = g->vertex[v], b = g->vertex[v + 1 < end ? v + 1 : first];
            int32_t low = a < b ? a : b;
            if (!put) {
                t->all.first[low + 1]++;
                continue;
            }
            int64_t at = t->all.first[low]++;
            t->all.ends[at][0] = a;
            t->all.ends[at][1] = b;
        }
    }
}

static void add_up_counts(int64_t *first, int64_t nodes)
{
    for (int64_t n = 0; n < nodes; n++)
        first[n + 1] += first[n];
}

/* After the edges were put, first[] has moved on by a node. */
static void move_back(int64_t *first, int64_t nodes)
{
    for (int64_t n = nodes; n > 0; n--)
        first[n] = first[n - 1];
    first[0] = 0;
}

static eg_status make_edges(tracer *t, directed_edges *edges, int64_t nodes)
{
    edges->count = edges->first[nodes];
    EG_TRY(eg_alloc(t->context, edges->count, sizeof *edges->ends, &edges->ends));
    return eg_alloc(t->context, edges->count, 1, &edges->used);
}

/* Marks those edges of a node that have one in the other direction beside them. */
static void mark_pairs(directed_edges *all, int64_t node)
{
    for (int64_t i = all->first[node]; i < all->first[node + 1]; i++)
        for (int64_t j = i + 1; j < all->first[node + 1]; j++)
            if (all->ends[i][0] == all->ends[j][1] && all->ends[i][1] == all->ends[j][0])
                all->used[i] = all->used[j] = 1;
}

static eg_status find_outline_edges(tracer *t)
{
    int64_t nodes = t->geometry->nodes;
    EG_TRY(EG_ALLOC(t->context, EG_BLOCK(nodes + 1, t->all.first), EG_BLOCK(nodes + 1, t->outer.first)));
    each_edge_above(t, false);
    add_up_counts(t->all.first, nodes);
    EG_TRY(make_edges(t, &t->all, nodes));
    each_edge_above(t, true);
    move_back(t->all.first, nodes);
    for (int64_t n = 0; n < nodes; n++)
        mark_pairs(&t->all, n);
    for (int64_t e = 0; e < t->all.count; e++)
        t->outer.first[t->all.ends[e][0] + 1] += !t->all.used[e];
    add_up_counts(t->outer.first, nodes);
    EG_TRY(make_edges(t, &t->outer, nodes));
    for (int64_t e = 0; e < t->all.count; e++) {
        if (t->all.used[e])
            continue;
        int64_t at = t->outer.first[t->all.ends[e][0]]++;
        t->outer.ends[at][0] = t->all.ends[e][0];
        t->outer.ends[at][1] = t->all.ends[e][1];
    }
    move_back(t->outer.first, nodes);
    return EG_OK;
}

/* ---- rings */

/* The edge that goes on from the end of `edge`, of several that most to the left; -1 where none is left. */
static int64_t next_edge(const tracer *t, int64_t edge)
{
    int32_t from = t->outer.ends[edge][0], at = t->outer.ends[edge][1];
    const double *p = t->geometry->x[from], *q = t->geometry->x[at];
    int64_t best = -1;
    double most = -INFINITY;
    for (int64_t i = t->outer.first[at]; i < t->outer.first[at + 1]; i++) {
        const double *r = t->geometry->x[t->outer.ends[i][1]];
        double d[2] = {q[0] - p[0], q[1] - p[1]}, e[2] = {r[0] - q[0], r[1] - q[1]};
        double angle = atan2(d[0] * e[1] - d[1] * e[0], d[0] * e[0] + d[1] * e[1]);
        if (!t->outer.used[i] && angle > most) {
            most = angle;
            best = i;
        }
    }
    return best;
}

/* Takes the path from `from` on as a ring. */
static eg_status follow_ring(tracer *t, int64_t from)
{
    eg_gis_outline *o = t->outline;
    EG_TRY(eg_reserve(t->context, o->rings + 2, &t->ring_room, sizeof *o->first, &o->first));
    EG_TRY(eg_reserve(t->context, o->points + t->length - from, &t->point_room, sizeof *o->x, &o->x));
    for (int64_t i = from; i < t->length; i++) {
        const double *x = t->geometry->x[t->path[i]];
        o->x[o->points][0] = x[0];
        o->x[o->points++][1] = x[1];
        t->place[t->path[i]] = -1;
    }
    t->length = from;
    o->first[++o->rings] = o->points;
    return EG_OK;
}

/* Adds a node to the path; one that is there already closes a ring. */
static eg_status step_to(tracer *t, int32_t node)
{
    if (t->place[node] >= 0)
        EG_TRY(follow_ring(t, t->place[node]));
    EG_TRY(eg_reserve(t->context, t->length + 1, &t->room, sizeof *t->path, &t->path));
    t->place[node] = t->length;
    t->path[t->length++] = node;
    return EG_OK;
}

static eg_status trace_rings(tracer *t)
{
    int64_t nodes = t->geometry->nodes;
    EG_TRY(eg_alloc(t->context, nodes, sizeof *t->place, &t->place));
    for (int64_t n = 0; n < nodes; n++)
        t->place[n] = -1;
    for (int64_t start = 0; start < t->outer.count; start++) {
        for (int64_t e = start; e >= 0 && !t->outer.used[e]; e = next_edge(t, e)) {
            if (t->length == 0)
                EG_TRY(step_to(t, t->outer.ends[e][0]));
            t->outer.used[e] = 1;
            EG_TRY(step_to(t, t->outer.ends[e][1]));
        }
        if (t->length > 0) /* its first node alone is left of the closed path */
            t->place[t->path[--t->length]] = -1;
    }
    return EG_OK;
}

/* ---- holes */

double eg_gis_ring_area(const double *x, int stride, int64_t points)
{
    double twice = 0;
    for (int64_t i = 1; i + 1 < points; i++) {
        const double *b = x + i * stride, *c = b + stride;
        twice += (b[0] - x[0]) * (c[1] - x[1]) - (c[0] - x[0]) * (b[1] - x[1]);
    }
    return twice / 2;
}

bool eg_gis_ring_holds(const double *x, int stride, int64_t points, const double *p)
{
    bool inside = false;
    for (int64_t i = 0, j = points - 1; i < points; j = i++) {
        const double *a = x + i * stride, *b = x + j * stride;
        if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (b[0] - a[0]) * ((p[1] - a[1]) / (b[1] - a[1])))
            inside = !inside;
    }
    return inside;
}

/* The smallest outer ring round the middle of the hole's first edge, which is on no other ring. */
static int64_t ring_round(const eg_gis_outline *o, int64_t hole)
{
    const double *a = o->x[o->first[hole]], *b = o->x[o->first[hole] + 1];
    const double p[2] = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
    int64_t best = -1;
    for (int64_t r = 0; r < o->rings; r++)
        if (o->area[r] > -o->area[hole] && (best < 0 || o->area[r] < o->area[best]) &&
            eg_gis_ring_holds(o->x[o->first[r]], 2, o->first[r + 1] - o->first[r], p))
            best = r;
    return best;
}

static eg_status find_holes(tracer *t)
{
    eg_gis_outline *o = t->outline;
    EG_TRY(EG_ALLOC(t->context, EG_BLOCK(o->rings, o->area), EG_BLOCK(o->rings, o->within)));
    for (int64_t r = 0; r < o->rings; r++)
        o->area[r] = eg_gis_ring_area(o->x[o->first[r]], 2, o->first[r + 1] - o->first[r]);
    for (int64_t r = 0; r < o->rings; r++)
        o->within[r] = o->area[r] < 0 ? ring_round(o, r) : -1;
    return EG_OK;
}

/* ---- the public calls */

static void tracer_end(tracer *t)
{
    EG_FREE(&t->all.first, &t->all.ends, &t->all.used, &t->outer.first, &t->outer.ends, &t->outer.used);
    EG_FREE(&t->place, &t->path);
    eg_gis_outline_destroy(&t->outline);
}

eg_status eg_gis_outline_create(eg_context *context, const eg_snapshot_geometry *geometry,
                                const double *values, double above, eg_gis_outline **outline)
{
    EG_ENDS_WITH(tracer_end)
    tracer t = {.context = context, .geometry = geometry, .values = values, .above = above};
    *outline = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *t.outline, &t.outline));
    t.outline->context = context;
    EG_TRY(eg_reserve(context, 1, &t.ring_room, sizeof *t.outline->first, &t.outline->first));
    EG_TRY(find_outline_edges(&t));
    EG_TRY(trace_rings(&t));
    EG_TRY(find_holes(&t));
    return eg_hand_over(&t.outline, outline);
}

void eg_gis_outline_destroy(eg_gis_outline **outline)
{
    if (*outline)
        EG_FREE(&(*outline)->x, &(*outline)->first, &(*outline)->area, &(*outline)->within, outline);
}
