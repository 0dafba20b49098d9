/* Waves on forests: the medium of the model's regions, as the solver asks for it. */
#include "run/models/waves/forest.h"

/* Beside rock a fluid slips: Rusanov's flux would drag it along, and a cell that is joined from both would
 * keep shear. */
static eg_status check_fluid(const eg_forest_waves *model, const double *material)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *flux = eg_case_find(loaded, "numerics.flux");
    const eg_node *adapt = eg_case_find(loaded, "mesh.forest.adapt");
    if (!eg_forest_waves_is_fluid(model, material))
        return EG_OK;
    if (eg_node_is(flux, "rusanov"))
        return eg_case_fail(loaded, flux, EG_CASE,
                            "a fluid in an elastic medium (vs or mu is 0 somewhere) slips along "
                            "rock, which the Rusanov flux cannot represent; use 'upwind'");
    if (adapt)
        return eg_case_fail(loaded, adapt, EG_CASE,
                            "a fluid in an elastic medium (vs or mu is 0 somewhere) cannot be combined with "
                            "adaptive refinement: a coarsened cell could contain fluid and rock");
    return EG_OK;
}

static eg_status material_at(const eg_dg_field *self, int64_t cell, int64_t count, const double (*x)[3],
                             double *values)
{
    const eg_forest_waves *model = ((const eg_forest_field *)self)->model;
    int n = model->kind->system->materials;
    for (int64_t i = 0; i < count; i++) {
        EG_TRY(eg_waves_region_at(&model->regions, cell, x[i], &values[i * n]));
        EG_TRY(check_fluid(model, &values[i * n]));
    }
    return EG_OK;
}

eg_forest_field eg_forest_waves_material(const eg_forest_waves *model)
{
    return (eg_forest_field){{material_at}, model};
}
