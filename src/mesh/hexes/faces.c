/* Edges and faces: the elements' sides, matched by their vertices.
 *
 * All sides (edges, then faces) look for their places in a table that begins with those of the lowest vertex of
 * each. Elements and vertices run along the curve, so neighbours meet in near places.
 * Side s of element e is number e * sides + s. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "mesh/hexes/coarsen.h"
#include "mesh/hexes/internal.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 256 }; /* elements, or vertices, worth a thread */

const uint8_t eg_hex_face_corner[EG_HEX_FACES][4] = {{0, 2, 4, 6}, {1, 3, 5, 7}, {0, 1, 4, 5},
                                                     {2, 3, 6, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}};
const uint8_t eg_hex_face_edge[EG_HEX_FACES][4] = {{4, 6, 8, 10},  {5, 7, 9, 11}, {0, 2, 8, 9},
                                                   {1, 3, 10, 11}, {0, 1, 4, 5},  {2, 3, 6, 7}};
const uint8_t eg_hex_edge_corner[EG_HEX_EDGES][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                                     {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

/* ---- orientations ---- */

int eg_hex_find_orientation(const int32_t frame[4], const int32_t seen[4])
{
    for (int orientation = 0; orientation < 8; orientation++) {
        int corner[4], right = 0;
        /* Places (0 to 3) of a face's corners that one with this orientation sees as its corners 0 to 3. */
        for (int c = 0; c < 4; c++) {
            int to[2];
            eg_hex_orient_indices(orientation, 1, (const int[2]){c & 1, c >> 1}, to);
            corner[c] = to[0] + 2 * to[1];
        }
        for (int c = 0; c < 4; c++)
            right += seen[c] == frame[corner[c]];
        if (right == 4)
            return orientation;
    }
    return -1;
}

bool eg_hex_sides_face(int side, int other, int orientation)
{
    /* whether the side's own two indices, taken right-handed, point out of the element */
    static const bool outward[EG_HEX_FACES] = {false, true, true, false, false, true};
    bool mirrored = (orientation ^ orientation >> 1 ^ orientation >> 2) & 1;
    return outward[side] != (outward[other] != mirrored);
}

void eg_hexes_face_vertices(const eg_hexes *mesh, int64_t element, int side, int32_t vertex[4])
{
    for (int c = 0; c < 4; c++)
        vertex[c] = mesh->vertex[element][eg_hex_face_corner[side][c]];
}

/* ---- matching ---- */

hex_side_key eg_hex_side_key(int corners, const int32_t *vertex, int64_t side)
{
    hex_side_key key = {.vertex = {-1, -1, -1, -1}, .side = (int32_t)side};
    for (int c = 0; c < corners; c++)
        key.vertex[c] = vertex[c];
    eg_sort_few(key.vertex, corners);
    return key;
}

int eg_hex_compare_sides(const void *left, const void *right)
{
    const hex_side_key *a = left, *b = right;
    for (int i = 0; i < 4; i++)
        if (a->vertex[i] != b->vertex[i])
            return a->vertex[i] < b->vertex[i] ? -1 : 1;
    return a->side < b->side ? -1 : a->side > b->side;
}

bool eg_hex_is_same_side(const hex_side_key *a, const hex_side_key *b)
{
    return memcmp(a->vertex, b->vertex, sizeof a->vertex) == 0;
}

/* What is matched: the 12 edges or the 6 faces of the elements. */
typedef struct side_kind {
    int sides, corners;
} side_kind;

/* Sides that are being matched. A table has a place for each that differs from all others; it looks for one from
 * places of its lowest vertex on. Threads fill it in any order; what it holds in the end does not depend on it. */
typedef struct matching {
    const eg_hex_topology *of;
    side_kind kind;
    int32_t *lowest; /* [places] 0: free; or the lowest side that is the same, plus one */
    int64_t places;
} matching;

/* Places of a vertex: most have three edges and three faces of which they are the lowest one. */
enum { OF_VERTEX = 8 };

/* Sorts four numbers. */
static void sort_four(int32_t v[4])
{
    static const uint8_t pair[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    for (int i = 0; i < 5; i++) {
        int32_t a = v[pair[i][0]], b = v[pair[i][1]];
        v[pair[i][0]] = a < b ? a : b;
        v[pair[i][1]] = a < b ? b : a;
    }
}

/* The vertices of a side, ascending; those of an edge are the first two. */
typedef struct side_vertices {
    int32_t of[4];
} side_vertices;

static side_vertices vertices_of_side(const matching *m, uint32_t side)
{
    side_vertices found = {{0}};
    if (m->kind.corners == 2) {
        const int32_t *vertex = m->of->corner[side / EG_HEX_EDGES];
        const uint8_t *corner = eg_hex_edge_corner[side % EG_HEX_EDGES];
        int32_t a = vertex[corner[0]], b = vertex[corner[1]];
        found.of[0] = a < b ? a : b;
        found.of[1] = a < b ? b : a;
        return found;
    }
    for (int c = 0; c < 4; c++)
        found.of[c] = m->of->corner[side / EG_HEX_FACES][eg_hex_face_corner[side % EG_HEX_FACES][c]];
    sort_four(found.of);
    return found;
}

/* Where it looks for the n-th time: near those of its neighbours first, and then anywhere. */
static int64_t place_to_look(const matching *m, const side_vertices *v, int64_t n)
{
    enum { NEAR = 4 * OF_VERTEX };
    int64_t at = (int64_t)v->of[0] * OF_VERTEX + n;
    if (n >= NEAR)
        at = (int64_t)(eg_hash64(v, sizeof *v, 0) >> 2) + n;
    return at < m->places ? at : at % m->places;
}

/* Finds the place of a side; there are at least as many as sides. */
static int64_t take_place(const matching *m, int64_t side)
{
    const side_vertices own = vertices_of_side(m, (uint32_t)side);
    int32_t number = (int32_t)side + 1;
    for (int64_t n = 0;; n++) {
        int64_t at = place_to_look(m, &own, n);
        int32_t there = __atomic_load_n(&m->lowest[at], __ATOMIC_RELAXED);
        if (there == 0 && __atomic_compare_exchange_n(&m->lowest[at], &there, number, false, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED))
            return at;
        const side_vertices other = vertices_of_side(m, (uint32_t)there - 1);
        if (memcmp(&own, &other, sizeof own) == 0) {
            eg_lower_number(&m->lowest[at], number);
            return at;
        }
    }
}

static int64_t places_of(const matching *m)
{
    int64_t sides = m->of->elements * m->kind.sides;
    return eg_min_i64(INT32_MAX, eg_max_i64(sides, (int64_t)m->of->vertices * OF_VERTEX));
}

/* first[elements][sides] becomes the lowest side that is the same. */
static eg_status match(eg_context *context, const eg_hex_topology *of, side_kind kind, int32_t *first)
{
    int64_t sides = of->elements * kind.sides;
    matching m = {.of = of, .kind = kind};
    EG_SCRATCH int32_t *lowest = NULL;
    m.places = places_of(&m);
    EG_TRY(eg_alloc(context, m.places, sizeof *lowest, &lowest));
    m.lowest = lowest;
    EG_LOOP_OF(context, of->elements, LEAST)
    for (int64_t e = 0; e < of->elements; e++)
        for (int64_t s = e * kind.sides; s < (e + 1) * kind.sides; s++)
            first[s] = (int32_t)take_place(&m, s);
    EG_LOOP(context, sides)
    for (int64_t s = 0; s < sides; s++)
        first[s] = lowest[first[s]] - 1;
    return EG_OK;
}

eg_status eg_hex_match_faces(eg_context *context, const eg_hex_topology *of, int32_t *first)
{
    const eg_hexes *mesh = of->faces_of;
    if (!mesh)
        return match(context, of, (side_kind){EG_HEX_FACES, 4}, first);
    EG_LOOP_OF(context, of->elements, LEAST)
    for (int64_t e = 0; e < of->elements; e++)
        for (int f = 0; f < EG_HEX_FACES; f++) {
            int32_t face = mesh->face[e][f];
            first[e * EG_HEX_FACES + f] =
                mesh->face_element[face][0] * EG_HEX_FACES + mesh->face_side[face][0];
        }
    return EG_OK;
}

/* ---- numbers by first use ---- */

/* Sides that are given numbers: a first side the next one. */
typedef struct numbering {
    eg_hexes *mesh;
    int sides;            /* of an element */
    const int32_t *first; /* [elements][sides] */
    int64_t *before;      /* [parts + 1] first sides before a part */
} numbering;

static eg_status count_firsts(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    int64_t count = 0;
    for (int64_t s = from * n->sides; s < to * n->sides; s++)
        count += n->first[s] == s;
    n->before[part + 1] = count;
    return EG_OK;
}

/* Returns how many there are. */
static eg_status count_numbers(numbering *n, int parts, int64_t *count)
{
    EG_TRY(eg_in_parts(n->mesh->base.context, parts, n->mesh->base.held, count_firsts, n));
    for (int p = 0; p < parts; p++)
        n->before[p + 1] += n->before[p];
    *count = n->before[parts];
    return EG_OK;
}

/* ---- edges ---- */

static int32_t edge_start(const eg_hexes *mesh, int64_t side)
{
    return mesh->vertex[side / EG_HEX_EDGES][eg_hex_edge_corner[side % EG_HEX_EDGES][0]];
}

static eg_status number_first_edges(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    int32_t *edge = n->mesh->edge[0], next = (int32_t)n->before[part];
    for (int64_t s = from * EG_HEX_EDGES; s < to * EG_HEX_EDGES; s++)
        if (n->first[s] == s)
            edge[s] = next++;
    return EG_OK;
}

static eg_status number_edges(numbering *n, int parts)
{
    eg_hexes *mesh = n->mesh;
    eg_context *c = mesh->base.context;
    int32_t *edge = mesh->edge[0];
    EG_TRY(count_numbers(n, parts, &mesh->edges));
    EG_TRY(eg_in_parts(c, parts, mesh->base.held, number_first_edges, n));
    EG_LOOP_OF(c, mesh->base.held, LEAST)
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int64_t s = e * EG_HEX_EDGES; s < (e + 1) * EG_HEX_EDGES; s++) {
            if (n->first[s] == s)
                continue;
            edge[s] = edge[n->first[s]];
            if (edge_start(mesh, n->first[s]) != edge_start(mesh, s))
                mesh->edge_orientation[e] |= (uint16_t)(1u << s % EG_HEX_EDGES);
        }
    return EG_OK;
}

/* ---- faces ---- */

static eg_status refuse_pair(const eg_hexes *mesh, int64_t first, int64_t second, const char *what)
{
    int32_t vertex[4];
    eg_hexes_face_vertices(mesh, first / EG_HEX_FACES, (int)(first % EG_HEX_FACES), vertex);
    return eg_fail(
        mesh->base.context, EG_MESH, "%s: elements %lld and %lld %s (the face with corners at %s and %s)",
        mesh->base.origin, (long long)mesh->base.source[first / EG_HEX_FACES],
        (long long)mesh->base.source[second / EG_HEX_FACES], what,
        eg_text_of_point(3, mesh->x[vertex[0]]).text, eg_text_of_point(3, mesh->x[vertex[3]]).text);
}

/* Of a face that more than two elements have, the first of those that are a third one. */
static eg_status refuse_crowded_face(const numbering *n)
{
    const eg_hexes *mesh = n->mesh;
    const int64_t *source = mesh->base.source;
    int64_t sides = mesh->base.held * EG_HEX_FACES, third = 0;
    EG_SCRATCH int32_t *second = NULL;
    EG_TRY(eg_alloc(mesh->base.context, sides, sizeof *second, &second));
    for (; second[n->first[third]] == 0; third++)
        if (n->first[third] != third)
            second[n->first[third]] = (int32_t)third;
    int64_t first = n->first[third];
    int32_t vertex[4];
    eg_hexes_face_vertices(mesh, first / EG_HEX_FACES, (int)(first % EG_HEX_FACES), vertex);
    eg_sort_few(vertex, 4);
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld, %lld and %lld share the face with corners at %s and %s, which has "
                   "room for two: remove the one that overlaps (listed twice, in two physical groups, or "
                   "part of another volume)",
                   mesh->base.origin, (long long)source[first / EG_HEX_FACES],
                   (long long)source[second[first] / EG_HEX_FACES], (long long)source[third / EG_HEX_FACES],
                   eg_text_of_point(3, mesh->x[vertex[0]]).text,
                   eg_text_of_point(3, mesh->x[vertex[3]]).text);
}

/* Puts elements on the second side of faces; a third one fails. */
static eg_status take_second_sides(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    eg_hexes *mesh = n->mesh;
    int32_t *face_of = mesh->face[0];
    (void)part;
    for (int64_t s = from * EG_HEX_FACES; s < to * EG_HEX_FACES; s++) {
        int32_t face = face_of[n->first[s]], none = -1;
        if (n->first[s] == s)
            continue;
        if (!__atomic_compare_exchange_n(&mesh->face_element[face][1], &none, (int32_t)(s / EG_HEX_FACES),
                                         false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return EG_MESH;
        mesh->face_side[face][1] = (uint8_t)(s % EG_HEX_FACES);
        face_of[s] = face;
    }
    return EG_OK;
}

static eg_status orient_second(eg_hexes *mesh, int64_t first, int64_t second)
{
    int32_t frame[4], seen[4];
    int side[2] = {(int)(first % EG_HEX_FACES), (int)(second % EG_HEX_FACES)};
    int64_t element = second / EG_HEX_FACES;
    eg_hexes_face_vertices(mesh, first / EG_HEX_FACES, side[0], frame);
    eg_hexes_face_vertices(mesh, element, side[1], seen);
    int orientation = eg_hex_find_orientation(frame, seen);
    if (orientation < 0)
        return refuse_pair(mesh, first, second,
                           "have the same four corners on a face, but join them in different order: correct "
                           "one of them");
    if (!eg_hex_sides_face(side[0], side[1], orientation))
        return refuse_pair(mesh, first, second,
                           "lie on the same side of the face that they share: one of them is folded over the "
                           "other or listed twice; move its nodes or remove it");
    mesh->face_orientation[element][side[1]] = (uint8_t)orientation;
    return EG_OK;
}

static eg_status number_first_faces(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    eg_hexes *mesh = n->mesh;
    int32_t *face = mesh->face[0];
    int64_t next = n->before[part];
    for (int64_t s = from * EG_HEX_FACES; s < to * EG_HEX_FACES; s++) {
        if (n->first[s] != s)
            continue;
        mesh->face_element[next][0] = (int32_t)(s / EG_HEX_FACES);
        mesh->face_element[next][1] = -1;
        mesh->face_side[next][0] = (uint8_t)(s % EG_HEX_FACES);
        face[s] = (int32_t)next++;
    }
    return EG_OK;
}

static eg_status orient_other_faces(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    (void)part;
    for (int64_t s = from * EG_HEX_FACES; s < to * EG_HEX_FACES; s++)
        if (n->first[s] != s)
            EG_TRY(orient_second(n->mesh, n->first[s], s));
    return EG_OK;
}

static eg_status number_hex_faces(numbering *n, int parts)
{
    eg_hexes *mesh = n->mesh;
    eg_context *c = mesh->base.context;
    EG_TRY(count_numbers(n, parts, &mesh->faces));
    EG_TRY(EG_ALLOC(c, EG_BLOCK(mesh->faces, mesh->face_element), EG_BLOCK(mesh->faces, mesh->face_side),
                    EG_BLOCK(mesh->faces, mesh->face_boundary)));
    EG_TRY(eg_in_parts(c, parts, mesh->base.held, number_first_faces, n));
    if (eg_in_parts(c, parts, mesh->base.held, take_second_sides, n) != EG_OK)
        return refuse_crowded_face(n);
    return eg_in_parts(c, parts, mesh->base.held, orient_other_faces, n);
}

/* Matches sides of a kind and numbers them. */
static eg_status build_sides(eg_hexes *mesh, side_kind kind, int32_t *first,
                             eg_status (*give_numbers)(numbering *n, int parts))
{
    eg_context *context = mesh->base.context;
    int parts = eg_parts(context, mesh->base.held, LEAST);
    EG_SCRATCH int64_t *before = NULL;
    const eg_hex_topology of = eg_hexes_topology(mesh);
    EG_TRY(match(context, &of, kind, first));
    EG_TRY(eg_alloc(context, parts + 1, sizeof *before, &before));
    numbering n = {.mesh = mesh, .sides = kind.sides, .first = first, .before = before};
    return give_numbers(&n, parts);
}

eg_status eg_hexes_build_faces(eg_hexes *mesh)
{
    eg_context *c = mesh->base.context;
    EG_SCRATCH int32_t *first = NULL;
    EG_TRY(EG_ALLOC(c, EG_BLOCK(mesh->base.held, mesh->edge),
                    EG_BLOCK(mesh->base.held, mesh->edge_orientation), EG_BLOCK(mesh->base.held, mesh->face),
                    EG_BLOCK(mesh->base.held, mesh->face_orientation),
                    EG_BLOCK(mesh->base.held * EG_HEX_EDGES, first)));
    EG_TRY(build_sides(mesh, (side_kind){EG_HEX_EDGES, 2}, first, number_edges));
    return build_sides(mesh, (side_kind){EG_HEX_FACES, 4}, first, number_hex_faces);
}
