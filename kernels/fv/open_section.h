/* An open face on sub-grid ground (docs/theory/shallow-water-subgrid.md, "Open boundaries"): the rectangle that
 * stands for its section. Needs STRIPS. */

/* Mean depth of the wet part and its bed (m), and the part of the length that is wet. Of a dry face the
 * lowest strip and the whole length. */
typedef struct open_section {
    real h, z, part;
} open_section;

/* At the level of the cell; `strip` are those of the face, `apart` from each other. `given` is a level
 * beyond, whose section a dry face has; below all ground: none. */
FUNCTION open_section open_section_of(GLOBAL CONST real *strip, int apart, real level, real given)
{
    real area = R(0.0), wet = R(0.0), beyond = R(0.0), wider = R(0.0);
    for (int s = 0; s < STRIPS; s++) {
        const real z = strip[s * apart], d = GREATER(level - z, R(0.0)), e = GREATER(given - z, R(0.0));
        area += d;
        beyond += e;
        wet += d > R(0.0) ? R(1.0) : R(0.0);
        wider += e > R(0.0) ? R(1.0) : R(0.0);
    }
    const int dry = !(wet > R(0.0)), none = !(wider > R(0.0));
    const real kept = GREATER(wet, R(1.0)), most = GREATER(wider, R(1.0));
    open_section s;
    s.h = area / kept;
    s.z = !dry ? level - s.h : none ? strip[0] : given - beyond / most;
    s.part = (!dry ? kept : none ? R(STRIPS) : most) * R(1.0 / STRIPS);
    return s;
}
