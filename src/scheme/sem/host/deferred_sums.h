/* deferred_sums: sums at nodes to which elements add one after the other, when several threads each take a
 * range of elements.
 *
 * A node's first element is in the range of one thread; this one adds to the node at once, and so does each
 * element of its range. What elements of later ranges add comes later: it is listed, and added up range after
 * range when all threads have done. So each node's terms come in the order of elements, for any number of
 * threads. The lists are short: the nodes between ranges. */
#ifndef EG_SCHEME_SEM_DEFERRED_SUMS_H
#define EG_SCHEME_SEM_DEFERRED_SUMS_H

#include "mesh/hexes/hexes.h"

/* What one range of elements has for nodes of earlier ranges. */
typedef struct eg_deferred_sums {
    const eg_hex_nodes *nodes;
    int width;     /* numbers of a term */
    int64_t begin; /* nodes of the whole mesh below it may be of earlier ranges */
    int64_t count, key_room, value_room;
    int32_t *key;  /* [count] what the term is for: a node, or as the caller likes */
    double *value; /* [count][width] */
} eg_deferred_sums;

/* For so many ranges; EG_MEMORY. The caller owns (*deferred)[ranges]. */
eg_status eg_deferred_sums_create(const eg_hex_nodes *nodes, int ranges, int width,
                                  eg_deferred_sums **deferred);
void eg_deferred_sums_destroy(const eg_hex_nodes *nodes, int ranges, eg_deferred_sums **deferred);

/* Empties the lists of a range that begins with this element. */
void eg_deferred_sums_begin(eg_deferred_sums *deferred, int range, int64_t element);

static inline bool eg_deferred_sums_has(const eg_deferred_sums *deferred, int32_t node)
{
    return eg_hex_whole_node(deferred->nodes, node) < deferred->begin;
}

/* Lists a term for a node that it has. */
eg_status eg_deferred_sums_add(eg_deferred_sums *deferred, int32_t key, const double *term);

#endif
