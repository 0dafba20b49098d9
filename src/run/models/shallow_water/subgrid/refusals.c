/* What a case cannot have beside sub-grid ground, by name. */
#include "run/models/shallow_water/internal.h"

#include <string.h>

/* A key of the case, and why not; whether the number 0 is none, which a resolved case has. */
typedef struct refusal {
    const char *key, *why;
    bool but_zero;
} refusal;

#define ONE_BED "it works on the one bed of a cell"

static const refusal of_case[] = {
    {"terrain", "it changes the one bed of a cell; burn the shapes into the raster", false},
    {"structures", ONE_BED, false},
    {"inflows", ONE_BED, false},
    {"inflow_table", ONE_BED, false},
    {"bed", ONE_BED, false},
    {"physics.coriolis", "cells with sub-grid ground have no such force", false},
    {"physics.viscosity", "it acts between cells of one depth", true},
    {"physics.wind", "its stress is that on the one depth of a cell", false},
    {"physics.pressure", "it lifts the one bed of a cell", false},
    {"solutes", "they are carried by the fluxes of one bed", false},
    {"output.sections", "they take the flux of faces of one bed", false},
    {"initial.from", "water is taken over to cells of one bed alone", false}};

static const refusal of_material[] = {
    {"linear_friction", "cells with sub-grid ground have Manning's friction alone", true},
    {"infiltration", "it takes water from whole cells, of which a part is wet", false},
    {"evaporation", "it takes water from whole cells, of which a part is wet", false}};

/* Words and keys of boundaries; "wall" and other keys may be. */
static const refusal of_boundary[] = {
    {"outflow", "it takes the slope from cells of one bed; give normal_depth or critical", false},
    {"radiate", "the water beyond is known for one bed alone; give level", false},
    {"inflow", "its depth is that over one bed; give discharge", false},
    {"rating", "its mean level is that of faces of one bed; give level or normal_depth", false},
    {"periodic", "faces of the two sides have other pixels", false}};

static eg_status refuse_node(eg_case *loaded, const eg_node *node, const char *what, const char *why)
{
    return eg_case_fail(loaded, node, EG_CASE, "%s does not go with sub-grid ground (elevation.subgrid): %s",
                        what, why);
}

static bool is_given(const eg_node *node, bool but_zero)
{
    if (!node || eg_node_is_default(node))
        return false;
    bool number = eg_node_kind_of(node) == EG_NODE_EXPRESSION && eg_node_is_constant(node);
    return !but_zero || !number || eg_node_real(node) != 0;
}

static eg_status check_keys(eg_case *loaded)
{
    for (size_t i = 0; i < sizeof of_case / sizeof *of_case; i++) {
        const eg_node *node = eg_case_find(loaded, of_case[i].key);
        if (is_given(node, of_case[i].but_zero))
            return refuse_node(loaded, node, of_case[i].key, of_case[i].why);
    }
    if (eg_case_real(loaded, "numerics.order", 1) > 1)
        return refuse_node(loaded, eg_case_find(loaded, "numerics.order"), "order: 2",
                           "cells have one level; take order: 1");
    const eg_node *precision = eg_case_find(loaded, "numerics.precision");
    if (precision && !eg_node_is(precision, "f64"))
        return refuse_node(loaded, precision, "this precision", "take precision: f64");
    return EG_OK;
}

static eg_status check_materials(eg_case *loaded)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t m = 0; m < eg_node_count(materials); m++)
        for (size_t i = 0; i < sizeof of_material / sizeof *of_material; i++) {
            const eg_node *node = eg_node_child(eg_node_item(materials, m), of_material[i].key);
            if (is_given(node, of_material[i].but_zero))
                return refuse_node(loaded, node, of_material[i].key, of_material[i].why);
        }
    return EG_OK;
}

static eg_status check_boundaries(eg_case *loaded)
{
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    for (int64_t b = 0; b < eg_node_count(boundaries); b++) {
        const eg_node *boundary = eg_node_item(boundaries, b), *tide = eg_node_child(boundary, "tide");
        for (size_t i = 0; i < sizeof of_boundary / sizeof *of_boundary; i++)
            if (eg_node_is(boundary, of_boundary[i].key) || eg_node_child(boundary, of_boundary[i].key))
                return refuse_node(loaded, boundary, of_boundary[i].key, of_boundary[i].why);
        if (eg_node_is(eg_node_child(tide, "as"), "radiate"))
            return refuse_node(loaded, tide, "as: radiate", "give the tide as a level");
    }
    return EG_OK;
}

static bool is_same_text(const eg_node *a, const eg_node *b)
{
    return (!a && !b) || (a && b && strcmp(eg_node_text(a), eg_node_text(b)) == 0);
}

static bool is_same_raster(const eg_node *a, const eg_node *b)
{
    const eg_node *one = eg_node_child(a, "raster"), *other = eg_node_child(b, "raster");
    if (!one || !other || eg_node_is_list(one) != eg_node_is_list(other))
        return false;
    if (!eg_node_is_list(one))
        return is_same_text(one, other);
    bool same = eg_node_count(one) == eg_node_count(other);
    for (int64_t i = 0; same && i < eg_node_count(one); i++)
        same = is_same_text(eg_node_item(one, i), eg_node_item(other, i));
    return same;
}

/* A face between two regions has one ground. */
static bool is_same_ground(const eg_node *a, const eg_node *b)
{
    const eg_node *scale = eg_node_child(a, "scale"), *other = eg_node_child(b, "scale");
    const eg_node *strips = eg_node_child(a, "subgrid"), *others = eg_node_child(b, "subgrid");
    return strips && others && eg_node_integer(strips) == eg_node_integer(others) && is_same_raster(a, b) &&
           is_same_text(eg_node_child(a, "register"), eg_node_child(b, "register")) &&
           is_same_text(eg_node_child(a, "nodata"), eg_node_child(b, "nodata")) &&
           (scale ? eg_node_real(scale) : 1) == (other ? eg_node_real(other) : 1);
}

const eg_node *eg_sw_subgrid_node(const eg_case *loaded)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t m = 0; m < eg_node_count(materials); m++) {
        const eg_node *elevation = eg_node_child(eg_node_item(materials, m), "elevation");
        if (eg_node_child(elevation, "subgrid"))
            return elevation;
    }
    return NULL;
}

eg_status eg_sw_check_subgrid(eg_case *loaded, const eg_mesh *mesh, int *strips)
{
    const eg_node *first = eg_sw_subgrid_node(loaded);
    *strips = 0;
    if (!first)
        return EG_OK;
    for (int r = 0; r < mesh->regions.count; r++) {
        const eg_node *elevation = eg_node_child(eg_names_material(loaded, mesh, r), "elevation");
        if (!is_same_ground(first, elevation))
            return eg_case_fail(
                loaded, elevation, EG_CASE,
                "the elevation of %s is another than that of other regions: sub-grid ground is one "
                "for all; give each material the same rasters and the same subgrid",
                mesh->regions.name[r]);
    }
    EG_TRY(check_keys(loaded));
    EG_TRY(check_materials(loaded));
    EG_TRY(check_boundaries(loaded));
    *strips = (int)eg_node_integer(eg_node_child(first, "subgrid"));
    return EG_OK;
}
