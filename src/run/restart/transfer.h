/* transfer: the state of another run as an initial one, by position: initial.from of a case.
 *
 * It comes from a snapshot. In its cells values are constant (finite volumes) or polynomials, of which the
 * snapshot has the values at equidistant nodes: they are those of the state to rounding. A checkpoint of the
 * same moment, where the run's folder has one, has the state to the last bit, for a run of the same mesh,
 * order and precision. */
#ifndef EG_RUN_TRANSFER_H
#define EG_RUN_TRANSFER_H

#include "io/checkpoint/checkpoint.h"
#include "io/snapshot/nodes.h"
#include "mesh/boxes.h"
#include "run/model.h"

enum { EG_TRANSFER_FIELDS = 4 };

typedef struct eg_transfer {
    eg_boxed cells; /* first: these are items in boxes */
    const eg_setup *setup;
    const eg_node *node; /* initial.from */
    char *path;          /* of the snapshot */
    eg_snapshot *snapshot;
    eg_snapshot_geometry *mesh;
    eg_nodes nodes[EG_CELL_TYPES]; /* of point data */
    int fields, columns[EG_TRANSFER_FIELDS];
    double *field[EG_TRANSFER_FIELDS]; /* [values][columns] */
    struct eg_boxes *boxes;
} eg_transfer;

/* Reads the snapshot that initial.from names, with these fields, NULL at the end; the path of what is read
 * goes to the notes of the setup. EG_INPUT where there is no snapshot of the time, no such field, or no cells
 * of the plane; with `solid` no hexahedra, and the functions on cells are not for them. The caller closes it
 * in any case. */
eg_status eg_transfer_open(const eg_setup *setup, const char *const *fields, bool solid,
                           eg_transfer *transfer);
void eg_transfer_close(eg_transfer *transfer);

/* The vertices of a cell of the snapshot, in the plane; their number. */
int eg_transfer_vertices(const eg_transfer *transfer, int64_t cell, double (*x)[2]);
/* Values at `point` of the polynomial of the cell that has `near`: *inside is false where none has it. */
void eg_transfer_near(const eg_transfer *transfer, const double near[2], const double point[2],
                      double *values, bool *inside);

/* Whether the snapshot's mesh is that of the setup, to the last bit. */
bool eg_transfer_same_mesh(const eg_transfer *transfer);

/* The newest checkpoint of the other run's folder, where that is of the snapshot's moment and of a run of the
 * same model, variables, mesh, order or degree, and precision, whose cells stay; else NULL. The caller closes
 * it. */
eg_status eg_transfer_checkpoint(const eg_setup *setup, eg_checkpoint **checkpoint);

/* The number of places outside the snapshot and the first of them, as an error. */
typedef struct eg_outside {
    int64_t count;
    double first[3][3];
} eg_outside;
void eg_outside_add(eg_outside *outside, const double *place, int dimensions);
/* EG_CASE where there are any. */
eg_status eg_outside_refuse(const eg_transfer *transfer, const eg_outside *outside, const char *what,
                            int dimensions);

#endif
