/* Spectra of source time functions: shapes against tables of their samples, sines, steps, zeros. */
#include "snapshot_common.h"

#include <math.h>

#include "physics/source_spectrum.h"

enum { ROWS = 4001 };

static double times[ROWS], values[ROWS];

static eg_source_time table(void)
{
    return (eg_source_time){EG_SOURCE_TABLE, .count = ROWS, .times = times, .values = values};
}

/* A shape, and the table of its values from `begin` to `end` s, have one spectrum. */
static void holds(test *t, const eg_source_time *shape, const eg_source_time *rate, double begin, double end)
{
    eg_spectrum exact, found;
    for (int i = 0; i < ROWS; i++) {
        times[i] = begin + (end - begin) * i / (ROWS - 1);
        values[i] = eg_source_time_value(rate, times[i]);
    }
    eg_source_time of_table = table();
    OK(eg_source_spectrum(t->context, shape, &exact));
    OK(eg_source_spectrum(t->context, &of_table, &found));
    assert_true(fabs(found.middle / exact.middle - 1) < 5e-3);
    assert_true(fabs(found.high / exact.high - 1) < 5e-3);
}

static void shapes_and_tables_agree(void **state)
{
    test *t = *state;
    eg_source_time ricker = {EG_SOURCE_RICKER, .time = 1, .frequency = 3},
                   gaussian = {EG_SOURCE_GAUSSIAN, .time = 1, .sigma = 0.1},
                   rate = {EG_SOURCE_BRUNE_RATE, .time = 0.5, .rise = 0.2},
                   moment = {EG_SOURCE_BRUNE_MOMENT, .time = 0.5, .rise = 0.2},
                   step_rate = {EG_SOURCE_HEAVISIDE_RATE, .time = 0.5, .rise = 0.4},
                   step = {EG_SOURCE_HEAVISIDE, .time = 0.5, .rise = 0.4};
    holds(t, &ricker, &ricker, 0, 2);
    holds(t, &gaussian, &gaussian, 0, 2);
    holds(t, &rate, &rate, 0.5, 8);
    holds(t, &moment, &rate, 0.5, 8);
    holds(t, &step_rate, &step_rate, 0.5, 0.9);
    holds(t, &step, &step_rate, 0.5, 0.9);
}

/* Few rows far apart beside many close together lose nothing; a table of zeros has no frequency. */
static void tables_of_any_rows(void **state)
{
    test *t = *state;
    eg_source_time ricker = {EG_SOURCE_RICKER, .time = 0.1, .frequency = 50}, of_table = table();
    eg_spectrum found;
    for (int i = 0; i < ROWS; i++) {
        times[i] = i < ROWS - 1 ? 0.2 * i / (ROWS - 2) : 5;
        values[i] = i < ROWS - 1 ? eg_source_time_value(&ricker, times[i]) : 0;
    }
    OK(eg_source_spectrum(t->context, &of_table, &found));
    assert_true(fabs(found.high / (50 * 1.6637) - 1) < 5e-3);
    for (int i = 0; i < ROWS; i++)
        values[i] = 0;
    OK(eg_source_spectrum(t->context, &of_table, &found));
    assert_true(found.middle == 0 && found.high == 0);
}

/* A sine that goes on beyond the piece has its frequency; a constant and a ramp have none. */
static void pieces(void **state)
{
    test *t = *state;
    enum { COUNT = 1024 };
    double piece[COUNT];
    eg_spectrum found;
    for (int i = 0; i < COUNT; i++)
        piece[i] = 3 + sin(2 * 3.14159265358979 * 7 * i / 256.0);
    OK(eg_spectrum_of_samples(t->context, piece, COUNT, 1 / 256.0, &found));
    assert_true(fabs(found.middle - 7) < 0.1 && found.high < 8);
    for (int i = 0; i < COUNT; i++)
        piece[i] = 2 + 0.3 * i;
    OK(eg_spectrum_of_samples(t->context, piece, COUNT, 1, &found));
    assert_true(found.high == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(shapes_and_tables_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tables_of_any_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pieces, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
