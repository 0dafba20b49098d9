/* The outline of an area with breaklines, cut to pieces that meet at nodes alone. */
#include "io/gis/breaks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/boxes.h"

/* Where a segment is cut: the part of its way, 0 to 1, and the point. */
typedef struct segment_cut {
    int64_t segment;
    double part, x[2];
} segment_cut;

/* A part of the outline, or of a breakline. */
typedef struct segment {
    double a[2], b[2];
    int64_t line; /* part of the breaklines; -1: of the outline */
} segment;

typedef struct cutting {
    eg_boxed items; /* the segments, for eg_boxes_meeting() */
    const eg_gis_outline *outline;
    const eg_gis_shapes *lines;
    eg_gis_breaks *made;
    double near;
    segment *segment; /* [segments] first those of the outline, as its points */
    int64_t segments, segment_room;
    segment_cut *cut;
    int64_t cuts, cut_room;
    int64_t current; /* the segment that meets others */
    int64_t *same;   /* [nodes] the node that it is one with */
    bool *inside;    /* [parts of the breaklines] */
} cutting;

static eg_box box_of_segment(const eg_boxed *self, int64_t i)
{
    const cutting *c = (const cutting *)self;
    const segment *s = &c->segment[i];
    return (eg_box){{fmin(s->a[0], s->b[0]) - c->near, fmin(s->a[1], s->b[1]) - c->near, 0},
                    {fmax(s->a[0], s->b[0]) + c->near, fmax(s->a[1], s->b[1]) + c->near, 0}};
}

/* ---- segments */

static eg_status add_segment(cutting *c, const double *a, const double *b, int64_t line)
{
    eg_context *context = c->made->context;
    EG_TRY(eg_reserve(context, c->segments + 1, &c->segment_room, sizeof *c->segment, &c->segment));
    c->segment[c->segments++] = (segment){.a = {a[0], a[1]}, .b = {b[0], b[1]}, .line = line};
    return EG_OK;
}

static eg_status list_segments(cutting *c)
{
    const eg_gis_outline *o = c->outline;
    const eg_gis_shapes *s = c->lines;
    for (int64_t r = 0; r < o->rings; r++)
        for (int64_t i = o->first[r]; i < o->first[r + 1]; i++)
            EG_TRY(add_segment(c, o->x[i], o->x[i + 1 < o->first[r + 1] ? i + 1 : o->first[r]], -1));
    for (int64_t part = 0; part < s->parts; part++)
        for (int64_t i = s->first[part]; i + 1 < s->first[part + 1]; i++)
            if (s->x[i][0] != s->x[i + 1][0] || s->x[i][1] != s->x[i + 1][1])
                EG_TRY(add_segment(c, s->x[i], s->x[i + 1], part));
    return EG_OK;
}

/* ---- cuts */

static eg_status add_cut(cutting *c, int64_t of, double part, const double x[2])
{
    EG_TRY(eg_reserve(c->made->context, c->cuts + 1, &c->cut_room, sizeof *c->cut, &c->cut));
    c->cut[c->cuts++] = (segment_cut){.segment = of, .part = part, .x = {x[0], x[1]}};
    return EG_OK;
}

/* Cuts the segment at a point that is near to it. */
static eg_status cut_near(cutting *c, int64_t at, const double *p)
{
    const segment *s = &c->segment[at];
    double d[2] = {s->b[0] - s->a[0], s->b[1] - s->a[1]};
    double part = ((p[0] - s->a[0]) * d[0] + (p[1] - s->a[1]) * d[1]) / (d[0] * d[0] + d[1] * d[1]);
    if (!(part >= 0 && part <= 1) ||
        hypot(p[0] - s->a[0] - part * d[0], p[1] - s->a[1] - part * d[1]) > c->near)
        return EG_OK;
    return add_cut(c, at, part, p);
}

static double cross(const double *a, const double *b, const double *p)
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static eg_status meet(void *user, int64_t other)
{
    cutting *c = user;
    const segment *s = &c->segment[c->current], *t = &c->segment[other];
    if (other == c->current || (t->line >= 0 && other < c->current))
        return EG_OK;
    const double *const ends[4] = {s->a, s->b, t->a, t->b};
    for (int k = 0; k < 4; k++)
        EG_TRY(cut_near(c, k < 2 ? other : c->current, ends[k]));
    double sa = cross(t->a, t->b, s->a), sb = cross(t->a, t->b, s->b);
    double ta = cross(s->a, s->b, t->a), tb = cross(s->a, s->b, t->b);
    if (!((sa < 0) != (sb < 0) && (ta < 0) != (tb < 0) && sa != sb && ta != tb))
        return EG_OK;
    double part = sa / (sa - sb);
    const double x[2] = {s->a[0] + part * (s->b[0] - s->a[0]), s->a[1] + part * (s->b[1] - s->a[1])};
    EG_TRY(add_cut(c, c->current, part, x));
    return add_cut(c, other, ta / (ta - tb), x);
}

static int compare_cuts(const void *a, const void *b)
{
    const segment_cut *p = a, *q = b;
    return p->segment != q->segment ? (p->segment < q->segment ? -1 : 1)
                                    : (p->part > q->part) - (p->part < q->part);
}

/* Breaklines against all segments; the ends of breaklines cut them, too. */
static eg_status find_cuts(cutting *c)
{
    EG_ENDS_WITH(eg_boxes_destroy) eg_boxes *boxes = NULL;
    EG_TRY(eg_boxes_create(c->made->context, c->segments, &c->items, &boxes));
    for (c->current = c->outline->points; c->current < c->segments; c->current++) {
        eg_box box = box_of_segment(&c->items, c->current);
        EG_TRY(add_cut(c, c->current, 0, c->segment[c->current].a));
        EG_TRY(add_cut(c, c->current, 1, c->segment[c->current].b));
        EG_TRY(eg_boxes_meeting(boxes, &c->items, &box, meet, c));
    }
    if (c->cuts > 0)
        qsort(c->cut, (size_t)c->cuts, sizeof *c->cut, compare_cuts);
    return EG_OK;
}

/* ---- nodes: the points of the outline, then those of the cuts */

static eg_status list_nodes(cutting *c)
{
    eg_gis_breaks *made = c->made;
    int64_t points = c->outline->points;
    EG_TRY(EG_ALLOC(made->context, EG_BLOCK(points + c->cuts, made->x), EG_BLOCK(points + c->cuts, c->same)));
    for (int64_t i = 0; i < points + c->cuts; i++)
        memcpy(made->x[i], i < points ? c->outline->x[i] : c->cut[i - points].x, sizeof *made->x);
    made->nodes = points + c->cuts;
    return EG_OK;
}

/* A node and its x, to sort. */
typedef struct node_by_x {
    double x;
    int64_t node;
} node_by_x;

static int compare_nodes(const void *a, const void *b)
{
    const node_by_x *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : (p->node > q->node) - (p->node < q->node);
}

/* Each node in ascending order becomes one with the first before it in the order of nodes that is near, and is
 * not one with another itself; the outline's own points stay as they are. */
static void unite_node(cutting *c, const node_by_x *by_x, int64_t at)
{
    int64_t node = by_x[at].node, count = c->made->nodes, best = node;
    const double *x = c->made->x[node];
    for (int way = -1; way <= 1; way += 2)
        for (int64_t i = at + way; i >= 0 && i < count && fabs(by_x[i].x - by_x[at].x) <= c->near; i += way) {
            int64_t other = by_x[i].node;
            const double *y = c->made->x[other];
            if (other < best && c->same[other] == other && hypot(x[0] - y[0], x[1] - y[1]) <= c->near)
                best = other;
        }
    c->same[node] = best;
}

static eg_status unite_nodes(cutting *c)
{
    EG_SCRATCH node_by_x *by_x = NULL;
    EG_SCRATCH int64_t *place = NULL;
    int64_t count = c->made->nodes;
    EG_TRY(EG_ALLOC(c->made->context, EG_BLOCK(count, by_x), EG_BLOCK(count, place)));
    for (int64_t i = 0; i < count; i++)
        by_x[i] = (node_by_x){c->made->x[i][0], i};
    qsort(by_x, (size_t)count, sizeof *by_x, compare_nodes);
    for (int64_t i = 0; i < count; i++) {
        place[by_x[i].node] = i;
        c->same[i] = i;
    }
    for (int64_t node = c->outline->points; node < count; node++)
        unite_node(c, by_x, place[node]);
    return EG_OK;
}

/* ---- pieces */

static bool ring_holds(const eg_gis_outline *o, int64_t r, const double *p)
{
    return eg_gis_ring_holds(o->x[o->first[r]], 2, o->first[r + 1] - o->first[r], p);
}

/* The outer ring of the surface that a point is in; -1: none. */
static int64_t surface_round(const eg_gis_outline *o, const double *p)
{
    int64_t found = -1;
    for (int64_t r = 0; r < o->rings; r++)
        if (o->within[r] < 0 && (found < 0 || o->area[r] < o->area[found]) && ring_holds(o, r, p))
            found = r;
    for (int64_t r = 0; r < o->rings && found >= 0; r++)
        if (o->within[r] == found && ring_holds(o, r, p))
            return -1;
    return found;
}

static eg_status add_piece(cutting *c, int64_t from, int64_t to, int64_t line)
{
    eg_gis_breaks *made = c->made;
    const double *a = made->x[from], *b = made->x[to];
    const double middle[2] = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
    int64_t surface = from == to ? -1 : surface_round(c->outline, middle);
    if (surface < 0)
        return EG_OK;
    EG_TRY(eg_reserve(made->context, made->pieces + 1, &made->piece_room, sizeof *made->piece, &made->piece));
    int64_t *piece = made->piece[made->pieces++];
    piece[0] = from < to ? from : to;
    piece[1] = from < to ? to : from;
    piece[2] = surface;
    c->inside[line] = true;
    return EG_OK;
}

static int compare_pieces(const void *a, const void *b)
{
    const int64_t *p = a, *q = b;
    return p[0] != q[0] ? (p[0] < q[0] ? -1 : 1) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Whether two nodes follow each other on a ring. */
static bool is_on_ring(const eg_gis_breaks *made, const int64_t *place, int64_t a, int64_t b)
{
    for (int way = 0; way < 2; way++) {
        int64_t at = place[way == 0 ? a : b], other = way == 0 ? b : a;
        int64_t ring = 0;
        if (at < 0)
            return false;
        while (made->ring_first[ring + 1] <= at)
            ring++;
        int64_t next = at + 1 < made->ring_first[ring + 1] ? at + 1 : made->ring_first[ring];
        if (made->ring_node[next] == other)
            return true;
    }
    return false;
}

/* Leaves out what is there twice, and what lies on the outline. */
static eg_status clean_pieces(cutting *c)
{
    eg_gis_breaks *made = c->made;
    EG_SCRATCH int64_t *place = NULL;
    int64_t kept = 0;
    EG_TRY(eg_alloc(made->context, made->nodes, sizeof *place, &place));
    for (int64_t i = 0; i < made->nodes; i++)
        place[i] = -1;
    for (int64_t i = 0; i < made->ring_first[c->outline->rings]; i++)
        place[made->ring_node[i]] = i;
    if (made->pieces > 0)
        qsort(made->piece, (size_t)made->pieces, sizeof *made->piece, compare_pieces);
    for (int64_t i = 0; i < made->pieces; i++) {
        const int64_t *piece = made->piece[i];
        bool twice = kept > 0 && compare_pieces(piece, made->piece[kept - 1]) == 0;
        if (!twice && !is_on_ring(made, place, piece[0], piece[1]))
            memmove(made->piece[kept++], piece, sizeof *made->piece);
    }
    made->pieces = kept;
    return EG_OK;
}

/* Rings with the nodes of their cuts, which come first, and the pieces between the cuts of breaklines. */
static eg_status walk_cuts(cutting *c)
{
    const eg_gis_outline *o = c->outline;
    eg_gis_breaks *made = c->made;
    int64_t at = 0, count = 0;
    for (int64_t r = 0; r < o->rings; r++) {
        made->ring_first[r] = count;
        for (int64_t i = o->first[r]; i < o->first[r + 1]; i++) {
            made->ring_node[count++] = i;
            for (; at < c->cuts && c->cut[at].segment == i; at++) {
                int64_t node = c->same[o->points + at];
                if (node >= o->points && node != made->ring_node[count - 1])
                    made->ring_node[count++] = node;
            }
        }
    }
    made->ring_first[o->rings] = count;
    for (; at + 1 < c->cuts; at++)
        if (c->cut[at].segment == c->cut[at + 1].segment)
            EG_TRY(add_piece(c, c->same[o->points + at], c->same[o->points + at + 1],
                             c->segment[c->cut[at].segment].line));
    return EG_OK;
}

static eg_status check_lines_inside(const cutting *c)
{
    int64_t outside = 0;
    for (int64_t part = 0; part < c->lines->parts; part++)
        outside += !c->inside[part];
    if (outside == c->lines->parts)
        return eg_fail(c->made->context, EG_INPUT,
                       "%s: no breakline lies inside the area; are its coordinates metres of the area's own "
                       "system?",
                       c->lines->name);
    if (outside > 0)
        eg_log(c->made->context, EG_LOG_WARN,
               "%s: %lld of %lld breaklines lie outside the area, and are left out", c->lines->name,
               (long long)outside, (long long)c->lines->parts);
    return EG_OK;
}

/* ---- the calls */

static eg_status take_outline(const eg_gis_outline *o, eg_gis_breaks *made)
{
    EG_TRY(eg_alloc(made->context, o->points, sizeof *made->x, &made->x));
    memcpy(made->x, o->x, (size_t)o->points * sizeof *made->x);
    memcpy(made->ring_first, o->first, (size_t)(o->rings + 1) * sizeof *made->ring_first);
    for (int64_t i = 0; i < o->points; i++)
        made->ring_node[i] = i;
    made->nodes = o->points;
    return EG_OK;
}

static void cutting_end(cutting *c)
{
    EG_FREE(&c->segment, &c->cut, &c->same, &c->inside);
}

eg_status eg_gis_breaks_make(const eg_gis_outline *outline, const eg_gis_shapes *lines, double near,
                             eg_gis_breaks *made)
{
    EG_ENDS_WITH(cutting_end)
    cutting c = {
        .items = {.box = box_of_segment}, .outline = outline, .lines = lines, .made = made, .near = near};
    EG_TRY(eg_alloc(made->context, outline->rings + 1, sizeof *made->ring_first, &made->ring_first));
    if (lines) {
        EG_TRY(eg_alloc(made->context, lines->parts, sizeof *c.inside, &c.inside));
        EG_TRY(list_segments(&c));
        EG_TRY(find_cuts(&c));
    }
    EG_TRY(eg_alloc(made->context, outline->points + c.cuts, sizeof *made->ring_node, &made->ring_node));
    if (!lines)
        return take_outline(outline, made);
    EG_TRY(list_nodes(&c));
    EG_TRY(unite_nodes(&c));
    EG_TRY(walk_cuts(&c));
    EG_TRY(clean_pieces(&c));
    return check_lines_inside(&c);
}

void eg_gis_breaks_free(eg_gis_breaks *breaks)
{
    EG_FREE(&breaks->x, &breaks->ring_first, &breaks->ring_node, &breaks->piece);
}
