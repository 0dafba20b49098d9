/* The exact upwind flux of elastic waves, in the frame of the face. Included by elastic.h, which has the
 * numbers and the places of the components. */
#if DIM == 3
#define EACH_TANGENT(m) m(s) m(t)
#define TRACTION_n v0
#define TRACTION_s v1
#define TRACTION_t v2
#define VELOCITY_n v3
#define VELOCITY_s v4
#define VELOCITY_t v5
#define TANGENTS const phys_tangents tangent = phys_tangents_of(nx, ny, nz);
/* A vector's component along a tangent; the component along an axis of what a face has along its tangents. */
#define ALONG_TANGENT(of, v) FMA(v##y, tangent.of##y, FMA(v##z, tangent.of##z, v##x *tangent.of##x))
#define TANGENTIAL(of, d) FMA(star.of##_s, tangent.s##d, star.of##_t *tangent.t##d)

typedef struct phys_tangents {
    real sx, sy, sz, tx, ty, tz;
} phys_tangents;

/* Two tangents: n, s, t are orthonormal and right-handed,
 *   s = (1 + sign a nx^2, sign b, -sign nx),  t = (b, sign + a ny^2, -ny),
 * with sign that of nz (of 0: +), a = -1 / (sign + nz), b = a nx ny. The denominator is at least 1, so
 * nothing is lost where n is near an axis; along the axes all numbers are exact. No rule can be continuous on
 * the whole sphere: this one jumps where nz changes its sign, and nowhere else. Duff et al., Journal of
 * Computer Graphics Techniques 6 (2017) 1-8. */
FUNCTION phys_tangents phys_tangents_of(NORMAL)
{
    phys_tangents e;
    const real sign = nz < R(0.0) ? R(-1.0) : R(1.0);
    const real a = R(-1.0) / (sign + nz), b = nx * ny * a;
    e.sx = FMA(sign * nx, nx * a, R(1.0));
    e.sy = sign * b;
    e.sz = -(sign * nx);
    e.tx = b;
    e.ty = FMA(ny, ny * a, sign);
    e.tz = -ny;
    return e;
}
#else
#define EACH_TANGENT(m) m(t)
#define TRACTION_n v0
#define TRACTION_t v1
#define VELOCITY_n v2
#define VELOCITY_t v3
/* t = (-ny, nx) */
#define TANGENTS
#define ALONG_TANGENT(of, v) FMA(v##y, nx, -(v##x * ny))
#define TANGENTIAL(of, d) TANGENTIAL_##d(of)
#define TANGENTIAL_x(of) -(star.of##_t * ny)
#define TANGENTIAL_y(of) star.of##_t *nx
#endif

FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
    TANGENTS
#define STRESS(d, e) u.STRESS_##d##e
#define TRACTION(d) const real t##d = DOT(STRESS, d, UNIT_NORMAL);
#define VELOCITY(d) const real v##d = u.VELOCITY_##d;
#define TANGENT(of)                                                                                          \
    w.TRACTION_##of = ALONG_TANGENT(of, t);                                                                  \
    w.VELOCITY_##of = ALONG_TANGENT(of, v);
    EACH_DIRECTION(TRACTION)
    EACH_DIRECTION(VELOCITY)
    w.TRACTION_n = DOT(PART, t, UNIT_NORMAL);
    w.VELOCITY_n = DOT(PART, v, UNIT_NORMAL);
    EACH_TANGENT(TANGENT)
#undef STRESS
#undef TRACTION
#undef VELOCITY
#undef TANGENT
    return w;
}

/* A state that has these at a face: with the traction t the stress t n + n t - (t.n) n n. `pull` is t.n. */
#define NORMAL_STRESS(d) u.STRESS_##d##d = (R(2.0) * t##d - pull * n##d) * n##d;
#define SHEAR_STRESS(d, e) u.STRESS_##d##e = FMA(t##d, n##e, (t##e - pull * n##e) * n##d);
FUNCTION phys_state phys_state_of(NORMAL, phys_waves star)
{
    phys_state u;
    const real pull = star.TRACTION_n;
    TANGENTS
#define TRACTION_AND_VELOCITY(d)                                                                             \
    const real t##d = FMA(star.TRACTION_n, n##d, TANGENTIAL(TRACTION, d));                                   \
    u.VELOCITY_##d = FMA(star.VELOCITY_n, n##d, TANGENTIAL(VELOCITY, d));
    EACH_DIRECTION(TRACTION_AND_VELOCITY)
    EACH_DIRECTION(NORMAL_STRESS)
    EACH_PAIR(SHEAR_STRESS)
#undef TRACTION_AND_VELOCITY
    return u;
}

/* What the integrals of a curved face are of, whose Jacobian is `size`: size times the traction, and the
 * velocity, along the axes (docs/theory/octree-dg.md, "hanging faces of curved cells"); a state that has
 * these at the face, of 1 / size. */
#if DIM == 3
#define CARRIED_PLAIN(t) ((t) >= 3)
#define CARRIED_VELOCITY_x v3
#define CARRIED_VELOCITY_y v4
#define CARRIED_VELOCITY_z v5
#else
#define CARRIED_PLAIN(t) ((t) >= 2)
#define CARRIED_VELOCITY_x v2
#define CARRIED_VELOCITY_y v3
#endif
FUNCTION phys_waves phys_carried(NORMAL, real size, phys_state u)
{
    const phys_weak traction = phys_weak_of(DIRECTIONS(UNIT_NORMAL), u);
    phys_waves c;
#define CARRY(d)                                                                                             \
    c.WEAK_##d = size * traction.WEAK_##d;                                                                   \
    c.CARRIED_VELOCITY_##d = u.VELOCITY_##d;
    EACH_DIRECTION(CARRY)
#undef CARRY
    return c;
}
FUNCTION phys_state phys_state_carrying(NORMAL, real over_size, phys_waves c)
{
    phys_state u;
#define TRACTION_AND_VELOCITY(d)                                                                             \
    const real t##d = over_size * c.WEAK_##d;                                                                \
    u.VELOCITY_##d = c.CARRIED_VELOCITY_##d;
    EACH_DIRECTION(TRACTION_AND_VELOCITY)
    const real pull = DOT(PART, t, UNIT_NORMAL);
    EACH_DIRECTION(NORMAL_STRESS)
    EACH_PAIR(SHEAR_STRESS)
#undef TRACTION_AND_VELOCITY
    return u;
}
#undef NORMAL_STRESS
#undef SHEAR_STRESS

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no traction
 * (free surface), no velocity (wall). */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    const real stress = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_WALL ? R(-1.0) : R(1.0);
#define BEYOND(of)                                                                                           \
    ghost.TRACTION_##of = stress * w.TRACTION_##of;                                                          \
    ghost.VELOCITY_##of = velocity * w.VELOCITY_##of;
    BEYOND(n)
    EACH_TANGENT(BEYOND)
#undef BEYOND
    return ghost;
}

/* The exact solution of the Riemann problem between two materials, the same for both sides. With Z = rho c of
 * P along n and of S along each tangent, s + Z v goes to the left and s - Z v to the right; both sides meet
 * in
 *   s* = (Zr sl + Zl sr + Zl Zr (vr - vl)) / (Zl + Zr),   v* = (Zl vl + Zr vr + sr - sl) / (Zl + Zr). */
FUNCTION phys_waves phys_star(phys_face face, phys_waves wl, phys_waves wr)
{
    phys_waves star;
#define MEET(of, part, reciprocal, both)                                                                     \
    star.TRACTION_##of = FMA(face.part, wr.TRACTION_##of - wl.TRACTION_##of, wl.TRACTION_##of) +             \
                         face.both * (wr.VELOCITY_##of - wl.VELOCITY_##of);                                  \
    star.VELOCITY_##of = FMA(face.part, wl.VELOCITY_##of - wr.VELOCITY_##of, wr.VELOCITY_##of) +             \
                         face.reciprocal * (wr.TRACTION_##of - wl.TRACTION_##of);
#define MEET_ALONG_TANGENT(of) MEET(of, v3, v4, v5)
    MEET(n, v0, v1, v2)
    EACH_TANGENT(MEET_ALONG_TANGENT)
#undef MEET
#undef MEET_ALONG_TANGENT
    return star;
}

/* (nx A + ny B + nz C) u of a state that has the traction and the velocity of `star` at a face. */
FUNCTION phys_state phys_flux_of(phys_material m, NORMAL, phys_waves star)
{
    phys_state f;
    TANGENTS
#define TRACTION_AND_VELOCITY(d)                                                                             \
    const real t##d = FMA(star.TRACTION_n, n##d, TANGENTIAL(TRACTION, d));                                   \
    const real v##d = FMA(star.VELOCITY_n, n##d, TANGENTIAL(VELOCITY, d));
#define STIFFNESS(d, e) (STIFFNESS_##d##e * n##e)
#define SPEED(d) v##d
#define NORMAL_STRESS(d) f.STRESS_##d##d = MINUS_DOT(STIFFNESS, d, SPEED);
#define SHEAR_STRESS(d, e) f.STRESS_##d##e = -(m.v2 * FMA(n##d, v##e, n##e * v##d));
#define ACCELERATE(d) f.VELOCITY_##d = -(m.v3 * t##d);
    EACH_DIRECTION(TRACTION_AND_VELOCITY)
    EACH_DIRECTION(NORMAL_STRESS)
    EACH_PAIR(SHEAR_STRESS)
    EACH_DIRECTION(ACCELERATE)
#undef TRACTION_AND_VELOCITY
#undef STIFFNESS
#undef SPEED
#undef NORMAL_STRESS
#undef SHEAR_STRESS
#undef ACCELERATE
    return f;
}

/* What crosses a face less what the left side has there alone. */
FUNCTION phys_waves phys_crossing(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_waves jump;
#define MEET(of, part, reciprocal, both)                                                                     \
    const real rise_##of = wr.TRACTION_##of - wl.TRACTION_##of;                                              \
    const real gain_##of = wr.VELOCITY_##of - wl.VELOCITY_##of;                                              \
    jump.TRACTION_##of = FMA(face.part, rise_##of, face.both * gain_##of);                                   \
    jump.VELOCITY_##of = FMA(face.part, -gain_##of, gain_##of) + face.reciprocal * rise_##of;
#define MEET_ALONG_TANGENT(of) MEET(of, v3, v4, v5)
    MEET(n, v0, v1, v2)
    EACH_TANGENT(MEET_ALONG_TANGENT)
#undef MEET
#undef MEET_ALONG_TANGENT
    return jump;
}
#include "physics/upwind.h"
#undef EACH_TANGENT
#undef TANGENTS
#undef ALONG_TANGENT
#undef TANGENTIAL
