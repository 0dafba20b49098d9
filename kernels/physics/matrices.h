/* A linear system of the plane that a case gives by its matrices: point functions.
 *
 *   u_t + A u_x + B u_y = E u
 *
 * The program has in front of it (physics/linear/matrices_program.c) VARS, MATERIALS, TRACES, FACE_CONSTANTS,
 * the lists of their numbers, and these texts, of whose names m is the material and out the result:
 *   MATRICES_APPLY    out = A x + B y
 *   MATRICES_ENERGY   its value: the energy density of u
 *   MATRICES_REACT    out = E u, where REACTS
 *   MATRICES_RESOLVE  out = (1 - s E)^-1 u, where IMPLICIT, of RESOLVED entries that EACH_RESOLVED(m) lists,
 *                     m(number, row, column)
 *   EACH_CROSSING(m)  m(p, q) for each trace p, which is that of variable q
 *   MATRICES_ACROSS   out = out + M d, where d has the jumps of the traces, and c the entries of M in the
 *                     rows of variables that have a flux and the columns of traces, row by row
 *
 * What crosses a face are the variables of which A or B has a column. With the mean and the jump of both
 * sides its flux is (A nx + B ny) (ul + ur) / 2 + M (ur - ul), where the host has found M: upwind, Rusanov,
 * or what a boundary makes of the state. Beyond a boundary stands the opposite of the state, whose mean is 0
 * (docs/theory/linear.md). */
#include "physics/directions.h"
#ifndef MATRICES_APPLY /* transport along x and y, to look at how this compiles */
#define VARS 2
#define EACH_VAR(m) m(0) m(1)
#define MATERIALS 1
#define EACH_MATERIAL(m) m(0)
#define TRACES 2
#define EACH_TRACE(m) m(0) m(1)
#define EACH_CROSSING(m) m(0, 0) m(1, 1)
#define FACE_CONSTANTS 4
#define EACH_FACE_CONSTANT(m) m(0) m(1) m(2) m(3)
#define MATRICES_APPLY                                                                                       \
    out.v0 = m.v0 * x.v0;                                                                                    \
    out.v1 = m.v0 * y.v1;
#define MATRICES_ENERGY (double)u.v0 *(double)u.v0 + (double)u.v1 *(double)u.v1
#define MATRICES_REACT                                                                                       \
    out.v0 = -(m.v0 * u.v0);                                                                                 \
    out.v1 = R(0.0);
#define RESOLVED 1
#define EACH_RESOLVED(m) m(0, 0, 0)
#define MATRICES_RESOLVE                                                                                     \
    out.v0 = entries[0] * u.v0;                                                                              \
    out.v1 = u.v1;
#define MATRICES_ACROSS                                                                                      \
    out.v0 = FMA(c.v0, d.v0, FMA(c.v1, d.v1, out.v0));                                                       \
    out.v1 = FMA(c.v2, d.v0, FMA(c.v3, d.v1, out.v1));
#endif
#include "physics/linear.h"

FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
    (void)nx, (void)ny;
#define COPY(p, q) w.v##p = u.v##q;
    EACH_CROSSING(COPY)
#undef COPY
    return w;
}

/* The mean of both sides times a component of the normal; 0 of what has no column. */
FUNCTION phys_state mean_along(real n, phys_waves wl, phys_waves wr)
{
    phys_state u = phys_nothing();
#define MEAN(p, q) u.v##q = R(0.5) * n * (wl.v##p + wr.v##p);
    EACH_CROSSING(MEAN)
#undef MEAN
    return u;
}

/* A along_x + B along_y. */
FUNCTION phys_state phys_apply(phys_material m, phys_state x, phys_state y)
{
    phys_state out;
    MATRICES_APPLY
    return out;
}

#if REACTS
/* E u. */
FUNCTION phys_state phys_react(phys_material m, phys_state u)
{
    phys_state out;
    MATRICES_REACT
    return out;
}
#endif

#if IMPLICIT
/* (1 - s E)^-1 u, where the entries of the matrix that may be neither 0 nor 1 stand LANES apart from
 * `entries` on. */
FUNCTION phys_state phys_resolve(GLOBAL CONST real *entries, phys_state u)
{
    phys_state out;
    MATRICES_RESOLVE
    return out;
}
#endif

/* Energy density of one mode: u . H u / 2 with the matrix H of the case, else |u|^2 / 2. */
FUNCTION double phys_energy(phys_material m, phys_state u)
{
    (void)m;
    return 0.5 * (MATRICES_ENERGY);
}

FUNCTION phys_waves phys_ghost(real nx, real ny, int kind, phys_waves w)
{
    (void)nx, (void)ny, (void)kind;
#define TURN(p) w.v##p = -w.v##p;
    EACH_TRACE(TURN)
#undef TURN
    return w;
}

/* M (ur - ul), added to a flux. */
FUNCTION phys_state add_across(phys_state out, phys_face c, phys_waves wl, phys_waves wr)
{
    phys_waves d;
#define JUMP(p) d.v##p = wr.v##p - wl.v##p;
    EACH_TRACE(JUMP)
#undef JUMP
    MATRICES_ACROSS
    return out;
}

/* The flux along n, seen from the side with the material m and the matrix of these constants. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, real nx, real ny, phys_waves wl, phys_waves wr)
{
    return add_across(phys_apply(m, mean_along(nx, wl, wr), mean_along(ny, wl, wr)), face, wl, wr);
}
