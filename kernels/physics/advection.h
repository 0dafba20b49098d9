/* Advection of a tracer with a velocity that is constant in a cell, in the plane or in space: point
 * functions.
 *
 *   u_t + (ax u)_x + (ay u)_y + (az u)_z = 0    u tracer (its own unit), a velocity (m/s);  Castro 2013, (C1)
 *   material: ax, ay, az                        (in the plane without z)
 *
 * Both sides of a face use one normal velocity, so that what leaves one cell enters the other to the last
 * bit. For one variable the exact upwind flux and the Rusanov flux are the same. */
#include "physics/directions.h"
#define VARS 1
#define EACH_VAR(m) m(0)
#define MATERIALS DIM
#define EACH_MATERIAL(m) m(0) m(1) IN_SPACE(m(2))
#define TRACES 1
#define EACH_TRACE(m) m(0)
#define FACE_CONSTANTS 1 /* a.n, the mean of both sides, m/s; 0 at a wall */
#define EACH_FACE_CONSTANT(m) m(0)
#include "physics/linear.h"
#define SPEED_x v0
#define SPEED_y v1
#define SPEED_z v2

/* out = ax along_x + ay along_y + az along_z */
FUNCTION phys_state phys_apply(phys_material m, ALONG)
{
    phys_state out;
#define SPEED(of, d) of.SPEED_##d
#define SLOPE(d) along_##d.v0
    out.v0 = DOT(SPEED, m, SLOPE);
#undef SPEED
#undef SLOPE
    return out;
}

/* Half the square of one mode. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    return 0.5 * (double)u.v0 * (double)u.v0;
}

FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
    w.v0 = u.v0;
    return w;
}

/* Nothing comes in through a boundary. */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
    ghost.v0 = R(0.0);
    return ghost;
}

FUNCTION phys_state phys_flux(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_state f;
    f.v0 = face.v0 * (face.v0 > R(0.0) ? wl.v0 : wr.v0);
    return f;
}
