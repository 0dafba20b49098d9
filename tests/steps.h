/* What tests do with any stepper: steps, copies and hashes of its state. Include behind cmocka.h. */
#ifndef EG_TEST_STEPS_H
#define EG_TEST_STEPS_H

#include "scheme/stepper/stepper.h"

/* What the clock shows. */
static inline eg_time_state steps_read(eg_stepper *stepper)
{
    eg_time_state now;
    assert_int_equal(eg_time_readback_begin(eg_stepper_time(stepper)), EG_OK);
    assert_int_equal(eg_time_readback_end(eg_stepper_time(stepper), &now), EG_OK);
    return now;
}

/* Steps until a time or a number of steps, whichever comes first, so many queued at once. */
static inline eg_time_state steps_until(eg_stepper *stepper, double time, int64_t steps, int at_once)
{
    eg_time_state now;
    assert_int_equal(eg_time_resume_until(eg_stepper_time(stepper), time, steps), EG_OK);
    do {
        assert_int_equal(eg_stepper_queue(stepper, at_once), EG_OK);
        now = steps_read(stepper);
    } while (now.pause == EG_PAUSE_NONE);
    return now;
}

/* The same, to the event. */
static inline eg_time_state steps_to(eg_stepper *stepper, double time, int64_t steps)
{
    eg_time_state now = steps_until(stepper, time, steps, 8);
    if (now.pause != EG_PAUSE_EVENT)
        fail_msg("diverged at %g s: %s", now.time, eg_context_error(stepper->context));
    return now;
}

/* A copy of the state, for steps_drop(). */
static inline void *steps_copy(eg_stepper *stepper)
{
    void *memory;
    eg_event *event = NULL;
    int64_t bytes = eg_stepper_state_bytes(stepper);
    assert_int_equal(eg_staging_create(stepper->device, bytes > 0 ? bytes : 1, &memory), EG_OK);
    assert_int_equal(eg_stepper_snapshot_begin(stepper, memory, &event), EG_OK);
    if (event)
        assert_int_equal(eg_event_wait(event), EG_OK);
    eg_event_destroy(&event);
    return memory;
}

static inline void steps_drop(eg_stepper *stepper, void **copy)
{
    eg_staging_destroy(stepper->device, copy);
}

static inline uint64_t steps_hash(eg_stepper *stepper)
{
    uint64_t hash;
    void *copy = steps_copy(stepper);
    assert_int_equal(eg_stepper_hash(stepper, copy, &hash), EG_OK);
    steps_drop(stepper, &copy);
    return hash;
}

#endif
