/* What memory the atmosphere takes, from the counts of the mesh. The numbers are measured (src/run/life/estimate.c). */
#include "run/models/atmosphere/internal.h"

/* Bytes of a cell that semi-implicit steps take: states of stages, slopes, matrices, traces of the solver. */
static double implicit_bytes(double size, int degree, double values)
{
    double nodes = eg_triangle_node_count(degree), traces = 3.0 * (degree + 1);
    return size * ((3 + 8) * values + nodes * nodes + traces * (traces + 36));
}

/* Fans of vertices, and factors of a mesh without pattern; with arcs those of points of faces too. */
static double star_bytes(double size, int degree, eg_deg_flux flux)
{
    double nodes = eg_triangle_node_count(degree);
    if (flux == EG_DEG_EVOLUTION)
        return 28.5 * size + 48;
    return flux > EG_DEG_EVOLUTION_BILINEAR
               ? 0
               : size * (6 * (9 + 9 * nodes) + 6 * nodes + 20.0 * (degree + 1)) +
                     40.0 * (degree + 1);
}

void eg_air_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                 eg_model_need *need)
{
    (void)kind;
    double size = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32") ? 4 : 8;
    int degree = (int)eg_node_integer(eg_case_find(loaded, "numerics.degree"));
    bool tracer = eg_air_has_tracer(loaded);
    double nodes = eg_triangle_node_count(degree), variables = EG_DEG_VARIABLES - !tracer;
    double air = EG_DEG_AIR * (nodes + 3.0 * (degree + 2));
    double device = size * (4 * nodes * variables + air + 14) + 24 + 8 * (variables + 1);
    if (eg_node_is(eg_case_find(loaded, "numerics.integrator"), "semi-implicit"))
        device += implicit_bytes(size, degree, nodes * variables);
    device += star_bytes(size, degree, eg_air_flux(loaded));
    if (eg_case_real(loaded, "numerics.viscosity", 0) > 0) /* gradients of u, w, theta' */
        device += 6 * size * nodes;
    need->device = mesh->cells * device;
    /* copies of the state, and what is written of it at nodes */
    need->all =
        mesh->cells * (90 + device + 2 * size * nodes * variables + (8 * size + 16) * nodes);
}
