/* Periodic boundaries of hexahedra: pairs of faces become one face, with their vertices and edges.
 *
 * Vertices and edges that are the same are united in trees whose root is the lowest number; an edge also
 * knows whether it runs against its root. So the first element that uses an edge or a face keeps its
 * orientation, whatever pairs follow each other. */
#include "mesh/hexes/internal.h"

typedef struct union_of {
    eg_hexes *mesh;
    int32_t *vertex;      /* [vertices] trees: one that is nearer to the root, or itself */
    int32_t *edge;        /* [edges] the same */
    uint8_t *orientation; /* [edges] whether the edge runs against edge[] */
    int32_t *number;      /* [faces] of the joined mesh */
} union_of;

int eg_hex_orientation_between(const hex_face_pair *pair, int to)
{
    static const int32_t plain[4] = {0, 1, 2, 3};
    int32_t seen[4];
    for (int c = 0; c < 4; c++)
        if (to == 1)
            seen[c] = pair->corner[c];
        else
            seen[pair->corner[c]] = c;
    return eg_hex_find_orientation(plain, seen);
}

/* The root of an edge, and whether the edge runs against it. Paths are cut short on the way. */
static int32_t edge_root(union_of *j, int32_t edge, int *turned)
{
    int32_t root = edge;
    int way = 0;
    for (; j->edge[root] != root; root = j->edge[root])
        way ^= j->orientation[root];
    *turned = way;
    while (j->edge[edge] != root && edge != root) {
        int32_t next = j->edge[edge];
        int own = j->orientation[edge];
        j->edge[edge] = root;
        j->orientation[edge] = (uint8_t)way;
        way ^= own;
        edge = next;
    }
    return root;
}

static int32_t vertex_root(union_of *j, int32_t vertex)
{
    int32_t root = vertex;
    while (j->vertex[root] != root)
        root = j->vertex[root];
    while (j->vertex[vertex] != root) {
        int32_t next = j->vertex[vertex];
        j->vertex[vertex] = root;
        vertex = next;
    }
    return root;
}

static void unite_edges(union_of *j, int32_t a, int32_t b, int turned)
{
    int way[2];
    int32_t root[2] = {edge_root(j, a, &way[0]), edge_root(j, b, &way[1])};
    int low = root[0] < root[1] ? 0 : 1, between = way[0] ^ way[1] ^ turned;
    assert(root[0] != root[1] || between == 0); /* a translate never turns an edge against itself */
    j->edge[root[1 - low]] = root[low];
    if (root[0] != root[1])
        j->orientation[root[1 - low]] = (uint8_t)between;
}

/* The edges of the pair's faces, by their ends among the corners. */
static void unite_pair_edges(union_of *j, const hex_face_pair *pair)
{
    static const int end[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    const eg_hexes *mesh = j->mesh;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            int from = pair->corner[end[a][0]], to = pair->corner[end[a][1]];
            bool along = from == end[b][0] && to == end[b][1], against = from == end[b][1] && to == end[b][0];
            if (!along && !against)
                continue;
            int64_t element[2];
            int edge[2], turned = against;
            for (int s = 0; s < 2; s++) {
                int32_t face = pair->face[s];
                element[s] = mesh->face_element[face][0];
                edge[s] = eg_hex_face_edge[mesh->face_side[face][0]][s == 0 ? a : b];
                turned ^= mesh->edge_orientation[element[s]] >> edge[s] & 1;
            }
            unite_edges(j, mesh->edge[element[0]][edge[0]], mesh->edge[element[1]][edge[1]], turned);
        }
}

static void unite_pair_vertices(union_of *j, const hex_face_pair *pair)
{
    const eg_hexes *mesh = j->mesh;
    int32_t vertex[2][4];
    for (int s = 0; s < 2; s++)
        eg_hexes_face_vertices(mesh, mesh->face_element[pair->face[s]][0], mesh->face_side[pair->face[s]][0],
                               vertex[s]);
    for (int c = 0; c < 4; c++) {
        int32_t root[2] = {vertex_root(j, vertex[0][c]), vertex_root(j, vertex[1][pair->corner[c]])};
        int low = root[0] < root[1] ? 0 : 1;
        j->vertex[root[1 - low]] = root[low];
    }
}

static eg_status plant_trees(union_of *j, eg_scope *scope)
{
    eg_hexes *mesh = j->mesh;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(mesh->vertices, j->vertex), EG_BLOCK(mesh->edges, j->edge),
                          EG_BLOCK(mesh->edges, j->orientation), EG_BLOCK(mesh->faces, j->number)));
    for (int64_t v = 0; v < mesh->vertices; v++)
        j->vertex[v] = (int32_t)v;
    for (int64_t e = 0; e < mesh->edges; e++)
        j->edge[e] = (int32_t)e;
    return EG_OK;
}

/* ---- numbering anew: nothing fails from here on ---- */

/* The higher face of a pair goes over to the lower. */
static void merge_faces(const union_of *j, const hex_face_pair *pair)
{
    eg_hexes *mesh = j->mesh;
    int low = pair->face[0] < pair->face[1] ? 0 : 1;
    int32_t kept = pair->face[low], gone = pair->face[1 - low], element = mesh->face_element[gone][0];
    int side = mesh->face_side[gone][0];
    mesh->face_element[kept][1] = element;
    mesh->face_side[kept][1] = (uint8_t)side;
    mesh->face_orientation[element][side] = (uint8_t)eg_hex_orientation_between(pair, low);
    mesh->face[element][side] = kept;
    mesh->face_boundary[kept] = -1;
    j->number[gone] = -1;
}

static void renumber_faces(const union_of *j)
{
    eg_hexes *mesh = j->mesh;
    int32_t next = 0;
    for (int64_t f = 0; f < mesh->faces; f++) {
        if (j->number[f] < 0)
            continue;
        for (int s = 0; s < 2; s++) {
            mesh->face_element[next][s] = mesh->face_element[f][s];
            mesh->face_side[next][s] = mesh->face_side[f][s];
        }
        mesh->face_boundary[next] = mesh->face_boundary[f];
        j->number[f] = next++;
    }
    mesh->faces = next;
    for (int64_t e = 0; e < mesh->base.held; e++)
        for (int s = 0; s < EG_HEX_FACES; s++)
            mesh->face[e][s] = j->number[mesh->face[e][s]];
}

/* Roots are the first of their trees to be met: each gets the next number then, -1 - number in its own
 * place. */
static void renumber_vertices_and_edges(union_of *j)
{
    eg_hexes *mesh = j->mesh;
    for (int64_t v = 0; v < mesh->vertices; v++)
        vertex_root(j, (int32_t)v);
    for (int64_t e = 0; e < mesh->edges; e++) {
        int turned;
        edge_root(j, (int32_t)e, &turned);
    }
    int32_t vertices = 0, edges = 0; /* every entry is its root, or points to it */
    for (int64_t v = 0; v < mesh->vertices; v++)
        j->vertex[v] = j->vertex[v] == v ? -1 - vertices++ : j->vertex[j->vertex[v]];
    for (int64_t e = 0; e < mesh->edges; e++)
        j->edge[e] = j->edge[e] == e ? -1 - edges++ : j->edge[j->edge[e]];
    mesh->vertices = vertices;
    mesh->edges = edges;
    for (int64_t e = 0; e < mesh->base.held; e++) {
        for (int c = 0; c < EG_HEX_VERTICES; c++)
            mesh->vertex[e][c] = -1 - j->vertex[mesh->vertex[e][c]];
        for (int s = 0; s < EG_HEX_EDGES; s++) {
            mesh->edge_orientation[e] ^= (uint16_t)(j->orientation[mesh->edge[e][s]] << s);
            mesh->edge[e][s] = -1 - j->edge[mesh->edge[e][s]];
        }
    }
}

eg_status eg_hexes_unite(eg_hexes *mesh, const hex_face_pair *pair, int64_t pairs)
{
    EG_SCOPE(scope, mesh->base.context);
    union_of j = {.mesh = mesh};
    EG_TRY(plant_trees(&j, &scope));
    for (int64_t p = 0; p < pairs; p++) {
        unite_pair_vertices(&j, &pair[p]);
        unite_pair_edges(&j, &pair[p]);
    }
    for (int64_t p = 0; p < pairs; p++)
        merge_faces(&j, &pair[p]);
    renumber_faces(&j);
    renumber_vertices_and_edges(&j);
    return EG_OK;
}
