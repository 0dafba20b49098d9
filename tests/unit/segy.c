/* SEG-Y files: each byte of the headers against the standard's own offsets, reading back, what is
 * refused, and what is left when writing fails. */
#include "snapshot_common.h"

#include <math.h>

#include "io/seismogram/segy.h"

enum { SAMPLES = 3, TRACES = 2, TRACE = 240 + 4 * SAMPLES, LENGTH = 3600 + TRACES * TRACE };

static const double values[TRACES][SAMPLES] = {{0.5, -3.25, 0.1}, {-0.0, 1e-30, -12345}};
static const double source[3] = {1000, -2000.0625, -750};
static const int64_t origin = 951786123000; /* 2000-02-29T01:02:03 UTC */

static const eg_segy_options full = {.title = "two traces",
                                     .dt = 0.002,
                                     .begin = -0.1005,
                                     .samples = SAMPLES,
                                     .source = source,
                                     .surface = 12.5,
                                     .record = 7,
                                     .origin = &origin};

static const eg_segy_options plain = {.dt = 0.25e-3, .samples = SAMPLES};

static const eg_segy_trace traces[TRACES] = {
    {EG_SEGY_VERTICAL, EG_SEGY_METRE_PER_SECOND, {1300, -1600.0625, 11.25}, values[0]},
    {EG_SEGY_PRESSURE, EG_SEGY_PASCAL, {-123.4567, 0.00004, -0.00006}, values[1]}};

static uint8_t *read_file(test *t, const char *path, int64_t *length)
{
    char *bytes = NULL;
    OK(eg_file_read(t->context, EG_INPUT, path, 1 << 20, &bytes, length));
    return (uint8_t *)bytes;
}

/* ---- bytes: decoded here, not by the reader */

/* A number at the standard's byte, counted from 1; two's complement, big-endian. */
typedef struct field {
    int byte, size;
    int64_t value;
} field;

static int64_t number_at(const uint8_t *header, int byte, int size)
{
    int64_t value = (int8_t)header[byte - 1];
    for (int i = 1; i < size; i++)
        value = value * 256 + header[byte - 1 + i];
    return value;
}

/* The fields hold their values, and every other byte from `first` to `last` is 0. */
static void expect_fields(const uint8_t *header, int first, int last, const field *fields, int count)
{
    int byte = first;
    for (int i = 0; i <= count; i++) {
        int next = i < count ? fields[i].byte : last + 1;
        for (; byte < next; byte++)
            if (header[byte - 1] != 0)
                fail_msg("byte %d: %d, not 0", byte, header[byte - 1]);
        if (i == count)
            break;
        if (number_at(header, byte, fields[i].size) != fields[i].value)
            fail_msg("byte %d: %lld, not %lld", byte, (long long)number_at(header, byte, fields[i].size),
                     (long long)fields[i].value);
        byte += fields[i].size;
    }
}

static void the_binary_header_is_in_its_place(void **state)
{
    test *t = *state;
    int64_t length;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &full, traces, TRACES));
    uint8_t *file = read_file(t, t->path[0], &length);
    assert_int_equal(length, LENGTH);
    const field fields[] = {{3201, 4, 1},    {3205, 4, 1},   {3209, 4, 1}, {3213, 2, 2}, {3217, 2, 2000},
                            {3219, 2, 2000}, {3221, 2, 3},   {3223, 2, 3}, {3225, 2, 5}, {3227, 2, 2},
                            {3229, 2, 1},    {3231, 2, 1},   {3249, 2, 1}, {3251, 2, 2}, {3253, 2, 1},
                            {3255, 2, 1},    {3501, 2, 256}, {3503, 2, 1}};
    expect_fields(file, 3201, 3600, fields, COUNT(fields));
    eg_free(t->context, &file);
}

static void trace_headers_are_in_their_place(void **state)
{
    test *t = *state;
    int64_t length;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &full, traces, TRACES));
    uint8_t *file = read_file(t, t->path[0], &length);
    const field first[] = {{1, 4, 1},          {5, 4, 1},         {9, 4, 7},          {13, 4, 1},
                           {17, 4, 7},         {29, 2, 12},       {31, 2, 1},         {33, 2, 1},
                           {35, 2, 1},         {37, 4, 500},      {41, 4, 112500},    {45, 4, 125000},
                           {49, 4, 7625000},   {69, 2, -10000},   {71, 2, -10000},    {73, 4, 10000000},
                           {77, 4, -20000625}, {81, 4, 13000000}, {85, 4, -16000625}, {89, 2, 1},
                           {109, 2, -1005},    {115, 2, 3},       {117, 2, 2000},     {157, 2, 2000},
                           {159, 2, 60},       {161, 2, 1},       {163, 2, 2},        {165, 2, 3},
                           {167, 2, 4},        {203, 2, 6},       {215, 2, -10}};
    const field second[] = {
        {1, 4, 2},         {5, 4, 2},          {9, 4, 7},         {13, 4, 2},      {17, 4, 7},
        {29, 2, 11},       {31, 2, 1},         {33, 2, 1},        {35, 2, 1},      {37, 4, 2294},
        {41, 4, -1},       {45, 4, 125000},    {49, 4, 7625000},  {69, 2, -10000}, {71, 2, -10000},
        {73, 4, 10000000}, {77, 4, -20000625}, {81, 4, -1234567}, {89, 2, 1},      {109, 2, -1005},
        {115, 2, 3},       {117, 2, 2000},     {157, 2, 2000},    {159, 2, 60},    {161, 2, 1},
        {163, 2, 2},       {165, 2, 3},        {167, 2, 4},       {203, 2, 1},     {215, 2, -10}};
    expect_fields(file + 3600, 1, 240, first, COUNT(first));
    expect_fields(file + 3600 + TRACE, 1, 240, second, COUNT(second));
    const uint8_t samples[TRACES][4 * SAMPLES] = {
        {0x3f, 0, 0, 0, 0xc0, 0x50, 0, 0, 0x3d, 0xcc, 0xcc, 0xcd},
        {0x80, 0, 0, 0, 0x0d, 0xa2, 0x42, 0x60, 0xc6, 0x40, 0xe4, 0}};
    assert_memory_equal(file + 3840, samples[0], 4 * SAMPLES);
    assert_memory_equal(file + 3840 + TRACE, samples[1], 4 * SAMPLES);
    eg_free(t->context, &file);
}

static void what_is_not_given_is_zero(void **state)
{
    test *t = *state;
    const eg_segy_trace one = {.values = values[0]};
    int64_t length;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &plain, &one, 1));
    uint8_t *file = read_file(t, t->path[0], &length);
    const field fields[] = {{1, 4, 1},  {5, 4, 1},   {9, 4, 1},     {13, 4, 1},      {17, 4, 1},
                            {31, 2, 1}, {33, 2, 1},  {35, 2, 1},    {69, 2, -10000}, {71, 2, -10000},
                            {89, 2, 1}, {115, 2, 3}, {117, 2, 250}, {215, 2, 1}};
    expect_fields(file + 3600, 1, 240, fields, COUNT(fields));
    eg_free(t->context, &file);
}

/* Bytes of code pages 37 and 500. */
static void the_textual_header_is_ebcdic(void **state)
{
    test *t = *state;
    int64_t length;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &full, traces, TRACES));
    uint8_t *file = read_file(t, t->path[0], &length);
    const uint8_t one[16] = {0xc3, 0x40, 0xf1, 0x40, 0xa3, 0xa6, 0x96, 0x40,
                             0xa3, 0x99, 0x81, 0x83, 0x85, 0xa2, 0x40, 0x40}; /* "C 1 two traces" */
    const uint8_t last_but_one[16] = {0xc3, 0xf3, 0xf9, 0x40, 0xe2, 0xc5, 0xc7, 0x40,
                                      0xe8, 0x40, 0xd9, 0xc5, 0xe5, 0xf1, 0x40, 0x40};
    const uint8_t last[24] = {0xc3, 0xf4, 0xf0, 0x40, 0xc5, 0xd5, 0xc4, 0x40, 0xe3, 0xc5, 0xe7, 0xe3,
                              0xe4, 0xc1, 0xd3, 0x40, 0xc8, 0xc5, 0xc1, 0xc4, 0xc5, 0xd9, 0x40, 0x40};
    assert_memory_equal(file, one, 16);
    assert_memory_equal(file + 38 * 80, last_but_one, 16);
    assert_memory_equal(file + 39 * 80, last, 24);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(file[80 * i], 0xc3);
        assert_int_equal(file[80 * i + 1], i < 9 ? 0x40 : 0xf0 + (i + 1) / 10);
        assert_int_equal(file[80 * i + 2], 0xf0 + (i + 1) % 10);
        assert_int_equal(file[80 * i + 3], 0x40);
    }
    eg_free(t->context, &file);
}

/* ---- text */

typedef struct log_lines {
    int count;
    char last[512];
} log_lines;

static void take_line(void *user, eg_log_level level, const char *line)
{
    log_lines *lines = user;
    if (level != EG_LOG_WARN)
        return;
    lines->count++;
    snprintf(lines->last, sizeof lines->last, "%s", line);
}

static eg_context *listening(log_lines *lines)
{
    eg_context *context = NULL;
    const eg_context_options options = {
        .size = sizeof options, .log = take_line, .log_user = lines, .level = EG_LOG_WARN};
    assert_int_equal(eg_context_create(&options, &context), EG_OK);
    return context;
}

static void text_is_wrapped(void **state)
{
    test *t = *state;
    char long_word[101];
    memset(long_word, 'x', 100);
    long_word[100] = 0;
    const char *lines[] = {
        "", long_word, "~`{}\\@#$%&*()_+-=<>,./?;:'\"0123456789",
        "A line of so many words that it takes the width of seventy-six characters, and more"};
    eg_segy_options options = full;
    options.lines = lines;
    options.line_count = 4;
    log_lines heard = {0};
    eg_context *context = listening(&heard);
    assert_int_equal(eg_segy_write(context, path_of(t, 0, "a.segy"), &options, traces, TRACES), EG_OK);
    assert_int_equal(heard.count, 0);
    eg_context_destroy(&context);
    eg_segy *segy = NULL;
    OK(eg_segy_read(t->context, t->path[0], &segy));
    assert_string_equal(segy->text[0], "C 1 two traces");
    assert_string_equal(segy->text[2], "C 3 2 traces, 3 samples, interval 2000 us, first sample at "
                                       "-0.1005 s");
    assert_string_equal(segy->text[4], "C 5 Trace bytes 73-88: x and y of source, x and y of "
                                       "receiver, in m times 10000");
    assert_string_equal(segy->text[8], "C 9");
    assert_int_equal(strlen(segy->text[9]), 80);
    assert_string_equal(segy->text[10], "C11 xxxxxxxxxxxxxxxxxxxxxxxx");
    assert_string_equal(segy->text[11], "C12 ~`{}\\@#$%&*()_+-=<>,./?;:'\"0123456789");
    assert_string_equal(segy->text[12], "C13 A line of so many words that it takes the width of "
                                        "seventy-six characters,");
    assert_string_equal(segy->text[13], "C14 and more");
    assert_string_equal(segy->text[14], "C15");
    assert_string_equal(segy->text[38], "C39 SEG Y REV1");
    assert_string_equal(segy->text[39], "C40 END TEXTUAL HEADER");
    eg_segy_destroy(&segy);
    eg_segy_destroy(&segy);
}

static void characters_without_a_place_are_told(void **state)
{
    test *t = *state;
    eg_segy_options options = full;
    options.title = "Z\xc3\xbcrich [m/s] \xe2\x82\xac!\ttab";
    log_lines heard = {0};
    eg_context *context = listening(&heard);
    assert_int_equal(eg_segy_write(context, path_of(t, 0, "a.segy"), &options, traces, TRACES), EG_OK);
    assert_int_equal(heard.count, 1);
    assert_non_null(strstr(heard.last, "that EBCDIC lacks are written as ?"));
    eg_context_destroy(&context);
    eg_segy *segy = NULL;
    OK(eg_segy_read(t->context, t->path[0], &segy));
    assert_string_equal(segy->text[0], "C 1 Z?rich ?m/s? ???tab");
    eg_segy_destroy(&segy);
}

static void too_much_text_is_refused(void **state)
{
    test *t = *state;
    const char *lines[31];
    for (int i = 0; i < 31; i++)
        lines[i] = "a line";
    eg_segy_options options = full;
    options.lines = lines;
    options.line_count = 30;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &options, traces, TRACES));
    options.line_count = 31;
    FAILS(eg_segy_write(t->context, path_of(t, 1, "b.segy"), &options, traces, TRACES), EG_CASE,
          "b.segy: title and lines need 39 lines of the textual header; there are 38: shorten them");
    assert_int_equal(files_with(t->folder, ""), 1);
}

/* ---- reading back */

static void expect_full(const eg_segy *segy)
{
    assert_true(segy->dt == 0.002 && segy->samples == SAMPLES && segy->count == TRACES);
    for (int i = 0; i < TRACES; i++) {
        const eg_segy_header *header = &segy->headers[i];
        assert_int_equal(header->number, i + 1);
        assert_int_equal(header->record, 7);
        assert_int_equal(header->component, traces[i].component);
        assert_int_equal(header->unit, traces[i].unit);
        assert_true(header->has_origin && header->origin == origin);
        assert_true(fabs(header->begin + 0.1005) <= 1e-16);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(header->receiver[k] - traces[i].receiver[k]) <= 0.5000001e-4);
            assert_true(fabs(header->source[k] - source[k]) <= 0.5000001e-4);
        }
        for (int k = 0; k < SAMPLES; k++)
            assert_true(segy->values[i * SAMPLES + k] == (float)values[i][k]);
    }
}

static void files_are_read_back(void **state)
{
    test *t = *state;
    eg_segy *segy = NULL;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &full, traces, TRACES));
    OK(eg_segy_read(t->context, t->path[0], &segy));
    expect_full(segy);
    eg_segy_destroy(&segy);
}

/* The finest scalar that takes the largest place. */
static void places_choose_their_scalar(void **state)
{
    test *t = *state;
    const struct {
        double place;
        int scalar;
    } cases[] = {{0, -10000},          {214748.3647, -10000},
                 {214748.3648, -1000}, {2147483.647, -1000},
                 {2147483.648, -100},  {21474836.47, -100},
                 {-21474836.48, -10},  {214748364.7, -10},
                 {-214748364.8, 1},    {5e8, 1}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_segy_trace one = {.receiver = {1, cases[i].place, -cases[i].place / 2}, .values = values[0]};
        int64_t length;
        OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &plain, &one, 1));
        uint8_t *file = read_file(t, t->path[0], &length);
        assert_int_equal(number_at(file + 3600, 71, 2), cases[i].scalar);
        double divisor = cases[i].scalar < 0 ? -cases[i].scalar : 1;
        assert_int_equal(number_at(file + 3600, 85, 4), llrint(cases[i].place * divisor));
        eg_free(t->context, &file);
        eg_segy *segy = NULL;
        OK(eg_segy_read(t->context, t->path[0], &segy));
        assert_true(fabs(segy->headers[0].receiver[1] - cases[i].place) <= 0.5001 / divisor);
        assert_true(fabs(segy->headers[0].receiver[2] + cases[i].place / 2) <= 0.5001 / divisor);
        eg_segy_destroy(&segy);
    }
    eg_segy_trace far = {.receiver = {0, 0, 5.1e8}, .values = values[0]};
    FAILS(eg_segy_write(t->context, t->path[0], &plain, &far, 1), EG_CASE,
          "a.segy: the receiver of trace 1 lies at 0, 0, 5.1e+08 m; SEG-Y holds coordinates up to "
          "5e+08 "
          "m");
    eg_segy_options options = full;
    options.surface = NAN;
    FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
          "the surface above source 7 lies at 0, 0, nan m");
    const double nowhere[3] = {0, -INFINITY, 0};
    options = plain;
    options.source = nowhere;
    FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
          "source 1 lies at 0, -inf, 0 m");
}

static void delays_choose_their_scalar(void **state)
{
    test *t = *state;
    const struct {
        double begin;
        int delay, scalar;
    } cases[] = {{0, 0, 1},
                 {1.5, 1500, 1},
                 {-32.767, -32767, 1},
                 {0.1 + 0.2, 300, 1},
                 {1.0005, 10005, -10},
                 {1e-7, 1, -10000},
                 {3.2767, 32767, -10},
                 {0.0032767, 32767, -10000},
                 {40, 4000, 10},
                 {-100, -10000, 10},
                 {327670, 32767, 10000},
                 {123450, 12345, 10000}};
    for (int i = 0; i < COUNT(cases); i++) {
        eg_segy_options options = plain;
        options.begin = cases[i].begin;
        int64_t length;
        OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &options, traces, TRACES));
        uint8_t *file = read_file(t, t->path[0], &length);
        assert_int_equal(number_at(file + 3600, 109, 2), cases[i].delay);
        assert_int_equal(number_at(file + 3600, 215, 2), cases[i].scalar);
        eg_free(t->context, &file);
        eg_segy *segy = NULL;
        OK(eg_segy_read(t->context, t->path[0], &segy));
        assert_true(fabs(segy->headers[0].begin - cases[i].begin) <= 1e-15 * fabs(cases[i].begin));
        eg_segy_destroy(&segy);
    }
    const double bad[] = {1.0 / 3, 32.7675, 1e-8, 327680, 1e300, NAN};
    for (int i = 0; i < COUNT(bad); i++) {
        eg_segy_options options = plain;
        options.begin = bad[i];
        FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
              "does not fit SEG-Y's delay: at most 32767 times a power of ten from 0.1 us to 10 s");
    }
}

/* ---- refused */

static void intervals_are_microseconds(void **state)
{
    test *t = *state;
    const double good[] = {1e-6, 0.001, 3e-3, 0.032767, 0.032768, 0.065535};
    for (int i = 0; i < COUNT(good); i++) {
        log_lines heard = {0};
        eg_context *context = listening(&heard);
        eg_segy_options options = plain;
        options.dt = good[i];
        assert_int_equal(eg_segy_write(context, path_of(t, 0, "a.segy"), &options, traces, TRACES), EG_OK);
        assert_int_equal(heard.count, good[i] > 0.0327675);
        eg_segy *segy = NULL;
        assert_int_equal(eg_segy_read(context, t->path[0], &segy), EG_OK);
        assert_true(segy->dt == good[i]);
        eg_segy_destroy(&segy);
        eg_context_destroy(&context);
    }
    const double fractions[] = {1.5e-6, 1e-3 / 3, 0.0100001};
    const double outside[] = {0, -0.001, 9.9e-7, 0.065536, 1, NAN, INFINITY};
    eg_segy_options options = plain;
    for (int i = 0; i < COUNT(fractions); i++) {
        options.dt = fractions[i];
        FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
              "s is no whole number of microseconds, as SEG-Y has it");
    }
    for (int i = 0; i < COUNT(outside); i++) {
        options.dt = outside[i];
        FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
              "s is outside SEG-Y's 1 to 65535 us; record at another interval or write SAC");
    }
}

static void counts_have_limits(void **state)
{
    test *t = *state;
    eg_segy_options options = plain;
    double *many = calloc(32767, sizeof *many);
    const eg_segy_trace one = {.values = many};
    assert_non_null(many);
    many[32766] = 7;
    options.samples = 32767;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &options, &one, 1));
    eg_segy *segy = NULL;
    OK(eg_segy_read(t->context, t->path[0], &segy));
    assert_true(segy->samples == 32767 && segy->values[32766] == 7);
    eg_segy_destroy(&segy);
    options.samples = 32768;
    FAILS(eg_segy_write(t->context, t->path[0], &options, &one, 1), EG_CASE,
          "a.segy: traces have 32768 samples; SEG-Y revision 1 takes 32767: record fewer, or write "
          "SAC");
    free(many);
    FAILS(eg_segy_write(t->context, t->path[0], &plain, traces, 32768), EG_CASE,
          "32768 traces; a SEG-Y file takes 32767: write several files");
}

static void other_numbers_are_refused(void **state)
{
    test *t = *state;
    OK(eg_segy_write(t->context, path_of(t, 0, "a.segy"), &full, traces, TRACES));
    double bad[SAMPLES] = {0, 1, -1e39};
    eg_segy_trace two[TRACES] = {traces[0], {.values = bad}};
    FAILS(eg_segy_write(t->context, t->path[0], &full, two, TRACES), EG_IO,
          "a.segy: trace 2, sample 3 is -1e+39, which single precision cannot hold; the file is "
          "not written");
    int64_t when = origin + 250;
    eg_segy_options options = full;
    options.origin = &when;
    FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
          "the origin time has 250 ms; SEG-Y holds whole seconds: round it");
    when = INT64_MIN;
    FAILS(eg_segy_write(t->context, t->path[0], &options, traces, TRACES), EG_CASE,
          "is outside the years 1 to 9999");
    /* the file of before is there, and nothing else */
    eg_segy *segy = NULL;
    OK(eg_segy_read(t->context, t->path[0], &segy));
    expect_full(segy);
    eg_segy_destroy(&segy);
    assert_int_equal(files_with(t->folder, ""), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_binary_header_is_in_its_place),
        TEST(trace_headers_are_in_their_place),
        TEST(what_is_not_given_is_zero),
        TEST(the_textual_header_is_ebcdic),
        TEST(text_is_wrapped),
        TEST(characters_without_a_place_are_told),
        TEST(too_much_text_is_refused),
        TEST(files_are_read_back),
        TEST(places_choose_their_scalar),
        TEST(delays_choose_their_scalar),
        TEST(intervals_are_microseconds),
        TEST(counts_have_limits),
        TEST(other_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
