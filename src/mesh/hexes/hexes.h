/* hexes: meshes of hexahedra, and the numbers of the nodes that spectral elements have on them.
 *
 * Reference hexahedron [-1,1]^3. Whatever is counted by three indices goes lexicographically, the first
 * fastest: corner i + 2 j + 4 k stands at (2i-1, 2j-1, 2k-1).
 *
 *     edges   0..3  along the first direction,  at (j,k) = (0,0) (1,0) (0,1) (1,1)
 *             4..7  along the second,           at (i,k) = (0,0) (1,0) (0,1) (1,1)
 *             8..11 along the third,            at (i,j) = (0,0) (1,0) (0,1) (1,1)
 *     faces   0, 1  first index -1, +1          their own indices are (j,k)
 *             2, 3  second                      (i,k)
 *             4, 5  third                       (i,j)
 *
 * Numbering. Elements are sorted by kind, and within a kind along the Hilbert curve of their centroids: the
 * canonical order. Corner 0 of an element is its lowest in (x, y, z); of the three corners that an edge joins
 * to it the highest in (x, y, z) is corner 1, and the three directions are right-handed. So a box has its
 * directions along x, y and z, and the numbers in a file leave no trace. Vertices, edges and faces are
 * numbered by first use in canonical order. An edge has one orientation, a face one frame, which all its
 * elements know by an orientation (below): those of the first element that uses it, in which the orientation
 * is 0. Periodic vertices, edges and faces are one and the same. */
#ifndef EG_MESH_HEXES_H
#define EG_MESH_HEXES_H

#include "mesh/mesh.h"

/* What the map from the reference element is. Each kind has its own kernels. Differences of at most 1e-9 of
 * the element's longest edge count as none. */
typedef enum eg_hex_kind {
    EG_HEX_PARALLELEPIPED, /* affine: constant metric */
    EG_HEX_TRILINEAR,      /* straight edges: given by its corners */
    EG_HEX_CURVED,         /* of the mesh's geometric degree */
    EG_HEX_KINDS
} eg_hex_kind;

enum {
    EG_HEX_VERTICES = 8,
    EG_HEX_EDGES = 12,
    EG_HEX_FACES = 6,
    EG_HEX_GEOMETRY_DEGREE = 9,
    EG_HEX_DEGREE = 16,
    EG_HEX_GHOST_LAYERS = 255
};

/* What a part of a mesh knows of the whole. */
typedef struct eg_hexes_part {
    int64_t *number;      /* [elements] in the whole, ascending */
    uint8_t *ghost_layer; /* [elements] 0: the rank's own, and those that have a node of the rank; n: with a
                                   vertex of one of layer n - 1 */
} eg_hexes_part;

typedef struct eg_hexes {
    eg_mesh base; /* first; of a part its own elements follow each other among the held ones */

    int64_t points; /* of the geometry */
    double (*x)[3]; /* [points] m */
    int32_t *point; /* [elements][(degree+1)^3] equidistant nodes of the map, lexicographic */
    int64_t vertices, edges, faces;
    int32_t (*vertex)[EG_HEX_VERTICES]; /* [elements] */
    int32_t (*edge)[EG_HEX_EDGES];      /* [elements] */
    int32_t (*face)[EG_HEX_FACES];      /* [elements] */
    uint16_t *edge_orientation;         /* [elements] bit e: edge e runs against its own orientation */
    uint8_t (*face_orientation)
        [EG_HEX_FACES]; /* [elements] 0 to 7: bit 0 the two indices change places, then bit 1 the first
                                           and bit 2 the second index of the face's frame runs backwards */

    int32_t (*face_element)
        [2]; /* [faces] the lower canonical number first (of one element that is its own neighbour
                                   the lower side); second -1 on the boundary */
    uint8_t (*face_side)[2]; /* [faces] which of the element's faces, 0 to 5 */
    int32_t *face_boundary;  /* [faces] index in base.boundaries, -1 inside and where periodic */

    struct eg_hex_nodes *nodes; /* by which it is cut into parts; owned; NULL: none yet */
    eg_hexes_part *part;        /* NULL: a whole mesh */
} eg_hexes;

extern const eg_mesh_class eg_hexes_class;

/* A mesh that is known to be one of hexahedra. */
static inline const eg_hexes *eg_hexes_of(const eg_mesh *mesh)
{
    assert(mesh->class == &eg_hexes_class);
    return (const eg_hexes *)mesh;
}

/* Frees the mesh and sets *mesh to NULL; NULL is fine. */
void eg_hexes_destroy(eg_hexes **mesh);

/* Elements that are given by their places x[elements][(degree + 1)^3] at equidistant nodes, lexicographic, m:
 * what eg_hexes_map() and eg_hexes_locate() need, and nothing else of a mesh. Its maps are of
 * EG_HEX_GEOMETRY_DEGREE at most. 1 <= degree <= EG_HEX_DEGREE, elements > 0. EG_MEMORY. The caller owns
 * *mesh. */
eg_status eg_hexes_of_points(eg_context *context, int degree, int64_t elements, const double (*x)[3],
                             eg_hexes **mesh);
/* The value at a reference point of the polynomial that has these values[(degree + 1)^3] at such nodes. */
double eg_hex_points_value(int degree, const double *values, const double reference[3]);

/* The kind of an element. */
static inline eg_hex_kind eg_hexes_kind(const eg_hexes *mesh, int64_t element)
{
    assert(element >= 0 && element < mesh->base.held);
    int kind = 0;
    for (int64_t end = mesh->base.group[0].count; element >= end; end += mesh->base.group[kind].count)
        kind++;
    return (eg_hex_kind)kind;
}

/* How far an element is from the rank's own ones (eg_hexes_part). */
static inline int eg_hexes_ghost_layer(const eg_hexes *mesh, int64_t element)
{
    return mesh->part ? mesh->part->ghost_layer[element] : 0;
}

/* The faces of a boundary whose elements have nodes of the rank, ascending: (*face)[*count], which the caller
 * frees; with `own` those of own elements alone. EG_MEMORY. */
eg_status eg_hexes_list_faces(const eg_hexes *mesh, int boundary, bool own, int32_t **face, int64_t *count);

/* ---- topology of the reference hexahedron */

/* Corners of face 0 to 5 by its own indices: (0,0) (1,0) (0,1) (1,1). */
extern const uint8_t eg_hex_face_corner[EG_HEX_FACES][4];
/* Edges of a face: along its first index at the second 0 and 1, along its second index at the first 0 and
 * 1. */
extern const uint8_t eg_hex_face_edge[EG_HEX_FACES][4];
/* Corners that an edge runs between. */
extern const uint8_t eg_hex_edge_corner[EG_HEX_EDGES][2];

/* The face's own indices (0 to n) of what an element with this orientation sees at its indices from[2]. */
static inline void eg_hex_orient_indices(int orientation, int n, const int from[2], int to[2])
{
    int a = from[orientation & 1], b = from[1 - (orientation & 1)];
    to[0] = orientation & 2 ? n - a : a;
    to[1] = orientation & 4 ? n - b : b;
}

/* An element as another one sees it: its index along direction axis[d] runs with, or `reversed` against,
 * direction d of that one. */
typedef struct eg_hex_view {
    int64_t element;
    uint8_t axis[3];
    bool reversed[3];
} eg_hex_view;

static inline eg_hex_view eg_hex_view_of(int64_t element)
{
    return (eg_hex_view){.element = element, .axis = {0, 1, 2}};
}

static inline bool eg_hex_view_equals(const eg_hex_view *a, const eg_hex_view *b)
{
    bool same = a->element == b->element;
    for (int d = 0; d < 3; d++)
        same = same && a->axis[d] == b->axis[d] && a->reversed[d] == b->reversed[d];
    return same;
}
/* The neighbour beyond the lower or the upper end of a direction of the view, seen in the same way. False
 * where there is none. */
bool eg_hex_step(const eg_hexes *mesh, const eg_hex_view *from, int direction, bool up, eg_hex_view *to);

/* The steps from every element, found once: who takes many goes faster by eg_hex_steps_take(), to the same
 * views. */
typedef struct eg_hex_neighbour {
    int32_t element; /* -1: there is none */
    uint8_t axis[3], reversed;
} eg_hex_neighbour;
typedef struct eg_hex_steps {
    eg_context *context;
    eg_hex_neighbour (*of)[6]; /* [elements] by side; reversed: a bit each direction */
} eg_hex_steps;
/* On all threads. EG_MEMORY. Destroy it whatever happens. */
eg_status eg_hex_steps_create(const eg_hexes *mesh, eg_hex_steps *steps);
void eg_hex_steps_destroy(eg_hex_steps *steps);

static inline bool eg_hex_steps_take(const eg_hex_steps *steps, const eg_hex_view *from, int direction,
                                     bool up, eg_hex_view *to)
{
    int side = 2 * from->axis[direction] + (up != from->reversed[direction]);
    const eg_hex_neighbour *next = &steps->of[from->element][side];
    to->element = next->element;
    for (int d = 0; d < 3; d++) {
        to->axis[d] = next->axis[from->axis[d]];
        to->reversed[d] = from->reversed[d] != (next->reversed >> from->axis[d] & 1);
    }
    return next->element >= 0;
}

/* ---- building, for readers */

/* What a reader hands over. Elements in any order; the three indices of an element may run along its edges in
 * any way, also left-handed. All arrays stay the caller's. */
typedef struct eg_hexes_input {
    const char *origin;
    int degree; /* of the geometry, 1 to EG_HEX_GEOMETRY_DEGREE */
    int64_t points, elements, quads;
    const double (*x)[3];  /* [points] m */
    const int32_t *point;  /* [elements][(degree+1)^3] */
    const int32_t *region; /* [elements] */
    const int64_t *source; /* [elements] number in the file */
    const int32_t (
        *quad)[4]; /* [quads] points at the corners of named faces, in any order; one inside the domain
                                     is ignored */
    const int32_t *quad_boundary; /* [quads] */
    /* Of a box of degree 1: its cells along each axis. Cell (i, j, k) is element i + cells[0] (j + cells[1] k),
     * its points go along the axes in the same order, and where it ends in direction d is boundary 2 d, or at
     * the upper end 2 d + 1. 0: nothing is known. */
    int64_t cells[3];
    /* Of such a box: its points are so evenly placed along the axes that there is nothing to examine. Then
     * point[], region[] (all 0) and quads are not looked at. */
    bool even;
    int regions, boundaries;
    const char *const *region_name;
    const char *const *boundary_name;
} eg_hexes_input;

/* Orders, orients, finds vertices, edges, faces and kinds, checks. Two elements are neighbours where they
 * share the corners' points; what else they have on the common face must stand at the same places to 1e-9 of
 * the longest edge (the first element's points are kept). Unused points are dropped; boundaries without a
 * face and regions without an element are dropped with a warning. A boundary face without a name goes to the
 * boundary "unnamed". EG_MESH for: no elements; a point index out of range; a coordinate that is not finite
 * or beyond 1e15 m; an element whose scaled Jacobian (the triple product of the map's three derivatives over
 * the product of their lengths, in [-1,1]) is not above 1e-12 everywhere, sampled at equidistant and at
 * Gauss-Lobatto points; two elements on the same side of a face, or that join its corners in different order;
 * a face with more than two elements; a boundary face with two names; more points than 2^31 - 1 or more
 * elements than 2^31 / 12. */
eg_status eg_hexes_build(eg_context *context, const eg_hexes_input *input, eg_hexes **mesh);

/* ---- boxes */

/* A box of cells[0] x cells[1] x cells[2] hexahedra. Boundaries: left and right are the ends in x, front and
 * back in y, bottom and top in z, the lower end first. Region "all". */
typedef struct eg_hexes_box_options {
    double origin[3], size[3]; /* m */
    int64_t cells[3];
    int degree;              /* of the geometry; 0: 1 */
    const eg_point_map *map; /* of the geometry's points, which are equidistant before; NULL: none */
    /* For tests: elements and points in random order, corners turned at random, left-handed too. Gives the
     * same mesh, but for source[]. Deterministic in `seed`. */
    bool shuffle;
    uint64_t seed;
} eg_hexes_box_options;

/* EG_MESH where size, cells or degree are out of range, there are too many, or the map leaves an element
 * inverted. */
eg_status eg_hexes_box(eg_context *context, const eg_hexes_box_options *options, eg_hexes **mesh);

/* Deformed unit cubes for tests and benches (docs/theory/hexahedra.md has the formulas). They take points of
 * [0,1]^3 to [0,1]^3, the smooth one its faces to curved faces. */
typedef struct eg_distorted_map {
    eg_point_map map;
    double amplitude;
} eg_distorted_map;

/* Nearly uniform elements in a cube with bent faces: the scaled Jacobian of the map is at least 0.82. */
eg_distorted_map eg_smoothly_distorted_cube(void);
/* Strongly distorted elements in the plain cube: the scaled Jacobian of the map falls to 0.48, and that of
 * straight elements, of which there are to be 8 or more a side, to 0.2. */
eg_distorted_map eg_strongly_distorted_cube(void);

/* Kershaw's mesh: six layers in x, in which y and z are squeezed towards one end and the other in turn, to a
 * share eps of their length; 1 leaves the cube, 0.3 is hard, 0.05 very hard. Lines of elements fit to it
 * where cells[0] is a multiple of 6, cells[1] and cells[2] of 2. */
typedef struct eg_kershaw_map {
    eg_point_map map;
    double eps_y, eps_z;
} eg_kershaw_map;
eg_kershaw_map eg_kershaw_cube(double eps_y, double eps_z); /* 0 < eps <= 1 */

/* ---- files */

/* Reads the hexahedra of a Gmsh .msh file, format 2.2 or 4.1, ASCII or binary: 8, 20 and 27 nodes, and
 * complete ones up to degree EG_HEX_GEOMETRY_DEGREE, all of one degree (20 nodes count as degree 2, where the
 * missing nodes follow from those that are there). Regions are physical volumes, boundaries physical surfaces
 * of quadrangles. EG_MESH with file and line (ASCII) or byte (binary), the value and a way out; so for
 * another volume element, and a triangle. */
eg_status eg_hexes_read_gmsh(eg_context *context, const char *path, eg_hexes **mesh);

/* The same from `length` bytes at `data`; `name` stands for the file in messages. */
eg_status eg_hexes_read_gmsh_memory(eg_context *context, const char *name, const char *data, int64_t length,
                                    eg_hexes **mesh);

/* Whether the elements of a whole mesh meet along whole faces that share their points. EG_MESH names the
 * first place, with the two elements, where faces coincide without being one, or where one is a part of the
 * other (hanging nodes). slit[b]: faces of the boundary b may coincide with faces of such boundaries: a wall
 * without thickness, or what eg_hexes_join() is going to close. Gaps narrower than 1e-4 of a face's edge
 * count as none; hanging nodes on curved faces, and elements that overlap in volume alone, are not looked
 * for. O(faces + b log b) for b boundary faces. */
eg_status eg_hexes_check_conforming(const eg_hexes *mesh, const bool *slit);

/* ---- periodic boundaries */

/* Joins two boundaries that are translates of each other: each face of `boundary_a`, moved by shift, is a
 * face of `boundary_b`, and the two become one, with their edges and vertices; a domain may be one element
 * wide. The shift is the difference of the centres of the two boundaries' bounding boxes; a corner moved by
 * it lies within 1e-6 of the shortest edge of the two boundaries from its counterpart. Points of the geometry
 * stay what and where they are. Vertices, edges and faces are numbered anew, so nodes are to be created
 * afterwards. Pairs may be joined one after the other, in any order with the same result. EG_MESH, with the
 * mesh as before, where a boundary is joined with itself or has no faces left, where the boxes differ in
 * size, where a face of either side has no partner (the first such face is named) and where both boundaries
 * have their elements on the same side. */
eg_status eg_hexes_join(eg_hexes *mesh, int boundary_a, int boundary_b, double shift[3]);

/* ---- geometry */

/* Places of the element's nodes of the map: x[(degree+1)^3], m. */
void eg_hexes_element_points(const eg_hexes *mesh, int64_t element, double (*x)[3]);

/* The image of a reference point and, unless NULL, the derivatives jacobian[i][d] = d x_i / d r_d, m. */
void eg_hexes_map(const eg_hexes *mesh, int64_t element, const double reference[3], double x[3],
                  double jacobian[3][3]);

/* The map at the (n+1)^3 Gauss-Lobatto points of degree n, lexicographic. */
typedef struct eg_hex_grid eg_hex_grid;
/* 1 <= degree <= EG_LINE_DEGREE. The caller owns *grid, which must not outlive the mesh. */
eg_status eg_hex_grid_create(const eg_hexes *mesh, int degree, eg_hex_grid **grid);
/* The same at equidistant points. */
eg_status eg_hex_grid_create_equidistant(const eg_hexes *mesh, int degree, eg_hex_grid **grid);
void eg_hex_grid_destroy(eg_hex_grid **grid);
/* Fills x[(n+1)^3], m, and unless NULL jacobian[(n+1)^3][i][d] = d x_i / d r_d. One call at a time on one
 * grid. */
void eg_hex_grid_fill(eg_hex_grid *grid, int64_t element, double (*x)[3], double (*jacobian)[3][3]);
/* The same bits, each number of all points together: x[i][(n+1)^3], derivative[d][i][(n+1)^3] = d x_i / d
 * r_d. */
void eg_hex_grid_fill_rows(eg_hex_grid *grid, int64_t element, double *x, double *derivative);

/* Determinant of jacobian[i][d]; positive in every element that was built. */
double eg_hex_determinant(const double jacobian[3][3]);

/* The least scaled Jacobian (see eg_hexes_build()) of the mesh at the points of the grid, and its first
 * element. */
double eg_hexes_least_scaled_jacobian(const eg_hexes *mesh, eg_hex_grid *grid, int64_t *element);

/* The element that holds the point (on a face: the lower number) and where in it, in [-1,1]^3; -1 outside. A
 * point within 1e-9 of an element, measured in its reference cube, is in it. O(log elements). */
int64_t eg_hexes_locate(const eg_hexes *mesh, const double point[3], double reference[3]);

/* ---- nodes of degree n: (n+1)^3 an element. Vertices, edges, faces and elements have 1, n-1, (n-1)^2 and
 * (n-1)^3 of their own, which are consecutive, in the entity's own orientation; entities are numbered by
 * first use in canonical order (an element: vertices, edges, faces, inside), so that nodes of one element
 * stand near each other. */
typedef struct eg_hex_nodes {
    eg_context *context;
    int degree;
    int64_t nodes;
    /* Of a part of a mesh: the rank's own nodes come first, in their order; behind them those of other
     * ranks. */
    int64_t own, all, first; /* own; in the whole mesh; the first own one's number in it */
    int32_t *ghost;          /* [nodes - own] numbers in the whole; NULL: there are none */
    int64_t *first_of; /* [ranks + 1] the first own node of each rank; NULL: as eg_partition_range() cuts */
    int32_t *of_vertex, *of_edge, *of_face,
        *of_element; /* the first node of each; the others follow, the last number by the first */
    int32_t *begin;  /* [elements] in the whole mesh: nodes below it are of elements before this one */
    int32_t *list;   /* [elements][(degree+1)^3] the nodes of each; NULL: not listed */
} eg_hex_nodes;

/* Numbers the nodes; 1 <= degree <= EG_HEX_DEGREE. The caller owns *nodes; it does not need the mesh any
 * more. EG_MESH for more than 2^31 - 1 nodes. */
eg_status eg_hex_nodes_create(const eg_hexes *mesh, int degree, eg_hex_nodes **nodes);
void eg_hex_nodes_destroy(eg_hex_nodes **nodes);

/* Lists the nodes of all elements, on all threads: they are then found in no time. EG_MEMORY. */
eg_status eg_hex_nodes_list(const eg_hexes *mesh, eg_hex_nodes *nodes);

/* The node of an element at (i, j, k), each 0 to degree; and all of them: node[(degree+1)^3]. */
int32_t eg_hex_node(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int i, int j, int k);
void eg_hex_element_nodes(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element, int32_t *node);

/* The nodes of an element where they are listed, else put into room[(degree+1)^3]. */
static inline const int32_t *eg_hex_nodes_of(const eg_hexes *mesh, const eg_hex_nodes *nodes, int64_t element,
                                             int32_t *room)
{
    int64_t side = nodes->degree + 1;
    if (nodes->list)
        return &nodes->list[element * side * side * side];
    eg_hex_element_nodes(mesh, nodes, element, room);
    return room;
}

/* The number of a node in the whole mesh, and whether an element is the first that has one of its nodes. */
static inline int64_t eg_hex_whole_node(const eg_hex_nodes *nodes, int64_t node)
{
    return node < nodes->own ? nodes->first + node : nodes->ghost[node - nodes->own];
}

static inline bool eg_hex_is_first(const eg_hex_nodes *nodes, int64_t element, int64_t node)
{
    return eg_hex_whole_node(nodes, node) >= nodes->begin[element];
}

/* ---- parts for ranks
 * -------------------------------------------------------------------------------------------
 *
 * Nodes are cut as cells are (eg_partition_range()): a rank owns whole chunks of EG_CHUNK nodes, so that sums
 * over nodes do not depend on the number of ranks. Its own elements are those whose first new node it owns, a
 * range of the canonical order. Its part of the mesh has these, all others that have a node of its own, and
 * eg_mesh_cut.ghost_layers layers of neighbours by vertices; so all that is added up at its nodes by elements
 * can be computed, in the order of one process. Elements, vertices, edges, faces, and points of a part are
 * those of the whole in their order; a face that lacks an element is no boundary. */

/* Numbers the nodes of a degree (eg_hex_nodes_create()) and gives them to the mesh, whose parts then have
 * theirs. */
eg_status eg_hexes_number_nodes(eg_hexes *mesh, int degree);

/* Nodes of a lower degree > 1 are owned by who owns the node in their place: the first nodes of an edge, a
 * face or an inside have the places of its first of the higher degree. The order of places is that of
 * numbers, so a rank owns a range, though not whole chunks, and the part has all elements that add to it.
 *
 * used[nodes->nodes] becomes 1 at the places. */
void eg_hex_mark_lower(const eg_hexes *mesh, const eg_hex_nodes *nodes, int degree, uint8_t *used);
/* The lower nodes of a part, from the number in the whole of the one in each place, number[nodes->nodes], and
 * from where those of each rank begin, first_of[ranks + 1]. EG_MEMORY. The caller owns *lower. */
eg_status eg_hex_nodes_lower(const eg_hexes *mesh, const eg_hex_nodes *nodes, int degree,
                             const int32_t *number, int ranks, int rank, const int64_t *first_of,
                             eg_hex_nodes **lower);

/* The rank that owns a node of the whole mesh. */
int eg_hex_nodes_owner(const eg_hex_nodes *nodes, eg_ranks ranks, int64_t node);

#endif
