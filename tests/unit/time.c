/* The clock of a run: its steps add up to its time. */
#include "scheme/time/clock.h"
#include "unit/device_fixture.h"

/* Steps of 1/777.7 s, whose sums have to be rounded, to events that are no multiples of it. */
static void steps_add_up_to_the_time(void **state)
{
    fixture *f = *state;
    const double rate = 777.7, stops[] = {0.3, 1, 5.1};
    eg_device *device;
    eg_buffer *part;
    eg_time *clock;
    eg_time_state now;
    assert_int_equal(eg_device_open(f->context, "host:1", &device), EG_OK);
    assert_int_equal(eg_buffer_upload(device, sizeof rate, "rate", &rate, &part), EG_OK);
    const eg_time_options options = {.precision = EG_F64, .cfl = 1, .part = part, .parts = 1};
    assert_int_equal(eg_time_create(f->context, device, &options, &clock), EG_OK);
    assert_int_equal(eg_time_queue(clock, EG_OK), EG_OK);
    assert_int_equal(eg_time_first_pass(clock), EG_OK);
    long double sum = 0;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        assert_int_equal(eg_time_resume_until(clock, stops[i], INT64_MAX), EG_OK);
        for (;;) {
            assert_int_equal(eg_time_readback_begin(clock), EG_OK);
            assert_int_equal(eg_time_readback_end(clock, &now), EG_OK);
            assert_true(sum == now.time);
            if (now.pause != EG_PAUSE_NONE)
                break;
            sum += now.dt;
            assert_int_equal(eg_time_queue(clock, EG_OK), EG_OK);
        }
        assert_int_equal(now.pause, EG_PAUSE_EVENT);
        assert_true(now.time == stops[i]);
    }
    assert_in_range(now.steps, 3960, 3975);
    eg_time_destroy(&clock);
    eg_buffer_destroy(&part);
    eg_device_close(&device);
}

/* A step that divides the times of events into whole parts meets them: rounding leaves no slivers. */
static void whole_steps_meet_events(void **state)
{
    static const struct {
        double dt, every;
        int events, steps; /* of an event */
    } runs[] = {{0.0005, 0.6, 1, 1200}, {0.001, 0.1, 10, 100}, {0.1, 0.3, 30, 3}, {0.01, 700, 1, 70000}};
    fixture *f = *state;
    const double rate = 1;
    eg_device *device;
    eg_buffer *part;
    eg_time *clock;
    eg_time_state now;
    assert_int_equal(eg_device_open(f->context, "host:1", &device), EG_OK);
    assert_int_equal(eg_buffer_upload(device, sizeof rate, "rate", &rate, &part), EG_OK);
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        const eg_time_options options = {
            .precision = EG_F64, .cfl = 1, .dt = runs[r].dt, .part = part, .parts = 1};
        assert_int_equal(eg_time_create(f->context, device, &options, &clock), EG_OK);
        assert_int_equal(eg_time_queue(clock, EG_OK), EG_OK);
        assert_int_equal(eg_time_first_pass(clock), EG_OK);
        for (int i = 1; i <= runs[r].events; i++) {
            assert_int_equal(eg_time_resume_until(clock, i * runs[r].every, INT64_MAX), EG_OK);
            for (int k = 0; k < runs[r].steps; k++)
                assert_int_equal(eg_time_queue(clock, EG_OK), EG_OK);
            assert_int_equal(eg_time_readback_begin(clock), EG_OK);
            assert_int_equal(eg_time_readback_end(clock, &now), EG_OK);
            assert_int_equal(now.pause, EG_PAUSE_EVENT);
            assert_true(now.time == i * runs[r].every);
            assert_int_equal(now.steps, i * runs[r].steps);
        }
        eg_time_destroy(&clock);
    }
    eg_buffer_destroy(&part);
    eg_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(steps_add_up_to_the_time, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(whole_steps_meet_events, fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
