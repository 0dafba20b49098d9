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
#include "physics/linear.h"
#define STRESS_x v0
#define STRESS_y v1
#define VELOCITY v2

/* out = A along_x + B along_y, where these stand for the derivatives of u, or anything linear. */
FUNCTION phys_state phys_apply(phys_material m, ALONG)
{
    phys_state out;
    out.STRESS_x = -(m.v0 * along_x.VELOCITY);
    out.STRESS_y = -(m.v0 * along_y.VELOCITY);
    out.VELOCITY = -(m.v1 * (along_x.STRESS_x + along_y.STRESS_y));
    return out;
}

/* Energy density of one mode, J/m3: rho v^2 / 2 + (sxz^2 + syz^2) / 2 mu. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    const double x = (double)u.STRESS_x, y = (double)u.STRESS_y, v = (double)u.VELOCITY;
    return 0.5 * v * v / (double)m.v1 + 0.5 * (x * x + y * y) / (double)m.v0;
}

#if RUSANOV
#include "physics/rusanov.h"

/* What stands beyond a boundary: nothing coming in (absorbing), no traction (free surface: the stress is
 * mirrored), no velocity (wall). */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    const real keep = kind == FACE_ABSORBING ? R(0.0) : R(1.0);
    const real velocity = kind == FACE_WALL ? R(-1.0) : keep;
    const real traction = FMA(w.STRESS_x, nx, w.STRESS_y * ny);
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
    w.v0 = FMA(u.STRESS_x, nx, u.STRESS_y * ny);
    w.v1 = u.VELOCITY;
    return w;
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

/* The flux along n is that of the side's own material. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_state f;
    const phys_waves star = phys_star(face, wl, wr);
    f.STRESS_x = -((m.v0 * nx) * star.v1);
    f.STRESS_y = -((m.v0 * ny) * star.v1);
    f.VELOCITY = -(m.v1 * star.v0);
    return f;
}
#endif
