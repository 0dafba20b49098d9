/* Leaves from the levels that they had. */
#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"

/* Levels of a range of leaves, and where they begin along the curve. */
typedef struct level_range {
    eg_context *context;
    int64_t before, count, all;
    uint64_t begin;         /* of these leaves */
    uint64_t filled, whole; /* to where all of them go, and the roots */
} level_range;

/* 0: there is no such level. */
static uint64_t half_of_level(int level)
{
    return level <= EG_BISECTED_LEVEL ? 1ull << (EG_BISECTED_LEVEL - level) : 0;
}

/* How much of the curve the leaves before take, and all. Collective; all agree. */
static eg_status measure_levels(level_range *t, const eg_comm *comm, const uint8_t *level)
{
    int ranks = eg_comm_size(comm);
    EG_SCRATCH int64_t *count_of = NULL, *length_of = NULL;
    int64_t length = 0;
    eg_status status = EG_ALLOC(t->context, EG_BLOCK(ranks, count_of), EG_BLOCK(ranks, length_of));
    EG_TRY(eg_comm_agree(comm, status));
    for (int64_t i = 0; i < t->count; i++)
        length += 2 * (int64_t)half_of_level(level[i]);
    eg_comm_allgather_counts(comm, t->count, count_of);
    eg_comm_allgather_counts(comm, length, length_of);
    for (int r = 0; r < ranks; r++) {
        t->before += r < eg_comm_rank(comm) ? count_of[r] : 0;
        t->begin += r < eg_comm_rank(comm) ? (uint64_t)length_of[r] : 0;
        t->all += count_of[r];
        t->filled += (uint64_t)length_of[r];
    }
    return EG_OK;
}

/* Each leaf begins where the one before it ends. */
static eg_status find_ids(const level_range *t, const uint8_t *level, uint64_t *id)
{
    uint64_t begin = t->begin;
    for (int64_t i = 0; i < t->count; i++) {
        uint64_t half = half_of_level(level[i]);
        if (half == 0 || begin % (2 * half) != 0 || begin >= t->whole)
            return eg_bisected_refuse(t->context, t->before + i, t->all, level[i]);
        id[i] = begin + half;
        begin += 2 * half;
    }
    return EG_OK;
}

static eg_status check_filled(const level_range *t, const eg_bisected *roots)
{
    return t->filled == t->whole
               ? EG_OK
               : eg_fail(t->context, EG_CHECKPOINT, "%lld triangles do not fill the %lld of the mesh",
                         (long long)t->all, (long long)roots->macro->base.all);
}

eg_status eg_bisected_create_levels(const eg_bisected *roots, int64_t count, const uint8_t *level,
                                    eg_bisected **bisected)
{
    const eg_comm *comm = eg_bisected_comm(roots);
    level_range t = {.context = roots->context,
                     .count = count,
                     .whole = (uint64_t)roots->macro->base.all << (EG_BISECTED_LEVEL + 1)};
    EG_SCRATCH uint64_t *id = NULL;
    *bisected = NULL;
    EG_TRY(measure_levels(&t, comm, level));
    eg_status status = eg_alloc(roots->context, count, sizeof *id, &id);
    if (status == EG_OK)
        status = find_ids(&t, level, id);
    EG_TRY(eg_comm_agree(comm, status));
    EG_TRY(check_filled(&t, roots));
    return eg_bisected_create_ids(roots, comm, count, id, EG_OK, bisected);
}
