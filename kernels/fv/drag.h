/* Linear friction over a step: u' = -k u + f with a constant f, solved exactly
 * (docs/theory/shallow-water-sources.md, "Linear friction"). With x = k dt, and
 * u* = u + f dt what the step makes of u without it,
 *
 *     u' = left u + part (u* - u),   left = e^-x,  part = (1 - e^-x) / x
 *
 * so that u decays exactly, and f / k stays for any dt. */
#ifndef EG_KERNELS_FV_DRAG_H
#define EG_KERNELS_FV_DRAG_H

#include "math_increment.h"

typedef struct sw_drag {
    real left, part;
} sw_drag;

/* Of x >= 0; 1 and 1 at 0. */
FUNCTION sw_drag sw_drag_of(double x)
{
    const double lost = -eg_exp_increment(-x);
    sw_drag d;
    d.left = R(1.0 - lost);
    d.part = x > 0.0 ? R(lost / x) : R(1.0);
    return d;
}
#endif
