/* Leaves by their ids, and edges of the leaves of a triangle that is halved
 * (src/mesh/bisected/bisected.h). */
#include "bisect/children.h"

/* The half of an edge, in the sense of the triangle that is asked; a mirrored one in that of the triangle
 * across. */
#define WHOLE 0
#define FIRST_HALF 1
#define LAST_HALF 2
#define MIRRORED(part) ((part) == WHOLE ? WHOLE : 3 - (part))

/* A leaf and one of its edges as one number. */
#define LEAF_EDGE(leaf, edge) ((leaf)*4 + (edge))
#define LEAF_OF(pair) ((pair) / 4)
#define EDGE_OF(pair) ((pair) % 4)

FUNCTION long lowest_bit(long id)
{
    return id & -id;
}

/* The place of a single bit, at most 32. */
FUNCTION int place_of_bit(long bit)
{
    return ((bit & 0x2aaaaaaaaaaaaaaaL) != 0) + 2 * ((bit & 0x4cccccccccccccccL) != 0) +
           4 * ((bit & 0x70f0f0f0f0f0f0f0L) != 0) + 8 * ((bit & 0x7f00ff00ff00ff00L) != 0) +
           16 * ((bit & 0x7fff0000ffff0000L) != 0) + 32 * ((bit & 0x7fffffff00000000L) != 0);
}

FUNCTION int level_of(long id)
{
    return BISECT_LEVEL - place_of_bit(lowest_bit(id));
}

/* Of a leaf above level 0. */
FUNCTION int is_second(long id)
{
    return (id & lowest_bit(id) << 1) != 0;
}

FUNCTION int is_start(long id)
{
    return is_second(id) == ((level_of(id) - 1) & 1);
}

FUNCTION long child_of(long id, int start)
{
    const long width = lowest_bit(id) >> 1;
    return start == !(level_of(id) & 1) ? id - width : id + width;
}

FUNCTION long parent_of(long id)
{
    const long last = lowest_bit(id);
    return (id | last << 1) & ~last;
}

/* Which edge of a child is a half of its parent's refinement edge. */
FUNCTION int half_edge(long id)
{
    return is_start(id) ? 1 : 2;
}

/* Which leaf has an edge of the triangle, or a half of it. */
FUNCTION int outer_edge(int halved, int edge, int part)
{
    const int first = part == FIRST_HALF;
    int pair = edge == 1 ? LEAF_EDGE(BISECT_END, 0) : LEAF_EDGE(BISECT_START, 0);
    if (part != WHOLE && edge == 0 && first)
        pair = halved & BISECT_HALVES_2 ? LEAF_EDGE(BISECT_START_END, 0) : LEAF_EDGE(BISECT_START, 1);
    if (part != WHOLE && edge == 0 && !first)
        pair = halved & BISECT_HALVES_1 ? LEAF_EDGE(BISECT_END_START, 0) : LEAF_EDGE(BISECT_END, 2);
    if (part != WHOLE && edge == 1)
        pair = first ? LEAF_EDGE(BISECT_END_START, 1) : LEAF_EDGE(BISECT_END_END, 2);
    if (part != WHOLE && edge == 2)
        pair = first ? LEAF_EDGE(BISECT_START_START, 1) : LEAF_EDGE(BISECT_START_END, 2);
    return pair;
}

/* The leaf across an edge inside of the triangle, which `leaf` has; -1 where the edge is one of the
 * triangle's. */
FUNCTION int inner_edge(int halved, int leaf, int edge)
{
    const int of_end = halved & BISECT_HALVES_1 ? LEAF_EDGE(BISECT_END_END, 0) : LEAF_EDGE(BISECT_END, 1);
    const int of_start =
        halved & BISECT_HALVES_2 ? LEAF_EDGE(BISECT_START_START, 0) : LEAF_EDGE(BISECT_START, 2);
    const int at = LEAF_EDGE(leaf, edge);
    int pair = -1;
    pair = at == LEAF_EDGE(BISECT_START, 2) || at == LEAF_EDGE(BISECT_START_START, 0) ? of_end : pair;
    pair = at == LEAF_EDGE(BISECT_END, 1) || at == LEAF_EDGE(BISECT_END_END, 0) ? of_start : pair;
    pair = at == LEAF_EDGE(BISECT_START_START, 2) ? LEAF_EDGE(BISECT_START_END, 1) : pair;
    pair = at == LEAF_EDGE(BISECT_START_END, 1) ? LEAF_EDGE(BISECT_START_START, 2) : pair;
    pair = at == LEAF_EDGE(BISECT_END_START, 2) ? LEAF_EDGE(BISECT_END_END, 1) : pair;
    pair = at == LEAF_EDGE(BISECT_END_END, 1) ? LEAF_EDGE(BISECT_END_START, 2) : pair;
    return pair;
}

/* The edge of the triangle that an edge of `leaf` is a part of, and which part, as 4 * edge + part. */
FUNCTION int old_edge(int leaf, int edge)
{
    const int at = LEAF_EDGE(leaf, edge);
    int found = 4 * edge;
    found = at == LEAF_EDGE(BISECT_START, 0) ? 4 * 2 : found;
    found = at == LEAF_EDGE(BISECT_START, 1) || at == LEAF_EDGE(BISECT_START_END, 0) ? FIRST_HALF : found;
    found = at == LEAF_EDGE(BISECT_END, 0) ? 4 * 1 : found;
    found = at == LEAF_EDGE(BISECT_END, 2) || at == LEAF_EDGE(BISECT_END_START, 0) ? LAST_HALF : found;
    found = at == LEAF_EDGE(BISECT_START_START, 1) ? 4 * 2 + FIRST_HALF : found;
    found = at == LEAF_EDGE(BISECT_START_END, 2) ? 4 * 2 + LAST_HALF : found;
    found = at == LEAF_EDGE(BISECT_END_START, 1) ? 4 * 1 + FIRST_HALF : found;
    found = at == LEAF_EDGE(BISECT_END_END, 2) ? 4 * 1 + LAST_HALF : found;
    return found;
}

/* Leaves of a triangle with these marks. */
FUNCTION int leaves_of(int halved)
{
    return 1 + (halved != 0) + ((halved & BISECT_HALVES_1) != 0) + ((halved & BISECT_HALVES_2) != 0);
}

/* The place of a new leaf among those of its triangle, along the curve. */
FUNCTION int place_of_child(int halved, int level, int leaf)
{
    const int backwards = level & 1;
    const int of_start = leaf == BISECT_START || leaf == BISECT_START_START || leaf == BISECT_START_END;
    const int first =
        backwards ? 1 + ((halved & BISECT_HALVES_1) != 0) : 1 + ((halved & BISECT_HALVES_2) != 0);
    int place = of_start == backwards ? first : 0;
    if (leaf == BISECT_START_START || leaf == BISECT_END_START)
        place += !backwards;
    if (leaf == BISECT_START_END || leaf == BISECT_END_END)
        place += backwards;
    return place;
}

/* The new leaf at a place. */
FUNCTION int child_at(int halved, int level, int place)
{
    int leaf = BISECT_SAME;
    for (int k = BISECT_START; k <= BISECT_END_END; k++) {
        const int of_start = k == BISECT_START || k == BISECT_START_START || k == BISECT_START_END;
        const int twice = halved & (of_start ? BISECT_HALVES_2 : BISECT_HALVES_1);
        if ((twice != 0) == (k > BISECT_END) && place_of_child(halved, level, k) == place)
            leaf = k;
    }
    return leaf;
}

/* The id of such a leaf. */
FUNCTION long id_of_child(long id, int leaf)
{
    const int of_start = leaf == BISECT_START || leaf == BISECT_START_START || leaf == BISECT_START_END;
    const long child = child_of(id, of_start);
    return leaf <= BISECT_END ? child
                              : child_of(child, leaf == BISECT_START_START || leaf == BISECT_END_START);
}
