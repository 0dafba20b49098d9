/* Leaves on a device: a pass queues the kernels of kernels/bisect/leaves.c one after the other. */
#include "base/scope.h"
#include "scheme/bisect/bisect.h"

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

static eg_status build_program(eg_bisect *b)
{
    const eg_program_options options = {.file = "bisect/leaves.c", .precision = EG_F64, .lanes = 1};
    EG_TRY(eg_program_create(b->device, &options, &b->program));
    const struct {
        const char *name;
        eg_kernel **kernel;
    } kernels[] = {
        {"bisect_ask", &b->ask},     {"bisect_spread", &b->spread}, {"bisect_wish", &b->wish},
        {"bisect_begin", &b->begin}, {"bisect_close", &b->close},   {"bisect_any", &b->any},
        {"bisect_pair", &b->pair},   {"bisect_join", &b->join},     {"bisect_count", &b->count},
        {"bisect_scan", &b->scan},   {"bisect_fill", &b->fill},     {"bisect_triangles", &b->triangles}};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        EG_TRY(eg_kernel_get(b->program, kernels[i].name, kernels[i].kernel));
    return EG_OK;
}

static eg_status upload_roots(eg_bisect *b, const eg_bisected *leaves)
{
    double(*x)[3][2] = NULL;
    int32_t(*face)[3] = NULL;
    EG_SCOPE(scope, b->context);
    EG_TRY(eg_scope_alloc(&scope, b->roots, sizeof *x, &x));
    EG_TRY(eg_scope_alloc(&scope, b->roots, sizeof *face, &face));
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

static void set_leaves(eg_bisect *b, int64_t leaves)
{
    b->leaves = leaves;
    b->groups = eg_ceil_div(leaves, BISECT_GROUP);
}

static eg_status fill(eg_bisect *b, const eg_bisected *leaves)
{
    EG_TRY(eg_strdup(b->context, leaves->macro->base.origin, &b->origin));
    EG_TRY(upload_roots(b, leaves));
    EG_TRY(eg_buffer_upload(b->device, b->leaves * 8, "leaves", leaves->id, &b->id));
    EG_TRY(eg_buffer_upload(b->device, b->leaves * 12, "links of leaves", leaves->link, &b->link));
    return build_program(b);
}

eg_status eg_bisect_create(eg_device *device, const eg_bisected *leaves, eg_bisect **bisect)
{
    *bisect = NULL;
    EG_TRY(eg_alloc(leaves->context, 1, sizeof **bisect, bisect));
    **bisect = (eg_bisect){.context = leaves->context, .device = device, .roots = leaves->macro->base.all};
    set_leaves(*bisect, leaves->leaves);
    eg_status status = fill(*bisect, leaves);
    if (status != EG_OK)
        eg_bisect_destroy(bisect);
    return status;
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
    eg_context *context = b->context;
    eg_buffer **buffers[] = {&b->id, &b->link, &b->from, &b->origins, &b->root_x, &b->root_face};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
    release(&b->pass);
    eg_program_destroy(&b->program);
    eg_free(context, &b->origin);
    eg_free(context, bisect);
}

/* ---- a pass */

static eg_status reserve(eg_bisect *b)
{
    eg_bisect_pass *p = &b->pass;
    eg_device *device = b->device;
    p->now = 0;
    EG_TRY(eg_buffer_fit(device, b->leaves * 4, "marks of leaves", &p->mark[0]));
    EG_TRY(eg_buffer_fit(device, b->leaves * 4, "next marks of leaves", &p->mark[1]));
    EG_TRY(eg_buffer_fit(device, b->leaves * 4, "numbers of new leaves", &p->first));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "counts of new leaves", &p->count));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "levels of groups", &p->highest));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "changes of groups", &p->changed));
    EG_TRY(eg_buffer_fit(device, b->groups * 4, "closure of groups", &p->open));
    EG_TRY(eg_buffer_fit(device, b->groups * 8, "new leaves before groups", &p->before));
    if (p->result)
        return EG_OK;
    return eg_buffer_upload(device, BISECT_RESULTS * 8, "result of a pass", NULL, &p->result);
}

/* Turns of the closure that are queued before the host looks whether the last of them has changed
 * anything. */
enum { TURNS = 4 };

static eg_status begin_marks(const eg_bisect *b, const eg_buffer *wish)
{
    return EG_LAUNCH(b->begin, b->groups, EG_BUFFER("wish", wish), EG_BUFFER("mark", b->pass.mark[0]),
                     EG_LONG("leaves", b->leaves));
}

static eg_status close_marks(const eg_bisect *b, eg_bisect_pass *p)
{
    for (int turn = 0; turn < TURNS; turn++) {
        EG_TRY(EG_LAUNCH(b->close, b->groups, EG_BUFFER("mark", p->mark[p->now]),
                         EG_BUFFER("next", p->mark[1 - p->now]), EG_BUFFER("link", b->link),
                         EG_BUFFER("open", p->open), EG_LONG("leaves", b->leaves)));
        p->now = 1 - p->now;
    }
    return EG_OK;
}

static eg_status join_leaves(const eg_bisect *b, const eg_bisect_pass *p, const eg_buffer *wish)
{
    eg_buffer *mark = p->mark[p->now], *pair = p->mark[1 - p->now];
    EG_TRY(EG_LAUNCH(b->pair, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("wish", wish),
                     EG_BUFFER("mark", mark), EG_BUFFER("pair", pair), EG_LONG("leaves", b->leaves)));
    return EG_LAUNCH(b->join, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("link", b->link),
                     EG_BUFFER("pair", pair), EG_BUFFER("mark", mark), EG_LONG("leaves", b->leaves));
}

static eg_status check(const eg_bisect *b, const int64_t *result)
{
    if (result[BISECT_HIGHEST] > EG_BISECTED_LEVEL)
        return eg_fail(b->context, EG_MESH, "%s: a triangle would be of level %lld; the highest is %d",
                       b->origin, (long long)result[BISECT_HIGHEST], EG_BISECTED_LEVEL);
    if (result[BISECT_LEAVES] > EG_BISECTED_MOST)
        return eg_fail(b->context, EG_MESH, "%s: there would be more than %d triangles: take a lower level",
                       b->origin, EG_BISECTED_MOST);
    return EG_OK;
}

static eg_status number(const eg_bisect *b, const eg_bisect_pass *p, int64_t result[BISECT_RESULTS])
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

static eg_status make_leaves(const eg_bisect *b, eg_bisect_pass *p, int64_t leaves)
{
    EG_TRY(eg_buffer_fit(b->device, leaves * 8, "leaves", &p->id));
    EG_TRY(eg_buffer_fit(b->device, leaves * 12, "links of leaves", &p->link));
    EG_TRY(eg_buffer_fit(b->device, leaves * 4, "old leaves", &p->from));
    EG_TRY(eg_buffer_fit(b->device, leaves * 4, "origins of leaves", &p->origins));
    return EG_LAUNCH(b->fill, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("link", b->link),
                     EG_BUFFER("mark", p->mark[p->now]), EG_BUFFER("first", p->first),
                     EG_BUFFER("before", p->before), EG_BUFFER("next_id", p->id),
                     EG_BUFFER("next_link", p->link), EG_BUFFER("from", p->from),
                     EG_BUFFER("origin", p->origins), EG_LONG("leaves", b->leaves));
}

static void swap(eg_buffer **a, eg_buffer **b)
{
    eg_buffer *other = *a;
    *a = *b;
    *b = other;
}

/* The old leaves are room for those of the next pass. */
static eg_status take_leaves(eg_bisect *b, int64_t leaves)
{
    eg_bisect_pass *p = &b->pass;
    EG_TRY(make_leaves(b, p, leaves));
    swap(&b->id, &p->id);
    swap(&b->link, &p->link);
    swap(&b->from, &p->from);
    swap(&b->origins, &p->origins);
    set_leaves(b, leaves);
    p->settled = false;
    return EG_OK;
}

eg_status eg_bisect_adapt(eg_bisect *bisect, const eg_buffer *wish, bool *changed)
{
    eg_bisect_pass *p = &bisect->pass;
    int64_t result[BISECT_RESULTS] = {0};
    *changed = false;
    EG_TRY(reserve(bisect));
    EG_TRY(begin_marks(bisect, wish));
    do {
        EG_TRY(close_marks(bisect, p));
        EG_TRY(join_leaves(bisect, p, wish));
        EG_TRY(number(bisect, p, result));
    } while (result[BISECT_OPEN]);
    EG_TRY(check(bisect, result));
    if (!result[BISECT_CHANGES])
        return EG_OK;
    EG_TRY(take_leaves(bisect, result[BISECT_LEAVES]));
    *changed = true;
    return EG_OK;
}

/* ---- by numbers */

/* Whether leaves ask for something else than before, and whether one is below the highest level. Waits. */
static eg_status ask(eg_bisect *b, const eg_buffer *value, int64_t first, const eg_bisect_choice *choice,
                     int64_t result[BISECT_RESULTS])
{
    eg_bisect_pass *p = &b->pass;
    EG_TRY(eg_buffer_fit(b->device, b->leaves * 4, "what leaves ask for", &p->asked));
    EG_TRY(EG_LAUNCH(b->ask, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("value", value),
                     EG_BUFFER("mark", p->asked), EG_BUFFER("changed", p->changed),
                     EG_BUFFER("below", p->highest), EG_DOUBLE("refine", choice->refine),
                     EG_DOUBLE("coarsen", choice->coarsen), EG_INT("highest", choice->highest),
                     EG_INT("known", p->settled), EG_LONG("first", first), EG_LONG("leaves", b->leaves)));
    EG_TRY(EG_LAUNCH(b->any, 1, EG_BUFFER("changed", p->changed), EG_BUFFER("below", p->highest),
                     EG_BUFFER("result", p->result), EG_LONG("groups", b->groups)));
    return eg_buffer_read(p->result, 0, result, BISECT_RESULTS * sizeof *result);
}

static eg_status find_wishes(eg_bisect *b, const eg_bisect_choice *choice)
{
    eg_bisect_pass *p = &b->pass;
    const eg_buffer *mark = p->asked;
    EG_TRY(eg_buffer_fit(b->device, b->leaves * 4, "wishes of leaves", &p->wish));
    for (int layer = 0; layer < choice->layers; layer++) {
        EG_TRY(EG_LAUNCH(b->spread, b->groups, EG_BUFFER("mark", mark), EG_BUFFER("next", p->mark[layer % 2]),
                         EG_BUFFER("link", b->link), EG_LONG("leaves", b->leaves)));
        mark = p->mark[layer % 2];
    }
    return EG_LAUNCH(b->wish, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("mark", mark),
                     EG_BUFFER("wish", p->wish), EG_INT("lowest", choice->lowest),
                     EG_LONG("leaves", b->leaves));
}

static bool is_same_choice(const eg_bisect_choice *a, const eg_bisect_choice *b)
{
    return a->lowest == b->lowest && a->highest == b->highest && a->layers == b->layers;
}

eg_status eg_bisect_choose(eg_bisect *bisect, const eg_buffer *value, int64_t first,
                           const eg_bisect_choice *choice, bool *changed, bool *all_highest)
{
    int64_t result[BISECT_RESULTS];
    eg_bisect_pass *p = &bisect->pass;
    *changed = *all_highest = false;
    EG_TRY(reserve(bisect));
    p->settled = p->settled && is_same_choice(&p->choice, choice);
    EG_TRY(ask(bisect, value, first, choice, result));
    *all_highest = !result[BISECT_BELOW];
    if (!result[BISECT_CHANGES])
        return EG_OK;
    p->settled = false;
    EG_TRY(find_wishes(bisect, choice));
    EG_TRY(eg_bisect_adapt(bisect, p->wish, changed));
    p->settled = !*changed;
    p->choice = *choice;
    return EG_OK;
}

eg_status eg_bisect_read(const eg_bisect *bisect, const eg_bisected *like, eg_bisected **leaves)
{
    uint64_t *id = NULL;
    int32_t(*link)[3] = NULL;
    int64_t count = bisect->leaves;
    EG_SCOPE(scope, bisect->context);
    *leaves = NULL;
    EG_TRY(eg_scope_alloc(&scope, count, sizeof *id, &id));
    EG_TRY(eg_scope_alloc(&scope, count, sizeof *link, &link));
    EG_TRY(eg_buffer_read(bisect->id, 0, id, count * (int64_t)sizeof *id));
    EG_TRY(eg_buffer_read(bisect->link, 0, link, count * (int64_t)sizeof *link));
    return eg_bisected_create_leaves(like, count, id, (const int32_t(*)[3])link, leaves);
}

/* ---- asking */

eg_status eg_bisect_triangles(const eg_bisect *b, eg_buffer *x, eg_buffer *face)
{
    return EG_LAUNCH(b->triangles, b->groups, EG_BUFFER("id", b->id), EG_BUFFER("root_x", b->root_x),
                     EG_BUFFER("root_face", b->root_face), EG_BUFFER("x", x), EG_BUFFER("face", face),
                     EG_LONG("leaves", b->leaves));
}
