/* Rusanov's flux for a system of several variables: the whole state takes part in what crosses a face, with
 * the largest speed of both sides for all of it. Castro 2013, (15), with the spectral radius in place of what
 * is printed. Included by the header of a system, behind phys_apply(). */

FUNCTION phys_waves phys_trace(NORMAL, phys_state u)
{
    phys_waves w;
#define COPY(p) w.v##p = u.v##p;
    EACH_VAR(COPY)
#undef COPY
    return w;
}

/* The mean of both sides times a component of the normal. */
FUNCTION phys_state mean_along(real n, phys_waves wl, phys_waves wr)
{
    phys_state u;
#define MEAN(p) u.v##p = R(0.5) * n * (wl.v##p + wr.v##p);
    EACH_VAR(MEAN)
#undef MEAN
    return u;
}

/* The flux through the face along n, seen from the side with the material m: left and right are the
 * traces. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_state f;
    const real half_speed = R(0.5) * face.v0;
#define MEAN(d) mean_along(n##d, wl, wr)
    const phys_state a = phys_apply(m, DIRECTIONS(MEAN));
#undef MEAN
#define DISSIPATE(p) f.v##p = FMA(half_speed, wl.v##p - wr.v##p, a.v##p);
    EACH_VAR(DISSIPATE)
#undef DISSIPATE
    return f;
}

/* phys_flux() less the flux of the left side alone, which is lifted as it is. */
FUNCTION phys_waves phys_crossing(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    phys_waves f, back;
    const real half_speed = R(0.5) * face.v0;
#define TURN(p) back.v##p = -wl.v##p;
    EACH_VAR(TURN)
#undef TURN
#define MEAN(d) mean_along(n##d, back, wr)
    const phys_state a = phys_apply(m, DIRECTIONS(MEAN));
#undef MEAN
#define DISSIPATE(p) f.v##p = FMA(half_speed, wl.v##p - wr.v##p, a.v##p);
    EACH_VAR(DISSIPATE)
#undef DISSIPATE
    return f;
}
FUNCTION phys_state phys_lift(phys_material m, NORMAL, phys_waves flux)
{
    phys_state u;
#define COPY(p) u.v##p = flux.v##p;
    EACH_VAR(COPY)
#undef COPY
    return u;
}

FUNCTION phys_state phys_state_of(NORMAL, phys_waves w)
{
    phys_state u;
#define COPY(p) u.v##p = w.v##p;
    EACH_VAR(COPY)
#undef COPY
    return u;
}
