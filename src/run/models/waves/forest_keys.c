/* The keys of linear waves on forests; keys.c has those that they share with other meshes. */
#include "run/models/waves/forest.h"

static const eg_case_row forest[] = {
    EG_ROW("mesh.forest.level", EG_TAKES_INTEGER,
           "Number of divisions of each root: 2^level cells along its edges. Every cell has at least this "
           "level.",
           "4", .range = EG_RANGE_BETWEEN, .least = 0, .most = EG_FOREST_LEVEL, .presence = EG_AT_LEAST_ONE,
           .default_text = "0"),
    EG_ROW("mesh.forest.highest", EG_TAKES_INTEGER,
           "The highest level that the keys below may require; a case that requires more is refused.", "6",
           .range = EG_RANGE_BETWEEN, .least = 0, .most = EG_FOREST_LEVEL, .default_text = "12"),
    EG_ROW("mesh.forest.regions", EG_TAKES_MAP, "Levels of regions of the mesh, by name.", "{basin: 5}",
           .presence = EG_AT_LEAST_ONE),
    EG_ROW("mesh.forest.regions.*", EG_TAKES_INTEGER, "The lowest level of cells in this region.", "5",
           .range = EG_RANGE_BETWEEN, .least = 0, .most = EG_FOREST_LEVEL),
    EG_ROW("mesh.forest.wavelength", EG_TAKES_MAP, "Cell sizes from the wavelength of the slowest wave.",
           "{nodes: 8, frequency: 20 Hz}", .presence = EG_AT_LEAST_ONE),
    EG_ROW("mesh.forest.wavelength.nodes", EG_TAKES_REAL,
           "Nodes per wavelength; the edge of a cell counts as `numerics.degree` nodes.", "8",
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("mesh.forest.wavelength.frequency", EG_TAKES_REAL, "The highest frequency to be resolved.",
           "20 Hz", .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("mesh.forest.adapt", EG_TAKES_MAP,
           "Adaptive mesh: cells are refined and coarsened during the run. The initial mesh is adapted to "
           "the initial state, also for each shot.",
           "{lowest: 2, highest: 6, every: 4, refine: 1e-3, coarsen: 2e-5}", .presence = EG_AT_LEAST_ONE),
    EG_ROW("mesh.forest.adapt.lowest", EG_TAKES_INTEGER,
           "The lowest level of cells, in regions without waves: at most mesh.forest.level.", "2",
           .range = EG_RANGE_BETWEEN, .least = 0, .most = EG_FOREST_LEVEL, .presence = EG_REQUIRED),
    EG_ROW("mesh.forest.adapt.highest", EG_TAKES_INTEGER,
           "The highest level of cells: at least mesh.forest.level.", "6", .range = EG_RANGE_BETWEEN,
           .least = 0, .most = EG_FOREST_LEVEL, .presence = EG_REQUIRED),
    EG_ROW("mesh.forest.adapt.every", EG_TAKES_INTEGER, "Time steps between two adaptations.", "8",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = 1000000, .default_text = "4"),
    EG_ROW("mesh.forest.adapt.indicator", EG_TAKES_WORD,
           "Refinement indicator: the square root of an energy of the cell, over the largest mean energy of "
           "a cell so far. `modes` takes the energy of the modes of the highest degree, which the cell "
           "hardly resolves; `energy` takes the whole energy.",
           "energy", .words = "modes energy", .default_text = "modes"),
    EG_ROW("mesh.forest.adapt.refine", EG_TAKES_REAL, "Cells with an indicator above this are refined.",
           "1e-3", .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("mesh.forest.adapt.coarsen", EG_TAKES_REAL,
           "Cells with an indicator below this are coarsened; less than `refine`. With `modes` a coarsened "
           "cell has up to 2^degree times the indicator, so choose at most `refine` / 2^degree.",
           "2e-5", .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("mesh.forest.adapt.buffer", EG_TAKES_INTEGER,
           "Layers of cells around refined cells that get the same level, so that waves stay within them "
           "until the next adaptation.",
           "2", .range = EG_RANGE_BETWEEN, .least = 0, .most = 16, .default_text = "1"),
    EG_ROW("numerics.order", EG_TAKES_INTEGER, "Order of accuracy.",
           .refusal = "nodal DG is named by its polynomial degree; give 'degree'"),
    EG_ROW("numerics.degree", EG_TAKES_INTEGER, "Degree of the polynomials in each direction of a cell.", "7",
           .range = EG_RANGE_BETWEEN, .least = 1, .most = EG_DG_DEGREE, .default_text = "4"),
    EG_ROW("numerics.flux", EG_TAKES_WORD,
           "Numerical flux: the exact upwind one, with the materials of both sides; Rusanov's; or the "
           "central flux, which conserves the energy and loses up to one order.",
           "central", .after = "numerics.degree", .words = "upwind rusanov central",
           .default_text = "upwind"),
    EG_ROW("numerics.steps", EG_TAKES_WORD,
           "Runge-Kutta method: five stages, order 4 (Carpenter and Kennedy 1994), or three stages, order 3 "
           "(Shu and Osher 1988).",
           "ssprk3", .words = "lsrk4 ssprk3", .default_text = "lsrk4"),
    EG_ROW("numerics.kernels", EG_TAKES_WORD,
           "Kernels per stage: one, or for profiles three with the same result, dg_volume, dg_flux and "
           "dg_update, which need a fifth array of the size of the state.",
           "parts", .words = "fused parts", .default_text = "fused"),
    EG_ROW("numerics.material", EG_TAKES_WORD,
           "Where the medium is evaluated: at the centre of each cell, or at all its nodes.", "nodes",
           .words = "cell nodes", .default_text = "cell"),
    EG_ROW("numerics.storage", EG_TAKES_WORD,
           "Storage of the state, with the same result: two states on the device; one state, updated in "
           "place, and the traces of faces, in at most three quarters of the memory; or in host memory, "
           "streamed through the device in blocks of cells. `auto` takes the first that fits.",
           "in-place", .words = "auto separate in-place out-of-core", .default_text = "auto"),
    EG_ROW("numerics.device_memory", EG_TAKES_REAL,
           "Memory of each device that the solver may use, in bytes; default: the free memory.", "8e9",
           .range = EG_RANGE_POSITIVE),
    /* what there is on other meshes */
    EG_ROW("numerics.material_order", EG_TAKES_INTEGER, "Order of the medium in a cell.",
           .refusal =
               "on forests the medium is constant in a cell or given at its nodes: numerics.material: nodes"),
    EG_ROW("numerics.form", EG_TAKES_TEXT, "The form of the equations.",
           .refusal = "nodal DG has one form; leave the key out"),
    EG_ROW("initial.from", EG_TAKES_PATH, "The state of another run.",
           .refusal = "a run on a forest cannot begin with another run's state yet; give expressions, go on "
                      "with that run itself by 'eagre resume', or leave mesh.forest out, for ADER-DG"),
    EG_ROW("boundaries.*.absorbing", EG_TAKES_REAL, "Absorbing, with a layer before it.",
           .refusal = "on forests a layer is a matched one: 'pml', with its width"),
    EG_ROW(
        "boundaries.*.pml", EG_TAKES_REAL,
        "Absorbing, with a perfectly matched layer of this width inside the mesh: three cells of degree 5 "
        "or two of degree 7. Its cells are rectangular boxes. Not for elastic waves with the Rusanov flux.",
        "200 m", EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE),
    EG_ROW("boundaries.*.inflow", EG_TAKES_MAP, "The state beyond the boundary.",
           .refusal = "there is no inflow on forests yet; give the wave that comes in as the initial state, "
                      "or as sources inside the mesh, with 'absorbing' here; or leave mesh.forest out: in "
                      "the plane ADER-DG has inflow"),
    EG_ROW("output.maxima", EG_TAKES_MAP, "Largest values ever reached.",
           .refusal =
               "largest values of all steps are not kept on forests yet; give output.fields with a short "
               "interval, or output.receivers; or leave mesh.forest out: in the plane ADER-DG keeps them")};

const eg_case_part eg_forest_keys = EG_CASE_PART(forest);

#define FOREST                                                                                               \
    .path = "mesh.forest", .takes = EG_TAKES_MAP, .presence = EG_REQUIRED,                                   \
    .sentence = "The cells of the box or file become roots of quadtrees or octrees, each divided "           \
                "`level` times into 4 or 8. Waves on them are computed by nodal DG.",                        \
    .example = "{level: 4}"
#define LEVELS                                                                                               \
    .path = "mesh.forest.levels", .takes = EG_TAKES_EXPRESSION, .presence = EG_AT_LEAST_ONE,                 \
    .sentence = "The required level as a function of position, rounded up. A cell is divided if a higher "   \
                "level is required at one of its corners, its centre, or a midpoint between corners. "       \
                "Further cells are divided so that neighbours differ by one level at most."
#define DIMENSION(d)                                                                                         \
    .path = "mesh.forest.dimension", .takes = EG_TAKES_INTEGER, .range = EG_RANGE_BETWEEN, .least = (d),     \
    .most = (d)

static const eg_case_row quadtrees[] = {
    {FOREST},
    {LEVELS, .variables = "x y", .example = "\"hypot(x, y) < 1 ? 6 : 3\""},
    {DIMENSION(2),
     .sentence = "Dimension of the forest of a mesh file: 2 takes its quadrangles as roots, as "
                 "without the key.",
     .example = "2"},
    EG_ROW("mesh.box.element", EG_TAKES_WORD, "The shape of the trees.", "quadrangle", .words = "quadrangle",
           .default_text = "quadrangle")};

const eg_case_part eg_quadtree_keys = EG_CASE_PART(quadtrees);

static const eg_case_row octrees[] = {
    {FOREST},
    {LEVELS, .variables = "x y z", .example = "\"z > -1 ? 5 : 3\""},
    {DIMENSION(3),
     .sentence = "Dimension of the forest of a mesh file: 3 takes its hexahedra as roots. The "
                 "dimension of a box is the number of its lengths.",
     .example = "3"},
    EG_ROW("output.gauges", EG_TAKES_MAP, "Points at which the state is recorded, by name.",
           "{g1: [7.5 m, 0.5 m, 2 m]}", .after = "output.fields"),
    EG_ROW("output.gauges.*", EG_TAKES_REAL, "Position of one gauge.", "[7.5 m, 0.5 m, 2 m]", .count = 3,
           EG_CASE_LENGTH, .names = EG_NAMES_PLAIN,
           .resume = "gauges.csv has no such columns for the time before"),
    EG_CASE_MATERIAL_SPACE(
        "density", EG_DIMENSION_DENSITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
        .sentence = "Density: a number, an expression, or a volume.", .example = "2600 kg/m3")};

const eg_case_part eg_octree_keys = EG_CASE_PART(octrees);
