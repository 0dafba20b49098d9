/* The keys that linear waves have together; each system has those of its own beside its outputs. */
#include "run/models/waves/internal.h"

/* Of all schemes. */
static const eg_case_row linear[] = {
    EG_ROW("initial", EG_TAKES_MAP, "The state at time 0; variables that are not given are 0.", "{}",
           .after = "materials", .default_text = "{}"),
    EG_ROW("numerics.local_time_step", EG_TAKES_BOOLEAN, "Local time stepping.",
           .refusal = "all cells take one step; make the smallest cells larger, `eagre check` names the ten "
                      "that set it")};

const eg_case_part eg_linear_keys = EG_CASE_PART(linear);

/* Of ADER-DG. */
static const eg_case_row waves[] = {
    EG_ROW("numerics.flux", EG_TAKES_WORD,
           "Numerical flux: the exact upwind one, with the materials of both sides, or Rusanov's.", "rusanov",
           .after = "numerics.order", .words = "upwind rusanov", .default_text = "upwind"),
    EG_CASE_OTHER_RUN("state", "Mesh, order and precision may differ.", ),
    EG_ROW("boundaries.*.inflow", EG_TAKES_MAP,
           "The exterior state. Its incoming characteristics enter; outgoing waves leave. Variables that "
           "are not given are 0.",
           "{}", .presence = EG_EXACTLY_ONE),
    EG_ROW("numerics.order", EG_TAKES_INTEGER,
           "Order of accuracy in space and time; the polynomial degree in each cell is one less.", "6",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 12, .default_text = "4"),
    EG_ROW("numerics.degree", EG_TAKES_INTEGER, "Polynomial degree, of element methods.",
           .refusal = "ADER-DG is named by its order of accuracy; give 'order', which is the degree plus 1")};

const eg_case_part eg_waves_keys = EG_CASE_PART(waves);

/* Of media that vary within a cell. */
static const eg_case_row varying[] = {
    EG_ROW("numerics.material_order", EG_TAKES_INTEGER,
           "The medium is a polynomial of this order in each cell, at most `order`; 1 is its mean.", "4",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 12, .default_text = "1", .after = "numerics.order"),
    EG_ROW("numerics.form", EG_TAKES_WORD,
           "Form of the equations where the medium varies in a cell: conservative (A u)_x or "
           "quasi-conservative A u_x. Natural is the first for advection, which conserves the tracer, and "
           "the second for waves.",
           "conservative", .words = "natural conservative quasi-conservative", .default_text = "natural")};

const eg_case_part eg_varying_keys = EG_CASE_PART(varying);

/* Waves of a medium with density, which have energy and reach a surface. */
static const eg_case_row medium[] = {
    EG_ROW("boundaries.*", EG_TAKES_WORD | EG_TAKES_MAP,
           "One boundary: absorbing, a free surface (zero pressure or traction), a rigid wall, or periodic "
           "with another one.",
           "absorbing", .words = EG_WAVES_ROW_WORDS),
    EG_CASE_LIMIT("energy_growth", EG_DIMENSION_NONE,
                  "Growth of the energy relative to the initial energy, in a run without sources.")};

const eg_case_part eg_medium_keys = EG_CASE_PART(medium);

/* Of media of the plane. */
static const eg_case_row density[] = {EG_CASE_MATERIAL(
    "density", EG_DIMENSION_DENSITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
    .sentence = "Density: a number, an expression, a raster or a volume.", .example = "2600 kg/m3")};

const eg_case_part eg_density_keys = EG_CASE_PART(density);

static const eg_case_row layer[] = {
    EG_ROW("boundaries.*.absorbing", EG_TAKES_REAL,
           "Absorbing, with a damping layer of this width inside the mesh. It also absorbs waves at oblique "
           "incidence, which an absorbing boundary alone partly reflects.",
           "500 m", EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE)};

const eg_case_part eg_layer_keys = EG_CASE_PART(layer);

/* Waves whose motion lies in the plane. */
static const eg_case_row in_plane[] = {
    EG_ROW("sources.*.force", EG_TAKES_REAL,
           "A force along x and y in N per metre across the plane, times the source time function.",
           "[0, 1e6]", .dimension = EG_DIMENSION_FORCE_PER_LENGTH, .count = 2, .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.explosion", EG_TAKES_REAL,
           "Moment of an explosion in N m per metre across the plane; the source time function is the "
           "moment rate over the moment, in 1/s.",
           "1e12", .dimension = EG_DIMENSION_FORCE, .presence = EG_EXACTLY_ONE)};

const eg_case_part eg_in_plane_keys = EG_CASE_PART(in_plane);
