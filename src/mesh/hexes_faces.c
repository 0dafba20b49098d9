/* Edges and faces: the elements' sides, matched by their vertices.
 *
 * The sides (edges, then faces) are sorted into buckets by their lowest vertex, and within a bucket by the others.
 * Elements and vertices run along the curve, so a bucket's few sides are near each other in memory. Side s of element e
 * is number e * sides + s. */
#include "mesh/hexes_internal.h"

#include <stdlib.h>

const uint8_t eg_hex_face_corner[EG_HEX_FACES][4] = {{0, 2, 4, 6}, {1, 3, 5, 7}, {0, 1, 4, 5},
                                                     {2, 3, 6, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}};
const uint8_t eg_hex_face_edge[EG_HEX_FACES][4] = {{4, 6, 8, 10},  {5, 7, 9, 11}, {0, 2, 8, 9},
                                                   {1, 3, 10, 11}, {0, 1, 4, 5},  {2, 3, 6, 7}};
const uint8_t eg_hex_edge_corner[EG_HEX_EDGES][2] = {
    {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

/* ---- turns ---- */

/* Places (0 to 3) of a face's corners that one with this turn sees as its corners 0 to 3. */
static void turned_corners(int turn, int corner[4])
{
    for (int c = 0; c < 4; c++) {
        int to[2];
        eg_hex_turn_indices(turn, 1, (const int[2]){c & 1, c >> 1}, to);
        corner[c] = to[0] + 2 * to[1];
    }
}

int eg_hex_find_turn(const int32_t frame[4], const int32_t seen[4])
{
    for (int turn = 0; turn < 8; turn++) {
        int corner[4], right = 0;
        turned_corners(turn, corner);
        for (int c = 0; c < 4; c++)
            right += seen[c] == frame[corner[c]];
        if (right == 4)
            return turn;
    }
    return -1;
}

bool eg_hex_sides_face(int side, int other, int turn)
{
    /* whether the side's own two indices, taken right-handed, point out of the element */
    static const bool outward[EG_HEX_FACES] = {false, true, true, false, false, true};
    bool mirrored = (turn ^ turn >> 1 ^ turn >> 2) & 1;
    return outward[side] != (outward[other] != mirrored);
}

void eg_hexes_face_vertices(const eg_hexes *mesh, int64_t element, int side, int32_t vertex[4])
{
    for (int c = 0; c < 4; c++)
        vertex[c] = mesh->vertex[element][eg_hex_face_corner[side][c]];
}

/* ---- matching ---- */

typedef struct side_key {
    int32_t vertex[4]; /* ascending; -1 behind those of an edge */
    int32_t side;
} side_key;

static int compare_keys(const void *left, const void *right)
{
    const side_key *a = left, *b = right;
    for (int i = 0; i < 4; i++)
        if (a->vertex[i] != b->vertex[i])
            return a->vertex[i] < b->vertex[i] ? -1 : 1;
    return a->side < b->side ? -1 : a->side > b->side;
}

static bool is_same(const side_key *a, const side_key *b)
{
    for (int i = 0; i < 4; i++)
        if (a->vertex[i] != b->vertex[i])
            return false;
    return true;
}

/* What is matched: the 12 edges or the 6 faces of the elements. */
typedef struct side_kind {
    int sides, corners;
} side_kind;

static side_key key_of(const eg_hexes *mesh, side_kind kind, int64_t side)
{
    side_key key = {.vertex = {-1, -1, -1, -1}, .side = (int32_t)side};
    int local = (int)(side % kind.sides);
    const uint8_t *corner =
        kind.corners == 2 ? eg_hex_edge_corner[local] : eg_hex_face_corner[local];
    for (int c = 0; c < kind.corners; c++) { /* inserted in order */
        int32_t vertex = mesh->vertex[side / kind.sides][corner[c]];
        int at = c;
        for (; at > 0 && key.vertex[at - 1] > vertex; at--)
            key.vertex[at] = key.vertex[at - 1];
        key.vertex[at] = vertex;
    }
    return key;
}

static void sort_keys(side_key *key, int64_t count)
{
    if (count > 32) {
        qsort(key, (size_t)count, sizeof *key, compare_keys);
        return;
    }
    for (int64_t i = 1; i < count; i++) {
        side_key moved = key[i];
        int64_t j = i;
        for (; j > 0 && compare_keys(&key[j - 1], &moved) > 0; j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
}

typedef struct side_buckets {
    int32_t *start;    /* [vertices + 1] */
    int32_t *side;     /* grouped by lowest vertex, ascending in each bucket */
    side_key *scratch; /* [longest bucket] */
} side_buckets;

static void buckets_free(eg_context *context, side_buckets *b)
{
    eg_free(context, &b->start);
    eg_free(context, &b->side);
    eg_free(context, &b->scratch);
}

static eg_status buckets_fill(const eg_hexes *mesh, side_kind kind, side_buckets *b)
{
    int64_t sides = mesh->elements * kind.sides, longest = 0;
    EG_TRY(eg_alloc(mesh->context, mesh->vertices + 1, sizeof *b->start, &b->start));
    EG_TRY(eg_alloc(mesh->context, sides, sizeof *b->side, &b->side));
    for (int64_t s = 0; s < sides; s++)
        b->start[key_of(mesh, kind, s).vertex[0]]++;
    int32_t sum = 0;
    for (int64_t v = 0; v <= mesh->vertices; v++) {
        longest = eg_max_i64(longest, b->start[v]);
        sum += b->start[v];
        b->start[v] = sum; /* the end of the bucket; filling from its end makes it the start */
    }
    for (int64_t s = sides - 1; s >= 0; s--)
        b->side[--b->start[key_of(mesh, kind, s).vertex[0]]] = (int32_t)s;
    return eg_alloc(mesh->context, longest, sizeof *b->scratch, &b->scratch);
}

static eg_status refuse_crowd(const eg_hexes *mesh, const side_key *key)
{
    const int64_t *source = mesh->source;
    hex_place from = eg_hex_place_of(mesh->x[key[0].vertex[0]]),
              to = eg_hex_place_of(mesh->x[key[0].vertex[3]]);
    return eg_fail(mesh->context, EG_MESH,
                   "%s: elements %lld, %lld and %lld share the face with corners at %s and %s, "
                   "which has room for two: "
                   "remove the one that overlaps (listed twice, in two physical groups, or part of "
                   "another volume)",
                   mesh->origin, (long long)source[key[0].side / EG_HEX_FACES],
                   (long long)source[key[1].side / EG_HEX_FACES],
                   (long long)source[key[2].side / EG_HEX_FACES], from.text, to.text);
}

/* first[side] = the lowest side that is the same. */
static eg_status match(const eg_hexes *mesh, side_kind kind, int32_t *first)
{
    side_buckets b = {0};
    eg_status status;
    EG_TRY_GOTO(buckets_fill(mesh, kind, &b));
    for (int64_t v = 0; v < mesh->vertices; v++) {
        int64_t count = b.start[v + 1] - b.start[v];
        for (int64_t i = 0; i < count; i++)
            b.scratch[i] = key_of(mesh, kind, b.side[b.start[v] + i]);
        sort_keys(b.scratch, count);
        for (int64_t i = 0, begin = 0; i < count; i++) {
            if (!is_same(&b.scratch[i], &b.scratch[begin]))
                begin = i;
            if (kind.corners == 4 && i - begin == 2) {
                status = refuse_crowd(mesh, &b.scratch[begin]);
                goto done;
            }
            first[b.scratch[i].side] = b.scratch[begin].side;
        }
    }
done:
    buckets_free(mesh->context, &b);
    return status;
}

/* ---- edges ---- */

static int32_t edge_start(const eg_hexes *mesh, int64_t side)
{
    return mesh->vertex[side / EG_HEX_EDGES][eg_hex_edge_corner[side % EG_HEX_EDGES][0]];
}

/* Numbers the edges by first use. A first side carries its own number until it is numbered itself. */
static void number_edges(eg_hexes *mesh)
{
    int32_t *edge = mesh->edge[0];
    int64_t sides = mesh->elements * EG_HEX_EDGES;
    for (int64_t s = 0; s < sides; s++) /* before the numbers overwrite the first sides */
        if (edge_start(mesh, edge[s]) != edge_start(mesh, s))
            mesh->edge_turn[s / EG_HEX_EDGES] |= (uint16_t)(1u << s % EG_HEX_EDGES);
    for (int64_t s = 0; s < sides; s++)
        edge[s] = edge[s] == s ? (int32_t)mesh->edges++ : edge[edge[s]];
}

/* ---- faces ---- */

static eg_status refuse_pair(const eg_hexes *mesh, int64_t first, int64_t second, const char *what)
{
    int32_t vertex[4];
    eg_hexes_face_vertices(mesh, first / EG_HEX_FACES, (int)(first % EG_HEX_FACES), vertex);
    hex_place from = eg_hex_place_of(mesh->x[vertex[0]]), to = eg_hex_place_of(mesh->x[vertex[3]]);
    return eg_fail(mesh->context, EG_MESH,
                   "%s: elements %lld and %lld %s (the face with corners at %s and %s)",
                   mesh->origin, (long long)mesh->source[first / EG_HEX_FACES],
                   (long long)mesh->source[second / EG_HEX_FACES], what, from.text, to.text);
}

static eg_status join_second(eg_hexes *mesh, int64_t first, int64_t second)
{
    int32_t frame[4], seen[4];
    int side[2] = {(int)(first % EG_HEX_FACES), (int)(second % EG_HEX_FACES)};
    int64_t element = second / EG_HEX_FACES;
    eg_hexes_face_vertices(mesh, first / EG_HEX_FACES, side[0], frame);
    eg_hexes_face_vertices(mesh, element, side[1], seen);
    int turn = eg_hex_find_turn(frame, seen);
    if (turn < 0)
        return refuse_pair(mesh, first, second,
                           "have the same four corners on a face, but join them in different "
                           "order: correct one of "
                           "them");
    if (!eg_hex_sides_face(side[0], side[1], turn))
        return refuse_pair(mesh, first, second,
                           "lie on the same side of the face that they share: one of them is "
                           "folded over the other or "
                           "listed twice; move its nodes or remove it");
    int32_t face = mesh->face[first / EG_HEX_FACES][side[0]];
    mesh->face[element][side[1]] = face;
    mesh->face_turn[element][side[1]] = (uint8_t)turn;
    mesh->face_element[face][1] = (int32_t)element;
    mesh->face_side[face][1] = (uint8_t)side[1];
    return EG_OK;
}

static eg_status number_faces(eg_hexes *mesh)
{
    eg_context *c = mesh->context;
    int32_t *face = mesh->face[0];
    int64_t sides = mesh->elements * EG_HEX_FACES, count = 0;
    for (int64_t s = 0; s < sides; s++)
        mesh->faces += face[s] == s;
    EG_TRY(eg_alloc(c, mesh->faces, sizeof *mesh->face_element, &mesh->face_element));
    EG_TRY(eg_alloc(c, mesh->faces, sizeof *mesh->face_side, &mesh->face_side));
    EG_TRY(eg_alloc(c, mesh->faces, sizeof *mesh->face_boundary, &mesh->face_boundary));
    for (int64_t s = 0; s < sides; s++) {
        if (face[s] != s) {
            EG_TRY(join_second(mesh, face[s], s));
            continue;
        }
        mesh->face_element[count][0] = (int32_t)(s / EG_HEX_FACES);
        mesh->face_element[count][1] = -1;
        mesh->face_side[count][0] = (uint8_t)(s % EG_HEX_FACES);
        face[s] = (int32_t)count++;
    }
    return EG_OK;
}

eg_status eg_hexes_build_faces(eg_hexes *mesh)
{
    eg_context *c = mesh->context;
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->edge, &mesh->edge));
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->edge_turn, &mesh->edge_turn));
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->face, &mesh->face));
    EG_TRY(eg_alloc(c, mesh->elements, sizeof *mesh->face_turn, &mesh->face_turn));
    EG_TRY(match(mesh, (side_kind){EG_HEX_EDGES, 2}, mesh->edge[0]));
    number_edges(mesh);
    EG_TRY(match(mesh, (side_kind){EG_HEX_FACES, 4}, mesh->face[0]));
    return number_faces(mesh);
}
