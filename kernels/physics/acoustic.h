/* Acoustic waves in the plane: point functions.
 *
 *   u = (p, vx, vy)   pressure (Pa), velocities (m/s)
 *   p_t + K (vx_x + vy_y) = 0,   v_t + grad p / rho = 0
 *   material: K (Pa), 1 / rho (m3/kg)
 *
 * At a face only w = (p, vn) takes part in what crosses it. The Rusanov flux takes the whole state. */
#define VARS 3
#define EACH_VAR(m) m(0) m(1) m(2)
#define MATERIALS 2
#define EACH_MATERIAL(m) m(0) m(1)
#if RUSANOV
#define TRACES 3
#define EACH_TRACE(m) m(0) m(1) m(2)
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

/* out = A along_x + B along_y, where along_x, along_y stand for the derivatives of u, or anything linear. */
FUNCTION phys_state phys_apply(phys_material m, phys_state along_x, phys_state along_y)
{
    phys_state out;
    out.v0 = m.v0 * (along_x.v1 + along_y.v2);
    out.v1 = m.v1 * along_x.v0;
    out.v2 = m.v1 * along_y.v0;
    return out;
}

/* Energy density of one mode, J/m3: rho v^2 / 2 + p^2 / 2 K. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    const double p = (double)u.v0, x = (double)u.v1, y = (double)u.v2;
    return 0.5 * (x * x + y * y) / (double)m.v1 + 0.5 * p * p / (double)m.v0;
}

#if RUSANOV
#include "physics/rusanov.h"

/* What stands beyond a boundary: nothing coming in, no pressure, no velocity through the wall. */
FUNCTION phys_waves phys_ghost(real nx, real ny, int kind, phys_waves w)
{
    phys_waves ghost;
    const real pressure = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : R(1.0);
    const real mirror = kind == FACE_WALL ? R(2.0) * FMA(w.v1, nx, w.v2 * ny) : R(0.0);
    ghost.v0 = pressure * w.v0;
    ghost.v1 = velocity * w.v1 - mirror * nx;
    ghost.v2 = velocity * w.v2 - mirror * ny;
    return ghost;
}
#else
FUNCTION phys_waves phys_trace(real nx, real ny, phys_state u)
{
    phys_waves w;
    w.v0 = u.v0;
    w.v1 = FMA(u.v1, nx, u.v2 * ny);
    return w;
}

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no pressure (free
 * surface), no velocity through it (wall). */
FUNCTION phys_waves phys_ghost(real nx, real ny, int kind, phys_waves w)
{
    phys_waves ghost;
    const real pressure = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_WALL ? R(-1.0) : R(1.0);
    ghost.v0 = pressure * w.v0;
    ghost.v1 = velocity * w.v1;
    return ghost;
}

/* The exact solution of the Riemann problem between two materials: both sides meet in
 *   p* = (Zr pl + Zl pr + Zl Zr (vl - vr)) / (Zl + Zr),   v* = (Zl vl + Zr vr + pl - pr) / (Zl + Zr),
 * and the flux along n is that of the side's own material. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, real nx, real ny, phys_waves wl,
                              phys_waves wr)
{
    phys_state f;
    const real p = FMA(face.v0, wr.v0 - wl.v0, wl.v0) + face.v2 * (wl.v1 - wr.v1);
    const real v = FMA(face.v0, wl.v1 - wr.v1, wr.v1) + face.v1 * (wl.v0 - wr.v0);
    f.v0 = m.v0 * v;
    f.v1 = (m.v1 * nx) * p;
    f.v2 = (m.v1 * ny) * p;
    return f;
}
#endif
