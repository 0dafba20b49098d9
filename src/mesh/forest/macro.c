/* Trees and how they hang together, from a mesh of quadrangles or of hexahedra. */
#include <math.h>
#include <string.h>

#include "mesh/forest/internal.h"
#include "mesh/plane/side.h"

/* What differs by at most this share of a tree's longest edge is the same. */
static const double STRAIGHT = 1e-9;

int eg_forest_tree_nodes(const eg_macro *macro)
{
    int line = macro->degree + 1;
    return line * line * (macro->dimension == 3 ? line : 1);
}

static eg_status reserve_macro(eg_forest *forest, int32_t trees, int degree)
{
    eg_context *context = forest->base.context;
    eg_macro *m = &forest->macro;
    forest_joints *joints = &forest->topology->joints;
    m->dimension = forest->base.dimension;
    m->degree = degree;
    m->trees = trees;
    return EG_ALLOC(context, EG_BLOCK((int64_t)trees * eg_forest_tree_nodes(m), m->x),
                    EG_BLOCK(trees, m->region), EG_BLOCK(trees, m->source), EG_BLOCK(trees, m->boundary),
                    EG_BLOCK(trees, joints->link), EG_BLOCK(trees, joints->vertex));
}

/* ---- of quadrangles: their vertices run counter-clockwise */

/* Which of the cell's vertices a corner is; which of its faces is that of the tree, and back. */
static const uint8_t VERTEX[4] = {0, 1, 3, 2}, SIDE[4] = {3, 1, 0, 2}, FACE[4] = {2, 1, 3, 0};

static int32_t root_of_vertex(int32_t *parent, int32_t node)
{
    while (parent[node] != node)
        node = parent[node] = parent[parent[node]];
    return node;
}

/* Numbers vertices of the trees, those of periodic pairs as one. */
static eg_status join_vertices(const eg_plane *mesh, forest_joints *joints)
{
    EG_SCRATCH int32_t *parent = NULL;
    eg_context *context = mesh->base.context;
    EG_TRY(eg_alloc(context, mesh->nodes, sizeof *parent, &parent));
    for (int32_t n = 0; n < mesh->nodes; n++)
        parent[n] = n;
    for (int64_t f = 0; f < mesh->faces; f++) {
        const int32_t *here = mesh->face_vertex[f], twin = mesh->face_twin[f];
        for (int end = 0; end < 2 && twin >= 0; end++) /* twins run in opposite senses */
            parent[root_of_vertex(parent, here[end])] =
                root_of_vertex(parent, mesh->face_vertex[twin][1 - end]);
    }
    for (int64_t t = 0; t < mesh->base.own; t++)
        for (int c = 0; c < 4; c++)
            joints->vertex[t][c] = root_of_vertex(parent, mesh->vertex[mesh->first[t] + VERTEX[c]]);
    joints->vertices = (int32_t)mesh->nodes;
    return EG_OK;
}

/* Two cells see a face in opposite senses; the index of faces 1 and 2 runs counter-clockwise. */
static forest_link quadrangle_link(const eg_plane *mesh, int32_t cell, int face)
{
    const eg_side side = eg_plane_side(mesh, cell, eg_plane_face(mesh, cell, SIDE[face]));
    if (side.ends)
        return (forest_link){.tree = -1};
    int other = FACE[side.at];
    bool along = face == 1 || face == 2, along_there = other == 1 || other == 2;
    return (forest_link){
        .tree = (int32_t)side.cell, .face = (int16_t)other, .orientation = along == along_there ? 2 : 0};
}

static void take_quadrangle(eg_forest *forest, const eg_plane *mesh, int32_t tree)
{
    forest_link *link = forest->topology->joints.link[tree];
    for (int c = 0; c < 4; c++)
        memcpy(forest->macro.x[4 * (int64_t)tree + c], mesh->x[mesh->vertex[mesh->first[tree] + VERTEX[c]]],
               2 * sizeof(double));
    for (int f = 0; f < 4; f++) {
        int64_t face = eg_plane_face(mesh, tree, SIDE[f]);
        link[f] = quadrangle_link(mesh, tree, f);
        forest->macro.boundary[tree][f] = link[f].tree < 0 ? mesh->face_boundary[face] : -1;
    }
}

static eg_status take_quadrangles(eg_forest *forest, const eg_plane *mesh)
{
    for (int64_t cell = 0; cell < mesh->base.own; cell++)
        if (mesh->type[cell] != EG_QUADRANGLE)
            return eg_fail(forest->base.context, EG_MESH,
                           "%s: element %lld is a triangle; the trees of a forest are quadrangles: "
                           "mesh it with quadrangles alone (in gmsh: Recombine Surface)",
                           mesh->base.origin, (long long)mesh->base.source[cell]);
    EG_TRY(reserve_macro(forest, (int32_t)mesh->base.own, 1));
    for (int32_t t = 0; t < forest->macro.trees; t++)
        take_quadrangle(forest, mesh, t);
    return join_vertices(mesh, &forest->topology->joints);
}

/* ---- of hexahedra */

/* The orientation that leads from one element's indices over the face's own to those of the other. */
static int16_t orientation_between(int from, int to)
{
    for (int16_t between = 0; between < 8; between++) {
        bool fits = true;
        for (int corner = 0; corner < 4; corner++) {
            int here[2] = {corner & 1, corner >> 1}, there[2], frame[2], again[2];
            eg_forest_turn(3, between, 1, here, there);
            eg_hex_orient_indices(from, 1, here, frame);
            eg_hex_orient_indices(to, 1, there, again);
            fits = fits && frame[0] == again[0] && frame[1] == again[1];
        }
        if (fits)
            return between;
    }
    assert(false);
    return 0;
}

static forest_link hexahedron_link(const eg_hexes *mesh, int32_t tree, int side)
{
    int32_t face = mesh->face[tree][side];
    const int32_t *element = mesh->face_element[face];
    int other = element[0] == tree && mesh->face_side[face][0] == side;
    if (element[other] < 0)
        return (forest_link){.tree = -1};
    int16_t across = mesh->face_side[face][other];
    return (forest_link){.tree = element[other],
                         .face = across,
                         .orientation = orientation_between(mesh->face_orientation[tree][side],
                                                            mesh->face_orientation[element[other]][across])};
}

static void take_hexahedron(eg_forest *forest, const eg_hexes *mesh, int32_t tree)
{
    forest_link *link = forest->topology->joints.link[tree];
    eg_hexes_element_points(mesh, tree,
                            &forest->macro.x[tree * (int64_t)eg_forest_tree_nodes(&forest->macro)]);
    for (int f = 0; f < EG_HEX_FACES; f++) {
        link[f] = hexahedron_link(mesh, tree, f);
        forest->macro.boundary[tree][f] = mesh->face_boundary[mesh->face[tree][f]];
    }
}

static eg_status take_hexes(eg_forest *forest, const eg_hexes *mesh)
{
    forest_joints *joints = &forest->topology->joints;
    int32_t trees = (int32_t)mesh->base.own;
    EG_TRY(reserve_macro(forest, trees, mesh->base.degree));
    EG_TRY(EG_ALLOC(forest->base.context, EG_BLOCK(trees, joints->edge),
                    EG_BLOCK(trees, joints->edge_orientation)));
    for (int32_t t = 0; t < trees; t++)
        take_hexahedron(forest, mesh, t);
    memcpy(joints->vertex, mesh->vertex, (size_t)trees * sizeof *joints->vertex);
    memcpy(joints->edge, mesh->edge, (size_t)trees * sizeof *joints->edge);
    memcpy(joints->edge_orientation, mesh->edge_orientation,
           (size_t)trees * sizeof *joints->edge_orientation);
    joints->vertices = (int32_t)mesh->vertices;
    joints->edges = (int32_t)mesh->edges;
    return EG_OK;
}

/* ---- kind */

static double node_distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* The kind of one tree, by what its nodes are beside those of the parallelepiped on its first corner's
 * edges. */
static eg_leaf_kind tree_kind(const eg_macro *macro, const double (*x)[3])
{
    double edge[3][3] = {{0}}, longest = 0, off_axis = 0;
    int n = macro->degree, line = n + 1, stride[3] = {n, n * line, n * line * line};
    for (int d = 0; d < macro->dimension; d++) {
        longest = fmax(longest, node_distance(x[0], x[stride[d]]));
        for (int i = 0; i < 3; i++)
            edge[d][i] = x[stride[d]][i] - x[0][i];
        for (int i = 0; i < 3; i++)
            off_axis = fmax(off_axis, i == d ? -edge[d][i] : fabs(edge[d][i]));
    }
    for (int p = 0; p < eg_forest_tree_nodes(macro); p++) {
        double straight[3];
        const double along[3] = {(double)(p % line) / n, (double)(p / line % line) / n,
                                 (double)(p / line / line) / n};
        for (int i = 0; i < 3; i++)
            straight[i] = x[0][i] + along[0] * edge[0][i] + along[1] * edge[1][i] + along[2] * edge[2][i];
        if (!(node_distance(straight, x[p]) <= STRAIGHT * longest))
            return EG_LEAF_CURVED;
    }
    return off_axis <= STRAIGHT * longest ? EG_LEAF_BRICK : EG_LEAF_AFFINE;
}

static eg_leaf_kind worst_kind(const eg_macro *macro)
{
    eg_leaf_kind worst = EG_LEAF_BRICK;
    for (int32_t t = 0; t < macro->trees && worst != EG_LEAF_CURVED; t++) {
        eg_leaf_kind kind =
            tree_kind(macro, (const double(*)[3])macro->x + t * (int64_t)eg_forest_tree_nodes(macro));
        worst = kind > worst ? kind : worst;
    }
    return worst;
}

/* ---- all of it */

eg_status eg_forest_take_macro(eg_forest *forest, const eg_mesh *macro)
{
    eg_cell_group group = forest->base.group[0];
    assert(macro->held == macro->all && macro->dimension == forest->base.dimension);
    if (macro->dimension == 3)
        EG_TRY(take_hexes(forest, eg_hexes_of(macro)));
    else
        EG_TRY(take_quadrangles(forest, eg_plane_of(macro)));
    memcpy(forest->macro.region, macro->region, (size_t)forest->macro.trees * sizeof *macro->region);
    memcpy(forest->macro.source, macro->source, (size_t)forest->macro.trees * sizeof *macro->source);
    EG_TRY(eg_mesh_copy_head(macro, &forest->base));
    memset(forest->base.group, 0, sizeof forest->base.group);
    forest->base.group[0] = group;
    forest->kind = worst_kind(&forest->macro);
    return EG_OK;
}

eg_status eg_forest_shape(eg_forest *forest)
{
    const eg_macro *m = &forest->macro;
    eg_context *context = forest->base.context;
    EG_SCRATCH double(*x)[3] = NULL;
    if (m->dimension == 3)
        return eg_hexes_of_points(context, m->degree, m->trees, (const double(*)[3])m->x,
                                  &forest->topology->shape);
    EG_TRY(eg_alloc(context, 8 * (int64_t)m->trees, sizeof *x, &x));
    for (int64_t c = 0; c < 8 * (int64_t)m->trees; c++) {
        const double *corner = m->x[c / 8 * 4 + c % 4];
        x[c][0] = corner[0];
        x[c][1] = corner[1];
        x[c][2] = c % 8 < 4 ? -1 : 1;
    }
    return eg_hexes_of_points(context, 1, m->trees, (const double(*)[3])x, &forest->topology->shape);
}
