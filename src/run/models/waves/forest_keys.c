/* The keys of linear waves on forests; keys.c has those that they share with other meshes. */
#include "run/models/waves/forest.h"

static const eg_case_row forest[] = {
    {.path = "mesh.forest.level",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .presence = EG_REQUIRED,
     .sentence =
         "How often a tree is halved in each direction: 2^level cells along its edges. Every "
         "cell has at least this level.",
     .example = "4"},
    {.path = "mesh.forest.highest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .default_text = "12",
     .sentence =
         "The highest level that the keys below may ask for; a case that asks for more is refused.",
     .example = "6"},
    {.path = "mesh.forest.regions",
     EG_CASE_MAP,
     .sentence = "Levels of regions of the mesh, by name.",
     .example = "{basin: 5}"},
    {.path = "mesh.forest.regions.*",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .sentence = "The level that cells of one region have at least.",
     .example = "5"},
    {.path = "mesh.forest.wavelength",
     EG_CASE_MAP,
     .sentence = "Cells small enough for a wavelength of the slowest wave.",
     .example = "{nodes: 8, frequency: 20 Hz}"},
    {.path = "mesh.forest.wavelength.nodes",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Nodes in a wavelength: `numerics.degree` of them stand in a cell's edge.",
     .example = "8"},
    {.path = "mesh.forest.wavelength.frequency",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "The highest frequency that matters.",
     .example = "20 Hz"},
    {.path = "mesh.forest.adapt",
     EG_CASE_MAP,
     .sentence =
         "Cells follow the waves: they are divided and joined while the run goes on. It begins "
         "with "
         "cells that the initial state asks for; each shot begins so.",
     .example = "{lowest: 2, highest: 6, every: 4, refine: 1e-3, coarsen: 2e-5}"},
    {.path = "mesh.forest.adapt.lowest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .presence = EG_REQUIRED,
     .sentence = "The level of cells where there is nothing: mesh.forest.level or below it.",
     .example = "2"},
    {.path = "mesh.forest.adapt.highest",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = EG_FOREST_LEVEL,
     .presence = EG_REQUIRED,
     .sentence = "The highest level of cells: mesh.forest.level or above it.",
     .example = "6"},
    {.path = "mesh.forest.adapt.every",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 1,
     .most = 1000000,
     .default_text = "4",
     .sentence = "Steps between two changes of the cells.",
     .example = "8"},
    {.path = "mesh.forest.adapt.indicator",
     .takes = EG_TAKES_WORD,
     .words = "modes energy",
     .default_text = "modes",
     .sentence =
         "The number that a cell is chosen by, the root of one energy over another: of the "
         "modes of the highest degree in the cell, which tell what it does not resolve, or of all "
         "that is in it. The other one is the largest mean energy that a cell has had so far.",
     .example = "energy"},
    {.path = "mesh.forest.adapt.refine",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Cells with an indicator above it are divided.",
     .example = "1e-3"},
    {.path = "mesh.forest.adapt.coarsen",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Cells with an indicator below it are joined, below `refine`. With `modes` a "
                 "joined cell has up to "
                 "2^degree times the indicator: `refine` over that, or less.",
     .example = "2e-5"},
    {.path = "mesh.forest.adapt.buffer",
     .takes = EG_TAKES_INTEGER,
     .range = EG_RANGE_BETWEEN,
     .least = 0,
     .most = 16,
     .default_text = "1",
     .sentence = "Layers of cells around those that are not joined, of their level: waves stay in "
                 "them until the next change.",
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
     .sentence =
         "Numerical flux: the exact upwind one, with the materials of both sides; Rusanov's; or "
         "the upwind one without its damping, which keeps the energy and loses up to an order.",
     .example = "central"},
    {.path = "numerics.steps",
     .takes = EG_TAKES_WORD,
     .words = "lsrk4 ssprk3",
     .default_text = "lsrk4",
     .sentence = "Runge-Kutta steps: five stages of order 4 (Carpenter and Kennedy 1994), or three "
                 "of order 3 (Shu and Osher 1988).",
     .example = "ssprk3"},
    {.path = "numerics.kernels",
     .takes = EG_TAKES_WORD,
     .words = "fused parts",
     .default_text = "fused",
     .sentence = "A stage is one kernel, or for profiles three with the same bits: dg_volume, "
                 "dg_flux and dg_update, which take a fifth array of the state's size.",
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
     .sentence =
         "Where the state is on the device: two states that stages take in turn, or one that they "
         "update where it stands, with the traces of faces beside it, in three quarters of the "
         "memory or less; or in the host's memory, with blocks of cells that visit the device. "
         "Bits "
         "are the same. `auto` is the first that fits.",
     .example = "in-place"},
    {.path = "numerics.device_memory",
     .takes = EG_TAKES_REAL,
     .range = EG_RANGE_POSITIVE,
     .sentence = "Bytes of each device that the solver may take; without it what is free there.",
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
     .refusal = "a forest's run cannot begin with another run's state yet; give expressions",
     .sentence = "The state of another run."},
    {.path = "sources.*.spread",
     .after = "sources.*",
     .takes = EG_TAKES_WORD,
     .words = "point",
     .default_text = "point",
     .sentence =
         "A delta function in the cell of the source; where several touch it, in the first.",
     .example = "point"},
    {.path = "boundaries.*.absorbing",
     .takes = EG_TAKES_REAL,
     .refusal = "on forests a layer is a matched one: 'pml', with its width",
     .sentence = "Absorbing, with a layer before it."},
    {.path = "boundaries.*.pml",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_EXACTLY_ONE,
     .sentence =
         "Absorbing, with a perfectly matched layer of this width before it: three cells of "
         "degree 5 or two of degree 7. On cells that are bricks; of elastic waves not with the "
         "Rusanov flux.",
     .example = "200 m"},
    {.path = "boundaries.*.inflow",
     .takes = EG_TAKES_MAP,
     .refusal = "there is no inflow on forests yet; give 'absorbing', 'free-surface' or 'wall'",
     .sentence = "The state beyond the boundary."},
    {.path = "output.maxima",
     .takes = EG_TAKES_MAP,
     .refusal = "largest values of all steps are not kept on forests yet; give output.fields",
     .sentence = "Largest values ever reached."}};

const eg_case_part eg_forest_keys = EG_CASE_PART(forest);

#define FOREST                                                                                     \
    .path = "mesh.forest", EG_CASE_MAP, .presence = EG_REQUIRED,                                   \
    .sentence =                                                                                    \
        "The box's or the file's cells become trees of a forest, divided into 4 or 8 as often as " \
        "`level` says. Waves on it are computed by nodal DG.",                                     \
    .example = "{level: 4}"
#define LEVELS                                                                                     \
    .path = "mesh.forest.levels", .takes = EG_TAKES_EXPRESSION,                                    \
    .sentence = "The level that a place asks for, rounded up. A cell is divided where one of its " \
                "corners, its middle, or a middle between corners asks for a higher one. Cells "   \
                "that touch differ by one level at most: more are divided for that."
#define DIMENSION(d)                                                                               \
    .path = "mesh.forest.dimension", .takes = EG_TAKES_INTEGER, .range = EG_RANGE_BETWEEN,         \
    .least = (d), .most = (d)

static const eg_case_row quadtrees[] = {
    {FOREST},
    {LEVELS, .variables = "x y", .example = "\"hypot(x, y) < 1 ? 6 : 3\""},
    {DIMENSION(2), .sentence = "Of a file: its quadrangles are the trees, as without the key.",
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
     .sentence = "Of a file: its hexahedra are the trees, where this is 3. A box has as many "
                 "dimensions as its size has numbers.",
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
     .sentence = "The place of one gauge.",
     .example = "[7.5 m, 0.5 m, 2 m]",
     .resume = "gauges.csv has no such columns for the time before"},
    EG_CASE_MATERIAL_SPACE(
        "density", EG_DIMENSION_DENSITY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED,
        .sentence = "Density: a number, an expression, or a volume.", .example = "2600 kg/m3")};

const eg_case_part eg_octree_keys = EG_CASE_PART(octrees);
