/* Acoustic waves in the plane or in space: point functions.
 *
 *   u = (p, vx, vy, vz)   pressure (Pa), velocities (m/s); in the plane without vz
 *   p_t + K div v = 0,    v_t + grad p / rho = 0
 *   material: K (Pa), 1 / rho (m3/kg)
 *
 * At a face only w = (p, vn) takes part in what crosses it. The Rusanov flux takes the whole state. */
#include "physics/directions.h"
#define VARS (1 + DIM)
#define EACH_VAR(m) m(0) m(1) m(2) IN_SPACE(m(3))
#define MATERIALS 2
#define EACH_MATERIAL(m) m(0) m(1)
#if RUSANOV
#define TRACES VARS
#define EACH_TRACE(m) EACH_VAR(m)
#define FACE_CONSTANTS 1 /* the largest speed of both sides, m/s */
#define EACH_FACE_CONSTANT(m) m(0)
#else
#define TRACES 2
#define EACH_TRACE(m) m(0) m(1)
/* With Z = rho c of the left and the right side: Zl / (Zl + Zr), 1 / (Zl + Zr), Zl Zr / (Zl + Zr). */
#define FACE_CONSTANTS 3
#define EACH_FACE_CONSTANT(m) m(0) m(1) m(2)
#endif
/* Of a face whose normal is an axis: the variables that take part, and those that change. */
#if RUSANOV
#define EACH_ACROSS_x(m) EACH_VAR(m)
#define EACH_ACROSS_y(m) EACH_VAR(m)
#define EACH_ACROSS_z(m) EACH_VAR(m)
#else
#define EACH_ACROSS_x(m) m(0) m(1)
#define EACH_ACROSS_y(m) m(0) m(2)
#define EACH_ACROSS_z(m) m(0) m(3)
#endif
#define EACH_CHANGED_x EACH_ACROSS_x
#define EACH_CHANGED_y EACH_ACROSS_y
#define EACH_CHANGED_z EACH_ACROSS_z
#include "physics/linear.h"
#define VELOCITY_x v1
#define VELOCITY_y v2
#define VELOCITY_z v3
#define VELOCITY(of, d) of.VELOCITY_##d

/* The terms that the medium multiplies: the divergence of the velocity and the gradient of the pressure.
 * along_x and the others stand for the derivatives of u, or anything linear. */
FUNCTION phys_state phys_terms(ALONG)
{
    phys_state e;
#define SLOPE(of, d) of##d.VELOCITY_##d
#define GRADIENT_OF_PRESSURE(d) e.VELOCITY_##d = along_##d.v0;
    e.v0 = SUM(SLOPE, along_);
    EACH_DIRECTION(GRADIENT_OF_PRESSURE)
#undef SLOPE
#undef GRADIENT_OF_PRESSURE
    return e;
}

/* out = A along_x + B along_y + C along_z of these terms. */
FUNCTION phys_state phys_in_medium(phys_material m, phys_state terms)
{
    phys_state out;
#define ACCELERATE(d) out.VELOCITY_##d = m.v1 * terms.VELOCITY_##d;
    out.v0 = m.v0 * terms.v0;
    EACH_DIRECTION(ACCELERATE)
#undef ACCELERATE
    return out;
}

/* A along_x + B along_y + C along_z. */
FUNCTION phys_state phys_apply(phys_material m, ALONG)
{
    return phys_in_medium(m, phys_terms(DIRECTIONS(ALONG_AXIS)));
}

/* On curved cells (dg/node.h, dg/columns.h): what of a state is differentiated along a vector in the weak
 * form, and what that gives in place of the divergence of `along`; variables whose gradients count beside it,
 * and their numbers among these. */
#define EACH_GRADIENT(m) m(0)
#define GRADIENTS 1
#define GRADIENT(p) (p)
#define EACH_WEAK(m) m(0)
#define WEAKS 1
typedef struct phys_weak {
    real v0;
} phys_weak;
FUNCTION phys_weak phys_weak_of(NORMAL, phys_state u)
{
    phys_weak w;
    w.v0 = DOT(VELOCITY, u, UNIT_NORMAL);
    return w;
}
FUNCTION phys_state phys_apply_weak(phys_material m, ALONG, phys_weak divergence)
{
    phys_state out = phys_apply(m, DIRECTIONS(ALONG_AXIS));
    out.v0 = m.v0 * divergence.v0;
    return out;
}

/* Energy density of one mode, J/m3: rho v^2 / 2 + p^2 / 2 K. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    const double p = (double)u.v0;
#define SQUARE(of, d) (double)of.VELOCITY_##d *(double)of.VELOCITY_##d
    return 0.5 * SUM(SQUARE, u) / (double)m.v1 + 0.5 * p * p / (double)m.v0;
#undef SQUARE
}

#if BODIES
/* A medium that remembers (dg/memory.h): the share of a body of what the pressure loses, and the energy that
 * pressures have in springs with this part of the modulus, J/m^DIM. */
#define STRESSES 1
#define EACH_STRESS(m) m(0)
#define SHARES 1
#define EACH_SHARE(m) m(0)
typedef struct phys_share {
    real v0;
} phys_share;
typedef struct phys_parts {
    double v0;
} phys_parts;
FUNCTION phys_state phys_remembered(phys_share share, phys_state loss)
{
    phys_state taken = phys_nothing();
    taken.v0 = share.v0 * loss.v0;
    return taken;
}
FUNCTION double phys_spring_energy(phys_material m, phys_parts part, phys_state u)
{
    const double modulus = part.v0 * (double)m.v0, p = (double)u.v0;
    return modulus > 0.0 ? 0.5 * p * p / modulus : 0.0;
}
#endif

#if RUSANOV
#include "physics/rusanov.h"

/* What stands beyond a boundary: nothing coming in, no pressure, no velocity through the wall. */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    const real pressure = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : R(1.0);
    const real mirror = kind == FACE_WALL ? R(2.0) * DOT(VELOCITY, w, UNIT_NORMAL) : R(0.0);
#define MIRROR(d) ghost.VELOCITY_##d = velocity * w.VELOCITY_##d - mirror * n##d;
    ghost.v0 = pressure * w.v0;
    EACH_DIRECTION(MIRROR)
#undef MIRROR
    return ghost;
}
#else
FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
    w.v0 = u.v0;
    w.v1 = DOT(VELOCITY, u, UNIT_NORMAL);
    return w;
}

/* A state that has these at a face. */
FUNCTION phys_state phys_state_of(NORMAL, phys_waves w)
{
    phys_state u;
#define TURN(d) u.VELOCITY_##d = w.v1 * n##d;
    u.v0 = w.v0;
    EACH_DIRECTION(TURN)
#undef TURN
    return u;
}

/* What the integrals of a curved face are of, whose Jacobian is `size`: the pressure, and size times the
 * normal velocity (docs/theory/octree-dg.md, "hanging faces of curved cells"); a state that has these at the
 * face, of 1 / size. */
#define CARRIED_PLAIN(t) ((t) == 0)
FUNCTION phys_waves phys_carried(NORMAL, real size, phys_state u)
{
    phys_waves c = phys_trace(DIRECTIONS(UNIT_NORMAL), u);
    c.v1 = size * c.v1;
    return c;
}
FUNCTION phys_state phys_state_carrying(NORMAL, real over_size, phys_waves c)
{
    c.v1 = over_size * c.v1;
    return phys_state_of(DIRECTIONS(UNIT_NORMAL), c);
}

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no pressure
 * (free surface), no velocity through it (wall). */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    const real pressure = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_WALL ? R(-1.0) : R(1.0);
    ghost.v0 = pressure * w.v0;
    ghost.v1 = velocity * w.v1;
    return ghost;
}

/* The exact solution of the Riemann problem between two materials, the same for both sides: they meet in
 *   p* = (Zr pl + Zl pr + Zl Zr (vl - vr)) / (Zl + Zr),   v* = (Zl vl + Zr vr + pl - pr) / (Zl + Zr). */
FUNCTION phys_waves phys_star(phys_face face, phys_waves wl, phys_waves wr)
{
    phys_waves star;
    star.v0 = FMA(face.v0, wr.v0 - wl.v0, wl.v0) + face.v2 * (wl.v1 - wr.v1);
    star.v1 = FMA(face.v0, wl.v1 - wr.v1, wr.v1) + face.v1 * (wl.v0 - wr.v0);
    return star;
}

/* (nx A + ny B + nz C) u of a state that has p and vn of w at a face. */
FUNCTION phys_state phys_flux_of(phys_material m, NORMAL, phys_waves w)
{
    phys_state f;
#define ACCELERATE(d) f.VELOCITY_##d = (m.v1 * n##d) * w.v0;
    f.v0 = m.v0 * w.v1;
    EACH_DIRECTION(ACCELERATE)
#undef ACCELERATE
    return f;
}

/* What crosses a face less what the left side has there alone. */
FUNCTION phys_waves phys_crossing(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_waves jump;
    const real fall = wl.v1 - wr.v1;
    jump.v0 = FMA(face.v0, wr.v0 - wl.v0, face.v2 * fall);
    jump.v1 = FMA(face.v0, fall, wr.v1 - wl.v1) + face.v1 * (wl.v0 - wr.v0);
    return jump;
}
#include "physics/upwind.h"
#endif
#undef VELOCITY
