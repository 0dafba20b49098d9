/* The inside of a set of snapshots being written. */
#ifndef EG_IO_SNAPSHOT_SET_H
#define EG_IO_SNAPSHOT_SET_H

#include "io/snapshot/grid.h"

struct eg_snapshot_set {
    eg_context *context;
    char *folder, *name, *case_hash;
    eg_date start;
    eg_precision precision;
    int degree;
    bool changes;               /* each snapshot has a mesh of its own */
    int64_t dimension;          /* 3: hexahedra */
    const eg_hex_nodes *common; /* nodes that elements of `mesh` share; NULL: none */
    const eg_hexes *mesh;
    const eg_comm *comm;                /* NULL: one process */
    long process;                       /* of rank 0 */
    bool keeps;                         /* the ranks do not see rank 0's folder */
    eg_grid_size grid;                  /* of all ranks */
    int64_t values;                     /* of a field's component in a file */
    int64_t own, before;                /* of all cells: of this rank, and of the ranks before it */
    int64_t count;                      /* written */
    int64_t length;                     /* of a snapshot file */
    int64_t offset[EG_SNAPSHOT_FIELDS]; /* of each field's values in it */
    eg_parallel_file *file;             /* the file that is being written */
    struct eg_mesh_writer *writer;      /* of the mesh, beside the caller; NULL: there is none */
    int field_count;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    eg_text entries; /* of the index, without the frame around them */
};

static inline bool eg_snapshot_is_first(const eg_snapshot_set *set)
{
    return eg_comm_rank(set->comm) == 0;
}

/* ---- set_file.c */

/* Begins a file: rank 0 makes it, then the others open it. Collective; all agree on the status. */
eg_status eg_snapshot_begin_file(eg_snapshot_set *set, const char *ending);
/* Lays a file out with `make`, which is called at once; what is laid out goes to `file`, unless that is
 * NULL. */
eg_status eg_snapshot_lay_out(eg_snapshot_set *set, eg_parallel_file *file,
                              eg_status (*make)(eg_h5 *h5, void *content), void *content, int64_t *length);

/* ---- set_mesh.c */

/* Values of a field's component on the first cells of the whole mesh. */
int64_t eg_snapshot_values_of(const eg_mesh *mesh, int64_t cells, int degree);
/* The file of the mesh; `beside`: a thread may go on with it (eg_snapshot_set_settle()). Collective; all
 * agree. */
eg_status eg_snapshot_write_mesh(eg_snapshot_set *set, const eg_mesh *mesh, bool beside);

/* ---- set_fields.c */

/* What one snapshot file is made of, and where its fields stand. */
typedef struct eg_snapshot_content {
    const eg_snapshot_set *set;
    const eg_snapshot_stamp *stamp;
    int64_t offset[EG_SNAPSHOT_FIELDS];
} eg_snapshot_content;

eg_status eg_snapshot_lay_out_fields(eg_h5 *h5, eg_snapshot_content *content);
/* Where the values stand in every snapshot: it does not depend on the moment. */
eg_status eg_snapshot_find_places(eg_snapshot_set *set);

/* ---- set.c */

/* A set of nothing; of several ranks theirs. Collective; all agree. */
eg_status eg_snapshot_set_make(eg_context *context, const eg_comm *comm, eg_snapshot_set **made);
/* What needs no other rank and no file. */
eg_status eg_snapshot_fill_set(eg_snapshot_set *set, const eg_mesh *mesh, const eg_snapshot_field *fields,
                               int field_count, const eg_snapshot_set_options *options);
/* The process of rank 0, and whether the others see its folder. Collective. */
eg_status eg_snapshot_find_ranks(eg_snapshot_set *set);

/* ---- index.c: what rank 0 does */

/* Ends of the names of a snapshot's mesh, where it has one of its own, and of what the set has together. */
void eg_snapshot_mesh_name(const eg_snapshot_set *set, char ending[64]);
/* The path of a file of the set by the end of its name; the caller frees it. The end of a snapshot's name. */
eg_status eg_snapshot_path(const eg_snapshot_set *set, const char *ending, char **path);
void eg_snapshot_name(int64_t number, char ending[64]);

/* Removes the snapshots from `count` on, until one is missing. */
eg_status eg_snapshot_remove_later(eg_snapshot_set *set, int64_t count);
/* Whether the snapshots of a set that goes on have common nodes; rank 0 looks. Collective; all agree. */
eg_status eg_snapshot_find_common(eg_snapshot_set *set, const eg_snapshot_set_options *options, bool *common);
/* Takes up a set as it was after its first options->count snapshots; later ones are still there. */
eg_status eg_snapshot_go_on(eg_snapshot_set *set, const eg_snapshot_set_options *options);

eg_status eg_snapshot_index_write(eg_snapshot_set *set);
/* Adds the next snapshot to the entries; the status is that of `entries`. Takes entries from byte `length` on
 * back. */
void eg_snapshot_index_add(eg_snapshot_set *set, double time);
void eg_snapshot_index_cut(eg_snapshot_set *set, int64_t length);

#endif
