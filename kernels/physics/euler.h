/* Compressible flow of a dry ideal gas over air at rest, as deviations from it, in conserved variables:
 *
 *   rho'_t + div m = 0
 *   m_t + div(m m / rho + p' I) = -g rho' e_z
 *   T'_t + div(theta m) = 0,  theta = T / rho
 *   X_t + div(X / rho m) = 0                       (TRACER)
 *   p' = p_b ((1 + T' / T_b)^gamma - 1)
 *
 * rho = rho_b + rho', T = rho theta = T_b + T'; Block 2012, (2), with the third equation in conserved form.
 * Air at rest has rho' = m = T' = 0 to the bit, and every flux of it is 0. docs/theory/atmosphere.md.
 *
 * Functions that take two states see them in the frame of a face, v1 along its normal and v2 across it. No
 * arrays, no branches: the loop over lanes stays a vector. */
#ifndef EG_KERNELS_PHYSICS_EULER_H
#define EG_KERNELS_PHYSICS_EULER_H

#include "math_increment.h"

#if TRACER
#define VARS 5
#define EACH_VAR(m) m(0) m(1) m(2) m(3) m(4)
#else
#define VARS 4
#define EACH_VAR(m) m(0) m(1) m(2) m(3)
#endif

/* rho', two components of m, T', and X with TRACER. */
typedef struct euler_state {
    real v0, v1, v2, v3;
#if TRACER
    real v4;
#endif
} euler_state;
typedef euler_state phys_state;
#include "physics/states.h"

/* The air at rest: rho_b, T_b, p_b. */
enum { EULER_AIR = 3 };
typedef struct euler_air {
    real density, heat, pressure;
} euler_air;

FUNCTION euler_air euler_load_air(GLOBAL CONST real *from, int apart)
{
    euler_air air;
    air.density = from[0];
    air.heat = from[apart];
    air.pressure = from[2 * apart];
    return air;
}

/* p', Pa. */
FUNCTION real euler_pressure(euler_air air, real heat, real gamma)
{
#if WIDE_LOOPS
    return air.pressure * POWER_INCREMENT(air.heat, heat, gamma);
#else
    near_increment found = eg_near_increment(air.heat, heat, gamma);
    if (!found.is_near)
        found.value = POWER_INCREMENT(air.heat, heat, gamma);
    return air.pressure * found.value;
#endif
}

/* The states at a point of a face in its frame: the cell's own, and those of the left and the right cell. */
typedef struct face_sides {
    euler_state own, left, right;
} face_sides;

/* Normal velocities and pressures of both sides of a face. */
typedef struct euler_both {
    real ul, ur, pl, pr;
} euler_both;

#if WIDE_LOOPS
FUNCTION euler_both euler_sides(euler_air air, euler_state left, euler_state right, real gamma)
{
    const real rl = air.density + left.v0, rr = air.density + right.v0;
    euler_both b;
    b.ul = left.v1 / rl;
    b.ur = right.v1 / rr;
    b.pl = euler_pressure(air, left.v3, gamma);
    b.pr = euler_pressure(air, right.v3, gamma);
    return b;
}
#else
/* Of `count` points, at most two: without a branch between them as long as all have the short way. */
FUNCTION void euler_sides_of(int count, const euler_air *air, const face_sides *sides, real gamma,
                             euler_both *b)
{
    near_increment l[2], r[2];
    int is_rare = 0;
    UNROLL
    for (int i = 0; i < count; i++) {
        l[i] = eg_near_increment(air[i].heat, sides[i].left.v3, gamma);
        r[i] = eg_near_increment(air[i].heat, sides[i].right.v3, gamma);
        b[i].ul = DIVIDE(sides[i].left.v1, air[i].density + sides[i].left.v0);
        b[i].ur = DIVIDE(sides[i].right.v1, air[i].density + sides[i].right.v0);
        is_rare = is_rare || !(l[i].is_near && r[i].is_near) || IS_TINY(sides[i].left.v1) ||
                  IS_TINY(sides[i].right.v1);
    }
    if (is_rare) {
        UNROLL
        for (int i = 0; i < count; i++) {
            b[i].ul = sides[i].left.v1 / (air[i].density + sides[i].left.v0);
            b[i].ur = sides[i].right.v1 / (air[i].density + sides[i].right.v0);
            l[i].value = POWER_INCREMENT(air[i].heat, sides[i].left.v3, gamma);
            r[i].value = POWER_INCREMENT(air[i].heat, sides[i].right.v3, gamma);
        }
    }
    UNROLL
    for (int i = 0; i < count; i++) {
        b[i].pl = air[i].pressure * l[i].value;
        b[i].pr = air[i].pressure * r[i].value;
    }
}

FUNCTION euler_both euler_sides(euler_air air, euler_state left, euler_state right, real gamma)
{
    const face_sides sides = {left, left, right};
    euler_both b;
    euler_sides_of(1, &air, &sides, gamma, &b);
    return b;
}
#endif

/* The speed of sound, m/s. */
FUNCTION real euler_sound(euler_air air, euler_state q, real pressure, real gamma)
{
    return SQRT(gamma * (air.pressure + pressure) / (air.density + q.v0));
}

/* What flows along the first component of m, at the velocity u = v1 / rho. */
FUNCTION euler_state euler_flux(euler_air air, euler_state q, real u, real pressure)
{
    euler_state f;
    f.v0 = q.v1;
    f.v1 = FMA(u, q.v1, pressure);
    f.v2 = u * q.v2;
    f.v3 = u * (air.heat + q.v3);
#if TRACER
    f.v4 = u * q.v4;
#endif
    return f;
}

/* The air at rest, moved by a wind along x. */
FUNCTION euler_state euler_wind(euler_air air, real wind)
{
    euler_state q;
    q.v0 = q.v2 = q.v3 = R(0.0);
    q.v1 = air.density * wind;
#if TRACER
    q.v4 = R(0.0);
#endif
    return q;
}

/* From the axes to the frame of a face, and back. */
FUNCTION euler_state euler_turn(euler_state q, real nx, real nz)
{
    euler_state r = q;
    r.v1 = FMA(nx, q.v1, nz * q.v2);
    r.v2 = FMA(nx, q.v2, -(nz * q.v1));
    return r;
}

FUNCTION euler_state euler_turn_back(euler_state q, real nx, real nz)
{
    euler_state r = q;
    r.v1 = FMA(nx, q.v1, -(nz * q.v2));
    r.v2 = FMA(nx, q.v2, nz * q.v1);
    return r;
}

/* Beyond a wall: the mirror image. Nothing then flows through it, to the bit. */
FUNCTION euler_state euler_mirror(euler_state q)
{
    euler_state r = q;
    r.v1 = -q.v1;
    return r;
}

/* Rusanov: the mean of both fluxes, less half of the jump at the largest speed |u| + c of both. */
FUNCTION euler_state euler_rusanov(euler_air air, euler_state left, euler_state right, real gamma)
{
    const euler_both b = euler_sides(air, left, right, gamma);
    const real ul = b.ul, ur = b.ur, pl = b.pl, pr = b.pr;
    const real sl = FABS(ul) + euler_sound(air, left, pl, gamma);
    const real sr = FABS(ur) + euler_sound(air, right, pr, gamma);
    const real speed = GREATER(sl, sr);
    const euler_state fl = euler_flux(air, left, ul, pl), fr = euler_flux(air, right, ur, pr);
    euler_state f;
#define MEAN(p) f.v##p = R(0.5) * FMA(speed, left.v##p - right.v##p, fl.v##p + fr.v##p);
    EACH_VAR(MEAN)
#undef MEAN
    return f;
}

/* Harten, Lax and van Leer with the contact: Toro, Spruce and Speares, Shock Waves 4 (1994) 25. The speeds
 * are the least u - c and the largest u + c of both; s is that of the contact, which is exactly 0 before a
 * mirror image. */
FUNCTION euler_state euler_hllc(euler_air air, euler_state left, euler_state right, real gamma)
{
    const real rl = air.density + left.v0, rr = air.density + right.v0;
    const euler_both b = euler_sides(air, left, right, gamma);
    const real ul = b.ul, ur = b.ur, pl = b.pl, pr = b.pr;
    const real cl = euler_sound(air, left, pl, gamma), cr = euler_sound(air, right, pr, gamma);
    const real sl = LESSER(ul - cl, ur - cr), sr = GREATER(ul + cl, ur + cr);
    const real al = rl * (sl - ul), ar = rr * (sr - ur); /* mass that a wave takes up, al < 0 < ar */
    const real s = RATIO((pr - pl) + (al * ul - ar * ur), al - ar);
    const euler_state fl = euler_flux(air, left, ul, pl), fr = euler_flux(air, right, ur, pr);
    const int from_left = s >= R(0.0);
    const real wave = from_left ? sl : sr, u = from_left ? ul : ur;
    const real factor = RATIO(wave - u, wave - s);
    const real through = factor * s;
    const real pressure = from_left ? FMA(al, s - ul, pl) : FMA(ar, s - ur, pr);
    euler_state f;
    f.v0 = through * (from_left ? rl : rr);
    f.v1 = FMA(s, f.v0, pressure);
    f.v2 = through * (from_left ? left.v2 : right.v2);
    f.v3 = through * (air.heat + (from_left ? left.v3 : right.v3));
#if TRACER
    f.v4 = through * (from_left ? left.v4 : right.v4);
#endif
#define SUPERSONIC(p) f.v##p = sl >= R(0.0) ? fl.v##p : (sr <= R(0.0) ? fr.v##p : f.v##p);
    EACH_VAR(SUPERSONIC)
#undef SUPERSONIC
    return f;
}

/* |u| + c, m/s: the stable step follows from it. Beyond 1e30 where the state is no gas. */
FUNCTION real euler_speed(euler_air air, euler_state q, real gamma)
{
    const real density = air.density + q.v0;
    const real u = RATIO(q.v1, density), w = RATIO(q.v2, density);
    const real sound = euler_sound(air, q, euler_pressure(air, q.v3, gamma), gamma);
    const real speed = SQRT(FMA(u, u, w * w)) + sound;
    return density > R(0.0) && air.heat + q.v3 > R(0.0) && speed < R(1e30) ? speed : R(1e31);
}

#endif
