/* mesh: cells, faces, names. Topology and geometry of one process's mesh of triangles and quadrangles.
 *
 * Numbering. Cells are sorted by type (triangles, then quadrangles) and, within a type, along the
 * Hilbert curve of their centroids; this order is the *canonical* order: sums and hashes go along
 * it. The vertices of a cell run counter-clockwise from its lowest vertex in (x, y); face k of a
 * cell joins its vertices k and k+1. Nodes and faces are numbered by first use in canonical order.
 * So the numbers in a file leave no trace: the same cells in any order give the same mesh.
 * A face has one orientation: it runs so that its left cell sees it counter-clockwise, and its left
 * cell is the one with the lower canonical number; on the boundary the right cell is -1, also where
 * eg_plane_join() has given the face a twin: eg_plane_neighbour() looks through twins. */
#ifndef EG_MESH_PLANE_H
#define EG_MESH_PLANE_H

#include "element/element.h"
#include "mesh/mesh.h"

/* Cells of the least chunk (eg_mesh_chunk()): vectors of values on faces go in groups of as many
 * (kernels/deg/imex.h). */
enum { EG_PLANE_CHUNK = 64 };

/* What a part knows of the whole mesh. */
typedef struct eg_plane_part {
    int64_t all_nodes; /* of the whole mesh */
    /* those nodes whose first cell is an own one follow each other in the whole mesh and in the */
    int64_t first_node;
    int64_t own_nodes;   /* part: here from first_node on, so many */
    int32_t *whole_node; /* [nodes] numbers in the whole mesh, ascending */
    int64_t *ghost_cell; /* [ghosts] numbers in the whole mesh, ascending */
} eg_plane_part;

typedef struct eg_plane {
    eg_mesh base; /* first; of a part its own cells come first, and ghosts behind them: own_first is 0 */

    int64_t nodes;
    double (*x)[3]; /* [nodes] coordinates, m */

    uint8_t *type;      /* [held] eg_cell_type */
    int64_t *first;     /* [held + 1] start of the cell in vertex[] and cell_face[] */
    int32_t *vertex;    /* [first[held]] nodes of each cell, counter-clockwise */
    int32_t *cell_face; /* [first[held]] faces of each cell */
    double *area;       /* [held] m2, > 0 */

    int64_t faces;
    int32_t (*face_vertex)[2]; /* [faces] from, to */
    int32_t (*face_cell)[2];   /* [faces] left, right; right is -1 on the boundary */
    int32_t *face_boundary;    /* [faces] index in base.boundaries, -1 inside */
    int32_t *face_twin;        /* [faces] the face on the other side of a periodic pair, -1: none */

    eg_plane_part *part; /* NULL: a whole mesh */
} eg_plane;

extern const eg_mesh_class eg_plane_class;

/* A mesh that is known to be one of the plane. */
static inline const eg_plane *eg_plane_of(const eg_mesh *mesh)
{
    assert(mesh->class == &eg_plane_class);
    return (const eg_plane *)mesh;
}

/* Frees the mesh and sets *mesh to NULL; NULL is fine. */
void eg_plane_destroy(eg_plane **mesh);

/* ---- where meshes come from: each gives a finished mesh (ordered, faces built, checked) */

/* Reads a Gmsh .msh file, format 2.2 or 4.1, ASCII or binary (little-endian; the byte order mark is
 * checked). Cells are its 3-node triangles and 4-node quadrangles, z of the nodes is kept; regions
 * are its physical surfaces and boundaries its physical curves, called by their number where they
 * have no name. Cells without a group are in region "all", or "unnamed" where others have one.
 * EG_MESH with file and line (ASCII) or byte (binary), the value and a way out. */
eg_status eg_plane_read_gmsh(eg_context *context, const char *path, eg_plane **mesh);
/* Nodes and elements of a Gmsh file by the heads of its sections, without taking memory for them; 0 where
 * there are none. */
void eg_gmsh_count(const char *path, int64_t *nodes, int64_t *elements);
/* Calls `each` for the names of the file's physical groups, where they stand before its nodes, as Gmsh writes
 * them, until it fails. Nothing where the file cannot be read; its errors are told when the mesh is. */
typedef eg_status eg_gmsh_name_function(void *user, int dimension, const char *name);
eg_status eg_gmsh_names(const char *path, eg_gmsh_name_function *each, void *user);

/* The same from `length` bytes at `data`; `name` stands for the file in messages. */
eg_status eg_plane_read_gmsh_memory(eg_context *context, const char *name, const char *data, int64_t length,
                                    eg_plane **mesh);

typedef enum eg_box_element { EG_BOX_QUADRANGLE, EG_BOX_TRIANGLE } eg_box_element;

/* A rectangle of cells[0] x cells[1] quadrangles, each cut into two triangles where asked (diagonals
 * alternate, so that no direction is preferred). Boundaries left, right, bottom, top; region "all". */
typedef struct eg_box_options {
    double origin[2], size[2];
    int64_t cells[2];
    eg_box_element element;
    const eg_point_map *map; /* of the nodes, in x and y; edges stay straight; NULL: none */
    /* For benches and tests. `jitter` (0 to 0.3) moves each inner node by up to jitter spacings, at
     * random in a disc, which leaves every cell convex; `shuffle` cuts triangles along random
     * diagonals and numbers nodes and cells at random before ordering. Deterministic in `seed`. */
    double jitter;
    bool shuffle;
    uint64_t seed;
} eg_box_options;

/* EG_MESH where size or cells are not positive, jitter is out of range, there are too many cells, or the map
 * folds cells over others or leaves one without area or a quadrangle that is not convex. */
eg_status eg_plane_box(eg_context *context, const eg_box_options *options, eg_plane **mesh);

/* ---- building, for readers */

/* What a reader hands over. Cells in any order, vertices in any sense; boundary edges by node pair.
 * All arrays stay the caller's. */
typedef struct eg_plane_input {
    const char *origin;
    int64_t nodes, cells, edges;
    const double (*x)[3];
    const uint8_t *type;          /* [cells] */
    const int32_t (*vertex)[4];   /* [cells] node indices, -1 in the fourth place of a triangle */
    const int32_t *region;        /* [cells] */
    const int64_t *source;        /* [cells] number in the file */
    const int32_t (*edge)[2];     /* [edges] named edges; one inside the domain is ignored */
    const int32_t *edge_boundary; /* [edges] */
    int regions, boundaries;
    const char *const *region_name;
    const char *const *boundary_name;
} eg_plane_input;

/* Orders, orients, finds faces, checks. The mesh does not keep anything of the input.
 * Clockwise cells are turned round. Unused nodes are dropped; boundaries without a face and regions
 * without a cell are dropped with a warning. A boundary face without a name goes to the boundary
 * "unnamed" (a case must then name it). EG_MESH for: no cells; a node index out of range; a
 * coordinate that is not finite or beyond 1e15 m; a cell without area, self-crossing or not convex;
 * two cells on the same side of their common face (one is inverted); a face with more than two
 * cells; a boundary face with two names; more than 2^31 - 1 nodes or cell vertices. */
eg_status eg_plane_build(eg_context *context, const eg_plane_input *input, eg_plane **mesh);

/* Gives all ranks the whole mesh, joined already, that rank 0 has: `whole` is NULL elsewhere, *mesh NULL on
 * rank 0. EG_MEMORY. Collective; all agree. The caller owns *mesh. */
eg_status eg_plane_broadcast(eg_context *context, const eg_comm *comm, const eg_plane *whole,
                             eg_plane **mesh);

/* Cells of a whole mesh that nobody has: triangles, counter-clockwise, with those that share a vertex with
 * own ones of a rank among them, through periodic pairs, too. Cells and nodes have the order of the whole;
 * nodes there are numbered by first use. The arrays stay the caller's. */
typedef struct eg_plane_window {
    const eg_mesh *like; /* with names, origin and bounds of the whole */
    int64_t cells, nodes;
    const double (*x)[3];         /* [nodes] m */
    const int32_t (*vertex)[3];   /* [cells] numbers in the window */
    const int32_t (*boundary)[3]; /* [cells] that an edge is on; -1: none */
    const int32_t (*twin)[3];   /* [cells] across a periodic pair, 3 * cell + edge in the window; -1: none */
    const int32_t *region;      /* [cells] */
    const int64_t *source;      /* [cells] */
    const int32_t *cell_number; /* [cells] in the whole */
    const int32_t *node_number; /* [nodes] in the whole */
    int64_t all_cells, all_nodes;
    int64_t first_node, own_nodes; /* nodes that own cells use first: numbers in the whole */
} eg_plane_window;

/* The part of a rank, as eg_mesh_cut_part() cuts it out of the whole mesh, ready to find points; of one, all.
 * EG_MEMORY. The caller owns *part. */
eg_status eg_plane_cut_window(const eg_plane_window *window, eg_ranks ranks, int rank, bool vertices,
                              eg_plane **part);

/* Whether the cells of a whole mesh meet along whole faces that share their nodes, and nowhere lie over each
 * other. EG_MESH names the first place, with the two elements, where nodes coincide without being one, where
 * a node lies inside a face of another cell, or where cells overlap. slit[b]: faces of the boundary b may
 * coincide with faces of such boundaries: a wall without thickness, or what eg_plane_join() is going to
 * close. Gaps narrower than 1e-4 of a face count as none; what overlaps by less than a twentieth of a face
 * may pass. O(faces + b log n) for b boundary faces. */
eg_status eg_plane_check_conforming(const eg_plane *mesh, const bool *slit);

/* ---- other names of boundaries */

/* Gives faces of the outline of a whole mesh, before it is joined, other boundaries: given[faces] is a place in
 * name[names], -1 where a face keeps its own. Equal names are one boundary; those that no face is left in go.
 * EG_MEMORY, with the mesh as before. */
eg_status eg_plane_rename(eg_plane *mesh, int names, const char *const *name, const int32_t *given);

/* Appends a mesh as a file of Gmsh, format 2.2, with the names of regions and boundaries. */
eg_status eg_plane_add_gmsh(const eg_plane *mesh, eg_text *text);

/* ---- periodic boundaries */

/* Joins two boundaries that are translates of each other: each face of `boundary_a`, moved by shift, is a
 * face of `boundary_b`, and the two become twins (face_twin). The shift is the difference of the centres of
 * the two boundaries' bounding boxes; a node moved by it lies within 1e-6 of the shortest edge of the two
 * boundaries from its counterpart, in x and y; z is not looked at. A boundary face runs counter-clockwise in
 * its one cell, so that twins run in opposite senses: the start of one is the end of the other. The nodes of
 * b are moved to the exact translates. Nothing else changes: faces and nodes of both sides stay, face_cell is
 * -1 on their outer side and face_boundary keeps their names. In a domain one cell wide a cell is its own
 * neighbour; a shift of (0, 0) closes a slit. Any number of pairs may be joined, one after the other.
 * EG_MESH, with mesh and shift as before, where a boundary is joined with itself or in a pair already, where
 * the boxes differ in size, where a face of either side has no partner (the first such face is named) and
 * where both boundaries have their cells on the same side. O(faces + n log n) for n faces of the
 * boundaries. */
eg_status eg_plane_join(eg_plane *mesh, int boundary_a, int boundary_b, double shift[2]);

/* ---- parts, for many ranks */

/* A part (eg_mesh_cut_part()) has the rank's own cells in canonical order, and behind them as ghosts, in
 * canonical order too, the cells across their faces, through periodic pairs too; and what eg_mesh_cut asks
 * for with `together` and `vertices`. Faces: those of own cells, their twins, those of such boundaries, and
 * those that end at such vertices; a face of a ghost that is none of these is -1 in cell_face. Cells are
 * exchanged along its eg_partition. */

/* Number of a node of a part in the whole mesh. */
static inline int32_t eg_plane_whole_node(const eg_plane *mesh, int32_t node)
{
    return mesh->part ? mesh->part->whole_node[node] : node;
}

/* Nodes of the whole mesh that this is, or is a part of. */
static inline int64_t eg_plane_all_nodes(const eg_plane *mesh)
{
    return mesh->part ? mesh->part->all_nodes : mesh->nodes;
}

/* The cell across a face of the cell, through periodic pairs too; -1 where the domain ends. */
static inline int32_t eg_plane_neighbour(const eg_plane *mesh, int64_t face, int64_t cell)
{
    const int32_t *side = mesh->face_cell[face];
    assert(side[0] == cell || (side[1] == cell && cell >= 0));
    if (side[1] >= 0)
        return side[0] == cell ? side[1] : side[0];
    int32_t twin = mesh->face_twin[face];
    return twin >= 0 ? mesh->face_cell[twin][0] : -1;
}

/* ---- round a vertex (corner.c) */

/* A cell and one of its vertices, by its place in the cell. */
typedef struct eg_plane_corner {
    int64_t cell;
    int at;
} eg_plane_corner;

/* The face that bounds a corner on its counter-clockwise, or clockwise, side. */
int32_t eg_plane_corner_face(const eg_plane *mesh, eg_plane_corner corner, bool counter_clockwise);
/* Moves on to the corner across that face, through periodic pairs too; false, and no move, where the domain
 * ends. Who goes on so comes to an end or back. In a part: round vertices of own cells that was cut with
 * their ghosts. */
bool eg_plane_next_corner(const eg_plane *mesh, eg_plane_corner *corner, bool counter_clockwise);

/* ---- asking */

/* The cell that holds the point (on a face: the lower number), -1 outside. Exact: no point of the
 * domain falls between two cells. O(log cells). */
int64_t eg_plane_locate(const eg_plane *mesh, const double point[2]);

/* Twice the area of a cell over its perimeter, m: the radius of the circle that touches all its sides, where
 * there is one. */
double eg_plane_cell_width(const eg_plane *mesh, int64_t cell);

/* Calls `found` for each cell whose bounds meet the rectangle, ascending; a failure of it ends the search and
 * is given back. Of a whole mesh. */
eg_status eg_plane_cells_near(const eg_plane *mesh, const double low[2], const double high[2],
                              eg_status (*found)(void *user, int64_t cell), void *user);

/* Copies x, y of the cell's vertices and returns their number. */
int eg_plane_cell_vertices(const eg_plane *mesh, int64_t cell, double (*x)[2]);

/* eg_plane_reference_point() in the cell. */
void eg_plane_reference_point(const eg_plane *mesh, int64_t cell, const double point[2], double reference[2]);

/* eg_cell_quadrature() of the cell. */
int eg_plane_cell_quadrature(const eg_plane *mesh, int64_t cell, int degree, double (*points)[2],
                             double *weights);

/* Shape quality in (0, 1]: 1 for the equilateral triangle and the square. Triangle:
 * 4 sqrt(3) A / (sum of l^2). Quadrangle: the least over its corners of 2 |a x b| / (a^2 + b^2),
 * a and b the edges that meet there. */
double eg_plane_cell_quality(const eg_plane *mesh, int64_t cell);

/* Whether a quadrangle is a parallelogram: |x0 - x1 + x2 - x3| is at most 1e-9 of its longest edge.
 * That vector is what the map from the reference square has beyond an affine map; who leaves it out
 * errs by that fraction of the cell's size, far below what a scheme errs. The coordinates of a true
 * parallelogram are rounded by 1e-16 of their own size: it passes even a million edges away from
 * the origin. False for a triangle. */
bool eg_plane_is_parallelogram(const eg_plane *mesh, int64_t cell);

/* The first quadrangle that is no parallelogram, -1 where there is none. */
int64_t eg_plane_first_skew(const eg_plane *mesh);

typedef struct eg_plane_summary {
    double area, area_min, area_max; /* m2 */
    double edge_min, edge_max;       /* m */
    double quality_min;
    int64_t quality_min_cell; /* the first with the least quality */
} eg_plane_summary;
void eg_plane_summarise(const eg_plane *mesh, eg_plane_summary *summary);

#endif
