/* delta: what stands for the delta function of a source in the cells of a mesh. */
#ifndef EG_SCHEME_ADER_DELTA_H
#define EG_SCHEME_ADER_DELTA_H

#include "mesh/plane/plane.h"
#include "physics/linear/linear.h"

/* Values at points: fills values[count][n] at x[count] of a cell. A point on a face belongs to the cell
 * that is asked. It is called by several threads at once. */
typedef eg_status eg_ader_values(void *user, int64_t cell, int count, const double (*x)[2], double *values);

/* What delta functions are found in: a whole mesh with its medium. */
typedef struct eg_ader_location {
    const eg_plane *mesh;
    const eg_linear *system;
    eg_ader_values *material; /* n = system->materials */
    void *user;
    int order;
} eg_ader_location;

/* Delta functions by cells: d = sum over k of modes[i][k] phi_k in cell[i], where phi_k are the
 * eg_modal_count(order) modes of the cell; a cell may be there more than once. Zero it before the first call;
 * eg_ader_deltas_free() gives the arrays back. */
typedef struct eg_ader_deltas {
    int64_t count, cell_room, mode_room, point_room;
    int64_t *cell;
    double *modes; /* [count][modes], 1/m2 */
    double (*point)
        [2]; /* where weights take the material, in the reference cell: the point; of a smooth one the centroid */
} eg_ader_deltas;

/* Appends the delta function at x. `smooth`: spread over a disc about x, 1.75 sizes of a cell in radius up to
 * order 6 and 1.05 from order 10 on, so that polynomials of degree order + 2 are weighed exactly; the disc
 * ends at boundaries and where the medium jumps. Else a point, of whose cell polynomials below `order` are
 * weighed exactly. On a face or a vertex all cells that touch it take equal parts, through periodic pairs
 * too. Nothing is appended where x lies outside the mesh. EG_MEMORY; what `material` returns. */
eg_status eg_ader_add_delta(const eg_ader_location *location, const double x[2], bool smooth,
                            eg_ader_deltas *deltas);
void eg_ader_deltas_free(eg_ader_deltas *deltas);

#endif
