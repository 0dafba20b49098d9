/* A run: a case file set up on a device, advanced in time, and written to a folder.
 *
 *     eg_run_options options = {.size = sizeof options, .case_file = "case.yaml", .output = "result"};
 *
 *     eg_context_create(NULL, &context);
 *     eg_run_create(context, &options, &run);
 *     eg_run_advance(run, INFINITY);
 *     eg_run_finish(run);
 *     eg_run_destroy(&run);
 *     eg_context_destroy(&context);
 *
 * eg_run_advance() takes any time, and can be called again. eg_run_finish() writes the last snapshot, the
 * picture and summary.json. All calls except eg_run_destroy() and eg_context_destroy() return a status;
 * examples/embed/embed.c checks it.
 *
 * A run must be used by one thread at a time. Several runs may share a context. */
#ifndef EAGRE_RUN_H
#define EAGRE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_run eg_run;

/* A place, m; z is 0 in the plane. */
typedef struct eg_point {
    double x, y, z;
} eg_point;

/* The progress of a run; the progress function gets it at least once a second while the run advances. */
typedef struct eg_progress {
    double time, time_end; /* s; time_end is infinite if only the number of steps ends the run */
    double dt;             /* s, of the next step */
    int64_t steps, steps_end;
    double seconds;         /* wall time spent advancing, s */
    double rate;            /* mean over the run so far, in rate_unit */
    const char *rate_unit;  /* "cell updates/s"; static */
    const char *drift_name; /* the model's measure of conservation: "mass_error"; NULL: none */
    double drift;           /* its value in the last row of balance.csv; NaN: does not apply */
    int64_t iterations;     /* of the current linear solve; 0: none */
    double residual, goal;  /* of that solve: the residual, and the value at which the solve ends */
    /* Estimated wall time until the end, s, at the mean rate since the run started or was resumed, including
     * waits for the disk; infinite: not known yet. */
    double left;
} eg_progress;

typedef void eg_progress_function(void *user, const eg_progress *progress);

/* Many ranks: if an MPI launcher (mpirun) has started several processes, the ranks divide the work of the
 * run. The result is the same to the last bit. All ranks must make the same calls in the same order. Rank 0
 * writes the files, calls progress and logs; eg_context_is_silent() is true on the others. A call that
 * fails, fails on all ranks with the same status and text. A failure that one rank cannot report to the
 * others ends the job. */

/* Zero means default. */
typedef struct eg_run_options {
    size_t size; /* sizeof of this struct */
    const char *case_file;
    const char *const *settings; /* "KEY=VALUE" each, overriding the case file */
    int setting_count;
    const char *output; /* the folder to write; NULL: nothing is written */
    bool force;         /* overwrites an earlier run in the folder */
    bool overcommit;    /* runs even if the estimated memory exceeds the available memory */
    const char *device; /* "auto" (default), "host", "host:4", "checked", "cuda:0", "opencl:0.0" */
    int lanes;          /* cells per block, a power of two; 0: chosen for the device */
    /* Relative amount of work of this rank: 2 gets twice as many cells as 1. 0 on all ranks: equal shares if
     * the devices are equal, otherwise, with `measure`, in proportion to the measured copy bandwidth. */
    double share;
    bool measure; /* measures the device's copy bandwidth for the summary (takes 0.5 s) */
    bool profile; /* times each kernel: table in the summary, launches in profile.csv */
    bool strict;  /* verdicts are errors, as the case's limits.verdicts: [all] makes them */
    /* Available wall time from this call, s; the run stops before it ends, with a checkpoint. 0:
     * unlimited. */
    double walltime;
    eg_progress_function *progress;
    void *progress_user;
} eg_run_options;

/* Reads case, mesh and inputs, opens the device and copies the initial state to it. All errors of
 * the case are reported together, with file, line and value: EG_CASE, EG_MESH, EG_INPUT, EG_DEVICE,
 * EG_MEMORY; EG_USAGE if the folder already holds a run. The caller owns *run. */
EG_API eg_status eg_run_create(eg_context *context, const eg_run_options *options, eg_run **run);

/* Continues a run from its newest valid checkpoint. options->output is the run's folder; case_file and
 * force are zero. Settings change the case from the checkpoint on. EG_CASE if they influenced the results so
 * far; otherwise a checkpoint with them is written at once. Results later than the checkpoint are removed
 * from the folder and computed again. State, tables and seismograms at the end equal those of an
 * uninterrupted run, on any device. EG_CHECKPOINT if no checkpoint is usable, or if the mesh or a table
 * differs from that of the checkpoint. The caller owns *run. */
EG_API eg_status eg_run_resume(eg_context *context, const eg_run_options *options, eg_run **run);

/* Requests an action, which the run takes after the queued steps. Safe in signal handlers and from other
 * threads. */
typedef enum eg_run_wish {
    EG_WISH_NONE,
    EG_WISH_CHECKPOINT, /* writes a checkpoint and continues */
    EG_WISH_STOP        /* writes a checkpoint and stops: eg_run_advance() returns EG_STOPPED */
} eg_run_wish;
EG_API void eg_run_ask(eg_run *run, eg_run_wish wish);

/* Advances to `time` (s) exactly, or to the case's end if that comes first, and writes the outputs of the
 * case on the way. EG_DIVERGED names the cell, its position and its region; the state is then the last finite
 * one, and eg_run_finish() writes it. EG_STOPPED after a request, before the end of the wall time, or if a
 * file STOP is in the run's folder; a checkpoint has then been written, and a further call goes on from
 * there. EG_LIMIT, without a step, if a verdict that is an error is known already; eg_run_finish() then
 * writes the files, too. Heat with constant steps stops after the first step that reaches `time`. Poisson's
 * equation is solved, whatever the time. */
EG_API eg_status eg_run_advance(eg_run *run, double time);

/* Writes the last snapshot, picture.png, summary.json and files.json and closes all files. Call it once.
 * EG_LIMIT if a limit of the case is exceeded, or a verdict is an error; EG_DIVERGED and EG_STOPPED as from
 * eg_run_advance(). The files are complete in these cases, too. */
EG_API eg_status eg_run_finish(eg_run *run);

/* Frees the run and sets *run to NULL; NULL is allowed. Without eg_run_finish() there is no summary. */
EG_API void eg_run_destroy(eg_run **run);

/* Whether the end of the case has been reached. */
EG_API bool eg_run_is_done(const eg_run *run);

EG_API double eg_run_time(const eg_run *run); /* s */
EG_API int64_t eg_run_steps(const eg_run *run);
EG_API int64_t eg_run_cells(const eg_run *run);

/* Number of components of an output variable ("depth": 1, "velocity": 2); 0 for an unknown variable. */
EG_API int eg_run_components(const eg_run *run, const char *variable);

/* Reads a variable of the current state: values[cells][components], in canonical order. `room` is the
 * number of doubles that `values` can hold. EG_USAGE, which names the existing variables, for an unknown one.
 * Collective; only rank 0 gets values. */
EG_API eg_status eg_run_read(eg_run *run, const char *variable, double *values, int64_t room);

/* Centroids of the cells: centroid[cells]. They live as long as the run;
 * NULL where there is no memory for them. Collective; only rank 0 gets them. */
EG_API const eg_point *eg_run_centroids(eg_run *run);

/* Hash of the current state, the same on every device, for any lanes and threads. */
EG_API eg_status eg_run_state_hash(eg_run *run, uint64_t *hash);

/* Description of the run as `eagre check` prints it: mesh, memory, disk, time step, the cells that limit
 * it. Owned by the run; valid until the next call. Rank 0 has the text. */
EG_API eg_status eg_run_describe(eg_run *run, const char **text);

/* The same text with the estimated run time, for models that support it (shallow water). Call it after
 * eg_run_describe(). It computes steps for 0.2 s, after which the run cannot continue: destroy it.
 * Collective. */
EG_API eg_status eg_run_forecast(eg_run *run, const char **text);

/* What both have found, as a JSON object, which is the member `run` of docs/check.schema.json. Call it after
 * them. Owned by the run; valid until the next call. Rank 0 has all of it. */
EG_API eg_status eg_run_describe_json(eg_run *run, const char **text);

#ifdef __cplusplus
}
#endif
#endif
