/* A run: a case file brought to life on a device, advanced in time, written to a folder.
 *
 *     eg_run_options options = {.case_file = "case.yaml", .output = "result"};
 *
 *     eg_context_create(NULL, &context);
 *     eg_run_create(context, &options, &run);
 *     eg_run_advance(run, INFINITY);
 *     eg_run_finish(run);
 *     eg_run_destroy(&run);
 *     eg_context_destroy(&context);
 *
 * eg_run_advance() takes any time, and can be called again; eg_run_finish() writes the last snapshot, the picture and
 * summary.json. Every call but the last two returns a status: examples/embed/embed.c looks at them.
 *
 * A run belongs to one thread; several runs may live in one context or in several. */
#ifndef EAGRE_RUN_H
#define EAGRE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_run eg_run;

/* How far a run has come; given to the progress function at least once a second while it advances.
 */
typedef struct eg_progress {
    double time, time_end; /* s; time_end is infinite where only steps end the run */
    double dt;             /* s, of the next step */
    int64_t steps, steps_end;
    double seconds;         /* of wall time spent advancing */
    double rate;            /* over the whole run so far, in: */
    const char *rate_unit;  /* "cell updates/s"; static */
    const char *drift_name; /* what the model tells of conservation: "mass_error"; NULL: nothing */
    double drift; /* its value as of the last row of balance.csv; NaN where it does not apply */
    int64_t iterations;    /* of the linear solve that is under way; 0: none */
    double residual, goal; /* its residual, and what it is to come down to */
    double
        left; /* s on the wall until the end, by how it went since the run began or went on, waiting for the disk
                  * included; infinite: not known yet */
} eg_progress;

typedef void eg_progress_function(void *user, const eg_progress *progress);

/* Many ranks: where a launcher (mpirun) has started the program several times, the ranks share the run out,
 * and what they compute is the same to the last bit. All ranks make the same calls in the same order. Rank 0
 * writes the files, calls progress and logs; eg_context_is_silent() tells the others. A call that fails fails
 * on all ranks, with the same status and text; what one rank alone knows of ends the job. */

/* Zero means default. */
typedef struct eg_run_options {
    const char *case_file;
    const char *const *settings; /* "KEY=VALUE" each, overriding the case file */
    int setting_count;
    const char *output; /* the folder to write; NULL: nothing is written */
    bool force;         /* a folder that holds a run is written over */
    bool overcommit;    /* goes on where the estimate is above the memory that can be taken */
    const char *device; /* "auto" (default), "host", "host:4", "checked", "cuda:0", "opencl:0.0" */
    int lanes;          /* cells in a block, a power of two; 0: what suits the device */
    bool measure;       /* measures the device's copy bandwidth for the summary (half a second) */
    bool profile; /* measures each kernel: times in the summary, the last launches in profile.csv */
    double
        walltime; /* s from here to the end of the time that the run has: it stops before, with a checkpoint; 0: no end */
    eg_progress_function *progress;
    void *progress_user;
} eg_run_options;

/* Reads case, mesh and inputs, opens the device and puts the initial state on it. Every error of
 * the case is reported at once, with file, line and value: EG_CASE, EG_MESH, EG_INPUT, EG_DEVICE,
 * EG_MEMORY; EG_USAGE when the folder already holds a run. The caller owns *run. */
EG_API eg_status eg_run_create(eg_context *context, const eg_run_options *options, eg_run **run);

/* Takes a run up again where its newest whole checkpoint has it: options->output is the run's folder, and
 * case_file and force stay zero; settings change the case from there on, as far as the past does not follow
 * from it (EG_CASE for others), and a checkpoint with them is written at once. What the folder got after the
 * checkpoint is cut off, and what comes then is what would have come: the state, tables and seismograms at
 * the end are those of a run that was never stopped, on whatever device. EG_CHECKPOINT where no checkpoint is
 * usable, or the mesh or a table is not that of the checkpoint. The caller owns *run. */
EG_API eg_status eg_run_resume(eg_context *context, const eg_run_options *options, eg_run **run);

/* Asks a run for something that it does after the steps it has begun. Safe in signal handlers and
 * from other threads. */
typedef enum eg_run_wish {
    EG_WISH_NONE,
    EG_WISH_CHECKPOINT, /* writes a checkpoint and goes on */
    EG_WISH_STOP        /* writes one and stops: eg_run_advance() gives EG_STOPPED */
} eg_run_wish;
EG_API void eg_run_ask(eg_run *run, eg_run_wish wish);

/* Advances until `time` (s) is hit exactly, or to the case's end where that comes first, writing
 * what the case asks for on the way. EG_DIVERGED names the cell, its place and its region; the
 * state is then the last finite one, and eg_run_finish() writes it. EG_STOPPED after a wish, before
 * the end of the wall time, or where a file STOP lies in the run's folder: a checkpoint is written. Heat takes steps
 * of one length, and stops behind the first that reaches `time`; poisson is solved, whatever the time. */
EG_API eg_status eg_run_advance(eg_run *run, double time);

/* Writes the last snapshot, picture.png, summary.json and files.json and closes all files. Call it once.
 * EG_LIMIT where a limit of the case is broken, EG_DIVERGED and EG_STOPPED as before; the files are
 * complete then too. */
EG_API eg_status eg_run_finish(eg_run *run);

/* Frees the run and sets *run to NULL; NULL is fine. Without eg_run_finish() there is no summary.
 */
EG_API void eg_run_destroy(eg_run **run);

/* Whether the case's end has been reached. */
EG_API bool eg_run_is_done(const eg_run *run);

EG_API double eg_run_time(const eg_run *run); /* s */
EG_API int64_t eg_run_steps(const eg_run *run);
EG_API int64_t eg_run_cells(const eg_run *run);

/* Number of components of an output variable ("depth": 1, "velocity": 2); 0 where there is none. */
EG_API int eg_run_components(const eg_run *run, const char *variable);

/* Reads a variable of the current state: values[cells][components], in canonical order. `room` is
 * the number of doubles there is room for. EG_USAGE names the variables that there are. Of several ranks all call it,
 * and only rank 0 gets values. */
EG_API eg_status eg_run_read(eg_run *run, const char *variable, double *values, int64_t room);

/* Centroids of the cells: centroid[cells][3], m; z is 0 in the plane. They live as long as the run, and NULL
 * where there is no memory for them. Of several ranks all call it, and only rank 0 gets them. */
EG_API const double (*eg_run_centroids(eg_run *run))[3];

/* Hash of the current state, the same on every device, for any lanes and threads. */
EG_API eg_status eg_run_state_hash(eg_run *run, uint64_t *hash);

/* Text about the run, for people: what `eagre check` prints (mesh, memory, disk, time step, the
 * cells that set it). Owned by the run; valid until the next call. Of several ranks rank 0 has the text. */
EG_API eg_status eg_run_describe(eg_run *run, const char **text);

#ifdef __cplusplus
}
#endif
#endif
