/* The air at rest: density, potential temperature and pressure of a dry ideal gas in hydrostatic balance, as
 * functions of height alone.
 *
 *   p = p0 (R rho theta / p0)^gamma,  gamma = c_p / (c_p - R),  dp/dz = -rho g
 *
 * With the Exner pressure pi = (p / p0)^(R / c_p) the balance is d(pi)/dz = -g / (c_p theta), and rho theta =
 * (p0 / R) pi^((c_p - R) / R). The pressure is p0 at height 0, except of a sounding.
 *
 *   isentropic           theta = theta_0,                  pi = 1 - g z / (c_p theta_0)
 *   constant frequency   theta = theta_0 exp(N^2 z / g),   pi = 1 - g z / (c_p theta_0) (1 - exp(-x)) / x,  x
 *                        = N^2 z / g
 *   isothermal           pi = exp(-g z / (c_p T)),         theta = T / pi
 *   sounding             theta is linear between its rows; pi is integrated from the pressure of its lowest
 *                        row, so that the balance holds exactly. Its other pressures are compared with that
 *                        (residual).
 *
 * Without gravity the air is the same everywhere; a constant frequency is then refused. Everything is host,
 * double precision, on the functions of kernels/math.h in a fixed order: the same bits on every machine. */
#ifndef EG_PHYSICS_BACKGROUND_H
#define EG_PHYSICS_BACKGROUND_H

#include "base/base.h"

typedef struct eg_gas {
    double gas_constant;       /* R, J/(kg K) */
    double heat_capacity;      /* c_p, J/(kg K), above R */
    double reference_pressure; /* p0, Pa */
} eg_gas;

/* gamma = c_p / (c_p - R). */
double eg_gas_exponent(const eg_gas *gas);
/* p, Pa, of rho theta, kg K/m3. */
double eg_gas_pressure(const eg_gas *gas, double density_theta);

typedef enum eg_background_kind {
    EG_BACKGROUND_ISENTROPIC,
    EG_BACKGROUND_FREQUENCY,
    EG_BACKGROUND_ISOTHERMAL,
    EG_BACKGROUND_SOUNDING
} eg_background_kind;

/* A measured or made profile: rows from the lowest to the highest. */
typedef struct eg_sounding {
    eg_context *context;
    char *path;       /* of the file, for messages */
    int64_t count;    /* rows, at least 2 */
    double *height;   /* [count] m, strictly ascending */
    double *pressure; /* [count] Pa, strictly descending, positive */
    double *theta;    /* [count] K, positive */
    int64_t *line;    /* [count] line of each row in the file, for messages */
} eg_sounding;

/* Frees it and sets *sounding to NULL; NULL is fine. */
void eg_sounding_destroy(eg_sounding **sounding);

/* What a background is made of: of theta, frequency, temperature and sounding those that its kind names. */
typedef struct eg_background_options {
    eg_background_kind kind;
    eg_gas gas;
    double gravity;              /* g, m/s2, at least 0 */
    double theta;                /* theta_0, K, at height 0 */
    double frequency;            /* N, 1/s */
    double temperature;          /* T, K */
    const eg_sounding *sounding; /* only read by create */
    double residual;             /* largest one of a sounding that is taken; 0: EG_BACKGROUND_RESIDUAL */
} eg_background_options;

/* Parts of the pressure. Soundings are given to a tenth of a hectopascal and dry air is not moist air: that
 * is well below. Pressures in another unit, or temperatures instead of potential ones, are well above. */
#define EG_BACKGROUND_RESIDUAL 0.01

/* The air at a height. */
typedef struct eg_background_state {
    double density;       /* kg/m3 */
    double theta;         /* K */
    double density_theta; /* kg K/m3: the product of both, from the Exner pressure */
    double pressure;      /* Pa */
    double theta_slope;   /* d(theta)/dz, K/m; at a row of a sounding that of the interval above */
} eg_background_state;

typedef struct eg_background eg_background;

/* Makes the background of heights from low to high, m; the caller owns it. EG_CASE with the value and a way
 * out for: a number that is not positive and finite (gravity: not below 0), c_p not above R, a frequency
 * without gravity, air that ends (pi = 0) below `high`. EG_INPUT with file and line for a sounding that
 * begins above `low` or stops below `high`, and one that is not hydrostatic, with its residual. */
eg_status eg_background_create(eg_context *context, const eg_background_options *options, double low,
                               double high, eg_background **background);
void eg_background_destroy(eg_background **background);

/* The air at a height in [low, high], m. */
eg_background_state eg_background_at(const eg_background *background, double height);
/* What a sponge layer takes of its rate at a distance from its side, m: 0 from its inner end on; a thickness
 * of 0: none. */
double eg_sponge_fraction(double distance, double thickness);
const eg_gas *eg_background_gas(const eg_background *background);
/* What it was made of, but for the sounding; frequency is 0 of isentropic air. */
const eg_background_options *eg_background_describe(const eg_background *background);
/* Rows of its sounding, 0: none; columns: heights (m), theta (K), Exner pressures, [rows]. */
int64_t eg_background_rows(const eg_background *background, const double *columns[3]);
double eg_background_gravity(const eg_background *background);
/* The largest |p_given / p - 1| of a sounding's rows, and the line of it; 0 and 0 of other kinds. */
double eg_background_residual(const eg_background *background, int64_t *line);

#endif
