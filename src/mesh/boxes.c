/* A tree of boxes. */
#include "mesh/boxes.h"

#include <math.h>

#include "base/parallel.h"

enum { FAN = 16, LEVELS = 8 }; /* 16^8 = 2^32 items */
enum { LEAST = 256 };          /* boxes worth a thread */

struct eg_boxes {
    int64_t items;
    int levels;
    int64_t count[LEVELS]; /* boxes of each level; the last level has one */
    eg_box *box[LEVELS];   /* box i of level 0 covers the items 16 i to 16 i + 15 */
};

void eg_boxes_destroy(eg_boxes **boxes)
{
    if (!*boxes)
        return;
    for (int level = 0; level < LEVELS; level++)
        EG_FREE(&(*boxes)->box[level]);
    EG_FREE(boxes);
}

void eg_box_include(eg_box *box, const double low[3], const double high[3])
{
    for (int i = 0; i < 3; i++) {
        box->low[i] = low[i] < box->low[i] ? low[i] : box->low[i];
        box->high[i] = high[i] > box->high[i] ? high[i] : box->high[i];
    }
}

void eg_box_grow(eg_box *box, double share)
{
    double longest = 0.0;
    for (int i = 0; i < 3; i++)
        longest = fmax(longest, box->high[i] - box->low[i]);
    for (int i = 0; i < 3; i++) {
        box->low[i] -= share * longest;
        box->high[i] += share * longest;
    }
}

bool eg_box_holds(const eg_box *box, const double point[3])
{
    for (int i = 0; i < 3; i++)
        if (!(point[i] >= box->low[i] && point[i] <= box->high[i]))
            return false;
    return true;
}

static eg_box box_below(const eg_boxes *boxes, const eg_boxed *items, int level, int64_t i)
{
    return level == 0 ? items->box(items, i) : boxes->box[level - 1][i];
}

/* A level that is being made over so many boxes, or items. */
typedef struct covering {
    eg_boxes *boxes;
    const eg_boxed *items;
    int level;
    int64_t below;
} covering;

static eg_status cover_items(void *with, int part, int64_t from, int64_t to)
{
    const covering *c = with;
    (void)part;
    for (int64_t i = from; i < to; i++) {
        eg_box *box = &c->boxes->box[c->level][i];
        *box = box_below(c->boxes, c->items, c->level, i * FAN);
        for (int64_t k = i * FAN + 1; k < eg_min_i64(i * FAN + FAN, c->below); k++) {
            eg_box one = box_below(c->boxes, c->items, c->level, k);
            eg_box_include(box, one.low, one.high);
        }
    }
    return EG_OK;
}

eg_status eg_boxes_create(eg_context *context, int64_t count, const eg_boxed *items, eg_boxes **boxes)
{
    EG_TRY(eg_alloc(context, 1, sizeof **boxes, boxes));
    eg_boxes *made = *boxes;
    made->items = count;
    for (int64_t below = count; made->levels == 0 || below > 1; made->levels++) {
        int level = made->levels;
        int64_t over = eg_ceil_div(below, FAN);
        EG_TRY(eg_alloc(context, over, sizeof *made->box[level], &made->box[level]));
        covering c = {made, items, level, below};
        EG_TRY(eg_in_parts(context, eg_parts(context, over, LEAST), over, cover_items, &c));
        made->count[level] = below = over;
    }
    return EG_OK;
}

static int64_t descend(const eg_boxes *boxes, const eg_boxed *items, int level, int64_t at,
                       const double point[3])
{
    if (!eg_box_holds(&boxes->box[level][at], point))
        return -1;
    int64_t below = level == 0 ? boxes->items : boxes->count[level - 1];
    for (int64_t i = at * FAN; i < eg_min_i64(at * FAN + FAN, below); i++) {
        int64_t found =
            level > 0 ? descend(boxes, items, level - 1, i, point) : (items->holds(items, i, point) ? i : -1);
        if (found >= 0)
            return found;
    }
    return -1;
}

int64_t eg_boxes_find(const eg_boxes *boxes, const eg_boxed *items, const double point[3])
{
    return descend(boxes, items, boxes->levels - 1, 0, point);
}

static bool intersect(const eg_box *a, const eg_box *b)
{
    for (int i = 0; i < 3; i++)
        if (!(a->low[i] <= b->high[i] && b->low[i] <= a->high[i]))
            return false;
    return true;
}

/* A search under way. */
typedef struct meeting {
    const eg_boxes *boxes;
    const eg_boxed *items;
    const eg_box *box;
    eg_box_found *found;
    void *user;
} meeting;

static eg_status visit_box(const meeting *m, int level, int64_t at)
{
    if (!intersect(&m->boxes->box[level][at], m->box))
        return EG_OK;
    int64_t below = level == 0 ? m->boxes->items : m->boxes->count[level - 1];
    for (int64_t i = at * FAN; i < eg_min_i64(at * FAN + FAN, below); i++) {
        if (level > 0) {
            EG_TRY(visit_box(m, level - 1, i));
            continue;
        }
        eg_box box = m->items->box(m->items, i);
        if (intersect(&box, m->box))
            EG_TRY(m->found(m->user, i));
    }
    return EG_OK;
}

eg_status eg_boxes_meeting(const eg_boxes *boxes, const eg_boxed *items, const eg_box *box,
                           eg_box_found *found, void *user)
{
    const meeting m = {boxes, items, box, found, user};
    return visit_box(&m, boxes->levels - 1, 0);
}
