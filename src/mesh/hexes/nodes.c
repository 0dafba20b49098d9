/* The nodes of spectral elements: those of an element, copies, boundaries. */
#include "base/parallel.h"
#include "mesh/hexes/internal.h"

#include <string.h>

/* ---- asking ---- */

int32_t eg_hex_node_behind(const eg_hex_nodes *nodes, int32_t first, int32_t behind)
{
    int64_t node = (int64_t)first + behind;
    return (int32_t)(node < nodes->nodes ? node : node - nodes->nodes);
}

/* How far a node of a face is behind its first. */
static int32_t place_on_face(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int side,
                             const int at[2])
{
    int frame[2];
    eg_hex_orient_indices(mesh->face_orientation[element][side], nodes->degree, at, frame);
    return (frame[0] - 1) + (nodes->degree - 1) * (frame[1] - 1);
}

int32_t eg_hex_node(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int i, int j, int k)
{
    int n = nodes->degree, at[3] = {i, j, k}, end[3], inside = 0, free = 0, fixed = 0;
    assert(element >= 0 && element < mesh->base.held);
    if (nodes->list)
        return nodes->list[((element * (n + 1) + k) * (n + 1) + j) * (n + 1) + i];
    for (int d = 0; d < 3; d++) {
        assert(at[d] >= 0 && at[d] <= n);
        end[d] = at[d] == n;
        bool is_inside = at[d] > 0 && at[d] < n;
        inside += is_inside;
        free = is_inside ? d : free;
        fixed = is_inside ? fixed : d;
    }
    int first = fixed == 0 ? 1 : 0, second = fixed == 2 ? 1 : 2; /* a face's own directions */
    int low = free == 0 ? 1 : 0, high = free == 2 ? 1 : 2;       /* those across an edge */
    int edge = 4 * free + end[low] + 2 * end[high], side = 2 * fixed + end[fixed];
    switch (inside) {
    case 0:
        return nodes->of_vertex[mesh->vertex[element][end[0] + 2 * end[1] + 4 * end[2]]];
    case 1:
        return eg_hex_node_behind(nodes, nodes->of_edge[mesh->edge[element][edge]],
                                  (mesh->edge_orientation[element] >> edge & 1 ? n - at[free] : at[free]) -
                                      1);
    case 2:
        return eg_hex_node_behind(
            nodes, nodes->of_face[mesh->face[element][side]],
            place_on_face(mesh, nodes, element, side, (const int[2]){at[first], at[second]}));
    default:
        return eg_hex_node_behind(nodes, nodes->of_element[element],
                                  (i - 1) + (n - 1) * ((j - 1) + (n - 1) * (k - 1)));
    }
}

/* Steps between neighbours along each direction in a list of (n+1)^3 nodes. */
typedef struct strides {
    int of[3];
} strides;

static strides strides_of(int n)
{
    return (strides){{1, n + 1, (n + 1) * (n + 1)}};
}

static void put_edge(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int edge,
                     int32_t *node)
{
    int n = nodes->degree, stride = strides_of(n).of[edge / 4];
    bool turned = mesh->edge_orientation[element] >> edge & 1;
    int32_t first = nodes->of_edge[mesh->edge[element][edge]];
    node += hex_corner_index(n, eg_hex_edge_corner[edge][0]);
    for (int p = 1; p < n; p++)
        node[p * stride] = eg_hex_node_behind(nodes, first, (turned ? n - p : p) - 1);
}

static void put_face(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int side,
                     int32_t *node)
{
    int n = nodes->degree, fixed = side / 2;
    int first = strides_of(n).of[fixed == 0 ? 1 : 0], second = strides_of(n).of[fixed == 2 ? 1 : 2];
    int32_t start = place_on_face(mesh, nodes, element, side, (const int[2]){1, 1});
    int32_t along = place_on_face(mesh, nodes, element, side, (const int[2]){2, 1}) - start;
    int32_t across = place_on_face(mesh, nodes, element, side, (const int[2]){1, 2}) - start;
    int32_t of_face = nodes->of_face[mesh->face[element][side]];
    node += hex_corner_index(n, eg_hex_face_corner[side][0]);
    for (int b = 1; b < n; b++)
        for (int a = 1; a < n; a++)
            node[a * first + b * second] =
                eg_hex_node_behind(nodes, of_face, start + (a - 1) * along + (b - 1) * across);
}

static void find_nodes(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int32_t *node)
{
    int n = nodes->degree;
    strides stride = strides_of(n);
    int32_t inside = 0;
    /* Those that an element may share with others. */
    for (int c = 0; c < EG_HEX_VERTICES; c++)
        node[hex_corner_index(n, c)] = nodes->of_vertex[mesh->vertex[element][c]];
    for (int e = 0; e < EG_HEX_EDGES && n > 1; e++)
        put_edge(mesh, nodes, element, e, node);
    for (int f = 0; f < EG_HEX_FACES && n > 1; f++)
        put_face(mesh, nodes, element, f, node);
    for (int k = 1; k < n; k++)
        for (int j = 1; j < n; j++)
            for (int i = 1; i < n; i++)
                node[i + j * stride.of[1] + k * stride.of[2]] =
                    eg_hex_node_behind(nodes, nodes->of_element[element], inside++);
}

void eg_hex_element_nodes(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int32_t *node)
{
    int64_t count = hex_cube(nodes->degree + 1);
    assert(element >= 0 && element < mesh->base.held);
    if (nodes->list)
        memcpy(node, &nodes->list[element * count], (size_t)count * sizeof *node);
    else
        find_nodes(mesh, nodes, element, node);
}

eg_status eg_hex_nodes_list(const eg_hexes *mesh, eg_hex_nodes *nodes)
{
    enum { LEAST = 256 };
    int64_t elements = mesh->base.held, count = hex_cube(nodes->degree + 1);
    int32_t *list;
    EG_TRY(eg_alloc(mesh->base.context, elements * count, sizeof *list, &list));
    EG_LOOP_OF(mesh->base.context, elements, LEAST)
    for (int64_t e = 0; e < elements; e++)
        find_nodes(mesh, nodes, e, &list[e * count]);
    nodes->list = list;
    return EG_OK;
}

eg_status eg_hexes_number_nodes(eg_hexes *mesh, int degree)
{
    assert(!mesh->nodes && !mesh->part);
    return eg_hex_nodes_create(mesh, degree, &mesh->nodes);
}
