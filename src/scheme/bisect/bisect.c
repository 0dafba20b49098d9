/* Leaves on a device: a pass queues the kernels of kernels/bisect/leaves.c one after the other. */
#include "scheme/bisect/bisect.h"
#include "base/scope.h"

#include <string.h>

#include "bisect/children.h"

_Static_assert(BISECT_FINER == EG_BISECTED_FINER && BISECT_COARSER == EG_BISECTED_COARSER &&
                   BISECT_SAME == EG_BISECTED_SAME && BISECT_START == EG_BISECTED_START &&
                   BISECT_END == EG_BISECTED_END && BISECT_START_START == EG_BISECTED_START_START &&
                   BISECT_START_END == EG_BISECTED_START_END && BISECT_END_START == EG_BISECTED_END_START &&
                   BISECT_END_END == EG_BISECTED_END_END && BISECT_JOINED == EG_BISECTED_JOINED &&
                   BISECT_JOINED_BACKWARDS == EG_BISECTED_JOINED_BACKWARDS &&
                   (int)BISECT_LEVEL == (int)EG_BISECTED_LEVEL,
               "host and kernels have the same numbers");

/* ---- creation */

static eg_status build_bisect_program(eg_bisect *b)
{
    const eg_program_options options = {.file = "bisect/leaves.c", .precision = EG_F64, .lanes = 1};
    EG_TRY(eg_program_create(b->device, &options, &b->program));
    return EG_KERNELS(b->program, {"bisect_ask", &b->ask}, {"bisect_spread", &b->spread},
                      {"bisect_wish", &b->wish}, {"bisect_begin", &b->begin}, {"bisect_close", &b->close},
                      {"bisect_any", &b->any}, {"bisect_pair", &b->pair}, {"bisect_free", &b->free},
                      {"bisect_join", &b->join}, {"bisect_count", &b->count}, {"bisect_scan", &b->scan},
                      {"bisect_fill", &b->fill}, {"bisect_triangles", &b->triangles});
}

static eg_status upload_roots(eg_bisect *b, const eg_bisected *leaves)
{
    double(*x)[3][2] = NULL;
    int32_t(*face)[3] = NULL;
    EG_SCOPE(scope, b->context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(b->roots, x), EG_BLOCK(b->roots, face)));
    for (int64_t r = 0; r < b->roots; r++) {
        eg_bisected_triangle t;
        eg_bisected_find_triangle(leaves, ((uint64_t)r << 1 | 1) << EG_BISECTED_LEVEL, &t);
        memcpy(face[r], t.face, sizeof t.face);
        for (int k = 0; k < 3; k++)
            memcpy(x[r][k], t.x[k], sizeof x[r][k]);
    }
    EG_TRY(eg_buffer_upload(b->device, b->roots * (int64_t)sizeof *x, "roots", x, &b->root_x));
    return eg_buffer_upload(b->device, b->roots * (int64_t)sizeof *face, "edges of roots", face,
                            &b->root_face);
}

static void count_leaves(eg_bisect *b, int64_t leaves, int64_t held)
{
    b->leaves = leaves;
    b->held = held;
    b->groups = eg_ceil_div(leaves, BISECT_GROUP);
    b->held_groups = eg_ceil_div(held, BISECT_GROUP);
}

/* The leaves and what is across their edges. */
static eg_status upload_leaves(eg_bisect *b, const eg_bisected *leaves)
{
    b->ring = leaves->ring;
    count_leaves(b, leaves->leaves, leaves->held);
    b->pass.settled = false;
    EG_TRY(eg_buffer_fit(b->device, b->held * 8, "leaves", &b->id));
    EG_TRY(eg_buffer_fit(b->device, b->leaves * 12, "links of leaves", &b->link));
    EG_TRY(eg_buffer_write(b->id, 0, leaves->id, b->held * 8));
    return eg_buffer_write(b->link, 0, leaves->link, b->leaves * 12);
}

static eg_status fill_leaf_buffers(eg_bisect *b, const eg_bisected *leaves)
{
    EG_TRY(eg_strdup(b->context, leaves->macro->base.origin, &b->origin));
    EG_TRY(upload_roots(b, leaves));
    EG_TRY(upload_leaves(b, leaves));
    return build_bisect_program(b);
}

eg_status eg_bisect_create(eg_device *device, const eg_bisected *leaves, eg_bisect **bisect)
{
    *bisect = NULL;
    EG_ENDS_WITH(eg_bisect_destroy) eg_bisect *made = NULL;
    EG_TRY(eg_alloc(leaves->context, 1, sizeof *made, &made));
    *made = (eg_bisect){.context = leaves->context, .device = device, .roots = leaves->macro->base.all};
    EG_TRY(fill_leaf_buffers(made, leaves));
    return eg_hand_over(&made, bisect);
}

static void release(eg_bisect_pass *p)
{
    eg_buffer **buffers[] = {&p->asked,  &p->wish,    &p->mark[0], &p->mark[1], &p->first,
                             &p->count,  &p->highest, &p->changed, &p->open,    &p->before,
                             &p->result, &p->id,      &p->link,    &p->from,    &p->origins};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
}

void eg_bisect_destroy(eg_bisect **bisect)
{
    if (!bisect || !*bisect)
        return;
    eg_bisect *b = *bisect;
    eg_buffer **buffers[] = {&b->id, &b->link, &b->from, &b->origins, &b->root_x, &b->root_face};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
    release(&b->pass);
    eg_program_destroy(&b->program);
    EG_FREE(&b->origin, bisect);
}

/* ---- between ranks */

static const eg_comm *comm_of(const eg_bisect *b)
{
    return b->ring ? b->ring->comm : NULL;
}

/* value[held], 32-bit: those of other ranks' leaves become what these have; *news, where it is asked for,
 * whether that is something else. One process: nothing is done. Collective, also where `status` is a failure
 * of this rank; all agree. */
static eg_status exchange_marks(const eg_bisect *b, eg_buffer *buffer, eg_status status, bool *news)
{
    int64_t own = b->leaves, others = b->held - own;
    EG_SCRATCH int32_t *value = NULL, *before = NULL;
    if (!b->ring)
        return status;
    if (status == EG_OK)
        status = EG_ALLOC(b->context, EG_BLOCK(b->held, value), EG_BLOCK(others, before));
    if (status == EG_OK)
        status = eg_buffer_read(buffer, 0, value, b->held * 4);
    for (int64_t i = 0; status == EG_OK && i < others; i++)
        before[i] = value[own + i];
    EG_TRY(eg_bisected_ring_exchange(b->ring, sizeof *value, value, status));
    for (int64_t i = 0; news && i < others; i++)
        *news = *news || before[i] != value[own + i];
    return eg_comm_agree(comm_of(b), eg_buffer_write(buffer, own * 4, value + own, others * 4));
}

/* Of the results of all ranks the largest, and of leaves how many there are. Collective; all agree. */
static eg_status gather_results(const eg_bisect *b, int64_t result[BISECT_RESULTS], eg_status status)
{
    int ranks = eg_comm_size(comm_of(b));
    EG_SCRATCH int64_t *leaves_of = NULL;
    double largest[BISECT_RESULTS];
    if (status == EG_OK)
        status = eg_alloc(b->context, ranks, sizeof *leaves_of, &leaves_of);
    EG_TRY(eg_comm_agree(comm_of(b), status));
    eg_comm_allgather_counts(comm_of(b), result[BISECT_LEAVES], leaves_of);
    for (int i = 0; i < BISECT_RESULTS; i++)
        largest[i] = (double)result[i];
    eg_comm_max(comm_of(b), largest, BISECT_RESULTS);
    for (int i = 0; i < BISECT_RESULTS; i++)
        result[i] = (int64_t)largest[i];
    result[BISECT_LEAVES] = 0;
    for (int r = 0; r < ranks; r++)
        result[BISECT_LEAVES] += leaves_of[r];
    return EG_OK;
}

/* ---- a pass */

static eg_status reserve_leaves(eg_bisect *b)
{
    eg_bisect_pass *p = &b->pass;
    eg_device *device = b->device;
    p->now = 0;
    EG_TRY(eg_buffer_fit(device, b->held * 4, "marks of leaves", &p->mark[0]));
    EG_TRY(eg_buffer_fit(device, b->held * 4, "next marks of leaves", &p->mark[1]));
    EG_TRY(eg_buffer_fit(device, b->held * 4, "numbers of new leaves", &p->first));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "counts of new leaves", &p->count));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "levels of groups", &p->highest));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "changes of groups", &p->changed));
    EG_TRY(eg_buffer_fit(device, b->held_groups * 4, "closure of groups", &p->open));
    EG_TRY(eg_buffer_fit(device, b->groups * 8, "new leaves before groups", &p->before));
    if (p->result)
        return EG_OK;
    return eg_buffer_upload(device, BISECT_RESULTS * 8, "result of a pass", NULL, &p->result);
}

/* Turns of the closure that are queued before the host looks whether the last of them has changed
 * anything. */
enum { TURNS = 4 };

static eg_status close_marks(const eg_bisect *b, eg_bisect_pass *p)
{
    for (int turn = 0; turn < TURNS; turn++) {
        EG_TRY(EG_LAUNCH(b->close, b->held_groups, EG_BUFFER("mark", p->mark[p->now]),
                         EG_BUFFER("next", p->mark[1 - p->now]), EG_BUFFER("link", b->link),
                         EG_BUFFER("open", p->open), EG_LONG("leaves", b->leaves), EG_LONG("held", b->held)));
        p->now = 1 - p->now;
    }
    return EG_OK;
}

/* Numbers of new leaves are not there yet, and their room is. Collective; all agree. */
static eg_status join_leaves(const eg_bisect *b, const eg_bisect_pass *p, const eg_buffer *wish)
{
    eg_buffer *mark = p->mark[p->now], *pair = p->mark[1 - p->now], *freed = p->first;
    eg_status status = EG_LAUNCH(b->pair, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("link", b->link),
                                 EG_BUFFER("wish", wish), EG_BUFFER("mark", mark), EG_BUFFER("pair", pair),
                                 EG_LONG("leaves", b->leaves));
    EG_TRY(exchange_marks(b, pair, status, NULL));
    status = EG_LAUNCH(b->free, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("link", b->link),
                       EG_BUFFER("pair", pair), EG_BUFFER("freed", freed), EG_LONG("leaves", b->leaves));
    EG_TRY(exchange_marks(b, freed, status, NULL));
    return EG_LAUNCH(b->join, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("link", b->link),
                     EG_BUFFER("freed", freed), EG_BUFFER("mark", mark), EG_LONG("leaves", b->leaves));
}

static eg_status check_result(const eg_bisect *b, const int64_t *result)
{
    if (result[BISECT_HIGHEST] > EG_BISECTED_LEVEL)
        return eg_fail(b->context, EG_MESH, "%s: a triangle would be of level %lld; the highest is %d",
                       b->origin, (long long)result[BISECT_HIGHEST], EG_BISECTED_LEVEL);
    if (result[BISECT_LEAVES] > EG_BISECTED_MOST)
        return eg_fail(b->context, EG_MESH, "%s: there would be more than %d triangles: take a lower level",
                       b->origin, EG_BISECTED_MOST);
    return EG_OK;
}

static eg_status number_pass(const eg_bisect *b, const eg_bisect_pass *p, int64_t result[BISECT_RESULTS])
{
    EG_TRY(EG_LAUNCH(b->count, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("mark", p->mark[p->now]),
                     EG_BUFFER("first", p->first), EG_BUFFER("count", p->count),
                     EG_BUFFER("highest", p->highest), EG_BUFFER("changed", p->changed),
                     EG_LONG("leaves", b->leaves)));
    EG_TRY(EG_LAUNCH(b->scan, 1, EG_BUFFER("count", p->count), EG_BUFFER("highest", p->highest),
                     EG_BUFFER("changed", p->changed), EG_BUFFER("open", p->open),
                     EG_BUFFER("before", p->before), EG_BUFFER("result", p->result),
                     EG_LONG("groups", b->groups)));
    return eg_buffer_read(p->result, 0, result, BISECT_RESULTS * sizeof *result);
}

static eg_status make_new_leaves(const eg_bisect *b, eg_bisect_pass *p, int64_t leaves)
{
    bool linked = !b->ring;
    EG_TRY(eg_buffer_fit(b->device, leaves * 8, "leaves", &p->id));
    EG_TRY(eg_buffer_fit(b->device, linked ? leaves * 12 : 0, "links of leaves", &p->link));
    EG_TRY(eg_buffer_fit(b->device, leaves * 4, "old leaves", &p->from));
    EG_TRY(eg_buffer_fit(b->device, leaves * 4, "origins of leaves", &p->origins));
    return EG_LAUNCH(b->fill, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("link", b->link),
                     EG_BUFFER("mark", p->mark[p->now]), EG_BUFFER("first", p->first),
                     EG_BUFFER("before", p->before), EG_BUFFER("next_id", p->id),
                     EG_BUFFER("next_link", p->link), EG_BUFFER("from", p->from),
                     EG_BUFFER("origin", p->origins), EG_INT("linked", linked), EG_LONG("leaves", b->leaves));
}

static void swap_buffers(eg_buffer **a, eg_buffer **b)
{
    eg_buffer *other = *a;
    *a = *b;
    *b = other;
}

/* The old leaves are room for those of the next pass. */
static eg_status take_kept_leaves(eg_bisect *b, int64_t leaves)
{
    eg_bisect_pass *p = &b->pass;
    EG_TRY(make_new_leaves(b, p, leaves));
    swap_buffers(&b->id, &p->id);
    swap_buffers(&b->link, &p->link);
    swap_buffers(&b->from, &p->from);
    swap_buffers(&b->origins, &p->origins);
    count_leaves(b, leaves, leaves);
    p->settled = false;
    return EG_OK;
}

/* Marks that are closed and what is joined; *own: new leaves of own ones. Collective; all agree. */
static eg_status find_marks(eg_bisect *b, const eg_buffer *wish, int64_t result[BISECT_RESULTS], int64_t *own)
{
    eg_bisect_pass *p = &b->pass;
    eg_status status = EG_LAUNCH(b->begin, b->held_groups, EG_BUFFER("wish", wish),
                                 EG_BUFFER("mark", b->pass.mark[0]), EG_LONG("leaves", b->held));
    do {
        bool news = false;
        if (status == EG_OK)
            status = close_marks(b, p);
        EG_TRY(exchange_marks(b, p->mark[p->now], status, &news));
        status = join_leaves(b, p, wish);
        if (status == EG_OK)
            status = number_pass(b, p, result);
        *own = result[BISECT_LEAVES];
        result[BISECT_OPEN] |= news;
        EG_TRY(gather_results(b, result, status));
    } while (result[BISECT_OPEN]);
    return EG_OK;
}

eg_status eg_bisect_adapt(eg_bisect *bisect, eg_buffer *wish, bool *changed)
{
    int64_t result[BISECT_RESULTS] = {0}, own;
    *changed = false;
    EG_TRY(exchange_marks(bisect, wish, reserve_leaves(bisect), NULL));
    EG_TRY(find_marks(bisect, wish, result, &own));
    EG_TRY(check_result(bisect, result));
    if (!result[BISECT_CHANGES])
        return EG_OK;
    EG_TRY(eg_comm_agree(comm_of(bisect), take_kept_leaves(bisect, own)));
    *changed = true;
    return EG_OK;
}

/* ---- by numbers */

/* Whether leaves ask for something else than before, and whether one is below the highest level. Waits.
 * Collective; all agree. */
static eg_status ask_own(eg_bisect *b, const eg_buffer *value, int64_t first, const eg_bisect_choice *choice,
                         int64_t result[BISECT_RESULTS])
{
    eg_bisect_pass *p = &b->pass;
    EG_TRY(reserve_leaves(b));
    EG_TRY(eg_buffer_fit(b->device, b->held * 4, "what leaves ask for", &p->asked));
    EG_TRY(eg_buffer_fit(b->device, b->held * 4, "wishes of leaves", &p->wish));
    EG_TRY(EG_LAUNCH(b->ask, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("value", value),
                     EG_BUFFER("mark", p->asked), EG_BUFFER("changed", p->changed),
                     EG_BUFFER("below", p->highest), EG_DOUBLE("refine", choice->refine),
                     EG_DOUBLE("coarsen", choice->coarsen), EG_INT("highest", choice->highest),
                     EG_INT("known", p->settled), EG_LONG("first", first), EG_LONG("leaves", b->leaves)));
    EG_TRY(EG_LAUNCH(b->any, 1, EG_BUFFER("changed", p->changed), EG_BUFFER("below", p->highest),
                     EG_BUFFER("result", p->result), EG_LONG("groups", b->groups)));
    return eg_buffer_read(p->result, 0, result, BISECT_RESULTS * sizeof *result);
}

/* Collective; all agree. */
static eg_status find_wishes(eg_bisect *b, const eg_bisect_choice *choice)
{
    eg_bisect_pass *p = &b->pass;
    eg_buffer *mark = p->asked;
    eg_status status = EG_OK;
    for (int layer = 0; layer < choice->layers; layer++) {
        EG_TRY(exchange_marks(b, mark, status, NULL));
        status =
            EG_LAUNCH(b->spread, b->groups, EG_BUFFER("mark", mark), EG_BUFFER("next", p->mark[layer % 2]),
                      EG_BUFFER("link", b->link), EG_LONG("leaves", b->leaves));
        mark = p->mark[layer % 2];
    }
    EG_TRY(status);
    return EG_LAUNCH(b->wish, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("mark", mark),
                     EG_BUFFER("wish", p->wish), EG_INT("lowest", choice->lowest),
                     EG_LONG("leaves", b->leaves));
}

eg_status eg_bisect_choose(eg_bisect *bisect, const eg_buffer *value, int64_t first,
                           const eg_bisect_choice *choice, bool *changed, bool *all_highest)
{
    int64_t result[BISECT_RESULTS] = {0};
    eg_bisect_pass *p = &bisect->pass;
    *changed = *all_highest = false;
    p->settled = p->settled && p->choice.lowest == choice->lowest && p->choice.highest == choice->highest &&
                 p->choice.layers == choice->layers;
    EG_TRY(gather_results(bisect, result, ask_own(bisect, value, first, choice, result)));
    *all_highest = !result[BISECT_BELOW];
    if (!result[BISECT_CHANGES])
        return EG_OK;
    p->settled = false;
    EG_TRY(eg_comm_agree(comm_of(bisect), find_wishes(bisect, choice)));
    EG_TRY(eg_bisect_adapt(bisect, p->wish, changed));
    p->settled = !*changed;
    p->choice = *choice;
    return EG_OK;
}

/* Those below a level are wished to be finer: finer ones than that are not joined, as one at least of those
 * round their newest vertex is not wished to be coarser. */
static eg_status refine_once(eg_bisect *b, int level, bool *changed)
{
    const eg_bisect_choice choice = {.lowest = level};
    eg_status status = reserve_leaves(b);
    if (status == EG_OK)
        status = eg_buffer_fit(b->device, b->held * 4, "what leaves ask for", &b->pass.asked);
    if (status == EG_OK)
        status = eg_buffer_fit(b->device, b->held * 4, "wishes of leaves", &b->pass.wish);
    if (status == EG_OK)
        status = eg_buffer_clear(b->pass.asked);
    if (status == EG_OK)
        status = find_wishes(b, &choice);
    EG_TRY(eg_comm_agree(comm_of(b), status));
    return eg_bisect_adapt(b, b->pass.wish, changed);
}

eg_status eg_bisect_refine(eg_device *device, int level, eg_bisected **leaves)
{
    eg_bisect *b;
    eg_bisected *next = NULL;
    eg_status status = eg_comm_agree(eg_bisected_comm(*leaves), eg_bisect_create(device, *leaves, &b));
    for (bool changed = true; status == EG_OK && changed;) {
        status = refine_once(b, level, &changed);
        if (status == EG_OK && changed)
            status = eg_bisect_read(b, *leaves, &next, NULL);
        if (next)
            eg_bisected_destroy(leaves);
        *leaves = next ? next : *leaves;
        next = NULL;
    }
    eg_bisect_destroy(&b);
    return status;
}

/* ---- on the host */

static eg_status read_ids(const eg_bisect *b, eg_scope *scope, uint64_t **id)
{
    EG_TRY(eg_scope_alloc(scope, b->leaves, sizeof **id, id));
    return eg_buffer_read(b->id, 0, *id, b->leaves * (int64_t)sizeof **id);
}

/* What own leaves have made, by numbers in the whole. */
static eg_status read_origins(const eg_bisect *b, eg_scope *scope, int64_t before, int32_t **from,
                              uint8_t **origin)
{
    int32_t *wide;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(b->leaves, *from), EG_BLOCK(b->leaves, *origin),
                          EG_BLOCK(b->leaves, wide)));
    EG_TRY(eg_buffer_read(b->from, 0, *from, b->leaves * 4));
    EG_TRY(eg_buffer_read(b->origins, 0, wide, b->leaves * 4));
    for (int64_t i = 0; i < b->leaves; i++) {
        (*from)[i] += (int32_t)before;
        (*origin)[i] = (uint8_t)wide[i];
    }
    return EG_OK;
}

static eg_status read_transfer(const eg_bisect *b, const eg_bisected *old, eg_bisected_transfer **transfer)
{
    EG_SCOPE(scope, b->context);
    const eg_comm *comm = eg_bisected_comm(old);
    eg_bisected_range range;
    int32_t *from = NULL;
    uint8_t *origin = NULL;
    eg_status status = eg_alloc(b->context, 1, sizeof **transfer, transfer);
    if (status == EG_OK) {
        (*transfer)->context = b->context;
        status = read_origins(b, &scope, old->before, &from, &origin);
    }
    EG_TRY(eg_comm_agree(comm, status));
    EG_TRY(
        eg_bisected_deal(b->context, comm, b->leaves, sizeof *from, from, EG_OK, &range, &(*transfer)->from));
    return eg_bisected_deal(b->context, comm, b->leaves, 1, origin, EG_OK, &range, &(*transfer)->origin);
}

eg_status eg_bisect_read(eg_bisect *bisect, const eg_bisected *old, eg_bisected **leaves,
                         eg_bisected_transfer **transfer)
{
    EG_SCOPE(scope, bisect->context);
    const eg_comm *comm = eg_bisected_comm(old);
    uint64_t *id = NULL;
    *leaves = NULL;
    eg_status status = read_ids(bisect, &scope, &id);
    status = eg_bisected_create_ids(old, comm, bisect->leaves, id, status, leaves);
    if (status == EG_OK && transfer)
        status = read_transfer(bisect, old, transfer);
    if (status == EG_OK && transfer)
        (*transfer)->leaves = (*leaves)->leaves;
    if (status == EG_OK && comm)
        status = eg_comm_agree(comm, upload_leaves(bisect, *leaves));
    return status;
}

/* ---- asking */

eg_status eg_bisect_triangles(const eg_bisect *b, eg_buffer *x, eg_buffer *face)
{
    return EG_LAUNCH(b->triangles, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("root_x", b->root_x),
                     EG_BUFFER("root_face", b->root_face), EG_BUFFER("x", x), EG_BUFFER("face", face),
                     EG_LONG("leaves", b->leaves));
}
