/* The keys of forces. */
#include "run/models/shallow_water/internal.h"

static const eg_case_row rows[] = {
    {.path = "physics",
     .after = "boundaries",
     EG_CASE_MAP,
     .sentence = "Forces in addition to gravity and friction.",
     .example = "{coriolis: {latitude: 54 deg}}"},
    {.path = "physics.coriolis",
     .takes = EG_TAKES_EXPRESSION | EG_TAKES_MAP,
     .variables = "x y",
     .dimension = EG_DIMENSION_FREQUENCY,
     .sentence = "Coriolis parameter f, positive in the northern hemisphere: a number, an "
                 "expression, or the value at a latitude.",
     .example = "\"1e-4 + 1.6e-11 * y\""},
    {.path = "physics.coriolis.latitude",
     .takes = EG_TAKES_REAL,
     .angle = true,
     .range = EG_RANGE_BETWEEN,
     .least = -1.5707963267948968,
     .most = 1.5707963267948968,
     .presence = EG_REQUIRED,
     .sentence = "Latitude, negative in the south: f = 2 Omega sin(latitude).",
     .example = "54 deg"},
    {.path = "physics.coriolis.from_y",
     .takes = EG_TAKES_REAL,
     EG_CASE_LENGTH,
     .sentence = "The y at which the latitude is that of `latitude`, for a beta plane: f changes "
                 "linearly with y, which points north. Without the key f is uniform.",
     .example = "0 m"},
    {.path = "mesh.spherical",
     .takes = EG_TAKES_BOOLEAN,
     .refusal = "meshes of longitudes and latitudes are not known: project the mesh to metres, and give "
                "physics.coriolis",
     .sentence = "Meshes of longitudes and latitudes."}};

const eg_case_part eg_sw_physics_keys = EG_CASE_PART(rows);
