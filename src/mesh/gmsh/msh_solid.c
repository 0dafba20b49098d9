/* Hexahedra of a Gmsh file: element types, the order of their nodes, and what is stored of them.
 *
 * Gmsh numbers the nodes of a complete hexahedron of degree n from outside to inside: corners, edges, faces,
 * and then the hexahedron of degree n - 2 within, in the same way; the nodes inside a face are those of a
 * quadrangle of degree n - 2, again from outside to inside. */
#include "mesh/gmsh/msh.h"

#include <stdlib.h>

/* ---- types ---- */

enum { OTHER_TYPE, LINE, QUADRANGLE, HEXAHEDRON, TRIANGLE, TETRAHEDRON, PRISM, PYRAMID, INCOMPLETE };

/* Types that follow each other; of those that are read the degree of the first, which the others' follow. */
typedef struct type_range {
    int64_t first, last;
    int shape, degree;
} type_range;

static const type_range TYPES[] = {
    {1, 1, LINE, 1},          {8, 8, LINE, 2},          {26, 28, LINE, 3},        {62, 66, LINE, 6},
    {3, 3, QUADRANGLE, 1},    {10, 10, QUADRANGLE, 2},  {16, 16, QUADRANGLE, 2},  {36, 38, QUADRANGLE, 3},
    {47, 50, QUADRANGLE, 6},  {5, 5, HEXAHEDRON, 1},    {12, 12, HEXAHEDRON, 2},  {17, 17, HEXAHEDRON, 2},
    {92, 98, HEXAHEDRON, 3},  {2, 2, TRIANGLE, 0},      {9, 9, TRIANGLE, 0},      {20, 25, TRIANGLE, 0},
    {42, 46, TRIANGLE, 0},    {52, 56, TRIANGLE, 0},    {4, 4, TETRAHEDRON, 0},   {11, 11, TETRAHEDRON, 0},
    {29, 33, TETRAHEDRON, 0}, {71, 75, TETRAHEDRON, 0}, {79, 83, TETRAHEDRON, 0}, {6, 6, PRISM, 0},
    {13, 13, PRISM, 0},       {18, 18, PRISM, 0},       {90, 91, PRISM, 0},       {106, 117, PRISM, 0},
    {7, 7, PYRAMID, 0},       {14, 14, PYRAMID, 0},     {19, 19, PYRAMID, 0},     {118, 131, PYRAMID, 0},
    {39, 41, INCOMPLETE, 0},  {57, 61, INCOMPLETE, 0},  {99, 105, INCOMPLETE, 0}};

static type_range type_range_of(int64_t type)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (type >= TYPES[i].first && type <= TYPES[i].last)
            return TYPES[i];
    return (type_range){.shape = OTHER_TYPE};
}

/* What one of Gmsh's element types is that is not read in a mesh of hexahedra. */
static const char *const UNREAD[] = {
    [TETRAHEDRON] =
        "a tetrahedron; this model takes hexahedra alone: in gmsh set Mesh.SubdivisionAlgorithm = "
        "2, which cuts each into four of them, or make the volumes transfinite with Recombine",
    [PRISM] = "a prism; this model takes hexahedra alone: in gmsh set Mesh.SubdivisionAlgorithm = 2, or "
              "Recombine the surfaces that are extruded",
    [PYRAMID] = "a pyramid; this model takes hexahedra alone: in gmsh set Mesh.SubdivisionAlgorithm = 2, or "
                "make the volumes transfinite with Recombine",
    [TRIANGLE] = "a triangle, which is no face of a hexahedron: in gmsh Recombine the surfaces, or set "
                 "Mesh.SubdivisionAlgorithm = 2",
    [INCOMPLETE] = "of higher order without nodes inside its faces: save it complete (in gmsh "
                   "Mesh.SecondOrderIncomplete = 0)",
    [OTHER_TYPE] = "not a hexahedron of degree 1 to 9, quadrangle, line or point: leave it out of the mesh"};

eg_status eg_msh_solid_element(const msh_reader *r, int64_t at, int64_t type, msh_element *element)
{
    const type_range range = type_range_of(type);
    int degree = range.degree + (int)(type - range.first), side = degree + 1;
    *element = (msh_element){.nodes = 1};
    if (range.shape == HEXAHEDRON) {
        *element =
            (msh_element){.dimension = 3, .nodes = type == 17 ? 20 : side * side * side, .degree = degree};
        if (r->degree > 0 && r->degree != degree)
            return eg_msh_fail(&r->c, at,
                               "the element type %lld is a hexahedron of degree %d, where those before have "
                               "degree %d: give all the same degree (gmsh -order)",
                               (long long)type, degree, r->degree);
    } else if (range.shape == QUADRANGLE) {
        *element = (msh_element){.dimension = 2, .nodes = type == 16 ? 8 : side * side, .degree = degree};
    } else if (range.shape == LINE) {
        *element = (msh_element){.dimension = 1, .nodes = side, .degree = degree};
    } else if (type != 15) {
        return eg_msh_fail(&r->c, at, "the element type %lld is %s", (long long)type, UNREAD[range.shape]);
    }
    return EG_OK;
}

/* ---- order of nodes ---- */

typedef struct index {
    int at[3];
} index;

/* Nodes in Gmsh's order while they are listed: the lexicographic number of each. */
typedef struct node_list {
    int degree, count;
    int number[MSH_NODES_MOST];
} node_list;

static void add_solid(node_list *list, index p)
{
    int line = list->degree + 1;
    list->number[list->count++] = p.at[0] + line * (p.at[1] + line * p.at[2]);
}

/* The place `steps` steps from a towards b, which lies in the same direction at any distance. */
static index towards(index a, index b, int steps)
{
    for (int i = 0; i < 3; i++)
        a.at[i] += steps * ((b.at[i] > a.at[i]) - (b.at[i] < a.at[i]));
    return a;
}

/* The nodes between two corners of an edge of n steps. */
static void add_edge_nodes(node_list *list, index a, index b, int n)
{
    for (int s = 1; s < n; s++)
        add_solid(list, towards(a, b, s));
}

/* All nodes of a quadrangle of n steps with these corners, round it; one node for n = 0. */
static void add_quadrangle(node_list *list, const index corner[4], int n)
{
    for (int c = 0; c < (n > 0 ? 4 : 1); c++)
        add_solid(list, corner[c]);
    for (int c = 0; c < 4; c++)
        add_edge_nodes(list, corner[c], corner[(c + 1) % 4], n);
    if (n < 2)
        return;
    index inner[4];
    for (int c = 0; c < 4; c++)
        inner[c] = towards(corner[c], corner[(c + 2) % 4], 1);
    add_quadrangle(list, inner, n - 2);
}

/* Corners round the bottom of the hexahedron and round its top. */
static const int corner_index[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                       {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int edge_corner[12][2] = {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3},
                                       {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}};
static const int face_corner[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {0, 4, 7, 3},
                                      {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}};

/* Corners and edges, or all nodes, of a hexahedron of n steps from `low` on. */
static void add_hexahedron(node_list *list, int low, int n, bool complete)
{
    index corner[8];
    for (int c = 0; c < 8; c++)
        for (int i = 0; i < 3; i++)
            corner[c].at[i] = low + n * corner_index[c][i];
    for (int c = 0; c < (n > 0 ? 8 : 1); c++)
        add_solid(list, corner[c]);
    for (int e = 0; e < 12; e++)
        add_edge_nodes(list, corner[edge_corner[e][0]], corner[edge_corner[e][1]], n);
    if (n < 2 || !complete)
        return;
    for (int f = 0; f < 6; f++) {
        index inner[4];
        for (int c = 0; c < 4; c++)
            inner[c] = towards(corner[face_corner[f][c]], corner[face_corner[f][(c + 2) % 4]], 1);
        add_quadrangle(list, inner, n - 2);
    }
    add_hexahedron(list, low + 1, n - 2, true);
}

/* ---- storing ---- */

static eg_status add_hexahedral_cell(msh_reader *r, msh_element element, const int32_t *node, int64_t number,
                                     int32_t group)
{
    eg_context *c = r->c.context;
    int line = element.degree + 1, count = line * line * line;
    int64_t need = r->cells + 1;
    node_list list = {.degree = element.degree};
    EG_TRY(eg_reserve(c, need * count, &r->point_room, sizeof *r->point, &r->point));
    EG_TRY(eg_reserve(c, need, &r->cell_room[2], sizeof *r->group, &r->group));
    EG_TRY(eg_reserve(c, need, &r->cell_room[3], sizeof *r->source, &r->source));
    add_hexahedron(&list, 0, element.degree, element.nodes == count);
    assert(list.count == element.nodes);
    int32_t *point = r->point + r->cells * count;
    for (int p = 0; p < count; p++)
        point[p] = -1;
    for (int p = 0; p < element.nodes; p++)
        point[list.number[p]] = node[p];
    r->group[r->cells] = group;
    r->source[r->cells] = number;
    r->degree = element.degree;
    r->cells++;
    return EG_OK;
}

static eg_status add_quad(msh_reader *r, const int32_t *corner, int32_t group)
{
    eg_context *c = r->c.context;
    if (group == 0)
        return EG_OK;
    int64_t need = r->edges + 1;
    EG_TRY(eg_reserve(c, need, &r->quad_room, sizeof *r->quad, &r->quad));
    EG_TRY(eg_reserve(c, need, &r->edge_room[1], sizeof *r->edge_group, &r->edge_group));
    for (int k = 0; k < 4; k++)
        r->quad[r->edges][k] = corner[k];
    r->edge_group[r->edges] = group;
    r->edges++;
    return EG_OK;
}

eg_status eg_msh_add_solid(msh_reader *r, msh_element element, const int32_t *node, int64_t number,
                           const int32_t group[2])
{
    if (element.dimension == 3)
        return add_hexahedral_cell(r, element, node, number, group[0]);
    if (element.dimension == 2) {
        EG_TRY(add_quad(r, node, group[0]));
        return add_quad(r, node, group[1]);
    }
    return EG_OK;
}

/* ---- hexahedra of 20 nodes ---- */

/* The sum of the values, from the least to the greatest: it does not depend on the order of the nodes. */
static double ordered_sum(double *value, int count)
{
    double sum = 0.0;
    qsort(value, (size_t)count, sizeof *value, eg_ascending_real);
    for (int i = 0; i < count; i++)
        sum += value[i];
    return sum;
}

/* The place of a missing node (lexicographic number in 3 x 3 x 3) from the corners and middles of edges round
 * it: in the middle of a face half the sum of the four middles less a quarter of that of the four corners, in
 * the middle of the element a quarter of both sums' difference. */
static void missing_place(const msh_reader *r, const int32_t point[27], int missing, double x[3])
{
    const int at[3] = {missing % 3, missing / 3 % 3, missing / 9};
    for (int i = 0; i < 3; i++) {
        double corner[8], middle[12];
        int corners = 0, middles = 0;
        for (int p = 0; p < 27; p++) {
            const int other[3] = {p % 3, p / 3 % 3, p / 9};
            int ones = 0;
            bool beside = true;
            for (int d = 0; d < 3; d++) {
                ones += other[d] == 1;
                beside = beside && (at[d] == 1 || other[d] == at[d]);
            }
            if (beside && ones == 0)
                corner[corners++] = r->x[point[p]][i];
            if (beside && ones == 1)
                middle[middles++] = r->x[point[p]][i];
        }
        double of_middles = ordered_sum(middle, middles), of_corners = ordered_sum(corner, corners);
        x[i] = (corners == 4 ? 0.5 : 0.25) * of_middles - 0.25 * of_corners;
    }
}

eg_status eg_msh_complete_solids(msh_reader *r)
{
    int line = r->degree + 1;
    int64_t count = r->cells * line * line * line;
    for (int64_t p = 0; p < count; p++) {
        if (r->point[p] >= 0)
            continue;
        if (r->nodes >= INT32_MAX)
            return eg_msh_fail(&r->c, 0, "there are more than %d nodes: make a coarser mesh", INT32_MAX);
        EG_TRY(eg_reserve(r->c.context, r->nodes + 1, &r->node_room[0], sizeof *r->x, &r->x));
        missing_place(r, r->point + p / 27 * 27, (int)(p % 27), r->x[r->nodes]);
        r->point[p] = (int32_t)r->nodes++;
    }
    return EG_OK;
}
