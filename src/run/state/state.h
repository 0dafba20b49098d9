/* state: the state of a run as values, for observers and callers. */
#ifndef EG_RUN_STATE_H
#define EG_RUN_STATE_H

#include "run/core/run.h"

/* A copy of the state that the model holds now, of this rank: EG_STATE_COPY(copy, run), then eg_state_read().
 * It ends with its variable. */
typedef struct eg_state_copy {
    eg_run *run;
    void *memory; /* NULL until it is read */
} eg_state_copy;
#define EG_STATE_COPY(name, run_) EG_ENDS_WITH(eg_state_end) eg_state_copy name = {.run = (run_)}
eg_status eg_state_read(eg_state_copy *copy);
void eg_state_end(eg_state_copy *copy);
/* The stepper, whose state is one of cells; EG_USAGE without one: "there `lacks`". */
eg_status eg_state_stepper(eg_run *run, const char *lacks, eg_stepper **stepper);
/* An output from a copy of the state: at the centre of every cell (degree 0), values[cells][components], or
 * at the nodes of snapshots of that degree, values[eg_snapshot_value_count()][components]; on all threads, or
 * on the caller's. */
eg_status eg_state_output(const eg_model *model, const eg_mesh *mesh, const void *memory, int output,
                          int degree, bool all_threads, double *values);
/* Values of an output at the centres of cells, on rank 0: values[cells][components]. */
eg_status eg_run_read_centres(eg_run *run, int output, double *values);

#endif
