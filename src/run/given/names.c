/* The names of the case's materials and boundaries against those of the mesh. */
#include "run/given/names.h"

#include <string.h>

static void list_names(char **names, int count, eg_text *text)
{
    for (int i = 0; i < count; i++)
        eg_text_add(text, "%s'%s'", i ? ", " : "", names[i]);
}

static int index_of(char **names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

const eg_node *eg_names_material(const eg_case_names *names, int region)
{
    const eg_node *materials = eg_case_find(names->loaded, "materials");
    const eg_node *own = eg_node_child(materials, names->region[region]);
    return own ? own : eg_node_child(materials, "all");
}

eg_status eg_names_check_materials(const eg_case_names *names)
{
    const eg_node *materials = eg_case_find(names->loaded, "materials");
    eg_text list = {.context = names->context};
    list_names(names->region, names->regions, &list);
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const char *key = eg_node_key(materials, i);
        if (strcmp(key, "all") != 0 && index_of(names->region, names->regions, key) < 0)
            eg_case_error_add_key(names->loaded, eg_node_item(materials, i),
                                  "%s has no region '%s'; it has %s", names->origin, key,
                                  eg_text_string(&list));
    }
    for (int r = 0; r < names->regions; r++)
        if (!eg_names_material(names, r))
            eg_case_error_add_key(names->loaded, materials,
                                  "region '%s' of %s has no entry in materials; add it, or 'all'",
                                  names->region[r], names->origin);
    eg_text_free(&list);
    return eg_case_errors_finish(names->loaded, EG_CASE);
}

eg_status eg_names_check_boundaries(const eg_case_names *names, const char *boundary_words)
{
    const eg_node *boundaries = eg_case_find(names->loaded, "boundaries");
    eg_text list = {.context = names->context};
    list_names(names->boundary, names->boundaries, &list);
    for (int64_t i = 0; i < eg_node_count(boundaries); i++) {
        const char *key = eg_node_key(boundaries, i);
        if (index_of(names->boundary, names->boundaries, key) >= 0)
            continue;
        const char *near = eg_suggest(key, (const char *const *)names->boundary, names->boundaries);
        eg_case_error_add_key(names->loaded, eg_node_item(boundaries, i),
                              "%s has no boundary '%s'; it has %s%s%s%s", names->origin, key,
                              eg_text_string(&list), near ? "; did you mean '" : "",
                              near ? near : "", near ? "'?" : "");
    }
    for (int b = 0; b < names->boundaries; b++)
        if (!eg_node_child(boundaries, names->boundary[b]))
            eg_case_error_add_key(names->loaded, boundaries,
                                  "boundary '%s' of %s has no entry; add it to boundaries (%s)",
                                  names->boundary[b], names->origin, boundary_words);
    eg_text_free(&list);
    return eg_case_errors_finish(names->loaded, EG_CASE);
}

eg_status eg_names_slits(const eg_case_names *names, bool *slit)
{
    const eg_node *boundaries = eg_case_find(names->loaded, "boundaries");
    const eg_node *list = eg_case_find(names->loaded, "mesh.slits");
    for (int b = 0; b < names->boundaries; b++)
        slit[b] = eg_node_child(eg_node_child(boundaries, names->boundary[b]), "periodic") != NULL;
    for (int64_t i = 0; i < eg_node_count(list); i++) {
        const eg_node *item = eg_node_item(list, i);
        const char *name = eg_node_text(item);
        int b = index_of(names->boundary, names->boundaries, name);
        const char *near =
            eg_suggest(name, (const char *const *)names->boundary, names->boundaries);
        if (b >= 0)
            slit[b] = true;
        else
            eg_case_error_add(names->loaded, item, "%s has no boundary '%s'%s%s%s", names->origin,
                              name, near ? "; did you mean '" : "", near ? near : "",
                              near ? "'?" : "");
    }
    return eg_case_errors_finish(names->loaded, EG_CASE);
}

eg_status eg_names_partner(const eg_case_names *names, int boundary, int *partner)
{
    const eg_node *boundaries = eg_case_find(names->loaded, "boundaries");
    const char *name = names->boundary[boundary];
    const eg_node *periodic = eg_node_child(eg_node_child(boundaries, name), "periodic");
    *partner = -1;
    if (!periodic)
        return EG_OK;
    const char *other = eg_node_text(periodic);
    const eg_node *back = eg_node_child(eg_node_child(boundaries, other), "periodic");
    *partner = index_of(names->boundary, names->boundaries, other);
    if (*partner < 0)
        return eg_case_fail(names->loaded, periodic, EG_CASE,
                            "%s has no boundary '%s' to be periodic with", names->origin, other);
    if (!back || strcmp(eg_node_text(back), name) != 0)
        return eg_case_fail(
            names->loaded, periodic, EG_CASE,
            "boundaries.%s is periodic with '%s', whose entry is not {periodic: %s}", name, other,
            name);
    return EG_OK;
}

/* ---- of cells in the plane */

static eg_case_names names_of(const eg_setup *setup)
{
    const eg_plane *mesh = setup->mesh;
    return (eg_case_names){.context = setup->context,
                           .loaded = setup->loaded,
                           .origin = mesh->base.origin,
                           .region = mesh->base.regions.name,
                           .boundary = mesh->base.boundaries.name,
                           .regions = mesh->base.regions.count,
                           .boundaries = mesh->base.boundaries.count};
}

const eg_node *eg_material_of(const eg_setup *setup, int region)
{
    const eg_case_names names = names_of(setup);
    return eg_names_material(&names, region);
}

eg_status eg_check_materials(const eg_setup *setup)
{
    const eg_case_names names = names_of(setup);
    return eg_names_check_materials(&names);
}

eg_status eg_check_boundaries(const eg_setup *setup, const char *boundary_words)
{
    const eg_case_names names = names_of(setup);
    return eg_names_check_boundaries(&names, boundary_words);
}

eg_status eg_check_conforming(const eg_setup *setup)
{
    const eg_case_names names = names_of(setup);
    bool *slit;
    EG_TRY(eg_alloc(setup->context, names.boundaries, sizeof *slit, &slit));
    eg_status status = eg_names_slits(&names, slit);
    if (status == EG_OK)
        status = eg_plane_check_conforming(setup->mesh, slit);
    eg_free(setup->context, &slit);
    return status;
}

eg_status eg_boundary_partner(const eg_setup *setup, int boundary, int *partner)
{
    const eg_case_names names = names_of(setup);
    return eg_names_partner(&names, boundary, partner);
}
