/* The keys of linear waves on forests; keys.c has those that they share with other meshes. */
#include "run/models/waves/forest.h"

static const eg_case_row forest[] = {
    {.path = "mesh.forest.level",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .presence = EG_AT_LEAST_ONE,
     .default_text = "0",
     .sentence = "Number of divisions of each root: 2^level cells along its edges. Every cell has "
                 "at least this level.",
     .example = "4"},
    {.path = "mesh.forest.highest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .default_text = "12",
     .sentence = "The highest level that the keys below may require; a case that requires more is refused.",
     .example = "6"},
    {.path = "mesh.forest.regions",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Levels of regions of the mesh, by name.",
     .example = "{basin: 5}"},
    {.path = "mesh.forest.regions.*",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .sentence = "The lowest level of cells in this region.",
     .example = "5"},
    {.path = "mesh.forest.wavelength",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Cell sizes from the wavelength of the slowest wave.",
     .example = "{nodes: 8, frequency: 20 Hz}"},
    {.path = "mesh.forest.wavelength.nodes",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Nodes per wavelength; the edge of a cell counts as `numerics.degree` nodes.",
     .example = "8"},
    {.path = "mesh.forest.wavelength.frequency",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "The highest frequency to be resolved.",
     .example = "20 Hz"},
    {.path = "mesh.forest.adapt",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Adaptive mesh: cells are refined and coarsened during the run. The initial mesh "
                 "is adapted to the initial state, also for each shot.",
     .example = "{lowest: 2, highest: 6, every: 4, refine: 1e-3, coarsen: 2e-5}"},
    {.path = "mesh.forest.adapt.lowest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .presence = EG_REQUIRED,
     .sentence = "The lowest level of cells, in regions without waves: at most mesh.forest.level.",
     .example = "2"},
    {.path = "mesh.forest.adapt.highest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .presence = EG_REQUIRED,
     .sentence = "The highest level of cells: at least mesh.forest.level.",
     .example = "6"},
    {.path = "mesh.forest.adapt.every",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1000000,
     .default_text = "4",
     .sentence = "Time steps between two adaptations.",
     .example = "8"},
    {.path = "mesh.forest.adapt.indicator",
     .takes = EG_TAKES_WORD,
     .words = "modes energy",
     .default_text = "modes",
     .sentence = "Refinement indicator: the square root of an energy of the cell, over the largest "
                 "mean energy of a cell so far. `modes` takes the energy of the modes of the "
                 "highest degree, which the cell hardly resolves; `energy` takes the whole energy.",
     .example = "energy"},
    {.path = "mesh.forest.adapt.refine",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Cells with an indicator above this are refined.",
     .example = "1e-3"},
    {.path = "mesh.forest.adapt.coarsen",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Cells with an indicator below this are coarsened; less than `refine`. With "
                 "`modes` a coarsened cell has up to 2^degree times the indicator, so choose at "
                 "most `refine` / 2^degree.",
     .example = "2e-5"},
    {.path = "mesh.forest.adapt.buffer",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = 16,
     .default_text = "1",
     .sentence = "Layers of cells around refined cells that get the same level, so that waves stay "
                 "within them until the next adaptation.",
     .example = "2"},
    {.path = "numerics.order",
     .takes = EG_TAKES_INTEGER,
     .refusal = "nodal DG is named by its polynomial degree; give 'degree'",
     .sentence = "Order of accuracy."},
    {.path = "numerics.degree",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = EG_DG_DEGREE,
     .default_text = "4",
     .sentence = "Degree of the polynomials in each direction of a cell.",
     .example = "7"},
    {.path = "numerics.flux",
     .after = "numerics.degree",
     .takes = EG_TAKES_WORD,
     .words = "upwind rusanov central",
     .default_text = "upwind",
     .sentence = "Numerical flux: the exact upwind one, with the materials of both sides; Rusanov's; or "
                 "the central flux, which conserves the energy and loses up to one order.",
     .example = "central"},
    {.path = "numerics.steps",
     .takes = EG_TAKES_WORD,
     .words = "lsrk4 ssprk3",
     .default_text = "lsrk4",
     .sentence = "Runge-Kutta method: five stages, order 4 (Carpenter and Kennedy 1994), or three "
                 "stages, order 3 (Shu and Osher 1988).",
     .example = "ssprk3"},
    {.path = "numerics.kernels",
     .takes = EG_TAKES_WORD,
     .words = "fused parts",
     .default_text = "fused",
     .sentence = "Kernels per stage: one, or for profiles three with the same result, dg_volume, "
                 "dg_flux and dg_update, which need a fifth array of the size of the state.",
     .example = "parts"},
    {.path = "numerics.material",
     .takes = EG_TAKES_WORD,
     .words = "cell nodes",
     .default_text = "cell",
     .sentence = "Where the medium is evaluated: at the centre of each cell, or at all its nodes.",
     .example = "nodes"},
    {.path = "numerics.storage",
     .takes = EG_TAKES_WORD,
     .words = "auto separate in-place out-of-core",
     .default_text = "auto",
     .sentence = "Storage of the state, with the same result: two states on the device; one state, "
                 "updated in place, and the traces of faces, in at most three quarters of the "
                 "memory; or in host memory, streamed through the device in blocks of cells. "
                 "`auto` takes the first that fits.",
     .example = "in-place"},
    {.path = "numerics.device_memory",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Memory of each device that the solver may use, in bytes; default: the free memory.",
     .example = "8e9"},
    /* what there is on other meshes */
    {.path = "numerics.material_order",
     .takes = EG_TAKES_INTEGER,
     .refusal = "on forests the medium is constant in a cell or given at its nodes: "
                "numerics.material: nodes",
     .sentence = "Order of the medium in a cell."},
    {.path = "numerics.form",
     .takes = EG_TAKES_TEXT,
     .refusal = "nodal DG has one form; leave the key out",
     .sentence = "The form of the equations."},
    {.path = "initial.from",
     .takes = EG_TAKES_PATH,
     .refusal = "a run on a forest cannot begin with another run's state yet; give expressions, go on "
                "with that run itself by 'eagre resume', or leave mesh.forest out, for ADER-DG",
     .sentence = "The state of another run."},
    {.path = "boundaries.*.absorbing",
     .takes = EG_TAKES_REAL,
     .refusal = "on forests a layer is a matched one: 'pml', with its width",
     .sentence = "Absorbing, with a layer before it."},
    {.path = "boundaries.*.pml",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Absorbing, with a perfectly matched layer of this width inside the mesh: three "
                 "cells of degree 5 or two of degree 7. Its cells are rectangular boxes. Not for "
                 "elastic waves with the Rusanov flux.",
     .example = "200 m"},
    {.path = "boundaries.*.inflow",
     .takes = EG_TAKES_MAP,
     .refusal = "there is no inflow on forests yet; give the wave that comes in as the initial state, "
                "or as sources inside the mesh, with 'absorbing' here; or leave mesh.forest out: in "
                "the plane ADER-DG has inflow",
     .sentence = "The state beyond the boundary."},
    {.path = "output.maxima",
     .takes = EG_TAKES_MAP,
     .refusal = "largest values of all steps are not kept on forests yet; give output.fields with a "
                "short interval, or output.receivers; or leave mesh.forest out: in the plane ADER-DG "
                "keeps them",
     .sentence = "Largest values ever reached."}};

const eg_case_part eg_forest_keys = EG_CASE_PART(forest);

#define FOREST                                                                                               \
    .path = "mesh.forest", EG_CASE_MAP, .presence = EG_REQUIRED,                                             \
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
    {.path = "mesh.box.element",
     .takes = EG_TAKES_WORD,
     .words = "quadrangle",
     .default_text = "quadrangle",
     .sentence = "The shape of the trees.",
     .example = "quadrangle"}};

const eg_case_part eg_quadtree_keys = EG_CASE_PART(quadtrees);

static const eg_case_row octrees[] = {
    {FOREST},
    {LEVELS, .variables = "x y z", .example = "\"z > -1 ? 5 : 3\""},
    {DIMENSION(3),
     .sentence = "Dimension of the forest of a mesh file: 3 takes its hexahedra as roots. The "
                 "dimension of a box is the number of its lengths.",
     .example = "3"},
    {.path = "output.gauges",
     .after = "output.fields",
     EG_CASE_MAP,
     .sentence = "Points at which the state is recorded, by name.",
     .example = "{g1: [7.5 m, 0.5 m, 2 m]}"},
    {.path = "output.gauges.*",
     .takes = EG_TAKES_REAL,
     .count = 3,
     EG_CASE_LENGTH,
     .names = EG_NAMES_PLAIN,
     .sentence = "Position of one gauge.",
     .example = "[7.5 m, 0.5 m, 2 m]",
     .resume = "gauges.csv has no such columns for the time before"},
    EG_CASE_MATERIAL_SPACE(
        "density", EG_DIMENSION_DENSITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
        .sentence = "Density: a number, an expression, or a volume.", .example = "2600 kg/m3")};

const eg_case_part eg_octree_keys = EG_CASE_PART(octrees);
