/* What is across the edges of a leaf follows from its number. Along the path from the root one knows, of each
 * edge of a triangle, the largest triangle beyond that has it as an edge of its own, whether it is a leaf or
 * not. A leaf across is this one; or its child, where it has been halved and the edge is not the one that
 * was. */
#include "base/parallel.h"
#include "base/search.h"
#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"
#include "mesh/plane/side.h"

typedef struct beyond {
    uint64_t id; /* 0: one of a level that there is not */
    int edge;    /* -1: there is nothing */
} beyond;

static uint64_t child_leaf(uint64_t id, bool start)
{
    uint64_t half = (id & -id) >> 1;
    if (half == 0)
        return 0;
    return start == !(eg_bisected_level(id) & 1) ? id - half : id + half;
}

/* The child that has an edge of its parent, which is not the refinement edge; there it is that. */
static uint64_t child_with(beyond b)
{
    return child_leaf(b.id, b.edge == 2);
}

/* What has a half of an edge, the first one or the last as seen from here. */
static beyond half_of_edge(beyond whole, bool first)
{
    if (whole.edge < 0)
        return whole;
    uint64_t parent = whole.edge > 0 ? child_with(whole) : whole.id;
    return parent == 0 ? (beyond){0, 0} : (beyond){child_leaf(parent, !first), first ? 2 : 1};
}

/* What is across an edge of a root, 3 * root + edge; -1: nothing. */
static int32_t find_root_link(const eg_bisected *b, int64_t root, int edge)
{
    int64_t face = eg_plane_face(b->macro, root, (edge + b->turn[root]) % 3);
    const eg_side side = eg_plane_side(b->macro, root, face);
    return side.ends ? -1 : (int32_t)(3 * side.cell + (side.at + 3 - b->turn[side.cell]) % 3);
}

static void look_beyond_edges(const eg_bisected *b, uint64_t id, beyond across[3])
{
    int32_t root = eg_bisected_root(id);
    int levels = eg_bisected_level(id);
    uint64_t at = ((uint64_t)root << 1 | 1) << EG_BISECTED_LEVEL;
    for (int k = 0; k < 3; k++) {
        int32_t there = find_root_link(b, root, k);
        across[k] = there < 0 ? (beyond){0, -1}
                              : (beyond){((uint64_t)(there / 3) << 1 | 1) << EG_BISECTED_LEVEL, there % 3};
    }
    for (int level = 0; level < levels; level++) {
        bool start = (id >> (EG_BISECTED_LEVEL - level) & 1) == (uint64_t)(level & 1);
        beyond halved = across[0];
        across[0] = across[start ? 2 : 1];
        across[start ? 1 : 2] = half_of_edge(halved, start);
        across[start ? 2 : 1] = (beyond){child_leaf(at, !start), start ? 1 : 2};
        at = child_leaf(at, start);
    }
}

/* A place on the curve that the leaf across has, where there is one. */
static uint64_t place_beyond(beyond b)
{
    uint64_t child = b.edge > 0 ? child_with(b) : 0;
    return child != 0 ? child : b.id;
}

int64_t eg_bisected_leaf_at(const uint64_t *id, int64_t count, uint64_t place)
{
    return EG_SEARCH(i, 0, count, id[i] - eg_bisected_half(id[i]) <= place) - 1;
}

/* Among own leaves, or those of the ring. */
static int64_t find_leaf_at(const eg_bisected *b, uint64_t place)
{
    int64_t at = eg_bisected_leaf_at(b->id, b->leaves, place);
    if (at >= 0 && place < b->id[at] + eg_bisected_half(b->id[at]))
        return at;
    return b->leaves + eg_bisected_leaf_at(b->id + b->leaves, b->held - b->leaves, place);
}

enum { NOT_WHOLE = -2 };

static void link_leaf(eg_bisected *b, int64_t leaf)
{
    beyond across[3];
    look_beyond_edges(b, b->id[leaf], across);
    for (int k = 0; k < 3; k++) {
        b->link[leaf][k] = -1;
        if (across[k].edge < 0)
            continue;
        int64_t there = find_leaf_at(b, place_beyond(across[k]));
        bool is_child = across[k].edge > 0 && b->id[there] == child_with(across[k]);
        int edge = b->id[there] == across[k].id ? across[k].edge : 0;
        b->link[leaf][k] = is_child || b->id[there] == across[k].id ? (int32_t)(3 * there + edge) : NOT_WHOLE;
    }
}

eg_status eg_bisected_refuse(eg_context *context, int64_t leaf, int64_t all, int level)
{
    return eg_fail(context, EG_CHECKPOINT, "triangle %lld of %lld cannot be of level %d", (long long)leaf,
                   (long long)all, level);
}

/* Of two leaves along an edge that is not whole the larger one is to blame. */
static eg_status refuse_edge(const eg_bisected *b, int64_t leaf, int edge)
{
    beyond across[3];
    look_beyond_edges(b, b->id[leaf], across);
    uint64_t place = place_beyond(across[edge]);
    int64_t there = find_leaf_at(b, place);
    bool finer = eg_bisected_half(b->id[there]) < eg_bisected_half(place);
    int64_t wrong = finer ? leaf : there;
    return eg_bisected_refuse(b->context, eg_bisected_number(b, wrong), b->all,
                              eg_bisected_level(b->id[wrong]));
}

eg_status eg_bisected_link(eg_bisected *b)
{
    EG_LOOP(b->context, b->leaves)
    for (int64_t i = 0; i < b->leaves; i++)
        link_leaf(b, i);
    for (int64_t h = 0; h < 3 * b->leaves; h++)
        if (b->link[h / 3][h % 3] == NOT_WHOLE)
            return refuse_edge(b, h / 3, (int)(h % 3));
    return EG_OK;
}

int64_t eg_bisected_places_outside(const eg_bisected *b, uint64_t first, uint64_t last, uint64_t *place)
{
    int64_t count = 0;
    for (int64_t i = 0; i < b->leaves; i++) {
        beyond across[3];
        look_beyond_edges(b, b->id[i], across);
        for (int k = 0; k < 3; k++) {
            place[count] = place_beyond(across[k]);
            count += across[k].edge >= 0 && (place[count] < first || place[count] >= last);
        }
    }
    return count;
}
