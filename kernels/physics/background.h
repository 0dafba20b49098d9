/* The air at rest at a height (src/physics/atmosphere/background.h has the equations), and the rate of sponge
 * layers, in double precision: host and kernels have the same bits. Include math.h and math_circular.h
 * before. */
#ifndef EG_KERNELS_BACKGROUND_H
#define EG_KERNELS_BACKGROUND_H

/* Kinds of air, as eg_background_kind. */
#define BACKGROUND_ISENTROPIC 0
#define BACKGROUND_FREQUENCY 1
#define BACKGROUND_ISOTHERMAL 2
#define BACKGROUND_SOUNDING 3

typedef struct background_air {
    double gas_constant, heat_capacity, reference_pressure;
    double gravity, theta, frequency, temperature;
} background_air;

/* The Exner pressure, theta (K) and d theta / dz at a height. */
typedef struct background_profile {
    double exner, theta, slope;
} background_profile;

/* (1 - exp(-x)) / x; 1 at 0. */
FUNCTION double background_mean_decay(double x)
{
    double sum = 1.0 / 362880.0, factorial = 40320.0;
    if (eg_abs(x) > 0.05)
        return (1.0 - eg_exp(-x)) / x;
    for (int k = 8; k > 0; k--) {
        sum = FMA64(-x, sum, 1.0 / factorial);
        factorial = factorial / (double)k;
    }
    return sum;
}

/* ln(1 + r) / r; 1 at 0. The sum of x^k / k, x = -r, stops where it is below 1e-17. */
FUNCTION double background_mean_inverse(double r)
{
    double sum = 0.0;
    if (eg_abs(r) > 0.05)
        return eg_ln(1.0 + r) / r;
    for (int k = 13; k > 0; k--)
        sum = FMA64(-r, sum, 1.0 / (double)k);
    return sum;
}

FUNCTION background_profile background_constant_frequency(background_air o, double z)
{
    const double rate = o.frequency * o.frequency / (o.gravity > 0.0 ? o.gravity : 1.0);
    const double drop = o.gravity * z / (o.heat_capacity * o.theta);
    background_profile p;
    p.exner = 1.0 - drop * background_mean_decay(rate * z);
    p.theta = o.theta * eg_exp(rate * z);
    p.slope = rate * p.theta;
    return p;
}

FUNCTION background_profile background_isothermal(background_air o, double z)
{
    const double rate = o.gravity / (o.heat_capacity * o.temperature);
    background_profile p;
    p.exner = eg_exp(-rate * z);
    p.theta = o.temperature * eg_exp(rate * z);
    p.slope = rate * p.theta;
    return p;
}

/* The integral of g / (c_p theta) over a height dz above a row, with theta linear. */
FUNCTION double background_exner_drop(background_air o, double theta, double slope, double dz)
{
    return o.gravity * dz / (o.heat_capacity * theta) * background_mean_inverse(slope * dz / theta);
}

/* A height dz above a row of a sounding. */
FUNCTION background_profile background_above_row(background_air o, double exner, double theta, double slope,
                                                 double dz)
{
    background_profile p;
    p.exner = exner - background_exner_drop(o, theta, slope, dz);
    p.theta = FMA64(slope, dz, theta);
    p.slope = slope;
    return p;
}

FUNCTION double background_pressure(background_air o, double exner)
{
    return o.reference_pressure * eg_pow(exner, o.heat_capacity / o.gas_constant);
}

/* rho theta, kg K/m3. */
FUNCTION double background_heat(background_air o, double exner)
{
    const double power = (o.heat_capacity - o.gas_constant) / o.gas_constant;
    return o.reference_pressure / o.gas_constant * eg_pow(exner, power);
}

/* What a sponge layer takes of its rate at a distance from its side, m: 0 from its inner end on; a thickness
 * of 0: none. */
FUNCTION double sponge_fraction(double distance, double thickness)
{
    const double depth = thickness > 0.0 ? 1.0 - distance / thickness : 0.0;
    const double held = depth < 1.0 ? depth : 1.0;
    const double sine = depth > 0.0 ? eg_sin(0.5 * 0x1.921fb54442d18p+1 * held) : 0.0;
    return sine * sine;
}

#endif
