/* A run from inside, for scripts and for programs that couple with it: a case from memory, single steps, and the
 * state. Variables have names, units and shapes; values are read whole or at points, and the state is read and
 * written as it is stored. Cells have corners. The memory of the device can be looked at without a copy.
 *
 * Cells are numbered in the canonical order, which device, lanes, threads and ranks leave as it is. All calls take a
 * run between two calls of eg_run_advance(), from its thread. Calls that fill values are collective, and only rank 0
 * gets them. */
#ifndef EAGRE_STATE_H
#define EAGRE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"
#include "eagre/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a case from memory */

/* eg_run_create() with a case that is no file. `name` stands for the file in messages, NULL: "case"; file names in
 * the case belong to `folder`, NULL: the working directory. options->case_file stays NULL. The texts are copied. */
EG_API eg_status eg_run_create_text(eg_context *context, const char *text, const char *name,
                                    const char *folder, const eg_run_options *options,
                                    eg_run **run);

/* ---- time */

/* Takes so many steps, or fewer where the case ends, and writes the outputs of the case on the way. The steps are
 * those that eg_run_advance() takes: the state has the same bits. Failures are those of eg_run_advance(). */
EG_API eg_status eg_run_advance_steps(eg_run *run, int64_t steps);

/* The end of the case: s, infinite where only steps end it; and steps, INT64_MAX where only time does. */
EG_API double eg_run_time_end(const eg_run *run);
EG_API int64_t eg_run_steps_end(const eg_run *run);

/* Length of the next step, s, as stability allows it; 0 where the model has none (Poisson). */
EG_API double eg_run_dt(const eg_run *run);

/* How often cells have changed since the run began. While it stays the same, so do cells and corners. */
EG_API int64_t eg_run_generation(const eg_run *run);

/* ---- variables */

/* An output of the model; the texts are static. */
typedef struct eg_variable {
    const char *name;     /* "velocity" */
    const char *unit;     /* "m/s"; "1" of a number */
    const char *sentence; /* what it is */
    int components;       /* 1; 2 or 3 of a vector; 3 or 6 of a symmetric tensor */
} eg_variable;

/* The i-th variable from 0; false behind the last. */
EG_API bool eg_run_variable(const eg_run *run, int i, eg_variable *variable);

/* Name of the case's model ("shallow-water"); static. Dimension of the mesh: 2 or 3. */
EG_API const char *eg_run_model(const eg_run *run);
EG_API int eg_run_dimension(const eg_run *run);

/* Reads a variable at points x[count], m (z is not looked at in the plane): values[count][components]. Values of
 * points outside the mesh are not numbers. EG_USAGE names the existing variables. Collective. */
EG_API eg_status eg_run_read_at(eg_run *run, const char *variable, int64_t count,
                                const double (*x)[3], double *values);

/* ---- the state as it is stored */

/* Rows of the state, one a cell: what the next step depends on. A row of `values` numbers holds `variables`
 * variables one after the other, `values / variables` numbers each: one value of a scheme of finite volumes, else
 * the coefficients of a polynomial of degree `degree` (docs/python.md). */
typedef struct eg_state_shape {
    int64_t cells;
    int values, variables, degree;
    int bytes; /* of a number: 8 (double) or 4 (float) */
} eg_state_shape;

/* EG_USAGE where the model has no such rows: Poisson and heat, whose values stand at nodes that cells share. */
EG_API eg_status eg_run_state_shape(eg_run *run, eg_state_shape *shape);

/* Reads all rows, state[cells][values]; `room` is what `state` can hold, in bytes. EG_USAGE. Collective. */
EG_API eg_status eg_run_read_state_rows(eg_run *run, void *state, int64_t room);

/* Puts all rows in the place of the state, between two steps; `bytes` is their size. Rows equal to those that there
 * are change nothing, not even the next step. Otherwise the step that stability allows is found anew. What the new
 * state gains or loses counts in no balance. EG_USAGE on several ranks; EG_DIVERGED where it is not finite or no
 * step is stable for it: the state is then the one before. */
EG_API eg_status eg_run_write_state_rows(eg_run *run, const void *state, int64_t bytes);

/* Writes a variable between two steps: values[cells][components] at the centres of the cells, in canonical order;
 * `count` is their number. The state of each cell is shifted by a constant, so that its form inside the cell stays:
 * velocity stays where depth is written, density where velocity or potential temperature are, and these two where
 * density is. A value is exact where a cell has one, else to rounding. As for eg_run_write_state_rows() the step is
 * found anew, and nothing counts in a balance. EG_USAGE where the variable follows from others (speed, pressure of
 * elastic waves), and on several ranks; EG_DIVERGED as there. */
EG_API eg_status eg_run_write(eg_run *run, const char *variable, const double *values,
                              int64_t count);

/* Whether it takes this variable. */
EG_API bool eg_run_is_writable(eg_run *run, const char *variable);

/* ---- cells */

/* Corners of cells: those of cell c are x[vertex[k]], first[c] <= k < first[c + 1], counter-clockwise in the plane;
 * of a hexahedron round its bottom, then round its top. Edges may be curved between them. */
typedef struct eg_geometry {
    int dimension;
    int64_t nodes, cells;
    const double (*x)[3];  /* [nodes] m; z is 0 in the plane, unless the mesh file gives it */
    const int64_t *first;  /* [cells + 1] */
    const int64_t *vertex; /* [first[cells]] */
} eg_geometry;

/* Arrays of the caller's, who frees them by eg_geometry_free(). In the plane cells share corners; hexahedra have
 * each their own. EG_USAGE on several ranks. EG_MEMORY. */
EG_API eg_status eg_run_geometry(eg_run *run, eg_geometry **geometry);
EG_API void eg_geometry_free(eg_context *context, eg_geometry **geometry);

/* Region of each cell, region[cells], an index of eg_run_region_name(); `room` is the number of entries. EG_USAGE on
 * several ranks. */
EG_API eg_status eg_run_regions(eg_run *run, int32_t *region, int64_t room);
EG_API const char *eg_run_region_name(const eg_run *run, int i); /* NULL behind the last */

/* ---- memory of the device */

struct DLManagedTensor;

/* The state where it is, on a processor or a CUDA device, without a copy: a tensor of DLPack
 * (github.com/dmlc/dlpack), state[blocks][values][lanes] of float or double, whose first values are those of rows; in
 * shallow water one more follows. eg_run_state_slots() gives the place of cells. Only cells of this rank count; what
 * else is in the tensor has no meaning. It is to be read, not written.
 *
 * The memory is the run's. The tensor shows the state until the run advances, is written to or is destroyed. The
 * caller deletes the tensor by its own deleter, in any order. All steps are done when the call returns. EG_USAGE
 * where the state is not in one such piece: other devices (OpenCL), models without rows, storage of half. */
EG_API eg_status eg_run_state_tensor(eg_run *run, struct DLManagedTensor **tensor);

/* Cell c of this rank stands at [slot[c] / lanes][...][slot[c] % lanes]. `room`: entries of slot. EG_USAGE. */
EG_API eg_status eg_run_state_slots(eg_run *run, int64_t *slot, int64_t room);

#ifdef __cplusplus
}
#endif
#endif
