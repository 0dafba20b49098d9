/* time: the clock of a run on its device, for every scheme in space.
 *
 * Time, step, counts and flags stay on the device (kernels/time/clock.h). A scheme queues the kernels of a
 * step, which read clock and count, and then the control, which accepts the step and chooses the next one;
 * the caller reads it back every few steps and is paused exactly at the event times that it names:
 *
 *     eg_time_create; one pass of the scheme; eg_time_first_pass
 *     eg_time_resume_until(first event)
 *     loop:  steps of the scheme, each ended by eg_time_queue; eg_time_readback_begin; ...
 *            eg_time_readback_end -> t, dt, pause;   at a pause: what is due; eg_time_resume_until(next
 *            event)
 *
 * A scheme keeps two states and goes from the one that COUNT_PARITY names to the other; control turns the
 * parity. It does nothing where COUNT_PAUSE is set. */
#ifndef EG_SCHEME_TIME_CLOCK_H
#define EG_SCHEME_TIME_CLOCK_H

#include "comm/comm.h"
#include "device/link.h"
#include "field/persist.h"
#include "mesh/mesh.h"

typedef struct eg_time eg_time;

/* Why a run pauses: the numbers of kernels/time/clock.h. */
typedef enum eg_pause {
    EG_PAUSE_NONE,
    EG_PAUSE_EVENT,
    EG_PAUSE_NOT_FINITE, /* the step was refused: the state is the last finite one */
    EG_PAUSE_COLLAPSED   /* the stable step fell below dt_least */
} eg_pause;

typedef struct eg_time_state {
    double time, dt; /* s; dt: of the next step; at a pause, what stability allows */
    int64_t steps;
    eg_pause pause;
} eg_time_state;

typedef struct eg_time_options {
    eg_precision precision; /* of `part` */
    double cfl;             /* dt = cfl / rate */
    double dt;              /* fixed step, s; 0: by cfl */
    double dt_least;        /* a step below it is divergence, s; 0: 1e-12 */
    bool anew;              /* `part` may ask for a shorter step (RATE_ANEW of kernels/time/clock.h) */
    /* The largest rate of each block, 1/s, as every step leaves it; beyond 1e30 where a state is not
     * finite. A scheme whose step does not depend on the state writes it once. Outlives the clock. */
    const eg_buffer *part;
    int64_t parts;
    const eg_comm *comm; /* NULL: one process. Of several ranks all have the same clock: the largest
                            rate is that of all, and the host waits for it in every step, */
    eg_link *link;       /* unless the devices have a link. Outlives the clock. */
} eg_time_options;

/* Makes the clock at time 0. It pauses the run there, but for the pass that eg_time_first_pass() ends. */
eg_status eg_time_create(eg_context *context, eg_device *device, const eg_time_options *options,
                         eg_time **clock);
void eg_time_destroy(eg_time **clock);

/* Call it when the first pass of the scheme has been queued, with its control: that pass has dt = 0,
 * counts as no step and turns the parity; it finds the first dt. Waits for it. EG_DIVERGED where the
 * initial state is not finite or no step is stable: eg_time_refuse() says where. */
eg_status eg_time_first_pass(eg_time *clock);
/* EG_DIVERGED, after that failure, with a text that names the worst cell of this rank's: how bad it is, and
 * what it holds; of several ranks with that of the worst of all. Collective. */
eg_status eg_time_refuse(const eg_time *clock, const eg_mesh *mesh, int64_t cell, double how_bad,
                         const char *state);

/* The scheme goes on with other cells, between two steps: `part` and `parts` as at creation. The next
 * eg_time_queue() ends no step; it finds the step that the new rates allow, and the run pauses at an event.
 * The state is the first of the two then. Waits. */
eg_status eg_time_change_cells(eg_time *clock, const eg_buffer *part, int64_t parts);

/* Queues the control: the end of a step, whose kernels were queued with `status`; a failure of these is given
 * back, of several ranks to all; by a link it ends the job. Collective. */
eg_status eg_time_queue(eg_time *clock, eg_status status);

/* Finds the largest rate of all ranks once more, and changes nothing; nothing of one process. For benches.
 * Collective. */
eg_status eg_time_reduce_rate(eg_time *clock);

/* Whether an event has come at `now`, both s and not negative. Times that differ by a relative 2^-49 at most,
 * as 3 x 0.1 s and 0.3 s do, are one: two products, each of a factor that was rounded three times, differ by
 * less. */
bool eg_time_has_come(double event, double now);

/* Goes on until t_stop (s) is hit exactly or step_stop steps are done, whatever comes first. */
eg_status eg_time_resume_until(eg_time *clock, double t_stop, int64_t step_stop);

/* Reads the clock back as it is after all that was queued so far, without stopping the queue: begin now, end
 * (which waits for it) later. Two readbacks may be under way; they end in order. The end is collective. */
eg_status eg_time_readback_begin(eg_time *clock);
eg_status eg_time_readback_end(eg_time *clock, eg_time_state *now);

/* The step that a kernel queued now would take: its begin, end and length, s. While the run pauses after a
 * refused step it is that step. Waits for what is queued. */
typedef struct eg_time_step {
    double begin, end, dt;
} eg_time_step;
eg_status eg_time_read_step(eg_time *clock, eg_time_step *step);

/* Which of the two states is current, 0 or 1. Waits for what is queued. */
eg_status eg_time_parity(eg_time *clock, int *parity);

/* Time 0 again, of a scheme whose step does not depend on the state; nothing may be queued. Steps are counted
 * on. The clock pauses at an event, and the next step is that of a new clock. */
eg_status eg_time_restart(eg_time *clock);

/* Keeps time, steps and the stable step in an array "clock", or restores them; nothing may be queued. A
 * restored clock pauses at an event, whatever it was kept in, and the next step is the one that would have
 * come: a step depends on time, stable step and next event alone. */
eg_status eg_time_persist(eg_time *clock, const eg_persist *persist);

/* What the kernels of a step take: `clock` (doubles) and `count` (longs). */
const eg_buffer *eg_time_clock(const eg_time *clock);
const eg_buffer *eg_time_count(const eg_time *clock);

int64_t eg_time_device_bytes(const eg_time *clock);

/* The first pass once more, for who has put another state in the place of the one there was. Between two
 * steps: the step that is queued next, with its eg_time_queue(), has dt = 0 and counts as none. It finds the
 * step that the rates of the state allow, turns the parity, and the run pauses at an event, or where the
 * rates are not finite or no step is stable. Waits. */
eg_status eg_time_repeat_first_pass(eg_time *clock);

#endif
