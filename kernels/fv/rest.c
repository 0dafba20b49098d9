// check: LANES=1
/* Which blocks of cells a step works on: all but those at rest (docs/theory/shallow-water-boundaries.md,
 * "Blocks at rest"). Before the kernels of a step.
 *
 *   moved   [block] the last step in which something moved in the block, by COUNT_STEPS (fv/shallow_water.c)
 *   first, near   what wakes block b: near[first[b]] to before near[first[b + 1]]; a block beside it,
 *                 REST_NEVER, or rain of zone z as REST_RAIN - z
 *   zones   [zone][SW_ZONE] what the step brings (fv/zones.c); looked at where near has zones alone
 *   lifted  [1] whether the ground moves in this step, where there are lifts (fv/motion.c): nothing rests
 *   awake   [block] 1 where the step works on it
 *   resting [1] the last step in which some block was at rest: in others `awake` need not be looked at
 *
 * A step reads 4 bytes of a block that moves, and some 100 of one that does not. */
#include "time/clock.h"
#include "fv/kinds.h"

#define REST_WIDTH 128

/* Whether what `near` names wakes those beside it. */
FUNCTION int wakes(int near, GLOBAL CONST int *moved, GLOBAL CONST double *zones, int last)
{
    return near >= 0            ? moved[near] >= last
           : near == REST_NEVER ? 1
                                : zones[SW_ZONE * (REST_RAIN - near)] != 0.0;
}

KERNEL_SHAPE(REST_WIDTH, 1)
KERNEL sw_rest(GLOBAL CONST int *RESTRICT moved, GLOBAL CONST int *RESTRICT first,
               GLOBAL CONST int *RESTRICT near, GLOBAL CONST double *RESTRICT zones,
               GLOBAL CONST int *RESTRICT lifted, GLOBAL CONST long *RESTRICT count,
               GLOBAL int *RESTRICT awake, GLOBAL int *RESTRICT resting, int lifts, long blocks)
{
    FOR_GROUPS(g, count[COUNT_PAUSE] == PAUSE_NONE ? (blocks + REST_WIDTH - 1) / REST_WIDTH : 0)
    const int last = (int)count[COUNT_STEPS] - 1;
    FOR_FLAT (i, REST_WIDTH) {
        const long b = g * REST_WIDTH + i;
        if (b < blocks) {
            int is_awake = moved[b] >= last || (lifts && lifted[0]);
            for (int k = first[b]; !is_awake && k < first[b + 1]; k++)
                is_awake = wakes(near[k], moved, zones, last);
            awake[b] = is_awake;
            if (!is_awake)
                resting[0] = last + 1;
        }
    }
    END_GROUPS
}
