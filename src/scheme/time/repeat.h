/* repeat: the first pass of a clock once more, for who has put another state in the place of the one there
 * was. */
#ifndef EG_SCHEME_TIME_REPEAT_H
#define EG_SCHEME_TIME_REPEAT_H

#include "scheme/time/clock.h"

/* Between two steps: the step that is queued next, with its eg_time_queue(), has dt = 0 and counts as none.
 * It finds the step that the rates of the state allow, turns the parity, and the run pauses at an event, or
 * where the rates are not finite or no step is stable. Waits. */
eg_status eg_time_repeat_first_pass(eg_time *clock);

#endif
