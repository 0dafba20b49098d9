/* Many numbers of a binary file at once, where they lie in it as in memory. */
#include "base/parallel.h"
#include "mesh/gmsh/msh.h"

#include <string.h>

enum { SIZE = 8, PART_LEAST = 1 << 15 };

static bool as_in_memory(const msh_cursor *c)
{
    return c->raw && !c->swap;
}

static int64_t load_size(const char *at)
{
    int64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* ---- nodes ---- */

int64_t eg_msh_take_tags(msh_reader *r, int64_t count)
{
    msh_cursor *c = &r->c;
    int64_t room = eg_min_i64(count, INT32_MAX - r->nodes), taken = 0;
    if (!as_in_memory(c) || r->in_row != r->nodes || room == 0)
        return 0;
    if (r->nodes == 0)
        r->first_tag = load_size(c->data + c->at);
    for (; taken < room; taken++) {
        int64_t tag = load_size(c->data + c->at + taken * SIZE);
        if (tag < 1 || tag - r->first_tag != r->nodes + taken)
            break;
    }
    c->at += taken * SIZE;
    r->in_row = r->nodes += taken;
    return taken;
}

/* Numbers of one kind that the threads take; `odd` where one is not as it should be. */
typedef struct bulk {
    msh_reader *r;
    const char *from;
    int64_t first;
    int nodes;
    int32_t group;
    bool odd;
} bulk;

static void note_odd(bulk *b)
{
    __atomic_store_n(&b->odd, true, __ATOMIC_RELAXED);
}

static eg_status take_node_places(void *with, int part, int64_t from, int64_t to)
{
    static const uint64_t INFINITE = (uint64_t)0x7ff << 52;
    bulk *b = with;
    double *x = &b->r->x[b->first][0];
    bool odd = false;
    (void)part;
    for (int64_t i = 3 * from; i < 3 * to; i++) {
        uint64_t bits;
        memcpy(&bits, b->from + i * SIZE, sizeof bits);
        memcpy(&x[i], &bits, sizeof bits);
        odd |= (bits & INFINITE) == INFINITE;
    }
    if (odd)
        note_odd(b);
    return EG_OK;
}

bool eg_msh_take_places(msh_reader *r, int64_t first, int64_t count)
{
    msh_cursor *c = &r->c;
    if (!as_in_memory(c) || eg_msh_left(c) / (3 * SIZE) < count)
        return false;
    bulk b = {.r = r, .from = c->data + c->at, .first = first};
    eg_in_parts(c->context, eg_parts(c->context, count, PART_LEAST), count, take_node_places, &b);
    if (!b.odd)
        c->at += count * 3 * SIZE;
    return !b.odd;
}

/* ---- cells ---- */

static eg_status take_cells(void *with, int part, int64_t from, int64_t to)
{
    bulk *b = with;
    msh_reader *r = b->r;
    int stride = SIZE * (1 + b->nodes);
    (void)part;
    for (int64_t i = from; i < to; i++) {
        const char *record = b->from + i * stride;
        int64_t cell = b->first + i, number = load_size(record);
        int32_t lowest = number < 1 ? -1 : 0;
        r->vertex[cell][3] = -1;
        for (int k = 0; k < b->nodes; k++) {
            int32_t node = eg_msh_find_node(r, load_size(record + SIZE * (1 + k)));
            r->vertex[cell][k] = node;
            lowest = node < lowest ? node : lowest;
        }
        if (lowest < 0) {
            note_odd(b);
            break;
        }
        r->type[cell] = b->nodes == 3 ? EG_TRIANGLE : EG_QUADRANGLE;
        r->group[cell] = b->group;
        r->source[cell] = number;
    }
    return EG_OK;
}

eg_status eg_msh_take_cells(msh_reader *r, msh_element element, int64_t count, int64_t left, int32_t group,
                            bool *done)
{
    msh_cursor *c = &r->c;
    int64_t bytes = SIZE * (1 + element.nodes);
    *done = false;
    if (!as_in_memory(c) || r->solid || element.dimension != 2 || eg_msh_left(c) / bytes < count)
        return EG_OK;
    EG_TRY(eg_msh_reserve_cells(r, eg_max_i64(count, eg_min_i64(left, eg_msh_left(c) / bytes))));
    bulk b = {.r = r, .from = c->data + c->at, .first = r->cells, .nodes = element.nodes, .group = group};
    EG_TRY(eg_in_parts(c->context, eg_parts(c->context, count, PART_LEAST), count, take_cells, &b));
    *done = !b.odd;
    if (b.odd)
        return EG_OK;
    r->cells += count;
    c->at += count * bytes;
    return EG_OK;
}
