/* fv: finite volumes of first or second order for shallow water on a device.
 *
 * The state stays on the device. Steps are queued and counted there; the caller looks at the clock
 * (scheme/time/clock.h) every few steps and is paused exactly at the event times that it names:
 *
 *     eg_fv_create; eg_time_resume_until(first event)
 *     loop:  eg_stepper_queue(n steps); eg_time_readback_begin; ... eg_time_readback_end -> t, dt, pause
 *            at a pause: snapshot, sample, volume; eg_time_resume_until(next event) */
#ifndef EG_SCHEME_FV_H
#define EG_SCHEME_FV_H

#include "mesh/plane/plane.h"
#include "physics/shallow_water/shallow_water.h"
#include "scheme/stepper/stepper.h"

typedef struct eg_fv eg_fv;

/* X(ID, device, series, name): each kind of boundary is declared here. `device`: the OPEN_ of
 * kernels/fv/kinds.h that computes it; kinds with the same one differ in the water beyond (open.c). `series`:
 * how many of `value` and `second` are series of times. A wall has no open faces, and nothing on the
 * device. */
#define EG_FV_BOUNDARIES(X)                                                                                  \
    X(WALL, OUTFLOW, 0, "wall")                                                                              \
    X(OUTFLOW, OUTFLOW, 0, "outflow")                                                                        \
    X(LEVEL, LEVEL, 1, "level")                                                                              \
    X(DISCHARGE, DISCHARGE, 1, "discharge")                                                                  \
    X(RADIATE, RADIATE, 2, "radiate")                                                                        \
    X(INFLOW, INFLOW, 2, "inflow")                                                                           \
    X(RATING, RATING, 0, "rating")                                                                           \
    X(CRITICAL, OUTFLOW, 0, "critical")                                                                      \
    X(NORMAL, OUTFLOW, 0, "normal depth")                                                                    \
    X(AS_AT_START, OUTFLOW, 0, "radiate") /* an outflow beyond which still water stays as it was */

#define EG_FV_ID(ID, DEVICE, SERIES, NAME) EG_FV_##ID,
typedef enum eg_fv_boundary_kind { EG_FV_BOUNDARIES(EG_FV_ID) } eg_fv_boundary_kind;
#undef EG_FV_ID

/* "normal depth", for people. */
const char *eg_fv_boundary_name(eg_fv_boundary_kind kind);
/* Whether it is an outflow on the device. */
bool eg_fv_is_outflow(eg_fv_boundary_kind kind);

/* A value over time: a table of times and values, constant outside; with rows = 0 an expression of the
 * generated source. */
typedef struct eg_fv_series {
    int64_t rows;
    const double *times, *values;
} eg_fv_series;

/* What holds on one boundary of the mesh. `value` is its level (m), discharge (m3/s, into the domain), the
 * level of the wave that comes in, or the depth (m) that flows in; `second` the level of still water under
 * that wave, or the speed (m/s, into the domain, along the normal) of that depth. Of a rating curve it is no
 * series of times, but of levels (m) with the discharges (m3/s) that leave. */
typedef struct eg_fv_boundary {
    eg_fv_boundary_kind kind;
    eg_fv_series value, second;
    double slope, manning; /* of a normal depth; manning 0: that of the cells, which have some */
    /* Tables that an expression is never above, `value` and `second`: steps end before water of a value to
     * come could cross more than a cell in them. rows 0: not known, steps follow from the value at their
     * beginning. */
    eg_fv_series ceiling[2];
} eg_fv_boundary;

/* Rain or evaporation over time, m/s. `times` and `rates` are a table, linear between its rows or, with
 * `steps`, constant up to the next one; its ends hold. With rows = 0 an expression of the generated source;
 * below 0: none. */
typedef struct eg_fv_rate {
    int64_t rows;
    const double *times, *rates;
    bool steps;
} eg_fv_rate;

/* What takes up water below a zone. */
typedef enum eg_fv_soil {
    EG_FV_TIGHT,
    EG_FV_HORTON,
    EG_FV_GREEN_AMPT,
    EG_FV_CURVE_NUMBER, /* these two take of the rain alone */
    EG_FV_INITIAL_CONTINUING
} eg_fv_soil;

/* The rates of a zone. */
typedef enum eg_fv_rate_kind { EG_FV_RAIN_RATE, EG_FV_EVAPORATION_RATE, EG_FV_RATES } eg_fv_rate_kind;

/* Cells that have rain, evaporation and the kind of their soil in common. */
typedef struct eg_fv_zone {
    eg_fv_rate rate[EG_FV_RATES];
    bool fields[EG_FV_RATES]; /* the rate is what eg_fv_set_rate() gives, and no series */
    double heaviest;          /* no rain is above it, before the factors of cells, m/s */
    eg_fv_soil soil;
    double decay; /* of Horton's capacity, 1/s */
} eg_fv_zone;

/* Rain, infiltration, evaporation (docs/theory/shallow-water-sources.md). Zones are the same on all ranks. */
typedef struct eg_fv_water {
    int zones;              /* 0: no water but that of boundaries */
    const eg_fv_zone *zone; /* [zones] */
    const int32_t *of;      /* [cells] zone */
    const double *factor;   /* [cells] of the rain; NULL: 1 */
    /* [cells] Horton: capacity at first and at last, m/s; Green and Ampt: conductivity, m/s, and suction
     * times deficit of moisture, m; curve number: retention and initial abstraction, m; initial and
     * continuing: continuing loss, m/s, and initial loss, m; NULL: no soil takes up water */
    const double (*soil)[2];
    const double *decay; /* [cells] of Horton's capacity, 1/s; NULL: that of the zone */
    /* Dialect source with a `FUNCTION double eg_rate_expression` of `int series, double t`, NULL: none. The
     * series of rain of zone z is z, that of evaporation zones + z. */
    const char *generated;
    bool in_snapshots; /* eg_stepper_snapshot_begin() has what infiltrated and fell, too */
} eg_fv_water;

/* The numbers are those of kernels/fv/kinds.h. */
typedef enum eg_fv_flow_kind {
    EG_FV_INFLOW_AT,
    EG_FV_WEIR,
    EG_FV_GATE,
    EG_FV_CULVERT,
    EG_FV_BRIDGE,
    EG_FV_PUMP,
    EG_FV_RATING_TABLE
} eg_fv_flow_kind;
enum { EG_FV_FLOW_ONE_WAY = 9, EG_FV_FLOW_CONSTANTS = 11 };

/* Water that goes from one place to another, and not through faces. An end is a cell, by its number in the
 * whole mesh, or outside, -1. No flow takes more water than there is: where several take from a cell, each
 * has its share of it. */
typedef struct eg_fv_flow {
    eg_fv_flow_kind kind;
    int64_t cell[2]; /* from the first to the second; back, where the discharge is below 0 */
    double constant[EG_FV_FLOW_CONSTANTS]; /* kernels/fv/kinds.h */
    /* m3/s; of a gate its opening, of a weir its crest, m; of a pump with a curve discharge over head. None
     * where there are no rows and no source for it. */
    eg_fv_rate discharge;
    int expression; /* its number in the generated source */
    /* Crest and width of a breach, m (kinds.h); of a rating table numbers of its upstream levels, in the
     * first. */
    eg_fv_rate breach[2];
    int breach_expression[2]; /* likewise */
    bool closes;              /* the face between its two cells is a wall beside it */
    double largest; /* of all |discharge|, as far as it is known, m3/s: a dry cell takes no more in a step */
} eg_fv_flow;

/* All ranks have the same flows. */
typedef struct eg_fv_flows {
    int count;
    const eg_fv_flow *flow; /* [count] */
    /* Dialect source with `FUNCTION double eg_flow_expression(int expression, double t)`, NULL: none. */
    const char *generated;
} eg_fv_flows;

/* A substance dissolved in the water. */
typedef struct eg_fv_solute {
    double decay;          /* of first order, 1/s */
    double dispersion[2];  /* along the flow and across it, m2/s; 0: none */
    const double *initial; /* [cells] concentration */
} eg_fv_solute;

/* Eddy viscosity (docs/theory/shallow-water-mixing.md), constant + (smagorinsky^2 A) |S|; 0: none. */
typedef struct eg_fv_viscosity {
    double constant;    /* m2/s */
    double smagorinsky; /* C of his law */
} eg_fv_viscosity;

/* Solutes (docs/theory/shallow-water-solutes.md). All ranks have the same ones. Series are concentrations at
 * the boundaries of the mesh, [boundaries][count], of what comes in by flows, [flows.count][count], loads of
 * flows, in m3 times the unit of the concentration a second, [flows.count][count], and concentrations of
 * rain, [count]. Rows below 0: none, whose value is 0; 0: an expression, by its number in this order. */
typedef struct eg_fv_solutes {
    int count; /* 0: none */
    const eg_fv_solute *solute;
    const eg_fv_rate *series;
    /* Dialect source with a `FUNCTION double eg_solute_expression` of `int series, double t`, NULL: none. */
    const char *generated;
    bool peaks; /* every step keeps the largest concentrations */
} eg_fv_solutes;

static inline int eg_fv_solute_series(int boundaries, int flows, int count)
{
    return (boundaries + 2 * flows + 1) * count;
}

/* Amounts of a solute, m3 times the unit of its concentration: in the water, and since the start come in,
 * left, infiltrated, decayed, and added where an amount came out negative. */
typedef struct eg_fv_solute_balance {
    double held, in, out, soaked, decayed, clipped;
} eg_fv_solute_balance;

/* The largest concentration of a solute while flooded, and its time, s; NaN: it was never above 0. */
typedef struct eg_fv_solute_peak {
    double concentration, time;
} eg_fv_solute_peak;

/* A roughness over the depth, linear between its rows and constant outside. */
typedef struct eg_fv_depth_table {
    int64_t rows;
    const double *depth; /* [rows] m, ascending */
    const double *part;  /* [rows] Manning's n over that of its cells, above 0 */
} eg_fv_depth_table;

/* Laws of friction: the numbers are those of kernels/fv/kinds.h; from EG_FV_BY_DEPTH on that of a table. */
enum { EG_FV_MANNING, EG_FV_CHEZY, EG_FV_BY_DEPTH };

/* Friction that varies with the depth otherwise than Manning's. All ranks have the same tables. */
typedef struct eg_fv_roughness {
    const int32_t
        *law; /* [cells] NULL: Manning's n everywhere; of EG_FV_CHEZY manning[] is 1 / C, s/m^(1/2) */
    int tables;
    const eg_fv_depth_table *table; /* [tables] */
} eg_fv_roughness;

/* How far the bed has risen in all once a motion is over, which begins and ends at these times, s, and is
 * even between; where both are one it rises at once. The depth stays: water is lifted along
 * (docs/theory/shallow-water-sources.md, "Moving bed"). */
typedef struct eg_fv_lift {
    double start, end;
    const double *height; /* [cells] m */
} eg_fv_lift;

/* The time between two fields of a rate, s; where it does not end after it begins, the first field holds. */
typedef struct eg_fv_rate_span {
    double begin, end;
} eg_fv_rate_span;

/* What fell, infiltrated and evaporated since the start, m3. */
typedef struct eg_fv_water_balance {
    double rain, infiltrated, evaporated;
} eg_fv_water_balance;

/* A line across the flow: faces inside the mesh. Of several ranks each has those whose left cell is its own.
 * Faces ascend; `sense` is 1 where what flows out of the left cell counts, -1 where it is taken off. */
typedef struct eg_fv_section {
    int64_t faces;
    const int32_t *face; /* [faces] */
    const int8_t *sense; /* [faces] */
} eg_fv_section;

/* Sub-grid ground (docs/theory/shallow-water-subgrid.md): elevations of strips of equal width, ascending, m;
 * of a face none is below the lowest of its cells. Of f64 and first order, with walls, levels, discharges,
 * normal depths and critical outflows, and with rain; without flows, lifts, sections, soils and further
 * forces. */
typedef struct eg_fv_subgrid {
    int strips;         /* 2 or more; 0: cells have one bed */
    const double *cell; /* [cells and ghosts][strips] */
    const double *face; /* [faces][strips] */
} eg_fv_subgrid;

/* What of the largest values costs by itself: speeds and discharges; times; the hazard rating; how long a
 * cell is flooded; beside speeds, their times. The depth is always there. */
enum {
    EG_FV_MAXIMA_DEPTH = 1,
    EG_FV_MAXIMA_FLOW = 2,
    EG_FV_MAXIMA_TIMES = 4,
    EG_FV_MAXIMA_HAZARD = 8,
    EG_FV_MAXIMA_DURATION = 16,
    EG_FV_MAXIMA_SPEED_TIME = 32
};

/* What a cell has reached in all steps so far, the state at time 0 included. */
typedef struct eg_fv_maximum {
    double depth;      /* m */
    double speed;      /* m/s, while the depth was above flooded_depth */
    double speed_time; /* time at which it was largest, the first of equals, s; NaN: it was 0 */
    double discharge;  /* |h v|, m2/s */
    double arrival;    /* time at which the depth was first above flooded_depth, s; NaN: never */
    double depth_time; /* time at which the depth was largest, the first of equals, s; NaN: always dry */
    double hazard;   /* depth (speed + 0.5 m/s) + debris factor, m2/s, while flooded (kernels/fv/maxima.h) */
    double duration; /* for how long the depth was above flooded_depth: steps that begin so, s */
    double infiltrated; /* water that the ground took up since the start, m */
    double rain;        /* that fell since the start, m */
} eg_fv_maximum;

/* Blocks of cells that a step works on: those where something moves or may come in, all, or as it pays. */
typedef enum eg_fv_blocks { EG_FV_BLOCKS_AUTO, EG_FV_BLOCKS_MOVING, EG_FV_BLOCKS_ALL } eg_fv_blocks;

/* Arrays are the caller's and are not kept; [cells] is canonical order. */
typedef struct eg_fv_options {
    /* Where the mesh is the part of a rank: the ranks. Discharge boundaries of a part are cut `together`
     * (eg_mesh_cut.together), those of order 2 with `vertices`. */
    const eg_comm *comm;
    eg_link *link; /* between the ranks' devices, which outlives the solver; NULL: none */
    eg_precision precision;
    bool mixed;          /* waves and friction of a state in f64 are f32; first order alone */
    int order;           /* 2: second order; else first */
    int lanes;           /* 0: what suits the device */
    eg_fv_blocks blocks; /* the result has the same bits */
    double gravity;      /* 0: 9.81 m/s2 */
    double dry_depth;    /* 0: EG_FV_DRY_DEPTH */
    double cfl;          /* 0: 0.9 */
    double dt;           /* fixed step, s; 0: by cfl */
    double dt_least;     /* a step below it is divergence, s; 0: 1e-12 */
    const double *bed;   /* [cells] m; of sub-grid ground the mean */
    eg_fv_subgrid subgrid;
    const double *manning; /* [cells] s/m^(1/3); NULL: no friction */
    eg_fv_roughness roughness;
    const double *depth;         /* [cells] m, >= 0 */
    const double (*velocity)[2]; /* [cells] m/s; NULL: at rest */
    const bool *blocked;         /* [cells] that take no part: dry, between walls, without rain; NULL: none */
    const eg_fv_boundary *boundaries; /* [mesh->boundaries]; NULL: walls */
    eg_fv_water water;
    eg_fv_flows flows;
    eg_fv_solutes solutes;
    eg_fv_viscosity viscosity;
    const double *coriolis;        /* [cells] f, 1/s; NULL: no such force */
    const double *linear_friction; /* [cells] k >= 0, 1/s; NULL: none */
    bool wind;                     /* eg_fv_set_wind() gives it; the same on all ranks, as the next */
    const double *pressure;        /* [cells] at time 0, as eg_fv_set_pressure() has it; NULL: none */
    double wind_thin;              /* thinner water has the acceleration of this depth, m */
    int lifts;                     /* all ranks have the same ones */
    const eg_fv_lift *lift;        /* [lifts] they add up */
    int sections;
    const eg_fv_section *section; /* [sections] */
    unsigned maxima;              /* EG_FV_MAXIMA_...: largest values that every step keeps; 0: none */
    double flooded_depth;         /* m: above it a cell is flooded, for times of arrival and largest speeds */
    /* Dialect source with `FUNCTION double eg_open_expression(int series, double t)`, NULL: none. The series
     * of value of boundary b is b, that of second is mesh->boundaries + b. */
    const char *generated;
} eg_fv_options;

/* Below this depth a cell holds water but no momentum. A thousandth of a millimetre: far below what
 * a bed is known to, far above the rounding of a depth beside a bed of 1000 m in f64 (1e-13 m). */
#define EG_FV_DRY_DEPTH 1e-6

/* Builds everything on the device and finds the first dt. Device and mesh outlive the solver. The run pauses
 * at time 0 until it is resumed. EG_MEMORY, EG_DEVICE; EG_DIVERGED when the initial state is not finite. Of
 * several ranks creation, queue, volume and persist are collective; boundaries, cells and states are those of
 * the rank. */
eg_status eg_fv_create(eg_device *device, const eg_plane *mesh, const eg_fv_options *options, eg_fv **fv);
void eg_fv_destroy(eg_fv **fv);

/* What the solver is to a run. The variables are those of an eg_sw_state and the concentrations behind it,
 * the same at every point of a cell. */
static inline eg_stepper *eg_fv_stepper(eg_fv *fv)
{
    return (eg_stepper *)fv;
}

/* ---- at a pause ---- */

/* The maxima of the own cells, [cells] in canonical order. What the options do not ask for is 0, of times
 * NaN. */
eg_status eg_fv_maxima(eg_fv *fv, eg_fv_maximum *rows);

/* The state of cell `cell` from a snapshot, with its bed of that time. Safe from any thread. */
eg_sw_state eg_fv_state_of(const eg_fv *fv, const void *memory, int64_t cell);

/* Mean depth of level water in ground of such strips, and the level of a mean depth, m. */
double eg_fv_strips_depth(int strips, const double *z, double level);
double eg_fv_strips_level(int strips, const double *z, double depth);
/* The level of a cell with such a depth, m: with sub-grid ground that of its mean depth. Safe from any
 * thread. */
double eg_fv_level_of(const eg_fv *fv, int64_t cell, double depth, double time);

/* The bed of a cell at a time, s, as the device has it, m; before it has moved. Safe from any thread. */
double eg_fv_bed_at(const eg_fv *fv, int64_t cell, double time);
double eg_fv_bed(const eg_fv *fv, int64_t cell);
/* The part of a lift that is done at a time, 0 to 1. */
double eg_fv_lifted(const eg_fv_lift *lift, double time);

/* Water in the domain (m3), volume added by clipping since the start, and, for each of the mesh's
 * boundaries, the volume that left through it since the start. */
eg_status eg_fv_volume(eg_fv *fv, const eg_comm *comm, double *volume, double *clipped, double *through);

/* Rain and losses of water since the start; zeros where there are none. Collective. */
eg_status eg_fv_water_of(eg_fv *fv, const eg_comm *comm, eg_fv_water_balance *balance);

/* The balance of each solute, rows[options.solutes.count]. Collective. */
eg_status eg_fv_solutes_of(eg_fv *fv, const eg_comm *comm, eg_fv_solute_balance *rows);

/* What went of each solute through each section since the start, m3 times the unit of its concentration, and
 * in the last step, a second: [options.sections][options.solutes.count]. Collective. */
eg_status eg_fv_solutes_through(eg_fv *fv, const eg_comm *comm, double *amount, double *flux);
/* The same of each flow, from its first end to its second: [options.flows.count][options.solutes.count]. */
eg_status eg_fv_solutes_passed(eg_fv *fv, const eg_comm *comm, double *amount, double *flux);

/* Peaks of the own cells, rows[cells][options.solutes.count] in canonical order. */
eg_status eg_fv_solute_peaks(eg_fv *fv, eg_fv_solute_peak *rows);

/* Rain or evaporation of zones with such fields from now on, at a pause: linear in time over the span of each
 * zone, span[zones], between the rate at its begin and at its end, m/s, [cells] each; in cells of zones
 * without fields the factor of their series, and
 * 0. The caller pauses the run at each end. `restored`: the solver was restored within these spans. Not
 *   collective. EG_MEMORY,
 * EG_DEVICE. */
eg_status eg_fv_set_rate(eg_fv *fv, eg_fv_rate_kind kind, const eg_fv_rate_span *span, const double *first,
                         const double *second, bool restored);

/* The stress of the wind over the density of water from now on, at a pause, m2/s2: linear over the span
 * between given[0], given[1], along x and y at its begin, and given[2], given[3] at its end, [cells] each.
 * The caller pauses the run at the end. `status`: of this rank so far. Collective. EG_MEMORY, EG_DEVICE. */
eg_status eg_fv_set_wind(eg_fv *fv, eg_fv_rate_span span, const double *const given[4], eg_status status);
/* The same of the pressure of the air over that of a metre of water, m. */
eg_status eg_fv_set_pressure(eg_fv *fv, eg_fv_rate_span span, const double *const given[2], eg_status status);

/* What has passed through each of the flows since the start, m3, and its discharge in the last step, m3/s:
 * [options.flows.count]. Collective. */
eg_status eg_fv_passed(eg_fv *fv, const eg_comm *comm, double *passed, double *discharge);

/* What went through each section since the start, m3, and the flux of the last step, m3/s; at time 0 that of
 * the state there. Collective. */
eg_status eg_fv_sections_of(eg_fv *fv, const eg_comm *comm, double *volume, double *discharge);

/* Blocks of the own cells that the last step worked on. */
eg_status eg_fv_awake(eg_fv *fv, int64_t *awake);

/* After EG_PAUSE_NOT_FINITE: the first own cell (canonical) whose refused state is not finite and that state;
 * after EG_PAUSE_COLLAPSED: the cell with the largest |u| + c, which is *speed (infinite where the state is
 * not finite; -1 where there is no cell). Not collective. */
eg_status eg_fv_divergence_site(eg_fv *fv, int64_t *cell, eg_sw_state *state, double *speed);

/* Where the mean of a boundary's expression over a step may be taken (kernels/fv/ahead.h). */
enum { EG_FV_STEP_POINTS = 261 };
void eg_fv_points_of_step(double begin, double end, double point[EG_FV_STEP_POINTS]);

/* ---- for reports ---- */

double eg_fv_gravity(const eg_fv *fv);
int eg_fv_order(const eg_fv *fv); /* of accuracy, 1 or 2 */
double eg_fv_dry_depth(const eg_fv *fv);
/* Bytes on the device of a cell with so many faces, told before there is a solver, with the slope of its bed,
 * which friction needs at first order; and what second order adds. */
double eg_fv_cell_bytes(eg_precision precision, bool mixed, int faces, bool slope);
double eg_fv_reconstruction_bytes(eg_precision precision, int faces);
/* What so many solutes add. */
double eg_fv_solute_bytes(eg_precision precision, int order, int faces, int solutes, bool peaks);
/* What mixing of so many values adds: two velocities, and solutes where one of them has a dispersion. */
double eg_fv_mixing_bytes(eg_precision precision, int faces, int values);
/* What sub-grid ground of so many strips adds. */
double eg_fv_subgrid_bytes(int strips, int faces);
/* What rain, a soil that takes up water, or evaporation add to that; and so many rates between two fields. */
double eg_fv_water_bytes(eg_precision precision, bool soil, bool evaporation, int fields);
/* And a decay of each cell. */
double eg_fv_decay_bytes(eg_precision precision);

#endif
