/* SAC files: each byte of the header against the format's own offsets, reading back, what is
 * refused, and what is left when writing fails. */
#include "snapshot_common.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>

#include "io/seismogram/sac.h"

enum { HEADER = 632, SAMPLES = 5, LENGTH = HEADER + 4 * SAMPLES };

static const double samples[SAMPLES] = {0.5, -3.25, 0.1, 7, -1e-3};
static const double receiver[3] = {1200.5, -40, 2}, source[3] = {-1e6, 3.5, -8000};
static const int64_t origin = 951786123456; /* 2000-02-29T01:02:03.456 UTC */

static const eg_sac_trace full = {.station = "ABC1",
                                  .component = "BXZ",
                                  .network = "EG",
                                  .event = "layer over half",
                                  .unit = "m/s",
                                  .receiver = receiver,
                                  .source = source,
                                  .origin = &origin,
                                  .begin = -0.25,
                                  .dt = 0.1,
                                  .count = SAMPLES,
                                  .values = samples};

static const eg_sac_trace plain = {.dt = 0.5, .count = SAMPLES, .values = samples};

static char *read_file(test *t, const char *path, int64_t *length)
{
    char *bytes = NULL;
    OK(eg_file_read(t->context, EG_INPUT, path, 1 << 20, &bytes, length));
    return bytes;
}

static void write_file(const char *path, const void *bytes, int64_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* ---- bytes: decoded here, not by the reader */

static uint32_t word_at(const char *file, int offset)
{
    const uint8_t *at = (const uint8_t *)file + offset;
    return at[0] + 256u * at[1] + 65536u * at[2] + 16777216u * at[3];
}

static float real_at(const char *file, int offset)
{
    uint32_t bits = word_at(file, offset);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

typedef struct real_field {
    int offset;
    float value;
} real_field;

typedef struct whole_field {
    int offset, value;
} whole_field;

/* Each real is the listed one, or undefined. */
static void expect_reals(const char *file, const real_field *fields, int count)
{
    int found = 0;
    for (int offset = 0; offset < 280; offset += 4) {
        float wanted = -12345.0f;
        for (int i = 0; i < count; i++)
            if (fields[i].offset == offset) {
                wanted = fields[i].value;
                found++;
            }
        if (real_at(file, offset) != wanted)
            fail_msg("byte %d: %.9g, not %.9g", offset, (double)real_at(file, offset), (double)wanted);
    }
    assert_int_equal(found, count);
}

static void expect_integers(const char *file, const whole_field *fields, int count)
{
    int found = 0;
    for (int offset = 280; offset < 440; offset += 4) {
        int wanted = offset < 420 ? -12345 : 0;
        for (int i = 0; i < count; i++)
            if (fields[i].offset == offset) {
                wanted = fields[i].value;
                found++;
            }
        if ((int)word_at(file, offset) != wanted)
            fail_msg("byte %d: %d, not %d", offset, (int)word_at(file, offset), wanted);
    }
    assert_int_equal(found, count);
}

static void every_field_is_in_its_place(void **state)
{
    test *t = *state;
    int64_t length;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &full));
    char *file = read_file(t, t->path[0], &length);
    assert_int_equal(length, LENGTH);
    const float mean = (float)((0.5 - 3.25 + (double)0.1f + 7 + (double)-1e-3f) / 5);
    const real_field reals[] = {{0, 0.1f},
                                {4, -3.25f},
                                {8, 7.0f},
                                {20, -0.25f},
                                {24, 0.15f},
                                {28, 0.0f},
                                {160, 1200.5f},
                                {164, -40.0f},
                                {168, 2.0f},
                                {172, -1e6f},
                                {176, 3.5f},
                                {180, -8000.0f},
                                {184, (float)(0.1 - (double)0.1f)},
                                {188, 0.0f},
                                {224, mean}};
    expect_reals(file, reals, COUNT(reals));
    const whole_field integers[] = {{280, 2000}, {284, 60}, {288, 1}, {292, 2}, {296, 3},
                                    {300, 456},  {304, 6},  {316, 5}, {340, 1}, {344, 5},
                                    {348, 11},   {420, 1},  {424, 0}, {428, 1}, {432, 0}};
    expect_integers(file, integers, COUNT(integers));
    assert_memory_equal(file + 440, "ABC1    layer over half ", 24);
    for (int offset = 464; offset < 632; offset += 8) {
        const char *wanted = offset == 576   ? "m/s     "
                             : offset == 600 ? "BXZ     "
                             : offset == 608 ? "EG      "
                                             : "-12345  ";
        assert_memory_equal(file + offset, wanted, 8);
    }
    for (int i = 0; i < SAMPLES; i++)
        assert_true(real_at(file, HEADER + 4 * i) == (float)samples[i]);
    eg_free(t->context, &file);
}

static void what_is_not_given_is_undefined(void **state)
{
    test *t = *state;
    int64_t length;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &plain));
    char *file = read_file(t, t->path[0], &length);
    const real_field reals[] = {
        {0, 0.5f},   {4, -3.25f},
        {8, 7.0f},   {20, 0.0f},
        {24, 2.0f},  {184, 0.0f},
        {188, 0.0f}, {224, (float)((0.5 - 3.25 + (double)0.1f + 7 + (double)-1e-3f) / 5)}};
    expect_reals(file, reals, COUNT(reals));
    const whole_field integers[] = {{304, 6}, {316, 5}, {340, 1}, {344, 5}, {420, 1}, {428, 1}};
    expect_integers(file, integers, COUNT(integers));
    assert_memory_equal(file + 440, "-12345  -12345          ", 24);
    for (int offset = 464; offset < 632; offset += 8)
        assert_memory_equal(file + offset, "-12345  ", 8);
    eg_free(t->context, &file);
    eg_sac *sac = NULL;
    OK(eg_sac_read(t->context, t->path[0], &sac));
    assert_false(sac->has_receiver || sac->has_source || sac->has_origin);
    assert_string_equal(sac->station, "");
    assert_string_equal(sac->event, "");
    eg_sac_destroy(&sac);
    eg_sac_destroy(&sac);
}

/* ---- reading back */

static void expect_full(const eg_sac *sac)
{
    assert_string_equal(sac->station, "ABC1");
    assert_string_equal(sac->component, "BXZ");
    assert_string_equal(sac->network, "EG");
    assert_string_equal(sac->event, "layer over half");
    assert_string_equal(sac->unit, "m/s");
    assert_true(sac->has_receiver && sac->has_source && sac->has_origin);
    for (int i = 0; i < 3; i++)
        assert_true(sac->receiver[i] == receiver[i] && sac->source[i] == source[i]);
    assert_int_equal(sac->origin, origin);
    assert_true(fabs(sac->dt - 0.1) <= 1e-16 && sac->begin == -0.25);
    assert_true(sac->end == (double)0.15f && sac->minimum == -3.25 && sac->maximum == 7);
    assert_int_equal(sac->count, SAMPLES);
    for (int i = 0; i < SAMPLES; i++)
        assert_true(sac->values[i] == (float)samples[i]);
}

static void both_byte_orders_are_read(void **state)
{
    test *t = *state;
    int64_t length;
    eg_sac *sac = NULL;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &full));
    OK(eg_sac_read(t->context, t->path[0], &sac));
    expect_full(sac);
    eg_sac_destroy(&sac);
    char *file = read_file(t, t->path[0], &length);
    for (int offset = 0; offset < length; offset += 4) {
        char *at = file + offset, swapped[4] = {at[3], at[2], at[1], at[0]};
        if (offset < 440 || offset >= HEADER)
            memcpy(at, swapped, 4);
    }
    write_file(path_of(t, 1, "b.sac"), file, length);
    eg_free(t->context, &file);
    OK(eg_sac_read(t->context, t->path[1], &sac));
    expect_full(sac);
    eg_sac_destroy(&sac);
}

/* Times are held to some 48 bits, though the format's own fields have 24. */
static void rests_of_times_are_kept(void **state)
{
    test *t = *state;
    const double times[][2] = {
        {1.0 / 3, 1e5 / 7}, {1e-3 * M_PI, -M_E}, {1e-7 / 3, 86400.123456789}, {0.25, 0}, {2.5e-3, -12345.0}};
    for (int i = 0; i < COUNT(times); i++) {
        eg_sac_trace trace = plain;
        trace.dt = times[i][0];
        trace.begin = times[i][1];
        eg_sac *sac = NULL;
        OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &trace));
        OK(eg_sac_read(t->context, t->path[0], &sac));
        assert_true(fabs(sac->dt - trace.dt) <= 4e-15 * trace.dt);
        assert_true(fabs(sac->begin - trace.begin) <= 4e-15 * fabs(trace.begin));
        eg_sac_destroy(&sac);
    }
}

/* USER6 and USER7 of another program are no rests. */
static void foreign_user_fields_are_no_rests(void **state)
{
    test *t = *state;
    int64_t length;
    eg_sac *sac = NULL;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &full));
    char *file = read_file(t, t->path[0], &length);
    memcpy(file + 184, "\0\0\x80\x3f", 4);   /* 1 */
    memcpy(file + 188, "\0\xe4\x40\xc6", 4); /* -12345 */
    write_file(t->path[0], file, length);
    eg_free(t->context, &file);
    OK(eg_sac_read(t->context, t->path[0], &sac));
    assert_true(sac->dt == (double)0.1f && sac->begin == -0.25);
    eg_sac_destroy(&sac);
}

/* -12345 says undefined; a place that lies there is written 1 mm beside it. */
static void a_place_may_be_minus_12345(void **state)
{
    test *t = *state;
    const double place[3] = {-12345, -12345, 5};
    eg_sac_trace trace = plain;
    trace.receiver = place;
    eg_sac *sac = NULL;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &trace));
    OK(eg_sac_read(t->context, t->path[0], &sac));
    assert_true(sac->has_receiver && sac->receiver[2] == 5);
    assert_true(sac->receiver[0] > -12345 && sac->receiver[0] < -12344.998);
    eg_sac_destroy(&sac);
}

/* ---- refused */

static void names_that_do_not_fit_are_refused(void **state)
{
    test *t = *state;
    const char *bad[] = {"",
                         "ABCDEFGHI",
                         " ABC",
                         "ABC ",
                         "A\tB",
                         ("\xc3\x9c"
                          "BER")};
    for (int i = 0; i < COUNT(bad); i++) {
        eg_sac_trace trace = full;
        trace.station = bad[i];
        FAILS(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &trace), EG_CASE,
              "does not fit a SAC header: 1 to 8 printable ASCII characters, without blanks at the "
              "ends");
        assert_false(is_there(t->path[0]));
    }
    eg_sac_trace trace = full;
    trace.event = "seventeen letters";
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_CASE,
          "a.sac: the event 'seventeen letters' does not fit a SAC header: 1 to 16 printable");
    trace.event = "sixteen letters.";
    OK(eg_sac_write(t->context, t->path[0], &trace));
    eg_sac *sac = NULL;
    OK(eg_sac_read(t->context, t->path[0], &sac));
    assert_string_equal(sac->event, "sixteen letters.");
    eg_sac_destroy(&sac);
    trace.component = "123456789";
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_CASE, "the component '123456789'");
    trace.component = NULL;
    trace.network = "a\nb";
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_CASE, "the network 'a\nb'");
    trace.network = NULL;
    trace.unit = "kilogrammes";
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_CASE, "the unit 'kilogrammes'");
}

static void numbers_that_do_not_fit_are_refused(void **state)
{
    test *t = *state;
    path_of(t, 0, "a.sac");
    OK(eg_sac_write(t->context, t->path[0], &plain));
    double bad[SAMPLES] = {0, 1, 2, 1e39, 4};
    eg_sac_trace trace = plain;
    trace.values = bad;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_IO,
          "a.sac: sample 4 is 1e+39, which single precision cannot hold; the file is not written");
    bad[3] = NAN;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_IO, "sample 4 is nan");
    trace = plain;
    trace.dt = 1e-39;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_CASE,
          "the interval 1e-39 s is too small for SAC's single precision");
    trace.dt = 1e39;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_IO, "the time 1e+39 s is beyond");
    trace = plain;
    trace.begin = -1e39;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_IO, "the time -1e+39 s is beyond");
    const double far[3] = {0, INFINITY, 0};
    trace = plain;
    trace.source = far;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_IO, "coordinate 2 of the source is inf m");
    const int64_t late = INT64_MAX;
    trace = plain;
    trace.origin = &late;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_CASE,
          "the origin time, 9223372036854775807 ms from 1970 on, is outside the years 1 to 9999");
    trace = plain;
    trace.count = 2147483648;
    FAILS(eg_sac_write(t->context, t->path[0], &trace), EG_IO,
          "2147483648 samples are more than a SAC file holds, 2147483647");
    /* the file of before is there, and nothing else */
    eg_sac *sac = NULL;
    OK(eg_sac_read(t->context, t->path[0], &sac));
    assert_true(sac->values[1] == -3.25f);
    eg_sac_destroy(&sac);
    assert_int_equal(files_with(t->folder, ""), 1);
}

typedef struct edit {
    int offset;
    const char *bytes; /* 4 */
    const char *message;
} edit;

static void other_files_are_refused(void **state)
{
    test *t = *state;
    const edit edits[] = {
        {304, "\x07\0\0\0", "byte 304: the header's version, NVHDR, is 7; only 6 is read"},
        {304, "\0\0\0\x07", "byte 304: the header's version, NVHDR, is 7; only 6 is read"},
        {304, "abcd", "byte 304: the header's version, NVHDR, is 1684234849; only 6 is read"},
        {340, "\x02\0\0\0", "byte 340: IFTYPE is 2; only 1 is read, a time series"},
        {420, "\0\0\0\0", "byte 420: LEVEN is 0; only 1 is read, evenly sampled"},
        {316, "\x06\0\0\0", "byte 316: NPTS is 6, but the file has room for 5 samples of 4 bytes"},
        {316, "\0\0\0\0", "NPTS is 0"},
        {316, "\xff\xff\xff\xff", "NPTS is -1"},
        {316, "\xff\xff\xff\x7f", "NPTS is 2147483647"},
        {0, "\0\0\0\0", "bytes 0 and 20: DELTA 0 s and B -0.25 s are not a valid interval and begin"},
        {0, "\0\0\x80\xff", "DELTA -inf s"},
        {20, "\0\0\xc0\x7f", "B nan s"}};
    int64_t length;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &full));
    char *file = read_file(t, t->path[0], &length);
    for (int i = 0; i < COUNT(edits); i++) {
        char before[4];
        eg_sac *sac = NULL;
        memcpy(before, file + edits[i].offset, 4);
        memcpy(file + edits[i].offset, edits[i].bytes, 4);
        write_file(path_of(t, 1, "b.sac"), file, length);
        FAILS(eg_sac_read(t->context, t->path[1], &sac), EG_INPUT, edits[i].message);
        assert_null(sac);
        memcpy(file + edits[i].offset, before, 4);
    }
    eg_free(t->context, &file);
    eg_sac *sac = NULL;
    FAILS(eg_sac_read(t->context, path_of(t, 1, "absent.sac"), &sac), EG_INPUT, "cannot be opened");
}

static void cut_and_damaged_files_are_survived(void **state)
{
    test *t = *state;
    int64_t length;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &full));
    char *file = read_file(t, t->path[0], &length);
    path_of(t, 1, "b.sac");
    eg_sac *sac = NULL;
    for (int64_t cut = 0; cut < length; cut++) {
        write_file(t->path[1], file, cut);
        assert_int_equal(eg_sac_read(t->context, t->path[1], &sac), EG_INPUT);
        assert_null(sac);
    }
    FAILS(eg_sac_read(t->context, t->path[1], &sac), EG_INPUT,
          "NPTS is 5, but the file has room for 4 samples of 4 bytes (and 3 bytes over)");
    write_file(t->path[1], file, 100);
    FAILS(eg_sac_read(t->context, t->path[1], &sac), EG_INPUT,
          "b.sac: has 100 bytes; the header of a SAC file alone has 632");
    uint64_t seed = 1;
    for (int i = 0; i < 600; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int64_t at = (int64_t)(seed >> 33) % length;
        char before = file[at];
        file[at] = (char)(seed >> 25);
        write_file(t->path[1], file, length);
        file[at] = before;
        eg_status status = eg_sac_read(t->context, t->path[1], &sac);
        assert_true(status == EG_OK || status == EG_INPUT);
        assert_true((status == EG_OK) == (sac != NULL));
        eg_sac_destroy(&sac);
    }
    eg_free(t->context, &file);
}

/* ---- failures of the system */

static void a_full_disk_leaves_the_old_file(void **state)
{
    test *t = *state;
    struct rlimit before, small;
    OK(eg_sac_write(t->context, path_of(t, 0, "a.sac"), &full));
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN);
    small = (struct rlimit){.rlim_cur = 640, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    eg_status status = eg_sac_write(t->context, t->path[0], &plain);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, EG_IO);
    eg_sac *sac = NULL;
    OK(eg_sac_read(t->context, t->path[0], &sac));
    expect_full(sac);
    eg_sac_destroy(&sac);
    assert_int_equal(files_with(t->folder, ""), 1);
    FAILS(eg_sac_write(t->context, path_of(t, 1, "absent/a.sac"), &full), EG_IO, "cannot be created");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_field_is_in_its_place),       TEST(what_is_not_given_is_undefined),
        TEST(both_byte_orders_are_read),         TEST(rests_of_times_are_kept),
        TEST(foreign_user_fields_are_no_rests),  TEST(a_place_may_be_minus_12345),
        TEST(names_that_do_not_fit_are_refused), TEST(numbers_that_do_not_fit_are_refused),
        TEST(other_files_are_refused),           TEST(cut_and_damaged_files_are_survived),
        TEST(a_full_disk_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
