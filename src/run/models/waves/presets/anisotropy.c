/* anisotropy: elastic and SH waves whose speed depends on direction (docs/theory/anisotropy.md). */
#include "physics/linear/anisotropic.h"
#include "run/models/waves/presets/presets.h"

#include <string.h>

/* ---- keys */

#define THOMSEN "As a ratio, 0.2 for 20 %; 0 if it is not given."
#define DOUBT                                                                                                \
    .doubt_above = 2,                                                                                        \
    .doubt = "in rocks Thomsen's parameters are between -0.5 and 0.5; are these percent? Write 0.2 for 20 %"
#define TILT_ROW(...)                                                                                        \
    EG_CASE_MATERIAL("tilt", EG_DIMENSION_NONE, .angle = true, __VA_ARGS__,                                  \
                     .sentence = "The medium is turned by this angle from x towards y: so much does the "    \
                                 "symmetry axis lean to -x, and so steeply do beds across it rise towards "  \
                                 "x. Expressions give radians. 0 if it is not given.",                       \
                     .example = "30 deg")
#define STIFFNESS_ROW(KEY, PRESENCE, EXAMPLE, ...)                                                           \
    EG_CASE_MATERIAL(KEY, EG_DIMENSION_PRESSURE, PRESENCE, .sentence = __VA_ARGS__, .example = EXAMPLE)

static const eg_case_row rows[] = {
    EG_CASE_MATERIAL(
        "epsilon", EG_DIMENSION_NONE, .after = "materials.*.mu", .with = "vp", DOUBT,
        .sentence = "Thomsen's parameter of an anisotropic medium: by how much P waves are faster across "
                    "the symmetry axis than along it, where vp and vs are speeds. " THOMSEN,
        .example = "0.2"),
    EG_CASE_MATERIAL("delta", EG_DIMENSION_NONE, .with = "vp", DOUBT,
                     .sentence =
                         "Thomsen's parameter of an anisotropic medium: how the speed of P waves begins to "
                         "change beside the symmetry axis. " THOMSEN,
                     .example = "0.1"),
    STIFFNESS_ROW(
        "c11", .presence = EG_EXACTLY_ONE, "47.3 GPa",
        "Stiffness along x of an anisotropic medium, instead of vp and vs; it needs c33, c55 and c13. Of the "
        "indices 1 is x, 3 the vertical, y, and 5 the shear between both."),
    STIFFNESS_ROW("c33", .with = "c11", "33.9 GPa", "Stiffness along y; with c11."),
    STIFFNESS_ROW("c55", .with = "c11", "8.2 GPa",
                  "Stiffness of shear; with c11. Tables of crystals have it as c44."),
    STIFFNESS_ROW("c13", .with = "c11", "17 GPa", "Stiffness between x and y; with c11."),
    STIFFNESS_ROW(
        "c15", .with = "c11", "1 GPa",
        "Stiffness between x and shear; with c11. 0 if it is not given, as where x or y is a symmetry axis."),
    STIFFNESS_ROW("c35", .with = "c11", "-1 GPa",
                  "Stiffness between y and shear; with c11. 0 if it is not given."),
    TILT_ROW(.presence = EG_OPTIONAL)};
static const eg_case_row sh_rows[] = {
    EG_CASE_MATERIAL(
        "gamma", EG_DIMENSION_NONE, .after = "materials.*.vs", DOUBT,
        .sentence = "Thomsen's parameter of an anisotropic medium: by how much SH waves are faster across "
                    "the symmetry axis than along it, where vs is the speed. " THOMSEN,
        .example = "0.15"),
    TILT_ROW(.with = "vs")};
const eg_case_part eg_anisotropic_keys = EG_CASE_PART(rows), eg_anisotropic_sh_keys = EG_CASE_PART(sh_rows);

#define REFUSAL(KEY)                                                                                         \
    EG_ROW("materials.*." KEY, EG_TAKES_REAL, "Anisotropy.",                                                 \
           .refusal =                                                                                        \
               "media on forests are isotropic; take a mesh of triangles or quadrilaterals (mesh.box or a "  \
               "mesh file) for anisotropy")
static const eg_case_row refusals[] = {REFUSAL("epsilon"), REFUSAL("delta"), REFUSAL("tilt"), REFUSAL("c11")},
                         sh_refusals[] = {REFUSAL("gamma"), REFUSAL("tilt")};
const eg_case_part eg_isotropic_keys = EG_CASE_PART(refusals),
                   eg_isotropic_sh_keys = EG_CASE_PART(sh_refusals);

/* ---- materials, from values of the keys in the order of the ways */

enum { OPTIONAL = 5, OPTIONAL_SH = 2 };
static const char *const plane_key[EG_WAVES_WAYS][EG_WAVES_KEYS] = {
    {"density", "vp", "vs", "epsilon", "delta", NULL, NULL, "tilt"},
    {"density", "lambda", "mu", NULL, NULL, NULL, NULL, "tilt"},
    {"density", "c11", "c33", "c55", "c13", "c15", "c35", "tilt"}};
static const char *const sh_key[EG_WAVES_WAYS][EG_WAVES_KEYS] = {{"density", "vs", "gamma", "tilt"}};

static const double RATIO_MOST = 20, ANGLE_MOST = 6.283185307179587;

static bool is_ratio(double value)
{
    return fabs(value) <= RATIO_MOST;
}

#define RADIANS                                                                                              \
    "tilt is above 2 pi: expressions and rasters give radians (pi / 180 * degrees, or `scale: 0.0174533`),"
#define PERCENT(WHAT) WHAT " is above 20: it is a ratio, 0.2 for 20 %,"

static const char *find_stiffness(const eg_waves_kind *kind, int way, const double *given, double *c)
{
    double isotropic[4];
    if (way == 2) {
        memcpy(c, &given[1], EG_STIFFNESSES * sizeof *c);
        return NULL;
    }
    if (way == 0 && !(is_ratio(given[3]) && is_ratio(given[4])))
        return PERCENT("epsilon or delta");
    if (way == 0 && (given[3] != 0 || given[4] != 0))
        return eg_stiffness_from_thomsen(given[0], given[1], given[2], given[3], given[4], c)
                   ? NULL
                   : "delta is too low for these speeds: there is no stiffness c13 with it,";
    const char *wrong = kind->own->material(kind->own, way, given, isotropic);
    c[EG_C11] = c[EG_C33] = isotropic[0];
    c[EG_C13] = isotropic[1];
    c[EG_C55] = isotropic[2];
    c[EG_C15] = c[EG_C35] = 0;
    return wrong;
}

static const char *get_plane_material(const eg_waves_kind *kind, int way, const double *given,
                                      double *material)
{
    const char *wrong = find_stiffness(kind, way, given, material);
    if (wrong)
        return wrong;
    if (!(fabs(given[7]) <= ANGLE_MOST))
        return RADIANS;
    if (!eg_stiffness_is_positive(material))
        return "the stiffness is not positive definite: some deformation would give energy,";
    eg_stiffness_turn(given[7], material);
    material[EG_PLANE_VOLUME] = 1 / given[0];
    eg_stiffness_follow(kind->system, material);
    return NULL;
}

static const char *get_sh_material(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    (void)way;
    if (!is_ratio(given[2]))
        return PERCENT("gamma");
    if (!(fabs(given[3]) <= ANGLE_MOST))
        return RADIANS;
    if (!(given[2] > -0.5))
        return "gamma is not above -1/2, so that the stiffness is not positive,";
    material[EG_C44] = given[0] * given[1] * given[1];
    material[EG_C66] = material[EG_C44] * (1 + 2 * given[2]);
    material[EG_C46] = 0;
    eg_shear_stiffness_turn(given[3], material);
    material[EG_SHEAR_VOLUME] = 1 / given[0];
    eg_shear_stiffness_follow(kind->system, material);
    return NULL;
}

/* ---- systems */

#define A(row, column, place)                                                                                \
    {                                                                                                        \
        EG_PRESET_A, row, column, place, 0, true                                                             \
    }
#define B(row, column, place)                                                                                \
    {                                                                                                        \
        EG_PRESET_B, row, column, place, 0, true                                                             \
    }
#define H(row, column, place)                                                                                \
    {                                                                                                        \
        EG_PRESET_ENERGY, row, column, place, 0, false                                                       \
    }

enum { SXX, SYY, SXY, VX, VY };
static const eg_preset_term plane_terms[] = {
    A(SXX, VX, EG_C11),  A(SXX, VY, EG_C15),  A(SYY, VX, EG_C13),          A(SYY, VY, EG_C35),
    A(SXY, VX, EG_C15),  A(SXY, VY, EG_C55),  A(VX, SXX, EG_PLANE_VOLUME), A(VY, SXY, EG_PLANE_VOLUME),
    B(SXX, VX, EG_C15),  B(SXX, VY, EG_C13),  B(SYY, VX, EG_C35),          B(SYY, VY, EG_C33),
    B(SXY, VX, EG_C55),  B(SXY, VY, EG_C35),  B(VX, SXY, EG_PLANE_VOLUME), B(VY, SYY, EG_PLANE_VOLUME),
    H(SXX, SXX, EG_S11), H(SYY, SXX, EG_S13), H(SYY, SYY, EG_S33),         H(SXY, SXX, EG_S15),
    H(SXY, SYY, EG_S35), H(SXY, SXY, EG_S55), H(VX, VX, EG_PLANE_DENSITY), H(VY, VY, EG_PLANE_DENSITY)};

enum { SXZ, SYZ, VZ };
static const eg_preset_term sh_terms[] = {
    A(SXZ, VZ, EG_C66),  A(SYZ, VZ, EG_C46),          A(VZ, SXZ, EG_SHEAR_VOLUME), B(SXZ, VZ, EG_C46),
    B(SYZ, VZ, EG_C44),  B(VZ, SYZ, EG_SHEAR_VOLUME), H(SXZ, SXZ, EG_S66),         H(SYZ, SXZ, EG_S46),
    H(SYZ, SYZ, EG_S44), H(VZ, VZ, EG_SHEAR_DENSITY)};

/* A stiffness is whole or none. */
static void check_anisotropic(eg_case *loaded)
{
    static const char *const needed[] = {"c33", "c55", "c13"};
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++)
        for (size_t k = 0; k < sizeof needed / sizeof *needed; k++) {
            const eg_node *c11 = eg_node_child(eg_node_item(materials, i), "c11");
            if (c11 && !eg_node_child(eg_node_item(materials, i), needed[k]))
                eg_case_error_add_key(loaded, c11, "c11 needs %s beside it: give c11, c33, c55 and c13",
                                      needed[k]);
        }
}

static eg_status complete(eg_case *loaded, int count, const eg_preset_term *terms, eg_linear like)
{
    eg_given_model *model = eg_given_model_of(loaded);
    eg_linear *system = &model->matrices.system;
    eg_preset preset;
    check_anisotropic(loaded);
    EG_TRY(eg_preset_open(loaded, 0, like.materials, &preset));
    eg_preset_put(&preset, count, terms);
    system->source.density = like.source.density;
    system->derive = like.derive;
    system->alike = like.alike;
    system->following = like.materials - like.source.density - 1;
    EG_TRY(eg_preset_close(&preset));
    system->speed = like.speed;
    system->slowest = like.slowest;
    return EG_OK;
}

static eg_status complete_plane(eg_case *loaded)
{
    eg_waves_kind *kind = &eg_given_model_of(loaded)->kind;
    memcpy(kind->key, plane_key, sizeof kind->key);
    kind->keys = 3 + OPTIONAL;
    kind->optional = OPTIONAL;
    kind->material = get_plane_material;
    return complete(loaded, (int)(sizeof plane_terms / sizeof *plane_terms), plane_terms,
                    (eg_linear){.materials = EG_PLANE_MATERIALS,
                                .source.density = EG_PLANE_VOLUME,
                                .derive = eg_stiffness_follow,
                                .speed = eg_stiffness_speed,
                                .slowest = eg_stiffness_slowest,
                                .alike = EG_STIFFNESSES});
}

static eg_status complete_sh(eg_case *loaded)
{
    eg_waves_kind *kind = &eg_given_model_of(loaded)->kind;
    memcpy(kind->key, sh_key, sizeof kind->key);
    kind->keys = 2 + OPTIONAL_SH;
    kind->optional = OPTIONAL_SH;
    kind->material = get_sh_material;
    return complete(loaded, (int)(sizeof sh_terms / sizeof *sh_terms), sh_terms,
                    (eg_linear){.materials = EG_SHEAR_MATERIALS,
                                .source.density = EG_SHEAR_VOLUME,
                                .derive = eg_shear_stiffness_follow,
                                .speed = eg_shear_stiffness_speed,
                                .slowest = eg_shear_stiffness_slowest,
                                .alike = EG_SHEAR_STIFFNESSES});
}

static const char *const calls[] = {"epsilon", "delta", "tilt", "c11", NULL}, *const sh_calls[] = {
                                                                                  "gamma", "tilt", NULL};
const eg_waves_preset eg_anisotropic_preset = {.name = "anisotropy",
                                               .keys = calls,
                                               .complete = complete_plane},
                      eg_anisotropic_sh_preset = {
                          .name = "anisotropy", .keys = sh_calls, .complete = complete_sh};
