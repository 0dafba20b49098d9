/* The keys of point sources and receivers, which all linear waves have. */
#include "run/models/seismic/point_keys.h"

static const eg_case_row sources[] = {
    {.path = "sources.table",
     .takes = EG_TAKES_PATH,
     .sentence = "Sources from a text table, one per row: position, components of the strength, "
                 "and source time function or a file of it.",
     .example = "sources.csv"},
    {.path = "sources.*.time",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "t",
     .presence = EG_REQUIRED,
     .sentence = "Source time function: an expression of t, a table, or one of the functions below.",
     .example = "{ricker: {frequency: 10 Hz, delay: 0.1 s}}"},
    {.path = "sources.*.time.ricker",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Ricker's wavelet: (1 - 2 a) exp(-a), a = (pi f (t - t0))^2; its peak is 1.",
     .example = "{frequency: 10 Hz, delay: 0.1 s}"},
    {.path = "sources.*.time.ricker.frequency",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FREQUENCY,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Peak frequency f of its spectrum.",
     .example = "10 Hz"},
    {.path = "sources.*.time.ricker.delay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .sentence = "Time t0 of its peak; default: 1.5 / f. It must be 1 / f or more: the wavelet is "
                 "then below 1e-3 at time 0.",
     .example = "0.12 s"},
    {.path = "sources.*.time.gaussian",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A Gaussian: exp(-((t - t0) / sigma)^2 / 2); its peak is 1.",
     .example = "{sigma: 0.05 s, delay: 0.3 s}"},
    {.path = "sources.*.time.gaussian.sigma",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Standard deviation sigma.",
     .example = "0.05 s"},
    {.path = "sources.*.time.gaussian.delay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .sentence = "Time t0 of its peak; default: 6 sigma. It must be 3.72 sigma or more: the "
                 "Gaussian is then below 1e-3 at time 0.",
     .example = "0.3 s"},
    {.path = "sources.*.time.brune",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Brune's moment rate: x / T exp(-x), x = (t - t0) / T, for t above t0; its integral is 1.",
     .example = "{rise: 0.1 s}"},
    {.path = "sources.*.time.brune.rise",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "T, 1 / (2 pi corner frequency).",
     .example = "0.1 s"},
    {.path = "sources.*.time.brune.delay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .default_text = "0",
     .sentence = "Time t0 of the onset.",
     .example = "0.1 s"},
    {.path = "sources.*.time.heaviside",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A smoothed step: x^4 (35 - 84 x + 70 x^2 - 20 x^3), x = (t - t0) / T; 0 before t0, "
                 "1 from t0 + T on.",
     .example = "{rise: 0.1 s}"},
    {.path = "sources.*.time.heaviside.rise",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Rise time T from 0 to 1.",
     .example = "0.1 s"},
    {.path = "sources.*.time.heaviside.delay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .default_text = "0",
     .sentence = "Time t0 of the onset.",
     .example = "0.1 s"},
    {.path = "sources.*.time.heaviside_rate",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "The derivative of the smoothed step, 140 (x (1 - x))^3 / T: the rate of a moment that "
                 "rises to 1. Its integral is 1.",
     .example = "{rise: 0.1 s}"},
    {.path = "sources.*.time.heaviside_rate.rise",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Rise time T of the step from 0 to 1.",
     .example = "0.1 s"},
    {.path = "sources.*.time.heaviside_rate.delay",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_TIME,
     .default_text = "0",
     .sentence = "Time t0 of the onset.",
     .example = "0.1 s"},
    {.path = "sources.*.time.sac",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A SAC file, of either byte order: its samples over time, starting at B; linear "
                 "between samples, 0 outside.",
     .example = "stf.sac"},
    {.path = "sources.*.time.csv",
     .takes = EG_TAKES_PATH,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Table of values over time, in s; linear between rows, 0 outside.",
     .example = "source.csv"},
    {.path = "sources.*.time.column",
     .takes = EG_TAKES_TEXT,
     .with = "csv",
     .default_text = "\"2\"",
     .sentence = "The column of values: its name in the header, or its number from 1.",
     .example = "moment_rate"},
    {.path = "sources.*.time.time_column",
     .takes = EG_TAKES_TEXT,
     .with = "csv",
     .default_text = "\"1\"",
     .sentence = "The column of times: its name in the header, or its number from 1.",
     .example = "time"},
    {.path = "sources.*.spread",
     .after = "sources.*",
     .takes = EG_TAKES_WORD,
     .words = "smooth point",
     .default_text = "smooth",
     .sentence = "Smooth: a smooth kernel over the surrounding cells, cut off at boundaries and "
                 "material interfaces. Point: a delta function in the source's cell; where several "
                 "cells touch the source, each takes a part.",
     .example = "point"}};

const eg_case_part eg_waves_source_keys = EG_CASE_PART(sources);

static const eg_case_row receivers[] = {
    {.path = "output.receivers.interval",
     .takes = EG_TAKES_REAL,
     EG_CASE_TIME,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Sampling interval; samples are evaluated from the polynomial in time of each step.",
     .example = "0.01 s",
     .resume = "seismograms begin at time 0, with one interval"},
    {.path = "output.receivers.format",
     .takes = EG_TAKES_WORD,
     .count = EG_ANY_COUNT,
     .words = "csv sac segy",
     .default_text = "[csv]",
     .sentence = "The files in seismograms/: one table, SAC files, or one SEG-Y file (revision 1).",
     .example = "[csv, sac, segy]",
     .resume = EG_MAY_CHANGE}};

const eg_case_part eg_waves_receiver_keys = EG_CASE_PART(receivers);

#define RECEIVERS_RESUME .resume = "seismograms begin at time 0, with one interval"

/* Stations of a file; behind the places, as the other kinds of receivers. */
static const eg_case_row inventories[] = {
    {.path = "output.receivers.stationxml",
     EG_CASE_MAP,
     .presence = EG_AT_LEAST_ONE,
     .sentence = "Receivers at the stations of a StationXML file, named NETWORK_STATION.",
     .example = "{file: net.xml, origin: {latitude: 46.2 deg, longitude: 7.1 deg}}"},
    {.path = "output.receivers.stationxml.file",
     .takes = EG_TAKES_PATH,
     .presence = EG_REQUIRED,
     .sentence = "The StationXML file; codes, latitudes, longitudes and elevations are read.",
     .example = "net.xml",
     RECEIVERS_RESUME},
    {.path = "output.receivers.stationxml.origin",
     EG_CASE_MAP,
     .presence = EG_REQUIRED,
     .sentence = "Geographic position of the mesh's origin. Stations are projected onto the "
                 "tangent plane of the WGS 84 ellipsoid there.",
     .example = "{latitude: 46.2 deg, longitude: 7.1 deg, elevation: 500 m}"},
    {.path = "output.receivers.stationxml.origin.latitude",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .presence = EG_REQUIRED,
     .sentence = "Latitude, positive to the north.",
     .example = "46.2 deg",
     RECEIVERS_RESUME},
    {.path = "output.receivers.stationxml.origin.longitude",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .presence = EG_REQUIRED,
     .sentence = "Longitude, positive to the east.",
     .example = "7.1 deg",
     RECEIVERS_RESUME},
    {.path = "output.receivers.stationxml.origin.elevation",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .default_text = "0",
     .sentence = "Elevation of z = 0, in 2D of y = 0.",
     .example = "500 m",
     RECEIVERS_RESUME},
    {.path = "output.receivers.stationxml.x_azimuth",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .default_text = "90 deg",
     .sentence = "Azimuth of the mesh's x axis, clockwise from north.",
     .example = "60 deg",
     RECEIVERS_RESUME}};

const eg_case_part eg_waves_inventory_keys = EG_CASE_PART(inventories);

#define SOURCE(EXAMPLE) "{at: " EXAMPLE ", time: {ricker: {frequency: 10 Hz, delay: 0.1 s}}}"
#define SOURCE_ROWS(COUNT, FIRST, ORIGIN)                                                                    \
    {.path = "sources",                                                                                      \
     .after = "initial",                                                                                     \
     EG_CASE_MAP,                                                                                            \
     .sentence = "Point sources, by name.",                                                                  \
     .example = "{shot: " SOURCE(ORIGIN) "}"},                                                               \
        {.path = "sources.*",                                                                                \
         EG_CASE_MAP,                                                                                        \
         .names = EG_NAMES_PLAIN,                                                                            \
         .sentence = "One source: its position, its strength, and its source time function.",                \
         .example = SOURCE(ORIGIN)},                                                                         \
    {                                                                                                        \
        .path = "sources.*.at", .takes = EG_TAKES_REAL, .count = COUNT, EG_CASE_LENGTH,                      \
        .presence = EG_REQUIRED, .sentence = "Position of its centre.", .example = FIRST                     \
    }

static const eg_case_row plane_sources[] = {SOURCE_ROWS(2, "[0 m, -100 m]", "[0 m, 0 m]")};
static const eg_case_row space_sources[] = {SOURCE_ROWS(3, "[0 m, 0 m, -100 m]", "[0 m, 0 m, 0 m]")};

const eg_case_part eg_plane_source_keys = EG_CASE_PART(plane_sources),
                   eg_space_source_keys = EG_CASE_PART(space_sources);

/* What receivers tell, of each system with velocities. */
#define VARIABLES_ROW(WORDS, SENTENCE, EXAMPLE)                                                              \
    {                                                                                                        \
        .path = "output.receivers.variables", .after = "output.receivers.format", .takes = EG_TAKES_WORD,    \
        .count = EG_ANY_COUNT, .words = WORDS,                                                               \
        .sentence = "Variables in the files; default: all variables of the state. " SENTENCE,                \
        .example = EXAMPLE, .resume = "the samples so far hold nothing else"                                 \
    }
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
    {.path = "sources.*.double_couple",
     EG_CASE_MAP,
     .presence = EG_EXACTLY_ONE,
     .sentence = "The moment tensor of slip on a fault plane, with the angles of Aki and Richards; "
                 "the source time function is the moment rate over the moment, in 1/s.",
     .example = "{strike: 0 deg, dip: 30 deg, rake: 90 deg, x_azimuth: 90 deg, moment: 1e12}"},
    {.path = "sources.*.double_couple.strike",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .presence = EG_REQUIRED,
     .sentence = "Strike: azimuth of the fault, clockwise from north; the plane dips to the right of it.",
     .example = "30 deg"},
    {.path = "sources.*.double_couple.dip",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .presence = EG_REQUIRED,
     .sentence = "Dip of the plane downwards from the horizontal, 0 to 90 degrees.",
     .example = "45 deg"},
    {.path = "sources.*.double_couple.rake",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .presence = EG_REQUIRED,
     .sentence = "Rake: slip direction of the hanging wall in the fault plane, from the strike "
                 "upwards: 0 left-lateral, 90 thrust, -90 normal, 180 right-lateral.",
     .example = "90 deg"},
    {.path = "sources.*.double_couple.vertical",
     .takes = EG_TAKES_WORD,
     .words = "up down",
     .default_text = "up",
     .sentence = "Direction of the mesh's vertical axis: z, in 2D y.",
     .example = "down"}};

const eg_case_part eg_waves_couple_keys = EG_CASE_PART(couples);

static const eg_case_row plane_couples[] = {
    {.path = "sources.*.double_couple.x_azimuth",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .presence = EG_REQUIRED,
     .sentence = "Azimuth of the mesh's x axis, clockwise from north: the direction of the section.",
     .example = "90 deg"},
    {.path = "sources.*.double_couple.moment",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FORCE,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_REQUIRED,
     .sentence = "Scalar moment, in N m per metre across the plane.",
     .example = "1e12"},
    {.path = "sources.*.double_couple.magnitude",
     .takes = EG_TAKES_REAL,
     .refusal = "a magnitude gives N m, but the plane takes N m per metre across it; give 'moment': "
                "10^(1.5 M + 9.1) over the length of the source across the plane",
     .sentence = "Moment magnitude, of sources in space."}};

const eg_case_part eg_plane_couple_keys = EG_CASE_PART(plane_couples);

/* In space. */
static const eg_case_row space_forces[] = {
    {.path = "sources.*.force",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_FORCE,
     .count = 3,
     .presence = EG_EXACTLY_ONE,
     .sentence = "A force along x, y and z in N, times the source time function.",
     .example = "[0, 0, -1e6]"},
    {.path = "sources.*.explosion",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_MOMENT,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Moment of an explosion in N m; the source time function is the moment rate over the "
                 "moment, in 1/s.",
     .example = "1e15"}};

const eg_case_part eg_space_force_keys = EG_CASE_PART(space_forces);

static const eg_case_row space_moments[] = {
    {.path = "sources.*.moment",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_MOMENT,
     .count = 6,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Moment tensor xx, yy, zz, xy, yz, xz in N m; the source time function is the moment "
                 "rate over the moment, in 1/s.",
     .example = "[0, 0, 0, 1e15, 0, 0]"},
    {.path = "sources.*.double_couple.x_azimuth",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .default_text = "90 deg",
     .sentence = "Azimuth of the mesh's x axis, clockwise from north.",
     .example = "60 deg"},
    {.path = "sources.*.double_couple.moment",
     .takes = EG_TAKES_REAL,
     .dimension = EG_DIMENSION_MOMENT,
     .range = EG_RANGE_POSITIVE,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Scalar moment, N m.",
     .example = "1e15"},
    {.path = "sources.*.double_couple.magnitude",
     .takes = EG_TAKES_REAL,
     .presence = EG_EXACTLY_ONE,
     .sentence = "Moment magnitude M, instead of the moment 10^(1.5 M + 9.1) N m.",
     .example = "4.5"}};

const eg_case_part eg_space_moment_keys = EG_CASE_PART(space_moments);
