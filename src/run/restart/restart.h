/* restart: what comes back from a checkpoint, and what interrupts a run so that one is written. */
#ifndef EG_RUN_RESTART_H
#define EG_RUN_RESTART_H

#include "io/table/csv_out.h"
#include "run/core/run.h"

/* ---- due.c */
/* Whether something is to be done before further steps are queued. */
bool eg_checkpointing_interrupts(eg_run *run);

/* ---- read.c: all of it while run->checkpointing.from is there. */
/* State, clock and sums of the model, from the checkpoint; `origin` is the mesh's, for messages. */
eg_status eg_resume_model(eg_run *run, const char *origin);
/* The state alone, of another run's checkpoint. Collective; all agree. */
eg_status eg_resume_state(eg_run *run, eg_checkpoint *from);
/* `array` and `bytes` of an eg_persist that is about the state alone: what is not the state stays as it
 * is. */
eg_status eg_persist_leave_array(const eg_persist *self, const char *name, void *data, int64_t bytes);
eg_status eg_persist_leave_bytes(const eg_persist *self, const char *name, int64_t *bytes);
/* Steps and time, of a model without a clock. */
eg_status eg_resume_time_state(eg_run *run);
/* The mark of a table. */
eg_status eg_resume_mark(eg_run *run, const char *file, eg_csv_mark *mark);
/* Looks whether the tables have what the checkpoint knows of them; changes nothing. EG_CHECKPOINT. */
eg_status eg_resume_check_tables(eg_run *run);
/* The snapshots there are. The caller frees *entries. */
eg_status eg_resume_snapshots(eg_run *run, char **entries, int64_t *count);
/* An integer of it; its path. */
eg_status eg_resume_integer(eg_run *run, const char *name, int64_t *value);
const char *eg_resume_path(const eg_run *run);

#endif
