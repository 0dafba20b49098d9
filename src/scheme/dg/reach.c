/* The cells that a smooth source reaches, from face to face: each round a rank looks at what is across the
 * faces of its own cells, and all ranks get what all have found. The list does not depend on the ranks. */
#include "scheme/dg/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "physics/linear/source.h"

/* Points of a face: near its corners, and its middle. */
enum { CORNERS = 4, FACE_POINTS = CORNERS + 1 };
/* How far from the middle to a corner the medium is looked at, and how far into the cell. */
static const double TO_CORNER = 0.98, INTO = 1e-6;
/* Shifts that differ by less, in lengths of a cell, are one. */
static const double SAME_SHIFT = 1e-6;

/* ---- lists that all ranks have */

static int compare_reached(const void *left, const void *right)
{
    const dg_reached *a = left, *b = right;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    for (int i = 0; i < 3; i++)
        if (a->shift[i] != b->shift[i])
            return a->shift[i] < b->shift[i] ? -1 : 1;
    return 0;
}

static eg_status append_reached(eg_context *context, const dg_reached *one, dg_reach *to)
{
    EG_TRY(eg_reserve(context, to->count + 1, &to->room, sizeof *to->list, &to->list));
    to->list[to->count++] = *one;
    return EG_OK;
}

static eg_status place_own(eg_context *context, const eg_comm *comm, const dg_reach *own, int64_t *bytes_of,
                           dg_reach *all)
{
    int64_t before = 0, total = 0;
    int ranks = eg_comm_size(comm), rank = eg_comm_rank(comm);
    for (int r = 0; r < ranks; r++) {
        before += r < rank ? bytes_of[r] : 0;
        total += bytes_of[r];
        bytes_of[r] *= (int64_t)sizeof *all->list;
    }
    EG_TRY(eg_reserve(context, total, &all->room, sizeof *all->list, &all->list));
    all->count = total;
    if (own->count > 0)
        memcpy(&all->list[before], own->list, (size_t)own->count * sizeof *own->list);
    return EG_OK;
}

/* What all ranks have, in an order that does not depend on them. Collective; all agree on the status. */
static eg_status gather_reach(const eg_dg_location *place, const dg_reach *own, dg_reach *all,
                              eg_status status)
{
    eg_context *context = place->mesh->base.context;
    EG_SCRATCH int64_t *bytes_of = NULL;
    if (status == EG_OK)
        status = eg_alloc(context, eg_comm_size(place->comm), sizeof *bytes_of, &bytes_of);
    EG_TRY(eg_comm_agree(place->comm, status));
    eg_comm_allgather_counts(place->comm, own->count, bytes_of);
    EG_TRY(eg_comm_agree(place->comm, place_own(context, place->comm, own, bytes_of, all)));
    eg_comm_allgather(place->comm, all->list, bytes_of);
    qsort(all->list, (size_t)all->count, sizeof *all->list, compare_reached);
    return EG_OK;
}

static bool has_reached(const dg_ball *ball, const dg_reach *reach, const dg_reached *one)
{
    for (int64_t i = 0; i < reach->count; i++) {
        const dg_reached *other = &reach->list[i];
        double gap[3], seen[3], distance = 0;
        if (other->cell != one->cell)
            continue;
        for (int k = 0; k < 3; k++)
            gap[k] = one->shift[k] - other->shift[k];
        dg_ball_see(ball, ball->centre, gap, seen);
        for (int k = 0; k < 3; k++)
            distance = fmax(distance, fabs(seen[k]));
        if (distance < SAME_SHIFT)
            return true;
    }
    return false;
}

/* ---- across a face */

/* A face of an own cell, or a part of it, and the same of the cell across. */
typedef struct side_pair {
    int64_t cell, other;
    double here[FACE_POINTS][3], there[3]; /* the middle is last; seen from the cell across */
} side_pair;

/* A point of a face, or of a part of it; `at` by the face's own indices, from -1 to 1. */
static void map_face(const eg_forest *mesh, int64_t cell, int face, int part, const double at[2], double x[3])
{
    double on_face[2] = {at[0], at[1]}, reference[3] = {0};
    for (int k = 0; part >= 0 && k < 2; k++)
        on_face[k] = 0.5 * (on_face[k] + (part >> k & 1 ? 1 : -1));
    for (int d = 0, k = 0; d < mesh->base.dimension; d++)
        reference[d] = d == face / 2 ? (face % 2 ? 1 : -1) : on_face[k++];
    mesh->base.class->map(&mesh->base, cell, reference, x, NULL);
}

/* part: of the own face, which has smaller cells across; else -1. */
static void find_side_pair(const eg_forest *mesh, int64_t cell, int face, int part, side_pair *pair)
{
    const eg_leaf_face *seen = eg_forest_face(mesh, cell, face);
    static const double middle[2] = {0, 0};
    pair->cell = cell;
    pair->other = part < 0 ? seen->across : mesh->finer[seen->across][part];
    for (int c = 0; c < CORNERS; c++) {
        const double at[2] = {c & 1 ? TO_CORNER : -TO_CORNER, c & 2 ? TO_CORNER : -TO_CORNER};
        map_face(mesh, cell, face, part, at, pair->here[c]);
    }
    map_face(mesh, cell, face, part, middle, pair->here[CORNERS]);
    map_face(mesh, pair->other, seen->face, seen->side == EG_SIDE_COARSE ? seen->part : -1, middle,
             pair->there);
}

static bool meets_face(const dg_ball *ball, const side_pair *pair, const double shift[3])
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double distance = 0;
    for (int p = 0; p < FACE_POINTS; p++) {
        double y[3];
        dg_ball_see(ball, pair->here[p], shift, y);
        for (int i = 0; i < 3; i++) {
            low[i] = fmin(low[i], y[i]);
            high[i] = fmax(high[i], y[i]);
        }
    }
    for (int i = 0; i < 3; i++) {
        double beyond = fmax(0, fmax(low[i], -high[i]));
        distance += beyond * beyond;
    }
    return distance < ball->radius * ball->radius;
}

/* The medium of a cell at its centre and inside a face, whose points are `away` from those of the pair. */
static eg_status medium_at_face(const eg_dg_location *place, int64_t cell, const side_pair *pair,
                                const double away[3], double *material)
{
    const double *centre = place->mesh->base.centroid[cell];
    double x[FACE_POINTS + 1][3];
    for (int i = 0; i < 3; i++) {
        for (int p = 0; p < FACE_POINTS; p++)
            x[p][i] = (1 - INTO) * (pair->here[p][i] - away[i]) + INTO * centre[i];
        x[FACE_POINTS][i] = centre[i];
    }
    return place->material->at(place->material, cell, FACE_POINTS + 1, (const double(*)[3])x, material);
}

static eg_status side_jumps(const eg_dg_location *place, const side_pair *pair, const double away[3],
                            bool *answer)
{
    double here[(FACE_POINTS + 1) * EG_LINEAR_MATERIALS], there[(FACE_POINTS + 1) * EG_LINEAR_MATERIALS];
    const double none[3] = {0};
    EG_TRY(medium_at_face(place, pair->cell, pair, none, here));
    EG_TRY(medium_at_face(place, pair->other, pair, away, there));
    *answer = eg_linear_jumps(place->system, FACE_POINTS, here, there);
    return EG_OK;
}

/* Goes across a face, or a part of it, of an own cell. */
static eg_status go_across_face(const eg_dg_location *place, const dg_ball *ball, const dg_reached *from,
                                const side_pair *pair, dg_reach *fresh)
{
    const eg_mesh *base = &place->mesh->base;
    double away[3];
    bool end;
    if (!meets_face(ball, pair, from->shift))
        return EG_OK;
    dg_reached one = {
        .cell = eg_mesh_whole_number(base, pair->other), .leaf = place->mesh->leaf[pair->other], .touch = -1};
    for (int i = 0; i < 3; i++) {
        away[i] = pair->here[CORNERS][i] - pair->there[i];
        one.shift[i] = from->shift[i] + away[i];
    }
    const dg_reached unmoved = {.cell = one.cell};
    const dg_reach zero = {.count = 1, .list = (dg_reached *)&unmoved};
    if (has_reached(ball, &zero, &one))
        memset(one.shift, 0, sizeof one.shift);
    EG_TRY(side_jumps(place, pair, away, &end));
    return end ? EG_OK : append_reached(base->context, &one, fresh);
}

/* Goes across all faces of a cell, if it is an own one. */
static eg_status go_through_cell(const eg_dg_location *place, const dg_ball *ball, const dg_reached *from,
                                 dg_reach *fresh)
{
    const eg_forest *mesh = place->mesh;
    int64_t cell = eg_mesh_own_number(&mesh->base, from->cell);
    side_pair pair;
    for (int f = 0; cell >= 0 && f < 2 * mesh->base.dimension; f++) {
        eg_leaf_side side = (eg_leaf_side)eg_forest_face(mesh, cell, f)->side;
        int parts = side == EG_SIDE_FINE ? 1 << (mesh->base.dimension - 1) : 1;
        for (int k = 0; k < parts && side != EG_SIDE_BOUNDARY; k++) {
            find_side_pair(mesh, cell, f, side == EG_SIDE_FINE ? k : -1, &pair);
            EG_TRY(go_across_face(place, ball, from, &pair, fresh));
        }
    }
    return EG_OK;
}

/* ---- all cells */

eg_status eg_dg_reach_touching(const eg_dg_location *place, int touches, const eg_dg_touch *touch,
                               dg_reach *reach, eg_status status)
{
    eg_context *context = place->mesh->base.context;
    dg_reach own = {0};
    for (int t = 0; status == EG_OK && t < touches; t++) {
        int64_t cell = eg_mesh_own_number(&place->mesh->base, touch[t].cell);
        if (cell < 0)
            continue;
        const dg_reached one = {.cell = touch[t].cell, .leaf = place->mesh->leaf[cell], .touch = t};
        status = append_reached(context, &one, &own);
    }
    status = gather_reach(place, &own, reach, status);
    eg_free(context, &own.list);
    return status;
}

static void name_touching(int touches, const eg_dg_touch *touch, dg_reached *one)
{
    for (int t = 0; t < touches; t++)
        if (touch[t].cell == one->cell && one->shift[0] == 0 && one->shift[1] == 0 && one->shift[2] == 0)
            one->touch = t;
}

/* Adds what lies beyond the cells from `from` on; `fresh` and `all` are room. */
static eg_status go_round(const eg_dg_location *place, const dg_ball *ball, int64_t from, dg_reach *fresh,
                          dg_reach *all, dg_reach *reach)
{
    eg_status status = EG_OK;
    fresh->count = 0;
    for (int64_t i = from; status == EG_OK && i < reach->count; i++)
        status = go_through_cell(place, ball, &reach->list[i], fresh);
    EG_TRY(gather_reach(place, fresh, all, status));
    for (int64_t i = 0; status == EG_OK && i < all->count; i++)
        if (!has_reached(ball, reach, &all->list[i]))
            status = append_reached(place->mesh->base.context, &all->list[i], reach);
    return eg_comm_agree(place->comm, status);
}

eg_status eg_dg_reach_from(const eg_dg_location *place, const dg_ball *ball, const dg_reached *first,
                           int touches, const eg_dg_touch *touch, dg_reach *reach)
{
    eg_context *context = place->mesh->base.context;
    dg_reach fresh = {0}, all = {0};
    eg_status status = eg_comm_agree(place->comm, append_reached(context, first, reach));
    for (int64_t from = 0, to; status == EG_OK && from < reach->count; from = to) {
        to = reach->count;
        status = go_round(place, ball, from, &fresh, &all, reach);
    }
    for (int64_t i = 0; status == EG_OK && i < reach->count; i++)
        name_touching(touches, touch, &reach->list[i]);
    if (status == EG_OK)
        qsort(reach->list, (size_t)reach->count, sizeof *reach->list, compare_reached);
    EG_FREE(&fresh.list, &all.list);
    return status;
}
