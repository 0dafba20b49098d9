/* Leaves dealt to ranks: where each has a range, and those of others across the edges of its own. */
#include "mesh/bisected/deal.h"
#include "mesh/cell_transfer.h"

#include <string.h>

/* ---- own leaves and their ring */

/* Numbers of what is across the edges of own leaves and is not own. */
static eg_status list_others(eg_context *context, int64_t first, int64_t last, const int32_t (*link)[3],
                             int32_t **number, int64_t *count)
{
    *count = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1)
            EG_TRY(eg_alloc(context, *count, sizeof **number, number));
        *count = 0;
        for (int64_t h = 0; h < 3 * (last - first); h++) {
            int32_t across = link[h / 3][h % 3];
            if (across < 0 || (across / 3 >= first && across / 3 < last))
                continue;
            if (pass == 1)
                (*number)[*count] = across / 3;
            ++*count;
        }
    }
    *count = eg_bisected_sort_numbers(*number, *count);
    return EG_OK;
}

static void take_links(eg_bisected *b, const int32_t (*link)[3])
{
    for (int64_t h = 0; h < 3 * b->leaves; h++) {
        int32_t across = link[h / 3][h % 3];
        b->link[h / 3][h % 3] =
            across < 0 ? -1 : (int32_t)(3 * eg_bisected_held(b->ring, across / 3) + across % 3);
    }
}

eg_status eg_bisected_assemble(const eg_bisected *like, eg_bisected_range range, const uint64_t *id,
                               const int32_t (*link)[3], eg_status status, eg_bisected **bisected)
{
    int32_t *number = NULL;
    int64_t count = 0, first, last;
    eg_bisected_ring *ring;
    *bisected = NULL;
    eg_bisected_find_range(range, eg_comm_rank(range.comm), &first, &last);
    if (status == EG_OK)
        status = list_others(like->context, first, last, link, &number, &count);
    status = eg_bisected_ring_create(like->context, range, count, number, status, &ring);
    eg_free(like->context, &number);
    EG_TRY(status);
    status = eg_bisected_reserve(like, last - first, count, bisected);
    if (status == EG_OK) {
        eg_bisected *b = *bisected;
        b->ring = ring;
        b->before = first;
        b->all = range.all;
        memcpy(b->id, id, (size_t)b->leaves * sizeof *id);
        take_links(b, link);
    } else
        eg_bisected_ring_destroy(&ring);
    status = eg_comm_agree(range.comm, status);
    if (status == EG_OK)
        status = eg_bisected_exchange(*bisected, sizeof *id, (*bisected)->id, EG_OK);
    if (status == EG_OK)
        eg_bisected_find_hash(*bisected);
    else
        eg_bisected_destroy(bisected);
    return status;
}

eg_status eg_bisected_exchange(const eg_bisected *bisected, int64_t bytes, void *value, eg_status status)
{
    return eg_bisected_ring_exchange(bisected->ring, bytes, value, status);
}

/* ---- from where they are made to where they belong */

static eg_move overlap(int rank, int64_t from, int64_t to, int64_t first, int64_t last)
{
    int64_t low = eg_max_i64(from, first), high = eg_min_i64(to, last);
    return (eg_move){.rank = rank, .first = low, .count = eg_max_i64(0, high - low)};
}

/* made_of[ranks]: how many leaves each rank has made, in the order of ranks. */
eg_status eg_bisected_plan_deal(eg_context *context, eg_bisected_range range, const int64_t *made_of,
                                eg_cell_transfer **deal)
{
    int64_t own[2], their[2], made[2] = {0, 0}, before = 0;
    int self = eg_comm_rank(range.comm), ranks = eg_comm_size(range.comm);
    EG_TRY(eg_cell_transfer_create(context, ranks, 0, deal));
    for (int r = 0; r < self; r++)
        made[0] += made_of[r];
    made[1] = made[0] + made_of[self];
    eg_bisected_find_range(range, self, &own[0], &own[1]);
    (*deal)->first = own[0];
    (*deal)->count = own[1] - own[0];
    for (int r = 0; r < ranks; before += made_of[r++]) {
        eg_bisected_find_range(range, r, &their[0], &their[1]);
        (*deal)->send[r] = overlap(r, their[0], their[1], made[0], made[1]);
        (*deal)->receive[r] = overlap(r, own[0], own[1], before, before + made_of[r]);
    }
    return EG_OK;
}
