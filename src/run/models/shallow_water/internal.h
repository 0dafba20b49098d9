/* shallow water as a model of a run: finite volumes (scheme/fv).
 *
 *     model.c      the table of functions; bench
 *     create.c     from the case to a solver
 *     ground.c     bed, roughness, initial state and Coriolis parameter of every cell
 *     subgrid/     sub-grid ground: strips.c from rasters, refusals.c, maps.c largest depths on pixels
 *     terrain.c    houses, roads, walls and levees on the ground
 *     transfer.c   initial state from another run; what the survey has found
 *     boundaries.c what holds on each boundary
 *     rating.c     rating curves and normal depths of boundaries
 *     tide.c       tides from their constituents
 *     motion.c     ground that moves
 *     lifts.c      what moves it, from the case
 *     faults.c     faults that lift it
 *     mixing/      eddy viscosity and dispersion: values.c, keys.c
 *     solutes.c    what is dissolved in the water, from the case, and its balance
 *     land/        what the ground does: soil.c (infiltration, losses of rain), roughness.c (friction),
 *                  keys.c; froehlich.c (breaches)
 *     flows.c      water that comes in or is taken out at points; places of structures
 *     inflows.c    the same from a table
 *     levees.c     lines and the faces near them, weirs along lines
 *     structures.c weirs, gates, culverts, bridges, pumps
 *     plausible.c  values that cannot be meant, or may not
 *     memory.c     what memory it takes
 *     sections.c   what goes through lines across the flow
 *     maxima.c     largest values of all steps
 *     balance.c    what balance.csv and the summary tell of the water
 *     forcing/     what comes over time: series.c (values), rain.c (rain, infiltration, evaporation),
 *                  rain_gauges.c, rate_rasters.c (rain and evaporation by series of rasters), cubes.c (by a
 *                  netCDF file), weather.c (wind and pressure)
 *     judge/       verdicts: asked.c (what came in against what was asked for), narrow.c (inflows), signals.c
 *                  (waves at boundaries), lost.c and brought.c (what steps do not see of structures and
 *                  solutes), period.c (the ground across periodic pairs), waves.c (the
 *                  water at the end), idle.c (structures and sections then) */
#ifndef EG_RUN_SHALLOW_WATER_INTERNAL_H
#define EG_RUN_SHALLOW_WATER_INTERNAL_H

#include "io/gis/cube.h"
#include "io/table/raster.h"
#include "io/table/records.h"
#include "io/table/series.h"
#include "mesh/boxes.h"
#include "run/given/names.h"
#include "run/model.h"
#include "scheme/fv/fv.h"

/* A value over time, as the case has it. */
typedef struct eg_sw_series {
    double constant[2]; /* time 0 and the value, where it is a number */
    eg_series *table;
    const eg_node *expression;
    eg_expression *tide; /* a sum of constituents, which is an expression of t too */
} eg_sw_series;

/* The expression of t that it is; NULL where it is none. */
static inline const eg_expression *eg_sw_expression(const eg_sw_series *series)
{
    return series->expression ? eg_node_expression(series->expression) : series->tide;
}

static inline bool eg_sw_is_number(const eg_sw_series *series)
{
    return !series->table && !eg_sw_expression(series);
}

/* At a time of the run. */
static inline double eg_sw_series_value(const eg_sw_series *series, double t)
{
    double value = series->constant[1];
    if (series->table)
        return eg_series_value(series->table, t, &value) == EG_OK ? value : 0;
    return eg_sw_is_number(series) ? value : eg_expression_eval(eg_sw_expression(series), &t);
}

/* One boundary of the mesh, as the case has it: `given` points into `series`, its value and its second one,
 * or into `rating`. */
typedef struct eg_sw_boundary {
    const eg_node *node; /* what the case says of it */
    eg_fv_boundary given;
    eg_sw_series series[2];
    double *rating;     /* levels, then discharges */
    double *ceiling[2]; /* of the series that are expressions: times, then values */
} eg_sw_boundary;

enum { EG_SW_SOIL_CONSTANTS = 8 }; /* of the laws of land/soil.c */

/* Rain and soil of the regions of the mesh, as the case has them: a zone each. */
/* A pixel that a cell overlaps, and the part of the cell's area. */
typedef struct eg_sw_overlap {
    int64_t pixel;
    double share;
} eg_sw_overlap;

/* A rate of a region by fields over time: what holds from when on. */
typedef struct eg_sw_frames {
    const eg_node *node; /* NULL: the rate is none */
    int64_t count;
    double *time;  /* [count] s */
    int64_t *item; /* [count] of the case's rasters, or of the cube's times; -1: no rate */
    bool steps;    /* each holds up to the next, else they are linear in between */
    int64_t at;    /* that of now, -1: before the first */
    /* of a netCDF file: */
    eg_cube *cube;          /* NULL: they are rasters */
    bool sums;              /* depths of intervals */
    double *length;         /* [count] of the interval, s */
    double factor;          /* of its numbers */
    double covered[2];      /* s, from when to when it has values */
    int64_t gaps;           /* times or intervals that are missing */
    double *values;         /* [rows][columns] of one time */
    int64_t *first;         /* [cells + 1] of a cell's overlaps */
    eg_sw_overlap *overlap; /* [overlaps] */
    int64_t overlaps, room;
    double *lacks;     /* [count] cells of this rank in which a frame of the run lacks values */
    int64_t lacking;   /* the same of the frame read last */
    double outside[4]; /* m, around the middles of such cells of any frame: from, negative, and to */
} eg_sw_frames;

typedef struct eg_sw_rain_gauges {
    int count;         /* 1 without gauges */
    eg_records *table; /* NULL: the region has none */
    double (*at)[2];   /* [count] */
} eg_sw_rain_gauges;

typedef struct eg_sw_rain {
    int zones;                       /* of a region one for each of its gauges, or one */
    int *first;                      /* [regions + 1] its first one */
    int32_t *zone_of;                /* [cells] */
    eg_sw_rain_gauges *gauges;       /* [regions] */
    eg_fv_zone *zone;                /* [zones]; NULL: the case has none */
    eg_sw_series (*of)[EG_FV_RATES]; /* [zones] */
    double *factor;                  /* [cells]; NULL: 1 */
    double (*soil)[2];               /* [cells]; NULL: no soil takes up water */
    double *decay;                   /* [cells] of Horton's capacity, 1/s; NULL: a number in each region */
    double (*soil_most)[EG_SW_SOIL_CONSTANTS]; /* [regions] the largest of each constant in own cells, SI */
    eg_sw_frames *frames[EG_FV_RATES];         /* [regions]; NULL: none of them has fields of this rate */
    eg_fv_rate_span *span; /* [zones] to the next one; of one rate after the other, so the next */
    double *rate[2];       /* [cells] rates of the raster of now and of the next, m/s */
    eg_fv_water_balance balance;
} eg_sw_rain;

/* Solutes, as the case has them. */
typedef struct eg_sw_solutes {
    int count, all;                /* all: series, eg_fv_solute_series() */
    eg_fv_solute *solute;          /* [count] */
    double **initial;              /* [count][cells] concentration at time 0 */
    eg_sw_series *of;              /* [all] */
    eg_fv_rate *series;            /* [all] */
    eg_fv_solute_balance *balance; /* [count] as of the last row */
    double (*held)[2];             /* [count] at time 0; the largest amount held or come in */
    double *through[2];            /* [sections][count] amounts as of the last row, and what goes a second */
    double *passed[2];             /* [flows][count] likewise */
    double error;                  /* the largest of all: gained or lost, as a part of that */
} eg_sw_solutes;

/* Wind or pressure of the air over time: at some moments the wind, m/s, or the pressure, Pa. */
typedef struct eg_sw_weather {
    const eg_node *node;  /* NULL: the case has none */
    int components;       /* 2 of the wind, 1 of the pressure */
    int64_t count, at;    /* moments; that of now, -1: before the first */
    double *time;         /* [count] s */
    double (*uniform)[2]; /* [count]; NULL: a file has it */
    eg_cube *cube[2];     /* [components] */
    double *values[2];    /* [rows][columns] of a moment */
    double *field[4];     /* [2][components][cells] what the solver has of now and of the next */
} eg_sw_weather;

/* Friction that varies with the depth otherwise than Manning's, and classes of the ground. */
typedef struct eg_sw_roughness {
    int32_t *law; /* [cells] eg_fv_roughness.law; NULL: Manning's n everywhere */
    int tables;
    int64_t room;
    eg_fv_depth_table *table; /* [tables] whose arrays are blocks of their own */
    double *class;            /* [cells] number of its class, NaN: none; NULL: no roughness by classes */
} eg_sw_roughness;

/* Moving bed, as the case has it. */
typedef struct eg_sw_motion {
    int count;
    eg_fv_lift *lift; /* [count] */
    double **height;  /* [count][cells] */
    double *volume;   /* [count] by which the bed rises on all ranks, m3 */
} eg_sw_motion;

/* A flow that does not pass through faces, as the case has it. */
typedef struct eg_sw_flow {
    const eg_node *node;
    const char *name;
    eg_sw_series series;    /* a discharge, an opening, or a crest */
    eg_sw_series breach[2]; /* of a weir: crest and width */
    double *curve;          /* heads, then discharges */
    bool listed;            /* in the table of inflows, with its place, m */
    double at[2];
} eg_sw_flow;

/* A face that a weir along a line closes: numbers of the whole mesh. */
typedef struct eg_sw_levee_face {
    int64_t cell[2]; /* on the right of the line, and on its left */
    double at[2][2]; /* their centres, m */
    double width;    /* m */
    double along;    /* its middle, from the beginning of the line on, m */
    int64_t structure;
} eg_sw_levee_face;

struct eg_records;

/* Inflows, those of the table behind the others, then structures, in the order of the case. */
typedef struct eg_sw_flows {
    int given_count, inflows;
    struct eg_records *table;             /* NULL: no table of inflows */
    eg_sw_flow *given;                    /* [given_count] */
    double *given_passed, *given_current; /* [given_count] since the start, m3; in the last step, m3/s */
    int count;                            /* of the solver: a weir along a line is one for each face */
    eg_fv_flow *flow;                     /* [count] */
    int *of;                              /* [count] its place in given[] */
    double (*way)[4]; /* [count] x and y of its ends, of a weir along a line the centres of its cells */
    double *passed, *discharge; /* [count] */
    double (*crest)[2]; /* [count] of a face whose weir has a crest at each point: time 0, elevation */
} eg_sw_flows;

/* What a feature of the terrain makes of the bed, m: by how much it raises it at most; of crests minus the
 * lowest one, and minus the lowest bed below them. -INFINITY: nothing. */
typedef struct eg_sw_raised {
    double by, down, ground;
} eg_sw_raised;

/* The highest dam has 305 m. */
#define EG_SW_DAM_MOST 350.0
/* Sub-grid ground, as the solver takes it; of own cells their mean, m. */
typedef struct eg_sw_subgrid {
    int strips; /* 0: cells have one bed */
    double *cell, *face, *mean;
} eg_sw_subgrid;

typedef struct eg_sw_model {
    eg_model base;
    eg_setup setup;
    struct eg_given *ground; /* [regions] elevations, until they are judged */
    int64_t *covered;        /* cells of each feature of the terrain; NULL: there are none */
    eg_sw_raised *raised;    /* [features] */
    bool *lined; /* [cells] near lines of the terrain, until the ground is judged; NULL: there are none */
    /* [cells] at time 0; over sub-grid ground the bed is then the level less the mean depth */
    double *bed, *manning, *depth, (*velocity)[2];
    eg_sw_subgrid subgrid;
    eg_sw_roughness roughness;
    eg_sw_boundary *boundaries; /* [mesh->boundaries]; NULL in a bench: walls */
    eg_sw_rain rain;
    eg_sw_flows flows;
    eg_sw_solutes solutes;
    eg_sw_motion motion;
    eg_sw_weather wind, pressure;
    bool *blocked;           /* [cells] by shapes of the terrain; NULL: none */
    double *coriolis;        /* [cells] 1/s; NULL: no such force */
    double *linear_friction; /* [cells] 1/s; NULL: none */
    eg_fv *fv;
    double cfl;   /* of the steps of cells */
    double mixes; /* the largest constant viscosity or dispersion, m2/s */
    double volume, volume_first, volume_most, clipped, mass_error;
    double balance_time; /* s: when the balance was taken; 0: not yet */
    int sections;
    eg_fv_section *section; /* [sections] */
    double *passed;         /* [2][sections] volume and discharge as of the last row */
    double *crossed;        /* [sections] the largest discharge of all rows, m3/s */
    double *through;        /* [mesh->boundaries] volume that left so far, m3 */
    double gauge_wet;       /* 1: one of the gauges was, at a record */
} eg_sw_model;

static inline const eg_sw_model *eg_sw_model_const(const eg_model *model)
{
    return (const eg_sw_model *)model;
}

static inline eg_sw_model *eg_sw_model_of(eg_model *model)
{
    return (eg_sw_model *)model;
}

/* Whether a face is one of boundary b, of a cell of this rank. */
static inline bool eg_sw_is_along(const eg_sw_model *model, int64_t face, int64_t b)
{
    const eg_plane *mesh = model->setup.mesh;
    return mesh->face_boundary[face] == b && mesh->face_cell[face][0] < mesh->base.own;
}

/* Twice the area of the triangle a b p: above 0 where p is to the left of the line from a to b. */
static inline double eg_sw_side(const double *a, const double *b, const double *p)
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* 1 where the way from p to q goes over the line a b from its right to its left, -1 from left to right, else
 * 0. A point on a line is on its left. A point of the section is on one side of the way for both of the lines
 * that meet there: no way slips between them. */
static inline int eg_sw_crossing(const double *a, const double *b, const double *p, const double *q)
{
    bool from = eg_sw_side(a, b, p) >= 0, to = eg_sw_side(a, b, q) >= 0;
    if (from == to || (eg_sw_side(p, q, a) >= 0) == (eg_sw_side(p, q, b) >= 0))
        return 0;
    return to ? 1 : -1;
}

/* The sum of these over all parts of a line. */
static inline int eg_sw_crossings(const eg_node *points, const double *p, const double *q)
{
    int sum = 0;
    for (int64_t i = 0; i + 3 < eg_node_count(points); i += 2) {
        double x[4];
        eg_node_reals(points, i, 4, x);
        sum += eg_sw_crossing(&x[0], &x[2], p, q);
    }
    return sum;
}

/* ---- create.c */
eg_status eg_sw_build(eg_model *model, const eg_setup *setup);
eg_status eg_sw_build_bench(eg_model *model, const eg_setup *setup, const eg_bench_options *options);
void eg_sw_end(eg_model *model);

/* ---- ground.c: bed[] and manning[], with ground[], which the second one closes; depth[] and velocity[],
 * which need the bed */
eg_status eg_sw_read_ground(eg_sw_model *model);
void eg_sw_close_ground(eg_sw_model *model);
eg_status eg_sw_read_initial(eg_sw_model *model);

/* ---- land/roughness.c: manning[], which of Chezy's law is 1 / C and of a table the largest n, with the law
 * of each cell, of a region */
eg_status eg_sw_allocate_roughness(eg_sw_model *model);
eg_status eg_sw_read_roughness(eg_sw_model *model, int region);
void eg_sw_destroy_roughness(eg_sw_model *model);
/* Manning's n gives this cell's friction at a depth, m; s/m^(1/3). */
double eg_sw_manning_at(const eg_sw_model *model, int64_t cell, double depth);
/* What the solver is given. */
eg_fv_roughness eg_sw_give_roughness(const eg_sw_model *model);
/* Whether the case gives any friction by depth, and any that needs the slope of the bed. */
bool eg_sw_has_friction(const eg_case *loaded);

/* ---- subgrid/refusals.c: the elevation of the case that has sub-grid ground; NULL: none has. Its strips, 0:
 * none; EG_CASE where regions differ in it, or something does not go with it. */
const eg_node *eg_sw_subgrid_node(const eg_case *loaded);
eg_status eg_sw_check_subgrid(eg_case *loaded, const eg_mesh *mesh, int *strips);
/* ---- subgrid/strips.c: strips of cells and faces, and their means as bed[]; without sub-grid ground nothing
 * happens. The depth below a level, m. When depths are known: bed[] so that they end at the levels. */
eg_status eg_sw_read_subgrid(eg_sw_model *model);
double eg_sw_depth_below(const eg_sw_model *model, int64_t cell, double level);
void eg_sw_level_subgrid(eg_sw_model *model);
/* ---- subgrid/maps.c: eg_model_steps.refine_maximum, can_refine */
bool eg_sw_can_refine(const eg_case *loaded, const char *name);
eg_status eg_sw_refine_depths(const eg_model *model, const eg_raster *levels, eg_raster *depths);

/* ---- terrain.c: changes bed[] and manning[] by the case's shapes; then EG_CASE where one covers no cell of
 * any rank. The second is collective; all agree. */
eg_status eg_sw_read_terrain(eg_sw_model *model);
eg_status eg_sw_check_terrain(const eg_sw_model *model);

/* ---- transfer.c */
/* Appends depth and velocity of all cells of the mesh, where the case takes them from another run: double
 * [cells][3]. */
void eg_sw_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                eg_model_need *need); /* memory.c */
eg_status eg_sw_survey(const eg_setup *setup, eg_text *found);
/* The faces of weirs along lines that it has found. */
const eg_sw_levee_face *eg_sw_surveyed_levees(const eg_sw_model *model, int64_t *count);

/* ---- series.c */
/* A number, an expression of t, or a table. */
eg_status eg_sw_read_series(const eg_sw_model *model, const eg_node *value, eg_sw_series *series,
                            eg_fv_series *given);
void eg_sw_give_number(double number, eg_sw_series *series, eg_fv_series *given);
/* Where dates of a table have no zone, and the start has another one than UTC. */
void eg_sw_warn_of_zone(const eg_sw_model *model, const eg_node *map, const char *name, bool zoneless);
/* Says so where values from `first` to `last`, s, whose ends hold, lie before or after the run: the name is
 * that of the data. EG_MEMORY. */
eg_status eg_sw_judge_held(const eg_sw_model *model, const eg_node *node, const char *name, double first,
                           double last);
/* A rate of a table, or of an expression: without rows. `column`: of the table; NULL: that of the case. */
eg_status eg_sw_read_rate(const eg_sw_model *model, const eg_node *value, const char *column,
                          eg_sw_series *series, eg_fv_rate *rate);
/* Appends `FUNCTION double PREFIX_expression(int series, double t)`, dialect source of the expressions of
 * `count` series, which `of` gives; NULL: of no expression. With none nothing is appended. */
typedef const eg_sw_series *eg_sw_series_of(const eg_sw_model *model, int s);
eg_status eg_sw_generate_series(const eg_sw_model *model, const char *prefix, int count, eg_sw_series_of *of,
                                eg_text *text);
void eg_sw_destroy_series(eg_sw_series *series);

/* ---- tide.c: the sum of the constituents of a map, around its mean level */
eg_status eg_sw_read_tide(const eg_sw_model *model, const eg_node *map, eg_sw_series *series,
                          eg_fv_series *given);

/* ---- rating.c */
eg_status eg_sw_read_rating(const eg_sw_model *model, const eg_node *path, eg_sw_boundary *boundary);
/* Slope and roughness. */
eg_status eg_sw_read_normal(const eg_sw_model *model, const eg_node *map, eg_sw_boundary *boundary);

/* ---- lifts.c; where the bed does not move nothing happens, here and in motion.c */
eg_status eg_sw_read_motion(eg_sw_model *model);

/* ---- motion.c */
/* The height, zero at first, of a lift between these times, to which more may be added. The model owns it. */
eg_status eg_sw_add_lift(eg_sw_model *model, double start, double end, double **height);
/* Measures the volumes. Collective; all agree. */
eg_status eg_sw_measure_motion(eg_sw_model *model);
/* The volume by which the bed has risen at a time, m3. */
double eg_sw_lifted(const eg_sw_model *model, double time);
void eg_sw_destroy_motion(eg_sw_model *model);

/* ---- faults.c: adds what a table of faults lifts */
eg_status eg_sw_read_faults(eg_sw_model *model, const eg_node *map);

/* The Coriolis parameter; without it in the case nothing happens. */
eg_status eg_sw_read_coriolis(eg_sw_model *model);

/* ---- solutes.c; without solutes in the case nothing happens */
/* When boundaries and flows are read. */
eg_status eg_sw_read_solutes(eg_sw_model *model);
/* solutes/names.c: the model of a case with solutes, whose outputs have their names (eg_case_model.adapt). */
eg_status eg_sw_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted);
eg_status eg_sw_generate_solutes(const eg_sw_model *model, eg_text *text);
eg_fv_solutes eg_sw_give_solutes(const eg_sw_model *model, const eg_text *generated);
void eg_sw_destroy_solutes(eg_sw_model *model);
/* Brings the balance up to date; EG_DIVERGED where an amount is not finite. Collective. */
eg_status eg_sw_update_solutes(eg_sw_model *model, bool is_first);
/* Columns of balance.csv: EG_SW_SOLUTE_COLUMNS for each and one for all, then two for each with each
 * structure and with each section. The second one returns the next place. */
enum { EG_SW_SOLUTE_COLUMNS = 6 };
void eg_sw_solute_names(const eg_sw_model *model, eg_text *names);
double *eg_sw_solute_values(const eg_sw_model *model, double *values);
/* Of the solute of which it is the largest part; zeros where none was clipped. */
eg_clipped eg_sw_clipped_solute(const eg_sw_model *model);
eg_status eg_sw_summarise_solutes(const eg_sw_model *model, eg_summary *summary);
eg_status eg_sw_persist_solutes(eg_sw_model *model, const eg_persist *persist);

/* ---- rain.c; without rain and soil in the case nothing happens */
eg_status eg_sw_read_rain(eg_sw_model *model);
/* What the solver is given of it. `generated` is the source of the rates' expressions, or empty. */
eg_fv_water eg_sw_give_rain(const eg_sw_model *model, const eg_text *generated);
eg_status eg_sw_generate_rain(const eg_sw_model *model, eg_text *text);
/* EG_DIVERGED where a rate was not finite, or below zero, in the step that was refused. */
eg_status eg_sw_check_rain(const eg_sw_model *model, double from, double to);
void eg_sw_destroy_rain(eg_sw_model *model);
/* m/s, some 36 m/h: the heaviest rain ever measured was 0.4 m/h. Beyond it a unit is wrong. */
#define EG_SW_HEAVIEST_RAIN 1e-2

/* ---- rain_gauges.c: the zones of a region, of which one without gauges has one */
eg_status eg_sw_open_rain_gauges(eg_sw_model *model, int region);
/* Of all cells, once the first zone of each region is known. */
void eg_sw_find_rain_zones(eg_sw_model *model);
/* The name of a gauge, which is that of its column; NULL: there are none. */
const char *eg_sw_rain_gauge(const eg_sw_model *model, int region, int gauge);
void eg_sw_close_rain_gauges(eg_sw_model *model);

/* What a case has of a rate of a region; NULL: none. */
const eg_node *eg_sw_rate_node(const eg_sw_model *model, int region, eg_fv_rate_kind kind);
extern const char *const eg_sw_rate_keys[EG_FV_RATES];

/* ---- cubes.c: frames of a netCDF file; their node is known */
eg_status eg_sw_open_cube(const eg_sw_model *model, int region, eg_sw_frames *frames);
/* The rates of frame i in the cells of its region, m/s. */
eg_status eg_sw_read_cube(const eg_sw_model *model, int region, eg_sw_frames *frames, int64_t i,
                          double *rate);
void eg_sw_close_cube(eg_sw_frames *frames);

/* ---- rate_rasters.c; where no rate is a series of rasters nothing happens */
/* Looks at all rasters of the region, one at a time; and what comes of it: whether there are any, and their
 * largest value, m/s. */
eg_status eg_sw_read_rate_rasters(eg_sw_model *model, int region, eg_fv_rate_kind kind, bool *fields,
                                  double *heaviest);
/* ---- weather.c: wind and pressure of the air; without them in the case nothing happens */
eg_status eg_sw_read_weather(eg_sw_model *model);
/* What the solver has from a time on; it is not in checkpoints. Collective. */
eg_status eg_sw_give_weather(eg_sw_model *model, double now);
double eg_sw_next_weather(const eg_sw_model *model, double now);
eg_status eg_sw_change_weather(eg_sw_model *model, double now);
void eg_sw_close_weather(eg_sw_model *model);

/* ---- rate_rasters.c */
/* Whether a rate is given by rasters or a netCDF file. */
bool eg_sw_has_fields(const eg_node *rate);
/* eg_model_class.next_change, change */
double eg_sw_next_forcing(const eg_model *model, double now);
eg_status eg_sw_change_forcing(eg_model *model, double now);
/* Rain and evaporation from time 0 on, and from the solver's time on once that was restored. Collective. */
eg_status eg_sw_begin_forcing(eg_sw_model *model);
eg_status eg_sw_restore_forcing(eg_sw_model *model);
void eg_sw_destroy_rate_rasters(eg_sw_model *model);

/* ---- land/materials.c: what the case says of the ground of a region; and whether it gives this key of
 * any */
const eg_node *eg_sw_material(const eg_sw_model *model, int region);
bool eg_sw_has(const eg_case *loaded, const char *key);

/* ---- land/soil.c: soil[], decay[] and the law of a region; without infiltration nothing happens */
eg_status eg_sw_allocate_soil(eg_sw_model *model);
eg_status eg_sw_read_soil(eg_sw_model *model, int region);
/* Doubts of constants that are too large by their unit. Collective. */
eg_status eg_sw_check_soil(const eg_sw_model *model);
/* Whether the decay of Horton's law varies in a region. */
bool eg_sw_decay_varies(const eg_case *loaded);

/* ---- flows.c; with no flows in the case nothing happens */
eg_status eg_sw_read_flows(eg_sw_model *model);
/* Brings what passed up to date. Collective. */
eg_status eg_sw_update_flows(eg_sw_model *model);
/* Finds their cells. Collective. */
eg_status eg_sw_locate_flows(eg_sw_model *model);
/* Verdicts of point inflows in cells from which water leaves at once. Collective; all agree. */
eg_status eg_sw_judge_flows(const eg_sw_model *model);
eg_status eg_sw_generate_flows(const eg_sw_model *model, eg_text *text);
/* EG_DIVERGED where a discharge was not finite in the step that was refused. */
eg_status eg_sw_check_flows(const eg_sw_model *model, double from, double to);
void eg_sw_destroy_flows(eg_sw_model *model);
/* The pairs of cells that structures join, on the whole mesh: the caller owns *bond. */
eg_status eg_sw_list_bonds(const eg_setup *setup, int64_t (**bond)[2], int64_t *count);

/* ---- inflows.c: opens the table of inflows; a row of it. Without one nothing happens */
eg_status eg_sw_open_inflows(eg_sw_model *model);
eg_status eg_sw_read_listed_inflow(eg_sw_model *model, int64_t row, eg_sw_flow *flow, eg_fv_series *given);

/* ---- levees.c: lines of the case, and the faces near them */
/* EG_CASE where a line is no list of x and y of two points or more. */
eg_status eg_sw_check_line(const eg_setup *setup, const eg_node *points);
/* Faces by the way between the centres of their cells, and those that are near a line. Zero-initialise with
 * the mesh set; end it in any case. */
typedef struct eg_sw_near_faces {
    eg_boxed items;
    const eg_plane *mesh;
    eg_boxes *boxes;
    int32_t *face; /* [count] */
    int64_t count, room;
} eg_sw_near_faces;
/* Finds all faces whose way may cross a line, which is a list of x and y: ascending, once each. O(log faces)
 * for each part of the line. */
eg_status eg_sw_find_near_faces(eg_sw_near_faces *near, const eg_node *points);
void eg_sw_near_faces_end(eg_sw_near_faces *near);

/* ---- levees.c: appends the faces of weirs along lines, eg_sw_levee_face[], found on the whole mesh */
/* The point of a line, which is a list of x and y, that is nearest to x: its distance along the line from the
 * beginning, m, and its distance from x, m, unless `distance` is NULL. */
double eg_sw_along(const eg_node *points, const double x[2], double *distance);
/* The elevation at a distance along a line (m), of elevations at its points. */
double eg_sw_crest_along(const eg_node *points, const eg_node *crests, double along);
eg_status eg_sw_survey_levees(const eg_setup *setup, eg_text *found);
/* Warns of a line that lies outside the mesh. */
void eg_sw_warn_of_line(const eg_setup *setup, const eg_node *points);

/* ---- judge/bounds.c: bounds of what cells have; low > high: none has any */
typedef struct eg_sw_bounds {
    double low, high;
} eg_sw_bounds;
extern const eg_sw_bounds eg_sw_no_bounds;
void eg_sw_widen(eg_sw_bounds *bounds, double value);
/* By those of all ranks. Collective. */
void eg_sw_widen_by_all(const eg_sw_model *model, eg_sw_bounds *bounds);
/* Widens bounds by what a cell has. */
typedef void eg_sw_take_cell(const eg_sw_model *model, int64_t cell, eg_sw_bounds *bounds);
/* Of the cells of all ranks. Collective. */
eg_sw_bounds eg_sw_bounds_of_cells(const eg_sw_model *model, eg_sw_take_cell *take);

/* ---- plausible.c: what no one can mean, EG_CASE, and warnings of what may be meant: levels, discharges,
 * speeds, structures against the bed and the cells, gauges in cells that the terrain blocks. Collective; all
 * agree. */
eg_status eg_sw_check_plausible(const eg_sw_model *model);

/* ---- structures.c */
eg_status eg_sw_read_structure(eg_sw_model *model, eg_sw_flow *given, eg_fv_flow *flow);

/* ---- land/froehlich.c */
/* A breach as it is in the end, m, and the time that it takes, s, by the water above its bottom, m3, and its
 * height, m. */
typedef struct eg_sw_froehlich {
    double mean_width, bottom_width, slope, time;
} eg_sw_froehlich;
eg_sw_froehlich eg_sw_froehlich_of(bool overtops, double volume, double height, double gravity);
/* The growth of a breach below the crest `top` of its weir, m, NAN: which varies. */
eg_status eg_sw_read_froehlich(eg_sw_model *model, const eg_node *breach, double top, eg_sw_flow *given,
                               eg_fv_flow *flow);

/* A line for each such breach; and what the summary has of it. */
void eg_sw_tell_breaches(const eg_sw_model *model, eg_text *text);
eg_status eg_sw_summarise_breaches(const eg_sw_model *model, eg_summary *summary);

/* ---- boundaries.c */
/* What a boundary may be: words of the case, and all ways in a hint. */
extern const char eg_sw_boundary_words[], eg_sw_boundary_hint[];
eg_status eg_sw_read_boundaries(eg_sw_model *model);
/* Warns of each discharge out of the domain through a boundary that is dry at time 0, and of still water at
 * an outflow. Collective. */
void eg_sw_warn_of_boundaries(const eg_sw_model *model);
/* Dialect source of the boundary expressions; text->data stays NULL where there is none. */
eg_status eg_sw_generate(const eg_sw_model *model, eg_text *text);
/* EG_DIVERGED where a boundary's expression is not finite at the end of the step that was refused. */
eg_status eg_sw_check_given(eg_model *model);
void eg_sw_destroy_boundaries(eg_sw_model *model);
/* Appends the kind of each boundary. */
void eg_sw_describe(const eg_model *model, eg_text *text);

/* ---- sections.c; without sections nothing happens */
eg_status eg_sw_read_sections(eg_sw_model *model);
/* EG_CASE where a section crosses no face of any rank. Collective; all agree. */
eg_status eg_sw_check_sections(const eg_sw_model *model);
void eg_sw_destroy_sections(eg_sw_model *model);
/* Two columns of balance.csv for each: discharge, m3/s, and volume so far, m3. */
void eg_sw_section_names(const eg_sw_model *model, eg_text *names);
eg_status eg_sw_section_values(eg_sw_model *model, double *values);
/* Adds to *sum, for each way of flow i over section s, `over` times amount[i * count + at]: what structures
 * carry over it. */
void eg_sw_add_over_section(const eg_sw_model *model, int s, const double *amount, int count, int at,
                            double *sum);

/* ---- mixing/values.c */
eg_fv_viscosity eg_sw_give_viscosity(const eg_case *loaded);
/* Of an entry of `solutes`: along the flow and across it, m2/s. */
void eg_sw_give_dispersion(const eg_node *solute, double dispersion[2]);
/* How many values of a cell mix. */
int eg_sw_mixing_values(const eg_case *loaded);
/* Takes what mixes, and refuses viscosity at first order on triangles (theory page, "Triangles at first
 * order"). */
eg_status eg_sw_read_mixing(eg_sw_model *model);
/* What the case says of `mixes`. */
const eg_node *eg_sw_find_mixer(const eg_case *loaded, double *most);
/* 2 R of a cell whose depth is that of those around, for a viscosity of 1 m2/s (theory page, "Step"),
 * 1/m2. */
double eg_sw_mixing_rate(const eg_plane *mesh, int64_t cell);

/* ---- maxima.c */
/* What the solver has to keep for the case, EG_FV_MAXIMA_...; 0: nothing. */
unsigned eg_sw_wanted_maxima(const eg_case *loaded);
eg_status eg_sw_read_maxima(eg_model *model, int count, const int *which, double *const *values);
/* One of the largest values, from what the solver keeps of a cell; `level` is that of its depth. */
double eg_sw_maximum(eg_sw_maximum_id id, const eg_fv_maximum *row, double bed, double level);

/* ---- balance.c */
void eg_sw_balance_names(const eg_model *model, eg_text *names);
eg_status eg_sw_balance(eg_model *model, const eg_time_state *now, double *values);
double eg_sw_drift(const eg_model *model);
double eg_sw_limited_value(const eg_model *model, const char *key);
eg_clipped eg_sw_clipped(const eg_model *model);
eg_status eg_sw_persist(eg_model *model, const eg_time_state *now, const eg_persist *persist);
eg_status eg_sw_summarise(const eg_model *model, eg_summary *summary);

/* ---- judge: verdicts; all are collective, and all agree */
/* asked.c: an entry of the table. */
eg_status eg_sw_judge(eg_model *model, eg_judged when);
/* between.c: the ground between the centres of cells, and the level or depth at time 0; with the faces that
 * weirs along lines close. */
eg_status eg_sw_judge_ground(const eg_sw_model *model, int64_t faces, const eg_sw_levee_face *face);
/* narrow.c: a discharge that comes in at a boundary, and inflow i of the solver, into a cell so wide and
 * deep, m. */
eg_status eg_sw_judge_opening(const eg_sw_model *model, int boundary, double discharge);
eg_status eg_sw_judge_inflow(const eg_sw_model *model, int i, double discharge, double width, double depth);
/* period.c: the ground across periodic pairs, at time 0. */
eg_status eg_sw_judge_period(const eg_sw_model *model);
/* signals.c: what varies at boundaries, against cells and records. */
eg_status eg_sw_judge_signals(const eg_sw_model *model);
/* lost.c: what structures do, and solutes bring, between the moments that steps look at. */
eg_status eg_sw_judge_lost(const eg_sw_model *model, eg_judged when);
enum { EG_SW_FACTORS = 3 };
/* A concentration and what brings it, whose product comes in: a discharge, a rain, depth and speed, or a
 * level above its least one. With `steps` rows hold up to the next one. */
typedef struct eg_sw_product {
    const eg_node *node; /* of the concentration */
    const char *other;   /* what brings it, in a sentence */
    bool loads;          /* a load may be given in its place */
    int count;
    const eg_sw_series *series[EG_SW_FACTORS];
    bool steps[EG_SW_FACTORS];
    double base; /* of the first one */
} eg_sw_product;
/* The value of a factor at a time, less its base. */
double eg_sw_factor(const eg_sw_product *of, int i, double t);
/* Whether a map of a value over time says `between: steps`. */
bool eg_sw_holds_rows(const eg_node *node);
/* integrals.c: the integral of a series until t, and the same of its magnitude; a table's rows hold with
 * `steps`. */
void eg_sw_integrate(const eg_sw_series *series, bool steps, double t, double sums[2]);
/* The area that rain of a zone falls on, m2, with the factors of cells. Collective. */
eg_status eg_sw_rained_area(const eg_sw_model *model, int zone, double *area);
/* brought.c: solutes that came in against what the case says, at the end, where all of it is known. */
eg_status eg_sw_judge_brought(const eg_sw_model *model);
/* together.c: discharges and concentrations that change within the same ones of so many steps until `end`,
 * s. */
eg_status eg_sw_judge_together(const eg_sw_model *model, double end, double steps);
/* short.c: steps that mixing shortens. */
eg_status eg_sw_judge_short(const eg_sw_model *model);
/* beginning.c: waves of the state at time 0. */
eg_status eg_sw_judge_beginning(const eg_sw_model *model);
/* enclosed.c: water at time 0 that dry ground keeps from open sides. */
eg_status eg_sw_judge_enclosed(const eg_sw_model *model);
/* omitted.c: what a case leaves out, or gives for too short a time. */
eg_status eg_sw_judge_omitted(const eg_sw_model *model);
/* waves.c: the state of now, which idle.c sees, of own cells and ghosts: structures and sections. */
typedef struct eg_sw_cell_water {
    double depth, bed, velocity[2]; /* m, m/s */
} eg_sw_cell_water;
eg_status eg_sw_judge_water(const eg_sw_model *model);
eg_status eg_sw_judge_idle(const eg_sw_model *model, const eg_sw_cell_water *cell);
eg_status eg_sw_judge_friction(const eg_sw_model *model, const eg_sw_cell_water *cell);
/* steep.c: sub-grid ground that falls by more than the water is deep. */
eg_status eg_sw_judge_steep(const eg_sw_model *model, const eg_sw_cell_water *cell);
/* At second order a wave of N cells a wavelength has exp(-fading / N^2) of its amplitude left after one
 * (eg_smear_fading() is that of first order). */
double eg_sw_fading_second(const eg_plane *mesh, int64_t cell);

/* How a table of rates is meant between its rows. */
#define EG_SW_RATE_BETWEEN(PATH)                                                                             \
    EG_ROW(PATH ".between", EG_TAKES_WORD,                                                                   \
           "Interpolation between rows: `line` is linear; `steps` holds each row's value up to the "         \
           "next row, as in a hyetograph.",                                                                  \
           "steps", .words = "line steps", .default_text = "line")

/* A raster of classes, whose table has a column of this name. */
#define EG_SW_CLASSES(PATH, KEY, MORE)                                                                       \
    EG_ROW(                                                                                                  \
        PATH ".classes", EG_TAKES_PATH,                                                                      \
        "Table with the columns `class` and `" KEY                                                           \
        "`, where the raster holds numbers of classes, as of land use. A cell takes the nearest one." MORE,  \
        "landuse.csv", .with = "raster", .without = "scale")

/* A value over time; where it is a rate, EG_SW_RATE_BETWEEN follows. */
#define EG_SW_OVER_TIME(PATH, TEXT, EXAMPLE, ...)                                                            \
    EG_ROW(PATH, EG_TAKES_EXPRESSION | EG_TAKES_MAP, TEXT ": a number, an expression of t, or a table.",     \
           EXAMPLE, .variables = "t", __VA_ARGS__),                                                          \
        EG_CASE_SERIES(PATH)

/* ---- keys.c */
extern const eg_case_part eg_sw_keys;
extern const eg_case_part eg_sw_soil_keys;      /* land/keys.c */
extern const eg_case_part eg_sw_roughness_keys; /* land/keys.c */
extern const eg_case_part eg_sw_motion_keys;    /* keys_motion.c */
extern const eg_case_part eg_sw_physics_keys;   /* keys_physics.c */
extern const eg_case_part eg_sw_mixing_keys;    /* mixing/keys.c */
extern const eg_case_part eg_sw_structure_keys; /* keys_structures.c */

/* ---- templates.c */
enum { EG_SW_TEMPLATES = 9 };
extern const eg_case_template eg_sw_templates[EG_SW_TEMPLATES];

#endif
