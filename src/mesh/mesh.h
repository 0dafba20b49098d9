/* mesh: what every mesh is to the floors above, whatever its cells are.
 *
 * A mesh of the plane (mesh/plane), of hexahedra (mesh/hexes) begins with an eg_mesh, and has its own
 * topology behind it. Cells are numbered in the *canonical order*: by type, and within a type along the
 * Hilbert curve of their centroids. Sums and hashes go along it, so that the numbers in a file leave no
 * trace.
 *
 * A mesh is immutable once it is built, joined and distributed. Of several ranks each holds a part: its own
 * cells, which follow each other in the whole mesh, and cells of other ranks around them. */
#ifndef EG_MESH_MESH_H
#define EG_MESH_MESH_H

#include "base/base.h"
#include "comm/comm.h"

typedef struct eg_mesh eg_mesh;
typedef struct eg_cutter eg_cutter;
struct eg_serializer;

/* The shapes of cells, in the order of eg_cell_type as far as that goes. */
typedef enum eg_shape { EG_SHAPE_TRIANGLE, EG_SHAPE_QUADRANGLE, EG_SHAPE_HEXAHEDRON, EG_SHAPES } eg_shape;

/* Cells that one kernel works on: they are alike, and follow each other in the canonical order, one group
 * after the other. */
typedef struct eg_cell_group {
    eg_shape shape;
    int kind;      /* of the map from the reference cell: eg_hex_kind; 0 in the plane */
    int64_t count; /* of a mesh of the plane own ones, of hexahedra held ones */
    int64_t all;   /* of the whole mesh */
} eg_cell_group;

enum { EG_MESH_GROUPS = 4 }; /* more than any class has */

/* How a mesh is cut into parts. */
typedef struct eg_mesh_cut {
    /* [boundaries] Of cells of the plane: every rank that has cells along such a boundary has all others
     * there as ghosts. NULL: none. */
    const bool *together;
    /* [bonds] Of cells of the plane. Bonds that share cells make a chain: every rank that owns a cell of a
     * chain or a neighbour of one, or has one by `together` or `vertices`, has all of these. */
    int64_t bonds;
    const int64_t (*bond)[2];
    bool vertices;    /* of cells of the plane: cells that share a vertex with own ones are ghosts, too */
    int ghost_layers; /* of hexahedra, around those that have nodes of the rank */
} eg_mesh_cut;

/* What ranks send each other of cells. Ghosts are counted from the first one; they stand in the order of
 * their owners, as own cells do there. */
typedef struct eg_partition {
    int neighbours;       /* ranks that cells go to or come from */
    int *rank_of;         /* [neighbours] ascending */
    int64_t *ghost_first; /* [neighbours + 1] the ghosts that each of them owns */
    int64_t *send_first;  /* [neighbours + 1] in send_cell[] */
    int32_t *send_cell;   /* own cells that are ghosts there, ascending for each */
} eg_partition;

typedef struct eg_mesh_names {
    int count;
    char **name; /* [count] */
} eg_mesh_names;

/* Where a point lies. */
typedef struct eg_location {
    int owner;           /* the rank that owns the cell; -1: the point is outside of the mesh */
    int64_t cell;        /* number in the whole mesh; of a point on a face the lowest */
    int64_t held;        /* the cell's number in this part, where this rank owns it; else -1 */
    double reference[3]; /* the point in the reference cell, where this rank owns it */
} eg_location;

typedef struct eg_mesh_class {
    const char *name; /* "plane", "hexes" */
    int dimension;
    int least_chunk; /* cells: a power of two up to EG_CHUNK (eg_mesh_chunk()); 0: ranks share nodes, not cells */
    int groups;
    eg_cell_group group[EG_MESH_GROUPS]; /* [groups], empty ones */
    void (*destroy)(eg_mesh *mesh);
    /* The image x of a reference point and, unless NULL, the derivatives jacobian[i][d] = d x_i / d r_d,
     * m. */
    void (*map)(const eg_mesh *mesh, int64_t cell, const double reference[3], double x[3],
                double jacobian[3][3]);
    /* The lowest of the cells under `boxes` that holds the point, and where; -1: none does. O(log cells). */
    int64_t (*locate)(const eg_mesh *mesh, const double x[3], double reference[3]);
    /* Number in the whole mesh of a held cell. */
    int64_t (*whole_number)(const eg_mesh *mesh, int64_t cell);
    /* Whether the cells of a whole mesh meet along whole faces; EG_MESH names the first place where they do
     * not. slit[b]: faces of the boundary b may coincide with faces of such boundaries. */
    eg_status (*check_conforming)(const eg_mesh *mesh, const bool *slit);
    /* Joins two boundaries of a whole mesh that are translates of each other, by `shift`, which it finds (m).
     * EG_MESH. */
    eg_status (*join)(eg_mesh *mesh, int boundary_a, int boundary_b, double shift[3]);
    /* Hash of what a checkpoint takes for granted of a whole mesh: points, cells, regions, boundaries. */
    uint64_t (*hash)(const eg_mesh *mesh);
    /* Parts (eg_mesh_cut_part()). A cutter makes once what is as large as the whole mesh; a part then takes
     * time and memory of its own size. It cuts one part at a time, and does not outlive the mesh.
     * EG_MEMORY. */
    eg_status (*create_cutter)(const eg_mesh *whole, eg_ranks ranks, const eg_mesh_cut *how,
                               eg_cutter **cutter);
    eg_status (*cut)(eg_cutter *cutter, int rank, eg_mesh **part);
    void (*destroy_cutter)(eg_cutter **cutter);
    /* A part without cells, which serialize() fills; what it takes to find points in a part. */
    eg_status (*create_part)(eg_context *context, eg_mesh **part);
    eg_status (*serialize)(struct eg_serializer *serializer, eg_mesh *part);
    eg_status (*box_cells)(eg_mesh *part);
} eg_mesh_class;

struct eg_mesh {
    const eg_mesh_class *class;
    eg_context *context;
    char *origin;  /* file name, or "box": for messages */
    int dimension; /* 2 or 3 */
    int degree;    /* of the maps from reference cells, >= 1 */

    int64_t held;           /* cells in the arrays */
    int64_t own_first, own; /* those that this rank owns: the first one's number here, and how many */
    int64_t all, before;    /* cells of the whole mesh; those before the first own one */

    int groups;
    eg_cell_group group[EG_MESH_GROUPS]; /* [groups], some of them empty */

    int32_t *region;       /* [held] index in regions */
    int64_t *source;       /* [held] number in the file (or before ordering), for messages */
    double (*centroid)[3]; /* [held] m; z is 0 in the plane */

    eg_mesh_names regions; /* physical groups of cells; "all" where the file names none */
    /* physical groups of faces that some boundary face belongs to, or did before it was joined */
    eg_mesh_names boundaries;
    double box_low[3], box_high[3]; /* bounds of the points of the geometry, m */

    int holders;             /* beside the first: eg_mesh_hold() */
    eg_partition *partition; /* NULL: cells are not exchanged */
    /* over own cells, and those of other ranks that the class holds whole (mesh/boxes.h); NULL: none */
    struct eg_boxes *boxes;
};

/* Who lets go last frees the mesh: sets *mesh to NULL; NULL is fine. Any thread. */
void eg_mesh_destroy(eg_mesh **mesh);
/* The mesh, which now lives until the caller destroys it too. Any thread of one who holds it. */
eg_mesh *eg_mesh_hold(const eg_mesh *mesh);
/* For classes: what the struct above holds, and then the mesh itself. */
void eg_mesh_free(eg_mesh *mesh);

/* Index of the name, or -1. */
int eg_mesh_region_index(const eg_mesh *mesh, const char *name);
int eg_mesh_boundary_index(const eg_mesh *mesh, const char *name);

/* Number of a held cell in the whole mesh; the held number of an own cell that has this number in the whole
 * mesh, or -1 where another rank owns it. */
static inline int64_t eg_mesh_whole_number(const eg_mesh *mesh, int64_t cell)
{
    return mesh->class->whole_number(mesh, cell);
}

static inline int64_t eg_mesh_own_number(const eg_mesh *mesh, int64_t whole_number)
{
    int64_t cell = whole_number - mesh->before;
    return cell >= 0 && cell < mesh->own ? mesh->own_first + cell : -1;
}

static inline int64_t eg_mesh_own_end(const eg_mesh *mesh)
{
    return mesh->own_first + mesh->own;
}

/* Held cells of other ranks. */
static inline int64_t eg_mesh_ghosts(const eg_mesh *mesh)
{
    return mesh->held - mesh->own;
}

/* Where the points x[count] (m; z is not looked at in the plane) lie. Collective, also where `status` is a
 * failure of this rank; all agree on the status and, but for `held` and `reference`, on the locations. A
 * point of the domain is in some cell. */
eg_status eg_mesh_locate(const eg_mesh *mesh, const eg_comm *comm, int64_t count, const double (*x)[3],
                         eg_location *location, eg_status status);

/* ---- parts for ranks (distribute.c, cut.c of each class)
 *
 * A part has the cells that the rank owns, and those of other ranks that its class names. Cells, faces, nodes
 * keep the order and orientation of the whole. Names and box are those of the whole. */

/* Cuts the part of one rank out of a whole mesh, joined already where it is periodic. Points are found only
 * in parts that were distributed. EG_MEMORY. The caller owns *part. */
eg_status eg_mesh_cut_part(const eg_mesh *whole, eg_ranks ranks, int rank, const eg_mesh_cut *how,
                           eg_mesh **part);

/* Gives each rank its part of the mesh of a class that rank 0 has: *mesh is the whole on rank 0 and NULL
 * elsewhere; afterwards it is the part of the rank, and the whole is gone. At no time does rank 0 hold more
 * than the whole, its cutter, one part, and the packed form of that; another rank holds its part and that
 * form. Nothing changes for one process. Collective, also where `status` is a failure of this rank; all agree
 * on the status, and after a failure *mesh is what it was, or NULL. */
eg_status eg_mesh_distribute(eg_context *context, const eg_comm *comm, const eg_mesh_class *class,
                             const eg_mesh_cut *how, eg_mesh **mesh, eg_status status);

/* A part as bytes, for a rank of the same machine type, and back. The caller owns *bytes (eg_free), or *part.
 * EG_MEMORY. The bytes are trusted: they never come from a file. */
eg_status eg_mesh_pack(const eg_mesh *part, char **bytes, int64_t *length);
eg_status eg_mesh_unpack(eg_context *context, const eg_mesh_class *class, const char *bytes, int64_t length,
                         eg_mesh **part);

/* ---- maps that deform boxes */

/* A map of places. A caller's own begins with this struct and has further members behind it; apply() moves
 * x[count], m, in place. It is called for ranges of the points of a mesh, from several threads. */
typedef struct eg_point_map {
    eg_status (*apply)(const struct eg_point_map *self, eg_context *context, int64_t count, double (*x)[3]);
} eg_point_map;

/* ---- which rank owns what (partition.c) */

/* Cells of a chunk: sums over the mesh are made of sums of chunks, and ranks are cut between these. A mesh
 * has at least EG_CHUNK chunks, as far as the least chunk of its class allows: so each rank has its share to
 * 1 in EG_CHUNK of the whole, whatever a cell holds. It depends on the number of cells alone: a power of two
 * up to EG_CHUNK. */
int64_t eg_mesh_chunk(const eg_mesh_class *class, int64_t cells);

/* The cells or nodes [*first, *last) of `count` that a rank owns: whole chunks, so that sums do not depend on
 * the ranks; about its part of them. Where there are fewer chunks than ranks some own nothing. `chunk`:
 * eg_mesh_chunk() of cells, EG_CHUNK of nodes. */
void eg_partition_range(int64_t count, int64_t chunk, eg_ranks ranks, int rank, int64_t *first,
                        int64_t *last);
int eg_partition_owner(int64_t count, int64_t chunk, eg_ranks ranks, int64_t number);

#endif
