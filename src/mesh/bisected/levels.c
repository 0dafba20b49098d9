/* Leaves of levels that are known: all of one, or those that there were. */
#include "mesh/bisected/internal.h"

/* ---- one step */

/* Replaces the leaves by what is wished; *changed: they are others. */
static eg_status step(eg_bisected **bisected, const uint8_t *wish, bool *changed)
{
    eg_bisected *next;
    eg_bisected_transfer *transfer;
    EG_TRY(eg_bisected_adapt(*bisected, wish, &next, &transfer));
    eg_bisected_transfer_destroy(&transfer);
    *changed = next != NULL;
    if (next) {
        eg_bisected_destroy(bisected);
        *bisected = next;
    }
    return EG_OK;
}

static eg_status refine_once(eg_bisected **bisected, int level, bool *changed)
{
    eg_context *context = (*bisected)->context;
    uint8_t *wish;
    EG_TRY(eg_alloc(context, (*bisected)->leaves, 1, &wish));
    for (int64_t i = 0; i < (*bisected)->leaves; i++)
        wish[i] =
            eg_bisected_level((*bisected)->id[i]) < level ? EG_BISECTED_FINER : EG_BISECTED_KEEP;
    eg_status status = step(bisected, wish, changed);
    eg_free(context, &wish);
    return status;
}

eg_status eg_bisected_refine(eg_bisected **bisected, int level)
{
    bool changed = true;
    while (changed)
        EG_TRY(refine_once(bisected, level, &changed));
    return EG_OK;
}

/* ---- levels of all leaves */

static eg_status refuse(eg_context *context, int64_t leaf, int64_t count, int level)
{
    return eg_fail(context, EG_CHECKPOINT, "triangle %lld of %lld cannot be of level %d",
                   (long long)leaf, (long long)count, level);
}

/* id[count]: each leaf begins where the one before it ends. */
static eg_status find_ids(const eg_bisected *roots, int64_t count, const uint8_t *level,
                          uint64_t *id)
{
    uint64_t begin = 0, end = (uint64_t)roots->macro->base.all << (EG_BISECTED_LEVEL + 1);
    for (int64_t i = 0; i < count; i++) {
        uint64_t half = level[i] <= EG_BISECTED_LEVEL ? 1ull << (EG_BISECTED_LEVEL - level[i]) : 0;
        if (half == 0 || begin % (2 * half) != 0 || begin >= end)
            return refuse(roots->context, i, count, level[i]);
        id[i] = begin + half;
        begin += 2 * half;
    }
    return begin == end ? EG_OK
                        : eg_fail(roots->context, EG_CHECKPOINT,
                                  "%lld triangles do not fill the %lld of the mesh",
                                  (long long)count, (long long)roots->macro->base.all);
}

/* Wishes each leaf to be halved that there are leaves inside of. */
static void wish_ids(const eg_bisected *b, int64_t count, const uint64_t *id, uint8_t *wish)
{
    int64_t at = 0;
    for (int64_t i = 0; i < b->leaves; i++) {
        uint64_t half = b->id[i] & -b->id[i];
        while (at < count && id[at] < b->id[i] - half)
            at++;
        bool inside = at < count && id[at] < b->id[i] + half && (id[at] & -id[at]) < half;
        wish[i] = inside ? EG_BISECTED_FINER : EG_BISECTED_KEEP;
    }
}

static eg_status grow(eg_bisected **bisected, int64_t count, const uint64_t *id)
{
    eg_context *context = (*bisected)->context;
    bool changed = true;
    while (changed) {
        uint8_t *wish;
        EG_TRY(eg_alloc(context, (*bisected)->leaves, 1, &wish));
        wish_ids(*bisected, count, id, wish);
        eg_status status = step(bisected, wish, &changed);
        eg_free(context, &wish);
        EG_TRY(status);
    }
    for (int64_t i = 0; i < count; i++)
        if (i >= (*bisected)->leaves || (*bisected)->id[i] != id[i])
            return refuse(context, i, count, eg_bisected_level(id[i]));
    return EG_OK;
}

eg_status eg_bisected_create_levels(const eg_bisected *roots, int64_t count, const uint8_t *level,
                                    eg_bisected **bisected)
{
    uint64_t *id;
    *bisected = NULL;
    EG_TRY(eg_alloc(roots->context, count, sizeof *id, &id));
    eg_status status = find_ids(roots, count, level, id);
    if (status == EG_OK)
        status = eg_bisected_create(roots->context, roots->macro, bisected);
    if (status == EG_OK)
        status = grow(bisected, count, id);
    if (status != EG_OK)
        eg_bisected_destroy(bisected);
    eg_free(roots->context, &id);
    return status;
}
