/* The names of the case's materials and boundaries against those of the mesh. */
#include "run/plane.h"

#include <string.h>

static void list_names(char **names, int count, eg_text *text)
{
    for (int i = 0; i < count; i++)
        eg_text_add(text, "%s'%s'", i ? ", " : "", names[i]);
}

const eg_node *eg_material_of(const eg_setup *setup, int region)
{
    const eg_node *materials = eg_case_find(setup->loaded, "materials");
    const eg_node *own = eg_node_child(materials, setup->mesh->region_name[region]);
    return own ? own : eg_node_child(materials, "all");
}

eg_status eg_check_materials(const eg_setup *setup)
{
    const eg_mesh *mesh = setup->mesh;
    const eg_node *materials = eg_case_find(setup->loaded, "materials");
    eg_text names = {.context = setup->context};
    list_names(mesh->region_name, mesh->regions, &names);
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const char *key = eg_node_key(materials, i);
        if (strcmp(key, "all") != 0 && eg_mesh_region_index(mesh, key) < 0)
            eg_case_error_add_key(setup->loaded, eg_node_item(materials, i),
                                  "%s has no region '%s'; it has %s", mesh->origin, key,
                                  eg_text_string(&names));
    }
    for (int r = 0; r < mesh->regions; r++)
        if (!eg_material_of(setup, r))
            eg_case_error_add_key(setup->loaded, materials,
                                  "region '%s' of %s has no entry in materials; add it, or 'all'",
                                  mesh->region_name[r], mesh->origin);
    eg_text_free(&names);
    return eg_case_errors_finish(setup->loaded, EG_CASE);
}

eg_status eg_check_boundaries(const eg_setup *setup, const char *boundary_words)
{
    const eg_mesh *mesh = setup->mesh;
    const eg_node *boundaries = eg_case_find(setup->loaded, "boundaries");
    eg_text names = {.context = setup->context};
    list_names(mesh->boundary_name, mesh->boundaries, &names);
    for (int64_t i = 0; i < eg_node_count(boundaries); i++) {
        const char *key = eg_node_key(boundaries, i);
        if (eg_mesh_boundary_index(mesh, key) >= 0)
            continue;
        const char *near =
            eg_suggest(key, (const char *const *)mesh->boundary_name, mesh->boundaries);
        eg_case_error_add_key(setup->loaded, eg_node_item(boundaries, i),
                              "%s has no boundary '%s'; it has %s%s%s%s", mesh->origin, key,
                              eg_text_string(&names), near ? "; did you mean '" : "",
                              near ? near : "", near ? "'?" : "");
    }
    for (int b = 0; b < mesh->boundaries; b++)
        if (!eg_node_child(boundaries, mesh->boundary_name[b]))
            eg_case_error_add_key(setup->loaded, boundaries,
                                  "boundary '%s' of %s has no entry; add it to boundaries (%s)",
                                  mesh->boundary_name[b], mesh->origin, boundary_words);
    eg_text_free(&names);
    return eg_case_errors_finish(setup->loaded, EG_CASE);
}
