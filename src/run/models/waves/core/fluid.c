/* Fluids in elastic media, where the shear modulus is 0: what would leave shear there is refused, for it would
 * never go (docs/theory/octree-dg.md, "fluids beside rock"). */
#include "run/models/waves/internal.h"

#define A_FLUID "a fluid in an elastic medium (vs or mu is 0 somewhere) "

/* A key that does not go with a fluid: with a value, above a number, or with any value. */
typedef struct unfit_key {
    const char *path, *value;
    double above;
    const char *why;
} unfit_key;

/* Rusanov's flux would drag a fluid along, and a cell that is joined from both would keep shear; so would a
 * polynomial between both, and the mean of another run's stress. */
static const unfit_key unfit[] = {
    {"numerics.flux", "rusanov", 0,
     "slips along rock, which the Rusanov flux cannot represent; use 'upwind'"},
    {"mesh.forest.adapt", NULL, 0,
     "cannot be combined with adaptive refinement: a coarsened cell could contain fluid and rock"},
    {"numerics.material_order", NULL, 1,
     "needs numerics.material_order 1: a polynomial between fluid and rock would be neither"},
    {"numerics.form", "conservative", 0,
     "slips along rock, and in the conservative form both sides would share a flux; use 'natural'"},
    {"initial.from", NULL, 0,
     "cannot begin with another run, whose stress may not be a pressure there; give initial.stress"}};

static bool is_unfit(const unfit_key *key, const eg_node *node)
{
    if (!node)
        return false;
    return key->value ? eg_node_is(node, key->value) : key->above == 0 || eg_node_integer(node) > key->above;
}

eg_status eg_waves_check_fluid(const eg_setup *setup, const double *material)
{
    eg_case *loaded = setup->loaded;
    if (!eg_waves_is_fluid(setup->kind->waves, material))
        return EG_OK;
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        const eg_node *node = eg_case_find(loaded, unfit[i].path);
        if (is_unfit(&unfit[i], node))
            return eg_case_fail(loaded, node, EG_CASE, A_FLUID "%s", unfit[i].why);
    }
    return EG_OK;
}

eg_status eg_waves_check_fluid_cell(const eg_setup *setup, int64_t cell, int count, const double (*x)[2],
                                    const double *material)
{
    const eg_waves_kind *kind = setup->kind->waves;
    char place[EG_POINT_ROOM];
    for (int i = 0; i < count && eg_waves_is_elastic(kind); i++) {
        const double *here = &material[i * kind->system->materials];
        EG_TRY(eg_waves_check_fluid(setup, here));
        if (eg_waves_is_fluid(kind, here) != eg_waves_is_fluid(kind, material))
            return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "materials"), EG_CASE,
                                "cell %lld contains fluid (vs or mu is 0) and rock, %s at %s; a cell has one "
                                "medium: let sides of cells follow the contact",
                                (long long)eg_mesh_whole_number(setup->cells, cell),
                                eg_waves_is_fluid(kind, here) ? "fluid" : "rock",
                                eg_given_point(setup, x[i], place));
    }
    return EG_OK;
}

eg_status eg_waves_check_fluid_state(const eg_waves_regions *regions, int64_t cell, const double *centre,
                                     const double *x, const double *state)
{
    const eg_setup *setup = regions->setup;
    double material[EG_LINEAR_MATERIALS];
    char place[EG_POINT_ROOM];
    if (eg_waves_is_pressure(regions->kind->system, state))
        return EG_OK;
    EG_TRY(eg_waves_region_at(regions, cell, centre, material));
    if (!eg_waves_is_fluid(regions->kind, material))
        return EG_OK;
    return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "initial.stress"), EG_CASE,
                        "initial.stress is not a pressure at %s, where the medium is a fluid: its "
                        "normal components must be equal there, and the others 0",
                        eg_given_point(setup, x, place));
}

eg_status eg_waves_check_fluid_source(const eg_waves_regions *regions, const eg_waves_source *source,
                                      int64_t cell, const double *x)
{
    const eg_setup *setup = regions->setup;
    double material[EG_LINEAR_MATERIALS];
    char place[EG_POINT_ROOM];
    if (source->kind != EG_LINEAR_SOURCE_MOMENT || !eg_waves_is_elastic(regions->kind) ||
        eg_waves_is_pressure(regions->kind->system, source->strength))
        return EG_OK;
    EG_TRY(eg_waves_region_at(regions, cell, setup->cells->centroid[cell], material));
    if (!eg_waves_is_fluid(regions->kind, material))
        return EG_OK;
    return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "sources"), EG_CASE,
                        "a source at %s has a moment with shear, and the medium there is a fluid; "
                        "give an explosion or a force",
                        eg_given_point(setup, x, place));
}

eg_status eg_waves_check_fluid_inflow(const eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    double material[EG_LINEAR_MATERIALS];
    for (int64_t f = 0; f < mesh->faces && eg_waves_is_elastic(model->kind); f++) {
        int b = mesh->face_boundary[f];
        int32_t cell = mesh->face_cell[f][0];
        if (b < 0 || model->boundaries[b] != EG_LINEAR_INFLOW || cell >= mesh->base.own)
            continue;
        EG_TRY(eg_waves_region_at(&model->regions, cell, mesh->base.centroid[cell], material));
        if (eg_waves_is_fluid(model->kind, material))
            return eg_case_fail(
                model->setup.loaded, eg_names_boundary(model->setup.loaded, &mesh->base, b), EG_CASE,
                A_FLUID "cannot lie at an inflow boundary, whose shear stress would enter it; "
                        "give 'absorbing' there, or the model acoustic");
    }
    return EG_OK;
}
