/* Equispaced nodes in the order of VTK's Lagrange cells. */
#include "element/modal.h"

/* Nodes while they are filled in, in units of 1 / degree. */
typedef struct lattice {
    int degree, count;
    double (*points)[2];
} lattice;

static void add_lattice_node(lattice *nodes, int i, int j)
{
    nodes->points[nodes->count][0] = (double)i / nodes->degree;
    nodes->points[nodes->count][1] = (double)j / nodes->degree;
    nodes->count++;
}

/* Shells from outside to inside, each a triangle with its corner at (s, s): its vertices, then its
 * edges counter-clockwise. The next shell inside is smaller by three; the last may be one node. */
static void triangle_nodes(lattice *nodes)
{
    static const int along[3][2] = {{1, 0}, {-1, 1}, {0, -1}};
    for (int s = 0, side = nodes->degree; side >= 0; s++, side -= 3) {
        int corner[3][2] = {{s, s}, {s + side, s}, {s, s + side}};
        for (int v = 0; v < (side > 0 ? 3 : 1); v++)
            add_lattice_node(nodes, corner[v][0], corner[v][1]);
        for (int e = 0; e < 3; e++)
            for (int k = 1; k < side; k++)
                add_lattice_node(nodes, corner[e][0] + k * along[e][0], corner[e][1] + k * along[e][1]);
    }
}

/* Vertices counter-clockwise; the edges below, right, above, left, each along its growing
 * coordinate; the interior row by row. */
static void quadrangle_nodes(lattice *nodes)
{
    int p = nodes->degree;
    const int vertex[4][2] = {{0, 0}, {p, 0}, {p, p}, {0, p}};
    for (int v = 0; v < 4; v++)
        add_lattice_node(nodes, vertex[v][0], vertex[v][1]);
    for (int e = 0; e < 4; e++) {
        int side = e == 1 || e == 2 ? p : 0;
        for (int k = 1; k < p; k++)
            add_lattice_node(nodes, e % 2 == 0 ? k : side, e % 2 == 0 ? side : k);
    }
    for (int j = 1; j < p; j++)
        for (int i = 1; i < p; i++)
            add_lattice_node(nodes, i, j);
}

int eg_lagrange_nodes(eg_cell_type type, int degree, double (*points)[2])
{
    assert(type < EG_CELL_TYPES && degree >= 1 && degree <= EG_LAGRANGE_DEGREE);
    lattice nodes = {.degree = degree, .points = points};
    if (type == EG_TRIANGLE)
        triangle_nodes(&nodes);
    else
        quadrangle_nodes(&nodes);
    return nodes.count;
}
