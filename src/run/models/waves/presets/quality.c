/* Quality factors qp and qs of a case: their keys, and the moduli of the bodies that relax
 * (docs/theory/attenuation.md). */
#include "run/models/waves/presets/presets.h"

/* Of a modulus, what a body has that is not there, and what the spring has at least. */
static const double NOTHING = 1e-12, SPRING = 1e-3;
/* Ratios of the ends of a band between which the equations of the fit have a solution to rounding. */
static const double NARROWEST = 1.1, WIDEST = 1e9;

/* ---- moduli of the values of keys */

static const char below_one[] = "a quality factor is below 1";
static const char too_low[] = "a quality factor is so low that these mechanisms leave no spring: take more "
                              "attenuation.mechanisms, a narrower band, or a larger factor;";

/* The moduli of all bodies, M_U first, of one kind of wave: [1 + count]; returns the spring's. `given`:
 * density times speed squared. */
static double find_moduli(const eg_relaxation *r, double given, double q, double *moduli)
{
    double y[EG_RELAXATIONS];
    eg_relaxation_fit(r, q, y);
    double spring = moduli[0] = given * eg_relaxation_unrelaxed(r, y);
    for (int l = 0; l < r->count; l++) {
        moduli[1 + l] = moduli[0] * fmax(y[l], NOTHING);
        spring -= moduli[1 + l];
    }
    return spring;
}

const char *eg_quality_one(const eg_waves_kind *kind, const double *given, double *lightness, double *moduli)
{
    if (!(given[2] >= 1))
        return below_one;
    *lightness = 1 / given[0];
    double spring = find_moduli(kind->relaxation, given[0] * given[1] * given[1], given[2], moduli);
    return spring > SPRING * moduli[0] ? NULL : too_low;
}

/* What is wrong with the factors of a solid, of P and S waves, and its moduli without loss; NULL: nothing. */
static const char *doubt_factors(const double *plain, double qp, double qs)
{
    if (!(qp >= 1) || !(qs >= 1))
        return below_one;
    if (isinf(qp) && isfinite(qs))
        return "qs needs qp beside it, which is at most 3/4 (vp / vs)^2 qs,";
    if (plain[0] / qp < 4.0 / 3 * plain[2] / qs * (1 - 1e-9))
        return "qp is above 3/4 (vp / vs)^2 qs, so that changes of volume would gain energy,";
    return NULL;
}

const char *eg_quality_elastic(const eg_waves_kind *kind, int way, const double *given, double swelling,
                               double *lightness, double *p, double *s)
{
    double plain[4];
    const eg_relaxation *r = kind->relaxation;
    const char *wrong = kind->own->material(kind->own, way, given, plain);
    double qp = given[3], qs = !wrong && plain[2] > 0 ? given[4] : INFINITY;
    if (!wrong)
        wrong = doubt_factors(plain, qp, qs);
    if (wrong)
        return wrong;
    *lightness = plain[3];
    double spring_of_p = find_moduli(r, plain[0], qp, p), spring_of_s = find_moduli(r, plain[2], qs, s);
    if (!(spring_of_s >= SPRING * s[0]) || !(spring_of_p > (1 + SPRING) * spring_of_s * swelling))
        return too_low;
    for (int l = 0; l < r->count; l++)
        if (!(p[1 + l] > swelling * s[1 + l]))
            return "one mechanism would lose more of S than of P waves with these quality factors: take "
                   "fewer attenuation.mechanisms;";
    return NULL;
}

/* ---- the keys */

/* Those of quality factors behind those of the lossless medium: of P waves where sound or P waves are, of S
 * waves where there is shear. */
static void add_keys(eg_waves_kind *kind)
{
    static const char *const p_and_s[] = {"qp", "qs"};
    int explosions = kind->system->source.explosions;
    int first = explosions == 0 ? 1 : 0, end = explosions < 0 ? 1 : 2;
    for (int q = first; q < end; q++) {
        for (int way = 0; way < 2; way++)
            if (kind->key[way][0])
                kind->key[way][kind->keys] = p_and_s[q];
        kind->keys++;
        kind->otherwise[kind->optional++] = INFINITY;
    }
}

static bool has_quality(const eg_case *loaded, const eg_node **first)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const eg_node *of = eg_node_item(materials, i), *p = eg_node_child(of, "qp"),
                      *s = eg_node_child(of, "qs");
        *first = p ? p : s;
        if (*first)
            return true;
    }
    return false;
}

/* The band of the case; NULL where it is none, which is told. */
static const eg_node *find_band(eg_case *loaded)
{
    const eg_node *key = NULL, *map = eg_case_find(loaded, "attenuation"), *band = eg_node_child(map, "band");
    double ratio = band ? eg_node_real(eg_node_item(band, 1)) / eg_node_real(eg_node_item(band, 0)) : 0;
    if (!has_quality(loaded, &key))
        eg_case_error_add_key(loaded, map,
                              "attenuation needs qp or qs in materials; leave it out without them");
    else if (!map)
        eg_case_error_add_key(loaded, key,
                              "a quality factor needs a band of frequencies over which it holds: "
                              "attenuation: {band: [0.2 Hz, 20 Hz]}");
    else if (!(eg_node_real(eg_node_item(band, 0)) > 0))
        eg_case_error_add(loaded, band, "attenuation.band has to begin above 0 Hz");
    else if (!(ratio >= NARROWEST && ratio <= WIDEST))
        eg_case_error_add(loaded, band,
                          "attenuation.band ends at %.9g times its beginning; take between %g and %g", ratio,
                          NARROWEST, WIDEST);
    else
        return band;
    return NULL;
}

static void read_relaxation(const eg_case *loaded, const eg_node *band, eg_relaxation *relaxation)
{
    const double ends[2] = {eg_node_real(eg_node_item(band, 0)), eg_node_real(eg_node_item(band, 1))};
    eg_relaxation_choose((int)eg_case_real(loaded, "attenuation.mechanisms", 3), ends,
                         eg_case_real(loaded, "attenuation.reference", sqrt(ends[0] * ends[1])), relaxation);
}

eg_status eg_quality_open(eg_case *loaded, eg_quality_material *material, const eg_relaxation **relaxation)
{
    eg_waves_kind *kind = &eg_given_model_of(loaded)->kind;
    const eg_node *band = find_band(loaded);
    eg_relaxation *made;
    *relaxation = NULL;
    if (!band)
        return EG_OK;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *made, &made));
    read_relaxation(loaded, band, made);
    add_keys(kind);
    kind->material = material;
    kind->relaxation = *relaxation = made;
    return EG_OK;
}

const char *const eg_quality_keys[] = {"qp", "qs", NULL};

static const eg_case_row attenuation_rows[] = {
    EG_ROW("attenuation", EG_TAKES_MAP,
           "How quality factors of materials hold: relaxing mechanisms that make them nearly constant over a "
           "band of frequencies.",
           "{band: [0.2 Hz, 20 Hz]}", .after = "materials"),
    EG_ROW("attenuation.mechanisms", EG_TAKES_INTEGER,
           "Standard linear solids, each with its own frequency. More hold Q better over a wide band, and "
           "cost as many variables more as there are stresses.",
           "4", .range = EG_RANGE_BETWEEN, .least = 1, .most = EG_RELAXATIONS, .default_text = "3"),
    EG_ROW("attenuation.band", EG_TAKES_REAL, "Lowest and highest frequency at which Q is to hold.",
           "[0.2 Hz, 20 Hz]", .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_ASCENDING, .count = 2,
           .presence = EG_REQUIRED),
    EG_ROW(
        "attenuation.reference", EG_TAKES_REAL,
        "The frequency at which waves have the speeds of materials; default: the geometric mean of the band.",
        "1 Hz", .dimension = EG_DIMENSION_FREQUENCY, .range = EG_RANGE_POSITIVE)};
const eg_case_part eg_attenuation_keys = EG_CASE_PART(attenuation_rows);

#define P_ROW(MATERIAL)                                                                                      \
    MATERIAL("qp", EG_DIMENSION_NONE,                                                                        \
             .sentence =                                                                                     \
                 "Quality factor of P waves, 1 or more: 1 / Q is the energy that a cycle loses over "        \
                 "2 pi times the largest that is stored. Left out: no loss; elastic waves need it "          \
                 "beside qs.",                                                                               \
             .example = "200")
#define S_ROW(MATERIAL)                                                                                      \
    MATERIAL("qs", EG_DIMENSION_NONE,                                                                        \
             .sentence = "Quality factor of S waves, 1 or more. Left out: no loss.", .example = "100")
static const eg_case_row p_rows[] = {P_ROW(EG_CASE_MATERIAL)}, s_rows[] = {S_ROW(EG_CASE_MATERIAL)};
static const eg_case_row p_space_rows[] = {P_ROW(EG_CASE_MATERIAL_SPACE)},
                         s_space_rows[] = {S_ROW(EG_CASE_MATERIAL_SPACE)};
const eg_case_part eg_quality_p_keys = EG_CASE_PART(p_rows), eg_quality_s_keys = EG_CASE_PART(s_rows);
const eg_case_part eg_quality_p_space_keys = EG_CASE_PART(p_space_rows),
                   eg_quality_s_space_keys = EG_CASE_PART(s_space_rows);
