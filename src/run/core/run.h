/* core: the ground of a run. Every room may ask it, it asks none of them.
 *
 * Rooms stand in this order, each on those before it: core; given, what the case gives: values, names, files;
 * folder, the files of a run; restart, what comes back from a checkpoint, and what interrupts; state, the
 * state as values, for observers and callers; judge, verdicts; observe, what is made of a state; the models
 * (models/, run/model.h); life, from the case to the end. */
#ifndef EG_RUN_CORE_H
#define EG_RUN_CORE_H

#include <signal.h>
#include <stdio.h>

#include "base/scope.h"
#include "comm/comm.h"
#include "eagre/run.h"
#include "io/case/case.h"
#include "io/checkpoint/checkpoint.h"
#include "io/report/file_list.h"
#include "io/report/manifest.h"
#include "io/report/summary.h"
#include "io/snapshot/writer.h"
#include "run/model.h"

/* When something is due. Times are multiples k * every, so that they do not drift. */
typedef struct eg_schedule {
    double t_end, fields_every, record_every;          /* infinite: never */
    int64_t steps_end, fields_steps, checkpoint_steps; /* INT64_MAX: never */
    int64_t adapt_steps, adapt_from;                   /* every so many, counted from that step; 0: never */
    int64_t fields_next, record_next;                  /* the k that comes next */
} eg_schedule;

/* What rank 0 finds out of the whole mesh while it has it; all ranks know it. */
typedef struct eg_whole {
    int64_t nodes; /* of a mesh of the plane */
    uint64_t hash; /* of the whole mesh */
    eg_plane_summary summary;
    double worst[2]; /* centroid of the cell with the least quality, m */
} eg_whole;

/* The cells or nodes that ranks have, on rank 0, when the run begins. */
typedef struct eg_share {
    int64_t least, most;
    int64_t idle;      /* ranks that have none */
    char warning[512]; /* of these; or "" */
} eg_share;

/* What keeps a run from being lost. */
typedef struct eg_checkpointing {
    volatile sig_atomic_t stop, write; /* what was wished for; set by signal handlers */
    double every;                      /* s on the wall between two checkpoints; infinite: never */
    int keep;
    double written_at, cost; /* clock of the last checkpoint; s that the dearest took */
    int64_t written_steps;   /* its steps; -1: none yet */
    int64_t first_steps;     /* of the first checkpoint that this process wrote */
    int failures;            /* one after the other */
    double looked_at;        /* clock of the last look for the file STOP */
    eg_checkpoint *from;     /* while a run is taken up again, else NULL */
    char *case_text; /* of a run that goes on, as its checkpoint has it, or as it was changed to; else NULL */
    bool changed;    /* the case, with this resume */
    double end_before; /* s; of the case before that */
    char version_before
        [EG_SUMMARY_NAME]; /* of the eagre that wrote the checkpoint, where it is another one; else "" */
    eg_text changes;       /* of the case, with all resumes: a line each */
} eg_checkpointing;

/* What `check` has found: describe.c and forecast.c fill it, facts.c writes it as JSON. SI units; NAN or -1:
 * not known. */
enum { EG_WORST_CELLS = 10 };
typedef struct eg_limiting_cell {
    int64_t cell;                 /* of the whole mesh; -1: none */
    double dt, centroid[3], size; /* m2, m3 */
    char more[128];               /* what the model tells of it */
} eg_limiting_cell;

typedef struct eg_run_facts {
    double device_bytes, host_bytes;                /* of the set-up case, of the rank with most */
    double run_bytes, run_device_bytes, room_bytes; /* that a run takes; what can be taken */
    double snapshots, snapshot_bytes, disk_bytes;   /* of fields */
    bool about;                                     /* their number hangs on the length of steps */
    double first_dt, first_steps;                   /* s; steps of that length, or those of the case */
    eg_limiting_cell limiting[EG_WORST_CELLS];      /* the smallest step first */
    double forecast_seconds, forecast_steps;        /* of the run */
    bool at_least;
    double quiet_seconds; /* on a machine that has nothing else to do; NAN: as long */
} eg_run_facts;

struct eg_run {
    eg_context *context;
    const eg_model_kind *kind;   /* of the case's model; NULL until the case is loaded */
    const eg_model_class *class; /* its table of functions */
    eg_run_options options;
    eg_case *loaded;
    eg_comm *comm;
    eg_device *device;
    eg_device *coprocessor; /* of the processors, for what is computed there beside the device; or NULL */
    eg_link *link;          /* between the devices of all ranks; NULL: none, and why: */
    char no_link[128];
    eg_mesh *mesh; /* the part of this rank; of one process the whole */
    eg_mesh_use mesh_use;
    bool changes;               /* cells change with the state */
    struct eg_bisected *leaves; /* of own cells, where they are triangles that change */
    /* Makes what the mesh lacks where it changed on the device, and has numbers and names alone; NULL: it is
     * whole. */
    eg_status (*fill_mesh)(eg_run *run);
    eg_whole whole;
    char *survey; /* what the model's survey() has found */
    eg_model *model;
    eg_precision precision;
    eg_schedule schedule;
    /* what rooms keep of it, in one block with the run (life/run.c) */
    struct eg_diagnostics *diagnostics;
    struct eg_time_series *series;
    struct eg_extremes *extremes;
    struct eg_run_verdicts *verdicts;
    struct eg_adaptation *adaptation;
    struct eg_run_profile *profile;
    eg_checkpointing checkpointing;
    char *folder;                          /* of rank 0, which writes; NULL elsewhere */
    char *shared_folder, *snapshot_folder; /* what all write into: the same folder, and fields/ in it */
    FILE *log;
    eg_manifest *manifest; /* of what is written into the folder; of rank 0 */
    eg_snapshot_set *set;
    eg_writer *writer;
    eg_time_state now;
    eg_status outcome; /* EG_OK, or how it ended: EG_DIVERGED, EG_LIMIT, EG_STOPPED, EG_UNFINISHED */
    char *projection;  /* of the case's rasters, WKT, on rank 0; NULL: none is known */
    eg_share share;
    char crowded[EG_SUMMARY_WARNING]; /* the warning that threads wait for each other; or "" */
    char message[65536];              /* why it did not end well; a context has as much room for an error */
    double created_at, setup_seconds, advance_seconds, progress_at;
    double step_seconds;        /* of explicit steps, lately, of the slowest rank; 0: not known */
    eg_summary_seconds seconds; /* on the wall, of the parts of the run */
    double time_before;         /* where it began or went on */
    double shots_before;        /* that were done when it began, with the part of the current one */
    double shot_at;             /* clock: the current shot began, or went on */
    bool finished, writes;      /* a folder was asked for */
    bool under_way;             /* of several ranks: a snapshot, where they have not synchronized */
    double (*centroids)[3];     /* of all cells, when asked for; of several ranks, on rank 0 */
    int64_t snapshot_steps;     /* steps at the last snapshot; -1: none yet */
    double waited_before;       /* s, for writers that were closed */
    int64_t steps_before, snapshots_before; /* of the run that this one goes on with */
    eg_text description;
    eg_run_facts facts;
    eg_text facts_json;
    eg_text notes;         /* what the model has to tell in the log, a line each */
    eg_text inputs;        /* entries of the files that the case names (inputs.c); of rank 0 */
    eg_text inputs_beside; /* and of those that are read beside them */
    eg_text overwrites;    /* names of files that are written over, a 0 behind each (overwrite.c) */
    eg_summary summary;    /* filled by eg_run_finish() */
};

/* f64, f32 or mixed, as the case has it. */
static inline const char *eg_run_precision(const eg_run *run)
{
    return eg_node_text(eg_case_find(run->loaded, "numerics.precision"));
}

/* ---- agree.c */
bool eg_run_is_first(const eg_run *run); /* rank 0, which writes and speaks */
/* Puts the ranks' bytes one after the other into `all` of rank 0, where there is room for all of them.
 * Collective, also where `status` is a failure of this rank; all agree on the status. */
eg_status eg_run_gather(const eg_run *run, const void *own, int64_t bytes, void *all, eg_status status);
/* Of values[count][columns] each rank has filled the rows that it owns; rank 0 gets all. Collective, also
 * after a failure; all agree on the status. */
eg_status eg_run_gather_rows(eg_run *run, const int *owner, int count, int columns, double *values,
                             eg_status status);
/* eg_comm_agree(). Collective. */
eg_status eg_run_agree(const eg_run *run, eg_status status);

/* ---- cell_sums.c */
/* Adds what an own cell has to each of `count` sums, at most EG_CELL_SUMS_MOST; called on several threads. */
enum { EG_CELL_SUMS_MOST = 16 };
typedef void eg_cell_sums(const void *with, int64_t cell, double *sums);
/* totals[count] of the cells of all ranks. EG_MEMORY. Collective; all agree. */
eg_status eg_cell_sums_find(const eg_mesh *mesh, const eg_comm *comm, int count, eg_cell_sums *add,
                            const void *with, double *totals);

/* ---- files.c */
extern const char *const eg_run_tables[]; /* names of the tables that grow, NULL at the end */
eg_status eg_run_path(const eg_run *run, const char *name, char **path);
/* Each line of run->notes. */
void eg_run_log_notes(eg_run *run);
void eg_run_log(eg_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- outputs.c */
/* The output of that name; EG_USAGE names those that there are. */
eg_status eg_run_find_output(eg_run *run, const char *variable, int *output);

/* ---- moment.c */
/* Of the model; NULL where the case has none. */
eg_shots *eg_run_shots(const eg_run *run);
bool eg_run_has_next_shot(const eg_run *run);
/* The moment by which things are due: a model that advances itself meets multiples of a step up to
 * rounding. */
eg_time_state eg_run_due_state(const eg_run *run);
/* What a model is made from, as far as one rank has it: of its mesh, without devices and the other ranks. */
eg_setup eg_run_begin_setup(eg_run *run);
/* run->now by the clock of explicit steps, once all that is queued is done. */
eg_status eg_run_read_clock(eg_run *run);
/* Of a time that is due: times that are sums of steps are multiples of an interval up to this. */
double eg_run_slack(const eg_run *run);
/* What is beside numbers and names of the mesh, for who looks at it: where triangles changed on the device it
 * is made now. EG_MEMORY, EG_DEVICE. */
eg_status eg_run_need_mesh(eg_run *run);

/* ---- devices.c */
/* The device that is wished for (NULL: "auto"); each rank's own where ranks choose. As eg_device_begin(). */
eg_status eg_ranks_open_device(eg_context *context, const eg_comm *comm, const char *wished,
                               eg_device **device);
/* run->coprocessor: the rank's processors as a device of their own; of a run on them, another device of the
 * same kind. */
eg_status eg_run_open_coprocessor(eg_run *run);

/* ---- progress.c */
/* Calls the progress function, where there is one: `now`, or when the last call is long enough ago. `known`
 * has what the kind of run knows: dt, seconds, steps_end, rate_unit, and what applies of the rest; `updates`
 * have been made so far. */
void eg_run_tell_progress(eg_run *run, const eg_progress *known, double updates, bool now);

/* ---- schedule.c */
/* EG_CASE where an interval of the case gives more than 10^7 records until time.end. */
eg_status eg_schedule_create(eg_case *loaded, eg_schedule *schedule);
/* Lets go what lies before the moment. */
void eg_schedule_pass(eg_schedule *schedule, const eg_time_state *now);
/* The next event: a time, and a number of steps, whichever comes first. */
void eg_schedule_next(const eg_schedule *schedule, const eg_time_state *now, double *t_stop,
                      int64_t *step_stop);
bool eg_schedule_fields_due(eg_schedule *schedule, const eg_time_state *now);
bool eg_schedule_record_due(eg_schedule *schedule, const eg_time_state *now);
bool eg_schedule_is_over(const eg_schedule *schedule, const eg_time_state *now);

#endif
