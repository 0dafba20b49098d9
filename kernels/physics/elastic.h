/* Elastic waves, velocity and stress, in the plane (plane strain) or in space: point functions.
 *
 *   u = (sxx, syy, sxy, vx, vy)                               DIM = 2: Castro 2013, (C2), (C3)
 *   u = (sxx, syy, szz, sxy, syz, sxz, vx, vy, vz)            DIM = 3
 *   s_t = lambda (div v) I + mu (grad v + (grad v)^T),  rho v_t = div s
 *       stresses (Pa), velocities (m/s)
 *   material: lambda + 2 mu, lambda, mu (Pa), 1 / rho (m3/kg)
 *
 * At a face only the traction and the velocity take part in what crosses it, in a frame that hangs on the
 * unit normal n alone: w = (snn, snt, vn, vt) in the plane, t = (-ny, nx), and (snn, sns, snt, vn, vs, vt) in
 * space. The Rusanov flux takes the whole state. */
#include "physics/directions.h"
#if DIM == 3
#define VARS 9
#else
#define VARS 5
#endif
#define EACH_VAR(m) m(0) m(1) m(2) m(3) m(4) IN_SPACE(m(5) m(6) m(7) m(8))
#define MATERIALS 4
#define EACH_MATERIAL(m) m(0) m(1) m(2) m(3)
#if RUSANOV
#define TRACES VARS
#define EACH_TRACE(m) EACH_VAR(m)
#define FACE_CONSTANTS 1 /* the largest speed of both sides, m/s */
#define EACH_FACE_CONSTANT(m) m(0)
#else
#define TRACES (2 * DIM)
#define EACH_TRACE(m) m(0) m(1) m(2) m(3) IN_SPACE(m(4) m(5))
/* For P and S each, Z = rho c of the left and the right side: Zl / (Zl + Zr), 1 / (Zl + Zr), Zl Zr / (Zl +
 * Zr); fluids have Z = 0 for S, and then the first is 1/2 and the others are 0. */
#define FACE_CONSTANTS 6
#define EACH_FACE_CONSTANT(m) m(0) m(1) m(2) m(3) m(4) m(5)
/* Those that a matched layer (dg/pml.h) takes: without the parts of the traction that damp jumps of
 * velocity. */
#define LAYER_CONSTANT(p) ((p) % 3 != 2)
#endif
/* Of a face whose normal is an axis: the variables that take part, and those that change. */
#if RUSANOV
#define EACH_ACROSS_x(m) EACH_VAR(m)
#define EACH_ACROSS_y(m) EACH_VAR(m)
#define EACH_ACROSS_z(m) EACH_VAR(m)
#define EACH_CHANGED_x(m) EACH_VAR(m)
#define EACH_CHANGED_y(m) EACH_VAR(m)
#define EACH_CHANGED_z(m) EACH_VAR(m)
#elif DIM == 3
#define EACH_ACROSS_x(m) m(0) m(3) m(5) m(6) m(7) m(8)
#define EACH_ACROSS_y(m) m(1) m(3) m(4) m(6) m(7) m(8)
#define EACH_ACROSS_z(m) m(2) m(4) m(5) m(6) m(7) m(8)
#define EACH_CHANGED_x(m) m(0) m(1) m(2) m(3) m(5) m(6) m(7) m(8)
#define EACH_CHANGED_y(m) m(0) m(1) m(2) m(3) m(4) m(6) m(7) m(8)
#define EACH_CHANGED_z(m) m(0) m(1) m(2) m(4) m(5) m(6) m(7) m(8)
#else
#define EACH_ACROSS_x(m) m(0) m(2) m(3) m(4)
#define EACH_ACROSS_y(m) m(1) m(2) m(3) m(4)
#define EACH_CHANGED_x(m) EACH_VAR(m)
#define EACH_CHANGED_y(m) EACH_VAR(m)
#endif
#include "physics/linear.h"

/* Where the components stand, and the moduli of a stress and a strain along an axis. */
#if DIM == 3
#define STRESS_zz v2
#define STRESS_xy v3
#define STRESS_yz v4
#define STRESS_xz v5
#define VELOCITY_x v6
#define VELOCITY_y v7
#define VELOCITY_z v8
#else
#define STRESS_xy v2
#define VELOCITY_x v3
#define VELOCITY_y v4
#endif
#define STRESS_xx v0
#define STRESS_yy v1
#define STRESS_yx STRESS_xy
#define STRESS_zx STRESS_xz
#define STRESS_zy STRESS_yz
#define STIFFNESS_xx m.v0
#define STIFFNESS_xy m.v1
#define STIFFNESS_xz m.v1
#define STIFFNESS_yx m.v1
#define STIFFNESS_yy m.v0
#define STIFFNESS_yz m.v1
#define STIFFNESS_zx m.v1
#define STIFFNESS_zy m.v1
#define STIFFNESS_zz m.v0
#define PART(of, d) of##d

/* The terms that the medium multiplies: strains and the divergence of the stress. along_x and the others
 * stand for the derivatives of u, or anything linear. */
FUNCTION phys_state phys_terms(ALONG)
{
    phys_state e;
#define STRETCH(d) e.STRESS_##d##d = along_##d.VELOCITY_##d;
#define SHEAR(d, f) e.STRESS_##d##f = along_##d.VELOCITY_##f + along_##f.VELOCITY_##d;
#define PULL(d, f) along_##f.STRESS_##d##f
#define DIVERGENCE(d) e.VELOCITY_##d = SUM(PULL, d);
    EACH_DIRECTION(STRETCH)
    EACH_PAIR(SHEAR)
    EACH_DIRECTION(DIVERGENCE)
#undef STRETCH
#undef SHEAR
#undef PULL
#undef DIVERGENCE
    return e;
}

/* out = A along_x + B along_y + C along_z of these terms. */
FUNCTION phys_state phys_in_medium(phys_material m, phys_state terms)
{
    phys_state out;
#define STIFFNESS(d, e) STIFFNESS_##d##e
#define STRETCH(d) terms.STRESS_##d##d
#define NORMAL_STRESS(d) out.STRESS_##d##d = MINUS_DOT(STIFFNESS, d, STRETCH);
#define SHEAR_STRESS(d, e) out.STRESS_##d##e = -(m.v2 * terms.STRESS_##d##e);
#define ACCELERATE(d) out.VELOCITY_##d = -(m.v3 * terms.VELOCITY_##d);
    EACH_DIRECTION(NORMAL_STRESS)
    EACH_PAIR(SHEAR_STRESS)
    EACH_DIRECTION(ACCELERATE)
#undef STIFFNESS
#undef STRETCH
#undef NORMAL_STRESS
#undef SHEAR_STRESS
#undef ACCELERATE
    return out;
}

/* A along_x + B along_y + C along_z. */
FUNCTION phys_state phys_apply(phys_material m, ALONG)
{
    return phys_in_medium(m, phys_terms(DIRECTIONS(ALONG_AXIS)));
}

/* On curved cells (dg/node.h, dg/columns.h): what of a state is differentiated along a vector in the weak
 * form, and what that gives in place of the divergence of `along`: tractions; variables whose gradients count
 * beside it, and their numbers among these: velocities. */
#if DIM == 3
#define EACH_GRADIENT(m) m(6) m(7) m(8)
#define GRADIENT(p) ((p)-6)
#else
#define EACH_GRADIENT(m) m(3) m(4)
#define GRADIENT(p) ((p)-3)
#endif
#define GRADIENTS DIM
#define EACH_WEAK(m) m(0) m(1) IN_SPACE(m(2))
#define WEAKS DIM
typedef struct phys_weak {
    real v0, v1;
    IN_SPACE(real v2;)
} phys_weak;
#define WEAK_x v0
#define WEAK_y v1
#define WEAK_z v2
FUNCTION phys_weak phys_weak_of(NORMAL, phys_state u)
{
    phys_weak w;
#define STRESS(d, e) u.STRESS_##d##e
#define TRACTION(d) w.WEAK_##d = DOT(STRESS, d, UNIT_NORMAL);
    EACH_DIRECTION(TRACTION)
#undef STRESS
#undef TRACTION
    return w;
}
FUNCTION phys_state phys_apply_weak(phys_material m, ALONG, phys_weak divergence)
{
    phys_state out = phys_apply(m, DIRECTIONS(ALONG_AXIS));
#define ACCELERATE(d) out.VELOCITY_##d = -(m.v3 * divergence.WEAK_##d);
    EACH_DIRECTION(ACCELERATE)
#undef ACCELERATE
    return out;
}

/* Energy density of one mode, J/m3: rho v^2 / 2, and the strain energy. With d = DIM, in the plane that of
 * plane strain,
 *   (s : s - lambda / (d lambda + 2 mu) (tr s)^2) / 4 mu
 *
 * of a fluid, mu = 0, p^2 / 2 lambda of its mean pressure. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    const double modulus = (double)m.v0, lambda = (double)m.v1, mu = (double)m.v2, rho = 1.0 / (double)m.v3;
#define SQUARE(of, d) (double)of.VELOCITY_##d *(double)of.VELOCITY_##d
    const double kinetic = 0.5 * rho * SUM(SQUARE, u);
#undef SQUARE
#define SQUARE(of, d) (double)of.STRESS_##d##d *(double)of.STRESS_##d##d
#define PRODUCT(d, e) (double)u.STRESS_##d##d *(double)u.STRESS_##e##e
    const double normal =
        ((modulus + (DIM - 2) * lambda) * SUM(SQUARE, u) - 2.0 * lambda * SUM_OF_PAIRS(PRODUCT)) /
        (8.0 * mu * (0.5 * DIM * lambda + mu));
#undef SQUARE
#undef PRODUCT
#define PULL(d, e) (double)u.STRESS_##d##d
    const double trace = SUM(PULL, x);
#undef PULL
    if (mu == 0.0)
        return kinetic + trace * trace / (2.0 * DIM * DIM * lambda);
#define SQUARE(d, e) (double)u.STRESS_##d##e *(double)u.STRESS_##d##e
    return kinetic + (normal + SUM_OF_PAIRS(SQUARE) / (2.0 * mu));
#undef SQUARE
}

#if BODIES
/* A medium that remembers (dg/memory.h): the share of a body of what the stresses lose, and the energy that
 * stresses have in springs with these parts of the shear and of the bulk modulus, J/m^DIM. In the plane that
 * is lambda + mu, of plane strain. */
#define STRESSES (DIM == 3 ? 6 : 3)
#define EACH_STRESS(m) m(0) m(1) m(2) IN_SPACE(m(3) m(4) m(5))
#define SHARES 2
#define EACH_SHARE(m) m(0) m(1)
typedef struct phys_share {
    real v0, v1;
} phys_share;
typedef struct phys_parts {
    double v0, v1;
} phys_parts;
FUNCTION phys_state phys_remembered(phys_share share, phys_state loss)
{
    phys_state taken = phys_nothing();
#define PULL(of, d) of.STRESS_##d##d
    const real mean = SUM(PULL, loss) * R(1.0 / DIM);
#undef PULL
    const real swells = share.v1 * mean;
#define DEFORM(d) taken.STRESS_##d##d = FMA(share.v0, loss.STRESS_##d##d - mean, swells);
#define SHEAR(d, e) taken.STRESS_##d##e = share.v0 * loss.STRESS_##d##e;
    EACH_DIRECTION(DEFORM)
    EACH_PAIR(SHEAR)
#undef DEFORM
#undef SHEAR
    return taken;
}
FUNCTION double phys_spring_energy(phys_material m, phys_parts part, phys_state u)
{
    const double mu = part.v0 * (double)m.v2, bulk = part.v1 * ((double)m.v1 + 2.0 / DIM * (double)m.v2);
#define PULL(of, d) (double)of.STRESS_##d##d
    const double mean = SUM(PULL, u) / DIM;
#undef PULL
#define SQUARE(of, d) ((double)of.STRESS_##d##d - mean) * ((double)of.STRESS_##d##d - mean)
#define PRODUCT(d, e) (double)u.STRESS_##d##e *(double)u.STRESS_##d##e
    const double deforms = SUM(SQUARE, u) + 2.0 * SUM_OF_PAIRS(PRODUCT);
#undef SQUARE
#undef PRODUCT
    return (mu > 0.0 ? deforms / (4.0 * mu) : 0.0) + (bulk > 0.0 ? mean * mean / (2.0 * bulk) : 0.0);
}
#endif

#if RUSANOV
#include "physics/rusanov.h"

/* What stands beyond a boundary, so that the face itself has: nothing coming in (absorbing), no traction
 * (free surface: the stress s - 2 (t n + n t) + 2 (n.t) n n has the traction -t), no velocity (wall). */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
#define STRESS(d, e) w.STRESS_##d##e
#define TRACTION(d) const real t##d = DOT(STRESS, d, UNIT_NORMAL);
    EACH_DIRECTION(TRACTION)
    const real two_tn = R(2.0) * DOT(PART, t, UNIT_NORMAL);
    const real keep = kind == FACE_ABSORBING ? R(0.0) : R(1.0), mirror = kind == FACE_FREE ? R(2.0) : R(0.0);
    const real velocity = kind == FACE_WALL ? R(-1.0) : keep;
#define NORMAL_STRESS(d)                                                                                     \
    ghost.STRESS_##d##d = keep * w.STRESS_##d##d - mirror * (R(2.0) * t##d * n##d) +                         \
                          (mirror * n##d) * (n##d * R(0.5) * two_tn);
#define SHEAR_STRESS(d, e)                                                                                   \
    ghost.STRESS_##d##e = keep * w.STRESS_##d##e - mirror * FMA(t##d, n##e, t##e * n##d) +                   \
                          (mirror * n##d) * (n##e * R(0.5) * two_tn);
#define KEEP(d) ghost.VELOCITY_##d = velocity * w.VELOCITY_##d;
    EACH_DIRECTION(NORMAL_STRESS)
    EACH_PAIR(SHEAR_STRESS)
    EACH_DIRECTION(KEEP)
#undef STRESS
#undef TRACTION
#undef NORMAL_STRESS
#undef SHEAR_STRESS
#undef KEEP
    return ghost;
}
#else
#include "physics/elastic_upwind.h"
#endif
#undef PART
