/* The keys of hydraulic structures. */
#include "run/models/shallow_water/internal.h"

#define WEIR_COEFFICIENT(PATH)                                                                               \
    EG_ROW(PATH, EG_TAKES_REAL,                                                                              \
           "Poleni's coefficient mu of Q = 2/3 mu b sqrt(2 g) h^(3/2); 0.577 is a broad-crested weir.",      \
           "0.577", .range = EG_RANGE_BETWEEN, .least = 1e-3, .most = 1, .default_text = "0.577")
#define FLOW_WIDTH(PATH)                                                                                     \
    EG_ROW(PATH, EG_TAKES_REAL, "Width across the flow.", "12 m", EG_CASE_LENGTH,                            \
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED)

/* Files of lines, whose first points are `from` and last points `to`, or of points. */
#define END_SHAPES(PATH)                                                                                     \
    EG_CASE_SHAPES(PATH, "lines", "culverts.geojson", EG_EXACTLY_ONE),                                       \
        EG_CASE_SHAPES(PATH, "points", "pumps.geojson", EG_EXACTLY_ONE), EG_CASE_SHAPES_NAME(PATH)

static const eg_case_row rows[] = {
    EG_ROW("structures", EG_TAKES_MAP,
           "Hydraulic structures, by name: flow between cells that need not be neighbours.",
           "{c1: {from: [10 m, 5 m], to: [30 m, 5 m], weir: {crest: 2 m, width: 8 m}}}", .after = "inflows"),
    EG_ROW("structures.*", EG_TAKES_MAP,
           "One structure: a weir, a gate, a culvert, a bridge, a pump or a rating table between the cells "
           "at two points. Water flows in either direction, to the lower level.",
           "{from: [10 m, 5 m], to: [30 m, 5 m], weir: {crest: 2 m, width: 8 m}}", .names = EG_NAMES_PLAIN),
    EG_ROW("structures.*.from", EG_TAKES_REAL | EG_TAKES_MAP,
           "Point on one side, or the first points of the lines of a file; for a pump the intake.",
           "[10 m, 5 m]", .count = 2, EG_CASE_LENGTH),
    END_SHAPES("structures.*.from"),
    EG_ROW("structures.*.along", EG_TAKES_REAL | EG_TAKES_MAP,
           "x and y of the points of a line that a weir follows, as a levee or a wall, or a file of lines. "
           "Through the faces between the cells on its two sides water passes only over the crest. "
           "Discharge is positive from the right of the line to its left.",
           "[0, 50, 400, 80, 900, 75]", .count = EG_ANY_COUNT, EG_CASE_LENGTH, .without = "from"),
    EG_CASE_SHAPES("structures.*.along", "lines", "levees.geojson", EG_REQUIRED),
    EG_CASE_SHAPES_NAME("structures.*.along"),
    EG_ROW("structures.*.to", EG_TAKES_REAL | EG_TAKES_MAP,
           "Point on the other side, or the last points of the lines of a file; without it a pump delivers "
           "out of the domain.",
           "[30 m, 5 m]", .count = 2, EG_CASE_LENGTH),
    END_SHAPES("structures.*.to"),
    EG_ROW("structures.*.weir", EG_TAKES_MAP,
           "A weir, by Poleni's formula, with Villemonte's factor for submergence.",
           "{crest: 2 m, width: 8 m}", .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.weir.crest", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Crest elevation: a number, an expression of t, or a table, as for a breach.", "2 m",
           .variables = "t", EG_CASE_LENGTH, .presence = EG_EXACTLY_ONE),
    EG_CASE_SERIES("structures.*.weir.crest"),
    EG_SW_RATE_BETWEEN("structures.*.weir.crest"),
    EG_ROW("structures.*.weir.crests", EG_TAKES_REAL,
           "Crest elevation at each point of `along`, linear between them. Where the line comes from a file, "
           "{attribute: z} takes the elevations of its points.",
           "[4.2 m, 4.1 m, 3.9 m]", .count = EG_ANY_COUNT, EG_CASE_LENGTH, .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.weir.width", EG_TAKES_REAL,
           "Width across the flow; along a line it follows from the faces.", "12 m", EG_CASE_LENGTH,
           .range = EG_RANGE_POSITIVE),
    WEIR_COEFFICIENT("structures.*.weir.coefficient"),
    EG_ROW("structures.*.weir.breach", EG_TAKES_MAP,
           "A breach that grows over time: over its width the crest is `breach.crest`, where that is lower "
           "than the weir's.",
           "{at: [10 m, 5 m], crest: {csv: breach.csv}, width: {csv: breach.csv, column: 3}}"),
    EG_ROW("structures.*.weir.breach.at", EG_TAKES_REAL | EG_TAKES_MAP,
           "Centre of the breach, for a weir along a line: a point, or a file of points with the names of "
           "the weirs. In other weirs it is in the middle.",
           "[10 m, 5 m]", .count = 2, EG_CASE_LENGTH),
    EG_CASE_SHAPES("structures.*.weir.breach.at", "points", "breach.geojson", EG_REQUIRED),
    EG_CASE_SHAPES_NAME("structures.*.weir.breach.at"),
    EG_ROW("structures.*.weir.breach.at.missing", EG_TAKES_WORD,
           "Weirs without a point of their name: `error` refuses them, `omit` leaves their breach out. Each "
           "point then needs a weir.",
           "omit", .words = "error omit", .default_text = "error"),
    EG_SW_OVER_TIME("structures.*.weir.breach.crest", "Crest elevation of the breach", "\"5 - t / 60\"",
                    EG_CASE_LENGTH, .presence = EG_EXACTLY_ONE),
    EG_SW_RATE_BETWEEN("structures.*.weir.breach.crest"),
    EG_SW_OVER_TIME("structures.*.weir.breach.width",
                    "Width of the breach at its crest, at most that of the weir", "\"t / 10\"",
                    EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE, .with = "crest"),
    EG_SW_RATE_BETWEEN("structures.*.weir.breach.width"),
    EG_ROW("structures.*.weir.breach.slope", EG_TAKES_REAL,
           "Slope of the sides of the breach, horizontal to vertical; 0 is upright.", "1",
           .range = EG_RANGE_NOT_NEGATIVE, .with = "crest", .default_text = "0"),
    EG_ROW("structures.*.weir.breach.froehlich", EG_TAKES_MAP,
           "The breach of an embankment by Froehlich (2008): bottom width, side slopes and formation time "
           "from the "
           "water that is stored. The crest falls and the bottom widens linearly in time.",
           "{failure: overtopping, volume: 2e6 m3, height: 8 m}", .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.weir.breach.froehlich.failure", EG_TAKES_WORD,
           "Kind of failure: `overtopping`, or `piping`, whose breach is narrower and steeper.", "piping",
           .words = "overtopping piping", .presence = EG_REQUIRED),
    EG_ROW("structures.*.weir.breach.froehlich.volume", EG_TAKES_REAL,
           "Water above the bottom of the breach as it begins.", "2e6 m3", .dimension = {9, 0, 0, 0},
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED, .doubt_above = 5e9,
           .doubt = "the breaches that the formulas are of had at most 6.6e8 m3"),
    EG_ROW("structures.*.weir.breach.froehlich.height", EG_TAKES_REAL,
           "Height of the breach: its bottom below the crest of the weir.", "8 m", EG_CASE_LENGTH,
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("structures.*.weir.breach.froehlich.start", EG_TAKES_REAL,
           "Time at which the breach begins to grow.", "10 min", EG_CASE_TIME, .range = EG_RANGE_NOT_NEGATIVE,
           .default_text = "0 s"),
    EG_ROW("structures.*.gate", EG_TAKES_MAP,
           "A gate that opens upward from its sill: an orifice, or a weir while the water does not reach "
           "the gate.",
           "{sill: 1 m, width: 4 m, opening: {csv: gate.csv, after: hold}}", .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.gate.sill", EG_TAKES_REAL, "Sill elevation.", "1 m", EG_CASE_LENGTH,
           .presence = EG_REQUIRED),
    FLOW_WIDTH("structures.*.gate.width"),
    WEIR_COEFFICIENT("structures.*.gate.coefficient"),
    EG_ROW("structures.*.gate.orifice", EG_TAKES_REAL,
           "Coefficient mu of the orifice, Q = mu b a sqrt(2 g h).", "0.6", .range = EG_RANGE_POSITIVE,
           .default_text = "0.6"),
    EG_SW_OVER_TIME("structures.*.gate.opening", "Height of the opening above the sill", "0.5 m",
                    EG_CASE_LENGTH, .range = EG_RANGE_NOT_NEGATIVE, .presence = EG_REQUIRED),
    EG_SW_RATE_BETWEEN("structures.*.gate.opening"),
    EG_ROW("structures.*.culvert", EG_TAKES_MAP,
           "A culvert: the smaller of the discharges of inlet control, by the curves of HDS-5, and of "
           "outlet control, from the losses of the barrel.",
           "{inverts: [1.2 m, 1 m], diameter: 1 m, length: 20 m}", .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.culvert.inverts", EG_TAKES_REAL, "Invert elevations at the ends `from` and `to`.",
           "[1.2 m, 1 m]", .count = 2, EG_CASE_LENGTH, .presence = EG_REQUIRED),
    EG_ROW("structures.*.culvert.diameter", EG_TAKES_REAL, "Diameter of a circular culvert.", "1 m",
           EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.culvert.size", EG_TAKES_REAL, "Width and height of a box culvert.", "[2 m, 1.5 m]",
           .count = 2, EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.culvert.length", EG_TAKES_REAL, "Length of the barrel.", "20 m", EG_CASE_LENGTH,
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("structures.*.culvert.barrels", EG_TAKES_INTEGER, "Number of identical barrels.", "2",
           .range = EG_RANGE_POSITIVE, .default_text = "1"),
    EG_ROW("structures.*.culvert.manning", EG_TAKES_REAL, "Manning's n of the barrel.", "0.024",
           .dimension = EG_DIMENSION_MANNING, .range = EG_RANGE_BETWEEN, .least = 0, .most = 1,
           .default_text = "0.013"),
    EG_ROW("structures.*.culvert.entrance_loss", EG_TAKES_REAL,
           "Entrance loss coefficient, in velocity heads.", "0.2", .range = EG_RANGE_NOT_NEGATIVE,
           .default_text = "0.5"),
    EG_ROW("structures.*.culvert.inlet", EG_TAKES_REAL,
           "Coefficients K, M, c and Y of the inlet, form 2 of the tables of HDS-5; the default is a "
           "headwall with chamfered edges.",
           "[0.495, 0.667, 0.0314, 0.82]", .count = 4, .range = EG_RANGE_POSITIVE,
           .default_text = "[0.515, 0.667, 0.0375, 0.79]"),
    EG_ROW("structures.*.culvert.flap", EG_TAKES_BOOLEAN, "Whether a flap gate prevents backflow.", "true",
           .default_text = "false"),
    EG_ROW("structures.*.bridge", EG_TAKES_MAP,
           "A bridge: an opening that acts as a weir, or in pressure flow as an orifice, and a weir over "
           "the deck.",
           "{sill: 0 m, width: 20 m, soffit: 3 m, deck: 4 m, deck_width: 30 m}", .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.bridge.sill", EG_TAKES_REAL, "Elevation of the ground below the bridge.", "0 m",
           EG_CASE_LENGTH, .presence = EG_REQUIRED),
    FLOW_WIDTH("structures.*.bridge.width"),
    WEIR_COEFFICIENT("structures.*.bridge.coefficient"),
    EG_ROW("structures.*.bridge.orifice", EG_TAKES_REAL,
           "Coefficient mu of pressure flow, Q = mu b a sqrt(2 g h).", "0.8", .range = EG_RANGE_POSITIVE,
           .default_text = "0.8"),
    EG_ROW("structures.*.bridge.soffit", EG_TAKES_REAL,
           "Elevation of the soffit, the lower side of the deck.", "3 m", EG_CASE_LENGTH,
           .presence = EG_REQUIRED),
    EG_ROW("structures.*.bridge.deck", EG_TAKES_REAL, "Elevation above which water flows over the deck.",
           "4 m", EG_CASE_LENGTH, .presence = EG_REQUIRED),
    EG_ROW("structures.*.bridge.deck_width", EG_TAKES_REAL, "Width of the flow over the deck.", "12 m",
           EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("structures.*.pump", EG_TAKES_MAP,
           "A pump, with a discharge over time or a pump curve over the head.",
           "{discharge: 0.2 m3/s, on: 2 m, off: 1.5 m}", .presence = EG_EXACTLY_ONE),
    EG_SW_OVER_TIME("structures.*.pump.discharge", "Discharge while the pump runs", "0.2 m3/s",
                    .dimension = EG_DIMENSION_DISCHARGE, .range = EG_RANGE_NOT_NEGATIVE,
                    .presence = EG_EXACTLY_ONE),
    EG_SW_RATE_BETWEEN("structures.*.pump.discharge"),
    EG_ROW("structures.*.pump.curve", EG_TAKES_PATH,
           "Table with the columns head and discharge; the head is the difference of the two water levels.",
           "pump.csv", .presence = EG_EXACTLY_ONE),
    EG_ROW("structures.*.pump.on", EG_TAKES_REAL,
           "Water level at `from` at which the pump starts; without it the pump always runs.", "2 m",
           EG_CASE_LENGTH),
    EG_ROW("structures.*.pump.off", EG_TAKES_REAL,
           "Water level at `from` below which the pump stops; default: the level at which it starts.",
           "1.5 m", EG_CASE_LENGTH, .with = "on"),
    EG_ROW("structures.*.rating", EG_TAKES_PATH,
           "Rating table of the structure with the columns upstream, downstream and discharge: the water "
           "levels at `from` and `to` and the discharge from one to the other, for each pair of levels. "
           "Beyond the table its first and last levels hold.",
           "sluice.csv", .presence = EG_EXACTLY_ONE)};

const eg_case_part eg_sw_structure_keys = EG_CASE_PART(rows);
