/* Poisson's equation and heat conduction as models of cases: their keys, and what they are called. */
#include "run/models/elliptic/elliptic.h"

#define CONDUCTIVITY ((eg_dimension){3, -9, 3, -3})  /* W/(m K) */
#define CAPACITY ((eg_dimension){-3, -6, 3, -3})     /* J/(m3 K) */
#define POWER_DENSITY ((eg_dimension){-3, -9, 3, 0}) /* W/m3 */
#define FLUX_DENSITY ((eg_dimension){0, -9, 3, 0})   /* W/m2 */
#define EXCHANGE ((eg_dimension){0, -9, 3, -3})      /* W/(m2 K) */
#define KELVIN .dimension = EG_DIMENSION_TEMPERATURE, .celsius = EG_CELSIUS_TOLD
#define NO_UNIT .celsius = EG_KELVIN_ALONE

/* What may be given at a boundary: expressions of these variables, with the units of the solution, its
 * flux and the coefficient of exchange. */
#define CONDITIONS(VARIABLES, OF_SOLUTION, OF_FLUX, OF_EXCHANGE)                                             \
    EG_ROW("boundaries.*.value", EG_TAKES_EXPRESSION, "Value of the solution (Dirichlet).", "0",             \
           .variables = VARIABLES, OF_SOLUTION, .presence = EG_EXACTLY_ONE),                                 \
        EG_ROW("boundaries.*.flux", EG_TAKES_EXPRESSION,                                                     \
               "Flux into the domain per area: kappa du/dn, n outward (Neumann).", "1",                      \
               .variables = VARIABLES, OF_FLUX, .presence = EG_EXACTLY_ONE),                                 \
        EG_ROW("boundaries.*.exchange", EG_TAKES_EXPRESSION,                                                 \
               "Coefficient h of kappa du/dn = h (outside - u), n outward (Robin).", "10",                   \
               .variables = VARIABLES, OF_EXCHANGE, .presence = EG_EXACTLY_ONE,                              \
               .range = EG_RANGE_NOT_NEGATIVE),                                                              \
        EG_ROW("boundaries.*.outside", EG_TAKES_EXPRESSION, "The exterior value, for `exchange`.", "0",      \
               .variables = VARIABLES, OF_SOLUTION, .with = "exchange", .default_text = "0")

/* What the keys of both say the same way, from the names of this file. */
#define KEYS(MODEL)                                                                                          \
    .dimensions = 3, .parts = MODEL##_parts, .outputs = &MODEL##_output, .output_count = 1,                  \
    .templates = MODEL##_templates, .template_count = 1

static const eg_case_row elliptic[] = {
    EG_ROW("boundaries.*", EG_TAKES_WORD | EG_TAKES_MAP,
           "One boundary: a given value (Dirichlet), a given flux (Neumann), exchange with the exterior "
           "(Robin), insulated, or periodic with another one.",
           "{value: 0}", .words = "insulated"),
    EG_ROW("numerics.order", EG_TAKES_INTEGER, "Order of accuracy.",
           .refusal = "spectral elements are named by their polynomial degree; give 'degree'"),
    EG_ROW("numerics.degree", EG_TAKES_INTEGER, "Degree of the polynomials in each direction of an element.",
           "8", .range = EG_RANGE_BETWEEN, .least = 1, .most = 12, .default_text = "4"),
    EG_ROW("numerics.tolerance", EG_TAKES_REAL,
           "Stopping criterion of a solve: norm of the residual relative to that of the right-hand side; "
           "default 1e-8, with precision f32 1e-5. The residual is that of the solution, b - A x; where "
           "rounding leaves more, the run ends with exit code 5 and says what can be reached. In f32 at "
           "least 1e-7.",
           "1e-10", .range = EG_RANGE_BETWEEN, .least = 1e-15, .most = 0.1),
    EG_ROW("numerics.iterations", EG_TAKES_INTEGER,
           "Largest number of iterations of a solve; if it has not converged then, the run ends with exit "
           "code 5.",
           "20000", .range = EG_RANGE_BETWEEN, .least = 1, .most = 1e6, .default_text = "5000",
           .resume = EG_MAY_CHANGE),
    EG_ROW("numerics.preconditioner", EG_TAKES_WORD,
           "Preconditioner of the conjugate gradients: what suits mesh and coefficients, which the log and "
           "the summary tell; the diagonal, none, a two-scale overlapping Schwarz method, its subdomains "
           "alone as Remacle (2015) adds them up, for comparisons, or a p-multigrid cycle, with which the "
           "number of iterations hardly depends on the mesh.",
           "p-multigrid", .words = "auto jacobi none schwarz schwarz-fine p-multigrid",
           .default_text = "auto"),
    EG_ROW("numerics.preconditioner_precision", EG_TAKES_WORD,
           "Precision of schwarz and p-multigrid; default: that of the solver. f32 in a 64-bit solver needs "
           "less memory and reaches the same tolerances.",
           "f32", .words = "f64 f32"),
    EG_ROW("numerics.coarse", EG_TAKES_WORD,
           "Solver of the coarsest level of p-multigrid. geometric uses coarser meshes, if the mesh is a "
           "refinement of them, as boxes are. amg is the built-in algebraic multigrid. hypre is that "
           "library's BoomerAMG on the host, if installed; the summary then says `reproducible: false`. "
           "Default: geometric where there are coarser meshes, else amg.",
           "amg", .words = "amg geometric hypre"),
    EG_ROW("numerics.coarse_on", EG_TAKES_WORD,
           "Where the coarse problem of the preconditioner schwarz is solved: on the device, the default, "
           "or on the host while the device solves on the subdomains. The result is the same.",
           "host", .words = "device host"),
    EG_ROW("numerics.overlap", EG_TAKES_INTEGER,
           "Overlap of a subdomain of the preconditioner schwarz in layers of nodes, at most the degree; "
           "default 1.",
           "2", .range = EG_RANGE_BETWEEN, .least = 1, .most = 4),
    EG_ROW("numerics.smoothing", EG_TAKES_INTEGER,
           "Smoothing steps on each level of p-multigrid, before and after the coarser level; default 3, "
           "with the smoother schwarz 1.",
           "4", .range = EG_RANGE_BETWEEN, .least = 1, .most = 6),
    EG_ROW("numerics.smoother", EG_TAKES_WORD,
           "Smoother of p-multigrid: the diagonal, the default, or overlapping subdomains (Schwarz). The "
           "latter costs more and needs fewer iterations, above all for flat elements.",
           "schwarz", .words = "jacobi schwarz"),
    EG_ROW("output.probes", EG_TAKES_MAP, "Points at which the solution is recorded in probes.csv, by name.",
           "{middle: [0.5 m, 0.5 m, 0.5 m]}", .after = "output.fields"),
    EG_ROW("output.probes.*", EG_TAKES_REAL, "Position of one probe.", "[0.5 m, 0.5 m, 0.5 m]", .count = 3,
           EG_CASE_LENGTH, .names = EG_NAMES_PLAIN,
           .resume = "probes.csv has no such columns for the time before"),
    EG_ROW("output.flux", EG_TAKES_TEXT,
           "Boundaries whose flux into the domain is written to balance.csv and the summary, for heat in W; "
           "default: all.",
           "[left, right]", .count = EG_ANY_COUNT,
           .resume = "balance.csv has no such columns for the time before"),
    EG_ROW("exact.gradient", EG_TAKES_EXPRESSION,
           "Gradient of the exact solution, for the error in the H1 seminorm.",
           "[\"pi * cos(pi * x)\", 0, 0]", .count = 3, .variables = "x y z t",
           .resume = "errors.csv and the norms are those of the solution that was given"),
    EG_CASE_LIMIT("iterations", EG_DIMENSION_NONE,
                  "Iterations of the linear solver, summed over all solves."),
    EG_CASE_LIMIT("balance_error", EG_DIMENSION_NONE,
                  "Input of sources and boundaries minus the amount consumed or stored, relative "
                  "to the total.")};

static const eg_case_part shared = EG_CASE_PART(elliptic);

static const eg_case_row poisson[] = {
    EG_ROW("materials.*.kappa", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Diffusivity kappa: a number, an expression, or a raster over x and y; a list of 3 is a diagonal "
           "tensor, one of 6 the symmetric tensor xx, xy, xz, yy, yz, zz. It must be positive definite "
           "everywhere.",
           "\"1 + x^2\"", .count = EG_ONE_OR_LIST, .variables = "x y z", .presence = EG_REQUIRED),
    EG_CASE_MATERIAL_RASTER("kappa"),
    EG_ROW("materials.*.c", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Reaction coefficient c of c u - div(kappa grad u) = s: a number, an expression, or a raster "
           "over x and y.",
           "1", .variables = "x y z", .range = EG_RANGE_NOT_NEGATIVE, .default_text = "0"),
    EG_CASE_MATERIAL_RASTER("c"),
    EG_ROW("materials.*.source", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Source s of c u - div(kappa grad u) = s: a number, an expression, or a raster over x and y.",
           "\"sin(pi * x)\"", .variables = "x y z", .default_text = "0"),
    EG_CASE_MATERIAL_RASTER("source"),
    CONDITIONS("x y z", NO_UNIT, NO_UNIT, NO_UNIT),
    EG_ROW("exact.u", EG_TAKES_EXPRESSION, "Exact solution.", "\"sin(pi * x)\"", .variables = "x y z",
           .presence = EG_REQUIRED,
           .resume = "errors.csv and the norms are those of the solution that was given"),
    EG_ROW("limits.u_h1", EG_TAKES_REAL, "Root mean square error of the gradient of the solution.", "1e-3",
           .range = EG_RANGE_NOT_NEGATIVE, .needs = "exact.gradient", .resume = EG_MAY_CHANGE)};

#define ELLIPTIC                                                                                             \
    .points = "probes",                                                                                      \
    .boundary_words =                                                                                        \
        "{value: ...}, {flux: ...}, {exchange: ..., outside: ...}, insulated or {periodic: ...}"

static const eg_case_part of_poisson = EG_CASE_PART(poisson);
static const eg_case_part *const poisson_parts[] = {&eg_space_keys, &shared, &of_poisson, &eg_periodic_keys,
                                                    NULL};
static const eg_output poisson_output = {"u", 1, "", "solution", false, "solution"};

static const eg_case_line potential[] = {
    {"title", "a potential between two plates"},
    {"model", "poisson"},
    {"mesh.box.size", "[1 m, 1 m, 0.5 m]"},
    {"mesh.box.cells", "[6, 6, 3]"},
    {"mesh.box.element", "hexahedron"},
    {"materials.all.kappa", "1"},
    {"materials.all.source", "\"10 * exp(-((x - 0.5)^2 + (y - 0.5)^2) / 0.02)\""},
    {"boundaries.left", "{value: 0}"},
    {"boundaries.right", "{value: 1}"},
    {"boundaries.front", "insulated"},
    {"boundaries.back", "insulated"},
    {"boundaries.bottom", "{flux: 0.5}"},
    {"boundaries.top", "insulated"},
    {"numerics.degree", "4"},
    {"numerics.tolerance", "1e-10"},
    {"output.probes", "{middle: [0.5 m, 0.5 m, 0.25 m]}"},
    {NULL, NULL},
};

static const eg_case_template poisson_templates[] = {
    {"potential", "Poisson's equation in a box, with the common kinds of boundary conditions.", potential}};

const eg_model_kind eg_poisson_model = {
    ELLIPTIC, .keys = {KEYS(poisson), .name = "poisson", .samples = "u", .exact = "u"},
    .class = &eg_poisson_class, .title = "poisson", .is_steady = true};

static const eg_case_row heat[] = {
    EG_ROW("materials.*.kappa", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Thermal conductivity kappa: a number, an expression, which may depend on t, or a raster over x "
           "and y; a list of 3 is a diagonal tensor, one of 6 the symmetric tensor xx, xy, xz, yy, yz, zz. "
           "It must be positive definite everywhere.",
           "50 W/m/K", .count = EG_ONE_OR_LIST, .variables = "x y z t", .dimension = CONDUCTIVITY,
           .presence = EG_REQUIRED),
    EG_CASE_MATERIAL_RASTER("kappa"),
    EG_ROW("materials.*.capacity", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Volumetric heat capacity, density times specific heat: a number, an expression, or a raster "
           "over x and y.",
           "3.6e6 J/m3/K", .variables = "x y z t", .dimension = CAPACITY, .range = EG_RANGE_POSITIVE,
           .presence = EG_REQUIRED),
    EG_CASE_MATERIAL_RASTER("capacity"),
    EG_ROW("materials.*.source", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Heat input per volume: a number, an expression, which may depend on t, or a raster over x and y.",
           "\"1e6 * exp(-(x - 0.1 * t)^2)\"", .variables = "x y z t", .dimension = POWER_DENSITY,
           .default_text = "0"),
    EG_CASE_MATERIAL_RASTER("source"),
    EG_ROW("initial", EG_TAKES_MAP, "The state at time 0.", "{temperature: 293 K}", .after = "materials",
           .presence = EG_REQUIRED),
    EG_ROW("initial.temperature", EG_TAKES_EXPRESSION, "Temperature at time 0.", "293 K",
           .variables = "x y z", KELVIN, .presence = EG_EXACTLY_ONE),
    EG_CASE_OTHER_RUN("temperature", "Mesh, degree and precision may differ.", .presence = EG_EXACTLY_ONE),
    CONDITIONS("x y z t", KELVIN, .dimension = FLUX_DENSITY, .dimension = EXCHANGE),
    EG_ROW("time.end", EG_TAKES_REAL, "Time at which the run ends.", "60 s", EG_CASE_MOMENT,
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED, .resume = EG_MAY_CHANGE),
    EG_ROW("time.dt", EG_TAKES_REAL,
           "The time step. If the end time is not a multiple of it, the next smaller step that divides the "
           "end time is used. With `tolerance` it is the first step.",
           "0.5 s", EG_CASE_TIME, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("time.tolerance", EG_TAKES_REAL,
           "Adaptive steps: bound of the sum of their errors until the end, as a root mean square over the "
           "domain. A step ends at each output time.",
           "0.1", .dimension = EG_DIMENSION_TEMPERATURE, .range = EG_RANGE_POSITIVE),
    EG_ROW("time.dt_most", EG_TAKES_REAL, "The longest step, so that no later event is missed.", "10 s",
           EG_CASE_TIME, .range = EG_RANGE_POSITIVE, .with = "tolerance"),
    EG_ROW("time.scheme", EG_TAKES_WORD,
           "Backward Euler, of first order, or the two-step backward differentiation formula, of second "
           "order, which starts with a backward Euler step.",
           "euler", .words = "bdf2 euler", .default_text = "bdf2"),
    EG_ROW("exact.temperature", EG_TAKES_EXPRESSION, "Exact temperature.", "\"sin(pi * x) * exp(-t)\"",
           .variables = "x y z t", .dimension = EG_DIMENSION_TEMPERATURE, .presence = EG_REQUIRED,
           .resume = "errors.csv and the norms are those of the solution that was given"),
    EG_ROW("limits.temperature_h1", EG_TAKES_REAL,
           "Root mean square error of the gradient of the temperature.", "1e-3",
           .range = EG_RANGE_NOT_NEGATIVE, .needs = "exact.gradient", .resume = EG_MAY_CHANGE)};

static const eg_case_part of_heat = EG_CASE_PART(heat);
static const eg_case_part *const heat_parts[] = {&eg_timed_keys, &eg_space_keys,    &shared,
                                                 &of_heat,       &eg_periodic_keys, NULL};
static const eg_output heat_output = {"temperature", 1, "K", "temperature", false, NULL};

static const eg_case_line cooling[] = {
    {"title", "a steel bar cools in air"},
    {"model", "heat"},
    {"mesh.box.size", "[1 m, 0.1 m, 0.1 m]"},
    {"mesh.box.cells", "[10, 2, 2]"},
    {"mesh.box.element", "hexahedron"},
    {"materials.all.kappa", "50 W/m/K"},
    {"materials.all.capacity", "3.6e6 J/m3/K"},
    {"initial.temperature", "800 degC"},
    {"boundaries.left", "{value: 20 degC}"},
    {"boundaries.right", "insulated"},
    {"boundaries.front", "{exchange: 30 W/m2/K, outside: 20 degC}"},
    {"boundaries.back", "{exchange: 30 W/m2/K, outside: 20 degC}"},
    {"boundaries.bottom", "insulated"},
    {"boundaries.top", "{exchange: 30 W/m2/K, outside: 20 degC}"},
    {"time.end", "10 min"},
    {"time.dt", "10 s"},
    {"numerics.degree", "3"},
    {"output.fields", "{every: 1 min}"},
    {"output.probes", "{middle: [0.5 m, 0.05 m, 0.05 m]}"},
    {NULL, NULL},
};

static const eg_case_template heat_templates[] = {
    {"cooling", "Heat conduction in a bar that cools at its sides.", cooling}};

const eg_model_kind eg_heat_model = {
    ELLIPTIC, .keys = {KEYS(heat), .name = "heat", .samples = "temperature", .exact = "temperature"},
    .class = &eg_heat_class, .title = "heat"};
