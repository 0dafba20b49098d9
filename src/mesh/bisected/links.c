/* What is across the edges of a leaf follows from its number. Along the path from the root one knows, of each edge of
 * a triangle, the largest triangle beyond that has it as an edge of its own, whether it is a leaf or not. A leaf across
 * is this one; or its child, where it has been halved and the edge is not the one that was. */
#include "base/parallel.h"
#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"

typedef struct beyond {
    uint64_t id; /* 0: one of a level that there is not */
    int edge;    /* -1: there is nothing */
} beyond;

static uint64_t child_of(uint64_t id, bool start)
{
    uint64_t half = (id & -id) >> 1;
    if (half == 0)
        return 0;
    return start == !(eg_bisected_level(id) & 1) ? id - half : id + half;
}

/* The child that has an edge of its parent, which is not the refinement edge; there it is that. */
static uint64_t child_with(beyond b)
{
    return child_of(b.id, b.edge == 2);
}

/* What has a half of an edge, the first one or the last as seen from here. */
static beyond half_of_edge(beyond whole, bool first)
{
    if (whole.edge < 0)
        return whole;
    uint64_t parent = whole.edge > 0 ? child_with(whole) : whole.id;
    return parent == 0 ? (beyond){0, 0} : (beyond){child_of(parent, !first), first ? 2 : 1};
}

/* The root and edge that a half-edge of the macro mesh is. */
static int32_t root_edge(const eg_bisected *b, int64_t cell, int edge)
{
    return (int32_t)(3 * cell + (edge + 3 - b->turn[cell]) % 3);
}

/* What is across an edge of a root, 3 * root + edge; -1: nothing. */
static int32_t find_root_link(const eg_bisected *b, int64_t root, int edge)
{
    const eg_plane *macro = b->macro;
    int32_t face = macro->cell_face[3 * root + (edge + b->turn[root]) % 3], twin = macro->face_twin[face];
    const int32_t *side = macro->face_cell[face];
    int32_t there = side[1] >= 0 ? face : twin;
    if (there < 0)
        return -1;
    int32_t across = side[1] >= 0 ? (side[0] == root ? side[1] : side[0]) : macro->face_cell[twin][0];
    for (int k = 0; k < 3; k++)
        if (macro->cell_face[3 * (int64_t)across + k] == there)
            return root_edge(b, across, k);
    assert(false);
    return -1;
}

static void look_beyond(const eg_bisected *b, uint64_t id, beyond across[3])
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
        across[start ? 2 : 1] = (beyond){child_of(at, !start), start ? 1 : 2};
        at = child_of(at, start);
    }
}

/* A place on the curve that the leaf across has, where there is one. */
static uint64_t place_of(beyond b)
{
    uint64_t child = b.edge > 0 ? child_with(b) : 0;
    return child != 0 ? child : b.id;
}

int64_t eg_bisected_leaf_at(const uint64_t *id, int64_t count, uint64_t place)
{
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (id[middle] - eg_bisected_half(id[middle]) <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

/* Among own leaves, or those of the ring. */
static int64_t find_held(const eg_bisected *b, uint64_t place)
{
    int64_t at = eg_bisected_leaf_at(b->id, b->leaves, place);
    if (at >= 0 && place < b->id[at] + eg_bisected_half(b->id[at]))
        return at;
    return b->leaves + eg_bisected_leaf_at(b->id + b->leaves, b->held - b->leaves, place);
}

/* The edge of a leaf that is this one; -1: none. */
static int edge_there(beyond across, uint64_t leaf)
{
    return leaf == across.id ? across.edge : across.edge > 0 && leaf == child_with(across) ? 0 : -1;
}

enum { NOT_WHOLE = -2 };

static void link_leaf(eg_bisected *b, int64_t leaf)
{
    beyond across[3];
    look_beyond(b, b->id[leaf], across);
    for (int k = 0; k < 3; k++) {
        b->link[leaf][k] = -1;
        if (across[k].edge < 0)
            continue;
        int64_t there = find_held(b, place_of(across[k]));
        int edge = edge_there(across[k], b->id[there]);
        b->link[leaf][k] = edge < 0 ? NOT_WHOLE : (int32_t)(3 * there + edge);
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
    look_beyond(b, b->id[leaf], across);
    uint64_t place = place_of(across[edge]);
    int64_t there = find_held(b, place);
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
        look_beyond(b, b->id[i], across);
        for (int k = 0; k < 3; k++) {
            place[count] = place_of(across[k]);
            count += across[k].edge >= 0 && (place[count] < first || place[count] >= last);
        }
    }
    return count;
}
