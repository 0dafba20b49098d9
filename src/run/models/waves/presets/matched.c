/* Matched layers of acoustic and SH waves (docs/theory/linear.md, "Matched layers"). One variable c, a pressure or a
 * velocity across the plane, and one along each axis, w_x and w_y, have
 *
 *   c_t + div w = 0,   w_t + grad c = 0
 *
 * with factors of the medium. Coordinates are stretched by s = 1 + d / (a + i omega) along each axis, a the same for
 * both, and w_x stands for s_y w_x, w_y for s_x w_y: A and B stay what they are. With the memories m, n of c and q of w
 *
 *   c_t   + ... = -(d_x + d_y - d_x d_y / a) (c - m) - d_x d_y / a (c - n)
 *   w_x_t + ... = (d_y - d_x) (w_x - q_x)   m_t = a (c - m)   n_t = a (m - n)   q_x_t = (a + d_y) (w_x - q_x)
 *
 * and the same along y. */
#include "run/models/waves/presets/presets.h"

/* Places of the material, behind those of the model's own, a modulus and 1 / rho. */
enum {
    MODULUS,
    LIGHTNESS,
    DAMPING_X, /* eg_waves_kind.matched */
    DAMPING_Y,
    SHIFT,
    SINGLE, /* d_x + d_y - d_x d_y / a */
    TWICE,  /* d_x d_y / a */
    SUM,    /* d_x + d_y */
    APART,  /* d_x - d_y */
    BEYOND_X,
    BEYOND_Y, /* a + d */
    COMPLIANCE,
    DENSITY,
    PLACES
};

static void derive(const eg_linear *system, double *material)
{
    double x = material[DAMPING_X], y = material[DAMPING_Y], a = material[SHIFT];
    (void)system;
    material[TWICE] = a > 0 ? x * y / a : 0;
    material[SUM] = x + y;
    material[SINGLE] = x + y - material[TWICE];
    material[APART] = x - y;
    material[BEYOND_X] = a + x;
    material[BEYOND_Y] = a + y;
    material[COMPLIANCE] = 1 / material[MODULUS];
    material[DENSITY] = 1 / material[LIGHTNESS];
}

static const char *get_medium(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    const char *wrong = kind->own->material(kind->own, way, given, material);
    if (wrong)
        return wrong;
    material[DAMPING_X] = material[DAMPING_Y] = material[SHIFT] = 0;
    derive(kind->system, material);
    return NULL;
}

static double speed_of(const eg_linear *system, const double *material)
{
    (void)system;
    return sqrt(material[MODULUS] * material[LIGHTNESS]);
}

/* ---- the system: c, w_x and w_y are the variables `one`, `x` and `x` + 1 */

static void put_waves(const eg_preset *preset, int one, int x)
{
    bool sound = one == 0; /* p_t + K div v = 0; v_z_t - div sigma / rho = 0 */
    for (int d = 0; d < 2; d++)
        eg_preset_put(
            preset, 2,
            (const eg_preset_term[]){{d, one, x + d, .place = sound ? MODULUS : LIGHTNESS, .minus = !sound},
                                     {d, x + d, one, .place = sound ? LIGHTNESS : MODULUS, .minus = !sound}});
    for (int v = 0; v < 3; v++)
        eg_preset_put(
            preset, 1,
            &(eg_preset_term){EG_PRESET_ENERGY, v, v, .place = (v == one) == sound ? COMPLIANCE : DENSITY});
}

static void put_layers(const eg_preset *preset, int one, int x)
{
    enum { M = 3, N, Q };
    const eg_preset_term term[] = {{EG_PRESET_E, one, one, .place = SUM, .minus = true},
                                   {EG_PRESET_E, one, M, .place = SINGLE},
                                   {EG_PRESET_E, one, N, .place = TWICE},
                                   {EG_PRESET_E, M, one, .place = SHIFT},
                                   {EG_PRESET_E, M, M, .place = SHIFT, .minus = true},
                                   {EG_PRESET_E, N, M, .place = SHIFT},
                                   {EG_PRESET_E, N, N, .place = SHIFT, .minus = true}};
    eg_preset_put(preset, sizeof term / sizeof *term, term);
    for (int d = 0; d < 2; d++) {
        int beyond = d == 0 ? BEYOND_Y : BEYOND_X;
        const eg_preset_term along[] = {{EG_PRESET_E, x + d, x + d, .place = APART, .minus = d == 0},
                                        {EG_PRESET_E, x + d, Q + d, .place = APART, .minus = d == 1},
                                        {EG_PRESET_E, Q + d, x + d, .place = beyond},
                                        {EG_PRESET_E, Q + d, Q + d, .place = beyond, .minus = true}};
        eg_preset_put(preset, sizeof along / sizeof *along, along);
    }
}

/* What does not go with matched layers. */
static bool is_refused(eg_case *loaded)
{
    const eg_node *boundaries = eg_case_find(loaded, "boundaries"),
                  *flux = eg_case_find(loaded, "numerics.flux");
    if (eg_node_is(flux, "rusanov")) {
        eg_case_error_add(loaded, flux, "matched layers ('pml') need numerics.flux: upwind");
        return true;
    }
    for (int64_t i = 0; i < eg_node_count(boundaries); i++) {
        const eg_node *of = eg_node_item(boundaries, i);
        if (!eg_node_is(of, "absorbing") && !eg_node_child(of, "absorbing") && !eg_node_child(of, "inflow"))
            continue;
        eg_case_error_add_key(loaded, of,
                              "%s goes with no matched layer ('pml') at another boundary, whose waves it "
                              "would reflect; give it a layer, too",
                              eg_node_name(of));
        return true;
    }
    return false;
}

static eg_status complete(eg_case *loaded)
{
    eg_given_model *model = eg_given_model_of(loaded);
    bool sound = model->kind.system == &eg_linear_acoustic;
    int one = sound ? 0 : 2, x = sound ? 1 : 0;
    eg_preset preset;
    if (is_refused(loaded))
        return EG_OK;
    model->kind.matched = DAMPING_X;
    model->kind.material = get_medium;
    EG_TRY(eg_preset_open(loaded, 4, PLACES, &preset));
    put_waves(&preset, one, x);
    put_layers(&preset, one, x);
    EG_TRY(eg_preset_close(&preset));
    model->matrices.system.speed = speed_of;
    model->matrices.system.derive = derive;
    return EG_OK;
}

static const char *const none[] = {NULL};
const eg_waves_preset eg_matched_preset = {
    .name = "a matched layer ('pml')", .keys = none, .boundary = "pml", .complete = complete};

static const eg_case_row rows[] = {EG_ROW(
    "boundaries.*.pml", EG_TAKES_REAL,
    "Absorbing, with a perfectly matched layer of this width inside the mesh, whose inner edge follows "
    "faces. "
    "The boundary is a side of the mesh along x or y. All cells carry the layers' variables.",
    "200 m", EG_CASE_LENGTH, .range = EG_RANGE_POSITIVE, .presence = EG_EXACTLY_ONE)};
const eg_case_part eg_matched_keys = EG_CASE_PART(rows);

static const eg_case_row no_rows[] = {
    EG_ROW("boundaries.*.pml", EG_TAKES_REAL, "Absorbing, with a matched layer before it.",
           .refusal = "matched layers of elastic waves are computed on forests alone, with mesh.forest; take "
                      "{absorbing: WIDTH}")};
const eg_case_part eg_no_matched_keys = EG_CASE_PART(no_rows);
