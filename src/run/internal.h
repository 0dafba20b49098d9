/* The inside of a run, shared by the files of this floor.
 *
 *     life/      run.c, setup.c (case -> mesh, model, files), mesh.c, forest.c, adapt.c (cells that change),
 *                ranks.c, threads.c, estimate.c (memory, before it is taken), describe.c (what `check`
 *                tells), advance.c (the loop), forecast.c (how long a run takes), coarse.c (a mesh for it),
 *                explicit_run.c (explicit steps), steps.c (verdicts of them), shots.c, schedule.c, state.c
 *                (what is asked of the current state), finish.c (limits, summary) cells.c, geometry.c
 *                (corners of cells for a caller)
 *     observe/   what is made of a state: diagnostics.c (fields, hash), errors.c, time_series.c (gauges,
 *                balance), output.c (the folder, snapshots), lines.c, maxima.c, picture.c, slice.c,
 *                profile.c; verdicts.c (what a run says against its result); read_at.c, state_rows.c,
 *                tensor.c (the state for a caller)
 *     given/     what the case gives: values, names, files
 *     folder/    the files of a run: what is removed, what is listed
 *     restart/   checkpoints, resume, the state of another run
 *
 * The equations are a model's (model.h); models/ has one folder for each family of them. */
#ifndef EG_RUN_INTERNAL_H
#define EG_RUN_INTERNAL_H

#include <signal.h>
#include <stdio.h>

#include "comm/comm.h"
#include "device/profile.h"
#include "eagre/run.h"
#include "field/state_hash.h"
#include "io/checkpoint/checkpoint.h"
#include "io/case/case.h"
#include "io/table/csv_out.h"
#include "io/report/file_list.h"
#include "io/report/manifest.h"
#include "io/report/summary.h"
#include "io/snapshot/writer.h"
#include "io/table/beside.h"
#include "run/model.h"

/* When something is due. Times are multiples k * every, so that they do not drift. */
typedef struct eg_schedule {
    double t_end, fields_every, record_every;          /* infinite: never */
    int64_t steps_end, fields_steps, checkpoint_steps; /* INT64_MAX: never */
    int64_t adapt_steps, adapt_from;                   /* every so many, counted from that step; 0: never */
    int64_t fields_next, record_next;                  /* the k that comes next */
} eg_schedule;

/* Outputs with an exact solution: more than any model has. */
enum { EG_EXACTS = 16, EG_NORMS = 4 };

/* What the writer's thread makes of a state. Only that thread changes it while the writer is open. */
typedef struct eg_diagnostics {
    eg_writer_source source; /* first */
    eg_context *context;
    eg_case *loaded;
    const eg_comm *comm;
    const eg_mesh *mesh; /* the cells of this rank */
    const eg_model *model;
    const eg_output *table; /* the model's outputs */
    int outputs;            /* their number */
    int fields;
    int field[EG_SNAPSHOT_FIELDS]; /* that snapshots hold: outputs, from `outputs` on what is told of cells */
    const struct eg_bisected *leaves; /* the cells, of adaptive triangles; NULL */
    int exacts;
    eg_exact exact[EG_EXACTS];
    bool all_threads;              /* the processors have nothing else to do: steps are taken on a GPU */
    eg_csv *errors;                /* NULL: not written */
    eg_error_rows rows[EG_EXACTS]; /* of the moment that is looked at, until all ranks synchronize */
    eg_state_hash *hash;           /* of the moment that is looked at, as the rows */
    uint64_t state_hash;
    char *diverged; /* why there are no more errors: the text of what is not finite; else NULL */
} eg_diagnostics;

/* What rank 0 finds out of the whole mesh while it has it; all ranks know it. */
typedef struct eg_whole {
    int64_t nodes; /* of a mesh of the plane */
    uint64_t hash; /* eg_checkpointing_mesh_hash() */
    eg_plane_summary summary;
    double worst[2]; /* centroid of the cell with the least quality, m */
} eg_whole;

/* The cells or nodes that ranks have, on rank 0, when the run begins. */
typedef struct eg_share {
    int64_t least, most;
    int64_t idle;      /* ranks that have none */
    char warning[512]; /* of these; or "" */
} eg_share;

/* Places in the mesh (observe/points.h). */
typedef struct eg_points {
    int count;
    const char **name; /* [count] of the case; NULL: none */
    double (*x)[3];    /* [count] m; z is 0 in the plane */
    eg_location *at;   /* [count] */
    int *owner;        /* [count] the ranks of at[]; 0 for what is outside */
} eg_points;

/* Cells that change with the state (life/adapt.c). */
typedef struct eg_adaptation_kept {
    /* the largest mean energy of a cell so far, J/m^dimension; the largest amplitude at time 0 */
    double scale;
    int64_t from;                    /* the step from which `every` counts: that at which a shot began */
    int64_t steps;                   /* when cells were looked at last; -1: never */
    int64_t times;                   /* that they have changed */
    int64_t cells_least, cells_most; /* of all ranks */
} eg_adaptation_kept;
typedef struct eg_adaptation {
    int64_t every; /* steps; 0: cells stay as they are */
    int lowest, highest, buffer;
    bool by_energy; /* of triangles: by the amplitude */
    bool bisects; /* they are triangles, of which all have the level `first` when they are looked at first */
    int first;
    bool warned;                   /* that all triangles are of the highest level */
    struct eg_bisected *leaves;    /* where they are triangles: those of own cells */
    struct eg_bisect *there;       /* the same on the device; NULL: none yet */
    bool leaves_stale, mesh_stale; /* those on the device have changed since these were looked at */
    double refine, coarsen;
    eg_adaptation_kept kept;
    double seconds;        /* of this process */
    double updates;        /* that were made on cells that there were, in the first */
    int64_t updates_steps; /* steps of this process */
} eg_adaptation;

/* What is written at each record. */
typedef struct eg_time_series {
    char points_file[32]; /* "gauges.csv": what samples at points are called is the model's */
    eg_csv *points_csv, *balance_csv, *own_csv; /* the last one is the model's */
    eg_points points;
    eg_samples samples;
    int64_t *cell;   /* [points] that are sampled: held number, or 0 where another rank owns it */
    double (*at)[3]; /* [points] reference points in these */
    int balance_columns;
    int64_t steps; /* of the last row of this process; -1: none */
    double *row;   /* of the longer table */
} eg_time_series;

/* Least and greatest values of what is advected: at time 0, at all records so far, at the last one. */
typedef struct eg_extreme {
    double given[2], most[2], now[2];
} eg_extreme;
typedef struct eg_extremes {
    eg_extreme of[EG_ADVECTED];
    int64_t known; /* since time 0 */
} eg_extremes;

/* Steps and time of an earlier look at them (life/steps.c). */
typedef struct eg_steps_seen {
    int64_t steps;
    double time;
} eg_steps_seen;

/* What it says against its result (observe/verdicts.h). */
typedef struct eg_run_verdicts {
    eg_verdicts all;
    int64_t restored; /* the first so many are of the checkpoint, and in the log */
    bool has_log;
    eg_steps_seen seen;                   /* at an earlier record */
    double extreme_at[EG_ADVECTED][2][3]; /* where the extremes of now are, m */
} eg_run_verdicts;

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

/* What the devices of a run did while it advanced. */
enum { EG_RUN_DEVICES = 2 };
typedef struct eg_run_profile {
    bool is_begun, is_ended;
    bool is_counting;                        /* messages */
    eg_traffic traffic_before[EG_COMM_USES]; /* when the run began to advance */
    int rows;
    eg_summary_of_ranks row[EG_SUMMARY_OF_RANKS]; /* of all ranks, on rank 0 */
    eg_profile_view view[EG_RUN_DEVICES];         /* of device and beside */
} eg_run_profile;

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
    eg_whole whole;
    char *survey; /* what the model's survey() has found */
    eg_model *model;
    eg_precision precision;
    eg_schedule schedule;
    eg_diagnostics diagnostics;
    eg_time_series series;
    eg_extremes extremes;
    eg_run_verdicts verdicts;
    eg_adaptation adaptation;
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
    eg_run_profile profile;
    bool finished, writes;  /* a folder was asked for */
    bool under_way;         /* of several ranks: a snapshot, where they have not synchronized */
    double (*centroids)[3]; /* of all cells, when asked for; of several ranks, on rank 0 */
    int64_t snapshot_steps; /* steps at the last snapshot; -1: none yet */
    double waited_before;   /* s, for writers that were closed */
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

/* ---- run.c: the two ends of making a run: a bare one, which copies the options; then, with the status of
 * what made the rest, the run for the caller, or nothing. */
eg_status eg_run_begin(eg_context *context, const eg_run_options *options, eg_run **made);
eg_status eg_run_made(eg_run *made, eg_status status, eg_run **run);
/* A run of the case in `text` on a mesh of the plane in place of the case's own; takes the mesh over. Of one
 * process. */
eg_status eg_run_create_on(eg_plane **mesh, const char *text, const eg_run_options *options, eg_run **run);

/* ---- coarse.c */
/* Triangles of a lattice, about `cells` of them, that cover the cells of `fine` but for its rim, with its
 * regions, boundaries and heights. *mesh is NULL where a region is too small for them, or the domain fills
 * too little of its box. Of a whole mesh. The caller owns *mesh. EG_MEMORY, EG_MESH. */
eg_status eg_run_coarse_plane(const eg_plane *fine, int64_t cells, eg_plane **mesh);

/* ---- setup.c */
/* From the case, which is loaded, to the first state and the files. Collective; all agree. */
eg_status eg_run_setup(eg_run *run);
/* What a bench needs of it, one after the other: device, mesh and model; what the model makes behind all
 * others that takes memory. */
eg_status eg_run_setup_model(eg_run *run);
eg_status eg_run_setup_steps(eg_run *run);

/* ---- mesh.c */
/* Builds or reads the mesh, which rank 0 checks against the case, and distributes it. Collective; all
 * agree. */
eg_status eg_run_make_mesh(eg_run *run);

/* ---- distribute.c */
/* What ranks know of the whole of a mesh, which this one has, goes to run->whole. */
void eg_run_summarise_mesh(eg_run *run, const eg_mesh *mesh);
/* Each rank gets its part of a mesh, which rank 0 has. Collective; all agree. */
eg_status eg_run_distribute_mesh(eg_run *run, eg_mesh **mesh);

/* ---- bisect.c: triangles that change */
/* The mesh of the first leaves in the place of run->mesh, where the case asks for it. Of one process. */
eg_status eg_run_bisect(eg_run *run);
/* The same of several ranks: rank 0 has the macro mesh, and each gets the part of its own leaves. Collective;
 * all agree. */
eg_status eg_run_bisect_parts(eg_run *run);
/* A mesh of other leaves, NULL where nothing changes. Collective; all agree. */
eg_status eg_run_find_triangles(eg_run *run, eg_mesh **next, struct eg_cell_transfer **transfer);
/* The model goes on by the leaves on the device, with `next` of eg_run_find_triangles() without a
 * transfer. */
eg_status eg_run_adapt_there(eg_run *run, eg_mesh *next);
/* What is beside numbers and names of the mesh, for who looks at it: where triangles changed on the device it
 * is made now. EG_MEMORY, EG_DEVICE. */
eg_status eg_run_need_mesh(eg_run *run);
eg_status eg_run_persist_triangles(eg_run *run, const eg_persist *persist);

/* ---- forest.c */
/* A forest over the cells of run->mesh, which rank 0 has, in its place. Collective; all agree. */
eg_status eg_run_plant_forest(eg_run *run);

/* ---- adapt.c: cells that change with the state; without the key they do nothing. Collective; all agree. */
/* Reads the case. EG_CASE. */
eg_status eg_adaptation_create(eg_run *run);
void eg_adaptation_destroy(eg_run *run);
/* At time 0, with a model: whether the initial state asks for other cells; then the run has those, and no
 * model. */
eg_status eg_adaptation_begin(eg_run *run, bool *changed);
/* Between two steps, when it is due: the run goes on with other cells. */
eg_status eg_run_adapt(eg_run *run);
/* At the beginning of a shot but the first: the cells of a state at rest. */
eg_status eg_adaptation_next_shot(eg_run *run);
/* Leaves, and what is known of cells so far; eg_run_plant_forest() and eg_adaptation_resume() take them
 * back. */
eg_status eg_adaptation_persist(eg_run *run, const eg_persist *persist);
eg_status eg_adaptation_resume(eg_run *run);
/* Updates of this process, where a step on the present cells makes so many. */
double eg_adaptation_updates(const eg_run *run, double of_step);
void eg_adaptation_summarise(const eg_run *run, eg_summary *summary);

/* ---- state.c: what is asked of the current state. Collective; all agree. */
/* Of the model; NULL where the case has none. */
eg_shots *eg_run_shots(const eg_run *run);
bool eg_run_has_next_shot(const eg_run *run);
/* Whether the run is at its end. */
bool eg_run_at_end(const eg_run *run);
/* The output of that name; EG_USAGE names those that there are. */
eg_status eg_run_find_output(eg_run *run, const char *variable, int *output);
/* Values of an output at the centres of cells, on rank 0: values[cells][components]. */
eg_status eg_run_read_centres(eg_run *run, int output, double *values);
eg_status eg_run_find_hash(eg_run *run, uint64_t *hash);
/* A table of the run by the name of its file, one of eg_run_tables; NULL: not written. Of rank 0. */
eg_csv *eg_run_table(const eg_run *run, const char *file);

/* ---- shots.c */
/* Where the current shot is over: its hash and time. Then files of it, and the next. Collective; all
 * agree. */
eg_status eg_run_end_shot(eg_run *run);
eg_status eg_run_next_shot(eg_run *run);
/* What the model writes of its own, of a shot or of the run: seismograms. Collective; all agree. */
eg_status eg_run_write_own_files(eg_run *run);

/* ---- advance.c */
/* To `time`, or until so many steps are done, or to the end of the case. */
eg_status eg_run_go_on(eg_run *run, double time, int64_t steps);
/* The moment by which things are due: a model that advances itself meets multiples of a step up to
 * rounding. */
eg_time_state eg_run_due_state(const eg_run *run);
/* ---- explicit_run.c */
/* Takes steps until the model pauses: at t_stop, after step_stop steps, or because it diverged; or until
 * something else is to be done (checkpoint.c), and then it may come back between two steps, with nothing
 * queued and no pause. */
eg_status eg_explicit_advance(eg_run *run, double t_stop, int64_t step_stop);
/* Tells how far the run has come, of explicit steps. */
void eg_explicit_tell_progress(eg_run *run, bool now);
/* Calls the progress function, where there is one: `now`, or when the last call is long enough ago. `known`
 * has what the kind of run knows: dt, seconds, steps_end, rate_unit, and what applies of the rest; `updates`
 * have been made so far. */
void eg_run_tell_progress(eg_run *run, const eg_progress *known, double updates, bool now);

/* ---- steps.c: verdicts. Of cells, at set-up; of the steps since an earlier record. Collective; all
 * agree. */
eg_status eg_steps_judge_cells(eg_run *run);
eg_status eg_steps_judge(eg_run *run);
/* How many times shorter the steps since then are than the mean of those before; 0: there were too few to
 * tell. */
double eg_steps_fall(const eg_steps_seen *before, int64_t steps, double time);

/* ---- threads.c */
/* How many threads loops on the host take: those of the device, or beside a GPU the rank's share of the
 * processors. */
void eg_run_use_threads(eg_run *run);
/* Warns where the threads of all ranks of a machine are more than its processors. Collective. */
void eg_run_check_threads(eg_run *run);

/* ---- estimate.c: what memory the run takes, in bytes: rank 0, which has most; all ranks of this machine; of
 * a rank on its device. False where the mesh cannot be told without building it. ", NAME" is appended for
 * each thing of the case that it leaves out. */
typedef struct eg_run_need {
    double rank, machine, device;
    double least; /* of the device, where the run takes what it finds */
} eg_run_need;
bool eg_run_estimate(const eg_run *run, eg_text *left_out, eg_run_need *need);
/* EG_MEMORY where the machine, a control group or a limit leaves less than that, or the device; before the
 * mesh is built. */
eg_status eg_run_check_memory(eg_run *run);
/* ---- products.c: what the numbers of the case multiply to beside the mesh: rasters of maxima, snapshots,
 * records, seismograms. EG_MEMORY or EG_IO, with the key and what would fit, where memory or the disk under
 * `folder` leaves less. On rank 0, once there is the model. */
eg_status eg_run_check_products(const eg_run *run, const char *folder);
/* Of one snapshot. */
double eg_run_snapshot_bytes(const eg_run *run);
/* EG_MEMORY, with both numbers, where so many triangles do not fit beside those that there are. On rank 0. */
eg_status eg_run_check_cells(const eg_run *run, int64_t cells);

/* ---- describe.c */
/* Appends what `check` tells below the line of the case. Collective. */
eg_status eg_run_describe_case(eg_run *run, eg_text *text);
/* Snapshots that a run with steps of dt, s, writes: at time 0, at each interval of time or of steps, and at
 * the end. `*about`: some hang on dt. */
double eg_run_count_snapshots(const eg_run *run, double dt, bool *about);
/* ---- facts.c: run->facts as JSON, eg_run_describe_json() */
void eg_run_facts_clear(eg_run *run); /* nothing is known */

/* ---- describe_mesh.c */
eg_status eg_run_describe_mesh(eg_run *run, eg_text *text);

/* ---- ranks.c: of one process they do nothing, or what is plain */
bool eg_run_is_first(const eg_run *run); /* rank 0, which writes and speaks */
/* The device that is wished for (NULL: "auto"); each rank's own where ranks choose. */
eg_status eg_ranks_open_device(eg_context *context, const eg_comm *comm, const char *wished,
                               eg_device **device);
/* run->coprocessor: the rank's processors as a device of their own; of a run on them, another device of the
 * same kind. */
eg_status eg_run_open_coprocessor(eg_run *run);
/* How much of the work each rank has (eg_comm_set_speed()): as options.share says, or by what their devices
 * can do. Collective; all agree. */
eg_status eg_run_share_work(eg_run *run);
/* Warns of ranks that have nothing to do. Collective; all agree. */
eg_status eg_run_check_work(eg_run *run);
/* How messages go between several ranks' devices, into the log. */
void eg_run_log_exchange(eg_run *run);
/* Puts the ranks' bytes one after the other into `all` of rank 0, where there is room for all of them.
 * Collective, also where `status` is a failure of this rank; all agree on the status. */
eg_status eg_run_gather(const eg_run *run, const void *own, int64_t bytes, void *all, eg_status status);
/* Of values[count][columns] each rank has filled the rows that it owns; rank 0 gets all. Collective, also
 * after a failure; all agree on the status. */
eg_status eg_run_gather_rows(eg_run *run, const int *owner, int count, int columns, double *values,
                             eg_status status);
/* eg_comm_agree(). Collective. */
eg_status eg_run_agree(const eg_run *run, eg_status status);

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

/* ---- lines.c */
/* All outputs along the lines of the case, a file lines/NAME.csv each. Collective; all agree. */
eg_status eg_run_lines(eg_run *run);
/* EG_CASE for each line without a point in the mesh; a warning where some are outside. Collective; all
 * agree. */
eg_status eg_run_check_lines(eg_run *run);

/* ---- diagnostics.c */
eg_status eg_diagnostics_create(eg_run *run);
/* The name, unit and components of a field of snapshots. */
const eg_output *eg_diagnostics_field(const eg_diagnostics *diagnostics, int field);
/* When all ranks have: the hash of the state, and the errors. Of several ranks collective; all agree on the
 * status. */
eg_status eg_diagnostics_conclude(eg_writer_source *self, eg_snapshot_stamp *stamp);
/* After cells have changed, with nothing under way. EG_MEMORY. */
eg_status eg_diagnostics_change_mesh(eg_run *run);
void eg_diagnostics_destroy(eg_run *run);
/* How many points the own cells of the plane before this one have, where each has count[its type]. */
static inline int64_t eg_diagnostics_before(const eg_mesh *mesh, int64_t cell, const int count[EG_CELL_TYPES])
{
    int64_t triangles = eg_min_i64(cell, mesh->group[EG_TRIANGLE].count);
    return triangles * count[EG_TRIANGLE] + (cell - triangles) * count[EG_QUADRANGLE];
}
/* An output from a copy of the state: at the centre of every cell (degree 0), values[cells][components], or
 * at the nodes of snapshots of that degree, values[eg_snapshot_value_count()][components]; on all threads, or
 * on the caller's. */
eg_status eg_diagnostics_output(const eg_model *model, const eg_mesh *mesh, const void *memory, int output,
                                int degree, bool all_threads, double *values);
/* ---- judge/extremes.c: of what is advected. The list of the model; names of columns; their values now,
 * collective, all agree; what a checkpoint has of them; the summary's entries; and the verdict. */
int eg_extremes_list(const eg_run *run, eg_advected list[EG_ADVECTED]);
void eg_extremes_names(const eg_run *run, eg_text *names);
eg_status eg_extremes_take(eg_run *run, double *values);
eg_status eg_extremes_persist(eg_run *run, const eg_persist *persist);
eg_status eg_extremes_resume(eg_run *run);
eg_status eg_extremes_summarise(const eg_run *run, eg_summary *summary);
eg_status eg_extremes_judge(eg_run *run);
/* Behind the extremes, at the end. Collective; all agree. */
eg_status eg_modes_judge(eg_run *run);
/* Reads the state that the model holds now, of this rank, into memory of the caller, who frees it; NULL is
 * fine there. */
eg_status eg_run_read_state(eg_run *run, void **memory);
void eg_run_free_state(eg_run *run, void **memory);

/* ---- errors.c */
/* Exact solutions of the case. */
void eg_errors_create(eg_run *run);
void eg_errors_destroy(eg_diagnostics *diagnostics); /* the rows */
/* Makes the rows of the own cells; eg_errors_find() frees them. */
eg_status eg_errors_keep(eg_diagnostics *diagnostics, const void *memory, double time);
/* All norms of a moment, and their row. Collective. */
eg_status eg_errors_find(eg_diagnostics *diagnostics, double time);
/* After time 0 an exact solution that is not finite ends the run as a state does: there are no errors from
 * then on. */
eg_status eg_errors_keep_divergence(eg_diagnostics *diagnostics, eg_status status);

/* Norms of the moment observed last, to values[] or from it; gives their number: those of gradients only
 * where the case gives one. */
int eg_errors_persist(eg_run *run, double values[EG_NORMS * EG_EXACTS], bool restoring);

/* ---- time_series.c */
/* Finds the gauges in the mesh of the ranks. Collective; all agree. */
eg_status eg_time_series_locate(eg_run *run);
/* Finds them in the mesh that the run has now. Collective; all agree. */
eg_status eg_time_series_relocate(eg_run *run);
eg_status eg_time_series_create(eg_run *run);
eg_status eg_time_series_row(eg_run *run);
/* The balance and extremes of now, into the row. Collective; all agree. */
eg_status eg_time_series_balance(eg_run *run);
void eg_time_series_destroy(eg_run *run);

/* ---- output.c */
extern const char *const eg_run_tables[]; /* names of the tables that grow, NULL at the end */
/* Makes the run's folder and opens its files; nothing where no folder was asked for. Collective; all
 * agree. */
eg_status eg_output_create(eg_run *run);
/* case.yaml: the case as resolved, then what was changed of it and when. Of rank 0. */
eg_status eg_output_case(eg_run *run);
/* Hands the current state to the writer. Collective; all agree. */
eg_status eg_output_snapshot(eg_run *run);
/* Of several ranks: synchronizes about the snapshot that is under way, if all have written their part of it;
 * waits for that, and until the files are there. Where an exact solution was not finite in one of them,
 * settle ends the run: its outcome is EG_DIVERGED from then on. Collective; all agree. */
eg_status eg_output_poll(eg_run *run);
eg_status eg_output_settle(eg_run *run);
/* Before cells change: all that was handed on is written. Collective; all agree. */
eg_status eg_output_release(eg_run *run);
/* EG_DIVERGED, with the run's message, where that is its outcome. */
eg_status eg_output_is_good(const eg_run *run);
eg_status eg_output_close(eg_run *run);
/* Opens a table of the folder whose column names are the lines of `names`, which is freed. */
eg_status eg_output_table(eg_run *run, const char *file, eg_text *names, eg_csv **csv);
eg_status eg_run_path(const eg_run *run, const char *name, char **path);
/* Each line of run->notes. */
void eg_run_log_notes(eg_run *run);
void eg_run_log(eg_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- folder.c, overwrite.c: files that are not a run's stay. EG_IO. */
/* Looks whether the run may write over what is in its folder, and finds what that is: EG_USAGE where it holds
 * an input of the case, a file that no list of a run names and that is in the way, or one that is not what
 * the run there has written. Changes nothing. */
eg_status eg_overwrite_inspect(eg_run *run);
/* Removes what was found, and tells what is left. */
eg_status eg_overwrite_clear(eg_run *run);
/* Removes what came after the checkpoint that the run goes on from: what eg_run_finish() wrote, newer
 * checkpoints, which are damaged, and temporary files of processes that have ended. `kept`: files that the
 * checkpoint counts on. */
eg_status eg_clear_later(eg_run *run, const eg_file_list *kept);
/* Whether what the run has written still lies there, the same files and as long. */
eg_status eg_check_files(eg_run *run);
/* Writes files.json, the last thing that a run does, and looks whether the files are still there. */
eg_status eg_list_files(eg_run *run);

/* ---- checkpoint.c */
void eg_checkpointing_create(eg_run *run);
/* Whether something is to be done before further steps are queued. */
bool eg_checkpointing_interrupts(eg_run *run);
/* Does it: nothing is queued, and the state is good. EG_STOPPED where the run is to end. */
eg_status eg_checkpointing_serve(eg_run *run);
/* Once the run is over, while its tables are open: a checkpoint of its end, for a resume with a later one.
 * Where the disk or memory fails there is a warning, and the result is whole. Collective; all agree. */
eg_status eg_checkpointing_end(eg_run *run);
/* The changed case into a checkpoint of the moment that the run goes on from. Collective; all agree. */
eg_status eg_checkpointing_change(eg_run *run);

/* ---- resume.c: all of it while run->checkpointing.from is there. */
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
/* What was found of the last snapshot; the schedule. */
eg_status eg_resume_diagnostics(eg_run *run);
/* The mark of a table. */
eg_status eg_resume_mark(eg_run *run, const char *file, eg_csv_mark *mark);
/* Looks whether the tables have what the checkpoint knows of them; changes nothing. EG_CHECKPOINT. */
eg_status eg_resume_check_tables(eg_run *run);
/* The snapshots there are. The caller frees *entries. */
eg_status eg_resume_snapshots(eg_run *run, char **entries, int64_t *count);

/* ---- inputs.c, all on rank 0 */
/* Calls `each` for every file that the case names, in its order. */
eg_status eg_inputs_each(eg_run *run, eg_status (*each)(eg_run *run, const eg_node *node));
/* Measures the files that the case names, before they are read. EG_INPUT, with the place in the case, where
 * one is missing. A run that goes on compares them instead: EG_CHECKPOINT where one has changed or is
 * gone. */
eg_status eg_inputs_take(eg_run *run);
/* projections.c: EG_INPUT, with key and names, where two rasters of the case do not lie in one projection. On
 * rank 0. */
eg_status eg_run_check_projections(eg_run *run);
/* That of the case's rasters, which the caller frees; NULL: not known. Of the first rank. */
eg_status eg_run_find_projection(eg_run *run, char **projection);
eg_status eg_inputs_put(const eg_run *run, eg_checkpoint_writer *writer);
/* inputs_beside.c: visits the files that are read beside that of a node. */
eg_status eg_inputs_each_beside(eg_context *context, const eg_node *node, eg_beside each);

/* An entry of a section: the sums of a file, and what it is called. Read gives that name, NULL where it is
 * none. */
void eg_entry_add(eg_text *text, const eg_listed_file *file, const char *name);
const char *eg_entry_read(const char *entry, eg_listed_file *file);

/* ---- written.c, all on rank 0 */
/* What the run has written so far, into a checkpoint; before, whether it still lies there: EG_IO. */
eg_status eg_written_put(eg_run *run, eg_checkpoint_writer *writer);
/* Fills an empty list with what a checkpoint tells, sorted; nothing where it is of an eagre that did not know
 * the section. */
eg_status eg_written_read(eg_context *context, eg_checkpoint *from, eg_file_list *list);
/* Whether folder/case.yaml is the case of the checkpoint, whose files are in the list. EG_CHECKPOINT names
 * the first line that differs. */
eg_status eg_written_check_case(eg_context *context, const char *folder, eg_checkpoint *from,
                                const eg_file_list *list);
/* Each line of what was changed, as a comment. */
void eg_written_add_changes(eg_text *text, const char *changes);
/* Of a run that goes on: whether case.yaml and the snapshots are those that the checkpoint knows; changes
 * nothing. EG_CHECKPOINT. Then takes them up into the manifest. */
eg_status eg_written_check(eg_run *run);
eg_status eg_written_take(eg_run *run);

/* ---- finish.c */
eg_status eg_run_complete(eg_run *run);
/* What a step or a kernel comes nearest to, which moves `bytes` at a time: *moved and `computed` are parts of
 * the device's limits. Of data that stay in a cache a part of the memory's bandwidth says nothing: *moved
 * becomes NaN. */
const char *eg_run_limiter(const eg_device_info *device, double bytes, double computed, double *moved);
eg_status eg_run_divergence_site_message(eg_run *run);

/* ---- profile.c: without the option they do nothing */
/* Before the run advances for the first time; when it has advanced: writes profile.csv and profile.png; into
 * the summary and the log. */
eg_status eg_run_profile_begin(eg_run *run);
eg_status eg_run_profile_end(eg_run *run);
eg_status eg_run_profile_summarise(eg_run *run, eg_summary *summary);

/* ---- traffic.c */
/* What ranks do from here on: messages, and kernels where they are profiled. */
void eg_run_traffic_begin(eg_run *run);
/* The table of all ranks. Collective; all agree. */
eg_status eg_run_traffic_end(eg_run *run);
void eg_run_traffic_summarise(eg_run *run, eg_summary *summary);
/* The devices of the run: its own, and where there is one, the coprocessor; their number. */
int eg_run_devices(const eg_run *run, eg_device *device[EG_RUN_DEVICES]);
/* "cuda:0", "host:2 beside" */
void eg_run_device_name(const eg_run *run, const eg_device *device, char name[EG_PROFILE_NAME]);

/* ---- profile_files.c: profile.csv and profile.png, of a profile that has ended */
eg_status eg_run_profile_write(eg_run *run);

/* ---- maxima.c */
/* Writes the largest values of all steps, where the case asks for them and there is a folder. The run pauses.
 * Collective. */
eg_status eg_run_maxima(eg_run *run);

/* ---- maxima_rasters.c: the same as rasters, where the case asks for them. By the first rank; what is asked
 * for can be told to be impossible before the run. EG_INPUT without GDAL, or of a raster that cannot be read;
 * EG_IO, EG_MEMORY. */
eg_status eg_run_check_maxima_rasters(eg_run *run);
eg_status eg_run_maxima_rasters(eg_run *run);

/* ---- picture.c, slice.c */
/* Draws the current state to picture.png, unless the case wants no pictures: the plane, or a slice through
 * hexahedra. Collective; all agree. */
bool eg_run_draws(const eg_run *run);
eg_status eg_run_picture(eg_run *run);
eg_status eg_run_slice_picture(eg_run *run);
struct eg_map;
/* Writes the map to `path` with the contours that the case asks for. */
eg_status eg_run_draw_contours(const eg_run *run, const char *path, struct eg_map *map);
/* EG_CASE where the slice lies outside the mesh, whose bounds all ranks know. */
eg_status eg_run_check_slice(const eg_run *run);

#endif
