/* The flux of the equations of physics/euler.h by an evolution operator: pressure and normal velocity of the
 * operator (physics/evolution.h), what they carry from the side that the flow comes from.
 *
 *   F = u* (rho, m, T, X)_upwind + p* (0, n, 0, 0)
 *
 * Functions see both states in the frame of a face, as those of physics/euler.h do. Theory page, "evolution
 * operators". */
#ifndef EG_KERNELS_PHYSICS_EULER_STAR_H
#define EG_KERNELS_PHYSICS_EULER_STAR_H

#include "physics/euler.h"
#include "physics/evolution.h"

/* Impedance rho c of means of density and pressure, kg/(m2 s). */
FUNCTION real euler_impedance(real density, real pressure, real gamma)
{
    return SQRT(gamma * (density * pressure));
}

/* Pressure and normal velocity inside a face, from those of both sides. */
FUNCTION evolution_normal euler_meeting_of(euler_both b, euler_air air, euler_state left, euler_state right,
                                           real gamma)
{
    const real ul = b.ul, ur = b.ur, pl = b.pl, pr = b.pr;
    const real density = FMA(R(0.5), left.v0 + right.v0, air.density);
    const real pressure = FMA(R(0.5), pl + pr, air.pressure);
    const real z = euler_impedance(density, pressure, gamma);
    return evolution_between(pl, ul, pr, ur, z, RECIPROCAL(z));
}

FUNCTION evolution_normal euler_meeting(euler_air air, euler_state left, euler_state right, real gamma)
{
    return euler_meeting_of(euler_sides(air, left, right, gamma), air, left, right, gamma);
}

/* The flux of pressure and normal velocity. */
FUNCTION euler_state euler_carried(euler_air air, euler_state left, euler_state right, evolution_normal star)
{
    const int forward = star.u >= R(0.0);
    euler_state f;
#define UPWIND(p) f.v##p = star.u * (forward ? left.v##p : right.v##p);
    EACH_VAR(UPWIND)
#undef UPWIND
    f.v0 = FMA(star.u, air.density, f.v0);
    f.v1 = f.v1 + star.p;
    f.v3 = FMA(star.u, air.heat, f.v3);
    return f;
}

#endif
