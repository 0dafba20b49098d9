// check: LANES=1
/* Other leaves of a mesh of triangles that are halved (docs/theory/bisection.md). Integers alone: every order of work
 * gives the same.
 *
 * Arrays of leaves in their order; a group is BISECT_GROUP of them. Of several ranks those of others across the edges
 * of own leaves are behind these, `held` with them.
 *   id     [held]
 *   link   [leaves][3] 3 * leaf + edge across each edge; -1: none
 *   wish   [held] BISECT_FINER, BISECT_COARSER, or neither
 *   mark   [held] bits 1 << edge of edges that are halved, or BISECT_JOINS
 *   first  [leaves] new leaves before those of a leaf, inside of its group; before [groups] those of groups
 *          before it */
#include "field/scan.h"
#include "bisect/walk.h"

#define GROUPS_OF(leaves) (((leaves) + BISECT_GROUP - 1) / BISECT_GROUP)

/* ---- wishes */

/* mark[i] = 1 + the level that leaf i asks for by its number, value[first + i], or 0 where it may be coarser;
 * changed[b] tells whether a mark of the group is another one than before, where marks are `known`, below[b]
 * whether a leaf is below the highest level. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_ask(GLOBAL CONST long *RESTRICT id, GLOBAL CONST double *RESTRICT value,
                  GLOBAL int *RESTRICT mark, GLOBAL int *RESTRICT changed, GLOBAL int *RESTRICT below,
                  double refine, double coarsen, int highest, int known, long first, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    SHARED int s[BISECT_GROUP];
    SHARED int low[BISECT_GROUP];
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        s[t] = low[t] = 0;
        if (i < leaves) {
            const double v = value[first + i];
            const int level = level_of(id[i]), stays = v >= coarsen && v > 0.0;
            const int finer = v >= refine && v > 0.0;
            const int now = finer || stays ? level + (finer && level < highest) + 1 : 0;
            s[t] = !known || now != mark[i];
            low[t] = level < highest;
            mark[i] = now;
        }
    }
    BARRIER;
    FOLD_MAX(s, BISECT_GROUP)
    FOLD_MAX(low, BISECT_GROUP)
    FOR_FLAT (t, 1) {
        changed[b] = s[0];
        below[b] = low[0];
    }
    END_GROUPS
}

/* One layer: next = the largest mark of a leaf and of those across its edges. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_spread(GLOBAL CONST int *RESTRICT mark, GLOBAL int *RESTRICT next,
                     GLOBAL CONST int *RESTRICT link, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves) {
            int now = mark[i];
            for (int k = 0; k < 3; k++) {
                const int across = link[3 * i + k];
                const int there = across >= 0 ? mark[across / 3] : 0;
                now = there > now ? there : now;
            }
            next[i] = now;
        }
    }
    END_GROUPS
}

/* wish = what takes a leaf to the level of its mark, which is at least the lowest. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_wish(GLOBAL CONST long *RESTRICT id, GLOBAL CONST int *RESTRICT mark, GLOBAL int *RESTRICT wish,
                   int lowest, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves) {
            const int level = level_of(id[i]);
            const int wanted = mark[i] - 1 < lowest ? lowest : mark[i] - 1;
            wish[i] = wanted > level ? BISECT_FINER : (wanted < level ? BISECT_COARSER : 0);
        }
    }
    END_GROUPS
}

/* ---- a pass */

/* mark = the refinement edges of leaves that shall be finer. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_begin(GLOBAL CONST int *RESTRICT wish, GLOBAL int *RESTRICT mark, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves)
            mark[i] = wish[i] == BISECT_FINER;
    }
    END_GROUPS
}

/* One turn of the closure: next = mark, and of own leaves the marks of leaves across, and the refinement edge
 * where there is any; leaves are not joined any more. open[b] tells whether a mark of the group is new.
 * Called until none is. 20 bytes a leaf, and marks across. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_close(GLOBAL CONST int *RESTRICT mark, GLOBAL int *RESTRICT next,
                    GLOBAL CONST int *RESTRICT link, GLOBAL int *RESTRICT open, long leaves, long held)
{
    FOR_GROUPS(b, GROUPS_OF(held))
    SHARED int s[BISECT_GROUP];
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        s[t] = 0;
        if (i < held) {
            const int old = mark[i] & ~BISECT_JOINS;
            int now = old;
            for (int k = 0; k < (i < leaves ? 3 : 0); k++) {
                const int across = link[3 * i + k];
                if (across >= 0 && (mark[across / 3] >> across % 3 & 1))
                    now |= 1 << k;
            }
            now |= now != 0;
            next[i] = now;
            s[t] = now != old;
        }
    }
    BARRIER;
    FOLD_MAX(s, BISECT_GROUP)
    FOR_FLAT (t, 1) {
        open[b] = s[0];
    }
    END_GROUPS
}

/* result = whether any of changed[groups] is set, and any of below[groups]. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_any(GLOBAL CONST int *RESTRICT changed, GLOBAL CONST int *RESTRICT below,
                  GLOBAL long *RESTRICT result, long groups)
{
    FOR_GROUPS(b, 1)
    SHARED int s[BISECT_GROUP];
    SHARED int low[BISECT_GROUP];
    FOR_FLAT (t, BISECT_GROUP) {
        s[t] = low[t] = 0;
        for (long i = t; i < groups; i += BISECT_GROUP) {
            s[t] = changed[i] > s[t] ? changed[i] : s[t];
            low[t] = below[i] > low[t] ? below[i] : low[t];
        }
    }
    BARRIER;
    FOLD_MAX(s, BISECT_GROUP)
    FOLD_MAX(low, BISECT_GROUP)
    FOR_FLAT (t, 1) {
        result[BISECT_CHANGES] = s[0];
        result[BISECT_BELOW] = low[0];
    }
    END_GROUPS
}

FUNCTION int may_join(GLOBAL CONST long *id, GLOBAL CONST int *wish, GLOBAL CONST int *mark, long leaf)
{
    return wish[leaf] == BISECT_COARSER && mark[leaf] == 0 && level_of(id[leaf]) > 0;
}

/* The other child of its parent, which lies across its edge from the newest vertex; -1: it is none. */
FUNCTION long sibling_of(GLOBAL CONST long *id, GLOBAL CONST int *link, long leaf)
{
    const int across = link[3 * leaf + (is_start(id[leaf]) ? 2 : 1)];
    const long other = id[leaf] + (is_second(id[leaf]) ? -2 : 2) * lowest_bit(id[leaf]);
    return across >= 0 && id[across / 3] == other ? across / 3 : -1;
}

/* pair[i] = leaf i and its sibling may both be joined. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_pair(GLOBAL CONST long *RESTRICT id, GLOBAL CONST int *RESTRICT link,
                   GLOBAL CONST int *RESTRICT wish, GLOBAL CONST int *RESTRICT mark,
                   GLOBAL int *RESTRICT pair, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves) {
            const long other = may_join(id, wish, mark, i) ? sibling_of(id, link, i) : -1;
            pair[i] = other >= 0 && may_join(id, wish, mark, other);
        }
    }
    END_GROUPS
}

/* Whether the leaf across the half of the parent's refinement edge may be joined as well. */
FUNCTION int is_free(GLOBAL CONST long *id, GLOBAL CONST int *link, GLOBAL CONST int *pair, long leaf)
{
    const int across = link[3 * leaf + half_edge(id[leaf])];
    return across < 0 || (pair[across / 3] && across % 3 == half_edge(id[across / 3]));
}

/* freed[i] = leaf i is of such a pair, and what is across goes as well. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_free(GLOBAL CONST long *RESTRICT id, GLOBAL CONST int *RESTRICT link,
                   GLOBAL CONST int *RESTRICT pair, GLOBAL int *RESTRICT freed, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves)
            freed[i] = pair[i] && is_free(id, link, pair, i);
    }
    END_GROUPS
}

/* mark[i] = BISECT_JOINS where all leaves round the newest vertex may be joined. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_join(GLOBAL CONST long *RESTRICT id, GLOBAL CONST int *RESTRICT link,
                   GLOBAL CONST int *RESTRICT freed, GLOBAL int *RESTRICT mark, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves && freed[i] && freed[sibling_of(id, link, i)])
            mark[i] = BISECT_JOINS;
    }
    END_GROUPS
}

/* first[i] = new leaves of those before it in its group; count, highest and changed [groups]: new leaves,
 * their highest level, whether there is a mark. By a scan over the group. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_count(GLOBAL CONST long *RESTRICT id, GLOBAL CONST int *RESTRICT mark,
                    GLOBAL int *RESTRICT first, GLOBAL int *RESTRICT count, GLOBAL int *RESTRICT highest,
                    GLOBAL int *RESTRICT changed, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    SHARED int sum[2 * BISECT_GROUP];
    SHARED int level[BISECT_GROUP];
    SHARED int any[BISECT_GROUP];
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        sum[t] = level[t] = any[t] = 0;
        if (i < leaves) {
            const int m = mark[i];
            sum[t] = m == BISECT_JOINS ? !is_second(id[i]) : leaves_of(m);
            level[t] = level_of(id[i]) + (m & (BISECT_HALVES_1 | BISECT_HALVES_2) ? 2 : m & 1);
            any[t] = m != 0;
        }
    }
    BARRIER;
    FOLD_MAX(level, BISECT_GROUP)
    FOLD_MAX(any, BISECT_GROUP)
    SCAN_SUMS(sum, from, BISECT_GROUP)
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves)
            first[i] = t > 0 ? sum[from + t - 1] : 0;
    }
    FOR_FLAT (t, 1) {
        count[b] = sum[from + BISECT_GROUP - 1];
        highest[b] = level[0];
        changed[b] = any[0];
    }
    END_GROUPS
}

/* before[b] = the sum of count[] before b; result = sum, highest level, whether there is a mark, whether the
 * closure is open. One group, whose threads take a stretch of groups each. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_scan(GLOBAL CONST int *RESTRICT count, GLOBAL CONST int *RESTRICT highest,
                   GLOBAL CONST int *RESTRICT changed, GLOBAL CONST int *RESTRICT open,
                   GLOBAL long *RESTRICT before, GLOBAL long *RESTRICT result, long groups)
{
    FOR_GROUPS(b, 1)
    SHARED long sum[BISECT_GROUP];
    SHARED int level[BISECT_GROUP];
    SHARED int any[BISECT_GROUP];
    SHARED int more[BISECT_GROUP];
    const long stretch = (groups + BISECT_GROUP - 1) / BISECT_GROUP;
    FOR_FLAT (t, BISECT_GROUP) {
        const long end = (t + 1) * stretch < groups ? (t + 1) * stretch : groups;
        sum[t] = 0;
        level[t] = any[t] = more[t] = 0;
        for (long i = t * stretch; i < end; i++) {
            sum[t] += count[i];
            level[t] = highest[i] > level[t] ? highest[i] : level[t];
            any[t] = changed[i] > any[t] ? changed[i] : any[t];
            more[t] = open[i] > more[t] ? open[i] : more[t];
        }
    }
    BARRIER;
    FOLD_MAX(level, BISECT_GROUP)
    FOLD_MAX(any, BISECT_GROUP)
    FOLD_MAX(more, BISECT_GROUP)
    FOR_FLAT (t, 1) {
        long all = 0;
        for (int k = 0; k < BISECT_GROUP; k++) {
            const long own = sum[k];
            sum[k] = all;
            all += own;
        }
        result[BISECT_LEAVES] = all;
        result[BISECT_HIGHEST] = level[0];
        result[BISECT_CHANGES] = any[0];
        result[BISECT_OPEN] = more[0];
    }
    BARRIER;
    FOR_FLAT (t, BISECT_GROUP) {
        const long end = (t + 1) * stretch < groups ? (t + 1) * stretch : groups;
        long at = sum[t];
        for (long i = t * stretch; i < end; i++) {
            before[i] = at;
            at += count[i];
        }
    }
    END_GROUPS
}

#define FIRST_OF(i) ((int)before[(i) / BISECT_GROUP] + first[i])

/* What the new leaf across an edge of an old one is: of the whole edge, or of a half of it. */
FUNCTION int find_across(GLOBAL CONST long *id, GLOBAL CONST int *link, GLOBAL CONST int *mark,
                         GLOBAL CONST int *first, GLOBAL CONST long *before, long leaf, int edge, int part)
{
    const int across = link[3 * leaf + edge];
    if (across < 0)
        return -1;
    const long there = across / 3;
    const int k = across % 3, m = mark[there];
    if (m == 0)
        return 3 * FIRST_OF(there) + k;
    if (m == BISECT_JOINS) {
        const long of = is_second(id[there]) ? there - 1 : there;
        return 3 * FIRST_OF(of) + (k > 0 ? 0 : (is_start(id[there]) ? 2 : 1));
    }
    const int pair = outer_edge(m, k, MIRRORED(part));
    return 3 * (FIRST_OF(there) + place_of_child(m, level_of(id[there]), LEAF_OF(pair))) + EDGE_OF(pair);
}

#define ACROSS(leaf, edge, part) find_across(id, link, mark, first, before, leaf, edge, part)

/* The new leaves: next_id, next_link as id and link; from[] the old leaf, or the first of two that are
 * joined; origin[] what it was. One thread an old leaf writes what comes of it; of several ranks, where
 * nothing is `linked`, no links. */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_fill(GLOBAL CONST long *RESTRICT id, GLOBAL CONST int *RESTRICT link,
                   GLOBAL CONST int *RESTRICT mark, GLOBAL CONST int *RESTRICT first,
                   GLOBAL CONST long *RESTRICT before, GLOBAL long *RESTRICT next_id,
                   GLOBAL int *RESTRICT next_link, GLOBAL int *RESTRICT from, GLOBAL int *RESTRICT origin,
                   int linked, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        const int m = i < leaves ? mark[i] : 0;
        const int joins = m == BISECT_JOINS;
        const int count = i >= leaves ? 0 : (joins ? !is_second(id[i]) : leaves_of(m));
        for (int c = 0; c < count; c++) {
            const long to = FIRST_OF(i) + c;
            const int level = level_of(id[i]), forwards = joins && is_start(id[i]);
            const int leaf = joins || m == 0 ? BISECT_SAME : child_at(m, level, c);
            from[to] = (int)i;
            if (joins) {
                const long start = forwards ? i : i + 1, end = forwards ? i + 1 : i;
                next_id[to] = parent_of(id[i]);
                origin[to] = forwards ? BISECT_JOINED : BISECT_JOINED_BACKWARDS;
                if (linked) {
                    next_link[3 * to] = ACROSS(start, half_edge(id[start]), WHOLE);
                    next_link[3 * to + 1] = ACROSS(end, 0, WHOLE);
                    next_link[3 * to + 2] = ACROSS(start, 0, WHOLE);
                }
            } else {
                next_id[to] = leaf == BISECT_SAME ? id[i] : id_of_child(id[i], leaf);
                origin[to] = leaf;
                for (int k = 0; k < (linked ? 3 : 0); k++) {
                    const int inner = leaf == BISECT_SAME ? -1 : inner_edge(m, leaf, k);
                    const int old = leaf == BISECT_SAME ? 4 * k : old_edge(leaf, k);
                    next_link[3 * to + k] =
                        inner < 0
                            ? ACROSS(i, old / 4, old % 4)
                            : 3 * (FIRST_OF(i) + place_of_child(m, level, LEAF_OF(inner))) + EDGE_OF(inner);
                }
            }
        }
    }
    END_GROUPS
}

/* x[leaves][3][2] = the vertices of leaves, from those of the roots, root_x[roots][3][2], m; face[leaves][3]
 * = what the roots' edges have in root_face[roots][3], of edges that are parts of them, else -1. As
 * eg_bisected_find_triangle(). */
KERNEL_SHAPE(BISECT_GROUP, 1)
KERNEL bisect_triangles(GLOBAL CONST long *RESTRICT id, GLOBAL CONST double *RESTRICT root_x,
                        GLOBAL CONST int *RESTRICT root_face, GLOBAL double *RESTRICT x,
                        GLOBAL int *RESTRICT face, long leaves)
{
    FOR_GROUPS(b, GROUPS_OF(leaves))
    FOR_FLAT (t, BISECT_GROUP) {
        const long i = b * BISECT_GROUP + t;
        if (i < leaves) {
            const long root = id[i] >> (BISECT_LEVEL + 1);
            const int levels = level_of(id[i]);
            double v[6];
            int f0 = root_face[3 * root], f1 = root_face[3 * root + 1], f2 = root_face[3 * root + 2];
            for (int k = 0; k < 6; k++)
                v[k] = root_x[6 * root + k];
            for (int level = 0; level < levels; level++) {
                const int start = (int)(id[i] >> (BISECT_LEVEL - level) & 1) == (level & 1);
                for (int d = 0; d < 2; d++) {
                    const double v0 = v[d], v1 = v[2 + d], v2 = v[4 + d];
                    v[d] = start ? v2 : v1;
                    v[2 + d] = start ? v0 : v2;
                    v[4 + d] = 0.5 * (v0 + v1);
                }
                const int old0 = f0;
                f0 = start ? f2 : f1;
                f1 = start ? old0 : -1;
                f2 = start ? -1 : old0;
            }
            for (int k = 0; k < 6; k++)
                x[6 * i + k] = v[k];
            face[3 * i] = f0;
            face[3 * i + 1] = f1;
            face[3 * i + 2] = f2;
        }
    }
    END_GROUPS
}
