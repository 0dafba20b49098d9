/* Rusanov's flux for a system of several variables: the whole state takes part in what crosses a face, with the largest
 * speed of both sides for all of it. Castro 2013, (15), with the spectral radius in place of what is printed. Included by
 * the header of a system, behind phys_apply(). */

FUNCTION phys_waves phys_trace(real nx, real ny, phys_state u)
{
    phys_waves w;
#define COPY(p) w.v##p = u.v##p;
    EACH_VAR(COPY)
#undef COPY
    return w;
}

/* The flux through the face along n, seen from the side with the material m: left and right are the traces. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, real nx, real ny, phys_waves wl,
                              phys_waves wr)
{
    phys_state f, x, y;
    const real half_speed = R(0.5) * face.v0;
#define MEAN(p)                                                                                    \
    x.v##p = R(0.5) * nx * (wl.v##p + wr.v##p);                                                    \
    y.v##p = R(0.5) * ny * (wl.v##p + wr.v##p);
    EACH_VAR(MEAN)
#undef MEAN
    const phys_state a = phys_apply(m, x, y);
#define DISSIPATE(p) f.v##p = FMA(half_speed, wl.v##p - wr.v##p, a.v##p);
    EACH_VAR(DISSIPATE)
#undef DISSIPATE
    return f;
}
