/* The leaves of a rank and all that share a vertex with them. Who walks round the vertices of own leaves
 * meets leaves that are not there, asks for them, and walks on, until no rank asks. */
#include "mesh/bisected/patch.h"
#include "base/parallel.h"

#include <string.h>

/* ---- what others have */

/* Takes a ring of these numbers; what is known is asked for again with it. */
static eg_status take_ring(eg_bisected_patch *p, int32_t *number, int64_t count, eg_status status)
{
    const eg_bisected *b = p->own;
    eg_context *context = b->context;
    eg_bisected_ring *ring;
    eg_patch_leaf *leaf = NULL;
    if (status == EG_OK)
        count = eg_bisected_sort_numbers(number, count);
    EG_TRY(eg_bisected_ring_create(context, p->range, count, number, status, &ring));
    status = eg_alloc(context, b->leaves + count, sizeof *leaf, &leaf);
    for (int64_t i = 0; status == EG_OK && i < b->leaves; i++) {
        leaf[i] = (eg_patch_leaf){.id = b->id[i], .node = {-1, -1, -1}};
        for (int k = 0; k < 3; k++) {
            int32_t across = b->link[i][k];
            leaf[i].link[k] = across < 0 ? -1 : (int32_t)(3 * eg_bisected_number(b, across / 3) + across % 3);
        }
    }
    eg_bisected_ring_destroy(&p->ring);
    eg_free(context, &p->leaf);
    p->ring = ring;
    p->leaf = leaf;
    p->held = b->leaves + count;
    return eg_bisected_ring_exchange(ring, sizeof *leaf, leaf, status);
}

/* ---- round a vertex */

/* Where the walk round the vertex of a corner goes on, by corners 3 * leaf + corner in the whole. */
typedef struct walk {
    int32_t first, corner;
    bool backwards, ended;
} walk;

/* The edge across which it goes. */
static int edge_of(const walk *w)
{
    return w->backwards ? (w->corner + 2) % 3 : w->corner % 3;
}

static int32_t beyond(const walk *w, int32_t across)
{
    return w->backwards ? across : across - across % 3 + (across + 1) % 3;
}

/* Goes on, across edges that are open; once round, or to both ends. `at`: of the corner's leaf among those
 * held. */
static void step(const eg_bisected_patch *p, int64_t at, bool stop, walk *w)
{
    int32_t across = stop ? -1 : p->leaf[at].link[edge_of(w)];
    if (across < 0 && !w->backwards) { /* the other way, from the beginning */
        w->backwards = true;
        w->corner = w->first;
    } else if (across < 0) {
        w->ended = true;
    } else {
        w->corner = beyond(w, across);
        w->ended = w->corner == w->first;
    }
}

/* ---- all of them */

typedef struct wanted {
    int32_t *number;
    int64_t count, room;
} wanted;

static eg_status want(const eg_bisected_patch *p, int64_t number, wanted *list)
{
    EG_TRY(eg_reserve(p->own->context, list->count + 1, &list->room, sizeof *list->number, &list->number));
    list->number[list->count++] = (int32_t)number;
    return EG_OK;
}

/* Lists the leaves round the vertex of an own corner that are not there; through periodic pairs, too. */
static eg_status look_round(const eg_bisected_patch *p, int64_t corner, wanted *list)
{
    walk w = {.first = (int32_t)(3 * p->own->before + corner)};
    for (w.corner = w.first; !w.ended;) {
        int64_t at = eg_bisected_held(p->ring, w.corner / 3);
        if (at < 0)
            EG_TRY(want(p, w.corner / 3, list));
        step(p, at, at < 0, &w);
    }
    return EG_OK;
}

static eg_status look_round_all(const eg_bisected_patch *p, wanted *list)
{
    for (int64_t corner = 0; corner < 3 * p->own->leaves; corner++)
        EG_TRY(look_round(p, corner, list));
    return EG_OK;
}

/* What is there, too. */
static eg_status keep_known(const eg_bisected_patch *p, wanted *list)
{
    for (int64_t i = 0; i < p->ring->count; i++)
        EG_TRY(want(p, p->ring->number[i], list));
    return EG_OK;
}

static eg_status find_leaves(eg_bisected_patch *p)
{
    const eg_bisected *b = p->own;
    EG_TRY(take_ring(p, b->ring->number, b->ring->count, EG_OK));
    for (double any = 1; any > 0;) {
        wanted list = {0};
        eg_status status = look_round_all(p, &list);
        any = list.count > 0;
        eg_comm_max(p->range.comm, &any, 1);
        if (status == EG_OK)
            status = keep_known(p, &list);
        if (any > 0)
            status = take_ring(p, list.number, list.count, status);
        eg_free(b->context, &list.number);
        EG_TRY(eg_comm_agree(p->range.comm, status));
    }
    return EG_OK;
}

/* ---- nodes */

static bool is_outer(const eg_bisected_patch *p, int64_t at, int edge)
{
    int32_t face = p->face[at][edge];
    return face >= 0 && p->own->macro->face_boundary[face] >= 0;
}

/* The lowest corner that has the node of an own corner: not through periodic pairs. */
static int32_t lowest_corner(const eg_bisected_patch *p, int64_t corner)
{
    walk w = {.first = (int32_t)(3 * p->own->before + corner)};
    int32_t lowest = w.first;
    for (w.corner = w.first; !w.ended;) {
        int64_t at = eg_bisected_held(p->ring, w.corner / 3);
        lowest = w.corner < lowest ? w.corner : lowest;
        step(p, at, is_outer(p, at, edge_of(&w)), &w);
    }
    return lowest;
}

/* Nodes are numbered by the corners that have them first, as they follow each other in the whole. */
static eg_status number_first(eg_bisected_patch *p)
{
    const eg_comm *comm = p->range.comm;
    int64_t *count_of = NULL, now = 0;
    eg_status status = eg_alloc(p->own->context, eg_comm_size(comm), sizeof *count_of, &count_of);
    status = eg_comm_agree(comm, status);
    if (status != EG_OK) {
        eg_free(p->own->context, &count_of);
        return status;
    }
    for (int64_t corner = 0; corner < 3 * p->own->leaves; corner++)
        if (lowest_corner(p, corner) == 3 * p->own->before + corner)
            p->leaf[corner / 3].node[corner % 3] = (int32_t)now++;
    eg_comm_allgather_counts(comm, now, count_of);
    p->own_nodes = now;
    for (int r = 0; r < eg_comm_size(comm); r++) {
        p->first_node += r < eg_comm_rank(comm) ? count_of[r] : 0;
        p->all_nodes += count_of[r];
    }
    for (int64_t corner = 0; corner < 3 * p->own->leaves; corner++)
        if (p->leaf[corner / 3].node[corner % 3] >= 0)
            p->leaf[corner / 3].node[corner % 3] += (int32_t)p->first_node;
    eg_free(p->own->context, &count_of);
    return eg_bisected_ring_exchange(p->ring, sizeof *p->leaf, p->leaf, EG_OK);
}

/* Those of other corners, of which others know who has them first. */
static eg_status number_others(eg_bisected_patch *p)
{
    for (int64_t corner = 0; corner < 3 * p->own->leaves; corner++) {
        int32_t *node = &p->leaf[corner / 3].node[corner % 3];
        int32_t lowest = *node < 0 ? lowest_corner(p, corner) : -1;
        if (lowest >= 0)
            *node = p->leaf[eg_bisected_held(p->ring, lowest / 3)].node[lowest % 3];
        assert(*node >= 0);
    }
    return eg_bisected_ring_exchange(p->ring, sizeof *p->leaf, p->leaf, EG_OK);
}

static eg_status find_faces(eg_bisected_patch *p)
{
    const eg_bisected *b = p->own;
    EG_TRY(eg_alloc(b->context, p->held, sizeof *p->face, &p->face));
    EG_LOOP(b->context, p->held)
    for (int64_t i = 0; i < p->held; i++)
        eg_bisected_find_faces(b, p->leaf[i].id, p->face[i]);
    return EG_OK;
}

eg_status eg_bisected_patch_create(const eg_bisected *bisected, eg_bisected_patch *patch)
{
    assert(bisected->ring);
    *patch = (eg_bisected_patch){.own = bisected, .range = {bisected->ring->comm, bisected->all}};
    EG_TRY(find_leaves(patch));
    EG_TRY(eg_comm_agree(patch->range.comm, find_faces(patch)));
    EG_TRY(number_first(patch));
    return number_others(patch);
}

void eg_bisected_patch_destroy(eg_bisected_patch *patch)
{
    eg_context *context = patch->own->context;
    eg_bisected_ring_destroy(&patch->ring);
    eg_free(context, &patch->leaf);
    eg_free(context, &patch->face);
}
