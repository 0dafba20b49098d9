/* Roots, and what of leaves follows from their ids alone. */
#include "mesh/bisected/internal.h"
#include "mesh/bisected/ring.h"

#include <string.h>

/* ---- roots */

static double edge_length_squared(const eg_plane *macro, int64_t face)
{
    const double *a = macro->x[macro->face_vertex[face][0]], *b = macro->x[macro->face_vertex[face][1]];
    return (b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]);
}

/* The order of all edges by which refinement edges are chosen. */
static bool is_longer(const eg_plane *macro, int64_t a, int64_t b)
{
    double of_a = edge_length_squared(macro, a), of_b = edge_length_squared(macro, b);
    const int32_t *from = macro->face_vertex[a], *to = macro->face_vertex[b];
    int64_t high_a = eg_max_i64(from[0], from[1]), high_b = eg_max_i64(to[0], to[1]);
    if (of_a != of_b)
        return of_a > of_b;
    if (high_a != high_b)
        return high_a > high_b;
    return eg_min_i64(from[0], from[1]) > eg_min_i64(to[0], to[1]);
}

static uint8_t longest_edge(const eg_plane *macro, int64_t cell)
{
    const int32_t *face = &macro->cell_face[3 * cell];
    uint8_t longest = 0;
    for (uint8_t k = 1; k < 3; k++)
        if (is_longer(macro, face[k], face[longest]))
            longest = k;
    return longest;
}

static eg_status fill_roots(eg_bisected *b)
{
    for (int64_t cell = 0; cell < b->leaves; cell++) {
        b->turn[cell] = longest_edge(b->macro, cell);
        b->id[cell] = ((uint64_t)cell << 1 | 1) << EG_BISECTED_LEVEL;
    }
    eg_bisected_find_hash(b);
    return eg_bisected_link(b);
}

static eg_status check_macro(eg_context *context, const eg_plane *macro)
{
    const eg_mesh *base = &macro->base;
    int64_t triangles = base->group[EG_TRIANGLE].count;
    assert(!macro->part);
    if (triangles < base->all)
        return eg_fail(context, EG_MESH,
                       "%s: element %lld is a quadrangle; bisection takes triangles alone: mesh "
                       "the domain with triangles",
                       base->origin, (long long)base->source[triangles]);
    if (triangles > EG_BISECTED_MOST)
        return eg_fail(context, EG_MESH,
                       "%s: has %lld triangles; bisection takes at most %d: make a coarser mesh",
                       base->origin, (long long)triangles, EG_BISECTED_MOST);
    return EG_OK;
}

eg_status eg_bisected_create(eg_context *context, const eg_plane *macro, eg_bisected **bisected)
{
    *bisected = NULL;
    EG_TRY(check_macro(context, macro));
    const eg_bisected like = {.context = context, .macro = macro};
    EG_TRY(eg_bisected_reserve(&like, macro->base.all, bisected));
    return fill_roots(*bisected);
}

/* ---- memory */

eg_status eg_bisected_reserve(const eg_bisected *like, int64_t leaves, eg_bisected **bisected)
{
    EG_ENDS_WITH(eg_bisected_destroy) eg_bisected *b = NULL;
    int64_t roots = like->macro->base.all;
    *bisected = NULL;
    EG_TRY(eg_alloc(like->context, 1, sizeof *b, &b));
    b->context = like->context;
    b->macro = eg_plane_of(eg_mesh_hold(&like->macro->base));
    b->leaves = b->held = b->all = leaves;
    EG_TRY(
        EG_ALLOC(b->context, EG_BLOCK(roots, b->turn), EG_BLOCK(leaves, b->id), EG_BLOCK(leaves, b->link)));
    if (like->turn)
        memcpy(b->turn, like->turn, (size_t)roots);
    return eg_hand_over(&b, bisected);
}

void eg_bisected_destroy(eg_bisected **bisected)
{
    if (!bisected || !*bisected)
        return;
    eg_bisected *b = *bisected;
    eg_mesh *macro = (eg_mesh *)(uintptr_t)&b->macro->base;
    eg_mesh_destroy(&macro);
    EG_FREE(&b->turn, &b->id, &b->link);
    eg_bisected_ring_destroy(&b->ring);
    EG_FREE(bisected);
}

void eg_bisected_transfer_destroy(eg_bisected_transfer **transfer)
{
    if (!transfer || !*transfer)
        return;
    EG_FREE(&(*transfer)->from, &(*transfer)->origin, transfer);
}

void eg_bisected_find_hash(eg_bisected *b)
{
    uint64_t macro = b->macro->base.class->hash(&b->macro->base);
    b->hash = eg_hash64(b->id, b->leaves * (int64_t)sizeof *b->id, macro);
}

/* ---- one leaf */

static void begin_triangle(const eg_bisected *b, int32_t root, eg_bisected_triangle *t)
{
    for (int k = 0; k < 3; k++) {
        int64_t at = 3 * (int64_t)root + (k + b->turn[root]) % 3;
        memcpy(t->x[k], b->macro->x[b->macro->vertex[at]], sizeof t->x[k]);
        t->face[k] = b->macro->cell_face[at];
    }
}

static void bisect(eg_bisected_triangle *t, bool start)
{
    eg_bisected_triangle old = *t;
    for (int i = 0; i < 3; i++) {
        t->x[0][i] = start ? old.x[2][i] : old.x[1][i];
        t->x[1][i] = start ? old.x[0][i] : old.x[2][i];
        t->x[2][i] = 0.5 * (old.x[0][i] + old.x[1][i]);
    }
    t->face[0] = start ? old.face[2] : old.face[1];
    t->face[1] = start ? old.face[0] : -1;
    t->face[2] = start ? -1 : old.face[0];
}

void eg_bisected_find_triangle(const eg_bisected *b, uint64_t id, eg_bisected_triangle *triangle)
{
    int levels = eg_bisected_level(id);
    begin_triangle(b, eg_bisected_root(id), triangle);
    for (int level = 0; level < levels; level++) {
        uint64_t bit = id >> (EG_BISECTED_LEVEL - level) & 1;
        bisect(triangle, bit == (uint64_t)(level & 1));
    }
}

/* Most leaves have none of them: they are inside of their roots. */
void eg_bisected_find_faces(const eg_bisected *b, uint64_t id, int32_t face[3])
{
    int32_t root = eg_bisected_root(id);
    int levels = eg_bisected_level(id);
    for (int k = 0; k < 3; k++)
        face[k] = b->macro->cell_face[3 * (int64_t)root + (k + b->turn[root]) % 3];
    for (int level = 0; level < levels && (face[0] & face[1] & face[2]) != -1; level++) {
        bool start = (id >> (EG_BISECTED_LEVEL - level) & 1) == (uint64_t)(level & 1);
        int32_t halved = face[0];
        face[0] = start ? face[2] : face[1];
        face[1] = start ? halved : -1;
        face[2] = start ? -1 : halved;
    }
}
