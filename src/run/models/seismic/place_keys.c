/* The keys of places: receivers and shots, one by one, along lines, on grids and in tables. They have as many
 * coordinates as the mesh. */
#include "run/models/seismic/point_keys.h"

#define PLACE_ROWS(PATH, MANY, ONE, RESUME, COUNT, FIRST, SECOND, GRID)                                      \
    EG_ROW(PATH ".at", EG_TAKES_MAP, MANY ", by name.", "{r1: " FIRST "}", .presence = EG_AT_LEAST_ONE),     \
        EG_ROW(PATH ".at.*", EG_TAKES_REAL, "Position of one " ONE ".", FIRST, .count = COUNT,               \
               EG_CASE_LENGTH, .names = EG_NAMES_PLAIN, RESUME),                                             \
        EG_ROW(PATH ".lines", EG_TAKES_MAP,                                                                  \
               "Lines of " ONE "s, by name; a " ONE " has the name of its line and its number: line_001.",   \
               "{line: {from: " FIRST ", to: " SECOND ", count: 101}}", .presence = EG_AT_LEAST_ONE),        \
        EG_ROW(PATH ".lines.*", EG_TAKES_MAP, MANY " at equal distances, including both ends.",              \
               "{from: " FIRST ", to: " SECOND ", count: 101}", .names = EG_NAMES_PLAIN),                    \
        EG_ROW(PATH ".lines.*.from", EG_TAKES_REAL, "The first " ONE ".", FIRST, .count = COUNT,             \
               EG_CASE_LENGTH, .presence = EG_REQUIRED, RESUME),                                             \
        EG_ROW(PATH ".lines.*.to", EG_TAKES_REAL, "The last " ONE ".", SECOND, .count = COUNT,               \
               EG_CASE_LENGTH, .presence = EG_REQUIRED, RESUME),                                             \
        EG_ROW(PATH ".lines.*.count", EG_TAKES_INTEGER, "Number of " ONE "s.", "101",                        \
               .range = EG_RANGE_BETWEEN, .least = 2, .most = 1000000, .presence = EG_REQUIRED, RESUME),     \
        EG_ROW(PATH ".grids", EG_TAKES_MAP,                                                                  \
               "Grids of " ONE "s, by name; a " ONE                                                          \
               " has the name of its grid and its number along each axis that has several: grid_01_07.",     \
               "{grid: {from: " FIRST ", to: " SECOND ", count: " GRID "}}", .presence = EG_AT_LEAST_ONE),   \
        EG_ROW(PATH ".grids.*", EG_TAKES_MAP,                                                                \
               MANY " at equal distances along the axes, between two corners.",                              \
               "{from: " FIRST ", to: " SECOND ", count: " GRID "}", .names = EG_NAMES_PLAIN),               \
        EG_ROW(PATH ".grids.*.from", EG_TAKES_REAL, "One corner.", FIRST, .count = COUNT, EG_CASE_LENGTH,    \
               .presence = EG_REQUIRED, RESUME),                                                             \
        EG_ROW(PATH ".grids.*.to", EG_TAKES_REAL, "The opposite corner.", SECOND, .count = COUNT,            \
               EG_CASE_LENGTH, .presence = EG_REQUIRED, RESUME),                                             \
        EG_ROW(PATH ".grids.*.count", EG_TAKES_INTEGER,                                                      \
               "Numbers along each axis; where it is 1, the coordinate is that of `from`.", GRID,            \
               .count = COUNT, .range = EG_RANGE_BETWEEN, .least = 1, .most = 1000000,                       \
               .presence = EG_REQUIRED, RESUME)

#define RECEIVER_ROWS(COUNT, FIRST, SECOND, GRID)                                                            \
    EG_ROW("output.receivers", EG_TAKES_MAP,                                                                 \
           "Points at which the state is sampled at an interval independent of the time steps: "             \
           "seismograms.",                                                                                   \
           "{interval: 0.01 s, at: {r1: " FIRST "}}", .after = "output.lines"),                              \
        PLACE_ROWS("output.receivers", "Receivers", "receiver", EG_RECEIVERS_RESUME, COUNT, FIRST, SECOND,   \
                   GRID),                                                                                    \
        EG_ROW("output.receivers.table", EG_TAKES_PATH,                                                      \
               "Receivers from a text table with the columns name, x, y, in 3D z, and optionally network "   \
               "and station, codes for SAC.",                                                                \
               "stations.csv", .presence = EG_AT_LEAST_ONE, EG_RECEIVERS_RESUME)

static const eg_case_row plane_places[] = {RECEIVER_ROWS(2, "[0 m, -100 m]", "[1 km, -100 m]", "[11, 1]")};
static const eg_case_row space_places[] = {
    RECEIVER_ROWS(3, "[0 m, 0 m, -100 m]", "[1 km, 1 km, -100 m]", "[11, 11, 1]")};

const eg_case_part eg_plane_place_keys = EG_CASE_PART(plane_places),
                   eg_space_place_keys = EG_CASE_PART(space_places);

/* ---- shots */

#define SHOT_ROWS(COUNT, FIRST, SECOND, GRID, FOLLOW)                                                        \
    EG_ROW("shots", EG_TAKES_MAP,                                                                            \
           "Shots: a sequence of simulations, each from rest at time 0, with all sources moved to the "      \
           "shot's position, and with its own seismograms. Positions of `sources` are then relative "        \
           "to the shot.",                                                                                   \
           "{lines: {line: {from: " FIRST ", to: " SECOND ", count: 41}}}", .after = "sources"),             \
        PLACE_ROWS("shots", "Shots", "shot", .resume = NULL, COUNT, FIRST, SECOND, GRID),                    \
        EG_ROW("shots.table", EG_TAKES_PATH,                                                                 \
               "Shots from a text table with the columns name, x, y and in 3D z.", "shots.csv",              \
               .presence = EG_AT_LEAST_ONE),                                                                 \
        EG_ROW("shots.follow", EG_TAKES_BOOLEAN,                                                             \
               "Whether the receivers move with the shot along each axis, where their coordinate is then "   \
               "relative to the shot. Without the key receivers are fixed.",                                 \
               FOLLOW, .count = COUNT),                                                                      \
        EG_ROW("shots.outside", EG_TAKES_WORD,                                                               \
               "Receivers outside the mesh: `error` refuses the case, `drop` omits the receiver in that "    \
               "shot.",                                                                                      \
               "drop", .words = "error drop", .default_text = "error"),                                      \
        EG_ROW("shots.select", EG_TAKES_TEXT,                                                                \
               "Shots to run, by number in the list, from 1. Numbers and file names are those of the "       \
               "whole list.",                                                                                \
               "\"1-10, 15\"")

static const eg_case_row plane_shots[] = {
    SHOT_ROWS(2, "[0 m, -10 m]", "[1 km, -10 m]", "[11, 1]", "[true, false]")};
static const eg_case_row space_shots[] = {
    SHOT_ROWS(3, "[0 m, 0 m, -10 m]", "[1 km, 1 km, -10 m]", "[11, 11, 1]", "[true, true, false]")};

const eg_case_part eg_plane_shot_keys = EG_CASE_PART(plane_shots),
                   eg_space_shot_keys = EG_CASE_PART(space_shots);
