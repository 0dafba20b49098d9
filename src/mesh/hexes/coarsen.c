/* The mesh that a mesh is a refinement of.
 *
 * Each direction of an element has a side where the parent goes on to its own face, the outer one, and one
 * where the element's sibling is, the inner one. Beyond a common face sides are mirrored, along it they are
 * the same: so one element decides for all whose directions the mesh connects, a *family* of directions. A
 * face of the boundary is an outer side. A family whose sides contradict each other cannot be coarsened. */
#include "mesh/hexes/coarsen.h"

#include <string.h>

#include "base/buckets.h"
#include "base/parallel.h"
#include "base/scope.h"

enum {
    CORNERS = EG_HEX_VERTICES,
    FACES = EG_HEX_FACES,
    NO_FACE = -1,
    LEAST = 1024 /* elements worth a thread */
};

/* What the directions of elements have in common. */
typedef struct family {
    int32_t joined; /* the family that this one is part of; itself: none */
    bool mirrored;  /* with the sides of that one in exchange */
    /* of a family that is part of none: whether the outer side of a bit 0 is known, and is the upper one */
    bool known, outer;
    bool refused;
    double coupling, count;
} family;

/* A range of elements, on a thread. */
typedef struct range {
    int32_t families; /* that begin in it */
    int32_t *face;    /* [count] whose directions are to be joined with those beyond */
    int64_t count, room;
    bool odd; /* the mesh cannot be coarsened */
} range;

typedef struct work {
    eg_context *context;
    eg_scope *scope; /* of the arrays below */
    const eg_hex_topology *mesh;
    const eg_hex_coarsen_options *options;
    eg_hex_coarsening *made;
    int32_t *beyond; /* [elements][FACES] 6 element + face of it, NO_FACE: boundary */
    int32_t *of;     /* [elements][3] the family of a direction */
    uint8_t *bit;    /* [elements][3] relative to the family: later 1 where the outer side is the upper one */
    uint8_t *cut;    /* [elements] bit d: direction d is coarsened */
    int32_t *stack, *first; /* [elements], [elements][FACES] or [vertices]: scratch */
    family *families;
    int32_t count;
    range *range; /* [parts] */
    int parts;
} work;

/* Calls the function for each range; *possible becomes false where one is odd. */
static eg_status for_ranges(work *w, eg_part_function *function, bool *possible)
{
    EG_TRY(eg_in_parts(w->context, w->parts, w->mesh->elements, function, w));
    for (int p = 0; p < w->parts; p++)
        *possible = *possible && !w->range[p].odd;
    return EG_OK;
}

void eg_hex_lattice_weights(int point, double weight[EG_HEX_VERTICES])
{
    const int at[3] = {point % 3, point / 3 % 3, point / 9};
    for (int corner = 0; corner < CORNERS; corner++) {
        weight[corner] = 1;
        for (int d = 0; d < 3; d++)
            weight[corner] *= 0.5 * (corner >> d & 1 ? at[d] : 2 - at[d]);
    }
}

/* ---- neighbours */

static void face_vertices(const eg_hex_topology *mesh, int32_t face, int32_t vertex[4])
{
    for (int i = 0; i < 4; i++)
        vertex[i] = mesh->corner[face / FACES][eg_hex_face_corner[face % FACES][i]];
}

/* Whether the elements of two faces that are the same have further vertices in common, as where a ring is two
 * elements wide: vertices do not tell such faces from each other. */
static bool meet_twice(const eg_hex_topology *mesh, int32_t a, int32_t b)
{
    const int32_t *of_a = mesh->corner[a / FACES], *of_b = mesh->corner[b / FACES];
    int inner = eg_hex_face_corner[b % FACES ^ 1][0];
    for (int i = 0; i < CORNERS; i++)
        if (of_a[i] == of_b[inner])
            return true;
    return false;
}

/* Whether an element has a vertex twice: its faces then do not tell which of its neighbours is where. */
static eg_status check_vertices(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    for (int64_t e = from; e < to; e++) {
        const int32_t *vertex = w->mesh->corner[e];
        bool twice = false;
        for (int i = 0; i < CORNERS; i++)
            for (int j = 0; j < i; j++)
                twice |= vertex[i] == vertex[j];
        if (twice)
            w->range[part].odd = true;
    }
    return EG_OK;
}

/* Faces that are the same are beyond each other. A third one finds the place of the lowest taken. */
static eg_status pair_faces(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    for (int32_t face = (int32_t)from * FACES; face < to * FACES; face++) {
        int32_t other = w->first[face];
        if (other == face)
            continue;
        w->beyond[face] = other;
        if (__atomic_exchange_n(&w->beyond[other], face, __ATOMIC_RELAXED) != NO_FACE ||
            meet_twice(w->mesh, other, face))
            w->range[part].odd = true;
    }
    return EG_OK;
}

/* *possible becomes false where vertices do not tell neighbours. */
static eg_status find_neighbours(work *w, bool *possible)
{
    int64_t faces = w->mesh->elements * FACES;
    EG_SCRATCH int32_t *first = NULL;
    EG_TRY(eg_scope_alloc(w->scope, faces, sizeof *w->beyond, &w->beyond));
    EG_TRY(eg_alloc(w->context, faces, sizeof *first, &first));
    memset(w->beyond, 0xff, (size_t)faces * sizeof *w->beyond);
    EG_TRY(eg_hex_match_faces(w->context, w->mesh, first));
    w->first = first;
    return for_ranges(w, pair_faces, possible);
}

/* ---- families */

/* How the element beyond a face lies: its direction for each of this one's, and whether its outer side is the
 * upper one where this one's is the lower one. */
typedef struct view {
    int64_t element;
    int axis[3];
    bool mirrored[3];
} view;

static int place_of_vertex(const int32_t vertex[4], int32_t wanted)
{
    int at = 0;
    while (at < 3 && vertex[at] != wanted)
        at++;
    return at;
}

/* The element beyond a face; false where the two do not have its corners in the same order round. */
static bool look_beyond_face(const work *w, int32_t face, view *to)
{
    static const int along[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    int32_t other = w->beyond[face], own_vertex[4], other_vertex[4];
    int f = face % FACES, g = other % FACES;
    face_vertices(w->mesh, face, own_vertex);
    face_vertices(w->mesh, other, other_vertex);
    int origin = place_of_vertex(other_vertex, own_vertex[0]);
    int step[2] = {origin ^ place_of_vertex(other_vertex, own_vertex[1]),
                   origin ^ place_of_vertex(other_vertex, own_vertex[2])};
    if (!(step[0] == 1 && step[1] == 2) && !(step[0] == 2 && step[1] == 1))
        return false;
    to->element = other / FACES;
    to->axis[f / 2] = g / 2;
    to->mirrored[f / 2] = f % 2 != g % 2;
    for (int i = 0; i < 2; i++) {
        to->axis[along[f / 2][i]] = along[g / 2][step[i] - 1];
        to->mirrored[along[f / 2][i]] = (origin & step[i]) != 0;
    }
    return true;
}

/* The family that stands for one, and whether sides change places on the way there. */
static int32_t family_of(const work *w, int32_t f, bool *mirrored)
{
    for (; w->families[f].joined != f; f = w->families[f].joined)
        *mirrored = *mirrored != w->families[f].mirrored;
    return f;
}

/* The families of the directions of all elements of a range that can be reached from one, in so many turns of
 * a stack. */
static bool flood(work *w, int32_t seed, int64_t from, int64_t to)
{
    int32_t *stack = &w->stack[from];
    int64_t height = 0;
    stack[height++] = seed;
    while (height > 0) {
        int32_t e = stack[--height];
        for (int f = 0; f < FACES; f++) {
            int32_t face = e * FACES + f, other = w->beyond[face];
            int64_t beyond = other / FACES;
            view there;
            if (other == NO_FACE || beyond < from || beyond >= to || w->of[3 * beyond] >= 0)
                continue;
            if (!look_beyond_face(w, face, &there))
                return false;
            for (int d = 0; d < 3; d++) {
                w->of[3 * beyond + there.axis[d]] = w->of[3 * e + d];
                w->bit[3 * beyond + there.axis[d]] = (uint8_t)(w->bit[3 * e + d] ^ there.mirrored[d]);
            }
            stack[height++] = (int32_t)beyond;
        }
    }
    return true;
}

static eg_status flood_range(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    range *own = &w->range[part];
    for (int64_t e = from; e < to && !own->odd; e++) {
        if (w->of[3 * e] >= 0)
            continue;
        for (int d = 0; d < 3; d++)
            w->of[3 * e + d] = own->families++;
        own->odd = !flood(w, (int32_t)e, from, to);
    }
    return EG_OK;
}

/* Numbers the families of all ranges, those of earlier ones first. */
static eg_status number_families(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    int32_t before = 0;
    for (int p = 0; p < part; p++)
        before += w->range[p].families;
    for (int64_t i = 3 * from; i < 3 * to; i++)
        w->of[i] += before;
    return EG_OK;
}

/* *possible becomes false where neighbours do not meet corner by corner. */
static eg_status find_families(work *w, bool *possible)
{
    int64_t elements = w->mesh->elements;
    EG_TRY(EG_SCOPE_ALLOC(w->scope, EG_BLOCK(3 * elements, w->of), EG_BLOCK(3 * elements, w->bit),
                          EG_BLOCK(elements, w->stack)));
    memset(w->of, 0xff, (size_t)(3 * elements) * sizeof *w->of);
    EG_TRY(for_ranges(w, flood_range, possible));
    if (!*possible)
        return EG_OK;
    EG_TRY(for_ranges(w, number_families, possible));
    for (int p = 0; p < w->parts; p++)
        w->count += w->range[p].families;
    EG_TRY(eg_scope_alloc(w->scope, w->count, sizeof *w->families, &w->families));
    for (int32_t f = 0; f < w->count; f++)
        w->families[f].joined = f;
    return EG_OK;
}

/* Two directions have the same sides, or mirrored ones. The family that begins first stands for both. */
static void join_directions(work *w, int64_t a, int64_t b, bool mirrored)
{
    bool mirrored_a = w->bit[a], mirrored_b = w->bit[b];
    int32_t of_a = family_of(w, w->of[a], &mirrored_a), of_b = family_of(w, w->of[b], &mirrored_b);
    mirrored = mirrored != (mirrored_a != mirrored_b);
    family *to = &w->families[of_a < of_b ? of_a : of_b], *from = &w->families[of_a < of_b ? of_b : of_a];
    to->refused = to->refused || from->refused || (of_a == of_b && mirrored);
    if (of_a != of_b)
        *from = (family){.joined = (int32_t)(to - w->families), .mirrored = mirrored};
}

/* The outer side of a direction is this one. */
static void fix(work *w, int64_t direction, bool upper)
{
    bool mirrored = w->bit[direction];
    family *f = &w->families[family_of(w, w->of[direction], &mirrored)];
    f->refused = f->refused || (f->known && f->outer != (upper != mirrored));
    f->known = true;
    f->outer = upper != mirrored;
}

/* Lists the faces whose directions are not of one family yet, with the same sides. */
static eg_status compare_neighbours(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    range *own = &w->range[part];
    for (int32_t face = (int32_t)from * FACES; face < to * FACES; face++) {
        bool joined = true;
        view there;
        if (w->beyond[face] < face) /* or a boundary */
            continue;
        if (!look_beyond_face(w, face, &there)) {
            own->odd = true;
            return EG_OK;
        }
        for (int d = 0; d < 3; d++) {
            int64_t a = 3 * (int64_t)(face / FACES) + d, b = 3 * there.element + there.axis[d];
            joined = joined && w->of[a] == w->of[b] && (w->bit[a] != w->bit[b]) == there.mirrored[d];
        }
        if (joined)
            continue;
        EG_TRY(eg_reserve(w->context, own->count + 1, &own->room, sizeof *own->face, &own->face));
        own->face[own->count++] = face;
    }
    return EG_OK;
}

static void join_families(work *w)
{
    for (int p = 0; p < w->parts; p++)
        for (int64_t i = 0; i < w->range[p].count; i++) {
            int32_t face = w->range[p].face[i];
            view there;
            look_beyond_face(w, face, &there);
            for (int d = 0; d < 3; d++)
                join_directions(w, 3 * (int64_t)(face / FACES) + d, 3 * there.element + there.axis[d],
                                there.mirrored[d]);
        }
}

/* The mean coupling of each family, over the strongest of the element. */
static void measure_coupling(work *w)
{
    for (int64_t e = 0; e < w->mesh->elements && w->options->coupling; e++) {
        const double *of = w->options->coupling[e];
        double most = of[0] > of[1] ? of[0] : of[1];
        most = most > of[2] ? most : of[2];
        for (int d = 0; d < 3 && most > 0; d++) {
            bool mirrored = false;
            family *f = &w->families[family_of(w, w->of[3 * e + d], &mirrored)];
            f->coupling += of[d] / most;
            f->count++;
        }
    }
}

static bool is_cut(const work *w, const family *f)
{
    return !f->refused && !(f->count > 0 && f->coupling < w->options->threshold * f->count);
}

/* Which directions are cut, and their outer sides; false: none. */
static bool choose_directions(work *w)
{
    bool any = false;
    for (int32_t f = 0; f < w->count; f++)
        any = any || (w->families[f].joined == f && is_cut(w, &w->families[f]));
    EG_LOOP(w->context, w->mesh->elements)
    for (int64_t e = 0; e < w->mesh->elements; e++)
        for (int d = 0; d < 3; d++) {
            bool mirrored = w->bit[3 * e + d];
            const family *f = &w->families[family_of(w, w->of[3 * e + d], &mirrored)];
            w->bit[3 * e + d] = f->outer != mirrored;
            w->cut[e] |= (uint8_t)(is_cut(w, f) << d);
        }
    return any;
}

/* ---- parents */

/* A child as its parent sees it: the parent's direction d is its own axis[d], which runs against it where
 * `mirrored`. */
typedef view child;

/* The sibling of a child along the parent's direction d. */
static bool step_to_sibling(const work *w, const child *from, int d, child *to)
{
    int axis = from->axis[d];
    int32_t face = (int32_t)(from->element * FACES + 2 * axis + !w->bit[3 * from->element + axis]);
    view beyond;
    if (w->beyond[face] == NO_FACE)
        return false;
    look_beyond_face(w, face, &beyond);
    to->element = beyond.element;
    for (int i = 0; i < 3; i++) {
        to->axis[i] = beyond.axis[from->axis[i]];
        /* along the way the view tells of sides that are mirrored by the face, here directions count */
        bool turned = beyond.mirrored[from->axis[i]] != (i == d);
        to->mirrored[i] = from->mirrored[i] != turned;
    }
    return true;
}

static bool is_same_child(const child *a, const child *b)
{
    return a->element == b->element && memcmp(a->axis, b->axis, sizeof a->axis) == 0 &&
           memcmp(a->mirrored, b->mirrored, sizeof a->mirrored) == 0;
}

/* Whether an element is among the first `count` of these. */
static bool is_among(const child found[CORNERS], int cut, int count, int64_t element)
{
    for (int k = 0; k < count; k++)
        if (!(k & ~cut) && found[k].element == element)
            return true;
    return false;
}

/* The children of the parent whose first one this is: found[k], k with bit d where it is beyond the first
 * along d. False where they do not close to a block, or one of them is before the first or from `end` on. */
static bool find_children(const work *w, int64_t first, int64_t end, child found[CORNERS])
{
    int cut = w->cut[first];
    found[0] = (child){.element = first, .axis = {0, 1, 2}};
    for (int k = 1; k < CORNERS; k++) {
        bool is_first = true;
        if (k & ~cut)
            continue;
        for (int d = 0; d < 3; d++) {
            child other;
            if (!(k >> d & 1))
                continue;
            if (!step_to_sibling(w, &found[k ^ 1 << d], d, &other) || other.element < first ||
                other.element >= end || w->made->parent[other.element] >= 0 ||
                is_among(found, cut, k, other.element))
                return false;
            if (!is_first && !is_same_child(&other, &found[k]))
                return false;
            found[k] = other;
            is_first = false;
        }
    }
    return true;
}

/* The parent's points at which the corners of child k stand. */
static void place_child(const work *w, const child found[CORNERS], int k, uint8_t lattice[CORNERS])
{
    static const int unit[3] = {1, 3, 9};
    int64_t first = found[0].element;
    const child *own = &found[k];
    for (int corner = 0; corner < CORNERS; corner++) {
        int point = 0;
        for (int d = 0; d < 3; d++) {
            int upper = (corner >> own->axis[d] & 1) ^ own->mirrored[d];
            /* the first child is at the parent's outer side, which is the lower one where its bit is 0 */
            int half = w->bit[3 * first + d] ^ (k >> d & 1);
            point += unit[d] * (w->cut[first] >> d & 1 ? half + upper : 2 * upper);
        }
        lattice[corner] = (uint8_t)point;
    }
}

static bool is_corner(int point)
{
    return point % 3 != 1 && point / 3 % 3 != 1 && point / 9 != 1;
}

/* Takes the parent's corners from a child that has some. */
static void take_corners(work *w, int64_t element, int32_t parent)
{
    for (int i = 0; i < CORNERS; i++) {
        int point = w->made->lattice[element][i];
        int corner = (point % 3 == 2) + 2 * (point / 3 % 3 == 2) + 4 * (point / 9 == 2);
        if (is_corner(point))
            w->made->corner[parent][corner] = w->mesh->corner[element][i];
    }
}

/* Until parents have numbers a child has that of the first one. */
static void take_children(work *w, const child found[CORNERS])
{
    int64_t first = found[0].element;
    for (int k = 0; k < CORNERS; k++) {
        if (k & ~w->cut[first])
            continue;
        w->made->parent[found[k].element] = (int32_t)first;
        place_child(w, found, k, w->made->lattice[found[k].element]);
    }
}

/* Those whose children are all of a range; what is left may have some of others. */
static eg_status take_parents_of_range(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    (void)part;
    for (int64_t e = from; e < to; e++) {
        child found[CORNERS];
        if (w->made->parent[e] < 0 && find_children(w, e, to, found))
            take_children(w, found);
    }
    return EG_OK;
}

/* Those that are left, in order; false where they do not close. */
static bool take_other_parents(work *w)
{
    for (int64_t e = 0; e < w->mesh->elements; e++) {
        child found[CORNERS];
        if (w->made->parent[e] >= 0)
            continue;
        if (!find_children(w, e, w->mesh->elements, found))
            return false;
        take_children(w, found);
    }
    return true;
}

static bool is_first_child(const void *with, int64_t element)
{
    return ((const eg_hex_coarsening *)with)->parent[element] == element;
}

/* Numbers the parents by their first children, and takes their corners. */
static eg_status number_parents(work *w)
{
    eg_hex_coarsening *made = w->made;
    int32_t *number = w->stack;
    EG_SCRATCH int32_t *first = NULL;
    EG_TRY(eg_list_numbers(w->context, w->mesh->elements, is_first_child, made, &first, &made->parents));
    EG_LOOP(w->context, made->parents)
    for (int64_t p = 0; p < made->parents; p++)
        number[first[p]] = (int32_t)p;
    EG_LOOP(w->context, w->mesh->elements)
    for (int64_t e = 0; e < w->mesh->elements; e++) {
        made->parent[e] = number[made->parent[e]];
        take_corners(w, e, made->parent[e]);
    }
    return EG_OK;
}

/* Parents in the order of their first children, each the first element that no parent has yet. Where ranges
 * have taken elements that belong to others the rest does not close: then all is done in order. */
static eg_status make_parents(work *w, bool *possible)
{
    int64_t elements = w->mesh->elements;
    EG_TRY(eg_in_parts(w->context, w->parts, elements, take_parents_of_range, w));
    *possible = take_other_parents(w);
    if (!*possible && w->parts > 1) {
        memset(w->made->parent, 0xff, (size_t)elements * sizeof *w->made->parent);
        *possible = take_other_parents(w);
    }
    return *possible ? number_parents(w) : EG_OK;
}

/* ---- vertices */

/* Whether a vertex of a range is a corner of one parent and no corner of another. */
static eg_status compare_corners(void *with, int part, int64_t from, int64_t to)
{
    work *w = with;
    for (int64_t e = from; e < to; e++)
        for (int i = 0; i < CORNERS; i++)
            if ((w->first[w->mesh->corner[e][i]] == 1) != is_corner(w->made->lattice[e][i]))
                w->range[part].odd = true;
    return EG_OK;
}

static bool is_vertex_of_parent(const void *with, int64_t vertex)
{
    return ((const int32_t *)with)[vertex] == 1;
}

/* Numbers the parents' vertices; false where a vertex is a corner of one parent and no corner of another. */
static eg_status number_parent_vertices(work *w, bool *possible)
{
    eg_hex_coarsening *made = w->made;
    int64_t corners = made->parents * CORNERS, count;
    int32_t *corner = made->corner[0];
    EG_SCRATCH int32_t *number = NULL;
    EG_TRY(eg_alloc(w->context, w->mesh->vertices, sizeof *number, &number));
    EG_LOOP(w->context, corners)
    for (int64_t i = 0; i < corners; i++)
        __atomic_store_n(&number[corner[i]], 1, __ATOMIC_RELAXED);
    w->first = number;
    EG_TRY(for_ranges(w, compare_corners, possible));
    EG_TRY(
        eg_list_numbers(w->context, w->mesh->vertices, is_vertex_of_parent, number, &made->vertex, &count));
    made->vertices = (int32_t)count;
    EG_LOOP(w->context, count)
    for (int64_t v = 0; v < count; v++)
        number[made->vertex[v]] = (int32_t)v;
    EG_LOOP(w->context, corners)
    for (int64_t i = 0; i < corners; i++)
        corner[i] = number[corner[i]];
    return EG_OK;
}

/* ---- all of it */

static eg_status open_parents(work *w)
{
    eg_hex_coarsening *made = w->made;
    int64_t elements = w->mesh->elements;
    EG_TRY(EG_ALLOC(w->context, EG_BLOCK(elements, made->parent), EG_BLOCK(elements, made->lattice)));
    memset(made->parent, 0xff, (size_t)elements * sizeof *made->parent);
    /* parents have two children at least */
    return eg_alloc(w->context, elements, sizeof *made->corner, &made->corner);
}

static eg_status make_coarsening(work *w, bool *possible)
{
    w->parts = eg_parts(w->context, w->mesh->elements, LEAST);
    EG_TRY(EG_SCOPE_ALLOC(w->scope, EG_BLOCK(w->parts, w->range), EG_BLOCK(w->mesh->elements, w->cut)));
    EG_TRY(for_ranges(w, check_vertices, possible));
    if (*possible)
        EG_TRY(find_neighbours(w, possible));
    if (*possible)
        EG_TRY(find_families(w, possible));
    if (*possible)
        EG_TRY(for_ranges(w, compare_neighbours, possible));
    if (!*possible)
        return EG_OK;
    join_families(w);
    for (int32_t face = 0; face < w->mesh->elements * FACES; face++)
        if (w->beyond[face] == NO_FACE)
            fix(w, 3 * (int64_t)(face / FACES) + face % FACES / 2, face % 2);
    measure_coupling(w);
    *possible = choose_directions(w);
    if (*possible)
        EG_TRY(open_parents(w));
    if (*possible)
        EG_TRY(make_parents(w, possible));
    return *possible ? number_parent_vertices(w, possible) : EG_OK;
}

eg_status eg_hex_coarsen(eg_context *context, const eg_hex_topology *mesh,
                         const eg_hex_coarsen_options *options, eg_hex_coarsening *coarsening)
{
    bool possible = true;
    EG_SCOPE(scope, context);
    work w = {.context = context, .scope = &scope, .mesh = mesh, .options = options, .made = coarsening};
    *coarsening = (eg_hex_coarsening){.context = context};
    eg_status status = make_coarsening(&w, &possible);
    if (status == EG_OK && !possible)
        eg_hex_coarsening_free(coarsening);
    for (int p = 0; w.range && p < w.parts; p++)
        EG_FREE(&w.range[p].face);
    return status;
}

void eg_hex_coarsening_free(eg_hex_coarsening *coarsening)
{
    eg_context *context = coarsening->context;
    if (!context)
        return;
    EG_FREE(&coarsening->vertex, &coarsening->corner, &coarsening->parent, &coarsening->lattice);
    *coarsening = (eg_hex_coarsening){.context = context};
}
