/* What memory shallow water takes, from the counts of its mesh. The numbers are measured (src/run/life/estimate.c). */
#include "run/models/shallow_water/internal.h"

static bool has_friction(const eg_case *loaded)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++)
        if (eg_node_child(eg_node_item(materials, i), "manning"))
            return true;
    return false;
}

void eg_sw_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                eg_model_need *need)
{
    (void)kind;
    bool f32 = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32");
    double size = f32 ? 4 : 8, cell = mesh->quadrangles ? 540 : 480;
    if (has_friction(loaded)) /* the slope of the bed */
        cell += 3 * size;
    if (f32)
        cell -= 60;
    double device =
        eg_fv_cell_bytes(f32 ? EG_F32 : EG_F64, mesh->quadrangles ? 4 : 3, has_friction(loaded));
    if (eg_case_find(loaded, "output.maxima")) {
        cell += 41;
        device += 3 * size + 2 * 8; /* times are f64 */
    }
    need->all = mesh->cells * cell;
    need->device = mesh->cells * device;
}
