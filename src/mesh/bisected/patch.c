/* The leaves of a rank and all that share a vertex with them. Corners that meet at a vertex are found by
 * walking round it, never by looking at places: what a slit parts stays parted. Who walks round the vertices
 * of own leaves meets leaves that are not there, asks for them, and walks on, until no rank asks. */
#include "mesh/bisected/patch.h"
#include "base/parallel.h"

#include <string.h>

/* ---- what others have */

/* Takes a ring of these numbers; what is known is asked for again with it. */
static eg_status take_wanted_ring(eg_bisected_patch *p, int32_t *number, int64_t count, eg_status status)
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
    EG_FREE(&p->leaf);
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
static int walk_edge(const walk *w)
{
    return w->backwards ? (w->corner + 2) % 3 : w->corner % 3;
}

/* Goes on, across edges that are open; once round, or to both ends. `at`: of the corner's leaf among those
 * held. */
static void step_round(const eg_bisected_patch *p, int64_t at, bool stop, walk *w)
{
    int32_t across = stop ? -1 : p->leaf[at].link[walk_edge(w)];
    if (across < 0 && !w->backwards) { /* the other way, from the beginning */
        w->backwards = true;
        w->corner = w->first;
    } else if (across < 0) {
        w->ended = true;
    } else {
        w->corner = w->backwards ? across : across - across % 3 + (across + 1) % 3;
        w->ended = w->corner == w->first;
    }
}

/* ---- all of them */

typedef struct wanted {
    int32_t *number;
    int64_t count, room;
} wanted;

static eg_status want_leaf(const eg_bisected_patch *p, int64_t number, wanted *list)
{
    EG_TRY(eg_reserve(p->own->context, list->count + 1, &list->room, sizeof *list->number, &list->number));
    list->number[list->count++] = (int32_t)number;
    return EG_OK;
}

/* Lists the leaves round the vertex of an own corner that are not there; through periodic pairs, too. */
static eg_status look_round_corner(const eg_bisected_patch *p, int64_t corner, wanted *list)
{
    walk w = {.first = (int32_t)(3 * p->own->before + corner)};
    for (w.corner = w.first; !w.ended;) {
        int64_t at = eg_bisected_held(p->ring, w.corner / 3);
        if (at < 0)
            EG_TRY(want_leaf(p, w.corner / 3, list));
        step_round(p, at, at < 0, &w);
    }
    return EG_OK;
}

static eg_status find_patch_leaves(eg_bisected_patch *p)
{
    const eg_bisected_ring *ring = p->own->ring;
    EG_TRY(take_wanted_ring(p, ring ? ring->number : NULL, ring ? ring->count : 0, EG_OK));
    for (double any = ring ? 1 : 0; any > 0;) {
        wanted list = {0};
        eg_status status = EG_OK;
        for (int64_t corner = 0; status == EG_OK && corner < 3 * p->own->leaves; corner++)
            status = look_round_corner(p, corner, &list);
        any = list.count > 0;
        eg_comm_max(p->range.comm, &any, 1);
        for (int64_t i = 0; status == EG_OK && i < p->ring->count; i++) /* what is there, too */
            status = want_leaf(p, p->ring->number[i], &list);
        if (any > 0)
            status = take_wanted_ring(p, list.number, list.count, status);
        EG_FREE(&list.number);
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
        step_round(p, at, is_outer(p, at, walk_edge(&w)), &w);
    }
    return lowest;
}

/* Nodes are numbered by the corners that have them first, as they follow each other in the whole. */
static void number_first(eg_bisected_patch *p, const int32_t *lowest, int64_t *count_of)
{
    const eg_comm *comm = p->range.comm;
    int64_t corners = 3 * p->own->leaves, before = 3 * p->own->before, now = 0;
    for (int64_t corner = 0; corner < corners; corner++)
        p->own_nodes += lowest[corner] == before + corner;
    eg_comm_allgather_counts(comm, p->own_nodes, count_of);
    for (int r = 0; r < eg_comm_size(comm); r++) {
        p->first_node += r < eg_comm_rank(comm) ? count_of[r] : 0;
        p->all_nodes += count_of[r];
    }
    for (int64_t corner = 0; corner < corners; corner++)
        if (lowest[corner] == before + corner)
            p->leaf[corner / 3].node[corner % 3] = (int32_t)(p->first_node + now++);
}

static eg_status number_patch_nodes(eg_bisected_patch *p)
{
    EG_SCRATCH int32_t *lowest = NULL; /* [corners] */
    EG_SCRATCH int64_t *count_of = NULL;
    eg_context *context = p->own->context;
    int64_t corners = 3 * p->own->leaves;
    eg_status status =
        EG_ALLOC(context, EG_BLOCK(corners, lowest), EG_BLOCK(eg_comm_size(p->range.comm), count_of));
    EG_TRY(eg_comm_agree(p->range.comm, status));
    EG_LOOP(context, corners)
    for (int64_t corner = 0; corner < corners; corner++)
        lowest[corner] = lowest_corner(p, corner);
    number_first(p, lowest, count_of);
    EG_TRY(eg_bisected_ring_exchange(p->ring, sizeof *p->leaf, p->leaf, EG_OK));
    /* Those of other corners, of which others know who has them first. */
    for (int64_t corner = 0; corner < corners; corner++) {
        int32_t *node = &p->leaf[corner / 3].node[corner % 3], first = lowest[corner];
        if (*node < 0)
            *node = p->leaf[eg_bisected_held(p->ring, first / 3)].node[first % 3];
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
    *patch = (eg_bisected_patch){.own = bisected, .range = {eg_bisected_comm(bisected), bisected->all}};
    EG_TRY(find_patch_leaves(patch));
    EG_TRY(eg_comm_agree(patch->range.comm, find_faces(patch)));
    return number_patch_nodes(patch);
}

void eg_bisected_patch_destroy(eg_bisected_patch *patch)
{
    eg_bisected_ring_destroy(&patch->ring);
    EG_FREE(&patch->leaf, &patch->face);
}
