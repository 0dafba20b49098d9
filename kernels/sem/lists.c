// check: LANES=1
/* Numbers of nodes by elements, as preconditioners read them: of the nodes that an element has, of those that
 * it owns, and of those of its subdomain (docs/theory/schwarz.md). Integers alone.
 *
 *   list     [elements of the mesh][values] numbers of the nodes of an element of `side` nodes a line,
 *            lexicographic, or of its rows; -1: none, or the value of the node is given
 *   element  [elements] those that lists are made for; element e is number e % lanes of block e / lanes
 *   to       [block][values][lanes] */
#include "sem/groups.h"

/* list = the list without nodes whose value is given. 9 B a value. */
KERNEL_SHAPE(64, 8)
KERNEL list_mask(GLOBAL int *RESTRICT list, GLOBAL CONST char *RESTRICT given, long values, long groups)
{
    FOR_GROUPS(b, groups)
    FOR_FLAT (k, ROWS_OF_GROUP) {
        const long i = b * ROWS_OF_GROUP + k;
        if (i < values)
            list[i] = given[list[i]] ? -1 : list[i];
    }
    END_GROUPS
}

/* to = the list. 8 B a value. */
KERNEL_SHAPE(64, 8)
KERNEL list_rows(GLOBAL CONST int *RESTRICT list, GLOBAL CONST int *RESTRICT element, GLOBAL int *RESTRICT to,
                 int values, int lanes, long elements, long blocks)
{
    FOR_GROUPS(b, blocks)
    for (int l = 0; l < lanes; l++) {
        FOR_FLAT (v, values) {
            const long e = b * lanes + l;
            int n = -1;
            if (e < elements)
                n = list[(long)element[e] * values + v];
            to[(b * values + v) * lanes + l] = n;
        }
    }
    END_GROUPS
}

/* Whether an element that is its own neighbour has node i at a lower place, too. */
FUNCTION int is_repeated(GLOBAL CONST int *number, int side, int i)
{
    const int plane = side * side, x = i % side, y = i / side % side, z = i / plane, end = side - 1;
    return (x == end && number[i - end] == number[i]) || (y == end && number[i - end * side] == number[i]) ||
           (z == end && number[i - end * plane] == number[i]);
}

/* to = the nodes that an element owns: those that it is the first to have. Nodes below begin[element] of the
 * whole mesh are of earlier elements. Own nodes of the rank, `own` of them, have numbers from `first_own` on
 * there, and ghosts those in ghost[]. 8 B a node. */
KERNEL_SHAPE(64, 8)
KERNEL list_own(GLOBAL CONST int *RESTRICT list, GLOBAL CONST int *RESTRICT element,
                GLOBAL CONST int *RESTRICT begin, GLOBAL CONST int *RESTRICT ghost, GLOBAL int *RESTRICT to,
                int side, int lanes, long own, long first_own, long elements, long blocks)
{
    FOR_GROUPS(b, blocks)
    const int values = side * side * side;
    for (int l = 0; l < lanes; l++) {
        FOR_FLAT (i, values) {
            const long e = b * lanes + l;
            int n = -1;
            if (e < elements) {
                GLOBAL CONST int *number = list + (long)element[e] * values;
                const int here = number[i];
                if (here >= 0) {
                    const long whole = here < own ? first_own + here : ghost[here - own];
                    n = whole >= begin[element[e]] && !is_repeated(number, side, i) ? here : -1;
                }
            }
            to[(b * values + i) * lanes + l] = n;
        }
    }
    END_GROUPS
}

/* ---- subdomains */

/* How another element sees one: bits 2 d and 2 d + 1 are the direction of the element along direction d of
 * the other, and bit 6 + d tells whether it runs backwards. */
#define SEEN_BY_ITSELF (0 | 1 << 2 | 2 << 4)
#define AXIS(seen, d) ((seen) >> 2 * (d)&3)
#define IS_REVERSED(seen, d) ((seen) >> (6 + (d)) & 1)

/* Finds the element number `to` round the group's own, at[to], -1: none, and how the own element sees it.
 * Every way to it, one step in each direction in any order, has to lead to the same element, seen in the same
 * way: else there are not four elements round an edge, or eight at a vertex. A step can be taken back, so
 * that ways which meet at a vertex have met at its edges; what is one step nearer is known.
 *
 *   across  [elements of the mesh][6][2] the element across each side, -1: none, and how that is seen from
 *         this one: its directions, a byte each, then a byte with a bit for each that runs backwards */
FUNCTION void find_round(LOCAL int *at, LOCAL int *seen, GLOBAL CONST int *across, int to)
{
    int found = -1, found_seen = 0, agree = 1, stride = 1;
    for (int d = 0, rest = to; d < 3; d++, rest /= 3, stride *= 3) {
        const int beyond = rest % 3 - 1, from = to - beyond * stride;
        if (beyond != 0) {
            const int old = seen[from], side = 2 * AXIS(old, d) + ((beyond > 0) ^ IS_REVERSED(old, d));
            int next = -1, turned = 0, now = 0;
            if (at[from] >= 0) {
                next = across[((long)at[from] * 6 + side) * 2];
                turned = across[((long)at[from] * 6 + side) * 2 + 1];
            }
            for (int c = 0; c < 3; c++) {
                const int axis = AXIS(old, c);
                now |= (turned >> 8 * axis & 3) << 2 * c;
                now |= (IS_REVERSED(old, c) ^ (turned >> (24 + axis) & 1)) << (6 + c);
            }
            agree = agree && next >= 0 && (found < 0 || (found == next && found_seen == now));
            found = next;
            found_seen = now;
        }
    }
    at[to] = agree ? found : -1;
    seen[to] = found_seen;
}

/* Of a line of a subdomain, with `layers` nodes beyond each end, parts 0, 1, 2 are beyond the lower end,
 * within the element, beyond the upper end. Place x is in a part, which begins at a place; and there at a
 * place of the line of the element to which it belongs. */
FUNCTION int part_of_line(int x, int side, int layers)
{
    return x < layers ? 0 : (x < layers + side ? 1 : 2);
}

FUNCTION int begin_of_part(int part, int side, int layers)
{
    return part == 0 ? 0 : (part == 1 ? layers : layers + side);
}

FUNCTION int place_of_part(int part, int side, int layers)
{
    return part == 0 ? side - 1 - layers : (part == 1 ? 0 : 1);
}

/* Where the nodes of the subdomain begin among those of element number t round the group's own, and how far
 * they are apart along each direction: first[t], along[3 t + d]. */
FUNCTION void place_round(LOCAL int *first, LOCAL int *along, int seen, int t, int side, int layers)
{
    int begin = 0;
    for (int d = 0, rest = t; d < 3; d++, rest /= 3) {
        const int axis = AXIS(seen, d), stride = axis == 0 ? 1 : (axis == 1 ? side : side * side);
        const int reversed = IS_REVERSED(seen, d), x = place_of_part(rest % 3, side, layers);
        begin += stride * (reversed ? side - 1 - x : x);
        along[3 * t + d] = reversed ? -stride : stride;
    }
    first[t] = begin;
}

/* to = the nodes of an element's subdomain, its own and those beyond faces, and beyond edges and corners
 * where the mesh is like a box there. around[] has the numbers of the elements round one, the nearest first.
 * 8 B a node. */
KERNEL_SHAPE(64, 8)
KERNEL list_subdomains(GLOBAL CONST int *RESTRICT list, GLOBAL CONST int *RESTRICT element,
                       GLOBAL CONST int *RESTRICT across, GLOBAL CONST int *RESTRICT around,
                       GLOBAL int *RESTRICT to, int side, int layers, int lanes, long elements, long slots)
{
    FOR_GROUPS(e, slots)
    SHARED int at[ROUND], seen[ROUND], first[ROUND], along[3 * ROUND];
    const int wide = side + 2 * layers;
    GLOBAL int *own = to + e / lanes * wide * wide * wide * lanes + e % lanes;
    FOR_FLAT (t, ROUND) {
        at[t] = -1;
        seen[t] = SEEN_BY_ITSELF;
        if (t == ROUND_MIDDLE && e < elements)
            at[t] = element[e];
    }
    BARRIER;
    FOR_FLAT (t, ROUND_FACES) {
        find_round(at, seen, across, around[t]);
    }
    BARRIER;
    FOR_FLAT (t, ROUND_EDGES) {
        find_round(at, seen, across, around[ROUND_FACES + t]);
    }
    BARRIER;
    FOR_FLAT (t, ROUND_CORNERS) {
        find_round(at, seen, across, around[ROUND_FACES + ROUND_EDGES + t]);
    }
    BARRIER;
    FOR_FLAT (t, ROUND) {
        place_round(first, along, seen[t], t, side, layers);
    }
    BARRIER;
    FOR_FLAT (line, wide * wide) {
        const int y = line % wide, z = line / wide;
        const int part_y = part_of_line(y, side, layers), part_z = part_of_line(z, side, layers);
        const int far_y = y - begin_of_part(part_y, side, layers),
                  far_z = z - begin_of_part(part_z, side, layers);
        GLOBAL int *out = own + line * wide * lanes;
        for (int part = 0; part < 3; part++) {
            const int t = part + 3 * part_y + 9 * part_z, there = at[t], count = part == 1 ? side : layers;
            GLOBAL CONST int *number = list + (long)(there < 0 ? 0 : there) * (side * side * side) +
                                       first[t] + far_y * along[3 * t + 1] + far_z * along[3 * t + 2];
            for (int x = 0; x < count; x++, number += along[3 * t], out += lanes)
                *out = there < 0 ? -1 : *number;
        }
    }
    END_GROUPS
}
