/* What memory linear waves take, from the counts of the mesh. The numbers are measured
 * (src/run/life/estimate.c). */
#include "run/models/waves/internal.h"

#include "element/modal.h"

/* Reals of a cell on the device, by src/scheme/ader: three states, geometry and material; of a face its
 * traces and the constants of its flux, or those at each of its points where the medium varies. */
static double device_reals(const eg_linear *system, const eg_case *loaded, double faces)
{
    eg_flux flux =
        eg_node_is(eg_case_find(loaded, "numerics.flux"), "rusanov") ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND;
    int order = (int)eg_case_real(loaded, "numerics.order", 4);
    int of_material = (int)eg_case_real(loaded, "numerics.material_order", 1);
    double traces = (double)order * system->traces[flux];
    double cell = 3.0 * eg_modal_count(order) * system->variables + 4 + system->materials + 1;
    double face = traces + 3 + system->face_constants[flux];
    if (of_material > 1) {
        double points = order - 1 + (of_material + 1) / 2;
        cell += (double)system->materials * eg_modal_count(of_material);
        face += points * (system->materials + system->face_constants[flux]);
    }
    return cell + faces * face;
}

/* States and what is written of them, by mode and variable; the medium, by mode where it varies. */
static double host_bytes(const eg_linear *system, const eg_case *loaded, bool quadrangles, double size)
{
    double modes = eg_modal_count((int)eg_case_real(loaded, "numerics.order", 4));
    double cell =
        330 + 42 * system->variables + (quadrangles ? 200 : 0) + 6.1 * size * modes * system->variables;
    if (eg_case_real(loaded, "numerics.material_order", 1) > 1)
        cell += 38 * (system->variables == 5 ? 4 : 2) * modes;
    return cell;
}

void eg_waves_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                   eg_model_need *need)
{
    const eg_linear *system = kind->waves->system;
    double size = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32") ? 4 : 8;
    double faces = mesh->quadrangles ? 4 : 3;
    double device = size * device_reals(system, loaded, faces) + 8 * faces + 24;
    if (eg_case_find(loaded, "output.maxima"))
        device += size * kind->keys.maximum_count;
    need->all = mesh->cells * host_bytes(system, loaded, mesh->quadrangles, size);
    need->device = mesh->cells * device;
    if (eg_case_find(loaded, "sources"))
        eg_text_add(need->left_out, ", sources");
    eg_waves_need_receivers(kind, loaded, need);
}
