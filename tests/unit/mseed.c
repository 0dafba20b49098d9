/* miniSEED: records byte by byte, times of records, rates as fractions, bands, what is refused. */
#include "snapshot_common.h"

#include <math.h>

#include "base/bytes.h"
#include "io/seismogram/mseed.h"

enum { LENGTH = 4096, SAMPLES = 1008 };

static const int64_t START = 1582991999250; /* 2020-02-29T15:59:59.250 */

static int64_t word(const char *record, int at, int bytes)
{
    uint64_t value = eg_get_big((const uint8_t *)record + at, bytes);
    return bytes == 2 ? (int16_t)value : (int64_t)value;
}

static void records_are_those_of_the_manual(void **state)
{
    test *t = *state;
    const eg_mseed_options options = {.dt = 1.24e-3, .samples = 2 * SAMPLES + 5, .start = START};
    const eg_seed_name name = {"CH", "ROCK", "00", "CHZ"}, other = {"X", "ABCDE", "", "LDH"};
    double values[2 * SAMPLES + 5];
    char *data;
    int64_t length;
    eg_mseed *m;
    for (int i = 0; i < COUNT(values); i++)
        values[i] = sin(i) * 1e-7;
    OK(eg_mseed_create(t->context, &options, &m));
    path_of(t, 0, "a.mseed");
    OK(eg_mseed_add(m, t->path[0], &name, values));
    OK(eg_mseed_add(m, t->path[0], &other, values));
    OK(eg_mseed_write(m, t->path[0]));
    eg_mseed_destroy(&m);
    OK(eg_file_read(t->context, EG_INPUT, t->path[0], 1 << 20, &data, &length));
    assert_int_equal(length, 6 * LENGTH);
    const char *third = data + 2 * LENGTH;
    assert_memory_equal(data, "000001D ROCK 00CHZCH", 20);
    assert_memory_equal(third, "000003D ROCK 00CHZCH", 20);
    assert_memory_equal(data + 3 * LENGTH, "000004D ABCDE  LDHX ", 20);
    assert_true(word(data, 20, 2) == 2020 && word(data, 22, 2) == 60 && data[24] == 15 && data[25] == 59);
    assert_true(data[26] == 59 && word(data, 28, 2) == 2500 && data[61] == 0);
    /* 59.25 + 2016 * 1.24e-3 = 61.74984 s: a minute later, 1.7498 s and 40 us */
    assert_true(third[24] == 16 && third[25] == 0 && third[26] == 1 && word(third, 28, 2) == 7498 &&
                third[61] == 40);
    assert_true(word(data, 30, 2) == SAMPLES && word(third, 30, 2) == 5);
    double rate = (double)word(data, 32, 2) / -(double)word(data, 34, 2);
    assert_true(word(data, 34, 2) < 0 && fabs(rate * options.dt - 1) * COUNT(values) < 1e-3);
    assert_true(data[39] == 2 && word(data, 44, 2) == 64 && word(data, 46, 2) == 48);
    assert_true(word(data, 48, 2) == 1000 && word(data, 50, 2) == 56 && data[52] == 4 && data[53] == 1 &&
                data[54] == 12);
    assert_true(word(data, 56, 2) == 1001 && word(data, 58, 2) == 0 && data[60] == 100);
    for (int i = 0; i < COUNT(values); i++) {
        const char *at = data + i / SAMPLES * LENGTH + 64 + 4 * (i % SAMPLES);
        assert_true(eg_float_of_bits(eg_get_big((const uint8_t *)at, 4)) == (float)values[i]);
    }
    eg_free(t->context, &data);
}

static void rates_are_fractions(void **state)
{
    (void)state;
    const struct {
        double dt;
        int factor, multiplier;
    } rates[] = {{0.01, 100, 1},    {0.005, 200, 1}, {1, 1, 1},        {20, -20, 1},
                 {0.003, 1000, -3}, {2.5, 2, -5},    {1e-4, 10000, 1}, {1.0 / 30000, 30000, 1},
                 {0.4, 5, -2},      {1.0 / 3, 3, 1}};
    for (int i = 0; i < COUNT(rates); i++) {
        int factor, multiplier;
        assert_true(eg_mseed_holds(rates[i].dt, 1000000, &factor, &multiplier));
        assert_int_equal(factor, rates[i].factor);
        assert_int_equal(multiplier, rates[i].multiplier);
    }
    int factor, multiplier;
    assert_false(eg_mseed_holds(1e-6, 10, &factor, &multiplier));
    assert_false(eg_mseed_holds(1e5, 10, &factor, &multiplier));
    assert_false(eg_mseed_holds(0.0031415926535, 1000000000, &factor, &multiplier));
    assert_false(eg_mseed_holds(0, 10, &factor, &multiplier) ||
                 eg_mseed_holds(NAN, 10, &factor, &multiplier));
    const char bands[] = "FCHBMLVURB";
    const double steps[] = {0.001, 0.004, 0.0125, 0.1, 0.5, 1, 10, 100, 1000, 0.02};
    for (int i = 0; i < COUNT(steps); i++)
        assert_int_equal(eg_seed_band(steps[i]), bands[i]);
}

static void what_is_wrong_is_told(void **state)
{
    test *t = *state;
    eg_mseed *m;
    const eg_seed_name name = {"CH", "ROCK", "", "CHZ"};
    FAILS(eg_mseed_create(t->context, &(eg_mseed_options){.dt = 1e-6, .samples = 1}, &m), EG_CASE,
          "miniSEED holds rates that are fractions of whole numbers up to 32767, and an interval of 1e-06 s "
          "is none");
    assert_null(m);
    OK(eg_mseed_create(t->context, &(eg_mseed_options){.dt = 1, .samples = 2}, &m));
    FAILS(eg_mseed_add(m, "a.mseed", &name, (double[]){1, 1e39}), EG_IO,
          "a.mseed: sample 2 is 1e+39, which single precision cannot hold; the file is not written");
    FAILS(eg_mseed_write(m, path_of(t, 0, "none/a.mseed")), EG_IO, "none/a.mseed");
    eg_mseed_destroy(&m);
    OK(eg_mseed_create(t->context,
                       &(eg_mseed_options){.dt = 1, .samples = 2, .start = INT64_C(253402300800000)}, &m));
    FAILS(eg_mseed_add(m, "a.mseed", &name, (double[]){1, 1}), EG_CASE, "outside of the years 1 to 9999");
    eg_mseed_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(records_are_those_of_the_manual, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rates_are_fractions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
