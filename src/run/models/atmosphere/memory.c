/* What memory the atmosphere takes, from the counts of the mesh. The numbers are measured
 * (src/run/life/estimate.c). */
#include "run/models/atmosphere/internal.h"

/* What the memory of a solver follows from. */
static eg_deg_options options_of_case(const eg_case *loaded)
{
    bool implicit = eg_node_is(eg_case_find(loaded, "numerics.integrator"), "semi-implicit");
    return (eg_deg_options){
        .precision = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32") ? EG_F32 : EG_F64,
        .degree = (int)eg_node_integer(eg_case_find(loaded, "numerics.degree")),
        .flux = eg_air_flux(loaded),
        .tracer = eg_air_has_tracer(loaded),
        .viscosity = eg_case_real(loaded, "numerics.viscosity", 0),
        .integrator = implicit ? EG_DEG_ARK3 : EG_DEG_SSP_RK3,
        .sponge = eg_case_find(loaded, "atmosphere.sponge") ? eg_air_damping_at : NULL};
}

void eg_air_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                 eg_model_need *need)
{
    (void)kind;
    const eg_deg_options options = options_of_case(loaded);
    double nodes = eg_triangle_node_count(options.degree), size = (double)eg_real_size(options.precision);
    double variables = EG_DEG_VARIABLES - !options.tracer;
    double device = eg_deg_cell_bytes(&options, !mesh->skew);
    need->device = mesh->cells * device;
    /* copies of the state, and what is written of it at nodes */
    need->all = mesh->cells * (90 + device + 2 * size * nodes * variables + (8 * size + 16) * nodes);
}
