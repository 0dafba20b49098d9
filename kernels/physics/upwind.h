/* The exact upwind flux of a system by what meets at a face, phys_star(), and what that makes of the state,
 * phys_flux_of(). Included by the header of a system, behind both. */

/* The flux along n is that of the side's own material. */
FUNCTION phys_state phys_flux(phys_material m, phys_face face, NORMAL, phys_waves wl, phys_waves wr)
{
    const phys_waves star = phys_star(face, wl, wr);
    return phys_flux_of(m, DIRECTIONS(UNIT_NORMAL), star);
}

/* The flux of what crosses a face less what the left side has there alone, phys_crossing(). */
FUNCTION phys_state phys_lift(phys_material m, NORMAL, phys_waves jump)
{
    return phys_flux_of(m, DIRECTIONS(UNIT_NORMAL), jump);
}
