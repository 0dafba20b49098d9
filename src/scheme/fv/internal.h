/* The solver's inside, shared by the files of this folder. */
#ifndef EG_SCHEME_FV_INTERNAL_H
#define EG_SCHEME_FV_INTERNAL_H

#include "field/running_extrema.h"
#include "mesh/plane/side.h"
#include "scheme/fv/fv.h"

/* Values of a cell in the device's state: h, u, v, root of h (see kernels/fv/shallow_water.c). */
enum { EG_FV_STATE = 4 };

/* What a type of cell has on the device (see kernels/fv/shallow_water.c). */
typedef struct eg_fv_cells {
    eg_buffer *neighbour, *face, *flow, *cell, *reach;
    eg_buffer *rows, *ring, *ring_weight; /* of triangles at second order */
    eg_buffer *ground, *section, *link;   /* with sub-grid ground (kernels/fv/subgrid.c) */
    int64_t ring_rows;
    eg_program *program;
    eg_kernel *reconstruct, *step, *maxima;
    int64_t blocks;
    eg_partition_boundary partition_boundary;
} eg_fv_cells;

/* The open boundary faces (kernels/fv/shallow_water_open.c). */
typedef struct eg_fv_open {
    int64_t faces, blocks;
    int boundaries;       /* all of the mesh, so that indices agree */
    int32_t *first;       /* [boundaries + 1] faces of each boundary */
    bool *is_own;         /* [faces] not of a ghost */
    bool any_varies;      /* a boundary's values vary with time */
    double (*nearest)[3]; /* [boundaries] least 1 / chi', lowest bed, length (kernels/fv/ahead.h) */
    eg_buffer *owner, *of, *geometry, *kind, *first_face, *last_face, *table, *row, *rows;
    eg_buffer *varies, *nearest_to;
    eg_buffer *state, *through, *beyond;
    eg_buffer *section; /* with sub-grid ground */
    eg_program *program, *series_program;
    eg_kernel *series, *open;
} eg_fv_open;

/* What cells reconstruct at second order (kernels/fv/reconstruct.h); at first order faces is 0. */
typedef struct eg_fv_records {
    int faces; /* records of a cell, on all ranks */
    eg_buffer *records, *inner;
    eg_halo *halo;
} eg_fv_records;

/* Rain and losses of water (kernels/fv/water.h). */
typedef struct eg_fv_rainfall {
    int zones;
    bool soil, evaporation;
    bool losses, decays;      /* laws that take of the rain alone; cells have a decay of their own */
    bool fields[EG_FV_RATES]; /* the rate of a zone is between two fields (rate_fields.c) */
    bool plain;               /* one zone of one rain: cells need not know */
    double rate;              /* no cell is slower while rain may come, 1/s */
    double *factor_areas;     /* [zones] sum of factor times area over all cells of all ranks, m2 */
    int32_t *zone_of;         /* [cells], -1: blocked */
    double *factor;           /* [cells] of the rain; NULL: 1 */
    bool *has_fields;         /* [EG_FV_RATES][zones], where there are fields */
    double *rain_rate[2];     /* [cells] the fields of rain as the device has them, m/s; so the next */
    double *depth;            /* [cells] rain before the span of now, m */
    eg_buffer *table, *row, *rows, *decay, *zone, *fallen, *field, *span;
    eg_running_extrema amounts, owed;
    eg_program *program;
    eg_kernel *step, *amount;
} eg_fv_rainfall;

/* Flows that do not pass through faces (kernels/fv/flows.c): those whose cells this rank holds, and the cells
 * that they change. */
typedef struct eg_fv_flow_list {
    int all, flows, takers, entries; /* `all`: of all ranks */
    int32_t *number;                 /* [flows] in the list of all */
    int64_t (*cell)[2];              /* [flows] held cells of their ends, -1: outside */
    int64_t *taker;                  /* [takers] held cells, ascending */
    int32_t *first, *entry;          /* [takers + 1], [entries] */
    bool *closed;                    /* [faces] walls with a weir over them; NULL: none */
    eg_buffer *kind, *end, *room, *table, *row, *rows, *volume, *now, *passed;
    eg_buffer *structure; /* constants of the flows */
    eg_buffer *slot, *first_entry, *entry_of, *constants, *owed;
    eg_program *program;
    eg_kernel *flow, *take;
} eg_fv_flow_list;

/* Moving bed (kernels/fv/motion.c). */
typedef struct eg_fv_motion {
    int lifts; /* with two of the pressure, which are the last ones: what holds, and what is added by the end.
                   * Friction knows nothing of their slopes, which are some millionths. */
    int pressure;     /* the first of them; `lifts`: there are none */
    eg_fv_lift *lift; /* [lifts], whose heights are `height` */
    double **height;  /* [lifts][cells and ghosts] as the device has them */
    eg_buffer *table, *weight, *moves, *base, *lifted, *slope0, *slope;
    eg_program *program;
    eg_kernel *weigh, *move, *tilt;
} eg_fv_motion;

/* Blocks at rest (kernels/fv/rest.c). */
typedef struct eg_fv_rest {
    bool watched; /* else a step works on all blocks */
    int64_t blocks;
    bool *never; /* [blocks] at rest, until the lists are on the device; so the next two */
    int32_t *first_host, *near_host;
    eg_buffer *moved, *resting, *awake; /* there in any case; not watched, no step looks at awake */
    eg_buffer *first, *near;
    eg_program *program;
    eg_kernel *kernel;
} eg_fv_rest;

/* Solutes (kernels/fv/solutes.c). */
typedef struct eg_fv_solute_list {
    int count, series;
    bool peaks_kept;
    eg_buffer *amount[2], *gained, *passed[EG_CELL_TYPES], *leaving;
    eg_buffer *value, *table, *row, *rows, *rates, *number, *mass;
    eg_buffer *passed_flows, *carried; /* by flows; through sections */
    eg_program *section_program;
    eg_kernel *section;
    eg_running_extrema booked, peaks;
    eg_halo *halo, *leaving_halo; /* the second one at second order */
    eg_program *program[EG_CELL_TYPES], *series_program;
    eg_kernel *faces[EG_CELL_TYPES], *step[EG_CELL_TYPES], *values, *flow, *take;
} eg_fv_solute_list;

/* The Coriolis force, linear friction and wind (kernels/fv/forces.c); `turn`, `drag` and `wind` are NULL where there
 * is none. */
typedef struct eg_fv_forces {
    eg_buffer *turn, *drag, *wind, *gust;
    double thin; /* m */
    eg_program *program;
    eg_kernel *step;
} eg_fv_forces;

/* Eddy viscosity and dispersion (kernels/fv/mixing.c). */
typedef struct eg_fv_mixing {
    int values; /* that mix: two velocities, and all solutes where one of them spreads; 0: nothing does */
    bool spreads;
    double constant, smagorinsky; /* eg_fv_viscosity */
    eg_buffer *link[EG_CELL_TYPES], *spread, *slope, *gain;
    eg_halo *halo[2]; /* gradients, gains */
    eg_program *program[EG_CELL_TYPES], *add_program;
    eg_kernel *slopes[EG_CELL_TYPES], *gains[EG_CELL_TYPES], *add;
} eg_fv_mixing;

/* Friction that varies with the depth (kernels/fv/roughness.h); NULL where none does. */
typedef struct eg_fv_rough {
    eg_buffer *law, *face_law, *rough;
} eg_fv_rough;

/* Sections and their faces (kernels/fv/sections.c). */
typedef struct eg_fv_sections {
    int count;
    int64_t faces, blocks;
    int64_t *first;       /* [count + 1] faces of each section */
    int8_t *sense;        /* [faces] */
    int32_t *face_number; /* [faces] of the mesh */
    eg_buffer *slot, *face, *through;
    eg_program *program;
    eg_kernel *step;
} eg_fv_sections;

struct eg_fv {
    EG_STEPPER;
    const eg_plane *mesh;
    eg_halo *halo; /* of several ranks */
    double gravity, dry;
    eg_precision waves; /* kernels/physics/wave.h */
    bool friction;
    eg_buffer *bed, *clipped, *part, *area;
    double *bed_host; /* [cells] as the device has it */
    int strips;       /* of sub-grid ground; 0: none */
    double *strip;    /* [cells][strips] of it, m */
    eg_fv_cells cells[EG_CELL_TYPES];
    eg_fv_open open;
    unsigned maxima; /* EG_FV_MAXIMA_... */
    double flooded;
    eg_running_extrema highest, when; /* kernels/fv/maxima.h; nothing where there are no maxima */
    eg_fv_rainfall water;
    eg_fv_flow_list flows;
    eg_fv_solute_list solutes;
    eg_fv_sections sections;
    eg_fv_motion motion;
    eg_fv_rest rest;
    eg_fv_forces forces;
    eg_fv_mixing mixing;
    eg_fv_rough rough;
    eg_fv_records records;
    eg_program *balance_program;
    eg_kernel *volume;
    int64_t parts;
};

/* The solver of a stepper. */
static inline eg_fv *eg_fv_of(const eg_stepper *stepper)
{
    return (eg_fv *)stepper;
}

/* Whether cells have the slope of their bed, which friction is weighed against at first order. */
static inline bool eg_fv_knows_slope(const eg_fv *fv)
{
    return fv->friction && fv->records.faces == 0;
}

extern const eg_stepper_class eg_fv_class; /* observe.c */

/* A host array of device constants being filled: in the precision of the state. */
typedef struct eg_fv_array {
    void *data;
    int64_t count;
} eg_fv_array;

/* Makes an array of values of cells beside the state, which neighbours do not read (VALUE_PLACE of
 * kernels/fv/place.h); `name` is that of checkpoints. */
eg_status eg_fv_keep_beside(eg_fv *fv, eg_precision precision, const char *name, int values, double start,
                            eg_running_extrema *kept);

/* Creates the program of one kernel file for this solver's precision. */
eg_status eg_fv_program(eg_fv *fv, const char *file, int lanes, const eg_define *defines, int count,
                        const char *generated, eg_program **program);

/* chi' of every cell: the least 2 A / sum l of itself and its neighbours. */
eg_status eg_fv_chi(eg_fv *fv, eg_scope *scope, double **chi);

/* Normal and length of a face, m, as the kernels have them. */
void eg_fv_frame(const eg_fv *fv, int64_t face, double normal[2], double *length);

/* Whether a face between two cells is a wall: a weir is over it, or one of them is blocked. */
bool eg_fv_is_closed(const eg_fv *fv, const eg_fv_options *options, int64_t face);

/* Builds neighbours, faces and constants of each type; open_index[face] is -1 or the open face's number. */
eg_status eg_fv_build_cells(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                            const double *chi);

/* What the bound of a step needs to know of the boundaries. Collective; all agree on the status. */
eg_status eg_fv_plan_open(eg_fv *fv, const eg_fv_options *options, const double *chi);
/* Lists the open faces, and puts them on the device. */
eg_status eg_fv_list_open(eg_fv *fv, const eg_fv_options *options, eg_scope *scope, int32_t **open_index);
eg_status eg_fv_build_open(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index,
                           const double *chi);

/* values may be NULL: none is. */
static inline bool eg_fv_any_above_zero(const double *values, int64_t cells)
{
    for (int64_t c = 0; values && c < cells; c++)
        if (values[c] > 0)
            return true;
    return false;
}

/* ---- fv.c: what a step moves of the cells of a type */
double eg_fv_bytes_of_type(const eg_fv *fv, int type);

/* What slopes are made from. */
typedef struct eg_fv_stencil {
    const eg_fv *fv;
    const eg_fv_options *options;
    const int32_t *open_index; /* [faces] as in eg_fv_build_cells() */
} eg_fv_stencil;

/* ---- reconstruct.c: second order; at first order nothing happens */
/* What a cell's face has of the kernels' `neighbour`. */
int32_t eg_fv_name_neighbour(const eg_fv *fv, int64_t cell, int64_t face, int32_t slot);
eg_status eg_fv_build_reconstruction(eg_fv *fv, const eg_fv_options *options, int type,
                                     const int32_t *open_index);
/* ---- ring.c: of triangles */
eg_status eg_fv_build_ring(eg_fv *fv, const eg_fv_stencil *stencil, int type);
/* How many records a cell has. Collective. */
void eg_fv_plan_records(eg_fv *fv, const eg_fv_options *options);
eg_status eg_fv_build_records(eg_fv *fv);
eg_status eg_fv_build_records_halo(eg_fv *fv);
eg_status eg_fv_bind_records(eg_fv *fv, int type);
double eg_fv_reconstruction_traffic(const eg_fv *fv, int type); /* bytes that it moves in a step */

/* ---- subgrid.c: without sub-grid ground nothing happens */
/* Keeps the strips of own cells. */
eg_status eg_fv_plan_subgrid(eg_fv *fv, const eg_fv_options *options);
/* The strips of the cells of a type, and of the open faces. */
eg_status eg_fv_build_subgrid(eg_fv *fv, const eg_fv_options *options, int type);
eg_status eg_fv_build_open_sections(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index);
/* The fourth value of the state: a level, else the root of the depth. `stored`: as the device has the depth. */
double eg_fv_fourth(const eg_fv *fv, const eg_fv_options *options, int64_t cell, double stored);
/* What the state of a cell has of its strips. */
void eg_fv_look_at_strips(const eg_fv *fv, int64_t cell, eg_sw_state *state);
double eg_fv_subgrid_traffic(const eg_fv *fv, int faces); /* bytes that a cell's step moves more */

/* ---- motion.c: ground that moves; without lifts nothing happens */
/* Takes the lifts, with those of ghosts. Collective; all agree. */
eg_status eg_fv_plan_motion(eg_fv *fv, const eg_fv_options *options);
/* When state and cells are there. */
eg_status eg_fv_build_motion(eg_fv *fv, const eg_fv_options *options);
/* Before all else of a step. */
eg_status eg_fv_queue_motion(eg_fv *fv);

/* ---- forces.c: when the layout is there; without it nothing happens */
eg_status eg_fv_build_forces(eg_fv *fv, const eg_fv_options *options);
/* When all cells have stepped and ghosts have come. */
eg_status eg_fv_queue_forces(eg_fv *fv);

/* ---- mixing.c: with neither viscosity nor dispersion nothing happens */
void eg_fv_plan_mixing(eg_fv *fv, const eg_fv_options *options);
/* The most values of a cell that it may exchange. */
int eg_fv_mixing_most(const eg_fv_options *options);
/* When cells and solutes are there. */
eg_status eg_fv_build_mixing(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index);
eg_status eg_fv_bind_mixing(eg_fv *fv);
/* When all else of a step has changed cells and ghosts; status as of eg_stepper_queue_shared(). */
eg_status eg_fv_queue_mixing(eg_fv *fv, eg_status status);
eg_halo *eg_fv_mixing_halo(const eg_fv *fv, int stage);
double eg_fv_mixing_traffic(const eg_fv *fv, int type); /* bytes that it moves in a step */

/* ---- roughness.c: when the layout and the open faces are there; without it nothing happens */
eg_status eg_fv_build_roughness(eg_fv *fv, const eg_fv_options *options, const int32_t *open_index);

/* ---- geometry.c: a bed that is level for all purposes, up to this part of gravity along it, has no
 * resistance; friction that balances a part of the slope counts that many times, at most for all of it
 * (theory page) */
#define EG_FV_LEVEL_SLOPE 1e-9
#define EG_FV_SATURATION 4.0

/* ---- slope.c */

/* The gradient at a cell's centre of the plane that fits the beds of its neighbours best, weighted by the
 * inverse square of their distances; along their line where they stand on one. bed: [cells + ghosts], m */
void eg_fv_bed_gradient(const eg_plane *mesh, const eg_fv_options *options, const double *bed, int64_t cell,
                        double gradient[2]);
/* What the difference to place `one` of the places round a cell, as seen from its centre, counts in such a
 * gradient, 1/m. */
void eg_fv_fit_weight(int64_t places, const double (*place)[2], int64_t one, double weight[2]);
/* What is behind face k of a cell, and the centre there, of a wall that of the mirror image, as seen from the
 * cell's own. */
typedef enum eg_fv_behind { EG_FV_CELL_BEHIND, EG_FV_WALL_BEHIND, EG_FV_OPEN_BEHIND } eg_fv_behind;
eg_fv_behind eg_fv_place_behind(const eg_fv_stencil *stencil, int64_t cell, int k, double place[2]);

/* ---- step.c: gives the kernels of a step what stays the same in all steps; when all else is made */
eg_status eg_fv_bind(eg_fv *fv);
eg_status eg_fv_step(eg_stepper *stepper);
eg_halo *eg_fv_halo(const eg_stepper *stepper, int stage);

/* ---- upload.c: 1 / sqrt(g) of the root that kernels are given, rounded as they would round it. */
double eg_fv_inverse_root(const eg_fv *fv);

/* ---- sections.c: what goes through lines; without sections nothing happens. Made when layout and bed are
 * there. */
eg_status eg_fv_build_sections(eg_fv *fv, const eg_fv_options *options);
eg_status eg_fv_bind_sections(eg_fv *fv);
eg_status eg_fv_queue_sections(eg_fv *fv);
eg_status eg_fv_persist_sections(eg_fv *fv, const eg_persist *persist);

/* ---- maxima.c: made when the layouts of own and all cells are there; with none asked for nothing happens */
eg_status eg_fv_build_maxima(eg_fv *fv);
eg_status eg_fv_persist_maxima(eg_fv *fv, const eg_persist *persist);

/* ---- water.c: rain, infiltration, evaporation; with no zones nothing happens */
/* Whether a zone has a series or fields of the rate. */
bool eg_fv_has_rate(const eg_fv_zone *zone, eg_fv_rate_kind kind);
/* What the cells' program needs to know, before it is built, and sums over all cells. Collective; all agree
 * on the status. */
eg_status eg_fv_plan_water(eg_fv *fv, const eg_fv_options *options, const double *chi);
/* Constants of a cell, SW_WATER_CONSTANTS, ..._SOIL or ..._MOST of them at most; cell < 0: of padding. Returns how many. */
int eg_fv_water_constants(const eg_fv *fv, const eg_fv_options *options, int64_t cell, double *values);
/* Tables, amounts and kernels, when layout and cells are there. */
eg_status eg_fv_build_water(eg_fv *fv, const eg_fv_options *options);
/* Bytes that a cell's step moves more. */
double eg_fv_water_traffic(const eg_fv *fv);
eg_status eg_fv_bind_water(eg_fv *fv);
eg_status eg_fv_queue_water(eg_fv *fv);
eg_status eg_fv_persist_water(eg_fv *fv, const eg_persist *persist);

/* ---- totals.c: what the ground took up and what fell as rain since the start, m, values[count][EG_FV_TOTALS] */
enum { EG_FV_INFILTRATED, EG_FV_RAIN, EG_FV_TOTALS };
eg_status eg_fv_read_rain_totals(eg_fv *fv, int64_t count, const int64_t *cells, double *values);
/* eg_stepper_class.read_totals: the same, and the concentrations of solutes behind. */
eg_status eg_fv_read_totals(eg_stepper *stepper, int64_t count, const int64_t *cells, double *values);

/* ---- solutes.c; without solutes nothing happens */
/* When layout, open faces and flows are there. */
eg_status eg_fv_build_solutes(eg_fv *fv, const eg_fv_options *options);
/* Gives ghosts their solutes at time 0. Collective; all agree. */
eg_status eg_fv_fill_solutes(eg_fv *fv);
eg_status eg_fv_bind_solutes(eg_fv *fv);
/* When all cells have stepped; status as of eg_stepper_queue_shared(). */
eg_status eg_fv_queue_solutes(eg_fv *fv, eg_status status);
/* The exchange of a stage of solutes, behind those of the water; NULL: there is none. */
eg_halo *eg_fv_solute_halo(const eg_fv *fv, int stage);
/* Between the flows and the cells that take them. */
eg_status eg_fv_queue_solute_flows(eg_fv *fv);
/* ---- solute_ways.c: what goes through sections, and with flows */
eg_status eg_fv_build_solute_ways(eg_fv *fv);
eg_status eg_fv_bind_solute_ways(eg_fv *fv);
/* When amounts have stepped. */
eg_status eg_fv_queue_solute_sections(eg_fv *fv);
eg_status eg_fv_persist_solute_ways(eg_fv *fv, const eg_persist *persist);
/* ---- solute_values.c */
/* Concentrations of these own cells, of each cell at `stride` doubles; cells NULL: of all. */
eg_status eg_fv_read_concentrations(eg_fv *fv, int64_t count, const int64_t *cells, int stride,
                                    double *values);
/* Bytes that they move in a step more. */
double eg_fv_solute_traffic(const eg_fv *fv, int type);
eg_status eg_fv_persist_solutes(eg_fv *fv, const eg_persist *persist);

/* ---- rate_fields.c: rain and evaporation between two fields; without such a zone nothing happens */
eg_status eg_fv_build_rate_fields(eg_fv *fv, const eg_fv_options *options);
eg_status eg_fv_persist_rate_fields(eg_fv *fv, const eg_persist *persist);
/* How many of the rates before this one are between two fields; of all, EG_FV_RATES. */
int eg_fv_fields_before(const eg_fv *fv, int rate);
/* What fell on a cell since its span began, m, from what each field brought since then, `fallen`. */
double eg_fv_rain_of_span(const eg_fv *fv, const double *fallen, int64_t cell);
/* Doubles of `fallen`; and what it holds, of the scope. */
eg_status eg_fv_read_fallen(eg_fv *fv, eg_scope *scope, double **fallen);
int64_t eg_fv_fallen_count(const eg_fv *fv);

enum { EG_FV_RATE_ROW = 4 };
/* Rows of a series: time, rate, integral so far, slope up to the next row. */
void eg_fv_fill_rates(const eg_fv_rate *rate, double (*row)[EG_FV_RATE_ROW]);

/* ---- flows.c; with no flows nothing happens */
/* Finds the flows of this rank and their cells, before anything is built. */
eg_status eg_fv_plan_flows(eg_fv *fv, const eg_fv_options *options);
eg_status eg_fv_build_flows(eg_fv *fv, const eg_fv_options *options, const double *chi);
eg_status eg_fv_bind_flows(eg_fv *fv);
/* When all cells have stepped and ghosts have come. */
eg_status eg_fv_queue_flows(eg_fv *fv);
eg_status eg_fv_persist_flows(eg_fv *fv, const eg_persist *persist);

/* ---- rest.c: blocks at rest, on which a step does not work */
/* When layout and flows are there. */
eg_status eg_fv_plan_rest(eg_fv *fv, const eg_fv_options *options);
/* What is beside the blocks of a type, whose kernels' `neighbour` is given. In the order of the types. */
eg_status eg_fv_list_near(eg_fv *fv, const eg_fv_options *options, int type, const int32_t *neighbour);
eg_status eg_fv_build_rest(eg_fv *fv);
eg_status eg_fv_bind_rest(eg_fv *fv);
/* Before the cells of a step, when its rain is known. */
eg_status eg_fv_queue_rest(eg_fv *fv);
/* All blocks take the next two steps: the states are others. Between two steps. */
eg_status eg_fv_wake(eg_fv *fv);

/* ---- ranks.c: of several ranks; those that are collective agree on their status */

/* Makes the arrays of the options those of cells and ghosts, of the scope, and has friction where any rank
 * has. Collective. */
eg_status eg_fv_exchange_given(eg_fv *fv, eg_scope *scope, eg_fv_options *options);

/* ---- persist.c */
/* The root of a depth as the device has it (in mixed precision up to the next step, which rounds it to f32), without
 * what friction packs into it (row.c). */
double eg_fv_root(const eg_fv *fv, double depth);
/* eg_stepper_class.complete: the root of a depth that a caller gives; a dry cell has no velocity. */
void eg_fv_complete_row(const eg_stepper *stepper, void *row);
eg_status eg_fv_persist(eg_stepper *stepper, const eg_persist *persist);

#endif
