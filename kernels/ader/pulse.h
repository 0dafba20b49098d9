/* What kernels/ader/pulse.c leaves of each function: ORDER coefficients, the mean over the step, and 1 where
 * the function is awake in the step, else 0. */
#ifndef EG_KERNELS_ADER_PULSE_H
#define EG_KERNELS_ADER_PULSE_H

#define PULSE_VALUES (ORDER + 2)

#endif
