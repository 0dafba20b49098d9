/* What ends a run early: signals, and the end of the time it was given. */
#ifndef CLI_STOPPING_H
#define CLI_STOPPING_H

#include <stdbool.h>

#include "eagre/eagre.h"

/* From here SIGTERM, SIGUSR1, SIGINT, SIGXCPU and, unless it is ignored already (nohup), SIGHUP ask the run
 * to stop, and SIGUSR2 asks it for a checkpoint. A second SIGINT ends the process at once. One run at a
 * time. */
void cli_signals_begin(eg_run *run);
void cli_signals_end(void);

/* A file that grows past the limit of the system (SIGXFSZ) is a failed write, with its own message, in every
 * command. */
void cli_signals_ignore(void);

/* A time on the wall in s: "5400", "5400 s", "90 min", "1.5 h", "2 d", "MM:SS", "HH:MM:SS", "D-HH:MM" or
 * "D-HH:MM:SS". False where it is none of these or not positive. */
/* From here on that many seconds end the process, with exit code 11 and a word, while nothing hears signals;
 * afterwards they ask the run to stop. 0: never. */
void cli_walltime_begin(double seconds);
bool cli_walltime_parse(const char *text, double *seconds);

/* Seconds until the batch system ends the job (SLURM_JOB_END_TIME), 0 where none says so. */
double cli_walltime_of_batch(void);

#endif
