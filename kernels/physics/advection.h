/* Advection of tracers with a velocity that is constant in a cell, in the plane or in space: point functions.
 *
 *   u_t + (ax u)_x + (ay u)_y + (az u)_z = 0    u tracer (its own unit), a velocity (m/s);  Castro 2013, (C1)
 *   material: ax, ay, az                        (in the plane without z)
 *
 * All tracers have the one velocity. Of several ones the program has in front of it VARS, and the list of their
 * numbers EACH_VAR.
 *
 * Both sides of a face use one normal velocity, so that what leaves one cell enters the other to the last
 * bit. The exact upwind flux and the Rusanov flux are the same. */
#include "physics/directions.h"
#ifndef VARS
#define VARS 1
#define EACH_VAR(m) m(0)
#endif
#define TRANSPORTS 1 /* all variables are carried alike */
#define MATERIALS DIM
#define EACH_MATERIAL(m) m(0) m(1) IN_SPACE(m(2))
#define TRACES VARS
#define EACH_TRACE(m) EACH_VAR(m)
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
#if DIM == 3
#define CARRY(p) out.v##p = FMA(m.v0, along_x.v##p, FMA(m.v1, along_y.v##p, m.v2 * along_z.v##p));
#else
#define CARRY(p) out.v##p = FMA(m.v0, along_x.v##p, m.v1 * along_y.v##p);
#endif
    EACH_VAR(CARRY)
#undef CARRY
    return out;
}

/* Half the squares of one mode. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    double energy = 0.0;
#define ADD(p) energy = energy + 0.5 * (double)u.v##p * (double)u.v##p;
    EACH_VAR(ADD)
#undef ADD
    return energy;
}

FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
#define COPY(p) w.v##p = u.v##p;
    EACH_VAR(COPY)
#undef COPY
    return w;
}

/* Nothing comes in through a boundary. */
FUNCTION phys_waves phys_ghost(NORMAL, int kind, phys_waves w)
{
    phys_waves ghost;
#define NOTHING(p) ghost.v##p = R(0.0);
    EACH_VAR(NOTHING)
#undef NOTHING
    return ghost;
}

FUNCTION phys_state phys_flux(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_state f;
#define UPWIND(p) f.v##p = face.v0 * (face.v0 > R(0.0) ? wl.v##p : wr.v##p);
    EACH_VAR(UPWIND)
#undef UPWIND
    return f;
}
