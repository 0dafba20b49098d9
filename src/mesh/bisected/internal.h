/* What the files of this folder have together. */
#ifndef EG_MESH_BISECTED_INTERNAL_H
#define EG_MESH_BISECTED_INTERNAL_H

#include "mesh/bisected/bisected.h"
#include "mesh/internal.h"

/* ---- bisected.c */

/* For so many leaves, all of them own. */
eg_status eg_bisected_reserve(const eg_bisected *like, int64_t leaves, eg_bisected **bisected);
void eg_bisected_find_hash(eg_bisected *bisected);

/* Half of a leaf's length along the curve, whose middle is its id. */
static inline uint64_t eg_bisected_half(uint64_t id)
{
    return id & -id;
}

/* ---- links.c */

/* EG_CHECKPOINT for a leaf, counted in the whole, of a level that it cannot have. */
eg_status eg_bisected_refuse(eg_context *context, int64_t leaf, int64_t all, int level);
/* Fills link[] from the ids that are held. EG_CHECKPOINT where an edge is not whole. */
eg_status eg_bisected_link(eg_bisected *bisected);
/* Where along the curve leaves across own edges are that are not between first and last: place[3 leaves];
 * returns how many. */
int64_t eg_bisected_places_outside(const eg_bisected *bisected, uint64_t first, uint64_t last,
                                   uint64_t *place);
/* Of ascending ids the last that begins at a place or before it; -1: none. */
int64_t eg_bisected_leaf_at(const uint64_t *id, int64_t count, uint64_t place);

#endif
