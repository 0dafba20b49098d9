/* Attenuation: media with quality factors qp and qs, which remember what was done to them
 * (docs/theory/attenuation.md). Behind the variables of the lossless system stand the stresses s_l of so many
 * Maxwell bodies, in the same order,
 *
 *   s_t = M_U D v - sum_l w_l s_l,   (s_l)_t = M_l D v - w_l s_l,   v_t = div s / rho ,
 *
 * with the moduli M_l of each, and M_U of all together with a spring that stays. The material has, in this
 * order, the moduli M_U and 1 / rho of the lossless system, the moduli of each body, then what follows from
 * these: rho, the compliances of the spring, and those of each body plus these. Forests have the same media
 * (remembering.c). */
#include "run/models/waves/presets/presets.h"

#include <string.h>

enum { MODULI = 3 };

/* What a system is without losses. */
typedef struct lossless {
    const eg_linear *system;
    int stresses, moduli; /* the first variables; the first places of the material, before 1 / rho */
    int terms, compliances;
    const eg_preset_term *term;       /* of A and B */
    const eg_preset_term *compliance; /* of the energy: among the stresses, of one set of compliances */
    void (*invert)(const double *moduli, double *compliances);
} lossless;

static const eg_preset_term elastic_term[] = {
    {EG_PRESET_A, 0, 3, .place = 0, .minus = true}, {EG_PRESET_A, 1, 3, .place = 1, .minus = true},
    {EG_PRESET_A, 2, 4, .place = 2, .minus = true}, {EG_PRESET_A, 3, 0, .place = 3, .minus = true},
    {EG_PRESET_A, 4, 2, .place = 3, .minus = true}, {EG_PRESET_B, 0, 4, .place = 1, .minus = true},
    {EG_PRESET_B, 1, 4, .place = 0, .minus = true}, {EG_PRESET_B, 2, 3, .place = 2, .minus = true},
    {EG_PRESET_B, 3, 2, .place = 3, .minus = true}, {EG_PRESET_B, 4, 1, .place = 3, .minus = true}};
static const eg_preset_term elastic_compliance[] = {{EG_PRESET_ENERGY, 0, 0, .place = 0},
                                                    {EG_PRESET_ENERGY, 1, 0, .place = 1},
                                                    {EG_PRESET_ENERGY, 1, 1, .place = 0},
                                                    {EG_PRESET_ENERGY, 2, 2, .place = 2}};

/* lambda + 2 mu, lambda, mu: the inverse of the matrix of xx and yy, and of xy. */
static void invert_elastic(const double *moduli, double *compliances)
{
    double determinant = (moduli[0] - moduli[1]) * (moduli[0] + moduli[1]);
    compliances[0] = moduli[0] / determinant;
    compliances[1] = -moduli[1] / determinant;
    compliances[2] = 1 / moduli[2];
}

static void invert_one(const double *moduli, double *compliances)
{
    compliances[0] = 1 / moduli[0];
}

static const eg_preset_term acoustic_term[] = {{EG_PRESET_A, 0, 1, .place = 0},
                                               {EG_PRESET_A, 1, 0, .place = 1},
                                               {EG_PRESET_B, 0, 2, .place = 0},
                                               {EG_PRESET_B, 2, 0, .place = 1}};
static const eg_preset_term acoustic_compliance[] = {{EG_PRESET_ENERGY, 0, 0, .place = 0}};

static const eg_preset_term sh_term[] = {{EG_PRESET_A, 0, 2, .place = 0, .minus = true},
                                         {EG_PRESET_A, 2, 0, .place = 1, .minus = true},
                                         {EG_PRESET_B, 1, 2, .place = 0, .minus = true},
                                         {EG_PRESET_B, 2, 1, .place = 1, .minus = true}};
static const eg_preset_term sh_compliance[] = {{EG_PRESET_ENERGY, 0, 0, .place = 0},
                                               {EG_PRESET_ENERGY, 1, 1, .place = 0}};

#define TERMS(name)                                                                                          \
    .term = name##_term, .terms = sizeof name##_term / sizeof *name##_term, .compliance = name##_compliance, \
    .compliances = sizeof name##_compliance / sizeof *name##_compliance
static const lossless elastic = {&eg_linear_elastic, 3, 3, TERMS(elastic), .invert = invert_elastic};
static const lossless acoustic = {&eg_linear_acoustic, 1, 1, TERMS(acoustic), .invert = invert_one};
static const lossless sh = {&eg_linear_sh, 2, 1, TERMS(sh), .invert = invert_one};

static const lossless *lossless_of(const eg_linear *system)
{
    return system->source.moments == 3 ? &elastic : system->source.moments == 2 ? &sh : &acoustic;
}

/* ---- places of the material */

static int place_of_body(const lossless *own, int body)
{
    return own->moduli + 1 + body * own->moduli;
}

/* Of the density; the compliances of the spring, body -1, or of a body with it. */
static int place_of_density(const lossless *own, int bodies)
{
    return place_of_body(own, bodies);
}

static int place_of_compliances(const lossless *own, int bodies, int body)
{
    return place_of_density(own, bodies) + 1 + (body + 1) * own->moduli;
}

static void derive(const eg_linear *system, double *material)
{
    const lossless *own = lossless_of(system);
    int bodies = system->memory / own->stresses;
    double spring[MODULI], *to = &material[place_of_compliances(own, bodies, -1)];
    material[place_of_density(own, bodies)] = 1 / material[own->moduli];
    memcpy(spring, material, (size_t)own->moduli * sizeof *spring);
    for (int l = 0; l < bodies; l++)
        for (int i = 0; i < own->moduli; i++)
            spring[i] -= material[place_of_body(own, l) + i];
    own->invert(spring, to);
    for (int l = 0; l < bodies; l++) {
        double *with = &material[place_of_compliances(own, bodies, l)];
        own->invert(&material[place_of_body(own, l)], with);
        for (int i = 0; i < own->moduli; i++)
            with[i] += to[i];
    }
}

/* ---- the system */

static void put_moved(const eg_preset *preset, eg_preset_term term, int row, int column, int place)
{
    term.row += row;
    term.column += column;
    term.place += place;
    eg_preset_put(preset, 1, &term);
}

static void put_body(const eg_preset *preset, const lossless *own, int l, double frequency)
{
    int first = own->system->variables + l * own->stresses;
    for (int i = 0; i < own->terms; i++)
        if (own->term[i].row >= own->system->source.stress &&
            own->term[i].row < own->system->source.stress + own->stresses)
            put_moved(preset, own->term[i], first, 0, place_of_body(own, l));
    for (int s = 0; s < own->stresses; s++) {
        eg_preset_put(preset, 2,
                      (const eg_preset_term[]){{EG_PRESET_E, s, first + s, -1, -frequency, false},
                                               {EG_PRESET_E, first + s, first + s, -1, -frequency, false}});
    }
}

/* Of the stress that is left, s - sum s_l, by the spring's compliances, and of s_l by its own. */
static void put_energy(const eg_preset *preset, const lossless *own, int bodies)
{
    for (int a = -1; a < bodies; a++)
        for (int b = -1; b <= a; b++)
            for (int i = 0; i < own->compliances; i++) {
                eg_preset_term term = own->compliance[i];
                int row = a < 0 ? 0 : own->system->variables + a * own->stresses;
                int column = b < 0 ? 0 : own->system->variables + b * own->stresses;
                int place = place_of_compliances(own, bodies, a == b ? a : -1);
                term.minus = a >= 0 && b < 0;
                put_moved(preset, term, row, column, place);
                if (a != b && term.row != term.column) { /* the block is not on the diagonal */
                    int other = term.row;
                    term.row = term.column;
                    term.column = other;
                    put_moved(preset, term, row, column, place);
                }
            }
    const eg_linear_places *p = &own->system->source;
    for (int v = p->velocity; v < p->velocity + p->forces; v++)
        eg_preset_put(preset, 1,
                      &(eg_preset_term){EG_PRESET_ENERGY, v, v, .place = place_of_density(own, bodies)});
}

static double speed_of(const eg_linear *system, const double *material)
{
    return sqrt(material[0] * material[system->source.density]);
}

/* All bodies have the same frequencies everywhere; the last one is the fastest. */
static double reaction_of(const eg_linear *system, const double *material)
{
    const eg_linear_matrices *matrices = (const eg_linear_matrices *)system;
    int last = system->variables - 1;
    (void)material;
    return -matrices->e[last * system->variables + last].number;
}

/* ---- the material of the values of keys */

static const char *get_one_modulus(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    double moduli[1 + EG_RELAXATIONS];
    const char *wrong = eg_quality_one(kind, given, &material[1], moduli);
    (void)way;
    if (wrong)
        return wrong;
    material[0] = moduli[0];
    for (int l = 0; l < kind->relaxation->count; l++)
        material[2 + l] = moduli[1 + l];
    derive(kind->system, material);
    return NULL;
}

/* lambda + 2 mu, lambda, mu */
static void set_lame(double p, double s, double *to)
{
    to[0] = p;
    to[1] = p - 2 * s;
    to[2] = s;
}

static const char *get_elastic_moduli(const eg_waves_kind *kind, int way, const double *given,
                                      double *material)
{
    double p[1 + EG_RELAXATIONS], s[1 + EG_RELAXATIONS];
    const char *wrong = eg_quality_elastic(kind, way, given, 1, &material[3], p, s);
    if (wrong)
        return wrong;
    set_lame(p[0], s[0], material);
    for (int l = 0; l < kind->relaxation->count; l++)
        set_lame(p[1 + l], s[1 + l], &material[place_of_body(&elastic, l)]);
    derive(kind->system, material);
    return NULL;
}

static eg_status complete(eg_case *loaded)
{
    eg_given_model *model = eg_given_model_of(loaded);
    const lossless *own = lossless_of(model->kind.system);
    const eg_relaxation *relaxation;
    eg_preset preset;
    EG_TRY(eg_quality_open(loaded, own == &elastic ? get_elastic_moduli : get_one_modulus, &relaxation));
    if (!relaxation)
        return EG_OK;
    int bodies = relaxation->count;
    EG_TRY(
        eg_preset_open(loaded, bodies * own->stresses, place_of_compliances(own, bodies, bodies), &preset));
    eg_preset_put(&preset, own->terms, own->term);
    for (int l = 0; l < bodies; l++)
        put_body(&preset, own, l, relaxation->frequency[l]);
    put_energy(&preset, own, bodies);
    EG_TRY(eg_preset_close(&preset));
    model->matrices.system.speed = speed_of;
    model->matrices.system.reaction = reaction_of;
    model->matrices.system.derive = derive;
    return EG_OK;
}

const eg_waves_preset eg_attenuation_preset = {
    .name = "attenuation", .keys = eg_quality_keys, .map = "attenuation", .complete = complete};
