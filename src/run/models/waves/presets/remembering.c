/* Attenuation on forests: the media of attenuation.c, as bodies beside the variables of the lossless system
 * (kernels/dg/memory.h). The material is that of the system, with unrelaxed moduli, and behind it for each
 * body what it has of the shear and of the bulk modulus; of sound and of SH waves, of the one modulus. */
#include "run/models/waves/presets/presets.h"

/* Of a bulk modulus lambda + 2 mu / d, how often the shear modulus is taken away from that of P waves. */
static double swelling_of(const eg_linear *system)
{
    return 2 - 2.0 / system->dimensions;
}

/* Shares of the shear modulus, 0 of a fluid, and of the bulk modulus. */
static const char *get_elastic_shares(const eg_waves_kind *kind, int way, const double *given,
                                      double *material)
{
    double p[1 + EG_RELAXATIONS], s[1 + EG_RELAXATIONS], swelling = swelling_of(kind->system);
    const char *wrong = eg_quality_elastic(kind, way, given, swelling, &material[3], p, s);
    if (wrong)
        return wrong;
    material[0] = p[0];
    material[1] = p[0] - 2 * s[0];
    material[2] = s[0];
    for (int l = 0; l < kind->relaxation->count; l++) {
        double *share = &material[kind->own->system->materials + 2 * l];
        share[0] = s[0] > 0 ? s[1 + l] / s[0] : 0;
        share[1] = (p[1 + l] - swelling * s[1 + l]) / (p[0] - swelling * s[0]);
    }
    return NULL;
}

static const char *get_one_share(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    double moduli[1 + EG_RELAXATIONS];
    const char *wrong = eg_quality_one(kind, given, &material[1], moduli);
    (void)way;
    if (wrong)
        return wrong;
    material[0] = moduli[0];
    for (int l = 0; l < kind->relaxation->count; l++)
        material[kind->own->system->materials + l] = moduli[1 + l] / moduli[0];
    return NULL;
}

static eg_status complete(eg_case *loaded)
{
    eg_given_model *model = eg_given_model_of(loaded);
    eg_linear *system = &model->matrices.system;
    const eg_linear *own = model->kind.system;
    bool elastic = own->source.explosions > 0;
    const eg_relaxation *relaxation;
    EG_TRY(eg_quality_open(loaded, elastic ? get_elastic_shares : get_one_share, &relaxation));
    if (!relaxation)
        return EG_OK;
    *system = *own;
    system->bodies = relaxation->count;
    system->relaxing = relaxation->frequency;
    system->stresses = own->source.moments > 0 ? own->source.moments : 1; /* or a pressure */
    system->shares = elastic ? 2 : 1;
    system->following = system->bodies * system->shares;
    system->materials += system->following;
    model->kind.system = model->base.system = system;
    return EG_OK;
}

const eg_waves_preset eg_remembering_preset = {
    .name = "attenuation", .keys = eg_quality_keys, .map = "attenuation", .complete = complete};
