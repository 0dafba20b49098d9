/* Words of the field for what the case file calls otherwise: a wrong key gets the right one, and `eagre explain` finds it. */
#include "io/case/table.h"

#include <ctype.h>
#include <string.h>

const eg_case_meaning eg_case_meanings[] = {
   {"atmosphere.background", "base_state reference_state"},
   {"boundaries", "bc bcs boundary boundary_conditions"},
   {"boundaries.*",
   "free free_surface open outlet transmissive reflecting solid symmetry neumann dirichlet robin"},
   {"boundaries.*.discharge", "q flow inflow_hydrograph hydrograph streamflow"},
   {"boundaries.*.level", "stage water_level wse eta waterlevel"},
   {"boundaries.*.normal_depth", "slope uniform_flow friction_slope"},
   {"boundaries.*.pml", "cpml sponge_layer damping"},
   {"boundaries.*.rating", "rating_curve stage_discharge qh"},
   {"checkpoint", "restart hotstart backup"},
   {"exact", "analytic analytical reference_solution"},
   {"initial", "ic ics initial_conditions start_state"},
   {"initial.depth", "h water_depth"},
   {"initial.from", "restart hotstart warm_start"},
   {"initial.level", "stage water_level wse eta waterlevel"},
   {"limits", "asserts bounds_of_errors"},
   {"materials", "regions zones medium media land_use landuse"},
   {"materials.*.capacity", "rho_cp heat_capacity cp"},
   {"materials.*.density", "rho"},
   {"materials.*.elevation", "bathymetry topography topo dem dtm zb bottom ground bed bed_level"},
   {"materials.*.infiltration", "loss losses curve_number scs soil green-ampt"},
   {"materials.*.kappa", "conductivity k thermal_conductivity diffusivity permeability"},
   {"materials.*.manning", "n friction roughness mannings_n manning_n strickler chezy ks"},
   {"materials.*.linear_friction", "friction drag rayleigh_friction"},
   {"materials.*.rain", "rainfall precipitation hyetograph"},
   {"materials.*.source", "f rhs heat_source"},
   {"materials.*.vp", "alpha p_speed p_velocity c0 sound_speed"},
   {"materials.*.vs", "beta s_speed s_velocity shear_speed"},
   {"mesh.adapt", "amr refinement"},
   {"mesh.box", "grid domain rectangle"},
   {"mesh.forest", "amr octree quadtree octrees quadtrees"},
   {"mesh.gmsh", "msh file mesh_file"},
   {"numerics.degree", "p polynomial_degree"},
   {"numerics.order", "accuracy scheme_order"},
   {"numerics.precision", "double single float dtype"},
   {"numerics.viscosity", "diffusion eddy_viscosity nu artificial_viscosity"},
   {"output.fields", "snapshots vtk frames dump"},
   {"output.gauges", "observation_points stations"},
   {"output.maxima", "hazard hazards envelope peak peaks max"},
   {"output.probes", "observation_points"},
   {"output.receivers", "stations seismograms geophones hydrophones traces"},
   {"output.sections", "cross_section cross_sections transects discharge_lines"},
   {"physics.coriolis", "rotation earth_rotation"},
   {"sources.*.moment", "moment_tensor cmt mt"},
   {"sources.*.time", "stf wavelet source_time_function"},
   {"structures", "weirs culverts bridges pumps gates levees dams"},
   {"inflows", "point_sources manholes sinks wells"},
   {"terrain", "buildings houses streets roads walls"},
   {"time.cfl", "courant cr courant_number"},
   {"time.dt", "timestep time_step delta_t"},
   {"time.end", "duration t_end tend tmax t_max final_time simulation_time"},
   {NULL, NULL}};

const eg_case_meaning *eg_case_meaning_next(const char *word, const eg_case_meaning *previous)
{
   enum { LONGEST = 63 };
   char small[LONGEST + 1];
   size_t length = strlen(word);
   if (length > LONGEST)
      return NULL;
   for (size_t i = 0; i <= length; i++)
      small[i] = (char)tolower((unsigned char)word[i]);
   for (const eg_case_meaning *m = previous ? previous + 1 : eg_case_meanings; m->path; m++)
      if (eg_case_is_word(m->words, small))
          return m;
   return NULL;
}
