/* Where all variables take part in what crosses a face: the trace is the state, and the mean of both sides a state.
 * Included by rusanov.h and matrices.h. */

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
