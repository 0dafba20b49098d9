/* What a source does at its place: forces and moments of the case. */
#include "run/models/waves/internal.h"

#include "physics/moment.h"

static const struct {
    const char *key;
    eg_linear_source_kind kind;
} keys[] = {{"rate", EG_LINEAR_SOURCE_STATE},
            {"force", EG_LINEAR_SOURCE_FORCE},
            {"moment", EG_LINEAR_SOURCE_MOMENT},
            {"explosion", EG_LINEAR_SOURCE_EXPLOSION}};

/* Components of six that a system has, in its own order: all in space, those in the plane, or those of SH waves. */
static const int *components_of(const eg_linear *system)
{
    static const int space[] = {EG_MOMENT_XX, EG_MOMENT_YY, EG_MOMENT_ZZ,
                                EG_MOMENT_XY, EG_MOMENT_YZ, EG_MOMENT_XZ},
                     plane[] = {EG_MOMENT_XX, EG_MOMENT_YY, EG_MOMENT_XY},
                     across[] = {EG_MOMENT_XZ, EG_MOMENT_YZ};
    return system->source.moments == 6 ? space : system->source.moments == 3 ? plane : across;
}

static eg_status check_dip(const eg_setup *setup, const eg_node *node)
{
    const eg_node *dip = eg_node_child(node, "dip");
    double degrees = eg_node_real(dip) * (180 / 3.14159265358979323846);
    if (degrees >= 0 && degrees <= 90 * (1 + 1e-14))
        return EG_OK;
    return eg_case_fail(setup->loaded, dip, EG_CASE,
                        "the dip of %.9g degrees is not between 0 and 90: a plane that dips to the "
                        "other side has its strike turned by 180 degrees",
                        degrees);
}

/* The part of the tensor that a section does not carry is left out, and said. */
static eg_status tell_rest(const eg_setup *setup, const eg_node *node, const double *moment)
{
    const eg_linear *system = setup->kind->waves->system;
    const int *component = components_of(system);
    double rest[EG_MOMENTS], kept[EG_MOMENTS] = {0};
    for (int k = 0; k < EG_MOMENTS; k++)
        rest[k] = moment[k];
    for (int k = 0; k < system->source.moments; k++) {
        kept[component[k]] = moment[component[k]];
        rest[component[k]] = 0;
    }
    double whole = eg_moment_size(moment), left = eg_moment_size(rest) / whole;
    if (eg_moment_size(kept) < 1e-9 * whole)
        return eg_case_fail(
            setup->loaded, node, EG_CASE,
            "nothing of this double couple acts in model %s: all of it is %s the plane",
            system->name, system->source.moments == 3 ? "across" : "in");
    if (left > 1e-6)
        eg_case_warn(setup->loaded, node,
                     "%.3g %% of the moment tensor's size is left out: the model %s has %s alone",
                     100 * left, system->name,
                     system->source.moments == 3 ? "xx, yy and xy" : "xz and yz");
    return EG_OK;
}

static eg_status read_couple(const eg_setup *setup, const eg_node *node, eg_ader_source *source)
{
    const eg_linear *system = setup->kind->waves->system;
    const int *component = components_of(system);
    double axes[3][3], geographic[EG_MOMENTS], moment[EG_MOMENTS];
    EG_TRY(check_dip(setup, node));
    eg_moment_double_couple(eg_node_real(eg_node_child(node, "strike")),
                            eg_node_real(eg_node_child(node, "dip")),
                            eg_node_real(eg_node_child(node, "rake")),
                            eg_node_real(eg_node_child(node, "moment")), geographic);
    eg_moment_axes(system->dimensions, eg_node_real(eg_node_child(node, "x_azimuth")),
                   eg_node_is(eg_node_child(node, "vertical"), "down"), axes);
    eg_moment_turn((const double(*)[3])axes, geographic, moment);
    source->kind = EG_LINEAR_SOURCE_MOMENT;
    for (int k = 0; k < system->source.moments; k++)
        source->strength[k] = moment[component[k]];
    return tell_rest(setup, node, moment);
}

eg_status eg_waves_read_mechanism(const eg_setup *setup, const eg_node *node,
                                  eg_ader_source *source)
{
    const eg_node *couple = eg_node_child(node, "double_couple");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const eg_node *given = eg_node_child(node, keys[i].key);
        if (!given)
            continue;
        source->kind = keys[i].kind;
        if (!eg_node_is_list(given))
            source->strength[0] = eg_node_real(given);
        else
            for (int64_t k = 0; k < eg_node_count(given); k++)
                source->strength[k] = eg_node_real(eg_node_item(given, k));
    }
    return couple ? read_couple(setup, couple, source) : EG_OK;
}
