/* Access to a run for scripts and for coupled programs: a case from memory, single steps, variables, the
 * state and the cells. Values are read for all cells or at points. The state is read and written as it is
 * stored. A tensor gives access to the memory of the device without a copy.
 *
 * Cells are numbered in canonical order, which is the same for every device and any number of lanes, threads
 * and ranks. All functions may be called between two calls of eg_run_advance(). Calls that return values are
 * collective, and only rank 0 receives them. */
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

/* eg_run_create() for a case given as text. `name` replaces the name of the file in messages; NULL: "case".
 * File names in the case are relative to `folder`; NULL: the working directory. options->case_file must be
 * NULL. The texts are copied. */
EG_API eg_status eg_run_create_text(eg_context *context, const char *text, const char *name,
                                    const char *folder, const eg_run_options *options, eg_run **run);

/* ---- time */

/* Advances by `steps` time steps, or fewer if the case ends before, and writes the outputs of the case that
 * are due. The state has the same bits as after eg_run_advance(). Fails like eg_run_advance(), and with
 * EG_USAGE if `steps` is below 0. */
EG_API eg_status eg_run_advance_steps(eg_run *run, int64_t steps);

/* The end of the case: as a time in s, infinite if only a number of steps is given; and as a number of steps,
 * INT64_MAX if only a time is given. */
EG_API double eg_run_time_end(const eg_run *run);
EG_API int64_t eg_run_steps_end(const eg_run *run);

/* Stable length of the next step, s; 0 in a model without time (Poisson). */
EG_API double eg_run_dt(const eg_run *run);

/* How often the mesh has been adapted since the run began. Cells and corners are valid for one generation. */
EG_API int64_t eg_run_generation(const eg_run *run);

/* ---- variables */

/* An output of the model; the texts are static. */
typedef struct eg_variable {
    const char *name;     /* "velocity" */
    const char *unit;     /* "m/s"; "1" if dimensionless */
    const char *sentence; /* its meaning */
    int components;       /* 1; of a vector 2 or 3; of a symmetric tensor 3 or 6 */
} eg_variable;

/* Describes the i-th variable, from 0. False after the last one. */
EG_API bool eg_run_variable(const eg_run *run, int i, eg_variable *variable);

/* Name of the model ("shallow-water"), a static text. Dimension of the mesh: 2 or 3. */
EG_API const char *eg_run_model(const eg_run *run);
EG_API int eg_run_dimension(const eg_run *run);

/* Reads a variable at points x[count] in m (in 2D z is ignored): values[count][components]. The value at a
 * point outside the mesh is NaN. EG_USAGE if there is no such variable; the message lists those that exist.
 * Collective. */
EG_API eg_status eg_run_read_at(eg_run *run, const char *variable, int64_t count, const double (*x)[3],
                                double *values);

/* ---- the state as it is stored */

/* The state has one row per cell. A row of `values` numbers holds `variables` variables one after the other,
 * with `values / variables` numbers each: one value in a finite volume scheme, otherwise the coefficients or
 * nodal values of a polynomial of degree `degree` (docs/python.md, "The state"). */
typedef struct eg_state_shape {
    int64_t cells;
    int values, variables, degree;
    int bytes; /* size of a number: 8 (double) or 4 (float) */
} eg_state_shape;

/* EG_USAGE if the model has no rows: Poisson and heat, whose values belong to nodes that cells share. */
EG_API eg_status eg_run_state_shape(eg_run *run, eg_state_shape *shape);

/* Reads all rows, state[cells][values]. `room` is the size of `state` in bytes. EG_USAGE if it is too small.
 * Collective. */
EG_API eg_status eg_run_read_state_rows(eg_run *run, void *state, int64_t room);

/* Replaces the state by these rows, between two steps. `bytes` is their size. Unchanged rows have no effect,
 * not even on the next step; otherwise the stable step is computed anew. The balance does not include the
 * change: it appears in the conservation error. EG_USAGE on several ranks. EG_DIVERGED if a value is not
 * finite or no step is stable; the run then keeps the previous state. */
EG_API eg_status eg_run_write_state_rows(eg_run *run, const void *state, int64_t bytes);

/* Sets a variable between two steps: values[cells][components] at the centroids of the cells, in canonical
 * order. `count` is their number. A constant is added to the variable in each cell, so that its gradient is
 * preserved. Setting the depth preserves the velocity. In the atmosphere, setting velocity or potential
 * temperature preserves the density, and setting the density preserves these two. The new value is exact in a
 * cell with one value, otherwise exact to rounding. As with eg_run_write_state_rows() the stable step is
 * computed anew, and the balance does not include the change. EG_USAGE for a derived variable (speed,
 * pressure of elastic waves), and on several ranks; EG_DIVERGED as there. */
EG_API eg_status eg_run_write(eg_run *run, const char *variable, const double *values, int64_t count);

/* Whether it takes this variable. */
EG_API bool eg_run_is_writable(eg_run *run, const char *variable);

/* ---- balance */

/* Name of the i-th quantity of the balance, from 0: a column of balance.csv behind the time. Shallow water
 * has the volume that it holds and, for each boundary, the volume that has left there since the start
 * ("out_sea_m3"; below 0: it has entered). NULL after the last one. Valid as long as the run. */
EG_API const char *eg_run_balance_name(const eg_run *run, int i);

/* The balance at the present time: values[quantities], on all ranks. Of two calls the difference of what has
 * left over the time between them is the mean discharge. A call counts like a row of balance.csv, but writes
 * none: largest values and verdicts of the summary include it, the state is not touched. `room` is the number
 * of entries of `values`; EG_USAGE if it is too small. Collective. */
EG_API eg_status eg_run_balance(eg_run *run, double *values, int room);

/* ---- cells */

/* Corners of cells. Those of cell c are x[vertex[k]], first[c] <= k < first[c + 1]: in 2D counter-clockwise,
 * of a hexahedron round its bottom, then round its top. The edges between them may be curved. */
typedef struct eg_geometry {
    int dimension;
    int64_t nodes, cells;
    const double (*x)[3];  /* [nodes] m; in 2D z is 0, unless the mesh file gives it */
    const int64_t *first;  /* [cells + 1] */
    const int64_t *vertex; /* [first[cells]] */
} eg_geometry;

/* The geometry of the current generation. The caller owns it and frees it with eg_geometry_free(). In 2D
 * cells share corners; each hexahedron has its own. EG_USAGE on several ranks. EG_MEMORY. */
EG_API eg_status eg_run_geometry(eg_run *run, eg_geometry **geometry);
EG_API void eg_geometry_free(eg_context *context, eg_geometry **geometry);

/* Region of each cell, region[cells], an index for eg_run_region_name(). `room` is the number of entries of
 * `region`. EG_USAGE on several ranks. */
EG_API eg_status eg_run_regions(eg_run *run, int32_t *region, int64_t room);
EG_API const char *eg_run_region_name(const eg_run *run, int i); /* NULL after the last one */

/* ---- memory of the device */

struct DLManagedTensor;

/* The state in the memory of the CPU or of a CUDA device, without a copy: a DLPack tensor
 * (github.com/dmlc/dlpack), state[blocks][values][lanes] of float or double. Its first values are those of
 * the rows; shallow water has one more. eg_run_state_slots() gives the index of each cell. The tensor
 * contains the cells of this rank; other entries are undefined. Do not write to it.
 *
 * The run owns the memory. The tensor is valid until the run advances, its state is written, or it is
 * destroyed. The caller deletes each tensor with its own deleter, in any order, also after the run. All steps
 * have been completed when the call returns. EG_USAGE if the state is not stored in one such array: on OpenCL
 * devices, in models without rows, with numerics.storage: out-of-core. */
EG_API eg_status eg_run_state_tensor(eg_run *run, struct DLManagedTensor **tensor);

/* Cell c of this rank is at [slot[c] / lanes][...][slot[c] % lanes]. `room` is the number of entries of slot.
 * EG_USAGE if it is too small. */
EG_API eg_status eg_run_state_slots(eg_run *run, int64_t *slot, int64_t room);

#ifdef __cplusplus
}
#endif
#endif
