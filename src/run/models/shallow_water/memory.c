/* What memory shallow water takes, from the counts of its mesh. The numbers are measured
 * (src/run/life/estimate.c). */
#include "run/models/shallow_water/internal.h"

static bool has_rasters(const eg_case *loaded, eg_fv_rate_kind kind)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const eg_node *rate = eg_node_child(eg_node_item(materials, i), eg_sw_rate_keys[kind]);
        if (eg_sw_has_fields(rate))
            return true;
    }
    return false;
}

/* Rain, a soil and evaporation: on the host what the case gives, and copies for the device. */
static void add_rain_memory(const eg_case *loaded, bool f32, double *cell, double *device)
{
    bool soil = eg_sw_has(loaded, "infiltration"), evaporation = eg_sw_has(loaded, "evaporation");
    if (!soil && !evaporation && !eg_sw_has(loaded, "rain"))
        return;
    bool rain_rasters = has_rasters(loaded, EG_FV_RAIN_RATE);
    int rasters = rain_rasters + has_rasters(loaded, EG_FV_EVAPORATION_RATE);
    eg_precision precision = f32 ? EG_F32 : EG_F64;
    double more = eg_fv_water_bytes(precision, soil, evaporation, rasters);
    if (eg_sw_decay_varies(loaded)) {
        more += eg_fv_decay_bytes(precision);
        *cell += 8;
    }
    *cell += rasters > 0 ? 2 * 8 : 0;  /* of two rasters */
    *cell += rain_rasters ? 3 * 8 : 0; /* as the device has them, and what fell before */
    *cell += 2 * 2 * 8;                /* what fell and infiltrated, in two snapshots */
    *device += more;
    *cell += more + 4 + (soil ? 2 * 8 : 0) + (eg_sw_has(loaded, "rain_factor") ? 8 : 0);
}

void eg_sw_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                eg_model_need *need)
{
    (void)kind;
    bool f32 = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32");
    bool mixed = eg_node_is(eg_case_find(loaded, "numerics.precision"), "mixed");
    int faces = mesh->quadrangles ? 4 : 3;
    double size = f32 ? 4 : 8, cell = mesh->quadrangles ? 540 : 480;
    bool second = eg_case_real(loaded, "numerics.order", 1) > 1,
         slope = eg_sw_has_friction(loaded) && !second;
    if (slope) /* of the bed */
        cell += 3 * size;
    if (f32)
        cell -= 60;
    if (mixed) /* normals and lengths, constants of the flow */
        cell -= 4 * (3 * faces + (slope ? 5 : 2));
    double device = eg_fv_cell_bytes(f32 ? EG_F32 : EG_F64, mixed, faces, slope);
    if (eg_case_find(loaded, "output.maxima")) {
        unsigned wanted = eg_sw_wanted_maxima(loaded);
        double hazard = wanted & EG_FV_MAXIMA_HAZARD ? size : 0;
        double times = (wanted & EG_FV_MAXIMA_TIMES ? 16 : 0) + /* f64 */
                       (wanted & EG_FV_MAXIMA_DURATION ? 16 : 0) + (wanted & EG_FV_MAXIMA_SPEED_TIME ? 8 : 0);
        cell += 3 * size + times + hazard + 1;
        device += 3 * size + times + hazard;
    }
    if (second) { /* the state at faces, and what makes it */
        double more = eg_fv_reconstruction_bytes(f32 ? EG_F32 : EG_F64, faces);
        cell += more;
        device += more;
    }
    add_rain_memory(loaded, f32, &cell, &device);
    const eg_node *strips = eg_node_child(eg_sw_subgrid_node(loaded), "subgrid");
    if (strips) { /* of cells and of half as many faces on the host, and copies of a type for the device */
        double more = eg_fv_subgrid_bytes((int)eg_node_integer(strips), faces);
        cell += 2 * more + 8.0 * (double)eg_node_integer(strips) * (2 + 0.5 * faces);
        device += more;
    }
    int forces = (eg_case_find(loaded, "physics.coriolis") != NULL) + eg_sw_has(loaded, "linear_friction");
    cell += forces * (8 + size);
    device += forces * size;
    int solutes = (int)eg_node_count(eg_case_find(loaded, "solutes"));
    if (solutes > 0) { /* concentrations at time 0 on the host, and in two snapshots */
        double more = eg_fv_solute_bytes(f32 ? EG_F32 : EG_F64, second ? 2 : 1, faces, solutes, true);
        cell += more + solutes * 3 * 8;
        device += more;
    }
    int mixing = eg_sw_mixing_values(loaded);
    if (mixing > 0) { /* what the device has is made on the host */
        double more = eg_fv_mixing_bytes(f32 ? EG_F32 : EG_F64, faces, mixing);
        cell += more;
        device += more;
    }
    if (eg_case_find(loaded, "physics.wind")) { /* two moments of two components */
        cell += 4 * (8 + size);
        device += 4 * size;
    }
    if (eg_case_find(loaded, "physics.pressure")) { /* two moments, and two lifts with their slopes */
        cell += 4 * 8 + 7 * size;
        device += 7 * size;
    }
    if (eg_case_find(loaded, "bed")) /* how many lifts there are, files say */
        eg_text_add(need->left_out, ", bed");
    need->all = mesh->cells * cell;
    need->device = mesh->cells * device;
}
