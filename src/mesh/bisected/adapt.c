/* Other leaves: which edges are halved, which children are joined, and what is across the edges of what comes of it. */
#include "mesh/bisected/internal.h"

typedef struct change {
    const eg_bisected *old;
    const uint8_t *wish;
    uint8_t *mark;  /* [leaves] edges that are halved, or JOINS */
    uint8_t *pair;  /* [leaves] it and its sibling are leaves that may be joined */
    int32_t *first; /* [leaves + 1] new leaves of those before it */
    int32_t *open;  /* [room] 3 * leaf + edge, still to be halved */
    int64_t count, room;
} change;

/* ---- edges that are halved */

static eg_status push(change *c, int32_t edge)
{
    EG_TRY(eg_reserve(c->old->context, c->count + 1, &c->room, sizeof *c->open, &c->open));
    c->open[c->count++] = edge;
    return EG_OK;
}

/* Halves an edge on both its sides, and the refinement edges there, until none is open. */
static eg_status halve(change *c, int32_t edge)
{
    EG_TRY(push(c, edge));
    while (c->count > 0) {
        int32_t now = c->open[--c->count], leaf = now / 3, across = c->old->link[leaf][now % 3];
        if (c->mark[leaf] & 1 << now % 3)
            continue;
        c->mark[leaf] |= (uint8_t)(1 << now % 3);
        EG_TRY(push(c, 3 * leaf));
        if (across >= 0)
            EG_TRY(push(c, across));
    }
    return EG_OK;
}

static eg_status halve_wished(change *c)
{
    for (int64_t i = 0; i < c->old->leaves; i++)
        if (c->wish[i] == EG_BISECTED_FINER)
            EG_TRY(halve(c, (int32_t)(3 * i)));
    return EG_OK;
}

/* ---- children that are joined */

static bool may_join(const change *c, int64_t leaf)
{
    return leaf >= 0 && leaf < c->old->leaves && c->wish[leaf] == EG_BISECTED_COARSER &&
           c->mark[leaf] == 0 && eg_bisected_level(c->old->id[leaf]) > 0;
}

/* Siblings follow each other: the first of them, or -1 where the leaf has none. */
static int64_t first_sibling(const eg_bisected *b, int64_t leaf)
{
    uint64_t id = b->id[leaf], last = id & -id;
    int64_t first = id & last << 1 ? leaf - 1 : leaf;
    if (first < 0 || first + 1 >= b->leaves)
        return -1;
    return b->id[first] + 2 * last == b->id[first + 1] && (b->id[first] & -b->id[first]) == last
               ? first
               : -1;
}

static void find_pairs(change *c)
{
    for (int64_t i = 0; i < c->old->leaves; i++) {
        int64_t first = may_join(c, i) ? first_sibling(c->old, i) : -1;
        c->pair[i] = first >= 0 && may_join(c, first) && may_join(c, first + 1);
    }
}

/* Which edge of a child is a half of its parent's refinement edge. */
static int half_edge(uint64_t id)
{
    return eg_bisected_is_start(id) ? 1 : 2;
}

/* Whether the leaf across the half of the parent's refinement edge goes as well. */
static bool is_free(const change *c, int64_t leaf)
{
    const eg_bisected *b = c->old;
    int32_t across = b->link[leaf][half_edge(b->id[leaf])];
    return across < 0 || (c->pair[across / 3] && across % 3 == half_edge(b->id[across / 3]));
}

static void join_pairs(change *c)
{
    for (int64_t i = 0; i < c->old->leaves; i++) {
        if (!c->pair[i])
            continue;
        int64_t first = first_sibling(c->old, i);
        if (is_free(c, first) && is_free(c, first + 1))
            c->mark[i] = JOINS;
    }
}

/* ---- numbers */

static int new_leaves(const change *c, int64_t leaf)
{
    int mark = c->mark[leaf];
    if (mark == JOINS)
        return first_sibling(c->old, leaf) == leaf;
    return mark ? 2 + (mark & HALVES_1 ? 1 : 0) + (mark & HALVES_2 ? 1 : 0) : 1;
}

/* Numbers the new leaves; *changes tells whether they are others. */
static eg_status number(change *c, bool *changes)
{
    int64_t all = 0;
    *changes = false;
    for (int64_t i = 0; i < c->old->leaves; i++) {
        int mark = c->mark[i], level = eg_bisected_level(c->old->id[i]);
        int deepest = level + (mark & (HALVES_1 | HALVES_2) ? 2 : mark & 1);
        if (deepest > EG_BISECTED_LEVEL)
            return eg_fail(c->old->context, EG_MESH,
                           "%s: a triangle would be of level %d; the highest is %d",
                           c->old->macro->base.origin, deepest, EG_BISECTED_LEVEL);
        c->first[i] = (int32_t)all;
        all += new_leaves(c, i);
        *changes = *changes || mark;
        if (all > EG_BISECTED_MOST)
            return eg_fail(c->old->context, EG_MESH,
                           "%s: there would be more than %d triangles: take a lower level",
                           c->old->macro->base.origin, EG_BISECTED_MOST);
    }
    c->first[c->old->leaves] = (int32_t)all;
    return EG_OK;
}

/* ---- new leaves */

static int32_t number_of(const change *c, int64_t leaf, eg_bisected_origin origin)
{
    eg_bisected_origin list[4];
    int count = eg_bisected_children(c->mark[leaf], eg_bisected_level(c->old->id[leaf]), list);
    for (int k = 0; k < count; k++)
        if (list[k] == origin)
            return c->first[leaf] + k;
    assert(false);
    return -1;
}

static int32_t joined_edge(const change *c, int64_t leaf, int edge)
{
    bool start = eg_bisected_is_start(c->old->id[leaf]);
    int32_t joined = c->first[first_sibling(c->old, leaf)];
    if (edge == 0)
        return 3 * joined + (start ? 2 : 1);
    assert(edge == half_edge(c->old->id[leaf]));
    return 3 * joined;
}

/* What the new leaf across an edge of an old one is, seen from there: of the edge, or of a half of it. */
static int32_t find_across(const change *c, int64_t leaf, int edge, edge_part part)
{
    int32_t across = c->old->link[leaf][edge];
    if (across < 0)
        return -1;
    int32_t there = across / 3, k = across % 3;
    int mark = c->mark[there];
    if (mark == 0)
        return 3 * c->first[there] + k;
    if (mark == JOINS)
        return joined_edge(c, there, k);
    edge_part mirrored = part == WHOLE ? WHOLE : part == FIRST_HALF ? LAST_HALF : FIRST_HALF;
    leaf_edge found = eg_bisected_outer(mark, k, mirrored);
    return 3 * number_of(c, there, found.leaf) + found.edge;
}

static void keep_leaf(const change *c, int64_t leaf, eg_bisected *next, eg_bisected_transfer *t)
{
    int32_t to = c->first[leaf];
    next->id[to] = c->old->id[leaf];
    t->from[to] = (int32_t)leaf;
    t->origin[to] = EG_BISECTED_SAME;
    for (int k = 0; k < 3; k++)
        next->link[to][k] = find_across(c, leaf, k, WHOLE);
}

static void join_leaves(const change *c, int64_t leaf, eg_bisected *next, eg_bisected_transfer *t)
{
    int32_t to = c->first[leaf];
    bool forwards = eg_bisected_is_start(c->old->id[leaf]);
    int64_t start = forwards ? leaf : leaf + 1, end = forwards ? leaf + 1 : leaf;
    next->id[to] = eg_bisected_parent(c->old->id[leaf]);
    t->from[to] = (int32_t)leaf;
    t->origin[to] = forwards ? EG_BISECTED_JOINED : EG_BISECTED_JOINED_BACKWARDS;
    next->link[to][0] = find_across(c, start, half_edge(c->old->id[start]), WHOLE);
    next->link[to][1] = find_across(c, end, 0, WHOLE);
    next->link[to][2] = find_across(c, start, 0, WHOLE);
}

static void halve_leaf(const change *c, int64_t leaf, eg_bisected *next, eg_bisected_transfer *t)
{
    eg_bisected_origin list[4];
    int mark = c->mark[leaf];
    int count = eg_bisected_children(mark, eg_bisected_level(c->old->id[leaf]), list);
    for (int child = 0; child < count; child++) {
        int32_t to = c->first[leaf] + child;
        next->id[to] = eg_bisected_child(c->old->id[leaf], list[child]);
        t->from[to] = (int32_t)leaf;
        t->origin[to] = (uint8_t)list[child];
        for (int k = 0; k < 3; k++) {
            edge_origin edge = eg_bisected_edge(mark, list[child], k);
            next->link[to][k] = edge.edge < 0
                                    ? 3 * number_of(c, leaf, edge.across.leaf) + edge.across.edge
                                    : find_across(c, leaf, edge.edge, edge.part);
        }
    }
}

static void fill(const change *c, eg_bisected *next, eg_bisected_transfer *t)
{
    for (int64_t i = 0; i < c->old->leaves; i++) {
        if (c->mark[i] == 0)
            keep_leaf(c, i, next, t);
        else if (c->mark[i] != JOINS)
            halve_leaf(c, i, next, t);
        else if (first_sibling(c->old, i) == i)
            join_leaves(c, i, next, t);
    }
    eg_bisected_find_hash(next);
}

/* ---- all of it */

eg_status eg_bisected_transfer_create(eg_context *context, int64_t leaves,
                                      eg_bisected_transfer **transfer)
{
    EG_TRY(eg_alloc(context, 1, sizeof **transfer, transfer));
    eg_bisected_transfer *t = *transfer;
    t->context = context;
    t->leaves = leaves;
    EG_TRY(eg_alloc(context, leaves, sizeof *t->from, &t->from));
    return eg_alloc(context, leaves, sizeof *t->origin, &t->origin);
}

void eg_bisected_transfer_destroy(eg_bisected_transfer **transfer)
{
    if (!transfer || !*transfer)
        return;
    eg_context *context = (*transfer)->context;
    eg_free(context, &(*transfer)->from);
    eg_free(context, &(*transfer)->origin);
    eg_free(context, transfer);
}

/* Marks of all leaves, and numbers of new ones. */
static eg_status plan(change *c, bool *changes)
{
    eg_context *context = c->old->context;
    EG_TRY(eg_alloc(context, c->old->leaves, sizeof *c->mark, &c->mark));
    EG_TRY(eg_alloc(context, c->old->leaves, sizeof *c->pair, &c->pair));
    EG_TRY(eg_alloc(context, c->old->leaves + 1, sizeof *c->first, &c->first));
    EG_TRY(halve_wished(c));
    find_pairs(c);
    join_pairs(c);
    return number(c, changes);
}

eg_status eg_bisected_adapt(const eg_bisected *bisected, const uint8_t *wish, eg_bisected **next,
                            eg_bisected_transfer **transfer)
{
    change c = {.old = bisected, .wish = wish};
    eg_context *context = bisected->context;
    bool changes = false;
    *next = NULL;
    *transfer = NULL;
    eg_status status = plan(&c, &changes);
    int64_t leaves = changes ? c.first[bisected->leaves] : 0;
    if (status == EG_OK && changes)
        status = eg_bisected_reserve(bisected, leaves, next);
    if (status == EG_OK && changes)
        status = eg_bisected_transfer_create(context, leaves, transfer);
    if (status == EG_OK && changes)
        fill(&c, *next, *transfer);
    if (status != EG_OK) {
        eg_bisected_destroy(next);
        eg_bisected_transfer_destroy(transfer);
    }
    eg_free(context, &c.mark);
    eg_free(context, &c.pair);
    eg_free(context, &c.first);
    eg_free(context, &c.open);
    return status;
}
