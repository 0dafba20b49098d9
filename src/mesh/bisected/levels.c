/* Leaves of levels that are known: all of one, or those that there were. */
#include "mesh/bisected/deal.h"

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
        wish[i] = eg_bisected_level((*bisected)->id[i]) < level ? EG_BISECTED_FINER : EG_BISECTED_KEEP;
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

/* Leaves that are to be; a rank of several has a range of them. */
typedef struct targets {
    eg_context *context;
    const eg_comm *comm;
    int64_t before, count, all;
    uint64_t *id;       /* [count] */
    int64_t *count_of;  /* [ranks] */
    int64_t *length_of; /* [ranks] of the curve */
} targets;

static uint64_t half_of(uint64_t id)
{
    return id & -id;
}

static eg_status refuse(const targets *t, int64_t leaf, int level)
{
    return eg_fail(t->context, EG_CHECKPOINT, "triangle %lld of %lld cannot be of level %d", (long long)leaf,
                   (long long)t->all, level);
}

/* 0: there is no such level. */
static uint64_t half_of_level(int level)
{
    return level <= EG_BISECTED_LEVEL ? 1ull << (EG_BISECTED_LEVEL - level) : 0;
}

/* How much of the curve the leaves of each rank take. Collective. */
static void measure(targets *t, const uint8_t *level)
{
    int64_t length = 0;
    for (int64_t i = 0; i < t->count; i++)
        length += 2 * (int64_t)half_of_level(level[i]);
    eg_comm_allgather_counts(t->comm, t->count, t->count_of);
    eg_comm_allgather_counts(t->comm, length, t->length_of);
    for (int r = 0; r < eg_comm_size(t->comm); r++) {
        t->before += r < eg_comm_rank(t->comm) ? t->count_of[r] : 0;
        t->all += t->count_of[r];
    }
}

/* Where the leaves of a rank begin along the curve. */
static uint64_t begin_of(const targets *t, int rank)
{
    uint64_t begin = 0;
    for (int r = 0; r < rank; r++)
        begin += (uint64_t)t->length_of[r];
    return begin;
}

/* Each leaf begins where the one before it ends. */
static eg_status find_ids(targets *t, const eg_bisected *roots, const uint8_t *level)
{
    uint64_t begin = begin_of(t, eg_comm_rank(t->comm));
    uint64_t end = (uint64_t)roots->macro->base.all << (EG_BISECTED_LEVEL + 1);
    for (int64_t i = 0; i < t->count; i++) {
        uint64_t half = half_of_level(level[i]);
        if (half == 0 || begin % (2 * half) != 0 || begin >= end)
            return refuse(t, t->before + i, level[i]);
        t->id[i] = begin + half;
        begin += 2 * half;
    }
    return EG_OK;
}

static eg_status check_end(const targets *t, const eg_bisected *roots)
{
    uint64_t end = (uint64_t)roots->macro->base.all << (EG_BISECTED_LEVEL + 1);
    return begin_of(t, eg_comm_size(t->comm)) == end
               ? EG_OK
               : eg_fail(t->context, EG_CHECKPOINT, "%lld triangles do not fill the %lld of the mesh",
                         (long long)t->all, (long long)roots->macro->base.all);
}

/* The levels of own targets at places along the curve, which ascend. */
static void look_up(const targets *t, int64_t count, const uint64_t *place, uint8_t *level)
{
    int64_t at = 0;
    for (int64_t i = 0; i < count; i++) {
        while (at + 1 < t->count && t->id[at + 1] - half_of(t->id[at + 1]) <= place[i])
            at++;
        level[i] = (uint8_t)eg_bisected_level(t->id[at]);
    }
}

/* ---- what is asked of others */

typedef struct questions {
    int64_t *first, *asked_first; /* [ranks + 1] own ones of each rank, and its own */
    int64_t *sent, *received;     /* [ranks] */
    uint64_t *place, *asked;      /* [leaves], [asked] */
    uint8_t *answer;              /* [asked] */
} questions;

static eg_status reserve_questions(const targets *t, int64_t leaves, questions *q)
{
    int ranks = eg_comm_size(t->comm);
    EG_TRY(eg_alloc(t->context, ranks + 1, sizeof *q->first, &q->first));
    EG_TRY(eg_alloc(t->context, ranks + 1, sizeof *q->asked_first, &q->asked_first));
    EG_TRY(eg_alloc(t->context, ranks, sizeof *q->sent, &q->sent));
    EG_TRY(eg_alloc(t->context, ranks, sizeof *q->received, &q->received));
    return eg_alloc(t->context, leaves, sizeof *q->place, &q->place);
}

static void release_questions(const targets *t, questions *q)
{
    eg_free(t->context, &q->first);
    eg_free(t->context, &q->asked_first);
    eg_free(t->context, &q->sent);
    eg_free(t->context, &q->received);
    eg_free(t->context, &q->place);
    eg_free(t->context, &q->asked);
    eg_free(t->context, &q->answer);
}

/* Own leaves ask those who have the targets where they begin. Collective. */
static void count_questions(const targets *t, const eg_bisected *b, questions *q)
{
    int64_t at = 0;
    for (int64_t i = 0; i < b->leaves; i++)
        q->place[i] = b->id[i] - half_of(b->id[i]);
    for (int r = 0; r < eg_comm_size(t->comm); r++) {
        q->first[r] = at;
        while (at < b->leaves && q->place[at] < begin_of(t, r + 1))
            at++;
        q->sent[r] = at - q->first[r];
        q->first[r + 1] = at;
    }
    eg_comm_swap_counts(t->comm, q->sent, q->received);
    for (int r = 0; r < eg_comm_size(t->comm); r++)
        q->asked_first[r + 1] = q->asked_first[r] + q->received[r];
}

/* Levels of the targets where own leaves begin. Collective; all agree. */
static eg_status find_levels(const targets *t, const eg_bisected *b, uint8_t *level)
{
    questions q = {0};
    eg_status status = eg_comm_agree(t->comm, reserve_questions(t, b->leaves, &q));
    if (status == EG_OK) {
        count_questions(t, b, &q);
        int64_t asked = q.asked_first[eg_comm_size(t->comm)];
        status = eg_alloc(t->context, asked, sizeof *q.asked, &q.asked);
        if (status == EG_OK)
            status = eg_alloc(t->context, asked, 1, &q.answer);
        status = eg_bisected_swap(t->context, t->comm, sizeof *q.asked, q.place, q.first, q.asked,
                                  q.asked_first, status);
        if (status == EG_OK)
            look_up(t, asked, q.asked, q.answer);
        if (status == EG_OK)
            status = eg_bisected_swap(t->context, t->comm, 1, q.answer, q.asked_first, level, q.first, EG_OK);
    }
    release_questions(t, &q);
    return status;
}

/* ---- growing */

/* At the end each leaf is what it is to be. */
static eg_status check_levels(const targets *t, const eg_bisected *b, const uint8_t *level)
{
    for (int64_t i = 0; i < b->leaves; i++)
        if (level[i] != eg_bisected_level(b->id[i]))
            return refuse(t, b->before + i, level[i]);
    return EG_OK;
}

/* Leaves that there are targets inside of are halved. */
static eg_status grow_once(const targets *t, eg_bisected **bisected, uint8_t *level, uint8_t *wish,
                           bool *changed)
{
    eg_bisected *b = *bisected;
    EG_TRY(find_levels(t, b, level));
    for (int64_t i = 0; i < b->leaves; i++)
        wish[i] = level[i] > eg_bisected_level(b->id[i]) ? EG_BISECTED_FINER : EG_BISECTED_KEEP;
    EG_TRY(step(bisected, wish, changed));
    return *changed ? EG_OK : eg_comm_agree(t->comm, check_levels(t, b, level));
}

static eg_status grow(const targets *t, eg_bisected **bisected)
{
    bool changed = true;
    while (changed) {
        uint8_t *level = NULL, *wish = NULL;
        int64_t leaves = (*bisected)->leaves;
        eg_status status = eg_alloc(t->context, leaves, 1, &level);
        if (status == EG_OK)
            status = eg_alloc(t->context, leaves, 1, &wish);
        status = eg_comm_agree(t->comm, status);
        if (status == EG_OK)
            status = grow_once(t, bisected, level, wish, &changed);
        eg_free(t->context, &level);
        eg_free(t->context, &wish);
        EG_TRY(status);
    }
    return EG_OK;
}

static eg_status copy_roots(const eg_bisected *roots, eg_bisected **bisected)
{
    int32_t(*link)[3] = NULL;
    if (!roots->ring)
        return eg_bisected_create(roots->context, roots->macro, bisected);
    eg_status status = eg_alloc(roots->context, roots->leaves, sizeof *link, &link);
    for (int64_t h = 0; status == EG_OK && h < 3 * roots->leaves; h++) {
        int32_t across = roots->link[h / 3][h % 3];
        link[h / 3][h % 3] =
            across < 0 ? -1 : (int32_t)(3 * eg_bisected_number(roots, across / 3) + across % 3);
    }
    status = eg_bisected_assemble(roots, (eg_bisected_range){roots->ring->comm, roots->all}, roots->id,
                                  (const int32_t(*)[3])link, status, bisected);
    eg_free(roots->context, &link);
    return status;
}

static eg_status reserve_targets(targets *t)
{
    int ranks = eg_comm_size(t->comm);
    EG_TRY(eg_alloc(t->context, t->count, sizeof *t->id, &t->id));
    EG_TRY(eg_alloc(t->context, ranks, sizeof *t->count_of, &t->count_of));
    return eg_alloc(t->context, ranks, sizeof *t->length_of, &t->length_of);
}

eg_status eg_bisected_create_levels(const eg_bisected *roots, int64_t count, const uint8_t *level,
                                    eg_bisected **bisected)
{
    targets t = {.context = roots->context, .comm = roots->ring ? roots->ring->comm : NULL, .count = count};
    *bisected = NULL;
    eg_status status = eg_comm_agree(t.comm, reserve_targets(&t));
    if (status == EG_OK) {
        measure(&t, level);
        status = eg_comm_agree(t.comm, find_ids(&t, roots, level));
    }
    if (status == EG_OK)
        status = check_end(&t, roots);
    if (status == EG_OK)
        status = copy_roots(roots, bisected);
    if (status == EG_OK)
        status = grow(&t, bisected);
    if (status != EG_OK)
        eg_bisected_destroy(bisected);
    eg_free(t.context, &t.id);
    eg_free(t.context, &t.count_of);
    eg_free(t.context, &t.length_of);
    return status;
}
