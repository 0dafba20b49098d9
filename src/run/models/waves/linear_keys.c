/* The keys of systems that a case gives by their matrices. */
#include "run/models/waves/linear.h"

static const eg_case_row system_rows[] = {
    EG_ROW("system", EG_TAKES_MAP,
           "A linear system u_t + A u_x + B u_y = E u: its variables, and its matrices row by row.",
           "{variables: {p: Pa, vx: m/s, vy: m/s}, parameters: {modulus: Pa, density: kg/m3}, "
           "A: {p: [0, modulus, 0], vx: [1/density, 0, 0]}, B: {p: [0, 0, modulus], vy: [1/density, 0, 0]}}",
           .after = "model", .presence = EG_REQUIRED),
    EG_ROW("system.variables", EG_TAKES_MAP,
           "Names of the variables, at most 24, in their order, each with its SI unit.",
           "{p: Pa, vx: m/s, vy: m/s}", .presence = EG_REQUIRED),
    EG_ROW("system.variables.*", EG_TAKES_TEXT, "Unit of the variable; 1 for a number.", "m/s",
           .names = EG_NAMES_PLAIN),
    EG_ROW("system.parameters", EG_TAKES_MAP,
           "Names of numbers that `materials` give, at most 24, each with its SI unit. Entries of the "
           "matrices are expressions of them.",
           "{modulus: Pa, density: kg/m3}", .default_text = "{}"),
    EG_ROW("system.parameters.*", EG_TAKES_TEXT, "Unit of the parameter; 1 for a number.", "kg/m3",
           .names = EG_NAMES_PLAIN),
    EG_ROW("system.A", EG_TAKES_MAP, "Rows of the matrix A, by variable. Those that are not given are 0.",
           "{p: [0, modulus, 0]}", .default_text = "{}"),
    EG_ROW("system.A.*", EG_TAKES_EXPRESSION, "Row of A: what the derivatives along x of all variables add.",
           "[0, modulus, 0]", .names = EG_NAMES_PLAIN, .variables = "parameters", .count = EG_ANY_COUNT),
    EG_ROW("system.B", EG_TAKES_MAP, "Rows of the matrix B, by variable. Those that are not given are 0.",
           "{p: [0, 0, modulus]}", .default_text = "{}"),
    EG_ROW("system.B.*", EG_TAKES_EXPRESSION, "Row of B: what the derivatives along y of all variables add.",
           "[0, 0, modulus]", .names = EG_NAMES_PLAIN, .variables = "parameters", .count = EG_ANY_COUNT),
    EG_ROW("system.E", EG_TAKES_MAP,
           "Rows of the matrix E, by variable: losses, growth, exchange and rotation. Those that are not "
           "given are 0. numerics.reaction tells how steps take it.",
           "{p: [-2, 0, 0]}"),
    EG_ROW("system.E.*", EG_TAKES_EXPRESSION, "Row of E, an entry for each variable.", "[-2, 0, 0]",
           .names = EG_NAMES_PLAIN, .variables = "parameters", .count = EG_ANY_COUNT),
    EG_ROW("system.energy", EG_TAKES_MAP,
           "Rows of a symmetric positive matrix H, by variable: u . H u / 2 is the energy per square metre; "
           "balance.csv has the sum. Without it that is half of the sum of squares.",
           "{p: [1/modulus, 0, 0], vx: [0, density, 0], vy: [0, 0, density]}"),
    EG_ROW("system.energy.*", EG_TAKES_EXPRESSION, "Row of H, an entry for each variable.",
           "[1/modulus, 0, 0]", .names = EG_NAMES_PLAIN, .variables = "parameters", .count = EG_ANY_COUNT),
    EG_ROW("boundaries", EG_TAKES_MAP, "The condition at each boundary of the mesh; every one must be named.",
           "{left: absorbing, right: absorbing, bottom: absorbing, top: absorbing}", .presence = EG_REQUIRED),
    EG_ROW("materials", EG_TAKES_MAP,
           "Parameters of the system, by region of the mesh. The name `all` applies to every region without "
           "an entry.",
           "{all: {modulus: 4 Pa, density: 1 kg/m3}}", .presence = EG_REQUIRED),
    EG_ROW("boundaries.*", EG_TAKES_WORD | EG_TAKES_MAP,
           "One boundary: absorbing, where nothing comes in, a reflection, an inflow, or periodic with "
           "another one.",
           "absorbing", .words = "absorbing"),
    EG_ROW("boundaries.*.reflection", EG_TAKES_MAP,
           "The state beyond the boundary as a matrix of that inside: rows by variable. A variable without a "
           "row is the same on both sides; one that is 0 at the boundary is the opposite.",
           "{p: [-1, 0, 0]}", .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*.reflection.*", EG_TAKES_EXPRESSION,
           "Row of the reflection: numbers, or expressions of the unit normal nx, ny that leads out.",
           "[-1, 0, 0]", .names = EG_NAMES_PLAIN, .count = EG_ANY_COUNT, .variables = "nx ny"),
    EG_ROW("body", EG_TAKES_MAP,
           "Sources of the whole domain, s of u_t + A u_x + B u_y = E u + s, by variable. Those that are not "
           "given are 0.",
           "{p: \"sin(x) * cos(3 * t)\"}", .after = "materials"),
    EG_ROW("body.*", EG_TAKES_EXPRESSION, "What is added to a variable, in its unit over s.",
           "\"sin(x) * cos(3 * t)\"", .names = EG_NAMES_PLAIN, .variables = "x y t"),
    EG_ROW(
        "sources.*.rate", EG_TAKES_REAL,
        "What a source adds to each variable, in its unit times m2/s, where the source time function is 1.",
        "[1, 0, 0]", .presence = EG_EXACTLY_ONE, .count = EG_ANY_COUNT),
    EG_ROW("numerics.reaction", EG_TAKES_WORD,
           "How E goes into a step: explicit, which makes steps shorter than the inverse of its largest "
           "eigenvalue; or "
           "implicit, where what decays may be as fast as it likes, up to order 8.",
           "implicit", .after = "numerics.order", .words = "explicit implicit", .default_text = "explicit"),
    EG_ROW("numerics.material_order", EG_TAKES_INTEGER, "Order of the polynomials of a medium.",
           .refusal = "model linear has the mean of each coefficient in a cell; leave it out"),
    EG_ROW("numerics.form", EG_TAKES_TEXT, "Form of the equations where the medium varies.",
           .refusal = "model linear has the quasi-conservative form A u_x + B u_y; leave it out"),
    EG_CASE_LIMIT("energy_growth", EG_DIMENSION_NONE,
                  "Growth of the energy relative to the initial energy, in a run without sources.")};
const eg_case_part eg_system_keys = EG_CASE_PART(system_rows);

static const eg_case_row parameter_rows[] = {EG_CASE_MATERIAL(
    "*", EG_DIMENSION_NONE, .names = EG_NAMES_PLAIN, .needs = "system.variables",
    .sentence = "A parameter of the system: a number, an expression, or a raster.", .example = "2600")};
const eg_case_part eg_parameter_keys = EG_CASE_PART(parameter_rows);

/* Of every case; one that names its variables has rows with these names. */
static const eg_case_row named_rows[] = {
    EG_ROW("initial.*", EG_TAKES_EXPRESSION, "A variable of the system at time 0.", "0",
           .names = EG_NAMES_PLAIN, .variables = "x y", .needs = "system.variables"),
    EG_ROW("boundaries.*.inflow.*", EG_TAKES_EXPRESSION, "Beyond the boundary: a variable of the system.",
           "0", .names = EG_NAMES_PLAIN, .variables = "x y t", .needs = "system.variables"),
    EG_ROW("limits.*", EG_TAKES_REAL,
           "Largest error of a variable: NAME_l1 of the mean, NAME_l2 of the root mean square, NAME_linf of "
           "the largest "
           "one.",
           "1e-3", .names = EG_NAMES_PLAIN, .range = EG_RANGE_NOT_NEGATIVE, .needs = "system.variables"),
    EG_ROW("exact.*", EG_TAKES_EXPRESSION, "Exact value of a variable of the system.", "0",
           .names = EG_NAMES_PLAIN, .variables = "x y z t", .needs = "system.variables"),
    EG_ROW("output.fields.variables", EG_TAKES_TEXT, "Variables of the system in a snapshot; default: all.",
           "[p, vx]", .count = EG_ANY_COUNT),
    EG_ROW("output.maxima.variables", EG_TAKES_TEXT,
           "Fields of maxima.vtkhdf: max_NAME is the largest size of a variable of that name.", "[max_p]",
           .count = EG_ANY_COUNT)};
const eg_case_part eg_named_keys = EG_CASE_PART(named_rows);
