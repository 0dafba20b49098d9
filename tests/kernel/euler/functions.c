/* One table of point functions; TABLE is its name, EG_F32 its precision. */
#include "kernel/euler/functions.h"

#include <float.h>

#define LANES 1
#define ITEMS 1
#define TRACER 1
#include "../kernels/target/host.h"
#include "../kernels/physics/euler.h"

static euler_air air_of(const double *air)
{
    return (euler_air){R(air[0]), R(air[1]), R(air[2])};
}

static euler_state state_of(const double *q)
{
    return (euler_state){R(q[0]), R(q[1]), R(q[2]), R(q[3]), R(q[4])};
}

static void give(euler_state q, double *out)
{
    out[0] = q.v0;
    out[1] = q.v1;
    out[2] = q.v2;
    out[3] = q.v3;
    out[4] = q.v4;
}

static double round_to(double x)
{
    return R(x);
}

static double pressure(const double *air, double heat, double gamma)
{
    return euler_pressure(air_of(air), R(heat), R(gamma));
}

static double speed(const double *air, const double *q, double gamma)
{
    return euler_speed(air_of(air), state_of(q), R(gamma));
}

static void flux(const double *air, const double *q, double gamma, double *out)
{
    const euler_air at = air_of(air);
    const euler_state u = state_of(q);
    give(euler_flux(at, u, u.v1 / (at.density + u.v0), euler_pressure(at, u.v3, R(gamma))), out);
}

static void rusanov(const double *air, const double *left, const double *right, double gamma, double *out)
{
    give(euler_rusanov(air_of(air), state_of(left), state_of(right), R(gamma)), out);
}

static void hllc(const double *air, const double *left, const double *right, double gamma, double *out)
{
    give(euler_hllc(air_of(air), state_of(left), state_of(right), R(gamma)), out);
}

const euler_functions TABLE = {
#ifdef EG_F32
    .epsilon = FLT_EPSILON,
#else
    .epsilon = DBL_EPSILON,
#endif
    .round = round_to,
    .pressure = pressure,
    .speed = speed,
    .flux = flux,
    .across = {rusanov, hllc}};
