/* Faces: the half-edges of the cells, paired.
 *
 * The half-edges are sorted into buckets by their lower node. Cells and nodes run along the curve,
 * so a bucket's few half-edges are near each other in memory, and pairing takes linear time. While
 * pairing, cell_face[h] holds the partner of half-edge h (-1: none); numbering then replaces it. */
#include "base/buckets.h"
#include "base/parallel.h"
#include "mesh/plane/internal.h"

#include <math.h>
#include <stdlib.h>

enum { PART_LEAST = 1 << 14 };

/* Half-edges are the places of vertex[] and cell_face[]: half-edge h runs from vertex[h] to the
 * vertex after it in its cell. */
static int64_t cell_of(const eg_plane *mesh, int64_t half_edge)
{
    int64_t triangles = mesh->base.group[EG_TRIANGLE].count;
    return half_edge < 3 * triangles ? half_edge / 3 : triangles + (half_edge - 3 * triangles) / 4;
}

static int64_t next_half_edge(const eg_plane *mesh, int64_t half_edge)
{
    int64_t in_triangles = 3 * mesh->base.group[EG_TRIANGLE].count;
    bool last = half_edge < in_triangles ? half_edge % 3 == 2 : (half_edge - in_triangles) % 4 == 3;
    if (!last)
        return half_edge + 1;
    return half_edge < in_triangles ? half_edge - 2 : half_edge - 3;
}

static int32_t end_node(const eg_plane *mesh, int64_t half_edge)
{
    return mesh->vertex[next_half_edge(mesh, half_edge)];
}

/* ---- pairing ---- */

typedef struct pairing {
    eg_plane *mesh;
    int32_t *first;     /* [nodes + 1] */
    int32_t *half_edge; /* [half-edges] by their lower node, ascending */
} pairing;

/* The half-edges of a cell with their lower nodes. */
static int list_half_edges(const void *with, int64_t cell, int32_t *key, int32_t *value)
{
    const eg_plane *mesh = with;
    int count = 0;
    for (int64_t h = mesh->first[cell]; h < mesh->first[cell + 1]; h++, count++) {
        key[count] = (int32_t)eg_min_i64(mesh->vertex[h], end_node(mesh, h));
        value[count] = (int32_t)h;
    }
    return count;
}

static void sort_bucket_keys(uint64_t *key, int64_t count)
{
    if (count > 32) {
        qsort(key, (size_t)count, sizeof *key, eg_ascending_u64);
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

static int64_t source_of_half_edge(const eg_plane *mesh, int64_t half_edge)
{
    return mesh->base.source[cell_of(mesh, half_edge)];
}

static eg_status refuse_crowded_face(const eg_plane *mesh, const int32_t h[3])
{
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld, %lld and %lld share the face from %s to %s, which has room "
                   "for two: remove the one that overlaps (listed twice, in two physical groups, "
                   "or part of another surface)",
                   mesh->base.origin, (long long)source_of_half_edge(mesh, h[0]),
                   (long long)source_of_half_edge(mesh, h[1]), (long long)source_of_half_edge(mesh, h[2]),
                   eg_text_of_point(2, mesh->x[mesh->vertex[h[0]]]).text,
                   eg_text_of_point(2, mesh->x[end_node(mesh, h[0])]).text);
}

static eg_status refuse_fold(const eg_plane *mesh, int64_t a, int64_t b)
{
    return eg_fail(mesh->base.context, EG_MESH,
                   "%s: elements %lld and %lld lie on the same side of the face from %s to %s that "
                   "they share: one of them is inverted (folded over the other) or listed twice; "
                   "move its nodes or remove it",
                   mesh->base.origin, (long long)source_of_half_edge(mesh, a),
                   (long long)source_of_half_edge(mesh, b),
                   eg_text_of_point(2, mesh->x[mesh->vertex[a]]).text,
                   eg_text_of_point(2, mesh->x[end_node(mesh, a)]).text);
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
            return refuse_crowded_face(mesh, h);
        mesh->cell_face[h[0]] = end - begin == 2 ? h[1] : -1;
        if (end - begin == 2) {
            mesh->cell_face[h[1]] = h[0];
            if (mesh->vertex[h[0]] == mesh->vertex[h[1]])
                return refuse_fold(mesh, h[0], h[1]);
        }
    }
    return EG_OK;
}

static eg_status pair_nodes(void *with, int part, int64_t from, int64_t to)
{
    const pairing *p = with;
    eg_plane *mesh = p->mesh;
    EG_SCRATCH uint64_t *key = NULL; /* higher node << 32 | half-edge */
    int64_t room = 0;
    (void)part;
    for (int64_t node = from; node < to; node++) {
        int64_t count = p->first[node + 1] - p->first[node];
        EG_TRY(eg_reserve(mesh->base.context, count, &room, sizeof *key, &key));
        for (int64_t i = 0; i < count; i++) {
            int32_t h = p->half_edge[p->first[node] + i];
            int32_t begin = mesh->vertex[h], end = end_node(mesh, h);
            key[i] = (uint64_t)(begin > end ? begin : end) << 32 | (uint32_t)h;
        }
        sort_bucket_keys(key, count);
        EG_TRY(pair_bucket(mesh, key, count));
    }
    return EG_OK;
}

static eg_status pair_half_edges(eg_plane *mesh)
{
    eg_context *c = mesh->base.context;
    pairing p = {.mesh = mesh};
    const eg_bucket_source source = {.item = list_half_edges,
                                     .with = mesh,
                                     .items = mesh->base.own,
                                     .keys = mesh->nodes,
                                     .most = EG_CELL_VERTICES,
                                     .low_keys = true};
    eg_status status = eg_buckets_make(c, &source, &p.first, &p.half_edge);
    if (status == EG_OK)
        status = eg_in_parts(c, eg_parts(c, mesh->nodes, PART_LEAST), mesh->nodes, pair_nodes, &p);
    EG_FREE(&p.first, &p.half_edge);
    return status;
}

/* ---- numbering ---- */

/* Faces are numbered by their first half-edge. In cell_face[] there is meanwhile the partner of a half-edge;
 * of one whose partner comes before it, LATER - partner. */
enum { LATER = -2 };

typedef struct numbering {
    eg_plane *mesh;
    int64_t *faces; /* [parts] of the part, then of those before it */
} numbering;

static eg_status count_faces(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    const int32_t *partner = n->mesh->cell_face;
    int64_t count = 0;
    for (int64_t h = from; h < to; h++)
        count += partner[h] < 0 || partner[h] > h;
    n->faces[part] = count;
    return EG_OK;
}

static eg_status number_plane_faces(void *with, int part, int64_t from, int64_t to)
{
    const numbering *n = with;
    eg_plane *mesh = n->mesh;
    int64_t face = n->faces[part];
    for (int64_t h = from; h < to; h++) {
        int32_t partner = mesh->cell_face[h];
        if (partner >= 0 && partner < h) {
            mesh->cell_face[h] = LATER - partner;
            continue;
        }
        mesh->face_vertex[face][0] = mesh->vertex[h];
        mesh->face_vertex[face][1] = end_node(mesh, h);
        mesh->face_cell[face][0] = (int32_t)cell_of(mesh, h);
        mesh->face_cell[face][1] = -1;
        mesh->face_twin[face] = -1;
        mesh->cell_face[h] = (int32_t)face++;
    }
    return EG_OK;
}

static void take_numbers(eg_plane *mesh, int64_t half_edges)
{
    EG_LOOP(mesh->base.context, half_edges)
    for (int64_t h = 0; h < half_edges; h++) {
        if (mesh->cell_face[h] >= 0)
            continue;
        int32_t face = mesh->cell_face[LATER - mesh->cell_face[h]];
        mesh->face_cell[face][1] = (int32_t)cell_of(mesh, h);
        mesh->cell_face[h] = face;
    }
}

static eg_status number_half_edges(numbering *n, int parts)
{
    eg_plane *mesh = n->mesh;
    eg_context *c = mesh->base.context;
    int64_t half_edges = mesh->first[mesh->base.own];
    EG_TRY(eg_in_parts(c, parts, half_edges, count_faces, n));
    mesh->faces = 0;
    for (int p = 0; p < parts; p++) {
        int64_t own = n->faces[p];
        n->faces[p] = mesh->faces;
        mesh->faces += own;
    }
    EG_TRY(eg_plane_allocate_faces(mesh));
    EG_TRY(eg_in_parts(c, parts, half_edges, number_plane_faces, n));
    take_numbers(mesh, half_edges);
    return EG_OK;
}

eg_status eg_plane_build_faces(eg_plane *mesh)
{
    eg_context *c = mesh->base.context;
    int parts = eg_parts(c, mesh->first[mesh->base.own], PART_LEAST);
    EG_SCRATCH int64_t *faces = NULL;
    EG_TRY(pair_half_edges(mesh));
    EG_TRY(eg_alloc(c, parts, sizeof *faces, &faces));
    return number_half_edges(&(numbering){mesh, faces}, parts);
}

double eg_plane_cell_width(const eg_plane *mesh, int64_t cell)
{
    double perimeter = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        const int32_t *ends = mesh->face_vertex[mesh->cell_face[k]];
        const double *a = mesh->x[ends[0]], *b = mesh->x[ends[1]];
        perimeter += hypot(b[0] - a[0], b[1] - a[1]);
    }
    return 2 * mesh->area[cell] / perimeter;
}
