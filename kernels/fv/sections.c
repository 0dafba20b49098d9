// check: LANES=8 STATE_BITS=3 FRICTION=1
// check: LANES=32 STATE_BITS=0 FRICTION=0
// check: LANES=32 STATE_BITS=0 FRICTION=0 ORDER=2 RECORDS=4
/* Sections of shallow water: what goes through faces inside the mesh. Before the cells step, each face of a
 * section books the mass flux that both its cells are about to take, from the state that they take it from.
 * Nothing is paid without sections.
 *
 *   slot     [2][padded faces] of the left and of the right cell of the face; of padding both the same. At
 *            second order 4 times that, and which of the cell's faces it is
 *   face     [block][SECTION_CONSTANTS][LANES] unit normal out of the left cell, length (m), 1 / area of that
 *            cell (fv/kinds.h)
 *   through  [3][padded faces] volume that left the left cell so far, as a sum of two doubles, m3, and the
 *            flux of the last step, m3/s */
#include "math.h"
#include "fv/kinds.h"
#include "physics/shallow_water.h"
#include "time/clock.h"
#include "fv/place.h"
#include "fv/records.h"

#if ORDER == 2
/* The cell at its face. */
FUNCTION sw_side side_in(GLOBAL CONST real *records, int name)
{
    const int at = record_of(name >> 2, name & 3);
    return sw_side_at(records[at], records[at + STATE_LANES], records[at + 2 * STATE_LANES],
                      records[at + 3 * STATE_LANES]);
}
#define SIDE_IN(name) side_in(records, name)
#else
/* The cell in a slot. */
FUNCTION sw_side side_in(GLOBAL CONST real *from, GLOBAL CONST real *bed, int slot)
{
    const int at = place_of(slot);
    return sw_side_of(from[at], from[at + STATE_LANES], from[at + 2 * STATE_LANES],
                      from[at + 3 * STATE_LANES], bed[slot]);
}
#define SIDE_IN(slot) side_in(from, bed, slot)
#endif

/* As a cell's step chooses it (fv/shallow_water.c). */
FUNCTION real section_flux(sw_side a, sw_side b, real nx, real ny, real reach, sw_constants k)
{
#if ORDER == 2
    (void)reach;
    return sw_reconstructed(a, b, nx, ny, 0, 0, R(0.0), k).mass;
#else
    if (a.h + b.h == R(0.0))
        return R(0.0);
    if (sw_touch(a, b.h, b.z, b.level))
        return sw_face(a, b, nx, ny, k).mass;
    return sw_edge(a, b, nx, ny, 0, reach, k).mass;
#endif
}

KERNEL_SHAPE(LANES, 1)
KERNEL sw_sections(
#if ORDER == 2
    GLOBAL CONST real *RESTRICT records,
#endif
#if ORDER == 1
    GLOBAL CONST real *q0, GLOBAL CONST real *q1, GLOBAL CONST real *RESTRICT bed,
#endif
    GLOBAL CONST int *RESTRICT slot, GLOBAL CONST real *RESTRICT face, GLOBAL double *RESTRICT through,
    GLOBAL CONST double *RESTRICT clock, GLOBAL CONST long *RESTRICT count, real g, real half_g, real root_g,
    real inverse_root_g, long blocks)
{
    FOR_GROUPS(b, count[COUNT_PAUSE] == PAUSE_NONE ? blocks : 0)
#if ORDER == 1
    GLOBAL CONST real *from = count[COUNT_PARITY] ? q1 : q0;
#endif
    const int padded = (int)blocks * LANES;
    const double dt = clock[CLOCK_DT];
    const sw_constants k = sw_constants_of(g, half_g, root_g, inverse_root_g);
    FOR_LANES (l) {
        const int f = (int)b * LANES + l;
        const long entry = b * (SECTION_CONSTANTS * LANES) + l;
        const real length = face[entry + 2 * LANES];
        const real reach = R(dt) * face[entry + 3 * LANES] * length;
        const real mass = section_flux(SIDE_IN(slot[f]), SIDE_IN(slot[padded + f]), face[entry],
                                       face[entry + LANES], reach, k);
        const double flux = (double)length * (double)mass, volume = dt * flux;
        const double high = through[f], sum = high + volume, back = sum - high;
        through[f] = sum;
        through[padded + f] += (high - (sum - back)) + (volume - back);
        through[2 * padded + f] = flux;
    }
    END_GROUPS
}
