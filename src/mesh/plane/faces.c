/* Faces: the half-edges of the cells, paired.
 *
 * The half-edges are sorted into buckets by their lower node. Cells and nodes run along the curve,
 * so a bucket's few half-edges are near each other in memory, and pairing takes linear time. While
 * pairing, cell_face[h] holds the partner of half-edge h (-1: none); numbering then replaces it. */
#include "mesh/plane/internal.h"

#include <stdlib.h>

int64_t eg_plane_half_edge_cell(const eg_plane *mesh, int64_t half_edge)
{
    int64_t triangles = mesh->base.group[EG_TRIANGLE].count;
    return half_edge < 3 * triangles ? half_edge / 3 : triangles + (half_edge - 3 * triangles) / 4;
}

int64_t eg_plane_half_edge_next(const eg_plane *mesh, int64_t half_edge)
{
    int64_t in_triangles = 3 * mesh->base.group[EG_TRIANGLE].count;
    bool last = half_edge < in_triangles ? half_edge % 3 == 2 : (half_edge - in_triangles) % 4 == 3;
    if (!last)
        return half_edge + 1;
    return half_edge < in_triangles ? half_edge - 2 : half_edge - 3;
}

static int32_t end_node(const eg_plane *mesh, int64_t half_edge)
{
    return mesh->vertex[eg_plane_half_edge_next(mesh, half_edge)];
}

static int32_t lower_node(const eg_plane *mesh, int64_t half_edge)
{
    int32_t from = mesh->vertex[half_edge], to = end_node(mesh, half_edge);
    return from < to ? from : to;
}

/* ---- pairing ---- */

typedef struct buckets {
    int32_t *start;     /* [nodes + 1] */
    int32_t *half_edge; /* [half-edges] grouped by lower node */
    uint64_t *scratch;  /* [longest bucket] higher node << 32 | half-edge */
} buckets;

static void buckets_free(eg_context *context, buckets *b)
{
    eg_free(context, &b->start);
    eg_free(context, &b->half_edge);
    eg_free(context, &b->scratch);
}

static eg_status buckets_fill(const eg_plane *mesh, buckets *b)
{
    int64_t half_edges = mesh->first[mesh->base.own], longest = 0;
    EG_TRY(eg_alloc(mesh->base.context, mesh->nodes + 1, sizeof *b->start, &b->start));
    EG_TRY(eg_alloc(mesh->base.context, half_edges, sizeof *b->half_edge, &b->half_edge));
    for (int64_t h = 0; h < half_edges; h++)
        b->start[lower_node(mesh, h)]++;
    int32_t sum = 0;
    for (int64_t node = 0; node <= mesh->nodes; node++) {
        longest = eg_max_i64(longest, b->start[node]);
        sum += b->start[node];
        b->start[node] = sum; /* the end of the bucket; filling from its end makes it the start */
    }
    for (int64_t h = half_edges - 1; h >= 0; h--)
        b->half_edge[--b->start[lower_node(mesh, h)]] = (int32_t)h;
    return eg_alloc(mesh->base.context, longest, sizeof *b->scratch, &b->scratch);
}

static int compare_keys(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void sort_keys(uint64_t *key, int64_t count)
{
    if (count > 32) {
        qsort(key, (size_t)count, sizeof *key, compare_keys);
        return;
    }
    for (int64_t i = 1; i < count; i++) {
        uint64_t moved = key[i];
        int64_t j = i;
        for (; j > 0 && key[j - 1] > moved; j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
}

static int64_t source_of(const eg_plane *mesh, int64_t half_edge)
{
    return mesh->base.source[eg_plane_half_edge_cell(mesh, half_edge)];
}

static eg_status refuse_crowd(const eg_plane *mesh, const int32_t h[3])
{
    eg_plane_place from = eg_plane_place_of(mesh->x[mesh->vertex[h[0]]]);
    eg_plane_place to = eg_plane_place_of(mesh->x[end_node(mesh, h[0])]);
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld, %lld and %lld share the face from %s to %s, which has room "
                   "for two: remove the one that overlaps (listed twice, in two physical groups, "
                   "or part of another surface)",
                   mesh->base.origin, (long long)source_of(mesh, h[0]),
                   (long long)source_of(mesh, h[1]), (long long)source_of(mesh, h[2]), from.text,
                   to.text);
}

static eg_status refuse_fold(const eg_plane *mesh, int64_t a, int64_t b)
{
    eg_plane_place from = eg_plane_place_of(mesh->x[mesh->vertex[a]]);
    eg_plane_place to = eg_plane_place_of(mesh->x[end_node(mesh, a)]);
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld and %lld lie on the same side of the face from %s to %s that "
                   "they share: one of them is inverted (folded over the other) or listed twice; "
                   "move its nodes or remove it",
                   mesh->base.origin, (long long)source_of(mesh, a), (long long)source_of(mesh, b),
                   from.text, to.text);
}

/* Pairs the half-edges of one bucket, sorted by their other node in key[count]. */
static eg_status pair_bucket(eg_plane *mesh, const uint64_t *key, int64_t count)
{
    for (int64_t begin = 0, end; begin < count; begin = end) {
        int32_t h[3] = {0};
        for (end = begin; end < count && key[end] >> 32 == key[begin] >> 32; end++)
            if (end - begin < 3)
                h[end - begin] = (int32_t)(key[end] & 0xffffffffu);
        if (end - begin > 2)
            return refuse_crowd(mesh, h);
        mesh->cell_face[h[0]] = end - begin == 2 ? h[1] : -1;
        if (end - begin == 2) {
            mesh->cell_face[h[1]] = h[0];
            if (mesh->vertex[h[0]] == mesh->vertex[h[1]])
                return refuse_fold(mesh, h[0], h[1]);
        }
    }
    return EG_OK;
}

static eg_status pair_half_edges(eg_plane *mesh)
{
    buckets b = {0};
    eg_status status;
    EG_TRY_GOTO(buckets_fill(mesh, &b));
    for (int64_t node = 0; node < mesh->nodes; node++) {
        int64_t count = b.start[node + 1] - b.start[node];
        for (int64_t i = 0; i < count; i++) {
            int32_t h = b.half_edge[b.start[node] + i];
            int32_t from = mesh->vertex[h], to = end_node(mesh, h);
            b.scratch[i] = (uint64_t)(from > to ? from : to) << 32 | (uint32_t)h;
        }
        sort_keys(b.scratch, count);
        EG_TRY_GOTO(pair_bucket(mesh, b.scratch, count));
    }
done:
    buckets_free(mesh->base.context, &b);
    return status;
}

/* ---- numbering ---- */

eg_status eg_plane_build_faces(eg_plane *mesh)
{
    EG_TRY(pair_half_edges(mesh));
    int64_t half_edges = mesh->first[mesh->base.own];
    mesh->faces = 0;
    for (int64_t h = 0; h < half_edges; h++)
        mesh->faces += mesh->cell_face[h] < 0 || mesh->cell_face[h] > h;
    EG_TRY(
        eg_alloc(mesh->base.context, mesh->faces, sizeof *mesh->face_vertex, &mesh->face_vertex));
    EG_TRY(eg_alloc(mesh->base.context, mesh->faces, sizeof *mesh->face_cell, &mesh->face_cell));
    EG_TRY(eg_alloc(mesh->base.context, mesh->faces, sizeof *mesh->face_twin, &mesh->face_twin));
    int32_t face = 0;
    for (int64_t h = 0; h < half_edges; h++) {
        int32_t partner = mesh->cell_face[h], cell = (int32_t)eg_plane_half_edge_cell(mesh, h);
        if (partner >= 0 && partner < h) { /* its first cell numbered it already */
            mesh->cell_face[h] = mesh->cell_face[partner];
            mesh->face_cell[mesh->cell_face[h]][1] = cell;
            continue;
        }
        mesh->face_vertex[face][0] = mesh->vertex[h];
        mesh->face_vertex[face][1] = end_node(mesh, h);
        mesh->face_cell[face][0] = cell;
        mesh->face_cell[face][1] = -1;
        mesh->face_twin[face] = -1;
        mesh->cell_face[h] = face++;
    }
    return EG_OK;
}
