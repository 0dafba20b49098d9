/* Time on the device: names of the slots of `clock` (double) and `count` (long), and why a run pauses.
 *
 * One step is: the scheme's kernels, then control. The scheme leaves the largest rate of each block, 1/s: the
 * step is CFL / rate. Control accepts the step (t = t_next, parity turned) or, where a rate is not finite,
 * refuses it and pauses: then the buffer of the old parity is the last finite state. A rate may also tell
 * that the step was too long: then the state stays, and a shorter step is taken from it. While a run pauses,
 * every queued kernel does nothing. The host resumes it with the next event time. */
#ifndef EG_KERNELS_TIME_CLOCK_H
#define EG_KERNELS_TIME_CLOCK_H

#define CLOCK_T 0       /* time of the state, s */
#define CLOCK_T_NEXT 1  /* time after the step being taken */
#define CLOCK_DT 2      /* length of the step being taken; 0 in the first pass */
#define CLOCK_DT_FREE 3 /* what stability allows for the next step, before clipping to an event */
#define CLOCK_T_STOP 4  /* next event: the run pauses there, exactly */
#define CLOCK_CFL 5
#define CLOCK_DT_FIXED 6 /* 0: by CFL */
#define CLOCK_DT_LEAST 7 /* a stable step below it counts as divergence */
#define CLOCK_SLOTS 8

#define COUNT_STEPS 0
#define COUNT_PARITY 1 /* which of the two state buffers is current */
#define COUNT_PAUSE 2
#define COUNT_STEP_STOP 3  /* pause after that many steps */
#define COUNT_FIRST_PASS 4 /* 1: the first pass, which only finds the first dt */
#define COUNT_SLOTS 5

/* With ANEW, where steps are not fixed: in the place of the rate this, times how many times too long the step
 * was, as a wind has become faster in it. Control takes the step anew, shorter by as much, at most by
 * ANEW_MOST at once. */
#define RATE_ANEW 1e20
#define ANEW_MOST 1e9

#define PAUSE_NONE 0
#define PAUSE_EVENT 1
#define PAUSE_NOT_FINITE 2
#define PAUSE_COLLAPSED 3

#endif
