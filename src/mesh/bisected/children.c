/* The leaves of one triangle that is halved. With m, q, n in the middle of edges 0, 1, 2 of (v0, v1, v2):
 *
 *     START        (v2, v0, m)      END        (v1, v2, m)
 *     START_START  (m, v2, n)       END_START  (m, v1, q)
 *     START_END    (v0, m, n)       END_END    (v2, m, q)
 *
 * The start child is halved with edge 2, the end child with edge 1: these are their refinement edges. */
#include "mesh/bisected/internal.h"

leaf_edge eg_bisected_outer(int halved, int edge, edge_part part)
{
    static const leaf_edge whole[3] = {[1] = {EG_BISECTED_END, 0}, [2] = {EG_BISECTED_START, 0}};
    static const leaf_edge half[3][2] = {{{EG_BISECTED_START_END, 0}, {EG_BISECTED_END_START, 0}},
                                         {{EG_BISECTED_END_START, 1}, {EG_BISECTED_END_END, 2}},
                                         {{EG_BISECTED_START_START, 1}, {EG_BISECTED_START_END, 2}}};
    bool first = part == FIRST_HALF;
    assert(halved & 1 && (part == WHOLE) == !(halved & 1 << edge));
    if (part == WHOLE)
        return whole[edge];
    if (edge > 0 || halved & (first ? HALVES_2 : HALVES_1))
        return half[edge][first ? 0 : 1];
    return first ? (leaf_edge){EG_BISECTED_START, 1} : (leaf_edge){EG_BISECTED_END, 2};
}

/* The edges of each leaf as parts of the triangle's; edge -1: inside. */
static const edge_origin EDGES[][3] = {
    [EG_BISECTED_START] = {{2, WHOLE, {0}}, {0, FIRST_HALF, {0}}, {-1, WHOLE, {0}}},
    [EG_BISECTED_END] = {{1, WHOLE, {0}}, {-1, WHOLE, {0}}, {0, LAST_HALF, {0}}},
    [EG_BISECTED_START_START] = {{-1, WHOLE, {0}},
                                 {2, FIRST_HALF, {0}},
                                 {-1, WHOLE, {EG_BISECTED_START_END, 1}}},
    [EG_BISECTED_START_END] = {{0, FIRST_HALF, {0}},
                               {-1, WHOLE, {EG_BISECTED_START_START, 2}},
                               {2, LAST_HALF, {0}}},
    [EG_BISECTED_END_START] = {{0, LAST_HALF, {0}},
                               {1, FIRST_HALF, {0}},
                               {-1, WHOLE, {EG_BISECTED_END_END, 1}}},
    [EG_BISECTED_END_END] = {{-1, WHOLE, {0}}, {-1, WHOLE, {EG_BISECTED_END_START, 2}}, {1, LAST_HALF, {0}}},
};

/* The edge from m to v2, across which the other child lies, or a child of that. */
static leaf_edge across_middle(int halved, bool from_start)
{
    if (from_start)
        return halved & HALVES_1 ? (leaf_edge){EG_BISECTED_END_END, 0} : (leaf_edge){EG_BISECTED_END, 1};
    return halved & HALVES_2 ? (leaf_edge){EG_BISECTED_START_START, 0} : (leaf_edge){EG_BISECTED_START, 2};
}

edge_origin eg_bisected_edge(int halved, eg_bisected_origin leaf, int edge)
{
    edge_origin origin = EDGES[leaf][edge];
    if (origin.edge < 0 && origin.across.leaf == EG_BISECTED_SAME)
        origin.across = across_middle(halved, leaf == EG_BISECTED_START || leaf == EG_BISECTED_START_START);
    return origin;
}

int eg_bisected_children(int halved, int level, eg_bisected_origin leaf[4])
{
    bool backwards = level & 1;
    int count = 0;
    for (int k = 0; k < 2; k++) {
        bool start = (k == 0) != backwards;
        if (!(halved & (start ? HALVES_2 : HALVES_1))) {
            leaf[count++] = start ? EG_BISECTED_START : EG_BISECTED_END;
            continue;
        }
        int of = start ? EG_BISECTED_START_START : EG_BISECTED_END_START;
        leaf[count++] = (eg_bisected_origin)(backwards ? of : of + 1);
        leaf[count++] = (eg_bisected_origin)(backwards ? of + 1 : of);
    }
    return count;
}

/* The first child along the curve is the start child where the level is even. */
static uint64_t child(uint64_t id, bool start)
{
    uint64_t half = (id & -id) >> 1;
    bool first = start == !(eg_bisected_level(id) & 1);
    return first ? id - half : id + half;
}

uint64_t eg_bisected_child(uint64_t id, eg_bisected_origin leaf)
{
    switch (leaf) {
    case EG_BISECTED_START:
    case EG_BISECTED_END:
        return child(id, leaf == EG_BISECTED_START);
    case EG_BISECTED_START_START:
    case EG_BISECTED_START_END:
        return child(child(id, true), leaf == EG_BISECTED_START_START);
    case EG_BISECTED_END_START:
    case EG_BISECTED_END_END:
        return child(child(id, false), leaf == EG_BISECTED_END_START);
    default:
        assert(leaf == EG_BISECTED_SAME);
        return id;
    }
}
