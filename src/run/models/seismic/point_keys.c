/* The keys of point sources and receivers, which all linear waves have. */
#include "run/models/seismic/point_keys.h"

/* A shape that begins at t0 and rises within T. */
#define RISE_ROWS(PATH, SENTENCE, RISE)                                                                      \
    EG_ROW(PATH, EG_TAKES_MAP, SENTENCE, "{rise: 0.1 s}", .presence = EG_EXACTLY_ONE),                       \
        EG_ROW(PATH ".rise", EG_TAKES_REAL, RISE, "0.1 s", .dimension = EG_DIMENSION_TIME,                   \
               .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),                                         \
        EG_ROW(PATH ".delay", EG_TAKES_REAL, "Time t0 of the onset.", "0.1 s",                               \
               .dimension = EG_DIMENSION_TIME, .default_text = "0")

static const eg_case_row sources[] = {
    EG_ROW("sources.table", EG_TAKES_PATH,
           "Sources from a text table, one per row: position, components of the strength, and source time "
           "function or a file of it.",
           "sources.csv"),
    EG_ROW("sources.*.time", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Source time function: an expression of t, a table, or one of the functions below.",
           "{ricker: {frequency: 10 Hz, delay: 0.1 s}}", .variables = "t", .presence = EG_REQUIRED),
    EG_ROW("sources.*.time.ricker", EG_TAKES_MAP,
           "Ricker's wavelet: (1 - 2 a) exp(-a), a = (pi f (t - t0))^2; its peak is 1.",
           "{frequency: 10 Hz, delay: 0.1 s}", .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.time.ricker.frequency", EG_TAKES_REAL, "Peak frequency f of its spectrum.", "10 Hz",
           .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("sources.*.time.ricker.delay", EG_TAKES_REAL,
           "Time t0 of its peak; default: 1.5 / f. It must be 1 / f or more: the wavelet is then below 1e-3 "
           "at time 0.",
           "0.12 s", .dimension = EG_DIMENSION_TIME),
    EG_ROW("sources.*.time.gaussian", EG_TAKES_MAP,
           "A Gaussian: exp(-((t - t0) / sigma)^2 / 2); its peak is 1.", "{sigma: 0.05 s, delay: 0.3 s}",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.time.gaussian.sigma", EG_TAKES_REAL, "Standard deviation sigma.", "0.05 s",
           .dimension = EG_DIMENSION_TIME, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("sources.*.time.gaussian.delay", EG_TAKES_REAL,
           "Time t0 of its peak; default: 6 sigma. It must be 3.72 sigma or more: the Gaussian is then "
           "below 1e-3 at time 0.",
           "0.3 s", .dimension = EG_DIMENSION_TIME),
    RISE_ROWS("sources.*.time.brune",
              "Brune's moment rate: x / T exp(-x), x = (t - t0) / T, for t above t0; its integral is 1.",
              "T, 1 / (2 pi corner frequency)."),
    RISE_ROWS(
        "sources.*.time.heaviside",
        "A smoothed step: x^4 (35 - 84 x + 70 x^2 - 20 x^3), x = (t - t0) / T; 0 before t0, 1 from t0 + "
        "T on.",
        "Rise time T from 0 to 1."),
    RISE_ROWS(
        "sources.*.time.heaviside_rate",
        "The derivative of the smoothed step, 140 (x (1 - x))^3 / T: the rate of a moment that rises to "
        "1. Its integral is 1.",
        "Rise time T of the step from 0 to 1."),
    EG_ROW("sources.*.time.sac", EG_TAKES_PATH,
           "A SAC file, of either byte order: its samples over time, starting at B; linear between samples, "
           "0 outside.",
           "stf.sac", .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.time.csv", EG_TAKES_PATH,
           "Table of values over time, in s; linear between rows, 0 outside.", "source.csv",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.time.column", EG_TAKES_TEXT,
           "The column of values: its name in the header, or its number from 1.", "moment_rate",
           .with = "csv", .default_text = "\"2\""),
    EG_ROW("sources.*.time.time_column", EG_TAKES_TEXT,
           "The column of times: its name in the header, or its number from 1.", "time", .with = "csv",
           .default_text = "\"1\""),
    EG_ROW("sources.*.spread", EG_TAKES_WORD,
           "Smooth: a smooth kernel over the surrounding cells, cut off at boundaries and material "
           "interfaces. Point: a delta function in the source's cell; where several cells touch the source, "
           "each takes a part.",
           "point", .after = "sources.*", .words = "smooth point", .default_text = "smooth")};

const eg_case_part eg_waves_source_keys = EG_CASE_PART(sources);

static const eg_case_row receivers[] = {
    EG_ROW("output.receivers.interval", EG_TAKES_REAL,
           "Sampling interval; samples are evaluated from the polynomial in time of each step.", "0.01 s",
           EG_CASE_TIME, .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED, EG_RECEIVERS_RESUME),
    EG_ROW("output.receivers.format", EG_TAKES_WORD,
           "The files in seismograms/: one table, SAC files, one SEG-Y file (revision 1), one of miniSEED, "
           "or one of ASDF.",
           "[csv, sac, segy]", .count = EG_ANY_COUNT, .words = "csv sac segy mseed asdf",
           .default_text = "[csv]", .resume = EG_MAY_CHANGE),
    EG_ROW("output.receivers.vertical", EG_TAKES_WORD,
           "What the last coordinate of receivers counts from: 0 of the mesh, or its surface at that place, "
           "so that 0 is "
           "on the ground and -2 m below it. Elevations of StationXML are then not looked at.",
           "surface", .words = "mesh surface", .default_text = "mesh", EG_RECEIVERS_RESUME),
    EG_ROW("output.receivers.network", EG_TAKES_TEXT,
           "Network code, for SAC, miniSEED and ASDF, of receivers that have none of their own. Default: "
           "none, of "
           "the last two XX.",
           "CH", .resume = EG_MAY_CHANGE),
    EG_ROW("output.receivers.location", EG_TAKES_TEXT, "Location code for miniSEED and ASDF. Default: none.",
           "\"00\"", .resume = EG_MAY_CHANGE)};

const eg_case_part eg_waves_receiver_keys = EG_CASE_PART(receivers);

/* Where a mesh lies on the Earth; what of a run that goes on must stay may follow. */
#define ON_EARTH_ROWS(PATH, THEY, ELEVATION, ...)                                                            \
    EG_ROW(PATH ".origin", EG_TAKES_MAP,                                                                     \
           "Geographic position of the mesh's origin. " THEY                                                 \
           " projected onto the tangent plane of the WGS 84 ellipsoid there.",                               \
           "{latitude: 46.2 deg, longitude: 7.1 deg, elevation: 500 m}", .presence = EG_REQUIRED),           \
        EG_ROW(PATH ".origin.latitude", EG_TAKES_REAL, "Latitude, positive to the north.", "46.2 deg",       \
               .angle = true, .presence = EG_REQUIRED, __VA_ARGS__),                                         \
        EG_ROW(PATH ".origin.longitude", EG_TAKES_REAL, "Longitude, positive to the east.", "7.1 deg",       \
               .angle = true, .presence = EG_REQUIRED, __VA_ARGS__),                                         \
        EG_ROW(PATH ".origin.elevation", EG_TAKES_REAL, ELEVATION, "500 m", EG_CASE_LENGTH,                  \
               .default_text = "0", __VA_ARGS__),                                                            \
        EG_ROW(PATH ".x_azimuth", EG_TAKES_REAL, "Azimuth of the mesh's x axis, clockwise from north.",      \
               "60 deg", .angle = true, .default_text = "90 deg", __VA_ARGS__)

/* Stations of a file; behind the places, as the other kinds of receivers. */
static const eg_case_row inventories[] = {
    EG_ROW("output.receivers.stationxml", EG_TAKES_MAP,
           "Receivers at the stations of a StationXML file, named NETWORK_STATION.",
           "{file: net.xml, origin: {latitude: 46.2 deg, longitude: 7.1 deg}}", .presence = EG_AT_LEAST_ONE),
    EG_ROW("output.receivers.stationxml.file", EG_TAKES_PATH,
           "The StationXML file; codes, latitudes, longitudes and elevations are read.", "net.xml",
           .presence = EG_REQUIRED, EG_RECEIVERS_RESUME),
    ON_EARTH_ROWS("output.receivers.stationxml", "Stations are", "Elevation of z = 0, in 2D of y = 0.",
                  EG_RECEIVERS_RESUME)};

const eg_case_part eg_waves_inventory_keys = EG_CASE_PART(inventories);

#define SOURCE(EXAMPLE) "{at: " EXAMPLE ", time: {ricker: {frequency: 10 Hz, delay: 0.1 s}}}"
#define SOURCE_ROWS(COUNT, FIRST, ORIGIN)                                                                    \
    EG_ROW("sources", EG_TAKES_MAP, "Point sources, by name.", "{shot: " SOURCE(ORIGIN) "}",                 \
           .after = "initial"),                                                                              \
        EG_ROW("sources.*", EG_TAKES_MAP,                                                                    \
               "One source: its position, its strength, and its source time function.", SOURCE(ORIGIN),      \
               .names = EG_NAMES_PLAIN),                                                                     \
        EG_ROW("sources.*.at", EG_TAKES_REAL, "Position of its centre.", FIRST, .count = COUNT,              \
               EG_CASE_LENGTH, .presence = EG_REQUIRED)

static const eg_case_row plane_sources[] = {SOURCE_ROWS(2, "[0 m, -100 m]", "[0 m, 0 m]")};
static const eg_case_row space_sources[] = {SOURCE_ROWS(3, "[0 m, 0 m, -100 m]", "[0 m, 0 m, 0 m]")};

const eg_case_part eg_plane_source_keys = EG_CASE_PART(plane_sources),
                   eg_space_source_keys = EG_CASE_PART(space_sources);

/* What receivers tell, of each system with velocities. */
#define VARIABLES_ROW(WORDS, SENTENCE, EXAMPLE)                                                              \
    EG_ROW("output.receivers.variables", EG_TAKES_WORD,                                                      \
           "Variables in the files; default: all variables of the state. " SENTENCE, EXAMPLE,                \
           .after = "output.receivers.format", .count = EG_ANY_COUNT, .words = WORDS,                        \
           .resume = "the samples so far hold nothing else")
#define DISPLACEMENT "Displacement is the time integral of the sampled velocity, by cubic polynomials."

static const eg_case_row elastic_variables[] = {
    VARIABLES_ROW("stress velocity displacement pressure",
                  DISPLACEMENT " Pressure is minus the mean of the normal stresses, in 2D of xx and yy.",
                  "[velocity, pressure]")};
static const eg_case_row acoustic_variables[] = {
    VARIABLES_ROW("pressure velocity displacement", DISPLACEMENT, "[pressure, displacement]")};
static const eg_case_row sh_variables[] = {
    VARIABLES_ROW("stress velocity displacement", DISPLACEMENT, "[displacement]")};

const eg_case_part eg_elastic_variable_keys = EG_CASE_PART(elastic_variables),
                   eg_acoustic_variable_keys = EG_CASE_PART(acoustic_variables),
                   eg_sh_variable_keys = EG_CASE_PART(sh_variables);

/* An earthquake by its fault plane, where a system has moments. */
static const eg_case_row couples[] = {
    EG_ROW("sources.*.double_couple", EG_TAKES_MAP,
           "The moment tensor of slip on a fault plane, with the angles of Aki and Richards; the source "
           "time function is the moment rate over the moment, in 1/s.",
           "{strike: 0 deg, dip: 30 deg, rake: 90 deg, x_azimuth: 90 deg, moment: 1e12}",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.double_couple.strike", EG_TAKES_REAL,
           "Strike: azimuth of the fault, clockwise from north; the plane dips to the right of it.", "30 deg",
           .angle = true, .presence = EG_REQUIRED),
    EG_ROW("sources.*.double_couple.dip", EG_TAKES_REAL,
           "Dip of the plane downwards from the horizontal, 0 to 90 degrees.", "45 deg", .angle = true,
           .presence = EG_REQUIRED),
    EG_ROW("sources.*.double_couple.rake", EG_TAKES_REAL,
           "Rake: slip direction of the hanging wall in the fault plane, from the strike upwards: 0 "
           "left-lateral, 90 thrust, -90 normal, 180 right-lateral.",
           "90 deg", .angle = true, .presence = EG_REQUIRED),
    EG_ROW("sources.*.double_couple.vertical", EG_TAKES_WORD,
           "Direction of the mesh's vertical axis: z, in 2D y.", "down", .words = "up down",
           .default_text = "up")};

const eg_case_part eg_waves_couple_keys = EG_CASE_PART(couples);

#define NOT_IN_THE_PLANE(FILE)                                                                               \
    .refusal = FILE " gives N m, but the plane takes N m per metre across it; give a source "                \
                    "with 'at' and 'double_couple' or 'moment', over the length of the source across the "   \
                    "plane"
static const eg_case_row plane_couples[] = {
    EG_ROW("sources.*.double_couple.x_azimuth", EG_TAKES_REAL,
           "Azimuth of the mesh's x axis, clockwise from north: the direction of the section.", "90 deg",
           .angle = true, .presence = EG_REQUIRED),
    EG_ROW("sources.*.double_couple.moment", EG_TAKES_REAL,
           "Scalar moment, in N m per metre across the plane.", "1e12", .dimension = EG_DIMENSION_FORCE,
           .range = EG_RANGE_POSITIVE, .presence = EG_REQUIRED),
    EG_ROW("sources.*.double_couple.magnitude", EG_TAKES_REAL, "Moment magnitude, of sources in space.",
           .refusal = "a magnitude gives N m, but the plane takes N m per metre across it; give 'moment': "
                      "10^(1.5 M + 9.1) over the length of the source across the plane"),
    EG_ROW("sources.cmt", EG_TAKES_MAP, "Earthquakes of a CMTSOLUTION, of sources in space.",
           .after = "sources.table", NOT_IN_THE_PLANE("a CMTSOLUTION")),
    EG_ROW("sources.quakeml", EG_TAKES_MAP, "An earthquake of QuakeML, of sources in space.",
           .after = "sources.cmt", NOT_IN_THE_PLANE("QuakeML")),
    EG_ROW("sources.srf", EG_TAKES_MAP, "The rupture of an SRF file, of sources in space.",
           .after = "sources.quakeml", NOT_IN_THE_PLANE("an SRF file"))};

const eg_case_part eg_plane_couple_keys = EG_CASE_PART(plane_couples);

/* In space. */
static const eg_case_row space_forces[] = {
    EG_ROW("sources.*.force", EG_TAKES_REAL, "A force along x, y and z in N, times the source time function.",
           "[0, 0, -1e6]", .dimension = EG_DIMENSION_FORCE, .count = 3, .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.explosion", EG_TAKES_REAL,
           "Moment of an explosion in N m; the source time function is the moment rate over the moment, in "
           "1/s.",
           "1e15", .dimension = EG_DIMENSION_MOMENT, .presence = EG_EXACTLY_ONE)};

const eg_case_part eg_space_force_keys = EG_CASE_PART(space_forces);

#define DURATION_ROWS(PATH, DURATION, DELAY)                                                                 \
    EG_ROW(PATH ".half_duration", EG_TAKES_REAL, DURATION, "2 s", EG_CASE_TIME, .range = EG_RANGE_POSITIVE), \
        EG_ROW(PATH ".delay", EG_TAKES_REAL, DELAY, "10 s", EG_CASE_TIME)
static const eg_case_row space_moments[] = {
    EG_ROW("sources.*.moment", EG_TAKES_REAL,
           "Moment tensor xx, yy, zz, xy, yz, xz in N m; the source time function is the moment rate over "
           "the moment, in 1/s.",
           "[0, 0, 0, 1e15, 0, 0]", .dimension = EG_DIMENSION_MOMENT, .count = 6, .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.double_couple.x_azimuth", EG_TAKES_REAL,
           "Azimuth of the mesh's x axis, clockwise from north.", "60 deg", .angle = true,
           .default_text = "90 deg"),
    EG_ROW("sources.*.double_couple.moment", EG_TAKES_REAL, "Scalar moment, N m.", "1e15",
           .dimension = EG_DIMENSION_MOMENT, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.*.double_couple.magnitude", EG_TAKES_REAL,
           "Moment magnitude M, instead of the moment 10^(1.5 M + 9.1) N m.", "4.5",
           .presence = EG_EXACTLY_ONE),
    EG_ROW("sources.cmt", EG_TAKES_MAP,
           "Sources from a CMTSOLUTION: centroids with moment tensors. The moment rate is a Gaussian of the "
           "file's moment, with sigma = half duration / (1.628 sqrt(2)), as in SPECFEM.",
           "{file: CMTSOLUTION, origin: {latitude: 46.2 deg, longitude: 7.1 deg}}", .after = "sources.table"),
    EG_ROW("sources.cmt.file", EG_TAKES_PATH,
           "The CMTSOLUTION, of one or more records of 13 lines, in s, degrees, km and dyne cm.",
           "CMTSOLUTION", .presence = EG_REQUIRED),
    ON_EARTH_ROWS("sources.cmt", "Centroids are",
                  "Elevation of z = 0; a centroid's z is minus its depth and this."),
    DURATION_ROWS(
        "sources.cmt", "Half duration of all records, instead of the file's.",
        "Time at which the moment rate of the record with the least time shift peaks; others follow "
        "by the differences of their shifts. Default: each begins 6 sigma before its peak, at time 0 "
        "or later."),
    EG_ROW("sources.quakeml", EG_TAKES_MAP,
           "A source from an event of QuakeML: its moment tensor, or its nodal plane with moment or "
           "magnitude. The "
           "moment rate is a Gaussian as that of a CMTSOLUTION.",
           "{file: event.xml, origin: {latitude: 46.2 deg, longitude: 7.1 deg}, half_duration: 2 s}",
           .after = "sources.cmt"),
    EG_ROW("sources.quakeml.file", EG_TAKES_PATH, "The QuakeML file, of version 1.2.", "event.xml",
           .presence = EG_REQUIRED),
    EG_ROW("sources.quakeml.event", EG_TAKES_TEXT,
           "The publicID of the event, or what it ends with, where the file has several.", "us7000abcd"),
    ON_EARTH_ROWS("sources.quakeml", "The event is",
                  "Elevation of z = 0; the event's z is minus its depth and this."),
    DURATION_ROWS("sources.quakeml", "Half duration, instead of half of the file's duration.",
                  "Time at which the moment rate peaks. Default: 6 sigma."),
    EG_ROW("sources.srf", EG_TAKES_MAP,
           "Sources from the points of a rupture, in the Standard Rupture Format: double couples with the "
           "moment "
           "rates of slip rate times area times rigidity.",
           "{file: rupture.srf, origin: {latitude: 46.2 deg, longitude: 7.1 deg}}",
           .after = "sources.quakeml"),
    EG_ROW("sources.srf.file", EG_TAKES_PATH, "The SRF file, of version 1.0 or 2.0.", "rupture.srf",
           .presence = EG_REQUIRED),
    ON_EARTH_ROWS("sources.srf", "Points are",
                  "Elevation of z = 0; a point's z is minus its depth and this."),
    EG_ROW(
        "sources.srf.rigidity", EG_TAKES_REAL,
        "Rigidity of the rock at the fault. Default: DEN times VS squared of each point, as version 2.0 has "
        "them.",
        "30 GPa", .dimension = EG_DIMENSION_PRESSURE, .range = EG_RANGE_POSITIVE),
    EG_ROW("sources.srf.spread", EG_TAKES_WORD,
           "Smooth kernels for all points, as of other sources, or delta functions, which take no time to "
           "set up.",
           "point", .words = "smooth point", .default_text = "smooth"),
    EG_ROW("sources.srf.delay", EG_TAKES_REAL, "Time at which the times of the file begin.", "1 s",
           EG_CASE_TIME, .default_text = "0")};

const eg_case_part eg_space_moment_keys = EG_CASE_PART(space_moments);
