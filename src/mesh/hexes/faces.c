/* Edges and faces: the elements' sides, matched by their vertices.
 *
 * The sides (edges, then faces) are sorted into buckets by their lowest vertex, and within a bucket by the
 * others. Elements and vertices run along the curve, so a bucket's few sides are near each other in memory.
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

/* Sides that are being matched. */
typedef struct matching {
    eg_context *context;
    const eg_hex_topology *of;
    const eg_hexes *mesh; /* a face of which has two elements at most; NULL: any number */
    side_kind kind;
    int32_t *start, *side;  /* grouped by lowest vertex, ascending in each bucket */
    int32_t *first;         /* [sides] the lowest side that is the same */
    hex_side_key **scratch; /* [parts][longest bucket] */
    int64_t *room;          /* [parts] */
} matching;

static hex_side_key side_key_of(const matching *m, int64_t side)
{
    int32_t vertex[4];
    int sides = m->kind.sides, corners = m->kind.corners, local = (int)(side % sides);
    const uint8_t *corner = corners == 2 ? eg_hex_edge_corner[local] : eg_hex_face_corner[local];
    for (int c = 0; c < corners; c++)
        vertex[c] = m->of->corner[side / sides][corner[c]];
    return eg_hex_side_key(corners, vertex, side);
}

static void sort_side_keys(hex_side_key *key, int64_t count)
{
    if (count > 32) {
        qsort(key, (size_t)count, sizeof *key, eg_hex_compare_sides);
        return;
    }
    for (int64_t i = 1; i < count; i++) {
        hex_side_key moved = key[i];
        int64_t j = i;
        for (; j > 0 && eg_hex_compare_sides(&key[j - 1], &moved) > 0; j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
}

static int32_t lowest_vertex(const int32_t *vertex, side_kind kind, int local)
{
    const uint8_t *corner = kind.corners == 2 ? eg_hex_edge_corner[local] : eg_hex_face_corner[local];
    int32_t lowest = vertex[corner[0]];
    for (int c = 1; c < kind.corners; c++)
        lowest = vertex[corner[c]] < lowest ? vertex[corner[c]] : lowest;
    return lowest;
}

static int list_sides(const void *with, int64_t element, int32_t *key, int32_t *value)
{
    const matching *m = with;
    for (int i = 0; i < m->kind.sides; i++) {
        int64_t side = element * m->kind.sides + i;
        key[i] = lowest_vertex(m->of->corner[element], m->kind, i);
        value[i] = (int32_t)side;
    }
    return m->kind.sides;
}

static eg_status refuse_crowded_side(const eg_hexes *mesh, const hex_side_key *key)
{
    const int64_t *source = mesh->base.source;
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld, %lld and %lld share the face with corners at %s and %s, which has "
                   "room for two: remove the one that overlaps (listed twice, in two physical groups, or "
                   "part of another volume)",
                   mesh->base.origin, (long long)source[key[0].side / EG_HEX_FACES],
                   (long long)source[key[1].side / EG_HEX_FACES],
                   (long long)source[key[2].side / EG_HEX_FACES],
                   eg_text_of_point(3, mesh->x[key[0].vertex[0]]).text,
                   eg_text_of_point(3, mesh->x[key[0].vertex[3]]).text);
}

/* Matches the sides with this lowest vertex. */
static eg_status match_bucket(const matching *m, int64_t vertex, hex_side_key *key)
{
    int64_t begin = m->start[vertex], count = m->start[vertex + 1] - begin;
    for (int64_t i = 0; i < count; i++)
        key[i] = side_key_of(m, m->side[begin + i]);
    sort_side_keys(key, count);
    for (int64_t i = 0, same = 0; i < count; i++) {
        if (!eg_hex_is_same_side(&key[i], &key[same]))
            same = i;
        if (m->mesh && m->kind.corners == 4 && i - same == 2)
            return refuse_crowded_side(m->mesh, &key[same]);
        m->first[key[i].side] = key[same].side;
    }
    return EG_OK;
}

static eg_status match_part(void *with, int part, int64_t from, int64_t to)
{
    const matching *m = with;
    for (int64_t v = from; v < to; v++) {
        EG_TRY(eg_reserve(m->context, m->start[v + 1] - m->start[v], &m->room[part], sizeof **m->scratch,
                          &m->scratch[part]));
        EG_TRY(match_bucket(m, v, m->scratch[part]));
    }
    return EG_OK;
}

static eg_status match_with(matching *m, int parts)
{
    const eg_bucket_source source = {.item = list_sides,
                                     .with = m,
                                     .items = m->of->elements,
                                     .keys = m->of->vertices,
                                     .most = m->kind.sides,
                                     .low_keys = true};
    EG_TRY(eg_buckets_make(m->context, &source, &m->start, &m->side));
    EG_TRY(EG_ALLOC(m->context, EG_BLOCK(parts, m->room), EG_BLOCK(parts, m->scratch)));
    return eg_in_parts(m->context, parts, m->of->vertices, match_part, m);
}

static eg_status match(matching *m)
{
    eg_context *context = m->context;
    int parts = eg_parts(context, m->of->vertices, LEAST);
    eg_status status = match_with(m, parts);
    for (int p = 0; m->scratch && p < parts; p++)
        EG_FREE(&m->scratch[p]);
    EG_FREE(&m->scratch, &m->room, &m->start, &m->side);
    return status;
}

eg_status eg_hex_match_faces(eg_context *context, const eg_hex_topology *of, int32_t *first)
{
    matching m = {.context = context, .of = of, .kind = {EG_HEX_FACES, 4}, .first = first};
    return match(&m);
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

static eg_status join_second(eg_hexes *mesh, int64_t first, int64_t second)
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
    int32_t face = mesh->face[first / EG_HEX_FACES][side[0]];
    mesh->face[element][side[1]] = face;
    mesh->face_orientation[element][side[1]] = (uint8_t)orientation;
    mesh->face_element[face][1] = (int32_t)element;
    mesh->face_side[face][1] = (uint8_t)side[1];
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

static eg_status number_other_faces(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    (void)part;
    for (int64_t s = from * EG_HEX_FACES; s < to * EG_HEX_FACES; s++)
        if (n->first[s] != s)
            EG_TRY(join_second(n->mesh, n->first[s], s));
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
    return eg_in_parts(c, parts, mesh->base.held, number_other_faces, n);
}

/* Matches sides of a kind and numbers them. */
static eg_status build_sides(eg_hexes *mesh, side_kind kind, int32_t *first,
                             eg_status (*give_numbers)(numbering *n, int parts))
{
    eg_context *context = mesh->base.context;
    int parts = eg_parts(context, mesh->base.held, LEAST);
    EG_SCRATCH int64_t *before = NULL;
    const eg_hex_topology of = eg_hexes_topology(mesh);
    matching m = {.context = context, .of = &of, .mesh = mesh, .kind = kind, .first = first};
    EG_TRY(match(&m));
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
