/* Templates of cases of shallow water. */
#include "run/models/shallow_water/internal.h"

static const eg_case_line dam_break[] = {
    {"title", "dam break over a dry bed"},
    {"model", "shallow-water"},
    {"mesh.box.size", "[10 m, 1 m]"},
    {"mesh.box.cells", "[100, 10]"},
    {"mesh.box.element", "triangle"},
    {"materials.all.elevation", "0 m"},
    {"materials.all.manning", "0.01"},
    {"initial.depth", "\"x < 5 ? 2 : 0\""},
    {"boundaries", "{left: wall, right: outflow, bottom: wall, top: wall}"},
    {"time.end", "1 s"},
    {"time.cfl", "0.9"},
    {"output.fields", "{every: 0.1 s, variables: [depth, velocity]}"},
    {"output.gauges", "{g1: [7.5 m, 0.5 m]}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

/* A channel of 3 m below plains that rise to both sides; the wave leaves it for an hour. */
static const eg_case_line river[] = {
    {"title", "flood wave in a winding river"},
    {"model", "shallow-water"},
    {"mesh.box.size", "[2000 m, 400 m]"},
    {"mesh.box.cells", "[200, 40]"},
    {"mesh.box.element", "quadrangle"},
    {"materials.all.elevation", "\"5 - 0.001 * x + 0.004 * abs(y - 200) - 3 * exp(-((y - 200 - 60 * "
                                "sin(x / 150)) / 20)^2)\""},
    {"materials.all.manning", "\"abs(y - 200 - 60 * sin(x / 150)) < 25 ? 0.03 : 0.06\""},
    {"initial.depth", "\"max(0, 3 - 0.001 * x - z)\""},
    {"boundaries.left", "{discharge: \"20 + 200 * exp(-((t - 1800) / 600)^2)\"}"},
    {"boundaries.right", "outflow"},
    {"boundaries.bottom", "wall"},
    {"boundaries.top", "wall"},
    {"time.end", "90 min"},
    {"output.fields", "{every: 2 min}"},
    {"output.gauges", "{bridge: [1200 m, 260 m]}"},
    {"output.record", "{every: 30 s}"},
    {"output.maxima", "{variables: [max_depth, max_speed, arrival_time]}"},
    {NULL, NULL},
};

static const eg_case_line tsunami[] = {
    {"title", "tsunami that runs up a valley"},
    {"model", "shallow-water"},
    {"vars.DATA", "data"},
    {"mesh.box.size", "[5.488 m, 3.402 m]"},
    {"mesh.box.cells", "[392, 243]"},
    {"mesh.box.element", "quadrangle"},
    {"materials.all.elevation", "{raster: \"${DATA}/bathymetry.asc\", register: node}"},
    {"materials.all.manning", "0.0025"},
    {"initial.level", "0 m"},
    {"boundaries.left", "{level: {csv: \"${DATA}/wave.csv\", after: hold}}"},
    {"boundaries.right", "wall"},
    {"boundaries.bottom", "wall"},
    {"boundaries.top", "wall"},
    {"time.end", "25 s"},
    {"output.fields", "{every: 0.5 s}"},
    {"output.gauges", "{ch5: [4.521 m, 1.196 m], ch7: [4.521 m, 1.696 m]}"},
    {"output.record", "{every: 0.05 s}"},
    {"output.picture", "{variable: level}"},
    {NULL, NULL},
};

static const eg_case_line lake[] = {
    {"title", "lake at rest over islands"},
    {"model", "shallow-water"},
    {"mesh.box.origin", "[-50 m, -50 m]"},
    {"mesh.box.size", "[100 m, 100 m]"},
    {"mesh.box.cells", "[100, 100]"},
    {"materials.all.elevation", "\"-5 + 7 * exp(-(x^2 + y^2) / 200)\""},
    {"materials.all.manning", "0.025"},
    {"initial.level", "0 m"},
    {"boundaries", "{left: wall, right: wall, bottom: wall, top: wall}"},
    {"time.end", "10 min"},
    {"time.steps", "10000"},
    {"exact.velocity", "[0, 0]"},
    {"limits.mass_error", "1e-12"},
    {"limits.velocity_linf", "1e-12 m/s"},
    {NULL, NULL},
};

/* Blocks of houses of 20 m between streets of 10 m, on ground that falls by 1 %. */
static const eg_case_line street_flood[] = {
    {"title", "a cloudburst and a burst main in streets between houses"},
    {"model", "shallow-water"},
    {"mesh.box.size", "[190 m, 100 m]"},
    {"mesh.box.cells", "[95, 50]"},
    {"mesh.box.element", "quadrangle"},
    {"materials.all.elevation", "\"2 - 0.01 * x + (mod(x, 30) > 10 && mod(y, 30) > 10 ? 6 : 0)\""},
    {"materials.all.manning", "0.02"},
    {"materials.all.rain", "\"t < 1200 ? 80 / 3.6e6 : 0\""},
    {"materials.all.infiltration", "2 mm/h"},
    {"initial.depth", "0 m"},
    {"boundaries", "{left: wall, right: outflow, bottom: wall, top: wall}"},
    {"inflows", "{main: {at: [35 m, 35 m], discharge: 200 l/s}}"},
    {"time.end", "30 min"},
    {"output.fields", "{every: 5 min}"},
    {"output.maxima",
     "{variables: [max_depth, max_hazard, hazard_class, arrival_time, flood_duration, elevation], "
     "flooded_depth: 5 cm}"},
    {"output.sections", "{street: [125 m, 40 m, 125 m, 30 m]}"},
    {"output.record", "{every: 10 s}"},
    {NULL, NULL},
};

/* A valley whose sides rise by 1 in 5, and a dam across it, thinner than a cell, whose breach grows in five
 * minutes to 30 m of width, down to 2.5 m above the bed. */
static const eg_case_line dam_breach[] = {
    {"title", "a breach in a dam"},
    {"model", "shallow-water"},
    {"mesh.box.origin", "[0 m, -100 m]"},
    {"mesh.box.size", "[2 km, 200 m]"},
    {"mesh.box.cells", "[400, 40]"},
    {"materials.all.elevation", "\"0.2 * max(abs(y) - 30, 0) - 0.005 * x\""},
    {"materials.all.manning", "0.035"},
    {"initial.level", "\"x < 502 ? 8 : -100\""},
    {"boundaries", "{left: wall, right: {normal_depth: {slope: 0.005}}, bottom: wall, top: wall}"},
    {"structures.dam.along", "[502 m, 100 m, 502 m, -100 m]"},
    {"structures.dam.weir.crest", "9 m"},
    {"structures.dam.weir.breach", "{at: [502 m, 0 m], crest: \"max(0, 9 - 0.03 * t)\", width: "
                                   "\"min(30, 0.1 * t)\"}"},
    {"time.end", "15 min"},
    {"output.fields", "{every: 1 min}"},
    {"output.maxima", "{}"},
    {"output.sections", "{breach: [505 m, 100 m, 505 m, -100 m], village: [1500 m, 100 m, 1500 m, -100 m]}"},
    {"output.record", "{every: 5 s}"},
    {NULL, NULL},
};

/* Made for `eagre mesh valley.tif --cell 10 --quadrangles`. */
static const eg_case_line rain_on_grid[] = {
    {"title", "rain on a valley"},
    {"model", "shallow-water"},
    {"mesh.gmsh", "valley.msh"},
    {"materials.all.elevation", "{raster: [survey.tif, valley.tif], nodata: nearest}"},
    {"materials.all.manning", "{raster: roughness.tif, nodata: nearest}"},
    {"materials.all.rain", "{csv: storm.csv, between: steps, after: hold}"},
    {"materials.all.infiltration", "{green_ampt: {conductivity: 6.5 mm/h, suction: 0.167 m, deficit: 0.3}}"},
    {"terrain", "{roads: {polygons: roads.geojson, manning: 0.015}, houses: {polygons: "
                "houses.geojson, raise: {attribute: height}}}"},
    {"initial.depth", "0 m"},
    {"boundaries", "{edge: outflow}"},
    {"time.end", "6 h"},
    {"output.fields", "{every: 15 min}"},
    {"output.maxima", "{flooded_depth: 5 cm}"},
    {"output.sections", "{bridge: [1200 m, 80 m, 1260 m, 40 m]}"},
    {"output.record", "{every: 1 min}"},
    {NULL, NULL},
};

/* Made for `eagre mesh valley.tif --cell 20 --quadrangles --boundaries openings.geojson`. */
static const eg_case_line flood_map[] = {
    {"title", "a river flood in a town"},
    {"model", "shallow-water"},
    {"mesh.gmsh", "valley.msh"},
    {"materials.all.elevation", "{raster: valley.tif, nodata: nearest, sample: mean}"},
    {"materials.all.manning", "0.05"},
    {"terrain.river", "{lines: river.geojson, width: 40 m, manning: 0.03}"},
    {"terrain.houses", "{polygons: houses.geojson, block: true}"},
    {"initial.depth", "0 m"},
    {"boundaries.inlet", "{discharge: {csv: hydrograph.csv, after: hold}}"},
    {"boundaries.outlet", "{normal_depth: {slope: 0.003}}"},
    {"boundaries.edge", "outflow"},
    {"structures.levee", "{along: {lines: levee.geojson}, weir: {crest: {attribute: crest}}}"},
    {"time.end", "12 h"},
    {"output.fields", "{every: 1 h}"},
    {"output.maxima", "{rasters: {like: valley.tif}}"},
    {"output.gauges", "{town: {points: gauges.geojson}}"},
    {"output.record", "{every: 1 min}"},
    {NULL, NULL},
};

/* A shelf before a coast in the east; metres of a projection, y to the north. */
static const eg_case_line tsunami_source[] = {
    {"title", "a tsunami from an earthquake to a coast"},
    {"model", "shallow-water"},
    {"mesh.box.size", "[400 km, 300 km]"},
    {"mesh.box.cells", "[400, 300]"},
    {"materials.all.elevation", "\"x < 250e3 ? -4000 : min(-200, -4000 + (x - 250e3) * 0.05) + "
                                "max(0, (x - 350e3) * 0.005)\""},
    {"materials.all.manning", "0.025"},
    {"initial.level", "0 m"},
    {"bed.lifts.rupture", "{height: \"4 * exp(-((x - 110e3) / 20e3)^2 - ((y - 150e3) / 60e3)^2) - "
                          "1.5 * exp(-((x - 150e3) / 20e3)^2 - ((y - 150e3) / 60e3)^2)\", rise: 60 s}"},
    {"boundaries", "{left: {radiate: 0 m}, right: wall, bottom: {radiate: 0 m}, top: {radiate: 0 m}}"},
    {"physics.coriolis", "{latitude: 38 deg}"},
    {"time.end", "2 h"},
    {"numerics.order", "2"},
    {"output.fields", "{every: 5 min, variables: [depth, level, velocity, elevation]}"},
    {"output.maxima", "{flooded_depth: 5 cm}"},
    {"output.gauges", "{buoy: [200 km, 150 km], harbour: [388 km, 150 km]}"},
    {"output.record", "{every: 10 s}"},
    {NULL, NULL},
};

const eg_case_template eg_sw_templates[EG_SW_TEMPLATES] = {
    {"dam-break", "A dam breaks over a dry bed.", dam_break},
    {"river", "A flood wave comes down a meandering river and floods the plain; it needs no other file.",
     river},
    {"tsunami",
     "A tsunami enters over a raster of the sea bed and runs up a valley; its data are in the folder DATA.",
     tsunami},
    {"tsunami-source",
     "An earthquake lifts the sea floor, and the tsunami runs to the coast; it needs no other file.",
     tsunami_source},
    {"lake", "A lake that must stay at rest: a first test of any bed.", lake},
    {"street-flood", "A cloudburst and a burst main flood streets between houses.", street_flood},
    {"dam-breach", "A dam breaches, and the reservoir empties down a valley.", dam_breach},
    {"rain-on-grid",
     "Rain on a valley given by rasters, with roads and houses, on a mesh made by `eagre mesh`.",
     rain_on_grid},
    {"flood-map",
     "A river flood from files of a GIS: terrain, river, houses, levee, gauges, hydrograph; on a mesh made "
     "by "
     "`eagre mesh`.",
     flood_map}};
