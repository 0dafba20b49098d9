/* Hydrostatic backgrounds: the Exner pressure in closed form, and the rest follows from it. */
#include "physics/atmosphere/background.h"

#include <math.h>

#include "base/device_math.h"
#include "base/search.h"
#include "physics/background.h"

_Static_assert(BACKGROUND_ISENTROPIC == EG_BACKGROUND_ISENTROPIC &&
                   BACKGROUND_FREQUENCY == EG_BACKGROUND_FREQUENCY &&
                   BACKGROUND_ISOTHERMAL == EG_BACKGROUND_ISOTHERMAL &&
                   BACKGROUND_SOUNDING == EG_BACKGROUND_SOUNDING,
               "kernels/physics/background.h and this file name the same kinds");

struct eg_background {
    eg_context *context;
    eg_background_options options;
    /* A sounding: */
    int64_t count;
    double *height, *theta; /* [count] m, K */
    double *exner;          /* [count] hydrostatic */
    double residual;
    int64_t residual_line;
};

/* ---- the gas */

double eg_gas_exponent(const eg_gas *gas)
{
    return gas->heat_capacity / (gas->heat_capacity - gas->gas_constant);
}

double eg_gas_pressure(const eg_gas *gas, double density_theta)
{
    double ratio = gas->gas_constant * density_theta / gas->reference_pressure;
    return gas->reference_pressure * eg_pow(ratio, eg_gas_exponent(gas));
}

/* ---- profiles: kernels/physics/background.h */

static background_air air_of(const eg_background_options *o)
{
    return (background_air){.gas_constant = o->gas.gas_constant,
                            .heat_capacity = o->gas.heat_capacity,
                            .reference_pressure = o->gas.reference_pressure,
                            .gravity = o->gravity,
                            .theta = o->theta,
                            .frequency = o->frequency,
                            .temperature = o->temperature};
}

static double row_slope(const eg_background *b, int64_t row)
{
    return (b->theta[row + 1] - b->theta[row]) / (b->height[row + 1] - b->height[row]);
}

static background_profile profile_at(const eg_background *b, double z)
{
    const background_air air = air_of(&b->options);
    switch (b->options.kind) {
    case EG_BACKGROUND_ISENTROPIC:
    case EG_BACKGROUND_FREQUENCY:
        return background_constant_frequency(air, z);
    case EG_BACKGROUND_ISOTHERMAL:
        return background_isothermal(air, z);
    case EG_BACKGROUND_SOUNDING:
        break;
    }
    /* the last row that is not above z, at most the last but one */
    int64_t row = EG_SEARCH(i, 1, b->count - 1, b->height[i] <= z) - 1;
    return background_above_row(air, b->exner[row], b->theta[row], row_slope(b, row), z - b->height[row]);
}

/* ---- checks */

static eg_status check_positive_constant(eg_context *context, const char *what, double value,
                                         const char *unit)
{
    if (isfinite(value) && value > 0.0)
        return EG_OK;
    return eg_fail(context, EG_CASE, "background: the %s is %g %s; it must be positive and finite", what,
                   value, unit);
}

static eg_status check_gas(eg_context *context, const eg_gas *gas)
{
    EG_TRY(check_positive_constant(context, "gas constant", gas->gas_constant, "J/(kg K)"));
    EG_TRY(check_positive_constant(context, "heat capacity", gas->heat_capacity, "J/(kg K)"));
    EG_TRY(check_positive_constant(context, "reference pressure", gas->reference_pressure, "Pa"));
    if (gas->heat_capacity > gas->gas_constant)
        return EG_OK;
    return eg_fail(context, EG_CASE,
                   "background: the heat capacity at constant pressure, %g J/(kg K), is not above the gas "
                   "constant, %g J/(kg K); of dry air they are 1004.5 and 287",
                   gas->heat_capacity, gas->gas_constant);
}

static eg_status check_background(eg_context *context, const eg_background_options *o)
{
    EG_TRY(check_gas(context, &o->gas));
    if (!(isfinite(o->gravity) && o->gravity >= 0.0))
        return eg_fail(context, EG_CASE, "background: gravity is %g m/s2; it must be finite and not negative",
                       o->gravity);
    if (o->kind == EG_BACKGROUND_FREQUENCY && o->gravity == 0.0)
        return eg_fail(context, EG_CASE,
                       "background: there is no buoyancy frequency without gravity; take another background");
    if (o->kind == EG_BACKGROUND_ISOTHERMAL)
        return check_positive_constant(context, "temperature", o->temperature, "K");
    if (o->kind == EG_BACKGROUND_SOUNDING)
        return EG_OK;
    if (o->kind == EG_BACKGROUND_FREQUENCY)
        EG_TRY(check_positive_constant(context, "frequency", o->frequency, "1/s"));
    return check_positive_constant(context, "potential temperature", o->theta, "K");
}

/* Exner pressures fall with height. */
static eg_status check_top(const eg_background *b, double high)
{
    double exner = profile_at(b, high).exner;
    if (exner > 0.0 && isfinite(exner))
        return EG_OK;
    return eg_fail(b->context, EG_CASE,
                   "background: the air ends below the top of the mesh at %g m, where the Exner pressure "
                   "would be %g; lower the top, or take a warmer or more stable background",
                   high, exner);
}

/* ---- soundings */

static eg_status check_sounding_range(const eg_background *b, const eg_sounding *s, double low, double high)
{
    int64_t last = s->count - 1;
    if (s->height[0] > low)
        return eg_fail(b->context, EG_INPUT,
                       "%s:%lld: the sounding begins at %g m, above the lowest point of the mesh "
                       "at %g m; add a row there",
                       s->path, (long long)s->line[0], s->height[0], low);
    if (s->height[last] < high)
        return eg_fail(b->context, EG_INPUT,
                       "%s:%lld: the sounding stops at %g m, below the top of the mesh at %g m; "
                       "add rows or lower the top",
                       s->path, (long long)s->line[last], s->height[last], high);
    return EG_OK;
}

static eg_status copy_rows(eg_background *b, const eg_sounding *s)
{
    b->count = s->count;
    EG_TRY(EG_ALLOC(b->context, EG_BLOCK(s->count, b->height), EG_BLOCK(s->count, b->theta),
                    EG_BLOCK(s->count, b->exner)));
    for (int64_t i = 0; i < s->count; i++) {
        b->height[i] = s->height[i];
        b->theta[i] = s->theta[i];
    }
    return EG_OK;
}

/* The hydrostatic Exner pressures, and how far the given pressures are from them. */
static void integrate_sounding(eg_background *b, const eg_sounding *s)
{
    const eg_gas *gas = &b->options.gas;
    b->exner[0] = eg_pow(s->pressure[0] / gas->reference_pressure, gas->gas_constant / gas->heat_capacity);
    for (int64_t i = 1; i < b->count; i++) {
        double dz = b->height[i] - b->height[i - 1];
        double drop = background_exner_drop(air_of(&b->options), b->theta[i - 1], row_slope(b, i - 1), dz);
        b->exner[i] = b->exner[i - 1] - drop;
        double pressure = b->exner[i] > 0.0 ? background_pressure(air_of(&b->options), b->exner[i]) : 0.0;
        double residual = fabs(s->pressure[i] / pressure - 1.0);
        if (!(residual <= b->residual)) { /* NaN counts */
            b->residual = residual;
            b->residual_line = s->line[i];
        }
    }
}

static eg_status take_sounding(eg_background *b, double low, double high)
{
    const eg_sounding *s = b->options.sounding;
    assert(s && s->count >= 2);
    EG_TRY(check_sounding_range(b, s, low, high));
    EG_TRY(copy_rows(b, s));
    integrate_sounding(b, s);
    b->options.sounding = NULL;
    double most = b->options.residual > 0.0 ? b->options.residual : EG_BACKGROUND_RESIDUAL;
    if (b->residual <= most)
        return EG_OK;
    return eg_fail(b->context, EG_INPUT,
                   "%s:%lld: the sounding is not hydrostatic: the pressure here is off by %.3g of the one "
                   "that follows from the lowest row and theta (%g is allowed); check that the columns have "
                   "their units, and that theta is the potential temperature",
                   s->path, (long long)b->residual_line, b->residual, most);
}

void eg_sounding_destroy(eg_sounding **sounding)
{
    if (!*sounding)
        return;
    eg_sounding *s = *sounding;
    EG_FREE(&s->height, &s->pressure, &s->theta, &s->line, &s->path, sounding);
}

/* ---- the object */

eg_status eg_background_create(eg_context *context, const eg_background_options *options, double low,
                               double high, eg_background **background)
{
    assert(context && options && background && low <= high);
    EG_ENDS_WITH(eg_background_destroy) eg_background *made = NULL;
    *background = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    made->options = *options;
    EG_TRY(check_background(context, options));
    if (options->kind == EG_BACKGROUND_ISENTROPIC)
        made->options.frequency = 0.0;
    if (options->kind == EG_BACKGROUND_SOUNDING)
        EG_TRY(take_sounding(made, low, high));
    EG_TRY(check_top(made, high));
    return eg_hand_over(&made, background);
}

void eg_background_destroy(eg_background **background)
{
    if (!*background)
        return;
    eg_background *b = *background;
    EG_FREE(&b->height, &b->theta, &b->exner, background);
}

static inline eg_background_state state_at(const eg_background *b, double height)
{
    const background_air air = air_of(&b->options);
    const background_profile p = profile_at(b, height);
    double density_theta = background_heat(air, p.exner);
    return (eg_background_state){.density = density_theta / p.theta,
                                 .theta = p.theta,
                                 .density_theta = density_theta,
                                 .pressure = background_pressure(air, p.exner),
                                 .theta_slope = p.slope};
}

/* Where the processor has a multiply-add, powers and logarithms use it; elsewhere the C library's gives the
 * same bits, slowly. */
#if defined(__x86_64__)
__attribute__((target("avx2,fma"), flatten)) static eg_background_state fused_state_at(const eg_background *b,
                                                                                       double height)
{
    return state_at(b, height);
}

eg_background_state eg_background_at(const eg_background *b, double height)
{
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return fused_state_at(b, height);
    return state_at(b, height);
}
#else
eg_background_state eg_background_at(const eg_background *b, double height)
{
    return state_at(b, height);
}
#endif

double eg_sponge_fraction(double distance, double thickness)
{
    return sponge_fraction(distance, thickness);
}

const eg_background_options *eg_background_describe(const eg_background *background)
{
    return &background->options;
}

int64_t eg_background_rows(const eg_background *b, const double *columns[3])
{
    columns[0] = b->height;
    columns[1] = b->theta;
    columns[2] = b->exner;
    return b->count;
}

const eg_gas *eg_background_gas(const eg_background *background)
{
    return &background->options.gas;
}

double eg_background_gravity(const eg_background *background)
{
    return background->options.gravity;
}

double eg_background_residual(const eg_background *background, int64_t *line)
{
    *line = background->residual_line;
    return background->residual;
}
