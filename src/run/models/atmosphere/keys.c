/* The keys of the atmosphere. */
#include "run/models/atmosphere/internal.h"

#include "mesh/bisected/bisected.h"

#define GAS_CONSTANT ((eg_dimension){6, -6, 0, -3}) /* J/(kg K) */

static const eg_case_row rows[] = {
    {.path = "atmosphere",
     .after = "mesh",
     EG_CASE_MAP,
     .default_text = "{}",
     .sentence = "The background state: air at rest in hydrostatic balance, from which pressure "
                 "and density follow.",
     .example = "{background: isentropic, theta: 300 K}"},
    {.path = "atmosphere.background",
     .takes = EG_TAKES_WORD | EG_TAKES_MAP,
     .words = "isentropic constant-frequency isothermal",
     .default_text = "isentropic",
     .sentence = "Background state: of uniform potential temperature, constant buoyancy frequency, "
                 "uniform temperature, or from a sounding.",
     .example = "constant-frequency"},
    {.path = "atmosphere.background.sounding",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "Table with the columns height, pressure and theta, in ascending order of height.",
     .example = "sounding.csv"},
    {.path = "atmosphere.theta",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TEMPERATURE,
     .celsius = true,
     .range = EG_RANGE_POSITIVE,
     .default_text = "300 K",
     .sentence = "Potential temperature at height 0, for isentropic and constant-frequency.",
     .example = "300 K"},
    {.path = "atmosphere.frequency",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_POSITIVE,
     .default_text = "0.01 1/s",
     .sentence = "Buoyancy frequency N, for constant-frequency.",
     .example = "0.01 1/s"},
    {.path = "atmosphere.temperature",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TEMPERATURE,
     .celsius = true,
     .range = EG_RANGE_POSITIVE,
     .default_text = "250 K",
     .sentence = "Temperature, for isothermal.",
     .example = "250 K"},
    {.path = "atmosphere.gravity",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_ACCELERATION,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "9.81 m/s2",
     .sentence = "Acceleration of gravity, against y.",
     .example = "9.81 m/s2"},
    {.path = "atmosphere.gas_constant",
     .takes = EG_TAKES_REAL,
     .dimension = GAS_CONSTANT,
     .range = EG_RANGE_POSITIVE,
     .default_text = "287 J/(kg K)",
     .sentence = "Gas constant R of the air.",
     .example = "287.17 J/(kg K)"},
    {.path = "atmosphere.heat_capacity",
     .takes = EG_TAKES_REAL,
     .dimension = GAS_CONSTANT,
     .range = EG_RANGE_POSITIVE,
     .default_text = "1004.5 J/(kg K)",
     .sentence = "Heat capacity c_p of the air at constant pressure.",
     .example = "1005 J/(kg K)"},
    {.path = "atmosphere.reference_pressure",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_PRESSURE,
     .range = EG_RANGE_POSITIVE,
     .default_text = "1e5 Pa",
     .sentence = "Pressure at which potential temperature is temperature; but of a sounding that "
                 "at height 0.",
     .example = "1e5 Pa"},
    {.path = "mesh.adapt",
     EG_CASE_MAP,
     .sentence = "Adaptive mesh: triangles are refined and coarsened during the run by "
                 "newest-vertex bisection, and the mesh stays conforming. The initial mesh is "
                 "adapted to the initial state.",
     .example = "{lowest: 4, highest: 12, first: 8}"},
    {.path = "mesh.adapt.lowest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_BISECTED_LEVEL,
     .presence = EG_REQUIRED,
     .sentence =
         "The lowest level of triangles: the number of bisections of a triangle of the mesh.",
     .example = "4"},
    {.path = "mesh.adapt.highest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_BISECTED_LEVEL,
     .presence = EG_REQUIRED,
     .sentence = "The highest level of triangles. Two levels halve the edges.",
     .example = "12"},
    {.path = "mesh.adapt.first",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_BISECTED_LEVEL,
     .sentence =
         "The level of the uniform mesh on which the initial state is first evaluated; its "
         "triangles must be smaller than the features of that state. Default: mesh.adapt.lowest.",
     .example = "8"},
    {.path = "mesh.adapt.every",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1000000,
     .default_text = "40",
     .sentence =
         "Time steps between two adaptations. An adaptation takes about the time of a step.",
     .example = "20"},
    {.path = "mesh.adapt.variable",
     .takes = EG_TAKES_WORD,
     .words = "theta density tracer",
     .default_text = "theta",
     .sentence = "Variable of the indicator: theta', the density perturbation, or the tracer.",
     .example = "tracer"},
    {.path = "mesh.adapt.indicator",
     .takes = EG_TAKES_WORD,
     .words = "amplitude modes jumps",
     .default_text = "amplitude",
     .sentence =
         "Refinement indicator, relative to the largest amplitude at time 0: the largest amplitude "
         "of the variable at the nodes of the cell; the root mean square of its modes of the "
         "highest degree; or its largest jump, and that of its slope, across an edge.",
     .example = "modes"},
    {.path = "mesh.adapt.refine",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .default_text = "0.1",
     .sentence = "Cells with at least this indicator are refined.",
     .example = "0.1"},
    {.path = "mesh.adapt.coarsen",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .default_text = "0.05",
     .sentence = "Cells with an indicator below this are coarsened; less than `refine`.",
     .example = "0.05"},
    {.path = "mesh.adapt.buffer",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = 16,
     .default_text = "1",
     .sentence = "Layers of cells around refined cells that get the same level, so that features "
                 "stay within them until the next adaptation.",
     .example = "2"},
    {.path = "atmosphere.wind",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_VELOCITY,
     .default_text = "0 m/s",
     .sentence = "Wind along x: beyond open boundaries, in a sponge layer, and the default of the "
                 "initial velocity.",
     .example = "10 m/s"},
    {.path = "atmosphere.sponge",
     EG_CASE_MAP,
     .sentence = "Sponge layers along sides of the domain, in which the state relaxes to the "
                 "background in the wind, to reduce reflections.",
     .example = "{top: 5 km, rate: 0.05 1/s}"},
    {.path = "atmosphere.sponge.top",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Thickness of the layer below the highest point of the mesh.",
     .example = "5 km"},
    {.path = "atmosphere.sponge.left",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Thickness of the layer at the lowest x.",
     .example = "10 km"},
    {.path = "atmosphere.sponge.right",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Thickness of the layer at the highest x.",
     .example = "10 km"},
    {.path = "atmosphere.sponge.rate",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_POSITIVE,
     .default_text = "0.05 1/s",
     .sentence = "Relaxation rate at the outer end of a layer: d/dt state = -rate (state - "
                 "background). It grows from 0 at the inner end as sin^2(pi s / 2), s from 0 to 1.",
     .example = "0.05 1/s"},
    {.path = "initial",
     .after = "materials",
     EG_CASE_MAP,
     .default_text = "{}",
     .sentence = "The state at time 0; the default is the background state.",
     .example = "{theta_perturbation: \"0.5 * exp(-((x - 500)^2 + (y - 300)^2) / 2500)\"}"},
    EG_CASE_OTHER_RUN("state",
                      "Mesh, degree and precision may differ; deviations are those from the air at "
                      "rest of this case.", ),
    {.path = "initial.with_tracer",
     .takes = EG_TAKES_BOOLEAN,
     .with = "from",
     .default_text = "false",
     .sentence =
         "Whether the tracer is taken from the other run, too; its snapshots must contain it.",
     .example = "true"},
    {.path = "materials",
     EG_CASE_MAP,
     .refusal = "air has no materials; 'atmosphere' says what it is",
     .sentence = "The ground or the medium."},
    {.path = "boundaries.*",
     .takes = EG_TAKES_WORD | EG_TAKES_MAP,
     .words = "wall open",
     .sentence = "One boundary: a wall without friction, open, with the background and the wind as "
                 "exterior state, or periodic with another one.",
     .example = "wall"},
    {.path = "numerics.degree",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = EG_TRIANGLE_DEGREE,
     .default_text = "3",
     .sentence = "Degree of the polynomials in each cell.",
     .example = "4"},
    {.path = "numerics.order",
     .takes = EG_TAKES_INTEGER,
     .refusal = "this scheme is named by its polynomial degree; give 'degree'",
     .sentence = "Order of accuracy."},
    {.path = "numerics.flux",
     .takes = EG_TAKES_WORD,
     .words = "evolution evolution-constant evolution-bilinear rusanov hllc",
     .default_text = "evolution",
     .sentence = "Numerical flux: an evolution operator, which takes the state at a vertex from "
                 "all cells there; the one-step evolution operators E_const or E_bilin on circles "
                 "of finite radius; Rusanov's; HLLC.",
     .example = "hllc"},
    {.path = "numerics.edge_points",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 3,
     .most = EG_TRIANGLE_DEGREE + 3,
     .sentence = "Gauss-Lobatto points along a face: degree + 2, or degree + 3, which makes time "
                 "steps of flux: evolution 7 % longer. Default: degree + 2.",
     .example = "5"},
    {.path = "numerics.viscosity",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_UNIT_DISCHARGE,
     .range = EG_RANGE_NOT_NEGATIVE,
     .default_text = "0 m2/s",
     .sentence = "Artificial viscosity of velocity and theta_perturbation.",
     .example = "75 m2/s"},
    {.path = "numerics.limiter",
     .takes = EG_TAKES_WORD | EG_TAKES_MAP,
     .words = "none",
     .default_text = "none",
     .sentence = "Limiter: none, or bounds between which theta and the tracer stay; with explicit "
                 "steps of flux: evolution, rusanov or hllc.",
     .example = "{theta: [292 K, 300 K], tracer: [0, 1]}"},
    {.path = "numerics.limiter.theta",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TEMPERATURE,
     .celsius = true,
     .count = 2,
     .presence = EG_AT_LEAST_ONE,
     .range = EG_RANGE_ASCENDING,
     .sentence = "Least and greatest potential temperature, that of the background included: means "
                 "of cells, and values at their nodes, stay between them; mass and the integral of "
                 "theta are conserved. Initial data beyond them are an error. Not with viscosity.",
     .example = "[292 K, 300 K]"},
    {.path = "numerics.limiter.tracer",
     .takes = EG_TAKES_REAL,
     .count = 2,
     .presence = EG_AT_LEAST_ONE,
     .range = EG_RANGE_ASCENDING,
     .sentence = "The same for the tracer.",
     .example = "[0, 1]"},
    {.path = "numerics.integrator",
     .takes = EG_TAKES_WORD,
     .words = "ssp-rk3 semi-implicit",
     .default_text = "ssp-rk3",
     .sentence = "Time integrator: explicit, or semi-implicit, which treats sound and gravity "
                 "implicitly, is of order 3 too, and needs flux: hllc.",
     .example = "semi-implicit"},
    {.path = "numerics.tolerance",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_BETWEEN,
     .least = 1e-12,
     .most = 0.1,
     .default_text = "1e-3",
     .sentence =
         "For semi-implicit steps: residual of a stage, relative to that of a zero initial guess.",
     .example = "1e-6"},
    {.path = "time.acoustic_cfl",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .default_text = "9",
     .sentence = "For semi-implicit steps: the largest step relative to the explicit limit; "
                 "time.cfl then applies to the flow velocity only.",
     .example = "18"},
    EG_CASE_LIMIT("mass_error", EG_DIMENSION_NONE,
                  "Air gained or lost, relative to the total mass."),
    EG_CASE_LIMIT("theta_error", EG_DIMENSION_NONE,
                  "Relative change of the integral of density times potential temperature."),
    EG_CASE_LIMIT("tracer_error", EG_DIMENSION_NONE,
                  "Tracer gained or lost, relative to the initial amount.")};

const eg_case_part eg_air_keys = EG_CASE_PART(rows);

/* ---- what they say */

eg_deg_flux eg_air_flux(const eg_case *loaded)
{
    const eg_node *flux = eg_case_find(loaded, "numerics.flux");
    return eg_node_is(flux, "hllc")                 ? EG_DEG_HLLC
           : eg_node_is(flux, "rusanov")            ? EG_DEG_RUSANOV
           : eg_node_is(flux, "evolution-constant") ? EG_DEG_EVOLUTION_CONSTANT
           : eg_node_is(flux, "evolution-bilinear") ? EG_DEG_EVOLUTION_BILINEAR
                                                    : EG_DEG_EVOLUTION;
}

int eg_air_edge_points(const eg_case *loaded)
{
    const eg_node *points = eg_case_find(loaded, "numerics.edge_points");
    return points ? (int)eg_node_integer(points) : 0;
}

/* The case of a run that goes on has defaults written out: a tracer of 0 is none. */
bool eg_air_has_tracer(const eg_case *loaded)
{
    const eg_node *tracer = eg_case_find(loaded, "initial.tracer");
    const eg_node *other = eg_case_find(loaded, "initial.with_tracer");
    if (other && eg_node_boolean(other))
        return true;
    return tracer && !eg_node_is_default(tracer) &&
           !(eg_node_kind_of(tracer) == EG_NODE_EXPRESSION && eg_node_is_constant(tracer) &&
             eg_node_real(tracer) == 0);
}
