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
    void (*destroy)(eg_mesh *mesh);
    /* The image x of a reference point and, unless NULL, the derivatives jacobian[i][d] = d x_i / d r_d, m. */
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
} eg_mesh_class;

struct eg_mesh {
    const eg_mesh_class *class;
    eg_context *context;
    char *origin;  /* file name, or "box": for messages */
    int dimension; /* 2 or 3 */
    int degree;    /* of the maps from reference cells, >= 1 */

    int64_t held; /* cells in the arrays */
    int64_t own_first,
        own;             /* those that this rank owns: the first one's number here, and how many */
    int64_t all, before; /* cells of the whole mesh; those before the first own one */

    int32_t *region;       /* [held] index in regions */
    int64_t *source;       /* [held] number in the file (or before ordering), for messages */
    double (*centroid)[3]; /* [held] m; z is 0 in the plane */

    eg_mesh_names regions; /* physical groups of cells; "all" where the file names none */
    eg_mesh_names
        boundaries; /* physical groups of faces that some boundary face belongs to, or did before it was joined */
    double box_low[3], box_high[3]; /* bounds of the points of the geometry, m */

    struct eg_boxes *
        boxes; /* over own cells, and those of other ranks that the class holds whole (mesh/boxes.h); NULL: none */
};

/* Frees the mesh and sets *mesh to NULL; NULL is fine. */
void eg_mesh_destroy(eg_mesh **mesh);
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
eg_status eg_mesh_locate(const eg_mesh *mesh, const eg_comm *comm, int64_t count,
                         const double (*x)[3], eg_location *location, eg_status status);

/* ---- which rank owns what (partition.c) */

/* The cells or nodes [*first, *last) of `count` that a rank owns: whole pieces of EG_CHUNK, so that sums do
 * not depend on the number of ranks. Where there are fewer pieces than ranks some own nothing. */
void eg_partition_range(int64_t count, int ranks, int rank, int64_t *first, int64_t *last);
int eg_partition_owner(int64_t count, int ranks, int64_t number);

#endif
