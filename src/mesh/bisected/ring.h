/* ring: leaves of other ranks that a rank has beside its own, in ascending order, and the exchange of values
 * for them. */
#ifndef EG_MESH_BISECTED_RING_H
#define EG_MESH_BISECTED_RING_H

#include "mesh/bisected/bisected.h"

/* How so many leaves are dealt to ranks. */
typedef struct eg_bisected_range {
    const eg_comm *comm;
    int64_t all;
} eg_bisected_range;

static inline void eg_bisected_find_range(eg_bisected_range range, int rank, int64_t *first, int64_t *last)
{
    eg_partition_range(range.all, eg_mesh_chunk(&eg_plane_class, range.all), eg_comm_ranks(range.comm), rank,
                       first, last);
}

struct eg_bisected_ring {
    eg_context *context;
    const eg_comm *comm;
    int64_t before, own;
    int64_t count;       /* of other ranks */
    int32_t *number;     /* [count] in the whole, ascending */
    int64_t *first;      /* [ranks + 1] those of each rank */
    int64_t *send_first; /* [ranks + 1] */
    int32_t *send;       /* own ones that others have, by ranks: counted from `before` */
};

/* A ring of leaves with these ascending numbers, none of them own. EG_MEMORY. Collective, also where `status`
 * is a failure of this rank; all agree. The caller owns *ring, which outlives neither comm nor context. */
eg_status eg_bisected_ring_create(eg_context *context, eg_bisected_range range, int64_t count,
                                  const int32_t *number, eg_status status, eg_bisected_ring **ring);
void eg_bisected_ring_destroy(eg_bisected_ring **ring);

/* value[own + count] of `bytes` each: those of others become what their owners have. NULL: nothing to do.
 * EG_MEMORY; collective as above. */
eg_status eg_bisected_ring_exchange(const eg_bisected_ring *ring, int64_t bytes, void *value,
                                    eg_status status);

/* `out` goes to the ranks where out_first[ranks + 1] says, in things of `bytes`; `in` comes from them so.
 * EG_MEMORY; collective as above. One process, and a rank with itself, copies. */
eg_status eg_bisected_swap(eg_context *context, const eg_comm *comm, int64_t bytes, const void *out,
                           const int64_t *out_first, void *in, const int64_t *in_first, eg_status status);

/* From out_first[ranks + 1] the in_first[ranks + 1] of what comes. EG_MEMORY. Collective; all agree. */
eg_status eg_bisected_swap_firsts(eg_context *context, const eg_comm *comm, const int64_t *out_first,
                                  int64_t *in_first);

/* Where the leaf of that number is among own ones and those of the ring behind them; -1: it is not there. */
int64_t eg_bisected_held(const eg_bisected_ring *ring, int64_t number);

/* NULL: one process. */
static inline const eg_comm *eg_bisected_comm(const eg_bisected *b)
{
    return b->ring ? b->ring->comm : NULL;
}

/* The number in the whole of one of those that a rank's leaves hold. */
static inline int64_t eg_bisected_number(const eg_bisected *b, int64_t held)
{
    return held < b->leaves ? b->before + held : b->ring->number[held - b->leaves];
}

/* Ranks have made `count` things of `bytes` each, in their order: *own_address gets those of the range of
 * this one, which the caller owns, *range how they are dealt. EG_MEMORY. Collective, also where `status` is a
 * failure of this rank; all agree. One process copies. */
eg_status eg_bisected_deal(eg_context *context, const eg_comm *comm, int64_t count, int64_t bytes,
                           const void *made, eg_status status, eg_bisected_range *range, void *own_address);

/* Sorts numbers and leaves out what is there twice; returns how many are left. */
int64_t eg_bisected_sort_numbers(int32_t *number, int64_t count);
/* Its place among ascending ones; -1: it is not there. */
int64_t eg_bisected_find_number(const int32_t *number, int64_t count, int64_t wanted);

#endif
