/* SH waves (antiplane shear) in the plane: point functions. The medium moves along z alone, and nothing
 * depends on z.
 *
 *   u = (sxz, syz, vz)                                     stresses (Pa), velocity (m/s)
 *   rho vz_t = sxz_x + syz_y,    sxz_t = mu vz_x,  syz_t = mu vz_y
 *   material: mu (Pa), 1 / rho (m3/kg)
 *
 * At a face only w = (snz, vz) takes part in what crosses it, snz = nx sxz + ny syz. The Rusanov flux takes
 * the whole state. */
#include "physics/directions.h"
#if DIM != 2
#error "SH waves are waves of the plane"
#endif
#define VARS 3
#define EACH_VAR(m) m(0) m(1) m(2)
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
#else
#define EACH_ACROSS_x(m) m(0) m(2)
#define EACH_ACROSS_y(m) m(1) m(2)
#endif
#define EACH_CHANGED_x EACH_ACROSS_x
#define EACH_CHANGED_y EACH_ACROSS_y
#include "physics/linear.h"
#define STRESS_x v0
#define STRESS_y v1
#define VELOCITY v2

/* The terms that the medium multiplies: the gradient of the velocity and the divergence of the stress.
 * along_x and along_y stand for the derivatives of u, or anything linear. */
FUNCTION phys_state phys_terms(ALONG)
{
    phys_state e;
    e.STRESS_x = along_x.VELOCITY;
    e.STRESS_y = along_y.VELOCITY;
    e.VELOCITY = along_x.STRESS_x + along_y.STRESS_y;
    return e;
}

/* out = A along_x + B along_y of these terms. */
FUNCTION phys_state phys_in_medium(phys_material m, phys_state terms)
{
    phys_state out;
    out.STRESS_x = -(m.v0 * terms.STRESS_x);
    out.STRESS_y = -(m.v0 * terms.STRESS_y);
    out.VELOCITY = -(m.v1 * terms.VELOCITY);
    return out;
}

/* A along_x + B along_y + C along_z. */
FUNCTION phys_state phys_apply(phys_material m, ALONG)
{
    return phys_in_medium(m, phys_terms(DIRECTIONS(ALONG_AXIS)));
}

/* On curved cells (dg/node.h): the traction is differentiated in the weak form, which gives the acceleration;
 * the gradient of the velocity counts beside it. */
#define EACH_GRADIENT(m) m(2)
#define GRADIENTS 1
#define GRADIENT(p) ((p)-2)
#define EACH_WEAK(m) m(0)
#define WEAKS 1
typedef struct phys_weak {
    real v0;
} phys_weak;
FUNCTION real traction_of(NORMAL, real along_x, real along_y)
{
    return FMA(along_x, nx, along_y * ny);
}
FUNCTION phys_weak phys_weak_of(NORMAL, phys_state u)
{
    phys_weak w;
    w.v0 = traction_of(nx, ny, u.STRESS_x, u.STRESS_y);
    return w;
}
FUNCTION phys_state phys_apply_weak(phys_material m, ALONG, phys_weak divergence)
{
    phys_state out = phys_apply(m, along_x, along_y);
    out.VELOCITY = -(m.v1 * divergence.v0);
    return out;
}

/* Energy density of one mode, J/m3: rho v^2 / 2 + (sxz^2 + syz^2) / 2 mu. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    const double x = (double)u.STRESS_x, y = (double)u.STRESS_y, v = (double)u.VELOCITY;
    return 0.5 * v * v / (double)m.v1 + 0.5 * (x * x + y * y) / (double)m.v0;
}

#if BODIES
/* A medium that remembers (dg/memory.h): the share of a body of what the stresses lose, and the energy that
 * stresses have in springs with this part of the modulus, J/m2. */
#define STRESSES 2
#define EACH_STRESS(m) m(0) m(1)
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
    taken.STRESS_x = share.v0 * loss.STRESS_x;
    taken.STRESS_y = share.v0 * loss.STRESS_y;
    return taken;
}
FUNCTION double phys_spring_energy(phys_material m, phys_parts part, phys_state u)
{
    const double mu = part.v0 * (double)m.v0, x = (double)u.STRESS_x, y = (double)u.STRESS_y;
    return mu > 0.0 ? 0.5 * (x * x + y * y) / mu : 0.0;
}
#endif

#if RUSANOV
#include "physics/rusanov.h"

/* What stands beyond a boundary: nothing coming in (absorbing), no traction (free surface: the stress is
 * mirrored), no velocity (wall). */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    const real keep = kind == FACE_ABSORBING ? R(0.0) : R(1.0);
    const real velocity = kind == FACE_WALL ? R(-1.0) : keep;
    const real traction = traction_of(nx, ny, w.STRESS_x, w.STRESS_y);
    const real mirror = kind == FACE_FREE ? R(2.0) * traction : R(0.0);
    ghost.STRESS_x = keep * w.STRESS_x - mirror * nx;
    ghost.STRESS_y = keep * w.STRESS_y - mirror * ny;
    ghost.VELOCITY = velocity * w.VELOCITY;
    return ghost;
}
#else
FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
    w.v0 = traction_of(nx, ny, u.STRESS_x, u.STRESS_y);
    w.v1 = u.VELOCITY;
    return w;
}

/* A state that has these at a face. */
FUNCTION phys_state phys_state_of(NORMAL, phys_waves w)
{
    phys_state u;
    u.STRESS_x = w.v0 * nx;
    u.STRESS_y = w.v0 * ny;
    u.VELOCITY = w.v1;
    return u;
}

/* What the integrals of a curved face are of, whose Jacobian is `size`: size times the traction, and the
 * velocity (docs/theory/octree-dg.md, "hanging faces of curved cells"); a state that has these at the face,
 * of 1 / size. */
#define CARRIED_PLAIN(t) ((t) == 1)
FUNCTION phys_waves phys_carried(NORMAL, real size, phys_state u)
{
    phys_waves c = phys_trace(nx, ny, u);
    c.v0 = size * c.v0;
    return c;
}
FUNCTION phys_state phys_state_carrying(NORMAL, real over_size, phys_waves c)
{
    c.v0 = over_size * c.v0;
    return phys_state_of(nx, ny, c);
}

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no traction
 * (free surface), no velocity (wall). */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    const real traction = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_WALL ? R(-1.0) : R(1.0);
    ghost.v0 = traction * w.v0;
    ghost.v1 = velocity * w.v1;
    return ghost;
}

/* The exact solution of the Riemann problem between two materials, the same for both sides: they meet in
 *   s* = (Zr sl + Zl sr - Zl Zr (vl - vr)) / (Zl + Zr),   v* = (Zl vl + Zr vr - sl + sr) / (Zl + Zr). */
FUNCTION phys_waves phys_star(phys_face face, phys_waves wl, phys_waves wr)
{
    phys_waves star;
    star.v0 = FMA(face.v0, wr.v0 - wl.v0, wl.v0) + face.v2 * (wr.v1 - wl.v1);
    star.v1 = FMA(face.v0, wl.v1 - wr.v1, wr.v1) + face.v1 * (wr.v0 - wl.v0);
    return star;
}

/* (nx A + ny B) u of a state that has the traction and the velocity of w at a face. */
FUNCTION phys_state phys_flux_of(phys_material m, NORMAL, phys_waves w)
{
    phys_state f;
    f.STRESS_x = -((m.v0 * nx) * w.v1);
    f.STRESS_y = -((m.v0 * ny) * w.v1);
    f.VELOCITY = -(m.v1 * w.v0);
    return f;
}

/* What crosses a face less what the left side has there alone. */
FUNCTION phys_waves phys_crossing(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_waves jump;
    const real rise = wr.v1 - wl.v1;
    jump.v0 = FMA(face.v0, wr.v0 - wl.v0, face.v2 * rise);
    jump.v1 = FMA(face.v0, wl.v1 - wr.v1, rise) + face.v1 * (wr.v0 - wl.v0);
    return jump;
}
#include "physics/upwind.h"
#endif
