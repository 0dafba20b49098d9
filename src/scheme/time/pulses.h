/* pulses: the time functions of a run's sources on the device, for every scheme in space.
 *
 * ADER makes polynomials of them (kernels/ader/pulse.c), Runge-Kutta schemes take their values at the
 * stages of a step (kernels/time/pulses.c). Both evaluate kernels/time/pulse_value.h, with the bits of
 * eg_source_time_value(). */
#ifndef EG_SCHEME_TIME_PULSES_H
#define EG_SCHEME_TIME_PULSES_H

#include "field/owner.h"
#include "physics/source_time.h"

typedef struct eg_pulses_options {
    int count; /* functions that the next member describes; their tables are copied */
    const eg_source_time *functions;
    /* Behind them, functions that a generated source gives as double eg_source_expression(int number,
     * double t). */
    int expression_count;
    const char *expressions;
    /* Runge-Kutta: where in a step its stages stand, parts of dt; 0: no values at stages. */
    int stages;
    const double *fractions;
} eg_pulses_options;

/* Read it, do not change it. */
typedef struct eg_pulses {
    int64_t functions;             /* of both kinds */
    eg_buffer *real_of, *whole_of; /* what each function is (kernels/time/pulse.h) */
    eg_buffer *table;              /* rows of all tables */
    eg_buffer *values;             /* doubles [stages][functions], by eg_pulses_queue() */
    eg_buffer *fractions;          /* [stages] */
    int stages;
    eg_program *program;
    eg_kernel *kernel;
} eg_pulses;

/* What it holds goes with the owner; the device outlives it. EG_CASE where a function is none
 * (eg_source_time_check()), EG_MEMORY, EG_DEVICE. */
eg_status eg_pulses_create(eg_owner *owner, eg_device *device, const eg_pulses_options *options,
                           eg_pulses *pulses);

/* Queues the values of all functions at the stages of the step that the clock is about to take: t +
 * fraction dt. Nothing happens while the run pauses. The pulses have stages. */
eg_status eg_pulses_queue(const eg_pulses *pulses, const eg_buffer *clock, const eg_buffer *count);

#endif
