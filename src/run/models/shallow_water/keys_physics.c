/* The keys of forces. */
#include "run/models/shallow_water/internal.h"

static const eg_case_row rows[] = {
    EG_ROW("physics", EG_TAKES_MAP, "Forces in addition to gravity and friction.",
           "{coriolis: {latitude: 54 deg}}", .after = "boundaries"),
    EG_ROW("physics.coriolis", EG_TAKES_EXPRESSION | EG_TAKES_MAP,
           "Coriolis parameter f, positive in the northern hemisphere: a number, an expression, or the "
           "value at a latitude.",
           "\"1e-4 + 1.6e-11 * y\"", .variables = "x y", .dimension = EG_DIMENSION_FREQUENCY),
    EG_ROW("physics.coriolis.latitude", EG_TAKES_REAL,
           "Latitude, negative in the south: f = 2 Omega sin(latitude).", "54 deg", .angle = true,
           .range = EG_RANGE_BETWEEN, .least = -1.5707963267948968, .most = 1.5707963267948968,
           .presence = EG_REQUIRED),
    EG_ROW("physics.coriolis.from_y", EG_TAKES_REAL,
           "The y at which the latitude is that of `latitude`, for a beta plane: f changes linearly with y, "
           "which points north. Without the key f is uniform.",
           "0 m", EG_CASE_LENGTH),
    EG_ROW("mesh.spherical", EG_TAKES_BOOLEAN, "Meshes of longitudes and latitudes.",
           .refusal = "meshes of longitudes and latitudes are not known: project the mesh to metres, and "
                      "give physics.coriolis")};

const eg_case_part eg_sw_physics_keys = EG_CASE_PART(rows);
