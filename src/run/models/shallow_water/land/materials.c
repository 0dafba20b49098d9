/* What a case has of the ground. */
#include "run/given/names.h"
#include "run/models/shallow_water/internal.h"

bool eg_sw_has(const eg_case *loaded, const char *key)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const eg_node *given = eg_node_child(eg_node_item(materials, i), key);
        if (given && !eg_node_is_default(given))
            return true;
    }
    return false;
}

const eg_node *eg_sw_material(const eg_sw_model *model, int region)
{
    return eg_names_material(model->setup.loaded, &model->setup.mesh->base, region);
}
