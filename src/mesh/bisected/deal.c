/* Leaves dealt to ranks: each has a range, and knows those of others across the edges of its own. */
#include "base/scope.h"
#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"

#include <stdlib.h>
#include <string.h>

/* ---- from where they are made to where they belong */

static int64_t clamp_place(int64_t value, int64_t low, int64_t high)
{
    return eg_min_i64(eg_max_i64(value, low), high);
}

/* first[ranks + 1] among the `count` that this rank has made of those that go to each rank, and among its own
 * of those that come from each. */
static void find_cuts(eg_bisected_range range, const int64_t *made_of, int64_t *out_first, int64_t *in_first)
{
    int self = eg_comm_rank(range.comm);
    int64_t own[2], made = 0, before = 0;
    eg_bisected_find_range(range, self, &own[0], &own[1]);
    for (int r = 0; r < self; r++)
        made += made_of[r];
    for (int r = 0; r < eg_comm_size(range.comm); r++) {
        int64_t first, last;
        eg_bisected_find_range(range, r, &first, &last);
        out_first[r] = clamp_place(first, made, made + made_of[self]) - made;
        out_first[r + 1] = clamp_place(last, made, made + made_of[self]) - made;
        in_first[r] = clamp_place(before, own[0], own[1]) - own[0];
        before += made_of[r];
        in_first[r + 1] = clamp_place(before, own[0], own[1]) - own[0];
    }
}

eg_status eg_bisected_deal(eg_context *context, const eg_comm *comm, int64_t count, int64_t bytes,
                           const void *made, eg_status status, eg_bisected_range *range, void *own_address)
{
    int ranks = eg_comm_size(comm);
    EG_SCRATCH int64_t *made_of = NULL, *out_first = NULL, *in_first = NULL;
    void *none = NULL, *own;
    memcpy(own_address, &none, sizeof none);
    if (status == EG_OK)
        status = EG_ALLOC(context, EG_BLOCK(ranks, made_of), EG_BLOCK(ranks + 1, out_first),
                          EG_BLOCK(ranks + 1, in_first));
    EG_TRY(eg_comm_agree(comm, status));
    eg_comm_allgather_counts(comm, count, made_of);
    *range = (eg_bisected_range){.comm = comm};
    for (int r = 0; r < ranks; r++)
        range->all += made_of[r];
    find_cuts(*range, made_of, out_first, in_first);
    status = eg_alloc(context, in_first[ranks], (size_t)bytes, own_address);
    memcpy(&own, own_address, sizeof own);
    return eg_bisected_swap(context, comm, bytes, made, out_first, own, in_first, status);
}

/* ---- who is across */

/* Places on the curve and who has them. */
typedef struct inquiry {
    int64_t *begin_of;            /* [ranks + 1] own leaves of each rank */
    int64_t *first, *asked_first; /* [ranks + 1] places for each rank, and from each */
    uint64_t *place, *asked;
    int32_t *number, *answer; /* the leaves there, by numbers in the whole */
} inquiry;

static eg_status reserve_inquiry(eg_scope *scope, int ranks, int64_t leaves, inquiry *q)
{
    return EG_SCOPE_ALLOC(scope, EG_BLOCK(ranks + 1, q->begin_of), EG_BLOCK(ranks + 1, q->first),
                          EG_BLOCK(ranks + 1, q->asked_first), EG_BLOCK(3 * leaves, q->place),
                          EG_BLOCK(3 * leaves, q->number));
}

/* Places across own edges, in ascending order, as ranks are. Collective. */
static void list_places(const eg_bisected *b, const eg_comm *comm, inquiry *q)
{
    int ranks = eg_comm_size(comm), self = eg_comm_rank(comm);
    int64_t length = 0, at = 0;
    for (int64_t i = 0; i < b->leaves; i++)
        length += 2 * (int64_t)eg_bisected_half(b->id[i]);
    eg_comm_allgather_counts(comm, length, q->begin_of + 1);
    for (int r = 0; r < ranks; r++)
        q->begin_of[r + 1] += q->begin_of[r];
    int64_t count =
        eg_bisected_places_outside(b, (uint64_t)q->begin_of[self], (uint64_t)q->begin_of[self + 1], q->place);
    if (count > 0)
        qsort(q->place, (size_t)count, sizeof *q->place, eg_ascending_u64);
    for (int r = 0; r < ranks; r++) {
        while (at < count && q->place[at] < (uint64_t)q->begin_of[r + 1])
            at++;
        q->first[r + 1] = at;
    }
}

/* The owners of places say which leaves are there. Collective; all agree. */
static eg_status ask_owners(eg_scope *scope, const eg_bisected *b, const eg_comm *comm, inquiry *q)
{
    EG_TRY(eg_bisected_swap_firsts(b->context, comm, q->first, q->asked_first));
    int64_t asked = q->asked_first[eg_comm_size(comm)];
    eg_status status = EG_SCOPE_ALLOC(scope, EG_BLOCK(asked, q->asked), EG_BLOCK(asked, q->answer));
    EG_TRY(eg_bisected_swap(b->context, comm, sizeof *q->asked, q->place, q->first, q->asked, q->asked_first,
                            status));
    for (int64_t i = 0; i < asked; i++)
        q->answer[i] = (int32_t)(b->before + eg_bisected_leaf_at(b->id, b->leaves, q->asked[i]));
    return eg_bisected_swap(b->context, comm, sizeof *q->answer, q->answer, q->asked_first, q->number,
                            q->first, EG_OK);
}

/* Leaves of others across the edges of own ones, which alone are there. Collective; all agree. */
static eg_status find_leaves_of_others(eg_scope *scope, const eg_bisected *b, const eg_comm *comm,
                                       int32_t **number, int64_t *count)
{
    inquiry q = {0};
    EG_TRY(eg_comm_agree(comm, reserve_inquiry(scope, eg_comm_size(comm), b->leaves, &q)));
    list_places(b, comm, &q);
    EG_TRY(ask_owners(scope, b, comm, &q));
    *number = q.number;
    *count = eg_bisected_sort_numbers(q.number, q.first[eg_comm_size(comm)]);
    return EG_OK;
}

/* ---- leaves by their numbers */

static eg_status take_dealt_ring(eg_bisected *b, eg_bisected_range range)
{
    EG_SCOPE(scope, b->context);
    int32_t *number;
    int64_t count;
    if (eg_comm_size(range.comm) == 1)
        return EG_OK;
    EG_TRY(find_leaves_of_others(&scope, b, range.comm, &number, &count));
    EG_TRY(eg_bisected_ring_create(b->context, range, count, number, EG_OK, &b->ring));
    b->held = b->leaves + count;
    eg_status status = eg_resize(b->context, b->held, sizeof *b->id, &b->id);
    return eg_bisected_ring_exchange(b->ring, sizeof *b->id, b->id, status);
}

eg_status eg_bisected_create_ids(const eg_bisected *like, const eg_comm *comm, int64_t count,
                                 const uint64_t *id, eg_status status, eg_bisected **bisected)
{
    uint64_t *own;
    eg_bisected_range range;
    int64_t first = 0, last = 0;
    *bisected = NULL;
    status = eg_bisected_deal(like->context, comm, count, sizeof *id, id, status, &range, &own);
    if (status == EG_OK)
        eg_bisected_find_range(range, eg_comm_rank(comm), &first, &last);
    if (status == EG_OK)
        status = eg_bisected_reserve(like, last - first, bisected);
    if (status == EG_OK) {
        (*bisected)->before = first;
        (*bisected)->all = range.all;
        memcpy((*bisected)->id, own, (size_t)(last - first) * sizeof *id);
    }
    EG_FREE(&own);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK)
        status = take_dealt_ring(*bisected, range);
    if (status == EG_OK)
        status = eg_comm_agree(comm, eg_bisected_link(*bisected));
    if (status == EG_OK)
        eg_bisected_find_hash(*bisected);
    else
        eg_bisected_destroy(bisected);
    return status;
}

eg_status eg_bisected_create_dealt(eg_context *context, const eg_comm *comm, const eg_plane *macro,
                                   eg_bisected **bisected)
{
    eg_plane *received = NULL;
    eg_bisected *roots = NULL;
    int64_t first = 0, last = 0;
    *bisected = NULL;
    EG_TRY(eg_plane_broadcast(context, comm, macro, &received));
    eg_status status = eg_bisected_create(context, received ? received : macro, &roots);
    status = eg_comm_agree(comm, status);
    if (status == EG_OK) {
        eg_bisected_find_range((eg_bisected_range){comm, roots->leaves}, eg_comm_rank(comm), &first, &last);
        status = eg_bisected_create_ids(roots, comm, last - first, &roots->id[first], EG_OK, bisected);
    }
    eg_bisected_destroy(&roots);
    eg_plane_destroy(&received);
    return status;
}
