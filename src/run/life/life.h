/* life: from the case to the end of a run: set-up, mesh, cells that change, the loop, its end. */
#ifndef EG_RUN_LIFE_H
#define EG_RUN_LIFE_H

#include "field/persist.h"
#include "mesh/cell_transfer.h"
#include "run/core/part.h"

/* All parts of a run, in the order in which they are called; NULL at the end. */
extern const eg_part_class *const eg_run_parts[];
extern const eg_part_class eg_own_files_class, eg_adaptation_class, eg_shots_class, eg_checkpoints_class;

/* Calls an entry of all parts that have it, until one fails. */
#define EG_PARTS(entry, ...)                                                                                 \
    for (const eg_part_class *const *part_ = eg_run_parts; *part_; part_++)                                  \
    EG_TRY((*part_)->entry ? (*part_)->entry(__VA_ARGS__) : EG_OK)

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
    bool warned;             /* that all triangles are of the highest level */
    struct eg_bisect *there; /* of one process: the same on the device; NULL: none yet */
    bool leaves_stale;       /* those on the device have changed since run->leaves were looked at */
    double refine, coarsen;
    eg_adaptation_kept kept;
    double seconds;        /* of this process */
    double updates;        /* that were made on cells that there were, in the first */
    int64_t updates_steps; /* steps of this process */
} eg_adaptation;

/* ---- run.c: the two ends of making a run: a bare one, which copies the options; then, with the status of
 * what made the rest, the run for the caller, or nothing. */
eg_status eg_run_begin(eg_context *context, const eg_run_options *options, eg_run **made);
eg_status eg_run_made(eg_run *made, eg_status status, eg_run **run);
/* A run of the case in `text` on a mesh of the plane in place of the case's own; takes the mesh over. Of one
 * process. */
eg_status eg_run_create_on(eg_plane **mesh, const char *text, const eg_run_options *options, eg_run **run);

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
/* Each rank gets its part of run->mesh, which rank 0 has. Collective; all agree. */
eg_status eg_run_distribute_mesh(eg_run *run);

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
/* run->leaves are those on the device. */
eg_status eg_run_need_leaves(eg_run *run);

/* ---- forest.c */
/* A forest over the cells of run->mesh, which rank 0 has, in its place. Collective; all agree. */
eg_status eg_run_plant_forest(eg_run *run);

/* ---- adapt.c: cells that change with the state; without the key they do nothing. Collective; all agree. */
/* At time 0, with a model: whether the initial state asks for other cells; then the run has those, and no
 * model. */
eg_status eg_adaptation_begin(eg_run *run, bool *changed);
/* Between two steps, when it is due: the run goes on with other cells. */
eg_status eg_run_adapt(eg_run *run);
/* At the beginning of a shot but the first: the cells of a state at rest. */
eg_status eg_adaptation_next_shot(eg_run *run);
eg_status eg_adaptation_resume(eg_run *run);
/* Updates of this process, where a step on the present cells makes so many. */
double eg_adaptation_updates(const eg_run *run, double of_step);

/* ---- shots.c */
eg_status eg_run_next_shot(eg_run *run);

/* ---- advance.c */
/* To `time`, or until so many steps are done, or to the end of the case. */
eg_status eg_run_go_on(eg_run *run, double time, int64_t steps);

/* ---- explicit_run.c */
/* Takes steps until the model pauses: at t_stop, after step_stop steps, or because it diverged; or until
 * something else is to be done (checkpoint.c), and then it may come back between two steps, with nothing
 * queued and no pause. */
eg_status eg_explicit_advance(eg_run *run, double t_stop, int64_t step_stop);
/* Tells how far the run has come, of explicit steps. */
void eg_explicit_tell_progress(eg_run *run, bool now);

/* ---- checkpoint.c */
/* Does it: nothing is queued, and the state is good. EG_STOPPED where the run is to end. */
eg_status eg_checkpointing_serve(eg_run *run);
/* Writes a checkpoint of now, and removes the oldest. Collective; all agree. */
eg_status eg_checkpointing_publish(eg_run *run);

/* ---- finish.c */
eg_status eg_run_complete(eg_run *run);
eg_status eg_run_divergence_site_message(eg_run *run);

/* ---- threads.c */
/* How many threads loops on the host take: those of the device, or beside a GPU the rank's share of the
 * processors. */
void eg_run_use_threads(eg_run *run);
/* Warns where the threads of all ranks of a machine are more than its processors. Collective. */
void eg_run_check_threads(eg_run *run);

/* ---- ranks.c: of one process they do nothing, or what is plain */
/* How much of the work each rank has (eg_comm_set_speed()): as options.share says, or by what their devices
 * can do. Collective; all agree. */
eg_status eg_run_share_work(eg_run *run);
/* Warns of ranks that have nothing to do. Collective; all agree. */
eg_status eg_run_check_work(eg_run *run);
/* How messages go between several ranks' devices, into the log. */
void eg_run_log_exchange(eg_run *run);

/* ---- estimate.c: what memory the run takes, in bytes: rank 0, which has most; all ranks of this machine; of
 * a rank on its device. False where the mesh cannot be told without building it. ", NAME" is appended for
 * each thing of the case that it leaves out. */
typedef struct eg_run_need {
    double rank, machine, device;
    double least; /* of the device, where the run takes what it finds */
} eg_run_need;
bool eg_run_estimate(const eg_run *run, eg_text *left_out, eg_run_need *need);
/* EG_MEMORY where the machine, a control group or a limit leaves less than that; before the mesh is built. The
 * device, too, where the mesh is a file: it is read for longer than the device takes to open. */
eg_status eg_run_check_memory(eg_run *run);
/* The same of the device beside a box, behind the mesh. */
eg_status eg_run_check_device(eg_run *run);

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

/* ---- coarse.c */
/* Triangles of a lattice, about `cells` of them, that cover the cells of `fine` but for its rim, with its
 * regions, boundaries and heights. *mesh is NULL where a region is too small for them, or the domain fills
 * too little of its box. Of a whole mesh. The caller owns *mesh. EG_MEMORY, EG_MESH. */
eg_status eg_run_coarse_plane(const eg_plane *fine, int64_t cells, eg_plane **mesh);

#endif
