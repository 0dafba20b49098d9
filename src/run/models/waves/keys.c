/* The keys that linear waves have together; each system has those of its own beside its outputs. */
#include "run/models/waves/internal.h"

/* Of all schemes. */
static const eg_case_row linear[] = {
    {.path = "initial",
     .after = "materials",
     EG_CASE_MAP,
     .default_text = "{}",
     .sentence = "The state at time 0; variables that are not given are 0.",
     .example = "{}"},
    {.path = "numerics.local_time_step",
     .takes = EG_TAKES_BOOLEAN,
     .refusal = "all cells take one step; make the smallest cells larger, `eagre check` names the "
                "ten that set it",
     .sentence = "Local time stepping."}};

const eg_case_part eg_linear_keys = EG_CASE_PART(linear);

/* Of ADER-DG. */
static const eg_case_row waves[] = {
    {.path = "numerics.flux",
     .after = "numerics.order",
     .takes = EG_TAKES_WORD,
     .words = "upwind rusanov",
     .default_text = "upwind",
     .sentence = "Numerical flux: the exact upwind one, with the materials of both sides, or Rusanov's.",
     .example = "rusanov"},
    EG_CASE_OTHER_RUN("state", "Mesh, order and precision may differ.", ),
    {.path = "boundaries.*.inflow",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "The exterior state. Its incoming characteristics enter; outgoing waves leave. "
                 "Variables that are not given are 0.",
     .example = "{}"},
    {.path = "numerics.order",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 12,
     .default_text = "4",
     .sentence = "Order of accuracy in space and time; the polynomial degree in each cell is one less.",
     .example = "6"},
    {.path = "numerics.material_order",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 12,
     .default_text = "1",
     .sentence = "The medium is a polynomial of this order in each cell, at most `order`; 1 is its mean.",
     .example = "4"},
    {.path = "numerics.form",
     .takes = EG_TAKES_WORD,
     .words = "natural conservative quasi-conservative",
     .default_text = "natural",
     .sentence = "Form of the equations where the medium varies in a cell: conservative (A u)_x or "
                 "quasi-conservative A u_x. Natural is the first for advection, which conserves "
                 "the tracer, and the second for waves.",
     .example = "conservative"},
    {.path = "numerics.degree",
     .takes = EG_TAKES_INTEGER,
     .refusal = "ADER-DG is named by its order of accuracy; give 'order', which is the degree plus 1",
     .sentence = "Polynomial degree, of element methods."}};

const eg_case_part eg_waves_keys = EG_CASE_PART(waves);

/* Waves of a medium with density, which have energy and reach a surface. */
static const eg_case_row medium[] = {
    {.path = "materials.*.qp",
     .takes = EG_TAKES_REAL,
     .refusal = "attenuation is not computed yet; leave Q out",
     .sentence = "Quality factor of P waves."},
    {.path = "materials.*.qs",
     .takes = EG_TAKES_REAL,
     .refusal = "attenuation is not computed yet; leave Q out",
     .sentence = "Quality factor of S waves."},
    {.path = "boundaries.*",
     .takes = EG_TAKES_WORD | EG_TAKES_MAP,
     .words = "absorbing free-surface wall",
     .sentence = "One boundary: absorbing, a free surface (zero pressure or traction), a rigid "
                 "wall, or periodic with another one.",
     .example = "absorbing"},
    EG_CASE_LIMIT("energy_growth", EG_DIMENSION_NONE,
                  "Growth of the energy relative to the initial energy, in a run without sources.")};

const eg_case_part eg_medium_keys = EG_CASE_PART(medium);

/* Of media of the plane. */
static const eg_case_row density[] = {
    EG_CASE_MATERIAL("density", EG_DIMENSION_DENSITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
                     .sentence = "Density: a number, an expression, or a raster.", .example = "2600 kg/m3")};

const eg_case_part eg_density_keys = EG_CASE_PART(density);

static const eg_case_row layer[] = {
    {.path = "boundaries.*.absorbing",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Absorbing, with a damping layer of this width inside the mesh. It also absorbs "
                 "waves at oblique incidence, which an absorbing boundary alone partly reflects.",
     .example = "500 m"}};

const eg_case_part eg_layer_keys = EG_CASE_PART(layer);

/* Waves whose motion lies in the plane. */
static const eg_case_row in_plane[] = {
    {.path = "sources.*.force",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FORCE_PER_LENGTH,
     .count = 2,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A force along x and y in N per metre across the plane, times the source time function.",
     .example = "[0, 1e6]"},
    {.path = "sources.*.explosion",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FORCE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Moment of an explosion in N m per metre across the plane; the source time "
                 "function is the moment rate over the moment, in 1/s.",
     .example = "1e12"}};

const eg_case_part eg_in_plane_keys = EG_CASE_PART(in_plane);
