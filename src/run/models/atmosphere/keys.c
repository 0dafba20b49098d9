/* The keys of the atmosphere. */
#include "run/models/atmosphere/internal.h"

#include "mesh/bisected/bisected.h"

#define GAS_CONSTANT ((eg_dimension){6, -6, 0, -3}) /* J/(kg K) */

static const eg_case_row rows[] = {
    EG_ROW(
        "atmosphere", EG_TAKES_MAP,
        "The background state: air at rest in hydrostatic balance, from which pressure and density follow.",
        "{background: isentropic, theta: 300 K}", .after = "mesh", .default_text = "{}"),
    EG_ROW("atmosphere.background", EG_TAKES_WORD | EG_TAKES_MAP,
           "Background state: of uniform potential temperature, constant buoyancy frequency, uniform "
           "temperature, or from a sounding.",
           "constant-frequency", .words = "isentropic constant-frequency isothermal",
           .default_text = "isentropic"),
    EG_ROW("atmosphere.background.sounding", EG_TAKES_PATH,
           "Table with the columns height, pressure and theta, in ascending order of height.", "sounding.csv",
           .presence = EG_REQUIRED),
    EG_ROW("atmosphere.theta", EG_TAKES_REAL,
           "Potential temperature at height 0, for isentropic and constant-frequency.", "300 K",
           .dimension = EG_DIMENSION_TEMPERATURE, .celsius = EG_CELSIUS_DOUBTED, .range = EG_RANGE_POSITIVE,
           .default_text = "300 K"),
    EG_ROW("atmosphere.frequency", EG_TAKES_REAL, "Buoyancy frequency N, for constant-frequency.", "0.01 1/s",
           .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_POSITIVE, .default_text = "0.01 1/s"),
    EG_ROW("atmosphere.temperature", EG_TAKES_REAL, "Temperature, for isothermal.", "250 K",
           .dimension = EG_DIMENSION_TEMPERATURE, .celsius = EG_CELSIUS_DOUBTED, .range = EG_RANGE_POSITIVE,
           .default_text = "250 K"),
    EG_ROW("atmosphere.gravity", EG_TAKES_REAL, "Acceleration of gravity, against y.", "9.81 m/s2",
           .dimension = EG_DIMENSION_ACCELERATION, .range = EG_RANGE_NOT_NEGATIVE,
           .default_text = "9.81 m/s2"),
    EG_ROW("atmosphere.gas_constant", EG_TAKES_REAL, "Gas constant R of the air.", "287.17 J/(kg K)",
           .dimension = GAS_CONSTANT, .range = EG_RANGE_POSITIVE, .default_text = "287 J/(kg K)"),
    EG_ROW("atmosphere.heat_capacity", EG_TAKES_REAL, "Heat capacity c_p of the air at constant pressure.",
           "1005 J/(kg K)", .dimension = GAS_CONSTANT, .range = EG_RANGE_POSITIVE,
           .default_text = "1004.5 J/(kg K)"),
    EG_ROW("atmosphere.reference_pressure", EG_TAKES_REAL,
           "Pressure at which potential temperature is temperature; but of a sounding that at height 0.",
           "1e5 Pa", .dimension = EG_DIMENSION_PRESSURE, .range = EG_RANGE_POSITIVE,
           .default_text = "1e5 Pa"),
    EG_ROW("mesh.adapt", EG_TAKES_MAP,
           "Adaptive mesh: triangles are refined and coarsened during the run by newest-vertex bisection, "
           "and the mesh stays conforming. The initial mesh is adapted to the initial state.",
           "{lowest: 4, highest: 12, first: 8}"),
    EG_ROW("mesh.adapt.lowest", EG_TAKES_INTEGER,
           "The lowest level of triangles: the number of bisections of a triangle of the mesh.", "4",
           .range = EG_RANGE_BETWEEN, .least = 0, .most = EG_BISECTED_LEVEL, .presence = EG_REQUIRED),
    EG_ROW("mesh.adapt.highest", EG_TAKES_INTEGER,
           "The highest level of triangles. Two levels halve the edges.", "12", .range = EG_RANGE_BETWEEN,
           .least = 0, .most = EG_BISECTED_LEVEL, .presence = EG_REQUIRED),
    EG_ROW("mesh.adapt.first", EG_TAKES_INTEGER,
           "The level of the uniform mesh on which the initial state is first evaluated; its triangles must "
           "be smaller than the features of that state. Default: mesh.adapt.lowest.",
           "8", .range = EG_RANGE_BETWEEN, .least = 0, .most = EG_BISECTED_LEVEL),
    EG_ROW("mesh.adapt.every", EG_TAKES_INTEGER,
           "Time steps between two adaptations. An adaptation takes about the time of a step.", "20",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 1000000, .default_text = "40"),
    EG_ROW("mesh.adapt.variable", EG_TAKES_WORD,
           "Variable of the indicator: theta', the density perturbation, or the tracer.", "tracer",
           .words = "theta density tracer", .default_text = "theta"),
    EG_ROW("mesh.adapt.indicator", EG_TAKES_WORD,
           "Refinement indicator, relative to the largest amplitude at time 0: the largest amplitude of the "
           "variable at the nodes of the cell; the root mean square of its modes of the highest degree; or "
           "its largest jump, and that of its slope, across an edge.",
           "modes", .words = "amplitude modes jumps", .default_text = "amplitude"),
    EG_ROW("mesh.adapt.refine", EG_TAKES_REAL, "Cells with at least this indicator are refined.", "0.1",
           .range = EG_RANGE_POSITIVE, .default_text = "0.1"),
    EG_ROW("mesh.adapt.coarsen", EG_TAKES_REAL,
           "Cells with an indicator below this are coarsened; less than `refine`.", "0.05",
           .range = EG_RANGE_POSITIVE, .default_text = "0.05"),
    EG_ROW("mesh.adapt.buffer", EG_TAKES_INTEGER,
           "Layers of cells around refined cells that get the same level, so that features stay within them "
           "until the next adaptation.",
           "2", .range = EG_RANGE_BETWEEN, .least = 0, .most = 16, .default_text = "1"),
    EG_ROW(
        "atmosphere.wind", EG_TAKES_REAL,
        "Wind along x: beyond open boundaries, in a sponge layer, and the default of the initial velocity.",
        "10 m/s", .dimension = EG_DIMENSION_VELOCITY, .default_text = "0 m/s", .doubt_above = 150,
        .doubt = "the strongest winds of the air reach 115 m/s; a number without a unit is in m/s"),
    EG_ROW("atmosphere.sponge", EG_TAKES_MAP,
           "Sponge layers along sides of the domain, in which the state relaxes to the background in the "
           "wind, to reduce reflections.",
           "{top: 5 km, rate: 0.05 1/s}"),
    EG_ROW("atmosphere.sponge.top", EG_TAKES_REAL,
           "Thickness of the layer below the highest point of the mesh.", "5 km", EG_CASE_LENGTH,
           .range = EG_RANGE_POSITIVE, .presence = EG_AT_LEAST_ONE),
    EG_ROW("atmosphere.sponge.left", EG_TAKES_REAL, "Thickness of the layer at the lowest x.", "10 km",
           EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_AT_LEAST_ONE),
    EG_ROW("atmosphere.sponge.right", EG_TAKES_REAL, "Thickness of the layer at the highest x.", "10 km",
           EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_AT_LEAST_ONE),
    EG_ROW("atmosphere.sponge.rate", EG_TAKES_REAL,
           "Relaxation rate at the outer end of a layer: d/dt state = -rate (state - background). It grows "
           "from 0 at the inner end as sin^2(pi s / 2), s from 0 to 1.",
           "0.05 1/s", .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_POSITIVE,
           .default_text = "0.05 1/s"),
    EG_ROW("initial", EG_TAKES_MAP, "The state at time 0; the default is the background state.",
           "{theta_perturbation: \"0.5 * exp(-((x - 500)^2 + (y - 300)^2) / 2500)\"}", .after = "materials",
           .default_text = "{}"),
    EG_CASE_OTHER_RUN("state",
                      "Mesh, degree and precision may differ; deviations are those from the air at "
                      "rest of this case.", ),
    EG_ROW("initial.with_tracer", EG_TAKES_BOOLEAN,
           "Whether the tracer is taken from the other run, too; its snapshots must contain it.", "true",
           .with = "from", .default_text = "false"),
    EG_ROW("materials", EG_TAKES_MAP, "The ground or the medium.",
           .refusal = "air has no materials; 'atmosphere' says what it is"),
    EG_ROW("boundaries.*", EG_TAKES_WORD | EG_TAKES_MAP,
           "One boundary: a wall without friction, open, with the background and the wind as exterior "
           "state, or periodic with another one.",
           "wall", .words = "wall open"),
    EG_ROW("numerics.degree", EG_TAKES_INTEGER, "Degree of the polynomials in each cell.", "4",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = EG_TRIANGLE_DEGREE, .default_text = "3"),
    EG_ROW("numerics.order", EG_TAKES_INTEGER, "Order of accuracy.",
           .refusal = "this scheme is named by its polynomial degree; give 'degree'"),
    EG_ROW(
        "numerics.flux", EG_TAKES_WORD,
        "Numerical flux: an evolution operator, which takes the state at a vertex from all cells there; "
        "the one-step evolution operators E_const or E_bilin on circles of finite radius; Rusanov's; HLLC.",
        "hllc", .words = "evolution evolution-constant evolution-bilinear rusanov hllc",
        .default_text = "evolution"),
    EG_ROW("numerics.viscosity", EG_TAKES_REAL, "Artificial viscosity of velocity and theta_perturbation.",
           "75 m2/s", .dimension = EG_DIMENSION_UNIT_DISCHARGE, .range = EG_RANGE_NOT_NEGATIVE,
           .default_text = "0 m2/s"),
    EG_ROW("numerics.limiter", EG_TAKES_WORD | EG_TAKES_MAP,
           "Limiter: none, or bounds between which theta and the tracer stay; with explicit steps of flux: "
           "evolution, rusanov or hllc.",
           "{theta: [292 K, 300 K], tracer: [0, 1]}", .words = "none", .default_text = "none"),
    EG_ROW("numerics.limiter.theta", EG_TAKES_REAL,
           "Least and greatest potential temperature, that of the background included: means of cells, and "
           "values at their nodes, stay between them; mass and the integral of theta are conserved. Initial "
           "data beyond them are an error. Not with viscosity.",
           "[292 K, 300 K]", .dimension = EG_DIMENSION_TEMPERATURE, .celsius = EG_CELSIUS_DOUBTED, .count = 2,
           .presence = EG_AT_LEAST_ONE, .range = EG_RANGE_ASCENDING),
    EG_ROW("numerics.limiter.tracer", EG_TAKES_REAL, "The same for the tracer.", "[0, 1]", .count = 2,
           .presence = EG_AT_LEAST_ONE, .range = EG_RANGE_ASCENDING),
    EG_ROW("numerics.integrator", EG_TAKES_WORD,
           "Time integrator: explicit, or semi-implicit, which treats sound and gravity implicitly, is of "
           "order 3 too, and needs flux: hllc.",
           "semi-implicit", .words = "ssp-rk3 semi-implicit", .default_text = "ssp-rk3"),
    EG_ROW("numerics.tolerance", EG_TAKES_REAL,
           "For semi-implicit steps: residual of a stage, relative to that of a zero initial guess.", "1e-6",
           .range = EG_RANGE_BETWEEN, .least = 1e-12, .most = 0.1, .default_text = "1e-3"),
    EG_ROW("time.acoustic_cfl", EG_TAKES_REAL,
           "For semi-implicit steps: the largest step relative to the explicit limit; time.cfl then applies "
           "to the flow velocity only.",
           "18", .range = EG_RANGE_POSITIVE, .default_text = "9"),
    EG_CASE_LIMIT("mass_error", EG_DIMENSION_NONE, "Air gained or lost, relative to the total mass."),
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
