/* Damaged checkpoints: every bit that is wrong and every byte that is missing is found, and damage
 * behind checksums that agree is told by byte and value. */
#include "checkpoint_common.h"
#include "checkpoint_seal.h"

enum { SMALL = 100, LARGE = 1200000 }; /* bytes of "state" */

/* Where the parts of the small file are: header, numbers (80), state, empty (0), table. */
enum { NUMBERS = 64, STATE = 192, TABLE = 320, SMALL_FILE = TABLE + 3 * 64 };

static image small_image(test *t)
{
    write_checkpoint(t, t->path, SMALL);
    image made = image_of(t, t->path);
    assert_int_equal(made.length, SMALL_FILE);
    return made;
}

static void put(uint8_t *at, int bytes, uint64_t value)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static void every_shorter_file_is_refused(void **state)
{
    test *t = *state;
    image whole = small_image(t);
    for (int64_t length = 0; length < whole.length; length++) {
        put_image(t->path, whole.data, length);
        FAILS(try_open(t, t->path), EG_CHECKPOINT, "is cut short: it has ");
    }
    OK(eg_resize(t->context, whole.length + 1, 1, &whole.data));
    put_image(t->path, whole.data, whole.length + 1);
    FAILS(try_open(t, t->path), EG_CHECKPOINT, "is damaged: it has 513 bytes, 512 by its header");
    eg_free(t->context, &whole.data);
    write_checkpoint(t, t->path, LARGE);
    whole = image_of(t, t->path);
    int64_t last = (whole.length - 1) / 4096 * 4096;
    for (int64_t length = last; length >= 0; length -= 4096) {
        assert_int_equal(truncate(t->path, length), 0);
        FAILS(try_open(t, t->path), EG_CHECKPOINT, "is cut short: it has ");
    }
    eg_free(t->context, &whole.data);
}

static void every_flipped_bit_is_found(void **state)
{
    test *t = *state;
    image whole = small_image(t);
    for (int64_t bit = 0; bit < 8 * whole.length; bit++) {
        whole.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        put_image(t->path, whole.data, whole.length);
        if (try_open(t, t->path) != EG_CHECKPOINT)
            fail_msg("bit %lld of byte %lld", (long long)bit % 8, (long long)bit / 8);
        whole.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    put_image(t->path, whole.data, whole.length);
    OK(try_open(t, t->path));
    eg_free(t->context, &whole.data);
}

static void random_flips_are_found(void **state)
{
    test *t = *state;
    write_checkpoint(t, t->path, LARGE);
    image whole = image_of(t, t->path);
    int file = open(t->path, O_WRONLY | O_CLOEXEC);
    assert_true(file >= 0);
    uint64_t random = 1;
    for (int i = 0; i < 10000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        int64_t bit = (int64_t)((random >> 20) % (uint64_t)(8 * whole.length));
        uint8_t byte = whole.data[bit / 8], wrong = (uint8_t)(byte ^ 1 << bit % 8);
        assert_int_equal(pwrite(file, &wrong, 1, bit / 8), 1);
        if (try_open(t, t->path) != EG_CHECKPOINT)
            fail_msg("bit %lld of byte %lld", (long long)bit % 8, (long long)bit / 8);
        assert_int_equal(pwrite(file, &byte, 1, bit / 8), 1);
    }
    close(file);
    OK(try_open(t, t->path));
    eg_free(t->context, &whole.data);
}

/* What is said of damage that checksums find. */
static void damage_is_told_by_section(void **state)
{
    test *t = *state;
    image whole = small_image(t);
    static const struct {
        int at;
        const char *text;
    } flips[] = {{NUMBERS + 35, "section 'numbers', 80 bytes at byte 64, does not have"},
                 {STATE, "section 'state', 100 bytes at byte 192, does not have the checksum it"},
                 {STATE + SMALL, "its sections are whole, but header, table or the bytes between"},
                 {TABLE + 48, "section 'numbers', 80 bytes at byte 64, does not have"},
                 {40, "its sections are whole, but header"},
                 {10, "its sections are whole, but header"},
                 {3, "is no checkpoint: it does not begin as one"}};
    for (size_t i = 0; i < sizeof flips / sizeof *flips; i++) {
        whole.data[flips[i].at] ^= 4;
        put_image(t->path, whole.data, whole.length);
        FAILS(try_open(t, t->path), EG_CHECKPOINT, flips[i].text);
        whole.data[flips[i].at] ^= 4;
    }
    eg_free(t->context, &whole.data);
}

/* What is said of wrong numbers behind checksums that agree. */
static void wrong_numbers_are_told(void **state)
{
    test *t = *state;
    static const struct {
        int at, bytes;
        uint64_t value;
        const char *text;
    } damage[] = {
        {8, 2, 2, "is of format 2.0, and this eagre reads 1.x: continue with the eagre that wrote"},
        {8, 2, 0, "is of format 0.0, and this eagre reads 1.x"},
        {12, 4, 56, "is damaged: byte 12: a header of 56 bytes"},
        {12, 4, 4104, "is damaged: byte 12: a header of 4104 bytes"},
        {12, 4, 66, "is damaged: byte 12: a header of 66 bytes"},
        {12, 4, 128, "byte 352: section 'numbers' of 80 bytes at byte 64, expected at byte 128"},
        {12, 4, 4096, "is damaged: byte 24: a table at byte 320, of 3 sections"},
        {16, 8, UINT64_MAX, "is cut short: it has 512 of 18446744073709551615 bytes"},
        {16, 8, 64, "is damaged: it has 512 bytes, 64 by its header"},
        {24, 8, 64, "byte 24: a table at byte 64, of 3 sections, in a file of 512 bytes"},
        {24, 8, UINT64_MAX - 63, "is damaged: byte 24: a table at byte 18446744073709551552"},
        {32, 4, 2, "is damaged: byte 24: a table at byte 320, of 2 sections"},
        {32, 4, 1024, "is damaged: byte 24: a table at byte 320, of 1024 sections"},
        {32, 4, UINT32_MAX, "is damaged: byte 32: 4294967295 sections"},
        {36, 4, 0, "is damaged: byte 36: entries of 0 bytes"},
        {36, 4, 1 << 30, "is damaged: byte 36: entries of 1073741824 bytes"},
        {TABLE, 1, 0, "is damaged: byte 320: not the name of a section"},
        {TABLE, 1, ' ', "is damaged: byte 320: not the name of a section"},
        {TABLE + 31, 1, 'x', "is damaged: byte 320: not the name of a section"},
        {TABLE, 8, 0x6574617473, "is damaged: byte 384: a second section 'state'"},
        {TABLE + 32, 8, 0, "byte 352: section 'numbers' of 80 bytes at byte 0, expected at byte 64"},
        {TABLE + 32, 8, UINT64_MAX, "of 80 bytes at byte 18446744073709551615, expected at"},
        {TABLE + 40, 8, UINT64_MAX, "section 'numbers' of 18446744073709551615 bytes at byte 64"},
        {TABLE + 104, 8, 129, "byte 416: section 'state' of 129 bytes at byte 192, expected at"},
        {TABLE + 168, 8, 1, "byte 480: section 'empty' of 1 bytes at byte 320, expected at byte"},
        {TABLE + 160, 8, 256, "section 'empty' of 0 bytes at byte 256, expected at byte 320 and"},
    };
    image whole = small_image(t), changed;
    changed.length = whole.length;
    OK(eg_alloc(t->context, whole.length, 1, &changed.data));
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        memcpy(changed.data, whole.data, (size_t)whole.length);
        if (damage[i].value == 0x6574617473) /* the whole name */
            memset(changed.data + damage[i].at, 0, EG_CHECKPOINT_NAME);
        put(changed.data + damage[i].at, damage[i].bytes, damage[i].value);
        seal_checkpoint(t->context, changed.data, changed.length);
        put_image(t->path, changed.data, changed.length);
        FAILS(try_open(t, t->path), EG_CHECKPOINT, damage[i].text);
    }
    eg_free(t->context, &changed.data);
    eg_free(t->context, &whole.data);
}

/* A table that ends before its section does: the last section is empty, and may not lie behind. */
static void a_table_with_a_gap_is_refused(void **state)
{
    test *t = *state;
    image whole = small_image(t);
    memmove(whole.data + TABLE, whole.data + TABLE + 64, 128);
    put(whole.data + 24, 8, TABLE);
    put(whole.data + 32, 4, 2);
    put(whole.data + 16, 8, TABLE + 128);
    put(whole.data + TABLE + 32, 8, 64); /* state takes the place of the numbers */
    put(whole.data + TABLE + 64 + 32, 8, 192);
    seal_checkpoint(t->context, whole.data, TABLE + 128);
    put_image(t->path, whole.data, TABLE + 128);
    FAILS(try_open(t, t->path), EG_CHECKPOINT,
          "is damaged: byte 24: the table at byte 320, expected at byte 192");
    eg_free(t->context, &whole.data);
}

/* A file of format 1.7 as it may come: a longer header, longer entries, a section nobody knows. */
static void a_newer_minor_version_is_read(void **state)
{
    test *t = *state;
    enum { FILE_BYTES = 128 + 64 + 64 + 2 * 96 };
    uint8_t file[FILE_BYTES];
    memset(file, 0xAA, sizeof file);
    image old = small_image(t);
    memcpy(file, old.data, 64);
    put(file + 10, 2, 7);
    put(file + 12, 4, 128);
    put(file + 16, 8, FILE_BYTES);
    put(file + 24, 8, 256);
    put(file + 32, 4, 2);
    put(file + 36, 4, 96);
    memcpy(file + 256, old.data + TABLE + 64, 64);
    put(file + 256 + 32, 8, 128);
    put(file + 256 + 40, 8, 10);
    memcpy(file + 128, "0123456789", 10);
    memset(file + 352, 0, 32);
    strcpy((char *)file + 352, "weather");
    put(file + 352 + 32, 8, 192);
    put(file + 352 + 40, 8, 64);
    seal_checkpoint(t->context, file, FILE_BYTES);
    put_image(t->path, file, FILE_BYTES);
    eg_checkpoint *checkpoint;
    char text[11] = "";
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    eg_checkpoint_description d;
    eg_checkpoint_describe(checkpoint, &d);
    assert_int_equal(d.minor, 7);
    assert_int_equal(d.sections, 2);
    OK(eg_checkpoint_read_all(checkpoint, "state", text, 10));
    assert_string_equal(text, "0123456789");
    assert_true(eg_checkpoint_has(checkpoint, "weather"));
    eg_checkpoint_close(&checkpoint);
    file[100] ^= 1; /* in the part of the header that nobody knows */
    put_image(t->path, file, FILE_BYTES);
    FAILS(try_open(t, t->path), EG_CHECKPOINT, "its sections are whole, but header");
    eg_free(t->context, &old.data);
}

/* A file that promises more than it has must not cost memory. */
static void memory_stays_within_the_file(void **state)
{
    test *t = *state;
    image whole = small_image(t);
    eg_checkpoint *checkpoint;
    OK(eg_checkpoint_open(t->context, t->path, &checkpoint));
    assert_in_range(eg_context_bytes_held(t->context) - whole.length, 0, 4096);
    eg_checkpoint_close(&checkpoint);
    eg_free(t->context, &whole.data);
}

/* Kept files of format 1.0: they must be readable for as long as the major version is 1. */
static void kept_files_are_read(void **state)
{
    test *t = *state;
    const char *source = getenv("EAGRE_SOURCE");
    if (!source)
        skip();
    char path[1024];
    eg_checkpoint *checkpoint;
    int64_t integer;
    double real;
    uint8_t data[SMALL], *expected = make_pattern(t, SMALL, 7);
    snprintf(path, sizeof path, "%s/tests/data/checkpoint/format-1.0", source);
    OK(eg_checkpoint_open(t->context, path, &checkpoint));
    OK(eg_checkpoint_integer(checkpoint, "numbers", "steps", &integer));
    OK(eg_checkpoint_real(checkpoint, "numbers", "time", &real));
    assert_true(integer == 1234 && real == 0.1);
    OK(eg_checkpoint_read_all(checkpoint, "state", data, SMALL));
    assert_memory_equal(data, expected, SMALL);
    eg_checkpoint_close(&checkpoint);
    eg_free(t->context, &expected);
    snprintf(path, sizeof path, "%s/tests/data/checkpoint/none", source);
    OK(try_open(t, path));
    snprintf(path, sizeof path, "%s/tests/data/checkpoint/many", source);
    OK(try_open(t, path));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_shorter_file_is_refused), TEST(every_flipped_bit_is_found),
        TEST(random_flips_are_found),        TEST(damage_is_told_by_section),
        TEST(wrong_numbers_are_told),        TEST(a_table_with_a_gap_is_refused),
        TEST(a_newer_minor_version_is_read), TEST(memory_stays_within_the_file),
        TEST(kept_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
