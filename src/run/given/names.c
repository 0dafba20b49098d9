/* The names of the case's materials and boundaries against those of the mesh. */
#include "run/given/names.h"

#include <string.h>

static void list_names(const eg_mesh_names *names, eg_text *text)
{
    for (int i = 0; i < names->count; i++)
        eg_text_add(text, "%s'%s'", i ? ", " : "", names->name[i]);
}

const eg_node *eg_names_material(const eg_case *loaded, const eg_mesh *mesh, int region)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    const eg_node *own = eg_node_child(materials, mesh->regions.name[region]);
    return own ? own : eg_node_child(materials, "all");
}

const eg_node *eg_names_boundary(const eg_case *loaded, const eg_mesh *mesh, int boundary)
{
    return eg_node_child(eg_case_find(loaded, "boundaries"), mesh->boundaries.name[boundary]);
}

eg_status eg_names_check_materials(eg_case *loaded, const eg_mesh *mesh)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    EG_TEXT(list, mesh->context);
    if (!materials) /* of a model without them */
        return EG_OK;
    list_names(&mesh->regions, &list);
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const char *key = eg_node_key(materials, i);
        if (strcmp(key, "all") != 0 && eg_mesh_region_index(mesh, key) < 0)
            eg_case_error_add_key(loaded, eg_node_item(materials, i), "%s has no region '%s'; it has %s",
                                  mesh->origin, key, eg_text_string(&list));
    }
    for (int r = 0; r < mesh->regions.count; r++)
        if (!eg_names_material(loaded, mesh, r))
            eg_case_error_add_key(loaded, materials,
                                  "region '%s' of %s has no entry in materials; add it, or 'all'",
                                  mesh->regions.name[r], mesh->origin);
    return eg_case_errors_finish(loaded, EG_CASE);
}

eg_status eg_names_check_boundaries(eg_case *loaded, const eg_mesh *mesh, const char *boundary_words)
{
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    EG_TEXT(list, mesh->context);
    list_names(&mesh->boundaries, &list);
    for (int64_t i = 0; i < eg_node_count(boundaries); i++) {
        const char *key = eg_node_key(boundaries, i);
        if (eg_mesh_boundary_index(mesh, key) >= 0)
            continue;
        const char *near =
            eg_suggest(key, (const char *const *)mesh->boundaries.name, mesh->boundaries.count);
        eg_case_error_add_key(loaded, eg_node_item(boundaries, i), "%s has no boundary '%s'; it has %s%s%s%s",
                              mesh->origin, key, eg_text_string(&list), near ? "; did you mean '" : "",
                              near ? near : "", near ? "'?" : "");
    }
    for (int b = 0; b < mesh->boundaries.count; b++)
        if (!eg_node_child(boundaries, mesh->boundaries.name[b]))
            eg_case_error_add_key(loaded, boundaries,
                                  "boundary '%s' of %s has no entry; add it to boundaries (%s)",
                                  mesh->boundaries.name[b], mesh->origin, boundary_words);
    return eg_case_errors_finish(loaded, EG_CASE);
}

/* slit[b] becomes true where the faces of boundary b may coincide with others. */
static eg_status find_slits(eg_case *loaded, const eg_mesh *mesh, bool *slit)
{
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    const eg_node *list = eg_case_find(loaded, "mesh.slits");
    for (int b = 0; b < mesh->boundaries.count; b++)
        slit[b] = eg_node_child(eg_node_child(boundaries, mesh->boundaries.name[b]), "periodic") != NULL;
    for (int64_t i = 0; i < eg_node_count(list); i++) {
        const eg_node *item = eg_node_item(list, i);
        const char *name = eg_node_text(item);
        int b = eg_mesh_boundary_index(mesh, name);
        const char *near =
            eg_suggest(name, (const char *const *)mesh->boundaries.name, mesh->boundaries.count);
        if (b >= 0)
            slit[b] = true;
        else
            eg_case_error_add(loaded, item, "%s has no boundary '%s'%s%s%s", mesh->origin, name,
                              near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return eg_case_errors_finish(loaded, EG_CASE);
}

/* The boundary that this one is joined with, -1 where it is not periodic. EG_CASE where that one does not
 * exist, or its entry does not name this one. */
static eg_status find_partner(eg_case *loaded, const eg_mesh *mesh, int boundary, int *partner)
{
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    const char *name = mesh->boundaries.name[boundary];
    const eg_node *periodic = eg_node_child(eg_node_child(boundaries, name), "periodic");
    *partner = -1;
    if (!periodic)
        return EG_OK;
    const char *other = eg_node_text(periodic);
    const eg_node *back = eg_node_child(eg_node_child(boundaries, other), "periodic");
    *partner = eg_mesh_boundary_index(mesh, other);
    if (*partner < 0)
        return eg_case_fail(loaded, periodic, EG_CASE, "%s has no boundary '%s' to be periodic with",
                            mesh->origin, other);
    if (!back || strcmp(eg_node_text(back), name) != 0)
        return eg_case_fail(loaded, periodic, EG_CASE,
                            "boundaries.%s is periodic with '%s', whose entry is not {periodic: %s}", name,
                            other, name);
    return EG_OK;
}

eg_status eg_names_check_conforming(eg_case *loaded, const eg_mesh *mesh)
{
    EG_SCRATCH bool *slit = NULL;
    EG_TRY(eg_alloc(mesh->context, mesh->boundaries.count, sizeof *slit, &slit));
    EG_TRY(find_slits(loaded, mesh, slit));
    return mesh->class->check_conforming(mesh, slit);
}

eg_status eg_names_join(eg_case *loaded, eg_mesh *mesh)
{
    for (int b = 0; b < mesh->boundaries.count; b++) {
        double shift[3];
        int partner;
        EG_TRY(find_partner(loaded, mesh, b, &partner));
        if (partner >= b)
            EG_TRY(mesh->class->join(mesh, b, partner, shift));
    }
    return EG_OK;
}
