/* Elastic waves in the plane (plane strain), velocity and stress: point functions.
 *
 *   u = (sxx, syy, sxy, vx, vy)   stresses (Pa), velocities (m/s)
 *   u_t + A u_x + B u_y = 0,      Castro 2013, (C2), (C3)
 *   material: lambda + 2 mu, lambda, mu (Pa), 1 / rho (m3/kg)
 *
 * At a face with the unit normal n and t = (-ny, nx) only the traction and the velocity take part in what
 * crosses it: w = (snn, snt, vn, vt). The Rusanov flux takes the whole state. */
#define VARS 5
#define EACH_VAR(m) m(0) m(1) m(2) m(3) m(4)
#define MATERIALS 4
#define EACH_MATERIAL(m) m(0) m(1) m(2) m(3)
#if RUSANOV
#define TRACES 5
#define EACH_TRACE(m) m(0) m(1) m(2) m(3) m(4)
#define FACE_CONSTANTS 1 /* the largest speed of both sides, m/s */
#define EACH_FACE_CONSTANT(m) m(0)
#else
#define TRACES 4
#define EACH_TRACE(m) m(0) m(1) m(2) m(3)
/* For P and S each, Z = rho c of the left and the right side: Zl / (Zl + Zr), 1 / (Zl + Zr), Zl Zr / (Zl + Zr);
 * fluids have Z = 0 for S, and then the first is 1/2 and the others are 0. */
#define FACE_CONSTANTS 6
#define EACH_FACE_CONSTANT(m) m(0) m(1) m(2) m(3) m(4) m(5)
#endif
#include "physics/linear.h"

/* out = A along_x + B along_y, where along_x, along_y stand for the derivatives of u, or anything linear. */
FUNCTION phys_state phys_apply(phys_material m, phys_state along_x, phys_state along_y)
{
    phys_state out;
    out.v0 = -FMA(m.v0, along_x.v3, m.v1 * along_y.v4);
    out.v1 = -FMA(m.v1, along_x.v3, m.v0 * along_y.v4);
    out.v2 = -(m.v2 * (along_x.v4 + along_y.v3));
    out.v3 = -(m.v3 * (along_x.v0 + along_y.v2));
    out.v4 = -(m.v3 * (along_x.v2 + along_y.v1));
    return out;
}

/* Energy density of one mode, J/m3: rho v^2 / 2, and the strain energy of plane strain. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    const double modulus = (double)m.v0, lambda = (double)m.v1, mu = (double)m.v2,
                 rho = 1.0 / (double)m.v3;
    const double xx = (double)u.v0, yy = (double)u.v1, xy = (double)u.v2, x = (double)u.v3,
                 y = (double)u.v4;
    const double kinetic = 0.5 * rho * (x * x + y * y);
    const double normal =
        (modulus * (xx * xx + yy * yy) - 2.0 * lambda * (xx * yy)) / (8.0 * mu * (lambda + mu));
    return kinetic + (normal + xy * xy / (2.0 * mu));
}

#if RUSANOV
#include "physics/rusanov.h"

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no traction (free
 * surface: the stress s - 2 (t n + n t) + 2 (n.t) n n has the traction -t), no velocity (wall). */
FUNCTION phys_waves phys_ghost(real nx, real ny, int kind, phys_waves w)
{
    phys_waves ghost;
    const real tx = FMA(w.v0, nx, w.v2 * ny), ty = FMA(w.v2, nx, w.v1 * ny);
    const real two_tn = R(2.0) * FMA(tx, nx, ty * ny);
    const real keep = kind == FACE_ABSORBING ? R(0.0) : R(1.0),
               mirror = kind == FACE_FREE ? R(2.0) : R(0.0);
    const real velocity = kind == FACE_WALL ? R(-1.0) : keep;
    ghost.v0 = keep * w.v0 - mirror * (R(2.0) * tx * nx) + (mirror * nx) * (nx * R(0.5) * two_tn);
    ghost.v1 = keep * w.v1 - mirror * (R(2.0) * ty * ny) + (mirror * ny) * (ny * R(0.5) * two_tn);
    ghost.v2 = keep * w.v2 - mirror * FMA(tx, ny, ty * nx) + (mirror * nx) * (ny * R(0.5) * two_tn);
    ghost.v3 = velocity * w.v3;
    ghost.v4 = velocity * w.v4;
    return ghost;
}
#else
FUNCTION phys_waves phys_trace(real nx, real ny, phys_state u)
{
    phys_waves w;
    const real tx = FMA(u.v0, nx, u.v2 * ny), ty = FMA(u.v2, nx, u.v1 * ny);
    w.v0 = FMA(tx, nx, ty * ny);
    w.v1 = FMA(ty, nx, -(tx * ny));
    w.v2 = FMA(u.v3, nx, u.v4 * ny);
    w.v3 = FMA(u.v4, nx, -(u.v3 * ny));
    return w;
}

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no traction (free
 * surface), no velocity (wall). */
FUNCTION phys_waves phys_ghost(real nx, real ny, int kind, phys_waves w)
{
    phys_waves ghost;
    const real stress = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_FREE ? R(-1.0) : R(1.0);
    const real velocity = kind == FACE_ABSORBING ? R(0.0) : kind == FACE_WALL ? R(-1.0) : R(1.0);
    ghost.v0 = stress * w.v0;
    ghost.v1 = stress * w.v1;
    ghost.v2 = velocity * w.v2;
    ghost.v3 = velocity * w.v3;
    return ghost;
}

/* The exact solution of the Riemann problem between two materials. With Z = rho c, s + Z v goes to the left and
 * s - Z v to the right; both sides meet in
 *   s* = (Zr sl + Zl sr + Zl Zr (vr - vl)) / (Zl + Zr),   v* = (Zl vl + Zr vr + sr - sl) / (Zl + Zr),
 * and the flux along n is that of the side's own material. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, real nx, real ny, phys_waves wl,
                              phys_waves wr)
{
    phys_state f;
    const real snn = FMA(face.v0, wr.v0 - wl.v0, wl.v0) + face.v2 * (wr.v2 - wl.v2);
    const real snt = FMA(face.v3, wr.v1 - wl.v1, wl.v1) + face.v5 * (wr.v3 - wl.v3);
    const real vn = FMA(face.v0, wl.v2 - wr.v2, wr.v2) + face.v1 * (wr.v0 - wl.v0);
    const real vt = FMA(face.v3, wl.v3 - wr.v3, wr.v3) + face.v4 * (wr.v1 - wl.v1);
    const real tx = FMA(snn, nx, -(snt * ny)), ty = FMA(snn, ny, snt * nx);
    const real vx = FMA(vn, nx, -(vt * ny)), vy = FMA(vn, ny, vt * nx);
    f.v0 = -FMA(m.v0 * nx, vx, m.v1 * ny * vy);
    f.v1 = -FMA(m.v1 * nx, vx, m.v0 * ny * vy);
    f.v2 = -(m.v2 * FMA(nx, vy, ny * vx));
    f.v3 = -(m.v3 * tx);
    f.v4 = -(m.v3 * ty);
    return f;
}
#endif
