/* Snapshots: fields on the mesh at one moment, one VTKHDF file each, opened by ParaView 5.11.
 *
 * A set is a folder with
 *     NAME.mesh.h5           points, cells and types: written once; NAME-000000.mesh.h5 where they change
 *     NAME-000000.vtkhdf     the fields of one moment; its geometry is linked from NAME.mesh.h5
 *     NAME.vtkhdf.series     the files and their times; this is what one opens in ParaView
 * Every file is written under a temporary name, synchronised and renamed; the index is rewritten
 * after each snapshot. So whatever happens, each file under its final name is complete, and the
 * index names complete files only. The files of a set refer to each other by name alone: move the
 * whole folder. Equal fields give equal bytes: no file holds a date.
 *
 * A set holds cell data, one value a cell, or point data: a polynomial in each cell, given by its
 * values at nodes of the cell's own, so that it may jump at faces. On hexahedra it holds point data; of a
 * continuous field the files have each node that elements share once (common.c). Whoever writes values or
 * reads them has those of each cell in any case.
 *
 * HDF5 keeps state of its own that is shared by the whole process. Every call into it goes through
 * one lock (vtkhdf.h), so snapshots may be written and read on several threads; they take turns. */
#ifndef EG_IO_SNAPSHOT_H
#define EG_IO_SNAPSHOT_H

#include "base/base.h"
#include "base/date.h"
#include "comm/comm.h"
#include "device/device.h"
#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"

/* No field has a longer name or unit; no set has more fields, or point data of a higher degree. */
enum {
    EG_FIELD_NAME = 48,
    EG_SNAPSHOT_FIELDS = 64,
    EG_SNAPSHOT_DEGREE = 15,               /* numbers of nodes are bytes */
    EG_SNAPSHOT_HEX_DEGREE = EG_HEX_DEGREE /* on hexahedra */
};

/* One field, declared once. A vector of the plane has components = 2; the file holds three (the
 * third is 0), because ParaView draws arrows of three. */
typedef struct eg_snapshot_field {
    char name[EG_FIELD_NAME]; /* "depth": letters, digits, _ */
    char unit[EG_FIELD_NAME]; /* "m"; "" or "1" for a number */
    int components;           /* 1, 2, 3, or 6 of a symmetric tensor: xx, yy, zz, xy, yz, xz */
} eg_snapshot_field;

/* When a snapshot was taken, and the hash of the whole state at that moment. */
typedef struct eg_snapshot_stamp {
    int64_t step;
    double time; /* s */
    uint64_t state_hash;
} eg_snapshot_stamp;

/* ---- nodes of point data */

/* The nodes of a cell: equidistant points of its reference cell, (p + 1)(p + 2) / 2 of a triangle
 * and (p + 1)^2 of a quadrangle; fills points and returns their number. 1 <= degree <=
 * EG_SNAPSHOT_DEGREE. Up to EG_LAGRANGE_DEGREE they are eg_lagrange_nodes(), in VTK's order; above
 * it, where a cell is written as linear sub-cells, they go row by row. */
int eg_snapshot_nodes(eg_cell_type type, int degree, double (*points)[2]);

/* Values of a component of a field on the mesh: one a cell (degree 0), or one a node of each cell. */
int64_t eg_snapshot_value_count(const eg_mesh *mesh, int degree);
/* The same of the whole mesh that this one is a part of. */
int64_t eg_snapshot_all_values(const eg_mesh *mesh, int degree);
/* Bytes of the file of a snapshot with so many values of each component, about; and of the mesh that all of
 * them share. */
double eg_snapshot_file_bytes(double values, int components, eg_precision precision);
double eg_snapshot_mesh_bytes(const eg_mesh *mesh, int degree, const eg_hex_nodes *common);

/* On hexahedra, of degree 1 to EG_SNAPSHOT_HEX_DEGREE, there are (p + 1)^3 nodes each, equidistant and
 * lexicographic (mesh/hexes/hexes.h). Up to degree EG_LAGRANGE_HEX_DEGREE a hexahedron is one Lagrange cell
 * of VTK, in the order of VTK 9.1 and later; above it linear sub-cells. */
enum { EG_LAGRANGE_HEX_DEGREE = 5 };

/* ---- writing */

typedef struct eg_snapshot_set eg_snapshot_set;

/* Zero means default. */
typedef struct eg_snapshot_set_options {
    const eg_comm *comm;    /* of a mesh that is a part: the ranks, which outlive the set */
    const char *folder;     /* created where it is missing; NULL: "." */
    const char *name;       /* NULL: "fields" */
    const char *case_hash;  /* kept in every file; NULL: "" */
    eg_date start;          /* of time 0, kept in every file where it is given */
    eg_precision precision; /* of the values in the files */
    int degree;             /* of point data, 1 to EG_SNAPSHOT_DEGREE; 0: cell data */
    const eg_hex_nodes
        *common;         /* of fields without jumps, on hexahedra no two of which are joined as periodic:
                                 * the nodes that elements share, of `degree`; NULL: each has nodes of its
                                 * own */
    const char *entries; /* of a set that goes on: what eg_snapshot_set_entries() gave; NULL: a new set */
    int64_t count;       /* of a set that goes on: its snapshots */
    bool changes;        /* the mesh does: eg_snapshot_set_change_mesh() gives that of each snapshot */
    bool beside;         /* of one process: a thread of its own writes the mesh, while the caller goes on */
} eg_snapshot_set_options;

/* Of several ranks the set is that of all: each has a part of the mesh and writes its own values at their
 * places in the one file, which rank 0 makes, seals and renames; the files are those of one process. Where
 * the others do not see the folder their values go through rank 0, and a warning says so. Creation is
 * collective then, and all agree on its status.
 *
 * Starts a set: creates the folder, writes the mesh and an empty index. The mesh is not kept, but where it is
 * written beside until eg_snapshot_set_settle(), or the first snapshot, which waits for it too. A set that
 * goes on gets the index that it had, and files of later snapshots are removed; EG_CHECKPOINT where one of
 * its own is missing; where these have no common nodes, it has none either. EG_IO where a file cannot be
 * written; EG_USAGE for a field that cannot be, or more nodes than 2^31 - 1. On hexahedra options->degree is
 * 1 to EG_SNAPSHOT_HEX_DEGREE. With common nodes mesh and nodes outlive the set: of a node that elements
 * share the files have the place and the values of the first of these. The caller owns the set. */
eg_status eg_snapshot_set_create(eg_context *context, const eg_mesh *mesh, const eg_snapshot_field *fields,
                                 int field_count, const eg_snapshot_set_options *options,
                                 eg_snapshot_set **set);

/* Before each snapshot of a set whose mesh changes: writes the mesh that it is on, of the same dimension. The
 * mesh is not kept. Collective, and all agree on the status. EG_IO, EG_USAGE as above. */
eg_status eg_snapshot_set_change_mesh(eg_snapshot_set *set, const eg_mesh *mesh);

/* Waits until a mesh that is written beside is there; its failure is told here. EG_IO, EG_MEMORY. */
eg_status eg_snapshot_set_settle(eg_snapshot_set *set);

/* The next snapshot in steps, one at a time: begin: makes and opens the file. Collective; all agree on the
 * status. put: writes this rank's values, of its own cells; then they are on the disk. values[f] is field f,
 * [cells][components] in canonical cell order; of point data [nodes][components], cell after cell; rounded
 * once to f32 where the set's precision is that. From any thread, but from one at a time. EG_IO names the
 * file and the reason; the set can go on after it. synchronize: when every rank has put, with the status of
 * that. Collective; all agree on the status, and where it is not EG_OK nothing of the snapshot is left; not
 * needed of one process. publish: makes the file what its name says, and writes the index: on rank 0. From
 * any thread. drop: gives up what has begun; nothing of it is left when all have. */
eg_status eg_snapshot_set_begin(eg_snapshot_set *set);
eg_status eg_snapshot_set_put(eg_snapshot_set *set, const double *const *values);
/* The same field by field, in any order, and then its end. */
eg_status eg_snapshot_set_put_field(eg_snapshot_set *set, int field, const double *values);
eg_status eg_snapshot_set_put_end(eg_snapshot_set *set);
eg_status eg_snapshot_set_synchronize(eg_snapshot_set *set, eg_status status);
/* In place of put, of one field of one component on hexahedra: on all threads, each element's values when
 * they are wanted. The function gives those of `count` own elements from the one number `first` of them
 * on. */
typedef struct eg_snapshot_source {
    eg_status (*values)(const struct eg_snapshot_source *source, int64_t first, int64_t count,
                        double *values);
} eg_snapshot_source;
eg_status eg_snapshot_set_put_from(eg_snapshot_set *set, const eg_snapshot_source *source);
eg_status eg_snapshot_set_publish(eg_snapshot_set *set, const eg_snapshot_stamp *stamp);
void eg_snapshot_set_drop(eg_snapshot_set *set);

/* Several snapshots at once, of one process and a mesh that stays. fork: a further writer of the set's files,
 * which the caller owns; settle the set first. begin_ahead: it begins the file of the snapshot that comes
 * `files` after the next one; then put as in a set, on any thread. complete: the file is whole, sealed and on
 * the disk, under its temporary name. name: the files of the next snapshots get their names, all of them in
 * order, and the index theirs: with one fsync of the folder and one of the index for all. What fails is no
 * part of the set, and the set can go on. join: gives up a file, and frees; NULL is fine. */
eg_status eg_snapshot_set_fork(const eg_snapshot_set *set, eg_snapshot_set **ahead);
eg_status eg_snapshot_set_begin_ahead(const eg_snapshot_set *set, int files, eg_snapshot_set *ahead);
eg_status eg_snapshot_set_complete(eg_snapshot_set *ahead, const eg_snapshot_stamp *stamp);
eg_status eg_snapshot_set_name(eg_snapshot_set *set, eg_snapshot_set *const *ahead, int files,
                               const eg_snapshot_stamp *stamps);
void eg_snapshot_set_join(eg_snapshot_set **ahead);

int64_t eg_snapshot_set_count(const eg_snapshot_set *set); /* snapshots written */
/* The entries of the index so far, for a set that is to go on later. */
const char *eg_snapshot_set_entries(const eg_snapshot_set *set);

/* Frees the set and sets *set to NULL; NULL is fine. The files are complete at any time. */
void eg_snapshot_set_destroy(eg_snapshot_set **set);

/* ---- one file */

/* The name of the file of largest values in a run's folder. */
#define EG_MAXIMA_NAME "maxima"
#define EG_MAXIMA_FILE EG_MAXIMA_NAME ".vtkhdf"

/* Cell data in one file of its own, FOLDER/NAME.vtkhdf, with its mesh. */
typedef struct eg_snapshot_one {
    const eg_comm *comm; /* as in eg_snapshot_set_options */
    const char *folder, *name, *case_hash;
    eg_date start;          /* of time 0 */
    eg_precision precision; /* of the values in the file */
    eg_snapshot_stamp stamp;
    int field_count;
    const eg_snapshot_field *fields;
    const double *const *values; /* [field_count], each [own cells][components] */
} eg_snapshot_one;

/* Writes it under a temporary name, and renames it. Of several ranks collective; all agree on the status.
 * EG_IO. */
eg_status eg_snapshot_write_one(eg_context *context, const eg_mesh *mesh, const eg_snapshot_one *one);

/* ---- reading */

/* A snapshot file: what it is about, without its values. Read it, do not change it. */
typedef struct eg_snapshot {
    eg_context *context;
    char *path;
    char version[EG_FIELD_NAME];          /* of the eagre that wrote it; "" in a foreign file */
    char case_hash[EG_FIELD_NAME];        /* "" in a foreign file */
    eg_snapshot_stamp stamp;              /* zeros in a foreign file */
    eg_date start;                        /* of time 0; none where it is not known */
    eg_precision precision;               /* of the first field in the file */
    int degree;                           /* of point data; 0: cell data */
    bool common;                          /* cells have nodes in common, which the file has once */
    int64_t points;                       /* in the file */
    int64_t nodes;                        /* of point data all nodes of all cells, else of the mesh */
    int64_t cells, cell_vertices;         /* of the mesh */
    int64_t values;                       /* of a field's component: cells, or nodes of point data */
    int64_t cells_of_type[EG_CELL_TYPES]; /* of point data in the plane */
    int64_t hexahedra;                    /* of point data on hexahedra, which all cells are then; else 0 */
    int field_count;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS]; /* in the order of their names */
} eg_snapshot;

/* Opens any VTKHDF file of one unstructured grid of triangles and quadrangles. Point data are read
 * from files that eagre wrote; of another program's file its cell data are read. EG_INPUT names the
 * file and what is wrong with it: not there, not HDF5, cut short, foreign, damaged, the mesh file
 * missing, sizes that contradict each other. The caller owns the snapshot. No file stays open. */
eg_status eg_snapshot_open(eg_context *context, const char *path, eg_snapshot **snapshot);

/* Index of the field, or -1. */
int eg_snapshot_field_index(const eg_snapshot *snapshot, const char *name);

/* Reads one field: *values is [snapshot->values][components], the caller frees it with eg_free(). */
eg_status eg_snapshot_read_field(const eg_snapshot *snapshot, int field, double **values);

/* Where a value stands: its cell, and of point data its node in it, else -1. */
void eg_snapshot_position(const eg_snapshot *snapshot, int64_t value, int64_t *cell, int *node);

/* Frees the snapshot and sets *snapshot to NULL; NULL is fine. */
void eg_snapshot_close(eg_snapshot **snapshot);

/* Points and cells of a snapshot, checked: every vertex is a node, every coordinate is finite. Of
 * point data x[] has the nodes of all cells, in the order of the values, and the vertices of a cell
 * are those of its nodes that stand there; of a hexahedron round its bottom, then round its top. */
typedef struct eg_snapshot_geometry {
    eg_context *context;
    int64_t nodes, cells;
    double (*x)[3];  /* [nodes] m */
    int64_t *first;  /* [cells + 1] start of each cell in vertex[] */
    int32_t *vertex; /* [first[cells]] */
} eg_snapshot_geometry;

/* Reads the geometry; the caller owns it. EG_INPUT as above. */
eg_status eg_snapshot_read_geometry(const eg_snapshot *snapshot, eg_snapshot_geometry **geometry);
void eg_snapshot_geometry_destroy(eg_snapshot_geometry **geometry);

/* The snapshots of a set in the order of time, as its index tells. */
typedef struct eg_snapshot_list {
    eg_context *context;
    int64_t count;
    char **path;  /* [count] */
    double *time; /* [count] s */
    char *index;  /* the path of the index; NULL of one snapshot file */
} eg_snapshot_list;

/* Lists what `path` names: a run's folder (that holds fields/), the folder of a set, an index
 * (.series) or one snapshot file. EG_INPUT where there is none of these. The caller owns the list. */
eg_status eg_snapshot_list_create(eg_context *context, const char *path, eg_snapshot_list **list);
void eg_snapshot_list_destroy(eg_snapshot_list **list);

#endif
