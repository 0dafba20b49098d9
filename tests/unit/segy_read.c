/* Reading SEG-Y: other files, cut and damaged ones; disks that fail. */
#include "snapshot_common.h"

#include <signal.h>
#include <sys/resource.h>

#include "io/seismogram/segy.h"

enum { SAMPLES = 3, TRACES = 2, TRACE = 240 + 4 * SAMPLES, LENGTH = 3600 + TRACES * TRACE };

static const double values[SAMPLES] = {0.5, -3.25, 0.1};
static const eg_segy_options options = {.title = "two traces", .dt = 0.002, .samples = SAMPLES};
static const eg_segy_trace traces[TRACES] = {{.component = EG_SEGY_IN_LINE, .values = values},
                                             {.component = EG_SEGY_VERTICAL, .values = values}};

/* Writes a.segy; its bytes. */
static uint8_t *make_file(test *t)
{
    char *bytes = NULL;
    int64_t length;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &options, traces, TRACES));
    OK(eg_file_read(t->context, EG_INPUT, t->path[0], 1 << 20, &bytes, &length));
    assert_int_equal(length, LENGTH);
    return (uint8_t *)bytes;
}

static void write_file(const char *path, const void *bytes, int64_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)length, file), length);
    assert_int_equal(fclose(file), 0);
}

typedef struct edit {
    int byte;    /* of the file, from 1 */
    int hi, low; /* the two bytes there */
    const char *message;
} edit;

static void other_files_are_refused(void **state)
{
    test *t = *state;
    const edit edits[] = {
        {3225, 0, 1, "byte 3225: the format code is 1; only 5 is read, 4-byte IEEE floats"},
        {3225, 5, 0, "the format code is 1280"},
        {3501, 2, 0, "byte 3501: the revision is 512; only 256 is read, revision 1.0"},
        {3503, 0, 0, "byte 3503: the fixed length flag is 0; only 1 is read"},
        {3505, 255, 255, "byte 3505: the number of extended textual headers is -1"},
        {3505, 0, 1, "has -2696 bytes behind its headers"},
        {3217, 0, 0, "bytes 3217 and 3221: an interval of 0 us and 3 samples; neither may be 0"},
        {3221, 0, 0, "an interval of 2000 us and 0 samples"},
        {3221, 0, 4,
         "has 504 bytes behind its headers, which is no whole number of traces of 256 "
         "bytes"},
        {3600 + TRACE + 115, 0, 4,
         "trace 2, bytes 115 and 117 of its header: 4 samples, 2000 us; the file's header says 3 "
         "and 2000"},
        {3600 + 117, 1, 0, "trace 1, bytes 115 and 117 of its header: 3 samples, 256 us"}};
    uint8_t *file = make_file(t);
    for (int i = 0; i < COUNT(edits); i++) {
        uint8_t *at = file + edits[i].byte - 1, before[2] = {at[0], at[1]};
        eg_segy *segy = NULL;
        at[0] = (uint8_t)edits[i].hi;
        at[1] = (uint8_t)edits[i].low;
        write_file(path_of(t, 1, "b.segy"), file, LENGTH);
        memcpy(at, before, 2);
        FAILS(eg_segy_read(t->context, t->path[1], &segy), EG_INPUT, edits[i].message);
        assert_null(segy);
    }
    eg_free(t->context, &file);
    eg_segy *segy = NULL;
    FAILS(eg_segy_read(t->context, path_of(t, 1, "absent.segy"), &segy), EG_INPUT, "cannot be opened");
}

/* Extended textual headers are passed over; positive scalars multiply; text may be ASCII. */
static void what_others_write_is_read(void **state)
{
    test *t = *state;
    uint8_t *file = make_file(t), *longer = NULL;
    OK(eg_alloc(t->context, LENGTH + 6400, 1, &longer));
    memcpy(longer, file, 3600);
    memcpy(longer + 3600 + 6400, file + 3600, LENGTH - 3600);
    longer[3505] = 2;
    memset(longer, ' ', 3200);
    memcpy(longer, "C 1 in ASCII\x01 ", 14);
    uint8_t *header = longer + 3600 + 6400;
    header[71] = 100; /* byte 72: scalar 100 */
    header[70] = 0;
    header[83] = 7; /* byte 84: receiver x */
    header[68] = 0; /* bytes 69, 70: scalar 0, that is 1 */
    header[69] = 0;
    header[43] = 9; /* byte 44: receiver z */
    write_file(path_of(t, 1, "b.segy"), longer, LENGTH + 6400);
    eg_free(t->context, &longer);
    eg_free(t->context, &file);
    eg_segy *segy = NULL;
    OK(eg_segy_read(t->context, t->path[1], &segy));
    assert_string_equal(segy->text[0], "C 1 in ASCII?");
    assert_true(segy->headers[0].receiver[0] == 700 && segy->headers[0].receiver[2] == 9);
    assert_false(segy->headers[0].has_origin);
    assert_int_equal(segy->headers[1].component, EG_SEGY_VERTICAL);
    assert_true(segy->values[4] == -3.25f);
    eg_segy_destroy(&segy);
}

static void cut_and_damaged_files_are_survived(void **state)
{
    test *t = *state;
    uint8_t *file = make_file(t);
    path_of(t, 1, "b.segy");
    eg_segy *segy = NULL;
    for (int64_t cut = 0; cut < LENGTH; cut += cut < 3590 ? 37 : 1) {
        write_file(t->path[1], file, cut);
        eg_status status = eg_segy_read(t->context, t->path[1], &segy);
        assert_int_equal(status, cut == 3600 + TRACE ? EG_OK : EG_INPUT);
        eg_segy_destroy(&segy);
    }
    write_file(t->path[1], file, 3599);
    FAILS(eg_segy_read(t->context, t->path[1], &segy), EG_INPUT,
          "b.segy: has 3599 bytes; the headers of a SEG-Y file alone have 3600");
    write_file(t->path[1], file, 3600);
    FAILS(eg_segy_read(t->context, t->path[1], &segy), EG_INPUT,
          "has 0 bytes behind its headers, which is no whole number of traces of 252 bytes");
    uint64_t seed = 1;
    for (int i = 0; i < 600; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int64_t at = 3200 + (int64_t)(seed >> 33) % (LENGTH - 3200);
        uint8_t before = file[at];
        file[at] = (uint8_t)(seed >> 25);
        write_file(t->path[1], file, LENGTH);
        file[at] = before;
        eg_status status = eg_segy_read(t->context, t->path[1], &segy);
        assert_true(status == EG_OK || status == EG_INPUT);
        assert_true((status == EG_OK) == (segy != NULL));
        eg_segy_destroy(&segy);
    }
    eg_free(t->context, &file);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    test *t = *state;
    uint8_t *file = make_file(t);
    eg_segy_options other = options;
    other.title = "the new file";
    for (rlim_t room = 0; room < LENGTH; room += 1000) {
        struct rlimit before, small;
        getrlimit(RLIMIT_FSIZE, &before);
        signal(SIGXFSZ, SIG_IGN);
        small = (struct rlimit){.rlim_cur = room, .rlim_max = before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        eg_status status = eg_segy_write(t->context, t->path[0], &other, traces, TRACES);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, EG_IO);
        char expected[80];
        snprintf(expected, sizeof expected, "a.segy: writing failed at byte %lld: File too large",
                 (long long)room);
        assert_non_null(strstr(eg_context_error(t->context), expected));
        char *now = NULL;
        int64_t length;
        OK(eg_file_read(t->context, EG_INPUT, t->path[0], 1 << 20, &now, &length));
        assert_int_equal(length, LENGTH);
        assert_memory_equal(now, file, LENGTH);
        eg_free(t->context, &now);
        assert_int_equal(files_with(t->folder, ""), 1);
    }
    eg_free(t->context, &file);
    FAILS(eg_segy_write(t->context, path_of(t, 1, "absent/a.segy"), &options, traces, TRACES), EG_IO,
          "cannot be created: No such file or directory");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(other_files_are_refused),
        TEST(what_others_write_is_read),
        TEST(cut_and_damaged_files_are_survived),
        TEST(a_full_disk_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
