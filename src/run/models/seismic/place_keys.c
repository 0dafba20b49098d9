/* The keys of places: receivers and shots, one by one, along lines, on grids and in tables. They have as many
 * coordinates as the mesh. */
#include "run/models/seismic/point_keys.h"

#define PLACE_ROWS(PATH, MANY, ONE, RESUME, COUNT, FIRST, SECOND, GRID)                                      \
    {.path = PATH ".at",                                                                                     \
     EG_CASE_MAP,                                                                                            \
     .presence = EG_AT_LEAST_ONE,                                                                            \
     .sentence = MANY ", by name.",                                                                          \
     .example = "{r1: " FIRST "}"},                                                                          \
        {.path = PATH ".at.*",                                                                               \
         .takes = EG_TAKES_REAL,                                                                             \
         .count = COUNT,                                                                                     \
         EG_CASE_LENGTH,                                                                                     \
         .names = EG_NAMES_PLAIN,                                                                            \
         .sentence = "Position of one " ONE ".",                                                             \
         .example = FIRST,                                                                                   \
         RESUME},                                                                                            \
        {.path = PATH ".lines",                                                                              \
         EG_CASE_MAP,                                                                                        \
         .presence = EG_AT_LEAST_ONE,                                                                        \
         .sentence =                                                                                         \
             "Lines of " ONE "s, by name; a " ONE " has the name of its line and its number: line_001.",     \
         .example = "{line: {from: " FIRST ", to: " SECOND ", count: 101}}"},                                \
        {.path = PATH ".lines.*",                                                                            \
         EG_CASE_MAP,                                                                                        \
         .names = EG_NAMES_PLAIN,                                                                            \
         .sentence = MANY " at equal distances, including both ends.",                                       \
         .example = "{from: " FIRST ", to: " SECOND ", count: 101}"},                                        \
        {.path = PATH ".lines.*.from",                                                                       \
         .takes = EG_TAKES_REAL,                                                                             \
         .count = COUNT,                                                                                     \
         EG_CASE_LENGTH,                                                                                     \
         .presence = EG_REQUIRED,                                                                            \
         .sentence = "The first " ONE ".",                                                                   \
         .example = FIRST,                                                                                   \
         RESUME},                                                                                            \
        {.path = PATH ".lines.*.to",                                                                         \
         .takes = EG_TAKES_REAL,                                                                             \
         .count = COUNT,                                                                                     \
         EG_CASE_LENGTH,                                                                                     \
         .presence = EG_REQUIRED,                                                                            \
         .sentence = "The last " ONE ".",                                                                    \
         .example = SECOND,                                                                                  \
         RESUME},                                                                                            \
        {.path = PATH ".lines.*.count",                                                                      \
         .takes = EG_TAKES_INTEGER,                                                                          \
         .range = EG_RANGE_BETWEEN,                                                                          \
         .least = 2,                                                                                         \
         .most = 1000000,                                                                                    \
         .presence = EG_REQUIRED,                                                                            \
         .sentence = "Number of " ONE "s.",                                                                  \
         .example = "101",                                                                                   \
         RESUME},                                                                                            \
        {.path = PATH ".grids",                                                                              \
         EG_CASE_MAP,                                                                                        \
         .presence = EG_AT_LEAST_ONE,                                                                        \
         .sentence = "Grids of " ONE "s, by name; a " ONE " has the name of its grid and its number "        \
                     "along each axis that has several: grid_01_07.",                                        \
         .example = "{grid: {from: " FIRST ", to: " SECOND ", count: " GRID "}}"},                           \
        {.path = PATH ".grids.*",                                                                            \
         EG_CASE_MAP,                                                                                        \
         .names = EG_NAMES_PLAIN,                                                                            \
         .sentence = MANY " at equal distances along the axes, between two corners.",                        \
         .example = "{from: " FIRST ", to: " SECOND ", count: " GRID "}"},                                   \
        {.path = PATH ".grids.*.from",                                                                       \
         .takes = EG_TAKES_REAL,                                                                             \
         .count = COUNT,                                                                                     \
         EG_CASE_LENGTH,                                                                                     \
         .presence = EG_REQUIRED,                                                                            \
         .sentence = "One corner.",                                                                          \
         .example = FIRST,                                                                                   \
         RESUME},                                                                                            \
        {.path = PATH ".grids.*.to",                                                                         \
         .takes = EG_TAKES_REAL,                                                                             \
         .count = COUNT,                                                                                     \
         EG_CASE_LENGTH,                                                                                     \
         .presence = EG_REQUIRED,                                                                            \
         .sentence = "The opposite corner.",                                                                 \
         .example = SECOND,                                                                                  \
         RESUME},                                                                                            \
    {                                                                                                        \
        .path = PATH ".grids.*.count", .takes = EG_TAKES_INTEGER, .count = COUNT, .range = EG_RANGE_BETWEEN, \
        .least = 1, .most = 1000000, .presence = EG_REQUIRED,                                                \
        .sentence = "Numbers along each axis; where it is 1, the coordinate is that of `from`.",             \
        .example = GRID, RESUME                                                                              \
    }

#define RECEIVERS_RESUME .resume = "seismograms begin at time 0, with one interval"
#define RECEIVER_ROWS(COUNT, FIRST, SECOND, GRID)                                                            \
    {.path = "output.receivers",                                                                             \
     .after = "output.lines",                                                                                \
     EG_CASE_MAP,                                                                                            \
     .sentence = "Points at which the state is sampled at an interval independent of the time "              \
                 "steps: seismograms.",                                                                      \
     .example = "{interval: 0.01 s, at: {r1: " FIRST "}}"},                                                  \
        PLACE_ROWS("output.receivers", "Receivers", "receiver", RECEIVERS_RESUME, COUNT, FIRST, SECOND,      \
                   GRID),                                                                                    \
    {                                                                                                        \
        .path = "output.receivers.table", .takes = EG_TAKES_PATH, .presence = EG_AT_LEAST_ONE,               \
        .sentence = "Receivers from a text table with the columns name, x, y, in 3D z, and "                 \
                    "optionally network and station, codes for SAC.",                                        \
        .example = "stations.csv", RECEIVERS_RESUME                                                          \
    }

static const eg_case_row plane_places[] = {RECEIVER_ROWS(2, "[0 m, -100 m]", "[1 km, -100 m]", "[11, 1]")};
static const eg_case_row space_places[] = {
    RECEIVER_ROWS(3, "[0 m, 0 m, -100 m]", "[1 km, 1 km, -100 m]", "[11, 11, 1]")};

const eg_case_part eg_plane_place_keys = EG_CASE_PART(plane_places),
                   eg_space_place_keys = EG_CASE_PART(space_places);

/* ---- shots */

#define SHOT_ROWS(COUNT, FIRST, SECOND, GRID, FOLLOW)                                                        \
    {.path = "shots",                                                                                        \
     .after = "sources",                                                                                     \
     EG_CASE_MAP,                                                                                            \
     .sentence = "Shots: a sequence of simulations, each from rest at time 0, with all sources "             \
                 "moved to the shot's position, and with its own seismograms. Positions of "                 \
                 "`sources` are then relative to the shot.",                                                 \
     .example = "{lines: {line: {from: " FIRST ", to: " SECOND ", count: 41}}}"},                            \
        PLACE_ROWS("shots", "Shots", "shot", .resume = NULL, COUNT, FIRST, SECOND, GRID),                    \
        {.path = "shots.table",                                                                              \
         .takes = EG_TAKES_PATH,                                                                             \
         .presence = EG_AT_LEAST_ONE,                                                                        \
         .sentence = "Shots from a text table with the columns name, x, y and in 3D z.",                     \
         .example = "shots.csv"},                                                                            \
        {.path = "shots.follow",                                                                             \
         .takes = EG_TAKES_BOOLEAN,                                                                          \
         .count = COUNT,                                                                                     \
         .sentence = "Whether the receivers move with the shot along each axis, where their coordinate "     \
                     "is then relative to the shot. Without the key receivers are fixed.",                   \
         .example = FOLLOW},                                                                                 \
        {.path = "shots.outside",                                                                            \
         .takes = EG_TAKES_WORD,                                                                             \
         .words = "error drop",                                                                              \
         .default_text = "error",                                                                            \
         .sentence = "Receivers outside the mesh: `error` refuses the case, `drop` omits the "               \
                     "receiver in that shot.",                                                               \
         .example = "drop"},                                                                                 \
    {                                                                                                        \
        .path = "shots.select", .takes = EG_TAKES_TEXT,                                                      \
        .sentence = "Shots to run, by number in the list, from 1. Numbers and file names are "               \
                    "those of the whole list.",                                                              \
        .example = "\"1-10, 15\""                                                                            \
    }

static const eg_case_row plane_shots[] = {
    SHOT_ROWS(2, "[0 m, -10 m]", "[1 km, -10 m]", "[11, 1]", "[true, false]")};
static const eg_case_row space_shots[] = {
    SHOT_ROWS(3, "[0 m, 0 m, -10 m]", "[1 km, 1 km, -10 m]", "[11, 11, 1]", "[true, true, false]")};

const eg_case_part eg_plane_shot_keys = EG_CASE_PART(plane_shots),
                   eg_space_shot_keys = EG_CASE_PART(space_shots);
