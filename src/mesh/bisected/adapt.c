/* Other leaves: which edges are halved, which children are joined, and what is across the edges of what comes
 * of it. */
#include "mesh/bisected/deal.h"

#include <string.h>

enum { MAY = 1, PAIR = 2, FREE = 4 };

typedef struct change {
    const eg_bisected *old;
    const uint8_t *wish;
    uint8_t *mark;  /* [held] edges that are halved, or JOINS */
    uint8_t *pair;  /* [held] MAY be joined; its sibling, too; what is round their vertex, too */
    int32_t *first; /* [held] new leaves of those before it, in the whole */
    int32_t *outer; /* [held] of one that is joined, across its edge 0 */
    int32_t *open;  /* [room] 3 * leaf + edge, still to be halved */
    int64_t count, room;
    int64_t made, before, all; /* new leaves: of own ones, of those before, of all */
    int64_t *made_of;          /* [ranks] */
} change;

/* What one rank or many fill. */
typedef struct arrays {
    uint64_t *id;
    int32_t (*link)[3]; /* by numbers in the whole */
    int32_t *from;
    uint8_t *origin;
} arrays;

static const eg_comm *comm_of(const change *c)
{
    return c->old->ring ? c->old->ring->comm : NULL;
}

static eg_status exchange(const change *c, int64_t bytes, void *value, eg_status status)
{
    return eg_bisected_exchange(c->old, bytes, value, status);
}

/* ---- edges that are halved */

static eg_status push(change *c, int32_t edge)
{
    EG_TRY(eg_reserve(c->old->context, c->count + 1, &c->room, sizeof *c->open, &c->open));
    c->open[c->count++] = edge;
    return EG_OK;
}

/* Halves an edge on both its sides, and the refinement edges there, until none is open. Leaves of others are
 * left to them. */
static eg_status halve(change *c, int32_t edge)
{
    EG_TRY(push(c, edge));
    while (c->count > 0) {
        int32_t now = c->open[--c->count], leaf = now / 3;
        if (leaf >= c->old->leaves || c->mark[leaf] & 1 << now % 3)
            continue;
        int32_t across = c->old->link[leaf][now % 3];
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

/* Halves what leaves of other ranks halve. */
static eg_status halve_as_others(change *c, double *any)
{
    const eg_bisected *b = c->old;
    for (int64_t i = 0; i < b->leaves; i++)
        for (int k = 0; k < 3; k++) {
            int32_t across = b->link[i][k];
            if (across / 3 < b->leaves || !(c->mark[across / 3] & 1 << across % 3) || c->mark[i] & 1 << k)
                continue;
            *any = 1;
            EG_TRY(halve(c, (int32_t)(3 * i + k)));
        }
    return EG_OK;
}

/* Until no rank finds more. */
static eg_status halve_all(change *c)
{
    eg_status status = halve_wished(c);
    for (double any = 1; any > 0;) {
        EG_TRY(exchange(c, 1, c->mark, status));
        any = 0;
        status = c->old->ring ? halve_as_others(c, &any) : EG_OK;
        eg_comm_max(comm_of(c), &any, 1);
    }
    return status;
}

/* ---- children that are joined */

static bool may_join(const change *c, int64_t leaf)
{
    return c->wish[leaf] == EG_BISECTED_COARSER && c->mark[leaf] == 0 &&
           eg_bisected_level(c->old->id[leaf]) > 0;
}

/* Whether it is the second child along the curve, of one above level 0. */
static bool is_second(uint64_t id)
{
    return (id & (id & -id) << 1) != 0;
}

/* The other child of its parent, which lies across its edge from the newest vertex; -1: it is none. */
static int64_t sibling(const eg_bisected *b, int64_t leaf)
{
    uint64_t id = b->id[leaf], last = id & -id, other = is_second(id) ? id - 2 * last : id + 2 * last;
    int32_t across = b->link[leaf][eg_bisected_is_start(id) ? 2 : 1];
    return across >= 0 && b->id[across / 3] == other ? across / 3 : -1;
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
    return across < 0 || (c->pair[across / 3] & PAIR && across % 3 == half_edge(b->id[across / 3]));
}

/* Whether the sibling of a leaf that may be joined says so, too. */
static bool has_both(const change *c, int64_t leaf, int what)
{
    int64_t other = c->pair[leaf] & what ? sibling(c->old, leaf) : -1;
    return other >= 0 && c->pair[other] & what;
}

static eg_status join_pairs(change *c)
{
    int64_t own = c->old->leaves;
    for (int64_t i = 0; i < own; i++)
        c->pair[i] = may_join(c, i) ? MAY : 0;
    EG_TRY(exchange(c, 1, c->pair, EG_OK));
    for (int64_t i = 0; i < own; i++)
        c->pair[i] |= has_both(c, i, MAY) ? PAIR : 0;
    EG_TRY(exchange(c, 1, c->pair, EG_OK));
    for (int64_t i = 0; i < own; i++)
        c->pair[i] |= c->pair[i] & PAIR && is_free(c, i) ? FREE : 0;
    EG_TRY(exchange(c, 1, c->pair, EG_OK));
    for (int64_t i = 0; i < own; i++)
        if (has_both(c, i, FREE))
            c->mark[i] = JOINS;
    return exchange(c, 1, c->mark, EG_OK);
}

/* ---- numbers */

static int new_leaves(const change *c, int64_t leaf)
{
    int mark = c->mark[leaf];
    if (mark == JOINS)
        return !is_second(c->old->id[leaf]);
    return mark ? 2 + (mark & HALVES_1 ? 1 : 0) + (mark & HALVES_2 ? 1 : 0) : 1;
}

static eg_status check_levels(const change *c)
{
    for (int64_t i = 0; i < c->old->leaves; i++) {
        int mark = c->mark[i], level = eg_bisected_level(c->old->id[i]);
        int deepest = level + (mark & (HALVES_1 | HALVES_2) ? 2 : mark & 1);
        if (deepest > EG_BISECTED_LEVEL)
            return eg_fail(c->old->context, EG_MESH, "%s: a triangle would be of level %d; the highest is %d",
                           c->old->macro->base.origin, deepest, EG_BISECTED_LEVEL);
    }
    return EG_OK;
}

/* Counts the new leaves of all ranks; *changes tells whether they are others. Collective. */
static eg_status count_leaves(change *c, bool *changes)
{
    double any = 0;
    for (int64_t i = 0; i < c->old->leaves; i++) {
        c->made += new_leaves(c, i);
        any = c->mark[i] ? 1 : any;
    }
    eg_comm_max(comm_of(c), &any, 1);
    eg_comm_allgather_counts(comm_of(c), c->made, c->made_of);
    for (int r = 0; r < eg_comm_size(comm_of(c)); r++) {
        c->before += r < eg_comm_rank(comm_of(c)) ? c->made_of[r] : 0;
        c->all += c->made_of[r];
    }
    *changes = any > 0;
    if (c->all > EG_BISECTED_MOST)
        return eg_fail(c->old->context, EG_MESH,
                       "%s: there would be more than %d triangles: take a lower level",
                       c->old->macro->base.origin, EG_BISECTED_MOST);
    return EG_OK;
}

/* Numbers the new leaves. */
static eg_status number(change *c, bool *changes)
{
    EG_TRY(eg_comm_agree(comm_of(c), check_levels(c)));
    EG_TRY(count_leaves(c, changes));
    int64_t now = c->before;
    for (int64_t i = 0; i < c->old->leaves; i++) {
        c->first[i] = (int32_t)now;
        now += new_leaves(c, i);
    }
    return exchange(c, sizeof *c->first, c->first, EG_OK);
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
    uint64_t id = c->old->id[leaf];
    bool start = eg_bisected_is_start(id);
    int32_t joined = c->first[leaf] - (is_second(id) ? 1 : 0);
    if (edge == 0)
        return 3 * joined + (start ? 2 : 1);
    assert(edge == half_edge(id));
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

static void keep_leaf(const change *c, int64_t leaf, const arrays *new)
{
    int64_t to = c->first[leaf] - c->before;
    new->id[to] = c->old->id[leaf];
    new->from[to] = (int32_t)(c->old->before + leaf);
    new->origin[to] = EG_BISECTED_SAME;
    for (int k = 0; k < 3; k++)
        new->link[to][k] = find_across(c, leaf, k, WHOLE);
}

/* Across the parent's refinement edge the half of either child tells what is there. */
static void join_leaves(const change *c, int64_t leaf, const arrays *new)
{
    int64_t to = c->first[leaf] - c->before, other = sibling(c->old, leaf);
    bool forwards = eg_bisected_is_start(c->old->id[leaf]);
    new->id[to] = eg_bisected_parent(c->old->id[leaf]);
    new->from[to] = (int32_t)(c->old->before + leaf);
    new->origin[to] = forwards ? EG_BISECTED_JOINED : EG_BISECTED_JOINED_BACKWARDS;
    new->link[to][0] = find_across(c, leaf, half_edge(c->old->id[leaf]), WHOLE);
    new->link[to][1] = c->outer[forwards ? other : leaf];
    new->link[to][2] = c->outer[forwards ? leaf : other];
}

static void halve_leaf(const change *c, int64_t leaf, const arrays *new)
{
    eg_bisected_origin list[4];
    int mark = c->mark[leaf];
    int count = eg_bisected_children(mark, eg_bisected_level(c->old->id[leaf]), list);
    for (int child = 0; child < count; child++) {
        int64_t to = c->first[leaf] - c->before + child;
        new->id[to] = eg_bisected_child(c->old->id[leaf], list[child]);
        new->from[to] = (int32_t)(c->old->before + leaf);
        new->origin[to] = (uint8_t)list[child];
        for (int k = 0; k < 3; k++) {
            edge_origin edge = eg_bisected_edge(mark, list[child], k);
            new->link[to][k] = edge.edge < 0 ? 3 * number_of(c, leaf, edge.across.leaf) + edge.across.edge
                                             : find_across(c, leaf, edge.edge, edge.part);
        }
    }
}

static void fill(const change *c, const arrays *new)
{
    for (int64_t i = 0; i < c->old->leaves; i++) {
        if (c->mark[i] == 0)
            keep_leaf(c, i, new);
        else if (c->mark[i] != JOINS)
            halve_leaf(c, i, new);
        else if (!is_second(c->old->id[i]))
            join_leaves(c, i, new);
    }
}

/* Siblings may be of two ranks. */
static eg_status find_outer(change *c)
{
    for (int64_t i = 0; i < c->old->leaves; i++)
        c->outer[i] = c->mark[i] == JOINS ? find_across(c, i, 0, WHOLE) : -1;
    return exchange(c, sizeof *c->outer, c->outer, EG_OK);
}

/* ---- all of it */

eg_status eg_bisected_transfer_create(eg_context *context, int64_t leaves, eg_bisected_transfer **transfer)
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

static eg_status reserve_change(change *c)
{
    eg_context *context = c->old->context;
    EG_TRY(eg_alloc(context, c->old->held, sizeof *c->mark, &c->mark));
    EG_TRY(eg_alloc(context, c->old->held, sizeof *c->pair, &c->pair));
    EG_TRY(eg_alloc(context, c->old->held, sizeof *c->first, &c->first));
    EG_TRY(eg_alloc(context, c->old->held, sizeof *c->outer, &c->outer));
    return eg_alloc(context, eg_comm_size(comm_of(c)), sizeof *c->made_of, &c->made_of);
}

/* Marks of all leaves, and numbers of new ones. */
static eg_status plan(change *c, bool *changes)
{
    EG_TRY(eg_comm_agree(comm_of(c), reserve_change(c)));
    EG_TRY(halve_all(c));
    EG_TRY(join_pairs(c));
    EG_TRY(number(c, changes));
    return *changes ? find_outer(c) : EG_OK;
}

static void release_change(change *c)
{
    eg_context *context = c->old->context;
    eg_free(context, &c->mark);
    eg_free(context, &c->pair);
    eg_free(context, &c->first);
    eg_free(context, &c->outer);
    eg_free(context, &c->open);
    eg_free(context, &c->made_of);
}

/* One process: they are where they belong. */
static eg_status make_all(const change *c, eg_bisected **next, eg_bisected_transfer **transfer)
{
    EG_TRY(eg_bisected_reserve(c->old, c->all, 0, next));
    EG_TRY(eg_bisected_transfer_create(c->old->context, c->all, transfer));
    const arrays new = {
        .id = (*next)->id, .link = (*next)->link, .from = (*transfer)->from, .origin = (*transfer)->origin};
    fill(c, &new);
    eg_bisected_find_hash(*next);
    return EG_OK;
}

/* ---- several ranks */

static eg_status reserve_leaves(eg_context *context, int64_t count, arrays *new)
{
    EG_TRY(eg_alloc(context, count, sizeof *new->id, &new->id));
    EG_TRY(eg_alloc(context, count, sizeof *new->link, &new->link));
    EG_TRY(eg_alloc(context, count, sizeof *new->from, &new->from));
    return eg_alloc(context, count, sizeof *new->origin, &new->origin);
}

static void release_leaves(eg_context *context, arrays *new)
{
    eg_free(context, &new->id);
    eg_free(context, &new->link);
    eg_free(context, &new->from);
    eg_free(context, &new->origin);
}

static eg_status move_leaves(const change *c, const eg_cell_transfer *deal, const arrays *made,
                             const arrays *own)
{
    const eg_comm *comm = comm_of(c);
    EG_TRY(eg_cell_transfer_move(deal, comm, c->before, sizeof *own->id, made->id, own->id, EG_OK));
    EG_TRY(eg_cell_transfer_move(deal, comm, c->before, sizeof *own->link, made->link, own->link, EG_OK));
    EG_TRY(eg_cell_transfer_move(deal, comm, c->before, sizeof *own->from, made->from, own->from, EG_OK));
    return eg_cell_transfer_move(deal, comm, c->before, 1, made->origin, own->origin, EG_OK);
}

/* Each rank makes the new leaves of its old ones, and gives them to those whose range they are in. */
static eg_status make_own(const change *c, eg_bisected **next, eg_bisected_transfer **transfer)
{
    eg_context *context = c->old->context;
    const eg_bisected_range range = {comm_of(c), c->all};
    arrays made = {0}, own = {0};
    eg_cell_transfer *deal = NULL;
    eg_status status = reserve_leaves(context, c->made, &made);
    if (status == EG_OK)
        status = eg_bisected_plan_deal(context, range, c->made_of, &deal);
    if (status == EG_OK)
        status = reserve_leaves(context, deal->count, &own);
    status = eg_comm_agree(range.comm, status);
    if (status == EG_OK) {
        fill(c, &made);
        status = move_leaves(c, deal, &made, &own);
    }
    release_leaves(context, &made);
    if (status == EG_OK)
        status = eg_bisected_transfer_create(context, deal->count, transfer);
    if (status == EG_OK) {
        memcpy((*transfer)->from, own.from, (size_t)deal->count * sizeof *own.from);
        memcpy((*transfer)->origin, own.origin, (size_t)deal->count);
    }
    status = eg_bisected_assemble(c->old, range, own.id, (const int32_t(*)[3])own.link, status, next);
    eg_cell_transfer_destroy(&deal);
    release_leaves(context, &own);
    return status;
}

eg_status eg_bisected_adapt(const eg_bisected *bisected, const uint8_t *wish, eg_bisected **next,
                            eg_bisected_transfer **transfer)
{
    change c = {.old = bisected, .wish = wish};
    bool changes = false;
    *next = NULL;
    *transfer = NULL;
    eg_status status = plan(&c, &changes);
    if (status == EG_OK && changes)
        status = bisected->ring ? make_own(&c, next, transfer) : make_all(&c, next, transfer);
    if (status != EG_OK) {
        eg_bisected_destroy(next);
        eg_bisected_transfer_destroy(transfer);
    }
    release_change(&c);
    return status;
}
