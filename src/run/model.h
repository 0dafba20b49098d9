/* model: what a run has to know of a system of equations and its scheme.
 *
 * A model is what the case file has of it, what it is called, and one table of functions, which models of a
 * family share; the case's word `model` chooses it. The run has the case file, mesh, device, loop, files and
 * summary; the model has the state, its steps and its numbers. A model lives in src/run/models and is entered
 * in EG_MODELS (run/models/models.c).
 *
 * Explicit schemes and linear solvers differ in how they advance. An explicit scheme has a stepper, whose
 * clock the run looks at; a model that solves linear systems advances itself, and has none. The state is
 * looked at through a space (field/space.h) in both cases.
 *
 * Who calls from where: `output` and the table `nodal` are called on the writer's thread, from a copy of the
 * state and while steps are taken, so they change nothing of the model. All others are called by the run's
 * thread; balance, read_maxima, divergence_site and given only while nothing is queued. */
#ifndef EG_RUN_MODEL_H
#define EG_RUN_MODEL_H

#include "comm/comm.h"
#include "device/device.h"
#include "eagre/bench.h"
#include "eagre/run.h"
#include "field/norms.h"
#include "field/output.h"
#include "io/case/case.h"
#include "io/case/rows.h"
#include "io/case/table.h"
#include "io/picture/picture.h"
#include "io/report/summary.h"
#include "io/snapshot/snapshot.h"
#include "io/table/csv_out.h"
#include "io/table/raster.h"
#include "mesh/plane/plane.h"
#include "scheme/stepper/stepper.h"

typedef struct eg_model_kind eg_model_kind;

/* What a model is made from; all of it outlives the model. A model copies the struct, not what it
 * points to. Names in the case's materials and boundaries have been checked against the mesh. */
typedef struct eg_setup {
    eg_context *context;
    const eg_model_kind *kind; /* the model that is made */
    eg_case *loaded;           /* NULL in a bench */
    const eg_comm *comm;       /* NULL in a bench of one process */
    eg_link *link;             /* between the ranks' devices; NULL: none */
    eg_device *device;
    const eg_mesh *cells; /* of this rank */
    const eg_plane *mesh; /* the same, of a model of ADER or finite volumes; else NULL */
    eg_run *run;          /* of a model that advances itself, or is made from parts of the run */
    const void *survey; /* what survey() has found in the whole mesh, 8-byte aligned; NULL where it is NULL */
    eg_precision precision;
    int lanes; /* 0: what suits the device */
    /* the state will come from a checkpoint: what is given of the initial one does not count */
    bool restoring;
    uint64_t mesh_hash; /* of the whole mesh */
    eg_text *notes;     /* lines for the log of the run; NULL: none are taken */
} eg_setup;

/* What a step costs, for reports. */
typedef struct eg_model_cost {
    int lanes;
    int64_t unknowns;         /* of the whole state */
    double updates;           /* a step, in the unit of the throughput */
    const char *updates_unit; /* "cell updates/s"; static */
    double bytes;             /* that a step has to move through memory at least */
    double flops;             /* of a step; 0: not counted */
    int64_t device_bytes;     /* memory held on the device */
    int64_t sent_bytes;       /* by this rank in a step, to its neighbours; 0 of one process */
} eg_model_cost;

/* What a model takes of a mesh beside the cells. */
typedef struct eg_mesh_use {
    int node_degree;  /* of polynomials whose nodes cells share; 0: they share none */
    bool vertices;    /* of the plane: cells that share a vertex with own ones are ghosts, too */
    int ghost_layers; /* of cells that a rank needs around those that have nodes of its own */
} eg_mesh_use;

/* What is known of a mesh before it is built. */
typedef struct eg_mesh_counts {
    double cells, nodes;            /* of hexahedra: elements, and vertices as the file has them */
    bool quadrangles, skew, curved; /* skew: elements may be other than parallelepipeds */
} eg_mesh_counts;

/* What memory the state of a run takes, bytes. */
typedef struct eg_model_need {
    double all;     /* the run's beside the process itself, where the host is its own device */
    double device;  /* on the device */
    double least;   /* there, where the run takes what it finds, with the least that it can do with; else 0 */
    double samples; /* of all seismograms that are written, of one shot */
    eg_text *left_out; /* what of this case neither can count: ", NAME" is appended for each */
} eg_model_need;

/* How a picture of one output looks. Other outputs by index; -1: none. */
typedef struct eg_model_picture {
    eg_colormap colormap;
    int depth; /* cells where it is next to nothing show the bed */
    int bed;   /* relief and contours of dry land */
} eg_model_picture;

struct eg_cell_transfer;
struct eg_bisect;
struct eg_bisected;
typedef struct eg_model eg_model;
typedef struct eg_exact eg_exact;

/* Shots: the run of a model over and over, each time from time 0 and a state at rest, with other sources and
 * receivers. */
typedef struct eg_shots {
    int64_t count, current; /* the current one, from 0 on */
    const char *name;       /* of the current one */
    uint64_t hash;          /* of the states at the ends of those that are done */
    double seconds;         /* on the wall, that they took */
} eg_shots;

/* An output that is carried by the flow, or by waves: where nothing else acts its values stay between those
 * of the initial and the boundary data. */
enum { EG_ADVECTED = 8 };
typedef struct eg_advected {
    int output;
    bool is_told;     /* in balance.csv and the summary */
    bool is_bounded;  /* nothing but transport and diffusion acts */
    double low, high; /* of the boundary data; INFINITY, -INFINITY: none */
    /* At time 0: an expression of x and y, NULL: that of the state; and what is added to it at a place, NULL:
     * 0. */
    const eg_node *initial;
    double (*rest)(const eg_model *model, const double *x);
} eg_advected;

/* When a result is looked at: before the first step of a new run, at records, at the end. */
typedef enum eg_judged { EG_JUDGED_SETUP, EG_JUDGED_RECORD, EG_JUDGED_END } eg_judged;

/* The speed of the slowest wave at a place (m) of a region, m/s; NaN where it is not given by numbers,
 * expressions and volumes that cover the place. From several threads. */
typedef struct eg_speeds {
    double (*slowest)(const struct eg_speeds *self, const char *region, const double *x);
} eg_speeds;

/* ---- what a model brings: the functions of eg_model_class, which it has all but those that may be NULL; and
 * the tables behind it, each NULL where the model does not do what it is about. Of `steps` and `solves` it
 * has one. */

/* Of several ranks build(), queue(), balance(), collect() and write() are collective, and a failure in one
 * is agreed on; cells are those of the rank. */
typedef struct eg_model_class {
    /* ---- making. What memory it takes for all cells of the mesh, on one rank; all of the model from a case,
     * on the device, with the first time step found, in so many bytes, zero but for its kind and its class
     * (eg_model_begin()). end() frees what there is of it, also after a failure, but for these bytes. */
    void (*need)(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                 eg_model_need *need);
    size_t bytes;
    eg_status (*build)(eg_model *model, const eg_setup *setup);
    void (*end)(eg_model *model);

    /* ---- the state. One output of variables[count][variables], those of the state at reference points
     * (element.h) of a cell, points[count][dimension]: values[count][components]. Where the state has one
     * value a cell, points may be NULL: the variables are those of `count` cells from `cell` on. */
    void (*output)(const eg_model *model, int output, int64_t cell, int count, const double *points,
                   const double *variables, double *values);
    /* Where a caller writes an output: values[components] at the centre of a cell, and the variables there,
     * which are changed so that output() gives these; of one value a cell those of its row
     * (eg_run_read_state_rows()). false: it follows from others. With cell -1 that is all that is asked.
     * NULL: none is written. */
    bool (*invert)(const eg_model *model, int output, int64_t cell, const double *values, double *variables);
    /* Keeps or restores what the model continues from: the state, the clock, and its own sums so far; `now`
     * is the moment of the state that is kept. Nothing may be queued. After a restore the clock pauses at an
     * event. NULL: it leaves nothing to go on from, and advance() looks for stops. */
    eg_status (*persist)(eg_model *model, const eg_time_state *now, const eg_persist *persist);
    /* Whether the states of two cases of the model have the same variables; NULL: they do. */
    bool (*same_variables)(const eg_case *one, const eg_case *other);

    /* ---- records. balance_names() appends a line for each column of balance.csv after time_s; balance()
     * fills them; summarise() adds the summary's balance, as of the last call of balance(). */
    void (*balance_names)(const eg_model *model, eg_text *names);
    eg_status (*balance)(eg_model *model, const eg_time_state *now, double *values);
    eg_status (*summarise)(const eg_model *model, eg_summary *summary);
    /* Adds what it has to say against its result (run/judge/verdicts.h); behind balance(). Collective; all
     * agree. */
    eg_status (*judge)(eg_model *model, eg_judged when);

    /* ---- for people. The model's lines of `check`; what sets a picture of an output in the plane apart,
     * NULL: nothing; and of costs what is other than the stepper says, of which an update is an unknown;
     * NULL: nothing. Of a model that advances itself all. */
    void (*describe)(const eg_model *model, eg_text *text);
    void (*picture)(const eg_model *model, int output, eg_model_picture *picture);
    void (*cost)(const eg_model *model, eg_model_cost *cost);

    /* ---- how it goes on: one of these */
    const struct eg_model_steps *steps;
    const struct eg_model_solves *solves;

    /* ---- what only some do; NULL */
    const struct eg_model_cells *cells;
    const struct eg_model_speeds *speeds;
    const struct eg_model_adapts *adapts;
    const struct eg_model_changes *changes;
    const struct eg_model_shots *shots;
    const struct eg_model_nodal *nodal;
    const struct eg_model_holds *holds;
    const struct eg_model_files *files;
    const struct eg_model_bench *bench;
} eg_model_class;

/* Whether there is the table, and it has the entry. */
#define EG_HAS(table, entry) ((table) != NULL && (table)->entry)

/* Explicit steps: what the solver is to a run. */
typedef struct eg_model_steps {
    /* `check` takes some steps and tells how long a run takes: steps keep their length and cost */
    bool forecasts;
    eg_stepper *(*stepper)(const eg_model *model);
    /* The stable step of a cell alone in the initial state, s; NULL: by the stepper. describe_cell() appends
     * what is worth telling of it. */
    double (*cell_step)(const eg_model *model, int64_t cell);
    void (*describe_cell)(const eg_model *model, int64_t cell, eg_text *text);
    /* Appends a line of what limits steps beside cells, or nothing. NULL: nothing does but what comes in. */
    void (*describe_limit)(const eg_model *model, eg_text *text);
    /* After EG_PAUSE_NOT_FINITE the first cell whose refused state is not finite, after EG_PAUSE_COLLAPSED
     * the cell of the fastest wave; its state in words; and how bad it is: of several ranks the worst is
     * named, the first of equals. Not collective. */
    eg_status (*divergence_site)(eg_model *model, int64_t *cell, char *state, size_t room, double *how_bad);
    /* What to do about a run that diverged at time t, s, in an own cell; writes nothing where it is a smaller
     * time.cfl. Not collective. NULL: it is. */
    void (*advise)(const eg_model *model, int64_t cell, double t, char *text, size_t room);
    /* Before it, after EG_PAUSE_NOT_FINITE: EG_DIVERGED, with key, place and time, where an expression of the
     * case that the refused step took is not finite. Not collective. NULL: there is none. */
    eg_status (*given)(eg_model *model);
    /* Fills values[i][own cells] with the largest values of all steps of entry which[i] of the table, one a
     * cell, in canonical order, where the case asks for them. NULL: there are none. */
    eg_status (*read_maxima)(eg_model *model, int count, const int *which, double *const *values);
    /* Whether a raster of the largest values so named knows more than its cells; then from the largest levels
     * on its squares, NAN: none, what the cells' values there become. NULL: none does. On the first rank. */
    bool (*can_refine)(const eg_case *loaded, const char *name);
    eg_status (*refine_maximum)(const eg_model *model, const eg_raster *levels, eg_raster *values);
} eg_model_steps;

/* A model that solves linear systems and advances itself. */
typedef struct eg_model_solves {
    /* One step, of which it tells in run->now, with its pause. */
    eg_status (*advance)(eg_model *model);
    bool (*is_done)(const eg_model *model);
    /* The number of updates so far that the throughput counts, in place of steps. */
    double (*work)(const eg_model *model);
    /* Whether the state is that of a step that has failed: the record tells of it. */
    bool (*keeps_failed)(const eg_model *model);
    eg_space *(*space)(const eg_model *model); /* how the state is looked at */
    /* What is made while the files are opened, and shows no error of the case; NULL: nothing. */
    eg_status (*prepare)(eg_model *model);
    void (*describe_time)(const eg_model *model, eg_text *text); /* for `check`; NULL: there is no time */
} eg_model_solves;

/* What it asks of the mesh and of its parts on ranks; each may be NULL. */
typedef struct eg_model_cells {
    /* What it takes of the mesh; NULL: its cells alone. `loaded` is NULL for the bench of a model of the
     * plane. */
    void (*describe_use)(const eg_case *loaded, eg_mesh_use *use);
    /* Whether all ranks with cells along this boundary, an entry of the case, need all of them
     * (eg_mesh_cut.together). */
    bool (*together)(const eg_node *boundary);
    /* Pairs of cells of the whole mesh, setup->mesh for this call, that ranks have together
     * (eg_mesh_cut.bond). Rank 0 lists them; it owns *bond. */
    eg_status (*bonds)(const eg_setup *setup, int64_t (**bond)[2], int64_t *count);
    /* Appends what build() has to know of the whole mesh, which is setup->mesh for this call alone; rank 0
     * makes it, before there is a model, and all ranks get it. */
    eg_status (*survey)(const eg_setup *setup, eg_text *found);
} eg_model_cells;

/* Waves on forests: the speeds of the slowest ones, as the case gives them; close in any case. */
typedef struct eg_model_speeds {
    eg_status (*open)(eg_context *context, const eg_model_kind *kind, const eg_case *loaded,
                      eg_speeds **speeds);
    void (*close)(eg_context *context, eg_speeds **speeds);
} eg_model_speeds;

/* Cells that change. */
typedef struct eg_model_adapts {
    /* Of each own cell the mean energy density, and behind those of all cells that of what the cell hardly
     * resolves, values[2][own]. Collective; all agree. */
    eg_status (*indicate)(eg_model *model, double *values);
    /* Between two steps, the model on other cells (eg_forest_adapt()), which it then looks at; the old mesh
     * may go. Collective; all agree. */
    eg_status (*adapt)(eg_model *model, eg_mesh *next, const struct eg_cell_transfer *transfer);
    /* The values of indicate() left on the device, in a buffer that stays the model's; NULL: a model cannot.
     * Not collective. */
    eg_status (*indicate_there)(eg_model *model, const eg_buffer **values);
    /* Whether the model goes on by leaves on the device alone, and that; the new mesh has names and numbers
     * of cells, and gets the rest when someone looks at it. NULL where indicate_there is. */
    bool (*adapts_there)(const eg_model *model);
    eg_status (*adapt_there)(eg_model *model, eg_mesh *next, const struct eg_bisect *leaves,
                             const struct eg_bisected *roots);
} eg_model_adapts;

/* Explicit steps that change what they take at times of the model's own. */
typedef struct eg_model_changes {
    double (*next)(const eg_model *model, double now); /* after `now`, s; INFINITY: none */
    /* Once the run has paused at it, before anything of that moment is put out. Collective. */
    eg_status (*apply)(eg_model *model, double now);
} eg_model_changes;

/* The run of a model over and over. */
typedef struct eg_model_shots {
    eg_shots *(*get)(eg_model *model); /* NULL where the case has none */
    /* Where the current one is over and its files are written, begins the next: the clock is at time 0 and
     * counts the steps on. Collective. */
    eg_status (*next)(eg_model *model);
} eg_model_shots;

/* Values of outputs that come otherwise than from the space's variables; each may be NULL. All are called on
 * the writer's thread. */
typedef struct eg_model_nodal {
    /* An output at the nodes of snapshots (io/snapshot) of so many cells, cells[count], or of all own ones,
     * NULL; where it is NULL: by eg_model_values(). */
    eg_status (*values)(const eg_model *model, const void *memory, int output, int64_t count,
                        const int32_t *cells, double *values);
    /* Puts those of its one output into a snapshot as they are sampled. */
    eg_status (*put)(const eg_model *model, const void *memory, eg_snapshot_set *set);
    /* Points of quadrature for the errors against the exact solution, with the values of an output there,
     * from a copy of the state; NULL: those of cells of the plane, with z of the expressions in a cell (NULL:
     * 0 m), and the degree of polynomials that the rule is exact for (NULL: 2 p + 4 of polynomials of degree
     * p). EG_MEMORY. */
    eg_status (*error_points)(const eg_model *model, const void *memory, const eg_exact *exact,
                              eg_cell_points **points);
    double (*height)(const eg_model *model, int64_t cell);
    int (*error_degree)(const eg_model *model);
} eg_model_nodal;

/* What had to be added so that nothing became negative, as a part of the largest amount held. */
typedef struct eg_clipped {
    double part;
    const char *solute; /* of what; NULL: of water */
} eg_clipped;

/* What should stay as it is; each may be NULL, as of the last balance(). */
typedef struct eg_model_holds {
    /* What was gained or lost of it, as a part of it; kind->drift_name. Every explicit scheme has it. */
    double (*drift)(const eg_model *model);
    /* The value of a limit of the case that is neither an error nor the drift. */
    double (*limited_value)(const eg_model *model, const char *key);
    /* Of the water, or of the solute of which it is the largest part. */
    eg_clipped (*clipped)(const eg_model *model);
    /* What is advected, so many. And what the user may do where it leaves the range of the data, which is
     * `span` wide: a clause. */
    int (*advected)(const eg_model *model, eg_advected list[EG_ADVECTED]);
    void (*steady_remedy)(const eg_model *model, double span, char *text, size_t room);
} eg_model_holds;

/* What a model writes of its own; each may be NULL. */
typedef struct eg_model_files {
    /* A table that grows with its steps: the name of its file, and its opening, on rank 0. */
    const char *table;
    eg_status (*open_table)(eg_model *model, eg_csv **csv);
    /* After every readback of the clock, also while steps are under way. */
    eg_status (*collect)(eg_model *model, const eg_time_state *now);
    /* At the end of a run, or of each shot, with the folder "seismograms" of its folder, which may not be
     * there yet. */
    eg_status (*write)(eg_model *model, const char *folder);
} eg_model_files;

/* What `eagre bench` measures: a model of build(), or a run of case(), by parts. */
typedef struct eg_model_bench {
    int64_t cells[2]; /* where none are asked for: on a processor, on a GPU */
    bool mixed;       /* takes eg_bench_options.mixed */
    /* On the mesh of the setup, which has no case. */
    eg_status (*build)(eg_model *model, const eg_setup *setup, const eg_bench_options *options);
    /* Appends a case of about options->cells cells, or of a default number by device. */
    void (*write_case)(const eg_model_kind *kind, const eg_bench_options *options, bool gpu, int ranks,
                       eg_text *text);
    /* Parts of an iteration by name, NULL at the end, the last of which is the iteration. */
    const char *const *parts;
    /* Applies one at least so many times, and does not wait, or makes ready where that is 0 times. */
    eg_status (*apply)(eg_model *model, int part, int64_t times, int64_t *done);
    /* What one application has to move at least, 0 of a part that there is not. */
    double (*bytes)(const eg_model *model, int part);
} eg_model_bench;

/* Exact solution of one output. */
struct eg_exact {
    int output, components;
    const eg_node *node[EG_OUTPUT_COMPONENTS];
    const eg_node *gradient; /* exact.gradient; NULL: there is none */
    eg_norms norms;          /* at the moment observed last */
};

/* The first member of each model's own struct. */
struct eg_model {
    const eg_model_class *class;
    const eg_model_kind *kind;
};

/* ---- the models that there are */

struct eg_waves_kind;

/* One model: what the case file has of it, and what it is called. */
struct eg_model_kind {
    eg_case_model keys;          /* the first member */
    const eg_model_class *class; /* which the models of a family share */
    const char *title;           /* in reports: "shallow water" */
    const char *boundary_words;  /* in a hint: "wall, outflow or {level: ...}" */
    const char *points;          /* its samples at points: "gauges" is output.gauges, and gauges.csv */
    /* what drift() is called in limits and summary: "mass_error"; NULL: there is none */
    const char *drift_name;
    bool is_steady;                    /* there is no state before it has advanced */
    const struct eg_waves_kind *waves; /* of run/models/waves; NULL elsewhere */
    const struct eg_linear *system;    /* of these, whose variables are samples at points */
};

/* ---- what the run asks of any model */

/* Begins a model of the setup's kind, which is to be built; its owner destroys it, whatever fails later. */
eg_status eg_model_begin(const eg_setup *setup, eg_model **model);
void eg_model_destroy(eg_model **model);
/* NULL of a model that advances itself. */
static inline eg_stepper *eg_model_stepper(const eg_model *model)
{
    return model->class->steps ? model->class->steps->stepper(model) : NULL;
}
static inline const eg_output *eg_model_outputs(const eg_model *model, int *count)
{
    *count = model->kind->keys.output_count;
    return model->kind->keys.outputs;
}
static inline eg_space *eg_model_space(const eg_model *model)
{
    return model->class->steps ? &eg_model_stepper(model)->space : model->class->solves->space(model);
}
static inline int eg_model_degree(const eg_model *model)
{
    return eg_model_space(model)->degree;
}
/* One output at reference points of a cell, points[count][dimension], from a copy of the state:
 * values[count][components]. Any thread. */
void eg_model_values(const eg_model *model, const void *copy, int64_t cell, int output, int count,
                     const double *points, double *values);
/* The same of cells [from, to), at a reference point of each that all share, point[dimension]. */
void eg_model_cell_values(const eg_model *model, const void *copy, int64_t from, int64_t to, int output,
                          const double *point, double *values);
/* The outputs of samples at points, as gauges have them: those of output.record.variables, or the model's. */
typedef struct eg_samples {
    int count, columns; /* columns: their components */
    int output[EG_WORDS_MOST];
} eg_samples;
void eg_model_choose_samples(const eg_model_kind *kind, const eg_case *loaded, eg_samples *samples);
/* At reference points of cells: values[count][samples->columns]. At a pause. */
eg_status eg_model_sample(eg_model *model, const eg_samples *samples, int count, const int64_t *cells,
                          const double (*points)[3], double *values);
/* Appends the names of their columns, a line each: "POINT_depth_m". */
void eg_model_sample_names(const eg_model_kind *kind, const eg_samples *samples, const char *point,
                           eg_text *names);
void eg_model_find_cost(const eg_model *model, eg_model_cost *cost);
/* The stable step of a cell alone, s; of a model that has one. */
double eg_model_cell_step(const eg_model *model, int64_t cell);

/* What the case file has of a model is its first member. */
static inline const eg_model_kind *eg_model_kind_of(const eg_case_model *keys)
{
    return (const eg_model_kind *)keys;
}

/* Keys of several models: of those with steps; of those of the plane, and among them of those whose cells are
 * of two shapes; of space; of explicit steps; of those whose boundaries may be joined. */
extern const eg_case_part eg_timed_keys, eg_plane_keys, eg_mixed_keys, eg_mapped_keys, eg_space_keys,
    eg_explicit_keys, eg_periodic_keys;

#endif
