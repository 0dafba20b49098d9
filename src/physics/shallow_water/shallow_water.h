/* shallow water: what its state is called, and what can be shown of it.
 *
 * State U = (h, qx, qy): depth (m) and discharge a unit width (m2/s) over the bed z (m).
 * Lacasta 2012, (2.25)-(2.29). The numbers of kernels/physics/shallow_water.h. */
#ifndef EG_PHYSICS_SHALLOW_WATER_H
#define EG_PHYSICS_SHALLOW_WATER_H

#include "field/output.h"

enum { EG_SW_VARIABLES = 3 };

/* At most so many solutes, in the order of the case. */
enum { EG_SW_SOLUTES = 8 };
#define EG_SW_EACH_SOLUTE(X, ROW)                                                                            \
    ROW(X, 1, "first")                                                                                       \
    ROW(X, 2, "second")                                                                                      \
    ROW(X, 3, "third")                                                                                       \
    ROW(X, 4, "fourth")                                                                                      \
    ROW(X, 5, "fifth")                                                                                       \
    ROW(X, 6, "sixth")                                                                                       \
    ROW(X, 7, "seventh")                                                                                     \
    ROW(X, 8, "eighth")
#define CONCENTRATION_OUTPUT(X, N, ORDINAL)                                                                  \
    X(CONCENTRATION_##N, concentration_##N, 1, "1", NULL,                                                    \
      "concentration of the " ORDINAL " solute, in its unit; 0 where it is dry")
#define CONCENTRATION_MAXIMUM(X, N, ORDINAL)                                                                 \
    X(CONCENTRATION_##N, max_concentration_##N, 1, "1", NULL,                                                \
      "largest concentration of the " ORDINAL " solute while flooded, in its unit")
#define CONCENTRATION_TIME(X, N, ORDINAL)                                                                    \
    X(CONCENTRATION_TIME_##N, max_concentration_time_##N, 1, "s", NULL,                                      \
      "when that of the " ORDINAL " solute was reached; NaN: it was always 0")

/* X(ID, name, components, unit, sentence): each output is declared here; how they are computed stands in
 * shallow_water.c beside this. */
#define EG_SW_OUTPUTS(X)                                                                                     \
    X(DEPTH, depth, 1, "m", "water depth", "depth of the water")                                             \
    X(LEVEL, level, 1, "m", "water level", "level of the surface; of the bed where it is dry")               \
    X(VELOCITY, velocity, 2, "m/s", NULL, "velocity, the mean over the depth; 0 where it is dry")            \
    X(DISCHARGE, discharge, 2, "m2/s", "discharge a unit width", "discharge a unit width")                   \
    X(ELEVATION, elevation, 1, "m", "bed elevation", "level of the bed")                                     \
    X(SPEED, speed, 1, "m/s", NULL, "magnitude of the velocity")                                             \
    X(FROUDE, froude, 1, "1", "Froude number", "Froude number |u| / sqrt(g h); 0 where it is dry")           \
    EG_SW_EACH_SOLUTE(X, CONCENTRATION_OUTPUT)                                                               \
    X(INFILTRATION, infiltration_depth, 1, "m", "infiltrated depth",                                         \
      "water that the ground took up since the start; 0 without infiltration")                               \
    X(RAIN, rain_depth, 1, "m", "depth of rain", "rain that fell since the start; 0 without rain")           \
    X(MANNING, manning, 1, "s/m^(1/3)", "Manning's n", "Manning's n of the friction at the depth of now")    \
    X(CLASS, land_class, 1, "1", "class of the ground",                                                      \
      "number of the class of a raster of classes of the roughness; NaN: none")    \
    X(WET, wet_fraction, 1, "1", "wet fraction",                                                             \
      "part of the cell that is wet; 0 or 1 but over sub-grid ground")

typedef enum eg_sw_output_id {
#define EG_SW_ENUM(ID, name, components, unit, words, sentence) EG_SW_##ID,
    EG_SW_OUTPUTS(EG_SW_ENUM)
#undef EG_SW_ENUM
        EG_SW_OUTPUT_COUNT
} eg_sw_output_id;

extern const eg_output eg_sw_outputs[EG_SW_OUTPUT_COUNT]; /* by id */

/* What may be kept of all steps, in the same form. */
#define EG_SW_MAXIMA(X)                                                                                      \
    X(DEPTH, max_depth, 1, "m", "largest water depth", "largest depth")                                      \
    X(LEVEL, max_level, 1, "m", "highest water level",                                                       \
      "highest level of the surface; of the bed where it stayed dry")                                        \
    X(SPEED, max_speed, 1, "m/s", "largest speed", "largest speed while flooded")                            \
    X(SPEED_TIME, max_speed_time, 1, "s", "time of the largest speed",                                       \
      "when that speed was reached; NaN: never in motion while flooded")                                     \
    X(DISCHARGE, max_discharge, 1, "m2/s", "largest discharge a unit width",                                 \
      "largest discharge a unit width, depth times speed")                                                   \
    X(ARRIVAL_TIME, arrival_time, 1, "s", "time of arrival", "when the cell was first flooded; NaN: never")  \
    X(DEPTH_TIME, max_depth_time, 1, "s", "time of the largest depth",                                       \
      "when the depth was largest; NaN where it stayed dry")                                                 \
    X(ELEVATION, elevation, 1, "m", "bed elevation", "level of the bed")                                     \
    X(HAZARD, max_hazard, 1, "m2/s", "largest hazard rating",                                                \
      "largest hazard rating while flooded (DEFRA FD2320)")                                                  \
    X(HAZARD_DEGREE, hazard_degree, 1, "1", "degree of hazard",                                              \
      "degree of flood hazard, 1 to 4 (DEFRA FD2320)")                                                       \
    X(HAZARD_CLASS, hazard_class, 1, "1", "vulnerability class",                                             \
      "vulnerability class, H1 to H6 (AIDR 7-3); 0: dry")                                                    \
    X(DURATION, flood_duration, 1, "s", "duration of flooding", "for how long the cell was flooded")         \
    X(INFILTRATED, infiltrated, 1, "m", "infiltrated depth",                                                 \
      "water that the ground took up in all; 0 without infiltration")                                        \
    X(RAIN, rain_depth, 1, "m", "depth of rain", "rain that fell in all; 0 without rain")                    \
    EG_SW_EACH_SOLUTE(X, CONCENTRATION_MAXIMUM)                                                              \
    EG_SW_EACH_SOLUTE(X, CONCENTRATION_TIME)

typedef enum eg_sw_maximum_id {
#define EG_SW_ENUM(ID, name, components, unit, words, sentence) EG_SW_MAXIMUM_##ID,
    EG_SW_MAXIMA(EG_SW_ENUM)
#undef EG_SW_ENUM
        EG_SW_MAXIMUM_COUNT
} eg_sw_maximum_id;

extern const eg_output eg_sw_maxima[EG_SW_MAXIMUM_COUNT]; /* by id */

/* A state in doubles with its bed, and the depths of water that the ground took up and that fell as rain
 * since the start, m. Over sub-grid ground h and z are means of the cell; the part of it that is wet, and by how
 * much its level is above h + z, m. */
typedef struct eg_sw_state {
    double h, qx, qy, z, infiltrated, rain, wet, above;
} eg_sw_state;

/* Writes the components of one output; below the depth `dry` the velocity is 0. So many concentrations stand
 * behind the state. */
void eg_sw_evaluate(eg_sw_output_id id, const eg_sw_state *state, int solutes, double gravity, double dry,
                    double *value);

#endif
