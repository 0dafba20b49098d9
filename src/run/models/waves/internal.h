/* linear waves as models of a run, by ADER-DG (scheme/ader).
 *
 *     keys.c       what their cases have together; beside it a file for each system, with what sets it apart:
 *                  outputs, keys of its own, its material
 *     any.c        what models on forests share with these
 *     model.c      the table of functions
 *     create.c     from the case to a solver; bench
 *     core/        what verdicts look at, too: medium.c (materials and initial state at any point, states at
 *                  inflows), survey.c (what has to be known of the whole mesh), layer.c (damping layers)
 *     speeds.c     speeds of the slowest waves, for cells by wavelength
 *     memory.c     what memory they take
 *     limiter.c    tracers between two bounds
 *     tracers/     several tracers (names.h)
 *     judge/       sources, layers and media that may not be meant
 *     maxima.c     largest values of all steps
 *     balance.c    what balance.csv and the summary tell
 *
 * Sources and receivers are in a room of their own, run/models/seismic. */
#ifndef EG_RUN_WAVES_INTERNAL_H
#define EG_RUN_WAVES_INTERNAL_H

#include "physics/source_spectrum.h"
#include "run/model.h"
#include "run/given/given.h"
#include "run/models/seismic/kind.h"
#include "run/models/seismic/point_keys.h"
#include "run/models/seismic/receivers.h"
#include "run/restart/transfer.h"
#include "scheme/ader/ader.h"

#include <math.h>

typedef struct eg_waves_model eg_waves_model;

/* Conditions at boundaries that systems with walls and free surfaces share: words of a row, of which
 * &(...)[1] are all but the first blank, and hints, on triangles and on forests, behind the first comma. */
#define EG_WAVES_NO_KEY(ID, NAME, TOLD, MORE)
#define EG_WAVES_ROW_WORD(ID, NAME, TOLD, MORE) " " NAME
#define EG_WAVES_HINT_WORD(ID, NAME, TOLD, MORE) ", " NAME
#define EG_WAVES_HINT(ID, NAME, TOLD, MORE) ", " NAME MORE
#define EG_WAVES_HINT_KEY(ID, NAME, TOLD, MORE) MORE
#define EG_WAVES_ROW_WORDS (&FACE_KINDS(EG_WAVES_ROW_WORD, EG_WAVES_NO_KEY)[1])
#define EG_WAVES_BOUNDARY_WORDS (&FACE_KINDS(EG_WAVES_HINT, EG_WAVES_HINT_KEY) " or {periodic: NAME}"[2])
#define EG_WAVES_FOREST_BOUNDARY_WORDS                                                                       \
    (&FACE_KINDS(EG_WAVES_HINT_WORD, EG_WAVES_NO_KEY) " or {periodic: NAME}"[2])

/* The parts of the keys of waves with energy on triangles and parallelograms, before and behind those of a
 * system. */
#define EG_WAVES_PLANE_PARTS                                                                                 \
    &eg_timed_keys, &eg_plane_keys, &eg_mixed_keys, &eg_mapped_keys, &eg_explicit_keys, &eg_density_keys,    \
        &eg_medium_keys, &eg_attenuation_keys, &eg_layer_keys
#define EG_WAVES_POINT_PARTS                                                                                 \
    &eg_linear_keys, &eg_waves_keys, &eg_varying_keys, &eg_plane_source_keys, &eg_waves_source_keys,         \
        &eg_plane_place_keys, &eg_plane_shot_keys, &eg_waves_receiver_keys, &eg_waves_inventory_keys

/* The parts of the keys of waves on forests, but for those of a system's material; and what their models
 * share. */
#define EG_WAVES_QUADTREE_PARTS                                                                              \
    &eg_timed_keys, &eg_plane_keys, &eg_quadtree_keys, &eg_plane_place_keys, &eg_plane_shot_keys,            \
        &eg_waves_receiver_keys, &eg_waves_inventory_keys, &eg_plane_source_keys, &eg_waves_source_keys,     \
        &eg_explicit_keys, &eg_density_keys, &eg_medium_keys, &eg_attenuation_keys, &eg_linear_keys,         \
        &eg_forest_keys, &eg_periodic_keys
#define EG_WAVES_OCTREE_PARTS                                                                                \
    &eg_timed_keys, &eg_space_keys, &eg_octree_keys, &eg_waves_receiver_keys, &eg_space_place_keys,          \
        &eg_space_shot_keys, &eg_waves_inventory_keys, &eg_space_source_keys, &eg_waves_source_keys,         \
        &eg_space_force_keys, &eg_explicit_keys, &eg_medium_keys, &eg_attenuation_keys, &eg_linear_keys,     \
        &eg_forest_keys, &eg_periodic_keys
#define EG_WAVES_FOREST_KEYS .forest = true, .no_inflow = true, .adapt = eg_waves_adapt_forest
#define EG_WAVES_FOREST                                                                                      \
    .boundary_words = EG_WAVES_FOREST_BOUNDARY_WORDS, .drift_name = "energy_growth", .points = "gauges",     \
    .class = &eg_forest_waves_steps
/* The same of waves with energy on triangles and parallelograms; and their keys, from the names of the
 * file of a system. */
#define EG_WAVES_PLANE_KEYS                                                                                  \
    .dimensions = 2, .parts = parts, .outputs = outputs, .maxima = maxima,                                   \
    .maximum_count = sizeof maxima / sizeof *maxima, .templates = templates, .template_count = 1
#define EG_WAVES_PLANE                                                                                       \
    .boundary_words = EG_WAVES_BOUNDARY_WORDS, .drift_name = "energy_growth", .points = "gauges",            \
    .class = &eg_waves_steps

/* ---- model.c, keys.c: what linear waves share. The keys of all; of ADER-DG; of those with energy and a
 * surface, with density over the plane and with layers that absorb; and the forces of those that move in the
 * plane. */
extern const eg_model_class eg_waves_steps, eg_linear_steps;
extern const eg_case_part eg_linear_keys, eg_waves_keys, eg_varying_keys, eg_medium_keys, eg_density_keys,
    eg_layer_keys, eg_in_plane_keys;

/* ---- presets/preset.c: eg_case_model.adapt of those whose kinds have presets */
eg_status eg_waves_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted);
eg_status eg_waves_adapt_forest(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted);
/* EG_CASE where a case of a preset asks for what its system does not do. */
eg_status eg_waves_check_preset(const eg_waves_model *model);
/* ---- presets/layers.c: finds the matched layers. Collective; all agree. EG_CASE where a boundary has no
 * room for one or is no side of the mesh, where the inner edge of a layer crosses cells, or where the medium
 * cannot be told. */
eg_status eg_waves_open_matched(eg_waves_model *model);
/* ---- presets/matched.c, attenuation.c, remembering.c, quality.c: presets, and their keys */
extern const eg_waves_preset eg_attenuation_preset, eg_remembering_preset, eg_matched_preset;
extern const eg_case_part eg_matched_keys, eg_no_matched_keys;
extern const eg_case_part eg_attenuation_keys, eg_quality_p_keys, eg_quality_s_keys, eg_quality_p_space_keys,
    eg_quality_s_space_keys;
/* ---- presets/anisotropy.c: of elastic and of SH waves, their keys, and the refusal of these where there are
 * none */
extern const eg_waves_preset eg_anisotropic_preset, eg_anisotropic_sh_preset;
extern const eg_case_part eg_anisotropic_keys, eg_anisotropic_sh_keys, eg_isotropic_keys,
    eg_isotropic_sh_keys;

/* ---- forest.c, forest_keys.c: waves on forests; keys of all forests, and of those of the plane and of
 * space. */
extern const eg_model_class eg_forest_waves_steps;
extern const eg_case_part eg_forest_keys, eg_quadtree_keys, eg_octree_keys;

/* Whether the material begins with that of acoustic, elastic or SH waves, as judges know it. */
static inline bool eg_waves_is_plain(const eg_waves_kind *kind)
{
    return !kind->matrices || kind->relaxation || kind->matched > 0;
}

static inline bool eg_waves_is_elastic(const eg_waves_kind *kind)
{
    return kind->system->source.explosions > 0;
}

/* Of an elastic medium: without S waves. */
static inline bool eg_waves_is_fluid(const eg_waves_kind *kind, const double *material)
{
    return eg_waves_is_elastic(kind) && eg_waves_is_plain(kind) && material[2] == 0;
}

static inline double eg_magnitude(double x, double y)
{
    return sqrt(x * x + y * y);
}

/* The medium of one region: planes for each key, or its values where all are constant. */
typedef struct eg_waves_medium {
    int way; /* which of the two sets of keys */
    eg_given plane[EG_WAVES_KEYS];
    const eg_node *node[EG_WAVES_KEYS];
    bool constant, evaluated;
    double material[EG_LINEAR_MATERIALS];
} eg_waves_medium;

/* What a case says of medium and initial state; of whatever cells. */
typedef struct eg_waves_regions {
    const eg_setup *setup;
    const eg_waves_kind *kind;
    eg_waves_medium *of; /* [regions] */
    /* Of matched layers (presets/presets.h): damping along x and y, [held cells], NULL: there are none; and
     * the shift of frequency; 1/s. */
    double (*matched)[2];
    double shift;
} eg_waves_regions;
typedef struct eg_waves_initial {
    const eg_setup *setup;
    int variables, told; /* of these the first ones, which a case gives; the others are 0 */
    const eg_node *node[EG_LINEAR_VARIABLES];
    bool constant, fixed[EG_LINEAR_VARIABLES]; /* all of them; each: the same at all places */
    double value[EG_LINEAR_VARIABLES];         /* of those that are fixed */
} eg_waves_initial;

/* What cells that change took of the energy of waves, the most there was, and when it was looked at. */
typedef struct eg_waves_faded {
    double lost, most, time;
} eg_waves_faded;

/* What all models of waves begin with, as members of eg_waves. */
typedef struct eg_waves eg_waves;
#define EG_WAVES_MEMBERS                                                                                     \
    eg_model base;                                                                                           \
    eg_setup setup;                                                                                          \
    const eg_waves_kind *kind;                                                                               \
    eg_stepper *stepper;                                                                                     \
    /* Takes the solver to the current shot, at its time 0. Collective. */                                   \
    eg_status (*aim)(eg_waves * model);                                                                      \
    eg_waves_regions regions; /* empty in a bench */                                                         \
    eg_waves_initial initial;                                                                                \
    eg_waves_shots shots;                                                                                    \
    eg_waves_sources sources; /* of all ranks */                                                             \
    eg_waves_receivers receivers;                                                                            \
    eg_linear_boundary *boundaries; /* [boundaries of the mesh] */                                           \
    bool driven;                    /* energy comes in, by sources or through boundaries */                  \
    bool closed;                    /* nothing can leave */                                                  \
    bool balanced;                  /* nothing leaves, and no source adds: the amount stays */               \
    bool unmeasured;                /* what the energy does is not known: matrices, exchange of tracers */   \
    eg_waves_faded faded;                                                                                    \
    double energy, energy_first, growth, mass_error;                                                         \
    double quality_error; /* of a medium that remembers: the largest deviation of 1 / Q over its band */     \
    /* of each tracer, of other systems of the first variable */                                             \
    double amount[EG_LINEAR_TRACERS], amount_first[EG_LINEAR_TRACERS], amount_most[EG_LINEAR_TRACERS],       \
        square[EG_LINEAR_TRACERS]

struct eg_waves {
    EG_WAVES_MEMBERS;
};

#define EG_WAVES                                                                                             \
    union {                                                                                                  \
        eg_waves waves;                                                                                      \
        struct {                                                                                             \
            EG_WAVES_MEMBERS;                                                                                \
        };                                                                                                   \
    }

static inline eg_waves *eg_waves_of(const eg_model *model)
{
    return (eg_waves *)model;
}

/* What options of the solvers of ADER-DG and of nodal DG have alike, of the current shot. */
#define EG_WAVES_OPTIONS(model)                                                                              \
    .comm = (model)->setup.comm, .link = (model)->setup.link, .system = (model)->kind->system,               \
    .precision = (model)->setup.precision, .lanes = (model)->setup.lanes,                                    \
    .cfl = eg_case_real((model)->setup.loaded, "time.cfl", 0),                                               \
    .dt = eg_case_real((model)->setup.loaded, "time.dt", 0),                                                 \
    .dt_least = 1e-12 * eg_case_real((model)->setup.loaded, "time.end", 0),                                  \
    .boundaries = (model)->boundaries, .function_count = (model)->sources.functions,                         \
    .expression_count = (model)->sources.expressions, .functions = (model)->sources.function,                \
    .expressions = (model)->sources.generated.data, .receiver_count = (model)->receivers.own,                \
    .receiver_interval = (model)->receivers.interval

struct eg_waves_model {
    EG_WAVES;
    int order, material_order;
    eg_ader_form form;
    eg_text factor; /* dialect source of the velocity's factor of time; no data: none */
    double factor_most;
    eg_transfer transfer; /* instead of these: another run's state; its node is NULL where there is none */
    eg_outside outside;   /* points that it does not have */
    eg_ader_source *ader_source; /* [sources.count] */
    eg_text wind;                /* dialect source of a wind of place and time; no data: none */
    eg_text inflow;              /* dialect source of the states at inflow boundaries; no data: none */
    eg_text body;                /* dialect source of a source of the whole domain; no data: none */
    double *damping;             /* [cells] 1/s; NULL: no layer */
    double (*bounds)[2]; /* [variables] of tracers, equal ones where there are none; NULL: no limiter */
    double *exchange;    /* [variables][variables] E, 1/s; NULL: 0 */
    eg_ader *ader;
};

static inline eg_waves_model *eg_waves_model_of(const eg_model *model)
{
    return (eg_waves_model *)model;
}

/* Whether each cell has the mean of a medium or flow; a wind of time is taken at points of quadrature. */
static inline bool eg_waves_has_means(const eg_waves_model *model)
{
    return model->material_order < 2 && !model->wind.data;
}

/* ---- limiter.c: EG_CASE where a case does not go with it */
eg_status eg_waves_open_limiter(eg_waves_model *model);
eg_status eg_waves_check_limiter(const eg_waves_model *model);
/* Whether there are bounds and a given value of a tracer is outside; and what is said of the initial state
 * then. */
bool eg_waves_is_beyond(const eg_waves_model *model, int tracer, double value);
eg_status eg_waves_refuse_beyond(const eg_waves_model *model, int tracer, const double *x, double value);
/* Refuses steps and boundaries with which the tracer does not stay between the bounds, and warns of
 * divergence. Collective. */
eg_status eg_waves_check_flow(const eg_waves_model *model, const eg_ader_options *options);

/* ---- judge/plausible.c */
/* Judges points in layers and layers thinner than a cell, matched ones by the degree of its polynomials;
 * warns of units, and where nothing moves.
 * Collective; EG_CASE, EG_INPUT where the medium cannot be told. */
eg_status eg_waves_check_plausible(const eg_waves *waves, int degree);
/* ---- judge/surface.c, judge/entering.c */
/* Judges explosions and receivers of the pressure at a free surface of a fluid; the states of inflows, by the
 * part of them that enters. Collective; all agree. EG_CASE, EG_INPUT where the medium cannot be told. */
eg_status eg_waves_judge_surface(const eg_waves *waves);
eg_status eg_waves_judge_entering(const eg_waves_model *model);
/* ---- judge/moving_body.c: sources of the whole domain that change within steps of so many seconds. All
 * agree. */
eg_status eg_waves_judge_body(const eg_waves_model *model, double dt);
/* ---- judge/diverging.c: velocities in which a tracer does not stay uniform. Collective; all agree. */
eg_status eg_waves_judge_divergence(const eg_waves_model *model);
/* The sides of a box; axis -1 is the last one. */
enum { EG_WAVES_SIDES = 6 };
typedef struct eg_waves_box_side {
    const char *name;
    int axis;
    bool high;
} eg_waves_box_side;
extern const eg_waves_box_side eg_waves_side[EG_WAVES_SIDES];

/* ---- judge/origins.c */
/* The distance of two points, m. */
double eg_waves_apart(int dimension, const double *a, const double *b);
/* The longest edge of a held cell, of triangles that of the square that two of them make, m. */
double eg_waves_size(const eg_mesh *mesh, int64_t cell);
/* The slowest wave of a medium, m/s; the fastest and the slowest of all cells. The second is collective. */
double eg_waves_slowest(const eg_waves_kind *kind, const double *material);
eg_status eg_waves_find_speeds(const eg_waves *waves, double speed[2]);
/* A source, or a boundary at which waves come in, of which it is the middle. */
typedef struct eg_waves_origin {
    const eg_node *node;
    bool boundary, slowest; /* slowest: it sends the slowest waves of a medium, too */
    double x[3];            /* m */
    eg_spectrum spectrum;   /* 0: not known */
} eg_waves_origin;
/* At most one for each source and boundary. Collective; all agree. EG_MEMORY. */
eg_status eg_waves_list_origins(const eg_waves *waves, int *count, eg_waves_origin *origin);
/* judge/quality.c: whether quality factors hold for the waves of these origins. All agree. */
eg_status eg_waves_judge_quality(const eg_waves *waves, int count, const eg_waves_origin *origin);

/* Receivers and gauges; the place of one, m, and its node of the case. */
int64_t eg_waves_points(const eg_waves *waves);
const eg_node *eg_waves_point(const eg_waves *waves, int64_t i, double x[3]);

/* ---- judge/ways.c; schemes, of upwind fluxes or with central ones, are those of polynomials of total degree
 * nodes - 1, up to 12 nodes or, nodal, of 2 to 16 nodes along an edge. */
typedef enum eg_waves_scheme { EG_WAVES_MODAL, EG_WAVES_NODAL, EG_WAVES_CENTRAL } eg_waves_scheme;
/* The one of a model. */
eg_waves_scheme eg_waves_scheme_of(const eg_waves *waves);
/* What cells did to a wave: its amplitude is now exp(-fades), and it is ahead by an angle. */
typedef struct eg_waves_passed {
    double fades, turns;
} eg_waves_passed;
/* Adds one cell, in which the wave turns by theta. */
void eg_waves_cross(eg_waves_scheme nodal, int nodes, double theta, eg_waves_passed *passed);
/* The error of a wave, as a part of its amplitude, that passed so many times through these cells. */
double eg_waves_wrong(const eg_waves_passed *passed, double times);
/* Cells a wavelength with which a wave is wrong by a quarter after so many wavelengths; and the nodes, at
 * least so many, with which cells are that fine, 0: none. */
double eg_waves_cells_needed(eg_waves_scheme nodal, int nodes, double wavelengths);
int eg_waves_nodes_needed(eg_waves_scheme nodal, int nodes, double cells, double wavelengths);
/* Judges the longest way of waves to a receiver, a gauge or, from a boundary, the other side. Collective; all
 * agree. EG_CASE, EG_INPUT where the medium cannot be told. */
eg_status eg_waves_judge_ways(const eg_waves *waves, eg_waves_scheme nodal, int nodes, int count,
                              const eg_waves_origin *origin);

/* ---- judge/quality.c: how well quality factors hold, of all own cells, whose nodes are as above.
 * Collective; all agree. EG_INPUT where a factor cannot be told. And a line of it. */
eg_status eg_waves_measure_quality(eg_waves *waves, eg_waves_scheme nodal, int nodes);
void eg_waves_describe_quality(const eg_waves *waves, eg_text *text);
/* ---- judge/resolution.c */
/* Judges cells and samples by the spectra of what sources send and what comes in. Collective; EG_CASE,
 * EG_INPUT where the medium cannot be told. */
eg_status eg_waves_judge_resolution(const eg_waves *waves, eg_waves_scheme nodal, int nodes);
/* ---- judge/initial.c */
/* Judges whether the cells resolve the initial state, and what its waves lose on their way. Collective; all
 * agree. EG_MEMORY, and what the state's values give. */
eg_status eg_waves_judge_initial(const eg_waves *waves, eg_waves_scheme nodal, int nodes);

/* ---- judge/between.c */
/* Judges the medium, and the initial state, between the points at which they are taken: the medium at nodes
 * of a degree, 0: at centres of cells. Collective; all agree. EG_MEMORY. */
eg_status eg_waves_judge_medium(const eg_waves *waves, int degree);
eg_status eg_waves_judge_unseen(const eg_waves *waves);

/* ---- judge/surroundings.c */
/* Judges sources in cells within which the medium jumps, receivers beside sources, and those that get waves
 * which graze an absorbing side (grazing.c). Collective; EG_CASE, EG_INPUT where the medium cannot be
 * told. */
eg_status eg_waves_judge_surroundings(const eg_waves *waves);
eg_status eg_waves_judge_grazing(const eg_waves *waves, const eg_waves_origin *origin);

/* Whether nothing moves at the beginning, and nothing comes in through a boundary. */
bool eg_waves_starts_at_rest(const eg_waves *waves);
/* ---- judge/arrivals.c; all are collective. Before the first step; with the sizes of the sources' cells, m;
 * behind the samples, which are on rank 0; behind the balance. */
eg_status eg_waves_judge_arrivals(const eg_waves *waves);
eg_status eg_waves_judge_forces(const eg_waves *waves);
eg_status eg_waves_judge_beside(const eg_waves *waves, const double *size);
eg_status eg_waves_judge_records(const eg_waves *waves);
eg_status eg_waves_judge_fading(const eg_waves *waves);

/* ---- judge/adapted.c: each time that cells are chosen, of own cells energies and those of the highest
 * modes, values[2][own]; and behind the balance. Collective; all agree. EG_MEMORY. */
eg_status eg_waves_note_adapted(eg_waves *waves, const double *values);
eg_status eg_waves_judge_adapted(const eg_waves *waves);
/* Before the first step: whether waves leave the buffer until cells are chosen again. */
eg_status eg_waves_judge_seldom(const eg_waves *waves);

/* ---- judge/jumps.c */
/* Warns where the medium of nodes (numerics.material) jumps in a cell or on its faces, and names the place.
 * Collective; EG_CASE, EG_INPUT where the medium cannot be told. */
eg_status eg_waves_warn_of_jumps(const eg_waves *waves);

/* ---- create.c */
eg_status eg_waves_build(eg_model *model, const eg_setup *setup);
eg_status eg_waves_build_bench(eg_model *model, const eg_setup *setup, const eg_bench_options *options);
void eg_waves_end(eg_model *model);

/* ---- acoustic.c: of density and the one speed the modulus, and 1 / density. */
const char *eg_waves_stiffness(const eg_waves_kind *kind, int way, const double *given, double *material);

/* ---- any.c: making. */
/* Sets and ends what all have. */
void eg_waves_begin(eg_model *model, const eg_setup *setup);
void eg_waves_close(eg_waves *model);
/* The kinds of boundaries, and whether they let nothing leave. */
eg_status eg_waves_read_boundaries(eg_waves *model);
/* EG_CASE where limits.energy_growth is given, and sources or an inflow bring energy in. */
eg_status eg_waves_check_growth(const eg_waves *model);
/* What is told of a model that was made: by polynomials of total degree nodes - 1 or, nodal, by so many nodes
 * along an edge. Collective. */
eg_status eg_waves_judge_made(const eg_waves *model, eg_waves_scheme nodal, int nodes);

/* ---- core/medium.c */
/* The i-th of the outputs that make up the state, in the order of the variables; NULL behind the last. */
const eg_output *eg_waves_state(const eg_case_model *keys, int i);
/* The expressions that a map has of them, node[variables]; returns how many. */
int eg_waves_state_nodes(const eg_case_model *keys, const eg_node *map, const eg_node **node);
/* The materials of the regions; the setup outlives them. Close them in any case. */
eg_status eg_waves_open_regions(const eg_setup *setup, eg_waves_regions *regions);
void eg_waves_close_regions(eg_waves_regions *regions);
/* The material of the system, at a point (m) of a held cell; and the variables. A constant medium is that of
 * all its region. */
eg_status eg_waves_region_at(const eg_waves_regions *regions, int64_t cell, const double *x,
                             double *material);
/* The same at points of a cell, material[count][materials], many at once. */
eg_status eg_waves_region_points(const eg_waves_regions *regions, int64_t cell, int64_t count,
                                 const double (*x)[3], double *material);
/* Which keys a region's material has: those of the last way whose second key is one of them,
 * else of the first. */
int eg_waves_way(const eg_waves_kind *kind, const eg_node *material);
/* Of a case, without a mesh: the model's speeds of the slowest waves. */
eg_status eg_waves_open_speeds(eg_context *context, const eg_model_kind *kind, const eg_case *loaded,
                               eg_speeds **speeds);
void eg_waves_close_speeds(eg_context *context, eg_speeds **speeds);
/* Of an elastic system: whether stresses or a moment, in its order, are the same along all axes, to rounding,
 * without shear. */
bool eg_waves_is_pressure(const eg_linear *system, const double *stress);
void eg_waves_open_initial(const eg_setup *setup, eg_waves_initial *initial);
eg_status eg_waves_begin_at(const eg_waves_initial *initial, int64_t cell, const double *x, double *values);
/* The expressions of the state beyond a boundary, in the order of the variables; returns how many, 0: no
 * inflow. */
int eg_waves_inflow_of(const eg_waves_model *model, int boundary,
                       const eg_node *expression[EG_LINEAR_VARIABLES]);
/* The same at points of a cell, values[count][variables], many at once. */
eg_status eg_waves_begin_points(const eg_waves_initial *initial, int64_t cell, int64_t count,
                                const double (*x)[3], double *values);

/* The same at points of the plane. */
eg_status eg_waves_begin_plane(const eg_waves_initial *initial, int64_t cell, int count, const double (*x)[2],
                               double *values);

/* The medium as ADER-DG takes it; the user is an eg_waves. */
eg_ader_values eg_waves_material_at;

/* ---- core/fluid.c: what does not go with a fluid in an elastic medium. EG_CASE.
 * Keys of the case, where a material is a fluid's. */
eg_status eg_waves_check_fluid(const eg_setup *setup, const double *material);
/* The same of a cell with one medium, and whether its points, material[count][materials], are all of a fluid
 * or all of rock. */
eg_status eg_waves_check_fluid_cell(const eg_setup *setup, int64_t cell, int count, const double (*x)[2],
                                    const double *material);
/* Shear in the initial state at x, m, where the medium of the cell is taken at `centre`; in a source, of
 * which a part is in a held cell; in what comes in, in own cells. */
eg_status eg_waves_check_fluid_state(const eg_waves_regions *regions, int64_t cell, const double *centre,
                                     const double *x, const double *state);
eg_status eg_waves_check_fluid_source(const eg_waves_regions *regions, const eg_waves_source *source,
                                      int64_t cell, const double *x);
eg_status eg_waves_check_fluid_inflow(const eg_waves_model *model);

/* ---- any.c: entries of the tables of all models of waves, and what they say of their boundaries */
#define EG_WAVES_CLASS                                                                                       \
    .output = eg_waves_output, .invert = eg_waves_invert, .persist = eg_waves_persist,                       \
    .balance_names = eg_waves_balance_names, .balance = eg_waves_balance, .summarise = eg_waves_summarise,   \
    .judge = eg_waves_judge, .speeds = &eg_waves_model_speeds, .shots = &eg_waves_shot_class,                \
    .files = &eg_waves_file_class
#define EG_WAVES_STEPS .stepper = eg_waves_stepper, .divergence_site = eg_waves_divergence_site
extern const eg_model_speeds eg_waves_model_speeds;
extern const eg_model_shots eg_waves_shot_class;
extern const eg_model_files eg_waves_file_class;
eg_stepper *eg_waves_stepper(const eg_model *model);
void eg_waves_output(const eg_model *model, int output, int64_t cell, int count, const double *points,
                     const double *variables, double *values);
bool eg_waves_invert(const eg_model *model, int output, int64_t cell, const double *values,
                     double *variables);
eg_status eg_waves_divergence_site(eg_model *model, int64_t *cell, char *text, size_t room, double *how_bad);
void eg_waves_describe_boundaries(const eg_waves *model, eg_text *text);

/* ---- inflow.c */
eg_status eg_waves_open_inflow(eg_waves_model *model);
/* Judges what comes in at time 0 by the initial state there. Collective; all agree. */
eg_status eg_waves_judge_inflow(const eg_waves_model *model);

/* ---- given.c: EG_DIVERGED where an expression of time is not finite in the step that was refused; EG_CASE
 * where one is not at time 0 */
eg_status eg_waves_check_beginning(const eg_waves_model *model);
eg_status eg_waves_check_given(eg_model *model);

/* ---- core/body.c: a source s(x, t); `status` where it is not finite at time t, s, at the centroid of a
 * cell */
eg_status eg_waves_open_body(eg_waves_model *model);
eg_status eg_waves_check_body(const eg_waves_model *model, double t, eg_status status);

/* ---- core/layer.c */
eg_status eg_waves_open_layers(eg_waves_model *model);
struct eg_waves_segment;
/* Of a point from so many faces, m; `most` where it is farther. */
double eg_waves_distance(int64_t count, const struct eg_waves_segment *segments, double most,
                         const double x[2]);

/* ---- core/survey.c */

/* A face of a boundary, from one end to the other, m. */
typedef struct eg_waves_segment {
    double end[2][2];
} eg_waves_segment;

/* What the survey has found, in the order of the case's lists and of the mesh's boundaries; cells are those
 * of the whole mesh. A boundary that does not absorb has no segments. */
typedef struct eg_waves_found {
    const int64_t *delta_first;   /* [shots][sources], and the end */
    eg_ader_deltas deltas;        /* views */
    const int64_t *segment_first; /* [boundaries + 1] */
    const eg_waves_segment *segments;
} eg_waves_found;

/* ---- memory.c */
void eg_waves_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                   eg_model_need *need);

/* EG_CASE where a source lies outside the mesh. */
eg_status eg_waves_survey(const eg_setup *setup, eg_text *found);
/* Views into the bytes of a survey. */
void eg_waves_read_survey(const void *bytes, eg_waves_found *found);

/* ---- maxima.c */
/* Those that the case asks for, in the order of the table; returns their number. */
int eg_waves_wanted_maxima(const eg_waves_model *model, eg_ader_maximum wanted[EG_ADER_MAXIMA]);
eg_status eg_waves_read_maxima(eg_model *model, int count, const int *which, double *const *values);

/* ---- balance.c */
void eg_waves_balance_names(const eg_model *model, eg_text *names);
eg_status eg_waves_balance(eg_model *model, const eg_time_state *now, double *values);
double eg_waves_drift(const eg_model *model);
eg_status eg_waves_persist(eg_model *model, const eg_time_state *now, const eg_persist *persist);
eg_status eg_waves_summarise(const eg_model *model, eg_summary *summary);
eg_status eg_waves_judge(eg_model *model, eg_judged when);

#endif
