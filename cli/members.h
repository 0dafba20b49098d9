/* The processes of an ensemble: each member is an eagre run, or an eagre resume, of its own. */
#ifndef CLI_MEMBERS_H
#define CLI_MEMBERS_H

#include "command.h"
#include "eagre/ensemble.h"

/* Runs the members that have not ended, so many at a time, and tells the ensemble how each ends. SIGTERM,
 * SIGINT, SIGHUP, SIGUSR1, SIGXCPU and the end of `walltime` (s; 0: never) stop them, each with a checkpoint; a
 * second SIGINT ends them at once. SIGUSR2 has each write a checkpoint. If this process is killed, they stop,
 * too. *left is the number of members that were not run or have stopped. Returns an exit code, 0 where
 * processes could be started. */
int cli_members_run(eg_context *context, eg_ensemble *ensemble, const cli_line *line, double walltime,
                    cli_progress *progress, int64_t *left);

#endif
