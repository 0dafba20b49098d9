/* The keys of several tracers. */
#include "run/models/waves/names.h"

static const eg_case_row rows[] = {
    EG_ROW(
        "tracers", EG_TAKES_MAP,
        "Several tracers that one flow carries, and their exchange. Without this key there is one, `tracer`.",
        "{names: {parent: mol/m3, daughter: mol/m3}, exchange: {parent: [-0.1, 0], daughter: [0.1, 0]}}",
        .after = "model"),
    EG_ROW("tracers.names", EG_TAKES_MAP,
           "Names of the tracers, at most 8, in their order, each with its SI unit.", "{dye: kg/m3, salt: 1}",
           .presence = EG_REQUIRED),
    EG_ROW("tracers.names.*", EG_TAKES_TEXT, "Unit of the tracer; 1 for a number.", "kg/m3",
           .names = EG_NAMES_PLAIN),
    EG_ROW("tracers.exchange", EG_TAKES_MAP,
           "Rows of the matrix E of u_t + div(velocity u) = E u, by tracer: decay on the diagonal, and what "
           "each other tracer adds. Those that are not given are 0.",
           "{parent: [-0.1, 0], daughter: [0.1, 0]}"),
    EG_ROW("tracers.exchange.*", EG_TAKES_REAL, "Row of E, an entry in 1/s for each tracer.", "[-0.1, 0]",
           .names = EG_NAMES_PLAIN, .dimension = EG_DIMENSION_FREQUENCY, .count = EG_ANY_COUNT)};
const eg_case_part eg_tracers_keys = EG_CASE_PART(rows);

static const eg_case_row named[] = {
    EG_ROW("initial.*", EG_TAKES_EXPRESSION, "A tracer at time 0.", "0", .names = EG_NAMES_PLAIN,
           .variables = "x y", .needs = "tracers.names"),
    EG_ROW("boundaries.*.inflow.*", EG_TAKES_EXPRESSION, "Beyond the boundary: a tracer.", "0",
           .names = EG_NAMES_PLAIN, .variables = "x y t", .needs = "tracers.names"),
    EG_ROW("numerics.limiter.bounds.*", EG_TAKES_REAL, "Least and greatest value of a tracer, as of all.",
           "[0, 1]", .names = EG_NAMES_PLAIN, .count = 2, .range = EG_RANGE_ASCENDING,
           .needs = "tracers.names"),
    EG_ROW(
        "limits.*", EG_TAKES_REAL,
        "Largest error of a tracer: NAME_l1 of the mean, NAME_l2 of the root mean square, NAME_linf of the "
        "largest one.",
        "1e-3", .names = EG_NAMES_PLAIN, .range = EG_RANGE_NOT_NEGATIVE, .needs = "tracers.names"),
    EG_ROW("exact.*", EG_TAKES_EXPRESSION, "Exact value of a tracer.", "0", .names = EG_NAMES_PLAIN,
           .variables = "x y z t", .needs = "tracers.names")};
const eg_case_part eg_tracers_named_keys = EG_CASE_PART(named);
