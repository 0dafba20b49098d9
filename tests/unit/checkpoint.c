/* Checkpoints: what was written is read, in pieces and whole; what is missing is named. */
#include "checkpoint_common.h"

static void sections_come_back(void **state)
{
    test *t = *state;
    write_checkpoint(t, t->path, 1000);
    eg_checkpoint *checkpoint;
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    eg_checkpoint_description d;
    eg_checkpoint_describe(checkpoint, &d);
    assert_string_equal(d.path, t->path);
    assert_int_equal(d.major, 1);
    assert_int_equal(d.minor, 0);
    assert_int_equal(d.sections, 3);
    assert_int_equal(d.bytes, 64 + 128 + 1024 + 3 * 64);
    int64_t bytes;
    assert_string_equal(eg_checkpoint_section_at(checkpoint, 1, &bytes), "state");
    assert_int_equal(bytes, 1000);
    uint8_t data[1000], *expected = make_pattern(t, 1000, 7);
    OK(eg_checkpoint_read_all(checkpoint, "state", data, 1000));
    assert_memory_equal(data, expected, 1000);
    memset(data, 0, sizeof data);
    OK(eg_checkpoint_read(checkpoint, "state", 990, data, 10));
    assert_memory_equal(data, expected + 990, 10);
    OK(eg_checkpoint_read(checkpoint, "state", 1000, NULL, 0));
    OK(eg_checkpoint_bytes(checkpoint, "empty", &bytes));
    assert_int_equal(bytes, 0);
    OK(eg_checkpoint_read_all(checkpoint, "empty", NULL, 0));
    assert_true(eg_checkpoint_has(checkpoint, "numbers"));
    assert_false(eg_checkpoint_has(checkpoint, "number"));
    eg_free(t->context, &expected);
    eg_checkpoint_close(&checkpoint);
    assert_null(checkpoint);
}

static void what_is_missing_is_named(void **state)
{
    test *t = *state;
    write_checkpoint(t, t->path, 1000);
    eg_checkpoint *checkpoint;
    int64_t bytes;
    uint8_t data[16];
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    FAILS(eg_checkpoint_bytes(checkpoint, "clock", &bytes), EG_CHECKPOINT,
          "file.eagre: has no section 'clock'");
    FAILS(eg_checkpoint_read(checkpoint, "clock", 0, data, 1), EG_CHECKPOINT, "has no section 'clock'");
    FAILS(eg_checkpoint_read(checkpoint, "state", 999, data, 2), EG_CHECKPOINT,
          "section 'state' has 1000 bytes; 2 at its byte 999 are needed");
    FAILS(eg_checkpoint_read(checkpoint, "state", INT64_MAX, data, INT64_MAX), EG_CHECKPOINT,
          "section 'state' has 1000 bytes;");
    FAILS(eg_checkpoint_read_all(checkpoint, "state", data, 16), EG_CHECKPOINT,
          "section 'state' has 1000 bytes, not 16");
    eg_checkpoint_close(&checkpoint);
    eg_checkpoint_close(&checkpoint);
    FAILS(try_open(t, "/tmp/eagre-is-not-there"), EG_IO, "No such file or directory");
    FAILS(try_open(t, t->folder), EG_CHECKPOINT, "is not a file");
}

static void numbers_keep_their_bits(void **state)
{
    test *t = *state;
    const double reals[] = {0.1, -0.0, 0x1p-1074, 1e308, __builtin_inf(), __builtin_nan("0x123")};
    const int64_t integers[] = {0, -1, INT64_MIN, INT64_MAX};
    eg_checkpoint_number numbers[10] = {0};
    for (int i = 0; i < 10; i++) {
        snprintf(numbers[i].name, sizeof numbers[i].name, "%c%d", i < 6 ? 'r' : 'i', i);
        numbers[i].is_real = i < 6;
        numbers[i].real = i < 6 ? reals[i] : 0;
        numbers[i].integer = i < 6 ? 0 : integers[i - 6];
    }
    eg_checkpoint_writer *writer;
    OK(eg_checkpoint_writer_create(t->context, t->path, &writer));
    OK(eg_checkpoint_writer_numbers(writer, "none", NULL, 0));
    OK(eg_checkpoint_writer_numbers(writer, "numbers", numbers, 10));
    OK(eg_checkpoint_writer_section(writer, "text", "not numbers, but long enough to look so", 40));
    OK(eg_checkpoint_writer_finish(&writer, NULL));
    eg_checkpoint *checkpoint;
    double real;
    int64_t integer;
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    for (int i = 0; i < 6; i++) {
        OK(eg_checkpoint_real(checkpoint, "numbers", numbers[i].name, &real));
        assert_memory_equal(&real, &reals[i], sizeof real);
    }
    for (int i = 0; i < 4; i++) {
        OK(eg_checkpoint_integer(checkpoint, "numbers", numbers[6 + i].name, &integer));
        assert_int_equal(integer, integers[i]);
    }
    FAILS(eg_checkpoint_real(checkpoint, "numbers", "i7", &real), EG_CHECKPOINT,
          "section 'numbers' has 'i7' as an integer, not as a real number");
    FAILS(eg_checkpoint_integer(checkpoint, "numbers", "r1", &integer), EG_CHECKPOINT,
          "section 'numbers' has 'r1' as a real number, not as an integer");
    FAILS(eg_checkpoint_integer(checkpoint, "none", "i7", &integer), EG_CHECKPOINT,
          "section 'none' has no number 'i7'");
    FAILS(eg_checkpoint_integer(checkpoint, "text", "i7", &integer), EG_CHECKPOINT,
          "section 'text' has no number 'i7'");
    FAILS(eg_checkpoint_real(checkpoint, "clock", "t", &real), EG_CHECKPOINT, "has no section 'clock'");
    eg_checkpoint_close(&checkpoint);
}

/* Pieces of every size around the writer's buffer, and around nothing. */
static void pieces_make_the_same_file(void **state)
{
    test *t = *state;
    enum { BYTES = 5000000 };
    static const int64_t sizes[] = {0, 1, 63, 4096, 1 << 20, (1 << 20) + 1, 3 << 20, 17};
    uint8_t *data = make_pattern(t, BYTES, 7);
    write_checkpoint(t, t->path, BYTES);
    image whole = image_of(t, t->path);
    const eg_checkpoint_number numbers[] = {{.name = "steps", .integer = 1234},
                                            {.name = "time", .is_real = true, .real = 0.1}};
    eg_checkpoint_writer *writer;
    int64_t length;
    OK(eg_checkpoint_writer_create(t->context, t->path, &writer));
    OK(eg_checkpoint_writer_numbers(writer, "numbers", numbers, 2));
    OK(eg_checkpoint_writer_begin(writer, "state", BYTES));
    for (int64_t at = 0, i = 0; at < BYTES; i++) {
        int64_t bytes = eg_min_i64(sizes[i % 8], BYTES - at);
        OK(eg_checkpoint_writer_write(writer, data + at, bytes));
        at += bytes;
    }
    OK(eg_checkpoint_writer_end(writer));
    OK(eg_checkpoint_writer_begin(writer, "empty", 0));
    OK(eg_checkpoint_writer_end(writer));
    OK(eg_checkpoint_writer_finish(&writer, &length));
    image pieces = image_of(t, t->path);
    assert_int_equal(length, pieces.length);
    assert_int_equal(length, whole.length);
    assert_memory_equal(pieces.data, whole.data, (size_t)length);
    OK(try_open(t, t->path));
    eg_free(t->context, &whole.data);
    eg_free(t->context, &pieces.data);
    eg_free(t->context, &data);
}

static void many_sections_and_none(void **state)
{
    test *t = *state;
    eg_checkpoint_writer *writer;
    OK(eg_checkpoint_writer_create(t->context, t->path, &writer));
    OK(eg_checkpoint_writer_finish(&writer, NULL));
    eg_checkpoint *checkpoint;
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    assert_false(eg_checkpoint_has(checkpoint, "state"));
    eg_checkpoint_close(&checkpoint);
    OK(eg_checkpoint_writer_create(t->context, t->path, &writer));
    char name[EG_CHECKPOINT_NAME];
    for (int i = 0; i < EG_CHECKPOINT_SECTIONS; i++) {
        snprintf(name, sizeof name, "section-of-a-name-of-31-chars%02x", i % 256);
        name[0] = (char)('a' + i / 256);
        assert_int_equal(strlen(name), 31);
        OK(eg_checkpoint_writer_section(writer, name, name, i % 31));
    }
    OK(eg_checkpoint_writer_finish(&writer, NULL));
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    for (int i = 0; i < EG_CHECKPOINT_SECTIONS; i++) {
        int64_t bytes;
        char back[EG_CHECKPOINT_NAME];
        strcpy(name, eg_checkpoint_section_at(checkpoint, i, &bytes));
        assert_int_equal(bytes, i % 31);
        OK(eg_checkpoint_read_all(checkpoint, name, back, bytes));
        assert_memory_equal(back, name, (size_t)bytes);
    }
    eg_checkpoint_close(&checkpoint);
}

/* The old file stays until the new one is whole, and an abandoned one leaves nothing. */
static void a_file_is_replaced_whole(void **state)
{
    test *t = *state;
    write_checkpoint(t, t->path, 100);
    eg_checkpoint_writer *writer, *second;
    OK(eg_checkpoint_writer_create(t->context, t->path, &writer));
    OK(eg_checkpoint_writer_section(writer, "state", "new", 3));
    OK(try_open(t, t->path));
    FAILS(eg_checkpoint_writer_create(t->context, t->path, &second), EG_IO, "another run is writing it");
    assert_null(second);
    eg_checkpoint_writer_abandon(&writer);
    assert_null(writer);
    eg_checkpoint_writer_abandon(&writer);
    image old = image_of(t, t->path);
    assert_int_equal(old.length, 64 + 128 + 128 + 3 * 64);
    eg_free(t->context, &old.data);
    assert_int_equal(unlink(t->path), 0);
    assert_int_equal(rmdir(t->folder), 0); /* nothing else is in it; and it is made again */
    write_checkpoint(t, t->path, 100);
    OK(try_open(t, t->path));
}

static void a_section_that_changes_is_noticed(void **state)
{
    test *t = *state;
    uint8_t data[100];
    write_checkpoint(t, t->path, 100);
    eg_checkpoint *checkpoint;
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    image changed = image_of(t, t->path);
    changed.data[200] ^= 1;
    put_image(t->path, changed.data, changed.length);
    FAILS(eg_checkpoint_read_all(checkpoint, "state", data, 100), EG_CHECKPOINT,
          "has changed since it was opened: section 'state' has another checksum");
    eg_free(t->context, &changed.data);
    put_image(t->path, data, 100);
    FAILS(eg_checkpoint_read_all(checkpoint, "state", data, 100), EG_CHECKPOINT,
          "is cut short: byte 192 is missing");
    eg_checkpoint_close(&checkpoint);
}

/* A failure is told by every later call with the same text, and leaves no file. */
static void a_failure_stays(void **state)
{
    test *t = *state;
    eg_checkpoint_writer *writer;
    OK(eg_checkpoint_writer_create(t->context, t->path, &writer));
    eg_memory_fail_at(t->context, 1);
    assert_int_equal(eg_checkpoint_writer_begin(writer, "state", 10), EG_MEMORY);
    eg_memory_fail_at(t->context, 0);
    char text[256];
    snprintf(text, sizeof text, "%s", eg_context_error(t->context));
    eg_fail(t->context, EG_IO, "something else");
    assert_int_equal(eg_checkpoint_writer_write(writer, "0123456789", 10), EG_MEMORY);
    assert_int_equal(eg_checkpoint_writer_end(writer), EG_MEMORY);
    assert_int_equal(eg_checkpoint_writer_section(writer, "more", NULL, 0), EG_MEMORY);
    eg_fail(t->context, EG_IO, "something else");
    FAILS(eg_checkpoint_writer_finish(&writer, NULL), EG_MEMORY, text);
    assert_null(writer);
    assert_int_equal(rmdir(t->folder), 0);
    assert_int_equal(mkdir(t->folder, 0777), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(sections_come_back),
        TEST(what_is_missing_is_named),
        TEST(numbers_keep_their_bits),
        TEST(pieces_make_the_same_file),
        TEST(many_sections_and_none),
        TEST(a_file_is_replaced_whole),
        TEST(a_section_that_changes_is_noticed),
        TEST(a_failure_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
